//! The summary of a run on screen, in at most 80 columns.

mod causes;
mod metrics;

use std::fmt::Write;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::csv::write_summary;
use super::format::{clipped, fixed, percent, shell_word, wrapped};
use crate::batch::estimate::{Estimate, Method, Scope};
use crate::batch::interval::Interval;
use crate::batch::metric::SEAT_METRICS;
use crate::batch::plan::Plan;
use crate::batch::runner::Outcome;
use crate::batch::stop::Stop;
use crate::batch::until::Until;
use crate::cards::wording::{counted, shown};
use crate::scenario::TableTime;
use crate::study::identity::StandInEntry;
use crate::study::part_file::FileEntry;
use crate::table::record::End;

/// The widest line on screen, but for a single word that is longer.
const WIDTH: usize = 80;

/// The width of the labels of the last lines.
const LABEL: usize = 10;

/// At tables of so many, every position is shown; at others the first and the last.
const FEW: usize = 4;

/// A run and where it went, to be summed up.
#[derive(Debug, Clone, Copy)]
pub struct Summary<'a> {
    /// The scenario's name.
    pub name: &'a str,
    /// The scenario as the user typed it; none for the embedded default.
    pub scenario: Option<&'a str>,
    /// Programs may play: the commands that go on with it say so too.
    pub allow_agents: bool,
    /// What was asked for.
    pub plan: &'a Plan,
    /// What it came to.
    pub outcome: &'a Outcome,
    /// Its estimates.
    pub estimates: &'a [Estimate],
    /// How fast it went, if that is to be shown.
    pub games_per_second: Option<f64>,
    /// The run's folder; none when nothing was written.
    pub folder: Option<&'a Path>,
    /// The files in it.
    pub files: &'a [FileEntry],
    /// The decks with cards that stand in for others.
    pub stand_ins: &'a [StandInEntry],
    /// What a reader of the results should know.
    pub warnings: &'a [String],
    /// By what the minutes are told.
    pub table_time: &'a TableTime,
}

/// How often an entrant's answers were refused, by reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Refusals {
    seat: String,
    all: u64,
    illegal: u64,
    unreadable: u64,
    late: u64,
    gone: u64,
    panicked: u64,
    /// Games in which its agent was not asked any more.
    exits: u64,
}

impl Summary<'_> {
    /// The summary as lines of at most 80 columns.
    #[must_use]
    pub fn table(&self) -> String {
        let (title, last) = (vec![self.title()], self.last_lines());
        let parts = [
            title,
            self.ends(),
            self.wins(),
            self.play(),
            self.refused(),
            self.stand_ins(),
            self.metrics(),
            self.table_time(),
            self.sources(),
            last,
        ];
        let mut text = String::new();
        for (i, part) in parts.iter().filter(|lines| !lines.is_empty()).enumerate() {
            if i > 0 {
                text.push('\n');
            }
            for line in part {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    /// The estimates as `summary.csv` has them.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn csv(&self, out: impl io::Write) -> io::Result<()> {
        write_summary(out, self.estimates).map(drop)
    }

    fn title(&self) -> String {
        clipped(&format!("turnlab {}  {}", env!("CARGO_PKG_VERSION"), self.name), WIDTH)
    }

    fn ends(&self) -> Vec<String> {
        let games = self.outcome.tally.games();
        let mut words = vec![counted(games, "game", "games") + ":"];
        for end in End::ALL {
            let count = self.outcome.tally.ended(end);
            let part = if count > 0 { format!(" ({})", percent(count as f64 / games as f64)) } else { String::new() };
            words.push(format!("{count} {}{part}{}", end.name(), if end == End::Fault { "" } else { "," }));
        }
        wrapped(&words, WIDTH, "")
    }

    fn wins(&self) -> Vec<String> {
        let head = format!("{:<22}{:<25}{:>7}  {:<16}{:>8}", "wins", "deck", "share", "95% interval", "at most");
        let rows = self.plan.entrants().iter().filter_map(|entrant| {
            let won = self.find(Scope::Seat, &entrant.name, "won")?;
            let most = self.find(Scope::Seat, &entrant.name, "won_or_censored")?;
            let ends = won.interval.map_or_else(String::new, between(percent));
            let (name, deck) = (clipped(&entrant.name, 21), clipped(&entrant.deck, 24));
            Some(format!("{name:<22}{deck:<25}{:>7}  {ends:<16}{:>8}", share(won.mean), share(most.mean)))
        });
        let last = self.plan.entrants().len();
        let positions = (1..=last).filter(|position| last <= FEW || [1, last].contains(position));
        let by_position = positions.filter_map(|position| {
            let won =
                self.find(Scope::Position, &position.to_string(), "won").filter(|_| self.plan.group_size() > 1)?;
            let ends = won.interval.map_or_else(String::new, between(percent));
            let word = if position == 1 { ", which goes first" } else { "" };
            Some(format!("{:<47}{:>7}  {ends}", format!("position {position}{word}"), share(won.mean)))
        });
        let method = Method::of(self.plan).name();
        let mut note = format!("intervals: {method}");
        if self.outcome.tally.censored() > 0 {
            note.push_str("; at most: if every game cut off were won");
        }
        [head].into_iter().chain(rows).chain(by_position).chain([note]).collect()
    }

    /// What makes the quality of play visible, for each seat.
    fn play(&self) -> Vec<String> {
        let head = format!(
            "{:<22}{:>9}{:>6}{:>10}{:>8}{:>13}{:>12}",
            "play, per game", "mana left", "hand", "commander", "attacks", "kills missed", "idle turns"
        );
        let rows = self.plan.entrants().iter().map(|entrant| {
            let mean = |metric: &str| self.find(Scope::Seat, &entrant.name, metric).and_then(|e| e.mean);
            let shown = |metric: &str, decimals: usize| number(mean(metric), decimals);
            let name = clipped(&entrant.name, 21);
            let able = mean("attackers_able").filter(|able| *able > 0.0);
            let attacks = mean("attackers_declared").zip(able).map(|(declared, able)| declared / able);
            let missed = share(mean("share_of_sure_kills_missed"));
            format!(
                "{name:<22}{:>9}{:>6}{:>10}{:>8}{missed:>13}{:>12}",
                shown("mana_unspent", 1),
                shown("cards_in_hand", 1),
                shown("commander_casts", 2),
                share(attacks),
                shown("dead_extra_turns", 2)
            )
        });
        let note = "attacks: of creatures that could; kills missed: of sure ones; idle: extra turns";
        [head].into_iter().chain(rows).chain([note.to_owned()]).collect()
    }

    /// Whose answers were refused and why, where any were.
    fn refused(&self) -> Vec<String> {
        let refusals = self.refusals();
        if refusals.is_empty() {
            return Vec::new();
        }
        let head = format!(
            "{:<29}{:>9}{:>12}{:>7}{:>7}{:>10}{:>6}",
            "answers refused", "illegal", "unreadable", "late", "gone", "panicked", "exits"
        );
        let rows = refusals.iter().map(|r| {
            let Refusals { illegal, unreadable, late, gone, panicked, exits, .. } = r;
            let seat = clipped(&r.seat, 28);
            format!("{seat:<29}{illegal:>9}{unreadable:>12}{late:>7}{gone:>7}{panicked:>10}{exits:>6}")
        });
        let note = "exits: games in which its player was not asked any more".to_owned();
        [head].into_iter().chain(rows).chain([note]).collect()
    }

    /// The entrants whose answers were refused, with how many for which reason.
    pub(super) fn refusals(&self) -> Vec<Refusals> {
        let seats = self.plan.entrants().iter().zip(self.outcome.tally.entrant_stats());
        let counted = seats.map(|(entrant, stats)| {
            let sum = |name: &str| {
                let at = SEAT_METRICS.iter().position(|metric| metric.name == name);
                at.map_or(0, |at| stats[at].spread.sum() as u64)
            };
            Refusals {
                seat: entrant.name.to_string(),
                all: sum("refused"),
                illegal: sum("refused_illegal"),
                unreadable: sum("refused_unreadable"),
                late: sum("refused_late"),
                gone: sum("refused_gone"),
                panicked: sum("refused_panicked"),
                exits: sum("exited"),
            }
        });
        counted.filter(|refusals| refusals.all > 0).collect()
    }

    /// How much of the decks is not what it says.
    fn stand_ins(&self) -> Vec<String> {
        if self.stand_ins.is_empty() {
            return Vec::new();
        }
        let head = format!(
            "{:<22}{:<20}{:>7}{:>9}{:>8}{:>12}",
            "stand-ins", "deck", "share", "by facts", "blank", "translated"
        );
        let rows = self.stand_ins.iter().map(|e| {
            let (name, deck) = (clipped(&e.seat, 21), clipped(&e.deck, 19));
            let share = percent(e.share);
            format!("{name:<22}{deck:<20}{share:>7}{:>9}{:>8}{:>12}", e.facts, e.blank, e.translated)
        });
        let much = self.stand_ins.iter().filter_map(StandInEntry::warning);
        let much = much.flat_map(|warning| wrapped(&words(&format!("warning: {warning}")), WIDTH, ""));
        [head].into_iter().chain(rows).chain(much).collect()
    }

    fn last_lines(&self) -> Vec<String> {
        let mut lines = vec![labelled("seed", &[self.plan.seed().to_string()], "")];
        lines.push(labelled("games", &words(&self.games()), ""));
        lines.push(labelled("stopped", &words(&self.stopped()), ""));
        if let Some(speed) = self.games_per_second {
            lines.push(labelled("speed", &[format!("{speed:.0} games/s")], ""));
        }
        if let Some(folder) = self.folder {
            let folder = folder.display().to_string();
            let shown_folder = shown(&folder);
            let names = self.files.iter().map(|f| f.name.clone());
            lines.push(labelled("files", &[shown_folder].into_iter().chain(names).collect::<Vec<_>>(), ""));
            if let Some(replay) = self.replay(&folder) {
                lines.push(labelled("replay", &replay, " \\"));
            }
            lines.push(labelled(self.further().0, &self.resume(&folder), " \\"));
        }
        lines
    }

    fn games(&self) -> String {
        let (done, planned, asked) = (self.outcome.tally.games(), self.plan.games(), self.plan.games_asked());
        let mut text = format!("{done} of {planned}");
        if planned != asked {
            let _ = write!(text, " ({asked} asked for, rounded up to whole groups of {})", self.plan.group_size());
        }
        text
    }

    /// The rule that stopped the run, and the one that did not.
    fn stopped(&self) -> String {
        let by = match self.outcome.stop {
            Stop::Games(games) => format!("by games, {games}"),
            Stop::Until(verdict) => {
                let until = self.plan.until().map(ToString::to_string).unwrap_or_default();
                format!("by {until}{}", verdict.told())
            }
            Stop::Interrupted => "by interruption".to_owned(),
            Stop::Aborted(game) => format!("by game {game}, which was aborted"),
        };
        let blocks = self.outcome.blocks;
        let other = match (self.outcome.stop, self.plan.until()) {
            (Stop::Until(_), _) | (_, None) => String::new(),
            (_, Some(until)) => format!("; {until} not met"),
        };
        format!("{by}, after {}{other}", counted(blocks, "block", "blocks"))
    }

    /// The command that plays the first game again, if there is one.
    pub(super) fn replay(&self, folder: &str) -> Option<Vec<String>> {
        (self.outcome.tally.games() > 0).then(|| ["turnlab", "replay", folder, "0"].map(shell_word).to_vec())
    }

    /// The command that goes on with the run.
    pub(super) fn resume(&self, folder: &str) -> Vec<String> {
        let mut words = vec!["turnlab".to_owned(), "run".to_owned()];
        words.extend(self.scenario.map(shell_word));
        words.extend(self.allow_agents.then(|| "--allow-agents".to_owned()));
        words.extend(["--out", folder, "--resume"].map(shell_word));
        words.extend(self.further().1.iter().map(|word| shell_word(word)));
        words
    }

    /// What going on is called here, and the option that leaves something to do.
    fn further(&self) -> (&'static str, Vec<String>) {
        match self.outcome.stop {
            Stop::Interrupted | Stop::Aborted(_) => ("resume", Vec::new()),
            Stop::Games(games) => ("extend", vec!["--games".to_owned(), games.saturating_mul(2).to_string()]),
            Stop::Until(_) => {
                let harder = self.plan.until().and_then(Until::harder);
                let rule = harder.map(|until| vec!["--until".to_owned(), until.to_string()]);
                ("extend", rule.unwrap_or_default())
            }
        }
    }

    fn find(&self, scope: Scope, key: &str, metric: &str) -> Option<&Estimate> {
        self.estimates.iter().find(|e| e.scope == scope && e.key == key && e.metric == metric)
    }
}

/// The ends of an interval.
fn between(shown: impl Fn(f64) -> String) -> impl Fn(Interval) -> String {
    move |i| format!("{} to {}", shown(i.low), shown(i.high))
}

fn share(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".to_owned(), percent)
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |v| fixed(v, decimals))
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Words after a label, in as many lines as they need.
fn labelled(label: &str, words: &[String], tail: &str) -> String {
    let lines = wrapped(words, WIDTH - LABEL, tail);
    let mut text = String::new();
    for (i, line) in lines.iter().enumerate() {
        let (label, end) = if i == 0 { (label, "") } else { ("", "\n") };
        let _ = write!(text, "{end}{label:<LABEL$}{line}");
    }
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::batch::estimate::estimates;
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Order;
    use crate::batch::table_time::with_model_error;
    use crate::batch::tally::Tally;
    use crate::batch::until::Verdict;

    /// Sums up made-up games, with everything a run can have.
    pub(crate) fn summed_up<T>(order: Order, stop: Stop, look: impl FnOnce(&Summary<'_>) -> T) -> T {
        let plan = Plan::new(order).unwrap();
        let mut tally = Tally::new(4);
        (0..plan.groups()).for_each(|g| tally.add_group(&group(4, 7, g)));
        let outcome = Outcome { tally, blocks: plan.blocks(), stop };
        let mut estimates = estimates(&plan, &outcome.tally);
        estimates.extend(with_model_error(&estimates, &TableTime::default()));
        let names =
            ["games.csv", "seats.csv", "hist.csv", "summary.csv", "timing.json", "report.html", "manifest.json"];
        let files = names.map(|name| FileEntry { name: name.to_owned(), rows: None, blake3: String::new() });
        let stand_ins = [StandInEntry {
            seat: "B".to_owned(),
            deck: "deck-B".to_owned(),
            cards: 100,
            facts: 20,
            blank: 5,
            translated: 7,
            share: 0.25,
        }];
        look(&Summary {
            name: "extra-turns",
            scenario: Some("my studies/extra turns.toml"),
            allow_agents: false,
            plan: &plan,
            outcome: &outcome,
            estimates: &estimates,
            games_per_second: Some(1234.5),
            folder: Some(Path::new("reports/extra-turns-7")),
            files: &files,
            stand_ins: &stand_ins,
            warnings: &["B is half a deck".to_owned()],
            table_time: &TableTime::default(),
        })
    }

    fn fits(text: &str) {
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{} columns: {line}", line.chars().count());
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn the_table_says_everything_in_eighty_columns() {
        let text = summed_up(order(4, 401, true), Stop::Games(401), |s| s.table());
        fits(&text);
        for part in [
            "extra-turns\n",
            "404 games:",
            " win (",
            "0 stalled",
            "deck-C",
            "\nstand-ins             deck                  share by facts   blank  translated\nB                     deck-B                25.0%       20       5           7\nwarning: B: its results say little about the deck: stand-ins are 25 of 100 cards\n(25.0%), 20 by facts, 5 blank\n",
            "\nposition 1, which goes first                     37.9%  33.1% to 42.8%\n",
            "\nTime Warp                 D ",
            "intervals: Wilson and t by groups; at most",
            "extra turns skipped",
            "longest wait, turns",
            "median turns: ",
            "of the length 404 games (a deal each) tell as much as ",
            "\ntable time, minutes       mean   share  95% interval    extra turns longest wait\nA      ",
            "\na game, mean: ",
            " with the model's error\nminutes by a model: 69 recorded games of one group; others may differ by more\n",
            "seed      7\n",
            "games     404 of 404 (401 asked for, rounded up to whole groups of 4)\n",
            "stopped   by games, 401, after 4 blocks\n",
            "speed     1234 games/s\n",
            "files     reports/extra-turns-7 games.csv ",
            "replay    turnlab replay reports/extra-turns-7 0\n",
            "reports/extra-turns-7 --resume --games 802\n",
        ] {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
    }

    #[test]
    fn answers_refused_are_told_where_there_are_any() {
        let text = summed_up(order(4, 400, true), Stop::Games(400), |s| s.table());
        let head = "\nanswers refused                illegal  unreadable   late   gone  panicked exits\nA      ";
        assert!(
            text.contains(head) && text.contains("\nexits: games in which its player was not asked any more\n"),
            "{text}"
        );
        summed_up(order(4, 400, true), Stop::Games(400), |summary| {
            let refusals = summary.refusals();
            assert_eq!(refusals.len(), 4);
            assert!(refusals.iter().all(|r| r.all == r.illegal && r.exits == 0));
        });
    }

    #[test]
    fn a_run_with_programs_goes_on_with_leave_to_start_them() {
        let words = summed_up(order(4, 400, true), Stop::Games(400), |summary| {
            Summary { allow_agents: true, ..*summary }.resume("out").join(" ")
        });
        assert!(words.contains(" --allow-agents --out out --resume --games 800"), "{words}");
    }

    #[test]
    fn long_names_are_clipped_and_long_commands_broken_for_the_shell() {
        let mut order = order(4, 400, true);
        order.entrants[0].name = "The Unreasonably Long-Winded Archdruid of Somewhere".into();
        order.entrants[0].deck = "a-deck-with-quite-a-long-name-too".into();
        let text = summed_up(order, Stop::Games(400), |s| s.table());
        fits(&text);
        assert!(text.contains("The Unreasonably Lon… a-deck-with-quite-a-lon… "), "{text}");
        assert!(text.contains("extend    turnlab run 'my studies/extra turns.toml' --out \\\n"), "{text}");
    }

    #[test]
    fn an_interrupted_run_is_resumed_and_a_target_has_its_sequence() {
        let target = Order { until: "sequence(won) <= 0.01".parse().ok(), ..order(4, 400, true) };
        let text = summed_up(target.clone(), Stop::Interrupted, |s| s.table());
        assert!(text.contains("stopped   by interruption, after 4 blocks; sequence(won) <= 0.01 not met\n"), "{text}");
        assert!(text.contains("intervals: confidence sequence"), "{text}");
        assert!(text.contains("resume    turnlab run") && !text.contains("--games"), "{text}");
        let text = summed_up(target, Stop::Until(Verdict::Narrow), |s| s.table());
        assert!(text.contains("stopped   by sequence(won) <= 0.01, after 4 blocks\n"), "{text}");
        assert!(text.contains("--until 'sequence(won) <= 0.005'\n"), "{text}");
    }

    #[test]
    fn a_run_cut_short_before_its_first_block_still_has_a_summary() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let outcome = Outcome { tally: Tally::new(4), blocks: 0, stop: Stop::Interrupted };
        let estimates = estimates(&plan, &outcome.tally);
        let summary = Summary {
            name: "none",
            scenario: None,
            allow_agents: false,
            plan: &plan,
            outcome: &outcome,
            estimates: &estimates,
            games_per_second: None,
            folder: Some(Path::new("out")),
            files: &[],
            stand_ins: &[],
            warnings: &[],
            table_time: &TableTime::default(),
        };
        let text = summary.table();
        fits(&text);
        assert!(text.contains("resume    turnlab run --out out --resume\n"), "{text}");
        assert!(
            text.contains("0 games: 0 win,") && text.contains("stopped   by interruption, after 0 blocks"),
            "{text}"
        );
        assert!(!text.contains("NaN") && !text.contains("replay"), "{text}");
    }

    #[test]
    fn the_csv_form_is_the_file() {
        let text = summed_up(order(4, 400, true), Stop::Games(400), |summary| {
            let mut bytes = Vec::new();
            summary.csv(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        });
        assert!(text.starts_with("scope,key,metric,n,mean,"));
        assert!(text.lines().any(|l| l.starts_with("position,1,won,400,")));
    }
}
