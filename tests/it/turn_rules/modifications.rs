//! Modifications of phases and steps.

use turnlab::turn::{
    Lasts, Phase, PhaseModification, SeatSet, Selector, Sequence, Skippable, Step, Tag, Transition, Treatment,
    TurnSetup,
};

use crate::turn_table::{A, B, Table, modification};

const UPKEEP: Selector = Selector::Step(Step::Upkeep);
const BEGINNING: Selector = Selector::Phase(Phase::Beginning);

fn treatment(table: &Table) -> (bool, bool) {
    let Treatment { skip_priority, skip_actions } = table.turns.treatment();
    (skip_priority, skip_actions)
}

#[test]
fn priority_or_actions_of_a_step_are_skipped_and_both_add_up() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_priority: true, ..modification(UPKEEP, Lasts::Always) });
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(UPKEEP, Lasts::ThisTurn) });
    table.to(1, Step::Upkeep);
    assert_eq!(treatment(&table), (true, true));
    table.to(1, Step::Draw);
    assert_eq!(treatment(&table), (false, false));
    table.to(2, Step::Upkeep);
    assert_eq!(treatment(&table), (true, false), "the one for this turn has ended");
}

#[test]
fn a_modification_of_a_phase_modifies_all_its_steps() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_priority: true, ..modification(BEGINNING, Lasts::Always) });
    for step in [Step::Untap, Step::Upkeep, Step::Draw] {
        table.to(1, step);
        assert_eq!(treatment(&table), (true, false), "{step}");
    }
    table.to(1, Step::PrecombatMain);
    assert_eq!(treatment(&table), (false, false));
}

#[test]
fn once_means_one_occurrence_of_the_step() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(UPKEEP, Lasts::Once) });
    table.to(1, Step::Upkeep);
    assert_eq!(treatment(&table), (false, true));
    table.to(2, Step::Upkeep);
    assert_eq!(treatment(&table), (false, false));
}

#[test]
fn once_means_one_occurrence_of_the_phase_with_all_its_steps() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(BEGINNING, Lasts::Once) });
    for step in [Step::Untap, Step::Upkeep, Step::Draw] {
        table.to(1, step);
        assert_eq!(treatment(&table), (false, true), "{step}");
    }
    table.to(2, Step::Untap);
    assert_eq!(treatment(&table), (false, false));
}

#[test]
fn once_for_a_phase_does_not_reach_a_second_such_phase_of_the_turn() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(BEGINNING, Lasts::Once) });
    table.to(1, Step::EndOfCombat);
    table.turns.add_step(Step::Upkeep, true, Tag(1), &mut table.log);
    table.next();
    table.next();
    assert_eq!((table.turns.step(), treatment(&table)), (Step::Upkeep, (false, false)));
}

#[test]
fn once_for_a_phase_ends_with_it_even_when_every_turn_is_one_phase() {
    let sequence = Sequence(vec![vec![Step::Upkeep, Step::Draw]]);
    let mut table = Table::with(TurnSetup { sequence, ..TurnSetup::new(3) });
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(BEGINNING, Lasts::Once) });
    table.to(1, Step::Draw);
    assert_eq!(treatment(&table), (false, true));
    table.to(2, Step::Upkeep);
    assert_eq!(treatment(&table), (false, false));
}

#[test]
fn once_waits_for_an_occurrence_that_is_not_skipped() {
    let mut table = Table::new(3);
    table.turns.modify(PhaseModification { skip_actions: true, ..modification(UPKEEP, Lasts::Once) });
    table.skip(A, Skippable::Step(Step::Upkeep), turnlab::turn::SkipScope::Next);
    table.to(2, Step::Upkeep);
    assert_eq!(treatment(&table), (false, true));
}

#[test]
fn a_modification_may_mean_only_some_players_turns() {
    let mut table = Table::new(3);
    let seats = SeatSet::only(B);
    table.turns.modify(PhaseModification { seats, skip_priority: true, ..modification(UPKEEP, Lasts::Always) });
    table.to(1, Step::Upkeep);
    assert_eq!(treatment(&table), (false, false));
    table.to(2, Step::Upkeep);
    assert_eq!(treatment(&table), (true, false));
}

#[test]
fn entry_actions_are_handed_over_once_in_order() {
    let mut table = Table::new(3);
    let entry = |tags: &[u32], on| PhaseModification {
        entry_actions: tags.iter().map(|t| Tag(*t)).collect(),
        ..modification(on, Lasts::Always)
    };
    table.turns.modify(entry(&[1, 2], UPKEEP));
    table.turns.modify(entry(&[3], UPKEEP));
    table.turns.modify(entry(&[9], BEGINNING));
    table.to(1, Step::Untap);
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(9)]), "a phase is entered once");
    table.to(1, Step::Upkeep);
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(1), Tag(2), Tag(3)]));
    assert_eq!(table.turns.take_entry_actions(), None);
    table.to(1, Step::Draw);
    assert_eq!(table.turns.take_entry_actions(), None);
}

#[test]
fn cr_614_10b_comes_before_other_entry_actions() {
    let mut table = Table::new(3);
    table.to(1, Step::Untap);
    let entry_actions = vec![Tag(1)];
    let draw = Selector::Step(Step::Draw);
    table.turns.modify(PhaseModification { entry_actions, ..modification(draw, Lasts::Always) });
    let upkeep = Skippable::Step(Step::Upkeep);
    let next = turnlab::turn::SkipScope::Next;
    table.turns.add_skip(A, upkeep, next, Tag(1), Some(Tag(42)), &mut table.log);
    table.to(1, Step::Draw);
    assert_eq!(table.turns.take_entry_actions(), Some(vec![Tag(42), Tag(1)]));
}

#[test]
fn a_step_may_need_several_rounds_of_passes() {
    let mut table = Table::new(2);
    table.turns.modify(PhaseModification { rounds: 3, ..modification(UPKEEP, Lasts::Always) });
    table.to(1, Step::Upkeep);
    let over: Vec<bool> = (0..3).map(|_| table.turns.round_over()).collect();
    assert_eq!(over, [false, false, true]);
    table.to(1, Step::PrecombatMain);
    assert!(table.turns.round_over(), "one by the rules (500.2)");
}

#[test]
fn what_means_combat_damage_means_both_steps_of_two() {
    let mut table = Table::new(3);
    let damage = Selector::Step(Step::CombatDamage);
    table.turns.modify(PhaseModification { skip_priority: true, ..modification(damage, Lasts::Always) });
    table.to(1, Step::DeclareAttackers).attack(true);
    for step in [Step::FirstStrikeDamage, Step::CombatDamage] {
        table.to(1, step);
        assert_eq!(treatment(&table), (true, false), "{step}");
    }
}

#[test]
fn a_modification_changes_no_order_of_steps() {
    let mut table = Table::new(3);
    let changed = PhaseModification { skip_priority: true, skip_actions: true, ..modification(UPKEEP, Lasts::Always) };
    table.turns.modify(changed);
    table.to(1, Step::Upkeep);
    let ended = Transition::StepEnded { step: Step::Upkeep, phase_ended: false, turn_ended: false };
    assert_eq!(table.next(), ended);
}
