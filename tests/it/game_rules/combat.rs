//! Combat (CR 506 to 511, 702, 802).

use turnlab::game::GameEvent;
use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::turn::{Phase, Step};

use super::table::{Table, table};

const FIGHTERS: &str = r#"
[[card]]
name = "Plain"
type = "Creature - Human"
pt = "3/3"

[[card]]
name = "First"
type = "Creature - Human"
pt = "3/3"
keywords = ["first strike"]

[[card]]
name = "Double"
type = "Creature - Human"
pt = "3/3"
keywords = ["double strike"]

[[card]]
name = "Deadly Trampler"
type = "Creature - Human"
pt = "5/5"
keywords = ["trample", "deathtouch"]

[[card]]
name = "Trampler"
type = "Creature - Human"
pt = "5/5"
keywords = ["trample"]

[[card]]
name = "Double Trampler"
type = "Creature - Human"
pt = "3/3"
keywords = ["trample", "double strike"]

[[card]]
name = "Menacing"
type = "Creature - Human"
pt = "3/3"
keywords = ["menace"]

[[card]]
name = "Berserk"
type = "Creature - Human"
pt = "3/3"
keywords = ["must attack"]

[[card]]
name = "Small"
type = "Creature - Human"
pt = "1/1"

[[card]]
name = "Weak"
type = "Creature - Human"
pt = "0/4"

[[card]]
name = "Give First Strike"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { pump = { what = "target", keywords = ["first strike"] } }

[[card]]
name = "Vanish"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { bounce = { what = "target" } }

[[card]]
name = "Steal"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { gain-control = { what = "target" } }

[[card]]
name = "Untap All"
cost = "{0}"
type = "Instant"
spell = [{ untap = { what = "creature" } }, { add-phase = { phases = ["combat"] } }]
"#;

fn fight(attacker: &str, blocker: &str) -> Table {
    let mut t = table(2).cards(FIGHTERS).field("A", &[attacker]).field("B", &[blocker]).start();
    t.attack(&[(attacker, "B")]);
    t.block("B", &[(blocker, attacker)]);
    t.until(1, Step::PostcombatMain);
    t
}

#[test]
fn cr_510_4_first_and_double_strike_in_all_combinations() {
    // Attacker, blocker, does each survive; all are 3/3.
    for (attacker, blocker, survive) in [
        ("Plain", "Plain", (false, false)),
        ("First", "Plain", (true, false)),
        ("Plain", "First", (false, true)),
        ("First", "First", (false, false)),
        ("Double", "Plain", (true, false)),
        ("Plain", "Double", (false, true)),
        ("Double", "First", (false, false)),
        ("First", "Double", (false, false)),
        ("Double", "Double", (false, false)),
    ] {
        let t = fight(attacker, blocker);
        assert_eq!((t.has("A", attacker), t.has("B", blocker)), survive, "{attacker} against {blocker}");
        let steps = t.steps(1);
        let two = attacker != "Plain" || blocker != "Plain";
        assert_eq!(steps.contains(&Step::FirstStrikeDamage), two, "{attacker} against {blocker}");
        assert!(steps.contains(&Step::CombatDamage));
    }
}

#[test]
fn cr_702_4b_double_strike_deals_damage_twice() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Double", "First", "Plain"]).start();
    t.attack(&[("Double", "B"), ("First", "B"), ("Plain", "B")]);
    t.until(1, Step::FirstStrikeDamage);
    assert_eq!(t.life("B"), 14);
    t.until(1, Step::CombatDamage);
    assert_eq!(t.life("B"), 8);
}

#[test]
fn cr_702_7c_first_strike_gained_after_the_first_step_takes_no_second_blow_away() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["First", "Plain"]).hand("A", &["Give First Strike"]).start();
    t.attack(&[("First", "B"), ("Plain", "B")]);
    t.until(1, Step::FirstStrikeDamage);
    t.cast("A", "Give First Strike").at(&["Plain"]).now();
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.life("B"), 14, "it deals its damage in the second step all the same");
}

#[test]
fn cr_510_1c_damage_is_divided_among_blockers_as_one_likes() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Craw Wurm"]).field("B", &["Plain", "Small", "Weak"]).start();
    t.attack(&[("Craw Wurm", "B")]);
    t.block("B", &[("Plain", "Craw Wurm"), ("Small", "Craw Wurm"), ("Weak", "Craw Wurm")]);
    t.until_asked("A", DecisionKind::Damage);
    assert!(!t.allows(&t.numbers(&[("Plain", 3), ("Small", 1), ("Weak", 1)])), "all of it");
    assert!(!t.allows(&t.numbers(&[("Plain", 9), ("Small", -3)])));
    let choice = t.numbers(&[("Small", 1), ("Plain", 1), ("Weak", 4)]);
    t.answer(choice);
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.field("B"), ["Plain"]);
    assert!(!t.has("A", "Craw Wurm"), "3 + 1 + 0 damage kills a 6/4");
}

#[test]
fn cr_702_19b_trample_spills_only_over_lethal_damage() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Trampler"]).field("B", &["Plain"]).start();
    t.attack(&[("Trampler", "B")]);
    t.block("B", &[("Plain", "Trampler")]);
    t.until_asked("A", DecisionKind::Damage);
    assert!(!t.allows(&t.numbers(&[("Plain", 2), ("B", 3)])));
    assert!(t.allows(&t.numbers(&[("Plain", 5)])));
    let choice = t.numbers(&[("Plain", 3), ("B", 2)]);
    t.answer(choice);
    assert_eq!(t.life("B"), 18);
}

#[test]
fn cr_702_19c_trample_with_deathtouch_needs_one_each() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Deadly Trampler"]).field("B", &["Plain", "Craw Wurm"]).start();
    t.attack(&[("Deadly Trampler", "B")]);
    t.block("B", &[("Plain", "Deadly Trampler"), ("Craw Wurm", "Deadly Trampler")]);
    t.until_asked("A", DecisionKind::Damage);
    assert!(!t.allows(&t.numbers(&[("Plain", 1), ("B", 4)])));
    let choice = t.numbers(&[("Plain", 1), ("Craw Wurm", 1), ("B", 3)]);
    t.answer(choice);
    t.until(1, Step::PostcombatMain);
    assert_eq!((t.life("B"), t.field("B").len()), (17, 0));
}

#[test]
fn cr_702_19d_a_trampler_whose_blockers_are_gone_hits_the_player() {
    for (name, life) in [("Trampler", 15), ("Plain", 20)] {
        let mut t = table(2).cards(FIGHTERS).field("A", &[name]).field("B", &["Small"]).hand("B", &["Vanish"]).start();
        t.attack(&[(name, "B")]);
        t.block("B", &[("Small", name)]);
        t.cast("B", "Vanish").at(&["Small"]).now();
        t.until(1, Step::PostcombatMain);
        assert_eq!(t.life("B"), life, "{name}: blocked stays blocked (509.1h)");
    }
}

#[test]
fn cr_702_19b_a_double_striking_trampler_tramples_over_what_is_left() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Double Trampler"]).field("B", &["Weak"]).start();
    t.attack(&[("Double Trampler", "B")]);
    t.block("B", &[("Weak", "Double Trampler")]);
    t.until_asked("A", DecisionKind::Damage);
    t.default();
    t.until_asked("A", DecisionKind::Damage);
    let choice = t.numbers(&[("Weak", 1), ("B", 2)]);
    t.answer(choice);
    assert_eq!(t.life("B"), 18, "three damage are marked already");
}

#[test]
fn cr_702_15_lifelink_gains_with_the_damage() {
    let mut t = table(2).field("A", &["Wurmcoil Engine"]).life("A", 5).start();
    t.attack(&[("Wurmcoil Engine", "B")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.lives(), [11, 14]);
}

#[test]
fn cr_508_1f_attacking_taps_but_for_vigilance() {
    let mut t = table(2).field("A", &["Serra Angel", "Air Elemental"]).start();
    t.attack(&[("Serra Angel", "B"), ("Air Elemental", "B")]);
    assert_eq!((t.is_tapped("A", "Serra Angel"), t.is_tapped("A", "Air Elemental")), (false, true));
}

#[test]
fn cr_302_6_summoning_sick_creatures_do_not_attack_but_for_haste() {
    let mut t = table(2)
        .field("A", &["!Grizzly Bears", "!Ball Lightning", "~Hill Giant", "Wall of Omens", "Serra Angel"])
        .start();
    t.until(1, Step::PrecombatMain);
    let mut sick = table(2)
        .hand("A", &["Ball Lightning", "Savannah Lions"])
        .lands("A", 3, "Mountain")
        .lands("A", 1, "Plains")
        .start();
    sick.until(1, Step::PrecombatMain);
    sick.cast("A", "Savannah Lions").now();
    sick.resolve();
    sick.cast("A", "Ball Lightning").now();
    sick.resolve();
    sick.attack(&[("Ball Lightning", "B")]);
    t.until_asked("A", DecisionKind::Attackers);
    let able = match &t.asked().shape {
        turnlab::game::decision::Shape::Assign { items, .. } => items.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(able, 4, "all but the wall: they have waited, and untapped, since the turn began");
    assert_eq!(sick.events(|e| matches!(e, GameEvent::AttackerDeclared { .. })), 1);
}

#[test]
fn cr_508_1d_what_attacks_if_able_attacks() {
    let mut t = table(3).cards(FIGHTERS).field("A", &["Berserk", "Plain"]).start();
    t.until_asked("A", DecisionKind::Attackers);
    assert!(!t.allows(&Choice::Assign(Vec::new())));
    assert!(!t.allows(&t.assignment(&[("Plain", "B")])));
    assert!(t.allows(&t.assignment(&[("Berserk", "C")])), "whom, it may choose");
    t.default();
    assert_eq!(t.events(|e| matches!(e, GameEvent::AttackerDeclared { .. })), 1, "the default obeys");
}

#[test]
fn cr_508_1d_a_tax_is_never_compelled() {
    let mut t =
        table(2).cards(FIGHTERS).field("A", &["Berserk"]).lands("A", 5, "Island").field("B", &["Propaganda"]).start();
    t.until_asked("A", DecisionKind::Attackers);
    assert!(t.allows(&Choice::Assign(Vec::new())));
    let choice = t.assignment(&[("Berserk", "B")]);
    t.answer(choice);
    assert_eq!(t.tapped("A"), 3, "two for the tax and the attacker");
}

#[test]
fn cr_508_1h_taxes_add_up_and_must_be_paid() {
    let mut t = table(3)
        .cards(FIGHTERS)
        .field("A", &["Plain", "Small"])
        .lands("A", 6, "Island")
        .field("B", &["Propaganda", "Ghostly Prison"])
        .start();
    t.until_asked("A", DecisionKind::Attackers);
    assert!(!t.allows(&t.assignment(&[("Plain", "B"), ("Small", "B")])), "eight");
    let choice = t.assignment(&[("Plain", "B"), ("Small", "C")]);
    t.answer(choice);
    assert_eq!(t.tapped("A"), 6);
}

#[test]
fn cr_508_1f_an_attacker_that_taps_makes_no_mana_for_the_tax() {
    let mut t = table(2).field("A", &["Llanowar Elves", "Fyndhorn Elves"]).field("B", &["Propaganda"]).start();
    t.until_asked("A", DecisionKind::Attackers);
    assert!(!t.allows(&t.assignment(&[("Llanowar Elves", "B")])));
    let mut t =
        table(2).field("A", &["Llanowar Elves", "Fyndhorn Elves", "Elvish Mystic"]).field("B", &["Propaganda"]).start();
    t.attack(&[("Llanowar Elves", "B")]);
    assert_eq!(t.tapped("A"), 3);
}

#[test]
fn cr_508_8_no_attackers_no_blocks_and_no_damage() {
    let mut t = table(2).field("A", &["Grizzly Bears"]).start();
    t.until(1, Step::PostcombatMain);
    let steps = t.steps(1);
    assert!(steps.contains(&Step::DeclareAttackers) && steps.contains(&Step::EndOfCombat));
    assert!(!steps.contains(&Step::DeclareBlockers) && !steps.contains(&Step::CombatDamage));
}

#[test]
fn cr_508_8_attackers_that_vanish_do_not_undo_the_steps() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Plain"]).hand("B", &["Vanish"]).start();
    t.attack(&[("Plain", "B")]);
    t.cast("B", "Vanish").at(&["Plain"]).now();
    t.until(1, Step::PostcombatMain);
    assert!(t.steps(1).contains(&Step::DeclareBlockers) && t.steps(1).contains(&Step::CombatDamage));
}

#[test]
fn cr_509_1b_flying_reach_and_unblockable() {
    let mut t = table(2)
        .field("A", &["Air Elemental", "Phantom Warrior", "Grizzly Bears"])
        .field("B", &["Giant Spider", "Hill Giant", "Serra Angel"])
        .start();
    t.attack(&[("Air Elemental", "B"), ("Phantom Warrior", "B"), ("Grizzly Bears", "B")]);
    t.until_asked("B", DecisionKind::Blockers);
    assert!(!t.allows(&t.assignment(&[("Hill Giant", "Air Elemental")])));
    assert!(t.allows(&t.assignment(&[("Giant Spider", "Air Elemental"), ("Serra Angel", "Air Elemental")])));
    assert!(!t.allows(&t.assignment(&[("Giant Spider", "Phantom Warrior")])));
    assert!(t.allows(&t.assignment(&[("Hill Giant", "Grizzly Bears")])));
}

#[test]
fn cr_702_111b_menace_needs_two_blockers() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Menacing"]).field("B", &["Plain", "Small"]).start();
    t.attack(&[("Menacing", "B")]);
    t.until_asked("B", DecisionKind::Blockers);
    assert!(!t.allows(&t.assignment(&[("Plain", "Menacing")])));
    assert!(t.allows(&t.assignment(&[("Plain", "Menacing"), ("Small", "Menacing")])));
}

#[test]
fn cr_509_1a_tapped_creatures_do_not_block() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Plain"]).field("B", &["~Small"]).start();
    t.attack(&[("Plain", "B")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.life("B"), 17);
}

#[test]
fn cr_802_each_defending_player_blocks_what_attacks_them() {
    let mut t = table(4)
        .cards(FIGHTERS)
        .field("A", &["Plain", "First", "Double"])
        .field("B", &["Small"])
        .field("C", &["Weak"])
        .start();
    t.attack(&[("Plain", "B"), ("First", "C"), ("Double", "D")]);
    t.until_asked("B", DecisionKind::Blockers);
    let turnlab::game::decision::Shape::Assign { options, .. } = &t.asked().shape else { panic!() };
    assert_eq!(options.len(), 1, "only its own attacker");
    t.default();
    t.block("C", &[("Weak", "First")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.lives(), [20, 17, 20, 14]);
}

#[test]
fn cr_508_4_put_onto_the_battlefield_attacking_is_no_declared_attacker() {
    let mut t = table(2).field("A", &["Hero of Bladehold"]).start();
    t.attack(&[("Hero of Bladehold", "B")]);
    t.resolve_all();
    assert_eq!(t.count("A", "Soldier"), 2);
    assert_eq!(t.tapped("A"), 3, "tapped and attacking");
    assert_eq!(t.events(|e| matches!(e, GameEvent::AttackerDeclared { .. })), 1);
    t.until(1, Step::PostcombatMain);
    let pumped_first = 20 - 3 - 2;
    assert!(t.life("B") == pumped_first || t.life("B") == pumped_first - 2, "by the order of its two triggers");
}

#[test]
fn cr_506_4_a_creature_that_changes_controller_is_removed_from_combat() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["First", "Plain"]).hand("B", &["Steal"]).start();
    t.attack(&[("First", "B"), ("Plain", "B")]);
    t.cast("B", "Steal").at(&["Plain"]).now();
    t.until(1, Step::PostcombatMain);
    assert_eq!((t.life("B"), t.has("B", "Plain")), (17, true));
}

#[test]
fn cr_510_4_a_second_combat_begins_anew() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["First", "Plain"]).hand("A", &["Untap All"]).start();
    t.attack(&[("First", "B"), ("Plain", "B")]);
    t.until(1, Step::EndOfCombat);
    t.cast("A", "Untap All").now();
    t.resolve();
    t.attack(&[("First", "B"), ("Plain", "B")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!((t.life("B"), t.phases(1, Phase::Combat)), (8, 2));
}

#[test]
fn cr_511_3_what_attacked_is_not_attacking_after_combat() {
    let mut t = table(2).field("A", &["Grizzly Bears"]).start();
    t.attack(&[("Grizzly Bears", "B")]);
    assert_eq!(t.game.view(super::table::seat("A")).attackers().count(), 1);
    t.until(1, Step::EndOfCombat);
    assert_eq!(t.game.view(super::table::seat("A")).attackers().count(), 1, "not until the step ends");
    t.until(1, Step::PostcombatMain);
    assert_eq!(t.game.view(super::table::seat("A")).attackers().count(), 0);
}

#[test]
fn cr_510_2_all_combat_damage_is_dealt_at_once() {
    let t = fight("Craw Wurm", "Craw Wurm");
    assert_eq!((t.has("A", "Craw Wurm"), t.has("B", "Craw Wurm")), (false, false));
}

#[test]
fn cr_107_1b_a_creature_without_power_deals_no_damage() {
    let mut t = table(2).cards(FIGHTERS).field("A", &["Weak"]).start();
    t.attack(&[("Weak", "B")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!((t.life("B"), t.events(|e| matches!(e, GameEvent::DamageDealt { .. }))), (20, 0));
}

// ---- planeswalkers ----

const WALKER: &str = "\n[[card]]\nname = \"Walker\"\ncost = \"{3}\"\ntype = \"Planeswalker - Dovin\"\nloyalty = 4\n[[card]]\nname = \"Trampler\"\ncost = \"{3}\"\ntype = \"Creature - Beast\"\npt = \"5/5\"\nkeywords = [\"trample\"]\n";

#[test]
fn cr_508_1b_a_planeswalker_is_attacked_and_loses_loyalty() {
    let mut t =
        table(3).cards(WALKER).field("A", &["Hill Giant", "Grizzly Bears"]).field("B", &["Walker *4 loyalty"]).start();
    t.attack(&[("Hill Giant", "Walker"), ("Grizzly Bears", "C")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!((t.counters("B", "Walker", "loyalty"), t.lives()), (1, vec![20, 20, 18]));
}

#[test]
fn cr_506_4c_a_planeswalker_that_is_gone_is_attacked_no_more() {
    let mut t = table(2)
        .cards(WALKER)
        .field("A", &["Hill Giant"])
        .field("B", &["Walker *2 loyalty"])
        .hand("A", &["Shock"])
        .lands("A", 1, "Mountain")
        .start();
    t.attack(&[("Hill Giant", "Walker")]);
    t.cast("A", "Shock").at(&["Walker"]).now();
    t.resolve();
    assert!(!t.has("B", "Walker"));
    t.until(1, Step::EndOfCombat);
    assert!(t.steps(1).contains(&Step::CombatDamage), "it is attacking still");
    assert_eq!(t.life("B"), 20);
}

#[test]
fn cr_702_19c_trample_over_blockers_goes_to_the_planeswalker_that_is_attacked() {
    let mut t =
        table(2).cards(WALKER).field("A", &["Trampler"]).field("B", &["Walker *4 loyalty", "Grizzly Bears"]).start();
    t.attack(&[("Trampler", "Walker")]);
    t.block("B", &[("Grizzly Bears", "Trampler")]);
    t.until_asked("A", DecisionKind::Damage);
    let spilling = t.numbers(&[("Grizzly Bears", 1), ("Walker", 4)]);
    assert!(!t.allows(&spilling), "1 is not lethal (702.19b)");
    let choice = t.numbers(&[("Grizzly Bears", 2), ("Walker", 3)]);
    t.answer(choice);
    t.until(1, Step::EndOfCombat);
    assert_eq!((t.counters("B", "Walker", "loyalty"), t.life("B"), t.has("B", "Grizzly Bears")), (1, 20, false));
}

#[test]
fn cr_802_4a_the_planeswalker_s_controller_blocks() {
    let mut t =
        table(3).cards(WALKER).field("A", &["Hill Giant"]).field("B", &["Walker *4 loyalty", "Craw Wurm"]).start();
    t.attack(&[("Hill Giant", "Walker")]);
    t.block("B", &[("Craw Wurm", "Hill Giant")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!((t.counters("B", "Walker", "loyalty"), t.has("A", "Hill Giant")), (4, false));
}
