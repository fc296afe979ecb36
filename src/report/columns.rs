//! Every column of every table that a run writes, and every metric: the second half of `turnlab schema`.

use super::comparison::{COMPARE, PAIRS};
use super::csv::{HIST, SUMMARY};
use crate::batch::metric::{Told, told};
use crate::study::choices::KEYS;
use crate::table::columns::Column;
use crate::table::counts::{CardCounts, CardRow, SourceCounts, SourceRow, StepCounts, StepRow};
use crate::table::record::{GameRow, SeatRow, TurnRow};

/// Every column, in the order of its file.
pub fn columns() -> impl Iterator<Item = &'static Column> {
    let of_games = [GameRow::COLUMNS, SeatRow::COLUMNS, TurnRow::COLUMNS];
    let of_sources = [SourceRow::LABELS, SourceCounts::COLUMNS];
    let counts = [CardRow::LABELS, CardCounts::COLUMNS, StepRow::LABELS, StepCounts::COLUMNS];
    let rest = [HIST, SUMMARY, KEYS, COMPARE, PAIRS];
    of_games.into_iter().chain(of_sources).chain(counts).chain(rest).flatten()
}

/// The columns and metrics as text.
#[must_use]
pub fn schema() -> String {
    let mut text = "What a run writes. file, column: what it holds\n".to_owned();
    let mut file = "";
    for column in columns() {
        if column.file != file {
            text.push('\n');
            file = column.file;
        }
        text.push_str(&of_column(column));
    }
    text.push_str("\nWhat is measured, in summary.csv and hist.csv. of what, metric, its unit: what it is\n\n");
    text.extend(told().map(|metric| of_metric(&metric)));
    text
}

/// What is said of the columns of that name or of that file, and of the metrics of that name or of what they are of, a line each.
pub fn lines_of(name: &str) -> impl Iterator<Item = String> {
    let columns = columns().filter(move |column| [column.file, column.name].contains(&name));
    let metrics = told().filter(move |metric| [metric.level, metric.name].contains(&name));
    columns.map(of_column).chain(metrics.map(|metric| of_metric(&metric)))
}

fn of_column(column: &Column) -> String {
    format!("{}, {}: {}\n", column.file, column.name, column.meaning())
}

fn of_metric(Told { level, name, unit, meaning }: &Told) -> String {
    format!("{level}, {name}, {unit}: {meaning}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_says_every_column_and_metric() {
        let text = schema();
        assert!(
            text.contains("\ngames.csv, extra_turns_granted: Extra turns granted (CR 500.7): taken + skipped + lost\n")
        );
        assert!(text.contains("\nseat, exited, games: Whether its agent was not asked any more\n"));
        let lines = text.lines().filter(|line| line.contains(": ")).count();
        assert_eq!(lines, columns().count() + told().count() + 2);
    }
}
