//! How often the intervals of differences between two ways of playing hold.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{NOMINAL, RUNS, SIZE, normal, uniform};
use crate::batch::difference::{Difference, PairSums};
use crate::batch::interval::MISS;
use crate::batch::metric::Kind;
use crate::batch::plan::GROUPS_PER_BLOCK;
use crate::batch::stop::look_blocks;

/// Part and whole of a metric in a group, on both sides.
type Sides = [(u64, u64); 2];

/// What is drawn of the games of a group that are played in two ways.
struct PairModel {
    name: &'static str,
    kind: Kind,
    draw: fn(&mut ChaCha8Rng) -> Sides,
    /// The difference that is there, where it can be told without a long run.
    truth: fn() -> Option<f64>,
    /// How often the interval of the difference has to hold.
    held: std::ops::RangeInclusive<f64>,
}

/// The sums over the games of a group, of what is drawn for both sides of each: part and whole, if it applies.
fn games(mut draw: impl FnMut() -> [Option<(u64, u64)>; 2]) -> Sides {
    let mut sides = Sides::default();
    for _ in 0..SIZE {
        for (side, (part, whole)) in sides.iter_mut().zip(draw().map(Option::unwrap_or_default)) {
            *side = (side.0 + part, side.1 + whole);
        }
    }
    sides
}

/// A game that is won or not.
fn flag(won: bool) -> Option<(u64, u64)> {
    Some((won.into(), 1))
}

/// A length whose logarithm is normal.
fn length(median: f64, logarithm: f64) -> Option<(u64, u64)> {
    Some(((median * libm::exp(logarithm)).round() as u64, 1))
}

/// The mean of a length whose logarithm has that variance.
fn mean_length(median: f64, variance: f64) -> f64 {
    median * libm::exp(variance / 2.0)
}

const PAIRS: [PairModel; 7] = [
    // Half of a game's luck is that of its deal, which both sides have; the other way of playing takes a tenth longer.
    PairModel {
        name: "lengths",
        kind: Kind::Count,
        draw: |dice| {
            games(|| {
                let deal = normal(dice);
                [2000.0, 2200.0].map(|median| length(median, 0.32 * (deal + normal(dice))))
            })
        },
        truth: || Some(mean_length(200.0, 2.0 * 0.32 * 0.32)),
        held: NOMINAL,
    },
    // The other way has a few very long games.
    PairModel {
        name: "lengths with a tail",
        kind: Kind::Count,
        draw: |dice| {
            games(|| {
                let deal = normal(dice);
                [0.3, 0.8].map(|own| length(2000.0, 0.3 * deal + own * normal(dice)))
            })
        },
        truth: || Some(mean_length(2000.0, 0.09 + 0.64) - mean_length(2000.0, 0.09 + 0.09)),
        held: NOMINAL,
    },
    // One game in thirty is won in the other way alone. Fifty groups have seven of them.
    PairModel {
        name: "rare",
        kind: Kind::Flag,
        draw: |dice| {
            games(|| match uniform(dice) < 1.0 / 30.0 {
                true => [false, true].map(flag),
                false => [uniform(dice) < 0.25; 2].map(flag),
            })
        },
        truth: || Some(1.0 / 30.0),
        held: 0.935..=0.99,
    },
    // One game in thirty comes out otherwise, twice in three times won by it.
    PairModel {
        name: "rare, both ways",
        kind: Kind::Flag,
        draw: |dice| {
            games(|| match uniform(dice) < 1.0 / 30.0 {
                true => {
                    let won = uniform(dice) < 2.0 / 3.0;
                    [!won, won].map(flag)
                }
                false => [uniform(dice) < 0.25; 2].map(flag),
            })
        },
        truth: || Some(1.0 / 90.0),
        held: 0.935..=0.975,
    },
    // One game in thirty has many more, or many fewer.
    PairModel {
        name: "rare counts, both ways",
        kind: Kind::Count,
        draw: |dice| {
            games(|| {
                let more = if uniform(dice) < 1.0 / 30.0 { 5 + (uniform(dice) * 40.0) as u64 } else { 0 };
                let sides = [(50, 1), (50 + more, 1)].map(Some);
                if uniform(dice) < 0.5 { sides } else { [sides[1], sides[0]] }
            })
        },
        truth: || Some(0.0),
        held: NOMINAL,
    },
    // What happens in three games of four, rather in deals that are slow, and in the other way in other games too and later.
    PairModel {
        name: "partial",
        kind: Kind::Count,
        draw: |dice| {
            games(|| {
                let (deal, happens) = (normal(dice), uniform(dice));
                [(1000.0, 0.0), (1200.0, 0.1)].map(|(median, more)| {
                    let there = happens + 0.1 * uniform(dice) < 0.7 + more + 0.1 * deal;
                    length(median, 0.4 * (deal + normal(dice))).filter(|_| there)
                })
            })
        },
        truth: || None,
        held: NOMINAL,
    },
    // A share of what happens a few times in a game, if at all.
    PairModel {
        name: "share",
        kind: Kind::Share,
        draw: |dice| {
            games(|| {
                let (deal, times) = (0.2 * uniform(dice), (-2.0 * libm::log(1.0 - uniform(dice))) as u64);
                [0.2, 0.3].map(|chance| {
                    let times = times + u64::from(uniform(dice) < 0.2);
                    Some(((0..times).filter(|_| uniform(dice) < chance + deal).count() as u64, times))
                })
            })
        },
        truth: || Some(0.1),
        held: NOMINAL,
    },
];

impl PairModel {
    fn run(&self, seed: u64, groups: u64) -> Difference {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut sums = PairSums::default();
        (0..groups).for_each(|_| {
            let [first, second] = (self.draw)(&mut dice);
            sums.add(first, second);
        });
        sums.difference(self.kind).unwrap()
    }
}

#[test]
fn paired_differences_cover_in_groups() {
    for model in &PAIRS {
        let truth = (model.truth)().unwrap_or_else(|| model.run(u64::MAX, 400_000).difference);
        for groups in [50, 125, 500] {
            let runs: Vec<Difference> = (0..RUNS).map(|seed| model.run(seed, groups)).collect();
            let interval = |found: &Difference| found.interval.unwrap();
            let share = runs.iter().filter(|found| interval(found).contains(truth)).count() as f64 / RUNS as f64;
            assert!(model.held.contains(&share), "{}, {groups} groups: {share}", model.name);
            // The test of no difference is the interval, seen from 0.
            assert!(
                runs.iter().all(|found| (found.p.unwrap() < MISS) != interval(found).contains(0.0)),
                "{}",
                model.name
            );
        }
    }
}

/// How far a comparison goes, and what it finds there.
fn stopped(model: &PairModel, seed: u64, error: f64) -> (u64, Difference) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut sums = PairSums::default();
    for groups in look_blocks().map(|blocks| blocks * GROUPS_PER_BLOCK) {
        while sums.groups() < groups {
            let [first, second] = (model.draw)(&mut dice);
            sums.add(first, second);
        }
        let found = sums.difference(model.kind).unwrap();
        if found.interval.unwrap().half_width() <= error {
            return (groups, found);
        }
    }
    unreachable!("it never ends")
}

#[test]
fn a_comparison_that_stops_when_it_knows_enough_covers_and_plays_little_more() {
    for (name, error) in [("lengths", 60.0), ("rare, both ways", 0.01), ("partial", 50.0), ("share", 0.02)] {
        let model = PAIRS.iter().find(|model| model.name == name).unwrap();
        let long = model.run(u64::MAX, 400_000);
        let truth = (model.truth)().unwrap_or(long.difference);
        let runs: Vec<(u64, Difference)> = (0..RUNS).map(|seed| stopped(model, seed, error)).collect();
        let held = runs.iter().filter(|(_, found)| found.interval.unwrap().contains(truth)).count();
        let held = held as f64 / RUNS as f64;
        assert!(model.held.contains(&held), "{name}, {error}: {held}");
        // The number of groups fixed beforehand whose t interval is as long, by the variance of a long run.
        let deviation = long.error.unwrap() * (400_000f64).sqrt();
        let fixed = (1.96 * deviation / error).powi(2);
        let mean = runs.iter().map(|(groups, _)| *groups as f64).sum::<f64>() / RUNS as f64;
        assert!(mean <= 1.3 * fixed, "{name}, {error}: {mean} groups instead of {fixed}");
    }
}
