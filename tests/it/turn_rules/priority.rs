//! Priority (CR 117), standing passes, time.

use turnlab::turn::{
    AfterPhase, BySeat, Interrupts, Limits, Passing, Phase, Seat, SlowPlay, Step, StepSet, Tag, Teams, TurnEvent,
    TurnSetup, WakeSteps, Yield, YieldUntil,
};

use crate::turn_table::{A, B, C, Table};

fn in_upkeep(seats: usize) -> Table {
    let mut table = Table::new(seats);
    table.to(1, Step::Upkeep);
    table.turns.open_priority(&mut table.log);
    table
}

fn pass(table: &mut Table) -> Option<Seat> {
    table.turns.pass(false, &mut table.log)
}

#[test]
fn cr_117_3a_the_active_player_gets_priority_first() {
    let mut table = Table::new(3);
    table.to(2, Step::Draw);
    assert_eq!(table.turns.priority(), None);
    assert_eq!(table.turns.open_priority(&mut table.log), B);
}

#[test]
fn cr_117_3d_and_117_4_a_pass_hands_on_and_when_all_have_passed_nobody_has_priority() {
    let mut table = in_upkeep(3);
    assert_eq!([pass(&mut table), pass(&mut table), pass(&mut table)], [Some(B), Some(C), None]);
    assert_eq!(pass(&mut table), None, "nobody can pass without priority");
    assert_eq!(table.count(|e| matches!(e, TurnEvent::Passed { .. })), 3);
}

#[test]
fn cr_117_3c_who_acts_keeps_priority_and_all_must_pass_again() {
    let mut table = in_upkeep(3);
    pass(&mut table);
    pass(&mut table);
    table.turns.acted();
    assert_eq!(table.turns.priority(), Some(C));
    assert_eq!([pass(&mut table), pass(&mut table), pass(&mut table)], [Some(A), Some(B), None]);
}

#[test]
fn cr_117_4_the_round_is_not_over_just_because_the_active_player_is_next() {
    let mut table = in_upkeep(3);
    pass(&mut table);
    table.turns.acted();
    pass(&mut table);
    assert_eq!(pass(&mut table), Some(A), "B acted since A passed");
    assert_eq!(pass(&mut table), None);
}

#[test]
fn cr_117_3b_after_a_resolution_the_active_player_has_priority_again() {
    let mut table = in_upkeep(2);
    pass(&mut table);
    table.turns.acted();
    pass(&mut table);
    assert_eq!(pass(&mut table), None);
    assert_eq!(table.turns.open_priority(&mut table.log), A);
    assert_eq!([pass(&mut table), pass(&mut table)], [Some(B), None]);
}

#[test]
fn priority_goes_round_in_the_direction_of_play() {
    let mut table = in_upkeep(3);
    table.turns.reverse(&mut table.log);
    assert_eq!([pass(&mut table), pass(&mut table), pass(&mut table)], [Some(C), Some(B), None]);
}

#[test]
fn cr_500_12_nobody_has_priority_between_steps() {
    let mut table = in_upkeep(2);
    table.next();
    assert_eq!(table.turns.priority(), None);
}

// ---- standing passes ----

fn standing(until: YieldUntil) -> Yield {
    Yield { until, breaks_on: Interrupts::ATTACKED | Interrupts::TARGETED }
}

fn wakes(own: &[Step], others: &[Step], last: &[Step]) -> YieldUntil {
    let [own, others, last] = [own, others, last].map(StepSet::of);
    YieldUntil::Steps(WakeSteps { own, others, last })
}

#[test]
fn the_turn_before_ones_own_is_told_by_who_is_left_and_the_direction_of_play() {
    let before_mine = wakes(&[], &[], &[Step::End]);
    let mut table = in_upkeep(3);
    table.turns.set_yield(A, Some(standing(before_mine)));
    table.leave(C);
    table.to(2, Step::End);
    assert!(!table.turns.yields(A), "B is the last before A once C is gone");
    let mut table = in_upkeep(3);
    table.turns.set_yield(B, Some(standing(before_mine)));
    table.turns.reverse(&mut table.log);
    table.to(1, Step::End);
    assert!(table.turns.yields(B), "C comes after A");
    table.to(2, Step::End);
    assert!(!table.turns.yields(B));
}

#[test]
fn a_standing_pass_until_the_stack_is_empty_ends_when_that_is_told_and_not_with_the_turn() {
    let mut table = in_upkeep(3);
    table.turns.set_yield(B, Some(standing(YieldUntil::StackEmpty)));
    table.turns.set_yield(C, Some(standing(YieldUntil::OwnTurn)));
    table.to(2, Step::End);
    assert!(table.turns.yields(B));
    table.turns.stack_is_empty();
    assert!(!table.turns.yields(B) && table.turns.yields(C));
}

#[test]
fn a_card_gained_ends_a_standing_pass_at_once_but_before_ones_own_main_phase_with_the_next_spell() {
    let minding = Yield { until: YieldUntil::OwnTurn, breaks_on: Interrupts::CARD_GAINED };
    let mut table = in_upkeep(3);
    for seat in [A, B] {
        table.turns.set_yield(seat, Some(minding));
        table.turns.gained_card(seat);
    }
    table.turns.set_yield(C, Some(standing(YieldUntil::OwnTurn)));
    table.turns.gained_card(C);
    assert_eq!([A, B, C].map(|seat| table.turns.yields(seat)), [true, false, true]);
    table.turns.interrupt(A, Interrupts::ATTACKED);
    assert!(table.turns.yields(A));
    table.turns.interrupt(A, Interrupts::SPELL_CAST);
    assert!(!table.turns.yields(A));
    table.to(1, Step::PrecombatMain);
    table.turns.set_yield(A, Some(minding));
    table.turns.gained_card(A);
    assert!(!table.turns.yields(A), "the main phase has come");
}

#[test]
fn a_card_gained_in_a_beginning_phase_after_the_main_phases_ends_a_standing_pass() {
    let mut table = in_upkeep(3);
    table.to(1, Step::PostcombatMain);
    table.turns.add_phases(&[Phase::Beginning], AfterPhase::This, Tag(0), &mut table.log);
    table.to(1, Step::Draw);
    table.turns.set_yield(A, Some(Yield { until: YieldUntil::OwnTurn, breaks_on: Interrupts::CARD_GAINED }));
    table.turns.gained_card(A);
    assert!(!table.turns.yields(A), "no main phase comes any more");
}

#[test]
fn a_teammates_turn_is_ones_own() {
    let mut table = Table::with(TurnSetup { teams: Teams::of_size(2), ..TurnSetup::new(4) });
    table.to(1, Step::Upkeep);
    table.turns.set_yield(B, Some(standing(wakes(&[Step::Draw], &[Step::Upkeep], &[]))));
    table.to(1, Step::Draw);
    assert!(!table.turns.yields(B));
}

#[test]
fn a_standing_pass_ends_with_what_it_names() {
    let cases = [
        (YieldUntil::EndOfStep, (1, Step::Upkeep), (1, Step::Draw)),
        (YieldUntil::EndOfTurn, (1, Step::Cleanup), (2, Step::Untap)),
        (YieldUntil::OwnTurn, (3, Step::Cleanup), (4, Step::Untap)),
        (wakes(&[Step::End, Step::Draw], &[], &[]), (1, Step::Upkeep), (1, Step::Draw)),
        (wakes(&[Step::DeclareBlockers, Step::End], &[], &[]), (1, Step::PostcombatMain), (1, Step::End)),
        (wakes(&[Step::Upkeep], &[], &[]), (3, Step::Cleanup), (4, Step::Upkeep)),
        (wakes(&[Step::Upkeep], &[Step::Draw], &[]), (2, Step::Upkeep), (2, Step::Draw)),
        (wakes(&[Step::Upkeep], &[], &[Step::End]), (3, Step::PostcombatMain), (3, Step::End)),
        (wakes(&[Step::Upkeep], &[Step::End], &[Step::Draw]), (2, Step::PostcombatMain), (2, Step::End)),
    ];
    for (until, last, first) in cases {
        let mut table = in_upkeep(3);
        table.turns.set_yield(A, Some(standing(until)));
        table.to(last.0, last.1);
        assert!(table.turns.yields(A), "{until:?}");
        table.to(first.0, first.1);
        assert!(!table.turns.yields(A), "{until:?}");
    }
}

#[test]
fn an_interrupt_ends_standing_passes_that_break_on_it() {
    let mut table = in_upkeep(3);
    table.turns.set_yield(B, Some(standing(YieldUntil::OwnTurn)));
    table.turns.set_yield(C, Some(standing(YieldUntil::OwnTurn)));
    table.turns.interrupt(B, Interrupts::SPELL_CAST);
    assert!(table.turns.yields(B));
    table.turns.interrupt(B, Interrupts::TARGETED | Interrupts::SPELL_CAST);
    assert!(!table.turns.yields(B) && table.turns.yields(C));
}

#[test]
fn what_one_player_does_ends_the_standing_passes_of_the_others() {
    let mut table = in_upkeep(3);
    for seat in [A, B, C] {
        let breaks_on = if seat == C { Interrupts::SPELL_CAST } else { Interrupts::ABILITY };
        table.turns.set_yield(seat, Some(Yield { until: YieldUntil::OwnTurn, breaks_on }));
    }
    table.turns.interrupt_others(A, Interrupts::ABILITY);
    assert_eq!([A, B, C].map(|seat| table.turns.yields(seat)), [true, false, true]);
}

#[test]
fn a_standing_pass_can_be_taken_back_and_goes_with_its_player() {
    let mut table = in_upkeep(3);
    for seat in [B, C] {
        table.turns.set_yield(seat, Some(standing(YieldUntil::OwnTurn)));
    }
    table.turns.set_yield(B, None);
    table.leave(C);
    assert!(!table.turns.yields(B) && !table.turns.yields(C));
}

// ---- time ----

fn limited(limits: &[Limits]) -> Table {
    Table::with(TurnSetup { limits: limits.iter().copied().collect(), ..TurnSetup::new(limits.len()) })
}

#[test]
fn a_limit_for_each_turn_is_exceeded_once_and_counts_anew_each_turn() {
    let mut table = limited(&[Limits { per_turn: Some(100), per_game: None }, Limits::default()]);
    table.to(1, Step::Upkeep);
    let charges = [60, 40, 1, 50].map(|micros| table.turns.charge(A, micros, &mut table.log));
    assert_eq!(charges, [false, false, true, false]);
    assert!(table.turns.clock().over(A));
    table.until_turn(2);
    assert!(!table.turns.clock().over(A));
    assert_eq!(table.turns.clock().spent(A), (0, 151));
    assert!(table.turns.charge(A, 101, &mut table.log));
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TimeLimitExceeded { seat: A })), 2);
}

#[test]
fn a_limit_for_the_game_is_never_reset() {
    let mut table = limited(&[Limits { per_turn: None, per_game: Some(100) }, Limits::default()]);
    table.to(1, Step::Upkeep);
    assert!(!table.turns.charge(A, 100, &mut table.log));
    table.until_turn(5);
    assert!(table.turns.charge(A, 1, &mut table.log));
    table.until_turn(6);
    assert!(table.turns.clock().over(A));
}

#[test]
fn a_seat_without_limits_is_charged_and_never_over() {
    let mut table = limited(&[Limits { per_turn: Some(1), per_game: Some(1) }, Limits::default()]);
    table.to(1, Step::Upkeep);
    assert!(!table.turns.charge(B, u64::MAX, &mut table.log));
    assert!(!table.turns.charge(B, u64::MAX, &mut table.log), "and nothing overflows");
    assert_eq!(table.turns.clock().spent(B), (u64::MAX, u64::MAX));
}

#[test]
fn without_any_limit_nothing_is_charged() {
    let mut table = in_upkeep(2);
    assert!(!table.turns.charge(A, 1_000_000, &mut table.log));
    assert_eq!(table.count(|e| matches!(e, TurnEvent::TimeSpent { .. })), 0);
    let none = BySeat::new(2, |_| Limits::default());
    assert_eq!(*table.turns.clock(), turnlab::turn::Clock::new(none));
}

#[test]
fn slow_play_ends_the_turn_unless_the_table_says_otherwise() {
    assert_eq!(SlowPlay::default(), SlowPlay::EndTurn);
}

#[test]
fn time_can_be_kept_where_there_are_no_limits() {
    let mut table = Table::new(2);
    assert!(!table.turns.charge(A, 5, &mut table.log));
    assert_eq!(table.turns.clock().spent(A), (0, 0), "nobody looks at the clock");
    table.turns.keep_time();
    table.to(1, Step::Upkeep);
    assert!(!table.turns.charge(A, 7, &mut table.log), "no limit to go over");
    table.until_turn(3);
    assert!(!table.turns.charge(A, 8, &mut table.log));
    assert_eq!(table.turns.clock().spent(A), (8, 15), "in this turn, and in the game");
}

#[test]
fn house_rule_the_active_player_alone_gets_priority_and_everybody_once_they_have_left() {
    let mut table = Table::with(TurnSetup { passing: Passing::ActivePlayer, ..TurnSetup::new(3) });
    table.to(2, Step::Upkeep);
    assert_eq!(table.turns.open_priority(&mut table.log), B);
    assert_eq!(pass(&mut table), None);
    table.leave(B);
    assert_eq!(table.turns.open_priority(&mut table.log), C);
    assert_eq!([pass(&mut table), pass(&mut table)], [Some(A), None]);
}
