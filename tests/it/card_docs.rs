//! `docs/cards.md`: its example is played, and its lists are those of the sources.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use turnlab::cards::builtin_sources;
use turnlab::cards::vocabulary::{Entries, Kind, TAGS};

use crate::cli::{DECK, Desk};

const PAGE: &str = include_str!("../../docs/cards.md");

/// What the made part stands between.
const BEGIN: &str = "<!-- what follows is made from the sources: TURNLAB_BLESS=1 cargo test --test it card_docs -->\n";
const END: &str = "<!-- end -->\n";

fn example(number: usize) -> &'static str {
    let block = PAGE.split("```toml\n").nth(number).and_then(|rest| rest.split("```").next());
    block.expect("an example of the page")
}

#[test]
fn the_worked_example_compiles_and_plays() {
    let desk = Desk::new();
    desk.write("my-cards.toml", example(1));
    desk.write("my-case.toml", example(2));
    assert!(desk.fine("check my-case.toml").out.contains("1 case, all passed"));
    let shown = desk.fine("cards ilse --cards my-cards.toml").out;
    assert!(shown.starts_with("Ilse, Patient Tinkerer"), "{shown}");
    // The case would see it if the card did not do it.
    desk.write("my-cards.toml", &example(1).replace(", { extra-turn = {} }", ""));
    assert_eq!(desk.run("check my-case.toml").code, Some(1));
    desk.write("my-cards.toml", example(1));
    desk.write("my-deck.txt", &DECK.replace("1 Talrand, Sky Summoner", "1 Ilse, Patient Tinkerer"));
    desk.fine("run --deck my-deck.txt --cards my-cards.toml --games 1 --out out --quiet");
}

#[test]
fn the_lists_of_the_page_are_those_of_the_sources() {
    let (before, rest) = PAGE.split_once(BEGIN).expect("the made part begins");
    let (listed, after) = rest.split_once(END).expect("it ends");
    let made = made();
    if std::env::var_os("TURNLAB_BLESS").is_some() {
        let page = format!("{before}{BEGIN}{made}{END}{after}");
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cards.md"), page).expect("the page can be written");
        return;
    }
    assert!(listed == made, "docs/cards.md is out of date: TURNLAB_BLESS=1 cargo test --test it card_docs");
}

/// What a source says of the variants or fields behind a line: names as files write them, and their remarks in one line.
fn remarks(source: &str, begin: &str) -> Vec<(String, String)> {
    let (_, body) = source.split_once(begin).unwrap_or_else(|| panic!("`{begin}` stands there"));
    let (mut found, mut remark) = (Vec::new(), String::new());
    for line in body.lines().skip(1).take_while(|line| *line != "}") {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("///") {
            let _ = write!(remark, "{}{}", if remark.is_empty() { "" } else { " " }, text.trim());
        } else if !line.starts_with('#') && !line.starts_with("//") && !line.is_empty() {
            let name = line.strip_prefix("pub ").unwrap_or(line);
            let name = name.strip_prefix("r#").unwrap_or(name);
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((kebab(&name), std::mem::take(&mut remark)));
        }
    }
    found
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    text
}

/// A table of words with their keys and what the source says of them.
fn table(title: &str, kind: Kind, source: &str, begin: &str) -> String {
    let remarks = remarks(source, begin);
    let mut text = format!("\n### {title}\n\n| word | keys | what |\n|---|---|---|\n");
    let words = kind.words();
    assert_eq!(words, remarks.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), "{begin}");
    for (word, remark) in remarks {
        let keys: Vec<String> = kind.parameters(&word).iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(text, "| `{word}` | {} | {} |", keys.join(", "), remark.replace('|', "\\|"));
    }
    text
}

/// The made part of the page.
fn made() -> String {
    const EFFECTS: &str = include_str!("../../src/cards/written/effect.rs");
    const ABILITIES: &str = include_str!("../../src/cards/written/ability.rs");
    const CARDS: &str = include_str!("../../src/cards/written/card.rs");
    let mut text = "\n## The vocabulary\n\n### Keys of a card\n\n| key | what |\n|---|---|\n".to_owned();
    for (key, remark) in remarks(CARDS, "pub struct WrittenCard {") {
        let _ = writeln!(text, "| `{key}` | {remark} |");
    }
    text.push_str(&table("Effects", Kind::Effect, EFFECTS, "pub enum EffectKind {"));
    text.push_str(&table("Triggers", Kind::Trigger, ABILITIES, "pub enum WrittenTrigger {"));
    text.push_str(&table("Static abilities", Kind::Static, ABILITIES, "pub enum WrittenStatic {"));
    text.push_str(&table("Replacement effects", Kind::Replacement, ABILITIES, "pub enum WrittenReplacement {"));
    let keywords: Vec<String> = Kind::Keyword.words().iter().map(|word| format!("`{word}`")).collect();
    let _ = writeln!(
        text,
        "\n### Keywords\n\n{}; behind `partner with` stands the other card's name.",
        keywords.join(", ")
    );
    let _ = writeln!(text, "\n### The words inside the strings\n\n{}", words_in_strings());
    let tags: Vec<String> = TAGS.iter().map(|tag| format!("`{}`", tag.name)).collect();
    let _ =
        writeln!(text, "\n## Tags\n\nWhat `--tag` takes, told from what a card is written with: {}.", tags.join(", "));
    let _ = writeln!(text, "\n## Where cards differ from print\n\n{}", notes());
    text
}

/// What the module says of filters, players, amounts and the like.
fn words_in_strings() -> String {
    const MODULE: &str = include_str!("../../src/cards/written/mod.rs");
    let (_, rest) = MODULE.split_once("//! The words inside the strings:\n//!\n").expect("it says so");
    let lines = rest.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The notes of the embedded cards.
fn notes() -> String {
    let entries = Entries::of(&builtin_sources());
    let noted: Vec<String> =
        entries.iter().filter_map(|(name, entry)| Some(format!("- {name}: {}", entry.note.as_ref()?))).collect();
    if noted.is_empty() {
        return "No entry of the catalog has a note: no simplification is known.".to_owned();
    }
    noted.join("\n")
}
