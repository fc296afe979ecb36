//! The page of a comparison.

use maud::{Markup, html};

use super::chart::{Axis, Span, Whisker, points, whiskers};
use super::page::{Figure, names, number, page, text};
use crate::batch::estimate::Scope;
use crate::batch::metric::Kind;
use crate::report::comparison::{Compared, ComparedRow, Comparison, plus, signed};

/// So many pairs of games are drawn, of all variants together.
const POINTS: usize = 2000;
/// Differences of more than so many times the base are in the table alone.
const MOST: f64 = 1.5;

/// The lengths of pairs of games, in turns: of the base, and of the variant.
pub type Lengths = Vec<(u32, u32)>;

/// The page of a comparison, with the lengths of the pairs of each variant; the same bytes for the same results.
#[must_use]
pub fn comparison_page(of: &Comparison, lengths: &[Lengths], command: &str) -> String {
    let variants = of.variants().iter().zip(lengths);
    let points = POINTS / lengths.len().max(1);
    page(
        &format!("compared with {}", of.base()),
        "",
        &html! {
            h1 { "Compared with " (of.base()) }
            @for variant in of.variants() { p.answer { (of.sentence(variant)) } }
            @for figure in (0..of.asked()).filter_map(|at| asked(of, at)) { (figure.markup()) }
            @for (variant, lengths) in variants {
                h2 { (variant.name) }
                p { (of.notes(variant)) }
                @for figure in [wins(variant), most(of, variant), scatter(variant, lengths, points)].into_iter().flatten() {
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
    match e.scope {
        Scope::Seat => format!("{}: {metric}", e.key),
        Scope::Position => format!("position {}: {metric}", e.key),
        _ => metric,
    }
}

/// The row's numbers, as `compare.csv` has them.
fn cells(variant: &Compared, row: &ComparedRow) -> Vec<Markup> {
    let (e, d) = (&row.estimate, &row.estimate.difference);
    let [base, mean] = variant.means(e);
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
        number(&of("base_mean"), d.first, &base),
        number(&of("variant_mean"), d.second, &mean),
        number(&of("difference"), d.difference, &signed(e, d.difference)),
        ends,
        // A p value is never nothing.
        row.p_holm.map_or_else(
            || text("-"),
            |p| number(&of("p_holm"), p, &if p < 0.0005 { "<0.001".to_owned() } else { format!("{p:.3}") }),
        ),
        optional("correlation", d.correlation, 2),
        optional("variance_ratio", d.variance_ratio, 1),
    ]
}

const COLUMNS: [&str; 8] =
    ["metric", "base", "variant", "difference", "95% interval", "p (Holm)", "correlation", "worth"];

/// One of the metrics that were asked for, variant by variant.
fn asked(of: &Comparison, at: usize) -> Option<Figure> {
    let rows: Vec<(&Compared, &ComparedRow)> =
        of.variants().iter().filter_map(|variant| Some((variant, variant.rows.get(at)?))).collect();
    let (_, first) = rows.first()?;
    let of_row = |(variant, row): &(&Compared, &ComparedRow)| {
        let (e, d) = (&row.estimate, &row.estimate.difference);
        let [base, mean] = variant.means(e);
        let shown = format!("{mean} instead of {base}");
        Some(Whisker {
            label: variant.name.clone(),
            shown,
            of: Span::new(d.difference, Some(d.interval?)),
            beside: None,
        })
    };
    let drawn: Vec<Whisker> = rows.iter().filter_map(of_row).collect();
    let percent = first.estimate.kind != Kind::Count;
    let title = if percent {
        "difference, percentage points".to_owned()
    } else {
        format!("difference, {}", first.estimate.unit)
    };
    let axis = Axis { title: &title, percent };
    (!drawn.is_empty()).then(|| Figure {
        title: name(first),
        picture: whiskers(&format!("how {} differs, with 95% intervals", name(first)), &drawn, Some(0.0), axis),
        caption: html! {
            "Each variant less " (of.base()) ", paired by deal, with 95% intervals; on the right what it is instead of what it was. A bar that does "
            "not touch the dashed line is a difference taken by itself; p says so of all of them together."
        },
        columns: [names(["variant"]), names(COLUMNS).split_off(1), names(["by card", "95% interval"])].concat(),
        rows: rows.iter().map(|(variant, row)| by_variant(variant, row)).collect(),
    })
}

/// The row's numbers under the variant's name, with what each of the cards comes to in which decks differ.
fn by_variant(variant: &Compared, row: &ComparedRow) -> Vec<Markup> {
    let e = &row.estimate;
    let of = |column: &str| format!("{}/{}/{}/{}/{column}", variant.name, e.scope.name(), e.key, e.metric);
    let shown = |x: f64| match e.kind {
        Kind::Count => plus(x),
        Kind::Flag | Kind::Share => plus(100.0 * x) + "%",
    };
    let each = variant.per_card(row);
    let by_card = each.map_or_else(|| text("-"), |(x, _)| number(&of("per_card"), x, &shown(x)));
    let ends = each.and_then(|(_, interval)| interval).map_or_else(
        || text("-"),
        |i| {
            let (low, high) = (
                number(&of("per_card_low"), i.low, &shown(i.low)),
                number(&of("per_card_high"), i.high, &shown(i.high)),
            );
            html! { (low) " to " (high) }
        },
    );
    let mut all = cells(variant, row);
    all[0] = text(&variant.name);
    all.extend([by_card, ends]);
    all
}

/// How shares of wins differ.
fn wins(variant: &Compared) -> Option<Figure> {
    let rows: Vec<&ComparedRow> =
        variant.rows.iter().filter(|row| row.estimate.metric == "won" && row.estimate.scope == Scope::Seat).collect();
    let drawn: Vec<Whisker> = rows
        .iter()
        .filter_map(|row| {
            let (e, d) = (&row.estimate, &row.estimate.difference);
            Some(Whisker {
                label: e.key.clone(),
                shown: signed(e, d.difference),
                of: Span::new(d.difference, Some(d.interval?)),
                beside: None,
            })
        })
        .collect();
    let axis = Axis { title: "difference of the share of wins, percentage points", percent: true };
    (!drawn.is_empty()).then(|| Figure {
        title: format!("{}: who wins more, who less", variant.name),
        picture: whiskers("difference of each seat's share of wins, with 95% intervals", &drawn, Some(0.0), axis),
        caption: html! {
            "The variant's share of wins less the base's, paired by deal, with 95% intervals. A bar that does not touch the dashed line is, taken by itself, a "
            "difference."
        },
        columns: names(COLUMNS),
        rows: rows.iter().map(|row| cells(variant, row)).collect(),
    })
}

/// What differs most of all that is counted, relative to the base.
fn most(of: &Comparison, variant: &Compared) -> Option<Figure> {
    let shown = of.shown(variant).skip(of.asked());
    let rows: Vec<&ComparedRow> = shown.filter(|row| row.estimate.metric != "won").collect();
    let drawn: Vec<Whisker> = rows
        .iter()
        .filter(|row| row.estimate.kind == Kind::Count)
        .filter_map(|row| {
            let (e, d) = (&row.estimate, &row.estimate.difference);
            let (i, base) = (d.interval?, Some(d.first).filter(|base| *base > 0.0)?);
            let (value, low, high) = (d.difference / base, i.low / base, i.high / base);
            // What grows from next to nothing would leave no room for the rest.
            (value.abs() <= MOST).then_some(())?;
            let of = Span { value, low, high };
            Some(Whisker { label: name(row), shown: signed(e, d.difference), of, beside: None })
        })
        .collect();
    let axis = Axis { title: "difference in percent of the base", percent: true };
    (!drawn.is_empty()).then(|| Figure {
        title: format!("{}: what differs most", variant.name),
        picture: whiskers("what differs most, relative to the base, with 95% intervals", &drawn, Some(0.0), axis),
        caption: html! {
            "Those whose difference stands out most from its error, beside what was asked for; each relative to its mean in the base, with "
            "95% intervals; differences of more than 150% are in the table alone. One chooses among many here: the p values in the table are adjusted for that."
        },
        columns: names(COLUMNS),
        rows: rows.iter().map(|row| cells(variant, row)).collect(),
    })
}

/// The lengths of pairs.
fn scatter(variant: &Compared, lengths: &Lengths, most: usize) -> Option<Figure> {
    let few: Vec<(f64, f64)> = lengths.iter().take(most).map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
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
