//! Which scenario files are meant: those named, those in folders named, or embedded ones.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use toml::Table;

use super::failure::Failure;
use super::load::{self, Place};
use super::shelf::Own;
use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics};
use crate::scenario::{BUILTIN, Scenario, builtin_paths, read_regular};

/// What is looked for.
pub(super) struct CaseFiles {
    /// The embedded folders that are meant where nothing is named.
    pub(super) suite: &'static [&'static str],
    /// The table that makes a scenario one of them.
    pub(super) table: &'static str,
    /// What several of them are called.
    pub(super) plural: &'static str,
}

/// A file that is meant.
pub(super) struct CaseFile {
    /// Its path.
    pub(super) path: String,
    /// The folder that was typed, for one that was found below it.
    below: Option<PathBuf>,
}

impl CaseFile {
    /// A fault of the file as a whole.
    pub(super) fn fault(&self, message: &str) -> Failure {
        Failure::Files(Diagnostics(vec![Diagnostic::new(&self.path, None, message.to_owned())]))
    }

    /// Where its own files stand, and its name there.
    fn place(&self) -> (Place, String) {
        let (place, name) = Place::of(&load::path(Some(&self.path)));
        (place.below(self.below.as_deref()), name)
    }
}

impl From<String> for CaseFile {
    fn from(path: String) -> CaseFile {
        CaseFile { path, below: None }
    }
}

impl CaseFiles {
    /// The paths of the files meant.
    ///
    /// # Errors
    /// When there are none, or a folder can't be read.
    pub(super) fn paths(&self, asked: &[String]) -> Result<Vec<CaseFile>, Failure> {
        let mut paths: Vec<CaseFile> = Vec::new();
        if asked.is_empty() {
            paths.extend(self.suite.iter().flat_map(|folder| embedded(folder)).map(CaseFile::from));
        }
        for path in asked {
            let before = paths.len();
            match path.starts_with(BUILTIN) && !path.ends_with(".toml") {
                true => paths.extend(embedded(path).map(CaseFile::from)),
                false if Path::new(path).is_dir() => {
                    let mut found = Vec::new();
                    self.files_in(Path::new(path), &mut found)?;
                    paths.extend(found.into_iter().map(|file| CaseFile { path: file, below: Some(path.into()) }));
                }
                false => paths.push(path.clone().into()),
            }
            if paths.len() == before {
                let CaseFiles { plural, table, .. } = self;
                return Err(Failure::Input(format!("no {plural} in `{path}`: expected scenarios with [{table}]")));
            }
        }
        Ok(paths)
    }

    /// Every such scenario below a folder, in alphabetical order.
    fn files_in(&self, folder: &Path, paths: &mut Vec<String>) -> Result<(), Failure> {
        let unreadable = |error| Failure::Input(format!("cannot read `{}`: {error}", folder.display()));
        let mut entries = fs::read_dir(folder)
            .and_then(|entries| entries.map(|e| Ok(e?.path())).collect::<Result<Vec<_>, _>>())
            .map_err(unreadable)?;
        entries.sort();
        for path in entries {
            // A linked folder may be one above.
            if path.is_dir() && !path.is_symlink() {
                self.files_in(&path, paths)?;
            } else if path.extension().is_some_and(|e| e == "toml") && self.may_be_one(&path) {
                paths.push(path.to_string_lossy().into_owned());
            }
        }
        Ok(())
    }

    /// Card files and studies are none; what cannot be read is looked at, and complained about, later.
    fn may_be_one(&self, path: &Path) -> bool {
        let bytes = read_regular(path, limits::FILE_BYTES).ok();
        let table = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).and_then(|text| text.parse::<Table>().ok());
        table.is_none_or(|table| table.contains_key(self.table))
    }
}

/// Reads each file and makes something of it, several at once, in the order of the files. No scenario is kept: each holds a
/// catalog of its own, and a thousand of them would take ten gigabytes.
///
/// # Errors
/// The faults of all files together, or the first other failure.
pub(super) fn each<T: Send>(
    files: &[CaseFile],
    own: &Own,
    make: impl Fn(&CaseFile, Scenario) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let make = |file: &CaseFile| load::load_in(file.place(), own).and_then(|scenario| make(file, scenario));
    let Some((first, rest)) = files.split_first() else { return Ok(Vec::new()) };
    let first = make(first);
    // What is wrong in the user's own cards is wrong for every file, and told once.
    if let Err(Failure::Files(Diagnostics(found))) = &first
        && found.iter().all(|fault| own.sources.iter().any(|source| source.name == fault.file))
    {
        return first.map(|_| Vec::new());
    }
    let rest: Vec<Result<T, Failure>> = rest.par_iter().map(make).collect();
    let made = std::iter::once(first).chain(rest);
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for made in made {
        match made {
            Ok(made) => all.push(made),
            Err(Failure::Files(Diagnostics(found))) => faults.extend(found),
            Err(failure) => return Err(failure),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(Failure::Files(Diagnostics(faults))) }
}

fn embedded(folder: &str) -> impl Iterator<Item = String> + use<> {
    let folder = format!("{}/", folder.trim_end_matches('/'));
    builtin_paths().into_iter().filter(move |path| path.starts_with(&folder) && path.ends_with(".toml"))
}
