//! What follows an answer: apply or refuse, the default, the fault policy. One synchronous function for every driver.

use serde::{Deserialize, Serialize};

use crate::turn::{Seat, Yield};

use super::advance::Game;
use super::decision::Choice;
use super::event::{GameEvent, LossCause, RefusalReason};
use super::setup::FaultPolicy;

/// What an agent answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The choice.
    pub choice: Choice,
    /// A standing pass from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Yield>,
    /// Steps it thought for: what the virtual clock is charged with.
    pub spent: u32,
}

impl Reply {
    /// A choice without more.
    #[must_use]
    pub const fn plain(choice: Choice) -> Reply {
        Reply { choice, then: None, spent: 1 }
    }
}

impl From<Choice> for Reply {
    fn from(choice: Choice) -> Reply {
        Reply::plain(choice)
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "reason", content = "text")]
pub enum Fault {
    /// The agent panicked; with the text of its panic.
    #[error("panicked: {0}")]
    Panicked(String),
    /// The agent is gone: its process has ended, or its actor's mailbox is closed; with what is known of why.
    #[error("gone: {0}")]
    Gone(String),
    /// No answer came within the agent's deadline on the wall clock.
    #[error("no answer within its deadline")]
    Late,
    /// What came is no answer to the question; with what was wrong with it.
    #[error("unreadable answer: {0}")]
    Unreadable(String),
}

impl Fault {
    /// Whether the agent is not asked any more: nobody knows what it remembers, or it does not listen.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        match self {
            Fault::Panicked(_) | Fault::Gone(_) | Fault::Late => true,
            Fault::Unreadable(_) => false,
        }
    }
}

impl From<&Fault> for RefusalReason {
    fn from(fault: &Fault) -> RefusalReason {
        match fault {
            Fault::Panicked(_) => RefusalReason::Panicked,
            Fault::Gone(_) => RefusalReason::Gone,
            Fault::Late => RefusalReason::Late,
            Fault::Unreadable(_) => RefusalReason::Unreadable,
        }
    }
}

/// Settles the pending question: applies a legal answer, or refuses and applies the fault policy. Never a second question.
/// Returns the choice that was applied.
pub fn settle(game: &mut Game, answer: Result<Reply, Fault>) -> Option<Choice> {
    match answer {
        Ok(reply) => settle_or(game, Ok(reply), |_| None),
        Err(fault) => settle_or(game, Err(&fault), |_| None),
    }
}

/// The same with somebody who answers instead under [`FaultPolicy::RandomLegal`]; without an answer of theirs that is legal,
/// the decision's default is taken.
pub fn settle_or(
    game: &mut Game,
    answer: Result<Reply, &Fault>,
    instead: impl FnOnce(&Game) -> Option<Choice>,
) -> Option<Choice> {
    let decision = game.decision()?;
    let (actor, decider) = (decision.actor, decision.decider);
    let reply = match answer {
        Ok(reply) if reply.spent > game.rules().step_budget => Err(RefusalReason::Late),
        Ok(reply) => game.is_legal(&reply.choice).map(|()| reply).map_err(RefusalReason::Illegal),
        Err(fault) => Err(fault.into()),
    };
    match reply {
        Ok(Reply { choice, then, spent }) => {
            game.accept(&choice, then, spent);
            Some(choice)
        }
        Err(reason) => {
            let default = decision.default.clone();
            game.note(GameEvent::Refused { seat: actor, by: decider, reason });
            Some(apply_policy(game, decider, default, instead))
        }
    }
}

fn apply_policy(
    game: &mut Game,
    decider: Seat,
    default: Choice,
    instead: impl FnOnce(&Game) -> Option<Choice>,
) -> Choice {
    match game.rules().on_fault {
        FaultPolicy::Default => game.apply_unchecked(&default),
        FaultPolicy::RandomLegal => {
            let chosen = instead(game).filter(|choice| game.is_legal(choice).is_ok()).unwrap_or(default);
            game.apply_unchecked(&chosen);
            return chosen;
        }
        FaultPolicy::Forfeit => {
            game.apply_unchecked(&default);
            game.remove(decider, LossCause::Fault);
        }
        FaultPolicy::Abort => game.abort(),
    }
    default
}
