//! What is foretold of the turns to come is what comes when nothing changes.

use turnlab::turn::{SkipScope, Skippable, StaticSkippable, Step, TurnEvent};

use crate::turn_table::{A, B, C, Table};

/// What happens between turns.
fn between(events: &[TurnEvent]) -> Vec<TurnEvent> {
    let is_between = |e: &&TurnEvent| {
        matches!(e, TurnEvent::TurnBegan { .. } | TurnEvent::TurnSkipped { .. } | TurnEvent::TurnLost { .. })
    };
    events.iter().filter(is_between).copied().collect()
}

/// Foretells so many turns, plays them, and says what began.
fn foretold(table: &mut Table, turns: u32) -> String {
    let (outlook, from) = (between(&table.turns.outlook(turns)), table.log.len());
    table.until_turn(table.turns.turn().number + turns);
    assert_eq!(outlook, between(&table.log[from..]));
    let began = outlook.iter().filter(|e| matches!(e, TurnEvent::TurnBegan { .. })).count();
    assert_eq!(began, turns as usize);
    table.order()
}

#[test]
fn extra_turns_and_skipped_ones_are_foretold_from_within_a_turn() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain).extra(B);
    table.extra(A);
    table.skip_turn(C);
    assert_eq!(foretold(&mut table, 4), "A A* B* B A");
}

#[test]
fn a_skip_that_ends_with_the_turn_skips_nothing_of_what_is_foretold() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain);
    table.skip(B, Skippable::Turn, SkipScope::ThisTurn);
    assert_eq!(foretold(&mut table, 2), "A B C");
}

#[test]
fn the_outlook_is_the_same_between_turns() {
    let mut table = Table::new(3);
    table.to(1, Step::End).extra(C);
    table.until_end_of(1);
    assert_eq!(foretold(&mut table, 3), "A C* B C");
}

#[test]
fn of_several_skips_the_default_is_foretold() {
    let mut table = Table::new(3);
    table.to(1, Step::End).skip_turn(B);
    table.skip_turn(B);
    table.statics(&[(&[B], StaticSkippable::Each(Skippable::Turn))]);
    assert_eq!(foretold(&mut table, 3), "A C A C");
}

#[test]
fn nothing_is_foretold_of_no_turns_or_when_nobody_can_take_one() {
    let mut table = Table::new(2);
    table.to(1, Step::End);
    assert_eq!(table.turns.outlook(0), []);
    table.statics(&[(&[A, B], StaticSkippable::Each(Skippable::Turn))]);
    assert!(table.turns.outlook(5).iter().all(|e| !matches!(e, TurnEvent::TurnBegan { .. })));
}
