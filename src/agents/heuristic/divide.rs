//! Damage that is divided among targets: as many as can be killed, the best of them first, and the rest to a player.

use crate::cards::effect::{AmountId, CounterKind};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::ObjectId;
use crate::game::decision::{Choice, Item, Shape};

use super::board::Piece;
use super::effect::Aim;
use super::small::Small;

/// More damage than that is not divided point by point.
const MOST: i32 = 60;

/// Nobody looks for more victims than that.
const MOST_VICTIMS: usize = 6;

/// Something that damage could kill.
#[derive(Clone, Copy)]
struct Victim {
    item: Item,
    /// The damage that kills it.
    needs: i32,
    /// Points for killing it.
    worth: i32,
}

impl Small<'_> {
    /// Target number `nth` of those among which that much damage will be divided. The same targets come to mind at each of
    /// them, so each takes its own.
    pub(super) fn divided(
        &self,
        shape: &Shape,
        nth: usize,
        total: AmountId,
        targets: usize,
        source: ObjectId,
    ) -> Option<(Choice, i32)> {
        let (options, optional) = match shape {
            Shape::One(options) => (options, false),
            Shape::Some { options, max: 1, .. } => (options, true),
            Shape::Some { options, min: 0, max } => return Some(self.divided_among(options, *max, total, source)),
            _ => return None,
        };
        let total = self.view.amount(total, source, 0).min(MOST);
        let planned = self.victims(options, nth, total, targets);
        let at = planned.get(nth).and_then(|item| options.iter().position(|option| option == item));
        let worth = at.and_then(|at| self.victim(options[at])).map_or(0, |victim| victim.worth);
        match (at, optional) {
            (Some(at), true) => Some((Choice::Some(vec![at as u16]), worth)),
            (Some(at), false) => Some((Choice::option(at as u16), worth)),
            (None, true) => Some((Choice::Some(Vec::new()), 0)),
            (None, false) => None,
        }
    }

    /// All targets at once, where any number of them may be chosen; and what killing them is worth.
    fn divided_among(&self, options: &[Item], most: u16, total: AmountId, source: ObjectId) -> (Choice, i32) {
        let total = self.view.amount(total, source, 0).min(MOST);
        let planned = self.victims(options, 0, total, usize::from(most).min(MOST_VICTIMS));
        let mut chosen: Vec<u16> =
            planned.iter().filter_map(|item| options.iter().position(|o| o == item)).map(|at| at as u16).collect();
        chosen.sort_unstable();
        let worth = planned.iter().filter_map(|item| self.victim(*item)).map(|victim| victim.worth).sum();
        (Choice::Some(chosen), worth)
    }

    /// Whom to kill with so much damage and so many targets, and the player who gets what is left.
    fn victims(&self, options: &[Item], nth: usize, total: i32, targets: usize) -> Vec<Item> {
        // What was chosen before is among the options no more.
        let earlier = |p: &&Piece| nth > 0 && self.is_open(p) && !options.contains(&Item::Object(p.object.id));
        let pieces = self.board.pieces.iter().filter(earlier).map(|p| Item::Object(p.object.id));
        let before = pieces.chain(self.opponents().filter(|player| nth > 0 && !options.contains(player)));
        let all = options.iter().copied().chain(before);
        let mut victims: Vec<Victim> = all.filter_map(|item| self.victim(item)).collect();
        victims.sort_by_key(|victim| order(victim.item));
        let (chosen, spent) = best_kills(&victims, total, targets);
        let mut planned: Vec<Item> = chosen.into_iter().map(|at| victims[at].item).collect();
        if spent < total && planned.len() < targets {
            let aim = Aim { damage: total - spent, ..Aim::default() };
            let worth = |item: &Item| self.planner().target_worth(*item, &aim);
            let player = self.opponents().max_by_key(|item| (worth(item), std::cmp::Reverse(order(*item))));
            planned.extend(player.filter(|item| !planned.contains(item)));
        }
        planned
    }

    fn opponents(&self) -> impl Iterator<Item = Item> + '_ {
        self.view.opponents_of(self.board.me).map(Item::Player)
    }

    /// Whether this player could have chosen it.
    fn is_open(&self, piece: &Piece) -> bool {
        self.view.are_opponents(piece.object.controller, self.board.me)
            && !piece.has(Keywords::SHROUD | Keywords::HEXPROOF)
    }

    /// What damage to an opponent, or to what is theirs, could come to.
    fn victim(&self, item: Item) -> Option<Victim> {
        let (needs, worth) = match item {
            Item::Player(seat) if self.view.are_opponents(seat, self.board.me) => {
                (self.view.life(seat), self.profiles.weights().lethal)
            }
            Item::Object(id) => {
                let piece =
                    self.board.find(id).filter(|p| self.view.are_opponents(p.object.controller, self.board.me))?;
                let loyal = piece.object.types.contains(Types::PLANESWALKER);
                let loyalty = i32::from(self.view.counters(id, CounterKind::LOYALTY));
                let needs = if piece.is_creature() { piece.left() } else { loyalty };
                let burns = loyal || piece.is_creature() && !piece.has(Keywords::INDESTRUCTIBLE);
                let worth = self.board.politics.harm(piece.worth, piece.object.controller);
                let worth = worth - if piece.is_creature() { self.board.price_of_death(piece) } else { 0 };
                if !burns || worth <= 0 {
                    return None;
                }
                (needs, worth)
            }
            _ => return None,
        };
        (needs > 0).then_some(Victim { item, needs, worth })
    }

    /// Damage to each target: what kills the most, the rest to a player, or to the first.
    pub(super) fn shares(&self, items: &[Item], total: i32) -> Choice {
        let mut shares: Vec<i32> = vec![1; items.len()];
        // One point is dealt to each of them anyway.
        let spare = total - items.len() as i32;
        let known = items.iter().enumerate().filter_map(|(at, item)| Some((at, self.victim(*item)?)));
        let (places, victims): (Vec<usize>, Vec<Victim>) =
            known.map(|(at, v)| (at, Victim { needs: v.needs - 1, ..v })).unzip();
        let (killed, spent) = best_kills(&victims, spare.min(MOST), items.len());
        for at in killed {
            shares[places[at]] += victims[at].needs;
        }
        let opponent =
            |item: &Item| matches!(item, Item::Player(seat) if self.view.are_opponents(*seat, self.board.me));
        let rest = items.iter().position(opponent).unwrap_or(0);
        if let Some(share) = shares.get_mut(rest) {
            *share += spare - spent;
        }
        Choice::Assign(shares.into_iter().enumerate().map(|(at, n)| (at as u16, n)).collect())
    }
}

/// The same order at each question.
const fn order(item: Item) -> (bool, u16) {
    match item {
        Item::Object(id) => (false, id.slot),
        Item::Player(seat) => (true, seat.0 as u16),
        _ => (true, u16::MAX),
    }
}

/// The victims worth most together, at most so many, that so much damage kills; and how much of it that takes.
fn best_kills(victims: &[Victim], damage: i32, most: usize) -> (Vec<usize>, i32) {
    let width = damage.max(0) as usize + 1;
    let mut best: Vec<(i32, Vec<usize>)> = vec![(0, Vec::new()); (most + 1) * width];
    for (at, victim) in victims.iter().enumerate() {
        let needs = victim.needs.max(0) as usize;
        for n in (1..=most).rev() {
            for d in (needs..width).rev() {
                let (points, chosen) = &best[(n - 1) * width + d - needs];
                if points + victim.worth > best[n * width + d].0 {
                    let with = chosen.iter().copied().chain([at]).collect();
                    best[n * width + d] = (points + victim.worth, with);
                }
            }
        }
    }
    let chosen = best.pop().map(|(_, chosen)| chosen).unwrap_or_default();
    let spent = chosen.iter().map(|at| victims[*at].needs).sum();
    (chosen, spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kills(victims: &[(i32, i32)], damage: i32, most: usize) -> (Vec<usize>, i32) {
        let victim = |(needs, worth): &(i32, i32)| Victim { item: Item::Pass, needs: *needs, worth: *worth };
        best_kills(&victims.iter().map(victim).collect::<Vec<_>>(), damage, most)
    }

    #[test]
    fn the_most_is_killed_with_what_there_is() {
        assert_eq!(kills(&[(1, 8), (1, 8), (1, 8)], 3, 3), (vec![0, 1, 2], 3));
        assert_eq!(kills(&[(1, 8), (3, 24), (1, 8)], 3, 3), (vec![1], 3), "one great is worth more than two small");
        assert_eq!(kills(&[(1, 8), (2, 16), (3, 20)], 3, 3), (vec![0, 1], 3));
        assert_eq!(kills(&[(1, 8), (1, 8), (1, 8)], 3, 2).0.len(), 2, "no more than there are targets");
        assert_eq!(kills(&[(4, 90)], 3, 3), (vec![], 0));
        assert_eq!(kills(&[], 0, 0), (vec![], 0));
    }
}
