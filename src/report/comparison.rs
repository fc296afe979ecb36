//! What a comparison found, as a table, CSV and JSON.

mod assertion;
mod words;

use std::collections::BTreeSet;
use std::io;

use csv::WriterBuilder;
use serde::Serialize;

use self::words::{ends, line};
pub(super) use self::words::{plus, signed};
use super::format::{decimals, wrapped};
use crate::batch::asked::{Asked, Subject};
use crate::batch::estimate::Scope;
use crate::batch::interval::{Interval, rounded};
use crate::batch::paired::{PairedEstimate, PairedTally, holm};
use crate::table::columns::{Column, header};
use crate::table::record::GameRecord;

pub use self::assertion::Assertion;

/// The widest line on screen.
const WIDTH: usize = 80;
/// So many metrics are shown of each variant.
const SHOWN: usize = 14;
/// No p value is nothing: in files the least is what six decimals can tell.
const LEAST_P: f64 = 1e-6;
/// A difference is marked when its adjusted p value is below this.
const LEVEL: f64 = 0.05;

/// A variant that is to be compared.
#[derive(Debug, Clone)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// Its games beside the base's.
    pub tally: PairedTally,
    /// In how many cards its decks differ from the base's, where nothing else does.
    pub cards: Option<u64>,
}

/// A variant, compared with what it is a variant of.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What it is called.
    pub name: String,
    /// Its games beside the others.
    pub tally: PairedTally,
    /// In how many cards its decks differ from the base's, where nothing else does.
    pub cards: Option<u64>,
    /// Every metric, those that were asked for first, with p values adjusted for what is read beside it.
    pub rows: Vec<ComparedRow>,
}

/// A metric of a variant.
#[derive(Debug, Clone)]
pub struct ComparedRow {
    /// How it differs.
    pub estimate: PairedEstimate,
    /// Its p value after Holm's adjustment: of the metrics that were asked for over all variants, of all others over all other
    /// metrics of all variants.
    pub p_holm: Option<f64>,
}

impl Compared {
    /// A difference by card, with its interval, where decks differ in cards alone.
    pub(super) fn per_card(&self, row: &ComparedRow) -> Option<(f64, Option<Interval>)> {
        let (cards, d) = (self.cards? as f64, &row.estimate.difference);
        let each = |i: Interval| Interval { low: i.low / cards, high: i.high / cards };
        Some((d.difference / cards, d.interval.map(each)))
    }
}

/// A comparison.
#[derive(Debug, Clone)]
pub struct Comparison {
    base: String,
    asked: Vec<Asked>,
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
    of_compare("groups", &["Groups of games that both have played"]),
    of_compare("base_mean", &["Its mean in the base; of shares the ratio of sums"]),
    of_compare("variant_mean", &["Its mean in the variant"]),
    of_compare("difference", &["The variant's mean less the base's"]),
    of_compare(
        "ci_low",
        &[
            "Lower end of the 95% interval of the difference: of t on paired groups of games, without their skewness, with room for what seldom differs",
        ],
    ),
    of_compare("ci_high", &["Upper end"]),
    of_compare(
        "p",
        &[
            "Two-sided p value of no difference: below 0.05 exactly where that interval does not hold 0; 0.000001 may be less",
        ],
    ),
    of_compare(
        "p_holm",
        &[
            "The same after Holm's adjustment: of the metrics asked for over all variants, of the others over all of them",
        ],
    ),
    of_compare("correlation", &["Correlation of both means over groups; empty where one never varies"]),
    of_compare(
        "variance_ratio",
        &["By how many times as many unpaired games the same interval would cost; empty where nothing varies"],
    ),
    of_compare("cards", &["Cards in which the decks differ, where nothing else does; else empty"]),
    of_compare("per_card", &["The difference by each of these cards"]),
    of_compare("per_card_low", &["Lower end of its 95% interval"]),
    of_compare("per_card_high", &["Upper end"]),
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
    /// The comparison of these variants with their base, the metrics that were asked for first, each once.
    ///
    /// # Errors
    /// When what was asked for is nothing that both sides have.
    pub fn new(base: String, wanted: &[Asked], variants: Vec<Variant>) -> Result<Comparison, String> {
        let asked = wanted.iter().fold(Vec::new(), |mut asked, one| {
            if !asked.contains(one) {
                asked.push(one.clone());
            }
            asked
        });
        let asked = if asked.is_empty() { vec![Asked::default()] } else { asked };
        let mut all: Vec<(Variant, Vec<PairedEstimate>)> =
            variants.into_iter().map(|variant| (variant.clone(), variant.tally.estimates())).collect();
        for (variant, estimates) in &mut all {
            for (place, asked) in asked.iter().enumerate() {
                let Some(at) = estimates.iter().position(|e| asked.is(e.metric, e.scope, &e.key)) else {
                    return Err(missing(asked, &variant.name, estimates));
                };
                estimates[place..=at].rotate_right(1);
            }
        }
        let count = asked.len();
        let p = |first: bool| -> Vec<f64> {
            let of = |(_, estimates): &(Variant, Vec<PairedEstimate>)| -> Vec<f64> {
                let chosen = if first { &estimates[..count] } else { &estimates[count..] };
                chosen.iter().filter_map(|e| e.difference.p).collect()
            };
            holm(&all.iter().flat_map(of).collect::<Vec<f64>>())
        };
        let (mut main, mut others) = (p(true).into_iter(), p(false).into_iter());
        let mut row = |(i, estimate): (usize, PairedEstimate)| {
            let adjusted = if i < count { &mut main } else { &mut others };
            let p_holm = estimate.difference.p.and_then(|_| adjusted.next());
            ComparedRow { estimate, p_holm }
        };
        let variants = all
            .into_iter()
            .map(|(Variant { name, tally, cards }, estimates)| {
                let rows = estimates.into_iter().enumerate().map(&mut row).collect();
                Compared { name, tally, cards, rows }
            })
            .collect();
        Ok(Comparison { base, asked, variants })
    }

    /// What the variants are compared with.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// How many metrics were asked for: so many rows of each variant come first.
    pub(super) fn asked(&self) -> usize {
        self.asked.len()
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
            let is = |e: &PairedEstimate| assertion.asked.is(e.metric, e.scope, &e.key);
            let row = variant.rows.iter().find(|row| is(&row.estimate));
            let estimates = || variant.rows.iter().map(|row| row.estimate.clone()).collect::<Vec<_>>();
            let row = row.ok_or_else(|| missing(&assertion.asked, &variant.name, &estimates()))?;
            let (holds, found) = (assertion.holds(&row.estimate), ends(&row.estimate));
            let verdict = match holds {
                Some(true) => "holds",
                Some(false) => "does not hold",
                None => "cannot be told from so few deals",
            };
            let line = format!("{}: `{}` {verdict}: the difference is {found}", variant.name, assertion.text);
            Ok((line, holds == Some(true)))
        };
        self.variants.iter().map(said).collect()
    }

    /// How far the widest interval reaches of those differences, over all variants; nothing where one has no interval.
    #[must_use]
    pub fn half_width(&self, asked: &Asked) -> Option<f64> {
        let of = |variant: &Compared| {
            let rows = variant.rows.iter().map(|row| &row.estimate);
            let rows = rows.filter(|e| asked.is(e.metric, e.scope, &e.key));
            let widths: Vec<f64> = rows.map(|e| Some(e.difference.interval?.half_width())).collect::<Option<_>>()?;
            widths.into_iter().reduce(f64::max)
        };
        self.variants.iter().map(of).collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)
    }

    /// The comparison as lines of at most 80 columns.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for variant in &self.variants {
            let words = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let told = self.sentences(variant);
            let mut lines: Vec<String> = told.into_iter().flat_map(|told| wrapped(&words(told), WIDTH, "")).collect();
            lines.push(String::new());
            lines.push(format!(
                "{:<25}{:>8}{:>9}{:>12}  {:<17}{:>7}",
                "", "base", "variant", "difference", "95% interval", "worth"
            ));
            lines.extend(self.shown(variant).map(|row| line(variant, row)));
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
        let (asked, rest) = variant.rows.split_at(self.asked.len());
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
        let mut seen: BTreeSet<&str> = self.asked.iter().map(|asked| asked.metric).collect();
        others.retain(|row| seen.insert(row.estimate.metric));
        asked.iter().chain(wins).chain(others).take(SHOWN.max(self.asked.len()))
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
            writer.write_record(labels.into_iter().chain(groups).chain(numbers(variant, row).map(decimals)))?;
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
        let row = |variant: &Compared, row: &ComparedRow| {
            let e = &row.estimate;
            let mut map = serde_json::Map::new();
            for (key, text) in [("scope", e.scope.name()), ("key", &e.key), ("metric", e.metric), ("unit", e.unit)] {
                map.insert(key.to_owned(), text.into());
            }
            for (column, number) in COMPARE.iter().skip(7).zip(numbers(variant, row)) {
                map.insert(column.name.to_owned(), number.map(rounded).into());
            }
            map
        };
        let variants = self.variants.iter().map(|variant| VariantJson {
            name: &variant.name,
            said: self.sentence(variant),
            games: variant.tally.games,
            identical: variant.tally.identical,
            groups: variant.tally.groups(),
            rows: variant.rows.iter().map(|of| row(variant, of)).collect(),
        });
        let json = Json {
            turnlab: env!("CARGO_PKG_VERSION"),
            base: &self.base,
            metric: self.asked[0].metric,
            seat: match &self.asked[0].of {
                Subject::Seat(name) => Some(name),
                Subject::Games | Subject::Position(_) | Subject::EverySeat => None,
            },
            position: match self.asked[0].of {
                Subject::Position(number) => Some(number),
                Subject::Games | Subject::Seat(_) | Subject::EverySeat => None,
            },
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
    position: Option<usize>,
    variants: Vec<VariantJson<'a>>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    name: &'a str,
    said: String,
    games: u64,
    identical: u64,
    groups: u64,
    rows: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// What was asked for is not there, with what is.
fn missing(asked: &Asked, variant: &str, estimates: &[PairedEstimate]) -> String {
    let of_seats = estimates.iter().filter(|e| e.scope == Scope::Seat);
    let seats: BTreeSet<&str> = of_seats.map(|e| e.key.as_str()).collect();
    if let Err(why) = asked.check(seats) {
        return format!("`{variant}` and its base: {why}");
    }
    let whose = match &asked.of {
        Subject::Seat(name) => format!(" of `{name}` in"),
        Subject::Position(number) => format!(" of position {number} in"),
        Subject::Games | Subject::EverySeat => " of".to_owned(),
    };
    format!("`{}` applies to no game{whose} `{variant}`", asked.metric)
}

/// The numbers of a row of `compare.csv`, from `base_mean` on.
fn numbers(variant: &Compared, row: &ComparedRow) -> impl Iterator<Item = Option<f64>> {
    let d = row.estimate.difference;
    let each = variant.per_card(row);
    let interval = each.and_then(|(_, interval)| interval);
    let cards = [variant.cards.map(|cards| cards as f64), each.map(|(difference, _)| difference)];
    let (low, high) = (d.interval.map(|i| i.low), d.interval.map(|i| i.high));
    let [p, p_holm] = [d.p, row.p_holm].map(|p| p.map(|p| p.max(LEAST_P)));
    let all = [Some(d.first), Some(d.second), Some(d.difference), low, high, p, p_holm, d.correlation];
    let ends = [interval.map(|i| i.low), interval.map(|i| i.high)];
    all.into_iter().chain([d.variance_ratio]).chain(cards).chain(ends)
}
