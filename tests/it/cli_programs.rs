//! Runs in which a program plays: what it answered is kept, its games are played again without it, and nothing of it is left.

use std::path::Path;

use crate::cli::{Desk, Ran};
use crate::process::program;

/// A scenario in which that program plays the second of two seats.
fn scenario(command: &[&str], game: &str) -> String {
    let command: Vec<String> = command.iter().map(|word| format!("{word:?}")).collect();
    format!(
        "schema = 1\nname = \"program\"\n[game]\nmax_turns = 8\n{game}\n\
         [[seat]]\nname = \"Other\"\ndeck = \"builtin:/decks/talrand-extra-turns.txt\"\nagent = \"random\"\n\
         [[seat]]\nname = \"Program\"\ndeck = \"builtin:/decks/goreclaw-creatures.txt\"\n\
         agent = {{ process = [{}], deadline = \"20s\" }}\n[batch]\ngames = 6\nseed = 7\n",
        command.join(", ")
    )
}

/// The cells of that column of the program's rows.
fn cells(desk: &Desk, folder: &str, column: &str) -> Vec<String> {
    let text = desk.read(&format!("{folder}/seats.csv"));
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("a header");
    let at = head.iter().position(|name| *name == column).expect("a column");
    rows.filter(|row| row[1] == "Program").map(|row| row[at].to_owned()).collect()
}

#[test]
fn games_of_a_program_are_played_again_without_it() {
    let desk = Desk::new();
    let bot = desk.path().join("bot").to_string_lossy().into_owned();
    std::fs::copy(program("plain_bot"), &bot).expect("a copy of the bot");
    desk.write("s.toml", &scenario(&[&bot], ""));
    desk.fine("run s.toml --allow-agents --out a --threads 1 --driver direct");
    desk.fine("run s.toml --allow-agents --out b --threads 2 --driver actors");
    assert!(desk.files("a") == desk.files("b"), "this program plays the same again, in the order of the games");
    let manifest = desk.read("a/manifest.json");
    for said in ["\"reproducible\": false", "\"name\": \"choices.jsonl\"", "games are replayed from choices.jsonl"] {
        assert!(manifest.contains(said), "{said}\n{manifest}");
    }
    let before = desk.fine("replay a 4 --why --allow-agents").out;
    std::fs::remove_file(&bot).expect("it ended");
    for game in 0..6 {
        let ran = desk.fine(&format!("replay a {game}"));
        assert!(ran.err.ends_with("the same as in games.csv\n"), "{}", ran.err);
    }
    assert_eq!(desk.fine("replay a 4 --why").out, before);
    desk.fine("replay a 4 --format jsonl");
    let walk = |commands: &str| {
        let mut command = desk.command();
        command.args(["replay", "a", "4", "--step"]).write_stdin(commands.to_owned());
        Ran::of(&command.output().expect("it runs"))
    };
    let walked = walk("n 30\nb 5\nT\nt 2\ng 3\np\nq\n");
    assert_eq!(walked.code, Some(0), "{}", walked.err);
    assert!(!walked.out.contains("refused"), "{}", walked.out);
    // Off the recorded game there is nobody who answers, which is no fault of the file.
    assert_eq!(walk("n 12\nc default\nt 4\n").code, Some(0));
}

#[test]
fn choices_that_do_not_fit_are_told_in_one_line() {
    let desk = Desk::new();
    desk.write("s.toml", &scenario(&[&program("plain_bot")], ""));
    desk.fine("run s.toml --allow-agents --out out --quiet");
    let whole = desk.read("out/choices.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let game_3: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("{\"game\":3,")).collect();
    let last = *game_3.last().expect("game 3 is there");
    let wrong = |change: &dyn Fn(usize, &str) -> Option<String>| {
        let text = lines.iter().enumerate().filter_map(|(at, line)| change(at, line)).map(|line| line + "\n");
        desk.write("out/choices.jsonl", &text.collect::<String>());
        let ran = desk.run("replay out 3");
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        ran.err
    };
    let without = |which: usize| move |at: usize, line: &str| (at != which).then(|| line.to_owned());
    let middle = wrong(&without(game_3[3]));
    assert!(
        middle.contains(&format!(
            "choices.jsonl:{}: found answer 3 of `Program` in game 3, expected its answer 2",
            game_3[3] + 1
        )),
        "{middle}"
    );
    let end = wrong(&without(last));
    assert!(
        end.contains("does not fit game 3: no recorded answer to question ") && end.contains("of `Program`"),
        "{end}"
    );
    let none = wrong(&|at, line| (!game_3.contains(&at)).then(|| line.to_owned()));
    assert!(none.contains("choices.jsonl` has no answers of `Program` in game 3"), "{none}");
    let other = wrong(&|at, line| {
        Some(if at == last { line.replace("\"kind\":\"", "\"kind\":\"vote\",\"was\":\"") } else { line.to_owned() })
    });
    assert!(other.contains("no recorded answer that fits question "), "{other}");
    let torn = wrong(&|at, line| Some(if at == last { line[..line.len() - 9].to_owned() } else { line.to_owned() }));
    assert!(torn.contains(&format!("choices.jsonl:{}:", last + 1)), "{torn}");
    assert!(torn.contains(": not a line of choices.jsonl: ") && !torn.contains("at line 1"), "{torn}");
    std::fs::remove_file(desk.path().join("out/choices.jsonl")).expect("it was there");
    let missing = desk.run("replay out 3");
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.err.contains("choices.jsonl`, with what it answered, is missing; --allow-agents"),
        "{}",
        missing.err
    );
}

#[test]
fn a_run_with_a_program_that_goes_on_has_the_files_of_a_fresh_one() {
    let desk = Desk::new();
    desk.write("s.toml", &scenario(&[&program("plain_bot")], "").replace("max_turns = 8", "max_turns = 3"));
    desk.fine("run s.toml --allow-agents --games 90 --out grown --quiet");
    std::fs::remove_file(desk.path().join("grown/choices.jsonl")).expect("a file");
    desk.fine("run s.toml --allow-agents --games 100 --out grown --resume --quiet");
    desk.fine("run s.toml --allow-agents --games 100 --out fresh --quiet");
    let (grown, fresh) = (desk.read("grown/choices.jsonl"), desk.read("fresh/choices.jsonl"));
    assert!(grown == fresh, "what is derived is written anew");
    for file in ["games.csv", "seats.csv", "summary.csv", "hist.csv"] {
        assert_eq!(desk.read(&format!("grown/{file}")), desk.read(&format!("fresh/{file}")), "{file}");
    }
    desk.fine("replay grown 99");
}

#[test]
fn what_a_program_does_wrong_is_counted_by_reason() {
    let desk = Desk::new();
    let odd = program("odd_bot");
    for (how, reason, exit) in
        [("crash-once", "gone", true), ("garbage", "gone", true), ("illegal", "unreadable", false)]
    {
        let mark = desk.path().join("mark").to_string_lossy().into_owned();
        desk.write("s.toml", &scenario(&[&odd, how, &mark], ""));
        let ran = desk.fine(&format!("run s.toml --allow-agents --threads 1 --out {how}"));
        let refused =
            |column: &str| cells(&desk, how, column).iter().map(|n| n.parse::<u32>().expect("a number")).sum::<u32>();
        let all = refused("refused");
        assert!(all > 0 && refused(&format!("refused_{reason}")) == all, "{how}: {all}");
        let exits = cells(&desk, how, "exit");
        assert_eq!(exits.iter().any(|cell| cell == reason), exit, "{how}: {exits:?}");
        assert_eq!(exits.len(), 6, "{how}: no game loses its row");
        assert!(ran.err.contains("note: `Program` in game "), "it is told why: {}", ran.err);
        assert!(ran.out.contains("\nanswers refused  ") && ran.out.contains("\nProgram   "), "{}", ran.out);
        assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
        let mean = desk.read(&format!("{how}/summary.csv"));
        let row = format!("seat,Program,refused_{reason},6,");
        assert!(
            mean.lines().any(|line| line.starts_with(&row) && !line.starts_with(&format!("{row}0.000000"))),
            "{how}"
        );
        let game = exits.iter().position(|cell| !cell.is_empty()).unwrap_or(0);
        desk.fine(&format!("replay {how} {game}"));
    }
    let json = desk.fine("run s.toml --allow-agents --format json --quiet --out json").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["refused"][0]["seat"], json["refused"][0]["unreadable"].as_u64() > Some(0)),
        (&"Program".into(), true)
    );
}

#[test]
fn abort_ends_the_run_and_keeps_what_is_finished() {
    let desk = Desk::new();
    let mark = desk.path().join("mark").to_string_lossy().into_owned();
    let text = scenario(&[&program("odd_bot"), "crash-in-4", &mark], "on_fault = \"abort\"");
    desk.write("s.toml", &text);
    for driver in ["actors", "direct"] {
        let ran =
            desk.run(&format!("run s.toml --allow-agents --games 200 --threads 1 --driver {driver} --out {driver}"));
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        let said = "game 4 was aborted, as `on_fault` says: `Program`: gone: it closed its standard output; \
                    it said: a crash that was asked for; 5 games are kept in";
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(ran.out.contains("stopped   by game 4, which was aborted, after 0 blocks\n"), "{}", ran.out);
        assert_eq!(cells(&desk, driver, "exit"), ["", "", "", "", "gone"]);
        let manifest = desk.read(&format!("{driver}/manifest.json"));
        assert!(manifest.contains("\"rule\": \"aborted\"") && manifest.contains("\"games_done\": 5"), "{manifest}");
        desk.fine(&format!("replay {driver} 2"));
        desk.fine(&format!("replay {driver} 4"));
        // Its last block is a short one, and its tables are made of it again.
        let written = desk.files(driver);
        for name in ["games.csv", "manifest.json"] {
            std::fs::remove_file(desk.path().join(driver).join(name)).expect("a file");
        }
        assert!(desk.fine(&format!("export {driver}")).out.starts_with("5 games of 200 in"));
        assert!(desk.files(driver) == written);
        assert!(desk.fine(&format!("verify {driver}")).out.contains("5 games\n"));
    }
    // Gone on with, it plays the rest of the block.
    assert!(Path::new(&mark).metadata().is_err());
    desk.write("mark", "");
    let ran = desk.fine("run --allow-agents --out actors --resume --games 10 --threads 1");
    assert!(ran.out.contains("games     10 of 10\n"), "{}", ran.out);
}

#[cfg(target_os = "linux")]
mod ended {
    use std::fs;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn start(desk: &Desk, line: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
        command.current_dir(desk.path()).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    fn signal(child: &Child, name: &str) {
        let status = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Processes that were started with that word, other than turnlab itself.
    fn running(word: &str) -> usize {
        let all = fs::read_dir("/proc").expect("there is a /proc");
        let lines = all.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        lines.filter(|line| line.split(|b| *b == 0).any(|part| part == word.as_bytes())).count()
    }

    fn wait_for(what: &str, happened: impl Fn() -> bool) {
        let began = Instant::now();
        while !happened() {
            assert!(began.elapsed() < Duration::from_secs(30), "{what}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// A desk with a scenario for that program, and a word of its own on its command line.
    fn desk(how: &str) -> (Desk, String) {
        let desk = Desk::new();
        let word = format!("--{}", desk.path().display());
        let text = scenario(&[&program("odd_bot"), how, &word], "").replace("max_turns = 8", "max_turns = 3");
        desk.write("s.toml", &text);
        (desk, word)
    }

    #[test]
    fn ctrl_c_leaves_no_program_and_a_run_that_goes_on() {
        let (desk, word) = desk("well");
        let long = start(&desk, "run s.toml --allow-agents --games 1000000 --out out");
        let grown = || {
            fs::read_dir(desk.path().join("out/blocks")).is_ok_and(|mut blocks| {
                blocks.any(|b| b.is_ok_and(|b| b.path().extension().is_some_and(|e| e == "block")))
            })
        };
        wait_for("no block was ever finished", grown);
        signal(&long, "-INT");
        let ran = Ran::of(&long.wait_with_output().expect("it ends"));
        assert_eq!(ran.code, Some(130), "{}", ran.err);
        assert_eq!(running(&word), 0, "it is ended before turnlab is");
        let games = desk.read("out/games.csv").lines().count() - 1;
        assert!(games >= 32, "{games}");
        let more = games + 5;
        desk.fine(&format!("run --allow-agents --out out --resume --games {more} --quiet"));
        desk.fine(&format!("run s.toml --allow-agents --out fresh --games {more} --quiet"));
        assert!(desk.files("out") == desk.files("fresh"));
        assert_eq!(running(&word), 0);
    }

    #[test]
    fn a_second_ctrl_c_kills_even_a_silent_program() {
        let (desk, word) = desk("silence");
        let mut long = start(&desk, "run s.toml --allow-agents --games 100000 --out out");
        wait_for("the program never started", || running(&word) > 0);
        // Long enough for the program to fall silent; if it has not, it ends all the same.
        thread::sleep(Duration::from_millis(300));
        signal(&long, "-INT");
        thread::sleep(Duration::from_millis(100));
        signal(&long, "-INT");
        assert_eq!(long.wait().expect("it ends").code(), Some(130));
        assert_eq!(running(&word), 0);
    }

    #[test]
    fn when_turnlab_is_killed_a_program_that_reads_ends_by_itself() {
        let (desk, word) = desk("well");
        let mut long = start(&desk, "run s.toml --allow-agents --games 1000000 --out out");
        wait_for("the program never started", || running(&word) > 0);
        signal(&long, "-KILL");
        let _ = long.wait();
        wait_for("the program is still there", || running(&word) == 0);
    }
}
