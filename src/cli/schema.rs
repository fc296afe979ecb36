//! `turnlab schema`: every key of scenario files, every column and every metric, or those of one name.

use super::failure::Failure;
use super::term;
use crate::batch::metric::told;
use crate::cards::source::did_you_mean;
use crate::report::columns::{self, columns};
use crate::scenario::{self, KEYS};

/// All lines, or those of the table, key, file, column or metric of that name.
pub(super) fn schema(name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else {
        return term::print(&format!("{}\n{}", scenario::schema(), columns::schema()));
    };
    let keys = KEYS.iter().filter(|key| key.is_called(name)).map(|key| format!("{key}\n"));
    let text: String = keys.chain(columns::lines_of(name)).collect();
    if text.is_empty() {
        return Err(Failure::Input(format!("no table, key, file, column or metric `{name}`{}", near(name))));
    }
    term::print(&text)
}

/// The nearest name that there is, as a question.
fn near(name: &str) -> String {
    let paths: Vec<String> = KEYS.iter().map(scenario::Key::path).collect();
    let keys = KEYS.iter().flat_map(|key| [key.table, key.key]).chain(paths.iter().map(String::as_str));
    let columns = columns().flat_map(|column| [column.file, column.name]);
    let names = keys.chain(columns).chain(told().map(|metric| metric.name));
    // What stands at the top is in no table.
    did_you_mean(name, names.filter(|name| !name.is_empty()))
}
