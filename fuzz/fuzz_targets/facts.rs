//! A file of card facts: read, made into stand-ins, and those compiled.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use turnlab::cards::CatalogBuilder;
use turnlab::scenario::{CardFacts, Missing, StandIns, Unknown};

/// The cards that are asked for: those of the seeds.
const WANTED: [&str; 6] = ["Gwafa, the Unheard", "Odd Growth", "Big Beast", "Some Walker", "Far Isle", "A"];

fuzz_target!(|bytes: &[u8]| {
    let wanted: BTreeSet<String> = WANTED.map(str::to_owned).into();
    let Ok(facts) = CardFacts::read_from("facts", bytes, &wanted) else { return };
    let missing: Missing = wanted.into_iter().map(|name| (name, false)).collect();
    for allowed in [Unknown::Facts, Unknown::Blank] {
        if let Ok(Some(cards)) = (StandIns { allowed, facts: Some(&facts) }).of("stand-ins.toml", &missing) {
            let added = CatalogBuilder::new().add_file(&cards);
            added.unwrap_or_else(|faults| panic!("{faults}\n{}", cards.text));
        }
    }
});
