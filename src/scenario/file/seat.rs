//! `[[seat]]` as written, with its prepared board.

use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::DeValue;

use crate::agents::{Options, Pilot};
use crate::game::Thinking;

use super::reader::{FileReader, FileTable, Value, a};

/// `[[seat]]`.
#[derive(Debug)]
pub(in crate::scenario) struct SeatTable {
    pub(in crate::scenario) span: Range<usize>,
    pub(in crate::scenario) name: Option<Spanned<String>>,
    pub(in crate::scenario) team: Option<Spanned<String>>,
    pub(in crate::scenario) deck: Option<Spanned<String>>,
    pub(in crate::scenario) commander: Vec<Spanned<String>>,
    pub(in crate::scenario) agent: Option<AgentTable>,
    pub(in crate::scenario) pilot: Option<Spanned<Pilot>>,
    pub(in crate::scenario) time_limit: Option<Duration>,
    pub(in crate::scenario) game_time_limit: Option<Duration>,
    pub(in crate::scenario) thinking: Option<Thinking>,
    pub(in crate::scenario) board: BoardTable,
}

/// Who plays the seat, as written: a name, `{ name = { options } }`, or `{ process = [...] }`.
#[derive(Debug)]
pub(in crate::scenario) enum AgentTable {
    /// An agent by its name.
    Named {
        /// The name.
        name: Spanned<String>,
        /// Its options.
        options: Options,
        /// Where they stand.
        at: Range<usize>,
    },
    /// A program of somebody's own.
    Process {
        /// The program and its arguments; at least one.
        command: Vec<String>,
        /// Options that it is told.
        options: Options,
        /// How long it may take for an answer.
        deadline: Option<Duration>,
    },
}

/// What a seat starts with instead of an opening hand.
#[derive(Debug, Default)]
pub(in crate::scenario) struct BoardTable {
    pub(in crate::scenario) life: Option<Spanned<i32>>,
    pub(in crate::scenario) poison: Option<Spanned<u16>>,
    pub(in crate::scenario) hand: Option<Vec<CardItem>>,
    pub(in crate::scenario) battlefield: Option<Vec<CardItem>>,
    pub(in crate::scenario) graveyard: Option<Vec<CardItem>>,
    pub(in crate::scenario) exile: Option<Vec<CardItem>>,
    pub(in crate::scenario) command: Option<Vec<CardItem>>,
    pub(in crate::scenario) library_top: Option<Vec<CardItem>>,
    pub(in crate::scenario) library: Option<Vec<CardItem>>,
    pub(in crate::scenario) mana: Option<Spanned<String>>,
}

/// Kinds of counters with their numbers.
pub(in crate::scenario) type Counters = Vec<(Spanned<String>, u16)>;

/// A card in a zone: its name, or a table with its state.
#[derive(Debug)]
pub(in crate::scenario) struct CardItem {
    pub(in crate::scenario) card: Spanned<String>,
    pub(in crate::scenario) count: Option<Spanned<u16>>,
    pub(in crate::scenario) counters: Counters,
    pub(in crate::scenario) tapped: Option<Spanned<bool>>,
    pub(in crate::scenario) summoning_sick: Option<Spanned<bool>>,
}

impl SeatTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> SeatTable {
        let reader = table.reader();
        let read = SeatTable {
            span: table.span(),
            name: table.required("name"),
            team: table.value("team"),
            deck: table.value("deck"),
            commander: table.one_or_many("commander"),
            agent: table.take("agent").and_then(|value| agent(reader, value)),
            pilot: table.take("pilot").and_then(|value| pilot(reader, value)),
            time_limit: duration(&mut table, "time_limit"),
            game_time_limit: duration(&mut table, "game_time_limit"),
            thinking: table.take("thinking").and_then(|value| thinking(reader, value)),
            board: BoardTable::read(&mut table),
        };
        table.finish();
        read
    }
}

impl BoardTable {
    fn read(table: &mut FileTable<'_, '_>) -> BoardTable {
        BoardTable {
            life: table.value("life"),
            poison: table.value("poison"),
            hand: cards(table, "hand"),
            battlefield: cards(table, "battlefield"),
            graveyard: cards(table, "graveyard"),
            exile: cards(table, "exile"),
            command: cards(table, "command"),
            library_top: cards(table, "library_top"),
            library: cards(table, "library"),
            mana: table.value("mana"),
        }
    }

    /// Whether anything is prepared.
    pub(in crate::scenario) fn is_prepared(&self) -> bool {
        let zones = [&self.hand, &self.battlefield, &self.graveyard, &self.exile, &self.command];
        let libraries = [&self.library_top, &self.library];
        let numbers = self.life.is_some() || self.poison.is_some() || self.mana.is_some();
        numbers || zones.into_iter().chain(libraries).any(Option::is_some)
    }
}

fn cards(table: &mut FileTable<'_, '_>, key: &'static str) -> Option<Vec<CardItem>> {
    let reader = table.reader();
    let elements = table.elements(key)?;
    Some(elements.into_iter().filter_map(|e| card_item(reader, key, e)).collect())
}

fn card_item(reader: &FileReader<'_>, key: &str, value: Value<'_>) -> Option<CardItem> {
    if let DeValue::Table(_) = value.get_ref() {
        let mut table = reader.as_table("card", value)?;
        let card = table.required("card");
        let count = table.value("count");
        let counters = table.take("counters").map(|value| counters(reader, value)).unwrap_or_default();
        let (tapped, summoning_sick) = (table.value("tapped"), table.value("summoning_sick"));
        table.finish();
        return Some(CardItem { card: card?, count, counters, tapped, summoning_sick });
    }
    let card = reader.convert(key, value)?;
    Some(CardItem { card, count: None, counters: Vec::new(), tapped: None, summoning_sick: None })
}

/// `{ "+1/+1" = 9, time = 2 }`.
pub(super) fn counters<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Counters {
    let Some(mut table) = reader.as_table("counters", value) else { return Vec::new() };
    let mut counters = Vec::new();
    for (kind, number) in table.rest() {
        if let Some(n) = reader.convert(kind.get_ref(), number) {
            counters.push((kind, n.into_inner()));
        }
    }
    counters
}

/// `"heuristic"`, `{ heuristic = { ... } }`, or `{ process = ["python3", "bot.py"], options = { ... }, deadline = "5s" }`.
fn agent<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<AgentTable> {
    let at = value.span();
    match value.get_ref() {
        DeValue::String(_) => {
            let name = reader.convert("agent", value)?;
            Some(AgentTable::Named { name, options: Options::new(), at })
        }
        DeValue::Table(table) if table.contains_key("process") => process(reader, value),
        DeValue::Table(_) => {
            let mut named = reader.as_table("agent", value)?.rest();
            if named.len() != 1 {
                let message = format!("`agent`: found a table of {} keys, expected one: the agent's name", named.len());
                reader.complain(at, message);
                return None;
            }
            let (name, written) = named.remove(0);
            let at = written.span();
            Some(AgentTable::Named { name, options: options(reader, written)?, at })
        }
        other => {
            let message = format!("`agent`: found {}, expected a name, a table of options or a `process`", a(other));
            reader.complain(at, message);
            None
        }
    }
}

fn process<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<AgentTable> {
    let mut table = reader.as_table("agent", value)?;
    let span = table.span();
    let command: Vec<Spanned<String>> = table.one_or_many("process");
    let options = table.take("options").map_or_else(|| Some(Options::new()), |written| options(reader, written));
    let deadline = duration(&mut table, "deadline");
    table.finish();
    let command: Vec<String> = command.into_iter().map(Spanned::into_inner).collect();
    if command.first().is_none_or(String::is_empty) {
        let message = "`process`: expected a program and its arguments, such as [\"python3\", \"bot.py\"]";
        reader.complain(span, message.to_owned());
        return None;
    }
    Some(AgentTable::Process { command, options: options?, deadline })
}

/// A table of options, whatever is in it.
fn options<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Options> {
    let span = value.span();
    if !matches!(value.get_ref(), DeValue::Table(_)) {
        let message = format!("`options`: found {}, expected a table", a(value.get_ref()));
        reader.complain(span, message);
        return None;
    }
    let read: Spanned<Options> = reader.convert("options", value)?;
    Some(read.into_inner())
}

/// `{ aggression = 120, grudge = 0 }`, in percent; what is left out is as usual.
fn pilot<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Spanned<Pilot>> {
    let mut table = reader.as_table("pilot", value)?;
    let (span, mut pilot) = (table.span(), Pilot::DEFAULT);
    for option in Pilot::OPTIONS {
        let Some(percent) = table.value::<i64>(option.name) else { continue };
        match u16::try_from(*percent.get_ref()).ok().filter(|percent| *percent <= Pilot::MOST) {
            Some(percent) => pilot = option.with(&pilot, percent),
            None => {
                let message =
                    format!("`{}`: found {}, expected 0 to {} percent", option.name, percent.get_ref(), Pilot::MOST);
                reader.complain(percent.span(), message);
            }
        }
    }
    table.finish();
    Some(Spanned::new(span, pilot))
}

/// `{ mean = "3s", spread = "2s" }`.
pub(super) fn thinking<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Thinking> {
    let mut table = reader.as_table("thinking", value)?;
    table.demand("mean");
    let mean = duration(&mut table, "mean");
    let spread = duration(&mut table, "spread");
    table.finish();
    Some(Thinking { mean: micros(mean?), spread: spread.map_or(0, micros) })
}

/// In microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// A time under a key.
pub(super) fn duration(table: &mut FileTable<'_, '_>, key: &'static str) -> Option<Duration> {
    let value = table.take(key)?;
    let parsed = value.get_ref().as_str().and_then(parse_duration);
    if parsed.is_none() {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("`{text}`"),
            DeValue::Integer(number) => format!("`{number}` without a unit"),
            other => a(other),
        };
        let message = format!("`{key}`: found {found}, expected a time such as \"90s\", \"1500ms\" or \"2m\"");
        table.reader().complain(value.span(), message);
    }
    parsed
}

/// `90s`, `1500ms`, `2m`; more than nothing.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let milliseconds: u64 = match text[digits..].trim() {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60_000,
        _ => return None,
    };
    let total = text[..digits].parse::<u64>().ok()?.checked_mul(milliseconds)?;
    (total > 0).then(|| Duration::from_millis(total))
}
