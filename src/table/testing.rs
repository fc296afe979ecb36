//! What the tests of this room share.

use std::sync::Arc;

use crate::cards::source::Source;
use crate::scenario::{Disk, Scenario};

use super::matchup::Matchup;

/// A matchup of seats A, B and C without decks, with the given rest of the scenario.
pub(super) fn three(rest: &str) -> Matchup {
    table("name = \"A\"\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"\n", rest)
}

/// A matchup with those seats, and with the given rest of the scenario.
pub(super) fn table(seats: &str, rest: &str) -> Matchup {
    let text = format!("schema = 1\nname = \"case\"\n[[seat]]\n{seats}\n{rest}\n");
    let scenario = Scenario::from_source(&Source::new("case.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}
