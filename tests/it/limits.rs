//! Hostile input: every limit with its message, and games that would not end or would eat the memory.

use std::fs;

use turnlab::cards::limits::*;
use turnlab::cards::source::Source;
use turnlab::game::{GameEvent, Outcome, StallCause};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::{Matchup, play_watched};

use crate::cli::{Desk, STUDY};

/// A study of two seats that name nothing.
fn study(lines: &str) -> String {
    format!("schema = 1\nname = \"s\"\n{lines}\n[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n")
}

/// Says that a command is refused with that message, which is all that is said.
#[track_caller]
fn refused(desk: &Desk, line: &str, message: &str) {
    let ran = desk.run(line);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "turnlab {line}: {}", ran.err);
    assert_eq!(ran.err, format!("error: {message}\n"), "turnlab {line}");
}

/// What is said of card files of these texts.
#[track_caller]
fn bad_card(desk: &Desk, card: &str, message: &str) {
    desk.write("c.toml", card);
    refused(desk, "cards --cards c.toml", &format!("c.toml:{message}"));
}

fn sorcery(spell: &str) -> String {
    format!("[[card]]\nname = \"X\"\ntype = \"Sorcery\"\nspell = {spell}\n")
}

#[test]
fn every_limit_is_in_the_documents() {
    let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
    let values = [
        ("FILE_BYTES", mib(FILE_BYTES)),
        ("FACTS_BYTES", format!("{} GiB", FACTS_BYTES >> 30)),
        ("FACT_BYTES", mib(FACT_BYTES)),
        ("LINE_BYTES", format!("{LINE_BYTES} bytes")),
        ("NESTING", NESTING.to_string()),
        ("ELEMENTS", ELEMENTS.to_string()),
        ("DECK_LINES", DECK_LINES.to_string()),
        ("DECK_CARDS", DECK_CARDS.to_string()),
        ("COPIES", COPIES.to_string()),
        ("BOARD_CARDS", BOARD_CARDS.to_string()),
        ("ENTRIES", ENTRIES.to_string()),
        ("ABILITIES", ABILITIES.to_string()),
        ("INSTRUCTIONS", INSTRUCTIONS.to_string()),
        ("WORDS", WORDS.to_string()),
        ("NUMBER", NUMBER.to_string()),
        ("AMOUNT", AMOUNT.to_string()),
        ("CATALOG", CATALOG.to_string()),
        ("CATALOG_INSTRUCTIONS", CATALOG_INSTRUCTIONS.to_string()),
        ("MAX_TURNS", MAX_TURNS.to_string()),
        ("MAX_DECISIONS_PER_TURN", MAX_DECISIONS_PER_TURN.to_string()),
        ("LIFE", LIFE.to_string()),
        ("GAMES", GAMES.to_string()),
        ("THREADS", THREADS.to_string()),
        ("WALK", WALK.to_string()),
        ("FAULTS", FAULTS.to_string()),
        ("LISTED_FAULTS", LISTED_FAULTS.to_string()),
        ("SYNTAX_ERRORS", SYNTAX_ERRORS.to_string()),
        ("ENTRY_FAULTS", ENTRY_FAULTS.to_string()),
        ("SUGGESTED", SUGGESTED.to_string()),
        ("SUGGESTED_CHARS", SUGGESTED_CHARS.to_string()),
        ("PERMANENTS", PERMANENTS.to_string()),
        ("TIMES", TIMES.to_string()),
        ("RESOLUTIONS", RESOLUTIONS.to_string()),
        ("WORK", WORK.to_string()),
        ("TRIGGERS", TRIGGERS.to_string()),
        ("POSITION", POSITION.to_string()),
    ];
    let source = include_str!("../../src/cards/limits.rs");
    let named: Vec<&str> =
        source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next()).collect();
    let mut listed: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    let mut sorted = named.clone();
    sorted.sort_unstable();
    assert_eq!(listed, sorted);
    let page = include_str!("../../docs/limits.md");
    for (name, value) in values {
        let row = page.lines().find(|line| line.ends_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/limits.md has no row for {name}"));
        assert!(row.contains(&format!("| {value} |")), "{name} is {value}: {row}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let desk = Desk::new();
    let pipe = desk.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    std::os::unix::fs::symlink("/dev/zero", desk.path().join("zero.toml")).expect("a link");
    std::os::unix::fs::symlink("pipe", desk.path().join("link.toml")).expect("a link");
    let is = |path: &str, kind: &str| format!("can't read `{path}`: it is {kind}, expected a file");
    refused(&desk, "run pipe", &is("pipe", "a pipe"));
    refused(&desk, "check link.toml", &is("link.toml", "a pipe"));
    refused(&desk, "trace zero.toml", &is("zero.toml", "a device"));
    refused(&desk, "run decks", &is("decks", "a folder"));
    refused(&desk, "run --deck pipe", &format!("--deck: {}", is("pipe", "a pipe")));
    refused(&desk, "deck /dev/zero", "/dev/zero: can't read `/dev/zero`: it is a device, expected a file");
    refused(&desk, "run --cards pipe", &format!("--cards: {}", is("pipe", "a pipe")));
    desk.write("decks/b.txt", "Commander\n1 Xyzzy\n");
    let facts = "deck decks/b.txt --allow-unknown facts --card-facts";
    refused(&desk, &format!("{facts} pipe"), "pipe: can't be read: it is a pipe, expected a file");
    refused(&desk, &format!("{facts} /dev/zero"), "/dev/zero: can't be read: it is a device, expected a file");
    desk.write("s.toml", &study("cards = [\"pipe\"]"));
    refused(&desk, "run s.toml", &format!("s.toml:3:10: {}", is("pipe", "a pipe")));
    desk.write("s.toml", &study("cards = [\"-\"]"));
    refused(&desk, "run s.toml", "s.toml:3:10: no file `-`");
    desk.write("s.toml", &study("cards = [\"/dev/stdin\"]"));
    assert!(desk.run("run s.toml --allow-outside").err.contains("expected a file"));
}

#[test]
fn what_leads_out_of_the_folder_must_be_allowed() {
    let desk = Desk::new();
    let outside = |path: &str| {
        format!("can't read `{path}`: it is outside the scenario's folder; say --allow-outside to have such files read")
    };
    desk.write("my/s.toml", &STUDY.replace("decks/b.txt", "../decks/b.txt"));
    for verb in ["run", "trace"] {
        refused(&desk, &format!("{verb} my/s.toml"), &format!("my/s.toml:14:8: {}", outside("my/../decks/b.txt")));
    }
    desk.fine("run my/s.toml --games 4 --out out --allow-outside");
    desk.fine("trace my/s.toml --allow-outside");
    desk.fine("replay out 1");
    desk.fine("run --resume --out out --games 8");
    // Folders in between lead back, and what does not exist leads nowhere.
    desk.write("s.toml", &STUDY.replace("decks/b.txt", "my/../decks/b.txt"));
    desk.fine("trace s.toml");
    desk.write("my/s.toml", &study("cards = [\"../no-such.toml\"]"));
    refused(&desk, "run my/s.toml", &format!("my/s.toml:3:10: {}", outside("my/../no-such.toml")));
    desk.write("my/c.toml", "");
    desk.write("my/s.toml", &study("cards = [\"./x/../c.toml\", \"/etc/hostname\"]"));
    let said = desk.run("run my/s.toml").err;
    assert!(said.contains(&outside("/etc/hostname")), "{said}");
}

#[cfg(unix)]
#[test]
fn links_lead_no_further_than_paths() {
    let desk = Desk::new();
    fs::create_dir(desk.path().join("my")).expect("a folder");
    std::os::unix::fs::symlink("../decks/b.txt", desk.path().join("my/b.txt")).expect("a link");
    desk.write("my/s.toml", &STUDY.replace("decks/b.txt", "b.txt"));
    let said = "my/s.toml:14:8: can't read `my/b.txt`: it is outside the scenario's folder; say --allow-outside to have such files read";
    refused(&desk, "run my/s.toml", said);
    desk.fine("trace my/s.toml --allow-outside");
    // A folder that was typed holds all that stands in it, and links to folders are not gone through.
    std::os::unix::fs::symlink("..", desk.path().join("my/up")).expect("a link");
    desk.write("cases/k.toml", &study("cards = [\"../my/c.toml\"]\n[expect]\nturns = [\"A\"]"));
    desk.write("my/c.toml", "");
    assert!(desk.fine("check .").out.contains("1 case, all passed"));
    assert_eq!(desk.run("check cases").code, Some(2));
}

#[test]
fn files_lines_and_lists_have_a_limit() {
    let desk = Desk::new();
    desk.write("s.toml", &study(&format!("description = \"{}\"", "x".repeat(17 << 20))));
    refused(&desk, "run s.toml", "can't read `s.toml`: it has more than 16 MiB");
    let long = |line: usize| format!(":{line}:1: this line has 70017 bytes, expected at most 65536");
    desk.write("s.toml", &study(&format!("description = \"{}\"", "x".repeat(70_000))));
    refused(&desk, "run s.toml", &format!("s.toml{}", long(3)));
    desk.write("d.txt", &format!("1 Island\n1 {}\n", "x".repeat(70_014)));
    refused(&desk, "deck d.txt", &format!("d.txt{}", long(2)));
    bad_card(&desk, &format!("\n# {}\n", "x".repeat(70_014)), &long(2)[1..]);
    desk.write("s.toml", &study(&"[[script]]\n".repeat(ELEMENTS + 1)));
    let said = desk.run("run s.toml").err;
    assert!(said.contains("1000 problems or more"), "{said}");
    desk.write("s.toml", &study(&format!("[expect]\nturns = [{}]", "\"A\",\n".repeat(ELEMENTS + 1))));
    refused(&desk, "run s.toml", "s.toml:20004:1: `turns`: found 20001 elements, expected at most 20000");
    let board = "battlefield = [{ card = \"Island\", count = 600 }]\nhand = [{ card = \"Island\", count = 401 }]\n";
    desk.write("s.toml", &study("").replace("name = \"B\"\n", &format!("name = \"B\"\n{board}")));
    refused(&desk, "run s.toml", "s.toml:6:1: found 1001 prepared cards, expected at most 1000");
    let nested = |n: usize| study(&format!("x = {}{}", "[".repeat(n), "]".repeat(n)));
    for n in [NESTING + 1, 20_000] {
        desk.write("s.toml", &nested(n));
        let said = desk.run("run s.toml");
        assert_eq!(said.code, Some(2));
        assert!(
            said.err.contains("s.toml:3:") && said.err.contains("nested too deeply, expected at most 80"),
            "{}",
            said.err
        );
    }
    desk.write("s.toml", &nested(NESTING));
    assert!(desk.run("run s.toml").err.contains("unknown key `x`"));
}

#[test]
fn facts_of_one_card_have_a_limit() {
    let desk = Desk::new();
    desk.write("d.txt", "1 Xyzzy\n");
    let long = "x".repeat(3 << 20);
    desk.write("f.csv", &format!("name,types\n{long},\n"));
    desk.write("f.json", &format!("[{{\"name\":\"Opt\"}},{{\"name\":\"{long}\"}}]"));
    let facts = "cards --deck d.txt --allow-unknown facts --card-facts";
    refused(&desk, &format!("{facts} f.csv"), "f.csv: is no table: one card has more than 1 MiB");
    let said = desk.run(&format!("{facts} f.json"));
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("can't be read as cards: one card has more than 1 MiB"), "{}", said.err);
    // Many cards may have more than one may.
    desk.write(
        "f.json",
        &format!(
            "[{}{{\"name\":\"Xyzzy\",\"type_line\":\"Land\"}}]",
            format!("{{\"name\":\"{}\"}},", "y".repeat(900)).repeat(2400)
        ),
    );
    desk.fine(&format!("{facts} f.json"));
}

#[test]
fn cards_have_limits() {
    let desk = Desk::new();
    let terms = |n: usize| sorcery(&format!("{{ draw = {{ count = \"{}1\" }} }}", "x + ".repeat(n)));
    bad_card(&desk, &terms(5000), "4:541: found 10001 words, expected at most 256");
    desk.write("c.toml", &terms(127));
    desk.fine("cards X --cards c.toml");
    let nots =
        sorcery(&format!("{{ if = {{ condition = \"{}your-turn\", then = \"end-turn\" }} }}", "not ".repeat(9000)));
    bad_card(&desk, &nots, "4:1055: found 9001 words, expected at most 256");
    bad_card(
        &desk,
        &sorcery("{ draw = { count = 100001 } }"),
        "4:28: `100001` is too great a number (expected 100000 at most)",
    );
    bad_card(
        &desk,
        &sorcery("{ draw = { count = \"x + 2147483647\" } }"),
        "4:33: `2147483647` is too great a number (expected 100000 at most)",
    );
    let draws = sorcery(&format!("[{}]", "\"end-turn\",\n".repeat(INSTRUCTIONS + 1)));
    bad_card(&desk, &draws, "2:8: this effect has 1001 instructions, expected at most 1000");
    let abilities = "[[card.ability]]\ncost = \"{T}\"\ndo = \"end-turn\"\n".repeat(ABILITIES + 1);
    bad_card(
        &desk,
        &format!("[[card]]\nname = \"X\"\ntype = \"Artifact\"\n{abilities}"),
        "2:8: found 101 abilities, expected at most 100",
    );
    let many: String = (0..=ENTRIES).map(|n| format!("[[card]]\nname = \"X{n}\"\ntype = \"Land\"\n")).collect();
    bad_card(&desk, &many, "60001:1: found 20001 cards, expected at most 20000");
    let back = "[[card]]\nname = \"X\"\ntype = \"Artifact\"\n[[card.ability]]\nreplacement = { to-graveyard = { from = \"anywhere\", to = \"graveyard\" } }\n";
    bad_card(&desk, back, "2:8: `to-graveyard` says where it goes instead: `to` can't be `graveyard`");
}

#[test]
fn settings_have_limits() {
    let desk = Desk::new();
    for (lines, said) in [
        ("[game]\nmax_turns = 4294967295", "4:13: `max_turns`: found 4294967295, expected 1 to 10000"),
        ("[game]\nmax_turns = 0", "4:13: `max_turns`: found 0, expected 1 to 10000"),
        (
            "[game]\nmax_decisions_per_turn = 100001",
            "4:26: `max_decisions_per_turn`: found 100001, expected 1 to 100000",
        ),
    ] {
        desk.write("s.toml", &study(lines));
        refused(&desk, "run s.toml", &format!("s.toml:{said}"));
    }
    desk.write("s.toml", &(study("") + "life = 2147483647\n"));
    refused(&desk, "run s.toml", "s.toml:8:8: `life`: found 2147483647, expected -1000000 to 1000000");
}

#[test]
fn no_name_is_a_formula() {
    let desk = Desk::new();
    for name in ["=1", "-1", "@x"] {
        desk.write("s.toml", &study("").replace("\"A\"", &format!("\"{name}\"")));
        let said = format!(
            "s.toml:5:8: `name`: found `{name}`, expected a name that a spreadsheet does not run: it can't begin with =, +, - or @"
        );
        refused(&desk, "run s.toml", &said);
    }
    desk.write("decks/=x.txt", &desk.read("decks/b.txt"));
    desk.write("s.toml", &STUDY.replace("decks/b.txt", "decks/=x.txt"));
    desk.fine("run s.toml --games 4 --out out");
    let seats = desk.read("out/seats.csv");
    assert!(seats.contains(",'=x,") && !seats.contains(",=x,"), "{seats}");
    desk.fine("run small.toml --deck decks/=x.txt --games 4 --out own");
    assert!(desk.read("own/seats.csv").contains(",x,"));
    desk.write("d.txt", "1 =1+1\n");
    assert!(desk.run("cards --deck d.txt --format csv").out.contains(",'=1+1,"));
}

/// How a game ends in which an Engine with those abilities stands on the battlefield, and how many events there were; `start` is what
/// happens in turn 1.
fn end(abilities: &str, start: &str) -> (Outcome, usize) {
    let cards = format!(
        "[[token]]\nname = \"Egg\"\ntype = \"Creature\"\npt = \"1/1\"\n[[card]]\nname = \"Engine\"\ntype = \"Artifact\"\n{abilities}\n"
    );
    let text =
        study("[game]\nmax_turns = 4") + &format!("battlefield = [\"Engine\"]\n[[script]]\nturn = 1\ndo = {start}\n");
    let cards = [Source::new("c.toml", cards)];
    let scenario = Scenario::with_cards(&Source::new("s.toml", text), &Disk, &cards);
    let matchup = Matchup::new(scenario.unwrap_or_else(|faults| panic!("{faults}")).into());
    let mut events: Vec<GameEvent> = Vec::new();
    let record = play_watched(matchup.sit_down(matchup.address(0)), &mut events);
    let over =
        events.iter().find_map(|event| if let GameEvent::GameOver { outcome } = event { Some(*outcome) } else { None });
    let over = over.expect("it is over");
    let cause = if let Outcome::Stalled { cause } = over { Some(cause) } else { None };
    assert_eq!(record.game.stalled_by, cause, "its row says so too");
    (over, events.len())
}

#[track_caller]
fn stalls(cause: StallCause, abilities: &str, start: &str) {
    let (outcome, events) = end(abilities, start);
    assert_eq!(outcome, Outcome::Stalled { cause });
    assert!(events < 2 * WORK as usize, "{events} events");
}

const LIFE_TRIGGER: &str = "[[card.ability]]\ntrigger = { gains-life = \"any\" }\ndo = ";
const GAIN: &str = "{ gain-life = { amount = 1 } }";

#[test]
fn triggers_that_trigger_themselves_end() {
    stalls(StallCause::Resolutions, &format!("{LIFE_TRIGGER}{GAIN}"), GAIN);
    stalls(StallCause::Triggers, &format!("{LIFE_TRIGGER}[{GAIN}, {GAIN}, {GAIN}, {GAIN}]"), GAIN);
    let reflexive = format!("{{ reflexive = {{ do = {GAIN} }} }}");
    stalls(StallCause::Triggers, &format!("{LIFE_TRIGGER}[{reflexive}, {reflexive}, {reflexive}]"), GAIN);
}

#[test]
fn what_is_put_into_the_graveyard_for_ever_ends() {
    let instead = "[[card.ability]]\nreplacement = { to-graveyard = { from = \"anywhere\", to = \"battlefield\", do = { sacrifice = { what = \"artifact\" } } } }";
    stalls(StallCause::Position, instead, "{ destroy = { what = \"artifact\" } }");
}

#[test]
fn tokens_that_double_end() {
    let trigger =
        "[[card.ability]]\ntrigger = { enters = \"creature\" }\ndo = { create-token = { token = \"Egg\", count = 2 } }";
    let many = "{ create-token = { token = \"Egg\", count = 10000 } }";
    stalls(StallCause::Permanents, "", many);
    let (outcome, _) = end(trigger, "{ create-token = { token = \"Egg\" } }");
    assert!(
        matches!(outcome, Outcome::Stalled { cause: StallCause::Permanents | StallCause::Triggers }),
        "{outcome:?}"
    );
    // Each of many sees each of many.
    let chorus = "[[token]]\nname = \"Hen\"\ntype = \"Creature\"\npt = \"1/1\"\n[[token.ability]]\ntrigger = { gains-life = \"any\" }\ndo = ";
    let hens = format!("[{{ create-token = {{ token = \"Hen\", count = 900 }} }}, {GAIN}]");
    stalls(StallCause::Triggers, &format!("{chorus}{GAIN}"), &hens);
}

#[test]
fn what_a_position_remembers_ends() {
    let turns = "{ extra-turn = { count = 10000 } }";
    stalls(StallCause::Position, &format!("{LIFE_TRIGGER}[{turns}, {GAIN}]"), GAIN);
    let delayed = format!("{{ delay = {{ until = \"next upkeep\", do = {GAIN} }} }}");
    let (outcome, _) = end(&format!("{LIFE_TRIGGER}[{delayed}, {GAIN}]"), GAIN);
    assert!(matches!(outcome, Outcome::Stalled { .. }), "{outcome:?}");
    let counters: Vec<String> =
        (0..200).map(|n| format!("{{ put-counters = {{ what = \"creature\", kind = \"k{n}\" }} }}")).collect();
    let eggs = format!("[{{ create-token = {{ token = \"Egg\", count = 800 }} }}, {GAIN}]");
    let (outcome, _) = end(&format!("{LIFE_TRIGGER}[{}]", counters.join(",\n")), &eggs);
    assert!(matches!(outcome, Outcome::Stalled { .. }), "{outcome:?}");
}

#[test]
fn turns_without_end_end() {
    let phase = "[[card.ability]]\ntrigger = { begins = \"each upkeep\" }\ndo = { modify-phase = { what = \"combat\", do = { add-phase = { phases = [\"combat\"] } }, lasts = \"always\" } }";
    stalls(StallCause::Work, phase, "{ draw = {} }");
}

#[test]
fn great_numbers_do_no_harm() {
    let upkeep = "[[card.ability]]\ntrigger = { begins = \"each upkeep\" }\ndo = ";
    let all = [
        "{ draw = { count = 10000 } }",
        "{ mill = { count = 10000 } }",
        "{ put-counters = { what = \"artifact\", kind = \"charge\", count = 10000 } }",
        "{ put-counters = { what = \"artifact\", kind = \"charge\", count = \"counters charge of self * 127\" } }",
        "{ gain-life = { amount = \"life * 127 * 127 * 127 * 127 * 127\" } }",
        "{ lose-life = { amount = \"life - 1\" } }",
        "{ energy = { count = 10000 } }",
        "{ add-mana = { mana = \"{R}\", count = 10000 } }",
        "{ flip-coins = { count = 10000 } }",
        "{ scry = { count = 10000 } }",
        "{ create-token = { token = \"Egg\" } }",
        "{ pump = { what = \"creature\", power = 10000, toughness = 10000, until = \"permanent\" } }",
        "{ pump = { what = \"creature\", power = 10000, toughness = 10000, until = \"permanent\" } }",
        "{ skip = { what = \"turn\", player = \"each-opponent\", count = 10000 } }",
    ];
    let (outcome, _) = end(&format!("{upkeep}[{}]", all.join(",\n")), &format!("[{}]", all.join(", ")));
    assert!(!matches!(outcome, Outcome::Fault), "{outcome:?}");
}

#[test]
fn a_trace_says_why_a_game_was_stopped() {
    let desk = Desk::new();
    desk.write("c.toml", "[[token]]\nname = \"Egg\"\ntype = \"Creature\"\npt = \"1/1\"\n");
    let script = "[[script]]\nturn = 1\ndo = { create-token = { token = \"Egg\", count = 10000 } }\n";
    desk.write("s.toml", &(study("cards = [\"c.toml\"]") + script));
    let text = desk.fine("trace s.toml --detail turns").out;
    assert!(text.contains("turn 1 got stuck: too many permanents"), "{text}");
    let json = desk.fine("trace s.toml --format jsonl").out;
    assert!(json.contains(r#"{"outcome":{"cause":"permanents","end":"stalled"},"type":"game-over"}"#), "{json}");
}
