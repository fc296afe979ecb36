//! Plays a plan and keeps its blocks in index order.
//!
//! ```text
//!   caller's thread                     workers (see `feed`)
//!   hands out blocks, two a thread ---> play the groups of a block, tally them
//!   merges, writes, asks the stop  <--- block, in any order
//!   rule: in index order
//! ```
//!
//! At most two blocks a thread are handed out and not yet kept, so memory does not grow with the number of games.

use std::convert::Infallible;
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::feed::{ThreadsError, with_feed};
use super::plan::{Block, Plan};
use super::stop::{Stop, stop_after};
use super::tally::Tally;
use super::worker::{BlockResult, GameFailure, PlayGame, PlayedBlock, Workers};
use crate::table::record::GameRecord;

/// Takes the records of a run, one by one.
pub trait Sink {
    /// Why a record could not be taken; it ends the run.
    type Error: Error + 'static;

    /// Takes the next game; calls come in game order.
    ///
    /// # Errors
    /// When the record cannot be kept.
    fn game(&mut self, record: &GameRecord) -> Result<(), Self::Error>;

    /// Hears that all games of a block have been taken, and of the tally so far: the place for a checkpoint.
    ///
    /// # Errors
    /// When the checkpoint cannot be kept.
    fn block(&mut self, _block: &Block, _tally: &Tally) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Sink for () {
    type Error = Infallible;

    fn game(&mut self, _record: &GameRecord) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The state of a run after some whole blocks, from which it can go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Blocks kept, from the first; all of them full.
    pub blocks: u64,
    /// Their statistics.
    pub tally: Tally,
}

/// How to run; nothing here can change a result.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// How many threads play; all the machine has when absent.
    pub threads: Option<NonZeroUsize>,
    /// Set it to stop: games being played are finished, no other is begun, the finished blocks before the first gap are kept.
    pub cancel: &'a AtomicBool,
    /// Where to go on; the beginning when absent.
    pub from: Option<Checkpoint>,
}

/// Nobody stops a run that nobody else knows of.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for RunOptions<'_> {
    /// All of the machine, from the beginning, to the end.
    fn default() -> Self {
        RunOptions { threads: None, cancel: &NEVER, from: None }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// Games played, those of unfinished blocks included.
    pub games_played: u64,
    /// The most games there will be.
    pub games_planned: u64,
    /// Blocks kept.
    pub blocks_kept: u64,
    /// The most blocks there will be.
    pub blocks_planned: u64,
    /// The statistics of the blocks kept.
    pub tally: &'a Tally,
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The statistics of the blocks kept.
    pub tally: Tally,
    /// How many blocks were kept, from the first; without one that ended early with an aborted game.
    pub blocks: u64,
    /// Which rule ended the run.
    pub stop: Stop,
    /// From where a longer run, or the rest of an interrupted one, can go on: the same, without a short last block.
    pub checkpoint: Checkpoint,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError<P: Error + 'static, S: Error + 'static> {
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] ThreadsError),
    /// A game has no record: the first such game in index order, whatever the number of threads.
    #[error(transparent)]
    Game(GameFailure<P>),
    /// A record could not be kept.
    #[error("game {game} could not be recorded")]
    Sink {
        /// The game, or the last one of a block.
        game: u64,
        /// Why.
        source: S,
    },
}

/// Plays the plan, or the rest of it, and hands every record kept to the sink in game order.
///
/// The outcome and the records are the same for any number of threads. `progress` is called on this thread, after each block
/// kept and a few times a second between.
///
/// # Errors
/// See [`RunError`]; records of earlier games have then been handed on.
pub fn run<P: PlayGame, S: Sink>(
    plan: &Plan,
    play: &P,
    sink: &mut S,
    options: RunOptions<'_>,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<Outcome, RunError<P::Error, S::Error>> {
    let from = options.from.unwrap_or_else(|| Checkpoint { blocks: 0, tally: Tally::new(plan.entrants().len()) });
    let workers = Workers::new(plan, play, options.cancel, from.tally.games());
    with_feed(&workers, options.threads, from.blocks, |mut feed| {
        let result = keep_blocks(&workers, &mut |index, tick| feed.block(index, tick), from, sink, progress);
        workers.send_home();
        result
    })?
}

/// Plays the block of that index, or waits for it; now and then it says that it still does.
type BlockOf<'a, P> = dyn FnMut(u64, &mut dyn FnMut()) -> BlockResult<<P as PlayGame>::Error> + 'a;

/// Keeps blocks in index order until a rule stops the run, a game fails or somebody interrupts.
fn keep_blocks<P: PlayGame, S: Sink>(
    workers: &Workers<'_, P>,
    block_of: &mut BlockOf<'_, P>,
    from: Checkpoint,
    sink: &mut S,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<Outcome, RunError<P::Error, S::Error>> {
    let plan = workers.plan;
    let mut checkpoint = from.clone();
    let Checkpoint { mut blocks, mut tally } = from;
    loop {
        if let Some(stop) = stop_after(plan, blocks, &tally) {
            return Ok(Outcome { tally, blocks, stop, checkpoint });
        }
        let played = match block_of(blocks, &mut || progress(&so_far(workers, blocks, &tally))) {
            Ok(Some(played)) => played,
            Ok(None) => return Ok(Outcome { tally, blocks, stop: Stop::Interrupted, checkpoint }),
            Err(failure) => return Err(RunError::Game(failure)),
        };
        let block = plan.block(blocks);
        tally.merge(&played.tally);
        hand_on(&played, sink)?;
        if let Some(game) = played.aborted {
            return Ok(Outcome { tally, blocks, stop: Stop::Aborted(game), checkpoint });
        }
        sink.block(&block, &tally).map_err(|source| RunError::Sink { game: block.games.end - 1, source })?;
        blocks += 1;
        if block.is_full() {
            checkpoint.blocks = blocks;
            checkpoint.tally.merge(&played.tally);
        }
        progress(&so_far(workers, blocks, &tally));
    }
}

fn so_far<'t, P: PlayGame>(workers: &Workers<'_, P>, blocks_kept: u64, tally: &'t Tally) -> Progress<'t> {
    let (games_planned, blocks_planned) = (workers.plan.games(), workers.plan.blocks());
    Progress { games_played: workers.played(), games_planned, blocks_kept, blocks_planned, tally }
}

fn hand_on<P: Error, S: Sink>(played: &PlayedBlock, sink: &mut S) -> Result<(), RunError<P, S::Error>> {
    let mut records = played.records.iter();
    records.try_for_each(|record| sink.game(record).map_err(|source| RunError::Sink { game: record.game.game, source }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{Fake, order, record};
    use crate::batch::plan::Order;
    use std::sync::atomic::Ordering;

    /// Keeps the indices of the games it was given, and can pull the cord after one.
    #[derive(Default)]
    struct Notes<'a> {
        games: Vec<u64>,
        blocks: Vec<u64>,
        cancel_after: Option<(u64, &'a AtomicBool)>,
    }

    impl Sink for Notes<'_> {
        type Error = Infallible;

        fn game(&mut self, record: &GameRecord) -> Result<(), Infallible> {
            self.games.push(record.game.game);
            Ok(())
        }

        fn block(&mut self, block: &Block, tally: &Tally) -> Result<(), Infallible> {
            assert_eq!(tally.games(), block.games.end);
            self.blocks.push(block.index);
            if let Some((last, cancel)) = self.cancel_after
                && block.index == last
            {
                cancel.store(true, Ordering::Relaxed);
            }
            Ok(())
        }
    }

    type Played<E> = (Result<Outcome, RunError<E, Infallible>>, Vec<u64>);

    fn play<P: PlayGame>(plan: &Plan, game: &P, threads: usize, from: Option<Checkpoint>) -> Played<P::Error> {
        let cancel = AtomicBool::new(false);
        let options = RunOptions { threads: NonZeroUsize::new(threads), cancel: &cancel, from };
        let mut notes = Notes::default();
        let outcome = run(plan, game, &mut notes, options, &mut |_| ());
        (outcome, notes.games)
    }

    const FAKE: Fake = Fake { players: 4, seed: 7 };

    #[test]
    fn any_number_of_threads_keeps_the_same_games_in_order() {
        let plan = Plan::new(order(4, 2001, true)).unwrap();
        let (one, games) = play(&plan, &FAKE, 1, None);
        let one = one.unwrap();
        assert_eq!(games, (0..2004).collect::<Vec<_>>());
        assert_eq!((one.blocks, one.stop, one.tally.games()), (8, Stop::Games(2001), 2004));
        for threads in [2, 7] {
            let (many, same_games) = play(&plan, &FAKE, threads, None);
            assert_eq!((many.unwrap(), &same_games), (one.clone(), &games));
        }
    }

    #[test]
    fn a_target_stops_every_number_of_threads_after_the_same_block() {
        let order = Order { target_error: Some(0.04), ..order(4, 100_000, true) };
        let plan = Plan::new(order).unwrap();
        let (one, games) = play(&plan, &FAKE, 1, None);
        let one = one.unwrap();
        assert_eq!(one.stop, Stop::TargetError(0.04));
        assert!(one.blocks > 3 && one.blocks < 60, "{}", one.blocks);
        assert_eq!(games.len() as u64, one.tally.games());
        for threads in [2, 7] {
            assert_eq!(play(&plan, &FAKE, threads, None).0.unwrap(), one);
        }
    }

    #[test]
    fn a_run_goes_on_from_a_checkpoint_as_if_it_had_not_stopped() {
        let long = Plan::new(order(4, 2000, true)).unwrap();
        let fresh = play(&long, &FAKE, 2, None).0.unwrap();
        for (games, full_blocks) in [(768, 3), (1000, 3), (100, 0)] {
            let short = Plan::new(order(4, games, true)).unwrap();
            let stopped = play(&short, &FAKE, 2, None).0.unwrap();
            assert_eq!((stopped.tally.games(), stopped.checkpoint.blocks), (games, full_blocks));
            let (resumed, games) = play(&long, &FAKE, 2, Some(stopped.checkpoint));
            assert_eq!(resumed.unwrap(), fresh);
            assert_eq!(games, (full_blocks * 256..2000).collect::<Vec<_>>());
        }
        assert_eq!(play(&long, &FAKE, 2, Some(fresh.checkpoint.clone())).0.unwrap(), fresh);
    }

    /// Aborts some games.
    struct Aborting(&'static [u64]);

    impl PlayGame for Aborting {
        type Error = Infallible;

        fn play(&self, game: u64) -> Result<GameRecord, Infallible> {
            let mut played = record(4, 7, game);
            if self.0.contains(&game) {
                played.game.end = crate::table::record::End::Fault;
            }
            Ok(played)
        }
    }

    #[test]
    fn the_first_game_aborted_ends_the_run_with_its_group_for_any_number_of_threads() {
        let plan = Plan::new(order(4, 5_000, true)).unwrap();
        for threads in [1, 2, 7] {
            let (outcome, games) = play(&plan, &Aborting(&[1_700, 4_000, 541, 543, 560]), threads, None);
            let outcome = outcome.unwrap();
            assert_eq!((outcome.stop, outcome.blocks, outcome.checkpoint.blocks), (Stop::Aborted(541), 2, 2));
            assert_eq!((games, outcome.tally.games()), ((0..544).collect::<Vec<_>>(), 544), "its group is 540 to 543");
        }
    }

    #[test]
    fn cancelling_keeps_whole_blocks_without_a_gap() {
        let plan = Plan::new(order(4, 1_000_000, true)).unwrap();
        for threads in [1, 2, 7] {
            let cancel = AtomicBool::new(false);
            let options = RunOptions { threads: NonZeroUsize::new(threads), cancel: &cancel, from: None };
            let mut notes = Notes { cancel_after: Some((2, &cancel)), ..Notes::default() };
            let outcome = run(&plan, &FAKE, &mut notes, options, &mut |_| ()).unwrap();
            assert_eq!(outcome.stop, Stop::Interrupted);
            assert!(outcome.blocks >= 3 && outcome.blocks <= 3 + 2 * threads as u64);
            assert_eq!(notes.blocks, (0..outcome.blocks).collect::<Vec<_>>());
            assert_eq!(notes.games, (0..outcome.blocks * 256).collect::<Vec<_>>());
            assert_eq!(outcome.tally.games(), outcome.blocks * 256);
        }
    }

    #[test]
    fn at_most_two_blocks_a_thread_are_out() {
        let plan = Plan::new(order(4, 20_000, true)).unwrap();
        let cancel = AtomicBool::new(false);
        let options = RunOptions { threads: NonZeroUsize::new(2), cancel: &cancel, from: None };
        let mut most = 0;
        let mut watch = |p: &Progress<'_>| most = most.max(p.games_played - p.tally.games());
        run(&plan, &FAKE, &mut Notes::default(), options, &mut watch).unwrap();
        assert!(most <= 2 * 2 * 256, "{most} games played and not kept");
    }

    /// A table where some games go wrong.
    struct Broken;

    #[derive(Debug, thiserror::Error)]
    #[error("no such card")]
    struct NoSuchCard;

    impl PlayGame for Broken {
        type Error = NoSuchCard;

        fn play(&self, game: u64) -> Result<GameRecord, NoSuchCard> {
            match game {
                1300 => panic!("stack not empty at game {game}"),
                1301..1400 => Err(NoSuchCard),
                1600 => Ok(record(4, 7, 0)),
                1700 => Ok(record(3, 7, game)),
                _ => Ok(record(4, 7, game)),
            }
        }
    }

    fn failure(first: u64, threads: usize) -> (String, Vec<u64>) {
        let plan = Plan::new(order(4, 4000, false)).unwrap();
        let from = Checkpoint { blocks: first, tally: Tally::new(4) };
        let (result, games) = play(&plan, &Broken, threads, Some(from));
        (result.unwrap_err().to_string(), games)
    }

    #[test]
    fn the_first_game_that_fails_is_named_by_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let (message, games) = failure(0, threads);
            assert_eq!(message, "game 1300 panicked: stack not empty at game 1300");
            assert_eq!(games, (0..1280).collect::<Vec<_>>());
        }
        assert_eq!(failure(21, 2).0, "game 1344 could not be played");
        assert_eq!(failure(25, 2).0, "game 1600 came back with the record of another game or table");
        assert_eq!(failure(26, 2).0, "game 1700 came back with the record of another game or table");
    }

    /// A sink whose disk is full.
    struct Full;

    impl Sink for Full {
        type Error = NoSuchCard;

        fn game(&mut self, record: &GameRecord) -> Result<(), NoSuchCard> {
            if record.game.game < 5 { Ok(()) } else { Err(NoSuchCard) }
        }
    }

    #[test]
    fn a_sink_that_fails_ends_the_run() {
        let plan = Plan::new(order(4, 1_000_000_000, true)).unwrap();
        let cancel = AtomicBool::new(false);
        let options = RunOptions { threads: NonZeroUsize::new(2), cancel: &cancel, from: None };
        let error = run(&plan, &FAKE, &mut Full, options, &mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "game 5 could not be recorded");
    }
}
