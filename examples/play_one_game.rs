//! One game of the default study, and who took how many turns.
//!
//! cargo run --release --example play_one_game

use std::sync::Arc;

use turnlab::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::load("builtin:/studies/default.toml")?;
    let matchup = Matchup::new(Arc::new(scenario));
    let record = play_direct(&matchup, matchup.address(7));
    println!("game 7 ended after {} turns: {}", record.game.turns, record.game.end.name());
    for seat in &record.seats {
        println!("{:<10} {:>3} turns, {} of them extra", seat.seat, seat.turns_taken, seat.extra_turns);
    }
    Ok(())
}
