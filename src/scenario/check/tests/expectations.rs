use crate::cards::effect::CounterKind;
use crate::scenario::testing::load;
use crate::scenario::*;
use crate::turn::{Phase, Seat, SkipScope, Skippable, Step};

const CASE: &str = r#"
schema = 1
name = "case"
cards = ["cards.toml"]
[[seat]]
name = "A"
[[seat]]
name = "B"

[expect]
turns = ["A", "B*", "A[by:B]"]
winner = "B"
end = "win"
digest = "00112233445566778899AABBCCDDEEFF"
outline = "1 A\n2 B*"
events = ["turn-ended-early", { type = "turn-skipped", seat = "A", kind = "extra", turn = 2, left = 1 }]
never = ["skip-expired", { type = "priority-given", turn = 3, step = "upkeep", nth = 2 }]

[[expect.steps]]
turn = 2
visited = ["untap", "upkeep"]

[[expect.state]]
at = { turn = 2, step = "upkeep", nth = 2 }
seat = "A"
life = 20
poison = 1
mana = "U"
left = false
library = 0
hand = 2
battlefield = ["Soldier", "Island", "Island"]
graveyard = { has = ["Opt"], lacks = ["Time Warp"] }
exile = []
tapped = ["Island"]
counters = { "Runeclaw Bear" = { "+1/+1" = 2 } }
pt = { "Runeclaw Bear" = "4/-1" }
stack = 3
priority = false
pending_turns = ["B", "A*"]
pending_skips = [{ what = "turn" }, { what = "combat", count = 2, scope = "this-turn" }, { what = "untap" }]
active = "A"
controller = "B"

[[expect.state]]
at = { turn = 1 }
active = "A"
"#;

#[test]
fn everything_expected_arrives() {
    let scenario = load(CASE).unwrap();
    let expect = scenario.expect().unwrap();
    let token = |seat, extra, by| TurnToken { seat: Seat(seat), extra, by };
    let turns = vec![token(0, false, None), token(1, true, None), token(0, false, Some(Seat(1)))];
    assert_eq!(expect.turns.as_ref(), Some(&turns));
    assert_eq!((expect.winner, expect.end), (Some(Winner::Seat(Seat(1))), Some(End::Win)));
    assert_eq!(expect.digest.as_deref(), Some("00112233445566778899aabbccddeeff"));
    assert_eq!(expect.outline.as_deref(), Some("1 A\n2 B*"));
    assert_eq!(expect.steps, [StepsExpectation { turn: 2, visited: vec![Step::Untap, Step::Upkeep] }]);
    let ended = &expect.events[0];
    assert_eq!((ended.kind, ended.fields.len(), ended.during), ("turn-ended-early", 0, During::default()));
    assert_eq!(expect.events[1].kind, "turn-skipped");
    let fields = [
        ("seat".to_owned(), FieldPattern::Seat(Seat(0))),
        ("kind".to_owned(), FieldPattern::Text("extra".to_owned())),
        ("left".to_owned(), FieldPattern::Number(1)),
    ];
    assert_eq!(expect.events[1].fields, fields);
    assert_eq!(expect.events[1].during, During { turn: Some(2), step: None, nth: None });
    let [expired, priority] = &expect.never[..] else { panic!("two events") };
    assert_eq!((expired.kind, expired.during), ("skip-expired", During::default()));
    let during = During { turn: Some(3), step: Some(Step::Upkeep), nth: Some(2) };
    assert_eq!((priority.kind, priority.during, priority.line.0), ("priority-given", during, 17));
}

#[test]
fn states_are_of_the_table_and_of_a_seat() {
    let scenario = load(CASE).unwrap();
    let card = |name: &str| scenario.catalog().find_object(name).unwrap();
    let [first, second] = &scenario.expect().unwrap().states[..] else { panic!("two states") };
    assert_eq!(first.at, Moment { turn: 2, step: Step::Upkeep, nth: 2 });
    assert_eq!(second.at, Moment { turn: 1, step: Step::PrecombatMain, nth: 1 });
    assert_eq!((second.seat.as_ref(), second.table.active), (None, Some(Seat(0))));
    let extra = |seat| TurnToken { seat: Seat(seat), extra: true, by: None };
    let table = TableFacts {
        pending_turns: Some(vec![extra(1), extra(0)]),
        active: Some(Seat(0)),
        controller: Some(Seat(1)),
        stack: Some(3),
        priority: Some(false),
    };
    assert_eq!(first.table, table);
    let skip = |what, count, scope| SkipExpectation { what, count, scope };
    let mut battlefield = vec![card("Soldier"), card("Island"), card("Island")];
    battlefield.sort();
    let facts = SeatFacts {
        life: Some(20),
        poison: Some(1),
        mana: Some([0, 1, 0, 0, 0, 0]),
        left: Some(false),
        library: Some(0),
        zones: vec![
            (ZoneName::Hand, ZoneExpectation::Count(2)),
            (ZoneName::Battlefield, ZoneExpectation::Exactly(battlefield)),
            (ZoneName::Graveyard, ZoneExpectation::Some { has: vec![card("Opt")], lacks: vec![card("Time Warp")] }),
            (ZoneName::Exile, ZoneExpectation::Exactly(vec![])),
        ],
        tapped: Some(vec![card("Island")]),
        counters: vec![(card("Runeclaw Bear"), vec![(CounterKind::PLUS_ONE, 2)])],
        pt: vec![(card("Runeclaw Bear"), (4, -1))],
        pending_skips: Some(vec![
            skip(Skippable::Turn, 1, SkipScope::Next),
            skip(Skippable::Phase(Phase::Combat), 2, SkipScope::ThisTurn),
            skip(Skippable::Step(Step::Untap), 1, SkipScope::Next),
        ]),
    };
    assert_eq!(first.seat, Some((Seat(0), facts)));
}

#[test]
fn nobody_can_be_expected_to_win() {
    let text = CASE.replace("winner = \"B\"", "winner = \"none\"").replace("end = \"win\"", "end = \"draw\"");
    let scenario = load(&text).unwrap();
    assert_eq!(scenario.expect().unwrap().winner, Some(Winner::Nobody));
}
