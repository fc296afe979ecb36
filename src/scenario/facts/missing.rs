//! Which cards of deck lists the catalog does not know.

use std::collections::BTreeSet;

use crate::cards::CatalogBuilder;
use crate::cards::catalog::Catalog;
use crate::cards::source::Source;
use crate::scenario::decklist::{DeckList, Zone};
use crate::scenario::file;
use crate::scenario::files::{self, Files};
use crate::scenario::names::NameIndex;

impl NameIndex {
    /// The names of a list that are none here, but for cards that are only under consideration.
    #[must_use]
    pub fn missing(&self, list: &DeckList) -> BTreeSet<String> {
        // A large sideboard is not looked at; a small one may be the commanders.
        let side = list.count(Zone::Sideboard) <= 2;
        let is_used = |zone| matches!(zone, Zone::Commander | Zone::Main) || zone == Zone::Sideboard && side;
        let names = list.entries.iter().filter(|entry| is_used(entry.zone)).map(|entry| &entry.name);
        names.filter(|name| self.card(name).is_none()).cloned().collect()
    }
}

/// The names in the decks of a scenario's seats that neither the catalog, nor its card files, nor those sources know. What is
/// wrong with any of the files is left to those who check them.
#[must_use]
pub fn missing_cards(source: &Source, files: &dyn Files, own: &[Source]) -> BTreeSet<String> {
    let Ok((scenario, ..)) = file::read(source) else { return BTreeSet::new() };
    let open = |path: &str| files::open(files, &files::resolve(&source.name, path)).ok().map(|(source, _)| source);
    let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
    let cards = scenario.cards.iter().filter_map(|path| open(path.get_ref()));
    for cards in cards.chain(own.iter().cloned()) {
        // A file with faults adds nothing; they are told when the scenario is checked.
        let _ = builder.add_file(&cards);
    }
    let names = NameIndex::new(builder.catalog());
    let mut missing = BTreeSet::new();
    for seat in &scenario.seats {
        let deck = seat.deck.as_ref().and_then(|path| open(path.get_ref()));
        missing.extend(deck.map(|deck| names.missing(&DeckList::read(&deck).0)).unwrap_or_default());
        let leaders = seat.commander.iter().map(|name| name.get_ref());
        missing.extend(leaders.filter(|name| names.card(name).is_none()).cloned());
    }
    missing
}
