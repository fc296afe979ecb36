//! Which games have rows, and the rows of a block as they stand in the tables.

use std::cmp::Reverse;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;

use csv::{ReaderBuilder, Writer, WriterBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cards::wording::cell;
use crate::table::columns::serde_as_text;
use crate::table::record::{GameRecord, TurnRow};

/// Which games have rows in `games.csv`, `seats.csv` and `choices.jsonl`. The statistics are of all games, whichever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rows {
    /// Every game.
    #[default]
    All,
    /// None.
    None,
    /// One game in so many, by a hash of its index: the same games for any number of them, threads or shards.
    Sample(u64),
    /// The games with the most turns, so many; of equals the earlier.
    Extreme(u64),
}

/// Why that says no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`, expected `all`, `none`, `sample:N` (one game in N) or `extreme:N` (the N longest games)")]
pub struct RowsError(String);

impl FromStr for Rows {
    type Err = RowsError;

    fn from_str(text: &str) -> Result<Rows, RowsError> {
        let wrong = || RowsError(text.to_owned());
        let number = |text: &str| text.parse().ok().filter(|n| *n > 0).ok_or_else(wrong);
        match text.split_once(':') {
            None if text == "all" => Ok(Rows::All),
            None if text == "none" => Ok(Rows::None),
            Some(("sample", n)) => Ok(Rows::Sample(number(n)?)),
            Some(("extreme", n)) => Ok(Rows::Extreme(number(n)?)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rows::All => f.write_str("all"),
            Rows::None => f.write_str("none"),
            Rows::Sample(n) => write!(f, "sample:{n}"),
            Rows::Extreme(n) => write!(f, "extreme:{n}"),
        }
    }
}

serde_as_text!(Rows);

impl Rows {
    /// Whether a game of that index has rows, as far as its index says.
    #[must_use]
    pub fn takes(self, game: u64) -> bool {
        match self {
            Rows::All | Rows::Extreme(_) => true,
            Rows::None => false,
            Rows::Sample(n) => hash_word(&game.to_le_bytes()).is_multiple_of(n),
        }
    }
}

/// What is kept of single games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Detail {
    /// Which games have rows.
    pub rows: Rows,
    /// Whether the turns of those have rows too, in `turns.csv`.
    pub turns: bool,
}

impl From<Rows> for Detail {
    fn from(rows: Rows) -> Detail {
        Detail { rows, turns: false }
    }
}

/// 64 bits of the BLAKE3 hash of these bytes: chance that is the same everywhere.
#[must_use]
pub fn hash_word(bytes: &[u8]) -> u64 {
    blake3::hash(bytes).as_bytes().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// The rows of one game as text, without headers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameText {
    /// Its index.
    pub game: u64,
    /// Its turns, by which extreme games are chosen.
    pub turns: u64,
    /// Its line of `games.csv`.
    pub row: Vec<u8>,
    /// Its lines of `seats.csv`.
    pub seats: Vec<u8>,
    /// Its lines of `turns.csv`, where turns have rows.
    pub turn_rows: Vec<u8>,
    /// Its lines of `choices.jsonl`.
    pub choices: Vec<u8>,
}

impl GameText {
    /// The rows of that game, those of its turns only if they are asked for.
    ///
    /// # Errors
    /// When a row can't be written: a bug.
    pub fn of(record: &GameRecord, turns: bool) -> io::Result<GameText> {
        let mut choices = Vec::new();
        for row in &record.choices {
            serde_json::to_writer(&mut choices, row)?;
            choices.push(b'\n');
        }
        Ok(GameText {
            game: record.game.game,
            turns: record.game.turns.into(),
            row: lines([&record.game])?,
            seats: lines(&record.seats)?,
            turn_rows: if turns { lines(record.turns.iter().map(spreadsheet_safe))? } else { Vec::new() },
            choices,
        })
    }

    /// The rows as values, nothing but game and seats: what [`GameText::of`] was given, with shares in millionths.
    ///
    /// # Errors
    /// When a line is not what such a row holds.
    pub fn record(&self) -> Result<GameRecord, csv::Error> {
        let game = read_lines(&self.row)?.pop().ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        Ok(GameRecord::of(game, read_lines(&self.seats)?))
    }

    /// Whether it has one line of a game and one for each of so many seats.
    pub(super) fn has_lines(&self, entrants: usize) -> bool {
        has_lines(&self.row, 1) && has_lines(&self.seats, entrants)
    }

    /// How many bytes its lines have.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    /// Its lines, file by file.
    pub(super) const fn parts(&self) -> [&Vec<u8>; 4] {
        [&self.row, &self.seats, &self.turn_rows, &self.choices]
    }
}

/// A turn whose cards, which may be somebody's own, are written by the rule for cells.
fn spreadsheet_safe(turn: &TurnRow) -> TurnRow {
    let safe = |name: &Option<Arc<str>>| name.as_deref().map(|name| Arc::from(cell(name).as_ref()));
    TurnRow { granted_by: safe(&turn.granted_by), because: safe(&turn.because), ..turn.clone() }
}

/// Whether these are so many lines of CSV.
fn has_lines(text: &[u8], many: usize) -> bool {
    let ends = text.iter().filter(|byte| **byte == b'\n').count();
    let records = || ReaderBuilder::new().has_headers(false).from_reader(text).byte_records().count();
    // What is quoted may go over several.
    text.ends_with(b"\n") && (ends == many || ends > many && records() == many)
}

/// The rows of lines of CSV.
fn read_lines<T: DeserializeOwned>(lines: &[u8]) -> Result<Vec<T>, csv::Error> {
    ReaderBuilder::new().has_headers(false).from_reader(lines).into_deserialize().collect()
}

/// A line of CSV for each row.
fn lines<T: Serialize>(rows: impl IntoIterator<Item = T>) -> io::Result<Vec<u8>> {
    let mut writer: Writer<Vec<u8>> = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    rows.into_iter().try_for_each(|row| writer.serialize(row))?;
    writer.into_inner().map_err(|error| error.into_error())
}

/// Keeps of these games those that have rows, in game order.
pub fn keep(rows: Rows, games: &mut Vec<GameText>) {
    games.retain(|text| rows.takes(text.game));
    if let Rows::Extreme(n) = rows {
        games.sort_by_key(|text| (Reverse(text.turns), text.game));
        games.truncate(usize::try_from(n).unwrap_or(usize::MAX));
        games.sort_by_key(|text| text.game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::record;
    use crate::table::columns;
    use crate::table::record::{GameRow, SeatRow};

    #[test]
    fn ways_to_keep_rows_are_said_and_read() {
        for (text, rows) in [
            ("all", Rows::All),
            ("none", Rows::None),
            ("sample:100", Rows::Sample(100)),
            ("extreme:3", Rows::Extreme(3)),
        ] {
            assert_eq!((text.parse(), rows.to_string()), (Ok(rows), text.to_owned()));
        }
        for text in ["", "some", "sample", "sample:0", "extreme:-1", "all:3"] {
            let error = text.parse::<Rows>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("found `{text}`, expected `all`")), "{error}");
        }
    }

    #[test]
    fn a_sample_is_one_game_in_so_many_and_the_same_for_any_part() {
        let taken = (0..100_000).filter(|game| Rows::Sample(100).takes(*game)).count();
        assert!((850..1150).contains(&taken), "{taken} of 100,000");
        let texts = |games: std::ops::Range<u64>| -> Vec<GameText> {
            games.map(|game| GameText { game, turns: game % 7, ..GameText::default() }).collect()
        };
        for rows in [Rows::Sample(3), Rows::Extreme(5), Rows::None, Rows::All] {
            let (mut whole, mut parts) = (texts(0..100), [texts(0..40), texts(40..100)]);
            keep(rows, &mut whole);
            parts.iter_mut().for_each(|part| keep(rows, part));
            let mut joined = parts.concat();
            keep(rows, &mut joined);
            assert_eq!(joined, whole, "{rows}");
        }
    }

    #[test]
    fn columns_are_the_fields_of_the_rows() {
        let header = |row: &dyn Fn(&mut Writer<Vec<u8>>)| {
            let mut writer = Writer::from_writer(Vec::new());
            row(&mut writer);
            String::from_utf8(writer.into_inner().unwrap()).unwrap().lines().next().unwrap().to_owned()
        };
        let record = record(4, 7, 0);
        assert_eq!(header(&|writer| writer.serialize(&record.game).unwrap()), columns::header(GameRow::COLUMNS));
        assert_eq!(header(&|writer| writer.serialize(&record.seats[0]).unwrap()), columns::header(SeatRow::COLUMNS));
        let text = GameText::of(&record, true).unwrap();
        assert_eq!(text.seats.iter().filter(|byte| **byte == b'\n').count(), 4);
        assert_eq!(header(&|writer| writer.serialize(&record.turns[0]).unwrap()), columns::header(TurnRow::COLUMNS));
        for game in 0..50 {
            let text = GameText::of(&crate::batch::fake::record(4, 7, game), false).unwrap();
            let read = text.record().unwrap();
            assert_eq!((lines([&read.game]).unwrap(), lines(&read.seats).unwrap()), (text.row, text.seats));
        }
        assert!(GameText::default().record().is_err());
    }
}
