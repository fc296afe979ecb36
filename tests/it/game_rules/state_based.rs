//! State-based actions (CR 704) and how games end (CR 104).

use turnlab::game::decision::DecisionKind;
use turnlab::game::{DrawWhy, GameEvent, LossCause, Outcome, StallCause};
use turnlab::turn::{Seat, Step};

use super::table::{Table, seat, table};

fn cause(t: &Table, who: &str) -> Option<LossCause> {
    t.log.iter().find_map(|e| match e {
        GameEvent::PlayerLeft { seat: s, cause } if *s == seat(who) => Some(*cause),
        _ => None,
    })
}

#[test]
fn cr_704_5a_life_of_zero_or_less() {
    let mut t = table(2).life("B", 2).hand("A", &["Shock"]).lands("A", 1, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    t.resolve();
    assert_eq!(t.over(), Some(Outcome::Win { winner: Seat(0) }));
    assert_eq!(cause(&t, "B"), Some(LossCause::Life));
}

#[test]
fn cr_704_5b_a_draw_from_an_empty_library() {
    let mut t = table(2).library("A", &["Island"]).library("B", &["Island"]).start();
    assert_eq!(t.play_out(), Outcome::Win { winner: Seat(0) }, "A skipped the first draw (103.8a)");
    assert_eq!((cause(&t, "B"), t.turn()), (Some(LossCause::EmptyLibrary), 4));
}

#[test]
fn cr_704_5c_ten_poison() {
    let nine = table(2).poison("A", 9).start();
    assert!(nine.is_living("A"));
    let mut ten = table(2).poison("A", 10).start();
    assert_eq!(ten.play_out(), Outcome::Win { winner: Seat(1) });
    assert_eq!(cause(&ten, "A"), Some(LossCause::Poison));
}

#[test]
fn cr_104_4a_all_who_lose_at_once_draw() {
    let mut t = table(3).life("A", 2).life("B", 2).life("C", 2).cards(SWEEP).hand("A", &["Sweep"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Sweep").now();
    t.resolve();
    assert_eq!(t.over(), Some(Outcome::Draw { why: DrawWhy::AllLost }));
}

#[test]
fn cr_704_3_two_who_lose_at_once_leave_a_winner() {
    let mut t = table(3).life("A", 2).life("B", 5).life("C", 2).cards(SWEEP).hand("A", &["Sweep"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Sweep").now();
    t.resolve();
    assert_eq!(t.over(), Some(Outcome::Win { winner: Seat(1) }));
}

#[test]
fn cr_104_3e_players_who_lose_by_one_effect_lose_together() {
    let mut t = table(3).cards(SWEEP).hand("A", &["Doom"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Doom").now();
    t.resolve();
    assert_eq!(t.over(), Some(Outcome::Draw { why: DrawWhy::AllLost }));
}

const SWEEP: &str = r#"
[[card]]
name = "Sweep"
cost = "{0}"
type = "Sorcery"
spell = { lose-life = { player = "each-player", amount = 3 } }

[[card]]
name = "Doom"
cost = "{0}"
type = "Sorcery"
spell = { lose-game = { player = "each-player" } }

[[card]]
name = "Wither"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { put-counters = { what = "target", kind = "-1/-1" } }

[[card]]
name = "Rock"
type = "Creature - Golem"
pt = "0/3"
keywords = ["indestructible"]

[[card]]
name = "Loop"
type = "Enchantment"
[[card.ability]]
trigger = { gains-life = "yours" }
do = { lose-life = { player = "you", amount = 1 } }
[[card.ability]]
trigger = { begins = "your upkeep" }
do = { put-counters = { kind = "spin" } }

[[card]]
name = "Spin"
type = "Enchantment"
[[card.ability]]
trigger = { gains-life = "yours" }
do = [{ lose-life = { amount = 1 } }, { gain-life = { amount = 1 } }]
[[card.ability]]
trigger = { begins = "your upkeep" }
do = { gain-life = { amount = 1 } }

[[card]]
name = "Rising Spin"
type = "Enchantment"
[[card.ability]]
trigger = { gains-life = "yours" }
do = { gain-life = { amount = 1 } }
[[card.ability]]
trigger = { begins = "your upkeep" }
do = { gain-life = { amount = 1 } }
"#;

#[test]
fn cr_704_5f_toughness_of_zero_is_no_destruction() {
    let mut t = table(2).cards(SWEEP).field("A", &["Rock"]).hand("A", &["Wither", "Wither", "Wither"]).start();
    t.until(1, Step::PrecombatMain);
    for left in [2, 1] {
        t.cast("A", "Wither").at(&["Rock"]).now();
        t.resolve();
        assert_eq!(t.size("A", "Rock").1, left);
    }
    t.cast("A", "Wither").at(&["Rock"]).now();
    t.resolve();
    assert_eq!(t.graveyard("A").iter().filter(|n| *n == "Rock").count(), 1, "indestructible does not help");
}

#[test]
fn cr_704_5g_lethal_damage_destroys_unless_indestructible() {
    let mut t = table(2)
        .cards(SWEEP)
        .field("A", &["Rock"])
        .field("B", &["Hill Giant"])
        .hand("A", &["Lightning Bolt", "Lightning Bolt"])
        .lands("A", 2, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Lightning Bolt").at(&["Hill Giant"]).now();
    t.resolve();
    t.cast("A", "Lightning Bolt").at(&["Rock"]).now();
    t.resolve();
    assert_eq!((t.has("B", "Hill Giant"), t.has("A", "Rock")), (false, true));
}

#[test]
fn cr_704_5h_any_damage_of_deathtouch_is_lethal() {
    let mut t = table(2).field("A", &["Typhoid Rats"]).field("B", &["Craw Wurm"]).start();
    t.attack(&[("Typhoid Rats", "B")]);
    t.block("B", &[("Craw Wurm", "Typhoid Rats")]);
    t.until(1, Step::PostcombatMain);
    assert_eq!((t.graveyard("A"), t.graveyard("B")), (vec!["Typhoid Rats".to_owned()], vec!["Craw Wurm".to_owned()]));
}

#[test]
fn cr_704_5j_one_legend_of_a_name_its_controller_chooses() {
    let mut t = table(2)
        .field("A", &["Krenko, Mob Boss *2 +1/+1"])
        .hand("A", &["Krenko, Mob Boss"])
        .lands("A", 4, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Krenko, Mob Boss").now();
    t.resolve();
    assert!(t.is_asked("A", DecisionKind::Legend));
    t.choose(&["Krenko, Mob Boss"]);
    assert_eq!(
        (t.count("A", "Krenko, Mob Boss"), t.size("A", "Krenko, Mob Boss")),
        (1, (5, 5)),
        "the first one listed"
    );
}

#[test]
fn cr_704_5j_legends_of_different_players_live_together() {
    let t = table(2).field("A", &["Krenko, Mob Boss"]).field("B", &["Krenko, Mob Boss"]).start();
    assert_eq!((t.count("A", "Krenko, Mob Boss"), t.count("B", "Krenko, Mob Boss")), (1, 1));
}

#[test]
fn cr_704_5q_opposite_counters_annihilate() {
    let mut t = table(2).cards(SWEEP).field("A", &["Grizzly Bears *3 +1/+1"]).hand("A", &["Wither"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Wither").at(&["Grizzly Bears"]).now();
    t.resolve();
    assert_eq!(t.counters("A", "Grizzly Bears", "+1/+1"), 2);
    assert_eq!(t.counters("A", "Grizzly Bears", "-1/-1"), 0);
    assert_eq!(t.size("A", "Grizzly Bears"), (4, 4));
}

#[test]
fn cr_104_4b_a_loop_of_mandatory_actions_is_a_draw() {
    let mut t = table(2).cards(SWEEP).field("A", &["Spin"]).start();
    assert_eq!(t.play_out(), Outcome::Draw { why: DrawWhy::Loop });
}

#[test]
fn a_loop_that_never_repeats_a_position_is_censored() {
    let mut t = table(2).cards(SWEEP).rules(|r| r.ask_all = false).field("A", &["Rising Spin"]).start();
    assert_eq!(t.play_out(), Outcome::Stalled { cause: StallCause::Resolutions });
}

#[test]
fn cr_732_5_nobody_is_forced_to_act_from_outside_a_loop() {
    let t = table(2).cards(SWEEP).field("A", &["Spin"]).hand("B", &["Shock"]).lands("B", 1, "Mountain");
    let mut t = t.rules(|r| r.ask_all = false).life("A", 30).start();
    assert_eq!(t.play_out(), Outcome::Draw { why: DrawWhy::Loop });
}

#[test]
fn cr_110_tokens_cease_to_exist_elsewhere() {
    let mut t = table(2).field("A", &["Soldier"]).hand("A", &["Evacuation"]).lands("A", 5, "Island").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Evacuation").now();
    t.resolve();
    assert_eq!((t.hand("A").len(), t.count("A", "Soldier")), (0, 0));
}

#[test]
fn a_game_that_goes_on_too_long_is_capped() {
    let mut t = table(2).rules(|r| r.max_turns = 9).start();
    assert_eq!(t.play_out(), Outcome::Capped);
    assert_eq!(t.turn(), 9);
}
