//! `turnlab puzzles`: how many boards with one right answer a player solves, and which it does not.

use std::fmt::Write;

use serde_json::{Value, json};

use super::args::{PuzzlesArgs, ShelfArgs, SummaryFormat};
use super::case_files::{self, CaseFiles};
use super::failure::Failure;
use super::shelf::Own;
use super::term;
use crate::agents::{AgentRegistry, Options};
use crate::batch::interval::rounded;
use crate::batch::puzzles::{Attempt, Score, attempt};
use crate::cards::source::did_you_mean;
use crate::cards::wording::{cell, counted};
use crate::report::format::percent;
use crate::scenario::AgentSpec;

/// The embedded puzzles.
const PUZZLES: CaseFiles = CaseFiles { suite: &["builtin:/puzzles/"], table: "puzzle", plural: "puzzles" };

/// Fewer puzzles of a kind say nothing that an interval could add to.
const FEWEST_FOR_INTERVAL: u64 = 5;

/// Has the agent try every puzzle, and says how many it solves.
pub(super) fn puzzles(args: &PuzzlesArgs) -> Result<(), Failure> {
    let agent = agent(&args.agent)?;
    let shelf = ShelfArgs { allow_outside: args.allow_outside, ..ShelfArgs::default() };
    let attempts = attempts(&args.paths, &shelf, args.kind.as_deref(), &agent)?;
    term::print(&match args.format {
        SummaryFormat::Table => table(&attempts, &args.agent),
        SummaryFormat::Json => format!("{:#}\n", as_json(&attempts, &args.agent)),
        SummaryFormat::Csv => as_csv(&attempts)?,
    })
}

/// The agent of that name, if it plays without options.
///
/// # Errors
/// When there is none.
pub(super) fn agent(name: &str) -> Result<AgentSpec, Failure> {
    let registry = AgentRegistry::builtin();
    let Some(kind) = registry.get(name) else {
        let names: Vec<&str> = registry.names().collect();
        let near = did_you_mean(name, registry.names());
        let message = format!("--agent: unknown agent `{name}`, expected one of {}{near}", names.join(", "));
        return Err(Failure::Input(message));
    };
    kind.check(&Options::new()).map_err(|fault| Failure::Input(format!("--agent: `{name}`: {fault}")))?;
    Ok(AgentSpec::named(name))
}

/// What the agent makes of the embedded puzzles.
pub(super) fn embedded(agent: &AgentSpec) -> Result<Vec<Attempt>, Failure> {
    attempts(&[], &ShelfArgs::default(), None, agent)
}

/// What the agent makes of those puzzles that are of that kind, or of all of them.
fn attempts(
    paths: &[String],
    shelf: &ShelfArgs,
    kind: Option<&str>,
    agent: &AgentSpec,
) -> Result<Vec<Attempt>, Failure> {
    let tried = case_files::each(&PUZZLES.paths(paths)?, &Own::new(shelf)?, |file, scenario| {
        let Some(puzzle) = scenario.puzzle() else { return Err(file.fault("is no puzzle: it has no [puzzle]")) };
        let of_that_kind = kind.is_none_or(|kind| puzzle.kind == kind);
        let attempt = if of_that_kind { attempt(&scenario, agent) } else { None };
        Ok((puzzle.kind.clone(), attempt))
    })?;
    let (mut kinds, attempts): (Vec<String>, Vec<Option<Attempt>>) = tried.into_iter().unzip();
    let attempts: Vec<Attempt> = attempts.into_iter().flatten().collect();
    if let (Some(kind), true) = (kind, attempts.is_empty()) {
        kinds.sort();
        kinds.dedup();
        let near = did_you_mean(kind, kinds.iter().map(String::as_str));
        let message = format!("--kind: no puzzle of the kind `{kind}`, expected one of {}{near}", kinds.join(", "));
        return Err(Failure::Input(message));
    }
    Ok(attempts)
}

fn table(attempts: &[Attempt], agent: &str) -> String {
    let score = Score::of(attempts);
    let mut text = format!("{} by {agent}\n\n", counted(attempts.len(), "puzzle", "puzzles"));
    let _ = writeln!(text, "{:<24}{:>8}{:>6}{:>9}  95% interval", "kind", "solved", "of", "share");
    for (kind, score) in Score::by_kind(attempts) {
        let interval = score.puzzles >= FEWEST_FOR_INTERVAL;
        text.push_str(&row(kind, score, interval));
    }
    text.push_str(&row("all", score, true));
    let missed = attempts.iter().filter_map(|attempt| Some((attempt, attempt.miss.as_ref()?)));
    for (at, (attempt, miss)) in missed.enumerate() {
        text.push_str(if at == 0 { "\nunsolved\n" } else { "" });
        let _ = writeln!(text, "  {}: {}", attempt.name, miss.difference);
    }
    text
}

fn row(name: &str, score: Score, with_interval: bool) -> String {
    let share = score.share().map(percent).unwrap_or_default();
    let interval = score.interval().filter(|_| with_interval);
    let interval = interval.map_or_else(String::new, |i| format!("  {} to {}", percent(i.low), percent(i.high)));
    format!("{name:<24}{:>8}{:>6}{share:>9}{interval}\n", score.solved, score.puzzles)
}

fn as_json(attempts: &[Attempt], agent: &str) -> Value {
    let score = |score: Score| {
        let (low, high) = score.interval().map(|i| (rounded(i.low), rounded(i.high))).unzip();
        json!({
            "solved": score.solved, "of": score.puzzles, "share": score.share().map(rounded), "low": low, "high": high,
        })
    };
    let kinds = Score::by_kind(attempts).into_iter().map(|(kind, of)| (kind.to_owned(), score(of)));
    let puzzle = |attempt: &Attempt| {
        json!({
            "name": attempt.name,
            "kind": attempt.kind,
            "solved": attempt.is_solved(),
            "seed": attempt.miss.as_ref().map(|miss| miss.seed),
            "difference": attempt.miss.as_ref().map(|miss| miss.difference.to_string()),
        })
    };
    json!({
        "agent": agent,
        "all": score(Score::of(attempts)),
        "kinds": kinds.collect::<serde_json::Map<_, _>>(),
        "puzzles": attempts.iter().map(puzzle).collect::<Vec<_>>(),
    })
}

/// A row for each puzzle.
fn as_csv(attempts: &[Attempt]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = attempts.iter().map(|attempt| {
        let miss = attempt.miss.as_ref();
        let seed = miss.map_or_else(String::new, |miss| miss.seed.to_string());
        let difference = miss.map_or_else(String::new, |miss| miss.difference.to_string());
        let solved = attempt.is_solved().to_string();
        [attempt.name.as_str(), &attempt.kind, &solved, &seed, &difference].map(|text| cell(text).into_owned())
    });
    writer.write_record(["puzzle", "kind", "solved", "seed", "difference"]).map_err(|e| Failure::broken(&e))?;
    for row in rows {
        writer.write_record(row).map_err(|e| Failure::broken(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| Failure::broken(&e))?;
    String::from_utf8(bytes).map_err(|e| Failure::broken(&e))
}
