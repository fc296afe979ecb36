//! `turnlab shard`: a run cut into pieces that any number of machines play.

use std::io::ErrorKind;
use std::path::Path;

use super::args::{ShardMergeArgs, ShardPlanArgs, ShardRunArgs, ShardVerb};
use super::failure::{Failure, chain};
use super::new_file::{absent, unwritten};
use super::run::interrupt::Interrupt;
use super::run::job::refused;
use super::run::play::{Played, aborted, play};
use super::seating::typed;
use super::{permit, term};
use crate::batch::stop::Stop;
use crate::cards::wording::counted;
use crate::report::derive::{Format, derive};
use crate::scenario::Scenario;
use crate::study::folder::{Existing, FolderError, RunFolder};
use crate::study::identity::{RUN, RunFile};
use crate::study::inputs::write_inputs;
use crate::study::rows::Detail;
use crate::study::run::count;
use crate::study::seal::ReadError;
use crate::study::shard::{ShardError, ShardPlan};
use crate::study::{Store, Study, kept};
use crate::table::Matchup;

/// Does that with shards.
pub(super) fn shard(verb: &ShardVerb) -> Result<(), Failure> {
    match verb {
        ShardVerb::Plan(args) => plan(args),
        ShardVerb::Run(args) => run(args),
        ShardVerb::Merge(args) => merge(args),
    }
}

/// What is the user's to mend, and what is not.
fn failed(error: &ShardError) -> Failure {
    match error {
        ShardError::Write(_) | ShardError::Store(_) => Failure::broken(error),
        ShardError::Read(ReadError::Unreadable { path, source }) if source.kind() == ErrorKind::NotFound => {
            Failure::Input(format!("no file `{}`", path.display()))
        }
        _ => Failure::input(error),
    }
}

fn plan(args: &ShardPlanArgs) -> Result<(), Failure> {
    // Nothing is played here, so no program is started.
    let matchup = Matchup::new(typed(&args.study, &args.shelf)?.into());
    let order = args.study.order(args.rule.rule(), &matchup, None).map_err(|e| Failure::input(&e))?;
    let study =
        Study::new(matchup, order, Detail { rows: args.rows, turns: args.turns }).map_err(|e| Failure::input(&e))?;
    let plan = ShardPlan::new(&study, args.shards).map_err(|e| failed(&e))?;
    // The same again changes nothing.
    if !ShardPlan::read(&args.out).is_ok_and(|old| old == plan) {
        absent("--out", &args.out)?;
        plan.write(&args.out).map_err(|e| unwritten(&e))?;
    }
    let (games, shards) = (study.plan().games(), counted(args.shards, "shard", "shards"));
    term::print(&format!("{games} games in {shards}: {}\n", args.out.display()))
}

fn run(args: &ShardRunArgs) -> Result<(), Failure> {
    let interrupt = Interrupt::listen()?;
    let plan = ShardPlan::read(&args.plan).map_err(|e| failed(&e))?;
    let blocks = plan.shard(args.id).map_err(|e| failed(&e))?;
    let place = ShardPlan::place(&args.out, args.id);
    if plan.is_done(&args.out, args.id).map_err(|e| failed(&e))? {
        return term::print(&format!("shard {} is whole already: {}\n", args.id, place.display()));
    }
    let study = study(&plan, &args.plan, permit::matchup(scenario(&plan)?, args.drive.allow_agents)?)?;
    let folder = RunFolder::at(&place, Existing::Continue).map_err(refused)?;
    if RunFile::read(&place).is_ok_and(|run| run.identity.id() != plan.run.identity.id()) {
        return Err(failed(&ShardError::Other { path: place, why: "it is of another run".to_owned() }));
    }
    let store = Store::create(folder, &plan.inputs(), study.file(), study.plan());
    let mut store = store.map_err(|e| Failure::broken(&e))?;
    let games = study.plan().games_in(&blocks).count();
    let played = play(&study, &mut store, Some(blocks), &args.drive, &interrupt);
    let Played { results, .. } = played.map_err(|e| Failure::broken(&e))?;
    if results.outcome.stop == Stop::Interrupted {
        return Err(Failure::Interrupted);
    }
    if let Some(fault) = &results.aborted {
        return Err(Failure::Broken(aborted(fault)));
    }
    plan.finish(&store, args.id).map_err(|e| failed(&e))?;
    term::print(&format!("shard {}: {games} games: {}\n", args.id, place.display()))
}

/// The scenario that a plan carries.
fn scenario(plan: &ShardPlan) -> Result<Scenario, Failure> {
    Ok(kept::from_inputs(&plan.inputs(), &plan.run.identity.scenario.name)?)
}

/// The study of a plan: this program must be one that plays that very run.
fn study(plan: &ShardPlan, path: &Path, matchup: Matchup) -> Result<Study, Failure> {
    let order = plan.run.order(&matchup).map_err(|e| Failure::input(&e))?;
    let study = Study::new(matchup, order, plan.run.identity.detail()).map_err(|e| Failure::input(&e))?;
    let differences = plan.run.identity.differences(&study.file().identity);
    let blocks = plan.shards.last().map_or(0, |last| last.end);
    if differences.is_empty() && blocks == study.plan().blocks() {
        return Ok(study);
    }
    let why = if differences.is_empty() { "it has other blocks".to_owned() } else { differences.join("; ") };
    Err(failed(&ShardError::Plan { path: path.to_owned(), why }))
}

/// Why the shards can't be merged into a folder: where a run is, it can be replaced but not gone on with.
fn taken(error: FolderError) -> Failure {
    match &error {
        FolderError::NotEmpty { path } if path.join(RUN).exists() => {
            Failure::Input(chain(&error) + "; choose another --out, or replace it with --force")
        }
        _ => refused(error),
    }
}

fn merge(args: &ShardMergeArgs) -> Result<(), Failure> {
    let shards = ShardPlan::read(&args.plan).map_err(|e| failed(&e))?;
    shards.look(&args.folder).map_err(|e| failed(&e))?;
    let study = study(&shards, &args.plan, Matchup::new(scenario(&shards)?.into()))?;
    let existing = if args.force { Existing::Replace } else { Existing::Refuse };
    let again = RunFile::read(&args.out).is_ok_and(|run| run == shards.run);
    let folder = RunFolder::at(&args.out, if again { Existing::Continue } else { existing }).map_err(taken)?;
    // What the run is comes first: who is stopped in the middle can do it again.
    write_inputs(folder.path(), &shards.inputs()).map_err(|e| Failure::broken(&e))?;
    shards.run.write(folder.path()).map_err(|e| Failure::broken(&e))?;
    shards.gather(&args.folder, &folder).map_err(|e| failed(&e))?;
    let mut store = Store::open(folder, study.file(), study.plan()).map_err(|e| Failure::broken(&e))?;
    let outcome = count(study.plan(), &store).map_err(|e| Failure::broken(&e))?;
    if outcome.stop == Stop::Interrupted {
        let games = outcome.tally.games();
        return Err(Failure::Input(format!(
            "the shards in `{}` lack the games from {games} on",
            args.folder.display()
        )));
    }
    let derived = derive(
        &mut store,
        &shards.run,
        study.plan(),
        &outcome,
        args.keep.into(),
        Format::Csv,
        study.matchup().scenario(),
    );
    derived.map_err(|e| Failure::broken(&e))?;
    let (games, shards) = (outcome.tally.games(), counted(shards.shards.len() as u64, "shard", "shards"));
    term::print(&format!("{games} games of {shards}: {}\n", args.out.display()))
}
