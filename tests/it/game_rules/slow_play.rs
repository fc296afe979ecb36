//! The table's rule on slow play: what befalls a player who is over a time limit, at any moment of a game.

use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::game::settle::{Reply, settle};
use turnlab::game::{GameEvent, LossCause, Outcome};
use turnlab::turn::{SlowPlay, Step, TurnEvent};

use super::table::{Builder, Table, seat, table};

const LIMIT: u64 = 1_000;

/// Everybody has a limit for each turn and an instant that could be cast at any priority.
fn slow(seats: u8, rule: SlowPlay) -> Builder {
    let names = ["A", "B", "C"];
    let sit = |builder: Builder, who: &&str| builder.limit(who, LIMIT).hand(who, &["Shock"]).lands(who, 1, "Mountain");
    names[..usize::from(seats)].iter().fold(table(seats).rules(|r| r.slow_play = rule), sit)
}

/// The steps of a turn that began.
fn steps(t: &Table, number: u32) -> Vec<Step> {
    let step = |event: &GameEvent| match event {
        GameEvent::Turn(TurnEvent::StepBegan { turn, step, .. }) if *turn == number => Some(*step),
        _ => None,
    };
    t.log.iter().filter_map(step).collect()
}

/// The rest of that turn by defaults; that player must not be asked any more.
fn rest_of_turn_without(t: &mut Table, turn: u32, who: &str) {
    while t.over().is_none() && t.game.place().turn == turn {
        assert_ne!(t.asked().decider, seat(who), "{who} is out of time and asked {:?}", t.kind());
        t.default();
    }
}

fn why_left(t: &Table, who: &str) -> Vec<LossCause> {
    let cause = |event: &GameEvent| match event {
        GameEvent::PlayerLeft { seat: left, cause } if *left == seat(who) => Some(*cause),
        _ => None,
    };
    t.log.iter().filter_map(cause).collect()
}

// ---- concede ----

#[test]
fn out_of_time_in_ones_own_turn_loses_and_the_turn_goes_on() {
    let mut t = slow(3, SlowPlay::Concede).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    t.spend("A", LIMIT + 1);
    assert_eq!(why_left(&t, "A"), [LossCause::Time]);
    t.until_turn(2);
    assert_eq!((t.life("B"), t.turns()), (20, vec!["A".to_owned(), "B".to_owned()]));
    assert_eq!(steps(&t, 1).last(), Some(&Step::Cleanup), "CR 800.4j");
}

#[test]
fn out_of_time_while_blocking_in_an_opponents_turn_loses() {
    let mut t = slow(3, SlowPlay::Concede).field("A", &["Grizzly Bears"]).field("B", &["Grizzly Bears"]).start();
    t.until_asked("A", DecisionKind::Attackers);
    t.attack(&[("Grizzly Bears", "B")]);
    t.until_asked("B", DecisionKind::Blockers);
    t.spend("B", LIMIT + 1);
    assert_eq!(why_left(&t, "B"), [LossCause::Time]);
    t.until_turn(2);
    assert_eq!(t.turns(), ["A", "C"]);
}

#[test]
fn out_of_time_while_controlling_a_turn_loses_and_its_player_decides_again() {
    let mut t = slow(3, SlowPlay::Concede).hand("A", &["Worst Fears"]).lands("A", 8, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("A")));
    t.spend("A", LIMIT + 1);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("B")));
    t.until_turn(3);
    assert_eq!(t.turns(), ["A", "B", "C"]);
}

#[test]
fn the_last_one_with_time_wins() {
    let mut t = slow(2, SlowPlay::Concede).start();
    t.until(1, Step::Upkeep);
    t.spend("B", LIMIT + 1);
    assert_eq!(t.over(), Some(Outcome::Win { winner: seat("A") }));
}

// ---- pass ----

#[test]
fn whoever_passes_for_time_is_asked_nothing_until_the_turn_is_over() {
    let mut t = slow(2, SlowPlay::Pass).field("A", &["Grizzly Bears"]).start();
    t.until(1, Step::Upkeep);
    t.spend("A", LIMIT + 1);
    rest_of_turn_without(&mut t, 1, "A");
    assert_eq!(steps(&t, 1).len(), 9, "the turn has all its steps but the first draw and combat's middle");
    assert_eq!(t.events(|e| matches!(e, GameEvent::AttackerDeclared { .. })), 0);
    t.until_asked("A", DecisionKind::Priority);
    assert_eq!(t.game.place().turn, 2, "with the next turn there is time again");
}

#[test]
fn a_pending_question_is_answered_by_its_default_and_only_that_one() {
    let mut t = slow(2, SlowPlay::Pass).field("A", &["Grizzly Bears"]).field("B", &["Grizzly Bears"]).start();
    t.until_asked("A", DecisionKind::Attackers);
    t.attack(&[("Grizzly Bears", "B")]);
    t.until_asked("B", DecisionKind::Blockers);
    t.spend("A", LIMIT + 1);
    assert!(t.is_asked("B", DecisionKind::Blockers), "B's question is B's");
    t.spend("B", LIMIT + 1);
    assert_eq!(t.events(|e| matches!(e, GameEvent::BlockerDeclared { .. })), 0);
    t.until_turn(2);
    assert_eq!(t.life("B"), 18);
}

#[test]
fn who_controls_a_turn_out_of_time_passes_for_its_player_too() {
    let mut t = slow(3, SlowPlay::Pass).hand("A", &["Worst Fears"]).lands("A", 8, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    t.until(2, Step::Upkeep);
    t.spend("A", LIMIT + 1);
    rest_of_turn_without(&mut t, 2, "A");
    assert!(t.is_living("A"));
    t.until_asked("B", DecisionKind::Priority);
}

// ---- end the turn ----

#[test]
fn out_of_time_in_ones_own_turn_ends_it() {
    let mut t = slow(2, SlowPlay::EndTurn).start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Shock").at(&["B"]).now();
    t.spend("A", LIMIT + 1);
    rest_of_turn_without(&mut t, 1, "A");
    assert_eq!(steps(&t, 1), [Step::Untap, Step::Upkeep, Step::Cleanup]);
    assert_eq!((t.life("B"), t.exile("A")), (20, vec!["Shock".to_owned()]), "CR 724.1b");
}

#[test]
fn out_of_time_in_an_opponents_turn_ends_nothing() {
    let mut t = slow(2, SlowPlay::EndTurn).start();
    t.until(1, Step::Upkeep);
    t.default();
    assert!(t.is_asked("B", DecisionKind::Priority));
    t.spend("B", LIMIT + 1);
    rest_of_turn_without(&mut t, 1, "B");
    assert_eq!(steps(&t, 1).len(), 9);
    t.until_asked("B", DecisionKind::Priority);
    assert_eq!(t.game.place().turn, 2);
}

#[test]
fn out_of_time_in_the_cleanup_step_takes_another_one_and_no_more() {
    let eight = ["Forest"; 8];
    let mut t = slow(2, SlowPlay::EndTurn).hand("A", &eight).start();
    t.until_asked("A", DecisionKind::Discard);
    t.spend("A", LIMIT + 1);
    rest_of_turn_without(&mut t, 1, "A");
    assert_eq!(steps(&t, 1).iter().filter(|s| **s == Step::Cleanup).count(), 2);
    assert_eq!(t.hand("A").len(), 7);
}

#[test]
fn out_of_time_over_the_opening_hand_keeps_it() {
    let deck = ["Forest"; 30];
    let mut t = table(2).limit("A", LIMIT).deck("A", &deck).deck("B", &deck).unprepared().start();
    assert!(t.is_asked("A", DecisionKind::Mulligan));
    t.spend("A", LIMIT + 1);
    assert!(t.is_asked("B", DecisionKind::Mulligan));
    t.until(1, Step::PrecombatMain);
    assert!(t.is_asked("A", DecisionKind::Priority), "the limit of the first turn counts from its beginning");
}

// ---- the limit for the game ----

#[test]
fn the_time_for_the_game_is_gone_for_good() {
    let mut t = table(2).rules(|r| r.slow_play = SlowPlay::EndTurn).game_limit("A", LIMIT).start();
    t.until(1, Step::Upkeep);
    t.spend("A", LIMIT + 1);
    assert_eq!(steps(&t, 1).last(), Some(&Step::Cleanup));
    while t.game.place().turn < 6 {
        assert_ne!(t.asked().decider, seat("A"));
        t.default();
    }
    assert_eq!(steps(&t, 3).len(), 10, "later turns are passed through, not ended");
}

// ---- what is charged ----

#[test]
fn a_forced_pass_is_free_and_an_answer_is_not() {
    let spent = |t: &Table| t.events(|e| matches!(e, GameEvent::Turn(TurnEvent::TimeSpent { .. })));
    let mut bare = table(2).limit("A", 1_000_000).start();
    settle(&mut bare.game, Ok(Reply::plain(Choice::option(0))));
    bare.spend("A", 0);
    bare.by_default_until(|t| t.game.place().step == Step::Draw || t.game.place().turn == 2);
    assert_eq!(spent(&bare), 0, "nobody could do anything");
    let mut t = slow(2, SlowPlay::Pass).start();
    settle(&mut t.game, Ok(Reply { choice: Choice::option(0), then: None, spent: 7 }));
    t.spend("A", 0);
    let charged = GameEvent::Turn(TurnEvent::TimeSpent { seat: seat("A"), micros: 7_000 });
    assert!(t.log.contains(&charged));
}
