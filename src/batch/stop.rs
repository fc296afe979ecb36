//! When a run is over. Stop rules look at whole blocks in index order, so every number of threads stops at the same one.

use super::interval::{confidence_sequence, wilson};
use super::plan::{GROUPS_PER_BLOCK, Plan};
use super::tally::Tally;
use super::until::{Rule, Until, Verdict};

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// All games of the plan were played; the number asked for.
    Games(u64),
    /// The plan's rule was met.
    Until(Verdict),
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
            Stop::Until(_) => "until",
            Stop::Interrupted => "interrupted",
            Stop::Aborted(_) => "aborted",
        }
    }
}

/// The rule that ends a run after `blocks` of its blocks, if one does.
#[must_use]
pub fn stop_after(plan: &Plan, blocks: u64, tally: &Tally) -> Option<Stop> {
    if let Some(verdict) = plan.until().and_then(|until| until.met(plan, tally)) {
        return Some(Stop::Until(verdict));
    }
    (blocks >= plan.blocks()).then_some(Stop::Games(plan.games_asked()))
}

/// Blocks after which a comparison looks for the first time whether it may stop.
const FIRST_LOOK: u64 = 4;

/// After how many games a comparison looks whether it may stop: each time a quarter more, and last when all of the plan are played.
///
/// Its runs are read back for every look, which therefore are few; an interval narrow enough is seen after at most a quarter more
/// games than it takes.
pub fn looks(plan: &Plan) -> impl Iterator<Item = u64> {
    let (of_block, all) = (GROUPS_PER_BLOCK * plan.group_size(), plan.games_asked());
    look_blocks().map(move |blocks| blocks * of_block).take_while(move |games| *games < all).chain([all])
}

/// The same in blocks, without an end.
pub(super) fn look_blocks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |blocks| Some(blocks + blocks / 4))
}

/// What can be said of how long a rule takes before anything is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// About so many games.
    Games(u64),
    /// More games than there can be.
    Never,
    /// Nothing.
    Unknown,
}

/// How many games it takes to know the shares of wins so well as a rule asks, when all entrants are alike and games independent of
/// each other: with shares further apart, the one nearest to a half takes more.
///
/// Of a rule about anything else nothing is known before it is played.
#[must_use]
pub fn games_needed(plan: &Plan, until: &Until) -> Needed {
    let teams = plan.entrants().len() as u64 / plan.team_size().max(1);
    let share = 1.0 / teams.max(1) as f64;
    let Some(error) = until.width_asked().filter(|_| until.asked().metric == "won") else { return Needed::Unknown };
    let interval = |won: f64, games: u64| match until.rule() {
        Rule::Sequence(_) => confidence_sequence(won, games),
        Rule::Width(_) | Rule::Test(_) => wilson(won, games),
    };
    // Stop rules look at whole blocks.
    let games = |blocks: u64| blocks * GROUPS_PER_BLOCK * plan.group_size();
    let known = |blocks: u64| {
        let games = games(blocks);
        interval(share * games as f64, games).is_some_and(|interval| interval.half_width() <= error)
    };
    let Some(most) = (0..48).map(|power| 1 << power).find(|n| known(*n)) else { return Needed::Never };
    let (mut low, mut high) = (most / 2, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if known(middle) { high = middle } else { low = middle }
    }
    Needed::Games(games(high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Order;

    fn tally(groups: u64) -> Tally {
        let mut tally = Tally::new(4);
        (0..groups).for_each(|g| tally.add_group(&group(4, 7, g)));
        tally
    }

    #[test]
    fn a_run_without_a_rule_ends_with_its_last_block() {
        let plan = Plan::new(order(4, 1001, true)).unwrap();
        assert_eq!(stop_after(&plan, 7, &tally(224)), None);
        assert_eq!(stop_after(&plan, 8, &tally(251)), Some(Stop::Games(1001)));
    }

    #[test]
    fn a_comparison_looks_after_a_quarter_more_each_time() {
        let plan = Plan::new(order(4, 2001, true)).unwrap();
        assert_eq!(
            looks(&plan).collect::<Vec<_>>(),
            [4, 5, 6, 7, 8, 10, 12, 15].map(|b| b * 32 * 4).into_iter().chain([2001]).collect::<Vec<_>>()
        );
        assert_eq!(looks(&plan.of_games(512).unwrap()).collect::<Vec<_>>(), [512]);
        assert_eq!(looks(&plan.of_games(3).unwrap()).collect::<Vec<_>>(), [3]);
    }

    fn asked(players: usize, games: u64, rule: &str) -> Plan {
        Plan::new(Order { until: Some(rule.parse().unwrap()), ..order(players, games, true) }).unwrap()
    }

    #[test]
    fn the_games_that_a_rule_needs_are_those_after_which_it_is_met() {
        for (players, rule) in [(4, "ci(won) <= 0.02"), (4, "sequence(won) <= 0.1"), (2, "ci(won) <= 0.01")] {
            let plan = asked(players, 2000, rule);
            let until = plan.until().unwrap();
            let Needed::Games(needed) = games_needed(&plan, until) else { panic!("{rule} takes some games") };
            let width = |games: u64| {
                let wins = games as f64 / players as f64;
                let interval =
                    if rule.starts_with("ci") { wilson(wins, games) } else { confidence_sequence(wins, games) };
                interval.unwrap().half_width()
            };
            let error: f64 = rule.rsplit(' ').next().unwrap().parse().unwrap();
            let block = GROUPS_PER_BLOCK * players as u64;
            assert!(needed.is_multiple_of(block) && width(needed) <= error, "{players} {rule}: {needed}");
            assert!(needed == block || width(needed - block) > error, "{players} {rule}: {needed}");
        }
        let plan = asked(4, 2000, "ci(turns) <= 1");
        assert_eq!(games_needed(&plan, plan.until().unwrap()), Needed::Unknown);
    }

    #[test]
    fn a_rule_ends_the_run_when_every_interval_is_narrow_enough() {
        let tally = tally(192);
        for rule in [
            "ci(won)",
            "sequence(won)",
            "ci(turns)",
            "ci(turns_taken,B)",
            "ci(won,position 3)",
            "sequence(won,position 1)",
        ] {
            let plan = asked(4, 100_000, &format!("{rule} <= 0.4"));
            let widest = plan.until().unwrap().width(&plan, &tally).unwrap();
            let ended = |error: f64| stop_after(&asked(4, 100_000, &format!("{rule} <= {error}")), 6, &tally);
            assert_eq!(ended(widest), Some(Stop::Until(Verdict::Narrow)), "{rule}");
            assert_eq!(ended(widest - 1e-9), None, "{rule}");
        }
    }

    #[test]
    fn a_test_accepts_the_mean_that_is_nearer() {
        let tally = tally(192);
        let mean = tally.entrant_stats()[0][crate::batch::metric::WON].groups.ratio().unwrap();
        let ended = |null: f64, alternative: f64| {
            stop_after(&asked(4, 100_000, &format!("sprt(won,A, {null}, {alternative})")), 6, &tally)
        };
        assert_eq!(ended(mean, mean + 0.2), Some(Stop::Until(Verdict::Null)));
        assert_eq!(ended(mean - 0.2, mean), Some(Stop::Until(Verdict::Alternative)));
        assert_eq!(ended(mean - 0.01, mean + 0.01), None);
    }
}
