//! Entries that are written by hand, held against the printed text of their cards.

use crate::cards::catalog::Catalog;
use crate::cards::source::Source;
use crate::cards::vocabulary::Entries;
use crate::cards::{CatalogBuilder, Likeness, builtin_sources};
use crate::oracle::KnownTokens;

use super::translation::{Untranslated, written};
use super::{CardFacts, Fact, front};

/// What a card's entry is, beside its printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The translation compiles to the same card.
    Same,
    /// These printed facts differ: a cost, a type, a size.
    Facts(Vec<&'static str>),
    /// It does something else. One of the two is wrong, or the entry says on purpose what the text does not.
    Rules {
        /// The translated entry.
        translation: String,
    },
    /// Its text is not understood, so that only its other facts could be compared, and these agree.
    Untranslated(Untranslated),
}

/// A card that is known, and what its entry is beside its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// Its place by how often it is played.
    pub rank: Option<u32>,
    /// Its entry.
    pub entry: String,
    /// What that is beside its text.
    pub verdict: Verdict,
}

/// Every card that is known and in a file of facts, by name.
pub type Comparison = Vec<Compared>;

impl CardFacts {
    /// Holds the entries of the catalog and of those card files against the printed facts and text of their cards.
    #[must_use]
    pub fn compare(&self, own: &[Source]) -> Comparison {
        let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
        for source in own {
            // A file with faults adds nothing; they are told by whoever reads it.
            let _ = builder.add_file(source);
        }
        let sources: Vec<Source> = builtin_sources().into_iter().chain(own.iter().cloned()).collect();
        let (known, entries) = (KnownTokens::of(&sources), Entries::of(&sources));
        let compared = |fact: &Fact| {
            let id = builder.catalog().find(&fact.name)?;
            let entry = entries.of_card(&builder.catalog().card(id).name)?.text.clone();
            let verdict = verdict(&builder, &known, fact, &entry);
            Some(Compared { name: fact.name.clone(), rank: fact.rank, entry, verdict })
        };
        self.facts.values().filter_map(compared).collect()
    }
}

fn verdict(builder: &CatalogBuilder, known: &KnownTokens, fact: &Fact, entry: &str) -> Verdict {
    let source = |text: &str| Source::new(front(&fact.name), text);
    let entry = source(&format!("[[card]]\n{entry}"));
    let (translation, refused) = match written(fact, known) {
        Ok(translation) => (translation.text(), None),
        Err(why) => match written(&without_text(fact), known) {
            Ok(bare) => (bare.text(), Some(why)),
            Err(why) => return Verdict::Untranslated(why),
        },
    };
    match (builder.likeness(&entry, &source(&translation)), refused) {
        (Err(faults), _) => {
            let fault = faults.0.into_iter().next().map(|fault| fault.message).unwrap_or_default();
            Verdict::Untranslated(Untranslated::Unplayable(fault))
        }
        (Ok(Likeness::Same), None) => Verdict::Same,
        (Ok(Likeness::Rules), None) => Verdict::Rules { translation },
        (Ok(Likeness::Facts(facts)), refused) => {
            // Keywords are a part of the text, which is left out where it is not understood.
            let told: Vec<_> = facts.into_iter().filter(|fact| refused.is_none() || *fact != "keywords").collect();
            match refused {
                Some(why) if told.is_empty() => Verdict::Untranslated(why),
                _ => Verdict::Facts(told),
            }
        }
        (Ok(Likeness::Same | Likeness::Rules), Some(why)) => Verdict::Untranslated(why),
    }
}

/// A card's printed facts beside its text.
fn without_text(fact: &Fact) -> Fact {
    let bare = |fact: &Fact| Fact { text: Some(String::new()), ..fact.clone() };
    Fact { back: fact.back.as_deref().map(bare).map(Box::new), ..bare(fact) }
}
