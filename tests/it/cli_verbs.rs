//! The smaller verbs, from a folder with nothing of this project in it.

use crate::cli::Desk;

#[test]
fn a_new_scenario_plays_as_it_is() {
    let desk = Desk::new();
    assert_eq!(desk.fine("new slow").out, "wrote slow.toml; play it with: turnlab run slow.toml\n");
    assert!(desk.read("slow.toml").contains("name = \"slow\""));
    desk.fine("run slow.toml --games 1 --out out");
}

#[test]
fn the_scenario_of_the_readme_plays() {
    let readme = include_str!("../../README.md");
    let scenario = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a scenario");
    let desk = Desk::new();
    desk.write("readme.toml", scenario);
    desk.fine("run readme.toml --games 2 --out out");
    let games = desk.read("out/games.csv");
    let mut rows = games.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let taken = header.iter().position(|name| *name == "extra_turns_taken").expect("a column");
    assert!(rows.all(|row| row[taken] == "0"), "house rules are kept:\n{games}");
}

#[test]
fn the_schema_and_the_studies_are_told() {
    let desk = Desk::new();
    assert!(desk.fine("schema").out.contains("\nbatch.seed: "));
    let of_puzzles = desk.fine("schema puzzle").out;
    assert!(of_puzzles.lines().count() == 4 && of_puzzles.contains("\npuzzle.kind: "), "{of_puzzles}");
    for (name, line) in [
        ("game.max_turns", "game.max_turns: "),
        ("max_turns", "game.max_turns: "),
        ("expect.state", "expect.state.at: "),
        ("seats.csv", "seats.csv, game: "),
        ("turns_skipped", "game, turns_skipped, turns: "),
        ("seat", "seat, exited, games: "),
    ] {
        let told = desk.fine(&format!("schema {name}")).out;
        assert!(told.lines().any(|found| found.starts_with(line)), "{name}: {told}");
    }
    let wrong = desk.run("schema sript");
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert!(wrong.err.contains("`sript`; did you mean `script`?"), "{}", wrong.err);
    assert!(desk.fine("study list").out.starts_with("default  "));
    let study = desk.fine("study export default").out;
    desk.write("mine.toml", &study);
    desk.fine("run mine.toml --games 1 --out out");
}

#[test]
fn the_program_checks_itself() {
    let checked = Desk::new().fine("check --self 8").out;
    let lines: Vec<&str> = checked.lines().collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| line.ends_with("  ok")), "{checked}");
    assert!(lines[1].starts_with("determinism ") && lines[1].contains("40 games in 4 ways"), "{checked}");
    assert!(lines[2].starts_with("invariants ") && lines[2].contains("8 games, "), "{checked}");
}

/// Many games can be checked in parts.
#[test]
fn the_parts_of_a_self_check_are_the_whole() {
    let desk = Desk::new();
    let questions = |asked: &str| -> u64 {
        let told = desk.fine(&format!("check {asked}")).out;
        let last = told.lines().last().unwrap_or_default();
        let words: Vec<&str> = last.split_whitespace().collect();
        assert!(words[0] == "invariants" && words[4] == "questions", "{told}");
        words[3].parse().unwrap()
    };
    assert_eq!(questions("--self 3"), questions("--self 2") + questions("--self 1 --first-game 2"));
    // Whoever plays.
    assert_ne!(questions("--self 2 --agent random"), questions("--self 2"));
    let unknown = desk.run("check --self 2 --agent randon");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("did you mean `random`?"), "{}", unknown.err);
    for wrong in
        ["--agent random", "--first-game 2", "--self 1 --first-game -1", "--self 1 --first-game 9007199254740992"]
    {
        let ran = desk.run(&format!("check {wrong}"));
        assert_eq!(ran.code, Some(2), "{wrong}: {}", ran.err);
    }
}

#[test]
fn completions_and_manuals_know_every_command() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = desk.fine(&format!("completions {shell}")).out;
        assert!(text.contains("compare") && text.contains("without-card"), "{shell}");
    }
    assert!(desk.fine("man").out.contains(".TH turnlab 1"));
    assert!(desk.fine("man compare").out.contains("swap\\-deck"));
    assert!(desk.fine("man study export").out.contains(".TH turnlab-study-export 1"));
    for (line, error) in [
        ("man compar", "error: `turnlab` has no command `compar`; did you mean `compare`?"),
        ("man study expor", "error: `turnlab study` has no command `expor`; did you mean `export`?"),
        ("man run export", "error: `turnlab run` has no command `export`"),
    ] {
        assert!(desk.run(line).err.contains(error), "{line}");
    }
}
