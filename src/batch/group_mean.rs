//! A mean over groups of games with its error: the interval and the p value of Student's t, without the skewness of the groups.

use super::beta::t_tail;
use super::interval::{Interval, Z};

/// A mean of independent groups, or what the delta method makes of sums over them, and how well it is known.
///
/// Student's t takes the groups for normal. Where few of them have most of what is counted, they are skewed, and it is off to one
/// side; Hall's transformation takes the skewness out of the studentised mean, by an expansion whose next term falls with the
/// number of groups. It is monotone, so that the interval is what the test does not reject, and the p value is below 0.05
/// exactly where the 95% interval does not hold the value in question.
///
/// Hall (1992), "On the removal of skewness by transformation".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupMean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The coefficient of skewness of the groups.
    pub skewness: f64,
    /// The groups, at least two.
    pub groups: u64,
}

/// Groups that are less skewed than this are taken for symmetric.
const SYMMETRIC: f64 = 1e-6;

/// How large what is counted is in the groups that have any of it, while others have none.
///
/// Hall's transformation leaves the next term of the expansion as it is. With s the studentised mean of n groups over the root of n,
/// g their skewness, which is estimated, and k their kurtosis, the term has `(4 g^2 / 9 - k / 4) s^3`, where Hall's cubic has
/// `g^2 s^3 / 27`: that is the least with which a cubic of s is monotone. Of events that are independent of each other and happen seldom, k is g^2 where all
/// are equal, and `(1 + v) g^2` where their sizes are lognormal with the squared coefficient of variation v: the term is
/// `(7 / 36 - v / 4) g^2 s^3`. Up to v = 1/3 it is therefore rather that of the rational transformation `s / (1 - g s / 3)`, which is
/// `g^2 s^3 / 9` and leaves of equal events nearly the exact interval of a Poisson count (Garwood, 1936): 1.1 to 10.2 of four,
/// where Hall's goes to 19. From v = 17/27 on it is Hall's cubic, which holds where a few events have most of the total.
///
/// Hall (1992), "The Bootstrap and Edgeworth Expansion".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// The groups that have any, at least one.
    pub groups: u64,
    /// The mean of what they have.
    pub mean: f64,
    /// Its squared coefficient of variation; 0 of one group.
    pub variation: f64,
}

/// The squared coefficient of variation up to which sizes are taken for equal.
const EVEN: f64 = 1.0 / 3.0;
/// That from which they are too different.
const UNEVEN: f64 = 17.0 / 27.0;
/// What is more than this lengthens the interval no further: of sizes that differ so much the variance is known too badly itself.
const MOST_VARIATION: f64 = 0.4;

impl Sizes {
    /// How far the transformation is the rational one, from 0 to 1, linearly between [`EVEN`] and [`UNEVEN`].
    ///
    /// Few groups may look alike by chance, most of all where each has one: one of them is taken to vary as a Poisson count of that
    /// mean does, and half as much again.
    fn evenness(&self) -> f64 {
        let groups = self.groups as f64;
        let variation = (self.variation * (groups - 1.0) + 1.5 / self.mean) / groups;
        ((UNEVEN - variation) / (UNEVEN - EVEN)).clamp(0.0, 1.0)
    }

    /// By how many times the interval is longer because uneven sizes leave the variance less known than t takes it to be.
    ///
    /// What is left of the variance of the variance, when the mean is known, is `(k - g^2 + 2) / n` of its square: t has the last
    /// term, and the others are `v g^2 / n`, nothing of equal events. The quantile of t is longer than the normal one by (z^2 + 1) / 8
    /// of that.
    fn stretch(&self, squared_skewness: f64) -> f64 {
        let variation = self.variation.min(MOST_VARIATION) * (1.0 - self.evenness());
        1.0 + (Z * Z + 1.0) / 8.0 * variation * squared_skewness
    }
}

/// What would be studentised, times the skewness, from what is transformed: Hall's cubic, and as far as `evenness` says the
/// rational one, up to where both are the same.
fn bent(straight: f64, evenness: f64) -> f64 {
    let cubic = (libm::cbrt(1.0 + straight) - 1.0) * 3.0;
    let rational = if straight > -2.0 { straight / (1.0 + straight / 3.0) } else { cubic };
    cubic + evenness * (rational - cubic)
}

impl GroupMean {
    /// The interval of the values at which the transformed mean is within `reach`: see [`t_reach`](super::interval::t_reach).
    #[must_use]
    pub fn interval(&self, reach: f64) -> Interval {
        self.within(reach, 0.0)
    }

    /// The same of a mean of what only some groups have, in sizes that are known too.
    #[must_use]
    pub fn interval_of(&self, sizes: &Sizes, reach: f64) -> Interval {
        let squared_skewness = self.skewness * self.skewness / self.groups as f64;
        self.within(reach * sizes.stretch(squared_skewness), sizes.evenness())
    }

    fn within(&self, reach: f64, evenness: f64) -> Interval {
        let (root, skewness) = (self.root(), self.skewness);
        // The studentised mean over the root that has the distribution of t at `t`, its skewness put back.
        let studentised = |t: f64| {
            let straight = t / root - self.shift();
            if self.is_skewed() { bent(skewness * straight, evenness) / skewness } else { straight }
        };
        let end = |t: f64| self.mean - self.error * root * studentised(t);
        // Rounding must not push an end past the mean.
        Interval { low: end(reach).min(self.mean), high: end(-reach).max(self.mean) }
    }

    /// How often a mean at least as far from `value` would be seen if that were the truth: two-sided.
    #[must_use]
    pub fn p(&self, value: f64) -> f64 {
        match self.error > 0.0 {
            true => (2.0 * t_tail(self.transformed(value).abs(), (self.groups - 1) as f64)).min(1.0),
            false => f64::from(u8::from(self.mean == value)),
        }
    }

    /// The mean less `value`, studentised, without its skewness: distributed as t if `value` is the truth.
    fn transformed(&self, value: f64) -> f64 {
        let straight = (self.mean - value) / (self.error * self.root());
        let bent = match self.is_skewed() {
            true => straight * (1.0 + self.skewness * straight * (1.0 / 3.0 + self.skewness * straight / 27.0)),
            false => straight,
        };
        self.root() * (bent + self.shift())
    }

    /// What the skewness moves the middle of a studentised mean by.
    fn shift(&self) -> f64 {
        if self.is_skewed() { self.skewness / (6.0 * self.groups as f64) } else { 0.0 }
    }

    const fn is_skewed(&self) -> bool {
        self.skewness.abs() > SYMMETRIC
    }

    fn root(&self) -> f64 {
        (self.groups as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::interval::{MISS, t_interval, t_reach};
    use crate::batch::ratio::RatioSums;
    use proptest::prelude::*;

    #[test]
    fn without_skewness_it_is_students() {
        // t(0.975, 9) and the sleep data of 1908: t = 4.062128, p = 0.002832890.
        let mean = GroupMean { mean: 15.8, error: 3.889_587, skewness: 0.0, groups: 10 };
        let found = mean.interval(t_reach(10).unwrap());
        assert!((found.low - 7.001_142).abs() < 1e-5 && (found.high - 24.598_858).abs() < 1e-5, "{found:?}");
        assert!((mean.p(0.0) - 0.002_832_890).abs() < 1e-7 && mean.p(15.8) == 1.0);
    }

    #[test]
    fn skewed_groups_have_the_long_end_where_the_groups_have_theirs() {
        let mean = |skewness| GroupMean { mean: 1.0, error: 0.2, skewness, groups: 50 };
        let (right, left) = (mean(3.0).interval(2.0), mean(-3.0).interval(2.0));
        assert!(right.high - 1.0 > 1.3 * (1.0 - right.low), "{right:?}");
        assert!((right.high - 1.0 - (1.0 - left.low)).abs() < 1e-12, "{left:?} mirrors {right:?}");
    }

    #[test]
    fn what_never_varies_is_certain() {
        let mean = GroupMean { mean: 2.0, error: 0.0, skewness: 0.0, groups: 5 };
        assert_eq!(mean.interval(2.0), Interval { low: 2.0, high: 2.0 });
        assert_eq!((mean.p(2.0), mean.p(0.0)), (1.0, 0.0));
    }

    /// The interval of a mean, times the groups, of what few of them have.
    fn total(parts: &[u64], groups: usize) -> Interval {
        let mut sums = RatioSums::default();
        let none = std::iter::repeat(&0);
        parts.iter().chain(none).take(groups).for_each(|part| sums.add(*part, 1));
        let found = t_interval(&sums, t_reach(groups as u64).unwrap()).unwrap();
        Interval { low: found.low * groups as f64, high: found.high * groups as f64 }
    }

    #[test]
    fn few_equal_events_have_nearly_the_exact_interval_of_a_poisson_count() {
        // Garwood's limits: half the quantiles of chi squared.
        for (events, low, high) in [
            (3, 0.618_672, 8.767_273),
            (4, 1.089_865, 10.241_589),
            (6, 2.201_894, 13.059_474),
            (10, 4.795_389, 18.390_356),
        ] {
            let found = total(&vec![25; events], 5000);
            let near = |found: f64, exact: f64| (found / 25.0 / exact - 1.0).abs() < 0.06;
            assert!(near(found.low, low) && near(found.high, high), "{events}: {found:?} is not {low}, {high}");
        }
        // By Hall's cubic four may be more than five.
        let hall = |events: f64| {
            let share = events / 5000.0;
            let (skewness, error) = ((1.0 - 2.0 * share) / (share * (1.0 - share)).sqrt(), (share / 5000.0).sqrt());
            5000.0 * GroupMean { mean: share, error, skewness, groups: 5000 }.interval(1.96).high
        };
        assert!(hall(4.0) > 18.0 && hall(5.0) < 15.0, "{} and {}", hall(4.0), hall(5.0));
    }

    #[test]
    fn what_few_groups_have_in_sizes_that_differ() {
        // By the same formulas, with the quantile of t of scipy.
        for (parts, groups, low, high) in [
            (&[1, 1, 1, 1][..], 500, 0.002_240_706_579_3, 0.022_750_671_462_5),
            (&[3, 5, 9, 2, 7], 60, 0.131_138_652_308_0, 1.122_998_705_191_6),
            (&[4, 11, 8, 30], 60, 0.077_429_979_791_8, 4.937_008_592_772_8),
            (&[1, 1, 2, 40, 3, 1], 60, -0.186_656_034_909_2, 5.272_960_279_072_0),
            (&[17], 60, -0.042_766_031_764_1, 2.057_831_971_857_8),
        ] {
            let found = total(parts, groups);
            let near = |found: f64, expected: f64| (found / groups as f64 - expected).abs() < 1e-9;
            assert!(near(found.low, low) && near(found.high, high), "{parts:?}: {found:?} is not {low}, {high}");
        }
    }

    #[test]
    fn sizes_are_even_that_are_known_to_be() {
        let of = |groups, mean, variation| Sizes { groups, mean, variation }.evenness();
        assert_eq!((of(20, 25.0, 0.2), of(20, 25.0, 0.7)), (1.0, 0.0));
        // Two that are both 1 are not known to be, five are.
        assert_eq!((of(2, 1.0, 0.0), of(5, 1.0, 0.0), of(2, 25.0, 0.0)), (0.0, 1.0, 1.0));
        let half = of(1_000_000, 25.0, f64::midpoint(EVEN, UNEVEN));
        assert!((half - 0.5).abs() < 1e-5, "{half}");
        // Even sizes lengthen nothing, and no sizes more than by a quarter.
        let stretch = |variation, squared| Sizes { groups: 20, mean: 25.0, variation }.stretch(squared);
        assert_eq!(stretch(0.2, 1.0), 1.0);
        assert!((stretch(9.0, 1.0) - 1.242_072_941).abs() < 1e-9 && stretch(9.0, 0.1) < 1.025);
    }

    proptest! {
        #[test]
        fn more_is_transformed_to_more(a in -9.0f64..9.0, b in -9.0f64..9.0, evenness in 0.0f64..=1.0) {
            prop_assert_eq!(a < b, bent(a, evenness) < bent(b, evenness));
            // The rational one, forwards.
            let s = bent(a, 1.0);
            prop_assert!(a < -2.0 || (s / (1.0 - s / 3.0) - a).abs() < 1e-9 * (1.0 + a.abs()), "{} {}", a, s);
        }

        #[test]
        fn interval_and_p_value_agree(
            (groups, share) in (2u64..3000, -1.0f64..1.0),
            (mean, error) in (-10.0f64..10.0, 0.001f64..4.0),
            value in -20.0f64..20.0,
        ) {
            // No sample is more skewed than one value beside all others.
            let skewness = share * (groups as f64).sqrt();
            let of = GroupMean { mean, error, skewness, groups };
            let found = of.interval(t_reach(groups).unwrap());
            prop_assert_eq!(of.p(value) < MISS, !found.contains(value), "{:?} {:?} {}", of, found, of.p(value));
            // At the ends themselves, to what rounding leaves.
            for end in [found.low, found.high] {
                prop_assert!((of.p(end) - MISS).abs() < 1e-9, "{:?} {}: {}", of, end, of.p(end));
            }
        }
    }
}
