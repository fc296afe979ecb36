//! How the coordinator reaches a seat: the project's own actor, or anybody's that takes the same messages.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task;
use std::time::Duration;

use actix::dev::{ContextFut, ToEnvelope};
use actix::prelude::*;

use crate::agents::{Agent, News, Seated, Wants};
use crate::game::settle::{Fault, Reply};

use super::messages::{Ask, Hear};
use super::player_agent::{PlayerAgent, Put};

/// Who sits down at a table of actors.
pub enum Sitter {
    /// An agent: it gets a [`PlayerAgent`] of its own.
    Agent(Box<dyn Agent>),
    /// An actor of somebody's own.
    Actor(ActorSeat),
}

impl Sitter {
    /// Whether it plays the same again; of actors of somebody's own nobody knows.
    pub(super) fn is_reproducible(&self) -> bool {
        match self {
            Sitter::Agent(agent) => agent.is_reproducible(),
            Sitter::Actor(_) => false,
        }
    }
}

/// The mailbox of an actor that plays a seat: it is told where it sits ([`Seated`]), asked ([`Ask`]), and told the news
/// ([`News`]). It ends by itself after [`News::Over`].
#[derive(Clone)]
pub struct ActorSeat {
    seated: Recipient<Seated>,
    ask: Recipient<Ask>,
    news: Recipient<News>,
    deadline: Option<Duration>,
}

impl ActorSeat {
    pub(super) async fn ask(&self, ask: Ask) -> Result<Reply, Fault> {
        match self.deadline {
            Some(deadline) => self.ask.send(ask).timeout(deadline).await.unwrap_or_else(gone),
            None => self.ask.send(ask).await.unwrap_or_else(gone),
        }
    }

    /// The mailbox of that actor.
    #[must_use]
    pub fn new<A>(actor: &Addr<A>) -> ActorSeat
    where
        A: Actor + Handler<Seated> + Handler<Ask> + Handler<News>,
        A::Context: ToEnvelope<A, Seated> + ToEnvelope<A, Ask> + ToEnvelope<A, News>,
    {
        let (seated, ask, news) = (actor.clone().recipient(), actor.clone().recipient(), actor.clone().recipient());
        ActorSeat { seated, ask, news, deadline: None }
    }

    /// The same with a limit for each answer, by the clock on the wall: who is late is not asked again.
    #[must_use]
    pub fn with_deadline(self, deadline: Duration) -> ActorSeat {
        ActorSeat { deadline: Some(deadline), ..self }
    }
}

/// A seat at a table of actors.
pub(super) enum Port {
    /// The project's own actor around an agent that answers where it is called.
    Near(Box<Near>),
    /// The project's own actor around an agent with a thread of its own.
    Own(Addr<PlayerAgent>),
    Other(ActorSeat),
}

impl Port {
    /// Gives an agent its actor.
    pub(super) fn open(sitter: Sitter) -> Port {
        match sitter {
            Sitter::Agent(agent) if agent.deadline().is_none() => Port::Near(Box::new(Near::start(agent))),
            Sitter::Agent(agent) => Port::Own(PlayerAgent::new(agent).start()),
            Sitter::Actor(seat) => Port::Other(seat),
        }
    }

    pub(super) async fn seated(&self, seated: Seated) -> Result<Wants, Fault> {
        match self {
            Port::Near(near) => near.send(seated).await.unwrap_or_else(gone),
            Port::Own(actor) => actor.send(seated).await.unwrap_or_else(gone),
            Port::Other(seat) => match seat.deadline {
                Some(deadline) => seat.seated.send(seated).timeout(deadline).await.unwrap_or_else(gone),
                None => seat.seated.send(seated).await.unwrap_or_else(gone),
            },
        }
    }

    /// Whether the seat's player concedes; an actor of somebody's own does so in answer to a question.
    pub(super) async fn concedes(&self, hear: Hear) -> Result<bool, Fault> {
        match self {
            Port::Near(near) => near.send(hear).await.unwrap_or_else(gone),
            Port::Own(actor) => actor.send(hear).await.unwrap_or_else(gone),
            Port::Other(_) => Ok(false),
        }
    }

    /// In mailbox order, what is told comes before the next question.
    pub(super) fn tell(&self, news: News) {
        match self {
            Port::Near(near) => near.actor.do_send(news),
            Port::Own(actor) => actor.do_send(news),
            Port::Other(seat) => seat.news.do_send(news),
        }
    }

    /// The same, and waits until it has been heard. Nobody misses an actor that is gone already.
    pub(super) async fn tell_and_wait(&self, news: News) {
        let _heard = match self {
            Port::Near(near) => near.send(news).await,
            Port::Own(actor) => actor.send(news).await,
            Port::Other(seat) => seat.news.send(news).timeout(seat.deadline.unwrap_or(PARTING)).await,
        };
    }
}

/// Where an actor leaves the answer to the question it was put.
pub(super) type Left = Rc<Cell<Option<Result<Reply, Fault>>>>;

/// An actor that the coordinator polls itself, with an address, a mailbox and a context as every other, but without a task:
/// a question goes into its mailbox and its answer is there when it has been polled, so that nothing waits to be scheduled.
/// That is less than half of what `send().await` takes (docs/performance.md).
pub(super) struct Near {
    actor: Addr<PlayerAgent>,
    context: RefCell<ContextFut<PlayerAgent, Context<PlayerAgent>>>,
    left: Left,
}

impl Near {
    fn start(agent: Box<dyn Agent>) -> Near {
        let player = PlayerAgent::new(agent);
        let left = player.left();
        let context = Context::new().into_future(player);
        Near { actor: context.address(), context: RefCell::new(context), left }
    }

    /// The answer of the seat's agent, which is given while it is polled.
    pub(super) fn ask(&self, ask: Ask) -> Result<Reply, Fault> {
        self.actor.do_send(Put(ask));
        // Nobody else has its address, so that nobody but this loop ever has to wake it.
        self.poll(&mut task::Context::from_waker(task::Waker::noop()));
        self.left.take().unwrap_or_else(|| gone(MailboxError::Closed))
    }

    /// Lets the actor handle what is in its mailbox.
    fn poll(&self, context: &mut task::Context<'_>) {
        // It has ended when it has heard that the game is over: then there is nothing to poll.
        let mut actor = self.context.borrow_mut();
        if actor.alive() {
            let _ended = Pin::new(&mut *actor).poll(context);
        }
    }

    async fn send<M>(&self, message: M) -> Result<M::Result, MailboxError>
    where
        M: Message + Send + 'static,
        M::Result: Send,
        PlayerAgent: Handler<M>,
        Context<PlayerAgent>: ToEnvelope<PlayerAgent, M>,
    {
        let sent = self.actor.send(message);
        self.poll(&mut task::Context::from_waker(task::Waker::noop()));
        sent.await
    }
}

/// How long an actor of somebody's own has to hear that the game is over.
const PARTING: Duration = Duration::from_secs(5);

pub(super) fn gone<T>(error: MailboxError) -> Result<T, Fault> {
    match error {
        MailboxError::Timeout => Err(Fault::Late),
        MailboxError::Closed => Err(Fault::Gone("its actor has stopped".to_owned())),
    }
}
