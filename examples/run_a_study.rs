//! A study on all cores, and a number of it with its interval.
//!
//! cargo run --release --example run_a_study

use std::sync::Arc;

use turnlab::batch::estimate::{Scope, estimates};
use turnlab::batch::plan::{Order, Plan};
use turnlab::batch::runner::{RunOptions, run};
use turnlab::batch::tables::{Driver, Tables};
use turnlab::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matchup = Matchup::new(Arc::new(Scenario::load("builtin:/studies/without-extra-turns.toml")?));
    let plan = Plan::new(Order { games: 200, ..Order::of(&matchup)? })?;
    let tables = Tables { matchup, driver: Driver::Direct };
    let outcome = run(&plan, &tables, &mut (), RunOptions::default(), &mut |_| ())?;
    for row in estimates(&plan, &outcome.tally) {
        if let (Scope::All, "turns" | "extra_turns_skipped", Some(mean)) = (row.scope, row.metric, row.mean) {
            let interval = row.interval.map_or_else(String::new, |i| format!("{:.2} to {:.2}", i.low, i.high));
            println!("{:<20} {mean:>6.2}   95%: {interval}", row.metric);
        }
    }
    Ok(())
}
