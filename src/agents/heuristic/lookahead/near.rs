//! Whether a kill or one's own end is near: arithmetic that errs on the side of looking.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece, mine};
use crate::agents::heuristic::duel::{is_blocker, may_block};
use crate::agents::heuristic::effect::{Aim, Effect};
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::priority::{Moment, acts, moment};
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::{Ability, FunctionsIn};
use crate::cards::effect::CardId;
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Decision, DecisionKind, Item, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Seat;

/// Cards in the library below which an act might empty it.
pub(super) const FEW_CARDS: usize = 7;
/// Life below which an act might take the last of it.
const LITTLE_LIFE: i32 = 5;
/// Damage that an attachment might add.
const ATTACHED: i32 = 6;
/// Mana, at least, that a cost may be paid with otherwise.
const SOME_MANA: i32 = 3;
/// Mana that a spell may cost less than it says.
const CHEAPER: i32 = 2;
/// More blockers than there are.
const EVERYTHING: usize = 100;
/// Life that anything might take.
const LAST_LIFE: i32 = 3;
/// Acts that count together.
const TOGETHER: usize = 3;

/// What is near.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Who might be killed this turn, who is worth most first.
    pub(super) prey: SmallVec<[Seat; 4]>,
    /// There is something that adds combats or turns.
    pub(super) again: bool,
    /// Who is about to be killed may still be.
    pub(super) hunts: bool,
    /// This player might be out in the turns after the next.
    pub(super) far: bool,
    /// What is usual now ends the combat, which it need not.
    pub(super) fogs: bool,
    /// This player might be out before their next turn.
    pub(super) danger: bool,
}

/// What one's acts could add to an attack.
#[derive(Debug, Default, Clone, Copy)]
struct Reach {
    /// Damage, or life lost, of one player.
    face: i32,
    /// Blockers that could be removed, or attackers that could get past them.
    clears: usize,
    /// Times that the attack could be made again.
    again: i32,
    /// For each creature that attacks.
    each: i32,
    /// Somebody could draw cards.
    draws: bool,
}

pub(super) fn read(profiles: &Profiles, view: &PlayerView, decision: &Decision, acts_usually: bool) -> Near {
    let me = view.actor();
    let mut near = Near::default();
    if decision.actor != decision.decider {
        // Whose turn is controlled is the first who might be killed, and then whom they might kill.
        near.prey.push(me);
        let others = Seat::first(view.seats()).filter(|s| view.is_living(*s) && *s != me && *s != decision.decider);
        near.prey.extend(others);
        return near;
    }
    let own = !view.are_opponents(view.turn().active, me);
    match decision.kind {
        DecisionKind::Priority => {
            let Shape::One(options) = &decision.shape else { return near };
            let options = &**options;
            let moment = moment(view, profiles);
            if moment == Moment::Idle || acts(options).next().is_none() {
                return near;
            }
            let board = BoardReading::read(view, profiles);
            if own {
                near.hunts = true;
                let reach = reach(view, options, profiles);
                near.again = reach.again > 0;
                near.prey = prey(view, &board, profiles, reach);
                let main = matches!(moment, Moment::Main { .. });
                let races = main && is_race(view, &board);
                near.far = races || view.library_size(me) < FEW_CARDS || view.life(me) <= LITTLE_LIFE;
                near.danger = near.far && (acts_usually || main) || main && besieged(view, &board);
            } else {
                near.danger = match moment {
                    Moment::Answer(top) => {
                        let face = top.card.known().and_then(|c| profiles.card(c).spell.as_ref()).map_or(0, face);
                        face >= view.life(me) || attacked(view, &board)
                    }
                    _ => attacked(view, &board),
                };
                near.fogs = moment == Moment::Attacked && acts_usually;
            }
        }
        DecisionKind::Attackers if own => {
            let board = BoardReading::read(view, profiles);
            near.hunts = true;
            let reach = reach(view, &[], profiles);
            near.again = reach.again > 0;
            near.prey = prey(view, &board, profiles, reach);
            near.far = is_race(view, &board);
            near.danger = near.far || besieged(view, &board);
        }
        DecisionKind::Target | DecisionKind::May | DecisionKind::Mode | DecisionKind::Choose | DecisionKind::Pay => {
            let board = BoardReading::read(view, profiles);
            near.hunts = own;
            if own {
                near.again = true;
                near.prey = prey(view, &board, profiles, reach(view, &[], profiles));
            }
            near.danger = besieged(view, &board);
        }
        DecisionKind::Blockers => near.danger = attacked(view, &BoardReading::read(view, profiles)),
        _ => {}
    }
    near
}

/// Whether the table could kill this player with what it has, if all their creatures stayed at home.
fn besieged(view: &PlayerView, board: &BoardReading) -> bool {
    let total: i32 = Seat::first(view.seats())
        .filter(|s| view.are_opponents(*s, board.me))
        .map(|s| board.sides[s.index()].power)
        .max()
        .unwrap_or(0);
    total >= view.life(board.me) && Home::read(view, board, |_| true).incoming_at_all() >= view.life(board.me)
}

/// Whether two are left, and one of them could be dead in two turns of attacks.
fn is_race(view: &PlayerView, board: &BoardReading) -> bool {
    let mut others = Seat::first(view.seats()).filter(|s| view.is_living(*s) && *s != board.me);
    let (Some(other), None) = (others.next(), others.next()) else { return false };
    let power = |seat: Seat| board.sides[seat.index()].power;
    2 * power(board.me) >= view.life(other)
}

/// Whether what attacks this player now is enough, unless it is blocked.
fn attacked(view: &PlayerView, board: &BoardReading) -> bool {
    let blocked: SmallVec<[_; 16]> = view.blockers().map(|(_, attacker)| attacker).collect();
    let pieces = board.attacking_me.iter().filter(|id| !blocked.contains(id)).filter_map(|id| board.find(*id));
    let (mut damage, mut commander) = (0, 0);
    for piece in pieces {
        damage += piece.strike();
        if piece.object.commander {
            commander = commander.max(view.commander_damage_by(piece.object.id, board.me) + piece.strike());
        }
    }
    damage >= view.life(board.me) || commander >= 21
}

fn face(effect: &Effect) -> i32 {
    let aimed = |aim: &Aim| aim.damage + (-aim.points).max(0) / 2;
    effect.aims.iter().map(aimed).sum::<i32>().max(0)
}

/// What the acts among the options, and the cards in hand for which there is mana, could add.
fn reach(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Reach {
    let mana = i32::from(view.mana_available(view.actor()));
    let mut sum = Sum { view, profiles, mana, reach: Reach::default(), faces: SmallVec::new() };
    for (_, item) in acts(options) {
        match item {
            Item::Cast(_) => {}
            Item::CastWith(id, _) => {
                sum.card(view.object(id).map(|object| object.card));
                sum.reach.clears += EVERYTHING;
            }
            Item::Activate(id, ability) => {
                let card = view.object(id).map(|object| view.card(object.card));
                if card.is_some_and(|card| card.types.contains(Types::ARTIFACT)) {
                    sum.attachment();
                }
                sum.effect(profiles.ability(ability));
            }
            _ => {}
        }
    }
    let commanders = view.command_zone().filter(|object| object.owner == view.actor()).map(|object| object.card);
    for card in view.hand_cards(view.actor()).chain(commanders) {
        if i32::from(view.card(card).mana_value) <= mana + CHEAPER {
            sum.card(Some(card));
        }
    }
    let adds = |object: &SeenObject| profiles.standing(object.card).roles.contains(Roles::EXTRA_COMBAT);
    sum.reach.again += i32::from(mine(view).any(|object| adds(&object)));
    if options.is_empty() {
        for object in mine(view) {
            for ability in &view.card(object.card).abilities {
                if matches!(view.ability(*ability), Ability::Activated(_)) {
                    sum.effect(profiles.ability(*ability));
                    sum.effect(profiles.ability(*ability));
                }
            }
        }
    }
    sum.faces.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
    sum.reach.face = sum.faces.iter().take(TOGETHER).sum();
    sum.reach
}

/// A reach being added up.
struct Sum<'a> {
    view: &'a PlayerView,
    profiles: &'a Profiles,
    mana: i32,
    reach: Reach,
    faces: SmallVec<[i32; 16]>,
}

impl Sum<'_> {
    fn card(&mut self, card: Option<CardId>) {
        let Some(card) = card else { return };
        let (profile, printed) = (self.profiles.card(card), self.view.card(card));
        if let Some(spell) = &profile.spell {
            self.effect(spell);
            if spell.roles.contains(Roles::EXTRA_COMBAT) && !printed.ways.is_empty() {
                self.reach.again += 1;
            }
        }
        for ability in &printed.abilities {
            match self.view.ability(*ability) {
                Ability::Triggered(_) => self.effect(self.profiles.ability(*ability)),
                // More than once.
                Ability::Activated(activated) if activated.from != FunctionsIn::Hand => {
                    self.effect(self.profiles.ability(*ability));
                    self.effect(self.profiles.ability(*ability));
                }
                _ => {}
            }
        }
        self.reach.each += profile.attack / 10;
        if printed.types.contains(Types::CREATURE) && printed.keywords.contains(Keywords::HASTE) {
            self.faces.push(i32::from(printed.power) * 2);
        } else if printed.types.intersects(Types::ARTIFACT | Types::ENCHANTMENT) {
            self.attachment();
        }
    }

    /// What Auras and Equipment give is not read here.
    fn attachment(&mut self) {
        self.reach.clears += 1;
        self.faces.push(ATTACHED);
    }

    fn effect(&mut self, effect: &Effect) {
        let mana = self.mana.max(SOME_MANA);
        let mut damage = face(effect).max(effect.value / 5) + effect.grows * mana;
        damage += if effect.varies { mana } else { 0 };
        damage += effect.aims.iter().map(|aim| aim.power).sum::<i32>();
        self.reach.each += effect.sweeps.iter().map(|(_, aim)| aim.power).sum::<i32>();
        let evasive = Keywords::FLYING | Keywords::UNBLOCKABLE | Keywords::TRAMPLE | Keywords::MENACE;
        let clears = |aim: &Aim| aim.share < 0 || aim.damage > 0 || aim.shrinks > 0 || aim.keywords.intersects(evasive);
        self.reach.clears += effect.aims.iter().filter(|aim| clears(aim)).count();
        if effect.sweeps.iter().any(|(_, aim)| clears(aim)) {
            self.reach.clears += EVERYTHING;
        }
        if effect.roles.intersects(Roles::EXTRA_COMBAT | Roles::EXTRA_TURN) {
            self.reach.again += 1;
        }
        self.reach.draws |= effect.roles.contains(Roles::DRAW);
        self.faces.push(damage);
    }
}

/// Who might be killed with that much besides the attack.
fn prey(view: &PlayerView, board: &BoardReading, profiles: &Profiles, reach: Reach) -> SmallVec<[Seat; 4]> {
    let may_attack = |p: &&Piece| p.may_attack();
    let mut attackers: SmallVec<[&Piece; 16]> = if view.step() < crate::turn::Step::DeclareBlockers {
        board.mine().filter(may_attack).collect()
    } else if reach.again > 0 {
        board.mine().filter(|p| p.is_creature() && !p.has(Keywords::DEFENDER)).collect()
    } else {
        let fighting = |p: &&Piece| view.attackers().any(|(id, _)| id == p.object.id);
        board.mine().filter(fighting).collect()
    };
    attackers.sort_by_key(|p| std::cmp::Reverse(p.strike()));
    let extra: i32 = attackers.iter().map(|p| profiles.card(p.object.card).attack / 4).sum();
    let opponents = board.opponents(view);
    let mut prey: SmallVec<[Seat; 4]> = opponents
        .filter(|seat| {
            let walls: SmallVec<[&Piece; 16]> =
                board.pieces.iter().filter(|p| p.object.controller == *seat && is_blocker(p)).collect();
            let mut stop = walls.len().saturating_sub(reach.clears);
            let mut through = 0;
            let mut commander = false;
            for attacker in &attackers {
                let able = walls.iter().filter(|wall| may_block(wall, attacker)).count();
                if !attacker.has(Keywords::TRAMPLE) && able > reach.clears && stop > 0 {
                    stop -= 1;
                } else {
                    through += attacker.strike() + reach.each;
                    let dealt = attacker.object.commander.then(|| view.commander_damage_by(attacker.object.id, *seat));
                    commander |= dealt.is_some_and(|n| n + attacker.strike() * (1 + reach.again) + reach.face >= 21);
                }
            }
            let most = (through + extra + reach.each * i32::from(extra > 0)) * (1 + reach.again) + reach.face;
            let decked = reach.draws && view.library_size(*seat) < FEW_CARDS;
            let close = (most > 0 || reach.draws) && view.life(*seat) <= LAST_LIFE;
            most >= view.life(*seat) || commander || decked || close || view.poison(*seat) >= 7
        })
        .collect();
    prey.sort_by_key(|seat| std::cmp::Reverse(board.sides[seat.index()].worth));
    prey
}
