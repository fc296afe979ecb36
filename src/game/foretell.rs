//! Foretell (CR 702.143): a card goes from hand to exile face down, and is cast from there on a later turn.

use crate::cards::card::{Card, WayKind};
use crate::turn::Seat;

use super::engine::{Engine, Reader};
use super::event::GameEvent;
use super::mana::{Bill, ManaSources};
use super::object::{ObjectId, Slot, Status, Zone};

/// What foretelling costs, in generic mana (CR 702.143a).
const COST: u16 = 2;

impl Reader<'_, '_> {
    /// CR 116.2h: any time the player has priority in their own turn.
    #[inline]
    pub(crate) fn may_foretell(&self, seat: Seat, card: &Card, mana_sources: &mut Option<ManaSources>) -> bool {
        card.has & Card::FORETELL != 0
            && self.s.turns.is_active(seat)
            && mana_sources.get_or_insert_with(|| self.mana_sources(seat)).can_pay(Bill::generic(COST), &[])
    }

    /// CR 702.143a: a foretold card can be cast, but not in the turn in which it was foretold.
    pub(crate) fn is_ripe(&self, id: ObjectId) -> bool {
        self.s.foretold.iter().any(|(foretold, turn)| *foretold == id && *turn < self.s.turns.turn().number)
    }

    /// Whether that way is open where the card is: a card in exile must have been foretold.
    pub(crate) fn is_open(&self, id: ObjectId, kind: WayKind) -> bool {
        kind != WayKind::Foretell || self.is_ripe(id)
    }
}

impl Engine<'_> {
    pub(super) fn foretell(&mut self, seat: Seat, id: ObjectId) {
        let Some(payment) = self.reader().plan_payment(seat, Bill::generic(COST), &[]) else { return };
        self.pay(seat, &payment);
        let foretold = self.hide(id.slot);
        let turn = self.s.turns.turn().number;
        self.s.foretold.push((foretold, turn));
        self.emit(GameEvent::Foretold { seat, object: foretold });
    }

    /// Into exile face down: no event says which card it is.
    fn hide(&mut self, slot: Slot) -> ObjectId {
        self.leave_zone(slot);
        let object = self.s.object_mut(slot);
        object.incarnation += 1;
        object.zone = Zone::Exile;
        object.status.insert(Status::FACE_DOWN);
        let card = object.card;
        self.s.exile.push(slot);
        self.work_in(slot, Zone::Exile, card);
        self.s.foretold.retain(|(id, _)| self.s.objects[usize::from(id.slot)].incarnation == id.incarnation);
        self.s.id(slot)
    }
}
