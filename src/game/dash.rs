//! Permanents that were cast by dash (CR 702.109) or blitz (CR 702.152) go at the beginning of the next end step.

use crate::cards::card::WayKind;
use crate::cards::effect::DelayedEvent;
use crate::turn::Step;

use super::engine::Engine;
use super::object::ObjectId;
use super::state::{About, Delayed, PendingTrigger, StackKind, When};

impl Engine<'_> {
    /// The permanent has entered as the spell that was cast by the `way`-th of its card's ways: what dash and blitz say of it is set up
    /// as it resolves, and neither uses the stack before nor ends with the abilities of the permanent (CR 702.109a, 702.152a).
    pub(super) fn goes_at_the_end(&mut self, id: ObjectId, way: u8) {
        let object = self.s.object(id.slot);
        let (card, controller) = (object.card, object.controller);
        let effect = match self.cat.card(card).ways.get(usize::from(way)).map(|way| way.kind) {
            Some(WayKind::Dash) => self.cat.returns_source,
            Some(WayKind::Blitz) => self.cat.sacrifices_source,
            _ => return,
        };
        let kind = StackKind::Delayed { source: id, effect };
        let trigger = PendingTrigger::new(kind, card, controller, About::default());
        let made_in_turn = self.s.turns.turn().number;
        self.s.delayed.push(Delayed { when: When::Event(DelayedEvent::NextStep(Step::End)), made_in_turn, trigger });
    }
}
