//! A turn manager is a value: it can be cloned, compared, written down, and gone back to.

use turnlab::turn::{
    AfterTurn, History, Lasts, PendingTurnSpec, Phase, PhaseModification, Seat, Selector, SkipScope, Skippable,
    StaticSkippable, Step, StepSet, Tag, TurnEvent, TurnManager,
};

use crate::turn_table::{A, B, C, D, Table, modification, static_skip};

/// A table in the middle of everything.
fn busy() -> Table {
    let mut table = Table::new(4);
    table.to(1, Step::End);
    table.extra(C);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(A, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    table.skip(B, Skippable::Step(Step::Draw), SkipScope::NextTurn);
    table.statics(&[(&[A, B], StaticSkippable::Each(Skippable::Step(Step::Untap)))]);
    table.turns.control_next_turn(C, B, &mut table.log);
    let selector = Selector::Step(Step::End);
    table.turns.modify(PhaseModification { skip_priority: true, ..modification(selector, Lasts::Once) });
    table.to(2, Step::PrecombatMain);
    table.turns.open_priority(&mut table.log);
    table
}

/// Twenty turns on from here.
fn played_on(turns: &TurnManager) -> (TurnManager, String) {
    let mut table = Table::new(4);
    table.turns = turns.clone();
    let end = turns.turn().number + 20;
    table.until_end_of(end);
    let order = table.order();
    (table.turns, order)
}

#[test]
fn a_clone_is_equal_and_plays_the_same() {
    let table = busy();
    let copy = table.turns.clone();
    assert_eq!(copy, table.turns);
    assert_eq!(played_on(&copy), played_on(&table.turns));
}

#[test]
fn written_down_and_read_again_it_is_the_same() {
    let table = busy();
    let text = serde_json::to_string(&table.turns).expect("a manager can be written");
    let read: TurnManager = serde_json::from_str(&text).expect("and read");
    assert_eq!(read, table.turns);
    assert_eq!(played_on(&read), played_on(&table.turns));
}

#[test]
fn going_back_equals_never_having_played() {
    let mut table = busy();
    let mut history = History::new();
    let kept = table.turns.clone();
    let mark = history.mark(&table.turns);
    let after = played_on(&kept);
    table.extra(A);
    table.leave(B).until_end_of(9);
    assert_ne!(table.turns, kept);
    let back = history.rewind(mark).expect("the mark is kept");
    assert_eq!(back, kept);
    assert_eq!(played_on(&back), after);
}

#[test]
fn marks_can_be_gone_back_to_again_and_again() {
    let mut table = busy();
    let mut history = History::new();
    let marks: Vec<_> = (3..6)
        .map(|turn| {
            table.to(turn, Step::Upkeep);
            history.mark(&table.turns)
        })
        .collect();
    assert_eq!((history.len(), History::<TurnManager>::new().is_empty()), (3, true));
    for _ in 0..2 {
        assert_eq!(history.rewind(marks[0]).map(|t| t.turn().number), Some(3));
    }
    assert_eq!(history.rewind(marks[2]), None);
    assert_eq!((history.len(), history.is_empty()), (1, false));
}

#[test]
fn two_ways_to_the_same_state_are_equal() {
    let (mut one, mut other) = (Table::new(3), Table::new(3));
    one.to(1, Step::Upkeep);
    one.statics(&[(&[A], StaticSkippable::Each(Skippable::Step(Step::Draw)))]);
    one.to(1, Step::PrecombatMain);
    one.statics(&[]);
    other.to(1, Step::Draw);
    other.to(1, Step::PrecombatMain);
    assert_eq!(one.turns, other.turns, "nothing is left of skips that are gone");
}

// ---- what is pending can be read ----

#[test]
fn pending_turns_are_told_in_the_order_in_which_they_would_be_taken() {
    let mut table = Table::new(4);
    table.to(1, Step::Upkeep);
    table.extra(C);
    let spec = PendingTurnSpec { after: AfterTurn::NextOf(B), ..PendingTurnSpec::plain(A, Tag(1)) };
    table.turns.grant_extra_turn(spec, &mut table.log);
    table.extra(D);
    let pending: Vec<_> = table.turns.pending_turns().iter().map(|t| (t.seat, t.waits_for())).collect();
    assert_eq!(pending, [(D, None), (C, None), (A, Some(B))]);
}

#[test]
fn control_and_lasting_skips_that_wait_are_told() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    table.turns.control_next_turn(C, B, &mut table.log);
    let what = StaticSkippable::Each(Skippable::Step(Step::Draw));
    table.statics(&[(&[A], what)]);
    table.turns.add_lasting_skip(static_skip(&[B], what));
    assert_eq!(table.turns.pending_controls().collect::<Vec<_>>(), [(C, B)]);
    let seats: Vec<_> = table.turns.static_skips().map(|s| s.seats).collect();
    assert_eq!(seats, [[A].into_iter().collect(), [B].into_iter().collect()]);
}

#[test]
fn a_skipped_turn_tells_how_many_skips_of_that_players_turns_are_left() {
    let mut table = Table::new(3);
    table.to(1, Step::Upkeep);
    for seat in [B, B, B, C] {
        table.skip_turn(seat);
    }
    table.skip(B, Skippable::Step(Step::Draw), SkipScope::Next);
    table.until_turn(2);
    let left = table.log.iter().filter_map(|event| match event {
        TurnEvent::TurnSkipped { seat, left, .. } => Some((*seat, *left)),
        _ => None,
    });
    assert_eq!(left.collect::<Vec<_>>(), [(B, 2), (C, 0)]);
}

#[test]
fn when_the_game_is_over_nothing_is_to_come() {
    let mut table = busy();
    table.turns.finish(&mut table.log);
    assert_eq!((table.turns.steps_to_come().len(), table.turns.pending_turns().len()), (0, 0));
    assert_eq!(table.turns.priority(), None);
}

#[test]
fn seats_are_shown_counted_from_one() {
    assert_eq!((Seat(0).to_string(), Seat(7).to_string()), ("1".to_owned(), "8".to_owned()));
}

#[test]
fn sets_of_steps_hold_what_was_put_in() {
    let both = StepSet::of(&[Step::Draw, Step::End]).or(StepSet::of(&[Step::End, Step::Custom(3)]));
    let held: Vec<Step> = Step::ALL.into_iter().filter(|step| both.contains(*step)).collect();
    assert_eq!(held, [Step::Draw, Step::End]);
    assert!(both.contains(Step::Custom(0)), "custom steps are one");
    assert!(!StepSet::default().contains(Step::Custom(0)));
}

#[test]
fn phases_and_steps_are_shown_by_name() {
    assert_eq!(
        (Step::DeclareBlockers.to_string(), Step::DeclareBlockers.name()),
        ("declare-blockers".to_owned(), "declare-blockers")
    );
    assert_eq!(
        (Phase::PostcombatMain.to_string(), Phase::PostcombatMain.name()),
        ("postcombat-main".to_owned(), "postcombat-main")
    );
}
