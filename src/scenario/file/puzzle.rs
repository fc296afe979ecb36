//! `[puzzle]` as written: whose board it is, and of what kind.

use std::ops::Range;

use toml::Spanned;

use super::reader::FileTable;

/// `[puzzle]`.
#[derive(Debug)]
pub(in crate::scenario) struct PuzzleTable {
    pub(in crate::scenario) span: Range<usize>,
    pub(in crate::scenario) seat: Option<Spanned<String>>,
    pub(in crate::scenario) kind: Option<Spanned<String>>,
    pub(in crate::scenario) seeds: Vec<Spanned<u64>>,
}

impl PuzzleTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> PuzzleTable {
        let read = PuzzleTable {
            span: table.span(),
            seat: table.required("seat"),
            kind: table.required("kind"),
            seeds: table.list("seeds").unwrap_or_default(),
        };
        table.finish();
        read
    }
}
