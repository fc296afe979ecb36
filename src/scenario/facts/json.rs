//! Facts from card objects as JSON, as large as all cards there are: only the wanted ones are kept.
//!
//! Two shapes go round: an array of cards, each with its faces in it, alone or as the `data` of an object; and an object whose
//! `data` has, for each name, an array of the card's faces. Both call their fields differently; here either name is read.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, BufRead, Read};

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics};
use crate::scenario::reading::without_place;

use super::{Fact, Ration, Wanted, layout};

/// The fields that are read of a card, or of one of its faces.
#[derive(Deserialize, Default)]
struct Object {
    name: Option<String>,
    #[serde(default)]
    layout: String,
    #[serde(alias = "manaCost")]
    mana_cost: Option<String>,
    #[serde(alias = "type")]
    type_line: Option<String>,
    #[serde(alias = "text")]
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    colors: Option<Vec<String>>,
    #[serde(alias = "colorIdentity")]
    color_identity: Option<Vec<String>>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    #[serde(alias = "edhrecRank")]
    edhrec_rank: Option<u32>,
    #[serde(alias = "isGameChanger")]
    game_changer: Option<bool>,
    /// Which face it is, where each stands for itself.
    side: Option<String>,
    #[serde(default)]
    card_faces: Vec<Object>,
}

/// Objects that are called like cards and are none.
const NO_CARDS: [&str; 5] = ["token", "double_faced_token", "emblem", "art_series", "reversible_card"];

/// Reads the wanted objects; of several for one card the first.
pub(super) fn read(
    path: &str,
    mut reader: impl BufRead,
    ration: &Ration,
    wanted: &Wanted,
) -> Result<BTreeMap<String, Fact>, Diagnostics> {
    let mut facts = BTreeMap::new();
    let fault = |error: serde_json::Error| {
        let at = (error.line() > 0).then(|| (error.line(), error.column()));
        let message = format!("can't be read as cards: {}", without_place(&error));
        Diagnostics(vec![Diagnostic::new(path, at, message)])
    };
    if reader.fill_buf().is_ok_and(|start| start.starts_with("\u{feff}".as_bytes())) {
        reader.consume('\u{feff}'.len_utf8());
    }
    let line = Cell::new(1);
    let mut json = serde_json::Deserializer::from_reader(Lines { reader, line: &line });
    Cards { wanted, ration, line: &line, facts: &mut facts, inside: false }.deserialize(&mut json).map_err(fault)?;
    json.end().map_err(fault)?;
    Ok(facts)
}

/// Says in which line the reading is. JSON is read byte by byte, so that nothing is counted before it is looked at.
struct Lines<'a, R> {
    reader: R,
    line: &'a Cell<usize>,
}

impl<R: Read> Read for Lines<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(bytes)?;
        self.line.set(self.line.get() + bytes[..read].iter().filter(|byte| **byte == b'\n').count());
        Ok(read)
    }
}

/// Reads an object with the line that it begins in.
struct Begun<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Begun<'_> {
    type Value = (usize, Object);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Begun<'_> {
    type Value = (usize, Object);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok((self.0.get(), Object::deserialize(MapAccessDeserializer::new(map))?))
    }
}

/// Takes the wanted objects out of a file, or of its `data`, one after the other.
struct Cards<'a> {
    wanted: &'a Wanted,
    ration: &'a Ration,
    line: &'a Cell<usize>,
    facts: &'a mut BTreeMap<String, Fact>,
    /// It is the `data` of the file.
    inside: bool,
}

impl Cards<'_> {
    fn keep<E: Error>(
        &mut self,
        name: &str,
        line: usize,
        fact: impl FnOnce() -> Result<Fact, String>,
    ) -> Result<(), E> {
        self.ration.renew(limits::FACT_BYTES);
        let Some(key) = self.wanted.key(name).filter(|key| !self.facts.contains_key(key)) else { return Ok(()) };
        let fact = fact().map_err(|what| E::custom(format!("`{name}`: {what}")))?;
        self.facts.insert(key, Fact { line: Some(line), ..fact });
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Cards<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Cards<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.inside {
            false => "an array of card objects, or an object with cards as its `data`",
            true => "cards: an array of objects, or an object of arrays of faces by name",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut objects: A) -> Result<(), A::Error> {
        while let Some((line, mut object)) = objects.next_element_seed(Begun(self.line))? {
            let name = object.name.take().ok_or_else(|| A::Error::missing_field("name"))?;
            if NO_CARDS.contains(&object.layout.as_str()) {
                self.ration.renew(limits::FACT_BYTES);
                continue;
            }
            self.keep(&name, line, || object.with_faces(&name))?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut found = self.inside;
        while let Some(key) = map.next_key::<String>()? {
            if self.inside {
                let line = self.line.get();
                let faces = map.next_value::<Vec<Object>>()?;
                self.keep(&key, line, || of_faces(&key, faces))?;
            } else if key == "data" {
                let Cards { wanted, ration, line, .. } = self;
                map.next_value_seed(Cards { wanted, ration, line, facts: &mut *self.facts, inside: true })?;
                found = true;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        if found { Ok(()) } else { Err(A::Error::custom(format!("found an object without `data`, expected {ARRAY}"))) }
    }
}

/// What is expected of a file.
const ARRAY: &str = "an array of card objects, or an object with cards as its `data`";

/// The facts of a card of which every face stands for itself.
fn of_faces(name: &str, mut faces: Vec<Object>) -> Result<Fact, String> {
    if let Some(other) = faces.iter().filter_map(|face| face.name.as_deref()).find(|other| *other != name) {
        return Err(format!("found a face of `{other}` among its faces"));
    }
    let sides: BTreeSet<&String> = faces.iter().filter_map(|face| face.side.as_ref()).collect();
    if faces.is_empty() || !sides.is_empty() && sides.len() < faces.len() {
        return Err(format!("found {} faces with {} different sides", faces.len(), sides.len()));
    }
    let several = faces.len() > 1;
    let back = if let [_, _] = faces[..] { faces.pop() } else { None };
    let mut first = faces.swap_remove(0);
    // What has no text has none printed, and what is legal nowhere does not say so.
    first.oracle_text.get_or_insert_default();
    first.legalities.entry("commander".to_owned()).or_insert_with(|| "not legal".to_owned());
    let mut fact = first.fact(name, Object::default());
    if several && matches!(fact.layout.as_str(), "" | "normal") {
        return Err("found several faces, expected a layout that has them".to_owned());
    }
    fact.layout = layout(&fact.layout, name);
    fact.back = back.and_then(|mut back| {
        let (_, name) = name.split_once(" // ")?;
        back.oracle_text.get_or_insert_default();
        Some(Box::new(back.fact(name, Object::default())))
    });
    Ok(fact)
}

impl Object {
    /// The facts of a card that has its faces in it.
    fn with_faces(mut self, name: &str) -> Result<Fact, String> {
        let faces = std::mem::take(&mut self.card_faces);
        let names: Vec<&str> = faces.iter().filter_map(|face| face.name.as_deref()).collect();
        if names.len() > 1 && names.join(" // ") != name {
            return Err(format!("found the faces `{}`, expected those of its name", names.join("`, `")));
        }
        if faces.len() > 1 && self.layout == "normal" {
            return Err(format!("found {} faces, expected one as its layout is `normal`", faces.len()));
        }
        let several = faces.len() > 1;
        let mut faces = faces.into_iter();
        let front = faces.next().unwrap_or_default();
        let back = faces.next().filter(|_| faces.len() == 0);
        let mut fact = self.fact(name, front);
        fact.back = back.map(|mut back| {
            let name = back.name.take().unwrap_or_default();
            Box::new(back.fact(&name, Object::default()))
        });
        if several && fact.layout.is_empty() {
            fact.layout = layout("", " // ");
        }
        Ok(fact)
    }

    /// The facts of its first face; its colour identity is that of all faces (CR 903.4d).
    fn fact(self, name: &str, face: Object) -> Fact {
        let first = |whole: Option<String>, face: Option<String>| {
            let text = face.or(whole).unwrap_or_default();
            text.split(" // ").next().unwrap_or_default().trim().to_owned()
        };
        let legal = self.legalities.get("commander").map(|legal| legal.to_lowercase());
        Fact {
            name: name.to_owned(),
            cost: first(self.mana_cost, face.mana_cost),
            type_line: first(self.type_line, face.type_line),
            power: first(self.power, face.power),
            toughness: first(self.toughness, face.toughness),
            loyalty: first(self.loyalty, face.loyalty),
            colours: face.colors.or(self.colors).map(|colours| colours.concat()),
            identity: self.color_identity.map(|colours| colours.concat()),
            keywords: self.keywords,
            banned: legal.is_some_and(|legal| legal != "legal" && legal != "restricted"),
            game_changer: self.game_changer,
            text: face.oracle_text.or(self.oracle_text),
            layout: layout(&self.layout, name),
            back: None,
            rank: self.edhrec_rank,
            line: None,
        }
    }
}
