//! Tables of embedded decks, so that who plays is all that differs.

use std::sync::Arc;

use crate::cards::source::{Diagnostics, Source};
use crate::scenario::{Files, Scenario};
use crate::table::Matchup;

/// A table for those agents, each with an embedded deck, in order of entrants; every deal is played from every position.
///
/// # Errors
/// If a deck or an agent is not known among those files.
pub(super) fn embedded(seats: &[(&str, &str)], seed: u64, files: &dyn Files) -> Result<Matchup, Diagnostics> {
    let mut text =
        "schema = 1\nname = \"embedded\"\n[game]\nmax_turns = 200\n[batch]\nrotate_seats = true\ndeals = \"shared\"\n"
            .to_owned();
    for (entrant, (agent, deck)) in seats.iter().enumerate() {
        let deck = format!("builtin:/decks/{deck}.txt");
        text.push_str(&format!("[[seat]]\nname = \"{entrant}\"\ndeck = \"{deck}\"\nagent = \"{agent}\"\n"));
    }
    let scenario = Scenario::from_source(&Source::new("embedded.toml", text), files)?;
    Ok(Matchup::new(Arc::new(scenario)).with_seed(seed))
}
