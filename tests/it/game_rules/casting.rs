//! Priority, casting, the stack, resolving (CR 117, 305, 601, 608).

use turnlab::game::decision::{Choice, DecisionKind, Item, Shape};
use turnlab::game::{GameEvent, Zone};
use turnlab::turn::Step;

use super::table::{seat, table};

#[test]
fn cr_117_3b_after_a_resolution_the_active_player_has_priority() {
    let mut t = table(3).hand("B", &["Shock"]).lands("B", 1, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    t.cast("B", "Shock").at(&["C"]).now();
    assert!(t.is_asked("B", DecisionKind::Priority), "who acted keeps priority (117.3c)");
    t.resolve();
    assert!(t.is_asked("A", DecisionKind::Priority));
    assert_eq!(t.lives(), [20, 20, 18]);
}

#[test]
fn cr_117_4_all_must_pass_in_succession() {
    let mut t = table(3)
        .hand("A", &["Shock"])
        .lands("A", 1, "Mountain")
        .hand("C", &["Shock"])
        .lands("C", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    t.pass("A");
    t.pass("B");
    t.cast("C", "Shock").at(&["A"]).now();
    t.pass("C");
    t.pass("A");
    assert_eq!(t.stack_size(), 2, "A and B passed before, but not in succession");
    t.pass("B");
    assert_eq!((t.stack_size(), t.life("A")), (1, 18));
}

#[test]
fn cr_117_7_the_last_one_in_resolves_first() {
    let mut t = table(2)
        .hand("A", &["Divination"])
        .lands("A", 3, "Island")
        .hand("B", &["Counterspell"])
        .lands("B", 2, "Island")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    t.pass("A");
    t.cast("B", "Counterspell").at(&["Divination"]).now();
    t.resolve_all();
    assert_eq!(t.graveyard("A"), ["Divination"]);
    assert_eq!(t.events(|e| matches!(e, GameEvent::Countered { .. })), 1);
    assert_eq!(t.events(|e| matches!(e, GameEvent::Resolved { .. })), 1, "only the counter resolved");
}

#[test]
fn an_act_whose_choices_cannot_be_read_is_refused() {
    let mut t = table(2).hand("A", &["Shock"]).lands("A", 1, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    t.priority_of("A");
    let Shape::One(options) = &t.asked().shape else { panic!("a priority") };
    let shock = options.iter().position(|item| matches!(item, Item::Cast(..))).expect("Shock can be cast") as u16;
    for fills in [Vec::new(), vec![Choice::Number(1)], vec![Choice::option(9)]] {
        let mut game = t.game.clone();
        game.apply_unchecked(&Choice::One(shock, fills));
        let refused = game.new_events().iter().filter(|e| matches!(e, GameEvent::Refused { .. })).count();
        let cast = game.new_events().iter().any(|e| matches!(e, GameEvent::SpellCast { .. }));
        assert_eq!((refused, cast), (1, false), "nothing is cast at nobody");
    }
}

#[test]
fn cr_305_2_one_land_each_turn() {
    let mut t = table(2).hand("A", &["Forest", "Forest"]).start();
    t.until(1, Step::PrecombatMain);
    t.play("A", "Forest");
    assert!(t.is_asked("A", DecisionKind::Priority), "a special action uses no stack (116.2a)");
    assert!(!t.can_play("A", "Forest"));
    t.until(1, Step::PostcombatMain);
    assert!(!t.can_play("A", "Forest"));
    t.until(3, Step::PrecombatMain);
    assert!(t.can_play("A", "Forest"));
}

#[test]
fn cr_305_3_no_land_on_another_players_turn_nor_with_the_stack_full() {
    let mut t = table(2).hand("A", &["Forest", "Shock"]).lands("A", 1, "Mountain").hand("B", &["Forest"]).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_play("B", "Forest"));
    t.until(2, Step::Upkeep);
    assert!(!t.can_play("B", "Forest"), "only in a main phase");
    t.until(3, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    assert!(!t.can_play("A", "Forest"), "the stack is not empty");
}

#[test]
fn cr_307_1_a_sorcery_needs_an_empty_stack_and_ones_own_main_phase() {
    let mut t = table(2).hand("A", &["Divination", "Shock"]).lands("A", 3, "Island").lands("A", 1, "Mountain").start();
    t.until(1, Step::Upkeep);
    assert!(!t.can_cast("A", "Divination"));
    assert!(t.can_cast("A", "Shock"));
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    assert!(!t.can_cast("A", "Divination"));
    t.resolve();
    assert!(t.can_cast("A", "Divination"));
    t.until(2, Step::PrecombatMain);
    assert!(!t.can_cast("A", "Divination"));
}

#[test]
fn cr_702_8_flash_is_cast_like_an_instant() {
    let mut t = table(2).hand("B", &["Dictate of Kruphix"]).lands("B", 3, "Island").start();
    t.until(1, Step::End);
    t.cast("B", "Dictate of Kruphix").now();
    t.resolve();
    assert!(t.has("B", "Dictate of Kruphix"));
}

#[test]
fn cr_601_2c_a_spell_without_a_legal_target_is_not_offered() {
    let mut t = table(2).hand("A", &["Murder"]).lands("A", 3, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_cast("A", "Murder"));
}

#[test]
fn cr_601_2c_one_object_is_not_two_targets() {
    let mut t = table(2).hand("A", &["Cruel Entertainment"]).lands("A", 7, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    assert!(t.cast("A", "Cruel Entertainment").at(&["A", "B"]).allowed());
    let mut alone = table(1).hand("A", &["Cruel Entertainment"]).lands("A", 7, "Swamp").start();
    alone.until(1, Step::PrecombatMain);
    assert!(!alone.can_cast("A", "Cruel Entertainment"), "two different players are needed");
}

#[test]
fn cr_601_2i_an_unpayable_spell_is_not_offered() {
    let mut t = table(2).hand("A", &["Divination"]).lands("A", 2, "Island").start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_cast("A", "Divination"));
}

#[test]
fn cr_608_2b_a_spell_whose_only_target_is_gone_does_nothing() {
    let mut t = table(2)
        .hand("A", &["Murder"])
        .lands("A", 3, "Swamp")
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .field("B", &["Grizzly Bears"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Murder").at(&["Grizzly Bears"]).now();
    t.pass("A");
    t.cast("B", "Shock").at(&["Grizzly Bears"]).now();
    t.resolve_all();
    assert_eq!(t.events(|e| matches!(e, GameEvent::Fizzled { .. })), 1);
    assert_eq!(t.graveyard("A"), ["Murder"]);
}

#[test]
fn cr_608_2b_with_one_of_two_targets_gone_the_rest_happens() {
    let mut t = table(2)
        .hand("A", &["Karn's Temporal Sundering"])
        .lands("A", 6, "Island")
        .field("A", &["Talrand, Sky Summoner"])
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .field("B", &["Grizzly Bears"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Karn's Temporal Sundering").at(&["A", "Grizzly Bears"]).now();
    t.resolve();
    assert_eq!(t.count("A", "Drake"), 1, "Talrand saw it cast");
    t.pass("A");
    t.cast("B", "Shock").at(&["Grizzly Bears"]).now();
    t.resolve_all();
    t.until_turn(2);
    assert_eq!(t.turns(), ["A", "A*"]);
    assert_eq!(t.exile("A"), ["Karn's Temporal Sundering"]);
    assert_eq!(t.graveyard("B"), ["Shock", "Grizzly Bears"]);
}

#[test]
fn cr_608_2n_an_instant_goes_to_its_owners_graveyard_after_it_resolved() {
    let mut t = table(2).hand("A", &["Shock", "Worst Fears"]).lands("A", 9, "Mountain").lands("A", 1, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    assert_eq!(t.graveyard("A").len(), 0);
    t.resolve();
    assert_eq!(t.graveyard("A"), ["Shock"]);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    assert_eq!(t.exile("A"), ["Worst Fears"], "where it says, instead");
}

#[test]
fn cr_608_2h_what_has_left_is_used_as_it_last_existed() {
    let mut t =
        table(2).hand("A", &["Swords to Plowshares"]).lands("A", 1, "Plains").field("B", &["Craw Wurm"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Swords to Plowshares").at(&["Craw Wurm"]).now();
    t.resolve();
    assert_eq!((t.life("B"), t.exile("B")), (26, vec!["Craw Wurm".to_owned()]));
}

#[test]
fn cr_702_61_nothing_is_cast_or_activated_under_split_second() {
    let mut t = table(2)
        .hand("A", &["Krosan Grip"])
        .lands("A", 3, "Forest")
        .hand("B", &["Counterspell"])
        .lands("B", 2, "Island")
        .field("B", &["Sol Ring", "Mogg Fanatic"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Krosan Grip").at(&["Sol Ring"]).now();
    assert!(!t.can_cast("B", "Counterspell"));
    assert!(!t.can_activate("B", "Mogg Fanatic"));
    t.resolve();
    assert!(!t.has("B", "Sol Ring"));
}

#[test]
fn cr_702_11_and_702_18_hexproof_and_shroud_are_not_targeted() {
    let mut t = table(2)
        .hand("A", &["Murder"])
        .lands("A", 3, "Swamp")
        .field("B", &["Carnage Tyrant", "Calciderm"])
        .hand("B", &["Murder"])
        .lands("B", 3, "Swamp")
        .start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_cast("A", "Murder"));
    assert!(t.cast("B", "Murder").at(&["Carnage Tyrant"]).allowed(), "hexproof does not bind its controller");
}

#[test]
fn cr_101_2_what_cant_be_countered_stays_on_the_stack() {
    let mut t = table(2)
        .hand("A", &["Terra Stomper"])
        .lands("A", 6, "Forest")
        .hand("B", &["Counterspell"])
        .lands("B", 2, "Island")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Terra Stomper").now();
    t.pass("A");
    t.cast("B", "Counterspell").at(&["Terra Stomper"]).now();
    t.resolve_all();
    assert!(t.has("A", "Terra Stomper"));
}

#[test]
fn cr_602_5_the_same_ability_can_be_activated_again_unless_it_says_how_often() {
    let mut t = table(2).field("A", &["Chronatog", "Shivan Dragon"]).lands("A", 2, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Shivan Dragon").now();
    t.activate("A", "Shivan Dragon").now();
    t.activate("A", "Chronatog").now();
    assert!(!t.can_activate("A", "Chronatog"), "only once each turn");
    t.resolve_all();
    assert_eq!(t.size("A", "Shivan Dragon"), (7, 5));
    assert_eq!(t.size("A", "Chronatog"), (4, 5));
}

#[test]
fn cr_606_3_one_loyalty_ability_of_a_permanent_each_turn_at_sorcery_speed() {
    let mut t = table(2).field("A", &["Teferi, Timebender"]).start();
    t.until(1, Step::Upkeep);
    assert!(!t.can_activate("A", "Teferi, Timebender"));
    t.until(1, Step::PrecombatMain);
    t.activate_nth("A", "Teferi, Timebender", 0).now();
    t.resolve();
    assert_eq!(t.counters("A", "Teferi, Timebender", "loyalty"), 7);
    assert!(!t.can_activate("A", "Teferi, Timebender"));
    t.until(3, Step::PrecombatMain);
    t.activate_nth("A", "Teferi, Timebender", 1).now();
    t.resolve();
    assert_eq!((t.counters("A", "Teferi, Timebender", "loyalty"), t.life("A")), (4, 22));
}

#[test]
fn cr_606_6_loyalty_that_is_not_there_is_not_paid_and_704_5i_none_left_dies() {
    let mut t = table(2).field("A", &["Sorin Markov", "Ral Zarek *2 loyalty"]).start();
    t.until(1, Step::PrecombatMain);
    t.activate_nth("A", "Ral Zarek", 1).at(&["B"]).now();
    assert!(!t.has("A", "Ral Zarek"), "its last loyalty was the cost");
    t.resolve();
    assert_eq!(t.life("B"), 17, "the ability is independent of its source (113.7a)");
    t.activate_nth("A", "Sorin Markov", 1).at(&["B"]).now();
    t.resolve();
    assert_eq!(t.life("B"), 10);
    assert_eq!(t.counters("A", "Sorin Markov", "loyalty"), 1);
    t.until(3, Step::PrecombatMain);
    let only_plus = t.activate("A", "Sorin Markov").at(&["B"]).allowed();
    assert!(only_plus);
    t.activate("A", "Sorin Markov").at(&["B"]).now();
    t.resolve();
    assert_eq!((t.life("A"), t.life("B")), (22, 8));
}

#[test]
fn cr_704_3_state_based_actions_come_before_anybody_has_priority() {
    let mut t = table(2).hand("A", &["Pyroclasm"]).lands("A", 2, "Mountain").field("B", &["Grizzly Bears"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Pyroclasm").now();
    t.resolve();
    assert!(t.is_asked("A", DecisionKind::Priority));
    assert_eq!(t.zone("B", Zone::Graveyard), ["Grizzly Bears"]);
}

#[test]
fn cr_104_3a_conceding_is_legal_at_any_decision_of_ones_own() {
    let mut t = table(3).start();
    t.until(1, Step::Upkeep);
    assert!(t.allows(&Choice::Concede));
    t.concede();
    assert!(!t.is_living("A"));
    assert_eq!(t.asked().actor, seat("B"));
}

#[test]
fn an_answer_that_is_not_legal_changes_nothing() {
    let mut t = table(2).hand("A", &["Shock"]).lands("A", 1, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    let before = t.game.clone();
    for wrong in [
        Choice::option(99),
        Choice::One(1, Vec::new()),
        Choice::One(1, vec![Choice::option(77)]),
        Choice::One(1, vec![Choice::option(0), Choice::option(0)]),
        Choice::Some(vec![0]),
        Choice::Number(3),
        Choice::Assign(vec![(0, 0)]),
        Choice::Order(vec![0]),
    ] {
        assert!(t.game.apply(&wrong).is_err(), "{wrong:?}");
        assert!(t.game == before);
    }
}

const TITHE: &str = r#"
[[card]]
name = "Tithe Tower"
cost = "{2}"
type = "Artifact"
[[card.ability]]
trigger = { begins = "your upkeep" }
do = { unless = { pay = "sacrifice creature, discard 1", do = { lose-life = { player = "you", amount = 7 } } } }
"#;

#[test]
fn cr_118_12_who_pays_for_an_effect_chooses_what_with() {
    let mut t = table(2)
        .cards(TITHE)
        .field("A", &["Tithe Tower", "Craw Wurm", "Hill Giant"])
        .hand("A", &["Time Warp", "Shock"])
        .start();
    t.until_asked("A", DecisionKind::Pay);
    assert!(!t.allows(&Choice::option(0)), "what is sacrificed must be said");
    t.yes_with(&["Hill Giant", "Shock"]);
    assert_eq!((t.graveyard("A"), t.life("A")), (vec!["Hill Giant".to_owned(), "Shock".to_owned()], 20));
    t.until_turn(3);
    t.until_asked("A", DecisionKind::Pay);
    t.yes();
    assert_eq!((t.graveyard("A").len(), t.has("A", "Craw Wurm"), t.life("A")), (4, false, 20));
    t.until(5, Step::PrecombatMain);
    assert_eq!(t.life("A"), 13, "nothing is left to sacrifice, so it can't be paid (118.3)");
}
