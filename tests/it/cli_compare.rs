//! `turnlab compare` and `turnlab replay --deny-...`: the same deals, played in two ways.

use std::collections::BTreeMap;

use crate::cli::{Desk, Ran, STUDY};

/// The rows of a CSV file, each by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

/// The row of compare.csv of that metric.
fn row<'r>(all: &'r [BTreeMap<String, String>], scope: &str, key: &str, metric: &str) -> &'r BTreeMap<String, String> {
    let wanted =
        |row: &&BTreeMap<String, String>| row["scope"] == scope && row["key"] == key && row["metric"] == metric;
    all.iter().find(wanted).unwrap_or_else(|| panic!("{scope} {key} {metric}"))
}

/// Part and whole of a metric in each group of four games: of a column of one seat, or of the games, that there is one in each;
/// of a share, those of two columns.
fn group_sums(desk: &Desk, folder: &str, seat: Option<&str>, metric: &str) -> Vec<(f64, f64)> {
    let table = |name: &str| rows(&desk.read(&format!("{folder}/{name}")));
    let (games, seats) = (table("games.csv"), table("seats.csv"));
    let number = |text: &String| match text.as_str() {
        "true" => 1.0,
        "false" => 0.0,
        text => text.parse().expect("a number"),
    };
    let of_seat = |row: &&BTreeMap<String, String>| seat.is_some_and(|seat| row["seat"] == seat);
    let wanted: Vec<&BTreeMap<String, String>> =
        if seat.is_some() { seats.iter().filter(of_seat).collect() } else { games.iter().collect() };
    let values = wanted.iter().zip(&games).map(|(row, game)| match metric {
        "share_of_turns" => (number(&row["turns_taken"]), number(&game["turns"])),
        "share_of_extra_turns_dead" => (number(&row["dead_extra_turns"]), number(&row["extra_turns"])),
        column => (number(&row[column]), 1.0),
    });
    let values: Vec<(f64, f64)> = values.collect();
    values.chunks(4).map(|group| group.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of the groups' products of that many factors.
fn moment(factors: &[&[f64]]) -> f64 {
    let product = |at: usize| factors.iter().map(|values| values[at]).product::<f64>();
    mean(&(0..factors[0].len()).map(product).collect::<Vec<_>>())
}

/// The ratio of sums, and how far each group is off it by the delta method.
fn linearised(groups: &[(f64, f64)]) -> (f64, Vec<f64>) {
    let of = |of: fn(&(f64, f64)) -> f64| mean(&groups.iter().map(of).collect::<Vec<_>>());
    let (part, whole) = (of(|group| group.0), of(|group| group.1));
    (part / whole, groups.iter().map(|group| (group.0 - part / whole * group.1) / whole).collect())
}

/// The chance that a t variable of 9 degrees is further from 0 (Abramowitz and Stegun 26.7.3).
fn beyond(t: f64) -> f64 {
    let angle = (t.abs() / 3.0).atan();
    let (sin, cos) = angle.sin_cos();
    let within =
        angle + sin * cos * (1.0 + cos.powi(2) * (2.0 / 3.0 + cos.powi(2) * (8.0 / 15.0 + cos.powi(2) * 16.0 / 35.0)));
    1.0 - 2.0 / std::f64::consts::PI * within
}

/// The ends of the 95% interval of a difference, and the p value of none: Hall's cubic transformation of the studentised
/// difference, whose roots are sought by halving. `off` is how far each of ten groups is off, all of which have something.
fn by_hall(difference: f64, off: &[f64], differing: f64) -> [f64; 3] {
    let n = off.len() as f64;
    // Room for what the groups that differ can't tell: one more to either side.
    let deviation = (moment(&[off, off]) * (1.0 + 2.0 / differing - 2.0 / n)).sqrt();
    let skewness = moment(&[off, off, off]) / deviation.powi(3);
    let transformed = |truth: f64| {
        let s = (difference - truth) / deviation * ((n - 1.0) / n).sqrt();
        n.sqrt() * (s + skewness * s.powi(2) / 3.0 + skewness.powi(2) * s.powi(3) / 27.0 + skewness / (6.0 * n))
    };
    let end = |t: f64| {
        let (mut low, mut high) = (difference - 100.0 * deviation, difference + 100.0 * deviation);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if transformed(middle) > t { low = middle } else { high = middle }
        }
        low
    };
    // t(0.975, 9)
    [end(2.262_157_163), end(-2.262_157_163), beyond(transformed(0.0))]
}

#[test]
fn a_study_against_itself_differs_in_nothing() {
    let desk = Desk::new();
    let ran = desk.fine("compare small.toml small.toml --games 40 --out out");
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("no difference") && words.contains("100.0% identical"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let all = rows(&desk.read("out/compare.csv"));
    assert!(all.len() > 120);
    for row in &all {
        assert_eq!((row["difference"].as_str(), row["p"].as_str()), ("0.000000", "1.000000"), "{row:?}");
        assert!(["", "1.000000"].contains(&row["correlation"].as_str()) && row["variance_ratio"].is_empty(), "{row:?}");
    }
    let pairs = rows(&desk.read("out/pairs.csv"));
    assert!(pairs.len() == 40 && pairs.iter().all(|pair| pair["identical"] == "true"));
    // The folders of runs are compared as they are, and nothing is written then.
    let again = desk.fine("compare out/0-small out/1-small-small-toml-1 --format json");
    let json: serde_json::Value = serde_json::from_str(&again.out).expect("JSON");
    assert_eq!((&json["variants"][0]["games"], &json["variants"][0]["identical"]), (&40.into(), &40.into()));
    desk.fine("verify out/0-small");
}

/// Holds the numbers of a comparison of forty games against those of the rows of its two runs.
fn hold(desk: &Desk, out: &str, sides: [&str; 2], metrics: &[(Option<&str>, &str)]) {
    let all = rows(&desk.read(&format!("{out}/compare.csv")));
    for (seat, metric) in metrics {
        let [a, b] = sides.map(|side| group_sums(desk, &format!("{out}/{side}"), *seat, metric));
        let row = row(&all, if seat.is_some() { "seat" } else { "all" }, seat.unwrap_or("all"), metric);
        let ((first, a_off), (second, b_off)) = (linearised(&a), linearised(&b));
        let apart = moment(&[&a_off, &a_off]) + moment(&[&b_off, &b_off]);
        let off: Vec<f64> = a_off.iter().zip(&b_off).map(|(a, b)| b - a).collect();
        let differing = a.iter().zip(&b).filter(|(a, b)| a != b).count() as f64;
        let [low, high, p] = by_hall(second - first, &off, differing);
        let scale = (moment(&[&a_off, &a_off]) * moment(&[&b_off, &b_off])).sqrt();
        let expected = [
            ("base_mean", first),
            ("variant_mean", second),
            ("difference", second - first),
            ("ci_low", low),
            ("ci_high", high),
            ("p", p),
            ("correlation", moment(&[&a_off, &b_off]) / scale),
            ("variance_ratio", apart / moment(&[&off, &off])),
        ];
        for (column, value) in expected {
            // A seat that only passes casts nothing, and has no correlation.
            if value.is_nan() {
                assert_eq!(row[column], "", "{metric} {column}");
                continue;
            }
            let found: f64 = row[column].parse().unwrap_or(f64::NAN);
            assert!((found - value).abs() < 2e-6, "{seat:?} {metric} {column}: {found} is not {value}");
        }
    }
    // Each interval and its p value say the same of no difference.
    for row in all.iter().filter(|row| !row["p"].is_empty()) {
        let number = |column: &str| row[column].parse::<f64>().expect("a number");
        let without = number("ci_low") > 0.0 || number("ci_high") < 0.0;
        assert_eq!(number("p") < 0.05, without, "{row:?}");
    }
}

#[test]
fn every_number_is_that_of_the_rows() {
    let desk = Desk::new();
    desk.fine(
        "compare small.toml --set seat.A.agent=pass --set game.max_turns=16 --together --games 40 --out out --quiet",
    );
    let metrics = [
        (None, "spells_cast"),
        (None, "decisions"),
        (Some("A"), "cards_drawn"),
        (Some("B"), "lands_played"),
        (Some("B"), "spells_cast"),
    ];
    hold(&desk, "out", ["0-small", "1-seat-a-agent-pass-game-max-turns-16"], &metrics);
    let pairs = rows(&desk.read("out/pairs.csv"));
    assert_eq!((pairs[3]["base_turns"].as_str(), pairs[3]["variant_turns"].as_str()), ("12", "16"));
}

#[test]
fn every_number_of_a_ratio_is_that_of_the_rows() {
    let desk = Desk::new();
    desk.write("longer.toml", &crate::cli::STUDY.replace("max_turns = 12", "max_turns = 90"));
    desk.fine("compare longer.toml --set seat.B.agent=pass --games 40 --out out --quiet");
    let metrics = [(Some("A"), "share_of_extra_turns_dead"), (Some("A"), "share_of_turns"), (Some("A"), "spells_cast")];
    hold(&desk, "out", ["0-small", "1-seat-b-agent-pass"], &metrics);
}

#[test]
fn each_change_is_a_variant_and_the_same_command_adds_games() {
    let desk = Desk::new();
    let line = "compare small.toml --swap-deck B=builtin:/decks/augustin-stasis.txt --without-card Opt=Ponder --out";
    desk.fine(&format!("{line} grown --games 8 --quiet --threads 1"));
    let grown = desk.fine(&format!("{line} grown --games 24 --quiet --threads 2"));
    let whole = desk.fine(&format!("{line} whole --games 24 --quiet --driver actors"));
    assert_eq!(grown.out, whole.out);
    assert_eq!(desk.files("grown"), desk.files("whole"));
    assert!(
        whole.out.contains("\nPonder for Opt: ") && whole.out.starts_with("B with augustin-stasis: "),
        "{}",
        whole.out
    );
    // The same shuffles: where the card is never drawn the game is the same.
    let pairs = rows(&desk.read("whole/pairs.csv"));
    let same = pairs.iter().filter(|pair| pair["variant"] == "Ponder for Opt" && pair["identical"] == "true").count();
    assert!((1..24).contains(&same), "{same} of 24");
    // The number of games does not shrink, and the folder is of this comparison.
    let fewer = desk.run(&format!("{line} whole --games 16 --quiet"));
    assert_eq!(fewer.code, Some(2));
    assert!(
        fewer.err.contains("holds another run: it has 24 games, more than 16; choose another --out"),
        "{}",
        fewer.err
    );
    assert_eq!(desk.files("grown"), desk.files("whole"));
    assert_eq!(desk.run("compare small.toml --set game.max_turns=9 --out whole --quiet").code, Some(2));
}

#[test]
fn a_comparison_ends_when_it_knows_enough() {
    let desk = Desk::new();
    let line = "compare small.toml --swap-deck B=builtin:/decks/augustin-stasis.txt --metric spells_cast,B";
    // What is never met tells how well it was known after each stage, and what it would take.
    let never = desk.fine(&format!("{line} --out never --games 800 --until ci(spells_cast,B)<=0.000001"));
    let told: Vec<(f64, u64)> = never
        .err
        .lines()
        .filter_map(|line| {
            let (width, games) = line.split_once(": \u{b1}")?.1.split_once(" after ")?;
            Some((width.parse().ok()?, games.split(' ').next()?.parse().ok()?))
        })
        .collect();
    assert_eq!(told.iter().map(|(_, games)| *games).collect::<Vec<_>>(), [512, 640, 768, 800], "{}", never.err);
    assert!(
        never.err.contains("the most that was asked for; it takes about ") && told.is_sorted_by(|a, b| a.0 > b.0),
        "{told:?}"
    );
    // One group tells nothing of chance, which is said.
    let one = desk.fine(&format!("{line} --out one --games 4 --quiet --until ci(turns)<=1"));
    assert!(one.err.contains("warning: ci(turns) <= 1: no interval after 4 games"), "{}", one.err);
    // A metric of seats is that of every seat.
    let every = desk.fine(&format!("{line} --out every --games 512 --until ci(won)<=0.4"));
    assert!(every.err.contains("ci(won) <= 0.4: \u{b1}") && every.err.contains("which is enough"), "{}", every.err);
    // What is met ends there, with what so many games fixed beforehand give.
    let rule = format!("{line} --games 4000 --out met --until ci(spells_cast,B)<={}", told[1].0 + 0.001);
    let met = desk.fine(&rule);
    assert!(met.err.contains(" after 640 games, which is enough"), "{}", met.err);
    assert!(desk.read("met/report.html").contains("--games 4000 --seed 7 --until "));
    desk.fine(&format!("{line} --games 640 --out fixed --quiet"));
    for file in ["compare.csv", "pairs.csv", "0-small/manifest.json", "1-b-with-augustin-stasis/games.csv"] {
        assert_eq!(desk.read(&format!("met/{file}")), desk.read(&format!("fixed/{file}")), "{file}");
    }
    // The same command finds it met, and a harder rule goes on from there.
    let files = desk.files("met");
    desk.fine(&rule);
    assert_eq!(desk.files("met"), files);
    let harder = desk.fine(&rule.replace(&(told[1].0 + 0.001).to_string(), &(told[2].0 + 0.001).to_string()));
    assert!(
        harder.err.contains(" after 768 games, which is enough") && !harder.err.contains("after 512"),
        "{}",
        harder.err
    );
}

#[test]
fn several_metrics_are_told_in_their_order_and_those_of_positions_too() {
    let desk = Desk::new();
    let compare = |metrics: &[&str]| {
        let mut command = desk.command();
        command.args("compare small.toml --set game.max_turns=15 --games 8 --out out --quiet".split(' '));
        command.args(metrics.iter().flat_map(|metric| ["--metric", metric]));
        command.output().expect("it runs")
    };
    let out = compare(&["rounds", "won,B", "turns_taken,position 2", "rounds"]);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let told = text.lines().skip_while(|line| !line.contains("variant  difference")).skip(1).take(3);
    let names = ["rounds", "B won", "position 2 turns taken"];
    assert!(told.clone().count() == 3 && told.zip(names).all(|(line, name)| line.starts_with(name)), "{text}");
    let all = rows(&desk.read("out/compare.csv"));
    let first: Vec<(&str, &str)> = all[..3].iter().map(|row| (row["scope"].as_str(), row["metric"].as_str())).collect();
    assert_eq!(first, [("all", "rounds"), ("seat", "won"), ("position", "turns_taken")]);
    assert_eq!(compare(&["won,position 9"]).status.code(), Some(2));
}

#[test]
fn where_cards_alone_differ_the_difference_is_told_by_card() {
    let desk = Desk::new();
    let list = "Commander\n1 Talrand, Sky Summoner\n\nDeck\n95 Island\n1 Opt\n1 Ponder\n1 Negate\n1 Divination\n";
    desk.write("three.txt", list);
    let compare = |folder: &str, change: &str| {
        let ran =
            desk.fine(&format!("compare small.toml {change} --metric spells_cast --games 8 --out {folder} --quiet"));
        (rows(&desk.read(&format!("{folder}/compare.csv"))), ran.out)
    };
    let (three, said) = compare("three", "--swap-deck B=three.txt");
    assert!(said.replace('\n', " ").contains("; each of the 3 other cards "), "{said}");
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap_or(f64::NAN);
    for row in &three {
        assert_eq!(number(row, "cards"), 3.0);
        for (whole, each) in [("difference", "per_card"), ("ci_low", "per_card_low"), ("ci_high", "per_card_high")] {
            assert!((number(row, whole) / 3.0 - number(row, each)).abs() < 2e-6, "{row:?}");
        }
    }
    let (one, said) = compare("one", "--without-card Opt=Ponder");
    // Opt is in two decks.
    assert!(one.iter().all(|row| number(row, "cards") == 2.0), "{said}");
    for (folder, change) in
        [("rule", "--set game.max_turns=15"), ("both", "--swap-deck B=three.txt --set game.max_turns=15 --together")]
    {
        let (rows, said) = compare(folder, change);
        assert!(rows.iter().all(|row| row["cards"].is_empty() && row["per_card"].is_empty()), "{said}");
        assert!(!said.contains("other cards"), "{said}");
    }
}

#[test]
fn an_assertion_decides_the_exit_code() {
    let desk = Desk::new();
    let line = "compare small.toml --set game.max_turns=15 --games 20 --out out --quiet --assert";
    for (statement, code) in [
        ("turns>2", 0),
        ("turns<4", 0),
        ("2<turns<4", 0),
        ("|turns|<4", 0),
        ("turns<1", 1),
        ("turns<3", 1),
        ("turns,A>0", 2),
    ] {
        let ran = desk.run(&format!("{line} {statement}"));
        assert_eq!(ran.code, Some(code), "{statement}: {}", ran.err);
        if code == 1 {
            assert!(ran.err.contains(&format!("`{statement}` does not hold: the difference is +3.00")), "{}", ran.err);
        }
    }
    assert_eq!(desk.run(&format!("{line} normal_turns,A>0")).code, Some(0));
    // Two groups that differ by the same tell nothing of chance.
    let few = desk.run("compare small.toml --set game.max_turns=15 --games 8 --out few --quiet --assert turns>2");
    assert_eq!(few.code, Some(1));
    assert!(few.err.contains("`turns>2` cannot be told from so few deals"), "{}", few.err);
}

#[test]
fn seats_are_changed_by_name_or_number() {
    let desk = Desk::new();
    let by_name = desk.fine("compare small.toml --set seat.B.agent=pass --games 8 --out name --quiet");
    let by_number = desk.fine("compare small.toml --set seat.2.agent=pass --games 8 --out number --quiet");
    assert_eq!(by_name.out.replace("seat.B", "seat.2"), by_number.out);
    let pairs = rows(&desk.read("name/pairs.csv"));
    assert!(pairs.iter().any(|pair| pair["identical"] == "false"));
}

#[test]
fn tables_are_as_good_as_blocks() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out blocks --quiet");
    desk.fine("run small.toml --games 8 --keep csv --out tables --quiet");
    desk.write("short.toml", &crate::cli::STUDY.replace("max_turns = 12", "max_turns = 9"));
    desk.fine("run short.toml --games 8 --out short --quiet");
    let paired = |base: &str| desk.fine(&format!("compare {base} short --format csv")).out.replace(base, "base");
    assert_eq!(paired("tables"), paired("blocks"));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out eight --quiet");
    desk.fine("run small.toml --games 8 --seed 8 --out other --quiet");
    desk.fine("run small.toml --games 8 --rows none --out few --quiet");
    desk.fine("run small.toml --games 8 --keep csv --out touched --quiet");
    desk.write("touched/games.csv", &desk.read("touched/games.csv").replacen(",12,", ",13,", 1));
    desk.fine("run small.toml --games 8 --keep blocks --out neither --quiet");
    std::fs::remove_dir_all(desk.path().join("neither/blocks")).expect("removed");
    desk.fine("run small.toml --games 8 --out broken --quiet");
    std::fs::remove_file(desk.path().join("broken/manifest.json")).expect("removed");
    desk.write("turning.toml", &crate::cli::STUDY.replace("rotate_seats = true", "rotate_seats = false"));
    desk.write("full/mine.txt", "mine");
    let run = desk.read("eight/run.json");
    desk.write("torn/run.json", &run[..run.len() / 2]);
    desk.write("aged/run.json", &run.replacen("\"schema\": ", "\"schema\": 1", 1));
    desk.write("file", "a file");
    for (line, message) in [
        ("compare", "error: found nothing to compare with, expected two scenarios or folders of runs"),
        ("compare small.toml", "error: found nothing to compare with"),
        ("compare eight other", "error: `eight` and `other` can't be paired: their seeds are 7 and 8"),
        ("compare eight torn", "error: `torn/run.json` is damaged"),
        ("compare eight aged", "error: `aged/run.json` has schema 1"),
        ("compare small.toml --set seat.5.agent=pass --out t", "no seat `5`; there are A, B, C, D"),
        ("compare small.toml --set game.max_turns=3 --out file/t", "error: cannot "),
        ("compare eight few", "error: `few` has rows `none`, and a comparison needs those of every game"),
        ("compare eight touched", "error: `touched/games.csv` is damaged"),
        ("compare eight neither", "error: `neither` keeps no games"),
        (
            "compare eight broken",
            "error: `broken` holds no finished run: turnlab run --out broken --resume finishes it",
        ),
        (
            "compare eight turning.toml --out t",
            "can't be paired: a group is 4 games with a deal each in one, and a game is a group in the other",
        ),
        ("compare eight --set game.max_turns=3", "error: `eight` is the folder of a run: name the scenario"),
        ("compare small.toml small.toml --set game.max_turns=3", "error: found 2 scenarios and a change"),
        (
            "compare small.toml --set game.max_turn=3 --out t",
            "error: --set game.max_turn=3: unknown key `max_turn` in [game]",
        ),
        (
            "compare small.toml --set seat.E.agent=pass --out t",
            "error: --set seat.E.agent=pass: no seat `E`; there are A, B, C, D",
        ),
        ("compare small.toml --set batch.seed=5", "error: --set batch.seed=5: `batch` is the same for all"),
        ("compare small.toml --set name=x", "error: --set name=x: `name` changes nothing in a game"),
        ("compare small.toml --without-card Opt=Opt", "--without-card Opt=Opt: the card is to take its own place"),
        ("compare small.toml --set seat.A=pass", "expected a key of the seat, such as seat.A.agent"),
        ("compare small.toml --set seat.A.agent=heuristik", "did you mean `heuristic`?"),
        ("compare small.toml --swap-deck A=b.txt", "error: --swap-deck A=b.txt: no file `b.txt`"),
        ("compare small.toml --without-card Ponderr", "error: --without-card Ponderr: unknown card `Ponderr`"),
        ("compare small.toml --without-card Stasis=Opt", "no deck has `Stasis`"),
        ("compare small.toml --without-card Opt=Plains", "--without-card Opt=Plains: "),
        ("compare small.toml small.toml --metric turnz --out t", "no metric `turnz` of a game; did you mean `turns`?"),
        (
            "compare small.toml small.toml --metric won,E --out t",
            "error: `small.toml`: no seat `E`; there are A, B, C, D",
        ),
        ("compare eight other --assert won,E<1", "error: `eight`: no seat `E`; there are A, B, C, D"),
        ("compare small.toml small.toml --until ci(turns_taken,E)<=1 --out t", "no seat `E`; there are A, B, C, D"),
        ("compare small.toml small.toml --until sequence(won)<=0.1 --out t", "such as 'ci(turns) <= 0.5'"),
        ("compare eight small.toml --until ci(turns)<=1 --out t", "error: `eight` is the folder of a run"),
        (
            "compare small.toml small.toml --out full",
            "error: `full` holds `mine.txt`, which is not part of a comparison",
        ),
        ("replay eight 0 --deny-card Nothing", "error: --deny-card: unknown card `Nothing`"),
        ("replay eight 0 --deny-extra-turn 0", "invalid value '0'"),
        ("replay eight 0 --deny-extra-turn 1 --why", "cannot be used with '--why'"),
        ("replay eight 0 --deny-card Opt --turns 3..", "cannot be used with '--turns <RANGE>'"),
        ("replay eight 0 --deny-card Opt --verbose", "cannot be used with '--verbose'"),
    ] {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "turnlab {line}\n{}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "turnlab {line}\n{}", ran.err);
    }
    assert!(!desk.path().join("t").join("compare.csv").exists());
}

/// Every game has two extra turns, of which the first is C's.
const GIVEN: &str = r#"schema = 1
name = "given"
[game]
max_turns = 9
starting_seat = "A"
[[seat]]
name = "A"
[[seat]]
name = "B"
[[seat]]
name = "C"
[batch]
games = 2
[[script]]
turn = 2
do = { extra-turn = { player = "C" } }
[[script]]
turn = 4
do = { extra-turn = { player = "A" } }
"#;

#[test]
fn a_game_without_an_extra_turn_or_a_card() {
    let desk = Desk::new();
    desk.write("given.toml", GIVEN);
    let shown = desk.fine("run given.toml --out given --quiet").out;
    // Nobody does anything, and there are no cards to draw.
    let sources = desk.read("given/sources.csv");
    let rows: Vec<&str> = sources.lines().skip(1).collect();
    assert_eq!(rows, ["script,A,2,2,2,0,0,2,0,0,0,0,0,0,0,0,0", "script,C,2,2,2,0,0,2,0,0,0,0,0,0,0,0,0"]);
    assert!(
        shown.contains("\nscript                    A                  2      2     2     0       0      0\n"),
        "{shown}"
    );
    let first = desk.fine("replay given 1 --deny-extra-turn 1").out;
    let head = "game 1 is the same up to turn 2; the next event was turn-began, and would be turn-skipped\n";
    assert!(first.starts_with(head), "{first}");
    let has = |words: &[&str]| first.lines().any(|line| line.split_whitespace().eq(words.iter().copied()));
    assert!(has(&["C", "extra", "turns", "1", "0"]), "{first}");
    assert!(has(&["3", "C's", "extra", "turn", "C's", "extra", "turn", "is", "skipped"]), "{first}");
    let none = desk.fine("replay given 1 --deny-extra-turn 3").out;
    assert_eq!(none, "game 1 is the same, event by event: 2 extra turns were granted\n");
    // A run can be played without one too.
    desk.fine("compare given.toml --set rules.deny_extra_turn=2 --games 15 --out denied --quiet --assert |extra_turns_skipped|>0");
    desk.fine("run small.toml --games 4 --out out --quiet");
    assert!(desk.fine("replay out 0 --deny-card Opt").out.starts_with("game 0 is the same"));
}

#[test]
fn lengths_of_games_that_were_cut_off_are_marked() {
    let desk = Desk::new();
    let study = desk.fine("study export default").out.replace("max_turns = 200", "max_turns = 12");
    desk.write("short.toml", &study.replace("\"../decks", "\"builtin:/decks"));
    let told =
        desk.fine("compare short.toml --set rules.extra_turns=skipped --games 8 --metric rounds --quiet --out out").out;
    assert!(told.contains("a game takes ≥3.") && told.contains("instead of ≥"), "{told}");
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "100.0% of these and 100.0% of the others were cut off: what is counted of them is what was played.";
    assert!(words.contains(note), "{told}");
    let whole = desk.fine("compare default --set rules.extra_turns=skipped --games 4 --quiet --out whole").out;
    assert!(!whole.contains('≥') && !whole.contains("cut off"), "{whole}");
    let summary = desk.fine("run short.toml --games 8 --quiet --out run").out;
    let rounds = summary.lines().find(|line| line.starts_with("rounds ")).unwrap_or_default();
    assert!(rounds.contains(" ≥3."), "{summary}");
}

#[test]
fn a_deck_of_stand_ins_is_told_of() {
    let desk = Desk::new();
    let unknown: String = (1..=60).map(|n| format!("1 Nobody Knows {n}\n")).collect();
    desk.write("unknown.txt", &format!("1 Talrand, Sky Summoner *CMDR*\n{unknown}39 Island\n"));
    let line = "compare default --swap-deck Talrand=unknown.txt --allow-unknown blank --games 4 --quiet --out out";
    let ran = desk.run(line);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let warning =
        "warning: Talrand with unknown: Talrand: its results say little about the deck: stand-ins are 60 of 100 cards";
    assert!(ran.err.contains(warning), "{}", ran.err);
}

#[test]
fn what_would_change_nothing_is_refused() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 4 --out one --quiet");
    let told = |line: &str| {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "{line}\n{}", ran.out);
        ran.err
    };
    assert_eq!(
        told("compare one one --threads 2"),
        "error: --threads: nothing is played, as every side is the folder of a run\n"
    );
    let twice = "--set rules.extra_turns=skipped";
    assert_eq!(
        told(&format!("compare small.toml {twice} {twice}")),
        "error: --set rules.extra_turns=skipped: the same change is asked for twice\n"
    );
    let name = told("compare small.toml --set seat.A.name=Foo");
    assert!(name.contains("`name` changes nothing in a game, and seats are compared by their names: `A`"), "{name}");
    let never = Ran::of(
        &desk.command().args(["compare", "one", "one", "--assert", "1 < turns < 0"]).output().expect("it runs"),
    );
    assert!(never.err.contains("nothing is more than 1 and less than 0"), "{}", never.err);
    assert_eq!(never.code, Some(2));
}

#[test]
fn a_team_in_the_place_of_a_seat_is_told_with_its_seats() {
    let desk = Desk::new();
    let teams = STUDY.replace("max_turns = 12", "max_turns = 12\nformat = \"two-headed-giant\"");
    let teams = ["A", "B", "C", "D"].into_iter().fold(teams, |text, seat| {
        let team = if matches!(seat, "A" | "B") { "Blue" } else { "Red" };
        text.replace(&format!("name = \"{seat}\""), &format!("name = \"{seat}\"\nteam = \"{team}\""))
    });
    desk.write("teams.toml", &teams);
    let ran = desk.run("compare teams.toml --set rules.extra_turns=skipped --metric won,Blue --games 4");
    assert!(ran.err.contains("`Blue` is a team, expected one of its seats: A, B\n"), "{}", ran.err);
    assert_eq!(ran.code, Some(2));
    // Teammates have each minute together.
    let run = desk.fine("run teams.toml --games 8 --out teams").out;
    assert!(run.contains("the time of each is their team's"), "{run}");
}
