//! Intervals: how far an estimate may be from the truth, at a confidence of 95%.
//!
//! Each interval covers its own truth; no correction is made for reading many of them at once.

use super::beta::{binomial_at_least, binomial_at_most, bisect, ln_beta, t_quantile};
use super::distribution::Distribution;
use super::group_mean::GroupMean;
use super::ratio::RatioSums;
use crate::game::{Dice, Lane};

/// How often an interval may miss the truth.
pub const MISS: f64 = 0.05;

/// The standard normal quantile of `1 - MISS / 2`.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// A range that holds the truth, in the unit of the estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Half its length.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether it holds the value.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// What of it is at least `low` and at most `high`.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Interval {
        Interval { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }
}

/// By how many standard errors a t interval over that many groups reaches out; none below two groups.
#[must_use]
pub fn t_reach(groups: u64) -> Option<f64> {
    (groups > 1).then(|| t_quantile(MISS / 2.0, (groups - 1) as f64))
}

/// The t interval on group means, for a number of groups fixed beforehand, without the skewness of the groups; `reach` from
/// [`t_reach`]. With unequal groups it is that of a ratio of sums, by the delta method.
///
/// A plain t interval of fifty groups covers 87% instead of 95% where few games have most of what is counted, as with skipped turns
/// (coefficient of skewness 4.6); this one covers 95 to 96%. What few groups have at all is told from what few have most of by
/// the [`Sizes`](super::group_mean::Sizes) of the groups that have any.
#[must_use]
pub fn t_interval(sums: &RatioSums, reach: f64) -> Option<Interval> {
    t_interval_of_error(sums, sums.standard_error()?, reach)
}

/// The same with that standard error.
pub(super) fn t_interval_of_error(sums: &RatioSums, error: f64, reach: f64) -> Option<Interval> {
    let (mean, groups) = (sums.ratio()?, sums.groups);
    let mean = GroupMean { mean, error, skewness: sums.skewness().unwrap_or(0.0), groups };
    Some(sums.sizes().map_or_else(|| mean.interval(reach), |sizes| mean.interval_of(&sizes, reach)))
}

/// Wilson's score interval (1927) for a probability, after `successes` of `trials` fixed beforehand.
///
/// `successes` may be a sum of shares in [0, 1], which vary no more than coins of the same mean: then it is conservative.
/// None without trials.
#[must_use]
pub fn wilson(successes: f64, trials: u64) -> Option<Interval> {
    (trials > 0).then(|| score_interval(successes / trials as f64, trials as f64, Z))
}

/// The score interval of a share of games that come in groups: Wilson's over as many games as those are worth by their design
/// effect, with the quantile of t for the number of groups (Korn and Graubard, 1998, do so with the interval of Clopper and
/// Pearson). None without error.
#[must_use]
pub fn grouped_score_interval(sums: &RatioSums, error: f64, reach: f64) -> Option<Interval> {
    let share = sums.ratio()?;
    let worth = share * (1.0 - share) / (error * error);
    (error > 0.0 && worth > 0.0).then(|| score_interval(share, worth, reach))
}

fn score_interval(p: f64, n: f64, z: f64) -> Interval {
    let shrink = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / shrink;
    let reach = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding must not push an end past the estimate when there were no successes, or nothing else.
    Interval { low: (centre - reach).min(p), high: (centre + reach).max(p) }.within(0.0, 1.0)
}

/// The Beta-mixture confidence sequence: it holds the mean *at all times at once* with probability 95%, so one may look as
/// often as one likes and stop when one likes. None without groups.
///
/// `sum` adds up `groups` independent shares in [0, 1]. With S = `sum` and n = `groups`, a mean p is excluded when
/// `ln B(S+1, n-S+1) - S ln p - (n-S) ln(1-p) >= ln(1/0.05)`. The left side is the logarithm of the mixture over a uniform
/// theta of the products of `(theta/p)^x ((1-theta)/(1-p))^(1-x)`; each factor is convex in x, so its mean is at most 1 for any
/// x in [0, 1] of mean p, and Ville's inequality applies. Robbins (1970), "Statistical methods related to the law of the
/// iterated logarithm"; Waudby-Smith & Ramdas (2024), "Estimating means of bounded random variables by betting".
#[must_use]
pub fn confidence_sequence(sum: f64, groups: u64) -> Option<Interval> {
    let n = groups as f64;
    let mixture = ln_beta(sum + 1.0, n - sum + 1.0) + libm::log(MISS);
    let excluded = |p: f64| mixture - weighted_ln(sum, p) - weighted_ln(n - sum, 1.0 - p) >= 0.0;
    let best = sum / n;
    let low = || if sum > 0.0 { bisect(0.0, best, excluded) } else { 0.0 };
    let high = || if sum < n { bisect(best, 1.0, |p| !excluded(p)) } else { 1.0 };
    (groups > 0).then(|| Interval { low: low(), high: high() })
}

/// `weight * ln p`, where nothing weighs nothing.
fn weighted_ln(weight: f64, p: f64) -> f64 {
    if weight > 0.0 { weight * libm::log(p) } else { 0.0 }
}

/// The distribution-free interval of a quantile, from ranks by the binomial distribution of the number of values below it.
///
/// Its coverage is at least 95% when the values are independent. Of values in groups it takes the ranks by the normal distribution
/// instead, with the variance that the design effect gives their number (Woodruff, 1952). An end is `None` where too few values
/// lie on that side to bound it, or the value is too great to be told apart.
#[must_use]
pub fn quantile_interval(values: &Distribution, percent: u8, grouped: Option<Grouped>) -> (Option<u32>, Option<u32>) {
    let n = values.n();
    let p = f64::from(percent) / 100.0;
    let (low, high) = match grouped {
        None => (
            first(0, n, |k| binomial_at_most(k, n, p) > MISS / 2.0),
            first(0, n + 1, |k| binomial_at_least(k, n, p) <= MISS / 2.0),
        ),
        Some(Grouped { effect, reach }) => {
            let (centre, half) = (n as f64 * p, reach * (n as f64 * p * (1.0 - p) * effect).sqrt());
            // Half a rank for the step from the normal distribution to whole numbers; what is below nothing is rank 0.
            let (low, high) = ((centre - half + 0.5).round() as u64, (centre + half + 0.5).round() as u64);
            // Where groups hardly vary, that half rank is not to leave the estimate outside.
            values.rank_of(percent).map_or((low, high), |rank| (low.min(rank), high.max(rank)))
        }
    };
    (values.at_rank(low), values.at_rank(high))
}

/// How values come in groups, for the ranks of a quantile's interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grouped {
    /// The design effect, as of [`GroupRanks::design_effect`](super::ranks::GroupRanks::design_effect).
    pub effect: f64,
    /// From [`t_reach`], for the number of groups.
    pub reach: f64,
}

/// Samples drawn anew for a bootstrap.
const RESAMPLES: usize = 1000;

/// The percentile bootstrap interval of a statistic of independent values (Efron, 1979), with dice of its own: the same values
/// give the same interval.
///
/// None below two values, and where the statistic is not there for every sample.
#[must_use]
pub fn bootstrap<T: Copy>(values: &[T], statistic: impl Fn(&[T]) -> Option<f64>) -> Option<Interval> {
    let n = u32::try_from(values.len()).ok().filter(|n| *n > 1)?;
    let mut dice = Dice::new(0, 0, Lane::Chance);
    let mut resample = |_| {
        let drawn: Vec<T> = values.iter().map(|_| values[dice.below(n) as usize]).collect();
        statistic(&drawn)
    };
    let mut found = (0..RESAMPLES).map(&mut resample).collect::<Option<Vec<f64>>>()?;
    found.sort_by(f64::total_cmp);
    let tail = (RESAMPLES as f64 * MISS / 2.0) as usize;
    Some(Interval { low: found[tail], high: found[RESAMPLES - 1 - tail] })
}

/// The first number in `low..high` from which on `holds` is true; `high` when it never is.
fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Rounded to six decimals, without negative zeros.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    let millionths = (value * 1e6).round();
    // Great numbers have no millionths to lose.
    if millionths.abs() < 1e15 { millionths / 1e6 + 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn means_of_what_few_groups_show_are_not_too_sure() {
        let mut rng = ChaCha8Rng::seed_from_u64(16);
        let (mut covered, mut plain, mut intervals) = (0, 0, 0);
        for _ in 0..2000 {
            let mut sums = RatioSums::default();
            for _ in 0..50 {
                // One group in twelve has something to observe, 1 to 9: 5 on average.
                let seen = rng.next_u32().is_multiple_of(12);
                if seen { sums.add(u64::from(rng.next_u32() % 9) + 1, 1) } else { sums.add(0, 0) }
            }
            let all = t_reach(50);
            let Some(interval) = sums.reach(all).and_then(|reach| t_interval(&sums, reach)) else { continue };
            intervals += 1;
            covered += u32::from(interval.contains(5.0));
            plain += u32::from(t_interval(&sums, all.unwrap()).unwrap().contains(5.0));
        }
        let share = |n: u32| f64::from(n) / f64::from(intervals);
        assert!(
            intervals > 1600 && share(covered) > 0.93 && share(covered) < 0.98,
            "{} of {intervals}",
            share(covered)
        );
        assert!(share(plain) < 0.92, "{}: all groups alike know too much", share(plain));
    }

    #[test]
    fn the_bootstrap_of_a_mean_agrees_with_its_t_interval() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
        let mean = |values: &[f64]| Some(values.iter().sum::<f64>() / values.len() as f64);
        let interval = bootstrap(&values, mean).unwrap();
        // The standard deviation is 5.77: half a length of 0.565.
        assert!(interval.contains(9.5) && (interval.half_width() - 0.565).abs() < 0.06, "{interval:?}");
        assert_eq!((bootstrap(&values, mean), bootstrap(&values[..0], mean)), (Some(interval), None));
        assert_eq!(bootstrap(&values, |_| None), None);
    }

    fn near(interval: Option<Interval>, low: f64, high: f64) {
        let found = interval.unwrap();
        assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{found:?} is not {low}, {high}");
    }

    #[test]
    fn wilson_at_reference_points() {
        near(wilson(0.0, 10), 0.0, 0.277_532_799_863);
        near(wilson(27.0, 100), 0.192_695_841_496, 0.364_321_167_679);
        near(wilson(10.0, 10), 0.722_467_200_137, 1.0);
        near(wilson(250.0, 1000), 0.224_153_098_984, 0.277_760_280_259);
        assert_eq!(wilson(0.0, 0), None);
    }

    #[test]
    fn the_confidence_sequence_at_reference_points() {
        near(confidence_sequence(25.0, 100), 0.129_943_048_592, 0.403_751_456_836);
        near(confidence_sequence(12.75, 50), 0.100_216_513_646, 0.469_728_080_116);
        near(confidence_sequence(250_000.0, 1_000_000), 0.248_084_147_491, 0.251_922_400_161);
        near(confidence_sequence(0.0, 50), 0.0, 0.129_381_289_092);
        near(confidence_sequence(50.0, 50), 0.870_618_710_908, 1.0);
        assert_eq!(confidence_sequence(0.0, 0), None);
    }

    #[test]
    fn t_intervals_need_two_groups() {
        let mut sums = RatioSums::default();
        sums.add(1, 4);
        assert_eq!((t_reach(1), t_interval(&sums, 2.0)), (None, None));
        sums.add(3, 4);
        // Means 1/4 and 3/4: standard error 1/4, t(0.975, 1) = 12.7062047362.
        near(t_interval(&sums, t_reach(2).unwrap()), 0.5 - 0.25 * 12.706_204_736_2, 0.5 + 0.25 * 12.706_204_736_2);
    }

    #[test]
    fn quantile_intervals_take_the_ranks_of_the_binomial_tables() {
        let ranks = |n: u32, percent| {
            let mut values = Distribution::default();
            (1..=n).for_each(|v| values.add(v));
            quantile_interval(&values, percent, None)
        };
        assert_eq!(ranks(5, 50), (None, None));
        assert_eq!(ranks(10, 50), (Some(2), Some(9)));
        assert_eq!(ranks(20, 50), (Some(6), Some(15)));
        assert_eq!(ranks(100, 50), (Some(40), Some(61)));
        assert_eq!(ranks(200, 95), (Some(184), Some(197)));
        assert_eq!(ranks(1000, 5), (Some(37), Some(65)));
        assert_eq!(ranks(0, 50), (None, None));
    }

    #[test]
    fn grouped_intervals_of_quantiles_hold_their_estimates() {
        let mut values = Distribution::default();
        (0..75).for_each(|_| values.add(1));
        (0..225).for_each(|_| values.add(9));
        // Every group has one 1: its number is known for sure.
        let grouped = Some(Grouped { effect: 0.0, reach: 2.0 });
        assert_eq!((values.quantile(25), quantile_interval(&values, 25, grouped)), (Some(1), (Some(1), Some(9))));
    }

    /// Wins of one entrant in a group of four games that share a deal: the deal moves its chance between 0.1 and 0.4.
    fn wins_in_group(dice: &mut ChaCha8Rng) -> u64 {
        let chance = 10 + dice.next_u64() % 31;
        (0..4).filter(|_| dice.next_u64() % 100 < chance).count() as u64
    }

    /// In how many of `runs` the interval misses 0.25 at `look`s, each after some more groups.
    fn misses(runs: u64, looks: u64, miss: impl Fn(&RatioSums) -> bool) -> u64 {
        let run = |seed| {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let mut sums = RatioSums::default();
            (0..looks).any(|_| {
                (0..64).for_each(|_| sums.add(wins_in_group(&mut dice), 4));
                miss(&sums)
            })
        };
        (0..runs).filter(|seed| run(*seed)).count() as u64
    }

    #[test]
    fn t_intervals_cover_at_one_look_and_fail_at_many() {
        let reaches: Vec<f64> = (1..=30).map(|look| t_reach(look * 64).unwrap()).collect();
        let miss = |sums: &RatioSums| {
            let reach = reaches[sums.groups as usize / 64 - 1];
            !t_interval(sums, reach).unwrap().contains(0.25)
        };
        let once = misses(2000, 1, miss);
        assert!((60..=140).contains(&once), "{once} of 2000 missed");
        let peeking = misses(400, 30, miss);
        assert!(peeking > 80, "{peeking} of 400 missed");
    }

    #[test]
    fn the_confidence_sequence_covers_however_often_one_looks() {
        let miss = |sums: &RatioSums| !confidence_sequence(sums.part as f64 / 4.0, sums.groups).unwrap().contains(0.25);
        let missed = misses(400, 30, miss);
        assert!(missed <= 20, "{missed} of 400 missed");
    }
}
