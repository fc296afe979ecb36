//! Facts from an array of card objects, as large as all cards there are: only the wanted ones are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::BufRead;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};

use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics};

use super::{Fact, Ration, key};

/// The fields of a card's object that are read.
#[derive(Deserialize)]
struct Object {
    name: String,
    #[serde(default)]
    layout: String,
    #[serde(flatten)]
    whole: Face,
    #[serde(default)]
    card_faces: Vec<Face>,
    color_identity: Option<Vec<String>>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
}

/// The fields that each face of a card has for itself.
#[derive(Deserialize, Default)]
struct Face {
    mana_cost: Option<String>,
    type_line: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    colors: Option<Vec<String>>,
}

/// Objects that are called like cards and are none.
const NO_CARDS: [&str; 5] = ["token", "double_faced_token", "emblem", "art_series", "reversible_card"];

/// Reads the wanted objects; of several for one card the first.
pub(super) fn read(
    path: &str,
    mut reader: impl BufRead,
    ration: &Ration,
    wanted: &BTreeSet<String>,
) -> Result<BTreeMap<String, Fact>, Diagnostics> {
    let mut facts = BTreeMap::new();
    let fault = |error: serde_json::Error| {
        let at = (error.line() > 0).then(|| (error.line(), error.column()));
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text);
        let message = format!("is no array of cards: {what}");
        Diagnostics(vec![Diagnostic::new(path, at, message)])
    };
    if reader.fill_buf().is_ok_and(|start| start.starts_with("\u{feff}".as_bytes())) {
        reader.consume('\u{feff}'.len_utf8());
    }
    let mut json = serde_json::Deserializer::from_reader(reader);
    Wanted { wanted, ration, facts: &mut facts }.deserialize(&mut json).map_err(fault)?;
    json.end().map_err(fault)?;
    Ok(facts)
}

/// Takes the wanted objects out of an array, one after the other.
struct Wanted<'a> {
    ration: &'a Ration,
    wanted: &'a BTreeSet<String>,
    facts: &'a mut BTreeMap<String, Fact>,
}

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of card objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut objects: A) -> Result<(), A::Error> {
        while let Some(object) = objects.next_element::<Object>()? {
            self.ration.renew(limits::FACT_BYTES);
            if NO_CARDS.contains(&object.layout.as_str()) {
                continue;
            }
            if let Some(key) = key(&object.name, self.wanted) {
                self.facts.entry(key).or_insert_with(|| object.fact());
            }
        }
        Ok(())
    }
}

impl Object {
    /// The facts of its first face; its colour identity is that of all faces (CR 903.4d).
    fn fact(self) -> Fact {
        let Object { name, whole, card_faces, color_identity, keywords, legalities, .. } = self;
        let face = card_faces.into_iter().next().unwrap_or_default();
        let first = |whole: Option<String>, face: Option<String>| {
            let text = face.or(whole).unwrap_or_default();
            text.split(" // ").next().unwrap_or_default().trim().to_owned()
        };
        let legal = legalities.get("commander").map(String::as_str);
        Fact {
            name,
            cost: first(whole.mana_cost, face.mana_cost),
            type_line: first(whole.type_line, face.type_line),
            power: first(whole.power, face.power),
            toughness: first(whole.toughness, face.toughness),
            loyalty: first(whole.loyalty, face.loyalty),
            colours: face.colors.or(whole.colors).map(|colours| colours.concat()),
            identity: color_identity.map(|colours| colours.concat()),
            keywords,
            banned: legal.is_some_and(|legal| legal != "legal" && legal != "restricted"),
            line: None,
        }
    }
}
