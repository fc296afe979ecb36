use super::*;
use crate::table::testing::{table, three};

fn complaints(matchup: &Matchup) -> Vec<String> {
    run_case(matchup).differences.iter().map(ToString::to_string).collect()
}

fn of_three(rest: &str) -> Vec<String> {
    complaints(&three(rest))
}

const NONE: [&str; 0] = [];

#[test]
fn turns_as_expected_pass_and_others_are_shown_side_by_side() {
    let script = "[[script]]\nturn = 1\ndo = { extra-turn = { player = \"C\" } }\n";
    assert_eq!(of_three(&format!("{script}[expect]\nturns = [\"A\", \"C*\", \"B\", \"C\"]")), NONE);
    let wrong = of_three(&format!("{script}[expect]\nturns = [\"A\", \"B\", \"C*\"]"));
    assert_eq!(wrong, ["turns: expected A B C*, got A C*"]);
}

#[test]
fn a_game_can_be_over_too_early() {
    let rest = "[[script]]\nturn = 2\ndo = { lose-game = { player = \"each-opponent\" } }\n\
                [expect]\nturns = [\"A\", \"B\", \"C\"]\nwinner = \"A\"\nend = \"draw\"\n\
                [[expect.steps]]\nturn = 3\nvisited = [\"untap\"]";
    let expected = [
        "winner: expected A, got B",
        "end: expected draw, got win",
        "turns: expected A B C, got A B and the game was over",
        "steps of turn 3: expected untap, got 2 turns and the game was over",
    ];
    assert_eq!(of_three(rest), expected);
}

#[test]
fn a_case_ends_with_its_last_expectation() {
    let report = run_case(&three("[expect]\nturns = [\"A\", \"B\"]"));
    assert!(report.passed());
    assert_eq!((report.turns, report.whole), (2, None));
    let waits = "[[script]]\nturn = 4\ndo = \"end-turn\"\n[expect]\nturns = [\"A\", \"B\"]";
    assert_eq!(run_case(&three(waits)).turns, 4, "an entry of the script still has to happen");
}

#[test]
fn steps_of_a_turn_are_all_of_them_in_order() {
    let rest =
        "[[script]]\nturn = 1\nstep = \"draw\"\ndo = \"end-turn\"\n[expect]\n[[expect.steps]]\nturn = 1\nvisited = ";
    assert_eq!(of_three(&format!("{rest}[\"untap\", \"upkeep\", \"draw\", \"cleanup\"]")), NONE);
    let wrong = of_three(&format!("{rest}[\"untap\", \"upkeep\"]"));
    assert_eq!(wrong, ["steps of turn 1: expected untap upkeep, got untap upkeep draw cleanup"]);
}

#[test]
fn events_are_a_subsequence() {
    let script = "[[script]]\nturn = 1\ndo = { extra-turn = { player = \"C\" } }\n[expect]\nevents = ";
    let found = r#"[{ type = "extra-turn-granted", seat = "C", in_turn = 1 }, { type = "turn-began", kind = "extra", turn = 2 }]"#;
    assert_eq!(of_three(&format!("{script}{found}")), NONE);
    let missing = r#"["extra-turn-granted", { type = "turn-began", kind = "extra", seat = "A" }]"#;
    let rest = format!("[game]\nmax_turns = 5\n{script}{missing}");
    let expected = "events: number 2 of the list, turn-began kind=extra seat=A, never came after number 1 in turn 1";
    assert_eq!(of_three(&rest), [expected]);
}

#[test]
fn an_event_that_must_not_happen_is_told_once() {
    let rest = |event: &str| format!("[expect]\nturns = [\"A\", \"B\", \"C\"]\nnever = [{event}]");
    assert_eq!(of_three(&rest(r#""turn-skipped", { type = "turn-began", seat = "C", turn = 1 }"#)), NONE);
    let wrong = of_three(&rest(r#"{ type = "turn-began", seat = "B" }, { type = "step-began", step = "draw" }"#));
    let expected = [
        "events: step-began step=draw happened in turn 1, expected never",
        "events: turn-began seat=B happened in turn 2, expected never",
    ];
    assert_eq!(wrong, expected);
}

#[test]
fn states_are_looked_at_before_anybody_has_priority() {
    let seats = r#"name = "A"
life = 12
poison = 1
mana = "UC"
hand = ["Opt", "Island"]
battlefield = [{ card = "Island", tapped = true }, { card = "Sage of Hours", counters = { "+1/+1" = 9 } }]
graveyard = ["Time Warp"]
library = ["Island", "Forest", "Opt"]
[[seat]]
name = "B"
"#;
    let expected = |rest: &str| {
        let at = "[[expect.state]]\nat = { turn = 1, step = \"untap\" }\n";
        complaints(&table(
            seats,
            &format!(
                "[[script]]\nturn = 1\nstep = \"untap\"\ndo = [{{ extra-turn = {{ player = \"B\" }} }}, \
                 {{ skip = {{ what = \"turn\", player = \"A\", count = 2 }} }}]\n[expect]\n{at}{rest}"
            ),
        ))
    };
    let right = r#"seat = "A"
life = 12
poison = 1
mana = "CU"
left = false
library = 3
hand = ["Island", "Opt"]
battlefield = { has = ["Island"], lacks = ["Forest"] }
graveyard = 1
exile = []
tapped = []
counters = { "Sage of Hours" = { "+1/+1" = 9 } }
pt = { "Sage of Hours" = "10/10" }
stack = 0
pending_turns = ["B"]
pending_skips = [{ what = "turn", count = 2 }]
active = "A"
controller = "A"
"#;
    assert_eq!(expected(right), NONE);
    let wrong = r#"seat = "A"
life = 11
left = true
hand = 3
battlefield = { has = ["Forest"] }
counters = { "Sage of Hours" = { "+1/+1" = 8 }, "Opt" = { time = 1 } }
pt = { "Sage of Hours" = "1/1" }
stack = 1
pending_turns = []
pending_skips = [{ what = "turn" }]
controller = "B"
"#;
    let unlike = [
        "pending turns in turn 1, untap: expected none, got B*",
        "controller in turn 1, untap: expected B, got A",
        "A's life in turn 1, untap: expected 11, got 12",
        "objects on the stack in turn 1, untap: expected 1, got 0",
        "A's Sage of Hours in turn 1, untap: expected 1/1, got 10/10",
        "A's having left in turn 1, untap: expected true, got false",
        "A's hand in turn 1, untap: expected 3 cards, got Island, Opt",
        "A's battlefield in turn 1, untap: expected among others Forest, got Island, Sage of Hours",
        "A's Sage of Hours: +1/+1 counters in turn 1, untap: expected 8, got 9",
        "A's Opt in turn 1, untap: expected a permanent, got none",
        "A's pending skips in turn 1, untap: expected 1 turn, got 2 turn",
    ];
    let found: Vec<String> = expected(wrong).iter().map(|c| c.split_once(": ").unwrap().1.to_owned()).collect();
    for complaint in unlike {
        assert!(found.iter().any(|f| f == complaint), "{complaint} is missing: {found:#?}");
    }
    assert_eq!(found.len(), unlike.len());
}

#[test]
fn moments_that_never_come_are_told() {
    let rest = "[game]\nmax_turns = 2\n[[script]]\nturn = 1\nstep = \"combat-damage\"\ndo = \"end-turn\"\n\
                [[script]]\nturn = 1\nstep = \"upkeep\"\nnth = 2\noptional = true\ndo = \"end-turn\"\n\
                [expect]\n[[expect.state]]\nat = { turn = 1, step = \"upkeep\", nth = 2 }\nactive = \"A\"";
    let expected = [
        "line 23: the moment never came: turn 1, upkeep number 2",
        "line 12: the moment never came: turn 1, combat-damage",
    ];
    assert_eq!(of_three(rest), expected);
    // A game that is won does not come as far.
    let lose = |seat: &str| format!("{{ lose-life = {{ player = \"{seat}\", amount = 99 }} }}");
    let won = format!("[[script]]\nturn = 1\ndo = [{}, {}]\n", lose("B"), lose("C"));
    let then = "[expect]\n[[expect.state]]\nat = { turn = 2, step = \"upkeep\" }\nactive = \"B\"";
    let told = of_three(&(won + then));
    assert_eq!(told, ["line 14: the moment never came: turn 2, upkeep; A had won in turn 1"]);
}

/// A with a hand and lands, B with a creature, and the acts of a script.
fn acted(script: &str, expect: &str) -> Vec<String> {
    let seats = r#"name = "A"
hand = ["Time Warp", "Island", "Lightning Bolt"]
battlefield = [{ card = "Island", count = 5 }, "Mountain", "Grizzly Bears"]
[[seat]]
name = "B"
battlefield = ["Grizzly Bears"]
"#;
    complaints(&table(seats, &format!("[game]\nmax_turns = 6\n{script}\n[expect]\n{expect}")))
}

#[test]
fn what_must_be_impossible_is_told_when_it_is_done() {
    let entry =
        |card: &str| format!("[[script]]\nturn = 2\nseat = \"A\"\nimpossible = true\ndo = {{ cast = \"{card}\" }}");
    assert_eq!(acted(&entry("Time Warp"), "turns = [\"A\"]"), NONE, "no sorcery on somebody else's turn");
    let bolt = "cast = { card = \"Lightning Bolt\", targets = [\"B\"] }";
    let possible = entry("Time Warp").replace("cast = \"Time Warp\"", bolt);
    assert_eq!(acted(&possible, "turns = [\"A\"]"), ["line 13: it was possible, and done"]);
}

#[test]
fn acts_are_done_in_order_as_soon_as_they_are_possible() {
    // The sorcery is cast first; the land has to wait until it has resolved.
    let script = "[[script]]\nturn = 1\ndo = [{ cast = { card = \"Time Warp\", targets = [\"A\"] } }, { play-land = \"Island\" }]";
    assert_eq!(
        acted(
            script,
            "turns = [\"A\", \"A*\", \"B\"]\nevents = [\"spell-cast\", \"extra-turn-granted\", \"land-played\"]"
        ),
        NONE
    );
}

#[test]
fn objects_are_told_apart_by_whose_they_are() {
    let bolt = |target: &str| {
        format!("[[script]]\nturn = 1\ndo = {{ cast = {{ card = \"Lightning Bolt\", targets = [{target}] }} }}")
    };
    let after = |seat: &str| {
        format!(
            "[[expect.state]]\nat = {{ turn = 1, step = \"end\" }}\nseat = \"{seat}\"\ngraveyard = {{ has = [\"Grizzly Bears\"] }}"
        )
    };
    assert_eq!(acted(&bolt("{ card = \"Grizzly Bears\", of = \"B\" }"), &after("B")), NONE);
    assert_eq!(acted(&bolt("\"Grizzly Bears\""), &after("A")), NONE, "one's own first");
    let second = "{ card = \"Grizzly Bears\", nth = 2 }";
    assert_eq!(acted(&bolt(second), &after("B")), NONE);
}

#[test]
fn attacks_and_blocks() {
    let script = r#"[[script]]
turn = 1
do = { attack = [{ attacker = "Grizzly Bears", defender = "B" }] }
[[script]]
turn = 1
seat = "B"
do = { block = [{ blocker = "Grizzly Bears", attacker = { card = "Grizzly Bears", of = "A" } }] }"#;
    let expect = "[[expect.state]]\nat = { turn = 1, step = \"end\" }\nseat = \"B\"\nlife = 40\nbattlefield = []";
    assert_eq!(acted(script, expect), NONE);
    // Without a seat it is the blocker's player who blocks.
    assert_eq!(acted(&script.replace("seat = \"B\"\n", ""), expect), NONE);
}

#[test]
fn why_nobody_was_asked_is_told() {
    let turns = "turns = [\"A\", \"B\"]";
    let attack = "[[script]]\nturn = 1\ndo = { attack = [{ attacker = \"Grizzly Bears\", defender = \"B\" }] }\n";
    let then = |entry: &str| acted(&format!("{attack}[[script]]\nturn = 1\n{entry}"), turns);
    let block = "{ block = [{ blocker = \"Grizzly Bears\", attacker = { card = \"Grizzly Bears\", of = \"A\" } }] }";
    let by_a = "line 16: not done: A was not asked for blocks in turn 1, declare-blockers";
    let only = "only who is attacked, and has a creature that could block, is asked";
    assert_eq!(then(&format!("seat = \"A\"\ndo = {block}")), [format!("{by_a}: {only}")]);
    let twice = then(&format!("seat = \"B\"\ndo = [{block}, {block}]"));
    assert_eq!(
        twice,
        ["line 16: not done: B was not asked for blocks again in turn 1, declare-blockers: line 16 answered"]
    );
    let chosen = then("step = \"declare-blockers\"\nseat = \"B\"\ndo = { choose = \"Grizzly Bears\" }");
    let declared =
        "B was asked for blocks, which `block` declares; a spell is cast after that, or in declare-attackers";
    assert!(chosen.len() == 1 && chosen[0].contains(declared), "{chosen:?}");
    let held = "[[script]]\nturn = 1\nseat = \"A\"\ndo = [{ choose = true }, { play-land = \"Island\" }]";
    let told = acted(held, turns).pop().unwrap_or_default();
    let first = "the answer in line 13 comes first, and nobody has asked for it";
    assert_eq!(
        told,
        format!("line 13: not done: A was not asked for an act at priority in turn 1, precombat-main: {first}")
    );
}

#[test]
fn what_is_not_possible_is_told_with_the_reason() {
    let once = |what: &str| acted(&format!("[[script]]\nturn = 1\ndo = {what}"), "turns = [\"A\", \"B\"]");
    let now = |name: &str| format!("line 13: not done: `{name}` can't be cast, played or activated now");
    assert_eq!(once("{ cast = \"Opt\" }"), [now("Opt") + ": its player has none to play"]);
    assert_eq!(once("{ cast = \"Lightning Bolt\" }"), ["line 13: not done: a target is missing"]);
    let no_target = "{ cast = { card = \"Lightning Bolt\", targets = [\"Sol Ring\"] } }";
    assert_eq!(once(no_target), ["line 13: not done: there is no such `Sol Ring` here"]);
    let alone = "nobody is asked where there is one candidate or none";
    let not_asked = format!("line 13: not done: A was not asked for a choice in turn 1, precombat-main: {alone}");
    assert_eq!(once("{ choose = true }"), [not_asked]);
    let twice = "{ attack = [{ attacker = \"Grizzly Bears\", defender = \"A\" }] }";
    let script = format!("[[script]]\nturn = 1\nstep = \"declare-attackers\"\ndo = {twice}");
    let no_defender = ["line 13: not done: A can't be chosen as a defender, expected B"];
    assert_eq!(acted(&script, "turns = [\"A\", \"B\"]"), no_defender);
    let land = "{ cast = { card = \"Lightning Bolt\", targets = [\"Mountain\"] } }";
    assert_eq!(once(land), ["line 13: not done: `Mountain` can't be chosen as a target"]);
}

#[test]
fn a_mode_that_cant_be_chosen_is_told_with_the_reason() {
    let seats = "name = \"A\"\nhand = [\"Abrade\"]\nbattlefield = [\"Mountain\", \"Mountain\", \"Sol Ring\"]\n\
                 [[seat]]\nname = \"B\"\n";
    let cast = |modes: &str, target: &str| {
        let act = format!("{{ cast = {{ card = \"Abrade\", modes = [{modes}], targets = [\"{target}\"] }} }}");
        complaints(&table(seats, &format!("[[script]]\nturn = 1\ndo = {act}\n[expect]\nturns = [\"A\", \"B\"]")))
    };
    assert_eq!(cast("2", "Sol Ring"), NONE);
    let closed = ["line 10: not done: mode 1 can't be chosen: it has no legal target"];
    assert_eq!(cast("1", "Sol Ring"), closed);
    assert_eq!(cast("3", "Sol Ring"), ["line 10: not done: there is no mode 3, expected 1 to 2"]);
}

#[test]
fn a_wrong_answer_to_a_modal_question_is_told_the_modes() {
    let seats = "name = \"A\"\nhand = [\"Swamp\"]\nbattlefield = [\"Dread Presence\"]\n[[seat]]\nname = \"B\"\n";
    let answer = |mode: &str| {
        let script = format!("[[script]]\nturn = 1\ndo = [{{ play-land = \"Swamp\" }}, {{ choose = {mode} }}]");
        complaints(&table(seats, &format!("{script}\n[expect]\nturns = [\"A\", \"B\"]")))
    };
    assert_eq!(answer("1"), NONE);
    let expected = "the question (mode) has no such answer, expected the number of one of these modes: 1, 2";
    for wrong in ["3", "true", "\"Swamp\""] {
        assert_eq!(answer(wrong), [format!("line 10: not done: {expected}")], "{wrong}");
    }
}

/// B's creature, turned into something else by A's Aura, and a land of A's by an enchantment.
#[test]
fn what_has_become_something_else_has_its_own_name_and_that_of_its_shape() {
    let seats = r#"name = "A"
hand = ["Lignify", "Shock"]
battlefield = [{ card = "Forest", count = 2 }, "Dryad Arbor", "Blood Moon", "Mountain"]
[[seat]]
name = "B"
battlefield = ["Serra Angel"]
"#;
    let kill = |name: &str| {
        format!(
            "[[script]]\nturn = 1\ndo = [{{ cast = {{ card = \"Lignify\", targets = [\"Serra Angel\"] }} }}, {{ pass = 1 }}, \
             {{ cast = {{ card = \"Shock\", targets = [\"{name}\"] }} }}]\n"
        )
    };
    let state = |step: &str, of: &str, rest: &str| {
        format!("[[expect.state]]\nat = {{ turn = 1, step = \"{step}\" }}\nseat = \"{of}\"\n{rest}\n")
    };
    for name in ["Dryad Arbor", "Colourless Mountain"] {
        let lands = format!("battlefield = [\"Forest\", \"{name}\", \"Blood Moon\", \"Forest\", \"Mountain\"]");
        let angel = "battlefield = { has = [\"Serra Angel\"], lacks = [\"Hill Giant\"] }\n\
                     pt = { \"Serra Angel\" = \"0/4\", \"Lignified Treefolk\" = \"0/4\" }";
        let expect = state("upkeep", "A", &lands)
            + &state("end", "A", "graveyard = { has = [\"Dryad Arbor\"] }")
            + &state("end", "B", angel);
        assert_eq!(complaints(&table(seats, &format!("{}[expect]\n{expect}", kill(name)))), NONE, "{name}");
    }
    // One thing is not there twice, and is not lacking by either name.
    let wrong = |rest: &str| complaints(&table(seats, &format!("[expect]\n{}", state("upkeep", "A", rest))));
    let found = "Mountain, Forest, Forest, Dryad Arbor, Blood Moon";
    let twice = wrong("battlefield = { has = [\"Dryad Arbor\", \"Colourless Mountain\"] }");
    assert!(twice.len() == 1 && twice[0].ends_with(&format!("got {found}")), "{twice:?}");
    for name in ["Dryad Arbor", "Colourless Mountain"] {
        assert_eq!(wrong(&format!("battlefield = {{ lacks = [\"{name}\"] }}")).len(), 1, "{name}");
    }
}

#[test]
fn a_mana_ability_that_a_land_grants_is_activated() {
    let seats = "name = \"A\"\nhand = [\"Dark Ritual\"]\nbattlefield = [\"Urborg, Tomb of Yawgmoth\", \"Wastes\"]\n\
                 [[seat]]\nname = \"B\"\n";
    let tap = |what: &str| {
        let script = format!("[[script]]\nturn = 1\ndo = {{ activate = {{ {what} }} }}\n[expect]\n");
        let state = "[[expect.state]]\nat = { turn = 1, step = \"beginning-of-combat\" }\nseat = \"A\"\ntapped = ";
        complaints(&table(seats, &(script + state + "[\"Wastes\"]")))
    };
    assert_eq!(tap("card = \"Wastes\", granted-by = \"Urborg, Tomb of Yawgmoth\", mana = 1"), NONE);
    let of_itself = tap("card = \"Urborg, Tomb of Yawgmoth\", mana = 1");
    assert!(of_itself.len() == 1 && of_itself[0].ends_with("got Urborg, Tomb of Yawgmoth"), "{of_itself:?}");
}

#[test]
fn what_stands_in_the_way_of_an_act_is_told() {
    let seats = r#"name = "A"
hand = ["Shock", "Divination", { card = "Island", count = 2 }]
battlefield = ["Prodigal Sorcerer", "Swamp"]
[[seat]]
name = "B"
"#;
    let last = |step: &str, acts: &str| {
        let script = format!("[[script]]\nturn = 1\nstep = \"{step}\"\ndo = [{acts}]");
        complaints(&table(seats, &format!("{script}\n[expect]\nturns = [\"A\", \"B\"]"))).pop().unwrap_or_default()
    };
    let told = |step, acts: &str, why: &str| assert!(last(step, acts).ends_with(why), "{}", last(step, acts));
    let now = "can't be cast, played or activated now";
    let shock = "{ cast = { card = \"Shock\", targets = [\"B\"] } }";
    told(
        "precombat-main",
        shock,
        &format!("`Shock` {now}: the 1 mana that it costs can't be paid, with 1 there to be had"),
    );
    told(
        "upkeep",
        "{ cast = \"Divination\" }",
        &format!("`Divination` {now}: it is done only in a main phase of its player"),
    );
    let lands = "{ play-land = \"Island\" }, { play-land = \"Island\" }";
    told("precombat-main", lands, &format!("`Island` {now}: its player has played a land this turn"));
    let sorcerer = "{ activate = { card = \"Prodigal Sorcerer\", targets = [\"B\"] } }";
    told("precombat-main", &format!("{sorcerer}, {sorcerer}"), &format!("`Prodigal Sorcerer` {now}: it is tapped"));
}

#[test]
fn what_must_be_impossible_is_said_in_full() {
    let bolt = "[[script]]\nturn = 1\nimpossible = true\ndo = { cast = \"Lightning Bolt\" }";
    let unclear = ["line 13: not shown to be impossible: a target is missing"];
    assert_eq!(acted(bolt, "turns = [\"A\", \"B\"]"), unclear);
}

#[test]
fn what_nothing_asks_for_is_told() {
    let cast = |with: &str| {
        let script = format!("[[script]]\nturn = 1\ndo = {{ cast = {{ card = \"Lightning Bolt\", {with} }} }}");
        acted(&script, "turns = [\"A\", \"B\"]")
    };
    assert_eq!(
        cast("targets = [\"B\"], x = 2"),
        ["line 13: not done: `x` is given, but nothing asks for it, or only 0 can be paid"]
    );
    assert_eq!(cast("targets = [\"B\"], extra = 1"), ["line 13: not done: `extra` is given, but nothing asks for it"]);
    assert_eq!(cast("targets = [\"B\", \"A\"]"), ["line 13: not done: more targets are given than it has"]);
    let costs = "line 13: not done: `costs`: no cost of it can be paid with `Grizzly Bears`, or not with that many";
    assert_eq!(cast("targets = [\"B\"], costs = [\"Grizzly Bears\"]"), [costs]);
    let modes = ["line 13: not done: `modes` are given, but nothing asked for one"];
    assert_eq!(cast("targets = [\"B\"], modes = [1]"), modes);
}

/// A discards two of nine cards as turn 1 ends.
fn discarding(answer: &str) -> Vec<String> {
    let seats =
        "name = \"A\"\nhand = [{ card = \"Opt\", count = 9 }]\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"\n";
    let script = format!("[[script]]\nturn = 1\nstep = \"cleanup\"\ndo = {{ choose = {answer} }}");
    complaints(&table(seats, &format!("{script}\n[expect]\nturns = [\"A\", \"B\"]\nnever = [\"refused\"]")))
}

#[test]
fn an_answer_that_does_not_fit_is_refused_and_told() {
    assert_eq!(discarding("{ options = [1, 2] }"), NONE);
    let misfit = |found: usize| {
        let cards = "by names or { options = [1 to 9] }";
        let told =
            format!("line {found}: not done: the question (discard) has no such answer, expected a list of 2, {cards}");
        vec![told, "events: refused happened in turn 1, expected never".to_owned()]
    };
    for answer in ["true", "false", "3", "\"U\""] {
        assert_eq!(discarding(answer), misfit(11), "{answer}");
    }
}

#[test]
fn priority_in_a_step_is_judged_when_the_step_is_over() {
    let state = |step: &str, priority: bool| {
        of_three(&format!("[expect]\n[[expect.state]]\nat = {{ turn = 1, step = \"{step}\" }}\npriority = {priority}"))
    };
    assert_eq!(state("untap", false), NONE);
    assert_eq!(state("upkeep", true), NONE);
    assert_eq!(state("upkeep", false), ["line 11: priority in turn 1, upkeep: expected nobody, got A"]);
    assert_eq!(state("cleanup", true), ["line 11: priority in turn 1, cleanup: expected somebody, got nobody"]);
}

#[test]
fn never_in_a_turn_and_step() {
    let never = |during: &str| {
        of_three(&format!(
            "[[script]]\nturn = 2\nstep = \"upkeep\"\ndo = {{ lose-life = {{ player = \"A\", amount = 1 }} }}\n\
             [expect]\nnever = [{{ type = \"life-changed\", {during} }}]"
        ))
    };
    assert_eq!(never("turn = 1"), NONE);
    assert_eq!(never("turn = 2, step = \"draw\""), NONE);
    assert_eq!(never("step = \"upkeep\", nth = 2"), NONE);
    let happened = |during: &str| format!("events: life-changed{during} happened in turn 2, expected never");
    assert_eq!(never("turn = 2"), [happened(" turn=2")]);
    assert_eq!(never("turn = 2, step = \"upkeep\", nth = 1"), [happened(" turn=2 step=upkeep nth=1")]);
    let nowhere = ["line 15: the moment never came: turn 2, combat-damage"];
    assert_eq!(never("turn = 2, step = \"combat-damage\""), nowhere);
    // Nothing else says how long: the game is played to its end.
    assert_eq!(of_three("[game]\nmax_turns = 3\n[expect]\nnever = [\"game-over\"]").len(), 1);
}

/// What comes of the last act is seen, though it comes after all that is expected.
#[test]
fn never_is_held_to_the_end_of_the_turn() {
    let act = "[[script]]\nturn = 1\nstep = \"upkeep\"\ndo = { extra-turn = { player = \"C\" } }\n";
    let never = |event: &str| of_three(&format!("{act}[expect]\nevents = [\"extra-turn-granted\"]\nnever = [{event}]"));
    let told = ["events: step-began step=end happened in turn 1, expected never"];
    assert_eq!(never(r#"{ type = "step-began", step = "end" }"#), told);
    assert_eq!(never(r#"{ type = "turn-began", kind = "extra" }"#), NONE);
}

#[test]
fn of_who_has_left_it_is_told_when() {
    let rest = "[game]\nmax_turns = 2\n[[script]]\nturn = 1\ndo = { lose-life = { player = \"B\", amount = 99 } }\n\
                [[script]]\nturn = 1\nstep = \"end\"\nseat = \"B\"\ndo = { cast = \"Opt\" }\n\
                [expect]\nturns = [\"A\", \"C\"]";
    let told = "line 15: not done: B was not asked for an act at priority in turn 1, end: B left in turn 1";
    assert_eq!(of_three(rest), [told]);
}

#[test]
fn a_controlled_player_passes_on_too() {
    let script = |until: &str| {
        let control = "[[script]]\nturn = 1\ndo = { control-turn = { player = \"B\" } }\n";
        let pass = format!("[[script]]\nturn = 2\nstep = \"upkeep\"\ndo = {{ pass = {{ until = \"{until}\" }} }}\n");
        format!("{control}{pass}[[script]]\nturn = 2\nseat = \"B\"\ndo = \"pass\"")
    };
    let late = "line 20: not done: B was not asked for an act at priority in turn 2, precombat-main: an earlier `pass` passes for B";
    let late = [late];
    assert_eq!(acted(&script("end-of-turn"), "turns = [\"A\", \"B[by:A]\", \"A\"]"), late);
    assert_eq!(acted(&script("draw"), "turns = [\"A\", \"B[by:A]\", \"A\"]"), NONE);
}

#[test]
fn passing_holds_later_acts_back() {
    let script = |pass: &str| {
        format!("[[script]]\nturn = 1\ndo = [{pass}, {{ cast = {{ card = \"Lightning Bolt\", targets = [\"B\"] }} }}]")
    };
    let late = |line: u32, step: &str| {
        let asked = format!("line {line}: not done: A was not asked for an act at priority in turn 1, {step}");
        [asked + ": an earlier `pass` passes for A"]
    };
    assert_eq!(
        acted(&script("{ pass = { until = \"end-of-turn\" } }"), "turns = [\"A\", \"B\"]"),
        late(13, "precombat-main")
    );
    let passing = "[[script]]\nturn = 1\nstep = \"upkeep\"\ndo = { pass = { until = \"end\" } }\n";
    let cast = |step: &str| {
        format!(
            "{passing}[[script]]\nturn = 1\nstep = \"{step}\"\ndo = {{ cast = {{ card = \"Lightning Bolt\", targets = [\"B\"] }} }}"
        )
    };
    assert_eq!(acted(&cast("end"), "events = [\"spell-cast\"]"), NONE);
    assert_eq!(acted(&cast("postcombat-main"), "turns = [\"A\", \"B\"]"), late(17, "postcombat-main"));
}

#[test]
fn a_bare_player_can_concede() {
    let rest = "[[script]]\nturn = 2\nstep = \"upkeep\"\nseat = \"C\"\ndo = \"concede\"\n[expect]\nturns = [\"A\", \"B\", \"A\"]";
    assert_eq!(of_three(rest), NONE);
}

// ---- blessing ----

const BLESSED: &str = r#"schema = 1
name = "case"   # kept
[game]
max_turns = 2
[[seat]]
name = "A"
[[seat]]
name = "B"
[expect]
digest = "00000000000000000000000000000000"   # kept too
outline = """
1 A
2 B
end capped"""
"#;

fn report(text: &str) -> CaseReport {
    use crate::cards::source::Source;
    let scenario =
        crate::scenario::Scenario::from_source(&Source::new("case.toml", text), &crate::scenario::Disk).unwrap();
    run_case(&Matchup::new(std::sync::Arc::new(scenario)))
}

#[test]
fn a_blessed_case_passes_and_nothing_else_has_changed() {
    let before = report(BLESSED);
    assert!(matches!(before.differences[..], [Difference::Digest { .. }]));
    let blessing = bless(BLESSED, &before, false).unwrap();
    assert!(blessing.digest_changed && blessing.outline_changed.is_none());
    let digest = before.whole.as_ref().unwrap().digest.to_string();
    assert_eq!(blessing.text, BLESSED.replace(&"0".repeat(32), &digest));
    let after = report(&blessing.text);
    assert!(after.passed());
    let again = bless(&blessing.text, &after, true).unwrap();
    assert_eq!(
        (again.text.as_str(), again.digest_changed, again.outline_changed),
        (blessing.text.as_str(), false, None)
    );
}

#[test]
fn a_changed_outline_needs_permission() {
    let text = BLESSED.replace("2 B\n", "2 A*\n");
    let report = report(&text);
    let outline = Difference::Outline { line: 2, expected: "`2 A*`".to_owned(), found: "`2 B`".to_owned() };
    assert!(report.differences.contains(&outline), "{:?}", report.differences);
    assert!(matches!(bless(&text, &report, false), Err(BlessError::OutlineChanged { .. })));
    let blessing = bless(&text, &report, true).unwrap();
    let changed = ("1 A\n2 A*\nend capped".to_owned(), "1 A\n2 B\nend capped".to_owned());
    assert_eq!(blessing.outline_changed, Some(changed));
    assert!(self::report(&blessing.text).passed(), "{}", blessing.text);
    assert!(blessing.text.contains("# kept\n") && blessing.text.contains("# kept too\n"));
}

#[test]
fn there_must_be_something_to_bless() {
    let whole = report(BLESSED);
    let bare = BLESSED.split("[expect]").next().unwrap();
    assert_eq!(bless(bare, &whole, true), Err(BlessError::NothingToBless("case".to_owned())));
    let unplayed = CaseReport { whole: None, ..whole.clone() };
    assert_eq!(bless(BLESSED, &unplayed, true), Err(BlessError::NotPlayed("case".to_owned())));
    assert_eq!(bless("][", &whole, true), Err(BlessError::NotToml("case".to_owned())));
}

#[test]
fn a_panic_is_a_difference_of_its_case() {
    let panicking = |text: &'static str| guarded("bad", || panic!("{text}"));
    let report = guarded("bad", || panic!("slot {} is empty", 3));
    assert_eq!((report.name.as_str(), report.passed(), report.whole), ("bad", false, None));
    assert_eq!(report.differences[0].to_string(), "the rules panicked: slot 3 is empty");
    assert_eq!(panicking("no such card").differences[0].to_string(), "the rules panicked: no such card");
}

/// What is said of the first act that A does not do in turn 1.
fn undone(seats: &str, acts: &str) -> String {
    let script = format!("[[script]]\nturn = 1\ndo = [{acts}]\n[expect]\nturns = [\"A\", \"B\"]");
    let told = complaints(&table(seats, &script)).into_iter().next().unwrap_or_default();
    told.split_once("not done: ").map_or(told.clone(), |(_, why)| why.to_owned())
}

#[test]
fn a_spell_with_targets_is_cast_and_not_chosen_during_a_resolution() {
    let seats = "name = \"A\"\nhand = [\"Bloodbraid Elf\"]\nbattlefield = [\"Forest\", \"Forest\", \"Mountain\", \"Mountain\"]\n\
                 library = [\"Lightning Bolt\", { card = \"Forest\", count = 5 }]\n[[seat]]\nname = \"B\"\n";
    let elf = "{ cast = \"Bloodbraid Elf\" }, { pass = 1 }";
    let told =
        "`choose` plays it without targets, modes and X, and it needs them: a `cast` with them answers the question";
    for answer in ["true", "\"Lightning Bolt\""] {
        assert_eq!(undone(seats, &format!("{elf}, {{ choose = {answer} }}")), told, "{answer}");
    }
    let bolt = format!("{elf}, {{ cast = {{ card = \"Lightning Bolt\", targets = [\"B\"] }} }}");
    assert_eq!(undone(seats, &bolt), "");
}

#[test]
fn a_mode_that_may_be_repeated_has_a_number_for_each_time() {
    let seats = "name = \"A\"\nhand = [\"Fiery Confluence\"]\nbattlefield = [{ card = \"Mountain\", count = 4 }]\n\
                 [[seat]]\nname = \"B\"\n";
    let cast =
        |modes: &str| undone(seats, &format!("{{ cast = {{ card = \"Fiery Confluence\", modes = [{modes}] }} }}"));
    let twice = "mode 5 is given twice: one that may be chosen more than once has a number for each time, in a row";
    assert_eq!((cast("5, 5, 6").as_str(), cast("4, 5, 6").as_str()), (twice, ""));
}

#[test]
fn a_pass_that_leaves_the_step_is_told() {
    let seats =
        "name = \"A\"\nhand = [\"Opt\", \"Shock\"]\nbattlefield = [\"Island\", \"Mountain\"]\n[[seat]]\nname = \"B\"\n";
    let shock = "{ cast = { card = \"Shock\", targets = [\"B\"] } }";
    let told = "A was not asked for an act at priority in turn 1, precombat-main: an earlier `pass` passed with nothing on \
                the stack, which ends the step once everybody passes";
    assert_eq!(undone(seats, &format!("{{ cast = \"Opt\" }}, {{ pass = 2 }}, {shock}")), told);
    assert_eq!(undone(seats, &format!("{{ cast = \"Opt\" }}, {{ pass = 1 }}, {shock}")), "");
}

#[test]
fn what_lies_face_down_is_called_otherwise() {
    let seats = "name = \"A\"\nhand = [\"Willbender\", \"Unsummon\"]\nbattlefield = [{ card = \"Island\", count = 4 }]\n\
                 [[seat]]\nname = \"B\"\n";
    let bounce = |name: &str| {
        let cast = format!("{{ cast = {{ card = \"Unsummon\", targets = [\"{name}\"] }} }}");
        undone(seats, &format!("{{ cast-face-down = \"Willbender\" }}, {{ pass = 1 }}, {cast}"))
    };
    assert_eq!(
        bounce("Willbender"),
        "there is no such `Willbender` here: it lies face down, where it is called `Face-down creature`"
    );
    assert_eq!(bounce("Face-down creature"), "");
}

#[test]
fn the_reason_that_is_told_is_not_another_one() {
    let now = "can't be cast, played or activated now: nothing else is seen to forbid it, so perhaps";
    let lands = "{ card = \"Island\", count = 4 }, \"Mountain\"";
    let law = format!(
        "name = \"A\"\nhand = [\"Opt\", \"Shock\"]\nbattlefield = [\"Rule of Law\", {lands}]\n[[seat]]\nname = \"B\"\n"
    );
    let shock = "{ cast = \"Opt\" }, { pass = 1 }, { cast = { card = \"Shock\", targets = [\"B\"] } }";
    assert_eq!(undone(&law, shock), format!("`Shock` {now} `Rule of Law` does"));
    let orrery = format!(
        "name = \"A\"\nhand = [\"Control Magic\"]\nbattlefield = [\"Vedalken Orrery\", {lands}]\n[[seat]]\nname = \"B\"\n"
    );
    let upkeep =
        "[[script]]\nturn = 1\nstep = \"upkeep\"\ndo = { cast = \"Control Magic\" }\n[expect]\nturns = [\"A\", \"B\"]";
    let told = complaints(&table(&orrery, upkeep));
    assert!(told[0].ends_with(&format!("`Control Magic` {now} it has no legal target")), "{told:?}");
}
