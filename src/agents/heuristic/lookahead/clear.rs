//! Everything that could block, taken out of the way: the attack that no single act makes deadly.

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::{is_blocker, may_block};
use crate::agents::heuristic::profile::Profiles;
use crate::game::ObjectId;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::view::PlayerView;
use crate::turn::Seat;

use super::candidates;

/// What takes a creature of that player away that could block most of what this player attacks with; first what has fewest of
/// them to choose from. `None` when nothing does, or nothing could block.
pub(super) fn clear(view: &PlayerView, decision: &Decision, profiles: &Profiles, target: Seat) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let board = BoardReading::read(view, profiles);
    let attackers: SmallVec<[&Piece; 16]> =
        board.mine().filter(|piece| piece.may_attack() && piece.strike() > 0).collect();
    let stops = |piece: &Piece| -> i32 {
        let blocks = is_blocker(piece) && piece.object.controller == target;
        attackers.iter().filter(|attacker| blocks && may_block(piece, attacker)).map(|attacker| attacker.strike()).sum()
    };
    let blockers: SmallVec<[(ObjectId, i32); 16]> =
        board.pieces.iter().map(|piece| (piece.object.id, stops(piece))).filter(|(_, stops)| *stops > 0).collect();
    if blockers.is_empty() {
        return None;
    }
    let stopped = |choice: &Choice| match candidates::first_target(view, options, choice)? {
        Item::Object(id) => blockers.iter().find(|(blocker, _)| *blocker == id).map(|(_, stops)| *stops),
        _ => None,
    };
    let acts = candidates::acts_at(view, decision, profiles, true);
    let clears = |choice: Choice| {
        let Choice::One(at, _) = choice else { return None };
        let harms = candidates::harms_first(view, options[usize::from(at)], profiles);
        harms.then(|| Some((at, stopped(&choice)?, choice)))?
    };
    let clearing: Vec<(u16, i32, Choice)> = acts.into_iter().filter_map(clears).collect();
    let targets = |act: u16| clearing.iter().filter(|(at, ..)| *at == act).count();
    let best = clearing.iter().min_by_key(|(at, stops, _)| (Reverse(*stops), targets(*at)));
    best.map(|(.., choice)| choice.clone())
}
