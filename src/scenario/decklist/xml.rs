//! Deck lists that are XML: `.dek` of Magic Online and `.cod` of Cockatrice.

use std::ops::Range;

use roxmltree::{Document, Error, Node, TextPos};

use crate::cards::source::{Diagnostic, Source, did_you_mean, nearest};

use super::line::{is_set, number_of};
use super::{DeckList, Entry, Hints, ListFormat, MOST, Printing, Zone, clean};

/// Reads either, with every element that says something impossible. Of a torn file the elements are read one by one, so that
/// one tear does not hide what else is wrong.
pub(super) fn read(source: &Source) -> (DeckList, Vec<Diagnostic>) {
    let text = source.text.trim_start_matches('\u{feff}');
    let offset = source.text.len() - text.len();
    let mut reader = XmlReader { source, offset, list: DeckList::default(), faults: Vec::new() };
    reader.list.sectioned = true;
    match Document::parse(text) {
        Ok(document) => {
            let root = document.root_element();
            if reader.kind(root.tag_name().name(), root.range()) {
                match reader.list.format {
                    ListFormat::Dek => reader.dek(root),
                    _ => reader.cod(root),
                }
            }
        }
        Err(Error::DtdDetected) => {
            let at = text.find("<!DOCTYPE").unwrap_or_default();
            reader.complain(at..at, "found a document type, expected a deck list, which has none".to_owned());
        }
        Err(_) => reader.torn(text),
    }
    reader.faults.sort_by_key(|fault| fault.at);
    (reader.list, reader.faults)
}

struct XmlReader<'a> {
    source: &'a Source,
    /// The bytes before the XML that is being read begins.
    offset: usize,
    list: DeckList,
    faults: Vec<Diagnostic>,
}

impl XmlReader<'_> {
    fn complain(&mut self, span: Range<usize>, message: String) {
        self.faults.push(self.source.complain(span.start + self.offset..span.end + self.offset, message));
    }

    /// Takes the root's name for the format, if it is one.
    fn kind(&mut self, root: &str, span: Range<usize>) -> bool {
        self.list.format = match root {
            "Deck" => ListFormat::Dek,
            "cockatrice_deck" => ListFormat::Cockatrice,
            other => {
                let near = did_you_mean(other, ["Deck", "cockatrice_deck"]);
                let message =
                    format!("found <{other}>, expected <Deck> (MTGO) or <cockatrice_deck> (Cockatrice){near}");
                self.complain(span, message);
                return false;
            }
        };
        true
    }

    fn dek(&mut self, root: Node<'_, '_>) {
        for node in root.children().filter(Node::is_element) {
            if node.has_tag_name("Cards") {
                self.dek_card(node);
            } else {
                self.misspelled(node, "Cards");
            }
        }
    }

    /// `<Cards CatID="1" Quantity="4" Sideboard="false" Name="Opt"/>`.
    fn dek_card(&mut self, node: Node<'_, '_>) {
        let zone = match node.attribute("Sideboard").map(str::to_lowercase).as_deref() {
            None | Some("false") => Some(Zone::Main),
            Some("true") => Some(Zone::Sideboard),
            Some(other) => {
                let span = value_span(node, "Sideboard");
                self.complain(span, format!("`Sideboard`: found `{other}`, expected `true` or `false`"));
                None
            }
        };
        self.card(node, zone, ["Quantity", "Name"], Printing::default());
    }

    fn cod(&mut self, root: Node<'_, '_>) {
        let said = |tag: &str| {
            let text = root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
            text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        (self.list.name, self.list.banner) = (said("deckname"), said("bannerCard"));
        for node in root.children().filter(Node::is_element) {
            if !node.has_tag_name("zone") {
                self.misspelled(node, "zone");
                continue;
            }
            let zone = self.zone(node);
            for card in node.children().filter(Node::is_element) {
                if card.has_tag_name("card") {
                    self.cod_card(card, zone);
                } else {
                    self.misspelled(card, "card");
                }
            }
        }
    }

    /// `<zone name="main">`.
    fn zone(&mut self, node: Node<'_, '_>) -> Option<Zone> {
        let name = node.attribute("name").unwrap_or_default();
        let zone = Zone::named(name);
        if zone.is_none() {
            let near = did_you_mean(name, ["main", "side", "tokens"]);
            let message = format!("`zone`: found `{name}`, expected `main`, `side` or `tokens`{near}");
            self.complain(value_span(node, "name"), message);
        }
        zone
    }

    /// `<card number="4" name="Opt" setShortName="XLN" collectorNumber="65"/>`.
    fn cod_card(&mut self, node: Node<'_, '_>, zone: Option<Zone>) {
        let said = |key: &str| node.attribute(key).filter(|text| !text.is_empty());
        let set = said("setShortName").filter(|set| is_set(set)).map(str::to_uppercase);
        let number = said("collectorNumber").and_then(number_of);
        self.card(node, zone, ["number", "name"], Printing { set, number, foil: false });
    }

    /// An element with a count and a name under those keys; in no known zone it is looked at, and left out.
    fn card(&mut self, node: Node<'_, '_>, zone: Option<Zone>, [count, name]: [&str; 2], printing: Printing) {
        let written = node.attribute(name).map(clean).filter(|name| !name.is_empty());
        let number = match node.attribute(count).map(|text| (text, text.trim().parse::<u16>())) {
            None => Some(1),
            Some((_, Ok(number @ 1..=MOST))) => Some(number),
            Some((text, _)) => {
                let message = format!("`{count}`: found `{text}`, expected 1 to {MOST}");
                self.complain(value_span(node, count), message);
                None
            }
        };
        let Some(written) = written else {
            let message = format!("found a card without a name, expected `{name}`");
            return self.complain(node.range(), message);
        };
        let span = value_span(node, name);
        let span = span.start + self.offset..span.end + self.offset;
        let known = zone.zip(number);
        let entry =
            |(zone, count)| Entry { zone, count, name: written, printing, group: 0, span, hints: Hints::default() };
        self.list.entries.extend(known.map(entry));
    }

    /// Other elements say what no rule asks for, but one that is nearly a card would be a card less.
    fn misspelled(&mut self, node: Node<'_, '_>, expected: &str) {
        let name = node.tag_name().name();
        if nearest(name, [expected]).is_some() {
            self.complain(node.range(), format!("found <{name}>, expected <{expected}>"));
        }
    }

    /// A file that is not well-formed: every tag by itself, then what is wrong with the whole but for those that are torn.
    fn torn(&mut self, text: &str) {
        let base = self.offset;
        let tags = tags(text);
        let mut rest = text.to_owned();
        let mut zone = None;
        for (at, tag) in tags.iter().enumerate() {
            self.offset = base + tag.start;
            if at == 0 && !self.kind(tag.name, 0..0) {
                return;
            }
            if !matches!(
                (self.list.format, tag.name),
                (ListFormat::Dek, "Cards") | (ListFormat::Cockatrice, "card" | "zone")
            ) {
                continue;
            }
            let is_torn = match Document::parse(&tag.alone()) {
                Err(error) => {
                    self.complain_of_tag(tag, &error);
                    true
                }
                Ok(document) => {
                    match tag.name {
                        "Cards" => self.dek_card(document.root_element()),
                        "card" => self.cod_card(document.root_element(), zone),
                        _ => zone = self.zone(document.root_element()),
                    }
                    tag.name != "zone" && !self.is_closed(tag, tags.get(at + 1))
                }
            };
            if is_torn {
                let blank = tag.text.split('\n').map(|line| " ".repeat(line.len())).collect::<Vec<_>>().join("\n");
                rest.replace_range(tag.start..tag.start + tag.text.len(), &blank);
            }
        }
        self.offset = base;
        if let Err(error) = Document::parse(&rest) {
            let root = tags.first().map_or("Deck", |root| root.name);
            self.complain_of_whole(&rest, text.trim_end().len(), root, &error);
        }
    }

    /// Whether a card's tag ends its element, or the next tag does.
    fn is_closed(&mut self, tag: &Tag<'_>, next: Option<&Tag<'_>>) -> bool {
        let is_closed =
            tag.text.ends_with("/>") || next.is_some_and(|next| next.name.strip_prefix('/') == Some(tag.name));
        if !is_closed {
            let end = tag.text.len() - 1;
            self.complain(end..end, format!("found `>`, expected `/>` or `</{}>`", tag.name));
        }
        is_closed
    }

    /// What the XML reader says of a tag, where it says it; of an end too early, at the end.
    fn complain_of_tag(&mut self, tag: &Tag<'_>, error: &Error) {
        match error {
            Error::UnexpectedEndOfStream | Error::NoRootNode => {
                let end = tag.text.len();
                self.complain(end..end, format!("found the end of <{}>, expected `>`", tag.name));
            }
            _ => self.complain_at_place(tag.text, error),
        }
    }

    /// The same of the whole file.
    fn complain_of_whole(&mut self, text: &str, end: usize, root: &str, error: &Error) {
        match error {
            Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
                self.complain(end..end, format!("found the end of the file, expected `</{root}>`"));
            }
            Error::NoRootNode => self.complain(end..end, "found the end of the file, expected <Deck>".to_owned()),
            _ => self.complain_at_place(text, error),
        }
    }

    fn complain_at_place(&mut self, text: &str, error: &Error) {
        let at = offset_of(text, error.pos());
        let said = error.to_string();
        let said = said.strip_suffix(&format!(" at {}", error.pos())).unwrap_or(&said);
        self.complain(at..at, format!("found something that is no XML: {said}"));
    }
}

/// A tag by itself.
struct Tag<'t> {
    /// Where it begins.
    start: usize,
    /// From its `<` to its `>`, or to the next `<` where it has none.
    text: &'t str,
    /// `Cards`, `/Deck`.
    name: &'t str,
}

impl Tag<'_> {
    /// The tag as an element that is whole without what follows it.
    fn alone(&self) -> String {
        match self.text.strip_suffix('>') {
            Some(open) if !open.ends_with('/') => format!("{open}/>"),
            _ => self.text.to_owned(),
        }
    }
}

/// The tags of a text, comments and declarations left out.
fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find('<').map(|at| from + at) {
        let rest = &text[start..];
        if rest.starts_with("<!--") {
            from = rest.find("-->").map_or(text.len(), |end| start + end);
            continue;
        }
        from = start + 1;
        if rest.starts_with("<?") || rest.starts_with("<!") {
            continue;
        }
        let whole = &rest[..rest[1..].find('<').map_or(rest.len(), |next| next + 1)];
        let tag = whole.rfind('>').map_or(whole.trim_end(), |end| &whole[..=end]);
        let name = tag[1..].split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
        let name = if name.starts_with('/') { name } else { name.trim_end_matches('/') };
        tags.push(Tag { start, text: tag, name });
    }
    tags
}

/// The byte of a line and column.
fn offset_of(text: &str, at: TextPos) -> usize {
    let (row, column) = (at.row as usize, at.col as usize);
    let before: usize = text.split_inclusive('\n').take(row.saturating_sub(1)).map(str::len).sum();
    let within = text[before..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    before + within
}

/// Where an attribute's value stands, or else its element.
fn value_span(node: Node<'_, '_>, key: &str) -> Range<usize> {
    node.attribute_node(key).map_or_else(|| node.range(), |attribute| attribute.range_value())
}
