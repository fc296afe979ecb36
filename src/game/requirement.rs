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
    /// How many of the attackers that must be blocked those blocks obey.
    pub(super) fn blocks_wanted(&self, pairs: &[(u16, i32)], attackers: &[ObjectId]) -> usize {
        let blocked = |at: usize| pairs.iter().any(|(_, option)| usize::try_from(*option) == Ok(at));
        let wanted = |id: &ObjectId| self.s.object(id.slot).has(Keywords::MUST_BE_BLOCKED);
        attackers.iter().enumerate().filter(|(at, id)| wanted(id) && blocked(*at)).count()
    }

    /// Blocks that obey as many of the requirements as can be obeyed together (CR 509.1c).
    pub(super) fn required_blocks(&self, able: &[ObjectId], attackers: &[ObjectId]) -> Vec<(u16, i32)> {
        let wanted = |(_, id): &(usize, &ObjectId)| self.s.object(id.slot).has(Keywords::MUST_BE_BLOCKED);
        let wanted: Vec<(usize, Vec<usize>, usize)> = attackers
            .iter()
            .enumerate()
            .filter(wanted)
            .map(|(at, id)| {
                let menaces = self.s.object(id.slot).has(Keywords::MENACE);
                // What can block several is there several times, but one of two blockers it is once.
                let once = |b: &usize| !menaces || !able[..*b].contains(&able[*b]);
                let fits = (0..able.len()).filter(once).filter(|b| self.may_block(able[*b], *id)).collect();
                (at, fits, if menaces { 2 } else { 1 })
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
        match self.block_room() {
            Some(room) => within(best.1, room),
            None => best.1,
        }
    }
}

/// As many of the blocks as fit a limit, attacker by attacker, so that none takes one blocker of two.
fn within(blocks: Vec<(u16, i32)>, room: usize) -> Vec<(u16, i32)> {
    let mut kept: Vec<(u16, i32)> = Vec::new();
    for (_, attacker) in &blocks {
        let known = kept.iter().any(|(_, other)| other == attacker);
        let of: Vec<(u16, i32)> = blocks.iter().filter(|(_, other)| other == attacker).copied().collect();
        if !known && kept.len() + of.len() <= room {
            kept.extend(of);
        }
    }
    kept.sort_unstable();
    kept
}

/// The objects among some options.
pub(super) fn object_ids(items: &[Item]) -> Vec<ObjectId> {
    items.iter().filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None }).collect()
}
