//! Players' own acts as written.

use toml::Spanned;
use toml::de::DeValue;

use crate::agents::act::Passing;
use crate::cards::card::WayKind;
use crate::cards::mana::Mana;

use super::reader::{FileReader, FileTable, Value, a};
use super::script::step;

/// The names of acts in `do`.
pub(super) const NAMES: &[&str] = &[
    "pass",
    "play-land",
    "cast",
    "foretell",
    "suspend-card",
    "turn-up",
    "cast-face-down",
    "activate",
    "attack",
    "block",
    "concede",
    "choose",
];

/// An act.
#[derive(Debug)]
pub(in crate::scenario) enum WrittenAct {
    Pass(Passing),
    PlayLand(Spanned<String>),
    Cast {
        card: Spanned<String>,
        with: With,
        modes: Vec<Spanned<u8>>,
        way: Option<WayKind>,
        extra: u8,
    },
    Foretell(Spanned<String>),
    Suspend {
        card: Spanned<String>,
        x: Option<u16>,
    },
    TurnUp(Spanned<String>),
    CastFaceDown(Spanned<String>),
    Activate {
        source: ObjectItem,
        ability: WhichAbility,
        granted_by: Option<Spanned<String>>,
        makes: Option<Mana>,
        with: With,
    },
    Attack(Vec<(ObjectItem, ObjectItem)>),
    Block(Vec<(ObjectItem, ObjectItem)>),
    Concede,
    Choose(WrittenAnswer),
}

/// What a spell or ability is given as it goes on the stack.
#[derive(Debug, Default)]
pub(in crate::scenario) struct With {
    pub(in crate::scenario) targets: Vec<ObjectItem>,
    /// What costs are paid with.
    pub(in crate::scenario) costs: Vec<ObjectItem>,
    pub(in crate::scenario) x: Option<u16>,
}

/// Which ability is activated: the n-th of those that use the stack, or the n-th mana ability.
#[derive(Debug, Default)]
pub(in crate::scenario) struct WhichAbility {
    pub(in crate::scenario) ability: Option<Spanned<u8>>,
    pub(in crate::scenario) mana: Option<Spanned<u8>>,
}

/// A player or an object, by name.
#[derive(Debug)]
pub(in crate::scenario) struct ObjectItem {
    pub(in crate::scenario) name: Spanned<String>,
    /// Written as `{ card = ... }`: never a player.
    pub(in crate::scenario) card_only: bool,
    pub(in crate::scenario) of: Option<Spanned<String>>,
    pub(in crate::scenario) nth: Option<Spanned<u16>>,
}

/// An answer to a decision.
#[derive(Debug)]
pub(in crate::scenario) enum WrittenAnswer {
    Yes,
    No,
    Default,
    Number(i64),
    Options(Vec<Spanned<u16>>),
    Names(Vec<ObjectItem>),
    Shares(Vec<(ObjectItem, i32)>),
}

/// What may be said of casting, suspending and activating.
const WITH: [&str; 12] =
    ["targets", "x", "modes", "costs", "way", "extra", "makes", "ability", "mana", "granted-by", "of", "nth"];

/// Reads `"pass"` or `{ cast = ... }`, an act of that name.
pub(super) fn read<'s>(reader: &FileReader<'s>, name: &'static str, value: Value<'s>) -> Option<WrittenAct> {
    if let DeValue::String(_) = value.get_ref() {
        return bare(reader, name, &value);
    }
    let mut table = reader.as_table("do", value)?;
    let value = table.take(name)?;
    for (second, _) in table.rest() {
        let found = second.get_ref();
        let message = match (name, value.get_ref()) {
            // What is said of an act stands beside what it is done with.
            ("cast" | "activate" | "suspend-card", DeValue::String(what)) if WITH.contains(&found.as_ref()) => {
                format!("`do`: expected `{found}` within: {{ {name} = {{ card = \"{what}\", {found} = ... }} }}")
            }
            _ => format!("`do`: `{found}` is a second thing here, expected a list: [{{ ... }}, {{ ... }}]"),
        };
        reader.complain(second.span(), message);
    }
    match name {
        "pass" => passing(reader, value).map(WrittenAct::Pass),
        "play-land" => reader.convert("play-land", value).map(WrittenAct::PlayLand),
        "cast" => cast(reader, value),
        "foretell" => reader.convert("foretell", value).map(WrittenAct::Foretell),
        "suspend-card" => suspend(reader, value),
        "turn-up" => reader.convert("turn-up", value).map(WrittenAct::TurnUp),
        "cast-face-down" => reader.convert("cast-face-down", value).map(WrittenAct::CastFaceDown),
        "activate" => activate(reader, value),
        "attack" => pairs(reader, value, "attack", ["attacker", "defender"]).map(WrittenAct::Attack),
        "block" => pairs(reader, value, "block", ["blocker", "attacker"]).map(WrittenAct::Block),
        "concede" => reader.as_table("concede", value).map(|table| {
            table.finish();
            WrittenAct::Concede
        }),
        _ => answer(reader, value).map(WrittenAct::Choose),
    }
}

fn bare(reader: &FileReader<'_>, name: &str, value: &Value<'_>) -> Option<WrittenAct> {
    match name {
        "pass" => Some(WrittenAct::Pass(Passing::Times(1))),
        "concede" => Some(WrittenAct::Concede),
        _ => {
            reader.complain(value.span(), format!("`do`: `{name}` needs more, expected {{ {name} = ... }}"));
            None
        }
    }
}

/// `pass = 3`, `pass = { until = "end" }`.
fn passing<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Passing> {
    if let DeValue::Integer(_) = value.get_ref() {
        return times(reader, reader.convert("pass", value));
    }
    let mut table = reader.as_table("pass", value)?;
    let count = table.take("count").map(|value| times(reader, reader.convert("count", value)));
    let place = table.span();
    let until = table.take("until").map(|value| until(reader, value));
    table.finish();
    if until.is_some() && count.is_some() {
        reader.complain(place, "`pass`: found `count` and `until`, expected only one of them");
    }
    until.or(count).unwrap_or(Some(Passing::Times(1)))
}

fn times(reader: &FileReader<'_>, count: Option<Spanned<u16>>) -> Option<Passing> {
    let count = count?;
    if *count.get_ref() == 0 {
        reader.complain(count.span(), "`pass`: found 0, expected at least 1");
    }
    Some(Passing::Times(count.into_inner()))
}

fn until<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<Passing> {
    match value.get_ref().as_str() {
        Some("end-of-turn") => Some(Passing::UntilEndOfTurn),
        Some("my-next-turn") => Some(Passing::UntilMyNextTurn),
        _ => step(reader, "until", value).map(|step| Passing::UntilStep(step.into_inner())),
    }
}

/// `cast = "Opt"`,
/// `cast = { card = "Time Warp", targets = ["A"], costs = ["Island"], x = 0, modes = [1], way = "flashback", extra = 2 }`.
fn cast<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<WrittenAct> {
    if let DeValue::String(_) = value.get_ref() {
        let card = reader.convert("cast", value)?;
        return Some(WrittenAct::Cast { card, with: With::default(), modes: Vec::new(), way: None, extra: 0 });
    }
    let mut table = reader.as_table("cast", value)?;
    let card = table.required("card");
    let with = with(&mut table);
    let modes = table.list("modes").unwrap_or_default();
    let way = table.value("way").map(Spanned::into_inner);
    let extra = table.value("extra").map_or(0, Spanned::into_inner);
    table.finish();
    Some(WrittenAct::Cast { card: card?, with, modes, way, extra })
}

/// `suspend-card = "Rift Bolt"`, `suspend-card = { card = "Aeon Chronicler", x = 2 }`.
fn suspend<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<WrittenAct> {
    if let DeValue::String(_) = value.get_ref() {
        return reader.convert("suspend-card", value).map(|card| WrittenAct::Suspend { card, x: None });
    }
    let mut table = reader.as_table("suspend-card", value)?;
    let (card, x) = (table.required("card"), table.value("x").map(Spanned::into_inner));
    table.finish();
    Some(WrittenAct::Suspend { card: card?, x })
}

/// `activate = { card = "Sage of Hours", ability = 1, granted-by = "Ichormoon Gauntlet", targets = [], x = 0 }`,
/// `activate = { card = "Shivan Reef", mana = 2, makes = "U" }`.
fn activate<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<WrittenAct> {
    if let DeValue::String(_) = value.get_ref() {
        let source = object(reader, "activate", value)?;
        return Some(WrittenAct::Activate {
            source,
            ability: WhichAbility::default(),
            granted_by: None,
            makes: None,
            with: With::default(),
        });
    }
    let mut table = reader.as_table("activate", value)?;
    let name = table.required("card");
    let (of, nth) = (table.value("of"), table.value("nth"));
    let ability = WhichAbility { ability: table.value("ability"), mana: table.value("mana") };
    let granted_by = table.value("granted-by");
    // A letter as in a symbol, or a name as `choose` takes it.
    let letters = ["W", "U", "B", "R", "G", "C"].into_iter().zip(Mana::ALL);
    let types: Vec<(&str, Mana)> = letters.chain(Mana::ALL.map(|mana| (mana.name(), mana))).collect();
    let makes = table.one_of("makes", &types).map(Spanned::into_inner);
    if let (Some(_), Some(mana)) = (&ability.ability, &ability.mana) {
        reader.complain(mana.span(), "`activate`: found `ability` and `mana`, expected only one of them");
    }
    let with = with(&mut table);
    table.finish();
    let source = ObjectItem { name: name?, card_only: true, of, nth };
    Some(WrittenAct::Activate { source, ability, granted_by, makes, with })
}

fn with(table: &mut FileTable<'_, '_>) -> With {
    let reader = table.reader();
    let mut objects = |key| {
        let elements = table.elements(key).unwrap_or_default();
        elements.into_iter().filter_map(|element| object(reader, key, element)).collect()
    };
    let (targets, costs) = (objects("targets"), objects("costs"));
    With { targets, costs, x: table.value("x").map(Spanned::into_inner) }
}

/// A list of `{ attacker, defender }` or of `{ blocker, attacker }`.
fn pairs<'s>(
    reader: &FileReader<'s>,
    value: Value<'s>,
    path: &'static str,
    keys: [&'static str; 2],
) -> Option<Vec<(ObjectItem, ObjectItem)>> {
    let span = value.span();
    let DeValue::Array(elements) = value.into_inner() else {
        reader.complain(span, format!("`{path}`: expected a list of {{ {} = ..., {} = ... }}", keys[0], keys[1]));
        return None;
    };
    let mut pairs = Vec::new();
    for element in elements {
        let Some(mut table) = reader.as_table(path, element) else { continue };
        let [first, second] = keys.map(|key| {
            table.demand(key);
            table.take(key).and_then(|value| object(reader, key, value))
        });
        table.finish();
        pairs.extend(first.zip(second));
    }
    Some(pairs)
}

/// A name, or `{ card = "Bear", of = "B", nth = 2 }`.
fn object<'s>(reader: &FileReader<'s>, key: &str, value: Value<'s>) -> Option<ObjectItem> {
    if let DeValue::Table(_) = value.get_ref() {
        let mut table = reader.as_table("object", value)?;
        let name = table.required("card");
        let (of, nth) = (table.value("of"), table.value("nth"));
        table.finish();
        return Some(ObjectItem { name: name?, card_only: true, of, nth });
    }
    let name = reader.convert(key, value)?;
    Some(ObjectItem { name, card_only: false, of: None, nth: None })
}

/// `true`, `false`, `"default"`, a number, a name, a list of names, `{ options = [1, 3] }`,
/// `{ shares = [{ to = "B", amount = 2 }] }`.
fn answer<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<WrittenAnswer> {
    let span = value.span();
    match value.get_ref() {
        DeValue::Boolean(true) => Some(WrittenAnswer::Yes),
        DeValue::Boolean(false) => Some(WrittenAnswer::No),
        DeValue::Integer(_) => reader.convert("choose", value).map(|n| WrittenAnswer::Number(n.into_inner())),
        DeValue::String(word) if word == "default" => Some(WrittenAnswer::Default),
        DeValue::String(_) => object(reader, "choose", value).map(|name| WrittenAnswer::Names(vec![name])),
        DeValue::Array(_) => names(reader, value),
        DeValue::Table(table) if table.contains_key("card") => {
            object(reader, "choose", value).map(|name| WrittenAnswer::Names(vec![name]))
        }
        DeValue::Table(table) => {
            let by_shares = table.contains_key("shares");
            let mut table = reader.as_table("choose", value)?;
            let shares = table.elements("shares").map(|shares| {
                WrittenAnswer::Shares(shares.into_iter().filter_map(|element| share(reader, element)).collect())
            });
            if !by_shares {
                table.demand("options");
            }
            let options = table.list("options").map(WrittenAnswer::Options);
            if by_shares && options.is_some() {
                reader.complain(span, "`choose`: expected `options` or `shares`, found both");
            }
            table.finish();
            shares.or(options)
        }
        other => {
            reader.complain(span, format!("`choose`: found {}, expected true, false, a number or names", a(other)));
            None
        }
    }
}

/// `{ to = "Hill Giant", amount = 2 }`.
fn share<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<(ObjectItem, i32)> {
    let mut table = reader.as_table("shares", value)?;
    table.demand("to");
    let to = table.take("to").and_then(|value| object(reader, "to", value));
    let amount = table.required("amount").map(Spanned::into_inner);
    table.finish();
    to.zip(amount)
}

fn names<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<WrittenAnswer> {
    let DeValue::Array(elements) = value.into_inner() else { return None };
    Some(WrittenAnswer::Names(elements.into_iter().filter_map(|e| object(reader, "choose", e)).collect()))
}
