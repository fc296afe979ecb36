//! `turnlab shard`: a run cut into pieces that any number of machines play.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use super::args::{ShardMergeArgs, ShardPlanArgs, ShardRunArgs, ShardVerb};
use super::failure::Failure;
use super::run::job::refused;
use super::run::{driver, interrupt, meter::Meter};
use super::shelf::Own;
use super::{load, permit, seating, term};
use crate::batch::plan::Order;
use crate::batch::stop::Stop;
use crate::cards::wording::counted;
use crate::report::derive::derive;
use crate::scenario::Scenario;
use crate::study::folder::{Existing, RunFolder};
use crate::study::identity::RunFile;
use crate::study::inputs::write_inputs;
use crate::study::run::count;
use crate::study::shard::{ShardError, ShardPlan};
use crate::study::{Control, Store, Study, kept};
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
        _ => Failure::input(error),
    }
}

fn plan(args: &ShardPlanArgs) -> Result<(), Failure> {
    // Nothing is played here, so no program is started.
    let own = Own::new(&args.shelf)?;
    let matchup = Matchup::new(seating::seat(&load::path(args.scenario.as_deref()), &args.deck, &own)?.into());
    let asked = Order::of(&matchup);
    let order = Order {
        games: args.games.unwrap_or(asked.games),
        seed: args.seed.unwrap_or(asked.seed),
        target_error: args.target_error.or(asked.target_error),
        ..asked
    };
    let study = Study::new(matchup, order, args.rows).map_err(|e| Failure::input(&e))?;
    let plan = ShardPlan::new(&study, args.shards).map_err(|e| failed(&e))?;
    plan.write(&args.out).map_err(|e| Failure::broken(&e))?;
    let (games, shards) = (study.plan().games(), counted(args.shards, "shard", "shards"));
    term::print(&format!("{games} games in {shards}: {}\n", args.out.display()))
}

fn run(args: &ShardRunArgs) -> Result<(), Failure> {
    let plan = ShardPlan::read(&args.plan).map_err(|e| failed(&e))?;
    let blocks = plan.shard(args.id).map_err(|e| failed(&e))?;
    let place = ShardPlan::place(&args.out, args.id);
    let folder = RunFolder::at(&place, Existing::Continue).map_err(refused)?;
    if plan.is_done(&args.out, args.id).map_err(|e| failed(&e))? {
        return term::print(&format!("shard {} is whole already: {}\n", args.id, place.display()));
    }
    write_inputs(&place, &plan.inputs()).map_err(|e| Failure::broken(&e))?;
    let matchup = permit::matchup(scenario(&plan, &place)?, args.allow_agents)?;
    let study = study(&plan, &args.plan, matchup)?;
    let mut store = match RunFile::read(&place) {
        Ok(run) if run.identity.id() != plan.run.identity.id() => {
            let why = "it is of another run".to_owned();
            return Err(failed(&ShardError::Other { path: place, why }));
        }
        _ => Store::open(folder, study.file(), study.plan()).map_err(|e| Failure::broken(&e))?,
    };
    let programs = study.matchup().programs().cloned();
    let cancel = interrupt::flag(programs.clone())?;
    let games = study.plan().block(blocks.end - 1).games.end - study.plan().block(blocks.start).games.start;
    let mut meter = Meter::new(games, None, args.quiet);
    let threads = args.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let control = Control {
        threads: Some(threads),
        driver: driver(args.driver),
        cancel: &cancel,
        part: Some(blocks),
        progress: &mut |progress| meter.hear(progress),
    };
    let played = study.run(&mut store, control);
    meter.end();
    programs.iter().for_each(|programs| programs.end());
    let results = played.map_err(|e| Failure::broken(&e))?;
    if results.outcome.stop == Stop::Interrupted {
        return Err(Failure::Interrupted);
    }
    plan.finish(&store, args.id).map_err(|e| failed(&e))?;
    term::print(&format!("shard {}: {games} games: {}\n", args.id, place.display()))
}

/// The scenario of a plan, whose inputs are in that folder.
fn scenario(plan: &ShardPlan, folder: &Path) -> Result<Scenario, Failure> {
    Ok(kept::read_back(folder, &plan.run.identity.scenario.name)?)
}

/// The study of a plan: this program must be one that plays that very run.
fn study(plan: &ShardPlan, path: &Path, matchup: Matchup) -> Result<Study, Failure> {
    let (games, seed, target_error) = (plan.run.games_asked, plan.run.identity.seed, plan.run.target_error);
    let order = Order { games, seed, target_error, ..Order::of(&matchup) };
    let study = Study::new(matchup, order, plan.run.identity.rows).map_err(|e| Failure::input(&e))?;
    let differences = plan.run.identity.differences(&study.file().identity);
    let blocks = plan.shards.last().map_or(0, |last| last.end);
    if differences.is_empty() && blocks == study.plan().blocks() {
        return Ok(study);
    }
    let why = if differences.is_empty() { "it has other blocks".to_owned() } else { differences.join("; ") };
    Err(failed(&ShardError::Plan { path: path.to_owned(), why }))
}

fn merge(args: &ShardMergeArgs) -> Result<(), Failure> {
    let shards = ShardPlan::read(&args.plan).map_err(|e| failed(&e))?;
    shards.look(&args.folder).map_err(|e| failed(&e))?;
    let existing = if args.force { Existing::Replace } else { Existing::Refuse };
    let again = RunFile::read(&args.out).is_ok_and(|run| run == shards.run);
    let folder = RunFolder::at(&args.out, if again { Existing::Continue } else { existing }).map_err(refused)?;
    // What the run is comes first: who is stopped in the middle can do it again.
    write_inputs(folder.path(), &shards.inputs()).map_err(|e| Failure::broken(&e))?;
    let study = study(&shards, &args.plan, Matchup::new(scenario(&shards, folder.path())?.into()))?;
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
    let derived = derive(&mut store, &shards.run, study.plan(), &outcome, args.keep.into());
    derived.map_err(|e| Failure::broken(&e))?;
    let (games, shards) = (outcome.tally.games(), counted(shards.shards.len() as u64, "shard", "shards"));
    term::print(&format!("{games} games of {shards}: {}\n", args.out.display()))
}
