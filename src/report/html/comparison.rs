//! The page of a comparison.

use maud::{Markup, html};

use super::chart::{Axis, Whisker, points, whiskers};
use super::page::{Figure, names, number, page, text};
use crate::batch::estimate::Scope;
use crate::batch::metric::Kind;
use crate::report::comparison::{Compared, ComparedRow, Comparison, signed, value};

/// So many pairs of games are drawn.
const POINTS: usize = 2000;
/// Differences of more than so many times the base are in the table alone.
const MOST: f64 = 1.5;

/// The lengths of pairs of games, in turns: of the base, and of the variant.
pub type Lengths = Vec<(u32, u32)>;

/// The page of a comparison, with the lengths of the pairs of each variant; the same bytes for the same results.
#[must_use]
pub fn comparison_page(of: &Comparison, lengths: &[Lengths], command: &str) -> String {
    let variants = of.variants().iter().zip(lengths);
    page(
        &format!("compared with {}", of.base()),
        &html! {
            h1 { "Compared with " (of.base()) }
            @for variant in of.variants() { p.answer { (of.sentence(variant)) } }
            @for (variant, lengths) in variants {
                h2 { (variant.name) }
                p { (of.notes(variant)) }
                @for figure in [wins(variant), most(of, variant), scatter(variant, lengths)].into_iter().flatten() {
                    (figure.markup())
                }
            }
            footer {
                h2 { "Where this comes from" }
                p { "Played by turnlab " (env!("CARGO_PKG_VERSION")) ". Every metric is in compare.csv, every pair of games in pairs.csv. Again:" }
                p { code { (command) } }
            }
        },
    )
}

fn name(row: &ComparedRow) -> String {
    let e = &row.estimate;
    let metric = e.metric.replace('_', " ");
    if e.scope == Scope::Seat { format!("{}: {metric}", e.key) } else { metric }
}

/// The row's numbers, as `compare.csv` has them.
fn cells(variant: &Compared, row: &ComparedRow) -> Vec<Markup> {
    let (e, d) = (&row.estimate, &row.estimate.difference);
    let of = |column: &str| format!("{}/{}/{}/{}/{column}", variant.name, e.scope.name(), e.key, e.metric);
    let ends = d.interval.map_or_else(
        || text("-"),
        |i| {
            html! {
                (number(&of("ci_low"), i.low, &signed(e, i.low))) " to " (number(&of("ci_high"), i.high, &signed(e, i.high)))
            }
        },
    );
    let optional = |column: &str, x: Option<f64>, decimals: usize| {
        x.map_or_else(|| text("-"), |x| number(&of(column), x, &format!("{x:.decimals$}")))
    };
    vec![
        text(name(row)),
        number(&of("base_mean"), d.first, &value(e, d.first)),
        number(&of("variant_mean"), d.second, &value(e, d.second)),
        number(&of("difference"), d.difference, &signed(e, d.difference)),
        ends,
        optional("p_holm", row.p_holm, 3),
        optional("correlation", d.correlation, 2),
        optional("variance_ratio", d.variance_ratio, 1),
    ]
}

const COLUMNS: [&str; 8] =
    ["metric", "base", "variant", "difference", "95% interval", "p (Holm)", "correlation", "worth"];

/// How shares of wins differ.
fn wins(variant: &Compared) -> Option<Figure> {
    let rows: Vec<&ComparedRow> =
        variant.rows.iter().filter(|row| row.estimate.metric == "won" && row.estimate.scope == Scope::Seat).collect();
    let drawn: Vec<Whisker> = rows
        .iter()
        .filter_map(|row| {
            let (e, d) = (&row.estimate, &row.estimate.difference);
            let i = d.interval?;
            Some(Whisker {
                label: e.key.clone(),
                shown: signed(e, d.difference),
                value: d.difference,
                low: i.low,
                high: i.high,
            })
        })
        .collect();
    let axis = Axis { title: "difference of the share of wins, percentage points", percent: true };
    (!drawn.is_empty()).then(|| Figure {
        title: format!("{}: who wins more, who less", variant.name),
        picture: whiskers("difference of each seat's share of wins, with 95% intervals", &drawn, Some(0.0), axis),
        caption: html! {
            "The variant's share of wins less the base's, paired by deal, with 95% intervals. A bar that does not touch the dashed line is a "
            "difference."
        },
        columns: names(COLUMNS),
        rows: rows.iter().map(|row| cells(variant, row)).collect(),
    })
}

/// What differs most of all that is counted, relative to the base.
fn most(of: &Comparison, variant: &Compared) -> Option<Figure> {
    let rows: Vec<&ComparedRow> = of.shown(variant).filter(|row| row.estimate.metric != "won").collect();
    let drawn: Vec<Whisker> = rows
        .iter()
        .filter(|row| row.estimate.kind == Kind::Count)
        .filter_map(|row| {
            let (e, d) = (&row.estimate, &row.estimate.difference);
            let (i, base) = (d.interval?, Some(d.first).filter(|base| *base > 0.0)?);
            let (value, low, high) = (d.difference / base, i.low / base, i.high / base);
            // What grows from next to nothing would leave no room for the rest.
            (value.abs() <= MOST).then_some(())?;
            Some(Whisker { label: name(row), shown: signed(e, d.difference), value, low, high })
        })
        .collect();
    let axis = Axis { title: "difference in percent of the base", percent: true };
    (!drawn.is_empty()).then(|| Figure {
        title: format!("{}: what differs most", variant.name),
        picture: whiskers("what differs most, relative to the base, with 95% intervals", &drawn, Some(0.0), axis),
        caption: html! {
            "The metric asked for, then those whose difference stands out most from its error; each relative to its mean in the base, with "
            "95% intervals; differences of more than 150% are in the table alone. One chooses among many here: the p values in the table are adjusted for that."
        },
        columns: names(COLUMNS),
        rows: rows.iter().map(|row| cells(variant, row)).collect(),
    })
}

/// The lengths of pairs.
fn scatter(variant: &Compared, lengths: &Lengths) -> Option<Figure> {
    let few: Vec<(f64, f64)> = lengths.iter().take(POINTS).map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
    let longer = lengths.iter().filter(|(a, b)| b > a).count();
    let same = lengths.iter().filter(|(a, b)| b == a).count();
    let shorter = lengths.len() - longer - same;
    let row = |what: &str, n: usize| {
        vec![text(what), number(&format!("{}/pairs/{what}", variant.name), n as f64, &n.to_string())]
    };
    (!few.is_empty()).then(|| Figure {
        title: format!("{}: pairs of games", variant.name),
        picture: points(
            "the length of each game in the base and in the variant",
            &few,
            Axis { title: "turns in the base", percent: false },
            "turns in the variant",
        ),
        caption: html! {
            "Each dot is a pair of games of one deal"
            @if few.len() < lengths.len() { ", the first " (few.len()) " of " (lengths.len()) }
            ": on the dashed line both took as many turns, above it the variant took more."
        },
        columns: names(["the variant's game was", "pairs"]),
        rows: vec![row("longer", longer), row("as long", same), row("shorter", shorter)],
    })
}
