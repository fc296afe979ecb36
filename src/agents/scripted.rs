//! The scripted agent: does the acts of a scenario's script at their moments, by name, and otherwise takes the default.
//!
//! All scripted agents of a table share one [`Script`]: an act belongs to the player who does it by the rules, and is
//! done by whoever decides for that player. Acts of one moment are done in order. One that is not possible yet waits, its
//! player passing meanwhile, until the step is over; an answer, an attack or a block is given or fails at its decision. What
//! must be impossible is tried whenever it could be done, and nothing waits for it.

mod choosing;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::turn::{Interrupts, Seat, Step, Yield, YieldUntil};

use super::act::{Act, Passing};
use super::{Agent, PhaseBegan, Seated, Wants};

/// A player's act and its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// The place of its entry in the script.
    pub entry: usize,
    /// In which turn, counting turns begun from 1.
    pub turn: u32,
    /// In which step.
    pub step: Step,
    /// In the n-th such step of the turn, from 1.
    pub nth: u16,
    /// Who does it; `None`: the active player.
    pub seat: Option<Seat>,
    /// It is only tried: what follows does not wait for it.
    pub impossible: bool,
    /// What.
    pub act: Act,
}

impl Cue {
    /// The same cue with every seat replaced.
    #[must_use]
    pub fn seated(&self, place: impl Fn(Seat) -> Seat + Copy) -> Cue {
        Cue { seat: self.seat.map(place), act: self.act.seated(place), ..self.clone() }
    }

    /// Whether this is its moment, and that player the one to do it.
    fn is_for(&self, view: &PlayerView, actor: Seat) -> bool {
        let turn = view.turn();
        self.turn == turn.number
            && self.step == view.step()
            && self.nth == view.step_occurrence()
            && self.seat.unwrap_or(turn.active) == actor
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
            Act::Choose(_) => !matches!(kind, DecisionKind::Priority),
            Act::Cast { .. } => matches!(kind, DecisionKind::Priority | DecisionKind::Play),
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
    /// It was not possible so far; why not, at last.
    NotPossible(String),
    /// Done.
    Done,
}

/// The acts of a game's script, and what has become of each.
#[derive(Debug, Default)]
pub struct Script {
    cues: Vec<Cue>,
    progress: Mutex<Vec<Progress>>,
}

#[derive(Debug, Clone, Default)]
struct Progress {
    state: CueState,
    /// It can't be done any more.
    over: bool,
    /// Passes made, for a cue that passes several times.
    passes: u16,
}

impl Script {
    /// A script of which nothing has been done.
    #[must_use]
    pub fn new(cues: Vec<Cue>) -> Script {
        let progress = Mutex::new(vec![Progress::default(); cues.len()]);
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
    fn progress(&self) -> MutexGuard<'_, Vec<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does the acts of a script.
#[derive(Debug)]
pub struct Scripted {
    script: Arc<Script>,
    /// Passes for a player until that step begins.
    passing: Vec<(Seat, Step)>,
    /// Modes of spells that are being cast, to be chosen when they are asked for.
    modes: Vec<u8>,
}

impl Scripted {
    /// An agent that does those acts.
    #[must_use]
    pub const fn new(script: Arc<Script>) -> Scripted {
        Scripted { script, passing: Vec::new(), modes: Vec::new() }
    }

    /// What the script says to this question, if it says anything that is possible.
    fn cued(&mut self, view: &PlayerView, decision: &Decision) -> Option<Reply> {
        let script = Arc::clone(&self.script);
        let mut from = 0;
        while let Some(at) = self.next_cue(view, decision, from) {
            let cue = &script.cues[at];
            let reply = match &cue.act {
                Act::Pass(passing) => Some(self.pass(at, *passing, decision)),
                act => self.answer(at, act, view, decision),
            };
            if reply.is_some() || !cue.impossible {
                return reply;
            }
            from = at + 1;
        }
        None
    }

    /// From that place on, the first cue of this moment that is not over, and that the question is for.
    fn next_cue(&self, view: &PlayerView, decision: &Decision, from: usize) -> Option<usize> {
        let progress = self.script.progress();
        let mut now = self.script.cues.iter().enumerate().skip(from).filter(|(at, cue)| {
            !progress[*at].over
                && cue.is_for(view, decision.actor)
                && (cue.fits(decision.kind) || cue.blocks(decision.kind))
        });
        now.next().filter(|(_, cue)| cue.fits(decision.kind)).map(|(at, _)| at)
    }

    fn pass(&mut self, at: usize, passing: Passing, decision: &Decision) -> Reply {
        let standing = |until| Some(Yield { until, breaks_on: Interrupts::empty() });
        let mut progress = self.script.progress();
        let cue = &mut progress[at];
        cue.passes += 1;
        cue.over = !matches!(passing, Passing::Times(n) if cue.passes < n);
        if cue.over {
            cue.state = CueState::Done;
        }
        let then = match passing {
            Passing::Times(_) => None,
            Passing::UntilEndOfTurn => standing(YieldUntil::EndOfTurn),
            Passing::UntilMyNextTurn => standing(YieldUntil::OwnTurn),
            Passing::UntilStep(step) => {
                self.passing.push((decision.actor, step));
                None
            }
        };
        Reply { then, ..Reply::plain(decision.default.clone()) }
    }

    /// Does the act if it is possible. What answers a question is over either way; what is done at priority may wait.
    fn answer(&mut self, at: usize, act: &Act, view: &PlayerView, decision: &Decision) -> Option<Reply> {
        let chosen = choosing::choose(view, decision, act);
        let mut progress = self.script.progress();
        let cue = &mut progress[at];
        cue.over = chosen.is_ok() || self.script.cues[at].is_answer();
        cue.state = match &chosen {
            Ok(_) => CueState::Done,
            Err(why) => CueState::NotPossible(why.to_string()),
        };
        if let (Ok(_), Act::Cast { card, modes, .. }) = (&chosen, act)
            && view.card(*card).spell.as_ref().is_none_or(|s| s.modes.is_none())
        {
            self.modes.extend(modes);
        }
        chosen.ok().map(Reply::plain)
    }

    /// The mode that was announced as the spell was cast.
    fn announced_mode(&mut self, decision: &Decision) -> Option<Choice> {
        let Shape::One(options) = &decision.shape else { return None };
        let wanted = *self.modes.first().filter(|_| decision.kind == DecisionKind::Mode)?;
        self.modes.remove(0);
        let at = options.iter().position(|item| *item == Item::Mode(wanted))?;
        Some(Choice::option(at as u16))
    }
}

impl Agent for Scripted {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        let phases = self.script.cues.iter().any(|cue| matches!(cue.act, Act::Pass(Passing::UntilStep(_))));
        Wants { phases, ..Wants::only_asked(Stops::ALL) }
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let at_priority = decision.kind == DecisionKind::Priority;
        if at_priority && self.passing.iter().any(|(seat, _)| *seat == decision.actor) {
            return Ok(Reply::plain(decision.default.clone()));
        }
        let cued = self.cued(view, decision);
        let otherwise = |this: &mut Self| this.announced_mode(decision).unwrap_or_else(|| decision.default.clone());
        Ok(cued.unwrap_or_else(|| Reply::plain(otherwise(self))))
    }

    fn phase(&mut self, began: PhaseBegan) {
        self.passing.retain(|(_, until)| !began.step.is(*until));
    }
}
