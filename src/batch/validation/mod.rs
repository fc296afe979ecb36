//! Games held against what is known from elsewhere: recorded real tables, another engine, exact arithmetic, other players.
//!
//! The figures stand in `scenarios/validation/published.toml`, with their sources; the tables that are played beside it.

mod embedded;
mod goldfish;
mod ladder;
mod measure;
mod published;
pub mod tuning;

pub use goldfish::{DAMAGE, exact_turns};
pub use ladder::{Against, DeckRow, PLAYERS, Rung, by_deck, climb, players_up_to};
pub use measure::{Anchor, Length, Ours, Sample, anchor, unit};
pub use published::{Published, PublishedFigure, PublishedRemark, PublishedSource};
