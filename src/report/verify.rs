//! Whether everything in a run's folder is as it was written.

use std::io::ErrorKind;
use std::path::Path;

use super::manifest::{MANIFEST, Manifest, TIMING, Timing};
use crate::cards::wording::counted;
use crate::study::block::{self, ENDING, files_in};
use crate::study::folder::{BLOCKS, is_file, is_ours, names_in};
use crate::study::identity::{RUN, RunFile};
use crate::study::inputs::{changed_inputs, hash_of};
use crate::study::part_file::is_part;
use crate::study::seal::ReadError;
use crate::study::shard::DONE;
use crate::study::store::DAMAGED;

/// A part of a run's folder, looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub name: String,
    /// What there is of it, in words.
    pub holds: String,
    /// What is wrong with it, a line each; nothing when all is well.
    pub faults: Vec<String>,
}

impl Part {
    fn new(name: &str, holds: impl Into<String>, faults: Vec<String>) -> Part {
        Part { name: name.to_owned(), holds: holds.into(), faults }
    }
}

/// What a look at a run's folder found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Its parts.
    pub parts: Vec<Part>,
    /// The run has not been finished: there is no manifest, or it is of fewer games than were asked for since.
    pub unfinished: bool,
    /// What else there is in the folder, by name: no run wrote it, and nothing is said of it.
    pub others: Vec<String>,
}

impl Verdict {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.parts.iter().all(|part| part.faults.is_empty())
    }
}

/// Looks at every file of the run in that folder.
///
/// # Errors
/// When there is no run, or `run.json` is not what was written, without which nothing else can be judged.
pub fn verify(folder: &Path) -> Result<Verdict, ReadError> {
    let run = RunFile::read(folder)?;
    let names = names_in(folder).unwrap_or_default();
    let mut parts = vec![Part::new(RUN, "what the run is", Vec::new())];
    let inputs = &run.identity.inputs;
    parts.push(Part::new("inputs/", counted(inputs.len(), "file", "files"), changed_inputs(folder, inputs)));
    let manifest = match Manifest::read(folder) {
        Ok(manifest) => Some(manifest),
        Err(ReadError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            parts.push(Part::new(MANIFEST, "what was written", vec![error.to_string()]));
            None
        }
    };
    let unfinished = manifest.as_ref().map_or_else(|| !folder.join(MANIFEST).exists(), |manifest| manifest.run != run);
    parts.push(blocks(folder, &run, manifest.as_ref()));
    if let Some(manifest) = &manifest {
        let mut faults = of_another(manifest, &run);
        faults.extend(unlisted(manifest, &names));
        parts.push(Part::new(MANIFEST, "what was written", faults));
        parts.extend(manifest.files.iter().map(|file| {
            let path = folder.join(&file.name);
            let faults = match hash_of(&path) {
                Ok(hash) if hash == file.blake3 => Vec::new(),
                Ok(_) => vec![format!("`{}` has been changed", path.display())],
                Err(error) => vec![format!("can't read `{}`: {error}", path.display())],
            };
            Part::new(&file.name, file.rows.map_or_else(String::new, |rows| format!("{rows} rows")), faults)
        }));
        // Merged shards have none, and nothing else depends on it.
        if folder.join(TIMING).exists() {
            let timing = Timing::read(folder).err().map(|error| error.to_string());
            parts.push(Part::new(TIMING, "how it went", timing.into_iter().collect()));
        }
    }
    let others = names.into_iter().filter(|name| !is_ours(folder, name) && name != DONE).collect();
    Ok(Verdict { parts, unfinished, others })
}

/// Which of these are files of a run, but not of the one that was written.
fn unlisted(manifest: &Manifest, names: &[String]) -> Vec<String> {
    let listed = |name: &str| manifest.files.iter().any(|file| file.name == name);
    let known = |name: &str| [MANIFEST, RUN, TIMING].contains(&name) || !is_file(name) || listed(name);
    let others = names.iter().filter(|name| !known(name));
    others.map(|name| format!("`{name}` is not one of the files that the manifest lists")).collect()
}

/// The manifest and `run.json` tell of one run.
fn of_another(manifest: &Manifest, run: &RunFile) -> Vec<String> {
    let differences = manifest.run.identity.differences(&run.identity);
    differences.iter().map(|difference| format!("`{MANIFEST}` is of another run: {difference}")).collect()
}

/// Every block file; those that the manifest counts are there without a gap, or were dropped all together.
fn blocks(folder: &Path, run: &RunFile, manifest: Option<&Manifest>) -> Part {
    let (mut faults, mut count, mut aside, mut next) = (Vec::new(), 0u64, 0u64, 0);
    let path = folder.join(BLOCKS);
    let Ok(paths) = files_in(&path) else {
        return Part::new("blocks/", "none: the run can't go on", Vec::new());
    };
    let id = run.identity.id();
    for path in paths.iter().filter(|path| !is_part(path)) {
        match path.extension() {
            Some(ending) if ending == ENDING => {}
            // It counts for nothing: its games were played again, or are missing.
            Some(ending) if ending == DAMAGED => {
                aside += 1;
                continue;
            }
            _ => {
                faults.push(format!("`{}` is no block", path.display()));
                continue;
            }
        }
        match block::read(path, &id) {
            Err(error) => faults.push(error.to_string()),
            Ok(played) => {
                count += 1;
                if let Some(why) = played.misfit(&run.identity) {
                    faults.push(ReadError::damaged(path, why).to_string());
                } else if played.games.start == next {
                    next = played.games.end;
                }
            }
        }
    }
    let needed = manifest.map_or(0, |manifest| manifest.games_done);
    if next < needed {
        faults.push(format!("`{}` lacks the games from {next} on, of {needed}", path.display()));
    }
    let aside = if aside > 0 { format!(", {aside} set aside as damaged") } else { String::new() };
    Part::new("blocks/", format!("{}, {next} games{aside}", counted(count, "file", "files")), faults)
}
