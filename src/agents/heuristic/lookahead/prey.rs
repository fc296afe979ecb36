//! Who could be killed this turn, as far as arithmetic can tell: the attack past one good block, and what acts could add.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::is_blocker;
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::agents::heuristic::striker::striker;
use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, kept_in_a_block, surely_deal};
use crate::cards::effect::{AbilityId, How};
use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::view::PlayerView;
use crate::game::{COMMANDER_DAMAGE, ObjectId, Zone};
use crate::turn::{Seat, Step};

use super::champion;
use super::effort::{is_bare, is_small};
use super::play_on::attack_triggers;
use super::reach::{Means, Reach};

/// Cards in the library below which an act might empty it.
pub(super) const FEW_CARDS: usize = 7;
/// What kills, in thousandths.
pub(super) const KILLED: i32 = 1_000;
/// Life that anything might take.
const LAST_LIFE: i32 = 3;
/// Poison counters that are missing at most of who might be poisoned.
const LITTLE_POISON: i32 = 3;

/// Who might be killed with what one's acts could add to the attack.
pub(super) fn prey(
    view: &PlayerView,
    board: &BoardReading,
    profiles: &Profiles,
    reach: &Reach,
    sight: Option<&Sight>,
) -> SmallVec<[Seat; 4]> {
    let attackers = attackers(view, board, reach);
    let mut prey: SmallVec<[Seat; 4]> = view
        .opponents_of(board.me)
        .filter(|seat| {
            let kill = Kill::open(view, profiles, &attackers, *seat);
            kill.might_succeed(reach) && kill.blocked(board, &attackers).might_succeed(reach)
                || sight.is_some_and(|sight| sight.reaches(view, *seat))
        })
        .collect();
    prey.sort_by_key(|seat| std::cmp::Reverse(board.sides[seat.index()].worth));
    prey
}

/// The last opponent, if they might be killed in this player's turn that has begun.
pub(super) fn last_prey(profiles: &Profiles, view: &PlayerView) -> Option<Seat> {
    let board = BoardReading::read(view, profiles);
    let last = view.last_opponent_of(board.me)?;
    let reach = Reach::read(view, &[], profiles);
    let sight = Sight::read(view, &board, profiles, &reach.most);
    prey(view, &board, profiles, &reach, sight.as_ref()).contains(&last).then_some(last)
}

/// Whether those are all opponents, several, and what there is might be enough for all of them, if nobody blocked.
pub(super) fn is_for_all(
    view: &PlayerView,
    board: &BoardReading,
    profiles: &Profiles,
    reach: &Reach,
    prey: &[Seat],
) -> bool {
    if prey.len() < 2 || !is_small(board) || prey.len() < view.opponents_of(board.me).count() {
        return false;
    }
    let lives: i32 = prey.iter().map(|seat| view.life(*seat)).sum();
    let attackers = attackers(view, board, reach);
    // What hurts one of them may hurt each.
    let each = (reach.most.face + attackers.len() as i32) * (prey.len() as i32 - 1) + incited(view, board, profiles);
    Kill::open(view, profiles, &attackers, prey[0]).damage(&reach.most) + each >= lives
}

/// Power that what is triggered by an attack may add: to each that attacks, for each player who is attacked.
fn incited(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> i32 {
    let fighters = || board.mine().filter(|piece| piece.is_creature());
    let grows = |ability: AbilityId| {
        let effect = profiles.ability(ability);
        effect.grows > 0 || effect.aims.iter().chain(effect.sweeps.iter().map(|(_, aim)| aim)).any(|aim| aim.power > 0)
    };
    let inciters = fighters().filter(|piece| attack_triggers(view, piece.object.card).any(grows)).count();
    (inciters * fighters().count() * view.opponents_of(board.me).count()) as i32
}

/// The acts among the options that could be part of killing that player, of whom so many thousandths die without them, and to
/// pass where that could be what is to be done later.
pub(super) fn useful(
    profiles: &Profiles,
    view: &PlayerView,
    options: &[Item],
    seat: Seat,
    hurt: i32,
) -> SmallVec<[Item; 16]> {
    let board = BoardReading::read(view, profiles);
    let reach = Reach::read(view, options, profiles);
    let attackers = attackers(view, &board, &reach);
    let kill = Kill::open(view, profiles, &attackers, seat).blocked(&board, &attackers);
    let missing = view.life(seat) - view.life(seat) * hurt.clamp(0, KILLED) / KILLED;
    let could = |item: &Item| match item {
        Item::Cast(..) | Item::Activate(..) => kill.might_succeed_with(&reach, Some(*item), missing),
        // Of the others it is not known what they do.
        _ => true,
    };
    let waits = kill.might_succeed_with(&reach, None, missing).then_some(Item::Pass);
    acts(options).map(|(_, item)| item).filter(could).chain(waits).collect()
}

/// Whom that attack surely kills, whatever blocks.
pub(super) fn surely_killed(
    profiles: &Profiles,
    view: &PlayerView,
    decision: &Decision,
    attack: &Choice,
) -> Option<Seat> {
    let (Shape::Assign { items, options, .. }, Choice::Assign(pairs)) = (&decision.shape, attack) else { return None };
    let board = BoardReading::read(view, profiles);
    options.iter().enumerate().find_map(|(at, option)| {
        let Item::Player(seat) = option else { return None };
        let sent =
            pairs.iter().filter(|(_, to)| *to == at as i32).filter_map(|(item, _)| match &items[usize::from(*item)] {
                Item::Object(id) => board.find(*id),
                _ => None,
            });
        let attackers: SmallVec<[&Piece; 16]> = sent.collect();
        let walls = walls(view, &board, *seat);
        let left: SmallVec<[i32; 16]> = walls.iter().map(|wall| wall.left()).collect();
        // Infect takes no life (CR 702.90b).
        let infects = |p: &&&Piece| p.has(Keywords::INFECT);
        let wounds: Strikers = attackers.iter().filter(|p| !infects(p)).map(|p| before(view, p, &walls)).collect();
        let poisons: Strikers = attackers.iter().filter(infects).map(|p| before(view, p, &walls)).collect();
        let missing = view.deadly_poison() - view.poison(*seat);
        let dies = || surely_deal(&wounds, &left, view.life(*seat)) || surely_deal(&poisons, &left, missing);
        let shields =
            |p: &Piece| p.object.controller == *seat && profiles.card(p.object.card).roles.contains(Roles::SHIELD);
        let open = !view.is_guarded(*seat, board.me) && !board.pieces.iter().any(shields);
        (open && !attackers.is_empty() && dies()).then_some(*seat)
    })
}

/// What attacks already, or could, the hardest first.
fn attackers<'b>(view: &PlayerView, board: &'b BoardReading, reach: &Reach) -> SmallVec<[&'b Piece; 16]> {
    let may_attack = |p: &&Piece| p.may_attack();
    let before = view.step() < Step::DeclareBlockers && view.attackers().next().is_none();
    let mut attackers: SmallVec<[&Piece; 16]> = if before {
        board.mine().filter(may_attack).collect()
    } else if reach.most.again > 0 {
        board.mine().filter(|p| p.is_creature() && !p.has(Keywords::DEFENDER)).collect()
    } else {
        let fighting = |p: &&Piece| view.attackers().any(|(id, _)| id == p.object.id);
        board.mine().filter(fighting).collect()
    };
    attackers.sort_by_key(|p| std::cmp::Reverse(p.strike()));
    attackers
}

/// What could block for that player.
fn walls<'b>(view: &PlayerView, board: &'b BoardReading, seat: Seat) -> SmallVec<[&'b Piece; 16]> {
    let theirs = |p: &&Piece| !view.are_opponents(p.object.controller, seat) && is_blocker(p);
    board.pieces.iter().filter(theirs).take(MOST_WALLS).collect()
}

/// An attacker before those that may block it.
fn before(view: &PlayerView, piece: &Piece, walls: &[&Piece]) -> Striker {
    striker(piece, walls, |wall| view.may_block(wall.object.id, piece.object.id))
}

/// What this player might do to somebody where next to nothing lies: abilities, triggers and what is sacrificed for them are not
/// all counted, so that more is looked at than can be.
pub(super) struct Sight {
    /// Life that might be taken.
    life: i32,
    /// Commanders that could attack, and the damage that each might deal.
    commanders: SmallVec<[(ObjectId, i32); 2]>,
    /// The same of those that could be cast.
    challengers: SmallVec<[(ObjectId, i32); 2]>,
}

impl Sight {
    /// From the board and what acts add at most; `None` where more lies.
    pub(super) fn read(view: &PlayerView, board: &BoardReading, profiles: &Profiles, most: &Means) -> Option<Sight> {
        if !is_bare(board) {
            return None;
        }
        let fighters = || board.mine().filter(|piece| piece.is_creature());
        // What is to be chosen may join the attack.
        let outside = view.offered().filter(|(_, object)| object.zone != Zone::Battlefield);
        let joins = outside.map(|(_, object)| i32::from(object.power)).max().unwrap_or(0);
        let strikes = fighters().map(Piece::strike).sum::<i32>() + joins + incited(view, board, profiles);
        let mana = i32::from(view.mana_available(board.me));
        let fighting = fighters().filter(|piece| piece.object.commander);
        let commanders =
            fighting.map(|piece| (piece.object.id, champion::TIMES * (piece.strike() + most.grows))).collect();
        let mut challengers = SmallVec::new();
        for commander in view.commanders(board.me) {
            // What can't be moved to it as long as it is not there.
            let arms = if fighters().next().is_none() { champion::armoury(view, board, profiles) } else { 0 };
            let given = most.grows + most.each + arms + champion::alone(board, profiles, commander.card);
            let strikes = i32::from(commander.power) + given + champion::MORE;
            let deals = champion::TIMES * strikes * (1 + most.again);
            let cost = || view.casting_cost(commander.id, How::Printed, 0).map_or(i32::MAX, i32::from);
            if deals >= COMMANDER_DAMAGE / 2 && cost() <= mana {
                challengers.push((commander.id, deals));
            }
        }
        Some(Sight { life: (3 * strikes / 2) * (1 + 2 * most.again) + 2 * mana + 2, commanders, challengers })
    }

    /// Whether that might kill that player.
    fn reaches(&self, view: &PlayerView, seat: Seat) -> bool {
        view.life(seat) <= self.life || commands(view, &self.commanders, seat)
    }

    /// Whether a commander that could be cast might.
    pub(super) fn challenges(&self, view: &PlayerView, seat: Seat) -> bool {
        commands(view, &self.challengers, seat)
    }
}

/// Whether the combat damage of one of those commanders might kill that player.
fn commands(view: &PlayerView, commanders: &[(ObjectId, i32)], seat: Seat) -> bool {
    commanders.iter().any(|(id, deals)| view.commander_damage_by(*id, seat) + deals >= COMMANDER_DAMAGE)
}

/// What it takes to kill that player, beside what this one has.
struct Kill<'a> {
    view: &'a PlayerView,
    seat: Seat,
    /// Those that could attack.
    attackers: usize,
    /// Damage that they deal together when nobody blocks.
    strikes: i32,
    /// What a good block keeps, most first.
    kept: SmallVec<[i32; 16]>,
    /// Commanders among them: what they have dealt that player, what they would, and how many could block them.
    commanders: SmallVec<[(i32, i32, usize); 2]>,
    /// What attacking does besides combat damage.
    extra: i32,
    /// Some of them have infect.
    infects: bool,
}

impl<'a> Kill<'a> {
    /// As if nobody could block.
    fn open(view: &'a PlayerView, profiles: &Profiles, attackers: &[&Piece], seat: Seat) -> Kill<'a> {
        let commanding = attackers.iter().filter(|p| p.object.commander);
        // More combats are counted as such.
        let besides = |p: &&&Piece| !profiles.card(p.object.card).roles.contains(Roles::EXTRA_COMBAT);
        Kill {
            view,
            seat,
            attackers: attackers.len(),
            infects: attackers.iter().any(|p| p.has(Keywords::INFECT)),
            strikes: attackers.iter().map(|p| p.strike()).sum(),
            kept: SmallVec::new(),
            commanders: commanding.map(|p| (view.commander_damage_by(p.object.id, seat), p.strike(), 0)).collect(),
            extra: attackers.iter().filter(besides).map(|p| profiles.card(p.object.card).attack / 4).sum(),
        }
    }

    /// With what that player could block.
    fn blocked(self, board: &BoardReading, attackers: &[&Piece]) -> Kill<'a> {
        let walls = walls(self.view, board, self.seat);
        let left: SmallVec<[i32; 16]> = walls.iter().map(|wall| wall.left()).collect();
        let strikers: Strikers = attackers.iter().map(|p| before(self.view, p, &walls)).collect();
        let commanding = attackers.iter().zip(&strikers).filter(|(p, _)| p.object.commander);
        let commanders = self.commanders.iter().zip(commanding).map(|((dealt, strike, _), (_, striker))| {
            let able = if striker.tramples { 0 } else { striker.stopped_by.count_ones() as usize };
            (*dealt, *strike, able)
        });
        Kill { commanders: commanders.collect(), kept: kept_in_a_block(&strikers, &left), ..self }
    }

    /// Whether that player might be dead after this player's turns in a row.
    fn might_succeed(&self, reach: &Reach) -> bool {
        self.is_close(&reach.most) || self.kills(&reach.most) && reach.any(|means| self.kills(means))
    }

    /// Whether that act might be part of it, where so much damage was missing without it.
    fn might_succeed_with(&self, reach: &Reach, act: Option<Item>, missing: i32) -> bool {
        let alone = self.damage(&reach.standing);
        let adds = |means: &Means| self.damage(means) - alone >= missing || self.commands(means) || self.poisons(means);
        self.is_close(&reach.most) || reach.with(act, |means| self.kills(means) && adds(means))
    }

    /// Whether next to anything might be enough.
    fn is_close(&self, most: &Means) -> bool {
        let decked = most.draws && self.view.library_size(self.seat) < FEW_CARDS;
        let last = most.face > 0 && self.view.life(self.seat) <= LAST_LIFE;
        decked || last || most.wins || is_nearly_poisoned(self.view, self.seat)
    }

    /// Whether the attack and that much besides it might be enough.
    fn kills(&self, means: &Means) -> bool {
        self.commands(means) || self.damage(means) >= self.view.life(self.seat) || self.poisons(means)
    }

    /// Whether combat damage dealt as poison counters might be (CR 702.90b).
    fn poisons(&self, means: &Means) -> bool {
        (self.infects || means.infects) && self.damage(means) >= self.view.deadly_poison() - self.view.poison(self.seat)
    }

    /// Whether the combat damage of one commander might be.
    fn commands(&self, means: &Means) -> bool {
        self.commanders.iter().any(|(dealt, strike, able)| {
            (*able <= means.clears || means.evades > 0)
                && dealt + (strike + means.each + means.grows) * (1 + means.again) >= COMMANDER_DAMAGE
        })
    }

    /// What the attack and that much besides it might deal.
    fn damage(&self, means: &Means) -> i32 {
        let passing = means.clears.saturating_add(means.evades);
        let kept: i32 = self.kept.iter().skip(passing).map(|damage| damage + means.each).sum();
        let attack = match self.attackers {
            0 => 0,
            n => self.strikes + n as i32 * means.each - kept + self.extra + if self.extra > 0 { means.each } else { 0 },
        };
        // What makes attackers grow is nothing without one.
        let face = if attack == 0 && means.again == 0 { means.face - means.grows } else { means.face };
        attack * (1 + means.again) + means.joins * means.again + face
    }
}

/// Whether so few poison counters are missing to who has them that anything might add them.
pub(super) fn is_nearly_poisoned(view: &PlayerView, seat: Seat) -> bool {
    view.poison(seat) + LITTLE_POISON >= view.deadly_poison()
}
