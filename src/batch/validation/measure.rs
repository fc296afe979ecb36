//! What is measured of the games of a table, with 95% intervals.

use rayon::prelude::*;

use crate::batch::distribution::Distribution;
use crate::batch::estimate::{self, Design};
use crate::batch::interval::{Interval, bootstrap, t_reach};
use crate::batch::metric::{Kind, Measured, Observed, minutes};
use crate::batch::tally::Stat;
use crate::scenario::Deals;
use crate::table::record::{End, GameRecord, SeatRow};
use crate::table::{Matchup, play_direct};

/// One of our estimates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ours {
    /// The estimate.
    pub value: f64,
    /// Its 95% interval, where there is one.
    pub interval: Option<Interval>,
    /// Over so many games: those that say anything of it.
    pub games: u64,
}

/// The games of a table, those of one deal together.
#[derive(Debug, Clone)]
pub struct Sample {
    groups: Vec<Vec<GameRecord>>,
    /// What the games of a group were dealt.
    deals: Deals,
}

/// What a game says of a measure; nothing where it does not apply.
type Read = fn(&GameRecord, u32) -> Option<Observed>;

/// What is taken of the values.
#[derive(Debug, Clone, Copy)]
enum Statistic {
    Share,
    Mean,
    Sd,
    Quantile(u8),
    Max,
}

/// A measure by name.
struct Measure {
    name: &'static str,
    unit: &'static str,
    read: Read,
    /// The number that it is read with.
    with: u32,
    statistic: Statistic,
}

const fn measure(name: &'static str, unit: &'static str, read: Read, with: u32, statistic: Statistic) -> Measure {
    Measure { name, unit, read, with, statistic }
}

const SHARE: &str = "share of games";

const MEASURES: [Measure; 28] = [
    measure("rounds", "rounds", last_round, 0, Statistic::Mean),
    measure("rounds-sd", "rounds", last_round, 0, Statistic::Sd),
    measure("rounds-median", "rounds", last_round, 0, Statistic::Quantile(50)),
    measure("first-out", "own turns", first_out, 0, Statistic::Mean),
    measure("first-out-median", "own turns", first_out, 0, Statistic::Quantile(50)),
    measure("over-by-6", SHARE, over_by_round, 6, Statistic::Share),
    measure("over-by-8", SHARE, over_by_round, 8, Statistic::Share),
    measure("over-by-9", SHARE, over_by_round, 9, Statistic::Share),
    measure("sat-out", "rounds", sat_out, 0, Statistic::Mean),
    measure("minutes", "minutes", table_minutes, 0, Statistic::Mean),
    measure("minutes-median", "minutes", table_minutes, 0, Statistic::Quantile(50)),
    measure("minutes-p95", "minutes", table_minutes, 0, Statistic::Quantile(95)),
    measure("wins-of-position-1", SHARE, position_wins, 1, Statistic::Share),
    measure("wins-of-position-2", SHARE, position_wins, 2, Statistic::Share),
    measure("wins-of-position-3", SHARE, position_wins, 3, Statistic::Share),
    measure("wins-of-position-4", SHARE, position_wins, 4, Statistic::Share),
    measure("commander-casts", "casts a player", commander_casts, 0, Statistic::Mean),
    measure("turns-to-win", "own turns", turns_to_win, 0, Statistic::Mean),
    measure("turns", "turns", turns, 0, Statistic::Mean),
    measure("turns-sd", "turns", turns, 0, Statistic::Sd),
    measure("turns-median", "turns", turns, 0, Statistic::Quantile(50)),
    measure("turns-p90", "turns", turns, 0, Statistic::Quantile(90)),
    measure("turns-max", "turns", turns, 0, Statistic::Max),
    measure("decked", SHARE, decked, 0, Statistic::Share),
    measure("wins-of-entrant-1", SHARE, entrant_wins, 1, Statistic::Share),
    measure("wins-of-entrant-2", SHARE, entrant_wins, 2, Statistic::Share),
    measure("wins-of-entrant-3", SHARE, entrant_wins, 3, Statistic::Share),
    measure("wins-of-entrant-4", SHARE, entrant_wins, 4, Statistic::Share),
];

fn find(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}

/// The unit of the measure of that name.
#[must_use]
pub fn unit(measure: &str) -> Option<&'static str> {
    find(measure).map(|measure| measure.unit)
}

/// What the length of a game is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Rounds, the one in which it ended included.
    Rounds,
    /// Turns of all players.
    Turns,
    /// Minutes by the scenario's model of table time.
    Minutes,
}

/// A point of the curve that says what share of games is over by when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The figure is the share that is over by this length.
    ShareBy(u32),
    /// The figure is the length by which so many percent are over.
    LengthOf(u8),
}

impl Length {
    /// Every one.
    pub const ALL: [Length; 3] = [Length::Rounds, Length::Turns, Length::Minutes];

    /// Its unit, which is the name of the measure of its mean too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Length::Rounds => "rounds",
            Length::Turns => "turns",
            Length::Minutes => "minutes",
        }
    }

    fn of(self, record: &GameRecord) -> u32 {
        match self {
            Length::Rounds => round(record),
            Length::Turns => record.game.turns,
            Length::Minutes => minutes(record.game.table_seconds).value,
        }
    }
}

/// What the measure of that name says of the share of games that are over by when; nothing where it is about something else.
#[must_use]
pub fn anchor(measure: &str) -> Option<(Length, Anchor)> {
    let Measure { statistic, with, .. } = find(measure)?;
    if measure.starts_with("over-by-") {
        return Some((Length::Rounds, Anchor::ShareBy(*with)));
    }
    let (base, _) = measure.rsplit_once('-')?;
    let length = Length::ALL.into_iter().find(|length| length.name() == base)?;
    match statistic {
        Statistic::Quantile(percent) => Some((length, Anchor::LengthOf(*percent))),
        Statistic::Max => Some((length, Anchor::LengthOf(100))),
        Statistic::Share | Statistic::Mean | Statistic::Sd => None,
    }
}

/// The round in which the game ended; one that was cut off ended between two.
fn last_round(record: &GameRecord, _: u32) -> Option<Observed> {
    round(record).observed()
}

fn round(record: &GameRecord) -> u32 {
    record.game.rounds + u32::from(record.game.end == End::Win)
}

/// The first player out; of several at once the one with the fewest turns.
fn loser(record: &GameRecord) -> Option<&SeatRow> {
    record.seats.iter().filter(|seat| seat.left_turn.is_some()).min_by_key(|seat| (seat.left_turn, seat.turns_taken))
}

fn first_out(record: &GameRecord, _: u32) -> Option<Observed> {
    loser(record)?.turns_taken.observed()
}

fn sat_out(record: &GameRecord, _: u32) -> Option<Observed> {
    record.game.rounds_sat_out.observed()
}

/// Games that were cut off are over by no length.
fn is_over(record: &GameRecord, length: Length, by: u32) -> bool {
    !record.game.end.is_censored() && length.of(record) <= by
}

fn over_by_round(record: &GameRecord, by: u32) -> Option<Observed> {
    is_over(record, Length::Rounds, by).observed()
}

fn table_minutes(record: &GameRecord, _: u32) -> Option<Observed> {
    Some(minutes(record.game.table_seconds))
}

/// Among games that somebody won.
fn position_wins(record: &GameRecord, position: u32) -> Option<Observed> {
    let winner = record.seats.iter().find(|seat| seat.won)?;
    (winner.position == position).observed()
}

fn entrant_wins(record: &GameRecord, entrant: u32) -> Option<Observed> {
    record.seats.iter().find(|seat| seat.won)?;
    record.seats.get(entrant as usize - 1)?.won.observed()
}

fn commander_casts(record: &GameRecord, _: u32) -> Option<Observed> {
    let casts = record.seats.iter().map(|seat| seat.commander_casts).sum();
    Some(Observed { value: casts, part: casts, whole: record.seats.len() as u32 })
}

fn turns_to_win(record: &GameRecord, _: u32) -> Option<Observed> {
    record.seats.iter().find(|seat| seat.won)?.turns_taken.observed()
}

fn turns(record: &GameRecord, _: u32) -> Option<Observed> {
    record.game.turns.observed()
}

fn decked(record: &GameRecord, _: u32) -> Option<Observed> {
    let decked = |seat: &SeatRow| seat.left_cause.as_deref().is_some_and(|cause| cause.starts_with("decked-"));
    record.seats.iter().any(decked).observed()
}

impl Sample {
    /// Plays at least so many games of that table, in whole groups.
    #[must_use]
    pub fn play(matchup: &Matchup, games: u64) -> Sample {
        Sample::play_at(std::slice::from_ref(matchup), games)
    }

    /// Plays at least so many games in whole groups, as many at each of those tables, which have one number of seats, one seed
    /// and share deals alike. No two tables play the same deal: groups are independent of each other.
    #[must_use]
    pub(super) fn play_at(tables: &[Matchup], games: u64) -> Sample {
        let Some(first) = tables.first() else { return Sample { groups: Vec::new(), deals: Deals::Fresh } };
        let (size, count) = (first.group(), tables.len() as u64);
        let group = |group: u64| {
            let table = &tables[(group % count) as usize];
            let games = group * size..(group + 1) * size;
            games.map(|game| play_direct(table, table.address(game))).collect()
        };
        let groups = (0..games.div_ceil(size * count) * count).into_par_iter().map(group).collect();
        Sample { groups, deals: first.scenario().batch().deals }
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &GameRecord> {
        self.groups.iter().flatten()
    }

    /// What intervals have to know of it.
    fn design(&self) -> Design {
        Design {
            reach: t_reach(self.groups.len() as u64),
            size: self.groups.first().map_or(1, Vec::len) as u64,
            shared: self.deals == Deals::Shared,
            sequence: false,
        }
    }

    fn stat(&self, read: impl Fn(&GameRecord) -> Option<Observed>) -> Stat {
        let mut stat = Stat::default();
        for group in &self.groups {
            stat.add_group(group.len(), group.iter().filter_map(&read));
        }
        stat
    }

    fn mean(&self, kind: Kind, stat: &Stat) -> Option<Ours> {
        let interval = estimate::interval(kind, stat, &self.design());
        Some(Ours { value: stat.groups.ratio()?, interval, games: stat.spread.n() })
    }

    /// The measure of that name; nothing where no game says anything of it.
    #[must_use]
    pub fn measure(&self, measure: &str) -> Option<Ours> {
        let Measure { read, with, statistic, .. } = find(measure)?;
        let stat = self.stat(|record| read(record, *with));
        let games = stat.spread.n();
        match statistic {
            Statistic::Share => self.mean(Kind::Flag, &stat),
            Statistic::Mean => self.mean(Kind::Count, &stat),
            Statistic::Quantile(percent) => quantile(&stat, *percent, &self.design()),
            Statistic::Max => Some(Ours { value: f64::from(stat.spread.max()?), interval: None, games }),
            Statistic::Sd => {
                let of = |groups: &[&Vec<GameRecord>]| {
                    let mut values = Distribution::default();
                    let read = groups.iter().flat_map(|group| group.iter()).filter_map(|record| read(record, *with));
                    read.for_each(|observed| values.add(observed.value));
                    values.sd()
                };
                let groups: Vec<&Vec<GameRecord>> = self.groups.iter().collect();
                Some(Ours { value: stat.spread.sd()?, interval: bootstrap(&groups, of), games })
            }
        }
    }

    /// The share of all games of which that holds.
    pub(super) fn share(&self, holds: impl Fn(&GameRecord) -> bool) -> Option<Ours> {
        self.mean(Kind::Flag, &self.stat(|record| holds(record).observed()))
    }

    /// The share of games that are over by that length; those that were cut off are over by none.
    #[must_use]
    pub fn over_by(&self, length: Length, by: u32) -> Option<Ours> {
        self.share(|record| is_over(record, length, by))
    }

    /// The shortest and the longest game.
    #[must_use]
    pub fn lengths(&self, length: Length) -> Option<(u32, u32)> {
        let of = || self.games().map(|record| length.of(record));
        of().min().zip(of().max())
    }
}

fn quantile(stat: &Stat, percent: u8, design: &Design) -> Option<Ours> {
    let (low, high) = stat.quantile_interval(percent, design.size, design.reach);
    let interval = low.zip(high).map(|(low, high)| Interval { low: low.into(), high: high.into() });
    Some(Ours { value: f64::from(stat.spread.quantile(percent)?), interval, games: stat.spread.n() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::group;

    #[test]
    fn measures_are_read_from_the_rows() {
        let sample = Sample { groups: (0..50).map(|g| group(4, 7, g)).collect(), deals: Deals::Fresh };
        let value = |measure: &str| sample.measure(measure).unwrap().value;
        let games: Vec<&GameRecord> = sample.games().collect();
        let mean = |of: &dyn Fn(&GameRecord) -> u32| games.iter().map(|g| f64::from(of(g))).sum::<f64>() / 200.0;
        assert!((value("turns") - mean(&|g| g.game.turns)).abs() < 1e-9);
        assert!((value("rounds") - mean(&|g| g.game.rounds + u32::from(g.game.end == End::Win))).abs() < 1e-9);
        let shares: f64 = (1..=4).map(|p| value(&format!("wins-of-position-{p}"))).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        let max = games.iter().map(|g| g.game.turns).max().unwrap();
        assert_eq!((value("turns-max"), sample.measure("turns-max").unwrap().interval), (f64::from(max), None));
        assert_eq!(sample.measure("nothing"), None);
        assert!(value("over-by-6") <= value("over-by-8") && value("over-by-8") <= value("over-by-9"));
    }

    #[test]
    fn every_estimate_lies_in_its_interval() {
        let sample = Sample { groups: (0..50).map(|g| group(4, 7, g)).collect(), deals: Deals::Fresh };
        for Measure { name, .. } in MEASURES {
            let Some(Ours { value, interval, .. }) = sample.measure(name) else { continue };
            assert!(interval.is_none_or(|interval| interval.contains(value)), "{name}: {value} {interval:?}");
        }
    }

    #[test]
    fn the_share_that_is_over_grows_and_says_what_the_measures_say() {
        let sample = Sample { groups: (0..50).map(|g| group(4, 7, g)).collect(), deals: Deals::Fresh };
        for length in Length::ALL {
            let (shortest, longest) = sample.lengths(length).unwrap();
            let over: Vec<f64> = (0..=longest).map(|by| sample.over_by(length, by).unwrap().value).collect();
            assert!(over.is_sorted() && over[shortest as usize] > 0.0, "{length:?}: {over:?}");
            let ended = sample.games().filter(|record| !record.game.end.is_censored()).count();
            assert!((over[longest as usize] - ended as f64 / 200.0).abs() < 1e-9, "{length:?}");
        }
        for Measure { name, .. } in MEASURES {
            match anchor(name) {
                Some((length, Anchor::ShareBy(by))) => assert_eq!(sample.over_by(length, by), sample.measure(name)),
                Some((length, Anchor::LengthOf(percent))) => {
                    let at = sample.measure(name).unwrap().value as u32;
                    let cut = sample.games().filter(|r| r.game.end.is_censored()).count() as f64 / 200.0;
                    let over = sample.over_by(length, at).unwrap().value;
                    assert!(over + cut + 1e-9 >= f64::from(percent) / 100.0, "{name}: {over} by {at}");
                }
                None => {}
            }
        }
        assert_eq!(anchor("first-out-median"), None, "no length of a game");
        assert_eq!(anchor("turns-max"), Some((Length::Turns, Anchor::LengthOf(100))));
    }
}
