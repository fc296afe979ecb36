//! Who knows which card in a hidden place: what was seen there, and what was seen to go there.
//!
//! Known are the cards that went to a hand or a library from where everybody sees them; those that a player put into a
//! library from their hand; those that a player looked at on top of a library and left there or put at its bottom; and where
//! such a card goes from one hidden place to another. A shuffle ends it.
//!
//! Not tracked are cards that were revealed and stayed where they were, what a search showed and did not find, hands that
//! were looked at, and whatever can only be concluded.

use crate::turn::{Seat, SeatSet};

use crate::cards::ability::StaticEffect;

use super::ability_index::StaticKinds;
use super::engine::Engine;
use super::event::GameEvent;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{GameState, Known};

/// What is known is looked through for what has moved on once there is so much of it.
const MANY: usize = 24;

impl GameState {
    /// Whether the seat knows which card lies there, though it may not look.
    pub(crate) fn is_known(&self, slot: Slot, seat: Seat) -> bool {
        self.known_by(self.id(slot)).contains(seat)
    }

    fn known_by(&self, card: ObjectId) -> SeatSet {
        let entries = self.known.iter().filter(|known| known.card == card);
        entries.fold(SeatSet::EMPTY, |seats, known| seats.or(known.by))
    }

    /// Forgets what was known of cards that are not where they were.
    pub(crate) fn forget_moved(&mut self) {
        let objects = &self.objects;
        self.known.retain(|known| objects[usize::from(known.card.slot)].incarnation == known.card.incarnation);
    }
}

impl Engine<'_> {
    /// A player has seen those cards of a library, and so has who decides for them.
    pub(super) fn saw(&mut self, seat: Seat, cards: impl IntoIterator<Item = ObjectId>) {
        let by = self.lookers(seat);
        self.s.known.extend(cards.into_iter().map(|card| Known { card, by }));
    }

    /// Notes who sees the top cards of libraries by static abilities.
    pub(super) fn note_top_cards(&mut self) {
        if !self.s.static_kinds.contains(StaticKinds::TOP_CARDS) {
            return;
        }
        let shown = self.statics(StaticKinds::TOP_CARDS, |effect| match effect {
            StaticEffect::TopCard(all) => Some(all),
            _ => None,
        });
        let shown: Vec<(Seat, bool)> = shown.map(|(slot, all)| (self.s.object(slot).controller, all)).collect();
        for (seat, all) in shown {
            let Some(slot) = self.s.players[seat].library.last().copied() else { continue };
            let (card, by) = (self.s.id(slot), if all { self.s.turns.living() } else { self.lookers(seat) });
            if by.iter().all(|seat| self.s.known_by(card).contains(seat)) {
                continue;
            }
            self.s.known.push(Known { card, by });
            if all {
                self.log.push(GameEvent::Revealed { seat, card: self.s.object(slot).card });
            }
        }
    }

    /// A card has come to a hand or a library: who saw which it is knows it there.
    pub(super) fn followed_by(&mut self, was: &Object, now: ObjectId) {
        let before = ObjectId { slot: now.slot, incarnation: was.incarnation };
        let by = match was.zone {
            Zone::Hand => self.lookers(was.owner).or(self.s.known_by(before)),
            Zone::Library => self.s.known_by(before),
            _ if was.is(Status::FACE_DOWN) => SeatSet::EMPTY,
            _ => self.s.turns.living(),
        };
        if self.s.known.len() >= MANY {
            self.s.forget_moved();
        }
        if !by.is_empty() {
            self.s.known.push(Known { card: now, by });
        }
    }

    /// Who may look at a player's hand.
    fn lookers(&self, seat: Seat) -> SeatSet {
        let turns = &self.s.turns;
        let mut by: SeatSet = Seat::first(self.s.players.seats()).filter(|s| !turns.are_opponents(*s, seat)).collect();
        by.insert(turns.decider(seat));
        by
    }
}
