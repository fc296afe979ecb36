//! A game's events, told: lines for people, one line for each turn with why it exists, or JSON lines.
//!
//! A trace is made from events and from the table as it was before and after each piece of the game, and shows the whole
//! table, hidden cards where an event names them or hands are asked for.

mod guide;
mod named;
mod offers;
mod page;
mod play;
mod saying;
mod scope;
mod seen;
mod text;
mod why;
mod words;

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::Value;

use crate::agents::Historian;
use crate::cards::catalog::Catalog;
use crate::game::{Game, GameEvent, Target};
use crate::turn::TurnEvent;

use super::cast::Cast;
use super::matchup::{Address, Matchup};
use super::play::play_closely;
use super::record::GameRecord;

pub use guide::Guide;
pub(super) use named::Namer;
pub use offers::Offers;
pub use page::{Look, Tint};
pub use play::Detail;
pub use scope::{Scope, Turns};
use seen::{Piece, Seen};
use text::Text;
use why::Why;

/// In which form a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Lines for people.
    Text {
        /// How much is told.
        detail: Detail,
        /// Hands are shown as turns begin, and cards named as they are drawn.
        hands: bool,
    },
    /// One line for each turn: why it exists, or why it doesn't.
    Why,
    /// One JSON object for each event, with the names of seats and cards.
    Json,
}

/// How a game is told.
#[derive(Debug, Clone, Copy)]
pub struct Telling {
    /// The form.
    pub style: Style,
    /// Which part of it.
    pub scope: Scope,
    /// How its lines look.
    pub look: Look,
}

impl From<Style> for Telling {
    /// The whole game, as plain text.
    fn from(style: Style) -> Telling {
        Telling { style, scope: Scope::default(), look: Look::default() }
    }
}

/// Tells a game as it is played, by whoever lets it look on [closely](play_closely).
pub struct Tracer<W> {
    out: W,
    teller: Teller,
    scope: Scope,
    turn: u32,
    before: Seen,
    after: Seen,
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
    pub fn new(telling: Telling, cast: Cast, catalog: Arc<Catalog>, out: W) -> Tracer<W> {
        let Telling { style, scope, look } = telling;
        let teller = match style {
            Style::Text { detail, hands } => {
                let hands = cast.seats_if(hands);
                Teller::Text(Text::new(cast, catalog, detail, hands, scope, look))
            }
            Style::Why => Teller::Why(Why::new(cast, catalog)),
            Style::Json => Teller::Json(Namer::new(cast, catalog)),
        };
        Tracer { out, teller, scope, turn: 0, before: Seen::default(), after: Seen::default(), error: None }
    }

    fn tell(&mut self, events: &[GameEvent], game: &Game) -> io::Result<()> {
        let piece = Piece { events, before: &self.before, after: &self.after, game };
        if let Teller::Text(text) = &mut self.teller {
            return text.tell(&piece, &mut self.out);
        }
        for (at, event) in events.iter().enumerate() {
            if let GameEvent::Turn(TurnEvent::TurnBegan { turn, .. }) = event {
                self.turn = *turn;
            }
            let line = match &mut self.teller {
                Teller::Why(why) => why.line(event),
                Teller::Json(namer) => Some(object(namer, &piece, at).to_string()),
                Teller::Text(_) => None,
            };
            if let Some(line) = line.filter(|_| self.scope.holds(self.turn, piece.about(event))) {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
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
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.after.look(game);
        if self.error.is_none() {
            self.error = self.tell(events, game).err();
        }
        std::mem::swap(&mut self.before, &mut self.after);
    }
}

/// The event at that place as an object; with the targets of what it tells to be put on the stack.
fn object(namer: &Namer, piece: &Piece<'_>, at: usize) -> Value {
    let mut object = namer.named(&piece.events[at]);
    if let Some((_, item)) = piece.put(at).filter(|(_, item)| !item.targets.is_empty()) {
        let card = |target: Target| match target {
            Target::Player(_) => None,
            Target::Object(id) => piece.thing(id).map(|thing| thing.named),
        };
        let targets = item.targets.iter().map(|target| namer.target(*target, card(*target)));
        object["targets"] = targets.collect::<Vec<_>>().into();
    }
    object
}

/// Plays that game and tells it. Returns its record.
///
/// # Errors
/// When the trace cannot be written.
pub fn trace(
    matchup: &Matchup,
    address: Address,
    telling: impl Into<Telling>,
    out: impl Write,
) -> io::Result<GameRecord> {
    let catalog = Arc::clone(matchup.scenario().catalog());
    let mut tracer = Tracer::new(telling.into(), matchup.cast(address), catalog, out);
    let record = play_closely(matchup.sit_down(address), &mut tracer);
    tracer.finish().map(|_| record)
}

#[cfg(test)]
mod tests;
