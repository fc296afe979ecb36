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
