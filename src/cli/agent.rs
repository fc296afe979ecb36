//! `turnlab agent`: what somebody needs who writes a program that plays.

use std::fmt::Write;

use super::args::{AgentVerb, ExamineArgs, ReportFormat};
use super::failure::Failure;
use super::term::{self, Paint};
use crate::agents::Options;
use crate::cards::wording::{quoted, shown};
use crate::scenario::ProcessSpec;
use crate::table::compliance::{Grade, Item, Report, Terms, examine};
use crate::table::protocol::SCHEMA;

/// Prints the schema of the protocol, or examines a program.
pub(super) fn agent(verb: &AgentVerb, paint: Paint) -> Result<(), Failure> {
    match verb {
        AgentVerb::Schema => term::print(SCHEMA),
        AgentVerb::Check(args) => check(args, paint),
    }
}

fn check(args: &ExamineArgs, paint: Paint) -> Result<(), Failure> {
    let options = options(args.options.as_deref().unwrap_or("{}"))?;
    let program = ProcessSpec { command: args.command.clone(), options, deadline: args.deadline };
    let report = examine(&Terms::new(program)).map_err(|error| Failure::input(&error))?;
    term::print(&match args.format {
        ReportFormat::Text => text(&report, paint),
        ReportFormat::Json => json(&report)?,
    })?;
    if report.count(Grade::Fail) == 0 { Ok(()) } else { Err(Failure::Differs) }
}

/// The options that the program is told: a JSON object.
fn options(text: &str) -> Result<Options, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::Input(format!(
            "--options: expected a JSON object such as {{\"depth\":3}}, found {}: {error}",
            quoted(text)
        ))
    })
}

fn json(report: &Report) -> Result<String, Failure> {
    serde_json::to_string_pretty(report).map(|text| text + "\n").map_err(|error| Failure::broken(&error))
}

/// The list, and how many items came to what.
fn text(report: &Report, paint: Paint) -> String {
    let width = report.items.iter().map(|item| item.item.len()).max().unwrap_or_default();
    let mut text = format!("{}\n\n", shown(&report.command.join(" ")));
    for Item { number, item, result, note } in &report.items {
        let grade = match result {
            Grade::Pass => paint.green("pass"),
            Grade::Fail => paint.red("fail"),
            Grade::Skip => paint.dim("skip"),
        };
        let line = format!("{number:>2}  {grade}  {item:<width$}  {}", shown(note));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let [pass, fail, skip] = [Grade::Pass, Grade::Fail, Grade::Skip].map(|grade| report.count(grade));
    let _ = writeln!(text, "\n{pass} passed, {fail} failed, {skip} skipped");
    text
}
