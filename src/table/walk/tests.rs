use super::*;
use crate::game::GameEvent;
use crate::game::decision::{DecisionKind, Item, Shape};
use crate::table::testing::table;
use crate::table::{RulesDigest, outline, replay};

/// Four seats that play at random with the embedded decks.
fn matchup() -> Matchup {
    let decks = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
    let seat = |(at, deck): (usize, &str)| {
        format!("name = \"P{at}\"\nagent = \"random\"\ndeck = \"builtin:/decks/{deck}.txt\"")
    };
    let seats: Vec<String> = decks.into_iter().enumerate().map(seat).collect();
    table(&seats.join("\n[[seat]]\n"), "[game]\nmax_turns = 40\n[batch]\nseed = 11")
}

fn walk() -> Walk {
    let matchup = matchup();
    let address = matchup.address(3);
    Walk::new(matchup, address, &mut ())
}

/// To the end, with everything that happens on the way.
fn rest(walk: &mut Walk) -> Vec<GameEvent> {
    let mut events = Vec::new();
    walk.to_the_end(&mut events);
    events
}

fn digest(events: &[GameEvent]) -> String {
    let mut digest = RulesDigest::default();
    events.iter().for_each(|event| digest.add(event));
    digest.digest().to_string()
}

#[test]
fn a_walk_to_the_end_is_the_game() {
    let matchup = matchup();
    let mut events = Vec::new();
    let mut walk = Walk::new(matchup.clone(), matchup.address(3), &mut events);
    events.extend(rest(&mut walk));
    assert_eq!(events, replay(&matchup, matchup.address(3)).events);
    assert!(!walk.forward(Stop::Step, &mut ()), "the end is the end");
}

#[test]
fn back_from_anywhere_is_as_if_never_moved() {
    for stop in [Stop::Decision, Stop::Step, Stop::Turn] {
        let mut walk = walk();
        let mut seen = vec![walk.game().clone()];
        while walk.forward(stop, &mut ()) {
            seen.push(walk.game().clone());
        }
        assert!(seen.len() >= 14, "{stop:?}: {}", seen.len());
        for earlier in seen.iter().rev().skip(1) {
            assert!(walk.back(stop));
            assert!(walk.game() == earlier, "{stop:?}");
        }
        assert!(!walk.back(stop) && walk.answered() == 0);
        for later in &seen[1..] {
            assert!(walk.forward(stop, &mut ()));
            assert!(walk.game() == later, "{stop:?} again");
        }
    }
}

#[test]
fn moves_of_all_kinds_lead_to_the_same_places() {
    let mut walk = walk();
    walk.to_the_end(&mut ());
    let end = walk.game().clone();
    assert!(walk.to_turn(5, &mut ()));
    let fifth = walk.game().clone();
    assert!(walk.to_turn(9, &mut ()) && walk.to_turn(2, &mut ()) && walk.to_turn(0, &mut ()));
    assert_eq!(walk.game().place().turn, 0);
    for _ in 0..5 {
        walk.forward(Stop::Turn, &mut ());
    }
    assert!(*walk.game() == fifth);
    walk.forward(Stop::Step, &mut ());
    walk.forward(Stop::Decision, &mut ());
    assert!(walk.back(Stop::Turn) && *walk.game() == fifth);
    assert!(!walk.to_turn(99, &mut ()) && *walk.game() == end);
}

/// The n-th decision at which somebody with priority could do something.
fn to_a_real_choice(walk: &mut Walk, nth: usize) -> usize {
    let mut found = 0;
    while walk.forward(Stop::Decision, &mut ()) {
        let Some(decision) = walk.game().decision() else { break };
        let acts =
            matches!(&decision.shape, Shape::One(options) if options.iter().any(|o| matches!(o, Item::PlayLand(_))));
        if decision.kind == DecisionKind::Priority && acts {
            found += 1;
            if found == nth {
                return walk.answered();
            }
        }
    }
    panic!("no {nth} of them");
}

#[test]
fn a_branch_with_the_same_choice_ends_the_same() {
    let mut walk = walk();
    let number = to_a_real_choice(&mut walk, 7);
    let there = walk.game().clone();
    let whole = rest(&mut walk);
    let end = walk.game().clone();
    let Ok(given) = walk.answers[number].0.clone() else { panic!("an answer") };
    while walk.answered() > number {
        walk.back(Stop::Decision);
    }
    assert!(*walk.game() == there);
    let mut again = Vec::new();
    walk.answer(given.choice, &mut again).unwrap();
    again.extend(rest(&mut walk));
    assert!(*walk.game() == end);
    assert_eq!(again, whole);
}

#[test]
fn a_branch_differs_only_after_its_beginning() {
    let mut walk = walk();
    let number = to_a_real_choice(&mut walk, 7);
    let there = walk.game().clone();
    let whole = rest(&mut walk);
    while walk.answered() > number {
        walk.back(Stop::Decision);
    }
    let decision = walk.game().decision().unwrap();
    let other = Choice::Concede;
    let who = decision.actor;
    let mut branch = Vec::new();
    walk.answer(other.clone(), &mut branch).unwrap();
    assert_eq!(walk.own_answers().collect::<Vec<_>>(), [(number, &other)]);
    branch.extend(rest(&mut walk));
    assert!(matches!(branch[0], GameEvent::PlayerLeft { seat, .. } if seat == who), "{:?}", branch[0]);
    assert_ne!(digest(&branch), digest(&whole));
    while walk.answered() > number {
        walk.back(Stop::Decision);
    }
    assert!(*walk.game() == there, "what came before is untouched");
    assert_eq!(walk.own_answers().count(), 0);
}

#[test]
fn a_branch_does_not_depend_on_the_way_to_it() {
    let mut straight = walk();
    let number = to_a_real_choice(&mut straight, 4);
    straight.answer(Choice::Concede, &mut ()).unwrap();
    straight.to_the_end(&mut ());
    let mut winding = walk();
    winding.to_the_end(&mut ());
    assert!(winding.to_turn(1, &mut ()));
    while winding.answered() < number || winding.game().decision().is_none() {
        winding.forward(Stop::Decision, &mut ());
    }
    winding.answer(Choice::Concede, &mut ()).unwrap();
    winding.to_the_end(&mut ());
    assert!(straight.game() == winding.game());
}

#[test]
fn what_is_no_answer_changes_nothing() {
    let mut walk = walk();
    walk.forward(Stop::Decision, &mut ());
    let before = walk.game().clone();
    assert!(walk.answer(Choice::option(99), &mut ()).is_err());
    assert!(*walk.game() == before && walk.answers.is_empty() && walk.own.is_empty());
}

#[test]
fn marks_are_few_in_a_long_game() {
    let long = table("name = \"A\"\n[[seat]]\nname = \"B\"", "[game]\nmax_turns = 700");
    let address = long.address(0);
    let mut walk = Walk::new(long, address, &mut ());
    walk.to_the_end(&mut ());
    assert!(walk.marks.len() <= MARKS && walk.marks.len() > MARKS / 4, "{}", walk.marks.len());
    assert!(walk.to_turn(333, &mut ()));
    assert_eq!(walk.game().place().turn, 333);
}

#[test]
fn answers_are_read_as_they_are_written() {
    let mut walk = walk();
    walk.to_the_end(&mut ());
    walk.to_turn(0, &mut ());
    let (mut read, mut acts) = (0, 0);
    while walk.forward(Stop::Decision, &mut ()) {
        if let (Some(_), Ok(reply)) =
            (walk.game().decision(), &walk.answers[walk.answered().min(walk.answers.len() - 1)].0)
        {
            let text = notation::write(&reply.choice);
            assert_eq!(notation::read(walk.game(), &text).as_ref(), Ok(&reply.choice), "{text}");
            read += 1;
            acts += usize::from(text.contains(' '));
        }
    }
    assert!(read > 100 && acts > 0, "{read} answers, {acts} of them with something filled in");
}

#[test]
fn the_outlook_comes_true_when_nothing_changes() {
    let script = "[game]\nmax_turns = 9\n[[script]]\nturn = 1\n\
                  do = [{ extra-turn = { player = \"B\" } }, { skip = { what = \"turn\", player = \"B\", count = 2 } }]";
    let quiet = table("name = \"A\"\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"", script);
    let address = quiet.address(0);
    let cast = quiet.cast(address);
    let mut walk = Walk::new(quiet, address, &mut ());
    walk.forward(Stop::Turn, &mut ());
    walk.forward(Stop::Step, &mut ());
    walk.forward(Stop::Step, &mut ());
    while walk.game().state().turns.pending_turns().is_empty() {
        walk.forward(Stop::Step, &mut ());
    }
    let outlook: Vec<GameEvent> = walk.game().state().turns.outlook(8).into_iter().map(GameEvent::Turn).collect();
    let events = rest(&mut walk);
    let foreseen = outline(cast.clone(), &outlook);
    assert_eq!(outline(cast, &events), format!("{foreseen}\nend capped"));
    assert!(foreseen.starts_with("skip B*\nskip B\n2 C"), "{foreseen}");
}
