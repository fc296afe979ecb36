//! `report.html`: valid, self-contained, and every number on it is one of the tables.

use std::collections::BTreeMap;

use scraper::{Html, Selector};

use crate::cli::Desk;

/// The page, without faults by the HTML standard.
fn page(desk: &Desk, path: &str) -> Html {
    let text = desk.read(path);
    let page = Html::parse_document(&text);
    assert!(page.errors.is_empty(), "{path}: {:?}", page.errors);
    for foreign in ["http://", "https://", "<script", "javascript:", "url(", "@import"] {
        let found = text.matches(foreign).count();
        let own = text.matches("http://www.w3.org/2000/svg").count();
        let allowed = if foreign == "http://" { own } else { 0 };
        assert!(found <= allowed, "{path} has `{foreign}` {found} times");
    }
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    let policies: Vec<_> = select(&page, "meta[http-equiv='Content-Security-Policy']");
    assert_eq!(policies[0].attr("content"), Some(policy));
    assert!(select(&page, "*").iter().all(|e| e.value().attrs().all(|(name, _)| !name.starts_with("on"))));
    for picture in select(&page, "svg") {
        assert!(picture.attr("aria-label").is_some_and(|name| name.len() > 10) && picture.attr("role") == Some("img"));
    }
    page
}

fn select<'p>(page: &'p Html, what: &str) -> Vec<scraper::ElementRef<'p>> {
    page.select(&Selector::parse(what).expect("a selector")).collect()
}

/// The numbers on a page, by what they are.
fn numbers(page: &Html) -> Vec<(String, String)> {
    let attribute = |e: &scraper::ElementRef<'_>, name| e.attr(name).unwrap_or_default().to_owned();
    select(page, "data").iter().map(|e| (attribute(e, "data-of"), attribute(e, "value"))).collect()
}

/// The cells of a table by the words of its first columns and the name of the column.
fn cells(text: &str, labels: &[&str]) -> BTreeMap<String, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut all = BTreeMap::new();
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let row = row.expect("a row");
        let label: Vec<&str> = labels.iter().map(|label| row[*label].as_str()).collect();
        for (column, cell) in &row {
            all.insert(format!("{}/{column}", label.join("/")), cell.clone());
        }
    }
    all
}

#[test]
fn every_number_of_a_page_is_one_of_the_tables() {
    let desk = Desk::new();
    desk.write(
        "small.toml",
        &crate::cli::STUDY.replace("name = \"small\"", "name = \"small\"\ndescription = \"Why <b>&?\""),
    );
    desk.fine("run small.toml --games 60 --out out --quiet");
    let page = page(&desk, "out/report.html");
    let summary = cells(&desk.read("out/summary.csv"), &["scope", "key", "metric"]);
    let hist = cells(&desk.read("out/hist.csv"), &["metric", "scope", "key", "value"]);
    let turns: Vec<f64> = csv::Reader::from_reader(desk.read("out/games.csv").as_bytes())
        .deserialize::<BTreeMap<String, String>>()
        .map(|row| row.expect("a row")["turns"].parse().expect("a number"))
        .collect();
    let all = numbers(&page);
    assert!(all.len() > 60, "{}", all.len());
    for (of, value) in &all {
        let expected = match of.split_once('/') {
            // Every game of this study is cut off, so all go on.
            Some(("survival", _)) => "1.000000".to_owned(),
            Some(("hist", rest)) => format!("{}.000000", hist[&format!("{rest}/count")]),
            _ => summary.get(of).unwrap_or_else(|| panic!("{of} is in no table")).clone(),
        };
        assert_eq!(*value, expected, "{of}");
    }
    assert!(turns.iter().all(|turn| *turn == 12.0));
    let text: String = select(&page, "main").iter().flat_map(|main| main.text()).collect();
    assert!(text.contains("Why <b>&?") && text.contains("A game took at least 12.00 turns on average"), "{text}");
    assert_eq!(select(&page, "section").len(), select(&page, "figure").len() + 1);
}

#[test]
fn a_page_is_the_same_wherever_it_is_made() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 40 --out one --threads 1 --quiet");
    desk.fine("run small.toml --games 20 --out two --threads 2 --quiet");
    desk.fine("run --games 40 --out two --resume --quiet");
    let first = desk.read("one/report.html");
    assert_eq!(first, desk.read("two/report.html"));
    std::fs::write(desk.path().join("one/report.html"), "spoilt").expect("written");
    assert_eq!(desk.run("verify one").code, Some(1));
    assert_eq!(desk.fine("report one").out, "one/report.html\n");
    assert_eq!(desk.read("one/report.html"), first);
    desk.fine("verify one");
}

#[test]
fn what_has_no_page_is_said() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out tables --keep csv --quiet");
    desk.fine("run small.toml --games 8 --out broken --quiet");
    std::fs::remove_file(desk.path().join("broken/manifest.json")).expect("removed");
    for (line, message) in [
        ("report missing", "error: cannot read `missing"),
        ("report tables", "error: `tables` keeps no blocks"),
        ("report broken", "error: `broken` holds no finished run: turnlab run --out broken --resume finishes it"),
    ] {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.err.contains(message)), (Some(2), true), "turnlab {line}\n{}", ran.err);
    }
}

#[test]
fn the_page_of_a_comparison_has_the_numbers_of_its_tables() {
    let desk = Desk::new();
    desk.fine("compare small.toml --set seat.A.agent=pass --games 40 --out out --quiet");
    let page = page(&desk, "out/report.html");
    let tables = cells(&desk.read("out/compare.csv"), &["variant", "scope", "key", "metric"]);
    let pairs = csv::Reader::from_reader(desk.read("out/pairs.csv").as_bytes())
        .deserialize::<BTreeMap<String, String>>()
        .filter(|row| row.as_ref().is_ok_and(|row| row["base_turns"] == row["variant_turns"]))
        .count();
    let all = numbers(&page);
    assert!(all.len() > 40, "{}", all.len());
    for (of, value) in &all {
        let expected = match of.split_once("/pairs/") {
            Some((_, "as long")) => format!("{pairs}.000000"),
            Some(_) => "0.000000".to_owned(),
            None => tables.get(of).unwrap_or_else(|| panic!("{of} is in no table")).clone(),
        };
        assert_eq!(*value, expected, "{of}");
    }
}
