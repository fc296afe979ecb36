//! `report.html`: valid, self-contained, and every number on it is one of the tables.

use std::collections::BTreeMap;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use crate::cli::Desk;

/// An element of a page.
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    /// All text within it.
    text: String,
}

/// The elements of a page, in its order.
struct Page(Vec<Element>);

impl Page {
    /// The page in that file, which has no faults by the HTML standard, fetches nothing and runs nothing.
    fn read(desk: &Desk, path: &str) -> Page {
        let text = desk.read(path);
        let parsed = parse_document(RcDom::default(), ParseOpts::default()).one(text.as_str());
        assert!(parsed.errors.borrow().is_empty(), "{path}: {:?}", parsed.errors.borrow());
        let own = text.matches("http://www.w3.org/2000/svg").count();
        for (foreign, allowed) in
            [("http://", own), ("https://", 0), ("<script", 0), ("javascript:", 0), ("url(", 0), ("@import", 0)]
        {
            assert!(text.matches(foreign).count() <= allowed, "{path} has `{foreign}`");
        }
        let mut page = Page(Vec::new());
        page.add(&parsed.document);
        assert!(page.0.iter().all(|e| e.attributes.keys().all(|name| !name.starts_with("on"))));
        let policy = page.named("meta").find(|e| e.attr("http-equiv") == "Content-Security-Policy").expect("a policy");
        assert_eq!(policy.attr("content"), "default-src 'none'; style-src 'unsafe-inline'");
        assert!(page.named("svg").all(|svg| svg.attr("aria-label").len() > 10 && svg.attr("role") == "img"));
        page
    }

    /// Adds a node with what is in it; gives its text.
    fn add(&mut self, node: &Handle) -> String {
        let at = match &node.data {
            NodeData::Text { contents } => return contents.borrow().to_string(),
            NodeData::Element { name, attrs, .. } => {
                let attributes = attrs.borrow();
                let attributes = attributes.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
                self.0.push(Element { name: name.local.to_string(), attributes, text: String::new() });
                Some(self.0.len() - 1)
            }
            _ => None,
        };
        let text: String = node.children.borrow().iter().map(|child| self.add(child)).collect();
        if let Some(at) = at {
            self.0[at].text.clone_from(&text);
        }
        text
    }

    fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.0.iter().filter(move |element| element.name == name)
    }

    /// The numbers, by what they are.
    fn numbers(&self) -> Vec<(String, String)> {
        self.named("data").map(|e| (e.attr("data-of").to_owned(), e.attr("value").to_owned())).collect()
    }
}

impl Element {
    fn attr(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
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
    let page = Page::read(&desk, "out/report.html");
    let summary = cells(&desk.read("out/summary.csv"), &["scope", "key", "metric"]);
    let hist = cells(&desk.read("out/hist.csv"), &["metric", "scope", "key", "value"]);
    let sources = cells(&desk.read("out/sources.csv"), &["source", "seat"]);
    let turns: Vec<f64> = csv::Reader::from_reader(desk.read("out/games.csv").as_bytes())
        .deserialize::<BTreeMap<String, String>>()
        .map(|row| row.expect("a row")["turns"].parse().expect("a number"))
        .collect();
    let all = page.numbers();
    assert!(all.len() > 60, "{}", all.len());
    for (of, value) in &all {
        let expected = match of.split_once('/') {
            // Every game of this study is cut off, so all go on.
            Some(("survival", _)) => "1.000000".to_owned(),
            Some(("sources", rest)) => format!("{}.000000", sources[rest]),
            Some(("hist", rest)) => format!("{}.000000", hist[&format!("{rest}/count")]),
            _ => summary.get(of).unwrap_or_else(|| panic!("{of} is in no table")).clone(),
        };
        assert_eq!(*value, expected, "{of}");
    }
    assert!(turns.iter().all(|turn| *turn == 12.0));
    let text = &page.named("main").next().expect("a page").text;
    assert!(text.contains("Why <b>&?") && text.contains("A game took at least 12.00 turns on average"), "{text}");
    assert_eq!(page.named("section").count(), page.named("figure").count() + 1);
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
    let page = Page::read(&desk, "out/report.html");
    let tables = cells(&desk.read("out/compare.csv"), &["variant", "scope", "key", "metric"]);
    let pairs = csv::Reader::from_reader(desk.read("out/pairs.csv").as_bytes())
        .deserialize::<BTreeMap<String, String>>()
        .filter(|row| row.as_ref().is_ok_and(|row| row["base_turns"] == row["variant_turns"]))
        .count();
    let all = page.numbers();
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
