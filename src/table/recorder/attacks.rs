//! Attacks as they are declared: who could have attacked, who does, and whether a sure kill was there and was made.
//!
//! A kill is *sure* when creatures that may be declared as attackers of one player, by a declaration that is legal, deal that
//! player as much combat damage as they have life left whatever is blocked, or when one commander among them deals what
//! it lacks to 21 (CR 903.10a). Spells, abilities and triggers of either side are left aside, and where boards are too
//! large to try every block a bound is taken that never sees a kill that is none.

use smallvec::SmallVec;

use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, surely_deal};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{COMMANDER_DAMAGE, Game, GameEvent, ObjectId};
use crate::turn::Seat;

/// One declaration: asked for, and perhaps made.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    /// Whose attack it is.
    pub(super) seat: Seat,
    /// Creatures that could have been declared.
    pub(super) able: u32,
    /// Creatures that were declared, in the order of the events.
    declared: SmallVec<[Declared; 16]>,
    made: bool,
    /// Where a sure kill is there: every player who could be attacked.
    kills: Vec<Front>,
}

#[derive(Debug, Clone, Copy)]
struct Declared {
    object: ObjectId,
    defender: Seat,
    /// It attacks the player, not a planeswalker.
    at_player: bool,
}

impl Declaration {
    /// The declaration that is asked for, if one is.
    pub(super) fn asked(game: &Game) -> Option<Declaration> {
        let decision = game.decision().filter(|decision| decision.kind == DecisionKind::Attackers)?;
        let Shape::Assign { items, .. } = &decision.shape else { return None };
        let able = items.len() as u32;
        let kills = sure_kills(game, decision);
        Some(Declaration { seat: decision.actor, able, declared: SmallVec::new(), made: false, kills })
    }

    /// Takes the next event.
    pub(super) fn add(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::AttackerDeclared { object, defender, .. } => {
                self.declared.push(Declared { object, defender, at_player: true });
            }
            GameEvent::PlaneswalkerAttacked { .. } => {
                self.declared.last_mut().into_iter().for_each(|last| last.at_player = false);
            }
            _ => {}
        }
    }

    /// A question of that kind has been answered.
    pub(super) fn decided(&mut self, kind: DecisionKind) {
        self.made |= kind == DecisionKind::Attackers;
    }

    /// Whether it has been answered.
    pub(super) const fn is_made(&self) -> bool {
        self.made
    }

    /// Whether it is what is asked for now.
    pub(super) fn is_pending(&self, game: &Game) -> bool {
        game.decision().is_some_and(|d| d.kind == DecisionKind::Attackers && d.actor == self.seat)
    }

    /// Creatures that were declared.
    pub(super) fn declared(&self) -> u32 {
        self.declared.len() as u32
    }

    /// Whether a sure kill was there.
    pub(super) const fn had_sure_kill(&self) -> bool {
        !self.kills.is_empty()
    }

    /// Whether a sure kill was there and none was declared.
    pub(super) fn missed_sure_kill(&self) -> bool {
        let declared = |front: &Front| {
            let at_them = self.declared.iter().filter(|d| d.at_player && d.defender == front.seat).map(|d| d.object);
            front.is_killed_by(&at_them.collect::<SmallVec<[ObjectId; 16]>>())
        };
        self.had_sure_kill() && !self.kills.iter().any(declared)
    }
}

/// A player who can be attacked, and what could attack them.
#[derive(Debug, Clone)]
struct Front {
    seat: Seat,
    life: i32,
    /// Toughness left of each creature that may block.
    walls: SmallVec<[i32; 16]>,
    strikers: Vec<Placed>,
}

/// A creature that may attack that player.
#[derive(Debug, Clone, Copy)]
struct Placed {
    id: ObjectId,
    item: u16,
    striker: Striker,
    /// For a commander, the damage that it lacks.
    lacks: Option<i32>,
}

impl Front {
    fn is_killed_by(&self, attackers: &[ObjectId]) -> bool {
        let there = self.strikers.iter().filter(|placed| attackers.contains(&placed.id));
        self.is_killed(&there.copied().collect::<SmallVec<[Placed; 16]>>())
    }

    fn is_killed(&self, attackers: &[Placed]) -> bool {
        let strikers: Strikers = attackers.iter().map(|placed| placed.striker).collect();
        let by_commander =
            |placed: &Placed| placed.lacks.is_some_and(|lacks| surely_deal(&[placed.striker], &self.walls, lacks));
        surely_deal(&strikers, &self.walls, self.life) || attackers.iter().any(by_commander)
    }
}

/// Every player who could be attacked, if one of them could surely be killed; nothing otherwise.
fn sure_kills(game: &Game, decision: &Decision) -> Vec<Front> {
    let Shape::Assign { items, options, .. } = &decision.shape else { return Vec::new() };
    let view = game.view(decision.decider);
    let attackers: Vec<(u16, SeenObject)> = items.iter().enumerate().filter_map(|i| attacker(&view, i)).collect();
    let total: i32 = attackers.iter().map(|(_, object)| strike(object)).sum();
    let commands = |seat: Seat| attackers.iter().any(|(_, o)| lacks(&view, o, seat).is_some_and(|n| strike(o) >= n));
    let within_reach = |(_, seat): &(u16, Seat)| total >= view.life(*seat) || commands(*seat);
    let players = options.iter().enumerate().filter_map(|(at, option)| match option {
        // Who controls an opponent's turn does not kill themselves or their own.
        Item::Player(seat) if view.are_opponents(*seat, decision.decider) => Some((at as u16, *seat)),
        _ => None,
    });
    let players: SmallVec<[(u16, Seat); 8]> = players.filter(within_reach).collect();
    if players.is_empty() || total == 0 {
        return Vec::new();
    }
    let fronts: Vec<(u16, Front)> =
        players.iter().filter_map(|(at, seat)| Some((*at, front(&view, *seat, &attackers)?))).collect();
    let there = fronts.iter().any(|(at, front)| can_kill(game, &view, *at, front));
    if there { fronts.into_iter().map(|(_, front)| front).collect() } else { Vec::new() }
}

fn attacker(view: &PlayerView, (at, item): (usize, &Item)) -> Option<(u16, SeenObject)> {
    match item {
        Item::Object(id) => Some((at as u16, view.object(*id)?)),
        _ => None,
    }
}

/// Combat damage it deals, both strikes together.
fn strike(object: &SeenObject) -> i32 {
    let power = i32::from(object.power).max(0);
    if object.keywords.contains(Keywords::DOUBLE_STRIKE) { 2 * power } else { power }
}

/// What a commander lacks to killing that player by its damage alone.
fn lacks(view: &PlayerView, object: &SeenObject, seat: Seat) -> Option<i32> {
    object.commander.then(|| COMMANDER_DAMAGE - view.commander_damage_by(object.id, seat))
}

/// Nothing where more creatures could block than are told apart.
fn front(view: &PlayerView, seat: Seat, attackers: &[(u16, SeenObject)]) -> Option<Front> {
    let blocks = |object: &SeenObject| {
        object.types.contains(Types::CREATURE)
            && !object.tapped
            && !object.keywords.intersects(Keywords::NO_BLOCK)
            && !view.are_opponents(object.controller, seat)
    };
    let walls: Vec<SeenObject> = view.battlefield().filter(blocks).collect();
    if walls.len() > MOST_WALLS {
        return None;
    }
    let may_attack = |(_, object): &&(u16, SeenObject)| {
        strike(object) > 0 && !view.is_barred(object.id, seat) && !view.is_shielded(seat, object.id)
    };
    let strikers = attackers.iter().filter(may_attack).map(|(item, object)| Placed {
        id: object.id,
        item: *item,
        striker: striker(view, object, &walls),
        lacks: lacks(view, object, seat),
    });
    let mut strikers: Vec<Placed> = strikers.collect();
    strikers.sort_by_key(|placed| (std::cmp::Reverse(placed.striker.strike), placed.item));
    Some(Front { seat, life: view.life(seat), walls: walls.iter().map(left).collect(), strikers })
}

fn striker(view: &PlayerView, object: &SeenObject, walls: &[SeenObject]) -> Striker {
    let stops = |(_, wall): &(usize, &SeenObject)| view.may_block(wall.id, object.id);
    let stoppers: SmallVec<[(usize, &SeenObject); 16]> = walls.iter().enumerate().filter(stops).collect();
    Striker {
        strike: strike(object),
        tramples: object.keywords.contains(Keywords::TRAMPLE) && !is_outpaced(object, &stoppers),
        deathtouch: object.keywords.contains(Keywords::DEATHTOUCH),
        menace: object.keywords.contains(Keywords::MENACE),
        stopped_by: stoppers.iter().fold(0, |bits, (at, _)| bits | 1 << at),
    }
}

/// Whether those blockers together could kill it by first strike before it tramples over them.
fn is_outpaced(object: &SeenObject, stoppers: &[(usize, &SeenObject)]) -> bool {
    let first = Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE;
    if object.keywords.intersects(first | Keywords::INDESTRUCTIBLE) {
        return false;
    }
    let fast = || stoppers.iter().filter(|(_, wall)| wall.power > 0 && wall.keywords.intersects(first));
    let dealt: i32 = fast().map(|(_, wall)| i32::from(wall.power)).sum();
    let deadly = fast().any(|(_, wall)| wall.keywords.contains(Keywords::DEATHTOUCH));
    deadly || dealt >= left(object) && dealt > 0
}

/// What it still takes to kill it.
fn left(object: &SeenObject) -> i32 {
    i32::from(object.toughness) - i32::from(object.damage)
}

/// Whether that player can surely be killed by a declaration that is legal: with all that may attack them, or as many of the
/// hardest as can be paid for.
fn can_kill(game: &Game, view: &PlayerView, option: u16, front: &Front) -> bool {
    let tax = view.attack_tax(front.seat);
    let affordable = view.mana_available(view.actor()).checked_div(tax).map_or(usize::MAX, usize::from);
    let strikers = &front.strikers[..front.strikers.len().min(affordable)];
    if !front.is_killed(strikers) {
        return false;
    }
    let mut pairs: Vec<(u16, i32)> = strikers.iter().map(|placed| (placed.item, i32::from(option))).collect();
    pairs.sort_unstable();
    game.is_legal(&Choice::Assign(pairs)).is_ok()
}
