//! The layers of a game, each alone, at positions of real games of the default study: listing what a player may do at
//! priority and judging an answer (CR 117, 601.2), casting a spell with its payment (CR 601), a combat from its attackers to
//! its end (CR 508 to 511), and writing rows.
//!
//! Each benchmark goes through all of its positions in turn and asserts what comes of them. Throughput is in positions or rows.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

use turnlab::game::Game;
use turnlab::game::decision::{Choice, DecisionKind, Item, Shape};
use turnlab::prelude::*;
use turnlab::table::record::GameRecord;
use turnlab::table::{Table, play_direct};
use turnlab::turn::Step;

/// Games from which the positions come.
const GAMES: u64 = 12;

/// Positions of each kind.
#[derive(Default)]
struct Positions {
    /// Before somebody is asked at priority.
    unasked: Vec<Game>,
    /// Every answer that is chosen, and where.
    answers: Vec<(Game, Choice)>,
    /// A spell is about to be cast, by that answer.
    casts: Vec<(Game, Choice)>,
    /// Attackers are about to be declared, by that answer.
    attacks: Vec<(Game, Choice)>,
}

fn matchup() -> Matchup {
    let scenario = Scenario::load("builtin:/studies/default.toml").expect("the embedded study is checked by the tests");
    Matchup::new(Arc::new(scenario))
}

fn positions(matchup: &Matchup) -> Positions {
    let mut found = Positions::default();
    for number in 0..GAMES {
        let Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(number));
        let mut players = Direct::new(agents, &places);
        loop {
            let before = game.clone();
            match players.advance_once(&mut game) {
                None if game.decision().is_some_and(|d| d.kind == DecisionKind::Priority) => found.unasked.push(before),
                None => {}
                Some(Pause::Over(_)) => break,
                Some(Pause::Decide) => found.answered(&mut players, &mut game),
            }
            game.clear_events();
        }
    }
    found
}

impl Positions {
    fn answered(&mut self, players: &mut Direct, game: &mut Game) {
        let (asked, answer) = (game.clone(), players.ask(game));
        let Some(decision) = asked.decision() else { return };
        if let Ok(reply) = &answer {
            let position = (asked.clone(), reply.choice.clone());
            match (&decision.shape, &reply.choice) {
                (Shape::One(options), Choice::One(at, _)) => {
                    if matches!(options[usize::from(*at)], Item::Cast(..)) {
                        self.casts.push(position.clone());
                    }
                }
                (_, Choice::Assign(pairs)) if decision.kind == DecisionKind::Attackers && !pairs.is_empty() => {
                    self.attacks.push(position.clone());
                }
                _ => {}
            }
            self.answers.push(position);
        }
        players.settle(game, decision.decider, answer);
    }
}

/// The games themselves, so that no copy is made while time is taken.
fn own<'a>(positions: impl Iterator<Item = &'a Game>) -> Vec<Game> {
    positions
        .map(|game| {
            let mut own = game.clone();
            // What is charged nothing is the same game, in a state of its own.
            own.charge(Seat(0), 0);
            own
        })
        .collect()
}

fn layers(c: &mut Criterion) {
    let found = positions(&matchup());
    legality(c, &found);
    answered(c, "casting", "cast a spell", &found.casts, |_| {});
    answered(c, "combat", "from attackers to the end", &found.attacks, fight);
}

fn legality(c: &mut Criterion, found: &Positions) {
    let mut group = c.benchmark_group("legality");
    group.throughput(Throughput::Elements(found.unasked.len() as u64));
    group.bench_function("list what may be done", |b| {
        b.iter_batched_ref(
            || own(found.unasked.iter()),
            |games| {
                for game in games {
                    game.advance_once(None);
                    assert!(black_box(game).decision().is_some());
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.throughput(Throughput::Elements(found.answers.len() as u64));
    group.bench_function("judge an answer", |b| {
        b.iter(|| {
            for (game, choice) in &found.answers {
                assert!(black_box(game).is_legal(choice).is_ok());
            }
        });
    });
    group.finish();
}

/// Gives each position its answer, and goes on from there.
fn answered(c: &mut Criterion, layer: &str, name: &str, positions: &[(Game, Choice)], go_on: fn(&mut Game)) {
    let mut group = c.benchmark_group(layer);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |b| {
        b.iter_batched_ref(
            || own(positions.iter().map(|(game, _)| game)),
            |games| {
                for (game, (_, choice)) in games.iter_mut().zip(positions) {
                    assert!(game.apply(choice).is_ok());
                    go_on(game);
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Everybody answers as they must, and does nothing else, until the combat or the game is over.
fn fight(game: &mut Game) {
    let turn = game.place().turn;
    while game.advance() == Pause::Decide && game.place().turn == turn && game.place().step <= Step::EndOfCombat {
        let Some(default) = game.decision().map(|decision| decision.default.clone()) else { return };
        game.apply_unchecked(&default);
    }
}

fn rows(c: &mut Criterion) {
    let matchup = matchup();
    let records: Vec<GameRecord> = (0..GAMES).map(|game| play_direct(&matchup, matchup.address(game))).collect();
    let lines = records.len() * (1 + matchup.scenario().seats().values().len());
    let mut group = c.benchmark_group("csv");
    group.throughput(Throughput::Elements(lines as u64));
    group.bench_function("games and seats", |b| {
        b.iter(|| {
            let (mut games, mut seats) = (csv::Writer::from_writer(Vec::new()), csv::Writer::from_writer(Vec::new()));
            for record in &records {
                games.serialize(&record.game).expect("memory takes what is written");
                for seat in &record.seats {
                    seats.serialize(seat).expect("memory takes what is written");
                }
            }
            let bytes = |out: csv::Writer<Vec<u8>>| out.into_inner().expect("memory takes what is written");
            let written = bytes(games).iter().chain(&bytes(seats)).filter(|byte| **byte == b'\n').count();
            assert_eq!(written, lines + 2, "a header each");
        });
    });
    group.finish();
}

criterion_group!(benches, layers, rows);
criterion_main!(benches);
