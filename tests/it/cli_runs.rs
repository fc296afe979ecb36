//! Runs: the same files whatever plays them, stopped and extended ones too.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use crate::cli::Desk;

#[test]
fn threads_and_drivers_change_no_byte() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 40 --out a --threads 1 --driver direct");
    let a = desk.files("a");
    assert_eq!(a.len(), 13, "{:?}", a.keys());
    for (i, options) in ["--threads 2 --driver direct", "--threads 3 --driver actors"].into_iter().enumerate() {
        desk.fine(&format!("run small.toml --games 40 --out b{i} {options}"));
        assert!(desk.files(&format!("b{i}")) == a, "{options}");
    }
    desk.fine("run small.toml --games 40 --out c --seed 8");
    assert!(desk.files("c") != a);
}

#[test]
fn extended_runs_have_the_files_of_fresh_ones() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 600 --out fresh");
    desk.fine("run small.toml --games 270 --out grown");
    desk.fine("run small.toml --games 300 --out grown --resume --threads 1");
    // Without a scenario the run goes on with what it kept.
    desk.fine("run --games 600 --out grown --resume");
    assert!(desk.files("grown") == desk.files("fresh"));
    desk.fine("run --out grown --resume");
    assert!(desk.files("grown") == desk.files("fresh"), "nothing was left to do");
}

#[test]
fn a_run_goes_on_without_the_files_it_came_from() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    desk.fine("run small.toml --games 16 --out fresh");
    fs::remove_file(desk.path().join("small.toml")).unwrap();
    fs::remove_file(desk.path().join("decks/b.txt")).unwrap();
    desk.fine("run --out out --resume --games 16");
    assert!(desk.files("out") == desk.files("fresh"));
}

#[test]
fn decks_whose_names_mean_something_else_get_others() {
    let desk = Desk::new();
    for (file, name) in [("none", "none-2"), ("you", "you-2"), ("position 1", "position 1-2")] {
        desk.write("deck.txt", crate::cli::DECK);
        std::fs::rename(desk.path().join("deck.txt"), desk.path().join(format!("{file}.txt"))).expect("renamed");
        let mut command = desk.command();
        let ran = crate::cli::Ran::of(
            &command
                .args(["run", "small.toml", "--games", "4", "--rows", "none", "--force", "--out", "out", "--deck"])
                .arg(format!("{file}.txt"))
                .output()
                .expect("it runs"),
        );
        assert!(ran.out.contains(&format!("\n{name} ")), "{file}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn own_decks_are_seated_kept_and_go_on() {
    let desk = Desk::new();
    desk.write("Mine.txt", crate::cli::DECK);
    let ran = desk.fine("run small.toml --deck Mine.txt --games 8 --out out");
    assert!(ran.out.contains("\nMine                  Mine  "), "{}", ran.out);
    assert!(ran.out.contains("turnlab run --out out --resume --games 16\n"), "{}", ran.out);
    assert_eq!(desk.read("out/inputs/own/Mine.txt"), crate::cli::DECK);
    fs::remove_file(desk.path().join("Mine.txt")).unwrap();
    desk.fine("run --out out --resume --games 16");
    assert!(desk.read("out/seats.csv").contains("\n15,Mine,,"));
}

#[test]
fn runs_without_a_folder_find_one_each() {
    let desk = Desk::new();
    let run = || desk.fine("run small.toml --games 4").out;
    let outs: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let names = ["small-7", "small-7-2", "small-7-3"];
    for name in names {
        let told = outs.iter().filter(|out| out.contains(&format!("files     reports/{name} games.csv"))).count();
        assert_eq!(told, 1, "{name}");
    }
    let [one, two, three] = names.map(|name| desk.files(&format!("reports/{name}")));
    assert!(one == two && two == three && one.len() == 13);
}

#[cfg(unix)]
#[test]
fn a_folder_being_written_is_left_alone() {
    let desk = Desk::new();
    let mut long = start(&desk, "run small.toml --games 1000000 --out out");
    wait_for(|| asked_for(&desk, 1_000_000));
    for option in ["", "--force", "--resume"] {
        let ran = desk.run(&format!("run small.toml --out out {option}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        assert_eq!(ran.err, "error: another run is writing into `out`; nothing was changed\n");
    }
    interrupt(&long);
    assert_eq!(long.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on_and_does() {
    let desk = Desk::new();
    let long = start(&desk, "run small.toml --games 1000000 --out out");
    wait_for(|| has_blocks(&desk));
    interrupt(&long);
    let ran = crate::cli::Ran::of(&long.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert!(ran.err.contains("finishing the games in flight; Ctrl-C again stops at once"), "{}", ran.err);
    assert!(ran.out.ends_with("resume    turnlab run small.toml --out out --resume\n"), "{}", ran.out);
    let manifest = desk.read("out/manifest.json");
    assert!(manifest.contains("\"rule\": \"interrupted\"") && manifest.contains("\"games_asked\": 1000000"));
    let games = desk.read("out/games.csv").lines().count() - 1;
    assert!(games >= 128 && games.is_multiple_of(4), "{games} games: whole deals");
    let more = games + 100;
    desk.fine(&format!("run small.toml --out out --resume --games {more}"));
    desk.fine(&format!("run small.toml --out fresh --games {more}"));
    assert!(desk.files("out") == desk.files("fresh"));
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_stops_at_once_and_leaves_nothing_half_done() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    let long = start(&desk, "run small.toml --games 1000000 --out out --resume");
    wait_for(|| asked_for(&desk, 1_000_000));
    // Both together, so that the second finds the games still in flight.
    interrupt(&long);
    interrupt(&long);
    let ran = crate::cli::Ran::of(&long.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130));
    // On a busy machine the first may have been heard alone, or the second as files were being written: then there is no manifest.
    let manifest = fs::read_to_string(desk.path().join("out/manifest.json")).unwrap_or_default();
    if !manifest.contains("interrupted") {
        assert!(manifest.contains("\"games_done\": 8,") || manifest.is_empty(), "{manifest}");
        let told =
            "stopped: `out` is not finished, and keeps what is on disk; go on with turnlab run --out out --resume";
        assert!(ran.err.contains(told), "{}", ran.err);
        // Whoever looks is told so, also where an earlier manifest is still there.
        let looked = desk.fine("verify out");
        assert!(looked.err.contains("note: the run is not finished"), "{}", looked.err);
    }
    // How much was played by then is the machine's affair.
    let summed = desk.fine("export out");
    let kept: u64 = summed.out.split(' ').next().unwrap().parse().unwrap();
    let more = kept + 292;
    desk.fine(&format!("run --out out --resume --games {more}"));
    desk.fine(&format!("run small.toml --out fresh --games {more}"));
    assert!(desk.files("out") == desk.files("fresh"));
}

#[cfg(unix)]
#[test]
fn a_first_run_stopped_at_once_is_begun_again_by_the_same_words() {
    let desk = Desk::new();
    let mut long = start(&desk, "run small.toml --games 1000000 --out out");
    wait_for(|| asked_for(&desk, 1_000_000));
    let _ = long.kill();
    let _ = long.wait();
    assert!(!desk.path().join("out/manifest.json").exists());
    desk.fine("run small.toml --games 40 --out out --resume");
    desk.fine("run small.toml --games 40 --out fresh");
    assert!(desk.files("out") == desk.files("fresh"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_keeps_what_it_had_played() {
    let desk = Desk::new();
    let mut long = start(&desk, "run small.toml --games 1000000 --out out");
    wait_for(|| has_blocks(&desk));
    let _ = long.kill();
    let _ = long.wait();
    let looked = desk.fine("verify out");
    assert!(looked.err.contains("the run is not finished"), "{}", looked.err);
    let summed = desk.fine("export out");
    assert!(summed.out.contains(" games of 1000000 in out: games.csv"), "{}", summed.out);
    let games = desk.read("out/games.csv").lines().count() - 1;
    assert!(games >= 128 && games.is_multiple_of(128), "{games} games: whole blocks");
    desk.fine(&format!("run --out out --resume --games {}", games + 40));
    desk.fine(&format!("run small.toml --out fresh --games {}", games + 40));
    assert!(desk.files("out") == desk.files("fresh"));
}

/// Whether the run in `out` has been begun with that many games.
#[cfg(unix)]
fn asked_for(desk: &Desk, games: u64) -> bool {
    let run = fs::read_to_string(desk.path().join("out/run.json")).unwrap_or_default();
    run.contains(&format!("\"games_asked\": {games}"))
}

/// Whether the run in `out` has kept something of what it played.
#[cfg(unix)]
fn has_blocks(desk: &Desk) -> bool {
    let files = fs::read_dir(desk.path().join("out/blocks")).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.path().extension().is_some_and(|ending| ending == "block"))
}

#[cfg(unix)]
fn start(desk: &Desk, line: &str) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
    command.current_dir(desk.path()).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
}

#[cfg(unix)]
fn wait_for(happened: impl Fn() -> bool) {
    for _ in 0..3000 {
        if happened() {
            return;
        }
        thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("it never happened");
}

#[test]
fn a_run_stops_when_the_shares_are_known_well_enough() {
    let desk = Desk::new();
    // Nobody wins a game that is cut off, which is soon known.
    let ran = desk.fine("run small.toml --games 100000 --target-error 0.004 --out out");
    assert!(ran.out.contains("stopped   by ci(won) <= 0.004, after "), "{}", ran.out);
    assert!(desk.read("out/manifest.json").contains("\"rule\": \"until\""));
    desk.fine("run --out out --resume --target-error 0.002");
    desk.fine("run small.toml --games 100000 --target-error 0.002 --out fresh");
    assert!(desk.files("out") == desk.files("fresh"));
}

#[test]
fn windows_line_ends_and_byte_order_marks_change_no_game() {
    let desk = Desk::new();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    desk.fine("run small.toml --games 8 --out plain");
    desk.write("small.toml", &windows(crate::cli::STUDY));
    desk.write("decks/b.txt", &windows(crate::cli::DECK));
    desk.fine("run small.toml --games 8 --out windows");
    for file in ["games.csv", "seats.csv", "summary.csv", "hist.csv"] {
        assert_eq!(desk.read(&format!("windows/{file}")), desk.read(&format!("plain/{file}")), "{file}");
    }
    desk.fine("replay windows 3");
}
