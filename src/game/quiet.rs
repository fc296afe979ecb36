//! Play in which nothing happens but turns and steps: nothing triggers, a check would find nothing, nobody has a choice. It goes
//! on from stage to stage without a look at what else there might be to do.
//!
//! What steps are made of is the same as ever: a game that is never taken to be quiet is the same game, played more slowly.

use crate::turn::BySeat;

use super::ability_index::StaticKinds;
use super::engine::Engine;
use super::state::Stage;
use super::state_based::MANY;
use super::stops::Stops;

impl Engine<'_> {
    /// Goes on with turns and steps until something happens, somebody has a choice, or a later turn than that has begun.
    pub(super) fn go_on_quietly(&mut self, turn: u32, stops: Option<&BySeat<Stops>>) {
        if self.s.stage != Stage::Transition || !self.is_quiet() {
            return;
        }
        while self.stays_quiet() && self.s.turns.turn().number <= turn {
            match self.s.stage {
                Stage::Transition => self.transition(),
                Stage::Actions(part) => self.turn_actions(part),
                Stage::Check => {
                    self.give_priority(false);
                    self.priority(stops);
                    // All have passed (CR 117.4), and passing changes nothing.
                    if self.s.stage == Stage::Transition {
                        self.transition();
                    }
                }
                _ => return,
            }
        }
    }

    /// Whether nothing is in progress, and nothing could be found by looking that does not change what [`Engine::stays_quiet`]
    /// looks at.
    fn is_quiet(&self) -> bool {
        let s = &*self.s;
        let waits = !s.undivided.is_empty() || !s.commander_moves.is_empty() || !s.entries.is_empty();
        let noted_at_checks = s.static_kinds.contains(StaticKinds::TOP_CARDS) || s.last_known.len() > MANY;
        !waits && !noted_at_checks && s.batched.is_empty() && !s.volatile
    }

    /// Whether the last stage has left it so: no effect is in progress, nobody is asked, nothing has triggered, and no state-based
    /// action could apply (CR 117.5).
    fn stays_quiet(&self) -> bool {
        let s = &*self.s;
        let interrupted = s.pending.is_some() || !s.frames.is_empty() || !s.soon.is_empty();
        let to_check = s.stale || !s.pending_triggers.is_empty() || !self.log.known.unchecked().is_empty();
        !interrupted && !to_check && self.outgrown().is_none()
    }
}
