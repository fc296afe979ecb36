//! Turn flow alone: seats that pass, an empty stack, with and without extra turns and skips.
//!
//! Each benchmark plays a game of forty turns and asserts its answer: so many turns and so many passes. Throughput is in
//! passes, so that criterion's time for an element is the time for a pass with its share of steps and turns.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use turnlab::turn::{
    CombatFacts, PendingTurnSpec, Seat, SkipScope, Skippable, Step, Tag, Transition, TurnManager, TurnSetup,
};

const SEATS: usize = 4;
const TURNS: u32 = 40;
/// Upkeep, draw, two main phases, beginning of combat, declare attackers, end of combat, end: four seats pass in each.
const PASSES_A_TURN: u64 = 8 * SEATS as u64;

/// What a game came to: turns begun and passes made.
#[derive(Debug, PartialEq, Eq)]
struct Tally {
    turns: u32,
    passes: u64,
}

/// Plays until that many turns have ended. `effects` happen in each upkeep.
fn play(turns: &mut TurnManager, effects: impl Fn(&mut TurnManager)) -> Tally {
    let mut passes = 0;
    loop {
        match turns.advance(CombatFacts::default(), &mut ()) {
            Transition::StepBegan { .. } if has_priority(turns.step()) => {
                if turns.step() == Step::Upkeep {
                    effects(turns);
                }
                passes += pass_round(turns);
            }
            Transition::StepEnded { turn_ended: true, .. } if turns.turn().number == TURNS => {
                return Tally { turns: turns.turn().number, passes };
            }
            _ => {}
        }
    }
}

fn pass_round(turns: &mut TurnManager) -> u64 {
    let mut passes = 0;
    turns.open_priority(&mut ());
    while turns.priority().is_some() {
        turns.pass(black_box(true), &mut ());
        passes += 1;
    }
    passes
}

fn has_priority(step: Step) -> bool {
    !matches!(step, Step::Untap | Step::Cleanup)
}

/// Every third turn gives its player another one after it.
fn extra_turns(turns: &mut TurnManager) {
    if turns.turn().number.is_multiple_of(3) {
        turns.grant_extra_turn(PendingTurnSpec::plain(turns.turn().active, Tag(1)), &mut ());
    }
}

/// Every third turn gives an extra turn, every fourth makes the next player skip a turn, every fifth a draw step.
fn extra_turns_and_skips(turns: &mut TurnManager) {
    extra_turns(turns);
    let (number, next) = (turns.turn().number, turns.next_living(turns.turn().active));
    if number.is_multiple_of(4) {
        turns.add_skip(next, Skippable::Turn, SkipScope::Next, Tag(2), None, &mut ());
    }
    if number.is_multiple_of(5) {
        turns.add_skip(next, Skippable::Step(Step::Draw), SkipScope::Next, Tag(3), None, &mut ());
    }
}

fn table() -> TurnManager {
    TurnManager::new(TurnSetup::new(SEATS))
}

fn games(c: &mut Criterion) {
    let every = u64::from(TURNS) * PASSES_A_TURN;
    let mut group = c.benchmark_group("turn_flow/forty_turns");
    let mut bench = |name: &str, effects: fn(&mut TurnManager), passes: u64| {
        group.throughput(Throughput::Elements(passes));
        group.bench_function(name, |b| {
            b.iter_batched_ref(
                table,
                |turns| assert_eq!(play(turns, effects), Tally { turns: TURNS, passes }),
                BatchSize::SmallInput,
            );
        });
    };
    bench("all_pass", |_| {}, every);
    bench("extra_turns", extra_turns, every);
    // Seven of the draw steps are skipped, each with four passes.
    bench("extra_turns_and_skips", extra_turns_and_skips, every - 7 * SEATS as u64);
    group.finish();
}

/// Passes alone: one step that needs many rounds.
fn passes(c: &mut Criterion) {
    const ROUNDS: u64 = 1_000;
    let mut turns = table();
    while !(turns.in_step() && turns.step() == Step::Upkeep) {
        turns.advance(CombatFacts::default(), &mut ());
    }
    let mut group = c.benchmark_group("turn_flow/passes");
    group.throughput(Throughput::Elements(ROUNDS * SEATS as u64));
    group.bench_function("rounds", |b| {
        b.iter(|| {
            let passes: u64 = (0..ROUNDS).map(|_| pass_round(&mut turns)).sum();
            assert_eq!(passes, ROUNDS * SEATS as u64);
        });
    });
    group.finish();
}

/// Turns and steps alone: nobody gets priority.
fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn_flow/turns");
    group.throughput(Throughput::Elements(u64::from(TURNS)));
    group.bench_function("without_priority", |b| {
        b.iter_batched_ref(table, |turns| assert_eq!(steps_of(turns), u64::from(TURNS) * 10), BatchSize::SmallInput);
    });
    group.finish();
}

/// How many steps begin in that many turns.
fn steps_of(turns: &mut TurnManager) -> u64 {
    let mut steps = 0;
    loop {
        match turns.advance(CombatFacts::default(), &mut ()) {
            Transition::StepBegan { .. } => steps += 1,
            Transition::StepEnded { turn_ended: true, .. } if turns.turn().number == TURNS => return steps,
            _ => {}
        }
    }
}

/// Marks and rollouts clone: this is what a position costs.
fn clones(c: &mut Criterion) {
    let mut turns = table();
    turns.advance(CombatFacts::default(), &mut ());
    c.bench_function("turn_flow/clone", |b| b.iter(|| turns.clone().turn().active == Seat(0)));
}

criterion_group!(benches, games, passes, turns, clones);
criterion_main!(benches);
