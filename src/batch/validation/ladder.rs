//! The ladder: each player against the one below, with the same decks on both sides, at two and at four seats; and one player with
//! each of the decks.

use rayon::prelude::*;

use super::embedded::embedded;
use crate::batch::interval::{Interval, wilson};
use crate::cards::source::Diagnostics;
use crate::scenario::Disk;
use crate::table::play_direct;
use crate::table::record::{DECKED_BY_ITSELF, GameRecord};

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
    /// Games played.
    pub games: u64,
    /// Games that the upper player won.
    pub won: u64,
}

impl Rung {
    /// The share won; nothing without games.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.won as f64 / self.games as f64)
    }

    /// Wilson's 95% interval of it.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        wilson(self.won as f64, self.games)
    }
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
        let mut row =
            DeckRow { deck: DECKS[deck], against, rung: Rung { upper, lower, seats, games: 0, won: 0 }, decked: 0 };
        let turns = against.turns(seats);
        for turn in 0..turns {
            let decks: Vec<&str> = (0..seats).map(|seat| against.deck(deck, seat, turn)).collect();
            let groups = games.div_ceil((turns * seats) as u64).max(1);
            let (won, decked) = row.rung.play(&decks, groups, seed)?;
            row.rung.won += won;
            row.decked += decked;
        }
        Ok(row)
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
    let groups = games.div_ceil((DECKS.len() * seats) as u64).max(1);
    let mut rung = Rung { upper, lower, seats, games: 0, won: 0 };
    for deck in DECKS {
        rung.won += rung.play(&vec![deck; seats], groups, seed)?.0;
    }
    Ok(rung)
}

impl Rung {
    /// Plays so many deals from every position with those decks, the upper player with the first; returns how many games that
    /// player won, and in how many they decked themselves.
    fn play(&mut self, decks: &[&str], groups: u64, seed: u64) -> Result<(u64, u64), Diagnostics> {
        let agents = std::iter::once(self.upper).chain(std::iter::repeat(self.lower));
        let seats: Vec<(&str, &str)> = agents.zip(decks.iter().copied()).collect();
        let matchup = embedded(&seats, seed, &Disk)?;
        let played = 0..groups * self.seats as u64;
        self.games += played.end;
        let told = |record: GameRecord| {
            let row = &record.seats[0];
            (u64::from(row.won), u64::from(row.left_cause.as_deref() == Some(DECKED_BY_ITSELF)))
        };
        let games = played.into_par_iter().map(|game| told(play_direct(&matchup, matchup.address(game))));
        Ok(games.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_every_deck_at_every_position() {
        let rung = rung("pass", "random", 2, 1, 7).unwrap();
        assert_eq!((rung.games, rung.seats, rung.won <= 8), (8, 2, true));
        assert_eq!(players_up_to("heuristic"), ["pass", "random", "heuristic"]);
        assert_eq!(players_up_to("search"), PLAYERS);
        let shown = Rung { games: 100, won: 50, ..rung };
        assert_eq!(shown.share(), Some(0.5));
        assert!(shown.interval().is_some_and(|interval| interval.contains(0.5)));
    }
    #[test]
    fn every_deck_meets_itself_and_all_the_others() {
        let rows = by_deck("random", "pass", 1, 7).unwrap();
        let told: Vec<_> = rows.iter().map(|r| (r.deck, r.against, r.rung.seats, r.rung.games)).collect();
        assert_eq!(told.len(), 16);
        assert_eq!(told[0], (DECKS[0], Against::Same, 2, 2));
        assert_eq!(told[5], (DECKS[1], Against::Others, 2, 6), "each of the three others from both positions");
        assert_eq!(told[15], (DECKS[3], Against::Others, 4, 4));
        let met = |turn| Against::Others.deck(2, 1, turn);
        assert_eq!([met(0), met(1), met(2)], [DECKS[3], DECKS[0], DECKS[1]]);
    }
}
