//! turnlab plays seeded games of Magic: The Gathering Commander by the thousand, to measure what turn manipulation does:
//! extra turns, skipped turns, steps and phases, added combats, ended turns.
//!
//! A game is a value. It runs until somebody has to decide, says what may be chosen, takes the choice and goes on; its state can
//! be copied, compared and looked at from any seat. Agents answer, a table seats them, a batch plays many tables, and every
//! number that comes out is a function of the scenario, the seed and the game's index alone.
//!
//! ```
//! use std::sync::Arc;
//! use turnlab::prelude::*;
//!
//! // The embedded default study; a path of your own does as well.
//! let study = Scenario::load("builtin:/studies/default.toml")?;
//! let matchup = Matchup::new(Arc::new(study));
//! let mut longest = (0, 0);
//! for game in 0..4 {
//!     let record = play_direct(&matchup, matchup.address(game));
//!     longest = longest.max((record.game.turns, game));
//! }
//! // The same seed, the same games: on any machine, with any number of threads, through actors or the plain loop.
//! let again = play_direct(&matchup, matchup.address(longest.1));
//! assert_eq!(again.game.turns, longest.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! | you want to | look at |
//! |---|---|
//! | play games, write an agent, sit an actor down, run a study, fork a game | [`guide`]: five whole programs |
//! | write a player | [`agents::Agent`], [`game::view::PlayerView`], [`game::decision`] |
//! | let a program in another language play | `docs/agents.md`, [`table::protocol`] |
//! | load or write scenarios | [`scenario::Scenario`]; `turnlab schema` lists every key |
//! | know why a turn came or did not | [`turn::TurnManager`], [`table::trace`] |
//! | add a card | `docs/cards.md`, [`cards`] |
//! | measure a player by puzzles | `docs/puzzles.md`, [`batch::puzzles`] |
//! | hold games against what is known from elsewhere | `docs/validation.md`, `turnlab validate` |
//! | get numbers with intervals | [`batch`] |
//! | keep a run, go on with it, cut it into shards | [`study`], `docs/scaling.md` |
//!
//! # The rooms
//!
//! The one way of dependence: a room imports only rooms to its left.
//!
//! ```text
//! turn -> cards -> oracle -> game -> agents -> scenario -> table -> batch -> study -> report -> cli
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `cli` (default) | the command, with its progress bar; brings `actors` and `parallel` |
//! | `actors` | tables hosted by actix actors: `table::host`, `TurnCoordinator`, `PlayerAgent` |
//! | `parquet` | tables as Parquet files: `turnlab export DIR --format parquet` |
//! | `parallel` | batches on all cores (rayon); without it they are played on the calling thread |
//!
//! Without any of them the crate builds for `wasm32-unknown-unknown` and plays the same games there.
//!
//! Rule numbers in this crate are those of the Comprehensive Rules (CR) effective 2026-09-25; `docs/rules-editions.md` lists
//! what differs from the edition before.

pub mod agents;
pub mod batch;
pub mod cards;
#[cfg(feature = "cli")]
pub mod cli;
pub mod game;
pub mod guide;
pub mod oracle;
pub mod prelude;
pub mod report;
pub mod scenario;
pub mod study;
pub mod table;
pub mod turn;

// The random tables of the integration tests, for tests of what only the crate itself can do.
#[cfg(test)]
extern crate self as turnlab;
#[cfg(test)]
#[path = "../tests/it/random_tables.rs"]
#[expect(dead_code, reason = "the integration tests read more of it")]
mod random_tables;
#[cfg(test)]
mod slow_twin;
