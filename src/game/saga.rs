//! Sagas (CR 714): lore counters as they enter and each precombat main phase, and the end of the last chapter.

use std::ops::Deref;

use crate::cards::ability::{Ability, TriggerEvent};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CounterKind};
use crate::turn::SeatSet;

use super::engine::{Core, Engine};
use super::object::{ObjectId, Slot};
use super::state::{GameState, StackKind};
use super::trigger_mask::TriggerMask;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// The Sagas with chapter abilities among the permanents of those players.
    fn sagas(&self, of: SeatSet) -> impl Iterator<Item = Slot> + '_ {
        let is_saga = |slot: &Slot| self.cat.card(self.s.object(*slot).card).has & Card::CHAPTERS != 0;
        let all = self.s.battlefield.iter().copied();
        all.filter(is_saga).filter(move |slot| of.contains(self.s.object(*slot).controller))
    }

    fn is_chapter(&self, ability: AbilityId) -> bool {
        matches!(self.cat.ability(ability), Ability::Triggered(t) if matches!(t.event, TriggerEvent::Chapter(_)))
    }

    /// CR 714.2d: the greatest number among its chapters.
    fn final_chapter(&self, slot: Slot) -> u16 {
        let numbers = self.cat.card(self.s.object(slot).card).abilities.iter().map(|a| match self.cat.ability(*a) {
            Ability::Triggered(t) => match t.event {
                TriggerEvent::Chapter(bits) => 8 - bits.leading_zeros() as u16,
                _ => 0,
            },
            _ => 0,
        });
        numbers.max().unwrap_or(0)
    }

    /// Whether a chapter ability of it has triggered and not yet left the stack.
    fn is_telling(&self, id: ObjectId) -> bool {
        let chapter = |kind: &StackKind| matches!(kind, StackKind::Triggered { source, ability } if *source == id && self.is_chapter(*ability));
        self.s.pending_triggers.iter().any(|w| chapter(&w.kind)) || self.s.stack.iter().any(|item| chapter(&item.kind))
    }
}

impl Engine<'_> {
    /// CR 714.3a: one lore counter as it enters.
    pub(super) fn begin_saga(&mut self, slot: Slot) {
        if self.cat.card(self.s.object(slot).card).has & Card::CHAPTERS != 0 {
            self.put_counters(slot, CounterKind::LORE, 1);
        }
    }

    /// CR 714.3b: one more on each Saga of the active player, or team, as their precombat main phase begins.
    pub(super) fn tell_sagas(&mut self) {
        if !self.s.trigger_mask.contains(TriggerMask::SAGAS) {
            return;
        }
        let sagas: Vec<Slot> = self.sagas(self.s.turns.active_team()).collect();
        for slot in sagas {
            self.change_counters(slot, CounterKind::LORE, 1);
        }
    }

    /// CR 714.4, 704.5s: told to the end, and no chapter of it still to resolve. True when one was sacrificed.
    pub(super) fn end_sagas(&mut self) -> bool {
        if !self.s.trigger_mask.contains(TriggerMask::SAGAS) {
            return false;
        }
        let done = |slot: &Slot| {
            self.s.counters_on(*slot, CounterKind::LORE) >= self.final_chapter(*slot)
                && !self.is_telling(self.s.id(*slot))
        };
        let over: Vec<ObjectId> = self.sagas(self.s.turns.living()).filter(done).map(|slot| self.s.id(slot)).collect();
        for id in &over {
            self.sacrifice(*id);
        }
        !over.is_empty()
    }
}
