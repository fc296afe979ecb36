//! One game: seats filled, asked by either driver, watched, recorded, told, played again; regression cases judged.
//!
//! ```text
//! Scenario -> Matchup -- Address { game, deal, rotation } --> Table { game, agents, places, recorder, script } -> GameRecord
//! ```
//!
//! Records and outlines are made from events alone, traces from events and from what somebody who looks on sees.
//!
//! # Two drivers
//!
//! The plain loop, [`Direct`](crate::agents::Direct), calls the agents. The actor driver, [`host`], has a [`TurnCoordinator`]
//! that owns the game and an actor in each seat, a [`PlayerAgent`] or anybody's own ([`ActorSeat`]), and they exchange
//! priority and phase messages. Both play the same games, byte for byte.
//!
//! ```text
//!                 Seated, Ask, News          PlayerAgent (seat 1)
//!               .----------->               .----------.
//!  TurnCoordinator                          | Box<dyn  |
//!  .-----------.<------------.  Wants,      |   Agent> |
//!  |   Game    |              '- Reply -----'----------'
//!  '-----------'----------->                 any actor (seat 2) ...
//!     ^     |
//!  Inspect, '--> Summary, Observed
//!  Pause, StepOne, Resume, Watch
//! ```
//!
//! | port | from, to | with | how often |
//! |---|---|---|---|
//! | [`Seated`](crate::agents::Seated) | coordinator to each seat, answered with [`Wants`](crate::agents::Wants) | names, format, house rules, own deck | once |
//! | [`Ask`] | coordinator to the decider's seat, answered with a [`Reply`](crate::game::settle::Reply) or a [`Fault`](crate::game::settle::Fault) | a view of the table, in which the decision is pending | each decision really asked |
//! | [`News`](crate::agents::News) | coordinator to seats that want it | a step, events as the seat may see them, the end | each step before its first `Ask`; events before a question |
//! | [`Pause`], [`StepOne`], [`Resume`] | anybody to coordinator | nothing | at will |
//! | [`Watch`] | anybody to coordinator | who is sent [`Observed`]: every event | once |
//! | [`Inspect`] | anybody to coordinator, answered with a [`Summary`] | nothing | at will |
//!
//! All actors of a table live on one thread, in one actix `System` for each worker; they are made anew for each game, so that
//! nothing leaks from game to game. An agent with a deadline thinks on a thread of its own, so that nothing waits for it but
//! its own seat. Forced and standing passes happen inside the game and cost no message.

// The page tells of the actors even where they are not built.
#![cfg_attr(not(feature = "actors"), allow(rustdoc::broken_intra_doc_links))]

pub mod case;
mod cast;
pub mod choices;
pub mod columns;
pub mod compliance;
#[cfg(feature = "actors")]
mod coordinator;
pub mod counts;
mod digest;
#[cfg(feature = "actors")]
mod host;
pub mod matchup;
#[cfg(feature = "actors")]
mod messages;
mod outline;
pub mod play;
#[cfg(feature = "actors")]
mod player_agent;
#[cfg(feature = "actors")]
mod port;
pub mod process;
pub mod protocol;
pub mod record;
mod recorder;
pub mod replay;
#[cfg(test)]
mod testing;
pub mod trace;
pub mod walk;

pub use case::{CaseReport, Difference, bless, run_case};
pub use cast::{Cast, CastMember};
pub use choices::{ChoiceRow, Recording};
#[cfg(feature = "actors")]
pub use coordinator::TurnCoordinator;
pub use digest::{RulesDigest, StableHasher, is_of_the_rules};
#[cfg(feature = "actors")]
pub use host::host;
pub use matchup::{Address, Matchup, Table};
#[cfg(feature = "actors")]
pub use messages::{Ask, Finished, Inspect, Observed, Pause, Play, Resume, StepOne, Summary, Watch};
pub use outline::{Outliner, outline};
pub use play::{PlayError, play_closely, play_direct, play_watched};
#[cfg(feature = "actors")]
pub use player_agent::PlayerAgent;
#[cfg(feature = "actors")]
pub use port::{ActorSeat, Sitter};
pub use recorder::Recorder;
pub use replay::{Replay, replay};
pub use walk::{Stop, Walk};
