//! `turnlab compare`: the same deals played in two ways or more, paired game by game.
//!
//! ```text
//! sides (folders of runs, or studies played into folders) -> Recorded -> PairedTally -> Comparison -> table, CSV, JSON
//! ```

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::args::CompareArgs;
use super::args::SummaryFormat;
use super::changes::Change;
use super::export::unfinished;
use super::failure::{Failure, chain};
use super::run::job::{REPORTS, refused};
use super::run::{driver, interrupt, meter::Meter};
use super::shelf::Own;
use super::{load, permit, seating, term};
use crate::batch::plan::Order;
use crate::batch::stop::Stop;
use crate::cards::wording::counted;
use crate::report::comparison::{Comparison, Pairs};
use crate::report::derive::{Keep, derive};
use crate::report::format::shell_word;
use crate::report::html::{Lengths, REPORT, comparison_page};
use crate::report::manifest::Manifest;
use crate::scenario::Scenario;
use crate::study::folder::{Existing, FolderError, RunFolder};
use crate::study::identity::{RUN, RunFile};
use crate::study::part_file::{PartFile, WriteError, write_file};
use crate::study::recorded::{Recorded, RecordedError};
use crate::study::rows::Rows;
use crate::study::seal::ReadError;
use crate::study::{Control, Store, Study};

/// The table of every metric.
const COMPARE: &str = "compare.csv";
/// The table of every pair of games.
const PAIRS: &str = "pairs.csv";

/// What is compared.
struct Side {
    /// What it is called.
    name: String,
    of: SideOf,
}

enum SideOf {
    /// A run that was played before.
    Run(PathBuf),
    /// A study that is to be played.
    Study(Box<Study>),
}

/// Plays what is to be played, and compares.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let sides = sides(args)?;
    let out = folder(args, &sides)?;
    let programs = sides.iter().filter_map(|side| match &side.of {
        SideOf::Study(study) => study.matchup().programs().cloned(),
        SideOf::Run(_) => None,
    });
    let programs: Vec<_> = programs.collect();
    let cancel = interrupt::flag(programs.clone())?;
    let mut played = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        played.push(match &side.of {
            SideOf::Run(path) => path.clone(),
            SideOf::Study(study) => {
                let Some(out) = &out else { continue };
                let place = out.path().join(subfolder(number, &side.name));
                if !args.quiet {
                    let plays = format!("{} of {}", number + 1, sides.len());
                    term::say(&format!("{plays}: {}, in {}", side.name, place.display()));
                }
                play(args, study, &place, &cancel)?;
                place
            }
        });
    }
    programs.iter().for_each(|programs| programs.end());
    let runs = played.iter().map(|path| recorded(path)).collect::<Result<Vec<_>, _>>()?;
    let comparison = pair(args, &sides, &runs, out.as_ref().map(RunFolder::path))?;
    tell(args, &comparison, out.as_ref().map(RunFolder::path))
}

/// What is compared, the base first.
fn sides(args: &CompareArgs) -> Result<Vec<Side>, Failure> {
    let changes: Vec<&Change> = args.changes().collect();
    let one = changes.len().min(1);
    match args.sides.len() {
        0 | 1 if one == 0 => {
            let expected = "expected two scenarios or folders of runs, or one and a change of it: --set, --swap-deck, --without-card";
            return Err(Failure::Input(format!("found nothing to compare with, {expected}")));
        }
        2.. if one == 1 => {
            let found = args.sides.len();
            return Err(Failure::Input(format!(
                "found {found} scenarios and a change, expected one scenario to change"
            )));
        }
        _ => {}
    }
    let own = Own::new(&args.shelf)?;
    // The base decides how many games of which seed all of them play.
    let mut order: Option<(u64, u64)> =
        args.sides.iter().find_map(|typed| run_in(Path::new(typed))).map(|run| (run.games_asked, run.identity.seed));
    let mut studies: Vec<(String, Vec<Change>)> = args.sides.iter().map(|typed| (typed.clone(), Vec::new())).collect();
    if studies.is_empty() {
        studies.push((load::DEFAULT.to_owned(), Vec::new()));
    }
    if !changes.is_empty() {
        let base = studies[0].0.clone();
        if run_in(Path::new(&base)).is_some() {
            return Err(Failure::Input(format!(
                "`{base}` is the folder of a run: name the scenario that is to be changed"
            )));
        }
        let each = changes.iter().map(|change| vec![(*change).clone()]);
        let all = || vec![changes.iter().map(|change| (*change).clone()).collect()];
        let variants: Vec<Vec<Change>> = if args.together { all() } else { each.collect() };
        studies.extend(variants.into_iter().map(|changes| (base.clone(), changes)));
    }
    let mut sides: Vec<Side> = Vec::new();
    for (typed, changes) in studies {
        let side = match run_in(Path::new(&typed)) {
            Some(_) => Side { name: typed.clone(), of: SideOf::Run(PathBuf::from(&typed)) },
            None => {
                let scenario = seating::seat(&load::path(Some(&typed)), &[], &changes, &own)?;
                let name = match changes.as_slice() {
                    [] => scenario.name().to_owned(),
                    changes => changes.iter().map(Change::to_string).collect::<Vec<_>>().join(", "),
                };
                Side { name, of: SideOf::Study(Box::new(study(args, scenario, &mut order)?)) }
            }
        };
        let same = sides.iter().filter(|other| other.name == side.name).count();
        let name = if same > 0 { format!("{} ({typed}, {})", side.name, sides.len()) } else { side.name };
        sides.push(Side { name, ..side });
    }
    Ok(sides)
}

/// The run in that folder, if it is one.
fn run_in(folder: &Path) -> Option<RunFile> {
    folder.join(RUN).exists().then(|| RunFile::read(folder).ok()).flatten()
}

/// The study of a side: as many games of the same seed as the others.
fn study(args: &CompareArgs, scenario: Scenario, order: &mut Option<(u64, u64)>) -> Result<Study, Failure> {
    let matchup = permit::matchup(scenario, args.allow_agents)?;
    let asked = Order::of(&matchup);
    let (games, seed) = *order.get_or_insert((args.games.unwrap_or(asked.games), args.seed.unwrap_or(asked.seed)));
    let (games, seed) = (args.games.unwrap_or(games), args.seed.unwrap_or(seed));
    // Looking as one goes would need intervals of another kind.
    let order = Order { games, seed, target_error: None, ..asked };
    Study::new(matchup, order, Rows::All).map_err(|e| Failure::input(&e))
}

/// The name of a side's folder.
fn subfolder(number: usize, name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let short: String = words.join("-").chars().take(40).collect();
    format!("{number}-{short}")
}

/// The folder of the comparison; none where nothing is to be written.
fn folder(args: &CompareArgs, sides: &[Side]) -> Result<Option<RunFolder>, Failure> {
    let studies: Vec<(usize, &Study)> = sides
        .iter()
        .enumerate()
        .filter_map(|(i, side)| match &side.of {
            SideOf::Study(study) => Some((i, &**study)),
            SideOf::Run(_) => None,
        })
        .collect();
    let Some(out) = &args.out else {
        let Some((_, first)) = studies.first() else { return Ok(None) };
        let name = format!("compare-{}", first.matchup().scenario().name());
        return RunFolder::next_free(Path::new(REPORTS), &name, first.plan().seed()).map(Some).map_err(refused);
    };
    let ours = |name: &str| {
        [COMPARE, PAIRS, REPORT].contains(&name) || studies.iter().any(|(i, _)| subfolder(*i, &sides[*i].name) == name)
    };
    if let Ok(entries) = fs::read_dir(out) {
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
        let mut foreign: Vec<String> = names.filter(|name| !ours(name)).collect();
        foreign.sort();
        if let Some(name) = foreign.into_iter().next() {
            let error = FolderError::Foreign { path: out.clone(), name };
            return Err(Failure::Input(format!(
                "{} like this one; choose another --out",
                chain(&error).replace("a run", "a comparison")
            )));
        }
    }
    RunFolder::at(out, Existing::Continue).map(Some).map_err(refused)
}

/// Plays a study into its folder, or what is missing there.
fn play(args: &CompareArgs, study: &Study, place: &Path, cancel: &AtomicBool) -> Result<(), Failure> {
    let folder = RunFolder::at(place, Existing::Continue).map_err(refused)?;
    let mut store = match RunFile::read(place) {
        Ok(old) => {
            let faults = old.identity.differences(&study.file().identity);
            if !faults.is_empty() {
                let (place, faults) = (place.display(), faults.join("; "));
                return Err(Failure::Input(format!("`{place}` holds another run: {faults}; choose another --out")));
            }
            Store::open(folder, study.file(), study.plan())
        }
        Err(ReadError::Unreadable { .. }) => Store::create(folder, &study.inputs(), study.file(), study.plan()),
        Err(error) => return Err(Failure::input(&error)),
    }
    .map_err(|e| Failure::broken(&e))?;
    let mut meter = Meter::new(study.plan().games(), None, args.quiet);
    let control = Control {
        threads: args.threads,
        driver: driver(args.driver),
        cancel,
        part: None,
        progress: &mut |progress| meter.hear(progress),
    };
    let results = study.run(&mut store, control);
    meter.end();
    let results = results.map_err(|e| Failure::broken(&e))?;
    derive(&mut store, study.file(), study.plan(), &results.outcome, Keep::Both, study.matchup().scenario())
        .map_err(|e| Failure::broken(&e))?;
    match (&results.outcome.stop, &results.aborted) {
        (Stop::Interrupted, _) => {
            let out = place.parent().unwrap_or(place).to_string_lossy();
            term::say(&format!("what was played is kept; the same command goes on with --out {}", shell_word(&out)));
            Err(Failure::Interrupted)
        }
        (_, Some(aborted)) => {
            let (game, seat, why) = (aborted.game, &aborted.seat, &aborted.why);
            Err(Failure::Broken(format!("game {game} was aborted, as `on_fault` says: `{seat}`: {why}")))
        }
        _ => Ok(()),
    }
}

/// The run in that folder, which must be finished.
fn recorded(folder: &Path) -> Result<Recorded, Failure> {
    let manifest = Manifest::read(folder).map_err(|error| unfinished(folder, &error))?;
    Recorded::open(folder, manifest.games_done).map_err(|e| Failure::input(&e))
}

/// Why pairs could not be read or written.
#[derive(Debug, thiserror::Error)]
enum PairError {
    #[error(transparent)]
    Read(#[from] RecordedError),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Compares every run with the first.
fn pair(args: &CompareArgs, sides: &[Side], runs: &[Recorded], out: Option<&Path>) -> Result<Comparison, Failure> {
    let failed = |error: PairError| match error {
        PairError::Read(error) => Failure::input(&error),
        PairError::Write(error) => Failure::broken(&error),
    };
    let path = out.map(|out| out.join(PAIRS));
    let at = |error: io::Error| -> PairError {
        let path = path.as_deref().unwrap_or(Path::new(PAIRS));
        WriteError::at(path)(error).into()
    };
    let create = |path: &PathBuf| PartFile::create(path).map(BufWriter::new).map_err(|e| failed(e.into()));
    let mut pairs = path.as_ref().map(create).transpose()?.map(Pairs::new).transpose().map_err(|e| failed(at(e)))?;
    let (mut variants, mut lengths) = (Vec::new(), Vec::new());
    let mut rows = 0;
    let Some((base, others)) = runs.split_first() else { return Err(Failure::Differs) };
    for (side, other) in sides[1..].iter().zip(others) {
        let mut of_variant = Lengths::new();
        let tally = base.paired(other, |a, b| {
            rows += 1;
            of_variant.push((a.game.turns, b.game.turns));
            pairs.as_mut().map_or(Ok(()), |pairs| pairs.add(&side.name, a, b)).map_err(at)
        });
        variants.push((side.name.clone(), tally.map_err(failed)?));
        lengths.push(of_variant);
    }
    let comparison = Comparison::new(sides[0].name.clone(), args.metric.clone(), variants).map_err(Failure::Input)?;
    if let (Some(pairs), Some(out)) = (pairs, out) {
        let file = pairs.finish().and_then(|file| file.into_inner().map_err(|error| error.into_error()));
        file.map_err(at).and_then(|file| Ok(file.keep(Some(rows))?)).map_err(failed)?;
        let path = out.join(COMPARE);
        let write = || -> Result<(), WriteError> {
            let mut file = BufWriter::new(PartFile::create(&path)?);
            let rows = comparison.csv(&mut file).map_err(WriteError::at(&path))?;
            let file = file.into_inner().map_err(|error| WriteError::at(&path)(error.into_error()))?;
            file.keep(Some(rows)).map(drop)
        };
        write().map_err(|e| Failure::broken(&e))?;
        let page = comparison_page(&comparison, &lengths, &command(args, base));
        write_file(&out.join(REPORT), page.as_bytes(), None).map_err(|e| Failure::broken(&e))?;
    }
    Ok(comparison)
}

/// The command that plays this comparison again: what decides it, and nothing of where and how fast.
fn command(args: &CompareArgs, base: &Recorded) -> String {
    let run = base.run();
    let mut words = vec!["turnlab".to_owned(), "compare".to_owned()];
    words.extend(args.sides.iter().map(|side| shell_word(side)));
    for change in args.changes() {
        let typed = change.typed();
        let (option, value) = typed.split_once(' ').unwrap_or((&typed, ""));
        words.extend([option.to_owned(), shell_word(value)]);
    }
    words.extend(args.together.then(|| "--together".to_owned()));
    words.push(format!("--games {} --seed {}", run.games_asked, run.identity.seed));
    words.push(format!("--metric {}", shell_word(&args.metric.to_string())));
    words.join(" ")
}

/// The comparison on standard output, and whether everything that was asserted holds.
fn tell(args: &CompareArgs, comparison: &Comparison, out: Option<&Path>) -> Result<(), Failure> {
    let checks = args.assert.iter().map(|assertion| comparison.check(assertion)).collect::<Result<Vec<_>, _>>();
    let checks = checks.map_err(Failure::Input)?.concat();
    term::print(&match args.format {
        SummaryFormat::Table => comparison.table(),
        SummaryFormat::Json => comparison.json().map_err(|e| Failure::broken(&e))?,
        SummaryFormat::Csv => {
            let mut bytes = Vec::new();
            comparison.csv(&mut bytes)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    })?;
    if let Some(out) = out.filter(|_| !args.quiet) {
        let runs = counted(comparison.variants().len() + 1, "run", "runs");
        term::say(&format!("files: {} ({REPORT}, {COMPARE}, {PAIRS}, {runs})", out.display()));
    }
    checks.iter().for_each(|(line, _)| term::say(line));
    if checks.iter().all(|(_, holds)| *holds) { Ok(()) } else { Err(Failure::Differs) }
}
