//! Which permanents have come under a player's control since that player's last upkeep began (CR 702.30a).

use std::ops::Deref;

use crate::cards::card::Card;
use crate::cards::effect::CardId;

use super::engine::{Core, Engine};
use super::object::ObjectId;
use super::state::{GameState, Newcomer};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether its controller's last upkeep but the present one began before they came to control it.
    pub(super) fn is_new_since_upkeep(&self, id: ObjectId) -> bool {
        self.s.newcomers.iter().any(|newcomer| newcomer.object == id)
    }
}

impl Engine<'_> {
    /// It has come under somebody's control.
    pub(super) fn has_come(&mut self, object: ObjectId, card: CardId) {
        if self.cat.card(card).has & Card::ECHO != 0 {
            self.s.newcomers.retain(|newcomer| newcomer.object != object);
            self.s.newcomers.push(Newcomer { object, due: false });
        }
    }

    /// An upkeep begins: of what its players control, only what has come since their last one is new. An upkeep that is skipped
    /// has not begun.
    pub(super) fn upkeep_begins(&mut self) {
        if self.s.newcomers.is_empty() {
            return;
        }
        let mut newcomers = std::mem::take(&mut self.s.newcomers);
        newcomers.retain_mut(|newcomer| {
            let Some(object) = self.s.permanent(newcomer.object) else { return false };
            let theirs = self.s.turns.is_active(object.controller);
            let was_due = newcomer.due;
            newcomer.due |= theirs;
            !(theirs && was_due)
        });
        self.s.newcomers = newcomers;
    }
}
