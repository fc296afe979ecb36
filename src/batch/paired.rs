//! Differences between two ways of playing the same deals.
//!
//! Games of the same index share their shuffles (common random numbers), so most of the luck is the same on both sides and falls
//! out of the difference. The unit is the group of games of one deal, as everywhere; sums are exact integers that merge in any
//! order.

use super::beta::t_tail;
use super::estimate::Scope;
use super::interval::{Interval, MISS, t_reach};
use super::metric::{GAME_METRICS, Kind, Observed, SEAT_METRICS};
use super::ratio::RatioSums;
use crate::table::record::{GameRecord, SeatRow};

/// Sums over groups of a metric on both sides: of the first, of the second, and of their products.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PairSums {
    /// The first side.
    pub first: RatioSums,
    /// The second side.
    pub second: RatioSums,
    /// Part of the first times part of the second, and so on.
    parts: u128,
    wholes: u128,
    part_whole: u128,
    whole_part: u128,
}

/// How a metric differs between two sides: the second less the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The mean of the first side; of shares the ratio of sums.
    pub first: f64,
    /// The mean of the second.
    pub second: f64,
    /// The second less the first.
    pub difference: f64,
    /// The standard error of the difference; none below two groups.
    pub error: Option<f64>,
    /// Its 95% interval.
    pub interval: Option<Interval>,
    /// How often a difference at least as great would be seen if there were none: the two-sided t test of paired group means.
    pub p: Option<f64>,
    /// Pearson's correlation of the group means of both sides; none where one of them never varies.
    pub correlation: Option<f64>,
    /// By how many times as many games the same interval would cost without pairing: the variances of both sides over that of
    /// the difference. None where the difference never varies.
    pub variance_ratio: Option<f64>,
}

impl PairSums {
    /// Counts one group: part and whole of each side.
    pub fn add(&mut self, first: (u64, u64), second: (u64, u64)) {
        self.first.add(first.0, first.1);
        self.second.add(second.0, second.1);
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        self.parts += product(first.0, second.0);
        self.wholes += product(first.1, second.1);
        self.part_whole += product(first.0, second.1);
        self.whole_part += product(first.1, second.0);
    }

    /// Adds what the other has seen.
    pub fn merge(&mut self, other: &PairSums) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.parts += other.parts;
        self.wholes += other.wholes;
        self.part_whole += other.part_whole;
        self.whole_part += other.whole_part;
    }

    /// Whether both sides are the same in every group: equality in the inequality of Cauchy and Schwarz.
    fn is_same(&self) -> bool {
        self.first == self.second && self.parts == self.first.part_squared && self.wholes == self.first.whole_squared
    }

    /// The difference with its error by the delta method; with as many observations in every group it is exactly the paired t
    /// test of group means. None where the metric applies to no game of one side.
    ///
    /// A flag that never differed has the interval of a flag that no group was seen to differ in: up to the share of groups that
    /// could differ and still be missed in one run of twenty.
    #[must_use]
    pub fn difference(&self, kind: Kind) -> Option<Difference> {
        let (first, second) = (self.first.ratio()?, self.second.ratio()?);
        let groups = self.first.groups as f64;
        let difference = second - first;
        let mut found = Difference {
            first,
            second,
            difference,
            error: None,
            interval: None,
            p: None,
            correlation: None,
            variance_ratio: None,
        };
        let (Some(a), Some(b), Some(reach)) =
            (self.first.standard_error(), self.second.standard_error(), t_reach(self.first.groups))
        else {
            return Some(found);
        };
        let apart = a * a + b * b;
        let together = self.covariance(first, second);
        let variance = if self.is_same() { 0.0 } else { (apart - 2.0 * together).max(0.0) };
        let error = variance.sqrt();
        let degrees = groups - 1.0;
        found.error = Some(error);
        found.p = Some(match error > 0.0 {
            true => (2.0 * t_tail(difference.abs() / error, degrees)).min(1.0),
            false => f64::from(u8::from(difference == 0.0)),
        });
        // Nothing was seen to differ, which bounds how much can.
        let unseen = if kind == Kind::Flag && self.is_same() { 1.0 - libm::pow(MISS, 1.0 / groups) } else { 0.0 };
        let half = (reach * error).max(unseen);
        found.interval = Some(Interval { low: difference - half, high: difference + half });
        found.correlation = (a > 0.0 && b > 0.0).then(|| match self.is_same() {
            true => 1.0,
            false => (together / (a * b)).clamp(-1.0, 1.0),
        });
        found.variance_ratio = (variance > 0.0).then(|| apart / variance);
        Some(found)
    }

    /// The covariance of both means.
    fn covariance(&self, first: f64, second: f64) -> f64 {
        let groups = self.first.groups as f64;
        let residuals = self.parts as f64 - second * self.part_whole as f64 - first * self.whole_part as f64
            + first * second * self.wholes as f64;
        let scale = (self.first.whole as f64 / groups) * (self.second.whole as f64 / groups);
        residuals / (groups * (groups - 1.0)) / scale
    }
}

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
        self.all.first().map_or(0, |sums| sums.first.groups)
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
    use proptest::prelude::*;

    /// Part and whole of both sides.
    type Pair = ((u64, u64), (u64, u64));

    fn of(pairs: &[(u64, u64)]) -> PairSums {
        let mut sums = PairSums::default();
        pairs.iter().for_each(|(a, b)| sums.add((*a, 1), (*b, 1)));
        sums
    }

    #[test]
    fn the_paired_t_test_of_a_textbook() {
        // Student's sleep data (1908), in tenths of an hour above -20: t = 4.0621, 9 degrees, p = 0.002833, 0.70 to 2.46.
        let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
        let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
        let pairs: Vec<(u64, u64)> =
            first.iter().zip(second).map(|(a, b)| ((a + 20) as u64, (b + 20) as u64)).collect();
        let found = of(&pairs).difference(Kind::Count).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.difference - 15.8).abs() < 1e-12);
        assert!((found.difference / found.error.unwrap() - 4.062_127_683).abs() < 1e-8);
        assert!((found.p.unwrap() - 0.002_832_890).abs() < 1e-8);
        assert!((interval.low - 7.001_142).abs() < 1e-5 && (interval.high - 24.598_858).abs() < 1e-5, "{interval:?}");
        assert!((found.correlation.unwrap() - 0.795_170_206).abs() < 1e-8);
        // (3.200556 + 4.009) / 1.512889, the variances in hours.
        assert!((found.variance_ratio.unwrap() - 4.765_423).abs() < 1e-5);
    }

    #[test]
    fn the_same_on_both_sides_is_no_difference() {
        let same = of(&[(3, 3), (5, 5), (11, 11)]).difference(Kind::Count).unwrap();
        assert_eq!((same.difference, same.error, same.p, same.correlation), (0.0, Some(0.0), Some(1.0), Some(1.0)));
        assert_eq!((same.interval.unwrap().half_width(), same.variance_ratio), (0.0, None));
        // Of a flag that was never seen to differ it is only known that it seldom does.
        let never = of(&[(0, 0); 58]).difference(Kind::Flag).unwrap();
        let most = never.interval.unwrap().high;
        assert!((most - 0.0503).abs() < 1e-4 && never.correlation.is_none(), "{most}");
        assert_eq!(
            of(&[(1, 2)]).difference(Kind::Count).unwrap().interval,
            None,
            "one group says nothing of its error"
        );
        assert_eq!(PairSums::default().difference(Kind::Count), None);
    }

    #[test]
    fn a_constant_shift_is_certain() {
        let shifted = of(&[(3, 5), (5, 7), (11, 13)]).difference(Kind::Count).unwrap();
        assert!((shifted.difference - 2.0).abs() < 1e-12 && shifted.p.unwrap() < 1e-6, "{shifted:?}");
        assert!(shifted.correlation.unwrap() > 1.0 - 1e-12);
    }

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

    proptest! {
        #[test]
        fn unequal_groups_agree_with_linearised_residuals(
            groups in prop::collection::vec(((0u64..40, 1u64..5), (0u64..40, 1u64..5)), 3..30),
        ) {
            let mut sums = PairSums::default();
            groups.iter().for_each(|(a, b)| sums.add(*a, *b));
            let found = sums.difference(Kind::Count).unwrap();
            let n = groups.len() as f64;
            let mean = |of: fn(&Pair) -> u64| groups.iter().map(|g| of(g) as f64).sum::<f64>() / n;
            let (wa, wb) = (mean(|g| g.0.1), mean(|g| g.1.1));
            let (ra, rb) = (mean(|g| g.0.0) / wa, mean(|g| g.1.0) / wb);
            let z = |g: &Pair| {
                (g.1.0 as f64 - rb * g.1.1 as f64) / wb - (g.0.0 as f64 - ra * g.0.1 as f64) / wa
            };
            let variance = groups.iter().map(|g| z(g) * z(g)).sum::<f64>() / (n * (n - 1.0));
            prop_assert!((found.difference - (rb - ra)).abs() < 1e-9);
            prop_assert!((found.error.unwrap() - variance.sqrt()).abs() < 1e-6, "{found:?} {variance}");
        }

        #[test]
        fn pairs_merge_in_any_order(
            a in prop::collection::vec((0u64..40, 0u64..40), 0..8),
            b in prop::collection::vec((0u64..40, 0u64..40), 0..8),
        ) {
            let (mut left, mut right) = (of(&a), of(&b));
            left.merge(&of(&b));
            right.merge(&of(&a));
            prop_assert_eq!(&left, &right);
            prop_assert_eq!(left, of(&[a, b].concat()));
        }
    }
}
