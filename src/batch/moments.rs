//! Exact sums over groups of products of what two sides have counted: all that moments up to the third are made of.

/// Counts of a group: part and whole of the first side, part and whole of the second.
pub(super) type Counts = [u64; 4];

/// The terms of a linear form of a group's counts: a constant, part and whole of the first side, and by how much part and whole of
/// the second side are more.
pub(super) type Form = [f64; 5];

/// The constant.
pub(super) const ONE: Form = [1.0, 0.0, 0.0, 0.0, 0.0];

/// How many products of three there are of a constant and four counts.
const PRODUCTS: usize = 35;

/// A sum stays here when it has come so far: what is less can be added and subtracted eight times in `i128`.
const MOST: u128 = 1 << 124;

/// Their factors, in order; 0 is the constant, so that products of one and two are among them.
const FACTORS: [[usize; 3]; PRODUCTS] = factors();

const fn factors() -> [[usize; 3]; PRODUCTS] {
    let mut all = [[0; 3]; PRODUCTS];
    let (mut at, mut i) = (0, 0);
    while i < 5 {
        let mut j = i;
        while j < 5 {
            let mut k = j;
            while k < 5 {
                all[at] = [i, j, k];
                (at, k) = (at + 1, k + 1);
            }
            j += 1;
        }
        i += 1;
    }
    all
}

/// Exact sums over groups of the products of up to three counts of both sides.
///
/// A group of 15 games has counts below 2^36, so that the sums of products of two are exact however many games there may be, and
/// those of three for 65,000 groups of the greatest counts there are, or as many as there may be of counts up to a million a
/// game. A sum that goes beyond stays at the greatest value, in whatever order it came there, and is not known any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moments {
    sums: [u128; PRODUCTS],
}

impl Default for Moments {
    fn default() -> Moments {
        Moments { sums: [0; PRODUCTS] }
    }
}

impl Moments {
    /// Counts one group.
    pub(super) fn add(&mut self, counts: Counts) {
        let [a, b, c, d] = counts.map(u128::from);
        let factor = [1, a, b, c, d];
        for (sum, [i, j, k]) in self.sums.iter_mut().zip(FACTORS) {
            let product = (factor[i] * factor[j]).saturating_mul(factor[k]);
            *sum = sum.saturating_add(product).min(MOST);
        }
    }

    /// Adds what the other has seen.
    pub(super) fn merge(&mut self, other: &Moments) {
        self.sums.iter_mut().zip(other.sums).for_each(|(mine, theirs)| *mine = mine.saturating_add(theirs).min(MOST));
    }

    /// Groups seen.
    pub(super) fn groups(&self) -> u64 {
        u64::try_from(self.sums[0]).unwrap_or(u64::MAX)
    }

    /// The sum of a product of terms of a [`Form`], exactly; none where it was too great.
    ///
    /// Where both sides are nearly the same, products of what differs are small numbers. To make them of great ones in floats would
    /// leave nothing but rounding of the third moment.
    pub(super) fn sum(&self, terms: [usize; 3]) -> Option<i128> {
        self.expanded(terms, 0)
    }

    /// The same, where the terms from `at` on may be differences of what stands in the same place on both sides.
    fn expanded(&self, terms: [usize; 3], at: usize) -> Option<i128> {
        match terms.get(at) {
            None => self.raw(terms),
            Some(0..3) => self.expanded(terms, at + 1),
            Some(_) => {
                let mut less = terms;
                less[at] -= 2;
                Some(self.expanded(terms, at + 1)? - self.expanded(less, at + 1)?)
            }
        }
    }

    fn raw(&self, mut factors: [usize; 3]) -> Option<i128> {
        factors.sort_unstable();
        let at = FACTORS.iter().position(|known| *known == factors)?;
        i128::try_from(self.sums[at]).ok().filter(|_| self.sums[at] < MOST)
    }

    /// The sum over groups of the product of three forms; none where a sum of it is not known.
    ///
    /// What is no more than rounding of the terms that it is made of is nothing.
    pub(super) fn total(&self, [a, b, c]: [&Form; 3]) -> Option<f64> {
        let weights = |form: &Form| (0..form.len()).zip(*form).filter(|(_, weight)| *weight != 0.0);
        let (mut total, mut size) = (0.0, 0.0f64);
        for (i, x) in weights(a) {
            for (j, y) in weights(b) {
                for (k, z) in weights(c) {
                    let term = x * y * z * self.sum([i, j, k])? as f64;
                    (total, size) = (total + term, size + term.abs());
                }
            }
        }
        Some(if f64::abs(total) <= 32.0 * f64::EPSILON * size { 0.0 } else { total })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a term is in a group.
    fn term([a, b, c, d]: Counts, at: usize) -> i128 {
        let [a, b, c, d] = [a, b, c, d].map(i128::from);
        [1, a, b, c - a, d - b][at]
    }

    #[test]
    fn the_greatest_counts_are_exact_for_65_000_groups_and_then_not_known() {
        let greatest = 15 * u64::from(u32::MAX);
        let mut sums = Moments::default();
        (0..65_000).for_each(|_| sums.add([greatest, 1, 0, greatest]));
        assert_eq!(sums.sum([1, 1, 1]), Some(65_000 * i128::from(greatest).pow(3)));
        assert_eq!(sums.sum([3, 3, 3]), Some(-65_000 * i128::from(greatest).pow(3)));
        let mut more = sums.clone();
        more.merge(&sums);
        assert_eq!((more.sum([1, 1, 1]), more.sum([3, 3, 3])), (None, None));
        assert_eq!((more.sum([0, 1, 1]), more.groups()), (Some(130_000 * i128::from(greatest).pow(2)), 130_000));
        assert_eq!(more.total([&[0.0, 1.0, 0.0, 0.0, 0.0]; 3]), None);
        // Such games as there are: a million of something in each, in as many groups as there may be games.
        assert!((1_000_000u128 * 15).checked_pow(3).is_some_and(|cube| cube * (1 << 52) < MOST));
    }

    #[test]
    fn one_group_of_many_that_differs_is_not_lost_in_rounding() {
        // Half a minute in one of 250,000 groups of four games of 77 minutes, in seconds.
        let mut sums = Moments::default();
        (0..250_000u64).for_each(|g| sums.add([18_480 + g % 900, 240, 18_480 + g % 900 + 30 * u64::from(g == 0), 240]));
        let more: Form = [0.0, 0.0, -30.0 / (250_000.0 * 240.0), 1.0, 0.0];
        let (n, x) = (250_000.0f64, 30.0f64);
        let expected = x.powi(3) * (1.0 - 1.0 / n) * (1.0 - 2.0 / n);
        let found = sums.total([&more; 3]).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} is not {expected}");
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_groups_in_any_order(
            a in prop::collection::vec(any::<[u32; 4]>(), 0..8),
            b in prop::collection::vec(any::<[u32; 4]>(), 0..8),
        ) {
            let of = |groups: &[[u32; 4]]| {
                let mut sums = Moments::default();
                groups.iter().for_each(|counts| sums.add(counts.map(|count| u64::from(count) * 15)));
                sums
            };
            let (mut left, mut right) = (of(&a), of(&b));
            left.merge(&of(&b));
            right.merge(&of(&a));
            let all = [a, b].concat();
            prop_assert_eq!(&left, &right);
            prop_assert_eq!(&left, &of(&all));
            for i in 0..5 {
                for j in 0..5 {
                    for k in 0..5 {
                        let one = |counts: &[u32; 4]| {
                            let counts = counts.map(|count| u64::from(count) * 15);
                            term(counts, i) * term(counts, j) * term(counts, k)
                        };
                        prop_assert_eq!(left.sum([i, j, k]), Some(all.iter().map(one).sum::<i128>()));
                    }
                }
            }
            prop_assert_eq!(left.total([&ONE; 3]), Some(all.len() as f64));
        }
    }
}
