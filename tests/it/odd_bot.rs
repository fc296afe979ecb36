//! A program that plays by the protocol and goes wrong in the way that its first argument says: at its third question, or
//! where the way has its moment. `single FILE`, `diary FILE`, `sample FILE` and `wild FILE` do nothing wrong, and write down
//! everything that is said.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use serde_json::{Value, json};

/// What is said, and to where it is written down.
struct Talk {
    how: String,
    diary: Option<File>,
    /// What chooses at random.
    dice: u64,
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
    File::create_new(mark()).is_ok()
}

fn for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

impl Talk {
    fn say(&mut self, message: &Value) {
        self.note('<', &message.to_string());
        // Nobody listens any more: the next line that is read says so.
        let _ = writeln!(stdout(), "{message}").and_then(|()| stdout().flush());
    }

    fn note(&mut self, side: char, line: &str) {
        if let Some(diary) = &mut self.diary {
            // In one piece, as several processes write into the same file, and on a line of its own, as one that is killed may
            // leave half of one.
            let line = format!("\n{} {side} {line}\n", std::process::id());
            diary.write_all(line.as_bytes()).expect("the diary can be written");
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice as usize % n.max(1)
    }

    /// What is done at the third question instead of answering it; `None`: it is answered.
    fn oddity(&mut self, game: &Value, ask: &Value) -> Option<Value> {
        match self.how.as_str() {
            "crash" => crash(),
            // The first of several.
            "crash-once" if unmarked() => crash(),
            "crash-in-4" if game.as_str().is_some_and(|game| game.starts_with("4.")) && !marked() => crash(),
            "silence" => for_ever(),
            "garbage" => {
                println!("this is {{ no JSON");
                Some(Value::Null)
            }
            "flood" => {
                for _ in 0..10_000 {
                    self.say(&json!({ "type": "answer", "game": game, "ask": ask, "choice": "default" }));
                }
                Some(Value::Null)
            }
            "long" => {
                println!("{}", "x".repeat(2 << 20));
                Some(Value::Null)
            }
            "illegal" => Some(json!({ "type": "answer", "game": game, "ask": ask, "choice": "default-ish" })),
            "error" => Some(json!({ "type": "error", "game": game, "message": "I give up" })),
            "concede" => Some(json!({ "type": "concede", "game": game })),
            "child" => {
                // Something that outlives its parent unless the whole group is killed.
                let _ = std::process::Command::new("sleep").arg("86399").spawn();
                std::process::exit(4)
            }
            _ => None,
        }
    }

    fn hello(&self, protocol: &Value) -> Value {
        let mut hello = json!({
            "type": "hello", "protocol": protocol, "name": "odd", "features": ["events", "phases", "tables", "concede"],
        });
        match self.how.as_str() {
            "stranger" => hello["protocol"] = "other/7".into(),
            "telepath" => hello["features"] = json!(["events", "phase"]),
            "single" => hello["features"] = json!(["events", "phases", "stops"]),
            "liar" => hello["deterministic"] = true.into(),
            "sample" => {
                hello["name"] = "my-bot".into();
                hello["features"] = json!(["events", "stops"]);
            }
            _ => {}
        }
        hello
    }

    fn wants(&self, game: &Value) -> Value {
        let mut wants = json!({ "type": "wants", "game": game, "events": true, "phases": true });
        match self.how.as_str() {
            "greedy" => wants["stops"] = json!({}),
            "sample" => {
                wants = json!({ "type": "wants", "game": game, "events": true });
                wants["stops"] = json!({ "own": ["precombat-main"], "others": [], "top": [] });
            }
            "single" => wants["stops"] = json!({ "others": ["end"], "top": ["their-spell"] }),
            _ => {}
        }
        wants
    }

    fn answer(&mut self, message: &Value) {
        let (game, ask) = (&message["game"], &message["ask"]);
        let odd = if *ask == 2 { self.oddity(game, ask) } else { None };
        let choice = match self.how.as_str() {
            "wild" => self.wild(&message["question"]),
            "sample" => sample(&message["question"]),
            "liar" if message["question"]["kind"] == "priority" => {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                self.dice ^= now.map_or(1, |time| u64::from(time.subsec_nanos()));
                json!(self.below(options(&message["question"])))
            }
            _ => "default".into(),
        };
        let answer = odd.unwrap_or_else(|| json!({ "type": "answer", "game": game, "ask": ask, "choice": choice }));
        if answer != Value::Null {
            self.say(&answer);
        }
        if self.how == "twice" {
            self.say(&answer);
        }
    }

    /// Any answer of the right shape; the default where that takes more thought.
    fn wild(&mut self, question: &Value) -> Value {
        let options = options(question);
        match question["answer"].as_str() {
            Some("one") if question["kind"] == "priority" && self.below(4) == 0 => json!(0),
            Some("one") => json!(self.below(options)),
            Some("number") => {
                let (min, max) = (question["min"].as_i64(), question["max"].as_i64());
                let (min, max) = (min.unwrap_or(0), max.unwrap_or(0).min(20));
                json!(min + self.below((max - min + 1).max(1) as usize) as i64)
            }
            Some("order") => {
                let mut order: Vec<usize> = (0..options).collect();
                for at in 1..options {
                    let other = self.below(at + 1);
                    order.swap(at, other);
                }
                json!(order)
            }
            Some("assign") if self.below(2) == 0 => {
                let items = question["items"].as_array().map_or(0, Vec::len);
                (0..items).map(|item| json!([item, self.below(options)])).collect()
            }
            Some("some") => {
                let (min, max) = (question["min"].as_u64().unwrap_or(0), question["max"].as_u64().unwrap_or(0));
                let n = min as usize + self.below((max - min + 1) as usize);
                json!((0..options).take(n).collect::<Vec<_>>())
            }
            _ => question["default"].clone(),
        }
    }
}

/// Casts the first spell at the other player, and attacks with the first creature.
fn sample(question: &Value) -> Value {
    let targets = question["needs"][0]["options"].as_array();
    let other = targets.and_then(|targets| targets.iter().position(|target| target["player"] == "Other"));
    match question["kind"].as_str() {
        Some("priority") if question["options"][1]["do"] == "cast" => json!([1, [other]]),
        Some("attackers") => json!([[0, 0]]),
        _ => "default".into(),
    }
}

fn options(question: &Value) -> usize {
    question["options"].as_array().map_or(0, Vec::len)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let how = arguments.next().unwrap_or_default();
    let open = |path: String| OpenOptions::new().create(true).append(true).open(path).expect("a diary");
    let diary =
        if matches!(how.as_str(), "diary" | "wild" | "single" | "sample") { arguments.next().map(open) } else { None };
    let mut talk = Talk { how, diary, dice: 0x9e37_79b9_7f4a_7c15 };
    match talk.how.as_str() {
        "mute" => for_ever(),
        "early" => return,
        "chatter" => println!("odd_bot 1.0 is ready"),
        _ => {}
    }
    for line in stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str::<Value>(&line) else { return };
        talk.note('>', &line);
        match message["type"].as_str() {
            Some("hello") => {
                let hello = talk.hello(&message["protocol"]);
                talk.say(&hello);
            }
            Some("game") => {
                talk.dice ^= message["seed"].as_u64().unwrap_or(0) >> 1;
                let wants = talk.wants(&message["game"]);
                talk.say(&wants);
            }
            Some("ask") => talk.answer(&message),
            Some("phase" | "weather") if talk.how == "babble" => {
                talk.say(&json!({ "type": "error", "message": "what a phase" }));
            }
            Some("over") if talk.how == "once" => return,
            Some("weather") if talk.how == "strict" => {
                eprintln!("there is no message `weather`");
                std::process::exit(1);
            }
            Some("bye") if talk.how == "clinging" => {}
            Some("bye") => break,
            _ => {}
        }
    }
    if matches!(talk.how.as_str(), "deaf" | "clinging") {
        for_ever();
    }
    if talk.how == "litter" {
        let _ = std::process::Command::new("sleep").arg("86398").spawn();
    }
}
