//! A mean over groups of games with its error: the interval and the p value of Student's t, without the skewness of the groups.

use super::beta::t_tail;
use super::interval::Interval;

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

impl GroupMean {
    /// The interval of the values at which the transformed mean is within `reach`: see [`t_reach`](super::interval::t_reach).
    #[must_use]
    pub fn interval(&self, reach: f64) -> Interval {
        let (root, skewness) = (self.root(), self.skewness);
        // The studentised mean over the root that has the distribution of t at `t`, its skewness put back.
        let studentised = |t: f64| {
            let straight = t / root - self.shift();
            match self.is_skewed() {
                true => (libm::cbrt(1.0 + skewness * straight) - 1.0) * 3.0 / skewness,
                false => straight,
            }
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
    use crate::batch::interval::{MISS, t_reach};
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

    proptest! {
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
