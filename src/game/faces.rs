//! Cards of two parts: double-faced ones (CR 712), adventurer cards (CR 715) and split cards (CR 709).
//!
//! An object *is* the face that is up, or the part that was cast; anywhere but on the battlefield and the stack that is the front
//! (CR 712.8a), what is no Adventure (CR 715.4), or both halves together (CR 709.4).

use crate::cards::card::Card;
use crate::cards::effect::{CardId, How, Permit, What};
use crate::turn::Seat;

use super::engine::{Engine, Reader};
use super::event::GameEvent;
use super::happening::Happening;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{GameState, Permitted};

impl Reader<'_, '_> {
    /// The part of a card that is cast so, or the card.
    pub(crate) fn part_cast<'c>(&'c self, card: &'c Card, how: How) -> &'c Card {
        card.part_cast(how).map_or(card, |part| self.cat.card(part))
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
            // CR 702.145b, 702.145e: what is bound to day and night transforms by nothing else.
            let bound = self.cat.card(self.s.object(id.slot).card).has & (Card::DAYBOUND | Card::NIGHTBOUND) != 0;
            if !bound && (id != source || !self.s.this_turn.transformed.iter().any(since)) {
                self.transform(id);
            }
        }
    }

    /// It stays the same object (CR 712.18).
    pub(super) fn transform(&mut self, id: ObjectId) {
        if self.s.permanent(id).is_none() {
            return;
        }
        self.unshape(id.slot);
        let (cat, before) = (self.cat, self.s.object(id.slot).card);
        // CR 701.27c: a card that is only a copy of one with two faces has no other.
        let real = self.s.posing.iter().find(|posing| posing.slot == id.slot).map_or(before, |posing| posing.card);
        let Some(card) = cat.card(before).other_face().filter(|_| real == before) else { return };
        self.become_card(id.slot, card);
        self.gives_anew(id);
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

    /// A spell is only the part of its card that was chosen as it was cast (CR 709.3b, 712.11b, 715.3b).
    pub(super) fn become_part(&mut self, slot: Slot, how: How) -> CardId {
        let object = *self.s.object(slot);
        if let Some(part) = self.cat.card(object.card).part_cast(how) {
            *self.s.object_mut(slot) = self.reader().as_face(&object, part);
        }
        self.s.object(slot).card
    }

    /// Off the battlefield and the stack a double-faced card has its front face up (CR 712.8a), an adventurer card its normal
    /// characteristics (CR 715.4), and a split card those of both halves (CR 709.4).
    pub(super) fn front_up(&mut self, slot: Slot) {
        let object = self.s.object_mut(slot);
        if let Some(whole) = self.cat.card(object.card).whole() {
            object.card = whole;
            object.status.insert(Status::SHIFTED);
        }
    }

    /// CR 715.3d: an Adventure that has resolved is exiled, and its controller may play the card, though not as an Adventure, for
    /// as long as it lies there.
    pub(super) fn go_on_an_adventure(&mut self, spell: ObjectId, seat: Seat) {
        let Some(card) = self.move_object(spell.slot, Zone::Exile) else { return };
        let since = self.s.turns.turn().number;
        let until = Permit::WhileThere;
        self.s.permits.push(Permitted {
            card,
            seat,
            until,
            source: card,
            free: false,
            lands: true,
            spells: None,
            returns: true,
            mana: None,
            exile: false,
            flashback: false,
            since,
        });
        self.s.turns.gained_card(seat);
        self.log.forget_known();
    }
}

impl GameState {
    /// Whether the card may be played only because its Adventure has resolved, and so not as an Adventure (CR 715.3d).
    pub(super) fn is_on_an_adventure(&self, id: ObjectId) -> bool {
        let mut permits = self.permits.iter().filter(|p| p.card == id).peekable();
        permits.peek().is_some() && permits.all(|p| p.returns)
    }
}
