//! What asking costs: a game in which every priority is asked for and everybody passes, through either driver, and beside it
//! actix alone, without any game.
//!
//! Nobody thinks and nothing happens, so that the difference between the drivers, for an element, is what an actor's answer
//! costs more than a call. `bare` is a coordinator that asks four actors in a loop: nothing with mailboxes is cheaper.

use std::hint::black_box;
use std::sync::Arc;

use actix::prelude::*;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use turnlab::batch::tables::{Driver, Tables};
use turnlab::batch::worker::PlayGame;
use turnlab::cards::source::Source;
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::Matchup;

/// Four seats pass in each of the eight steps with priority that a turn without attackers has.
const ASKS: u64 = 4 * 8 * TURNS;
const TURNS: u64 = 40;

fn everybody_passes() -> Matchup {
    let seats: String =
        ["A", "B", "C", "D"].map(|name| format!("[[seat]]\nname = \"{name}\"\nagent = \"pass\"\n")).concat();
    let text = format!(
        "schema = 1\nname = \"asks\"\n[game]\nformat = \"commander\"\nask = \"all\"\nstarting_seat = \"A\"\nmax_turns = {TURNS}\n{seats}"
    );
    let scenario = Scenario::from_source(&Source::new("asks.toml", text), &Disk).expect("the scenario is good");
    Matchup::new(Arc::new(scenario))
}

/// As large as what goes to an agent: a view holds two reference counts and two seats.
#[derive(Message)]
#[rtype(result = "Result<Answer, u8>")]
struct Question(Arc<u64>, Arc<u64>, u8, u8);

/// As large as what comes back.
struct Answer {
    choice: [u64; 4],
    spent: u64,
}

struct Echo;

impl Actor for Echo {
    type Context = Context<Echo>;
}

impl Handler<Question> for Echo {
    type Result = Result<Answer, u8>;

    fn handle(&mut self, asked: Question, _context: &mut Context<Echo>) -> Result<Answer, u8> {
        let Question(state, fixed, seat, actor) = asked;
        Ok(Answer { choice: [*state, *fixed, seat.into(), actor.into()], spent: 1 })
    }
}

struct Asker(Vec<Addr<Echo>>);

impl Actor for Asker {
    type Context = Context<Asker>;
}

/// So many questions; answered with how many answers came.
#[derive(Message)]
#[rtype(result = "u64")]
struct Go(u64);

impl Handler<Go> for Asker {
    type Result = ResponseFuture<u64>;

    fn handle(&mut self, go: Go, _context: &mut Context<Asker>) -> ResponseFuture<u64> {
        let seats = self.0.clone();
        Box::pin(async move {
            let (mut state, fixed) = (Arc::new(0), Arc::new(1));
            for at in 0..go.0 {
                let question = Question(Arc::clone(&state), Arc::clone(&fixed), 0, 1);
                let answer = seats[at as usize % seats.len()].send(question).await;
                let Ok(Ok(Answer { choice: [was, one, ..], spent })) = answer else { return 0 };
                // The question is gone by now, so that this changes the number in place, as a game changes its state.
                *Arc::make_mut(&mut state) = was + one * spent;
            }
            *state
        })
    }
}

fn asks(c: &mut Criterion) {
    let matchup = everybody_passes();
    let mut group = c.benchmark_group("ask");
    group.throughput(Throughput::Elements(ASKS));
    for (name, driver) in [("direct", Driver::Direct), ("actors", Driver::Actors)] {
        let tables = Tables { matchup: matchup.clone(), driver };
        let play = || tables.play(0).expect("a table can be hosted").game;
        assert_eq!((u64::from(play().decisions), u64::from(play().turns)), (ASKS, TURNS), "{name}");
        group.bench_function(name, |b| b.iter(|| black_box(play().decisions)));
    }
    let system = System::new();
    let asker = system.block_on(async { Asker((0..4).map(|_| Echo.start()).collect()).start() });
    let go = || system.block_on(asker.send(Go(ASKS))).expect("nobody stops it");
    assert_eq!(go(), ASKS);
    group.bench_function("bare", |b| b.iter(|| black_box(go())));
    group.finish();
}

criterion_group!(benches, asks);
criterion_main!(benches);
