//! `docs/agents.md`: its game is one that was really played, and its lists are those of the schema.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use turnlab::cards::source::Source;
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::process::Programs;
use turnlab::table::protocol::SCHEMA;
use turnlab::table::{Matchup, play_direct};

use crate::cli::Desk;
use crate::process::{program, whole_diary};

const PAGE: &str = include_str!("../../docs/agents.md");

/// What the made parts stand between.
const MADE: [[&str; 2]; 2] = [
    [
        "<!-- what follows is made from a game: TURNLAB_BLESS=1 cargo test --test it agent_docs -->\n",
        "<!-- end of the game -->\n",
    ],
    [
        "<!-- what follows is made from the schema: TURNLAB_BLESS=1 cargo test --test it agent_docs -->\n",
        "<!-- end of the lists -->\n",
    ],
];

/// How wide a line of the page may be.
const WIDTH: usize = 150;

/// The table of the page: one turn is enough.
const TABLE: &str = r#"schema = 1
name = "one-turn"

[game]
starting_seat = "Bot"

[[seat]]
name = "Bot"
hand = ["Shock"]
battlefield = ["Mountain", "Hill Giant"]
agent = { process = ["my-bot"], options = { depth = 3 }, deadline = "30s" }

[[seat]]
name = "Other"
life = 5
agent = "pass"
"#;

#[test]
fn the_page_has_a_game_that_was_played_and_what_can_be_asked() {
    let made = [game(), lists()];
    let mut page = PAGE.to_owned();
    for ([begin, end], made) in MADE.iter().zip(&made) {
        let (before, rest) = page.split_once(begin).expect("the made part begins");
        let (_, after) = rest.split_once(end).expect("it ends");
        page = format!("{before}{begin}{made}{end}{after}");
    }
    if std::env::var_os("TURNLAB_BLESS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/agents.md");
        fs::write(file, page).expect("the page can be written");
        return;
    }
    assert!(page == PAGE, "docs/agents.md is out of date: TURNLAB_BLESS=1 cargo test --test it agent_docs");
}

/// The table, and everything that is said at it.
fn game() -> String {
    let desk = Desk::new();
    let diary = desk.path().join("diary");
    let command = format!("[{:?}, \"sample\", {diary:?}]", program("odd_bot"));
    let text = TABLE.replace("[\"my-bot\"]", &command);
    let scenario = Scenario::from_source(&Source::new("one-turn.toml", text), &Disk);
    let matchup = Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))));
    {
        let matchup = matchup.with_programs(Programs::new());
        let row = play_direct(&matchup, matchup.address(0));
        assert_eq!(
            (row.game.winner.as_deref(), row.game.turns),
            (Some("Bot"), 1),
            "the game of the page is won at once"
        );
    }
    let mut text = format!("```toml\n{TABLE}```\n\n```text\n");
    for line in whole_diary(&diary).lines() {
        let mut parts = line.splitn(3, ' ').skip(1);
        let (side, message) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let arrow = if side == ">" { "→" } else { "←" };
        let _ = writeln!(text, "{arrow} {}", broken(message, 2, 2));
    }
    text.push_str("```\n");
    text
}

/// A value in one line, or broken where it is too long for one; `used` is what stands before it.
fn broken(value: &str, indent: usize, used: usize) -> String {
    let list = value.starts_with(['{', '[']);
    if !list || used + value.chars().count() <= WIDTH {
        return value.to_owned();
    }
    let mut text = value[..1].to_owned();
    let mut used = indent + 1;
    for (place, part) in parts(&value[1..value.len() - 1]).into_iter().enumerate() {
        let fits = used + part.chars().count() < WIDTH;
        if place > 0 {
            text.push(',');
            used += 1;
        }
        if place > 0 && !fits {
            let _ = write!(text, "\n{}", " ".repeat(indent + 1));
            used = indent + 1;
        }
        // A field's name stays before its value.
        let named = if value.starts_with('{') { part.find("\":").map_or(0, |end| end + 2) } else { 0 };
        let (name, inner) = part.split_at(named);
        let part = format!("{name}{}", broken(inner, indent + 1, used + name.len()));
        used = part.rsplit_once('\n').map_or(used + part.chars().count(), |(_, last)| last.chars().count());
        text.push_str(&part);
    }
    text + &value[value.len() - 1..]
}

/// What stands between the commas of a list or an object.
fn parts(inside: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut quoted, mut escaped, mut from) = (Vec::new(), 0, false, false, 0);
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[from..]);
    parts
}

/// The kinds of questions, needs and options, with what the schema says of each.
fn lists() -> String {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let mut text = String::new();
    for (title, name) in [
        ("`kind` of a question", "DecisionKind"),
        ("`kind` of a need", "NeedKind"),
        ("`do` of an option or item", "Act"),
    ] {
        let _ = write!(text, "\n| {title} | |\n|---|---|\n");
        let variants = schema["$defs"][name]["oneOf"].as_array().expect("variants");
        for variant in variants {
            let word = variant["const"].as_str().expect("a word");
            let what = variant["description"].as_str().expect("what it means");
            let _ = writeln!(text, "| `{word}` | {} |", what.replace('\n', " "));
        }
    }
    text.push('\n');
    text
}
