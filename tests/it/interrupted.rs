//! Runs that are broken off: what was finished is kept, and going on ends with the same bytes.

use std::convert::Infallible;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use turnlab::batch::plan::Order;
use turnlab::batch::stop::Stop;
use turnlab::batch::tables::Driver;
use turnlab::batch::worker::PlayGame;
use turnlab::scenario::Scenario;
use turnlab::study::Store;
use turnlab::study::folder::{Existing, RunFolder};
use turnlab::study::rows::{Detail, Rows};
use turnlab::study::run::{Control, Results, Study, count, play};
use turnlab::table::record::GameRecord;
use turnlab::table::{Matchup, play_direct};

/// Games of a study, with an interruption after so many.
struct Cut<'a> {
    matchup: &'a Matchup,
    left: AtomicU64,
    cancel: &'a AtomicBool,
    played: AtomicU64,
}

impl PlayGame for Cut<'_> {
    type Error = Infallible;

    fn play(&self, game: u64) -> Result<GameRecord, Infallible> {
        self.played.fetch_add(1, Ordering::Relaxed);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) == Ok(1) {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(play_direct(self.matchup, self.matchup.address(game)))
    }
}

/// The run in that folder, begun or gone on with, until so many games were played now; how many that were in the end.
fn play_for(study: &Study, path: &Path, games: u64, threads: usize) -> (Results, u64) {
    let there = path.join("run.json").exists();
    let folder = RunFolder::at(path, if there { Existing::Continue } else { Existing::Refuse }).expect("a folder");
    let mut store = match there {
        true => Store::open(folder, study.file(), study.plan()),
        false => Store::create(folder, &study.inputs(), study.file(), study.plan()),
    }
    .expect("a store");
    let cancel = AtomicBool::new(false);
    let cut = Cut { matchup: study.matchup(), left: AtomicU64::new(games), cancel: &cancel, played: AtomicU64::new(0) };
    let control = Control {
        threads: NonZeroUsize::new(threads),
        driver: Driver::Direct,
        cancel: &cancel,
        part: None,
        progress: &mut |_| (),
    };
    let results = play(study.plan(), &cut, &mut store, control).expect("it is played");
    let counted = count(study.plan(), &store).expect("it is counted");
    assert_eq!((&counted.tally, counted.blocks), (&results.outcome.tally, results.outcome.blocks), "what is on disk");
    (results, cut.played.into_inner())
}

fn blocks(path: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(path.join("blocks")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

fn study(games: u64, rows: Rows) -> Study {
    let matchup = Matchup::new(Scenario::load("builtin:/studies/fair-pod.toml").expect("a study").into());
    let order = Order { games, ..Order::of(&matchup).expect("an order") };
    Study::new(matchup, order, Detail { rows, turns: true }).expect("a plan")
}

#[test]
fn what_is_interrupted_in_a_block_goes_on_there_and_ends_with_the_same_bytes() {
    let scratch = tempfile::tempdir().expect("a folder");
    for rows in [Rows::All, Rows::None] {
        let study = study(200, rows);
        let whole = scratch.path().join(format!("{rows}-whole"));
        let (results, played) = play_for(&study, &whole, u64::MAX, 2);
        assert_eq!((results.outcome.stop, played), (Stop::Games(200), 200));
        for threads in [1, 2] {
            let path = scratch.path().join(format!("{rows}-{threads}"));
            // In the first block, in it again, in the second, and to the end.
            let mut all = 0;
            for games in [21, 30, 100, u64::MAX] {
                let (results, played) = play_for(&study, &path, games, threads);
                all += played;
                assert_eq!(results.outcome.stop == Stop::Interrupted, all < 200, "{games}");
                assert_eq!(results.outcome.tally.games() % 4, 0, "whole groups count");
            }
            // Three times a group of each thread is broken off.
            assert!(all <= 200 + 3 * 4 * threads as u64, "{all} played for 200");
            assert!(blocks(&path) == blocks(&whole), "the same blocks");
        }
    }
}

#[test]
fn a_run_that_is_extended_plays_only_what_it_lacks() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (path, whole) = (scratch.path().join("grown"), scratch.path().join("whole"));
    assert_eq!(play_for(&study(20, Rows::All), &path, u64::MAX, 2).1, 20);
    assert_eq!(play_for(&study(200, Rows::All), &path, u64::MAX, 2).1, 180);
    assert_eq!(play_for(&study(200, Rows::All), &whole, u64::MAX, 2).1, 200);
    assert!(blocks(&path) == blocks(&whole), "the same blocks");
}
