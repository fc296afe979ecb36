//! The actor driver: a [`TurnCoordinator`] owns the game, one [`PlayerAgent`] for each seat owns an agent, and they exchange
//! priority and phase messages.
//!
//! ```text
//!                 Ask {view}                 PlayerAgent (seat 1)
//!               .----------->               .----------.
//!  TurnCoordinator                          | Box<dyn  |
//!  .-----------.<------------.  Reply       |   Agent> |
//!  |   Game    |              '-------------'----------'
//!  '-----------'----------->  PhaseBegan     PlayerAgent (seat 2) ...
//!     ^     |
//!  Inspect  '--> Summary
//! ```
//!
//! | port | from, to | with | how often |
//! |---|---|---|---|
//! | `Ask` | coordinator to the decider's agent | a view of the table, in which the decision is pending | each decision really asked |
//! | `Reply` | agent to coordinator, the answer to `Ask` | a choice, perhaps a standing pass, the steps thought | each `Ask` |
//! | `Hear` | coordinator to agents that may concede | a view of their own | each decision really asked of anybody |
//! | `PhaseBegan` | coordinator to agents that want it | turn, phase, step | each step, before the first `Ask` of that step |
//! | `GameOver` | coordinator to all agents, which end | how it ended | once |
//! | `Inspect` | anybody to coordinator | nothing; answered with the last published [`Summary`] | at will |
//!
//! All actors of a table live on one thread, in one actix `System` for each worker; they are made anew for each game, so that
//! nothing leaks from game to game. Forced and standing passes happen inside the game and cost no message.

mod coordinator;
mod messages;
mod player_agent;
mod table;

pub use coordinator::TurnCoordinator;
pub use messages::{Ask, Finished, GameOver, Hear, Inspect, Play, Summary};
pub use player_agent::PlayerAgent;
pub use table::{HostError, host};
