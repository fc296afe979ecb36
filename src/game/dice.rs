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
    /// How long the turns of a game take at a real table.
    TableTime,
    /// Everything that chance brings in a game that somebody imagines.
    Imagined,
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
            Lane::TableTime => LATER + 30,
            Lane::Imagined => LATER + 31,
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

/// Where the dice of a game that is really played stand; kept in the state, so that a game can be cloned, compared and saved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct RealDice {
    master: u64,
    deal: u64,
    chance: u64,
    library: Vec<u64>,
    thinking: Vec<u64>,
}

/// Where the dice of an imagined game stand. They know nothing of the real ones: neither their seed nor their lanes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ImaginedDice {
    seed: u64,
    position: u64,
}

/// A game's own dice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum DiceState {
    Real(RealDice),
    Imagined(ImaginedDice),
}

impl RealDice {
    /// Draws with the dice of that lane, which stand at `position`.
    fn draw<T>(master: u64, deal: u64, lane: Lane, position: &mut u64, draw: impl FnOnce(&mut Dice) -> T) -> T {
        let mut dice = Dice::at(master, deal, lane, *position);
        let drawn = draw(&mut dice);
        *position = dice.position();
        drawn
    }
}

impl ImaginedDice {
    fn draw<T>(&mut self, draw: impl FnOnce(&mut Dice) -> T) -> T {
        let mut dice = Dice::at(self.seed, 0, Lane::Imagined, self.position);
        let drawn = draw(&mut dice);
        self.position = dice.position();
        drawn
    }
}

impl DiceState {
    pub(crate) fn new(master: u64, deal: u64, entrants: usize) -> DiceState {
        DiceState::Real(RealDice { master, deal, chance: 0, library: vec![0; entrants], thinking: vec![0; entrants] })
    }

    /// Dice for an imagined game, from those of who imagines it.
    pub(crate) fn imagined(dice: &mut Dice) -> DiceState {
        let half = |dice: &mut Dice| u64::from(dice.below(u32::MAX));
        DiceState::Imagined(ImaginedDice { seed: half(dice) << 32 | half(dice), position: 0 })
    }

    pub(crate) const fn are_imagined(&self) -> bool {
        matches!(self, DiceState::Imagined(_))
    }

    fn chance<T>(&mut self, draw: impl FnOnce(&mut Dice) -> T) -> T {
        match self {
            DiceState::Real(real) => RealDice::draw(real.master, real.deal, Lane::Chance, &mut real.chance, draw),
            DiceState::Imagined(imagined) => imagined.draw(draw),
        }
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.chance(Dice::coin)
    }

    pub(crate) fn chance_below(&mut self, n: u32) -> u32 {
        self.chance(|dice| dice.below(n))
    }

    /// How long an entrant thinks this time, in microseconds, as drawn with their own dice.
    pub(crate) fn think(&mut self, entrant: u8, draw: impl FnOnce(&mut Dice) -> u64) -> u64 {
        match self {
            DiceState::Real(RealDice { master, deal, thinking, .. }) => {
                RealDice::draw(*master, *deal, Lane::Thinking(entrant), &mut thinking[usize::from(entrant)], draw)
            }
            DiceState::Imagined(imagined) => imagined.draw(draw),
        }
    }

    pub(crate) fn shuffle<T>(&mut self, entrant: u8, items: &mut [T]) {
        let draw = |dice: &mut Dice| dice.shuffle(items);
        match self {
            DiceState::Real(RealDice { master, deal, library, .. }) => {
                RealDice::draw(*master, *deal, Lane::Library(entrant), &mut library[usize::from(entrant)], draw);
            }
            DiceState::Imagined(imagined) => imagined.draw(draw),
        }
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
        assert_eq!(Lane::Imagined.number(), LATER + 31, "past everybody's thinking");
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
