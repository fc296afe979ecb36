//! What must hold of every game, whoever plays with what: the books balance, and the rules' invariants hold at every pause.

use std::sync::Arc;

use proptest::prelude::*;

use turnlab::agents::Historian;
use turnlab::agents::table::{Referee, answer, tell_phases};
use turnlab::arena::record::{End, GameRecord};
use turnlab::arena::{Address, Matchup, Table, play_watched};
use turnlab::cards::source::Source;
use turnlab::game::{Game, GameEvent, Pause, check};
use turnlab::scenario::{Disk, Scenario};
use turnlab::turn::{BySeat, Seat, TurnEvent};

const DECKS: [&str; 4] = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];

/// Random games, and those of them whose every pause is checked, which is slow.
const GAMES: u32 = if cfg!(debug_assertions) { 400 } else { 10_000 };
const CHECKED: u64 = if cfg!(debug_assertions) { 6 } else { 60 };

/// A table of the decks of those numbers, with house rules.
fn matchup(decks: &[usize], rules: &str, max_turns: u32) -> Matchup {
    let mut text = format!(
        "schema = 1\nname = \"books\"\n[game]\nmax_turns = {max_turns}\nmax_decisions_per_turn = 200\n[rules]\n{rules}\n[batch]\nseed = 5\n"
    );
    for (at, deck) in decks.iter().enumerate() {
        let agent = if (at + deck) % 5 == 4 { "pass" } else { "random" };
        let deck = DECKS[*deck];
        text.push_str(&format!(
            "[[seat]]\nname = \"P{at}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"{agent}\"\n"
        ));
    }
    let scenario = Scenario::from_source(&Source::new("books.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}

/// Finds out whether a seat that has left begins a turn, or somebody is asked who has left.
#[derive(Default)]
struct Leavers {
    left: Vec<Seat>,
    wrong: Vec<GameEvent>,
    ends: usize,
}

impl Historian for Leavers {
    fn record(&mut self, events: &[GameEvent], _game: &Game) {
        for event in events {
            match event {
                GameEvent::PlayerLeft { seat, .. } => self.left.push(*seat),
                GameEvent::Turn(TurnEvent::TurnBegan { seat, .. } | TurnEvent::TurnSkipped { seat, .. })
                | GameEvent::DecisionMade { seat, .. }
                | GameEvent::Turn(TurnEvent::PriorityGiven { seat })
                    if self.left.contains(seat) =>
                {
                    self.wrong.push(*event);
                }
                GameEvent::GameOver { .. } => self.ends += 1,
                _ => {}
            }
        }
    }
}

/// The books of one game.
fn balance(GameRecord { game, seats }: &GameRecord) -> Result<(), TestCaseError> {
    prop_assert_eq!(
        game.extra_turns_granted,
        game.extra_turns_taken + game.extra_turns_skipped + game.extra_turns_lost
    );
    let sum = |of: fn(&turnlab::arena::record::SeatRow) -> u32| seats.iter().map(of).sum::<u32>();
    prop_assert_eq!(game.turns, sum(|s| s.turns_taken));
    prop_assert_eq!(game.extra_turns_taken, sum(|s| s.extra_turns));
    prop_assert_eq!(game.turns_skipped, sum(|s| s.turns_skipped));
    prop_assert_eq!(game.spells_cast, sum(|s| s.spells_cast));
    prop_assert!(seats.iter().all(|s| s.turns_taken == s.normal_turns + s.extra_turns));
    prop_assert!(seats.iter().all(|s| s.longest_streak <= s.turns_taken));
    prop_assert!(game.forced_passes <= game.priority_passes);
    prop_assert_eq!(game.end == End::Win, game.winner.is_some());
    prop_assert_eq!(usize::from(game.end == End::Win), seats.iter().filter(|s| s.won).count());
    let winner = seats.iter().find(|s| s.won);
    prop_assert_eq!(winner.map(|s| &s.seat), game.winner.as_ref());
    prop_assert!(winner.is_none_or(|s| s.left_turn.is_none()));
    prop_assert_eq!(game.first_elimination_turn, seats.iter().filter_map(|s| s.left_turn).min());
    let all_left = seats.iter().all(|s| s.left_turn.is_some());
    prop_assert!(!all_left || game.end == End::Draw);
    let mut positions: Vec<u32> = seats.iter().map(|s| s.position).collect();
    positions.sort_unstable();
    prop_assert_eq!(positions, (1..=game.players).collect::<Vec<_>>());
    Ok(())
}

fn rules() -> impl Strategy<Value = String> {
    let order = prop_oneof!["most-recent-first".prop_map(String::from), "creation-order".prop_map(String::from)];
    (order, proptest::option::weighted(0.2, 0..3_u32), proptest::bool::weighted(0.1)).prop_map(
        |(order, in_a_row, skipped)| {
            let cap = in_a_row.map(|n| format!("max_extra_turns_in_a_row = {n}\n")).unwrap_or_default();
            let allowed = if skipped { "skipped" } else { "allowed" };
            format!("extra_turn_order = \"{order}\"\nextra_turns = \"{allowed}\"\n{cap}")
        },
    )
}

#[test]
fn the_books_of_random_games_balance() {
    // Laying out a scenario costs more than a short game, so each is played several times.
    const EACH: u64 = 25;
    let config = ProptestConfig {
        cases: GAMES / EACH as u32,
        max_shrink_iters: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let tables = (proptest::collection::vec(0..DECKS.len(), 2..6), rules(), 3..30_u32, 0..1_000_000_u64);
    let result = runner.run(&tables, |(decks, rules, max_turns, first)| {
        let matchup = matchup(&decks, &rules, max_turns);
        for game in first..first + EACH {
            let mut leavers = Leavers::default();
            let record = play_watched(matchup.sit_down(matchup.address(game)), &mut leavers);
            balance(&record)?;
            prop_assert_eq!((leavers.wrong, leavers.ends), (Vec::new(), 1), "game {}", game);
        }
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Plays a game and checks the rules' invariants at every pause.
fn play_checked(matchup: &Matchup, address: Address) {
    let cards = cards(matchup, address);
    let Table { mut game, mut agents, .. } = matchup.sit_down(address);
    let mut referee = Referee::new(&agents);
    loop {
        let pause = game.advance();
        tell_phases(game.new_events(), &mut agents, &mut referee);
        game.clear_events();
        check(&game, &cards).unwrap_or_else(|violation| panic!("game {}: {violation}", address.game));
        match pause {
            Pause::Over(_) => return,
            Pause::Decide => answer(&mut game, &mut agents, &mut referee),
        }
    }
}

/// How many cards each seat begins with.
fn cards(matchup: &Matchup, address: Address) -> Vec<usize> {
    let seats: BySeat<_> = matchup.setup(address).seats;
    seats.values().iter().map(|s| s.commanders.len() + s.library.as_ref().map_or(0, Vec::len)).collect()
}

#[test]
fn the_invariants_hold_at_every_pause() {
    let matchup = matchup(&[0, 1, 2, 3], "", 60);
    for game in 0..CHECKED {
        play_checked(&matchup, matchup.address(game));
    }
}
