//! Whether this player might be out before long, as far as arithmetic can tell.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::priority::LITTLE_LIFE;
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::Ability;
use crate::cards::keyword::Keywords;
use crate::game::COMMANDER_DAMAGE;
use crate::game::view::PlayerView;
use crate::turn::Seat;

use super::effort::{is_bare, is_small};
use super::prey::FEW_CARDS;
use super::public;

/// Whether the table could kill this player with what it has, if all their creatures stayed at home.
pub(super) fn besieged(view: &PlayerView, board: &BoardReading) -> bool {
    let dies = worst(view, board) >= view.life(board.me);
    dies && Home::read(view, board, |_| true).incoming_at_all() >= view.life(board.me)
        || view.opponents_of(board.me).any(|seat| board.could_poison(view, seat))
}

/// The power of the opponent who has most.
pub(super) fn worst(view: &PlayerView, board: &BoardReading) -> i32 {
    let opponents = Seat::first(view.seats()).filter(|s| view.are_opponents(*s, board.me));
    opponents.map(|s| board.sides[s.index()].power).max().unwrap_or(0)
}

/// Whether two are left, and the other could be dead in two turns of attacks and that much damage besides.
pub(super) fn is_race(view: &PlayerView, board: &BoardReading, face: i32) -> bool {
    let Some(other) = view.last_opponent_of(board.me) else { return false };
    let power = |seat: Seat| board.sides[seat.index()].power;
    2 * power(board.me) + face >= view.life(other)
}

/// Whether what attacks this player now is enough, unless it is blocked.
pub(super) fn attacked(view: &PlayerView, board: &BoardReading) -> bool {
    let blockers: SmallVec<[_; 16]> = view.blockers().collect();
    let (mut damage, mut commander) = (0, 0);
    for piece in board.attacking_me.iter().filter_map(|id| board.find(*id)) {
        let mut blocking = blockers.iter().filter(|(_, attacker)| *attacker == piece.object.id).peekable();
        let deals = match blocking.peek() {
            None => piece.strike(),
            Some(_) if piece.has(Keywords::TRAMPLE) => {
                let kept = blocking.filter_map(|(id, _)| board.find(*id)).map(|p| i32::from(p.object.toughness));
                (piece.strike() - kept.sum::<i32>()).max(0)
            }
            Some(_) => 0,
        };
        damage += deals;
        if piece.object.commander {
            commander = commander.max(view.commander_damage_by(piece.object.id, board.me) + deals);
        }
    }
    damage >= view.life(board.me) || commander >= COMMANDER_DAMAGE
}

/// Whether the attack on this player is enough, as it is.
pub(super) fn is_dying(view: &PlayerView, profiles: &Profiles) -> bool {
    attacked(view, &BoardReading::read(view, profiles))
}

/// Whether this player has so little life or so few cards, on a small table, that a spell that hits everybody, or that takes
/// one of this player's creatures, might be their end.
pub(super) fn is_weak(view: &PlayerView, board: &BoardReading) -> bool {
    let life = view.life(board.me);
    let largest = board.mine().filter(|piece| piece.is_creature()).map(Piece::strike).max().unwrap_or(0);
    is_small(board) && (life <= LITTLE_LIFE.max(largest) || view.library_size(board.me) < FEW_CARDS)
}

/// Whether this player is so weak that what some opponent has might kill them, on a small table.
pub(super) fn is_exposed(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> bool {
    let bare = is_bare(board);
    view.opponents_of(board.me).any(|seat| {
        let (mut others, mut wins) = (0, false);
        for piece in board.pieces.iter().filter(|p| p.object.controller == seat) {
            let standing = profiles.standing(piece.object.card);
            others += standing.hurts;
            wins |= standing.roles.contains(Roles::WINS) && (bare || is_about_to_win(view, piece, profiles));
        }
        let kills = |others| view.life(board.me) <= 3 * board.sides[seat.index()].power / 2 + others;
        wins || bare && kills(others + public::threat(view, board, profiles, seat))
    })
}

/// Whether what wins the game with that permanent, as a step begins, would do so now.
pub(super) fn is_about_to_win(view: &PlayerView, piece: &Piece, profiles: &Profiles) -> bool {
    view.card(piece.object.card).abilities.iter().any(|ability| match view.ability(*ability) {
        Ability::Triggered(trigger) if trigger.event.step().is_some() => {
            let condition = trigger.when.or(trigger.condition);
            profiles.ability(*ability).roles.contains(Roles::WINS)
                && condition.is_some_and(|condition| view.holds_for(condition, &piece.object))
        }
        _ => false,
    })
}
