//! Skips (CR 614.10, 616.1) of turns, phases and steps.

use turnlab::turn::{
    AfterPhase, Phase, Restrictions, SeatSet, SkipScope, Skippable, SkippedBy, StaticSkippable, Step, Tag, Transition,
    TurnEvent, TurnKind, TurnRestrictions,
};

use crate::turn_table::{A, B, C, D, Table, static_skip};

const COMBAT: Skippable = Skippable::Phase(Phase::Combat);

#[test]
fn cr_614_10a_two_skips_skip_two_turns() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.skip_turn(B);
    table.skip_turn(B);
    assert_eq!(table.order_of(4), "A A A B");
}

#[test]
fn a_skip_waits_while_somebody_else_takes_an_extra_turn() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(A);
    table.skip_turn(B);
    table.until_turn(2);
    assert_eq!(table.turns.pending_skips().len(), 1);
    assert_eq!(table.order_of(4), "A A* C A");
}

#[test]
fn a_skip_eats_an_extra_turn() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(C);
    table.skip_turn(C);
    assert_eq!(table.order_of(4), "A B C A");
    assert_eq!(table.skipped_turns(), [(C, TurnKind::Extra(1), SkippedBy::Counted(1))]);
}

#[test]
fn a_skipped_extra_turn_does_not_move_the_anchor() {
    let mut table = Table::new(4);
    table.to(1, Step::End).extra(D);
    table.skip_turn(D);
    assert_eq!(table.order_of(4), "A B C D");
}

#[test]
fn a_skipped_normal_turn_moves_the_anchor_past_that_player_and_raises_no_number() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.skip_turn(B);
    table.to(2, Step::Untap);
    assert_eq!(table.order(), "A C");
    assert_eq!((table.turns.turn().number, table.turns.last_normal()), (2, Some(C)));
}

#[test]
fn cr_614_10_what_has_begun_is_not_skipped_any_more() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    table.skip_turn(A);
    table.skip(A, Skippable::Step(Step::Upkeep), SkipScope::Next);
    table.skip(A, Skippable::Phase(Phase::Beginning), SkipScope::NextThisTurn);
    assert_eq!(table.order_of(3), "A B B");
    table.until_end_of(4);
    assert_eq!(table.steps(1)[1..3], [Step::Upkeep, Step::PrecombatMain], "the first draw is skipped by 103.8a");
    assert_eq!(table.steps(4)[..2], [Step::Untap, Step::Draw]);
}

#[test]
fn cr_614_10a_a_skip_of_the_next_combat_skips_one_combat_added_or_not() {
    let mut table = Table::new(2);
    table.to(1, Step::PrecombatMain);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::This, Tag(1), &mut table.log);
    table.skip(A, COMBAT, SkipScope::Next);
    table.until_end_of(1);
    let expected = [Phase::Beginning, Phase::PrecombatMain, Phase::Combat, Phase::PostcombatMain, Phase::Ending];
    assert_eq!(table.phases(1), expected);
    assert_eq!(table.turns.turn().combats, 1);
}

#[test]
fn a_skip_this_turn_skips_every_occurrence_and_expires() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::Next(Phase::Combat), Tag(1), &mut table.log);
    table.skip(A, COMBAT, SkipScope::ThisTurn);
    table.until_end_of(3);
    assert!(!table.phases(1).contains(&Phase::Combat));
    assert!(table.phases(3).contains(&Phase::Combat));
    assert_eq!(table.count(|e| matches!(e, TurnEvent::SkipExpired { id: 1 })), 1);
}

#[test]
fn a_skip_next_this_turn_is_used_once_or_expires_with_the_turn() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::This, Tag(1), &mut table.log);
    table.skip(A, COMBAT, SkipScope::NextThisTurn);
    table.skip(A, Skippable::Step(Step::Untap), SkipScope::NextThisTurn);
    table.until_end_of(3);
    assert_eq!(table.phases(1).iter().filter(|p| **p == Phase::Combat).count(), 1);
    assert_eq!(table.steps(3)[0], Step::Untap);
    assert!(table.turns.pending_skips().is_empty());
}

#[test]
fn a_skip_of_the_next_turns_combats_waits_for_a_turn_that_is_taken_and_skips_all_of_them() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    table.skip(B, COMBAT, SkipScope::NextTurn);
    table.skip_turn(B);
    table.to(2, Step::End);
    assert_eq!((table.order().as_str(), table.turns.pending_skips().len()), ("A A", 1));
    table.to(3, Step::Upkeep);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::Next(Phase::Combat), Tag(1), &mut table.log);
    table.until_end_of(5);
    assert!(!table.phases(3).contains(&Phase::Combat));
    assert!(table.phases(4).contains(&Phase::Combat) && table.phases(5).contains(&Phase::Combat));
    assert_eq!(table.order(), "A A B A B");
}

#[test]
fn a_skip_of_the_next_turns_combats_spares_the_turn_in_which_it_is_made() {
    let mut table = Table::new(2);
    table.to(1, Step::Upkeep);
    table.skip(A, COMBAT, SkipScope::NextTurn);
    table.until_end_of(3);
    assert!(table.phases(1).contains(&Phase::Combat));
    assert!(!table.phases(3).contains(&Phase::Combat));
}

#[test]
fn a_static_skip_uses_nothing_up_and_ends_with_its_source() {
    let mut table = Table::new(2);
    table.statics(&[(&[A, B], StaticSkippable::Each(Skippable::Step(Step::Untap)))]);
    table.until_end_of(2);
    assert_eq!((table.steps(1)[0], table.steps(2)[0]), (Step::Upkeep, Step::Upkeep));
    table.statics(&[]);
    table.until_end_of(3);
    assert_eq!(table.steps(3)[0], Step::Untap);
}

#[test]
fn a_lasting_skip_outlives_what_the_game_derives_from_permanents() {
    let mut table = Table::new(2);
    table.turns.add_lasting_skip(static_skip(&[A], StaticSkippable::Each(Skippable::Step(Step::Draw))));
    table.statics(&[]);
    table.until_end_of(3);
    assert!(!table.steps(3).contains(&Step::Draw));
    assert!(table.steps(2).contains(&Step::Draw));
}

#[test]
fn cr_616_1_static_or_counted_is_its_players_choice_and_static_by_default() {
    let played = |choose: fn(&[SkippedBy]) -> usize| {
        let mut table = Table::new(2);
        table.choose = choose;
        table.to(1, Step::End);
        table.statics(&[(&[B], StaticSkippable::Each(Skippable::Step(Step::Untap)))]);
        table.skip(B, Skippable::Step(Step::Untap), SkipScope::Next);
        table.until_end_of(2);
        assert_eq!(table.progress.iter().filter(|p| **p == Transition::ChooseSkip { seat: B }).count(), 1);
        (table.steps(2)[0], table.turns.pending_skips().len())
    };
    assert_eq!(played(|_| 0), (Step::Upkeep, 1));
    assert_eq!(played(|_| 1), (Step::Upkeep, 0));
    assert_eq!(played(|_| 99), (Step::Upkeep, 1), "an index past the end means the first");
}

#[test]
fn cr_616_1_skips_that_use_nothing_up_or_are_alike_are_no_choice() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    let untap = Skippable::Step(Step::Untap);
    table.statics(&[(&[B], StaticSkippable::Each(untap)), (&[A, B], StaticSkippable::Each(untap))]);
    table.skip(B, Skippable::Step(Step::Draw), SkipScope::Next);
    table.skip(B, Skippable::Step(Step::Draw), SkipScope::Next);
    table.until_end_of(2);
    assert!(!table.progress.iter().any(|p| matches!(p, Transition::ChooseSkip { .. })));
    assert_eq!(table.turns.pending_skips().iter().map(|s| s.id).collect::<Vec<_>>(), [2]);
}

#[test]
fn cr_616_1_skips_that_do_different_things_first_are_a_choice() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    for then in [None, Some(Tag(42))] {
        table.turns.add_skip(B, Skippable::Turn, SkipScope::Next, Tag(1), then, &mut table.log);
    }
    while !matches!(table.next(), Transition::ChooseSkip { seat: B }) {}
    assert_eq!(table.turns.skip_options(), [SkippedBy::Counted(1), SkippedBy::Counted(2)]);
}

#[test]
fn a_choice_that_is_not_answered_is_asked_again() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.statics(&[(&[B], StaticSkippable::Each(Skippable::Turn))]);
    table.skip_turn(B);
    table.until_end_of(1);
    for _ in 0..3 {
        assert_eq!(table.turns.advance(table.facts, &mut table.log), Transition::ChooseSkip { seat: B });
    }
}

#[test]
fn an_answer_applies_to_its_question_only() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.statics(&[(&[B], StaticSkippable::Each(Skippable::Turn))]);
    table.skip_turn(B);
    while !matches!(table.next(), Transition::ChooseSkip { seat: B }) {}
    table.leave(B);
    assert_eq!(table.order_of(2), "A C", "B has left; C does not pay for the answer");
    assert!(table.turns.skip_options().is_empty());
    table.turns.choose_skip(0);
    assert_eq!(table.order_of(3), "A C A", "an answer without a question is nothing");
}

#[test]
fn an_answer_is_not_the_next_players_answer() {
    let mut table = Table::new(3);
    table.choose = |_| 1;
    table.to(1, Step::End);
    table.statics(&[(&[B, C], StaticSkippable::Each(Skippable::Turn))]);
    table.skip_turn(B);
    table.skip_turn(C);
    while !matches!(table.next(), Transition::ChooseSkip { seat: B }) {}
    table.turns.choose_skip(0);
    table.leave(B);
    assert_eq!(table.next(), Transition::ChooseSkip { seat: C });
}

#[test]
fn an_answer_that_does_not_apply_any_more_is_dropped() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.statics(&[(&[B], StaticSkippable::Each(Skippable::Turn))]);
    table.skip_turn(B);
    while !matches!(table.next(), Transition::ChooseSkip { seat: B }) {}
    table.statics(&[]);
    assert_eq!(table.order_of(2), "A A");
    assert!(table.turns.pending_skips().is_empty(), "the counter is all that was left, and is used");
}

#[test]
fn cr_616_1_an_answer_that_does_not_apply_any_more_is_asked_for_again_where_others_do() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.statics(&[(&[B], StaticSkippable::Each(Skippable::Turn))]);
    for first in [Tag(1), Tag(2)] {
        table.turns.add_skip(B, Skippable::Turn, SkipScope::Next, Tag(0), Some(first), &mut table.log);
    }
    let asked = |table: &mut Table| while !matches!(table.next(), Transition::ChooseSkip { seat: B }) {};
    asked(&mut table);
    table.statics(&[]);
    asked(&mut table);
    assert_eq!(table.order_of(2), "A A");
    assert_eq!(table.turns.pending_skips().len(), 1, "one of the counted ones is used");
}

#[test]
fn cr_614_10b_skip_a_turn_then_act_acts_first_in_the_next_turn_whosever_it_is() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    table.turns.add_skip(B, Skippable::Turn, SkipScope::Next, Tag(1), Some(Tag(42)), &mut table.log);
    table.until_end_of(1);
    assert_eq!(table.turns.take_entry_actions(), None);
    table.until_turn(2);
    assert_eq!(table.order(), "A A");
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(42)]));
    assert_eq!(table.turns.take_entry_actions(), None, "taken once");
}

#[test]
fn cr_614_10b_skip_a_step_then_act_acts_first_in_the_next_step_that_happens() {
    let mut table = Table::new(2);
    table.to(1, Step::Untap);
    let upkeep = Skippable::Step(Step::Upkeep);
    table.turns.add_skip(A, upkeep, SkipScope::Next, Tag(1), Some(Tag(42)), &mut table.log);
    table.skip(A, Skippable::Step(Step::Draw), SkipScope::Next);
    table.next();
    assert_eq!(table.turns.take_entry_actions(), None, "nothing happens between steps (500.12)");
    table.to(1, Step::PrecombatMain);
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(42)]));
}

#[test]
fn cr_614_10b_skip_the_last_phase_then_act_acts_first_in_the_next_turn() {
    let mut table = Table::new(2);
    table.to(1, Step::PostcombatMain);
    let ending = Skippable::Phase(Phase::Ending);
    table.turns.add_skip(A, ending, SkipScope::Next, Tag(1), Some(Tag(42)), &mut table.log);
    table.until_turn(2);
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(42)]));
}

#[test]
fn a_phase_whose_first_step_is_skipped_begins_with_its_second() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::Untap), SkipScope::Next);
    table.until_turn(1);
    assert_eq!(table.next(), Transition::StepBegan { phase_began: true });
    assert_eq!((table.turns.phase(), table.turns.step()), (Phase::Beginning, Step::Upkeep));
}

#[test]
fn a_phase_whose_last_steps_are_skipped_still_ends_once() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::EndOfCombat), SkipScope::Next);
    table.to(1, Step::DeclareAttackers);
    let ended = |phase_ended| Transition::StepEnded { step: Step::DeclareAttackers, phase_ended, turn_ended: false };
    assert_eq!([table.next(), table.next()], [ended(false), ended(true)]);
    assert_eq!(table.next(), Transition::StepBegan { phase_began: true });
    assert_eq!(table.turns.phase(), Phase::PostcombatMain);
}

#[test]
fn a_turn_whose_last_steps_are_skipped_still_ends_once() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::Cleanup), SkipScope::Next);
    table.to(1, Step::End);
    let ended = |ended| Transition::StepEnded { step: Step::End, phase_ended: ended, turn_ended: ended };
    assert_eq!([table.next(), table.next(), table.next()], [ended(false), ended(true), Transition::TurnBegan]);
}

#[test]
fn a_turn_without_any_step_begins_and_ends() {
    let mut table = Table::new(2);
    let phases = Phase::ALL.map(|p| (&[A, B][..], StaticSkippable::Each(Skippable::Phase(p))));
    table.statics(&phases);
    table.until_end_of(3);
    assert_eq!(table.order(), "A B A");
    assert!(table.steps(1).is_empty() && table.phases(1).is_empty());
}

#[test]
fn skipping_both_main_phases_takes_two_skips_and_either_name_of_a_main_phase_will_do() {
    let mut table = Table::new(3);
    table.to(1, Step::Untap);
    table.skip(A, Skippable::Step(Step::PrecombatMain), SkipScope::Next);
    table.until_end_of(1);
    assert_eq!(table.turns.turn().mains, 1);
    table.skip(B, Skippable::MainPhase, SkipScope::Next);
    table.skip(B, Skippable::MainPhase, SkipScope::Next);
    table.until_end_of(2);
    assert!(!table.phases(2).iter().any(|p| p.is_main()));
}

#[test]
fn a_restriction_skips_like_a_static_and_a_counter_may_be_used_instead() {
    let mut table = Table::new(2);
    table.choose = |options| {
        assert_eq!(options, [SkippedBy::Restriction, SkippedBy::Counted(1)]);
        0
    };
    table.to(1, Step::PrecombatMain);
    table.turns.restrict(Restrictions::NO_COMBAT, None);
    table.skip(A, COMBAT, SkipScope::Next);
    table.until_end_of(1);
    assert!(!table.phases(1).contains(&Phase::Combat));
    assert_eq!(table.turns.pending_skips().len(), 1);
}

#[test]
fn restrictions_skip_what_they_name_and_end_with_the_turn() {
    let all = Restrictions::NO_UPKEEP | Restrictions::NO_DRAW | Restrictions::NO_MAIN_PHASE;
    let mut table = Table::new(3);
    table.to(1, Step::Untap);
    table.turns.restrict(all, Some(3));
    table.turns.restrict(Restrictions::CANT_ATTACK, Some(2));
    assert_eq!(
        table.turns.turn().restrictions,
        TurnRestrictions { kinds: all | Restrictions::CANT_ATTACK, max_spells: Some(2) }
    );
    table.until_end_of(2);
    assert_eq!(table.phases(1), [Phase::Beginning, Phase::Combat, Phase::Ending]);
    assert_eq!(table.steps(1)[..2], [Step::Untap, Step::BeginningOfCombat]);
    assert_eq!(table.steps(2)[..4], [Step::Untap, Step::Upkeep, Step::Draw, Step::PrecombatMain]);
}

#[test]
fn everybody_skipping_by_statics_is_noticed() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.statics(&[(&[A, B, C], StaticSkippable::Each(Skippable::Turn))]);
    table.until_end_of(1);
    assert_eq!(table.next(), Transition::NobodyCanTakeATurn);
    table.statics(&[]);
    assert_eq!(table.order_of(2), "A B", "and a table that is freed goes on");
}

#[test]
fn everybody_skipping_by_statics_is_noticed_though_some_could_use_a_counter() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.statics(&[(&[A, B, C], StaticSkippable::Each(Skippable::Turn))]);
    table.skip_turn(B);
    table.until_end_of(1);
    let progress: Vec<_> = (0..4).map(|_| table.next()).collect();
    assert!(progress.contains(&Transition::NobodyCanTakeATurn), "{progress:?}");
}

#[test]
fn a_left_player_does_not_keep_a_stuck_table_going() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.statics(&[(&[A, B], StaticSkippable::Each(Skippable::Turn))]);
    table.leave(C).until_end_of(1);
    assert_eq!(table.next(), Transition::NobodyCanTakeATurn);
}

#[test]
fn many_counters_run_out() {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    for seat in [A, B, C, D] {
        for _ in 0..1_000 {
            table.skip_turn(seat);
        }
    }
    assert_eq!(table.order_of(2), "A B");
    assert_eq!(table.skipped_turns().len(), 4_000);
    assert!(table.turns.pending_skips().is_empty());
}

#[test]
fn cr_103_8a_in_a_two_player_game_the_first_player_skips_their_first_draw_only() {
    let mut table = Table::new(2);
    table.until_end_of(3);
    let draws: Vec<bool> = (1..=3).map(|turn| table.steps(turn).contains(&Step::Draw)).collect();
    assert_eq!(draws, [false, true, true]);
}

#[test]
fn cr_103_8a_it_is_the_first_turn_they_take_even_when_one_was_skipped() {
    let mut table = Table::new(2);
    table.skip_turn(A);
    table.until_end_of(3);
    assert_eq!(table.order(), "B A B");
    assert!(!table.steps(2).contains(&Step::Draw));
}

#[test]
fn cr_103_8a_uses_no_skip_of_the_draw_step() {
    let mut table = Table::new(2);
    table.skip(A, Skippable::Step(Step::Draw), SkipScope::Next);
    table.until_end_of(3);
    assert!(!table.steps(1).contains(&Step::Draw) && !table.steps(3).contains(&Step::Draw));
}

#[test]
fn cr_103_8c_in_other_games_nobody_skips_a_draw_not_even_when_two_are_left() {
    let mut table = Table::new(3);
    table.to(1, Step::Untap);
    table.leave(C).until_end_of(3);
    assert!((1..=3).all(|turn| table.steps(turn).contains(&Step::Draw)));
}

#[test]
fn cr_616_1_what_is_offered_for_a_turn_is_one_of_the_skips_to_choose_from() {
    let offered = |accepts: bool| {
        let mut table = Table::new(2);
        table.to(1, Step::End).skip_turn(B);
        table.until_end_of(1);
        table.turns.offer_turn_skips(SeatSet::only(B));
        assert_eq!(table.next(), Transition::OfferSkip { seat: B });
        assert_eq!(table.next(), Transition::OfferSkip { seat: B }, "unanswered it comes again");
        if accepts {
            let skip = table.turns.add_skip(B, Skippable::Turn, SkipScope::Next, Tag(3), Some(Tag(42)), &mut table.log);
            table.turns.accept_offer(skip);
        } else {
            table.turns.decline_offer();
        }
        table.until_turn(2);
        (table.order(), table.turns.pending_skips().len())
    };
    assert_eq!(offered(true), ("A A".to_owned(), 1), "the other skip is kept");
    assert_eq!(offered(false), ("A A".to_owned(), 0));
}

#[test]
fn an_offer_that_was_declined_comes_anew_for_the_next_turn() {
    let mut table = Table::new(2);
    table.to(1, Step::End).extra(B);
    table.skip_turn(B);
    table.until_end_of(1);
    table.turns.offer_turn_skips(SeatSet::only(B));
    assert_eq!(table.next(), Transition::OfferSkip { seat: B }, "the extra turn");
    table.turns.decline_offer();
    assert_eq!(table.next(), Transition::OfferSkip { seat: B }, "it was skipped; the normal turn");
    table.turns.decline_offer();
    assert_eq!((table.next(), table.order()), (Transition::TurnBegan, "A B".to_owned()));
}
