//! Replacement effects and zones (CR 400, 614), commanders (CR 903), mulligans (CR 103.5).

use turnlab::game::decision::{Choice, DecisionKind, Shape};
use turnlab::game::{GameEvent, LossCause, Outcome, Zone};
use turnlab::turn::{Seat, Step};

use super::table::{Builder, table};

// ---- CR 614: replacement ----

#[test]
fn cr_614_12_enters_tapped() {
    let mut t =
        table(2).hand("A", &["Azorius Guildgate"]).field("B", &["Kismet"]).hand("A", &["Forest", "Sol Ring"]).start();
    t.until(1, Step::PrecombatMain);
    t.play("A", "Azorius Guildgate");
    assert!(t.is_tapped("A", "Azorius Guildgate"));
    t.until(3, Step::PrecombatMain);
    t.play("A", "Forest");
    assert!(t.is_tapped("A", "Forest"), "by Kismet");
    assert_eq!(t.events(|e| matches!(e, GameEvent::Tapped { .. })), 0, "it did not become tapped");
}

#[test]
fn cr_614_6_nexus_of_fate_never_reaches_the_graveyard() {
    let mut t = table(2)
        .hand("A", &["Nexus of Fate"])
        .lands("A", 7, "Island")
        .library("A", &["Forest"; 5])
        .hand("B", &["Counterspell"])
        .lands("B", 2, "Island")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Nexus of Fate").now();
    t.cast("B", "Counterspell").at(&["Nexus of Fate"]).now();
    t.resolve_all();
    assert_eq!((t.graveyard("A").len(), t.library_size("A")), (0, 6), "countered, it is shuffled in too");
    t.until_turn(2);
    assert_eq!(t.turns(), ["A", "B"]);
}

#[test]
fn ugins_nexus_is_exiled_and_gives_a_turn_however_it_would_die() {
    for (spell, targets) in [("Disenchant", &["Ugin's Nexus"][..]), ("Nevinyrral", &[])] {
        let mut t = table(2)
            .field("A", &["Ugin's Nexus", "Nevinyrral's Disk"])
            .lands("A", 3, "Plains")
            .hand("A", &["Disenchant", "Divination"])
            .start();
        t.until(1, Step::PrecombatMain);
        if spell == "Disenchant" {
            t.cast("A", spell).at(targets).now();
        } else {
            t.activate("A", "Nevinyrral's Disk").now();
        }
        t.resolve_all();
        assert_eq!(t.exile("A"), ["Ugin's Nexus"], "{spell}");
        t.until_turn(2);
        assert_eq!(t.turns(), ["A", "A*"], "{spell}");
    }
}

#[test]
fn ugins_nexus_destroyed_with_the_frame_still_at_work() {
    // What the replacement adds comes when the instruction is done, and the rest of the effect goes on.
    let mut t = table(2)
        .cards("[[card]]\nname = \"Wreck Every Engine\"\ncost = \"{0}\"\ntype = \"Sorcery\"\nspell = [{ destroy = { what = \"artifact\" } }, { gain-life = { amount = 3 } }]")
        .field("A", &["Ugin's Nexus"])
        .field("B", &["Ugin's Nexus", "Sol Ring"])
        .hand("A", &["Wreck Every Engine"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Wreck Every Engine").now();
    t.resolve_all();
    assert_eq!((t.life("A"), t.exile("A").len(), t.exile("B").len()), (23, 1, 1));
    t.until_turn(4);
    let mut extra = t.turns();
    extra.truncate(3);
    extra.sort();
    assert_eq!(extra, ["A", "A*", "B*"]);
}

#[test]
fn cr_610_3_exile_until_it_leaves() {
    let mut t = table(2)
        .hand("A", &["Banishing Light"])
        .lands("A", 3, "Plains")
        .field("B", &["Hill Giant"])
        .hand("B", &["Disenchant"])
        .lands("B", 2, "Plains")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Banishing Light").now();
    t.resolve();
    t.resolve_all();
    assert_eq!(t.exile("B"), ["Hill Giant"]);
    t.cast("B", "Disenchant").at(&["Banishing Light"]).now();
    t.resolve();
    assert_eq!((t.exile("B").len(), t.has("B", "Hill Giant")), (0, true), "at once, without the stack");
    assert!(t.permanent("B", "Hill Giant").sick);
}

#[test]
fn cr_610_3_nothing_is_exiled_when_the_source_has_left_first() {
    let mut t = table(2)
        .hand("A", &["Banishing Light"])
        .lands("A", 3, "Plains")
        .field("B", &["Hill Giant"])
        .hand("B", &["Disenchant"])
        .lands("B", 2, "Plains")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Banishing Light").now();
    t.resolve();
    t.by_default_until(|t| t.stack_size() == 1 && t.kind() == DecisionKind::Priority);
    t.cast("B", "Disenchant").at(&["Banishing Light"]).now();
    t.resolve_all();
    assert!(t.has("B", "Hill Giant"));
}

#[test]
fn cr_400_7_an_object_that_moves_is_a_new_one() {
    let mut t = table(2)
        .cards("[[card]]\nname = \"Blink\"\ncost = \"{0}\"\ntype = \"Instant\"\ntargets = [\"creature\"]\nspell = [{ exile = { what = \"target\" } }, { move = { what = \"them\", to = \"battlefield\" } }]")
        .field("A", &["Grizzly Bears"])
        .hand("A", &["Blink"])
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("B", "Shock").at(&["Grizzly Bears"]).now();
    t.cast("A", "Blink").at(&["Grizzly Bears"]).now();
    t.resolve();
    t.resolve();
    assert!(t.has("A", "Grizzly Bears"), "the Shock has lost its target");
    assert_eq!(t.events(|e| matches!(e, GameEvent::Fizzled { .. })), 1);
}

// ---- CR 903: commanders ----

fn talrand() -> Builder {
    table(3).rules(|r| r.commander = true).commander("A", "Talrand, Sky Summoner").lands("A", 12, "Island")
}

#[test]
fn cr_903_8_two_more_for_each_earlier_cast_from_the_command_zone() {
    let mut t = talrand().hand("B", &["Counterspell"; 2]).lands("B", 4, "Island").start();
    for (turn, tapped) in [(1, 4), (4, 6)] {
        t.until(turn, Step::PrecombatMain);
        t.cast("A", "Talrand, Sky Summoner").now();
        assert_eq!(t.tapped("A"), tapped);
        t.cast("B", "Counterspell").at(&["Talrand, Sky Summoner"]).now();
        t.resolve();
        assert!(t.is_asked("A", DecisionKind::Commander));
        t.yes();
        assert_eq!(t.zone("A", Zone::Command), ["Talrand, Sky Summoner"]);
    }
    t.until(7, Step::PrecombatMain);
    t.cast("A", "Talrand, Sky Summoner").now();
    assert_eq!(t.tapped("A"), 8);
}

#[test]
fn cr_903_9a_its_owner_may_leave_it_in_the_graveyard() {
    let mut t = talrand().hand("B", &["Murder"]).lands("B", 3, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Talrand, Sky Summoner").now();
    t.resolve();
    t.cast("B", "Murder").at(&["Talrand, Sky Summoner"]).now();
    t.resolve();
    assert!(t.is_asked("A", DecisionKind::Commander));
    t.no();
    assert_eq!((t.graveyard("A"), t.zone("A", Zone::Command).len()), (vec!["Talrand, Sky Summoner".to_owned()], 0));
    t.until_turn(2);
    assert_eq!(
        t.events(|e| matches!(e, GameEvent::DecisionMade { kind: DecisionKind::Commander, .. })),
        1,
        "asked once"
    );
}

#[test]
fn cr_903_9b_before_it_goes_to_a_hand_or_library() {
    for (yes, hand, command) in [(true, 0, 1), (false, 1, 0)] {
        let mut t = talrand().hand("B", &["Evacuation"]).lands("B", 5, "Island").field("B", &["Grizzly Bears"]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", "Talrand, Sky Summoner").now();
        t.resolve();
        t.cast("B", "Evacuation").now();
        t.resolve();
        assert!(t.is_asked("A", DecisionKind::Commander));
        if yes {
            t.yes()
        } else {
            t.no()
        }
        assert_eq!((t.hand("A").len(), t.zone("A", Zone::Command).len()), (hand, command));
        assert_eq!(t.hand("B"), ["Grizzly Bears"]);
    }
}

#[test]
fn cr_903_9b_a_commander_shuffled_in_is_really_shuffled() {
    let mut tops = 0;
    for seed in 0..12 {
        let mut t = talrand()
            .seed(seed)
            .hand("B", &["Murder", "Time Reversal"])
            .lands("B", 3, "Swamp")
            .lands("B", 5, "Island")
            .library("A", &["Forest"; 30])
            .start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", "Talrand, Sky Summoner").now();
        t.resolve();
        t.cast("B", "Murder").at(&["Talrand, Sky Summoner"]).now();
        t.resolve();
        t.no();
        t.until(2, Step::PrecombatMain);
        t.cast("B", "Time Reversal").now();
        t.by_default_until(|t| t.kind() == DecisionKind::Commander);
        t.no();
        tops += usize::from(t.hand("A").contains(&"Talrand, Sky Summoner".to_owned()));
    }
    assert!(tops < 9, "drawn with the next seven in {tops} of 12 shuffles of 32 cards");
}

#[test]
fn cr_903_10a_twenty_one_damage_of_one_commander() {
    let mut t = table(3)
        .rules(|r| {
            r.commander = true;
            r.starting_life = 40;
        })
        .commander("A", "Goreclaw, Terror of Qal Sisma")
        .lands("A", 4, "Forest")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Goreclaw, Terror of Qal Sisma").now();
    t.resolve();
    // Five damage each turn, with its own pump: 5, 10, 15, 20, 25.
    for turn in [4, 7, 10, 13] {
        t.until(turn, Step::BeginningOfCombat);
        t.attack(&[("Goreclaw, Terror of Qal Sisma", "B")]);
        t.until(turn, Step::End);
        assert!(t.is_living("B"));
    }
    assert_eq!(t.life("B"), 20);
    t.until(16, Step::BeginningOfCombat);
    t.attack(&[("Goreclaw, Terror of Qal Sisma", "B")]);
    t.until(16, Step::End);
    assert!(!t.is_living("B"));
    let cause = LossCause::CommanderDamage;
    assert_eq!(t.events(|e| *e == GameEvent::PlayerLeft { seat: Seat(1), cause }), 1);
}

#[test]
fn cr_903_10a_other_damage_of_a_commander_does_not_count() {
    let mut t = table(2)
        .rules(|r| r.commander = true)
        .cards("[[card]]\nname = \"Captain Ping\"\ncost = \"{0}\"\ntype = \"Legendary Creature - Human\"\npt = \"1/1\"\n[[card.ability]]\ncost = \"{0}\"\ntargets = [\"player\"]\ndo = { damage = { to = \"target\", amount = 7 } }")
        .commander("A", "Captain Ping")
        .life("B", 50)
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Captain Ping").now();
    t.resolve();
    for _ in 0..4 {
        t.activate("A", "Captain Ping").at(&["B"]).now();
        t.resolve();
    }
    assert_eq!((t.life("B"), t.is_living("B")), (22, true));
}

// ---- CR 103.5: mulligans ----

fn decks(seats: u8) -> Builder {
    let names: Vec<&str> = ["Island"; 30].into_iter().chain(["Forest"; 30]).collect();
    (0..seats).fold(table(seats).unprepared(), |b, n| b.deck(&super::table::letter(Seat(n)), &names))
}

#[test]
fn cr_103_5_london_mulligan() {
    let mut t = decks(2).start();
    assert!(t.is_asked("A", DecisionKind::Mulligan));
    assert_eq!(t.hand("A").len(), 7);
    t.no();
    t.pass_mulligan("B");
    assert!(t.is_asked("A", DecisionKind::Mulligan));
    assert_eq!(t.hand("A").len(), 7, "seven new ones");
    t.yes();
    assert!(t.is_asked("A", DecisionKind::MulliganBottom));
    let Shape::Some { min, max, .. } = t.asked().shape else { panic!() };
    assert_eq!((min, max), (1, 1), "with two players none is free");
    t.default();
    t.until(1, Step::Upkeep);
    assert_eq!((t.hand("A").len(), t.library_size("A"), t.hand("B").len()), (6, 54, 7));
}

#[test]
fn cr_103_5c_the_first_mulligan_is_free_with_more_than_two_players() {
    let mut t = decks(3).start();
    t.no();
    t.pass_mulligan("B");
    t.pass_mulligan("C");
    t.yes();
    t.until(1, Step::Upkeep);
    assert_eq!(t.hand("A").len(), 7);
}

#[test]
fn cr_103_5_mulligans_end_when_no_card_would_be_left() {
    let mut t = decks(2).start();
    let mut taken = 0;
    loop {
        t.by_default_until(|t| {
            t.is_asked("A", DecisionKind::Mulligan) || t.turn() == 1 || t.is_asked("A", DecisionKind::MulliganBottom)
        });
        if t.kind() != DecisionKind::Mulligan {
            break;
        }
        t.no();
        taken += 1;
    }
    t.until(1, Step::Upkeep);
    assert_eq!((taken, t.hand("A").len()), (7, 0));
}

#[test]
fn cr_103_6a_leylines_of_opening_hands_begin_the_game_on_the_battlefield() {
    let deck = ["Leyline of Vitality"; 20];
    let mut t = table(3).unprepared().deck("A", &deck).deck("B", &deck).deck("C", &["Island"; 20]).start();
    for who in ["A", "B", "C"] {
        t.pass_mulligan(who);
    }
    assert!(t.is_asked("A", DecisionKind::Choose), "whoever plays first chooses first, once all have kept");
    t.choose(&["Leyline of Vitality", "Leyline of Vitality"]);
    assert!(t.is_asked("B", DecisionKind::Choose));
    t.default();
    t.until(1, Step::Upkeep);
    assert_eq!((t.count("A", "Leyline of Vitality"), t.hand("A").len()), (2, 5));
    assert_eq!((t.count("B", "Leyline of Vitality"), t.hand("B").len()), (0, 7), "it is a choice");
}

#[test]
fn a_player_who_concedes_instead_of_keeping_plays_no_part() {
    let mut t = decks(3).start();
    t.concede();
    t.until(1, Step::Upkeep);
    assert_eq!(t.turns(), ["B"]);
    t.concede();
    assert_eq!(t.over(), Some(Outcome::Win { winner: Seat(2) }));
}

#[test]
fn cr_103_8a_the_first_draw_is_skipped_with_two_players_only() {
    for (seats, hand) in [(2, 7), (3, 8)] {
        let mut t = decks(seats).start();
        t.until(1, Step::PrecombatMain);
        assert_eq!(t.hand("A").len(), hand);
        assert!(!t.allows(&Choice::Some(Vec::new())));
    }
}
