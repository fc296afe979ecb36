//! The ladder: each player against the one below, with the same decks on both sides, at two and at four seats.

use rayon::prelude::*;

use super::mirror::mirror;
use crate::agents::{AgentRegistry, Options};
use crate::batch::interval::{Interval, wilson};
use crate::cards::source::Diagnostics;
use crate::scenario::Disk;
use crate::table::play_direct;

/// Players from the weakest up, as far as there are such.
const PLAYERS: [&str; 4] = ["pass", "random", "heuristic", "search"];

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

/// The players of the ladder that there are, the weakest first.
#[must_use]
pub fn rungs() -> Vec<&'static str> {
    let registry = AgentRegistry::builtin();
    let there = |name: &&str| registry.get(name).is_some_and(|kind| kind.check(&Options::new()).is_ok());
    PLAYERS.into_iter().filter(there).collect()
}

/// Plays about so many games on each rung, in whole groups: every deck, and the upper player at every position.
///
/// # Errors
/// If an embedded deck were wrong; a test plays them.
pub fn climb(games: u64, seed: u64) -> Result<Vec<Rung>, Diagnostics> {
    let players = rungs();
    let pairs = players.windows(2).flat_map(|pair| [(pair[0], pair[1], 2), (pair[0], pair[1], 4)]);
    pairs.map(|(lower, upper, seats)| rung(lower, upper, seats, games, seed)).collect()
}

fn rung(lower: &'static str, upper: &'static str, seats: usize, games: u64, seed: u64) -> Result<Rung, Diagnostics> {
    let games = if upper == SLOW.0 { games / SLOW.1 } else { games };
    let groups = games.div_ceil((DECKS.len() * seats) as u64).max(1);
    let mut rung = Rung { upper, lower, seats, games: 0, won: 0 };
    for deck in DECKS {
        let agents: Vec<&str> = std::iter::once(upper).chain(std::iter::repeat_n(lower, seats - 1)).collect();
        let matchup = mirror(&agents, deck, seed, &Disk)?;
        let played = 0..groups * seats as u64;
        let won = |game| u64::from(play_direct(&matchup, matchup.address(game)).seats[0].won);
        rung.games += played.end;
        rung.won += played.into_par_iter().map(won).sum::<u64>();
    }
    Ok(rung)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_every_deck_at_every_position() {
        let rung = rung("pass", "random", 2, 1, 7).unwrap();
        assert_eq!((rung.games, rung.seats, rung.won <= 8), (8, 2, true));
        assert_eq!(rungs()[..3], ["pass", "random", "heuristic"]);
        let shown = Rung { games: 100, won: 50, ..rung };
        assert_eq!(shown.share(), Some(0.5));
        assert!(shown.interval().is_some_and(|interval| interval.contains(0.5)));
    }
}
