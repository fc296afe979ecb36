//! Turns, pure: seats, phases and steps, the schedule of turns, skips, modifications, priority rounds, the clock, history.
//!
//! This room knows no card, no stack and no time of day. Where it meets the game it holds opaque [`Tag`]s.

mod clock;
mod event;
mod history;
mod manager;
mod modifier;
mod names;
mod plan;
mod priority;
mod schedule;
mod seat;
mod step;
mod team;

pub use clock::{Clock, Limits, SlowPlay};
pub use event::{LostWhy, SkippedBy, TurnEvent, TurnKind, TurnLog};
pub use history::{History, Mark};
pub use manager::{CombatFacts, Transition, Treatment, Turn, TurnManager, TurnSetup};
pub use modifier::{
    AfterPhase, AfterTurn, AwaitedPhase, Lasts, PendingSkip, PhaseModification, Restrictions, ScheduledPhases,
    Selector, SkipScope, Skippable, StaticSkip, StaticSkippable, Tag, TurnRestrictions,
};
pub use names::{TooManySteps, TurnNames};
pub use plan::{PlannedStep, Sequence};
pub use priority::{Interrupts, Passing, PriorityRound, WakeSteps, Yield, YieldUntil};
pub use schedule::{ExtraTurnOrder, ExtraTurnRules, PendingTurn, PendingTurnSpec};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use step::{Phase, Step, StepSet};
pub use team::Teams;
