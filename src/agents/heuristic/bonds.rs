//! Targets that hang together: who fights whom, who bites whom, what is exchanged for what. Neither is worth anything alone, so
//! the first is chosen with the best second in mind.

use crate::cards::keyword::Keywords;
use crate::game::ObjectId;
use crate::game::decision::{Choice, Item, Shape};

use super::board::Piece;
use super::effect::{Aim, Bond};
use super::plan::{NEVER, Planner};

/// What a permanent is that leaves its controller.
const LOST: Aim = Aim { share: -100, ..Aim::NONE };

impl Planner<'_> {
    /// The target tied to another that was chosen `before` it, or to one that is still to be chosen; adds what both are worth
    /// to the score with the second of them. `None` when there is none to choose.
    pub(super) fn bonded(
        &self,
        bond: Bond,
        shape: &Shape,
        before: Option<ObjectId>,
        score: &mut i32,
    ) -> Option<Choice> {
        let (options, optional) = match shape {
            Shape::One(options) => (options, false),
            Shape::Some { max: 0, .. } => return Some(Choice::Some(Vec::new())),
            Shape::Some { options, min, .. } => (options, *min == 0),
            _ => return None,
        };
        let first = before.and_then(|id| self.board.find(id));
        let worth = |item: &Item| {
            let Item::Object(id) = item else { return NEVER };
            let Some(piece) = self.board.find(*id) else { return NEVER };
            match first {
                Some(first) => self.together(bond, first, piece),
                None => self.best_second(bond, piece),
            }
        };
        let best = options.iter().enumerate().map(|(at, item)| (worth(item), at));
        let (points, at) = best.max_by_key(|(points, at)| (*points, std::cmp::Reverse(*at)))?;
        if optional && points <= 0 {
            return Some(Choice::Some(Vec::new()));
        }
        *score += if first.is_some() { points } else { 0 };
        Some(if matches!(shape, Shape::One(_)) { Choice::option(at as u16) } else { Choice::Some(vec![at as u16]) })
    }

    /// The best that could come of a first target, with whatever this player could choose as the second.
    fn best_second(&self, bond: Bond, first: &Piece) -> i32 {
        let open = |p: &&Piece| p.object.controller == self.board.me || !p.has(Keywords::SHROUD | Keywords::HEXPROOF);
        let others = self.board.pieces.iter().filter(open).filter(|p| p.object.id != first.object.id);
        others.map(|second| self.together(bond, first, second)).max().unwrap_or(NEVER)
    }

    /// What it is worth to this player that those two are chosen.
    pub(super) fn together(&self, bond: Bond, first: &Piece, second: &Piece) -> i32 {
        let lost = |piece: &Piece| self.board.aim_at(&LOST, piece);
        match bond {
            Bond::Bite if second.is_creature() => {
                if bites(first, second) {
                    lost(second)
                } else {
                    0
                }
            }
            Bond::Fight if first.is_creature() && second.is_creature() => {
                let dead = |one: &Piece, other: &Piece| if bites(one, other) { lost(other) } else { 0 };
                dead(first, second) + dead(second, first)
            }
            Bond::Swap if first.object.controller != second.object.controller => {
                let gained = |piece: &Piece| self.board.aim_at(&Aim { gain: 100, ..LOST }, piece);
                let mine = |piece: &Piece| piece.object.controller == self.board.me;
                match (mine(first), mine(second)) {
                    (true, false) => lost(first) + gained(second),
                    (false, true) => gained(first) + lost(second),
                    _ => NEVER,
                }
            }
            Bond::Bite | Bond::Fight | Bond::Swap => NEVER,
        }
    }
}

/// Whether damage equal to the one's power kills the other.
fn bites(one: &Piece, other: &Piece) -> bool {
    let damage = i32::from(one.object.power);
    damage > 0 && (damage >= other.left() || one.has(Keywords::DEATHTOUCH)) && !other.has(Keywords::INDESTRUCTIBLE)
}
