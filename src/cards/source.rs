//! Files as read, and complaints that point into them: file, line, column, what was found, what was expected.

use std::fmt;
use std::ops::Range;

/// A file's text with the name a user knows it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path as the user wrote it, or a `builtin:/` path.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// One complaint about a user's input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostic {
    /// The file, or what else the complaint is about.
    pub file: String,
    /// Line and column, from 1, where there is one.
    pub at: Option<(usize, usize)>,
    /// What was found and what was expected, with the nearest valid name.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
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
        Source { name: name.into(), text: text.into() }
    }

    /// Line and column, both from 1 and the column in characters, of a byte offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// A complaint about that part of the text.
    #[must_use]
    pub fn complain(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { file: self.name.clone(), at: Some(self.position(span.start)), message: message.into() }
    }

    /// A complaint about the file as a whole.
    #[must_use]
    pub fn complain_whole(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { file: self.name.clone(), at: None, message: message.into() }
    }

    /// A TOML or serde error as a complaint; an unknown key or variant gets the nearest valid name.
    #[must_use]
    pub fn toml_error(&self, error: &toml::de::Error) -> Diagnostic {
        let mut message = without_types(error.message().trim().replace('\n', ", "));
        if let Some(hint) = unknown_name_hint(&message) {
            message = format!("{}{hint}", shortened(&message));
        }
        Diagnostic { file: self.name.clone(), at: error.span().map(|s| self.position(s.start)), message }
    }
}

/// serde names numbers after Rust's types: "integer `-1`, expected u32".
fn without_types(message: String) -> String {
    let Some((found, kind)) = message.rsplit_once(", expected ") else { return message };
    let expected = match kind {
        "a sequence" => "a list",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" | "i64" | "isize" => "a whole number",
        _ => return message,
    };
    format!("{}, expected {expected}", found.trim_end_matches(" as i128").trim_end_matches(" as u128"))
}

/// The most names that are listed beside the one that is probably meant.
const LISTED: usize = 12;

/// "unknown field `x`, expected one of 40 names": a long list says no more than the nearest of it.
fn shortened(message: &str) -> String {
    let names = message.split('`').skip(3).step_by(2).count();
    match message.split_once(", expected one of ") {
        Some((unknown, _)) if names > LISTED => format!("{unknown}, expected one of {names} names"),
        _ => message.to_owned(),
    }
}

/// serde says "unknown field `x`, expected one of `a`, `b`" (or "expected `a`"): the nearest of them as a hint.
fn unknown_name_hint(message: &str) -> Option<String> {
    if !message.starts_with("unknown field") && !message.starts_with("unknown variant") {
        return None;
    }
    let mut names = message.split('`').skip(1).step_by(2);
    let found = names.next()?;
    let near = nearest(found, names)?;
    Some(format!("; did you mean `{near}`?"))
}

/// The candidate nearest to what was written, if one is near enough to be meant: more than half of it must be right, so that
/// short names are not mistaken for others.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&found, &c.to_lowercase()), c))
        .filter(|(distance, c)| {
            let length = c.chars().count().max(found.chars().count());
            *distance <= 1 + length / 4 && (*distance == 0 || 2 * distance < length)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// "; did you mean `x`?" or nothing.
pub fn did_you_mean<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
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
        assert_eq!(shown("games = -3"), "s.toml:1:9: invalid value: integer `-3`, expected a whole number from 0");
        assert_eq!(
            shown("games = \"many\""),
            "s.toml:1:9: invalid type: string \"many\", expected a whole number from 0"
        );
        let huge = shown("games = 99999999999999999999999");
        assert_eq!(huge, "s.toml:1:9: invalid type: integer `99999999999999999999999`, expected a whole number from 0");
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
        assert_eq!(nearest("hnad", ["hand", "have"]), Some("hand"));
    }
}
