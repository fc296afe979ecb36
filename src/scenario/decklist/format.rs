//! Whose habits a deck list follows.

use std::fmt;

use super::line;

/// The formats of deck lists. All of them are read, and all but the JSON of sites, which no program imports, are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ListFormat {
    /// Counts and names, with section headers where there are any.
    #[default]
    Plain,
    /// Magic: The Gathering Arena: section headers, set and number behind the name.
    Arena,
    /// Text of Magic Online: no headers, a blank line before what stands apart, one slash in split names.
    Mtgo,
    /// `.dek` of Magic Online: XML.
    Dek,
    /// Moxfield: set, number, `*F*` and `*CMDR*` behind the name.
    Moxfield,
    /// Archidekt: counts with an `x`, categories in brackets behind the name.
    Archidekt,
    /// `.dck` of Forge: sections in brackets, `name|SET|art`.
    Forge,
    /// `.dck` of XMage: `[SET:number]` before the name, the commander in the sideboard.
    XMage,
    /// `.cod` of Cockatrice: XML.
    Cockatrice,
    /// A deck as Moxfield answers with it: JSON, boards of cards.
    MoxfieldJson,
    /// A deck as Archidekt answers with it: JSON, cards with categories.
    ArchidektJson,
    /// A deck file of MTGJSON: lists of cards by board.
    MtgJson,
    /// A table with a header, as collection managers export it: commas, semicolons or tabs.
    Table,
}

impl ListFormat {
    /// All formats.
    pub const ALL: [ListFormat; 13] = [
        ListFormat::Plain,
        ListFormat::Arena,
        ListFormat::Mtgo,
        ListFormat::Dek,
        ListFormat::Moxfield,
        ListFormat::Archidekt,
        ListFormat::Forge,
        ListFormat::XMage,
        ListFormat::Cockatrice,
        ListFormat::MoxfieldJson,
        ListFormat::ArchidektJson,
        ListFormat::MtgJson,
        ListFormat::Table,
    ];

    /// The format that the lines of a text look most like.
    pub(super) fn of_text(text: &str) -> ListFormat {
        let lines: Vec<&str> = text.lines().map(|l| l.trim_start_matches('\u{feff}').trim()).collect();
        let any = |is: fn(&str) -> bool| lines.iter().any(|line| is(line));
        if any(is_xmage) {
            ListFormat::XMage
        } else if any(is_forge) {
            ListFormat::Forge
        } else if any(is_archidekt) {
            ListFormat::Archidekt
        } else if any(is_moxfield) {
            ListFormat::Moxfield
        } else if any(has_set_and_number) {
            // Both write sets and numbers; only Arena sets its main deck under a header.
            if any(is_deck_header) { ListFormat::Arena } else { ListFormat::Moxfield }
        } else if is_mtgo(&lines) {
            ListFormat::Mtgo
        } else {
            ListFormat::Plain
        }
    }
}

impl fmt::Display for ListFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ListFormat::Plain => "plain text",
            ListFormat::Arena => "Arena",
            ListFormat::Mtgo => "MTGO text",
            ListFormat::Dek => "MTGO .dek",
            ListFormat::Moxfield => "Moxfield",
            ListFormat::Archidekt => "Archidekt",
            ListFormat::Forge => "Forge .dck",
            ListFormat::XMage => "XMage .dck",
            ListFormat::Cockatrice => "Cockatrice .cod",
            ListFormat::MoxfieldJson => "Moxfield JSON",
            ListFormat::ArchidektJson => "Archidekt JSON",
            ListFormat::MtgJson => "MTGJSON",
            ListFormat::Table => "a table",
        })
    }
}

/// A line without its count, if it has one.
fn behind_count(line: &str) -> Option<&str> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = line[digits..].strip_prefix(['x', 'X']).unwrap_or(&line[digits..]);
    (digits > 0 && rest.starts_with(' ')).then(|| rest.trim_start())
}

fn is_xmage(line: &str) -> bool {
    let rest = line.strip_prefix("SB:").unwrap_or(line).trim_start();
    line.starts_with("LAYOUT ") || behind_count(rest).is_some_and(line::is_of_xmage)
}

fn is_forge(line: &str) -> bool {
    let sections = ["[metadata]", "[commander]", "[main]", "[sideboard]"];
    sections.contains(&line.to_lowercase().as_str()) || behind_count(line).is_some_and(|name| name.contains('|'))
}

fn is_archidekt(line: &str) -> bool {
    let Some((name, marks)) = behind_count(line).and_then(|rest| rest.split_once(" (")) else { return false };
    let is_lower = |set: &str| !set.is_empty() && set.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let lower = marks.split_once(')').is_some_and(|(set, _)| is_lower(set));
    let is_x = line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('x');
    !name.is_empty() && ((is_x && lower) || marks.trim_end().ends_with([']', '^']))
}

fn is_moxfield(line: &str) -> bool {
    let marks = ["*CMDR*", "*F*", "*E*"];
    line == "SIDEBOARD:" || (has_set_and_number(line) && marks.iter().any(|mark| line.ends_with(mark)))
}

/// `name (SET) 27`.
fn has_set_and_number(line: &str) -> bool {
    let Some((_, marks)) = behind_count(line).and_then(|rest| rest.rsplit_once(" (")) else { return false };
    marks.split_once(')').is_some_and(|(set, number)| line::is_set(set) && !number.trim().is_empty())
}

fn is_deck_header(line: &str) -> bool {
    matches!(line, "Deck" | "Commander" | "Companion" | "About")
}

/// Nothing but counts and names, with one blank line between two runs of them.
fn is_mtgo(lines: &[&str]) -> bool {
    let text: Vec<&str> = lines.iter().copied().skip_while(|l| l.is_empty()).collect();
    let end = text.iter().rposition(|l| !l.is_empty()).map_or(0, |last| last + 1);
    let mut groups = text[..end].split(|line| line.is_empty()).filter(|group| !group.is_empty());
    let is_cards = |group: Option<&[&str]>| group.is_some_and(|g| g.iter().all(|line| behind_count(line).is_some()));
    is_cards(groups.next()) && is_cards(groups.next()) && groups.next().is_none()
}
