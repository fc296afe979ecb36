//! The folder of a run: chosen, locked and looked at before any game is played.
//!
//! The lock is the folder itself: it is held from the first look to the end of the process, however that ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::block;
use super::part_file::{PartFile, WriteError, is_part};

/// The folder's subfolder for what the run was made from.
pub const INPUTS: &str = "inputs";
/// The folder's subfolder for what was played.
pub const BLOCKS: &str = "blocks";
/// What that is called while it is being removed: its files go one by one, and some of them alone would be a run with gaps.
pub const DROPPED: &str = "blocks.dropped";
/// The table of games.
pub const GAMES_CSV: &str = "games.csv";
/// The table of seats in games.
pub const SEATS_CSV: &str = "seats.csv";
/// The table of turns.
pub const TURNS_CSV: &str = "turns.csv";

/// The files that a run may write into its folder, beside what is in its subfolders.
pub const FILES: [&str; 13] = [
    // First, so that a folder being replaced never looks like a finished run, and then never like a run.
    "manifest.json",
    "run.json",
    "timing.json",
    GAMES_CSV,
    SEATS_CSV,
    TURNS_CSV,
    "sources.csv",
    "cards.csv",
    "steps.csv",
    "choices.jsonl",
    "hist.csv",
    "summary.csv",
    "report.html",
];

/// The file that shows whether a folder can be written into.
const PROBE: &str = "probe";

/// The ending of tables as Parquet files, which stand beside those that are CSV.
pub const PARQUET: &str = "parquet";

/// Whether it is the name of a file that a run may write into its folder.
pub(crate) fn is_file(name: &str) -> bool {
    FILES.contains(&name) || csv_of(name).is_some_and(|table| FILES.contains(&table.as_str()))
}

/// Of which table that is the Parquet file.
fn csv_of(name: &str) -> Option<String> {
    let stem = name.strip_suffix(PARQUET)?.strip_suffix('.')?;
    Some(format!("{stem}.csv"))
}

/// What to do with a folder that already holds something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Refuse it.
    Refuse,
    /// Remove what an earlier run wrote.
    Replace,
    /// Keep what is there.
    Continue,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It holds something.
    #[error("`{}` is not empty", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// Something else than a folder has its name.
    #[error("`{}` is no folder", path.display())]
    NoFolder {
        /// What it is called.
        path: PathBuf,
    },
    /// It holds something that no run wrote, which replacing it would lose or mix up.
    #[error("`{}` holds `{name}`, which is not part of a run", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What does not belong there.
        name: String,
    },
    /// Another run has it.
    #[error("another run is writing into `{}`; nothing was changed", path.display())]
    Held {
        /// The folder.
        path: PathBuf,
    },
    /// It cannot be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be made, read or written.
    #[error("cannot write into `{}`", path.display())]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A folder that belongs to this run: it exists, it is writable, and no other run has it until this is dropped.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// None where the system can't lock folders.
    _lock: Option<File>,
}

impl RunFolder {
    /// Makes `base/<name>-<seed>`, or the next free one of `-2`, `-3` and so on.
    ///
    /// # Errors
    /// When `base` is not writable.
    pub fn next_free(base: &Path, name: &str, seed: u64) -> Result<RunFolder, FolderError> {
        fs::create_dir_all(base).map_err(unwritable(base))?;
        let stem = format!("{}-{seed}", file_name(name));
        for number in 1u64.. {
            let name = if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
            let path = base.join(name);
            match fs::create_dir(&path) {
                Ok(()) => match RunFolder::at(&path, Existing::Refuse) {
                    // Somebody asked for this very folder at this very moment.
                    Err(FolderError::Held { .. } | FolderError::NotEmpty { .. }) => {}
                    taken => return taken,
                },
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(unwritable(&path)(e)),
            }
        }
        Err(unwritable(base)(ErrorKind::AlreadyExists.into()))
    }

    /// Takes that folder; makes it, and those above it, when it is missing.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn at(path: &Path, existing: Existing) -> Result<RunFolder, FolderError> {
        if fs::metadata(path).is_ok_and(|about| !about.is_dir()) {
            return Err(FolderError::NoFolder { path: path.to_owned() });
        }
        fs::create_dir_all(path).map_err(unwritable(path))?;
        let folder = RunFolder { path: path.to_owned(), _lock: lock(path)? };
        let mut held = names_in(path)?;
        // What a run left that was killed at its first look.
        held.retain(|name| !is_part(Path::new(name)) || Path::new(name).file_stem() != Some(PROBE.as_ref()));
        match existing {
            Existing::Refuse if !held.is_empty() => return Err(FolderError::NotEmpty { path: path.to_owned() }),
            Existing::Replace => folder.clear()?,
            _ => {}
        }
        // Proves that files can be written before hours of play depend on it.
        PartFile::create(&path.join(PROBE)).map_err(|e| unwritable(path)(e.source))?;
        Ok(folder)
    }

    /// Whether there is nothing in it but what is there before a run says what it is: its inputs, files that are not finished, and
    /// blocks of a run that was being replaced.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn is_unbegun(&self) -> Result<bool, FolderError> {
        Ok(names_in(&self.path)?
            .iter()
            .all(|name| [INPUTS, BLOCKS, DROPPED].contains(&name.as_str()) || is_part(Path::new(name))))
    }

    /// Takes that folder to look at it, as others may at the same time; nothing in it is changed.
    ///
    /// # Errors
    /// When it is missing, or a run is writing into it.
    pub fn to_look_at(path: &Path) -> Result<RunFolder, FolderError> {
        let folder = File::open(path).map_err(|source| FolderError::Unreadable { path: path.to_owned(), source })?;
        match folder.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Err(FolderError::Held { path: path.to_owned() }),
            Err(TryLockError::Error(_)) => Ok(RunFolder { path: path.to_owned(), _lock: None }),
            Ok(()) => Ok(RunFolder { path: path.to_owned(), _lock: Some(folder) }),
        }
    }

    /// Where it is, as it was asked for.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what runs write, and refuses to touch a folder that holds anything else.
    ///
    /// # Errors
    /// When it holds something else, or the disk refuses.
    pub fn clear(&self) -> Result<(), FolderError> {
        let path = &self.path;
        let held = names_in(path)?;
        if let Some(name) = held.iter().find(|name| !is_ours(path, name)) {
            return Err(FolderError::Foreign { path: path.clone(), name: name.clone() });
        }
        let known = FILES.into_iter().filter(|file| held.iter().any(|name| name == file));
        let rest = |name: &&str| is_part(Path::new(name)) || (is_file(name) && !FILES.contains(name));
        for name in known.chain(held.iter().map(String::as_str).filter(rest)) {
            fs::remove_file(path.join(name)).map_err(unwritable(path))?;
        }
        for name in [DROPPED, BLOCKS, INPUTS] {
            if held.iter().any(|held| held == name) {
                fs::remove_dir_all(path.join(name)).map_err(unwritable(path))?;
            }
        }
        Ok(())
    }

    /// Removes its blocks, all at once as far as anybody who looks can tell.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn drop_blocks(&self) -> Result<(), WriteError> {
        self.remove_dropped()?;
        let blocks = self.path.join(BLOCKS);
        fs::rename(&blocks, self.path.join(DROPPED)).map_err(WriteError::at(&blocks))?;
        self.remove_dropped()
    }

    /// Removes what is left of blocks where dropping them was broken off.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn remove_dropped(&self) -> Result<(), WriteError> {
        let dropped = self.path.join(DROPPED);
        if is_folder(&dropped) { fs::remove_dir_all(&dropped).map_err(WriteError::at(&dropped)) } else { Ok(()) }
    }

    /// Makes the subfolder of that name, unless it is there; a link is not.
    ///
    /// # Errors
    /// When it can't be made, or something else has its name.
    pub fn subfolder(&self, name: &str) -> Result<PathBuf, FolderError> {
        let path = self.path.join(name);
        fs::create_dir_all(&path).map_err(unwritable(&path))?;
        if is_folder(&path) {
            return Ok(path);
        }
        Err(FolderError::Foreign { path: self.path.clone(), name: name.to_owned() })
    }
}

/// Locks a folder; `None` where folders cannot be locked.
fn lock(path: &Path) -> Result<Option<File>, FolderError> {
    let held = || FolderError::Held { path: path.to_owned() };
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match folder.try_lock() {
        Err(TryLockError::WouldBlock) => Err(held()),
        Err(TryLockError::Error(_)) => Ok(None),
        // Between opening and locking somebody may have put another folder there.
        Ok(()) if is_still(&folder, path) => Ok(Some(folder)),
        Ok(()) => Err(held()),
    }
}

#[cfg(unix)]
fn is_still(folder: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    matches!((folder.metadata().map(place), fs::metadata(path).map(place)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
fn is_still(_folder: &File, _path: &Path) -> bool {
    true
}

fn unwritable(path: &Path) -> impl Fn(io::Error) -> FolderError {
    move |source| FolderError::Unwritable { path: path.to_owned(), source }
}

/// The names in that folder, in order.
pub(crate) fn names_in(path: &Path) -> Result<Vec<String>, FolderError> {
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|e| e.file_name().to_string_lossy().into_owned());
    let names: io::Result<Vec<String>> = fs::read_dir(path).and_then(|entries| entries.map(name).collect());
    let mut names = names.map_err(unwritable(path))?;
    names.sort();
    Ok(names)
}

/// Whether it is a folder itself, not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

/// Whether a run may have written what has that name in that folder.
pub(crate) fn is_ours(path: &Path, name: &str) -> bool {
    match name {
        INPUTS => is_folder(&path.join(name)),
        BLOCKS | DROPPED => {
            is_folder(&path.join(name)) && names_in(&path.join(name)).is_ok_and(|held| held.iter().all(|n| is_block(n)))
        }
        _ => is_file(name) || is_part(Path::new(name)),
    }
}

/// Whether it is the name of a block file, or of one that is unfinished or was set aside.
fn is_block(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    stem.bytes().all(|byte| byte.is_ascii_digit()) && name[stem.len()..].starts_with(&format!(".{}", block::ENDING))
}

/// A scenario's name as a file name: letters, digits, `-`, `_` and inner dots; never empty, at most 80 characters.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let plain: String = name.chars().map(plain).take(80).collect();
    let trimmed = plain.trim_matches(['.', '-']);
    if trimmed.is_empty() { "run".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn base() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn the_next_free_name_is_taken() {
        let base = base();
        let reports = base.path().join("reports");
        let names = [(); 3].map(|()| RunFolder::next_free(&reports, "extra-turns", 7).unwrap().path().to_owned());
        assert_eq!(names, ["extra-turns-7", "extra-turns-7-2", "extra-turns-7-3"].map(|n| reports.join(n)));
        assert!(names.iter().all(|path| names_in(path).unwrap().is_empty()));
    }

    #[test]
    fn names_cannot_leave_the_base() {
        for (name, expected) in [("../../etc/x y", "etc-x-y"), ("..", "run"), ("", "run"), ("Té.v2", "Té.v2")] {
            assert_eq!(file_name(name), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn runs_at_once_never_share_a_folder() {
        let base = base();
        let all = |run: &(dyn Fn() -> Result<RunFolder, FolderError> + Sync)| {
            thread::scope(|scope| {
                let runs: Vec<_> = (0..16).map(|_| scope.spawn(run)).collect();
                runs.into_iter().filter_map(|run| run.join().unwrap().ok()).collect::<Vec<_>>()
            })
        };
        let taken = all(&|| RunFolder::next_free(base.path(), "a", 1));
        let distinct: std::collections::BTreeSet<_> = taken.iter().map(RunFolder::path).collect();
        assert_eq!(distinct.len(), 16);
        let out = base.path().join("out");
        for existing in [Existing::Refuse, Existing::Continue, Existing::Replace] {
            assert_eq!(all(&|| RunFolder::at(&out, existing)).len(), 1);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_in_use_is_left_alone() {
        let base = base();
        let out = base.path().join("out");
        let place = RunFolder::at(&out, Existing::Refuse).unwrap();
        for existing in [Existing::Refuse, Existing::Continue, Existing::Replace] {
            let error = RunFolder::at(&out, existing).unwrap_err().to_string();
            assert_eq!(error, format!("another run is writing into `{}`; nothing was changed", out.display()));
        }
        drop(place);
        assert!(RunFolder::at(&out, Existing::Replace).is_ok());
    }

    #[test]
    fn what_is_left_of_a_first_look_is_no_run() {
        let base = base();
        fs::write(base.path().join("probe.part"), "").unwrap();
        let place = RunFolder::at(base.path(), Existing::Refuse).unwrap();
        assert!(names_in(base.path()).unwrap().is_empty() && place.is_unbegun().unwrap());
        for subfolder in [INPUTS, BLOCKS, DROPPED] {
            fs::create_dir(base.path().join(subfolder)).unwrap();
        }
        fs::write(base.path().join("run.json.part"), "{").unwrap();
        assert!(place.is_unbegun().unwrap());
        fs::write(base.path().join("notes.txt"), "mine").unwrap();
        assert!(!place.is_unbegun().unwrap());
    }

    #[test]
    fn a_folder_that_holds_something_is_refused_by_name() {
        let base = base();
        fs::write(base.path().join("notes.txt"), "mine").unwrap();
        let error = RunFolder::at(base.path(), Existing::Refuse).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` is not empty", base.path().display()));
        let error = RunFolder::at(base.path(), Existing::Replace).unwrap_err();
        assert!(error.to_string().ends_with("holds `notes.txt`, which is not part of a run"), "{error}");
        assert!(base.path().join("notes.txt").exists());
    }

    #[test]
    fn replacing_removes_what_runs_write_and_nothing_else() {
        let base = base();
        let folder = RunFolder::at(base.path(), Existing::Refuse).unwrap();
        let written =
            ["manifest.json", "run.json", "seats.csv.part", "inputs/s.toml", "blocks/0000000007.block.damaged"];
        let more = ["games.parquet", "games.parquet.part", "blocks.dropped/0000000007.block"];
        for name in written.into_iter().chain(more) {
            fs::create_dir_all(base.path().join(name).parent().unwrap()).unwrap();
            fs::write(base.path().join(name), "old").unwrap();
        }
        fs::write(base.path().join("mine.parquet"), "mine").unwrap();
        let error = folder.clear().unwrap_err().to_string();
        assert!(error.ends_with("holds `mine.parquet`, which is not part of a run"), "{error}");
        fs::remove_file(base.path().join("mine.parquet")).unwrap();
        fs::write(base.path().join("blocks/mine.txt"), "mine").unwrap();
        let error = folder.clear().unwrap_err().to_string();
        assert!(error.ends_with("holds `blocks`, which is not part of a run"), "{error}");
        fs::remove_file(base.path().join("blocks/mine.txt")).unwrap();
        folder.clear().unwrap();
        assert!(names_in(base.path()).unwrap().is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_subfolder_that_is_a_link_is_refused() {
        let (base, elsewhere) = (base(), base());
        std::os::unix::fs::symlink(elsewhere.path(), base.path().join(BLOCKS)).unwrap();
        let folder = RunFolder::at(base.path(), Existing::Continue).unwrap();
        let told = folder.subfolder(BLOCKS).unwrap_err().to_string();
        assert!(told.ends_with("holds `blocks`, which is not part of a run"), "{told}");
        assert!(folder.clear().is_err());
    }

    #[test]
    fn an_unwritable_folder_is_refused_at_once() {
        let base = base();
        let file = base.path().join("file");
        fs::write(&file, "").unwrap();
        let told = |path: &Path| RunFolder::at(path, Existing::Refuse).unwrap_err().to_string();
        assert_eq!(told(&file), format!("`{}` is no folder", file.display()));
        let within = file.join("out");
        assert_eq!(told(&within), format!("cannot write into `{}`", within.display()));
        assert!(matches!(RunFolder::next_free(&file, "a", 1), Err(FolderError::Unwritable { .. })));
    }
}
