//! One table hosted by actors, on the calling thread.

use std::cell::RefCell;

use actix::prelude::*;

use crate::agents::{Historian, Seating};
use crate::game::Game;

use super::coordinator::TurnCoordinator;
use super::messages::{Finished, Play};

thread_local! {
    /// One actix system for each worker thread, made at its first game.
    static SYSTEM: RefCell<Option<SystemRunner>> = const { RefCell::new(None) };
}

/// Why actors could not host a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The coordinator's mailbox closed before the game was over.
    #[error("the coordinator stopped before the game was over")]
    Stopped,
    /// A game was started from inside another one on the same thread.
    #[error("a game is being hosted on this thread already")]
    Busy,
}

/// Plays a game to its end with fresh actors: byte for byte what [`crate::agents::play`] does.
///
/// # Errors
/// When the coordinator stops early or the thread is hosting already; a faulty agent is never an error.
pub fn host<H>(game: Game, agents: Seating, historian: H) -> Result<Finished<H>, HostError>
where
    H: Historian + Send + 'static,
{
    SYSTEM.with(|system| {
        let mut system = system.try_borrow_mut().map_err(|_| HostError::Busy)?;
        let runner = system.get_or_insert_with(System::new);
        let finished = runner.block_on(async move {
            let coordinator = TurnCoordinator::new(game, agents).start();
            coordinator.send(Play { historian }).await
        });
        finished.ok().flatten().ok_or(HostError::Stopped)
    })
}
