//! Five whole programs, which are also in `examples/` and are tested as they stand here.

/// # Play one game
///
/// A scenario, one game of it, and what the record says.
///
/// ```
#[doc = include_str!("../examples/play_one_game.rs")]
/// ```
pub mod play_one_game {}

/// # Write an agent
///
/// One type, one method. Its name goes into a registry, and then into a scenario, like that of a built-in agent.
///
/// ```
#[doc = include_str!("../examples/write_an_agent.rs")]
/// ```
pub mod write_an_agent {}

/// # Run a study and read a number
///
/// Many games on all cores, exact tallies, estimates with intervals.
///
/// ```
#[doc = include_str!("../examples/run_a_study.rs")]
/// ```
pub mod run_a_study {}

/// # Fork a game at a decision
///
/// A game is a value: copy it where somebody decides, answer each copy differently, and play them out.
///
/// ```
#[doc = include_str!("../examples/fork_a_game.rs")]
/// ```
pub mod fork_a_game {}

/// # Sit an actor of one's own down
///
/// Whoever handles the messages of a seat can sit at a table of the [`TurnCoordinator`](crate::table::TurnCoordinator).
///
/// ```
#[doc = include_str!("../examples/seat_an_actor.rs")]
/// ```
#[cfg(feature = "actors")]
pub mod seat_an_actor {}
