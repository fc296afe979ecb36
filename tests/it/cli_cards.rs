//! Cards on the command line: looked up, counted, held against a deck.

use crate::cli::{DECK, Desk, Ran};

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
    assert!(one.contains("  tags        extra-turn\n  file        builtin:/cards/"), "{one}");
}

#[test]
fn several_cards_are_shown_by_their_names() {
    let desk = Desk::new();
    let ask = |names: &[&str]| Ran::of(&desk.command().arg("cards").args(names).output().expect("it runs"));
    let shown = ask(&["Time Warp", "opt"]);
    let [warp, opt] = ["Time Warp", "Opt"].map(|name| ask(&[name]).out);
    assert_eq!((shown.code, shown.out), (Some(0), format!("{warp}\n{opt}")));
    let refused = ask(&["Time Warp", "Grizly Bears"]);
    let told = "error: unknown card `Grizly Bears`; did you mean `Grizzly Bears`?\n";
    assert_eq!((refused.code, &*refused.err, refused.out), (Some(2), told, warp), "what is known is shown");
    // Words that only one card has are as good as its name.
    let only = ask(&["consecrated", "sphinx", "flying"]);
    assert_eq!((only.code, only.out), (Some(0), ask(&["Consecrated Sphinx"]).out));
}

/// The names in a table of cards.
fn names(csv: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.records().map(|row| row.expect("a row")[0].to_owned()).collect()
}

#[test]
fn searches_narrow_by_tag_primitive_colour_and_type() {
    let desk = Desk::new();
    let found = |line: &str| names(&desk.fine(&format!("cards {line} --format csv")).out);
    let turns = found("--tag extra-turn");
    assert!(turns.contains(&"Time Warp".to_owned()) && turns.contains(&"Final Fortune".to_owned()));
    let blue = found("--tag extra-turn --colour U");
    assert!(blue.contains(&"Time Warp".to_owned()) && !blue.contains(&"Final Fortune".to_owned()));
    assert!(blue.len() < turns.len());
    let artifacts = found("--tag extra-turn --colour C --type artifact");
    assert!(artifacts.contains(&"Time Vault".to_owned()) && artifacts.iter().all(|name| turns.contains(name)));
    let limits = found("--primitive untap-limit");
    assert!(limits.contains(&"Winter Orb".to_owned()) || limits.contains(&"Static Orb".to_owned()), "{limits:?}");
    assert!(found("--type goblin").iter().all(|name| !name.is_empty()));
    assert_eq!(found("--tag extra-turn warp"), ["Time Warp"]);
}

#[test]
fn a_table_for_programs_has_one_row_a_card() {
    let desk = Desk::new();
    let csv = desk.fine("cards --tag extra-turn --format csv").out;
    let header = "name,cost,mana_value,type,size,identity,keywords,tags,primitives,banned,note\n";
    assert!(csv.starts_with(header), "{csv}");
    let walk = csv.lines().find(|line| line.starts_with("Time Walk,")).expect("a row");
    assert_eq!(walk, "Time Walk,{1}{U},2,Sorcery,,U,,extra-turn,extra-turn,true,");
}

#[test]
fn wrong_searches_get_the_nearest_word() {
    let desk = Desk::new();
    let refused = |line: &str| {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        ran.err
    };
    assert_eq!(
        refused("cards --tag extra-trun"),
        "error: --tag: unknown tag `extra-trun`, see --coverage; did you mean `extra-turn`?\n"
    );
    assert_eq!(
        refused("cards --primitive add-fase"),
        "error: --primitive: unknown word `add-fase`, see --coverage; did you mean `add-phase`?\n"
    );
    assert_eq!(refused("cards --colour X"), "error: --colour: found `X`, expected letters of WUBRG, or C for none\n");
    assert_eq!(
        refused("cards --colour bleu"),
        "error: --colour: found `L`, expected letters of WUBRG, or C for none; did you mean `U` for blue?\n"
    );
    assert_eq!(
        refused("cards --type legendary --type gobiln"),
        "error: --type: unknown type `gobiln`, which no card has; did you mean `Goblin`?\n"
    );
    // Where none is near, those that are least far.
    let words = desk.fine("cards --coverage --format csv").out;
    for (line, begins) in [
        ("cards --primitive nosuch", "error: --primitive: unknown word `nosuch`, see --coverage; the nearest are `"),
        ("cards --tag nosuch", "error: --tag: unknown tag `nosuch`, see --coverage; the nearest are `"),
        ("cards --type nosuch", "error: --type: unknown type `nosuch`, which no card has; the nearest are `"),
    ] {
        let told = refused(line);
        let named = told.strip_prefix(begins).unwrap_or_else(|| panic!("{told}"));
        let named: Vec<&str> = named.trim_end().trim_end_matches('`').split("`, `").collect();
        assert_eq!(named.len(), 3, "{told}");
        for word in named {
            let option = line.split(' ').nth(1).expect("an option");
            assert!(
                option == "--type" || words.lines().any(|row| row.split(',').any(|cell| cell == word)),
                "{word}\n{words}"
            );
            desk.fine(&format!("cards {option} {word}"));
        }
    }
    desk.fine("cards --type Legendary --type goblin");
    assert_eq!(refused("cards Tiem Warp"), "error: no card matches `Tiem Warp`; did you mean `Time Warp`?\n");
    assert!(refused("cards --coverage --notes").contains("cannot be used with"));
}

#[test]
fn a_deck_is_held_against_the_catalog() {
    let desk = Desk::new();
    desk.write("mine.txt", &format!("{DECK}1 Tiem Warp\n1 Xyzzy\n"));
    let ran = desk.fine("cards --deck mine.txt");
    assert_eq!(
        ran.out,
        "known      1 Talrand, Sky Summoner\nknown     98 Island\nknown      1 Opt\n\
         unknown    1 Tiem Warp; did you mean `Time Warp`?\nunknown    1 Xyzzy\n"
    );
    assert!(
        ran.err.starts_with("mine.txt: 100 of 102 cards known (98.0%)\nhelp: `--card-facts FILE` plays "),
        "{}",
        ran.err
    );
    let csv = desk.fine("cards --deck mine.txt --format csv").out;
    assert!(
        csv.starts_with("count,name,zone,known_as,nearest\n1,\"Talrand, Sky Summoner\",commander,known,\n"),
        "{csv}"
    );
    assert!(csv.contains("\n1,Tiem Warp,deck,unknown,Time Warp\n"), "{csv}");
}

#[test]
fn coverage_counts_cards_by_tag_and_word() {
    let desk = Desk::new();
    let csv = desk.fine("cards --coverage --format csv").out;
    let count = |row: &str| {
        let line = csv.lines().find(|line| line.starts_with(&format!("{row},"))).unwrap_or_else(|| panic!("{row}"));
        line.rsplit(',').next().and_then(|n| n.parse::<usize>().ok()).expect("a number")
    };
    for row in ["tag,extra-turn", "effect,extra-turn", "trigger,enters", "static,untap-limit", "keyword,flying"] {
        assert!(count(row) > 0, "{row}");
    }
    let listed = names(&desk.fine("cards --primitive extra-turn --format csv").out).len();
    assert_eq!(count("effect,extra-turn"), listed);
}

#[test]
fn simplifications_are_told() {
    let desk = Desk::new();
    let known = desk.fine("cards --notes").out;
    assert!(known.starts_with("Vorinclex, Voice of Hunger: "), "{known}");
    let card = "[[card]]\nname = \"Half a Bear\"\ncost = \"{G}\"\ntype = \"Creature - Bear\"\npt = \"1/1\"\n\
                note = \"its second ability is left out\"\n";
    desk.write("mine.toml", card);
    let told = desk.fine("cards --notes --cards mine.toml").out;
    assert_eq!(told.strip_prefix(&known), Some("Half a Bear: its second ability is left out\n"));
    let shown = desk.fine("cards half a bear --cards mine.toml").out;
    assert!(shown.contains("\n  note        its second ability is left out\n  file        mine.toml\n"), "{shown}");
}

#[test]
fn fewer_cards_than_none_are_not_drawn() {
    let desk = Desk::new();
    let card = "[[card]]\nname = \"Odd Lesson\"\ncost = \"{U}\"\ntype = \"Sorcery\"\nspell = { draw = { count = ";
    desk.write("own.toml", &format!("{card}-1 }} }}\n"));
    let ran = desk.run("cards Odd Lesson --cards own.toml");
    assert!(
        ran.err.starts_with("error: own.toml:5:") && ran.err.contains("found -1, expected a number from 0"),
        "{}",
        ran.err
    );
    assert_eq!(ran.code, Some(2));
    desk.write("own.toml", &format!("{card}2 }} }}\n"));
    desk.fine("cards Odd Lesson --cards own.toml");
}
