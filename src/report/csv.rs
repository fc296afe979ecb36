//! The statistics of a run as tables: `summary.csv` and `hist.csv`.
//!
//! One header line, snake_case names, commas, line feeds, `.` decimals, an empty cell for what does not apply, no comments.

use std::io::{self, Write};
use std::path::Path;

use csv::{Writer, WriterBuilder};

use super::format::decimals;
use crate::batch::estimate::{Bar, Estimate};
use crate::study::part_file::{FileEntry, PartFile, WriteError};
use crate::table::columns::Column;

/// A label of `summary.csv`.
const fn label(name: &'static str, meaning: &'static [&'static str]) -> Column {
    Column::new("summary.csv", name, meaning)
}

/// A number of `summary.csv`.
const fn of_summary(name: &'static str, meaning: &'static [&'static str]) -> Column {
    label(name, meaning).of::<Option<f64>>()
}

/// A column of `hist.csv`.
const fn of_hist(name: &'static str, meaning: &'static [&'static str]) -> Column {
    Column::new("hist.csv", name, meaning)
}

const SCOPES: &[&str] = &["all, seat, position or seat_position"];
const SCOPE_KEYS: &[&str] = &["all, a seat's name, a position from 1, or name@position"];

/// The columns of `summary.csv`.
pub const SUMMARY: &[Column] = &[
    label("scope", SCOPES),
    label("key", SCOPE_KEYS),
    label(
        "metric",
        &[
            "What is summarised, a metric; for a seat also stand_ins, stand_ins_by_facts, stand_ins_blank and translated, the shares of its",
            "deck's cards that stand in for others: above 0.2 its results say little about the deck; and table_minutes and",
            "longest_wait_minutes of games and seats once more, as table_minutes_with_model_error and so on: their interval has the",
            "standard error of the table-time model in it (table_time.error), where that is known",
        ],
    ),
    label("n", &["How many values; of stand_ins and the like, cards of the deck"]).of::<u64>(),
    of_summary("mean", &["Arithmetic mean; of shares the ratio of sums"]),
    of_summary("sd", &["Standard deviation"]),
    of_summary("min", &["Least value"]),
    of_summary("p5", &["5th percentile"]),
    of_summary("p25", &["25th percentile"]),
    of_summary("median", &["Median"]),
    of_summary("p75", &["75th percentile"]),
    of_summary("p95", &["95th percentile"]),
    of_summary("p99", &["99th percentile"]),
    of_summary("max", &["Greatest value"]),
    of_summary("ci_low", &["Lower end of the 95% interval of the mean"]),
    of_summary("ci_high", &["Upper end of the 95% interval of the mean"]),
    of_summary("p5_low", &["Lower end of the 95% interval of the 5th percentile; of what is no flag"]),
    of_summary("p5_high", &["Upper end; empty where too few values lie above"]),
    of_summary("p25_low", &["Lower end of that of the 25th percentile"]),
    of_summary("p25_high", &["Upper end"]),
    of_summary("median_low", &["Lower end of that of the median"]),
    of_summary("median_high", &["Upper end"]),
    of_summary("p75_low", &["Lower end of that of the 75th percentile"]),
    of_summary("p75_high", &["Upper end"]),
    of_summary("p95_low", &["Lower end of that of the 95th percentile"]),
    of_summary("p95_high", &["Upper end"]),
    of_summary("p99_low", &["Lower end of that of the 99th percentile"]),
    of_summary("p99_high", &["Upper end"]),
    of_summary("effective_n", &["How many independent values would give the mean the same error"]),
    of_summary("sequence_low", &["Lower end of a flag's confidence sequence, which holds however often one looks"]),
    of_summary("sequence_high", &["Upper end"]),
];

/// The columns of `hist.csv`.
pub const HIST: &[Column] = &[
    of_hist(
        "metric",
        &["What is counted: a metric, or wins_in_group, how many games of its group of deals an entrant won"],
    ),
    of_hist("scope", SCOPES),
    of_hist("key", SCOPE_KEYS),
    of_hist("value", &["A value of the metric; empty for all values too great to be told apart"]).of::<Option<u32>>(),
    of_hist("count", &["How often it occurred"]).of::<u64>(),
];

pub(super) fn writer<W: Write>(out: W) -> Writer<W> {
    // Headers are written by hand, so that a table without rows has one too.
    WriterBuilder::new().has_headers(false).from_writer(out)
}

fn header<W: Write>(writer: &mut Writer<W>, columns: &[Column]) -> io::Result<()> {
    Ok(writer.write_record(columns.iter().map(|column| column.name))?)
}

/// Writes `summary.csv`; says how many rows it has.
///
/// # Errors
/// When `out` refuses.
pub fn write_summary<'a>(out: impl Write, estimates: impl IntoIterator<Item = &'a Estimate>) -> io::Result<u64> {
    let mut writer = writer(out);
    header(&mut writer, SUMMARY)?;
    let mut rows = 0;
    for e in estimates {
        let label = [e.scope.name().to_owned(), e.key.clone(), e.metric.to_owned(), e.n.to_string()];
        writer.write_record(label.into_iter().chain(numbers(e).map(decimals)))?;
        rows += 1;
    }
    writer.flush()?;
    Ok(rows)
}

/// The numbers of a row of `summary.csv`, from `mean` on.
pub(super) fn numbers(e: &Estimate) -> impl Iterator<Item = Option<f64>> {
    let ends = [e.interval.map(|i| i.low), e.interval.map(|i| i.high)];
    let quantiles = e.quantile_intervals.into_iter().flat_map(|(low, high)| [low, high]);
    let sequence = [e.sequence.map(|i| i.low), e.sequence.map(|i| i.high)];
    let first = [e.mean, e.sd, e.min].into_iter().chain(e.quantiles).chain([e.max]).chain(ends);
    first.chain(quantiles).chain([e.effective_n]).chain(sequence)
}

/// Writes `hist.csv`; says how many rows it has. An empty value stands for all values too great to be told apart.
///
/// # Errors
/// When `out` refuses.
pub fn write_hist(out: impl Write, bars: impl IntoIterator<Item = Bar>) -> io::Result<u64> {
    let mut writer = writer(out);
    header(&mut writer, HIST)?;
    let mut rows = 0;
    for bar in bars {
        writer.serialize((bar.metric, bar.scope.name(), bar.key, bar.value, bar.count))?;
        rows += 1;
    }
    writer.flush()?;
    Ok(rows)
}

/// Writes `summary.csv` and `hist.csv` into that folder.
///
/// # Errors
/// When the disk refuses.
pub fn write_statistics(
    folder: &Path,
    estimates: &[Estimate],
    bars: impl IntoIterator<Item = Bar>,
) -> Result<[FileEntry; 2], WriteError> {
    let summary = table(&folder.join("summary.csv"), |out| write_summary(out, estimates))?;
    Ok([summary, table(&folder.join("hist.csv"), |out| write_hist(out, bars))?])
}

/// Writes a table, whole or not at all; `write` says how many rows it has.
pub(super) fn table(
    path: &Path,
    write: impl FnOnce(&mut PartFile) -> io::Result<u64>,
) -> Result<FileEntry, WriteError> {
    let mut file = PartFile::create(path)?;
    let rows = write(&mut file).map_err(WriteError::at(path))?;
    file.keep(Some(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::estimate::{bars, estimates};
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Plan;
    use crate::batch::tally::Tally;
    use crate::table::columns;
    use std::fs;

    #[test]
    fn columns_are_the_published_ones() {
        let summary = "scope, key, metric, n, mean, sd, min, p5, p25, median, p75, p95, p99, max, ci_low, ci_high, \
                       p5_low, p5_high, p25_low, p25_high, median_low, median_high, p75_low, p75_high, p95_low, p95_high, \
                       p99_low, p99_high, effective_n, sequence_low, sequence_high";
        assert_eq!(
            [SUMMARY, HIST].map(columns::header),
            [summary, "metric, scope, key, value, count"].map(|c| c.replace(", ", ","))
        );
    }

    #[test]
    fn statistics_are_tidy_tables_with_fixed_decimals() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let mut tally = Tally::new(4);
        (0..100).for_each(|g| tally.add_group(&group(4, 7, g)));
        let folder = tempfile::tempdir().unwrap();
        let all = estimates(&plan, &tally);
        let [summary, hist] = write_statistics(folder.path(), &all, bars(&plan, &tally)).unwrap();
        let text = fs::read_to_string(folder.path().join("summary.csv")).unwrap();
        assert_eq!((summary.rows, text.lines().count()), (Some(all.len() as u64), all.len() + 1));
        let draws: Vec<&str> = text.lines().find(|l| l.starts_with("all,all,end_draw,")).unwrap().split(',').collect();
        assert_eq!((draws.len(), draws[3]), (31, "400"));
        let (of_quantiles, others) = (&draws[16..28], draws[4..16].iter().chain(&draws[28..]));
        assert!(of_quantiles.iter().all(|cell| cell.is_empty()), "a flag has no quantiles: {draws:?}");
        assert!(others.clone().all(|cell| cell.split_once('.').is_some_and(|(_, d)| d.len() == 6)), "{draws:?}");
        let text = fs::read_to_string(folder.path().join("hist.csv")).unwrap();
        assert_eq!(
            (hist.rows, text.lines().next()),
            (Some(text.lines().count() as u64 - 1), Some("metric,scope,key,value,count"))
        );
        assert!(text.lines().any(|l| l.starts_with("wins_in_group,seat,D,2,")));
    }
}
