//! What the actors of a table say to each other.

use std::fmt;

use actix::prelude::*;

use crate::agents::{Historian, News, Seated, Seats, Wants};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Game, GameEvent, Outcome};
use crate::turn::{Seat, Step};

use super::play::PlayError;

impl Message for Seated {
    /// What the seat's actor wants to be asked and told.
    type Result = Result<Wants, Fault>;
}

/// A question: the decision is pending in the view.
#[derive(Message)]
#[rtype(result = "Result<Reply, Fault>")]
pub struct Ask {
    /// Counts the questions of a game, from 0.
    pub id: u64,
    /// The table as the decider may see it.
    pub view: PlayerView,
}

impl fmt::Debug for Ask {
    /// Without the view, which shows nothing to anybody but its seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Asks whether the agent's player concedes: somebody else may be asked something, or another player decides for theirs.
#[derive(Message)]
#[rtype(result = "Result<bool, Fault>")]
pub struct Hear {
    /// The table as the agent's own seat may see it.
    pub view: PlayerView,
}

impl Message for News {
    type Result = ();
}

/// Plays the coordinator's game to its end.
pub struct Play<H> {
    /// Gets every event.
    pub historian: H,
}

impl<H: Historian + Send + 'static> Message for Play<H> {
    type Result = Result<Finished<H>, PlayError>;
}

/// A game that has been played.
pub struct Finished<H> {
    /// The game, at its end.
    pub game: Game,
    /// Who watched it.
    pub historian: H,
    /// How it ended.
    pub outcome: Outcome,
    /// How everybody was doing.
    pub seats: Seats,
}

/// Nobody is asked any more until [`Resume`] or [`Step`]; a question that is out is still answered. Answered with where the
/// game stands.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Summary")]
pub struct Pause;

/// Goes on after [`Pause`].
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Resume;

/// Pauses, and has one question asked; answered with where the game stands once it is answered and the next one is due, or
/// the game is over. Waits for [`Play`].
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Summary")]
pub struct StepOne;

/// Sends every event from now on, hidden cards included: for spectators, not for players.
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub struct Watch(pub Recipient<Observed>);

/// What happened at a table since the last one.
#[derive(Debug, Clone, PartialEq, Eq, Message)]
#[rtype(result = "()")]
pub struct Observed {
    /// Every event, oldest first.
    pub events: Vec<GameEvent>,
    /// Where the game stands after them.
    pub place: Summary,
}

/// Asks where the game stands.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Summary")]
pub struct Inspect;

/// A small copy of where a game stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// The current step.
    pub step: Option<Step>,
    /// Questions asked so far.
    pub asked: u64,
    /// Who is being asked.
    pub waiting_for: Option<Seat>,
    /// Nobody is asked until somebody says so.
    pub paused: bool,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Seats whose agents are not asked any more, with what went wrong.
    pub exits: Vec<(Seat, Fault)>,
    /// What the rules panicked with, if they did.
    pub failed: Option<String>,
}

impl<A, M> actix::dev::MessageResponse<A, M> for Summary
where
    A: Actor,
    M: Message<Result = Summary>,
{
    fn handle(self, _ctx: &mut A::Context, tx: Option<actix::dev::OneshotSender<Summary>>) {
        if let Some(tx) = tx {
            // Nobody waits for the answer any more: then nobody misses it.
            let _ = tx.send(self);
        }
    }
}
