//! How often each step is visited, round by round.

use crate::table::counts::{LAST_ROUND, StepCounts, StepRow, merge};
use crate::turn::{Phase, Step, TurnEvent};

use super::is_effect;

/// The steps of a game so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    /// Those of the rules, for each round that was reached.
    rounds: Vec<[StepCounts; Step::ALL.len()]>,
    /// Those that the format has added.
    custom: Vec<StepRow>,
    /// An effect added the phase in progress.
    added: bool,
}

impl Steps {
    /// Takes the next event, in that round.
    pub(super) fn add(&mut self, event: &TurnEvent, round: u32) {
        match *event {
            TurnEvent::PhaseBegan { added, .. } => self.added = added,
            TurnEvent::StepBegan { step, added, .. } => {
                let added = u64::from(added || self.added);
                self.count(round, step, |counts| {
                    counts.begun += 1;
                    counts.added += added;
                });
            }
            TurnEvent::PhaseSkipped { phase, by, .. } if is_effect(by) => {
                let custom = match phase {
                    Phase::Custom(place) => Some(Step::Custom(place)),
                    _ => None,
                };
                if let Some(first) = phase.steps().first().copied().or(custom) {
                    self.count(round, first, |counts| counts.skipped += 1);
                }
            }
            TurnEvent::StepSkipped { step, by, .. } if is_effect(by) => {
                self.count(round, step, |counts| counts.skipped += 1);
            }
            _ => {}
        }
    }

    fn count(&mut self, round: u32, step: Step, count: impl Fn(&mut StepCounts)) {
        let round = round.clamp(1, LAST_ROUND);
        if self.rounds.len() < round as usize {
            let reached = StepCounts { games: 1, ..StepCounts::default() };
            self.rounds.resize(round as usize, [reached; Step::ALL.len()]);
        }
        match self.rounds[round as usize - 1].get_mut(step.place()) {
            Some(counts) => count(counts),
            None => {
                let mut row = StepRow { round, step, counts: StepCounts::default() };
                count(&mut row.counts);
                merge(&mut self.custom, &[row]);
            }
        }
    }

    /// A row for each step of each round that was reached.
    pub(super) fn rows(self) -> Vec<StepRow> {
        let steps = |(round, counts): (usize, &[StepCounts; Step::ALL.len()])| {
            let round = round as u32 + 1;
            Step::ALL.into_iter().zip(*counts).map(move |(step, counts)| StepRow { round, step, counts })
        };
        let mut rows: Vec<StepRow> = self.rounds.iter().enumerate().flat_map(steps).collect();
        let games = |row: &StepRow| StepRow { counts: StepCounts { games: 1, ..row.counts }, ..*row };
        merge(&mut rows, &self.custom.iter().map(games).collect::<Vec<_>>());
        rows
    }
}
