//! What is derived from a run's blocks: its tables and its manifest, the same bytes however often and wherever it is done.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::counts::write_counts;
use super::csv::write_statistics;
use super::html::{REPORT, RunPage, run_page};
use super::manifest::{MANIFEST, Manifest, warnings};
use crate::batch::estimate::{Estimate, bars, estimates};
use crate::batch::plan::Plan;
use crate::batch::runner::Outcome;
use crate::batch::table_time::with_model_error;
use crate::scenario::Scenario;
use crate::study::choices::CHOICES;
use crate::study::folder::{FILES, GAMES_CSV, PARQUET, SEATS_CSV, TURNS_CSV};
use crate::study::identity::{RunFile, StandInEntry};
use crate::study::part_file::{FileEntry, PartFile, WriteError, write_file};
use crate::study::rows::{GameText, Rows, keep};
use crate::study::seal::ReadError;
use crate::study::store::{Store, StoreError};
use crate::table::columns::header;
use crate::table::record::{GameRow, SeatRow, TurnRow};

/// What a folder holds in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// Blocks and tables.
    #[default]
    Both,
    /// Blocks and statistics; the tables of games and seats can be made of them at any time.
    Blocks,
    /// Tables: to go on, or to extend the run, its games are played again.
    Csv,
}

/// In which form there are tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// As CSV.
    #[default]
    Csv,
    /// As Parquet files too; those of games, seats and turns whatever is kept.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// What was derived.
#[derive(Debug, Clone)]
pub struct Derived {
    /// Every estimate of the run, those of its decks included.
    pub estimates: Vec<Estimate>,
    /// The manifest.
    pub manifest: Manifest,
    /// The files written, the manifest last.
    pub files: Vec<FileEntry>,
}

/// The files that have rows of single games.
const ROWS: [&str; 4] = [GAMES_CSV, SEATS_CSV, TURNS_CSV, CHOICES];

/// Derives every file of a run from the blocks that count.
///
/// The manifest goes first and comes last: while files are being replaced there is none, and whoever reads the folder then is
/// told that it is unfinished.
///
/// # Errors
/// When the disk refuses, or a block can't be read any more.
pub fn derive(
    store: &mut Store,
    run: &RunFile,
    plan: &Plan,
    outcome: &Outcome,
    keep: Keep,
    format: Format,
    about: &Scenario,
) -> Result<Derived, StoreError> {
    let folder = store.path().to_owned();
    remove(&folder.join(MANIFEST))?;
    // Those of another number of games would be taken for these.
    FILES.iter().try_for_each(|name| remove(&folder.join(name).with_extension(PARQUET)))?;
    let mut files = match (keep, format) {
        (Keep::Blocks, Format::Csv) => Vec::new(),
        _ => rows(store, &folder, run, outcome)?,
    };
    let mut estimates = estimates(plan, &outcome.tally);
    estimates.extend(with_model_error(&estimates, about.table_time()));
    estimates.extend(run.identity.stand_ins.iter().flat_map(StandInEntry::estimates));
    files.extend(write_statistics(&folder, &estimates, bars(plan, &outcome.tally))?);
    files.extend(write_counts(&folder, &outcome.tally, plan, about.catalog())?);
    let warnings = warnings(plan, outcome);
    let page = RunPage { scenario: about, run, plan, outcome, estimates: &estimates, warnings: &warnings };
    #[cfg(feature = "parquet")]
    if format == Format::Parquet {
        files.extend(super::parquet::beside(&folder, &files)?);
    }
    if keep == Keep::Blocks {
        files.retain(|file| !ROWS.contains(&file.name.as_str()));
    }
    // Nor is one left of what this run does not write.
    let left = ROWS.iter().filter(|name| files.iter().all(|file| file.name != **name));
    left.into_iter().try_for_each(|name| remove(&folder.join(name)))?;
    files.push(write_file(&folder.join(REPORT), run_page(&page).as_bytes(), None)?);
    let manifest = Manifest::new(run.clone(), plan, outcome, files.clone());
    files.push(manifest.write(&folder)?);
    // Only now does nothing depend on them any more.
    if keep == Keep::Csv {
        store.drop_blocks()?;
    }
    Ok(Derived { estimates, manifest, files })
}

fn remove(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(WriteError::at(path)(error)),
        _ => Ok(()),
    }
}

/// The tables that have rows of single games.
struct Tables {
    games: Table,
    seats: Table,
    /// Only where they are asked for.
    turns: Option<Table>,
    /// Only where games can't be played again without them.
    choices: Option<Table>,
}

struct Table {
    file: io::BufWriter<PartFile>,
    rows: u64,
}

impl Table {
    fn create(folder: &Path, name: &str, header: &str) -> Result<Table, WriteError> {
        let path = folder.join(name);
        let mut file = io::BufWriter::with_capacity(1 << 16, PartFile::create(&path)?);
        if !header.is_empty() {
            writeln!(file, "{header}").map_err(WriteError::at(&path))?;
        }
        Ok(Table { file, rows: 0 })
    }

    fn add(&mut self, lines: &[u8], rows: u64) -> Result<(), WriteError> {
        self.rows += rows;
        let written = self.file.write_all(lines);
        written.map_err(WriteError::at(self.file.get_ref().path()))
    }

    fn finish(self) -> Result<FileEntry, WriteError> {
        let path = self.file.get_ref().path().to_owned();
        let file = self.file.into_inner().map_err(|error| WriteError::at(&path)(error.into_error()))?;
        file.keep(Some(self.rows))
    }
}

impl Tables {
    fn add(&mut self, game: &GameText, entrants: u64) -> Result<(), WriteError> {
        self.games.add(&game.row, 1)?;
        self.seats.add(&game.seats, entrants)?;
        let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.turns.as_mut().map_or(Ok(()), |turns| turns.add(&game.turn_rows, lines(&game.turn_rows)))?;
        self.choices.as_mut().map_or(Ok(()), |choices| choices.add(&game.choices, lines(&game.choices)))
    }
}

/// The tables of games, seats, turns and choices, from the blocks that count.
fn rows(store: &Store, folder: &Path, run: &RunFile, outcome: &Outcome) -> Result<Vec<FileEntry>, StoreError> {
    let choices = (!run.identity.reproducible).then(|| Table::create(folder, CHOICES, "")).transpose()?;
    let games = Table::create(folder, GAMES_CSV, &header(GameRow::COLUMNS))?;
    let seats = Table::create(folder, SEATS_CSV, &header(SeatRow::COLUMNS))?;
    let turns = run.identity.turns.then(|| Table::create(folder, TURNS_CSV, &header(TurnRow::COLUMNS))).transpose()?;
    let mut tables = Tables { games, seats, turns, choices };
    let (entrants, end) = (run.identity.agents.len() as u64, outcome.tally.games());
    let mut longest: Vec<GameText> = Vec::new();
    let mut from = 0;
    let short = store.short_file(outcome.blocks);
    let whole = store.files().take_while(|path| short.as_ref().is_none_or(|short| path < short));
    for path in whole.chain(short.clone()) {
        if from >= end {
            break;
        }
        let read = store.read(&path)?;
        if read.games.start != from {
            return Err(ReadError::damaged(&path, format!("the games from {from} on are missing before it")).into());
        }
        from = read.games.end;
        let counted = read.rows.into_iter().filter(|game| game.game < end);
        if matches!(store.detail().rows, Rows::Extreme(_)) {
            longest.extend(counted);
            keep(store.detail().rows, &mut longest);
        } else {
            counted.into_iter().try_for_each(|game| tables.add(&game, entrants))?;
        }
    }
    longest.iter().try_for_each(|game| tables.add(game, entrants))?;
    let mut files = vec![tables.games.finish()?, tables.seats.finish()?];
    files.extend(tables.turns.map(Table::finish).transpose()?);
    files.extend(tables.choices.map(Table::finish).transpose()?);
    Ok(files)
}
