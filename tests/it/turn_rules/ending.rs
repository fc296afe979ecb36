//! Ending turns and combats (CR 724), in every phase.

use turnlab::turn::{AfterPhase, Phase, Sequence, Step, Tag, Transition, TurnEvent, TurnSetup};

use crate::turn_table::{A, Table};

/// The steps after an end of the turn in that step.
fn after_ending_in(step: Step) -> Vec<Step> {
    let mut table = Table::new(3);
    table.to(1, Step::DeclareAttackers).attack(true);
    if step > Step::DeclareAttackers {
        table.to(1, step);
    } else {
        table = Table::new(3);
        table.to(1, step);
    }
    let before = table.steps(1).len();
    table.turns.end_turn(&mut table.log);
    table.until_end_of(1);
    table.steps(1)[before..].to_vec()
}

#[test]
fn cr_724_1d_ending_the_turn_goes_straight_to_one_cleanup_from_every_step() {
    for step in Step::ALL {
        assert_eq!(after_ending_in(step), [Step::Cleanup], "from {step}");
    }
}

#[test]
fn cr_724_1d_in_the_ending_phase_the_cleanup_is_in_the_same_phase() {
    for step in [Step::End, Step::Cleanup] {
        let mut table = Table::new(3);
        table.to(1, step);
        table.turns.end_turn(&mut table.log);
        table.until_end_of(1);
        assert_eq!(table.phases(1), Phase::ALL, "from {step}");
    }
}

#[test]
fn cr_724_1d_from_combat_the_ending_phase_begins_with_its_cleanup() {
    let mut table = Table::new(3);
    table.to(1, Step::BeginningOfCombat);
    table.turns.end_turn(&mut table.log);
    let ended = Transition::StepEnded { step: Step::BeginningOfCombat, phase_ended: true, turn_ended: false };
    assert_eq!([table.next(), table.next()], [ended, Transition::StepBegan { phase_began: true }]);
    assert_eq!((table.turns.phase(), table.turns.step()), (Phase::Ending, Step::Cleanup));
}

#[test]
fn cr_724_1_before_the_first_step_of_a_turn_only_cleanup_comes() {
    let mut table = Table::new(3);
    table.until_turn(2);
    table.turns.end_turn(&mut table.log);
    table.until_end_of(2);
    assert_eq!((table.phases(2), table.steps(2)), (vec![Phase::Ending], vec![Step::Cleanup]));
}

#[test]
fn cr_724_1_between_turns_there_is_no_turn_to_end() {
    let mut table = Table::new(3);
    table.until_end_of(1);
    table.turns.end_turn(&mut table.log);
    table.until_end_of(2);
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TurnEndedEarly { .. })), 0);
    assert_eq!(table.phases(2), Phase::ALL);
}

#[test]
fn cr_724_1_in_a_phase_after_the_ending_phase_a_new_cleanup_comes() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::This, Tag(1), &mut table.log);
    table.to(1, Step::BeginningOfCombat);
    table.turns.end_turn(&mut table.log);
    table.until_end_of(1);
    let last: Vec<Step> = table.steps(1).into_iter().rev().take(3).collect();
    assert_eq!(last, [Step::Cleanup, Step::BeginningOfCombat, Step::Cleanup]);
}

#[test]
fn cr_724_1_a_cleanup_to_be_repeated_is_not_doubled() {
    let mut table = Table::new(3);
    table.to(1, Step::Cleanup).turns.repeat_cleanup();
    table.turns.end_turn(&mut table.log);
    table.until_end_of(1);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::Cleanup).count(), 2);
}

#[test]
fn a_sequence_without_cleanup_just_ends() {
    let sequence = Sequence(vec![vec![Step::Upkeep], vec![Step::PrecombatMain], vec![Step::End]]);
    let mut table = Table::with(TurnSetup { sequence, ..TurnSetup::new(3) });
    table.to(1, Step::Upkeep);
    table.turns.end_turn(&mut table.log);
    assert_eq!(table.next(), Transition::StepEnded { step: Step::Upkeep, phase_ended: true, turn_ended: true });
    assert_eq!(table.next(), Transition::TurnBegan);
}

#[test]
fn ending_the_turn_ends_nothing_of_the_extra_turns_to_come() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain).extra(A);
    table.turns.end_turn(&mut table.log);
    assert_eq!(table.order_of(3), "A A* B");
}

#[test]
fn cr_724_2d_ending_combat_goes_to_the_next_phase_from_every_step_of_combat() {
    let steps = [Step::BeginningOfCombat, Step::DeclareAttackers, Step::DeclareBlockers, Step::FirstStrikeDamage];
    for step in steps.into_iter().chain([Step::CombatDamage, Step::EndOfCombat]) {
        let mut table = Table::new(3);
        table.to(1, Step::BeginningOfCombat).attack(true);
        table.to(1, step);
        assert!(table.turns.end_combat(&mut table.log));
        assert_eq!(table.next(), Transition::StepEnded { step, phase_ended: true, turn_ended: false });
        table.next();
        assert_eq!(table.turns.step(), Step::PostcombatMain, "from {step}");
    }
}

#[test]
fn cr_724_2d_only_this_combat_ends() {
    let mut table = Table::new(3);
    table.to(1, Step::DeclareAttackers);
    table.turns.add_phases(&[Phase::Combat], AfterPhase::This, Tag(1), &mut table.log);
    table.turns.end_combat(&mut table.log);
    table.until_end_of(1);
    assert_eq!(table.turns.turn().combats, 2);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::EndOfCombat).count(), 1);
}

#[test]
fn cr_724_2g_outside_combat_nothing_happens() {
    for step in [Step::Untap, Step::PrecombatMain, Step::PostcombatMain, Step::End, Step::Cleanup] {
        let mut table = Table::new(3);
        table.to(1, step);
        assert!(!table.turns.end_combat(&mut table.log), "in {step}");
        assert_eq!(table.count(|e| matches!(e, TurnEvent::CombatEndedEarly { .. })), 0);
    }
}
