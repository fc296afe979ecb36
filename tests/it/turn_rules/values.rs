//! A turn manager is a value: it can be cloned, compared, written down, and gone back to.

use turnlab::turn::{
    AfterTurn, History, Lasts, PendingTurnSpec, PhaseModification, Selector, SkipScope, Skippable, StaticSkippable,
    Step, Tag, TurnManager,
};

use crate::turn_table::{A, B, C, Table, modification};

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
