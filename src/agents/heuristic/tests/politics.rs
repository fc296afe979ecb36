//! Whom harm is aimed at: who is ahead, who stands in the way, and who has it coming.

use super::*;
use crate::agents::Pilot;
use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::hopeless::is_hopeless;
use crate::agents::heuristic::threat::Politics;
use crate::agents::heuristic::weights::Weights;
use crate::game::{Deed, imagine};

/// The first turn of a table of those seats.
fn table(seats: Vec<SeatSetup>) -> Game {
    let numbered = seats.into_iter().enumerate().map(|(at, seat)| SeatSetup { entrant: at as u8, ..seat });
    let mut game = Game::new(Setup {
        catalog: Arc::clone(&TABLE.0),
        rules: Arc::new(TableRules::commander()),
        seats: numbered.collect(),
        master_seed: 1,
        deal: 0,
        script: Arc::new(Vec::new()),
    });
    game.advance();
    game
}

/// How much harm to the players after the first counts for the first, in percent.
fn regards(game: &Game, pilot: Pilot) -> Vec<i32> {
    let view = game.view(Seat(0));
    let board = BoardReading::read_as(&view, &TABLE.1, &pilot);
    Seat::first(view.seats()).skip(1).map(|seat| board.politics.regard(seat)).collect()
}

const THREATS: Pilot = Pilot { grudge: 0, ..Pilot::DEFAULT };
const GRUDGES: Pilot = Pilot { threat: 0, ..Pilot::DEFAULT };
const NOTHING: Pilot = Pilot { threat: 0, grudge: 0, ..Pilot::DEFAULT };

#[test]
fn who_is_ahead_is_minded_more_and_who_is_behind_less() {
    let seats = || vec![board(&[], &[], 40), board(&[], &["Grizzly Bears"], 40), board(&[], &["Gigantosaurus"; 3], 40)];
    let game = table(seats());
    let found = regards(&game, THREATS);
    assert!(found[0] < 80 && found[1] > 120, "{found:?}");
    assert_eq!(regards(&game, NOTHING), [100, 100]);
    assert_eq!(regards(&game, GRUDGES), [100, 100], "nobody has done anything");
    let half = regards(&game, Pilot { threat: 50, ..THREATS });
    assert!(found[0] < half[0] && half[0] < 100 && 100 < half[1] && half[1] < found[1], "{half:?}");
}

#[test]
fn equals_are_the_same_to_everybody() {
    let same = || board(&["Opt"], &["Serra Angel", "Plains"], 33);
    assert_eq!(regards(&table(vec![same(), same(), same(), same()]), Pilot::DEFAULT), [100, 100, 100]);
}

#[test]
fn two_players_have_no_politics() {
    let game = table(vec![board(&[], &[], 40), board(&["Opt"; 7], &["Gigantosaurus"; 5], 40)]);
    assert_eq!(regards(&game, Pilot::DEFAULT), [100]);
}

/// Each part of a threat alone: the second opponent has it, the first has not.
#[test]
fn boards_cards_life_and_power_are_threats() {
    let plain = || board(&["Opt"], &["Hill Giant"], 20);
    let others = [
        board(&["Opt"; 5], &["Hill Giant"], 20),
        board(&["Opt"], &["Hill Giant", "Sol Ring"], 20),
        board(&["Opt"], &["Hill Giant", "Hill Giant"], 20),
        board(&["Opt"], &["Hill Giant"], 40),
    ];
    for other in others {
        let shown = format!("{:?}", other.board);
        let found = regards(&table(vec![board(&[], &[], 40), plain(), other]), THREATS);
        assert!(found[0] < 100 && found[1] > 100, "{found:?} {shown}");
    }
}

/// Whoever leads minds answers: six cards in hand are more to be feared than a few more bears, unless somebody else leads.
#[test]
fn the_leader_minds_who_could_stop_it() {
    let answers = || board(&["Opt"; 6], &["Grizzly Bears"], 40);
    let bears = || board(&[], &["Grizzly Bears"; 4], 40);
    let leader = regards(&table(vec![board(&[], &["Gigantosaurus"; 8], 40), answers(), bears()]), THREATS);
    assert!(leader[0] > leader[1], "{leader:?}");
    let behind = regards(&table(vec![board(&[], &[], 40), answers(), bears()]), THREATS);
    assert!(behind[0] < behind[1], "{behind:?}");
}

/// Seat 1 attacks seat 0 with an angel; the game is then in seat 2's turn, where seat 0 is asked nothing that matters.
fn after_an_attack() -> Game {
    use crate::game::decision::{Choice, Constraint, Item, Shape};
    let seats = [&["Plains"][..], &["Serra Angel"], &["Serra Angel"]].map(|cards| board(&[], cards, 40));
    let mut game = table(seats.into_iter().collect());
    while game.state().turns.turn().number < 3 {
        let Some(decision) = game.decision().cloned() else { break };
        let choice = match &decision.shape {
            Shape::Assign { options, constraint: Constraint::Attack, .. } if decision.decider == Seat(1) => {
                let me = options.iter().position(|option| *option == Item::Player(Seat(0))).unwrap();
                Choice::Assign(vec![(0, me as i32)])
            }
            _ => decision.default.clone(),
        };
        settle(&mut game, Ok(choice.into()));
        game.advance();
    }
    game
}

#[test]
fn who_attacked_is_resented_until_it_is_forgotten() {
    let game = after_an_attack();
    let view = game.view(Seat(0));
    assert_eq!(view.deed(Seat(1), Seat(0)), Deed { damage: 4, attackers: 1, skips: 0, last: 2 });
    assert_eq!(view.deed(Seat(2), Seat(0)), Deed::default());
    let found = regards(&game, GRUDGES);
    assert!(found[0] > 100 && found[1] == 100, "{found:?}");
    let tenfold = regards(&game, Pilot { grudge: 1000, ..GRUDGES });
    assert!(tenfold[0] > found[0] + 20, "{tenfold:?}");
    // With weights that let it go at once.
    let fade = Weights::ALL.iter().find(|weight| weight.name == "grudge_fade").unwrap();
    let forgetful = fade.with(&Weights::DEFAULT, 1_000);
    let board = BoardReading::read_as(&view, &TABLE.1, &GRUDGES);
    assert_eq!(Politics::read(&view, &board, &forgetful).regard(Seat(1)), found[0], "in the same round");
}

#[test]
fn imagined_games_remember_what_was_done() {
    let game = after_an_attack();
    let imagined = imagine(&game.view(Seat(0)), &mut Dice::new(7, 0, Lane::Agent(0)));
    assert_eq!(regards(&imagined, GRUDGES), regards(&game, GRUDGES));
}

#[test]
fn skips_and_extra_turns_are_resented() {
    let mine = board(&["Time Warp", "Fatigue"], &["Island"; 9], 40);
    let others = || board(&[], &["Grizzly Bears"], 40);
    let mut game = table(vec![mine, others(), others()]);
    let mut agents: Seating = BySeat::new(3, |seat| match seat {
        Seat(0) => Box::new(Heuristic::new(Arc::clone(&TABLE.1))) as Box<dyn Agent>,
        _ => Box::new(Pass),
    });
    while game.state().turns.turn().number < 3 && game.advance() == Pause::Decide {
        answer(&mut game, &mut agents);
    }
    assert_eq!(game.view(Seat(1)).extra_turns_taken(Seat(0)), 1);
    let skipped: Vec<u32> = [1, 2].map(|seat| game.view(Seat(1)).deed(Seat(0), Seat(seat)).skips).to_vec();
    assert_eq!(skipped.iter().sum::<u32>(), 1, "Fatigue: {skipped:?}");
    let view = game.view(Seat(1));
    let board = BoardReading::read_as(&view, &TABLE.1, &GRUDGES);
    assert!(board.politics.regard(Seat(0)) > 100 && board.politics.regard(Seat(2)) == 100);
}

#[test]
fn only_who_is_about_to_lose_and_cannot_win_first_is_without_hope() {
    let hopeless = |mine: SeatSetup, theirs: &[&str]| {
        let game = table(vec![mine, board(&[], theirs, 40)]);
        is_hopeless(&game.view(Seat(0)), &TABLE.1)
    };
    let army = ["Gigantosaurus"; 6];
    assert!(hopeless(board(&[], &["Forest"], 40), &army), "sixty power against a land");
    assert!(!hopeless(board(&[], &["Forest"], 40), &["Grizzly Bears"]), "it takes ten rounds");
    assert!(!hopeless(board(&[], &["Air Elemental"; 6], 40), &army), "twenty-four flying power in two rounds");
    assert!(!hopeless(board(&["Opt"; 7], &["Forest"], 40), &army), "there are cards to play");
    assert!(!hopeless(board(&[], &["Wall of Omens"; 6], 40), &army), "everything is blocked");
}

#[test]
fn whose_library_ends_first_is_without_hope() {
    let with = |cards: usize| SeatSetup { library: Some(vec![id("Island"); cards]), ..board(&[], &["Forest"], 40) };
    let hopeless = |mine, theirs| {
        let game = table(vec![with(mine), with(theirs)]);
        is_hopeless(&game.view(Seat(0)), &TABLE.1)
    };
    assert!(hopeless(1, 30));
    assert!(!hopeless(30, 1) && !hopeless(9, 30) && !hopeless(1, 0));
}
