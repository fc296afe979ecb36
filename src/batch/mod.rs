//! Many games: the plan, the workers that play it, and exact statistics.
//!
//! ```text
//! Plan -> run(Plan, PlayGame, Sink) -> Outcome { Tally } -> estimates
//! ```
//!
//! Games come in *groups* (one deal, rotated through all positions) and groups in *blocks* (64 consecutive groups). Blocks are
//! played in any order and kept in index order, so no number of threads can change a result. Only integers are merged; floats
//! are derived once, at the end.

pub mod asked;
pub mod beta;
pub mod difference;
pub mod distribution;
pub mod estimate;
pub mod example;
pub mod feed;
pub mod group_mean;
pub mod interval;
pub mod metric;
mod moments;
pub mod paired;
pub mod plan;
pub mod power;
pub mod puzzles;
pub mod ranks;
pub mod ratio;
pub mod runner;
pub mod self_check;
pub mod stop;
pub mod table_time;
pub mod tables;
pub mod tally;
pub mod until;
#[cfg(feature = "parallel")]
pub mod validation;
pub mod worker;

#[cfg(test)]
mod coverage;
#[cfg(test)]
pub(crate) mod fake;
