//! The workers: they play the games of a block, tally them, and say so when one goes wrong.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::feed::each;
use super::plan::Plan;
use super::tally::Tally;
use crate::agents::panic_text;
use crate::table::record::{End, GameRecord};

/// Plays single games.
pub trait PlayGame: Sync {
    /// Why a game could not be played at all; it ends the run.
    type Error: Error + Send + 'static;

    /// Plays that game: a pure function of scenario, master seed and index. Its record has a seat row for each entrant, in
    /// the order of the scenario.
    ///
    /// # Errors
    /// When the game cannot be played; a fault of an agent is not an error but an end of the game.
    fn play(&self, game: u64) -> Result<GameRecord, Self::Error>;
}

/// Why a game has no record.
#[derive(Debug, thiserror::Error)]
pub enum GameFailure<E: Error + 'static> {
    /// It could not be played.
    #[error("game {game} could not be played")]
    Unplayable {
        /// Its index.
        game: u64,
        /// Why.
        source: E,
    },
    /// A bug: playing it panicked.
    #[error("game {game} panicked: {message}")]
    Panicked {
        /// Its index.
        game: u64,
        /// What the panic said.
        message: String,
    },
    /// A bug: its record is that of another game or table.
    #[error("game {game} came back with the record of another game or table")]
    Stray {
        /// Its index.
        game: u64,
    },
}

/// What the workers share.
pub(super) struct Workers<'a, P> {
    pub(super) plan: &'a Plan,
    play: &'a P,
    cancel: &'a AtomicBool,
    /// Set when nobody waits for blocks any more.
    over: AtomicBool,
    played: AtomicU64,
    /// One more than the last block that was begun.
    reached: AtomicU64,
    /// The first group so far in which the fault policy ended a game: none after it is needed.
    last_group: AtomicU64,
}

/// A block's records in game order, and their statistics. It ends early with a group in which a game was aborted, and before one
/// that was not finished as the run was over.
pub(super) struct PlayedBlock {
    pub(super) records: Vec<GameRecord>,
    pub(super) tally: Tally,
    /// The first game that was aborted.
    pub(super) aborted: Option<u64>,
    /// Not all of its groups were finished.
    pub(super) cut: bool,
}

/// A block; none when the run was over before any group of it was finished.
pub(super) type BlockResult<E> = Result<Option<PlayedBlock>, GameFailure<E>>;

/// A group's records; none when the run was over before it was finished.
type GroupResult<E> = Result<Option<Vec<GameRecord>>, GameFailure<E>>;

impl<'a, P: PlayGame> Workers<'a, P> {
    /// Workers for that plan.
    pub(super) fn new(plan: &'a Plan, play: &'a P, cancel: &'a AtomicBool) -> Workers<'a, P> {
        let (played, reached) = (AtomicU64::new(0), AtomicU64::new(0));
        let (over, last_group) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
        Workers { plan, play, cancel, over, played, reached, last_group }
    }

    /// Whether no game should be begun any more.
    pub(super) fn is_stopping(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }

    /// Games played, those of unfinished blocks included.
    pub(super) fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// One more than the last block that was begun.
    pub(super) fn reached(&self) -> u64 {
        self.reached.load(Ordering::Relaxed)
    }

    /// Tells the workers that nobody waits for blocks any more.
    pub(super) fn send_home(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The block of that index but for so many groups, which were played before. Groups are shared out among the workers too, so
    /// that a run of few blocks keeps them all busy.
    pub(super) fn play_block(&self, index: u64, before: u64) -> BlockResult<P::Error> {
        self.reached.fetch_max(index + 1, Ordering::Relaxed);
        let groups = self.plan.block(index).groups;
        let groups = each(groups.start + before..groups.end, |group| self.play_group(group));
        let tally = Tally::new(self.plan.entrants().len());
        let mut played = PlayedBlock { records: Vec::new(), tally, aborted: None, cut: false };
        for group in groups {
            let Some(records) = group? else {
                played.cut = true;
                return Ok(Some(played).filter(|played| !played.records.is_empty()));
            };
            played.tally.add_group(&records);
            played.aborted = first_aborted(&records);
            played.records.extend(records);
            if played.aborted.is_some() {
                break;
            }
        }
        Ok(Some(played))
    }

    fn play_group(&self, index: u64) -> GroupResult<P::Error> {
        let mut records = Vec::new();
        for game in self.plan.group(index).games {
            if self.is_stopping() || index > self.last_group.load(Ordering::Relaxed) {
                return Ok(None);
            }
            records.push(self.play_game(game)?);
            self.played.fetch_add(1, Ordering::Relaxed);
        }
        if first_aborted(&records).is_some() {
            self.last_group.fetch_min(index, Ordering::Relaxed);
        }
        Ok(Some(records))
    }

    fn play_game(&self, game: u64) -> Result<GameRecord, GameFailure<P::Error>> {
        // The game's state is dropped by the panic; nothing of it is used again.
        let record = catch_unwind(AssertUnwindSafe(|| self.play.play(game)))
            .map_err(|panic| GameFailure::Panicked { game, message: panic_text(&*panic) })?
            .map_err(|source| GameFailure::Unplayable { game, source })?;
        let fits = record.game.game == game && record.seats.len() == self.plan.entrants().len();
        if fits { Ok(record) } else { Err(GameFailure::Stray { game }) }
    }
}

/// The first of these games that the fault policy ended.
fn first_aborted(records: &[GameRecord]) -> Option<u64> {
    records.iter().find(|record| record.game.end == End::Fault).map(|record| record.game.game)
}
