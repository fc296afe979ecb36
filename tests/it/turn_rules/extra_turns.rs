//! Extra turns (CR 500.7) and the normal order round them.

use turnlab::turn::{
    AfterTurn, LostWhy, PendingTurnSpec, Restrictions, Seat, StaticSkippable, Step, Tag, TurnEvent, TurnKind,
    TurnRestrictions,
};

use crate::turn_table::{A, B, C, D, Table};

#[test]
fn cr_500_7_the_extra_turn_made_last_is_taken_first() {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    for seat in [B, C, D] {
        table.extra(seat);
    }
    assert_eq!(table.order_of(6), "A D* C* B* B C");
}

#[test]
fn cr_500_7_normal_order_resumes_after_the_last_normal_turn_not_after_the_extra_turns_taker() {
    let mut table = Table::new(4);
    table.to(1, Step::PrecombatMain).extra(C);
    assert_eq!(table.order_of(5), "A C* B C D");
}

#[test]
fn cr_500_7_an_extra_turn_on_somebody_elses_turn_comes_directly_after_that_turn() {
    let mut table = Table::new(4);
    table.to(2, Step::Upkeep).extra(A);
    assert_eq!(table.order_of(6), "A B A* C D A");
}

#[test]
fn cr_500_7_an_extra_turn_made_during_an_extra_turn_comes_before_those_that_wait() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.extra(A);
    table.extra(B);
    table.to(2, Step::End).extra(C);
    assert_eq!(table.order_of(6), "A B* C* A* B C");
}

#[test]
fn cr_500_7_the_next_player_is_found_when_the_turn_begins_not_when_the_extra_turn_is_made() {
    let mut table = Table::new(4);
    table.to(1, Step::Upkeep).extra(A);
    table.to(2, Step::Upkeep).leave(B);
    assert_eq!(table.order_of(4), "A A* C D");
}

#[test]
fn an_extra_turn_is_a_turn_and_not_everybody_else_skipping_theirs() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep).extra(A);
    table.to(3, Step::Untap);
    assert_eq!(table.order(), "A A* B");
    assert!(table.skipped_turns().is_empty());
}

#[test]
fn the_anchor_never_moves_for_an_extra_turn() {
    let mut table = Table::new(4);
    table.to(1, Step::End).extra(D);
    table.to(2, Step::End);
    assert_eq!(table.turns.last_normal(), Some(A));
    assert_eq!(table.turns.turn().active, D);
}

#[test]
fn an_extra_turn_after_a_players_next_turn_waits_for_it() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    let after = AfterTurn::NextOf(C);
    table.turns.grant_extra_turn(PendingTurnSpec { after, ..PendingTurnSpec::plain(A, Tag(1)) }, &mut table.log);
    assert_eq!(table.order_of(5), "A B C A* A");
}

#[test]
fn an_extra_turn_made_during_the_turn_it_follows_was_created_later_and_comes_first() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    let after = AfterTurn::NextOf(B);
    table.turns.grant_extra_turn(PendingTurnSpec { after, ..PendingTurnSpec::plain(B, Tag(1)) }, &mut table.log);
    table.to(2, Step::PrecombatMain).extra(C);
    let pending: Vec<Seat> = table.turns.pending_turns().iter().map(|t| t.seat).collect();
    assert_eq!(pending, [C, B], "both are due next");
    assert_eq!(table.order_of(5), "A B C* B* C");
}

#[test]
fn two_extra_turns_after_the_same_players_next_turn_are_taken_newest_first() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    for seat in [A, C] {
        let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(seat, Tag(1)) };
        table.turns.grant_extra_turn(spec, &mut table.log);
    }
    assert_eq!(table.order_of(5), "A B C* A* C");
}

#[test]
fn an_extra_turn_after_a_skipped_turn_waits_for_one_that_is_taken() {
    let mut table = Table::new(2);
    table.to(1, Step::PrecombatMain);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(B, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    table.skip_turn(B);
    assert_eq!(table.order_of(4), "A A B B*");
}

#[test]
fn pending_turns_are_listed_in_the_order_they_would_be_taken() {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(D, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    table.extra(B);
    table.extra(C);
    let pending: Vec<Seat> = table.turns.pending_turns().iter().map(|t| t.seat).collect();
    assert_eq!(pending, [C, B, D]);
    assert_eq!(table.order_of(5), "A C* B* D* B");
}

#[test]
fn what_rides_on_an_extra_turn_applies_to_that_turn_only() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    let restrictions = TurnRestrictions { kinds: Restrictions::NO_UNTAP, max_spells: Some(1) };
    table.turns.grant_extra_turn(PendingTurnSpec { restrictions, ..PendingTurnSpec::plain(A, Tag(1)) }, &mut table.log);
    table.until_end_of(3);
    assert_eq!(table.steps(2)[0], Step::Upkeep);
    assert_eq!(table.steps(3)[0], Step::Untap);
    assert_eq!(table.turns.turn().restrictions, TurnRestrictions::default());
}

#[test]
fn a_combat_only_turn_has_combat_and_ending_and_uses_no_pending_skip() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.skip(A, turnlab::turn::Skippable::MainPhase, turnlab::turn::SkipScope::Next);
    let restrictions = TurnRestrictions { kinds: Restrictions::COMBAT_ONLY, max_spells: None };
    table.turns.grant_extra_turn(PendingTurnSpec { restrictions, ..PendingTurnSpec::plain(A, Tag(1)) }, &mut table.log);
    table.choose = |options| options.len() - 1;
    table.until_end_of(2);
    let steps = [Step::BeginningOfCombat, Step::DeclareAttackers, Step::EndOfCombat, Step::End, Step::Cleanup];
    assert_eq!(table.steps(2), steps);
    assert_eq!(table.turns.pending_skips().len(), 1);
}

#[test]
fn ten_thousand_chained_extra_turns_end() {
    let mut table = Table::new(4);
    for turn in 1..=10_000 {
        table.to(turn, Step::Upkeep).extra(A);
        table.log.truncate(10);
        table.progress.clear();
    }
    assert_eq!(table.turns.turn().kind, TurnKind::Extra(9_999));
    assert_eq!(table.turns.last_normal(), Some(A));
}

#[test]
fn ten_thousand_extra_turns_at_once_are_taken_newest_first() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    for _ in 0..10_000 {
        table.extra(B);
    }
    table.until_turn(10_001);
    assert_eq!(table.turns.turn().kind, TurnKind::Extra(1));
    assert_eq!(table.order_of(10_002).rsplit(' ').next(), Some("B"));
}

#[test]
fn every_extra_turn_is_taken_skipped_or_lost() {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    for seat in [A, B, B, C, D] {
        table.extra(seat);
    }
    table.skip_turn(B);
    table.leave(C).until_turn(3);
    table.turns.finish(&mut table.log);
    // D* taken, C* lost with its player, a B* skipped, the other taken; A* is pending as the game ends.
    assert_eq!(table.order(), "A D* B*");
    assert_eq!(table.accounts(), (5, 2, 1, 2));
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnLost { why: LostWhy::GameOver, seat: A, .. })), 1);
    assert!(!table.turns.has_pending_turns());
}

#[test]
fn a_static_skip_of_extra_turns_leaves_normal_turns_and_counters_alone() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.statics(&[(&[A, B, C], StaticSkippable::ExtraTurns)]);
    table.extra(B);
    table.skip_turn(C);
    assert_eq!(table.order_of(3), "A B A");
    assert_eq!(table.accounts(), (1, 0, 1, 0));
}
