//! A study cut into shards, which any number of machines play, and the union of what they played.
//!
//! `plan.json` holds everything: the inputs, what the run is, and which blocks each shard plays. A shard's folder is a run's folder
//! with some of the blocks; `shard.json` is written last and says that it is whole. Doing anything again changes nothing.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::block;
use super::folder::{BLOCKS, RunFolder};
use super::identity::RunFile;
use super::inputs::Input;
use super::part_file::{FileEntry, WriteError, write_file};
use super::run::Study;
use super::seal::{ReadError, SCHEMA, read_bytes, read_sealed, unseal, write_sealed};
use super::store::{Store, StoreError};
use crate::cards::wording::counted;

/// The name of the file that says that a shard is whole.
pub const DONE: &str = "shard.json";
/// The most shards.
pub const MOST_SHARDS: u64 = 100_000;

/// A study, and who plays which blocks of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShardPlan {
    /// [`SCHEMA`].
    schema: u32,
    /// What is to be played.
    pub run: RunFile,
    /// The files that it is made from.
    inputs: Vec<ShardInput>,
    /// The blocks of each shard; together all of the run, in order, without a gap.
    pub shards: Vec<Range<u64>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ShardInput {
    name: String,
    text: String,
}

/// What a finished shard says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardDone {
    schema: u32,
    /// The run's id.
    run: String,
    /// Which shard.
    shard: u64,
    /// Its blocks.
    blocks: Range<u64>,
    /// The files under `blocks/`.
    files: Vec<String>,
}

/// Why shards cannot be made, played or merged.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// Not a number of shards that the run can be cut into.
    #[error("a run of {} makes {}, not {asked}", counted(*blocks, "block", "blocks"), range(*blocks))]
    Count {
        /// The number asked for.
        asked: u64,
        /// Blocks in the run.
        blocks: u64,
    },
    /// The file is something else than a plan.
    #[error("`{}` is no plan: expected the file that `turnlab shard plan` writes", path.display())]
    NoPlan {
        /// The file.
        path: PathBuf,
    },
    /// An input is not text.
    #[error("`{0}` is not UTF-8 text, and a plan carries text")]
    NotText(String),
    /// There is no such shard.
    #[error("there is no shard {asked}: the plan has shards 0 to {last}")]
    NoShard {
        /// The number asked for.
        asked: u64,
        /// The last one.
        last: u64,
    },
    /// The plan is not one that can be played.
    #[error("`{}` is no plan that can be played: {why}", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The folder belongs to something else.
    #[error("`{}` holds another run or shard: {why}", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What is different.
        why: String,
    },
    /// Shards are missing or unfinished.
    #[error("{} of {all} shards missing or unfinished in `{}`: {}", missing.len(), folder.display(), list(missing))]
    Missing {
        /// Where they should be.
        folder: PathBuf,
        /// Which.
        missing: Vec<u64>,
        /// How many there should be.
        all: u64,
    },
    /// A shard that was whole is not what was written.
    #[error("{why}; `turnlab shard run --id {shard}` plays shard {shard} again")]
    Damaged {
        /// Which.
        shard: u64,
        /// What is wrong.
        why: ReadError,
    },
    /// A file can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether that is something else than a plan, and no plan that is damaged either.
fn is_other(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Shards {
        shards: Option<IgnoredAny>,
    }
    let whole = serde_json::from_slice::<Shards>(bytes);
    !bytes.trim_ascii_start().starts_with(b"{") || whole.is_ok_and(|whole| whole.shards.is_none())
}

/// How many shards a run of so many blocks makes: `1 shard`, `1 to 7 shards`.
fn range(blocks: u64) -> String {
    let most = counted(blocks.min(MOST_SHARDS), "shard", "shards");
    if blocks > 1 { format!("1 to {most}") } else { most }
}

/// `3, 7-9`.
fn list(numbers: &[u64]) -> String {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end == *number => run.end += 1,
            _ => runs.push(*number..number + 1),
        }
    }
    let shown = |run: &Range<u64>| match run.end - run.start {
        1 => run.start.to_string(),
        _ => format!("{}-{}", run.start, run.end - 1),
    };
    runs.iter().map(shown).collect::<Vec<_>>().join(", ")
}

impl ShardPlan {
    /// Cuts a study into so many shards, each of about as many blocks as the others.
    ///
    /// # Errors
    /// When there are more shards than blocks, or an input is not text.
    pub fn new(study: &Study, shards: u64) -> Result<ShardPlan, ShardError> {
        let blocks = study.plan().blocks();
        if shards == 0 || shards > blocks.min(MOST_SHARDS) {
            return Err(ShardError::Count { asked: shards, blocks });
        }
        let text = |input: Input| match String::from_utf8(input.bytes) {
            Ok(text) => Ok(ShardInput { name: input.name, text }),
            Err(_) => Err(ShardError::NotText(input.name)),
        };
        let inputs = study.inputs().into_iter().map(text).collect::<Result<_, _>>()?;
        let cut = |at: u64| u64::try_from(u128::from(blocks) * u128::from(at) / u128::from(shards)).unwrap_or(blocks);
        let shards = (0..shards).map(|at| cut(at)..cut(at + 1)).collect();
        Ok(ShardPlan { schema: SCHEMA, run: study.file().clone(), inputs, shards })
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, path: &Path) -> Result<FileEntry, WriteError> {
        write_sealed(path, self)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// When it can't be read, or is not what was written.
    pub fn read(path: &Path) -> Result<ShardPlan, ShardError> {
        ShardPlan::decode(path, &read_bytes(path)?)
    }

    /// Reads the bytes of a plan; they are from `path`, or would be.
    ///
    /// # Errors
    /// When they are not what was written.
    pub fn decode(path: &Path, bytes: &[u8]) -> Result<ShardPlan, ShardError> {
        if is_other(bytes) {
            return Err(ShardError::NoPlan { path: path.to_owned() });
        }
        unseal::<ShardPlan>(path, bytes)?.checked(path)
    }

    /// The plan, if its shards are all of a run.
    fn checked(self, path: &Path) -> Result<ShardPlan, ShardError> {
        let follow = self.shards.windows(2).all(|pair| pair[0].end == pair[1].start);
        let begin = self.shards.first().is_some_and(|first| first.start == 0);
        if follow && begin && self.shards.iter().all(|blocks| !blocks.is_empty()) {
            return Ok(self);
        }
        Err(ShardError::Plan { path: path.to_owned(), why: "its shards leave gaps or overlap".to_owned() })
    }

    /// The blocks of that shard.
    ///
    /// # Errors
    /// When there is no such shard.
    pub fn shard(&self, id: u64) -> Result<Range<u64>, ShardError> {
        let last = (self.shards.len() as u64).saturating_sub(1);
        let at = usize::try_from(id).ok().and_then(|at| self.shards.get(at));
        at.cloned().ok_or(ShardError::NoShard { asked: id, last })
    }

    /// Its inputs, as they are kept.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        self.inputs.iter().map(|input| Input::new(&*input.name, &*input.text)).collect()
    }

    /// Where that shard is, in the folder of all of them.
    #[must_use]
    pub fn place(folder: &Path, id: u64) -> PathBuf {
        folder.join(format!("shard-{id:05}"))
    }

    /// Whether that shard is whole in that folder.
    ///
    /// # Errors
    /// When something else is there.
    pub fn is_done(&self, folder: &Path, id: u64) -> Result<bool, ShardError> {
        let place = ShardPlan::place(folder, id);
        let done: ShardDone = match read_sealed(&place.join(DONE)) {
            Ok(done) => done,
            // A shard that says nothing that can be trusted is played again.
            Err(_) => return Ok(false),
        };
        let other = |why: &str| ShardError::Other { path: place.clone(), why: why.to_owned() };
        if done.run != self.run.identity.id() {
            return Err(other("it is a shard of another run"));
        }
        if (done.shard, &done.blocks) != (id, &self.shard(id)?) {
            return Err(other("it is another shard of this run"));
        }
        // A name with a folder in it would lead out of this one, and then, when shards are merged, out of that of the run.
        let plain = |name: &String| Path::new(name).file_name() == Some(name.as_ref());
        let sound = |name: &String| block::read_header(&place.join(BLOCKS).join(name), &done.run).is_ok();
        Ok(done.files.iter().all(|name| plain(name) && sound(name)))
    }

    /// What is wrong with the files of a shard that has said that it is whole.
    fn damage(folder: &Path, id: u64) -> Option<ReadError> {
        let place = ShardPlan::place(folder, id);
        match read_sealed::<ShardDone>(&place.join(DONE)) {
            Err(ReadError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => None,
            Err(error) => Some(error),
            Ok(done) => {
                let broken = |name: &String| block::read_header(&place.join(BLOCKS).join(name), &done.run).err();
                done.files.iter().find_map(broken)
            }
        }
    }

    /// Says that a shard is whole.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(&self, store: &Store, id: u64) -> Result<(), ShardError> {
        let names = store.files().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let (run, blocks) = (self.run.identity.id(), self.shard(id)?);
        let done = ShardDone { schema: SCHEMA, run, shard: id, blocks, files: names.collect() };
        write_sealed(&store.path().join(DONE), &done)?;
        Ok(())
    }

    /// Looks whether all shards are there and whole.
    ///
    /// # Errors
    /// When one is missing, unfinished or damaged, or belongs to another run.
    pub fn look(&self, folder: &Path) -> Result<(), ShardError> {
        let all = self.shards.len() as u64;
        let mut missing = Vec::new();
        for id in 0..all {
            if !self.is_done(folder, id)? {
                if let Some(why) = ShardPlan::damage(folder, id) {
                    return Err(ShardError::Damaged { shard: id, why });
                }
                missing.push(id);
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(ShardError::Missing { folder: folder.to_owned(), missing, all }) }
    }

    /// Copies the blocks of all shards into that folder of the whole run; the shards stay as they are.
    ///
    /// # Errors
    /// When a block can't be read any more, or the disk refuses.
    pub fn gather(&self, folder: &Path, into: &RunFolder) -> Result<(), ShardError> {
        let blocks = into.subfolder(BLOCKS).map_err(StoreError::from)?;
        for id in 0..self.shards.len() as u64 {
            let place = ShardPlan::place(folder, id);
            let done: ShardDone = read_sealed(&place.join(DONE))?;
            for name in done.files {
                let (from, to) = (place.join(BLOCKS).join(&name), blocks.join(&name));
                let bytes = fs::read(&from).map_err(|source| ReadError::Unreadable { path: from, source })?;
                write_file(&to, &bytes, None)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_shards_are_listed_shortly() {
        assert_eq!(list(&[3, 7, 8, 9, 12]), "3, 7-9, 12");
    }

    #[test]
    fn what_a_run_makes_is_told_of_one_block_and_of_many() {
        let told = |blocks| ShardError::Count { asked: 9, blocks }.to_string();
        assert_eq!(told(1), "a run of 1 block makes 1 shard, not 9");
        assert_eq!(told(3), "a run of 3 blocks makes 1 to 3 shards, not 9");
    }

    #[test]
    fn what_is_no_plan_is_told_from_a_damaged_one() {
        for text in ["", "schema = 1\n", "{}", "{\"schema\": 8, \"seal\": \"x\"}"] {
            assert!(
                matches!(ShardPlan::decode(Path::new("p"), text.as_bytes()), Err(ShardError::NoPlan { .. })),
                "{text}"
            );
        }
        for text in ["{\"schema\": 8, \"shards\": []}", "{\n  \"schema\": 8,\n  \"ru"] {
            let Err(error) = ShardPlan::decode(Path::new("p"), text.as_bytes()) else { panic!("{text}") };
            assert_eq!(error.to_string(), "`p` is damaged: its seal does not hold");
        }
    }
}
