//! The monarch (CR 725): triggered abilities that no object has.

use crate::cards::effect::{CardId, EffectId};
use crate::turn::{Seat, Step};

use super::engine::Engine;
use super::event::GameEvent;
use super::happening::Happening;
use super::object::NO_SOURCE;
use super::state::{About, PendingTrigger, StackKind};

impl Engine<'_> {
    /// CR 725.1, 725.3: there is one monarch.
    pub(crate) fn become_monarch(&mut self, seat: Seat, card: CardId) {
        if self.s.monarch.is_none_or(|(monarch, _)| monarch != seat) && self.s.turns.is_living(seat) {
            self.s.monarch = Some((seat, card));
            self.log.forget_known();
            self.emit(GameEvent::MonarchChanged { seat });
        }
    }

    /// CR 725.2: the monarch draws in their end step; whose creature deals combat damage to the monarch becomes it.
    pub(super) fn monarch_triggers(&mut self, what: &Happening) {
        let Some((monarch, card)) = self.s.monarch else { return };
        let [draws, changes] = self.cat.monarch;
        match what {
            Happening::StepBegan(Step::End) if self.s.turns.is_active(monarch) => {
                self.trigger_unprinted(draws, monarch, card, About::default(), 0);
            }
            Happening::CombatDamage(damage) => {
                for (id, to, _) in damage.iter().filter(|(_, to, _)| *to == monarch) {
                    let by = self.s.recall(*id).map(|o| o.controller);
                    let about = About { object: Some(*id), player: by, number: 0 };
                    self.trigger_unprinted(changes, *to, card, about, 0);
                }
            }
            _ => {}
        }
    }

    /// CR 725.4: the active player, or the next player in turn order, when the monarch leaves.
    pub(super) fn monarch_leaves(&mut self, seat: Seat) {
        let Some((_, card)) = self.s.monarch.filter(|(monarch, _)| *monarch == seat) else { return };
        self.s.monarch = None;
        self.become_monarch(self.heir(), card);
    }

    /// Who becomes what a player was who leaves: the active player, or else the next in turn order (CR 725.4, 726.4).
    pub(super) fn heir(&self) -> Seat {
        let active = self.active();
        if self.s.turns.is_living(active) { active } else { self.s.turns.next_living(active) }
    }

    /// A triggered ability that no card has printed waits to be put on the stack.
    pub(super) fn trigger_unprinted(&mut self, effect: EffectId, controller: Seat, card: CardId, about: About, x: i32) {
        let kind = StackKind::Delayed { source: NO_SOURCE, effect };
        self.trigger_waits(PendingTrigger { x, ..PendingTrigger::new(kind, card, controller, about) });
    }
}
