//! Time limits on a virtual clock: agents are charged for the steps they thought, never for the time of day.

use serde::{Deserialize, Serialize};

use super::seat::{BySeat, Seat};

/// What a player who goes over a time limit suffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlowPlay {
    /// Their turn ends, as by CR 724.1; on somebody else's turn they are asked nothing until it ends.
    #[default]
    EndTurn,
    /// They are asked nothing for the rest of the turn: they pass, and take the default for everything else.
    Pass,
    /// They lose the game.
    Concede,
}

/// Limits and time spent, in microseconds of the virtual clock.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    limits: BySeat<Limits>,
    spent: BySeat<Spent>,
    /// It runs even without any limit.
    kept: bool,
}

/// A seat's limits; absent: none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Limits {
    /// For each turn of anybody's.
    pub per_turn: Option<u64>,
    /// For the whole game.
    pub per_game: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
struct Spent {
    turn: u64,
    game: u64,
}

impl Clock {
    /// A clock with these limits.
    #[must_use]
    pub fn new(limits: BySeat<Limits>) -> Clock {
        let spent = BySeat::new(limits.seats(), |_| Spent::default());
        Clock { limits, spent, kept: false }
    }

    /// Charges a seat. True when this charge takes it over a limit it had kept so far.
    pub fn charge(&mut self, seat: Seat, micros: u64) -> bool {
        let was = self.over(seat);
        let spent = &mut self.spent[seat];
        spent.turn = spent.turn.saturating_add(micros);
        spent.game = spent.game.saturating_add(micros);
        !was && self.over(seat)
    }

    /// Whether the seat is over a limit.
    #[must_use]
    pub fn over(&self, seat: Seat) -> bool {
        let (limits, spent) = (&self.limits[seat], &self.spent[seat]);
        limits.per_turn.is_some_and(|l| spent.turn > l) || limits.per_game.is_some_and(|l| spent.game > l)
    }

    /// Whether time is kept at all: some seat has a limit, or somebody wants to know.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.kept || self.limits.values().iter().any(|l| l.per_turn.is_some() || l.per_game.is_some())
    }

    /// Time the seat has spent in this turn and in the game, in microseconds.
    #[must_use]
    pub fn spent(&self, seat: Seat) -> (u64, u64) {
        (self.spent[seat].turn, self.spent[seat].game)
    }

    /// Time is kept whether there are limits or not.
    pub(super) fn keep(&mut self) {
        self.kept = true;
    }

    pub(super) fn new_turn(&mut self) {
        for (_, spent) in self.spent.iter_mut() {
            spent.turn = 0;
        }
    }
}
