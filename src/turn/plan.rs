//! The steps still to come in the current turn, as one sequence into which phases and steps are inserted in place.

use serde::{Deserialize, Serialize};

use super::modifier::{ScheduledPhases, Tag};
use super::step::{Phase, Step};

/// A step still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlannedStep {
    /// Which. Main phases are planned as [`Step::PrecombatMain`] and named as they begin (CR 505.1a);
    /// combat damage is planned as [`Step::CombatDamage`] and doubled as it begins (CR 510.4).
    pub step: Step,
    /// Which phase of the turn it belongs to: equal numbers are one phase.
    pub phase: u32,
    /// What added it; `None` for what every turn has.
    pub added_by: Option<Tag>,
    /// It was added by itself (CR 500.9, 500.10), not as a step of an added phase.
    pub(super) alone: bool,
    /// It is the second of two combat damage steps, so first strike doesn't double it again.
    pub(super) second_damage: bool,
}

impl PlannedStep {
    pub(super) fn new(step: Step, phase: u32, added_by: Option<Tag>) -> PlannedStep {
        PlannedStep { step: as_planned(step), phase, added_by, alone: false, second_damage: false }
    }
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

impl Sequence {
    /// The steps of a phase that is added to a turn: those it has in this sequence, or else by the rules.
    fn steps_of(&self, phase: Phase) -> Vec<Step> {
        let same = |p: Phase| p == phase || (p.is_main() && phase.is_main());
        let own = self.0.iter().find(|steps| kind_of(steps.iter().copied()).is_some_and(same));
        match (own, phase) {
            (Some(steps), _) => steps.clone(),
            (None, Phase::Custom(n)) => vec![Step::Custom(n)],
            (None, phase) => phase.steps().to_vec(),
        }
    }

    fn has_cleanup(&self) -> bool {
        self.0.iter().flatten().any(|s| *s == Step::Cleanup)
    }
}

/// What phase these steps make up: custom steps among others take the kind of the others.
fn kind_of(steps: impl Iterator<Item = Step> + Clone) -> Option<Phase> {
    let of_the_rules = steps.clone().find(|s| !matches!(s, Step::Custom(_)));
    of_the_rules.or_else(|| steps.clone().next()).map(Step::phase)
}

/// The kind of the phase of that number, which the first of these steps belongs to.
fn kind_of_first(steps: impl Iterator<Item = PlannedStep> + Clone, number: u32) -> Option<Phase> {
    kind_of(steps.take_while(move |s| s.phase == number).map(|s| s.step))
}

/// The plan of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(super) struct TurnPlan {
    /// What comes next is last.
    to_come: Vec<PlannedStep>,
    /// How many phases have been numbered.
    phases: u32,
    /// What was added after phases that have not begun, in order of creation. It is planned as they begin: a phase that is
    /// skipped never does, and what was to follow it waits for the next such phase or goes with it (CR 614.10a).
    scheduled: Vec<ScheduledPhases>,
}

impl TurnPlan {
    /// Starts a turn.
    pub(super) fn refill(&mut self, sequence: &Sequence) {
        self.to_come.clear();
        for (number, steps) in sequence.0.iter().enumerate().rev() {
            self.to_come.extend(steps.iter().rev().map(|s| PlannedStep::new(*s, number as u32, None)));
        }
        self.phases = sequence.0.len() as u32;
        self.scheduled.clear();
    }

    /// How much it holds, in entries.
    pub(super) fn len(&self) -> usize {
        self.to_come.len() + self.scheduled.len()
    }

    pub(super) fn peek(&self) -> Option<PlannedStep> {
        self.to_come.last().copied()
    }

    pub(super) fn pop(&mut self) -> Option<PlannedStep> {
        self.to_come.pop()
    }

    /// The steps planned, next first, without what waits for a phase to begin.
    pub(super) fn iter(&self) -> impl Iterator<Item = PlannedStep> + Clone + '_ {
        self.to_come.iter().rev().copied()
    }

    /// The steps still to come if nothing is skipped, next first. `current` is the number of the current phase.
    pub(super) fn foreseen(&self, sequence: &Sequence, current: u32, mut mains: u32) -> Vec<PlannedStep> {
        let (mut ahead, mut last, mut steps) = (self.clone(), current, Vec::new());
        while let Some(next) = ahead.peek() {
            if next.phase != last
                && let Some(kind) = ahead.kind_of_next(next.phase)
            {
                let phase = kind.named(mains);
                (last, mains) = (next.phase, mains + u32::from(phase.is_main()));
                ahead.phase_begins(next.phase, phase, mains, sequence);
            }
            steps.extend(ahead.pop());
        }
        steps
    }

    pub(super) fn is_empty(&self) -> bool {
        self.to_come.is_empty()
    }

    /// The kind of the phase of that number, which is the next step's.
    pub(super) fn kind_of_next(&self, number: u32) -> Option<Phase> {
        kind_of_first(self.iter(), number)
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

    /// Inserts phases as the sequence has them after the phase `after`, the first of them first.
    pub(super) fn insert_phases(&mut self, phases: &[Phase], sequence: &Sequence, after: u32, by: Tag) {
        for phase in phases.iter().rev() {
            self.insert_steps(&sequence.steps_of(*phase), after, by);
        }
    }

    /// Inserts a step in a phase of its own after the phase `after` (CR 500.10).
    pub(super) fn insert_step(&mut self, step: Step, after: u32, by: Tag) {
        self.insert_steps(&[step], after, by);
        for planned in self.to_come.iter_mut().filter(|s| s.phase == self.phases - 1) {
            planned.alone = true;
        }
    }

    /// Inserts a phase with those steps after the phase `after`; directly next when nothing of that phase is to come.
    fn insert_steps(&mut self, steps: &[Step], after: u32, by: Tag) {
        let number = self.phases;
        self.phases += 1;
        let last_of = self.to_come.iter().position(|s| s.phase == after).unwrap_or(self.to_come.len());
        let planned = steps.iter().rev().map(|s| PlannedStep::new(*s, number, Some(by)));
        self.to_come.splice(last_of..last_of, planned);
    }

    /// Keeps phases until the one they follow begins.
    pub(super) fn schedule(&mut self, phases: ScheduledPhases) {
        self.scheduled.push(phases);
    }

    /// What waits for a phase to begin.
    pub(super) fn scheduled(&self) -> &[ScheduledPhases] {
        &self.scheduled
    }

    /// The turn is over: what still waited never came.
    pub(super) fn take_scheduled(&mut self) -> Vec<ScheduledPhases> {
        std::mem::take(&mut self.scheduled)
    }

    /// The phase of that number begins, with it `mains` main phases have begun: what was to follow it is planned, of several
    /// the newest first (CR 500.8).
    pub(super) fn phase_begins(&mut self, number: u32, phase: Phase, mains: u32, sequence: &Sequence) {
        let mut at = 0;
        while let Some(awaiting) = self.scheduled.get(at) {
            if !awaiting.after.is(phase, mains) {
                at += 1;
                continue;
            }
            let ScheduledPhases { phases, source, .. } = self.scheduled.remove(at);
            self.insert_phases(&phases, sequence, number, source);
        }
    }

    /// Whether a phase of that kind is planned after the current one.
    pub(super) fn will_come(&self, wanted: Phase, current: u32, mains_begun: u32) -> bool {
        let (mut mains, mut last) = (mains_begun, current);
        for (at, step) in self.iter().enumerate() {
            if step.phase == last {
                continue;
            }
            last = step.phase;
            let Some(kind) = kind_of_first(self.iter().skip(at), step.phase) else { continue };
            if kind.named(mains) == wanted {
                return true;
            }
            mains += u32::from(kind.is_main());
        }
        false
    }

    /// Straight to the cleanup step (CR 724.1d): everything before it is dropped. When none is to come, a new one follows
    /// in the phase `ending`, or in a phase of its own; a turn whose sequence has no cleanup step just ends.
    pub(super) fn skip_to_cleanup(&mut self, sequence: &Sequence, ending: Option<u32>) {
        let planned = self.iter().find(|s| s.step == Step::Cleanup).map(|s| s.phase);
        self.clear();
        if planned.is_none() && !sequence.has_cleanup() {
            return;
        }
        let phase = planned.or(ending).unwrap_or(self.phases);
        self.phases = self.phases.max(phase + 1);
        self.push(PlannedStep::new(Step::Cleanup, phase, None));
    }

    pub(super) fn clear(&mut self) {
        self.to_come.clear();
        self.scheduled.clear();
    }
}

/// Steps that are named or doubled as they begin are planned under one name.
const fn as_planned(step: Step) -> Step {
    match step {
        Step::PostcombatMain => Step::PrecombatMain,
        Step::FirstStrikeDamage => Step::CombatDamage,
        other => other,
    }
}
