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
mod xml;

pub use format::ListFormat;
pub use print::Printed;
pub use section::Zone;

use std::ops::Range;

use crate::cards::source::{Diagnostic, Diagnostics, Source};

use line::Line;

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
        let (list, mut faults) = match source.text.trim_start_matches('\u{feff}').trim_start().chars().next() {
            Some('<') => xml::read(source),
            Some('{' | '"') => json::read(source),
            _ => DeckList::read_text(source),
        };
        if faults.is_empty() && list.entries.is_empty() {
            let expected = match list.format {
                ListFormat::Dek => "elements such as `<Cards Quantity=\"1\" Name=\"Sol Ring\"/>`",
                ListFormat::Cockatrice => "elements such as `<card number=\"1\" name=\"Sol Ring\"/>` in a `<zone>`",
                ListFormat::MoxfieldJson => "cards in `mainboard`",
                ListFormat::ArchidektJson => "cards in `cards`",
                ListFormat::MtgJson => "cards in `mainBoard`",
                _ => "lines such as `1 Sol Ring`",
            };
            faults.push(source.complain_whole(format!("found no cards, expected {expected}")));
        }
        (list, faults)
    }

    fn read_text(source: &Source) -> (DeckList, Vec<Diagnostic>) {
        let mut reader = Reader::default();
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
struct Reader {
    list: DeckList,
    zone: Zone,
    group: usize,
    /// A metadata section gives names and remarks, not cards.
    metadata: bool,
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn line(&mut self, source: &Source, raw: &str, start: usize) {
        match line::read(raw, self.metadata) {
            Ok(Line::Blank) => self.blank(),
            Ok(Line::Comment) => {}
            Ok(Line::Name(name)) => self.list.name = Some(name),
            Ok(Line::Metadata) => (self.metadata, self.list.sectioned) = (true, true),
            Ok(Line::Section(zone)) => {
                (self.metadata, self.list.sectioned, self.zone) = (false, true, zone);
            }
            Ok(Line::Card(card)) => self.list.entries.push(Entry {
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
            self.group += 1;
        }
        let within = self.list.entries.last().is_some_and(|e| e.zone == self.zone);
        if within && matches!(self.zone, Zone::Commander | Zone::Companion) {
            self.zone = Zone::Main;
        }
    }
}

/// A name with its parts a single space from each other.
fn clean(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
