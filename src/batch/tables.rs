//! Real games for the workers: each is laid out by its address and played by one of the drivers.

use crate::table::record::GameRecord;
use crate::table::{Matchup, PlayError, play_direct};
#[cfg(feature = "actors")]
use crate::table::{Table, host};

use super::worker::PlayGame;

/// Who puts the questions to the agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Driver {
    /// Actors that exchange messages: what live play uses.
    #[cfg(feature = "actors")]
    #[cfg_attr(feature = "actors", default)]
    Actors,
    /// The plain loop: the fast path, and the oracle.
    #[cfg_attr(not(feature = "actors"), default)]
    Direct,
}

/// The tables of a run.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Who plays whom.
    pub matchup: Matchup,
    /// How.
    pub driver: Driver,
}

impl PlayGame for Tables {
    type Error = PlayError;

    fn play(&self, game: u64) -> Result<GameRecord, PlayError> {
        let address = self.matchup.address(game);
        match self.driver {
            Driver::Direct => Ok(play_direct(&self.matchup, address)),
            #[cfg(feature = "actors")]
            Driver::Actors => {
                let Table { game, agents, places, recorder, .. } = self.matchup.sit_down(address);
                // It goes from message to message: a pointer is what goes cheaply.
                let finished = host(game, agents, &places, Box::new(recorder))?;
                Ok(finished.historian.finish_with(finished.seats))
            }
        }
    }
}
