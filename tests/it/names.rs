//! Names that are written down twice are the same in both places.

use std::collections::BTreeSet;

use turnlab::report::csv::{GAMES, HIST, SEATS, SUMMARY};
use turnlab::scenario::{COLUMNS, EVENTS};

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
    assert_eq!(written.pop().as_deref(), Some("turn"), "events of turns are written without a word of their own");
    written.extend(variants(include_str!("../../src/turn/event.rs"), "TurnEvent"));
    assert_eq!(written, EVENTS);
    assert_eq!(EVENTS.iter().collect::<BTreeSet<_>>().len(), EVENTS.len());
}

#[test]
fn the_schema_lists_the_columns_that_are_written() {
    let written = [("games.csv", GAMES), ("seats.csv", SEATS), ("hist.csv", HIST), ("summary.csv", SUMMARY)];
    let written: Vec<(&str, &str)> =
        written.into_iter().flat_map(|(file, columns)| columns.split(',').map(move |column| (file, column))).collect();
    let told: Vec<(&str, &str)> = COLUMNS.iter().map(|column| (column.file, column.column)).collect();
    assert_eq!(told, written);
}
