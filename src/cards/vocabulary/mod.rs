//! The vocabulary of card files: which words there are, and which of them each card is written with.

mod entry;
mod probe;
mod tag;

pub use entry::{Entries, Entry};
pub use tag::{TAGS, Tag};

use std::fmt;

use super::card::WayKind;
use super::command::{CAN_LEAD, Pairing};
use super::keyword;
use super::written::{EffectKind, WrittenCard, WrittenReplacement, WrittenStatic, WrittenTrigger};

/// What a word of a card file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Something an effect does.
    Effect,
    /// When an ability triggers.
    Trigger,
    /// What a static ability does.
    Static,
    /// What a replacement effect replaces.
    Replacement,
    /// A keyword ability, or a restriction written like one.
    Keyword,
    /// A kind of ability, or a key of a card that is one.
    Ability,
}

/// A word of a card file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// What it is.
    pub kind: Kind,
    /// The word.
    pub name: &'static str,
}

/// Keys of an ability that say what kind it is, with the kind.
const ABILITIES: [(&str, &str); 3] =
    [("mana", "mana ability"), ("loyalty", "loyalty ability"), ("cost", "activated ability")];

/// Keys of a card that say no more than what is printed on it, or how it is kept here.
const FACTS: [&str; 19] = [
    "name",
    "key",
    "cost",
    "type",
    "colours",
    "identity",
    "pt",
    "loyalty",
    "keywords",
    "targets",
    "spell",
    "timing",
    "if",
    "ability",
    "any-number",
    "banned",
    "stand-in",
    "translated",
    "replace",
];

/// The keys of a card that are abilities of their own: `kicker`, `vanishing` and the like.
fn card_keys() -> impl Iterator<Item = &'static str> {
    let own = |key: &&str| !FACTS.contains(key) && *key != "note";
    probe::names::<WrittenCard>().iter().copied().filter(own)
}

impl Kind {
    /// All kinds, in the order they are told in.
    pub const ALL: [Kind; 6] =
        [Kind::Effect, Kind::Trigger, Kind::Static, Kind::Replacement, Kind::Keyword, Kind::Ability];

    /// All words of that kind, in the order of their definition.
    #[must_use]
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Kind::Effect => probe::names::<EffectKind>().to_vec(),
            Kind::Trigger => probe::names::<WrittenTrigger>().to_vec(),
            Kind::Static => probe::names::<WrittenStatic>().to_vec(),
            Kind::Replacement => probe::names::<WrittenReplacement>().to_vec(),
            Kind::Keyword => {
                let pairings = Pairing::NAMES.iter().map(|(name, _)| *name);
                keyword::NAMES.iter().map(|(name, _)| *name).chain(pairings).chain(["partner with", CAN_LEAD]).collect()
            }
            Kind::Ability => {
                // Life is offered by Phyrexian symbols themselves, and is no word of an entry.
                let ways = probe::names::<WayKind>().iter().copied().filter(|way| *way != "life");
                ABILITIES.iter().map(|(_, name)| *name).chain(card_keys()).chain(ways).collect()
            }
        }
    }

    /// The keys that may stand behind a word of that kind; none where it takes a single value.
    #[must_use]
    pub fn parameters(self, word: &str) -> Vec<&'static str> {
        match self {
            Kind::Effect => probe::parameters::<EffectKind>(word),
            Kind::Trigger => probe::parameters::<WrittenTrigger>(word),
            Kind::Static => probe::parameters::<WrittenStatic>(word),
            Kind::Replacement => probe::parameters::<WrittenReplacement>(word),
            Kind::Keyword | Kind::Ability => &[],
        }
        .to_vec()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Effect => "effect",
            Kind::Trigger => "trigger",
            Kind::Static => "static",
            Kind::Replacement => "replacement",
            Kind::Keyword => "keyword",
            Kind::Ability => "ability",
        })
    }
}

/// Every word of the vocabulary.
#[must_use]
pub fn words() -> Vec<Word> {
    Kind::ALL.into_iter().flat_map(|kind| kind.words().into_iter().map(move |name| Word { kind, name })).collect()
}

/// How many keys a card can have.
#[cfg(test)]
pub(super) fn card_fields() -> usize {
    probe::names::<WrittenCard>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_parameters_are_read_off_the_types_that_read_card_files() {
        assert!(Kind::Effect.words().contains(&"extra-turn"));
        assert_eq!(Kind::Effect.parameters("extra-turn")[..2], ["player", "count"]);
        assert_eq!(Kind::Effect.parameters("end-turn"), Vec::<&str>::new());
        assert_eq!(Kind::Trigger.parameters("enters"), Vec::<&str>::new());
        assert_eq!(Kind::Static.parameters("untap-limit"), ["whose", "what", "at-most"]);
        assert!(Kind::Replacement.words().contains(&"skip-turn-to-untap"));
        assert!(Kind::Keyword.words().contains(&"doctor's companion"));
    }
}
