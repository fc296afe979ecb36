//! The page of simulated games beside figures from elsewhere.

use std::borrow::Cow;

use maud::{Markup, html};

use super::chart::{Axis, Span, Steps, Whisker, steps, whiskers};
use super::page::{Figure, names, number, page, text};
use crate::batch::validation::{Length, Ours};
use crate::cards::wording::counted;
use crate::report::format::percent;
use crate::report::validation::{Cell, Curve, Number, Point, Row, Section, Theirs, Validation, shown};

/// Theirs are drawn as squares in the colour of what ours are held against, ours as dots.
const STYLE: &str = "\
svg .theirs { fill: var(--mark); stroke: var(--paper); stroke-width: 1.5; }
.key.ours::before { border-radius: 50%; }
.key.theirs::before { background: var(--mark); }
";

/// The page; the same bytes for the same results.
#[must_use]
pub fn validation_page(of: &Validation) -> String {
    let sections = of.sections();
    page(
        "turnlab held against the world",
        STYLE,
        &html! {
            h1 { "Held against the world" }
            p.answer { (Validation::verdict(&sections)) }
            p {
                "Simulated games beside figures from elsewhere, all with 95% intervals: " (counted(of.games, "game", "games"))
                " of each table, or a few more so that every deal is played from every position. Figures agree where their intervals "
                "meet; one that was published without an interval is held against ours as it stands."
            }
            @for section in &sections { (markup(section)) }
            footer {
                h2 { "Where this comes from" }
                p {
                    "Played by turnlab " (env!("CARGO_PKG_VERSION")) ". Ours: Wilson's or a t interval on deals for shares, t on deals for means, "
                    "from ranks for quantiles, the bootstrap for standard deviations; a maximum has none. Theirs: t from their standard "
                    "deviation, Wilson's of shares, or as it was published. The figures stand in scenarios/validation/published.toml. Again:"
                }
                p { code { (of.command()) " --out validation.html" } }
            }
        },
    )
}

fn markup(section: &Section) -> Markup {
    let mut pictures: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in &section.rows {
        match pictures.iter_mut().find(|(picture, _)| *picture == row.picture) {
            Some((_, rows)) => rows.push(row),
            None => pictures.push((&row.picture, vec![row])),
        }
    }
    html! {
        h2 { (section.title) }
        @if !section.about.is_empty() { p { (section.about) } }
        @if !section.sources.is_empty() {
            dl { @for (id, about) in &section.sources { dt { (id) } dd { (about) "." } } }
        }
        @if !section.commands.is_empty() {
            p { "The same games by themselves:" }
            @for command in &section.commands { p { code { (command) } } }
        }
        @for (picture, rows) in &pictures { (forest(section, picture, rows).markup()) }
        @for curve in &section.curves { (course(curve).markup()) }
        @for remark in &section.remarks { p { (remark) } }
    }
}

fn cell(cell: &Cell) -> Markup {
    let number = |n: &Number| number(&n.of, n.value, &n.shown);
    match cell {
        Cell::None | Cell::Text(_) => text(cell.shown()),
        Cell::Number(n) => number(n),
        Cell::Range(low, high) => html! { (number(low)) " to " (number(high)) },
    }
}

fn span(ours: &Ours) -> Span {
    Span::new(ours.value, ours.interval)
}

fn span_of(theirs: &Theirs) -> Span {
    Span::new(theirs.value, theirs.interval)
}

/// How many games, where it is not the same for all.
fn games(section: &Section, rows: &[&Row]) -> String {
    let [one, many] = section.counted;
    let of = || rows.iter().filter_map(|row| row.ours).map(|ours| ours.games);
    match (of().min(), of().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most} {many}"),
        (_, most) => counted(most.unwrap_or(0), one, many),
    }
}

/// Rows of one unit, ours beside theirs.
fn forest(section: &Section, picture: &str, rows: &[&Row]) -> Figure {
    let drawn = rows.iter().filter_map(|row| {
        let ours = row.ours.as_ref()?;
        let value = |value: f64| shown(value, row.percent);
        let theirs = row.theirs.as_ref();
        let behind = theirs.map_or_else(String::new, |theirs| format!(" | {}", value(theirs.value)));
        Some(Whisker {
            label: row.label.clone(),
            shown: format!("{}{behind}", value(ours.value)),
            of: span(ours),
            beside: theirs.map(span_of),
        })
    });
    let drawn: Vec<Whisker> = drawn.collect();
    let (theirs, even) = (rows.iter().any(|row| row.theirs.is_some()), rows.iter().find_map(|row| row.even));
    let axis = Axis { title: picture, percent: rows.iter().all(|row| row.percent) };
    let title = format!("{}: {picture}", section.title);
    let name = match theirs {
        true => format!("ours beside {}, with 95% intervals", section.beside),
        false => "with 95% intervals".to_owned(),
    };
    Figure {
        picture: whiskers(&format!("{title}, {name}"), &drawn, even, axis),
        caption: html! {
            @if theirs {
                span.key.ours { "Ours" } ", a dot on its 95% interval, of " (games(section, rows)) "; below it " span.key.theirs { (section.beside) }
                ", a square on its interval where that is known. Behind each name: ours | " (section.beside) ". They agree where the bars meet; a square "
                "without a bar agrees if it lies on our bar. The axis: " (picture) @if axis.percent { ", in percent" } "."
            } @else {
                "Each dot is a " (picture) ", of " (games(section, rows)) ", each bar its 95% interval."
                @if even.is_some() { " The dashed line is the share of players that are equally good." }
            }
        },
        title,
        columns: section.columns.iter().map(|(name, _)| Cow::from(*name)).collect(),
        rows: rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect(),
    }
}

/// What share of games is over by when, or goes on after it.
fn course(curve: &Curve) -> Figure {
    let unit = curve.length.name();
    let at = |point: &Point| (point.at, point.ours.value);
    let points: Vec<(f64, f64)> = curve.points.iter().map(at).collect();
    let band: Vec<(f64, f64)> = curve.points.iter().map(|point| span(&point.ours)).map(|s| (s.low, s.high)).collect();
    let beside: Vec<(f64, Span)> =
        curve.points.iter().filter_map(|point| Some((point.at, span_of(point.theirs.as_ref()?)))).collect();
    let what = if curve.rising { "are over by" } else { "go on after" };
    let rows = curve.points.iter().map(|point| {
        let of = format!("{}/{}/{}", if curve.rising { "over" } else { "going-on" }, curve.table, point.at);
        let number = |column: &str, value: f64| number(&format!("{of}/{column}"), value, &percent(value));
        let range = |who: &str, span: Span| {
            html! { (number(&format!("{who}/ci_low"), span.low)) " to " (number(&format!("{who}/ci_high"), span.high)) }
        };
        let theirs = point.theirs.as_ref();
        let known = theirs.filter(|theirs| theirs.interval.is_some());
        vec![
            text(point.at.to_string()),
            number("ours/value", point.ours.value),
            range("ours", span(&point.ours)),
            theirs.map_or_else(|| text("-"), |theirs| number("theirs/value", theirs.value)),
            known.map_or_else(|| text("-"), |theirs| range("theirs", span_of(theirs))),
        ]
    });
    Figure {
        title: curve.title.clone(),
        picture: steps(
            &format!("share of games that {what} so many {unit}, ours as a curve and what is published as points"),
            &Steps {
                from: if curve.rising { 0.0 } else { 1.0 },
                points: &points,
                band: &band,
                marks: &[],
                beside: &beside,
            },
            Axis { title: unit, percent: false },
        ),
        caption: html! {
            span.key.ours { "Ours" } ": the share of " (counted(curve.games, "game", "games")) " that " (what) " so many " (unit)
            ", in its 95% interval (pale), each length by itself. " span.key.theirs { "Theirs" } ": "
            @if curve.rising { "the shares that are published, with their intervals, joined by a dashed line. " }
            @else { "the quantiles that are published, at the shares that they are of, joined by a dashed line. " }
            "Games that were cut off go on."
            @if curve.length == Length::Minutes { " Minutes are by the model of table time." }
        },
        columns: names([unit, "ours", "95% interval", "theirs", "95% interval"]),
        rows: rows.collect(),
    }
}
