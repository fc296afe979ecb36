//! How long players think before they answer: a seeded model on the virtual clock.
//!
//! Times are log-normal: thinking is never negative, mostly short, and now and then very long. The logarithm's deviate is
//! the sum of twelve uniform numbers (Irwin and Hall), and logarithms are `libm`'s, so that no machine changes a time.

use serde::{Deserialize, Serialize};

use super::dice::Dice;

/// How long a player thinks about an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thinking {
    /// On average, in microseconds.
    pub mean: u64,
    /// The standard deviation, in microseconds; 0: always the mean.
    pub spread: u64,
}

/// Uniform numbers in a deviate: their sum has variance 1.
const UNIFORMS: u32 = 12;

/// The grain of a uniform number.
const GRAIN: u32 = 1 << 24;

impl Thinking {
    /// A time, in microseconds. It draws the same number of dice whatever the model, so that another mean or spread
    /// changes times in proportion and nothing else.
    pub(crate) fn draw(self, dice: &mut Dice) -> u64 {
        let sum: u64 = (0..UNIFORMS).map(|_| u64::from(dice.below(GRAIN))).sum();
        if self.spread == 0 || self.mean == 0 {
            return self.mean;
        }
        // Each is taken from the middle of its grain, so that their mean is exactly 1/2.
        let z = (sum as f64 + f64::from(UNIFORMS) / 2.0) / f64::from(GRAIN) - f64::from(UNIFORMS) / 2.0;
        let (mean, spread) = (self.mean as f64, self.spread as f64);
        let variance = libm::log1p((spread / mean) * (spread / mean));
        let time = mean * libm::exp(libm::sqrt(variance) * z - variance / 2.0);
        libm::round(time) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lane;

    fn times(thinking: Thinking, n: usize) -> Vec<u64> {
        let mut dice = Dice::new(7, 3, Lane::Thinking(2));
        (0..n).map(|_| thinking.draw(&mut dice)).collect()
    }

    #[test]
    fn times_are_recorded_ones() {
        assert_eq!(times(Thinking { mean: 3_000_000, spread: 2_000_000 }, 4), RECORDED);
        assert_eq!(times(Thinking { mean: 5, spread: 0 }, 3), [5, 5, 5]);
    }

    /// Drawn once; no machine and no upgrade may change them.
    const RECORDED: [u64; 4] = [1_375_283, 6_249_024, 4_216_444, 1_318_607];

    #[test]
    fn mean_and_spread_are_what_they_say() {
        let (mean, spread, n) = (3_000_000_u64, 2_000_000_u64, 40_000_usize);
        let times = times(Thinking { mean, spread }, n);
        let average = times.iter().sum::<u64>() as f64 / n as f64;
        let square = times.iter().map(|t| (*t as f64 - average).powi(2)).sum::<f64>() / n as f64;
        // Five standard errors of the mean; the deviation of a skewed distribution is known less well.
        assert!((average - mean as f64).abs() < 5.0 * spread as f64 / (n as f64).sqrt(), "{average}");
        assert!((square.sqrt() / spread as f64 - 1.0).abs() < 0.08, "{}", square.sqrt());
    }

    #[test]
    fn another_mean_only_stretches_the_same_times() {
        let (short, long) = (Thinking { mean: 1000, spread: 500 }, Thinking { mean: 2000, spread: 1000 });
        for (short, long) in times(short, 50).into_iter().zip(times(long, 50)) {
            assert!((2 * short).abs_diff(long) <= 2, "{short} {long}");
        }
    }
}
