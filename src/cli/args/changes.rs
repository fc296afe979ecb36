//! The arguments that change a scenario.

use std::path::Path;

use clap::Args;

use crate::cli::changes::Change;
use crate::cli::failure::Failure;
use crate::study::identity::RUN;

/// Changes of a scenario, as they are typed.
#[derive(Debug, Args)]
pub(in crate::cli) struct ChangeArgs {
    /// A change: a key of the scenario has another value: rules.extra_turns=skipped, seat.Talrand.agent=random
    #[arg(long, value_name = "KEY=VALUE", value_parser = Change::set)]
    set: Vec<Change>,

    /// A change: a seat has another deck: Talrand=other.txt, Talrand=builtin:/decks/talrand-8-extra-turns.txt
    #[arg(long, value_name = "SEAT=FILE", value_parser = Change::swap_deck)]
    swap_deck: Vec<Change>,

    /// A change: a card is left out, and a basic land of the deck, or OTHER, comes in its place
    #[arg(long, value_name = "CARD[=OTHER]", value_parser = Change::without_card)]
    without_card: Vec<Change>,
}

impl ChangeArgs {
    /// All of them, by their kind.
    pub(in crate::cli) fn iter(&self) -> impl Iterator<Item = &Change> {
        self.set.iter().chain(&self.swap_deck).chain(&self.without_card)
    }

    /// Whether there are some, all of decks.
    pub(in crate::cli) fn of_decks_alone(&self) -> bool {
        self.set.is_empty() && self.iter().next().is_some()
    }

    /// All of them, of what was typed to be changed.
    ///
    /// # Errors
    /// When that is the folder of a run, which was played as it is.
    pub(in crate::cli) fn of(&self, typed: &str) -> Result<Vec<Change>, Failure> {
        let changes: Vec<Change> = self.iter().cloned().collect();
        match Path::new(typed).join(RUN).exists() && !changes.is_empty() {
            true => {
                let help = "name the scenario that is to be changed";
                Err(Failure::Input(format!("`{typed}` is the folder of a run: {help}")))
            }
            false => Ok(changes),
        }
    }
}
