//! `[[script]]` as written: what happens, and when.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::cards::source::did_you_mean;
use crate::cards::written::WrittenEffect;
use crate::turn::Step;

use super::act::{self, WrittenAct};
use super::reader::{FileReader, FileTable, Value, not_one_of};
use super::tables::inner;

/// `[[script]]`.
#[derive(Debug)]
pub(in crate::scenario) struct ScriptTable {
    pub(in crate::scenario) span: Range<usize>,
    pub(in crate::scenario) turn: Option<Spanned<u32>>,
    pub(in crate::scenario) step: Option<Spanned<Step>>,
    pub(in crate::scenario) nth: Option<Spanned<u16>>,
    pub(in crate::scenario) seat: Option<Spanned<String>>,
    pub(in crate::scenario) when: Option<Spanned<When>>,
    pub(in crate::scenario) optional: bool,
    pub(in crate::scenario) impossible: Option<Spanned<bool>>,
    pub(in crate::scenario) what: Vec<DoItem>,
}

/// At which moment of a step a script entry happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The step has begun and its turn-based actions are done; no trigger is on the stack and nobody has priority yet.
    Step,
    /// At the first priority of the seat in the step.
    Priority,
    /// Before the step begins, or, where no step is named, before the turn does: what is chosen between steps and turns.
    Before,
}

/// One thing that a script entry does.
#[derive(Debug)]
pub(in crate::scenario) enum DoItem {
    Effect(Spanned<WrittenEffect>),
    Act(Box<Spanned<WrittenAct>>),
}

impl ScriptTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> ScriptTable {
        let reader = table.reader();
        table.demand("do");
        let whens = [("step", When::Step), ("priority", When::Priority), ("before", When::Before)];
        let read = ScriptTable {
            span: table.span(),
            turn: table.required("turn"),
            step: table.take("step").and_then(|value| step(reader, "step", value)),
            nth: table.value("nth"),
            seat: table.value("seat"),
            when: table.one_of("when", &whens),
            optional: inner(table.value("optional")),
            impossible: table.value("impossible"),
            what: table.take("do").map(|value| items(reader, value)).unwrap_or_default(),
        };
        table.finish();
        read
    }
}

/// A step by its name.
pub(super) fn step<'s>(reader: &FileReader<'s>, key: &str, value: Value<'s>) -> Option<Spanned<Step>> {
    let name = reader.convert::<String>(key, value)?;
    let names = reader.turn_names();
    let step = names.step(name.get_ref());
    if step.is_none() {
        let all: Vec<&str> = names.steps().collect();
        reader.complain(name.span(), not_one_of(key, name.get_ref(), all.iter().copied()));
    }
    Some(Spanned::new(name.span(), step?))
}

/// One thing to do, or a list of them.
fn items<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Vec<DoItem> {
    let span = value.span();
    let values = match value.into_inner() {
        DeValue::Array(values) => values.into_iter().collect(),
        single => vec![Spanned::new(span.clone(), single)],
    };
    if values.is_empty() {
        reader.complain(span, "`do`: found nothing, expected an effect or an act");
    }
    values.into_iter().filter_map(|value| item(reader, value)).collect()
}

fn item<'s>(reader: &FileReader<'s>, value: Value<'s>) -> Option<DoItem> {
    let span = value.span();
    let name = match value.get_ref() {
        DeValue::String(name) => name.to_string(),
        DeValue::Table(table) => {
            let first = table.keys().min_by_key(|key| key.span().start);
            first.map(|key| key.get_ref().to_string()).unwrap_or_default()
        }
        _ => String::new(),
    };
    let act = act::NAMES.iter().copied().find(|act| *act == name);
    if let Some(name) = act.filter(|_| !is_choice_of_modes(&value)) {
        return act::read(reader, name, value).map(|act| DoItem::Act(Box::new(Spanned::new(span, act))));
    }
    if !name.is_empty() && !WrittenEffect::is_name(&name) && !did_you_mean(&name, act::NAMES.iter().copied()).is_empty()
    {
        reader.complain(span, not_one_of("do", &name, act::NAMES.iter().copied()));
        return None;
    }
    reader.convert("do", value).map(DoItem::Effect)
}

/// The vocabulary of cards has a `choose` too, that of a modal effect.
fn is_choice_of_modes(value: &Value<'_>) -> bool {
    value.get_ref().get("choose").is_some_and(|choice| choice.get_ref().get("modes").is_some())
}
