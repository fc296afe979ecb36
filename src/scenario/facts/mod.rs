//! Facts of cards that a user has beside the catalog, and the entries and stand-ins that are made of them.
//!
//! A card whose printed text is among its facts is translated, if every word of it is understood: it is played as printed.
//!
//! A stand-in is an ordinary entry of a card file, marked as one. It has the printed body of its card and no ability, or, where
//! not even that is known, it is a colourless spell for {3} that does nothing, or a land that taps for {C}. A run keeps the file of its stand-ins among its
//! inputs, so that it can be repeated without what they were made of.

mod comparison;
mod json;
mod missing;
mod stand_in;
mod table;
mod translation;

pub use comparison::{Compared, Comparison, Verdict};
pub use missing::{Missing, missing_cards};
pub use stand_in::{StandIns, Unknown};
pub use translation::{Refused, Translated, Translation, Untranslated};

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics};

use super::files::{UTF16, is_stream, is_utf16};
use super::reading::{Hashed, Ration, Rationed, open_regular};
use crate::cards::catalog::fold;

/// Facts by the names of cards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CardFacts {
    /// The file they are from.
    file: String,
    /// The BLAKE3 hash of its bytes, 64 hexadecimal digits.
    hash: String,
    facts: BTreeMap<String, Fact>,
}

/// What is printed on a card, as its file has it: nothing here has been judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Fact {
    name: String,
    cost: String,
    /// Types, then ` - `, then subtypes.
    type_line: String,
    power: String,
    toughness: String,
    loyalty: String,
    /// Letters; `None` where the file does not say.
    colours: Option<String>,
    identity: Option<String>,
    keywords: Vec<String>,
    banned: bool,
    /// Whether it is a Game Changer (Commander Brackets); `None` where the file does not say.
    game_changer: Option<bool>,
    /// Its rules text; `None` where the file does not say.
    text: Option<String>,
    /// How its faces are arranged, by the file's word for it; empty where it has one face, or the file does not say.
    layout: String,
    /// Its other face, where it has two and the file tells of both.
    back: Option<Box<Fact>>,
    /// Its place among all cards by how often it is played, from 1.
    rank: Option<u32>,
    /// The line it stands in, where the file has lines of its own.
    line: Option<usize>,
}

impl CardFacts {
    /// Reads the facts of some cards: a table with a header, separated by commas or tabs, or an array of objects as JSON, of
    /// any size. Names are looked for as deck lists write them.
    ///
    /// # Errors
    /// When the file can't be read as either, with the place where that shows.
    pub fn read(path: &str, wanted: &BTreeSet<String>) -> Result<CardFacts, Diagnostics> {
        let file = open(path).map_err(|error| unreadable(path, error))?;
        CardFacts::read_from(path, file, wanted)
    }

    /// Looks whether that may be a file of facts, by its beginning alone. A stream is not looked at, as it can be read but once.
    ///
    /// # Errors
    /// When it can't be read, or begins neither as JSON nor as a table of facts does.
    pub fn look(path: &str) -> Result<(), Diagnostics> {
        if is_stream(path) {
            return Ok(());
        }
        let mut start = Vec::new();
        let file = open(path).map_err(|error| unreadable(path, error))?;
        file.take(limits::LINE_BYTES as u64).read_to_end(&mut start).map_err(|error| unreadable(path, error))?;
        let seen = |byte: &u8| !byte.is_ascii_whitespace();
        let first = start.iter().position(seen).unwrap_or(start.len());
        if matches!(start.get(first), Some(b'[' | b'{')) {
            return Ok(());
        }
        // The header is read as any table's, with no row behind it.
        let end = start[first..].iter().position(|byte| *byte == b'\n').map_or(start.len(), |at| first + at);
        CardFacts::read_from(path, &start[..end], &BTreeSet::new()).map(drop)
    }

    /// The same for all cards that there are.
    ///
    /// # Errors
    /// As [`CardFacts::read`].
    pub fn read_all(path: &str) -> Result<CardFacts, Diagnostics> {
        let file = open(path).map_err(|error| unreadable(path, error))?;
        CardFacts::of_wanted(path, file, &Wanted::All)
    }

    /// The same from what is read already, or comes from elsewhere: `file` is what messages call it. No card of it can be as
    /// large as the file.
    ///
    /// # Errors
    /// As [`CardFacts::read`].
    pub fn read_from(file: &str, from: impl Read, wanted: &BTreeSet<String>) -> Result<CardFacts, Diagnostics> {
        CardFacts::of_wanted(file, from, &Wanted::These(wanted.iter().map(|name| fold(name)).collect()))
    }

    fn of_wanted(file: &str, from: impl Read, wanted: &Wanted) -> Result<CardFacts, Diagnostics> {
        let (rationed, ration) = Rationed::new(Hashed::new(from), limits::FACT_BYTES);
        let mut reader = BufReader::new(rationed);
        let start = reader.fill_buf().map_err(|error| unreadable(file, error))?;
        if is_utf16(start) {
            return Err(unreadable(file, UTF16));
        }
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        let facts = match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None => return Err(complain(file, "found nothing, expected a table or an array of cards".to_owned())),
            Some(b'[' | b'{') => json::read(file, &mut reader, &ration, wanted)?,
            Some(_) => table::read(file, &mut reader, &ration, wanted)?,
        };
        Ok(CardFacts { file: file.to_owned(), hash: reader.into_inner().into_inner().hash(), facts })
    }

    /// The BLAKE3 hash of the file that they are from, 64 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Whether the card is a Game Changer (Commander Brackets); `None` where the file does not say.
    #[must_use]
    pub fn is_game_changer(&self, name: &str) -> Option<bool> {
        self.of(name)?.game_changer
    }

    fn of(&self, name: &str) -> Option<&Fact> {
        let name = fold(name);
        self.facts.get(&name).or_else(|| self.facts.get(front(&name)))
    }
}

fn complain(file: &str, message: String) -> Diagnostics {
    Diagnostics(vec![Diagnostic::new(file, None, message)])
}

fn unreadable(file: &str, why: impl std::fmt::Display) -> Diagnostics {
    complain(file, format!("can't be read: {why}"))
}

/// Opens a regular file of no more than the bytes that facts may have, or a stream, which is read as it comes.
fn open(path: &str) -> io::Result<File> {
    if is_stream(path) {
        return File::open(path);
    }
    let file = open_regular(Path::new(path))?;
    match file.metadata()?.len() {
        0..=limits::FACTS_BYTES => Ok(file),
        _ => Err(io::Error::other(format!("it has more than {} GiB", limits::FACTS_BYTES >> 30))),
    }
}

/// The first face of a name.
fn front(name: &str) -> &str {
    name.split(" // ").next().unwrap_or(name)
}

/// The layout of a card: that of the file, or that it has several faces, when its name says so and its file does not.
fn layout(written: &str, name: &str) -> String {
    if written.is_empty() && name.contains(" // ") { "several-faces".to_owned() } else { written.to_owned() }
}

/// Which cards of a file are kept.
enum Wanted {
    /// Every one.
    All,
    /// Those of these names, in their plain form.
    These(BTreeSet<String>),
}

impl Wanted {
    /// The form of a name under which its facts are kept, if they are wanted: of the whole, or of its first face.
    fn key(&self, name: &str) -> Option<String> {
        let whole = fold(name);
        let Wanted::These(wanted) = self else { return Some(whole) };
        let face = front(&whole).to_owned();
        // A list may have two faces where the file has one, and the other way round.
        let is_wanted = |key: &String| wanted.contains(key) || wanted.iter().any(|name| front(name) == key);
        if is_wanted(&whole) { Some(whole) } else { Some(face).filter(is_wanted) }
    }
}

#[cfg(test)]
mod tests;
