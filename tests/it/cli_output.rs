//! What goes to which stream, in which form; help, colour, and readers who stop reading.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::cli::Desk;

#[test]
fn results_go_to_standard_output_and_all_else_to_standard_error() {
    let desk = Desk::new();
    let ran = desk.fine("run small.toml --games 8 --out a");
    assert!(ran.out.starts_with("turnlab ") && ran.out.contains("\nseed      7\ngames     8 of 8\n"), "{}", ran.out);
    assert!(ran.out.contains("replay    turnlab replay a 0\n"), "{}", ran.out);
    assert_eq!(ran.err, "note: 8 games were cut off (capped) and count as won by nobody\n");
    assert_eq!(desk.fine("run small.toml --games 8 --out b --quiet").err, "");
}

#[test]
fn summaries_come_as_json_and_csv_too() {
    let desk = Desk::new();
    let ran = desk.fine("run small.toml --games 8 --out a --format json");
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!((&json["name"], &json["games_done"]), (&"small".into(), &8.into()));
    assert!(
        ran.err.contains("seed      7\n") && ran.err.ends_with("turnlab run small.toml --out a --resume --games 16\n"),
        "{}",
        ran.err
    );
    let ran = desk.fine("run small.toml --games 8 --out b --format csv --quiet");
    assert_eq!((ran.out, ran.err.as_str()), (desk.read("b/summary.csv"), ""));
}

#[test]
fn rounding_up_is_said() {
    let desk = Desk::new();
    let ran = desk.fine("run small.toml --games 5 --out a");
    assert!(ran.out.contains("games     8 of 8 (5 asked for, rounded up to whole groups of 4)\n"), "{}", ran.out);
    assert!(ran.err.starts_with("note: 5 games were rounded up to 8, whole groups of 4\n"), "{}", ran.err);
}

#[test]
fn a_seed_by_chance_is_told_and_kept() {
    let desk = Desk::new();
    let seed = |out: &str| {
        let ran = desk.fine(&format!("run small.toml --games 4 --seed random --out {out}"));
        let line = ran.out.lines().find_map(|line| line.strip_prefix("seed      ")).expect("a seed").to_owned();
        assert!(desk.read(&format!("{out}/manifest.json")).contains(&format!("\"seed\": \"{line}\"")));
        line
    };
    let first = seed("a");
    assert_ne!(first, seed("b"));
    desk.fine(&format!("run small.toml --games 4 --seed {first} --out c"));
    assert!(desk.files("a") == desk.files("c"));
}

#[test]
fn readers_who_stop_reading_are_no_failure() {
    let desk = Desk::new();
    for line in ["--help", "schema", "cards", "run small.toml --games 4 --quiet"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
        command.current_dir(desk.path()).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
        assert!(child.wait().expect("it ends").success(), "{line}: {err}");
        assert!(!err.contains("panicked") && !err.contains("error"), "{line}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let desk = Desk::new();
    for line in ["--help", "run --help", "--version", "schema"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device that is full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
        command.current_dir(desk.path()).args(line.split(' ')).stdout(full);
        let output = command.output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}: {err}");
        assert_eq!(err, "error: cannot write the results: No space left on device\n", "{line}");
    }
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let desk = Desk::new();
    let red = |ran: crate::cli::Ran| ran.err.starts_with("\u{1b}[31merror:\u{1b}[0m ");
    assert!(!red(desk.run("run nowhere")));
    assert!(red(desk.run("--color always run nowhere")));
    assert!(red(desk.run("run nowhere --color=always")));
    let with = |name, value| {
        let output = desk.command().args(["run", "nowhere"]).env(name, value).output().unwrap();
        red(crate::cli::Ran::of(&output))
    };
    assert!(with("CLICOLOR_FORCE", "1") && !with("NO_COLOR", "1"));
    assert!(desk.run("run --games 0 --color always").err.contains("\u{1b}["), "complaints about arguments too");
}

#[test]
fn every_verb_has_help() {
    let desk = Desk::new();
    let help = desk.fine("--help").out;
    for verb in ["run", "check", "trace", "replay", "deck", "cards", "new", "schema", "study"] {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb} is not in\n{help}");
        let text = desk.fine(&format!("{verb} --help")).out;
        assert!(text.contains("Usage: turnlab ") && text.lines().all(|l| l.chars().count() <= 100), "{text}");
    }
    let run = desk.fine("run --help").out;
    for option in
        "--deck --games --seed --threads --driver --target-error --out --resume --force --format --quiet".split(' ')
    {
        assert!(run.contains(option), "{option} is not in\n{run}");
    }
    assert!(help.contains("Exit codes: 0 done; 1 "));
    assert_eq!(desk.run("").code, Some(2));
    assert_eq!(desk.fine("--version").out, format!("turnlab {}\n", env!("CARGO_PKG_VERSION")));
}
