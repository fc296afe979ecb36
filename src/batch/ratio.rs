//! Exact sums over groups of games, for means and their errors.

use serde::{Deserialize, Serialize};

use super::group_mean::Sizes;
use super::interval::t_reach;

/// Exact sums over groups of two quantities of a group, for the ratio of their totals and its variance.
///
/// For an ordinary mean the *part* is the sum of a group's values and the *whole* the number of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RatioSums {
    /// Groups seen, those with nothing to observe included.
    pub groups: u64,
    /// Groups that have a part.
    pub present: u64,
    /// The sum of the parts.
    pub part: u128,
    /// The sum of the wholes.
    pub whole: u128,
    /// The sum of the squared parts.
    pub part_squared: u128,
    /// The sum of the squared wholes.
    pub whole_squared: u128,
    /// The sum of the products of part and whole.
    pub product: u128,
    /// The sums of products of three, with none, one, two and three wholes in them; one that outgrows its integer stays at its
    /// greatest value.
    cubes: [u128; 4],
}

impl RatioSums {
    /// Counts one group.
    pub fn add(&mut self, part: u64, whole: u64) {
        let (part, whole) = (u128::from(part), u128::from(whole));
        self.merge(&RatioSums {
            groups: 1,
            present: u64::from(part > 0),
            part,
            whole,
            part_squared: part * part,
            whole_squared: whole * whole,
            product: part * whole,
            cubes: [[part; 3], [part, part, whole], [part, whole, whole], [whole; 3]].map(product),
        });
    }

    /// Adds what the other has seen.
    pub fn merge(&mut self, other: &RatioSums) {
        self.groups += other.groups;
        self.present += other.present;
        self.part += other.part;
        self.whole += other.whole;
        self.part_squared += other.part_squared;
        self.whole_squared += other.whole_squared;
        self.product += other.product;
        // Saturating sums of what is not negative merge in any order too.
        self.cubes.iter_mut().zip(other.cubes).for_each(|(mine, theirs)| *mine = mine.saturating_add(theirs));
    }

    /// Whether it can be of so many groups with at most so many observations each: no sum is out of reach.
    pub(super) fn is_sound(&self, groups: u64, each: u64) -> bool {
        let one = u128::from(each) * u128::from(u32::MAX);
        let reach = |of_one: u128| of_one.saturating_mul(u128::from(groups));
        self.groups == groups
            && self.present <= groups
            && u128::from(self.present) <= self.part
            && self.part.max(self.whole) <= reach(one)
            && self.part_squared.max(self.whole_squared).max(self.product) <= reach(one.saturating_mul(one))
            && self.cubes.iter().all(|sum| *sum <= reach(product([one; 3])))
    }

    /// Total part over total whole.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.whole > 0).then(|| self.part as f64 / self.whole as f64)
    }

    /// The groups that say something of the ratio: all of them, but where fewer than half have anything to observe, as many as their
    /// observations are worth (Kish, 1965). Of one group that observed something the others know nothing.
    #[must_use]
    pub fn telling(&self) -> u64 {
        let worth = self.whole.checked_mul(self.whole).and_then(|square| square.checked_div(self.whole_squared));
        let few = worth.filter(|worth| worth.saturating_mul(2) < u128::from(self.groups));
        few.and_then(|worth| u64::try_from(worth).ok()).unwrap_or(self.groups)
    }

    /// How far a t interval of the groups that tell reaches, where one of all groups reaches so far; none below two.
    #[must_use]
    pub fn reach(&self, of_all: Option<f64>) -> Option<f64> {
        let telling = self.telling();
        if telling == self.groups { of_all } else { t_reach(telling) }
    }

    /// The standard error of the ratio by the delta method; with as many observations in every group, exactly the standard
    /// error of the mean of group means. None below two groups that tell.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let ratio = self.ratio()?;
        let telling = self.telling();
        let groups = telling as f64;
        let scale = self.whole as f64 / groups;
        (telling > 1).then(|| (self.residuals(ratio).max(0.0) / (groups * (groups - 1.0))).sqrt() / scale)
    }

    /// The coefficient of skewness of the groups' residuals about the ratio; none without variance, or where the sums are too
    /// great.
    #[must_use]
    pub fn skewness(&self) -> Option<f64> {
        let ratio = self.ratio()?;
        let groups = self.groups as f64;
        let [ppp, ppw, pww, www] = self.cubes.map(|sum| (sum < u128::MAX).then_some(sum as f64));
        let cubes = ppp? - 3.0 * ratio * ppw? + 3.0 * ratio * ratio * pww? - ratio * ratio * ratio * www?;
        let variance = self.residuals(ratio).max(0.0) / groups;
        let skewness = cubes / groups / (variance * variance.sqrt());
        // What rounding leaves of equal groups is no skewness.
        (self.groups > 2 && !self.is_constant() && skewness.is_finite()).then_some(skewness)
    }

    /// How large the parts are of the groups that have any; none where no group has.
    #[must_use]
    pub fn sizes(&self) -> Option<Sizes> {
        let (groups, sum) = (self.present as f64, self.part as f64);
        let squares = groups * self.part_squared as f64 / (sum * sum);
        // Rounding must not make less than nothing of equal parts.
        let variation = if self.present > 1 { (squares - 1.0).max(0.0) * groups / (groups - 1.0) } else { 0.0 };
        (self.present > 0).then(|| Sizes { groups: self.present, mean: sum / groups, variation })
    }

    /// The sum of the squared residuals of the groups about the ratio.
    fn residuals(&self, ratio: f64) -> f64 {
        self.part_squared as f64 - 2.0 * ratio * self.product as f64 + ratio * ratio * self.whole_squared as f64
    }

    /// Whether no group has a part.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.part == 0
    }

    /// Whether every group has the same part, so that the groups show no variance at all.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        // Equality in the inequality of Cauchy and Schwarz.
        u128::from(self.groups).checked_mul(self.part_squared) == self.part.checked_mul(self.part)
    }

    /// Whether no group holds more than one observation; only meaningful when the whole counts observations.
    #[must_use]
    pub const fn at_most_one_each(&self) -> bool {
        self.whole == self.whole_squared
    }
}

/// The product of three numbers, or the greatest there is.
fn product([a, b, c]: [u128; 3]) -> u128 {
    a.saturating_mul(b).saturating_mul(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_groups_give_the_standard_error_of_group_means() {
        let mut sums = RatioSums::default();
        [(3, 4), (1, 4), (0, 4), (2, 4)].iter().for_each(|(part, whole)| sums.add(*part, *whole));
        // Group means 0.75, 0.25, 0, 0.5: their variance is 0.3125 / 3.
        assert_eq!(sums.ratio(), Some(0.375));
        assert!((sums.standard_error().unwrap() - (0.3125f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
        assert!(!sums.is_constant());
    }

    #[test]
    fn only_groups_that_observed_something_tell() {
        let of = |groups: &[(u64, u64)]| {
            let mut sums = RatioSums::default();
            groups.iter().chain([(0, 0); 40].iter()).for_each(|(part, whole)| sums.add(*part, *whole));
            (sums.telling(), sums.standard_error(), sums.reach(Some(2.0)))
        };
        assert_eq!(of(&[(7, 1)]), (1, None, None));
        assert_eq!(of(&[(30, 4)]), (1, None, None));
        let (telling, error, reach) = of(&[(5, 1), (9, 1)]);
        // Two values that are 4 apart: the error of their mean is 2, and t has one degree of freedom.
        assert!(telling == 2 && (error.unwrap() - 2.0).abs() < 1e-12 && (reach.unwrap() - 12.706).abs() < 1e-3);
        assert_eq!(of(&[(3, 4); 40]).0, 80);
        assert_eq!(of(&[(3, 4); 40]).2, Some(2.0));
    }

    #[test]
    fn groups_that_are_all_alike_are_noticed() {
        let mut sums = RatioSums::default();
        (0..7).for_each(|_| sums.add(3, 4));
        assert!(sums.is_constant());
    }

    #[test]
    fn the_skewness_of_known_groups() {
        let of = |parts: &[u64]| {
            let mut sums = RatioSums::default();
            parts.iter().for_each(|part| sums.add(*part, 4));
            sums.skewness()
        };
        assert!(of(&[1, 2, 3]).unwrap().abs() < 1e-12);
        // Third moment 6 over the cube of the deviation, the square root of 3.
        assert!((of(&[0, 0, 0, 4]).unwrap() - 6.0 / 27f64.sqrt()).abs() < 1e-12);
        assert_eq!((of(&[5, 5, 5]), of(&[1, 2]), of(&[])), (None, None, None));
    }

    #[test]
    fn the_sizes_of_what_some_groups_have() {
        let of = |parts: &[u64]| {
            let mut sums = RatioSums::default();
            parts.iter().for_each(|part| sums.add(*part, 4));
            sums.sizes()
        };
        // The mean of 2, 4 and 9 is 5, their variance 13.
        assert_eq!(of(&[0, 2, 0, 4, 9, 0]).map(|sizes| (sizes.groups, sizes.mean)), Some((3, 5.0)));
        assert!((of(&[0, 2, 0, 4, 9, 0]).unwrap().variation - 13.0 / 25.0).abs() < 1e-12);
        assert_eq!(of(&[0, 7, 7]), Some(Sizes { groups: 2, mean: 7.0, variation: 0.0 }));
        assert_eq!(of(&[7, 0]), Some(Sizes { groups: 1, mean: 7.0, variation: 0.0 }));
        assert_eq!((of(&[0, 0]), of(&[])), (None, None));
    }

    proptest! {
        #[test]
        fn sums_merge_in_any_order_and_never_overflow(
            a in prop::collection::vec((any::<u32>(), any::<u32>()), 0..20),
            b in prop::collection::vec((0u32..9, 0u32..9), 0..20),
        ) {
            let of = |groups: &[&(u32, u32)]| {
                let mut sums = RatioSums::default();
                groups.iter().for_each(|(part, whole)| sums.add(u64::from(*part) << 4, u64::from(*whole)));
                sums
            };
            let mut merged = of(&b.iter().collect::<Vec<_>>());
            merged.merge(&of(&a.iter().collect::<Vec<_>>()));
            prop_assert_eq!(merged, of(&a.iter().chain(&b).collect::<Vec<_>>()));
            prop_assert!(merged.is_sound(merged.groups, 15 * 16));
        }
    }
}
