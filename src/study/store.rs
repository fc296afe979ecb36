//! The blocks of a run in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::mem::take;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::block::{self, Played, file_name, files_in};
use super::folder::{BLOCKS, FolderError, RunFolder};
use super::identity::{RunFile, RunIdentity};
use super::inputs::{Input, InputError, write_inputs};
use super::part_file::{WriteError, is_part};
use super::rows::{Detail, GameText, keep};
use super::seal::ReadError;
use crate::batch::plan::{Block, GROUPS_PER_BLOCK, Plan};
use crate::batch::runner::{Kept, KeptError, Sink};
use crate::batch::tally::Tally;
use crate::table::record::{End, GameRecord};

/// Blocks are kept in memory for at most this part of the time that the run has taken...
const PART: u32 = 64;
/// ... but not less than that ...
const SHORT: Duration = Duration::from_secs(1);
/// ... nor longer than that, which is what a kill costs ...
const LONG: Duration = Duration::from_secs(120);
/// ... nor more bytes of rows than these.
const MOST_ROWS: usize = 8 << 20;
/// What is added to the name of a file that is set aside.
pub const DAMAGED: &str = "damaged";

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An input.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row can't be written: a bug.
    #[error("game {game} has a row that can't be written")]
    Row {
        /// The game.
        game: u64,
        /// Why.
        source: io::Error,
    },
}

/// The blocks of a run: those on disk, and those that wait to be written.
#[derive(Debug)]
pub struct Store {
    folder: RunFolder,
    blocks: PathBuf,
    /// The run's id.
    run: String,
    detail: Detail,
    /// The groups of the whole run.
    groups: u64,
    /// Whether the statistics of each block are kept apart, which a stop rule needs.
    apart: bool,
    /// What is on disk by its first block.
    files: BTreeMap<u64, Range<u64>>,
    /// Blocks that are not whole, by index, and how many of their groups need not be played again: see [`Held::Short`].
    short: BTreeMap<u64, u64>,
    /// What was found damaged, and set aside.
    damaged: Vec<String>,
    waiting: Waiting,
}

/// What a sound file holds.
enum Held {
    /// Blocks that count, whatever comes after them.
    Whole(Range<u64>),
    /// The last block of a shorter run, or of one that was interrupted or aborted, and how many of its groups need not be played
    /// again: none of one that was aborted. It counts only where the run ends with it; going on plays the rest of it, and writes it over
    /// this one.
    Short(u64, u64),
    /// Blocks that another file holds too, or of which the run has only some by now.
    Spare,
}

/// What a store held when it was opened.
#[derive(Debug)]
pub struct Earlier {
    blocks: PathBuf,
    /// The run's id.
    run: String,
    files: BTreeMap<u64, Range<u64>>,
    /// Blocks that were begun, and how many groups of them were played.
    begun: BTreeMap<u64, u64>,
    /// The file read last: blocks are asked for one after another.
    read: Mutex<Option<Played>>,
}

/// What was played and is not yet on disk.
#[derive(Debug)]
struct Waiting {
    began: Instant,
    since: Instant,
    /// The rows of the block in progress.
    games: Vec<GameText>,
    played: Option<Played>,
    /// The game of the block in progress that the fault policy ended.
    aborted: Option<u64>,
    bytes: usize,
}

impl Store {
    /// The store of a new run in that folder: its inputs, and what it is.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn create(folder: RunFolder, inputs: &[Input], run: &RunFile, plan: &Plan) -> Result<Store, StoreError> {
        write_inputs(folder.path(), inputs)?;
        run.write(folder.path())?;
        Store::open(folder, run, plan)
    }

    /// The store of the run in that folder. What is asked for may have changed since; what is damaged is set aside.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn open(folder: RunFolder, run: &RunFile, plan: &Plan) -> Result<Store, StoreError> {
        folder.remove_dropped()?;
        let blocks = folder.subfolder(BLOCKS)?;
        if RunFile::read(folder.path()).ok().as_ref() != Some(run) {
            run.write(folder.path())?;
        }
        let now = Instant::now();
        let waiting = Waiting { began: now, since: now, games: Vec::new(), played: None, aborted: None, bytes: 0 };
        let mut store = Store {
            folder,
            blocks,
            run: run.identity.id(),
            detail: run.identity.detail(),
            groups: plan.groups(),
            apart: plan.until().is_some(),
            files: BTreeMap::new(),
            short: BTreeMap::new(),
            damaged: Vec::new(),
            waiting,
        };
        store.look(&run.identity, plan)?;
        Ok(store)
    }

    /// Looks at every block file.
    fn look(&mut self, run: &RunIdentity, plan: &Plan) -> Result<(), StoreError> {
        for path in files_in(&self.blocks).map_err(WriteError::at(&self.blocks))? {
            if is_part(&path) {
                fs::remove_file(&path).map_err(WriteError::at(&path))?;
            } else if path.extension().is_some_and(|ending| ending == block::ENDING) {
                match self.check(&path, run, plan) {
                    Ok(Held::Whole(blocks)) => drop(self.files.insert(blocks.start, blocks)),
                    Ok(Held::Short(block, begun)) => drop(self.short.insert(block, begun)),
                    Ok(Held::Spare) => {}
                    Err(error) => self.set_aside(&path, &error)?,
                }
            }
        }
        Ok(())
    }

    /// What a file holds, once all of it is something that this run can have written.
    fn check(&self, path: &Path, run: &RunIdentity, plan: &Plan) -> Result<Held, ReadError> {
        let held = block::read(path, &self.run)?;
        if let Some(why) = held.misfit(run) {
            return Err(ReadError::damaged(path, why));
        }
        let last = plan.block(held.blocks.end - 1);
        let whole = (held.groups.end, held.games.end, held.aborted) == (last.groups.end, last.games.end, None);
        let groups = held.groups.end - held.groups.start;
        let begun = if held.aborted.is_none() && held.groups.end < last.groups.end { groups } else { 0 };
        let free = self.files.last_key_value().is_none_or(|(_, before)| before.end <= held.blocks.start);
        Ok(match (free, whole) {
            (false, _) => Held::Spare,
            (true, true) => Held::Whole(held.blocks),
            (true, false) if held.blocks.end - held.blocks.start == 1 => Held::Short(held.blocks.start, begun),
            (true, false) => Held::Spare,
        })
    }

    fn set_aside(&mut self, path: &Path, error: &ReadError) -> Result<(), StoreError> {
        let mut aside = path.as_os_str().to_owned();
        aside.push(".");
        aside.push(DAMAGED);
        fs::rename(path, &aside).map_err(WriteError::at(path))?;
        self.damaged.push(error.to_string());
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What it keeps of single games.
    #[must_use]
    pub const fn detail(&self) -> Detail {
        self.detail
    }

    /// What was found damaged and set aside, a line each.
    #[must_use]
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// The files of the blocks on disk, in order.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.files.keys().map(|first| self.blocks.join(file_name(*first)))
    }

    /// The file of the block of that index, where it is not whole and the run may have ended with it.
    #[must_use]
    pub fn short_file(&self, block: u64) -> Option<PathBuf> {
        self.short.contains_key(&block).then(|| self.blocks.join(file_name(block)))
    }

    /// How many groups of that block need not be played again, though it is not whole.
    #[must_use]
    pub(super) fn begun(&self, block: u64) -> u64 {
        self.short.get(&block).copied().unwrap_or(0)
    }

    /// Whether a block is there that is not whole; going on plays the rest of it.
    #[must_use]
    pub fn has_short(&self) -> bool {
        !self.short.is_empty()
    }

    /// Reads one of its files.
    ///
    /// # Errors
    /// When it can't be read any more.
    pub fn read(&self, file: &Path) -> Result<Played, ReadError> {
        block::read(file, &self.run)
    }

    /// How many games it holds of that plan.
    #[must_use]
    pub fn games(&self, plan: &Plan) -> u64 {
        self.files.values().map(|blocks| plan.games_in(blocks)).map(|games| games.end - games.start).sum()
    }

    /// What it holds now, to be counted and not played again.
    #[must_use]
    pub fn earlier(&self) -> Earlier {
        Earlier {
            blocks: self.blocks.clone(),
            run: self.run.clone(),
            files: self.files.clone(),
            begun: self.short.clone(),
            read: Mutex::new(None),
        }
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        self.waiting.since = Instant::now();
        self.waiting.bytes = 0;
        let Some(played) = take(&mut self.waiting.played) else { return Ok(()) };
        played.write(&self.blocks, &self.run)?;
        let Played { blocks, groups, aborted, .. } = played;
        if aborted.is_none() && groups.end == (blocks.end * GROUPS_PER_BLOCK).min(self.groups) {
            self.short.remove(&blocks.start);
            self.files.insert(blocks.start, blocks);
        } else {
            self.short.insert(blocks.start, if aborted.is_none() { groups.end - groups.start } else { 0 });
        }
        Ok(())
    }

    fn is_time(&self) -> bool {
        let wait = (self.waiting.began.elapsed() / PART).clamp(SHORT, LONG);
        self.waiting.bytes >= MOST_ROWS || self.waiting.since.elapsed() >= wait
    }

    /// Removes the blocks: what is derived from them stays, and the run can't go on any more.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn drop_blocks(&mut self) -> Result<(), StoreError> {
        self.files.clear();
        self.short.clear();
        Ok(self.folder.drop_blocks()?)
    }
}

impl Earlier {
    /// The file that holds that block.
    fn file_of(&self, block: u64) -> Option<&Range<u64>> {
        let (_, blocks) = self.files.range(..=block).next_back()?;
        blocks.contains(&block).then_some(blocks)
    }
}

impl Kept for Earlier {
    fn has(&self, block: u64) -> bool {
        self.file_of(block).is_some()
    }

    fn counted(&self, block: u64) -> Result<(Tally, u64), KeptError> {
        let blocks = self.file_of(block).ok_or("it is not there")?;
        let mut read = self.read.lock().map_err(|_| "reading it failed before")?;
        if read.as_ref().is_none_or(|played| played.blocks != *blocks) {
            *read = Some(block::read(&self.blocks.join(file_name(blocks.start)), &self.run)?);
        }
        let played = read.as_ref().ok_or("it is not there")?;
        let at = usize::try_from(block - blocks.start)?;
        match played.tallies.as_slice() {
            [all] if at == 0 => Ok((all.clone(), blocks.end - blocks.start)),
            each => Ok((each.get(at).ok_or("it is not counted apart")?.clone(), 1)),
        }
    }

    fn begun(&self, block: u64) -> u64 {
        self.begun.get(&block).copied().unwrap_or(0)
    }

    fn counted_begun(&self, block: u64) -> Result<Tally, KeptError> {
        let played = block::read(&self.blocks.join(file_name(block)), &self.run)?;
        Ok(played.tallies.first().ok_or("it counts nothing")?.clone())
    }
}

/// Keeps what is played.
pub struct Keep<'s>(pub &'s mut Store);

impl Sink for Keep<'_> {
    type Error = StoreError;

    fn game(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let game = record.game.game;
        if record.game.end == End::Fault {
            self.0.waiting.aborted.get_or_insert(game);
        }
        if self.0.detail.rows.takes(game) {
            let text = GameText::of(record, self.0.detail.turns).map_err(|source| StoreError::Row { game, source })?;
            self.0.waiting.games.push(text);
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, tally: &Tally) -> Result<(), StoreError> {
        let store = &mut *self.0;
        let mut games = take(&mut store.waiting.games);
        if store.begun(block.index) > 0 {
            let begun = block::read(&store.blocks.join(file_name(block.index)), &store.run)?;
            games.splice(0..0, begun.rows);
        }
        keep(store.detail.rows, &mut games);
        store.waiting.bytes += games.iter().map(GameText::bytes).sum::<usize>();
        let mut next = Played::new(block, tally.clone(), games);
        next.aborted = take(&mut store.waiting.aborted);
        // One that is not whole may be played again, alone.
        let alone = !block.is_full() || next.aborted.is_some();
        let follows = !alone && store.waiting.played.as_ref().is_some_and(|played| played.blocks.end == block.index);
        if !follows {
            store.flush()?;
        }
        match &mut store.waiting.played {
            Some(played) => played.append(next, store.apart),
            None => store.waiting.played = Some(next),
        }
        if alone || store.is_time() { store.flush() } else { Ok(()) }
    }
}
