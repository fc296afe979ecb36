//! Which scenario files are meant: those named, those in folders named, or embedded ones.

use std::fs;
use std::path::Path;

use toml::Table;

use super::failure::Failure;
use crate::scenario::{BUILTIN, builtin_paths};

/// What is looked for.
pub(super) struct CaseFiles {
    /// The embedded folders that are meant where nothing is named.
    pub(super) suite: &'static [&'static str],
    /// The table that makes a scenario one of them.
    pub(super) table: &'static str,
    /// What several of them are called.
    pub(super) plural: &'static str,
}

impl CaseFiles {
    /// The paths of the files meant.
    ///
    /// # Errors
    /// When there are none, or a folder can't be read.
    pub(super) fn paths(&self, asked: &[String]) -> Result<Vec<String>, Failure> {
        let mut paths = Vec::new();
        if asked.is_empty() {
            paths.extend(self.suite.iter().flat_map(|folder| embedded(folder)));
        }
        for path in asked {
            let before = paths.len();
            match path.starts_with(BUILTIN) && !path.ends_with(".toml") {
                true => paths.extend(embedded(path)),
                false if Path::new(path).is_dir() => self.files_in(Path::new(path), &mut paths)?,
                false => paths.push(path.clone()),
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
            if path.is_dir() {
                self.files_in(&path, paths)?;
            } else if path.extension().is_some_and(|e| e == "toml") && self.may_be_one(&path) {
                paths.push(path.to_string_lossy().into_owned());
            }
        }
        Ok(())
    }

    /// Card files and studies are none; what cannot be read is looked at, and complained about, later.
    fn may_be_one(&self, path: &Path) -> bool {
        let table = fs::read_to_string(path).ok().and_then(|text| text.parse::<Table>().ok());
        table.is_none_or(|table| table.contains_key(self.table))
    }
}

fn embedded(folder: &str) -> impl Iterator<Item = String> + use<> {
    let folder = format!("{}/", folder.trim_end_matches('/'));
    builtin_paths().into_iter().filter(move |path| path.starts_with(&folder) && path.ends_with(".toml"))
}
