//! Block files: what was played, in files that describe themselves.
//!
//! ```text
//! turnlab-block 1 <BLAKE3 of everything after this line>
//! {"run": ..., "blocks": ..., "groups": ..., "games": ..., "tallies": [...], "rows": [...], "text": ...}
//! <compressed statistics> <compressed rows>
//! ```
//!
//! The two lines at the top can be read by anybody; what follows is LZ4, which costs a twentieth of the time of writing rows and
//! takes a fifth of their room. Statistics are JSON, because they are integers of any size; rows are the very lines of the tables,
//! so that a table is its header and the rows of all blocks, one after another.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use lz4_flex::block::{compress, decompress};
use serde::{Deserialize, Serialize};

use super::identity::RunIdentity;
use super::part_file::{PartFile, WriteError};
use super::rows::{GameText, Rows};
use super::seal::ReadError;
use crate::batch::plan::Block;
use crate::batch::tally::Tally;
use crate::cards::limits::GAMES;
use crate::scenario::read_regular;

/// How every block file begins.
const MAGIC: &str = "turnlab-block 1 ";
/// The ending of their names.
pub const ENDING: &str = "block";
/// A block file, and what is in it, is never longer.
const MOST_BYTES: u64 = 1 << 30;
/// The longest second line.
const MOST_HEADER: usize = 1 << 24;

/// What a block file says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The run it belongs to; see `RunIdentity::id`.
    pub run: String,
    /// Its blocks.
    pub blocks: Range<u64>,
    /// Their groups. The last block may be a short one.
    pub groups: Range<u64>,
    /// Their games.
    pub games: Range<u64>,
    /// The game that the fault policy ended, and with it the run; see [`Played::aborted`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted: Option<u64>,
    /// The statistics: of each block, or of all of them together.
    tallies: Vec<Packed>,
    /// The rows of each game that has some, in game order.
    rows: Vec<RowParts>,
    /// All rows.
    text: Packed,
}

/// Compressed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Packed {
    /// In the file.
    bytes: u64,
    /// Without compression.
    plain: u64,
}

/// Where the rows of a game end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RowParts {
    game: u64,
    turns: u64,
    /// Bytes of its lines in `games.csv`, `seats.csv`, `turns.csv` and `choices.jsonl`.
    bytes: [u64; 4],
}

/// One or more consecutive blocks that were played, each of whose games is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Which they are.
    pub blocks: Range<u64>,
    /// Their groups.
    pub groups: Range<u64>,
    /// Their games.
    pub games: Range<u64>,
    /// The game that the fault policy ended, and with it the run: no group after its own was kept.
    pub aborted: Option<u64>,
    /// The statistics of each, or of all of them together.
    pub tallies: Vec<Tally>,
    /// The rows of the games that have some, in game order.
    pub rows: Vec<GameText>,
}

impl Played {
    /// A single block.
    #[must_use]
    pub fn new(block: &Block, tally: Tally, rows: Vec<GameText>) -> Played {
        let (groups, games) = (block.groups.clone(), block.games.clone());
        Played { blocks: block.index..block.index + 1, groups, games, aborted: None, tallies: vec![tally], rows }
    }

    /// Adds the block that comes next; `apart`: its statistics can be told from those of the others.
    pub fn append(&mut self, next: Played, apart: bool) {
        self.blocks.end = next.blocks.end;
        self.groups.end = next.groups.end;
        self.games.end = next.games.end;
        self.aborted = self.aborted.or(next.aborted);
        self.rows.extend(next.rows);
        match self.tallies.last_mut() {
            Some(tally) if !apart => next.tallies.iter().for_each(|next| tally.merge(next)),
            _ => self.tallies.extend(next.tallies),
        }
    }

    /// Why that run can't have played this, whatever its hash says.
    #[must_use]
    pub fn misfit(&self, run: &RunIdentity) -> Option<&'static str> {
        let (rows, entrants) = (run.rows, run.agents.len());
        let groups = |blocks: u64| blocks.saturating_mul(run.block_size);
        let games = |groups: u64| groups.saturating_mul(run.group_size);
        let begins = (self.groups.start, self.games.start) == (groups(self.blocks.start), games(self.groups.start));
        let last = groups(self.blocks.end - 1)..groups(self.blocks.end);
        let ends =
            self.groups.end > last.start && self.groups.end <= last.end && self.games.end == games(self.groups.end);
        let of_its_game =
            |game: &GameText| self.games.contains(&game.game) && rows.takes(game.game) && game.has_lines(entrants);
        let in_order = self.rows.windows(2).all(|pair| pair[0].game < pair[1].game);
        let all = rows != Rows::All || self.rows.len() as u64 == self.games.end - self.games.start;
        if !begins || !ends {
            Some("it holds other games than those of its blocks")
        } else if self.tallies.iter().any(|tally| tally.entrants() != entrants) {
            Some("it is of a table of another size")
        } else if in_order && all && self.rows.iter().all(of_its_game) {
            None
        } else {
            Some("its rows are not those of its games")
        }
    }

    /// Writes the file of these blocks of that run into that folder, whole or not at all.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, folder: &Path, run: &str) -> Result<PathBuf, WriteError> {
        let path = folder.join(file_name(self.blocks.start));
        let bytes = self.encode(run).map_err(WriteError::at(&path))?;
        let mut file = PartFile::create(&path)?;
        file.write_all(&bytes).map_err(WriteError::at(&path))?;
        file.keep(None)?;
        Ok(path)
    }

    fn encode(&self, run: &str) -> io::Result<Vec<u8>> {
        let size = |bytes: &[u8], plain: &[u8]| Packed { bytes: bytes.len() as u64, plain: plain.len() as u64 };
        let (mut tallies, mut packed_tallies) = (Vec::new(), Vec::new());
        for tally in &self.tallies {
            let plain = serde_json::to_vec(tally)?;
            let packed = compress(&plain);
            tallies.push(size(&packed, &plain));
            packed_tallies.extend(packed);
        }
        let text: Vec<u8> = self.rows.iter().flat_map(GameText::parts).flatten().copied().collect();
        let packed = compress(&text);
        let header = Header {
            run: run.to_owned(),
            blocks: self.blocks.clone(),
            groups: self.groups.clone(),
            games: self.games.clone(),
            aborted: self.aborted,
            tallies,
            rows: self.rows.iter().map(RowParts::of).collect(),
            text: size(&packed, &text),
        };
        let mut body = serde_json::to_vec(&header)?;
        body.push(b'\n');
        body.extend(packed_tallies);
        body.extend(packed);
        let mut file = format!("{MAGIC}{}\n", blake3::hash(&body)).into_bytes();
        file.extend(body);
        Ok(file)
    }
}

impl Header {
    /// Whether there can be such blocks.
    fn is_sound(&self) -> bool {
        let some = [&self.blocks, &self.groups, &self.games].iter().all(|range| !range.is_empty());
        let in_order = self.blocks.end <= self.groups.end && self.groups.end <= self.games.end;
        some && in_order && self.games.end <= GAMES && self.aborted.is_none_or(|game| self.games.contains(&game))
    }

    /// Whether these are the statistics of its games, in one piece or block by block.
    fn is_of(&self, tallies: &[Tally]) -> bool {
        let (groups, games) = (self.groups.end - self.groups.start, self.games.end - self.games.start);
        let sum = |of: fn(&Tally) -> u64| tallies.iter().try_fold(0u64, |sum, tally| sum.checked_add(of(tally)));
        let alike = tallies.windows(2).all(|pair| pair[0].entrants() == pair[1].entrants());
        let sound = alike && tallies.iter().all(Tally::is_sound);
        sound && (sum(Tally::groups), sum(Tally::games)) == (Some(groups), Some(games))
    }
}

impl RowParts {
    fn of(game: &GameText) -> RowParts {
        let bytes = game.parts().map(|part| part.len() as u64);
        RowParts { game: game.game, turns: game.turns, bytes }
    }
}

/// The name of the file whose first block is that one.
#[must_use]
pub fn file_name(first: u64) -> String {
    format!("{first:010}.{ENDING}")
}

/// The files in a folder of blocks, in the order of their names.
///
/// # Errors
/// When the folder can't be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Reads what a block file says about itself, once every byte of it is as it was written and it is one of that run.
///
/// # Errors
/// When it can't be read, is not what was written, or is not what its name says.
pub fn read_header(path: &Path, run: &str) -> Result<Header, ReadError> {
    Ok(header_of(path, &bytes_of(path)?, run)?.0)
}

/// Reads a block file of that run.
///
/// # Errors
/// As [`read_header`].
pub fn read(path: &Path, run: &str) -> Result<Played, ReadError> {
    decode(path, &bytes_of(path)?, run)
}

/// Reads the bytes of a block file of that run; they are from `path`, or would be.
///
/// # Errors
/// As [`read_header`].
pub fn decode(path: &Path, bytes: &[u8], run: &str) -> Result<Played, ReadError> {
    let (header, body) = header_of(path, bytes, run)?;
    let wrong = || ReadError::damaged(path, WRONG);
    let (tallies, rest) = tallies_of(&header, body).ok_or_else(wrong)?;
    if !header.is_of(&tallies) {
        return Err(ReadError::damaged(path, "its statistics are not those of its games"));
    }
    let rows = rows_of(&header, rest).ok_or_else(wrong)?;
    let Header { blocks, groups, games, aborted, .. } = header;
    Ok(Played { blocks, groups, games, aborted, tallies, rows })
}

/// The bytes of a file that can be one of blocks.
fn bytes_of(path: &Path) -> Result<Vec<u8>, ReadError> {
    read_regular(path, MOST_BYTES).map_err(|source| ReadError::Unreadable { path: path.to_owned(), source })
}

/// The header of a block file of that run, and what comes after it.
fn header_of<'b>(path: &Path, bytes: &'b [u8], run: &str) -> Result<(Header, &'b [u8]), ReadError> {
    let (header, body) = split(path, bytes)?;
    if header.run != run {
        return Err(ReadError::damaged(path, "it belongs to another run"));
    }
    let name = path.file_name().unwrap_or_default();
    if *name != *file_name(header.blocks.start) || !header.is_sound() {
        return Err(ReadError::damaged(path, "it holds other blocks than its name says"));
    }
    Ok((header, body))
}

/// What is wrong with a file that was written so.
const WRONG: &str = "its parts are not where it says";

/// The header and what comes after it.
fn split<'b>(path: &Path, bytes: &'b [u8]) -> Result<(Header, &'b [u8]), ReadError> {
    let at = MAGIC.len() + 2 * blake3::OUT_LEN;
    let (first, body) = bytes.split_at_checked(at + 1).ok_or_else(|| ReadError::damaged(path, "it is cut off"))?;
    let hash = format!("{MAGIC}{}\n", blake3::hash(body));
    if first != hash.as_bytes() {
        return Err(ReadError::damaged(path, "its hash is not that of its bytes"));
    }
    let line = body.iter().take(MOST_HEADER).position(|byte| *byte == b'\n');
    let line = line.ok_or_else(|| ReadError::damaged(path, WRONG))?;
    let header = serde_json::from_slice(&body[..line]).map_err(|error| ReadError::damaged(path, error))?;
    Ok((header, &body[line + 1..]))
}

/// The statistics, and what comes after them.
fn tallies_of<'b>(header: &Header, body: &'b [u8]) -> Option<(Vec<Tally>, &'b [u8])> {
    let mut rest = body;
    let mut tallies = Vec::new();
    for size in &header.tallies {
        let (packed, after) = rest.split_at_checked(usize::try_from(size.bytes).ok()?)?;
        tallies.push(serde_json::from_slice(&size.unpack(packed)?).ok()?);
        rest = after;
    }
    Some((tallies, rest))
}

fn rows_of(header: &Header, packed: &[u8]) -> Option<Vec<GameText>> {
    let text = header.text.unpack(packed)?;
    let mut rest = text.as_slice();
    let mut take = |bytes: u64| -> Option<Vec<u8>> {
        let (part, after) = rest.split_at_checked(usize::try_from(bytes).ok()?)?;
        rest = after;
        Some(part.to_vec())
    };
    let rows = header.rows.iter().map(|parts| {
        let [row, seats, turn_rows, choices] = parts.bytes;
        let (row, seats, turn_rows, choices) = (take(row)?, take(seats)?, take(turn_rows)?, take(choices)?);
        Some(GameText { game: parts.game, turns: parts.turns, row, seats, turn_rows, choices })
    });
    let rows = rows.collect::<Option<Vec<GameText>>>()?;
    rest.is_empty().then_some(rows)
}

impl Packed {
    fn unpack(self, packed: &[u8]) -> Option<Vec<u8>> {
        if packed.len() as u64 != self.bytes || self.plain > MOST_BYTES {
            return None;
        }
        let plain = decompress(packed, usize::try_from(self.plain).ok()?).ok()?;
        (plain.len() as u64 == self.plain).then_some(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, record};

    fn played(groups: Range<u64>) -> Played {
        let mut tally = Tally::new(3);
        groups.clone().for_each(|g| tally.add_group(&group(3, 7, g)));
        let games = groups.start * 3..groups.end * 3;
        let rows = games.clone().map(|game| GameText::of(&record(3, 7, game), true).unwrap()).collect();
        Played { blocks: groups.start..groups.end, groups, games, aborted: None, tallies: vec![tally], rows }
    }

    #[test]
    fn blocks_read_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut both = played(5..7);
        both.append(played(7..9), false);
        assert_eq!(both, played(5..9));
        let mut apart = played(5..7);
        apart.append(played(7..9), true);
        assert_eq!((apart.tallies.len(), &apart.rows), (2, &both.rows));
        assert_eq!(read(&apart.write(folder.path(), "abc").unwrap(), "abc").unwrap(), apart);
        let path = both.write(folder.path(), "abc").unwrap();
        assert_eq!(path.file_name().unwrap(), "0000000005.block");
        assert_eq!(read(&path, "abc").unwrap(), both);
        let header = read_header(&path, "abc").unwrap();
        assert_eq!((header.run.as_str(), header.games), ("abc", 15..27));
        let told = |path: &Path, run| read(path, run).unwrap_err().to_string();
        assert!(told(&path, "abd").ends_with("is damaged: it belongs to another run"));
        let other = folder.path().join("0000000006.block");
        fs::copy(&path, &other).unwrap();
        assert!(told(&other, "abc").ends_with("is damaged: it holds other blocks than its name says"));
        let text = fs::read(&path).unwrap();
        let first = text.split(|byte| *byte == b'\n').nth(1).unwrap();
        let header: serde_json::Value = serde_json::from_slice(first).unwrap();
        assert_eq!(header["blocks"], serde_json::json!({"start": 5, "end": 9}));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = played(0..1).write(folder.path(), "abc").unwrap();
        let good = fs::read(&path).unwrap();
        for at in (0..good.len()).step_by(7) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(&path, &bad).unwrap();
            assert!(read_header(&path, "abc").is_err(), "byte {at}");
            fs::write(&path, &good[..at]).unwrap();
            assert!(read_header(&path, "abc").is_err(), "cut at {at}");
        }
        assert!(read_header(&folder.path().join("none"), "abc").unwrap_err().to_string().starts_with("cannot read"));
        assert!(read_header(folder.path(), "abc").is_err());
    }

    #[test]
    fn statistics_that_nobody_can_have_counted_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let told = |change: fn(&mut Played)| {
            let mut forged = played(0..2);
            change(&mut forged);
            let path = forged.write(folder.path(), "abc").unwrap();
            read(&path, "abc").err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(told(|_| ()), "");
        let wrong = "is damaged: its statistics are not those of its games";
        assert!(told(|forged| forged.tallies.clear()).ends_with(wrong));
        assert!(told(|forged| forged.tallies = vec![Tally::new(3)]).ends_with(wrong));
        assert!(told(|forged| forged.tallies = played(0..3).tallies).ends_with(wrong));
        assert!(told(|forged| forged.tallies.push(Tally::new(2))).ends_with(wrong));
        let wrong = "is damaged: it holds other blocks than its name says";
        assert!(told(|forged| forged.games.end = u64::MAX).ends_with(wrong));
        assert!(told(|forged| forged.blocks.end = u64::MAX).ends_with(wrong));
        assert!(told(|forged| forged.groups.end = 0).ends_with(wrong));
    }

    #[test]
    fn a_header_that_lies_with_a_hash_that_fits_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = played(0..1).write(folder.path(), "abc").unwrap();
        let text = fs::read(&path).unwrap();
        let start = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let body = String::from_utf8_lossy(&text[start..]).into_owned();
        let line = body.lines().next().unwrap();
        for (from, to) in
            [("\"plain\":", "\"plain\":9"), ("\"bytes\":[", "\"bytes\":[9"), ("{\"bytes\":", "{\"bytes\":9")]
        {
            let changed = line.replacen(from, to, 1);
            assert_ne!(changed, line, "{from}");
            let mut bytes = changed.into_bytes();
            bytes.extend(&text[start + line.len()..]);
            let mut file = format!("{MAGIC}{}\n", blake3::hash(&bytes)).into_bytes();
            file.extend(bytes);
            fs::write(&path, &file).unwrap();
            assert!(read(&path, "abc").is_err(), "{from}");
        }
    }
}
