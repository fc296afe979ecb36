//! What a new user trips over: told in one line each, with what to do about it.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::cli::{DECK, Desk, Ran, STUDY};

/// The last line of whatever is said of unknown cards.
const HELP: &str = "as Scryfall's bulk data\n";

/// What a command line comes to that gets that on standard input.
fn fed(desk: &Desk, line: &str, input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
    command.current_dir(desk.path()).args(line.split(' '));
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    Ran::of(&child.wait_with_output().expect("it ends"))
}

#[test]
fn a_deck_whose_commander_is_unknown_gives_one_line() {
    let desk = Desk::new();
    let rest: String = (0..40).map(|i| format!("1 Nothing Known {i}\n")).collect();
    desk.write("mine.txt", &format!("1 Nobody, Ever (XLN) 1 *F*\n\n{rest}1 Lightning Bolt\n58 Island\n"));
    for line in ["deck mine.txt", "run --deck mine.txt", "run --deck mine.txt --games 4 --seed 1"] {
        let ran = desk.run(line);
        let (problem, more) = ran.err.split_once('\n').expect("two lines");
        assert_eq!(problem, "error: mine.txt:1:3: unknown card `Nobody, Ever`, the commander", "{line}");
        assert!(more.starts_with("note: mine.txt: 59 of 100 cards known\nhelp: `turnlab cards --deck "), "{more}");
        assert!(more.ends_with(HELP) && more.contains("`--allow-unknown blank`"), "{more}");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    }
    // Nothing is known of a blank commander, so that its colours can't be held against fifty cards.
    let blank = desk.run("deck mine.txt --allow-unknown blank");
    let told = "error: mine.txt:1:3: `Nobody, Ever` leads the deck, and nothing is known of it, expected it among the card \
                facts, or in a card file\n";
    assert_eq!((blank.code, blank.err.as_str()), (Some(2), told));
    desk.write(
        "facts.csv",
        "name,types,subtypes,power,toughness,identity\n\"Nobody, Ever\",Legendary Creature,Human,1,1,UR\n",
    );
    let known = desk.fine("deck mine.txt --allow-unknown blank --card-facts facts.csv");
    assert!(known.out.contains("commander   Nobody, Ever\n"), "{}", known.out);
}

#[test]
fn errors_have_an_end_and_say_how_much_of_the_deck_is_known() {
    let desk = Desk::new();
    let unknown: String = (0..39).map(|i| format!("1 Nothing Known {i}\n")).collect();
    desk.write("mine.txt", &format!("1 Talrand, Sky Summoner *CMDR*\n{unknown}60 Island\n"));
    let ran = desk.run("deck mine.txt");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines[..20].iter().all(|line| line.contains("unknown card `Nothing Known ")), "{}", ran.err);
    assert_eq!(lines[20], "39 problems in mine.txt; the first 20 are listed");
    assert_eq!(lines[21], "note: mine.txt: 61 of 100 cards known");
    assert!(ran.err.ends_with(HELP), "{}", ran.err);
    desk.write("other.txt", "1 Talrand, Sky Summoner *CMDR*\n98 Island\n1 Optt\n");
    let both = desk.run("deck other.txt mine.txt");
    let summary = "1 problem in other.txt\n39 problems in mine.txt; the first 20 are listed\n\
                   note: other.txt: 99 of 100 cards known\nnote: mine.txt: 61 of 100 cards known\n";
    assert!(both.err.contains(summary), "{}", both.err);
    // The same of a scenario, which has no cards to be known.
    desk.write("s.toml", &format!("{STUDY}{}", "[[script]]\ntrun = 1\n".repeat(700)));
    let ran = desk.run("run s.toml");
    assert_eq!(ran.err.lines().count(), 21, "{}", ran.err);
    assert!(ran.err.ends_with("\n1000 problems or more in s.toml; the first 20 are listed\n"), "{}", ran.err);
}

#[test]
fn unknown_lands_are_played_as_lands() {
    let desk = Desk::new();
    let deck = "Commander\n1 Talrand, Sky Summoner\n\nDeck\n95 Island\n1 Nothing Known\n\nLands (3)\n1 Field of Nowhere\n\
                1 Academy Ruins\n1 Island\n";
    desk.write("mine.txt", deck);
    let ran = desk.fine("deck mine.txt --allow-unknown blank");
    assert!(ran.out.contains("cards       98 lands, 1 creature, 1 sorcery\n"), "{}", ran.out);
    desk.write("facts.csv", "name,types,identity\nField of Nowhere,Land,U\n");
    let card = "cards field of nowhere --allow-unknown facts --card-facts facts.csv --deck mine.txt";
    assert_eq!(desk.run(card).code, Some(2), "the deck is another question");
    desk.fine("run small.toml --deck mine.txt --allow-unknown blank --card-facts facts.csv --games 4 --out out");
    let kept = desk.read("out/inputs/own/stand-ins.toml");
    assert!(
        kept.contains("type = \"Land\"\nidentity = \"U\"\nstand-in = \"facts\"\n[[card.ability]]\nmana = \"{U}\"\n"),
        "{kept}"
    );
}

#[test]
fn nothing_to_resume_is_said_and_nothing_is_begun() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 4 --out reports/small");
    fs::create_dir(desk.path().join("empty")).expect("a folder");
    let before = desk.files("");
    for (line, told) in [
        ("run small.toml --out reports/smal --resume", "no folder `reports/smal`; did you mean `reports/small`?"),
        ("run --out nowhere/at/all --resume", "no folder `nowhere/at/all`"),
        ("run small.toml --out empty --resume", "`empty` is empty"),
        ("run --out small.toml --resume", "`small.toml` is no folder"),
    ] {
        let ran = desk.run(line);
        let told = format!("error: nothing to resume: {told}; leave out --resume to start a run there\n");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(2), "", told.as_str()), "{line}");
    }
    assert!(desk.files("") == before);
}

#[test]
fn a_folder_of_a_study_s_name_does_not_hide_it() {
    let desk = Desk::new();
    fs::create_dir(desk.path().join("default")).expect("a folder");
    desk.fine("run default --games 4 --quiet --out out");
    // A file does.
    fs::remove_dir(desk.path().join("default")).expect("a folder");
    desk.write("default", &STUDY.replace("games = 300", "games = 0"));
    assert!(desk.run("run default").err.starts_with("error: default:26:9: `games`: found 0"));
}

#[test]
fn decks_come_through_standard_input_and_pipes() {
    let desk = Desk::new();
    for path in ["-", "/dev/stdin"] {
        let ran = fed(&desk, &format!("deck {path}"), DECK);
        assert!(
            ran.out.starts_with(&format!("{path}: legal, 100 cards, read as plain text\n")),
            "{}{}",
            ran.out,
            ran.err
        );
        let ran = fed(&desk, &format!("cards --deck {path}"), DECK);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (Some(0), format!("{path}: 100 of 100 cards known (100.0%)\n").as_str())
        );
        let out = if path == "-" { "a" } else { "b" };
        let line = format!("run small.toml --deck {path} --games 4 --out {out} --allow-unknown blank");
        let ran = fed(&desk, &line, &DECK.replace("1 Opt", "1 Xyzzy"));
        assert!(ran.code == Some(0) && ran.out.contains("\ndeck                  deck  "), "{}{}", ran.out, ran.err);
        assert!(desk.read(&format!("{out}/inputs/own/deck.txt")).contains("1 Xyzzy"));
    }
    assert!(desk.files("a") == desk.files("b"));
    let ran = fed(&desk, "deck -", "Commander\n1 Talrand, Sky Summoner\n\n99 Optt\n");
    assert!(ran.err.starts_with("error: -:4:4: unknown card `Optt`; did you mean `Opt`?\n"), "{}", ran.err);
    assert!(
        fed(&desk, "deck -", "").err.starts_with("error: -: found no cards, expected lines such as `1 Sol Ring`\n")
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_of_the_program_is_read_once() {
    let desk = Desk::new();
    let line = "run small.toml --deck /dev/fd/0 --games 4 --out out --allow-unknown blank";
    let ran = fed(&desk, line, &DECK.replace("1 Opt", "1 Xyzzy"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(desk.read("out/inputs/own/deck.txt").contains("1 Xyzzy"));
}

#[test]
fn sideboards_are_not_counted() {
    let desk = Desk::new();
    desk.write(
        "mine.txt",
        &format!("{DECK}\nSideboard\n3 Xyzzy\n1 Brainstorm\n\nMaybeboard\n1 Yzzyx\n\nTokens\n5 Drake\n"),
    );
    let ran = desk.fine("cards --deck mine.txt");
    assert_eq!(ran.err, "mine.txt: 100 of 100 cards known (100.0%)\n");
    assert_eq!(ran.out, "known      1 Talrand, Sky Summoner\nknown     98 Island\nknown      1 Opt\n");
    // One that is the commander is.
    desk.write("mtgo.txt", "98 Island\r\n1 Opt\r\n\r\nSIDEBOARD:\r\n1 Talrand, Sky Summoner\r\n");
    let csv = desk.fine("cards --deck mtgo.txt --format csv").out;
    assert!(csv.contains("\n1,\"Talrand, Sky Summoner\",commander,known,\n"), "{csv}");
}

#[test]
fn one_is_no_plural() {
    let desk = Desk::new();
    desk.write("one.toml", &STUDY.replace("rotate_seats = true", "rotate_seats = false"));
    let ran = desk.fine("run one.toml --games 1 --out out");
    assert!(ran.out.contains("\n1 game: ") && !ran.out.contains(" 1 games"), "{}", ran.out);
    assert!(!ran.err.contains(" 1 games"), "{}", ran.err);
    let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n[expect]\nturns = [\"A\", \"B\"]\n";
    desk.write("case.toml", &format!("schema = 1\nname = \"case\"\ngame.starting_seat = \"A\"\n{seats}"));
    assert!(desk.fine("check case.toml").out.contains("\n1 case, all passed; "));
}

#[test]
fn other_encodings_and_what_is_no_text_are_named() {
    let desk = Desk::new();
    let wide: Vec<u8> = format!("\u{feff}{DECK}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16 = "it is UTF-16 text, expected UTF-8: save it as UTF-8\n";
    for bytes in [&wide[..], &wide[2..]] {
        fs::write(desk.path().join("wide.txt"), bytes).expect("a file");
        assert_eq!(desk.run("deck wide.txt").err, format!("error: wide.txt: can't read `wide.txt`: {utf16}"));
        assert_eq!(desk.run("run wide.txt").err, format!("error: can't read `wide.txt`: {utf16}"));
        // They are asked about cards that are known, too: whether these are Game Changers.
        let facts = desk.run("deck decks/b.txt --allow-unknown facts --card-facts wide.txt");
        assert_eq!((facts.code, facts.err), (Some(2), format!("error: wide.txt: can't be read: {utf16}")));
    }
    desk.write("strange.txt", &DECK.replace("1 Opt", "1 Xyzzy"));
    fs::write(desk.path().join("wide.csv"), &wide).expect("a file");
    let facts = desk.run("deck strange.txt --allow-unknown facts --card-facts wide.csv");
    assert_eq!(facts.err, format!("error: wide.csv: can't be read: {utf16}"));
    fs::write(desk.path().join("nul.txt"), DECK.replace("1 Opt", "1 O\0pt")).expect("a file");
    assert_eq!(
        desk.run("deck nul.txt").err,
        "error: nul.txt: can't read `nul.txt`: line 6, column 4 has a NUL byte, so it is no text\n"
    );
}

#[test]
fn long_names_are_cut_and_control_characters_escaped() {
    let desk = Desk::new();
    let long = "Abcdefgh ".repeat(7_000);
    desk.write("long.txt", &DECK.replace("1 Opt", &format!("1 {long}")));
    let ran = desk.run("deck long.txt");
    assert!(ran.err.starts_with("error: long.txt:6:3: unknown card `Abcdefgh Abcdefgh "), "{}", &ran.err[..200]);
    assert!(ran.err.lines().next().expect("a line").len() < 200, "{}", &ran.err[..400]);
    let key = "k".repeat(60_000);
    desk.write("s.toml", &format!("{STUDY}{key} = 1\n[{key}]\n"));
    let ran = desk.run("run s.toml");
    assert!(ran.err.lines().all(|line| line.len() < 400), "{} bytes", ran.err.len());
    // Nothing that a file or a path has in it reaches a terminal as it is.
    desk.write("esc\u{1b}[2J.txt", &DECK.replace("1 Opt", "1 O\u{1b}[31mpt\u{7}\n1 Xy\u{202e}zzy"));
    let mut command = desk.command();
    let ran = Ran::of(&command.args(["deck", "esc\u{1b}[2J.txt", "no\nsuch\u{9b}.txt"]).output().expect("it runs"));
    assert!(
        ran.err.contains("esc\\u{1b}[2J.txt:6:3: found the control character `\\u{1b}` in a name\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("no\\nsuch\\u{9b}.txt: no file `no\\nsuch\\u{9b}.txt`"), "{}", ran.err);
    assert!(ran.err.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", ran.err);
    let mut command = desk.command();
    desk.write("esc\u{1b}[3J.txt", DECK);
    let ran = Ran::of(&command.args(["deck", "esc\u{1b}[3J.txt"]).output().expect("it runs"));
    assert!(ran.out.starts_with("esc\\u{1b}[3J.txt: legal"), "{:?}", ran.out);
    let mut command = desk.command();
    let args = ["run", "small.toml", "--games", "4", "--deck", "esc\u{1b}[3J.txt", "--out", "o\u{1b}ut"];
    let ran = Ran::of(&command.args(args).output().expect("it runs"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!((ran.out + &ran.err).chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn help_is_a_verb_too() {
    let desk = Desk::new();
    assert_eq!(desk.fine("help").out, desk.fine("--help").out);
    assert_eq!(desk.fine("help run").out, desk.fine("run --help").out);
}

#[test]
fn a_target_error_out_of_reach_is_told_at_once() {
    let desk = Desk::new();
    let ran = desk.fine("run small.toml --games 256 --target-error 0.01 --out out");
    let told = "warning: ci(won) <= 0.01 takes about ";
    let (first, _) = ran.err.split_once('\n').expect("a line");
    assert!(first.starts_with(told) && first.ends_with(" games, and this run has at most 256: see --games"), "{first}");
    let needed: u64 = first[told.len()..].split(' ').next().expect("a number").parse().expect("a number");
    assert!((5_000..1_000_000).contains(&needed), "{needed}");
    let quiet = desk.fine("run small.toml --games 256 --target-error 0.01 --out quiet --quiet");
    assert_eq!(quiet.err, "");
    // One within reach is not.
    let ran = desk.fine("run small.toml --games 100000 --target-error 0.1 --out reached");
    assert!(!ran.err.contains("warning: ci"), "{}", ran.err);
}

#[test]
fn who_plays_needs_a_terminal_and_a_seat_that_there_is() {
    let desk = Desk::new();
    let refused = |line: &str| {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        ran.err
    };
    let terminal =
        "error: play needs a terminal: standard input and output must not be files or pipes; see turnlab trace\n";
    assert_eq!(refused("play small.toml --seat A"), terminal);
    assert_eq!(refused("play --watch"), terminal);
    let seat = refused("play --seat Talran");
    assert!(
        seat.starts_with("error: --seat: unknown seat `Talran`") && seat.ends_with("did you mean `Talrand`?\n"),
        "{seat}"
    );
    assert!(refused("play small.toml").contains("--seat <NAME>"));
    assert!(refused("play --watch --speed 0").contains("a number of things a second, 0.125 to 256"));
    assert!(refused("play --seat A --hands").contains("--hands"));
}

#[test]
fn misspelt_commands_get_the_nearest_and_others_none() {
    let desk = Desk::new();
    let told = |line: &str| desk.run(line).err;
    assert!(
        told("rnu").starts_with("error: unrecognized subcommand 'rnu'\n\n  tip: a similar subcommand exists: 'run'")
    );
    assert!(told("shard mrege").contains("tip: a similar subcommand exists: 'merge'"));
    assert!(!told("nosuchcmd").contains("tip:"), "{}", told("nosuchcmd"));
    assert_eq!(desk.run("nosuchcmd").code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_command_that_is_no_unicode_is_refused_as_any_other() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let no_unicode = OsStr::from_bytes(b"\xffrun");
    for before in [&[] as &[&str], &["shard"]] {
        let ran = Command::new(env!("CARGO_BIN_EXE_turnlab")).args(before).arg(no_unicode).output().expect("it starts");
        let ran = Ran::of(&ran);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.starts_with("error: unrecognized subcommand"), "{}", ran.err);
    }
}

#[test]
fn a_run_in_the_place_of_a_scenario_is_told_as_one() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 4 --out one --quiet");
    desk.fine("compare small.toml --set rules.extra_turns=skipped --games 4 --out both --quiet");
    let run = desk.run("run one");
    let resume =
        "error: `one` is the folder of a run, expected a scenario; `turnlab run --out one --resume` goes on with it\n";
    assert_eq!((run.code, run.err.as_str()), (Some(2), resume));
    for line in ["run both", "compare both", "compare both one", "power both --error 0.1"] {
        let ran = desk.run(line);
        assert!(
            ran.err.starts_with("error: `both` is no run and no scenario: it holds the runs both/0-small, both/1-"),
            "{line}: {}",
            ran.err
        );
        assert_eq!(ran.code, Some(2), "{line}");
    }
}

#[test]
fn what_is_no_file_of_facts_is_refused_though_no_card_is_missing() {
    let desk = Desk::new();
    let ran = desk.run("run small.toml --games 4 --card-facts decks/b.txt --out out");
    let told = "error: decks/b.txt:1:1: found the columns `commander`, expected one called `name`\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), told));
    assert!(!desk.path().join("out").exists());
}

#[test]
fn cards_that_an_import_leaves_out_are_counted() {
    let desk = Desk::new();
    let card = |name: &str, legal: &str| {
        format!(
            "{{\"name\":\"{name}\",\"type_line\":\"Artifact\",\"oracle_text\":\"\",\"legalities\":{{\"commander\":\"{legal}\"}}}}"
        )
    };
    desk.write("facts.json", &format!("[{},\n{}]", card("Odd Box", "legal"), card("Odd Hat", "banned")));
    let ran = desk.fine("cards import facts.json");
    let all = format!("{}{}", ran.out, ran.err);
    assert!(all.contains("of 1 cards are known or translated"), "{all}");
    assert!(all.contains("left out: 1 more card, legal in no Commander deck\n"), "{all}");
}

#[test]
fn commanders_by_their_place_alone_are_told_as_guesses() {
    let desk = Desk::new();
    desk.write("last.txt", "98 Island\n1 Opt\n1 Talrand, Sky Summoner\n");
    let report = desk.fine("deck last.txt").out;
    assert!(report.contains("  commander   Talrand, Sky Summoner, taken from the last line\n"), "{report}");
    desk.write("bad.txt", "Commander\n1 Talrand, Sky Summoner\n\nDeck\n-99 Island\n1.5 Opt\n");
    let told = desk.run("deck bad.txt").err;
    assert!(told.contains("error: bad.txt:5:1: found a count of -99, expected 1 to 999\n"), "{told}");
    assert!(told.contains("error: bad.txt:6:1: found a count of 1.5, expected 1 to 999\n"), "{told}");
}
