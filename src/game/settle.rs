//! What follows an answer: apply or refuse, the default, the fault policy. One synchronous function for every driver.

use serde::{Deserialize, Serialize};

use crate::turn::{Seat, Yield};

use super::decision::{Choice, IllegalChoice};
use super::engine::Game;
use super::event::{GameEvent, LossCause};
use super::setup::FaultPolicy;

/// What an agent answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The choice.
    pub choice: Choice,
    /// A standing pass from now on.
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

/// What went wrong with an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It panicked; the policy answers for its seat from now on.
    Panicked,
    /// It is gone.
    Dead,
    /// It was over its budget of steps or over a wall limit.
    Late,
}

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalReason {
    /// The choice was not legal.
    Illegal(IllegalChoice),
    /// The agent panicked.
    Panicked,
    /// The agent is gone.
    Dead,
    /// The agent was over its budget.
    Late,
}

/// Steps an agent may think for one answer before it is late, unless the table says otherwise.
pub const STEP_BUDGET: u32 = 1_000_000;

/// Microseconds of the virtual clock that one step of thinking costs.
pub const MICROS_PER_STEP: u64 = 1_000;

/// Settles the pending question: applies a legal answer, or refuses and applies the fault policy. Never a second question.
/// Returns the choice that was applied.
pub fn settle(game: &mut Game, answer: Result<Reply, Fault>) -> Option<Choice> {
    let decision = game.decision()?;
    let (actor, decider) = (decision.actor, decision.decider);
    let reply = match answer {
        Ok(reply) if reply.spent > game.rules().step_budget => Err(RefusalReason::Late),
        Ok(reply) => game.is_legal(&reply.choice).map(|()| reply).map_err(RefusalReason::Illegal),
        Err(Fault::Panicked) => Err(RefusalReason::Panicked),
        Err(Fault::Dead) => Err(RefusalReason::Dead),
        Err(Fault::Late) => Err(RefusalReason::Late),
    };
    match reply {
        Ok(Reply { choice, then, spent }) => {
            game.accept(&choice, then, spent);
            Some(choice)
        }
        Err(reason) => {
            let default = decision.default.clone();
            game.note(GameEvent::Refused { seat: actor, by: decider, reason });
            apply_policy(game, decider, &default);
            Some(default)
        }
    }
}

fn apply_policy(game: &mut Game, decider: Seat, default: &Choice) {
    match game.rules().on_fault {
        FaultPolicy::Default => game.apply_unchecked(default),
        FaultPolicy::Forfeit => {
            game.apply_unchecked(default);
            game.remove(decider, LossCause::Fault);
        }
        FaultPolicy::Abort => game.abort(),
    }
}
