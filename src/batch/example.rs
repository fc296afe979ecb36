//! One game of many, to look at.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::table::record::{End, GameRecord, GameRow, SeatRow, TurnRow};
use crate::turn::MAX_SEATS;

/// A longer game is hard to take in.
const MOST_TURNS: u32 = 80;

/// The game of a run that shows most of what happens to turns: of the games that somebody won within 80 turns the one with the
/// most extra and skipped turns, of equals the first. Where there is none, the first of the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its index.
    pub game: u64,
    /// Somebody won it within so many turns that it can be taken in.
    short: bool,
    /// Its extra and skipped turns, if it is so short.
    changed: u64,
    /// Who sat there, in the order of the entrants.
    pub seats: Vec<ExampleSeat>,
    /// Its turns.
    pub turns: Vec<TurnRow>,
}

/// A seat of a game that is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExampleSeat {
    /// The entrant's name.
    pub seat: Arc<str>,
    /// Whether turns are shared with a team.
    pub in_team: bool,
    /// Seat in turn order, from 1.
    pub position: u32,
    /// Whether it won.
    pub won: bool,
    /// The turn in which it left, and why.
    pub left: Option<(u32, Cow<'static, str>)>,
}

/// What a game shows: games that can be taken in first, then those with the most extra and skipped turns, then the first.
type Shown = (bool, u64, Reverse<u64>);

fn shown_by(game: &GameRow) -> Shown {
    let short = game.end == End::Win && game.turns <= MOST_TURNS;
    let changed = u64::from(game.extra_turns_taken) + u64::from(game.turns_skipped);
    (short, if short { changed } else { 0 }, Reverse(game.game))
}

impl Example {
    const fn shown(&self) -> Shown {
        (self.short, self.changed, Reverse(self.game))
    }

    fn of(record: &GameRecord) -> Example {
        let (short, changed, Reverse(game)) = shown_by(&record.game);
        let seat = |row: &SeatRow| ExampleSeat {
            seat: row.seat.clone(),
            in_team: row.team.is_some(),
            position: row.position,
            won: row.won,
            left: row.left_turn.zip(row.left_cause.clone()),
        };
        Example { game, short, changed, seats: record.seats.iter().map(seat).collect(), turns: record.turns.clone() }
    }

    /// Takes that game in place of the one there, if it shows more.
    pub(super) fn consider(best: &mut Option<Example>, record: &GameRecord) {
        if best.as_ref().is_none_or(|best| best.shown() < shown_by(&record.game)) {
            *best = Some(Example::of(record));
        }
    }

    /// The one of both that shows more.
    pub(super) fn merge(best: &mut Option<Example>, other: Option<&Example>) {
        if let Some(other) = other
            && best.as_ref().is_none_or(|best| best.shown() < other.shown())
        {
            *best = Some(other.clone());
        }
    }

    /// Whether there can be such a game at a table of so many.
    pub(super) fn is_sound(&self, entrants: usize) -> bool {
        let placed = |seat: &ExampleSeat| (1..=MAX_SEATS as u32).contains(&seat.position);
        self.seats.len() == entrants
            && self.seats.iter().all(placed)
            && self.turns.iter().all(|turn| turn.game == self.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::record;

    #[test]
    fn the_game_that_shows_most_is_the_same_in_any_order() {
        let records: Vec<GameRecord> = (0..60).map(|game| record(3, 7, game)).collect();
        let best = |range: std::ops::Range<usize>| {
            let mut best = None;
            records[range].iter().for_each(|record| Example::consider(&mut best, record));
            best
        };
        let whole = best(0..60).unwrap();
        assert!(whole.is_sound(3) && !whole.is_sound(4));
        for cut in [1, 7, 33] {
            let (mut first, mut second) = (best(0..cut), best(cut..60));
            Example::merge(&mut first, second.as_ref());
            Example::merge(&mut second, best(0..cut).as_ref());
            assert_eq!((first.as_ref(), second.as_ref()), (Some(&whole), Some(&whole)));
        }
        let most = records.iter().filter(|r| r.game.end == End::Win).map(|r| shown_by(&r.game).1).max().unwrap();
        assert_eq!((whole.short, whole.changed), (true, most));
    }
}
