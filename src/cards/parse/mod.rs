//! The small languages inside the strings of a card file: filters, players, amounts, conditions, costs, mana, moments.
//!
//! All of them are words between spaces. A parser takes a slice of [`Word`]s and must use all of it; the first word it
//! can't use becomes a [`Fault`].

mod choosing;
mod cost;
mod filter;
mod moment;
mod number;
mod target;
mod who;

pub(super) use filter::TYPES;
pub(super) use moment::{after_phase, begins, delayed, phase, restrictions, selector, skippable, step, whose};

use super::source::did_you_mean;

/// A word and where it begins in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// What is wrong with a text, and at which byte of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}

pub(super) type Parsed<T> = Result<T, Fault>;

impl Word<'_> {
    pub(super) fn fault(self, message: impl Into<String>) -> Fault {
        Fault { at: self.at, message: message.into() }
    }

    /// "`x` is not a y (expected ...); did you mean `z`?"
    pub(super) fn is_not<'a>(self, kind: &str, expected: &str, candidates: impl IntoIterator<Item = &'a str>) -> Fault {
        let near = did_you_mean(self.text, candidates);
        self.fault(format!("`{}` is not {kind} (expected {expected}){near}", self.text))
    }

    /// The word as a number.
    pub(super) fn number<T: std::str::FromStr>(self) -> Parsed<T> {
        self.text.parse().map_err(|_| self.fault(format!("`{}` is not a number that fits here", self.text)))
    }
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push(Word { text: &text[from..at], at: from });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The first word and the rest; `expected` says what is missing when there is none.
pub(super) fn first<'w, 't>(words: &'w [Word<'t>], expected: &str) -> Parsed<(Word<'t>, &'w [Word<'t>])> {
    match words {
        [head, rest @ ..] => Ok((*head, rest)),
        [] => Err(Fault { at: 0, message: format!("nothing is written here (expected {expected})") }),
    }
}

/// Refuses words that are left over.
pub(super) fn nothing_more(words: &[Word<'_>]) -> Parsed<()> {
    match words {
        [] => Ok(()),
        [extra, ..] => Err(extra.fault(format!("`{}` is one word too many", extra.text))),
    }
}

/// The words before and after the last occurrence of one of those operators.
pub(super) fn split_last<'w, 't>(
    words: &'w [Word<'t>],
    operators: &[&str],
) -> Option<(&'w [Word<'t>], Word<'t>, &'w [Word<'t>])> {
    let at = words.iter().rposition(|w| operators.contains(&w.text))?;
    Some((&words[..at], words[at], &words[at + 1..]))
}

/// The value of a word in a table of names.
pub(super) fn named<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// The names of a table.
pub(super) fn names<'a, T>(table: &'a [(&'a str, T)]) -> impl Iterator<Item = &'a str> {
    table.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_begin() {
        let found: Vec<_> = words(" ab  cd").iter().map(|w| (w.text, w.at)).collect();
        assert_eq!(found, [("ab", 1), ("cd", 5)]);
        assert_eq!(words("  "), []);
    }
}
