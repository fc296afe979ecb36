//! Games that would not end or would outgrow memory: where they are stopped, and why (`cards/limits.rs` has the numbers).
//!
//! Loops in which nothing changes are draws (CR 104.4b, see [`loops`](super::loops)). What is stopped here goes on changing:
//! tokens that make tokens, triggers that trigger themselves, replacement effects that lead into each other.

use crate::cards::limits;

use super::engine::Engine;
use super::event::{Outcome, StallCause};
use super::state::{GameState, PendingTrigger};

/// What a step of a turn counts for in the work of the turn, an instruction or an event being 1.
const STEP: u32 = 100;

/// Abilities that are looked at for each event and count for 1 together.
const TRIGGERS_LOOKED_AT: usize = 64;

/// Pairs of a static ability and a permanent that are looked at for each event and count for 1 together.
const STATICS_APPLIED: usize = 1024;

/// Kinds of counters on objects, and delayed triggers, that are looked at for each event and count for 1 together.
const OTHERS_LOOKED_AT: usize = 64;

impl Engine<'_> {
    /// The game ends without a result.
    pub(crate) fn stall(&mut self, cause: StallCause) {
        self.finish(Outcome::Stalled { cause });
    }

    /// Ends a game that has outgrown its limits; whether it has.
    pub(super) fn stalls(&mut self) -> bool {
        let cause = self.outgrown();
        cause.into_iter().for_each(|cause| self.stall(cause));
        cause.is_some()
    }

    /// Which limit the game has outgrown.
    #[inline]
    pub(super) fn outgrown(&self) -> Option<StallCause> {
        if self.s.this_turn.work > limits::WORK {
            Some(StallCause::Work)
        } else if self.s.waiting_triggers() >= limits::TRIGGERS {
            Some(StallCause::Triggers)
        } else if !self.s.frames.is_empty() && self.s.remembered() > limits::POSITION {
            Some(StallCause::Position)
        } else {
            None
        }
    }

    /// Counts an event: the more there is that looks at it, the more it costs.
    pub(super) fn count_event(&mut self) {
        let state = &mut self.s;
        let cost = 1
            + state.triggers.len() / TRIGGERS_LOOKED_AT
            + state.statics.len() * state.battlefield.len() / STATICS_APPLIED
            + (state.counters.len() + state.delayed.len()) / OTHERS_LOOKED_AT;
        state.this_turn.work = state.this_turn.work.saturating_add(cost as u32);
    }

    /// Counts an instruction.
    pub(super) fn count_instruction(&mut self) {
        self.s.this_turn.work = self.s.this_turn.work.saturating_add(1);
    }

    /// Counts a step that has begun.
    pub(super) fn count_step(&mut self) {
        self.s.this_turn.work = self.s.this_turn.work.saturating_add(STEP);
    }

    /// A triggered ability waits to be put on the stack. When so many do that the game ends for it, no more are kept.
    pub(super) fn trigger_waits(&mut self, trigger: PendingTrigger) {
        if self.s.waiting_triggers() < limits::TRIGGERS {
            self.s.pending_triggers.push(trigger);
        }
    }
}

impl GameState {
    /// Triggers that wait to be put on the stack, and what is on it.
    #[inline]
    fn waiting_triggers(&self) -> usize {
        self.pending_triggers.len() + self.stack.len()
    }

    /// How much the position holds, of all that can grow.
    fn remembered(&self) -> usize {
        self.objects.len()
            + self.counters.len()
            + self.pumped.len()
            + self.type_changes.len()
            + self.delayed.len()
            + self.last_known.len()
            + self.exiled_by.len()
            + self.frames.len()
            + self.soon.len()
            + self.guarded.len()
            + self.protected.len()
            + self.barred.len()
            + self.gagged.len()
            + self.newcomers.len()
            + self.pairs.len()
            + self.bound_for_exile.len()
            + self.goaded.len()
            + self.no_untap.len()
            + self.arranged.len()
            + self.permits.len()
            + self.taken.len()
            + self.posing.len()
            + self.shaped.len()
            + self.known.len()
            + self.turns.arranged()
    }
}
