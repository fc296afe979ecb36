//! Differences between two ways of playing the same deals.
//!
//! Games of the same index share their shuffles (common random numbers), so most of the luck is the same on both sides and falls
//! out of the difference. The unit is the group of games of one deal, as everywhere; sums are exact integers that merge in any
//! order.

use super::difference::{Difference, PairSums};
use super::estimate::Scope;
use super::metric::{GAME_METRICS, Kind, Observed, SEAT_METRICS};
use crate::table::record::{GameRecord, SeatRow};

/// Everything that is measured of two sides: games, the seats that both have, and positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedTally {
    /// Games compared.
    pub games: u64,
    /// Those of them that are the same on both sides, event by event.
    pub identical: u64,
    /// All games, by [`GAME_METRICS`].
    all: Vec<PairSums>,
    /// The seats of one name on both sides, by [`SEAT_METRICS`].
    seats: Vec<(Shared, Vec<PairSums>)>,
    /// The positions that both have, by [`SEAT_METRICS`].
    positions: Vec<Vec<PairSums>>,
}

/// A seat that both sides have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shared {
    name: String,
    /// Which entrant it is on each side.
    at: [usize; 2],
}

/// A metric in a scope, and how it differs.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedEstimate {
    /// What part of the games.
    pub scope: Scope,
    /// Which one of its kind.
    pub key: String,
    /// The metric's name.
    pub metric: &'static str,
    /// What its values count.
    pub unit: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// How it differs.
    pub difference: Difference,
}

/// Part and whole of the values of a group.
fn sum(values: impl Iterator<Item = Observed>) -> (u64, u64) {
    values.fold((0, 0), |(part, whole), one| (part + u64::from(one.part), whole + u64::from(one.whole)))
}

impl PairedTally {
    /// Nothing yet, for two tables with entrants of these names.
    #[must_use]
    pub fn new(first: &[&str], second: &[&str]) -> PairedTally {
        let shared = first.iter().enumerate().filter_map(|(i, name)| {
            let j = second.iter().position(|other| other == name)?;
            Some(Shared { name: (*name).to_owned(), at: [i, j] })
        });
        let seat = || vec![PairSums::default(); SEAT_METRICS.len()];
        PairedTally {
            games: 0,
            identical: 0,
            all: vec![PairSums::default(); GAME_METRICS.len()],
            seats: shared.map(|shared| (shared, seat())).collect(),
            positions: (0..first.len().min(second.len())).map(|_| seat()).collect(),
        }
    }

    /// Counts the games of one deal on both sides, in the order of their indices.
    pub fn add_group(&mut self, first: &[GameRecord], second: &[GameRecord]) {
        let pairs = || first.iter().zip(second);
        self.games += pairs().count() as u64;
        self.identical += pairs().filter(|(a, b)| a.game.digest == b.game.digest).count() as u64;
        for (sums, metric) in self.all.iter_mut().zip(&GAME_METRICS) {
            let of = |side: &[GameRecord]| sum(side.iter().filter_map(|record| (metric.read)(&record.game)));
            sums.add(of(first), of(second));
        }
        for (Shared { at, .. }, sums) in &mut self.seats {
            let at = *at;
            add_seats(sums, first, second, |side, record| record.seats.get(at[side]));
        }
        for (position, sums) in self.positions.iter_mut().enumerate() {
            let sits = |seat: &&SeatRow| seat.position as usize == position + 1;
            add_seats(sums, first, second, |_, record| record.seats.iter().find(sits));
        }
    }

    /// Groups counted.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.all.first().map_or(0, PairSums::groups)
    }

    /// Every metric that applies on both sides, in the order of `summary.csv`.
    #[must_use]
    pub fn estimates(&self) -> Vec<PairedEstimate> {
        let mut all: Vec<PairedEstimate> = Vec::new();
        for (sums, m) in self.all.iter().zip(&GAME_METRICS) {
            all.extend(estimate(Scope::All, "all", (m.name, m.unit, m.kind), sums));
        }
        let positions = self.positions.iter().enumerate().map(|(i, sums)| (Scope::Position, (i + 1).to_string(), sums));
        let seats = self.seats.iter().map(|(shared, sums)| (Scope::Seat, shared.name.clone(), sums));
        for (scope, key, sums) in seats.chain(positions) {
            for (sums, m) in sums.iter().zip(&SEAT_METRICS) {
                all.extend(estimate(scope, &key, (m.name, m.unit, m.kind), sums));
            }
        }
        all
    }
}

fn add_seats<'a>(
    sums: &mut [PairSums],
    first: &'a [GameRecord],
    second: &'a [GameRecord],
    seat: impl Fn(usize, &'a GameRecord) -> Option<&'a SeatRow>,
) {
    for (sums, metric) in sums.iter_mut().zip(&SEAT_METRICS) {
        let of = |side: usize, records: &'a [GameRecord]| {
            sum(records.iter().filter_map(|record| (metric.read)(&record.game, seat(side, record)?)))
        };
        sums.add(of(0, first), of(1, second));
    }
}

fn estimate(
    scope: Scope,
    key: &str,
    (metric, unit, kind): (&'static str, &'static str, Kind),
    sums: &PairSums,
) -> Option<PairedEstimate> {
    let difference = sums.difference(kind)?;
    Some(PairedEstimate { scope, key: key.to_owned(), metric, unit, kind, difference })
}

/// Holm's adjustment (1979) of p values that are read together: the chance of any false alarm among them stays below the level
/// that each is held against.
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut adjusted = vec![1.0; values.len()];
    let mut greatest = 0.0f64;
    for (rank, at) in order.into_iter().enumerate() {
        greatest = greatest.max(values[at] * (values.len() - rank) as f64).min(1.0);
        adjusted[at] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::group;

    #[test]
    fn a_run_against_itself_differs_in_nothing() {
        let names = ["A", "B", "C"];
        let mut tally = PairedTally::new(&names, &names);
        (0..40).for_each(|g| tally.add_group(&group(3, 7, g), &group(3, 7, g)));
        assert_eq!((tally.games, tally.identical, tally.groups()), (120, 120, 40));
        let all = tally.estimates();
        assert!(all.iter().all(|e| e.difference.difference == 0.0 && e.difference.p == Some(1.0)));
        assert!(all.iter().any(|e| (e.scope, e.key.as_str(), e.metric) == (Scope::Seat, "C", "won")));
        assert!(all.iter().any(|e| (e.scope, e.key.as_str(), e.metric) == (Scope::Position, "3", "turns_taken")));
    }

    #[test]
    fn seats_are_paired_by_name_wherever_they_stand() {
        let mut tally = PairedTally::new(&["A", "B"], &["X", "A"]);
        let turned = |g| {
            let mut games = group(2, 7, g);
            games.iter_mut().for_each(|record| record.seats.reverse());
            games
        };
        (0..20).for_each(|g| tally.add_group(&group(2, 7, g), &turned(g)));
        let seats: Vec<PairedEstimate> = tally.estimates().into_iter().filter(|e| e.scope == Scope::Seat).collect();
        assert!(seats.iter().all(|e| e.key == "A" && e.difference.difference == 0.0));
        assert!(!seats.is_empty());
    }

    #[test]
    fn holm_adjusts_the_smallest_most() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
        assert_eq!((holm(&[0.7, 0.9]), holm(&[])), (vec![1.0, 1.0], Vec::new()));
    }
}
