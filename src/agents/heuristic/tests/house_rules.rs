//! What the agent makes of a table's own rules.

use super::*;
use crate::game::setup::Ends;

/// The first turn at a table with those rules, the first player alone awake: what it cast, and the game after it.
fn first_turn_by(change: impl Fn(&mut TableRules), seats: Vec<SeatSetup>) -> (Vec<&'static str>, Game) {
    let mut rules = TableRules::commander();
    change(&mut rules);
    let count = seats.len();
    let mut game = Game::new(Setup {
        catalog: Arc::clone(&TABLE.0),
        rules: Arc::new(rules),
        seats: seats.into_iter().enumerate().map(|(at, seat)| SeatSetup { entrant: at as u8, ..seat }).collect(),
        master_seed: 1,
        deal: 0,
        script: Arc::new(Vec::new()),
    });
    let mut agents: Seating = BySeat::new(count, |seat| match seat {
        Seat(0) => Box::new(Heuristic::new(Arc::clone(&TABLE.1))) as Box<dyn Agent>,
        _ => Box::new(Pass),
    });
    let mut events = Vec::new();
    while game.advance() == Pause::Decide && game.state().turns.turn().number <= 1 {
        answer(&mut game, &mut agents);
        events.extend_from_slice(game.new_events());
        game.clear_events();
    }
    (casts(&events), game)
}

#[test]
fn an_extra_turn_waits_for_the_round_in_which_it_is_taken() {
    let cast = |round: Option<u32>| {
        let seats = vec![board(&["Time Warp"], &["Island"; 5], 40), board(&[], &[], 40)];
        first_turn_by(|rules| rules.extra_turns.from_round = round, seats).0
    };
    assert_eq!((cast(None), cast(Some(1))), (vec!["Time Warp"], vec!["Time Warp"]));
    assert!(cast(Some(2)).is_empty(), "it would be skipped");
}

#[test]
fn nobody_is_knocked_out_for_another_to_win() {
    let out = |ends: Ends, mine: i32| {
        let seats = vec![board(&[], &["Craw Wurm"; 2], mine), board(&[], &[], 6), board(&[], &[], 30)];
        first_turn_by(|rules| rules.ends = ends, seats).1.outcome()
    };
    assert_eq!(out(Ends::FirstKnockOut, 31), Some(Outcome::Win { winner: Seat(0) }));
    assert_eq!(out(Ends::FirstKnockOut, 29), None);
    let (_, game) =
        first_turn_by(|_| {}, vec![board(&[], &["Craw Wurm"; 2], 9), board(&[], &[], 6), board(&[], &[], 30)]);
    assert!(!game.living().contains(Seat(1)), "by the book the kill is good whoever has more life");
}

#[test]
fn burn_knows_of_it_too() {
    let game = |mine: i32| {
        let seats = vec![board(&["Lightning Bolt"], &["Mountain"], mine), board(&[], &[], 3), board(&[], &[], 30)];
        first_turn_by(|rules| rules.ends = Ends::FirstKnockOut, seats).1
    };
    assert_eq!(game(31).outcome(), Some(Outcome::Win { winner: Seat(0) }));
    assert!(game(29).living().contains(Seat(1)), "it would be the third player's win");
}
