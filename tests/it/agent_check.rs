//! `turnlab agent check`: it passes programs that play by the protocol, and fails others on the item that they get wrong.

use std::time::Duration;

use serde_json::Value;
use turnlab::agents::Options;
use turnlab::scenario::ProcessSpec;
use turnlab::table::compliance::{Grade, Report, Terms, examine};

use crate::cli::Desk;
use crate::process::program;

/// Examines the odd bot that goes wrong in that way.
fn odd(how: &str) -> Report {
    let command = vec![program("odd_bot"), how.to_owned()];
    let deadline = Duration::from_millis(if how == "silence" { 5_000 } else { 60_000 });
    let startup = Duration::from_secs(if how == "mute" { 1 } else { 30 });
    let parting = Duration::from_secs(if matches!(how, "deaf" | "clinging") { 1 } else { 30 });
    let program = ProcessSpec { command, options: Options::new(), deadline };
    examine(&Terms { program, startup, parting }).expect("there is such a program")
}

/// The items that came to that, with their notes.
fn of(report: &Report, grade: Grade) -> Vec<(&'static str, &str)> {
    report.items.iter().filter(|item| item.result == grade).map(|item| (item.item, item.note.as_str())).collect()
}

#[test]
fn programs_that_play_by_the_protocol_pass() {
    let desk = Desk::new();
    let ran = desk.fine(&format!("agent check {}", program("plain_bot")));
    assert!(ran.out.ends_with(" passed, 0 failed, 0 skipped\n"), "{}", ran.out);
    assert!(ran.out.contains("\n 1  pass  handshake "), "{}", ran.out);
    let ran = desk.fine(&format!("agent check --format json {} single", program("odd_bot")));
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&report["name"], &report["reproducible"]), (&Value::from("odd"), &Value::from(true)));
    let several = report["items"].as_array().into_iter().flatten().find(|item| item["item"] == "several games at once");
    assert_eq!(several.map(|item| &item["result"]), Some(&Value::from("skip")), "it does not offer it");
}

#[test]
fn programs_fail_the_items_that_they_get_wrong_and_no_others() {
    let cases: [(&str, &[&str], &str); 13] = [
        ("stranger", &["handshake"], "it says that it speaks `other/7`: {\"features\":"),
        ("telepath", &["handshake"], "it wants the feature `phase`, and there is events, phases,"),
        ("mute", &["handshake"], "no hello within 1 s"),
        ("early", &["handshake"], "it closed its standard output (exit status: 0)"),
        ("chatter", &["handshake", "writes nothing but messages"], "it wrote a line that is no message"),
        ("silence", &["a whole game", "answers in time"], "no answer to ask 2 (priority) within 5000 ms"),
        ("crash", &["a whole game"], "it said: a crash that was asked for"),
        ("once", &["another game in the same process"], "no answer to `game`: it closed its standard output"),
        ("garbage", &["writes nothing but messages"], "this is { no JSON"),
        ("strict", &["unknown messages and fields"], "it said: there is no message `weather`"),
        ("twice", &["answers once"], "\"type\":\"answer\""),
        ("babble", &["is silent when nothing is asked"], "what a phase"),
        ("liar", &["the same answers again"], "its hello says `deterministic`, and it is not: ask "),
    ];
    std::thread::scope(|scope| {
        for (how, items, text) in cases {
            // Most of their time they wait.
            scope.spawn(move || {
                let report = odd(how);
                let mut failed = of(&report, Grade::Fail);
                // Whether its end cuts another game short depends on which of them is over first.
                failed.retain(|(item, _)| how != "once" || *item != "several games at once");
                assert_eq!(failed.iter().map(|(item, _)| *item).collect::<Vec<_>>(), items, "{how}: {failed:?}");
                assert!(failed.iter().any(|(_, note)| note.contains(text)), "{how}: {failed:?}");
            });
        }
    });
}

#[test]
fn programs_fail_where_their_answers_are_none() {
    for (how, text) in [("illegal", "`default-ish` is no answer"), ("error", "it says: I give up")] {
        let report = odd(how);
        let failed = of(&report, Grade::Fail);
        assert_eq!(failed.first().map(|(item, _)| *item), Some("a whole game"), "{how}");
        assert!(failed[0].1.contains("ask 2 (priority)") && failed[0].1.contains(text), "{failed:?}");
        assert!(of(&report, Grade::Pass).iter().any(|(item, _)| *item == "attackers"), "what it does well is told too");
    }
    let flooded = odd("flood");
    let failed = of(&flooded, Grade::Fail);
    assert_eq!(failed.iter().map(|(item, _)| *item).collect::<Vec<_>>(), ["answers once"], "{failed:?}");
}

#[cfg(unix)]
#[test]
fn programs_fail_that_do_not_end() {
    for (how, items) in [
        ("deaf", vec!["ends when it is told to", "ends when its input is closed"]),
        ("clinging", vec!["ends when it is told to", "ends when its input is closed"]),
        ("litter", vec!["ends when it is told to", "ends when its input is closed"]),
    ] {
        let report = odd(how);
        let failed = of(&report, Grade::Fail);
        assert_eq!(failed.iter().map(|(item, _)| *item).collect::<Vec<_>>(), items, "{how}: {failed:?}");
    }
}

#[test]
fn what_is_wrong_with_the_command_line_is_told() {
    let desk = Desk::new();
    let ran = desk.run("agent check no-such-program-anywhere --depth 3");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: cannot start `no-such-program-anywhere --depth 3`: "), "{}", ran.err);
    let ran = desk.run("agent check --options [1] x");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.starts_with("error: --options: expected a JSON object such as {\"depth\":3}, found `[1]`"),
        "{}",
        ran.err
    );
    assert_eq!(desk.run("agent check --deadline never x").code, Some(2));
    assert_eq!(desk.run("agent check").code, Some(2));
    let failing = desk.run(&format!("agent check {} stranger", program("odd_bot")));
    assert_eq!((failing.code, failing.err.as_str()), (Some(1), ""));
    assert!(failing.out.contains("\n 1  fail  handshake  "), "{}", failing.out);
    assert!(failing.out.ends_with("0 passed, 1 failed, 9 skipped\n"), "{}", failing.out);
}
