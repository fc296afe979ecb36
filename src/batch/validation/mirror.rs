//! Tables at which everybody plays the same deck, so that who plays is all that differs.

use std::sync::Arc;

use crate::cards::source::{Diagnostics, Source};
use crate::scenario::{Files, Scenario};
use crate::table::Matchup;

/// A table for those agents, in order of entrants, who all play that embedded deck; every deal is played from every position.
///
/// # Errors
/// If the deck or an agent is not known among those files.
pub(super) fn mirror(agents: &[&str], deck: &str, seed: u64, files: &dyn Files) -> Result<Matchup, Diagnostics> {
    let mut text = "schema = 1\nname = \"mirror\"\n[game]\nmax_turns = 200\n[batch]\nrotate_seats = true\n".to_owned();
    for (entrant, agent) in agents.iter().enumerate() {
        let deck = format!("builtin:/decks/{deck}.txt");
        text.push_str(&format!("[[seat]]\nname = \"{entrant}\"\ndeck = \"{deck}\"\nagent = \"{agent}\"\n"));
    }
    let scenario = Scenario::from_source(&Source::new("mirror.toml", text), files)?;
    Ok(Matchup::new(Arc::new(scenario)).with_seed(seed))
}
