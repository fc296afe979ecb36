//! Protection from a player (CR 702.16k) that players and permanents have gained until somebody's next turn, and creatures
//! that can't attack somebody until then.

use std::ops::Deref;

use crate::turn::Seat;

use super::engine::Core;
use super::object::{ObjectId, Target, Zone};
use super::state::GameState;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 508.1c: whether the creature can't attack that player, now or again this turn. Others are those planeswalkers
    /// that the player controls.
    pub(crate) fn is_barred(&self, id: ObjectId, defender: Seat) -> bool {
        self.s.this_turn.attacked.contains(&(id, defender))
            || self.lacks_where_to_attack(id, defender)
            || self.is_repelled(id, defender)
            || self.s.barred.iter().any(|b| b.you == defender && self.is_one_of(b, id, self.s.object(id.slot)))
    }

    /// Whether it has protection from that player.
    pub(crate) fn is_guarded(&self, what: Target, from: Seat) -> bool {
        self.s.guarded.iter().any(|g| g.what == what && g.from == from)
    }

    /// Whether it has protection from who controls the object, or owns it where objects have no controller.
    pub(crate) fn is_guarded_from(&self, what: Target, source: ObjectId) -> bool {
        !self.s.guarded.is_empty()
            && self.s.recall(source).is_some_and(|object| {
                let controlled = matches!(object.zone, Zone::Battlefield | Zone::Stack);
                self.is_guarded(what, if controlled { object.controller } else { object.owner })
            })
    }
}
