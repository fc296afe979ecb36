//! Every limit on what users give, in one place; `docs/limits.md` lists them.
//!
//! A file that goes over one of them is refused with a message and exit code 2; a game that does ends as `stalled`, with its cause.
//! The limits are far above anything that a deck, a study or a case needs. What keeps to them can't exhaust memory or the stack.

use std::fmt;

use super::source::{Diagnostics, Source};

// ---- files ----

/// The most bytes of a file: scenarios, cards, deck lists.
pub const FILE_BYTES: u64 = 16 << 20;

/// The most bytes of a file of card facts, which are read one by one: all cards there are, in all their printings.
pub const FACTS_BYTES: u64 = 4 << 30;

/// The most bytes of one card in a file of facts.
pub const FACT_BYTES: u64 = 1 << 20;

/// The most bytes of a line of a scenario, a card file or a deck list; JSON and XML need no lines.
pub const LINE_BYTES: usize = 64 << 10;

/// Tables and lists within each other: the TOML reader's own limit.
pub const NESTING: usize = 80;

/// The most elements of a list of a scenario: seats, scripts, cards on the battlefield, expectations.
pub const ELEMENTS: usize = 20_000;

/// The most lines with cards of a deck list.
pub const DECK_LINES: usize = 10_000;

/// The most cards of a deck.
pub const DECK_CARDS: usize = 1000;

/// The most copies of one card that a line of a deck list can ask for.
pub const COPIES: u16 = 999;

/// The most cards that the prepared zones of one seat have together.
pub const BOARD_CARDS: usize = 1000;

// ---- cards ----

/// The most cards and tokens of one card file.
pub const ENTRIES: usize = 20_000;

/// The most instructions of one entry, or of one `do` of a script, those within others included.
pub const INSTRUCTIONS: usize = 1000;

/// The most abilities of a card.
pub const ABILITIES: usize = 100;

/// The most words of an amount, a condition, a filter or a cost.
pub const WORDS: usize = 256;

/// The greatest number that a card or a script can say.
pub const NUMBER: i32 = 100_000;

/// The greatest number that an amount comes to while a game is played: what is more counts as this.
pub const AMOUNT: i32 = 1_000_000;

/// The most entries of each kind in the catalog, instructions apart: cards, abilities, filters, subtypes and so on.
pub const CATALOG: usize = u16::MAX as usize;

/// The most instructions in the catalog, those of all entries together.
pub const CATALOG_INSTRUCTIONS: usize = 1 << 20;

// ---- settings ----

/// The greatest `max_turns`.
pub const MAX_TURNS: u32 = 10_000;

/// The greatest `max_decisions_per_turn`.
pub const MAX_DECISIONS_PER_TURN: u32 = 100_000;

/// The greatest life total that can be written.
pub const LIFE: i32 = 1_000_000;

/// The most games of a run, each of which has a stream of dice of its own.
pub const GAMES: u64 = 1 << 53;

/// The most threads.
pub const THREADS: usize = 1024;

/// The furthest that one command of a walk through a game goes, in decisions, steps or turns.
pub const WALK: u32 = 1_000_000;

// ---- what is said ----

/// So many faults of one file are noted; what has more of them is no such file, or was made by a program.
pub const FAULTS: usize = 1000;

/// So many problems are listed; nobody reads more before mending some.
pub const LISTED_FAULTS: usize = 20;

/// Errors of syntax that are told of: a file of another kind is one in every line.
pub const SYNTAX_ERRORS: usize = 5;

/// So many faults of one entry of a card file are looked for, each of which costs another reading of it.
pub const ENTRY_FAULTS: usize = 50;

/// The most names that are listed beside the one that is probably meant.
pub const SUGGESTED: usize = 12;

/// The longest word, in characters, that is looked up among the names it could be meant for.
pub const SUGGESTED_CHARS: usize = 200;

// ---- games ----

/// Permanents on the battlefield that tokens can bring it to.
pub const PERMANENTS: u32 = 1000;

/// How often one instruction does something.
pub const TIMES: i32 = 10_000;

/// Resolutions in one turn.
pub const RESOLUTIONS: u32 = 50_000;

/// Instructions performed and events in one turn.
pub const WORK: u32 = 1_000_000;

/// Triggers that wait, and spells and abilities on the stack, together.
pub const TRIGGERS: usize = 5000;

/// Everything that a position remembers: objects, counters, effects that last, triggers that are delayed, turns to come.
pub const POSITION: usize = 50_000;

/// Complains of the first line that is too long.
///
/// # Errors
/// When there is one.
pub fn lines(source: &Source) -> Result<(), Diagnostics> {
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        if line.len() > LINE_BYTES {
            let message = format!("this line has {} bytes, expected at most {LINE_BYTES}", line.len());
            return Err(source.complain(start..start, message).into());
        }
        start += line.len();
    }
    Ok(())
}

/// "found 3 seats, expected at most 2".
#[must_use]
pub fn too_many(found: impl fmt::Display, what: &str, most: impl fmt::Display) -> String {
    format!("found {found} {what}, expected at most {most}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_too_long_is_named() {
        let fits = "x".repeat(LINE_BYTES - 1) + "\n";
        assert!(lines(&Source::new("f", fits.clone() + &fits)).is_ok());
        let said = lines(&Source::new("f", format!("{fits}é\n{}", "x".repeat(LINE_BYTES + 1)))).unwrap_err();
        assert_eq!(said.to_string(), "f:3:1: this line has 65537 bytes, expected at most 65536");
    }
}
