//! Phases and steps: their order, their names, what is added (CR 500 to 514).

use turnlab::turn::{
    AfterPhase, CombatFacts, Phase, Sequence, SkipScope, Skippable, StaticSkippable, Step, Tag, Transition, TurnEvent,
    TurnSetup,
};

use crate::turn_table::{A, Table};

fn add(table: &mut Table, phases: &[Phase], after: AfterPhase) -> usize {
    table.turns.add_phases(phases, after, Tag(1), &mut table.log)
}

#[test]
fn cr_500_1_a_turn_has_its_phases_and_steps_in_order() {
    let mut table = Table::new(3);
    table.to(1, Step::DeclareAttackers).attack(false);
    table.until_end_of(1);
    let all: Vec<Step> = Step::ALL.into_iter().filter(|s| *s != Step::FirstStrikeDamage).collect();
    assert_eq!(table.steps(1), all);
    assert_eq!(table.phases(1), Phase::ALL);
}

#[test]
fn cr_505_1a_the_second_main_phase_is_postcombat_though_combat_was_skipped() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Phase(Phase::Combat), SkipScope::Next);
    table.until_end_of(1);
    assert_eq!(table.phases(1), [Phase::Beginning, Phase::PrecombatMain, Phase::PostcombatMain, Phase::Ending]);
}

#[test]
fn cr_505_1a_an_added_main_phase_is_postcombat() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    add(&mut table, &[Phase::PrecombatMain], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!(table.phases(1)[1..3], [Phase::PrecombatMain, Phase::PostcombatMain]);
    assert_eq!(table.turns.turn().mains, 3);
}

#[test]
fn cr_505_1a_the_first_main_phase_that_really_comes_is_the_precombat_one() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::MainPhase, SkipScope::Next);
    table.until_end_of(1);
    assert_eq!(table.phases(1), [Phase::Beginning, Phase::Combat, Phase::PrecombatMain, Phase::Ending]);
}

#[test]
fn cr_505_1a_a_choice_of_skips_does_not_change_a_main_phases_name() {
    let mut table = Table::new(3);
    let main = Skippable::Step(Step::PrecombatMain);
    table.statics(&[(&[A], StaticSkippable::Each(main))]);
    table.skip(A, main, SkipScope::NextThisTurn);
    while !matches!(table.next(), Transition::ChooseSkip { .. }) {}
    table.statics(&[]);
    table.to(1, Step::PrecombatMain);
    assert_eq!(table.turns.turn().combats, 1, "the main phase after combat is the first of the turn");
}

#[test]
fn cr_500_8_added_phases_come_directly_after_the_phase_in_the_order_named() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    assert_eq!(add(&mut table, &[Phase::Combat, Phase::PostcombatMain], AfterPhase::This), 2);
    table.until_end_of(1);
    let (combat, main) = (Phase::Combat, Phase::PostcombatMain);
    assert_eq!(table.phases(1)[1..], [Phase::PrecombatMain, combat, main, combat, main, Phase::Ending]);
}

#[test]
fn cr_500_8_of_several_phases_added_after_one_the_newest_comes_first() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    add(&mut table, &[Phase::Beginning], AfterPhase::This);
    add(&mut table, &[Phase::Ending], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!(table.phases(1)[1..5], [Phase::PrecombatMain, Phase::Ending, Phase::Beginning, Phase::Combat]);
}

#[test]
fn cr_500_8_a_phase_added_after_the_next_combat_waits_for_its_place() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    add(&mut table, &[Phase::Combat], AfterPhase::Next(Phase::Combat));
    table.to(1, Step::BeginningOfCombat);
    assert_eq!(table.turns.phase_added_by(), None);
    table.to(1, Step::EndOfCombat).next();
    table.next();
    assert_eq!((table.turns.phase(), table.turns.phase_added_by()), (Phase::Combat, Some(Tag(1))));
}

#[test]
fn cr_500_8_after_the_combat_one_is_in_means_this_one() {
    let mut table = Table::new(3);
    table.to(1, Step::EndOfCombat);
    add(&mut table, &[Phase::Combat], AfterPhase::Next(Phase::Combat));
    table.until_end_of(1);
    assert_eq!(table.phases(1)[2..4], [Phase::Combat, Phase::Combat]);
}

#[test]
fn cr_500_8_nothing_is_added_after_a_phase_that_is_past() {
    let mut table = Table::new(3);
    table.to(1, Step::End);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::Next(Phase::Combat)), 0);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::FirstPostcombatMain), 0);
    table.until_end_of(1);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::This), 0, "between turns");
    assert_eq!(table.count(|e| matches!(e, TurnEvent::PhaseAdded { .. })), 0);
}

#[test]
fn after_the_first_postcombat_main_phase_is_found_from_before_and_from_inside() {
    for step in [Step::Upkeep, Step::PrecombatMain, Step::EndOfCombat, Step::PostcombatMain] {
        let mut table = Table::new(3);
        table.to(1, step);
        assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::FirstPostcombatMain), 1);
        table.until_end_of(1);
        assert_eq!(table.phases(1)[3..], [Phase::PostcombatMain, Phase::Combat, Phase::Ending], "from {step}");
    }
}

#[test]
fn cr_500_9_a_step_is_added_directly_after_the_current_one_newest_first() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    table.turns.add_step(Step::Draw, false, Tag(1), &mut table.log);
    table.turns.add_step(Step::Upkeep, false, Tag(2), &mut table.log);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[..5], [Step::Untap, Step::Upkeep, Step::Upkeep, Step::Draw, Step::Draw]);
    assert_eq!(table.phases(1), Phase::ALL);
}

#[test]
fn cr_500_10_a_step_added_after_a_phase_comes_in_a_phase_of_its_own() {
    let mut table = Table::new(3);
    table.to(1, Step::EndOfCombat);
    table.turns.add_step(Step::Upkeep, true, Tag(1), &mut table.log);
    table.until_end_of(1);
    assert_eq!(table.phases(1)[2..5], [Phase::Combat, Phase::Beginning, Phase::PostcombatMain]);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::Untap).count(), 1);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::Upkeep).count(), 2);
}

#[test]
fn cr_500_10_a_phase_of_its_own_is_skipped_as_a_phase() {
    let mut table = Table::new(3);
    table.to(1, Step::EndOfCombat);
    table.turns.add_step(Step::Upkeep, true, Tag(1), &mut table.log);
    table.skip(A, Skippable::Phase(Phase::Beginning), SkipScope::NextThisTurn);
    table.until_end_of(1);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::Upkeep).count(), 1);
}

#[test]
fn a_main_phase_added_as_a_step_is_a_phase() {
    let mut table = Table::new(3);
    table.to(1, Step::BeginningOfCombat);
    table.turns.add_step(Step::PostcombatMain, false, Tag(1), &mut table.log);
    table.until_end_of(1);
    let expected = [Phase::Combat, Phase::PostcombatMain, Phase::PostcombatMain, Phase::Ending];
    assert_eq!(table.phases(1)[2..], expected);
}

#[test]
fn cr_508_8_without_attackers_no_blockers_and_no_damage() {
    let mut table = Table::new(3);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[4..7], [Step::BeginningOfCombat, Step::DeclareAttackers, Step::EndOfCombat]);
    assert_eq!(table.count(|e| matches!(e, TurnEvent::StepSkipped { .. })), 0, "no skip effect is at work");
}

#[test]
fn cr_508_8_no_attackers_use_up_no_skip() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::CombatDamage), SkipScope::Next);
    table.until_end_of(1);
    assert_eq!(table.turns.pending_skips().len(), 1);
}

#[test]
fn cr_508_8_skipping_the_declaration_leaves_creatures_put_onto_the_battlefield_attacking() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::DeclareAttackers), SkipScope::Next);
    table.to(1, Step::BeginningOfCombat).attack(false);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[5..7], [Step::DeclareBlockers, Step::CombatDamage]);
}

#[test]
fn cr_510_4_first_strike_as_the_damage_step_begins_makes_two() {
    let mut table = Table::new(3);
    table.to(1, Step::DeclareAttackers).attack(true);
    table.until_end_of(1);
    let damage = [Step::FirstStrikeDamage, Step::CombatDamage, Step::EndOfCombat];
    assert_eq!(table.steps(1)[7..10], damage);
}

#[test]
fn cr_510_4_first_strike_gained_or_lost_before_the_step_begins_decides() {
    for (at_blocks, steps) in [(true, 2), (false, 1)] {
        let mut table = Table::new(3);
        table.to(1, Step::DeclareAttackers).attack(!at_blocks);
        table.to(1, Step::DeclareBlockers).attack(at_blocks);
        table.until_end_of(1);
        let damage = |s: &&Step| matches!(s, Step::FirstStrikeDamage | Step::CombatDamage);
        assert_eq!(table.steps(1).iter().filter(damage).count(), steps);
    }
}

#[test]
fn cr_510_4_the_second_step_comes_even_when_first_strike_is_gone_or_new() {
    for now in [false, true] {
        let mut table = Table::new(3);
        table.to(1, Step::DeclareAttackers).attack(true);
        table.to(1, Step::FirstStrikeDamage).attack(now);
        table.until_end_of(1);
        assert_eq!(table.steps(1)[7..10], [Step::FirstStrikeDamage, Step::CombatDamage, Step::EndOfCombat]);
    }
}

#[test]
fn cr_506_1_one_skip_of_combat_damage_skips_one_of_two_steps() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::CombatDamage), SkipScope::Next);
    table.to(1, Step::DeclareAttackers).attack(true);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[6..9], [Step::DeclareBlockers, Step::CombatDamage, Step::EndOfCombat]);
}

#[test]
fn cr_506_1_a_static_skip_of_combat_damage_skips_both_steps() {
    let mut table = Table::new(3);
    table.statics(&[(&[A], StaticSkippable::Each(Skippable::Step(Step::CombatDamage)))]);
    table.to(1, Step::DeclareAttackers).attack(true);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[6..8], [Step::DeclareBlockers, Step::EndOfCombat]);
}

#[test]
fn a_skip_of_the_first_strike_step_waits_for_one() {
    let mut table = Table::new(3);
    table.skip(A, Skippable::Step(Step::FirstStrikeDamage), SkipScope::Next);
    table.to(1, Step::DeclareAttackers).attack(false);
    table.until_end_of(1);
    assert!(table.steps(1).contains(&Step::CombatDamage));
    assert_eq!(table.turns.pending_skips().len(), 1);
    table.to(4, Step::DeclareAttackers).attack(true);
    table.until_end_of(4);
    assert!(table.steps(4).contains(&Step::CombatDamage) && !table.steps(4).contains(&Step::FirstStrikeDamage));
}

#[test]
fn cr_514_3a_another_cleanup_step_follows_in_the_same_phase() {
    let mut table = Table::new(3);
    table.to(1, Step::Cleanup).turns.repeat_cleanup();
    let ended = |ended| Transition::StepEnded { step: Step::Cleanup, phase_ended: ended, turn_ended: ended };
    assert_eq!(table.next(), ended(false));
    assert_eq!(table.next(), Transition::StepBegan { phase_began: false });
    table.turns.repeat_cleanup();
    table.until_end_of(1);
    assert_eq!(table.steps(1).iter().filter(|s| **s == Step::Cleanup).count(), 3);
    assert_eq!(*table.progress.last().unwrap(), ended(true));
}

#[test]
fn steps_to_come_are_listed_next_first() {
    let mut table = Table::new(3);
    table.to(1, Step::PostcombatMain);
    table.turns.add_step(Step::Upkeep, true, Tag(5), &mut table.log);
    let to_come: Vec<_> = table.turns.steps_to_come().into_iter().map(|s| (s.step, s.added_by)).collect();
    assert_eq!(to_come, [(Step::Upkeep, Some(Tag(5))), (Step::End, None), (Step::Cleanup, None)]);
}

#[test]
fn combats_and_mains_are_counted_in_each_turn_anew() {
    let mut table = Table::new(3);
    table.to(1, Step::PostcombatMain);
    add(&mut table, &[Phase::Combat, Phase::PostcombatMain], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!((table.turns.turn().combats, table.turns.turn().mains), (2, 3));
    table.until_end_of(2);
    assert_eq!((table.turns.turn().combats, table.turns.turn().mains), (1, 2));
}

// ---- sequences of one's own ----

fn with_sequence(phases: &[&[Step]]) -> Table {
    let sequence = Sequence(phases.iter().map(|steps| steps.to_vec()).collect());
    Table::with(TurnSetup { sequence, ..TurnSetup::new(3) })
}

#[test]
fn a_custom_step_belongs_to_the_phase_round_it() {
    let mut table = with_sequence(&[&[Step::Custom(1), Step::BeginningOfCombat, Step::Custom(2)], &[Step::Custom(3)]]);
    table.until_end_of(1);
    assert_eq!(table.phases(1), [Phase::Combat, Phase::Custom(3)]);
    assert_eq!(table.turns.turn().combats, 1);
}

#[test]
fn cr_505_1a_a_main_step_behind_a_custom_one_is_of_the_main_phase_that_has_begun() {
    let main: &[Step] = &[Step::Custom(1), Step::PrecombatMain];
    let mut table = with_sequence(&[main, &[Step::BeginningOfCombat], main]);
    table.until_end_of(1);
    let custom = Step::Custom(1);
    let expected = [custom, Step::PrecombatMain, Step::BeginningOfCombat, custom, Step::PostcombatMain];
    assert_eq!(table.steps(1), expected);
    assert_eq!(table.phases(1), [Phase::PrecombatMain, Phase::Combat, Phase::PostcombatMain]);
}

#[test]
fn a_custom_phase_can_be_added_skipped_and_found() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    assert_eq!(add(&mut table, &[Phase::Custom(4)], AfterPhase::This), 1);
    assert_eq!(add(&mut table, &[Phase::Ending], AfterPhase::Next(Phase::Custom(4))), 1);
    table.until_end_of(1);
    let expected = [Phase::Beginning, Phase::Custom(4), Phase::Ending, Phase::PrecombatMain];
    assert_eq!(table.phases(1)[..4], expected);
    table.to(2, Step::Upkeep);
    table.skip(turnlab::turn::Seat(1), Skippable::Phase(Phase::Custom(4)), SkipScope::Next);
    add(&mut table, &[Phase::Custom(4)], AfterPhase::This);
    table.until_end_of(2);
    assert_eq!(table.phases(2), Phase::ALL);
}

#[test]
fn an_added_phase_has_the_steps_of_the_tables_own_sequence() {
    let combat = [Step::BeginningOfCombat, Step::Custom(1), Step::DeclareAttackers];
    let mut table = with_sequence(&[&[Step::PrecombatMain], &combat, &[Step::Cleanup]]);
    table.to(1, Step::PrecombatMain);
    add(&mut table, &[Phase::Combat], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!(table.steps(1)[1..7], [combat, combat].concat());
}

#[test]
fn a_table_without_steps_takes_turns_all_the_same() {
    let mut table = with_sequence(&[]);
    assert_eq!(table.order_of(4), "A B C A");
}

#[test]
fn facts_of_combat_are_asked_as_the_step_begins() {
    let mut table = Table::new(3);
    table.to(1, Step::DeclareAttackers).next();
    table.facts = CombatFacts { attackers: true, first_strike: false };
    assert_eq!(table.next(), Transition::StepBegan { phase_began: false });
    assert_eq!(table.turns.step(), Step::DeclareBlockers);
}

#[test]
fn cr_500_9_of_the_steps_of_a_turn_only_the_added_one_is_told_as_added() {
    let mut table = Table::new(3);
    table.to(1, Step::Draw);
    table.turns.add_step(Step::Upkeep, true, Tag(1), &mut table.log);
    table.until_end_of(1);
    let added = table.log.iter().filter_map(|event| match event {
        TurnEvent::StepBegan { turn: 1, step, added: true, .. } => Some(*step),
        _ => None,
    });
    assert_eq!(added.collect::<Vec<_>>(), [Step::Upkeep]);
    assert_eq!(table.steps(1)[2..5], [Step::Draw, Step::Upkeep, Step::PrecombatMain]);
}

#[test]
fn cr_724_1d_a_phase_added_after_the_cleanup_that_ended_a_turn_is_a_phase_of_its_own() {
    let mut table = Table::new(3);
    table.to(1, Step::Cleanup);
    add(&mut table, &[Phase::Combat], AfterPhase::This);
    table.to(1, Step::BeginningOfCombat);
    table.turns.end_turn(&mut table.log);
    table.to(1, Step::Cleanup);
    add(&mut table, &[Phase::Combat], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!(table.phases(1)[4..], [Phase::Ending, Phase::Combat, Phase::Ending, Phase::Combat]);
}

/// The phases and steps that were added, by what is said as they begin.
fn added(table: &Table) -> (Vec<Phase>, Vec<(Phase, Step)>) {
    let phases = table.log.iter().filter_map(|e| match e {
        TurnEvent::PhaseBegan { phase, added: true, .. } => Some(*phase),
        _ => None,
    });
    let steps = table.log.iter().filter_map(|e| match e {
        TurnEvent::StepBegan { phase, step, added: true, .. } => Some((*phase, *step)),
        _ => None,
    });
    (phases.collect(), steps.collect())
}

#[test]
fn cr_500_8_an_added_phase_is_said_to_be_one_and_its_steps_are_not() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    add(&mut table, &[Phase::Combat], AfterPhase::This);
    table.until_end_of(1);
    assert_eq!(added(&table), (vec![Phase::Combat], vec![]));
}

#[test]
fn cr_500_9_a_step_added_to_a_phase_is_of_that_phase() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    table.turns.add_step(Step::Upkeep, false, Tag(1), &mut table.log);
    table.until_end_of(1);
    assert_eq!(added(&table), (vec![], vec![(Phase::PrecombatMain, Step::Upkeep)]));
}

#[test]
fn cr_500_10_a_step_in_a_phase_of_its_own_is_added_and_the_phase_only_comes_with_it() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    table.turns.add_step(Step::Upkeep, true, Tag(1), &mut table.log);
    table.until_end_of(1);
    assert_eq!(added(&table), (vec![], vec![(Phase::Beginning, Step::Upkeep)]));
    assert_eq!(table.phases(1)[1..3], [Phase::PrecombatMain, Phase::Beginning]);
}

#[test]
fn cr_609_3_after_this_main_phase_adds_nothing_outside_of_one() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::ThisMain), 0);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::ThisCombat), 0);
    table.to(1, Step::PrecombatMain);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::ThisCombat), 0);
    assert_eq!(add(&mut table, &[Phase::Beginning], AfterPhase::ThisMain), 1);
    table.to(1, Step::BeginningOfCombat);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::ThisMain), 0);
    assert_eq!(add(&mut table, &[Phase::Combat], AfterPhase::ThisCombat), 1);
    table.until_end_of(1);
    assert_eq!(table.phases(1)[2..5], [Phase::Beginning, Phase::Combat, Phase::Combat]);
}

#[test]
fn cr_614_10a_what_follows_a_skipped_phase_waits_for_the_next_or_is_lost_with_it() {
    let lost = |table: &Table| table.count(|e| matches!(e, TurnEvent::AddedPhaseLost { .. }));
    for (scope, comes) in [(SkipScope::NextThisTurn, true), (SkipScope::ThisTurn, false)] {
        let mut table = Table::new(3);
        table.to(1, Step::PrecombatMain);
        add(&mut table, &[Phase::Beginning], AfterPhase::FirstPostcombatMain);
        add(&mut table, &[Phase::Combat, Phase::PostcombatMain], AfterPhase::This);
        table.skip(A, Skippable::Phase(Phase::PostcombatMain), scope);
        assert_eq!(table.turns.scheduled_phases().len(), 1);
        table.until_end_of(1);
        assert_eq!(table.phases(1).iter().filter(|p| **p == Phase::Beginning).count(), 1 + usize::from(comes));
        assert_eq!((lost(&table), table.turns.scheduled_phases().len()), (usize::from(!comes), 0), "{scope:?}");
    }
}

#[test]
fn cr_505_1a_steps_to_come_show_what_follows_the_first_postcombat_main_phase_as_it_stands() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    add(&mut table, &[Phase::Combat], AfterPhase::FirstPostcombatMain);
    let to_come = |table: &Table| -> Vec<_> {
        let steps = table.turns.steps_to_come();
        steps
            .iter()
            .filter(|s| matches!(s.step, Step::PrecombatMain | Step::BeginningOfCombat))
            .map(|s| s.step)
            .collect()
    };
    assert_eq!(to_come(&table), [Step::BeginningOfCombat, Step::PrecombatMain, Step::BeginningOfCombat]);
    add(&mut table, &[Phase::PostcombatMain], AfterPhase::This);
    let mains_and_combats =
        [Step::PrecombatMain, Step::BeginningOfCombat, Step::BeginningOfCombat, Step::PrecombatMain];
    assert_eq!(to_come(&table), mains_and_combats, "the added main phase is the first");
}
