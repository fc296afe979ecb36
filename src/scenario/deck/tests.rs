use super::*;
use crate::scenario::{Format, testing};

/// Checks a list against the cards of the test file.
fn check(text: &str, format: Format, commander: Option<&str>) -> Result<(Deck, String), String> {
    let catalog = testing::catalog();
    let source = Source::new("deck.txt", text);
    let list = DeckList::parse(&source).expect("a readable list");
    let commanders: Vec<CardId> = commander.map(|name| catalog.find(name).expect("a known card")).into_iter().collect();
    let check = DeckCheck { catalog: &catalog, rules: &format.deck };
    check
        .check(&source, &list, &commanders)
        .map(|(deck, warnings)| (deck, warnings.iter().map(|w| format!("{w}\n")).collect()))
        .map_err(|faults| faults.to_string())
}

fn commander(text: &str) -> Result<(Deck, String), String> {
    check(text, Format::COMMANDER, None)
}

fn fault(text: &str) -> String {
    commander(text).expect_err("a complaint")
}

#[test]
fn a_commander_and_99_cards_make_a_deck() {
    let (deck, warnings) = commander("Commander\n1 Talrand, Sky Summoner\n\nDeck\n98 Island\n1 sol ring\n").unwrap();
    assert_eq!((deck.commanders().len(), deck.main().len(), warnings.as_str()), (1, 99, ""));
    assert_eq!(testing::catalog().card(deck.main()[98]).name, "Sol Ring");
}

#[test]
fn the_size_is_counted_with_the_commander() {
    assert_eq!(
        fault("1 Talrand, Sky Summoner *CMDR*\n98 Island\n"),
        "deck.txt: found 99 cards, expected 100 with the commander"
    );
    let sixty = check("59 Island\n", Format::CONSTRUCTED, None).unwrap_err();
    assert_eq!(sixty, "deck.txt: found 59 cards, expected 60 to 1000");
}

#[test]
fn a_count_of_four_digits_is_no_part_of_a_name() {
    let fault = fault("1 Talrand, Sky Summoner *CMDR*\n1000 Island\n");
    assert!(fault.starts_with("deck.txt:2:1: found a count of 1000, expected 1 to 999"), "{fault}");
}

#[test]
fn all_faults_are_reported_in_the_order_of_the_lines() {
    let text = "1 Talrand, Sky Summoner *CMDR*\n93 Island\n2 Sol Ring\n1 Lightning Bolt\n1 Time Wrap\n1 Time Walk\n1 Talrand, Sky Summoner\n1 Xyzzy\n";
    assert_eq!(
        fault(text),
        "deck.txt:3:3: found 2 of `Sol Ring`, expected at most 1\n\
         deck.txt:4:3: `Lightning Bolt` has the colour identity R, expected one within the commander's U\n\
         deck.txt:5:3: unknown card `Time Wrap`; did you mean `Time Warp`?\n\
         deck.txt:6:3: `Time Walk` is banned in Commander\n\
         deck.txt:7:3: found 2 of `Talrand, Sky Summoner`, expected at most 1\n\
         deck.txt:8:3: unknown card `Xyzzy`\n\
         deck.txt: found 101 cards, expected 100 with the commander\n\
         deck.txt: 99 of 101 cards known"
    );
}

#[test]
fn the_beginning_of_a_commander_s_name_is_known() {
    let told = fault("1 Talrand *CMDR*\n99 Island\n");
    let near = "deck.txt:1:3: unknown card `Talrand`, the commander; did you mean `Talrand, Sky Summoner`?";
    assert!(told.starts_with(near), "{told}");
    let sol = fault("1 Sol *CMDR*\n99 Island\n");
    assert!(sol.starts_with("deck.txt:1:3: unknown card `Sol`, the commander\n"), "{sol}");
}

#[test]
fn a_commander_known_by_its_place_alone_is_a_guess() {
    let catalog = testing::catalog();
    let check = DeckCheck { catalog: &catalog, rules: &Format::COMMANDER.deck };
    let guess = |text: &str| check.read(&Source::new("deck.txt", text), &[]).expect("a deck").guessed;
    assert_eq!(guess("1 Talrand, Sky Summoner\n98 Island\n1 Sol Ring\n"), Some("the first line"));
    assert_eq!(guess("98 Island\n1 Sol Ring\n1 Talrand, Sky Summoner\n"), Some("the last line"));
    assert_eq!(guess("98 Island\n1 Sol Ring\n\n1 Talrand, Sky Summoner\n"), None);
    assert_eq!(guess("1 Talrand, Sky Summoner *CMDR*\n98 Island\n1 Sol Ring\n"), None);
    let talrand = catalog.find("Talrand, Sky Summoner").expect("a known card");
    let source = Source::new("deck.txt", "1 Talrand, Sky Summoner\n98 Island\n1 Sol Ring\n");
    assert_eq!(check.read(&source, &[talrand]).expect("a deck").guessed, None);
}

#[test]
fn the_commander_must_be_one_legendary_creature() {
    assert_eq!(
        fault("1 Sol Ring *CMDR*\n99 Wastes\n"),
        "deck.txt:1:3: `Sol Ring` can't be a commander on its own, expected a legendary creature"
    );
    assert_eq!(
        fault("1 Talrand, Sky Summoner *CMDR*\n1 Medomai the Ageless *CMDR*\n98 Island\n"),
        "deck.txt:2:3: found 2 commanders (`Talrand, Sky Summoner`, `Medomai the Ageless`), expected 1, or 2 whose partner abilities allow it together"
    );
    assert_eq!(
        fault("50 Island\n1 Talrand, Sky Summoner\n49 Island\n"),
        "deck.txt: found no commander, expected a `Commander` section, a line marked *CMDR*, or a commander named apart; candidates: `Talrand, Sky Summoner`"
    );
}

#[test]
fn a_lone_legend_at_either_end_is_the_commander() {
    for text in ["99 Island\n\n1 Talrand, Sky Summoner\n", "1 Talrand, Sky Summoner\n\n99 Island\n"] {
        let (deck, _) = commander(text).unwrap();
        assert_eq!(testing::catalog().card(deck.commanders()[0]).name, "Talrand, Sky Summoner", "{text}");
    }
}

#[test]
fn a_card_alone_and_first_is_the_commander_of_a_deck_of_any_size() {
    assert_eq!(
        fault("1 Talrand, Sky Summoner\n\n97 Island\n1 Lightning Bolt\n"),
        "deck.txt:4:3: `Lightning Bolt` has the colour identity R, expected one within the commander's U\n\
         deck.txt: found 99 cards, expected 100 with the commander"
    );
    assert_eq!(
        fault("1 Talrnd, Sky Summoner\n\n98 Island\n"),
        "deck.txt:1:3: unknown card `Talrnd, Sky Summoner`, the commander; did you mean `Talrand, Sky Summoner`?\n\
         deck.txt: found 99 cards, expected 100 with the commander\n\
         deck.txt: 98 of 99 cards known"
    );
}

#[test]
fn how_much_is_known_is_told_of_misspelt_cards_too() {
    assert_eq!(
        fault("1 Talrand, Sky Summoner *CMDR*\n98 Island\n1 Time Wrap\n"),
        "deck.txt:3:3: unknown card `Time Wrap`; did you mean `Time Warp`?\ndeck.txt: 99 of 100 cards known"
    );
}

#[test]
fn lines_may_end_as_on_old_macs() {
    let (deck, _) = commander("1 Talrand, Sky Summoner\r\r98 Island\r1 sol ring\r").unwrap();
    assert_eq!((deck.commanders().len(), deck.main().len()), (1, 99));
    assert!(fault("1 Talrand, Sky Summoner *CMDR*\r98 Island\r1 Xyzzy\r").starts_with("deck.txt:3:3: unknown card"));
}

#[test]
fn a_commander_named_apart_overrides_the_list_s_own() {
    let talrand = Some("Talrand, Sky Summoner");
    for text in ["99 Island\n", "99 Island\n1 Talrand, Sky Summoner\n"] {
        let (deck, _) = check(text, Format::COMMANDER, talrand).unwrap();
        assert_eq!((deck.commanders().len(), deck.main().len()), (1, 99), "{text}");
    }
    let joined = check("1 Medomai the Ageless *CMDR*\n98 Island\n", Format::COMMANDER, talrand).unwrap_err();
    let expected = "`Medomai the Ageless` has the colour identity WU, expected one within the commander's U";
    assert_eq!(joined, format!("deck.txt:1:3: {expected}"));
}

#[test]
fn what_is_ignored_is_said() {
    let text = "Commander\n1 Talrand, Sky Summoner\n\nDeck\n99 Island\n\nSideboard\n2 No Such Card\n\nMaybeboard\n1 Opt\n\nTOKENS\n3 Drake\n";
    let (_, warnings) = commander(text).unwrap();
    assert_eq!(
        warnings,
        "deck.txt: ignored the sideboard: 2 cards\ndeck.txt: ignored the maybeboard: 1 card\n\
         deck.txt: ignored the tokens: 3 cards\n"
    );
}

#[test]
fn a_small_last_group_is_a_sideboard_in_constructed_only() {
    let (deck, warnings) = check("60 Island\n\n4 Opt\n", Format::CONSTRUCTED, None).unwrap();
    assert_eq!((deck.main().len(), warnings.as_str()), (60, "deck.txt: ignored the sideboard: 4 cards\n"));
    let (deck, _) = check("56 Island\n\n4 Opt\n", Format::CONSTRUCTED, None).unwrap();
    assert_eq!(deck.main().len(), 60);
    let five = check("56 Island\n5 Opt\n", Format::CONSTRUCTED, None).unwrap_err();
    assert_eq!(five, "deck.txt:2:3: found 5 of `Opt`, expected at most 4");
}

#[test]
fn every_card_is_found_under_its_own_name_in_every_site_s_dress() {
    let catalog = Catalog::builtin();
    for (id, card) in catalog.cards().filter(|(_, c)| c.is_whole()) {
        let name = &card.name;
        for line in [format!("1 {name}"), name.to_uppercase(), format!("4x {name} (abc) 12a *F* [Ramp]")] {
            let list = DeckList::parse(&Source::new("deck.txt", line.as_str())).expect("a readable list");
            assert_eq!(catalog.find(&list.entries[0].name), Some(id), "{line}");
            let again = DeckList::parse(&Source::new("deck.txt", list.to_string())).expect("a readable list");
            assert_eq!(again.entries[0].name, list.entries[0].name);
        }
    }
}

#[test]
fn a_sideboard_that_is_a_commander_makes_the_deck_whole() {
    for text in [
        "NAME:x\n98 [M13:230] Island\n1 [C15:1] Sol Ring\nSB: 1 [M13:72] Talrand, Sky Summoner\n",
        "<Deck><Cards Quantity=\"99\" Name=\"Island\"/><Cards Quantity=\"1\" Sideboard=\"true\" Name=\"Talrand, Sky Summoner\"/></Deck>",
        "<cockatrice_deck><bannerCard>Talrand, Sky Summoner</bannerCard><zone name=\"main\"><card number=\"99\" name=\"Island\"/>\
         <card number=\"1\" name=\"Talrand, Sky Summoner\"/></zone></cockatrice_deck>",
        "99 Island\n\n1 Talrand, Sky Summoner\n",
    ] {
        let (deck, warnings) = commander(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_eq!((deck.commanders().len(), deck.main().len(), warnings.as_str()), (1, 99, ""), "{text}");
    }
    // With 100 cards before it, it is a sideboard.
    let side = commander("100 Island\nSB: 1 Talrand, Sky Summoner\n").unwrap_err();
    assert!(side.starts_with("deck.txt: found no commander"), "{side}");
}

#[test]
fn unread_lines_and_unknown_cards_are_reported_together() {
    let catalog = testing::catalog();
    let check = DeckCheck { catalog: &catalog, rules: &Format::COMMANDER.deck };
    let source =
        Source::new("deck.txt", "1 Talrand, Sky Summoner *CMDR*\n0 Opt\n1 Sol Rnig\n2 Sol Ring\n1 Mana Crypt\n");
    assert_eq!(
        check.read(&source, &[]).unwrap_err().to_string(),
        "deck.txt:2:1: found a count of 0, expected 1 to 999\n\
         deck.txt:3:3: unknown card `Sol Rnig`; did you mean `Sol Ring`?\n\
         deck.txt:4:3: found 2 of `Sol Ring`, expected at most 1\n\
         deck.txt:5:3: unknown card `Mana Crypt`, and it is banned in Commander\n\
         deck.txt: 3 of 5 cards known"
    );
}

/// The commander and the number of other cards of a list, as it is understood.
fn led_by(text: &str) -> (String, usize) {
    let (deck, _) = commander(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let catalog = testing::catalog();
    let names: Vec<&str> = deck.commanders().iter().map(|card| catalog.card(*card).name.as_str()).collect();
    (names.join(" and "), deck.main().len())
}

#[test]
fn the_commander_is_found_wherever_lists_have_it() {
    let talrand = "Talrand, Sky Summoner";
    let rest = "1 Sol Ring\n98 Island\n";
    for text in [
        format!("1 {talrand}\n{rest}"),
        format!("{rest}1 {talrand}\n"),
        format!(
            "1x {talrand} (M13) 72 *F*\n\n1 Sol Ring (C15) 1\n98 Island (M13) 230\n\nSIDEBOARD:\n1 Opt (XLN) 1\n2 Xyzzy (XLN) 2\n"
        ),
        format!("{talrand}\n{rest}"),
        format!("Commander (1)\n1 {talrand}\nArtifacts (1)\n1 Sol Ring\nLands (98)\n98 Island\n"),
        format!("Lands (98)\n98 Island\n\nRamp (1)\n1 Sol Ring\n\nCommander (1)\n1 {talrand}\n"),
        format!("COMMANDER:\n1 {talrand}\n{rest}"),
        format!("Commander: {talrand}\n{rest}"),
        format!("1 {talrand} (Commander)\n{rest}"),
        format!("{rest}1 {talrand} # !Commander\n"),
        format!("# Commander\n1 {talrand}\n# Mana rocks\n{rest}"),
        format!("// COMMANDER\n1 {talrand}\n// Ramp\n{rest}"),
        format!("## Commander\n- 1 {talrand}\n\n## Ramp\n- 1 Sol Ring\n## Lands\n- 98 Island\n"),
        format!("{rest}\nSIDEBOARD:\n1 {talrand}\n1 Xyzzy\n3 Opt\n"),
    ] {
        assert_eq!(led_by(&text), (talrand.to_owned(), 99), "{text}");
    }
    // Two legends, of which one has the colours of the rest.
    let two = "1 Medomai the Ageless\n1 Talrand, Sky Summoner\n98 Island\n";
    assert_eq!(led_by(two).0, "Medomai the Ageless");
    let fault = fault("1 Talrand, Sky Summoner\n1 Medomai the Ageless\n98 Island\n");
    assert!(fault.starts_with("deck.txt: found no commander"), "{fault}");
}

#[test]
fn headings_of_any_kind_are_no_cards() {
    let talrand = "Talrand, Sky Summoner";
    for heading in [
        "Creatures (23)",
        "Creatures [23]",
        "Creatures: 23",
        "Creatures - 23",
        "23 Creatures",
        "**Ramp**",
        "Ramp:",
        "Ramp (8)",
        "== Ramp ==",
        "--- Ramp ---",
        "[Ramp]",
        "# Ramp",
        "Card Draw (10)",
        "Win Conditions",
        "Removal",
        "Mana Rocks: 4",
        "Total: 100",
        "100 cards",
        "https://example.com/decks/1",
        "Deck: Big Turns",
        "Name: Big Turns",
        "Mainboard (99)",
        "Cards",
        "Planeswalkers (0)",
    ] {
        for (above, below) in [("\n", ""), ("", ""), ("\n", "\n")] {
            let text = format!("Commander\n1 {talrand}\n{above}{heading}\n{below}1 Sol Ring\n1 Opt\n97 Island\n");
            assert_eq!(led_by(&text), (talrand.to_owned(), 99), "{text}");
        }
    }
    // Where hardly a line says how many, none is a heading, and what is nearly a card is one misspelled.
    assert!(fault("Commander\nTalrand, Sky Summoner\n\nXyzzy\nOpt\n97 Island\n").contains("unknown card `Xyzzy`"));
    let misspelled = format!("Commander\n1 {talrand}\n\n1 Opt\n1 Island\nSol Rnig\n97 Island\n");
    assert!(fault(&misspelled).contains("unknown card `Sol Rnig`; did you mean `Sol Ring`?"));
}

#[test]
fn categories_under_a_sideboard_are_part_of_it() {
    let text = "1 Talrand, Sky Summoner *CMDR*\n99 Island\n\nSideboard (2)\nInstants (2)\n1 Opt\n1 Brainstorm\n";
    let (deck, warnings) = commander(text).unwrap();
    assert_eq!((deck.main().len(), warnings.as_str()), (99, "deck.txt: ignored the sideboard: 2 cards\n"));
}

#[test]
fn of_a_deck_whose_commander_is_unknown_only_that_is_told() {
    let line = "unknown card `Nobody, Ever`, the commander\ndeck.txt: 97 of 100 cards known";
    let rest = "1 Xyzzy\n1 Lightning Bolt\n1 Yzzyx\n96 Island\n";
    for (text, at) in [
        (format!("Commander\n1 Nobody, Ever\n\n{rest}"), "2:3"),
        (format!("1 Nobody, Ever\n\n{rest}"), "1:3"),
        (format!("1 Nobody, Ever *CMDR*\n{rest}"), "1:3"),
        (format!("1 Nobody, Ever\n\n{rest}\nSIDEBOARD:\n4 Opt\n"), "1:3"),
        (format!("{rest}\n1 Nobody, Ever\n"), "6:3"),
        (format!("{rest}\nSIDEBOARD:\n1 Nobody, Ever\n"), "7:3"),
    ] {
        assert_eq!(fault(&text), format!("deck.txt:{at}: {line}"), "{text}");
    }
    // One of two is enough.
    let two = format!("Commander\n1 Talrand, Sky Summoner\n1 Nobody, Ever\n\n{}", rest.replace("96", "95"));
    assert_eq!(fault(&two), format!("deck.txt:3:3: {line}"));
    // One that can't lead is one complaint too.
    let fault = fault("Commander\n1 Sol Ring\n\n98 Island\n1 Lightning Bolt\n");
    assert_eq!(fault, "deck.txt:2:3: `Sol Ring` can't be a commander on its own, expected a legendary creature");
}

#[test]
fn a_read_list_has_every_line_where_the_deck_has_it() {
    let catalog = testing::catalog();
    let check = DeckCheck { catalog: &catalog, rules: &Format::COMMANDER.deck };
    let read = |text: &str, commanders: &[CardId]| check.read(&Source::new("deck.txt", text), commanders).unwrap().list;
    let talrand = catalog.find("Talrand, Sky Summoner").unwrap();
    let named = read("98 island (M13) 230\n1 TALRAND, sky summoner (M13) 72\n1 sol ring\n", &[talrand]);
    assert_eq!(named.to_string(), "Commander\n1 Talrand, Sky Summoner\n\nDeck\n98 Island\n1 Sol Ring\n");
    assert_eq!(named.entries[1].printing.number.as_deref(), Some("72"));
    let added = read("99 Island\n", &[talrand]);
    assert_eq!(added.to_string(), "Commander\n1 Talrand, Sky Summoner\n\nDeck\n99 Island\n");
}

/// What a deck led by those cards comes to: nothing, or its first fault. The rest of it is basic lands of no colour.
fn led(commanders: &[&str]) -> Option<String> {
    let mut builder = crate::cards::CatalogBuilder::from(Catalog::builtin().clone());
    let file = Source::new("partners.toml", include_str!("../../../scenarios/invented/partners.toml"));
    builder.add_file(&file).unwrap_or_else(|faults| panic!("{faults}"));
    let catalog = builder.build();
    let leaders: String = commanders.iter().map(|name| format!("1 {name} *CMDR*\n")).collect();
    let source = Source::new("deck.txt", format!("{leaders}{} Wastes\n", 100 - commanders.len()));
    let check = DeckCheck { catalog: &catalog, rules: &Format::COMMANDER.deck };
    match check.read(&source, &[]) {
        Ok(read) => {
            assert_eq!(
                (read.deck.commanders().len(), read.deck.main().len()),
                (commanders.len(), 100 - commanders.len())
            );
            None
        }
        Err(Diagnostics(faults)) => Some(faults[0].message.clone()),
    }
}

#[test]
fn cr_702_124_two_commanders_exactly_where_their_abilities_allow_it() {
    let (ana, bo) = ("Ana of the Pair", "Bo of the Pair");
    let (cora, dev) = ("Cora, Sworn to Dev", "Dev, Sworn to Cora");
    let (eve, finn, sol) = ("Eve the Friend", "Finn the Friend", "Sol the Survivor");
    let (gus, past) = ("Gus of Many Pasts", "Raised by Clocks");
    let (doctor, human, hana) = ("The Zeroth Doctor", "The Human Doctor", "Hana, Who Comes Along");
    // CR 702.124h to 702.124m; two legendary cards, not creatures alone.
    for pair in [
        [ana, bo],
        [ana, "Barge of the Pair"],
        [cora, dev],
        [eve, finn],
        ["Ida the Character", "Jon the Character"],
        ["Kal the Father", "Leo the Son"],
        [gus, past],
        ["Karlach, Fury of Avernus", past],
        [doctor, hana],
    ] {
        assert_eq!(led(&pair), None, "{pair:?}");
        assert_eq!(led(&[pair[1], pair[0]]), None, "{pair:?} the other way round");
    }
    // CR 702.124f, 702.124i: different partner abilities, or texts of one, can't be combined; CR 702.124m: no other creature type.
    let krenko = "Krenko, Mob Boss";
    for pair in [
        [ana, cora],
        [ana, eve],
        [cora, eve],
        [ana, sol],
        [eve, sol],
        ["Ida the Character", "Kal the Father"],
        [ana, krenko],
        [ana, past],
        [gus, doctor],
        [human, hana],
        [doctor, krenko],
        [hana, ana],
    ] {
        for pair in [pair, [pair[1], pair[0]]] {
            let fault = led(&pair).unwrap_or_else(|| panic!("{pair:?} lead a deck"));
            let expected = "expected 1, or 2 whose partner abilities allow it together";
            assert!(fault.starts_with("found 2 commanders (") && fault.ends_with(expected), "{fault}");
        }
    }
    // Each of them leads alone, but for a Background (CR 702.124k).
    for leader in [ana, cora, eve, gus, doctor, hana] {
        assert_eq!(led(&[leader]), None, "{leader}");
    }
    assert!(led(&[past]).is_some_and(|fault| fault.contains("can't be a commander on its own")));
    // CR 702.124g: never more than two.
    let three = led(&[ana, bo, "Krenko, Mob Boss"]).expect("a fault");
    assert!(three.starts_with("found 3 commanders (") && three.ends_with("expected 1 or 2"), "{three}");
    assert!(led(&[ana, ana]).is_some(), "one card twice is no pair");
}

#[test]
fn cr_903_3_vehicles_and_cards_that_say_so_lead() {
    assert_eq!(led(&["Old Ship"]), None);
    assert_eq!(led(&["Ida the Walker"]), None, "CR 903.3a");
}

#[test]
fn cr_702_124c_the_colour_identity_is_that_of_both_commanders() {
    let mut builder = crate::cards::CatalogBuilder::from(Catalog::builtin().clone());
    let file = Source::new("partners.toml", include_str!("../../../scenarios/invented/partners.toml"));
    builder.add_file(&file).unwrap();
    let catalog = builder.build();
    let check = DeckCheck { catalog: &catalog, rules: &Format::COMMANDER.deck };
    let read = |text: &str| check.read(&Source::new("deck.txt", text), &[]).map_err(|faults| faults.to_string());
    assert!(read("1 Ana of the Pair *CMDR*\n1 Bo of the Pair *CMDR*\n49 Plains\n48 Island\n1 Absorb\n").is_ok());
    assert_eq!(
        read("1 Ana of the Pair *CMDR*\n1 Bo of the Pair *CMDR*\n97 Island\n1 Terminate\n").unwrap_err(),
        "deck.txt:4:3: `Terminate` has the colour identity BR, expected one within the commanders' WU"
    );
    // Two that stand apart need no mark; two named apart override the list's own.
    let apart = read("49 Plains\n49 Island\n\n1 Ana of the Pair\n1 Bo of the Pair\n").unwrap();
    assert_eq!(apart.deck.commanders().len(), 2);
    let named: Vec<CardId> =
        ["Ana of the Pair", "Bo of the Pair"].iter().filter_map(|name| catalog.find(name)).collect();
    let source = Source::new("deck.txt", "49 Plains\n50 Island\n1 Bo of the Pair\n");
    let fault = check.read(&source, &named).unwrap_err().to_string();
    assert_eq!(fault, "deck.txt: found 101 cards, expected 100 with the commander");
}
