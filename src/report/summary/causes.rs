//! What changed turns, and whose turns take how long, as lines.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{Summary, WIDTH, between, number, share, words};
use crate::batch::estimate::{Estimate, Scope};
use crate::batch::table_time::WITH_MODEL_ERROR;
use crate::report::format::{clipped, fixed, percent, wrapped};
use crate::report::table_time::basis;
use crate::table::counts::{SourceCounts, SourceRow};

/// What is counted of a source.
type Counting = fn(&SourceCounts) -> u64;

impl Summary<'_> {
    /// The cards that changed most turns, in all games: by extra turns, by what they added, by what they skipped.
    pub(super) fn sources(&self) -> Vec<String> {
        let all = self.outcome.tally.sources();
        let kinds: [(Counting, usize); 3] =
            [(|c| c.extra_turns_granted, 5), (|c| c.phases_added + c.steps_added, 2), (|c| c.skips_used, 2)];
        let mut shown: Vec<&SourceRow> = Vec::new();
        for (count, most) in kinds {
            let mut rows: Vec<&SourceRow> =
                all.iter().filter(|row| count(&row.counts) > 0 && !shown.contains(row)).collect();
            rows.sort_by_key(|row| Reverse(count(&row.counts)));
            // A card that is on the table for everybody is told of once.
            let mut seen = BTreeSet::new();
            rows.retain(|row| most > 2 || seen.insert(&row.source));
            shown.extend(rows.into_iter().take(most));
        }
        if shown.is_empty() {
            return Vec::new();
        }
        let head = format!(
            "{:<24}{:<14}{:>8}{:>7}{:>6}{:>6}{:>8}{:>7}",
            "turns changed, all games", "  seat", "granted", "taken", "idle", "won", "added", "skips"
        );
        let rows = shown.iter().map(|row| {
            let c = &row.counts;
            let (card, seat) = (clipped(&row.source, 24), clipped(&row.seat, 12));
            let (granted, taken, idle, won) =
                (c.extra_turns_granted, c.extra_turns_taken, c.extra_turns_dead, c.extra_turns_won);
            let added = c.phases_added + c.steps_added;
            format!("{card:<24}  {seat:<12}{granted:>8}{taken:>7}{idle:>6}{won:>6}{added:>8}{:>7}", c.skips_used)
        });
        let rest = all.len() - shown.len();
        let more = if rest > 0 { format!("; {rest} more in sources.csv") } else { String::new() };
        let note = format!("extra turns granted, taken, idle, won; what was added{more}");
        [head].into_iter().chain(rows).chain([note]).collect()
    }

    /// Who has the table for how long, and how well that is known.
    pub(super) fn table_time(&self) -> Vec<String> {
        let Some(all) = self.find(Scope::All, "all", "table_minutes").filter(|e| e.n > 0) else { return Vec::new() };
        let head = format!(
            "{:<21}{:>9}{:>8}  {:<16}{:>11}{:>13}",
            "table time, minutes", "mean", "share", "95% interval", "extra turns", "longest wait"
        );
        let rows = self.plan.entrants().iter().map(|entrant| {
            let of = |metric: &str| self.find(Scope::Seat, &entrant.name, metric);
            let mean = |metric: &str| number(of(metric).and_then(|e| e.mean), 1);
            let share_of = of("share_of_table_time");
            let ends = share_of.and_then(|e| e.interval).map_or_else(String::new, between(percent));
            format!(
                "{:<21}{:>9}{:>8}  {ends:<16}{:>11}{:>13}",
                clipped(&entrant.name, 20),
                mean("table_minutes"),
                share(share_of.and_then(|e| e.mean)),
                mean("extra_turn_minutes"),
                mean("longest_wait_minutes")
            )
        });
        let minutes = |e: &Estimate| e.interval.map(between(|minutes| fixed(minutes, 1)));
        let model = self.find(Scope::All, "all", WITH_MODEL_ERROR[0].1).and_then(minutes);
        let errors = minutes(all).map(|by_chance| match model {
            Some(model) => format!("a game, mean: {by_chance} by chance, {model} with the model's error"),
            None => format!("a game, mean: {by_chance} by chance"),
        });
        let teams = (self.plan.team_size() > 1).then(|| {
            "teammates have their turns together: the time of each is their team's, and shares add up by teams"
                .to_owned()
        });
        let notes = errors.into_iter().chain(teams).chain([basis(self.table_time)]);
        [head].into_iter().chain(rows).chain(notes.flat_map(|note| wrapped(&words(&note), WIDTH, ""))).collect()
    }
}
