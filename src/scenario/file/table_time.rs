//! `[table_time]`: how long turns take.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::Spanned;

use crate::scenario::table_time::{MINUTE, ONE, TableTime};

use super::reader::{FileReader, FileTable};
use super::seat::{duration, micros};

/// Minutes a turn can be said to take.
const MINUTES: RangeInclusive<f64> = 0.0..=1440.0;
/// Standard deviations, as shares of the mean.
const SPREAD: RangeInclusive<f64> = 0.0..=10.0;
/// Standard errors, as shares of the mean.
const ERROR: RangeInclusive<f64> = 0.0..=1.0;

/// The model; where a key is absent, the recorded one. How well somebody's own times are known only they can say.
pub(super) fn read(mut table: FileTable<'_, '_>) -> TableTime {
    let recorded = TableTime::default();
    let by_round = minutes_by_round(&mut table);
    let error = if by_round.is_some() { 0 } else { recorded.error };
    let read = TableTime {
        by_round: by_round.unwrap_or(recorded.by_round),
        per_decision: duration(&mut table, "per_decision").map_or(0, micros),
        per_spell: duration(&mut table, "per_spell").map_or(0, micros),
        turn_spread: share(&mut table, "turn_spread", SPREAD).unwrap_or(recorded.turn_spread),
        table_spread: share(&mut table, "table_spread", SPREAD).unwrap_or(recorded.table_spread),
        error: share(&mut table, "error", ERROR).unwrap_or(error),
    };
    table.finish();
    read
}

fn minutes_by_round(table: &mut FileTable<'_, '_>) -> Option<Arc<[u64]>> {
    let reader = table.reader();
    let (key, span) = ("minutes_by_round", table.span());
    let written = table.elements(key)?;
    if written.is_empty() {
        let message = format!("`{key}`: found no number, expected one for each round, the last for all later ones");
        reader.complain(span, message);
    }
    let written = written.into_iter().filter_map(|value| reader.convert(key, value));
    let micros = |minutes| (within(reader, key, &minutes, MINUTES) * MINUTE as f64).round() as u64;
    Some(written.map(micros).collect())
}

/// A share of the mean, in millionths.
fn share(table: &mut FileTable<'_, '_>, key: &'static str, range: RangeInclusive<f64>) -> Option<u32> {
    let written: Spanned<f64> = table.value(key)?;
    Some((within(table.reader(), key, &written, range) * f64::from(ONE)).round() as u32)
}

/// A number, which is complained about where it is out of range.
fn within(reader: &FileReader<'_>, key: &str, number: &Spanned<f64>, range: RangeInclusive<f64>) -> f64 {
    let found = *number.get_ref();
    if !range.contains(&found) {
        let message = format!("`{key}`: found {found}, expected {} to {}", range.start(), range.end());
        reader.complain(number.span(), message);
    }
    found
}
