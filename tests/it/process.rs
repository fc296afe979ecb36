//! Programs that play seats: by the protocol, and against it. Whatever one does, the game ends with its row, in time, and
//! nothing of it is left.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use turnlab::agents::Direct;
use turnlab::cards::source::Source;
use turnlab::game::event::RefusalReason;
use turnlab::game::{GameEvent, LossCause, Outcome};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::process::Programs;
use turnlab::table::{Finished, Matchup, Recording, Table, host, play_direct, play_watched};
use turnlab::turn::Seat;

use crate::cli::Desk;

/// A program that cargo has built beside the tests.
pub(crate) fn program(name: &str) -> String {
    let mut path: PathBuf = std::env::current_exe().expect("the tests are a program");
    path.pop();
    path.pop();
    path.push("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "`cargo test` builds the examples: {}", path.display());
    path.to_string_lossy().into_owned()
}

/// Two seats with a deck; the second is played by that program.
fn matchup(command: &[&str], game: &str) -> Matchup {
    let command: Vec<String> = command.iter().map(|word| format!("{word:?}")).collect();
    let text = format!(
        "schema = 1\nname = \"process\"\n[game]\nmax_turns = 14\nstarting_seat = \"Other\"\n{game}\n\
         [[seat]]\nname = \"Other\"\ndeck = \"builtin:/decks/talrand-extra-turns.txt\"\nagent = \"random\"\n\
         [[seat]]\nname = \"Program\"\ndeck = \"builtin:/decks/goreclaw-creatures.txt\"\n\
         agent = {{ process = [{}], deadline = \"1500ms\" }}\n",
        command.join(", ")
    );
    let scenario = Scenario::from_source(&Source::new("process.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}")))).with_programs(Programs::new())
}

fn refusals(events: &[GameEvent]) -> Vec<RefusalReason> {
    let refused = |event: &GameEvent| match event {
        GameEvent::Refused { by: Seat(1), reason, .. } => Some(*reason),
        _ => None,
    };
    events.iter().filter_map(refused).collect()
}

fn hosted(matchup: &Matchup, game: u64) -> Finished<Vec<GameEvent>> {
    let table = matchup.sit_down(matchup.address(game));
    host(table.game, table.agents, &table.places, Vec::new()).expect("the rules do not panic")
}

#[test]
fn a_program_plays_whole_games() {
    let matchup = matchup(&[&program("plain_bot")], "");
    let mut cast = 0;
    for game in 0..6 {
        let mut events = Vec::new();
        let record = play_watched(matchup.sit_down(matchup.address(game)), &mut events);
        // It attacks without a thought for what the rules allow together, and nothing else of it is refused.
        let refused = refusals(&events);
        assert!(
            refused.iter().all(|reason| reason.name() == "illegal") && refused.len() < 10,
            "game {game}: {refused:?}"
        );
        cast += record.seats[1].spells_cast;
        assert_eq!(hosted(&matchup, game).historian, events, "game {game}: both drivers");
    }
    assert!(cast > 6, "it cast {cast} spells");
}

#[test]
fn what_a_program_does_wrong_costs_its_seat_and_nothing_else() {
    let odd = program("odd_bot");
    let cases = [
        ("crash", "gone", "it said: a crash that was asked for"),
        ("silence", "late", "no answer within its deadline"),
        ("garbage", "gone", "no message"),
        ("flood", "gone", "nobody asked for"),
        ("long", "gone", "more than 1048576 bytes"),
        ("illegal", "unreadable", ""),
        ("error", "unreadable", ""),
    ];
    for (how, reason, text) in cases {
        let matchup = matchup(&[&odd, how], "");
        let began = Instant::now();
        let finished = hosted(&matchup, 0);
        assert!(began.elapsed() < Duration::from_secs(20), "{how} took {:?}", began.elapsed());
        let refused = refusals(&finished.historian);
        assert_eq!(refused.first().map(|reason| reason.name()), Some(reason), "{how}");
        let exit = finished.seats.exit(Seat(1)).map(ToString::to_string);
        match text {
            "" => assert_eq!((exit, refused.len()), (None, 1), "{how}: it is asked again"),
            text => assert!(exit.as_deref().is_some_and(|exit| exit.contains(text)), "{how}: {exit:?}"),
        }
        let row = play_direct(&matchup, matchup.address(1));
        assert!(row.game.refused > 0, "{how}: the next game has a new program, which does the same");
    }
}

#[test]
fn every_policy_answers_for_a_program_that_is_killed_late_or_talks_nonsense_with_both_drivers() {
    let odd = program("odd_bot");
    let check = &|policy: &str, how: &str, reason: &str| {
        let matchup = matchup(&[&odd, how], &format!("on_fault = \"{policy}\""));
        let finished = hosted(&matchup, 0);
        let refused = refusals(&finished.historian);
        let what = format!("{how}, {policy}");
        assert_eq!(refused.first().map(|r| r.name()), Some(reason), "{what}");
        match policy {
            "abort" => assert_eq!((finished.outcome, refused.len()), (Outcome::Fault, 1), "{what}"),
            "forfeit" => assert_eq!(refused.len(), 1, "{what}"),
            _ => assert!(refused.len() > 1 && finished.outcome != Outcome::Fault, "{what}"),
        }
        let mut events: Vec<GameEvent> = Vec::new();
        let record = play_watched(matchup.sit_down(matchup.address(0)), &mut events);
        assert_eq!(events, finished.historian, "{what}: both drivers");
        assert_eq!(record.seats[1].exit.as_deref(), Some(reason), "{what}");
        assert_eq!(record.seats[1].refused as usize, refused.len(), "{what}");
        let recording = Recording::new(0, record.choices.clone());
        let again = Matchup::new(Arc::clone(matchup.scenario())).with_recording(recording.into());
        let replayed = play_direct(&again, again.address(0));
        assert_eq!((replayed.game, replayed.seats), (record.game, record.seats), "{what}: from what was kept");
    };
    std::thread::scope(|scope| {
        for policy in ["default", "forfeit", "random-legal", "abort"] {
            for (how, reason) in [("crash", "gone"), ("silence", "late"), ("garbage", "gone")] {
                scope.spawn(move || check(policy, how, reason));
            }
        }
    });
}

#[test]
fn a_program_that_never_says_hello_or_is_not_there_is_gone() {
    let odd = program("odd_bot");
    for (command, text) in [
        (vec![odd.as_str(), "stranger"], "it says that it speaks `other/7`"),
        (vec!["no-such-program-anywhere"], "cannot start `no-such-program-anywhere`"),
        (vec!["python3 x.py"], "expected a list of the program and its arguments, such as [\"python3\", \"x.py\"]"),
    ] {
        let finished = hosted(&matchup(&command, ""), 0);
        let exit = finished.seats.exit(Seat(1)).map(ToString::to_string).unwrap_or_default();
        assert!(exit.contains(text), "{exit}");
    }
}

/// A table for one program that plays two of the seats, and writes a diary.
fn two_seats(how: &str, diary: &Path) -> Matchup {
    let agent = format!("{{ process = [{:?}, {how:?}, {diary:?}], deadline = \"30s\" }}", program("odd_bot"));
    let seat = |name: &str| {
        format!("[[seat]]\nname = {name:?}\ndeck = \"builtin:/decks/goreclaw-creatures.txt\"\nagent = {agent}\n")
    };
    let text = format!("schema = 1\nname = \"two\"\n[game]\nmax_turns = 6\n{}{}", seat("A"), seat("B"));
    let scenario = Scenario::from_source(&Source::new("two.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}")))).with_programs(Programs::new())
}

/// A diary of the odd bot, once every process that wrote it has been told to end: seats are let go of on threads of their
/// own, a moment after their game.
pub(crate) fn whole_diary(path: &Path) -> String {
    let began = Instant::now();
    loop {
        let diary = std::fs::read_to_string(path).expect("a diary");
        let of = |message: &str| diary.matches(&format!(" > {{\"type\":\"{message}\"")).count();
        if of("bye") == of("hello") {
            return diary.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "the programs are told to end: {} of {}",
            of("bye"),
            of("hello")
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// How many processes there were, and the most games that one of them had under way at once.
fn under_way(diary: &str) -> (usize, usize) {
    let (mut games, mut most): (BTreeMap<&str, usize>, usize) = (BTreeMap::new(), 0);
    for line in diary.lines() {
        let process = games.entry(line.split(' ').next().unwrap_or_default()).or_default();
        if line.contains("> {\"type\":\"game\"") {
            *process += 1;
        } else if line.contains("> {\"type\":\"over\"") {
            *process -= 1;
        }
        most = most.max(*process);
    }
    (games.len(), most)
}

#[test]
fn a_process_plays_several_games_at_once_if_it_offers_to_and_one_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    for (how, expected) in [("diary", (1, 4)), ("single", (4, 1))] {
        for driver in ["direct", "actors"] {
            let diary = folder.path().join(format!("{how}-{driver}"));
            let matchup = two_seats(how, &diary);
            // Two threads meet before each plays, so that four seats are taken at once.
            let tables: Vec<_> = (0..2).map(|game| matchup.sit_down(matchup.address(game))).collect();
            let start = Barrier::new(2);
            std::thread::scope(|scope| {
                for table in tables {
                    scope.spawn(|| {
                        start.wait();
                        play_slowly(table, driver);
                    });
                }
            });
            drop(matchup);
            let diary = whole_diary(&diary);
            let (processes, most) = under_way(&diary);
            assert!(processes <= expected.0 && most <= expected.1, "{how}, {driver}: {processes}, {most}");
            // Each table alone has two seats at once, however the threads run.
            assert!(
                processes >= expected.0.min(2) && most >= expected.1.min(2),
                "{how}, {driver}: {processes}, {most}"
            );
            assert_eq!(diary.matches("> {\"type\":\"over\"").count(), 4, "{how}, {driver}");
        }
    }
}

fn play_slowly(table: Table, driver: &str) {
    let Table { mut game, agents, places, .. } = table;
    if driver == "direct" {
        let (_, seats) = Direct::new(agents, &places).play(&mut game, &mut ());
        assert_eq!(seats.exits().count(), 0);
    } else {
        let finished = host(game, agents, &places, ()).expect("the rules do not panic");
        assert_eq!(finished.seats.exits().count(), 0);
    }
}

#[test]
fn a_program_is_asked_at_its_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let diary = folder.path().join("diary");
    let matchup = two_seats("single", &diary);
    let _ = play_direct(&matchup, matchup.address(0));
    drop(matchup);
    let mut steps = BTreeSet::new();
    for line in whole_diary(&diary).lines().filter_map(|line| line.split_once(" > ")) {
        let ask: serde_json::Value = serde_json::from_str(line.1).expect("a message");
        let (view, question) = (&ask["view"], &ask["question"]);
        if question["kind"] == "priority" && view["turn"]["active"] != view["deciding_for"] {
            let step = view["turn"]["step"].as_str().unwrap_or_default();
            steps.insert(if view["stack"] == serde_json::json!([]) { step } else { "stack" }.to_owned());
        }
    }
    assert!(steps.iter().all(|step| step == "end" || step == "stack"), "{steps:?}");
}

#[test]
fn a_program_concedes_when_it_says_so() {
    let finished = hosted(&matchup(&[&program("odd_bot"), "concede"], ""), 0);
    let left =
        |event: &GameEvent| matches!(event, GameEvent::PlayerLeft { seat: Seat(1), cause: LossCause::Concession });
    assert!(finished.historian.iter().any(left));
    assert_eq!(refusals(&finished.historian), []);
}

#[test]
fn a_program_gets_only_what_its_hello_wants() {
    let finished = hosted(&matchup(&[&program("odd_bot"), "greedy"], ""), 0);
    let exit = finished.seats.exit(Seat(1)).map(ToString::to_string).unwrap_or_default();
    assert_eq!(exit, "gone: `wants` asks for `stops`, which is not among the features of its hello");
}

#[test]
fn a_run_with_a_program_that_shakes_no_hands_plays_and_writes_nothing() {
    let desk = Desk::new();
    for (how, text) in [
        (
            "stranger",
            "does not speak turnlab-agent/1 as this version of turnlab does: it says that it speaks `other/7`\n",
        ),
        (
            "telepath",
            "it wants the feature `phase`, and there is events, phases, stops, tables, concede; did you mean `phases`?\n",
        ),
    ] {
        let agent = format!("agent = {{ process = [{:?}, {how:?}] }}", program("odd_bot"));
        desk.write("bot.toml", &crate::cli::STUDY.replacen("agent = \"random\"", &agent, 1));
        let ran = desk.run("run bot.toml --games 4 --out out --allow-agents");
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.starts_with("error: `A`: `") && ran.err.ends_with(text), "{}", ran.err);
        assert!(!desk.path().join("out").exists());
    }
}

#[test]
fn programs_are_started_again_three_times_and_no_more() {
    let matchup = matchup(&[&program("odd_bot"), "crash"], "");
    let exit = |game| hosted(&matchup, game).seats.exit(Seat(1)).map(ToString::to_string).unwrap_or_default();
    for game in 0..4 {
        assert!(exit(game).contains("a crash that was asked for"), "game {game}");
    }
    assert!(exit(4).contains("it has ended 4 times, and last "), "{}", exit(4));
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let mine = |text: &str| {
        let all = std::fs::read_dir("/proc").expect("there is a /proc");
        let lines = all.filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(text)).count()
    };
    for how in ["child", "silence", "well"] {
        let matchup = matchup(&[&program("odd_bot"), how, "--left-behind"], "");
        let _ = hosted(&matchup, 0);
    }
    // The last seat is let go of on its own thread, a moment after its game.
    let began = Instant::now();
    let left = || mine("odd_bot well --left-behind") + mine("sleep 86399");
    while left() > 0 && began.elapsed() < Duration::from_secs(8) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!((mine("odd_bot well --left-behind"), mine("sleep 86399")), (0, 0));
    assert_eq!((mine("odd_bot silence --left-behind"), mine("odd_bot child --left-behind")), (0, 0));
}

#[test]
fn nothing_is_started_without_leave() {
    let text = "schema = 1\nname = \"p\"\n[game]\nmax_turns = 3\n[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n\
                agent = { process = [\"no-such-program-anywhere\"] }\n";
    let scenario = Scenario::from_source(&Source::new("p.toml", text), &Disk).expect("a good scenario");
    let finished = hosted(&Matchup::new(Arc::new(scenario)), 0);
    let exit = finished.seats.exit(Seat(1)).map(ToString::to_string);
    assert_eq!(exit, None, "a seat that can only pass is never asked");
}
