//! Shared team turns and Two-Headed Giant (CR 805, 810): A and B against C and D.

use turnlab::game::decision::{Choice, DecisionKind, Item, Shape};
use turnlab::game::{GameEvent, LossCause, Outcome};
use turnlab::turn::{Seat, Step, Teams};

use super::table::{Builder, Table, letter, seat, table};

fn teams() -> Builder {
    table(4).rules(|r| {
        r.teams = Teams::of_size(2);
        r.starting_life = 30;
    })
}

/// Who is asked in this step until it ends, everybody passing.
fn asked_in(t: &mut Table, step: Step) -> Vec<Seat> {
    let mut asked = Vec::new();
    while t.step() == step && t.over().is_none() {
        asked.push(t.asked().actor);
        t.default();
    }
    asked
}

#[test]
fn cr_805_4_teams_take_turns() {
    let mut t = teams().start();
    t.until_turn(4);
    assert_eq!(t.turns(), ["A", "C", "A", "C"]);
}

#[test]
fn cr_805_4b_and_103_8b_and_810_6_each_member_draws_but_the_starting_team_skips_its_first_draw() {
    let library = ["Forest", "Forest", "Forest"];
    let mut t = ["A", "B", "C", "D"].into_iter().fold(teams(), |t, s| t.library(s, &library)).start();
    t.until(1, Step::PrecombatMain);
    assert_eq!([t.hand("A").len(), t.hand("B").len()], [0, 0]);
    t.until(2, Step::PrecombatMain);
    assert_eq!(["A", "B", "C", "D"].map(|s| t.hand(s).len()), [0, 0, 1, 1]);
    t.until(3, Step::PrecombatMain);
    assert_eq!(["A", "B", "C", "D"].map(|s| t.hand(s).len()), [1, 1, 1, 1]);
}

#[test]
fn cr_805_4c_and_805_4a_each_member_may_play_a_land_in_the_team_s_turn() {
    let mut t = teams().hand("A", &["Forest", "Forest"]).hand("B", &["Island"]).hand("C", &["Swamp"]).start();
    t.until(1, Step::PrecombatMain);
    t.play("A", "Forest");
    assert!(!t.can_play("A", "Forest"));
    t.play("B", "Island");
    assert!(!t.can_play("C", "Swamp"));
}

#[test]
fn cr_805_5_and_805_5a_and_805_5b_and_117_6_a_team_passes_when_no_member_acts() {
    let mut t = teams().hand("B", &["Shock"]).lands("B", 1, "Mountain").start();
    t.until(1, Step::Upkeep);
    assert_eq!(asked_in(&mut t.clone(), Step::Upkeep), [Seat(0), Seat(1), Seat(2), Seat(3)]);
    t.cast("B", "Shock").at(&["C"]).now();
    // B keeps priority; once B passes, A of the same team may still respond before the other team does.
    assert!(t.is_asked("B", DecisionKind::Priority));
    t.pass("B");
    assert!(t.is_asked("A", DecisionKind::Priority));
    t.pass("A");
    t.pass("C");
    t.pass("D");
    assert!(t.is_asked("A", DecisionKind::Priority), "the active team gets priority after a resolution");
    assert_eq!(t.lives(), [30, 30, 28, 28], "a team's life is shared (CR 810.4, 810.9)");
}

#[test]
fn cr_805_8_an_extra_turn_of_a_member_is_the_team_s_and_one_effect_makes_one() {
    let warp = r#"
[[card]]
name = "Warp Both"
cost = "{0}"
type = "Sorcery"
spell = { extra-turn = { player = "each-player" } }
[[card]]
name = "Warp Me"
cost = "{0}"
type = "Sorcery"
spell = { extra-turn = { player = "you" } }
[[card]]
name = "Nap"
cost = "{0}"
type = "Sorcery"
spell = { skip = { what = "turn", player = "each-opponent" } }
"#;
    let mut t = teams().cards(warp).hand("B", &["Warp Both"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("B", "Warp Both").now();
    t.resolve_all();
    t.until_turn(4);
    assert_eq!(t.turns(), ["A", "C*", "A*", "C"], "one each, the other team's was made last");

    let mut mine = teams().cards(warp).hand("B", &["Warp Me", "Nap"]).start();
    mine.until(1, Step::PrecombatMain);
    mine.cast("B", "Warp Me").now();
    mine.resolve_all();
    mine.cast("B", "Nap").now();
    mine.resolve_all();
    mine.until_turn(4);
    assert_eq!(mine.turns(), ["A", "A*", "A", "C"], "one skip for the team, not two");
}

#[test]
fn cr_805_10_and_506_2b_and_805_10a_and_805_10b_and_805_10d_one_attack_and_one_block_of_the_whole_team() {
    let mut t = teams()
        .field("A", &["Craw Wurm"])
        .field("B", &["Grizzly Bears"])
        .field("C", &["Hill Giant"])
        .field("D", &["Hill Giant"])
        .start();
    t.until_asked("A", DecisionKind::Attackers);
    let Shape::Assign { items, options, .. } = &t.asked().shape else { panic!("{:?}", t.asked()) };
    assert_eq!((items.len(), options.clone()), (2, vec![Item::Player(Seat(2)), Item::Player(Seat(3))]));
    t.attack(&[("Craw Wurm", "C"), ("Grizzly Bears", "C")]);
    // D's creature may block what attacks C (805.10d).
    t.block("C", &[("D:Hill Giant", "Grizzly Bears")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!((t.lives(), t.has("B", "Grizzly Bears")), (vec![30, 30, 24, 24], false));
}

#[test]
fn cr_810_8_and_810_8a_and_810_8b_and_810_8c_a_team_loses_together_and_the_last_team_wins() {
    let mut t = teams().life("D", 1).life("C", 1).hand("A", &["Shock"]).lands("A", 1, "Mountain").start();
    t.until(1, Step::Upkeep);
    t.cast("A", "Shock").at(&["D"]).now();
    t.resolve();
    assert_eq!(t.over(), Some(Outcome::Win { winner: Seat(0) }));

    let mut conceding = teams().start();
    conceding.until(1, Step::Upkeep);
    conceding.priority_of("C");
    conceding.concede();
    assert_eq!(conceding.over(), Some(Outcome::Win { winner: Seat(0) }));
    let left = |cause| conceding.events(|e| *e == GameEvent::PlayerLeft { seat: seat("D"), cause });
    assert_eq!(left(LossCause::Team), 1);
}

#[test]
fn cr_810_8d_and_810_10_fifteen_poison_counters_lose() {
    let safe = teams().poison("C", 14).poison("D", 14).start();
    assert_eq!(safe.over(), None);
    let mut lost = teams().poison("C", 15).poison("D", 15).start();
    assert_eq!(lost.play_out(), Outcome::Win { winner: Seat(0) });
}

#[test]
fn cr_805_8_who_controls_a_member_controls_the_team() {
    let mut t = teams().field("A", &["Mindslaver"]).lands("A", 4, "Island").start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Mindslaver").at(&["D"]).now();
    t.resolve_all();
    t.until(2, Step::Upkeep);
    t.by_default_until(|t| t.asked().actor == seat("D"));
    assert_eq!(t.asked().decider, seat("A"));
    t.by_default_until(|t| t.turn() == 3);
    assert!(t.asked().decider == t.asked().actor);
}

#[test]
fn cr_805_4d_a_trigger_of_each_opponent_s_upkeep_comes_once_for_each() {
    let tax = r#"
[[card]]
name = "Upkeep Tax"
cost = "{1}"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "opponents upkeep" }
do = { lose-life = { player = "that", amount = 1 } }
"#;
    let mut t = teams().cards(tax).field("A", &["Upkeep Tax"]).start();
    t.until(2, Step::Draw);
    assert_eq!(t.lives(), [30, 30, 28, 28]);
}

#[test]
fn cr_810_5_teammates_are_no_opponents_and_may_see_each_other_s_hands() {
    let mut t = teams().hand("B", &["Shock"]).start();
    t.until(1, Step::Upkeep);
    let (mate, other) = (t.game.view(seat("A")), t.game.view(seat("C")));
    assert_eq!((mate.hand(seat("B")).len(), other.hand(seat("B")).len()), (1, 0));
    assert!(!mate.are_opponents(seat("A"), seat("B")) && mate.are_opponents(seat("B"), seat("C")));
    assert!(t.allows(&Choice::option(0)));
}

const EVERYBODY: &str = r#"
[[card]]
name = "Tribute"
cost = "{0}"
type = "Sorcery"
spell = { make-sacrifice = { player = "each-player", what = "creature" } }
[[card]]
name = "Even"
cost = "{0}"
type = "Sorcery"
spell = { set-life = { player = "each-player", amount = 10 } }
[[card]]
name = "Alarm"
cost = "{1}"
type = "Artifact"
[[card.ability]]
trigger = { begins = "each upkeep" }
do = { gain-life = { player = "you", amount = 1 } }
[[card]]
name = "Blood Door"
cost = "{1}"
type = "Artifact"
[[card.ability]]
cost = "pay 25 life"
do = { draw = { player = "you" } }
[[card]]
name = "Raider"
cost = "{1}"
type = "Creature - Orc"
pt = "0/1"
[[card.ability]]
trigger = { attacks = "self" }
do = { lose-life = { player = "defending", amount = 3 } }
"#;

#[test]
fn cr_805_6_and_805_2_choices_go_team_by_team_from_the_active_one() {
    let mut t = ["A", "B", "C", "D"]
        .into_iter()
        .fold(teams().cards(EVERYBODY), |t, s| t.field(s, &["Hill Giant", "Grizzly Bears"]));
    t = t.hand("D", &["Tribute"]);
    let mut t = t.start();
    t.until(2, Step::PrecombatMain);
    t.cast("D", "Tribute").now();
    t.by_default_until(|t| t.kind() == DecisionKind::Sacrifice);
    let mut asked = Vec::new();
    while t.kind() == DecisionKind::Sacrifice {
        asked.push(letter(t.asked().actor));
        t.default();
    }
    assert_eq!(asked, ["C", "D", "A", "B"]);
}

#[test]
fn cr_805_7_the_active_team_s_triggers_go_on_the_stack_first() {
    let t = ["A", "B", "C", "D"].into_iter().fold(teams().cards(EVERYBODY), |t, s| t.field(s, &["Alarm"]));
    let mut t = t.start();
    t.until(2, Step::Upkeep);
    let stack: Vec<String> = t.game.view(Seat(0)).stack().map(|s| letter(s.controller)).collect();
    // "Each upkeep" comes once a step, whoever shares it (CR 603.2b, 805.4d).
    assert_eq!(stack, ["C", "D", "A", "B"]);
}

#[test]
fn cr_805_10e_the_defending_player_is_the_one_attacked() {
    let mut t = teams().cards(EVERYBODY).field("B", &["Raider"]).start();
    t.attack(&[("Raider", "D")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!(t.events(|e| matches!(e, GameEvent::LifeChanged { seat: Seat(3), by: -3, to: 27 })), 1);
    assert_eq!(t.events(|e| matches!(e, GameEvent::LifeChanged { seat: Seat(2), .. })), 0);
}

#[test]
fn cr_810_9a_a_cost_asks_for_the_team_s_life() {
    let mut t = teams().cards(EVERYBODY).field("A", &["Blood Door"]).field("B", &["Blood Door"]).start();
    t.until(1, Step::Upkeep);
    t.activate("A", "Blood Door").now();
    assert_eq!(t.lives(), [5, 5, 30, 30]);
    assert!(!t.can_activate("B", "Blood Door"), "the team has 5 life left (CR 810.9b)");
}

#[test]
fn cr_810_9d_of_a_team_whose_life_is_set_only_one_member_is_affected() {
    let mut t = teams().cards(EVERYBODY).hand("A", &["Even"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Even").now();
    t.resolve_all();
    // CR 810.9c: the team's total changes by what that player lost.
    assert_eq!(t.lives(), [10, 10, 10, 10]);
    assert_eq!(t.events(|e| matches!(e, GameEvent::LifeChanged { by: -20, .. })), 2);
}

#[test]
fn cr_810_11_teams_of_three_take_twenty_poison_counters() {
    let threes = || table(6).rules(|r| (r.teams, r.starting_life) = (Teams::of_size(3), 45));
    let poisoned = |n| ["D", "E", "F"].into_iter().fold(threes(), |t, s| t.poison(s, n)).start();
    assert_eq!(poisoned(19).over(), None);
    assert_eq!(poisoned(20).play_out(), Outcome::Win { winner: Seat(0) });
    let mut t = threes().start();
    t.until_turn(3);
    assert_eq!(t.turns(), ["A", "D", "A"]);
}
