//! Who stays at home, so that nobody can kill this player in return.

use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::home::Home;
use crate::cards::keyword::Keywords;
use crate::game::view::PlayerView;
use crate::turn::Seat;

use super::{Attacker, Declaration};

impl Declaration<'_> {
    /// Takes back the attackers that are worth least while the table could kill this player in return, and those at home could
    /// prevent it. Where nothing prevents it, nobody stays: it is a race. Nobody strikes back before an extra turn.
    pub(super) fn stay_home(&mut self, view: &PlayerView, board: &BoardReading, killed: &[usize], locked: &[usize]) {
        if view.pending_turns().first().is_some_and(|turn| !view.are_opponents(turn.seat, board.me)) {
            return;
        }
        let dead = |seat: Seat| killed.iter().any(|at| self.defenders[*at].seat == seat);
        let home = Home::read(view, board, |seat| !dead(seat));
        let wall_of = |a: &Attacker<'_>| home.walls.iter().position(|w| w.object.id == a.piece.object.id);
        let leaves = |a: &Attacker<'_>| a.at.is_some() && !a.piece.has(Keywords::VIGILANCE);
        let mut stay: u128 = (0..home.walls.len()).fold(0, |bits, wall| bits | 1 << wall);
        for attacker in self.attackers.iter().filter(|a| leaves(a)) {
            stay &= !wall_of(attacker).map_or(0, |wall| 1 << wall);
        }
        let enough = self.life - margin(self.life);
        if home.past_a_block(stay) < enough {
            return;
        }
        let mut back: Vec<(i32, usize, u128)> = (0..self.attackers.len())
            .filter(|place| leaves(&self.attackers[*place]) && !locked.contains(place))
            .filter_map(|place| {
                let attacker = &self.attackers[place];
                let points = attacker.piece.strike() + attacker.extra;
                wall_of(attacker).map(|wall| (points, place, 1 << wall))
            })
            .collect();
        let all = back.iter().fold(stay, |bits, (.., bit)| bits | bit);
        // What is hoped for only counts where nothing that can be told is enough.
        let is_told = home.past_a_block(all) < self.life;
        let incoming = |stay| if is_told { home.past_a_block(stay) } else { home.incoming(stay) };
        if incoming(stay) < enough {
            return;
        }
        let least = incoming(all);
        if least >= self.life {
            return;
        }
        // All stay, and then those go who are not needed, who is worth most in the attack first.
        let enough = enough.max(least + 1);
        back.sort_unstable_by_key(|(points, place, _)| (std::cmp::Reverse(*points), *place));
        let mut stay = all;
        for (_, place, bit) in back {
            if incoming(stay & !bit) < enough {
                stay &= !bit;
            } else {
                self.attackers[place].at = None;
            }
        }
    }
}

/// Life to be left over for what is not seen; who has little left can't afford it.
const fn margin(life: i32) -> i32 {
    match life {
        ..=10 => 0,
        _ => 2,
    }
}
