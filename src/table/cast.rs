//! Who sits where in one game, by name.

use std::sync::Arc;

use crate::turn::{BySeat, Seat, SeatSet};

/// A seat of one game, and who plays there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastMember {
    /// Which entrant of the scenario, from 0.
    pub entrant: u8,
    /// Its name.
    pub name: Arc<str>,
    /// Its deck's name; empty without a deck.
    pub deck: Arc<str>,
    /// Its agent's name.
    pub agent: Arc<str>,
    /// Its team's name, where turns are shared.
    pub team: Option<Arc<str>>,
    /// Life at the start.
    pub life: i32,
}

/// Everybody at the table, in turn order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast(pub BySeat<CastMember>);

impl Cast {
    /// The name of a seat's entrant.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        &self.0[seat].name
    }

    /// The names of a team's members, joined; of one who plays alone their own.
    #[must_use]
    pub fn joined(&self, seats: SeatSet, of: impl Fn(&CastMember) -> &str) -> String {
        let parts: Vec<&str> = seats.iter().map(|seat| of(&self.0[seat])).filter(|part| !part.is_empty()).collect();
        parts.join("+")
    }

    /// The name of a seat's entrant, or of its team's members, joined.
    #[must_use]
    pub fn team_name(&self, seat: Seat) -> Arc<str> {
        match &self.0[seat].team {
            None => Arc::clone(&self.0[seat].name),
            Some(_) => self.joined(self.team_of(seat), |member| &member.name).into(),
        }
    }

    /// Everybody, or nobody.
    pub(super) fn seats_if(&self, everybody: bool) -> SeatSet {
        if everybody { SeatSet::first(self.0.seats()) } else { SeatSet::EMPTY }
    }

    /// A seat and its teammates.
    #[must_use]
    pub fn team_of(&self, seat: Seat) -> SeatSet {
        match &self.0[seat].team {
            None => SeatSet::only(seat),
            team => self.0.iter().filter(|(_, m)| m.team == *team).map(|(s, _)| s).collect(),
        }
    }

    /// The seat of an entrant; the first, if nobody sits for it.
    #[must_use]
    pub fn seat_of(&self, entrant: u8) -> Seat {
        self.0.iter().find(|(_, member)| member.entrant == entrant).map_or(Seat(0), |(seat, _)| seat)
    }
}
