//! How much memory games take, by an allocator that counts. A binary of its own: the allocator counts for all of it, and so
//! the tests take turns.

#[expect(dead_code, reason = "the integration tests read more of it")]
#[path = "it/random_tables.rs"]
mod random_tables;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;

use turnlab::agents::Direct;
use turnlab::batch::plan::{Entrant, Order, Plan};
use turnlab::batch::runner::{RunOptions, Sink, run};
use turnlab::batch::tables::{Driver, Tables};
use turnlab::game::decision::{Item, Shape};
use turnlab::game::{Game, GameState, Pause};
use turnlab::scenario::{Deals, Scenario};
use turnlab::table::record::GameRecord;
use turnlab::table::{Matchup, Table};
use turnlab::turn::Seat;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The most bytes a position may take, with all that belongs to it.
const MOST: usize = 64 * 1024;

/// With so many permanents, spells and abilities in play.
const MANY: usize = 200;

/// What each more may take.
const EACH: usize = 320;

/// At tables of so many seats.
const SEATS: usize = 7;

/// What each seat more may take: a hundred cards, and what is known of them.
const SEAT: usize = 8192;

fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn default_study() -> Matchup {
    let scenario = Scenario::load("builtin:/studies/default.toml").unwrap_or_else(|faults| panic!("{faults}"));
    Matchup::new(Arc::new(scenario))
}

/// The bytes of a position: its own, and those on the heap of a copy, which holds nothing to spare.
fn bytes(state: &GameState) -> usize {
    let before = HEAP.current_usage();
    let copy = state.clone();
    let taken = HEAP.current_usage() - before;
    drop(copy);
    size_of::<GameState>() + taken
}

/// The permanents of a position and what waits on the stack: tokens may double from turn to turn, each may trigger, and each takes its
/// place.
fn in_play(game: &Game) -> usize {
    Seat::first(1).map(|seat| game.view(seat)).map(|view| view.battlefield().count() + view.stack().count()).sum()
}

/// What the options of a question take beyond [`MANY`]: who names a card has the names of the whole catalog to choose from.
fn of_names(game: &Game) -> usize {
    match game.decision().map(|decision| &decision.shape) {
        Some(Shape::One(options)) => size_of::<Item>() * options.len().saturating_sub(MANY),
        _ => 0,
    }
}

/// The most bytes that a position of that game takes, and what the last one takes as it is, room to grow included; in both without
/// what more permanents, spells and abilities than [`MANY`] take.
fn most_bytes(matchup: &Matchup, game: u64) -> (usize, usize) {
    let Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(game));
    let mut players = Direct::new(agents, &places);
    let more = |game: &Game| EACH * in_play(game).saturating_sub(MANY) + of_names(game);
    let (mut most, mut names) = (bytes(game.state()), 0);
    while players.advance(&mut game) == Pause::Decide {
        most = most.max(bytes(game.state()).saturating_sub(more(&game)));
        names = names.max(of_names(&game));
        game.clear_events();
        players.answer(&mut game);
    }
    let more = more(&game);
    most = most.max(bytes(game.state()).saturating_sub(more));
    let before = HEAP.current_usage();
    drop(game);
    // The room for options is kept from question to question.
    (most, (before - HEAP.current_usage()).saturating_sub(2 * more + names))
}

#[test]
fn a_position_of_the_default_study_stays_under_64_kib() {
    let _alone = alone();
    let matchup = default_study();
    for game in 0..40 {
        let (most, at_last) = most_bytes(&matchup, game);
        assert!(most < MOST, "game {game} of the default study took {most} bytes");
        assert!(at_last < 2 * MOST, "game {game} of the default study held {at_last} bytes at its end");
    }
}

#[test]
fn a_position_of_any_table_stays_under_64_kib() {
    let _alone = alone();
    for number in 0..100 {
        let table = random_tables::table(number);
        let (most, at_last) = most_bytes(&table.matchup, 0);
        let more = SEAT * table.matchup.scenario().seats().values().len().saturating_sub(SEATS);
        assert!(most < MOST + more, "table {number} took {most} bytes\n{}", table.text);
        assert!(at_last < 2 * (MOST + more), "table {number} held {at_last} bytes at its end\n{}", table.text);
    }
}

/// Takes records and keeps nothing.
struct Forget(u64);

impl Sink for Forget {
    type Error = std::convert::Infallible;

    fn game(&mut self, _record: &GameRecord) -> Result<(), Self::Error> {
        self.0 += 1;
        Ok(())
    }
}

/// The most bytes that playing so many games takes at any time, beyond what was taken before.
fn peak(tables: &Tables, games: u64) -> usize {
    let seats = tables.matchup.scenario().seats();
    let entrant = |name: &str| Entrant { name: name.into(), deck: "".into(), agent: "random".into() };
    let entrants = seats.values().iter().map(|seat| entrant(&seat.name)).collect();
    let seed = tables.matchup.seed();
    let plan = Plan::new(Order {
        games,
        seed,
        rotate_seats: false,
        team_size: 1,
        deals: Deals::Fresh,
        until: None,
        shown: Vec::new(),
        entrants,
    })
    .expect("a plan");
    let never = AtomicBool::new(false);
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let mut sink = Forget(0);
    let options = RunOptions { threads: NonZeroUsize::new(1), cancel: &never, part: None, kept: None };
    run(&plan, tables, &mut sink, options, &mut |_| {}).expect("it runs");
    assert_eq!(sink.0, games);
    HEAP.peak_usage() - before
}

#[test]
fn more_games_take_no_more_memory() {
    let _alone = alone();
    for driver in [Driver::Direct, Driver::Actors] {
        let tables = Tables { matchup: default_study(), driver };
        peak(&tables, 128); // what is made once, at first use
        // Two blocks of 64 games are in hand at most; after that, only histograms can grow, with the values they have seen:
        // those of mana left, by seat and position, with some hundreds of them.
        let (few, many) = (peak(&tables, 256), peak(&tables, 1024));
        assert!(many < few + 3 * few / 4, "{driver:?}: 256 games took {few} bytes at most, 1024 took {many}");
    }
}
