//! What is known to be idle until something happens: that no state-based action applies, and which seats have nothing, or
//! something, to do at instant speed.
//!
//! Passing priority and going from step to step change nothing that a player could use, so between two other events a
//! check need not be made again, and a player who had nothing to do still has nothing to do. It is no part of the state:
//! without it the same happens, more slowly.

use bitflags::bitflags;

use crate::turn::{Seat, SeatSet};

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

/// What is known until the next event.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KnownIdle {
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
    /// Characteristics are what they would be if the layers were applied again, even those that change without notice.
    characteristics: bool,
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

/// What an event does to what is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Consequence {
    /// Which state-based actions must be checked again (CR 704.3).
    pub(crate) recheck: Checks,
    /// Who may have got something new to do at instant speed.
    pub(crate) wakes: SeatSet,
}

impl KnownIdle {
    /// Something changed, perhaps without an event.
    pub(crate) fn forget(&mut self) {
        *self = KnownIdle::default();
    }

    /// A characteristic changed that the layers work out.
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

    pub(crate) fn knows_characteristics(&self) -> bool {
        self.characteristics
    }

    pub(crate) fn set_characteristics_known(&mut self) {
        self.characteristics = true;
    }

    /// Something happened, if only to the turn structure: conditions may have come true.
    pub(crate) fn went_on(&mut self) {
        self.characteristics = false;
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

    /// The seats known to have nothing to do at instant speed, given whether the stack is empty.
    #[inline]
    pub(crate) const fn idle(&self, stack_is_empty: bool) -> SeatSet {
        if stack_is_empty { self.idle_on_empty_stack } else { self.idle }
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

    pub(crate) fn happened(&mut self, consequence: Consequence) {
        self.checked.remove(consequence.recheck);
        self.wake(consequence.wakes.or(self.fragile));
        (self.busy, self.fragile) = (SeatSet::EMPTY, SeatSet::EMPTY);
        self.went_on();
    }
}
