//! Priority (CR 117) and standing passes.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use super::seat::{Seat, SeatSet};
use super::step::StepSet;

/// Who gets priority in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passing {
    /// Every player, in turn order from the active one on (CR 117.3d).
    #[default]
    TurnOrder,
    /// House rule: the active player or team alone; everybody when they have left.
    ActivePlayer,
}

/// Who holds priority, and who has passed in succession since anybody acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PriorityRound {
    holder: Option<Seat>,
    passed: SeatSet,
}

impl PriorityRound {
    /// Who has priority now.
    #[must_use]
    pub const fn holder(&self) -> Option<Seat> {
        self.holder
    }

    /// Who has passed in succession.
    pub(super) const fn passed(&self) -> SeatSet {
        self.passed
    }

    /// Nobody has passed yet and the player gets priority (CR 117.3a, 117.3b).
    pub(super) fn give(&mut self, seat: Seat) {
        *self = PriorityRound { holder: Some(seat), passed: SeatSet::EMPTY };
    }

    /// The holder acted: they get priority again and all passes are forgotten (CR 117.3c).
    pub(super) fn acted(&mut self) {
        self.passed = SeatSet::EMPTY;
    }

    /// The holder passes (CR 117.3d); `next` is the next living seat after them.
    /// Returns who has priority now; nobody when all living seats have passed in succession (CR 117.4).
    #[inline]
    pub(super) fn pass(&mut self, living: SeatSet, next: Option<Seat>) -> Option<Seat> {
        if let Some(holder) = self.holder {
            self.passed.insert(holder);
        }
        let all = living.without(self.passed).is_empty();
        self.holder = if all { None } else { next };
        self.holder
    }

    /// The holder leaves the game: priority goes to `next`, even if they have passed already (CR 800.4a).
    pub(super) fn hand_on(&mut self, next: Option<Seat>) {
        self.holder = next;
    }

    /// Nobody has priority.
    pub(super) fn close(&mut self) {
        *self = PriorityRound::default();
    }
}

bitflags! {
    /// What ends a standing pass early.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Interrupts: u8 {
        /// The seat is attacked.
        const ATTACKED = 1;
        /// The seat or something it controls is targeted by another player.
        const TARGETED = 2;
        /// Another player casts a spell.
        const SPELL_CAST = 4;
        /// A card comes to where the seat may use it: see
        /// [`TurnManager::gained_card`](super::TurnManager::gained_card).
        const CARD_GAINED = 8;
        /// An ability of another player's goes on the stack.
        const ABILITY = 16;
    }
}

/// How long a standing pass lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum YieldUntil {
    /// Until the current step ends.
    EndOfStep,
    /// Until the current turn ends.
    EndOfTurn,
    /// Until the seat's own next turn begins.
    OwnTurn,
    /// Until one of these steps begins.
    Steps(WakeSteps),
    /// Until somebody is about to get priority with nothing on the stack: see
    /// [`TurnManager::stack_is_empty`](super::TurnManager::stack_is_empty).
    StackEmpty,
}

/// The steps with which a standing pass ends, by whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct WakeSteps {
    /// In turns of the seat or of its teammates.
    pub own: StepSet,
    /// In turns of others.
    pub others: StepSet,
    /// In turns of others after which the seat is next in turn order, too.
    pub last: StepSet,
}

/// A standing pass: the seat passes every priority by itself until then, or until something breaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Yield {
    /// Until when.
    pub until: YieldUntil,
    /// What ends it early.
    pub breaks_on: Interrupts,
}
