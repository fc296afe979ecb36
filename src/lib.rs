//! turnlab: seeded Commander games by the thousand, to measure what turn manipulation does.
//!
//! The rooms, and the one way of dependence (a room imports only rooms to its left):
//!
//! ```text
//! turn -> cards -> game -> agents -> scenario -> table -> batch -> report -> cli
//! ```
//!
//! Rule numbers in this crate are those of the Comprehensive Rules (CR) effective 2026-09-25; `docs/rules-editions.md` lists
//! what differs from the edition before.

pub mod agents;
pub mod batch;
pub mod cards;
#[cfg(feature = "cli")]
pub mod cli;
pub mod game;
pub mod prelude;
pub mod report;
pub mod scenario;
pub mod table;
pub mod turn;
