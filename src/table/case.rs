//! Regression cases: a scenario's script is played and its expectations are judged.
//!
//! A case ends when its last expectation is decided and each entry of its script has happened or can't happen any more.

mod bless;
mod facts;
mod judge;
mod patterns;
mod unasked;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::agents::{Direct, panic_text};
use crate::game::Pause;
use crate::turn::Step;

pub use bless::{BlessError, Blessing, bless};
use judge::Judge;

use super::matchup::{Matchup, Table};
use super::record::Digest;

/// What a case came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseReport {
    /// The scenario's name.
    pub name: String,
    /// What was not as expected, in the order in which it was found; empty when the case has passed.
    pub differences: Vec<Difference>,
    /// Turns begun.
    pub turns: u32,
    /// What the whole game came to, when it was played to its end.
    pub whole: Option<WholeGame>,
}

/// What blessing writes into a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeGame {
    /// The hash of the rules events.
    pub digest: Digest,
    /// The readable outline.
    pub outline: String,
}

impl CaseReport {
    /// Whether everything was as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Something that was not as expected. `line` is a line of the scenario.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are named after what they hold; the messages say what differs")]
pub enum Difference {
    #[error("turns: expected {expected}, got {found}")]
    Turns { expected: String, found: String },
    #[error("winner: expected {expected}, got {found}")]
    Winner { expected: String, found: String },
    #[error("end: expected {expected}, got {found}")]
    End { expected: &'static str, found: &'static str },
    #[error("steps of turn {turn}: expected {expected}, got {found}")]
    Steps { turn: u32, expected: String, found: String },
    #[error("events: number {number} of the list, {expected}, never came{after}")]
    Events { number: usize, expected: String, after: String },
    #[error("events: {event} happened in turn {turn}, expected never")]
    Happened { event: String, turn: u32 },
    #[error("line {line}: {what} in turn {turn}, {step}: expected {expected}, got {found}")]
    State { line: usize, turn: u32, step: Step, what: String, expected: String, found: String },
    #[error("line {line}: the moment never came: {moment}{over}")]
    NoSuchMoment { line: usize, moment: String, over: String },
    #[error("line {line}: not done: {why}")]
    NotDone { line: usize, why: String },
    #[error("line {line}: it was possible, and done")]
    Possible { line: usize },
    #[error("line {line}: not shown to be impossible: {why}")]
    NotShown { line: usize, why: String },
    #[error("digest: expected {expected}, got {found}")]
    Digest { expected: String, found: Digest },
    #[error("outline: line {line}: expected {expected}, got {found}")]
    Outline { line: usize, expected: String, found: String },
    #[error("the rules panicked: {why}")]
    Panicked { why: String },
}

/// Plays a case and judges it. A panic is this case's failure, and no other's.
#[must_use]
pub fn run_case(matchup: &Matchup) -> CaseReport {
    guarded(matchup.scenario().name(), || play(matchup))
}

fn guarded(name: &str, play: impl FnOnce() -> CaseReport) -> CaseReport {
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|payload| {
        let why = panic_text(&*payload);
        CaseReport { name: name.to_owned(), differences: vec![Difference::Panicked { why }], turns: 0, whole: None }
    })
}

fn play(matchup: &Matchup) -> CaseReport {
    let address = matchup.address(0);
    let Table { mut game, agents, places, script, .. } = matchup.sit_down(address);
    let mut direct = Direct::new(agents, &places);
    let mut judge = Judge::new(matchup, matchup.cast(address), script);
    loop {
        let pause = direct.advance_once(&mut game);
        judge.hear(game.new_events());
        game.clear_events();
        judge.look(&game);
        match pause {
            _ if judge.is_done() => break,
            Some(Pause::Over(_)) => break,
            Some(Pause::Decide) => direct.answer(&mut game),
            None => {}
        }
    }
    judge.report()
}

#[cfg(test)]
mod tests;
