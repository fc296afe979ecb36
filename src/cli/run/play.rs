//! Plays the games that a store lacks: the one place where the commands that play games do.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread::available_parallelism;

use super::interrupt::Interrupt;
use super::meter::Meter;
use crate::batch::plan::Plan;
use crate::batch::runner::{self, RunOptions, Sink};
use crate::batch::stop::Stop;
use crate::batch::tables::{Driver, Tables};
use crate::batch::worker::PlayGame;
use crate::cli::args::{DriveArgs, DriverArg};
use crate::cli::failure::Failure;
use crate::report::manifest::Timing;
use crate::study::{Control, Results, Store, Study, StudyError};
use crate::table::Matchup;
use crate::table::record::Aborted;

/// What was played.
pub(in crate::cli) struct Played {
    pub(in crate::cli) results: Results,
    /// How long it took.
    pub(in crate::cli) timing: Timing,
}

/// Plays what that store lacks of a study, or of those blocks of it; its programs are ended then, whatever comes of it.
///
/// # Errors
/// As [`Study::run`]; what was finished before is kept.
pub(in crate::cli) fn play(
    study: &Study,
    store: &mut Store,
    part: Option<Range<u64>>,
    drive: &DriveArgs,
    interrupt: &Interrupt,
) -> Result<Played, StudyError<<Tables as PlayGame>::Error>> {
    let plan = study.plan();
    let programs = interrupt.ends(study.matchup());
    let threads = drive.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let before = store.games(plan);
    let mut meter = Meter::new(plan, part.as_ref(), drive.quiet);
    let control = Control {
        threads: Some(threads),
        driver: drive.driver.into(),
        cancel: interrupt.flag(),
        part,
        progress: &mut |progress| meter.hear(progress),
    };
    let results = study.run(store, control);
    let seconds = meter.end().as_secs_f64();
    drop(programs);
    let results = results?;
    let games = results.outcome.tally.games().saturating_sub(before);
    let timing = Timing::new(games, seconds, threads.get(), drive.driver.name());
    Ok(Played { results, timing })
}

/// Plays all of a plan and hands its games on in order, without a store; the programs of the matchup are ended then.
///
/// # Errors
/// When a game can't be played, or somebody asks for the end.
pub(in crate::cli) fn play_unkept(
    matchup: &Matchup,
    plan: &Plan,
    sink: &mut impl Sink<Error = Infallible>,
    drive: &DriveArgs,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let _programs = interrupt.ends(matchup);
    let tables = Tables { matchup: matchup.clone(), driver: drive.driver.into() };
    let options = RunOptions { threads: drive.threads, cancel: interrupt.flag(), part: None, kept: None };
    let mut meter = Meter::new(plan, None, drive.quiet);
    let outcome = runner::run(plan, &tables, sink, options, &mut |progress| meter.hear(progress));
    meter.end();
    match outcome.map_err(|e| Failure::broken(&e))?.stop {
        Stop::Interrupted => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

/// Why a run is over that a fault has aborted.
pub(in crate::cli) fn aborted(Aborted { game, seat, why }: &Aborted) -> String {
    format!("game {game} was aborted, as `on_fault` says: `{seat}`: {why}")
}

impl From<DriverArg> for Driver {
    fn from(asked: DriverArg) -> Driver {
        match asked {
            DriverArg::Actors => Driver::Actors,
            DriverArg::Direct => Driver::Direct,
        }
    }
}

impl DriverArg {
    /// Its name, as it is typed.
    const fn name(self) -> &'static str {
        match self {
            DriverArg::Actors => "actors",
            DriverArg::Direct => "direct",
        }
    }
}
