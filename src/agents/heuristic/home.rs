//! What could come at this player before their next turn, and what their creatures could stop of it.

use smallvec::SmallVec;

use crate::cards::keyword::Keywords;
use crate::game::ObjectId;
use crate::game::view::PlayerView;
use crate::turn::Seat;

use super::board::{BoardReading, Piece};
use super::duel::may_block;
use super::striker::striker;
use crate::agents::lethal::{MOST_WALLS, Striker, Strikers, kept_in_a_block, surely_through};

/// What this player's creatures could stop of what comes in return.
pub(super) struct Home<'b> {
    /// Those that could block at all, attackers among them.
    pub(super) walls: SmallVec<[&'b Piece; 16]>,
    left: SmallVec<[i32; 16]>,
    /// The creatures of each opponent who lives on, with the walls that could block them.
    armies: SmallVec<[Strikers; 4]>,
}

impl<'b> Home<'b> {
    /// What could come at this player from the opponents that `counts` lets through. Creatures that attack now are taken to
    /// stand again.
    pub(super) fn read(view: &PlayerView, board: &'b BoardReading, counts: impl Fn(Seat) -> bool) -> Home<'b> {
        let attacking: SmallVec<[ObjectId; 16]> = view.attackers().map(|(id, _)| id).collect();
        let blocks = |p: &&Piece| p.is_creature() && !p.object.keywords.intersects(Keywords::NO_BLOCK);
        let stands = |p: &&Piece| !p.object.tapped && !attacking.contains(&p.object.id);
        let walls: SmallVec<[&Piece; 16]> = board.mine().filter(blocks).filter(stands).take(MOST_WALLS).collect();
        let attacks = |p: &&Piece| p.is_creature() && !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK);
        let opponents = view.opponents_of(board.me).filter(|seat| counts(*seat) && !view.is_combat_skipped(*seat));
        let armies = opponents.map(|seat| {
            board
                .pieces
                .iter()
                .filter(|p| p.object.controller == seat)
                .filter(attacks)
                .map(|p| striker(p, &walls, |wall| may_block(wall, p)))
                .collect()
        });
        let armies = armies.collect();
        Home { left: toughness(&walls), walls, armies }
    }

    /// Damage to expect when nobody leaves.
    pub(super) fn incoming_at_all(&self) -> i32 {
        self.incoming((0..self.walls.len()).fold(0, |bits, wall| bits | 1 << wall))
    }

    /// Damage to expect before one's next turn, when those walls stay: of the worst opponent, with all they have. The others
    /// have more than one player to attack.
    pub(super) fn incoming(&self, stay: u128) -> i32 {
        self.most(stay, |army| surely_through(army, &self.left))
    }

    /// The same where those walls block in one way that can be told, which may not be the best.
    pub(super) fn past_a_block(&self, stay: u128) -> i32 {
        self.most(stay, |army| {
            let dealt: i32 = army.iter().map(|s| s.strike).sum();
            dealt - kept_in_a_block(army, &self.left).iter().sum::<i32>()
        })
    }

    /// The most that an opponent deals against those walls.
    fn most(&self, stay: u128, dealt: impl Fn(&[Striker]) -> i32) -> i32 {
        let masked = |s: &Striker| Striker { stopped_by: s.stopped_by & stay, ..*s };
        let armies = self.armies.iter().map(|army| army.iter().map(masked).collect::<Strikers>());
        armies.map(|army| dealt(&army)).max().unwrap_or(0)
    }
}

/// The damage of the attack on this player that those creatures can't keep from them, as far as is seen at a glance.
pub(super) fn through_attack(board: &BoardReading, walls: &[&Piece]) -> i32 {
    let attackers = board.attacking_me.iter().filter_map(|id| board.find(*id));
    let strikers: Strikers = attackers.map(|p| striker(p, walls, |wall| may_block(wall, p))).collect();
    surely_through(&strikers, &toughness(walls))
}

fn toughness(walls: &[&Piece]) -> SmallVec<[i32; 16]> {
    walls.iter().map(|wall| i32::from(wall.object.toughness)).collect()
}
