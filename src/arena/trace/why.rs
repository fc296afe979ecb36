//! Why each turn exists, and why others don't: one line each.
//!
//! ```text
//! turn   1  A     normal turn
//! turn   2  A*    extra turn: Time Warp, granted in turn 1
//!      --   B     skipped: Lethal Vapors, made in turn 1; 1 more waits
//!      --   C*    lost: its player has left
//! ```

use std::sync::Arc;

use crate::arena::cast::Cast;
use crate::cards::catalog::Catalog;
use crate::game::GameEvent;
use crate::turn::{Seat, TurnEvent, TurnKind};

use super::words::{Words, lost};

/// Writes one line for each turn, and for each that is not taken.
pub(super) struct Why {
    words: Words,
    width: usize,
}

impl Why {
    pub(super) fn new(cast: Cast, catalog: Arc<Catalog>) -> Why {
        let longest = cast.0.values().iter().map(|member| member.name.chars().count()).max().unwrap_or(0);
        Why { words: Words::new(cast, catalog), width: longest + 1 }
    }

    pub(super) fn line(&mut self, event: &GameEvent) -> Option<String> {
        self.words.learn(event);
        let GameEvent::Turn(event) = event else { return None };
        Some(match *event {
            TurnEvent::TurnBegan { turn, seat, kind, controller } => {
                let why = match kind {
                    TurnKind::Normal => "normal turn".to_owned(),
                    TurnKind::Extra(grant) => format!("extra turn: {}", self.words.grant(grant)),
                };
                let by = controller.map(|by| format!("; controlled by {}", self.words.seat(by))).unwrap_or_default();
                self.row(&format!("turn {turn:>3}"), seat, kind, &format!("{why}{by}"))
            }
            TurnEvent::TurnSkipped { seat, kind, by, left } => {
                let extra = match kind {
                    TurnKind::Normal => String::new(),
                    TurnKind::Extra(grant) => format!("; an extra turn: {}", self.words.grant(grant)),
                };
                let more = if left > 0 { format!("; {left} more to come") } else { String::new() };
                self.row("--", seat, kind, &format!("skipped: {}{extra}{more}", self.words.skipper(by)))
            }
            TurnEvent::TurnLost { grant, seat, why } => {
                let text = format!("lost: {}; {}", lost(why), self.words.grant(grant));
                self.row("--", seat, TurnKind::Extra(grant), &text)
            }
            TurnEvent::TurnNotBegun { seat } => {
                self.row("--", seat, TurnKind::Normal, "not begun: its player has left")
            }
            _ => return None,
        })
    }

    fn row(&self, number: &str, seat: Seat, kind: TurnKind, why: &str) -> String {
        let name = self.words.turn_name(seat, kind, None);
        format!("{number:>8}  {name:<width$}  {why}", width = self.width)
    }
}
