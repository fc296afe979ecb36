//! Plays the games that a store lacks: the one place where the commands that play games do.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread::available_parallelism;

use super::interrupt::Interrupt;
use super::meter::Meter;
use crate::batch::tables::{Driver, Tables};
use crate::batch::worker::PlayGame;
use crate::cli::args::{DriveArgs, DriverArg};
use crate::report::manifest::Timing;
use crate::study::{Control, Results, Store, Study, StudyError};
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
    let programs = study.matchup().programs();
    if let Some(programs) = programs {
        interrupt.ends(programs);
    }
    let games = part.as_ref().map_or(plan.games(), |blocks| plan.games_in(blocks).count() as u64);
    let target = plan.target_error().filter(|_| part.is_none());
    let threads = drive.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let before = store.games(plan);
    let mut meter = Meter::new(games, target, drive.quiet);
    let control = Control {
        threads: Some(threads),
        driver: drive.driver.into(),
        cancel: interrupt.flag(),
        part,
        progress: &mut |progress| meter.hear(progress),
    };
    let results = study.run(store, control);
    let seconds = meter.end().as_secs_f64();
    if let Some(programs) = programs {
        programs.end();
    }
    let results = results?;
    let games = results.outcome.tally.games().saturating_sub(before);
    let timing = Timing::new(games, seconds, threads.get(), drive.driver.name());
    Ok(Played { results, timing })
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
