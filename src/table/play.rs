//! Plays single games in the plain loop.

use crate::agents::{Direct, Historian};

use super::matchup::{Address, Matchup, Table};
use super::record::GameRecord;

/// Plays that game to its end and returns its record.
#[must_use]
pub fn play_direct(matchup: &Matchup, address: Address) -> GameRecord {
    play_watched(matchup.sit_down(address), &mut ())
}

/// Plays at a table that has been laid out, with somebody watching besides the recorder.
pub fn play_watched(table: Table, watching: &mut dyn Historian) -> GameRecord {
    let Table { mut game, agents, places, mut recorder, .. } = table;
    Direct::new(agents, &places).play(&mut game, &mut (&mut recorder, watching));
    recorder.finish()
}
