//! One table hosted by actors, on the calling thread or, where that runs actors already, on one of its own.

use std::cell::RefCell;
use std::thread;

use actix::prelude::*;

use crate::agents::{Historian, Seated, Seating, panic_text};
use crate::game::Game;
use crate::turn::BySeat;

use super::coordinator::TurnCoordinator;
use super::messages::{Finished, Play};
use super::play::PlayError;
use super::port::Sitter;

thread_local! {
    /// One actix system for each worker thread, made at its first game.
    static SYSTEM: RefCell<Option<SystemRunner>> = const { RefCell::new(None) };
}

/// Plays a game to its end with fresh actors: byte for byte what [`crate::agents::Direct::play`] does.
///
/// # Errors
/// When the rules panic; a faulty agent is never an error.
pub fn host<H>(game: Game, agents: Seating, places: &BySeat<Seated>, historian: H) -> Result<Finished<H>, PlayError>
where
    H: Historian + Send + 'static,
{
    let places = places.clone();
    if tokio::runtime::Handle::try_current().is_ok() {
        // A runtime can't be entered twice on one thread.
        return apart(move || here(game, agents, places, historian));
    }
    here(game, agents, places, historian)
}

fn here<H>(game: Game, agents: Seating, places: BySeat<Seated>, historian: H) -> Result<Finished<H>, PlayError>
where
    H: Historian + Send + 'static,
{
    SYSTEM.with(|system| {
        let mut system = system.borrow_mut();
        let runner = system.get_or_insert_with(System::new);
        let sitters = agents.into_iter().map(Sitter::Agent).collect();
        runner.block_on(async move {
            let coordinator = TurnCoordinator::new(game, sitters, places).supervised();
            coordinator.send(Play { historian }).await.unwrap_or(Err(PlayError::Stopped))
        })
    })
}

/// Does that on a thread of its own.
fn apart<T: Send>(work: impl FnOnce() -> Result<T, PlayError> + Send) -> Result<T, PlayError> {
    thread::scope(|scope| {
        let joined = scope.spawn(work).join();
        joined.unwrap_or_else(|payload| Err(PlayError::Panicked(panic_text(&*payload))))
    })
}
