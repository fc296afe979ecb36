//! The dice of a game: every number drawn is a function of (master seed, deal, lane, position) and nothing else.
//!
//! The generator is ChaCha8, one stream for each deal and lane; the shuffle and `below` are written out here, with recorded
//! vectors in the tests, so that no upgrade of a library changes a published number.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// What a stream of dice is for. At most 15 entrants, so that a deal has 32 lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lane {
    /// Table order and who starts.
    Table,
    /// Coin flips and the like.
    Chance,
    /// The shuffles of one entrant's library.
    Library(u8),
    /// One entrant's agent.
    Agent(u8),
    /// How long one entrant thinks.
    Thinking(u8),
}

/// Lanes that came later lie apart from the 32 of each deal, so that nothing drawn before changes. No deal gets there.
const LATER: u64 = 1 << 63;

impl Lane {
    const fn number(self) -> u64 {
        match self {
            Lane::Table => 0,
            Lane::Chance => 1,
            Lane::Library(entrant) => 2 + entrant as u64,
            Lane::Agent(entrant) => 17 + entrant as u64,
            Lane::Thinking(entrant) => LATER + entrant as u64,
        }
    }
}

/// One stream of dice, at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice {
    rng: ChaCha8Rng,
}

impl Dice {
    /// The dice of that lane from their beginning.
    #[must_use]
    pub fn new(master: u64, deal: u64, lane: Lane) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(master);
        rng.set_stream(deal.wrapping_mul(32).wrapping_add(lane.number()));
        Dice { rng }
    }

    /// The dice of that lane from a position on; see [`Dice::position`].
    #[must_use]
    pub fn at(master: u64, deal: u64, lane: Lane, position: u64) -> Dice {
        let mut dice = Dice::new(master, deal, lane);
        dice.rng.set_word_pos(u128::from(position));
        dice
    }

    /// How many 32-bit words have been drawn.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.rng.get_word_pos() as u64
    }

    /// A number from 0 to `n` - 1, uniform (Lemire's multiplication with rejection, ACM TOMACS 29, 2019). 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.rng.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.rng.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Fisher and Yates, from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }
}

/// Where a game's own dice stand; kept in the state, so that a game can be cloned, compared and saved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct DiceState {
    pub(crate) master: u64,
    pub(crate) deal: u64,
    chance: u64,
    library: Vec<u64>,
    thinking: Vec<u64>,
}

impl DiceState {
    pub(crate) fn new(master: u64, deal: u64, entrants: usize) -> DiceState {
        DiceState { master, deal, chance: 0, library: vec![0; entrants], thinking: vec![0; entrants] }
    }

    pub(crate) fn flip(&mut self) -> bool {
        let mut dice = Dice::at(self.master, self.deal, Lane::Chance, self.chance);
        let heads = dice.coin();
        self.chance = dice.position();
        heads
    }

    pub(crate) fn chance_below(&mut self, n: u32) -> u32 {
        let mut dice = Dice::at(self.master, self.deal, Lane::Chance, self.chance);
        let drawn = dice.below(n);
        self.chance = dice.position();
        drawn
    }

    /// How long an entrant thinks this time, in microseconds, as drawn with their own dice.
    pub(crate) fn think(&mut self, entrant: u8, draw: impl FnOnce(&mut Dice) -> u64) -> u64 {
        let position = &mut self.thinking[usize::from(entrant)];
        let mut dice = Dice::at(self.master, self.deal, Lane::Thinking(entrant), *position);
        let time = draw(&mut dice);
        *position = dice.position();
        time
    }

    pub(crate) fn shuffle<T>(&mut self, entrant: u8, items: &mut [T]) {
        let position = &mut self.library[usize::from(entrant)];
        let mut dice = Dice::at(self.master, self.deal, Lane::Library(entrant), *position);
        dice.shuffle(items);
        *position = dice.position();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_address_draws_the_same_numbers() {
        let draw = || {
            let mut dice = Dice::new(20_261_120, 7, Lane::Library(2));
            (0..5).map(|_| dice.below(100)).collect::<Vec<_>>()
        };
        assert_eq!(draw(), draw());
        let mut later = Dice::new(20_261_120, 7, Lane::Library(2));
        later.below(100);
        let mut resumed = Dice::at(20_261_120, 7, Lane::Library(2), later.position());
        assert_eq!(later.below(1000), resumed.below(1000));
    }

    #[test]
    fn lanes_and_deals_never_share_a_stream() {
        let mut numbers: Vec<u64> = [Lane::Table, Lane::Chance].iter().map(|l| l.number()).collect();
        numbers.extend((0..15).map(|e| Lane::Library(e).number()));
        numbers.extend((0..15).map(|e| Lane::Agent(e).number()));
        numbers.sort_unstable();
        assert_eq!(numbers, (0..32).collect::<Vec<_>>());
        assert!((0..15).all(|e| Lane::Thinking(e).number() == LATER + u64::from(e)), "past every deal's");
    }

    #[test]
    fn below_is_uniform() {
        let mut dice = Dice::new(1, 0, Lane::Chance);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[dice.below(6) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|n| (f64::from(*n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 20.5, "chi-square {chi} with 5 degrees of freedom; 20.5 is the 0.999 quantile: {seen:?}");
    }
}
