use turnlab::turn::Step;

use super::table::table;

#[test]
fn time_warp_gives_a_turn() {
    let mut t = table(2).hand("A", &["Time Warp"]).lands("A", 5, "Island").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Time Warp").at(&["B"]).now();
    t.resolve_all();
    t.until_turn(3);
    assert_eq!(t.turns(), ["A", "B*", "B"]);
}
