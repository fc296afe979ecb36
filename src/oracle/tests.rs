//! Sentences of our own, of cards that do not exist, and what they come to.

use super::{KnownTokens, Printed, Refusal, Token, stops, translate};

mod activated;
mod faces;
mod meanings;
mod permanents;
mod spells;
mod statics;
mod triggered;

/// A card of that type line with that text.
fn printed<'a>(types: &'a str, text: &'a str) -> Printed<'a> {
    let size = types.contains("Creature").then_some("1");
    let loyalty = types.contains("Planeswalker").then_some("4");
    Printed {
        name: "Wim Oddfoot",
        cost: "{1}{G}",
        types,
        text,
        power: size,
        toughness: size,
        loyalty,
        ..Printed::default()
    }
}

/// The entry without what is copied from the printed facts.
fn said(types: &str, text: &str) -> String {
    let entry =
        translate(&printed(types, text), &KnownTokens::default()).unwrap_or_else(|e| panic!("{types}: {text}: {e}"));
    let facts = ["[[card]]", "name = \"Wim", "cost = \"{1}{G}\"", "type = \"", "pt = \"1/1\"", "loyalty = 4"];
    let kept = |line: &&str| line.contains("[[token") || !facts.iter().any(|fact| line.starts_with(fact));
    entry.text().lines().filter(kept).map(|line| format!("{line}\n")).collect()
}

fn refusal(types: &str, text: &str) -> String {
    match translate(&printed(types, text), &KnownTokens::default()) {
        Ok(entry) => panic!("translated: {}", entry.text()),
        Err(refusal) => refusal.to_string(),
    }
}

/// Type line, text, and what the entry says.
type Production = (&'static str, &'static str, &'static str);

const PRODUCTIONS: [&[Production]; 5] = [
    spells::PRODUCTIONS,
    permanents::PRODUCTIONS,
    statics::PRODUCTIONS,
    triggered::PRODUCTIONS,
    activated::PRODUCTIONS,
];

#[test]
fn each_production_says_what_it_should() {
    let wrong = |(types, text, expected): &&Production| said(types, text) != *expected;
    let told = |(types, text, _): &Production| format!("{types}: {text}\n{}", said(types, text));
    let wrong: Vec<String> = PRODUCTIONS.into_iter().flatten().filter(wrong).map(told).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Type line, text, and the message.
const REFUSALS: &[(&str, &str, &str)] = &[
    (
        "Enchantment",
        "Whenever a creature you control blocks, it gets +0/+3 until end of turn.",
        "`Whenever a creature you control blocks, it gets +0/+3 until end of turn.`: not understood from `,` on",
    ),
    (
        "Instant",
        "Destroy target artifact, enchantment, or creature with flying.",
        "`Destroy target artifact, enchantment, or creature with flying.`: not understood from `with` on",
    ),
    ("Creature - Elf", "Wibble", "`Wibble`: not understood from `Wibble` on"),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, draw a purple card.",
        "`When ~ enters the battlefield, draw a purple card.`: not understood from `purple` on",
    ),
    ("Instant", "Target creature gets +2/+2.", "`Target creature gets +2/+2.`: not understood from `.` on"),
    (
        "Instant",
        "Destroy target creature. It deals damage.",
        "`Destroy target creature. It deals damage.`: not understood from `damage` on",
    ),
    (
        "Creature - Elf",
        "Whenever a creature enters the battlefield, destroy target creature. That creature's controller draws a card.",
        "`Whenever a creature enters the battlefield, destroy target creature. That creature's controller draws a card.`: `that` could mean several things",
    ),
    (
        "Instant",
        "Target creature gets +X/+X until end of turn.",
        "`Target creature gets +X/+X until end of turn.`: nothing says what X is",
    ),
    ("Instant", "You gain that much life.", "`You gain that much life.`: it is not clear how much `that much` is"),
    (
        "Instant",
        "That player discards a card.",
        "`That player discards a card.`: it is not clear which player is meant",
    ),
    (
        "Creature - Elf",
        "Whenever Wim Oddfoot dies, tap it.",
        "`Whenever ~ dies, tap it.`: what has left the battlefield is spoken of as if it were there",
    ),
    ("Instant", "Counter target creature.", "`Counter target creature.`: not understood from `.` on"),
    (
        "Instant",
        "Destroy target nonblack artifact or creature.",
        "`Destroy target nonblack artifact or creature.`: not understood from `target` on",
    ),
    (
        "Instant",
        "Target creature gets +1/+1 until end of turn for each other creature you control.",
        "`Target creature gets +1/+1 until end of turn for each other creature you control.`: it is not clear than what the others are others",
    ),
    (
        "Artifact",
        "{2}: Choose two —\n• Draw a card.\n• You gain 1 life.",
        "`{2}: Choose two — • Draw a card. • You gain 1 life.`: not understood from `two` on",
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has \"{T}: Add one mana of any color in your commander's color identity.\"",
        "`Enchanted creature has \" {T}: Add one mana of any color in your commander's color identity \".`: only a triggered or an activated ability, or one that makes fixed mana, is granted",
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nWhen enchanted creature dies, put a +1/+1 counter on enchanted creature.",
        "`When enchanted creature dies, put a +1/+1 counter on enchanted creature.`: what it was attached to is spoken of afterwards",
    ),
    (
        "Land",
        "{T}: Add {G}. Draw a card.",
        "`{T}: Add {G}. Draw a card.`: a mana ability does no more than make mana here",
    ),
    (
        "Creature - Elf",
        "{T}: Exile the top card of target player's library. If it's a land card, you gain 1 life.",
        "`{T}: Exile the top card of target player's library. If it's a land card, you gain 1 life.`: it is not clear what is asked about",
    ),
    ("Sorcery", "Ascend\nDraw a card.", "`Ascend`: ascend of an instant or sorcery is not played"),
    (
        "Creature - Elf",
        "All Elves get +1/+1 for each other Elf on the battlefield.",
        "`All Elves get +1/+1 for each other Elf on the battlefield.`: it is not clear than what the others are others",
    ),
];

#[test]
fn each_refusal_names_the_line_and_the_place() {
    for (types, text, expected) in REFUSALS {
        assert_eq!(refusal(types, text), *expected, "{types}: {text}");
    }
}

#[test]
fn what_is_unusual_about_the_whole_card_is_told() {
    let plain = printed("Creature - Elf", "Flying");
    let of = |printed: Printed<'_>| translate(&printed, &KnownTokens::default()).unwrap_err().to_string();
    assert_eq!(of(Printed { layout: Some("split"), ..plain }), "it has more than one face, or an unusual layout");
    assert_eq!(of(Printed { power: Some("*"), ..plain }), "its power or toughness is no number");
    assert_eq!(of(Printed { types: "Conspiracy", ..plain }), "its type line has a type that is not played");
    let long = "Flying ".repeat(1000);
    assert_eq!(of(Printed { text: &long, ..plain }), "its text is longer than any printed one");
    assert_eq!(
        of(Printed { types: "Instant", text: "", ..plain }),
        "it is an instant or sorcery that does nothing, or both has modes and has none"
    );
}

#[test]
fn a_size_counted_is_an_amount() {
    let text = "Wim Oddfoot's power and toughness are each equal to the number of Elves you control.";
    let printed = Printed { power: Some("*"), toughness: Some("*"), ..printed("Creature - Elf", text) };
    let entry = translate(&printed, &KnownTokens::default()).unwrap();
    assert!(entry.card().contains("pt = \"count Elf yours\"\n"), "{}", entry.card());
}

#[test]
fn newer_wording_and_reminders_come_to_the_same() {
    let old = said("Creature - Elf", "When Wim Oddfoot enters the battlefield, draw a card. (It is a good card.)");
    assert_eq!(said("Creature - Elf", "When this creature enters, draw a card."), old);
}

#[test]
fn a_legend_goes_by_its_short_name() {
    let text = "Whenever Nalbeth attacks, draw a card.";
    let printed = Printed { name: "Nalbeth, Twice Awake", ..printed("Legendary Creature - Elf", text) };
    assert!(translate(&printed, &KnownTokens::default()).unwrap().card().contains("trigger = { attacks = \"self\" }"));
}

#[test]
fn a_token_that_is_known_goes_by_its_key() {
    let mut known = KnownTokens::default();
    let bear = Token {
        name: "Bear".into(),
        types: "Creature - Bear".into(),
        colours: "G".into(),
        size: Some("2/2".into()),
        ..Token::default()
    };
    known.add("Bear of the house", bear);
    let entry = translate(&printed("Sorcery", "Create a 2/2 green Bear creature token."), &known).unwrap();
    assert!(entry.tokens.is_empty());
    assert!(entry.card().contains("token = \"Bear of the house\""));
}

#[test]
fn every_line_that_stops_a_card_is_told() {
    let text = "Wibble\nFlying\nWobble two";
    let found = stops(&printed("Creature - Elf", text), &KnownTokens::default());
    let lines: Vec<_> = found.iter().filter_map(Refusal::line).collect();
    assert_eq!(lines, ["Wibble", "Wobble two"]);
}

/// Texts made of words of the grammar in any order: they are translated or refused, and nothing panics or hangs.
#[test]
fn no_text_panics() {
    const WORDS: [&str; 64] = [
        "target",
        "creature",
        "you",
        "may",
        "~",
        "Wim Oddfoot",
        ",",
        ".",
        ":",
        "\"",
        "{T}",
        "{X}",
        "{",
        "}",
        "(",
        ")",
        "—",
        "•",
        "\n",
        "When",
        "Whenever",
        "At",
        "the",
        "beginning",
        "of",
        "your",
        "upkeep",
        "enters",
        "battlefield",
        "dies",
        "draw",
        "a",
        "card",
        "two",
        "cards",
        "X",
        "+1/+1",
        "-X/-X",
        "+/",
        "counter",
        "on",
        "it",
        "that",
        "those",
        "if",
        "do",
        "unless",
        "pays",
        "where",
        "is",
        "number",
        "for",
        "each",
        "Elf",
        "Elves",
        "choose",
        "one",
        "or",
        "and",
        "until end of turn",
        "has",
        "get",
        "’",
        "\u{1F600}",
    ];
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let known = KnownTokens::default();
    for types in ["Creature - Elf", "Instant", "Enchantment - Aura", "Legendary Planeswalker - Wim", "Land", "—", ""]
    {
        for _ in 0..400 {
            let count = next() % 30;
            let words: Vec<&str> = (0..count).map(|_| WORDS[(next() % 64) as usize]).collect();
            let text = words.join(if next() % 4 == 0 { "" } else { " " });
            let _ = translate(&printed(types, &text), &known);
        }
    }
}

#[test]
fn deep_texts_are_refused() {
    let deep = "if you control an Elf, ".repeat(100) + "draw a card.";
    assert!(refusal("Sorcery", &deep).contains("not understood"));
    let many = "draw a card and ".repeat(200) + "draw a card.";
    let _ = translate(&printed("Sorcery", &many), &KnownTokens::default());
}
