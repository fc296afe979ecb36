//! Control of another player's turn (CR 723), players who leave (CR 800.4), the direction of play.

use turnlab::turn::{
    AfterTurn, LostWhy, PendingTurnSpec, Seat, StaticSkippable, Step, Tag, Transition, TurnEvent, TurnManager,
};

use crate::turn_table::{A, B, C, D, Table};

fn control(table: &mut Table, player: Seat, by: Seat) {
    table.turns.control_next_turn(player, by, &mut table.log);
}

// ---- control ----

#[test]
fn cr_723_1_the_next_turn_taken_is_controlled_and_only_that_one() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    control(&mut table, B, A);
    assert_eq!(table.order_of(5), "A B[by:A] C A B");
}

#[test]
fn cr_723_1_an_extra_turn_is_a_next_turn_too() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(C);
    control(&mut table, C, A);
    assert_eq!(table.order_of(4), "A C*[by:A] B C");
}

#[test]
fn cr_723_1a_the_control_made_last_works() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    control(&mut table, B, A);
    control(&mut table, B, C);
    assert_eq!(table.order_of(5), "A B[by:C] C A B");
}

#[test]
fn cr_723_1b_a_skipped_turn_does_not_use_it_up() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    control(&mut table, B, A);
    table.skip_turn(B);
    assert_eq!(table.order_of(4), "A A B[by:A] A");
}

#[test]
fn cr_723_3_the_controlled_player_is_the_active_player_and_only_their_decisions_move() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    control(&mut table, B, A);
    table.to(2, Step::Upkeep);
    assert_eq!(table.turns.turn().active, B);
    assert_eq!([A, B, C].map(|seat| table.turns.decider(seat)), [A, A, C]);
    assert_eq!(table.turns.open_priority(&mut table.log), B);
}

#[test]
fn cr_723_1_the_control_lasts_until_the_next_turn_begins() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    control(&mut table, B, A);
    table.until_end_of(2);
    assert_eq!(table.turns.decider(B), A);
    table.until_turn(3);
    assert_eq!(table.turns.decider(B), B);
}

#[test]
fn cr_723_9_control_of_oneself_changes_nothing_but_overwrites() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    control(&mut table, B, A);
    control(&mut table, B, B);
    assert_eq!(table.order_of(2), "A B");
}

#[test]
fn cr_800_4a_control_ends_when_the_controller_leaves() {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    control(&mut table, B, A);
    table.to(2, Step::PrecombatMain).leave(A);
    assert_eq!(table.turns.decider(B), B);
    control(&mut table, D, C);
    table.leave(C);
    assert_eq!(table.order_of(3), "A B[by:A] D");
}

#[test]
fn cr_800_4b_nobody_is_controlled_by_a_player_who_has_left() {
    let mut table = Table::new(3);
    table.to(1, Step::End).leave(C);
    control(&mut table, B, C);
    assert_eq!(table.order_of(2), "A B");
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnControlled { .. })), 0);
}

// ---- leaving ----

#[test]
fn cr_800_4j_the_active_player_leaves_and_the_turn_goes_on_from_every_step() {
    for step in Step::ALL {
        let mut table = Table::new(4);
        table.to(1, Step::Untap).attack(true);
        if step > Step::Untap {
            table.to(1, Step::BeginningOfCombat.min(step));
            table.attack(true);
            table.to(1, step);
        }
        table.leave(A).until_end_of(1);
        assert_eq!(*table.steps(1).last().unwrap(), Step::Cleanup, "left in {step}");
        assert_eq!(table.turns.turn().active, A);
        assert_eq!(table.order_of(4), "A B C D");
        assert_eq!(table.order_of(5), "A B C D B");
    }
}

#[test]
fn cr_800_4j_priority_that_would_go_to_the_left_active_player_goes_to_the_next() {
    let mut table = Table::new(3);
    table.to(2, Step::Upkeep).leave(B);
    assert_eq!(table.turns.open_priority(&mut table.log), C);
    assert_eq!(table.turns.pass(false, &mut table.log), Some(A));
    assert_eq!(table.turns.pass(false, &mut table.log), None);
}

#[test]
fn cr_800_4a_priority_of_a_player_who_leaves_passes_on() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep).turns.open_priority(&mut Vec::new());
    table.leave(A);
    assert_eq!(table.turns.priority(), Some(B));
    assert_eq!(pass_all(&mut table.turns), [B, C]);
}

#[test]
fn cr_800_4a_it_passes_on_even_to_players_who_have_passed() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep).turns.open_priority(&mut Vec::new());
    table.turns.pass(false, &mut table.log);
    table.turns.pass(false, &mut table.log);
    table.leave(C);
    assert_eq!(table.turns.priority(), Some(A), "a player still in the game has priority");
    assert_eq!(table.turns.pass(false, &mut table.log), None, "and one more pass completes the succession");
}

#[test]
fn cr_117_4_a_player_who_leaves_without_priority_is_not_waited_for() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep).turns.open_priority(&mut Vec::new());
    table.turns.pass(false, &mut table.log);
    table.leave(C);
    assert_eq!(table.turns.priority(), Some(B));
    assert_eq!(pass_all(&mut table.turns), [B]);
}

fn pass_all(turns: &mut TurnManager) -> Vec<Seat> {
    let mut passed = Vec::new();
    while let Some(seat) = turns.priority() {
        passed.push(seat);
        turns.pass(false, &mut ());
    }
    passed
}

#[test]
fn cr_800_4k_a_left_players_normal_and_extra_turns_do_not_begin() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(B);
    table.leave(B);
    assert_eq!(table.order_of(3), "A C A");
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnLost { why: LostWhy::PlayerLeft, .. })), 1);
    assert_eq!(table.accounts(), (1, 0, 0, 1));
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnNotBegun { seat: B })), 1);
}

#[test]
fn a_left_players_extra_turn_is_lost_and_uses_no_skip() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(B);
    table.skip_turn(B);
    table.leave(B).until_turn(2);
    assert_eq!(table.accounts(), (1, 0, 0, 1));
    assert!(table.skipped_turns().is_empty());
}

#[test]
fn an_extra_turn_whose_turn_to_follow_never_comes_is_lost() {
    for granted_before in [true, false] {
        let mut table = Table::new(3);
        table.to(1, Step::End);
        let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(A, Tag(1)) };
        if granted_before {
            table.turns.grant_extra_turn(spec, &mut table.log);
        }
        table.leave(B);
        if !granted_before {
            table.turns.grant_extra_turn(spec, &mut table.log);
        }
        assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnLost { why: LostWhy::NeverDue, .. })), 1);
        assert_eq!(table.order_of(3), "A C A");
    }
}

#[test]
fn an_extra_turn_after_the_turn_in_progress_comes_though_its_player_leaves_in_it() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(A, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    table.to(2, Step::PrecombatMain).leave(B);
    assert_eq!(table.order_of(4), "A B A* C");
}

#[test]
fn leaving_twice_is_leaving_once() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep).leave(B).leave(B);
    assert_eq!((table.turns.living().len(), table.turns.seats()), (2, 3));
}

#[test]
fn cr_800_4h_a_choice_is_left_when_its_player_has_left() {
    let mut table = Table::new(3);
    table.to(1, Step::Untap);
    table.statics(&[(&[A], StaticSkippable::Each(turnlab::turn::Skippable::Step(Step::Upkeep)))]);
    table.skip(A, turnlab::turn::Skippable::Step(Step::Upkeep), turnlab::turn::SkipScope::Next);
    table.leave(A).to(1, Step::Draw);
    // Whoever answers it; the default keeps the counter.
    assert!(table.progress.contains(&Transition::ChooseSkip { seat: A }));
    assert_eq!(table.turns.pending_skips().len(), 1);
}

#[test]
fn nobody_left_is_told() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep).leave(A).leave(B).until_end_of(1);
    assert_eq!(table.next(), Transition::NobodyLeft);
    assert_eq!(table.turns.priority(), None);
}

// ---- direction ----

#[test]
fn reversing_turns_the_normal_order_from_the_last_normal_turn() {
    let mut table = Table::new(4);
    table.to(2, Step::End).extra(D);
    table.turns.reverse(&mut table.log);
    assert_eq!(table.order_of(6), "A B D* A D C");
}

#[test]
fn reversing_passes_over_seats_that_have_left() {
    let mut table = Table::new(4);
    table.to(1, Step::End).leave(D);
    table.turns.reverse(&mut table.log);
    assert_eq!(table.order_of(4), "A C B A");
    table.turns.reverse(&mut table.log);
    assert_eq!(table.order_of(6), "A C B A B C");
}

#[test]
fn cr_101_4_the_order_of_players_starts_with_the_active_one_and_follows_the_direction() {
    let mut table = Table::new(4);
    table.to(2, Step::Upkeep);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [B, C, D, A]);
    table.turns.reverse(&mut table.log);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [B, A, D, C]);
    table.leave(A).leave(B);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [D, C]);
    assert_eq!(table.turns.next_living(B), D);
    table.leave(D);
    assert_eq!(table.turns.next_living(C), C, "alone");
}
