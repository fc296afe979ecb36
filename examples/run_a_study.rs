//! A study on all cores, and a number read from it.
//!
//!     cargo run --release --example run_a_study

use std::sync::Arc;

use rayon::prelude::*;

use turnlab::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matchup = Matchup::new(Arc::new(Scenario::load("builtin:/studies/without-extra-turns.toml")?));
    let games: Vec<_> =
        (0..200u64).into_par_iter().map(|game| play_direct(&matchup, matchup.address(game)).game).collect();
    let turns: u32 = games.iter().map(|game| game.turns).sum();
    let skipped: u32 = games.iter().map(|game| game.extra_turns_skipped).sum();
    println!("{} games, {:.1} turns each, {skipped} extra turns skipped", games.len(), f64::from(turns) / 200.0);
    Ok(())
}
