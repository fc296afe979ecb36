//! Deck lists as people export them: plain text, Arena, MTGO, Moxfield, Archidekt, Forge, XMage, Cockatrice, MTGJSON, and the
//! sites whose lines are like one of theirs.
//!
//! The text formats share one grammar of lines, so one reader takes them all: sections, comments, counts, names, and marks
//! around the name. Nothing here knows which cards exist; [`Deck`](super::Deck) decides that.

mod format;
mod json;
mod line;
mod print;
mod section;
mod table;
mod xml;

pub use format::ListFormat;
pub use print::Printed;
pub use section::Zone;

use std::ops::Range;

use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics, Source};
use crate::cards::wording::{is_unseen, quoted};

use line::Line;

/// Cards of one name in a line of a list, at most.
pub(in crate::scenario) const MOST: u16 = 999;

/// A deck list as written: names not looked up, no rule applied.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckList {
    /// Whose habits the file follows.
    pub format: ListFormat,
    /// What the list calls itself.
    pub name: Option<String>,
    /// The card that a picture shows: by habit the commander, where a format has no other word for it.
    pub banner: Option<String>,
    /// Its lines with cards, in order.
    pub entries: Vec<Entry>,
    /// Whether a section header was found; without one, blank lines may mean something.
    pub sectioned: bool,
}

/// One line of a deck list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where the cards belong.
    pub zone: Zone,
    /// How many, 1 to 999.
    pub count: u16,
    /// The name as written, without set, number and marks.
    pub name: String,
    /// Which printing.
    pub printing: Printing,
    /// Which run of lines between blank lines it stands in, from 0.
    pub group: usize,
    /// The bytes of the name in its file.
    pub span: Range<usize>,
    /// What else its line and the lines around it tell.
    pub hints: Hints,
}

/// What a line of a deck list tells beside its card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// It does not say how many, so that it may be no card but a heading.
    pub uncounted: bool,
    /// A mark of its own says where it belongs, not the header above it.
    pub marked: bool,
    /// The list has it among the lands.
    pub land: bool,
    /// Beneath which header it stands, counted from 1; 0 above the first.
    pub section: usize,
}

/// Which printing of a card a list means; no rule asks for it, converted lists keep it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Printing {
    /// The set's code in capitals.
    pub set: Option<String>,
    /// The collector's number, which need not be one: `12a`, `245★`.
    pub number: Option<String>,
    /// Foil or etched.
    pub foil: bool,
}

impl DeckList {
    /// Reads a deck list in any of the formats.
    ///
    /// # Errors
    /// Every line or element that is not of the grammar, or one complaint about a file of another kind (nothing at all).
    pub fn parse(source: &Source) -> Result<DeckList, Diagnostics> {
        let (list, faults) = DeckList::read(source);
        if faults.is_empty() { Ok(list) } else { Err(Diagnostics(faults)) }
    }

    /// Reads a deck list as far as it can be read, and says what could not be.
    pub(super) fn read(source: &Source) -> (DeckList, Vec<Diagnostic>) {
        // Old Macs end lines with a carriage return alone. Every byte stays in its place.
        let unix = source.has_lone_returns().then(|| Source::new(&*source.name, with_feeds(&source.text)));
        let source = unix.as_ref().unwrap_or(source);
        let text = source.text.trim_start_matches('\u{feff}').trim_start();
        let (mut list, mut faults) = match (table::separator(text), text.chars().next()) {
            (Some(separator), _) => match limits::lines(source) {
                Ok(()) => table::read(source, separator),
                Err(Diagnostics(faults)) => return (DeckList::default(), faults),
            },
            (None, _) if table::beginning(&source.text) > 0 => {
                let from = table::beginning(&source.text);
                let message = "found no column of names and of numbers, expected a header such as `Name,Count`";
                (DeckList::default(), vec![source.complain(from..from, message.to_owned())])
            }
            (None, _) if table::without_counts(text).is_some() => {
                let header = quoted(table::without_counts(text).unwrap_or_default());
                let from = source.text.len() - text.len();
                let expected = "expected one called `count`, `quantity`, `qty` or `amount`";
                let message = format!("found the header {header} without a column of numbers, {expected}");
                (DeckList::default(), vec![source.complain(from..from, message)])
            }
            (None, Some('<')) => xml::read(source),
            (None, Some('{' | '"')) => json::read(source),
            (None, _) => DeckList::read_text(source),
        };
        if faults.is_empty() && list.entries.is_empty() {
            let expected = match list.format {
                ListFormat::Dek => "elements such as `<Cards Quantity=\"1\" Name=\"Sol Ring\"/>`",
                ListFormat::Cockatrice => "elements such as `<card number=\"1\" name=\"Sol Ring\"/>` in a `<zone>`",
                ListFormat::MoxfieldJson => "cards in `mainboard`",
                ListFormat::ArchidektJson => "cards in `cards`",
                ListFormat::MtgJson => "cards in `mainBoard`",
                ListFormat::Table => "rows below the header",
                _ => "lines such as `1 Sol Ring`",
            };
            faults.push(source.complain_whole(format!("found no cards, expected {expected}")));
        }
        if list.entries.len() + faults.len() > limits::DECK_LINES {
            let lines = list.entries.len() + faults.len();
            faults = vec![source.complain_whole(limits::too_many(lines, "lines", limits::DECK_LINES))];
            list.entries.clear();
        }
        list.name = list.name.as_deref().and_then(title);
        list.banner = list.banner.as_deref().and_then(title);
        let control = |entry: &Entry| {
            let sign = entry.name.chars().find(|c| c.is_control())?.escape_default();
            Some(source.complain(entry.span.clone(), format!("found the control character `{sign}` in a name")))
        };
        faults.extend(list.entries.iter().filter_map(control));
        faults.sort_by_key(|fault| fault.at);
        (list, faults)
    }

    fn read_text(source: &Source) -> (DeckList, Vec<Diagnostic>) {
        if let Err(Diagnostics(faults)) = limits::lines(source) {
            return (DeckList::default(), faults);
        }
        let mut reader = ListReader::default();
        reader.list.format = ListFormat::of_text(&source.text);
        let mut start = 0;
        for raw in source.text.split_inclusive('\n') {
            reader.line(source, raw, start);
            start += raw.len();
        }
        (reader.list, reader.faults)
    }

    /// How many cards that zone has.
    #[must_use]
    pub fn count(&self, zone: Zone) -> usize {
        self.entries.iter().filter(|e| e.zone == zone).map(|e| usize::from(e.count)).sum()
    }
}

/// What reading a list has found so far.
#[derive(Default)]
struct ListReader {
    list: DeckList,
    zone: Zone,
    group: usize,
    /// How many headers there were.
    section: usize,
    /// The cards here stand under a heading of lands.
    lands: bool,
    /// A metadata section gives names and remarks, not cards.
    metadata: bool,
    faults: Vec<Diagnostic>,
}

impl ListReader {
    fn line(&mut self, source: &Source, raw: &str, start: usize) {
        match line::read(raw, self.metadata) {
            Ok(Line::Blank) => self.blank(),
            Ok(Line::Comment) => {
                self.lands = false;
                self.end_short_section();
            }
            Ok(Line::Name(name)) => self.list.name = Some(name),
            Ok(Line::Metadata) => (self.metadata, self.list.sectioned) = (true, true),
            Ok(Line::Section(zone)) => {
                (self.metadata, self.list.sectioned, self.zone, self.lands) = (false, true, zone, false);
                self.section += 1;
            }
            Ok(Line::Category { lands }) => self.category(lands),
            Ok(Line::Card(card)) => self.list.entries.push(Entry {
                hints: Hints {
                    uncounted: card.uncounted,
                    marked: card.zone.is_some(),
                    land: self.lands || card.land,
                    section: self.section,
                },
                zone: card.zone.unwrap_or(self.zone),
                count: card.count,
                name: card.name,
                printing: card.printing,
                group: self.group,
                span: start + card.span.start..start + card.span.end,
            }),
            Err(fault) => {
                let span = start + fault.span.start..start + fault.span.end;
                self.faults.push(source.complain(span, fault.message));
            }
        }
    }

    /// A blank line ends a run of lines, and a section of the few cards that stand apart.
    fn blank(&mut self) {
        if self.list.entries.last().is_some_and(|e| e.group == self.group) {
            (self.group, self.lands) = (self.group + 1, false);
        }
        self.end_short_section();
    }

    /// The section of a commander or a companion ends behind its card, with whatever is no card.
    fn end_short_section(&mut self) {
        let within = self.list.entries.last().is_some_and(|e| e.zone == self.zone);
        if within && matches!(self.zone, Zone::Commander | Zone::Companion) {
            self.zone = Zone::Main;
        }
    }

    /// A kind of cards of the deck; directly under the header of another zone, one of that zone.
    fn category(&mut self, lands: bool) {
        let begun = self.list.entries.last().is_some_and(|entry| entry.hints.section == self.section);
        if begun || matches!(self.zone, Zone::Commander | Zone::Companion) {
            self.zone = Zone::Main;
        }
        (self.metadata, self.list.sectioned, self.lands) = (false, true, lands);
        self.section += 1;
    }
}

/// What a list calls itself, on one line: XML and JSON may break it, and then it would be lines of cards where it is printed.
fn title(written: &str) -> Option<String> {
    let breaks = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}');
    let one_line: String = written.replace(breaks, " ").chars().filter(|c| !c.is_control() || *c == '\t').collect();
    let title = clean(&one_line);
    (!title.is_empty()).then_some(title)
}

/// The text with a line feed in the place of every carriage return that ends a line by itself.
fn with_feeds(text: &str) -> String {
    text.split_inclusive("\r\n")
        .map(|part| match part.strip_suffix("\r\n") {
            Some(line) => line.replace('\r', "\n") + "\r\n",
            None => part.replace('\r', "\n"),
        })
        .collect()
}

/// A name with its parts a single space from each other, without marks of Unicode that nobody sees.
fn clean(name: &str) -> String {
    let seen: String = name.chars().filter(|c| c.is_control() || !is_unseen(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
