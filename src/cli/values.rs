//! Numbers as typed: read leniently, refused with what would have been right.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::cards::limits::{GAMES, THREADS};
use crate::scenario::{parse_duration, parse_seed};
use crate::study::shard::MOST_SHARDS;
use crate::table::trace::Turns;

/// `--games`: 1 to 2^53, with `_` between digits if one likes.
pub(super) fn games(text: &str) -> Result<u64, String> {
    within(text, 1..=GAMES, &format!("a whole number of games, 1 to {GAMES}"))
}

/// A whole number within a range, or what would have been one.
fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>, expected: &str) -> Result<T, String> {
    let number = text.replace('_', "").parse::<T>().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {expected}"))
}

/// `--replay`: how many games are played again.
pub(super) fn replays(text: &str) -> Result<u64, String> {
    within(text, 0..=GAMES, &format!("a whole number of games, 0 to {GAMES}"))
}

/// `--shards`.
pub(super) fn shards(text: &str) -> Result<u64, String> {
    within(text, 1..=MOST_SHARDS, &format!("a number of shards, 1 to {MOST_SHARDS}"))
}

/// `--id`: a shard of a plan.
pub(super) fn shard(text: &str) -> Result<u64, String> {
    within(text, 0..=MOST_SHARDS - 1, &format!("a shard's number, 0 to {}", MOST_SHARDS - 1))
}

/// `--deny-extra-turn`.
pub(super) fn extra_turn(text: &str) -> Result<u32, String> {
    within(text, 1..=u32::MAX, "an extra turn's number, 1 or more")
}

/// `--seats` of tuning.
pub(super) fn seats(text: &str) -> Result<u8, String> {
    within(text, 2..=6, "a number of seats, 2 to 6")
}

/// `--step` of tuning: a percentage.
pub(super) fn step(text: &str) -> Result<u16, String> {
    within(text, 1..=1000, "a whole number of percent, 1 to 1000")
}

/// Games of a kind of run that keeps all of them in memory: 1 to a million.
pub(super) fn games_in_memory(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1_000_000;
    let games = games(text).ok().filter(|games| *games <= MOST);
    games.ok_or_else(|| format!("expected a whole number of games, 1 to {MOST}"))
}

/// `--deals` of tuning.
pub(super) fn deals(text: &str) -> Result<u64, String> {
    within(text, 1..=1_000_000, "a number of deals, 1 to 1000000")
}

/// `--threads`.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse::<NonZeroUsize>().ok().filter(|n| n.get() <= THREADS);
    threads.ok_or_else(|| format!("expected a number of threads, 1 to {THREADS}"))
}

/// `--deadline`.
pub(super) fn deadline(text: &str) -> Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "expected a time such as 90s, 1500ms or 2m".to_owned())
}

/// `--seed`: a u64, decimal or hexadecimal, or `random`.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        // The one source of chance in the standard library; the seed is shown and kept, so the run can be repeated.
        return Ok(RandomState::new().hash_one(std::process::id()));
    }
    parse_seed(text).ok_or_else(|| format!("expected 0 to {}, 0x and hexadecimal digits, or `random`", u64::MAX))
}

/// `--target-error`.
pub(super) fn target_error(text: &str) -> Result<f64, String> {
    let error = text.parse::<f64>().ok().filter(|error| *error > 0.0 && *error < 0.5);
    error.ok_or_else(|| "expected a share of wins such as 0.02, more than 0 and less than 0.5".to_owned())
}

/// A share, such as a probability, strictly between 0 and 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "expected more than 0 and less than 1".to_owned())
}

/// A size: a finite number above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    let size = text.parse::<f64>().ok().filter(|size| size.is_finite() && *size > 0.0);
    size.ok_or_else(|| "expected a number above 0".to_owned())
}

/// `--speed`: things that happen in a second.
pub(super) fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.125..=256.0).contains(speed));
    speed.ok_or_else(|| "expected a number of things a second, 0.125 to 256".to_owned())
}

/// A game's index.
pub(super) fn game(text: &str) -> Result<u64, String> {
    within(text, 0..=GAMES - 1, &format!("a game's number, 0 to {}", GAMES - 1))
}

/// `--turns`: one turn, or the first and the last, either of which may be left out.
pub(super) fn turns(text: &str) -> Result<Turns, String> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|turn| *turn > 0);
    let (first, last) = match text.split_once("..") {
        None => (number(text), number(text)),
        Some(("", "")) => (None, None),
        Some(("", last)) => (Some(Turns::ALL.first), number(last)),
        Some((first, "")) => (number(first), Some(Turns::ALL.last)),
        Some((first, last)) => (number(first), number(last)),
    };
    if let Some((first, last)) = first.zip(last).filter(|(first, last)| first > last) {
        return Err(format!("the last turn stands before the first: did you mean {last}..{first}?"));
    }
    let turns = first.zip(last);
    let turns = turns.map(|(first, last)| Turns { first, last });
    turns.ok_or_else(|| "expected turns such as 30..36, 30.., ..6 or 30, counted from 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert_eq!((games("1"), games("1_000_000"), games("9007199254740992")), (Ok(1), Ok(1_000_000), Ok(GAMES)));
        assert_eq!((seed("7"), seed("0xff"), seed("18446744073709551615")), (Ok(7), Ok(255), Ok(u64::MAX)));
        assert_eq!((threads("2").unwrap().get(), target_error("0.02"), game("0")), (2, Ok(0.02), Ok(0)));
        assert_ne!(seed("random"), seed("random"));
    }

    #[test]
    fn turns_are_one_or_from_and_to() {
        let read = |text| turns(text).map(|Turns { first, last }| (first, last));
        assert_eq!((read("30..36"), read("30")), (Ok((30, 36)), Ok((30, 30))));
        assert_eq!((read("30.."), read("..6")), (Ok((30, u32::MAX)), Ok((0, 6))));
        assert_eq!(read("9..3").unwrap_err(), "the last turn stands before the first: did you mean 3..9?");
        for text in ["", "..", "0", "0..3", "-1", "-1..3", "x", "3...5", "3..x", "3-5", "99999999999"] {
            let expected = "expected turns such as 30..36, 30.., ..6 or 30, counted from 1";
            assert_eq!(read(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn zero_negative_and_absurd_numbers_are_refused() {
        for text in ["0", "-1", "1.5", "1e6", "", "many", "9007199254740993", "99999999999999999999"] {
            assert_eq!(games(text).unwrap_err(), "expected a whole number of games, 1 to 9007199254740992", "{text}");
        }
        for text in ["0", "-2", "1025", "two"] {
            assert_eq!(threads(text).unwrap_err(), "expected a number of threads, 1 to 1024", "{text}");
        }
        for text in ["-1", "0xfg", "18446744073709551616", "", "Random"] {
            assert!(seed(text).unwrap_err().ends_with("or `random`"), "{text}");
        }
        for text in ["0", "-0.1", "0.5", "inf", "nan", "2%"] {
            assert!(target_error(text).is_err(), "{text}");
        }
        assert_eq!(shard("x").unwrap_err(), "expected a shard's number, 0 to 99999");
        assert_eq!(shards("0").unwrap_err(), "expected a number of shards, 1 to 100000");
        assert_eq!(deals("0").unwrap_err(), "expected a number of deals, 1 to 1000000");
        assert_eq!(step("-5").unwrap_err(), "expected a whole number of percent, 1 to 1000");
        assert_eq!((seats("6"), seats("7").is_err(), extra_turn("0").is_err()), (Ok(6), true, true));
        assert_eq!((replays("0"), replays("-1").is_err()), (Ok(0), true));
        assert!(game("-1").is_err() && game("9007199254740992").is_err());
    }
}
