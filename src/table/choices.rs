//! What a run keeps of agents that are not reproducible, and the seats that play from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::agents::{Agent, Given, Misfit, Recorded};

/// A line of `choices.jsonl`: something that an agent gave in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceRow {
    /// The game's index in its run, from 0.
    pub game: u64,
    /// The entrant's name.
    pub seat: Arc<str>,
    /// What its agent gave.
    #[serde(flatten)]
    pub given: Given,
}

/// What some agents gave in one game of a run: in the game of that index their seats are played from it.
#[derive(Debug, Clone)]
pub struct Recording {
    game: u64,
    seats: BTreeMap<Arc<str>, Arc<[Given]>>,
    misfit: Misfit,
}

impl Recording {
    /// The recording of the rows that are about that game.
    #[must_use]
    pub fn new(game: u64, rows: impl IntoIterator<Item = ChoiceRow>) -> Recording {
        let mut seats: BTreeMap<Arc<str>, Vec<Given>> = BTreeMap::new();
        for row in rows.into_iter().filter(|row| row.game == game) {
            seats.entry(row.seat).or_default().push(row.given);
        }
        let seats = seats.into_iter().map(|(seat, given)| (seat, given.into())).collect();
        Recording { game, seats, misfit: Misfit::default() }
    }

    /// Which game it is of.
    #[must_use]
    pub const fn game(&self) -> u64 {
        self.game
    }

    /// Whether anything of that entrant is recorded.
    #[must_use]
    pub fn has(&self, seat: &str) -> bool {
        self.seats.contains_key(seat)
    }

    /// The entrant of that name, as it played; nothing if nothing of it is recorded.
    #[must_use]
    pub fn player(&self, seat: &str) -> Option<Box<dyn Agent>> {
        let (name, given) = self.seats.get_key_value(seat)?;
        Some(Box::new(Recorded::new(Arc::clone(name), Arc::clone(given), self.misfit.clone())))
    }

    /// The first thing in which a game that was played from it did not fit.
    #[must_use]
    pub fn misfit(&self) -> Option<String> {
        self.misfit.get()
    }
}
