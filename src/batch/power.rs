//! How many games a question needs, from the variance of a pilot.

use super::beta::t_quantile;
use super::interval::{MISS, Z, confidence_sequence, t_reach};
use super::metric::Kind;
use super::tally::Stat;

/// How much a metric varies, as a pilot has shown or arithmetic says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pilot {
    /// What the metric's values are.
    pub kind: Kind,
    /// Its mean.
    pub mean: f64,
    /// The variance of its mean times the number of games.
    pub variance: f64,
    /// Games in a group, the unit of variance.
    pub size: u64,
    /// The groups of the pilot; none of what was not measured.
    pub groups: Option<u64>,
    /// The coefficient of skewness of those groups; 0 where it is not known.
    pub skewness: f64,
}

/// Fewer groups tell next to nothing of a variance.
const FEW_GROUPS: u64 = 10;

/// The most games that are looked at: beyond, it is said that no number will do.
const MOST: u64 = 1 << 50;

impl Pilot {
    /// What groups of that size have shown; none below two groups, or where nothing varies.
    #[must_use]
    pub fn of(kind: Kind, stat: &Stat, size: u64) -> Option<Pilot> {
        let (mean, error, groups) = (stat.groups.ratio()?, stat.error()?, stat.groups.groups);
        let variance = error * error * (groups * size) as f64;
        let skewness = stat.groups.skewness().unwrap_or(0.0);
        (variance > 0.0).then_some(Pilot { kind, mean, variance, size, groups: Some(groups), skewness })
    }

    /// Independent games of which that share is won.
    #[must_use]
    pub fn of_share(share: f64) -> Pilot {
        Pilot { kind: Kind::Flag, mean: share, variance: share * (1.0 - share), size: 1, groups: None, skewness: 0.0 }
    }

    /// Games after which the 95% interval of a number of games fixed beforehand reaches so far to either side.
    #[must_use]
    pub fn games_for_error(&self, error: f64) -> Option<u64> {
        self.fewest(|groups| Some(t_reach(groups)? * (self.variance / (groups * self.size) as f64).sqrt() <= error))
    }

    /// Games after which the confidence sequence does; only of flags, in games that are independent of each other.
    #[must_use]
    pub fn games_for_sequence(&self, error: f64) -> Option<u64> {
        let reaches = |groups: u64| {
            let games = groups * self.size;
            Some(confidence_sequence(self.mean * games as f64, games)?.half_width() <= error)
        };
        if self.kind == Kind::Flag { self.fewest(reaches) } else { None }
    }

    /// Games of each of two runs, of other deals, after which a difference of that size is found with that probability by the t test
    /// of level 5%.
    #[must_use]
    pub fn games_to_detect(&self, difference: f64, power: f64) -> Option<u64> {
        self.fewest(|groups| {
            let degrees = 2.0 * (groups as f64 - 1.0);
            Some(found(2.0 * self.variance / (groups * self.size) as f64, difference, power, degrees))
        })
    }

    /// Games of each of two runs of the same deals, where this is how the difference varies from pair to pair.
    #[must_use]
    pub fn pairs_to_detect(&self, difference: f64, power: f64) -> Option<u64> {
        self.fewest(|groups| {
            Some(found(self.variance / (groups * self.size) as f64, difference, power, groups as f64 - 1.0))
        })
    }

    /// By how much a number of games may be too small or too great, as factors: how well a pilot of so many groups knows a
    /// variance, with 95%. It is that of chi squared, with fewer degrees of freedom the more skewed the groups are: of kurtosis k a
    /// variance varies as that of a normal sample with 2 / (k - 1) of its degrees, and k is 3 + 1.5 g^2 where the groups are distributed as gamma
    /// with skewness g. None below ten groups, of which that is no approximation.
    #[must_use]
    pub fn uncertainty(&self) -> Option<(f64, f64)> {
        let groups = self.groups.filter(|groups| *groups >= FEW_GROUPS)?;
        let degrees = (groups - 1) as f64 / (1.0 + 0.75 * self.skewness * self.skewness);
        let factor = |z: f64| 1.0 / chi_squared_mean(z, degrees);
        Some((factor(Z), factor(-Z)))
    }

    /// The fewest games, in whole groups of which there are two at least, with which that holds.
    fn fewest(&self, holds: impl Fn(u64) -> Option<bool>) -> Option<u64> {
        let holds = |groups: u64| holds(groups).unwrap_or(false);
        let most =
            (1..).map(|power| 1u64 << power).take_while(|groups| groups * self.size <= MOST).find(|n| holds(*n))?;
        let (mut low, mut high) = (most / 2, most);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(middle) { high = middle } else { low = middle }
        }
        Some(high.max(2) * self.size)
    }
}

/// The quantile of chi squared over its degrees of freedom at the normal quantile `z`; Wilson and Hilferty (1931).
fn chi_squared_mean(z: f64, degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    // Of a few degrees the approximation falls below nothing.
    (1.0 - spread + z * spread.sqrt()).max(0.1).powi(3)
}

/// Whether a difference is found with that probability, when its estimate has that variance.
fn found(variance: f64, difference: f64, power: f64, degrees: f64) -> bool {
    // The quantile of what is as likely as not is 0.
    let beyond = match power > 0.5 {
        true => t_quantile(1.0 - power, degrees),
        false => 0.0,
    };
    difference.abs() >= (t_quantile(MISS / 2.0, degrees) + beyond) * variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::ratio::RatioSums;
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_games_of_textbooks() {
        let quarter = Pilot::of_share(0.25);
        // (1.96 / 0.02)^2 x 0.1875 = 1801, and the t quantile is a little more.
        assert_eq!(quarter.games_for_error(0.02), Some(1804));
        // (1.96 + 0.8416)^2 x 2 x 0.1875 / 0.02^2 = 7358 in each run.
        let each = quarter.games_to_detect(0.02, 0.8).unwrap();
        assert!((7358..7364).contains(&each), "{each}");
        assert_eq!(quarter.games_to_detect(-0.02, 0.8), Some(each));
        assert!(quarter.games_for_sequence(0.02).unwrap() > 2 * 1804);
        assert_eq!((quarter.games_for_error(1e-12), quarter.uncertainty()), (None, None));
        assert_eq!(quarter.games_for_error(4.0), Some(2), "there are two groups at least");
    }

    #[test]
    fn games_come_in_whole_groups() {
        let mut sums = RatioSums::default();
        (0..100).for_each(|i| sums.add(i % 7 * 10, 4));
        let pilot = Pilot::of(Kind::Count, &Stat { groups: sums, ..Stat::default() }, 4).unwrap();
        assert!(pilot.games_for_error(0.5).unwrap().is_multiple_of(4));
        let (less, more) = pilot.uncertainty().unwrap();
        assert!((0.7..0.8).contains(&less) && (1.3..1.4).contains(&more), "{less} to {more}");
        // 19 over the quantiles of chi squared, 32.8523 and 8.9065.
        let normal = Pilot { groups: Some(20), skewness: 0.0, ..pilot };
        let (less, more) = normal.uncertainty().unwrap();
        assert!((less - 0.578_35).abs() < 0.002 && (more - 2.133_27).abs() < 0.01, "{less} to {more}");
        let skewed = Pilot { skewness: 4.0, ..normal }.uncertainty().unwrap();
        assert!(skewed.0 < 0.3 && skewed.1 > 10.0, "{skewed:?}");
        assert_eq!(pilot.games_for_sequence(0.5), None);
        assert_eq!(Pilot::of(Kind::Count, &Stat::default(), 4), None);
    }

    /// A difference is found as often as was asked for: pairs of groups with a known variance.
    #[test]
    fn what_is_promised_is_found() {
        let pilot = Pilot { kind: Kind::Count, mean: 10.0, variance: 33.0, size: 1, groups: Some(100), skewness: 0.0 };
        let games = pilot.pairs_to_detect(1.0, 0.8).unwrap();
        let runs = 2000;
        let detected = (0..runs).filter(|seed| {
            let mut dice = ChaCha8Rng::seed_from_u64(*seed);
            // Uniform on 0 to 19: its mean is 9.5, and its variance 33.25.
            let mut sums = RatioSums::default();
            (0..games).for_each(|_| sums.add(dice.next_u64() % 20, 1));
            let (mean, error) = (sums.ratio().unwrap() - 8.5, sums.standard_error().unwrap());
            mean / error > t_reach(games).unwrap()
        });
        let share = detected.count() as f64 / runs as f64;
        assert!((0.77..0.83).contains(&share), "{share}");
    }
}
