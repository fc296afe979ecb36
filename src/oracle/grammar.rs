//! The ground that every production stands on: input, error, literal words, numbers.

use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::ParserError;

use super::text::Token;

/// What is left to read.
pub(super) type In<'a> = &'a [Token];

/// What a production makes, or where it stopped.
pub(super) type Parsed<T> = Result<T, Stuck>;

/// A production stopped with so many tokens left; of several tries the one that came furthest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stuck {
    /// How many tokens were left.
    pub(super) left: usize,
}

impl<'a> ParserError<In<'a>> for Stuck {
    type Inner = Stuck;

    fn from_input(input: &In<'a>) -> Stuck {
        Stuck { left: input.len() }
    }

    fn or(self, other: Stuck) -> Stuck {
        Stuck { left: self.left.min(other.left) }
    }

    fn into_inner(self) -> Result<Stuck, Stuck> {
        Ok(self)
    }
}

/// Those words, one after the other.
pub(super) fn lit<'a>(words: &'static str) -> impl Parser<In<'a>, (), Stuck> {
    move |i: &mut In<'a>| {
        let mut rest = *i;
        for word in words.split(' ') {
            match rest.split_first() {
                Some((token, more)) if token.text == word => rest = more,
                _ => return Err(Stuck { left: rest.len() }),
            }
        }
        *i = rest;
        Ok(())
    }
}

/// The first of several literals, with what it stands for.
pub(super) fn table<'a, T: Copy>(entries: &'static [(&'static str, T)]) -> impl Parser<In<'a>, T, Stuck> {
    move |i: &mut In<'a>| {
        let mut stuck = Stuck { left: i.len() };
        for (words, value) in entries {
            match lit(words).parse_next(i) {
                Ok(()) => return Ok(*value),
                Err(other) => stuck = stuck.or(other),
            }
        }
        Err(stuck)
    }
}

/// One token that passes.
pub(super) fn one<'a>(passes: impl Fn(&Token) -> bool) -> impl Parser<In<'a>, &'a Token, Stuck> {
    move |i: &mut In<'a>| match i.split_first() {
        Some((token, rest)) if passes(token) => {
            *i = rest;
            Ok(token)
        }
        _ => Err(Stuck { left: i.len() }),
    }
}

/// A mistake here.
pub(super) fn stuck<T>(i: &In<'_>) -> Parsed<T> {
    Err(Stuck { left: i.len() })
}

/// What stands there if it can be read whole; the input is left alone otherwise.
pub(super) fn maybe<'a, T>(i: &mut In<'a>, parser: impl Parser<In<'a>, T, Stuck>) -> Option<T> {
    opt(parser).parse_next(i).ok().flatten()
}

/// Whether those words stand there; they are read then.
pub(super) fn eat(i: &mut In<'_>, words: &'static str) -> bool {
    maybe(i, lit(words)).is_some()
}

/// Numbers in words.
const NUMBERS: &[(&str, i32)] = &[
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("twenty", 20),
];

/// A number in words or digits.
pub(super) fn number(i: &mut In<'_>) -> Parsed<i32> {
    if let Some(n) = maybe(i, table(NUMBERS)) {
        return Ok(n);
    }
    let token = one(|t| t.text.len() < 4 && t.text.bytes().all(|b| b.is_ascii_digit())).parse_next(i)?;
    token.text.parse().map_err(|_| Stuck { left: i.len() + 1 })
}

/// `a`, `an` or a number.
pub(super) fn article_or_number(i: &mut In<'_>) -> Parsed<i32> {
    if eat(i, "a") || eat(i, "an") { Ok(1) } else { number(i) }
}

/// Mana symbols one after the other, as one text.
pub(super) fn mana(i: &mut In<'_>) -> Parsed<String> {
    let mut out = String::new();
    while let Some(token) = maybe(i, one(|t| is_mana(&t.text))) {
        out.push_str(&token.text);
    }
    if out.is_empty() { stuck(i) } else { Ok(out) }
}

fn is_mana(text: &str) -> bool {
    text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).is_some_and(|inner| {
        inner.bytes().all(|b| b.is_ascii_digit())
            || inner.split('/').all(|half| matches!(half, "W" | "U" | "B" | "R" | "G" | "C" | "X" | "P" | "2"))
    })
}

/// Generic mana: `{2}`.
pub(super) fn generic(i: &mut In<'_>) -> Parsed<i32> {
    let symbols = mana(i)?;
    let inner = symbols.strip_prefix('{').and_then(|s| s.strip_suffix('}')).and_then(|s| s.parse().ok());
    inner.map_or_else(|| stuck(i), Ok)
}
