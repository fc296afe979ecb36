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
use std::ops::Range;
use std::sync::atomic::AtomicBool;

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

    /// Hears that all games of a block have been taken, and what was counted in it: the place to keep it. Of a block that
    /// ended early with an aborted game, or with the run, it hears of the groups up to there; of one that was begun before it
    /// hears of all groups, though only the games of the others were taken.
    ///
    /// # Errors
    /// When the block cannot be kept.
    fn block(&mut self, _block: &Block, _tally: &Tally) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Blocks that were played before: they are counted, not played again, and their records are not handed on.
pub trait Kept {
    /// Whether that block was played before.
    fn has(&self, block: u64) -> bool;

    /// What was counted in the blocks kept together from that one on, and how many they are; asked only of the first of them.
    ///
    /// # Errors
    /// When it can't be read any more.
    fn counted(&self, block: u64) -> Result<(Tally, u64), KeptError>;

    /// How many groups were played before of a block of which not all were.
    fn begun(&self, _block: u64) -> u64 {
        0
    }

    /// What was counted in those.
    ///
    /// # Errors
    /// When it can't be read any more.
    fn counted_begun(&self, block: u64) -> Result<Tally, KeptError> {
        Err(format!("block {block} was never begun").into())
    }
}

/// Why a block that was played before can't be counted.
pub type KeptError = Box<dyn Error + Send + Sync>;

impl Sink for () {
    type Error = Infallible;

    fn game(&mut self, _record: &GameRecord) -> Result<(), Infallible> {
        Ok(())
    }
}

/// How to run; nothing here but the part can change a result.
pub struct RunOptions<'a> {
    /// How many threads play; all the machine has when absent.
    pub threads: Option<NonZeroUsize>,
    /// Set it to stop: games being played are finished, no other is begun, finished groups are kept, and those before the first gap counted.
    pub cancel: &'a AtomicBool,
    /// Which blocks of the plan; all of them when absent. Who asks for a part gets that part, whatever the stop rule.
    pub part: Option<Range<u64>>,
    /// What was played before.
    pub kept: Option<&'a dyn Kept>,
}

/// Nobody stops a run that nobody else knows of.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for RunOptions<'_> {
    /// All of the machine, from the beginning, to the end.
    fn default() -> Self {
        RunOptions { threads: None, cancel: &NEVER, part: None, kept: None }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// Games played, those of unfinished blocks and of earlier runs included.
    pub games_played: u64,
    /// Those of earlier runs among them.
    pub games_before: u64,
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
    /// How many blocks were kept, from the first; without one that ended early.
    pub blocks: u64,
    /// Which rule ended the run.
    pub stop: Stop,
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
    /// A block that was played before can't be counted.
    #[error("block {block} can't be read any more")]
    Kept {
        /// Its index.
        block: u64,
        /// Why.
        source: KeptError,
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
    let part = options.part.unwrap_or(0..plan.blocks());
    let workers = Workers::new(plan, play, options.cancel);
    let kept = options.kept.unwrap_or(&Nothing);
    with_feed(&workers, options.threads, part.clone(), |mut feed| {
        let mut keeper = Keeper { workers: &workers, kept, part, before: 0, sink, progress };
        let result = keeper.keep_blocks(&mut |index, tick| feed.block(index, kept, tick));
        workers.send_home();
        result
    })?
}

/// Nothing was played before.
struct Nothing;

impl Kept for Nothing {
    fn has(&self, _block: u64) -> bool {
        false
    }

    fn counted(&self, block: u64) -> Result<(Tally, u64), KeptError> {
        Err(format!("block {block} was never kept").into())
    }
}

/// Plays the block of that index, or waits for it; now and then it says that it still does.
type BlockOf<'a, P> = dyn FnMut(u64, &mut dyn FnMut()) -> BlockResult<<P as PlayGame>::Error> + 'a;

/// How a run ends, or fails.
type Ended<P, S> = Result<Outcome, RunError<<P as PlayGame>::Error, <S as Sink>::Error>>;

/// Who keeps the blocks of a run.
struct Keeper<'k, 'w, P, S> {
    workers: &'k Workers<'w, P>,
    kept: &'k dyn Kept,
    part: Range<u64>,
    /// Games of earlier runs counted so far.
    before: u64,
    sink: &'k mut S,
    progress: &'k mut dyn FnMut(&Progress<'_>),
}

impl<P: PlayGame, S: Sink> Keeper<'_, '_, P, S> {
    /// Keeps blocks in index order until a rule stops the run, a game fails or somebody interrupts.
    fn keep_blocks(&mut self, block_of: &mut BlockOf<'_, P>) -> Ended<P, S> {
        let plan = self.workers.plan;
        let mut tally = Tally::new(plan.entrants().len());
        let mut next = self.part.start;
        loop {
            let blocks = next - self.part.start;
            if let Some(stop) = self.stop(next, &tally) {
                return Ok(Outcome { tally, blocks, stop });
            }
            if self.kept.has(next) {
                let counted = self.kept.counted(next);
                let (old, many) = counted.map_err(|source| RunError::Kept { block: next, source })?;
                if old.entrants() != tally.entrants() {
                    return Err(RunError::Kept { block: next, source: "it is of a table of another size".into() });
                }
                self.before += old.games();
                tally.merge(&old);
                next += many.max(1);
                continue;
            }
            let begun = self.begun(next)?;
            self.before += begun.games();
            let (told, workers, before) = (self.so_far(blocks, &tally), self.workers, self.before);
            let mut tick = || (self.progress)(&Progress { games_played: before + workers.played(), ..told });
            let played = match block_of(next, &mut tick) {
                Ok(Some(played)) => played,
                Ok(None) => {
                    tally.merge(&begun);
                    self.keep_the_rest(next + 1, block_of)?;
                    return Ok(Outcome { tally, blocks, stop: Stop::Interrupted });
                }
                Err(failure) => return Err(RunError::Game(failure)),
            };
            let mut block = begun;
            block.merge(&played.tally);
            tally.merge(&block);
            self.hand_on(&plan.block(next), &played, &block)?;
            if played.cut {
                self.keep_the_rest(next + 1, block_of)?;
                return Ok(Outcome { tally, blocks, stop: Stop::Interrupted });
            }
            if let Some(game) = played.aborted {
                return Ok(Outcome { tally, blocks, stop: Stop::Aborted(game) });
            }
            next += 1;
            let told = self.so_far(next - self.part.start, &tally);
            (self.progress)(&told);
        }
    }

    /// Hands on what is finished of blocks after a gap: it is not counted, and need not be played again when the run goes on.
    fn keep_the_rest(&mut self, from: u64, block_of: &mut BlockOf<'_, P>) -> Result<(), RunError<P::Error, S::Error>> {
        let mut next = from;
        while next < self.workers.reached().min(self.part.end) {
            // A failure after the gap is met again when its game is played again.
            if !self.kept.has(next)
                && let Ok(Some(played)) = block_of(next, &mut || ())
            {
                let mut block = self.begun(next)?;
                block.merge(&played.tally);
                self.hand_on(&self.workers.plan.block(next), &played, &block)?;
            }
            next += 1;
        }
        Ok(())
    }

    /// What was counted in the groups of that block that were played before; nothing where none was.
    fn begun(&self, block: u64) -> Result<Tally, RunError<P::Error, S::Error>> {
        let none = Tally::new(self.workers.plan.entrants().len());
        if self.kept.begun(block) == 0 {
            return Ok(none);
        }
        let counted = self.kept.counted_begun(block).map_err(|source| RunError::Kept { block, source })?;
        match counted.entrants() == none.entrants() {
            true => Ok(counted),
            false => Err(RunError::Kept { block, source: "it is of a table of another size".into() }),
        }
    }

    fn so_far<'t>(&self, blocks_kept: u64, tally: &'t Tally) -> Progress<'t> {
        let plan = self.workers.plan;
        let games = plan.games_in(&self.part);
        Progress {
            games_played: self.before + self.workers.played(),
            games_before: self.before,
            games_planned: games.end - games.start,
            blocks_kept,
            blocks_planned: self.part.end - self.part.start,
            tally,
        }
    }

    /// Who asked for a part of the plan gets that part; otherwise a rule may end the run before its last block.
    fn stop(&self, next: u64, tally: &Tally) -> Option<Stop> {
        let plan = self.workers.plan;
        if self.part == (0..plan.blocks()) {
            return stop_after(plan, next, tally);
        }
        (next >= self.part.end).then(|| Stop::Games(plan.games_asked()))
    }

    fn hand_on(
        &mut self,
        block: &Block,
        played: &PlayedBlock,
        counted: &Tally,
    ) -> Result<(), RunError<P::Error, S::Error>> {
        for record in &played.records {
            self.sink.game(record).map_err(|source| RunError::Sink { game: record.game.game, source })?;
        }
        let plan = self.workers.plan;
        let groups = self.kept.begun(block.index) + played.records.len() as u64 / plan.group_size();
        let games = block.games.start..block.games.start + groups * plan.group_size();
        let groups = block.groups.start..block.groups.start + groups;
        let kept = Block { index: block.index, groups, games };
        let last = kept.games.end.saturating_sub(1);
        self.sink.block(&kept, counted).map_err(|source| RunError::Sink { game: last, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{Fake, order, record};
    use crate::batch::plan::Order;
    use crate::batch::until::{Until, Verdict};
    use std::collections::BTreeMap;
    use std::sync::atomic::Ordering;

    /// Keeps the indices of the games it was given, and can pull the cord after one.
    #[derive(Default)]
    struct Notes<'a> {
        games: Vec<u64>,
        blocks: Vec<u64>,
        tallies: BTreeMap<u64, Tally>,
        cancel_after: Option<(u64, &'a AtomicBool)>,
    }

    impl Sink for Notes<'_> {
        type Error = Infallible;

        fn game(&mut self, record: &GameRecord) -> Result<(), Infallible> {
            self.games.push(record.game.game);
            Ok(())
        }

        fn block(&mut self, block: &Block, tally: &Tally) -> Result<(), Infallible> {
            assert_eq!(tally.games(), block.games.end - block.games.start);
            self.tallies.insert(block.index, tally.clone());
            self.blocks.push(block.index);
            if let Some((last, cancel)) = self.cancel_after
                && block.index == last
            {
                cancel.store(true, Ordering::Relaxed);
            }
            Ok(())
        }
    }

    /// Blocks of an earlier run.
    #[derive(Default)]
    struct Before(BTreeMap<u64, Tally>);

    impl Kept for Before {
        fn has(&self, block: u64) -> bool {
            self.0.contains_key(&block)
        }

        fn counted(&self, block: u64) -> Result<(Tally, u64), KeptError> {
            Ok((self.0.get(&block).cloned().ok_or("gone")?, 1))
        }
    }

    type Played<E> = (Result<Outcome, RunError<E, Infallible>>, Vec<u64>);

    fn play<P: PlayGame>(plan: &Plan, game: &P, threads: usize) -> Played<P::Error> {
        let mut notes = Notes::default();
        let outcome = play_on(plan, game, threads, &Before::default(), &mut notes);
        (outcome, notes.games)
    }

    fn play_on<P: PlayGame>(
        plan: &Plan,
        game: &P,
        threads: usize,
        before: &Before,
        notes: &mut Notes<'_>,
    ) -> Result<Outcome, RunError<P::Error, Infallible>> {
        let cancel = AtomicBool::new(false);
        let options =
            RunOptions { threads: NonZeroUsize::new(threads), cancel: &cancel, kept: Some(before), part: None };
        run(plan, game, notes, options, &mut |_| ())
    }

    const FAKE: Fake = Fake { players: 4, seed: 7 };

    #[test]
    fn any_number_of_threads_keeps_the_same_games_in_order() {
        let plan = Plan::new(order(4, 2001, true)).unwrap();
        let (one, games) = play(&plan, &FAKE, 1);
        let one = one.unwrap();
        assert_eq!(games, (0..2004).collect::<Vec<_>>());
        assert_eq!((one.blocks, one.stop, one.tally.games()), (16, Stop::Games(2001), 2004));
        for threads in [2, 7] {
            let (many, same_games) = play(&plan, &FAKE, threads);
            assert_eq!((many.unwrap(), &same_games), (one.clone(), &games));
        }
    }

    #[test]
    fn a_target_stops_every_number_of_threads_after_the_same_block() {
        let order = Order { until: Some(Until::target_error(0.04)), ..order(4, 100_000, true) };
        let plan = Plan::new(order).unwrap();
        let (one, games) = play(&plan, &FAKE, 1);
        let one = one.unwrap();
        assert_eq!(one.stop, Stop::Until(Verdict::Narrow));
        assert!(one.blocks > 3 && one.blocks < 60, "{}", one.blocks);
        assert_eq!(games.len() as u64, one.tally.games());
        for threads in [2, 7] {
            assert_eq!(play(&plan, &FAKE, threads).0.unwrap(), one);
        }
    }

    #[test]
    fn blocks_played_before_are_counted_and_not_played_again_wherever_they_lie() {
        let plan = Plan::new(order(4, 2000, true)).unwrap();
        let mut all = Notes::default();
        let fresh = play_on(&plan, &FAKE, 2, &Before::default(), &mut all).unwrap();
        for missing in [vec![], vec![0], vec![7], vec![2, 3, 5], (0..8).collect::<Vec<u64>>()] {
            let mut before = Before(all.tallies.clone());
            before.0.retain(|block, _| !missing.contains(block));
            for threads in [1, 3] {
                let mut notes = Notes::default();
                assert_eq!(play_on(&plan, &FAKE, threads, &before, &mut notes).unwrap(), fresh);
                assert_eq!(notes.blocks, missing);
            }
        }
    }

    #[test]
    fn a_part_of_a_plan_is_played_whatever_the_stop_rule() {
        let whole = Plan::new(Order { until: Some(Until::target_error(0.3)), ..order(4, 2000, true) }).unwrap();
        assert!(matches!(play(&whole, &FAKE, 2).0.unwrap().stop, Stop::Until(_)));
        let mut tally = Tally::new(4);
        for part in [0..5, 5..6, 6..16] {
            let mut notes = Notes::default();
            let options = RunOptions { part: Some(part.clone()), ..RunOptions::default() };
            let outcome = run(&whole, &FAKE, &mut notes, options, &mut |_| ()).unwrap();
            assert_eq!((outcome.blocks, notes.blocks), (part.end - part.start, part.collect::<Vec<_>>()));
            tally.merge(&outcome.tally);
        }
        let plain = Plan::new(order(4, 2000, true)).unwrap();
        assert_eq!(tally, play(&plain, &FAKE, 2).0.unwrap().tally);
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
            let (outcome, games) = play(&plan, &Aborting(&[1_700, 4_000, 541, 543, 560]), threads);
            let outcome = outcome.unwrap();
            assert_eq!((outcome.stop, outcome.blocks), (Stop::Aborted(541), 4));
            assert_eq!((games, outcome.tally.games()), ((0..544).collect::<Vec<_>>(), 544), "its group is 540 to 543");
        }
    }

    #[test]
    fn cancelling_keeps_what_is_finished_without_a_gap() {
        let plan = Plan::new(order(4, 1_000_000, true)).unwrap();
        for threads in [1, 2, 7] {
            let cancel = AtomicBool::new(false);
            let options = RunOptions { threads: NonZeroUsize::new(threads), cancel: &cancel, part: None, kept: None };
            let mut notes = Notes { cancel_after: Some((2, &cancel)), ..Notes::default() };
            let outcome = run(&plan, &FAKE, &mut notes, options, &mut |_| ()).unwrap();
            assert_eq!(outcome.stop, Stop::Interrupted);
            assert!(outcome.blocks >= 3 && outcome.blocks <= 3 + 2 * threads as u64);
            // And the groups of the next that were finished.
            let games = outcome.tally.games();
            assert!((outcome.blocks * 128..(outcome.blocks + 1) * 128).contains(&games) && games % 4 == 0);
            assert_eq!(notes.blocks, (0..games.div_ceil(128)).collect::<Vec<_>>());
            assert_eq!(notes.games, (0..games).collect::<Vec<_>>());
        }
    }

    #[test]
    fn at_most_two_blocks_a_thread_are_out() {
        let plan = Plan::new(order(4, 20_000, true)).unwrap();
        let cancel = AtomicBool::new(false);
        let options = RunOptions { threads: NonZeroUsize::new(2), cancel: &cancel, part: None, kept: None };
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
        let before = Before((0..first).map(|block| (block, Tally::new(4))).collect());
        let mut notes = Notes::default();
        let result = play_on(&plan, &Broken, threads, &before, &mut notes);
        let games = notes.games;
        (result.unwrap_err().to_string(), games)
    }

    #[test]
    fn the_first_game_that_fails_is_named_by_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let (message, games) = failure(0, threads);
            assert_eq!(message, "game 1300 panicked: stack not empty at game 1300");
            assert_eq!(games, (0..1280).collect::<Vec<_>>());
        }
        assert_eq!(failure(41, 2).0, "game 1312 could not be played");
        assert_eq!(failure(50, 2).0, "game 1600 came back with the record of another game or table");
        assert_eq!(failure(51, 2).0, "game 1700 came back with the record of another game or table");
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
        let options = RunOptions { threads: NonZeroUsize::new(2), cancel: &cancel, part: None, kept: None };
        let error = run(&plan, &FAKE, &mut Full, options, &mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "game 5 could not be recorded");
    }
}
