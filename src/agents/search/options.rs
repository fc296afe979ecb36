//! What a scenario says about how the search player thinks.

use serde_json::Value;

use crate::agents::{OptionFault, Options};
use crate::cards::source::did_you_mean;

/// How much the search player looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOptions {
    /// Answers to one question that are compared closely, the others having been looked at briefly.
    pub candidates: usize,
    /// Worlds that are imagined for one question.
    pub worlds: usize,
    /// How far it looks ahead from the turn in progress, in rounds: turns for everybody who is still there.
    pub rounds: u32,
}

impl SearchOptions {
    /// What it looks at where nothing else is said.
    pub const USUAL: SearchOptions = SearchOptions { candidates: 6, worlds: 32, rounds: 2 };
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions::USUAL
    }
}

/// The keys, with the smallest and the greatest number of each.
const NUMBERS: [(&str, u64, u64); 2] = [("candidates", 2, 64), ("worlds", 2, 4096)];
/// The key that has a unit.
const HORIZON: &str = "horizon";
/// The longest horizon, in rounds.
const MOST_ROUNDS: u32 = 50;

impl SearchOptions {
    /// Reads the options of a scenario.
    ///
    /// # Errors
    /// The first key or value that is not as it should be.
    pub fn read(options: &Options) -> Result<SearchOptions, OptionFault> {
        let mut read = SearchOptions::default();
        for (key, value) in options {
            let fault = |message: String| OptionFault { key: key.clone(), message };
            if key == HORIZON {
                read.rounds = rounds(value).ok_or_else(|| {
                    fault(format!("found {value}, expected 1 to {MOST_ROUNDS} rounds, such as \"2 rounds\""))
                })?;
                continue;
            }
            let Some((_, least, most)) = NUMBERS.iter().find(|(name, ..)| name == key) else {
                let names = NUMBERS.iter().map(|(name, ..)| *name).chain([HORIZON]);
                let near = did_you_mean(key, names.clone());
                let names: Vec<&str> = names.collect();
                return Err(fault(format!("unknown option, expected one of {}{near}", names.join(", "))));
            };
            let number = value.as_u64().filter(|n| (least..=most).contains(&n));
            let number =
                number.ok_or_else(|| fault(format!("found {value}, expected a number from {least} to {most}")))?;
            let place = if key == "candidates" { &mut read.candidates } else { &mut read.worlds };
            *place = usize::try_from(number).unwrap_or(usize::MAX);
        }
        Ok(read)
    }
}

/// `"2 rounds"`, `"1 round"`.
fn rounds(value: &Value) -> Option<u32> {
    let mut words = value.as_str()?.split_whitespace();
    let (number, unit) = (words.next()?.parse().ok()?, words.next()?);
    let whole = words.next().is_none() && matches!(unit, "round" | "rounds");
    Some(number).filter(|n| whole && (1..=MOST_ROUNDS).contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<SearchOptions, String> {
        SearchOptions::read(&serde_json::from_str(json).unwrap()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn all_keys_are_read() {
        let all = read(r#"{ "candidates": 4, "worlds": 100, "horizon": "3 rounds" }"#);
        assert_eq!(all, Ok(SearchOptions { candidates: 4, worlds: 100, rounds: 3 }));
        assert_eq!(read("{}"), Ok(SearchOptions::default()));
        assert_eq!(read(r#"{ "horizon": "1 round" }"#).map(|options| options.rounds), Ok(1));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fault = |json: &str| read(json).unwrap_err();
        assert_eq!(
            fault(r#"{ "world": 3 }"#),
            "`world`: unknown option, expected one of candidates, worlds, horizon; did you mean `worlds`?"
        );
        assert_eq!(fault(r#"{ "worlds": 1 }"#), "`worlds`: found 1, expected a number from 2 to 4096");
        assert_eq!(fault(r#"{ "candidates": "six" }"#), "`candidates`: found \"six\", expected a number from 2 to 64");
        for horizon in ["\"2\"", "2", "\"0 rounds\"", "\"2 turns\"", "\"2 rounds long\""] {
            let expected = format!("`horizon`: found {horizon}, expected 1 to 50 rounds, such as \"2 rounds\"");
            assert_eq!(fault(&format!(r#"{{ "horizon": {horizon} }}"#)), expected);
        }
    }
}
