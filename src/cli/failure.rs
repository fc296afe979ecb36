//! How a command ends when it does not end well, and the exit code that says so.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use super::term::{self, Paint};
use crate::cards::source::Diagnostics;

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
            Failure::Input(message) => self.complain(paint, [message]),
            Failure::Files(Diagnostics(all)) => self.complain(paint, all),
            Failure::Broken(message) => self.complain(paint, [message]),
            Failure::Output(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.complain(paint, [chain(self)]);
            }
            Failure::Output(_) | Failure::Differs | Failure::Interrupted => {}
        }
        ExitCode::from(self.code())
    }

    fn complain<M: std::fmt::Display>(&self, paint: Paint, messages: impl IntoIterator<Item = M>) {
        for message in messages {
            term::say(&format!("{} {message}", paint.red("error:")));
        }
    }

    /// The exit code; a reader who has seen enough is no failure.
    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) | Failure::Files(_) => 2,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Broken(_) | Failure::Differs | Failure::Output(_) => 1,
            Failure::Interrupted => 130,
        }
    }
}

/// An error and its causes in one line.
pub(super) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        // A transparent error says the same as its cause.
        let words = error.to_string();
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
    fn causes_are_told_in_one_line_and_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("cannot write `x`")]
        struct Outer(#[source] io::Error);
        #[derive(Debug, thiserror::Error)]
        #[error(transparent)]
        struct Same(#[from] Outer);
        let error = Same(Outer(io::Error::other("the disk is full")));
        assert_eq!(chain(&error), "cannot write `x`: the disk is full");
    }
}
