//! `docs/agents.schema.json` against what is really said between turnlab and programs that play.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use turnlab::agents::Options;
use turnlab::cards::source::Source;
use turnlab::scenario::{Disk, Files, ProcessSpec, Scenario};
use turnlab::table::compliance::{Terms, examine};
use turnlab::table::process::Programs;
use turnlab::table::protocol::SCHEMA;
use turnlab::table::{Matchup, play_direct};

use crate::cli::Desk;
use crate::process::{program, whole_diary};
use crate::random_tables::table_played_by;

/// The two sides of the protocol: what turnlab says, and what a program says.
const SIDES: [&str; 2] = ["ToPlayer", "FromPlayer"];

/// What judges the messages of a side.
fn validators() -> [Validator; 2] {
    let whole: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    SIDES.map(|side| {
        let schema = json!({
            "$schema": whole["$schema"], "$ref": format!("#/$defs/{side}"), "$defs": whole["$defs"],
        });
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{side}: {error}"));
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{side}: {error}"))
    })
}

/// Messages as a program wrote them down: which process, which side (0: turnlab), what. One that was killed as it wrote has
/// left half of its last one.
fn talk(diary: &str) -> Vec<(String, usize, Value)> {
    let lines: Vec<&str> = diary.lines().collect();
    let message = |(at, line): (usize, &&str)| {
        let mut parts = line.splitn(3, ' ');
        let (process, side, text) = (parts.next()?, parts.next()?, parts.next()?);
        let goes_on = || lines[at + 1..].iter().any(|later| later.split(' ').next() == Some(process));
        match serde_json::from_str(text) {
            Ok(value) => Some((process.to_owned(), usize::from(side == "<"), value)),
            Err(error) => {
                assert!(!goes_on(), "{error}: {text}");
                None
            }
        }
    };
    lines.iter().enumerate().filter_map(message).collect()
}

/// The odd bot in its wild way, as scenarios write it; everything that is said stands in the diary afterwards.
fn wild(desk: &Desk) -> String {
    let diary = desk.path().join("diary");
    format!("{{ process = [{:?}, \"wild\", {diary:?}], deadline = \"60s\" }}", program("odd_bot"))
}

fn play(text: &str) {
    // From where the paths in embedded studies lead.
    let scenario = Scenario::from_source(&Source::new("builtin:/studies/talk.toml", text), &Disk);
    play_all(Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}\n{text}")))));
}

fn play_all(matchup: Matchup) {
    let matchup = matchup.with_programs(Programs::new());
    let _ = play_direct(&matchup, matchup.address(0));
}

/// An embedded study with programs in all seats, and fewer turns.
fn study(name: &str, agent: &str) -> String {
    let text = Disk.read(&format!("builtin:/studies/{name}.toml")).expect("an embedded study");
    let mut study = String::new();
    for line in String::from_utf8(text).expect("text").lines() {
        let key = line.split('=').next().unwrap_or_default().trim();
        match key {
            "agent" => study.push_str(&format!("agent = {agent}")),
            "max_turns" => study.push_str("max_turns = 12"),
            _ => study.push_str(line),
        }
        study.push('\n');
    }
    study
}

/// Two teams, and phases and steps that a format adds.
fn formats(agent: &str) -> [String; 2] {
    let seat = |name: &str, deck: &str| {
        format!("[[seat]]\nname = \"{name}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = {agent}\n")
    };
    let four = [
        ("A", "talrand-extra-turns"),
        ("B", "goreclaw-creatures"),
        ("C", "augustin-stasis"),
        ("D", "obeka-brute-self-skip"),
    ];
    let seats: String = four.iter().map(|(name, deck)| seat(name, deck)).collect();
    let giant = "schema = 1\nname = \"giant\"\n[game]\nformat = \"two-headed-giant\"\nmax_turns = 10\n";
    let dusk = "schema = 1\nname = \"dusk\"\n[game]\nmax_turns = 6\n[format]\nname = \"dusk\"\nbased_on = \"commander\"\n\
                [[format.phase]]\nname = \"beginning\"\n[[format.phase]]\nname = \"nightfall\"\n\
                steps = [{ custom = \"dusk\" }]\n[[format.phase]]\nname = \"precombat-main\"\n[[format.phase]]\n\
                name = \"ending\"\n";
    let skip = "[[script]]\nturn = 1\ndo = { skip = { what = \"nightfall\", player = \"A\" } }\n";
    [format!("{giant}{seats}"), format!("{dusk}{seats}{skip}")]
}

/// Everything that was said in several games, with every kind of table and every shape of question.
fn traffic() -> Vec<(String, usize, Value)> {
    let desk = Desk::new();
    let agent = wild(&desk);
    for name in ["default", "upkeep-doubling"] {
        play(&study(name, &agent));
    }
    formats(&agent).iter().for_each(|text| play(text));
    (0..3).for_each(|number| play_all(table_played_by(number, Some(&agent)).matchup));
    let diary = desk.path().join("diary");
    // Everything that the tables have to say has been said.
    drop(whole_diary(&diary));
    let diary = diary.to_string_lossy().into_owned();
    let command = vec![program("odd_bot"), "wild".to_owned(), diary];
    let spec = ProcessSpec { command, options: Options::new(), deadline: Duration::from_secs(60) };
    examine(&Terms::new(spec)).expect("there is such a program");
    talk(&desk.read("diary"))
}

/// The names that the messages of a kind have at that key, deeply.
fn named(value: &Value, key: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(name)) = fields.get(key) {
                found.insert(name.clone());
            }
            fields.values().for_each(|field| named(field, key, found));
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, key, found)),
        _ => {}
    }
}

#[test]
fn everything_that_is_said_is_as_the_schema_says_and_what_is_wrong_is_not() {
    let (validators, traffic) = (validators(), traffic());
    let mut shapes = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    let mut samples: BTreeMap<(usize, String), &Value> = BTreeMap::new();
    for (_, side, message) in &traffic {
        // The examination itself says things that there are not.
        let invented = message.get("not-yet-invented").is_some() || message["type"] == "weather";
        let valid = validators[*side].is_valid(message);
        assert_eq!(
            valid,
            !invented,
            "{}: {message}\n{:?}",
            SIDES[*side],
            validators[*side].iter_errors(message).next()
        );
        if invented {
            continue;
        }
        named(message, "answer", &mut shapes);
        named(message, "kind", &mut kinds);
        let kind = message["type"].as_str().unwrap_or_default().to_owned();
        let sample = samples.entry((*side, kind)).or_insert(message);
        // The longest of a few is the richest, and the questions of large boards take long.
        if message.to_string().len() > sample.to_string().len() && message.to_string().len() < 12_000 {
            *sample = message;
        }
    }
    assert_eq!(Vec::from_iter(&shapes), ["assign", "divide", "number", "one", "order", "some"]);
    for kind in
        ["priority", "attackers", "blockers", "damage", "target", "vote", "mode", "x", "search", "legend", "cost"]
    {
        assert!(kinds.contains(kind), "nobody was asked about `{kind}`: {kinds:?}");
    }
    let types: Vec<&str> = samples.keys().map(|(_, kind)| kind.as_str()).collect();
    assert_eq!(types, ["ask", "bye", "events", "game", "hello", "over", "phase", "answer", "hello", "wants"]);
    assert!(traffic.len() > 1500, "{}", traffic.len());
    for ((side, kind), sample) in samples {
        wrong(sample, &validators[side], &kind);
    }
    by_hand(&validators);
}

/// Whatever is changed about a message, it is none any more.
fn wrong(message: &Value, validator: &Validator, kind: &str) {
    let mut tried = 0;
    mutations(message, &mut Vec::new(), &mut |path, what, changed| {
        let mut whole = message.clone();
        *at(&mut whole, path) = changed;
        assert!(!validator.is_valid(&whole), "`{kind}` passes with {what} at {}", path.join("/"));
        tried += 1;
    });
    assert!(tried >= 3, "{kind}: {tried}");
}

fn at<'v>(value: &'v mut Value, path: &[String]) -> &'v mut Value {
    path.iter().fold(value, |value, key| match value {
        Value::Array(items) => &mut items[key.parse::<usize>().expect("a place")],
        other => &mut other[key.as_str()],
    })
}

/// Every way to spoil a value, and what is in it: a field too many, another type, a name that is none.
fn mutations(value: &Value, path: &mut Vec<String>, tell: &mut dyn FnMut(&[String], &str, Value)) {
    let key = path.last().cloned().unwrap_or_default();
    // What anybody may put anything into.
    if key == "options" && path.len() == 1 {
        return;
    }
    match value {
        Value::Object(fields) => {
            if !matches!(key.as_str(), "mana" | "counters") {
                let mut more: Map<String, Value> = fields.clone();
                more.insert("bogus".to_owned(), Value::Null);
                tell(path, "another field", more.into());
            }
            tell(path, "a list for an object", json!([]));
            for required in
                ["type", "game", "ask", "view", "question", "id", "card", "do", "name", "life", "hand", "seat"]
            {
                let spared = required == "id" || required == "card" || (required == "seat" && fields.len() < 3);
                if fields.contains_key(required) && !(spared && fields.contains_key("do")) {
                    let mut fewer = fields.clone();
                    fewer.remove(required);
                    tell(path, &format!("no `{required}`"), fewer.into());
                }
            }
            for (key, field) in fields {
                path.push(key.clone());
                mutations(field, path, tell);
                path.pop();
            }
        }
        Value::Array(items) => {
            tell(path, "a true for a list", json!(true));
            for (place, item) in items.iter().enumerate().take(4) {
                path.push(place.to_string());
                mutations(item, path, tell);
                path.pop();
            }
        }
        Value::String(_) => {
            tell(path, "an object for a text", json!({ "text": "x" }));
            if matches!(key.as_str(), "type" | "do" | "kind" | "answer" | "protocol" | "end") {
                tell(path, "an unknown word", json!("unheard-of"));
            }
        }
        Value::Number(_) => {
            tell(path, "a text for a number", json!("many"));
            tell(path, "a fraction", json!(1.5));
        }
        Value::Bool(_) => tell(path, "a text for a truth", json!("yes")),
        Value::Null => tell(path, "a truth for nothing", json!(true)),
    }
}

/// Mistakes that people make.
fn by_hand(validators: &[Validator; 2]) {
    let fine = |message: Value| assert!(validators[1].is_valid(&message), "{message}");
    let bad = |message: Value| assert!(!validators[1].is_valid(&message), "{message}");
    let answer = |choice: Value| json!({ "type": "answer", "game": "0", "ask": 0, "choice": choice });
    [
        json!(0),
        json!(-3),
        json!("default"),
        json!("concede"),
        json!([]),
        json!([2, 0]),
        json!([3, [0, [1, 2], [[0, 3]]]]),
    ]
    .into_iter()
    .for_each(|choice| fine(answer(choice)));
    [
        json!("pass"),
        json!(null),
        json!({ "option": 0 }),
        json!([0, "x"]),
        json!([[0]]),
        json!([[0, 1, 2]]),
        json!([-1]),
    ]
    .into_iter()
    .for_each(|choice| bad(answer(choice)));
    fine(json!({ "type": "wants", "game": "0", "stops": { "own": ["end"], "top": ["their-spell"] } }));
    bad(json!({ "type": "wants", "game": "0", "stops": { "top": ["spell"] } }));
    bad(json!({ "type": "wants", "game": "0", "phase": true }));
    bad(json!({ "type": "hello", "protocol": "turnlab-agent/2", "name": "x" }));
    bad(json!({ "type": "hello", "protocol": "turnlab-agent/1" }));
    bad(json!({ "type": "hello", "protocol": "turnlab-agent/1", "name": "x", "features": ["telepathy"] }));
    bad(json!({ "type": "Answer", "game": "0", "ask": 0, "choice": 0 }));
    fine(json!({ "type": "concede", "game": "0" }));
    fine(json!({ "type": "error", "message": "x" }));
}

#[test]
fn the_program_prints_the_schema() {
    assert_eq!(Desk::new().fine("agent schema").out, include_str!("../../docs/agents.schema.json"));
}
