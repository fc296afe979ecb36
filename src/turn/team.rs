//! Teams that share turns (CR 805.4).

use serde::{Deserialize, Serialize};

use super::seat::{Seat, SeatSet};

/// Teams of one size, each in adjacent seats (CR 805.1): the first ones are the starting team. In teams of one, everybody
/// plays for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Teams {
    size: u8,
}

impl Default for Teams {
    fn default() -> Teams {
        Teams::of_size(1)
    }
}

impl Teams {
    /// Teams of that many players; of one for 0.
    #[must_use]
    pub const fn of_size(size: u8) -> Teams {
        Teams { size: if size == 0 { 1 } else { size } }
    }

    /// How many players a team has.
    #[must_use]
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// The player who stands for the team: the rightmost from its own perspective, who comes first in turn order (CR 805.2).
    #[must_use]
    pub const fn primary(self, seat: Seat) -> Seat {
        if self.size == 1 { seat } else { Seat(seat.0 - seat.0 % self.size) }
    }

    /// The seats of a seat's team, its own among them.
    #[must_use]
    pub const fn of(self, seat: Seat) -> SeatSet {
        if self.size == 1 {
            return SeatSet::only(seat);
        }
        let first = self.primary(seat).0;
        SeatSet(SeatSet::first(self.size as usize).0 << first)
    }

    /// Whether two seats are of one team.
    #[must_use]
    pub const fn same(self, a: Seat, b: Seat) -> bool {
        self.primary(a).0 == self.primary(b).0
    }

    /// These seats and their teammates.
    #[must_use]
    pub fn whole(self, seats: SeatSet) -> SeatSet {
        if self.size == 1 { seats } else { seats.iter().fold(SeatSet::EMPTY, |all, seat| all.or(self.of(seat))) }
    }

    /// The primary player of the next team in the direction of play, of so many seats, living or not.
    pub(super) const fn next(self, seat: Seat, seats: usize, reversed: bool) -> Seat {
        let (size, seats) = (self.size, seats as u8);
        let here = self.primary(seat).0;
        Seat(match (reversed, here) {
            (true, 0) => seats - size,
            (true, n) => n - size,
            (false, n) if n + size >= seats => 0,
            (false, n) => n + size,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_of_two_sit_together() {
        let teams = Teams::of_size(2);
        assert_eq!((teams.primary(Seat(3)), teams.of(Seat(2))), (Seat(2), SeatSet(0b1100)));
        assert!(teams.same(Seat(0), Seat(1)) && !teams.same(Seat(1), Seat(2)));
        assert_eq!(teams.whole(SeatSet::only(Seat(5))), SeatSet(0b11_0000));
    }

    #[test]
    fn the_next_team_is_found_in_both_directions() {
        let (alone, twos) = (Teams::default(), Teams::of_size(2));
        assert_eq!((alone.next(Seat(3), 4, false), alone.next(Seat(0), 4, true)), (Seat(0), Seat(3)));
        assert_eq!((twos.next(Seat(1), 6, false), twos.next(Seat(5), 6, false)), (Seat(2), Seat(0)));
        assert_eq!((twos.next(Seat(1), 6, true), twos.next(Seat(4), 6, true)), (Seat(4), Seat(2)));
    }
}
