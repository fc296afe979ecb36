//! The steps still to come in the current turn, as one sequence into which phases and steps are inserted in place.

use serde::{Deserialize, Serialize};

use super::modifier::{AfterPhase, Tag};
use super::step::{Phase, Step};

/// A step still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlannedStep {
    /// Which. Main phases are planned as [`Step::PrecombatMain`] and named as they begin (CR 505.1a).
    pub step: Step,
    /// Which phase of the turn it belongs to: equal numbers are one phase.
    pub phase: u32,
    /// What added it; `None` for what every turn has.
    pub added_by: Option<Tag>,
}

/// The phases of every turn and their steps, in order; a format may have its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sequence(pub Vec<Vec<Step>>);

impl Default for Sequence {
    /// CR 500.1.
    fn default() -> Sequence {
        Sequence(Phase::ALL.iter().map(|p| p.steps().to_vec()).collect())
    }
}

/// The plan of a turn; what comes next is last in the vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(super) struct Plan {
    to_come: Vec<PlannedStep>,
    phases: u32,
}

impl Plan {
    /// Starts a turn.
    pub(super) fn refill(&mut self, sequence: &Sequence) {
        self.to_come.clear();
        for (number, steps) in sequence.0.iter().enumerate().rev() {
            let planned = |step: &Step| PlannedStep { step: as_planned(*step), phase: number as u32, added_by: None };
            self.to_come.extend(steps.iter().rev().map(planned));
        }
        self.phases = sequence.0.len() as u32;
    }

    pub(super) fn peek(&self) -> Option<PlannedStep> {
        self.to_come.last().copied()
    }

    pub(super) fn pop(&mut self) -> Option<PlannedStep> {
        self.to_come.pop()
    }

    /// The steps still to come, next first.
    pub(super) fn iter(&self) -> impl Iterator<Item = PlannedStep> + '_ {
        self.to_come.iter().rev().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.to_come.is_empty()
    }

    /// Drops the rest of a phase.
    pub(super) fn drop_phase(&mut self, phase: u32) {
        while self.to_come.last().is_some_and(|s| s.phase == phase) {
            self.to_come.pop();
        }
    }

    /// Plans one more step, directly next.
    pub(super) fn push(&mut self, step: PlannedStep) {
        self.to_come.push(step);
    }

    /// Inserts a phase with those steps after the phase `after`; directly next when nothing of that phase is to come.
    pub(super) fn insert_phase(&mut self, steps: &[Step], after: u32, by: Tag) {
        let number = self.phases;
        self.phases += 1;
        let last_of = self.to_come.iter().position(|s| s.phase == after).unwrap_or(self.to_come.len());
        let planned =
            steps.iter().rev().map(|s| PlannedStep { step: as_planned(*s), phase: number, added_by: Some(by) });
        self.to_come.splice(last_of..last_of, planned);
    }

    /// The number of the phase an effect means, or `None` when it is past.
    pub(super) fn find(&self, after: AfterPhase, current: u32, current_phase: Phase, mains_begun: u32) -> Option<u32> {
        match after {
            AfterPhase::This => Some(current),
            AfterPhase::Next(phase) if phase == current_phase => Some(current),
            AfterPhase::Next(phase) => self.next_of(phase, mains_begun),
            AfterPhase::FirstPostcombatMain => match mains_begun {
                2 if current_phase == Phase::PostcombatMain => Some(current),
                0 | 1 => self.next_of(Phase::PostcombatMain, mains_begun),
                _ => None,
            },
        }
    }

    fn next_of(&self, phase: Phase, mains_begun: u32) -> Option<u32> {
        let mut mains = mains_begun;
        for step in self.iter() {
            if step.step.is_main() {
                mains += 1;
                let named = if mains == 1 { Phase::PrecombatMain } else { Phase::PostcombatMain };
                if named == phase {
                    return Some(step.phase);
                }
            } else if step.step.phase() == phase {
                return Some(step.phase);
            }
        }
        None
    }

    /// Straight to the cleanup step (CR 723.1d): everything before it is dropped.
    pub(super) fn skip_to_cleanup(&mut self) {
        let ending = self.to_come.iter().find(|s| s.step == Step::Cleanup).map(|s| s.phase);
        self.to_come.clear();
        let phase = ending.unwrap_or(self.phases);
        self.phases = self.phases.max(phase + 1);
        self.to_come.push(PlannedStep { step: Step::Cleanup, phase, added_by: None });
    }

    pub(super) fn clear(&mut self) {
        self.to_come.clear();
    }
}

const fn as_planned(step: Step) -> Step {
    match step {
        Step::PostcombatMain => Step::PrecombatMain,
        Step::FirstStrikeDamage => Step::CombatDamage,
        other => other,
    }
}
