//! Scripts as checked: what happens, and when.

use crate::agents::act::Act;
use crate::cards::effect::EffectId;
use crate::turn::{Seat, Step};

pub use super::file::script::When;

/// An entry of a script.
///
/// Entries at the same moment happen in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptEntry {
    /// In which turn, counting turns begun from 1.
    pub turn: u32,
    /// In which step, or before which; `None`: before the turn itself.
    pub step: Option<Step>,
    /// In the n-th such step of the turn, from 1.
    pub nth: u16,
    /// Who does it; `None`: the active player.
    pub seat: Option<Seat>,
    /// Who has to decide for them; `None`: anybody.
    pub by: Option<Seat>,
    /// At which moment of the step.
    pub when: When,
    /// Whether its moment may never come; otherwise that fails the case.
    pub optional: bool,
    /// Its acts must not be possible: doing any of them fails the case.
    pub impossible: bool,
    /// It is done as far as it can be, and nothing is amiss where it can't: what the other seats of a puzzle do depends on
    /// who solves it.
    pub tried: bool,
    /// What happens, in order.
    pub what: Vec<Do>,
    /// Line and column in the scenario, for complaints.
    pub at: (usize, usize),
}

/// One thing that a script does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Do {
    /// An effect, performed without a card and without the stack, controlled by the entry's seat.
    Effect(EffectId),
    /// A player's own act, done by the seat's scripted agent.
    Act(Act),
}
