//! `[expect]` as written: what a regression case must show.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::scenario::end::End;
use crate::turn::{SkipScope, Step};

use super::reader::{FileReader, FileTable, Value, a};
use super::script::step;
use super::seat::{Counters, counters};

/// `[expect]`.
#[derive(Debug)]
pub(in crate::scenario) struct ExpectTable {
    /// Where it stands, if nothing stands in it.
    pub(in crate::scenario) bare: Option<Range<usize>>,
    pub(in crate::scenario) turns: Option<Vec<Spanned<String>>>,
    pub(in crate::scenario) winner: Option<Spanned<String>>,
    pub(in crate::scenario) end: Option<End>,
    pub(in crate::scenario) events: Vec<EventItem>,
    pub(in crate::scenario) never: Vec<EventItem>,
    pub(in crate::scenario) digest: Option<Spanned<String>>,
    pub(in crate::scenario) outline: Option<String>,
    pub(in crate::scenario) steps: Vec<StepsTable>,
    pub(in crate::scenario) states: Vec<StateTable>,
}

/// An event to find in the log: its type, and the fields that matter.
#[derive(Debug)]
pub(in crate::scenario) struct EventItem {
    pub(in crate::scenario) kind: Spanned<String>,
    pub(in crate::scenario) fields: Vec<(Spanned<String>, Spanned<Field>)>,
}

/// The value of an event's field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::scenario) enum Field {
    Text(String),
    Number(i64),
    Flag(bool),
}

/// `[[expect.steps]]`.
#[derive(Debug)]
pub(in crate::scenario) struct StepsTable {
    pub(in crate::scenario) turn: Option<Spanned<u32>>,
    pub(in crate::scenario) visited: Vec<Step>,
}

/// `[[expect.state]]`.
#[derive(Debug)]
pub(in crate::scenario) struct StateTable {
    pub(in crate::scenario) span: Range<usize>,
    pub(in crate::scenario) at: Option<AtTable>,
    pub(in crate::scenario) seat: Option<Spanned<String>>,
    pub(in crate::scenario) life: Option<Spanned<i32>>,
    pub(in crate::scenario) poison: Option<Spanned<u16>>,
    pub(in crate::scenario) mana: Option<Spanned<String>>,
    pub(in crate::scenario) left: Option<Spanned<bool>>,
    pub(in crate::scenario) library: Option<Spanned<u32>>,
    pub(in crate::scenario) zones: Vec<(ZoneName, Spanned<WrittenZone>)>,
    pub(in crate::scenario) tapped: Option<Vec<Spanned<String>>>,
    pub(in crate::scenario) counters: Vec<(Spanned<String>, Counters)>,
    pub(in crate::scenario) pt: Vec<(Spanned<String>, Spanned<String>)>,
    pub(in crate::scenario) stack: Option<Spanned<u16>>,
    pub(in crate::scenario) priority: Option<Spanned<bool>>,
    pub(in crate::scenario) pending_turns: Option<Vec<Spanned<String>>>,
    pub(in crate::scenario) pending_skips: Option<Vec<SkipItem>>,
    pub(in crate::scenario) active: Option<Spanned<String>>,
    pub(in crate::scenario) controller: Option<Spanned<String>>,
}

/// `{ turn, step, nth }`.
#[derive(Debug)]
pub(in crate::scenario) struct AtTable {
    pub(in crate::scenario) turn: Option<Spanned<u32>>,
    pub(in crate::scenario) step: Option<Step>,
    pub(in crate::scenario) nth: Option<Spanned<u16>>,
}

/// A zone whose contents can be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ZoneName {
    /// The hand.
    Hand,
    /// The permanents the seat controls.
    Battlefield,
    /// The graveyard.
    Graveyard,
    /// The cards the seat owns in exile.
    Exile,
    /// The command zone.
    Command,
}

/// What is expected of a zone: a number, a list, or `{ has, lacks }`.
#[derive(Debug)]
pub(in crate::scenario) enum WrittenZone {
    Count(u32),
    Exactly(Vec<Spanned<String>>),
    Some { has: Vec<Spanned<String>>, lacks: Vec<Spanned<String>> },
}

/// `{ what, count, scope }`.
#[derive(Debug)]
pub(in crate::scenario) struct SkipItem {
    pub(in crate::scenario) what: Spanned<String>,
    pub(in crate::scenario) count: u16,
    pub(in crate::scenario) scope: SkipScope,
}

impl ExpectTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> ExpectTable {
        let reader = table.reader();
        let ends = End::ALL.map(|end| (end.name(), end));
        let read = ExpectTable {
            bare: table.is_empty().then(|| table.span()),
            turns: table.list("turns"),
            winner: table.value("winner"),
            end: table.one_of("end", &ends).map(Spanned::into_inner),
            events: elements(&mut table, "events", |value| event(reader, value)).unwrap_or_default(),
            never: elements(&mut table, "never", |value| event(reader, value)).unwrap_or_default(),
            digest: table.value("digest"),
            outline: table.value("outline").map(Spanned::into_inner),
            steps: table.tables("steps", "expect.steps").into_iter().map(StepsTable::read).collect(),
            states: table.tables("state", "expect.state").into_iter().map(StateTable::read).collect(),
        };
        table.finish();
        read
    }
}

impl StepsTable {
    fn read(mut table: FileTable<'_, '_>) -> StepsTable {
        let reader = table.reader();
        let turn = table.required("turn");
        table.demand("visited");
        let visited = elements(&mut table, "visited", |value| step(reader, "visited", value)).unwrap_or_default();
        table.finish();
        StepsTable { turn, visited: visited.into_iter().map(Spanned::into_inner).collect() }
    }
}

impl StateTable {
    fn read(mut table: FileTable<'_, '_>) -> StateTable {
        let reader = table.reader();
        table.demand("at");
        let bare = !table.has_more_than(&["at", "seat"]);
        let read = StateTable {
            span: table.span(),
            at: table.table("at", "at").map(AtTable::read),
            seat: table.value("seat"),
            life: table.value("life"),
            poison: table.value("poison"),
            mana: table.value("mana"),
            left: table.value("left"),
            library: table.value("library"),
            zones: zones(&mut table),
            tapped: table.list("tapped"),
            counters: table.take("counters").map(|value| counters_of(reader, value)).unwrap_or_default(),
            pt: table.take("pt").map(|value| sizes(reader, value)).unwrap_or_default(),
            stack: table.value("stack"),
            priority: table.value("priority"),
            pending_turns: table.list("pending_turns"),
            pending_skips: elements(&mut table, "pending_skips", |value| skip(reader, value)),
            active: table.value("active"),
            controller: table.value("controller"),
        };
        if let Some(name) = read.seat.as_ref().filter(|_| bare) {
            reader.complain(name.span(), "`seat`: expected something of that seat too, such as `life`");
        }
        table.finish();
        read
    }
}

impl AtTable {
    fn read(mut table: FileTable<'_, '_>) -> AtTable {
        let reader = table.reader();
        let turn = table.required("turn");
        let at = table.take("step").and_then(|value| step(reader, "step", value));
        let nth = table.value("nth");
        table.finish();
        AtTable { turn, step: at.map(Spanned::into_inner), nth }
    }
}

/// The elements of an array, each read by a function.
fn elements<'s, T>(
    table: &mut FileTable<'_, 's>,
    key: &'static str,
    read: impl FnMut(Value<'s>) -> Option<T>,
) -> Option<Vec<T>> {
    Some(table.elements(key)?.into_iter().filter_map(read).collect())
}

fn zones(table: &mut FileTable<'_, '_>) -> Vec<(ZoneName, Spanned<WrittenZone>)> {
    let keys = [
        ("hand", ZoneName::Hand),
        ("battlefield", ZoneName::Battlefield),
        ("graveyard", ZoneName::Graveyard),
        ("exile", ZoneName::Exile),
        ("command", ZoneName::Command),
    ];
    let reader = table.reader();
    let mut zones = Vec::new();
    for (key, name) in keys {
        let Some(value) = table.take(key) else { continue };
        let span = value.span();
        zones.extend(zone(reader, key, value).map(|zone| (name, Spanned::new(span, zone))));
    }
    zones
}

fn zone<'s>(reader: &FileReader<'s>, key: &str, value: Value<'s>) -> Option<WrittenZone> {
    match value.get_ref() {
        DeValue::Integer(_) => reader.convert(key, value).map(|n| WrittenZone::Count(n.into_inner())),
        DeValue::Table(_) => {
            let mut table = reader.as_table("zone", value)?;
            let (has, lacks) = (table.list("has"), table.list("lacks"));
            let span = table.span();
            table.finish();
            if has.is_none() && lacks.is_none() {
                reader.complain(span, format!("`{key}`: found nothing, expected `has` or `lacks`"));
            }
            Some(WrittenZone::Some { has: has.unwrap_or_default(), lacks: lacks.unwrap_or_default() })
        }
        _ => reader.convert(key, value).map(|names| WrittenZone::Exactly(names.into_inner())),
    }
}

/// `{ "Sage of Hours" = { "+1/+1" = 9 } }`.
fn counters_of<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Vec<(Spanned<String>, Counters)> {
    let Some(mut table) = reader.as_table("counters", value) else { return Vec::new() };
    table.rest().into_iter().map(|(card, kinds)| (card, counters(reader, kinds))).collect()
}

/// `{ "Grizzly Bears" = "4/4" }`.
fn sizes<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Vec<(Spanned<String>, Spanned<String>)> {
    let Some(mut table) = reader.as_table("pt", value) else { return Vec::new() };
    table.rest().into_iter().filter_map(|(card, size)| Some((card, reader.convert("pt", size)?))).collect()
}

fn skip<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<SkipItem> {
    let mut table = reader.as_table("pending_skips", value)?;
    let what = table.required("what");
    let count = table.value("count").map_or(1, Spanned::into_inner);
    let scopes = [
        ("next", SkipScope::Next),
        ("next-this-turn", SkipScope::NextThisTurn),
        ("this-turn", SkipScope::ThisTurn),
        ("next-turn", SkipScope::NextTurn),
    ];
    let scope = table.one_of("scope", &scopes).map_or(SkipScope::Next, Spanned::into_inner);
    table.finish();
    Some(SkipItem { what: what?, count, scope })
}

/// `"turn-ended-early"`, `{ type = "turn-skipped", seat = "A" }`.
fn event<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<EventItem> {
    if let DeValue::String(_) = value.get_ref() {
        let kind = reader.convert("events", value)?;
        return Some(EventItem { kind, fields: Vec::new() });
    }
    let mut table = reader.as_table("events", value)?;
    let kind = table.required("type");
    let fields = table.rest().into_iter().filter_map(|(key, value)| Some((key, field(reader, value)?))).collect();
    table.finish();
    Some(EventItem { kind: kind?, fields })
}

fn field<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Spanned<Field>> {
    let span = value.span();
    let field = match value.get_ref() {
        DeValue::String(text) => Field::Text(text.to_string()),
        DeValue::Boolean(flag) => Field::Flag(*flag),
        DeValue::Integer(_) => Field::Number(reader.convert("events", value)?.into_inner()),
        other => {
            reader.complain(span, format!("`events`: found {}, expected text, a number, true or false", a(other)));
            return None;
        }
    };
    Some(Spanned::new(span, field))
}
