//! Imagined games: they look the same to who imagines them, they know nothing that this player does not, and they can be
//! played.

use std::sync::Arc;

use proptest::prelude::*;

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Agent, EndgameSearch, Heuristic, Random, Search, SearchOptions};
use turnlab::cards::catalog::Catalog;
use turnlab::game::settle::settle;
use turnlab::game::{Dice, Game, Lane, Pause, Zone, imagine};
use turnlab::scenario::Scenario;
use turnlab::table::Matchup;
use turnlab::table::protocol::Wire;
use turnlab::turn::{Seat, Step};

use crate::game_rules::table::table as board;
use crate::random_tables::table;
use crate::turn_oracle::config_of;

/// Positions that are looked at.
const POSITIONS: u32 = if cfg!(debug_assertions) { 40 } else { 400 };
/// Questions of a game that are looked at, at the most.
const QUESTIONS: u32 = 250;
/// Questions that an imagined game is played on for.
const PLAYED: u32 = 400;

/// The position at some question of the game at that table, everybody playing at random.
fn position(matchup: &Matchup, number: u64, questions: u32) -> Option<Game> {
    let mut game = matchup.sit_down(matchup.address(0)).game;
    let mut player = Random::new(Dice::new(84, number, Lane::Agent(0)));
    for _ in 0..questions {
        if game.advance() != Pause::Decide {
            return None;
        }
        game.clear_events();
        let view = game.view(game.decision()?.decider);
        let answer = player.choose(&view, view.decision()?);
        drop(view);
        settle(&mut game, answer);
    }
    (game.advance() == Pause::Decide).then_some(game)
}

/// What a program in that seat would be sent with the pending question.
fn asked(matchup: &Matchup, game: &Game, seat: Seat) -> String {
    let places = matchup.sit_down(matchup.address(0)).places;
    let mut wire = Wire::new("0".to_owned(), &places[seat]);
    let view = game.view(seat);
    let decision = view.decision().expect("the seat is asked");
    serde_json::to_string(&wire.ask(&view, decision, 5000)).expect("a message is JSON")
}

fn dice(number: u64) -> Dice {
    Dice::new(85, number, Lane::Agent(0))
}

/// Plays on with what comes to mind, holding the game to the rules' invariants now and then.
fn play_on(mut game: Game, number: u64) {
    let mut player = Random::new(Dice::new(86, number, Lane::Agent(0)));
    for _ in 0..PLAYED {
        if game.advance() != Pause::Decide {
            return;
        }
        game.clear_events();
        let Some(decider) = game.decision().map(|decision| decision.decider) else { return };
        let view = game.view(decider);
        let answer = view.decision().map(|decision| player.choose(&view, decision)).expect("it is asked");
        drop(view);
        settle(&mut game, answer);
    }
}

proptest! {
    #![proptest_config(config_of(POSITIONS, 5012))]

    #[test]
    fn an_imagined_game_is_as_its_seat_sees_the_real_one(number in 0_u64..200, questions in 0..QUESTIONS) {
        let matchup = table(number).matchup;
        let Some(game) = position(&matchup, number, questions) else { return Ok(()) };
        let decider = game.decision().expect("a question").decider;
        let imagined = imagine(&game.view(decider), &mut dice(number));
        prop_assert!(imagined.is_imagined() && !game.is_imagined());
        prop_assert_eq!(asked(&matchup, &imagined, decider), asked(&matchup, &game, decider));
        let (here, there) = (game.decision().expect("a question"), imagined.decision().expect("a question"));
        prop_assert_eq!(here, there);
        // Of the same cards, for everybody.
        for seat in Seat::first(matchup.scenario().seats().seats()) {
            prop_assert_eq!(cards(&game, seat), cards(&imagined, seat));
        }
        play_on(imagined, number);
        // From every other seat, too, whoever is asked.
        for seat in game.living().iter().filter(|seat| *seat != decider) {
            play_on(imagine(&game.view(seat), &mut dice(number)), number);
        }
    }

    /// Two real games that differ only in what a seat can't see.
    #[test]
    fn what_is_hidden_changes_nothing_that_is_imagined(number in 0_u64..200, questions in 0..QUESTIONS) {
        let matchup = table(number).matchup;
        let Some(game) = position(&matchup, number, questions) else { return Ok(()) };
        for seat in game.living().iter() {
            let mut other = game.clone();
            other.permute_hidden(seat, &mut Dice::new(87, number, Lane::Chance));
            let worlds = [&game, &other].map(|game| imagine(&game.view(seat), &mut dice(number)));
            prop_assert!(worlds[0] == worlds[1], "table {}, {:?}", number, seat);
        }
    }
}

/// The cards of a player's hand and library together, in order.
fn cards(game: &Game, seat: Seat) -> Vec<String> {
    let state = serde_json::to_value(game.state()).expect("a state is JSON");
    let player = &state["players"][usize::from(seat.0)];
    let slots = ["hand", "library"].into_iter().flat_map(|zone| player[zone].as_array().expect("slots"));
    let card = |slot: &serde_json::Value| state["objects"][slot.as_u64().expect("a slot") as usize]["card"].to_string();
    let mut cards: Vec<String> = slots.map(card).collect();
    // What lies face down elsewhere is dealt with them.
    let elsewhere = |zone: &str| state[zone].as_array().is_some_and(|list| !list.is_empty());
    if elsewhere("foretold") || elsewhere("face_down") || elsewhere("permits") || elsewhere("exile") {
        cards.clear();
    }
    cards.sort();
    cards
}

/// Who searches knows no more than its seat.
#[test]
fn the_search_player_answers_the_same_in_worlds_that_look_the_same() {
    let options = SearchOptions { candidates: 2, worlds: 2, rounds: 1 };
    let search =
        |profiles: Arc<Profiles>, number| Box::new(Search::new(options, profiles, dice(number))) as Box<dyn Agent>;
    let tables = if cfg!(debug_assertions) { 4 } else { 20 };
    answers_the_same_in_worlds_that_look_the_same((0..tables).map(|number| table(number).matchup), 120, search);
}

#[test]
fn who_searches_in_endgames_answers_the_same_in_worlds_that_look_the_same() {
    let search =
        |profiles: Arc<Profiles>, number| Box::new(EndgameSearch::new(profiles, dice(number))) as Box<dyn Agent>;
    // Small creatures and 20 life: much of such a game is endgame.
    let duel = Scenario::load("builtin:/validation/forge-mirror.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let matchup = Matchup::new(Arc::new(duel));
    answers_the_same_in_worlds_that_look_the_same((0..12).map(|_| matchup.clone()), 2_000, search);
}

fn answers_the_same_in_worlds_that_look_the_same(
    matchups: impl Iterator<Item = Matchup>,
    questions: u32,
    searching: impl Fn(Arc<Profiles>, u64) -> Box<dyn Agent>,
) {
    let (mut asked, mut different, mut thought) = (0, 0, 0);
    for (number, matchup) in (0..).zip(matchups) {
        let profiles = Arc::new(Profiles::new(matchup.scenario().catalog()));
        let mut game = matchup.sit_down(matchup.address(number)).game;
        for question in 0..questions {
            if game.advance() != Pause::Decide {
                break;
            }
            game.clear_events();
            let decider = game.decision().expect("a question").decider;
            if question % 8 == 0 {
                let mut other = game.clone();
                other.permute_hidden(decider, &mut Dice::new(88, number, Lane::Chance));
                let answer = |game: &Game| {
                    let view = game.view(decider);
                    let mut search = searching(Arc::clone(&profiles), number);
                    search.choose(&view, view.decision().expect("it is asked"))
                };
                let answered = answer(&game);
                assert_eq!(answered, answer(&other), "table {number}, question {question}");
                let view = game.view(decider);
                let usual = Heuristic::new(Arc::clone(&profiles)).choose(&view, view.decision().expect("it is asked"));
                thought += u32::from(answered.expect("an answer").spent > usual.expect("an answer").spent);
                asked += 1;
                different += u32::from(game != other);
            }
            let view = game.view(decider);
            let answer = Heuristic::new(Arc::clone(&profiles)).choose(&view, view.decision().expect("it is asked"));
            drop(view);
            settle(&mut game, answer);
        }
    }
    assert!(different * 10 > asked * 9 && asked > 20, "{different} of {asked}");
    assert!(thought > 0, "no question was thought about");
}

// ---- what stays known ----

/// Names of the cards of that library in so many worlds imagined by a seat, the top card first.
fn libraries(game: &Game, by: Seat, of: Seat) -> Vec<Vec<String>> {
    let catalog = game.catalog();
    let names = |game: Game| {
        let state = serde_json::to_value(game.state()).expect("a state is JSON");
        let slots = state["players"][usize::from(of.0)]["library"].as_array().expect("slots").clone();
        let card = |slot: &serde_json::Value| {
            let card = &state["objects"][slot.as_u64().expect("a slot") as usize]["card"];
            name(catalog, card)
        };
        slots.iter().rev().map(card).collect()
    };
    let mut dice = dice(1);
    (0..20).map(|_| names(imagine(&game.view(by), &mut dice))).collect()
}

fn name(catalog: &Catalog, card: &serde_json::Value) -> String {
    let id = serde_json::from_value(card.clone()).expect("a card");
    catalog.card(id).name.to_string()
}

/// Whether that place of all of them has that card; and of none.
fn always(libraries: &[Vec<String>], at: usize, card: &str) -> bool {
    libraries.iter().all(|library| library[at] == card)
}

const LIBRARY: [&str; 6] = ["Shock", "Opt", "Divination", "Counterspell", "Hill Giant", "Craw Wurm"];

#[test]
fn what_was_looked_at_stays_known_to_who_looked() {
    let mut t = board(2).hand("A", &["Preordain"]).lands("A", 1, "Island").library("A", &LIBRARY).start();
    let unknown = libraries(&t.game, Seat(0), Seat(0));
    assert!((0..6).all(|at| !always(&unknown, at, LIBRARY[at])), "a library is not known: {unknown:?}");
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Preordain").now();
    t.resolve_all();
    // Both stayed on top, and the first was drawn.
    let known = libraries(&t.game, Seat(0), Seat(0));
    assert!(always(&known, 0, "Opt"), "{known:?}");
    assert!((1..5).all(|at| !always(&known, at, LIBRARY[at + 1])), "{known:?}");
    let theirs = libraries(&t.game, Seat(1), Seat(0));
    assert!(!always(&theirs, 0, "Opt"), "only who looked knows: {theirs:?}");
}

#[test]
fn what_was_put_back_from_a_hand_stays_known_to_its_player() {
    let hand = ["Brainstorm", "Hill Giant"];
    let mut t = board(2).hand("A", &hand).lands("A", 1, "Island").library("A", &LIBRARY).start();
    t.cast("A", "Brainstorm").now();
    t.resolve_all();
    let real = libraries(&t.game, Seat(0), Seat(0));
    assert!(always(&real, 0, &real[0][0]) && always(&real, 1, &real[0][1]), "{real:?}");
    let theirs = libraries(&t.game, Seat(1), Seat(0));
    assert!(!always(&theirs, 0, &theirs[0][0]), "{theirs:?}");
}

#[test]
fn what_everybody_saw_go_to_a_hand_stays_known_there() {
    let hand = ["Shock", "Opt", "Divination", "Counterspell"];
    let away = r#"
        [[card]]
        name = "Away"
        cost = "{U}"
        type = "Instant"
        targets = ["creature"]
        spell = { bounce = { what = "target" } }
    "#;
    let mut t = board(2)
        .cards(away)
        .hand("A", &["Away"])
        .lands("A", 1, "Island")
        .hand("B", &hand)
        .field("B", &["Craw Wurm"])
        .library("B", &LIBRARY)
        .start();
    t.cast("A", "Away").at(&["Craw Wurm"]).now();
    t.resolve_all();
    let (mut dice, mut drawn) = (dice(2), 0);
    for _ in 0..20 {
        let world = imagine(&t.game.view(Seat(0)), &mut dice);
        let theirs: Vec<_> = world.view(Seat(1)).hand(Seat(1)).collect();
        assert!(theirs.iter().all(|object| object.zone == Zone::Hand));
        let names: Vec<String> =
            theirs.iter().map(|object| world.catalog().card(object.card).name.to_string()).collect();
        assert!(names.iter().any(|name| name == "Craw Wurm"), "{names:?}");
        drawn += u32::from(names.iter().any(|name| name == "Hill Giant"));
    }
    assert!(drawn > 0 && drawn < 20, "the other cards are dealt anew");
}

/// The dice of an imagined game are its own.
#[test]
fn imagined_coins_are_not_the_real_ones() {
    let matchup = table(3).matchup;
    let game = position(&matchup, 3, 10).expect("a long game");
    let view = game.view(Seat(0));
    let state = |game: &Game| serde_json::to_value(game.state()).expect("a state is JSON")["dice"].clone();
    let (real, one, other) = (state(&game), imagine(&view, &mut dice(1)), imagine(&view, &mut dice(2)));
    assert!(real["Real"]["master"].is_number(), "{real}");
    for imagined in [&one, &other] {
        let dice = state(imagined);
        assert!(dice["Real"].is_null() && dice["Imagined"]["seed"].is_number(), "{dice}");
        assert_ne!(dice["Imagined"]["seed"], real["Real"]["master"]);
    }
    assert_ne!(state(&one), state(&other));
    assert_eq!(state(&one), state(&imagine(&view, &mut dice(1))), "the same dice imagine the same");
}
