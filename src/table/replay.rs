//! Any game of a run again, from its inputs, with everything that happened in it.

use crate::game::GameEvent;

use super::cast::Cast;
use super::matchup::{Address, Matchup};
use super::play::play_watched;
use super::record::GameRecord;

/// A game played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Its record: equal to the one of the run, byte for byte.
    pub record: GameRecord,
    /// Who sat where.
    pub cast: Cast,
    /// Every event, in order.
    pub events: Vec<GameEvent>,
}

/// Plays that game and keeps its events.
#[must_use]
pub fn replay(matchup: &Matchup, address: Address) -> Replay {
    let mut events = Vec::new();
    let record = play_watched(matchup.sit_down(address), &mut events);
    Replay { record, cast: matchup.cast(address), events }
}
