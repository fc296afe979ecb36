//! Requirements on blockers (CR 509.1c): what must be blocked, and how many of those can be.

use std::ops::Deref;

use crate::cards::keyword::Keywords;

use super::decision::Item;
use super::engine::Core;
use super::object::ObjectId;
use super::state::GameState;

/// Attackers that must be blocked and take two blockers among which every choice is tried; of more, the others are not
/// insisted on.
const MAX_PAIRS: usize = 8;

/// Who blocks each place at an attacker: the places of one with menace are two.
struct Places {
    /// The attacker of each place, by its number among all attackers.
    attackers: Vec<usize>,
    /// Who may block at each place, by number among all who are able.
    fits: Vec<Vec<usize>>,
    /// The place that each able creature takes.
    taken: Vec<Option<usize>>,
}

impl Places {
    /// Gives one more place to somebody, moving others if need be (an augmenting path).
    fn fill(&mut self, place: usize, tried: &mut [bool]) -> bool {
        for at in 0..self.fits[place].len() {
            let blocker = self.fits[place][at];
            if std::mem::replace(&mut tried[blocker], true) {
                continue;
            }
            if self.taken[blocker].is_none_or(|other| self.fill(other, tried)) {
                self.taken[blocker] = Some(place);
                return true;
            }
        }
        false
    }

    /// Adds an attacker with so many places; false, and nothing changed, when they can't all be filled.
    fn add(&mut self, attacker: usize, fits: &[usize], needed: usize) -> bool {
        let (before, len) = (self.taken.clone(), self.attackers.len());
        for _ in 0..needed {
            self.attackers.push(attacker);
            self.fits.push(fits.to_vec());
            let mut tried = vec![false; self.taken.len()];
            if !self.fill(self.attackers.len() - 1, &mut tried) {
                self.attackers.truncate(len);
                self.fits.truncate(len);
                self.taken = before;
                return false;
            }
        }
        true
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// How many of the requirements those blocks obey: attackers that must be blocked, and creatures that must block one that all
    /// able to block it block.
    pub(super) fn blocks_wanted(&self, pairs: &[(u16, i32)], attackers: &[ObjectId]) -> usize {
        let blocked = |at: usize| pairs.iter().any(|(_, option)| usize::try_from(*option) == Ok(at));
        let wanted = |id: &ObjectId| self.s.object(id.slot).has(Keywords::MUST_BE_BLOCKED);
        let lures = |option: i32| {
            let id = usize::try_from(option).ok().and_then(|at| attackers.get(at));
            id.is_some_and(|id| self.s.object(id.slot).has(Keywords::LURES))
        };
        let lured = pairs.iter().filter(|(_, option)| lures(*option)).count();
        attackers.iter().enumerate().filter(|(at, id)| wanted(id) && blocked(*at)).count() + lured
    }

    /// Blocks that obey as many of the requirements as can be obeyed together (CR 509.1c). What blocks one that all able creatures
    /// block obeys as many as it can by that, so that those blocks come first.
    pub(super) fn required_blocks(&self, able: &[ObjectId], attackers: &[ObjectId]) -> Vec<(u16, i32)> {
        let lured = self.lured_blocks(able, attackers);
        if lured.is_empty() {
            return self.other_required_blocks(able, attackers, &[]);
        }
        let mut blocks = self.other_required_blocks(able, attackers, &lured);
        blocks.extend(lured);
        blocks.sort_unstable();
        self.within_room(blocks, attackers)
    }

    /// Every able creature blocks one of those that all able creatures block, if it may. Of several places of a creature that blocks
    /// more than one attacker each blocks another.
    fn lured_blocks(&self, able: &[ObjectId], attackers: &[ObjectId]) -> Vec<(u16, i32)> {
        let lures = |(_, id): &(usize, &ObjectId)| self.s.object(id.slot).has(Keywords::LURES);
        let lures: Vec<(usize, &ObjectId)> = attackers.iter().enumerate().filter(lures).collect();
        let mut blocks: Vec<(u16, i32)> = Vec::new();
        for (place, blocker) in able.iter().enumerate().filter(|_| !lures.is_empty()) {
            let taken = |at: usize| blocks.iter().any(|(b, a)| able[usize::from(*b)] == *blocker && *a == at as i32);
            let full = |at: usize, id: ObjectId| {
                let there = blocks.iter().filter(|(_, a)| *a == at as i32).count();
                self.most_blockers(id).is_some_and(|most| there >= most)
            };
            let free = lures.iter().find(|(at, id)| !taken(*at) && !full(*at, **id) && self.may_block(*blocker, **id));
            if let Some((at, _)) = free {
                blocks.push((place as u16, *at as i32));
            }
        }
        // One that is blocked by several or not at all may find too few.
        for (at, id) in lures {
            let least = self.least_blockers(*id);
            if blocks.iter().filter(|(_, attacker)| *attacker == at as i32).count() < least {
                blocks.retain(|(_, attacker)| *attacker != at as i32);
            }
        }
        blocks
    }

    /// The same for attackers that somebody must block, by creatures that block nothing yet.
    fn other_required_blocks(
        &self,
        able: &[ObjectId],
        attackers: &[ObjectId],
        lured: &[(u16, i32)],
    ) -> Vec<(u16, i32)> {
        let is_free = |b: &usize| !lured.iter().any(|(blocker, _)| usize::from(*blocker) == *b);
        let wanted = |(at, id): &(usize, &ObjectId)| {
            let blocked = lured.iter().any(|(_, attacker)| usize::try_from(*attacker) == Ok(*at));
            self.s.object(id.slot).has(Keywords::MUST_BE_BLOCKED) && !blocked
        };
        let wanted: Vec<(usize, Vec<usize>, usize)> = attackers
            .iter()
            .enumerate()
            .filter(wanted)
            .map(|(at, id)| {
                let least = self.least_blockers(*id);
                // What can block several is there several times, but one of two blockers it is once.
                let once = |b: &usize| least == 1 || !able[..*b].contains(&able[*b]);
                let fits = (0..able.len()).filter(is_free).filter(once);
                (at, fits.filter(|b| self.may_block(able[*b], *id)).collect(), least)
            })
            .collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let doubles: Vec<_> = wanted.iter().filter(|(.., needed)| *needed > 1).take(MAX_PAIRS).collect();
        let mut best: (usize, Vec<(u16, i32)>) = (0, Vec::new());
        for chosen in 0..1u32 << doubles.len() {
            let mut places = Places { attackers: Vec::new(), fits: Vec::new(), taken: vec![None; able.len()] };
            let first = doubles.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1);
            let mut obeyed = first.filter(|(_, (at, fits, needed))| places.add(*at, fits, *needed)).count();
            let singles = wanted.iter().filter(|(.., needed)| *needed == 1);
            obeyed += singles.filter(|(at, fits, needed)| places.add(*at, fits, *needed)).count();
            if obeyed > best.0 {
                let taken = places.taken.iter().enumerate().filter_map(|(b, place)| Some((b, (*place)?)));
                best = (obeyed, taken.map(|(b, place)| (b as u16, places.attackers[place] as i32)).collect());
            }
        }
        self.within_room(best.1, attackers)
    }

    /// As many of the blocks as fit the limit there is, attacker by attacker, so that none takes one blocker of two.
    fn within_room(&self, blocks: Vec<(u16, i32)>, attackers: &[ObjectId]) -> Vec<(u16, i32)> {
        let Some(room) = self.block_room() else { return blocks };
        let least = |at: i32| {
            let id = usize::try_from(at).ok().and_then(|at| attackers.get(at));
            id.map_or(1, |id| self.least_blockers(*id))
        };
        let mut kept: Vec<(u16, i32)> = Vec::new();
        for (_, attacker) in &blocks {
            let known = kept.iter().any(|(_, other)| other == attacker);
            let of: Vec<(u16, i32)> = blocks.iter().filter(|(_, other)| other == attacker).copied().collect();
            let fit = of.len().min(room.saturating_sub(kept.len()));
            if !known && fit >= least(*attacker) {
                kept.extend(&of[..fit]);
            }
        }
        kept.sort_unstable();
        kept
    }
}

/// The objects among some options.
pub(super) fn object_ids(items: &[Item]) -> Vec<ObjectId> {
    items.iter().filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None }).collect()
}
