//! What counts as an endgame, and what is seen in one that rules of thumb don't know.

use super::*;
use crate::agents::EndgameSearch;
use crate::agents::heuristic::endgame::is_endgame;

/// Whether it is one as seat 0 sees the first turn of two.
fn ends(first: SeatSetup, second: SeatSetup) -> bool {
    let mut game = prepared([first, SeatSetup { entrant: 1, ..second }]);
    game.advance();
    is_endgame(&game.view(Seat(0)), &TABLE.1)
}

fn stocked(setup: SeatSetup) -> SeatSetup {
    with_library(setup, 30)
}

#[test]
fn somebody_may_be_out_soon() {
    let with = |life: i32| board(&["Wastes"], &["Grizzly Bears"], life);
    assert!(ends(stocked(with(40)), stocked(with(9))), "2 attack, and 7 may be dealt besides");
    assert!(ends(stocked(with(9)), stocked(with(40))));
    assert!(!ends(stocked(with(10)), stocked(with(10))));
    assert!(ends(stocked(with(40)), with_library(with(40), 3)), "libraries end, too (CR 704.5b)");
    assert!(!ends(stocked(with(40)), with_library(with(40), 4)));
}

#[test]
fn hardly_anything_lies_there_or_is_hidden() {
    let mine = || stocked(board(&["Wastes", "Opt"], &[], 5));
    assert!(ends(mine(), stocked(board(&["Ponder"], &["Grizzly Bears"], 5))));
    assert!(!ends(mine(), stocked(board(&["Ponder", "Opt"], &["Grizzly Bears"], 5))), "two cards of theirs are hidden");
    assert!(ends(mine(), stocked(board(&[], &["Grizzly Bears"; 24], 5))));
    assert!(!ends(mine(), stocked(board(&[], &["Grizzly Bears"; 25], 5))));
}

#[test]
fn outside_endgames_it_answers_as_rules_of_thumb_do() {
    let play = |agent: &dyn Fn(Seat) -> Box<dyn Agent>| {
        let mut game = prepared([
            stocked(board(&["Hill Giant", "Divination"], &["Island", "Island", "Mountain", "Mountain"], 40)),
            SeatSetup { entrant: 1, ..stocked(board(&["Hill Giant", "Shock"], &["Mountain", "Mountain"], 40)) },
        ]);
        let mut agents: Seating = BySeat::new(2, agent);
        while game.advance() == Pause::Decide && game.state().turns.turn().number <= 6 {
            answer(&mut game, &mut agents);
        }
        game
    };
    let dice = |seat: Seat| Dice::new(4, 0, Lane::Agent(seat.0));
    let heuristic = play(&|_| Box::new(Heuristic::new(Arc::clone(&TABLE.1))));
    let searching = play(&|seat| Box::new(EndgameSearch::new(Arc::clone(&TABLE.1), dice(seat))));
    assert!(heuristic == searching);
}
