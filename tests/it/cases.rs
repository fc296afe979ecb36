//! Every embedded regression case, judged.

use std::sync::Arc;

use turnlab::arena::{Matchup, play_direct, run_case};
use turnlab::cards::catalog::Catalog;
use turnlab::scenario::{Disk, Scenario, builtin_paths, open};

/// The embedded cases of a folder, by path.
fn cases(folder: &str) -> Vec<(String, Matchup)> {
    let folder = format!("builtin:/{folder}/");
    let paths = builtin_paths().into_iter().filter(|path| path.starts_with(&folder) && path.ends_with(".toml"));
    let load = |path: String| {
        let scenario = Scenario::load(&path).unwrap_or_else(|faults| panic!("{faults}"));
        (path, Matchup::new(Arc::new(scenario)))
    };
    paths.map(load).collect()
}

#[test]
fn every_case_shows_what_it_expects() {
    let folders = ["rules", "cases", "formats"].map(cases);
    assert!(folders.iter().all(|cases| !cases.is_empty()));
    let mut failures = Vec::new();
    for (path, matchup) in folders.iter().flatten() {
        let report = run_case(matchup);
        failures.extend(report.differences.iter().map(|difference| format!("{path}\n    {difference}")));
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn a_case_says_the_number_of_its_rule() {
    for (path, matchup) in cases("rules") {
        let file = path.trim_start_matches("builtin:/rules/");
        assert!(file.starts_with(|c: char| c.is_ascii_digit()), "{path} begins with the number of its rule");
        assert!(matchup.scenario().expect().is_some(), "{path} expects something");
    }
}

/// A card that nothing puts to the test is a card nobody knows to work.
#[test]
fn every_card_is_put_to_the_test() {
    let is_case = |path: &String| ["rules/", "cases/"].iter().any(|f| path.starts_with(&format!("builtin:/{f}")));
    let text =
        |path: String| open(&Disk, &path).map(|(source, _)| source.text.clone()).unwrap_or_else(|e| panic!("{e}"));
    let mut cases: String = builtin_paths().into_iter().filter(is_case).map(text).collect();
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/game_rules");
    for file in std::fs::read_dir(tests).expect("the tests of the game") {
        cases += &std::fs::read_to_string(file.expect("a test").path()).expect("text");
    }
    let sources = include_str!("../data/mana_sources.tsv");
    let tested = |name: &str| {
        cases.contains(&format!("\"{name}\"")) || sources.lines().any(|line| line.split('\t').next() == Some(name))
    };
    let cards = Catalog::builtin().cards().filter(|(_, card)| !card.token);
    let untested: Vec<_> = cards.map(|(_, card)| card.name.as_str()).filter(|name| !tested(name)).collect();
    assert!(untested.is_empty(), "{} cards are in no case: {untested:#?}", untested.len());
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
