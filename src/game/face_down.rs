//! Cards that lie face down in exile (CR 406.3), and who may play cards from there.

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::cards::effect::Permit;
use crate::turn::Seat;

use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::object::{ObjectId, Slot, Status, Zone};
use super::state::{GameState, Permitted};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// What lets a player play cards now.
    pub(crate) fn permitted(&self, seat: Seat) -> impl Iterator<Item = &Permitted> {
        self.s.permits.iter().filter(move |p| p.seat == seat && self.s.permits_still(p))
    }
}

impl GameState {
    /// CR 406.3: whether a card lies in exile face down and none of those players may see it: who may play it can, who has
    /// foretold it or has been permitted.
    pub(crate) fn is_covered(&self, slot: Slot, from: [Seat; 2]) -> bool {
        let (object, id) = (self.object(slot), self.id(slot));
        let foretold = || self.foretold.iter().any(|(foretold, _)| *foretold == id);
        let permitted = || self.permits.iter().any(|p| p.card == id && from.contains(&p.seat) && self.permits_still(p));
        // Who controls what exiled it hid it there (CR 702.75a).
        let hidden = || {
            let by = self.exiled_by.iter().filter(|(_, exiled, _)| *exiled == id).map(|(by, ..)| *by);
            by.filter_map(|by| self.permanent(by)).any(|by| from.contains(&by.controller))
        };
        if !object.is(Status::FACE_DOWN) {
            return false;
        }
        let seen = from.contains(&object.owner) && foretold() || permitted() || hidden();
        !seen
    }

    /// Whether a permission stands.
    pub(crate) fn permits_still(&self, permit: &Permitted) -> bool {
        self.get(permit.card).is_some()
            && (permit.until != Permit::WhileSource || self.permanent(permit.source).is_some())
    }
}

impl Engine<'_> {
    /// CR 406.3a: nobody sees which card it is; it has no characteristics, and so no abilities.
    pub(super) fn exile_face_down(&mut self, slot: Slot) -> ObjectId {
        let from = self.s.object(slot).zone;
        self.leave_zone(slot);
        let object = self.s.object_mut(slot);
        object.incarnation += 1;
        object.zone = Zone::Exile;
        object.status &= Status::COMMANDER | Status::TOKEN;
        object.status.insert(Status::FACE_DOWN);
        let owner = object.owner;
        self.s.exile.push(slot);
        let (object, card) = (self.s.id(slot), self.cat.face_down);
        self.emit(GameEvent::ZoneChanged { object, card, owner, from, to: Zone::Exile });
        object
    }

    /// "This turn" ends (CR 514.2); what has left exile needs no permission any more.
    pub(super) fn end_permits(&mut self) {
        if !self.s.permits.is_empty() {
            let mut permits = std::mem::take(&mut self.s.permits);
            let now = self.s.turns.turn().number;
            permits.retain(|p| {
                let lasts = match p.until {
                    Permit::ThisTurn => false,
                    Permit::EndOfYourNextTurn => !(self.s.turns.is_active(p.seat) && p.since < now),
                    Permit::WhileSource | Permit::WhileThere => true,
                };
                lasts && self.s.permits_still(p)
            });
            self.s.permits = permits;
            self.log.forget_known();
        }
    }

    /// Whether what would go to that player's graveyard is exiled instead.
    pub(super) fn graveyard_is_exile(&self, owner: Seat) -> bool {
        self.s.this_turn.effects.no_graveyard.contains(owner)
            || self.cant(owner, |effect| match effect {
                StaticEffect::GraveyardToExile(whose) => Some(whose),
                _ => None,
            })
    }
}
