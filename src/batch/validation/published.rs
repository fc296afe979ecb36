//! The figures of others, as their file has them.

use serde::Deserialize;

use crate::batch::interval::{Interval, t_reach, wilson};

/// How many standard errors a 95% interval of a normal estimate reaches out.
const NORMAL: f64 = 1.96;

/// `published.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Where figures come from.
    #[serde(rename = "source")]
    pub sources: Vec<PublishedSource>,
    /// The figures, in the order in which they are shown.
    #[serde(rename = "figure")]
    pub figures: Vec<PublishedFigure>,
    /// Why figures of ours differ, as far as traces have shown it.
    #[serde(rename = "remark")]
    pub remarks: Vec<PublishedRemark>,
}

/// Why our figures of a table differ from those of others.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRemark {
    /// The table.
    pub table: String,
    /// What its games show.
    pub text: String,
}

/// Where figures come from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSource {
    /// What figures call it.
    pub id: String,
    /// What it is.
    pub text: String,
}

/// One figure of others.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigure {
    /// The table that is played for it.
    pub table: String,
    /// What of its games is measured, by the name of the measure.
    pub measure: String,
    /// The same for readers.
    pub what: String,
    /// The figure.
    pub value: f64,
    /// It is a share, from 0 to 1.
    #[serde(default)]
    pub share: bool,
    /// Over so many games.
    pub n: Option<u64>,
    /// Their standard deviation.
    pub sd: Option<f64>,
    /// The figure's standard error.
    pub standard_error: Option<f64>,
    /// Half the length of its interval, as it was given.
    pub plus_minus: Option<f64>,
    /// The source's id.
    pub source: String,
}

impl Published {
    /// The embedded file.
    ///
    /// # Errors
    /// What is wrong with it; a test reads it.
    pub fn embedded() -> Result<Published, toml::de::Error> {
        toml::from_str(include_str!("../../../scenarios/validation/published.toml"))
    }

    /// The figures of one table.
    pub fn of<'a>(&'a self, table: &'a str) -> impl Iterator<Item = &'a PublishedFigure> {
        self.figures.iter().filter(move |figure| figure.table == table)
    }
}

impl PublishedFigure {
    /// Its 95% interval, where what is published gives one.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let around = |reach: f64| Interval { low: self.value - reach, high: self.value + reach };
        match (self.n, self.sd) {
            (Some(n), _) if self.share => wilson(self.value * n as f64, n),
            (Some(n), Some(sd)) => Some(around(t_reach(n)? * sd / libm::sqrt(n as f64))),
            _ => self.standard_error.map(|error| NORMAL * error).or(self.plus_minus).map(around),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::validation::unit;

    #[test]
    fn every_published_figure_has_its_source_and_is_measured() {
        let published = Published::embedded().unwrap();
        for figure in &published.figures {
            assert!(published.sources.iter().any(|source| source.id == figure.source), "{figure:?}");
            assert!(unit(&figure.measure).is_some(), "{figure:?}");
        }
    }

    #[test]
    fn their_intervals_come_from_what_is_known_of_them() {
        let published = Published::embedded().unwrap();
        let ends = |measure: &str| {
            let interval = published.figures.iter().find(|f| f.measure == measure).unwrap().interval().unwrap();
            (format!("{:.2}", interval.low), format!("{:.2}", interval.high))
        };
        assert_eq!(ends("rounds"), ("8.62".to_owned(), "9.64".to_owned()), "2.11 of 69 games");
        assert_eq!(ends("turns-to-win"), ("6.03".to_owned(), "6.17".to_owned()), "as it was given");
        assert_eq!(ends("over-by-8"), ("0.31".to_owned(), "0.54".to_owned()), "Wilson's");
    }
}
