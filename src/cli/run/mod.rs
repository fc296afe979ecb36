//! `turnlab run`: many games, measured.
//!
//! ```text
//! Job (a study and its store) -> Study::run -> Results -> derive (tables, manifest) -> a summary
//! ```

pub(super) mod interrupt;
pub(super) mod job;
mod meter;
pub(super) mod play;

use std::path::Path;

use interrupt::Interrupt;
use job::Job;
use play::{Played, aborted, play};

use super::args::{RunArgs, ShelfArgs, SummaryFormat};
use super::failure::{Failure, chain};
use super::term;
use crate::batch::plan::Plan;
use crate::batch::stop::{Needed, Stop, games_needed};
use crate::cards::wording::{counted, message};
use crate::report::derive::{Derived, Format, derive};
use crate::report::format::shell_word;
use crate::report::manifest::Timing;
use crate::report::summary::Summary;
use crate::scenario::Scenario;
use crate::study::identity::{RunFile, StandInEntry};
use crate::study::{Results, Store, StudyError};

/// Plays, writes, and sums up.
pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    let interrupt = Interrupt::listen()?;
    let Job { study, mut store, notes } = Job::new(args, &interrupt)?;
    let plan = study.plan();
    for note in &notes {
        term::say(&format!("note: {}", message(note)));
    }
    if let Some(warning) = out_of_reach(plan).filter(|_| !args.drive.quiet) {
        term::say(&warning);
    }
    let played = play(&study, &mut store, None, &args.drive, &interrupt);
    let Played { results, timing } = played.map_err(|error| broken_off(args, &error, &store, plan))?;
    for fault in &results.faults {
        term::say(&format!("note: {}", message(fault)));
    }
    let derived = write(args, &mut store, &study, &results, &timing)?;
    tell(args, study.matchup().scenario(), plan, store.path(), &results, &derived, &timing)
}

/// Why a run failed, how much of it is kept, and how it goes on.
fn broken_off<E: std::error::Error + 'static>(
    args: &RunArgs,
    error: &StudyError<E>,
    store: &Store,
    plan: &Plan,
) -> Failure {
    let (kept, folder) = (store.games(plan), store.path().to_string_lossy());
    let why = chain(error);
    // Somebody has taken the folder away, with all that was kept, or given it another name.
    if RunFile::read(store.path()).is_err() {
        return Failure::Broken(format!("{why}; `{folder}` is not there any more, or not what it was"));
    }
    let kept = match kept {
        0 => "nothing of it is kept".to_owned(),
        n => format!("{} kept", counted(n, "game is", "games are")),
    };
    Failure::Broken(format!("{why}; {kept} in `{folder}`; go on with {}", go_on(args, store.path())))
}

/// The command by which the run in that folder goes on.
fn go_on(args: &RunArgs, folder: &Path) -> String {
    let agents = if args.drive.allow_agents { " --allow-agents" } else { "" };
    format!("turnlab run --out {} --resume{agents}", shell_word(&folder.to_string_lossy()))
}

/// Every file that is derived from what was played.
fn write(
    args: &RunArgs,
    store: &mut Store,
    study: &crate::study::Study,
    results: &Results,
    timing: &Timing,
) -> Result<Derived, Failure> {
    let broken = |error: &(dyn std::error::Error + 'static), store: &Store| {
        let folder = store.path().to_string_lossy().into_owned();
        let go_on = format!("turnlab export {}", shell_word(&folder));
        Failure::Broken(format!("{}; what was played is kept in `{folder}`; write the rest with {go_on}", chain(error)))
    };
    let derived = derive(
        store,
        study.file(),
        study.plan(),
        &results.outcome,
        args.keep.into(),
        Format::Csv,
        study.matchup().scenario(),
    );
    let mut derived = derived.map_err(|error| broken(&error, store))?;
    let written = timing.write(store.path()).map_err(|error| broken(&error, store))?;
    // The manifest stays the last of them.
    derived.files.insert(derived.files.len().saturating_sub(1), written);
    Ok(derived)
}

/// That the rule will hardly be met with the games allowed, and how many it would take.
fn out_of_reach(plan: &Plan) -> Option<String> {
    let (until, allowed) = (plan.until()?, plan.games());
    let takes = match games_needed(plan, until) {
        Needed::Games(needed) if needed > allowed => format!("about {needed} games"),
        Needed::Never => "more games than there can be".to_owned(),
        Needed::Games(_) | Needed::Unknown => return None,
    };
    Some(format!("warning: {until} takes {takes}, and this run has at most {allowed}: see --games"))
}

/// The summary on standard output; where its form has no room for what to do next, that on standard error.
fn tell(
    args: &RunArgs,
    scenario: &Scenario,
    plan: &Plan,
    folder: &Path,
    results: &Results,
    derived: &Derived,
    timing: &Timing,
) -> Result<(), Failure> {
    let manifest = &derived.manifest;
    let with_stand_ins = |deck: &&StandInEntry| deck.count().is_told();
    let stand_ins: Vec<StandInEntry> = manifest.run.identity.stand_ins.iter().filter(with_stand_ins).cloned().collect();
    let summary = Summary {
        name: scenario.name(),
        // A run with decks of its own goes on from what it kept.
        scenario: args
            .study
            .scenario
            .as_deref()
            .filter(|_| args.study.deck.is_empty() && args.shelf == ShelfArgs::default()),
        allow_agents: args.drive.allow_agents,
        plan,
        outcome: &results.outcome,
        estimates: &derived.estimates,
        games_per_second: Some(timing.games_per_second),
        folder: Some(folder),
        files: &derived.files,
        stand_ins: &stand_ins,
        warnings: &manifest.warnings,
        table_time: scenario.table_time(),
    };
    let table = summary.table();
    let interrupted = results.outcome.stop == Stop::Interrupted;
    if args.format == SummaryFormat::Csv {
        // A table has no other place for it.
        let much = stand_ins.iter().filter_map(StandInEntry::warning);
        much.for_each(|warning| term::say(&format!("warning: {warning}")));
    }
    if !args.drive.quiet {
        manifest.warnings.iter().for_each(|warning| term::say(&format!("note: {warning}")));
    }
    if args.format != SummaryFormat::Table && (interrupted || !args.drive.quiet) {
        term::say(table.rsplit("\n\n").next().unwrap_or_default().trim_end());
    }
    term::print(&match args.format {
        SummaryFormat::Table => table,
        SummaryFormat::Json => summary.json().map_err(|e| Failure::broken(&e))?,
        SummaryFormat::Csv => csv(&summary)?,
    })?;
    match &results.aborted {
        Some(fault) => {
            let (games, folder) = (counted(results.outcome.tally.games(), "game is", "games are"), folder.display());
            Err(Failure::Broken(format!("{}; {games} kept in `{folder}`, that one included", aborted(fault))))
        }
        None if interrupted => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

fn csv(summary: &Summary<'_>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    summary.csv(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
