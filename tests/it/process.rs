//! Programs that play seats: by the protocol, and against it. Whatever one does, the game ends with its row, in time, and
//! nothing of it is left.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use turnlab::cards::source::Source;
use turnlab::game::GameEvent;
use turnlab::game::event::RefusalReason;
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::process::Programs;
use turnlab::table::{Finished, Matchup, host, play_direct, play_watched};
use turnlab::turn::Seat;

/// A program that cargo has built beside the tests.
fn program(name: &str) -> String {
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
fn a_program_that_never_says_hello_or_is_not_there_is_gone() {
    let odd = program("odd_bot");
    for (command, text) in [
        (vec![odd.as_str(), "stranger"], "it says that it speaks `other/7`"),
        (vec!["no-such-program-anywhere"], "cannot start `no-such-program-anywhere`"),
    ] {
        let finished = hosted(&matchup(&command, ""), 0);
        let exit = finished.seats.exit(Seat(1)).map(ToString::to_string).unwrap_or_default();
        assert!(exit.contains(text), "{exit}");
    }
}

#[test]
fn programs_are_started_again_three_times_and_no_more() {
    let matchup = matchup(&[&program("odd_bot"), "crash"], "");
    let exit = |game| hosted(&matchup, game).seats.exit(Seat(1)).map(ToString::to_string).unwrap_or_default();
    for game in 0..4 {
        assert!(exit(game).contains("a crash that was asked for"), "game {game}");
    }
    assert!(exit(4).contains("it was started 4 times"), "{}", exit(4));
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
