//! A run: games played, files written, the manifest last.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::meter::Meter;
use crate::agents::Gift;
use crate::batch::estimate::{Estimate, bars, estimates};
use crate::batch::plan::Plan;
use crate::batch::runner::{Checkpoint, Outcome, RunOptions, Sink, run};
use crate::batch::worker::PlayGame;
use crate::cli::failure::Failure;
use crate::game::event::RefusalReason;
use crate::report::csv::{RowFiles, write_statistics};
use crate::report::manifest::{Manifest, Origin, StandInEntry, Timing, write_checkpoint};
use crate::report::part_file::{FileEntry, WriteError};
use crate::table::record::{Aborted, GameRecord};

/// What is to be played, and how.
pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) origin: Origin,
    /// Where the files go.
    pub(super) folder: &'a Path,
    /// Where an earlier run stopped.
    pub(super) from: Option<Checkpoint>,
    /// What was ignored of the scenario's files.
    pub(super) warnings: Vec<String>,
    pub(super) threads: NonZeroUsize,
    pub(super) driver: &'static str,
    pub(super) quiet: bool,
    /// Set when the user wants it to end.
    pub(super) cancel: &'a AtomicBool,
}

/// What came of it.
pub(super) struct Results {
    pub(super) outcome: Outcome,
    pub(super) estimates: Vec<Estimate>,
    pub(super) manifest: Manifest,
    /// Everything in the folder that this run wrote.
    pub(super) files: Vec<FileEntry>,
    pub(super) timing: Timing,
    /// The game that ended the run, if the fault policy ended it.
    pub(super) aborted: Option<Aborted>,
    /// What went wrong with an agent, of each seat the first of each kind.
    pub(super) faults: Vec<String>,
}

/// Rows being written, with an eye on games that are aborted, and on the first fault of each kind.
struct Watched<'a> {
    rows: &'a mut RowFiles,
    aborted: Option<Aborted>,
    faults: BTreeMap<(Arc<str>, &'static str), String>,
}

impl Sink for Watched<'_> {
    type Error = WriteError;

    fn game(&mut self, record: &GameRecord) -> Result<(), WriteError> {
        if self.aborted.is_none() {
            self.aborted = record.aborted();
        }
        for row in &record.choices {
            if let Gift::Fault(fault) = &row.given.gift {
                let told = || format!("`{}` in game {}: {fault}", row.seat, row.game);
                self.faults.entry((Arc::clone(&row.seat), RefusalReason::from(fault).name())).or_insert_with(told);
            }
        }
        self.rows.game(record)
    }
}

impl Run<'_> {
    /// Plays the games and writes every file, whoever stops the run. Without all of them there is no manifest.
    ///
    /// # Errors
    /// When a game cannot be played or a file cannot be written; an earlier run in the folder can then still go on.
    pub(super) fn play(mut self, play: &impl PlayGame) -> Result<Results, Failure> {
        let from = self.from.take();
        let before = from.as_ref().map_or(0, |from| from.tally.games());
        let mut rows = self.rows(before)?;
        let mut meter = Meter::new(self.plan.games(), before, self.plan.target_error(), self.quiet);
        let options = RunOptions { threads: Some(self.threads), cancel: self.cancel, from };
        let mut watched = Watched { rows: &mut rows, aborted: None, faults: BTreeMap::new() };
        let outcome = run(self.plan, play, &mut watched, options, &mut |progress| meter.hear(progress));
        let (aborted, faults) = (watched.aborted, watched.faults.into_values().collect());
        let seconds = meter.end().as_secs_f64();
        let outcome = outcome.map_err(|e| Failure::broken(&e))?;
        let games = outcome.tally.games() - before;
        let timing = Timing::new(games, seconds, self.threads.get(), self.driver);
        let results = self.write(rows, outcome, timing).map_err(|e| Failure::broken(&e))?;
        Ok(Results { aborted, faults, ..results })
    }

    fn rows(&self, before: u64) -> Result<RowFiles, Failure> {
        let entrants = self.plan.entrants().len() as u64;
        RowFiles::resume(self.folder, before, entrants, !self.origin.reproducible).map_err(|e| Failure::broken(&e))
    }

    /// Rows first and the manifest last: at every moment the folder holds rows for whatever its manifest promises.
    fn write(self, rows: RowFiles, outcome: Outcome, timing: Timing) -> Result<Results, WriteError> {
        let mut estimates = estimates(self.plan, &outcome.tally);
        estimates.extend(self.origin.stand_ins.iter().flat_map(StandInEntry::estimates));
        let mut files = rows.finish()?;
        let [summary, hist] = write_statistics(self.folder, &estimates, bars(self.plan, &outcome.tally))?;
        let checkpoint = write_checkpoint(self.folder, &outcome.checkpoint)?;
        files.extend([summary, hist, checkpoint]);
        let mut manifest = Manifest::new(self.origin, self.plan, &outcome, files.clone());
        manifest.warnings.extend(self.warnings);
        files.push(timing.write(self.folder)?);
        files.push(manifest.write(self.folder)?);
        Ok(Results { outcome, estimates, manifest, files, timing, aborted: None, faults: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::fs;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::batch::fake::{Fake, order};
    use crate::batch::plan::Order;
    use crate::batch::stop::Stop;
    use crate::report::inputs::Input;
    use crate::report::manifest::read_checkpoint;

    const FAKE: Fake = Fake { players: 4, seed: 7 };

    /// Pulls the cord as soon as a game is asked for.
    struct Impatient<'a> {
        at: u64,
        cancel: &'a AtomicBool,
    }

    impl PlayGame for Impatient<'_> {
        type Error = Infallible;

        fn play(&self, game: u64) -> Result<GameRecord, Infallible> {
            self.cancel.fetch_or(game >= self.at, Ordering::Relaxed);
            FAKE.play(game)
        }
    }

    fn run_of<'a>(plan: &'a Plan, folder: &'a Path, from: Option<Checkpoint>, cancel: &'a AtomicBool) -> Run<'a> {
        let entry = Input::new("s.toml", "").entry();
        let origin =
            Origin { scenario: entry.clone(), decks: vec![], catalog: entry, reproducible: true, stand_ins: vec![] };
        let threads = NonZeroUsize::new(2).unwrap();
        Run { plan, origin, folder, from, warnings: vec![], threads, driver: "direct", quiet: true, cancel }
    }

    fn play(order: Order, folder: &Path, from: Option<Checkpoint>) -> Results {
        let plan = Plan::new(order).unwrap();
        run_of(&plan, folder, from, &AtomicBool::new(false)).play(&FAKE).unwrap()
    }

    /// All files but the one that differs from run to run.
    fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let files = entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap()));
        files.filter(|(name, _)| name != "timing.json").collect()
    }

    #[test]
    fn a_run_leaves_all_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let results = play(order(4, 400, true), folder.path(), None);
        let names: Vec<String> = bytes(folder.path()).into_keys().collect();
        assert_eq!(names, ["checkpoint.json", "games.csv", "hist.csv", "manifest.json", "seats.csv", "summary.csv"]);
        assert_eq!(Manifest::read(folder.path()).unwrap(), results.manifest);
        assert!(results.files.iter().any(|file| file.name == "timing.json"));
        assert!(results.manifest.files.iter().all(|file| file.name != "timing.json"));
    }

    #[test]
    fn stopped_and_extended_runs_have_the_files_of_fresh_ones() {
        let (fresh, resumed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        play(order(4, 2000, true), fresh.path(), None);
        let cancel = AtomicBool::new(false);
        let plan = Plan::new(order(4, 2000, true)).unwrap();
        let impatient = Impatient { at: 700, cancel: &cancel };
        let stopped = run_of(&plan, resumed.path(), None, &cancel).play(&impatient).unwrap();
        assert_eq!((stopped.outcome.stop, stopped.manifest.stop.rule.as_str()), (Stop::Interrupted, "interrupted"));
        let kept = stopped.outcome.tally.games();
        assert!(kept < 2000 && kept.is_multiple_of(256), "{kept} games kept");
        let rows = fs::read_to_string(resumed.path().join("games.csv")).unwrap().lines().count();
        assert_eq!(rows as u64, kept + 1);
        play(order(4, 900, true), resumed.path(), Some(read_checkpoint(resumed.path()).unwrap()));
        play(order(4, 2000, true), resumed.path(), Some(read_checkpoint(resumed.path()).unwrap()));
        assert!(bytes(fresh.path()) == bytes(resumed.path()));
    }

    #[test]
    fn a_run_stopped_at_once_can_go_on() {
        let (fresh, resumed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        play(order(4, 300, true), fresh.path(), None);
        let plan = Plan::new(order(4, 300, true)).unwrap();
        let stopped = run_of(&plan, resumed.path(), None, &AtomicBool::new(true)).play(&FAKE).unwrap();
        assert_eq!((stopped.outcome.tally.games(), stopped.manifest.games_done), (0, 0));
        play(order(4, 300, true), resumed.path(), Some(read_checkpoint(resumed.path()).unwrap()));
        assert!(bytes(fresh.path()) == bytes(resumed.path()));
    }

    #[test]
    fn a_run_that_fails_leaves_an_earlier_one_as_it_was() {
        struct Broken;
        impl PlayGame for Broken {
            type Error = std::fmt::Error;
            fn play(&self, _: u64) -> Result<GameRecord, std::fmt::Error> {
                Err(std::fmt::Error)
            }
        }
        let folder = tempfile::tempdir().unwrap();
        play(order(4, 300, true), folder.path(), None);
        let before = bytes(folder.path());
        let plan = Plan::new(order(4, 600, true)).unwrap();
        let from = Some(read_checkpoint(folder.path()).unwrap());
        let failure = run_of(&plan, folder.path(), from, &AtomicBool::new(false)).play(&Broken).err().unwrap();
        assert!(matches!(failure, Failure::Broken(_)));
        assert!(failure.to_string().starts_with("game 256 could not be played: "), "{failure}");
        assert!(bytes(folder.path()) == before);
    }
}
