//! Statements about differences that can be asserted.

use crate::batch::asked::Asked;
use crate::batch::paired::PairedEstimate;

/// A statement about a difference, which holds when all of its 95% interval agrees.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    /// As it was typed.
    pub(super) text: String,
    pub(super) asked: Asked,
    /// Whether it is about the size of the difference, whatever its sign.
    size: bool,
    above: Option<f64>,
    below: Option<f64>,
}

impl Assertion {
    /// Reads `METRIC < NUMBER`, `METRIC > NUMBER`, `NUMBER < METRIC < NUMBER` or `|METRIC| < NUMBER`; a metric may be one of a
    /// seat or of a position.
    ///
    /// # Errors
    /// When it is not of these forms, or names no metric.
    pub fn parse(text: &str) -> Result<Assertion, String> {
        let wrong = || {
            "expected such as 'turns < 1', '-1 < turns < 1', '|turns| < 1' or 'won,Talrand > 0': the difference"
                .to_owned()
        };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(wrong);
        let signs: Vec<char> = text.chars().filter(|c| matches!(c, '<' | '>')).collect();
        let parts: Vec<&str> = text.split(['<', '>']).map(str::trim).collect();
        let (metric, above, below) = match (signs.as_slice(), parts.as_slice()) {
            (['<'], [metric, most]) => (*metric, None, Some(number(most)?)),
            (['>'], [metric, least]) => (*metric, Some(number(least)?), None),
            (['<', '<'], [least, metric, most]) => (*metric, Some(number(least)?), Some(number(most)?)),
            _ => return Err(wrong()),
        };
        let inner = metric.strip_prefix('|').and_then(|metric| metric.strip_suffix('|'));
        let asked = Asked::parse(inner.unwrap_or(metric))?;
        let size = inner.is_some();
        if let (Some(above), Some(below)) = (above, below)
            && above >= below
        {
            return Err(format!("nothing is more than {above} and less than {below}"));
        }
        if let Some(below) = below.filter(|below| size && *below <= 0.0) {
            return Err(format!("no size is less than {below}"));
        }
        Ok(Assertion { text: text.to_owned(), asked, size, above, below })
    }

    /// What it is about.
    #[must_use]
    pub const fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Whether all of the interval agrees; none where there is no interval.
    pub(super) fn holds(&self, e: &PairedEstimate) -> Option<bool> {
        let interval = e.difference.interval?;
        let (low, high) = match self.size {
            false => (interval.low, interval.high),
            true if interval.contains(0.0) => (0.0, interval.low.abs().max(interval.high.abs())),
            true => (interval.low.abs().min(interval.high.abs()), interval.low.abs().max(interval.high.abs())),
        };
        Some(self.above.is_none_or(|above| low > above) && self.below.is_none_or(|below| high < below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_meets_is_refused() {
        let refused = |text: &str| Assertion::parse(text).expect_err(text);
        assert_eq!(refused("1 < turns < 0"), "nothing is more than 1 and less than 0");
        assert_eq!(refused("1 < turns < 1"), "nothing is more than 1 and less than 1");
        assert_eq!(refused("|turns| < 0"), "no size is less than 0");
        for text in ["-1 < turns < 1", "turns < 0", "|turns| < 0.5", "turns > 3"] {
            assert!(Assertion::parse(text).is_ok(), "{text}");
        }
    }
}
