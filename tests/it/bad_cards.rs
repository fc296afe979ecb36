//! Card files with mistakes in them: each mistake is told once, where it stands, with what was found and what was meant.

use turnlab::cards::CatalogBuilder;
use turnlab::cards::catalog::Catalog;
use turnlab::cards::source::{Diagnostics, Source};

use crate::cli::Desk;

/// What is said of a file beside the embedded cards.
fn said(text: &str) -> Vec<String> {
    let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
    match builder.add_file(&Source::new("c.toml", text)) {
        Ok(()) => Vec::new(),
        Err(Diagnostics(faults)) => faults.iter().map(ToString::to_string).collect(),
    }
}

/// A sorcery with that spell.
fn spell(spell: &str) -> String {
    format!("[[card]]\nname = \"X\"\ntype = \"Sorcery\"\nspell = {spell}\n")
}

/// An artifact with that ability.
fn ability(ability: &str) -> String {
    format!("[[card]]\nname = \"X\"\ntype = \"Artifact\"\n[[card.ability]]\n{ability}\n")
}

/// A card with those lines behind its name.
fn card(lines: &str) -> String {
    format!("[[card]]\nname = \"X\"\n{lines}\n")
}

/// The file, the place of its one mistake, the beginning of what is said of it, and the end.
type Mistake = (String, &'static str, &'static str, &'static str);

fn mistakes() -> Vec<Mistake> {
    let creature = |lines: &str| card(&format!("type = \"Creature\"\npt = \"1/1\"\n{lines}"));
    vec![
        // The file itself.
        ("[[card]\nname = \"X\"".into(), "1:8", "unclosed array table", "`]`"),
        ("[[crad]]\nname = \"X\"".into(), "1:3", "unknown key `crad`", "did you mean `card`?"),
        ("[card]\nname = \"X\"".into(), "1:1", "`card` is not a list", "[[card]] with two brackets"),
        (card("name = \"Y\"\ntype = \"Land\""), "3:1", "duplicate key `name`", "the first is in line 2, column 1"),
        // Names.
        ("[[card]]\ntype = \"Land\"".into(), "1:1", "missing field `name`", "`name`"),
        ("[[card]]\nname = \" \"\ntype = \"Land\"".into(), "2:8", "a card needs a name", "a card needs a name"),
        (format!("{0}{0}", card("type = \"Land\"")), "5:8", "there is already a card `X`", "of an earlier file)"),
        (
            "[[card]]\nname = \"SOL ring\"\ntype = \"Land\"".into(),
            "2:8",
            "there is already a card `SOL ring`",
            "earlier file)",
        ),
        (card("key = \"x\"\ntype = \"Land\""), "3:7", "only a [[token]] has a `key`", "by its name"),
        // What is printed.
        (card(""), "1:1", "missing field `type`", "`type`"),
        (card("type = \"Artefact\""), "3:9", "`Artefact` is not a card type", "did you mean `artifact`?"),
        (card("type = \"Land\"\ncost = \"{2}{Q}\""), "4:9", "`Q` is not a mana symbol", "such as W/U, 2/W or W/P)"),
        (card("type = \"Land\"\ncost = 2"), "4:8", "invalid type: integer `2`", "expected a string"),
        (card("type = \"Creature\""), "2:8", "a creature needs `pt`", "pt = \"3/4\""),
        (
            card("type = \"Creature\"\npt = \"one/1\""),
            "4:7",
            "`one/1` is not a power and toughness",
            "`*/4` or `*/1+*`",
        ),
        (card("type = \"Creature\"\npt = \"99999/1\""), "4:7", "`99999/1` is not a power", "`*/4` or `*/1+*`"),
        (card("type = \"Planeswalker\""), "2:8", "a planeswalker needs `loyalty`", "`loyalty`"),
        (card("type = \"Planeswalker\"\nloyalty = -3"), "4:11", "invalid value: integer `-3`", "from 0 to 65535"),
        (card("type = \"Land\"\ncolours = \"WX\""), "4:11", "`X` is not a colour", "C for none)"),
        (card("type = \"Land\"\nany-number = \"yes\""), "4:14", "invalid type: string \"yes\"", "expected a boolean"),
        (card("type = \"Artifact\"\nvanishing = 300"), "4:13", "invalid value: integer `300`", "from 0 to 255"),
        (card("type = \"Land\"\nstand-in = \"fact\""), "4:12", "unknown variant `fact`", "did you mean `facts`?"),
        // Keys and keywords.
        (creature("coste = \"{1}\""), "5:1", "unknown field `coste`", "did you mean `cost`?"),
        (creature("keywords = \"flying\""), "5:12", "invalid type: string \"flying\"", "expected a list"),
        (creature("keywords = [\"flyign\"]"), "5:14", "`flyign` is not a keyword", "did you mean `flying`?"),
        (creature("keywords = [\"partnr\"]"), "5:14", "`partnr` is not a keyword", "did you mean `partner`?"),
        (
            creature("keywords = [\"partner with Krenko, Mob Bos\"]"),
            "5:13",
            "there is no card `Krenko, Mob Bos` to be partner with",
            "did you mean `Krenko, Mob Boss`?",
        ),
        // Effects.
        (card("type = \"Instant\""), "2:8", "an instant or sorcery needs `spell`", "its effect"),
        (creature("spell = { draw = {} }"), "2:8", "only an instant or sorcery has `spell`", "[[card.ability]]"),
        (spell("{ extra-trun = {} }"), "4:11", "unknown variant `extra-trun`", "did you mean `extra-turn`?"),
        (spell("{ extra-turn = { plyer = \"you\" } }"), "4:26", "unknown field `plyer`", "did you mean `player`?"),
        (spell("{ draw = {}, scry = {} }"), "4:9", "`scry` is a second effect here", "[{ ... }, { ... }]"),
        (spell("{ gain-life = {} }"), "4:23", "missing field `amount`", "`amount`"),
        (spell("{ draw = { player = \"yuo\" } }"), "4:30", "`yuo` is not a player", "did you mean `you`?"),
        (
            spell("{ draw = { count = \"coutn creature\" } }"),
            "4:29",
            "`coutn` is not an amount",
            "did you mean `count`?",
        ),
        (
            spell("{ draw = { count = 99999999999 } }"),
            "4:28",
            "found 99999999999, expected -2147483648",
            "to 2147483647",
        ),
        (spell("{ draw = { count = 1.5 } }"), "4:28", "invalid type: floating point `1.5`", "\"count creature yours\""),
        (spell("{ vote = { options = 300 } }"), "4:30", "invalid value: integer `300`", "from 0 to 255"),
        (
            spell("{ search = { what = \"land\", to = \"hnad\" } }"),
            "4:42",
            "unknown variant `hnad`",
            "did you mean `hand`?",
        ),
        (
            spell("{ destroy = { what = \"cretaure\" } }"),
            "4:31",
            "`cretaure` is not a word of a filter",
            "did you mean `creature`?",
        ),
        (spell("{ destroy = { what = \"creature power>=many\" } }"), "4:47", "`many` is not a number", "fits here"),
        (spell("{ destroy = { what = \"target\" } }"), "4:31", "there is no target 1", "`targets` declares 0"),
        (
            spell("{ create-token = { token = \"Soldeir\" } }"),
            "4:36",
            "there is no token `Soldeir`",
            "did you mean `soldier`?",
        ),
        (
            spell("{ extra-turn = { riders = [\"no-utap\"] } }"),
            "4:37",
            "`no-utap` is not a rider",
            "did you mean `no-untap`?",
        ),
        (spell("{ skip = { what = \"trun\" } }"), "4:28", "`trun` is not something to skip", "did you mean `turn`?"),
        (
            spell("{ add-phase = { phases = [\"combta\"] } }"),
            "4:36",
            "`combta` is not a phase",
            "did you mean `combat`?",
        ),
        // Abilities.
        (ability("do = { draw = {} }"), "2:8", "an ability of this card says not what it is", "or `loyalty`)"),
        (ability("cost = \"{T}\""), "2:8", "an activated ability of this card does nothing", "(expected `do`)"),
        (
            ability("trigger = { enters = \"self\" }\ncost = \"{T}\"\ndo = { draw = {} }"),
            "2:8",
            "an ability of this card is both a triggered ability and an activated ability",
            "or `loyalty`)",
        ),
        (
            ability("trigger = { entres = \"self\" }\ndo = { draw = {} }"),
            "5:13",
            "unknown variant `entres`",
            "did you mean `enters`?",
        ),
        (
            ability("trigger = { begins = \"your upkep\" }\ndo = { draw = {} }"),
            "5:28",
            "`upkep` is not a step",
            "did you mean `upkeep`?",
        ),
        (
            ability("trigger = { enters = \"self\" }\nif = \"your-trun\"\ndo = { draw = {} }"),
            "6:7",
            "`your-trun` is not a condition",
            "did you mean `your-turn`?",
        ),
        (
            ability("cost = \"{T}, sacrifce self\"\ndo = { draw = {} }"),
            "5:14",
            "`sacrifce` is not a cost",
            "did you mean `sacrifice`?",
        ),
        (card("type = \"Land\"\npilot = { wroth = 3 }"), "4:11", "unknown field `wroth`", "did you mean `worth`?"),
        (
            card("type = \"Land\"\npilot = { worth = 2000 }"),
            "4:19",
            "`worth`: found 2000",
            "expected -1000 to 1000 points",
        ),
        (
            card("type = \"Land\"\npilot = { threat = \"much\" }"),
            "4:20",
            "invalid type: string",
            "expected a whole number",
        ),
        (
            card("type = \"Land\"\npilot = { when = \"your-trun\" }"),
            "4:19",
            "`your-trun` is not a condition",
            "did you mean `your-turn`?",
        ),
        (card("type = \"Land\"\npilot = 3"), "4:9", "invalid type: integer `3`", "such as { worth = 40 }"),
        (ability("mana = \"{T}\""), "5:9", "`T` is not a type of mana", "R, G or C)"),
        (
            ability("static = { skip = { whose = \"any\", what = \"turns\" } }"),
            "5:44",
            "`turns` is not something to skip",
            "did you mean `turn`?",
        ),
        (
            ability("cost = \"{T}\"\ndo = { put-counters = { kind = \"\" } }"),
            "6:32",
            "`` is not a kind of counter",
            "such as time)",
        ),
    ]
}

#[test]
fn every_mistake_is_told_once_with_its_place_and_what_was_meant() {
    for (text, place, begin, end) in mistakes() {
        let said = said(&text);
        let [line] = said.as_slice() else { panic!("{text}\n{said:?}") };
        let message = line.strip_prefix(&format!("c.toml:{place}: ")).unwrap_or_else(|| panic!("{text}\n{line}"));
        assert!(message.starts_with(begin) && message.ends_with(end), "{text}\n{message}");
        assert!(message.len() < 300, "{message}");
    }
}

#[test]
fn the_mistakes_of_a_file_come_together_whatever_their_kind() {
    let text = "[[card]]\nname = \"X\"\ntype = \"Creature\"\npt = \"1/1\"\ncoste = \"{1}\"\nkeyword = [\"flying\"]\nloyalty = -1\n\
                [[card.ability]]\ntriger = { enters = \"self\" }\ncost = 3\ndo = [{ drow = {} }, { draw = { cuont = 1 } }]\n\
                [[card]]\nname = \"Y\"\ntype = \"Lnad\"\n[[token]]\nname = \"T\"\n";
    let places: Vec<String> =
        said(text).iter().map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect();
    let expected = ["5:1", "6:1", "7:11", "9:1", "10:8", "11:9", "11:33", "14:9", "15:1"];
    assert_eq!(places, expected.map(|place| format!("c.toml:{place}")), "{:#?}", said(text));
}

#[test]
fn tokens_may_make_each_other_in_a_circle_and_come_in_any_order() {
    let token = |name: &str, other: &str| {
        format!(
            "[[token]]\nname = \"{name}\"\ntype = \"Creature\"\npt = \"1/1\"\n[[token.ability]]\ntrigger = {{ dies = \"self\" }}\n\
             do = {{ create-token = {{ token = \"{other}\" }} }}\n"
        )
    };
    assert_eq!(said(&(token("Hen", "Egg") + &token("Egg", "Hen"))), Vec::<String>::new());
    let cut = said(&token("Hen", "Egg"));
    assert_eq!(cut, ["c.toml:7:33: there is no token `Egg`"]);
}

#[test]
fn the_command_line_tells_them_and_exits_with_2() {
    let desk = Desk::new();
    desk.write("c.toml", &spell("{ extra-trun = {} }"));
    let study = format!("cards = [\"c.toml\"]\n{}", crate::cli::STUDY);
    desk.write("with.toml", &study.replace("schema = 1\n", "").replacen("cards", "schema = 1\ncards", 1));
    for line in [
        "cards --cards c.toml",
        "deck decks/b.txt --cards c.toml",
        "run small.toml --cards c.toml",
        "check --cards c.toml",
        "trace small.toml --cards c.toml",
        "run with.toml",
    ] {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        let place = "c.toml:4:11: unknown variant `extra-trun`";
        assert!(ran.err.contains(place) && ran.err.contains("did you mean `extra-turn`?"), "{line}: {}", ran.err);
        assert_eq!(ran.err.matches(place).count(), 1, "{line}: told once: {}", ran.err);
    }
    let missing = desk.run("deck decks/b.txt --cards d.toml");
    assert_eq!(
        (missing.code, missing.err.as_str()),
        (Some(2), "error: --cards: no file `d.toml`; did you mean `c.toml`?\n")
    );
}
