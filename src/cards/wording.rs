//! Names, numbers and other people's text as they stand in messages: nothing in them moves the cursor, and nothing is endless.

use std::borrow::Cow;
use std::fmt::Display;

/// The most characters of a quoted name; no card's name has so many.
const NAME: usize = 80;

/// The most characters of a quoted path, with which one still finds the file.
const PATH: usize = 500;

/// The most characters of a message.
const MESSAGE: usize = 2000;

/// Text of unknown origin for people to read: control characters, and those that turn or hide text, as escapes.
#[must_use]
pub fn shown(text: &str) -> String {
    if !text.contains(is_unseen) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unseen(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Control characters, and marks of Unicode that are not seen but change how the text around them is.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What a cell of a table begins with that a spreadsheet takes for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Whether a spreadsheet would take a text for a formula, and run it.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.starts_with(FORMULA)
}

/// A text of unknown origin as the cell of a table: `'` before one that a spreadsheet would run, which makes it text there.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// A name, cut where it is too long to be one.
#[must_use]
pub fn short(name: &str) -> String {
    shown(&cut(name, NAME))
}

/// The same in backticks.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("`{}`", short(name))
}

/// A whole message in one line that ends.
#[must_use]
pub fn message(text: &str) -> String {
    shown(&cut(&cut_within(text, PATH), MESSAGE))
}

/// What others quote in backticks or double quotes, cut like names.
#[must_use]
pub(super) fn cut_quotes(text: &str) -> String {
    cut_within(text, NAME)
}

/// What stands in backticks or double quotes, cut to so many characters.
fn cut_within(text: &str, most: usize) -> String {
    let mut cut_text = String::new();
    let mut quote = None;
    for part in text.split_inclusive(['`', '"']) {
        let inside = part.strip_suffix(['`', '"']).unwrap_or(part);
        match quote {
            Some(_) => cut_text.push_str(&cut(inside, most)),
            None => cut_text.push_str(inside),
        }
        let sign = part[inside.len()..].chars().next();
        cut_text.extend(sign);
        quote = match (quote, sign) {
            (None, sign) => sign,
            (Some(open), Some(sign)) if open == sign => None,
            (open, _) => open,
        };
    }
    cut_text
}

/// At most that many characters, and `…` for the rest.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// `1 card`, `2 cards`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let word = if count == N::from(1) { one } else { many };
    format!("{count} {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_message_moves_the_cursor() {
        assert_eq!(shown("Æther \"Vial\" `x` …"), "Æther \"Vial\" `x` …");
        assert_eq!(shown("a\u{1b}[31mb\r\n\t\0"), "a\\u{1b}[31mb\\r\\n\\t\\u{0}");
        assert_eq!(shown("a\u{202e}b\u{200b}\u{9b}"), "a\\u{202e}b\\u{200b}\\u{9b}");
    }

    #[test]
    fn long_names_are_cut() {
        let name = "Our Market Research Shows That Players Like Really Long Card Names";
        assert_eq!(quoted(name), format!("`{name}`"));
        assert_eq!(quoted(&"é".repeat(99)), format!("`{}…`", "é".repeat(NAME)));
        assert_eq!(message(&"x".repeat(9999)).chars().count(), MESSAGE + 1);
    }

    #[test]
    fn what_others_quote_is_cut_too() {
        let long = "y".repeat(500);
        let short = format!("{}…", "y".repeat(NAME));
        let told = |name: &str| format!("unknown field `{name}`, expected one of `a`, `b`");
        assert_eq!(cut_quotes(&told(&long)), told(&short));
        assert_eq!(cut_quotes(&format!("string \"{long}\", expected")), format!("string \"{short}\", expected"));
        assert_eq!(cut_quotes(&told("a\"b")), told("a\"b"));
    }

    #[test]
    fn what_a_spreadsheet_would_run_is_text() {
        for text in ["=1+1", "+2 Mace", "-x", "@SUM(A1)", "\tx", "\rx"] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in ["", "Time Warp", "a=b", "'x", "3"] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u32, 1, 2].map(|n| counted(n, "game", "games")), ["0 games", "1 game", "2 games"]);
    }
}
