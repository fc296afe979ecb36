//! `turnlab run`: many games, measured.
//!
//! ```text
//! Job (checked, nothing written) -> HeldFolder (a folder) -> Run (games, files) -> Results -> a summary
//! ```

mod earlier;
mod held_folder;
mod interrupt;
mod job;
mod meter;
mod running;

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use held_folder::HeldFolder;
use job::Job;
use running::{Results, Run};

use super::args::{DriverArg, RunArgs, ShelfArgs, SummaryFormat};
use super::failure::Failure;
use super::term;
use crate::batch::plan::Plan;
use crate::batch::stop::{Stop, games_needed};
use crate::batch::tables::{Driver, Tables};
use crate::cards::wording::{counted, message};
use crate::report::folder::Existing;
use crate::report::inputs::write_inputs;
use crate::report::manifest::StandInEntry;
use crate::report::summary::Summary;
use crate::table::record::Aborted;

/// Plays, writes, and sums up.
pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    let job = Job::new(args)?;
    if let Some(warning) = out_of_reach(&job.plan).filter(|_| !args.quiet) {
        term::say(&warning);
    }
    let place = claim(args, &job)?;
    let programs = job.matchup.programs().cloned();
    let cancel = interrupt::flag(programs.clone())?;
    let folder = place.folder.path();
    let name = job.matchup.scenario().name().to_owned();
    let run = Run {
        plan: &job.plan,
        origin: job.origin,
        folder,
        from: job.from,
        warnings: job.warnings,
        threads: args.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN),
        driver: driver_name(args.driver),
        quiet: args.quiet,
        cancel: &cancel,
    };
    let results = run.play(&Tables { matchup: job.matchup, driver: driver(args.driver) });
    programs.iter().for_each(|programs| programs.end());
    let results = results?;
    for fault in &results.faults {
        term::say(&format!("note: {}", message(fault)));
    }
    tell(args, &name, &job.plan, folder, &results)
}

/// That the target error will hardly be reached with the games allowed, and how many it would take.
fn out_of_reach(plan: &Plan) -> Option<String> {
    let (target, allowed) = (plan.target_error()?, plan.games());
    let takes = match games_needed(plan, target) {
        Some(needed) if needed <= allowed => return None,
        Some(needed) => format!("about {needed} games"),
        None => "more games than there can be".to_owned(),
    };
    Some(format!("warning: a target error of {target} takes {takes}, and this run has at most {allowed}: see --games"))
}

/// Takes the folder, and keeps there what the run is made from.
fn claim(args: &RunArgs, job: &Job) -> Result<HeldFolder, Failure> {
    let existing = match (args.resume, args.force) {
        (true, _) => Existing::Continue,
        (_, true) => Existing::Replace,
        _ => Existing::Refuse,
    };
    let place = match &args.out {
        Some(out) => HeldFolder::at(out, existing)?,
        None => HeldFolder::next_free(job.matchup.scenario().name(), job.plan.seed())?,
    };
    if job.from.is_none() {
        write_inputs(place.folder.path(), &job.inputs).map_err(|e| Failure::broken(&e))?;
    }
    Ok(place)
}

const fn driver(asked: DriverArg) -> Driver {
    match asked {
        DriverArg::Actors => Driver::Actors,
        DriverArg::Direct => Driver::Direct,
    }
}

const fn driver_name(asked: DriverArg) -> &'static str {
    match asked {
        DriverArg::Actors => "actors",
        DriverArg::Direct => "direct",
    }
}

/// The summary on standard output; where its form has no room for what to do next, that on standard error.
fn tell(args: &RunArgs, name: &str, plan: &Plan, folder: &Path, results: &Results) -> Result<(), Failure> {
    let summary = Summary {
        name,
        // A run with decks of its own goes on from what it kept.
        scenario: args.scenario.as_deref().filter(|_| args.deck.is_empty() && args.shelf == ShelfArgs::default()),
        allow_agents: args.allow_agents,
        plan,
        outcome: &results.outcome,
        estimates: &results.estimates,
        games_per_second: Some(results.timing.games_per_second),
        folder: Some(folder),
        files: &results.files,
        stand_ins: &results.manifest.stand_ins,
        warnings: &results.manifest.warnings,
    };
    let table = summary.table();
    let interrupted = results.outcome.stop == Stop::Interrupted;
    if args.format == SummaryFormat::Csv {
        // A table has no other place for it.
        let much = results.manifest.stand_ins.iter().filter_map(StandInEntry::warning);
        much.for_each(|warning| term::say(&format!("warning: {warning}")));
    }
    if !args.quiet {
        results.manifest.warnings.iter().for_each(|warning| term::say(&format!("note: {warning}")));
    }
    if args.format != SummaryFormat::Table && (interrupted || !args.quiet) {
        term::say(table.rsplit("\n\n").next().unwrap_or_default().trim_end());
    }
    term::print(&match args.format {
        SummaryFormat::Table => table,
        SummaryFormat::Json => summary.json().map_err(|e| Failure::broken(&e))?,
        SummaryFormat::Csv => csv(&summary)?,
    })?;
    match &results.aborted {
        Some(aborted) => Err(Failure::Broken(ended_by(aborted, results.outcome.tally.games(), folder))),
        None if interrupted => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

/// Why the run is over.
fn ended_by(Aborted { game, seat, why }: &Aborted, kept: u64, folder: &Path) -> String {
    let kept = counted(kept, "game is", "games are");
    let folder = folder.display();
    format!(
        "game {game} was aborted, as `on_fault` says: `{seat}`: {why}; {kept} kept in `{folder}`, that one included"
    )
}

fn csv(summary: &Summary<'_>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    summary.csv(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
