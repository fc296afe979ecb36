//! The bytes of a block file, with a hash that holds: read, and its statistics added up and estimated.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use turnlab::batch::estimate::{bars, estimates};
use turnlab::batch::plan::{Entrant, Order, Plan};
use turnlab::batch::tally::Tally;
use turnlab::study::block::{decode, file_name};

fuzz_target!(|bytes: &[u8]| {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header: Value = serde_json::from_slice(line).unwrap_or_default();
    let run = header["run"].as_str().unwrap_or_default();
    let path = file_name(header["blocks"]["start"].as_u64().unwrap_or_default());
    let file = [format!("turnlab-block 1 {}\n", blake3::hash(bytes)).as_bytes(), bytes].concat();
    let _ = decode(Path::new(&path), bytes, run);
    let Ok(played) = decode(Path::new(&path), &file, run) else { return };
    // As if there were more files of the same kind.
    let entrants = played.tallies[0].entrants();
    let mut all = Tally::new(entrants);
    played.tallies.iter().chain(&played.tallies).for_each(|tally| all.merge(tally));
    let entrant = |n: usize| Entrant { name: n.to_string().into(), deck: "".into(), agent: "".into() };
    let order = Order {
        games: all.games().max(1),
        seed: 7,
        rotate_seats: false,
        team_size: 1,
        deals: turnlab::scenario::Deals::Fresh,
        until: None,
        shown: Vec::new(),
        entrants: (0..entrants).map(entrant).collect(),
    };
    if let Ok(plan) = Plan::new(order) {
        drop((estimates(&plan, &all), bars(&plan, &all), all.censored()));
    }
});
