//! `[puzzle]` and `[[solution]]`, checked.

use crate::scenario::file::ScenarioFile;
use crate::scenario::file::puzzle::PuzzleTable;
use crate::scenario::file::script::{DoItem, ScriptTable};
use crate::scenario::puzzle::Puzzle;
use crate::scenario::scenario::Scenario;
use crate::scenario::script::ScriptEntry;
use crate::scenario::seats::SeatSetup;
use crate::scenario::settings::{AgentSpec, GameSettings};
use crate::turn::Seat;

use super::Checker;

impl Checker<'_> {
    /// What makes the scenario a puzzle. Its seat is scripted until somebody else is asked to solve it.
    pub(super) fn puzzle(&mut self, file: &ScenarioFile, seats: &mut [SeatSetup]) -> Option<Puzzle> {
        let Some(written) = &file.puzzle else {
            if let Some(entry) = file.solution.first() {
                self.complain(entry.span.clone(), "[[solution]] without [puzzle]: whose, and of what kind?");
            }
            return None;
        };
        self.what_a_puzzle_needs(file, written);
        let seat = written.seat.as_ref().and_then(|name| self.seat(name))?;
        self.own_moves_only(file, seat);
        seats.get_mut(seat.index())?.agent = AgentSpec::named("scripted");
        let seeds: Vec<u64> = written.seeds.iter().map(|seed| *seed.get_ref()).collect();
        Some(Puzzle {
            seat,
            kind: written.kind.as_ref()?.get_ref().clone(),
            seeds: if seeds.is_empty() { vec![0] } else { seeds },
            solution: file.solution.len(),
        })
    }

    fn what_a_puzzle_needs(&mut self, file: &ScenarioFile, written: &PuzzleTable) {
        if file.expect.as_ref().is_none_or(|expect| expect.bare.is_some()) {
            self.complain(written.span.clone(), "[puzzle] without [expect]: what does the right answer lead to?");
        }
        if file.solution.is_empty() {
            self.complain(written.span.clone(), "[puzzle] without [[solution]]: expected an answer that is right");
        }
        if let Some(kind) = written.kind.as_ref().filter(|kind| !Scenario::is_name(kind.get_ref())) {
            let message = format!("`kind`: found `{}`, expected letters, digits, `-`, `_` and `.`", kind.get_ref());
            self.complain(kind.span(), message);
        }
    }

    /// The seat is played by whoever is measured: what it does belongs into the solution.
    fn own_moves_only(&mut self, file: &ScenarioFile, seat: Seat) {
        let of_seat = file.seats.get(seat.index());
        if let Some(of_seat) = of_seat.filter(|of_seat| of_seat.agent.is_some()) {
            let message = "`agent`: the puzzle's own seat is played by whoever is asked to solve it, expected none";
            self.complain(of_seat.span.clone(), message);
        }
        for entry in file.script.iter().filter(|entry| acts(entry)) {
            match &entry.seat {
                None => self.complain(entry.span.clone(), "missing key `seat` in [[script]]: who does it in a puzzle?"),
                Some(name) if self.seats.iter().position(|n| n == name.get_ref()) == Some(seat.index()) => {
                    self.complain(name.span(), "`seat`: what the puzzle's own seat does belongs into [[solution]]");
                }
                Some(_) => {}
            }
        }
    }

    /// The acts of the solution, by the puzzle's seat unless they say otherwise.
    pub(super) fn solution(
        &mut self,
        file: &ScenarioFile,
        puzzle: Option<&Puzzle>,
        game: &GameSettings,
    ) -> Vec<ScriptEntry> {
        let mut solution = Vec::new();
        for entry in &file.solution {
            for item in &entry.what {
                if let DoItem::Effect(effect) = item {
                    self.complain(effect.span(), "`do`: found an effect, expected acts: a solution is played");
                }
            }
            // In a turn that it controls the puzzle's seat acts for others, whoever plays them, and only then.
            let (read, solver) = (self.entry(entry, Vec::new(), game, &[]), puzzle.map(|puzzle| puzzle.seat));
            solution.push(ScriptEntry { seat: read.seat.or(solver), by: solver, tried: false, ..read });
        }
        solution
    }
}

fn acts(entry: &ScriptTable) -> bool {
    entry.what.iter().any(|item| matches!(item, DoItem::Act(_)))
}
