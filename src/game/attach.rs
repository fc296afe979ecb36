//! Auras and Equipment (CR 301.5, 303.4, 701.3): what can be attached to what, and attaching it.

use std::ops::Deref;

use crate::cards::ability::TargetKind;
use crate::cards::card::Card;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot};
use super::state::GameState;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether the object is an Aura that enchants an object.
    pub(crate) fn is_aura(&self, object: &Object) -> bool {
        object.types.contains(Types::ENCHANTMENT) && self.cat.card(object.card).has & Card::AURA != 0
    }

    /// CR 301.5, 303.4c, 303.4d, 701.3b: whether the permanent can be, or stay, attached to another.
    pub(crate) fn may_be_attached(&self, id: ObjectId, host: ObjectId) -> bool {
        let (Some(object), Some(to)) = (self.s.permanent(id), self.s.permanent(host)) else { return false };
        if id == host || object.is_creature() || self.is_protected(host, to, id) {
            return false;
        }
        if !self.is_aura(object) {
            return to.is_creature();
        }
        let enchant = self.cat.card(object.card).enchant.first().map(|spec| spec.kind);
        let at = Viewpoint::of(object.controller, id);
        matches!(enchant, Some(TargetKind::Permanent(filter)) if self.passes(self.cat.filter(filter), host, to, &at))
    }
}

impl Engine<'_> {
    /// Attaches a permanent to another; false when it can't be, or is already (CR 701.3b).
    pub(crate) fn attach(&mut self, id: ObjectId, host: ObjectId) -> bool {
        let there = self.s.get(id).is_some_and(|o| o.attached_to == Some(host));
        if there || !self.may_be_attached(id, host) {
            return false;
        }
        self.s.object_mut(id.slot).attached_to = Some(host);
        self.s.stale = true;
        self.emit(GameEvent::Attached { object: id, to: host });
        true
    }

    /// CR 704.5n: Equipment that can't stay where it is becomes unattached.
    pub(crate) fn unattach(&mut self, slot: Slot) {
        self.s.object_mut(slot).attached_to = None;
        self.s.stale = true;
        self.log.unsettle();
    }

    /// Puts a permanent spell onto the battlefield, an Aura attached to what it targeted (CR 303.4a).
    pub(crate) fn enter_attached(&mut self, slot: Slot, under: Seat, host: Option<ObjectId>) -> Option<ObjectId> {
        let id = self.put_onto_battlefield(slot, under, false)?;
        if let Some(host) = host {
            self.attach(id, host);
        }
        self.announce_entered(&[id]);
        Some(id)
    }
}
