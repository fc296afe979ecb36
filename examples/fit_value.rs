//! Fits the weights of the search player's value function: duels of heuristic players with mirrored decks, the features of
//! both players at the beginning of each turn, and by least squares what they say about who wins.
//!
//!     cargo run --release --example fit_value -- 400 7

use std::env::args;
use std::sync::Arc;

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Direct, value};
use turnlab::cards::source::Source;
use turnlab::game::{Outcome, Pause};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::{Matchup, Table};
use turnlab::turn::Seat;

const DECKS: [&str; 4] = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
const N: usize = value::FEATURES;
/// Keeps weights of features that hardly ever differ near nothing.
const RIDGE: f64 = 1.0;

type Position = ([f64; N], f64);

fn main() {
    let mut numbers = args().skip(1).filter_map(|text| text.parse().ok());
    let (games, seed) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(7));
    let positions: Vec<Position> = DECKS.iter().flat_map(|deck| of_deck(deck, games, seed)).collect();
    let weights = least_squares(&positions);
    let board = weights[4];
    println!("{} positions of {} games", positions.len(), games * DECKS.len() as u64);
    for ((name, weight), now) in value::NAMES.iter().zip(weights).zip(value::WEIGHTS) {
        println!("{name:<16}{weight:>10.5}  {:>7.1} tenths for board 10; now {now}", 10.0 * weight / board);
    }
    let left: f64 = positions.iter().map(|(x, y)| (y - dot(x, &weights)).powi(2)).sum();
    let all: f64 = positions.iter().map(|(_, y)| y * y).sum();
    println!("explained: {:.1}% of the variance", 100.0 * (1.0 - left / all));
}

/// Differences between the two players at the beginning of turns, and half a point for the winner.
fn of_deck(deck: &str, games: u64, seed: u64) -> Vec<Position> {
    let seat = |name| format!("[[seat]]\nname = \"{name}\"\ndeck = \"builtin:/decks/{deck}.txt\"\n");
    let text =
        format!("schema = 1\nname = \"fit\"\n{}{}[batch]\ngames = {games}\nseed = {seed}\n", seat("A"), seat("B"));
    let scenario = Scenario::from_source(&Source::new("fit.toml", text.as_str()), &Disk).expect("a good scenario");
    let matchup = Matchup::new(Arc::new(scenario));
    let profiles = Profiles::new(matchup.scenario().catalog());
    (0..games).flat_map(|game| of_game(&matchup, game, &profiles)).collect()
}

fn of_game(matchup: &Matchup, game: u64, profiles: &Profiles) -> Vec<Position> {
    let Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(game));
    let (mut players, mut seen, mut turn) = (Direct::new(agents, &places), Vec::new(), 0);
    let outcome = loop {
        let pause = players.advance(&mut game);
        game.clear_events();
        if let Pause::Over(outcome) = pause {
            break outcome;
        }
        if game.place().turn > turn {
            turn = game.place().turn;
            let view = game.view(Seat(0));
            let of = |seat| value::features(&view, seat, profiles);
            let (mine, theirs) = (of(Seat(0)), of(Seat(1)));
            seen.push(std::array::from_fn(|at| (mine[at] - theirs[at]) as f64));
        }
        players.answer(&mut game);
    };
    let Outcome::Win { winner } = outcome else { return Vec::new() };
    let half = if winner == Seat(0) { 0.5 } else { -0.5 };
    seen.into_iter().map(|x| (x, half)).collect()
}

fn dot(x: &[f64; N], weights: &[f64; N]) -> f64 {
    x.iter().zip(weights).map(|(a, b)| a * b).sum()
}

/// The normal equations, by elimination with the largest pivot.
fn least_squares(positions: &[Position]) -> [f64; N] {
    let mut rows = [[0.0; N + 1]; N];
    for (x, y) in positions {
        for row in 0..N {
            for column in 0..N {
                rows[row][column] += x[row] * x[column];
            }
            rows[row][N] += x[row] * y;
        }
    }
    for (at, row) in rows.iter_mut().enumerate() {
        row[at] += RIDGE;
    }
    for at in 0..N {
        let pivot = (at..N).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs())).unwrap_or(at);
        rows.swap(at, pivot);
        for row in (0..N).filter(|row| *row != at) {
            let factor = rows[row][at] / rows[at][at];
            let from = rows[at];
            rows[row].iter_mut().zip(from).for_each(|(cell, from)| *cell -= factor * from);
        }
    }
    std::array::from_fn(|at| rows[at][N] / rows[at][at])
}
