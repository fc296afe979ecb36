//! What a run is to play, and where it is kept: checked as a whole before anything is written.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::go_on;
use super::interrupt::Interrupt;
use crate::batch::plan::Plan;
use crate::cards::source::did_you_mean;
use crate::cards::wording::{counted, system_words};
use crate::cli::args::RunArgs;
use crate::cli::failure::{Failure, chain};
use crate::cli::permit;
use crate::cli::seating::typed;
use crate::cli::shelf::Own;
use crate::report::manifest::{MANIFEST, Manifest, TIMING, Timing};
use crate::scenario::Scenario;
use crate::study::folder::{BLOCKS, Existing, FolderError, RunFolder};
use crate::study::identity::{RUN, RunFile};
use crate::study::inputs::{changed_inputs, hash_of};
use crate::study::rows::Detail;
use crate::study::seal::ReadError;
use crate::study::{Store, Study, kept};

/// Where runs go that were not told where to go.
pub(in crate::cli) const REPORTS: &str = "reports";

/// A run that can be begun, in a folder that nobody else has.
pub(super) struct Job {
    pub(super) study: Study,
    pub(super) store: Store,
    /// What was found changed of an earlier run, a line each.
    pub(super) notes: Vec<String>,
}

impl Job {
    /// The job that was typed. What was not typed is taken from the run to go on with, then from the scenario. Who interrupts
    /// is told how it goes on from the moment on at which there is a run in the folder.
    ///
    /// # Errors
    /// When anything about it is wrong; nothing was changed then.
    pub(super) fn new(args: &RunArgs, interrupt: &Interrupt) -> Result<Job, Failure> {
        if let Some(out) = args.out.as_deref().filter(|_| args.resume) {
            return resumed(args, out, interrupt);
        }
        let study = study(args, typed(&args.study, &args.shelf)?, None)?;
        let folder = match &args.out {
            Some(out) => RunFolder::at(out, if args.force { Existing::Replace } else { Existing::Refuse }),
            None => RunFolder::next_free(Path::new(REPORTS), study.matchup().scenario().name(), study.plan().seed()),
        };
        begun(args, study, folder.map_err(refused)?, interrupt)
    }
}

/// A run that begins.
fn begun(args: &RunArgs, study: Study, folder: RunFolder, interrupt: &Interrupt) -> Result<Job, Failure> {
    interrupt.leaves(folder.path(), &go_on(args, folder.path()));
    let store = Store::create(folder, &study.inputs(), study.file(), study.plan()).map_err(|e| Failure::broken(&e))?;
    Ok(Job { study, store, notes: Vec::new() })
}

/// The run that goes on in that folder.
fn resumed(args: &RunArgs, out: &Path, interrupt: &Interrupt) -> Result<Job, Failure> {
    if let Some(nothing) = nothing_in(out) {
        let help = "leave out --resume to start a run there";
        return Err(Failure::Input(format!("nothing to resume: {nothing}; {help}")));
    }
    let folder = RunFolder::at(out, Existing::Continue).map_err(refused)?;
    let Some(old) = earlier(&folder)? else {
        // Nothing was played, so nothing is lost.
        let study = study(args, typed(&args.study, &args.shelf)?, None)?;
        folder.clear().map_err(refused)?;
        return begun(args, study, folder, interrupt);
    };
    interrupt.leaves(out, &go_on(args, out));
    let changed = changed_inputs(out, &old.identity.inputs);
    if !changed.is_empty() {
        return Err(cannot_go_on(out, &changed));
    }
    let own = Own::new(&args.shelf)?;
    let scenario = match args.study.scenario.is_none() && args.study.deck.is_empty() && own.is_empty() {
        true => kept::read_back(out, &old.identity.scenario.name)?,
        false => typed(&args.study, &args.shelf)?,
    };
    let study = study(args, scenario, Some(&old))?;
    let mut faults = old.identity.differences(&study.file().identity);
    faults.extend(less(&old, out, study.plan()));
    if !faults.is_empty() {
        return Err(cannot_go_on(out, &faults));
    }
    let mut notes = changed_files(out);
    let keeps_blocks = out.join(BLOCKS).exists();
    if !keeps_blocks {
        notes.push(format!("`{}` keeps no blocks: its games are played again", out.display()));
    }
    let store = Store::open(folder, study.file(), study.plan()).map_err(|e| Failure::broken(&e))?;
    let lost = Manifest::read(out).map_or(0, |manifest| manifest.games_done).saturating_sub(store.games(study.plan()));
    if keeps_blocks && lost > 0 && store.damaged().is_empty() && !store.has_short() {
        notes.push(format!(
            "`{}` has no block of {}: they are played again",
            out.display(),
            counted(lost, "game", "games")
        ));
    }
    notes.extend(
        store.damaged().iter().map(|fault| format!("{fault}; it is set aside, and its games are played again")),
    );
    Ok(Job { study, store, notes })
}

fn cannot_go_on(folder: &Path, faults: &[String]) -> Failure {
    let (folder, faults) = (folder.display(), faults.join("; "));
    Failure::Input(format!("`{folder}` holds a run that cannot go on so: {faults}; nothing was changed"))
}

/// The run in that folder; none when the run there never began, so that it is begun again.
fn earlier(folder: &RunFolder) -> Result<Option<RunFile>, Failure> {
    let path = folder.path();
    match RunFile::read(path) {
        Ok(run) => Ok(Some(run)),
        Err(ReadError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => {
            if let Err(error @ ReadError::Schema { .. }) = Manifest::read(path) {
                return Err(Failure::Input(format!("{error}: play it anew, or go on with the turnlab that played it")));
            }
            if folder.is_unbegun().map_err(refused)? {
                return Ok(None);
            }
            let message = format!("holds no run to go on with: it has no {RUN}");
            Err(Failure::Input(format!(
                "`{}` {message}; choose another --out, or remove what a run has left there with --force",
                path.display()
            )))
        }
        Err(error) => Err(Failure::input(&error)),
    }
}

/// The files that are not what the manifest says: they are derived, and will be written anew.
fn changed_files(folder: &Path) -> Vec<String> {
    let anew = |what: String| format!("{what}; it is written anew");
    let mut notes = match Manifest::read(folder) {
        Ok(manifest) => {
            let changed = |name: &str, hash: &str| hash_of(&folder.join(name)).ok().as_deref() != Some(hash);
            let files = manifest.files.into_iter().filter(|file| changed(&file.name, &file.blake3));
            files.map(|file| anew(format!("`{}` has been changed", folder.join(file.name).display()))).collect()
        }
        Err(ReadError::Unreadable { .. }) => Vec::new(),
        Err(error) => vec![anew(error.to_string())],
    };
    if folder.join(TIMING).exists() {
        notes.extend(Timing::read(folder).err().map(|error| anew(error.to_string())));
    }
    notes
}

/// What has been played cannot be taken back.
pub(in crate::cli) fn less(old: &RunFile, folder: &Path, plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    let done = Manifest::read(folder).map_or(0, |manifest| manifest.games_done);
    if plan.games() < done {
        faults.push(format!("it has {}, more than {}", counted(done, "game", "games"), plan.games()));
    }
    match (&old.until, plan.until()) {
        (_, None) => {}
        (Some(was), Some(is)) if is.goes_on_from(was) => {}
        (Some(was), Some(is)) => faults.push(format!("it was to stop at {was}, from which {is} does not go on")),
        (None, Some(_)) => faults.push("it was played without a rule to stop by".to_owned()),
    }
    faults
}

fn study(args: &RunArgs, scenario: Scenario, old: Option<&RunFile>) -> Result<Study, Failure> {
    let matchup = permit::matchup(scenario, args.drive.allow_agents)?;
    let order = args.study.order(args.rule.rule(), &matchup, old).map_err(|e| Failure::input(&e))?;
    let old = old.map(|old| old.identity.detail()).unwrap_or_default();
    let detail = Detail { rows: args.rows.unwrap_or(old.rows), turns: args.turns || old.turns };
    Study::new(matchup, order, detail).map_err(|e| Failure::input(&e))
}

/// Looks whether there can be a run in that folder, before it is read.
///
/// # Errors
/// When there is no such folder, or no run in it.
pub(in crate::cli) fn look_for(folder: &Path) -> Result<(), Failure> {
    let expected = |nothing: String| Failure::Input(format!("{nothing}; expected the folder of a run"));
    let no_run = || {
        let has_none = [RUN, MANIFEST].iter().all(|name| !folder.join(name).exists());
        has_none.then(|| format!("`{}` holds no run: it has no {RUN}", folder.display()))
    };
    nothing_in(folder).or_else(no_run).map_or(Ok(()), |nothing| Err(expected(nothing)))
}

/// Why there can be no run in that folder, with the nearest one that has one.
fn nothing_in(folder: &Path) -> Option<String> {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none().then(|| format!("`{shown}` is empty")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let beside = runs_in(folder.parent().unwrap_or(Path::new("")));
            let near = did_you_mean(&folder.to_string_lossy(), beside.iter().map(String::as_str));
            Some(format!("no folder `{shown}`{near}"))
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory => Some(format!("`{shown}` is no folder")),
        Err(error) => Some(format!("can't read `{shown}`: {}", system_words(&error))),
    }
}

/// The paths of the runs in a folder, in alphabetical order.
pub(in crate::cli) fn runs_in(parent: &Path) -> Vec<String> {
    let readable = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let entries = fs::read_dir(readable).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(parent.join(entry.ok()?.file_name())));
    let runs = paths.filter(|path| path.join(MANIFEST).exists() || path.join(RUN).exists());
    let mut runs: Vec<String> = runs.map(|path| path.to_string_lossy().into_owned()).collect();
    runs.sort();
    runs
}

/// Why a folder cannot be used, and what can be done about it.
pub(in crate::cli) fn refused(error: FolderError) -> Failure {
    let help = match &error {
        FolderError::NotEmpty { path } if path.join(RUN).exists() || path.join(MANIFEST).exists() => {
            "; choose another --out, go on with --resume, or replace it with --force"
        }
        FolderError::NotEmpty { .. } => ", and holds no run; choose another --out",
        FolderError::Foreign { .. } => "; nothing was removed",
        FolderError::NoFolder { .. } => "; choose another --out",
        _ => "",
    };
    Failure::Input(chain(&error) + help)
}
