//! The pictures of a run in minutes, by the scenario's model of table time.

use maud::{Markup, html};

use super::super::chart::{Axis, Stack, Steps, stacks, steps};
use super::super::page::{Figure, names, text};
use super::{RunPage, cell, interval, mean, survival};
use crate::batch::estimate::Scope;
use crate::batch::table_time::WITH_MODEL_ERROR;
use crate::report::format::percent;
use crate::report::table_time::basis;

/// The quantiles of an estimate: their columns, and the share of games that they are of.
const QUANTILES: [(&str, &str); 6] =
    [("p5", "5%"), ("p25", "25%"), ("median", "half"), ("p75", "75%"), ("p95", "95%"), ("p99", "99%")];

impl RunPage<'_> {
    /// How long games take at a real table, by the scenario's model.
    pub(super) fn minutes(&self) -> Option<Figure> {
        let (minutes, cut) = (self.spread("table_minutes")?, self.spread("table_minutes_if_censored")?);
        let e = self.all("table_minutes")?;
        let (points, marks) = survival(minutes, cut);
        let last = points.last()?.0;
        let rows = QUANTILES.iter().zip(e.quantiles).filter_map(|((column, share), value)| {
            let value = value?;
            Some(vec![text(*share), cell(e, column, value, &format!("{value:.0}"))])
        });
        Some(Figure {
            title: "How long that is in minutes".to_owned(),
            picture: steps(
                &format!("share of games still going on after so many minutes, up to {last:.0}"),
                &Steps::falling(&points, &marks),
                Axis { title: "minutes", percent: false },
            ),
            caption: html! {
                "The share of " (self.games()) " that would still be going on after so many minutes: " (basis(self.scenario.table_time()))
                ". The mean is " (mean(e, false)) " (" (interval(e, false)) " by chance"
                @if let Some(both) = self.with_model_error(0) { ", " (both) " with the model's own error" }
                ", 95%)."
                @if cut.n() > 0 { " " (cut.n()) " were cut off (small marks) and count as going on until then." }
            },
            columns: names(["games that took at most so long", "minutes"]),
            rows: rows.collect(),
        })
    }

    pub(super) fn waits_in_minutes(&self) -> Option<Figure> {
        let caption = html! {
            "The longest time that anybody still in the game waited between two turns, in minutes of others' turns: "
            (basis(self.scenario.table_time())) "."
            @if let Some(both) = self.with_model_error(1) { " With the model's own error its mean is " (both) "." }
        };
        self.histogram("longest_wait_minutes", "How long somebody waits, in minutes", "longest wait, minutes", &caption)
    }

    /// The interval of a mean with the model's error in it, where that is known: more games do not lessen it.
    fn with_model_error(&self, at: usize) -> Option<Markup> {
        let told = self.all(WITH_MODEL_ERROR[at].1).filter(|e| e.interval.is_some())?;
        Some(interval(told, false))
    }

    /// Who has the table for how long.
    pub(super) fn table_time(&self) -> Option<Figure> {
        let (own, extra, shares, waits) = (
            self.seats("table_minutes"),
            self.seats("extra_turn_minutes"),
            self.seats("share_of_table_time"),
            self.seats("longest_wait_minutes"),
        );
        let seats = || own.iter().zip(&extra).zip(&shares).zip(&waits);
        let rows = seats().filter_map(|(((own, extra), share), _)| {
            let parts = vec![own.mean? - extra.mean?, extra.mean?];
            Some(Stack { label: own.key.clone(), shown: format!("{} of the time", percent(share.mean?)), parts })
        });
        let rows: Vec<Stack> = rows.collect();
        let cells = seats().map(|(((own, extra), share), wait)| {
            let whole = self.find(Scope::Seat, &own.key, WITH_MODEL_ERROR[0].1);
            vec![
                text(&own.key),
                mean(own, false),
                interval(own, false),
                whole.map_or_else(|| text("-"), |e| interval(e, false)),
                mean(extra, false),
                mean(share, true),
                interval(share, true),
                mean(wait, false),
            ]
        });
        let minutes = self.all("table_minutes")?.mean?;
        let axis = Axis { title: "minutes in a game, mean", percent: false };
        (!rows.is_empty()).then(|| Figure {
            title: "Who has the table for how long".to_owned(),
            picture: stacks(
                "mean minutes that the turns of each seat take in a game, normal and extra ones",
                &rows,
                Some(minutes * self.even()),
                axis,
            ),
            caption: html! {
                "Minutes that the turns of each seat take in a game, by the model, whoever does something in them: " span.key { "normal" } " and "
                span.key.one { "extra" } " ones, the mean of " (self.games()) ". The dashed line is an even share. The shares do not depend on how "
                "fast the table plays."
            },
            columns: names([
                "seat", "minutes", "95% interval", "with the model's error", "in extra turns", "share of table time", "95% interval",
                "longest wait, minutes",
            ]),
            rows: cells.collect(),
        })
    }
}
