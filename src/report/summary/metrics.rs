//! What a game comes to, as lines: what the scenario asks for, or what is usual.

use super::{Summary, number};
use crate::batch::asked::Asked;
use crate::batch::estimate::{Design, Estimate, Scope};
use crate::batch::metric::{GAME_METRICS, Kind, LENGTHS, SEAT_METRICS};
use crate::cards::wording::counted;
use crate::report::format::{clipped, fixed, percent};
use crate::report::table_time::decimals;
use crate::scenario::Deals;

/// What is usual, in this order.
const SHOWN: [&str; 17] = [
    "turns",
    "rounds",
    "extra_turns_granted",
    "extra_turns_taken",
    "extra_turns_skipped",
    "extra_turns_lost",
    "turns_skipped",
    "turns_ended_early",
    "extra_phases",
    "extra_steps",
    "phases_skipped",
    "steps_skipped",
    "longest_streak",
    "longest_wait",
    "rounds_sat_out",
    "table_minutes",
    "longest_wait_minutes",
];

/// How wide the names of metrics are, and how wide they may be in lines of 80 columns.
const LABEL: usize = 25;
const WIDEST_LABEL: usize = 34;

/// Shown though it were nothing.
const ALWAYS: [&str; 2] = ["turns", "rounds"];

/// What a metric is called.
fn label(metric: &str) -> String {
    match metric {
        "longest_streak" => "longest streak, turns".to_owned(),
        "longest_wait" => "longest wait, turns".to_owned(),
        "rounds_sat_out" => "first out sat out, rounds".to_owned(),
        "table_minutes" => "minutes".to_owned(),
        "longest_wait_minutes" => "longest wait, minutes".to_owned(),
        metric => metric.replace('_', " "),
    }
}

/// Whether its values are shares, or 0 and 1.
fn is_share(metric: &str) -> bool {
    let of_game = GAME_METRICS.iter().find(|m| m.name == metric).map(|m| m.kind);
    let kind = of_game.or_else(|| SEAT_METRICS.iter().find(|m| m.name == metric).map(|m| m.kind));
    matches!(kind, Some(Kind::Flag | Kind::Share))
}

impl Summary<'_> {
    /// What a game comes to, a line for each metric.
    pub(super) fn metrics(&self) -> Vec<String> {
        let asked: Vec<(String, &Estimate)> = match self.plan.shown() {
            [] => self.usual(),
            shown => shown.iter().flat_map(|asked| self.asked_for(asked)).collect(),
        };
        // What is asked for may have long names, and there is some room for them.
        let widest = asked.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
        let width = widest.clamp(LABEL, WIDEST_LABEL);
        let head = format!("{:<width$} {:>9}{:>9}{:>9}{:>9}{:>9}", "per game", "mean", "sd", "median", "p95", "max");
        let rows = asked.iter().map(|(label, e)| self.row(&clipped(label, width), width, e));
        [head].into_iter().chain(rows).chain(self.length_note()).chain(self.worth()).collect()
    }

    /// What is usual: of what changes turns, all that ever happened.
    fn usual(&self) -> Vec<(String, &Estimate)> {
        let some = |e: &&Estimate| ALWAYS.contains(&e.metric) || e.max.is_some_and(|max| max > 0.0);
        let row = |metric: &&str| Some((label(metric), self.find(Scope::All, "all", metric).filter(some)?));
        SHOWN.iter().filter_map(row).collect()
    }

    /// What the scenario asks for: a metric of games, of a seat, of every seat or of a position.
    fn asked_for(&self, asked: &Asked) -> Vec<(String, &Estimate)> {
        let found = self.estimates.iter().filter(|e| asked.is(e.metric, e.scope, &e.key));
        let whose = |e: &Estimate| match e.scope {
            Scope::Seat | Scope::SeatPosition => format!(", {}", e.key),
            Scope::Position => format!(", position {}", e.key),
            Scope::All => String::new(),
        };
        found.map(|e| (label(e.metric) + &whose(e), e)).collect()
    }

    fn row(&self, label: &str, width: usize, e: &Estimate) -> String {
        let cut = e.scope == Scope::All && self.least_cut(e.metric).is_some();
        let share = is_share(e.metric);
        let shown = |value: Option<f64>, decimals: usize| match value {
            Some(value) if share => percent(value),
            value => number(value, decimals),
        };
        let quantile = |value: Option<f64>| match cut || !share {
            true => self.at_least(e.metric, value),
            false => shown(value, 0),
        };
        let mean = format!("{}{}", if cut { "≥" } else { "" }, shown(e.mean, decimals(e.metric)));
        let sd = shown(e.sd, decimals(e.metric));
        let (median, p95, max) = (quantile(e.median()), quantile(e.p95()), quantile(e.max));
        format!("{label:<width$} {mean:>9}{sd:>9}{median:>9}{p95:>9}{max:>9}")
    }

    /// The least length at which a game was cut off, if the metric is a length and one was.
    fn least_cut(&self, metric: &str) -> Option<f64> {
        let (_, cut) = LENGTHS.into_iter().find(|(length, _)| *length == metric)?;
        self.find(Scope::All, "all", cut)?.min
    }

    /// A length is only known to be at least so much when games were cut off at it or before.
    fn at_least(&self, metric: &str, value: Option<f64>) -> String {
        match (value, self.least_cut(metric)) {
            (Some(value), Some(cut)) if value >= cut => format!("≥{}", fixed(value, 0)),
            _ => number(value, 0),
        }
    }

    /// The interval of the median length.
    fn length_note(&self) -> Option<String> {
        let at = GAME_METRICS.iter().position(|m| m.name == "turns")?;
        let design = Design::of(self.plan, &self.outcome.tally);
        let (low, high) = self.outcome.tally.game_stats()[at].quantile_interval(50, design.size, design.reach);
        let (low, high) = (self.at_least("turns", low.map(f64::from)), self.at_least("turns", high.map(f64::from)));
        (low != "-" && high != "-").then(|| format!("median turns: {low} to {high} (95%)"))
    }

    /// How many independent games would tell as much of the length.
    fn worth(&self) -> Option<String> {
        let worth = self.find(Scope::All, "all", "turns")?.effective_n?;
        let dealt = match (self.plan.group_size(), self.plan.deals()) {
            (1, _) => return None,
            (_, Deals::Fresh) => "a deal each".to_owned(),
            (size, Deals::Shared) => format!("{size} share a deal"),
        };
        let games = counted(self.outcome.tally.games(), "game", "games");
        Some(format!("of the length {games} ({dealt}) tell as much as {worth:.0} independent ones"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::order;
    use crate::batch::plan::Order;
    use crate::batch::stop::Stop;
    use crate::report::summary::tests::summed_up;

    #[test]
    fn what_the_table_shows_is_measured() {
        for metric in SHOWN {
            assert!(GAME_METRICS.iter().any(|known| known.name == metric), "{metric}");
        }
    }

    #[test]
    fn lengths_cut_off_are_lower_bounds() {
        summed_up(order(4, 400, true), Stop::Games(400), |summary| {
            let cut = summary.find(Scope::All, "all", "turns_if_censored").unwrap().min.unwrap();
            assert_eq!(summary.at_least("turns", Some(cut)), format!("≥{cut}"));
            assert_eq!(summary.at_least("turns", Some(cut - 1.0)), format!("{}", cut - 1.0));
            assert_eq!(summary.at_least("turns", None), "-");
        });
    }

    #[test]
    fn what_the_scenario_asks_for_is_shown_and_nothing_else() {
        let asked = ["won", "spells_cast,B", "extra_steps", "won,position 1", "longest_wait,position 4"];
        let shown = asked.map(|text| Asked::parse_of_any(text).unwrap()).to_vec();
        let lines = summed_up(Order { shown, ..order(4, 400, true) }, Stop::Games(400), |s| s.metrics());
        let names: Vec<&str> = lines.iter().map(|line| line.get(..32).unwrap_or(line).trim_end()).collect();
        let seats = ["won, A", "won, B", "won, C", "won, D", "spells cast, B"];
        let others = ["extra steps", "won, position 1", "longest wait, turns, position 4"];
        assert_eq!(names[..9], [&["per game"], &seats[..], &others[..]].concat(), "{lines:#?}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{lines:#?}");
        assert!(lines[1].split_whitespace().filter(|word| word.ends_with('%')).count() >= 2, "{lines:#?}");
    }

    #[test]
    fn what_never_happens_is_left_out() {
        let all = summed_up(order(4, 400, true), Stop::Games(400), |s| s.metrics()).join("\n");
        assert!(all.contains("\nextra steps  ") && all.contains("\nminutes  "), "{all}");
        let never = |e: &Estimate| Estimate { max: Some(0.0), ..e.clone() };
        summed_up(order(4, 4, true), Stop::Games(4), |summary| {
            let none: Vec<Estimate> = summary.estimates.iter().map(never).collect();
            let lines = Summary { estimates: &none, ..*summary }.metrics();
            assert!(lines.iter().all(|line| !line.starts_with("extra") && !line.starts_with("minutes")), "{lines:#?}");
            assert!(lines[1].starts_with("turns ") && lines[2].starts_with("rounds "), "{lines:#?}");
        });
    }
}
