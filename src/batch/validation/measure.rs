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

/// The measures by name: what is read, with which number, and what is taken of it.
const MEASURES: [(&str, Read, u32, Statistic); 28] = [
    ("rounds", last_round, 0, Statistic::Mean),
    ("rounds-sd", last_round, 0, Statistic::Sd),
    ("rounds-median", last_round, 0, Statistic::Quantile(50)),
    ("first-out", first_out, 0, Statistic::Mean),
    ("first-out-median", first_out, 0, Statistic::Quantile(50)),
    ("over-by-6", over_by, 6, Statistic::Share),
    ("over-by-8", over_by, 8, Statistic::Share),
    ("over-by-9", over_by, 9, Statistic::Share),
    ("sat-out", sat_out, 0, Statistic::Mean),
    ("minutes", table_minutes, 0, Statistic::Mean),
    ("minutes-median", table_minutes, 0, Statistic::Quantile(50)),
    ("minutes-p95", table_minutes, 0, Statistic::Quantile(95)),
    ("wins-of-position-1", position_wins, 1, Statistic::Share),
    ("wins-of-position-2", position_wins, 2, Statistic::Share),
    ("wins-of-position-3", position_wins, 3, Statistic::Share),
    ("wins-of-position-4", position_wins, 4, Statistic::Share),
    ("commander-casts", commander_casts, 0, Statistic::Mean),
    ("turns-to-win", turns_to_win, 0, Statistic::Mean),
    ("turns", turns, 0, Statistic::Mean),
    ("turns-sd", turns, 0, Statistic::Sd),
    ("turns-median", turns, 0, Statistic::Quantile(50)),
    ("turns-p90", turns, 0, Statistic::Quantile(90)),
    ("turns-max", turns, 0, Statistic::Max),
    ("decked", decked, 0, Statistic::Share),
    ("wins-of-entrant-1", entrant_wins, 1, Statistic::Share),
    ("wins-of-entrant-2", entrant_wins, 2, Statistic::Share),
    ("wins-of-entrant-3", entrant_wins, 3, Statistic::Share),
    ("wins-of-entrant-4", entrant_wins, 4, Statistic::Share),
];

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
    round(record).saturating_sub(loser(record)?.normal_turns).observed()
}

fn over_by(record: &GameRecord, by: u32) -> Option<Observed> {
    (!record.game.end.is_censored() && round(record) <= by).observed()
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
        let size = matchup.group();
        let group = |group: u64| {
            let games = group * size..(group + 1) * size;
            games.map(|game| play_direct(matchup, matchup.address(game))).collect()
        };
        let groups = (0..games.div_ceil(size)).into_par_iter().map(group).collect();
        Sample { groups, deals: matchup.scenario().batch().deals }
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

    /// Whether there is a measure of that name.
    #[must_use]
    pub fn knows(measure: &str) -> bool {
        MEASURES.iter().any(|(name, ..)| *name == measure)
    }

    /// The measure of that name; nothing where no game says anything of it.
    #[must_use]
    pub fn measure(&self, measure: &str) -> Option<Ours> {
        let (_, read, with, statistic) = MEASURES.iter().find(|(name, ..)| *name == measure)?;
        let mut stat = Stat::default();
        for group in &self.groups {
            stat.add_group(group.len(), group.iter().filter_map(|record| read(record, *with)));
        }
        if stat.spread.n() == 0 {
            return None;
        }
        let of_groups = |kind: Kind| {
            let value = stat.groups.ratio()?;
            Some(Ours { value, interval: estimate::interval(kind, &stat, &self.design()) })
        };
        match statistic {
            Statistic::Share => of_groups(Kind::Flag),
            Statistic::Mean => of_groups(Kind::Count),
            Statistic::Quantile(percent) => quantile(&stat, *percent, &self.design()),
            Statistic::Max => Some(Ours { value: f64::from(stat.spread.max()?), interval: None }),
            Statistic::Sd => {
                let of = |groups: &[&Vec<GameRecord>]| {
                    let mut values = Distribution::default();
                    let read = groups.iter().flat_map(|group| group.iter()).filter_map(|record| read(record, *with));
                    read.for_each(|observed| values.add(observed.value));
                    values.sd()
                };
                let groups: Vec<&Vec<GameRecord>> = self.groups.iter().collect();
                Some(Ours { value: stat.spread.sd()?, interval: bootstrap(&groups, of) })
            }
        }
    }
}

fn quantile(stat: &Stat, percent: u8, design: &Design) -> Option<Ours> {
    let (low, high) = stat.quantile_interval(percent, design.size, design.reach);
    let interval = low.zip(high).map(|(low, high)| Interval { low: low.into(), high: high.into() });
    Some(Ours { value: f64::from(stat.spread.quantile(percent)?), interval })
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
        for (name, ..) in MEASURES {
            let Some(Ours { value, interval }) = sample.measure(name) else { continue };
            assert!(interval.is_none_or(|interval| interval.contains(value)), "{name}: {value} {interval:?}");
        }
    }
}
