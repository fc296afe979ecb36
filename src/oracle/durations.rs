//! How long something lasts.

use winnow::Parser;

use super::grammar::{In, Parsed, maybe, table};

/// A duration as card files write it; until end of turn goes without saying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// Until end of turn.
    EndOfTurn,
    /// Until the controller's next turn.
    YourNextTurn,
    /// For as long as the source remains tapped.
    WhileTapped,
}

/// "Until end of turn".
pub(super) fn until(i: &mut In<'_>) -> Parsed<Until> {
    const DURATIONS: &[(&str, Until)] = &[
        ("until end of turn", Until::EndOfTurn),
        ("until your next turn", Until::YourNextTurn),
        ("for as long as ~ remains tapped", Until::WhileTapped),
    ];
    table(DURATIONS).parse_next(i)
}

/// "This turn" or "until end of turn" behind what can't be done.
pub(super) fn this_turn(i: &mut In<'_>) -> bool {
    const DURATIONS: &[(&str, ())] = &[("this turn", ()), ("until end of turn", ())];
    maybe(i, table(DURATIONS)).is_some()
}
