//! One creature that attacks alone: what is triggered by that (exalted, CR 702.83) may be worth more than the others' damage.

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::profile::{Alone, Profiles};
use crate::game::COMMANDER_DAMAGE;
use crate::game::view::{PlayerView, SeenObject};

use super::{Attacker, Declaration};

impl Declaration<'_> {
    /// Sends one attacker instead of those that are sent, where it gains more with what it gets for being alone.
    pub(super) fn go_alone(&mut self, view: &PlayerView, board: &BoardReading, profiles: &Profiles) {
        let gifts = board.mine().map(|piece| profiles.card(piece.object.card).alone);
        let gift = gifts.fold(Alone::default(), Alone::and);
        if gift == Alone::default() {
            return;
        }
        let points = |attacker: &Attacker<'_>, strike: i32, at: usize| {
            let defender = &self.defenders[at];
            let dealt = view.commander_damage_by(attacker.piece.object.id, defender.seat);
            let commands = attacker.piece.object.commander && defender.worth.is_none();
            // So much of what kills as a commander's is worth as much of their life.
            let missing = (COMMANDER_DAMAGE - dealt).max(1);
            let share = if commands { strike.saturating_mul(defender.life) / missing } else { 0 };
            defender.of_damage(strike.max(share), &self.weights) + attacker.extra - defender.tax * self.toll
        };
        let sent = self.attackers.iter().filter_map(|a| Some(points(a, a.piece.strike(), a.at?)));
        let together: i32 = sent.sum();
        let mut best = (together, None);
        for (place, attacker) in self.attackers.iter().enumerate() {
            let larger = given(attacker.piece, gift);
            for (at, defender) in self.defenders.iter().enumerate() {
                let open = !defender.shielded && defender.tax <= self.mana.max(0);
                if open && defender.risk(&larger).is_none_or(|risk| risk <= 0) {
                    let alone = points(attacker, larger.strike(), at);
                    if alone > best.0 {
                        best = (alone, Some((place, at)));
                    }
                }
            }
        }
        if let (_, Some((alone, at))) = best {
            for (place, attacker) in self.attackers.iter_mut().enumerate() {
                attacker.at = (place == alone).then_some(at);
            }
        }
    }
}

/// The creature with that.
fn given(piece: &Piece, gift: Alone) -> Piece {
    let object = SeenObject {
        power: piece.object.power.saturating_add(gift.power),
        toughness: piece.object.toughness.saturating_add(gift.toughness),
        keywords: piece.object.keywords | gift.keywords,
        ..piece.object
    };
    Piece { object, worth: piece.worth }
}
