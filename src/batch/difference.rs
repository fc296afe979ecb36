//! How a metric differs between two sides that have played the same deals.

use super::group_mean::GroupMean;
use super::interval::{Interval, MISS, t_reach, wilson};
use super::metric::Kind;
use super::moments::{Form, Moments, ONE};

/// With fewer groups, all of which differ by the same, nothing is known of chance.
const AGREEING: u64 = 5;

/// Of fewer groups no ratio of variances is told.
const KNOWN: u64 = 10;

/// Exact sums over groups of a metric on both sides, for the difference of the ratios of their totals.
///
/// For an ordinary mean the *part* is the sum of a group's values and the *whole* the number of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PairSums {
    sums: Moments,
    /// Groups that are not the same on both sides.
    differing: u64,
    /// Groups in which each side has anything.
    observed: [u64; 2],
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
    /// The standard error of the difference; none where a side has something in fewer than two groups.
    pub error: Option<f64>,
    /// Its 95% interval: of t on the differences of groups, without their skewness (see [`GroupMean`]), and with room for what
    /// seldom differs.
    pub interval: Option<Interval>,
    /// How often a difference at least as great would be seen if there were none: two-sided, by the same transformation, so that
    /// it is below 0.05 exactly where the interval does not hold 0.
    pub p: Option<f64>,
    /// The coefficient of skewness of the differences of groups; 0 where it is not known.
    pub skewness: f64,
    /// Pearson's correlation of the group means of both sides; none where one of them never varies.
    pub correlation: Option<f64>,
    /// By how many times as many games the same interval would cost without pairing: the variances of both sides over that of
    /// the difference. None where the difference never varies, and of fewer than ten groups.
    pub variance_ratio: Option<f64>,
}

/// How far a group is off, by the delta method: in its part from the ratio of sums of its side, over the mean whole.
struct Residuals {
    first: Form,
    second: Form,
    /// The second less the first, term by term.
    difference: Form,
}

impl PairSums {
    /// Counts one group: part and whole of each side.
    pub fn add(&mut self, first: (u64, u64), second: (u64, u64)) {
        self.sums.add([first.0, first.1, second.0, second.1]);
        self.differing += u64::from(first != second);
        self.observed[0] += u64::from(first.1 > 0);
        self.observed[1] += u64::from(second.1 > 0);
    }

    /// Adds what the other has seen.
    pub fn merge(&mut self, other: &PairSums) {
        self.sums.merge(&other.sums);
        self.differing += other.differing;
        self.observed.iter_mut().zip(other.observed).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Groups seen.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.sums.groups()
    }

    /// Whether both sides are the same in every group.
    const fn is_same(&self) -> bool {
        self.differing == 0
    }

    /// The groups that tell of the difference. A group in which a metric applies nowhere tells nothing, and one by itself has no
    /// error: what is there in one group would be certain.
    fn telling(&self) -> u64 {
        if self.is_same() { self.groups() } else { self.observed[0].min(self.observed[1]) }
    }

    /// The difference with its error by the delta method; with as many observations in every group it is exactly that of a paired
    /// test of group means. None where the metric applies to no game of one side.
    ///
    /// What never differed has the interval of what no group was seen to differ in: up to the share of groups that could differ and
    /// still be missed in one run of twenty.
    #[must_use]
    pub fn difference(&self, kind: Kind) -> Option<Difference> {
        let total = |term: usize| Some(self.sums.sum([0, 0, term])? as f64);
        let (part, whole, more) = (total(1)?, total(2)?, [total(3)?, total(4)?]);
        let other_whole = whole + more[1];
        if whole <= 0.0 || other_whole <= 0.0 {
            return None;
        }
        let (first, second) = (part / whole, (part + more[0]) / other_whole);
        // The same as the difference of both, without what that loses of two that are nearly the same.
        let difference = (more[0] - first * more[1]) / other_whole;
        let none = Difference {
            first,
            second,
            difference,
            error: None,
            interval: None,
            p: None,
            skewness: 0.0,
            correlation: None,
            variance_ratio: None,
        };
        let groups = self.telling() as f64;
        let scale = [groups / whole, groups / other_whole];
        // By how much the second side's scale is more, exactly where it is not.
        let scale_more = -groups * more[1] / whole / other_whole;
        let residuals = Residuals {
            first: [0.0, scale[0], -scale[0] * first, 0.0, 0.0],
            second: [0.0, scale[1], -scale[1] * second, scale[1], -scale[1] * second],
            difference: [0.0, scale_more, -scale_more * first - scale[1] * difference, scale[1], -scale[1] * second],
        };
        Some(self.with_errors(none, &residuals, kind).unwrap_or(none))
    }

    /// The same with everything that is known of chance; nothing where fewer than two groups tell of it.
    fn with_errors(&self, none: Difference, of: &Residuals, kind: Kind) -> Option<Difference> {
        let groups = self.telling();
        let reach = t_reach(groups)?;
        let covariance = |a: &Form, b: &Form| {
            let squares = self.sums.total([&ONE, a, b])?;
            Some(squares / (groups as f64 * (groups - 1) as f64))
        };
        let variance = |form: &Form| covariance(form, form).map(|variance| variance.max(0.0));
        let (first, second) = (variance(&of.first)?, variance(&of.second)?);
        let variance = variance(&of.difference)?;
        // So few may differ by the same by chance.
        if variance == 0.0 && groups < AGREEING && !self.is_same() {
            return None;
        }
        let error = variance.sqrt();
        let roomy = error * self.room();
        let skewness = self.skewness(roomy, &of.difference);
        let mean = GroupMean { mean: none.difference, error: roomy, skewness, groups };
        let interval = match kind {
            _ if self.is_same() => {
                // Nothing was seen to differ, which bounds how often it does; then by as much as two games of other deals.
                let unseen = 1.0 - libm::pow(MISS, 1.0 / groups as f64);
                let most = if kind == Kind::Count { (2.0 * first * groups as f64).sqrt().max(1.0) } else { 1.0 };
                Interval { low: -unseen * most, high: unseen * most }
            }
            Kind::Flag | Kind::Share => {
                // No share falls by more than it is, or rises by more than it has become.
                let most = |share: f64| wilson(share * groups as f64, groups).map_or(1.0, |interval| interval.high);
                mean.interval(reach).within(-most(none.first), most(none.second))
            }
            Kind::Count => mean.interval(reach),
        };
        let correlation = match self.is_same() {
            true => 1.0,
            false => (covariance(&of.first, &of.second)? / (first * second).sqrt()).clamp(-1.0, 1.0),
        };
        Some(Difference {
            error: Some(error),
            interval: Some(interval),
            p: Some(mean.p(0.0)),
            skewness: self.skewness(error, &of.difference),
            correlation: (first > 0.0 && second > 0.0).then_some(correlation),
            variance_ratio: (variance > 0.0 && groups >= KNOWN).then(|| (first + second) / variance),
            ..none
        })
    }

    /// How much longer the error is for what a few groups that differ can't tell.
    ///
    /// Where two groups differ and both to the same side, their variance and skewness say that none differs to the other, though
    /// that would be so every second time if it were as likely. So one more group is taken to differ to either side, by as much
    /// as those that do, as far as there are groups that don't: of flags a difference is then beyond chance when five games
    /// differ to one side and none to the other, as in the sign test with the mid-p value. It is in the manner of Agresti
    /// and Min (2005), "Simple improved confidence intervals for comparing matched proportions", and 1 where every group differs.
    fn room(&self) -> f64 {
        let one = |of: u64| 1.0 / of.max(1) as f64;
        (1.0 + 2.0 * (one(self.differing) - one(self.telling())).max(0.0)).sqrt()
    }

    /// The coefficient of skewness of the groups' residuals, over that error of their mean; 0 where they never vary, of two, and
    /// where the sums are too great.
    fn skewness(&self, error: f64, residuals: &Form) -> f64 {
        let groups = self.telling() as f64;
        // The deviation from group to group that such an error comes from.
        let deviation = error * (groups - 1.0).sqrt();
        let cubes = self.sums.total([residuals; 3]).filter(|_| error > 0.0 && groups > 2.0);
        cubes.map_or(0.0, |cubes| cubes / groups / (deviation * deviation * deviation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Part and whole of both sides.
    type Pair = ((u64, u64), (u64, u64));

    fn of(pairs: &[(u64, u64)]) -> PairSums {
        let mut sums = PairSums::default();
        pairs.iter().for_each(|(a, b)| sums.add((*a, 1), (*b, 1)));
        sums
    }

    #[test]
    fn the_paired_differences_of_a_textbook() {
        // Student's sleep data (1908), in tenths of an hour above -20: t = 4.062128. One of the ten does not differ.
        let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
        let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
        let pairs: Vec<(u64, u64)> =
            first.iter().zip(second).map(|(a, b)| ((a + 20) as u64, (b + 20) as u64)).collect();
        let found = of(&pairs).difference(Kind::Count).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.difference - 15.8).abs() < 1e-12);
        assert!((found.difference / found.error.unwrap() - 4.062_127_683).abs() < 1e-8);
        // By Hall's transformation, with room for what does not differ: t is 7.003429 of 9 degrees (computed with 40 digits).
        assert!((found.p.unwrap() - 6.300_847_681e-5).abs() < 1e-13);
        assert!((interval.low - 9.073_969_550).abs() < 1e-8 && (interval.high - 51.812_373_165).abs() < 1e-8);
        assert!((found.correlation.unwrap() - 0.795_170_206).abs() < 1e-8);
        // (3.200556 + 4.009) / 1.512889, the variances in hours.
        assert!((found.variance_ratio.unwrap() - 4.765_423).abs() < 1e-5);
    }

    #[test]
    fn a_few_flags_that_differ_are_as_telling_as_in_the_sign_test() {
        // The mid-p value of so many tosses that are all heads is the chance of one fewer.
        for groups in [50, 500] {
            for few in 1..9 {
                let pairs: Vec<(u64, u64)> = (0..groups).map(|g| (0, u64::from(g < few))).collect();
                let p = of(&pairs).difference(Kind::Flag).unwrap().p.unwrap();
                let exact = 0.5f64.powi(few);
                assert!(p > 0.4 * exact && p < 1.1 * exact, "{few} of {groups}: {p}, and {exact} by the sign test");
                assert_eq!(p < MISS, few > 4, "{few} of {groups}: {p}");
            }
        }
    }

    #[test]
    fn symmetric_differences_have_the_paired_t_interval() {
        // Differences of 1 to 9: their mean is 5, its error the root of 7.5 / 9, t(0.975, 8) = 2.306004135.
        let pairs: Vec<(u64, u64)> = (1..=9).map(|d| (40 - d * d % 7, 40 - d * d % 7 + d)).collect();
        let found = of(&pairs).difference(Kind::Count).unwrap();
        let (interval, half) = (found.interval.unwrap(), 2.306_004_135 * (7.5f64 / 9.0).sqrt());
        assert!((interval.low - 5.0 + half).abs() < 1e-8 && (interval.high - 5.0 - half).abs() < 1e-8, "{interval:?}");
    }

    #[test]
    fn the_same_on_both_sides_is_no_difference() {
        let same = of(&[(3, 3), (5, 5), (11, 11)]).difference(Kind::Count).unwrap();
        assert_eq!((same.difference, same.error, same.p, same.correlation), (0.0, Some(0.0), Some(1.0), Some(1.0)));
        // Games of which no pair was seen to differ: so often at most, by as much as two games of other deals.
        let half = (1.0 - libm::pow(MISS, 1.0 / 3.0)) * (2.0 * 52.0 / 3.0f64).sqrt();
        assert!((same.interval.unwrap().half_width() - half).abs() < 1e-9 && same.variance_ratio.is_none(), "{same:?}");
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
        let shifted = of(&[(3, 5), (5, 7), (11, 13), (4, 6), (8, 10)]).difference(Kind::Count).unwrap();
        assert_eq!((shifted.difference, shifted.error, shifted.p), (2.0, Some(0.0), Some(0.0)));
        assert_eq!(shifted.interval, Some(Interval { low: 2.0, high: 2.0 }));
        assert!(shifted.correlation.unwrap() > 1.0 - 1e-12 && shifted.variance_ratio.is_none());
        // Few groups may differ by the same by chance.
        let few = of(&[(3, 5), (5, 7), (11, 13), (4, 6)]).difference(Kind::Count).unwrap();
        assert_eq!((few.difference, few.error, few.interval, few.p), (2.0, None, None, None));
    }

    #[test]
    fn what_is_there_in_one_group_has_no_error() {
        let mut sums = PairSums::default();
        (0..9).for_each(|_| sums.add((0, 0), (0, 0)));
        sums.add((77, 1), (83, 1));
        let once = sums.difference(Kind::Count).unwrap();
        assert_eq!((once.difference, once.error, once.interval, once.p), (6.0, None, None, None));
        // In two groups it has as much as if these were all.
        sums.add((70, 1), (74, 1));
        let mut two = PairSums::default();
        [(77, 83), (70, 74)].iter().for_each(|(a, b)| two.add((*a, 1), (*b, 1)));
        assert_eq!(sums.difference(Kind::Count), two.difference(Kind::Count));
        assert!((two.difference(Kind::Count).unwrap().error.unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_difference_of_shares_is_none_of_more_than_everything() {
        let pairs: Vec<(u64, u64)> = (0..20).map(|g| (u64::from(g == 0), 1)).collect();
        let found = of(&pairs).difference(Kind::Flag).unwrap();
        assert_eq!((found.difference, found.interval.map(|i| i.high)), (0.95, Some(1.0)));
    }

    #[test]
    fn one_group_of_very_many_that_differs_is_seen_as_it_is() {
        // Thirty seconds in one group of 100,000, each of about 18,900 seconds.
        let mut sums = PairSums::default();
        for g in 0..100_000u64 {
            let seconds = 18_480 + g % 900;
            sums.add((seconds, 240), (seconds + 30 * u64::from(g == 77), 240));
        }
        let found = sums.difference(Kind::Count).unwrap();
        let each = 30.0 / 240.0 / 100_000.0;
        assert!((found.difference / each - 1.0).abs() < 1e-9 && (found.error.unwrap() / each - 1.0).abs() < 1e-9);
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 0.0 && high / each > 4.0 && high / each < 7.0, "{low} to {high}, each {each}");
        assert!((found.p.unwrap() - 0.528).abs() < 1e-3, "as of one flag in 500");
    }

    proptest! {
        #[test]
        fn unequal_groups_agree_with_linearised_residuals(
            groups in prop::collection::vec(((0u64..40, 0u64..4), (0u64..40, 0u64..4)), 3..30),
        ) {
            // What is not there has no part.
            let side = |(part, whole): (u64, u64)| if whole > 0 { (part, whole) } else { (0, 0) };
            let groups: Vec<Pair> = groups.into_iter().map(|(a, b)| (side(a), side(b))).collect();
            let there = |of: fn(&Pair) -> u64| groups.iter().filter(|g| of(g) > 0).count() as u64;
            let telling = there(|g| g.0.1).min(there(|g| g.1.1));
            prop_assume!(telling > 1 && groups.iter().any(|(a, b)| a != b));
            let mut sums = PairSums::default();
            groups.iter().for_each(|(a, b)| sums.add(*a, *b));
            let found = sums.difference(Kind::Count).unwrap();
            let n = telling as f64;
            let mean = |of: fn(&Pair) -> u64| groups.iter().map(|g| of(g) as f64).sum::<f64>() / n;
            let (wa, wb) = (mean(|g| g.0.1), mean(|g| g.1.1));
            let (ra, rb) = (mean(|g| g.0.0) / wa, mean(|g| g.1.0) / wb);
            let z = |g: &Pair| {
                (g.1.0 as f64 - rb * g.1.1 as f64) / wb - (g.0.0 as f64 - ra * g.0.1 as f64) / wa
            };
            let moment = |power: i32| groups.iter().map(|g| z(g).powi(power)).sum::<f64>() / n;
            let (deviation, error) = (moment(2).sqrt(), (moment(2) / (n - 1.0)).sqrt());
            prop_assert!((found.difference - (rb - ra)).abs() < 1e-9);
            // A few groups that all differ by the same have none.
            prop_assert!(found.error.is_some() || deviation < 1e-6 && telling < AGREEING, "{found:?} {error}");
            prop_assert!((found.error.unwrap_or(0.0) - error).abs() < 1e-6, "{found:?} {error}");
            prop_assume!(deviation > 1e-3);
            let differing = groups.iter().filter(|(a, b)| a != b).count() as f64;
            let room = (1.0 + 2.0 * (1.0 / differing - 1.0 / n).max(0.0)).sqrt();
            let (deviation, error) = (deviation * room, error * room);
            // Hall's transformation of what would be studentised if an end, or 0, were the truth.
            let skewness = if n > 2.0 { moment(3) / deviation.powi(3) } else { 0.0 };
            let transformed = |truth: f64| {
                let s = (rb - ra - truth) / (error * n.sqrt());
                let cubic = s + skewness / 3.0 * s * s + skewness * skewness / 27.0 * s * s * s + skewness / (6.0 * n);
                cubic * n.sqrt()
            };
            let (interval, reach) = (found.interval.unwrap(), t_reach(telling).unwrap());
            for (end, t) in [(interval.low, reach), (interval.high, -reach)] {
                prop_assert!((transformed(end) - t).abs() < 1e-6 * reach, "{} is not {}: {:?}", transformed(end), t, found);
            }
            let p = 2.0 * crate::batch::beta::t_tail(transformed(0.0).abs(), n - 1.0);
            prop_assert!((found.p.unwrap() - p).abs() < 1e-6, "{found:?} {p}");
            prop_assert_eq!(found.p.unwrap() < MISS, !interval.contains(0.0));
        }

        #[test]
        fn interval_and_p_value_agree_of_flags_too(
            groups in prop::collection::vec((0u64..3, 0u64..3), 2..40),
            same in 0usize..40,
        ) {
            let mut sums = PairSums::default();
            let pairs = groups.iter().enumerate().map(|(i, (a, b))| if i < same { (*a, *a) } else { (*a, *b) });
            pairs.for_each(|(a, b)| sums.add((a, 2), (b, 2)));
            let found = sums.difference(Kind::Flag).unwrap();
            // A few groups that all differ by the same have neither.
            let beyond = found.interval.map(|interval| !interval.contains(0.0));
            prop_assert_eq!(found.p.map(|p| p < MISS), beyond, "{:?}", found);
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
