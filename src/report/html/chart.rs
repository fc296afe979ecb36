//! Pictures as SVG: whiskers, columns, steps, bars and points, in a width that phones can show.

use maud::{Markup, html};

use crate::batch::interval::Interval;

/// The width of every picture, in its own units.
pub(super) const WIDTH: f64 = 460.0;
/// The room at its sides.
const SIDE: f64 = 44.0;
/// The room below it, for the axis.
const BELOW: f64 = 42.0;
/// The height of a row with its label.
pub(super) const ROW: f64 = 38.0;
/// What it has more where there is something beside it.
const BESIDE: f64 = 11.0;
/// The height of a row of cells.
const CELL: f64 = 17.0;
/// The room for the names of rows of cells.
const NAMES: f64 = 150.0;
/// The height of pictures that have no rows.
const HEIGHT: f64 = 230.0;

/// A value in its interval, whose ends are the value itself where there is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    pub(super) fn new(value: f64, interval: Option<Interval>) -> Span {
        let (low, high) = interval.map_or((value, value), |i| (i.low, i.high));
        Span { value, low, high }
    }
}

/// A row with a mean and an interval.
#[derive(Debug, Clone)]
pub(super) struct Whisker {
    pub(super) label: String,
    /// What stands behind the label.
    pub(super) shown: String,
    pub(super) of: Span,
    /// What others say of the same, drawn below it.
    pub(super) beside: Option<Span>,
}

/// A share with a step at each point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps<'a> {
    /// What it is before the first point.
    pub(super) from: f64,
    pub(super) points: &'a [(f64, f64)],
    /// The ends of each point's interval; none, or as many as there are points.
    pub(super) band: &'a [(f64, f64)],
    /// Where something was cut off.
    pub(super) marks: &'a [(f64, f64)],
    /// Points of the same that others know, in order.
    pub(super) beside: &'a [(f64, Span)],
}

impl<'a> Steps<'a> {
    /// What falls from one, with nothing beside it.
    pub(super) const fn falling(points: &'a [(f64, f64)], marks: &'a [(f64, f64)]) -> Steps<'a> {
        Steps { from: 1.0, points, band: &[], marks, beside: &[] }
    }
}

/// A row of parts one behind the other.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    pub(super) label: String,
    pub(super) shown: String,
    pub(super) parts: Vec<f64>,
}

/// What an axis is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis<'a> {
    pub(super) title: &'a str,
    /// Values are shares, and shown in percent.
    pub(super) percent: bool,
}

/// A range of values on so many units of room.
#[derive(Debug, Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale on which `low` to `high` has some room, however near they are.
    fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, from, to }
    }

    fn at(self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round values within it, about five.
    fn ticks(self) -> Vec<f64> {
        let rough = (self.high - self.low) / 5.0;
        let magnitude = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * magnitude).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * magnitude);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// A coordinate, with two decimals at the most.
pub(super) fn at(x: f64) -> String {
    let text = format!("{:.2}", x + 0.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A value at a tick.
fn tick(value: f64, percent: bool) -> String {
    let (value, sign) = if percent { (value * 100.0, "%") } else { (value, "") };
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}{sign}")
}

/// A picture with a name for those who hear it.
pub(super) fn picture(height: f64, name: &str, inside: &Markup) -> Markup {
    html! {
        svg role="img" aria-label=(name) viewBox={ "0 0 " (at(WIDTH)) " " (at(height)) } xmlns="http://www.w3.org/2000/svg" {
            (inside)
        }
    }
}

/// The axis along the bottom.
fn bottom(scale: Scale, axis: Axis<'_>, height: f64) -> Markup {
    let line = height - BELOW;
    html! {
        @for value in scale.ticks() {
            line class="grid" x1=(at(scale.at(value))) x2=(at(scale.at(value))) y1="4" y2=(at(line)) {}
            text x=(at(scale.at(value))) y=(at(line + 16.0)) text-anchor="middle" { (tick(value, axis.percent)) }
        }
        line class="axis" x1=(at(scale.from)) x2=(at(scale.to)) y1=(at(line)) y2=(at(line)) {}
        text class="title" x=(at(WIDTH / 2.0)) y=(at(line + 34.0)) text-anchor="middle" { (axis.title) }
    }
}

/// The axis along the left side.
fn left(scale: Scale, percent: bool) -> Markup {
    html! {
        @for value in scale.ticks() {
            line class="grid" y1=(at(scale.at(value))) y2=(at(scale.at(value))) x1=(at(SIDE)) x2=(at(WIDTH - 8.0)) {}
            text x=(at(SIDE - 5.0)) y=(at(scale.at(value) + 4.0)) text-anchor="end" { (tick(value, percent)) }
        }
    }
}

/// Rows of means with their intervals, and a line at what they are held against.
pub(super) fn whiskers(name: &str, rows: &[Whisker], reference: Option<f64>, axis: Axis<'_>) -> Markup {
    let row_height = if rows.iter().any(|row| row.beside.is_some()) { ROW + BESIDE } else { ROW };
    let height = row_height * rows.len() as f64 + BELOW + 6.0;
    let spans = rows.iter().flat_map(|row| [Some(row.of), row.beside]).flatten();
    let ends = spans.flat_map(|span| [span.low, span.high]).chain(reference);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = (high - low) * 0.05;
    let low = if axis.percent && low >= 0.0 { (low - margin).max(0.0) } else { low - margin };
    let scale = Scale::new(low, high + margin, 12.0, WIDTH - 12.0);
    picture(
        height,
        name,
        &html! {
            (bottom(scale, axis, height))
            @if let Some(reference) = reference {
                line class="reference" x1=(at(scale.at(reference))) x2=(at(scale.at(reference))) y1="4" y2=(at(height - BELOW)) {}
            }
            @for (i, row) in rows.iter().enumerate() {
                @let y = row_height * i as f64 + 27.0;
                text x="12" y=(at(y - 10.0)) { (row.label) }
                text x=(at(WIDTH - 12.0)) y=(at(y - 10.0)) text-anchor="end" { (row.shown) }
                line class="whisker" x1=(at(scale.at(row.of.low))) x2=(at(scale.at(row.of.high))) y1=(at(y)) y2=(at(y)) {}
                circle class="dot" cx=(at(scale.at(row.of.value))) cy=(at(y)) r="5" {}
                @if let Some(Span { value, low, high }) = row.beside {
                    @let y = y + BESIDE;
                    line class="mark" x1=(at(scale.at(low))) x2=(at(scale.at(high))) y1=(at(y)) y2=(at(y)) {}
                    (square(scale.at(value), y))
                }
            }
        },
    )
}

/// Rows of bars with parts, from nothing on, and a line at what they are held against.
pub(super) fn stacks(name: &str, rows: &[Stack], reference: Option<f64>, axis: Axis<'_>) -> Markup {
    let height = ROW * rows.len() as f64 + BELOW + 6.0;
    let most = rows.iter().map(|row| row.parts.iter().sum()).chain(reference).fold(0.0, f64::max);
    let scale = Scale::new(0.0, most * 1.05, 12.0, WIDTH - 12.0);
    picture(
        height,
        name,
        &html! {
            (bottom(scale, axis, height))
            @for (i, row) in rows.iter().enumerate() {
                @let y = ROW * i as f64 + 22.0;
                @for (j, part) in row.parts.iter().enumerate() {
                    @let from = scale.at(row.parts[..j].iter().sum());
                    rect class={ "part" (j) } x=(at(from)) y=(at(y)) width=(at(scale.at(*part) - scale.from)) height="12" {}
                }
            }
            @if let Some(reference) = reference {
                line class="reference" x1=(at(scale.at(reference))) x2=(at(scale.at(reference))) y1="4" y2=(at(height - BELOW)) {}
            }
            // Last, so that no line crosses them.
            @for (i, row) in rows.iter().enumerate() {
                @let y = ROW * i as f64 + 17.0;
                text x="12" y=(at(y)) { (row.label) }
                text x=(at(WIDTH - 12.0)) y=(at(y)) text-anchor="end" { (row.shown) }
            }
        },
    )
}

/// A column for each value and its count; `share` of all that were counted.
pub(super) fn columns(name: &str, counts: &[(u32, u64)], all: u64, axis: Axis<'_>) -> Markup {
    let (low, high) = (counts.first().map_or(0, |c| c.0), counts.last().map_or(0, |c| c.0));
    let across = Scale::new(f64::from(low) - 0.5, f64::from(high) + 0.5, SIDE, WIDTH - 8.0);
    let share = |count: u64| count as f64 / (all as f64).max(1.0);
    let most = counts.iter().map(|(_, count)| share(*count)).fold(0.0, f64::max);
    let up = Scale::new(0.0, most * 1.05, HEIGHT - BELOW, 8.0);
    let width = ((across.to - across.from) / f64::from(high - low + 1) * 0.8).max(1.0);
    picture(
        HEIGHT,
        name,
        &html! {
            (left(up, true))
            (bottom(across, axis, HEIGHT))
            @for (value, count) in counts {
                @let top = up.at(share(*count));
                rect class="part0" x=(at(across.at(f64::from(*value)) - width / 2.0)) y=(at(top)) width=(at(width)) height=(at(up.from - top)) {
                    title { (value) ": " (count) }
                }
            }
        },
    )
}

/// The mark of what others say.
fn square(x: f64, y: f64) -> Markup {
    html! { rect class="theirs" x=(at(x - 4.5)) y=(at(y - 4.5)) width="9" height="9" {} }
}

/// A share with a step at each point, marks where something was cut off, and what others know of it.
pub(super) fn steps(name: &str, of: &Steps<'_>, axis: Axis<'_>) -> Markup {
    let beside = of.beside.iter().map(|(x, _)| *x);
    let last = of.points.iter().map(|point| point.0).chain(beside).reduce(f64::max).unwrap_or(1.0);
    let across = Scale::new(0.0, last * 1.02, SIDE, WIDTH - 8.0);
    let up = Scale::new(0.0, 1.0, HEIGHT - BELOW, 8.0);
    let mut path = format!("M{} {}", at(across.at(0.0)), at(up.at(of.from)));
    for (x, y) in of.points {
        path.push_str(&format!("H{}V{}", at(across.at(*x)), at(up.at(*y))));
    }
    picture(
        HEIGHT,
        name,
        &html! {
            (left(up, true))
            (bottom(across, axis, HEIGHT))
            @if !of.band.is_empty() { path class="part0" fill-opacity="0.2" d=(outline(of, across, up)) {} }
            path class="curve" d=(path) {}
            @for (x, y) in of.marks {
                line class="mark" x1=(at(across.at(*x))) x2=(at(across.at(*x))) y1=(at(up.at(*y) - 5.0)) y2=(at(up.at(*y) + 5.0)) {}
            }
            @for pair in of.beside.windows(2) {
                line class="reference" x1=(at(across.at(pair[0].0))) y1=(at(up.at(pair[0].1.value))) x2=(at(across.at(pair[1].0))) y2=(at(up.at(pair[1].1.value))) {}
            }
            @for (x, Span { value, low, high }) in of.beside {
                line class="mark" x1=(at(across.at(*x))) x2=(at(across.at(*x))) y1=(at(up.at(*low))) y2=(at(up.at(*high))) {}
                (square(across.at(*x), up.at(*value)))
            }
        },
    )
}

/// The outline of the intervals about steps: along their upper ends, and back along the lower ones.
fn outline(of: &Steps<'_>, across: Scale, up: Scale) -> String {
    let all = || of.points.iter().map(|(x, _)| at(across.at(*x))).zip(of.band);
    let mut path = String::new();
    for (nth, (x, (_, high))) in all().enumerate() {
        let to = if nth == 0 { format!("M{x} ") } else { format!("H{x}V") };
        path.push_str(&format!("{to}{}", at(up.at(*high))));
    }
    // The lower end holds from its point to the next one.
    for (nth, (x, (low, _))) in all().rev().enumerate() {
        let to = at(up.at(*low));
        path.push_str(&if nth == 0 { format!("V{to}") } else { format!("V{to}H{x}") });
    }
    path + "Z"
}

/// Means by rows and columns.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    /// The names of the rows.
    pub(super) rows: Vec<String>,
    /// How many columns, numbered from 1.
    pub(super) columns: u32,
    /// Row by row; nothing where nothing is known.
    pub(super) cells: Vec<Vec<Option<f64>>>,
}

impl Heat {
    /// The greatest value.
    pub(super) fn most(&self) -> f64 {
        self.cells.iter().flatten().flatten().copied().fold(0.0, f64::max)
    }
}

/// Cells whose colour is the fuller the greater their value is.
pub(super) fn heat(name: &str, heat: &Heat, title: &str) -> Markup {
    let height = CELL * heat.rows.len() as f64 + BELOW + 6.0;
    let (columns, most) = (heat.columns.max(1), heat.most().max(f64::MIN_POSITIVE));
    let across = Scale::new(0.5, f64::from(columns) + 0.5, NAMES, WIDTH - 8.0);
    let width = (across.to - across.from) / f64::from(columns);
    let bottom = height - BELOW;
    picture(
        height,
        name,
        &html! {
            @for (i, (row, cells)) in heat.rows.iter().zip(&heat.cells).enumerate() {
                @let y = 4.0 + CELL * i as f64;
                text x=(at(NAMES - 6.0)) y=(at(y + CELL - 4.0)) text-anchor="end" { (row) }
                @for (j, value) in cells.iter().enumerate() {
                    @if let Some(value) = value {
                        @let x = across.at(j as f64 + 0.5);
                        rect class="part0" fill-opacity=(at(value / most)) x=(at(x)) y=(at(y)) width=(at(width - 0.6)) height=(at(CELL - 1.0)) {}
                    }
                }
            }
            @for column in (1..=columns).filter(|column| column % 5 == 0 || *column == 1) {
                text x=(at(across.at(f64::from(column)))) y=(at(bottom + 18.0)) text-anchor="middle" { (column) }
            }
            text class="title" x=(at((NAMES + WIDTH) / 2.0)) y=(at(bottom + 36.0)) text-anchor="middle" { (title) }
        },
    )
}

/// Points lie in so many layers, each a path: where they overlap it is darker, and an element for each would be six times as long.
const LAYERS: usize = 8;

/// Points of two values each, with the line on which both are the same.
pub(super) fn points(name: &str, points: &[(f64, f64)], axis: Axis<'_>, upwards: &str) -> Markup {
    let most = points.iter().flat_map(|(a, b)| [*a, *b]).fold(1.0, f64::max);
    let height = WIDTH * 0.8;
    let across = Scale::new(0.0, most * 1.03, SIDE + 14.0, WIDTH - 8.0);
    let up = Scale::new(0.0, most * 1.03, height - BELOW, 8.0);
    picture(
        height,
        name,
        &html! {
            (left(up, false))
            (bottom(across, axis, height))
            text class="title" transform={ "translate(12 " (at(height / 2.0)) ") rotate(-90)" } text-anchor="middle" { (upwards) }
            line class="reference" x1=(at(across.at(0.0))) y1=(at(up.at(0.0))) x2=(at(across.at(most))) y2=(at(up.at(most))) {}
            @for layer in points.chunks(points.len().div_ceil(LAYERS).max(1)) {
                path class="point" d=(layer.iter().map(|(a, b)| format!("M{} {}h0", at(across.at(*a)), at(up.at(*b)))).collect::<String>()) {}
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let ticks = |low, high| Scale::new(low, high, 0.0, 100.0).ticks();
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-0.07, 0.13).len(), 4);
        assert_eq!(ticks(3.0, 3.0), [3.0, 3.2, 3.4000000000000004, 3.6, 3.8000000000000003, 4.0]);
        assert_eq!([tick(0.2, true), tick(-0.05, true), tick(3.4000000000000004, false)], ["20%", "-5%", "3.4"]);
    }

    #[test]
    fn names_of_users_are_text() {
        let of = Span { value: 0.5, low: 0.4, high: 0.6 };
        let row = Whisker { label: "<script>&".to_owned(), shown: String::new(), of, beside: None };
        let drawn = whiskers("\"wins\"", &[row], Some(0.25), Axis { title: "share", percent: true }).into_string();
        assert!(drawn.contains("&lt;script&gt;&amp;") && drawn.contains("aria-label=\"&quot;wins&quot;\""), "{drawn}");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
    }

    #[test]
    fn nothing_draws_without_breaking() {
        let axis = Axis { title: "", percent: false };
        for drawn in [
            whiskers("", &[], None, axis),
            stacks("", &[], None, axis),
            columns("", &[], 0, axis),
            steps("", &Steps::falling(&[], &[]), axis),
            points("", &[], axis, ""),
            heat("", &Heat { rows: Vec::new(), columns: 0, cells: Vec::new() }, ""),
        ] {
            let drawn = drawn.into_string();
            assert!(drawn.starts_with("<svg") && !drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
