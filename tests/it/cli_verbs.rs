//! The smaller verbs, from a folder with nothing of this project in it.

use crate::cli::{DECK, Desk};

#[test]
fn a_new_scenario_plays_as_it_is() {
    let desk = Desk::new();
    assert_eq!(desk.fine("new slow").out, "wrote slow.toml; play it with: turnlab run slow.toml\n");
    assert!(desk.read("slow.toml").contains("name = \"slow\""));
    desk.fine("run slow.toml --games 1 --out out");
}

#[test]
fn the_scenario_of_the_readme_plays() {
    let readme = include_str!("../../README.md");
    let scenario = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a scenario");
    let desk = Desk::new();
    desk.write("readme.toml", scenario);
    let ran = desk.fine("run readme.toml --games 2 --out out");
    assert!(ran.out.contains("extra turns taken             0.00"), "house rules are kept: {}", ran.out);
}

#[test]
fn decks_are_reported_on() {
    let desk = Desk::new();
    let ran = desk.fine("deck decks/b.txt");
    let report = "decks/b.txt: legal, 100 cards\n  commander   Talrand, Sky Summoner\n  colours     U\n  \
                  cards       98 lands, 1 creature, 1 instant\n  mana value  2.50 on average, lands apart\n";
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (report, ""));
    desk.write("side.txt", &format!("{DECK}\nSideboard\n1 Brainstorm\n"));
    assert_eq!(desk.fine("deck side.txt").err, "warning: side.txt: ignored the sideboard: 1 card\n");
}

#[test]
fn good_decks_are_reported_on_beside_bad_ones() {
    let desk = Desk::new();
    desk.write("bad.txt", "1 Optt\n");
    let ran = desk.run("deck bad.txt decks/b.txt");
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.starts_with("decks/b.txt: legal"), "{}", ran.out);
    assert!(ran.err.contains("bad.txt:1:3: unknown card `Optt`"), "{}", ran.err);
}

#[test]
fn decks_become_plain_text_that_reads_back() {
    let desk = Desk::new();
    desk.write("export.txt", "97x island (LEA) 288\n1 Opt\n1 opt [XLN]\n\n1 Talrand, sky summoner\n");
    assert!(desk.run("deck export.txt --to plain").err.contains("found 2 of `Opt`, expected at most 1"));
    desk.write("export.txt", "98x island (LEA) 288\n1 opt [XLN]\n\n1 Talrand, sky summoner\n");
    let plain = desk.fine("deck export.txt --to plain").out;
    assert_eq!(plain, DECK);
    desk.write("sixty.txt", "60 Island\n");
    let sixty = desk.fine("deck sixty.txt --format constructed --to plain").out;
    assert_eq!(sixty, "Deck\n60 Island\n");
}

#[test]
fn embedded_decks_are_decks_too() {
    let desk = Desk::new();
    let ran = desk.fine("deck builtin:/decks/augustin-stasis.txt");
    assert!(ran.out.contains("legal, 100 cards\n  commander   Grand Arbiter Augustin IV\n"), "{}", ran.out);
}

#[test]
fn cards_are_looked_up() {
    let desk = Desk::new();
    let ran = desk.fine("cards extra-turn sorcery");
    assert!(
        ran.out.lines().any(|line| line == "Time Warp                       {3}{U}{U}       Sorcery"),
        "{}",
        ran.out
    );
    assert!(ran.err.ends_with("cards; turnlab cards NAME shows one of them\n"), "{}", ran.err);
    let one = desk.fine("cards time warp").out;
    assert!(
        one.contains("  mana value  5\n") && one.contains("spell = { extra-turn = { player = \"target\" } }"),
        "{one}"
    );
}

#[test]
fn the_schema_and_the_studies_are_told() {
    let desk = Desk::new();
    assert!(desk.fine("schema").out.contains("\nbatch.seed: "));
    assert!(desk.fine("study list").out.starts_with("default  "));
    let study = desk.fine("study export default").out;
    desk.write("mine.toml", &study);
    desk.fine("run mine.toml --games 1 --out out");
}
