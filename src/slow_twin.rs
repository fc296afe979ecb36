//! What is known between events is only remembered, and changes nothing: a game in which nothing is remembered from one
//! piece of work to the next is the same game.

use rayon::prelude::*;

use crate::agents::Direct;
use crate::game::stops::Stops;
use crate::game::{Game, GameEvent, Pause};
use crate::table::Table;
use crate::turn::BySeat;

use crate::random_tables::{asked_for, table};

const TABLES: u64 = if cfg!(debug_assertions) { 40 } else { 600 };

fn remembering(game: &mut Game, stops: &BySeat<Stops>) -> Pause {
    game.advance_to(stops)
}

fn forgetting(game: &mut Game, stops: &BySeat<Stops>) -> Pause {
    loop {
        game.look_anew();
        if let Some(pause) = game.advance_once(Some(stops)) {
            return pause;
        }
    }
}

fn in_pieces(game: &mut Game, stops: &BySeat<Stops>) -> Pause {
    loop {
        if let Some(pause) = game.advance_once(Some(stops)) {
            return pause;
        }
    }
}

fn turn_by_turn(game: &mut Game, stops: &BySeat<Stops>) -> Pause {
    loop {
        let turn = game.place().turn;
        if let Some(pause) = game.advance_through(turn, stops) {
            return pause;
        }
        assert_eq!(game.place().turn, turn + 1, "it stops as the next turn begins");
    }
}

/// The events of a game at that random table.
fn events(number: u64, advance: fn(&mut Game, &BySeat<Stops>) -> Pause) -> Vec<GameEvent> {
    let matchup = table(number).matchup;
    let Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(0));
    let mut players = Direct::new(agents, &places);
    let mut events = Vec::new();
    loop {
        let pause = advance(&mut game, players.seats().stops());
        events.extend_from_slice(game.new_events());
        game.clear_events();
        match pause {
            Pause::Decide => {
                assert_eq!(game.overlooked(), None, "table {number}, event {}", events.len());
                players.answer(&mut game);
            }
            Pause::Over(_) => return events,
        }
    }
}

#[test]
fn a_game_that_remembers_nothing_is_the_same_game() {
    asked_for(TABLES).into_par_iter().for_each(|number| {
        let (quick, slow) = (events(number, remembering), events(number, forgetting));
        let differs = quick.iter().zip(&slow).position(|(a, b)| a != b);
        if let Some(at) = differs {
            let around = at.saturating_sub(8)..(at + 2).min(quick.len()).min(slow.len());
            panic!("table {number}, event {at}: {:#?} and not {:#?}", &slow[around.clone()], &quick[around]);
        }
        assert_eq!(quick.len(), slow.len(), "table {number}");
    });
}

/// Plays that random table twice, and looks at each question for the same events and the same position.
fn goes_on_alike(number: u64, other: fn(&mut Game, &BySeat<Stops>) -> Pause) {
    let mut tables = [table(number), table(number)].map(|of| {
        let Table { game, agents, places, .. } = of.matchup.sit_down(of.matchup.address(0));
        (game, Direct::new(agents, &places))
    });
    loop {
        let [(quick, quick_players), (slow, slow_players)] = &mut tables;
        let pauses = (remembering(quick, quick_players.seats().stops()), other(slow, slow_players.seats().stops()));
        assert_eq!(pauses.0, pauses.1, "table {number}");
        assert!(quick.new_events() == slow.new_events() && quick == slow, "table {number}: {:?}", quick.place());
        if let Pause::Over(_) = pauses.0 {
            return;
        }
        for (game, players) in &mut tables {
            game.clear_events();
            players.answer(game);
        }
    }
}

/// What goes on where nothing happens, without a look at all else, does what it would do piece by piece.
#[test]
fn a_game_that_goes_on_in_pieces_is_the_same_game() {
    asked_for(TABLES / 4).into_par_iter().for_each(|number| goes_on_alike(number, in_pieces));
}

/// Nor does it matter whether it stops between turns.
#[test]
fn a_game_that_goes_on_turn_by_turn_is_the_same_game() {
    asked_for(TABLES / 4).into_par_iter().for_each(|number| goes_on_alike(number, turn_by_turn));
}
