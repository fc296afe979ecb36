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

#[test]
fn completions_and_manuals_know_every_command() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = desk.fine(&format!("completions {shell}")).out;
        assert!(text.contains("compare") && text.contains("without-card"), "{shell}");
    }
    assert!(desk.fine("man").out.contains(".TH turnlab 1"));
    assert!(desk.fine("man compare").out.contains("swap\\-deck"));
    assert!(desk.run("man compar").err.contains("error: no command `compar`; did you mean `compare`?"));
}
