//! Mana and paying (CR 106, 107.3, 118, 202, 500.5, 601.2f to h, 605).

use turnlab::game::GameEvent;
use turnlab::turn::Step;

use super::table::{Builder, table};

fn castable(builder: Builder, name: &str) -> bool {
    let mut t = builder.hand("A", &[name]).start();
    t.until(1, Step::PrecombatMain);
    t.can_cast("A", name)
}

#[test]
fn cr_107_4_colours_must_be_paid_with_their_colours() {
    let two_colours = |lands: &[&str]| castable(table(2).field("A", lands), "Supreme Verdict");
    assert!(two_colours(&["Plains", "Plains", "Island", "Swamp"]));
    assert!(!two_colours(&["Plains", "Swamp", "Island", "Swamp"]));
    assert!(!two_colours(&["Plains", "Plains", "Plains", "Wastes"]));
    assert!(!two_colours(&["Plains", "Plains", "Island"]));
    let with_target = |lands: &[&str]| castable(table(2).field("A", lands).field("B", &["Grizzly Bears"]), "Terminate");
    assert!(with_target(&["Rakdos Guildgate", "Swamp"]), "the gate must make the red");
    assert!(with_target(&["Rakdos Guildgate", "Mountain"]), "the gate must make the black");
    assert!(!with_target(&["Rakdos Guildgate", "Island"]));
}

#[test]
fn cr_107_4e_hybrid_symbols_take_either_and_two_generic_or_one_of_the_colour() {
    assert!(castable(table(2).field("A", &["Plains", "Plains", "Plains"]), "Spectral Procession"));
    let mixed = ["Plains", "Plains", "Island", "Island"];
    assert!(castable(table(2).field("A", &mixed), "Spectral Procession"));
    assert!(!castable(table(2).field("A", &["Plains", "Plains", "Island"]), "Spectral Procession"));
    assert!(castable(table(2).lands("A", 6, "Island"), "Spectral Procession"));
    assert!(!castable(table(2).lands("A", 5, "Island"), "Spectral Procession"));
    assert!(castable(table(2).field("A", &["Mountain", "Plains", "Swamp"]), "Raph & Leo, Sibling Rivals"));
    assert!(!castable(table(2).field("A", &["Mountain", "Swamp", "Swamp"]), "Raph & Leo, Sibling Rivals"));
}

#[test]
fn cr_106_4_surplus_mana_floats_and_pays_for_more() {
    let mut t = table(2).field("A", &["Sol Ring", "Island"]).hand("A", &["Mind Stone", "Sky Diamond"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Mind Stone").now();
    assert_eq!(t.floating("A"), [0; 6]);
    let mut t = table(2).field("A", &["Thran Dynamo", "Island"]).hand("A", &["Mind Stone", "Opt"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Mind Stone").now();
    assert_eq!(t.floating("A"), [0, 0, 0, 0, 0, 1], "three were made, two were used");
    t.resolve();
    t.cast("A", "Opt").now();
    assert_eq!(t.floating("A")[5], 1, "colourless mana does not pay {{U}}");
}

#[test]
fn cr_500_5_mana_empties_when_a_step_ends() {
    let mut t = table(2).field("A", &["Sol Ring"]).hand("A", &["Mind Stone"]).mana("A", [0, 0, 3, 0, 0, 0]).start();
    assert_eq!(t.floating("A"), [0; 6], "the untap step ended too");
    t.until(1, Step::PrecombatMain);
    t.tap_for_mana("A", "Sol Ring").now();
    assert_eq!(t.floating("A"), [0, 0, 0, 0, 0, 2]);
    t.until(1, Step::BeginningOfCombat);
    assert_eq!(t.floating("A"), [0; 6]);
}

#[test]
fn cr_605_3_a_mana_ability_uses_no_stack_and_keeps_priority() {
    let mut t = table(2).field("A", &["Adarkar Wastes"]).hand("A", &["Opt"]).start();
    t.until(1, Step::PrecombatMain);
    t.tap_for_mana("A", "Adarkar Wastes").now();
    assert_eq!((t.stack_size(), t.floating("A")), (0, [0, 0, 0, 0, 0, 1]));
    assert_eq!(t.life("A"), 20);
}

#[test]
fn a_pain_land_hurts_for_coloured_mana_only() {
    let mut t = table(2).field("A", &["Adarkar Wastes"]).hand("A", &["Opt", "Sol Ring"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Opt").now();
    assert_eq!(t.life("A"), 19);
    t.until(3, Step::PrecombatMain);
    t.cast("A", "Sol Ring").now();
    assert_eq!(t.life("A"), 19, "{{C}} pays for generic mana");
}

#[test]
fn a_pain_land_is_the_last_choice_for_a_colour() {
    let mut t = table(2).field("A", &["Adarkar Wastes", "Island"]).hand("A", &["Opt"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Opt").now();
    assert_eq!((t.life("A"), t.is_tapped("A", "Island")), (20, true));
}

#[test]
fn a_signet_must_be_fed_and_makes_both_colours() {
    let counterspell = |field: &[&str]| {
        let mut t =
            table(2).field("A", field).hand("A", &["Absorb"]).hand("B", &["Sol Ring"]).lands("B", 1, "Wastes").start();
        t.until(2, Step::PrecombatMain);
        t.cast("B", "Sol Ring").now();
        t.can_cast("A", "Absorb")
    };
    assert!(counterspell(&["Azorius Signet", "Wastes", "Island"]));
    assert!(!counterspell(&["Azorius Signet", "Island"]));
    assert!(!counterspell(&["Azorius Signet", "Azorius Signet", "Azorius Signet"]), "nothing feeds the first");
    assert!(!counterspell(&["Azorius Signet", "Azorius Signet"]));
    assert!(counterspell(&["Azorius Signet", "Azorius Signet", "Wastes"]));
}

#[test]
fn a_signet_is_not_fed_by_what_another_pays_with() {
    // {B}{B}{R}: the Mountain's only mana must either be the red or feed the signet.
    let murder = |field: &[&str]| castable(table(2).field("A", field).field("B", &["Grizzly Bears"]), "Bedevil");
    assert!(!murder(&["Mountain", "Dimir Signet", "Dimir Signet"]), "two signets do not feed each other");
    assert!(murder(&["Mountain", "Swamp", "Dimir Signet", "Swamp"]));
}

#[test]
fn cr_601_2f_costs_are_increased_then_reduced_and_never_below_coloured_mana() {
    let mut t = table(2)
        .field("A", &["Grand Arbiter Augustin IV"])
        .lands("A", 3, "Island")
        .hand("A", &["Divination", "Opt"])
        .lands("B", 2, "Mountain")
        .hand("B", &["Shock", "Pyroclasm"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    assert_eq!(t.tapped("A"), 2);
    t.resolve();
    t.cast("A", "Opt").now();
    assert_eq!(t.tapped("A"), 3, "a blue spell still costs its {{U}}");
    t.resolve_all();
    t.until(2, Step::PrecombatMain);
    assert!(!t.can_cast("B", "Pyroclasm"), "three mana now");
    t.cast("B", "Shock").at(&["A"]).now();
    assert_eq!(t.tapped("B"), 2);
}

#[test]
fn cr_107_3_x_is_chosen_and_paid() {
    let mut t = table(2).lands("A", 7, "Island").hand("A", &["Blue Sun's Zenith"]).library("A", &["Island"; 9]).start();
    t.until(1, Step::PrecombatMain);
    let before = t.hand("A").len();
    assert!(!t.cast("A", "Blue Sun's Zenith").at(&["A"]).x(5).allowed());
    t.cast("A", "Blue Sun's Zenith").at(&["A"]).x(4).now();
    assert_eq!(t.tapped("A"), 7);
    t.resolve();
    assert_eq!(t.hand("A").len(), before - 1 + 4);
    assert_eq!(t.library_size("A"), 9 - 4 + 1, "shuffled into its owner's library");
}

#[test]
fn cr_601_2f_a_reduction_takes_from_x_too() {
    let mut t =
        table(2).field("A", &["Jace's Sanctum"]).lands("A", 4, "Island").hand("A", &["Blue Sun's Zenith"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Blue Sun's Zenith").at(&["A"]).x(2).now();
    assert_eq!(t.tapped("A"), 4, "{{X}}{{U}}{{U}}{{U}} with X = 2, less {{1}}");
}

#[test]
fn a_spell_that_counts_its_own_reduction() {
    let blast = |creatures: usize, lands: usize| {
        castable(
            table(2).field("B", &vec!["Savannah Lions"; creatures]).lands("A", lands, "Mountain"),
            "Blasphemous Act",
        )
    };
    assert!(blast(0, 9) && !blast(0, 8));
    assert!(blast(5, 4) && !blast(5, 3));
    assert!(blast(12, 1), "never less than {{R}}");
}

#[test]
fn cr_302_6_a_creatures_mana_needs_a_turn_of_waiting() {
    assert!(castable(table(2).field("A", &["Llanowar Elves"]), "Fyndhorn Elves"));
    let mut t = table(2).field("A", &["Forest"]).hand("A", &["Llanowar Elves", "Fyndhorn Elves"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Llanowar Elves").now();
    t.resolve();
    assert!(!t.can_cast("A", "Fyndhorn Elves"));
    t.until(3, Step::PrecombatMain);
    assert!(t.can_cast("A", "Fyndhorn Elves"));
}

#[test]
fn amounts_that_depend_on_the_game() {
    let elves =
        ["Elvish Archdruid", "Llanowar Elves", "Elvish Visionary", "Wood Elves", "Farhaven Elf", "Beast Whisperer"];
    assert!(castable(table(2).field("A", &elves), "Gigantosaurus"));
    assert!(!castable(table(2).field("A", &elves[..3]), "Gigantosaurus"), "three elves and Llanowar's one");
    assert!(castable(table(2).field("A", &["Temple of the False God"]).lands("A", 4, "Island"), "Air Elemental"));
    assert!(!castable(table(2).field("A", &["Temple of the False God"]).lands("A", 3, "Island"), "Air Elemental"));
    assert!(castable(table(2).field("A", &["Fellwar Stone", "Plains"]).field("B", &["Forest"]), "Llanowar Elves"));
    assert!(!castable(table(2).field("A", &["Fellwar Stone", "Plains"]).field("B", &["Wastes"]), "Llanowar Elves"));
    assert!(castable(table(2).field("A", &["Exotic Orchard"]).field("B", &["Izzet Guildgate"]), "Opt"));
}

#[test]
fn many_of_one_type_are_all_of_that_type() {
    let lotus = |lands: &[&str], spell| {
        let field: Vec<&str> = lands.iter().copied().chain(["Gilded Lotus"]).collect();
        castable(table(2).field("A", &field).field("B", &["Grizzly Bears"]), spell)
    };
    assert!(lotus(&["Plains"], "Divination"));
    assert!(lotus(&[], "Kalonian Tusker"), "two green of three");
    assert!(!lotus(&[], "Baleful Strix"), "not blue and black of one lotus");
    assert!(lotus(&["Swamp"], "Baleful Strix"));
    assert!(lotus(&["Dimir Guildgate", "Mountain"], "Bedevil"), "three black, one of them spared by the gate");
    assert!(lotus(&["Gilded Lotus"], "Terminate"));
}

#[test]
fn mana_of_another_colour_than_the_commanders_is_not_made() {
    let tower =
        |name: &str| castable(table(2).commander("A", "Talrand, Sky Summoner").field("A", &["Command Tower"]), name);
    assert!(tower("Opt"));
    assert!(!tower("Llanowar Elves"));
    let none = castable(table(2).field("A", &["Command Tower", "Arcane Signet"]), "Sol Ring");
    assert!(!none, "without a commander it makes nothing");
}

#[test]
fn mana_can_be_made_before_it_is_needed() {
    let mut t = table(2)
        .field("A", &["Azorius Guildgate", "Island"])
        .hand("A", &["Dovin's Veto"])
        .hand("B", &["Sol Ring"])
        .lands("B", 1, "Wastes")
        .start();
    t.until(2, Step::PrecombatMain);
    t.cast("B", "Sol Ring").now();
    t.priority_of("A");
    t.tap_for_mana("A", "Azorius Guildgate").paying(&["W"]).now();
    assert_eq!(t.floating("A"), [1, 0, 0, 0, 0, 0]);
    t.cast("A", "Dovin's Veto").at(&["Sol Ring"]).now();
    assert_eq!(t.floating("A"), [0; 6]);
}

#[test]
fn a_mana_ability_that_does_more_does_it_when_paid_automatically() {
    let mut t = table(2).field("A", &["Trenzalore Clocktower"]).hand("A", &["Opt"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Opt").now();
    t.resolve_all();
    assert_eq!(t.counters("A", "Trenzalore Clocktower", "time"), 1);
}

#[test]
fn what_is_tapped_as_a_cost_is_not_tapped_for_mana_as_well() {
    let elves = ["Symbiotic Deployment", "Llanowar Elves", "Fyndhorn Elves"];
    let mut t = table(2).field("A", &elves).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_activate("A", "Symbiotic Deployment"), "two creatures tapped, and no mana left");
    let mut t = table(2).field("A", &elves).field("A", &["Elvish Mystic"]).start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Symbiotic Deployment").paying(&["Llanowar Elves", "Elvish Mystic"]).now();
    assert!(t.is_tapped("A", "Fyndhorn Elves"));
    assert_eq!(t.tapped("A"), 3);
}

#[test]
fn a_signet_tapped_as_a_source_is_tapped_once() {
    let mut t = table(2).field("A", &["Azorius Signet", "Wastes"]).hand("A", &["Sol Ring"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Sol Ring").now();
    let tapped = t.events(|e| matches!(e, GameEvent::Tapped { .. }));
    assert_eq!(tapped, t.tapped("A"));
    assert_eq!(t.tapped("A"), 1, "the Wastes alone is enough");
}
