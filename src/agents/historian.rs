//! Who watches a game.

use crate::game::{Game, GameEvent};

/// Who watches a game: gets every event, in order, once.
pub trait Historian {
    /// Takes new events, as of the game's state after them.
    fn record(&mut self, events: &[GameEvent], game: &Game);
}

impl Historian for () {
    fn record(&mut self, _events: &[GameEvent], _game: &Game) {}
}

impl Historian for Vec<GameEvent> {
    fn record(&mut self, events: &[GameEvent], _game: &Game) {
        self.extend_from_slice(events);
    }
}

impl<H: Historian + ?Sized> Historian for &mut H {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        (**self).record(events, game);
    }
}

impl<H: Historian + ?Sized> Historian for Box<H> {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        (**self).record(events, game);
    }
}

impl<A: Historian, B: Historian> Historian for (A, B) {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.0.record(events, game);
        self.1.record(events, game);
    }
}
