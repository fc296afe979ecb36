//! `turnlab check`: regression cases, judged side by side and reported in order.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget};

use super::args::CheckArgs;
use super::case_files::{self, CaseFile, CaseFiles};
use super::failure::Failure;
use super::shelf::Own;
use super::term::Paint;
use super::{load, permit, puzzles, term};
use crate::batch::self_check::{Checked, determinism, invariants};
use crate::cards::wording::{counted, shown};
use crate::scenario::{self, BUILTIN, Disk};
use crate::study::part_file::write_file;
use crate::table::Matchup;
use crate::table::case::{BlessError, Blessing, CaseReport, Difference, bless, run_case};

/// The edition of the Comprehensive Rules that cases are named after: the day it took effect.
const RULES: &str = "2026-09-25";

/// The embedded suite are the rules by number, and what cards do.
const CASES: CaseFiles = CaseFiles { suite: &["builtin:/rules/", "builtin:/cases/"], table: "expect", plural: "cases" };

/// A case that has been judged.
struct Case {
    path: String,
    report: CaseReport,
}

/// Games of the default study that are played in every way.
const IN_EVERY_WAY: u64 = 40;

/// Judges every case, or blesses them; or checks this program.
pub(super) fn check(args: &CheckArgs, paint: Paint) -> Result<(), Failure> {
    match args.of_itself {
        Some(games) => check_itself(args, args.first_game..args.first_game + games, paint),
        None => check_cases(args, paint),
    }
}

/// The embedded suite, determinism, and those games with every invariant, as a table.
fn check_itself(args: &CheckArgs, games: Range<u64>, paint: Paint) -> Result<(), Failure> {
    let agent = args.agent.as_deref().map(puzzles::agent).transpose()?;
    let cases = judge(&CASES.paths(&[])?, &Own::new(&args.shelf)?, false)?;
    let failed = cases.iter().filter(|case| !case.report.passed());
    let faults = failed.map(|case| format!("{} failed: turnlab check tells why", case.path)).collect();
    let suite = Checked { what: "suite", how_much: counted(cases.len(), "case", "cases"), faults };
    let default = Matchup::new(load::load(None)?.into());
    let same = determinism(&default, IN_EVERY_WAY).map_err(|error| Failure::broken(&*error))?;
    let mut tables = Vec::new();
    for name in load::studies() {
        let study = load::load(Some(&load::study(&name)))?;
        tables.push(Matchup::new(agent.as_ref().map_or_else(|| study.clone(), |agent| study.played_by(agent)).into()));
    }
    let bar = ProgressBar::with_draw_target(Some(games.end - games.start), ProgressDrawTarget::stderr());
    let held = invariants(&tables, games, &|| bar.inc(1));
    bar.finish_and_clear();
    let checked = [suite, same, held];
    let mut text = String::new();
    for Checked { what, how_much, faults } in &checked {
        let verdict = if faults.is_empty() { paint.green("ok") } else { paint.red(&format!("{} wrong", faults.len())) };
        let _ = writeln!(text, "{what:<12}{how_much:<32}{verdict}");
        for fault in faults {
            let _ = writeln!(text, "  {}", shown(fault));
        }
    }
    term::print(&text)?;
    if checked.iter().all(|checked| checked.faults.is_empty()) { Ok(()) } else { Err(Failure::Differs) }
}

fn check_cases(args: &CheckArgs, paint: Paint) -> Result<(), Failure> {
    let mut cases = judge(&CASES.paths(&args.paths)?, &Own::new(&args.shelf)?, args.allow_agents)?;
    let mut text = String::new();
    if args.bless {
        for case in &mut cases {
            text.push_str(&blessed(case, args.bless_outline)?);
        }
    }
    for case in &cases {
        text.push_str(&failure(case, paint));
    }
    text.push_str(&sections(&cases));
    let failed = cases.iter().filter(|case| !case.report.passed()).count();
    let verdict = if failed == 0 { paint.green("all passed") } else { paint.red(&format!("{failed} failed")) };
    let counted = counted(cases.len(), "case", "cases");
    let _ = writeln!(text, "{counted}, {verdict}; Comprehensive Rules effective {RULES}");
    term::print(&text)?;
    if failed == 0 { Ok(()) } else { Err(Failure::Differs) }
}

/// Judges all cases, or tells the faults of all their files together.
fn judge(files: &[CaseFile], own: &Own, allow_agents: bool) -> Result<Vec<Case>, Failure> {
    case_files::each(files, own, |file, scenario| {
        if scenario.expect().is_none() {
            return Err(file.fault("expects nothing, so it is no case: it has no [expect]"));
        }
        let report = run_case(&permit::matchup(scenario, allow_agents)?);
        Ok(Case { path: file.path.clone(), report })
    })
}

/// Differences of a case that are told at most.
const TOLD: usize = 4;

/// A case's first differences, a line each, and how many more there are.
fn failure(case: &Case, paint: Paint) -> String {
    let Some((first, others)) = case.report.differences.split_first() else { return String::new() };
    let mut text = format!("{} {}: {first}\n", paint.red("FAILED"), shown(&case.path));
    let (told, more) = others.split_at(others.len().min(TOLD - 1));
    for other in told {
        let _ = writeln!(text, "  {other}");
    }
    if !more.is_empty() {
        let _ = writeln!(text, "  and {} more", more.len());
    }
    text
}

/// How many cases each section of the rules has, and how many of them failed.
fn sections(cases: &[Case]) -> String {
    let mut sections: BTreeMap<(u32, String), (usize, usize)> = BTreeMap::new();
    for case in cases {
        let (cases, failed) = sections.entry(section(&case.path)).or_default();
        *cases += 1;
        *failed += usize::from(!case.report.passed());
    }
    let mut text = format!("{:<10}{:>6}{:>8}\n", "section", "cases", "failed");
    for ((_, section), (cases, failed)) in sections {
        let _ = writeln!(text, "{:<10}{cases:>6}{failed:>8}", shown(&section));
    }
    text
}

/// The section of the rules that a case's file name begins with; those of no section go by their folder, and come last.
fn section(path: &str) -> (u32, String) {
    let mut parts = path.rsplit(['/', '\\']);
    let name = parts.next().unwrap_or(path);
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(number) => (number, digits),
        Err(_) => (u32::MAX, parts.next().filter(|folder| !folder.is_empty()).unwrap_or("other").to_owned()),
    }
}

/// Writes what a case came to into its file, and takes that off its differences.
fn blessed(case: &mut Case, outlines: bool) -> Result<String, Failure> {
    if case.path.starts_with(BUILTIN) {
        return Err(Failure::Input(format!("--bless: `{}` is embedded; bless the file it was made from", case.path)));
    }
    let (source, _) = scenario::open(&Disk, &case.path).map_err(|e| Failure::input(&e))?;
    let text = source.text;
    let blessing = match bless(&text, &case.report, outlines) {
        Err(BlessError::NothingToBless(_)) => return Ok(String::new()),
        Err(error) => return Ok(format!("not blessed: {error}\n")),
        Ok(blessing) => blessing,
    };
    let is_blessed = |found: &Difference| matches!(found, Difference::Digest { .. } | Difference::Outline { .. });
    if !case.report.differences.iter().all(is_blessed) {
        return Ok(format!("not blessed: {}: something else is not as expected\n", shown(&case.path)));
    }
    case.report.differences.clear();
    if blessing.text == text {
        return Ok(String::new());
    }
    write_file(Path::new(&case.path), blessing.text.as_bytes(), None).map_err(|e| Failure::broken(&e))?;
    Ok(told(&case.path, &blessing))
}

fn told(path: &str, blessing: &Blessing) -> String {
    let path = shown(path);
    match &blessing.outline_changed {
        None => format!("blessed {path}: a new digest\n"),
        Some((was, is)) => format!("blessed {path}: a new outline\n--- was\n{was}\n--- is\n{is}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_from_file_names() {
        assert_eq!(section("builtin:/rules/500.7-time-warp.toml"), (500, "500".to_owned()));
        assert_eq!(section("my/cases/614.10a-x.toml").0, 614);
        assert_eq!(section("builtin:/cases/cards/stasis.toml"), (u32::MAX, "cards".to_owned()));
        assert_eq!(section("mine.toml"), (u32::MAX, "other".to_owned()));
    }

    #[test]
    fn the_library_and_the_documents_name_this_edition() {
        let edition = format!("effective {RULES}");
        for text in [
            include_str!("../lib.rs"),
            include_str!("../../README.md"),
            include_str!("../../docs/rules-editions.md"),
            include_str!("../../docs/seeds.md"),
        ] {
            assert!(text.contains(&edition), "{}", &text[..40]);
        }
    }
}
