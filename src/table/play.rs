//! Plays single games in the plain loop, and says why one was not played to its end.

use crate::agents::{Direct, Historian};

use super::matchup::{Address, Matchup, Table};
use super::record::GameRecord;

/// Why a game was not played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A bug in the rules or in who watches: something panicked that was no agent.
    #[error("the game panicked: {0}")]
    Panicked(String),
    /// A game is played once.
    #[error("the game has been played before")]
    PlayedBefore,
    /// The coordinator is gone, and its game with it.
    #[error("the coordinator stopped before the game was over")]
    Stopped,
}

/// Plays that game to its end and returns its record.
#[must_use]
pub fn play_direct(matchup: &Matchup, address: Address) -> GameRecord {
    play_watched(matchup.sit_down(address), &mut ())
}

/// Plays at a table that has been laid out, with somebody watching besides the recorder.
pub fn play_watched(table: Table, watching: &mut dyn Historian) -> GameRecord {
    let Table { mut game, agents, places, mut recorder, .. } = table;
    let (_, seats) = Direct::new(agents, &places).play(&mut game, &mut (&mut recorder, watching));
    recorder.finish_with(seats)
}

/// The same with somebody who looks on after every piece of the game, and not only where somebody is asked.
pub fn play_closely(table: Table, watching: &mut dyn Historian) -> GameRecord {
    let Table { mut game, agents, places, mut recorder, .. } = table;
    let (_, seats) = Direct::new(agents, &places).play_closely(&mut game, &mut (&mut recorder, watching));
    recorder.finish_with(seats)
}
