//! Files as read, and complaints that point into them: file, line, column, what was found, what was expected.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::wording::{cut_quotes, message, quoted, shown};
use super::{duplicate, limits};

/// A file's text with the name a user knows it by.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as the user wrote it, or a `builtin:/` path.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where its lines are, once somebody has asked.
    lines: OnceLock<Lines>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

/// One complaint about a user's input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostic {
    /// The file, or what else the complaint is about.
    pub file: String,
    /// Line and column, from 1, where there is one.
    pub at: Option<(usize, usize)>,
    /// What was found and what was expected, with the nearest valid name.
    pub message: String,
    /// What kind of complaint it is.
    pub level: Level,
}

/// Kinds of complaints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something is wrong.
    Error,
    /// How many further errors there are, which are not told.
    Rest,
    /// What the errors come to: how much of a deck is known.
    Coverage,
}

impl Diagnostic {
    /// That something is wrong with a file, at a line and a column of it where there is one.
    #[must_use]
    pub fn new(file: impl Into<String>, at: Option<(usize, usize)>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { file: file.into(), at, message: message.into(), level: Level::Error }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, message) = (shown(&self.file), message(&self.message));
        match self.at {
            Some((line, column)) => write!(f, "{file}:{line}:{column}: {message}"),
            None => write!(f, "{file}: {message}"),
        }
    }
}

/// Everything that is wrong with a user's input, in order; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}

impl Source {
    /// A named text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), lines: OnceLock::new() }
    }

    /// Whether lines end with a carriage return alone, as those of old Macs do.
    pub(crate) fn has_lone_returns(&self) -> bool {
        let bytes = self.text.as_bytes();
        (0..bytes.len()).any(|at| is_lone_return(bytes, at))
    }

    /// Line and column, both from 1 and the column in characters, of a byte offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        self.lines.get_or_init(|| Lines::of(&self.text)).position(&self.text, offset)
    }

    /// A complaint about that part of the text; what it quotes is cut where it is too long for a name.
    #[must_use]
    pub fn complain(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let message = cut_quotes(&message.into());
        Diagnostic::new(&self.name, Some(self.position(span.start)), message)
    }

    /// A complaint about the file as a whole.
    #[must_use]
    pub fn complain_whole(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&self.name, None, message)
    }

    /// A TOML or serde error as a complaint; an unknown key or variant gets the nearest valid name.
    #[must_use]
    pub fn toml_error(&self, error: &toml::de::Error) -> Diagnostic {
        let mut message = match error.message().trim() {
            // The reader's own words for it, in values and in dotted keys.
            "cannot recurse further; max recursion depth met" | "recursion limit" => {
                format!(
                    "tables and lists are nested too deeply, expected at most {} within each other",
                    limits::NESTING
                )
            }
            DUPLICATE_KEY => self.duplicate_key(error.span()),
            other => cut_quotes(&without_types(other.replace('\n', ", "))),
        };
        if message.starts_with("invalid unquoted key") {
            message += "; a key with other signs stands in quotes, as in { \"+1/+1\" = 2 }";
        }
        if let Some(hint) = unknown_name_hint(&message) {
            message = shortened(&message) + &hint;
        }
        Diagnostic::new(&self.name, error.span().map(|s| self.position(s.start)), message)
    }

    /// Which key stands twice, and where it stands first.
    fn duplicate_key(&self, again: Option<Range<usize>>) -> String {
        let Some((again, key)) = again.and_then(|again| Some((again.clone(), self.text.get(again)?))) else {
            return DUPLICATE_KEY.to_owned();
        };
        let first = duplicate::first_of(&self.text, &again).map(|at| self.position(at));
        let place =
            first.map_or_else(String::new, |(line, column)| format!(": the first is in line {line}, column {column}"));
        format!("duplicate key {}{place}", quoted(key))
    }
}

/// What the reader of TOML says of a key that stands twice in a table.
pub(crate) const DUPLICATE_KEY: &str = "duplicate key";

/// Where the lines of a text begin, and how many characters stand before each stretch of it: a text with a fault in every
/// line, or a hundred thousand in one, is gone through once.
#[derive(Debug, Clone)]
struct Lines {
    starts: Vec<usize>,
    characters: Vec<usize>,
}

/// The bytes of a stretch.
const STRETCH: usize = 1024;

impl Lines {
    fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| bytes[*at] == b'\n' || is_lone_return(bytes, *at);
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends_line).map(|at| at + 1)).collect();
        let counts = text.as_bytes().chunks(STRETCH).map(characters).scan(0, |before, count| {
            *before += count;
            Some(*before)
        });
        Lines { starts, characters: std::iter::once(0).chain(counts).collect() }
    }

    fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, self.before(text, offset) - self.before(text, start) + 1)
    }

    /// How many characters begin before a byte.
    fn before(&self, text: &str, offset: usize) -> usize {
        let stretch = offset / STRETCH;
        self.characters[stretch] + characters(&text.as_bytes()[stretch * STRETCH..offset])
    }
}

/// Whether that byte is a carriage return without a line feed.
fn is_lone_return(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
}

/// How many characters begin in those bytes of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// serde names numbers after Rust's types: "integer `-1`, expected u32".
fn without_types(message: String) -> String {
    let Some((found, kind)) = message.rsplit_once(", expected ") else { return message };
    let expected = match kind {
        "a sequence" => "a list",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" | "i64" | "isize" => "a whole number",
        _ => return message,
    };
    format!("{}, expected {expected}", found.trim_end_matches(" as i128").trim_end_matches(" as u128"))
}

/// "unknown field `x`, expected one of 40 names": a long list says no more than the nearest of it.
fn shortened(message: &str) -> String {
    let names = message.split('`').skip(3).step_by(2).count();
    match message.split_once(", expected one of ") {
        Some((unknown, _)) if names > limits::SUGGESTED => format!("{unknown}, expected one of {names} names"),
        _ => message.to_owned(),
    }
}

/// serde says "unknown field `x`, expected one of `a`, `b`" (or "expected `a`"): the nearest of them as a hint, and of a list that
/// is not told those that are least far.
fn unknown_name_hint(message: &str) -> Option<String> {
    if !message.starts_with("unknown field") && !message.starts_with("unknown variant") {
        return None;
    }
    let mut names = message.split('`').skip(1).step_by(2);
    let found = names.next()?;
    let names: Vec<&str> = names.collect();
    match nearest(found, names.iter().copied()) {
        Some(near) => Some(format!("; did you mean `{near}`?")),
        None => (names.len() > limits::SUGGESTED).then(|| least_far(found, names)),
    }
}

/// How many words are named beside one that is near to none.
const NEAR: usize = 3;

/// "; the nearest are `x`, `y`, `z`", for a word that is near to none of those.
pub fn least_far<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let found: String = found.to_lowercase().chars().take(limits::SUGGESTED_CHARS).collect();
    let far = |word: &&str| (1e6 * (1.0 - strsim::jaro_winkler(&found, &word.to_lowercase()))) as u32;
    let mut words: Vec<&str> = known.into_iter().collect();
    words.sort_by_key(|word| (far(word), *word));
    words.dedup();
    let words: Vec<String> = words.into_iter().take(NEAR).map(|word| format!("`{word}`")).collect();
    format!("; the nearest are {}", words.join(", "))
}

/// The candidate nearest to what was written, if one is near enough to be meant: more than half of it must be right, so that
/// short names are not mistaken for others. Nothing so long that no name is like it is compared at all.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = found.chars().take(limits::SUGGESTED_CHARS + 1).count();
    if length > limits::SUGGESTED_CHARS {
        return None;
    }
    let found = found.to_lowercase();
    let near =
        |distance: usize, longest: usize| distance <= 1 + longest / 4 && (distance == 0 || 2 * distance < longest);
    let letters = letters_of(&found);
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = candidate.chars().count();
        let longest = length.max(other);
        // Words of such different lengths, or letters, can't be near, or not as near as what was found before.
        let might_be = |least: usize| near(least, longest) && nearest.is_none_or(|(distance, _)| least < distance);
        if !might_be(length.abs_diff(other)) || !might_be(apart(&letters, &letters_of(candidate))) {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&found, &candidate.to_lowercase());
        if might_be(distance) {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// How often a word has each letter; signs share the places of letters, and what is not ASCII has none.
fn letters_of(word: &str) -> [u8; 32] {
    let mut letters = [0_u8; 32];
    for byte in word.bytes().filter(u8::is_ascii) {
        let place = &mut letters[usize::from(byte & 31)];
        *place = place.saturating_add(1);
    }
    letters
}

/// Changes that it takes at least to come from one word to another, by their letters: each gives one letter, takes one, or both.
fn apart(one: &[u8; 32], other: &[u8; 32]) -> usize {
    let more = |one: &[u8; 32], other: &[u8; 32]| -> usize {
        one.iter().zip(other).map(|(one, other)| usize::from(one.saturating_sub(*other))).sum()
    };
    more(one, other).max(more(other, one))
}

/// "; did you mean `x`?" or nothing.
pub fn did_you_mean<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// That there is no seat of that name, and what is near, or else all there are.
pub fn no_seat<'a>(name: &str, seats: impl IntoIterator<Item = &'a str>) -> String {
    let seats: Vec<&str> = seats.into_iter().collect();
    match nearest(name, seats.iter().copied()) {
        Some(near) => format!("no seat `{name}`; did you mean `{near}`?"),
        None => format!("no seat `{name}`; there are {}", seats.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("f", "ab\nçd\n");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (2, 1));
        assert_eq!(source.position(5), (2, 2));
        assert_eq!(source.position(99), (3, 1));
    }

    #[test]
    fn positions_in_long_lines_and_texts_are_those_of_a_plain_count() {
        let text = "é1 Opt\n".repeat(700) + &"ü€x".repeat(900) + "\n\nend";
        let source = Source::new("f", text.as_str());
        for offset in (0..text.len() + 3).step_by(7).chain([1024, 1025, 2048, text.len()]) {
            let before = &text[..text.floor_char_boundary(offset)];
            let line = before.rsplit('\n').next().unwrap();
            let plain = (before.matches('\n').count() + 1, line.chars().count() + 1);
            assert_eq!(source.position(offset), plain, "{offset}");
        }
    }

    #[test]
    fn positions_in_a_large_file_are_found_in_no_time() {
        let source = Source::new("f", "x = 1\n".repeat(500_000));
        let began = std::time::Instant::now();
        let lines: usize = (0..20_000).map(|at| source.position(150 * at).0).sum();
        assert!(lines > 0 && began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    #[test]
    fn what_is_too_long_for_a_name_is_not_compared() {
        let long = "Time Warp ".repeat(100_000);
        let began = std::time::Instant::now();
        for _ in 0..100 {
            assert_eq!(nearest(&long, ["Time Warp", &long]), None);
        }
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    #[test]
    fn unknown_keys_get_the_nearest_name() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct T {
            #[allow(dead_code, reason = "only its name matters here")]
            games: u32,
        }
        let source = Source::new("s.toml", "gmaes = 3");
        let error = toml::from_str::<T>(&source.text).unwrap_err();
        let shown = source.toml_error(&error).to_string();
        assert_eq!(shown, "s.toml:1:1: unknown field `gmaes`, expected `games`; did you mean `games`?");
    }

    #[test]
    fn a_key_that_stands_twice_is_named_with_its_first_place() {
        let source = Source::new("s.toml", "seed = 1\n\n[game]\nseed = 2\nlife = 1\nseed = 3\n");
        let error = toml::from_str::<toml::Table>(&source.text).unwrap_err();
        let shown = source.toml_error(&error).to_string();
        assert_eq!(shown, "s.toml:6:1: duplicate key `seed`: the first is in line 4, column 1");
    }

    #[test]
    fn numbers_are_asked_for_in_words() {
        #[derive(Debug, serde::Deserialize)]
        struct T {
            #[allow(dead_code, reason = "only its type matters here")]
            games: u32,
        }
        let shown = |text: &str| {
            let source = Source::new("s.toml", text);
            source.toml_error(&toml::from_str::<T>(text).unwrap_err()).to_string()
        };
        let expected = "expected a whole number from 0 to 4294967295";
        assert_eq!(shown("games = -3"), format!("s.toml:1:9: invalid value: integer `-3`, {expected}"));
        assert_eq!(shown("games = \"many\""), format!("s.toml:1:9: invalid type: string \"many\", {expected}"));
        let huge = shown("games = 99999999999999999999999");
        assert_eq!(huge, format!("s.toml:1:9: invalid type: integer `99999999999999999999999`, {expected}"));
        let unquoted = "; a key with other signs stands in quotes, as in { \"+1/+1\" = 2 }";
        assert!(shown("games = { +1/+1 = 2 }").ends_with(unquoted), "{}", shown("games = { +1/+1 = 2 }"));
    }

    #[test]
    fn long_lists_are_counted_where_the_nearest_name_is_told() {
        let list = |n: usize| (0..n).map(|i| format!("`key{i}`")).collect::<Vec<_>>().join(", ");
        let message = |n: usize| format!("unknown field `x`, expected one of {}", list(n));
        assert_eq!(shortened(&message(40)), "unknown field `x`, expected one of 40 names");
        assert_eq!(shortened(&message(3)), message(3));
    }

    #[test]
    fn far_names_are_not_suggested() {
        assert_eq!(nearest("Time Wrap", ["Time Warp", "Island"]), Some("Time Warp"));
        assert_eq!(nearest("xyzzy", ["Time Warp", "Island"]), None);
    }

    #[test]
    fn short_names_are_not_mistaken_for_others() {
        assert_eq!(nearest("X", ["A", "B"]), None);
        assert_eq!(nearest("Ob", ["Ox", "Oz"]), None);
        assert_eq!(nearest("", ["A", "Ox"]), None);
        assert_eq!(nearest("blue", ["Opt", "Bo"]), None);
        assert_eq!(nearest("a", ["A", "B"]), Some("A"), "another case is no other name");
        assert_eq!(nearest("Otp", ["Opt", "Ow"]), Some("Opt"));
        assert_eq!(nearest("Tim Wrap", ["Time Wrap", "Time Warp", "Tim Wrap"]), Some("Tim Wrap"), "the nearest");
        assert_eq!(nearest("abcd", ["abcx", "abcy"]), Some("abcx"), "the first of the nearest");
        assert_eq!(nearest("Lim-Dûl", ["Lim-Dul", "Lim-Dôl's"]), Some("Lim-Dul"));
        assert_eq!(nearest("hnad", ["hand", "have"]), Some("hand"));
    }
}
