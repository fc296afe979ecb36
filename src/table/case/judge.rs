//! The judge of a case: hears its events, looks at its moments, and compares.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::agents::act::Act;
use crate::agents::scripted::{Cue, CueState, Missed, Script};
use crate::cards::wording::counted;
use crate::game::{Game, GameEvent, Outcome};
use crate::scenario::{
    Do, During, End, EventPattern, Expectations, Moment, ScriptEntry, StateExpectation, TurnToken, When, Winner,
};
use crate::table::cast::Cast;
use crate::table::digest::RulesDigest;
use crate::table::matchup::Matchup;
use crate::table::outline::{Outliner, TurnName};
use crate::table::trace::Namer;
use crate::turn::{Seat, Step, TurnEvent};

use super::facts::Facts;
use super::patterns::Patterns;
use super::unasked::{Instead, Unasked};
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
    /// Whose turns they were.
    active: Vec<Seat>,
    turns_decided: bool,
    /// Steps begun in the turn in progress.
    steps: Vec<Step>,
    /// The last of them.
    step: Option<Moment>,
    /// Who got priority in it first.
    with_priority: Option<Seat>,
    /// Steps in which somebody is to get priority, or nobody, that are not over.
    priorities: Vec<Priority>,
    /// Patterns of the list that have been found.
    events_found: usize,
    last_found: Option<u32>,
    /// The moment that has begun and has not been looked at.
    open: Option<Moment>,
    /// Moments that have come.
    moments: BTreeSet<(u32, Step, u16)>,
    /// Of those the ones in which somebody got priority.
    priority_given: BTreeSet<(u32, Step, u16)>,
    /// Expected states not yet looked at.
    states: Vec<StateExpectation>,
    /// Scripted effects that have happened.
    effects: BTreeSet<u16>,
    /// For each entry of the script, how many of its effects have still to happen.
    to_happen: Vec<usize>,
    outcome: Option<Outcome>,
    /// Who has left the game (CR 104.5), and in which turn.
    left: Vec<(Seat, u32)>,
    /// Nothing but events that must never happen says how long the case is played: to the end of the game.
    is_never_alone: bool,
    /// The turn in which all that is expected had come and the script was done.
    all_came: Option<u32>,
}

/// Whether anybody is to get priority in a step.
struct Priority {
    at: Moment,
    line: usize,
    expected: bool,
}

impl Priority {
    fn of(state: &StateExpectation) -> Option<Priority> {
        let expected = state.table.priority?;
        Some(Priority { at: state.at, line: state.line.0, expected })
    }
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
            active: Vec::new(),
            turns_decided: expect.turns.is_none(),
            steps: Vec::new(),
            step: None,
            with_priority: None,
            priorities: expect.states.iter().filter_map(Priority::of).collect(),
            events_found: 0,
            last_found: None,
            open: None,
            moments: BTreeSet::new(),
            priority_given: BTreeSet::new(),
            states: expect.states.clone(),
            effects: BTreeSet::new(),
            to_happen: scenario.script().iter().map(effects_of).collect(),
            outcome: None,
            left: Vec::new(),
            all_came: None,
            is_never_alone: is_never_alone(&expect) && (scenario.script().is_empty() || scenario.puzzle().is_some()),
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
                    self.active.push(seat);
                    self.judge_turns();
                }
                GameEvent::Turn(TurnEvent::StepBegan { turn, step, .. }) => self.step_began(turn, step),
                GameEvent::Turn(TurnEvent::PriorityGiven { seat }) => {
                    self.with_priority.get_or_insert(seat);
                    self.priority_given.extend(self.step.map(|now| (now.turn, now.step, now.nth)));
                }
                GameEvent::Scripted { entry } => self.happened(entry),
                GameEvent::PlayerLeft { seat, .. } => self.left.push((seat, self.turn)),
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
        self.step_over();
        self.steps.push(step);
        let nth = self.steps.iter().filter(|s| **s == step).count() as u16;
        self.moments.insert((turn, step, nth));
        self.step = Some(Moment { turn, step, nth });
        self.open = self.step;
    }

    /// The step in progress is over, if there is one: whoever has not got priority in it does not.
    fn step_over(&mut self) {
        let given = self.with_priority.take();
        let Some(now) = self.step else { return };
        let (due, rest) = std::mem::take(&mut self.priorities).into_iter().partition(|p: &Priority| p.at == now);
        self.priorities = rest;
        let name = |seat| self.cast.name(seat).to_owned();
        for Priority { at: Moment { turn, step, .. }, line, expected } in due {
            if expected != given.is_some() {
                let words = |given: bool| if given { "somebody" } else { "nobody" }.to_owned();
                let found = given.map_or(words(false), name);
                let (what, expected) = ("priority".to_owned(), words(expected));
                self.differences.push(Difference::State { line, turn, step, what, expected, found });
            }
        }
    }

    /// The turn in progress is over, or the game is.
    fn end_turn(&mut self) {
        self.step_over();
        self.step = None;
        self.judge_steps();
        self.steps.clear();
        let turn = self.turn;
        self.priorities.retain(|priority| priority.at.turn > turn);
        let (late, rest) = std::mem::take(&mut self.states).into_iter().partition(|state| state.at.turn <= turn);
        self.states = rest;
        let never: Vec<Difference> = late.iter().map(|state| self.never_came(state)).collect();
        self.differences.extend(never);
    }

    fn over(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.judge_winner(outcome);
    }

    // ---- looking ----

    /// Looks at the game when a moment of an expected state has come.
    pub(super) fn look(&mut self, game: &Game) {
        if !game.is_at_rest() && self.outcome.is_none() {
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
        let patterns = self.patterns();
        let over = self.all_came.is_some_and(|turn| turn < self.turn);
        let mut never = self.expect.never.iter();
        let found = never.position(|pattern| !(over && is_unbounded(pattern)) && patterns.matches(pattern, event));
        let next = self.expect.events.get(self.events_found).is_some_and(|pattern| patterns.matches(pattern, event));
        if let Some(at) = found {
            let event = patterns.show(&self.expect.never[at]);
            self.expect.never.remove(at);
            self.differences.push(Difference::Happened { event, turn: self.turn });
        }
        if next {
            self.events_found += 1;
            self.last_found = Some(self.turn);
        }
    }

    fn patterns(&self) -> Patterns<'_> {
        Patterns { namer: &self.namer, names: &self.names, turn: self.turn, step: self.step }
    }

    /// Who wins, wins with their team (CR 810.8).
    fn winners(&self, winner: Seat) -> Vec<&str> {
        self.cast.team_of(winner).iter().map(|seat| self.cast.name(seat)).collect()
    }

    fn judge_winner(&mut self, outcome: Outcome) {
        let winners: Vec<&str> = match outcome {
            Outcome::Win { winner } => self.winners(winner),
            _ => vec!["none"],
        };
        let expected = self.expect.winner.map(|winner| match winner {
            Winner::Seat(seat) => self.names[seat.index()].clone(),
            Winner::Nobody => "none".to_owned(),
        });
        if let Some(expected) = expected.filter(|e| !winners.contains(&e.as_str())) {
            let found = winners.join("+");
            self.differences.push(Difference::Winner { expected, found });
        }
        let found = class(outcome);
        if let Some(expected) = self.expect.end.filter(|e| *e != found) {
            self.differences.push(Difference::End { expected: expected.name(), found: found.name() });
        }
    }

    // ---- the end ----

    /// Whether nothing that is still to come can change the verdict.
    pub(super) fn is_done(&mut self) -> bool {
        let whole = self.expect.winner.is_some()
            || self.expect.end.is_some()
            || self.expect.digest.is_some()
            || self.expect.outline.is_some()
            || self.is_never_alone;
        let all_came = !whole
            && self.turns_decided
            && self.events_found == self.expect.events.len()
            && self.states.is_empty()
            && self.priorities.is_empty()
            && self.expect.steps.iter().all(|s| s.turn < self.turn)
            && self.expect.never.iter().all(|p| p.during.turn.is_none_or(|turn| turn < self.turn))
            && self.script_is_done();
        if all_came && self.all_came.is_none() {
            self.all_came = Some(self.turn);
        }
        // What must not happen can still come of what has just been done; a list of turns says how long it is looked for.
        let looks_on = self.expect.turns.is_none() && self.expect.never.iter().any(is_unbounded);
        self.outcome.is_some() || all_came && (!looks_on || self.all_came < Some(self.turn))
    }

    fn script_is_done(&self) -> bool {
        let script = self.matchup.scenario().script();
        let to_come = |entry: usize| {
            let entry = &script[entry];
            entry.turn >= self.turn && !entry.optional && !entry.tried
        };
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
        // What was not done may be why anything else differs.
        self.differences.sort_by_key(|difference| !matches!(difference, Difference::NotDone { .. }));
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
        let never: Vec<Difference> = self.states.iter().map(|state| self.never_came(state)).collect();
        self.differences.extend(never);
        if let Some(pattern) = self.expect.events.get(self.events_found) {
            let after = match (self.events_found, self.last_found) {
                (0, _) | (_, None) => String::new(),
                (n, Some(turn)) => format!(" after number {n} in turn {turn}"),
            };
            let expected = self.patterns().show(pattern);
            self.differences.push(Difference::Events { number: self.events_found + 1, expected, after });
        }
        let unseen = self.expect.never.iter().filter(|pattern| !self.could_have_happened(pattern));
        let unseen = unseen.filter_map(|pattern| {
            let (line, During { turn, step, nth }) = (pattern.line.0, pattern.during);
            let turn = turn?;
            let moment = match step {
                Some(step) => self.moment(turn, step, nth.unwrap_or(1)),
                None => format!("turn {turn}"),
            };
            Some(Difference::NoSuchMoment { line, moment, over: self.how_it_ended() })
        });
        let unseen: Vec<Difference> = unseen.collect();
        self.differences.extend(unseen);
    }

    /// Whether what must never happen in some turn or step was looked for there: a moment that never comes shows nothing.
    fn could_have_happened(&self, pattern: &EventPattern) -> bool {
        let During { turn: Some(turn), step, nth } = pattern.during else { return true };
        let came = || match step {
            Some(step) => self.moments.contains(&(turn, step, nth.unwrap_or(1))),
            None => turn <= self.turn,
        };
        pattern.kind == "turn-began" || came()
    }

    fn never_came(&self, state: &StateExpectation) -> Difference {
        let Moment { turn, step, nth } = state.at;
        let (line, moment) = (state.line.0, self.moment(turn, step, nth));
        Difference::NoSuchMoment { line, moment, over: self.how_it_ended() }
    }

    /// Why an act was not done.
    fn not_done(&self, entry: &ScriptEntry, cue: &Cue, state: &CueState) -> Difference {
        let why = match state {
            CueState::NotPossible(why) | CueState::Unclear(why) => why.clone(),
            CueState::Missed(missed) => self.unasked(entry, cue, Some(*missed)).to_string(),
            CueState::Waiting | CueState::Done => self.unasked(entry, cue, None).to_string(),
        };
        Difference::NotDone { line: entry.at.0, why }
    }

    /// What may be why nobody was asked for an act.
    fn unasked<'b>(&'b self, entry: &ScriptEntry, cue: &'b Cue, missed: Option<Missed>) -> Unasked<'b> {
        let seat = match (cue.seat, &cue.act) {
            (None, Act::Block(pairs)) if !pairs.is_empty() => pairs[0].0.of,
            (None, _) => (cue.turn as usize).checked_sub(1).and_then(|at| self.active.get(at)).copied(),
            (seat, _) => seat,
        };
        let line = |entry: usize| self.matchup.scenario().script().get(entry).map_or(0, |entry| entry.at.0);
        let instead = missed.map(|missed| match missed {
            Missed::Answered(entry) => Instead::Answered { line: line(entry) },
            Missed::HeldBack(entry) => Instead::HeldBack { line: line(entry) },
            Missed::PassedOn => Instead::PassedOn,
            Missed::PassedAway => Instead::PassedAway,
            Missed::Declared(kind) => Instead::Declared(kind),
        });
        let at = |nth: u16| entry.step.map(|step| (entry.turn, step, nth));
        Unasked {
            who: seat.map_or("the blocker's player", |seat| self.cast.name(seat)),
            act: &cue.act,
            moment: self.moment_of(entry),
            left: self.left.iter().find(|(who, turn)| seat == Some(*who) && *turn <= cue.turn).map(|(_, turn)| *turn),
            by: cue.by.map(|by| self.cast.name(by)),
            instead,
            no_priority: at(entry.nth).is_some_and(|at| !self.priority_given.contains(&at)),
            comes_again: at(entry.nth + 1).is_some_and(|at| self.moments.contains(&at)),
            game_over: self.outcome.is_some() && self.turn == cue.turn,
        }
    }

    /// Who won and when, if somebody did.
    fn how_it_ended(&self) -> String {
        match self.outcome {
            Some(Outcome::Win { winner }) => {
                format!("; {} had won in turn {}", self.winners(winner).join("+"), self.turn)
            }
            _ => String::new(),
        }
    }

    /// A step of a turn, as the scenario calls it.
    fn moment(&self, turn: u32, step: Step, nth: u16) -> String {
        // The second and later ones are named.
        let number = if nth > 1 { format!(" number {nth}") } else { String::new() };
        format!("turn {turn}, {}{number}", self.namer.catalog().turn_names().of_step(step))
    }

    fn judge_script(&mut self) {
        let script = Arc::clone(&self.script);
        let cues = script.report();
        let mut differences = Vec::new();
        for (at, entry) in self.entries().filter(|(_, entry)| !entry.tried) {
            // They are in the order of their entries.
            let cues = &cues[cues.partition_point(|(cue, _)| cue.entry < at)..];
            let cues = &cues[..cues.partition_point(|(cue, _)| cue.entry == at)];
            let states: Vec<&CueState> = cues.iter().map(|(_, state)| state).collect();
            let line = entry.at.0;
            if entry.impossible {
                differences.extend(states.iter().filter_map(|state| not_impossible(line, state)));
            }
            let came = self.came(entry)
                || states.iter().any(|state| !matches!(state, CueState::Waiting | CueState::Missed(_)));
            if !came && !entry.optional {
                let (moment, over) = (self.moment_of(entry), self.how_it_ended());
                differences.push(Difference::NoSuchMoment { line, moment, over });
            } else if came && !entry.impossible {
                let undone = cues.iter().filter(|(_, state)| *state != CueState::Done);
                differences.extend(undone.map(|(cue, state)| self.not_done(entry, cue, state)));
                if !self.effects_done(at) {
                    let why = match (entry.when, self.outcome) {
                        (_, Some(_)) => "the game was over before",
                        (When::Priority, None) => "nobody got priority",
                        (When::Step | When::Before, None) => "the step was over before",
                    };
                    differences.push(Difference::NotDone { line, why: why.to_owned() });
                }
            }
        }
        self.differences.extend(differences);
    }

    fn came(&self, entry: &ScriptEntry) -> bool {
        match entry.step {
            Some(step) => self.moments.contains(&(entry.turn, step, entry.nth)),
            None => entry.turn <= self.turn,
        }
    }

    fn moment_of(&self, entry: &ScriptEntry) -> String {
        let Some(step) = entry.step else { return format!("before turn {}", entry.turn) };
        let moment = self.moment(entry.turn, step, entry.nth);
        if entry.when == When::Before { format!("before {moment}") } else { moment }
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

/// Whether a case expects that something never happens, and nothing that it could be over with.
fn is_never_alone(expect: &Expectations) -> bool {
    let Expectations { turns, winner, end, events, never, digest, outline, steps, states } = expect;
    let whole = winner.is_some() || end.is_some() || digest.is_some() || outline.is_some();
    let bounded = turns.is_some() || !events.is_empty() || !steps.is_empty() || !states.is_empty();
    !whole && !bounded && never.iter().any(is_unbounded)
}

/// Whether it is not said in which turn something must not happen.
const fn is_unbounded(pattern: &EventPattern) -> bool {
    pattern.during.turn.is_none()
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
        Outcome::Stalled { .. } => End::Stalled,
        Outcome::Fault => End::Fault,
    }
}

/// What must be impossible was done, or was possible and not said in full.
fn not_impossible(line: usize, state: &CueState) -> Option<Difference> {
    match state {
        CueState::Done => Some(Difference::Possible { line }),
        CueState::Unclear(why) => Some(Difference::NotShown { line, why: why.clone() }),
        CueState::Waiting | CueState::Missed(_) | CueState::NotPossible(_) => None,
    }
}

fn tokens(tokens: &[TurnToken], names: &[String]) -> String {
    tokens.iter().map(|token| token.show(names)).collect::<Vec<_>>().join(" ")
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
