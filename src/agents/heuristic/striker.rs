//! An attacking creature as the arithmetic of sure kills sees it.

use crate::agents::lethal::{MOST_WALLS, Striker};
use crate::cards::keyword::Keywords;

use super::board::Piece;

/// That attacker before those walls, of which some may block it.
pub(super) fn striker(attacker: &Piece, walls: &[&Piece], may_block: impl Fn(&Piece) -> bool) -> Striker {
    let walls = walls.iter().take(MOST_WALLS).enumerate();
    Striker {
        strike: attacker.strike(),
        tramples: attacker.has(Keywords::TRAMPLE),
        deathtouch: attacker.has(Keywords::DEATHTOUCH),
        menace: attacker.has(Keywords::MENACE),
        stopped_by: walls.fold(0, |bits, (at, wall)| bits | u128::from(may_block(wall)) << at),
    }
}
