//! Cards that only a file of printed text knows: translated, written down, played, counted, and refused with a reason.

use crate::cli::Desk;

/// Two cards that are understood, one that is not, one without text.
const CARDS: &str = r#"[
 {"name":"Reef Clerk","mana_cost":"{1}{U}","type_line":"Creature — Merfolk","oracle_text":"Flying\nWhen Reef Clerk enters the battlefield, draw a card.",
  "power":"1","toughness":"3","colors":["U"],"color_identity":["U"],"layout":"normal","legalities":{"commander":"legal"},"edhrec_rank":2},
 {"name":"Quick Note","mana_cost":"{U}","type_line":"Instant","oracle_text":"Draw a card.\nYou gain 1 life.","colors":["U"],
  "color_identity":["U"],"layout":"normal","legalities":{"commander":"legal"},"edhrec_rank":3},
 {"name":"Odd Hat","mana_cost":"{2}","type_line":"Artifact","oracle_text":"Flumox the tallest hat.","colors":[],"color_identity":[],
  "layout":"normal","legalities":{"commander":"legal"}},
 {"name":"Plain Stone","mana_cost":"{2}","type_line":"Artifact","colors":[],"color_identity":[],"legalities":{"commander":"legal"}},
 {"name":"Opt","mana_cost":"{U}","type_line":"Instant","oracle_text":"","legalities":{"commander":"legal"},"edhrec_rank":1}
]"#;

fn desk(others: &str) -> Desk {
    let desk = Desk::new();
    desk.write("cards.json", CARDS);
    let islands = 97 - others.lines().count();
    let deck =
        format!("Commander\n1 Talrand, Sky Summoner\n\nDeck\n{islands} Island\n1 Reef Clerk\n1 Quick Note\n{others}");
    desk.write("mine.txt", &deck);
    desk
}

#[test]
fn a_deck_s_unknown_cards_are_imported_and_played() {
    let desk = desk("1 Odd Hat\n1 Plain Stone\n1 Nowhere Seen\n");
    let ran = desk.fine("cards import cards.json --deck mine.txt --out own.toml");
    let expected = "catalogued  2 cards\ntranslated  Quick Note\ntranslated  Reef Clerk\nrefused     Odd Hat\n            \
                    `Flumox the tallest hat.`: not understood from `Flumox` on\nrefused     Plain Stone\n            the file has no \
                    rules text for it\nunknown     Nowhere Seen\n";
    assert_eq!(ran.out, expected);
    assert_eq!(
        ran.err,
        "mine.txt: of 7 names, 2 catalogued, 2 translated, 2 refused, 1 not in cards.json\nwrote own.toml\n"
    );
    let own = desk.read("own.toml");
    let hash = blake3::hash(CARDS.as_bytes()).to_string();
    assert!(own.starts_with("# Cards translated from their printed text") && own.contains(&hash), "{own}");
    let clerk = "\n[[card]]\nname = \"Reef Clerk\"\ncost = \"{1}{U}\"\ntype = \"Creature - Merfolk\"\npt = \"1/3\"\n";
    assert!(own.contains(clerk) && own.matches("\ntranslated = true\n").count() == 2, "{own}");
    let again = desk.run("cards import cards.json --deck mine.txt --out own.toml");
    assert!(
        again.code == Some(2) && again.err.starts_with("error: `own.toml` is there already; nothing was written"),
        "{}",
        again.err
    );
    assert_eq!((again.out.as_str(), desk.read("own.toml")), ("", own));
    let covered = desk.fine("cards --deck mine.txt --cards own.toml");
    assert!(covered.err.contains("97 of 100 cards known (97.0%), 2 of them translated"), "{}", covered.err);
    assert!(covered.out.contains("\ntranslated  1 Reef Clerk\n"), "{}", covered.out);
    let known = desk.fine("cards import cards.json --deck mine.txt --cards own.toml").err;
    assert!(known.starts_with("mine.txt: of 7 names, 4 catalogued, 0 translated, 2 refused, 1 not in"), "{known}");
    let csv = desk.fine("cards import cards.json --deck mine.txt --format csv").out;
    assert!(
        csv.starts_with("name,state,rank,why\nIsland,catalogued,,\nNowhere Seen,unknown,,\nOdd Hat,refused,,"),
        "{csv}"
    );
    assert!(csv.contains("\nReef Clerk,translated,2,\n"), "{csv}");
}

#[test]
fn a_run_translates_on_the_way_and_says_so_everywhere() {
    let desk = desk("");
    let run = "run small.toml --deck mine.txt --card-facts cards.json --seed 3";
    let ran = desk.fine(&format!("{run} --games 4 --out out"));
    let row = format!("\n{:<22}{:<20}{:>7}{:>9}{:>8}{:>12}\n", "mine", "mine", "0.0%", 0, 0, 2);
    assert!(ran.out.contains(&row) && !ran.err.contains("stand-ins"), "{}{}", ran.out, ran.err);
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/manifest.json")).expect("JSON");
    assert_eq!((&manifest["stand_ins"][0]["translated"], &manifest["stand_ins"][0]["share"]), (&2.into(), &0.0.into()));
    assert!(desk.read("out/summary.csv").contains("\nseat,mine,translated,100,0.020000,"));
    let page = desk.read("out/report.html");
    assert!(page.contains("Translated from printed text and played as printed: mine 2 of 100 cards."), "no word of it");
    assert!(desk.read("out/inputs/own/translated.toml").contains("name = \"Quick Note\"\n"));
    assert!(desk.fine("deck mine.txt --card-facts cards.json").out.contains("\n  translated  2 of 100 cards\n"));
    // What they were made of is not asked for again.
    std::fs::remove_file(desk.path().join("cards.json")).expect("a file");
    std::fs::remove_file(desk.path().join("mine.txt")).expect("a file");
    desk.fine("replay out 0");
    desk.fine("verify out");
    desk.fine("run --out out --resume --games 8");
    let whole = self::desk("");
    whole.fine(&format!("{run} --games 8 --out out"));
    assert_eq!(desk.files("out"), whole.files("out"));
}

#[test]
fn what_is_not_translated_is_refused_or_stood_in_for() {
    let desk = desk("1 Odd Hat\n1 Plain Stone\n");
    let run = "run small.toml --deck mine.txt --card-facts cards.json --games 4 --out out";
    let ran = desk.run(run);
    let told = "error: cards.json:6:1: `Odd Hat` can't be translated: `Flumox the tallest hat.`: not understood from `Flumox` on\n\
                error: cards.json:8:1: `Plain Stone` can't be translated: the file has no rules text for it\n2 problems in \
                cards.json\nnote: cards.json: 2 of 4 unknown cards translated, 0 not in it\nhelp: ";
    assert!(ran.code == Some(2) && ran.err.starts_with(told), "{}", ran.err);
    assert!(ran.err.contains("`--allow-unknown blank`") && !desk.path().join("out").exists(), "{}", ran.err);
    let ran = desk.fine(&format!("{run} --allow-unknown facts"));
    let row = format!("\n{:<22}{:<20}{:>7}{:>9}{:>8}{:>12}\n", "mine", "mine", "2.0%", 2, 0, 2);
    assert!(ran.out.contains(&row), "{}", ran.out);
    let [translated, stand_ins] =
        ["translated", "stand-ins"].map(|name| desk.read(&format!("out/inputs/own/{name}.toml")));
    assert!(translated.contains("Reef Clerk") && !translated.contains("Odd Hat"), "{translated}");
    assert!(stand_ins.contains("Odd Hat") && !stand_ins.contains("Reef Clerk"), "{stand_ins}");
    desk.write("mine.txt", &desk.read("mine.txt").replace("1 Odd Hat\n1 Plain Stone", "2 Reef Klerk"));
    let unknown = desk.run(run).err;
    assert!(unknown.contains("mine.txt:8:3: unknown card `Reef Klerk`; did you mean `Reef Clerk`?"), "{unknown}");
}

#[test]
fn all_cards_of_a_file_are_counted_and_what_stops_them_is_listed() {
    let desk = desk("");
    let ran = desk.fine("cards import cards.json --out all.toml");
    assert_eq!(
        ran.err,
        "cards.json: 3 of 5 cards are known or translated (60.0%)\nof the 3 most played: 3 (100.0%)\nwrote all.toml\n"
    );
    assert!(
        ran.out.starts_with("catalogued        1   20.0%\ntranslated        2   40.0%\nrefused           2   40.0%\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with("\n      1  `Flumox the tallest hat.`\n      1  the file has no rules text for it\n"),
        "{}",
        ran.out
    );
    desk.fine("cards clerk --cards all.toml");
    desk.write("none.json", "[{\"name\":\"Odd Hat\",\"type_line\":\"Artifact\",\"oracle_text\":\"Flumox it.\"}]");
    let none = desk.fine("cards import none.json --out none.toml");
    assert!(none.err.ends_with("no card is translated, so nothing is written\n"), "{}", none.err);
    assert!(!desk.path().join("none.toml").exists());
    for (text, said) in [
        (&CARDS[..CARDS.len() - 20], "can't be read as cards: EOF while parsing"),
        ("{\"cards\": []}", "found an object without `data`, expected an array of card objects"),
        ("[{\"text\": \"x\"}]", "missing field `name`"),
        ("", "found nothing, expected a table or an array of cards"),
    ] {
        desk.write("bad.json", text);
        let ran = desk.run("cards import bad.json --out bad.toml");
        assert!(ran.code == Some(2) && ran.err.starts_with("error: bad.json") && ran.err.contains(said), "{}", ran.err);
        assert_eq!((ran.err.lines().count(), desk.path().join("bad.toml").exists()), (1, false), "{}", ran.err);
    }
}
