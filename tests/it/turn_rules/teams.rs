//! Shared team turns (CR 805) in the schedule alone.

use turnlab::turn::{
    AfterTurn, Interrupts, Lasts, PendingTurnSpec, Phase, PhaseModification, Seat, SeatSet, Selector, SkipScope,
    Skippable, StaticSkippable, Step, Tag, Teams, TurnSetup, Yield, YieldUntil,
};

use crate::turn_table::{A, B, C, D, Table, modification, static_skip};

const E: Seat = Seat(4);
const F: Seat = Seat(5);

/// So many teams of two.
fn teams(n: usize) -> Table {
    Table::with(TurnSetup { teams: Teams::of_size(2), ..TurnSetup::new(2 * n) })
}

#[test]
fn cr_805_4_teams_take_turns_for_which_the_primary_player_stands() {
    assert_eq!(teams(3).order_of(5), "A C E A C");
}

#[test]
fn cr_805_6_apnap_order_goes_team_by_team_from_the_active_one() {
    let mut table = teams(3);
    table.until_turn(2);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [C, D, E, F, A, B]);
    table.turns.reverse(&mut table.log);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [C, D, A, B, E, F]);
    table.leave(A);
    assert_eq!(table.turns.apnap().collect::<Vec<_>>(), [C, D, E, F]);
}

#[test]
fn cr_102_3_teammates_are_no_opponents_and_everybody_else_is_one() {
    let turns = teams(2).turns;
    assert!(!turns.are_opponents(A, B) && !turns.are_opponents(C, D));
    assert!(turns.are_opponents(B, C) && turns.are_opponents(A, D));
    let alone = Table::new(2).turns;
    assert!(alone.are_opponents(A, B) && !alone.are_opponents(A, A));
}

#[test]
fn cr_805_4a_it_is_the_turn_of_every_member() {
    let mut table = teams(2);
    table.until_turn(2);
    assert_eq!(table.turns.active_team(), [C, D].into_iter().collect::<SeatSet>());
    assert_eq!([A, B, C, D].map(|seat| table.turns.is_active(seat)), [false, false, true, true]);
}

#[test]
fn cr_805_8_what_a_member_gets_of_turns_or_misses_the_team_does() {
    let mut table = teams(2);
    table.to(1, Step::End).extra(D);
    table.skip_turn(B);
    assert_eq!(table.order_of(4), "A C* C C");
    assert_eq!(table.skipped_turns().len(), 1);
}

#[test]
fn cr_805_8_who_controls_a_member_controls_the_team() {
    let mut table = teams(2);
    table.to(1, Step::End);
    table.turns.control_next_turn(D, B, &mut table.log);
    assert_eq!(table.order_of(2), "A C[by:B]");
    assert_eq!([A, B, C, D].map(|seat| table.turns.decider(seat)), [A, B, B, B]);
}

#[test]
fn cr_810_8a_a_team_leaves_together() {
    let mut table = teams(3);
    table.to(1, Step::End).leave(D);
    assert_eq!(table.turns.living(), [A, B, E, F].into_iter().collect::<SeatSet>());
    assert_eq!(table.order_of(3), "A E A");
}

#[test]
fn cr_810_8a_control_ends_when_the_controller_s_team_leaves() {
    let mut table = teams(3);
    table.to(1, Step::End);
    table.turns.control_next_turn(C, E, &mut table.log);
    table.to(2, Step::Upkeep);
    assert_eq!(table.turns.decider(C), E);
    table.leave(F);
    assert_eq!(table.turns.decider(C), C);
}

#[test]
fn cr_805_5b_a_team_passes_when_no_member_acts_and_then_the_next_team_does() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    let mut holders = vec![table.turns.open_priority(&mut table.log)];
    while let Some(next) = table.turns.pass(false, &mut table.log) {
        holders.push(next);
    }
    assert_eq!(holders, [A, B, C, D]);
}

#[test]
fn cr_800_4a_when_the_team_with_priority_leaves_the_next_team_gets_it() {
    let mut table = teams(3);
    table.to(1, Step::Upkeep);
    table.turns.open_priority(&mut table.log);
    table.turns.pass(false, &mut table.log);
    assert_eq!(table.turns.priority(), Some(B));
    table.leave(A);
    assert_eq!(table.turns.priority(), Some(C));
}

#[test]
fn cr_805_8_static_skips_and_modifications_for_a_member_are_the_team_s() {
    let mut table = teams(2);
    table.statics(&[(&[D], StaticSkippable::Each(Skippable::Step(Step::Untap)))]);
    let draw_without_priority = PhaseModification {
        seats: SeatSet::only(B),
        skip_priority: true,
        ..modification(Selector::Step(Step::Draw), Lasts::Always)
    };
    table.turns.modify(draw_without_priority);
    table.to(1, Step::Draw);
    assert!(table.turns.treatment().skip_priority);
    table.to(2, Step::Draw);
    assert!(!table.turns.treatment().skip_priority);
    assert!(table.steps(1).contains(&Step::Untap) && !table.steps(2).contains(&Step::Untap));
}

#[test]
fn a_standing_pass_until_one_s_own_turn_ends_with_the_team_s_turn() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    let standing = Yield { until: YieldUntil::OwnTurn, breaks_on: Interrupts::empty() };
    table.turns.set_yield(D, Some(standing));
    table.to(1, Step::End);
    assert!(table.turns.yields(D));
    table.to(2, Step::Upkeep);
    assert!(!table.turns.yields(D));
}

#[test]
fn cr_805_8_a_counted_skip_of_a_phase_is_used_up_by_the_team() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    table.skip(D, Skippable::Phase(Phase::Combat), SkipScope::Next);
    table.until_turn(5);
    let combats = |turn| table.phases(turn).iter().filter(|p| **p == Phase::Combat).count();
    assert_eq!([1, 2, 3, 4].map(combats), [1, 0, 1, 1]);
}

#[test]
fn a_schedule_tells_whether_extra_turns_wait() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    assert!(!table.turns.has_pending_turns());
    table.extra(B);
    assert!(table.turns.has_pending_turns());
    assert_eq!(table.turns.pending_turns().len(), 1);
    table.until_turn(3);
    assert!(!table.turns.has_pending_turns());
}

#[test]
fn cr_805_8_a_lasting_skip_of_one_member_is_the_teams() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    table.turns.add_lasting_skip(static_skip(&[D], StaticSkippable::Each(Skippable::Step(Step::Draw))));
    table.until_turn(5);
    assert_eq!([2, 3, 4].map(|turn| table.steps(turn).contains(&Step::Draw)), [false, true, false]);
}

#[test]
fn cr_805_5b_who_passed_before_a_teammate_acted_has_priority_before_the_next_team() {
    let mut table = teams(2);
    table.to(1, Step::Upkeep);
    table.turns.open_priority(&mut table.log);
    assert_eq!(table.turns.pass(false, &mut table.log), Some(B));
    table.turns.acted();
    let after_b: Vec<_> = std::iter::from_fn(|| table.turns.pass(false, &mut table.log)).collect();
    assert_eq!(after_b, [A, C, D]);
}

#[test]
fn cr_805_8_an_extra_turn_after_a_members_next_turn_follows_the_teams() {
    let mut table = teams(2);
    table.to(1, Step::End);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(D), ..PendingTurnSpec::plain(B, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    assert_eq!(table.order_of(4), "A C A* A");
}
