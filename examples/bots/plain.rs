//! The player of `plain.py` in Rust: it casts what it can, attacks with what it has, and does the default otherwise.
//!
//!     cargo build --release --example plain_bot
//!     agent = { process = ["target/release/examples/plain_bot"] }
//!
//! It uses nothing of turnlab: any program that speaks the protocol of `docs/agents.md` is a player.

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};

use serde_json::{Value, json};

/// The dearest spell that we can cast, or a land; passing otherwise.
fn best(options: &[Value]) -> usize {
    let is = |option: &Value, act: &str| option["do"] == act;
    if let Some(land) = options.iter().position(|option| is(option, "play-land")) {
        return land;
    }
    let spells = options.iter().enumerate().filter(|(_, option)| is(option, "cast"));
    spells.max_by_key(|(_, option)| option["cost"].as_u64()).map_or(0, |(at, _)| at)
}

/// Everything attacks the opponent with the least life.
fn attacks(question: &Value, view: &Value, me: &str) -> Value {
    let nobody = json!([]);
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let players = list(view, "players");
    let others = players.iter().filter(|player| player["living"] == true && player["name"] != me);
    let Some(victim) = others.min_by_key(|player| player["life"].as_i64()) else { return nobody };
    let Some(at) = list(question, "options").iter().position(|option| option["player"] == victim["name"]) else {
        return nobody;
    };
    (0..list(question, "items").len()).map(|item| json!([item, at])).collect()
}

fn choose(message: &Value, me: &str) -> Value {
    let (question, view) = (&message["question"], &message["view"]);
    let mine = view["turn"]["active"] == me && view["stack"].as_array().is_some_and(Vec::is_empty);
    match (question["kind"].as_str(), question["options"].as_array()) {
        (Some("priority"), Some(options)) if mine => best(options).into(),
        (Some("attackers"), _) if view["deciding_for"] == me => attacks(question, view, me),
        _ => "default".into(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names: HashMap<String, String> = HashMap::new();
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let game = message["game"].as_str().unwrap_or_default().to_owned();
        let answer = match message["type"].as_str() {
            Some("hello") => {
                let features = ["tables"];
                json!({ "type": "hello", "protocol": message["protocol"], "name": "plain", "features": features })
            }
            Some("game") => {
                names.insert(game.clone(), message["you"].as_str().unwrap_or_default().to_owned());
                json!({ "type": "wants", "game": game })
            }
            Some("ask") => {
                let choice = choose(&message, names.get(&game).map_or("", String::as_str));
                json!({ "type": "answer", "game": game, "ask": message["ask"], "choice": choice })
            }
            Some("over") => {
                names.remove(&game);
                continue;
            }
            Some("bye") => break,
            _ => continue,
        };
        writeln!(stdout(), "{answer}")?;
        stdout().flush()?;
    }
    Ok(())
}
