//! The JSON Schema of the protocol, made from its types: `docs/agents.schema.json`, which the program prints.
//!
//! Only the tests make it, so that nothing of it is in the program but the file.

use std::borrow::Cow;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::cards::effect::{AbilityId, CardId, CounterKind};
use crate::game::ObjectId;
use crate::turn::{Phase, Seat, Step, Tag};

use super::{FromPlayer, PROTOCOL, SCHEMA, ToPlayer};

/// The name and version of the protocol.
pub(super) fn protocol(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": PROTOCOL })
}

/// How a game ended.
pub(super) fn end(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ["win", "draw", "capped", "stalled", "fault"] })
}

/// What is chosen: `"default"`, `"concede"`, or what the question's `answer` asks for.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "it stands for what is written by hand")]
pub(super) enum Chosen {
    /// A word.
    Word(Word),
    /// `one`: the place of an option. `number`: a number.
    Number(i32),
    /// `one`: an act with what it needs.
    Act(u16, Vec<Fill>),
    /// `some`, `order`: places of options.
    Places(Vec<u16>),
    /// `assign`, `divide`: pairs of an item's place, and an option's place or a share.
    Pairs(Vec<(u16, i32)>),
}

/// An answer to any question.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code, reason = "it stands for what is written by hand")]
pub(super) enum Word {
    /// The answer in `default`.
    Default,
    /// The player concedes.
    Concede,
}

/// What an act needs: an answer to one of its needs.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "it stands for what is written by hand")]
pub(super) enum Fill {
    /// The place of an option, or a number.
    Number(i32),
    /// Places of options.
    Places(Vec<u16>),
    /// Pairs of an item's place, and an option's place or a share.
    Pairs(Vec<(u16, i32)>),
}

/// What stands in events for a number of the game's own.
macro_rules! written_as {
    ($($type:ty: $name:literal = $schema:tt;)*) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

written_as! {
    Seat: "Player" = { "type": "string", "description": "A player's name." };
    CardId: "Card" = { "type": "string", "description": "A card's name." };
    Tag: "Source" = { "type": "string", "description": "The name of the card that made it." };
    CounterKind: "Counter" = { "type": "string", "description": "A kind of counter." };
    ObjectId: "Object" = { "type": ["integer", "null"], "minimum": 1, "description": "An object's token; null for none." };
    AbilityId: "Ability" = { "type": "integer", "minimum": 0 };
    Phase: "Phase" = { "type": "string", "description": "A phase's name." };
    Step: "Step" = { "type": "string", "description": "A step's name." };
}

/// Refuses fields that are not named: this is the schema of one version of the protocol.
#[derive(Debug, Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        if schema.get("properties").is_some() {
            // Who has fields and variants too sees the variants' fields as evaluated: inside them nothing is closed.
            schema.insert("unevaluatedProperties".to_owned(), json!(false));
            if let Some(Value::Object(fields)) = schema.get_mut("properties") {
                for field in fields.values_mut() {
                    if let Ok(field) = field.try_into() {
                        self.transform(field);
                    }
                }
            }
        } else {
            transform_subschemas(self, schema);
        }
    }
}

/// Whole numbers have no formats that a validator knows, and descriptions link to nothing.
#[derive(Debug, Clone)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        schema.remove("format");
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace("[`", "`").replace("`]", "`");
        }
        transform_subschemas(self, schema);
    }
}

/// One side's messages, and the types in them.
fn side<T: JsonSchema>(settings: SchemaSettings) -> (Value, Map<String, Value>) {
    let mut generator = settings.with_transform(Plain).with_transform(Closed).into_generator();
    let root = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    (root.to_value(), definitions)
}

/// The whole schema, as the file has it.
fn made() -> String {
    let settings = SchemaSettings::draft2020_12;
    let (said, mut definitions) = side::<ToPlayer>(settings().for_serialize());
    let (heard, more) = side::<FromPlayer>(settings().for_deserialize());
    for (name, definition) in more {
        let known = definitions.insert(name.clone(), definition.clone());
        assert!(known.is_none_or(|known| known == definition), "{name} is the same to both sides");
    }
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": PROTOCOL,
        "description": "Messages between turnlab and a program that plays, one JSON object a line: ToPlayer is what turnlab says, \
                        FromPlayer what the program says. docs/agents.md tells the rest.",
        "anyOf": [said, heard],
        "$defs": definitions,
    });
    let mut text = serde_json::to_string_pretty(&whole).expect("a schema is JSON");
    text.push('\n');
    text
}

#[test]
fn the_published_schema_is_that_of_the_types() {
    let made = made();
    if std::env::var_os("TURNLAB_BLESS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/agents.schema.json");
        std::fs::write(file, made).expect("the file can be written");
        return;
    }
    assert!(
        SCHEMA == made,
        "docs/agents.schema.json is out of date: TURNLAB_BLESS=1 cargo test --lib protocol::schema"
    );
}
