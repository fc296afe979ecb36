//! Face-down spells and permanents (CR 702.37, 708): cast for {3}, a 2/2 creature without anything else, turned face up at
//! any time its player has priority.
//!
//! A face-down object *is* the catalog's face-down creature; which card it really is stands in a list of its own.

use crate::cards::ability::{Ability, Replacement};
use crate::cards::card::Card;
use crate::cards::effect::{CardId, CounterKind, How};
use crate::cards::mana::ManaCost;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::decision::Item;
use super::engine::{Engine, Reader};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::happening::Happening;
use super::mana::{Bill, ManaSources, UsedFor};
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::FaceDown;

impl Reader<'_, '_> {
    /// The card under a face-down object.
    pub(crate) fn beneath(&self, slot: Slot) -> Option<CardId> {
        self.s.face_down.iter().find(|m| m.slot == slot).map(|m| m.card)
    }

    /// What turning that permanent face up costs: its morph cost (CR 702.37e), or the mana cost of a creature card that was
    /// manifested (CR 701.40b); of both the lesser.
    pub(crate) fn turn_up_cost(&self, slot: Slot) -> Option<&ManaCost> {
        let below = self.s.face_down.iter().find(|below| below.slot == slot)?;
        let card = self.cat.card(below.card);
        let printed = card.cost.as_ref().filter(|_| below.manifested && card.types.contains(Types::CREATURE));
        [card.morph.as_ref(), printed].into_iter().flatten().min_by_key(|cost| cost.mana_value(0))
    }

    /// The object as it would be face down (CR 708.2a, 708.4).
    pub(super) fn as_face_down(&self, object: &Object) -> Object {
        let printed = self.cat.card(self.cat.face_down_creature);
        let (power, toughness) = (printed.power, printed.toughness);
        let (types, keywords) = (printed.types, printed.keywords);
        Object { card: self.cat.face_down_creature, types, keywords, power, toughness, ..*object }
    }

    /// Adds the face-down permanents that the player may turn face up now (CR 116.2b, 702.37e).
    pub(super) fn turnable(&self, seat: Seat, mana_sources: &mut Option<ManaSources>, options: &mut Vec<Item>) {
        for below in &self.s.face_down {
            let object = self.s.object(below.slot);
            if object.zone == Zone::Battlefield
                && object.controller == seat
                && let Some(cost) = self.turn_up_cost(below.slot)
                && mana_sources.get_or_insert_with(|| self.mana_sources(seat)).can_pay(Bill::of(cost, 0), &[])
            {
                options.push(Item::TurnUp(self.s.id(below.slot)));
            }
        }
    }

    /// Whether the card may be cast face down, its timing apart (CR 702.37c).
    pub(super) fn may_cast_face_down(&self, seat: Seat, id: ObjectId, mana_sources: &mut Option<ManaSources>) -> bool {
        let face_down = self.cat.card(self.cat.face_down_creature);
        let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
        self.casting_allowed(seat, face_down)
            && self.spell_price_given(&mana_sources.changes, seat, id, How::FaceDown).is_some_and(|p| {
                let used_for = UsedFor::Spell(id, How::FaceDown);
                self.usable(seat, mana_sources, used_for).can_pay(p.at(0), &[])
            })
    }
}

impl Engine<'_> {
    /// Turns an object face down as it is cast (CR 708.4).
    pub(super) fn mask(&mut self, slot: Slot) {
        let object = *self.s.object(slot);
        self.s.face_down.push(FaceDown { slot, card: object.card, manifested: false });
        *self.s.object_mut(slot) = self.reader().as_face_down(&object);
    }

    /// CR 701.40a: the card enters face down as a 2/2 creature. What can't enter as the card that it is stays where it is.
    pub(super) fn manifest(&mut self, slot: Slot, under: Seat) -> Option<ObjectId> {
        if self.is_kept_out(slot) || !self.s.turns.is_living(under) {
            return None;
        }
        self.mask(slot);
        if let Some(masked) = self.s.face_down.last_mut() {
            masked.manifested = true;
        }
        let id = self.put_onto_battlefield(slot, under, false)?;
        self.announce_entered(&[id]);
        Some(id)
    }

    /// What leaves the battlefield or the stack is revealed (CR 708.9): it is its own card again.
    pub(super) fn unmask(&mut self, slot: Slot) -> CardId {
        if let Some(card) = self.end_shape(slot) {
            self.s.object_mut(slot).card = card;
        }
        if let Some(at) = self.s.face_down.iter().position(|m| m.slot == slot) {
            let card = self.s.face_down.remove(at).card;
            let object = self.s.object_mut(slot);
            object.card = card;
            object.status.insert(Status::SHIFTED);
        }
        self.end_copy(slot);
        self.front_up(slot);
        self.s.object(slot).card
    }

    /// CR 702.37e, 708.8: a special action; nothing enters, so that nothing that enters triggers.
    pub(super) fn turn_up(&mut self, seat: Seat, id: ObjectId) {
        let Some(card) = self.reader().beneath(id.slot) else { return };
        let cat = self.cat;
        let reader = self.reader();
        let Some(cost) = reader.turn_up_cost(id.slot) else { return };
        let by_morph = cat.card(card).morph.as_ref() == Some(cost);
        let Some(payment) = reader.plan_payment(seat, Bill::of(cost, 0), &[]) else { return };
        self.pay(seat, &payment);
        let before = self.s.object(id.slot).card;
        let controller = self.s.object(id.slot).controller;
        self.unmask(id.slot);
        self.s.battlefield.reprint(id.slot, cat.card(before), cat.card(card), controller);
        self.index(id.slot, card);
        if by_morph && cat.card(card).has & Card::MEGAMORPH != 0 {
            self.put_counters(id.slot, CounterKind::PLUS_ONE, 1);
        }
        self.turn_up_with_counters(id, card);
        self.s.stale = true;
        self.gives_anew(id);
        self.emit(GameEvent::TurnedFaceUp { seat, object: id, card });
        self.refresh();
        self.happened(&Happening::TurnedFaceUp(id));
    }

    /// CR 614.1e: the counters that the card says are put on it as it is turned face up.
    fn turn_up_with_counters(&mut self, id: ObjectId, card: CardId) {
        let cat = self.cat;
        if cat.card(card).has & Card::REPLACEMENTS == 0 {
            return;
        }
        for ability in &cat.card(card).abilities {
            if let Ability::Replacement(Replacement::TurnsUpWithCounters(kind, n)) = cat.ability(*ability) {
                let n = self.amount(*n, &Viewpoint::of(self.s.object(id.slot).controller, id));
                self.put_counters(id.slot, *kind, n);
            }
        }
    }
}
