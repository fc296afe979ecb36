//! Puzzles as checked: a prepared board with one right answer.

use crate::turn::Seat;

use super::scenario::Scenario;
use super::settings::AgentSpec;

/// What makes a case a puzzle: `[expect]` says what the right answer leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Who has to find the answer.
    pub seat: Seat,
    /// What has to be seen, such as `evasion`: results are counted by it.
    pub kind: String,
    /// The master seeds that it is played with, at least one; it is solved when all of them are.
    pub seeds: Vec<u64>,
    /// How many entries at the beginning of the script are its solution.
    pub(super) solution: usize,
}

impl Scenario {
    /// What makes it a puzzle, if it is one. As it was loaded, its seat is `scripted` and plays the solution.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The puzzle with its seat played by that agent, which has to find the answer by itself: only `scripted` is told the
    /// solution. Nothing where this is no puzzle.
    #[must_use]
    pub fn puzzle_for(&self, agent: AgentSpec) -> Option<Scenario> {
        let seat = self.puzzle.as_ref()?.seat;
        let mut played = self.clone();
        if !agent.is("scripted") {
            let solution = played.puzzle.as_mut().map_or(0, |puzzle| std::mem::take(&mut puzzle.solution));
            played.script.drain(..solution);
        }
        played.seats[seat].agent = agent;
        Some(played)
    }
}
