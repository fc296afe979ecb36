//! What players have done to each other. Everybody at the table has seen it, and no rule asks for it: it is for players who
//! remember.

use serde::{Deserialize, Serialize};

use crate::turn::Seat;

/// What one player has done to another so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deed {
    /// Damage dealt to them by what the player controlled.
    pub damage: u32,
    /// Creatures with which the player attacked them, or planeswalkers of theirs.
    pub attackers: u32,
    /// Turns, phases and steps that effects of the player made them skip, and turns or phases of theirs that the player took
    /// control of.
    pub skips: u32,
    /// The turn of the last of these, counting turns begun; 0: nothing was done.
    pub last: u32,
}

/// What everybody has done to everybody else.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Deeds {
    seats: u8,
    /// By who did it, and then by whom it was done to.
    done: Vec<Deed>,
}

impl Deeds {
    /// Nobody at a table of so many seats has done anything.
    pub(crate) fn none(seats: usize) -> Deeds {
        Deeds { seats: seats as u8, done: vec![Deed::default(); seats * seats] }
    }

    /// What the first has done to the second.
    pub(crate) fn of(&self, by: Seat, to: Seat) -> Deed {
        self.done[by.index() * usize::from(self.seats) + to.index()]
    }

    /// Something is done in that turn; what players do to themselves is not noted.
    pub(crate) fn note(&mut self, by: Seat, to: Seat, turn: u32, what: impl FnOnce(&mut Deed)) {
        if by != to {
            let deed = &mut self.done[by.index() * usize::from(self.seats) + to.index()];
            deed.last = turn;
            what(deed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_of_players_has_its_own_account() {
        let (a, b, c) = (Seat(0), Seat(1), Seat(2));
        let mut deeds = Deeds::none(3);
        deeds.note(a, b, 4, |deed| deed.damage += 3);
        deeds.note(a, b, 6, |deed| deed.attackers += 1);
        deeds.note(b, a, 5, |deed| deed.skips += 1);
        deeds.note(c, c, 7, |deed| deed.damage += 9);
        assert_eq!(deeds.of(a, b), Deed { damage: 3, attackers: 1, skips: 0, last: 6 });
        assert_eq!(deeds.of(b, a), Deed { skips: 1, last: 5, ..Deed::default() });
        assert_eq!([deeds.of(a, c), deeds.of(c, c)], [Deed::default(); 2]);
    }
}
