//! Cards of two parts, and those with levels.

use super::{KnownTokens, Printed, printed, refusal, said, stops, translate};

#[test]
fn both_parts_of_adventurer_and_split_cards_are_translated() {
    let adventure = Printed { name: "Long Way", cost: "{G}", ..printed("Sorcery - Adventure", "Draw a card.") };
    let creature = Printed { layout: Some("adventure"), back: Some(&adventure), ..printed("Creature - Elf", "") };
    let text = translate(&creature, &KnownTokens::default()).unwrap().text();
    assert!(text.contains("name = \"Wim Oddfoot\"") && text.contains("layout = \"adventure\""), "{text}");
    assert!(text.contains("[card.back]\nname = \"Long Way\"\ncost = \"{G}\""), "{text}");
    // A half has a name of its own, by which its text calls it; the card has both (CR 709.4a).
    let right = Printed { name: "Wane", cost: "{W}", ..printed("Instant", "You gain 1 life.") };
    let left = Printed { name: "Wax", ..printed("Instant", "Wax deals 1 damage to any target.") };
    let split = Printed { layout: Some("split"), back: Some(&right), ..left };
    let text = translate(&split, &KnownTokens::default()).unwrap().text();
    assert!(text.starts_with("[[card]]\nname = \"Wax // Wane\"") && text.contains("layout = \"split\""), "{text}");
    let aftermath = Printed { text: "Aftermath (Cast it from a graveyard.)\nYou gain 1 life.", ..right };
    let text = translate(&Printed { back: Some(&aftermath), ..split }, &KnownTokens::default()).unwrap().text();
    assert!(text.split("[card.back]").nth(1).is_some_and(|back| back.contains("aftermath = true")), "{text}");
    let (left, right) =
        ("Wax deals 1 damage to any target.\nFuse", Printed { text: "You gain 1 life.\nFuse", ..right });
    let text = translate(&Printed { text: left, back: Some(&right), ..split }, &KnownTokens::default()).unwrap().text();
    assert_eq!((text.matches("fuse = true").count(), text.split("[card.back]").count()), (1, 2), "{text}");
}

#[test]
fn either_face_of_a_modal_card_is_translated() {
    let back = Printed { name: "Wim's Rest", cost: "", ..printed("Land", "Wim's Rest enters tapped.\n{T}: Add {G}.") };
    let front = printed("Sorcery", "Draw a card.");
    let modal = Printed { layout: Some("modal_dfc"), back: Some(&back), ..front };
    let entry = translate(&modal, &KnownTokens::default()).unwrap();
    assert_eq!(
        entry.text(),
        r#"[[card]]
name = "Wim Oddfoot"
cost = "{1}{G}"
type = "Sorcery"
spell = { draw = {} }
layout = "modal"
[card.back]
name = "Wim's Rest"
type = "Land"
enters-tapped = true
[[card.back.ability]]
mana = "{G}"
"#
    );
    let silly = Printed { text: "Wim's Rest is elsewhere.", ..back };
    let modal = Printed { back: Some(&silly), ..modal };
    let stops: Vec<String> = stops(&modal, &KnownTokens::default()).iter().map(ToString::to_string).collect();
    assert_eq!(stops, ["`~ is elsewhere.`: not understood from `is` on"]);
    assert!(translate(&Printed { back: None, ..modal }, &KnownTokens::default()).is_err());
}

#[test]
fn either_face_of_a_transforming_card_is_translated() {
    let howls = "When this creature transforms into Wim's Fury, draw a card.\nNightbound";
    let back = Printed { name: "Wim's Fury", cost: "", colours: Some("G"), ..printed("Creature - Werewolf", howls) };
    let front = printed("Creature - Human Werewolf", "Daybound\n{2}: Transform Wim Oddfoot.");
    let card = Printed { layout: Some("transform"), back: Some(&back), ..front };
    let text = translate(&card, &KnownTokens::default()).unwrap().text();
    assert_eq!(
        text,
        r#"[[card]]
name = "Wim Oddfoot"
cost = "{1}{G}"
type = "Creature - Human Werewolf"
pt = "1/1"
daybound = true
[[card.ability]]
cost = "{2}"
do = { transform = { what = "self" } }
[card.back]
name = "Wim's Fury"
type = "Creature - Werewolf"
colours = "G"
pt = "1/1"
nightbound = true
[[card.back.ability]]
trigger = { transforms = "self" }
do = { draw = {} }
"#
    );
}

#[test]
fn a_saga_returns_as_what_it_tells_of() {
    let text = "I, II — Draw a card.\nIII — Exile this Saga, then return it to the battlefield transformed under your control.";
    let last = said("Enchantment - Saga", text);
    assert!(last.ends_with(
        "trigger = { chapter = [3] }\ndo = [{ exile = { what = \"self\" } }, { move = { what = \"them\", to = \"battlefield-transformed\" } }]\n"
    ), "{last}");
}

/// The entry of a card of that layout, from its size or keywords on.
fn levels(layout: &str, types: &str, text: &str) -> String {
    let card = Printed { layout: Some(layout), ..printed(types, text) };
    let text = translate(&card, &KnownTokens::default()).unwrap().text();
    let from = text.find("type = ").unwrap();
    text[from..].split_once('\n').unwrap().1.to_owned()
}

#[test]
fn what_stands_below_a_level_symbol_is_had_with_so_many_counters() {
    let text = "Level up {G}\nLEVEL 2-6\n3/3\nFlying\nLEVEL 7+\n4/4\n{T}: Draw a card.";
    assert_eq!(
        levels("leveler", "Creature - Elf", text),
        r#"pt = "1/1"
level-up = "{G}"
[[card.ability]]
static = { size = [3, 3] }
if = "counters level >= 2 and counters level < 7"
[[card.ability]]
static = { pump = { what = "self", keywords = ["flying"] } }
if = "counters level >= 2 and counters level < 7"
[[card.ability]]
static = { size = [4, 4] }
if = "counters level >= 7"
[[card.ability]]
cost = "{T}"
if = "counters level >= 7"
do = { draw = {} }
"#
    );
}

#[test]
fn a_class_has_the_abilities_of_its_levels() {
    let text = "When this Class enters, draw a card.\n{2}{G}: Level 2\nWhen this Class becomes level 2, you gain 1 life.\n\
        {4}{G}: Level 3\nAt the beginning of your upkeep, if it's day, draw a card.";
    assert_eq!(
        levels("class", "Enchantment - Class", text),
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { draw = {} }
[[card.ability]]
cost = "{2}{G}"
timing = "sorcery"
if = "level = 1"
do = { gain-level = { level = 2 } }
[[card.ability]]
trigger = { becomes-level = 2 }
do = { gain-life = { amount = 1 } }
[[card.ability]]
cost = "{4}{G}"
timing = "sorcery"
if = "level = 2"
do = { gain-level = { level = 3 } }
[[card.ability]]
trigger = { begins = "your upkeep" }
when = "level >= 3"
if = "day"
do = { draw = {} }
"#
    );
}

#[test]
fn a_key_of_the_card_does_not_come_with_a_level() {
    let card = Printed { layout: Some("leveler"), ..printed("Creature - Elf", "Level up {G}\nLEVEL 1+\n3/3\nCrew 3") };
    let refused = translate(&card, &KnownTokens::default()).unwrap_err().to_string();
    assert_eq!(refused, "`Crew 3`: it has that at some levels only");
    assert!(refusal("Creature - Elf", "LEVEL 1+").contains("not understood"));
}

#[test]
fn a_back_adds_no_colour_of_a_choice_to_the_identity() {
    let back = Printed {
        name: "Wim's Fury",
        cost: "",
        ..printed("Artifact", "When this artifact transforms into Wim's Fury, add one mana of any color.")
    };
    let front = Printed { cost: "{3}", ..printed("Artifact", "{2}: Transform Wim Oddfoot.") };
    let card = Printed { layout: Some("transform"), back: Some(&back), identity: Some(""), ..front };
    let text = translate(&card, &KnownTokens::default()).unwrap().text();
    assert!(text.split("[card.back]").nth(1).is_some_and(|back| back.contains("identity = \"\"")), "{text}");
}
