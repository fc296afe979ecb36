//! A game's events, told: lines for people, one line for each turn with why it exists, or JSON lines.
//!
//! Everything is made from events alone; a trace shows the whole table, hidden cards where an event names them.

mod guide;
mod named;
mod why;
mod words;

use std::io::{self, Write};
use std::sync::Arc;

use crate::agents::Historian;
use crate::cards::catalog::Catalog;
use crate::game::{Game, GameEvent};
use crate::turn::{Step, TurnEvent};

use super::cast::Cast;
use super::matchup::{Address, Matchup};
use super::play::play_watched;
use super::record::GameRecord;

pub use guide::Guide;
pub(super) use named::Namer;
use why::Why;
use words::Words;

/// How a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Lines for people; `verbose` shows every step and every pass too.
    Text {
        /// Show every step, priority and answer.
        verbose: bool,
    },
    /// One line for each turn: why it exists, or why it doesn't.
    Why,
    /// One JSON object for each event, with the names of seats and cards.
    Json,
}

/// Tells a game as it is played.
pub struct Tracer<W> {
    out: W,
    teller: Teller,
    error: Option<io::Error>,
}

enum Teller {
    Text(Text),
    Why(Why),
    Json(Namer),
}

impl<W: Write> Tracer<W> {
    /// A tracer that writes there.
    #[must_use]
    pub fn new(style: Style, cast: Cast, catalog: Arc<Catalog>, out: W) -> Tracer<W> {
        let teller = match style {
            Style::Text { verbose } => Teller::Text(Text { words: Words::new(cast, catalog), verbose, step: None }),
            Style::Why => Teller::Why(Why::new(cast, catalog)),
            Style::Json => Teller::Json(Namer::new(cast, catalog)),
        };
        Tracer { out, teller, error: None }
    }

    /// Takes the next event.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, event: &GameEvent) -> io::Result<()> {
        match &mut self.teller {
            Teller::Text(text) => text.tell(event, &mut self.out),
            Teller::Why(why) => match why.line(event) {
                Some(line) => writeln!(self.out, "{line}"),
                None => Ok(()),
            },
            Teller::Json(namer) => writeln!(self.out, "{}", namer.named(event)),
        }
    }

    /// The end of the trace.
    ///
    /// # Errors
    /// The first error of writing; nothing was written after it.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }
}

impl<W: Write> Historian for Tracer<W> {
    fn record(&mut self, events: &[GameEvent], _game: &Game) {
        for event in events {
            if self.error.is_none() {
                self.error = self.add(event).err();
            }
        }
    }
}

/// Plays that game and tells it. Returns its record.
///
/// # Errors
/// When the trace cannot be written.
pub fn trace(matchup: &Matchup, address: Address, style: Style, out: impl Write) -> io::Result<GameRecord> {
    let catalog = Arc::clone(matchup.scenario().catalog());
    let mut tracer = Tracer::new(style, matchup.cast(address), catalog, out);
    let record = play_watched(matchup.sit_down(address), &mut tracer);
    tracer.finish().map(|_| record)
}

/// Lines for people: turns at the margin, the steps in which something happened below them, what happened below these.
struct Text {
    words: Words,
    verbose: bool,
    /// A step that has begun and has not been written, because nothing has happened in it.
    step: Option<Step>,
}

impl Text {
    fn tell(&mut self, event: &GameEvent, out: &mut impl Write) -> io::Result<()> {
        self.words.learn(event);
        match event {
            GameEvent::Turn(TurnEvent::TurnBegan { .. }) => self.step = None,
            GameEvent::Turn(TurnEvent::StepBegan { step, .. }) => {
                self.step = Some(*step);
                return if self.verbose { self.tell_step(out) } else { Ok(()) };
            }
            _ => {}
        }
        let Some(line) = self.words.line(event, self.verbose) else { return Ok(()) };
        if line.depth > 1 {
            self.tell_step(out)?;
        }
        writeln!(out, "{:indent$}{}", "", line.text, indent = 2 * line.depth)
    }

    fn tell_step(&mut self, out: &mut impl Write) -> io::Result<()> {
        match self.step.take() {
            Some(step) => writeln!(out, "  {}", self.words.step(step)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
