//! What `seats.csv` says of how well a seat played, on small boards where it is known.

use std::sync::Arc;

use turnlab::cards::source::Source;
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::record::SeatRow;
use turnlab::table::{Matchup, play_closely, play_direct};

/// The rows of A and B after that game, which is the same however closely somebody looks on.
fn played(turns: u32, rest: &str) -> [SeatRow; 2] {
    let text = format!("schema = 1\nname = \"quality\"\n[game]\nformat = \"commander\"\nmax_turns = {turns}\n{rest}\n");
    let scenario = Scenario::from_source(&Source::new("quality.toml", text), &Disk);
    let matchup = Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))));
    let record = play_direct(&matchup, matchup.address(0));
    let closely = play_closely(matchup.sit_down(matchup.address(0)), &mut ());
    assert_eq!(record.seats, closely.seats);
    record.seats.try_into().expect("two seats")
}

/// A plays as scripted; the keys of both seats, and what A does.
fn a_and_b(turns: u32, a: &str, b: &str, acts: &[&str]) -> [SeatRow; 2] {
    let acts: String = acts.iter().map(|act| format!("[[script]]\n{act}\n")).collect();
    played(turns, &format!("[[seat]]\nname = \"A\"\n{a}\n[[seat]]\nname = \"B\"\n{b}\n{acts}"))
}

#[test]
fn mana_that_could_still_be_had_is_added_up_over_ones_own_turns() {
    let board = "hand = [\"Grizzly Bears\"]\nbattlefield = [{ card = \"Forest\", count = 3 }, \"Llanowar Elves\"]";
    let [a, b] = a_and_b(4, board, "battlefield = [\"Sol Ring\"]", &["turn = 1\ndo = { cast = \"Grizzly Bears\" }"]);
    // Turn 1 leaves two of four; turn 3 all four. B has two in each of its turns.
    assert_eq!((a.mana_unspent, b.mana_unspent), (2 + 4, 4));
}

#[test]
fn cards_in_hand_are_those_at_the_end_or_as_the_player_left() {
    let hand = "hand = [\"Island\", \"Swamp\", \"Plains\"]\nlibrary = [{ card = \"Island\", count = 9 }]";
    let [a, b] = a_and_b(4, hand, hand, &["turn = 3\nstep = \"upkeep\"\nseat = \"B\"\ndo = \"concede\""]);
    // Nobody draws in the first turn; B has drawn in turn 2, A has not come to draw in turn 3.
    assert_eq!((a.cards_in_hand, b.cards_in_hand), (3, 4));
    assert_eq!(b.left_cause.as_deref(), Some("concession"));
}

#[test]
fn the_commander_is_counted_each_time_it_is_cast_from_the_command_zone() {
    let board = "command = [\"Goreclaw, Terror of Qal Sisma\"]\nhand = [\"Grizzly Bears\"]\n\
                 battlefield = [{ card = \"Forest\", count = 12 }]";
    let acts = [
        "turn = 1\ndo = [{ cast = \"Goreclaw, Terror of Qal Sisma\" }, { cast = \"Grizzly Bears\" }]",
        "turn = 2\nseat = \"B\"\ndo = { cast = { card = \"Murder\", targets = [\"Goreclaw, Terror of Qal Sisma\"] } }",
        "turn = 3\ndo = { cast = \"Goreclaw, Terror of Qal Sisma\" }",
    ];
    let [a, b] = a_and_b(4, board, "hand = [\"Murder\"]\nbattlefield = [{ card = \"Swamp\", count = 3 }]", &acts);
    assert_eq!((a.commander_casts, a.spells_cast), (2, 3));
    assert_eq!((b.commander_casts, b.spells_cast), (0, 1));
}

#[test]
fn attackers_are_counted_where_a_declaration_is_asked_for() {
    let board = "battlefield = [{ card = \"Hill Giant\", count = 3 }]";
    let act = "turn = 1\ndo = { attack = [{ attacker = \"Hill Giant\", defender = \"B\" }] }";
    let [a, b] = a_and_b(4, board, "battlefield = [\"Wall of Omens\"]", &[act]);
    assert_eq!((a.attackers_able, a.attackers_declared), (6, 1));
    assert_eq!((b.attackers_able, b.attackers_declared), (0, 0));
}

/// Sure kills and those missed in A's first turn.
fn kills(a: &str, b: &str, attackers: &[&str]) -> (u32, u32) {
    let pairs: Vec<String> =
        attackers.iter().map(|name| format!("{{ attacker = \"{name}\", defender = \"B\" }}")).collect();
    let act = format!("turn = 1\ndo = {{ attack = [{}] }}", pairs.join(", "));
    let acts: Vec<&str> = if attackers.is_empty() { Vec::new() } else { vec![&act] };
    let [a, _] = a_and_b(1, a, b, &acts);
    (a.sure_kills, a.sure_kills_missed)
}

#[test]
fn a_kill_is_sure_when_enough_gets_through_whatever_is_blocked() {
    let giants = "battlefield = [\"Hill Giant\", \"Gnarled Mass\", \"Grizzly Bears\"]";
    let giants = giants.replace("Gnarled Mass", "Leatherback Baloth");
    let b = |life: i32| format!("life = {life}\nbattlefield = [\"Grizzly Bears\"]");
    // 3, 4 and 2 against one blocker, which stops the baloth: 5 get through.
    assert_eq!(kills(&giants, &b(6), &[]), (0, 0));
    assert_eq!(kills(&giants, &b(5), &[]), (1, 1));
    assert_eq!(kills(&giants, &b(5), &["Hill Giant", "Leatherback Baloth"]), (1, 1));
    assert_eq!(kills(&giants, &b(5), &["Hill Giant", "Leatherback Baloth", "Grizzly Bears"]), (1, 0));
}

#[test]
fn what_is_prevented_or_cannot_be_paid_for_is_no_sure_kill() {
    let angel = "battlefield = [\"Serra Angel\"]";
    assert_eq!(kills(angel, "life = 4", &[]), (1, 1));
    assert_eq!(kills(angel, "life = 4\nbattlefield = [\"Ghostly Prison\"]", &[]), (0, 0), "a tax of two");
    let paid = "battlefield = [\"Serra Angel\", { card = \"Plains\", count = 2 }]";
    assert_eq!(kills(paid, "life = 4\nbattlefield = [\"Ghostly Prison\"]", &[]), (1, 1));
    assert_eq!(kills(paid, "life = 4\nbattlefield = [\"Ghostly Prison\"]", &["Serra Angel"]), (1, 0));
}

#[test]
fn a_trampler_that_first_strike_may_kill_is_stopped() {
    let trampler = "battlefield = [\"Colossal Dreadmaw\"]";
    assert_eq!(kills(trampler, "life = 4\nbattlefield = [\"White Knight\"]", &[]), (1, 1), "6 less 2");
    let two = "life = 2\nbattlefield = [\"Baneslayer Angel\", \"White Knight\"]";
    assert_eq!(kills(trampler, two, &[]), (0, 0), "5 and 2 by first strike kill it");
}

/// Emrakul flies with 13 power and double strike; nobody of B can block it.
#[test]
fn a_commander_kills_surely_by_what_it_lacks_to_twenty_one() {
    let wastes = "{ card = \"Wastes\", count = 15 }";
    let emrakul = "do = [{ cast = \"Emrakul, the Promised End\" }, { activate = { card = \"Fireshrieker\", \
                   targets = [\"Emrakul, the Promised End\"] } }]";
    let sure = |zone: &str| {
        let a =
            format!("battlefield = [{wastes}, \"Fervor\", \"Fireshrieker\"]\n{zone} = [\"Emrakul, the Promised End\"]");
        let [a, _] = a_and_b(1, &a, "life = 60", &[&format!("turn = 1\n{emrakul}")]);
        (a.sure_kills, a.sure_kills_missed)
    };
    assert_eq!(sure("command"), (1, 1));
    assert_eq!(sure("hand"), (0, 0), "26 of 60 by what is no commander");
}

#[test]
fn an_extra_turn_is_dead_when_nothing_is_done_in_it() {
    let board = "hand = [\"Time Warp\", \"Island\"]\nbattlefield = [{ card = \"Island\", count = 5 }, \"Hill Giant\"]";
    let warp = "turn = 1\ndo = { cast = { card = \"Time Warp\", targets = [\"A\"] } }";
    let dead = |acts: &[&str]| a_and_b(3, board, "", acts)[0].dead_extra_turns;
    assert_eq!(dead(&[warp]), 1);
    assert_eq!(dead(&[warp, "turn = 2\ndo = { play-land = \"Island\" }"]), 0);
    assert_eq!(dead(&[warp, "turn = 2\ndo = { attack = [{ attacker = \"Hill Giant\", defender = \"B\" }] }"]), 0);
    assert_eq!(dead(&[warp, "turn = 2\nstep = \"upkeep\"\ndo = \"concede\""]), 0, "it was not played to its end");
    assert_eq!(dead(&[]), 0, "a normal turn is none");
}

#[test]
fn suspending_a_card_is_something() {
    let board = "hand = [\"Time Warp\", \"Ancestral Vision\"]\nbattlefield = [{ card = \"Island\", count = 5 }]";
    let warp = "turn = 1\ndo = { cast = { card = \"Time Warp\", targets = [\"A\"] } }";
    let dead = |acts: &[&str]| a_and_b(3, board, "", acts)[0].dead_extra_turns;
    assert_eq!(dead(&[warp]), 1);
    assert_eq!(dead(&[warp, "turn = 2\ndo = { suspend-card = \"Ancestral Vision\" }"]), 0, "CR 116.2f");
}

#[test]
fn a_turn_is_wasted_when_a_permanent_could_have_been_cast_and_nothing_was_done() {
    let told = |hand: &str, lands: u32, acts: &[&str]| {
        let a = format!("hand = [{hand}]\nbattlefield = [{{ card = \"Island\", count = {lands} }}, \"Hill Giant\"]");
        let [a, _] = a_and_b(3, &a, "", acts);
        (a.dead_turns, a.dead_turns_castable)
    };
    // Turns 1 and 3 are A's.
    assert_eq!(told("\"Air Elemental\"", 5, &[]), (2, 2));
    assert_eq!(told("\"Air Elemental\"", 4, &[]), (2, 0), "too little mana");
    assert_eq!(told("\"Air Elemental\"", 5, &["turn = 3\ndo = { cast = \"Air Elemental\" }"]), (1, 1));
    let giant = "turn = 1\ndo = { attack = [{ attacker = \"Hill Giant\", defender = \"B\" }] }";
    assert_eq!(told("\"Air Elemental\"", 5, &[giant]), (1, 1));
    assert_eq!(told("\"Opt\", \"Divination\"", 5, &[]), (2, 0), "an instant and a sorcery");
    assert_eq!(told("\"Dictate of Kruphix\"", 5, &[]), (2, 0), "it has flash");
    let brimaz = |there: &str| {
        let a =
            format!("hand = [\"Brimaz, King of Oreskos\"]\nbattlefield = [{{ card = \"Plains\", count = 3 }}{there}]");
        a_and_b(1, &a, "", &[])[0].dead_turns_castable
    };
    assert_eq!(brimaz(""), 1);
    assert_eq!(brimaz(", \"Brimaz, King of Oreskos\""), 0, "one is there");
}

#[test]
fn decking_oneself_is_told_from_being_decked() {
    let cause = |library: u32, cards: &str, acts: &[&str]| {
        let a = format!("hand = [{cards}]\nbattlefield = [{{ card = \"Island\", count = 6 }}]\nlife = 90");
        let b = format!("library = [{{ card = \"Island\", count = {library} }}]");
        let [_, b] = a_and_b(9, &a, &b, acts);
        b.left_cause.as_deref().map(str::to_owned)
    };
    assert_eq!(cause(9, "", &[]), None);
    assert_eq!(cause(2, "", &[]).as_deref(), Some("decked-by-itself"));
    let drawn = "turn = 1\ndo = { cast = { card = \"Opportunity\", targets = [\"B\"] } }";
    assert_eq!(cause(2, "\"Opportunity\"", &[drawn]).as_deref(), Some("decked-by-others"));
    // Four by the opponent's effect; two in the draw steps of turns 2 and 4, and one that fails in turn 6.
    assert_eq!(cause(6, "\"Opportunity\"", &[drawn]).as_deref(), Some("decked-by-others"));
    assert_eq!(
        cause(1, "", &["turn = 1\ndo = { draw = { player = \"B\", count = 2 } }"]).as_deref(),
        Some("decked-by-itself")
    );
}
