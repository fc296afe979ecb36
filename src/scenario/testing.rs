//! What the tests of this room share.

use std::collections::BTreeMap;

use crate::cards::CatalogBuilder;
use crate::cards::catalog::Catalog;
use crate::cards::source::Source;

use super::{InMemory, Scenario};

/// The test file's cards.
const CARDS: &str = include_str!("../../tests/data/scenario/cards.toml");

/// A catalog of the test file's cards only.
pub(super) fn catalog() -> Catalog {
    let mut builder = CatalogBuilder::new();
    builder.add_file(&Source::new("cards.toml", CARDS)).expect("the test file is right");
    builder.build()
}

/// The test file's cards, a legal deck, and a deck of 99.
pub(super) fn files() -> InMemory {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    InMemory(BTreeMap::from([
        file("cards.toml", CARDS),
        file("talrand.txt", "Commander\n1 Talrand, Sky Summoner\n\nDeck\n98 Island\n1 Sol Ring\n"),
        file("short.txt", "1 Talrand, Sky Summoner *CMDR*\n97 Island\n1 Sol Rnig\n"),
        file("side.txt", "99 Island\n\n1 Talrand, Sky Summoner\n\n// Sideboard\n1 Opt\n"),
        file("sixty.txt", "60 Island\n"),
        file("bad-cards.toml", "[[card]]\nname = \"Oops\"\ntyp = \"Instant\"\n"),
    ]))
}

/// The scenario of that text, in a folder with [`files`].
pub(super) fn load(text: &str) -> Result<Scenario, String> {
    Scenario::from_source(&Source::new("s.toml", text), &files()).map_err(|faults| faults.to_string())
}
