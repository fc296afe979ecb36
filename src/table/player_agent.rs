//! The actor of one seat: a mailbox around an agent.

use actix::clock::timeout;
use actix::prelude::*;
use tokio::sync::oneshot;

use crate::agents::{Agent, News, Occupant, Seated, Wants};
use crate::game::settle::{Fault, Reply};

use super::messages::{Ask, Hear};
use super::port::Left;

/// Owns an agent and answers for it. A panic costs the agent its place, never the actor; an agent with a deadline thinks on a
/// thread of its own, and the actor answers when it does.
pub struct PlayerAgent {
    occupant: Occupant,
    /// What went wrong when nobody waited for an answer: told at the next question.
    fault: Option<Fault>,
    left: Left,
}

/// A question put by the coordinator that polls the actor itself: the answer is left where both find it.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Put(pub(super) Ask);

impl PlayerAgent {
    /// An actor around an agent.
    #[must_use]
    pub fn new(agent: Box<dyn Agent>) -> PlayerAgent {
        PlayerAgent { occupant: Occupant::new(agent), fault: None, left: Left::default() }
    }

    /// Where it leaves the answers to what is [`Put`].
    pub(super) fn left(&self) -> Left {
        Left::clone(&self.left)
    }

    /// The answer of the agent, where it is called or waited for here.
    fn answer(&mut self, ask: Ask) -> Result<Reply, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let answer = self.occupant.ask(ask.view);
        self.fault = answer.as_ref().err().filter(|fault| fault.is_final()).cloned();
        answer
    }
}

impl Actor for PlayerAgent {
    type Context = Context<PlayerAgent>;
}

impl Handler<Seated> for PlayerAgent {
    type Result = Response<Result<Wants, Fault>>;

    fn handle(&mut self, seated: Seated, _context: &mut Context<PlayerAgent>) -> Response<Result<Wants, Fault>> {
        match &mut self.occupant {
            Occupant::Here(_) => Response::reply(self.occupant.seated(&seated)),
            Occupant::Apart(apart) => {
                let (done, answer) = oneshot::channel();
                let sent = apart.send_seated(seated, Box::new(move |wants| drop(done.send(wants))));
                later(sent, answer, apart.deadline())
            }
        }
    }
}

impl Handler<Ask> for PlayerAgent {
    type Result = Response<Result<Reply, Fault>>;

    /// The view is dropped before the reply is sent, so that the coordinator's state is its own again and changes in place.
    fn handle(&mut self, ask: Ask, _context: &mut Context<PlayerAgent>) -> Response<Result<Reply, Fault>> {
        match &mut self.occupant {
            Occupant::Here(_) => Response::reply(self.answer(ask)),
            Occupant::Apart(apart) => {
                if let Some(fault) = &self.fault {
                    return Response::reply(Err(fault.clone()));
                }
                let (done, answer) = oneshot::channel();
                let sent = apart.send_ask(ask.view, Box::new(move |reply| drop(done.send(reply))));
                later(sent, answer, apart.deadline())
            }
        }
    }
}

impl Handler<Put> for PlayerAgent {
    type Result = ();

    fn handle(&mut self, put: Put, _context: &mut Context<PlayerAgent>) {
        let answer = self.answer(put.0);
        self.left.set(Some(answer));
    }
}

impl Handler<Hear> for PlayerAgent {
    type Result = Response<Result<bool, Fault>>;

    fn handle(&mut self, hear: Hear, _context: &mut Context<PlayerAgent>) -> Response<Result<bool, Fault>> {
        match &mut self.occupant {
            Occupant::Here(_) => Response::reply(self.occupant.concedes(hear.view)),
            Occupant::Apart(apart) => {
                let (done, answer) = oneshot::channel();
                let sent = apart.send_concedes(hear.view, Box::new(move |concedes| drop(done.send(concedes))));
                later(sent, answer, apart.deadline())
            }
        }
    }
}

/// What an agent on its own thread will answer, if it does in time.
fn later<T: Send + 'static>(
    sent: Result<(), Fault>,
    answer: oneshot::Receiver<Result<T, Fault>>,
    deadline: std::time::Duration,
) -> Response<Result<T, Fault>> {
    if let Err(fault) = sent {
        return Response::reply(Err(fault));
    }
    Response::fut(async move {
        match timeout(deadline, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Fault::Gone("its thread has ended".to_owned())),
            Err(_) => Err(Fault::Late),
        }
    })
}

impl Handler<News> for PlayerAgent {
    type Result = ();

    /// After the end of the game the actor ends, and with it the agent.
    fn handle(&mut self, news: News, context: &mut Context<PlayerAgent>) {
        let over = matches!(news, News::Over(_));
        if self.fault.is_none() {
            self.fault = self.occupant.tell(news).err();
        }
        if over {
            context.stop();
        }
    }
}
