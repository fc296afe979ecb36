//! What is said of the model by which a run is told in minutes.

use crate::scenario::TableTime;

/// What the minutes rest on, and how well that is known.
pub(super) fn basis(model: &TableTime) -> String {
    let times = if model.is_recorded() { "times of 69 recorded games of one group" } else { "times of the scenario's own" };
    let error = match model.standard_error() {
        Some(_) if model.is_recorded() => "another group's may be off by more",
        Some(_) => "as well known as it says",
        None => "which does not say how well they are known",
    };
    format!("minutes are a model's: {times}; {error}")
}
