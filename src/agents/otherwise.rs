//! Another choice, where the one that comes to mind has led back to the same position before.

use crate::game::decision::{Choice, Decision, DecisionKind, Shape};
use crate::game::view::PlayerView;

/// The choice, or another one when this very position has been there before in this turn and the choice led back to it
/// with nothing gained: an optional loop is not repeated (CR 732.3). At a priority that is to pass. The choice itself where
/// everything has been tried.
pub(super) fn otherwise(view: &PlayerView, decision: &Decision, choice: Choice) -> Choice {
    let tried = view.tried();
    if tried.is_empty() {
        return choice;
    }
    if decision.kind == DecisionKind::Priority {
        return Choice::option(0);
    }
    if !tried.contains(&choice) {
        return choice;
    }
    let other = others(&decision.shape).find(|other| !tried.contains(other) && view.is_legal(other));
    other.unwrap_or(choice)
}

/// Plain answers of that shape, one after another: as few things as will do.
fn others(shape: &Shape) -> impl Iterator<Item = Choice> {
    let (one, some, min) = match shape {
        Shape::One(options) => (options.len(), 0, 0),
        Shape::Some { options, min, .. } => (0, options.len(), usize::from(*min)),
        Shape::Order(_) | Shape::Number { .. } | Shape::Assign { .. } => (0, 0, 0),
    };
    let run = move |from: usize| Choice::Some((from..from + min).map(|at| (at % some) as u16).collect());
    (0..one).map(|at| Choice::option(at as u16)).chain((0..some).map(run))
}
