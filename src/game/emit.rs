//! What an event leaves of what was known before it.

use crate::cards::card::Card;
use crate::cards::effect::CardId;
use crate::turn::{Seat, SeatSet};

use super::battlefield::is_mortal;
use super::engine::Engine;
use super::event::GameEvent;
use super::known_idle::{Checks, Consequence};
use super::object::{ObjectId, Slot, Target, Zone};

impl Engine<'_> {
    /// Something happened: it is logged, and what was known stays known only as far as it cannot have changed.
    pub(crate) fn emit(&mut self, event: GameEvent) {
        let consequence = self.consequence(&event);
        self.log.known.happened(consequence);
        self.log.push(event);
        self.count_event();
    }

    fn consequence(&self, event: &GameEvent) -> Consequence {
        let quiet = |recheck| Consequence { recheck, wakes: SeatSet::EMPTY };
        let gives = |recheck, wakes| Consequence { recheck, wakes };
        match *event {
            // These give nobody anything new to do at instant speed: idle seats were judged by their own means alone.
            GameEvent::SpellCast { .. }
            | GameEvent::AbilityActivated { .. }
            | GameEvent::AbilityTriggered { .. }
            | GameEvent::ManaAbilityActivated { .. }
            | GameEvent::Tapped { .. }
            | GameEvent::AttackerDeclared { .. }
            | GameEvent::PlaneswalkerAttacked { .. }
            | GameEvent::BlockerDeclared { .. }
            | GameEvent::Scried { .. }
            | GameEvent::LibraryShuffled { .. }
            | GameEvent::SpellCopied { .. }
            | GameEvent::AbilityCopied { .. }
            | GameEvent::LandPlayed { .. } => quiet(Checks::empty()),
            GameEvent::Resolved { .. }
            | GameEvent::Fizzled { .. }
            | GameEvent::Countered { .. }
            | GameEvent::Discarded { .. }
            | GameEvent::DamageDealt { to: Target::Player(_), .. } => quiet(Checks::OTHERS),
            GameEvent::DamageDealt { .. } | GameEvent::TokenCreated { .. } => quiet(Checks::all()),
            // A commander that is drawn is asked about at the next check (CR 903.9b).
            GameEvent::CardDrawn { seat } => gives(Checks::OTHERS, SeatSet::only(seat)),
            GameEvent::LifeChanged { by, .. } if by <= 0 => quiet(Checks::OTHERS),
            GameEvent::Untapped { object } => gives(self.rechecked_by_untapping(object), self.holders(object.slot)),
            GameEvent::CountersChanged { object, .. } => gives(Checks::all(), self.holders(object.slot)),
            GameEvent::ZoneChanged { object, card, owner, from, to } => self.moved(object, card, owner, from, to),
            _ => gives(Checks::all(), SeatSet::first(crate::turn::MAX_SEATS)),
        }
    }

    fn moved(&self, object: ObjectId, card: CardId, owner: Seat, from: Zone, to: Zone) -> Consequence {
        let everyone = SeatSet::first(crate::turn::MAX_SEATS);
        let known = self.cat.card(card);
        // Statics change what everybody may do and for how much; so may a card that it is not known to be.
        let reaches_all = known.has & (Card::STATICS | Card::ANYONE) != 0 || !self.s.face_down.is_empty();
        let wakes = match (from, to) {
            (_, Zone::Battlefield) | (Zone::Battlefield, _) if reaches_all => everyone,
            (_, Zone::Battlefield) => self.holders(object.slot),
            (Zone::Battlefield, _) | (_, Zone::Hand | Zone::Command) => SeatSet::only(owner),
            _ => SeatSet::EMPTY,
        };
        let recheck = match (from, to) {
            // A permanent that no state-based action is about makes none apply to another.
            (_, Zone::Battlefield) if !is_mortal(known) && self.s.face_down.is_empty() => Checks::OTHERS,
            (_, Zone::Battlefield) | (Zone::Battlefield, _) => Checks::all(),
            (_, Zone::Graveyard | Zone::Exile) => Checks::OTHERS,
            _ => Checks::empty(),
        };
        Consequence { recheck, wakes }
    }

    /// An Aura may enchant only what is tapped (CR 303.4c, 704.5m).
    fn rechecked_by_untapping(&self, object: ObjectId) -> Checks {
        if self.attachments(object).next().is_some() { Checks::PERMANENTS } else { Checks::empty() }
    }

    /// Who may use what lies there.
    fn holders(&self, slot: Slot) -> SeatSet {
        let object = self.s.object(slot);
        if self.cat.card(object.card).has & Card::ANYONE != 0 {
            return SeatSet::first(crate::turn::MAX_SEATS);
        }
        SeatSet::only(object.controller).or(SeatSet::only(object.owner))
    }
}
