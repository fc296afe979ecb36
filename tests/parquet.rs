//! `turnlab export --format parquet`: the files hold what the tables hold, cell by cell, and nothing else.

#[path = "it/cli.rs"]
#[allow(dead_code, reason = "the desk of the command line's tests, of which this needs a part")]
mod cli;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

use cli::Desk;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

/// The tables of a run that has rows of turns.
const TABLES: [&str; 8] = ["games", "seats", "turns", "sources", "cards", "steps", "hist", "summary"];

fn reader(path: &Path) -> SerializedFileReader<File> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    SerializedFileReader::new(file).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A value as the tables have it.
fn cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Bool(value) => value.to_string(),
        Field::Int(value) => value.to_string(),
        Field::UInt(value) => value.to_string(),
        Field::ULong(value) => value.to_string(),
        Field::Double(value) => format!("{value:.6}"),
        Field::Str(text) => text.clone(),
        other => panic!("nothing that a table holds: {other:?}"),
    }
}

/// Holds a Parquet file against the table; says which types there are in it.
fn holds_the_table(folder: &Path, table: &str) -> BTreeSet<String> {
    let csv = folder.join(format!("{table}.csv"));
    let mut lines = csv::Reader::from_path(&csv).unwrap_or_else(|error| panic!("{}: {error}", csv.display()));
    let names: Vec<String> = lines.headers().expect("a header").iter().map(str::to_owned).collect();
    let reader = reader(&folder.join(format!("{table}.parquet")));
    let mut types = BTreeSet::new();
    let (mut rows, mut records) = (reader.get_row_iter(None).expect("rows"), lines.records());
    for number in 0.. {
        let (row, record) = (rows.next(), records.next());
        let (Some(row), Some(record)) = (&row, &record) else {
            assert!(row.is_none() && record.is_none() && number > 0, "{table}: as many rows");
            break;
        };
        let (row, record) = (row.as_ref().expect("a row"), record.as_ref().expect("a row"));
        let found: Vec<(&str, String)> =
            row.get_column_iter().map(|(name, field)| (name.as_str(), cell(field))).collect();
        let expected: Vec<(&str, String)> =
            names.iter().map(String::as_str).zip(record.iter().map(str::to_owned)).collect();
        assert_eq!(found, expected, "{table}, row {number}");
        types.extend(row.get_column_iter().map(|(name, field)| format!("{name}: {}", kind(field))));
    }
    types
}

const fn kind(field: &Field) -> &'static str {
    match field {
        Field::Null => "null",
        Field::Bool(_) => "bool",
        Field::Int(_) => "i32",
        Field::UInt(_) => "u32",
        Field::ULong(_) => "u64",
        Field::Double(_) => "f64",
        _ => "text",
    }
}

#[test]
fn files_hold_the_tables() {
    let desk = Desk::with_random();
    desk.fine("run random.toml --games 12 --turns --out out --quiet");
    let told = desk.fine("export out --format parquet").out;
    let folder = desk.path().join("out");
    let types: BTreeSet<String> = TABLES.iter().flat_map(|table| holds_the_table(&folder, table)).collect();
    for expected in [
        "seed: u64",
        "digest: text",
        "turns: u32",
        "longest_wait: u32",
        "left_turn: null",
        "life: i32",
        "won: bool",
        "winner: text",
        "share_of_turns: f64",
        "time_spent_ms: null",
        "round: u32",
        "mean: f64",
        "n: u64",
        "p5_low: null",
        "value: u32",
        "games: u64",
    ] {
        assert!(types.contains(expected), "{expected} is not in {types:?}");
    }
    for table in TABLES {
        assert!(told.contains(&format!(" {table}.parquet")), "{table}: {told}");
        let reader = reader(&folder.join(format!("{table}.parquet")));
        let about = reader.metadata().file_metadata();
        assert_eq!(about.created_by(), Some(concat!("turnlab ", env!("CARGO_PKG_VERSION"))));
        assert_eq!(about.key_value_metadata(), None);
    }
    // The manifest has them, and a file that was changed is seen.
    desk.fine("verify out");
    fs::write(folder.join("games.parquet"), "spoilt").expect("written");
    assert_eq!(desk.run("verify out").code, Some(1));
}

#[test]
fn files_are_the_same_wherever_and_however_often_they_are_made() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 40 --out one --threads 1 --quiet");
    desk.fine("run small.toml --games 20 --out elsewhere/two --threads 2 --quiet");
    desk.fine("export elsewhere/two --format parquet");
    desk.fine("run --games 40 --out elsewhere/two --resume --quiet");
    let names = |folder: &str| -> BTreeSet<String> {
        let names = fs::read_dir(desk.path().join(folder)).expect("a folder");
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    };
    let of_run = names("one");
    assert_eq!(names("elsewhere/two"), of_run, "those of twenty games are gone");
    desk.fine("export one --format parquet");
    desk.fine("export elsewhere/two --format parquet");
    desk.fine("export elsewhere/two --format parquet");
    let bytes =
        |folder: &str, table: &str| fs::read(desk.path().join(format!("{folder}/{table}.parquet"))).expect("a file");
    for table in TABLES.iter().filter(|table| **table != "turns") {
        assert!(bytes("one", table) == bytes("elsewhere/two", table), "{table}");
    }
    // The page made again leaves them, plain tables take them away.
    desk.fine("report one");
    assert!(desk.path().join("one/games.parquet").exists());
    desk.fine("verify one");
    desk.fine("export one");
    assert_eq!(names("one"), of_run);
    desk.fine("verify one");
}

#[test]
fn files_can_be_all_that_there_is_beside_blocks() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 40 --out csv --quiet");
    desk.fine("export csv --format parquet");
    desk.fine("run small.toml --games 40 --out blocks --keep blocks --quiet");
    desk.fine("export blocks --keep blocks --format parquet");
    for table in ["games", "seats"] {
        assert!(!desk.path().join(format!("blocks/{table}.csv")).exists(), "{table}");
        let bytes = |folder: &str| fs::read(desk.path().join(format!("{folder}/{table}.parquet"))).expect("a file");
        assert!(bytes("blocks") == bytes("csv"), "{table}");
    }
    desk.fine("verify blocks");
    desk.fine("run --games 80 --out blocks --resume --quiet");
    // A folder that a run may write into can be replaced by one.
    desk.fine("run small.toml --games 8 --out csv --force --quiet");
    assert!(!desk.path().join("csv/games.parquet").exists());
}
