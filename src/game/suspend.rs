//! Suspend (CR 702.62) and time travel (CR 701.56).
//!
//! A suspended card is indexed like a permanent: its triggered abilities stand in the ability index while it is in exile.

use crate::cards::card::{Card, Suspend};
use crate::cards::effect::{Amount, CounterKind, How};
use crate::turn::Seat;

use super::decision::Item;
use super::engine::{Engine, Reader};
use super::event::{GameEvent, Remark};
use super::filter::Viewpoint;
use super::mana::{Bill, ManaSources};
use super::needs::Filled;
use super::object::{Object, ObjectId, Slot, Status, Zone};

impl Reader<'_, '_> {
    /// Whether the card has suspend: printed, or gained in this zone.
    pub(super) fn has_suspend(&self, object: &Object) -> bool {
        object.is(Status::GAINED_SUSPEND) || self.cat.card(object.card).suspend.is_some()
    }

    /// CR 702.62b.
    pub(crate) fn is_suspended(&self, id: ObjectId) -> bool {
        self.s.get(id).is_some_and(|object| {
            object.zone == Zone::Exile
                && object.is(Status::COUNTERS)
                && self.has_suspend(object)
                && self.s.counters_on(id.slot, CounterKind::TIME) > 0
        })
    }

    /// Suspended cards, in the order in which they were exiled.
    pub(crate) fn suspended(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.s.exile.iter().map(|slot| self.s.id(*slot)).filter(|id| self.is_suspended(*id))
    }

    /// CR 116.2f, 702.62a: whether the card in hand could begin to be cast, and its suspend cost be paid.
    pub(super) fn may_suspend(
        &self,
        seat: Seat,
        slot: Slot,
        card: &Card,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        let Some(suspend) = &card.suspend else { return false };
        let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
        mana_sources.can_pay(Bill::of(&suspend.cost, self.least_x(suspend)), &[])
            && self.s.object(slot).zone == Zone::Hand
            && self.could_begin_to_cast(seat, self.s.id(slot), How::Printed)
    }

    /// An X of suspend can't be 0.
    pub(super) fn least_x(&self, suspend: &Suspend) -> u16 {
        u16::from(matches!(self.cat.amount(suspend.time), Amount::X))
    }

    // ---- playing a card whose last time counter is gone ----

    /// Whether the seat could play the card in exile without paying its mana cost, now.
    pub(super) fn may_play_suspended(&self, seat: Seat, id: ObjectId) -> Option<Item> {
        let object = self.s.get(id).filter(|o| o.zone == Zone::Exile)?;
        let card = self.cat.card(object.card);
        if card.types.contains(crate::cards::type_line::Types::LAND) {
            // CR 305.2, 305.3: not in another player's turn, and no more than a turn allows.
            let may = self.s.turns.is_active(seat) && self.may_play_land(seat);
            return may.then_some(Item::PlayLand(id));
        }
        let able = self.could_begin_to_cast(seat, id, How::Free)
            && self.castable_for(seat, id, card, How::Free, &self.mana_sources(seat));
        able.then_some(Item::Cast(id, How::Free))
    }
}

impl Engine<'_> {
    // ---- suspending ----

    /// CR 116.2f, 702.62a: a special action.
    pub(super) fn suspend_from_hand(&mut self, seat: Seat, id: ObjectId, filled: &Filled) {
        let cat = self.cat;
        let Some(suspend) = &cat.card(self.s.object(id.slot).card).suspend else { return };
        let x = (filled.x - 1).max(0);
        let Some(payment) = self.reader().plan_payment(seat, Bill::of(&suspend.cost, x as u16), &[]) else { return };
        self.pay(seat, &payment);
        let time = self.amount(suspend.time, &Viewpoint { x, ..Viewpoint::of(seat, id) });
        let card = self.s.object(id.slot).card;
        if let Some(exiled) = self.move_object(id.slot, Zone::Exile) {
            self.log.push(GameEvent::Remark(Remark::Suspended { seat, object: exiled, card }));
            self.change_counters(exiled.slot, CounterKind::TIME, time);
        }
    }

    pub(super) fn index_suspended(&mut self, slot: Slot) {
        for ability in self.cat.suspended {
            self.watch_with(slot, ability);
        }
    }

    // ---- playing ----
}
