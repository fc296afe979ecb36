//! Input of a size that nobody writes by hand: it is read in the time it takes to read it, or refused with the limit it breaks.

use std::time::{Duration, Instant};

use crate::cli::{DECK, Desk, STUDY};

/// What a busy machine may take for what takes a free one a second or two; growing with the square of the input, each of
/// these would take an hour.
const PATIENCE: Duration = Duration::from_secs(120);

/// Two seats, and a game that is about turns only.
const SEATS: &str = "schema = 1\nname = \"large\"\n[game]\nstarting_seat = \"A\"\nmax_turns = 1000\n\
                     [[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";

#[track_caller]
fn soon<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = run();
    assert!(began.elapsed() < PATIENCE, "{what} took {:?}", began.elapsed());
    result
}

#[test]
fn long_lines_and_many_unknown_cards() {
    let desk = Desk::new();
    desk.write("long.txt", &DECK.replace("1 Opt", &format!("1 {}", "y".repeat(10 << 20))));
    let ran = soon("a line of 10 MB", || desk.run("deck long.txt"));
    assert_eq!(ran.err, "error: long.txt:6:1: this line has 10485763 bytes, expected at most 65536\n");
    desk.write("long.txt", &DECK.replace("1 Opt", &format!("1 {}", "y".repeat(60_000))));
    let ran = desk.run("deck long.txt");
    assert!(ran.err.contains("long.txt:6:3: unknown card `yyy") && ran.err.len() < 2000, "{} bytes", ran.err.len());
    let many: String = (0..9000).map(|i| format!("1 Nothing Known {i}\n")).collect();
    desk.write("many.txt", &format!("1 Talrand, Sky Summoner *CMDR*\n{many}"));
    let ran = soon("9000 unknown cards", || desk.run("deck many.txt"));
    assert!(ran.err.contains("note: many.txt: 1 of 9001 cards known\n"), "{}", ran.err);
    desk.write("lines.txt", &"1 Opt\n".repeat(1_000_000));
    let ran = soon("a million lines", || desk.run("deck lines.txt"));
    assert_eq!(ran.err, "error: lines.txt: found 1000000 lines, expected at most 10000\n");
}

#[test]
fn ten_megabytes_of_wrong_keys() {
    let desk = Desk::new();
    desk.write("twice.toml", &format!("{STUDY}{}", "x = 1\n".repeat(10 << 17)));
    let ran = soon("duplicate keys", || desk.run("run twice.toml"));
    assert!(ran.err.ends_with("error: twice.toml: 1310714 more errors: is this a scenario?\n"), "{}", ran.err);
    let keys: String = (0..500_000).map(|i| format!("gmaes{i} = 1\n")).collect();
    desk.write("unknown.toml", &format!("{STUDY}{keys}"));
    let ran = soon("unknown keys", || desk.run("run unknown.toml"));
    assert!(ran.err.ends_with("1000 problems or more in unknown.toml; the first 20 are listed\n"), "{}", ran.err);
    let cards: String = (0..200_000).map(|i| format!("\"No Card {i}\",\n")).collect();
    desk.write("hand.toml", &format!("{SEATS}hand = [{cards}]\n"));
    let ran = soon("unknown cards in a hand", || desk.run("run hand.toml"));
    assert!(
        ran.err.ends_with(
            "hand.toml:20010:1: `hand`: found 200000 elements, expected at most 20000\n2 problems in hand.toml\n"
        ),
        "{}",
        ran.err
    );
    let entries = "[[card]]\nname = \"A\"\ntyp = 1\n".repeat(5000);
    desk.write("cards.toml", &entries);
    let ran = soon("wrong cards", || desk.run("cards --cards cards.toml"));
    assert!(ran.err.ends_with("1000 problems or more in cards.toml; the first 20 are listed\n"), "{}", ran.err);
}

#[test]
fn twenty_thousand_script_entries() {
    let desk = Desk::new();
    let entry =
        |turn: usize| format!("[[script]]\nturn = {turn}\ndo = {{ gain-life = {{ player = \"B\", amount = 1 }} }}\n");
    let script: String = (0..20_000).map(|i| entry(1 + i / 20)).collect();
    desk.write("case.toml", &format!("{SEATS}{script}[expect]\nturns = [\"A\", \"B\"]\n"));
    let ran = soon("20,000 entries", || desk.run("check case.toml"));
    assert!(ran.out.contains("\n1 case, all passed; "), "{}{}", ran.out, ran.err);
}

#[test]
fn skips_by_the_thousand() {
    let desk = Desk::new();
    let skip = |what: &str, scope: &str| {
        let one = format!("{{ skip = {{ what = \"{what}\", player = \"B\", count = 1000, scope = \"{scope}\" }} }}");
        format!("[[script]]\nturn = 1\ndo = [{}]\n", vec![one; 4].join(", "))
    };
    let script = [("draw", "next"), ("end", "next"), ("combat", "next"), ("upkeep", "next-turn")];
    let script: String = script.map(|(what, scope)| skip(what, scope)).concat();
    let at = "[[expect.state]]\nat = { turn = 400, step = \"precombat-main\" }\nactive = \"B\"\n";
    desk.write("case.toml", &format!("{SEATS}{script}{at}"));
    let ran = soon("16,000 skips", || desk.fine("check case.toml"));
    assert!(ran.out.contains("all passed"), "{}", ran.out);
}
