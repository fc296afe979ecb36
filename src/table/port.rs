//! How the coordinator reaches a seat: the project's own actor, or anybody's that takes the same messages.

use std::time::Duration;

use actix::dev::ToEnvelope;
use actix::prelude::*;

use crate::agents::{Agent, News, Seated, Wants};
use crate::game::settle::{Fault, Reply};

use super::messages::{Ask, Hear};
use super::player_agent::PlayerAgent;

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
    Own(Addr<PlayerAgent>),
    Other(ActorSeat),
}

impl Port {
    /// Gives an agent its actor.
    pub(super) fn open(sitter: Sitter) -> Port {
        match sitter {
            Sitter::Agent(agent) => Port::Own(PlayerAgent::new(agent).start()),
            Sitter::Actor(seat) => Port::Other(seat),
        }
    }

    pub(super) async fn seated(&self, seated: Seated) -> Result<Wants, Fault> {
        match self {
            Port::Own(actor) => actor.send(seated).await.unwrap_or_else(gone),
            Port::Other(seat) => match seat.deadline {
                Some(deadline) => seat.seated.send(seated).timeout(deadline).await.unwrap_or_else(gone),
                None => seat.seated.send(seated).await.unwrap_or_else(gone),
            },
        }
    }

    pub(super) async fn ask(&self, ask: Ask) -> Result<Reply, Fault> {
        match self {
            Port::Own(actor) => actor.send(ask).await.unwrap_or_else(gone),
            Port::Other(seat) => match seat.deadline {
                Some(deadline) => seat.ask.send(ask).timeout(deadline).await.unwrap_or_else(gone),
                None => seat.ask.send(ask).await.unwrap_or_else(gone),
            },
        }
    }

    /// Whether the seat's player concedes; an actor of somebody's own does so in answer to a question.
    pub(super) async fn concedes(&self, hear: Hear) -> Result<bool, Fault> {
        match self {
            Port::Own(actor) => actor.send(hear).await.unwrap_or_else(gone),
            Port::Other(_) => Ok(false),
        }
    }

    /// In mailbox order, what is told comes before the next question.
    pub(super) fn tell(&self, news: News) {
        match self {
            Port::Own(actor) => actor.do_send(news),
            Port::Other(seat) => seat.news.do_send(news),
        }
    }

    /// The same, and waits until it has been heard. Nobody misses an actor that is gone already.
    pub(super) async fn tell_and_wait(&self, news: News) {
        let _heard = match self {
            Port::Own(actor) => actor.send(news).await,
            Port::Other(seat) => seat.news.send(news).timeout(seat.deadline.unwrap_or(PARTING)).await,
        };
    }
}

/// How long an actor of somebody's own has to hear that the game is over.
const PARTING: Duration = Duration::from_secs(5);

fn gone<T>(error: MailboxError) -> Result<T, Fault> {
    match error {
        MailboxError::Timeout => Err(Fault::Late),
        MailboxError::Closed => Err(Fault::Gone("its actor has stopped".to_owned())),
    }
}
