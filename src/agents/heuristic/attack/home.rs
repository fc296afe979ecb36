//! Who stays at home, so that nobody can kill this player in return.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::may_block;
use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, surely_through};
use crate::cards::keyword::Keywords;

use super::{Attacker, Declaration};

/// What this player's creatures could stop of what comes in return.
struct Home<'b> {
    /// Those that could block at all, attackers among them.
    walls: SmallVec<[&'b Piece; 16]>,
    left: SmallVec<[i32; 16]>,
    /// The creatures of each opponent who lives on, with the walls that could block them.
    armies: SmallVec<[Strikers; 4]>,
}

impl Home<'_> {
    /// Damage to expect before one's next turn, when those walls stay: the worst opponent with all they have, and a quarter of
    /// the others.
    fn incoming(&self, stay: u128) -> i32 {
        let masked = |s: &Striker| Striker { stopped_by: s.stopped_by & stay, ..*s };
        let dealt = self.armies.iter().map(|army| {
            let army: Strikers = army.iter().map(masked).collect();
            surely_through(&army, &self.left)
        });
        let (worst, sum) = dealt.fold((0, 0), |(worst, sum), power| (worst.max(power), sum + power));
        worst + (sum - worst) / 4
    }
}

impl Declaration<'_> {
    /// Takes back the attackers that are worth least while the table could kill this player in return, and those at home could
    /// prevent it. Where nothing prevents it, nobody stays: it is a race.
    pub(super) fn stay_home(&mut self, board: &BoardReading, killed: &[usize], locked: &[usize]) {
        let home = self.home(board, killed);
        let wall_of = |a: &Attacker<'_>| home.walls.iter().position(|w| w.object.id == a.piece.object.id);
        let leaves = |a: &Attacker<'_>| a.at.is_some() && !a.piece.has(Keywords::VIGILANCE);
        let mut stay: u128 = (0..home.walls.len()).fold(0, |bits, wall| bits | 1 << wall);
        for attacker in self.attackers.iter().filter(|a| leaves(a)) {
            stay &= !wall_of(attacker).map_or(0, |wall| 1 << wall);
        }
        let enough = self.life - margin(self.life);
        if home.incoming(stay) < enough {
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
        if home.incoming(all) >= self.life {
            return;
        }
        back.sort_unstable();
        for (_, place, bit) in back {
            let now = home.incoming(stay);
            if now < enough {
                return;
            }
            // Who stops nothing there need not stay.
            if home.incoming(stay | bit) < now {
                stay |= bit;
                self.attackers[place].at = None;
            }
        }
    }

    fn home<'b>(&self, board: &'b BoardReading, killed: &[usize]) -> Home<'b> {
        let blocks = |p: &&Piece| p.is_creature() && !p.has(Keywords::CANT_BLOCK);
        let untaps = |p: &&Piece| !p.object.tapped || self.attackers.iter().any(|a| a.piece.object.id == p.object.id);
        let walls: SmallVec<[&Piece; 16]> = board.mine().filter(blocks).filter(untaps).take(MOST_WALLS).collect();
        let striker = |p: &Piece| Striker {
            strike: p.strike(),
            tramples: p.has(Keywords::TRAMPLE),
            deathtouch: p.has(Keywords::DEATHTOUCH),
            menace: p.has(Keywords::MENACE),
            stopped_by: walls.iter().enumerate().fold(0, |bits, (w, wall)| bits | u128::from(may_block(wall, p)) << w),
        };
        let attacks = |p: &&Piece| p.is_creature() && !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK);
        let alive = self.defenders.iter().enumerate().filter(|(at, _)| !killed.contains(at));
        let armies = alive.map(|(_, defender)| {
            board.pieces.iter().filter(|p| p.object.controller == defender.seat).filter(attacks).map(striker).collect()
        });
        let armies = armies.collect();
        Home { left: walls.iter().map(|wall| i32::from(wall.object.toughness)).collect(), walls, armies }
    }
}

/// Life to be left over for what is not seen; who has little left can't afford it.
const fn margin(life: i32) -> i32 {
    match life {
        ..=5 => 0,
        6..=10 => 1,
        _ => 3,
    }
}
