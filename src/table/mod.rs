//! One game: seats filled, watched, recorded, told, played again; regression cases judged.
//!
//! ```text
//! Scenario -> Matchup -- Address { game, deal, rotation } --> Table { game, agents, recorder, script } -> GameRecord
//! ```
//!
//! Records, outlines and traces are made from events alone.

pub mod case;
mod cast;
mod coordinator;
mod digest;
mod host;
pub mod matchup;
mod messages;
mod outline;
pub mod play;
mod player_agent;
mod port;
pub mod record;
mod recorder;
pub mod replay;
#[cfg(test)]
mod testing;
pub mod trace;
pub mod walk;

pub use case::{CaseReport, Difference, bless, run_case};
pub use cast::{Cast, CastMember};
pub use coordinator::TurnCoordinator;
pub use host::host;
pub use messages::{Ask, Finished, Inspect, Observed, Pause, Play, PlayError, Resume, StepOne, Summary, Watch};
pub use player_agent::PlayerAgent;
pub use port::{ActorSeat, Sitter};
pub use digest::{RulesDigest, StableHasher, is_of_the_rules};
pub use matchup::{Address, Matchup, Table};
pub use outline::{Outliner, outline};
pub use play::{play_direct, play_watched};
pub use recorder::Recorder;
pub use replay::{Replay, replay};
pub use walk::{Stop, Walk};
