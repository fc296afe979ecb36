//! Every embedded regression case, judged.

use std::collections::BTreeSet;
use std::sync::Arc;

use turnlab::batch::self_check::invariants;
use turnlab::cards::card::Card;
use turnlab::cards::catalog::Catalog;
use turnlab::cards::source::Source;
use turnlab::cards::type_line::Types;
use turnlab::cards::vocabulary::{Entries, Word, words};
use turnlab::scenario::{Disk, Scenario, builtin_paths, open};
use turnlab::table::{Matchup, play_direct, run_case};

/// The embedded cases of a folder, by path, each loaded when it is its turn: those with cards of their own have a catalog each.
fn cases(folder: &str) -> impl Iterator<Item = (String, Matchup)> {
    let folder = format!("builtin:/{folder}/");
    let paths = builtin_paths().into_iter().filter(move |path| path.starts_with(&folder) && path.ends_with(".toml"));
    paths.map(|path| {
        let scenario = Scenario::load(&path).unwrap_or_else(|faults| panic!("{faults}"));
        (path, Matchup::new(Arc::new(scenario)))
    })
}

#[test]
fn every_case_shows_what_it_expects() {
    let mut failures = Vec::new();
    for folder in ["rules", "cases", "formats"] {
        let mut found = 0;
        for (path, matchup) in cases(folder) {
            let report = run_case(&matchup);
            failures.extend(report.differences.iter().map(|difference| format!("{path}\n    {difference}")));
            found += 1;
        }
        assert!(found > 0, "{folder}");
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

/// Whatever is done at the table of a case, and whoever leaves it in the middle: the rules' invariants hold at each question.
#[test]
fn every_case_keeps_the_invariants() {
    let mut faults = Vec::new();
    for folder in ["rules", "cases", "formats"] {
        for (path, matchup) in cases(folder) {
            let held = invariants(&[matchup], 0..1, &|| ());
            faults.extend(held.faults.iter().map(|fault| format!("{path}\n    {fault}")));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn a_case_says_the_number_of_its_rule() {
    for (path, matchup) in cases("rules") {
        let file = path.trim_start_matches("builtin:/rules/");
        assert!(file.starts_with(|c: char| c.is_ascii_digit()), "{path} begins with the number of its rule");
        assert!(matchup.scenario().expect().is_some(), "{path} expects something");
    }
}

/// Cards that no case plays, one a line: all that they are written with has cases of its own, and nothing on them is odd.
const WITHOUT_A_CASE: &str = include_str!("../data/cards_without_a_case.txt");

/// A card that nothing puts to the test is a card nobody knows to work: it is in a case, or it is listed.
#[test]
fn every_card_is_put_to_the_test() {
    let mut cases: String = texts(&["rules", "cases"]).into_iter().map(|(_, text)| text).collect();
    cases.extend(tests_of_the_game());
    let sources = include_str!("../data/mana_sources.tsv");
    let tested = |name: &str| {
        cases.contains(&format!("\"{name}\"")) || sources.lines().any(|line| line.split('\t').next() == Some(name))
    };
    // A creature that has nothing but keywords does what they do, and each of them has its case.
    let does =
        |card: &Card| card.spell.is_some() || !card.abilities.is_empty() || !card.types.contains(Types::CREATURE);
    let cards = Catalog::builtin().cards().filter(|(_, card)| card.is_whole() && does(card));
    let mut untested: Vec<_> = cards.map(|(_, card)| card.name.as_str()).filter(|name| !tested(name)).collect();
    untested.sort_unstable();
    if std::env::var_os("TURNLAB_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cards_without_a_case.txt");
        return std::fs::write(path, untested.join("\n") + "\n").expect("the list can be written");
    }
    let listed: Vec<_> = WITHOUT_A_CASE.lines().collect();
    let unlisted: Vec<_> = untested.iter().filter(|name| !listed.contains(name)).collect();
    let tested: Vec<_> = listed.iter().filter(|name| !untested.contains(name)).collect();
    assert!(unlisted.is_empty(), "{} cards are in no case, and not listed: {unlisted:#?}", unlisted.len());
    assert!(tested.is_empty(), "{} listed cards are in cases by now: {tested:#?}", tested.len());
}

/// The text of every embedded file of those folders, by path.
fn texts(folders: &[&str]) -> Vec<(String, String)> {
    let is_of = |path: &String| folders.iter().any(|folder| path.starts_with(&format!("builtin:/{folder}/")));
    let text = |path: String| {
        let text = open(&Disk, &path).map(|(source, _)| source.text.clone()).unwrap_or_else(|e| panic!("{e}"));
        (path, text)
    };
    builtin_paths().into_iter().filter(is_of).map(text).collect()
}

/// The texts of the tests of the game.
fn tests_of_the_game() -> Vec<String> {
    let tests = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/game_rules")).expect("the tests");
    tests.map(|file| std::fs::read_to_string(file.expect("a test").path()).expect("text")).collect()
}

/// The cards written in them.
fn cards_of_tests() -> Vec<String> {
    let raw = |text: String| text.split("r#\"").skip(1).filter_map(raw_string).collect::<Vec<String>>();
    tests_of_the_game().into_iter().flat_map(raw).filter(|text| text.contains("[[card]]")).collect()
}

fn raw_string(rest: &str) -> Option<String> {
    rest.split_once("\"#").map(|(text, _)| text.to_owned())
}

/// The effects in the scripts of cases, each as the spell of a card.
fn effects_of_scripts() -> Vec<String> {
    let mut spells = Vec::new();
    for (path, text) in texts(&["rules", "cases", "formats"]) {
        let case: toml::Table = text.parse().unwrap_or_else(|e| panic!("{path}: {e}"));
        let script = case.get("script").and_then(|script| script.as_array()).into_iter().flatten();
        for what in script.filter_map(|entry| entry.get("do")) {
            let whats = what.as_array().map_or(std::slice::from_ref(what), Vec::as_slice);
            // `choose` is an effect where it has modes, and the act of a player elsewhere.
            let effects = whats.iter().filter(|what| what.get("choose").is_none_or(|c| c.get("modes").is_some()));
            spells.extend(effects.map(|effect| format!("[[card]]\nname = \"a script\"\nspell = {effect}\n")));
        }
    }
    spells
}

/// What works on a real card among others has still to be seen to work by itself.
#[test]
fn every_word_of_the_vocabulary_is_tested_alone() {
    let mut files: Vec<String> = texts(&["invented"]).into_iter().map(|(_, text)| text).collect();
    files.extend(cards_of_tests());
    files.extend(effects_of_scripts());
    let words_of = |text: String| {
        let entries = Entries::of(&[Source::new("a file", text)]);
        entries.iter().flat_map(|(_, entry)| entry.words.iter().copied()).collect::<Vec<Word>>()
    };
    let alone: BTreeSet<Word> = files.into_iter().flat_map(words_of).collect();
    let missing: Vec<Word> = words().into_iter().filter(|word| !alone.contains(word)).collect();
    assert!(missing.is_empty(), "{} words are tested on real cards only: {missing:#?}", missing.len());
}

#[test]
fn every_invented_card_is_put_to_the_test() {
    let mut cases: String = texts(&["rules", "cases", "formats"]).into_iter().map(|(_, text)| text).collect();
    // Commanders of two are tested where decks are read.
    cases += include_str!("../../src/scenario/deck/tests.rs");
    for (path, text) in texts(&["invented"]) {
        let names = text.lines().filter_map(|line| line.strip_prefix("name = "));
        let untested: Vec<&str> = names.filter(|name| !cases.contains(name)).collect();
        assert!(untested.is_empty(), "{path}: no case has {untested:?}");
    }
}

#[test]
fn every_study_asks_a_question_and_plays() {
    let paths = builtin_paths().into_iter().filter(|path| path.starts_with("builtin:/studies/"));
    let mut studies = 0;
    for path in paths {
        let scenario = Scenario::load(&path).unwrap_or_else(|faults| panic!("{faults}"));
        let text = String::from_utf8(scenario.inputs()[0].bytes.clone()).expect("text");
        assert!(path.ends_with("/default.toml") || text.starts_with("# Question: "), "{path} says what it asks");
        assert!(scenario.is_study(), "{path} has a [batch]");
        let matchup = Matchup::new(Arc::new(scenario));
        for game in 0..2 {
            let record = play_direct(&matchup, matchup.address(game));
            assert!(record.game.refused == 0 && record.game.turns > 0, "{path}, game {game}");
        }
        studies += 1;
    }
    assert!(studies > 1);
}
