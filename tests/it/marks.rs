//! A game is a value: a clone is a mark to go back to, and what is written down and read again goes on the same.

use std::sync::Arc;

use rayon::prelude::*;

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Agent, Direct, Heuristic, Random, Seating};
use turnlab::game::{Dice, Game, GameEvent, GameState, Lane, Pause, RestoreError, SavedGame};
use turnlab::table::{Matchup, Table};
use turnlab::turn::Seat;

use crate::random_tables::table;

/// Tables drawn at random, with a game at each; one question in so many is a mark, from where so many more are answered.
const TABLES: u64 = if cfg!(debug_assertions) { 25 } else { 400 };
const MARKS: u32 = 40;
const ONWARDS: u32 = 25;

/// Fresh players at the table, of both kinds; other numbers, other dice.
fn players(game: &Game, profiles: &Arc<Profiles>, dice: u64) -> Seating {
    let player = |seat: Seat| -> Box<dyn Agent> {
        if (u64::from(seat.0) + dice).is_multiple_of(3) {
            Box::new(Heuristic::new(Arc::clone(profiles)))
        } else {
            Box::new(Random::new(Dice::new(77, dice, Lane::Agent(seat.0))))
        }
    };
    Seat::first(game.view(Seat(0)).seats()).map(player).collect()
}

/// Goes on from here for a while.
fn play_on(game: &mut Game, agents: Seating) -> Vec<GameEvent> {
    let mut players = Direct::nameless(game, agents);
    game.clear_events();
    for _ in 0..ONWARDS {
        if players.advance(game) != Pause::Decide {
            break;
        }
        players.answer(game);
    }
    players.advance(game);
    let events = game.new_events().to_vec();
    game.clear_events();
    events
}

/// At one question: plays on, goes back, plays on otherwise, goes back again, puts the game away and takes it up.
fn there_and_back(game: &Game, profiles: &Arc<Profiles>, dice: u64) {
    let mark = game.clone();
    let mut first = game.clone();
    let events = play_on(&mut first, players(game, profiles, dice));
    let mut other = game.clone();
    play_on(&mut other, players(game, profiles, dice + 1));
    assert_eq!(*game, mark, "what a clone does changes nothing here");

    let mut again = mark.clone();
    assert_eq!(play_on(&mut again, players(game, profiles, dice)), events, "from the mark again");
    assert_eq!(again, first, "from the mark again");

    let mut restored = written_and_read(game);
    assert_eq!(restored, mark, "written down and read");
    assert_eq!(play_on(&mut restored, players(game, profiles, dice)), events, "from what was read");
    assert_eq!(restored, first, "from what was read");
}

fn written_and_read(game: &Game) -> Game {
    let state = serde_json::to_string(game.state()).expect("a state can be written");
    let read: GameState = serde_json::from_str(&state).expect("and read");
    assert_eq!(&read, game.state());
    let saved = serde_json::to_vec(&game.save()).expect("a game can be written");
    let saved: SavedGame = serde_json::from_slice(&saved).expect("and read");
    assert_eq!(saved, game.save());
    Game::restore(saved, Arc::clone(game.catalog())).expect("the cards are the same")
}

/// Plays a game and marks some of its questions; how many.
fn play_marked(number: u64) -> u32 {
    let matchup = table(number).matchup;
    let profiles = Arc::new(Profiles::new(matchup.scenario().catalog()));
    let mut dice = Dice::new(78, number, Lane::Chance);
    let Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(0));
    let mut players = Direct::new(agents, &places);
    let mut marks = 0;
    while players.advance(&mut game) == Pause::Decide {
        game.clear_events();
        if dice.below(MARKS) == 0 {
            there_and_back(&game, &profiles, number + u64::from(marks));
            marks += 1;
        }
        players.answer(&mut game);
    }
    assert_eq!(written_and_read(&game), game, "a game that is over");
    marks
}

#[test]
fn going_back_and_taking_up_again_play_the_same() {
    let marked = |number: u64| {
        std::panic::catch_unwind(|| play_marked(number)).unwrap_or_else(|_| panic!("table {number}: see above"))
    };
    let marks: u32 = (0..TABLES).into_par_iter().map(marked).sum();
    assert!(u64::from(marks) > TABLES, "only {marks} marks at {TABLES} tables");
}

#[test]
fn a_game_is_not_taken_up_with_other_cards() {
    let matchup = table(0).matchup;
    let game = game_of(&matchup);
    let other = Arc::new(turnlab::cards::catalog::Catalog::default());
    assert_eq!(Game::restore(game.save(), other), Err(RestoreError::OtherCards));
    assert_eq!(Game::restore(game.save(), Arc::clone(game.catalog())), Ok(game));
}

fn game_of(matchup: &Matchup) -> Game {
    matchup.sit_down(matchup.address(0)).game
}
