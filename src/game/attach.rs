//! Auras and Equipment (CR 301.5, 303.4, 701.3): what can be attached to what, and attaching it.

use std::ops::Deref;

use crate::cards::ability::TargetKind;
use crate::cards::card::Card;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Target};
use super::state::{GameState, Resume};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether the object is an Aura that enchants an object.
    pub(crate) fn is_aura(&self, object: &Object) -> bool {
        object.types.contains(Types::ENCHANTMENT) && self.cat.card(object.card).has & Card::AURA != 0
    }

    /// CR 303.4b, 704.5m: whether the Aura can be, or stay, attached to that player.
    pub(crate) fn may_enchant(&self, id: ObjectId, seat: Seat) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        let enchant = self.cat.card(object.card).enchant.first().map(|spec| spec.kind);
        let Some(TargetKind::Player { opponent }) = enchant else { return false };
        self.s.turns.is_living(seat) && (!opponent || self.s.turns.are_opponents(seat, object.controller))
    }

    /// CR 303.4g: whether an Aura that is about to enter has anything that it could be attached to.
    pub(super) fn has_host(&self, slot: Slot, under: Seat) -> bool {
        let id = self.s.id(slot);
        let enchant = self.cat.card(self.s.object(slot).card).enchant.first().map(|spec| spec.kind);
        let at = Viewpoint::of(under, id);
        match enchant {
            Some(TargetKind::Player { opponent: true }) => {
                self.s.turns.living().iter().any(|seat| self.s.turns.are_opponents(seat, under))
            }
            Some(TargetKind::Permanent(filter)) => self.permanents_passing(filter, &at).next().is_some(),
            _ => true,
        }
    }

    /// What an Aura that enters without having been cast could be attached to (CR 303.4f).
    pub(super) fn hosts(&self, id: ObjectId) -> Vec<Target> {
        let players = self.s.turns.living().iter().filter(|seat| self.may_enchant(id, *seat)).map(Target::Player);
        let objects = self.s.battlefield.iter().map(|slot| self.s.id(*slot));
        players.chain(objects.filter(|host| self.may_be_attached(id, *host)).map(Target::Object)).collect()
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
    /// CR 303.4f: who controls an Aura that was not cast chooses what it enchants.
    pub(super) fn ask_host(&mut self, id: ObjectId) {
        let hosts = self.hosts(id);
        let Some(seat) = self.s.permanent(id).map(|o| o.controller).filter(|_| !hosts.is_empty()) else { return };
        let options = hosts.into_iter().map(super::trigger::target_item).collect();
        let resume = Resume::Host(id);
        self.ask_about(seat, DecisionKind::Choose, Some(id), Shape::One(options), Choice::option(0), resume);
    }

    pub(super) fn host_chosen(&mut self, decision: &Decision, choice: &Choice, id: ObjectId) {
        let chosen = chosen_items(decision, choice).first().and_then(|item| super::trigger::item_target(*item));
        self.attach_to(id, chosen);
    }

    fn attach_to(&mut self, id: ObjectId, host: Option<Target>) {
        match host {
            Some(Target::Object(host)) => {
                self.attach(id, host);
            }
            Some(Target::Player(seat)) => self.s.object_mut(id.slot).enchants = Some(seat),
            None => {}
        }
    }

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
    pub(crate) fn enter_attached(&mut self, slot: Slot, under: Seat, host: Option<Target>) -> Option<ObjectId> {
        let id = self.put_onto_battlefield(slot, under, false)?;
        self.attach_to(id, host);
        self.announce_entered(&[id]);
        Some(id)
    }
}
