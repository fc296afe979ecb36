//! The page of a run.

mod causes;
mod minutes;

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::chart::{Axis, Span, Stack, Steps, Whisker, columns, stacks, steps, whiskers};
use super::page::{Figure, names, number, page, table, text};
use crate::batch::distribution::Distribution;
use crate::batch::estimate::{Estimate, Method, Scope};
use crate::batch::metric::GAME_METRICS;
use crate::batch::plan::Plan;
use crate::batch::runner::Outcome;
use crate::cards::wording::counted;
use crate::report::format::{fixed, percent, shell_word};
use crate::report::table_time::{basis, decimals};
use crate::scenario::Scenario;
use crate::study::identity::{RunFile, StandInEntry};
use crate::table::record::End;

/// What the page of a run is made of.
#[derive(Debug, Clone, Copy)]
pub struct RunPage<'a> {
    /// What was played.
    pub scenario: &'a Scenario,
    /// What it is.
    pub run: &'a RunFile,
    /// What was planned.
    pub plan: &'a Plan,
    /// What it came to.
    pub outcome: &'a Outcome,
    /// Its estimates.
    pub estimates: &'a [Estimate],
    /// What a reader should know.
    pub warnings: &'a [String],
}

/// The page of a run; the same bytes for the same results.
#[must_use]
pub fn run_page(of: &RunPage<'_>) -> String {
    let games = of.outcome.tally.games();
    let pictures = [
        of.wins(),
        of.length(),
        of.turns(),
        of.positions(),
        of.waits(),
        of.minutes(),
        of.table_time(),
        of.waits_in_minutes(),
        of.streaks(),
        of.extra_turns(),
        of.granted(),
        of.changed(),
        of.steps(),
        of.first_out(),
        of.sat_out(),
        of.timeline(),
    ];
    page(
        &format!("{}: {}", of.scenario.name(), counted(games, "game", "games")),
        "",
        &html! {
            h1 { (of.scenario.name()) }
            @if !of.scenario.description().is_empty() { p { (of.scenario.description()) } }
            p.answer { (of.answer()) }
            @for warning in of.warnings() { p.warning { (warning) } }
            @if let Some(translated) = of.translated() { p { (translated) } }
            @for picture in pictures.into_iter().flatten() { (picture.markup()) }
            (of.ends())
            (of.origin())
        },
    )
}

fn cell(e: &Estimate, column: &str, value: f64, shown: &str) -> Markup {
    number(&format!("{}/{}/{}/{column}", e.scope.name(), e.key, e.metric), value, shown)
}

/// A mean, as a count or in percent.
fn mean(e: &Estimate, share: bool) -> Markup {
    e.mean.map_or_else(|| text("-"), |mean| cell(e, "mean", mean, &shown(e, mean, share)))
}

fn shown(e: &Estimate, value: f64, share: bool) -> String {
    match share {
        true => percent(value),
        false => fixed(value, decimals(e.metric)),
    }
}

/// An interval's ends.
fn interval(e: &Estimate, share: bool) -> Markup {
    let Some(interval) = e.interval else { return text("-") };
    html! {
        (cell(e, "ci_low", interval.low, &shown(e, interval.low, share))) " to "
        (cell(e, "ci_high", interval.high, &shown(e, interval.high, share)))
    }
}

impl RunPage<'_> {
    fn find(&self, scope: Scope, key: &str, metric: &str) -> Option<&Estimate> {
        self.estimates.iter().find(|e| e.scope == scope && e.key == key && e.metric == metric)
    }

    fn all(&self, metric: &str) -> Option<&Estimate> {
        self.find(Scope::All, "all", metric)
    }

    /// The estimates of a metric of seats, in the order of the scenario.
    fn seats(&self, metric: &str) -> Vec<&Estimate> {
        self.plan.entrants().iter().filter_map(|entrant| self.find(Scope::Seat, &entrant.name, metric)).collect()
    }

    /// How often a metric of games had each value, as `hist.csv` has it.
    fn spread(&self, metric: &str) -> Option<&Distribution> {
        let at = GAME_METRICS.iter().position(|m| m.name == metric)?;
        Some(&self.outcome.tally.game_stats()[at].spread)
    }

    fn games(&self) -> String {
        counted(self.outcome.tally.games(), "game", "games")
    }

    /// The even share of whatever is shared out.
    fn even(&self) -> f64 {
        1.0 / self.plan.entrants().len().max(1) as f64
    }

    fn answer(&self) -> Markup {
        let (turns, wins) = (self.all("turns"), self.seats("won"));
        let best = wins.iter().copied().max_by(|a, b| a.mean.unwrap_or(0.0).total_cmp(&b.mean.unwrap_or(0.0)));
        let cut = self.outcome.tally.censored() > 0;
        html! {
            @if let Some(turns) = turns {
                "A game took " @if cut { "at least " } (mean(turns, false)) " turns on average (" (interval(turns, false)) ", 95%)"
                @if let Some(median) = turns.median() {
                    "; half of them took " (cell(turns, "median", median, &format!("{median:.0}"))) " or fewer"
                }
                ". "
            }
            @if let Some(minutes) = self.all("table_minutes").filter(|e| e.mean.is_some()) {
                "By a model of table time that is " (mean(minutes, false)) " minutes"  ". "
            }
            @if let Some(best) = best.filter(|best| best.mean.is_some_and(|mean| mean > 0.0)) {
                (best.key) " won more of them than any other: " (mean(best, true)) " (" (interval(best, true)) ")."
            }
        }
    }

    /// Which decks have cards that are translated from their printed text, and how many.
    fn translated(&self) -> Option<String> {
        let decks = self.run.identity.stand_ins.iter().filter(|deck| deck.translated > 0);
        let told: Vec<String> =
            decks.map(|deck| format!("{} {} of {} cards", deck.seat, deck.translated, deck.cards)).collect();
        (!told.is_empty()).then(|| format!("Translated from printed text and played as printed: {}.", told.join(", ")))
    }

    fn warnings(&self) -> Vec<String> {
        let stand_ins = self.run.identity.stand_ins.iter().filter_map(StandInEntry::warning);
        self.warnings.iter().cloned().chain(stand_ins).collect()
    }

    /// How the intervals of flags are made.
    fn method(&self) -> &'static str {
        Method::of(self.plan).name()
    }

    fn whiskers_of(&self, rows: &[&Estimate], label: impl Fn(&Estimate) -> String) -> Vec<Whisker> {
        let whisker = |e: &&Estimate| {
            let value = e.mean?;
            let of = Span::new(value, Some(e.interval?));
            let shown = percent(value);
            Some(Whisker { label: label(e), shown, of, beside: None })
        };
        rows.iter().filter_map(whisker).collect()
    }

    /// Who wins.
    fn wins(&self) -> Option<Figure> {
        let rows = self.seats("won");
        let deck = |name: &str| self.plan.entrants().iter().find(|entrant| *entrant.name == *name);
        let label = |e: &Estimate| deck(&e.key).map_or_else(|| e.key.clone(), |of| format!("{}, {}", of.name, of.deck));
        let drawn = self.whiskers_of(&rows, label);
        let axis = Axis { title: "share of games won", percent: true };
        let cells = |e: &&Estimate| {
            let most = self.find(Scope::Seat, &e.key, "won_or_censored");
            let deck = deck(&e.key).map_or_else(String::new, |of| of.deck.to_string());
            vec![
                text(&e.key),
                text(deck),
                mean(e, true),
                interval(e, true),
                most.map_or_else(|| text("-"), |e| mean(e, true)),
            ]
        };
        (!drawn.is_empty()).then(|| Figure {
            title: "Who wins".to_owned(),
            picture: whiskers("share of games won by each seat, with 95% intervals", &drawn, Some(self.even()), axis),
            caption: html! {
                "Each dot is a share of " (self.games()) ", each bar its 95% interval (" (self.method()) "); the dashed line is the even "
                "share. Bars that do not overlap differ."
            },
            columns: names(["seat", "deck", "won", "95% interval", "at most"]),
            rows: rows.iter().map(cells).collect(),
        })
    }

    /// How long games take.
    fn length(&self) -> Option<Figure> {
        let (turns, cut) = (self.spread("turns")?, self.spread("turns_if_censored")?);
        let (points, marks) = survival(turns, cut);
        let last = points.last()?.0;
        let censored: u64 = self.outcome.tally.censored();
        let axis = Axis { title: "turns begun", percent: false };
        let rows = points.iter().map(|(turn, share)| {
            let turn = format!("{turn:.0}");
            vec![text(&turn), number(&format!("survival/{turn}"), *share, &percent(*share))]
        });
        Some(Figure {
            title: "How long games take".to_owned(),
            picture: steps(
                &format!("share of games still going on after each turn, up to turn {last:.0}"),
                &Steps::falling(&points, &marks),
                axis,
            ),
            caption: html! {
                "The share of " (self.games()) " that were still going on after so many turns."
                @if censored > 0 {
                    " " (censored) " were cut off (small marks) and count as going on until then (Kaplan and Meier)."
                }
            },
            columns: names(["turns", "still going on"]),
            rows: rows.collect(),
        })
    }

    /// Who gets how many turns.
    fn turns(&self) -> Option<Figure> {
        let (normal, extra, shares) =
            (self.seats("normal_turns"), self.seats("extra_turns"), self.seats("share_of_turns"));
        let rows: Vec<Stack> = normal
            .iter()
            .zip(&extra)
            .zip(&shares)
            .filter_map(|((normal, extra), share)| {
                let parts = vec![normal.mean?, extra.mean?];
                Some(Stack {
                    label: normal.key.clone(),
                    shown: format!("{} of all turns", percent(share.mean?)),
                    parts,
                })
            })
            .collect();
        let turns = self.all("turns")?.mean?;
        let cells = normal.iter().zip(&extra).zip(&shares).map(|((normal, extra), share)| {
            vec![text(&normal.key), mean(normal, false), mean(extra, false), mean(share, true), interval(share, true)]
        });
        let axis = Axis { title: "turns in a game, mean", percent: false };
        (!rows.is_empty()).then(|| Figure {
            title: "Who gets how many turns".to_owned(),
            picture: stacks("mean turns of each seat in a game, normal and extra ones", &rows, Some(turns * self.even()), axis),
            caption: html! {
                "Turns begun in a game by each seat: " span.key { "normal" } " and " span.key.one { "extra" } " ones, the mean of " (self.games())
                ". The dashed line is an even share. Who leaves early gets few."
            },
            columns: names(["seat", "normal turns", "extra turns", "share of turns", "95% interval"]),
            rows: cells.collect(),
        })
    }

    /// What going first is worth.
    fn positions(&self) -> Option<Figure> {
        let of = |position: usize| self.find(Scope::Position, &(position + 1).to_string(), "won");
        let rows: Vec<&Estimate> = (0..self.plan.entrants().len()).filter_map(of).collect();
        let drawn = self.whiskers_of(&rows, |e| format!("position {}", e.key));
        let axis = Axis { title: "share of games won", percent: true };
        let cells = |e: &&Estimate| vec![text(format!("position {}", e.key)), mean(e, true), interval(e, true)];
        (drawn.len() > 1).then(|| Figure {
            title: "Does going first matter?".to_owned(),
            picture: whiskers("share of games won from each position at the table", &drawn, Some(self.even()), axis),
            caption: html! {
                "The share of " (self.games()) " won from each place in the first round, whoever sat there; position 1 takes the first turn. "
                "The dashed line is the even share."
            },
            columns: names(["position", "won", "95% interval"]),
            rows: rows.iter().map(cells).collect(),
        })
    }

    fn histogram(&self, metric: &str, title: &str, axis: &str, caption: &Markup) -> Option<Figure> {
        let spread = self.spread(metric)?;
        let counts: Vec<(u32, u64)> = spread.counts().collect();
        let (n, e) = (spread.n(), self.all(metric)?);
        let rows = counts.iter().map(|(value, count)| {
            let share = *count as f64 / n as f64;
            let count = number(&format!("hist/{metric}/all/all/{value}"), *count as f64, &count.to_string());
            vec![text(value.to_string()), count, text(percent(share))]
        });
        // Where all games are alike there is nothing to look at.
        (counts.len() > 1).then(|| Figure {
            title: title.to_owned(),
            picture: columns(&format!("{title}: share of games by {axis}"), &counts, n, Axis { title: axis, percent: false }),
            caption: html! {
                (caption) " Of " (counted(n, "game", "games")) "; the mean is " (mean(e, false)) " (" (interval(e, false)) ", 95%)."
            },
            columns: names(["value", "games", "share"]),
            rows: rows.collect(),
        })
    }

    fn waits(&self) -> Option<Figure> {
        let caption =
            html! { "The longest time that anybody still in the game waited between two turns, in turns of others." };
        self.histogram("longest_wait", "How long somebody waits", "longest wait, turns", &caption)
    }

    fn streaks(&self) -> Option<Figure> {
        let caption = html! { "The most turns in a row that anybody took." };
        self.histogram("longest_streak", "How many turns in a row", "longest streak, turns", &caption)
    }

    fn extra_turns(&self) -> Option<Figure> {
        let caption = html! { "Extra turns begun in a game, by all seats." };
        self.histogram("extra_turns_taken", "Extra turns in a game", "extra turns taken", &caption)
    }

    fn first_out(&self) -> Option<Figure> {
        let caption =
            html! { "The turn in which the first player left the game; games in which nobody did are not counted." };
        self.histogram("first_elimination_turn", "When the first player is out", "turn", &caption)
    }

    fn sat_out(&self) -> Option<Figure> {
        let caption = html! {
            "The rounds in which the first player to leave had no turn any more, that in which the game ended included; games in which nobody left are not counted."
        };
        self.histogram("rounds_sat_out", "What the first player out sits out", "rounds", &caption)
    }

    fn ends(&self) -> Markup {
        let tally = &self.outcome.tally;
        let row = |end: End| {
            let name = format!("end_{}", end.name());
            let e = self.all(&name);
            vec![text(end.name()), text(tally.ended(end).to_string()), e.map_or_else(|| text("-"), |e| mean(e, true))]
        };
        let rows: Vec<Vec<Markup>> = End::ALL.into_iter().filter(|end| tally.ended(*end) > 0).map(row).collect();
        html! {
            section {
                h2 { "How games end" }
                (table("How games end", &["end", "games", "share"], &rows))
            }
        }
    }

    /// What it was made from, and how it is made again.
    fn origin(&self) -> Markup {
        let id = &self.run.identity;
        let scenario = id.scenario.name.strip_prefix("_builtin/studies/").and_then(|name| name.strip_suffix(".toml"));
        let scenario = shell_word(scenario.unwrap_or(&id.scenario.name));
        let games = self.plan.games_asked();
        html! {
            footer {
                h2 { "Where this comes from" }
                dl {
                    dt { "Played by" } dd { "turnlab " (id.turnlab) ", by the Comprehensive Rules effective 2026-09-25" }
                    dt { "Games" }
                    dd {
                        (self.games()) " in " (counted(self.outcome.tally.groups(), "group", "groups"))
                        ", master seed " (self.plan.seed())
                    }
                    dt { "Intervals" }
                    dd { "95%; of shares: " (self.method()) "; of counts: t on group means. The games of one deal count as one observation." }
                    dt { "Minutes" }
                    dd {
                        (basis(self.scenario.table_time())) ". They know the round of a turn, and nothing of what is talked over in it; our players' games "
                        "have rounds of their own, and what follows the last round that was recorded is taken to be like it."
                    }
                    dt { "Again, from the scenario" } dd { code { "turnlab run " (scenario) " --games " (games) " --seed " (self.plan.seed()) } }
                    dt { "This page again, from the results" } dd { code { "turnlab report DIR" } }
                    dt { "A game, turn by turn" } dd { code { "turnlab replay DIR 0 --why" } }
                    dt { "Run" } dd { code { (id.id()) } }
                }
            }
        }
    }
}

/// Turns and shares.
type Points = Vec<(f64, f64)>;

/// The share of games that go on after each turn, by Kaplan and Meier (1958), and where games were cut off.
fn survival(turns: &Distribution, cut: &Distribution) -> (Points, Points) {
    let censored: BTreeMap<u32, u64> = cut.counts().collect();
    let (mut at_risk, mut share) = (turns.n(), 1.0);
    let (mut points, mut marks) = (Vec::new(), Vec::new());
    for (turn, count) in turns.counts() {
        let cut = censored.get(&turn).copied().unwrap_or(0);
        let ended = count.saturating_sub(cut);
        share *= 1.0 - ended as f64 / at_risk as f64;
        points.push((f64::from(turn), share));
        if cut > 0 {
            marks.push((f64::from(turn), share));
        }
        at_risk -= count;
    }
    (points, marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survival_of_a_textbook() {
        // Ends at 6 6 6 7 10 13 16 22 23, cut off at 6 9 10 11 17 19 20 25 32 32 34 35: Freireich et al. (1963), drug 6-MP.
        let of = |values: &[u32]| {
            let mut all = Distribution::default();
            values.iter().for_each(|value| all.add(*value));
            all
        };
        let cut = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        let all = [[6, 6, 6, 7, 10, 13, 16, 22, 23].as_slice(), &cut].concat();
        let (points, marks) = survival(&of(&all), &of(&cut));
        let at = |turn: f64| points.iter().find(|point| point.0 == turn).unwrap().1;
        for (turn, share) in
            [(6.0, 0.857), (7.0, 0.807), (10.0, 0.753), (13.0, 0.690), (16.0, 0.627), (22.0, 0.538), (23.0, 0.448)]
        {
            assert!((at(turn) - share).abs() < 0.0006, "{turn}: {}", at(turn));
        }
        assert_eq!((marks.len(), points.last().map(|p| p.0)), (11, Some(35.0)));
    }
}
