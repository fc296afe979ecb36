//! The digest of a game: a hash of its rules events that is the same on every machine.

use std::hash::{Hash, Hasher};

use crate::game::GameEvent;
use crate::turn::TurnEvent;

use super::record::Digest;

/// Bytes gathered before they are hashed together: whole chunks of BLAKE3, as many as are hashed side by side.
const BATCH: usize = 8 * 1024;

/// Takes what `derive(Hash)` writes in an encoding that no machine changes: every integer as a LEB128 number, signed ones
/// zigzag first, so that the width of `usize` and the order of bytes don't matter.
#[derive(Debug, Clone, Default)]
pub struct StableHasher {
    hash: blake3::Hasher,
    pending: Vec<u8>,
}

impl StableHasher {
    /// The first 128 bits of the BLAKE3 hash of everything written.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut hash = self.hash.clone();
        let mut digest = [0; 16];
        digest.copy_from_slice(&hash.update(&self.pending).finalize().as_bytes()[..16]);
        Digest(digest)
    }

    #[inline]
    fn number(&mut self, n: u64) {
        if n >= 0x80 {
            return self.large_number(n);
        }
        self.pending.push(n as u8);
    }

    fn large_number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.pending.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.pending.push(n as u8);
    }

    #[inline]
    fn signed(&mut self, n: i64) {
        self.number(((n << 1) ^ (n >> 63)) as u64);
    }

    #[inline]
    fn flush(&mut self) {
        if self.pending.len() >= BATCH {
            self.hash.update(&self.pending[..BATCH]);
            self.pending.drain(..BATCH);
        }
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let Digest(bytes) = self.digest();
        u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
    }

    fn write(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.pending.push(n);
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.number(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.number(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.number(n);
    }

    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.number(n as u64);
    }

    fn write_i8(&mut self, n: i8) {
        self.signed(n.into());
    }

    fn write_i16(&mut self, n: i16) {
        self.signed(n.into());
    }

    fn write_i32(&mut self, n: i32) {
        self.signed(n.into());
    }

    fn write_i64(&mut self, n: i64) {
        self.signed(n);
    }

    fn write_i128(&mut self, n: i128) {
        self.write(&n.to_le_bytes());
    }

    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.signed(n as i64);
    }
}

/// Hashes the rules events of a game as they come.
#[derive(Debug, Clone, Default)]
pub struct RulesDigest(StableHasher);

impl RulesDigest {
    /// Takes the next event, if it is one of the rules.
    pub fn add(&mut self, event: &GameEvent) {
        if is_of_the_rules(event) {
            event.hash(&mut self.0);
            self.0.flush();
        }
    }

    /// The digest of the events so far.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.0.digest()
    }
}

/// Whether the event is about the game, and not about who was asked: passes and answers depend on what is asked for
/// (`ask = "all"`), and time on how long agents think. Remarks only explain other events.
#[must_use]
pub const fn is_of_the_rules(event: &GameEvent) -> bool {
    !matches!(
        event,
        GameEvent::DecisionMade { .. }
            | GameEvent::Refused { .. }
            | GameEvent::Remark(_)
            | GameEvent::Turn(TurnEvent::PriorityGiven { .. } | TurnEvent::Passed { .. } | TurnEvent::TimeSpent { .. })
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::{Seat, TurnKind};

    fn written(value: impl Hash) -> Vec<u8> {
        let mut hasher = StableHasher::default();
        value.hash(&mut hasher);
        hasher.pending
    }

    #[test]
    fn numbers_are_written_alike_on_every_machine() {
        assert_eq!(written(300_u32), [0xac, 2]);
        assert_eq!(written(300_usize), written(300_u64));
        assert_eq!((written(-1_i32), written(-1_isize), written(1_i64)), (vec![1], vec![1], vec![2]));
        assert_eq!(written(Some(7_u8)), [2, 7], "the number of the variant, then what it holds");
    }

    /// Stands for the events, so that a new one doesn't change what is recorded here.
    #[derive(Hash)]
    enum Toy {
        Plain,
        Fields { turn: u32, seat: Seat, kind: TurnKind, by: Option<Seat> },
        Change(i32),
    }

    #[test]
    fn the_digest_is_a_recorded_one() {
        let fields = Toy::Fields { turn: 1, seat: Seat(2), kind: TurnKind::Extra(9), by: None };
        let toys = [Toy::Plain, fields, Toy::Change(-300)];
        let mut hasher = StableHasher::default();
        toys.iter().for_each(|toy| toy.hash(&mut hasher));
        assert_eq!(hasher.pending, [0, 2, 1, 2, 2, 9, 0, 4, 0xd7, 4]);
        assert_eq!(hasher.digest().to_string(), "30c97245e39a9e0c674108bbbf0f9aba");
    }

    #[test]
    fn who_is_asked_does_not_matter() {
        let mut digest = RulesDigest::default();
        let empty = digest.digest();
        digest.add(&GameEvent::Turn(TurnEvent::Passed { seat: Seat(0), forced: true }));
        digest.add(&GameEvent::Turn(TurnEvent::PriorityGiven { seat: Seat(0) }));
        assert_eq!(digest.digest(), empty);
        digest.add(&GameEvent::CardDrawn { seat: Seat(0) });
        assert_ne!(digest.digest(), empty);
    }

    #[test]
    fn long_games_are_hashed_in_pieces() {
        let event = GameEvent::LifeChanged { seat: Seat(1), by: 1, to: 1_000_000 };
        let mut pieces = RulesDigest::default();
        let mut whole = StableHasher::default();
        for _ in 0..3000 {
            pieces.add(&event);
            event.hash(&mut whole);
        }
        assert!(pieces.0.pending.len() < BATCH && whole.pending.len() > BATCH);
        assert_eq!(pieces.digest(), whole.digest());
    }
}
