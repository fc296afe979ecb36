//! The scripted agent: does the acts of a scenario's script at their moments, by name, and otherwise takes the default.
//!
//! All scripted agents of a table share one [`Script`]: an act belongs to the player who does it by the rules, and is
//! done by whoever decides for that player. Acts of one moment are done in order. One that is not possible yet waits, its
//! player passing meanwhile, until the step is over; an answer, an attack or a block is given or fails at its decision. What
//! must be impossible is tried whenever it could be done, and nothing waits for it.

mod choosing;
mod obstacle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::Stops;
use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::settle::{Fault, Reply};
use crate::game::view::{PlayerView, Upcoming};
use crate::turn::{Interrupts, Seat, Step, Yield, YieldUntil};

use super::act::{Act, Answer, Passing};
use super::{Agent, PhaseBegan, Seated, Wants};

/// A player's act and its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// The place of its entry in the script.
    pub entry: usize,
    /// In which turn, counting turns begun from 1.
    pub turn: u32,
    /// At which moment of the turn.
    pub at: CueMoment,
    /// Who does it; `None`: the active player.
    pub seat: Option<Seat>,
    /// Who has to decide for them; `None`: anybody.
    pub by: Option<Seat>,
    /// It is only tried: what follows does not wait for it.
    pub impossible: bool,
    /// What.
    pub act: Act,
}

/// A moment of a turn at which players are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CueMoment {
    /// In the n-th such step of the turn, from 1, and between it and the next.
    In(Step, u16),
    /// Between the step before it, or the beginning of the turn, and the n-th such step.
    BeforeStep(Step, u16),
    /// Between the turn before it, or the beginning of the game, and the turn.
    BeforeTurn,
}

impl Cue {
    /// The same cue with every seat replaced.
    #[must_use]
    pub fn seated(&self, place: impl Fn(Seat) -> Seat + Copy) -> Cue {
        Cue { seat: self.seat.map(place), by: self.by.map(place), act: self.act.seated(place), ..self.clone() }
    }

    /// Whether this is its moment, that player the one to do it, and the view that of whoever decides for them.
    fn is_for(&self, view: &PlayerView, actor: Seat) -> bool {
        let turn = view.turn();
        let now = match self.at {
            CueMoment::In(step, nth) => (self.turn, step, nth) == (turn.number, view.step(), view.step_occurrence()),
            CueMoment::BeforeStep(step, nth) => {
                self.turn == turn.number && view.upcoming() == Some(Upcoming::Step(step, nth))
            }
            CueMoment::BeforeTurn => self.turn == turn.number + 1 && view.upcoming() == Some(Upcoming::Turn),
        };
        now && self.is_done_by(view, actor) && self.by.is_none_or(|by| by == view.seat())
    }

    /// Whether it is that player's. Without a seat it is the active player's; a block, that of who controls its first blocker.
    fn is_done_by(&self, view: &PlayerView, actor: Seat) -> bool {
        match (self.seat, &self.act) {
            (Some(seat), _) => seat == actor,
            (None, Act::Block(pairs)) if !pairs.is_empty() => {
                let blocker = pairs[0].0;
                blocker.of.map_or_else(
                    || view.controlled_by(actor).any(|object| view.is_found_by(&object, blocker.card)),
                    |of| of == actor,
                )
            }
            (None, _) => view.turn().active == actor,
        }
    }

    /// Whether it answers a question that is no priority.
    fn is_answer(&self) -> bool {
        matches!(self.act, Act::Choose(_) | Act::Attack(_) | Act::Block(_))
    }

    /// Whether it can be done in answer to that question.
    const fn fits(&self, kind: DecisionKind) -> bool {
        match self.act {
            Act::Attack(_) => matches!(kind, DecisionKind::Attackers),
            Act::Block(_) => matches!(kind, DecisionKind::Blockers),
            Act::Choose(Answer::Default) => !matches!(kind, DecisionKind::Priority),
            // Attackers and blockers have acts of their own.
            Act::Choose(_) => {
                !matches!(kind, DecisionKind::Priority | DecisionKind::Attackers | DecisionKind::Blockers)
            }
            Act::Cast { .. } => matches!(kind, DecisionKind::Priority | DecisionKind::Play),
            Act::Concede => false,
            _ => matches!(kind, DecisionKind::Priority),
        }
    }

    /// At a priority, an answer that has still to be given comes before later acts: it belongs to an earlier one.
    const fn blocks(&self, kind: DecisionKind) -> bool {
        !self.impossible && matches!((kind, &self.act), (DecisionKind::Priority, Act::Choose(_)))
    }
}

/// What became of a cue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CueState {
    /// Its player was not asked at its moment, or the moment has not come.
    #[default]
    Waiting,
    /// Its moment came, and something else happened.
    Missed(Missed),
    /// It was not possible so far; why not, at last.
    NotPossible(String),
    /// It was offered, but what the script says of it is too little, too much or of another kind; what is wrong.
    Unclear(String),
    /// Done.
    Done,
}

/// What happened instead of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missed {
    /// Its question was asked, and the act of that entry answered.
    Answered(usize),
    /// The answer of that entry comes before it, and has not been asked for.
    HeldBack(usize),
    /// An earlier act passes for its player.
    PassedOn,
    /// An earlier act of its moment passed while nothing was on the stack.
    PassedAway,
    /// Attackers or blockers were asked for, which only acts of their own declare.
    Declared(DecisionKind),
}

/// The acts of a game's script, and what has become of each.
#[derive(Debug, Default)]
pub struct Script {
    cues: Vec<Cue>,
    progress: Mutex<Vec<CueProgress>>,
}

#[derive(Debug, Clone, Default)]
struct CueProgress {
    state: CueState,
    /// It can't be done any more.
    over: bool,
    /// Passes made, for a cue that passes several times.
    passes: u16,
}

impl CueProgress {
    /// Something else happened. Why it was not possible is worth more than that.
    fn miss(&mut self, missed: Missed) {
        if matches!(self.state, CueState::Waiting | CueState::Missed(_)) {
            self.state = CueState::Missed(missed);
        }
    }
}

impl Script {
    /// A script of which nothing has been done.
    #[must_use]
    pub fn new(cues: Vec<Cue>) -> Script {
        let progress = Mutex::new(vec![CueProgress::default(); cues.len()]);
        Script { cues, progress }
    }

    /// Every cue, and what has become of it so far.
    #[must_use]
    pub fn report(&self) -> Vec<(&Cue, CueState)> {
        let progress = self.progress();
        self.cues.iter().zip(progress.iter().map(|p| p.state.clone())).collect()
    }

    /// Agents of one table are asked one after another, so nobody ever waits here; what another agent did before it
    /// panicked still counts.
    fn progress(&self) -> MutexGuard<'_, Vec<CueProgress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Until when an agent passes for a player, by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// That step begins.
    Step(Step),
    /// That turn is over, counting turns begun from 1.
    TurnOver(u32),
    /// A turn of the player's own begins after that turn.
    OwnTurnAfter(u32),
}

/// Does the acts of a script.
#[derive(Debug)]
pub struct Scripted {
    script: Arc<Script>,
    /// Passes for players, and until when.
    passing: Vec<(Seat, Until)>,
    /// Modes of spells that are being cast, each with its cue, to be chosen when they are asked for.
    modes: Vec<(usize, u8)>,
    /// What the seats of its table are called.
    names: Vec<Arc<str>>,
}

impl Scripted {
    /// An agent that does those acts.
    #[must_use]
    pub const fn new(script: Arc<Script>) -> Scripted {
        Scripted { script, passing: Vec::new(), modes: Vec::new(), names: Vec::new() }
    }

    /// What the script says to this question, if it says anything that is possible.
    fn cued(&mut self, view: &PlayerView, decision: &Decision) -> Option<Reply> {
        let script = Arc::clone(&self.script);
        let mut from = 0;
        while let Some(at) = self.next_cue(view, decision, from) {
            let cue = &script.cues[at];
            let reply = match &cue.act {
                Act::Pass(passing) => Some(self.pass(at, *passing, view, decision)),
                act => self.answer(at, act, view, decision),
            };
            if reply.is_some() || !cue.impossible {
                return reply;
            }
            from = at + 1;
        }
        None
    }

    /// From that place on, the first cue of this moment that is not over, and that the question is for. Those after it
    /// remember what came before them.
    fn next_cue(&self, view: &PlayerView, decision: &Decision, from: usize) -> Option<usize> {
        let (kind, mut progress) = (decision.kind, self.script.progress());
        let mut first = None;
        for (at, cue) in self.script.cues.iter().enumerate().skip(from) {
            if progress[at].over || !cue.is_for(view, decision.actor) {
                continue;
            }
            let declares = matches!(kind, DecisionKind::Attackers | DecisionKind::Blockers);
            match first {
                _ if declares && matches!(cue.act, Act::Choose(_)) && !cue.fits(kind) => {
                    progress[at].miss(Missed::Declared(kind));
                }
                None if cue.fits(kind) || cue.blocks(kind) => first = Some((at, cue)),
                Some((_, before)) if cue.fits(kind) && !before.fits(kind) => {
                    progress[at].miss(Missed::HeldBack(before.entry));
                }
                // What is done at a priority may be done at the next one.
                Some((_, before)) if cue.fits(kind) && kind != DecisionKind::Priority => {
                    progress[at].miss(Missed::Answered(before.entry));
                }
                _ => {}
            }
        }
        first.filter(|(_, cue)| cue.fits(kind)).map(|(at, _)| at)
    }

    /// An agent that passes for a player passes over these.
    fn passed_over(&self, view: &PlayerView, decision: &Decision) {
        let mut progress = self.script.progress();
        for (at, cue) in self.script.cues.iter().enumerate() {
            if !progress[at].over && cue.is_for(view, decision.actor) && cue.fits(decision.kind) {
                progress[at].miss(Missed::PassedOn);
            }
        }
    }

    fn pass(&mut self, at: usize, passing: Passing, view: &PlayerView, decision: &Decision) -> Reply {
        let turn = view.turn().number;
        // Who decides for another can't make them pass on (CR 723.5): the agent passes for them, as often as it is asked.
        let controlled = decision.decider != decision.actor;
        let standing = |until| (!controlled).then_some(Yield { until, breaks_on: Interrupts::empty() });
        let mut progress = self.script.progress();
        let cue = &mut progress[at];
        cue.passes += 1;
        cue.over = !matches!(passing, Passing::Times(n) if cue.passes < n);
        if cue.over {
            cue.state = CueState::Done;
        }
        if matches!(passing, Passing::UntilEndOfTurn | Passing::UntilMyNextTurn) {
            let (seat, later) = (self.script.cues[at].seat, self.script.cues.iter().enumerate().skip(at + 1));
            for (at, _) in later.filter(|(_, cue)| (cue.turn, cue.seat) == (turn, seat) && cue.fits(decision.kind)) {
                progress[at].miss(Missed::PassedOn);
            }
        }
        // Once everybody passes on an empty stack, the step is over (CR 117.4).
        if matches!(passing, Passing::Times(_)) && view.stack().next().is_none() {
            let later = self.script.cues.iter().enumerate().skip(at + 1);
            for (at, _) in later.filter(|(_, cue)| cue.is_for(view, decision.actor) && cue.fits(decision.kind)) {
                progress[at].miss(Missed::PassedAway);
            }
        }
        let (then, until) = match passing {
            Passing::Times(_) => (None, None),
            Passing::UntilEndOfTurn => (standing(YieldUntil::EndOfTurn), Some(Until::TurnOver(turn))),
            Passing::UntilMyNextTurn => (standing(YieldUntil::OwnTurn), Some(Until::OwnTurnAfter(turn))),
            Passing::UntilStep(step) => (None, Some(Until::Step(step))),
        };
        self.passing.extend(until.filter(|_| then.is_none()).map(|until| (decision.actor, until)));
        Reply { then, ..Reply::plain(decision.default.clone()) }
    }

    /// Does the act if it is possible. What answers a question is over either way; what is done at priority may wait.
    fn answer(&mut self, at: usize, act: &Act, view: &PlayerView, decision: &Decision) -> Option<Reply> {
        let chosen = choosing::choose(view, decision, act, &self.names);
        let mut progress = self.script.progress();
        let cue = &mut progress[at];
        let answers = self.script.cues[at].is_answer();
        cue.over = chosen.is_ok() || answers;
        match &chosen {
            Ok(_) => cue.state = CueState::Done,
            Err(why) if why.is_of_the_script() => cue.state = CueState::Unclear(why.to_string()),
            // That it was offered once, and not said right, is worth more than that it is not offered any more.
            Err(_) if matches!(cue.state, CueState::Unclear(_)) => {}
            Err(why) => cue.state = CueState::NotPossible(why.to_string()),
        }
        if let (Ok(_), Act::Cast { card, modes, .. }) = (&chosen, act)
            && view.card(*card).spell.as_ref().is_none_or(|s| s.modes.is_none())
            && !modes.is_empty()
        {
            // Done once they are asked for, as the spell resolves.
            cue.state = CueState::Unclear("`modes` are given, but nothing asked for one".to_owned());
            self.modes.extend(modes.iter().map(|mode| (at, *mode)));
        }
        match chosen {
            Ok(choice) => Some(Reply::plain(choice)),
            // An answer that does not fit is refused where everybody can see it, and is not taken for another one.
            Err(_) if answers && !self.script.cues[at].impossible => Some(Reply::plain(UNFIT)),
            Err(_) => None,
        }
    }

    /// The mode that was announced as the spell was cast.
    fn announced_mode(&mut self, decision: &Decision) -> Option<Choice> {
        let Shape::One(options) = &decision.shape else { return None };
        let (cue, wanted) = *self.modes.first().filter(|_| decision.kind == DecisionKind::Mode)?;
        self.modes.remove(0);
        let found = options.iter().position(|item| *item == Item::Mode(wanted));
        let more = self.modes.iter().any(|(of, _)| *of == cue);
        let state = &mut self.script.progress()[cue].state;
        match found {
            None => *state = CueState::Unclear(format!("`modes`: there is no mode {} to choose", wanted + 1)),
            Some(_) if !more => *state = CueState::Done,
            Some(_) => {}
        }
        Some(found.map_or(UNFIT, |at| Choice::option(at as u16)))
    }
}

/// An answer that is none to any question: always refused.
const UNFIT: Choice = Choice::One(u16::MAX, Vec::new());

impl Agent for Scripted {
    fn seated(&mut self, seated: &Seated) -> Wants {
        self.names = seated.names.values().to_vec();
        let has = |is: fn(&Act) -> bool| self.script.cues.iter().any(|cue| is(&cue.act));
        let concedes = has(|act| *act == Act::Concede);
        // A concession needs somebody to be asked something, so forced passes are asked for too.
        let stops = Stops { forced: concedes, ..Stops::ALL };
        let phases = has(|act| matches!(act, Act::Pass(Passing::UntilStep(_))));
        Wants { phases, concedes, ..Wants::only_asked(stops) }
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let at_priority = decision.kind == DecisionKind::Priority;
        let turn = view.turn();
        self.passing.retain(|(seat, until)| match until {
            Until::Step(_) => true,
            Until::TurnOver(number) => *number == turn.number,
            Until::OwnTurnAfter(number) => *number == turn.number || turn.active != *seat,
        });
        if at_priority && self.passing.iter().any(|(seat, _)| *seat == decision.actor) {
            self.passed_over(view, decision);
            return Ok(Reply::plain(decision.default.clone()));
        }
        let cued = self.cued(view, decision);
        let otherwise = |this: &mut Self| this.announced_mode(decision).unwrap_or_else(|| decision.default.clone());
        Ok(cued.unwrap_or_else(|| Reply::plain(otherwise(self))))
    }

    /// At its moment, once what the player does before it is over.
    fn concedes(&mut self, view: &PlayerView) -> bool {
        let mut progress = self.script.progress();
        let mut now = self.script.cues.iter().enumerate().filter(|(at, cue)| {
            let declared = matches!(cue.act, Act::Attack(_) | Act::Block(_));
            !progress[*at].over && cue.is_for(view, view.seat()) && !declared
        });
        let Some(at) = now.next().filter(|(_, cue)| cue.act == Act::Concede).map(|(at, _)| at) else { return false };
        progress[at] = CueProgress { state: CueState::Done, over: true, passes: 0 };
        true
    }

    fn phase(&mut self, began: PhaseBegan) {
        self.passing.retain(|(_, until)| !matches!(until, Until::Step(step) if began.step.is(*step)));
    }
}
