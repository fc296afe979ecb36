//! What a run is to play, checked as a whole before anything is written.

use std::path::Path;

use crate::batch::plan::{Order, Plan};
use crate::batch::runner::Checkpoint;
use crate::cli::args::RunArgs;
use crate::cli::failure::Failure;
use crate::cli::shelf::Own;
use crate::cli::{kept, load, permit, seating};
use crate::report::inputs::Input;
use crate::report::manifest::Origin;
use crate::scenario::Scenario;
use crate::table::Matchup;

use super::earlier::Earlier;

/// A run that can be begun.
pub(super) struct Job {
    pub(super) matchup: Matchup,
    pub(super) plan: Plan,
    pub(super) origin: Origin,
    /// What is to be kept of the inputs.
    pub(super) inputs: Vec<Input>,
    /// Where an earlier run stopped.
    pub(super) from: Option<Checkpoint>,
    /// What was ignored of the scenario's files.
    pub(super) warnings: Vec<String>,
}

impl Job {
    /// The job that was typed. What was not typed is taken from the run to go on with, then from the scenario.
    ///
    /// # Errors
    /// When anything about it is wrong.
    pub(super) fn new(args: &RunArgs) -> Result<Job, Failure> {
        let resumed = args.out.as_deref().filter(|_| args.resume);
        let earlier = resumed.map(Earlier::open).transpose()?.flatten();
        let scenario = scenario(args, resumed.zip(earlier.as_ref()))?;
        let matchup = permit::matchup(scenario, args.allow_agents)?;
        let plan = plan(args, &matchup, earlier.as_ref())?;
        let scenario = matchup.scenario();
        let origin = kept::origin(scenario);
        if let Some((folder, earlier)) = resumed.zip(earlier.as_ref()) {
            earlier.is_continued_by(&origin, &plan, folder)?;
        }
        Ok(Job {
            inputs: kept::inputs(scenario),
            warnings: scenario.warnings().iter().map(ToString::to_string).collect(),
            from: earlier.map(|earlier| earlier.checkpoint),
            matchup: matchup.with_seed(plan.seed()),
            plan,
            origin,
        })
    }
}

/// The scenario that was typed; without one that of the run to go on with.
fn scenario(args: &RunArgs, earlier: Option<(&Path, &Earlier)>) -> Result<Scenario, Failure> {
    let own = Own::new(&args.shelf)?;
    match earlier {
        Some((folder, earlier)) if args.scenario.is_none() && args.deck.is_empty() && own.is_empty() => {
            kept::read_back(folder, &earlier.manifest.scenario.name)
        }
        _ if !args.deck.is_empty() || !own.is_empty() => {
            seating::seat(&load::path(args.scenario.as_deref()), &args.deck, &own)
        }
        _ => load::load(args.scenario.as_deref()),
    }
}

fn plan(args: &RunArgs, matchup: &Matchup, earlier: Option<&Earlier>) -> Result<Plan, Failure> {
    let asked = Order::of(matchup);
    let old = earlier.map(|earlier| &earlier.manifest);
    let order = Order {
        games: args.games.or(old.map(|old| old.games_asked)).unwrap_or(asked.games),
        seed: args.seed.or(old.map(|old| old.seed)).unwrap_or(asked.seed),
        target_error: args.target_error.or(old.map_or(asked.target_error, |old| old.target_error)),
        ..asked
    };
    Plan::new(order).map_err(|e| Failure::input(&e))
}
