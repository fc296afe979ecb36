//! The games of a run, read back from its blocks, or from its tables where it keeps no blocks.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use csv::Reader;
use serde::de::DeserializeOwned;

use super::block::{self, files_in};
use super::folder::{BLOCKS, FolderError, GAMES_CSV, RunFolder, SEATS_CSV};
use super::identity::{RunFile, RunIdentity};
use super::inputs::hash_of;
use super::part_file::FileEntry;
use super::rows::Rows;
use super::seal::ReadError;
use crate::batch::paired::PairedTally;
use crate::batch::tally::Tally;
use crate::scenario::Deals;
use crate::table::record::{GameRecord, GameRow, SeatRow};

/// Why the games of a run can't be read back, or not be paired with those of another.
#[derive(Debug, thiserror::Error)]
pub enum RecordedError {
    /// Its folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file of it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Not every game has rows.
    #[error("`{}` has rows `{rows}`, and a comparison needs those of every game", path.display())]
    Rows {
        /// The folder.
        path: PathBuf,
        /// Which games have rows.
        rows: Rows,
    },
    /// It has neither blocks nor tables.
    #[error("`{}` keeps no games: neither blocks nor the tables games.csv and seats.csv", path.display())]
    NoGames {
        /// The folder.
        path: PathBuf,
    },
    /// Runs of different deals.
    #[error("`{}` and `{}` can't be paired: {why}", first.display(), second.display())]
    Unpaired {
        /// The folder of the first run.
        first: PathBuf,
        /// The folder of the second.
        second: PathBuf,
        /// Why their games are not of the same deals.
        why: String,
    },
}

/// A run whose games can be read back; nobody writes into it meanwhile.
#[derive(Debug)]
pub struct Recorded {
    folder: RunFolder,
    run: RunFile,
    games: u64,
    blocks: Option<PathBuf>,
}

/// Games in the order of their indices.
type Records<'r> = Box<dyn Iterator<Item = Result<GameRecord, ReadError>> + 'r>;

impl Recorded {
    /// The run in that folder, of which so many games count, and whose files are these. Nothing in it is changed.
    ///
    /// # Errors
    /// When there is none, somebody writes into it, or it keeps no games, or not those that it wrote.
    pub fn open(folder: &Path, games: u64, files: &[FileEntry]) -> Result<Recorded, RecordedError> {
        let folder = RunFolder::to_look_at(folder)?;
        let path = folder.path().to_owned();
        let run = RunFile::read(&path)?;
        let blocks = Some(path.join(BLOCKS)).filter(|blocks| blocks.exists());
        if blocks.is_none() {
            for table in [GAMES_CSV, SEATS_CSV] {
                let Some(file) = files.iter().find(|file| file.name == table) else {
                    return Err(RecordedError::NoGames { path });
                };
                unchanged(&path.join(table), file)?;
            }
        }
        Ok(Recorded { folder, run, games, blocks })
    }

    /// What it is.
    #[must_use]
    pub const fn run(&self) -> &RunFile {
        &self.run
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The games that count.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Its games in the order of their indices.
    ///
    /// # Errors
    /// When not every game has rows, or they can't be read; each game, when its file is damaged.
    pub fn records(&self) -> Result<impl Iterator<Item = Result<GameRecord, ReadError>> + '_, RecordedError> {
        if self.run.identity.rows != Rows::All {
            return Err(RecordedError::Rows { path: self.path().to_owned(), rows: self.run.identity.rows });
        }
        Ok(match &self.blocks {
            Some(blocks) => self.of_blocks(blocks)?,
            None => self.of_tables()?,
        })
    }

    /// The rows of those games, as far as it keeps any.
    ///
    /// # Errors
    /// When a file is damaged or can't be read.
    pub fn rows(&self, games: &BTreeSet<u64>) -> Result<Vec<GameRow>, ReadError> {
        let Some(blocks) = &self.blocks else {
            let rows = rows_of::<GameRow>(&self.path().join(GAMES_CSV))?;
            return rows.filter(|row| row.as_ref().map_or(true, |row| games.contains(&row.game))).collect();
        };
        let id = self.run.identity.id();
        let mut found = Vec::new();
        for path in files_of(blocks)? {
            for text in block::read(&path, &id)?.rows.iter().filter(|text| games.contains(&text.game)) {
                found.push(text.record().map_err(|error| ReadError::damaged(&path, error))?.game);
            }
        }
        Ok(found)
    }

    /// What was counted of its games.
    ///
    /// # Errors
    /// As [`Recorded::records`], but rows are needed only where there are no blocks.
    pub fn tally(&self) -> Result<Tally, RecordedError> {
        let mut tally = Tally::new(self.run.identity.agents.len());
        let Some(blocks) = &self.blocks else {
            let mut records = self.records()?;
            let size = self.run.identity.group_size;
            for _ in 0..self.games / size {
                tally.add_group(&group(&mut records, self, size)?);
            }
            return Ok(tally);
        };
        for path in files_of(blocks)? {
            let played = block::read(&path, &self.run.identity.id())?;
            // A run that a rule has ended counts no block after that.
            let counted = |tally: &Tally, next: &Tally| tally.games() + next.games() <= self.games;
            played.tallies.iter().for_each(|next| {
                if counted(&tally, next) {
                    tally.merge(next);
                }
            });
        }
        match tally.games() == self.games {
            true => Ok(tally),
            false => Err(missing(self).into()),
        }
    }

    fn of_tables(&self) -> Result<Records<'_>, ReadError> {
        let (path, games) = (self.path().join(GAMES_CSV), rows_of::<GameRow>(&self.path().join(GAMES_CSV))?);
        let mut seats = rows_of::<SeatRow>(&self.path().join(SEATS_CSV))?;
        let entrants = self.run.identity.agents.len();
        Ok(Box::new(games.map(move |game| {
            let game = game?;
            let seats: Vec<SeatRow> = seats.by_ref().take(entrants).collect::<Result<_, _>>()?;
            match seats.len() == entrants && seats.iter().all(|seat| seat.game == game.game) {
                true => Ok(GameRecord::of(game, seats)),
                false => Err(ReadError::damaged(&path, "it has other games than the table of seats")),
            }
        })))
    }

    fn of_blocks(&self, blocks: &Path) -> Result<Records<'_>, ReadError> {
        let id = self.run.identity.id();
        let mut next = 0;
        let games = files_of(blocks)?.into_iter().map(move |path| -> Result<Vec<_>, ReadError> {
            let played = block::read(&path, &id)?;
            let rows = played.rows.iter().filter(|text| text.game < self.games);
            rows.map(|text| {
                let record = text.record().map_err(|error| ReadError::damaged(&path, error))?;
                if record.game.game != next {
                    return Err(ReadError::damaged(&path, format!("game {next} is missing before it")));
                }
                next += 1;
                Ok(record)
            })
            .collect()
        });
        Ok(Box::new(games.flat_map(|games| match games {
            Ok(games) => games.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })))
    }

    /// Pairs the games of this run with those of another, deal by deal, as far as both have them; `each` hears of every pair.
    ///
    /// # Errors
    /// When they are not of the same deals, a block can't be read, or `each` refuses.
    pub fn paired<E: From<RecordedError>>(
        &self,
        other: &Recorded,
        mut each: impl FnMut(&GameRecord, &GameRecord) -> Result<(), E>,
    ) -> Result<PairedTally, E> {
        if let Some(why) = unpaired(&self.run.identity, &other.run.identity) {
            let (first, second) = (self.path().to_owned(), other.path().to_owned());
            return Err(RecordedError::Unpaired { first, second, why }.into());
        }
        let read = |error: ReadError| E::from(RecordedError::from(error));
        let mut tally = PairedTally::new(&seats(&self.run), &seats(&other.run));
        let size = self.run.identity.group_size;
        let (mut mine, mut theirs) = (self.records()?, other.records()?);
        for _ in 0..self.games.min(other.games) / size {
            let first = group(&mut mine, self, size).map_err(read)?;
            let second = group(&mut theirs, other, size).map_err(read)?;
            first.iter().zip(&second).try_for_each(|(a, b)| each(a, b))?;
            tally.add_group(&first, &second);
        }
        Ok(tally)
    }
}

/// Why the games of two runs are not of the same deals, if they are not.
#[must_use]
pub fn unpaired(a: &RunIdentity, b: &RunIdentity) -> Option<String> {
    if a.seed != b.seed {
        return Some(format!("their seeds are {} and {}", a.seed, b.seed));
    }
    let dealt = |run: &RunIdentity| match (run.group_size, run.deals) {
        (1, _) => "a game is a group".to_owned(),
        (size, Deals::Fresh) => format!("a group is {size} games with a deal each"),
        (size, Deals::Shared) => format!("a group is {size} games that share a deal"),
    };
    (dealt(a) != dealt(b)).then(|| format!("{} in one, and {} in the other", dealt(a), dealt(b)))
}

/// The names of the seats, in the order of the scenario.
fn seats(run: &RunFile) -> Vec<&str> {
    run.identity.agents.iter().map(|agent| agent.seat.as_str()).collect()
}

/// The games of the next deal.
fn group(
    records: &mut impl Iterator<Item = Result<GameRecord, ReadError>>,
    of: &Recorded,
    size: u64,
) -> Result<Vec<GameRecord>, ReadError> {
    let games: Vec<GameRecord> = records.take(size as usize).collect::<Result<_, _>>()?;
    match games.len() as u64 == size {
        true => Ok(games),
        false => Err(missing(of)),
    }
}

/// That it has fewer games than it should.
fn missing(of: &Recorded) -> ReadError {
    let place = of.blocks.clone().unwrap_or_else(|| of.path().join(GAMES_CSV));
    ReadError::damaged(&place, "games are missing at its end")
}

/// The block files in a folder, in order.
fn files_of(blocks: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let files = files_in(blocks).map_err(unreadable(blocks))?;
    Ok(files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == block::ENDING)).collect())
}

/// The rows of a table.
fn rows_of<T: DeserializeOwned>(path: &Path) -> Result<impl Iterator<Item = Result<T, ReadError>> + use<T>, ReadError> {
    let file = File::open(path).map_err(unreadable(path))?;
    let path = path.to_owned();
    let rows = Reader::from_reader(file).into_deserialize();
    Ok(rows.map(move |row| row.map_err(|error| ReadError::damaged(&path, error))))
}

/// That a table is as it was written.
fn unchanged(path: &Path, file: &FileEntry) -> Result<(), ReadError> {
    match hash_of(path).map_err(unreadable(path))? == file.blake3 {
        true => Ok(()),
        false => Err(ReadError::damaged(path, "it is not what the manifest says")),
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> ReadError {
    |source| ReadError::Unreadable { path: path.to_owned(), source }
}
