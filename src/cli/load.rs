//! Scenarios as the user names them: a path, or the name of an embedded study.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::shelf::Own;
use crate::cards::source::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::scenario::{self, BUILTIN, Disk, FileError, Files, Scenario, builtin_paths};

/// The study that is played when none is named.
pub(super) const DEFAULT: &str = "builtin:/studies/default.toml";

/// The folder of the embedded studies.
const STUDIES: &str = "builtin:/studies/";

/// The embedded studies by name, in alphabetical order.
pub(super) fn studies() -> Vec<String> {
    let name = |path: String| Some(path.strip_prefix(STUDIES)?.strip_suffix(".toml")?.to_owned());
    let mut names: Vec<String> = builtin_paths().into_iter().filter_map(name).collect();
    names.sort_by_key(|name| (study(name) != DEFAULT, name.clone()));
    names
}

/// The path of an embedded study.
pub(super) fn study(name: &str) -> String {
    format!("{STUDIES}{name}.toml")
}

/// The path that is meant by what was typed: a file's, or that of the embedded study of that name, or of the default one.
pub(super) fn path(typed: Option<&str>) -> String {
    let Some(typed) = typed else { return DEFAULT.to_owned() };
    // A folder of a study's name is not meant.
    let is_word = !typed.contains(['/', '\\']) && !Path::new(typed).is_file();
    if is_word && studies().iter().any(|name| name == typed) { study(typed) } else { typed.to_owned() }
}

/// The scenario that was typed, or the default study.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn load(typed: Option<&str>) -> Result<Scenario, Failure> {
    let (place, name) = Place::of(&path(typed));
    let source = place.source(&name)?;
    place.load(&source, &[])
}

/// The same with the user's own cards, for whoever keeps nothing of it.
///
/// # Errors
/// Everything that is wrong with it or with the cards.
pub(super) fn load_with(typed: &str, own: &Own) -> Result<Scenario, Failure> {
    let (place, name) = Place::of(&path(Some(typed)));
    let source = place.source(&name)?;
    let cards = own.for_scenario(&source, &place)?;
    place.load(&source, &cards)
}

/// Where a scenario's files are looked for. The scenario itself goes by its bare name and its files by the paths written in
/// it, so that what is kept of them does not depend on where the user stood.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The scenario's folder.
    folder: PathBuf,
    /// Files that stand elsewhere than their paths say: the path, and where it is.
    pub(super) elsewhere: Vec<(String, String)>,
    /// Files that stand nowhere: the path, and the text.
    pub(super) made: Vec<Source>,
}

impl Place {
    /// The place of a scenario, and its name there.
    pub(super) fn of(path: &str) -> (Place, String) {
        let as_path = Path::new(path);
        match (path.starts_with(BUILTIN), as_path.parent(), as_path.file_name()) {
            (false, Some(folder), Some(name)) => {
                let place = Place { folder: folder.to_owned(), ..Place::default() };
                (place, name.to_string_lossy().into_owned())
            }
            _ => (Place::default(), path.to_owned()),
        }
    }

    /// Reads the text of that name.
    pub(super) fn source(&self, name: &str) -> Result<Source, Failure> {
        match scenario::open(self, name) {
            Ok((source, _)) => Ok(source),
            Err(error) => Err(Failure::Input(format!("{error}{}", study_hint(name, &error)))),
        }
    }

    /// Checks a scenario, with card files beside its own; complaints name files as the user would.
    pub(super) fn load(&self, source: &Source, cards: &[Source]) -> Result<Scenario, Failure> {
        let is_typed = |file: &str| cards.iter().any(|source| source.name == file);
        let shown = |fault: Diagnostic| match is_typed(&fault.file) {
            true => fault,
            false => Diagnostic { file: self.real(&fault.file), ..fault },
        };
        Scenario::with_cards(source, self, cards)
            .map_err(|Diagnostics(faults)| Failure::Files(Diagnostics(faults.into_iter().map(shown).collect())))
    }

    /// Where the file of that path is.
    pub(super) fn real(&self, path: &str) -> String {
        if let Some((_, real)) = self.elsewhere.iter().find(|(name, _)| name == path) {
            return real.clone();
        }
        if path.starts_with(BUILTIN) { path.to_owned() } else { self.folder.join(path).to_string_lossy().into_owned() }
    }
}

/// What is said of studies when a file was not found: the nearest, or for a name that can only be a study's where they are
/// listed.
fn study_hint(name: &str, error: &FileError) -> String {
    match error {
        FileError::Missing { hint, .. } if hint.is_empty() => {
            let near = did_you_mean(name, studies().iter().map(String::as_str));
            let is_word = !name.is_empty() && !name.contains(['.', '/', '\\']);
            if near.is_empty() && is_word {
                ", nor a study of that name; see turnlab study list".to_owned()
            } else {
                near
            }
        }
        _ => String::new(),
    }
}

impl Files for Place {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match self.made.iter().find(|made| made.name == path) {
            Some(made) => Ok(made.text.clone().into_bytes()),
            None => Disk.read(&self.real(path)),
        }
    }
}
