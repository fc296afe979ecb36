//! What a position is worth to one player: a linear function in integers.

use crate::agents::heuristic::{Profiles, worth};
use crate::game::view::PlayerView;
use crate::game::{Game, Outcome};
use crate::turn::Seat;

/// Points for a game that is won: more than any board.
pub(super) const WIN: i64 = 1_000_000;
/// Points that each turn by which it is over sooner or later counts for.
const PER_TURN: i64 = 1_000;
/// Points for each opponent who has left.
const RIVAL_GONE: i64 = 300;

/// Points for each point of life up to so much, in steps: the last ones are dearest.
const LIFE: [(i32, i64); 4] = [(5, 14), (10, 8), (20, 4), (i32::MAX, 2)];
/// Points for a card in hand.
const CARD: i64 = 18;
/// Points for each point of worth of a permanent, in hundredths.
const WORTH: i64 = 100;
/// Points lost for poison counters, by their square.
const POISON: i64 = 2;
/// Points for a turn that is still to come besides the usual ones.
const EXTRA_TURN: i64 = 40;
/// Points lost for each card that a library has less than this.
const LIBRARY: (usize, i64) = (4, 15);

/// What the game as it stands is worth to that player; `since` is the turn from which it was played on.
pub(super) fn value(game: &Game, me: Seat, profiles: &Profiles, since: u32) -> i64 {
    let view = game.view(me);
    let later = i64::from(game.place().turn.saturating_sub(since)) * PER_TURN;
    match game.outcome() {
        Some(Outcome::Win { winner }) if !view.are_opponents(winner, me) => return WIN - later,
        Some(Outcome::Win { .. }) => return later - WIN,
        Some(Outcome::Draw { .. }) => return later - WIN / 2,
        _ if !view.is_living(me) => return later - WIN,
        _ => {}
    }
    let others = || Seat::first(view.seats()).filter(|seat| view.are_opponents(*seat, me));
    let living = || others().filter(|seat| view.is_living(*seat));
    let (rivals, gone) = (living().count() as i64, others().count() - living().count());
    let theirs = living().map(|seat| strength(&view, seat, profiles));
    let (sum, most) = theirs.fold((0, 0), |(sum, most), one| (sum + one, one.max(most)));
    // The strongest of them counts as much as all of them together.
    let against = if rivals > 0 { (sum / rivals + most) / 2 } else { 0 };
    strength(&view, me, profiles) - against + gone as i64 * RIVAL_GONE
}

/// Points for what one player has.
fn strength(view: &PlayerView, seat: Seat, profiles: &Profiles) -> i64 {
    let board: i64 = view.controlled_by(seat).map(|object| i64::from(worth(&object, profiles))).sum();
    let turns = view.pending_turns().iter().filter(|turn| turn.seat == seat).count() as i64;
    let short = LIBRARY.0.saturating_sub(view.library_size(seat)) as i64;
    life(view.life(seat)) + board * WORTH / 100 + view.hand_size(seat) as i64 * CARD + turns * EXTRA_TURN
        - i64::from(view.poison(seat).pow(2)) * POISON
        - if view.library_size(seat) > 0 { short * LIBRARY.1 } else { 0 }
}

fn life(life: i32) -> i64 {
    let (mut points, mut below) = (0, 0);
    for (up_to, each) in LIFE {
        points += i64::from((life.min(up_to) - below).max(0)) * each;
        below = up_to;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_points_of_life_are_dearest() {
        assert_eq!((life(-3), life(0), life(1), life(5), life(6)), (0, 0, 14, 70, 78));
        assert_eq!(life(20), 70 + 40 + 40);
        assert_eq!(life(40), life(20) + 40);
    }
}
