//! The judge of a case: hears its events, looks at its moments, and compares.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::agents::scripted::{CueState, Script};
use crate::arena::cast::Cast;
use crate::arena::digest::RulesDigest;
use crate::arena::matchup::Matchup;
use crate::arena::outline::{Outliner, TurnName};
use crate::arena::trace::Namer;
use crate::cards::wording::counted;
use crate::game::{Game, GameEvent, Outcome};
use crate::scenario::{
    Do, End, EventPattern, Expectations, FieldPattern, Moment, ScriptEntry, StateExpectation, TurnToken, Winner,
};
use crate::turn::{Seat, Step, TurnEvent};

use super::facts::Facts;
use super::{CaseReport, Difference, WholeGame};

/// Judges one game.
pub(super) struct Judge<'a> {
    matchup: &'a Matchup,
    /// The entrants' names, by which tokens are shown.
    names: Vec<String>,
    cast: Cast,
    namer: Namer,
    script: Arc<Script>,
    expect: Expectations,
    differences: Vec<Difference>,
    digest: RulesDigest,
    outliner: Outliner,
    turn: u32,
    turns: Vec<String>,
    turns_decided: bool,
    /// Steps begun in the turn in progress.
    steps: Vec<Step>,
    /// Patterns of the list that have been found.
    events_found: usize,
    last_found: Option<u32>,
    /// The moment that has begun and has not been looked at.
    open: Option<Moment>,
    /// Moments that have come.
    moments: BTreeSet<(u32, Step, u16)>,
    /// Expected states not yet looked at.
    states: Vec<StateExpectation>,
    /// Scripted effects that have happened.
    effects: BTreeSet<u16>,
    /// For each entry of the script, how many of its effects have still to happen.
    to_happen: Vec<usize>,
    outcome: Option<Outcome>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(matchup: &'a Matchup, cast: Cast, script: Arc<Script>) -> Judge<'a> {
        let scenario = matchup.scenario();
        let expect = scenario.expect().cloned().unwrap_or_default();
        Judge {
            names: scenario.seats().iter().map(|(_, seat)| seat.name.clone()).collect(),
            namer: Namer::new(cast.clone(), Arc::clone(scenario.catalog())),
            differences: Vec::new(),
            digest: RulesDigest::default(),
            outliner: Outliner::new(cast.clone()),
            turn: 0,
            turns: Vec::new(),
            turns_decided: expect.turns.is_none(),
            steps: Vec::new(),
            events_found: 0,
            last_found: None,
            open: None,
            moments: BTreeSet::new(),
            states: expect.states.clone(),
            effects: BTreeSet::new(),
            to_happen: scenario.script().iter().map(effects_of).collect(),
            outcome: None,
            matchup,
            cast,
            script,
            expect,
        }
    }

    // ---- hearing ----

    pub(super) fn hear(&mut self, events: &[GameEvent]) {
        for event in events {
            self.digest.add(event);
            self.outliner.add(event);
            match *event {
                GameEvent::Turn(TurnEvent::TurnBegan { turn, seat, kind, controller }) => {
                    self.end_turn();
                    self.turn = turn;
                    let name = TurnName { cast: &self.cast, seat, extra: kind.is_extra(), by: controller };
                    self.turns.push(name.to_string());
                    self.judge_turns();
                }
                GameEvent::Turn(TurnEvent::StepBegan { turn, step, .. }) => self.step_began(turn, step),
                GameEvent::Scripted { entry } => self.happened(entry),
                GameEvent::GameOver { outcome } => self.over(outcome),
                _ => {}
            }
            self.match_event(event);
        }
    }

    fn happened(&mut self, effect: u16) {
        if self.effects.insert(effect)
            && let Some(left) = self.matchup.entry_of_effect(effect).and_then(|entry| self.to_happen.get_mut(entry))
        {
            *left = left.saturating_sub(1);
        }
    }

    fn step_began(&mut self, turn: u32, step: Step) {
        self.steps.push(step);
        let nth = self.steps.iter().filter(|s| **s == step).count() as u16;
        self.moments.insert((turn, step, nth));
        self.open = Some(Moment { turn, step, nth });
    }

    /// The turn in progress is over, or the game is.
    fn end_turn(&mut self) {
        self.judge_steps();
        self.steps.clear();
        let turn = self.turn;
        let (late, rest) = std::mem::take(&mut self.states).into_iter().partition(|state| state.at.turn <= turn);
        self.states = rest;
        self.differences.extend(late.iter().map(never_came));
    }

    fn over(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.judge_winner(outcome);
    }

    // ---- looking ----

    /// Looks at the game when a moment of an expected state has come.
    pub(super) fn look(&mut self, game: &Game) {
        if !game.is_settled() && self.outcome.is_none() {
            return;
        }
        let Some(now) = self.open.take() else { return };
        let (due, rest) = std::mem::take(&mut self.states).into_iter().partition(|state| state.at == now);
        self.states = rest;
        let facts = Facts { game, cast: &self.cast, names: &self.names };
        for state in due {
            self.differences.extend(facts.compare(&state));
        }
    }

    // ---- judging ----

    fn judge_turns(&mut self) {
        let Some(expected) = self.expect.turns.as_ref().filter(|_| !self.turns_decided) else { return };
        let expected: Vec<String> = expected.iter().map(|token| token.show(&self.names)).collect();
        let same = self.turns.iter().zip(&expected).all(|(a, b)| a == b);
        if same && self.turns.len() < expected.len() {
            return;
        }
        self.turns_decided = true;
        if !same {
            self.differences.push(Difference::Turns { expected: expected.join(" "), found: self.turns.join(" ") });
        }
    }

    /// Steps as the scenario calls them.
    fn names(&self, steps: &[Step]) -> String {
        let names: Vec<&str> = steps.iter().map(|step| self.namer.catalog().turn_names().of_step(*step)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    }

    fn judge_steps(&mut self) {
        let turn = self.turn;
        for expected in self.expect.steps.iter().filter(|s| s.turn == turn && s.visited != self.steps) {
            let (expected, found) = (self.names(&expected.visited), self.names(&self.steps));
            self.differences.push(Difference::Steps { turn, expected, found });
        }
    }

    fn match_event(&mut self, event: &GameEvent) {
        if let Some(at) = self.expect.never.iter().position(|pattern| self.matches(pattern, event)) {
            let event = show_pattern(&self.expect.never.remove(at), &self.names);
            self.differences.push(Difference::Happened { event, turn: self.turn });
        }
        let Some(pattern) = self.expect.events.get(self.events_found) else { return };
        if self.matches(pattern, event) {
            self.events_found += 1;
            self.last_found = Some(self.turn);
        }
    }

    fn matches(&self, pattern: &EventPattern, event: &GameEvent) -> bool {
        let named = self.namer.named(event);
        named["type"] == *pattern.kind && pattern.fields.iter().all(|(key, value)| self.has(&named[key], value))
    }

    /// A variant that holds more is meant by its name alone: `kind = "extra"`, `outcome = "win"`.
    fn has(&self, found: &serde_json::Value, pattern: &FieldPattern) -> bool {
        match pattern {
            FieldPattern::Seat(entrant) => *found == *self.names[entrant.index()],
            FieldPattern::Number(n) => *found == *n,
            FieldPattern::Flag(flag) => *found == *flag,
            FieldPattern::Text(text) => {
                *found == **text || found.get(text).is_some() || found.get("end").is_some_and(|end| *end == **text)
            }
        }
    }

    fn judge_winner(&mut self, outcome: Outcome) {
        let found = match outcome {
            Outcome::Win { winner } => self.cast.name(winner).to_owned(),
            _ => "none".to_owned(),
        };
        let expected = self.expect.winner.map(|winner| match winner {
            Winner::Seat(seat) => self.names[seat.index()].clone(),
            Winner::Nobody => "none".to_owned(),
        });
        if let Some(expected) = expected.filter(|e| *e != found) {
            self.differences.push(Difference::Winner { expected, found });
        }
        let found = class(outcome);
        if let Some(expected) = self.expect.end.filter(|e| *e != found) {
            self.differences.push(Difference::End { expected: expected.name(), found: found.name() });
        }
    }

    // ---- the end ----

    /// Whether nothing that is still to come can change the verdict.
    pub(super) fn is_done(&self) -> bool {
        let whole = self.expect.winner.is_some()
            || self.expect.end.is_some()
            || self.expect.digest.is_some()
            || self.expect.outline.is_some();
        self.outcome.is_some()
            || !whole
                && self.turns_decided
                && self.events_found == self.expect.events.len()
                && self.states.is_empty()
                && self.expect.steps.iter().all(|s| s.turn < self.turn)
                && self.script_is_done()
    }

    fn script_is_done(&self) -> bool {
        let script = self.matchup.scenario().script();
        let to_come = |entry: usize| script[entry].turn >= self.turn && !script[entry].optional;
        if self.to_happen.iter().enumerate().any(|(at, effects)| *effects > 0 && to_come(at)) {
            return false;
        }
        self.script.report().iter().all(|(cue, state)| *state == CueState::Done || !to_come(cue.entry))
    }

    fn entries(&self) -> impl Iterator<Item = (usize, &ScriptEntry)> {
        self.matchup.scenario().script().iter().enumerate()
    }

    fn effects_done(&self, entry: usize) -> bool {
        self.to_happen[entry] == 0
    }

    /// The verdict.
    pub(super) fn report(mut self) -> CaseReport {
        if self.outcome.is_some() {
            self.end_turn();
        }
        self.judge_what_never_came();
        self.judge_script();
        let whole =
            self.outcome.map(|_| WholeGame { digest: self.digest.digest(), outline: self.outliner.text().to_owned() });
        if let Some(whole) = &whole {
            self.judge_whole(whole);
        }
        let name = self.matchup.scenario().name().to_owned();
        CaseReport { name, differences: self.differences, turns: self.turn, whole }
    }

    fn judge_what_never_came(&mut self) {
        if let Some(expected) = self.expect.turns.as_ref().filter(|_| !self.turns_decided) {
            let expected = tokens(expected, &self.names);
            let found = format!("{} and the game was over", self.turns.join(" "));
            self.differences.push(Difference::Turns { expected, found });
        }
        for missed in self.expect.steps.iter().filter(|s| s.turn > self.turn) {
            let found = format!("{} and the game was over", counted(self.turn, "turn", "turns"));
            self.differences.push(Difference::Steps {
                turn: missed.turn,
                expected: self.names(&missed.visited),
                found,
            });
        }
        self.differences.extend(self.states.iter().map(never_came));
        if let Some(pattern) = self.expect.events.get(self.events_found) {
            let after = match (self.events_found, self.last_found) {
                (0, _) | (_, None) => String::new(),
                (n, Some(turn)) => format!(" after number {n} in turn {turn}"),
            };
            let expected = show_pattern(pattern, &self.names);
            self.differences.push(Difference::Events { number: self.events_found + 1, expected, after });
        }
    }

    fn judge_script(&mut self) {
        let script = Arc::clone(&self.script);
        let cues = script.report();
        let mut differences = Vec::new();
        for (at, entry) in self.entries() {
            let came = self.moments.contains(&(entry.turn, entry.step, entry.nth));
            // They are in the order of their entries.
            let cues = &cues[cues.partition_point(|(cue, _)| cue.entry < at)..];
            let cues = &cues[..cues.partition_point(|(cue, _)| cue.entry == at)];
            if entry.impossible {
                let done = cues.iter().any(|(_, state)| *state == CueState::Done);
                differences.extend(done.then_some(Difference::Possible { line: entry.at.0 }));
            }
            let undone = cues.iter().filter(|(_, state)| *state != CueState::Done);
            let undone: Vec<&CueState> = undone.map(|(_, state)| state).collect();
            if !came && !entry.optional {
                let (line, turn, step) = (entry.at.0, entry.turn, entry.step);
                differences.push(Difference::NoSuchMoment { line, turn, step, nth: nth(entry.nth) });
            } else if came && !entry.impossible {
                differences.extend(undone.iter().map(|state| not_done(entry, state)));
                if !self.effects_done(at) {
                    differences.push(Difference::NotDone { line: entry.at.0, why: "nobody got priority".to_owned() });
                }
            }
        }
        self.differences.extend(differences);
    }

    fn judge_whole(&mut self, whole: &WholeGame) {
        if let Some(expected) = self.expect.digest.as_ref().filter(|d| **d != whole.digest.to_string()) {
            self.differences.push(Difference::Digest { expected: expected.clone(), found: whole.digest });
        }
        if let Some(expected) = &self.expect.outline {
            self.differences.extend(compare_outlines(expected.trim(), &whole.outline));
        }
    }
}

/// How many effects an entry has.
fn effects_of(entry: &ScriptEntry) -> usize {
    entry.what.iter().filter(|what| matches!(what, Do::Effect(_))).count()
}

const fn class(outcome: Outcome) -> End {
    match outcome {
        Outcome::Win { .. } => End::Win,
        Outcome::Draw { .. } => End::Draw,
        Outcome::Capped => End::Capped,
        Outcome::Stalled => End::Stalled,
        Outcome::Fault => End::Fault,
    }
}

fn not_done(entry: &ScriptEntry, state: &CueState) -> Difference {
    let why = match state {
        CueState::NotPossible(why) => why.clone(),
        CueState::Waiting | CueState::Done => "its player was not asked".to_owned(),
    };
    Difference::NotDone { line: entry.at.0, why }
}

fn never_came(state: &StateExpectation) -> Difference {
    let Moment { turn, step, nth: n } = state.at;
    Difference::NoSuchMoment { line: state.line.0, turn, step, nth: nth(n) }
}

/// The second and later ones are named.
fn nth(n: u16) -> String {
    if n > 1 { format!(" number {n}") } else { String::new() }
}

fn tokens(tokens: &[TurnToken], names: &[String]) -> String {
    tokens.iter().map(|token| token.show(names)).collect::<Vec<_>>().join(" ")
}

fn show_pattern(pattern: &EventPattern, names: &[String]) -> String {
    let seat = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let mut text = pattern.kind.to_owned();
    for (key, value) in &pattern.fields {
        let value = match value {
            FieldPattern::Seat(of) => seat(*of),
            FieldPattern::Text(text) => text.clone(),
            FieldPattern::Number(n) => n.to_string(),
            FieldPattern::Flag(flag) => flag.to_string(),
        };
        text.push_str(&format!(" {key}={value}"));
    }
    text
}

/// The first line that differs.
fn compare_outlines(expected: &str, found: &str) -> Option<Difference> {
    let mut lines = (expected.lines(), found.lines());
    let shown = |line: Option<&str>| line.map_or("nothing more".to_owned(), |line| format!("`{line}`"));
    (1..).find_map(|line| match (lines.0.next(), lines.1.next()) {
        (None, None) => Some(None),
        (a, b) if a == b => None,
        (a, b) => Some(Some(Difference::Outline { line, expected: shown(a), found: shown(b) })),
    })?
}
