//! The games of a run, read back from its blocks.

use std::path::{Path, PathBuf};

use super::block::{self, files_in};
use super::folder::{BLOCKS, FolderError, RunFolder};
use super::identity::{RunFile, RunIdentity};
use super::rows::Rows;
use super::seal::ReadError;
use crate::batch::paired::PairedTally;
use crate::scenario::Deals;
use crate::table::record::GameRecord;

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
    /// It has no blocks.
    #[error("`{}` keeps no blocks (--keep csv), and a comparison reads those", path.display())]
    NoBlocks {
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
}

impl Recorded {
    /// The run in that folder, of which so many games count.
    ///
    /// # Errors
    /// When there is none, somebody writes into it, or not every game has rows in blocks.
    pub fn open(folder: &Path, games: u64) -> Result<Recorded, RecordedError> {
        let folder = RunFolder::to_look_at(folder)?;
        let path = folder.path().to_owned();
        let run = RunFile::read(&path)?;
        if run.identity.rows != Rows::All {
            return Err(RecordedError::Rows { path, rows: run.identity.rows });
        }
        if !path.join(BLOCKS).exists() {
            return Err(RecordedError::NoBlocks { path });
        }
        Ok(Recorded { folder, run, games })
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
    /// When the folder of blocks can't be read; each game, when its file is damaged.
    pub fn records(&self) -> Result<impl Iterator<Item = Result<GameRecord, ReadError>> + '_, ReadError> {
        let blocks = self.path().join(BLOCKS);
        let files = files_in(&blocks).map_err(|source| ReadError::Unreadable { path: blocks, source })?;
        let id = self.run.identity.id();
        let mut next = 0;
        let ours = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == block::ENDING));
        let games = ours.map(move |path| -> Result<Vec<_>, ReadError> {
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
        Ok(games.flat_map(|games| match games {
            Ok(games) => games.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        }))
    }

    /// Why the games of both are not of the same deals.
    fn unpaired(&self, other: &Recorded) -> Option<String> {
        let (a, b) = (&self.run.identity, &other.run.identity);
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

    /// Pairs the games of this run with those of another, deal by deal, as far as both have them; `each` hears of every pair.
    ///
    /// # Errors
    /// When they are not of the same deals, a block can't be read, or `each` refuses.
    pub fn paired<E: From<RecordedError>>(
        &self,
        other: &Recorded,
        mut each: impl FnMut(&GameRecord, &GameRecord) -> Result<(), E>,
    ) -> Result<PairedTally, E> {
        if let Some(why) = self.unpaired(other) {
            let (first, second) = (self.path().to_owned(), other.path().to_owned());
            return Err(RecordedError::Unpaired { first, second, why }.into());
        }
        let read = |error: ReadError| E::from(RecordedError::from(error));
        let mut tally = PairedTally::new(&seats(&self.run), &seats(&other.run));
        let size = self.run.identity.group_size;
        let (mut mine, mut theirs) = (self.records().map_err(read)?, other.records().map_err(read)?);
        for _ in 0..self.games.min(other.games) / size {
            let first = group(&mut mine, self, size).map_err(read)?;
            let second = group(&mut theirs, other, size).map_err(read)?;
            first.iter().zip(&second).try_for_each(|(a, b)| each(a, b))?;
            tally.add_group(&first, &second);
        }
        Ok(tally)
    }
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
        false => Err(ReadError::damaged(&of.path().join(BLOCKS), "games are missing at its end")),
    }
}
