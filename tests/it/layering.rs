//! The rooms, and the one way of dependence.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room may use those before it.
const ROOMS: [&str; 11] =
    ["turn", "cards", "oracle", "game", "agents", "scenario", "table", "batch", "study", "report", "cli"];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The rooms that a source names after `crate::`, in a `use`, a path in code, or a list in braces.
fn rooms_named(source: &str) -> Vec<String> {
    let code: String = source.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join(" ");
    let mut named = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.trim_start().strip_prefix('{') {
            None => named.push(first_word(rest)),
            Some(list) => named.extend(items(list).iter().map(|item| first_word(item)).filter(|word| !word.is_empty())),
        }
    }
    named
}

fn first_word(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// What stands between commas up to the closing brace, inner braces left alone.
fn items(list: &str) -> Vec<String> {
    let (mut items, mut depth) = (vec![String::new()], 0);
    for c in list.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => items.push(String::new()),
            '{' => depth += 1,
            '}' => depth -= 1,
            c if depth == 0 => items.last_mut().expect("there is a first item").push(c),
            _ => {}
        }
    }
    items
}

#[test]
fn the_finder_sees_every_way_to_name_a_room() {
    let source = "use crate::turn::{Seat, Step};\nfn f() { crate::game::x() }\nuse crate::{\n    cards::{A, B},\n    batch,\n};\n// crate::cli";
    assert_eq!(rooms_named(source), ["turn", "game", "cards", "batch"]);
}

#[test]
fn rooms_use_only_rooms_before_them() {
    let mut wrong = Vec::new();
    for (place, room) in ROOMS.iter().enumerate() {
        for file in rust_files(&src().join(room)) {
            let source = fs::read_to_string(&file).expect("a readable file");
            for named in rooms_named(&source) {
                if !ROOMS[..=place].contains(&named.as_str()) {
                    wrong.push(format!("{} names crate::{named}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_a_room_of_the_list() {
    let folders = fs::read_dir(src()).expect("a readable folder").map(|e| e.expect("a readable entry").path());
    let unknown: Vec<_> = folders
        .filter(|p| p.is_dir() && !ROOMS.iter().any(|room| p.ends_with(room)))
        .map(|p| p.display().to_string())
        .collect();
    assert!(unknown.is_empty(), "rooms without a place in the order: {unknown:?}");
}

#[test]
fn every_room_says_what_it_is() {
    for room in ROOMS {
        let source = fs::read_to_string(src().join(room).join("mod.rs")).expect("a room has a mod.rs");
        let words = source.lines().next().and_then(|line| line.strip_prefix("//! ")).unwrap_or("");
        assert!(!words.trim().is_empty(), "{room}/mod.rs begins with what the room holds");
    }
}

/// The library's root joins the rooms and does nothing else.
#[test]
fn the_root_lists_every_room() {
    let root = fs::read_to_string(src().join("lib.rs")).expect("a readable file");
    for room in ROOMS {
        assert!(root.contains(&format!("pub mod {room};")), "lib.rs lists {room}");
    }
}

#[test]
fn nothing_asks_what_time_it_is() {
    // Spans of time are measured where speed is told and programs are waited for; a clock that is set meanwhile changes nothing.
    for path in rust_files(&src()) {
        let source = fs::read_to_string(&path).expect("a readable source");
        for clock in ["SystemTime", "UNIX_EPOCH", "OffsetDateTime", "chrono::"] {
            assert!(!source.contains(clock), "{} asks {clock}", path.display());
        }
    }
}
