//! `report.html`: every number on it is one of the tables.

use std::collections::BTreeMap;

use crate::cli::Desk;
use crate::html::Page;

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
    desk.fine("run small.toml --games 60 --turns --out out --quiet");
    let page = Page::of("out/report.html", &desk.read("out/report.html"));
    let summary = cells(&desk.read("out/summary.csv"), &["scope", "key", "metric"]);
    let hist = cells(&desk.read("out/hist.csv"), &["metric", "scope", "key", "value"]);
    let sources = cells(&desk.read("out/sources.csv"), &["source", "seat"]);
    let steps = cells(&desk.read("out/steps.csv"), &["round", "step"]);
    let step = |of: &str, column: &str| steps[&format!("{of}/{column}")].parse::<f64>().expect("a number");
    let turn_rows = rows(&desk.read("out/turns.csv"));
    let turn = |rest: &str| {
        let [game, nth, column] = rest.split('/').collect::<Vec<_>>()[..] else { panic!("{rest}") };
        let mut of_game = turn_rows.iter().filter(|row| row["game"] == game);
        of_game.nth(nth.parse().expect("a number")).expect("a turn")[column].clone()
    };
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
            Some(("turns", rest)) => format!("{}.000000", turn(rest)),
            Some(("steps", rest)) => match rest.rsplit_once('/').expect("a column") {
                (round, "games") => format!("{:.6}", step(&format!("{round}/untap"), "games")),
                (of, column) => format!("{:.6}", step(of, column) / step(of, "games")),
            },
            Some(("hist", rest)) => format!("{}.000000", hist[&format!("{rest}/count")]),
            _ => summary.get(of).unwrap_or_else(|| panic!("{of} is in no table")).clone(),
        };
        assert_eq!(*value, expected, "{of}");
    }
    assert!(turns.iter().all(|turn| *turn == 12.0));
    for kind in ["steps", "turns", "sources", "hist"] {
        assert!(all.iter().any(|(of, _)| of.starts_with(&format!("{kind}/"))), "{kind}");
    }
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
        ("report missing", "error: no folder `missing`"),
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
    let page = Page::of("out/report.html", &desk.read("out/report.html"));
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

/// The rows of a table.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

/// A number of a row.
fn of(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {}", row[column]))
}

/// A turn in the first round takes a minute, later ones two; nothing varies.
const TIME: &str = "[table_time]\nminutes_by_round = [1, 2]\nper_spell = \"6s\"\nturn_spread = 0\ntable_spread = 0\n";

#[test]
fn minutes_are_those_of_the_scenarios_model() {
    let desk = Desk::new();
    desk.write("own.toml", &format!("{}\n{TIME}error = 0.1\n", crate::cli::STUDY));
    let screen = desk.fine("run own.toml --games 40 --out own --quiet").out;
    let (games, seats) = (rows(&desk.read("own/games.csv")), rows(&desk.read("own/seats.csv")));
    for game in &games {
        let mine = seats.iter().filter(|seat| seat["game"] == game["game"]);
        assert_eq!(of(game, "table_seconds"), mine.map(|seat| of(seat, "table_seconds")).sum::<f64>());
        // Twelve turns of a minute or two, and six seconds for every spell.
        let turns = of(game, "table_seconds") - 6.0 * of(game, "spells_cast");
        assert!((12.0 * 60.0..=12.0 * 120.0).contains(&turns) && turns % 60.0 == 0.0, "{game:?}");
    }
    let summary = cells(&desk.read("own/summary.csv"), &["scope", "key", "metric"]);
    let told = |of: &str| summary[of].parse::<f64>().expect("a number");
    let mean = |rows: &[&BTreeMap<String, String>], column: &str| {
        rows.iter().map(|row| of(row, column)).sum::<f64>() / rows.len() as f64 / 60.0
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    near(told("all/all/table_minutes/mean"), mean(&games.iter().collect::<Vec<_>>(), "table_seconds"));
    for name in ["A", "B", "C", "D"] {
        let mine: Vec<_> = seats.iter().filter(|seat| seat["seat"] == name).collect();
        near(told(&format!("seat/{name}/table_minutes/mean")), mean(&mine, "table_seconds"));
        near(told(&format!("seat/{name}/extra_turn_minutes/mean")), mean(&mine, "extra_turn_seconds"));
        let share = mean(&mine, "table_seconds") / told("all/all/table_minutes/mean");
        near(told(&format!("seat/{name}/share_of_table_time/mean")), share);
    }
    // Chance and the model's error, as squares.
    let at = |metric: &str, column: &str| told(&format!("all/all/{metric}/{column}"));
    let half = |metric: &str| at(metric, "ci_high") - at(metric, "mean");
    let model = 0.1 * 1.959_963_984_540_054 * at("table_minutes", "mean");
    let both = (half("table_minutes").powi(2) + model.powi(2)).sqrt();
    assert!((half("table_minutes_with_model_error") - both).abs() < 1e-5);
    assert!(screen.contains("\nminutes by a model: the scenario's own times, as well known as it says\n"), "{screen}");
    assert!(screen.contains(" with the model's error\n"), "{screen}");
}

#[test]
fn an_error_that_the_model_does_not_tell_is_not_made_up() {
    let desk = Desk::new();
    desk.write("own.toml", &format!("{}\n{TIME}", crate::cli::STUDY));
    let screen = desk.fine("run own.toml --games 40 --out own --quiet").out;
    assert!(screen.contains("minutes by a model: the scenario's own times, of which it tells no error\n"), "{screen}");
    let page = desk.read("own/report.html");
    for text in [&screen, &page, &desk.read("own/summary.csv")] {
        assert!(!text.contains("model_error") && !text.contains("with the model's error\n"), "{text}");
    }
    assert!(page.contains("of which it tells no error"));
    desk.fine("verify own");
}
