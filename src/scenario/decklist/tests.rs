use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> DeckList {
    DeckList::parse(&Source::new("deck.txt", text)).expect("a readable list")
}

fn cards(list: &DeckList) -> Vec<(Zone, u16, &str)> {
    list.entries.iter().map(|e| (e.zone, e.count, e.name.as_str())).collect()
}

fn one(line: &str) -> (Zone, u16, String) {
    let list = parse(line);
    assert_eq!(list.entries.len(), 1, "{line}");
    let entry = &list.entries[0];
    (entry.zone, entry.count, entry.name.clone())
}

fn complaint(text: &str) -> String {
    DeckList::parse(&Source::new("deck.txt", text)).expect_err("a complaint").to_string()
}

#[test]
fn every_site_s_line_gives_count_and_name() {
    let main = |count, name: &str| (Zone::Main, count, name.to_owned());
    for (line, expected) in [
        ("1 Sol Ring", main(1, "Sol Ring")),
        ("Sol Ring", main(1, "Sol Ring")),
        ("4x  Island", main(4, "Island")),
        ("8 Swamp (M21) 311", main(8, "Swamp")),
        ("36 Forest (UNF) 235 *F*", main(36, "Forest")),
        ("1 Fire/Ice", main(1, "Fire/Ice")),
        ("1 Fire // Ice (APC) 128", main(1, "Fire // Ice")),
        ("1x Cultivate (m21) 177 [Ramp] ^Test,#2ccce4^", main(1, "Cultivate")),
        ("1 Opt <042> [XLN] (F)", main(1, "Opt")),
        ("* 1 Sol Ring $1.50", main(1, "Sol Ring")),
        ("1 Sol Ring #ramp #rock", main(1, "Sol Ring")),
        ("1 Arcane Signet+|FIC|3", main(1, "Arcane Signet")),
        ("1 Karn, the Great Creator (PLST) IFIYW-10", main(1, "Karn, the Great Creator")),
        ("1996 World Champion", main(1, "1996 World Champion")),
        ("1 Erase (Not the Urza's Legacy One)", main(1, "Erase (Not the Urza's Legacy One)")),
        ("1 Circle of Protection: Red", main(1, "Circle of Protection: Red")),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
}

#[test]
fn marks_and_prefixes_give_the_zone() {
    for (line, zone) in [
        ("1 Arahbo, Roar of the World (C17) 27 *CMDR*", Zone::Commander),
        ("1x Sephiroth, Fabled SOLDIER // Sephiroth, One-Winged Angel (fin) 382 *F* [Commander{top}]", Zone::Commander),
        ("1 Opt [Maybeboard{noDeck}{noPrice},Instant]", Zone::Maybeboard),
        ("1 Opt [Sideboard]", Zone::Sideboard),
        ("1 Opt [Ramp,Commander]", Zone::Main),
        ("SB: 3 Opt", Zone::Sideboard),
        ("CM: 1 Talrand, Sky Summoner", Zone::Commander),
    ] {
        assert_eq!(one(line).0, zone, "{line}");
    }
}

#[test]
fn sections_of_arena_moxfield_tappedout_and_forge_are_known() {
    let arena = "About\nName Big Turns\n\nCommander\n1 Talrand, Sky Summoner (M13) 72\n\nDeck\n8 Island (M21) 311\n\nSideboard\n1 Opt\n";
    let list = parse(arena);
    assert_eq!(list.name.as_deref(), Some("Big Turns"));
    let expected =
        [(Zone::Commander, 1, "Talrand, Sky Summoner"), (Zone::Main, 8, "Island"), (Zone::Sideboard, 1, "Opt")];
    assert_eq!(cards(&list), expected);
    for text in [
        "#!Commander\n1 Talrand, Sky Summoner\n\n**Lands (8)**\n* 8 Island\n\nSIDEBOARD:\n1 Opt",
        "[metadata]\nName=Big Turns\n[Commander]\n1 Talrand, Sky Summoner|M13|1\n[Main]\n8 Island|M21|2\n[Sideboard]\n1 Opt",
        "// Commander\n1 Talrand, Sky Summoner\n\n8 Island\n# a remark\n// Sideboard\n1 Opt",
    ] {
        assert_eq!(cards(&parse(text)), expected, "{text}");
    }
}

#[test]
fn blank_lines_number_the_groups_and_end_the_commander_section() {
    let list = parse("\u{feff}1 Opt\r\n\r\n\r\n1 Island\r\n");
    assert_eq!(list.entries.iter().map(|e| e.group).collect::<Vec<_>>(), [0, 1]);
    assert!(!list.sectioned);
    let list = parse("Commander\n\n1 Talrand, Sky Summoner\n\n1 Opt\n");
    assert_eq!(cards(&list), [(Zone::Commander, 1, "Talrand, Sky Summoner"), (Zone::Main, 1, "Opt")]);
}

#[test]
fn spans_point_at_the_name() {
    let source = Source::new("deck.txt", "Deck\n  SB: 3x Opt (XLN) 1\n");
    let list = DeckList::parse(&source).expect("a readable list");
    assert_eq!(&source.text[list.entries[0].span.clone()], "Opt");
    assert_eq!(source.position(list.entries[0].span.start), (2, 10));
}

#[test]
fn every_bad_line_is_reported_at_once() {
    assert_eq!(
        complaint("0 Island\n1 Opt\n  000x Opt\n3\n"),
        "deck.txt:1:1: found a count of 0, expected 1 to 999\n\
         deck.txt:3:3: found a count of 000, expected 1 to 999\n\
         deck.txt:4:1: found `3`, expected a count and a card's name such as `1 Sol Ring`"
    );
}

#[test]
fn files_of_other_kinds_are_refused() {
    assert_eq!(
        complaint("<?xml version=\"1.0\"?>"),
        "deck.txt:1:1: found XML (an MTGO .dek or Cockatrice .cod file?), expected a deck list as text"
    );
    assert_eq!(complaint("\u{feff} {\"main\": []}"), "deck.txt:1:1: found JSON, expected a deck list as text");
    assert_eq!(complaint("# nothing\n\nDeck\n"), "deck.txt: found no cards, expected lines such as `1 Sol Ring`");
}

#[test]
fn printing_gives_sections_in_a_fixed_order() {
    let list = parse("// Name: Big Turns\n1 Opt (XLN) 1\n1 Talrand, Sky Summoner *CMDR*\nSB: 2 Island\n");
    let printed = "About\nName Big Turns\n\nCommander\n1 Talrand, Sky Summoner\n\nDeck\n1 Opt\n\nSideboard\n2 Island\n";
    assert_eq!(list.to_string(), printed);
}

/// Entries by zone, as a printed list has them.
fn by_zone(list: &DeckList) -> Vec<(Zone, u16, String)> {
    let mut entries: Vec<_> = list.entries.iter().map(|e| (e.zone, e.count, e.name.clone())).collect();
    entries.sort_by_key(|(zone, _, _)| *zone);
    entries
}

proptest! {
    #[test]
    fn whatever_can_be_read_survives_printing(text in "(([0-9]{0,3}x? |SB: |\\* )?[A-Za-z',/ 0-9]{0,14}( \\([a-z0-9]{3}\\) [0-9]{1,3}| \\*CMDR\\*| \\[[A-Za-z]{4}\\]| \\*F\\*)?\r?\n){0,8}") {
        if let Ok(list) = DeckList::parse(&Source::new("deck.txt", text)) {
            let printed = list.to_string();
            let again = parse(&printed);
            prop_assert_eq!(by_zone(&again), by_zone(&list));
            prop_assert_eq!(again.to_string(), printed);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,200}") {
        let source = Source::new("deck.txt", text);
        if let Ok(list) = DeckList::parse(&source) {
            for entry in &list.entries {
                prop_assert!(source.text.get(entry.span.clone()).is_some());
                prop_assert!((1..=999).contains(&entry.count));
            }
        }
    }
}
