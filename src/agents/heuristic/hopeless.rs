//! Inevitability: who wins if nothing happens, as far as libraries, life, power on the table and locks tell.
//!
//! It answers one question, whether to give a game up where that is the custom of the table, and so it is slow to say yes:
//! what might still be drawn counts for the player as long as there is time to draw it.

use crate::game::view::PlayerView;

use super::board::BoardReading;
use super::home::Home;
use super::profile::Profiles;

/// Sources of mana that are all tapped where a player is locked out.
const BOUND: i32 = 3;

/// Whether the player of that view can't win any more: they are about to lose, have nothing on the table to win with before,
/// and are so far behind, or so bound, that no single card would change it.
pub(super) fn is_hopeless(view: &PlayerView, profiles: &Profiles) -> bool {
    // While another player's turn is decided for, the view is theirs.
    if view.actor() != view.seat() {
        return false;
    }
    let board = BoardReading::read(view, profiles);
    let me = board.me;
    let last = profiles.weights().hopeless_rounds;
    let opponents = || view.opponents_of(me);
    let coming = opponents().map(|seat| Home::read(view, &board, |s| s == seat).incoming_at_all()).max().unwrap_or(0);
    let dies = coming * last >= view.life(me);
    let decks = !view.has_endless_library(me) && (view.library_size(me) as i32) < last;
    // Whoever runs out of cards first loses, if nobody is attacked.
    let outlasts =
        opponents().all(|seat| !view.has_endless_library(seat) && view.library_size(seat) < view.library_size(me));
    let reach = board.sides[me.index()].power * last;
    let to_deal: i32 = opponents().map(|seat| view.life(seat).max(1)).sum();
    if !(dies || decks && !outlasts) || reach >= to_deal {
        return false;
    }
    decks || is_behind(view, &board, profiles) || is_bound(view, &board)
}

/// Whether the strongest opponent's board is so much more than everything this player has.
fn is_behind(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> bool {
    let weights = profiles.weights();
    // Any of them could be the answer.
    let hand = 2 * view.hand_size(board.me) as i32 * weights.card;
    let mine = board.sides[board.me.index()].worth + hand;
    let opponents = view.opponents_of(board.me);
    let most = opponents.map(|seat| board.sides[seat.index()].worth).max().unwrap_or(0);
    mine * 100 <= most * weights.hopeless_board
}

/// Whether a lock holds this player: their own turn has come, and none of their mana with it.
fn is_bound(view: &PlayerView, board: &BoardReading) -> bool {
    let own = !view.are_opponents(view.turn().active, board.me);
    own && board.sides[board.me.index()].sources >= BOUND && view.mana_available(board.me) == 0
}
