//! Deck lists that are tables, as collection managers and sites export them: a header, then a row for each card.

use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};

use crate::cards::source::{Diagnostic, Source};

use super::{DeckList, Entry, Hints, ListFormat, Printing, Zone, clean};

/// The columns that are read, each with the names it goes by; others are let be.
const COLUMNS: [(Column, &[&str]); 6] = [
    (Column::Name, &["name", "card name", "card"]),
    (Column::Count, &["count", "quantity", "qty", "amount"]),
    (Column::Board, &["board", "section", "zone", "category", "categories"]),
    (Column::Set, &["set code", "edition code", "set", "edition"]),
    (Column::Number, &["collector number", "card number", "number"]),
    (Column::Foil, &["foil", "finish", "printing"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Count,
    Board,
    Set,
    Number,
    Foil,
}

/// Where each column stands.
struct Columns(Vec<(Column, usize)>);

impl Columns {
    /// The columns of a header; `None` where it names no cards, or no number of them.
    fn of(header: &StringRecord) -> Option<Columns> {
        let cells: Vec<String> =
            header.iter().map(|cell| cell.trim_start_matches('\u{feff}').trim().to_lowercase()).collect();
        // The first name that a column goes by, where a table has several of them.
        let place = |names: &[&str]| names.iter().find_map(|name| cells.iter().position(|cell| cell == name));
        let found: Vec<(Column, usize)> =
            COLUMNS.iter().filter_map(|(column, names)| Some((*column, place(names)?))).collect();
        let columns = Columns(found);
        (columns.has(Column::Name) && columns.has(Column::Count)).then_some(columns)
    }

    fn has(&self, column: Column) -> bool {
        self.0.iter().any(|(there, _)| *there == column)
    }

    fn get<'r>(&self, row: &'r StringRecord, column: Column) -> &'r str {
        let at = self.0.iter().find(|(there, _)| *there == column).and_then(|(_, at)| row.get(*at));
        at.unwrap_or_default().trim()
    }
}

/// What separates the cells of that table; `None` for what is none.
pub(super) fn separator(text: &str) -> Option<u8> {
    let header = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    [b',', b';', b'\t'].into_iter().find(|separator| {
        let mut reader = ReaderBuilder::new().has_headers(false).delimiter(*separator).from_reader(header.as_bytes());
        let first = reader.records().next();
        first.and_then(Result::ok).is_some_and(|cells| Columns::of(&cells).is_some())
    })
}

/// Reads a table with that between its cells, as far as it can be read.
pub(super) fn read(source: &Source, separator: u8) -> (DeckList, Vec<Diagnostic>) {
    let mut list = DeckList { format: ListFormat::Table, ..DeckList::default() };
    let mut faults = Vec::new();
    let mut rows = ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(source.text.as_bytes());
    let columns = rows.headers().ok().and_then(Columns::of);
    let Some(columns) = columns else { return (list, faults) };
    list.sectioned = columns.has(Column::Board);
    for row in rows.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                faults.push(source.complain_whole(format!("is no table: {error}")));
                break;
            }
        };
        let name = columns.get(&row, Column::Name);
        let span = place(&source.text, row.position().map_or(0, |at| at.byte() as usize), name);
        let counted = columns.get(&row, Column::Count);
        match counted.trim_end_matches(['x', 'X']).parse::<u16>() {
            // Collections list what is not owned any more.
            Ok(0) => {}
            Ok(count) if count <= MOST && !name.is_empty() => list.entries.push(Entry {
                zone: Zone::named(columns.get(&row, Column::Board)).unwrap_or_default(),
                count,
                name: clean(name),
                printing: printing(&columns, &row),
                group: 0,
                span,
                hints: Hints { marked: !columns.get(&row, Column::Board).is_empty(), ..Hints::default() },
            }),
            _ if name.is_empty() => faults.push(source.complain(span, "found a row without a name".to_owned())),
            _ => {
                let message = format!("found `{counted}` as the number of cards, expected 1 to {MOST}");
                faults.push(source.complain(span, message));
            }
        }
    }
    (list, faults)
}

/// Where a name stands in the row that begins about there; where it can't be found as it is, the row.
fn place(text: &str, row: usize, name: &str) -> Range<usize> {
    // A byte order mark is not counted.
    let row = (0..=row.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    match text[row..].find(name) {
        Some(behind) => row + behind..row + behind + name.len(),
        None => row..row,
    }
}

/// Cards of one name in a list.
const MOST: u16 = 999;

fn printing(columns: &Columns, row: &StringRecord) -> Printing {
    let set = columns.get(row, Column::Set);
    let number = columns.get(row, Column::Number);
    let foil = columns.get(row, Column::Foil).to_lowercase();
    Printing {
        // Some tables have the name of the set instead of its code.
        set: (2..=6).contains(&set.len()).then(|| set.to_uppercase()).filter(|set| super::line::is_set(set)),
        number: (!number.is_empty()).then(|| number.to_owned()),
        foil: matches!(foil.as_str(), "foil" | "etched" | "true" | "yes"),
    }
}
