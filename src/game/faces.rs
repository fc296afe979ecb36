//! Double-faced cards (CR 712): permanents that transform, and modal ones that are cast with their back face up.
//!
//! An object *is* the face that is up; anywhere but on the battlefield and the stack that is the front (CR 712.8a).

use crate::cards::card::{Card, Face};
use crate::cards::effect::{CardId, How, What};

use super::engine::{Engine, Reader};
use super::event::GameEvent;
use super::happening::Happening;
use super::object::{Object, ObjectId, Slot, Status};

impl Reader<'_, '_> {
    /// The face of a card that is cast so (CR 712.11c).
    pub(crate) fn face_cast<'c>(&'c self, card: &'c Card, how: How) -> &'c Card {
        match (how, card.face) {
            (How::Back | How::BackFree, Face::Front { back, .. }) => self.cat.card(back),
            _ => card,
        }
    }

    /// The object as it is with that face up.
    pub(super) fn as_face(&self, object: &Object, card: CardId) -> Object {
        let printed = self.cat.card(card);
        let (power, toughness) = (printed.power, printed.toughness);
        let (types, keywords) = (printed.types, printed.keywords);
        Object { card, types, keywords, power, toughness, ..*object }
    }
}

impl Engine<'_> {
    /// CR 701.27: the permanents that have another face turn it up. What a permanent's own ability would transform has not
    /// done so since the ability was put onto the stack (CR 701.27f).
    pub(super) fn transform_all(&mut self, what: What) {
        let (source, serial) = (self.frame_source().0, self.frame().serial);
        for id in self.objects_of(what) {
            let since = |(of, at): &(ObjectId, u32)| *of == id && *at > serial;
            if id != source || !self.s.this_turn.transformed.iter().any(since) {
                self.transform(id);
            }
        }
    }

    /// It stays the same object (CR 712.18).
    fn transform(&mut self, id: ObjectId) {
        let Some(before) = self.s.permanent(id).map(|o| o.card) else { return };
        let cat = self.cat;
        // CR 701.27c: a card that is only a copy of one with two faces has no other.
        let real = self.s.posing.iter().find(|posing| posing.slot == id.slot).map_or(before, |posing| posing.card);
        let Some(card) = cat.card(before).other_face().filter(|_| real == before) else { return };
        self.become_card(id.slot, card);
        let now = self.s.next_serial;
        self.s.this_turn.transformed.push((id, now));
        self.emit(GameEvent::Transformed { object: id, card });
        self.refresh();
        self.happened(&Happening::Transformed(id));
    }

    /// The permanent has the abilities of that card now, and stays the same object.
    pub(super) fn become_card(&mut self, slot: Slot, card: CardId) {
        let (cat, before) = (self.cat, *self.s.object(slot));
        self.s.statics.retain(|works| works.source != slot);
        self.s.triggers.retain(|works| works.source != slot);
        self.s.battlefield.reprint(slot, cat.card(before.card), cat.card(card), before.controller);
        let object = self.s.object_mut(slot);
        object.card = card;
        object.status.insert(Status::SHIFTED);
        self.come_loose(slot);
        self.index(slot, card);
        self.s.stale = true;
    }

    /// Turns the back of a modal card up as it is cast (CR 712.11b).
    pub(super) fn cast_back(&mut self, slot: Slot) -> CardId {
        let object = *self.s.object(slot);
        if let Face::Front { back, .. } = self.cat.card(object.card).face {
            *self.s.object_mut(slot) = self.reader().as_face(&object, back);
        }
        self.s.object(slot).card
    }

    /// Off the battlefield and the stack a double-faced card has its front face up (CR 712.8a).
    pub(super) fn front_up(&mut self, slot: Slot) {
        let object = self.s.object_mut(slot);
        if let Face::Back { front, .. } = self.cat.card(object.card).face {
            object.card = front;
            object.status.insert(Status::SHIFTED);
        }
    }
}
