//! How permanents are cast, enter, and what their keywords say.

use super::Production;

pub(super) const PRODUCTIONS: &[Production] = &[
    (
        "Creature - Elf",
        "Flanking",
        r#"keywords = ["flanking"]
"#,
    ),
    (
        "Creature - Elf",
        "All creatures able to block this creature do so.",
        r#"keywords = ["lures"]
"#,
    ),
    (
        "Creature - Elf",
        "This creature can't be blocked except by creatures with haste.",
        r#"not-blocked-by = "creature without-haste"
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep {U}",
        r#"cumulative-upkeep = "{U}"
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep—Pay 2 life.",
        r#"cumulative-upkeep = "pay 2 life"
"#,
    ),
    (
        "Creature - Elf",
        "Kicker {2}{G}\nIf this creature was kicked, it enters with two +1/+1 counters on it.",
        r#"kicker = "{2}{G}"
[[card.ability]]
replacement = { enters-with-counters = { kind = "+1/+1", count = 2, if = "kicked >= 1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Protection from all colors",
        r#"protection = "white|blue|black|red|green"
"#,
    ),
    (
        "Creature - Elf",
        "Shadow",
        r#"keywords = ["shadow"]
"#,
    ),
    (
        "Creature - Elf",
        "Infect, wither",
        r#"keywords = ["infect", "wither"]
"#,
    ),
    (
        "Creature - Elf",
        "Convoke, improvise",
        r#"convoke = true
improvise = true
"#,
    ),
    (
        "Creature - Elf",
        "Changeling",
        r#"changeling = true
"#,
    ),
    (
        "Creature - Elf",
        "Undying",
        r#"undying = true
"#,
    ),
    (
        "Creature - Elf",
        "Persist",
        r#"persist = true
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nTotem armor",
        r#"enchant = "creature"
umbra-armor = true
"#,
    ),
    (
        "Creature - Elf",
        "Ninjutsu {1}{U}",
        r#"ninjutsu = "{1}{U}"
"#,
    ),
    (
        "Creature - Elf",
        "Afflict 3",
        r#"afflict = 3
"#,
    ),
    (
        "Creature - Elf",
        "Choose a Background",
        r#"keywords = ["choose a background"]
"#,
    ),
    (
        "Planeswalker - Wim",
        "[+1]: Draw a card.\n[−2]: You gain 1 life.",
        r#"[[card.ability]]
loyalty = 1
do = { draw = {} }
[[card.ability]]
loyalty = -2
do = { gain-life = { amount = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Prevent all combat damage that would be dealt to and dealt by this creature.",
        r#"keywords = ["no combat damage"]
"#,
    ),
    (
        "Creature - Elf",
        "Creatures with power 2 or less can't block this creature.",
        r#"not-blocked-by = "creature power<=2"
"#,
    ),
    (
        "Creature - Elf",
        "You may have this creature enter as a copy of any creature on the battlefield.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature" } }
"#,
    ),
    (
        "Creature - Elf",
        "Flying, trample, and haste",
        r#"keywords = ["flying", "trample", "haste"]
"#,
    ),
    (
        "Creature - Elf",
        "Flying\nVigilance",
        r#"keywords = ["flying", "vigilance"]
"#,
    ),
    (
        "Creature - Elf",
        "Protection from red and from green",
        r#"protection = "red|green"
"#,
    ),
    (
        "Creature - Elf",
        "Protection from Goblins",
        r#"protection = "Goblin"
"#,
    ),
    (
        "Creature - Elf",
        "Cycling {2}",
        r#"cycling = "{2}"
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep {1}",
        r#"cumulative-upkeep = 1
"#,
    ),
    (
        "Artifact - Vehicle",
        "Flying\nCrew 3",
        r#"keywords = ["flying"]
crew = 3
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot enters the battlefield with two +1/+1 counters on it.",
        r#"[[card.ability]]
replacement = { enters-with-counters = { kind = "+1/+1", count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot can't be blocked by creatures with power 2 or less.",
        r#"not-blocked-by = "creature power<=2"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot can block only creatures with flying.",
        r#"cant-block = "creature without-flying"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot attacks each combat if able.",
        r#"keywords = ["must attack"]
"#,
    ),
    (
        "Creature - Elf",
        "This spell can't be countered.",
        r#"keywords = ["uncounterable"]
"#,
    ),
    (
        "Creature - Shapeshifter",
        "You may have Wim Oddfoot enter the battlefield as a copy of any creature on the battlefield, except it's an artifact in addition to its other types.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { type = "Artifact" } } }
"#,
    ),
    (
        "Land - Forest Island",
        "As Wim Oddfoot enters the battlefield, you may pay 2 life. If you don't, it enters the battlefield tapped.",
        r#"enters-tapped = { unless-life = 2 }
"#,
    ),
    (
        "Creature - Elf",
        "You may have Wim Oddfoot enter as a copy of any creature on the battlefield, except its name is Wim Oddfoot, it's legendary in addition to its other types, and it has \"{2}: This creature gets +1/+1 until end of turn.\"",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { own-name = true, type = "Legendary", ability = { cost = "{2}", do = { pump = { what = "self", power = 1, toughness = 1 } } } } } }
"#,
    ),
    (
        "Creature - Illusion",
        "You may have this creature enter as a copy of a creature or planeswalker you control, except it enters with an additional +1/+1 counter on it if it's a creature, it enters with an additional loyalty counter on it if it's a planeswalker, and it isn't legendary.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature|planeswalker yours", except = { not-legendary = true, counters = [{ kind = "+1/+1", what = "creature" }, { kind = "loyalty", what = "planeswalker" }] } } }
"#,
    ),
    (
        "Land",
        "You may have this land enter tapped as a copy of any land on the battlefield.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "land", tapped = true } }
"#,
    ),
    (
        "Artifact",
        "As this artifact enters, you may have it become a copy of any creature on the battlefield until end of turn, except it has haste.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { keywords = ["haste"] }, this-turn = true } }
"#,
    ),
    ("Creature - Elf", "Echo—Discard a card.", "echo = \"discard 1\"\n"),
    ("Creature - Elf", "Embalm {3}{W}", "embalm = \"{3}{W}\"\n"),
    ("Creature - Elf", "Eternalize {3}{B}{B}", "eternalize = \"{3}{B}{B}\"\n"),
    ("Creature — Zombie", "Decayed", "keywords = [\"decayed\"]\n"),
];
