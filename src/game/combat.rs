//! Combat with several defending players (CR 506 to 511, 802): who defends, who is attacked, what joins a combat in progress.
//!
//! | file | what |
//! |---|---|
//! | `attack` | declaring attackers (CR 508) |
//! | `block` | declaring blockers (CR 509) |
//! | `damage` | combat damage (CR 510) |

mod attack;
mod block;
mod damage;

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::type_line::Types;
use crate::turn::{MAX_SEATS, Phase, Seat};

use super::combat_limits::Attack;
use super::decision::Item;
use super::engine::{Core, Engine};
use super::happening::Happening;
use super::object::{Object, ObjectId, Slot, Target};
use super::state::{Attacker, Blocker, GameState};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether a combat phase is in progress.
    pub(crate) fn in_combat(&self) -> bool {
        self.s.turns.phase() == Phase::Combat
    }

    /// CR 506.2, 802.2: the opponents of the active player.
    pub(super) fn defending_players(&self) -> ArrayVec<Seat, MAX_SEATS> {
        self.s.turns.apnap().filter(|s| !self.s.turns.is_active(*s)).collect()
    }

    /// Planeswalkers that can be attacked (CR 506.2, 508.1b).
    pub(super) fn attackable_planeswalkers(&self) -> Vec<ObjectId> {
        let attackable = |slot: &&Slot| {
            let object = self.s.object(**slot);
            object.types.contains(Types::PLANESWALKER) && !self.s.turns.is_active(object.controller)
        };
        self.s.mortal().iter().filter(attackable).map(|slot| self.s.id(*slot)).collect()
    }

    /// What an attacker attacks now: nothing any more when the planeswalker has left, is none any more, or has changed
    /// hands (CR 506.4c), or when the player has left.
    pub(crate) fn attacked_by(&self, attacker: &Attacker) -> Option<Target> {
        match attacker.planeswalker {
            None => self.s.turns.is_living(attacker.defender).then_some(Target::Player(attacker.defender)),
            Some(id) => {
                let same = |o: &&Object| o.types.contains(Types::PLANESWALKER) && o.controller == attacker.defender;
                self.s.permanent(id).filter(same).map(|_| Target::Object(id))
            }
        }
    }

    /// Whether it attacks a player, not a planeswalker.
    pub(crate) fn attacks_player(&self, id: ObjectId) -> bool {
        self.s.combat.attackers.iter().any(|a| a.id == id && a.planeswalker.is_none())
    }

    /// Whether it attacks a player, or did when it left the battlefield (CR 608.2h).
    pub(crate) fn attacks_player_or_did(&self, id: ObjectId) -> bool {
        let is_player = |a: &Attacker| matches!(self.attacked_by(a), Some(Target::Player(_)));
        match self.s.permanent(id) {
            Some(_) => self.s.combat.attackers.iter().any(|a| a.id == id && is_player(a)),
            None => self.s.combat.aims.iter().any(|a| a.id == id && is_player(a)),
        }
    }
}

impl Engine<'_> {
    /// CR 509.4: it is blocking, but it was not declared as a blocker.
    pub(crate) fn put_blocking(&mut self, id: ObjectId, attacker: ObjectId) {
        let Some(blocked) = self.s.combat.attackers.iter_mut().find(|a| a.id == attacker) else { return };
        let before = std::mem::replace(&mut blocked.blocked, true);
        self.s.combat.blockers.push(Blocker { id, attacker });
        self.log.forget_known();
        // CR 509.3d: the attacker becomes blocked by it, but it has not blocked (CR 509.4).
        self.happened(&Happening::BlockedBy { attacker, blocker: id });
        if !before {
            self.happened(&Happening::Blocked(attacker));
        }
    }

    /// CR 508.4: it is attacking, but it was not declared as an attacker.
    pub(crate) fn put_attacking(&mut self, id: ObjectId, defender: Seat, planeswalker: Option<ObjectId>) {
        self.s.combat.happened = true;
        let attacker = Attacker { id, defender, planeswalker, blocked: false };
        self.s.combat.attackers.push(attacker);
        self.s.combat.aims.push(attacker);
        self.log.forget_known();
    }
}

/// Who attacks what by a pair of a declaration.
fn pair_of(items: &[Item], options: &[Item], item: u16, option: i32) -> Option<Attack> {
    match (items.get(usize::from(item)), options.get(option as usize)) {
        (Some(Item::Object(id)), Some(attacked)) => Some((*id, *attacked)),
        _ => None,
    }
}
