//! What agents give that no seed gives again: noted as it is given, and given again by [`Recorded`].

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::game::decision::{Decision, DecisionKind};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::turn::{BySeat, Seat, SeatSet};

use super::{Agent, Over, Seated, Wants};

/// When an agent gave something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// It sat down.
    Seated,
    /// It was asked a question.
    Ask,
    /// It was asked whether its player concedes.
    Hearing,
}

/// What an agent gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// What it wants, as it sat down.
    Wants(Wants),
    /// Its answer to a question, legal or not.
    Reply(Reply),
    /// Its player concedes; that a player doesn't is not noted.
    Concedes(bool),
    /// No answer. After a final one the agent gives nothing any more.
    Fault(Fault),
}

/// Something that an agent gave in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// At what.
    pub at: Moment,
    /// At which of those, counted from 0 for each seat and game.
    pub number: u32,
    /// What the question was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<DecisionKind>,
    /// What it was.
    #[serde(flatten)]
    pub gift: Gift,
}

/// Notes what the agents of some seats give.
#[derive(Debug, Clone)]
pub(super) struct Notebook {
    /// Whose; a seat goes when its agent gives nothing any more.
    seats: SeatSet,
    asked: BySeat<u32>,
    heard: BySeat<u32>,
    given: Vec<(Seat, Given)>,
}

impl Notebook {
    /// A notebook for those of the table's seats, who have answered so as they sat down; none for nobody.
    pub(super) fn open(seats: SeatSet, answers: &BySeat<Result<Wants, Fault>>) -> Option<Box<Notebook>> {
        if seats.is_empty() {
            return None;
        }
        let none = BySeat::new(answers.seats(), |_| 0);
        let mut notebook = Notebook { seats, asked: none.clone(), heard: none, given: Vec::new() };
        for (seat, answer) in answers.iter() {
            notebook.note(seat, Moment::Seated, 0, None, answer.clone().map(Gift::Wants));
        }
        Some(Box::new(notebook))
    }

    /// The seat's answer to a question.
    pub(super) fn answered(&mut self, seat: Seat, kind: Option<DecisionKind>, answer: &Result<Reply, Fault>) {
        let number = self.asked[seat];
        self.asked[seat] += 1;
        self.note(seat, Moment::Ask, number, kind, answer.clone().map(Gift::Reply));
    }

    /// What the seat said to whether its player concedes.
    pub(super) fn heard(&mut self, seat: Seat, answer: &Result<bool, Fault>) {
        let number = self.heard[seat];
        self.heard[seat] += 1;
        if *answer != Ok(false) {
            self.note(seat, Moment::Hearing, number, None, answer.clone().map(Gift::Concedes));
        }
    }

    /// Everything noted, oldest first.
    pub(super) fn close(self) -> Vec<(Seat, Given)> {
        self.given
    }

    fn note(&mut self, seat: Seat, at: Moment, number: u32, kind: Option<DecisionKind>, gift: Result<Gift, Fault>) {
        if !self.seats.contains(seat) {
            return;
        }
        // Who could not even sit down, or was heard in vain, is not asked any more either.
        if gift.as_ref().is_err_and(|fault| fault.is_final() || at != Moment::Ask) {
            self.seats.remove(seat);
        }
        let gift = gift.unwrap_or_else(Gift::Fault);
        self.given.push((seat, Given { at, number, kind, gift }));
    }
}

/// Why a game could not be played from what was noted: the first thing that did not fit, if anything.
#[derive(Debug, Clone, Default)]
pub struct Misfit(Arc<Mutex<Option<String>>>);

impl Misfit {
    /// What did not fit.
    #[must_use]
    pub fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, what: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
    }
}

/// Gives again what an agent gave in the same game. Off that game, where something else is asked, it has no answers.
#[derive(Debug, Clone)]
pub struct Recorded {
    name: Arc<str>,
    given: Arc<[Given]>,
    next: usize,
    asked: u32,
    heard: u32,
    /// It gives nothing any more.
    broken: Option<Fault>,
    misfit: Misfit,
}

impl Recorded {
    /// The agent of the player of that name, who gave this.
    #[must_use]
    pub fn new(name: Arc<str>, given: Arc<[Given]>, misfit: Misfit) -> Recorded {
        Recorded { name, given, next: 0, asked: 0, heard: 0, broken: None, misfit }
    }

    /// What was given at that moment, if that is what comes next.
    fn take(&mut self, at: Moment, number: u32) -> Option<Given> {
        let given = self.given.get(self.next).filter(|given| (given.at, given.number) == (at, number))?;
        self.next += 1;
        Some(given.clone())
    }

    fn missing(&self, what: &str) -> Fault {
        let text = format!("no recorded {what} of `{}`", self.name);
        self.misfit.set(text.clone());
        Fault::Gone(text)
    }
}

impl Agent for Recorded {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        match self.take(Moment::Seated, 0).map(|given| given.gift) {
            Some(Gift::Wants(wants)) => return wants,
            Some(Gift::Fault(fault)) => self.broken = Some(fault),
            _ => self.broken = Some(self.missing("line of what it wants")),
        }
        Wants::only_asked(Stops::ALL)
    }

    fn concedes(&mut self, _view: &PlayerView) -> bool {
        let number = self.heard;
        self.heard += 1;
        match self.take(Moment::Hearing, number).map(|given| given.gift) {
            Some(Gift::Concedes(concedes)) => concedes,
            Some(Gift::Fault(fault)) => {
                self.broken = Some(fault);
                false
            }
            _ => false,
        }
    }

    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if let Some(fault) = &self.broken {
            return Err(fault.clone());
        }
        let number = self.asked;
        self.asked += 1;
        match self.take(Moment::Ask, number) {
            Some(Given { kind, gift, .. }) if kind == Some(decision.kind) => match gift {
                Gift::Reply(reply) => Ok(reply),
                Gift::Fault(fault) => Err(fault),
                Gift::Wants(_) | Gift::Concedes(_) => Err(self.missing(&format!("answer to question {number}"))),
            },
            Some(_) => Err(self.missing(&format!("answer that fits question {number}"))),
            None => Err(self.missing(&format!("answer to question {number}"))),
        }
    }

    fn over(&mut self, _over: &Over) {
        let left = self.given.len() - self.next;
        if left > 0 {
            self.misfit.set(format!("`{}` was not asked for the last {left} of its recorded answers", self.name));
        }
    }
}
