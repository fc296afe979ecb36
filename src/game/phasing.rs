//! Phasing (CR 702.26): permanents that are treated as though they did not exist, until their controller's next untap step.

use serde::{Deserialize, Serialize};

use crate::cards::effect::What;
use crate::turn::Seat;

use super::engine::Engine;
use super::event::GameEvent;
use super::object::{ObjectId, Slot, Status, Zone};

/// A permanent that is phased out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PhasedOut {
    pub(crate) slot: Slot,
    /// In whose untap step it phases in.
    seat: Seat,
    /// Turns of theirs that come before that one.
    turns: u8,
}

impl Engine<'_> {
    /// What is attached to a permanent phases out with it, indirectly (CR 702.26g).
    pub(super) fn phase_out(&mut self, what: What) {
        let ids: Vec<ObjectId> =
            self.objects_of(what).into_iter().filter(|id| self.s.permanent(*id).is_some()).collect();
        for id in ids {
            let seat = self.s.object(id.slot).controller;
            self.phase_out_for(id, seat);
        }
        self.s.stale = true;
        self.log.forget_known();
        self.refresh();
    }

    fn phase_out_for(&mut self, id: ObjectId, seat: Seat) {
        if self.s.permanent(id).is_none() {
            return;
        }
        let object = *self.s.object(id.slot);
        self.s.battlefield.remove(id.slot, self.cat.card(object.card), object.controller);
        self.s.statics.retain(|works| works.source != id.slot);
        self.s.triggers.retain(|works| works.source != id.slot);
        // CR 506.4.
        self.remove_from_combat(id);
        self.s.object_mut(id.slot).zone = Zone::Phased;
        self.s.phased.push(PhasedOut { slot: id.slot, seat, turns: 0 });
        self.emit(GameEvent::PhasedOut { seat: object.controller, object: id, card: object.card });
        let attached: Vec<ObjectId> = self.attachments(id).map(|slot| self.s.id(slot)).collect();
        for other in attached {
            self.phase_out_for(other, seat);
        }
    }

    /// CR 502.1: before the active player untaps. Nothing enters: it has been there all the time (CR 702.26d).
    pub(super) fn phase_in(&mut self) {
        if self.s.phased.is_empty() {
            return;
        }
        let team = self.s.turns.active_team();
        let mut back: Vec<Slot> = Vec::new();
        self.s.phased.retain_mut(|phased| {
            let now = team.contains(phased.seat);
            let later = !now || phased.turns > 0;
            phased.turns = phased.turns.saturating_sub(now.into());
            back.extend((!later).then_some(phased.slot));
            later
        });
        for slot in back.iter().copied() {
            let object = self.s.object_mut(slot);
            object.zone = Zone::Battlefield;
            object.damage = 0;
            object.status.remove(Status::SICK);
            let (card, controller) = (object.card, object.controller);
            self.s.battlefield.push(slot, self.cat.card(card), controller);
            self.index(slot, card);
            self.index_types_beneath(self.s.id(slot));
            self.emit(GameEvent::PhasedIn { seat: controller, object: self.s.id(slot), card });
        }
        // CR 702.26i: what phases in alone is attached to what it was attached to.
        for slot in back {
            self.control_attached(self.s.id(slot));
        }
        self.s.stale = true;
        self.log.forget_known();
        self.keep_to_daytime();
    }

    /// CR 702.26n: what phased out under a player who has left phases in in the first untap step after their next turn would have
    /// begun.
    pub(super) fn phase_in_without(&mut self, left: Seat) {
        let next = self.s.turns.next_living(left);
        // Their next turn is a whole round away.
        let round = u8::from(self.s.turns.is_active(left));
        for phased in self.s.phased.iter_mut().filter(|phased| phased.seat == left) {
            (phased.seat, phased.turns) = (next, phased.turns.saturating_add(round));
        }
    }
}
