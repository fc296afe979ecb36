//! Kills that no block prevents: found before anything else about an attack is weighed.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::is_blocker;
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::knock_out;
use crate::agents::heuristic::striker::striker;
use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, surely_deal};
use crate::cards::keyword::Keywords;
use crate::game::COMMANDER_DAMAGE;
use crate::game::view::PlayerView;

use super::Declaration;

/// Players whose kills are planned together; at larger tables only the most dangerous.
const PLANNED: usize = 4;
/// Attackers among whom the fewest that kill are looked for one by one.
const FEW: usize = 12;

/// A defender, by place, who is killed by those attackers, by place.
pub(super) struct Kill {
    pub(super) at: usize,
    pub(super) attackers: Vec<usize>,
}

/// The attackers against one defender as combat arithmetic sees them.
struct Lineup {
    at: usize,
    /// By the attacker's place; `None` when it may not attack there, or deals nothing.
    strikers: Vec<Option<Striker>>,
    /// Toughness left of each creature that may block.
    walls: SmallVec<[i32; 16]>,
    /// Damage by each commander that would kill, by the attacker's place.
    commanders: SmallVec<[(usize, i32); 2]>,
    /// The places of those whose damage is poison counters and no life (CR 702.90b).
    infects: SmallVec<[usize; 4]>,
    /// Poison counters that would kill.
    poison: i32,
    /// Life that its blockers gain by lifelink (CR 702.15b).
    gains: i32,
}

impl Declaration<'_> {
    /// The kills that no block prevents: worth most together, each by attackers that can hardly be spared less.
    pub(super) fn sure_kills(&self, view: &PlayerView, board: &BoardReading) -> Vec<Kill> {
        let all: i32 = self.attackers.iter().map(|a| a.piece.strike()).sum();
        let by_itself = |p: &Piece| p.object.commander || p.has(Keywords::INFECT);
        let otherwise = self.attackers.iter().any(|a| by_itself(a.piece));
        let mut candidates: SmallVec<[usize; 8]> = (0..self.defenders.len())
            .filter(|at| {
                let defender = &self.defenders[*at];
                let wanted = || knock_out::is_wanted(view, board.me, defender.seat);
                let player = defender.worth.is_none();
                player && !defender.shielded && (all >= defender.life || otherwise) && wanted()
            })
            .collect();
        if candidates.is_empty() || all == 0 {
            return Vec::new();
        }
        candidates.sort_by_key(|at| std::cmp::Reverse(board.sides[self.defenders[*at].seat.index()].worth));
        let lineups: Vec<Lineup> = candidates.iter().take(PLANNED).map(|at| self.lineup(*at, view, board)).collect();
        // Attackers stand in order of their strikes, the hardest first.
        let free: Vec<usize> = (0..self.attackers.len()).collect();
        let all = (1 << lineups.len()) - 1;
        let best = self.best_kills(&lineups, all, &free, self.mana, board);
        if lineups.len() < 2 || self.is_safe_after(&best.1, view, board) {
            return best.1;
        }
        // Of several, those whose death leaves this player alive.
        let others = (1..all).map(|some| self.best_kills(&lineups, some, &free, self.mana, board));
        let safe = others.filter(|(_, kills)| !kills.is_empty() && self.is_safe_after(kills, view, board));
        safe.max_by_key(|(value, _)| *value).unwrap_or(best).1
    }

    /// Whether those left could not kill this player before their next turn, with what attacks tapped.
    fn is_safe_after(&self, kills: &[Kill], view: &PlayerView, board: &BoardReading) -> bool {
        let dead = |seat| kills.iter().any(|kill| self.defenders[kill.at].seat == seat);
        let home = Home::read(view, board, |seat| !dead(seat));
        let taps = |id| {
            let mut sent = kills.iter().flat_map(|kill| &kill.attackers).map(|place| self.attackers[*place].piece);
            sent.any(|piece| piece.object.id == id && !piece.has(Keywords::VIGILANCE))
        };
        let stay = home.walls.iter().enumerate().filter(|(_, wall)| !taps(wall.object.id));
        let poisoned = view.opponents_of(board.me).any(|seat| !dead(seat) && board.could_poison(view, seat));
        !poisoned && home.incoming(stay.fold(0, |bits, (wall, _)| bits | 1 << wall)) < self.life
    }

    fn lineup(&self, at: usize, view: &PlayerView, board: &BoardReading) -> Lineup {
        let seat = self.defenders[at].seat;
        let theirs = |p: &&Piece| !view.are_opponents(p.object.controller, seat) && is_blocker(p);
        let walls: Vec<_> = board.pieces.iter().filter(theirs).take(MOST_WALLS).collect();
        let (mut commanders, mut infects) = (SmallVec::new(), SmallVec::new());
        let strikers = self.attackers.iter().enumerate().map(|(place, attacker)| {
            let (piece, id) = (attacker.piece, attacker.piece.object.id);
            if piece.strike() <= 0 || view.is_barred(id, seat) {
                return None;
            }
            if piece.object.commander {
                commanders.push((place, COMMANDER_DAMAGE - view.commander_damage_by(id, seat)));
            }
            if piece.has(Keywords::INFECT) {
                infects.push(place);
            }
            Some(striker(piece, &walls, |wall| view.may_block(wall.object.id, id)))
        });
        let strikers: Vec<Option<Striker>> = strikers.collect();
        let blocks = |wall: usize| strikers.iter().flatten().any(|s| s.stopped_by >> wall & 1 == 1);
        let linked = walls.iter().enumerate().filter(|(at, wall)| wall.has(Keywords::LIFELINK) && blocks(*at));
        let gains = linked.map(|(_, wall)| wall.strike()).sum();
        let poison = view.deadly_poison() - view.poison(seat);
        Lineup {
            at,
            strikers,
            walls: walls.iter().map(|wall| wall.left()).collect(),
            commanders,
            infects,
            poison,
            gains,
        }
    }

    /// The best kills among the lineups whose bits are set, with the attackers and the mana that are still free.
    fn best_kills(
        &self,
        lineups: &[Lineup],
        left: u8,
        free: &[usize],
        mana: i32,
        board: &BoardReading,
    ) -> (i32, Vec<Kill>) {
        let mut best = (0, Vec::new());
        for (bit, lineup) in lineups.iter().enumerate().filter(|(bit, _)| left >> bit & 1 == 1) {
            let defender = &self.defenders[lineup.at];
            let affordable = if defender.tax > 0 { (mana / defender.tax).max(0) as usize } else { usize::MAX };
            let Some(attackers) = lineup.kill(free, affordable, defender.life) else { continue };
            let spent = defender.tax * attackers.len() as i32;
            let rest: Vec<usize> = free.iter().copied().filter(|place| !attackers.contains(place)).collect();
            let (more, mut kills) = self.best_kills(lineups, left & !(1 << bit), &rest, mana - spent, board);
            let value = self.weights.kill + board.sides[defender.seat.index()].worth + more;
            if value > best.0 {
                kills.insert(0, Kill { at: lineup.at, attackers });
                best = (value, kills);
            }
        }
        best
    }
}

impl Lineup {
    /// Attackers among those free that surely kill.
    fn kill(&self, free: &[usize], affordable: usize, life: i32) -> Option<Vec<usize>> {
        let able: Vec<usize> = free.iter().copied().filter(|p| self.strikers[*p].is_some()).take(affordable).collect();
        for (place, needed) in &self.commanders {
            if able.contains(place) && self.deals(&[*place], *needed) {
                return Some(vec![*place]);
            }
        }
        let (poisons, wounds): (Vec<usize>, Vec<usize>) = able.iter().partition(|place| self.infects.contains(place));
        let despite = || if self.gains > 0 { self.fewest(&wounds, life + self.gains) } else { None };
        despite().or_else(|| self.fewest(&wounds, life)).or_else(|| self.fewest(&poisons, self.poison))
    }

    /// Of those able ones hardly more than it takes to deal so much.
    fn fewest(&self, able: &[usize], damage: i32) -> Option<Vec<usize>> {
        if !self.deals(able, damage) {
            return None;
        }
        // The fewest of the hardest that do it, and then without each that is not needed.
        let enough = (1..=able.len()).collect::<Vec<_>>().partition_point(|n| !self.deals(&able[..*n], damage)) + 1;
        let mut chosen = able[..enough.min(able.len())].to_vec();
        if chosen.len() <= FEW {
            let mut at = 0;
            while at < chosen.len() {
                let without: Vec<usize> = chosen.iter().copied().filter(|place| *place != chosen[at]).collect();
                if self.deals(&without, damage) {
                    chosen = without;
                } else {
                    at += 1;
                }
            }
        }
        Some(chosen)
    }

    fn deals(&self, places: &[usize], damage: i32) -> bool {
        let strikers: Strikers = places.iter().filter_map(|place| self.strikers[*place]).collect();
        surely_deal(&strikers, &self.walls, damage)
    }
}
