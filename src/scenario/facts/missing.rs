//! Which cards of deck lists the catalog does not know.

use std::collections::BTreeMap;

use crate::cards::CatalogBuilder;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::cards::source::Source;
use crate::scenario::deck::{DeckCheck, is_used};
use crate::scenario::decklist::DeckList;
use crate::scenario::file;
use crate::scenario::files::{self, Files};
use crate::scenario::format::Format;

/// The names of cards that are not known, and whether a list has them among its lands.
pub type Missing = BTreeMap<String, bool>;

impl DeckCheck<'_> {
    /// The cards of a list that are known, but for those that stay out of the game.
    #[must_use]
    pub fn known(&self, list: &DeckList) -> Vec<CardId> {
        let list = self.placed(list);
        let used = list.entries.iter().filter(|entry| is_used(entry.zone));
        used.filter_map(|entry| self.catalog.find(&entry.name)).collect()
    }

    /// The names of a list that are none here, but for cards that stay out of the game.
    #[must_use]
    pub fn missing(&self, list: &DeckList) -> Missing {
        let list = self.placed(list);
        let used = list.entries.into_iter().filter(|entry| is_used(entry.zone));
        let unknown = used.filter(|entry| self.catalog.find(&entry.name).is_none());
        unknown.map(|entry| (entry.name, entry.hints.land)).collect()
    }
}

/// The names in the decks of a scenario's seats that neither the catalog, nor its card files, nor those sources know. What is
/// wrong with any of the files is left to those who check them.
#[must_use]
pub fn missing_cards(source: &Source, files: &dyn Files, own: &[Source]) -> Missing {
    let Ok((scenario, ..)) = file::read(source) else { return Missing::new() };
    let open = |path: &str| files::open(files, &files::resolve(&source.name, path)).ok().map(|(source, _)| source);
    let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
    let cards = scenario.cards.iter().filter_map(|path| open(path.get_ref()));
    for cards in cards.chain(own.iter().cloned()) {
        // A file with faults adds nothing; they are told when the scenario is checked.
        let _ = builder.add_file(&cards);
    }
    let check = DeckCheck { catalog: builder.catalog(), rules: &Format::COMMANDER.deck };
    let mut missing = Missing::new();
    for seat in &scenario.seats {
        let deck = seat.deck.as_ref().and_then(|path| open(path.get_ref()));
        missing.extend(deck.map(|deck| check.missing(&DeckList::read(&deck).0)).unwrap_or_default());
        let leaders = seat.commander.iter().map(|name| name.get_ref());
        missing.extend(leaders.filter(|name| check.catalog.find(name).is_none()).map(|name| (name.clone(), false)));
    }
    missing
}
