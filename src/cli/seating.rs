//! `run --deck` and `run --cards`: the user's own decks take the first seats of a study, whose other seats stay as they are, and
//! the user's own cards join those of the study.
//!
//! The study so changed is a scenario of its own, written anew and checked like any other, so that the run keeps it among
//! its inputs and can be repeated without the command line it came from.

use std::fmt;
use std::path::Path;

use toml::{Table, Value};

use super::args::{ShelfArgs, StudyArgs};
use super::changes::{Brought, Change};
use super::failure::Failure;
use super::load::{self, Place};
use super::shelf::Own;
use crate::cards::source::Source;
use crate::cards::wording::is_unseen;
use crate::scenario::{self, BUILTIN, Scenario, Typed, missing_cards};

/// The signs that a seat's name cannot have.
const RESERVED: [char; 4] = ['*', '[', ']', '+'];

/// The scenario that was typed.
///
/// # Errors
/// As [`seat`].
pub(super) fn typed(study: &StudyArgs, shelf: &ShelfArgs) -> Result<Scenario, Failure> {
    seat(&load::path(study.scenario.as_deref()), &study.deck, &[], &Own::new(shelf)?)
}

/// The scenario of that path with those decks in its first seats, with those changes, and with those cards beside its own.
///
/// # Errors
/// When the scenario, a deck, a change or a card file is wrong, when there are more decks than seats, or when a scenario that gets
/// decks is a case, whose script and expectations are about the seats it has.
pub(super) fn seat(path: &str, decks: &[String], changes: &[Change], own: &Own) -> Result<Scenario, Failure> {
    let (place, name) = Place::of(path);
    let mut place = place.allowing(own.outside);
    let source = place.source(&name)?;
    // As it is, so that faults are told where they stand.
    let study = place.load(&source, &own.for_scenario(&source, &place)?)?;
    suits(&study, decks)?;
    if decks.is_empty() && changes.is_empty() && own.sources.is_empty() && own.makes_nothing() {
        return Ok(study);
    }
    let mut table: Table = source.text.parse().map_err(|e| Failure::input(&e))?;
    anchor(&mut table, &name);
    let folder = free_folder(&table);
    for (i, deck) in decks.iter().enumerate() {
        scenario::open(&Typed, deck).map_err(|e| {
            let meant = if load::path(Some(deck)) == *deck {
                ""
            } else {
                "; a study is named before --deck, which takes all names after it"
            };
            Failure::Input(format!("--deck: {e}{meant}"))
        })?;
        let seat_name = free_name(&table, deck, i);
        let alias = format!("{folder}/{seat_name}.txt");
        take_seat(&mut table, i, &seat_name, &alias);
        place.elsewhere.push((alias, deck.clone()));
    }
    for (i, cards) in own.sources.iter().enumerate() {
        let alias = format!("{folder}/cards-{}.toml", i + 1);
        add_cards(&mut table, &alias);
        place.elsewhere.push((alias, cards.name.clone()));
    }
    let name = name.rsplit('/').next().unwrap_or(&name).to_owned();
    let mut draft = Draft { place, name, table, folder };
    let mut study = if decks.is_empty() && own.sources.is_empty() { study } else { draft.load(own)? };
    for change in changes {
        let wrong = |what: &dyn fmt::Display| Failure::Input(format!("{}: {what}", change.typed()));
        let brought = change.apply(&mut draft.table, &study, &draft.folder).map_err(|what| wrong(&what))?;
        for (alias, file) in brought {
            draft.place.forget(&alias);
            match file {
                Brought::File(deck) => {
                    scenario::open(&Typed, &deck).map_err(|e| wrong(&e))?;
                    draft.place.elsewhere.push((alias, deck));
                }
                Brought::Text(text) => draft.place.made.push(Source::new(alias, text)),
            }
        }
        // It was right before, so whatever is wrong now is wrong with the change; of a deck it is told where it stands.
        study = draft.load(own).map_err(|failure| match (failure, change) {
            (Failure::Files(faults), Change::Set { .. } | Change::WithoutCard { .. }) => match faults.0.first() {
                Some(fault) => wrong(&fault.message),
                None => Failure::Files(faults),
            },
            (failure, _) => failure,
        })?;
    }
    Ok(study)
}

/// A scenario being written anew.
struct Draft {
    place: Place,
    name: String,
    table: Table,
    /// Where files that are no part of the scenario's own folder are put.
    folder: String,
}

impl Draft {
    /// The scenario as it is written now, with what is made for cards that are not known.
    fn load(&self, own: &Own) -> Result<Scenario, Failure> {
        let written = |table: &Table| {
            let text = toml::to_string(table).map_err(|e| Failure::input(&e))?;
            Ok::<_, Failure>(Source::new(self.name.as_str(), text))
        };
        let changed = written(&self.table)?;
        let made = own.made(&format!("{}/", self.folder), &missing_cards(&changed, &self.place, &[]))?;
        if made.is_empty() {
            return self.place.load(&changed, &[]);
        }
        let (mut place, mut table) = (self.place.clone(), self.table.clone());
        made.iter().for_each(|cards| add_cards(&mut table, &cards.name));
        place.made.extend(made);
        place.load(&written(&table)?, &[])
    }
}

/// Names a card file behind those that are there.
fn add_cards(table: &mut Table, path: &str) {
    let cards = table.entry("cards").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(cards) = cards {
        cards.push(path.into());
    }
}

fn suits(study: &Scenario, decks: &[String]) -> Result<(), Failure> {
    if decks.is_empty() {
        return Ok(());
    }
    let (name, seats) = (study.name(), study.seats().seats());
    if !study.script().is_empty() || study.expect().is_some() || study.is_prepared() {
        return Err(Failure::Input(format!("--deck: `{name}` is a case, not a study: it is about the seats it has")));
    }
    if decks.len() > seats {
        return Err(Failure::Input(format!("--deck: found {} decks, `{name}` has {seats} seats", decks.len())));
    }
    Ok(())
}

/// Paths in an embedded scenario are written in full, since the new one stands elsewhere.
fn anchor(table: &mut Table, name: &str) {
    if !name.starts_with(BUILTIN) {
        return;
    }
    let full = |value: &mut Value| {
        if let Value::String(path) = value {
            *path = scenario::resolve(name, path);
        }
    };
    seats(table).filter_map(|seat| seat.get_mut("deck")).for_each(full);
    table.get_mut("cards").and_then(Value::as_array_mut).into_iter().flatten().for_each(full);
}

pub(super) fn seats(table: &mut Table) -> impl Iterator<Item = &mut Table> {
    table.get_mut("seat").and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_table_mut)
}

pub(super) fn text_of<'a>(seat: &'a Table, key: &str) -> Option<&'a str> {
    seat.get(key).and_then(Value::as_str)
}

pub(super) fn seat_tables(table: &Table) -> impl Iterator<Item = &Table> {
    table.get("seat").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// A folder that no deck of the study stands in.
fn free_folder(table: &Table) -> String {
    let taken = |folder: &str| {
        seat_tables(table).filter_map(|s| text_of(s, "deck")).any(|d| d.starts_with(&format!("{folder}/")))
    };
    let mut folder = "own".to_owned();
    while taken(&folder) {
        folder.push_str("-own");
    }
    folder
}

/// The deck's file name without its ending, made different from all other seats' names; what came through a stream has none.
fn free_name(table: &Table, deck: &str, seat: usize) -> String {
    let stem = Path::new(deck).file_stem().unwrap_or_default().to_string_lossy();
    let plain: String = stem.chars().map(|c| if RESERVED.contains(&c) || is_unseen(c) { '-' } else { c }).collect();
    let plain = plain.trim().trim_start_matches(['=', '-', '@']);
    let stem = if plain.is_empty() || scenario::is_stream(deck) { "deck" } else { plain };
    let taken = |name: &str| {
        let has = |(i, other): (usize, &Table)| i != seat && text_of(other, "name") == Some(name);
        scenario::means_something_else(name) || seat_tables(table).enumerate().any(has)
    };
    let numbered = (2u32..).map(|n| format!("{stem}-{n}"));
    std::iter::once(stem.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// Puts that deck and name in the place of a seat's own; its agent and its time stay.
fn take_seat(table: &mut Table, seat: usize, name: &str, deck: &str) {
    let Some(taken) = seats(table).nth(seat) else { return };
    let old = taken.insert("name".to_owned(), name.into());
    taken.insert("deck".to_owned(), deck.into());
    taken.remove("commander");
    let starts = table.get_mut("game").and_then(Value::as_table_mut).and_then(|game| game.get_mut("starting_seat"));
    if let Some(starts) = starts
        && Some(&*starts) == old.as_ref()
    {
        *starts = name.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const DECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/decks");

    fn names(scenario: &Scenario) -> Vec<&str> {
        scenario.seats().values().iter().map(|seat| seat.name.as_str()).collect()
    }

    fn none() -> Own {
        Own::new(&Default::default()).unwrap()
    }

    fn seat_all(decks: &[&str]) -> Result<Scenario, String> {
        let decks: Vec<String> = decks.iter().map(|deck| format!("{DECKS}/{deck}")).collect();
        seat(super::super::load::DEFAULT, &decks, &[], &none()).map_err(|f| f.to_string())
    }

    #[test]
    fn decks_take_the_first_seats_under_their_files_names() {
        let scenario = seat_all(&["goreclaw-creatures.txt", "talrand-extra-turns.txt"]).unwrap();
        assert_eq!(names(&scenario), ["goreclaw-creatures", "talrand-extra-turns", "Augustin", "Goreclaw"]);
        let decks: Vec<_> = scenario.seats().values().iter().map(|seat| seat.deck.clone().unwrap()).collect();
        assert_eq!(decks[0], decks[3]);
        let inputs: Vec<&str> = scenario.inputs().iter().map(|input| input.name.as_str()).collect();
        assert_eq!(inputs[..3], ["default.toml", "own/goreclaw-creatures.txt", "own/talrand-extra-turns.txt"]);
        assert_eq!(inputs[3], "builtin:/decks/augustin-stasis.txt");
    }

    #[test]
    fn a_deck_may_play_against_itself() {
        let twice = seat_all(&["augustin-stasis.txt", "augustin-stasis.txt"]).unwrap();
        assert_eq!(names(&twice)[..2], ["augustin-stasis", "augustin-stasis-2"]);
    }

    #[test]
    fn what_cannot_be_seated_is_refused() {
        let five = ["augustin-stasis.txt"; 5];
        assert_eq!(seat_all(&five).unwrap_err(), "--deck: found 5 decks, `default` has 4 seats");
        let error = seat_all(&["augustin-stasi.txt"]).unwrap_err();
        assert!(error.starts_with("--deck: no file `") && error.ends_with("decks/augustin-stasis.txt`?"), "{error}");
    }

    #[test]
    fn faults_of_a_deck_name_it_as_it_was_typed() {
        let folder = tempfile::tempdir().unwrap();
        let deck = folder.path().join("short.txt").display().to_string();
        fs::write(&deck, "Commander\n1 Talrand, Sky Summoner\n\nDeck\n98 Island\n").unwrap();
        let error =
            seat(super::super::load::DEFAULT, std::slice::from_ref(&deck), &[], &none()).unwrap_err().to_string();
        assert_eq!(error, format!("{deck}: found 99 cards, expected 100 with the commander"));
    }

    #[test]
    fn the_seat_that_starts_keeps_starting() {
        let mut table: Table =
            "[game]\nstarting_seat = \"A\"\n[[seat]]\nname = \"A\"\ncommander = \"X\"\n".parse().unwrap();
        take_seat(&mut table, 0, "mine", "own/mine.txt");
        assert_eq!(table["game"]["starting_seat"].as_str(), Some("mine"));
        assert_eq!(table["seat"][0].as_table().unwrap().keys().collect::<Vec<_>>(), ["deck", "name"]);
    }
}
