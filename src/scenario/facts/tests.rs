use std::fs;

use super::*;
use crate::cards::card::{Card, StandIn};
use crate::cards::catalog::Catalog;
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
        let same = |a: &Card| (a.mana_value, a.types, a.identity, a.commander_legal);
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
    let index = crate::scenario::NameIndex::new(&catalog);
    assert!(names.iter().all(|name| index.card(name).is_some()), "a list's way to write a name finds its stand-in");
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
    assert!(at.starts_with("f.json:2:") && at.contains("is no array of cards: invalid type: integer `3`"), "{at}");
    let object = refused("f.json", "{\"data\": []}");
    assert!(object.contains("expected an array of card objects"), "{object}");
    let cut = refused("f.json", "[{\"name\": \"X\"}");
    assert!(cut.starts_with("f.json:1:") && cut.contains("EOF"), "{cut}");
    let missing = CardFacts::read("no/such/file.csv", &wanted(&["X"])).unwrap_err().to_string();
    assert!(missing.starts_with("no/such/file.csv: can't be read: "), "{missing}");
}
