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
        Ok(Assertion { text: text.to_owned(), asked, size: inner.is_some(), above, below })
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
