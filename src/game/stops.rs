//! Stops: at which priorities a player is asked at all.

use std::ops::Deref;

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::turn::{Seat, StepSet};

use super::engine::Core;
use super::state::{GameState, StackKind};

/// At which priorities a player is asked, as the stops of a client: at all others they pass by themselves. Who controls the
/// player is not bound by them (CR 723.5), and a table that asks everything asks at every priority. They belong to who
/// plays, not to the game: [`Game::advance_to`](super::Game::advance_to) is told of them each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stops {
    /// With nothing on the stack, in which steps of their own or their team's turns.
    pub own: StepSet,
    /// With nothing on the stack, in which steps of others' turns.
    pub others: StepSet,
    /// With something on the stack, by what is on top of it.
    pub top: Tops,
    /// Also where there is nothing to do but pass.
    pub forced: bool,
}

bitflags! {
    /// What may be on top of the stack.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Tops: u8 {
        /// A spell of the player's or a teammate's.
        const OWN_SPELL = 1;
        /// An ability of theirs.
        const OWN_ABILITY = 2;
        /// A spell of an opponent's.
        const THEIR_SPELL = 4;
        /// An ability of an opponent's.
        const THEIR_ABILITY = 8;
    }
}

impl Stops {
    /// Every priority.
    pub const ALL: Stops = Stops { own: StepSet::ALL, others: StepSet::ALL, top: Tops::all(), forced: false };
}

impl Default for Stops {
    fn default() -> Stops {
        Stops::ALL
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether the seat is to be asked at this priority.
    pub(super) fn is_stop(&self, seat: Seat, stops: &Stops) -> bool {
        let turns = &self.s.turns;
        match self.s.stack.last() {
            None => {
                let own = turns.teams().same(turns.turn().active, seat);
                if own { stops.own } else { stops.others }.contains(turns.step())
            }
            Some(top) => {
                let spell = matches!(top.kind, StackKind::Spell(_));
                let theirs = turns.are_opponents(top.controller, seat);
                stops.top.contains(match (theirs, spell) {
                    (false, true) => Tops::OWN_SPELL,
                    (false, false) => Tops::OWN_ABILITY,
                    (true, true) => Tops::THEIR_SPELL,
                    (true, false) => Tops::THEIR_ABILITY,
                })
            }
        }
    }
}
