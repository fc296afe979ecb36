//! How long turns take at a real table: the model by which a run is told in minutes.

use std::sync::Arc;

/// One in millionths.
pub(super) const ONE: u32 = 1_000_000;

/// A minute in microseconds.
pub(super) const MINUTE: u64 = 60_000_000;

/// How long turns take. Nothing in a game depends on it.
///
/// A turn takes, on average, what its round says and something for each decision and each spell in it. Turns vary about that, and
/// so does the pace of whole tables; both are log-normal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableTime {
    /// What a turn takes by the round it begins in, from the first, in microseconds. The last one holds for all later rounds;
    /// never empty.
    pub by_round: Arc<[u64]>,
    /// What each decision in it adds, in microseconds, whoever makes it.
    pub per_decision: u64,
    /// What each spell in it adds, in microseconds, whoever casts it.
    pub per_spell: u64,
    /// The standard deviation of a turn, in millionths of its mean.
    pub turn_spread: u32,
    /// The standard deviation of a table's pace, in millionths of its mean.
    pub table_spread: u32,
    /// The standard error of all these times together, in millionths of them: how well they are known. 0: it is not known.
    pub error: u32,
}

/// Minutes a turn takes by round, in hundredths, in 69 recorded four-player games of one group (`playgroup` in
/// `scenarios/validation/published.toml`). Rounds 10 to 12 took 3.8, 4.2 and 2.9, of 32, 15 and 8 games: a constant fits.
const RECORDED: [u64; 9] = [40, 50, 90, 140, 240, 300, 330, 370, 420];

/// Of turns of one round in those games: 0.7 to 0.9 from round 3 on.
const RECORDED_TURN_SPREAD: u32 = 800_000;
/// Of tables: what is left of 0.23, the spread of a game's minutes about what its turns usually take, without what its turns explain.
const RECORDED_TABLE_SPREAD: u32 = 150_000;
/// Of the level: 0.23 over the root of 69.
const RECORDED_ERROR: u32 = 28_000;

impl Default for TableTime {
    /// The recorded times, which know rounds only: decisions and spells are in them and add nothing.
    fn default() -> TableTime {
        TableTime {
            by_round: RECORDED.iter().map(|hundredths| hundredths * (MINUTE / 100)).collect(),
            per_decision: 0,
            per_spell: 0,
            turn_spread: RECORDED_TURN_SPREAD,
            table_spread: RECORDED_TABLE_SPREAD,
            error: RECORDED_ERROR,
        }
    }
}

impl TableTime {
    /// What a turn takes on average that begins in that round, from 1, in microseconds.
    #[must_use]
    pub fn mean(&self, round: u32, decisions: u32, spells: u32) -> u64 {
        let at = (round as usize).saturating_sub(1).min(self.by_round.len().saturating_sub(1));
        let by_round = self.by_round.get(at).copied().unwrap_or(0);
        let decisions = self.per_decision.saturating_mul(decisions.into());
        by_round.saturating_add(decisions).saturating_add(self.per_spell.saturating_mul(spells.into()))
    }

    /// The standard error of all times as a share of them; none where it is not known.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        (self.error > 0).then(|| f64::from(self.error) / f64::from(ONE))
    }

    /// Whether the times by round are the recorded ones.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.by_round == TableTime::default().by_round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_round_told_holds_for_all_later_ones() {
        let model = TableTime::default();
        let minutes = |round| model.mean(round, 9, 9) as f64 / MINUTE as f64;
        assert_eq!([1, 5, 9, 10, u32::MAX].map(minutes), [0.4, 2.4, 4.2, 4.2, 4.2]);
        assert_eq!(minutes(0), 0.4);
    }

    #[test]
    fn decisions_and_spells_add_to_it() {
        let model = TableTime {
            by_round: [60_000_000].into(),
            per_decision: 2_000_000,
            per_spell: 30_000_000,
            ..TableTime::default()
        };
        assert_eq!(model.mean(3, 5, 2), 130_000_000);
        assert!(!model.is_recorded() && TableTime::default().is_recorded());
    }
}
