//! How well the minutes of a run are known: by chance, as its games are a sample, and by the model of table time.
//!
//! All times of the model are off by the same unknown factor, whose standard error is the model's `error`. It lengthens or shortens
//! every minute alike, so that shares of table time do not depend on it, and more games do not lessen it.

use super::estimate::{Estimate, Scope};
use super::interval::{Interval, Z};
use crate::scenario::TableTime;

/// The metrics whose intervals are told with the model's error too, and what they are called then in `summary.csv`.
pub const WITH_MODEL_ERROR: [(&str, &str); 2] = [
    ("table_minutes", "table_minutes_with_model_error"),
    ("longest_wait_minutes", "longest_wait_minutes_with_model_error"),
];

/// The minutes of games and seats once more, with intervals in which the model's error is; none where it is not known.
#[must_use]
pub fn with_model_error(estimates: &[Estimate], model: &TableTime) -> Vec<Estimate> {
    let Some(error) = model.standard_error() else { return Vec::new() };
    let widened = |e: &Estimate| {
        let (_, metric) = WITH_MODEL_ERROR.into_iter().find(|(metric, _)| *metric == e.metric)?;
        let interval = e.mean.zip(e.interval).map(|(mean, by_chance)| widened(mean, by_chance, error));
        let told = Estimate { metric, sd: None, min: None, quantiles: [None; 6], max: None, interval, ..e.clone() };
        matches!(e.scope, Scope::All | Scope::Seat).then_some(told)
    };
    estimates.iter().filter_map(widened).collect()
}

/// Both errors together: they have nothing to do with each other, so their squares add up.
fn widened(mean: f64, by_chance: Interval, error: f64) -> Interval {
    let model = Z * error * mean;
    let both = |by_chance: f64| (by_chance * by_chance + model * model).sqrt();
    let (low, high) = (mean - both(mean - by_chance.low), mean + both(by_chance.high - mean));
    Interval { low, high }.within(0.0, f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::estimate::estimates;
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Plan;
    use crate::batch::tally::Tally;

    fn of_a_run(groups: u64) -> Vec<Estimate> {
        let plan = Plan::new(order(4, groups * 4, true)).unwrap();
        let mut tally = Tally::new(4);
        (0..groups).for_each(|g| tally.add_group(&group(4, 7, g)));
        estimates(&plan, &tally)
    }

    #[test]
    fn the_two_errors_add_up_as_squares() {
        let found = widened(100.0, Interval { low: 97.0, high: 103.0 }, 4.0 / (100.0 * Z));
        assert!((found.low - 95.0).abs() < 1e-9 && (found.high - 105.0).abs() < 1e-9, "{found:?}");
        let certain = widened(100.0, Interval { low: 100.0, high: 100.0 }, 0.05);
        assert!((certain.half_width() - 9.8).abs() < 1e-3, "{certain:?}");
    }

    #[test]
    fn more_games_do_not_make_the_model_better() {
        let half = |groups| {
            let all = of_a_run(groups);
            let widened = with_model_error(&all, &TableTime::default());
            assert_eq!(widened.len(), 2 * (1 + 4), "the game and every seat");
            let (e, by_chance) = (&widened[0], all.iter().find(|e| e.metric == "table_minutes").unwrap());
            assert_eq!(
                (e.metric, e.scope, e.mean, e.n),
                (WITH_MODEL_ERROR[0].1, Scope::All, by_chance.mean, by_chance.n)
            );
            let (mean, half) = (e.mean.unwrap(), e.interval.unwrap().half_width());
            assert!(half > by_chance.interval.unwrap().half_width());
            half / mean
        };
        assert!(half(400) < half(20) && half(400) > Z * 0.028);
    }

    #[test]
    fn an_error_that_nobody_knows_is_not_made_up() {
        let model = TableTime { error: 0, ..TableTime::default() };
        assert_eq!(with_model_error(&of_a_run(20), &model), []);
    }
}
