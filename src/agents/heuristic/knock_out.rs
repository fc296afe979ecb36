//! A table that ends at the first knock-out: who has the most life then has won, so that not every kill is one's own.

use crate::game::setup::Ends;
use crate::game::view::PlayerView;
use crate::turn::Seat;

/// Whether a player wants that opponent out of the game: always, but where that ends it for somebody who has as much life.
pub(super) fn is_wanted(view: &PlayerView, me: Seat, out: Seat) -> bool {
    if view.ends() == Ends::LastStanding {
        return true;
    }
    view.opponents_of(me).all(|seat| !view.are_opponents(seat, out) || view.life(seat) < view.life(me))
}
