//! `turnlab export`: what is derived from a run's blocks, written again.

use super::args::ExportArgs;
use super::failure::Failure;
use super::run::job::refused;
use super::term;
use crate::batch::plan::Plan;
use crate::cards::wording::counted;
use crate::report::derive::derive;
use crate::study::folder::{Existing, RunFolder};
use crate::study::identity::RunFile;
use crate::study::run::count;
use crate::study::{Store, kept};
use crate::table::Matchup;

/// Writes the tables and the manifest of the run in that folder; its games are counted, not played.
pub(super) fn export(args: &ExportArgs) -> Result<(), Failure> {
    // Looked at first, so that nothing is made where no run is.
    RunFile::read(&args.folder).map_err(|e| Failure::input(&e))?;
    let folder = RunFolder::at(&args.folder, Existing::Continue).map_err(refused)?;
    let run = RunFile::read(&args.folder).map_err(|e| Failure::input(&e))?;
    let plan = plan_of(args, &run)?;
    let mut store = Store::open(folder, &run, &plan).map_err(|e| Failure::broken(&e))?;
    for fault in store.damaged() {
        term::say(&format!("note: {fault}; it is set aside: `turnlab run --out DIR --resume` plays its games again"));
    }
    let outcome = count(&plan, &store).map_err(|e| Failure::broken(&e))?;
    let derived = derive(&mut store, &run, &plan, &outcome, args.keep.into()).map_err(|e| Failure::broken(&e))?;
    let names: Vec<&str> = derived.files.iter().map(|file| file.name.as_str()).collect();
    let games = counted(outcome.tally.games(), "game", "games");
    term::print(&format!("{games} of {} in {}: {}\n", plan.games(), args.folder.display(), names.join(", ")))
}

/// The plan of a run, from what it kept.
fn plan_of(args: &ExportArgs, run: &RunFile) -> Result<Plan, Failure> {
    let scenario = kept::read_back(&args.folder, &run.identity.scenario.name)?;
    Plan::new(run.order(&Matchup::new(scenario.into()))).map_err(|e| Failure::input(&e))
}
