//! How a command ends when it does not end well, and the exit code that says so.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use super::term::{self, Paint};
use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics, Level};
use crate::cards::wording::{counted, message, shown, system_words};

/// The exit code of an interrupted command.
pub(super) const INTERRUPTED: u8 = 130;

/// So many files have a line of their own that counts their problems.
const FILES: usize = 3;

/// Where the cards that are not known are told in full.
const COVERAGE: &str = "help: `turnlab cards --deck LIST` names the cards that are not known";

/// What to do about cards that are not known.
pub(super) const STAND_INS: &str = "\
help: `--card-facts FILE` plays those as printed whose rules text in FILE is understood; with `--allow-unknown blank` the
      others are their printed bodies in FILE, or spells and lands that do nothing else
help: FILE is a table or JSON of card objects, such as Scryfall's bulk data";

/// Why a command did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// What the user typed is wrong.
    #[error("{0}")]
    Input(String),
    /// What the user's files hold is wrong.
    #[error(transparent)]
    Files(#[from] Diagnostics),
    /// It began, and could not be finished.
    #[error("{0}")]
    Broken(String),
    /// A difference was found; it has been shown.
    #[error("a difference was found")]
    Differs,
    /// The user stopped it; what can be done about it has been shown.
    #[error("interrupted")]
    Interrupted,
    /// Results could not be written to standard output.
    #[error("cannot write the results")]
    Output(#[from] io::Error),
}

impl Failure {
    /// What the user typed is wrong, for that reason.
    pub(super) fn input(error: &(dyn Error + 'static)) -> Failure {
        Failure::Input(chain(error))
    }

    /// It began, and could not be finished for that reason.
    pub(super) fn broken(error: &(dyn Error + 'static)) -> Failure {
        Failure::Broken(chain(error))
    }

    /// Says on standard error what is to be said, and gives the exit code.
    pub(super) fn report(&self, paint: Paint) -> ExitCode {
        match self {
            Failure::Input(message) | Failure::Broken(message) => complain(paint, message),
            Failure::Files(Diagnostics(all)) => complain_of_files(paint, all),
            Failure::Output(error) if error.kind() != io::ErrorKind::BrokenPipe => complain(paint, &chain(self)),
            Failure::Output(_) | Failure::Differs | Failure::Interrupted => {}
        }
        ExitCode::from(self.code())
    }

    /// The exit code; a reader who has seen enough is no failure.
    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) | Failure::Files(_) => 2,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Broken(_) | Failure::Differs | Failure::Output(_) => 1,
            Failure::Interrupted => INTERRUPTED,
        }
    }
}

fn complain(paint: Paint, text: &str) {
    term::say(&format!("{} {}", paint.red("error:"), message(text)));
}

/// The first problems, how many there are in which file, how much of which deck is known, and what to do about the rest.
fn complain_of_files(paint: Paint, all: &[Diagnostic]) {
    let of = |level: Level| all.iter().filter(move |found| found.level == level);
    let (errors, coverage): (Vec<_>, Vec<_>) = (of(Level::Error).collect(), of(Level::Coverage).collect());
    errors.iter().take(limits::LISTED_FAULTS).for_each(|error| complain(paint, &error.to_string()));
    match of(Level::Rest).next() {
        Some(rest) => complain(paint, &rest.to_string()),
        None => summed_up(&errors).iter().for_each(|line| term::say(line)),
    }
    coverage.iter().take(limits::LISTED_FAULTS).for_each(|found| term::say(&format!("note: {found}")));
    if !coverage.is_empty() {
        term::say(COVERAGE);
        term::say(STAND_INS);
    }
}

/// `2 problems in deck.txt`, for each file; nothing of a single problem, which has been told.
fn summed_up(errors: &[&Diagnostic]) -> Vec<String> {
    let mut files: Vec<(&str, usize)> = Vec::new();
    for error in errors {
        match files.iter_mut().find(|(file, _)| *file == error.file) {
            Some((_, count)) => *count += 1,
            None => files.push((&error.file, 1)),
        }
    }
    let problems = |count: usize| match count {
        limits::FAULTS.. => format!("{} problems or more", limits::FAULTS),
        count => counted(count, "problem", "problems"),
    };
    let mut lines: Vec<String> = match files.len() {
        0..=FILES if errors.len() > 1 => {
            files.iter().map(|(file, count)| format!("{} in {}", problems(*count), shown(file))).collect()
        }
        0..=FILES => Vec::new(),
        many => vec![format!("{} in {many} files", problems(errors.len()))],
    };
    if let Some(last) = lines.last_mut().filter(|_| errors.len() > limits::LISTED_FAULTS) {
        *last = format!("{last}; the first {} are listed", limits::LISTED_FAULTS);
    }
    lines
}

/// An error and its causes in one line.
pub(super) fn chain(error: &(dyn Error + 'static)) -> String {
    let words = |error: &(dyn Error + 'static)| match error.downcast_ref() {
        Some(error) => system_words(error),
        None => error.to_string(),
    };
    let mut text = words(error);
    let mut cause = error.source();
    while let Some(error) = cause {
        // A transparent error says the same as its cause.
        let words = words(error);
        if !text.ends_with(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::source::Source;

    #[test]
    fn every_failure_has_its_exit_code() {
        let file = Source::new("f", "").complain_whole("wrong");
        let output = |kind: io::ErrorKind| Failure::Output(kind.into());
        let coded = [
            (Failure::Input(String::new()), 2),
            (Failure::Files(file.into()), 2),
            (Failure::Broken(String::new()), 1),
            (Failure::Differs, 1),
            (Failure::Interrupted, 130),
            (output(io::ErrorKind::StorageFull), 1),
            (output(io::ErrorKind::BrokenPipe), 0),
        ];
        for (failure, code) in coded {
            assert_eq!(failure.code(), code, "{failure}");
        }
    }

    #[test]
    fn problems_are_summed_up_by_file() {
        let of = |files: &[(&str, usize)]| {
            let one = |file: &&str| Source::new(*file, "").complain_whole("wrong");
            let all: Vec<_> = files.iter().flat_map(|(file, n)| std::iter::repeat_n(file, *n)).map(one).collect();
            summed_up(&all.iter().collect::<Vec<_>>())
        };
        assert!(of(&[]).is_empty() && of(&[("a", 1)]).is_empty());
        assert_eq!(of(&[("a", 2)]), ["2 problems in a"]);
        assert_eq!(of(&[("a", 1), ("b\u{1b}", 3)]), ["1 problem in a", "3 problems in b\\u{1b}"]);
        assert_eq!(of(&[("a", 20)]), ["20 problems in a"]);
        assert_eq!(of(&[("a", 21)]), ["21 problems in a; the first 20 are listed"]);
        assert_eq!(of(&[("a", 1000)]), ["1000 problems or more in a; the first 20 are listed"]);
        assert_eq!(of(&["a", "b", "c", "d"].map(|file| (file, 1))), ["4 problems in 4 files"]);
    }

    #[test]
    fn causes_are_told_in_one_line_and_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("cannot write `x`")]
        struct Outer(#[source] io::Error);
        #[derive(Debug, thiserror::Error)]
        #[error(transparent)]
        struct Same(#[from] Outer);
        let error = Same(Outer(io::Error::other("the disk is full")));
        assert_eq!(chain(&error), "cannot write `x`: the disk is full");
        assert!(!chain(&Outer(io::Error::from_raw_os_error(2))).contains("os error"));
    }
}
