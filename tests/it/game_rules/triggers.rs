//! Triggered abilities (CR 603).

use turnlab::game::GameEvent;
use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::turn::Step;

use super::table::table;

const PROBES: &str = r#"
[[card]]
name = "Upkeep Ping"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "each upkeep" }
do = { lose-life = { player = "each-player", amount = 1 } }

[[card]]
name = "Upkeep Gain"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "each upkeep" }
do = { gain-life = { player = "each-player", amount = 10 } }

[[card]]
name = "Rich Man"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "your upkeep" }
if = "life >= 20"
do = { gain-life = { amount = 5 } }

[[card]]
name = "Mourner"
type = "Creature - Human"
pt = "1/1"
[[card.ability]]
trigger = { dies = "creature" }
do = { gain-life = { amount = 1 } }

[[card]]
name = "Parting Gift"
type = "Creature - Human"
pt = "1/1"
[[card.ability]]
trigger = { leaves = "self" }
do = { gain-life = { amount = 3 } }

[[card]]
name = "Tomorrow"
cost = "{0}"
type = "Instant"
spell = { delay = { until = "next upkeep", do = { gain-life = { amount = 4 } } } }

[[card]]
name = "Your Tomorrow"
cost = "{0}"
type = "Instant"
spell = { delay = { until = "your next upkeep", do = { gain-life = { amount = 4 } } } }

[[card]]
name = "End Step Ping"
type = "Enchantment"
keywords = ["flash"]
cost = "{0}"
[[card.ability]]
trigger = { begins = "each end" }
do = { lose-life = { player = "each-opponent", amount = 1 } }
"#;

/// Sources of the abilities on the stack, the bottom first.
fn stack(t: &super::table::Table) -> Vec<String> {
    t.game.view(super::table::seat("A")).stack().map(|s| t.card_name(s.card)).collect()
}

#[test]
fn cr_603_3b_apnap_order() {
    let mut t = table(3)
        .cards(PROBES)
        .field("A", &["Upkeep Ping"])
        .field("B", &["Upkeep Gain"])
        .field("C", &["Upkeep Ping"])
        .start();
    t.until(2, Step::Upkeep);
    assert_eq!(stack(&t), ["Upkeep Gain", "Upkeep Ping", "Upkeep Ping"], "the active player's goes on first");
    assert_eq!(t.game.view(super::table::seat("A")).stack().map(|s| s.controller.0).collect::<Vec<_>>(), [1, 2, 0]);
}

#[test]
fn cr_603_3b_ones_own_triggers_go_on_in_the_order_one_chooses() {
    for (first, second) in [(0, 1), (1, 0)] {
        let mut t =
            table(2).cards(PROBES).field("A", &["Upkeep Ping", "Upkeep Gain"]).life("A", 1).life("B", 1).start();
        t.until_asked("A", DecisionKind::TriggerOrder);
        t.answer(Choice::Order(vec![first, second]));
        t.resolve();
        if first == 0 {
            assert_eq!(t.lives(), [11, 11], "the gain is on top");
        } else {
            assert!(t.over().is_some(), "both were at 1 and lost one first");
        }
    }
}

#[test]
fn cr_603_4_the_if_is_asked_as_it_triggers_and_as_it_resolves() {
    let start = |life| {
        table(2)
            .cards(PROBES)
            .field("A", &["Rich Man"])
            .life("A", life)
            .hand("B", &["Shock"])
            .lands("B", 1, "Mountain")
            .start()
    };
    let mut poor = start(19);
    poor.until(1, Step::Upkeep);
    assert_eq!(poor.stack_size(), 0);
    let mut rich = start(20);
    rich.until(1, Step::Upkeep);
    assert_eq!(rich.stack_size(), 1);
    rich.cast("B", "Shock").at(&["A"]).now();
    rich.resolve_all();
    assert_eq!((rich.life("A"), rich.events(|e| matches!(e, GameEvent::Fizzled { .. }))), (18, 1));
}

#[test]
fn cr_603_6c_leaving_the_battlefield_in_any_way() {
    for spell in ["Swords to Plowshares", "Murder", "Evacuation"] {
        let mut t = table(2)
            .cards(PROBES)
            .field("A", &["Parting Gift"])
            .hand("A", &[spell])
            .lands("A", 3, "Swamp")
            .lands("A", 5, "Island")
            .lands("A", 1, "Plains")
            .start();
        t.until(1, Step::PrecombatMain);
        let target: &[&str] = if spell == "Evacuation" { &[] } else { &["Parting Gift"] };
        t.cast("A", spell).at(target).now();
        t.resolve_all();
        let exile_gain = if spell == "Swords to Plowshares" { 1 } else { 0 };
        assert_eq!(t.life("A"), 23 + exile_gain, "{spell}");
    }
}

#[test]
fn cr_603_10a_those_that_die_together_see_each_other() {
    let mut t = table(2)
        .cards(PROBES)
        .field("A", &["Mourner", "Mourner"])
        .field("B", &["Grizzly Bears"])
        .hand("A", &["Wrath of God"])
        .lands("A", 4, "Plains")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Wrath of God").now();
    t.resolve_all();
    assert_eq!(t.life("A"), 26, "two mourners see three deaths each");
}

#[test]
fn cr_603_10a_also_as_state_based_actions() {
    let mut t = table(2)
        .cards(PROBES)
        .field("A", &["Mourner", "Mourner"])
        .field("B", &["Grizzly Bears"])
        .hand("A", &["Pyroclasm"])
        .lands("A", 2, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Pyroclasm").now();
    t.resolve_all();
    assert_eq!(t.life("A"), 26);
}

#[test]
fn cr_603_7_a_delayed_trigger_triggers_once_at_the_next_such_time() {
    let mut t = table(2).cards(PROBES).hand("A", &["Tomorrow"]).start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Tomorrow").now();
    t.resolve_all();
    t.until(2, Step::Upkeep);
    assert_eq!((t.life("A"), t.stack_size()), (20, 1), "the next upkeep is B's");
    t.until(5, Step::PrecombatMain);
    assert_eq!(t.life("A"), 24);
}

#[test]
fn cr_603_7_your_next_upkeep_is_ones_own() {
    let mut t = table(2).cards(PROBES).hand("A", &["Your Tomorrow"]).start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Your Tomorrow").now();
    t.resolve_all();
    t.until(2, Step::Draw);
    assert_eq!(t.life("A"), 20);
    t.until(3, Step::Draw);
    assert_eq!(t.life("A"), 24);
}

#[test]
fn cr_513_2_what_arrives_in_the_end_step_waits_for_the_next_one() {
    let mut t = table(2).cards(PROBES).hand("A", &["End Step Ping"]).start();
    t.until(1, Step::End);
    t.cast("A", "End Step Ping").now();
    t.resolve_all();
    t.until(2, Step::PrecombatMain);
    assert_eq!(t.life("B"), 20);
    t.until(3, Step::Upkeep);
    assert_eq!(t.life("B"), 19);
}

#[test]
fn cr_603_3d_a_trigger_without_a_legal_target_is_removed() {
    let mut t = table(2).hand("A", &["Ravenous Chupacabra"]).lands("A", 4, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Ravenous Chupacabra").now();
    t.resolve();
    assert_eq!(t.stack_size(), 0);
    assert!(t.has("A", "Ravenous Chupacabra"));
}

#[test]
fn cr_603_3d_targets_are_chosen_as_it_goes_on_the_stack() {
    let mut t = table(2)
        .hand("A", &["Ravenous Chupacabra"])
        .lands("A", 4, "Swamp")
        .field("B", &["Grizzly Bears", "Craw Wurm"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Ravenous Chupacabra").now();
    t.resolve();
    assert_eq!(t.kind(), DecisionKind::Target);
    t.choose(&["Craw Wurm"]);
    t.resolve();
    assert_eq!(t.graveyard("B"), ["Craw Wurm"]);
}

#[test]
fn cr_603_2c_one_event_several_times() {
    let mut t =
        table(3).field("A", &["Impact Tremors"]).hand("A", &["Raise the Alarm"]).lands("A", 2, "Plains").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Raise the Alarm").now();
    t.resolve_all();
    assert_eq!(t.lives(), [20, 18, 18], "each token triggers it");
}

#[test]
fn cr_603_3_an_ability_once_triggered_does_not_need_its_source() {
    let mut t = table(2)
        .field("A", &["Guttersnipe"])
        .hand("A", &["Divination"])
        .lands("A", 3, "Island")
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    t.pass("A");
    t.cast("B", "Shock").at(&["Guttersnipe"]).now();
    t.resolve_all();
    assert_eq!(t.life("B"), 18);
}

#[test]
fn cr_603_7_a_delayed_trigger_remembers_what_it_was_about() {
    // Arcane Denial: at the next turn's upkeep the countered spell's controller draws, and so does its caster.
    let mut t = table(2)
        .hand("A", &["Divination"])
        .lands("A", 3, "Island")
        .hand("B", &["Arcane Denial"])
        .lands("B", 2, "Island")
        .library("A", &["Forest"; 9])
        .library("B", &["Forest"; 9])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    t.cast("B", "Arcane Denial").at(&["Divination"]).now();
    t.resolve_all();
    let (a, b) = (t.hand("A").len(), t.hand("B").len());
    t.until(2, Step::Draw);
    assert_eq!((t.hand("A").len() - a, t.hand("B").len() - b), (2, 2), "two for A, one and the turn's own for B");
}
