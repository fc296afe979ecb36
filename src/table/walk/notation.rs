//! Answers as people write them, by the places of options in their list.
//!
//! | the question | an answer |
//! |---|---|
//! | one of these | `3`; what an act needs follows in order: `3 1`, `3 0,2` |
//! | some of these | `0,2`, or `none` |
//! | an order | `2,0,1` |
//! | a number | `5` |
//! | something for each | `0:1,2:0`, or `none` |
//! | any | `default`; `concede` |

use std::fmt::Write;

use crate::game::Game;
use crate::game::decision::{Choice, IllegalChoice, Item, Need, Shape};

/// Why something written is no answer to the pending decision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAnswer {
    /// Nobody is asked.
    #[error("nobody is asked anything here")]
    NothingAsked,
    /// A word is missing.
    #[error("expected {0}")]
    Missing(String),
    /// A word is something else than what the question asks for.
    #[error("`{word}` is not {expected}")]
    Wrong {
        /// What was written.
        word: String,
        /// What can be answered.
        expected: String,
    },
    /// Words are left over.
    #[error("`{0}` is one word too many")]
    TooMany(String),
    /// The rules don't allow it.
    #[error(transparent)]
    Illegal(#[from] IllegalChoice),
}

/// Reads an answer to the pending decision.
///
/// # Errors
/// When it is none, or not a legal one.
pub fn read(game: &Game, text: &str) -> Result<Choice, NotAnAnswer> {
    let decision = game.decision().ok_or(NotAnAnswer::NothingAsked)?;
    let mut words = text.split_whitespace();
    let choice = match text.trim() {
        "default" => decision.default.clone(),
        "concede" => Choice::Concede,
        _ => AnswerReader { game, words: &mut words }.choice(&decision.shape)?,
    };
    let rest = if matches!(text.trim(), "default" | "concede") { None } else { words.next() };
    match rest {
        Some(word) => Err(NotAnAnswer::TooMany(word.to_owned())),
        None => Ok(game.is_legal(&choice).map(|()| choice)?),
    }
}

struct AnswerReader<'a, 'w> {
    game: &'a Game,
    words: &'a mut std::str::SplitWhitespace<'w>,
}

impl AnswerReader<'_, '_> {
    fn choice(&mut self, shape: &Shape) -> Result<Choice, NotAnAnswer> {
        let word = self.words.next().ok_or_else(|| NotAnAnswer::Missing(expected(shape)))?;
        let wrong = || NotAnAnswer::Wrong { word: word.to_owned(), expected: expected(shape) };
        Ok(match shape {
            Shape::One(options) => {
                let index: u16 = word.parse().map_err(|_| wrong())?;
                let item = *options.get(usize::from(index)).ok_or_else(wrong)?;
                Choice::One(index, self.fills(item)?)
            }
            Shape::Some { .. } => Choice::Some(list(word).ok_or_else(wrong)?),
            Shape::Order(_) => Choice::Order(list(word).ok_or_else(wrong)?),
            Shape::Number { .. } => Choice::Number(word.parse().map_err(|_| wrong())?),
            Shape::Assign { .. } => Choice::Assign(pairs(word).ok_or_else(wrong)?),
        })
    }

    /// What an act needs, one after the other: what is chosen first may change what is needed next.
    fn fills(&mut self, item: Item) -> Result<Vec<Choice>, NotAnAnswer> {
        let mut fills = Vec::new();
        while let Some(need) = need(self.game, item, &fills) {
            fills.push(self.choice(&need.shape)?);
        }
        Ok(fills)
    }
}

/// What an act of the pending decision needs next.
#[must_use]
pub fn need(game: &Game, item: Item, fills: &[Choice]) -> Option<Need> {
    let decision = game.decision()?;
    game.view(decision.decider).next_need(item, fills)
}

fn list(word: &str) -> Option<Vec<u16>> {
    match word {
        "none" => Some(Vec::new()),
        _ => word.split(',').map(|index| index.parse().ok()).collect(),
    }
}

fn pairs(word: &str) -> Option<Vec<(u16, i32)>> {
    let pair = |pair: &str| {
        let (item, option) = pair.split_once(':')?;
        Some((item.parse().ok()?, option.parse().ok()?))
    };
    match word {
        "none" => Some(Vec::new()),
        _ => word.split(',').map(pair).collect(),
    }
}

fn expected(shape: &Shape) -> String {
    match shape {
        Shape::One(options) => format!("an option, 0 to {}", options.len().saturating_sub(1)),
        Shape::Some { options, min, max } => {
            format!("{min} to {max} of the options 0 to {}, such as `0,1`, or `none`", options.len().saturating_sub(1))
        }
        Shape::Order(items) => format!("all {} options in an order, such as `1,0`", items.len()),
        Shape::Number { min, max } => format!("a number from {min} to {max}"),
        Shape::Assign { .. } => "pairs such as `0:1,2:0`, or `none`".to_owned(),
    }
}

/// Writes an answer so that [`read`] reads it.
#[must_use]
pub fn write(choice: &Choice) -> String {
    let indices = |indices: &[u16]| join(indices.iter().map(u16::to_string));
    match choice {
        Choice::One(index, fills) => fills.iter().fold(index.to_string(), |mut text, fill| {
            let _ = write!(text, " {}", self::write(fill));
            text
        }),
        Choice::Some(chosen) => indices(chosen),
        Choice::Order(order) => indices(order),
        Choice::Number(number) => number.to_string(),
        Choice::Assign(pairs) => join(pairs.iter().map(|(item, option)| format!("{item}:{option}"))),
        Choice::Concede => "concede".to_owned(),
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let all = parts.collect::<Vec<_>>().join(",");
    if all.is_empty() { "none".to_owned() } else { all }
}
