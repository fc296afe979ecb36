//! Exact, mergeable summaries of small integers.
//!
//! Everything here is a sum, a count or an extreme of integers, so that merging is associative and commutative to the last bit:
//! merged running means are not.

use serde::{Deserialize, Serialize};

/// Values from here on are counted but not told apart, so that memory does not grow with them.
pub const DENSE: usize = 1 << 14;

/// How often each value was seen, with exact sums.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Distribution {
    n: u64,
    sum: u128,
    sum_of_squares: u128,
    /// Least and greatest value; none before the first.
    range: Option<(u32, u32)>,
    /// How often each value was seen, up to the greatest one below [`DENSE`].
    counts: Vec<u64>,
}

impl Distribution {
    /// Counts one value.
    pub fn add(&mut self, value: u32) {
        self.n += 1;
        self.sum += u128::from(value);
        self.sum_of_squares += u128::from(value) * u128::from(value);
        self.widen((value, value));
        let slot = value as usize;
        if slot < DENSE {
            if slot >= self.counts.len() {
                self.counts.resize(slot + 1, 0);
            }
            self.counts[slot] += 1;
        }
    }

    /// Adds what the other has seen.
    pub fn merge(&mut self, other: &Distribution) {
        self.n += other.n;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
        if let Some(range) = other.range {
            self.widen(range);
        }
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    /// Whether it can be what was seen of so many values at the most: its parts fit each other, and no sum is out of reach.
    pub(super) fn is_sound(&self, most: u64) -> bool {
        let told_apart = self.counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count));
        let range = self.range.map_or(self.n == 0, |(least, greatest)| self.n > 0 && least <= greatest);
        let reach = u128::from(self.n.min(most)) * u128::from(u32::MAX);
        self.n <= most
            && range
            && self.counts.len() <= DENSE
            && told_apart.is_some_and(|told| told <= self.n)
            && self.sum <= reach
            && self.sum_of_squares <= reach.saturating_mul(u128::from(u32::MAX))
            // The inequality of Cauchy and Schwarz; it holds of merged ones if it holds of each.
            && u128::from(self.n)
                .checked_mul(self.sum_of_squares)
                .is_none_or(|squares| self.sum.checked_mul(self.sum).is_some_and(|square| square <= squares))
    }

    fn widen(&mut self, (low, high): (u32, u32)) {
        let (least, greatest) = self.range.unwrap_or((low, high));
        self.range = Some((least.min(low), greatest.max(high)));
    }

    /// How many values were seen.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Their sum.
    #[must_use]
    pub const fn sum(&self) -> u128 {
        self.sum
    }

    /// The least value.
    #[must_use]
    pub fn min(&self) -> Option<u32> {
        self.range.map(|(least, _)| least)
    }

    /// The greatest value.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.range.map(|(_, greatest)| greatest)
    }

    /// The values seen, with how often, least first.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(value, count)| (value as u32, *count))
    }

    /// How many values were too great to be told apart.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.n - self.counts.iter().sum::<u64>()
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The sample standard deviation (denominator n - 1); none below two values.
    #[must_use]
    pub fn sd(&self) -> Option<f64> {
        let n = self.n as f64;
        (self.n > 1).then(|| (self.scatter() / (n * (n - 1.0))).sqrt())
    }

    /// n times the sum of squares about the mean: exact as long as it fits 128 bits.
    fn scatter(&self) -> f64 {
        let n = u128::from(self.n);
        match (n.checked_mul(self.sum_of_squares), self.sum.checked_mul(self.sum)) {
            (Some(squares), Some(square)) => (squares - square) as f64,
            _ => (self.n as f64 * self.sum_of_squares as f64 - self.sum as f64 * self.sum as f64).max(0.0),
        }
    }

    /// The value of that rank, from 1; none when the rank is out of range or its value is too great to be told apart.
    #[must_use]
    pub fn at_rank(&self, rank: u64) -> Option<u32> {
        let mut below = 0;
        self.counts()
            .find(|(_, count)| {
                below += count;
                rank >= 1 && below >= rank
            })
            .map(|(value, _)| value)
    }

    /// The least value that at least `percent` of the values do not exceed.
    #[must_use]
    pub fn quantile(&self, percent: u8) -> Option<u32> {
        self.at_rank(self.rank_of(percent)?)
    }

    /// The rank of that quantile among the values in ascending order, from 1.
    #[must_use]
    pub fn rank_of(&self, percent: u8) -> Option<u64> {
        u64::try_from((u128::from(self.n) * u128::from(percent)).div_ceil(100).max(1)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u32]) -> Distribution {
        let mut distribution = Distribution::default();
        values.iter().for_each(|v| distribution.add(*v));
        distribution
    }

    #[test]
    fn moments_and_quantiles_of_a_known_sample() {
        let sample = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((sample.n(), sample.sum(), sample.min(), sample.max()), (8, 40, Some(2), Some(9)));
        assert_eq!(sample.mean(), Some(5.0));
        assert!((sample.sd().unwrap() - (32.0f64 / 7.0).sqrt()).abs() < 1e-15);
        let quantiles = [0, 5, 25, 50, 75, 95, 100].map(|p| sample.quantile(p).unwrap());
        assert_eq!(quantiles, [2, 2, 4, 4, 5, 9, 9]);
        assert_eq!((sample.at_rank(0), sample.at_rank(9)), (None, None));
    }

    #[test]
    fn nothing_has_no_mean_and_one_value_no_spread() {
        assert_eq!((of(&[]).mean(), of(&[]).quantile(50), of(&[]).min()), (None, None, None));
        assert_eq!((of(&[3]).mean(), of(&[3]).sd(), of(&[3]).quantile(99)), (Some(3.0), None, Some(3)));
    }

    #[test]
    fn great_values_keep_exact_sums_in_bounded_memory() {
        let sample = of(&[1, u32::MAX, u32::MAX]);
        assert_eq!((sample.beyond(), sample.max(), sample.sum()), (2, Some(u32::MAX), 1 + 2 * u128::from(u32::MAX)));
        assert_eq!((sample.quantile(10), sample.quantile(50)), (Some(1), None));
        assert!(sample.counts.len() <= DENSE);
    }

    proptest! {
        #[test]
        fn merging_is_the_same_as_seeing_everything_in_one_place(
            a in prop::collection::vec(0u32..40_000, 0..20),
            b in prop::collection::vec(0u32..40_000, 0..20),
            c in prop::collection::vec(0u32..40_000, 0..20),
        ) {
            let whole = of(&[a.clone(), b.clone(), c.clone()].concat());
            let mut left = of(&a);
            left.merge(&of(&b));
            left.merge(&of(&c));
            let mut right = of(&c);
            right.merge(&of(&b));
            let mut turned = of(&a);
            right.merge(&turned);
            turned.merge(&Distribution::default());
            prop_assert_eq!(&left, &whole);
            prop_assert_eq!(&right, &whole);
            prop_assert_eq!(turned, of(&a));
        }

        #[test]
        fn quantiles_agree_with_the_sorted_sample(mut values in prop::collection::vec(0u32..50, 1..60), percent in 1u8..=100) {
            let rank = (values.len() * usize::from(percent)).div_ceil(100);
            let quantile = of(&values).quantile(percent);
            values.sort_unstable();
            prop_assert_eq!(quantile, Some(values[rank - 1]));
        }
    }
}
