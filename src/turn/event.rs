//! What happened to the turn structure, in the past tense.

use serde::{Deserialize, Serialize};

use super::modifier::{AfterTurn, SkipScope, Skippable, Tag};
use super::seat::Seat;
use super::step::{Phase, Step};

/// Why a turn exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TurnKind {
    /// The seat's own place in the order of play.
    Normal,
    /// An extra turn, by the number of its grant.
    Extra(u32),
}

impl TurnKind {
    /// Whether it is an extra turn.
    #[must_use]
    pub const fn is_extra(self) -> bool {
        matches!(self, TurnKind::Extra(_))
    }
}

/// What skipped a turn, phase or step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SkippedBy {
    /// A counted skip, by its id; it is used up if its scope says so.
    Counted(u32),
    /// A static skip, by its source; nothing is used up.
    Static(Tag),
    /// A restriction of the turn; nothing is used up.
    Restriction,
    /// A house rule on extra turns.
    HouseRule,
    /// The rules themselves: the starting player's first draw step (CR 103.8). Not a use of a skip effect.
    Rule,
}

/// Why an extra turn was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LostWhy {
    /// Its player has left the game (CR 800.4k).
    PlayerLeft,
    /// The turn it was to follow can never happen.
    NeverDue,
    /// The game ended first.
    GameOver,
}

/// An event of the turn structure. Digests depend on the order of the variants: new ones stand last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
#[allow(missing_docs, reason = "each field is named after what it holds; the variants are documented")]
pub enum TurnEvent {
    /// A turn began.
    TurnBegan { turn: u32, seat: Seat, kind: TurnKind, controller: Option<Seat> },
    /// A turn was skipped; `left` skips of that seat's turns still wait.
    TurnSkipped { seat: Seat, kind: TurnKind, by: SkippedBy, left: u16 },
    /// An extra turn will never be taken.
    TurnLost { grant: u32, seat: Seat, why: LostWhy },
    /// A seat's place in the order came, but its player has left (CR 800.4k).
    TurnNotBegun { seat: Seat },
    /// A phase began; `added` by an effect (CR 500.8).
    PhaseBegan { turn: u32, phase: Phase, added: bool },
    /// A step began; `added` by an effect, by itself (CR 500.9, 500.10).
    StepBegan { turn: u32, phase: Phase, step: Step, added: bool },
    /// A phase was skipped by an effect.
    PhaseSkipped { seat: Seat, phase: Phase, by: SkippedBy },
    /// A step was skipped by an effect.
    StepSkipped { seat: Seat, step: Step, by: SkippedBy },
    /// A phase was added to the current turn.
    PhaseAdded { phase: Phase, source: Tag },
    /// A step was added to the current turn.
    StepAdded { step: Step, source: Tag },
    /// A player was given an extra turn.
    ExtraTurnGranted { id: u32, seat: Seat, source: Tag, in_turn: u32, after: AfterTurn },
    /// A skip was made.
    SkipCreated { id: u32, seat: Seat, what: Skippable, scope: SkipScope, source: Tag },
    /// A skip ended without being used.
    SkipExpired { id: u32 },
    /// Somebody will control, or controls, a player's turn.
    TurnControlled { seat: Seat, by: Seat },
    /// Somebody will control a player during their next phase of that kind.
    PhaseControlled { seat: Seat, by: Seat, phase: Phase },
    /// An effect ended the turn.
    TurnEndedEarly { turn: u32 },
    /// An effect ended the combat phase.
    CombatEndedEarly { turn: u32 },
    /// The direction of play was reversed.
    TurnOrderReversed,
    /// A player got priority.
    PriorityGiven { seat: Seat },
    /// A player passed; forced when they could do nothing else, or had yielded.
    Passed { seat: Seat, forced: bool },
    /// A player spent time, in microseconds of the virtual clock.
    TimeSpent { seat: Seat, micros: u64 },
    /// A player went over a time limit.
    TimeLimitExceeded { seat: Seat },
    /// A phase that was added to the turn did not come: the phase it was to follow never did (CR 614.10a).
    AddedPhaseLost { phase: Phase, source: Tag },
}

/// Who keeps the events.
pub trait TurnLog {
    /// Takes one event.
    fn turn_event(&mut self, event: TurnEvent);
}

/// Keeps nothing.
impl TurnLog for () {
    fn turn_event(&mut self, _event: TurnEvent) {}
}

impl TurnLog for Vec<TurnEvent> {
    fn turn_event(&mut self, event: TurnEvent) {
        self.push(event);
    }
}
