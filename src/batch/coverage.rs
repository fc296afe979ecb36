//! How often intervals hold: thousands of seeded runs with a known truth, the rare and the skewed among them.
//!
//! With 2,000 repetitions the share that covers has a standard error of half a point at 95%.

mod pairs;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::estimate::{Design, interval};
use super::interval::{Interval, t_reach};
use super::metric::{Kind, Observed};
use super::tally::Stat;

/// Runs with a truth each.
const RUNS: u64 = 2000;
/// Games in a group.
const SIZE: usize = 4;

/// A number of [0, 1).
fn uniform(dice: &mut ChaCha8Rng) -> f64 {
    (dice.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A number of the standard normal distribution (Box and Muller, 1958).
fn normal(dice: &mut ChaCha8Rng) -> f64 {
    let (a, b) = (1.0 - uniform(dice), uniform(dice));
    (-2.0 * libm::log(a)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * b)
}

/// A metric of the games of a group, none where it does not apply.
type Games = [Option<u32>; SIZE];

fn observed(games: Games) -> impl Iterator<Item = Observed> {
    games.into_iter().flatten().map(|value| Observed { value, part: value, whole: 1 })
}

/// What is drawn of a group, and whether its games share a deal.
struct Model {
    name: &'static str,
    kind: Kind,
    shared: bool,
    draw: fn(&mut ChaCha8Rng) -> Games,
}

impl Model {
    fn run(&self, seed: u64, groups: u64) -> Stat {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut stat = Stat::default();
        (0..groups).for_each(|_| stat.add_group(SIZE, observed((self.draw)(&mut dice))));
        stat
    }

    fn design(&self, groups: u64, sequence: bool) -> Design {
        Design { reach: t_reach(groups), size: SIZE as u64, shared: self.shared, sequence }
    }

    /// The share of runs in which the interval holds the truth.
    fn coverage(&self, groups: u64, holds: impl Fn(&Stat, &Design) -> bool) -> f64 {
        let design = self.design(groups, false);
        let held = (0..RUNS).filter(|seed| holds(&self.run(*seed, groups), &design)).count();
        held as f64 / RUNS as f64
    }
}

/// What the share of runs in which an interval holds has to be within.
const NOMINAL: std::ops::RangeInclusive<f64> = 0.935..=0.965;

/// Games won with that chance.
fn flags(dice: &mut ChaCha8Rng, chance: f64) -> Games {
    [(); SIZE].map(|()| Some(u32::from(uniform(dice) < chance)))
}

/// One that wins with that chance on the average, and from the first place three times as often as from the last.
fn by_position(dice: &mut ChaCha8Rng, chance: f64) -> Games {
    [1.5, 1.1, 0.9, 0.5].map(|weight| Some(u32::from(uniform(dice) < weight * chance)))
}

/// Lengths whose logarithm is normal: one in twenty is more than twice the median. Games of a deal have half of it in common.
fn lengths(dice: &mut ChaCha8Rng) -> Games {
    let deal = normal(dice);
    [(); SIZE].map(|()| Some((2000.0 * libm::exp(0.32 * (deal + normal(dice)))) as u32))
}

/// Most games have none; one in thirty has many.
fn rare(dice: &mut ChaCha8Rng) -> Games {
    [(); SIZE].map(|()| Some(if uniform(dice) < 1.0 / 30.0 { 5 + (uniform(dice) * 40.0) as u32 } else { 0 }))
}

/// Something that one game in ten has, and few games have most of: one in fifty of these more than eight times the median.
fn heavy(dice: &mut ChaCha8Rng) -> Games {
    [(); SIZE].map(|()| {
        let there = uniform(dice) < 0.1;
        Some(if there { (20.0 * libm::exp(normal(dice))) as u32 + 1 } else { 0 })
    })
}

/// What happens in three games of four, later in deals that are slow.
fn partial(dice: &mut ChaCha8Rng) -> Games {
    let deal = normal(dice);
    [(); SIZE].map(|()| (uniform(dice) < 0.75).then(|| (1000.0 * libm::exp(0.4 * deal + 0.4 * normal(dice))) as u32))
}

const SEATS: [Model; 4] = [
    Model { name: "a quarter", kind: Kind::Flag, shared: false, draw: |dice| flags(dice, 0.25) },
    Model { name: "a fiftieth", kind: Kind::Flag, shared: false, draw: |dice| flags(dice, 0.02) },
    Model { name: "a quarter, by position", kind: Kind::Flag, shared: false, draw: |dice| by_position(dice, 0.25) },
    Model {
        name: "a quarter, by deal",
        kind: Kind::Flag,
        shared: true,
        draw: |dice| {
            let chance = 0.1 + 0.3 * uniform(dice);
            flags(dice, chance)
        },
    },
];

const COUNTS: [Model; 4] = [
    Model { name: "lengths", kind: Kind::Count, shared: true, draw: lengths },
    Model { name: "rare", kind: Kind::Count, shared: false, draw: rare },
    Model { name: "partial", kind: Kind::Count, shared: true, draw: partial },
    Model { name: "heavy", kind: Kind::Count, shared: false, draw: heavy },
];

/// The mean of a model, of a run that is long enough.
fn truth(model: &Model) -> f64 {
    match model.name {
        "a fiftieth" => 0.02,
        name if name.starts_with("a quarter") => 0.25,
        _ => model.run(u64::MAX, 400_000).groups.ratio().unwrap_or(f64::NAN),
    }
}

#[test]
fn means_and_shares_cover_in_groups() {
    for model in SEATS.iter().chain(&COUNTS) {
        let truth = truth(model);
        for groups in [50, 125, 500] {
            let share = model.coverage(groups, |stat, design| {
                interval(model.kind, stat, design).is_some_and(|interval| interval.contains(truth))
            });
            assert!(NOMINAL.contains(&share), "{}, {groups} groups: {share}", model.name);
        }
    }
}

/// Of what a game has once or not at all, few values are possible: where seven are expected, all intervals from that of two on hold
/// the truth, so that 98% do, and with one group more those of two miss it. No method has 95% for all rates (Brown, Cai and
/// DasGupta, 2001, "Interval estimation for a binomial proportion").
#[test]
fn what_is_counted_one_by_one_is_not_too_sure() {
    let ones = Model {
        name: "ones",
        kind: Kind::Count,
        shared: false,
        draw: |dice| [(); SIZE].map(|()| Some(u32::from(uniform(dice) < 1.0 / 30.0))),
    };
    for groups in [50, 65, 80, 125] {
        let share = ones.coverage(groups, |stat, design| {
            interval(ones.kind, stat, design).is_some_and(|interval| interval.contains(1.0 / 30.0))
        });
        assert!((0.935..=0.99).contains(&share), "{groups} groups: {share}");
    }
}

#[test]
fn quantiles_cover_in_groups() {
    for model in [&COUNTS[0], &COUNTS[2]] {
        let long = model.run(u64::MAX, 400_000);
        for percent in [5, 50, 95] {
            let truth = long.spread.quantile(percent).unwrap();
            for groups in [125, 500] {
                let share = model.coverage(groups, |stat, design| {
                    let (low, high) = stat.quantile_interval(percent, design.size, design.reach);
                    low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high)
                });
                assert!(NOMINAL.contains(&share), "{}, p{percent}, {groups} groups: {share}", model.name);
            }
        }
    }
}

/// How far a run goes, and whether its interval holds there.
fn stopped(model: &Model, seed: u64, truth: f64, error: f64) -> (u64, bool) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut stat = Stat::default();
    for groups in 1.. {
        stat.add_group(SIZE, observed((model.draw)(&mut dice)));
        if groups % super::plan::GROUPS_PER_BLOCK == 0 {
            let found = interval(model.kind, &stat, &model.design(groups, false)).unwrap();
            if found.half_width() <= error {
                return (groups, found.contains(truth));
            }
        }
    }
    unreachable!("it never ends")
}

#[test]
fn a_run_that_stops_when_it_knows_enough_covers_and_plays_little_more() {
    for (model, error) in
        [(&SEATS[0], 0.03), (&SEATS[0], 0.02), (&SEATS[2], 0.03), (&SEATS[3], 0.04), (&COUNTS[0], 150.0)]
    {
        let truth = truth(model);
        let runs: Vec<(u64, bool)> = (0..RUNS).map(|seed| stopped(model, seed, truth, error)).collect();
        let held = runs.iter().filter(|(_, holds)| *holds).count() as f64 / RUNS as f64;
        assert!(NOMINAL.contains(&held), "{}, {error}: {held}", model.name);
        // The number of groups fixed beforehand whose t interval is as long, by the variance of a long run.
        let long = model.run(u64::MAX, 100_000);
        let deviation = long.groups.standard_error().unwrap() * (100_000f64).sqrt();
        let fixed = (1.96 * deviation / error).powi(2);
        let mean = runs.iter().map(|(groups, _)| *groups as f64).sum::<f64>() / RUNS as f64;
        assert!(mean <= 1.3 * fixed, "{}, {error}: {mean} groups instead of {fixed}", model.name);
    }
}

#[test]
fn sequences_hold_however_often_one_looks() {
    for model in &SEATS {
        let truth = truth(model);
        let holds = |seed: u64| {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let mut stat = Stat::default();
            (1..=400u64).all(|groups| {
                stat.add_group(SIZE, observed((model.draw)(&mut dice)));
                // Later on a group changes little.
                if groups > 30 && groups % 10 > 0 {
                    return true;
                }
                let found: Option<Interval> = interval(model.kind, &stat, &model.design(groups, true));
                found.is_some_and(|interval| interval.contains(truth))
            })
        };
        let held = (0..RUNS).filter(|seed| holds(*seed)).count() as f64 / RUNS as f64;
        assert!(held >= 0.95, "{}: {held}", model.name);
    }
}
