//! Lines on a page: indented, wrapped where there is a margin, coloured where somebody paints.

use std::io::{self, Write};

use crate::turn::SeatSet;

/// What a line is, for those who paint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// The heading of a turn, or of one that is not taken.
    Turn,
    /// The heading of a step, and what stands below the heading of a turn.
    Aside,
    /// Somebody leaves the game.
    Loss,
    /// The end of the game.
    End,
    /// Anything else.
    Plain,
}

/// How pages look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Where lines are wrapped; nothing where they go on.
    pub width: Option<usize>,
    /// Lays colour on a line of that kind.
    pub paint: fn(Tint, &str) -> String,
}

impl Default for Look {
    /// Plain text with lines as long as they are.
    fn default() -> Look {
        Look { width: None, paint: |_, text| text.to_owned() }
    }
}

/// A line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// 0 for turns, 1 for what happens between steps, 2 for what happens in one, more for what comes of something else.
    pub(super) depth: usize,
    pub(super) text: String,
    pub(super) tint: Tint,
    /// Whom it is about.
    pub(super) about: SeatSet,
}

/// Columns by which each depth is indented.
const INDENT: usize = 2;

/// Deeper than this nothing is indented further.
const DEEPEST: usize = 8;

/// The least room that wrapped lines have, however deep they are.
const NARROWEST: usize = 24;

impl Look {
    /// Writes a line: where it is wrapped, what follows hangs two depths below.
    pub(super) fn write(&self, line: &Line, out: &mut impl Write) -> io::Result<()> {
        let indent = INDENT * line.depth.min(DEEPEST);
        let hanging = indent + 2 * INDENT;
        let rows = match self.width {
            None => vec![line.text.as_str()],
            Some(width) => wrapped(&line.text, width.saturating_sub(indent), width.saturating_sub(hanging)),
        };
        for (nth, row) in rows.iter().enumerate() {
            let indent = if nth == 0 { indent } else { hanging };
            writeln!(out, "{:indent$}{}", "", (self.paint)(line.tint, row))?;
        }
        Ok(())
    }
}

/// The text in rows of at most so many characters, the first one and the others, broken at spaces.
fn wrapped(text: &str, first: usize, others: usize) -> Vec<&str> {
    let (mut rows, mut rest, mut room) = (Vec::new(), text, first.max(NARROWEST));
    while let Some(end) = rest.char_indices().nth(room).map(|(at, _)| at) {
        // A space just behind the row ends it as well as one within.
        let within = rest.get(..end + 1).unwrap_or(&rest[..end]);
        let Some(space) = within.rfind(' ').filter(|at| *at > 0).or_else(|| rest.find(' ')) else { break };
        rows.push(&rest[..space]);
        (rest, room) = (rest[space..].trim_start(), others.max(NARROWEST));
    }
    if !rest.is_empty() || rows.is_empty() {
        rows.push(rest);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: Option<usize>, depth: usize, text: &str) -> String {
        let mut out = Vec::new();
        let line = Line { depth, text: text.to_owned(), tint: Tint::Plain, about: SeatSet::EMPTY };
        Look { width, ..Look::default() }.write(&line, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_indented_and_wrapped_at_spaces() {
        let text = "Talrand casts Time Warp -> Goreclaw, who has waited for it";
        assert_eq!(written(None, 2, text), format!("    {text}\n"));
        assert_eq!(written(Some(80), 0, text), format!("{text}\n"));
        let rows = "    Talrand casts Time Warp -> Goreclaw,\n        who has waited for it\n";
        assert_eq!(written(Some(40), 2, text), rows);
        assert_eq!(written(Some(41), 2, text), rows, "a space at the margin breaks a row and takes no room in it");
    }

    #[test]
    fn what_cannot_be_wrapped_stays_whole() {
        let word = "x".repeat(60);
        assert_eq!(written(Some(40), 1, &word), format!("  {word}\n"));
        assert_eq!(written(Some(40), 1, &format!("{word} y")), format!("  {word}\n      y\n"));
        assert_eq!(written(Some(5), 40, "a b"), format!("{}a b\n", " ".repeat(16)), "neither is a narrow page filled");
        assert_eq!(written(Some(30), 1, ""), "  \n");
        assert!(wrapped(&"é ".repeat(60), 20, 20).iter().all(|row| row.chars().count() <= NARROWEST));
    }
}
