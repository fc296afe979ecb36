//! Reads TOML tables key by key, so that every fault of a file is found and not only the first.

use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, ValueDeserializer};

use crate::cards::limits;
use crate::cards::source::{DUPLICATE_KEY, Diagnostic, Diagnostics, Level, Source, did_you_mean};
use crate::cards::wording::counted;
use crate::turn::TurnNames;

/// A file being read: its faults so far, and which keys each kind of table was asked for.
pub(super) struct FileReader<'s> {
    source: &'s Source,
    faults: RefCell<Vec<Diagnostic>>,
    asked: RefCell<BTreeMap<&'static str, Vec<&'static str>>>,
    turns: RefCell<TurnNames>,
}

/// A table being read; what is left in it at the end is unknown.
pub(super) struct FileTable<'r, 's> {
    reader: &'r FileReader<'s>,
    /// What kind of table it is, as messages name it: `game`, `expect.state`.
    path: &'static str,
    items: DeTable<'s>,
    span: Range<usize>,
    asked: Vec<&'static str>,
}

pub(super) type Value<'s> = Spanned<DeValue<'s>>;

impl<'s> FileReader<'s> {
    /// A reader of that file.
    pub(super) fn new(source: &'s Source) -> FileReader<'s> {
        FileReader { source, faults: RefCell::default(), asked: RefCell::default(), turns: RefCell::default() }
    }

    /// The file as one table.
    ///
    /// # Errors
    /// Everything that is no TOML; what stands around it is then not looked at, for it may have been misunderstood.
    pub(super) fn root<'r>(&'r self, path: &'static str) -> Result<FileTable<'r, 's>, Diagnostics> {
        limits::lines(self.source)?;
        let (root, errors) = DeTable::parse_recoverable(&self.source.text);
        if !errors.is_empty() {
            return Err(Diagnostics(self.no_toml(errors)));
        }
        let span = root.span();
        Ok(FileTable { reader: self, path, items: root.into_inner(), span, asked: Vec::new() })
    }

    /// The first errors of syntax, and how many more there are.
    fn no_toml(&self, mut errors: Vec<toml::de::Error>) -> Vec<Diagnostic> {
        errors.sort_by_key(|error| error.span().map(|span| span.start));
        // What is read behind an error of syntax may seem to stand there twice.
        if errors.iter().any(|error| error.message() != DUPLICATE_KEY) {
            errors.retain(|error| error.message() != DUPLICATE_KEY);
        }
        let told = errors.iter().take(limits::SYNTAX_ERRORS);
        let mut faults: Vec<_> = told.map(|error| self.source.toml_error(error)).collect();
        let more = errors.len() - faults.len();
        if more > 0 {
            let more = counted(more, "more error", "more errors");
            let rest = self.source.complain_whole(format!("{more}: is this a scenario?"));
            faults.push(Diagnostic { level: Level::Rest, ..rest });
        }
        faults
    }

    /// From now on steps and phases may have these names too.
    pub(super) fn name_turns(&self, names: TurnNames) {
        *self.turns.borrow_mut() = names;
    }

    /// What phases and steps are called.
    pub(super) fn turn_names(&self) -> Ref<'_, TurnNames> {
        self.turns.borrow()
    }

    /// Notes a fault.
    pub(super) fn complain(&self, span: Range<usize>, message: impl Into<String>) {
        if !self.is_full() {
            self.faults.borrow_mut().push(self.source.complain(span, message));
        }
    }

    /// The elements of a list; from the first that is one too many on it is complained about and left out.
    fn few_enough(&self, key: &str, elements: DeArray<'s>) -> Vec<Value<'s>> {
        let found = elements.len();
        if let Some(over) = elements.get(limits::ELEMENTS) {
            let message = limits::too_many(found, "elements", limits::ELEMENTS);
            self.complain(over.span(), format!("`{key}`: {message}"));
        }
        elements.into_iter().take(limits::ELEMENTS).collect()
    }

    /// Whether no further fault is noted.
    fn is_full(&self) -> bool {
        self.faults.borrow().len() >= limits::FAULTS
    }

    /// A value of that type, or a fault that names the key it stands under.
    pub(super) fn convert<T: Deserialize<'s>>(&self, key: &str, value: Value<'s>) -> Option<Spanned<T>> {
        let span = value.span();
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(converted) => Some(Spanned::new(span, converted)),
            Err(_) if self.is_full() => None,
            Err(error) => {
                let mut fault = self.source.toml_error(&error);
                fault.message = format!("`{key}`: {}", fault.message);
                fault.at = fault.at.or(Some(self.source.position(span.start)));
                self.faults.borrow_mut().push(fault);
                None
            }
        }
    }

    /// One of those names, or a fault with the nearest.
    pub(super) fn pick<T: Clone>(&self, key: &str, value: Value<'s>, names: &[(&str, T)]) -> Option<Spanned<T>> {
        let found = self.convert::<String>(key, value)?;
        if let Some((_, meant)) = names.iter().find(|(name, _)| name == found.get_ref()) {
            return Some(Spanned::new(found.span(), meant.clone()));
        }
        self.complain(found.span(), not_one_of(key, found.get_ref(), names.iter().map(|(name, _)| *name)));
        None
    }

    /// A value as a table of that kind.
    pub(super) fn as_table<'r>(&'r self, path: &'static str, value: Value<'s>) -> Option<FileTable<'r, 's>> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Table(items) => Some(FileTable { reader: self, path, items, span, asked: Vec::new() }),
            other => {
                self.complain(span, format!("`{path}`: found {}, expected a table", a(&other)));
                None
            }
        }
    }

    /// Faults, and for each kind of table the keys it may have.
    pub(super) fn finish(self) -> (Vec<Diagnostic>, BTreeMap<&'static str, Vec<&'static str>>) {
        (self.faults.into_inner(), self.asked.into_inner())
    }
}

impl<'r, 's> FileTable<'r, 's> {
    /// The reader, for faults.
    pub(super) fn reader(&self) -> &'r FileReader<'s> {
        self.reader
    }

    /// Where the table is.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether nothing stands in it.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether something stands in it besides those keys.
    pub(super) fn has_more_than(&self, keys: &[&str]) -> bool {
        self.items.keys().any(|key| !keys.contains(&key.get_ref().as_ref()))
    }

    /// Whether a key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.items.contains_key(key)
    }

    /// Whether a list without elements stands under a key.
    pub(super) fn is_empty_list(&self, key: &str) -> bool {
        matches!(self.items.get(key).map(Spanned::get_ref), Some(DeValue::Array(elements)) if elements.is_empty())
    }

    /// The value of a key, as it is.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Value<'s>> {
        self.asked.push(key);
        self.items.remove(key)
    }

    /// The value of a key.
    pub(super) fn value<T: Deserialize<'s>>(&mut self, key: &'static str) -> Option<Spanned<T>> {
        let value = self.take(key)?;
        self.reader.convert(key, value)
    }

    /// The value of a key that must be there.
    pub(super) fn required<T: Deserialize<'s>>(&mut self, key: &'static str) -> Option<Spanned<T>> {
        self.demand(key);
        self.value(key)
    }

    /// Complains when a key is missing.
    pub(super) fn demand(&self, key: &str) {
        if !self.has(key) {
            self.reader.complain(self.span(), format!("missing key `{key}` in {}", place(self.path)));
        }
    }

    /// One of a few names.
    pub(super) fn one_of<T: Clone>(&mut self, key: &'static str, names: &[(&str, T)]) -> Option<Spanned<T>> {
        let value = self.take(key)?;
        self.reader.pick(key, value, names)
    }

    /// The elements of an array; `None` when the key is absent. Something else than an array is a fault.
    pub(super) fn elements(&mut self, key: &'static str) -> Option<Vec<Value<'s>>> {
        let value = self.take(key)?;
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(elements) => Some(self.reader.few_enough(key, elements)),
            other => {
                self.reader.complain(span, format!("`{key}`: found {}, expected a list", a(&other)));
                None
            }
        }
    }

    /// The elements of an array, each read on its own.
    pub(super) fn list<T: Deserialize<'s>>(&mut self, key: &'static str) -> Option<Vec<Spanned<T>>> {
        let elements = self.elements(key)?;
        Some(elements.into_iter().filter_map(|e| self.reader.convert(key, e)).collect())
    }

    /// One value under a key, or a list of them.
    pub(super) fn one_or_many<T: Deserialize<'s>>(&mut self, key: &'static str) -> Vec<Spanned<T>> {
        let Some(value) = self.take(key) else { return Vec::new() };
        let span = value.span();
        let values: Vec<Value<'s>> = match value.into_inner() {
            DeValue::Array(values) => self.reader.few_enough(key, values),
            other => vec![Spanned::new(span, other)],
        };
        values.into_iter().filter_map(|value| self.reader.convert(key, value)).collect()
    }

    /// A table of that kind under a key.
    pub(super) fn table(&mut self, key: &'static str, path: &'static str) -> Option<FileTable<'r, 's>> {
        let value = self.take(key)?;
        self.reader.as_table(path, value)
    }

    /// An array of tables of that kind under a key.
    pub(super) fn tables(&mut self, key: &'static str, path: &'static str) -> Vec<FileTable<'r, 's>> {
        let elements = self.elements(key).unwrap_or_default();
        elements.into_iter().filter_map(|e| self.reader.as_table(path, e)).collect()
    }

    /// What nobody has asked for, in the order of the file: keys the user may choose freely.
    pub(super) fn rest(&mut self) -> Vec<(Spanned<String>, Value<'s>)> {
        let items = std::mem::take(&mut self.items);
        let mut rest: Vec<_> =
            items.into_iter().map(|(k, v)| (Spanned::new(k.span(), k.into_inner().into_owned()), v)).collect();
        rest.sort_by_key(|(key, _)| key.span().start);
        rest
    }

    /// Complains about every key that is left.
    pub(super) fn finish(mut self) {
        for (key, _) in self.rest() {
            if self.reader.is_full() {
                break;
            }
            let names = self.asked.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let near = did_you_mean(key.get_ref(), self.asked.iter().copied());
            let message = format!("unknown key `{}` in {}, expected {names}{near}", key.get_ref(), place(self.path));
            self.reader.complain(key.span(), message);
        }
        self.reader.asked.borrow_mut().insert(self.path, self.asked);
    }
}

/// "`ask`: found `rela`, expected `real` or `all`; did you mean `real`?"
pub(in crate::scenario) fn not_one_of<'n>(
    key: &str,
    found: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> String {
    let shown: Vec<String> = names.clone().map(|n| format!("`{n}`")).collect();
    let expected = match shown.as_slice() {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        all => all.concat(),
    };
    format!("`{key}`: found `{found}`, expected {expected}{}", did_you_mean(found, names))
}

/// A kind of value with its article.
pub(super) fn a(value: &DeValue<'_>) -> String {
    let kind = value.type_str();
    let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {kind}")
}

/// How messages name a table.
fn place(path: &str) -> String {
    match path {
        "" => "the scenario".to_owned(),
        "seat" | "script" | "expect.steps" | "expect.state" | "format.phase" => format!("[[{path}]]"),
        "game" | "rules" | "batch" | "table_time" | "expect" | "format" | "format.deck" => format!("[{path}]"),
        other => format!("`{other}`"),
    }
}
