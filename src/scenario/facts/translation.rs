//! Entries that are translated from the printed text of cards that the catalog does not know.

use std::fmt::Write;

use thiserror::Error;

use crate::cards::catalog::Catalog;
use crate::cards::source::{Diagnostic, Diagnostics, Level, Source};
use crate::cards::wording::counted;
use crate::cards::{Attempts, CatalogBuilder, builtin_sources};
use crate::oracle::{Entry, KnownTokens, Printed, Refusal, Value, translate};

use super::stand_in::is_banned;
use super::{CardFacts, Fact, front};

/// Why a card of a file is not translated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Untranslated {
    /// Only its other facts are known.
    #[error("the file has no rules text for it")]
    NoText,
    /// Not all of its text is understood.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// All of it is understood, but the cards have no such thing.
    #[error("it is understood, but can't be played: {0}")]
    Unplayable(String),
}

impl Untranslated {
    /// What stops it, in words that many cards have in common: to count by.
    #[must_use]
    pub fn cause(&self) -> String {
        match self {
            Untranslated::Refused(refusal) => refusal.cause(),
            other => other.to_string(),
        }
    }
}

/// A card that is translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// Its name.
    pub name: String,
    /// Its entry, and those of the tokens that no file had yet.
    pub entry: String,
    /// Its place by how often it is played.
    pub rank: Option<u32>,
}

/// A card that is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: Untranslated,
    /// Its place by how often it is played.
    pub rank: Option<u32>,
    /// Its line, if its file has one for it.
    line: Option<usize>,
}

/// What became of some cards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Translation {
    /// Those that were known already, by name, with their places by how often they are played.
    pub catalogued: Vec<(String, Option<u32>)>,
    /// Those that are translated, by name.
    pub translated: Vec<Translated>,
    /// Those that are not, by name.
    pub refused: Vec<Refused>,
    /// Those that the file does not have, by name.
    pub absent: Vec<String>,
    /// How many were left out, as they may be in no Commander deck.
    pub left_out: usize,
}

impl Translation {
    /// The card file of that name with all entries, under a comment; `None` where there are none.
    #[must_use]
    pub fn source(&self, file: &str, comment: &str) -> Option<Source> {
        let mut text = String::new();
        for line in comment.lines() {
            let _ = writeln!(text, "# {line}");
        }
        for card in &self.translated {
            let _ = write!(text, "\n{}", card.entry);
        }
        (!self.translated.is_empty()).then(|| Source::new(file, text))
    }

    /// Whether that card is translated.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.translated.iter().any(|card| card.name == name)
    }
}

/// Cards being translated, and what they are held against.
struct Work {
    known: KnownTokens,
    attempts: Attempts,
    done: Translation,
}

impl CardFacts {
    /// Translates those cards, which neither the catalog nor those card files know. They are called as they are asked for.
    #[must_use]
    pub fn translate<'n>(&self, names: impl IntoIterator<Item = &'n str>, own: &[Source]) -> Translation {
        let mut work = Work::new(own);
        for name in names {
            match self.of(name) {
                Some(fact) => work.take(name, fact),
                None => work.done.absent.push(name.to_owned()),
            }
        }
        work.done
    }

    /// Translates every card that may be in a Commander deck and that neither the catalog nor those card files know.
    #[must_use]
    pub fn translate_all(&self, own: &[Source]) -> Translation {
        let mut work = Work::new(own);
        for fact in self.facts.values() {
            if is_banned(fact) {
                work.done.left_out += 1;
                continue;
            }
            match work.attempts.catalog().find(&fact.name) {
                Some(_) => work.done.catalogued.push((fact.name.clone(), fact.rank)),
                None => work.take(&fact.name, fact),
            }
        }
        work.done
    }

    /// What is to be said of cards that are not translated.
    #[must_use]
    pub fn complain_of(&self, translation: &Translation) -> Diagnostics {
        let Translation { translated, refused, absent, .. } = translation;
        let told = |card: &Refused| {
            let message = format!("`{}` can't be translated: {}", card.name, card.why);
            Diagnostic::new(&self.file, card.line.map(|line| (line, 1)), message)
        };
        let all = counted(translated.len() + refused.len() + absent.len(), "unknown card", "unknown cards");
        let message = format!("{} of {all} translated, {} not in it", translated.len(), absent.len());
        let sum = Diagnostic { level: Level::Coverage, ..Diagnostic::new(&self.file, None, message) };
        Diagnostics(refused.iter().map(told).chain([sum]).collect())
    }
}

/// A face in the form in which it is translated.
struct Face<'f> {
    fact: &'f Fact,
    name: &'f str,
    types: String,
    text: &'f str,
    colours: Option<String>,
    identity: Option<String>,
}

impl<'f> Face<'f> {
    fn of(fact: &'f Fact) -> Result<Face<'f>, Untranslated> {
        let letters = |letters: &String| "WUBRG".chars().filter(|c| letters.contains(*c)).collect::<String>();
        Ok(Face {
            fact,
            // Of a card with a back the front has a name of its own.
            name: if fact.back.is_some() { front(&fact.name) } else { &fact.name },
            types: fact.type_line.replace(" - ", " — "),
            text: fact.text.as_deref().ok_or(Untranslated::NoText)?,
            colours: fact.colours.as_ref().map(letters),
            identity: fact.identity.as_ref().map(letters),
        })
    }

    fn printed(&self) -> Printed<'_> {
        let some = |text: &'f str| (!text.is_empty()).then_some(text);
        Printed {
            name: self.name,
            cost: &self.fact.cost,
            types: &self.types,
            text: self.text,
            power: some(&self.fact.power),
            toughness: some(&self.fact.toughness),
            loyalty: some(&self.fact.loyalty),
            colours: self.colours.as_deref(),
            identity: self.identity.as_deref(),
            layout: some(&self.fact.layout),
            back: None,
        }
    }
}

impl Work {
    fn new(own: &[Source]) -> Work {
        let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
        for source in own {
            // A file with faults adds nothing; they are told by whoever reads it.
            let _ = builder.add_file(source);
        }
        let sources: Vec<Source> = builtin_sources().into_iter().chain(own.iter().cloned()).collect();
        Work {
            known: KnownTokens::of(&sources),
            attempts: Attempts::from(builder.build()),
            done: Translation::default(),
        }
    }

    fn take(&mut self, name: &str, fact: &Fact) {
        let (name, rank) = (name.to_owned(), fact.rank);
        match self.entry(fact) {
            Ok(entry) => self.done.translated.push(Translated { name, entry, rank }),
            Err(why) => self.done.refused.push(Refused { name, why, rank, line: fact.line }),
        }
    }

    /// The entry of a card, if it is one that can be played.
    fn entry(&mut self, fact: &Fact) -> Result<String, Untranslated> {
        let entry = written(fact, &self.known)?;
        let text = entry.text();
        self.attempts.add_file(Source::new("entry", text.as_str())).map_err(|Diagnostics(faults)| {
            Untranslated::Unplayable(faults.into_iter().next().map(|fault| fault.message).unwrap_or_default())
        })?;
        for (key, token) in entry.tokens {
            self.known.add(key, token);
        }
        Ok(text)
    }
}

/// A card's entry as its text is understood.
pub(super) fn written(fact: &Fact, known: &KnownTokens) -> Result<Entry, Untranslated> {
    let front = Face::of(fact)?;
    let back = fact.back.as_deref().map(Face::of).transpose()?;
    let back = back.as_ref().map(|face| face.printed());
    let mut entry = translate(&Printed { back: back.as_ref(), ..front.printed() }, known)?;
    if is_banned(fact) {
        entry.fields.push(("banned", Value::Flag(true)));
    }
    entry.fields.push(("translated", Value::Flag(true)));
    Ok(entry)
}
