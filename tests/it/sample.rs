//! The sample of results under `reports/sample/` is what the command in its README writes.

use std::fs;
use std::path::Path;

use crate::cli::Desk;

/// What the sample holds of a run.
const FILES: [&str; 9] = [
    "games.csv",
    "seats.csv",
    "summary.csv",
    "hist.csv",
    "sources.csv",
    "cards.csv",
    "steps.csv",
    "report.html",
    "manifest.json",
];

/// The run, and the command that writes the sample anew.
const RUN: &str = "run --games 40 --out sample";
const RENEW: &str = "TURNLAB_BLESS=1 cargo test --release --test it sample";

/// The first line in which two texts differ.
fn difference(kept: &str, fresh: &str) -> String {
    let same = kept.lines().zip(fresh.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("the end of the file").to_owned();
    format!("line {}\n    kept:  {}\n    fresh: {}", same + 1, line(kept), line(fresh))
}

#[test]
fn the_sample_is_what_a_run_writes() {
    let desk = Desk::new();
    desk.fine(&format!("{RUN} --quiet"));
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/sample");
    for name in FILES {
        let fresh = desk.read(&format!("sample/{name}"));
        if std::env::var_os("TURNLAB_BLESS").is_some() {
            fs::write(place.join(name), &fresh).expect("the sample can be written");
        }
        let kept = fs::read_to_string(place.join(name)).unwrap_or_default();
        assert!(kept == fresh, "reports/sample/{name}, {}\nto renew it: {RENEW}", difference(&kept, &fresh));
    }
}

#[test]
fn the_sample_says_where_it_comes_from() {
    let readme = include_str!("../../reports/sample/README.md");
    for said in [&format!("\n    cargo run --release -- {RUN}\n"), &format!("\n    {RENEW}\n")] {
        assert!(readme.contains(said.as_str()), "{said}");
    }
    assert!(FILES.iter().all(|name| readme.contains(&format!("`{name}`"))));
}
