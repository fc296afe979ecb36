//! `turnlab validate`: every table is played, and the page says and draws how it compares.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::cli::Desk;
use crate::html::Page;

/// The rows of the tables of a page of Markdown, cell by cell.
fn rows(markdown: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = markdown.lines().collect();
    let is_row = |at: &usize| {
        let head = lines.get(at + 1).is_some_and(|next| next.starts_with("|---"));
        lines[*at].starts_with("| ") && !head
    };
    let cells = |line: &str| line.trim_matches(['|', ' ']).split(" | ").map(str::to_owned).collect();
    (0..lines.len()).filter(is_row).map(|at| cells(lines[at])).collect()
}

/// How far a number may be from what is shown of it.
fn rounding(shown: &str) -> (f64, f64) {
    let (digits, scale) = shown.strip_suffix('%').map_or((shown, 1.0), |digits| (digits, 100.0));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let value: f64 = digits.parse().unwrap_or_else(|_| panic!("{shown} is no number"));
    (value / scale, (0.5 * 0.1f64.powi(decimals as i32) + 1e-4) / scale)
}

/// Holds a page with pictures against that of tables: its tables have the same rows, and beside them there are those of curves.
fn holds_the_tables(name: &str, drawn: &str, markdown: &str) {
    let page = Page::of(name, drawn);
    let (on_page, of_tables) = (page.rows(), rows(markdown));
    for row in &of_tables {
        let count = |rows: &[Vec<String>]| rows.iter().filter(|other| *other == row).count();
        assert_eq!(count(&on_page), count(&of_tables), "{name}: {row:?}");
    }
    let numbers = page.numbers();
    let of_curves = |of: &str| of.starts_with("over/") || of.starts_with("going-on/");
    let points = numbers.iter().filter(|(of, _)| of_curves(of) && of.ends_with("/ours/value")).count();
    assert!(points > 20 && on_page.len() == of_tables.len() + points, "{name}: {points} points");
    // What is held against two sources is there twice, and is the same number.
    let mut named = BTreeMap::new();
    for (of, value) in &numbers {
        assert_eq!(named.insert(of.as_str(), value).unwrap_or(value), value, "{name}: `{of}` is two numbers");
    }
    let mut shown = Vec::new();
    for number in page.named("data") {
        let (value, error) = rounding(&number.text);
        let exact: f64 = number.attr("value").parse().expect("a number");
        assert!((value - exact).abs() <= error, "{name}: {} is shown as {}", number.attr("value"), number.text);
        shown.push((number.attr("data-of"), number.text.as_str()));
    }
    let find = |of: &str| shown.iter().find(|(name, _)| *name == of).unwrap_or_else(|| panic!("{name}: no {of}")).1;
    // The curves go through what the tables say.
    for round in [6, 8, 9] {
        let (point, row) = (format!("over/real/{round}"), format!("real/over-by-{round}"));
        assert_eq!(find(&format!("{point}/ours/value")), find(&format!("{row}/ours/value")));
        assert_eq!(find(&format!("{point}/ours/ci_low")), find(&format!("{row}/ours/ci_low")));
        assert_eq!(find(&format!("{point}/theirs/value")), find(&format!("{row}/playgroup/value")));
    }
    let longest = find("forge-four/turns-max/ours/value").trim_end_matches(".00");
    assert_eq!(find(&format!("going-on/forge-four/{longest}/ours/value")), "0.0%");
    assert_eq!(find("going-on/forge-four/45/theirs/value"), "50.0%");
    assert_eq!(find("going-on/real/61.7/theirs/value"), "50.0%");
    let pictures = page.named("svg").count();
    assert_eq!((page.named("figure").count(), page.named("details").count()), (pictures, pictures), "{name}");
    for caption in page.named("figcaption") {
        assert!(caption.text.contains(" games") || caption.text.contains(" puzzles"), "{name}: {}", caption.text);
    }
}

#[test]
fn a_few_games_make_the_whole_page() {
    let desk = Desk::new();
    desk.fine("validate --games 4 --seed 3 --up-to heuristic --out page.md --out page.html");
    let page = desk.read("page.md");
    for part in [
        "# Held against the world\n",
        "`turnlab validate --games 4 --seed 3 --up-to heuristic`",
        "\n## Recorded real tables\n",
        "\n| rounds, mean | ",
        " | 9.13 | 8.62 to 9.64 | 69 | ",
        "\n- *playgroup*: ",
        "\n## Another engine\n",
        "\n| own turns to kill alone, mean | ",
        "\n| mirror: turns, mean | ",
        "\n| four players: wins of the black deck | ",
        "\n## Known truth\n",
        "\n| own turns, mean | ",
        "\n## Endgame puzzles\n",
        "\n| pass | 0 | ",
        "\n## The ladder\n",
        "\n| heuristic | random | 4 | 16 | ",
        "\nWhat traces of the four-player games show",
        "\n## The heuristic player with each deck, against random\n",
        "\n| talrand-extra-turns | same | 2 | 4 | ",
        "\n| goreclaw-creatures | others | 4 | 4 | ",
        "\n## The heuristic player with each deck, against pass\n",
    ] {
        assert!(page.contains(part), "{part:?} is not in\n{page}");
    }
    let drawn = desk.read("page.html");
    assert!([&page, &drawn].iter().all(|text| !text.contains("NaN") && !text.contains("inf,")), "{page}");
    holds_the_tables("page.html", &drawn, &page);
    let command = "<code>turnlab validate --games 4 --seed 3 --up-to heuristic --out validation.html</code>";
    assert!(drawn.contains(command), "{drawn}");
}

#[test]
fn the_page_in_the_documents_has_their_tables() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let [markdown, drawn] = ["validation.md", "validation.html"]
        .map(|name| fs::read_to_string(docs.join(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}")));
    holds_the_tables("docs/validation.html", &drawn, &markdown);
}

#[test]
fn what_cannot_be_played_or_written_is_said() {
    let desk = Desk::new();
    assert_eq!(desk.run("validate --games 0").code, Some(2));
    assert_eq!(desk.run("validate --games 4 --seed 3 --out nowhere/page.md").code, Some(2));
    assert_eq!(desk.run("validate --games 4 --seed 3 --out page.md --out nowhere/page.html").code, Some(2));
    assert!(!desk.path().join("page.md").exists());
}
