//! Who emptied whose library.

use crate::turn::{BySeat, Seat, SeatSet};

/// The cards that have left each library since the game began, and by whose effects.
#[derive(Debug, Clone)]
pub(super) struct Libraries {
    taken: BySeat<Taken>,
    /// Who controls the spell or ability that is resolving.
    resolving: Option<Seat>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    by_itself: u32,
    by_others: u32,
}

impl Libraries {
    /// Libraries nothing has left yet.
    pub(super) fn new(seats: usize) -> Libraries {
        Libraries { taken: BySeat::new(seats, |_| Taken::default()), resolving: None }
    }

    /// A spell or ability of that player begins to resolve.
    pub(super) const fn resolves(&mut self, seat: Seat) {
        self.resolving = Some(seat);
    }

    /// Nothing resolves any more: somebody has priority.
    pub(super) const fn resolved(&mut self) {
        self.resolving = None;
    }

    /// A card left the library of a player of that team, or could not as there was none.
    pub(super) fn taken_from(&mut self, seat: Seat, team: SeatSet) {
        let taken = &mut self.taken[seat];
        match self.resolving {
            Some(by) if !team.contains(by) => taken.by_others += 1,
            _ => taken.by_itself += 1,
        }
    }

    /// Whether more of it has gone by the player's own doing, draw steps among it, than by effects of opponents.
    pub(super) fn is_emptied_by_itself(&self, seat: Seat) -> bool {
        let Taken { by_itself, by_others } = self.taken[seat];
        by_itself > by_others
    }
}
