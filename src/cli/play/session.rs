//! A person at a table: what they have answered, so that the last of it can be taken back.
//!
//! A game is a function of its seed and of what is answered, so that going back is playing the same table again with the
//! answers up to there.

use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::Duration;

use tokio::sync::oneshot::Sender;

use super::seat::{Asked, Company, FromTable, Hosted};
use crate::game::decision::Decision;
use crate::game::settle::Reply;
use crate::table::{Address, Matchup};

/// A table, and what its person has answered.
pub(super) struct Session {
    matchup: Matchup,
    address: Address,
    pub(super) company: Company,
    hosted: Hosted,
    given: Vec<Given>,
    /// Answers that are given again on the way to where the person goes on.
    again: VecDeque<Given>,
    /// Where the answer to the pending question goes.
    pending: Option<Sender<Reply>>,
    /// A step of a table that goes on step by step has been asked for, and nothing has come of it yet.
    stepping: bool,
}

/// An answer that was given.
struct Given {
    decision: Option<Decision>,
    reply: Reply,
    /// The person gave it, and not their stops.
    own: bool,
    /// Something that was hidden has been seen since.
    uncovered: bool,
}

/// Why a decision can't be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoWayBack {
    /// There is none.
    #[error("there is no decision of yours to take back")]
    Nothing,
    /// It would be taken back in knowledge of what is hidden.
    #[error("your last decision stays: something hidden has been seen since")]
    Uncovered,
}

impl Session {
    pub(super) fn new(matchup: Matchup, address: Address, company: Company) -> Session {
        let hosted = Hosted::start(&matchup, address, company);
        let (given, again) = Default::default();
        Session { matchup, address, company, hosted, given, again, pending: None, stepping: false }
    }

    /// What the table says next that concerns the screen, if it says something in that time. A table that breaks off has
    /// ended.
    pub(super) fn hear(&mut self, wait: Duration) -> Option<FromTable> {
        let heard = if wait.is_zero() {
            self.hosted.told.try_recv().map_err(|e| e == TryRecvError::Disconnected)
        } else {
            self.hosted.told.recv_timeout(wait).map_err(|e| e == RecvTimeoutError::Disconnected)
        };
        match heard {
            Ok(FromTable::Asked(asked)) => self.asked(asked),
            Ok(told) => {
                self.note(&told);
                Some(told)
            }
            Err(_) => None,
        }
    }

    fn note(&mut self, heard: &FromTable) {
        self.stepping = false;
        if let (FromTable::Told(told), Some(last)) = (heard, self.given.last_mut()) {
            last.uncovered |= told.uncovered;
        }
    }

    /// A question: answered as before on the way back, or else the screen's.
    fn asked(&mut self, asked: Asked) -> Option<FromTable> {
        if let Some(last) = self.given.last_mut() {
            last.uncovered |= asked.view.shows_hidden();
        }
        match self.again.pop_front() {
            Some(given) if given.decision.as_ref() == asked.view.decision() => {
                // A table that is gone says so itself.
                let _ = asked.answer.send(given.reply.clone());
                self.given.push(Given { uncovered: false, ..given });
                None
            }
            _ => {
                // The others, who may be programs, have played otherwise than before: it goes on from here.
                self.again.clear();
                Some(FromTable::Asked(asked))
            }
        }
    }

    /// Whether answers are being given again.
    pub(super) fn is_on_the_way(&self) -> bool {
        !self.again.is_empty()
    }

    /// The screen has the question now.
    pub(super) fn keep(&mut self, answer: Sender<Reply>) {
        self.pending = Some(answer);
    }

    /// Answers the pending question.
    pub(super) fn answer(&mut self, decision: Option<Decision>, reply: Reply, own: bool) {
        let Some(answer) = self.pending.take() else { return };
        self.given.push(Given { decision, reply: reply.clone(), own, uncovered: false });
        // A table that is gone says so itself.
        let _ = answer.send(reply);
    }

    /// Goes back to the person's last decision.
    ///
    /// # Errors
    /// When there is none, or it would be decided anew in knowledge of what is hidden; nothing has changed then.
    pub(super) fn undo(&mut self) -> Result<(), NoWayBack> {
        let last = self.given.iter().rposition(|given| given.own).ok_or(NoWayBack::Nothing)?;
        if self.given[last..].iter().any(|given| given.uncovered) {
            return Err(NoWayBack::Uncovered);
        }
        self.given.truncate(last);
        self.again = self.given.drain(..).collect();
        self.pending = None;
        self.hosted = Hosted::start(&self.matchup, self.address, self.company);
        Ok(())
    }

    /// Has the table go on by a question, unless it is doing that.
    pub(super) fn step(&mut self) {
        if !self.stepping {
            self.stepping = true;
            self.hosted.step();
        }
    }
}
