//! The turn in progress: whether its player does anything in it.

use crate::game::GameEvent;
use crate::turn::{SeatSet, TurnKind};

/// A turn of one player or one team.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OwnTurn {
    /// Whose it is; nobody between two turns.
    team: SeatSet,
    extra: bool,
    /// Something was cast, played or activated, or a creature was declared as an attacker.
    used: bool,
}

impl OwnTurn {
    /// A turn that begins.
    pub(super) const fn of(team: SeatSet, kind: TurnKind) -> OwnTurn {
        OwnTurn { team, extra: matches!(kind, TurnKind::Extra(_)), used: false }
    }

    /// Takes the next event.
    pub(super) fn add(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::SpellCast { seat, .. }
            | GameEvent::LandPlayed { seat, .. }
            | GameEvent::AbilityActivated { seat, .. }
            | GameEvent::TurnedFaceUp { seat, .. }
            | GameEvent::Foretold { seat, .. } => self.used |= self.team.contains(seat),
            GameEvent::AttackerDeclared { .. } => self.used = true,
            // A turn that is not played to its end is not judged.
            GameEvent::PlayerLeft { seat, .. } => self.used |= self.team.contains(seat),
            _ => {}
        }
    }

    /// Those for whom the turn, played to its end, was an extra turn in which they did nothing.
    pub(super) fn dead(self) -> SeatSet {
        if self.extra && !self.used { self.team } else { SeatSet::EMPTY }
    }
}
