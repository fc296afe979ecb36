//! Which part of a game is told.

use crate::turn::{Seat, SeatSet};

/// Turns, the first and the last of them; 0 is what happens before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turns {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Turns {
    /// All of them.
    pub const ALL: Turns = Turns { first: 0, last: u32::MAX };
}

impl Default for Turns {
    fn default() -> Turns {
        Turns::ALL
    }
}

/// Which turns, and what about whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Scope {
    /// The turns.
    pub turns: Turns,
    /// Only what that seat does, and what happens to it and to what is its own.
    pub seat: Option<Seat>,
}

impl Scope {
    /// Whether what happens in that turn, and is about them, is told.
    pub(super) fn holds(&self, turn: u32, about: SeatSet) -> bool {
        (self.turns.first..=self.turns.last).contains(&turn) && self.seat.is_none_or(|seat| about.contains(seat))
    }
}
