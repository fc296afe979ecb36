//! Politics: who at the table is most dangerous, and who has it coming.
//!
//! Harm to one player helps all the others. So where there are several opponents, harm counts more against who is ahead of them,
//! and less against who is behind: whoever weakens the weak hands the game to the strong. A player who is ahead of everybody
//! themselves minds who could stop them: then cards in hand count twice. What an opponent has done to this player counts on top
//! of it, until it is forgotten.
//!
//! Everything here is public: boards, life, cards in hand by number, turns that wait and turns taken, and who did what to whom
//! ([`PlayerView::deed`]). So nothing has to be remembered, and every imagined game knows it too.

use smallvec::SmallVec;

use crate::agents::Pilot;
use crate::cards::keyword::Keywords;
use crate::game::view::PlayerView;
use crate::turn::{MAX_SEATS, Seat};

use super::board::BoardReading;
use super::weights::Weights;

/// As much as usual, in percent.
const USUAL: i16 = 100;
/// What harm counts at least, in percent.
const LEAST: i32 = 20;
/// The most that politics make of it, in percent.
const MOST: i32 = 400;
/// Points of a grudge beyond which nobody is resented more.
const RESENTED: i32 = 100;

/// How much harm to each player counts for this one, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Politics([i16; MAX_SEATS]);

impl Politics {
    /// Everybody is the same.
    pub(super) const NONE: Politics = Politics([USUAL; MAX_SEATS]);

    /// How much harm to that player counts, in percent.
    pub(super) const fn regard(&self, seat: Seat) -> i32 {
        self.0[seat.index()] as i32
    }

    /// What so much harm to that player, or help, counts.
    pub(super) const fn harm(&self, points: i32, seat: Seat) -> i32 {
        points * self.regard(seat) / 100
    }

    /// Whom the player of that board minds. With one opponent there are no politics.
    pub(super) fn read(view: &PlayerView, board: &BoardReading, weights: &Weights) -> Politics {
        let pilot = &board.pilot;
        let opponents: SmallVec<[Seat; 4]> = view.opponents_of(board.me).collect();
        if opponents.len() < 2 || pilot.threat == 0 && pilot.grudge == 0 {
            return Politics::NONE;
        }
        let table = Assessment { view, board, weights };
        let mut politics = Politics::NONE;
        for (seat, percent) in opponents.iter().zip(table.regards(&opponents)) {
            politics.0[seat.index()] = percent as i16;
        }
        politics
    }
}

/// A table about to be assessed.
struct Assessment<'a> {
    view: &'a PlayerView,
    board: &'a BoardReading,
    weights: &'a Weights,
}

impl Assessment<'_> {
    /// What harm to each of these opponents counts, in percent.
    fn regards(&self, opponents: &[Seat]) -> SmallVec<[i32; 4]> {
        let (weights, pilot) = (self.weights, &self.board.pilot);
        let mut threats: SmallVec<[i32; 4]> = opponents.iter().map(|seat| self.threat(*seat)).collect();
        if threats.iter().all(|threat| self.standing(self.board.me) >= *threat) {
            for (threat, seat) in threats.iter_mut().zip(opponents) {
                *threat += weights.threat_card * self.view.hand_size(*seat) as i32;
            }
        }
        let mean = (threats.iter().sum::<i32>() / threats.len() as i32).max(1);
        let grudges: SmallVec<[i32; 4]> = opponents.iter().map(|seat| self.grudge(*seat)).collect();
        let least = grudges.iter().copied().min().unwrap_or(0);
        let each = threats.iter().zip(&grudges).map(|(threat, grudge)| {
            let ahead = ((threat - mean) * 100 / mean).clamp(-100, 100);
            let resented = (grudge - least).min(RESENTED);
            let by_threat = Pilot::part(pilot.threat, ahead * weights.threat_swing / 100);
            let by_grudge = Pilot::part(pilot.grudge, resented * weights.grudge_swing / 100);
            (i32::from(USUAL) + by_threat + by_grudge).clamp(LEAST, MOST)
        });
        each.collect()
    }

    /// How strongly that player stands, in points: board, power, cards in hand, life, turns that wait and turns taken.
    fn standing(&self, seat: Seat) -> i32 {
        let (view, weights, side) = (self.view, self.weights, &self.board.sides[seat.index()]);
        side.worth * weights.threat_board / 100
            + side.power * weights.threat_power
            + view.hand_size(seat) as i32 * weights.threat_card
            + view.life(seat).max(0) * weights.threat_life
            + view.waiting_turns(seat) as i32 * weights.threat_turn
            + view.extra_turns_taken(seat) as i32 * weights.threat_taken
    }

    /// How dangerous an opponent is: their standing, and what they could do to this player.
    fn threat(&self, seat: Seat) -> i32 {
        let (view, weights, me) = (self.view, self.weights, self.board.me);
        let commands = |p: &&super::board::Piece| {
            p.object.commander && p.object.controller == seat && !p.has(Keywords::CANT_ATTACK)
        };
        let dealt = self.board.pieces.iter().filter(commands).map(|p| view.commander_damage_by(p.object.id, me));
        let deadly = self.board.sides[seat.index()].power >= view.life(me);
        self.standing(seat)
            + dealt.sum::<i32>() * weights.threat_commander
            + if deadly { weights.threat_clock } else { 0 }
    }

    /// What an opponent has done to this player, in points; it fades with the rounds since the last of it. Turns that they
    /// took are never forgotten.
    fn grudge(&self, seat: Seat) -> i32 {
        let (view, weights) = (self.view, self.weights);
        let deed = view.deed(seat, self.board.me);
        let capped = |n: u32| n.min(1_000) as i32;
        let done = capped(deed.damage) * weights.grudge_damage
            + capped(deed.attackers) * weights.grudge_attacker
            + capped(deed.skips) * weights.grudge_skip;
        let living = view.living().count().max(1);
        let rounds = view.turn().number.saturating_sub(deed.last) as i32 / living as i32;
        let left = (100 - rounds * weights.grudge_fade).max(0);
        done * left / 100 + capped(view.extra_turns_taken(seat)) * weights.grudge_turn
    }
}
