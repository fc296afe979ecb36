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
        ("Circle of Protection: Red", main(1, "Circle of Protection: Red")),
        ("4 x Island", main(4, "Island")),
        ("x4 Island", main(4, "Island")),
        ("Island x4", main(4, "Island")),
        ("4× Island", main(4, "Island")),
        ("1 X", main(1, "X")),
        ("1\u{a0}Sol\u{200b} Ring\u{feff}", main(1, "Sol Ring")),
        ("\t1\tSol Ring", main(1, "Sol Ring")),
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
fn text_behind_marks_is_not_dropped() {
    for (line, stray, at) in [
        ("1 Talrand, Sky Summoner *CMDR* 1 Sol Ring", "1 Sol Ring", 32),
        ("1 Opt (XLN) 65 1 Sol Ring", "1 Sol Ring", 16),
        ("1 Opt (XLN) 1 Sol Ring", "Sol Ring", 15),
        ("1 Opt [Draw]  Sol Ring *F*", "Sol Ring *F*", 15),
    ] {
        let name = if line.contains("Opt") { "Opt" } else { "Talrand, Sky Summoner" };
        let told =
            format!("deck.txt:1:{at}: found `{stray}` behind the marks of `{name}`, expected the end of the line");
        assert_eq!(complaint(line), told);
    }
    for line in [
        "1 Opt (XLN) 65 *F* [Draw, Blue{top}] ^Have it,#37d67a^ #a tag #another one",
        "1x Opt [XLN] 65 (F) $1.50 !Commander",
        "1 Opt (PLST) XLN-65 foil // a remark",
        "1 Opt|XLN|3 of some",
    ] {
        assert_eq!(one(line).2, "Opt", "{line}");
    }
}

#[test]
fn files_of_other_kinds_are_refused() {
    assert_eq!(
        complaint("<?xml version=\"1.0\"?>\n<decks/>"),
        "deck.txt:2:1: found <decks>, expected <Deck> (MTGO) or <cockatrice_deck> (Cockatrice); did you mean `Deck`?"
    );
    assert_eq!(
        complaint("\u{feff}\n {\"main\": []}"),
        "deck.txt:2:2: found JSON that is no deck, expected `boards` or `mainboard` (Moxfield), `cards` (Archidekt) or \
         `mainBoard` (MTGJSON)"
    );
    assert_eq!(complaint("# nothing\n\nDeck\n"), "deck.txt: found no cards, expected lines such as `1 Sol Ring`");
}

#[test]
fn lists_without_an_end_and_names_without_letters_are_refused() {
    let long = "1 Opt\n".repeat(10_001);
    assert_eq!(complaint(&long), "deck.txt: found 10001 lines, expected at most 10000");
    assert_eq!(complaint(&"0 Opt\n".repeat(10_001)), "deck.txt: found 10001 lines, expected at most 10000");
    assert_eq!(complaint("1 Opt\u{1b}[2J\n"), "deck.txt:1:3: found the control character `\\u{1b}` in a name");
    let json = "{\"mainboard\": {\"a\": {\"quantity\": 1, \"card\": {\"name\": \"O\\u0007pt\"}}}}";
    assert!(complaint(json).ends_with("found the control character `\\u{7}` in a name"), "{}", complaint(json));
}

#[test]
fn a_number_that_could_stand_nowhere_is_none() {
    let number = |number: &str| {
        let card = serde_json::json!({ "name": "Opt", "count": 1, "setCode": "XLN", "number": number });
        let list = parse(&serde_json::json!({ "data": { "mainBoard": [card] } }).to_string());
        list.entries[0].printing.number.clone()
    };
    for kept in ["65", "65a", "245★", "A-12", "T1+2/3", "12†"] {
        assert_eq!(number(kept).as_deref(), Some(kept));
    }
    for none in ["", "65\n1 Black Lotus", "65]", "6(5)", "6|5", "<65", "65\u{6}", "6\u{200b}5", "*F*"] {
        assert_eq!(number(none), None, "{none:?}");
    }
    let list = parse("98 Island (M13) 234landsd]\n1 Opt (XLN) 65\u{6}a\n");
    for format in written() {
        assert_eq!(parse(&print(&list, format)).entries.len(), 2, "{format}");
    }
}

#[test]
fn what_xml_can_t_have_is_left_out_of_it() {
    let text = print(&parse("Name: a\u{6}b & c\u{ffff}\n1 Opt\n"), ListFormat::Cockatrice);
    assert_eq!(parse(&text).name.as_deref(), Some("ab & c"), "{text}");
}

#[test]
fn lists_tell_what_is_a_land() {
    let lands = |text: &str| -> Vec<String> {
        parse(text).entries.iter().filter(|entry| entry.hints.land).map(|entry| entry.name.clone()).collect()
    };
    assert_eq!(lands("1 A\n\nLands (2)\n1 B\n1 C\n\n1 D\n"), ["B", "C"]);
    assert_eq!(lands("// Utility Lands\n1 A\n// Land Destruction\n1 B\n"), ["A"]);
    assert_eq!(lands("1x A (xln) 1 [Land]\n1x B (xln) 2 [Draw,Land]\n1x C [Lands{noPrice}]\n"), ["A", "C"]);
    let moxfield = r#"{"mainboard": {"a": {"card": {"name": "A", "type_line": "Legendary Land"}},
        "b": {"card": {"name": "B", "type_line": "Sorcery // Land"}}}}"#;
    assert_eq!(lands(moxfield), ["A"]);
    let archidekt = r#"{"cards": [{"card": {"oracleCard": {"name": "A", "types": ["Land"]}}}]}"#;
    assert_eq!(lands(archidekt), ["A"]);
    assert_eq!(lands(r#"{"mainBoard": [{"name": "A", "types": ["Artifact", "Land"]}]}"#), ["A"]);
}

#[test]
fn printing_gives_sections_in_a_fixed_order() {
    let list = parse("// Name: Big Turns\n1 Opt (XLN) 1\n1 Talrand, Sky Summoner *CMDR*\nSB: 2 Island\n");
    let printed = "About\nName Big Turns\n\nCommander\n1 Talrand, Sky Summoner\n\nDeck\n1 Opt\n\nSideboard\n2 Island\n";
    assert_eq!(list.to_string(), printed);
}

/// The formats that are only read.
const READ: [ListFormat; 4] =
    [ListFormat::MoxfieldJson, ListFormat::ArchidektJson, ListFormat::MtgJson, ListFormat::Table];

/// Every format a list can be written in.
fn written() -> impl Iterator<Item = ListFormat> {
    ListFormat::ALL.into_iter().filter(|format| !READ.contains(format))
}

fn print(list: &DeckList, format: ListFormat) -> String {
    list.print(format).expect("a format that can be written").text
}

/// What a format keeps of a list: its lines by zone, as they are written; those of the side are one zone where commanders
/// have no other.
fn kept(list: &DeckList, format: ListFormat) -> Vec<(Zone, String, Printing, u32)> {
    let aside = matches!(format, ListFormat::Mtgo | ListFormat::Dek | ListFormat::XMage | ListFormat::Cockatrice);
    let left_out: Vec<Zone> =
        list.print(format).expect("it is written").left_out.iter().map(|(zone, _)| *zone).collect();
    let mut kept: std::collections::BTreeMap<_, u32> = Default::default();
    for entry in list.entries.iter().filter(|e| !left_out.contains(&e.zone)) {
        let zone = if aside && entry.zone != Zone::Main { Zone::Sideboard } else { entry.zone };
        let Printing { mut set, mut number, mut foil } = entry.printing.clone();
        if set.is_none() || matches!(format, ListFormat::Plain | ListFormat::Mtgo | ListFormat::Dek | ListFormat::Forge)
        {
            number = None;
        }
        if matches!(format, ListFormat::Plain | ListFormat::Mtgo | ListFormat::Dek) {
            set = None;
        }
        foil &= matches!(format, ListFormat::Moxfield | ListFormat::Archidekt | ListFormat::Forge);
        let name = entry.name.replace(" // ", "/");
        *kept.entry((zone, name, set, number, foil)).or_default() += u32::from(entry.count);
    }
    let line = |((zone, name, set, number, foil), count)| (zone, name, Printing { set, number, foil }, count);
    kept.into_iter().map(line).collect()
}

/// What the text of a format says, its last group being its side where nothing else marks one.
fn read_back(text: &str, format: ListFormat) -> DeckList {
    let mut list = parse(text);
    if format == ListFormat::Mtgo {
        list.entries.iter_mut().filter(|e| e.group > 0).for_each(|e| e.zone = Zone::Sideboard);
    }
    list
}

/// One list with every trap, as each format writes it.
const TRAPS: [(ListFormat, &str); 9] = [
    (
        ListFormat::Plain,
        "About\nName Traps & Co\n\nCommander\n1 Éomer, Marshal of Rohan\n\nDeck\n3 Fire // Ice\n12 Forest\n\nSideboard\n1 Opt\n\nMaybeboard\n2 Shock\n",
    ),
    (
        ListFormat::Arena,
        "About\nName Traps & Co\n\nCommander\n1 Éomer, Marshal of Rohan (LTR) 120a\n\nDeck\n3 Fire // Ice (APC) 128\n12 Forest\n\nSideboard\n1 Opt (PLST) XLN-65\n",
    ),
    (ListFormat::Mtgo, "3 Fire/Ice\n12 Forest\n\n1 Éomer, Marshal of Rohan\n"),
    (
        ListFormat::Dek,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n  <PreconstructedDeckID>0</PreconstructedDeckID>\n  <Cards CatID=\"0\" Quantity=\"3\" Sideboard=\"false\" Name=\"Fire/Ice\" Annotation=\"0\" />\n  <Cards CatID=\"0\" Quantity=\"12\" Sideboard=\"false\" Name=\"Forest\" Annotation=\"0\" />\n  <Cards CatID=\"0\" Quantity=\"1\" Sideboard=\"true\" Name=\"Éomer, Marshal of Rohan\" Annotation=\"0\" />\n</Deck>\n",
    ),
    (
        ListFormat::Moxfield,
        "1 Éomer, Marshal of Rohan (LTR) 120a *CMDR*\n3 Fire // Ice (APC) 128 *F*\n12 Forest\n\nSIDEBOARD:\n1 Opt (PLST) XLN-65\n",
    ),
    (
        ListFormat::Archidekt,
        "1x Éomer, Marshal of Rohan (ltr) 120a [Commander{top}]\n3x Fire // Ice (apc) 128 *F*\n12x Forest\n1x Opt (plst) XLN-65 [Sideboard]\n2x Shock [Maybeboard{noDeck}{noPrice}]\n",
    ),
    (
        ListFormat::Forge,
        "[metadata]\nName=Traps & Co\n[Commander]\n1 Éomer, Marshal of Rohan|LTR\n[Main]\n3 Fire // Ice+|APC\n12 Forest\n[Sideboard]\n1 Opt|PLST\n",
    ),
    (
        ListFormat::XMage,
        "NAME:Traps & Co\n3 [APC:128] Fire // Ice\n12 [UNK:0] Forest\nSB: 1 [LTR:120a] Éomer, Marshal of Rohan\n",
    ),
    (
        ListFormat::Cockatrice,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n    <deckname>Traps &amp; Co</deckname>\n    <bannerCard>Éomer, Marshal of Rohan</bannerCard>\n    <zone name=\"main\">\n        <card number=\"3\" name=\"Fire // Ice\" setShortName=\"APC\" collectorNumber=\"128\"/>\n        <card number=\"12\" name=\"Forest\"/>\n    </zone>\n    <zone name=\"side\">\n        <card number=\"1\" name=\"Éomer, Marshal of Rohan\" setShortName=\"LTR\" collectorNumber=\"120a\"/>\n    </zone>\n</cockatrice_deck>\n",
    ),
];

#[test]
fn every_format_writes_the_traps_and_reads_them_again() {
    let list = parse(
        "\u{feff}// Name: Traps & Co\r\n1x Éomer, Marshal of Rohan (ltr) 120a [Commander{top}]\r\n# a remark\r\n2 Fire//Ice (APC) 128 *F*\r\n\
         1 Fire // Ice (APC) 128 *F*\r\n12x Forest ^Have,#37d67a^\r\nSB: 1 Opt (PLST) XLN-65\r\n2 Shock [Maybeboard{noDeck},Burn] #burn\r\n",
    );
    let entries = list.entries.iter().map(|e| Entry { name: e.name.replace("Fire//Ice", "Fire // Ice"), ..e.clone() });
    let list = DeckList { entries: entries.collect(), ..list };
    for (format, text) in TRAPS {
        assert_eq!(print(&list, format), text, "{format}");
        let again = read_back(text, format);
        assert_eq!(kept(&again, format), kept(&list, format), "{format}");
        assert_eq!(again.format, format, "{text}");
    }
    assert_eq!(TRAPS.map(|(format, _)| format).to_vec(), written().collect::<Vec<_>>());
    let left_out = |format| list.print(format).expect("it is written").left_out;
    assert_eq!(left_out(ListFormat::Plain), []);
    assert_eq!(left_out(ListFormat::XMage), [(Zone::Sideboard, 1), (Zone::Maybeboard, 2)]);
    assert_eq!(left_out(ListFormat::Dek), [(Zone::Sideboard, 1), (Zone::Maybeboard, 2)]);
    assert!(READ.iter().all(|format| list.print(*format).is_none()));
}

#[test]
fn crlf_and_a_byte_order_mark_change_nothing_in_any_format() {
    for (format, text) in TRAPS {
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let (one, two) = (parse(text), parse(&other));
        assert_eq!(kept(&one, format), kept(&two, format), "{format}");
        assert_eq!((one.name, one.format), (two.name, two.format), "{format}");
        for (a, b) in one.entries.iter().zip(&two.entries) {
            assert_eq!(text[a.span.clone()], other[b.span.clone()], "{format}: spans point at the same name");
        }
    }
}

#[test]
fn what_a_list_calls_itself_is_one_line() {
    let text = "<cockatrice_deck>\n<deckname>Big\n1 Shock\u{85}Turns</deckname>\n<zone name=\"main\">\n<card number=\"3\" name=\"Opt\"/>\n</zone>\n</cockatrice_deck>\n";
    let list = parse(text);
    assert_eq!(list.name.as_deref(), Some("Big 1 Shock Turns"));
    let printed = list.print(ListFormat::XMage).expect("a format that is written").text;
    assert_eq!(parse(&printed).entries.len(), 1, "{printed}");
}

#[test]
fn formats_are_told_apart_by_their_lines() {
    for (format, text) in [
        (ListFormat::Plain, "1 Sol Ring\n"),
        (ListFormat::Plain, "Sol Ring\nOpt\n"),
        (ListFormat::Plain, "1 Opt\n\n1 Shock\n\n1 Island\n"),
        (ListFormat::Arena, "Deck\n8 Swamp (M21) 311\n"),
        (ListFormat::Mtgo, "60 Island\n\n4 Opt\n"),
        (ListFormat::Moxfield, "1 Arahbo, Roar of the World (C17) 27 *CMDR*\n"),
        (ListFormat::Moxfield, "36 Forest (UNF) 235\n"),
        (ListFormat::Moxfield, "1 Opt\n\nSIDEBOARD:\n1 Shock\n"),
        (ListFormat::Archidekt, "1x Cultivate (m21) 177 [Ramp] ^Test,#2ccce4^\n"),
        (ListFormat::Archidekt, "1x Opt (xln) 65\n"),
        (ListFormat::Forge, "[metadata]\nName=A\n[Main]\n1 Opt\n"),
        (ListFormat::Forge, "1 Arcane Signet+|FIC|3\n"),
        (ListFormat::XMage, "NAME:A\n1 [C15:31] Warchief Giant\nLAYOUT MAIN:(1,1)(NONE,false,50)|([C15:31])\n"),
        (ListFormat::XMage, "SB: 1 [C15:45] Kalemne, Disciple of Iroas\n"),
        (ListFormat::Dek, "<Deck><Cards CatID=\"1\" Quantity=\"1\" Name=\"Opt\"/></Deck>"),
        (
            ListFormat::Cockatrice,
            "<cockatrice_deck><zone name=\"main\"><card number=\"1\" name=\"Opt\"/></zone></cockatrice_deck>",
        ),
    ] {
        assert_eq!(parse(text).format, format, "{text}");
    }
}

#[test]
fn printings_are_read_from_every_mark() {
    let printed = |line: &str| {
        let Printing { set, number, foil } = parse(line).entries[0].printing.clone();
        format!("{} {} {foil}", set.unwrap_or_default(), number.unwrap_or_default())
    };
    assert_eq!(printed("1 Karn (PLST) IFIYW-10 *F*"), "PLST IFIYW-10 true");
    assert_eq!(printed("1 Opt (xln) 245★ *E* [Draw]"), "XLN 245★ true");
    assert_eq!(printed("1 Opt <042> [XLN] (F)"), "XLN 042 true");
    assert_eq!(printed("1 Opt (XLN)"), "XLN  false");
    assert_eq!(printed("1 Opt (XLN) *F*"), "XLN  true", "a mark is no number");
    assert_eq!(printed("1 Opt [Ramp]"), "  false", "a category is no set");
    assert_eq!(printed("1 Opt+|XLN|2"), "XLN  true", "Forge counts pictures");
    assert_eq!(printed("SB: 1 [C15:31] Opt"), "C15 31 false");
}

#[test]
fn xml_is_read_with_its_places() {
    let dek = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n\
               <NetDeckID>0</NetDeckID>\n\
               <Cards CatID=\"1\" Quantity=\"98\" Sideboard=\"false\" Name=\"Island\" Annotation=\"0\" />\n\
               <Cards CatID=\"2\" Quantity=\"1\" Sideboard=\"true\" Name=\"Talrand, Sky Summoner\" Annotation=\"0\" />\n</Deck>";
    let list = parse(dek);
    assert_eq!(cards(&list), [(Zone::Main, 98, "Island"), (Zone::Sideboard, 1, "Talrand, Sky Summoner")]);
    assert_eq!(&dek[list.entries[1].span.clone()], "Talrand, Sky Summoner");
    let bad = "<Deck>\n<Cards Quantity=\"0\" Name=\"Opt\"/>\n<Cards Quantity=\"1\"/>\n<Cards Quantity=\"1\" Sideboard=\"no\" Name=\"Opt\"/>\n</Deck>";
    assert_eq!(
        complaint(bad),
        "deck.txt:2:18: `Quantity`: found `0`, expected 1 to 999\n\
         deck.txt:3:1: found a card without a name, expected `Name`\n\
         deck.txt:4:32: `Sideboard`: found `no`, expected `true` or `false`"
    );
    assert_eq!(
        complaint("<cockatrice_deck>\n<zone name=\"sied\"/></cockatrice_deck>"),
        "deck.txt:2:13: `zone`: found `sied`, expected `main`, `side` or `tokens`; did you mean `side`?"
    );
    let bomb =
        "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><Deck><Cards Quantity=\"1\" Name=\"&b;\"/></Deck>";
    let refused = "deck.txt:1:1: found a document type, expected a deck list, which has none";
    assert_eq!(complaint(bomb), refused, "entities of one's own are refused");
    assert_eq!(
        complaint("<Deck>\n</Deck>"),
        "deck.txt: found no cards, expected elements such as `<Cards Quantity=\"1\" Name=\"Sol Ring\"/>`"
    );
}

#[test]
fn everything_wrong_with_an_element_is_told() {
    assert_eq!(
        complaint("<Deck><Cards Quantity=\"0\" Sideboard=\"no\"/>\n<Card Quantity=\"1\" Name=\"Opt\"/></Deck>"),
        "deck.txt:1:7: found a card without a name, expected `Name`\n\
         deck.txt:1:24: `Quantity`: found `0`, expected 1 to 999\n\
         deck.txt:1:38: `Sideboard`: found `no`, expected `true` or `false`\n\
         deck.txt:2:1: found <Card>, expected <Cards>"
    );
    assert_eq!(
        complaint(
            "<cockatrice_deck>\n<zone name=\"sied\"><card number=\"x\" name=\"Opt\"/></zone>\n<zoen/>\n\
             <zone name=\"main\"><cards name=\"Opt\"/></zone></cockatrice_deck>"
        ),
        "deck.txt:2:13: `zone`: found `sied`, expected `main`, `side` or `tokens`; did you mean `side`?\n\
         deck.txt:2:33: `number`: found `x`, expected 1 to 999\n\
         deck.txt:3:1: found <zoen>, expected <zone>\n\
         deck.txt:4:19: found <cards>, expected <card>"
    );
}

#[test]
fn torn_xml_is_told_with_its_place_and_with_all_other_faults() {
    for (text, told) in [
        ("<Deck>\n<Cards</Deck>", "deck.txt:2:7: found the end of <Cards>, expected `>`"),
        ("\u{feff}<Deck>\n<Cards Name=\"Opt\"/>\n", "deck.txt:2:20: found the end of the file, expected `</Deck>`"),
        (
            "<Deck>\r\n  <Cards Name=\"É\" Quantity=1 />\r\n</Deck>",
            "deck.txt:2:28: found something that is no XML: expected a quote not '1'",
        ),
        ("<Deck>\n<Cards Name=\"Opt\">\n</Deck>", "deck.txt:2:18: found `>`, expected `/>` or `</Cards>`"),
        (
            "<Deck>\n<Cards Name=\"Opt\"/>\n</Dekc>",
            "deck.txt:3:1: found something that is no XML: expected 'Deck' tag, not 'Dekc'",
        ),
        (
            "<Deck>\n<Cards Name=\"Fire & Ice\"/>\n</Deck>",
            "deck.txt:2:19: found something that is no XML: malformed entity reference",
        ),
        ("<?xml version=\"1.0\"?>\n", "deck.txt:1:22: found the end of the file, expected <Deck>"),
        (
            "<html>\n<br>\n</html>",
            "deck.txt:1:1: found <html>, expected <Deck> (MTGO) or <cockatrice_deck> (Cockatrice)",
        ),
    ] {
        assert_eq!(complaint(text), told, "{text}");
    }
    assert_eq!(
        complaint(
            "<Deck>\n<!-- <Cards Quantity=\"0\"/> -->\n<Cards Quantity=\"0\" Name=\"Opt\"/>\n<Cards Quantity=\"1\" Name=\"Opt/>\n\
             <Cards Quantity=\"1\"/>\n<Cards Quantity=\"1\" Name=\"Opt\"></Cards>\n<Cards Quantity=\"2\" Name=\"Opt\">\n"
        ),
        "deck.txt:3:18: `Quantity`: found `0`, expected 1 to 999\n\
         deck.txt:4:32: found the end of <Cards>, expected `>`\n\
         deck.txt:5:1: found a card without a name, expected `Name`\n\
         deck.txt:7:31: found `>`, expected `/>` or `</Cards>`\n\
         deck.txt:7:32: found the end of the file, expected `</Deck>`"
    );
    assert_eq!(
        complaint(
            "<cockatrice_deck>\n<deckname>A > B</deckname>\n<zone name=\"mian\">\n<card number=\"y\" name=\"Opt\"/>\n<card name=\"Opt\"\n</zone>\n"
        ),
        "deck.txt:3:13: `zone`: found `mian`, expected `main`, `side` or `tokens`; did you mean `main`?\n\
         deck.txt:4:15: `number`: found `y`, expected 1 to 999\n\
         deck.txt:5:17: found the end of <card>, expected `>`\n\
         deck.txt:6:8: found the end of the file, expected `</cockatrice_deck>`"
    );
}

/// One deck as each site answers with it: 98 Islands, a foil Fire // Ice, a commander, a sideboard, cards under consideration.
fn answers() -> [(ListFormat, serde_json::Value); 4] {
    let fire = "Fire // Ice";
    let card =
        |name: &str, set: &str, cn: &str| serde_json::json!({"name": name, "set": set, "cn": cn, "type_line": "x"});
    let boards = serde_json::json!({
        "mainboard": {
            "Island": {"quantity": 98, "boardType": "mainboard", "isFoil": false, "card": card("Island", "m13", "230")},
            "Zzz": {"quantity": 1, "finish": "foil", "card": card(fire, "apc", "128")}},
        "commanders": {"Talrand": {"quantity": 1, "card": card("Talrand,  Sky Summoner", "m13", "72")}},
        "sideboard": {"Opt": {"quantity": 2, "card": card("Opt", "xln", "65★")}},
        "maybeboard": {"Éomer": {"quantity": 1, "card": card("Éomer \"Big\"", "ltr", "120a")}},
    });
    let newer: serde_json::Map<_, _> = boards
        .as_object()
        .expect("an object")
        .iter()
        .map(|(name, cards)| {
            (name.clone(), serde_json::json!({"count": cards.as_object().map_or(0, |c| c.len()), "cards": cards}))
        })
        .chain([("signatureSpells".to_owned(), serde_json::json!({"count": 0, "cards": {}}))])
        .collect();
    let mut older = boards.clone();
    older["name"] = "Big Turns".into();
    older["tokens"] = serde_json::json!([{"name": "Drake"}]);
    let of = |name: &str, set: &str, number: &str, categories: &[&str], count: u16, modifier: &str| {
        serde_json::json!({"quantity": count, "modifier": modifier, "categories": categories, "card": {
            "collectorNumber": number, "edition": {"editioncode": set}, "oracleCard": {"name": name}}})
    };
    let list = |name: &str, set: &str, number: &str, count: u16, foil: bool| serde_json::json!({"count": count, "name": name, "setCode": set, "number": number, "isFoil": foil});
    [
        (ListFormat::MoxfieldJson, serde_json::json!({"name": "Big Turns", "boards": newer})),
        (ListFormat::MoxfieldJson, older),
        (
            ListFormat::ArchidektJson,
            serde_json::json!({"name": "Big Turns", "cards": [
            of("Island", "m13", "230", &["Land"], 98, "Normal"), of(fire, "apc", "128", &[], 1, "Foil"),
            of("Talrand, Sky Summoner", "m13", "72", &["Commander"], 1, "Normal"),
            of("Opt", "xln", "65★", &["Sideboard", "Draw"], 2, "Normal"),
            of("Éomer \"Big\"", "ltr", "120a", &["Later", "Creature"], 1, "Normal")],
            "categories": [{"name": "Later", "includedInDeck": false}, {"name": "Land", "includedInDeck": true}]}),
        ),
        (
            ListFormat::MtgJson,
            serde_json::json!({"meta": {"date": "2026-01-01"}, "data": {"name": "Big Turns", "commander": [
            list("Talrand, Sky Summoner", "M13", "72", 1, false)], "mainBoard": [list("Island", "M13", "230", 98, false),
            list(fire, "APC", "128", 1, true)], "sideBoard": [list("Opt", "XLN", "65★", 2, false)], "planes": []}}),
        ),
    ]
}

#[test]
fn the_json_of_sites_is_read_with_its_places() {
    for (format, deck) in answers() {
        for text in [deck.to_string(), format!("\u{feff}{deck:#}").replace('\n', "\r\n")] {
            let list = parse(&text);
            assert_eq!((list.format, list.name.as_deref()), (format, Some("Big Turns")), "{text}");
            let line = |e: &Entry| {
                let Printing { set, number, foil } = e.printing.clone();
                format!(
                    "{:?} {} {} {} {}{}",
                    e.zone,
                    e.count,
                    e.name,
                    set.unwrap(),
                    number.unwrap(),
                    if foil { " foil" } else { "" }
                )
            };
            let mut lines: Vec<String> = list.entries.iter().map(line).collect();
            lines.sort();
            let expected = [
                "Commander 1 Talrand, Sky Summoner M13 72",
                "Main 1 Fire // Ice APC 128 foil",
                "Main 98 Island M13 230",
                "Maybeboard 1 Éomer \"Big\" LTR 120a",
                "Sideboard 2 Opt XLN 65★",
            ];
            let expected: Vec<&str> =
                expected.into_iter().filter(|l| format != ListFormat::MtgJson || !l.starts_with("Maybe")).collect();
            assert_eq!(lines, expected, "{text}");
            assert!(list.entries.is_sorted_by_key(|e| e.span.start), "in the order of the file");
            for entry in &list.entries {
                let written = text[entry.span.clone()].replace("\\\"", "\"").replace("  ", " ");
                assert_eq!(written, entry.name, "the span points at the name");
            }
        }
    }
}

#[test]
fn all_faults_of_json_are_told_with_their_places() {
    assert_eq!(
        complaint(
            "{\"mainboard\": {\n \"Opt\": {\"quantity\": 0, \"card\": {\"name\": \"Opt\"}},\n \"A\": {\"quantity\": 1, \"card\": {}},\n \
             \"B\": {\"quantity\": \"1\", \"card\": {\"name\": [\"Opt\"]}}},\n \"sideboard\": 3}"
        ),
        "deck.txt:2:22: `quantity`: found `0`, expected 1 to 999\n\
         deck.txt:3:7: found a card without a name, expected `card.name`\n\
         deck.txt:4:20: `quantity`: found `\"1\"`, expected 1 to 999\n\
         deck.txt:4:42: `card.name`: found a list, expected a card's name\n\
         deck.txt:5:15: `sideboard`: found `3`, expected an object"
    );
    for (text, told) in [
        ("{\"cards\": {}}", "deck.txt:1:11: `cards`: found an object, expected a list"),
        ("{\"cards\": []}", "deck.txt: found no cards, expected cards in `cards`"),
        ("{\"cards\": [7]}", "deck.txt:1:12: found a card without a name, expected `card.oracleCard.name`"),
        ("{\"mainBoard\": [{\"name\": \"\"}]}", "deck.txt:1:25: `name`: found `\"\"`, expected a card's name"),
        ("\"Opt\"", "deck.txt:1:1: found `\"Opt\"`, expected a deck as an object"),
        (
            "{\"name\": \"x\",\n \"mianboard\": {}}",
            "deck.txt:2:15: found JSON that is no deck, expected `boards` or `mainboard` (Moxfield), `cards` (Archidekt) or \
             `mainBoard` (MTGJSON); did you mean `mainboard` by `mianboard`?",
        ),
        (
            "{\"boards\": {\"mainbord\": {\"cards\": {\"a\": {}}}}}",
            "deck.txt:1:25: found the board `mainbord`, expected `mainboard`, `commanders` or `sideboard`; did you mean `mainboard`?",
        ),
        (
            "{\"cards\": [\n  {\"quantity\": 1,}\n]}",
            "deck.txt:2:18: found something that is no JSON: key must be a string",
        ),
        ("{\"cards\": [", "deck.txt:1:12: found something that is no JSON: EOF while parsing a list"),
    ] {
        assert_eq!(complaint(text), told, "{text}");
    }
}

/// Lists as exports have them, with odd but possible names.
fn lists() -> impl Strategy<Value = DeckList> {
    let zone = prop::sample::select(Zone::ALL.to_vec());
    let name =
        "[A-ZÉ][a-zû',-]{1,9}( of| the|, [A-Z][a-z]{1,4}|: [A-Z][a-z]{2}){0,2}( // [A-Z][a-z]{2,5})?( [0-9]{1,2})?";
    let printing = (
        prop::option::of("[A-Z0-9]{3,4}"),
        prop::option::of("[1-9][0-9]{0,2}[a-z★]?|[A-Z]{3}-[1-9]{1,2}"),
        any::<bool>(),
    );
    let entry = (zone, 1..=120_u16, name, printing).prop_map(|(zone, count, name, (set, number, foil))| {
        let printing = Printing { set, number, foil };
        Entry { zone, count, name, printing, group: 0, span: 0..0, hints: Hints::default() }
    });
    let entries = prop::collection::vec(entry, 1..9).prop_filter("a deck", |e| e.iter().any(|e| e.zone == Zone::Main));
    (prop::option::of("[A-Z][a-z&<> ]{0,8}[a-z]"), entries).prop_map(|(name, entries)| DeckList {
        name,
        entries,
        ..DeckList::default()
    })
}

/// Entries by zone, as a printed list has them.
fn by_zone(list: &DeckList) -> Vec<(Zone, u16, String)> {
    let mut entries: Vec<_> = list.entries.iter().map(|e| (e.zone, e.count, e.name.clone())).collect();
    entries.sort_by_key(|(zone, _, _)| *zone);
    entries
}

proptest! {
    #[test]
    fn every_format_reads_back_what_it_writes(list in lists()) {
        for format in written() {
            let text = print(&list, format);
            let again = read_back(&text, format);
            prop_assert_eq!(kept(&again, format), kept(&list, format), "{}\n{}", format, text);
            // A second round changes nothing any more.
            let second = DeckList { name: again.name.clone(), ..again };
            prop_assert_eq!(print(&read_back(&print(&second, format), format), format), print(&second, format));
        }
    }

    #[test]
    fn whatever_can_be_read_survives_printing(text in "(([0-9]{0,3}x? |SB: |\\* )?[A-Za-z',/ 0-9]{0,14}( \\([a-z0-9]{3}\\) [0-9]{1,3}| \\*CMDR\\*| \\[[A-Za-z]{4}\\]| \\*F\\*)?\r?\n){0,8}") {
        if let Ok(list) = DeckList::parse(&Source::new("deck.txt", text)) {
            let printed = list.to_string();
            let again = parse(&printed);
            let merged = |list: &DeckList| {
                let mut counts: std::collections::BTreeMap<_, u32> = Default::default();
                by_zone(list).into_iter().for_each(|(zone, n, name)| *counts.entry((zone, name)).or_default() += u32::from(n));
                counts
            };
            prop_assert_eq!(merged(&again), merged(&list));
            prop_assert_eq!(again.to_string(), printed);
        }
    }

    #[test]
    fn json_of_every_site_says_what_was_put_in(list in lists()) {
        let entries: Vec<&Entry> = list.entries.iter().filter(|e| !matches!(e.zone, Zone::Companion | Zone::Maybeboard | Zone::Tokens)).collect();
        prop_assume!(!entries.is_empty());
        let of = |zone: Zone| entries.iter().filter(move |e| e.zone == zone);
        let moxfield = |zone| of(zone).enumerate().map(|(at, e)| (at.to_string(), serde_json::json!({"quantity": e.count,
            "card": {"name": e.name, "set": e.printing.set, "cn": e.printing.number}, "isFoil": e.printing.foil}))).collect::<serde_json::Map<_, _>>();
        let mtgjson = |zone| of(zone).map(|e| serde_json::json!({"count": e.count, "name": e.name, "setCode": e.printing.set,
            "number": e.printing.number, "isFoil": e.printing.foil})).collect::<Vec<_>>();
        let archidekt = entries.iter().map(|e| serde_json::json!({"quantity": e.count, "modifier": if e.printing.foil { "Foil" } else { "Normal" },
            "categories": [e.zone.header()], "card": {"collectorNumber": e.printing.number,
            "edition": {"editioncode": e.printing.set}, "oracleCard": {"name": e.name}}})).collect::<Vec<_>>();
        let decks = [
            serde_json::json!({"mainboard": moxfield(Zone::Main), "commanders": moxfield(Zone::Commander), "sideboard": moxfield(Zone::Sideboard)}),
            serde_json::json!({"cards": archidekt}),
            serde_json::json!({"mainBoard": mtgjson(Zone::Main), "commander": mtgjson(Zone::Commander), "sideBoard": mtgjson(Zone::Sideboard)}),
        ];
        let facts = |entries: Vec<&Entry>| {
            let mut facts: Vec<_> = entries.into_iter().map(|e| (e.zone, e.count, e.name.clone(), format!("{:?}", e.printing))).collect();
            facts.sort();
            facts
        };
        for deck in decks {
            let read = parse(&deck.to_string());
            prop_assert_eq!(facts(read.entries.iter().collect()), facts(entries.clone()), "{}", deck);
        }
    }

    #[test]
    fn no_xml_or_json_makes_it_panic(text in "(<Deck>|<Cards|<card|<zone|/>|>|</Deck>|\"|=|Name|<!--|-->| |\n|é|&|[{}:,]|\"cards\"|\"boards\"|1|null|\\[|\\]){0,30}") {
        for begin in ["<Deck>", "<cockatrice_deck>", "{\"cards\":", "{\"mainboard\":", "<"] {
            let source = Source::new("deck.txt", format!("{begin}{text}"));
            match DeckList::parse(&source) {
                Ok(list) => prop_assert!(list.entries.iter().all(|e| source.text.get(e.span.clone()).is_some())),
                Err(faults) => {
                    // The end of a file that ends with a line feed is the beginning of one more line.
                    let lines = source.text.split('\n').count();
                    prop_assert!(faults.0.iter().all(|f| f.at.is_none_or(|(line, _)| line <= lines)), "{}\n{}", source.text, faults);
                }
            }
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

#[test]
fn a_set_may_stand_before_the_name_without_being_of_xmage() {
    let list = parse("1 [2XM#12] Sol Ring\n1 [KLD] Aetherworks Marvel\n\nSideboard\n1 [UNK:7] Opt\n");
    assert_eq!(cards(&list)[..2], [(Zone::Main, 1, "Sol Ring"), (Zone::Main, 1, "Aetherworks Marvel")]);
    let printings: Vec<_> =
        list.entries.iter().map(|e| (e.printing.set.as_deref(), e.printing.number.as_deref())).collect();
    assert_eq!(printings[..2], [(Some("2XM"), Some("12")), (Some("KLD"), None)]);
    assert_eq!(parse("1 [2XM#12] Sol Ring\n").format, ListFormat::Plain);
    assert_eq!(parse("1 [2XM:12] Sol Ring\n").format, ListFormat::XMage);
}

#[test]
fn a_spreadsheet_may_say_first_what_separates_its_cells() {
    for first in ["sep=,\n", "\"sep=,\"\r\n", "\u{feff}sep=,\n", ""] {
        let list = parse(&format!("{first}Name,Count\nSol Ring,1\n"));
        assert_eq!((list.format, cards(&list)), (ListFormat::Table, vec![(Zone::Main, 1, "Sol Ring")]), "{first:?}");
    }
    let text = "sep=,\nName,Count\nSol Ring,many\n";
    assert_eq!(complaint(text), "deck.txt:3:1: found `many` as the number of cards, expected 1 to 999");
    let nameless = "deck.txt:2:1: found no column of names and of numbers, expected a header such as `Name,Count`";
    assert_eq!(complaint("\"sep=,\"\nNam,Count\nSol Ring,1\n"), nameless);
}
