//! Lines compared in the same imagined worlds: sequential halving (Karnin, Koren and Somekh 2013), and a paired test.

use super::playout::{Follow, Line, Playouts, World};
use super::value::WIN;

/// Points by which another line must be better than the one to fall back on, on average.
const MARGIN: i64 = 4;
/// The same for what is spent on an opponent's spell: what it could be kept for comes after the horizon.
pub(super) const KEPT: i64 = 40;

/// A line with what it was worth in the worlds looked at so far, in their order.
pub(super) struct Arm {
    pub(super) line: Line,
    values: Vec<i64>,
}

impl Arm {
    pub(super) const fn new(line: Line) -> Arm {
        Arm { line, values: Vec::new() }
    }

    fn look(&mut self, worlds: &[World], playouts: &mut Playouts) {
        for world in &worlds[self.values.len().min(worlds.len())..] {
            self.values.push(playouts.run(world, &mut Follow::new(&self.line), self.line.through));
        }
    }

    /// Whether it wins in the few worlds in which every line is looked at.
    pub(super) fn is_winning(&mut self, worlds: &[World], playouts: &mut Playouts) -> bool {
        self.look(&worlds[..few(worlds)], playouts);
        self.wins()
    }

    /// What it was worth in so many worlds that were looked at, together.
    fn total(&self, seen: usize) -> i64 {
        self.values.iter().take(seen).sum()
    }

    /// What it was worth less than another in the worlds in which both were looked at, on average.
    pub(super) fn behind(&self, other: &Arm) -> i64 {
        let both = self.values.len().min(other.values.len());
        (other.total(both) - self.total(both)) / both.max(1) as i64
    }

    /// It wins in this turn in every world.
    fn wins_now(&self) -> bool {
        self.values.iter().all(|value| *value >= WIN)
    }

    /// It loses in every world that was looked at.
    pub(super) fn loses(&self) -> bool {
        self.values.iter().all(|value| *value < -WIN / 2)
    }

    fn wins(&self) -> bool {
        self.values.iter().all(|value| *value > WIN / 2)
    }
}

/// What a line must show to be preferred to the one to fall back on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// That it wins in this turn in every world.
    WinsNow,
    /// That, or that it wins in every world, or is better by more than the noise.
    Better,
    /// The same, and by so much that what is spent on an opponent's spell need not be kept.
    Worthwhile,
}

impl Bar {
    const fn margin(self) -> i64 {
        if matches!(self, Bar::Worthwhile) { KEPT } else { MARGIN }
    }
}

/// How many worlds every line is looked at in.
fn few(worlds: &[World]) -> usize {
    (worlds.len() / 8).clamp(2, 8).min(worlds.len())
}

/// Compares lines with the first one, which is the one to fall back on. Returns the place of the best.
pub(super) fn best(arms: &mut [Arm], bar: Bar, worlds: &[World], candidates: usize, playouts: &mut Playouts) -> usize {
    let few = few(worlds);
    for (at, arm) in arms.iter_mut().enumerate() {
        arm.look(&worlds[..few], playouts);
        if arm.wins_now() {
            arm.look(worlds, playouts);
            if arm.wins_now() {
                return at;
            }
        }
    }
    if bar == Bar::WinsNow {
        return 0;
    }
    let mut seen = few;
    let base = arms[0].total(seen);
    let mut left: Vec<usize> = (1..arms.len()).filter(|at| arms[*at].total(seen) > base).collect();
    sort(&mut left, arms, seen);
    left.truncate(candidates);
    while !left.is_empty() && seen < worlds.len() {
        let rounds_left = left.len().next_power_of_two().trailing_zeros() + 1;
        seen = (worlds.len() >> (rounds_left - 1)).clamp(seen + 1, worlds.len());
        arms[0].look(&worlds[..seen], playouts);
        for at in &left {
            arms[*at].look(&worlds[..seen], playouts);
        }
        sort(&mut left, arms, seen);
        if left.len() > 1 {
            left.truncate(left.len().div_ceil(2));
        }
        let base = arms[0].total(seen);
        left.retain(|at| arms[*at].total(seen) > base);
    }
    left.first().copied().filter(|at| is_better(&arms[*at], &arms[0], bar)).unwrap_or(0)
}

fn sort(places: &mut [usize], arms: &[Arm], seen: usize) {
    places.sort_by_key(|at| (std::cmp::Reverse(arms[*at].total(seen)), *at));
}

/// Whether the one wins wherever it is looked at and the other does not, or it is better by more than two standard errors
/// of the difference.
fn is_better(one: &Arm, other: &Arm, bar: Bar) -> bool {
    if one.wins() && !other.wins() {
        return true;
    }
    let differences: Vec<i128> = one.values.iter().zip(&other.values).map(|(a, b)| i128::from(a - b)).collect();
    exceeds_noise(&differences, i128::from(bar.margin()))
}

/// Whether the mean is at least `margin` and more than two standard errors above zero: with sum S and sum of squares Q of n
/// values, `S^2 (n - 1) > 4 (n Q - S^2)`, exactly.
fn exceeds_noise(differences: &[i128], margin: i128) -> bool {
    let n = differences.len() as i128;
    let sum: i128 = differences.iter().sum();
    let squares: i128 = differences.iter().map(|d| d * d).sum();
    n > 1 && sum >= margin * n && sum * sum * (n - 1) > 4 * (n * squares - sum * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_must_exceed_its_noise() {
        assert!(exceeds_noise(&[5, 5], 4), "no noise at all");
        assert!(!exceeds_noise(&[3, 3], 4), "too little to matter");
        assert!(!exceeds_noise(&[100], 4), "one world tells nothing of the noise");
        assert!(!exceeds_noise(&[-5, -5, -6], 4));
        // Mean 10, standard deviation 10 * sqrt(8 / 7), standard error 3.78: t = 2.65.
        assert!(exceeds_noise(&[20, 0, 20, 0, 20, 0, 20, 0], 4));
        // Mean 10 of four, standard error 5.77: t = 1.73.
        assert!(!exceeds_noise(&[20, 0, 20, 0], 4));
    }
}
