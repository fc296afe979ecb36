//! `turnlab power`, and rules to stop by.

use crate::cli::{Desk, Ran};

/// The number before ` games` in the line that begins so.
fn games(text: &str, line: &str) -> u64 {
    let found = text.lines().find(|l| l.trim_start().starts_with(line)).unwrap_or_else(|| panic!("{line}: {text}"));
    let words: Vec<&str> = found.split_whitespace().collect();
    words[words.len() - 2].parse().expect("a number")
}

#[test]
fn a_share_needs_no_pilot() {
    let desk = Desk::new();
    let said = desk.fine("power --share 0.25 --detect 0.02 --error 0.02").out;
    assert_eq!(games(&said, "known within 0.02 (95%"), 1804);
    assert!((7358..7370).contains(&games(&said, "a difference of 0.02")), "{said}");
}

#[test]
fn a_run_or_a_pilot_says_how_much_a_metric_varies() {
    let desk = Desk::with_random();
    desk.fine("run random.toml --games 40 --out out --quiet");
    let run = desk.fine("power out --error 1").out;
    let pilot = desk.fine("power random.toml --games 40 --error 1 --quiet").out;
    assert_eq!(run, pilot, "the same games say the same");
    // So they do from tables alone, and where only the blocks know them.
    desk.fine("run random.toml --games 40 --out tables --keep csv --quiet");
    assert_eq!(desk.fine("power tables --error 1").out, run);
    desk.fine("run random.toml --games 40 --out blocks --rows none --quiet");
    assert_eq!(desk.fine("power blocks --error 1").out, run);
    desk.fine("run random.toml --games 40 --out few --rows none --keep csv --quiet");
    assert!(desk.run("power few --error 1").err.contains("error: `few` has rows `none`"));
    let json: serde_json::Value = serde_json::from_str(&desk.fine("power out --error 1 --format json").out).unwrap();
    // By hand from the rows: the variance of means of groups of four.
    let table = desk.read("out/games.csv");
    let turns: Vec<f64> = table.lines().skip(1).map(|row| row.split(',').nth(6).unwrap().parse().unwrap()).collect();
    let means: Vec<f64> = turns.chunks(4).map(|group| group.iter().sum::<f64>() / 4.0).collect();
    let centre = means.iter().sum::<f64>() / 10.0;
    let variance = means.iter().map(|mean| (mean - centre).powi(2)).sum::<f64>() / 9.0 * 4.0;
    assert!((json["sd"].as_f64().unwrap() - variance.sqrt()).abs() < 1e-9, "{json}");
    let needed = json["games_for_error"].as_f64().unwrap();
    let normal = 1.96f64.powi(2) * variance;
    assert!(needed >= normal && needed < 1.1 * normal + 20.0, "{needed} is not about {normal}");
    // The same run within a hundredth takes ten thousand times as many.
    assert!(games(&desk.fine("power out --error 0.01").out, "known within") > 9_000 * needed as u64 / 11 * 10);
}

#[test]
fn a_run_is_only_looked_at() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 40 --out out --quiet");
    let path = desk.path().join("out/blocks/0000000000.block");
    let mut bytes = std::fs::read(&path).expect("a block");
    *bytes.last_mut().expect("bytes") ^= 1;
    std::fs::write(&path, bytes).expect("written");
    let before = desk.files("out");
    let ran = desk.run("power out --error 1");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("error: `out/blocks/0000000000.block` is damaged"), "{}", ran.err);
    assert!(desk.files("out") == before);
}

#[test]
fn a_change_is_asked_about_in_pairs() {
    let desk = Desk::with_random();
    let line = "power random.toml --games 40 --detect 2 --quiet --set game.max_turns=90";
    let said = desk.fine(line).out;
    let (unpaired, paired) = (games(&said, "a difference of 2"), games(&said, "the same, paired"));
    assert!(unpaired > 0 && paired > 0, "{said}");
    // It is told as the comparison of the same games tells it.
    desk.fine("compare random.toml --games 40 --quiet --set game.max_turns=90 --out out");
    let compared = desk.read("out/compare.csv");
    let row = compared.lines().find(|row| row.contains(",all,all,turns,")).expect("a row");
    let number =
        |column: usize| row.split(',').nth(column).and_then(|cell| cell.parse::<f64>().ok()).expect("a number");
    let (difference, low, high) = (number(9), number(10), number(11));
    let told =
        format!("  in the pilot the difference is {difference:+.3} ({low:+.3} to {high:+.3}, 95%), correlation ");
    assert!(said.contains(&told), "{told}: {said}");
}

#[test]
fn few_groups_only_let_guess() {
    let told = Desk::new().fine("power default --error 1 --games 8 --quiet").out;
    assert!(
        told.contains("these numbers are guesses: 2 groups of games tell next to nothing of a variance;\n"),
        "{told}"
    );
}

#[test]
fn what_power_cannot_answer_is_said() {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out --quiet");
    for (line, message) in [
        ("power", "--error <E>|--detect <D>"),
        ("power small.toml --error 0", "expected a number above 0"),
        ("power --share 1 --error 0.1", "expected more than 0 and less than 1"),
        ("power --share 0.5 --detect 0.1 --set game.max_turns=3", "cannot be used with"),
        ("power small.toml --error 1 --metric wonn,A", "no metric `wonn` of a seat; did you mean `won`?"),
        (
            "power small.toml --error 1 --metric won,E --games 4 --quiet",
            "--metric won,E: no seat `E`; there are A, B, C, D",
        ),
        ("power small.toml --error 1 --games 8 --metric turns --quiet", "`turns` does not vary in 8 games"),
        (
            "power small.toml --error 1 --games 4 --metric turns --quiet",
            "chance shows between groups of 4 games, of which 4 games are not two",
        ),
        ("power out --detect 1 --set game.max_turns=3", "`out` is the folder of a run"),
        ("power out --error 1 --games 9", "`out` is the folder of a run, which has its games: leave out --games"),
        ("power out --error 1 --seed 9", "`out` is the folder of a run, which has its games: leave out --seed"),
        (
            "power small.toml --error 1 --set game.max_turns=3",
            "found a change, expected with it what difference --detect",
        ),
        ("power nowhere --error 1", "no file `nowhere`"),
        ("run small.toml --until 'won", "expected such as"),
        ("run small.toml --until ci(won,E)<=0.1", "`ci(won,E) <= 0.1`: no seat `E`; there are A, B, C, D"),
        ("run small.toml --until ci(wn,A)<=0.1", "no metric `wn` of a seat; did you mean `won`?"),
        ("run small.toml --until ci(won)<=0.1 --target-error 0.1", "cannot be used with"),
    ] {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "turnlab {line}\n{}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "turnlab {line}\n{}", ran.err);
    }
}

#[test]
fn a_run_stops_by_any_rule_and_goes_on_by_a_harder_one() {
    let desk = Desk::with_random();
    let ran = desk.fine("run random.toml --games 4000 --until ci(turns)<=30 --out out --quiet");
    assert!(ran.out.contains("stopped   by ci(turns) <= 30, after "), "{}", ran.out);
    desk.fine("run --out out --resume --until ci(turns)<=20 --quiet");
    desk.fine("run random.toml --games 4000 --until ci(turns)<=20 --out fresh --quiet");
    assert!(desk.files("out") == desk.files("fresh"));
    let wider = desk.run("run --out out --resume --until ci(turns)<=25");
    assert!(
        wider.err.contains("it was to stop at ci(turns) <= 20, from which ci(turns) <= 25 does not go on"),
        "{}",
        wider.err
    );
    // It wins three quarters of the games, not one.
    let test = desk.fine("run random.toml --games 4000 --until sprt(won,A,0.25,0.75) --out test --quiet");
    let words: Vec<&str> = test.out.split_whitespace().collect();
    assert!(
        words.join(" ").contains("stopped by sprt(won,A, 0.25, 0.75, 0.05, 0.05), which accepts h1, after 1 block"),
        "{}",
        test.out
    );
    assert!(test.out.contains("intervals: confidence sequence and t"), "{}", test.out);
}

#[test]
fn a_scenario_says_when_it_stops_and_what_is_shown() {
    let desk = Desk::with_random();
    let text = desk.read("random.toml");
    let lines = |text: &str, word: &str| 1 + text.lines().position(|line| line.contains(word)).expect(word);
    assert!(text.contains("[batch]"), "{text}");
    let with = |until: &str, shown: &str| {
        text.replacen("[batch]", &format!("[batch]\nuntil = \"{until}\""), 1)
            + &format!("\n[report]\nmetrics = {shown}\n")
    };
    desk.write("asks.toml", &with("ci(turns) <= 30", "['decisions', 'won,B']"));
    let ran = desk.fine("run asks.toml --games 4000 --out out --quiet");
    assert!(ran.out.contains("stopped   by ci(turns) <= 30, after "), "{}", ran.out);
    assert!(ran.out.contains("decisions") && !ran.out.contains("longest_streak"), "{}", ran.out);
    desk.fine("run random.toml --games 4000 --until ci(turns)<=30 --out typed --quiet");
    assert_eq!(desk.read("out/games.csv"), desk.read("typed/games.csv"));
    for (until, shown, word, message) in [
        ("ci(trns) <= 30", "['turns']", "until", "no metric `trns` of a game; did you mean `turns`?"),
        ("turns", "['turns']", "until", "expected such as"),
        ("ci(turns) <= 30", "['turns', 'decisons']", "metrics =", "did you mean `decisions`?"),
    ] {
        let text = with(until, shown);
        desk.write("wrong.toml", &text);
        let ran = desk.run("run wrong.toml --out never");
        let place = format!("wrong.toml:{}:", lines(&text, word));
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains(&place) && ran.err.contains(message), "{until} {shown}: {}", ran.err);
        assert!(!desk.path().join("never").exists());
    }
}

#[test]
fn a_position_is_asked_about_like_a_seat() {
    let desk = Desk::new();
    let run = |words: &str, last: &[&str]| {
        Ran::of(&desk.command().args(words.split(' ').chain(last.iter().copied())).output().expect("it runs"))
    };
    let report = "\n[report]\nmetrics = [\"turns\", \"spells_cast,position 1\"]\n";
    desk.write("shown.toml", &crate::cli::STUDY.replace("\n[batch]", &format!("{report}\n[batch]")));
    // A summary shows it, a rule stops by it, and a harder rule goes on.
    let rule = "ci(spells_cast,position 1) <= 5";
    let ran = run("run shown.toml --games 300 --out out --quiet --until", &[rule]);
    assert!(ran.out.contains("\nspells cast, position 1   ") && ran.out.contains(&format!("by {rule}, after 1 block")));
    let ran = run("run --out out --resume --quiet --until", &["ci(spells_cast,position 1) <= 0.0001"]);
    assert!(ran.out.contains("\ngames     300 of 300\n"), "{}{}", ran.out, ran.err);
    let test = run("run small.toml --games 300 --out test --until", &["sprt(won,position 1, 0.5, 0.6)"]);
    assert_eq!(test.code, Some(0), "{}", test.err);
    // What `power` learns of it is what the run has.
    let said = run("power out --error 0.1 --format json --metric", &["spells_cast,position 1"]).out;
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let summary = desk.read("out/summary.csv");
    let row = summary.lines().find(|row| row.starts_with("position,1,spells_cast,")).expect("a row");
    let mean: f64 = row.split(',').nth(4).and_then(|cell| cell.parse().ok()).expect("a mean");
    assert!((json["mean"].as_f64().expect("a mean") - mean).abs() < 1e-6, "{json} {row}");
    let paired = run(
        "power small.toml --detect 1 --games 40 --quiet --set game.max_turns=20 --metric",
        &["spells_cast,position 1"],
    );
    assert!(paired.out.contains("  in the pilot the difference is "), "{}{}", paired.out, paired.err);
    let json =
        run("compare small.toml small.toml --games 4 --quiet --out c --format json --metric", &["won,position 1"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&json["seat"], &json["position"]), (&serde_json::Value::Null, &1.into()));
    // One that is not there is refused in the same words everywhere.
    let nowhere = report.replace("position 1", "position 9");
    desk.write("nowhere.toml", &crate::cli::STUDY.replace("\n[batch]", &format!("{nowhere}\n[batch]")));
    for (words, last, message) in [
        ("power out --error 1 --metric", "won,position 9", "--metric won,position 9: no position 9; there are 1 to 4"),
        ("power out --error 1 --metric", "won,position 0", "no position 0; they are counted from 1"),
        (
            "run small.toml --out n --until",
            "ci(won,position 9) <= 0.1",
            "`ci(won,position 9) <= 0.1`: no position 9; there are 1 to 4",
        ),
        ("run nowhere.toml --out", "n", "nowhere.toml:26:21: `metrics`: no position 9; there are 1 to 4"),
        (
            "compare small.toml small.toml --games 4 --quiet --out c --metric",
            "won,position 9",
            "error: `small.toml`: no position 9; there are 1 to 4",
        ),
    ] {
        let ran = run(words, &[last]);
        assert_eq!(ran.code, Some(2), "turnlab {words} {last}\n{}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "turnlab {words} {last}\n{}", ran.err);
    }
}
