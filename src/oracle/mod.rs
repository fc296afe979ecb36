//! Printed rules text to entries of the card format: what is understood word for word, or a refusal that names the sentence.
//!
//! The way of a text: `text` makes tokens of its lines; `lines` tells what kind of ability each is; the grammar
//! (`sentences`, `effects`, `objects`, `verbs`, `statics`, `triggers`, `costs`, ...) reads it into `ast`, in which "it" and
//! "that player" still stand; `lower` and `meant` find out who is meant; `whole` and `emit` write the entry. Nothing is guessed: every word
//! has to be read by some production, reminder text apart, or the card is refused.

mod activated;
mod amounts;
mod ast;
mod changes;
mod conditions;
mod copies;
mod costs;
mod durations;
mod effects;
mod emit;
mod faces;
mod filters;
mod grammar;
mod keywords;
mod library;
mod limits;
mod lines;
mod lower;
mod makes;
mod meant;
mod numbers;
mod objects;
mod references;
mod revealing;
mod sentences;
mod shelters;
mod statics;
mod subtypes;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod triggers;
mod value;
mod verbs;
mod whenever;
mod whole;
mod words;

pub use emit::Entry;
pub use tokens::{KnownTokens, Token};
pub use value::Value;

/// The printed facts of a card or of one of its faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Printed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its mana cost, as in `{2}{U}`; empty when it has none.
    pub cost: &'a str,
    /// Its type line.
    pub types: &'a str,
    /// Its rules text, lines between line ends.
    pub text: &'a str,
    /// Its power.
    pub power: Option<&'a str>,
    /// Its toughness.
    pub toughness: Option<&'a str>,
    /// Its loyalty.
    pub loyalty: Option<&'a str>,
    /// Its colours as letters, if they are known.
    pub colours: Option<&'a str>,
    /// Its colour identity as letters, if it is known.
    pub identity: Option<&'a str>,
    /// How its faces are arranged, if not as one: `split`, `transform`, ...
    pub layout: Option<&'a str>,
    /// Its other part, of a modal double-faced card (CR 712.3), an adventurer card (CR 715) or a split card (CR 709).
    pub back: Option<&'a Printed<'a>>,
}

/// Why a card is not translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A line that no production reads to its end.
    #[error("`{line}`: not understood{}", at.as_ref().map_or_else(String::new, |at| format!(" from `{at}` on")))]
    NotUnderstood {
        /// The line, the card's own name as `~`.
        line: String,
        /// The word that no production went past.
        at: Option<String>,
    },
    /// A line that is read, and means something that cannot be written without a guess.
    #[error("`{line}`: {why}")]
    NotSure {
        /// The line.
        line: String,
        /// What is not sure.
        why: &'static str,
    },
    /// Something about the whole card.
    #[error("{0}")]
    Card(&'static str),
}

impl Refusal {
    /// The line that stopped the translation, if it was one.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        match self {
            Refusal::NotUnderstood { line, .. } | Refusal::NotSure { line, .. } => Some(line),
            Refusal::Card(_) => None,
        }
    }

    /// What stops it, in words that many cards have in common: to count refusals by.
    #[must_use]
    pub fn cause(&self) -> String {
        /// How many words are told from where the reading ended.
        const WORDS: usize = 4;
        match self {
            Refusal::NotUnderstood { line, at: Some(at) } => {
                let bare = |word: &str| word.trim_matches(['.', ',', ':', ';', '"']).to_lowercase();
                let words: Vec<&str> = line.split_whitespace().collect();
                let from = words.iter().position(|word| bare(word) == bare(at)).unwrap_or_default();
                let told: Vec<&str> = words[from..].iter().copied().take(WORDS).collect();
                format!("`{}`", told.join(" "))
            }
            Refusal::NotUnderstood { at: None, .. } => "a line that ends too early".to_owned(),
            Refusal::NotSure { why, .. } | Refusal::Card(why) => (*why).to_owned(),
        }
    }
}

/// A card's entry, from what is printed on it.
///
/// # Errors
///
/// The first line that is not understood in full, or what the whole card has that is not read here.
pub fn translate(printed: &Printed<'_>, known: &KnownTokens) -> Result<Entry, Refusal> {
    faces::card(printed, known)
}

/// Every line of the card that stops its translation: for the list of what to learn next.
#[must_use]
pub fn stops(printed: &Printed<'_>, known: &KnownTokens) -> Vec<Refusal> {
    faces::stops(printed, known)
}
