//! A study, played into a store.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::identity::{RunFile, RunIdentity};
use super::inputs::Input;
use super::kept;
use super::rows::Detail;
use super::store::{Keep, Store, StoreError};
use crate::agents::Gift;
use crate::batch::estimate::{Estimate, Scope, estimates};
use crate::batch::plan::{Block, Order, Plan, PlanError};
use crate::batch::runner::{self, Outcome, Progress, RunError, RunOptions, Sink};
use crate::batch::stop::Stop;
use crate::batch::tables::{Driver, Tables};
use crate::batch::tally::Tally;
use crate::batch::worker::{GameFailure, PlayGame};
use crate::game::event::RefusalReason;
use crate::table::Matchup;
use crate::table::record::{Aborted, GameRecord};

/// Many games of one scenario: who plays, how many games from which seed, and which of them have rows.
#[derive(Debug, Clone)]
pub struct Study {
    matchup: Matchup,
    plan: Plan,
    file: RunFile,
}

/// How to play; nothing here but the part can change a result.
pub struct Control<'a> {
    /// How many threads play; all the machine has when absent.
    pub threads: Option<NonZeroUsize>,
    /// Who puts the questions.
    pub driver: Driver,
    /// Set it to stop: games being played are finished, and what is whole is kept.
    pub cancel: &'a AtomicBool,
    /// Which blocks; all of them when absent.
    pub part: Option<Range<u64>>,
    /// Hears how far the run is.
    pub progress: &'a mut dyn FnMut(&Progress<'_>),
}

/// What a study came to.
#[derive(Debug, Clone)]
pub struct Results {
    /// What was planned.
    pub plan: Plan,
    /// The statistics, and why the run ended.
    pub outcome: Outcome,
    /// The game that ended the run, if the fault policy ended it.
    pub aborted: Option<Aborted>,
    /// What went wrong with an agent in the games played now, of each seat the first of each kind.
    pub faults: Vec<String>,
}

/// Why a study could not be played.
#[derive(Debug, thiserror::Error)]
pub enum StudyError<E: std::error::Error + 'static> {
    /// What was played could not be kept; what is on disk stays there.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game could not be played.
    #[error(transparent)]
    Game(GameFailure<E>),
    /// Anything else: threads that can't be started, a block that can't be read any more.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Study {
    /// The study of that matchup: what its scenario asks for, changed as `order` says.
    ///
    /// # Errors
    /// When the order can't be played.
    pub fn new(matchup: Matchup, order: Order, detail: Detail) -> Result<Study, PlanError> {
        let plan = Plan::new(order)?;
        let scenario = matchup.scenario();
        let ignored = scenario.warnings().iter().map(ToString::to_string).collect();
        let identity = RunIdentity::new(kept::origin(scenario), &plan, detail, ignored);
        let file = RunFile { identity, games_asked: plan.games_asked(), until: plan.until().cloned() };
        Ok(Study { matchup: matchup.with_seed(plan.seed()), plan, file })
    }

    /// The same study, of so many games.
    ///
    /// # Errors
    /// When so many can't be played.
    pub fn of_games(&self, games: u64) -> Result<Study, PlanError> {
        let plan = self.plan.of_games(games)?;
        let file = RunFile { games_asked: plan.games_asked(), ..self.file.clone() };
        Ok(Study { matchup: self.matchup.clone(), plan, file })
    }

    /// Who plays whom.
    #[must_use]
    pub const fn matchup(&self) -> &Matchup {
        &self.matchup
    }

    /// The games.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What it is, as its store says.
    #[must_use]
    pub const fn file(&self) -> &RunFile {
        &self.file
    }

    /// The files that it was made from, as its store keeps them.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        kept::inputs(self.matchup.scenario())
    }

    /// Plays what the store lacks, and counts everything.
    ///
    /// # Errors
    /// See [`StudyError`]; what was finished before is kept.
    pub fn run(
        &self,
        store: &mut Store,
        control: Control<'_>,
    ) -> Result<Results, StudyError<<Tables as PlayGame>::Error>> {
        let tables = Tables { matchup: self.matchup.clone(), driver: control.driver };
        play(&self.plan, &tables, store, control)
    }
}

/// Plays what the store lacks of that plan, and counts everything.
///
/// # Errors
/// See [`StudyError`]; what was finished before is kept.
pub fn play<P: PlayGame>(
    plan: &Plan,
    games: &P,
    store: &mut Store,
    control: Control<'_>,
) -> Result<Results, StudyError<P::Error>> {
    let earlier = store.earlier();
    let Control { threads, cancel, part, progress, .. } = control;
    let options = RunOptions { threads, cancel, part, kept: Some(&earlier) };
    let mut watched = Watched { keep: Keep(store), aborted: None, faults: BTreeMap::new() };
    let outcome = runner::run(plan, games, &mut watched, options, progress);
    let (aborted, faults) = (watched.aborted, watched.faults.into_values().collect());
    // What is finished is kept, however the run ended.
    let flushed = store.flush();
    let outcome = outcome.map_err(|error| match error {
        RunError::Sink { source, .. } => StudyError::Store(source),
        RunError::Game(failure) => StudyError::Game(failure),
        RunError::Threads(error) => StudyError::Other(Box::new(error)),
        RunError::Kept { source, .. } => StudyError::Other(source),
    })?;
    flushed?;
    Ok(Results { plan: plan.clone(), outcome, aborted, faults })
}

/// Counts what a store holds of that plan, up to the first block that is missing, and plays nothing. A last block that is not
/// whole counts as well: the run was aborted in it, or it is all there is of it so far.
///
/// # Errors
/// When a block can't be read any more.
pub fn count(plan: &Plan, store: &Store) -> Result<Outcome, StudyError<std::convert::Infallible>> {
    let earlier = store.earlier();
    let options =
        RunOptions { threads: NonZeroUsize::new(1), cancel: &AtomicBool::new(true), part: None, kept: Some(&earlier) };
    let mut outcome = runner::run(plan, &NoGame, &mut (), options, &mut |_| ())
        .map_err(|error| StudyError::Other(error.to_string().into()))?;
    if outcome.stop == Stop::Interrupted
        && let Some(short) = store.short_file(outcome.blocks)
    {
        let short = store.read(&short).map_err(|error| StudyError::Other(Box::new(error)))?;
        // What was begun and not aborted is counted already.
        if store.begun(outcome.blocks) == 0 {
            short.tallies.iter().for_each(|tally| outcome.tally.merge(tally));
        }
        outcome.stop = short.aborted.map_or(Stop::Interrupted, Stop::Aborted);
    }
    Ok(outcome)
}

/// Plays nothing: it is asked for nothing where everything is cancelled.
struct NoGame;

/// What says so if it is.
#[derive(Debug, thiserror::Error)]
#[error("no game was to be played")]
struct NotPlayed;

impl PlayGame for NoGame {
    type Error = NotPlayed;

    fn play(&self, _game: u64) -> Result<GameRecord, NotPlayed> {
        Err(NotPlayed)
    }
}

impl Results {
    /// All estimates: of games, seats and positions.
    #[must_use]
    pub fn estimates(&self) -> Vec<Estimate> {
        estimates(&self.plan, &self.outcome.tally)
    }

    /// The estimate of that metric, in that scope, of that key (a seat's name, a position's number, `all`).
    #[must_use]
    pub fn estimate(&self, metric: &str, scope: Scope, key: &str) -> Option<Estimate> {
        self.estimates().into_iter().find(|e| e.metric == metric && e.scope == scope && e.key == key)
    }
}

/// Keeps what is played, with an eye on games that are aborted, and on the first fault of each kind.
struct Watched<'s> {
    keep: Keep<'s>,
    aborted: Option<Aborted>,
    faults: BTreeMap<(Arc<str>, &'static str), String>,
}

impl Sink for Watched<'_> {
    type Error = StoreError;

    fn game(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if self.aborted.is_none() {
            self.aborted = record.aborted();
        }
        for row in &record.choices {
            if let Gift::Fault(fault) = &row.given.gift {
                let told = || format!("`{}` in game {}: {fault}", row.seat, row.game);
                self.faults.entry((Arc::clone(&row.seat), RefusalReason::from(fault).name())).or_insert_with(told);
            }
        }
        self.keep.game(record)
    }

    fn block(&mut self, block: &Block, tally: &Tally) -> Result<(), StoreError> {
        self.keep.block(block, tally)
    }
}
