//! The outline of a game: what a person needs to recognise it, one line for each turn.
//!
//! ```text
//! 1 A
//! 2 C*
//! skip B
//! 3 D[by:A]
//! lost C*
//! left B (life)
//! end win A
//! ```

use std::fmt;

use crate::game::{GameEvent, Outcome};
use crate::turn::{Seat, TurnEvent, TurnKind};

use super::cast::Cast;

/// A turn as people write it: a seat's name, `*` for an extra turn, `[by:NAME]` for who controls it.
pub(super) struct TurnName<'a> {
    pub(super) cast: &'a Cast,
    pub(super) seat: Seat,
    pub(super) extra: bool,
    pub(super) by: Option<Seat>,
}

impl fmt::Display for TurnName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.extra { "*" } else { "" };
        write!(f, "{}{star}", self.cast.name(self.seat))?;
        match self.by {
            Some(by) => write!(f, "[by:{}]", self.cast.name(by)),
            None => Ok(()),
        }
    }
}

/// Writes an outline as events come.
#[derive(Debug, Clone)]
pub struct Outliner {
    cast: Cast,
    text: String,
}

impl Outliner {
    /// An outline of nothing yet.
    #[must_use]
    pub const fn new(cast: Cast) -> Outliner {
        Outliner { cast, text: String::new() }
    }

    /// Takes the next event.
    pub fn add(&mut self, event: &GameEvent) {
        let cast = &self.cast;
        let name = |seat: Seat, kind: TurnKind, by| TurnName { cast, seat, extra: kind.is_extra(), by };
        let line = match *event {
            GameEvent::Turn(TurnEvent::TurnBegan { turn, seat, kind, controller }) => {
                format!("{turn} {}", name(seat, kind, controller))
            }
            GameEvent::Turn(TurnEvent::TurnSkipped { seat, kind, .. }) => format!("skip {}", name(seat, kind, None)),
            GameEvent::Turn(TurnEvent::TurnLost { grant, seat, .. }) => {
                format!("lost {}", name(seat, TurnKind::Extra(grant), None))
            }
            GameEvent::PlayerLeft { seat, cause } => format!("left {} ({})", cast.name(seat), cause.name()),
            GameEvent::GameOver { outcome } => format!("end {}", ended(cast, outcome)),
            _ => return,
        };
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&line);
    }

    /// The outline so far, without a line break at its end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn ended(cast: &Cast, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner } => format!("win {}", cast.name(winner)),
        Outcome::Draw { .. } => "draw".to_owned(),
        Outcome::Capped => "capped".to_owned(),
        Outcome::Stalled { .. } => "stalled".to_owned(),
        Outcome::Fault => "fault".to_owned(),
    }
}

/// The outline of a game, from its events.
#[must_use]
pub fn outline(cast: Cast, events: &[GameEvent]) -> String {
    let mut outliner = Outliner::new(cast);
    events.iter().for_each(|event| outliner.add(event));
    outliner.text
}
