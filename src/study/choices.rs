//! `choices.jsonl`: what agents gave that are not reproducible, one JSON object a line in the order of the games.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::agents::Moment;
use crate::scenario::without_place;
use crate::table::ChoiceRow;
use crate::table::columns::Column;
use crate::table::protocol::MOST_BYTES;

/// The file's name.
pub const CHOICES: &str = "choices.jsonl";

const fn key(name: &'static str, meaning: &'static [&'static str]) -> Column {
    Column::new(CHOICES, name, meaning)
}

/// The keys of its lines.
pub const KEYS: &[Column] = &[
    key("game", &["Index of the game, from 0; lines are in the order of games, and of what happened"]),
    key("seat", &["Name of the seat, one whose player is no part of turnlab"]),
    key("at", &["seated, ask or hearing: as it sat down, at a question, or asked whether it concedes"]),
    key("number", &["Which of the seat's questions or hearings in the game, from 0"]),
    key("kind", &["What the question was about; only of questions"]),
    key("wants", &["What it wanted to be asked and told; as it sat down"]),
    key("reply", &["Its answer: choice, spent and perhaps a standing pass, then"]),
    key("concedes", &["true: it conceded without being asked anything"]),
    key("fault", &["Why there was no answer: reason and text"]),
];

/// Why a file of choices cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ChoicesError {
    /// It is missing or cannot be opened.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is not what such a file holds.
    #[error("{}:{line}:{column}: not a line of {CHOICES}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// Where in it, from 1.
        column: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A line does not follow the one before of its seat.
    #[error("{}:{line}: found {found} of `{seat}` in game {game}, expected {expected}", path.display())]
    Gap {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// The game.
        game: u64,
        /// The seat.
        seat: String,
        /// What the line is.
        found: String,
        /// What it should be.
        expected: String,
    },
}

/// A line holds one message of a program, which JSON may write with twice as many bytes, and what stands around it.
const LINE_BYTES: u64 = 4 * MOST_BYTES as u64;

/// The lines of a file, each with its number and its game.
struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    line: u64,
}

/// What every line says first.
#[derive(Deserialize)]
struct About {
    game: u64,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines, ChoicesError> {
        let file = File::open(path).map_err(|source| ChoicesError::Unreadable { path: path.to_owned(), source })?;
        Ok(Lines { path: path.to_owned(), file: BufReader::new(file), line: 0 })
    }

    /// The next line with its game; `None` at the end.
    fn next(&mut self) -> Result<Option<(u64, Vec<u8>)>, ChoicesError> {
        let mut text = Vec::new();
        let unreadable = |source| ChoicesError::Unreadable { path: self.path.clone(), source };
        let read = self.file.by_ref().take(LINE_BYTES + 1).read_until(b'\n', &mut text).map_err(unreadable)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        if read as u64 > LINE_BYTES {
            return Err(self.wrong(1, format!("it has more than {LINE_BYTES} bytes")));
        }
        let about: About = serde_json::from_slice(&text).map_err(|error| self.no_line(&error))?;
        Ok(Some((about.game, text)))
    }

    fn wrong(&self, column: usize, why: String) -> ChoicesError {
        ChoicesError::Line { path: self.path.clone(), line: self.line, column, why }
    }

    fn no_line(&self, error: &serde_json::Error) -> ChoicesError {
        self.wrong(error.column().max(1), without_place(error))
    }
}

/// The lines about that game.
///
/// # Errors
/// When the file can't be read, a line is no line of such a file, or one is missing between two others.
pub fn read_choices(path: &Path, game: u64) -> Result<Vec<ChoiceRow>, ChoicesError> {
    let mut lines = Lines::open(path)?;
    let mut rows: Vec<ChoiceRow> = Vec::new();
    while let Some((about, text)) = lines.next()? {
        if about > game {
            break;
        }
        if about == game {
            let row: ChoiceRow = serde_json::from_slice(&text).map_err(|error| lines.no_line(&error))?;
            follows(&rows, &row, &lines)?;
            rows.push(row);
        }
    }
    Ok(rows)
}

/// A seat begins by sitting down, and its answers are numbered without a gap.
fn follows(rows: &[ChoiceRow], row: &ChoiceRow, lines: &Lines) -> Result<(), ChoicesError> {
    let of_seat = || rows.iter().filter(|other| other.seat == row.seat);
    let asked = of_seat().filter(|other| other.given.at == Moment::Ask).count();
    let (at, number) = (row.given.at, row.given.number);
    let expected = match (of_seat().next(), at) {
        (None, _) => (at != Moment::Seated).then(|| "what it wanted as it sat down".to_owned()),
        (Some(_), Moment::Ask) => (number as usize != asked).then(|| format!("its answer {asked}")),
        (Some(_), Moment::Seated) => Some(format!("its answer {asked}")),
        (Some(_), Moment::Hearing) => None,
    };
    let Some(expected) = expected else { return Ok(()) };
    let found = match at {
        Moment::Seated => "what was wanted".to_owned(),
        Moment::Ask => format!("answer {number}"),
        Moment::Hearing => format!("hearing {number}"),
    };
    let (path, line, game, seat) = (lines.path.clone(), lines.line, row.game, row.seat.to_string());
    Err(ChoicesError::Gap { path, line, game, seat, found, expected })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::record;
    use crate::study::rows::GameText;
    use std::fs;

    fn file(games: std::ops::Range<u64>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let lines = games.flat_map(|game| GameText::of(&record(3, 7, game), true).unwrap().choices);
        fs::write(folder.path().join(CHOICES), lines.collect::<Vec<u8>>()).unwrap();
        folder
    }

    #[test]
    fn lines_read_back_as_they_were_written() {
        let folder = file(0..9);
        let path = folder.path().join(CHOICES);
        assert_eq!(read_choices(&path, 5).unwrap(), record(3, 7, 5).choices);
        let text = fs::read_to_string(&path).unwrap();
        let first = r#"{"game":1,"seat":"A","at":"seated","number":0,"wants":"#;
        assert!(text.starts_with(first), "{text}");
        let reply =
            r#"{"game":2,"seat":"A","at":"ask","number":0,"kind":"mode","reply":{"choice":{"number":0},"spent":1}}"#;
        assert!(text.lines().any(|line| line == reply), "{text}");
    }

    #[test]
    fn what_is_missing_or_no_line_is_told_with_its_place() {
        let folder = file(0..9);
        let path = folder.path().join(CHOICES);
        let told = |game| read_choices(&path, game).unwrap_err().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let without = |nth: usize| {
            let lines = text.lines().enumerate().filter(|(at, _)| *at != nth);
            fs::write(&path, lines.map(|(_, line)| format!("{line}\n")).collect::<String>()).unwrap();
        };
        without(1);
        assert!(
            told(2)
                .ends_with("choices.jsonl:2: found answer 0 of `A` in game 2, expected what it wanted as it sat down")
        );
        assert!(read_choices(&path, 1).is_ok());
        fs::write(&path, text.replacen("\"number\":0", "\"number\":zero", 2)).unwrap();
        let first = text.find("\"number\":0").unwrap() + "\"number\":".len() + 1;
        let no_value = format!("choices.jsonl:1:{first}: not a line of choices.jsonl: expected value");
        assert!(told(2).ends_with(&no_value), "{}", told(2));
        fs::write(&path, b"\xff\n").unwrap();
        assert!(told(2).contains("choices.jsonl:1:1: not a line of choices.jsonl: "), "{}", told(2));
        // Cut inside a character, which is no fault of the line's.
        fs::write(&path, " ".repeat(LINE_BYTES as usize) + "é\n").unwrap();
        assert!(told(2).ends_with(&format!("it has more than {LINE_BYTES} bytes")), "{}", told(2));
        fs::remove_file(&path).unwrap();
        assert!(told(2).starts_with("cannot read `"));
    }
}
