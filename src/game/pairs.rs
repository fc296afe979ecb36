//! Creatures that are paired (CR 702.95).

use std::ops::Deref;

use super::engine::{Core, Engine};
use super::object::ObjectId;
use super::state::GameState;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether it is paired with another creature.
    pub(super) fn is_paired(&self, id: ObjectId) -> bool {
        self.s.pairs.iter().any(|(one, other, _)| *one == id || *other == id)
    }

    /// Whether both are one pair, or the same half of one.
    pub(super) fn is_in_pair_of(&self, id: ObjectId, source: ObjectId) -> bool {
        let within = |(one, other, _): &(ObjectId, ObjectId, _)| {
            (*one == id || *other == id) && (*one == source || *other == source)
        };
        self.s.pairs.iter().any(within)
    }
}

impl Engine<'_> {
    /// CR 702.95e: a pair ends as one of the two leaves, stops being a creature, or comes under another player's control.
    pub(super) fn part_pairs(&mut self) {
        if self.s.pairs.is_empty() {
            return;
        }
        let mut pairs = std::mem::take(&mut self.s.pairs);
        let before = pairs.len();
        pairs.retain(|(one, other, seat)| {
            [one, other].into_iter().all(|id| {
                self.s.permanent(*id).is_some_and(|object| object.is_creature() && object.controller == *seat)
            })
        });
        if pairs.len() != before {
            self.s.stale = true;
            self.log.forget_known();
        }
        self.s.pairs = pairs;
    }
}
