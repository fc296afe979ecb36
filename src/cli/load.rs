//! Scenarios as the user names them: a path, or the name of an embedded study.

use std::path::{Component, Path, PathBuf};

use super::failure::Failure;
use super::run::job::runs_in;
use super::shelf::Own;
use crate::cards::source::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::report::format::shell_word;
use crate::scenario::{self, BUILTIN, Disk, FileError, Files, Scenario, Typed, builtin_paths};
use crate::study::identity::RUN;

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
    load_in(Place::of(&path(Some(typed))), own)
}

/// The scenario of that name in that place, with the user's own cards.
///
/// # Errors
/// Everything that is wrong with it or with the cards.
pub(super) fn load_in((place, name): (Place, String), own: &Own) -> Result<Scenario, Failure> {
    let place = place.allowing(own.outside);
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
    /// What the scenario names must stand below this folder, whatever links lead there; `None`: it may stand anywhere.
    within: Option<PathBuf>,
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
                let name = name.to_string_lossy().into_owned();
                let place = Place {
                    folder: folder.to_owned(),
                    within: Some(folder.to_owned()),
                    elsewhere: vec![(name.clone(), path.to_owned())],
                    made: Vec::new(),
                };
                (place, name)
            }
            _ => (Place::default(), path.to_owned()),
        }
    }

    /// The same with files that may stand anywhere below that folder, which was typed.
    pub(super) fn below(self, folder: Option<&Path>) -> Place {
        Place { within: folder.map(Path::to_owned).or(self.within), ..self }
    }

    /// The same with files that may stand anywhere, if that is allowed.
    pub(super) fn allowing(self, outside: bool) -> Place {
        Place { within: self.within.filter(|_| !outside), ..self }
    }

    /// Nothing is known of that path any more.
    pub(super) fn forget(&mut self, path: &str) {
        self.elsewhere.retain(|(name, _)| name != path);
        self.made.retain(|made| made.name != path);
    }

    /// Reads the text of that name.
    pub(super) fn source(&self, name: &str) -> Result<Source, Failure> {
        match scenario::open(self, name) {
            Ok((source, _)) => Ok(source),
            Err(FileError::Unreadable { why, .. }) => {
                let path = self.real(name);
                let run = of_run(Path::new(&path));
                Err(run.unwrap_or_else(|| Failure::input(&FileError::Unreadable { path, why })))
            }
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
            .map(|scenario| scenario.called_in_messages(&self.real(&source.name)))
            .map_err(|Diagnostics(faults)| Failure::Files(Diagnostics(faults.into_iter().map(shown).collect())))
    }

    /// Reads a file that the scenario names.
    fn read_inside(&self, real: &str) -> Result<Vec<u8>, FileError> {
        let inside = |folder: &PathBuf| real.starts_with(BUILTIN) || is_below(folder, Path::new(real));
        if self.within.as_ref().is_none_or(inside) {
            return Disk.read(real);
        }
        let why = "it is outside the scenario's folder; say --allow-outside to have such files read".to_owned();
        Err(FileError::Unreadable { path: real.to_owned(), why })
    }

    /// Where the file of that path is.
    pub(super) fn real(&self, path: &str) -> String {
        if let Some((_, real)) = self.elsewhere.iter().find(|(name, _)| name == path) {
            return real.clone();
        }
        if path.starts_with(BUILTIN) { path.to_owned() } else { self.folder.join(path).to_string_lossy().into_owned() }
    }
}

/// What is said of the folder of a run, or of several, where a scenario is expected.
fn of_run(folder: &Path) -> Option<Failure> {
    let shown = folder.display();
    if folder.join(RUN).exists() {
        let resume = format!("`turnlab run --out {} --resume`", shell_word(&shown.to_string()));
        return Some(Failure::Input(format!(
            "`{shown}` is the folder of a run, expected a scenario; {resume} goes on with it"
        )));
    }
    of_runs(folder)
}

/// What is said of a folder with the runs of a comparison, say, which is none itself.
pub(super) fn of_runs(folder: &Path) -> Option<Failure> {
    if folder.join(RUN).exists() {
        return None;
    }
    let (shown, runs) = (folder.display(), runs_in(folder));
    let told = || Failure::Input(format!("`{shown}` is no run and no scenario: it holds the runs {}", runs.join(", ")));
    (!runs.is_empty()).then(told)
}

/// Whether a file stands below a folder, links followed; one that is not there, by its path alone.
fn is_below(folder: &Path, file: &Path) -> bool {
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match (shown.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => file.starts_with(folder),
        _ => file.strip_prefix(folder).is_ok_and(stays),
    }
}

/// Whether a path never leads above where it begins.
fn stays(path: &Path) -> bool {
    let mut depth = 0;
    path.components().all(|part| {
        match part {
            Component::Normal(_) => depth += 1,
            Component::ParentDir => depth -= 1,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return false,
        }
        depth >= 0
    })
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
            None if self.elsewhere.iter().any(|(name, _)| name == path) => Typed.read(&self.real(path)),
            None => self.read_inside(&self.real(path)),
        }
    }
}
