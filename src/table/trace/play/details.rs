//! What only those read who want to know everything: who has priority, who passes, who answers, what taps.

use crate::game::GameEvent;
use crate::turn::{SeatSet, TurnEvent};

use super::super::page::Tint;
use super::super::saying::Saying;
use super::Play;

impl Play<'_> {
    pub(super) fn detail(&mut self, event: &GameEvent, about: SeatSet) {
        let words = self.words;
        let thing = |id| words.thing(self.piece, id);
        let text = match *event {
            GameEvent::DecisionMade { by, kind, .. } => format!("{} decides: {kind:?}", words.seat(by)),
            GameEvent::LibraryShuffled { seat } => format!("{} shuffles", words.seat(seat)),
            GameEvent::ManaAbilityActivated { source, .. } => format!("{} makes mana", thing(source)),
            GameEvent::ZoneChanged { card, from, to, .. } => format!("{}: {from:?} to {to:?}", words.card(card)),
            GameEvent::Tapped { object } => format!("{} taps", thing(object)),
            GameEvent::Untapped { object } => format!("{} untaps", thing(object)),
            _ => return,
        };
        self.note(text, about);
    }

    pub(super) fn detail_of_turns(&mut self, event: &TurnEvent, about: SeatSet) {
        let words = self.words;
        let text = match *event {
            TurnEvent::PriorityGiven { seat } => format!("{} has priority", words.seat(seat)),
            TurnEvent::Passed { seat, forced } => {
                format!("{} passes{}", words.seat(seat), if forced { " (nothing to do)" } else { "" })
            }
            TurnEvent::TimeSpent { seat, micros } => format!("{} thinks for {micros} us", words.seat(seat)),
            _ => return,
        };
        self.note(text, about);
    }

    fn note(&mut self, text: String, about: SeatSet) {
        let depth = if self.words.turn == 0 { 1 } else { 2 };
        self.told.sayings.push(Saying { depth, about, tint: Tint::Aside, ..Saying::plain(text) });
    }
}
