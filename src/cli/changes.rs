//! Changes of a scenario that are typed: a key, a deck, a card.

use std::fmt;
use std::fmt::Write;
use std::path::Path;

use toml::{Table, Value};

use super::seating::{seat_tables, seats, text_of};
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::cards::source::no_seat;
use crate::scenario::{Deck, Scenario};

/// The basic lands that may take the place of a card.
const BASICS: [&str; 6] = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"];

/// Tables and keys of a scenario that no game depends on; of `batch` the games that are compared are the same.
const NO_GAME: [&str; 4] = ["name", "description", "report", "batch"];

/// Whole numbers up to this are exact as floats.
const MOST_WHOLE: f64 = (1_u64 << 53) as f64;

/// A change of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli) enum Change {
    /// A key has another value: the tables it stands in, and itself last.
    Set { key: Vec<String>, value: Value },
    /// A seat has another deck: its name, and the file.
    SwapDeck { seat: String, deck: String },
    /// A card is left out of every deck; in its place comes another, or a basic land of the deck.
    WithoutCard { card: String, by: Option<String> },
}

/// A file that a change brings along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Brought {
    /// It stands there.
    File(String),
    /// It is made.
    Text(String),
}

impl Change {
    /// `--set KEY=VALUE`: the value as TOML has it, or text.
    pub(in crate::cli) fn set(text: &str) -> Result<Change, String> {
        let expected = |key: &str| {
            let quotes = "; a name with other signs than letters, digits, - and _ stands in quotes, as in seat.'a, b'.agent=random";
            let quotes = if key.split('.').all(is_plain) { "" } else { quotes };
            format!("expected KEY=VALUE, such as rules.extra_turns=skipped{quotes}")
        };
        // A name in quotes may have an equals sign: the key ends at the first one behind which TOML could go on.
        let read = |(at, _): (usize, &str)| {
            let table = format!("{} = 0", &text[..at]).parse::<Table>().ok()?;
            Some((table, &text[at + 1..]))
        };
        let key = text.split_once('=').map_or(text, |(key, _)| key);
        let (mut table, value) = text.match_indices('=').find_map(read).ok_or_else(|| expected(key))?;
        let mut path = Vec::new();
        // A dotted key is a table in a table.
        while let Some((key, inner)) = table.clone().into_iter().next() {
            path.push(key);
            match inner {
                Value::Table(inner) => table = inner,
                _ => break,
            }
        }
        let value = value.trim();
        let read = format!("value = {value}").parse::<Table>().ok().and_then(|mut table| table.remove("value"));
        let digits = value.trim_start_matches(['+', '-']);
        if read.is_none() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("found {value}, expected at most {} where a number is meant", i64::MAX));
        }
        let value = match read {
            // `1e9` is typed for a whole number.
            Some(Value::Float(number)) if !value.contains('.') && number.abs() <= MOST_WHOLE => {
                if number.fract() == 0.0 { Value::Integer(number as i64) } else { Value::Float(number) }
            }
            Some(read) => read,
            None => value.into(),
        };
        Ok(Change::Set { key: path, value })
    }

    /// `--swap-deck SEAT=FILE`.
    pub(in crate::cli) fn swap_deck(text: &str) -> Result<Change, String> {
        match text.split_once('=') {
            Some((seat, deck)) if !seat.is_empty() && !deck.is_empty() => {
                Ok(Change::SwapDeck { seat: seat.to_owned(), deck: deck.to_owned() })
            }
            _ => Err("expected SEAT=FILE, such as Talrand=other.txt".to_owned()),
        }
    }

    /// `--without-card CARD[=OTHER]`.
    pub(in crate::cli) fn without_card(text: &str) -> Result<Change, String> {
        let (card, by) = text.split_once('=').map_or((text, None), |(card, by)| (card, Some(by.to_owned())));
        match card.trim().is_empty() || by.as_deref().is_some_and(|by| by.trim().is_empty()) {
            true => Err("expected CARD or CARD=OTHER, such as \"Time Stretch\"".to_owned()),
            false => Ok(Change::WithoutCard { card: card.to_owned(), by }),
        }
    }

    /// What it changes, as messages call it: a key, a seat's deck, a card.
    pub(super) fn what(&self) -> String {
        match self {
            Change::Set { key, .. } => format!("`{}`", dotted(key)),
            Change::SwapDeck { seat, .. } => format!("the deck of `{seat}`"),
            Change::WithoutCard { card, .. } => format!("`{card}`"),
        }
    }

    /// The option and what was typed behind it, as messages begin.
    pub(super) fn typed(&self) -> String {
        match self {
            Change::Set { key, value: Value::String(text) } => format!("--set {}={text}", dotted(key)),
            Change::Set { key, value } => format!("--set {}={value}", dotted(key)),
            Change::SwapDeck { seat, deck } => format!("--swap-deck {seat}={deck}"),
            Change::WithoutCard { card, by: None } => format!("--without-card {card}"),
            Change::WithoutCard { card, by: Some(by) } => format!("--without-card {card}={by}"),
        }
    }

    /// Changes a scenario's table; `was` is the scenario as it was. Files that it brings are put into `folder`.
    ///
    /// # Errors
    /// When there is nothing of the kind to change.
    pub(super) fn apply(
        &self,
        table: &mut Table,
        was: &Scenario,
        folder: &str,
    ) -> Result<Vec<(String, Brought)>, String> {
        match self {
            Change::Set { key, .. } if key.first().is_some_and(|key| NO_GAME.contains(&key.as_str())) => {
                let key = &key[0];
                Err(match key.as_str() {
                    "batch" => {
                        "`batch` is the same for all that is compared: --games and --seed say which games".to_owned()
                    }
                    _ => format!("`{key}` changes nothing in a game"),
                })
            }
            Change::Set { key, value } => set(table, key, value).map(|()| Vec::new()),
            Change::SwapDeck { seat, deck } => {
                let taken = seat_named(table, seat)?;
                let alias = format!("{folder}/{seat}.txt");
                taken.insert("deck".to_owned(), alias.clone().into());
                taken.remove("commander");
                Ok(vec![(alias, Brought::File(deck.clone()))])
            }
            Change::WithoutCard { card, by } => without(table, was, folder, card, by.as_deref()),
        }
    }
}

/// Whether a name may stand in a key without quotes.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// A key as it is typed: names that need them in quotes.
fn dotted(key: &[String]) -> String {
    let name = |name: &String| if is_plain(name) { name.clone() } else { Value::from(name.as_str()).to_string() };
    key.iter().map(name).collect::<Vec<_>>().join(".")
}

/// The seat of that name, or, where none is called so, of that number, from 1.
fn seat_named<'t>(table: &'t mut Table, name: &str) -> Result<&'t mut Table, String> {
    let names: Vec<String> = seat_tables(table).filter_map(|seat| text_of(seat, "name")).map(str::to_owned).collect();
    let numbered = || name.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < names.len());
    let at = names.iter().position(|other| other == name).or_else(numbered);
    at.and_then(|at| seats(table).nth(at)).ok_or_else(|| no_seat(name, names.iter().map(String::as_str)))
}

/// Gives a key another value; what stands between is made where it is missing.
fn set(table: &mut Table, path: &[String], value: &Value) -> Result<(), String> {
    match path {
        [] => Ok(()),
        [key] => {
            table.insert(key.clone(), value.clone());
            Ok(())
        }
        [array, name] if array == "seat" => Err(format!("expected a key of the seat, such as seat.{name}.agent")),
        [array, name, key] if array == "seat" && key == "name" => Err(format!(
            "`name` changes nothing in a game, and seats are compared by their names: `{name}` would be in one side alone"
        )),
        [array, name, rest @ ..] if array == "seat" => set(seat_named(table, name)?, rest, value),
        [key, rest @ ..] => match table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new())) {
            Value::Table(inner) => set(inner, rest, value),
            _ => Err(format!("`{key}` is no table")),
        },
    }
}

/// Every deck that has that card, with another card in its place in the list: the same shuffle deals the same cards but for it.
fn without(
    table: &mut Table,
    was: &Scenario,
    folder: &str,
    card: &str,
    by: Option<&str>,
) -> Result<Vec<(String, Brought)>, String> {
    let catalog = was.catalog();
    let find = |name: &str| catalog.find(name).ok_or_else(|| catalog.unknown(name));
    let out = find(card)?;
    let by = by.map(find).transpose()?;
    if by == Some(out) {
        return Err("the card is to take its own place".to_owned());
    }
    let mut brought: Vec<(String, Brought)> = Vec::new();
    for (seat, of) in seats(table).zip(was.seats().values()) {
        let Some(deck) = &of.deck else { continue };
        if deck.commanders().contains(&out) {
            return Err(format!(
                "`{}` is the commander of `{}`, without whom it is no deck; `compare --swap-deck` plays another deck",
                catalog.card(out).name,
                of.name
            ));
        }
        if deck.main().contains(&out) {
            let by = by.or_else(|| basic_of(deck, catalog, out)).ok_or_else(|| {
                format!(
                    "the deck of `{}` has no basic land that could take its place: say which card, CARD=OTHER",
                    of.name
                )
            })?;
            let alias = format!("{folder}/{}.txt", deck.name());
            seat.insert("deck".to_owned(), alias.clone().into());
            brought.push((alias, Brought::Text(list(deck, catalog, out, by))));
        }
    }
    match brought.is_empty() {
        true => Err(format!("no deck has `{}`", catalog.card(out).name)),
        false => Ok(brought),
    }
}

/// The basic land that the deck has most of beside that card; of equals the first in the order of colours.
fn basic_of(deck: &Deck, catalog: &Catalog, out: CardId) -> Option<CardId> {
    let copies = |card: &CardId| deck.main().iter().filter(|other| *other == card).count();
    let basics = BASICS.iter().rev().filter_map(|name| catalog.find(name));
    basics.filter(|card| *card != out && copies(card) > 0).max_by_key(copies)
}

/// A deck as a list, card by card in its order.
fn list(deck: &Deck, catalog: &Catalog, out: CardId, by: CardId) -> String {
    let mut text = String::new();
    let mut part = |header: &str, cards: &[CardId]| {
        if !cards.is_empty() {
            let _ = writeln!(text, "{header}");
            for card in cards {
                let card = if *card == out { by } else { *card };
                let _ = writeln!(text, "1 {}", catalog.card(card).name);
            }
            text.push('\n');
        }
    };
    part("Commander", deck.commanders());
    part("Deck", deck.main());
    text
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Set { key, value: Value::String(text) } => write!(f, "{} = {text}", dotted(key)),
            Change::Set { key, value } => write!(f, "{} = {value}", dotted(key)),
            Change::SwapDeck { seat, deck } => {
                let list = Path::new(deck).file_stem().map_or_else(|| deck.into(), |stem| stem.to_string_lossy());
                write!(f, "{seat} with {list}")
            }
            Change::WithoutCard { card, by: None } => write!(f, "without {card}"),
            Change::WithoutCard { card, by: Some(by) } => write!(f, "{by} for {card}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_quotes_may_have_any_sign() {
        for typed in ["seat.'a,\"b'.agent=random", "seat.\"a,\\\"b\".agent=random", " seat . 'a,\"b' . agent = random"]
        {
            let change = Change::set(typed).unwrap();
            let key = ["seat", "a,\"b", "agent"].map(str::to_owned).to_vec();
            assert_eq!(change, Change::Set { key, value: "random".into() });
            assert_eq!(change.typed(), "--set seat.'a,\"b'.agent=random");
        }
        let Ok(Change::Set { key, value }) = Change::set("seat.'a=b'.deck='c=d'") else { panic!() };
        assert_eq!((key[1].as_str(), value), ("a=b", "c=d".into()));
    }

    #[test]
    fn numbers_are_read_as_they_are_meant() {
        let set = |typed| Change::set(typed).map(|change| change.typed());
        assert_eq!(set("rules.max_extra_turns=1e9").unwrap(), "--set rules.max_extra_turns=1000000000");
        assert_eq!(set("batch.target_error=2.0").unwrap(), "--set batch.target_error=2.0");
        let huge = set("rules.max_extra_turns=99999999999999999999").unwrap_err();
        assert_eq!(huge, "found 99999999999999999999, expected at most 9223372036854775807 where a number is meant");
    }

    #[test]
    fn names_that_need_quotes_are_told_to() {
        let told = |typed| Change::set(typed).unwrap_err();
        for typed in ["seat.a,\"b.agent=random", "seat.O'Brien.agent=random", "seat.Ann Lee.agent=random"] {
            assert!(told(typed).ends_with("stands in quotes, as in seat.'a, b'.agent=random"), "{typed}");
        }
        assert_eq!(told("rules"), "expected KEY=VALUE, such as rules.extra_turns=skipped");
    }
}
