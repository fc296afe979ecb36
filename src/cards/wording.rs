//! Names, numbers and other people's text as they stand in messages: nothing in them moves the cursor, and nothing is endless.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

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

/// What the system says of an error, without the number that it has there.
#[must_use]
pub fn system_words(error: &io::Error) -> String {
    let words = error.to_string();
    words.split_once(" (os error ").map_or(words.as_str(), |(words, _)| words).to_owned()
}

/// A number with so many decimals, a half rounded away from zero; never a negative zero.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    // What arithmetic loses of a half: 0.1145 times 1000 is a little less or a little more than 114.5.
    const LOST: f64 = 1e-12;
    let scale = (0..decimals).fold(1.0, |scale, _| 10.0 * scale);
    let whole = (value * scale * (1.0 + LOST)).round();
    // Great numbers have no decimals to round.
    let value = if whole.abs() < 1e15 { whole / scale + 0.0 } else { value };
    format!("{value:.decimals$}")
}

/// A fraction as a percentage with one decimal.
#[must_use]
pub fn percent(fraction: f64) -> String {
    fixed(100.0 * fraction, 1) + "%"
}

/// So many of all as a percentage with one decimal; 0% of none.
#[must_use]
pub fn share_of(part: usize, all: usize) -> String {
    percent(part as f64 / all.max(1) as f64)
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
    fn halves_are_rounded_away_from_zero_whatever_arithmetic_makes_of_them() {
        for games in [400_u32, 1000, 2000, 4000] {
            for won in (0..=games).filter(|won| won * 1000 % games * 2 == games) {
                let (whole, share) = (won * 1000 / games + 1, f64::from(won) / f64::from(games));
                let expected = format!("{}.{}", whole / 10, whole % 10);
                let shown = [percent(share), fixed(100.0 * share, 1) + "%", fixed(-100.0 * share, 1) + "%"];
                assert_eq!(shown, [format!("{expected}%"), format!("{expected}%"), format!("-{expected}%")]);
            }
        }
        assert_eq!((percent(229.0 / 2000.0).as_str(), percent(0.114_499_9).as_str()), ("11.5%", "11.4%"));
        assert_eq!([fixed(-0.001, 2), fixed(2.5, 0), fixed(1e300, 0)[..3].to_owned()], ["0.00", "3", "100"]);
        assert_eq!((percent(-0.0), share_of(0, 0), fixed(f64::NAN, 1)), ("0.0%".into(), "0.0%".into(), "NaN".into()));
    }

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
