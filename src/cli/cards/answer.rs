//! An answer: lines to read, or a table for programs.

use crate::cards::wording::cell;
use crate::cli::args::TableFormat;
use crate::cli::failure::Failure;
use crate::cli::term;

/// What a question about cards came to.
pub(super) struct Answer {
    /// What is said beside it.
    pub(super) remarks: Vec<String>,
    /// To be read.
    pub(super) lines: String,
    /// The same for programs: the columns' names first.
    pub(super) rows: Vec<Vec<String>>,
}

impl Answer {
    /// Tells it in that form.
    ///
    /// # Errors
    /// When it can't be put together or written.
    pub(super) fn print(&self, format: TableFormat) -> Result<(), Failure> {
        let text = self.text(format)?;
        self.remarks.iter().for_each(|remark| term::say(remark));
        term::print(&text)
    }

    /// The answer in that form.
    ///
    /// # Errors
    /// When it can't be put together.
    fn text(&self, format: TableFormat) -> Result<String, Failure> {
        match format {
            TableFormat::Table => Ok(self.lines.clone()),
            TableFormat::Csv => {
                let mut writer = csv::Writer::from_writer(Vec::new());
                for row in &self.rows {
                    writer
                        .write_record(row.iter().map(|text| cell(text).into_owned()))
                        .map_err(|e| Failure::broken(&e))?;
                }
                let bytes = writer.into_inner().map_err(|e| Failure::broken(e.error()))?;
                String::from_utf8(bytes).map_err(|e| Failure::broken(&e))
            }
        }
    }
}

/// A row of columns' names or values.
pub(super) fn row<const N: usize>(values: [&str; N]) -> Vec<String> {
    values.map(str::to_owned).to_vec()
}
