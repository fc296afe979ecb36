//! How values that come in groups stand among each other: what the error of a quantile needs beside the counts.

use serde::{Deserialize, Serialize};

use super::distribution::{DENSE, Distribution};

/// Exact sums over groups, by value, from which follows how the number of values up to any bound varies from group to group.
///
/// With C the number of a group's values up to a bound and m that of all its values, a group's values in ascending order have
/// 0, 1, .. C - 1 before them, so that the sum of these is (C^2 - C) / 2: sums by value add up to those of C^2, and of C m, for
/// every bound at once. Of m it is kept by how much it falls short of the size of a whole group, which is mostly nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GroupRanks {
    /// For each value, how many values of the same group come before it.
    earlier: Vec<u64>,
    /// For each value, how many values its group lacks.
    lacking: Vec<u64>,
    /// The sum of what the groups of all values lack, those included that are too great to be told apart.
    all_lacking: u64,
}

impl GroupRanks {
    /// Counts the values of one group, in ascending order; a whole group would have that many.
    pub fn add(&mut self, ascending: &[u32], size: u64) {
        let lacking = size.saturating_sub(ascending.len() as u64);
        self.all_lacking += lacking * ascending.len() as u64;
        for (before, value) in (0..).zip(ascending) {
            count(&mut self.earlier, *value, before);
            count(&mut self.lacking, *value, lacking);
        }
    }

    /// Adds what the other has seen.
    pub fn merge(&mut self, other: &GroupRanks) {
        self.all_lacking += other.all_lacking;
        for (mine, theirs) in [(&mut self.earlier, &other.earlier), (&mut self.lacking, &other.lacking)] {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    /// Whether it can be of so many values in groups of at most so many each.
    pub(super) fn is_sound(&self, values: u64, each: u64) -> bool {
        let most = values.saturating_mul(each);
        let fits = |sums: &[u64]| {
            let all = sums.iter().try_fold(0u64, |all, sum| all.checked_add(*sum));
            sums.len() <= DENSE && all.is_some_and(|all| all <= most)
        };
        fits(&self.earlier) && fits(&self.lacking) && self.all_lacking <= most
    }

    /// The design effect at that quantile of the values (Kish, 1965): by how many times the variance of the number of values up
    /// to it exceeds that of as many independent ones. `groups` counts all groups, those without values too, and a whole one has
    /// `size` values.
    ///
    /// None below two groups, where all values are alike, and where no group has two values, which are then as independent as
    /// the groups.
    #[must_use]
    pub fn design_effect(&self, values: &Distribution, groups: u64, size: u64, percent: u8) -> Option<f64> {
        let (n, p) = (values.n() as f64, f64::from(percent) / 100.0);
        let whole = size as f64;
        // The sum over groups of m^2.
        let sizes = n * whole - self.all_lacking as f64;
        let mut sums = [0u64; 3];
        let mut nearest: Option<(f64, f64)> = None;
        for (value, count) in values.counts() {
            let at = |sums: &[u64]| sums.get(value as usize).copied().unwrap_or(0);
            sums[0] += count;
            sums[1] += at(&self.earlier);
            sums[2] += at(&self.lacking);
            let [count, earlier, lacking] = sums.map(|sum| sum as f64);
            let share = count / n;
            if share >= 1.0 {
                break;
            }
            // Those of C^2 and of C m.
            let (squares, products) = (count + 2.0 * earlier, count * whole - lacking);
            let residuals = squares - 2.0 * share * products + share * share * sizes;
            let k = groups as f64;
            let effect = residuals.max(0.0) * k / (k - 1.0) / (n * share * (1.0 - share));
            let distance = (share - p).abs();
            if nearest.is_none_or(|(other, _)| distance < other) {
                nearest = Some((distance, effect));
            }
            if share >= p {
                break;
            }
        }
        nearest.map(|(_, effect)| effect).filter(|_| groups > 1 && sizes > n)
    }
}

/// Adds to the sum of a value, if there is anything to add and it can be told apart.
fn count(sums: &mut Vec<u64>, value: u32, more: u64) {
    let slot = value as usize;
    if more > 0 && slot < DENSE {
        sums.resize(sums.len().max(slot + 1), 0);
        sums[slot] += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: u64 = 4;

    fn of(groups: &[Vec<u32>]) -> (Distribution, GroupRanks) {
        let (mut values, mut ranks) = (Distribution::default(), GroupRanks::default());
        for group in groups {
            let mut group = group.clone();
            group.sort_unstable();
            group.iter().for_each(|value| values.add(*value));
            ranks.add(&group, SIZE);
        }
        (values, ranks)
    }

    /// The same by its definition: the variance of residuals of each group's count, over the binomial one.
    fn by_hand(groups: &[Vec<u32>], bound: u32) -> f64 {
        let n: usize = groups.iter().map(Vec::len).sum();
        let up_to = |group: &Vec<u32>| group.iter().filter(|value| **value <= bound).count() as f64;
        let share = groups.iter().map(up_to).sum::<f64>() / n as f64;
        let residual = |group: &Vec<u32>| up_to(group) - share * group.len() as f64;
        let k = groups.len() as f64;
        groups.iter().map(residual).map(|r| r * r).sum::<f64>() * k / (k - 1.0) / (n as f64 * share * (1.0 - share))
    }

    #[test]
    fn groups_of_equal_values_count_once() {
        let groups: Vec<Vec<u32>> = (0..100).map(|i| vec![i; 4]).collect();
        let (values, ranks) = of(&groups);
        let effect = ranks.design_effect(&values, 100, SIZE, 50).unwrap();
        // Four values that say the same are worth one.
        assert!((effect - 4.0 * 100.0 / 99.0).abs() < 1e-9, "{effect}");
    }

    #[test]
    fn nothing_is_said_where_nothing_varies() {
        let (values, ranks) = of(&[vec![3, 3], vec![3]]);
        assert_eq!(ranks.design_effect(&values, 2, SIZE, 50), None);
        let (values, ranks) = of(&[vec![3, 4]]);
        assert_eq!(ranks.design_effect(&values, 1, SIZE, 50), None);
        let (values, ranks) = of(&[vec![1], vec![7]]);
        assert_eq!(ranks.design_effect(&values, 2, SIZE, 50), None);
    }

    proptest! {
        #[test]
        fn it_agrees_with_its_definition(groups in prop::collection::vec(prop::collection::vec(0u32..12, 0..5), 2..40)) {
            let (values, ranks) = of(&groups);
            if let (Some(effect), Some(median)) = (ranks.design_effect(&values, groups.len() as u64, SIZE, 50), values.quantile(50)) {
                let candidates = [median, values.counts().map(|(value, _)| value).filter(|v| *v < median).max().unwrap_or(median)];
                let known = candidates.map(|bound| by_hand(&groups, bound));
                prop_assert!(known.iter().any(|known| (known - effect).abs() < 1e-9), "{effect} is not of {known:?}");
            }
        }

        #[test]
        fn it_merges_in_any_order(
            a in prop::collection::vec(prop::collection::vec(0u32..20_000, 0..5), 0..10),
            b in prop::collection::vec(prop::collection::vec(0u32..50, 0..5), 0..10),
        ) {
            let mut merged = of(&b).1;
            merged.merge(&of(&a).1);
            let (values, whole) = of(&[a, b].concat());
            prop_assert!(whole.is_sound(values.n(), 5));
            prop_assert_eq!(merged, whole);
        }
    }
}
