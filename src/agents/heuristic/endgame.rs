//! Whether a game is in its endgame: hardly anything lies on the table, hardly anything is hidden, and somebody may be out soon.

use crate::game::COMMANDER_DAMAGE;
use crate::game::decision::{Choice, Decision, Shape};
use crate::game::view::PlayerView;
use crate::turn::Seat;

use super::board::{BoardReading, Piece};
use super::priority::roles;
use super::profile::{Profiles, Roles};

/// Permanents, lands and all, that lie on the table at most.
const PERMANENTS: usize = 24;
/// Cards that opponents hold at most, together: what they do with more is guessed.
const HIDDEN: usize = 1;
/// Damage that may be dealt besides what attacks. With 5 or 10 as many puzzles are solved; with twice the attack and 3 no more,
/// for longer games.
const BESIDES: i32 = 7;
/// Cards in a library that may be drawn or milled soon.
const CARDS: usize = 3;
/// Poison counters that are given soon.
const POISON: i32 = 4;

/// Whether playing on from here shows what comes of an act, and much may come of it.
pub(in crate::agents) fn is_endgame(view: &PlayerView, profiles: &Profiles) -> bool {
    let held = || view.opponents_of(view.actor()).map(|seat| view.hand_size(seat)).sum::<usize>();
    if view.battlefield().len() > PERMANENTS || held() > HIDDEN {
        return false;
    }
    let board = BoardReading::read(view, profiles);
    view.living().any(|seat| may_be_out_soon(view, &board, seat))
}

/// Whether that takes somebody's turn (CR 723.1): what they hold, which will be seen, is not in imagined games.
pub(in crate::agents) fn takes_a_turn(
    view: &PlayerView,
    decision: &Decision,
    choice: &Choice,
    profiles: &Profiles,
) -> bool {
    let (Shape::One(options), Choice::One(at, _)) = (&decision.shape, choice) else { return false };
    options.get(usize::from(*at)).is_some_and(|item| roles(view, *item, profiles).contains(Roles::CONTROL))
}

fn may_be_out_soon(view: &PlayerView, board: &BoardReading, seat: Seat) -> bool {
    let attack = view.opponents_of(seat).map(|other| board.sides[other.index()].power).max().unwrap_or(0);
    let deals = |piece: &Piece| {
        let dealt = view.commander_damage_by(piece.object.id, seat);
        piece.object.controller != seat && dealt + piece.strike() + BESIDES >= COMMANDER_DAMAGE
    };
    view.life(seat) <= attack + BESIDES
        || view.library_size(seat) <= CARDS && !view.has_endless_library(seat)
        || view.poison(seat) + POISON >= view.deadly_poison()
        || board.pieces.iter().any(|piece| piece.object.commander && deals(piece))
}
