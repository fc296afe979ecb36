//! Deck lists that are XML: `.dek` of Magic Online and `.cod` of Cockatrice.

use std::ops::Range;

use roxmltree::{Document, Node};

use crate::cards::source::{Diagnostic, Source, did_you_mean};

use super::line::{is_set, number_of};
use super::{DeckList, Entry, ListFormat, Printing, Zone};

/// Reads either, with every element that says something impossible, or one complaint about what is no such file.
pub(super) fn read(source: &Source) -> (DeckList, Vec<Diagnostic>) {
    let text = source.text.trim_start_matches('\u{feff}');
    let offset = source.text.len() - text.len();
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let at = Some((error.pos().row as usize, error.pos().col as usize));
            let message = format!("found something that is no XML: {error}");
            return (DeckList::default(), vec![Diagnostic { file: source.name.clone(), at, message }]);
        }
    };
    let mut reader = XmlReader { source, offset, list: DeckList::default(), faults: Vec::new() };
    let root = document.root_element();
    reader.list.sectioned = true;
    match root.tag_name().name() {
        "Deck" => reader.dek(root),
        "cockatrice_deck" => reader.cod(root),
        other => {
            let near = did_you_mean(other, ["Deck", "cockatrice_deck"]);
            let message = format!("found <{other}>, expected <Deck> (MTGO) or <cockatrice_deck> (Cockatrice){near}");
            reader.complain(root.range(), message);
        }
    }
    (reader.list, reader.faults)
}

struct XmlReader<'a> {
    source: &'a Source,
    /// The bytes before the XML begins.
    offset: usize,
    list: DeckList,
    faults: Vec<Diagnostic>,
}

impl XmlReader<'_> {
    fn complain(&mut self, span: Range<usize>, message: String) {
        self.faults.push(self.source.complain(span.start + self.offset..span.end + self.offset, message));
    }

    /// `<Cards CatID="1" Quantity="4" Sideboard="false" Name="Opt"/>`.
    fn dek(&mut self, root: Node<'_, '_>) {
        self.list.format = ListFormat::Dek;
        for cards in root.children().filter(|node| node.has_tag_name("Cards")) {
            let zone = match cards.attribute("Sideboard").map(str::to_lowercase).as_deref() {
                None | Some("false") => Zone::Main,
                Some("true") => Zone::Sideboard,
                Some(other) => {
                    let span = value_span(cards, "Sideboard");
                    self.complain(span, format!("`Sideboard`: found `{other}`, expected `true` or `false`"));
                    continue;
                }
            };
            self.card(cards, zone, ["Quantity", "Name"], Printing::default());
        }
    }

    /// `<zone name="main"><card number="4" name="Opt" setShortName="XLN"/></zone>`.
    fn cod(&mut self, root: Node<'_, '_>) {
        self.list.format = ListFormat::Cockatrice;
        let said = |tag: &str| {
            let text = root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
            text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        (self.list.name, self.list.banner) = (said("deckname"), said("bannerCard"));
        for zone in root.children().filter(|node| node.has_tag_name("zone")) {
            let name = zone.attribute("name").unwrap_or_default();
            let Some(place) = Zone::named(name) else {
                let near = did_you_mean(name, ["main", "side", "tokens"]);
                let message = format!("`zone`: found `{name}`, expected `main`, `side` or `tokens`{near}");
                self.complain(value_span(zone, "name"), message);
                continue;
            };
            for card in zone.children().filter(|node| node.has_tag_name("card")) {
                let said = |key: &str| card.attribute(key).filter(|t| !t.is_empty()).map(str::to_owned);
                let set = said("setShortName").filter(|set| is_set(set)).map(|set| set.to_uppercase());
                let number = said("collectorNumber").and_then(|number| number_of(&number));
                let printing = Printing { set, number, foil: false };
                self.card(card, place, ["number", "name"], printing);
            }
        }
    }

    /// An element with a count and a name under those keys.
    fn card(&mut self, node: Node<'_, '_>, zone: Zone, [count, name]: [&str; 2], printing: Printing) {
        let written = node.attribute(name).map(clean).filter(|name| !name.is_empty());
        let number = match node.attribute(count).map(|text| (text, text.trim().parse::<u16>())) {
            None => Some(1),
            Some((_, Ok(number @ 1..=999))) => Some(number),
            Some((text, _)) => {
                let message = format!("`{count}`: found `{text}`, expected 1 to 999");
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
        self.list.entries.extend(number.map(|count| Entry { zone, count, name: written, printing, group: 0, span }));
    }
}

fn clean(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where an attribute's value stands, or else its element.
fn value_span(node: Node<'_, '_>, key: &str) -> Range<usize> {
    node.attribute_node(key).map_or_else(|| node.range(), |attribute| attribute.range_value())
}
