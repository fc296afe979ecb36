//! `turnlab compare`: the same deals played in two ways or more, paired game by game.
//!
//! ```text
//! sides (folders of runs, or studies played into folders) -> Recorded -> PairedTally -> Comparison -> table, CSV, JSON
//! ```

mod sides;

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use sides::{Side, SideOf, sides};

use super::args::{CompareArgs, SummaryFormat};
use super::export::recorded;
use super::failure::Failure;
use super::run::interrupt::Interrupt;
use super::run::job::{REPORTS, less, refused};
use super::run::play::{aborted, play};
use super::term;
use crate::batch::stop::{Stop, looks};
use crate::batch::until::Until;
use crate::cards::wording::counted;
use crate::report::comparison::{Comparison, Pairs, Variant};
use crate::report::derive::{Format, Keep, derive};
use crate::report::format::shell_word;
use crate::report::html::{Lengths, REPORT, comparison_page};
use crate::study::folder::{Existing, RunFolder};
use crate::study::identity::{RunFile, RunIdentity, StandInEntry};
use crate::study::part_file::{PartFile, WriteError, is_part, write_file};
use crate::study::recorded::{Recorded, RecordedError, unpaired};
use crate::study::seal::ReadError;
use crate::study::{Store, Study};

/// The table of every metric.
const COMPARE: &str = "compare.csv";
/// The table of every pair of games.
const PAIRS: &str = "pairs.csv";

/// Plays what is to be played, and compares.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let interrupt = Interrupt::listen()?;
    let sides = sides(args)?;
    pairable(&sides)?;
    let out = folder(args, &sides)?;
    let out = out.as_ref().map(RunFolder::path);
    warn_of_stand_ins(&sides);
    let stages = stages(args, &sides, out);
    for (at, games) in stages.iter().enumerate() {
        let (runs, last) = (played(args, &sides, *games, out, &interrupt)?, at + 1 == stages.len());
        if last {
            tell_what_is_left_out(&sides, &runs);
        }
        let comparison = pair(args, &sides, &runs, out)?;
        let met = args.until.as_ref().is_none_or(|until| is_met(until, &comparison, last, args.drive.quiet));
        if met || last {
            return tell(args, &comparison, out);
        }
    }
    Ok(())
}

/// Whether every side plays the deals of the first, before anything is played; says where they have no seat in common.
fn pairable(sides: &[Side]) -> Result<(), Failure> {
    let identities: Vec<RunIdentity> = sides.iter().map(Side::identity).collect::<Result<_, _>>()?;
    let (Some((first, rest)), Some(base)) = (identities.split_first(), sides.first()) else { return Ok(()) };
    for (side, identity) in sides[1..].iter().zip(rest) {
        if let Some(why) = unpaired(first, identity) {
            return Err(Failure::Input(format!("`{}` and `{}` can't be paired: {why}", base.name, side.name)));
        }
        let sits = |name: &String| first.agents.iter().any(|agent| agent.seat == *name);
        if !identity.agents.iter().any(|agent| sits(&agent.seat)) {
            term::say(&format!(
                "note: `{}` and `{}` have no seat in common: of seats only positions are compared",
                base.name, side.name
            ));
        }
    }
    Ok(())
}

/// Says which games of runs are left out, as another has fewer.
fn tell_what_is_left_out(sides: &[Side], runs: &[Recorded]) {
    let Some((base, others)) = runs.split_first() else { return };
    for (side, other) in sides[1..].iter().zip(others).filter(|(_, other)| other.games() != base.games()) {
        let (mine, theirs) = (base.games(), other.games());
        term::say(&format!(
            "note: `{}` has {mine} games and `{}` {theirs}: the first {} are compared",
            sides[0].name,
            side.name,
            mine.min(theirs)
        ));
    }
}

/// Says of which decks games say little, each side by its name.
fn warn_of_stand_ins(sides: &[Side]) {
    for side in sides {
        let identity = side.identity().ok();
        let entries = identity.iter().flat_map(|identity| &identity.stand_ins);
        entries
            .filter_map(StandInEntry::warning)
            .for_each(|much| term::say(&format!("warning: {}: {much}", side.name)));
    }
}

/// How many games each side plays before one looks at the differences: what was asked for, or fewer first where a rule may end it.
///
/// What the folder holds already is not taken back: it was looked at before that, and was not enough.
fn stages(args: &CompareArgs, sides: &[Side], out: Option<&Path>) -> Vec<Option<u64>> {
    let Some(study) = args.until.as_ref().and_then(|_| sides[0].study()) else { return vec![None] };
    let places = sides.iter().enumerate().filter_map(|(i, side)| Some(place(out?, i, side)));
    let held = places.filter_map(|place| RunFile::read(&place).ok()).map(|run| run.games_asked).max().unwrap_or(0);
    let most = study.plan().games_asked();
    looks(study.plan()).filter(|games| *games >= held.min(most)).map(Some).collect()
}

/// Whether the differences are known so well as the rule asks; says how well they are, and where it won't be met what would do.
fn is_met(until: &Until, comparison: &Comparison, last: bool, quiet: bool) -> bool {
    let games = comparison.variants().first().map_or(0, |variant| variant.tally.games);
    let after = format!("after {}", counted(games, "game", "games"));
    let (Some(width), Some(asked)) = (comparison.half_width(until.asked()), until.width_asked()) else {
        if last {
            term::say(&format!("warning: {until}: no interval {after}, the most that was asked for: see --games"));
        }
        return false;
    };
    let met = width <= asked;
    let known = format!("{until}: \u{b1}{width:.3} {after}");
    if last && !met {
        // An interval narrows with the square root of the games.
        let enough = (games as f64 * (width / asked) * (width / asked)).ceil();
        term::say(&format!("warning: {known}, the most that was asked for; it takes about {enough}: see --games"));
    } else if !quiet {
        term::say(&format!("{known}{}", if met { ", which is enough" } else { "" }));
    }
    met
}

/// The runs of all sides, after those that are studies were played.
fn played(
    args: &CompareArgs,
    sides: &[Side],
    games: Option<u64>,
    out: Option<&Path>,
    interrupt: &Interrupt,
) -> Result<Vec<Recorded>, Failure> {
    let mut runs = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        runs.push(match (&side.of, out) {
            (SideOf::Study(study), Some(out)) => {
                let place = place(out, number, side);
                if !args.drive.quiet {
                    let which = format!("{} of {}", number + 1, sides.len());
                    term::say(&format!("{which}: {}, in {}", side.name, place.display()));
                }
                let games = games.unwrap_or(study.plan().games_asked());
                let study = study.of_games(games).map_err(|e| Failure::input(&e))?;
                play_into(&place, &study, args, interrupt)?;
                recorded(&place)?
            }
            (SideOf::Run(path), _) => recorded(path)?,
            // Only a study makes a folder necessary, and then there is one.
            (SideOf::Study(_), None) => continue,
        });
    }
    Ok(runs)
}

/// Where a side is played.
fn place(out: &Path, number: usize, side: &Side) -> PathBuf {
    out.join(subfolder(number, &side.name))
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
    let numbered = sides.iter().enumerate().filter_map(|(i, side)| Some((i, side, side.study()?)));
    let studies: Vec<(String, &Study)> = numbered.map(|(i, side, study)| (subfolder(i, &side.name), study)).collect();
    let Some(out) = &args.out else {
        let Some((_, first)) = studies.first() else { return Ok(None) };
        let name = format!("compare-{}", first.matchup().scenario().name());
        return RunFolder::next_free(Path::new(REPORTS), &name, first.plan().seed()).map(Some).map_err(refused);
    };
    let ours = |name: &String| {
        let known = [COMPARE, PAIRS, REPORT].contains(&name.as_str()) || is_part(Path::new(name));
        known || studies.iter().any(|(folder, _)| folder == name)
    };
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    if let Some(name) = names.filter(|name| !ours(name)).min() {
        let (out, what) = (out.display(), "which is not part of a comparison like this one; choose another --out");
        return Err(Failure::Input(format!("`{out}` holds `{name}`, {what}")));
    }
    RunFolder::at(out, Existing::Continue).map(Some).map_err(refused)
}

/// Plays a study into that folder, or what is missing there.
fn play_into(place: &Path, study: &Study, args: &CompareArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let folder = RunFolder::at(place, Existing::Continue).map_err(refused)?;
    let store = match RunFile::read(place) {
        Ok(old) => {
            let mut faults = old.identity.differences(&study.file().identity);
            faults.extend(less(&old, place, study.plan()));
            if !faults.is_empty() {
                let (place, faults) = (place.display(), faults.join("; "));
                return Err(Failure::Input(format!("`{place}` holds another run: {faults}; choose another --out")));
            }
            Store::open(folder, study.file(), study.plan())
        }
        Err(ReadError::Unreadable { .. }) => Store::create(folder, &study.inputs(), study.file(), study.plan()),
        Err(error) => return Err(Failure::input(&error)),
    };
    let mut store = store.map_err(|e| Failure::broken(&e))?;
    let played = play(study, &mut store, None, &args.drive, interrupt).map_err(|e| Failure::broken(&e))?;
    let results = played.results;
    derive(
        &mut store,
        study.file(),
        study.plan(),
        &results.outcome,
        Keep::Both,
        Format::Csv,
        study.matchup().scenario(),
    )
    .map_err(|e| Failure::broken(&e))?;
    match (&results.outcome.stop, &results.aborted) {
        (Stop::Interrupted, _) => {
            let out = place.parent().unwrap_or(place).to_string_lossy();
            term::say(&format!("what was played is kept; the same command goes on with --out {}", shell_word(&out)));
            Err(Failure::Interrupted)
        }
        (_, Some(fault)) => Err(Failure::Broken(aborted(fault))),
        _ => Ok(()),
    }
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
        let tally = tally.map_err(failed)?;
        variants.push(Variant { name: side.name.clone(), tally, cards: side.other_cards(&sides[0]) });
        lengths.push(of_variant);
    }
    let comparison = Comparison::new(sides[0].name.clone(), &args.metric, variants).map_err(Failure::Input)?;
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
        let page = comparison_page(&comparison, &lengths, &command(args, sides, base));
        write_file(&out.join(REPORT), page.as_bytes(), None).map_err(|e| Failure::broken(&e))?;
    }
    Ok(comparison)
}

/// The command that plays this comparison again: what decides it, and nothing of where and how fast.
fn command(args: &CompareArgs, sides: &[Side], base: &Recorded) -> String {
    let run = base.run();
    let mut words = vec!["turnlab".to_owned(), "compare".to_owned()];
    words.extend(args.sides.iter().map(|side| shell_word(side)));
    for change in args.changes.iter() {
        let typed = change.typed();
        let (option, value) = typed.split_once(' ').unwrap_or((&typed, ""));
        words.extend([option.to_owned(), shell_word(value)]);
    }
    words.extend(args.together.then(|| "--together".to_owned()));
    let games = sides[0].study().map_or(run.games_asked, |study| study.plan().games_asked());
    words.push(format!("--games {games} --seed {}", run.identity.seed));
    words.extend(args.until.iter().map(|until| format!("--until {}", shell_word(&until.to_string()))));
    words.extend(args.metric.iter().map(|metric| format!("--metric {}", shell_word(&metric.to_string()))));
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
    if let Some(out) = out.filter(|_| !args.drive.quiet) {
        let runs = counted(comparison.variants().len() + 1, "run", "runs");
        term::say(&format!("files: {} ({REPORT}, {COMPARE}, {PAIRS}, {runs})", out.display()));
    }
    checks.iter().for_each(|(line, _)| term::say(line));
    if checks.iter().all(|(_, holds)| *holds) { Ok(()) } else { Err(Failure::Differs) }
}
