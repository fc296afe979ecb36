//! Facts from a table: one card a row, named columns, separated by commas or tabs.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use csv::{ReaderBuilder, StringRecord};

use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics, did_you_mean};

use super::{Fact, Ration, Wanted, layout};
use crate::scenario::columns::{Columns, Named, cells};

/// The columns that are read, each with the names it goes by; others are let be.
const COLUMNS: [Named; 15] = [
    ("name", &["name"]),
    ("cost", &["cost", "mana_cost"]),
    ("types", &["types", "type", "type_line"]),
    ("subtypes", &["subtypes"]),
    ("power", &["power"]),
    ("toughness", &["toughness"]),
    ("keywords", &["keywords"]),
    ("identity", &["identity", "colour_identity", "color_identity"]),
    ("colours", &["colours", "colors"]),
    ("loyalty", &["loyalty"]),
    ("commander_legal", &["commander_legal"]),
    ("game_changer", &["game_changer"]),
    ("text", &["text", "oracle_text"]),
    ("layout", &["layout"]),
    ("rank", &["rank", "edhrec_rank"]),
];

/// Finds the columns; a table needs names and types.
fn columns_of(header: &StringRecord) -> Result<Columns, String> {
    let columns = Columns::find(&COLUMNS, header);
    if let Some(column) = ["name", "types"].into_iter().find(|column| !columns.has(column)) {
        let names = cells(header);
        let near = names.iter().map(|name| did_you_mean(name, [column])).find(|near| !near.is_empty());
        let (near, found) = (near.unwrap_or_default(), names.join("`, `"));
        return Err(format!("found the columns `{found}`, expected one called `{column}`{near}"));
    }
    Ok(columns)
}

/// Reads the wanted rows; of several for one card the first.
pub(super) fn read(
    path: &str,
    mut reader: impl BufRead,
    ration: &Ration,
    wanted: &Wanted,
) -> Result<BTreeMap<String, Fact>, Diagnostics> {
    let fault = |line: Option<usize>, message: String| {
        Diagnostics(vec![Diagnostic::new(path, line.map(|line| (line, 1)), message)])
    };
    let mut first = String::new();
    reader.read_line(&mut first).map_err(|e| fault(Some(1), format!("can't be read: {e}")))?;
    let tabs = first.contains('\t');
    let mut table = ReaderBuilder::new()
        .delimiter(if tabs { b'\t' } else { b',' })
        // Tables with tabs have nothing to quote.
        .quoting(!tabs)
        .from_reader(first.as_bytes().chain(reader));
    let broken = |error: &csv::Error| {
        let line = error.position().map(|at| at.line() as usize);
        fault(line, format!("is no table: {error}"))
    };
    let header = table.headers().map_err(|e| broken(&e))?.clone();
    let columns = columns_of(&header).map_err(|message| fault(Some(1), message))?;
    let mut facts = BTreeMap::new();
    for row in table.records() {
        let row = row.map_err(|e| broken(&e))?;
        ration.renew(limits::FACT_BYTES);
        let name = columns.get(&row, "name").unwrap_or_default();
        if let Some(key) = wanted.key(name) {
            let line = row.position().map(|at| at.line() as usize);
            facts.entry(key).or_insert_with(|| fact(&columns, &row, line));
        }
    }
    Ok(facts)
}

fn fact(columns: &Columns, row: &StringRecord, line: Option<usize>) -> Fact {
    let text = |column| columns.get(row, column).unwrap_or_default().to_owned();
    let (types, subtypes) = (text("types"), text("subtypes"));
    let dash = if subtypes.is_empty() { "" } else { " - " };
    let keywords = text("keywords");
    Fact {
        name: text("name"),
        cost: text("cost"),
        type_line: format!("{types}{dash}{subtypes}"),
        power: text("power"),
        toughness: text("toughness"),
        loyalty: text("loyalty"),
        colours: columns.get(row, "colours").map(letters),
        identity: columns.get(row, "identity").map(letters),
        keywords: keywords.split([',', '|']).map(|word| word.trim().to_owned()).collect(),
        banned: matches!(text("commander_legal").to_lowercase().as_str(), "no" | "false" | "banned" | "not_legal"),
        game_changer: match columns.get(row, "game_changer").unwrap_or_default().to_lowercase().as_str() {
            "" => None,
            text => Some(matches!(text, "yes" | "true" | "1")),
        },
        // A table without quotes has its line ends written out.
        text: columns.get(row, "text").map(|text| text.replace("\\n", "\n")),
        layout: layout(&text("layout"), columns.get(row, "name").unwrap_or_default()),
        back: None,
        rank: columns.get(row, "rank").and_then(|rank| rank.parse().ok()),
        line,
    }
}

/// `WU`, `W,U`, `{W}{U}` as letters.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | '|' | '{' | '}' | '/')).collect()
}
