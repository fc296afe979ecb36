//! What becomes of each card: seen, cast, resolved, countered.

use smallvec::SmallVec;

use crate::cards::effect::CardId;
use crate::game::{Game, GameEvent, ObjectId, Remark, Zone};
use crate::table::cast::Cast;
use crate::table::counts::{CardCounts, CardRow};
use crate::turn::{BySeat, Seat, SeatSet};

/// What is counted of a card of one seat in one game.
#[derive(Debug, Clone, Copy)]
struct Entry {
    card: CardId,
    counts: CardCounts,
    /// The round in which it was first cast.
    first_cast: Option<u32>,
}

/// The cards of a game so far, each seat's in the order in which they were seen.
#[derive(Debug, Clone)]
pub(super) struct Cards {
    seats: BySeat<Vec<Entry>>,
    /// Spells on the stack.
    stack: SmallVec<[(ObjectId, Seat, CardId); 8]>,
    /// Whose hands have yet to be looked at: what is prepared in them was not drawn.
    unseen: SeatSet,
}

impl Cards {
    pub(super) fn new(seats: usize) -> Cards {
        let entries = |_| Vec::with_capacity(64);
        Cards { seats: BySeat::new(seats, entries), stack: SmallVec::new(), unseen: SeatSet::first(seats) }
    }

    fn entry(&mut self, seat: Seat, card: CardId) -> &mut Entry {
        let entries = &mut self.seats[seat];
        let at = entries.iter().position(|entry| entry.card == card).unwrap_or(entries.len());
        if at == entries.len() {
            entries.push(Entry { card, counts: CardCounts::default(), first_cast: None });
        }
        &mut entries[at]
    }

    /// Takes the next event, in that round.
    pub(super) fn add(&mut self, event: &GameEvent, round: u32) {
        match *event {
            GameEvent::LandPlayed { seat, card, .. } => self.entry(seat, card).counts.played += 1,
            GameEvent::SpellCast { seat, object, card, .. } => {
                let entry = self.entry(seat, card);
                entry.counts.cast += 1;
                entry.first_cast.get_or_insert(round);
                self.stack.push((object, seat, card));
            }
            GameEvent::Resolved { source, .. } => self.off(source, |counts| counts.resolved += 1),
            GameEvent::Fizzled { source, .. } => self.off(source, |counts| counts.fizzled += 1),
            GameEvent::Countered { object, .. } => self.off(object, |counts| counts.countered += 1),
            GameEvent::Remark(Remark::Drawn { seat, card }) | GameEvent::Discarded { seat, card } => {
                self.seen(seat, card);
            }
            GameEvent::ZoneChanged { card, owner, from: Zone::Library, .. } => self.seen(owner, card),
            _ => {}
        }
    }

    fn seen(&mut self, seat: Seat, card: CardId) {
        if let Some(card) = card.known() {
            self.entry(seat, card);
        }
    }

    /// A spell leaves the stack.
    fn off(&mut self, spell: ObjectId, count: impl Fn(&mut CardCounts)) {
        if let Some(at) = self.stack.iter().rposition(|(object, ..)| *object == spell) {
            let (_, seat, card) = self.stack.remove(at);
            count(&mut self.entry(seat, card).counts);
        }
    }

    /// Looks into the hands with which the game begins.
    pub(super) fn look_at(&mut self, game: &Game) {
        for seat in std::mem::take(&mut self.unseen).iter() {
            game.view(seat).hand_cards(seat).for_each(|card| self.seen(seat, card));
        }
    }

    /// A row for each card and seat, in order.
    pub(super) fn rows(self, cast: &Cast, won: SeatSet) -> Vec<CardRow> {
        let row = |(seat, entry): (Seat, &Entry)| {
            let wins = u64::from(won.contains(seat));
            let by = |round: u32| u64::from(entry.first_cast.is_some_and(|first| first <= round));
            let counts = CardCounts {
                games: 1,
                wins,
                games_cast: by(u32::MAX),
                wins_cast: by(u32::MAX) * wins,
                games_cast_by_round_5: by(5),
                wins_cast_by_round_5: by(5) * wins,
                games_cast_by_round_10: by(10),
                wins_cast_by_round_10: by(10) * wins,
                ..entry.counts
            };
            CardRow { entrant: cast.0[seat].entrant, card: entry.card, counts }
        };
        let entries = self.seats.iter().flat_map(|(seat, entries)| entries.iter().map(move |entry| (seat, entry)));
        let mut rows: Vec<CardRow> = entries.map(row).collect();
        rows.sort_unstable_by_key(|row| (row.entrant, row.card));
        rows
    }
}
