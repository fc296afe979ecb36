//! The folder of a run: chosen, refused or taken over before any game is played.
//!
//! Making the folder, and `inputs/` in it, is the lock: the file system lets only one run do it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::part_file::{PART, PartFile};

/// The folder's subfolder for what the run was made from.
pub const INPUTS: &str = "inputs";

/// The files a run may write into its folder.
pub const FILES: [&str; 10] = [
    // First, so that a folder being replaced never looks like a finished run.
    "manifest.json",
    "timing.json",
    "checkpoint.json",
    "games.csv",
    "seats.csv",
    "turns.csv",
    "choices.jsonl",
    "hist.csv",
    "summary.csv",
    "report.html",
];

/// What to do with a folder that already holds something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Refuse it.
    Refuse,
    /// Remove what an earlier run wrote; the caller vouches that none is still writing.
    Replace,
    /// Keep what is there: the run goes on. One that was broken off before anything was finished is begun again.
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
    /// It holds something that no run wrote, which replacing it would lose or mix up.
    #[error("`{}` holds `{name}`, which is not part of a run", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What does not belong there.
        name: String,
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

/// A folder that belongs to this run: it exists, it is writable, and no other run has it.
#[derive(Debug, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
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
                Ok(()) => return RunFolder::claim(path),
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
        fs::create_dir_all(path).map_err(unwritable(path))?;
        let held = names_in(path)?;
        match existing {
            Existing::Continue if is_torn(&held) => clear(path, &held)?,
            Existing::Continue if !held.is_empty() => return RunFolder { path: path.to_owned() }.checked(),
            Existing::Refuse if !held.is_empty() => return Err(FolderError::NotEmpty { path: path.to_owned() }),
            Existing::Replace => clear(path, &held)?,
            _ => {}
        }
        RunFolder::claim(path.to_owned())
    }

    /// Makes `inputs/`; whoever comes second finds the folder not empty.
    fn claim(path: PathBuf) -> Result<RunFolder, FolderError> {
        match fs::create_dir(path.join(INPUTS)) {
            Ok(()) => RunFolder { path }.checked(),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => Err(FolderError::NotEmpty { path }),
            Err(e) => Err(unwritable(&path)(e)),
        }
    }

    /// Proves that files can be written before hours of play depend on it.
    fn checked(self) -> Result<RunFolder, FolderError> {
        PartFile::create(&self.path.join("probe")).map_err(|e| unwritable(&self.path)(e.source))?;
        Ok(self)
    }

    /// Where it is, as it was asked for.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of that name is, or will be.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

fn unwritable(path: &Path) -> impl Fn(io::Error) -> FolderError {
    move |source| FolderError::Unwritable { path: path.to_owned(), source }
}

fn names_in(path: &Path) -> Result<Vec<String>, FolderError> {
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|e| e.file_name().to_string_lossy().into_owned());
    let names: io::Result<Vec<String>> = fs::read_dir(path).and_then(|entries| entries.map(name).collect());
    let mut names = names.map_err(unwritable(path))?;
    names.sort();
    Ok(names)
}

/// Whether a run was begun in that folder and broken off before it had finished anything.
#[must_use]
pub fn is_unfinished(path: &Path) -> bool {
    names_in(path).is_ok_and(|held| is_torn(&held))
}

/// A run begins with its inputs and ends with its manifest; rows without statistics are of no use to anybody.
fn is_torn(held: &[String]) -> bool {
    let begun = held.iter().any(|name| name == INPUTS);
    begun
        && held
            .iter()
            .all(|name| [INPUTS, "games.csv", "seats.csv", "choices.jsonl"].contains(&name.as_str()) || is_part(name))
}

/// Whether it is the name of a file that a run had not finished.
fn is_part(name: &str) -> bool {
    name.strip_suffix(PART).is_some_and(|name| name.ends_with('.'))
}

/// Removes what runs write, and refuses to touch a folder that holds anything else.
fn clear(path: &Path, held: &[String]) -> Result<(), FolderError> {
    let is_ours = |name: &str| name == INPUTS || FILES.contains(&name) || is_part(name);
    if let Some(name) = held.iter().find(|name| !is_ours(name)) {
        return Err(FolderError::Foreign { path: path.to_owned(), name: name.clone() });
    }
    let known = FILES.into_iter().filter(|file| held.iter().any(|name| name == file));
    let parts = held.iter().map(String::as_str).filter(|name| is_part(name));
    for name in known.chain(parts) {
        fs::remove_file(path.join(name)).map_err(unwritable(path))?;
    }
    if held.iter().any(|name| name == INPUTS) {
        fs::remove_dir_all(path.join(INPUTS)).map_err(unwritable(path))?;
    }
    Ok(())
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
        assert!(names.iter().all(|path| path.join(INPUTS).is_dir() && !path.join("probe.part").exists()));
    }

    #[test]
    fn names_cannot_leave_the_base() {
        for (name, expected) in [("../../etc/x y", "etc-x-y"), ("..", "run"), ("", "run"), ("Té.v2", "Té.v2")] {
            assert_eq!(file_name(name), expected);
        }
    }

    #[test]
    fn runs_at_once_never_share_a_folder() {
        let base = base();
        let taken: Vec<PathBuf> = thread::scope(|scope| {
            let run = || RunFolder::next_free(base.path(), "a", 1).unwrap().path().to_owned();
            let runs: Vec<_> = (0..16).map(|_| scope.spawn(run)).collect();
            runs.into_iter().map(|r| r.join().unwrap()).collect()
        });
        let distinct: std::collections::BTreeSet<_> = taken.iter().collect();
        assert_eq!(distinct.len(), 16);
        let out = base.path().join("out");
        let winners = thread::scope(|scope| {
            let runs: Vec<_> = (0..16).map(|_| scope.spawn(|| RunFolder::at(&out, Existing::Refuse))).collect();
            runs.into_iter().map(|r| r.join().unwrap()).filter(Result::is_ok).count()
        });
        assert_eq!(winners, 1);
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
    fn replacing_removes_what_runs_write() {
        let base = base();
        RunFolder::at(base.path(), Existing::Refuse).unwrap();
        for name in ["manifest.json", "games.csv", "seats.csv.part", "inputs/scenario.toml"] {
            fs::write(base.path().join(name), "old").unwrap();
        }
        RunFolder::at(base.path(), Existing::Replace).unwrap();
        assert_eq!(names_in(base.path()).unwrap(), [INPUTS]);
        assert!(names_in(&base.path().join(INPUTS)).unwrap().is_empty());
    }

    #[test]
    fn continuing_keeps_what_is_there_or_starts_afresh() {
        let base = base();
        let out = base.path().join("out");
        let fresh = RunFolder::at(&out, Existing::Continue).unwrap();
        assert!(fresh.file(INPUTS).is_dir());
        fs::write(fresh.file("games.csv"), "old").unwrap();
        fs::write(fresh.file("manifest.json"), "old").unwrap();
        let again = RunFolder::at(&out, Existing::Continue).unwrap();
        assert_eq!((fs::read_to_string(again.file("games.csv")).unwrap().as_str(), &again), ("old", &fresh));
    }

    #[test]
    fn what_was_broken_off_before_anything_was_finished_is_begun_again() {
        let base = base();
        let out = base.path().join("out");
        let torn = RunFolder::at(&out, Existing::Refuse).unwrap();
        for name in ["inputs/old.toml", "games.csv", "seats.csv.part"] {
            fs::write(torn.file(name), "torn").unwrap();
        }
        assert!(is_unfinished(&out));
        RunFolder::at(&out, Existing::Continue).unwrap();
        assert_eq!(names_in(&out).unwrap(), [INPUTS]);
        assert!(names_in(&out.join(INPUTS)).unwrap().is_empty());
        for name in ["summary.csv", "manifest.json", "notes.txt"] {
            fs::write(out.join(name), "mine").unwrap();
            assert!(!is_unfinished(&out), "{name}");
            fs::remove_file(out.join(name)).unwrap();
        }
        fs::remove_dir(out.join(INPUTS)).unwrap();
        fs::write(out.join("games.csv"), "mine").unwrap();
        assert!(!is_unfinished(&out) && !is_unfinished(&base.path().join("missing")));
    }

    #[test]
    fn an_unwritable_folder_is_refused_at_once() {
        let base = base();
        let file = base.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [file.clone(), file.join("out")] {
            let error = RunFolder::at(&path, Existing::Refuse).unwrap_err();
            assert_eq!(error.to_string(), format!("cannot write into `{}`", path.display()));
        }
        assert!(matches!(RunFolder::next_free(&file, "a", 1), Err(FolderError::Unwritable { .. })));
    }
}
