//! Whatever a user can get wrong: one clear message, exit code 2, nothing written, nothing overwritten.

use crate::cli::{DECK, Desk, STUDY, unknown};

/// Says that the command line is refused in those words and changes nothing.
#[track_caller]
fn refused(desk: &Desk, line: &str, message: &str) {
    let before = desk.files("");
    let ran = desk.run(line);
    assert_eq!(ran.err, format!("error: {message}\n"), "turnlab {line}");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "turnlab {line}");
    assert!(desk.files("") == before, "turnlab {line} changed the folder");
}

#[test]
fn scenarios_that_are_not_there() {
    let desk = Desk::new();
    refused(&desk, "run missing.toml", "no file `missing.toml`");
    refused(&desk, "run smal.toml", "no file `smal.toml`; did you mean `small.toml`?");
    refused(&desk, "run decks/small.toml", "no file `decks/small.toml`");
    refused(&desk, "run defualt", "no file `defualt`; did you mean `default`?");
    refused(&desk, "trace smal.toml", "no file `smal.toml`; did you mean `small.toml`?");
    refused(&desk, "run decks", "can't read `decks`: it is a folder, expected a file");
}

#[test]
fn rules_and_metrics_about_nobody_are_told_together_where_they_stand() {
    let desk = Desk::new();
    let asks = STUDY.replace("[batch]", "[batch]\nuntil = \"ci(won,Nobody) <= 0.1\"");
    desk.write("s.toml", &format!("{asks}\n[report]\nmetrics = [\"trns\", \"won,position 9\"]\n"));
    let ran = desk.run("run s.toml");
    assert_eq!(ran.code, Some(2));
    for told in [
        "`until`: no seat `Nobody`; there are A, B, C, D; s.toml:",
        "`metrics`: no metric `trns` of a game; did you mean `turns`?; s.toml:",
        "`metrics`: no position 9; there are 1 to 4",
    ] {
        assert!(ran.err.starts_with("error: s.toml:") && ran.err.contains(told), "{}", ran.err);
    }
}

#[test]
fn numbers_of_games_that_no_memory_holds_are_refused() {
    let desk = Desk::new();
    for (line, number) in
        [("tune --deals 99999999999", "number of deals"), ("validate --games 99999999999", "whole number of games")]
    {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains(&format!("expected a {number}, 1 to 1000000")), "{}", ran.err);
    }
}

#[test]
fn a_study_behind_decks_is_told_where_it_belongs() {
    let desk = Desk::new();
    let told = "--deck: no file `fair-pod`; a study is named before --deck, which takes all names after it";
    refused(&desk, "run --deck decks/b.txt fair-pod", told);
    let help = desk.fine("run --help").out;
    assert!(help.contains("Usage: turnlab run [SCENARIO] [OPTIONS]"), "{help}");
    assert!(
        desk.fine("cards --help").out.contains("turnlab cards [QUERY]... [OPTIONS]\n       turnlab cards <COMMAND>")
    );
}

#[test]
fn decks_that_are_not_there() {
    let desk = Desk::new();
    desk.write("s.toml", &STUDY.replace("decks/b.txt", "decks/c.txt"));
    refused(&desk, "run s.toml", "s.toml:14:8: no file `decks/c.txt`; did you mean `decks/b.txt`?");
    refused(&desk, "run --deck decks/c.txt", "--deck: no file `decks/c.txt`; did you mean `decks/b.txt`?");
    refused(&desk, "deck decks/c.txt", "decks/c.txt: no file `decks/c.txt`; did you mean `decks/b.txt`?");
    desk.write("s.toml", &STUDY.replace("builtin:/decks/talrand", "builtin:/decks/talarnd"));
    let builtin = "s.toml:9:8: no file `builtin:/decks/talarnd-extra-turns.txt`; did you mean \
                   `builtin:/decks/talrand-extra-turns.txt`?";
    refused(&desk, "run s.toml", builtin);
}

#[test]
fn cards_that_are_not_there() {
    let desk = Desk::new();
    desk.write("decks/b.txt", &DECK.replace("98 Island\n1 Opt", "97 Island\n1 Optt\n1 Xyzzy"));
    let faults = "decks/b.txt:6:3: unknown card `Optt`; did you mean `Opt`?\nerror: \
                  decks/b.txt:7:3: unknown card `Xyzzy`\n2 problems in decks/b.txt\n";
    let faults = faults.to_owned() + unknown("decks/b.txt: 98 of 100").trim_end();
    for line in ["run small.toml", "run --deck decks/b.txt", "deck decks/b.txt", "trace small.toml"] {
        refused(&desk, line, &faults);
    }
    refused(&desk, "cards tiem warp", "no card matches `tiem warp`; did you mean `Time Warp`?");
    let commander = "--commander: unknown card `Talrnd, Sky Summoner`; did you mean `Talrand, Sky Summoner`?";
    let ran = desk.command().args(["deck", "decks/b.txt", "--commander", "Talrnd, Sky Summoner"]).output().unwrap();
    assert_eq!(String::from_utf8(ran.stderr).unwrap(), format!("error: {commander}\n"));
}

#[test]
fn decks_of_another_size() {
    let desk = Desk::new();
    desk.write("decks/b.txt", &DECK.replace("98 Island", "97 Island"));
    for line in ["run small.toml", "run --deck decks/b.txt", "deck decks/b.txt"] {
        refused(&desk, line, "decks/b.txt: found 99 cards, expected 100 with the commander");
    }
}

#[test]
fn misspelt_keys_agents_and_formats() {
    let desk = Desk::new();
    desk.write("s.toml", &STUDY.replace("max_turns", "max_tunrs").replace("\"pass\"", "\"heuristics\""));
    let ran = desk.run("run s.toml");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(
        lines[0].starts_with("error: s.toml:5:1: unknown key `max_tunrs` in [game], expected `format`, "),
        "{}",
        ran.err
    );
    assert!(lines[0].ends_with("; did you mean `max_turns`?"), "{}", ran.err);
    for (line, place) in lines[1..3].iter().zip(["s.toml:19:9", "s.toml:23:9"]) {
        assert!(
            line.starts_with(&format!("error: {place}: ")) && line.ends_with("did you mean `heuristic`?"),
            "{line}"
        );
    }
    assert_eq!((lines.len(), lines[3]), (4, "3 problems in s.toml"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
}

#[test]
fn faults_are_found_beside_the_scenario_and_named_from_here() {
    let desk = Desk::new();
    desk.write("my/s.toml", &STUDY.replace("decks/b.txt", "../decks/b.txt"));
    desk.write("decks/b.txt", &DECK.replace("Opt", "Optt"));
    let told = "my/../decks/b.txt:6:3: unknown card `Optt`; did you mean `Opt`?\n".to_owned();
    refused(&desk, "run my/s.toml --allow-outside", (told + &unknown("my/../decks/b.txt: 99 of 100")).trim_end());
    refused(&desk, "run my/t.toml", "no file `my/t.toml`; did you mean `my/s.toml`?");
}

/// Says that an option's value is refused, whatever else stands in the help that follows.
#[track_caller]
fn bad_value(desk: &Desk, option: &str, value: &str, expected: &str) {
    let before = desk.files("");
    let ran = desk.command().args(["run", "small.toml", option, value]).output().unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert!(err.starts_with(&format!("error: invalid value '{value}' for '{option} <")), "{err}");
    assert!(err.contains(expected), "{err}");
    assert_eq!(ran.status.code(), Some(2));
    assert!(desk.files("") == before);
}

#[test]
fn numbers_that_make_no_sense() {
    let desk = Desk::new();
    for games in ["0", "-1", "-9999999999999999999999", "1.5", "lots", "99999999999999999999"] {
        bad_value(&desk, "--games", games, "expected a whole number of games, 1 to 9007199254740992");
    }
    for threads in ["0", "-1", "100000"] {
        bad_value(&desk, "--threads", threads, "expected a number of threads, 1 to 1024");
    }
    for seed in ["-1", "0xyz", "18446744073709551616"] {
        bad_value(&desk, "--seed", seed, "expected 0 to 18446744073709551615, 0x and hexadecimal digits, or `random`");
    }
    for error in ["0", "-0.1", "0.5", "2%"] {
        bad_value(&desk, "--target-error", error, "more than 0 and less than 0.5");
    }
    bad_value(&desk, "--driver", "actor", "[possible values: actors, direct]");
}

#[test]
fn folders_that_cannot_be_written() {
    let desk = Desk::new();
    let not_a_folder = "cannot write into `small.toml/out`: Not a directory";
    refused(&desk, "run small.toml --out small.toml/out", not_a_folder);
    let there = "`small.toml` is no folder; choose another --out";
    refused(&desk, "run small.toml --out small.toml", there);
    #[cfg(unix)]
    refused(&desk, "run small.toml --out /dev/full", "`/dev/full` is no folder; choose another --out");
}

#[test]
fn folders_that_hold_something_else() {
    let desk = Desk::new();
    desk.write("out/notes.txt", "mine");
    let full = "`out` is not empty, and holds no run; choose another --out";
    refused(&desk, "run small.toml --out out", full);
    let foreign = "`out` holds `notes.txt`, which is not part of a run; nothing was removed";
    refused(&desk, "run small.toml --out out --force", foreign);
    let no_run = "`out` holds no run to go on with: it has no run.json; choose another --out, or remove what a run \
                  has left there with --force";
    refused(&desk, "run small.toml --out out --resume", no_run);
}

#[test]
fn folders_that_hold_another_run() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    let full = "`out` is not empty; choose another --out, go on with --resume, or replace it with --force";
    refused(&desk, "run small.toml --games 8 --out out", full);
    let other = |fault: &str| format!("`out` holds a run that cannot go on so: {fault}; nothing was changed");
    refused(&desk, "run small.toml --out out --resume --seed 8", &other("its seed is 7, not 8"));
    refused(&desk, "run small.toml --out out --resume --games 4", &other("it has 8 games, more than 4"));
    let adaptive = "it was played without a rule to stop by";
    refused(&desk, "run small.toml --out out --resume --target-error 0.1", &other(adaptive));
    desk.write("decks/b.txt", &DECK.replace("Opt", "Brainstorm"));
    refused(&desk, "run small.toml --out out --resume", &other("its decks are others, or have changed"));
    desk.write("decks/b.txt", DECK);
    desk.write("small.toml", &(STUDY.to_owned() + "# one more remark\n"));
    refused(&desk, "run small.toml --out out --resume", &other("its scenario `small.toml` is another, or has changed"));
    let run = desk.read("out/run.json");
    desk.write("out/run.json", &run.replace("\"schema\": 8", "\"schema\": 2"));
    refused(&desk, "run --out out --resume", "`out/run.json` has schema 2; this version reads 8");
    // A folder of a version that had no run.json.
    desk.write("old/inputs/small.toml", STUDY);
    desk.write("old/manifest.json", "{\n  \"schema\": 2\n}\n");
    let old = "`old/manifest.json` has schema 2; this version reads 8: play it anew, or go on with the turnlab that played it";
    refused(&desk, "run --out old --resume", old);
    refused(&desk, "replay old 0", "`old/manifest.json` has schema 2; this version reads 8");
}

#[test]
fn files_of_out_are_not_overwritten() {
    let desk = Desk::new();
    desk.write("mine.txt", "mine");
    let there = "`mine.txt` is there already; nothing was written; choose another --out, or remove it first";
    for command in [
        "shard plan small.toml --shards 1 --out mine.txt",
        "tune --seats 2 --deals 1 --weight kill --out mine.txt",
        "deck decks/b.txt --convert plain --out mine.txt",
    ] {
        refused(&desk, command, there);
    }
    // A plan that is there already is what was asked for.
    desk.fine("shard plan small.toml --shards 1");
    desk.fine("shard plan small.toml --shards 1");
    let other = "`plan.json` is there already; nothing was written; choose another --out, or remove it first";
    refused(&desk, "shard plan small.toml --shards 1 --seed 8", other);
}

#[test]
fn negative_numbers_are_values_that_are_refused() {
    let desk = Desk::new();
    for (command, option, value, expected) in [
        ("power --error -1", "--error <E>", "-1", "expected a number above 0"),
        ("power --share -0.1 --detect 0.1", "--share <P>", "-0.1", "expected more than 0 and less than 1"),
        (
            "verify small.toml --replay -1",
            "--replay <N>",
            "-1",
            "expected a whole number of games, 0 to 9007199254740992",
        ),
        ("check --self -1", "--self [<N>]", "-1", "expected a whole number of games, 1 to 9007199254740992"),
        (
            "check --self --first-game -1",
            "--first-game <GAME>",
            "-1",
            "expected a game's number, 0 to 9007199254740991",
        ),
        ("tune --step -5", "--step <P>", "-5", "expected a whole number of percent, 1 to 1000"),
        ("tune --seats -5", "--seats <N>", "-5", "expected a number of seats, 2 to 6"),
        (
            "replay out 0 --deny-extra-turn -1",
            "--deny-extra-turn <N>",
            "-1",
            "expected an extra turn's number, 1 or more",
        ),
        ("shard plan --shards -1", "--shards <K>", "-1", "expected a number of shards, 1 to 100000"),
        ("shard run --out out --id x", "--id <I>", "x", "expected a shard's number, 0 to 99999"),
        ("shard run --out out --id -1", "--id <I>", "-1", "expected a shard's number, 0 to 99999"),
    ] {
        let ran = desk.run(command);
        let told = format!("error: invalid value '{value}' for '{option}': {expected}\n");
        assert!(ran.code == Some(2) && ran.err.starts_with(&told), "{command}: {}", ran.err);
    }
}

#[test]
fn scenarios_are_not_overwritten() {
    let desk = Desk::new();
    refused(&desk, "new small", "`small.toml` is there already; nothing was written");
    refused(&desk, "new ../small", "`../small`: expected a name of letters, digits, `-`, `_` and `.`, and no folder");
}

#[test]
fn studies_and_decks_that_do_not_suit() {
    let desk = Desk::new();
    refused(&desk, "study export defualt", "no study `defualt`; did you mean `default`?");
    refused(
        &desk,
        "deck decks/b.txt decks/b.txt --convert plain",
        "--convert: expected one list, so that decks are not mixed",
    );
    let five = "run --deck decks/b.txt decks/b.txt decks/b.txt decks/b.txt decks/b.txt";
    refused(&desk, five, "--deck: found 5 decks, `default` has 4 seats");
}

#[test]
fn files_that_are_no_text() {
    let desk = Desk::new();
    std::fs::write(desk.path().join("u16.txt"), b"C\x00o\x00m\x00\xff\xfe").unwrap();
    std::fs::write(desk.path().join("latin.txt"), b"Commander\n1 Lim-D\xfbl the Necromancer\n").unwrap();
    std::fs::write(desk.path().join("latin.toml"), b"schema = 1\nname = \"caf\xe9\"\n").unwrap();
    refused(&desk, "run latin.toml", "can't read `latin.toml`: line 2, column 12 is not UTF-8 text: save it as UTF-8");
    refused(
        &desk,
        "run --deck latin.txt",
        "--deck: can't read `latin.txt`: line 2, column 8 is not UTF-8 text: save it as UTF-8",
    );
    refused(
        &desk,
        "run --deck u16.txt",
        "--deck: can't read `u16.txt`: line 1, column 2 has a NUL byte, so it is no text",
    );
    desk.write("s.toml", &STUDY.replace("decks/b.txt", "latin.txt"));
    refused(
        &desk,
        "run s.toml",
        "s.toml:14:8: can't read `latin.txt`: line 2, column 8 is not UTF-8 text: save it as UTF-8",
    );
    refused(&desk, "run --deck decks", "--deck: can't read `decks`: it is a folder, expected a file");
}

#[cfg(unix)]
#[test]
fn files_without_an_end() {
    let desk = Desk::new();
    refused(&desk, "run --deck /dev/zero", "--deck: can't read `/dev/zero`: it is a device, expected a file");
    refused(&desk, "run /dev/zero", "can't read `/dev/zero`: it is a device, expected a file");
}

#[test]
fn files_of_another_kind() {
    let desk = Desk::new();
    let ran = desk.run("run decks/b.txt");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!((ran.code, lines.len(), lines[5]), (Some(2), 6, "5 problems in decks/b.txt"), "{}", ran.err);
    assert!(lines[0].starts_with("error: decks/b.txt:1:10: key with no value"), "{}", ran.err);
    desk.write("long.txt", &"1 Sol Ring\n".repeat(80));
    let ran = desk.run("run long.txt");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(2), 6), "{}", ran.err);
    assert_eq!(lines[5], "error: long.txt: 75 more errors: is this a scenario?");
    refused(&desk, "run nosuch", "no file `nosuch`, nor a study of that name; see turnlab study list");
}

#[test]
fn numbers_of_the_wrong_kind_in_a_scenario() {
    let desk = Desk::new();
    for (games, fault) in [
        ("0", "found 0, expected 1 to 9007199254740992"),
        ("-3", "found -3, expected 1 to 9007199254740992"),
        ("\"many\"", "invalid type: string \"many\", expected a whole number"),
        ("99999999999999999999", "invalid type: integer `99999999999999999999`, expected a whole number"),
    ] {
        desk.write("s.toml", &STUDY.replace("games = 300", &format!("games = {games}")));
        refused(&desk, "run s.toml", &format!("s.toml:26:9: `games`: {fault}"));
    }
}
