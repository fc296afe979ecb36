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

/// How many features a player's position has.
pub const FEATURES: usize = 8;
/// What they are.
pub const NAMES: [&str; FEATURES] =
    ["life to 5", "life to 10", "life to 20", "life above", "board", "cards in hand", "extra turns", "poison squared"];
/// Points for each of them, in tenths.
pub const WEIGHTS: [i64; FEATURES] = [140, 80, 40, 20, 10, 180, 400, -20];
/// Up to where each step of life goes.
const LIFE: [i32; 4] = [5, 10, 20, i32::MAX];
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
    let living = || view.opponents_of(me);
    let (rivals, gone) = (living().count() as i64, others().count() - living().count());
    let theirs = living().map(|seat| strength(&view, seat, profiles));
    let (sum, most) = theirs.fold((0, 0), |(sum, most), one| (sum + one, one.max(most)));
    // The strongest of them counts as much as all of them together.
    let against = if rivals > 0 { (sum / rivals + most) / 2 } else { 0 };
    strength(&view, me, profiles) - against + gone as i64 * RIVAL_GONE
}

/// What of a player's position counts, in the order of [`NAMES`]; boards in the heuristic player's points.
#[must_use]
pub fn features(view: &PlayerView, seat: Seat, profiles: &Profiles) -> [i64; FEATURES] {
    let board: i64 = view.controlled_by(seat).map(|object| i64::from(worth(&object, profiles))).sum();
    let turns = view.pending_turns().iter().filter(|turn| turn.seat == seat).count() as i64;
    let [first, second, third, rest] = life(view.life(seat));
    [first, second, third, rest, board, view.hand_size(seat) as i64, turns, i64::from(view.poison(seat).pow(2))]
}

/// Points for what one player has.
fn strength(view: &PlayerView, seat: Seat, profiles: &Profiles) -> i64 {
    let points: i64 = features(view, seat, profiles).iter().zip(WEIGHTS).map(|(n, weight)| n * weight).sum();
    let left = view.library_size(seat);
    // A library without an end looks empty, too.
    let short = if left > 0 { LIBRARY.0.saturating_sub(left) as i64 } else { 0 };
    points / 10 - short * LIBRARY.1
}

/// The points of life in each step.
fn life(life: i32) -> [i64; 4] {
    let mut below = 0;
    LIFE.map(|up_to| {
        let points = i64::from((life.min(up_to) - below).max(0));
        below = up_to;
        points
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn life_counts_in_steps() {
        assert_eq!((life(-3), life(4), life(6)), ([0; 4], [4, 0, 0, 0], [5, 1, 0, 0]));
        assert_eq!(life(40), [5, 5, 10, 20]);
    }

    #[test]
    fn the_last_points_of_life_are_dearest() {
        assert!(WEIGHTS[..4].is_sorted_by(|a, b| a >= b), "{WEIGHTS:?}");
    }
}
