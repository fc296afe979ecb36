//! Whole games between the four starter decks through each driver, of each deck at every seat, and batches by one and by two
//! threads. Each asserts its answer.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use turnlab::batch::tables::{Driver, Tables};
use turnlab::batch::worker::PlayGame;
use turnlab::cards::source::Source;
use turnlab::scenario::{Deals, Disk, Scenario};
use turnlab::table::record::GameRecord;
use turnlab::table::{Matchup, play_direct};

/// Games in one round: enough that a single long one does not decide the figure.
const GAMES: u64 = 40;

fn matchup() -> Matchup {
    let scenario = Scenario::load("builtin:/studies/default.toml").expect("the embedded study is checked by the tests");
    Matchup::new(Arc::new(scenario))
}

/// The same deck at four seats.
fn mirror(deck: &str) -> Matchup {
    let seats: String = ["A", "B", "C", "D"]
        .map(|name| format!("[[seat]]\nname = \"{name}\"\ndeck = \"builtin:/decks/{deck}.txt\"\n"))
        .concat();
    let text = format!("schema = 1\nname = \"{deck}\"\n{seats}[batch]\nseed = 20261120\n");
    let scenario = Scenario::from_source(&Source::new("mirror.toml", text), &Disk).expect("the scenario is good");
    Matchup::new(Arc::new(scenario))
}

fn turns(records: &[GameRecord]) -> u64 {
    records.iter().map(|r| u64::from(r.game.turns)).sum()
}

fn round(tables: &Tables) -> Vec<GameRecord> {
    (0..GAMES).map(|game| tables.play(game).expect("a table can be hosted")).collect()
}

fn games(c: &mut Criterion) {
    by_driver(c, "default study", &matchup());
    for deck in ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"] {
        by_driver(c, deck, &mirror(deck));
    }
}

fn by_driver(c: &mut Criterion, table: &str, matchup: &Matchup) {
    let expected: Vec<GameRecord> = (0..GAMES).map(|g| play_direct(matchup, matchup.address(g))).collect();
    let mut group = c.benchmark_group(format!("game, {table}"));
    group.sample_size(10).throughput(Throughput::Elements(turns(&expected)));
    for (name, driver) in [("direct", Driver::Direct), ("actors", Driver::Actors)] {
        let tables = Tables { matchup: matchup.clone(), driver };
        assert_eq!(round(&tables), expected, "{name} plays the same games");
        group.bench_function(name, |b| b.iter(|| turns(black_box(&round(&tables)))));
    }
    group.finish();
}

fn batch(c: &mut Criterion) {
    use turnlab::batch::plan::{Entrant, Order, Plan};
    use turnlab::batch::runner::{RunOptions, Sink, run};

    struct Count(u64);
    impl Sink for Count {
        type Error = std::convert::Infallible;
        fn game(&mut self, record: &GameRecord) -> Result<(), Self::Error> {
            self.0 += u64::from(record.game.turns);
            Ok(())
        }
    }

    let matchup = matchup();
    let entrants: Vec<Entrant> = matchup
        .scenario()
        .seats()
        .values()
        .iter()
        .map(|s| Entrant { name: s.name.as_str().into(), deck: s.name.as_str().into(), agent: s.agent.label().into() })
        .collect();
    let order = Order {
        games: 256,
        seed: 20_261_120,
        rotate_seats: true,
        team_size: 1,
        deals: Deals::Fresh,
        until: None,
        shown: Vec::new(),
        entrants,
    };
    let plan = Plan::new(order).expect("a plain order");
    let tables = Tables { matchup, driver: Driver::Direct };
    let mut group = c.benchmark_group("batch");
    group.sample_size(10).throughput(Throughput::Elements(plan.games()));
    for threads in [1, 2] {
        group.bench_function(format!("256 games, direct, threads: {threads}"), |b| {
            b.iter(|| {
                let cancel = AtomicBool::new(false);
                let threads = NonZeroUsize::new(threads);
                let options = RunOptions { threads, cancel: &cancel, part: None, kept: None };
                let mut count = Count(0);
                let outcome = run(&plan, &tables, &mut count, options, &mut |_| {}).expect("the batch runs");
                assert_eq!(outcome.tally.games(), plan.games());
                count.0
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games, batch);
criterion_main!(benches);
