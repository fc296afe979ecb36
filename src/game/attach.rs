//! Auras and Equipment (CR 301.5, 303.4, 701.3): what can be attached to what, and attaching it.

use std::ops::Deref;

use crate::cards::ability::{Ability, Static, StaticEffect, TargetKind};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CardId, FilterId};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::battlefield::is_mortal;
use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Target, Zone};
use super::state::{Feature, GameState, Resume, Taken, WaitingEntry, WhileThere};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// What on the battlefield is attached to the object.
    pub(crate) fn attachments(&self, id: ObjectId) -> impl Iterator<Item = Slot> {
        self.s.battlefield.iter().copied().filter(move |slot| self.s.object(*slot).attached_to == Some(id))
    }

    /// Whether the object is an Aura that enchants an object.
    pub(crate) fn is_aura(&self, object: &Object) -> bool {
        object.types.contains(Types::ENCHANTMENT) && self.cat.card(object.card).has & Card::AURA != 0
    }

    /// CR 303.4b, 704.5m: whether the Aura can be, or stay, attached to that player.
    pub(crate) fn may_enchant(&self, id: ObjectId, seat: Seat) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        let enchant = self.cat.card(object.card).enchant.first().map(|spec| spec.kind);
        let Some(TargetKind::Player { opponent }) = enchant else { return false };
        self.s.turns.is_living(seat)
            && !self.is_guarded_from(Target::Player(seat), id)
            && !self.has_gained_protection(Target::Player(seat), id)
            && (!opponent || self.s.turns.are_opponents(seat, object.controller))
    }

    /// CR 301.5, 303.4c, 303.4d, 701.3b: whether the permanent can be, or stay, attached to another.
    pub(crate) fn may_be_attached(&self, id: ObjectId, host: ObjectId) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        if self.cat.card(object.card).has & Card::AURA != 0
            && let Some(TargetKind::GraveyardCard { filter, .. }) = self.enchants(object)
        {
            return self.may_haunt(id, object, host, filter);
        }
        let Some(to) = self.s.permanent(host) else { return false };
        if id == host || object.is_creature() || self.is_protected(host, to, id) {
            return false;
        }
        if !self.is_aura(object) {
            // CR 701.3b, 704.5p: what is no Equipment, or is none any more, can't be attached.
            let equipment = self.cat.card(object.card).has & Card::EQUIPMENT != 0;
            return equipment && object.types.contains(Types::ARTIFACT) && to.is_creature();
        }
        let enchant = self.enchants(object);
        let at = Viewpoint::of(object.controller, id);
        matches!(enchant, Some(TargetKind::Permanent(filter)) if self.passes(self.cat.filter(filter), host, to, &at))
    }

    fn enchants(&self, aura: &Object) -> Option<TargetKind> {
        self.cat.card(aura.card).enchant.first().map(|spec| spec.kind)
    }

    /// The same of an Aura that enchants a card in a graveyard, and then the creature that it has put onto the battlefield.
    fn may_haunt(&self, id: ObjectId, aura: &Object, host: ObjectId, filter: FilterId) -> bool {
        let Some(to) = self.s.get(host).filter(|_| !aura.is_creature()) else { return false };
        let at = Viewpoint::of(aura.controller, id);
        match self.s.feature(id) {
            Some(Feature::Host(brought)) => {
                host == brought && to.zone == Zone::Battlefield && to.is_creature() && !self.is_protected(host, to, id)
            }
            _ => to.zone == Zone::Graveyard && self.passes(self.cat.filter(filter), host, to, &at),
        }
    }
}

impl Engine<'_> {
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
        self.gives_anew(id);
        self.s.stale = true;
        self.emit(GameEvent::Attached { object: id, to: host });
        self.control_attached(id);
        true
    }

    /// CR 613.1b: who controls an Aura that says so controls what it enchants, for as long as it does.
    pub(super) fn control_attached(&mut self, id: ObjectId) {
        let object = self.s.object(id.slot);
        let (card, by, Some(host)) = (self.cat.card(object.card), object.controller, object.attached_to) else {
            return;
        };
        let says_so = |ability: &AbilityId| {
            matches!(self.cat.ability(*ability), Ability::Static(Static { effect: StaticEffect::ControlAttached, .. }))
        };
        if card.has & Card::STATICS == 0 || !card.abilities.iter().any(says_so) {
            return;
        }
        let while_there = Some(WhileThere { source: id, controlled: true, tapped: false });
        let works = |t: &Taken| t.object == host && t.by == by && t.while_attached && t.while_there == while_there;
        if self.s.taken.iter().any(works) {
            return;
        }
        if let Some(from) = self.s.permanent(host).map(|host| host.controller) {
            let taken =
                Taken { object: host, from, by, while_there, while_attached: true, this_turn: false, since: None };
            self.take_control(taken);
        }
    }

    /// Control of what is not there any more is nothing to remember.
    pub(super) fn forget_taken(&mut self) {
        let objects = &self.s.objects;
        self.s.taken.retain(|t| objects[usize::from(t.object.slot)].incarnation == t.object.incarnation);
    }

    /// CR 704.5n: Equipment that can't stay where it is becomes unattached.
    pub(crate) fn unattach(&mut self, slot: Slot) {
        self.s.object_mut(slot).attached_to = None;
        self.s.stale = true;
        self.log.forget_known();
    }

    /// CR 704.5p: what has become a card that state-based actions need not look at is attached to nothing.
    pub(super) fn come_loose(&mut self, slot: Slot) {
        let object = self.s.object(slot);
        if object.attached_to.is_some() && !is_mortal(self.cat.card(object.card)) {
            self.unattach(slot);
        }
    }

    /// CR 303.4f, 303.4g: its player chooses what it will enchant; it stays where it is when there is nothing.
    pub(crate) fn aura_waits(&mut self, slot: Slot, under: Seat, face: CardId) {
        if self.could_enchant(slot, under, face) {
            self.s.entries.push(WaitingEntry { slot, under, face, played: false, riot: false });
        }
    }

    /// Whether the Aura could enter under that player's control attached to that.
    pub(super) fn may_enter_attached(&self, slot: Slot, under: Seat, host: ObjectId) -> bool {
        let aura = self.cat.card(self.s.object(slot).card).has & Card::AURA != 0;
        let hosts = || self.aura_hosts(slot, under, self.s.object(slot).card);
        aura && self.s.turns.is_living(under) && hosts().contains(&Item::Object(host))
    }

    /// Whether there is something that the object could enchant, entering as that Aura under that player's control.
    pub(super) fn could_enchant(&self, slot: Slot, under: Seat, face: CardId) -> bool {
        self.s.turns.is_living(under) && !self.aura_hosts(slot, under, face).is_empty()
    }

    fn aura_hosts(&self, slot: Slot, under: Seat, face: CardId) -> Vec<Item> {
        let enchant = self.cat.card(face).enchant.first().map(|spec| spec.kind);
        let id = self.s.id(slot);
        let at = Viewpoint::of(under, id);
        match enchant {
            Some(TargetKind::Permanent(filter)) => {
                let hosts = self.permanents_passing(filter, &at);
                hosts.filter(|host| !self.is_protected(*host, self.s.object(host.slot), id)).map(Item::Object).collect()
            }
            Some(TargetKind::Player { opponent }) => {
                let may = |what| !self.is_guarded(what, under) && !self.has_gained_protection(what, id);
                let hosts = self.s.turns.living().iter().filter(|seat| may(Target::Player(*seat)));
                hosts.filter(|seat| !opponent || self.s.turns.are_opponents(*seat, under)).map(Item::Player).collect()
            }
            Some(TargetKind::GraveyardCard { filter, .. }) => {
                let graveyards = self.s.turns.living();
                let cards = graveyards.iter().flat_map(|seat| self.s.players[seat].graveyard.clone());
                let ids = cards.map(|slot| self.s.id(slot)).filter(|card| *card != id);
                let passes =
                    |card: &ObjectId| self.passes(self.cat.filter(filter), *card, self.s.object(card.slot), &at);
                ids.filter(passes).map(Item::Object).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The card in a graveyard that the Aura enchants enters under its controller's control, and is enchanted there.
    pub(super) fn return_enchanted(&mut self, aura: ObjectId, under: Seat) {
        let host = self.s.permanent(aura).and_then(|aura| aura.attached_to);
        let Some(card) = host.filter(|id| self.s.get(*id).is_some_and(|o| o.zone == Zone::Graveyard)) else { return };
        let brought = ObjectId { slot: card.slot, incarnation: card.incarnation + 1 };
        self.s.features.retain(|(of, _)| *of != aura);
        self.s.features.push((aura, Feature::Host(brought)));
        // What somebody has to be asked about first enters once they have answered, and is enchanted then.
        self.s.object_mut(aura.slot).attached_to = Some(brought);
        self.enter(card.slot, under, false);
        self.s.stale = true;
        if self.s.permanent(brought).is_some() {
            self.emit(GameEvent::Attached { object: aura, to: brought });
        }
    }

    pub(super) fn ask_aura_host(&mut self, entry: WaitingEntry) {
        let WaitingEntry { slot, under, face, .. } = entry;
        let options = self.aura_hosts(slot, under, face);
        if options.is_empty() {
            return;
        }
        let (id, resume) = (self.s.id(slot), Resume::Entry(entry));
        self.ask_about(under, DecisionKind::Choose, Some(id), Shape::One(options), Choice::option(0), resume);
    }

    pub(super) fn aura_enters(&mut self, decision: &Decision, choice: &Choice, slot: Slot, under: Seat) {
        let host = chosen_items(decision, choice).first().and_then(|item| super::pending_triggers::item_target(*item));
        if host.is_some() {
            self.enter_attached(slot, under, host);
        }
    }

    /// Puts a permanent spell onto the battlefield, an Aura attached to what it targeted (CR 303.4a).
    pub(crate) fn enter_attached(&mut self, slot: Slot, under: Seat, host: Option<Target>) -> Option<ObjectId> {
        let id = self.put_onto_battlefield(slot, under, false)?;
        self.attach_to(id, host);
        self.announce_entered(&[id]);
        Some(id)
    }
}
