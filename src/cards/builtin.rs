//! The embedded catalog.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use include_dir::{Dir, include_dir};

use super::builder::CatalogBuilder;
use super::catalog::Catalog;
use super::source::{Diagnostic, Diagnostics, Source};
use crate::turn::TurnNames;

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios/cards");

/// The embedded card files, sorted by name; their bytes in this order are what a manifest hashes.
#[must_use]
pub fn builtin_sources() -> Vec<Source> {
    let mut sources: Vec<Source> = CARDS
        .files()
        .filter(|file| file.path().extension().is_some_and(|e| e == "toml"))
        .filter_map(|file| {
            let name = format!("builtin:/cards/{}", file.path().display());
            file.contents_utf8().map(|text| Source::new(name, text))
        })
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

/// The same files, compiled by the build script.
static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalog"));

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| postcard::from_bytes(COMPILED).unwrap_or_else(|e| panic!("the embedded catalog is wrong: {e}")));

impl Catalog {
    /// The embedded catalog, read on first use.
    ///
    /// # Panics
    /// If what the build script has written could not be read; a test holds it against the card files.
    #[must_use]
    pub fn builtin() -> &'static Catalog {
        &CATALOG
    }
}

impl CatalogBuilder {
    /// The embedded cards, and those of files, each of which may use what the ones before it hold; of a file in which anything
    /// is wrong nothing is added, and all that is wrong is told. What the last few lists of files made is remembered: many
    /// scenarios name the same.
    pub fn embedded_and<'a>(
        names: TurnNames,
        files: impl Iterator<Item = &'a Source>,
    ) -> (CatalogBuilder, Vec<Diagnostic>) {
        let files: Vec<&Source> = files.collect();
        let made = Made { names, files: files.iter().map(|file| blake3::hash(file.text.as_bytes())).collect() };
        if !files.is_empty()
            && let Some((_, catalog)) = recent().iter().find(|(old, _)| *old == made)
        {
            return (CatalogBuilder::from(catalog.clone()), Vec::new());
        }
        let mut builder = CatalogBuilder::from(Catalog::builtin().clone()).with_turn_names(made.names.clone());
        let wrong: Vec<Diagnostic> = files
            .iter()
            .filter_map(|file| builder.add_file(file).err())
            .flat_map(|Diagnostics(faults)| faults)
            .collect();
        if wrong.is_empty() && !files.is_empty() {
            let mut recent = recent();
            recent.retain(|(old, _)| *old != made);
            recent.push_front((made, builder.catalog().clone()));
            recent.truncate(RECENT);
        }
        (builder, wrong)
    }
}

/// Catalogs that are remembered: of some megabytes each.
const RECENT: usize = 4;

/// What a catalog was made from, beside the embedded cards.
#[derive(PartialEq)]
struct Made {
    names: TurnNames,
    files: Vec<blake3::Hash>,
}

/// The catalogs made last, the newest first.
fn recent() -> MutexGuard<'static, VecDeque<(Made, Catalog)>> {
    static MADE: Mutex<VecDeque<(Made, Catalog)>> = Mutex::new(VecDeque::new());
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cards::card::Card;
    use crate::cards::effect::How;
    use crate::cards::keyword;
    use crate::cards::mana::{ManaCost, ManaSet, mana_letter};
    use crate::cards::type_line::Types;

    /// Name, cost, types, subtypes, power, toughness, keywords, colour identity, collected apart from the card files.
    const FACTS: &str = include_str!("../../tests/data/card_facts.tsv");

    #[test]
    fn what_a_list_of_files_made_is_remembered_and_its_faults_are_told_each_time() {
        let file = |text: &str| Source::new("own.toml", text);
        let built = |files: &[Source]| CatalogBuilder::embedded_and(TurnNames::default(), files.iter());
        let one = [file("[[card]]\nname = \"Lone Stone\"\ncost = \"{7}\"\ntype = \"Artifact\"")];
        let ((first, none), (second, nothing)) = (built(&one), built(&one));
        assert!(none.is_empty() && nothing.is_empty() && first.catalog() == second.catalog());
        assert!(first.catalog().shares_cards_with(second.catalog()) && first.catalog().find("Lone Stone").is_some());
        assert!(built(&[]).0.catalog().find("Lone Stone").is_none());
        let wrong = [file("[[card]]\nname = \"Lone Stone\"")];
        let told = built(&wrong).1;
        assert!(!told.is_empty() && built(&wrong).1 == told);
    }

    /// Cards that change turns, phases, steps, or untapping itself.
    const TURN_CARDS: &str = include_str!("../../tests/data/turn_cards.txt");

    fn letters(text: &str) -> ManaSet {
        text.chars().filter_map(|c| mana_letter(&c.to_string())).fold(ManaSet::empty(), |set, m| set | m.set())
    }

    fn known_keywords(text: &str) -> BTreeSet<&str> {
        text.split(", ").filter(|k| keyword::NAMES.iter().any(|(name, _)| name == k)).collect()
    }

    #[test]
    fn every_embedded_file_compiles() {
        let mut builder = CatalogBuilder::new();
        if let Err(faults) = builder.add_files(&builtin_sources()) {
            panic!("{faults}");
        }
        assert_eq!(&builder.build(), Catalog::builtin(), "compiling again gives the same ids");
    }

    #[test]
    fn the_catalog_is_large_enough_to_play_with() {
        let catalog = Catalog::builtin();
        let cards = catalog.cards().filter(|(_, card)| card.is_whole()).count();
        assert!(cards >= 170, "{cards} cards");
        let turn_cards: BTreeSet<&str> = TURN_CARDS.lines().collect();
        assert!(turn_cards.len() >= 50, "{} turn cards", turn_cards.len());
        let missing: Vec<_> = turn_cards.iter().filter(|name| catalog.find(name).is_none()).collect();
        assert!(missing.is_empty(), "not in the catalog: {missing:?}");
    }

    #[test]
    fn every_card_agrees_with_the_facts() {
        let catalog = Catalog::builtin();
        let mut seen = 0;
        for line in FACTS.lines().skip(1) {
            let facts: Vec<&str> = line.split('\t').collect();
            let card = catalog.card(catalog.find(facts[0]).unwrap_or_else(|| panic!("{} is missing", facts[0])));
            check(catalog, card, &facts);
            seen += 1;
        }
        assert_eq!(seen, catalog.cards().filter(|(_, card)| card.is_whole()).count(), "every card has its facts");
    }

    fn check(catalog: &Catalog, card: &Card, facts: &[&str]) {
        let name = &card.name;
        let cost = (!facts[1].is_empty()).then(|| facts[1].parse::<ManaCost>().unwrap());
        // What may be spent on X stands in the text.
        let printed = card.cost.clone().map(|cost| ManaCost { x_of: None, ..cost });
        assert_eq!(printed, cost, "{name}");
        // Of a split card the facts tell the cost of the left half.
        let spell = card.part_cast(How::Printed).map_or(card, |half| catalog.card(half));
        assert_eq!(spell.mana_value, cost.map_or(0, |c| c.mana_value(0)), "{name}");
        let types = facts[2].split(' ').map(|t| type_named(t).unwrap_or_else(|| panic!("{name}: {t}")));
        assert_eq!(card.types, types.fold(Types::empty(), |all, t| all | t), "{name}");
        let subtypes: Vec<_> = card.subtypes.iter().map(|s| catalog.subtype(*s)).collect();
        assert_eq!(subtypes.join(" "), facts[3], "{name}");
        let size = |text: &str| if text.is_empty() { 0 } else { text.parse::<i16>().unwrap() };
        assert_eq!((card.power, card.toughness), (size(facts[4]), size(facts[5])), "{name}");
        for keyword in known_keywords(facts[6]) {
            let (_, bit) = keyword::NAMES.iter().find(|(k, _)| *k == keyword).unwrap();
            assert!(card.keywords.contains(*bit), "{name} has {keyword}");
        }
        assert_eq!(card.identity, letters(facts[7]), "{name}");
    }

    fn type_named(name: &str) -> Option<Types> {
        Types::from_name(&name.to_uppercase())
    }

    #[test]
    fn sources_are_sorted_and_named() {
        let names: Vec<_> = builtin_sources().into_iter().map(|s| s.name).collect();
        assert!(names.is_sorted());
        assert!(names.contains(&"builtin:/cards/turns.toml".to_owned()));
    }

    #[test]
    fn names_are_found_whatever_their_case_accents_and_apostrophes() {
        let catalog = Catalog::builtin();
        let eomer = catalog.find("EOMER, marshal of  rohan").map(|id| catalog.card(id).name.as_str());
        assert_eq!(eomer, Some("Éomer, Marshal of Rohan"));
        assert_eq!(catalog.find("Warrior\u{2019}s Oath"), catalog.find("Warrior's Oath"));
        assert_eq!(catalog.find("Soldier"), None, "tokens are not cards");
        assert!(catalog.find_token("soldier with haste").is_some());
        assert_eq!(catalog.suggest("Tiem Warp"), Some("Time Warp"));
        assert_eq!(catalog.suggest("Black Lotus"), None);
    }

    /// The cards of a deck list, the commander first.
    fn deck(text: &str) -> Vec<(u32, &str)> {
        text.lines().filter_map(|line| line.split_once(' ')).map(|(n, name)| (n.parse().unwrap(), name)).collect()
    }

    #[test]
    fn the_starter_decks_are_legal() {
        let decks = [
            include_str!("../../scenarios/decks/talrand-extra-turns.txt"),
            include_str!("../../scenarios/decks/aurelia-extra-combats.txt"),
            include_str!("../../scenarios/decks/augustin-stasis.txt"),
            include_str!("../../scenarios/decks/goreclaw-creatures.txt"),
            include_str!("../../scenarios/decks/talrand-all-turns.txt"),
            include_str!("../../scenarios/decks/aurelia-all-combats.txt"),
            include_str!("../../scenarios/decks/goreclaw-green-creatures.txt"),
            include_str!("../../scenarios/decks/judith-midrange.txt"),
            include_str!("../../scenarios/decks/medomai-control.txt"),
            include_str!("../../scenarios/decks/augustin-stasis-prison.txt"),
            include_str!("../../scenarios/decks/obeka-brute-self-skip.txt"),
            include_str!("../../scenarios/decks/obeka-splitter-upkeeps.txt"),
        ];
        for text in decks {
            check_deck(&deck(text));
        }
    }

    fn check_deck(deck: &[(u32, &str)]) {
        let catalog = Catalog::builtin();
        let card = |name: &str| catalog.card(catalog.find(name).unwrap_or_else(|| panic!("unknown card {name}")));
        let commander = card(deck[0].1);
        assert!(commander.types.contains(Types::LEGENDARY | Types::CREATURE), "{}", commander.name);
        assert_eq!(deck.iter().map(|(n, _)| n).sum::<u32>(), 100, "{}", commander.name);
        let names: BTreeSet<_> = deck.iter().map(|(_, name)| catalog.find(name)).collect();
        assert_eq!(names.len(), deck.len(), "{}: no card is listed twice", commander.name);
        let lands: u32 = deck.iter().filter(|(_, name)| card(name).types.contains(Types::LAND)).map(|(n, _)| n).sum();
        assert!((35..=40).contains(&lands), "{}: {lands} lands", commander.name);
        for (n, name) in deck {
            let card = card(name);
            assert!(*n == 1 || card.any_number, "{n} {name}");
            assert!(card.commander_legal, "{name} is banned");
            assert!(commander.identity.contains(card.identity), "{name} is not in the identity of {}", commander.name);
        }
    }
}
