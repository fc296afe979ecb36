//! Numbers and words as people and files get them: the same text on every machine.

use crate::batch::interval::rounded;
use crate::cards::wording::is_unseen;

pub use crate::cards::wording::{fixed, percent};

/// Six decimals; nothing for what is not there.
#[must_use]
pub fn decimals(value: Option<f64>) -> String {
    value.map_or_else(String::new, |v| format!("{:.6}", rounded(v)))
}

/// At most `width` characters, the last one `…` where something is missing.
#[must_use]
pub fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A word of a shell command, in quotes where it needs them.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.contains(is_unseen) {
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A character as `$'...'` has it.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_unseen(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    }
}

/// Words in lines of at most `width` characters, every line but the last ending in `tail`; a word wider than a line stands
/// alone on one.
#[must_use]
pub fn wrapped(words: &[String], width: usize, tail: &str) -> Vec<String> {
    let room = width - tail.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    let last = lines.len().saturating_sub(1);
    lines.iter_mut().take(last).for_each(|line| line.push_str(tail));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_fixed_and_never_negative_zero() {
        let shown = [1.0 / 3.0, -1e-9, 3.0, -2.5, 1e300 * 0.0].map(|v| decimals(Some(v)));
        assert_eq!(shown, ["0.333333", "0.000000", "3.000000", "-2.500000", "0.000000"]);
        assert_eq!(decimals(None), "");
        assert_eq!(decimals(Some(123_456_789_012_345.0)), "123456789012345.000000");
    }

    #[test]
    fn clipping_counts_characters() {
        assert_eq!((clipped("Talrand", 7), clipped("Atraxa é", 7)), ("Talrand".to_owned(), "Atraxa…".to_owned()));
    }

    #[test]
    fn words_are_quoted_for_the_shell_only_when_needed() {
        assert_eq!(shell_word("reports/a-7"), "reports/a-7");
        assert_eq!(shell_word("my run's"), r"'my run'\''s'");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a\u{1b}'b"), r"$'a\u001b\'b'");
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let words = ["one", "two", "three", "incomprehensibilities"].map(str::to_owned);
        assert_eq!(wrapped(&words, 10, " \\"), ["one two \\", "three \\", "incomprehensibilities"]);
        assert!(wrapped(&[], 10, "").is_empty());
    }
}
