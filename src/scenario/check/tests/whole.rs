use std::time::Duration;

use crate::agents::Pilot;
use crate::cards::source::Source;
use crate::game::setup::{Concede, Ends, FaultPolicy};
use crate::scenario::testing::{files, load};
use crate::scenario::*;
use crate::turn::{ExtraTurnOrder, ExtraTurnRules, Seat, SlowPlay};

const FULL: &str = r#"
schema = 1
name = "full"
description = "Everything at once."
cards = ["cards.toml"]

[game]
format = "commander"
starting_seat = "B"
max_turns = 30
max_decisions_per_turn = 40
ask = "all"
step_budget = 500
on_fault = "forfeit"
thinking = { mean = "5s" }

[rules]
extra_turn_order = "creation-order"
extra_turns = "skipped"
max_extra_turns_in_a_row = 3
max_extra_turns = 9
no_extra_turns_before_round = 4
deny_extra_turn = 2
slow_play = "concede"
concede = "hopeless"
ends = "first-knock-out"
draw_on_first_turn = false

[[seat]]
name = "A"
deck = "talrand.txt"
pilot = { aggression = 120, grudge = 0 }
time_limit = "90s"
game_time_limit = "30m"

[[seat]]
name = "B"
agent = "pass"
thinking = { mean = "3s", spread = "1500ms" }
life = 20
poison = 2
hand = ["Opt", { card = "Island", count = 3 }]
battlefield = ["Soldier", { card = "Runeclaw Bear", counters = { "+1/+1" = 9 }, tapped = true, summoning_sick = true }]
graveyard = ["time warp"]
exile = [{ card = "Time Warp", counters = { time = 3 } }]
command = ["Talrand, Sky Summoner"]
library_top = ["Opt"]
library = [{ card = "Island", count = 2 }]
mana = "{U}{U}C"

[batch]
games = 2000
seed = "0xfeed_f00d_dead_beef"
target_error = 0.01
"#;

#[test]
fn every_setting_arrives() {
    let scenario = load(FULL).unwrap();
    assert_eq!((scenario.name(), scenario.description()), ("full", "Everything at once."));
    let game = GameSettings {
        format: Format::COMMANDER,
        starting_seat: StartingSeat::Seat(Seat(1)),
        max_turns: 30,
        max_decisions_per_turn: 40,
        ask_all: true,
        step_budget: 500,
        on_fault: FaultPolicy::Forfeit,
    };
    assert_eq!(*scenario.game(), game);
    let rules = HouseRules {
        extra_turns: ExtraTurnRules {
            order: ExtraTurnOrder::CreationOrder,
            skipped: true,
            max_in_a_row: Some(3),
            max_in_a_game: Some(9),
            from_round: Some(4),
        },
        denied_extra_turn: Some(2),
        slow_play: SlowPlay::Concede,
        concede: Concede::Hopeless,
        draw_on_first_turn: Some(false),
        opening_hand: Vec::new(),
        opening_scry: Vec::new(),
        ends: Ends::FirstKnockOut,
    };
    assert_eq!(*scenario.rules(), rules);
    let seed = 0xfeed_f00d_dead_beef;
    let batch = BatchSettings { games: 2000, seed, rotate_seats: false, deals: Deals::Fresh, target_error: Some(0.01) };
    assert_eq!(*scenario.batch(), batch);
    assert!(scenario.is_study() && scenario.is_prepared());
}

#[test]
fn seats_decks_and_boards_are_resolved() {
    let scenario = load(FULL).unwrap();
    let card = |name: &str| scenario.catalog().find_object(name).unwrap();
    let a = &scenario.seats()[Seat(0)];
    assert_eq!(
        (a.name.as_str(), &a.agent, a.time_limit),
        ("A", &AgentSpec::named("heuristic"), Some(Duration::from_secs(90)))
    );
    assert_eq!(a.game_time_limit, Some(Duration::from_secs(1800)));
    assert_eq!(a.pilot, Pilot { aggression: 120, grudge: 0, ..Pilot::DEFAULT });
    assert_eq!(scenario.seats()[Seat(1)].pilot, Pilot::DEFAULT);
    let thinking = |seat: Seat| scenario.seats()[seat].thinking.map(|t| (t.mean, t.spread));
    assert_eq!((thinking(Seat(0)), thinking(Seat(1))), (Some((5_000_000, 0)), Some((3_000_000, 1_500_000))));
    let deck = a.deck.as_ref().unwrap();
    assert_eq!((deck.commanders(), deck.main().len()), (&[card("Talrand, Sky Summoner")][..], 99));
    assert_eq!(a.board, None);
    let b = &scenario.seats()[scenario.seat_named("B").unwrap()];
    let board = b.board.as_ref().unwrap();
    assert_eq!((board.life, board.poison, board.mana), (Some(20), Some(2), [0, 2, 0, 0, 0, 1]));
    assert_eq!(board.hand, [card("Opt"), card("Island"), card("Island"), card("Island")]);
    assert_eq!((&board.graveyard, &board.library_top), (&vec![card("Time Warp")], &vec![card("Opt")]));
    assert_eq!((board.library.as_ref().map(Vec::len), &board.command), (Some(2), &vec![card("Talrand, Sky Summoner")]));
    let counters =
        |cards: &[BoardCard]| cards.iter().map(|c| c.counters.iter().map(|k| k.1).sum()).collect::<Vec<u16>>();
    assert_eq!((counters(&board.battlefield), counters(&board.exile)), (vec![0, 9], vec![3]));
    assert!(board.battlefield[1].tapped && board.battlefield[1].summoning_sick && !board.battlefield[0].tapped);
}

#[test]
fn inputs_are_every_file_once_with_its_bytes() {
    let scenario = load(FULL).unwrap();
    let names: Vec<&str> = scenario.inputs().iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["s.toml", "cards.toml", "talrand.txt"]);
    assert_eq!(scenario.inputs()[0].bytes, FULL.as_bytes());
    assert_eq!(scenario.inputs()[2].hash, blake3::hash(&files().0["talrand.txt"]));
}

#[test]
fn a_scenario_loads_again_from_its_own_inputs() {
    let scenario = load(FULL).unwrap();
    let kept = InMemory(scenario.inputs().iter().map(|i| (i.name.clone(), i.bytes.clone())).collect());
    assert_eq!(Scenario::load_from("s.toml", &kept).unwrap(), scenario);
}

#[test]
fn what_is_absent_has_its_default() {
    let scenario = load("schema = 1\nname = \"x\"\n[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n").unwrap();
    assert_eq!(scenario.game().starting_seat, StartingSeat::Random);
    assert_eq!((scenario.game().max_turns, scenario.game().max_decisions_per_turn), (200, 5000));
    assert_eq!(*scenario.rules(), HouseRules::default());
    assert_eq!(
        *scenario.batch(),
        BatchSettings { games: 1, seed: 0, rotate_seats: false, deals: Deals::Fresh, target_error: None }
    );
    assert!(!scenario.is_study() && !scenario.is_prepared());
    assert_eq!(scenario.seats()[Seat(0)].agent, AgentSpec::named("scripted"));
    assert_eq!((scenario.script(), scenario.expect()), (&[][..], None));
}

#[test]
fn numbers_by_position_are_one_for_all_or_a_list() {
    let rules = |text: &str| {
        let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";
        load(&format!("schema = 1\nname = \"x\"\n{seats}[rules]\n{text}")).unwrap().rules().clone()
    };
    assert_eq!(rules("opening_hand = 6").opening_hand, [6]);
    assert_eq!(rules("opening_scry = [0, 2]").opening_scry, [0, 2]);
}

#[test]
fn a_case_starts_with_the_first_seat() {
    let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";
    for more in ["[expect]\nwinner = \"A\"", "[[script]]\nturn = 1\ndo = \"end-turn\"", "life = 3"] {
        let scenario = load(&format!("schema = 1\nname = \"x\"\n{seats}{more}\n")).unwrap();
        assert_eq!(scenario.game().starting_seat, StartingSeat::Seat(Seat(0)), "{more}");
    }
}

#[test]
fn what_is_ignored_in_a_deck_is_a_warning() {
    let text = "schema = 1\nname = \"x\"\ncards = [\"cards.toml\"]\n[[seat]]\nname = \"A\"\ndeck = \"side.txt\"\ncommander = \"talrand, sky summoner\"\n[[seat]]\nname = \"B\"\n";
    let warnings: Vec<String> = load(text).unwrap().warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["side.txt: ignored the sideboard: 1 card"]);
}

#[test]
fn a_missing_scenario_suggests_the_nearest() {
    let missing = Scenario::load("builtin:/studies/defalt.toml").unwrap_err().to_string();
    let hint = "no file `builtin:/studies/defalt.toml`; did you mean `builtin:/studies/default.toml`?";
    assert_eq!(missing, format!("builtin:/studies/defalt.toml: {hint}"));
}

#[test]
fn seeds_are_read_as_people_write_them() {
    for (text, seed) in [
        ("0", Some(0)),
        ("18446744073709551615", Some(u64::MAX)),
        ("0xFF", Some(255)),
        ("1_000", Some(1000)),
        ("+1", None),
        ("0x+1", None),
        ("-1", None),
        ("", None),
        ("0x", None),
        ("18446744073709551616", None),
    ] {
        assert_eq!(parse_seed(text), seed, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,120}") {
        let _ = Scenario::from_source(&Source::new("s.toml", text), &files());
    }

    /// Well-formed TOML with the right keys and wrong values goes deeper than noise does.
    #[test]
    fn no_value_makes_it_panic(
        key in proptest::sample::select(KEYS.iter().map(|k| (k.table, k.key)).collect::<Vec<_>>()),
        value in proptest::sample::select(vec![
            "0", "-1", "1e400", "\"\"", "\"A\"", "\"x*[by:A]\"", "[]", "[[]]", "{}", "true", "1979-05-27", "[1, \"A\", {}]",
            "{ card = 1 }", "{ cast = {} }", "[{ attack = [{}] }, \"pass\"]", "{ pass = { until = \"x\" } }", "9223372036854775807",
        ]),
    ) {
        let (table, name) = key;
        let head = match table {
            "" => String::new(),
            "seat" | "script" | "expect.steps" | "expect.state" => format!("[[{table}]]\n"),
            _ => format!("[{table}]\n"),
        };
        let text = format!("{head}{name} = {value}\n[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n");
        let _ = Scenario::from_source(&Source::new("s.toml", text), &files());
    }
}

#[test]
fn table_time_is_the_recorded_one_but_for_what_is_said() {
    let time = |text: &str| {
        let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";
        load(&format!("schema = 1\nname = \"x\"\n{seats}{text}")).unwrap().table_time().clone()
    };
    let recorded = TableTime::default();
    assert_eq!((time(""), time("[table_time]\n")), (recorded.clone(), recorded.clone()));
    assert_eq!(
        time("[table_time]\nper_spell = \"20s\"\nturn_spread = 0\nerror = 0.1"),
        TableTime { per_spell: 20_000_000, turn_spread: 0, error: 100_000, ..recorded.clone() }
    );
    let own = time("[table_time]\nminutes_by_round = [1, 2.5]\nper_decision = \"1500ms\"\ntable_spread = 0.2");
    let by_round = [60_000_000, 150_000_000].into();
    assert_eq!(
        own,
        TableTime { by_round, per_decision: 1_500_000, table_spread: 200_000, error: 0, ..recorded },
        "nobody has said how well these times are known"
    );
}
