//! One game: seats filled, watched, recorded, told, played again; regression cases judged.
//!
//! ```text
//! Scenario -> Matchup -- Address { game, deal, rotation } --> Table { game, agents, recorder, script } -> GameRecord
//! ```
//!
//! Records and outlines are made from events alone, traces from events and from what somebody who looks on sees.

pub mod case;
mod cast;
mod digest;
pub mod matchup;
mod outline;
pub mod play;
pub mod record;
mod recorder;
pub mod replay;
#[cfg(test)]
mod testing;
pub mod trace;
pub mod walk;

pub use case::{CaseReport, Difference, bless, run_case};
pub use cast::{Cast, CastMember};
pub use digest::{RulesDigest, StableHasher, is_of_the_rules};
pub use matchup::{Address, Matchup, Table};
pub use outline::{Outliner, outline};
pub use play::{play_closely, play_direct, play_watched};
pub use recorder::Recorder;
pub use replay::{Replay, replay};
pub use walk::{Stop, Walk};
