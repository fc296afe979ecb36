//! Single games told and told again, and cases judged.

use crate::cli::{Desk, STUDY};

/// A case that is right: an extra turn comes after the turn it was made in.
const CASE: &str = r#"schema = 1
name = "case"
[[seat]]
name = "A"
[[seat]]
name = "B"
[[script]]
turn = 1
do = { extra-turn = { player = "B" } }
[expect]
turns = ["A", "B*", "B", "A"]
"#;

/// A case of a whole seeded game; its digest and outline are to be filled in.
const WHOLE: &str = r#"schema = 1
name = "whole"
[game]
max_turns = 3
[[seat]]
name = "A"
agent = "pass"
[[seat]]
name = "B"
agent = "pass"
[expect]
digest = "00000000000000000000000000000000" # kept
outline = "1 A"
"#;

#[test]
fn the_embedded_suite_passes() {
    let ran = Desk::new().fine("check");
    assert!(ran.out.starts_with("section    cases  failed\n"), "{}", ran.out);
    assert!(
        ran.out.contains("\n500  ") && ran.out.contains(" cases, all passed; Comprehensive Rules effective 2"),
        "{}",
        ran.out
    );
}

#[test]
fn a_difference_is_shown_and_fails_the_check() {
    let desk = Desk::new();
    desk.write("cases/500.7-right.toml", CASE);
    desk.write("cases/500.8-wrong.toml", &CASE.replace("\"B*\", \"B\"", "\"B\", \"B*\""));
    desk.write("cases/deep/mine.toml", CASE);
    desk.write("cases/study.toml", &STUDY.replace("decks/", "../decks/"));
    let ran = desk.run("check cases");
    let text = "FAILED cases/500.8-wrong.toml: turns: expected A B B* A, got A B*\n\
                section    cases  failed\n\
                500            2       1\n\
                deep           1       0\n\
                3 cases, 1 failed; Comprehensive Rules effective 2026-09-25\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(1), text, ""));
    assert_eq!(desk.run("check cases/500.7-right.toml cases/deep").code, Some(0));
    assert!(desk.run("check cases --color always").out.starts_with("\u{1b}[31mFAILED\u{1b}[0m "));
}

#[test]
fn the_first_differences_of_a_case_are_told() {
    let desk = Desk::new();
    let never = "[[script]]\nturn = 1\nstep = \"end\"\ndo = { cast = \"Opt\" }\n";
    let case = CASE.replace("[expect]", &format!("{}[expect]", never.repeat(6)));
    desk.write("cases/500.9-wrong.toml", &case);
    let told = desk.run("check cases").out;
    let lines: Vec<&str> = told.lines().take(5).collect();
    assert!(lines[0].starts_with("FAILED cases/500.9-wrong.toml: line "), "{told}");
    assert!(lines[1..4].iter().all(|line| line.starts_with("  line ")) && lines[4] == "  and 2 more", "{told}");
}

#[test]
fn what_is_no_case_is_refused() {
    let desk = Desk::new();
    let refused = |line: &str, message: &str| {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(2), format!("error: {message}\n").as_str()), "{line}");
    };
    refused("check small.toml", "small.toml: expects nothing, so it is no case: it has no [expect]");
    refused("check decks", "no cases in `decks`: expected scenarios with [expect]");
    refused("check smal.toml", "no file `smal.toml`; did you mean `small.toml`?");
    refused("check builtin:/nowhere", "no cases in `builtin:/nowhere`: expected scenarios with [expect]");
    desk.write("bad.toml", &CASE.replace("do = {", "od = {"));
    let ran = desk.run("check bad.toml");
    assert!(ran.err.contains("error: bad.toml:9:1: unknown key `od` in [[script]]"), "{}", ran.err);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
}

#[test]
fn blessing_writes_digests_and_asks_twice_about_outlines() {
    let desk = Desk::new();
    desk.write("whole.toml", WHOLE);
    let ran = desk.run("check whole.toml --bless");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("not blessed: the outline of `whole` has changed; "), "{}", ran.out);
    assert_eq!(desk.read("whole.toml"), WHOLE);
    let ran = desk.fine("check whole.toml --bless --bless-outline");
    assert!(
        ran.out.starts_with("blessed whole.toml: a new outline\n--- was\n1 A\n--- is\n1 A\n2 B\n3 A\nend capped\n"),
        "{}",
        ran.out
    );
    let blessed = desk.read("whole.toml");
    assert!(blessed.contains("\" # kept\n") && !blessed.contains("0000000000000000"), "{blessed}");
    desk.fine("check whole.toml");
    desk.write("whole.toml", &blessed.replace("max_turns = 3", "max_turns = 3\nask = \"all\""));
    assert_eq!(desk.run("check whole.toml --bless").code, Some(0));
    assert_eq!(desk.run("check builtin:/rules --bless").code, Some(2));
}

#[test]
fn a_game_is_told_in_three_ways() {
    let desk = Desk::new();
    let text = desk.fine("trace small.toml --game 3");
    assert!(text.out.contains("\nturn 12  "), "{}", text.out);
    assert!(text.err.starts_with("game 3, seed 7: capped after 12 turns, digest "), "{}", text.err);
    let verbose = desk.fine("trace small.toml --game 3 --verbose").out;
    assert!(verbose.lines().count() > text.out.lines().count());
    assert_eq!(desk.fine("trace small.toml --game 3 --detail all").out, verbose);
    let turns = desk.fine("trace small.toml --game 3 --detail turns").out;
    assert!(turns.lines().count() < text.out.lines().count() && turns.contains("\n  life: "), "{turns}");
    let hands = desk.fine("trace small.toml --game 3 --hands").out;
    assert!(hands.contains("'s hand: ") && !text.out.contains("'s hand: "), "{hands}");
    let why = desk.fine("trace small.toml --game 3 --why").out;
    assert_eq!(why.lines().filter(|line| line.contains(" normal turn")).count(), 12, "{why}");
    let jsonl = desk.fine("trace small.toml --game 3 --format jsonl").out;
    for line in jsonl.lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert!(event["type"].is_string(), "{line}");
    }
    for options in ["--why", "--hands", "--verbose", "--detail turns"] {
        assert_eq!(desk.run(&format!("trace small.toml --format jsonl {options}")).code, Some(2), "{options}");
    }
    assert_ne!(desk.fine("trace small.toml --game 3 --seed 8").out, text.out);
}

#[test]
fn a_part_of_a_game_is_told() {
    let desk = Desk::new();
    let some = desk.fine("trace small.toml --game 3 --turns 4..5");
    let headings: Vec<&str> = some.out.lines().filter(|line| line.starts_with("turn ")).collect();
    assert!(headings.len() == 2 && headings[0].starts_with("turn 4  ") && headings[1].starts_with("turn 5  "));
    assert!(some.err.starts_with("game 3, seed 7: capped after 12 turns"), "the whole game is played: {}", some.err);
    let last = desk.fine("trace small.toml --game 3 --turns 12..").out;
    assert!(last.starts_with("turn 12  ") && last.ends_with("no result: stopped after turn 12\n"), "{last}");
    let refused = |options: &str, message: &str| {
        let ran = desk.run(&format!("trace small.toml --game 3 {options}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{options}");
        assert!(ran.err.starts_with(&format!("error: {message}")), "{options}: {}", ran.err);
    };
    refused("--turns 13..", "--turns: no turn 13: game 3 has turns 1 to 12\n");
    refused(
        "--turns 5..4",
        "invalid value '5..4' for '--turns <RANGE>': the last turn stands before the first: did you mean 4..5?",
    );
    refused("--turns 0", "invalid value '0' for '--turns <RANGE>'");
    refused("--seat Nobody", "--seat: unknown seat `Nobody`, expected one of ");
    desk.fine("run small.toml --games 4 --out out");
    assert_eq!(desk.fine("replay out 3 --turns 4..5").out, some.out);
    assert_eq!(desk.run("replay out 3 --step --turns 4").code, Some(2));
}

#[test]
fn a_game_of_a_run_is_told_again_from_its_folder_alone() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --seed 0x10 --out out");
    let told = desk.fine("trace small.toml --game 5 --seed 16");
    std::fs::remove_file(desk.path().join("small.toml")).unwrap();
    std::fs::remove_file(desk.path().join("decks/b.txt")).unwrap();
    let again = desk.fine("replay out 5");
    assert_eq!(again.out, told.out);
    assert_eq!(again.err, told.err + "the same as in games.csv\n");
    let digest = again.err.split("digest ").nth(1).unwrap().lines().next().unwrap();
    assert!(desk.read("out/games.csv").contains(digest));
}

#[test]
fn a_game_that_came_out_otherwise_is_a_failure() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    let rows = desk.read("out/games.csv");
    desk.write("out/games.csv", &rows.replace("\n5,7,4,capped,", "\n5,7,4,draw,"));
    let ran = desk.run("replay out 5");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("error: games.csv has other end: game 5, seed 7: draw after 12 turns"), "{}", ran.err);
    std::fs::remove_file(desk.path().join("out/games.csv")).unwrap();
    assert!(desk.fine("replay out 5").err.ends_with("games.csv has no row of it, so nothing could be compared\n"));
}

#[test]
fn games_and_runs_that_are_not_there() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    let refused = |line: &str, message: &str| {
        let ran = desk.run(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.as_str()),
            (Some(2), "", format!("error: {message}\n").as_str())
        );
    };
    refused("replay out 8", "no game 8: the run in `out` has games 0 to 7");
    refused("replay nowhere 0", "no folder `nowhere`; expected the folder of a run");
    std::fs::remove_file(desk.path().join("out/inputs/small.toml")).unwrap();
    let ran = desk.run("replay out 0");
    assert!(ran.code == Some(2) && ran.err.contains("can't read `out/inputs/small.toml`"), "{}", ran.err);
}
