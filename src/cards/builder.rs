//! Puts catalogs together from card files.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, ValueDeserializer};

use super::card::{Face, Layout};
use super::catalog::{Catalog, fold};
use super::compile::{Compiler, blank};
use super::effect::{CardId, CounterKind, EffectId};
use super::limits;
use super::source::{Diagnostic, Diagnostics, Source, did_you_mean};
use super::written::{WrittenCard, WrittenEffect, WrittenLayout};
use crate::turn::TurnNames;

/// Builds a [`Catalog`] from card files, or adds to one.
#[derive(Debug, Clone)]
pub struct CatalogBuilder {
    catalog: Catalog,
}

/// A card or token of a file as written.
struct Entry {
    token: bool,
    written: WrittenCard,
}

impl Default for CatalogBuilder {
    fn default() -> CatalogBuilder {
        CatalogBuilder::new()
    }
}

impl From<Catalog> for CatalogBuilder {
    /// Goes on from a finished catalog; the ids in it stay as they are.
    fn from(catalog: Catalog) -> CatalogBuilder {
        CatalogBuilder { catalog }
    }
}

impl CatalogBuilder {
    /// A builder without a card.
    #[must_use]
    pub fn new() -> CatalogBuilder {
        let counters = Arc::new(CounterKind::FIXED.map(str::to_owned).to_vec());
        let mut catalog = Catalog { counters, ..Catalog::default() };
        super::compile::add_inherent(&mut catalog);
        CatalogBuilder { catalog }
    }

    /// Effects may name the format's own phases and steps from now on.
    #[must_use]
    pub fn with_turn_names(mut self, names: TurnNames) -> CatalogBuilder {
        self.catalog.turn_names = names;
        self
    }

    /// Adds the cards and tokens of a file.
    ///
    /// # Errors
    /// Everything that is wrong with the file; then nothing of it is added.
    pub fn add_file(&mut self, file: &Source) -> Result<(), Diagnostics> {
        self.add_files(std::slice::from_ref(file))
    }

    /// Adds the cards and tokens of several files, which may use each other's tokens.
    ///
    /// # Errors
    /// Everything that is wrong with any of the files; then nothing of them is added.
    pub fn add_files(&mut self, files: &[Source]) -> Result<(), Diagnostics> {
        let mut catalog = self.catalog.clone();
        append(&mut catalog, files)?;
        self.catalog = catalog;
        Ok(())
    }

    /// Adds a file whose cards stand in the place of those of the same names, and tells which cards these are.
    ///
    /// # Errors
    /// Everything that is wrong with the file; then nothing of it is added.
    pub(super) fn replace_cards(&mut self, file: &Source) -> Result<Vec<CardId>, Diagnostics> {
        let mut catalog = self.catalog.clone();
        let (mut entries, mut faults) = read_entries(file);
        entries.iter_mut().filter(|entry| !entry.token).for_each(|entry| entry.written.replace = true);
        let ids = register(&mut catalog, &mut BTreeSet::new(), file, entries, &mut faults);
        let mut compiler = Compiler::new(&mut catalog, file, &[]);
        compiler.faults.append(&mut faults);
        ids.iter().for_each(|(id, written)| compiler.card(*id, written));
        compiler.finish()?;
        self.catalog = catalog;
        Ok(ids.into_iter().map(|(id, _)| id).collect())
    }

    /// Compiles a script, each run of effects as one. A player word that the vocabulary doesn't know is looked up among the
    /// seats' names, in table order.
    ///
    /// # Errors
    /// Everything that is wrong with the effects; then nothing of them is added.
    pub fn compile_script(
        &mut self,
        source: &Source,
        runs: &[Vec<WrittenEffect>],
        seats: &[String],
    ) -> Result<Vec<EffectId>, Diagnostics> {
        if runs.is_empty() {
            return Ok(Vec::new());
        }
        let mut catalog = self.catalog.clone();
        let mut compiler = Compiler::new(&mut catalog, source, seats);
        let starts = runs.iter().map(|effects| compiler.script(effects)).collect();
        compiler.finish()?;
        self.catalog = catalog;
        Ok(starts)
    }

    /// The catalog.
    #[must_use]
    pub fn build(self) -> Catalog {
        self.catalog
    }

    /// The catalog so far.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }
}

/// Adds the cards and tokens of several files to a catalog, which is of no use any more where anything is wrong with them.
pub(super) fn append(catalog: &mut Catalog, files: &[Source]) -> Result<(), Diagnostics> {
    let mut faults = Vec::new();
    let mut named: Vec<(&Source, Vec<(CardId, WrittenCard)>)> = Vec::new();
    let mut here = BTreeSet::new();
    for file in files {
        let (entries, mut wrong) = read_entries(file);
        let ids = register(catalog, &mut here, file, entries, &mut wrong);
        named.push((file, ids));
        faults.push(wrong);
    }
    for ((file, entries), wrong) in named.iter().zip(&mut faults) {
        let mut compiler = Compiler::new(catalog, file, &[]);
        compiler.faults.append(wrong);
        for (id, written) in entries {
            compiler.card(*id, written);
        }
        if let Err(Diagnostics(all)) = compiler.finish() {
            *wrong = all;
        }
    }
    let faults: Vec<Diagnostic> = faults.into_iter().flatten().collect();
    if faults.is_empty() { Ok(()) } else { Err(Diagnostics(faults)) }
}

/// The cards and tokens of a file, and what is wrong with the others.
fn read_entries(file: &Source) -> (Vec<Entry>, Vec<Diagnostic>) {
    let mut entries = Vec::new();
    if let Err(Diagnostics(faults)) = limits::lines(file) {
        return (entries, faults);
    }
    let table = match DeTable::parse(&file.text) {
        Ok(table) => table.into_inner(),
        Err(error) => return (entries, vec![file.toml_error(&error)]),
    };
    let mut faults = Vec::new();
    for (key, value) in table {
        let token = match key.get_ref().as_ref() {
            "card" => false,
            "token" => true,
            other => {
                let near = did_you_mean(other, ["card", "token"]);
                let message = format!("unknown key `{other}`, expected [[card]] or [[token]]{near}");
                faults.push(file.complain(key.span(), message));
                continue;
            }
        };
        read_list(file, token, value, &mut entries, &mut faults);
    }
    (entries, faults)
}

fn read_list(
    file: &Source,
    token: bool,
    value: Spanned<DeValue<'_>>,
    entries: &mut Vec<Entry>,
    faults: &mut Vec<Diagnostic>,
) {
    let span = value.span();
    let DeValue::Array(list) = value.into_inner() else {
        let name = if token { "token" } else { "card" };
        faults.push(file.complain(span, format!("`{name}` is not a list; write [[{name}]] with two brackets")));
        return;
    };
    if let Some(over) = list.get(limits::ENTRIES) {
        let what = if token { "tokens" } else { "cards" };
        faults.push(file.complain(over.span(), limits::too_many(list.len(), what, limits::ENTRIES)));
        return;
    }
    for entry in list {
        if faults.len() >= limits::FAULTS {
            return;
        }
        match read_entry(file, entry) {
            Ok(written) => entries.push(Entry { token, written }),
            Err(mut wrong) => faults.append(&mut wrong),
        }
    }
}

/// Reads an entry. A reader of a shape stops at the first thing that does not fit it; so what doesn't is taken out, and the
/// rest is read again, until all of it has been seen, or more of it is wrong than one would read.
fn read_entry(file: &Source, entry: Spanned<DeValue<'_>>) -> Result<WrittenCard, Vec<Diagnostic>> {
    let (mut left, mut faults, mut seen) = (Some(entry), Vec::new(), Vec::new());
    while let Some(entry) = left {
        let error = match WrittenCard::deserialize(ValueDeserializer::from(entry.clone())) {
            Ok(written) if faults.is_empty() => return Ok(written),
            Ok(_) => break,
            Err(error) => error,
        };
        // What is missing may have been taken out here.
        let missing = !faults.is_empty() && error.message().starts_with("missing field");
        let Some(span) = error.span().filter(|span| !missing && !seen.contains(span)) else {
            if faults.is_empty() {
                faults.push(file.toml_error(&error));
            }
            break;
        };
        faults.push(file.toml_error(&error));
        if faults.len() >= limits::ENTRY_FAULTS {
            break;
        }
        left = without(entry, &span);
        seen.push(span);
    }
    Err(faults)
}

/// A value without the key, the value or the element that stands there, and without whatever is empty then.
fn without<'i>(value: Spanned<DeValue<'i>>, gone: &Range<usize>) -> Option<Spanned<DeValue<'i>>> {
    let span = value.span();
    if span == *gone {
        return None;
    }
    let left = match value.into_inner() {
        DeValue::Array(values) if !values.is_empty() => {
            let left: DeArray<'i> = values.into_iter().filter_map(|value| without(value, gone)).collect();
            (!left.is_empty()).then_some(DeValue::Array(left))
        }
        DeValue::Table(table) if !table.is_empty() => {
            let others = table.into_iter().filter(|(key, _)| key.span() != *gone);
            let left: DeTable<'i> = others.filter_map(|(key, value)| Some((key, without(value, gone)?))).collect();
            (!left.is_empty()).then_some(DeValue::Table(left))
        }
        other => Some(other),
    };
    left.map(|left| Spanned::new(span, left))
}

/// Gives each entry its id; `here` knows the names of the file set at hand.
fn register(
    catalog: &mut Catalog,
    here: &mut BTreeSet<(bool, String)>,
    file: &Source,
    entries: Vec<Entry>,
    faults: &mut Vec<Diagnostic>,
) -> Vec<(CardId, WrittenCard)> {
    let mut ids = Vec::new();
    for Entry { token, written } in entries {
        let name = written.name.get_ref();
        let key = written.key.as_ref().filter(|_| token).unwrap_or(&written.name);
        let folded = fold(key.get_ref());
        let known = if token { &catalog.names.tokens } else { &catalog.names.cards }.get(&folded).copied();
        let again = !here.insert((token, folded.clone()));
        let id = match known {
            Some(id) if written.replace && !again => id,
            Some(_) => {
                let what = if token { "token" } else { "card" };
                let hint = if token {
                    "give one another `key`"
                } else {
                    "`replace = true` replaces a card of an earlier file"
                };
                faults
                    .push(file.complain(key.span(), format!("there is already a {what} `{}` ({hint})", key.get_ref())));
                continue;
            }
            None => catalog.push(blank(name, token)),
        };
        let names = Arc::make_mut(&mut catalog.names);
        if token {
            names.tokens.insert(folded, id);
            names.add_other(name, id);
        } else {
            names.add_card(folded, id);
        }
        let cards = Arc::make_mut(&mut catalog.cards);
        match std::mem::replace(&mut cards[id.index()].face, Face::Only) {
            Face::Front { back, .. } => names.remove_other(&cards[back.index()].name, back),
            Face::Split { left, right } => {
                names.remove_other(&cards[left.index()].name, left);
                names.remove_other(&cards[right.index()].name, right);
            }
            Face::Only | Face::Back { .. } | Face::Half { .. } => {}
        }
        parts(catalog, file, id, written, &mut ids, faults);
    }
    ids
}

/// Gives what a card of two parts consists of ids of its own; `ids` gets everything that is compiled.
fn parts(
    catalog: &mut Catalog,
    file: &Source,
    id: CardId,
    written: WrittenCard,
    ids: &mut Vec<(CardId, WrittenCard)>,
    faults: &mut Vec<Diagnostic>,
) {
    let Some(back) = written.back.clone() else {
        if let Some(layout) = &written.layout {
            faults.push(file.complain(layout.span(), "`layout` is about a card of two parts (expected [card.back])"));
        }
        if written.fuse || written.aftermath {
            let message =
                "`fuse` is said of a split card, `aftermath` of its right half (expected `layout = \"split\"`)";
            faults.push(file.complain(written.name.span(), message));
        }
        return ids.push((id, written));
    };
    if catalog.card(id).token || back.back.is_some() || back.layout.is_some() || back.replace || back.key.is_some() {
        let message = "a card has one back, which is written like a card without `back`, `layout` and `replace`";
        faults.push(file.complain(back.name.span(), message));
    }
    let split = written.layout.as_ref().is_some_and(|layout| *layout.get_ref() == WrittenLayout::Split);
    if written.aftermath || back.fuse || !split && (written.fuse || back.aftermath) {
        let message = "`fuse` is said of a split card, `aftermath` of its right half";
        faults.push(file.complain(written.name.span(), message));
    }
    let mut part = |name: &str| {
        let part = catalog.push(blank(name, false));
        Arc::make_mut(&mut catalog.names).add_other(name, part);
        part
    };
    let back_id = part(back.name.get_ref());
    let layout = match written.layout.as_ref().map(|layout| *layout.get_ref()) {
        None | Some(WrittenLayout::Transforming) => Layout::Transforming,
        Some(WrittenLayout::Modal) => Layout::Modal,
        Some(WrittenLayout::Adventure) => Layout::Adventure,
        Some(WrittenLayout::Split) => {
            let name = written.name.get_ref();
            let Some(left) = name.strip_suffix(back.name.get_ref()).and_then(|left| left.strip_suffix(" // ")) else {
                let message =
                    format!("a split card is called as both halves are, as in `Wax // {}`", back.name.get_ref());
                faults.push(file.complain(written.name.span(), message));
                return;
            };
            let (left, span) = (left.to_owned(), written.name.span());
            let left_id = part(&left);
            let cards = Arc::make_mut(&mut catalog.cards);
            cards[id.index()].face = Face::Split { left: left_id, right: back_id };
            cards[left_id.index()].face = Face::Half { of: id };
            cards[back_id.index()].face = Face::Half { of: id };
            ids.push((left_id, WrittenCard { name: Spanned::new(span, left), ..written.clone() }));
            // Both halves are known when the right one is compiled.
            return ids.push((back_id, WrittenCard { fuse: written.fuse, ..*back }));
        }
    };
    let cards = Arc::make_mut(&mut catalog.cards);
    cards[id.index()].face = Face::Front { back: back_id, layout };
    cards[back_id.index()].face = Face::Back { front: id, layout };
    ids.push((id, written));
    ids.push((back_id, *back));
}
