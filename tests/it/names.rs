//! Names that are written down twice are the same in both places.

use std::collections::BTreeSet;

use turnlab::scenario::EVENTS;
use turnlab::study::choices::KEYS;
use turnlab::table::columns;

/// The variants of an enum, read from the file it stands in, as serde writes them in kebab-case.
fn variants(source: &str, name: &str) -> Vec<String> {
    let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum stands in that file");
    let (body, _) = body.split_once("\n}\n").expect("it ends");
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    names.map(|line| kebab(line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())).collect()
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[test]
fn every_event_can_be_expected_by_its_name() {
    let mut written = variants(include_str!("../../src/game/event.rs"), "GameEvent");
    assert_eq!(written.pop().as_deref(), Some("remark"), "remarks are written without a word of their own");
    assert_eq!(written.pop().as_deref(), Some("turn"), "and so are events of turns");
    written.extend(variants(include_str!("../../src/turn/event.rs"), "TurnEvent"));
    written.extend(variants(include_str!("../../src/game/event.rs"), "Remark"));
    let told: Vec<&str> = EVENTS.iter().map(|event| event.name).collect();
    assert_eq!(written, told);
    assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), told.len());
}

/// The fields of the variants of an enum, each in its line of the file.
fn fields(source: &str, name: &str) -> Vec<Vec<String>> {
    let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum stands in that file");
    let (body, _) = body.split_once("\n}\n").expect("it ends");
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let inner = |line: &str| line.split_once('{').map(|(_, rest)| rest.trim_end_matches([' ', ',', '}']).to_owned());
    let names = |line: &str| {
        let inner = inner(line).unwrap_or_default();
        let fields = inner.split(", ").filter_map(|field| field.split_once(':'));
        fields.map(|(name, _)| name.trim().to_owned()).collect()
    };
    variants.map(names).collect()
}

#[test]
fn every_field_of_an_event_can_be_expected_by_its_name() {
    let mut written = fields(include_str!("../../src/game/event.rs"), "GameEvent");
    written.truncate(written.len() - 2);
    written.extend(fields(include_str!("../../src/turn/event.rs"), "TurnEvent"));
    written.extend(fields(include_str!("../../src/game/event.rs"), "Remark"));
    for (event, written) in EVENTS.iter().zip(written) {
        let told: Vec<&str> = event.fields.iter().map(|(name, _)| *name).collect();
        assert_eq!(written, told, "{}", event.name);
    }
}

#[test]
fn the_keys_of_choices_are_those_that_are_written() {
    // As the tests of choices.jsonl have them.
    assert_eq!(columns::header(KEYS), "game,seat,at,number,kind,wants,reply,concedes,fault");
}
