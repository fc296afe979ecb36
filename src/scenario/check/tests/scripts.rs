use crate::agents::act::{Act, ActTarget, Answer, Named, ObjectName, Passing};
use crate::cards::effect::{CardId, Op, Who};
use crate::scenario::testing::load;
use crate::scenario::*;
use crate::turn::{Seat, Step};

/// A case of three seats with the given rest.
fn case(rest: &str) -> Scenario {
    let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"\n";
    load(&format!("schema = 1\nname = \"x\"\ncards = [\"cards.toml\"]\n{seats}{rest}\n")).unwrap()
}

fn acts(written: &str) -> (Scenario, Vec<Act>) {
    let scenario = case(&format!("[[script]]\nturn = 1\nseat = \"A\"\ndo = [{written}]"));
    let acts = scenario.script()[0].what.iter().map(|what| match what {
        Do::Act(act) => act.clone(),
        Do::Effect(_) => panic!("an effect"),
    });
    let acts = acts.collect();
    (scenario, acts)
}

fn card(scenario: &Scenario, name: &str) -> CardId {
    scenario.catalog().find_object(name).unwrap()
}

fn object(scenario: &Scenario, name: &str) -> ObjectName {
    ObjectName { card: card(scenario, name), of: None, nth: None }
}

#[test]
fn an_effect_is_compiled_with_the_seats_it_names() {
    let scenario =
        case("[[script]]\nturn = 2\nstep = \"upkeep\"\nnth = 2\ndo = { extra-turn = { player = \"C\", count = 1 } }");
    let entry = &scenario.script()[0];
    assert_eq!((entry.turn, entry.step, entry.nth, entry.seat), (2, Some(Step::Upkeep), 2, None));
    assert_eq!((entry.when, entry.optional, entry.at), (When::Step, false, (10, 1)));
    let [Do::Effect(effect)] = entry.what[..] else { panic!("one effect") };
    assert!(matches!(scenario.catalog().op(effect), Op::ExtraTurn { who: Who::Entrant(2), .. }));
}

#[test]
fn a_run_of_effects_is_one_effect_and_acts_part_runs() {
    let list = "[\"end-turn\", { draw = {} }, \"pass\", { draw = {} }]";
    let scenario = case(&format!("[[script]]\nturn = 1\nseat = \"A\"\noptional = true\ndo = {list}"));
    let entry = &scenario.script()[0];
    assert!(entry.optional);
    assert_eq!(entry.when, When::Priority);
    let [Do::Effect(first), Do::Act(Act::Pass(Passing::Times(1))), Do::Effect(second)] = entry.what[..] else {
        panic!("effect, act, effect")
    };
    let op = |id| scenario.catalog().op(id);
    assert!(matches!(op(first), Op::EndTurn));
    assert!(matches!(op(second), Op::Draw(Who::You, _)));
}

#[test]
fn acts_are_resolved() {
    let (s, acts) = acts(
        r#"{ play-land = "Island" }, { cast = "Opt" },
           { cast = { card = "Time Warp", targets = ["B", { card = "Runeclaw Bear", of = "C", nth = 2 }], costs = ["Opt"], x = 3, modes = [2] } },
           { activate = { card = "Prodigal Sorcerer", ability = 1, targets = ["C"], costs = ["Prodigal Sorcerer"] } }, "concede""#,
    );
    let bear = ActTarget::Object(ObjectName { card: card(&s, "Runeclaw Bear"), of: Some(Seat(2)), nth: Some(1) });
    let sorcerer = object(&s, "Prodigal Sorcerer");
    let ability = s.catalog().card(sorcerer.card).abilities[0];
    let expected = [
        Act::PlayLand(card(&s, "Island")),
        Act::Cast {
            card: card(&s, "Opt"),
            targets: vec![],
            costs: vec![],
            x: None,
            modes: vec![],
            way: None,
            extra: 0,
        },
        Act::Cast {
            card: card(&s, "Time Warp"),
            targets: vec![ActTarget::Seat(Seat(1)), bear],
            costs: vec![object(&s, "Opt")],
            x: Some(3),
            modes: vec![1],
            way: None,
            extra: 0,
        },
        Act::Activate {
            source: sorcerer,
            ability,
            targets: vec![ActTarget::Seat(Seat(2))],
            costs: vec![sorcerer],
            x: None,
            makes: None,
        },
        Act::Concede,
    ];
    assert_eq!(acts, expected);
}

#[test]
fn attacks_and_blocks_have_a_step_of_their_own() {
    let attack = "do = { attack = [{ attacker = \"Runeclaw Bear\", defender = \"B\" }] }";
    let block = "do = { block = [{ blocker = \"Soldier\", attacker = \"Runeclaw Bear\" }] }";
    let s = case(&format!("[[script]]\nturn = 1\n{attack}\n[[script]]\nturn = 1\nseat = \"B\"\n{block}"));
    let (bear, soldier) = (object(&s, "Runeclaw Bear"), object(&s, "Soldier"));
    assert_eq!(s.script()[0].step, Some(Step::DeclareAttackers));
    assert_eq!(s.script()[0].what, [Do::Act(Act::Attack(vec![(bear, ActTarget::Seat(Seat(1)))]))]);
    assert_eq!(s.script()[1].step, Some(Step::DeclareBlockers));
    assert_eq!(s.script()[1].what, [Do::Act(Act::Block(vec![(soldier, bear)]))]);
}

#[test]
fn passing_is_counted_or_lasts_until() {
    let (_, acts) = acts(
        r#""pass", { pass = 3 }, { pass = {} }, { pass = { count = 2 } }, { pass = { until = "end" } },
           { pass = { until = "end-of-turn" } }, { pass = { until = "my-next-turn" } }"#,
    );
    let expected = [
        Passing::Times(1),
        Passing::Times(3),
        Passing::Times(1),
        Passing::Times(2),
        Passing::UntilStep(Step::End),
        Passing::UntilEndOfTurn,
        Passing::UntilMyNextTurn,
    ];
    assert_eq!(acts, expected.map(Act::Pass));
}

#[test]
fn answers_are_yes_no_numbers_places_or_names() {
    let (s, acts) = acts(
        r#"{ choose = true }, { choose = false }, { choose = "default" }, { choose = 7 }, { choose = { options = [1, 3] } },
           { choose = "B" }, { choose = ["Opt", "U"] }, { choose = { card = "Opt", nth = 2 } },
           { choose = { shares = [{ to = "B", amount = 2 }, { to = { card = "Opt", nth = 2 }, amount = 1 }] } }"#,
    );
    let opt = object(&s, "Opt");
    let expected = [
        Answer::Yes,
        Answer::No,
        Answer::Default,
        Answer::Number(7),
        Answer::Options(vec![0, 2]),
        Answer::Names(vec![Named::Seat(Seat(1))]),
        Answer::Names(vec![Named::Object(opt), Named::Mana(crate::cards::mana::Mana::U)]),
        Answer::Names(vec![Named::Object(ObjectName { nth: Some(1), ..opt })]),
        Answer::Shares(vec![(ActTarget::Seat(Seat(1)), 2), (ActTarget::Object(ObjectName { nth: Some(1), ..opt }), 1)]),
    ];
    assert_eq!(acts, expected.map(Act::Choose));
}

#[test]
fn a_choice_of_modes_is_an_effect() {
    let scenario = case("[[script]]\nturn = 1\ndo = { choose = { modes = [\"end-turn\", { draw = {} }] } }");
    assert!(matches!(scenario.script()[0].what[..], [Do::Effect(_)]));
}
