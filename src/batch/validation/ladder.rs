//! The ladder: each player against the one below, with the same decks on both sides, at two and at four seats; and one player with
//! each of the decks.

use super::embedded::embedded;
use super::measure::{Ours, Sample};
use crate::cards::source::Diagnostics;
use crate::scenario::Disk;
use crate::table::record::{DECKED_BY_ITSELF, GameRecord, SeatRow};

/// The players of the ladder, the weakest first.
pub const PLAYERS: [&str; 4] = ["pass", "random", "heuristic", "search"];

/// A player that looks ahead is slow: it plays one game of so many.
const SLOW: (&str, u64) = ("search", 20);

/// The decks, each of which is on both sides of a share of the games.
const DECKS: [&str; 4] = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];

/// One player against another.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// The upper player, who has one seat.
    pub upper: &'static str,
    /// The lower player, who has the others.
    pub lower: &'static str,
    /// Seats at the table.
    pub seats: usize,
    /// The share of games that the upper player won, by deals; nothing without games.
    pub won: Option<Ours>,
}

/// The players of the ladder up to that one, the weakest first; all of them if it is none of them.
#[must_use]
pub fn players_up_to(top: &str) -> &'static [&'static str] {
    let all: &'static [&'static str] = &PLAYERS;
    all.iter().position(|player| *player == top).map_or(all, |at| &all[..=at])
}

/// Plays about so many games on each rung between those players, in whole groups: every deck, and the upper player at every
/// position.
///
/// # Errors
/// If an embedded deck were wrong; a test plays them.
pub fn climb(players: &[&'static str], games: u64, seed: u64) -> Result<Vec<Rung>, Diagnostics> {
    let pairs = players.windows(2).flat_map(|pair| [(pair[0], pair[1], 2), (pair[0], pair[1], 4)]);
    pairs.map(|(lower, upper, seats)| rung(lower, upper, seats, games, seed)).collect()
}

/// With which decks somebody is played against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The same deck.
    Same,
    /// The other decks of the ladder, in turn.
    Others,
}

/// A player with one deck against others.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckRow {
    /// The deck, by the name of its file.
    pub deck: &'static str,
    /// What the others play.
    pub against: Against,
    /// The player, the others, seats, games and wins.
    pub rung: Rung,
    /// Games in which the player drew from a library that was empty by their own doing.
    pub decked: u64,
}

/// Plays about so many games with each deck, against each choice of the others' decks, at two and at four seats, in whole groups.
///
/// # Errors
/// If an embedded deck were wrong; a test plays them.
pub fn by_deck(upper: &'static str, lower: &'static str, games: u64, seed: u64) -> Result<Vec<DeckRow>, Diagnostics> {
    let seats = [2, 4].into_iter();
    let tables = seats.flat_map(|seats| [(seats, Against::Same), (seats, Against::Others)]);
    let rows = tables.flat_map(|(seats, against)| (0..DECKS.len()).map(move |deck| (seats, against, deck)));
    rows.map(|(seats, against, deck)| {
        let tables = (0..against.turns(seats)).map(|turn| (0..seats).map(|s| against.deck(deck, s, turn)).collect());
        let sample = play((upper, lower), tables, games, seed)?;
        let decked = |record: &&GameRecord| of_upper(record).left_cause.as_deref() == Some(DECKED_BY_ITSELF);
        let decked = sample.games().filter(decked).count() as u64;
        Ok(DeckRow { deck: DECKS[deck], against, rung: Rung::of(upper, lower, seats, &sample), decked })
    })
    .collect()
}

impl Against {
    /// How many ways there are to seat the others' decks.
    const fn turns(self, seats: usize) -> usize {
        match self {
            Against::Others if seats == 2 => DECKS.len() - 1,
            _ => 1,
        }
    }

    /// The deck at a seat: the player sits at the first.
    const fn deck(self, deck: usize, seat: usize, turn: usize) -> &'static str {
        match self {
            Against::Others if seat > 0 => DECKS[(deck + seat + turn) % DECKS.len()],
            _ => DECKS[deck],
        }
    }
}

fn rung(lower: &'static str, upper: &'static str, seats: usize, games: u64, seed: u64) -> Result<Rung, Diagnostics> {
    let games = if upper == SLOW.0 { games / SLOW.1 } else { games };
    let tables = DECKS.iter().map(|deck| vec![*deck; seats]);
    Ok(Rung::of(upper, lower, seats, &play((upper, lower), tables, games, seed)?))
}

impl Rung {
    fn of(upper: &'static str, lower: &'static str, seats: usize, sample: &Sample) -> Rung {
        Rung { upper, lower, seats, won: sample.share(|record| of_upper(record).won) }
    }
}

/// What became of the upper player.
fn of_upper(record: &GameRecord) -> &SeatRow {
    &record.seats[0]
}

/// Plays at least so many games, as many at each of the tables of such decks, the upper player with the first and the lower
/// player with the others, every deal from every position.
fn play(
    (upper, lower): (&str, &str),
    tables: impl Iterator<Item = Vec<&'static str>>,
    games: u64,
    seed: u64,
) -> Result<Sample, Diagnostics> {
    let table = |decks: Vec<&str>| {
        let agents = std::iter::once(upper).chain(std::iter::repeat(lower));
        embedded(&agents.zip(decks).collect::<Vec<_>>(), seed, &Disk)
    };
    let tables = tables.map(table).collect::<Result<Vec<_>, _>>()?;
    // Of a few games on a slow rung there are none; a group is the least.
    Ok(Sample::play_at(&tables, games.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_every_deck_at_every_position() {
        let rung = rung("pass", "random", 2, 9, 7).unwrap();
        let won = rung.won.unwrap();
        assert_eq!((won.games, rung.seats), (16, 2), "whole groups: four decks from two positions");
        assert!(won.interval.is_some_and(|interval| interval.contains(won.value)), "{won:?}");
        assert_eq!(players_up_to("heuristic"), ["pass", "random", "heuristic"]);
        assert_eq!(players_up_to("search"), PLAYERS);
    }
    #[test]
    fn every_deck_meets_itself_and_all_the_others() {
        let rows = by_deck("random", "pass", 1, 7).unwrap();
        let told: Vec<_> = rows.iter().map(|r| (r.deck, r.against, r.rung.seats, r.rung.won.unwrap().games)).collect();
        assert_eq!(told.len(), 16);
        assert_eq!(told[0], (DECKS[0], Against::Same, 2, 2));
        assert_eq!(told[5], (DECKS[1], Against::Others, 2, 6), "each of the three others from both positions");
        assert_eq!(told[15], (DECKS[3], Against::Others, 4, 4));
        let met = |turn| Against::Others.deck(2, 1, turn);
        assert_eq!([met(0), met(1), met(2)], [DECKS[3], DECKS[0], DECKS[1]]);
    }
}
