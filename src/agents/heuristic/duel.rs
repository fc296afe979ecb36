//! One creature against another in combat.

use crate::cards::keyword::Keywords;

use super::board::Piece;

/// Who dies when they fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Duel {
    /// The attacker dies.
    pub(super) attacker: bool,
    /// The blocker dies.
    pub(super) blocker: bool,
}

/// How a block by that one creature ends (CR 510, 702.2, 702.4, 702.7).
pub(super) fn duel(attacker: &Piece, blocker: &Piece) -> Duel {
    let first = |p: &Piece| p.has(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE);
    let mut duel = Duel { attacker: slays(blocker, attacker), blocker: slays(attacker, blocker) };
    if first(attacker) && !first(blocker) && slays_once(attacker, blocker) {
        duel.attacker = false;
    }
    if first(blocker) && !first(attacker) && slays_once(blocker, attacker) {
        duel.blocker = false;
    }
    duel
}

fn slays(one: &Piece, other: &Piece) -> bool {
    slays_with(one, other, one.strike())
}

fn slays_once(one: &Piece, other: &Piece) -> bool {
    slays_with(one, other, one.object.power.into())
}

fn slays_with(one: &Piece, other: &Piece, damage: i32) -> bool {
    let enough = damage >= other.left() || one.has(Keywords::DEATHTOUCH);
    damage > 0 && enough && !other.has(Keywords::INDESTRUCTIBLE)
}

/// Whether the creature could block the attacker alone (CR 509.1b).
pub(super) fn may_block(blocker: &Piece, attacker: &Piece) -> bool {
    !attacker.has(Keywords::UNBLOCKABLE)
        && (!attacker.has(Keywords::FLYING) || blocker.has(Keywords::FLYING | Keywords::REACH))
}

/// Whether the creature could block at all now.
pub(super) fn is_blocker(piece: &Piece) -> bool {
    piece.is_creature() && !piece.object.tapped && !piece.object.keywords.intersects(Keywords::NO_BLOCK)
}
