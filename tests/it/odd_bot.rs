//! A program that plays by the protocol until its third question, and then does what its first argument says.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use serde_json::{Value, json};

fn say(message: &Value) {
    // Nobody listens any more: the next line that is read says so.
    let _ = writeln!(stdout(), "{message}").and_then(|()| stdout().flush());
}

fn crash() -> ! {
    eprintln!("a crash that was asked for");
    std::process::exit(3)
}

/// The file that is the second argument.
fn mark() -> String {
    std::env::args().nth(2).unwrap_or_default()
}

fn marked() -> bool {
    std::path::Path::new(&mark()).exists()
}

/// Makes the mark; whether it was not there.
fn unmarked() -> bool {
    std::fs::File::create_new(mark()).is_ok()
}

/// What is done at the third question instead of answering it; `None`: it is answered.
fn oddity(how: &str, game: &Value, ask: &Value) -> Option<Value> {
    match how {
        "crash" => crash(),
        // The first of several.
        "crash-once" if unmarked() => crash(),
        "crash-in-4" if game.as_str().is_some_and(|game| game.starts_with("4.")) && !marked() => crash(),
        "silence" => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
        "garbage" => {
            println!("this is {{ no JSON");
            Some(Value::Null)
        }
        "flood" => {
            for _ in 0..10_000 {
                say(&json!({ "type": "answer", "game": game, "ask": ask, "choice": "default" }));
            }
            Some(Value::Null)
        }
        "long" => {
            println!("{}", "x".repeat(2 << 20));
            Some(Value::Null)
        }
        "illegal" => Some(json!({ "type": "answer", "game": game, "ask": ask, "choice": "default-ish" })),
        "error" => Some(json!({ "type": "error", "game": game, "message": "I give up" })),
        "child" => {
            // Something that outlives its parent unless the whole group is killed.
            let _ = std::process::Command::new("sleep").arg("86399").spawn();
            std::process::exit(4)
        }
        _ => None,
    }
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    if how == "mute" {
        std::thread::sleep(Duration::from_secs(3600));
    }
    for line in stdin().lock().lines() {
        let Ok(message) = line.map_err(|_| ()).and_then(|line| serde_json::from_str::<Value>(&line).map_err(|_| ()))
        else {
            return;
        };
        let (game, ask) = (&message["game"], &message["ask"]);
        match message["type"].as_str() {
            Some("hello") if how == "stranger" => {
                say(&json!({ "type": "hello", "protocol": "other/7", "name": "odd" }))
            }
            Some("hello") => say(&json!({ "type": "hello", "protocol": message["protocol"], "name": "odd" })),
            Some("game") => say(&json!({ "type": "wants", "game": game, "events": true, "phases": true })),
            Some("ask") => {
                let odd = if *ask == 2 { oddity(&how, game, ask) } else { None };
                match odd {
                    Some(Value::Null) => {}
                    Some(answer) => say(&answer),
                    None => say(&json!({ "type": "answer", "game": game, "ask": ask, "choice": "default" })),
                }
            }
            Some("bye") => return,
            _ => {}
        }
    }
}
