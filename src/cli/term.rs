//! The two streams: results on standard output, everything else on standard error; and colour where it is wanted.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::ColorChoice;

use super::failure::Failure;
use crate::cards::wording::shown;

/// Writes results. Whoever stops reading ends the command quietly.
///
/// # Errors
/// When standard output refuses.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Whether a file of `--out` has a folder to be written to: a mistake to be told of before anything is played.
///
/// # Errors
/// When it has none.
pub(super) fn is_writable(out: Option<&str>) -> Result<(), Failure> {
    let folder = out.and_then(|path| Path::new(path).parent());
    match folder.filter(|folder| !(folder.as_os_str().is_empty() || folder.is_dir())) {
        None => Ok(()),
        Some(folder) => Err(Failure::Input(format!("--out: no folder `{}`", shown(&folder.display().to_string())))),
    }
}

/// Says a line, or several, on standard error; nobody listening is no reason to stop. Whatever was put into it that would move
/// the cursor is escaped, but for the colours of [`Paint`].
pub(super) fn say(text: &str) {
    let lines: Vec<String> = text.split('\n').map(plain).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// How many columns the terminal has that results go to; nothing where they go elsewhere.
pub(super) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// A line of which only our own colours reach the terminal.
fn plain(line: &str) -> String {
    let painted = line.strip_prefix("\x1b[").and_then(|rest| rest.split_once(RESET));
    match painted {
        Some((word, rest)) if word.chars().all(|c| !c.is_control()) => format!("\x1b[{word}{RESET}{}", shown(rest)),
        _ => shown(line),
    }
}

const RESET: &str = "\x1b[0m";

/// Whether a stream's words are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint(bool);

impl Paint {
    /// They are.
    pub(super) const ON: Paint = Paint(true);

    /// For standard output.
    pub(super) fn stdout(choice: ColorChoice) -> Paint {
        Paint(wanted(choice, io::stdout().is_terminal(), |name| env::var_os(name)))
    }

    /// For standard error.
    pub(super) fn stderr(choice: ColorChoice) -> Paint {
        Paint(wanted(choice, io::stderr().is_terminal(), |name| env::var_os(name)))
    }

    /// Bad news.
    pub(super) fn red(self, text: &str) -> String {
        self.coloured(text, 31)
    }

    /// Good news.
    pub(super) fn green(self, text: &str) -> String {
        self.coloured(text, 32)
    }

    /// What one looks for.
    pub(super) fn bold(self, text: &str) -> String {
        self.coloured(text, 1)
    }

    /// What one looks past.
    pub(super) fn dim(self, text: &str) -> String {
        self.coloured(text, 2)
    }

    fn coloured(self, text: &str, code: u8) -> String {
        if self.0 { format!("\x1b[{code}m{text}{RESET}") } else { text.to_owned() }
    }
}

/// What was asked for on the command line, then the customs of `CLICOLOR_FORCE`, `NO_COLOR` and `TERM`, then the stream.
fn wanted(choice: ColorChoice, terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if set("NO_COLOR") => false,
        ColorChoice::Auto if set("CLICOLOR_FORCE") => variable("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
        ColorChoice::Auto => terminal && variable("TERM").is_none_or(|value| value != "dumb"),
    }
}

/// The `--color` among raw arguments: complaints about arguments come before these are understood.
pub(super) fn color_asked(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let words: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    let after = |i: usize| words.get(i + 1).map(String::as_str);
    let values = words.iter().enumerate().filter_map(|(i, word)| match word.as_str() {
        "--color" => after(i),
        word => word.strip_prefix("--color="),
    });
    match values.reduce(|_, last| last) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customs_about_colour_are_kept() {
        let with = |choice, terminal, set: &'static [(&str, &str)]| {
            wanted(choice, terminal, |name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
        };
        let auto = |terminal, set| with(ColorChoice::Auto, terminal, set);
        assert!(auto(true, &[]) && !auto(false, &[]));
        assert!(!auto(true, &[("NO_COLOR", "1")]) && auto(true, &[("NO_COLOR", "")]));
        assert!(auto(false, &[("CLICOLOR_FORCE", "1")]) && !auto(true, &[("CLICOLOR_FORCE", "0")]));
        assert!(!auto(true, &[("TERM", "dumb")]));
        assert!(with(ColorChoice::Always, false, &[("NO_COLOR", "1")]));
        assert!(!with(ColorChoice::Never, true, &[("CLICOLOR_FORCE", "1")]));
    }

    #[test]
    fn the_last_colour_asked_for_counts() {
        let asked = |line: &str| color_asked(line.split(' ').map(OsString::from));
        assert_eq!(asked("turnlab run --games 0"), ColorChoice::Auto);
        assert_eq!(asked("turnlab run --color never"), ColorChoice::Never);
        assert_eq!(asked("turnlab --color=never run --color always"), ColorChoice::Always);
    }

    #[test]
    fn only_our_own_colours_reach_a_terminal() {
        let red = Paint(true).red("error:");
        assert_eq!(plain(&format!("{red} a\x1b[2Jb")), format!("{red} a\\u{{1b}}[2Jb"));
        assert_eq!(plain("\x1b[2J\r\x1b[0m"), "\\u{1b}[2J\\r\\u{1b}[0m");
    }

    #[test]
    fn paint_is_laid_on_or_not() {
        assert_eq!(Paint(false).red("no"), "no");
        assert_eq!(
            (Paint(true).red("no"), Paint(true).green("yes")),
            ("\x1b[31mno\x1b[0m".into(), "\x1b[32myes\x1b[0m".into())
        );
    }
}
