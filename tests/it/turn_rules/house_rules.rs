//! House rules on extra turns.

use turnlab::turn::{ExtraTurnOrder, ExtraTurnRules, SkippedBy, Step, TurnKind, TurnSetup};

use crate::turn_table::{A, B, C, Table};

fn with(extra_turns: ExtraTurnRules) -> Table {
    Table::with(TurnSetup { extra_turns, ..TurnSetup::new(3) })
}

#[test]
fn in_creation_order_the_oldest_extra_turn_comes_first() {
    let mut table = with(ExtraTurnRules { order: ExtraTurnOrder::CreationOrder, ..ExtraTurnRules::default() });
    table.to(1, Step::End);
    table.extra(B);
    table.extra(C);
    table.to(2, Step::End).extra(A);
    let pending: Vec<_> = table.turns.pending_turns().iter().map(|t| t.seat).collect();
    assert_eq!(pending, [C, A]);
    assert_eq!(table.order_of(5), "A B* C* A* B");
}

#[test]
fn extra_turns_may_all_be_skipped() {
    let mut table = with(ExtraTurnRules { skipped: true, ..ExtraTurnRules::default() });
    table.to(1, Step::End);
    table.extra(C);
    assert_eq!(table.order_of(4), "A B C A");
    assert_eq!(table.skipped_turns(), [(C, TurnKind::Extra(1), SkippedBy::HouseRule)]);
}

#[test]
fn a_house_rule_keeps_counters_unless_the_player_says_otherwise() {
    for (choose, kept) in [((|_| 0) as fn(&[SkippedBy]) -> usize, 1), (|_| 1, 0)] {
        let mut table = with(ExtraTurnRules { skipped: true, ..ExtraTurnRules::default() });
        table.choose = choose;
        table.to(1, Step::End);
        table.extra(A);
        table.skip_turn(A);
        table.until_turn(2);
        assert_eq!(table.turns.pending_skips().len(), kept);
    }
}

#[test]
fn at_most_so_many_extra_turns_in_a_row() {
    let mut table = with(ExtraTurnRules { max_in_a_row: Some(2), ..ExtraTurnRules::default() });
    table.to(1, Step::End);
    for _ in 0..4 {
        table.extra(A);
    }
    assert_eq!(table.order_of(4), "A A* A* B");
    table.to(4, Step::End).extra(A);
    assert_eq!(table.order_of(6), "A A* A* B A* C", "a new row");
}

#[test]
fn somebody_elses_turn_breaks_a_row() {
    let mut table = with(ExtraTurnRules { max_in_a_row: Some(1), ..ExtraTurnRules::default() });
    table.to(1, Step::End);
    for seat in [A, B, A, A] {
        table.extra(seat);
    }
    assert_eq!(table.order_of(5), "A A* B* A* B");
    assert_eq!(table.accounts(), (4, 3, 1, 0));
}

#[test]
fn at_most_so_many_extra_turns_in_a_game_for_each_seat() {
    let mut table = with(ExtraTurnRules { max_in_a_game: Some(1), ..ExtraTurnRules::default() });
    table.to(1, Step::End);
    table.extra(A);
    table.to(3, Step::End);
    table.extra(A);
    table.extra(C);
    assert_eq!(table.order_of(5), "A A* B C* C");
    assert_eq!(table.accounts(), (3, 2, 1, 0));
}

#[test]
fn none_in_the_first_rounds() {
    let rules = ExtraTurnRules { from_round: Some(3), ..ExtraTurnRules::default() };
    let mut table = with(rules);
    let left = |table: &Table| table.turns.extra_turns_left(A);
    table.to(1, Step::End).extra(A);
    assert_eq!(left(&table), Some(0));
    // The turn after the last normal one of round 2 is of round 2.
    table.to(6, Step::End).extra(B);
    table.to(7, Step::End).extra(A);
    assert_eq!(left(&table), None);
    assert_eq!(table.order_of(9), "A B C A B C A A* B");
    let skipped = [(A, TurnKind::Extra(1), SkippedBy::HouseRule), (B, TurnKind::Extra(2), SkippedBy::HouseRule)];
    assert_eq!(table.skipped_turns(), skipped);
    assert_eq!(table.accounts(), (3, 1, 2, 0));
}

#[test]
fn a_round_goes_on_without_those_who_left_or_skip() {
    let rules = ExtraTurnRules { from_round: Some(2), ..ExtraTurnRules::default() };
    let mut table = with(rules);
    table.to(1, Step::End);
    table.turns.leave(B, &mut ());
    table.skip_turn(C);
    // C's turn is skipped, and the next one begins round 2.
    table.to(2, Step::End).extra(A);
    assert_eq!(table.order_of(4), "A A A* C");
}

#[test]
fn one_extra_turn_may_be_denied() {
    let mut table = Table::with(TurnSetup { denied: Some(2), ..TurnSetup::new(3) });
    table.to(1, Step::End);
    for seat in [C, A, B] {
        table.extra(seat);
    }
    assert_eq!(table.order_of(5), "A B* C* B C");
    assert_eq!(table.skipped_turns(), [(A, TurnKind::Extra(2), SkippedBy::HouseRule)]);
    assert_eq!(table.accounts(), (3, 2, 1, 0));
}
