//! The columns of a table with a header, found by any of the names that they go by.

use csv::StringRecord;

/// A column, and the names it goes by, the better one first.
pub(super) type Named = (&'static str, &'static [&'static str]);

/// Where each column stands; others of the table are let be.
pub(super) struct Columns {
    known: &'static [Named],
    places: Vec<Option<usize>>,
}

impl Columns {
    /// Finds those columns in a header.
    pub(super) fn find(known: &'static [Named], header: &StringRecord) -> Columns {
        let cells = cells(header);
        let place = |names: &[&str]| names.iter().find_map(|name| cells.iter().position(|cell| cell == name));
        Columns { known, places: known.iter().map(|(_, names)| place(names)).collect() }
    }

    /// Whether the table has that column.
    pub(super) fn has(&self, column: &str) -> bool {
        self.place(column).is_some()
    }

    /// What a row has there; `None` where the table has no such column, or the row ends before it.
    pub(super) fn get<'r>(&self, row: &'r StringRecord, column: &str) -> Option<&'r str> {
        row.get(self.place(column)?).map(str::trim)
    }

    fn place(&self, column: &str) -> Option<usize> {
        let at = self.known.iter().position(|(name, _)| *name == column)?;
        self.places[at]
    }
}

/// The cells of a header as columns are called.
pub(super) fn cells(header: &StringRecord) -> Vec<String> {
    header.iter().map(|cell| cell.trim_start_matches('\u{feff}').trim().to_lowercase()).collect()
}
