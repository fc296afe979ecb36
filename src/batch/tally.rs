//! The statistics of a run, as exact integers that merge in any order.
//!
//! The group is the unit of variance: games of one deal are not independent of each other.

use serde::{Deserialize, Serialize};

use super::distribution::Distribution;
use super::example::Example;
use super::interval::{Grouped, quantile_interval};
use super::metric::{GAME_METRICS, Observed, SEAT_METRICS, WON};
use super::ranks::GroupRanks;
use super::ratio::RatioSums;
use crate::cards::limits::GAMES;
use crate::table::counts::{CardRow, SourceRow, StepRow, are_sound, merge};
use crate::table::record::{End, GameRecord};
use crate::turn::MAX_SEATS;

/// With fewer groups it is not believed that the values of a group make up for each other: so few may agree by chance.
const FEW_GROUPS: u64 = 50;

/// What is kept of one metric in one scope.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stat {
    /// The values, one by one.
    pub spread: Distribution,
    /// How the values stand among those of their groups, for the errors of quantiles.
    pub ranks: GroupRanks,
    /// The sums over groups, for the mean and its error.
    pub groups: RatioSums,
}

impl Stat {
    /// Counts the values of one group; a whole one has that many.
    pub(crate) fn add_group(&mut self, size: usize, observed: impl Iterator<Item = Observed>) {
        let (mut part, mut whole) = (0, 0);
        // A group is one rotation of the seats.
        let mut values = [0; MAX_SEATS];
        let mut seen = 0;
        for one in observed.take(MAX_SEATS) {
            self.spread.add(one.value);
            values[seen] = one.value;
            seen += 1;
            part += u64::from(one.part);
            whole += u64::from(one.whole);
        }
        values[..seen].sort_unstable();
        self.ranks.add(&values[..seen], size as u64);
        self.groups.add(part, whole);
    }

    /// The 95% interval of a quantile, from the groups of games as units where a whole one has `size` values; `reach` is
    /// [`t_reach`](super::interval::t_reach) of their number, which takes longer than all the rest.
    #[must_use]
    pub fn quantile_interval(&self, percent: u8, size: u64, reach: Option<f64>) -> (Option<u32>, Option<u32>) {
        let (groups, few) = (self.groups.groups, self.has_few_groups());
        let effect = self.ranks.design_effect(&self.spread, groups, size, percent);
        let effect = effect.map(|effect| if few { effect.max(1.0) } else { effect });
        let grouped = effect.zip(self.groups.reach(reach)).map(|(effect, reach)| Grouped { effect, reach });
        quantile_interval(&self.spread, percent, grouped)
    }

    /// Whether so few groups were played that what they have in common may be chance.
    pub(super) const fn has_few_groups(&self) -> bool {
        self.groups.groups < FEW_GROUPS
    }

    /// The standard error of the mean, from the groups; of few of them no less than that of as many independent values. None below
    /// two groups that tell.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let error = self.groups.standard_error()?;
        let alone = self.sd().filter(|_| self.has_few_groups()).map(|sd| sd / (self.spread.n() as f64).sqrt());
        Some(alone.map_or(error, |alone| error.max(alone)))
    }

    /// As many independent values would give the mean the same error; none where that error is nothing or not known.
    #[must_use]
    pub fn worth(&self) -> Option<f64> {
        let worth = (self.sd()? / self.error()?).powi(2);
        // Rounding must not make few groups worth more than all their values.
        let most = if self.has_few_groups() { self.spread.n() as f64 } else { f64::INFINITY };
        worth.is_finite().then_some(worth.min(most)).filter(|worth| *worth > 0.0)
    }

    /// The standard deviation of the values, in the unit of the ratio of sums.
    pub(super) fn sd(&self) -> Option<f64> {
        let (ratio, sd) = (self.groups.ratio()?, self.spread.sd()?);
        let unit = self.spread.mean().filter(|mean| *mean > 0.0).map_or(1.0, |mean| ratio / mean);
        Some(sd * unit)
    }

    fn merge(&mut self, other: &Stat) {
        self.spread.merge(&other.spread);
        self.ranks.merge(&other.ranks);
        self.groups.merge(&other.groups);
    }
}

/// The exact statistics of some groups of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// All games, by [`GAME_METRICS`].
    games: Vec<Stat>,
    /// Each entrant, by [`SEAT_METRICS`].
    entrants: Vec<Vec<Stat>>,
    /// Each position at the table, by [`SEAT_METRICS`].
    positions: Vec<Vec<Stat>>,
    /// Wins of each entrant at each position.
    placed: Vec<Vec<Stat>>,
    /// How many games of its group each entrant won.
    group_wins: Vec<Distribution>,
    /// What changed turns, in the order of source and seat.
    sources: Vec<SourceRow>,
    /// What became of cards, in the order of entrant and card.
    cards: Vec<CardRow>,
    /// What steps were visited, in the order of round and step.
    steps: Vec<StepRow>,
    /// A game to look at.
    example: Option<Example>,
}

impl Tally {
    /// Nothing yet, for a table of that many entrants.
    #[must_use]
    pub fn new(entrants: usize) -> Tally {
        let seats = || vec![vec![Stat::default(); SEAT_METRICS.len()]; entrants];
        Tally {
            games: vec![Stat::default(); GAME_METRICS.len()],
            entrants: seats(),
            positions: seats(),
            placed: vec![vec![Stat::default(); entrants]; entrants],
            group_wins: vec![Distribution::default(); entrants],
            sources: Vec::new(),
            cards: Vec::new(),
            steps: Vec::new(),
            example: None,
        }
    }

    /// Counts the games of one group; each has one seat row for each entrant, in the entrants' order.
    pub fn add_group(&mut self, group: &[GameRecord]) {
        for (stat, metric) in self.games.iter_mut().zip(&GAME_METRICS) {
            stat.add_group(group.len(), group.iter().filter_map(|record| (metric.read)(&record.game)));
        }
        for record in group {
            merge(&mut self.sources, &record.sources);
            merge(&mut self.cards, &record.cards);
            merge(&mut self.steps, &record.steps);
            Example::consider(&mut self.example, record);
        }
        for entrant in 0..self.entrants.len() {
            self.add_entrant(entrant, group);
            self.add_position(entrant, group);
        }
    }

    fn add_entrant(&mut self, entrant: usize, group: &[GameRecord]) {
        for (stat, metric) in self.entrants[entrant].iter_mut().zip(&SEAT_METRICS) {
            stat.add_group(group.len(), group.iter().filter_map(|r| (metric.read)(&r.game, &r.seats[entrant])));
        }
        for (position, stat) in self.placed[entrant].iter_mut().enumerate() {
            let here = group.iter().filter(|r| r.seats[entrant].position as usize == position + 1);
            stat.add_group(1, here.filter_map(|r| (SEAT_METRICS[WON].read)(&r.game, &r.seats[entrant])));
        }
        let wins = group.iter().filter(|r| r.seats[entrant].won).count();
        self.group_wins[entrant].add(wins as u32);
    }

    fn add_position(&mut self, position: usize, group: &[GameRecord]) {
        for (stat, metric) in self.positions[position].iter_mut().zip(&SEAT_METRICS) {
            let sat_here = |r: &GameRecord| {
                let seat = r.seats.iter().find(|s| s.position as usize == position + 1)?;
                (metric.read)(&r.game, seat)
            };
            stat.add_group(group.len(), group.iter().filter_map(sat_here));
        }
    }

    /// Adds what the other has counted, at a table of the same size.
    pub fn merge(&mut self, other: &Tally) {
        merge_stats(&mut self.games, &other.games);
        for (mine, theirs) in [
            (&mut self.entrants, &other.entrants),
            (&mut self.positions, &other.positions),
            (&mut self.placed, &other.placed),
        ] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| merge_stats(mine, theirs));
        }
        self.group_wins.iter_mut().zip(&other.group_wins).for_each(|(mine, theirs)| mine.merge(theirs));
        merge(&mut self.sources, &other.sources);
        merge(&mut self.cards, &other.cards);
        merge(&mut self.steps, &other.steps);
        Example::merge(&mut self.example, other.example.as_ref());
    }

    /// Whether there can be games whose statistics these are: they have every metric of everybody at their table, and no sum that
    /// so many games don't reach. Whoever reads one from a file asks this before anything else.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let Some(first) = self.games.first() else { return false };
        let (groups, games) = (first.groups.groups, first.spread.n());
        let (entrants, each) = (self.entrants(), MAX_SEATS as u64);
        let stat = |stat: &Stat| {
            stat.spread.is_sound(games)
                && stat.ranks.is_sound(stat.spread.n(), each)
                && stat.groups.is_sound(groups, each)
        };
        let stats = |stats: &[Stat], len: usize| stats.len() == len && stats.iter().all(stat);
        let table =
            |seats: &[Vec<Stat>], len: usize| seats.len() == entrants && seats.iter().all(|one| stats(one, len));
        games <= GAMES
            && (1..=MAX_SEATS).contains(&entrants)
            && stats(&self.games, GAME_METRICS.len())
            && table(&self.entrants, SEAT_METRICS.len())
            && table(&self.positions, SEAT_METRICS.len())
            && table(&self.placed, entrants)
            && self.group_wins.iter().all(|wins| wins.is_sound(groups))
            && are_sound(&self.sources, games)
            && are_sound(&self.cards, games)
            && self.cards.iter().all(|row| usize::from(row.entrant) < entrants)
            && are_sound(&self.steps, games)
            && self.example.as_ref().is_none_or(|example| example.is_sound(entrants))
    }

    /// How many sit at the table.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.group_wins.len()
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games[0].spread.n()
    }

    /// Groups counted.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.games[0].groups.groups
    }

    /// How many games ended that way.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.games[end as usize].spread.sum() as u64
    }

    /// How many games were cut off before they had a result.
    #[must_use]
    pub fn censored(&self) -> u64 {
        End::ALL.into_iter().filter(|end| end.is_censored()).map(|end| self.ended(end)).sum()
    }

    /// All games, in the order of [`GAME_METRICS`].
    #[must_use]
    pub fn game_stats(&self) -> &[Stat] {
        &self.games
    }

    /// Each entrant in the order of the plan, in the order of [`SEAT_METRICS`].
    #[must_use]
    pub fn entrant_stats(&self) -> &[Vec<Stat>] {
        &self.entrants
    }

    /// Each position from the first, in the order of [`SEAT_METRICS`].
    #[must_use]
    pub fn position_stats(&self) -> &[Vec<Stat>] {
        &self.positions
    }

    /// Wins of each entrant at each position.
    #[must_use]
    pub fn placed_wins(&self) -> &[Vec<Stat>] {
        &self.placed
    }

    /// What changed turns, a row for each source and seat.
    #[must_use]
    pub fn sources(&self) -> &[SourceRow] {
        &self.sources
    }

    /// What became of cards, a row for each entrant and card.
    #[must_use]
    pub fn cards(&self) -> &[CardRow] {
        &self.cards
    }

    /// What steps were visited, a row for each step of each round.
    #[must_use]
    pub fn steps(&self) -> &[StepRow] {
        &self.steps
    }

    /// A game to look at, if there is any.
    #[must_use]
    pub const fn example(&self) -> Option<&Example> {
        self.example.as_ref()
    }

    /// How many games of its group each entrant won, a value a group.
    #[must_use]
    pub fn group_wins(&self) -> &[Distribution] {
        &self.group_wins
    }
}

fn merge_stats(mine: &mut [Stat], theirs: &[Stat]) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, record};
    use proptest::prelude::*;

    fn tally(groups: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::new(3);
        groups.into_iter().for_each(|g| tally.add_group(&group(3, 7, g)));
        tally
    }

    #[test]
    fn few_groups_are_not_believed_to_agree() {
        let mut stat = Stat::default();
        let alike = [46, 46, 63, 63].map(|value| Observed { value, part: value, whole: 1 });
        (0..2).for_each(|_| stat.add_group(4, alike.into_iter()));
        assert_eq!(stat.quantile_interval(50, 4, crate::batch::interval::t_reach(2)), (None, None));
        let mut near = Stat::default();
        for last in [63, 64] {
            let group = [46, 46, 63, last].map(|value| Observed { value, part: value, whole: 1 });
            near.add_group(4, group.into_iter());
        }
        assert_eq!(near.worth(), Some(8.0));
    }

    #[test]
    fn no_forged_statistics_are_sound() {
        let sound = tally(0..5);
        assert!(sound.is_sound() && Tally::new(15).is_sound() && merged(&[&sound, &tally(5..9)]).is_sound());
        assert!(!Tally::new(0).is_sound() && !Tally::new(16).is_sound());
        let text = serde_json::to_string(&sound).unwrap();
        let forged = |from: &str, to: &str| {
            let text = text.replacen(from, to, 1);
            serde_json::from_str::<Tally>(&text).unwrap().is_sound()
        };
        assert!(forged("", ""), "unchanged");
        assert!(!forged("\"games\":[", "\"games\":[],\"more\":["), "no metric");
        assert!(!forged("\"group_wins\":[", "\"group_wins\":[],\"more\":["), "nobody");
        // The number of groups has the name of what it stands in.
        for count in ["{\"n\":", "{\"groups\":"] {
            assert!(!forged(count, &(count.to_owned() + &"9".repeat(16))), "{count}");
        }
        for sum in ["sum", "sum_of_squares", "part", "whole", "part_squared", "whole_squared", "product"] {
            let key = format!("\"{sum}\":");
            assert!(!forged(&key, &(key.clone() + &"9".repeat(30))), "{sum}");
        }
        let present = "\"present\":";
        assert!(!forged(present, &(present.to_owned() + &"9".repeat(18))), "more groups that have any than there are");
        let lacking = "\"all_lacking\":";
        assert!(!forged(lacking, &(lacking.to_owned() + &"9".repeat(18))), "more lacking than there are");
        assert!(!forged("\"earlier\":[", "\"earlier\":[18446744073709551615,"), "more before than there are");
        assert!(!forged("\"range\":[", "\"range\":null,\"more\":["), "values without a range");
        assert!(!forged("\"counts\":[", "\"counts\":[18446744073709551615,"), "more told apart than seen");
    }

    fn merged(parts: &[&Tally]) -> Tally {
        let mut all = Tally::new(3);
        parts.iter().for_each(|part| all.merge(part));
        all
    }

    #[test]
    fn ends_and_wins_are_counted() {
        let tally = tally(0..50);
        assert_eq!((tally.games(), tally.groups()), (150, 50));
        assert_eq!(End::ALL.map(|end| tally.ended(end)).iter().sum::<u64>(), 150);
        let wins = |stats: &[Vec<Stat>]| stats.iter().map(|s| s[WON].spread.sum()).sum::<u128>();
        let placed: u128 = tally.placed_wins().iter().flatten().map(|s| s.spread.sum()).sum();
        let by_group: u128 = tally.group_wins().iter().map(Distribution::sum).sum();
        let won = u128::from(tally.ended(End::Win));
        assert!(won > 0);
        assert_eq!([wins(tally.entrant_stats()), wins(tally.position_stats()), placed, by_group], [won; 4]);
    }

    #[test]
    fn a_rotated_group_seats_every_entrant_once_at_every_position() {
        let tally = tally(0..5);
        assert!(tally.placed_wins().iter().flatten().all(|s| s.groups.whole == 5 && s.groups.at_most_one_each()));
    }

    #[test]
    fn a_column_that_does_not_apply_leaves_the_group_counted() {
        let mut game = record(3, 7, 0);
        game.game.longest_wait = None;
        let mut tally = Tally::new(3);
        tally.add_group(&[game]);
        let at = GAME_METRICS.iter().position(|m| m.name == "longest_wait").unwrap();
        let stat = &tally.game_stats()[at];
        assert_eq!((stat.spread.n(), stat.groups.groups, stat.groups.whole), (0, 1, 0));
    }

    proptest! {
        #[test]
        fn merging_is_associative_and_commutative(
            a in prop::collection::vec(0u64..5000, 0..6),
            b in prop::collection::vec(0u64..5000, 0..6),
            c in prop::collection::vec(0u64..5000, 0..6),
        ) {
            let (ta, tb, tc) = (tally(a.clone()), tally(b.clone()), tally(c.clone()));
            let whole = tally([a, b, c].concat());
            prop_assert_eq!(&merged(&[&merged(&[&ta, &tb]), &tc]), &whole);
            prop_assert_eq!(&merged(&[&ta, &merged(&[&tb, &tc])]), &whole);
            prop_assert_eq!(&merged(&[&tc, &ta, &tb]), &whole);
        }

        #[test]
        fn a_tally_survives_json(groups in prop::collection::vec(0u64..5000, 0..6)) {
            let tally = tally(groups);
            let text = serde_json::to_string(&tally).unwrap();
            prop_assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
        }
    }
}
