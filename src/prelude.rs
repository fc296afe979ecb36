//! What nearly everybody needs: `use turnlab::prelude::*;`

pub use crate::agents::{
    Agent, AgentRegistry, Direct, EndgameSearch, Heuristic, Historian, News, Over, Pass, PhaseBegan, Random, Recruit,
    Seated, Seating, Wants, play,
};
pub use crate::cards::effect::How;
pub use crate::cards::keyword::Keywords;
pub use crate::cards::source::Source;
pub use crate::cards::type_line::Types;
pub use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Need, NeedKind, Shape};
pub use crate::game::settle::{Fault, Reply};
pub use crate::game::stops::Stops;
pub use crate::game::view::{PlayerView, SeenObject};
pub use crate::game::{Dice, Game, GameEvent, Lane, ObjectId, Outcome, Pause};
pub use crate::scenario::{Disk, Files, Scenario, WithAgents};
#[cfg(feature = "actors")]
pub use crate::table::host;
pub use crate::table::record::GameRecord;
pub use crate::table::{Matchup, PlayError, Table, play_direct, play_watched, replay};
pub use crate::turn::{BySeat, Phase, Seat, Step, TurnEvent};
