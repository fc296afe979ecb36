//! Deck lists on the command line: read, judged, reported on, converted.

use crate::cli::{DECK, Desk, unknown};

/// Every format that `--convert` takes.
const FORMATS: [&str; 9] = ["plain", "arena", "mtgo", "dek", "moxfield", "archidekt", "forge", "xmage", "cockatrice"];

#[test]
fn decks_are_reported_on() {
    let desk = Desk::new();
    let ran = desk.fine("deck decks/b.txt");
    let report = "decks/b.txt: legal, 100 cards, read as plain text\n  \
                  commander   Talrand, Sky Summoner\n  \
                  colours     U\n  \
                  cards       98 lands, 1 creature, 1 instant\n  \
                  mana value   0   1   2   3   4   5   6  7+\n  \
                  spells       0   1   0   0   1   0   0   0   2.50 on average\n  \
                  ramp        0 cards\n  \
                  turns       0 cards\n  \
                  bracket     1 or more, estimated from the list: nothing in it asks for more\n              \
                  not seen: combos, and how the deck is meant to be played\n  \
                  ban list    of 2026-02-09\n";
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (report, ""));
    desk.write("side.txt", &format!("{DECK}\nSideboard\n1 Brainstorm\n"));
    assert_eq!(desk.fine("deck side.txt").err, "warning: side.txt: ignored the sideboard: 1 card\n");
}

#[test]
fn ramp_and_cards_that_change_turns_are_counted() {
    let desk = Desk::new();
    let list = "1 Talrand, Sky Summoner *CMDR*\n91 Island\n1 Time Warp\n1 Time Stop\n1 Stasis\n1 Sol Ring\n1 Mind Stone\n\
                1 Solemn Simulacrum\n1 Divination\n1 Meditate\n";
    desk.write("turns.txt", list);
    let report = desk.fine("deck turns.txt").out;
    assert!(report.contains("\n  ramp        3 cards\n"), "{report}");
    assert!(
        report.contains("\n  turns       4 cards: extra-turn 1, skip-turn 1, skip-step 1, end-turn 1\n"),
        "{report}"
    );
}

#[test]
fn the_bracket_is_estimated_with_its_reasons() {
    let desk = Desk::new();
    let deck = |cards: &[&str]| {
        let cards: String = cards.iter().map(|card| format!("1 {card}\n")).collect();
        format!("1 Talrand, Sky Summoner *CMDR*\n{} Island\n{cards}", 99 - cards.lines().count())
    };
    let bracket = |name: &str, cards: &[&str], more: &[&str]| {
        desk.write(name, &deck(cards));
        let ran = desk.command().args(["deck", name]).args(more).output().expect("it runs");
        let report = String::from_utf8(ran.stdout).expect("text");
        let from = report.find("  bracket").unwrap_or_else(|| panic!("{report}"));
        report[from..report.find("  ban list").expect("the ban list")].to_owned()
    };
    let unseen = "              not seen: combos, and how the deck is meant to be played\n";
    assert_eq!(
        bracket("few.txt", &["Time Warp", "Time Stretch"], &[]),
        format!("  bracket     2 or more, estimated from the list: 2 extra-turn cards\n{unseen}")
    );
    assert_eq!(
        bracket("changed.txt", &["Cyclonic Rift", "Rhystic Study", "Time Warp"], &[]),
        format!(
            "  bracket     3 or more, estimated from the list: 2 Game Changers\n              \
             Game Changers of 2026-02-09: Cyclonic Rift; Rhystic Study\n{unseen}"
        )
    );
    assert_eq!(
        bracket(
            "locked.txt",
            &["Stasis", "Time Warp", "Time Stretch", "Temporal Manipulation", "Part the Waterveil"],
            &[]
        ),
        format!(
            "  bracket     4 or more, estimated from the list: 1 card that denies lands, 4 extra-turn cards\n              \
             land denial: Stasis\n{unseen}"
        )
    );
    // What a file of facts says of a card goes before the list.
    desk.write("facts.csv", "name,types,game_changer\nCyclonic Rift,Instant,no\nBrainstorm,Instant,yes\n");
    assert_eq!(
        bracket("told.txt", &["Cyclonic Rift", "Brainstorm"], &["--card-facts", "facts.csv"]),
        format!(
            "  bracket     3 or more, estimated from the list: 1 Game Changer\n              \
             Game Changers, by the file of facts: Brainstorm\n{unseen}"
        )
    );
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
fn every_problem_of_a_file_is_told_at_once() {
    let desk = Desk::new();
    desk.write(
        "bad.dek",
        "<Deck>\n<Cards Quantity=\"97\" Name=\"Island\"/>\n<Cards Quantity=\"x\" Name=\"Opt\"/>\n\
         <Cards Quantity=\"1\" Name=\"Tiem Warp\"/>\n<Cards Quantity=\"1\" Name=\"Shock\"/>\n\
         <Cards Quantity=\"1\" Name=\"Black Lotus\"/>\n<Cards Quantity=\"1\" Name=\"Time Walk\"/>\n</Deck>\n",
    );
    let command = ["deck", "bad.dek", "--commander", "Talrand, Sky Summoner"];
    let ran = crate::cli::Ran::of(&desk.command().args(command).output().expect("it runs"));
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(
        ran.err,
        "error: bad.dek:3:18: `Quantity`: found `x`, expected 1 to 999\n\
         error: bad.dek:4:27: unknown card `Tiem Warp`; did you mean `Time Warp`?\n\
         error: bad.dek:5:27: `Shock` has the colour identity R, expected one within the commander's U\n\
         error: bad.dek:6:27: unknown card `Black Lotus`, and it is banned in Commander\n\
         error: bad.dek:7:27: `Time Walk` is banned in Commander\n\
         5 problems in bad.dek\n"
            .to_owned()
            + &crate::cli::unknown("bad.dek: 100 of 102")
    );
}

#[test]
fn two_names_are_one_card_however_they_are_divided() {
    let desk = Desk::new();
    let leads = "1 Niv-Mizzet, Parun *CMDR*\n97 Wastes\n";
    desk.write("two.txt", &format!("{leads}1 Fire / Ice\n1 Delver of Secrets / Insectile Aberration\n"));
    let ran = desk.fine("deck two.txt --convert plain");
    assert!(ran.out.contains("\n1 Fire // Ice\n") && ran.out.contains("\n1 Delver of Secrets"), "{}", ran.out);
}

#[test]
fn a_commander_is_found_or_asked_for() {
    let desk = Desk::new();
    desk.write("open.txt", "97 Island\n1 Talrand, Sky Summoner\n1 Island\n1 Opt\n");
    let ran = desk.run("deck open.txt");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.ends_with("candidates: `Talrand, Sky Summoner`\n"), "{}", ran.err);
    let command = ["deck", "open.txt", "--commander", "talrand, sky summoner"];
    let ran = crate::cli::Ran::of(&desk.command().args(command).output().expect("it runs"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("\n  commander   Talrand, Sky Summoner\n"), "{}", ran.out);
}

#[test]
fn decks_become_plain_text_that_reads_back() {
    let desk = Desk::new();
    desk.write("export.txt", "97x island (LEA) 288\n1 Opt\n1 opt [XLN]\n\n1 Talrand, sky summoner\n");
    assert!(desk.run("deck export.txt --convert plain").err.contains("found 2 of `Opt`, expected at most 1"));
    desk.write("export.txt", "98x island (LEA) 288\n1 opt [XLN]\n\n1 Talrand, sky summoner\n");
    let plain = desk.fine("deck export.txt --convert plain").out;
    assert_eq!(plain, DECK);
    desk.write("sixty.txt", "60 Island\n");
    let sixty = desk.fine("deck sixty.txt --format constructed --convert plain").out;
    assert_eq!(sixty, "Deck\n60 Island\n");
}

#[test]
fn every_format_converts_into_the_next_and_back() {
    let desk = Desk::new();
    let next = |at: usize| FORMATS[(at + 3) % FORMATS.len()];
    for (at, one) in FORMATS.iter().enumerate() {
        let two = next(at);
        desk.fine(&format!("deck decks/b.txt --convert {one} --out {one}.list"));
        desk.fine(&format!("deck {one}.list --convert {two} --out {one}-{two}.list"));
        let plain = desk.fine(&format!("deck {one}-{two}.list --convert plain")).out;
        assert_eq!(plain, DECK, "{one} to {two}");
    }
    for nowhere in ["no-such-folder/b.list", "decks/b.txt/b.list"] {
        let ran = desk.run(&format!("deck decks/b.txt --convert plain --out {nowhere}"));
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.starts_with(&format!("error: cannot write `{nowhere}`: ")), "{}", ran.err);
    }
    let ran = desk.run("deck decks/b.txt --convert plain --out plain.list");
    assert_eq!(ran.code, Some(2), "a file that is there is not written over");
    assert!(ran.err.starts_with("error: `plain.list` is there already; nothing was written"), "{}", ran.err);
}

#[test]
fn the_json_of_a_site_is_a_deck_and_becomes_a_list() {
    let desk = Desk::new();
    let card = |count: u32, name: &str| format!("{{\"quantity\": {count}, \"card\": {{\"name\": \"{name}\"}}}}");
    let deck = |opt: &str| {
        let (lead, islands, opt) = (card(1, "Talrand, Sky Summoner"), card(98, "Island"), card(1, opt));
        format!("{{\"commanders\": {{\"t\": {lead}}},\n\"mainboard\": {{\"i\": {islands},\n\"o\": {opt}}}}}\n")
    };
    desk.write("site.json", &deck("Opt"));
    assert!(desk.fine("deck site.json").out.starts_with("site.json: legal, 100 cards, read as Moxfield JSON\n"));
    assert_eq!(desk.fine("deck site.json --convert plain").out, DECK);
    desk.fine("run small.toml --deck site.json --games 4 --out site --quiet");
    desk.write("bad.json", &deck("Otp"));
    let ran = desk.run("deck bad.json");
    let told = "error: bad.json:3:40: unknown card `Otp`; did you mean `Opt`?\n".to_owned();
    assert_eq!((ran.code, ran.err), (Some(2), told + &unknown("bad.json: 99 of 100")));
}

#[test]
fn a_torn_deck_file_is_told_of_with_everything_else_that_is_wrong_with_it() {
    let desk = Desk::new();
    desk.write(
        "torn.dek",
        "<Deck>\n<Cards Quantity=\"97\" Name=\"Island\"/>\n<Cards Quantity=\"1\" Name=\"Tiem Warp\"/>\n\
         <Cards Quantity=\"1\" Name=\"Opt\n<Cards Quantity=\"0\" Name=\"Opt\"/>\n",
    );
    let ran = desk.run("deck torn.dek");
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "error: torn.dek:3:27: unknown card `Tiem Warp`; did you mean `Time Warp`?\n\
         error: torn.dek:4:30: found the end of <Cards>, expected `>`\n\
         error: torn.dek:5:18: `Quantity`: found `0`, expected 1 to 999\n\
         error: torn.dek:5:33: found the end of the file, expected `</Deck>`\n\
         4 problems in torn.dek\n"
            .to_owned()
            + &unknown("torn.dek: 97 of 98")
    );
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let desk = Desk::new();
    desk.write("side.txt", &format!("{DECK}\nSideboard\n2 Brainstorm\n"));
    let ran = desk.fine("deck side.txt --convert mtgo");
    assert!(ran.out.ends_with("\n\n1 Talrand, Sky Summoner\n"), "{}", ran.out);
    let said = "warning: side.txt: left out the sideboard, for which MTGO text has no place: 2 cards\n";
    assert!(ran.err.ends_with(said), "{}", ran.err);
}

#[test]
fn a_study_seats_decks_of_any_format() {
    let desk = Desk::new();
    for format in ["cockatrice", "xmage"] {
        desk.fine(&format!("deck decks/b.txt --convert {format} --out mine.{format}"));
        desk.fine(&format!("run small.toml --deck mine.{format} --games 4 --out {format} --quiet"));
        assert!(desk.read(&format!("{format}/games.csv")).lines().count() > 4);
    }
}

#[test]
fn embedded_decks_are_decks_too() {
    let desk = Desk::new();
    let ran = desk.fine("deck builtin:/decks/augustin-stasis.txt");
    assert!(
        ran.out.contains("legal, 100 cards, read as plain text\n  commander   Grand Arbiter Augustin IV\n"),
        "{}",
        ran.out
    );
}

/// A deck with cards that no catalog knows: a commander, a creature, and one of which nothing is known.
const STRANGE: &str = "1 Gwafa, the Unheard *CMDR*\n30 Island\n30 Plains\n1 Hollow Man\n1 Nothing Known\n37 Wastes\n";

/// What is known of two of them.
const FACTS: &str = "name,cost,types,subtypes,power,toughness,keywords,identity\n\
                     \"Gwafa, the Unheard\",{2}{W}{U},Legendary Creature,Human,2,3,flying,WU\n\
                     Hollow Man,{3},Artifact Creature,Golem,3,3,,\n";

#[test]
fn unknown_cards_are_refused_unless_something_is_allowed() {
    let desk = Desk::new();
    desk.write("strange.txt", STRANGE);
    desk.write("facts.csv", FACTS);
    let ran = desk.run("deck strange.txt");
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err.matches("unknown card").count(),
        1,
        "without its commander the rest can't be judged: {}",
        ran.err
    );
    assert!(ran.err.contains("note: strange.txt: 97 of 100 cards known\n"), "{}", ran.err);
    let ran = desk.run("deck strange.txt --card-facts facts.csv --allow-unknown facts");
    let told = "error: strange.txt:5:3: unknown card `Nothing Known`\n".to_owned();
    assert_eq!((ran.code, ran.err), (Some(2), told + &crate::cli::unknown("strange.txt: 99 of 100")));
    let ran = desk.fine("deck strange.txt --card-facts facts.csv --allow-unknown blank");
    assert!(ran.out.contains("\n  commander   Gwafa, the Unheard\n  colours     WU\n"), "{}", ran.out);
    assert!(ran.out.contains("\n  stand-ins   3 of 100 cards (3.0%), 2 by facts, 1 blank\n"), "{}", ran.out);
    let ran = desk.run("deck strange.txt --allow-unknown blank");
    assert!(ran.err.contains("`Gwafa, the Unheard` leads the deck, and nothing is known of it"), "{}", ran.err);
    let ran = desk.run("deck strange.txt --allow-unknown facts");
    assert_eq!(ran.err, "error: --allow-unknown facts: expected --card-facts FILE too\n");
    assert!(desk.run("deck strange.txt --card-facts facts.csv").err.contains("--allow-unknown"));
    desk.write("worse.csv", "nmae,types\n");
    let ran = desk.run("deck strange.txt --card-facts worse.csv --allow-unknown blank");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: worse.csv:1:1: found the columns `nmae`, `types`"), "{}", ran.err);
}

#[test]
fn a_deck_of_stand_ins_is_warned_of() {
    let desk = Desk::new();
    let unknown: String = (0..21).map(|i| format!("1 Nothing Known {i}\n")).collect();
    desk.write("strange.txt", &format!("1 Talrand, Sky Summoner *CMDR*\n78 Island\n{unknown}"));
    let ran = desk.fine("deck strange.txt --allow-unknown blank");
    let said = "stand-ins are 21 of 100 cards (21.0%), 0 by facts, 21 blank\n";
    assert_eq!(ran.err, format!("warning: strange.txt: games will say little about this deck: {said}"));
    let covered = desk.fine("cards --deck strange.txt --allow-unknown blank");
    assert!(covered.err.contains("79 of 100 cards known (79.0%)"), "{}", covered.err);
    assert!(covered.out.contains("\nblank      1 Nothing Known 0\n"), "{}", covered.out);
}

#[test]
fn a_run_with_stand_ins_says_so_everywhere_and_needs_nothing_else_to_be_repeated() {
    let desk = Desk::new();
    desk.write("strange.txt", STRANGE);
    desk.write("facts.csv", FACTS);
    let cards = "--card-facts facts.csv --allow-unknown blank";
    let ran = desk.fine(&format!("run small.toml --deck strange.txt {cards} --games 4 --seed 3 --out out"));
    assert!(ran.out.contains("\nstand-ins  "), "{}", ran.out);
    assert!(
        ran.out.contains("\nstrange               strange                3.0%        2       1           0\n"),
        "{}",
        ran.out
    );
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/manifest.json")).expect("JSON");
    let entry = serde_json::json!({"seat": "strange", "deck": "strange", "cards": 100, "facts": 2, "blank": 1, "translated": 0, "share": 0.03});
    assert_eq!(manifest["stand_ins"][0], entry);
    assert_eq!((&manifest["stand_ins"][1]["seat"], &manifest["stand_ins"][1]["share"]), (&"B".into(), &0.0.into()));
    assert!(desk.read("out/inputs/own/stand-ins.toml").contains("name = \"Hollow Man\"\n"));
    let rows: Vec<String> =
        desk.read("out/summary.csv").lines().filter(|l| l.contains("stand_ins")).map(str::to_owned).collect();
    let mut expected = Vec::new();
    let some = ["0.030000", "0.020000", "0.010000"];
    for (seat, n, shares) in [("strange", 100, some), ("B", 100, ["0.000000"; 3]), ("C", 0, [""; 3]), ("D", 0, [""; 3])]
    {
        let metrics = ["stand_ins", "stand_ins_by_facts", "stand_ins_blank"].into_iter().zip(shares);
        // Nothing but the share: the deck is no sample.
        expected.extend(metrics.map(|(metric, share)| format!("seat,{seat},{metric},{n},{share}{}", ",".repeat(26))));
    }
    assert_eq!(rows, expected);
    // What they were made of is not asked for again.
    std::fs::remove_file(desk.path().join("facts.csv")).expect("a file");
    std::fs::remove_file(desk.path().join("strange.txt")).expect("a file");
    desk.fine("replay out 0");
    desk.fine("run --out out --resume --games 8");
    desk.write("strange.txt", STRANGE);
    desk.write("facts.csv", FACTS);
    desk.fine(&format!("run small.toml --deck strange.txt {cards} --games 8 --seed 3 --out whole"));
    assert_eq!(desk.files("out"), desk.files("whole"));
    let json = desk.fine(&format!("run small.toml --deck strange.txt {cards} --games 4 --out json --format json")).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["stand_ins"], serde_json::json!([manifest["stand_ins"][0]]));
}

#[test]
fn a_scenario_s_own_decks_may_have_stand_ins_too() {
    let desk = Desk::new();
    let unknown: String = (0..30).map(|i| format!("1 Nothing Known {i}\n")).collect();
    desk.write("decks/b.txt", &format!("Commander\n1 Talrand, Sky Summoner\n\nDeck\n69 Island\n{unknown}"));
    let refused = desk.run("run small.toml --games 4");
    assert!(
        refused.code == Some(2) && refused.err.contains("decks/b.txt:6:3: unknown card `Nothing Known 0`"),
        "{}",
        refused.err
    );
    let ran = desk.fine("run small.toml --games 4 --allow-unknown blank --out out");
    assert!(
        ran.err.contains("note: B: its results say little about the deck: stand-ins are 30 of 100 cards (30.0%)"),
        "{}",
        ran.err
    );
    assert!(desk.read("out/manifest.json").contains("stand-ins are 30 of 100 cards"));
    assert!(desk.read("out/summary.csv").contains("\nseat,B,stand_ins,100,0.300000,"));
    let said = "warning: B: its results say little about the deck: stand-ins are 30 of 100 cards";
    assert!(ran.out.contains(&format!("\n{said}\n(30.0%), 0 by facts, 30 blank\n")), "{}", ran.out);
    let quiet = "run small.toml --games 4 --allow-unknown blank --quiet";
    let csv = desk.fine(&format!("{quiet} --format csv --out csv"));
    assert!(csv.err.starts_with(said) && csv.out == desk.read("out/summary.csv"), "{}", csv.err);
    let json = desk.fine(&format!("{quiet} --format json --out json")).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let said = &said["warning: ".len()..];
    let mut warnings = json["warnings"].as_array().expect("a list").iter().filter_map(|warning| warning.as_str());
    assert!(warnings.any(|warning| warning.starts_with(said)), "{json}");
    desk.fine("trace small.toml --allow-unknown blank");
    let case = "\n[[script]]\nturn = 1\ndo = \"end-turn\"\n\n[expect]\nturns = [\"A\", \"B\"]\n";
    let study = crate::cli::STUDY
        .split("[batch]")
        .next()
        .expect("a study")
        .replace("[game]\n", "[game]\nstarting_seat = \"A\"\n");
    desk.write("case.toml", &format!("{study}{case}"));
    assert_eq!(desk.run("check case.toml").code, Some(2));
    desk.fine("check case.toml --allow-unknown blank");
}

#[test]
fn card_files_of_ones_own_join_a_run() {
    let desk = Desk::new();
    desk.write("mine.toml", "[[card]]\nname = \"Bo\"\ncost = \"{U}\"\ntype = \"Creature - Fish\"\npt = \"1/1\"\n");
    desk.write("fish.txt", "1 Talrand, Sky Summoner *CMDR*\n98 Island\n1 Bo\n");
    assert_eq!(desk.run("run small.toml --deck fish.txt --games 4").code, Some(2));
    let ran = desk.fine("run small.toml --deck fish.txt --cards mine.toml --games 4 --out out");
    assert!(!ran.out.contains("stand-ins"), "{}", ran.out);
    assert_eq!(desk.read("out/inputs/own/cards-1.toml"), desk.read("mine.toml"));
    desk.fine("replay out 0");
    desk.write("mine.toml", "[[card]]\nname = \"Bo\"\ntyp = \"Creature\"\n");
    let ran = desk.run("run small.toml --deck fish.txt --cards mine.toml --games 4");
    assert!(ran.code == Some(2) && ran.err.starts_with("error: mine.toml:3:1: unknown field `typ`"), "{}", ran.err);
}

#[test]
fn two_partners_lead_a_deck_through_every_format_and_a_run() {
    let desk = Desk::new();
    desk.write("partners.toml", include_str!("../../scenarios/invented/partners.toml"));
    desk.write("pair.txt", "Commander\n1 Ana of the Pair\n1 Bo of the Pair\n\nDeck\n49 Plains\n49 Island\n");
    let cards = "--cards partners.toml";
    let report = desk.fine(&format!("deck pair.txt {cards}")).out;
    assert!(report.contains("\n  commander   Ana of the Pair and Bo of the Pair\n  colours     WU\n"), "{report}");
    for format in FORMATS {
        desk.fine(&format!("deck pair.txt {cards} --convert {format} --out pair.{format}"));
        let plain = desk.fine(&format!("deck pair.{format} {cards} --convert plain")).out;
        assert_eq!(plain, desk.read("pair.txt"), "{format}");
    }
    desk.write("open.txt", "49 Plains\n49 Island\n1 Bo of the Pair\n1 Ana of the Pair\n");
    let command = [
        "deck",
        "open.txt",
        "--cards",
        "partners.toml",
        "--commander",
        "Ana of the Pair",
        "--commander",
        "Bo of the Pair",
    ];
    let ran = crate::cli::Ran::of(&desk.command().args(command).output().expect("it runs"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    desk.fine(&format!("run small.toml --deck pair.txt {cards} --games 4 --out out --quiet"));
    let study = crate::cli::STUDY.replace("name = \"small\"", "name = \"small\"\ncards = [\"partners.toml\"]").replace(
        "deck = \"decks/b.txt\"",
        "deck = \"open.txt\"\ncommander = [\"Ana of the Pair\", \"Bo of the Pair\"]",
    );
    desk.write("pair.toml", &study);
    desk.fine("run pair.toml --games 4 --out two --quiet");
}
