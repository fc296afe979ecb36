//! `[format]` as written: a way to play of one's own.

use std::sync::Arc;

use toml::Spanned;
use toml::de::DeValue;

use crate::cards::limits;
use crate::scenario::format::TurnShape;
use crate::turn::{MAX_SEATS, Passing, Phase, Sequence, Step, TurnNames};

use super::reader::{FileReader, FileTable, Value, not_one_of};
use super::tables::{FormatName, formats};

/// `[format]`.
#[derive(Debug)]
pub(in crate::scenario) struct FormatTable {
    pub(in crate::scenario) name: Option<String>,
    pub(in crate::scenario) based_on: FormatName,
    pub(in crate::scenario) life: Option<i32>,
    pub(in crate::scenario) seats: Option<(usize, usize)>,
    pub(in crate::scenario) team_size: Option<u8>,
    pub(in crate::scenario) first_draw: Option<bool>,
    pub(in crate::scenario) free_mulligan: Option<bool>,
    pub(in crate::scenario) passing: Passing,
    pub(in crate::scenario) deck: DeckTable,
    pub(in crate::scenario) turn: Option<Arc<TurnShape>>,
}

/// `[format.deck]`.
#[derive(Debug, Default)]
pub(in crate::scenario) struct DeckTable {
    pub(in crate::scenario) cards: Option<(usize, usize)>,
    pub(in crate::scenario) copies: Option<usize>,
    pub(in crate::scenario) commander: Option<bool>,
    pub(in crate::scenario) ban_list: Option<bool>,
}

/// Cards in a deck, at most.
const MOST_CARDS: i64 = limits::DECK_CARDS as i64;
/// Players in a team, at most: there are two teams.
const LARGEST_TEAM: i64 = MAX_SEATS as i64 / 2;

impl FormatTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> FormatTable {
        let reader = table.reader();
        let passing = [("turn-order", Passing::TurnOrder), ("active-player", Passing::ActivePlayer)];
        let read = FormatTable {
            name: table.value("name").map(Spanned::into_inner),
            based_on: table.one_of("based_on", &formats()).map_or(FormatName::Commander, Spanned::into_inner),
            life: number(&mut table, "life", 1, limits::LIFE.into()).map(|n| n as i32),
            seats: range(&mut table, "seats", 2, MAX_SEATS as i64),
            team_size: number(&mut table, "team_size", 1, LARGEST_TEAM).map(|n| n as u8),
            first_draw: table.value("first_draw").map(Spanned::into_inner),
            free_mulligan: table.value("free_mulligan").map(Spanned::into_inner),
            passing: table.one_of("priority", &passing).map(Spanned::into_inner).unwrap_or_default(),
            deck: table.table("deck", "format.deck").map(DeckTable::read).unwrap_or_default(),
            turn: turn(&mut table, reader),
        };
        table.finish();
        read
    }
}

impl DeckTable {
    fn read(mut table: FileTable<'_, '_>) -> DeckTable {
        let read = DeckTable {
            cards: range(&mut table, "cards", 1, MOST_CARDS),
            copies: number(&mut table, "copies", 1, MOST_CARDS).map(|n| n as usize),
            commander: table.value("commander").map(Spanned::into_inner),
            ban_list: table.value("ban_list").map(Spanned::into_inner),
        };
        table.finish();
        read
    }
}

/// A number within bounds.
fn number(table: &mut FileTable<'_, '_>, key: &'static str, least: i64, most: i64) -> Option<i64> {
    let written = table.value::<i64>(key)?;
    let n = *written.get_ref();
    if !(least..=most).contains(&n) {
        table.reader().complain(written.span(), format!("`{key}`: found {n}, expected {least} to {most}"));
    }
    Some(n.clamp(least, most))
}

/// One number, or the least and the most.
fn range(table: &mut FileTable<'_, '_>, key: &'static str, least: i64, most: i64) -> Option<(usize, usize)> {
    let reader = table.reader();
    let value = table.take(key)?;
    let span = value.span();
    let numbers = match value.get_ref() {
        DeValue::Array(_) => reader.convert::<[i64; 2]>(key, value)?.into_inner(),
        _ => [reader.convert::<i64>(key, value)?.into_inner(); 2],
    };
    if numbers[0] > numbers[1] || numbers.iter().any(|n| !(least..=most).contains(n)) {
        let found = format!("found {} to {}", numbers[0], numbers[1]);
        reader.complain(span, format!("`{key}`: {found}, expected the least and the most, from {least} to {most}"));
    }
    Some((numbers[0].max(least) as usize, numbers[1].clamp(least, most) as usize))
}

/// `[[format.phase]]`, in the order of a turn.
fn turn(table: &mut FileTable<'_, '_>, reader: &FileReader<'_>) -> Option<Arc<TurnShape>> {
    let phases = table.has("phase").then(|| table.tables("phase", "format.phase"))?;
    let mut shape = TurnShape { sequence: Sequence(Vec::new()), names: TurnNames::default(), priority_in: Vec::new() };
    let span = table.span();
    for phase in phases {
        shape.phase(phase);
    }
    if shape.sequence.0.iter().all(Vec::is_empty) {
        reader.complain(span, "`format.phase`: a turn without steps, expected at least one");
    }
    reader.name_turns(shape.names.clone());
    Some(Arc::new(shape))
}

impl TurnShape {
    fn phase(&mut self, mut table: FileTable<'_, '_>) {
        let reader = table.reader();
        let span = table.span();
        let name = table.required::<String>("name");
        let written = table.elements("steps");
        table.finish();
        let Some(name) = name else { return };
        let of_the_rules = Phase::ALL.into_iter().find(|p| p.name() == name.get_ref());
        let steps: Vec<Step> = match (written, of_the_rules) {
            (Some(steps), _) => {
                let mut first = of_the_rules.is_none().then_some(name.get_ref().as_str());
                steps.into_iter().filter_map(|value| self.step(reader, value, &mut first)).collect()
            }
            (None, Some(phase)) => phase.steps().to_vec(),
            (None, None) => {
                let known = Phase::ALL.iter().map(|p| p.name());
                let hint = not_one_of("name", name.get_ref(), known);
                return reader.complain(name.span(), format!("{hint}; a phase of one's own has `steps`"));
            }
        };
        let fits = |step: &Step| match (step, of_the_rules) {
            (Step::Custom(_), _) => true,
            (step, Some(phase)) => step.phase() == phase,
            (_, None) => false,
        };
        if !steps.iter().all(fits) || of_the_rules.is_some() && steps.iter().all(|s| matches!(s, Step::Custom(_))) {
            let message = format!(
                "`steps`: the phase `{}` has steps of another, expected its own and `{{ custom = ... }}`",
                name.get_ref()
            );
            reader.complain(span, message);
        }
        self.sequence.0.push(steps);
    }

    /// A step by name, or `{ step = ..., priority = ... }`, or `{ custom = ..., priority = ... }`.
    fn step<'s>(&mut self, reader: &FileReader<'s>, value: Value<'s>, phase: &mut Option<&str>) -> Option<Step> {
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            return known(reader, "steps", &reader.convert("steps", value)?);
        }
        let mut table = reader.as_table("format.step", value)?;
        let (name, custom) = (table.value::<String>("step"), table.value::<String>("custom"));
        let priority = table.value::<bool>("priority");
        let span = table.span();
        table.finish();
        let step = match (name, custom) {
            (Some(name), None) => known(reader, "step", &name)?,
            (None, Some(name)) => self.own_step(reader, &name, phase)?,
            _ => {
                reader.complain(
                    span,
                    "`steps`: expected either `step`, one of the rules, or `custom`, a name of one's own",
                );
                return None;
            }
        };
        self.priority_in.extend(priority.map(|gives| (step, gives.into_inner())));
        Some(step)
    }

    fn own_step(&mut self, reader: &FileReader<'_>, name: &Spanned<String>, phase: &mut Option<&str>) -> Option<Step> {
        let text = name.get_ref();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text.is_empty() || !text.chars().all(fits) {
            reader.complain(
                name.span(),
                format!("`custom`: found `{text}`, expected lower-case letters, digits and `-`"),
            );
        } else if let Some(step) = self.names.step(text) {
            let whose = if matches!(step, Step::Custom(_)) { "this format already" } else { "the rules" };
            reader.complain(name.span(), format!("`custom`: `{text}` is a step of {whose}, expected another name"));
        }
        let added = self.names.add(text, phase.take());
        if let Err(error) = added {
            reader.complain(name.span(), format!("`custom`: {error}"));
        }
        added.ok()
    }
}

fn known(reader: &FileReader<'_>, key: &str, name: &Spanned<String>) -> Option<Step> {
    let step = Step::named(name.get_ref());
    if step.is_none() {
        let hint = not_one_of(key, name.get_ref(), Step::ALL.iter().map(|s| s.name()));
        reader.complain(
            name.span(),
            format!("{hint}; a step of one's own is written {{ custom = \"{}\" }}", name.get_ref()),
        );
    }
    step
}
