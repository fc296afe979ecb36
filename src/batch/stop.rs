//! When a run is over. Stop rules look at whole blocks in index order, so every number of threads stops at the same one.

use super::interval::{Interval, confidence_sequence};
use super::metric::WON;
use super::plan::{GROUPS_PER_BLOCK, Plan};
use super::tally::{Stat, Tally};

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stop {
    /// All games of the plan were played; the number asked for.
    Games(u64),
    /// Every entrant's win-share interval is at most this wide on either side.
    TargetError(f64),
    /// Somebody stopped it.
    Interrupted,
    /// The fault policy `abort` ended a game: the first such, by its index.
    Aborted(u64),
}

impl Stop {
    /// The rule's name in `manifest.json`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Games(_) => "games",
            Stop::TargetError(_) => "target-error",
            Stop::Interrupted => "interrupted",
            Stop::Aborted(_) => "aborted",
        }
    }
}

/// The rule that ends a run after `blocks` of its blocks, if one does.
#[must_use]
pub fn stop_after(plan: &Plan, blocks: u64, tally: &Tally) -> Option<Stop> {
    if let Some(target) = plan.target_error()
        && tally.entrant_stats().iter().all(|stats| reached(&stats[WON], target))
    {
        return Some(Stop::TargetError(target));
    }
    (blocks >= plan.blocks()).then_some(Stop::Games(plan.games_asked()))
}

fn reached(won: &Stat, target: f64) -> bool {
    sequence_of(won).is_some_and(|interval| interval.half_width() <= target)
}

/// How many games it takes to know every share of wins within that error, when all are alike: with shares further apart, the
/// one nearest to a half takes more. None where no number of games does.
#[must_use]
pub fn games_needed(plan: &Plan, target: f64) -> Option<u64> {
    let teams = plan.entrants().len() as u64 / plan.team_size().max(1);
    let share = 1.0 / teams.max(1) as f64;
    let known = |groups: u64| {
        let interval = confidence_sequence(share * groups as f64, groups);
        interval.is_some_and(|interval| interval.half_width() <= target)
    };
    // Stop rules look at whole blocks.
    let blocks = |blocks: u64| blocks * GROUPS_PER_BLOCK;
    let most = (0..48).map(|power| 1 << power).find(|n| known(blocks(*n)))?;
    let (mut low, mut high) = (most / 2, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if known(blocks(middle)) { high = middle } else { low = middle }
    }
    Some(blocks(high) * plan.group_size())
}

/// The confidence sequence of a flag's mean, over groups as units, or over single observations where no group has more.
#[must_use]
pub fn sequence_of(flag: &Stat) -> Option<Interval> {
    let (sum, units) = shares_of(flag)?;
    confidence_sequence(sum, units)
}

/// The sum of a flag's group shares, and the number of independent units it adds up; none when nothing was observed.
#[must_use]
pub fn shares_of(flag: &Stat) -> Option<(f64, u64)> {
    let sums = &flag.groups;
    let units = if sums.at_most_one_each() { u64::try_from(sums.whole).ok()? } else { sums.groups };
    Some((sums.ratio()? * units as f64, units))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};

    fn tally(groups: u64) -> Tally {
        let mut tally = Tally::new(4);
        (0..groups).for_each(|g| tally.add_group(&group(4, 7, g)));
        tally
    }

    #[test]
    fn a_run_without_a_target_ends_with_its_last_block() {
        let plan = Plan::new(order(4, 1001, true)).unwrap();
        assert_eq!(stop_after(&plan, 3, &tally(192)), None);
        assert_eq!(stop_after(&plan, 4, &tally(251)), Some(Stop::Games(1001)));
    }

    #[test]
    fn the_games_that_a_target_needs_are_those_after_which_it_is_reached() {
        for (players, target) in [(4, 0.02), (4, 0.1), (2, 0.01)] {
            let order = |games| crate::batch::plan::Order { target_error: Some(target), ..order(players, games, true) };
            let plan = Plan::new(order(2000)).unwrap();
            let needed = games_needed(&plan, target).unwrap();
            let width = |games: u64| {
                let groups = games / players as u64;
                confidence_sequence(groups as f64 / players as f64, groups).unwrap().half_width()
            };
            let block = GROUPS_PER_BLOCK * players as u64;
            assert!(needed.is_multiple_of(block) && width(needed) <= target, "{players} {target}: {needed}");
            assert!(needed == block || width(needed - block) > target, "{players} {target}: {needed}");
        }
    }

    #[test]
    fn a_target_ends_the_run_when_every_interval_is_narrow_enough() {
        let tally = tally(192);
        let widest =
            tally.entrant_stats().iter().map(|s| sequence_of(&s[WON]).unwrap().half_width()).fold(0.0, f64::max);
        let asked = |target| {
            let order = crate::batch::plan::Order { target_error: Some(target), ..order(4, 100_000, true) };
            stop_after(&Plan::new(order).unwrap(), 3, &tally)
        };
        assert_eq!(asked(widest), Some(Stop::TargetError(widest)));
        assert_eq!(asked(widest - 1e-9), None);
    }
}
