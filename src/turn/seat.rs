//! Seats, and tables keyed by seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most seats a table can have: each needs two lanes of the dice (see the determinism promise in the README).
pub const MAX_SEATS: usize = 15;

/// A place at the table, counted from 0 in turn order; seat 0 takes the first turn.
///
/// Seats are never removed or renumbered: a player who leaves keeps their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `n` seats, in order.
    pub fn first(n: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..n as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of seats, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `n` seats.
    #[must_use]
    pub const fn first(n: usize) -> SeatSet {
        SeatSet(((1u32 << n) - 1) as u16)
    }

    /// Just this seat.
    #[must_use]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats in both sets.
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats in either set.
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats in this set but not in the other.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first seat of the set after that one, going round the table; `seat` itself comes last. `None` when it is empty.
    #[must_use]
    pub const fn next_after(self, seat: Seat, reversed: bool) -> Option<Seat> {
        if self.is_empty() {
            return None;
        }
        let below = (1u16 << seat.0) - 1;
        let above = !(below | 1 << seat.0);
        Some(if reversed {
            let first = if self.0 & below != 0 { self.0 & below } else { self.0 };
            Seat(15 - first.leading_zeros() as u8)
        } else {
            let first = if self.0 & above != 0 { self.0 & above } else { self.0 };
            Seat(first.trailing_zeros() as u8)
        })
    }

    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = Seat(rest.trailing_zeros() as u8);
            (rest != 0).then(|| {
                rest &= rest - 1;
                lowest
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// One `T` for each seat of the table, so that a missing or surplus seat can't exist.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// A table of `seats` entries made by `make`.
    ///
    /// # Panics
    /// When there are more than [`MAX_SEATS`] seats; setups are checked before they come here.
    #[must_use]
    pub fn new(seats: usize, make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::first(seats).map(make).collect())
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// The entries in seat order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(i, t)| (Seat(i as u8), t))
    }

    /// The entries in seat order, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        self.0.iter_mut().enumerate().map(|(i, t)| (Seat(i as u8), t))
    }

    /// The entries without their seats.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.0
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = T;
    type IntoIter = arrayvec::IntoIter<T, MAX_SEATS>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> BySeat<T> {
        BySeat(entries.into_iter().collect())
    }
}
