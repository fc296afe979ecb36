//! What is known to be settled until something happens: that no state-based action applies, and which seats have nothing,
//! or something, to do at instant speed.
//!
//! Passing priority and going from step to step change nothing that a player could use, so between two other events a
//! check need not be made again, and a player who had nothing to do still has nothing to do. It is no part of the state:
//! without it the same happens, more slowly.

use bitflags::bitflags;

use crate::cards::card::Card;
use crate::cards::effect::CardId;
use crate::turn::{Seat, SeatSet};

use super::battlefield::is_mortal;
use super::engine::Engine;
use super::event::GameEvent;
use super::object::{ObjectId, Slot, Target, Zone};

/// What a seat could do at instant speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstantSpeed {
    /// Nothing, whatever is on the stack.
    Nothing,
    /// Only cast spells that target spells.
    OnlyAgainstSpells,
    /// Something.
    Something,
}

/// What is settled.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settled {
    /// Of which state-based actions none applies.
    checked: Checks,
    /// Seats that can do nothing at instant speed, whatever is on the stack.
    idle: SeatSet,
    /// Seats that can do nothing at instant speed while the stack is empty.
    idle_on_empty_stack: SeatSet,
    /// Seats that may have something to do.
    busy: SeatSet,
    /// Idle seats whose means depend on more than what is theirs: whatever happens may give them something.
    fragile: SeatSet,
    /// Characteristics are what they would be if they were derived again, even those that change without notice.
    derived: bool,
}

bitflags! {
    /// What state-based actions are about (CR 704.5, 704.6).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Checks: u8 {
        /// Permanents.
        const PERMANENTS = 1;
        /// Everything else: players, commanders put into a graveyard or exile, borrowed permanents, state triggers.
        const OTHERS = 2;
    }
}

/// What an event leaves settled.
#[derive(Debug, Clone, Copy)]
struct Consequence {
    /// Which state-based actions must be checked again (CR 704.3).
    recheck: Checks,
    /// Who may have got something new to do at instant speed.
    wakes: SeatSet,
}

impl Settled {
    /// Something changed, perhaps without an event.
    pub(crate) fn unsettle(&mut self) {
        *self = Settled::default();
    }

    /// A derived characteristic changed.
    pub(crate) fn recheck(&mut self) {
        self.checked = Checks::empty();
    }

    /// Which state-based actions may apply.
    pub(crate) fn unchecked(&self) -> Checks {
        !self.checked
    }

    pub(crate) fn set_checked(&mut self) {
        self.checked = Checks::all();
    }

    pub(crate) fn is_derived(&self) -> bool {
        self.derived
    }

    pub(crate) fn set_derived(&mut self) {
        self.derived = true;
    }

    /// Something happened, if only to the turn structure: conditions may have come true.
    pub(crate) fn went_on(&mut self) {
        self.derived = false;
    }

    /// These may have something to do now.
    pub(crate) fn wake(&mut self, seats: SeatSet) {
        self.idle = self.idle.without(seats);
        self.idle_on_empty_stack = self.idle_on_empty_stack.without(seats);
    }

    /// What is known of the seat, given whether the stack is empty; `None` when it must be judged.
    pub(crate) fn known(&self, seat: Seat, stack_is_empty: bool) -> Option<InstantSpeed> {
        if self.idle.contains(seat) {
            Some(InstantSpeed::Nothing)
        } else if stack_is_empty && self.idle_on_empty_stack.contains(seat) {
            Some(InstantSpeed::OnlyAgainstSpells)
        } else {
            self.busy.contains(seat).then_some(InstantSpeed::Something)
        }
    }

    /// Remembers what a seat could do; `fragile` when that depends on more than what is its own.
    pub(crate) fn judged(&mut self, seat: Seat, could: InstantSpeed, fragile: bool) {
        match could {
            InstantSpeed::Something => return self.busy.insert(seat),
            InstantSpeed::OnlyAgainstSpells => {}
            InstantSpeed::Nothing => self.idle.insert(seat),
        }
        self.idle_on_empty_stack.insert(seat);
        if fragile {
            self.fragile.insert(seat);
        }
    }

    fn happened(&mut self, consequence: Consequence) {
        self.checked.remove(consequence.recheck);
        self.wake(consequence.wakes.or(self.fragile));
        (self.busy, self.fragile) = (SeatSet::EMPTY, SeatSet::EMPTY);
        self.went_on();
    }
}

impl Engine<'_> {
    /// Something happened: it is logged, and what was settled is settled only as far as it cannot have changed.
    pub(crate) fn emit(&mut self, event: GameEvent) {
        let consequence = self.consequence(&event);
        self.log.settled.happened(consequence);
        self.log.push(event);
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
            GameEvent::Untapped { object } => gives(Checks::empty(), self.holders(object.slot)),
            GameEvent::CountersChanged { object, .. } => gives(Checks::all(), self.holders(object.slot)),
            GameEvent::ZoneChanged { object, card, owner, from, to } => self.moved(object, card, owner, from, to),
            _ => gives(Checks::all(), SeatSet::first(crate::turn::MAX_SEATS)),
        }
    }

    fn moved(&self, object: ObjectId, card: CardId, owner: Seat, from: Zone, to: Zone) -> Consequence {
        let everyone = SeatSet::first(crate::turn::MAX_SEATS);
        let known = self.cat.card(card);
        // Statics change what everybody may do and for how much; so may a card that it is not known to be.
        let reaches_all = known.has & (Card::STATICS | Card::ANYONE) != 0 || !self.s.masked.is_empty();
        let wakes = match (from, to) {
            (_, Zone::Battlefield) | (Zone::Battlefield, _) if reaches_all => everyone,
            (_, Zone::Battlefield) => self.holders(object.slot),
            (Zone::Battlefield, _) | (_, Zone::Hand | Zone::Command) => SeatSet::only(owner),
            _ => SeatSet::EMPTY,
        };
        let recheck = match (from, to) {
            // A permanent that no state-based action is about makes none apply to another.
            (_, Zone::Battlefield) if !is_mortal(known) && self.s.masked.is_empty() => Checks::OTHERS,
            (_, Zone::Battlefield) | (Zone::Battlefield, _) => Checks::all(),
            (_, Zone::Graveyard | Zone::Exile) => Checks::OTHERS,
            _ => Checks::empty(),
        };
        Consequence { recheck, wakes }
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
