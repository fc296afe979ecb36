//! A scenario file as written: every key read and of the right type, no name looked up.

pub(super) mod act;
pub(super) mod expect;
pub(super) mod format;
pub(super) mod puzzle;
pub(super) mod reader;
pub(super) mod script;
pub(super) mod seat;
mod table_time;
pub(super) mod tables;

use std::collections::BTreeMap;

use toml::Spanned;

use crate::cards::source::{Diagnostic, Diagnostics, Source};
use crate::scenario::table_time::TableTime;

use expect::ExpectTable;
use format::FormatTable;
use puzzle::PuzzleTable;
use reader::{FileReader, FileTable};
use script::ScriptTable;
use seat::SeatTable;
use tables::{BatchTable, GameTable, RulesTable};

/// The schema this program reads.
pub const SCHEMA: i64 = 1;

/// A scenario as written. What couldn't be read is absent here, and among the faults.
#[derive(Debug, Default)]
pub(super) struct ScenarioFile {
    pub(super) name: Option<Spanned<String>>,
    pub(super) description: String,
    pub(super) cards: Vec<Spanned<String>>,
    pub(super) game: GameTable,
    pub(super) format: Option<FormatTable>,
    pub(super) rules: RulesTable,
    pub(super) seats: Vec<SeatTable>,
    pub(super) batch: Option<BatchTable>,
    pub(super) report_metrics: Vec<Spanned<String>>,
    pub(super) table_time: Option<TableTime>,
    pub(super) script: Vec<ScriptTable>,
    pub(super) puzzle: Option<PuzzleTable>,
    /// Written like a script.
    pub(super) solution: Vec<ScriptTable>,
    pub(super) expect: Option<ExpectTable>,
}

/// The keys each kind of table may have.
pub(super) type Known = BTreeMap<&'static str, Vec<&'static str>>;

/// Reads a file as far as it can be read: the scenario as written, all faults, and the keys that are known.
///
/// # Errors
/// What is no TOML.
pub(super) fn read(source: &Source) -> Result<(ScenarioFile, Vec<Diagnostic>, Known), Diagnostics> {
    let reader = FileReader::new(source);
    let file = scenario(reader.root("")?);
    let (faults, known) = reader.finish();
    Ok((file, faults, known))
}

fn scenario(mut root: FileTable<'_, '_>) -> ScenarioFile {
    let reader = root.reader();
    schema(root.required("schema"), reader);
    // First of all: everything else may name its steps.
    let format = root.table("format", "format").map(FormatTable::read);
    let file = ScenarioFile {
        format,
        name: root.required("name"),
        description: root.value("description").map(Spanned::into_inner).unwrap_or_default(),
        cards: root.list("cards").unwrap_or_default(),
        game: root.table("game", "game").map(GameTable::read).unwrap_or_default(),
        rules: root.table("rules", "rules").map(RulesTable::read).unwrap_or_default(),
        seats: root.tables("seat", "seat").into_iter().map(SeatTable::read).collect(),
        batch: root.table("batch", "batch").map(BatchTable::read),
        report_metrics: root.table("report", "report").map(report_metrics).unwrap_or_default(),
        table_time: root.table("table_time", "table_time").map(table_time::read),
        script: root.tables("script", "script").into_iter().map(ScriptTable::read).collect(),
        puzzle: root.table("puzzle", "puzzle").map(PuzzleTable::read),
        solution: root.tables("solution", "script").into_iter().map(ScriptTable::read).collect(),
        expect: root.table("expect", "expect").map(ExpectTable::read),
    };
    root.finish();
    file
}

/// `[report]`.
fn report_metrics(mut table: FileTable<'_, '_>) -> Vec<Spanned<String>> {
    let metrics = table.list("metrics").unwrap_or_default();
    table.finish();
    metrics
}

fn schema(found: Option<Spanned<i64>>, reader: &FileReader<'_>) {
    if let Some(found) = found.filter(|f| *f.get_ref() != SCHEMA) {
        reader.complain(found.span(), format!("`schema`: found {}, expected {SCHEMA}", found.get_ref()));
    }
}
