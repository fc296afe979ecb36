//! What is made of a run's results: tables, the manifest, and the summary on screen.
//!
//! It knows nothing of how games are played. Everything but `timing.json` is the same, byte for byte, for the same scenario, seed
//! and number of games.

pub mod columns;
pub mod comparison;
mod counts;
pub mod csv;
pub mod derive;
pub mod format;
pub mod html;
pub mod json;
pub mod manifest;
#[cfg(feature = "parquet")]
mod parquet;
pub mod summary;
mod table_time;
#[cfg(feature = "parallel")]
pub mod validation;
pub mod verify;
