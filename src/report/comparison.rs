//! What a comparison found, as a table, CSV and JSON.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::io;

use csv::WriterBuilder;
use serde::Serialize;

use super::format::{clipped, decimals, wrapped};
use crate::batch::estimate::Scope;
use crate::batch::interval::{MISS, rounded};
use crate::batch::metric::{Kind, SEAT_METRICS, told};
use crate::batch::paired::{PairedEstimate, PairedTally, holm};
use crate::cards::source::did_you_mean;
use crate::table::columns::{Column, header};
use crate::table::record::GameRecord;

/// The widest line on screen.
const WIDTH: usize = 80;
/// So many metrics are shown of each variant.
const SHOWN: usize = 14;
/// A difference is marked when its adjusted p value is below this.
const LEVEL: f64 = 0.05;

/// What is asked of a comparison: a metric, of all games or of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The metric.
    pub metric: String,
    /// The seat; none for all games.
    pub seat: Option<String>,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { metric: "turns".to_owned(), seat: None }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.seat {
            None => f.write_str(&self.metric),
            Some(seat) => write!(f, "{},{seat}", self.metric),
        }
    }
}

impl Asked {
    /// Reads `METRIC` or `METRIC,SEAT`.
    ///
    /// # Errors
    /// When there is no such metric of games or of seats, with the nearest.
    pub fn parse(text: &str) -> Result<Asked, String> {
        let (metric, seat) = match text.split_once(',') {
            Some((metric, seat)) => (metric.trim(), Some(seat.trim().to_owned())),
            None => (text.trim(), None),
        };
        let level = if seat.is_some() { "seat" } else { "game" };
        let known: Vec<&str> = told().filter(|m| m.level == level).map(|m| m.name).collect();
        if known.contains(&metric) {
            return Ok(Asked { metric: metric.to_owned(), seat });
        }
        if seat.is_none() && SEAT_METRICS.iter().any(|m| m.name == metric) {
            return Err(format!("`{metric}` is measured of seats: say whose, {metric},SEAT"));
        }
        let near = did_you_mean(metric, known.iter().copied());
        let near = if near.is_empty() { "; turnlab schema lists them".to_owned() } else { near };
        Err(format!("no metric `{metric}` of a {level}{near}"))
    }

    fn is(&self, e: &PairedEstimate) -> bool {
        e.metric == self.metric
            && match &self.seat {
                None => e.scope == Scope::All,
                Some(seat) => e.scope == Scope::Seat && e.key == *seat,
            }
    }
}

/// A statement about a difference, which holds when all of its 95% interval agrees.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    /// As it was typed.
    text: String,
    asked: Asked,
    /// Whether it is about the size of the difference, whatever its sign.
    size: bool,
    above: Option<f64>,
    below: Option<f64>,
}

impl Assertion {
    /// Reads `METRIC < NUMBER`, `METRIC > NUMBER`, `NUMBER < METRIC < NUMBER` or `|METRIC| < NUMBER`; a metric may be one of a
    /// seat.
    ///
    /// # Errors
    /// When it is not of these forms, or names no metric.
    pub fn parse(text: &str) -> Result<Assertion, String> {
        let wrong = || {
            "expected such as 'turns < 1', '-1 < turns < 1', '|turns| < 1' or 'won,Talrand > 0': the difference"
                .to_owned()
        };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(wrong);
        let signs: Vec<char> = text.chars().filter(|c| matches!(c, '<' | '>')).collect();
        let parts: Vec<&str> = text.split(['<', '>']).map(str::trim).collect();
        let (metric, above, below) = match (signs.as_slice(), parts.as_slice()) {
            (['<'], [metric, most]) => (*metric, None, Some(number(most)?)),
            (['>'], [metric, least]) => (*metric, Some(number(least)?), None),
            (['<', '<'], [least, metric, most]) => (*metric, Some(number(least)?), Some(number(most)?)),
            _ => return Err(wrong()),
        };
        let inner = metric.strip_prefix('|').and_then(|metric| metric.strip_suffix('|'));
        let asked = Asked::parse(inner.unwrap_or(metric))?;
        Ok(Assertion { text: text.to_owned(), asked, size: inner.is_some(), above, below })
    }

    /// Whether all of the interval agrees; none where there is no interval.
    fn holds(&self, e: &PairedEstimate) -> Option<bool> {
        let interval = e.difference.interval?;
        let (low, high) = match self.size {
            false => (interval.low, interval.high),
            true if interval.contains(0.0) => (0.0, interval.low.abs().max(interval.high.abs())),
            true => (interval.low.abs().min(interval.high.abs()), interval.low.abs().max(interval.high.abs())),
        };
        Some(self.above.is_none_or(|above| low > above) && self.below.is_none_or(|below| high < below))
    }
}

/// A variant, compared with what it is a variant of.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What it is called.
    pub name: String,
    /// Its games beside the others.
    pub tally: PairedTally,
    /// Every metric, with p values adjusted for what is read beside it.
    pub rows: Vec<ComparedRow>,
}

/// A metric of a variant.
#[derive(Debug, Clone)]
pub struct ComparedRow {
    /// How it differs.
    pub estimate: PairedEstimate,
    /// Its p value after Holm's adjustment: of the metric that was asked for over all variants, of all others over all other
    /// metrics of all variants.
    pub p_holm: Option<f64>,
}

/// A comparison.
#[derive(Debug, Clone)]
pub struct Comparison {
    base: String,
    asked: Asked,
    variants: Vec<Compared>,
}

/// The columns of `compare.csv`.
pub const COMPARE: &[Column] = &[
    of_compare("variant", &["What is compared"]),
    of_compare("base", &["What it is compared with"]),
    of_compare("scope", &["all, seat or position"]),
    of_compare("key", &["all, a seat's name, or a position from 1"]),
    of_compare("metric", &["A metric"]),
    of_compare("unit", &["What its values count"]),
    of_compare("groups", &["Deals that both have played"]),
    of_compare("base_mean", &["Its mean in the base; of shares the ratio of sums"]),
    of_compare("variant_mean", &["Its mean in the variant"]),
    of_compare("difference", &["The variant's mean less the base's"]),
    of_compare("ci_low", &["Lower end of the 95% interval of the difference, paired by deals"]),
    of_compare("ci_high", &["Upper end"]),
    of_compare("p", &["The paired t test's two-sided p value"]),
    of_compare(
        "p_holm",
        &[
            "The same after Holm's adjustment: of the metric asked for over all variants, of the others over all of them",
        ],
    ),
    of_compare("correlation", &["Correlation of both means over deals; empty where one never varies"]),
    of_compare(
        "variance_ratio",
        &["By how many times as many unpaired games the same interval would cost; empty where nothing varies"],
    ),
];

/// The columns of `pairs.csv`.
pub const PAIRS: &[Column] = &[
    of_pairs("variant", &["What is compared"]),
    of_pairs("game", &["Index of the game, from 0"]),
    of_pairs("identical", &["Whether both games are the same, event by event"]),
    of_pairs("base_turns", &["Turns begun in the base"]),
    of_pairs("variant_turns", &["Turns begun in the variant"]),
    of_pairs("base_end", &["How the base's game ended"]),
    of_pairs("variant_end", &["How the variant's game ended"]),
    of_pairs("base_winner", &["Who won in the base"]),
    of_pairs("variant_winner", &["Who won in the variant"]),
];

const fn of_compare(name: &'static str, meaning: &'static [&'static str]) -> Column {
    Column::new("compare.csv", name, meaning)
}

const fn of_pairs(name: &'static str, meaning: &'static [&'static str]) -> Column {
    Column::new("pairs.csv", name, meaning)
}

/// Writes `pairs.csv` as the pairs are read.
pub struct Pairs<W: io::Write>(csv::Writer<W>);

impl<W: io::Write> Pairs<W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn new(out: W) -> io::Result<Pairs<W>> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
        writer.write_record(PAIRS.iter().map(|column| column.name))?;
        Ok(Pairs(writer))
    }

    /// A pair of games.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn add(&mut self, variant: &str, base: &GameRecord, other: &GameRecord) -> io::Result<()> {
        let (a, b) = (&base.game, &other.game);
        let same = a.digest == b.digest;
        Ok(self.0.serialize((variant, a.game, same, a.turns, b.turns, a.end, b.end, &a.winner, &b.winner))?)
    }

    /// What it was written into, whole.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}

impl Comparison {
    /// The comparison of these variants with their base, the metric that was asked for first.
    ///
    /// # Errors
    /// When what was asked for is nothing that both sides have.
    pub fn new(base: String, asked: Asked, variants: Vec<(String, PairedTally)>) -> Result<Comparison, String> {
        let mut all: Vec<(String, PairedTally, Vec<PairedEstimate>)> =
            variants.into_iter().map(|(name, tally)| (name, tally.clone(), tally.estimates())).collect();
        for (name, _, estimates) in &mut all {
            let Some(at) = estimates.iter().position(|e| asked.is(e)) else {
                return Err(missing(&asked, name, estimates));
            };
            let first = estimates.remove(at);
            estimates.insert(0, first);
        }
        let p = |first: bool| -> Vec<f64> {
            let of = |(_, _, estimates): &(String, PairedTally, Vec<PairedEstimate>)| -> Vec<f64> {
                let chosen = if first { &estimates[..1] } else { &estimates[1..] };
                chosen.iter().filter_map(|e| e.difference.p).collect()
            };
            holm(&all.iter().flat_map(of).collect::<Vec<f64>>())
        };
        let (mut main, mut others) = (p(true).into_iter(), p(false).into_iter());
        let mut row = |(i, estimate): (usize, PairedEstimate)| {
            let adjusted = if i == 0 { &mut main } else { &mut others };
            let p_holm = estimate.difference.p.and_then(|_| adjusted.next());
            ComparedRow { estimate, p_holm }
        };
        let variants = all
            .into_iter()
            .map(|(name, tally, estimates)| {
                let rows = estimates.into_iter().enumerate().map(&mut row).collect();
                Compared { name, tally, rows }
            })
            .collect();
        Ok(Comparison { base, asked, variants })
    }

    /// What the variants are compared with.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The variants.
    #[must_use]
    pub fn variants(&self) -> &[Compared] {
        &self.variants
    }

    /// What each variant says of an assertion: a line each, and whether it holds.
    ///
    /// # Errors
    /// When it is about nothing that both sides have.
    pub fn check(&self, assertion: &Assertion) -> Result<Vec<(String, bool)>, String> {
        let said = |variant: &Compared| {
            let row = variant.rows.iter().find(|row| assertion.asked.is(&row.estimate));
            let estimates = || variant.rows.iter().map(|row| row.estimate.clone()).collect::<Vec<_>>();
            let row = row.ok_or_else(|| missing(&assertion.asked, &variant.name, &estimates()))?;
            let (holds, found) = (assertion.holds(&row.estimate), ends(&row.estimate));
            let verdict = match holds {
                Some(true) => "holds",
                Some(false) => "does not hold",
                None => "cannot be told from one deal",
            };
            let line = format!("{}: `{}` {verdict}: the difference is {found}", variant.name, assertion.text);
            Ok((line, holds == Some(true)))
        };
        self.variants.iter().map(said).collect()
    }

    /// The comparison as lines of at most 80 columns.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for variant in &self.variants {
            let words = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let mut lines = wrapped(&words(self.sentence(variant)), WIDTH, "");
            lines.push(String::new());
            lines.push(format!(
                "{:<25}{:>8}{:>9}{:>12}  {:<17}{:>7}",
                "", "base", "variant", "difference", "95% interval", "worth"
            ));
            lines.extend(self.shown(variant).map(line));
            lines.push(String::new());
            lines.extend(wrapped(&words(self.notes(variant)), WIDTH, ""));
            for line in lines {
                text.push_str(line.trim_end());
                text.push('\n');
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// What was asked for, what wins, and what differs most beside.
    pub(super) fn shown<'v>(&'v self, variant: &'v Compared) -> impl Iterator<Item = &'v ComparedRow> {
        let (first, rest) = variant.rows.split_at(1);
        let on_screen =
            |row: &&ComparedRow| row.estimate.scope != Scope::Position && !row.estimate.metric.ends_with("_censored");
        let (wins, mut others): (Vec<_>, Vec<_>) =
            rest.iter().filter(on_screen).partition(|row| row.estimate.metric == "won");
        let weight = |row: &ComparedRow| {
            let found = row.estimate.difference;
            match found.error {
                Some(error) if error > 0.0 => (found.difference / error).abs(),
                _ if found.difference == 0.0 => 0.0,
                _ => f64::INFINITY,
            }
        };
        others.retain(|row| weight(row) > 0.0);
        others.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        // Of each metric what differs most of it: the seats of a table often tell the same story.
        let mut seen = BTreeSet::from([self.asked.metric.as_str()]);
        others.retain(|row| seen.insert(row.estimate.metric));
        first.iter().chain(wins).chain(others).take(SHOWN)
    }

    /// What was asked for in plain words.
    pub(super) fn sentence(&self, variant: &Compared) -> String {
        let name = &variant.name;
        let Some(row) = variant.rows.first() else { return format!("{name}: nothing to compare") };
        let e = &row.estimate;
        let (was, is) = (value(e, e.difference.first), value(e, e.difference.second));
        let told = match (e.metric, e.scope) {
            ("turns" | "rounds" | "table_minutes", Scope::All) => {
                format!("a game takes {is} {} instead of {was}", e.unit)
            }
            ("won", _) => format!("{} wins {is} of the games instead of {was}", e.key),
            (metric, Scope::Seat) => format!("{metric} of {} is {is} instead of {was}", e.key),
            (metric, _) => format!("{metric} is {is} instead of {was}"),
        };
        let Some(interval) = e.difference.interval else {
            return format!("{name}: {told}; one deal says nothing of chance");
        };
        let amount = |x: f64| match e.kind {
            Kind::Count => value(e, x.abs()),
            Kind::Flag | Kind::Share => format!("{:.1} points", rounded(x.abs() * 100.0)),
        };
        let word = |x: f64| if x < 0.0 { "less" } else { "more" };
        if e.difference.difference == 0.0 && interval.half_width() == 0.0 {
            return format!("{name}: {told}: no difference");
        }
        if interval.contains(0.0) {
            let (low, high) = (interval.low, interval.high);
            return format!(
                "{name}: {told}: no difference is seen, which may be anything from {} {} to {} {} (95%)",
                amount(low),
                word(-low.abs()),
                amount(high),
                word(high.abs())
            );
        }
        let d = e.difference.difference;
        let (near, far) = if d < 0.0 { (interval.high, interval.low) } else { (interval.low, interval.high) };
        format!("{name}: {told}: {} {} ({} to {}, 95%)", amount(d), word(d), amount(near), amount(far))
    }

    /// How the games were paired, and what the marks mean.
    pub(super) fn notes(&self, variant: &Compared) -> String {
        let tally = &variant.tally;
        let share = 100.0 * tally.identical as f64 / (tally.games as f64).max(1.0);
        let mut text =
            format!("{} games of {} deals beside {}, {share:.1}% identical.", tally.games, tally.groups(), self.base);
        if tally.identical == tally.games && tally.games > 0 {
            let seldom = 1.0 - libm::pow(MISS, 1.0 / tally.groups() as f64);
            let _ = write!(text, " Whatever differs does so in fewer than 1 deal in {:.0} (95%).", 1.0 / seldom);
        }
        text.push_str(
            " worth: by how many times as many unpaired games the interval would cost. *: p below 0.05 after Holm's adjustment.",
        );
        text
    }

    /// Writes `compare.csv`; says how many rows it has.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn csv(&self, out: impl io::Write) -> io::Result<u64> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
        writer.write_record(header(COMPARE).split(','))?;
        let mut rows = 0;
        for (variant, row) in self.all() {
            let e = &row.estimate;
            let labels = [&variant.name, &self.base, e.scope.name(), &e.key, e.metric, e.unit].map(str::to_owned);
            let groups = [variant.tally.groups().to_string()];
            writer.write_record(labels.into_iter().chain(groups).chain(numbers(row).map(decimals)))?;
            rows += 1;
        }
        writer.flush()?;
        Ok(rows)
    }

    fn all(&self) -> impl Iterator<Item = (&Compared, &ComparedRow)> {
        self.variants.iter().flat_map(|variant| variant.rows.iter().map(move |row| (variant, row)))
    }

    /// Everything as one indented JSON object; its numbers have at most six decimals.
    ///
    /// # Errors
    /// Only if JSON could not hold it, which nothing in it is known to cause.
    pub fn json(&self) -> serde_json::Result<String> {
        let row = |row: &ComparedRow| {
            let e = &row.estimate;
            let mut map = serde_json::Map::new();
            for (key, text) in [("scope", e.scope.name()), ("key", &e.key), ("metric", e.metric), ("unit", e.unit)] {
                map.insert(key.to_owned(), text.into());
            }
            for (column, number) in COMPARE.iter().skip(7).zip(numbers(row)) {
                map.insert(column.name.to_owned(), number.map(rounded).into());
            }
            map
        };
        let variants = self.variants.iter().map(|variant| VariantJson {
            name: &variant.name,
            said: self.sentence(variant),
            games: variant.tally.games,
            identical: variant.tally.identical,
            deals: variant.tally.groups(),
            rows: variant.rows.iter().map(row).collect(),
        });
        let json = Json {
            turnlab: env!("CARGO_PKG_VERSION"),
            base: &self.base,
            metric: &self.asked.metric,
            seat: self.asked.seat.as_deref(),
            variants: variants.collect(),
        };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
}

#[derive(Serialize)]
struct Json<'a> {
    turnlab: &'static str,
    base: &'a str,
    metric: &'a str,
    seat: Option<&'a str>,
    variants: Vec<VariantJson<'a>>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    name: &'a str,
    said: String,
    games: u64,
    identical: u64,
    deals: u64,
    rows: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// What was asked for is not there, with what is.
fn missing(asked: &Asked, variant: &str, estimates: &[PairedEstimate]) -> String {
    let Some(seat) = &asked.seat else { return format!("`{}` applies to no game of `{variant}`", asked.metric) };
    let mut seats: Vec<&str> = estimates.iter().filter(|e| e.scope == Scope::Seat).map(|e| e.key.as_str()).collect();
    seats.dedup();
    match seats.contains(&seat.as_str()) {
        true => format!("`{}` applies to no game of `{seat}` in `{variant}`", asked.metric),
        false => {
            format!("no seat `{seat}` is in both `{variant}` and its base{}", did_you_mean(seat, seats.iter().copied()))
        }
    }
}

/// The numbers of a row of `compare.csv`, from `base_mean` on.
fn numbers(row: &ComparedRow) -> impl Iterator<Item = Option<f64>> {
    let d = row.estimate.difference;
    let (low, high) = (d.interval.map(|i| i.low), d.interval.map(|i| i.high));
    let all = [Some(d.first), Some(d.second), Some(d.difference), low, high, d.p, row.p_holm, d.correlation];
    all.into_iter().chain([d.variance_ratio])
}

/// A value of a metric: a count with two decimals, a share in percent.
pub(super) fn value(e: &PairedEstimate, x: f64) -> String {
    match e.kind {
        Kind::Count => format!("{:.2}", rounded(x)),
        Kind::Flag | Kind::Share => format!("{:.1}%", rounded(x * 100.0)),
    }
}

/// The same with its sign, as differences have it.
pub(super) fn signed(e: &PairedEstimate, x: f64) -> String {
    let text = value(e, x.abs());
    let zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if zero { text } else { format!("{}{text}", if x < 0.0 { '-' } else { '+' }) }
}

/// A difference with its interval.
fn ends(e: &PairedEstimate) -> String {
    let d = &e.difference;
    let interval = d.interval.map(|i| format!(" ({} to {}, 95%)", signed(e, i.low), signed(e, i.high)));
    signed(e, d.difference) + &interval.unwrap_or_default()
}

fn line(row: &ComparedRow) -> String {
    let e = &row.estimate;
    let d = &e.difference;
    let name = if e.scope == Scope::Seat { format!("{} {}", e.key, e.metric) } else { e.metric.to_owned() };
    let name = clipped(&name.replace('_', " "), 24);
    let interval = d.interval.map_or_else(String::new, |i| format!("{} to {}", signed(e, i.low), signed(e, i.high)));
    let mark = if row.p_holm.is_some_and(|p| p < LEVEL) { "*" } else { " " };
    let worth = d.variance_ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.1}x"));
    format!(
        "{name:<25}{:>8}{:>9}{:>11}{mark}  {interval:<17}{worth:>7}",
        value(e, d.first),
        value(e, d.second),
        signed(e, d.difference)
    )
}
