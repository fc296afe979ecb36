//! Deck lists as people export them: plain text, Arena, MTGO text, Moxfield, Archidekt, MTGGoldfish, TappedOut, Forge.
//!
//! They share one grammar of lines, so one reader takes them all: sections, comments, counts, names, and marks behind
//! the name. Nothing here knows which cards exist; [`Deck`](super::Deck) decides that.

mod line;
mod print;
mod section;

pub use section::Zone;

use std::ops::Range;

use crate::cards::source::{Diagnostic, Diagnostics, Source};

use line::Line;

/// A deck list as written: names not looked up, no rule applied.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckList {
    /// What the list calls itself.
    pub name: Option<String>,
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
    /// Which run of lines between blank lines it stands in, from 0.
    pub group: usize,
    /// The bytes of the name in its file.
    pub span: Range<usize>,
}

impl DeckList {
    /// Reads a deck list in any of the text formats.
    ///
    /// # Errors
    /// Every line that is not of the grammar, or one complaint about a file of another kind (XML, JSON, nothing at all).
    pub fn parse(source: &Source) -> Result<DeckList, Diagnostics> {
        if let Some(complaint) = foreign(source) {
            return Err(complaint.into());
        }
        let mut reader = Reader::default();
        let mut start = 0;
        for raw in source.text.split_inclusive('\n') {
            reader.line(source, raw, start);
            start += raw.len();
        }
        if reader.faults.is_empty() && reader.list.entries.is_empty() {
            reader.faults.push(source.complain_whole("found no cards, expected lines such as `1 Sol Ring`"));
        }
        if reader.faults.is_empty() { Ok(reader.list) } else { Err(Diagnostics(reader.faults)) }
    }

    /// How many cards that zone has.
    #[must_use]
    pub fn count(&self, zone: Zone) -> usize {
        self.entries.iter().filter(|e| e.zone == zone).map(|e| usize::from(e.count)).sum()
    }
}

/// A file that is no text list at all.
fn foreign(source: &Source) -> Option<Diagnostic> {
    let kind = match source.text.trim_start_matches('\u{feff}').trim_start().chars().next() {
        Some('<') => "XML (an MTGO .dek or Cockatrice .cod file?)",
        Some('{') => "JSON",
        _ => return None,
    };
    Some(source.complain(0..0, format!("found {kind}, expected a deck list as text")))
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

#[cfg(test)]
mod tests;
