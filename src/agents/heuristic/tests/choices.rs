//! Choices that are worth something: votes, flickers, divided damage, what is given up for a suspended card, who is attacked.

use super::*;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Target, Zone};

fn permanents(game: &Game, seat: u8) -> Vec<&'static str> {
    let mut names: Vec<&str> = game
        .view(Seat(seat))
        .battlefield()
        .filter(|o| o.controller == Seat(seat))
        .map(|o| Catalog::builtin().card(o.card).name.as_str())
        .collect();
    names.sort_unstable();
    names
}

/// The same with cards to draw.
fn with_library(seat: SeatSetup) -> SeatSetup {
    SeatSetup { library: Some(vec![id("Island"); 40]), ..seat }
}

fn votes(events: &[GameEvent]) -> Vec<(u8, u8)> {
    let vote = |e: &GameEvent| if let GameEvent::Voted { seat, option } = e { Some((seat.0, *option)) } else { None };
    events.iter().filter_map(vote).collect()
}

#[test]
fn votes_are_for_what_costs_the_voter_least() {
    let voted = |theirs: &[&str]| {
        let mine = board(&["Expropriate"], &["Island"; 9], 40);
        votes(&first_turn([mine, board(&[], theirs, 40)], true).0)
    };
    // A turn for an opponent is dearer than a land, and cheaper than a Titan.
    assert_eq!(voted(&["Plains", "Plains"]), [(0, 0), (1, 1)]);
    assert_eq!(voted(&["Plains", "Sun Titan"]), [(0, 0), (1, 0)]);
}

#[test]
fn a_vote_that_decides_is_for_what_comes_of_it() {
    let plea = with_library(board(&["Plea for Power"], &["Island"; 4], 40));
    let other = with_library(board(&[], &["Plains"], 40));
    let (events, _) = first_turn([plea, other], true);
    assert_eq!(votes(&events), [(0, 0), (1, 1)], "a turn for oneself, cards for an opponent");
}

#[test]
fn what_profits_is_flickered_and_nothing_else() {
    let mut mine =
        with_library(board(&[], &["Brago, King Eternal", "Wall of Omens", "Grizzly Bears", "Banishing Light"], 40));
    let bears = mine.board.as_mut().and_then(|b| b.battlefield.get_mut(2)).expect("the Bears");
    bears.counters.push((crate::cards::effect::CounterKind::PLUS_ONE, 2));
    let (events, game) = first_turn([mine, board(&[], &["Plains"], 40)], false);
    let left = |e: &GameEvent| match e {
        GameEvent::ZoneChanged { card, from: Zone::Battlefield, to: Zone::Exile, .. } => Some(*card),
        _ => None,
    };
    let flickered: Vec<&str> = events.iter().filter_map(left).map(|card| TABLE.0.card(card).name.as_str()).collect();
    assert_eq!(
        flickered,
        ["Brago, King Eternal", "Wall of Omens"],
        "an attacker to untap, a card to draw; no counters lost"
    );
    let left = permanents(&game, 0);
    assert!(flickered.iter().all(|name| left.contains(name)), "what was exiled came back: {left:?}");
}

#[test]
fn who_must_flicker_takes_what_gains_most() {
    let mine = with_library(board(&[], &["Y'shtola Rhul", "Wall of Omens", "Elvish Mystic"], 40));
    let (events, _) = first_turn([mine, board(&[], &[], 40)], false);
    let exiled = |e: &&GameEvent| matches!(e, GameEvent::ZoneChanged { card, to: Zone::Exile, .. } if *card == id("Wall of Omens"));
    assert!(events.iter().any(|e| exiled(&e)), "the cheapest creature is not the best to flicker");
}

/// What is left of a side on which an Inferno Titan enters, and the life of its player.
fn burnt(theirs: &[&str], life: i32) -> (Vec<&'static str>, i32) {
    let titan = board(&["Inferno Titan"], &["Mountain"; 6], 40);
    let (_, game) = first_turn([titan, board(&[], theirs, life)], false);
    (permanents(&game, 1), game.view(Seat(1)).life(Seat(1)))
}

#[test]
fn divided_damage_kills_what_it_can() {
    let nobody: [&str; 0] = [];
    assert_eq!(burnt(&["Elvish Mystic"; 3], 40), (nobody.to_vec(), 40));
    assert_eq!(burnt(&["Grizzly Bears", "Elvish Mystic"], 40), (nobody.to_vec(), 40));
    assert_eq!(burnt(&["Elvish Mystic", "Hill Giant"], 40), (vec!["Elvish Mystic"], 40), "the Giant is worth more");
    assert_eq!(burnt(&["Elvish Mystic", "Craw Wurm"], 40), (vec!["Craw Wurm"], 38), "the rest goes to the player");
    assert_eq!(burnt(&["Elvish Mystic"; 2], 3).1, 0, "a player who dies of it comes first");
}

#[test]
fn only_what_can_be_spared_is_given_for_a_suspended_card() {
    let left = |mountains: usize| {
        let lands: Vec<&str> = std::iter::repeat_n("Mountain", mountains).chain(["Serra Angel"]).collect();
        let (_, game) = first_turn([board(&["Greater Gargadon"], &lands, 40), board(&[], &[], 40)], false);
        let mine = permanents(&game, 0);
        (mine.iter().filter(|name| **name == "Mountain").count(), mine.contains(&"Serra Angel"))
    };
    assert_eq!(left(9), (7, true), "of many lands a few");
    assert_eq!(left(3), (3, true), "of few lands none");
}

#[test]
fn nobody_attacks_whom_nothing_hurts() {
    let attacks = |theirs: &[&str]| {
        let wurms = board(&[], &["Craw Wurm", "Craw Wurm"], 40);
        let (events, _) = first_turn([wurms, board(&[], theirs, 10)], false);
        events.iter().filter(|e| matches!(e, GameEvent::AttackerDeclared { .. })).count()
    };
    assert_eq!(attacks(&[]), 2);
    assert_eq!(attacks(&["Solitary Confinement"]), 0);
}

/// Casts whatever can be cast, and otherwise does the default.
struct Eager;

impl Agent for Eager {
    fn choose(&mut self, _: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let is_cast = |item: &Item| matches!(item, Item::Cast(..));
        let cast = if let Shape::One(options) = &decision.shape { options.iter().position(is_cast) } else { None };
        Ok(cast.map_or_else(|| decision.default.clone(), |at| Choice::option(at as u16)).into())
    }
}

#[test]
fn nobody_attacks_a_player_protected_from_them() {
    let mine = board(&["Eon Frolicker"], &["Island"; 4], 10);
    // Without the protection they would kill.
    let mut seats = [mine, board(&[], &["Craw Wurm"; 5], 40)];
    seats[1].entrant = 1;
    let mut game = prepared(seats);
    let mut agents: Seating = BySeat::new(2, |seat| match seat {
        Seat(0) => Box::new(Eager) as Box<dyn Agent>,
        _ => heuristic(),
    });
    let mut events = Vec::new();
    while game.advance() == Pause::Decide && game.state().turns.turn().number <= 2 {
        answer(&mut game, &mut agents);
        events.extend_from_slice(game.new_events());
        game.clear_events();
    }
    assert!(casts(&events).contains(&"Eon Frolicker"), "{:?}", casts(&events));
    let hit = |e: &&GameEvent| matches!(e, GameEvent::DamageDealt { to: Target::Player(Seat(0)), .. });
    let attacks = events.iter().filter(|e| matches!(e, GameEvent::AttackerDeclared { .. })).count();
    assert_eq!((attacks, events.iter().filter(hit).count()), (0, 0));
}

#[test]
fn an_ability_that_stops_an_attacker_is_used_against_a_small_one() {
    let (events, game) = first_turn([board(&[], &["Barony Vampire"], 40), board(&[], &["Maze of Ith"], 20)], true);
    let used = |e: &GameEvent| matches!(e, GameEvent::AbilityActivated { seat: Seat(1), .. });
    assert_eq!(events.iter().filter(|e| used(e)).count(), 1);
    assert_eq!(game.view(Seat(1)).life(Seat(1)), 20, "the Vampire's 3 damage was prevented");
}
