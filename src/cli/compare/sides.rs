//! What is compared: folders of runs, scenarios, and scenarios with changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::batch::asked::Asked;
use crate::batch::plan::Order;
use crate::cli::args::CompareArgs;
use crate::cli::changes::Change;
use crate::cli::failure::Failure;
use crate::cli::shelf::Own;
use crate::cli::{load, permit, seating};
use crate::study::Study;
use crate::study::identity::{RUN, RunFile, RunIdentity};
use crate::study::rows::Rows;
use crate::table::Matchup;

/// One of the things that are compared.
pub(super) struct Side {
    /// What it is called.
    pub(super) name: String,
    pub(super) of: SideOf,
    /// It differs from the base in its decks alone.
    decks_alone: bool,
}

pub(super) enum SideOf {
    /// A run that was played before.
    Run(PathBuf),
    /// A study that is to be played.
    Study(Box<Study>),
}

impl Side {
    /// The study, where one is to be played.
    pub(super) fn study(&self) -> Option<&Study> {
        match &self.of {
            SideOf::Study(study) => Some(study),
            SideOf::Run(_) => None,
        }
    }

    /// What it is, without its games.
    pub(super) fn identity(&self) -> Result<RunIdentity, Failure> {
        match &self.of {
            SideOf::Study(study) => Ok(study.file().identity.clone()),
            SideOf::Run(path) => Ok(RunFile::read(path).map_err(|e| Failure::input(&e))?.identity),
        }
    }

    /// In how many cards its decks differ from the base's, where nothing else does.
    pub(super) fn other_cards(&self, base: &Side) -> Option<u64> {
        let (ours, theirs) = (self.study().filter(|_| self.decks_alone)?, base.study()?);
        let pairs = decks(ours).zip(decks(theirs));
        Some(pairs.map(|(a, b)| a.values().sum::<u64>().max(b.values().sum()) - in_both(&a, &b)).sum())
    }
}

/// How often each card is in each deck, by name: every side has a catalog of its own.
fn decks(study: &Study) -> impl Iterator<Item = BTreeMap<&str, u64>> {
    let scenario = study.matchup().scenario();
    scenario.seats().values().iter().map(|seat| {
        let cards = seat.deck.iter().flat_map(|deck| deck.commanders().iter().chain(deck.main()));
        cards.fold(BTreeMap::new(), |mut copies, card| {
            *copies.entry(scenario.catalog().card(*card).name.as_str()).or_default() += 1;
            copies
        })
    })
}

/// How many cards two decks have in common.
fn in_both(a: &BTreeMap<&str, u64>, b: &BTreeMap<&str, u64>) -> u64 {
    a.iter().map(|(card, copies)| *copies.min(b.get(card).unwrap_or(&0))).sum()
}

/// A side as it was typed, before it is known how many games it plays.
enum Draft {
    Run { path: PathBuf, run: Box<RunFile> },
    Study { name: String, matchup: Matchup },
}

impl Draft {
    /// Who sits at its table.
    fn seats(&self) -> Vec<&str> {
        match self {
            Draft::Run { run, .. } => run.identity.agents.iter().map(|agent| agent.seat.as_str()).collect(),
            Draft::Study { matchup, .. } => matchup.scenario().seats().values().iter().map(|s| &*s.name).collect(),
        }
    }

    /// That it is a team which is asked about, with its seats.
    fn team_asked(&self, asked: &Asked) -> Option<String> {
        let Draft::Study { matchup, .. } = self else { return None };
        matchup.scenario().team_asked(asked.seat()?)
    }
}

/// What is compared, the base first.
///
/// # Errors
/// When a side or a change is wrong, or there is nothing to compare with.
pub(super) fn sides(args: &CompareArgs) -> Result<Vec<Side>, Failure> {
    let own = Own::new(&args.shelf)?;
    let drafts = wanted(args)?.into_iter().map(|(typed, changes)| draft(args, typed, &changes, &own));
    let drafts = drafts.collect::<Result<Vec<_>, _>>()?;
    if drafts.iter().all(|draft| matches!(draft, Draft::Run { .. })) {
        let asked = [
            ("--games", args.games.is_some()),
            ("--seed", args.seed.is_some()),
            ("--cards", !args.shelf.cards.cards.is_empty()),
            ("--card-facts", args.shelf.cards.card_facts.is_some()),
            ("--threads", args.drive.threads.is_some()),
            ("--allow-agents", args.drive.allow_agents),
        ];
        if let Some((option, _)) = asked.into_iter().find(|(_, given)| *given) {
            return Err(Failure::Input(format!("{option}: nothing is played, as every side is the folder of a run")));
        }
    }
    let (games, seed) = played(args, &drafts);
    let typed = args.sides.iter().map(String::as_str).chain(std::iter::repeat(load::DEFAULT));
    let mut sides: Vec<Side> = Vec::new();
    let decks_alone = args.changes.of_decks_alone();
    for (draft, typed) in drafts.into_iter().zip(typed) {
        for asked in args.asked() {
            let none = |why| draft.team_asked(asked).unwrap_or(why);
            asked.check(draft.seats()).map_err(|why| Failure::Input(format!("`{typed}`: {}", none(why))))?;
        }
        let (name, of) = match draft {
            Draft::Run { path, .. } if args.until.is_some() => {
                return Err(Failure::Input(format!(
                    "`{}` is the folder of a run, and --until plays on: name its scenario",
                    path.display()
                )));
            }
            Draft::Run { path, .. } => (path.to_string_lossy().into_owned(), SideOf::Run(path)),
            Draft::Study { name, matchup } => {
                // A rule of the scenario's own is about one side alone, and both play as many games.
                let order = Order::of(&matchup).map_err(|e| Failure::input(&e))?;
                let order = Order { games, seed, until: None, ..order };
                (
                    name,
                    SideOf::Study(Box::new(
                        Study::new(matchup, order, Rows::All.into()).map_err(|e| Failure::input(&e))?,
                    )),
                )
            }
        };
        let taken = sides.iter().any(|other| other.name == name);
        let name = if taken { format!("{name} ({typed}, {})", sides.len()) } else { name };
        sides.push(Side { name, of, decks_alone });
    }
    Ok(sides)
}

/// What was typed, as scenarios or folders with changes.
fn wanted(args: &CompareArgs) -> Result<Vec<(&str, Vec<Change>)>, Failure> {
    let typed: Vec<&str> = args.sides.iter().map(String::as_str).collect();
    let changes = args.changes.of(typed.first().copied().unwrap_or(load::DEFAULT))?;
    match (typed.as_slice(), changes.is_empty()) {
        ([] | [_], true) => {
            if let Some(runs) = typed.first().and_then(|folder| load::of_runs(Path::new(folder))) {
                return Err(runs);
            }
            let expected = "expected two scenarios or folders of runs, or one and a change of it: --set, --swap-deck, --without-card";
            Err(Failure::Input(format!("found nothing to compare with, {expected}")))
        }
        (_, true) if args.together => {
            Err(Failure::Input("--together: found no change, of which it would make one variant".to_owned()))
        }
        (sides, true) => Ok(sides.iter().map(|side| (*side, Vec::new())).collect()),
        ([_, _, ..], false) => {
            let found = typed.len();
            Err(Failure::Input(format!("found {found} scenarios and a change, expected one scenario to change")))
        }
        ([] | [_], false) => {
            let base = typed.first().copied().unwrap_or(load::DEFAULT);
            let variants = match args.together {
                true => {
                    // The later of two would win, and the earlier would have no effect.
                    let before = |at: usize, change: &Change| changes[..at].iter().any(|c| c.what() == change.what());
                    if let Some((_, change)) = changes.iter().enumerate().find(|(at, change)| before(*at, change)) {
                        return Err(Failure::Input(format!("--together: {} is changed twice", change.what())));
                    }
                    vec![changes]
                }
                false => {
                    let before = |at: usize, change: &Change| changes[..at].contains(change);
                    if let Some((_, twice)) = changes.iter().enumerate().find(|(at, change)| before(*at, change)) {
                        return Err(Failure::Input(format!("{}: the same change is asked for twice", twice.typed())));
                    }
                    changes.into_iter().map(|change| vec![change]).collect()
                }
            };
            Ok(std::iter::once(Vec::new()).chain(variants).map(|changes| (base, changes)).collect())
        }
    }
}

fn draft(args: &CompareArgs, typed: &str, changes: &[Change], own: &Own) -> Result<Draft, Failure> {
    let path = Path::new(typed);
    if path.join(RUN).exists() {
        let run = RunFile::read(path).map_err(|e| Failure::input(&e))?;
        return Ok(Draft::Run { path: path.to_owned(), run: Box::new(run) });
    }
    let scenario = seating::seat(&load::path(Some(typed)), &[], changes, own)?;
    let name = match changes {
        [] => scenario.name().to_owned(),
        changes => changes.iter().map(Change::to_string).collect::<Vec<_>>().join(", "),
    };
    Ok(Draft::Study { name, matchup: permit::matchup(scenario, args.drive.allow_agents)? })
}

/// How many games of which seed every side plays: as was typed, as a run that was played before, or as the base says.
fn played(args: &CompareArgs, drafts: &[Draft]) -> (u64, u64) {
    let run = drafts.iter().find_map(|draft| match draft {
        Draft::Run { run, .. } => Some((run.games_asked, run.identity.seed)),
        Draft::Study { .. } => None,
    });
    let base = drafts.iter().find_map(|draft| match draft {
        Draft::Study { matchup, .. } => Some(matchup.scenario().batch()),
        Draft::Run { .. } => None,
    });
    let (games, seed) = run.or(base.map(|batch| (batch.games, batch.seed))).unwrap_or_default();
    (args.games.unwrap_or(games), args.seed.unwrap_or(seed))
}
