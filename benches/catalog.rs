//! The catalog: what loading it takes, and that cards which a game does not use do not slow the game.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Agent, Heuristic, Seating, play};
use turnlab::cards::catalog::{Catalog, fold};
use turnlab::cards::source::Source;
use turnlab::cards::{CatalogBuilder, builtin_sources};
use turnlab::game::setup::{SeatSetup, Setup, TableRules};
use turnlab::game::{Game, GameEvent};
use turnlab::scenario::{DeckList, Disk, Zone, open};
use turnlab::turn::BySeat;

const DECKS: [&str; 4] = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];

/// Games in one round.
const GAMES: u64 = 20;

/// Rounds of either catalog in turn, for the ratio of the two.
const PAIRS: usize = 51;

fn compiled(sources: &[Source]) -> Catalog {
    let mut builder = CatalogBuilder::new();
    builder.add_files(sources).unwrap_or_else(|faults| panic!("{faults}"));
    builder.build()
}

fn loading(c: &mut Criterion) {
    let sources = builtin_sources();
    assert_eq!(&compiled(&sources), Catalog::builtin());
    c.bench_function("catalog/load", |b| b.iter(|| black_box(compiled(&builtin_sources()))));
    c.bench_function("catalog/profiles", |b| b.iter(|| black_box(Profiles::new(Catalog::builtin()))));
}

fn lists() -> Vec<DeckList> {
    let read = |deck: &str| {
        let (source, _) = open(&Disk, &format!("builtin:/decks/{deck}.txt")).expect("an embedded deck");
        DeckList::parse(&source).expect("the tests read it")
    };
    DECKS.map(read).into()
}

/// The embedded card files with nothing in them but the cards of those decks, and the tokens.
fn files_of(lists: &[DeckList]) -> Vec<Source> {
    let played: BTreeSet<String> = lists.iter().flat_map(|l| &l.entries).map(|e| fold(&e.name)).collect();
    let only = |source: Source| {
        let mut table: toml::Table = source.text.parse().expect("the embedded cards are TOML");
        if let Some(cards) = table.get_mut("card").and_then(toml::Value::as_array_mut) {
            cards.retain(|card| card["name"].as_str().is_some_and(|name| played.contains(&fold(name))));
        }
        Source::new(source.name, toml::to_string(&table).expect("it was TOML"))
    };
    builtin_sources().into_iter().map(only).collect()
}

/// A catalog with who plays its cards.
struct Table {
    catalog: Arc<Catalog>,
    profiles: Arc<Profiles>,
    seats: Vec<SeatSetup>,
}

impl Table {
    fn new(catalog: Catalog, lists: &[DeckList]) -> Table {
        let seats = lists.iter().enumerate().map(|(at, list)| {
            let of = |zone: Zone| {
                let entries = list.entries.iter().filter(move |e| e.zone == zone);
                let card = |name: &str| catalog.find(name).unwrap_or_else(|| panic!("no card {name}"));
                entries.flat_map(move |e| std::iter::repeat_n(card(&e.name), e.count.into())).collect()
            };
            SeatSetup { commanders: of(Zone::Commander), library: Some(of(Zone::Main)), ..SeatSetup::bare(at as u8) }
        });
        let seats = seats.collect();
        Table { profiles: Arc::new(Profiles::new(&catalog)), catalog: Arc::new(catalog), seats }
    }

    /// Plays a round; says how many events its games had, each by itself.
    fn round(&self) -> Vec<usize> {
        (0..GAMES).map(|game| self.play(game)).collect()
    }

    fn play(&self, deal: u64) -> usize {
        let mut game = Game::new(Setup {
            catalog: Arc::clone(&self.catalog),
            rules: Arc::new(TableRules::commander()),
            seats: self.seats.iter().cloned().collect(),
            master_seed: 20_261_120,
            deal,
            script: Arc::new(Vec::new()),
        });
        let agent = |_| Box::new(Heuristic::new(Arc::clone(&self.profiles))) as Box<dyn Agent>;
        let agents: Seating = BySeat::new(self.seats.len(), agent);
        let mut events: Vec<GameEvent> = Vec::new();
        black_box(play(&mut game, agents, &mut events));
        events.len()
    }

    fn timed(&self) -> Duration {
        let began = Instant::now();
        black_box(self.round());
        began.elapsed()
    }
}

/// The same games with the embedded catalog and with one of only the decks' cards.
fn unused_cards(c: &mut Criterion) {
    let lists = lists();
    let all = Table::new(Catalog::builtin().clone(), &lists);
    let few = Table::new(compiled(&files_of(&lists)), &lists);
    assert_eq!(all.round(), few.round(), "the games are the same");
    let count = |table: &Table| table.catalog.cards().filter(|(_, card)| card.is_whole()).count();
    assert!(count(&few) * 2 < count(&all), "most cards are unused");

    // Neighbours slow both of a pair alike, so that the ratio says more than the two times.
    let mut ratios: Vec<f64> = (0..PAIRS).map(|_| all.timed().as_secs_f64() / few.timed().as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    let [low, median, high] = [PAIRS / 4, PAIRS / 2, PAIRS * 3 / 4].map(|at| ratios[at]);
    println!(
        "{} cards against {}: {median:.3} times as long, quartiles {low:.3} to {high:.3}",
        count(&all),
        count(&few)
    );

    let mut group = c.benchmark_group("unused cards");
    group.sample_size(10);
    for (name, table) in [("all cards", &all), ("the decks' cards", &few)] {
        group.bench_function(name, |b| b.iter(|| black_box(table.round())));
    }
    group.finish();
}

criterion_group!(benches, loading, unused_cards);
criterion_main!(benches);
