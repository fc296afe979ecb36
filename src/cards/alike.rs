//! Whether two entries are one card to the rules, however they are written.

use std::sync::Arc;

use super::builder::CatalogBuilder;
use super::card::{Card, Face, Hints};
use super::catalog::Catalog;
use super::effect::CardId;
use super::mana::ManaSet;
use super::source::{Diagnostics, Source};

/// In what two entries for one card differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Likeness {
    /// In nothing: they compile to the same card, but for hints to players and notes.
    Same,
    /// In facts that are printed beside the rules text, by their names.
    Facts(Vec<&'static str>),
    /// In what the card does.
    Rules,
}

impl CatalogBuilder {
    /// Holds two entries against each other, each of a card that the catalog may know already.
    ///
    /// # Errors
    /// What is wrong with either.
    pub fn likeness(&self, one: &Source, other: &Source) -> Result<Likeness, Diagnostics> {
        let (one, other) = (self.alone(one)?, self.alone(other)?);
        let (first, second) = (one.cards.first(), other.cards.first());
        let facts: Vec<&'static str> =
            first.zip(second).map(|(one, other)| different_facts(one, other)).unwrap_or_default();
        Ok(match facts.is_empty() {
            false => Likeness::Facts(facts),
            true if one == other => Likeness::Same,
            true => Likeness::Rules,
        })
    }

    /// What an entry adds to the catalog.
    fn alone(&self, entry: &Source) -> Result<Added, Diagnostics> {
        let mut builder = self.clone();
        let ids = builder.replace_cards(entry)?;
        Ok(Added::between(self.catalog(), builder.catalog(), &ids))
    }
}

/// What a file added to a catalog: the same for two files means that they compile to the same.
#[derive(PartialEq)]
struct Added {
    cards: Vec<Card>,
    rest: Catalog,
}

impl Added {
    fn between(before: &Catalog, after: &Catalog, replaced: &[CardId]) -> Added {
        let new = after.cards().skip(before.cards().count()).map(|(_, card)| card);
        let mut cards: Vec<Card> = replaced.iter().map(|id| after.card(*id)).chain(new).cloned().collect();
        for card in &mut cards {
            card.hints = Hints::default();
            card.translated = false;
            card.stand_in = None;
            card.commander_legal = true;
            // Of a half the whole card's counts.
            if matches!(card.face, Face::Half { .. }) {
                card.identity = ManaSet::empty();
            }
        }
        let rest = Catalog { cards: Arc::default(), names: Arc::default(), ..after.clone() };
        Added { cards, rest }
    }
}

/// The printed facts in which two cards differ.
fn different_facts(one: &Card, other: &Card) -> Vec<&'static str> {
    let mut subtypes = (one.subtypes.to_vec(), other.subtypes.to_vec());
    subtypes.0.sort_unstable();
    subtypes.1.sort_unstable();
    let facts = [
        ("mana cost", one.cost == other.cost),
        ("types", one.types == other.types),
        ("subtypes", subtypes.0 == subtypes.1),
        ("colours", one.colours == other.colours),
        ("colour identity", one.identity == other.identity),
        ("power", one.power == other.power),
        ("toughness", one.toughness == other.toughness),
        ("what defines its size", one.defined_size.is_any() == other.defined_size.is_any()),
        ("loyalty", one.loyalty == other.loyalty),
        ("keywords", one.keywords == other.keywords),
    ];
    facts.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
}
