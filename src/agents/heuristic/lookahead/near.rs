//! Whether a kill or one's own end is near: arithmetic that errs on the side of looking.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::counter::is_deadly;
use crate::agents::heuristic::duel::is_blocker;
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::priority::{LITTLE_LIFE, Moment, acts, moment, roles};

use super::champion;
use super::patience::is_choice;
use super::play_on::attack_triggers;
use super::public;
use super::reach::{Means, Reach};
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::agents::heuristic::striker::striker;
use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, kept_in_a_block, surely_deal};
use crate::cards::ability::Ability;
use crate::cards::effect::{AbilityId, How};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::view::PlayerView;
use crate::game::{COMMANDER_DAMAGE, ObjectId, Zone};
use crate::turn::{Seat, Step};

/// Cards in the library below which an act might empty it.
pub(super) const FEW_CARDS: usize = 7;
/// Poison counters that are missing at most of who might be poisoned.
const LITTLE_POISON: i32 = 3;
/// What kills, in thousandths.
pub(super) const KILLED: i32 = 1_000;
/// Life that anything might take.
const LAST_LIFE: i32 = 3;

/// What is near.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Who might be killed this turn, who is worth most first.
    pub(super) prey: SmallVec<[Seat; 4]>,
    /// Who might be killed by a commander alone that is about to come, armed with everything.
    pub(super) challenged: SmallVec<[Seat; 4]>,
    /// All of them together might be, every opponent there is of several, on a small table.
    pub(super) all: bool,
    /// There is something that adds combats or turns.
    pub(super) again: bool,
    /// Damage at most that anything but the attack could deal.
    pub(super) face: i32,
    /// The game might be won outright, or by drawing from an empty library.
    pub(super) wins: bool,
    /// Who is about to be killed may still be.
    pub(super) hunts: bool,
    /// This player might be out in the turns after the next.
    pub(super) far: bool,
    /// What is usual now ends the combat, which it need not.
    pub(super) fogs: bool,
    /// This player might be out before their next turn.
    pub(super) danger: bool,
    /// Opponents that are still in the game.
    pub(super) opponents: usize,
    /// Somebody's turn may be taken.
    pub(super) controls: bool,
    /// The acts that do.
    pub(super) takers: SmallVec<[Item; 2]>,
    /// The opponents, where there are any such.
    pub(super) others: SmallVec<[Seat; 4]>,
}

impl Near {
    /// Whether this turn decides: this player might be out before the next, and might win in it outright or by killing all of
    /// several, or kill one of several. The last opponent is looked at as ever.
    pub(super) fn is_decisive(&self) -> bool {
        self.danger && (self.all || self.wins || self.opponents > 1 && !self.prey.is_empty())
    }
}

/// What is looked for: nothing that was seen not to be there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Who might be killed.
    pub(super) prey: bool,
    /// Whether this player might be.
    pub(super) danger: bool,
}

/// Whether it is a priority at which there is nothing to do.
pub(super) fn is_idle(profiles: &Profiles, view: &PlayerView, decision: &Decision) -> bool {
    let (Shape::One(options), DecisionKind::Priority) = (&decision.shape, decision.kind) else { return false };
    decision.actor == decision.decider && (acts(options).next().is_none() || moment(view, profiles) == Moment::Idle)
}

/// At a decision at which there is something to do.
pub(super) fn read(
    profiles: &Profiles,
    view: &PlayerView,
    decision: &Decision,
    usual: &Choice,
    wanted: Wanted,
) -> Near {
    let me = view.actor();
    let mut near = Near { opponents: view.opponents_of(me).count(), ..Near::default() };
    if decision.actor != decision.decider {
        // Whose turn is controlled might be killed, and whom they might kill: who is worth most first.
        near.prey.extend(view.living().filter(|seat| *seat != decision.decider));
        if near.prey.len() > 1 {
            let board = BoardReading::read(view, profiles);
            near.prey.sort_by_key(|seat| (std::cmp::Reverse(board.sides[seat.index()].worth), *seat != me));
        }
        return near;
    }
    let own = !view.are_opponents(view.turn().active, me);
    let hunt = |near: &mut Near, board: &BoardReading, options: &[Item]| {
        if wanted.prey {
            let reach = Reach::read(view, options, profiles);
            near.again = reach.most.again > 0;
            near.face = reach.most.face;
            near.wins = reach.most.wins;
            let sight = Sight::read(view, board, profiles, &reach.most);
            near.prey = prey(view, board, profiles, &reach, sight.as_ref());
            let challenged = |seat: &Seat| sight.as_ref().is_some_and(|sight| sight.challenges(view, *seat));
            near.challenged =
                view.opponents_of(board.me).filter(|seat| !near.prey.contains(seat) && challenged(seat)).collect();
            if is_small(board) {
                near.takers = takers(view, options, profiles);
                near.controls = !near.takers.is_empty();
                if near.controls {
                    near.others = view.opponents_of(board.me).collect();
                }
            }
            near.all = is_for_all(view, board, profiles, &reach, &near.prey);
        }
    };
    let exposed = |board: &BoardReading| besieged(view, board) || is_exposed(view, board, profiles);
    match decision.kind {
        DecisionKind::Priority => {
            let Shape::One(options) = &decision.shape else { return near };
            let options = &**options;
            let acts_usually = *usual != decision.default;
            let moment = moment(view, profiles);
            let board = BoardReading::read(view, profiles);
            if own {
                near.hunts = true;
                hunt(&mut near, &board, options);
                let main = matches!(moment, Moment::Main { .. });
                let races = main && is_race(view, &board, near.face);
                near.far = races || view.library_size(me) < FEW_CARDS || view.life(me) <= LITTLE_LIFE;
                near.danger = wanted.danger && (near.far && (acts_usually || main) || main && exposed(&board));
            } else {
                near.danger = match moment {
                    Moment::Answer(top) => {
                        is_deadly(view, profiles, &top)
                            || attacked(view, &board)
                            || is_exposed(view, &board, profiles)
                            || is_weak(view, &board)
                    }
                    Moment::Ability => {
                        is_small(&board)
                            && (attacked(view, &board) || is_exposed(view, &board, profiles) || is_weak(view, &board))
                    }
                    Moment::Theirs => view.step() == Step::PrecombatMain && is_exposed(view, &board, profiles),
                    _ => attacked(view, &board),
                };
                // An ability is there again after this player's untap step.
                let activates =
                    matches!(usual, Choice::One(at, _) if matches!(options[usize::from(*at)], Item::Activate(..)));
                let kept = !activates || view.next_seat() != me;
                near.fogs = moment == Moment::Attacked && acts_usually && kept;
                near.far = near.fogs && near.danger && is_bare(&board) && is_race(view, &board, 0);
            }
        }
        DecisionKind::Attackers if own => {
            let board = BoardReading::read(view, profiles);
            near.hunts = true;
            hunt(&mut near, &board, &[]);
            near.far = is_race(view, &board, near.face);
            // Who kills one of several with everything may be killed by another.
            let bares = near.opponents > 1 && !near.prey.is_empty() && is_small(&board);
            let opens = || bares && worst(view, &board) >= view.life(me);
            near.danger = wanted.danger && (near.far || exposed(&board) || opens());
        }
        // What is discarded at cleanup (CR 514.1) changes nothing any more.
        DecisionKind::Discard if view.step() == Step::Cleanup => {}
        kind if is_choice(kind) => {
            near.hunts = own && view.step() >= Step::PrecombatMain;
            if wanted.danger || near.hunts && wanted.prey {
                let board = BoardReading::read(view, profiles);
                if near.hunts {
                    hunt(&mut near, &board, &[]);
                    near.again = true;
                }
                // What is chosen before one's own main phase leaves that to come.
                let early = own && view.step() < Step::PrecombatMain;
                near.danger = wanted.danger && !early && exposed(&board);
            }
        }
        DecisionKind::Blockers => {
            let board = BoardReading::read(view, profiles);
            near.far = is_small(&board) && is_race(view, &board, 0);
            near.danger = near.far || attacked(view, &board);
        }
        _ => {}
    }
    near
}

/// The acts that take somebody's turn (CR 723.1).
fn takers(view: &PlayerView, options: &[Item], profiles: &Profiles) -> SmallVec<[Item; 2]> {
    let takes = |item: &Item| roles(view, *item, profiles).contains(Roles::CONTROL);
    acts(options).map(|(_, item)| item).filter(takes).collect()
}

/// Whether the table could kill this player with what it has, if all their creatures stayed at home.
fn besieged(view: &PlayerView, board: &BoardReading) -> bool {
    let dies = worst(view, board) >= view.life(board.me);
    dies && Home::read(view, board, |_| true).incoming_at_all() >= view.life(board.me)
        || view.opponents_of(board.me).any(|seat| board.could_poison(view, seat))
}

/// The power of the opponent who has most.
fn worst(view: &PlayerView, board: &BoardReading) -> i32 {
    let opponents = Seat::first(view.seats()).filter(|s| view.are_opponents(*s, board.me));
    opponents.map(|s| board.sides[s.index()].power).max().unwrap_or(0)
}

/// Whether two are left, and the other could be dead in two turns of attacks and that much damage besides.
fn is_race(view: &PlayerView, board: &BoardReading, face: i32) -> bool {
    let Some(other) = view.last_opponent_of(board.me) else { return false };
    let power = |seat: Seat| board.sides[seat.index()].power;
    2 * power(board.me) + face >= view.life(other)
}

/// Whether what attacks this player now is enough, unless it is blocked.
fn attacked(view: &PlayerView, board: &BoardReading) -> bool {
    let blockers: SmallVec<[_; 16]> = view.blockers().collect();
    let (mut damage, mut commander) = (0, 0);
    for piece in board.attacking_me.iter().filter_map(|id| board.find(*id)) {
        let mut blocking = blockers.iter().filter(|(_, attacker)| *attacker == piece.object.id).peekable();
        let deals = match blocking.peek() {
            None => piece.strike(),
            Some(_) if piece.has(Keywords::TRAMPLE) => {
                let kept = blocking.filter_map(|(id, _)| board.find(*id)).map(|p| i32::from(p.object.toughness));
                (piece.strike() - kept.sum::<i32>()).max(0)
            }
            Some(_) => 0,
        };
        damage += deals;
        if piece.object.commander {
            commander = commander.max(view.commander_damage_by(piece.object.id, board.me) + deals);
        }
    }
    damage >= view.life(board.me) || commander >= COMMANDER_DAMAGE
}

/// Whether the attack on this player is enough, as it is.
pub(super) fn is_dying(view: &PlayerView, profiles: &Profiles) -> bool {
    attacked(view, &BoardReading::read(view, profiles))
}

/// Who might be killed with what one's acts could add to the attack.
fn prey(
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
            let hunt = Hunt::open(view, profiles, &attackers, *seat);
            hunt.might_succeed(reach) && hunt.blocked(board, &attackers).might_succeed(reach)
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
fn is_for_all(view: &PlayerView, board: &BoardReading, profiles: &Profiles, reach: &Reach, prey: &[Seat]) -> bool {
    if prey.len() < 2 || !is_small(board) || prey.len() < view.opponents_of(board.me).count() {
        return false;
    }
    let lives: i32 = prey.iter().map(|seat| view.life(*seat)).sum();
    let attackers = attackers(view, board, reach);
    // What hurts one of them may hurt each.
    let each = (reach.most.face + attackers.len() as i32) * (prey.len() as i32 - 1) + incited(view, board, profiles);
    Hunt::open(view, profiles, &attackers, prey[0]).damage(&reach.most) + each >= lives
}

/// How large a small table is at most: so little is there to think about that what a look shows is next to all there is.
pub(super) const SMALL: usize = 24;
/// Lands that count as much as one other permanent there: they make mana and hardly anything else.
const LANDS: usize = 4;

/// How large a table is: its permanents, of which those that are lands and no creatures count less.
pub(super) fn size(view: &PlayerView) -> usize {
    sum(view.battlefield().map(|object| object.types))
}

/// Whether that table is small.
pub(super) fn is_small(board: &BoardReading) -> bool {
    sum(board.pieces.iter().map(|piece| piece.object.types)) <= SMALL
}

fn sum(permanents: impl Iterator<Item = Types>) -> usize {
    let (mut lands, mut others) = (0, 0);
    for types in permanents {
        let land = types.contains(Types::LAND) && !types.contains(Types::CREATURE);
        *(if land { &mut lands } else { &mut others }) += 1;
    }
    others + lands / LANDS
}

/// Whether so little lies there, lands and all, that a look costs next to nothing: arithmetic need not be sure of what it does
/// not see.
fn is_bare(board: &BoardReading) -> bool {
    board.pieces.len() <= SMALL
}

/// What this player might do to somebody where next to nothing lies: abilities, triggers and what is sacrificed for them are not
/// all counted, so that more is looked at than can be.
struct Sight {
    /// Life that might be taken.
    life: i32,
    /// Commanders that could attack, and the damage that each might deal.
    commanders: SmallVec<[(ObjectId, i32); 2]>,
    /// The same of those that could be cast.
    challengers: SmallVec<[(ObjectId, i32); 2]>,
}

impl Sight {
    /// From the board and what acts add at most; `None` where more lies.
    fn read(view: &PlayerView, board: &BoardReading, profiles: &Profiles, most: &Means) -> Option<Sight> {
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
    fn challenges(&self, view: &PlayerView, seat: Seat) -> bool {
        commands(view, &self.challengers, seat)
    }
}

/// Whether the combat damage of one of those commanders might kill that player.
fn commands(view: &PlayerView, commanders: &[(ObjectId, i32)], seat: Seat) -> bool {
    commanders.iter().any(|(id, deals)| view.commander_damage_by(*id, seat) + deals >= COMMANDER_DAMAGE)
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

/// Whether this player has so little life or so few cards, on a small table, that a spell that hits everybody, or that takes
/// one of this player's creatures, might be their end.
fn is_weak(view: &PlayerView, board: &BoardReading) -> bool {
    let life = view.life(board.me);
    let largest = board.mine().filter(|piece| piece.is_creature()).map(Piece::strike).max().unwrap_or(0);
    is_small(board) && (life <= LITTLE_LIFE.max(largest) || view.library_size(board.me) < FEW_CARDS)
}

/// Whether this player is so weak that what some opponent has might kill them, on a small table.
fn is_exposed(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> bool {
    let bare = is_bare(board);
    view.opponents_of(board.me).any(|seat| {
        let (mut others, mut wins) = (0, false);
        for piece in board.pieces.iter().filter(|p| p.object.controller == seat) {
            let standing = profiles.standing(piece.object.card);
            others += standing.hurts;
            wins |= standing.roles.contains(Roles::WINS) && (bare || is_about_to_win(view, piece, profiles));
        }
        let kills = |others| view.life(board.me) <= 3 * board.sides[seat.index()].power / 2 + others;
        wins || bare && kills(others + public::threat(view, board, profiles, seat))
    })
}

/// Whether so few poison counters are missing to who has them that anything might add them.
pub(super) fn is_nearly_poisoned(view: &PlayerView, seat: Seat) -> bool {
    view.poison(seat) + LITTLE_POISON >= view.deadly_poison()
}

/// Whether what wins the game with that permanent, as a step begins, would do so now.
pub(super) fn is_about_to_win(view: &PlayerView, piece: &Piece, profiles: &Profiles) -> bool {
    view.card(piece.object.card).abilities.iter().any(|ability| match view.ability(*ability) {
        Ability::Triggered(trigger) if trigger.event.step().is_some() => {
            let condition = trigger.when.or(trigger.condition);
            profiles.ability(*ability).roles.contains(Roles::WINS)
                && condition.is_some_and(|condition| view.holds_for(condition, &piece.object))
        }
        _ => false,
    })
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
    let hunt = Hunt::open(view, profiles, &attackers, seat).blocked(&board, &attackers);
    let missing = view.life(seat) - view.life(seat) * hurt.clamp(0, KILLED) / KILLED;
    let could = |item: &Item| match item {
        Item::Cast(_) | Item::CastWith(..) | Item::Activate(..) => {
            hunt.might_succeed_with(&reach, Some(*item), missing)
        }
        // Of the others it is not known what they do.
        _ => true,
    };
    let waits = hunt.might_succeed_with(&reach, None, missing).then_some(Item::Pass);
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

/// An attack on one player about to be measured.
struct Hunt<'a> {
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

impl<'a> Hunt<'a> {
    /// As if nobody could block.
    fn open(view: &'a PlayerView, profiles: &Profiles, attackers: &[&Piece], seat: Seat) -> Hunt<'a> {
        let commanding = attackers.iter().filter(|p| p.object.commander);
        // More combats are counted as such.
        let besides = |p: &&&Piece| !profiles.card(p.object.card).roles.contains(Roles::EXTRA_COMBAT);
        Hunt {
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
    fn blocked(self, board: &BoardReading, attackers: &[&Piece]) -> Hunt<'a> {
        let walls = walls(self.view, board, self.seat);
        let left: SmallVec<[i32; 16]> = walls.iter().map(|wall| wall.left()).collect();
        let strikers: Strikers = attackers.iter().map(|p| before(self.view, p, &walls)).collect();
        let commanding = attackers.iter().zip(&strikers).filter(|(p, _)| p.object.commander);
        let commanders = self.commanders.iter().zip(commanding).map(|((dealt, strike, _), (_, striker))| {
            let able = if striker.tramples { 0 } else { striker.stopped_by.count_ones() as usize };
            (*dealt, *strike, able)
        });
        Hunt { commanders: commanders.collect(), kept: kept_in_a_block(&strikers, &left), ..self }
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
