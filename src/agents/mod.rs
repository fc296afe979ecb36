//! Who answers: agents that see a [`PlayerView`] and a decision and give a choice, and the plain loop that asks them.
//!
//! An agent never sees what its seat may not see, and draws its own dice; nothing here knows of actors or files.

pub mod act;
pub mod heuristic;
mod pass;
mod random;
pub mod scripted;
pub mod table;

pub use heuristic::Heuristic;
pub use pass::Pass;
pub use random::Random;
pub use scripted::Scripted;
pub use table::{Historian, Referee, Seating, play, play_closely};

use crate::game::Stops;
use crate::game::decision::Decision;
use crate::game::settle::Reply;
use crate::game::view::PlayerView;
use crate::turn::{Phase, Step};

/// Somebody who makes decisions.
pub trait Agent: Send {
    /// The name it goes by in results.
    fn name(&self) -> &str;

    /// Answers the decision that is pending in the view.
    fn decide(&mut self, view: &PlayerView, decision: &Decision) -> Reply;

    /// At which priorities it wants to be asked, in all its games: it passes at the others. Asked for once, as its seat is set
    /// up.
    fn stops(&self) -> Stops {
        Stops::ALL
    }

    /// Whether it wants to be told of every phase and step.
    fn wants_phases(&self) -> bool {
        false
    }

    /// A step began. Only called for agents that want it, before the first question of that step.
    fn phase_began(&mut self, _began: PhaseBegan) {}
}

/// News of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseBegan {
    /// Turns begun so far.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// The step.
    pub step: Step,
}
