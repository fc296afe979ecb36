//! Turns, pure: seats, phases and steps, the schedule of turns, skips, modifications, priority rounds, the clock, history.
//!
//! This room knows no card, no stack and no time of day. Where it meets the game it holds opaque [`Tag`]s.

mod modifier;
mod seat;
mod step;

pub use modifier::{
    AfterPhase, AfterTurn, Lasts, PendingSkip, PhaseModification, Riders, Selector, SkipScope, Skippable, StaticSkip,
    StaticSkippable, Tag, TurnRestrictions,
};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use step::{Phase, Step};
