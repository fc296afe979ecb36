//! What is said of the model by which a run is told in minutes.

use crate::scenario::TableTime;

/// What the minutes rest on, and how well that is known.
pub(super) fn basis(model: &TableTime) -> String {
    let told = match (model.is_recorded(), model.standard_error()) {
        (true, Some(_)) => "69 recorded games of one group; others may differ by more",
        (true, None) => "69 recorded games of one group, taken to be exact",
        (false, Some(_)) => "the scenario's own times, as well known as it says",
        (false, None) => "the scenario's own times, of which it tells no error",
    };
    format!("minutes by a model: {told}")
}

/// With how many decimals a mean is shown: of minutes fewer, as the model knows them no better.
pub(super) fn decimals(metric: &str) -> usize {
    if metric.contains("_minutes") { 1 } else { 2 }
}
