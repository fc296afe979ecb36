//! The actor of one seat: a mailbox around an agent.

use actix::prelude::*;

use crate::agents::table::{ask, hear, inform};
use crate::agents::{Agent, PhaseBegan};
use crate::game::settle::{Fault, Reply};

use super::messages::{Ask, GameOver, Hear};

/// Owns an agent and answers for it. A panic costs the agent its place, never the actor.
pub struct PlayerAgent {
    agent: Box<dyn Agent>,
    broken: bool,
}

impl PlayerAgent {
    /// An actor around an agent.
    #[must_use]
    pub fn new(agent: Box<dyn Agent>) -> PlayerAgent {
        PlayerAgent { agent, broken: false }
    }
}

impl Actor for PlayerAgent {
    type Context = Context<PlayerAgent>;
}

impl Handler<Ask> for PlayerAgent {
    type Result = Result<Reply, Fault>;

    /// The view is dropped before the reply is sent, so that the coordinator's state is its own again and changes in place.
    fn handle(&mut self, message: Ask, _context: &mut Context<PlayerAgent>) -> Result<Reply, Fault> {
        if self.broken { Err(Fault::Panicked) } else { ask(self.agent.as_mut(), &message.view) }
    }
}

impl Handler<Hear> for PlayerAgent {
    type Result = Result<bool, Fault>;

    fn handle(&mut self, message: Hear, _context: &mut Context<PlayerAgent>) -> Result<bool, Fault> {
        if self.broken { Err(Fault::Panicked) } else { hear(self.agent.as_mut(), &message.view) }
    }
}

impl Handler<PhaseBegan> for PlayerAgent {
    type Result = ();

    /// Nobody waits for an answer here, so a panic is told at the next question.
    fn handle(&mut self, began: PhaseBegan, _context: &mut Context<PlayerAgent>) {
        self.broken = self.broken || inform(self.agent.as_mut(), began).is_err();
    }
}

impl Handler<GameOver> for PlayerAgent {
    type Result = ();

    /// The actor ends, and with it the agent.
    fn handle(&mut self, _over: GameOver, context: &mut Context<PlayerAgent>) {
        context.stop();
    }
}
