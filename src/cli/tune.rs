//! `turnlab tune`: the numbers that the heuristic player plays by, varied one at a time by self-play.

use std::fmt::Write;
use std::path::Path;

use super::args::TuneArgs;
use super::failure::Failure;
use super::new_file::{absent, write_new};
use super::term;
use crate::batch::interval::Interval;
use crate::batch::validation::tuning::{Gain, Knob, Play, Trial, Verdict, halves, vary};
use crate::cards::source::did_you_mean;
use crate::cards::wording::{counted, fixed};

/// A number with what became of its trials.
struct Row {
    knob: Knob,
    before: i32,
    verdicts: Vec<Verdict>,
}

/// Varies the numbers, and says which of them another value would serve better.
pub(super) fn tune(args: &TuneArgs) -> Result<(), Failure> {
    let knobs = knobs(&args.weights)?;
    term::is_writable(args.out.as_deref())?;
    args.out.as_deref().map_or(Ok(()), |out| absent("--out", Path::new(out)))?;
    let trial = Trial { seats: args.seats.into(), deals: args.deals, seed: args.seed };
    let (mut play, mut rows) = (Play::DEFAULT, Vec::new());
    for (at, knob) in knobs.iter().enumerate() {
        let before = knob.of(&play);
        let verdicts = vary(*knob, &play, args.step.into(), &trial)?;
        let row = Row { knob: *knob, before, verdicts };
        term::say(&format!("{} of {}: {}", at + 1, knobs.len(), outcome(&row)));
        // What was found better is what the next ones are tried against.
        if let Some(verdict) = best(&row) {
            play = knob.with(&play, verdict.value);
        }
        rows.push(row);
    }
    let page = page(args, &trial, &rows);
    match &args.out {
        None => term::print(&page),
        Some(path) => write_new("--out", Path::new(path), &page),
    }
}

/// The numbers of those names, or all.
fn knobs(names: &[String]) -> Result<Vec<Knob>, Failure> {
    let all = Knob::all();
    if names.is_empty() {
        return Ok(all);
    }
    let find = |name: &String| {
        all.iter().find(|knob| knob.name() == *name).copied().ok_or_else(|| {
            let known: Vec<String> = all.iter().map(|knob| knob.name()).collect();
            let near = did_you_mean(name, known.iter().map(String::as_str));
            Failure::Input(format!("--weight: unknown weight `{name}`, expected one of {}{near}", known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// The accepted value that gains most.
fn best(row: &Row) -> Option<&Verdict> {
    let gain = |verdict: &Verdict| verdict.confirmed.map_or(0.0, |gain| gain.value);
    row.verdicts.iter().filter(|verdict| verdict.is_accepted()).max_by(|a, b| gain(a).total_cmp(&gain(b)))
}

/// "`card` stays 14" or "`card` 14 -> 18".
fn outcome(row: &Row) -> String {
    match best(row) {
        None => format!("`{}` stays {}", row.knob.name(), row.before),
        Some(verdict) => format!("`{}` {} -> {}", row.knob.name(), row.before, verdict.value),
    }
}

fn page(args: &TuneArgs, trial: &Trial, rows: &[Row]) -> String {
    let [tuned_on, confirmed_on] = halves();
    let (seats, deals) = (trial.seats, trial.deals);
    let mut page = format!(
        "# Tuning\n\n\
         What `{}` found with turnlab {}, its decks and its numbers (column `is`). Each number that the heuristic player plays by (`src/agents/heuristic/weights.rs`, and a seat's\n\
         `pilot`) is made {}% less and more, alone, and plays against the player as it is: {seats} seats, all with the same deck, {deals}\n\
         deals of each deck, every deal with the candidate in each place and from each position, {} games for a value. The gain is\n\
         its share of the games that somebody won, above one in {seats}, with its 95% interval by t on deals. Only a gain beyond chance is\n\
         tried again, with the other half of the decks, and only one that is beyond chance there too is accepted; the numbers after it\n\
         are then tried against the player who has it.\n\n\
         - Tuned on: {}.\n- Confirmed on: {}.\n\n\
         | number | is | tried | gain | 95% | confirmed | 95% | |\n|---|---:|---:|---:|---|---:|---|---|\n",
        command(args),
        env!("CARGO_PKG_VERSION"),
        args.step,
        trial.games(tuned_on.len()),
        tuned_on.join(", "),
        confirmed_on.join(", "),
    );
    for row in rows {
        for verdict in &row.verdicts {
            let [(gain, around), (again, around_again)] = [verdict.tuned, verdict.confirmed].map(cells);
            let (name, before) = (row.knob.name(), row.before);
            let word = word(row, verdict);
            let value = verdict.value;
            let _ = writeln!(
                page,
                "| `{name}` | {before} | {value} | {gain} | {around} | {again} | {around_again} | {word} |"
            );
        }
    }
    let accepted: Vec<String> = rows.iter().filter(|row| best(row).is_some()).map(outcome).collect();
    let _ = match accepted.is_empty() {
        true => {
            let stay = counted(rows.len(), "number stays as it is", "numbers stay as they are");
            writeln!(page, "\nNothing was accepted: {stay}.")
        }
        false => writeln!(page, "\nAccepted: {}.", accepted.join(", ")),
    };
    page
}

fn word(row: &Row, verdict: &Verdict) -> &'static str {
    match (verdict.is_accepted(), verdict.tuned) {
        (true, _) if best(row) == Some(verdict) => "accepted",
        (true, _) => "better, but less",
        (_, Some(gain)) if gain.is_significant() => "not confirmed",
        (_, Some(Gain { interval: Interval { high, .. }, .. })) if high < 0.0 => "worse",
        _ => "",
    }
}

/// A gain and its interval, in percent of all games.
fn cells(gain: Option<Gain>) -> (String, String) {
    let signed = |share: f64| format!("{}{}", if share < 0.0 { "" } else { "+" }, fixed(100.0 * share, 1));
    gain.map_or_else(Default::default, |Gain { value, interval: Interval { low, high } }| {
        (signed(value), format!("{} to {}", signed(low), signed(high)))
    })
}

/// What was typed, with what was left out.
fn command(args: &TuneArgs) -> String {
    let mut text =
        format!("turnlab tune --seats {} --deals {} --step {} --seed {}", args.seats, args.deals, args.step, args.seed);
    for name in &args.weights {
        let _ = write!(text, " --weight {name}");
    }
    text
}
