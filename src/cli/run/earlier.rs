//! The run that `--resume` goes on with, and what may not differ from it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::held_folder::hold;
use crate::batch::plan::Plan;
use crate::batch::runner::Checkpoint;
use crate::cards::source::did_you_mean;
use crate::cards::wording::counted;
use crate::cli::failure::Failure;
use crate::report::folder::is_unfinished;
use crate::report::inputs::InputEntry;
use crate::report::manifest::{AgentEntry, Manifest, Origin, read_checkpoint};

/// Why there can be no run in that folder, with the nearest one that has one.
fn nothing_in(folder: &Path) -> Option<String> {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none().then(|| format!("`{shown}` is empty")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let near = did_you_mean(&folder.to_string_lossy(), runs_beside(folder).iter().map(String::as_str));
            Some(format!("no folder `{shown}`{near}"))
        }
        Err(error) => Some(format!("can't read `{shown}`: {error}")),
    }
}

/// The paths of the runs in the folder that this one would be in, in alphabetical order.
fn runs_beside(folder: &Path) -> Vec<String> {
    let parent = folder.parent().unwrap_or(Path::new(""));
    let readable = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let entries = fs::read_dir(readable).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(parent.join(entry.ok()?.file_name())));
    let runs = paths.filter(|path| path.join("manifest.json").exists());
    let mut runs: Vec<String> = runs.map(|path| path.to_string_lossy().into_owned()).collect();
    runs.sort();
    runs
}

/// A run that is over, wholly or for now.
pub(super) struct Earlier {
    pub(super) manifest: Manifest,
    pub(super) checkpoint: Checkpoint,
}

impl Earlier {
    /// The run in that folder; none when the run there never finished anything, so that it is begun again.
    ///
    /// # Errors
    /// When the folder is missing or empty, holds something else, or a run that cannot go on.
    pub(super) fn open(folder: &Path) -> Result<Option<Earlier>, Failure> {
        // Whoever is writing there has not finished anything either.
        drop(hold(folder)?);
        if let Some(nothing) = nothing_in(folder) {
            let help = "leave out --resume to start a run there";
            return Err(Failure::Input(format!("nothing to resume: {nothing}; {help}")));
        }
        if is_unfinished(folder) {
            return Ok(None);
        }
        if !folder.join("manifest.json").exists() {
            let message = "holds no run to go on with: it has no manifest.json";
            return Err(Failure::Input(format!("`{}` {message}; --force starts it afresh", folder.display())));
        }
        let manifest = Manifest::read(folder).map_err(|e| Failure::input(&e))?;
        let checkpoint = read_checkpoint(folder).map_err(|e| Failure::input(&e))?;
        Ok(Some(Earlier { manifest, checkpoint }))
    }

    /// Whether a run of that origin and plan goes on where this one stopped, so that its results are those of a fresh run.
    ///
    /// # Errors
    /// Everything that is different.
    pub(super) fn is_continued_by(&self, origin: &Origin, plan: &Plan, folder: &Path) -> Result<(), Failure> {
        let faults: Vec<String> = self.other_source(origin, plan).into_iter().chain(self.less(plan)).collect();
        if faults.is_empty() {
            return Ok(());
        }
        let faults = faults.join("; ");
        Err(Failure::Input(format!(
            "`{}` holds a run that cannot go on so: {faults}; nothing was changed",
            folder.display()
        )))
    }

    fn other_source(&self, origin: &Origin, plan: &Plan) -> Vec<String> {
        let old = &self.manifest;
        let mut faults = Vec::new();
        if old.turnlab != env!("CARGO_PKG_VERSION") {
            faults.push(format!("it was played by turnlab {}", old.turnlab));
        }
        if old.scenario.blake3 != origin.scenario.blake3 {
            faults.push(format!("its scenario `{}` is another, or has changed", old.scenario.name));
        }
        let hashes = |decks: &[InputEntry]| decks.iter().map(|deck| deck.blake3.clone()).collect::<Vec<_>>();
        if hashes(&old.decks) != hashes(&origin.decks) {
            faults.push("its decks are others, or have changed".to_owned());
        }
        if old.catalog != origin.catalog {
            faults.push("its cards have changed".to_owned());
        }
        if old.seed != plan.seed() {
            faults.push(format!("its seed is {}, not {}", old.seed, plan.seed()));
        }
        if !old.agents.iter().eq(&plan.entrants().iter().map(AgentEntry::of).collect::<Vec<_>>()) {
            faults.push("other players sit at it".to_owned());
        }
        faults
    }

    /// What has been played cannot be taken back.
    fn less(&self, plan: &Plan) -> Vec<String> {
        let old = &self.manifest;
        let mut faults = Vec::new();
        if plan.games() < old.games_done {
            faults.push(format!("it has {}, more than {}", counted(old.games_done, "game", "games"), plan.games()));
        }
        match (old.target_error, plan.target_error()) {
            (_, None) => {}
            (Some(was), Some(is)) if is <= was => {}
            (Some(was), Some(is)) => faults.push(format!("its target error is {was}, and {is} is more")),
            (None, Some(_)) => faults.push("it was played without a target error".to_owned()),
        }
        faults
    }
}
