//! Day and night (CR 731), daybound and nightbound (CR 702.145), and what was cast in the turn before.

use serde::{Deserialize, Serialize};

use crate::cards::card::Card;
use crate::cards::effect::{CardId, Daytime};
use crate::turn::Seat;

use super::engine::Engine;
use super::happening::Happening;
use super::object::Slot;

/// Spells cast in the turn before by its active player that keep day from becoming night (CR 731.2a): at least one.
const KEEPS_DAY: u16 = 1;
/// Those that make it day (CR 731.2b).
const MAKES_DAY: u16 = 2;

/// What was cast in the turn before the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct LastTurn {
    /// Whose turn it was.
    pub(crate) active: Seat,
    /// By the active player, or by that one of the active team who cast most (CR 731.2).
    pub(crate) by_active: u16,
    /// By all players together.
    pub(crate) by_all: u16,
    /// By one player, at most.
    pub(crate) most: u16,
}

impl Engine<'_> {
    /// Remembers what has been cast in the turn that is over, as the next begins; `active` is whose that next turn is.
    pub(super) fn remember_casts(&mut self, active: Seat) {
        let cast = |seat: Seat| self.s.players[seat].turn.spells_cast;
        let seats = || Seat::first(self.s.turns.seats());
        let before = self.s.active_before.map(|active| LastTurn {
            active,
            by_active: self.s.turns.teams().of(active).iter().map(cast).max().unwrap_or(0),
            by_all: seats().map(cast).fold(0, u16::saturating_add),
            most: seats().map(cast).max().unwrap_or(0),
        });
        self.s.last_turn = before;
        self.s.active_before = Some(active);
    }

    /// CR 731.2, 502.2: day becomes night, or night day, by what was cast in the turn before.
    pub(super) fn turn_day(&mut self) {
        let Some(last) = self.s.last_turn else { return };
        match self.s.daytime {
            Some(Daytime::Day) if last.by_active < KEEPS_DAY => self.become_daytime(Daytime::Night),
            Some(Daytime::Night) if last.by_active >= MAKES_DAY => self.become_daytime(Daytime::Day),
            _ => {}
        }
    }

    /// It becomes day or night; permanents with daybound and nightbound turn their faces (CR 702.145c, 702.145f).
    pub(super) fn become_daytime(&mut self, now: Daytime) {
        let before = self.s.daytime.replace(now);
        if before == Some(now) {
            return;
        }
        self.keep_to_daytime();
        self.log.forget_known();
        if before.is_some() {
            self.happened(&Happening::DayChanged);
        }
    }

    /// Permanents with daybound or nightbound that show the other face transform, whenever that is so (CR 702.145c, 702.145f).
    pub(super) fn keep_to_daytime(&mut self) {
        let bound = match self.s.daytime {
            None => return,
            Some(Daytime::Day) => Card::NIGHTBOUND,
            Some(Daytime::Night) => Card::DAYBOUND,
        };
        let has = |slot: &Slot| self.cat.card(self.s.object(*slot).card).has & bound != 0;
        let wrong: Vec<Slot> = self.s.battlefield.iter().copied().filter(has).collect();
        for slot in wrong {
            self.transform(self.s.id(slot));
        }
    }

    /// CR 702.145d, 702.145g: where it is neither, it becomes what the permanent is bound to.
    pub(super) fn bring_daytime(&mut self, card: CardId) {
        let has = self.cat.card(card).has;
        if self.s.daytime.is_none() && has & (Card::DAYBOUND | Card::NIGHTBOUND) != 0 {
            self.become_daytime(if has & Card::DAYBOUND != 0 { Daytime::Day } else { Daytime::Night });
        }
    }

    /// CR 702.145b: with which face up something enters.
    pub(super) fn face_by_daytime(&self, face: CardId) -> CardId {
        let card = self.cat.card(face);
        let at_night = self.s.daytime == Some(Daytime::Night) && card.has & Card::DAYBOUND != 0;
        card.other_face().filter(|_| at_night).unwrap_or(face)
    }
}
