//! Continuous effects, how long they last, cleanup (CR 514, 611, 613), and untapping (CR 502).

use turnlab::game::decision::DecisionKind;
use turnlab::turn::{Phase, Step};

use super::table::table;

const EFFECTS: &str = r#"
[[card]]
name = "Until My Turn"
cost = "{0}"
type = "Instant"
spell = { pump = { what = "creature yours", power = 1, toughness = 1, until = "your-next-turn" } }

[[card]]
name = "For Combat"
cost = "{0}"
type = "Instant"
spell = { pump = { what = "creature yours", power = 1, toughness = 1, until = "end-of-combat" } }

[[card]]
name = "Shrink"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { pump = { what = "target", toughness = -2 } }

[[card]]
name = "Grow"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { pump = { what = "target", power = 4, toughness = 4 } }

[[card]]
name = "Handy"
type = "Creature - Human"
pt = "hand"

[[card]]
name = "Draw Two"
cost = "{0}"
type = "Instant"
spell = { draw = { count = 2 } }

[[card]]
name = "Parting Spite"
type = "Creature - Human"
pt = "1/3"
[[card.ability]]
trigger = { dies = "self" }
do = { draw = {} }

[[card]]
name = "Huge"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { pump = { what = "target", power = 30000, toughness = 30000 } }
"#;

#[test]
fn cr_613_anthems_add_up_and_end_with_their_source() {
    let mut t = table(2)
        .field("A", &["Glorious Anthem", "Glorious Anthem", "Grizzly Bears"])
        .field("B", &["Grizzly Bears"])
        .hand("B", &["Disenchant"])
        .lands("B", 2, "Plains")
        .start();
    t.until(1, Step::PrecombatMain);
    assert_eq!((t.size("A", "Grizzly Bears"), t.size("B", "Grizzly Bears")), ((4, 4), (2, 2)));
    t.cast("B", "Disenchant").at(&["Glorious Anthem"]).now();
    t.resolve();
    assert_eq!(t.size("A", "Grizzly Bears"), (3, 3));
}

#[test]
fn cr_611_2c_a_pump_holds_for_those_it_found() {
    let mut t = table(2)
        .field("A", &["Grizzly Bears"])
        .hand("A", &["Overrun", "Savannah Lions"])
        .lands("A", 6, "Forest")
        .lands("A", 1, "Plains")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Overrun").now();
    t.resolve();
    t.cast("A", "Savannah Lions").now();
    t.resolve();
    assert_eq!((t.size("A", "Grizzly Bears"), t.size("A", "Savannah Lions")), ((5, 5), (2, 1)));
    t.until_turn(2);
    assert_eq!(t.size("A", "Grizzly Bears"), (2, 2));
}

#[test]
fn cr_611_2b_until_your_next_turn() {
    let mut t = table(3).cards(EFFECTS).field("A", &["Grizzly Bears"]).hand("A", &["Until My Turn"]).start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Until My Turn").now();
    t.resolve();
    t.until(3, Step::End);
    assert_eq!(t.size("A", "Grizzly Bears"), (3, 3));
    t.until_turn(4);
    assert_eq!(t.size("A", "Grizzly Bears"), (2, 2));
}

#[test]
fn cr_800_4m_it_ends_when_the_turn_of_a_player_who_left_would_have_begun() {
    let mut t = table(3).cards(EFFECTS).field("A", &["Grizzly Bears"]).hand("A", &["Until My Turn"]).start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Until My Turn").now();
    t.resolve();
    t.until(2, Step::Upkeep);
    t.priority_of("A");
    t.concede();
    t.until(4, Step::Upkeep);
    assert_eq!(t.turns(), ["A", "B", "C", "B"]);
}

#[test]
fn cr_500_5a_until_end_of_combat_ends_with_the_phase() {
    let mut t = table(2).cards(EFFECTS).field("A", &["Grizzly Bears"]).hand("A", &["For Combat"]).start();
    t.until(1, Step::BeginningOfCombat);
    t.cast("A", "For Combat").now();
    t.resolve();
    t.until(1, Step::EndOfCombat);
    assert_eq!(t.size("A", "Grizzly Bears"), (3, 3));
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.size("A", "Grizzly Bears"), (2, 2));
}

#[test]
fn cr_514_2_damage_and_this_turn_effects_end_together() {
    // Three damage on a 2/2 that is 6/6 this turn: neither end comes before the other.
    let mut t = table(2)
        .cards(EFFECTS)
        .field("A", &["Grizzly Bears"])
        .hand("A", &["Grow"])
        .hand("B", &["Lightning Bolt"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Grow").at(&["Grizzly Bears"]).now();
    t.resolve();
    t.cast("B", "Lightning Bolt").at(&["Grizzly Bears"]).now();
    t.resolve();
    t.until_turn(2);
    assert_eq!((t.size("A", "Grizzly Bears"), t.permanent("A", "Grizzly Bears").damage), ((2, 2), 0));
}

#[test]
fn cr_514_1_discarding_down_to_seven_by_choice() {
    let mut t = table(2)
        .hand("A", &["Forest", "Forest", "Forest", "Forest", "Forest", "Forest", "Forest", "Opt", "Shock"])
        .start();
    t.until_asked("A", DecisionKind::Discard);
    assert_eq!(t.step(), Step::Cleanup);
    t.choose(&["Opt", "Shock"]);
    assert_eq!((t.hand("A").len(), t.graveyard("A")), (7, vec!["Opt".to_owned(), "Shock".to_owned()]));
}

#[test]
fn cr_402_2_no_maximum_hand_size() {
    let mut t = table(2).field("A", &["Reliquary Tower"]).hand("A", &["Forest"; 10]).start();
    t.until_turn(2);
    assert_eq!(t.hand("A").len(), 10);
}

#[test]
fn cr_514_3_nobody_has_priority_in_cleanup_as_a_rule() {
    let mut t = table(2).start();
    t.until_turn(2);
    assert_eq!(t.steps(1).iter().filter(|s| **s == Step::Cleanup).count(), 1);
}

#[test]
fn cr_514_3a_a_trigger_in_cleanup_gives_priority_and_another_cleanup() {
    let mut t = table(2)
        .cards(EFFECTS)
        .field("A", &["Parting Spite"])
        .hand("A", &["Grow", "Shrink", "Shrink"])
        .library("A", &["Forest"; 4])
        .start();
    t.until(1, Step::Upkeep);
    for (spell, size) in [("Grow", (5, 7)), ("Shrink", (5, 5)), ("Shrink", (5, 3))] {
        t.cast("A", spell).at(&["Parting Spite"]).now();
        t.resolve();
        assert_eq!(t.size("A", "Parting Spite"), size);
    }
    t.until_turn(2);
    assert!(t.has("A", "Parting Spite"), "all three ended together");
    // A creature that dies in the cleanup step does make another.
    let mut t = table(2)
        .cards(EFFECTS)
        .cards(MOURNING)
        .field("A", &["Parting Spite"])
        .hand("A", &["Wish"; 8])
        .library("A", &["Forest"; 4])
        .start();
    t.until_asked("A", DecisionKind::Discard);
    t.default();
    assert_eq!((t.step(), t.kind()), (Step::Cleanup, DecisionKind::Priority));
    t.until_turn(2);
    assert_eq!(t.steps(1).iter().filter(|s| **s == Step::Cleanup).count(), 2);
}

const MOURNING: &str = r#"
[[card]]
name = "Wish"
cost = "{9}"
type = "Instant"
spell = { draw = {} }
[[card.ability]]
replacement = { to-graveyard = { from = "anywhere", to = "exile", do = { destroy = { what = "creature" } } } }
"#;

#[test]
fn cr_604_3_a_size_that_counts_something_follows_it() {
    let mut t = table(2)
        .cards(EFFECTS)
        .field("A", &["Handy"])
        .hand("A", &["Draw Two", "Opt", "Opt"])
        .library("A", &["Forest"; 5])
        .start();
    t.until(1, Step::Upkeep);
    assert_eq!(t.size("A", "Handy"), (3, 3));
    t.cast("A", "Draw Two").now();
    t.resolve();
    assert_eq!(t.size("A", "Handy"), (4, 4));
}

#[test]
fn numbers_of_any_size_do_no_harm() {
    let mut t =
        table(2).cards(EFFECTS).field("A", &["Grizzly Bears *60000 +1/+1"]).hand("A", &["Huge", "Huge"]).start();
    t.until(1, Step::Upkeep);
    for _ in 0..2 {
        t.cast("A", "Huge").at(&["Grizzly Bears"]).now();
        t.resolve();
    }
    assert_eq!(t.size("A", "Grizzly Bears"), (i16::MAX, i16::MAX));
    t.attack(&[("Grizzly Bears", "B")]);
    t.play_out();
}

// ---- CR 502: untapping ----

#[test]
fn cr_502_3_everything_untaps_at_once() {
    let mut t = table(2).field("B", &["~Forest", "~Grizzly Bears", "~Sol Ring"]).start();
    t.until(2, Step::Upkeep);
    assert_eq!(t.tapped("B"), 0);
}

#[test]
fn winter_orb_unties_one_land_chosen_and_only_while_untapped() {
    let mut t = table(2)
        .field("A", &["Winter Orb"])
        .field("B", &["~Forest", "~Island", "~Swamp", "~Sol Ring", "~Grizzly Bears"])
        .start();
    t.until_asked("B", DecisionKind::Untap);
    t.choose(&["Island"]);
    assert_eq!((t.tapped("B"), t.is_tapped("B", "Island")), (2, false));
    let mut t = table(2).field("A", &["~Winter Orb"]).field("B", &["~Forest", "~Island"]).start();
    t.until(1, Step::Upkeep);
    assert!(!t.is_tapped("A", "Winter Orb"));
    let mut t = table(2).field("B", &["~Winter Orb", "~Forest", "~Island"]).start();
    t.until(2, Step::Upkeep);
    assert_eq!(t.tapped("B"), 0, "it was tapped as the step began");
}

#[test]
fn winter_orb_and_static_orb_hold_together() {
    let mut t = table(2)
        .field("A", &["Static Orb", "Winter Orb"])
        .field("B", &["~Forest", "~Island", "~Sol Ring", "~Mind Stone", "~Grizzly Bears"])
        .start();
    t.until(1, Step::End);
    for _ in 0..2 {
        t.until_asked("B", DecisionKind::Untap);
        t.default();
    }
    assert_eq!(t.tapped("B"), 3);
    let lands = ["Forest", "Island"].iter().filter(|l| !t.is_tapped("B", l)).count();
    assert!(lands <= 1);
}

#[test]
fn limits_bind_the_active_players_own_permanents_only() {
    let mut t = table(2)
        .field("A", &["Static Orb", "Seedborn Muse", "~Forest", "~Island", "~Swamp"])
        .field("B", &["~Plains"])
        .start();
    t.until(2, Step::Upkeep);
    assert_eq!((t.tapped("A"), t.tapped("B")), (0, 0), "Seedborn Muse unties A's in B's step");
}

#[test]
fn what_does_not_untap_in_its_own_step_may_in_anothers() {
    let mut t = table(2)
        .field("A", &["Meekstone", "Drumbellower", "~Hill Giant", "~Grizzly Bears", "~Basalt Monolith"])
        .start();
    t.until(1, Step::Upkeep);
    assert_eq!((t.is_tapped("A", "Hill Giant"), t.is_tapped("A", "Grizzly Bears")), (true, false));
    t.until(2, Step::Upkeep);
    assert_eq!((t.is_tapped("A", "Hill Giant"), t.is_tapped("A", "Basalt Monolith")), (false, true));
}

#[test]
fn cr_614_10_stasis_skips_untap_steps_until_it_is_gone() {
    let mut t = table(2).field("A", &["Stasis", "Island", "Island"]).field("B", &["~Forest"]).start();
    t.until(1, Step::Upkeep);
    assert!(!t.steps(1).contains(&Step::Untap));
    t.until_asked("A", DecisionKind::Pay);
    t.yes();
    t.until(2, Step::Upkeep);
    assert_eq!((t.tapped("A"), t.tapped("B")), (1, 1));
    t.until(3, Step::Upkeep);
    t.until_asked("A", DecisionKind::Pay);
    t.no();
    assert!(!t.has("A", "Stasis"));
    t.until(4, Step::Upkeep);
    assert_eq!(t.tapped("B"), 0);
}

#[test]
fn cr_502_a_frozen_permanent_misses_one_untap_step_that_happens() {
    let mut t = table(2).field("A", &["Dovin, Architect of Law"]).field("B", &["Hill Giant"]).start();
    t.until(1, Step::PrecombatMain);
    t.activate_nth("A", "Dovin, Architect of Law", 1).at(&["Hill Giant"]).now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert!(t.is_tapped("B", "Hill Giant"));
    t.until(4, Step::Upkeep);
    assert!(!t.is_tapped("B", "Hill Giant"));
}

#[test]
fn seedborn_muse_unties_in_each_other_players_untap_step() {
    let mut t = table(3).field("A", &["Seedborn Muse", "~Forest"]).hand("A", &["Shock"]).start();
    t.until(1, Step::Upkeep);
    assert_eq!(t.tapped("A"), 0);
    let mut t = table(3).field("B", &["Seedborn Muse", "~Forest", "~Grizzly Bears"]).field("C", &["~Forest"]).start();
    t.until(1, Step::Upkeep);
    assert_eq!((t.tapped("B"), t.tapped("C")), (0, 1));
    assert_eq!(t.phases(1, Phase::Beginning), 1);
}
