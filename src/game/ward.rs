//! Ward (CR 702.21).

use crate::cards::ability::StaticEffect;
use crate::cards::effect::Destination;
use crate::turn::{Interrupts, Seat};

use super::ability_index::StaticKinds;
use super::engine::Engine;
use super::object::{ObjectId, Target};
use super::state::{About, Chosen, StackItem, StackKind};

impl Engine<'_> {
    /// Puts a spell or ability on top of the stack, under a number by which ward finds it again.
    pub(super) fn put_on_top(&mut self, item: StackItem) {
        let serial = self.s.next_serial;
        self.s.next_serial = serial.wrapping_add(1);
        if !matches!(item.kind, StackKind::Spell(_)) {
            self.s.turns.interrupt_others(item.controller, Interrupts::ABILITY);
        }
        self.s.stack.push(StackItem { serial, ..item });
    }

    /// Permanents with ward among what the spell or ability of that number targets.
    pub(super) fn ward_against(&mut self, by: Seat, targets: &Chosen, serial: u32) {
        for target in targets.iter().flatten() {
            if let Target::Object(id) = target {
                self.ward_triggers(by, *id, serial);
            }
        }
    }

    /// CR 702.21a: what an opponent targets is countered unless they pay.
    fn ward_triggers(&mut self, by: Seat, target: ObjectId, serial: u32) {
        let Some(controller) = self.s.permanent(target).map(|o| o.controller) else { return };
        if !self.s.turns.are_opponents(by, controller) {
            return;
        }
        let wards: Vec<u8> = self
            .statics(StaticKinds::RARE, |effect| {
                if let StaticEffect::Ward(filter, n) = effect { Some((filter, n)) } else { None }
            })
            .filter(|(source, (filter, _))| self.passes_for(*filter, target.slot, *source))
            .filter(|(source, _)| !self.is_silenced(target.slot, *source))
            .map(|(_, (_, n))| n)
            .collect();
        let card = self.s.object(target.slot).card;
        for n in wards {
            let about = About { object: Some(target), player: Some(by), number: serial as i32 };
            self.trigger_unprinted(self.cat.ward, controller, card, about, n.into());
        }
    }

    /// Counters the spell or ability of that number, if it is still on the stack.
    pub(super) fn counter_numbered(&mut self, serial: i32) {
        let Some(at) = self.s.stack.iter().position(|item| item.serial as i32 == serial) else { return };
        match self.s.stack[at].kind {
            StackKind::Spell(id) => self.counter_on_stack(id, Destination::Graveyard),
            _ => {
                self.s.stack.remove(at);
                self.log.forget_known();
            }
        }
    }
}
