//! What the actors say to each other.

use actix::prelude::*;

use crate::agents::{Historian, PhaseBegan};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Game, Outcome};
use crate::turn::{Seat, Step};

/// A question: the decision is pending in the view.
#[derive(Message)]
#[rtype(result = "Result<Reply, Fault>")]
pub struct Ask {
    /// The table as the decider may see it.
    pub view: PlayerView,
}

/// Asks whether the agent's player concedes: somebody else may be asked something, or another player decides for theirs.
#[derive(Message)]
#[rtype(result = "Result<bool, Fault>")]
pub struct Hear {
    /// The table as the agent's own seat may see it.
    pub view: PlayerView,
}

impl Message for PhaseBegan {
    type Result = ();
}

/// The game is over: the agent is let go.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct GameOver {
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays the coordinator's game to its end.
pub struct Play<H> {
    /// Gets every event.
    pub historian: H,
}

impl<H: Historian + Send + 'static> Message for Play<H> {
    /// Nothing, when the game has been played before.
    type Result = Option<Finished<H>>;
}

/// A game that has been played.
pub struct Finished<H> {
    /// The game, at its end.
    pub game: Game,
    /// Who watched it.
    pub historian: H,
    /// How it ended.
    pub outcome: Outcome,
}

/// Asks for the coordinator's last published summary.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Summary")]
pub struct Inspect;

/// A small copy of where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// The current step.
    pub step: Option<Step>,
    /// Decisions asked so far.
    pub asked: u64,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
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
