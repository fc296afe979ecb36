//! The tables of a run: `games.csv` and `seats.csv` while it is played, `summary.csv` and `hist.csv` from its statistics.
//!
//! One header line, snake_case names, commas, line feeds, `.` decimals, an empty cell for what does not apply, no comments.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, Writer, WriterBuilder};
use serde::Serialize;

use super::choices::{ChoiceFile, ChoicesError};
use super::format::decimals;
use super::part_file::{FileEntry, PartFile, WriteError};
use crate::batch::estimate::{Bar, Estimate};
use crate::batch::runner::Sink;
use crate::table::record::GameRecord;

/// The columns of `games.csv`.
pub const GAMES: &str = "game,seed,players,end,winner,winner_deck,turns,rounds,extra_turns_granted,extra_turns_taken,\
extra_turns_skipped,extra_turns_lost,turns_skipped,steps_skipped,phases_skipped,extra_phases,extra_steps,turns_ended_early,\
longest_streak,longest_wait,first_elimination_turn,decisions,forced_passes,priority_passes,spells_cast,refused,digest";

/// The columns of `seats.csv`.
pub const SEATS: &str = "game,seat,team,position,deck,agent,won,turns_taken,normal_turns,extra_turns,turns_skipped,\
share_of_turns,longest_streak,longest_wait,mulligans,cards_drawn,lands_played,spells_cast,damage_dealt,life,left_turn,\
left_cause,time_spent_ms,time_limits_exceeded,refused,refused_illegal,refused_unreadable,refused_late,refused_gone,\
refused_panicked,exit,mana_unspent,cards_in_hand,commander_casts,attackers_able,attackers_declared,sure_kills,\
sure_kills_missed,dead_extra_turns,dead_turns,dead_turns_castable";

/// The columns of `summary.csv`.
pub const SUMMARY: &str = "scope,key,metric,n,mean,sd,min,p5,p25,median,p75,p95,p99,max,ci_low,ci_high";

/// The columns of `hist.csv`.
pub const HIST: &str = "metric,scope,key,value,count";

/// Bytes kept back before they are hashed and written.
const BUFFER: usize = 1 << 16;

/// A table being written.
struct CsvFile {
    path: PathBuf,
    writer: Writer<PartFile>,
    rows: u64,
}

impl CsvFile {
    fn create(folder: &Path, name: &str, columns: &str) -> Result<CsvFile, WriteError> {
        let path = folder.join(name);
        let mut writer = writer(PartFile::create(&path)?);
        header(&mut writer, columns).map_err(WriteError::at(&path))?;
        Ok(CsvFile { path, writer, rows: 0 })
    }

    /// A table that begins with the first rows of the finished one of its name.
    fn extend(folder: &Path, name: &str, columns: &str, rows: u64) -> Result<CsvFile, ResumeError> {
        let mut table = CsvFile::create(folder, name, columns)?;
        if rows > 0 {
            table.copy(columns, rows)?;
        }
        Ok(table)
    }

    fn copy(&mut self, columns: &str, rows: u64) -> Result<(), ResumeError> {
        let unreadable = |source| ResumeError::Unreadable { path: self.path.clone(), source };
        let file = File::open(&self.path).map_err(|e| unreadable(e.into()))?;
        let mut reader = csv::Reader::from_reader(file);
        if reader.headers().map_err(unreadable)?.iter().ne(columns.split(',')) {
            return Err(ResumeError::Columns { path: self.path.clone() });
        }
        let mut record = ByteRecord::new();
        while self.rows < rows {
            if !reader.read_byte_record(&mut record).map_err(unreadable)? {
                return Err(ResumeError::Short { path: self.path.clone(), rows: self.rows, needed: rows });
            }
            self.writer.write_byte_record(&record).map_err(|e| WriteError::at(&self.path)(e.into()))?;
            self.rows += 1;
        }
        Ok(())
    }

    fn row(&mut self, row: &impl Serialize) -> Result<(), WriteError> {
        self.rows += 1;
        self.writer.serialize(row).map_err(|e| WriteError::at(&self.path)(e.into()))
    }

    /// The file with all its bytes, not yet under its name.
    fn close(self) -> Result<(PartFile, u64), WriteError> {
        let file = self.writer.into_inner().map_err(|e| WriteError::at(&self.path)(e.into_error()))?;
        Ok((file, self.rows))
    }
}

fn writer<W: Write>(out: W) -> Writer<W> {
    // Headers are written by hand, so that a table without rows has one too.
    WriterBuilder::new().has_headers(false).buffer_capacity(BUFFER).from_writer(out)
}

fn header<W: Write>(writer: &mut Writer<W>, columns: &str) -> io::Result<()> {
    Ok(writer.write_record(columns.split(','))?)
}

/// Why a run cannot go on in its folder.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// A table could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A table of the run so far could not be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: csv::Error,
    },
    /// The choices of the run so far could not be read.
    #[error(transparent)]
    Choices(#[from] ChoicesError),
    /// A table of the run so far has other columns.
    #[error("`{}` has other columns than this version writes", path.display())]
    Columns {
        /// Which.
        path: PathBuf,
    },
    /// A table of the run so far lacks rows.
    #[error("`{}` has {rows} rows, not the {needed} of the games played so far", path.display())]
    Short {
        /// Which.
        path: PathBuf,
        /// Rows found.
        rows: u64,
        /// Rows needed.
        needed: u64,
    },
}

/// `games.csv` and `seats.csv`, and `choices.jsonl` where agents are not reproducible, written game by game.
pub struct RowFiles {
    games: CsvFile,
    seats: CsvFile,
    choices: Option<ChoiceFile>,
}

impl RowFiles {
    /// Begins the files in that folder with the rows of the first `games` games of the finished ones there, which stay as
    /// they are until [`finish`](RowFiles::finish).
    ///
    /// # Errors
    /// See [`ResumeError`].
    pub fn resume(folder: &Path, games: u64, entrants: u64, choices: bool) -> Result<RowFiles, ResumeError> {
        let mut choices = choices.then(|| ChoiceFile::create(folder)).transpose()?;
        if let Some(choices) = choices.as_mut().filter(|_| games > 0) {
            choices.copy(games)?;
        }
        let seats = games * entrants;
        let games = CsvFile::extend(folder, "games.csv", GAMES, games)?;
        Ok(RowFiles { games, seats: CsvFile::extend(folder, "seats.csv", SEATS, seats)?, choices })
    }

    /// Gives the files their names. Without this they leave nothing behind.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(self) -> Result<Vec<FileEntry>, WriteError> {
        let ((games, game_rows), (seats, seat_rows)) = (self.games.close()?, self.seats.close()?);
        let mut files = vec![games.keep(Some(game_rows))?, seats.keep(Some(seat_rows))?];
        files.extend(self.choices.map(ChoiceFile::keep).transpose()?);
        Ok(files)
    }
}

impl Sink for RowFiles {
    type Error = WriteError;

    fn game(&mut self, record: &GameRecord) -> Result<(), WriteError> {
        self.games.row(&record.game)?;
        record.seats.iter().try_for_each(|seat| self.seats.row(seat))?;
        match &mut self.choices {
            Some(choices) => record.choices.iter().try_for_each(|row| choices.row(row)),
            None => Ok(()),
        }
    }
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
    [e.mean, e.sd, e.min].into_iter().chain(e.quantiles).chain([e.max]).chain(ends)
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

fn table(path: &Path, write: impl FnOnce(&mut PartFile) -> io::Result<u64>) -> Result<FileEntry, WriteError> {
    let mut file = PartFile::create(path)?;
    let rows = write(&mut file).map_err(WriteError::at(path))?;
    file.keep(Some(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::estimate::{bars, estimates};
    use crate::batch::fake::{Fake, group, order, record};
    use crate::batch::plan::Plan;
    use crate::batch::runner::{Checkpoint, Outcome, RunOptions, run};
    use crate::batch::tally::Tally;
    use std::fs;
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    /// The contract, word for word as it is published.
    const PUBLISHED_GAMES: &str = "game, seed, players, end, winner, winner_deck, turns, rounds, extra_turns_granted, extra_turns_taken, extra_turns_skipped, extra_turns_lost, turns_skipped, steps_skipped, phases_skipped, extra_phases, extra_steps, turns_ended_early, longest_streak, longest_wait, first_elimination_turn, decisions, forced_passes, priority_passes, spells_cast, refused, digest";
    const PUBLISHED_SEATS: &str = "game, seat, team, position, deck, agent, won, turns_taken, normal_turns, extra_turns, turns_skipped, share_of_turns, longest_streak, longest_wait, mulligans, cards_drawn, lands_played, spells_cast, damage_dealt, life, left_turn, left_cause, time_spent_ms, time_limits_exceeded, refused, refused_illegal, refused_unreadable, refused_late, refused_gone, refused_panicked, exit, mana_unspent, cards_in_hand, commander_casts, attackers_able, attackers_declared, sure_kills, sure_kills_missed, dead_extra_turns, dead_turns, dead_turns_castable";
    const PUBLISHED_SUMMARY: &str =
        "scope, key, metric, n, mean, sd, min, p5, p25, median, p75, p95, p99, max, ci_low, ci_high";
    const PUBLISHED_HIST: &str = "metric, scope, key, value, count";

    /// The header that serde derives from a row's fields.
    fn fields(row: impl Serialize) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        String::from_utf8(writer.into_inner().unwrap()).unwrap().lines().next().unwrap().to_owned()
    }

    #[test]
    fn columns_are_the_published_ones_and_the_fields_of_the_rows() {
        for (ours, published) in
            [(GAMES, PUBLISHED_GAMES), (SEATS, PUBLISHED_SEATS), (SUMMARY, PUBLISHED_SUMMARY), (HIST, PUBLISHED_HIST)]
        {
            assert_eq!(ours, published.replace(", ", ","));
        }
        let record = record(4, 7, 0);
        assert_eq!((fields(&record.game).as_str(), fields(&record.seats[0]).as_str()), (GAMES, SEATS));
    }

    fn play(folder: &Path, games: u64, threads: usize, from: Option<Checkpoint>) -> (Outcome, Vec<FileEntry>) {
        let plan = Plan::new(order(4, games, true)).unwrap();
        let before = from.as_ref().map_or(0, |from| from.tally.games());
        let mut files = RowFiles::resume(folder, before, 4, true).unwrap();
        let cancel = AtomicBool::new(false);
        let options = RunOptions { threads: NonZeroUsize::new(threads), cancel: &cancel, from };
        let outcome = run(&plan, &Fake { players: 4, seed: 7 }, &mut files, options, &mut |_| ()).unwrap();
        (outcome, files.finish().unwrap())
    }

    fn bytes(folder: &Path) -> [Vec<u8>; 3] {
        ["games.csv", "seats.csv", "choices.jsonl"].map(|name| fs::read(folder.join(name)).unwrap())
    }

    #[test]
    fn any_number_of_threads_writes_the_same_bytes() {
        let folders = [1, 2, 7].map(|threads| (threads, tempfile::tempdir().unwrap()));
        let entries = folders.each_ref().map(|(threads, folder)| play(folder.path(), 1500, *threads, None).1);
        assert_eq!((&entries[0], &entries[0]), (&entries[1], &entries[2]));
        let [one, two, seven] = folders.each_ref().map(|(_, folder)| bytes(folder.path()));
        assert!(one == two && one == seven);
        assert_eq!([0, 1, 2].map(|at| entries[0][at].rows), [Some(1500), Some(6000), Some(1500)]);
        assert_eq!(blake3::hash(&one[1]).to_string(), entries[0][1].blake3);
    }

    #[test]
    fn a_run_that_goes_on_writes_the_bytes_of_a_fresh_one() {
        let (fresh, resumed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (all, entries) = play(fresh.path(), 1500, 2, None);
        for games in [300, 100] {
            let first = play(resumed.path(), games, 2, None).0;
            assert_eq!(play(resumed.path(), 1500, 2, Some(first.checkpoint)), (all.clone(), entries.clone()));
            assert_eq!(bytes(fresh.path()), bytes(resumed.path()));
        }
    }

    #[test]
    fn a_run_cannot_go_on_from_rows_that_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |games| RowFiles::resume(folder.path(), games, 4, false).err().unwrap().to_string();
        assert!(refused(1).starts_with("cannot read "));
        play(folder.path(), 8, 1, None);
        assert!(refused(9).ends_with("games.csv` has 8 rows, not the 9 of the games played so far"));
        fs::write(folder.path().join("games.csv"), "game,seed\n0,7\n").unwrap();
        assert!(refused(1).ends_with("has other columns than this version writes"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no part file stays");
    }

    #[test]
    fn rows_read_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        play(folder.path(), 40, 1, None);
        let [games, seats, _] = bytes(folder.path());
        for file in [&games, &seats] {
            assert!(!file.contains(&b'\r') && !file.contains(&b'#') && file.ends_with(b"\n"));
        }
        let mut reader = csv::Reader::from_reader(&games[..]);
        let rows: Vec<crate::table::record::GameRow> = reader.deserialize().map(Result::unwrap).collect();
        assert_eq!(rows, (0..40).map(|g| record(4, 7, g).game).collect::<Vec<_>>());
        let mut reader = csv::Reader::from_reader(&seats[..]);
        let rows: Vec<crate::table::record::SeatRow> = reader.deserialize().map(Result::unwrap).collect();
        let mut again = csv::Writer::from_writer(Vec::new());
        rows.iter().for_each(|row| again.serialize(row).unwrap());
        assert!(again.into_inner().unwrap() == seats, "reading and writing again changes nothing");
    }

    #[test]
    fn nothing_half_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = RowFiles::resume(folder.path(), 0, 4, true).unwrap();
        files.game(&record(4, 7, 0)).unwrap();
        drop(files);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        let folder = tempfile::tempdir().unwrap();
        RowFiles::resume(folder.path(), 0, 4, true).unwrap().finish().unwrap();
        assert_eq!(
            bytes(folder.path()).map(|b| String::from_utf8(b).unwrap()),
            [format!("{GAMES}\n"), format!("{SEATS}\n"), String::new()]
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
        assert_eq!((draws.len(), draws[3]), (16, "400"));
        assert!(draws[4..].iter().all(|cell| cell.split_once('.').is_some_and(|(_, d)| d.len() == 6)), "{draws:?}");
        let text = fs::read_to_string(folder.path().join("hist.csv")).unwrap();
        assert_eq!((hist.rows, text.lines().next()), (Some(text.lines().count() as u64 - 1), Some(HIST)));
        assert!(text.lines().any(|l| l.starts_with("wins_in_group,seat,D,2,")));
    }
}
