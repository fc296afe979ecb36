//! Deck lists that are JSON: as Moxfield and Archidekt answer with them, and as MTGJSON has them. Told apart by their keys.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::cards::source::{Diagnostic, Source, did_you_mean, nearest};
use crate::scenario::reading::without_place;

use super::line::{is_set, number_of};
use super::{DeckList, Entry, Hints, ListFormat, MOST, Printing, Zone, clean};

/// An object, its values not yet read.
type Fields<'a> = BTreeMap<String, &'a RawValue>;

/// What a found value is cut to in a complaint.
const SHOWN: usize = 40;

/// The keys that a deck is known by, and what they are the keys of.
const DECKS: [(&str, ListFormat); 4] = [
    ("boards", ListFormat::MoxfieldJson),
    ("mainboard", ListFormat::MoxfieldJson),
    ("mainBoard", ListFormat::MtgJson),
    ("cards", ListFormat::ArchidektJson),
];

/// Boards of Moxfield, and lists of MTGJSON; the others there (tokens, planes) are no part of a deck.
const BOARDS: [(&str, Zone); 9] = [
    ("commanders", Zone::Commander),
    ("companions", Zone::Companion),
    ("mainboard", Zone::Main),
    ("sideboard", Zone::Sideboard),
    ("maybeboard", Zone::Maybeboard),
    ("commander", Zone::Commander),
    ("companion", Zone::Companion),
    ("mainBoard", Zone::Main),
    ("sideBoard", Zone::Sideboard),
];

/// Where a card's facts stand within its object.
struct Keys {
    count: &'static str,
    name: &'static [&'static str],
    set: &'static [&'static str],
    number: &'static [&'static str],
    /// A type line, or a list of types.
    types: &'static [&'static str],
    /// Keys whose value, as it is written, means foil or etched.
    foil: &'static [(&'static str, &'static str)],
}

const MOXFIELD: Keys = Keys {
    count: "quantity",
    name: &["card", "name"],
    set: &["card", "set"],
    number: &["card", "cn"],
    types: &["card", "type_line"],
    foil: &[("isFoil", "true"), ("finish", "\"foil\""), ("finish", "\"etched\"")],
};

const ARCHIDEKT: Keys = Keys {
    count: "quantity",
    name: &["card", "oracleCard", "name"],
    set: &["card", "edition", "editioncode"],
    number: &["card", "collectorNumber"],
    types: &["card", "oracleCard", "types"],
    foil: &[("modifier", "\"Foil\""), ("modifier", "\"Etched\"")],
};

const MTGJSON: Keys = Keys {
    count: "count",
    name: &["name"],
    set: &["setCode"],
    number: &["number"],
    types: &["types"],
    foil: &[("isFoil", "true"), ("isEtched", "true")],
};

/// Reads a deck of any of the three, with every value that can't be; or one complaint about what is no such file.
pub(super) fn read(source: &Source) -> (DeckList, Vec<Diagnostic>) {
    let text = source.text.trim_start_matches('\u{feff}');
    let mut reader = JsonReader { source, list: DeckList::default(), faults: Vec::new() };
    reader.list.sectioned = true;
    match serde_json::from_str::<&RawValue>(text) {
        Ok(raw) => reader.deck(raw),
        Err(error) => reader.no_json(text, &error),
    }
    // Objects are read key by key; the file has its own order.
    reader.list.entries.sort_by_key(|entry| entry.span.start);
    reader.faults.sort_by_key(|fault| fault.at);
    (reader.list, reader.faults)
}

struct JsonReader<'a> {
    source: &'a Source,
    list: DeckList,
    faults: Vec<Diagnostic>,
}

impl<'a> JsonReader<'a> {
    fn complain(&mut self, span: Range<usize>, message: String) {
        self.faults.push(self.source.complain(span, message));
    }

    /// The place and the words of serde's complaint.
    fn no_json(&mut self, text: &str, error: &serde_json::Error) {
        let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = if error.is_eof() { text.trim_end().len() } else { before + error.column().saturating_sub(1) };
        let at = at + self.source.text.len() - text.len();
        self.complain(at..at, format!("found something that is no JSON: {}", without_place(error)));
    }

    /// The bytes of a value in the file.
    fn span(&self, raw: &RawValue) -> Range<usize> {
        let start = raw.get().as_ptr() as usize - self.source.text.as_ptr() as usize;
        start..start + raw.get().len()
    }

    fn deck(&mut self, raw: &'a RawValue) {
        let Some(mut fields) = value::<Fields<'a>>(raw) else {
            let message = format!("found {}, expected a deck as an object", shown(raw));
            return self.complain(self.span(raw), message);
        };
        // MTGJSON has the deck beside what it says of the file.
        if let Some(inner) = fields.get("data").and_then(|data| value::<Fields<'a>>(data)) {
            fields = inner;
        }
        let Some((key, format)) = DECKS.iter().find(|(key, _)| fields.contains_key(*key)) else {
            return self.no_deck(raw, &fields);
        };
        self.list.format = *format;
        let name = fields.get("name").and_then(|name| value::<String>(name)).map(|name| clean(&name));
        self.list.name = name.filter(|name| !name.is_empty());
        match (*key, format) {
            ("boards", _) => self.boards(fields["boards"]),
            (_, ListFormat::ArchidektJson) => self.archidekt(&fields),
            (_, ListFormat::MtgJson) => self.lists(&fields),
            _ => {
                for (board, zone) in BOARDS {
                    if let Some(cards) = fields.get(board) {
                        self.board(cards, zone);
                    }
                }
            }
        }
    }

    fn no_deck(&mut self, raw: &RawValue, fields: &Fields<'_>) {
        let keys = DECKS.map(|(key, _)| key);
        let close = fields.iter().find_map(|(found, at)| Some((found, *at, nearest(found, keys)?)));
        let (span, near) = match close {
            Some((found, at, near)) => (self.span(at), format!("; did you mean `{near}` by `{found}`?")),
            None => (self.span(raw), String::new()),
        };
        let sites = "`boards` or `mainboard` (Moxfield), `cards` (Archidekt) or `mainBoard` (MTGJSON)";
        self.complain(span, format!("found JSON that is no deck, expected {sites}{near}"));
    }

    /// The boards of Moxfield, each with its cards; one of another name must be empty, or it has no place in a deck.
    fn boards(&mut self, raw: &'a RawValue) {
        let Some(boards) = self.object("boards", raw) else { return };
        for (name, board) in boards {
            match BOARDS.iter().find(|(known, _)| *known == name).map(|(_, zone)| *zone).or_else(|| Zone::named(&name))
            {
                Some(zone) => self.board(board, zone),
                None if is_empty(board) => {}
                None => {
                    let near = did_you_mean(&name, BOARDS.iter().map(|(known, _)| *known).take(5));
                    let message =
                        format!("found the board `{name}`, expected `mainboard`, `commanders` or `sideboard`{near}");
                    self.complain(self.span(board), message);
                }
            }
        }
    }

    /// `{"Opt": {"quantity": 1, "card": {…}}}`, which newer answers have under `cards`.
    fn board(&mut self, raw: &'a RawValue, zone: Zone) {
        let Some(mut cards) = self.object(zone.header(), raw) else { return };
        if let Some(inner) = cards.get("cards").and_then(|inner| value::<Fields<'a>>(inner)) {
            cards = inner;
        } else {
            cards.remove("count");
        }
        cards.values().for_each(|card| self.card(card, zone, &MOXFIELD));
    }

    /// `{"mainBoard": [{"count": 1, "name": "Opt"}]}`.
    fn lists(&mut self, fields: &Fields<'a>) {
        for (board, zone) in BOARDS {
            if let Some(raw) = fields.get(board) {
                self.elements(board, raw).into_iter().for_each(|card| self.card(card, zone, &MTGJSON));
            }
        }
    }

    /// `{"cards": [{"quantity": 1, "categories": ["Ramp"], "card": {…}}], "categories": [{…}]}`.
    fn archidekt(&mut self, fields: &Fields<'a>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Category {
            name: String,
            #[serde(default = "yes")]
            included_in_deck: bool,
        }
        const fn yes() -> bool {
            true
        }
        let categories = fields.get("categories").and_then(|raw| value::<Vec<Category>>(raw)).unwrap_or_default();
        let outside: Vec<&str> = categories.iter().filter(|c| !c.included_in_deck).map(|c| c.name.as_str()).collect();
        for card in self.elements("cards", fields["cards"]) {
            // The first category decides, as in its text.
            let of_card = at(card, &["categories"]).and_then(value::<Vec<String>>).unwrap_or_default();
            let zone = of_card.first().map_or(Zone::Main, |first| match Zone::named(first) {
                Some(zone) if zone != Zone::Main => zone,
                _ if outside.contains(&first.as_str()) => Zone::Maybeboard,
                _ => Zone::Main,
            });
            self.card(card, zone, &ARCHIDEKT);
        }
    }

    fn card(&mut self, raw: &'a RawValue, zone: Zone, keys: &Keys) {
        let count = match at(raw, &[keys.count]).map(|found| (found, found.get().parse::<u16>())) {
            None => Some(1),
            Some((_, Ok(count @ 1..=MOST))) => Some(count),
            Some((found, _)) => {
                let message = format!("`{}`: found {}, expected 1 to {MOST}", keys.count, shown(found));
                self.complain(self.span(found), message);
                None
            }
        };
        let path = keys.name.join(".");
        let Some(written) = at(raw, keys.name) else {
            return self.complain(self.span(raw), format!("found a card without a name, expected `{path}`"));
        };
        let Some(name) = value::<String>(written).map(|name| clean(&name)).filter(|name| !name.is_empty()) else {
            let message = format!("`{path}`: found {}, expected a card's name", shown(written));
            return self.complain(self.span(written), message);
        };
        let said = |path: &[&str]| at(raw, path).and_then(value::<String>);
        let printing = Printing {
            set: said(keys.set).filter(|set| is_set(set)).map(|set| set.to_uppercase()),
            number: said(keys.number).and_then(|number| number_of(&number)),
            foil: keys.foil.iter().any(|(key, value)| at(raw, &[key]).is_some_and(|found| found.get() == *value)),
        };
        let Range { start, end } = self.span(written);
        let span = start + 1..end - 1;
        let land = at(raw, keys.types).is_some_and(|types| is_land(types.get()));
        let hints = Hints { land, ..Hints::default() };
        self.list.entries.extend(count.map(|count| Entry { zone, count, name, printing, group: 0, span, hints }));
    }

    fn object(&mut self, what: &str, raw: &'a RawValue) -> Option<Fields<'a>> {
        if raw.get() == "null" {
            return None;
        }
        let fields = value(raw);
        if fields.is_none() {
            let message = format!("`{}`: found {}, expected an object", what.to_lowercase(), shown(raw));
            self.complain(self.span(raw), message);
        }
        fields
    }

    fn elements(&mut self, what: &str, raw: &'a RawValue) -> Vec<&'a RawValue> {
        if raw.get() == "null" {
            return Vec::new();
        }
        value(raw).unwrap_or_else(|| {
            self.complain(self.span(raw), format!("`{what}`: found {}, expected a list", shown(raw)));
            Vec::new()
        })
    }
}

/// Whether types as they are written are those of a land: of the first face, where there are two.
fn is_land(types: &str) -> bool {
    let front = types.split(" // ").next().unwrap_or(types);
    front.split(|c: char| !c.is_alphabetic()).any(|word| word == "Land")
}

fn value<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

/// The value at that path of keys, unless it is null.
fn at<'a>(raw: &'a RawValue, path: &[&str]) -> Option<&'a RawValue> {
    let inner = |raw: &'a RawValue, key: &&str| value::<Fields<'a>>(raw)?.remove(*key);
    path.iter().try_fold(raw, inner).filter(|found| found.get() != "null")
}

/// Whether a board has no cards.
fn is_empty(board: &RawValue) -> bool {
    let cards = at(board, &["cards"]).unwrap_or(board);
    matches!(cards.get().split_whitespace().collect::<String>().as_str(), "{}" | "[]" | "null")
}

/// A value in a complaint: itself, or what it is.
fn shown(raw: &RawValue) -> String {
    let text = raw.get();
    match text.chars().next() {
        Some('{') => "an object".to_owned(),
        Some('[') => "a list".to_owned(),
        _ if text.chars().count() > SHOWN => format!("`{}…`", text.chars().take(SHOWN).collect::<String>()),
        _ => format!("`{text}`"),
    }
}
