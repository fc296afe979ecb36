//! `turnlab export` and `turnlab report`: what is derived from a run's blocks, written again.

use std::path::Path;

use super::args::{ExportArgs, ReportArgs, TablesArg};
use super::failure::Failure;
use super::run::job::{look_for, refused};
use super::term;
use crate::batch::plan::Plan;
use crate::cards::wording::counted;
use crate::report::derive::{Derived, Format, Keep, derive};
use crate::report::format::shell_word;
use crate::report::html::REPORT;
use crate::report::manifest::Manifest;
use crate::study::folder::{BLOCKS, Existing, GAMES_CSV, PARQUET, RunFolder};
use crate::study::identity::RunFile;
use crate::study::inputs::hash_of;
use crate::study::part_file::FileEntry;
use crate::study::recorded::Recorded;
use crate::study::run::count;
use crate::study::seal::ReadError;
use crate::study::{Store, kept};
use crate::table::Matchup;

/// Writes the tables, the page and the manifest of the run in that folder; its games are counted, not played.
pub(super) fn export(args: &ExportArgs) -> Result<(), Failure> {
    let (derived, games, planned) = again(&args.folder, args.keep.into(), args.format.format()?)?;
    let names: Vec<&str> = derived.files.iter().map(|file| file.name.as_str()).collect();
    let games = counted(games, "game", "games");
    term::print(&format!("{games} of {planned} in {}: {}\n", args.folder.display(), names.join(", ")))
}

/// Writes the page of the finished run in that folder, and with it what else is derived.
pub(super) fn report(args: &ReportArgs) -> Result<(), Failure> {
    let folder = &args.folder;
    look_for(folder)?;
    let manifest = Manifest::read(folder).map_err(|error| unfinished(folder, &error))?;
    if !folder.join(BLOCKS).exists() {
        let shown = folder.display();
        return Err(Failure::Input(format!(
            "`{shown}` keeps no blocks (--keep csv), from which its page would be made"
        )));
    }
    let tables = manifest.files.iter().any(|file| file.name == GAMES_CSV);
    let ending = |file: &FileEntry| Path::new(&file.name).extension().is_some_and(|ending| ending == PARQUET);
    let format = if manifest.files.iter().any(ending) { TablesArg::Parquet } else { TablesArg::Csv };
    again(folder, if tables { Keep::Both } else { Keep::Blocks }, format.format()?)?;
    term::print(&format!("{}\n", folder.join(REPORT).display()))
}

/// Why a folder holds no finished run.
pub(super) fn unfinished(folder: &Path, error: &ReadError) -> Failure {
    match error {
        ReadError::Unreadable { .. } if RunFile::read(folder).is_ok() => {
            let (shown, word) = (folder.display(), shell_word(&folder.to_string_lossy()));
            Failure::Input(format!("`{shown}` holds no finished run: turnlab run --out {word} --resume finishes it"))
        }
        error => Failure::input(error),
    }
}

/// The finished run in that folder, whose games can be read back.
pub(super) fn recorded(folder: &Path) -> Result<Recorded, Failure> {
    let manifest = Manifest::read(folder).map_err(|error| unfinished(folder, &error))?;
    Recorded::open(folder, manifest.games_done, &manifest.files).map_err(|e| Failure::input(&e))
}

/// Who played the run of that folder, and how much.
pub(super) fn planned(folder: &Path, run: &RunFile) -> Result<(Matchup, Plan), Failure> {
    let scenario = kept::read_back(folder, &run.identity.scenario.name)?;
    if kept::have_changed(&scenario, &run.identity) {
        let shown = folder.display();
        return Err(Failure::Input(format!(
            "the inputs in `{shown}` are not those of the run: `turnlab verify` tells which have been changed"
        )));
    }
    let matchup = Matchup::new(scenario.into());
    let plan = run.order(&matchup).and_then(Plan::new).map_err(|e| Failure::input(&e))?;
    Ok((matchup, plan))
}

/// What was finished is not written anew from less than it was made of.
fn lacks_blocks(path: &Path, there: u64, finished: u64) -> Failure {
    let (shown, word) = (path.display(), shell_word(&path.to_string_lossy()));
    Failure::Broken(format!(
        "`{shown}` has blocks of {there} of its {finished} games: `turnlab run --out {word} --resume` plays the others again; nothing was written"
    ))
}

/// The files of a finished run that are not as they were written.
fn changed(folder: &Path) -> Result<Vec<String>, Failure> {
    let Ok(manifest) = Manifest::read(folder) else { return Ok(Vec::new()) };
    let mut changed = Vec::new();
    for FileEntry { name, blake3, .. } in manifest.files {
        let path = folder.join(&name);
        if path.exists() && hash_of(&path)? != blake3 {
            changed.push(name);
        }
    }
    Ok(changed)
}

/// Derives everything of the run in that folder; says how many games it has, of how many planned.
fn again(path: &Path, keep: Keep, format: Format) -> Result<(Derived, u64, u64), Failure> {
    // Looked at first, so that nothing is made where no run is.
    look_for(path)?;
    RunFile::read(path).map_err(|e| Failure::input(&e))?;
    let finished = Manifest::read(path).map_or(0, |manifest| manifest.games_done);
    if finished > 0 && !path.join(BLOCKS).exists() {
        return Err(lacks_blocks(path, 0, finished));
    }
    let folder = RunFolder::at(path, Existing::Continue).map_err(refused)?;
    changed(path)?.iter().for_each(|name| term::say(&format!("note: `{name}` had been changed: it is written anew")));
    let run = RunFile::read(path).map_err(|e| Failure::input(&e))?;
    let (matchup, plan) = planned(path, &run)?;
    let mut store = Store::open(folder, &run, &plan).map_err(|e| Failure::broken(&e))?;
    for fault in store.damaged() {
        term::say(&format!("note: {fault}; it is set aside: `turnlab run --out DIR --resume` plays its games again"));
    }
    let outcome = count(&plan, &store).map_err(|e| Failure::broken(&e))?;
    let there = outcome.tally.games();
    if there < finished {
        return Err(lacks_blocks(path, there, finished));
    }
    let derived = derive(&mut store, &run, &plan, &outcome, keep, format, matchup.scenario());
    Ok((derived.map_err(|e| Failure::broken(&e))?, outcome.tally.games(), plan.games()))
}
