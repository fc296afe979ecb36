//! `turnlab power`: how many games a question needs.

use std::convert::Infallible;
use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::args::{PowerArgs, ReportFormat};
use super::changes::Change;
use super::export::{planned, recorded};
use super::failure::Failure;
use super::run::interrupt::Interrupt;
use super::run::play::play_unkept;
use super::shelf::Own;
use super::{load, permit, seating, term};
use crate::batch::difference::Difference;
use crate::batch::metric::LENGTHS;
use crate::batch::paired::PairedTally;
use crate::batch::plan::{Order, Plan};
use crate::batch::power::Pilot;
use crate::batch::runner::Sink;
use crate::batch::tally::Tally;
use crate::cards::wording::counted;
use crate::study::identity::RUN;
use crate::table::Matchup;
use crate::table::record::GameRecord;

/// Games of a pilot, unless more or fewer are asked for.
const PILOT: u64 = 400;

/// What was learnt, and from what.
struct Learnt {
    from: String,
    /// How the metric varies.
    pilot: Pilot,
    /// How its difference varies from pair to pair, and that in words.
    paired: Option<(Pilot, String)>,
    /// Games that were cut off, and all.
    cut_off: (u64, u64),
    /// What tells more.
    advice: &'static str,
}

/// What tells more where games are played for it, and where a run is read.
const LARGER_PILOT: &str = "--games plays a larger pilot";
const LONGER_RUN: &str = "a longer run tells more: `turnlab run --resume --games N`";

/// The answer, as programs read it.
#[derive(Debug, Serialize)]
struct Answer {
    metric: String,
    from: String,
    mean: f64,
    /// Of one game: the variance of the mean times the number of games, its square root.
    sd: f64,
    error: Option<f64>,
    games_for_error: Option<u64>,
    games_for_sequence: Option<u64>,
    detect: Option<f64>,
    power: f64,
    games_each_unpaired: Option<u64>,
    games_each_paired: Option<u64>,
    /// The groups of the pilot.
    groups: Option<u64>,
    /// The factors by which these numbers may be off, by what a pilot can know of a variance; none where its groups are too few.
    off_by: Option<(f64, f64)>,
}

/// Says how many games a question needs.
pub(super) fn power(args: &PowerArgs) -> Result<(), Failure> {
    let learnt = match args.share {
        Some(share) => of_share(share, args.detect)?,
        None => learn(args)?,
    };
    let pilot = &learnt.pilot;
    let paired = learnt.paired.as_ref().map(|(pilot, _)| pilot);
    let error = |of: fn(&Pilot, f64) -> Option<u64>| args.error.and_then(|error| of(pilot, error));
    let answer = Answer {
        metric: args.share.map_or_else(|| args.metric.to_string(), |_| "share".to_owned()),
        from: learnt.from.clone(),
        mean: pilot.mean,
        sd: pilot.variance.sqrt(),
        error: args.error,
        games_for_error: error(Pilot::games_for_error),
        games_for_sequence: error(Pilot::games_for_sequence),
        detect: args.detect,
        power: args.power,
        games_each_unpaired: args.detect.and_then(|difference| pilot.games_to_detect(difference, args.power)),
        games_each_paired: args.detect.and_then(|difference| paired?.pairs_to_detect(difference, args.power)),
        groups: paired.unwrap_or(pilot).groups,
        off_by: paired.unwrap_or(pilot).uncertainty(),
    };
    term::print(&match args.format {
        ReportFormat::Json => serde_json::to_string_pretty(&answer).map_err(|e| Failure::broken(&e))? + "\n",
        ReportFormat::Text => told(&answer, &learnt),
    })
}

/// What arithmetic says of a share.
fn of_share(share: f64, detect: Option<f64>) -> Result<Learnt, Failure> {
    if let Some(difference) = detect.filter(|d| share + d.abs() > 1.0 && share < d.abs()) {
        return Err(Failure::Input(format!("--detect {difference}: a share of {share} can't differ by so much")));
    }
    let (from, pilot) = ("independent games".to_owned(), Pilot::of_share(share));
    Ok(Learnt { from, pilot, paired: None, cut_off: (0, 0), advice: LARGER_PILOT })
}

fn told(answer: &Answer, learnt: &Learnt) -> String {
    let by = if learnt.pilot.size > 1 { format!(" by groups of {}", learnt.pilot.size) } else { String::new() };
    let mut text = format!("{} of {}: mean {:.3}, sd {:.3}{by}\n", answer.metric, answer.from, answer.mean, answer.sd);
    let (cut, all) = learnt.cut_off;
    if cut > 0 && LENGTHS.iter().any(|(length, _)| *length == answer.metric) {
        let _ = writeln!(text, "{cut} of {all} games were cut off: what is counted of them is what was played");
    }
    let games = |games: Option<u64>| games.map_or_else(|| "no number of games".to_owned(), |n| format!("{n} games"));
    let mut line = |what: String, number: Option<u64>| {
        let _ = writeln!(text, "{what:<58}{:>20}", games(number));
    };
    if let Some(error) = answer.error {
        line(format!("known within {error} (95% interval)"), answer.games_for_error);
        if answer.games_for_sequence.is_some() {
            line(format!("known within {error} however often one looks"), answer.games_for_sequence);
        }
    }
    if let Some(difference) = answer.detect {
        let chance = answer.power * 100.0;
        line(format!("a difference of {difference}, found with {chance:.0}%, each run"), answer.games_each_unpaired);
        if let Some((_, pairing)) = &learnt.paired {
            line("  the same, paired game by game".to_owned(), answer.games_each_paired);
            let _ = writeln!(text, "{pairing}");
        }
    }
    if let Some(groups) = answer.groups.filter(|_| answer.off_by.is_none()) {
        let groups = counted(groups, "group", "groups");
        let _ = writeln!(
            text,
            "these numbers are guesses: {groups} of games tell next to nothing of a variance;\n{}",
            learnt.advice
        );
    }
    if let Some((less, more)) = answer.off_by {
        let _ = writeln!(
            text,
            "these numbers may be off by factors of {less:.2} to {more:.2}: no better is the variance known"
        );
    }
    text
}

/// What a run that was played, or a pilot, has shown.
fn learn(args: &PowerArgs) -> Result<Learnt, Failure> {
    let of = args.of.as_deref().unwrap_or(load::DEFAULT);
    let changes = args.changes.of(of)?;
    if Path::new(of).join(RUN).exists() {
        return from_run(args, Path::new(of));
    }
    if args.detect.is_none() && !changes.is_empty() {
        return Err(Failure::Input("found a change, expected with it what difference --detect is to find".to_owned()));
    }
    let interrupt = Interrupt::listen()?;
    let own = Own::new(&args.shelf)?;
    let seat = |changes: &[Change]| {
        let scenario = seating::seat(&load::path(Some(of)), &[], changes, &own)?;
        let name = scenario.name().to_owned();
        permit::matchup(scenario, args.drive.allow_agents).map(|matchup| (name, matchup))
    };
    let (name, matchup) = seat(&[])?;
    let variant = if changes.is_empty() { None } else { Some(seat(&changes)?.1) };
    let (plan, base) = pilot(args, &matchup, &interrupt)?;
    let size = plan.group_size() as usize;
    let mut tally = Tally::new(plan.entrants().len());
    base.chunks(size).for_each(|group| tally.add_group(group));
    let pilot_of = pilot_in(args, &plan, &tally, LARGER_PILOT)?;
    let paired = match variant {
        None => None,
        Some(matchup) => {
            let (_, other) = pilot(args, &matchup, &interrupt)?;
            let names: Vec<&str> = plan.entrants().iter().map(|entrant| &*entrant.name).collect();
            let mut pairs = PairedTally::new(&names, &names);
            base.chunks(size).zip(other.chunks(size)).for_each(|(a, b)| pairs.add_group(a, b));
            Some(paired_in(args, &pairs, &pilot_of)?)
        }
    };
    let from = format!("{name}, {} games", base.len());
    let cut_off = (tally.censored(), tally.games());
    Ok(Learnt { from, pilot: pilot_of, paired, cut_off, advice: LARGER_PILOT })
}

/// Plays a pilot: the plan, and its games.
fn pilot(args: &PowerArgs, matchup: &Matchup, interrupt: &Interrupt) -> Result<(Plan, Vec<GameRecord>), Failure> {
    let asked = Order::of(matchup).map_err(|e| Failure::input(&e))?;
    let order =
        Order { games: args.games.unwrap_or(PILOT), seed: args.seed.unwrap_or(asked.seed), until: None, ..asked };
    let plan = Plan::new(order).map_err(|e| Failure::input(&e))?;
    let mut kept = Kept(Vec::new());
    play_unkept(matchup, &plan, &mut kept, &args.drive, interrupt)?;
    Ok((plan, kept.0))
}

/// Keeps all games in memory.
struct Kept(Vec<GameRecord>);

impl Sink for Kept {
    type Error = Infallible;

    fn game(&mut self, record: &GameRecord) -> Result<(), Infallible> {
        self.0.push(record.clone());
        Ok(())
    }
}

/// How the metric varies in what was counted.
fn pilot_in(args: &PowerArgs, plan: &Plan, tally: &Tally, advice: &str) -> Result<Pilot, Failure> {
    let asked = &args.metric;
    let names = plan.entrants().iter().map(|entrant| &*entrant.name);
    asked.check(names).map_err(|none| Failure::Input(format!("--metric {asked}: {none}")))?;
    let stats = asked.stats(plan, tally);
    let pilot = stats.first().and_then(|(kind, stat)| Pilot::of(*kind, stat, plan.group_size()));
    pilot.ok_or_else(|| {
        let (games, size) = (counted(tally.games(), "game", "games"), plan.group_size());
        let why = match tally.games() < 2 * size {
            true => format!("chance shows between groups of {size} games, of which {games} are not two"),
            false => format!("`{asked}` does not vary in {games}"),
        };
        Failure::Input(format!("{why}, so nothing can be said; {advice}"))
    })
}

/// How the difference of the metric varies from pair to pair.
fn paired_in(args: &PowerArgs, pairs: &PairedTally, unpaired: &Pilot) -> Result<(Pilot, String), Failure> {
    let estimates = pairs.estimates();
    let asked = &args.metric;
    let found = estimates.iter().find(|e| asked.is(e.metric, e.scope, &e.key)).map(|e| e.difference);
    let Some((found, error)) = found.and_then(|found| Some((found, found.error?))) else {
        return Err(Failure::Input(format!(
            "`{asked}` is there in too few games of the pilot; --games plays a larger one"
        )));
    };
    if error == 0.0 {
        let what = match found.difference == 0.0 {
            true => format!("no difference to `{asked}` in any game of the pilot"),
            false => format!("the same difference to `{asked}` in every game of the pilot: {:+.3}", found.difference),
        };
        return Err(Failure::Input(format!("the change makes {what}")));
    }
    let Difference { difference: mean, skewness, .. } = found;
    let pilot = Pilot { variance: error * error * pairs.games as f64, mean, skewness, ..*unpaired };
    let interval = found.interval.map_or_else(String::new, |i| format!(" ({:+.3} to {:+.3}, 95%)", i.low, i.high));
    let correlation = found.correlation.map_or_else(String::new, |r| format!(", correlation {r:.2}"));
    let worth =
        found.variance_ratio.map_or_else(String::new, |ratio| format!(", worth {ratio:.1} times as many games"));
    let words = format!("  in the pilot the difference is {:+.3}{interval}{correlation}{worth}", found.difference);
    Ok((pilot, words))
}

/// What a run has shown that was played before.
fn from_run(args: &PowerArgs, folder: &Path) -> Result<Learnt, Failure> {
    if args.games.is_some() || args.seed.is_some() {
        let found = if args.games.is_some() { "--games" } else { "--seed" };
        let shown = folder.display();
        return Err(Failure::Input(format!(
            "`{shown}` is the folder of a run, which has its games: leave out {found}"
        )));
    }
    let run = recorded(folder)?;
    let (matchup, plan) = planned(folder, run.run())?;
    let tally = run.tally().map_err(|e| Failure::input(&e))?;
    let pilot = pilot_in(args, &plan, &tally, LONGER_RUN)?;
    let from = format!("{}, {} games", matchup.scenario().name(), tally.games());
    Ok(Learnt { from, pilot, paired: None, cut_off: (tally.censored(), tally.games()), advice: LONGER_RUN })
}
