//! The test cases of the seed documents, under their own names, and the map of those documents in `docs/seeds.md`.
//!
//! Where a seed's expectation is against the rules, the test says what the rules want, and the seed's behaviour is tested
//! as the house rule it has become.

use std::fs;
use std::path::{Path, PathBuf};

use turnlab::cards::source::Source;
use turnlab::game::decision::DecisionKind;
use turnlab::game::{GameEvent, Outcome};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::{Matchup, outline, replay};
use turnlab::turn::{
    ExtraTurnOrder, ExtraTurnRules, Limits, Restrictions, SlowPlay, Step, Transition, TurnEvent, TurnSetup,
};

use crate::game_rules::table;
use crate::turn_table::{A, B, C, D, Table};

// ---- unit tests of seed documents 000 and 001 ----

/// Twelve steps, the combat with attackers, and then the next player's untap step.
#[test]
fn test_normal_phase_progression() {
    let mut table = Table::new(4);
    table.to(1, Step::DeclareAttackers).attack(false);
    table.to(2, Step::Untap);
    let twelve = Step::ALL.into_iter().filter(|step| *step != Step::FirstStrikeDamage);
    assert_eq!(table.steps(1), twelve.collect::<Vec<_>>());
    assert_eq!((table.steps(1).len(), table.turns.turn().active), (12, B));
}

#[test]
fn test_extra_turn() {
    let mut table = Table::new(4);
    table.to(1, Step::PrecombatMain).extra(A);
    table.until_turn(2);
    assert_eq!((table.turns.turn().active, table.turns.turn().kind.is_extra()), (A, true));
}

#[test]
fn test_skipped_turn() {
    let mut table = Table::new(4);
    table.to(1, Step::PrecombatMain).skip_turn(B);
    assert_eq!(table.order_of(2), "A C");
    assert!(table.turns.pending_skips().is_empty(), "it is used up");
}

/// The seed expects C at index 1 of a list without B. Here seats keep their numbers, and B is marked as gone.
#[test]
fn test_player_elimination() {
    let mut table = Table::new(4);
    table.to(1, Step::PrecombatMain).leave(B);
    assert_eq!((table.turns.living().len(), table.turns.is_living(B)), (3, false));
    assert_eq!(table.order_of(2), "A C");
}

#[test]
fn test_priority_passing() {
    let mut table = Table::new(4);
    table.to(1, Step::Upkeep);
    assert_eq!(table.turns.open_priority(&mut table.log), A);
    for next in [B, C, D] {
        assert_eq!(table.turns.pass(false, &mut table.log), Some(next));
    }
    assert_eq!(table.turns.pass(false, &mut table.log), None, "all have passed in succession");
    assert!(table.turns.round_over() && matches!(table.next(), Transition::StepEnded { step: Step::Upkeep, .. }));
    table.next();
    assert_eq!(table.turns.step(), Step::Draw);
}

// ---- integration tests of seed documents 000 and 001 ----

#[test]
fn test_turns_with_stack() {
    let mut t = table::table(4).hand("A", &["Shock"]).lands("A", 1, "Mountain").start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Shock").at(&["B"]).now();
    for who in ["A", "B", "C", "D"] {
        assert_eq!(t.game.place().step, Step::Upkeep, "the step waits for the stack");
        t.pass(who);
    }
    assert_eq!((t.life("B"), t.game.place().step), (18, Step::Upkeep), "after a resolution all must pass again");
    for who in ["A", "B", "C", "D"] {
        t.pass(who);
    }
    assert_eq!(t.game.place().step, Step::Draw);
}

#[test]
fn test_full_turn_cycle() {
    let mut table = Table::new(4);
    assert_eq!(table.order_of(5), "A B C D A");
    assert_eq!((table.turns.turn().number, table.turns.turn().active), (5, A));
}

// ---- end-to-end tests of seed documents 000 and 001 ----

/// The seed plays until one player is left. A hundred turns are enough for these.
#[test]
fn test_game_until_winner() {
    let decks = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
    let seat = |deck| format!("[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\n");
    let text = format!("schema = 1\nname = \"e2e\"\n[game]\nmax_turns = 100\n{}", decks.map(seat).concat());
    let scenario =
        Scenario::from_source(&Source::new("e2e.toml", text), &Disk).unwrap_or_else(|faults| panic!("{faults}"));
    let matchup = Matchup::new(scenario.into());
    let ends = (0..20).map(|game| replay(&matchup, matchup.address(game)));
    let replay = ends.into_iter().find(|r| r.record.game.winner.is_some()).expect("somebody wins one of twenty games");
    let outline = outline(replay.cast, &replay.events);
    assert_eq!(outline.lines().filter(|line| line.starts_with("left ")).count(), 3, "{outline}");
    assert!(matches!(replay.events.last(), Some(GameEvent::GameOver { outcome: Outcome::Win { .. } })), "{outline}");
}

/// Thirty seconds a turn, thirty-one on the clock: the turn is over, and it is the next player's.
#[test]
fn test_time_limits() {
    let mut t = table::table(4).rules(|r| r.slow_play = SlowPlay::EndTurn).limit("A", 30_000_000).start();
    t.until_asked("A", DecisionKind::Priority);
    t.spend("A", 31_000_000);
    assert_eq!((t.game.place().turn, t.game.place().active), (2, B));
    assert_eq!(t.turns(), ["A", "B"]);
}

/// The seed's own question to the turn manager.
#[test]
fn check_time_limit() {
    let limits = [Limits { per_turn: Some(30_000_000), per_game: None }, Limits::default()];
    let mut table = Table::with(TurnSetup { limits: limits.into_iter().collect(), ..TurnSetup::new(2) });
    table.to(1, Step::Upkeep);
    table.turns.charge(A, 30_000_000, &mut table.log);
    assert!(!table.turns.clock().over(A));
    table.turns.charge(A, 1, &mut table.log);
    table.turns.charge(B, u64::MAX, &mut table.log);
    assert!(table.turns.clock().over(A) && !table.turns.clock().over(B));
}

// ---- what the seed documents do otherwise ----

/// The seeds' queue: taken in the order they were created. By CR 500.7 it is the other way round.
#[test]
fn handling_multiple_extra_turns() {
    let order = |order| {
        let extra_turns = ExtraTurnRules { order, ..ExtraTurnRules::default() };
        let mut table = Table::with(TurnSetup { extra_turns, ..TurnSetup::new(4) });
        table.to(1, Step::PrecombatMain);
        for seat in [C, D, B] {
            table.extra(seat);
        }
        table.order_of(5)
    };
    assert_eq!(order(ExtraTurnOrder::CreationOrder), "A C* D* B* B");
    assert_eq!(order(ExtraTurnOrder::MostRecentFirst), "A B* D* C* B");
}

/// Seed document 003 says that normal order resumes after all extra turns; its code and that of 000 don't do it.
#[test]
fn after_all_extra_turns_normal_order_resumes() {
    let mut table = Table::new(4);
    table.to(1, Step::PrecombatMain).extra(C);
    assert_eq!(table.order_of(4), "A C* B C");
}

/// A set of seats holds one skip each; two effects skip two turns (CR 614.10a).
#[test]
fn skipped_turns_are_counted() {
    let mut table = Table::new(3);
    table.to(1, Step::PrecombatMain).skip_turn(B);
    table.skip_turn(B);
    assert_eq!(table.order_of(6), "A C A C A B");
}

/// The seed goes on with the next player's untap step when the active player is eliminated; by CR 800.4j the turn goes on.
#[test]
fn elimination_of_the_active_player() {
    let mut table = Table::new(4);
    table.to(1, Step::Upkeep).leave(A);
    table.until_turn(2);
    assert_eq!((table.steps(1).last(), table.turns.turn().active), (Some(&Step::Cleanup), B));
}

/// Seed document 002 draws no card on turn 1; by CR 103.8 that is so with two players only.
#[test]
fn the_first_draw() {
    let drew = |seats| {
        let mut table = Table::new(seats);
        table.until_turn(2);
        table.steps(1).contains(&Step::Draw)
    };
    assert_eq!([drew(2), drew(3), drew(4)], [false, true, true]);
}

/// Seed documents 000, 002 and 004: nobody gets priority in the untap step, nor usually in the cleanup step.
#[test]
fn should_players_get_priority() {
    let mut t = table::table(3).start();
    t.until_turn(2);
    let mut step = Step::Cleanup;
    let mut with_priority = Vec::new();
    for event in &t.log {
        match event {
            GameEvent::Turn(TurnEvent::StepBegan { turn: 1, step: begun, .. }) => step = *begun,
            GameEvent::Turn(TurnEvent::PriorityGiven { .. }) if with_priority.last() != Some(&step) => {
                with_priority.push(step);
            }
            GameEvent::Turn(TurnEvent::TurnBegan { turn: 2, .. }) => break,
            _ => {}
        }
    }
    let without_attackers = [Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage];
    let expected = Step::ALL.into_iter().filter(|s| !without_attackers.contains(s));
    let expected: Vec<Step> = expected.filter(|s| !matches!(s, Step::Untap | Step::Cleanup)).collect();
    assert_eq!(with_priority, expected);
}

/// Every restriction that seed document 003 lists is one of ours.
#[test]
fn turn_restrictions_all_have_a_flag() {
    let flags = [
        Restrictions::NO_UNTAP,
        Restrictions::NO_UPKEEP,
        Restrictions::NO_DRAW,
        Restrictions::NO_MAIN_PHASE,
        Restrictions::NO_COMBAT,
        Restrictions::NO_ACTIVATED_ABILITIES,
        Restrictions::MUST_ATTACK,
        Restrictions::CANT_ATTACK,
        Restrictions::NO_ARTIFACTS_ENCHANTMENTS_CREATURES,
        Restrictions::LOSE_AT_END_STEP,
        Restrictions::COMBAT_ONLY,
    ];
    let listed: Restrictions = flags.into_iter().collect();
    assert_eq!(listed.bits().count_ones(), 11, "MaxSpells(n) is a number of its own");
    let cards_need = Restrictions::NO_PREVENTION | Restrictions::NO_POWER_UP;
    assert_eq!(Restrictions::all() - listed, cards_need, "what else cards need");
}

// ---- the map ----

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Everything between backquotes in the map.
fn named() -> Vec<String> {
    let map = fs::read_to_string(root().join("docs/seeds.md")).expect("the map");
    map.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, all);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            *all += &fs::read_to_string(&entry).expect("a source");
        }
    }
}

#[test]
fn files_and_folders_of_the_map_exist() {
    let paths: Vec<String> = named().into_iter().filter(|name| name.contains('/')).collect();
    assert!(paths.len() > 60, "{} paths", paths.len());
    for path in paths {
        assert!(root().join(&path).exists(), "docs/seeds.md names `{path}`");
    }
}

#[test]
fn tests_and_items_of_the_map_exist() {
    let mut all = String::new();
    for folder in ["src", "tests"] {
        sources(&root().join(folder), &mut all);
    }
    let items: Vec<String> = named().into_iter().filter_map(|name| Some(name.strip_prefix("::")?.to_owned())).collect();
    assert!(items.len() > 60, "{} items", items.len());
    let words = ["fn", "struct", "enum", "trait", "const", "mod"];
    for item in items {
        // A type's own item is looked for by its name: `Type::item`.
        let last = item.rsplit("::").next().unwrap_or(&item);
        let defined = words
            .iter()
            .any(|word| ["(", "<", " ", ":", ";"].iter().any(|end| all.contains(&format!("{word} {last}{end}"))));
        let variant = [",\n", " {", "("].iter().any(|end| all.contains(&format!("    {last}{end}")));
        assert!(defined || variant, "docs/seeds.md names `::{item}`");
    }
}
