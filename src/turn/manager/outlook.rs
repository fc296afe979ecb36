//! What is to come, as it stands: for those who look at a game, not for those who play it.

use super::super::event::TurnEvent;
use super::super::modifier::StaticSkip;
use super::super::seat::Seat;
use super::{Position, Transition, TurnManager};

impl TurnManager {
    /// What happens between turns until so many more have begun, if nothing changes meanwhile: turns that begin, are
    /// skipped, are lost. Every choice between skips is taken to be the default; it ends early when nobody can take a turn.
    #[must_use]
    pub fn outlook(&self, turns: u32) -> Vec<TurnEvent> {
        let (mut copy, mut events) = (self.clone(), Vec::new());
        let last = self.turn.number.saturating_add(turns);
        while copy.turn.number < last {
            if copy.position != Position::BetweenTurns {
                copy.finish_turn(&mut ());
            }
            match copy.next_turn(&mut events) {
                Transition::TurnBegan => {}
                Transition::OfferSkip { .. } => copy.decline_offer(),
                Transition::ChooseSkip { .. } => copy.choose_skip(0),
                _ => break,
            }
        }
        events
    }

    /// Whose next turn will be controlled, and by whom (CR 723.1).
    pub fn pending_controls(&self) -> impl Iterator<Item = (Seat, Seat)> + '_ {
        self.schedule.controls()
    }

    /// Skips that apply to every occurrence and are never used up.
    pub fn static_skips(&self) -> impl Iterator<Item = &StaticSkip> {
        self.schedule.static_skips()
    }
}
