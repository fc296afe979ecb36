//! House rules on how a game begins and ends.

use turnlab::game::decision::{Choice, DecisionKind, Shape};
use turnlab::game::setup::Ends;
use turnlab::game::{Dice, DrawWhy, GameEvent, Lane, LossCause, Outcome, imagine};
use turnlab::turn::{Seat, Step, Teams};

use super::table::{Builder, Table, seat, table};

/// Ten different cards for each of so many players, none of whom has a prepared board.
fn decks(seats: u8) -> Builder {
    let cards =
        ["Opt", "Shock", "Time Warp", "Divination", "Grizzly Bears", "Negate", "Char", "Murder", "Swan Song", "Ponder"];
    ["A", "B", "C", "D"][..usize::from(seats)].iter().fold(table(seats).unprepared(), |all, who| all.deck(who, &cards))
}

fn keep_all(t: &mut Table) {
    while t.kind() == DecisionKind::Mulligan {
        t.default();
    }
}

// ---- opening hands ----

#[test]
fn opening_hands_are_counted_by_position_and_the_last_number_holds_for_the_rest() {
    let t = decks(4).rules(|r| r.opening_hand = vec![5, 6]).start();
    assert_eq!(["A", "B", "C", "D"].map(|who| t.hand(who).len()), [5, 6, 6, 6]);
}

#[test]
fn a_mulligan_draws_the_opening_hand_again_and_ends_where_nothing_would_be_left() {
    let mut t = decks(2).rules(|r| r.opening_hand = vec![2, 8]).start();
    t.answer(Choice::option(1));
    assert_eq!(t.hand("A").len(), 2, "CR 103.5: as many as the opening hand");
    t.until_asked("A", DecisionKind::Mulligan);
    t.answer(Choice::option(1));
    // With two players no mulligan is free: both cards go to the bottom, and nothing more is asked.
    t.until(1, Step::Upkeep);
    assert_eq!((t.hand("A").len(), t.hand("B").len()), (0, 8));
}

// ---- scries ----

#[test]
fn opening_scries_are_asked_in_turn_order_after_every_hand_is_kept() {
    let mut t = decks(4).rules(|r| r.opening_scry = vec![0, 1, 3]).start();
    keep_all(&mut t);
    let mut asked = Vec::new();
    while t.kind() == DecisionKind::Scry {
        if let Shape::Some { options, .. } = &t.asked().shape {
            asked.push((t.asked().decider, options.len()));
        }
        assert_eq!(t.turn(), 0);
        t.default();
    }
    assert_eq!(asked[0], (seat("B"), 1));
    let others: Vec<_> = asked.iter().filter(|(who, _)| *who != seat("B")).collect();
    assert_eq!(others, [&(seat("C"), 3), &(seat("D"), 3)]);
    assert_eq!(t.events(|e| matches!(e, GameEvent::GameBegan { .. })), 1);
    let began = t.log.iter().position(|e| matches!(e, GameEvent::GameBegan { .. }));
    let scried = t.log.iter().rposition(|e| matches!(e, GameEvent::Scried { .. }));
    assert!(scried < began && scried.is_some(), "the game begins when all have scried");
}

#[test]
fn what_goes_to_the_bottom_is_not_drawn() {
    let mut t = decks(2).rules(|r| r.opening_scry = vec![1]).start();
    keep_all(&mut t);
    let top = t.options()[0].clone();
    t.choose(&[&top]);
    t.until(3, Step::Upkeep);
    assert!(!t.hand("A").contains(&top), "{top} is at the bottom of A's library");
}

#[test]
fn a_game_in_the_middle_of_the_scries_can_be_copied_imagined_and_left() {
    let mut t = decks(3).rules(|r| r.opening_scry = vec![2]).start();
    keep_all(&mut t);
    assert_eq!((t.kind(), t.asked().decider), (DecisionKind::Scry, seat("A")));
    let copy = t.game.clone();
    let mut imagined = imagine(&t.game.view(seat("A")), &mut Dice::new(1, 1, Lane::Agent(0)));
    assert_eq!(imagined.decision(), copy.decision());
    imagined.apply(&Choice::Some(vec![0, 1])).expect("both to the bottom");
    imagined.advance();
    assert!(copy == t.game, "what is imagined changes nothing");
    t.remove("B", LossCause::Concession);
    t.until_turn(1);
    assert!(!t.log.iter().any(|e| matches!(e, GameEvent::Scried { seat: Seat(1), .. })));
    assert_eq!(t.events(|e| matches!(e, GameEvent::Scried { .. })), 2);
}

// ---- the first knock-out ----

fn knock_out(seats: u8) -> Builder {
    table(seats).rules(|r| r.ends = Ends::FirstKnockOut)
}

#[test]
fn whoever_has_the_most_life_as_the_first_player_leaves_has_won() {
    for cause in [LossCause::Concession, LossCause::Time, LossCause::Fault] {
        let mut t = knock_out(4).life("A", 7).life("C", 9).life("D", 8).start();
        t.remove("B", cause);
        assert_eq!(t.over(), Some(Outcome::Win { winner: seat("C") }));
        assert!(t.is_living("A") && t.is_living("D"), "the others have not left");
    }
}

#[test]
fn equal_life_is_a_draw() {
    let mut t = knock_out(3).life("A", 9).life("B", 9).life("C", 1).start();
    t.remove("C", LossCause::Concession);
    assert_eq!(t.over(), Some(Outcome::Draw { why: DrawWhy::Tied }));
}

#[test]
fn the_last_one_wins_and_nobody_left_is_a_draw_as_ever() {
    let mut t = knock_out(2).life("A", 1).start();
    t.remove("B", LossCause::Concession);
    assert_eq!(t.over(), Some(Outcome::Win { winner: seat("A") }));
    let mut all = knock_out(3).life("A", 0).life("B", 0).life("C", 0).start();
    assert_eq!(all.play_out(), Outcome::Draw { why: DrawWhy::AllLost });
}

#[test]
fn life_is_counted_when_all_who_lose_at_once_have_left() {
    let mut t = knock_out(4).life("A", 3).life("B", 0).life("C", 0).life("D", 2).start();
    assert_eq!(t.play_out(), Outcome::Win { winner: seat("A") }, "CR 704.3: B and C lose together");
}

#[test]
fn a_team_leaves_as_one_and_wins_as_one() {
    let teams = |life: i32| {
        knock_out(6)
            .rules(|r| (r.teams, r.ends) = (Teams::of_size(2), Ends::FirstKnockOut))
            .life("C", life)
            .life("E", 25)
    };
    let over = |mut t: Table| {
        t.remove("A", LossCause::Concession);
        t.over()
    };
    assert_eq!(over(teams(20).start()), Some(Outcome::Win { winner: seat("E") }));
    assert_eq!(over(teams(25).start()), Some(Outcome::Draw { why: DrawWhy::Tied }));
}
