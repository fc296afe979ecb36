use std::fs;

use super::*;
use crate::cards::card::{Card, StandIn};
use crate::cards::catalog::Catalog;
use crate::cards::effect::How;
use crate::cards::source::Source;
use crate::cards::type_line::Types;
use crate::cards::{CatalogBuilder, builtin_sources};

fn wanted(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The facts of a file with that text.
fn read(name: &str, text: &str, names: &[&str]) -> Result<CardFacts, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    CardFacts::read(&path, &wanted(names)).map_err(|faults| faults.to_string().replace(&path, name))
}

/// The catalog of the stand-ins for those cards.
fn made(facts: &CardFacts, allowed: Unknown, names: &[&str]) -> Result<Catalog, String> {
    let stand_ins = StandIns { allowed, facts: Some(facts) };
    let missing = names.iter().map(|name| ((*name).to_owned(), false)).collect();
    let source = stand_ins.of("stand-ins.toml", &missing).map_err(|faults| faults.to_string())?;
    let mut builder = CatalogBuilder::new();
    if let Some(source) = source {
        builder.add_file(&source).unwrap_or_else(|faults| panic!("{}\n{faults}", source.text));
    }
    Ok(builder.build())
}

fn card<'c>(catalog: &'c Catalog, name: &str) -> &'c Card {
    catalog.card(catalog.find(name).unwrap_or_else(|| panic!("no stand-in for {name}")))
}

const TABLE: &str = "name,mana_cost,types,subtypes,power,toughness,keywords,color_identity,loyalty,commander_legal,more\n\
    \"Gwafa, the Unheard\",{2}{W}{U},Legendary Creature,Human Wizard,2,3,\"Flying, Partner\",WU,,yes,x\n\
    Odd Growth,{X}{G},Sorcery,,,,,G,,yes,\n\
    Big *Beast*,{4}{R/G},Creature,Beast,*,1+*,,RG,,no,\n\
    Some Walker,{3}{B},Legendary Planeswalker,Nobody,,,,B,4,yes,\n\
    Far Isle,,Land,Island,,,,U,,yes,\n\
    Siege,{1}{R},Battle,Siege,,,,R,,yes,\n\
    Hollow,{1},Creature,Golem,,,,,,yes,\n\
    Plot,,Conspiracy,,,,,,,,\n";

#[test]
fn a_sum_of_power_that_is_too_great_is_told() {
    let table = "name,types,power,toughness\nA,Creature,*,30000+30000+*\n";
    let facts = read("f.csv", table, &["A"]).unwrap();
    let said = made(&facts, Unknown::Facts, &["A"]).unwrap_err();
    assert!(said.contains("`A` can't be played by its facts") && said.contains("30000+30000+*"), "{said}");
}

#[test]
fn a_table_gives_printed_bodies() {
    let names = ["Gwafa, the Unheard", "odd growth", "Big *Beast*", "Some Walker", "Far Isle", "Not There"];
    let facts = read("f.csv", TABLE, &names).unwrap();
    let catalog = made(&facts, Unknown::Facts, &names).unwrap();
    let gwafa = card(&catalog, "Gwafa, the Unheard");
    assert_eq!((gwafa.power, gwafa.toughness, gwafa.mana_value), (2, 3, 4));
    assert_eq!(gwafa.types, Types::LEGENDARY | Types::CREATURE);
    assert!(gwafa.keywords.is_empty() && gwafa.abilities.is_empty(), "no ability is played");
    assert!(!gwafa.pairings.is_empty(), "how a deck is built is no ability of the game");
    assert_eq!(gwafa.stand_in, Some(StandIn::Facts));
    assert!(card(&catalog, "Odd Growth").spell.is_some());
    let beast = card(&catalog, "Big *Beast*");
    assert_eq!((beast.power, beast.toughness, beast.commander_legal), (0, 1, false));
    assert_eq!(card(&catalog, "Some Walker").loyalty, Some(4));
    assert_eq!(card(&catalog, "Far Isle").abilities.len(), 1, "a basic land type is part of the type line (CR 305.6)");
    assert_eq!(catalog.find("Not There"), None);
}

#[test]
fn unknown_lands_are_lands() {
    let table = "name,types,subtypes,identity\nTwo Isles,Land,,UB\nSwamp Isle,Land,Island Swamp,UB\nNo Isle,Land,,\n";
    let names = ["Two Isles", "Swamp Isle", "No Isle", "Arid Mesa", "Nothing Known", "Listed Isle"];
    let facts = read("f.csv", table, &names).unwrap();
    let missing = names.iter().map(|name| ((*name).to_owned(), *name == "Listed Isle")).collect();
    let source = StandIns { allowed: Unknown::Blank, facts: Some(&facts) }.of("s.toml", &missing).unwrap().unwrap();
    let mut builder = CatalogBuilder::new();
    builder.add_file(&source).unwrap_or_else(|faults| panic!("{}\n{faults}", source.text));
    let catalog = builder.build();
    let is_land = |name: &&str| card(&catalog, name).types == Types::LAND;
    let lands: Vec<&str> = names.into_iter().filter(is_land).collect();
    assert_eq!(lands, ["Two Isles", "Swamp Isle", "No Isle", "Arid Mesa", "Listed Isle"]);
    assert!(lands.iter().all(|name| !card(&catalog, name).abilities.is_empty()), "each taps for mana");
    assert!(source.text.contains("mana = \"{U} or {B}\"") && source.text.contains("mana = \"{C}\""), "{}", source.text);
}

#[test]
fn tabs_separate_as_well_and_other_columns_are_let_be() {
    let facts = read(
        "f.tsv",
        &TABLE.replace('"', "").replace("Gwafa, the Unheard", "Gwafa").replace("Flying, ", "").replace(',', "\t"),
        &["Gwafa"],
    );
    let catalog = made(&facts.unwrap(), Unknown::Facts, &["Gwafa"]).unwrap();
    assert_eq!(card(&catalog, "Gwafa").toughness, 3);
    let whole = include_str!("../../../tests/data/card_facts.tsv");
    let facts = read("card_facts.tsv", whole, &["Sol Ring", "Serra Angel"]).unwrap();
    let catalog = made(&facts, Unknown::Facts, &["Sol Ring", "Serra Angel"]).unwrap();
    assert_eq!((card(&catalog, "Serra Angel").power, card(&catalog, "Sol Ring").mana_value), (4, 1));
}

#[test]
fn every_card_of_the_catalog_can_be_stood_in_for_by_its_facts() {
    let whole = include_str!("../../../tests/data/card_facts.tsv");
    let names: Vec<&str> = whole.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    let facts = read("card_facts.tsv", whole, &names).unwrap();
    let catalog = made(&facts, Unknown::Blank, &names).unwrap();
    let real = Catalog::builtin();
    for name in names {
        let (stand_in, card) = (card(&catalog, name), real.card(real.find(name).unwrap()));
        // Of a split card the facts tell the cost of the left half.
        let value = |a: &Card| a.part_cast(How::Printed).map_or(a, |half| real.card(half)).mana_value;
        let same = |a: &Card| (value(a), a.types, a.identity, a.commander_legal);
        if stand_in.stand_in == Some(StandIn::Facts) {
            assert_eq!(same(stand_in), same(card), "{name}");
        }
    }
    assert!(!builtin_sources().is_empty());
}

const JSON: &str = r#"[
 {"object":"card","name":"Gwafa, the Unheard","layout":"token","type_line":"Token Creature","power":"9","toughness":"9"},
 {"object":"card","name":"Gwafa, the Unheard","mana_cost":"{2}{W}{U}","cmc":4.0,"type_line":"Legendary Creature — Human Wizard","power":"2","toughness":"3",
  "colors":["W","U"],"color_identity":["U","W"],"keywords":["Flying","Partner"],"legalities":{"commander":"legal","modern":"not_legal"}},
 {"name":"Day // Night","layout":"transform","type_line":"Creature — Wolf // Creature — Werewolf","color_identity":["R","G"],"legalities":{"commander":"banned"},
  "card_faces":[{"name":"Day","mana_cost":"{G}","type_line":"Creature — Wolf","power":"1","toughness":"2","colors":["G"]},{"name":"Night","mana_cost":"","power":"5","toughness":"5"}]},
 {"name":"This // That","layout":"split","mana_cost":"{R} // {U}","type_line":"Instant // Instant","colors":["R","U"],"color_identity":["R","U"],
  "card_faces":[{"mana_cost":"{R}","type_line":"Instant"},{"mana_cost":"{U}","type_line":"Instant"}]}
]"#;

#[test]
fn an_array_of_objects_gives_the_same_bodies_and_first_faces() {
    let names = ["Gwafa, the Unheard", "Day", "This/That"];
    let facts = read("cards.json", JSON, &["Gwafa, the Unheard", "Day", "This // That"]).unwrap();
    let catalog = made(&facts, Unknown::Facts, &["Gwafa, the Unheard", "Day", "This // That"]).unwrap();
    let gwafa = card(&catalog, names[0]);
    assert_eq!((gwafa.power, gwafa.mana_value, gwafa.identity), (2, 4, gwafa.colours));
    let day = card(&catalog, "Day // Night");
    assert_eq!((day.power, day.mana_value, day.commander_legal), (1, 1, false));
    assert_ne!(day.identity, day.colours, "the identity is that of both faces (CR 903.4d)");
    assert_eq!(card(&catalog, "This // That").types, Types::INSTANT);
    assert!(names.iter().all(|name| catalog.find(name).is_some()), "a list's way to write a name finds its stand-in");
}

#[test]
fn what_cannot_be_played_by_its_facts_is_told_or_blank() {
    let names = ["Siege", "Hollow", "Nowhere"];
    let facts = read("f.csv", TABLE, &names).unwrap();
    let faults = made(&facts, Unknown::Facts, &names).unwrap_err();
    let told: Vec<&str> = faults.lines().map(|line| line.split_once("f.csv:").map_or(line, |(_, rest)| rest)).collect();
    assert_eq!(told[0], "8:1: `Hollow` can't be played by its facts: a creature needs `pt`, as in pt = \"3/4\"");
    let facts = read("f.csv", TABLE, &["Plot"]).unwrap();
    let plot = made(&facts, Unknown::Blank, &["Plot"]).unwrap();
    assert!(!card(&plot, "Plot").commander_legal, "its type is never in a deck");
    let facts = read("f.csv", TABLE, &names).unwrap();
    assert!(told[1].starts_with("7:1: `Siege` can't be played by its facts: `Battle` is not a card type"), "{told:?}");
    let catalog = made(&facts, Unknown::Blank, &names).unwrap();
    for name in names {
        let blank = card(&catalog, name);
        assert_eq!(
            (blank.stand_in, blank.mana_value, blank.types),
            (Some(StandIn::Blank), 3, Types::SORCERY),
            "{name}"
        );
        assert!(blank.colours.is_empty() && blank.identity.is_empty(), "{name}");
    }
}

#[test]
fn files_of_another_shape_are_refused_where_it_shows() {
    let refused = |name: &str, text: &str| read(name, text, &["X"]).unwrap_err();
    assert_eq!(refused("f.csv", ""), "f.csv: found nothing, expected a table or an array of cards");
    assert_eq!(
        refused("f.csv", "nmae,types\nX,Instant\n"),
        "f.csv:1:1: found the columns `nmae`, `types`, expected one called `name`; did you mean `name`?"
    );
    assert_eq!(
        refused("f.csv", "name,types\nX,Instant\nY\n"),
        "f.csv:3:1: is no table: CSV error: record 2 (line: 3, byte: 21): found record with 1 fields, but the previous record \
         has 2 fields"
    );
    let at = refused("f.json", "[{\"name\": \"X\"},\n {\"name\": 3}]");
    assert!(at.starts_with("f.json:2:") && at.contains("can't be read as cards: invalid type: integer `3`"), "{at}");
    let object = refused("f.json", "{\"cards\": []}");
    assert!(object.contains("expected an array of card objects"), "{object}");
    let cut = refused("f.json", "[{\"name\": \"X\"}");
    assert!(cut.starts_with("f.json:1:") && cut.contains("EOF"), "{cut}");
    let missing = CardFacts::read("no/such/file.csv", &wanted(&["X"])).unwrap_err().to_string();
    assert!(missing.starts_with("no/such/file.csv: can't be read: "), "{missing}");
}

#[test]
fn facts_of_json_have_the_line_that_their_object_begins_in() {
    let told = |name: &str, text: &str, card: &str| {
        let facts = read(name, text, &[card]).unwrap();
        made(&facts, Unknown::Facts, &[card]).unwrap_err().lines().next().unwrap_or_default().to_owned()
    };
    let array =
        "[\n {\"name\":\"Rock\",\"type_line\":\"Artifact\"},\n {\n  \"name\":\"Siege\",\n  \"type_line\":\"Battle\"}]";
    assert!(told("f.json", array, "Siege").contains("f.json:3:1: `Siege` can't be played"));
    let by_name = "{\"data\":{\n\"Rock\":[{\"type\":\"Artifact\"}],\n\"Siege\":[\n{\"type\":\"Battle\"}]}}";
    assert!(told("g.json", by_name, "Siege").contains("g.json:3:1: `Siege` can't be played"));
}

#[test]
fn what_is_no_file_of_facts_is_refused_by_its_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let look = |text: &str| {
        let path = folder.path().join("facts");
        fs::write(&path, text).unwrap();
        CardFacts::look(&path.display().to_string()).map_err(|why| why.to_string())
    };
    for text in ["[", " {\"data\"", "name,types\nX,broken", "\u{feff}name\ttypes\n"] {
        assert_eq!(look(text), Ok(()), "{text}");
    }
    let list = look("1 Sol Ring\n98 Island\n").unwrap_err();
    assert!(list.ends_with(":1:1: found the columns `1 sol ring`, expected one called `name`"), "{list}");
    assert!(look("").unwrap_err().ends_with("found nothing, expected a table or an array of cards"));
}

/// The entries that are translated, and why the others are not.
fn translated(facts: &CardFacts, names: &[&str]) -> (String, Vec<String>) {
    let done = facts.translate(names.iter().copied(), &[]);
    let text = done.source("t.toml", "A comment.").map(|source| source.text).unwrap_or_default();
    (text, done.refused.iter().map(|card| format!("{}: {}", card.name, card.why)).collect())
}

const WORDS: &str = r#"[
 {"name":"Moss Clerk","mana_cost":"{1}{G}","type_line":"Creature — Elf Druid","oracle_text":"Flying\nWhen Moss Clerk enters the battlefield, draw a card.",
  "power":"1","toughness":"3","colors":["G"],"color_identity":["G"],"layout":"normal","legalities":{"commander":"legal"},"edhrec_rank":7},
 {"name":"Odd Hat","mana_cost":"{2}","type_line":"Artifact","oracle_text":"Flumox the tallest hat.","colors":[],"color_identity":[],"layout":"normal"},
 {"name":"Plain Stone","mana_cost":"{2}","type_line":"Artifact","colors":[],"color_identity":[]},
 {"name":"Day // Night","layout":"flip","type_line":"Creature — Wolf // Creature — Wolf","color_identity":["R"],
  "card_faces":[{"name":"Day","oracle_text":"","power":"1","toughness":"2"},{"name":"Night","oracle_text":"","power":"5","toughness":"5"}]}
]"#;

const BY_NAME: &str = r#"{"meta":{"date":"2026-01-01","version":"5"},"data":{
 "Moss Clerk":[{"name":"Moss Clerk","manaCost":"{1}{G}","type":"Creature — Elf Druid","text":"Flying\nWhen Moss Clerk enters the battlefield, draw a card.",
  "power":"1","toughness":"3","colors":["G"],"colorIdentity":["G"],"layout":"normal","legalities":{"commander":"Legal"},"edhrecRank":7}],
 "Day // Night":[{"name":"Day // Night","faceName":"Day","side":"a","layout":"flip","type":"Creature — Wolf","power":"1","toughness":"2","colorIdentity":["R"]},
  {"name":"Day // Night","faceName":"Night","side":"b","layout":"flip","type":"Creature — Wolf","power":"5","toughness":"5","colorIdentity":["R"]}],
 "Big Bear":[{"name":"Big Bear","manaCost":"{3}{G}","type":"Creature — Bear","power":"4","toughness":"4","colors":["G"],"colorIdentity":["G"],"layout":"normal","legalities":{"modern":"Legal"}}]
}}"#;

#[test]
fn text_that_is_understood_becomes_an_entry_and_other_text_a_reason() {
    let names = ["Moss Clerk", "Odd Hat", "Plain Stone", "Day", "Nowhere"];
    let facts = read("cards.json", WORDS, &names).unwrap();
    let (text, refused) = translated(&facts, &names);
    assert!(text.starts_with("# A comment.\n\n[[card]]\nname = \"Moss Clerk\"\n"), "{text}");
    assert!(text.contains("keywords = [\"flying\"]") && text.contains("translated = true"), "{text}");
    let mut builder = CatalogBuilder::new();
    builder.add_file(&Source::new("t.toml", text.as_str())).unwrap();
    let catalog = builder.build();
    let clerk = card(&catalog, "Moss Clerk");
    assert_eq!((clerk.translated, clerk.stand_in, clerk.abilities.len(), clerk.power), (true, None, 1, 1));
    assert_eq!(
        refused,
        [
            "Odd Hat: `Flumox the tallest hat.`: not understood from `Flumox` on",
            "Plain Stone: the file has no rules text for it",
            "Day: it has more than one face, or an unusual layout",
        ]
    );
    let done = facts.translate(names, &[]);
    assert_eq!((done.absent, done.translated[0].rank), (vec!["Nowhere".to_owned()], Some(7)));
}

#[test]
fn cards_by_name_give_the_same_entries_as_an_array() {
    let names = ["Moss Clerk", "Day // Night", "Big Bear"];
    let (by_name, array) = (read("a.json", BY_NAME, &names).unwrap(), read("b.json", WORDS, &names).unwrap());
    let both = |facts: &CardFacts| translated(facts, &["Moss Clerk", "Day // Night"]);
    assert_eq!(both(&by_name), both(&array));
    let (bear, refused) = translated(&by_name, &["Big Bear"]);
    assert!(bear.contains("pt = \"4/4\"") && bear.contains("banned = true") && refused.is_empty(), "{bear}");
    let table = "name\tmana_cost\ttype\tpower\ttoughness\ttext\tcolors\tcolor_identity\trank\n\
        Moss Clerk\t{1}{G}\tCreature - Elf Druid\t1\t3\tFlying\\nWhen Moss Clerk enters the battlefield, draw a card.\tG\tG\t7\n";
    assert_eq!(translated(&read("c.tsv", table, &names).unwrap(), &["Moss Clerk"]).0, both(&array).0);
    let list = format!("{{\"object\":\"list\",\"data\":{WORDS}}}");
    assert_eq!(both(&read("d.json", &list, &names).unwrap()), both(&array));
}

#[test]
fn a_modal_card_is_translated_with_both_faces_from_either_shape() {
    let array = r#"[{"name":"Odd Rest // Odd Path","layout":"modal_dfc","color_identity":["G"],"card_faces":[
      {"name":"Odd Rest","mana_cost":"{2}{G}","type_line":"Sorcery","oracle_text":"Draw a card.","colors":["G"]},
      {"name":"Odd Path","mana_cost":"","type_line":"Land","oracle_text":"{T}: Add {G}.","colors":[]}]}]"#;
    let by_name = r#"{"data":{"Odd Rest // Odd Path":[
      {"name":"Odd Rest // Odd Path","side":"a","layout":"modal_dfc","manaCost":"{2}{G}","type":"Sorcery","text":"Draw a card.","colors":["G"],
       "colorIdentity":["G"],"legalities":{"commander":"Legal"}},
      {"name":"Odd Rest // Odd Path","side":"b","layout":"modal_dfc","type":"Land","text":"{T}: Add {G}.","colors":[],"colorIdentity":["G"]}]}}"#;
    let names = ["Odd Rest // Odd Path"];
    let both = [array, by_name].map(|text| translated(&read("cards.json", text, &names).unwrap(), &names));
    assert_eq!(both[0], both[1]);
    let (text, refused) = &both[0];
    assert!(
        refused.is_empty() && text.contains("layout = \"modal\"") && text.contains("[card.back]\nname = \"Odd Path\""),
        "{text}"
    );
    let mut builder = CatalogBuilder::new();
    builder.add_file(&Source::new("t.toml", text.as_str())).unwrap();
    assert!(card(&builder.build(), "Odd Rest").other_face().is_some());
}

#[test]
fn all_cards_are_those_that_may_be_in_a_deck() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.json");
    let bolt =
        r#","Sol Ring":[{"name":"Sol Ring","type":"Artifact","layout":"normal","legalities":{"commander":"Legal"}}]}}"#;
    fs::write(&path, BY_NAME.replace("\n}}", bolt)).unwrap();
    let facts = CardFacts::read_all(&path.display().to_string()).unwrap();
    let done = facts.translate_all(&[]);
    let names: Vec<&str> = done.translated.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Moss Clerk"], "the other has no legality");
    assert_eq!((done.catalogued.len(), done.refused.len()), (1, 0));
    assert_eq!(done.left_out, 2, "the bear, and the other");
    assert_eq!(facts.hash(), blake3::hash(&fs::read(&path).unwrap()).to_string());
}

#[test]
fn faces_that_contradict_their_card_are_refused_by_name() {
    let refused = |text: &str, name: &str| read("f.json", text, &[name]).unwrap_err();
    let other = refused(&BY_NAME.replace(r#""name":"Big Bear""#, r#""name":"Bear""#), "Big Bear");
    assert!(other.starts_with("f.json:7:") && other.contains("`Big Bear`: found a face of `Bear`"), "{other}");
    let sides = refused(&BY_NAME.replace(r#""side":"b""#, r#""side":"a""#), "Day // Night");
    assert!(sides.contains("found 2 faces with 1 different sides"), "{sides}");
    let names = refused(&WORDS.replace(r#"{"name":"Night""#, r#"{"name":"Dusk""#), "Day");
    assert!(names.contains("`Day // Night`: found the faces `Day`, `Dusk`, expected those of its name"), "{names}");
    let normal = refused(&WORDS.replace("flip", "normal"), "Day");
    assert!(normal.contains("found 2 faces, expected one as its layout is `normal`"), "{normal}");
    let none = refused(r#"{"data":{"X":[]}}"#, "X");
    assert!(none.contains("`X`: found 0 faces"), "{none}");
    let cut = refused(&BY_NAME[..BY_NAME.len() - 30], "Nowhere");
    assert!(cut.contains("EOF while parsing"), "{cut}");
}
