//! The beta function, its incomplete form, and what statistics make of it.
//!
//! Transcendental functions come from the pure-Rust `libm`, so that every machine computes the same bits.

/// Half the natural logarithm of 2 pi.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

/// The natural logarithm of the beta function B(a, b), for positive arguments.
///
/// Great arguments go by Stirling's series: subtracting log-gammas would cancel all their digits.
#[must_use]
pub fn ln_beta(a: f64, b: f64) -> f64 {
    let (small, great) = (a.min(b), a.max(b));
    if great < 10.0 {
        return libm::lgamma(small) + libm::lgamma(great) - libm::lgamma(small + great);
    }
    let sum = small + great;
    // ln gamma(great) - ln gamma(sum), term by term.
    let fall = small - (sum - 0.5) * libm::log1p(small / great) - small * libm::log(great) + stirling_rest(great)
        - stirling_rest(sum);
    if small < 10.0 {
        return libm::lgamma(small) + fall;
    }
    let lifted = (small - 0.5) * libm::log(small) - small + HALF_LN_TAU + stirling_rest(small);
    lifted + fall
}

/// What Stirling's formula for ln gamma leaves out, for arguments from 10 (DLMF 5.11.1).
fn stirling_rest(x: f64) -> f64 {
    let y = 1.0 / (x * x);
    let series = 1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y * (1.0 / 1680.0 - y * (1.0 / 1188.0))));
    series / x
}

/// The regularised incomplete beta function at x, where y = 1 - x is given beside it so that neither loses digits.
///
/// `a` and `b` are positive, `x` and `y` in [0, 1]. Continued fraction, DLMF 8.17.22.
#[must_use]
pub fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 || y <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    // The fraction converges fast on this side of the mean; the other side is the complement.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - lower_part(b, a, y, x);
    }
    lower_part(a, b, x, y)
}

fn lower_part(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let front = a * ln_with_complement(x, y) + b * ln_with_complement(y, x) - ln_beta(a, b);
    libm::exp(front) / (a * fraction(a, b, x))
}

/// ln x, from whichever of x and 1 - x has more digits.
fn ln_with_complement(x: f64, complement: f64) -> f64 {
    if x < 0.5 { libm::log(x) } else { libm::log1p(-complement) }
}

/// The continued fraction 1 + d1 / (1 + d2 / (1 + ...)), by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MOST_TERMS: u32 = 10_000_000;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    for term in 1..=MOST_TERMS {
        let d = coefficient(a, b, x, term);
        below = 1.0 / away_from_zero(1.0 + d * below);
        above = away_from_zero(1.0 + d / above);
        value *= above * below;
        if (above * below - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

fn coefficient(a: f64, b: f64, x: f64, term: u32) -> f64 {
    let m = f64::from(term / 2);
    if term.is_multiple_of(2) {
        m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
    } else {
        -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
    }
}

/// The probability that a t variable of that many degrees of freedom exceeds `t`, which is not negative.
#[must_use]
pub fn t_tail(t: f64, degrees: f64) -> f64 {
    let whole = degrees + t * t;
    incomplete_beta(degrees / 2.0, 0.5, degrees / whole, t * t / whole) / 2.0
}

/// The quantile of Student's t distribution: the value exceeded with probability `upper_tail`, in (0, 0.5), by a t variable
/// of that many degrees of freedom, positive.
#[must_use]
pub fn t_quantile(upper_tail: f64, degrees: f64) -> f64 {
    let tail = |t: f64| t_tail(t, degrees);
    let mut high = 1.0;
    while tail(high) > upper_tail && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, |t| tail(t) > upper_tail)
}

/// The probability that a binomial variable of `n` trials at `p` is at most `k`.
#[must_use]
pub fn binomial_at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    incomplete_beta((n - k) as f64, k as f64 + 1.0, 1.0 - p, p)
}

/// The probability that a binomial variable of `n` trials at `p` is at least `k`.
#[must_use]
pub fn binomial_at_least(k: u64, n: u64, p: f64) -> f64 {
    match k {
        0 => 1.0,
        k if k > n => 0.0,
        k => incomplete_beta(k as f64, (n - k) as f64 + 1.0, p, 1.0 - p),
    }
}

/// The point between `low`, where `holds` is true, and `high`, where it is false, at which it changes: to the last bit.
pub(super) fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, reference: f64, relative: f64) {
        assert!((value - reference).abs() <= relative * reference.abs(), "{value} is not {reference}");
    }

    // The references of these tests were computed with 40 digits.

    #[test]
    fn ln_beta_keeps_its_digits() {
        for (a, b, reference) in [
            (2.0, 3.0, -2.484_906_649_788_000_3),
            (0.5, 0.5, 1.144_729_885_849_400_2),
            (0.5, 5e8, -9.442_694_385_018_533),
            (5e8, 0.5, -9.442_694_385_018_533),
            (1e9, 3e9, -2_249_340_587.774_087),
            (250.5, 12.0, -49.038_730_307_539_26),
        ] {
            close(ln_beta(a, b), reference, 1e-14);
        }
    }

    #[test]
    fn the_incomplete_beta_function_at_reference_points() {
        for (a, b, x, reference) in [
            (2.0, 3.0, 0.4, 0.5248),
            (0.5, 0.5, 0.1, 0.204_832_764_699_133_45),
            (50.0, 70.0, 0.45, 0.771_761_001_752_562_4),
            (10.0, 0.5, 0.95, 0.317_151_575_465_545_3),
            (500.0, 300.0, 0.63, 0.612_739_529_840_237_6),
        ] {
            close(incomplete_beta(a, b, x, 1.0 - x), reference, 1e-12);
            close(1.0 - incomplete_beta(b, a, 1.0 - x, x), reference, 1e-12);
        }
        assert_eq!((incomplete_beta(2.0, 3.0, 0.0, 1.0), incomplete_beta(2.0, 3.0, 1.0, 0.0)), (0.0, 1.0));
    }

    #[test]
    fn t_quantiles_at_reference_points() {
        for (degrees, reference, relative) in [
            (1.0, 12.706_204_736_174_7, 1e-12),
            (2.0, 4.302_652_729_749_464, 1e-12),
            (10.0, 2.228_138_851_986_275, 1e-12),
            (100.0, 1.983_971_518_523_552, 1e-12),
            (499.0, 1.964_729_390_987_689, 1e-12),
            (1e6, 1.959_966_356_814_107, 1e-11),
            (1e9, 1.959_963_986_912_325, 1e-8),
        ] {
            close(t_quantile(0.025, degrees), reference, relative);
        }
        close(t_quantile(0.005, 7.0), 3.499_483_297_350_494, 1e-12);
    }

    #[test]
    fn binomial_tails_agree_with_adding_up() {
        let (n, p) = (12u64, 0.3f64);
        let choose = |k: u64| (1..=k).fold(1.0, |c, i| c * (n + 1 - i) as f64 / i as f64);
        let mass = |k: u64| choose(k) * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32);
        for k in 0..=n {
            close(binomial_at_most(k, n, p), (0..=k).map(mass).sum(), 1e-12);
            close(binomial_at_least(k, n, p), (k..=n).map(mass).sum(), 1e-12);
        }
        assert_eq!(binomial_at_least(13, n, p), 0.0);
    }
}
