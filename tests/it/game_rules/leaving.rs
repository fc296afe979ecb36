//! Players who leave (CR 800.4), ending the turn or combat (CR 724), control of a turn (CR 723).

use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::game::stops::{Stops, Tops};
use turnlab::game::{GameEvent, LossCause, Outcome, Zone};
use turnlab::turn::{Interrupts, Phase, Seat, Step, StepSet, WakeSteps, Yield, YieldUntil};

use super::table::{seat, table};

const CARDS: &str = r#"
[[card]]
name = "Steal"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { gain-control = { what = "target" } }

[[card]]
name = "Mourner"
type = "Creature - Human"
pt = "1/1"
[[card.ability]]
trigger = { leaves = "creature" }
do = { gain-life = { amount = 1 } }

[[card]]
name = "Everyone Discards"
cost = "{0}"
type = "Instant"
spell = [{ discard = { player = "each-player" } }, { gain-life = { player = "each-player", amount = 2 } }]

[[card]]
name = "Each Asked"
cost = "{0}"
type = "Instant"
spell = { each-player = { may = { do = { gain-life = { amount = 5 } } } } }

[[card]]
name = "Ping"
cost = "{0}"
type = "Instant"
targets = ["player"]
spell = { damage = { to = "target", amount = 1 } }

[[card]]
name = "Puppet"
cost = "{0}"
type = "Instant"
targets = ["player"]
spell = { control-turn = { player = "target", controller = "you" } }

[[card]]
name = "End Combat"
cost = "{0}"
type = "Instant"
spell = "end-combat"

[[card]]
name = "Combat Watcher"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "each end" }
do = { gain-life = { amount = 100 } }
[[card.ability]]
trigger = { attacks = "creature yours" }
do = { gain-life = { amount = 10 } }
"#;

#[test]
fn cr_800_4a_what_they_own_leaves_the_rest_they_control_is_exiled() {
    let mut t = table(3)
        .cards(CARDS)
        .field("A", &["Hill Giant", "Forest"])
        .field("B", &["Grizzly Bears"])
        .hand("A", &["Reanimate", "Opt"])
        .lands("A", 1, "Swamp")
        .graveyard("B", &["Craw Wurm"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Reanimate").at(&["Craw Wurm"]).now();
    t.resolve();
    assert!(t.has("A", "Craw Wurm"));
    t.concede();
    assert_eq!(t.field("A").len() + t.hand("A").len(), 0);
    assert_eq!((t.exile("B"), t.field("B")), (vec!["Craw Wurm".to_owned()], vec!["Grizzly Bears".to_owned()]));
}

#[test]
fn cr_800_4a_control_effects_end_first() {
    let mut t = table(3).cards(CARDS).field("B", &["Grizzly Bears"]).hand("A", &["Steal"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Steal").at(&["Grizzly Bears"]).now();
    t.resolve();
    assert!(t.has("A", "Grizzly Bears"));
    t.concede();
    assert!(t.has("B", "Grizzly Bears"), "it goes back instead of into exile");
}

#[test]
fn cr_800_4a_and_what_others_took_leaves_with_its_owner() {
    let mut t = table(3).cards(CARDS).field("B", &["Grizzly Bears"]).hand("A", &["Steal"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Steal").at(&["Grizzly Bears"]).now();
    t.resolve();
    t.priority_of("B");
    t.concede();
    assert!(!t.has("A", "Grizzly Bears"));
}

#[test]
fn cr_800_4a_taken_twice_it_goes_back_the_way_it_came() {
    let mut t =
        table(4).cards(CARDS).field("B", &["Grizzly Bears"]).hand("A", &["Steal"]).hand("C", &["Steal"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Steal").at(&["Grizzly Bears"]).now();
    t.resolve();
    t.cast("C", "Steal").at(&["Grizzly Bears"]).now();
    t.resolve();
    assert!(t.has("C", "Grizzly Bears"));
    t.priority_of("A");
    t.concede();
    assert!(t.has("C", "Grizzly Bears"), "C keeps what A took before");
    t.priority_of("C");
    t.concede();
    assert!(t.has("B", "Grizzly Bears"));
}

#[test]
fn cr_800_4a_spells_and_abilities_leave_the_stack() {
    let mut t = table(3)
        .hand("A", &["Shock"])
        .lands("A", 1, "Mountain")
        .field("A", &["Mogg Fanatic"])
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["C"]).now();
    t.activate("A", "Mogg Fanatic").at(&["C"]).now();
    t.cast("B", "Shock").at(&["C"]).now();
    t.priority_of("A");
    t.concede();
    assert_eq!(t.stack_size(), 1);
    t.resolve();
    assert_eq!(t.life("C"), 18);
}

#[test]
fn cr_603_6c_others_see_the_permanents_leave_and_state_based_actions_come_first() {
    let mut t = table(3).cards(CARDS).field("A", &["Grizzly Bears", "Hill Giant"]).field("C", &["Mourner"]).start();
    t.until(1, Step::PrecombatMain);
    t.concede();
    assert_eq!(t.stack_size(), 2, "the triggers are on the stack before anybody has priority");
    assert!(t.is_asked("B", DecisionKind::Priority), "800.4a: priority passes on");
    t.resolve_all();
    assert_eq!(t.life("C"), 22);
}

#[test]
fn cr_800_4a_a_player_who_has_not_passed_still_gets_priority() {
    let mut t = table(4).cards(CARDS).hand("A", &["Ping"]).hand("D", &["Ping"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Ping").at(&["B"]).now();
    t.pass("A");
    t.pass("B");
    assert!(t.is_asked("C", DecisionKind::Priority));
    t.concede();
    assert!(t.is_asked("D", DecisionKind::Priority), "{}", t.describe());
    t.cast("D", "Ping").at(&["B"]).now();
    t.resolve_all();
    assert_eq!(t.life("B"), 18);
}

#[test]
fn cr_800_4j_the_turn_goes_on_without_its_player_in_every_step() {
    for step in [
        Step::Upkeep,
        Step::Draw,
        Step::PrecombatMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::CombatDamage,
        Step::EndOfCombat,
        Step::PostcombatMain,
        Step::End,
    ] {
        let mut t = table(3).field("A", &["Grizzly Bears"]).field("B", &["Hill Giant"]).start();
        t.until_asked("A", DecisionKind::Priority);
        t.by_default_until(|t| t.is_asked("A", DecisionKind::Priority) && t.step() == Step::Upkeep);
        if step > Step::BeginningOfCombat {
            t.attack(&[("Grizzly Bears", "B")]);
        }
        t.by_default_until(|t| t.step() == step && t.is_asked("A", DecisionKind::Priority));
        t.concede();
        t.until(2, Step::Upkeep);
        assert_eq!(t.turns(), ["A", "B"], "{step:?}");
        assert!(t.steps(1).contains(&Step::End) && t.steps(1).contains(&Step::Cleanup), "{step:?}");
        t.until_turn(3);
        assert_eq!(t.turns(), ["A", "B", "C"], "{step:?}");
    }
}

#[test]
fn cr_104_3a_conceding_at_every_kind_of_decision() {
    // Whatever is asked first of each kind in these games is answered by a concession; the game goes on.
    for kind in [
        DecisionKind::Attackers,
        DecisionKind::Blockers,
        DecisionKind::Damage,
        DecisionKind::Discard,
        DecisionKind::May,
        DecisionKind::Pay,
        DecisionKind::Target,
        DecisionKind::TriggerOrder,
        DecisionKind::Untap,
        DecisionKind::Legend,
        DecisionKind::Commander,
        DecisionKind::Search,
        DecisionKind::Scry,
        DecisionKind::Sacrifice,
        DecisionKind::Skip,
        DecisionKind::Mode,
    ] {
        let mut t = busy();
        let mut found = false;
        for _ in 0..4000 {
            if t.over().is_some() {
                break;
            }
            if t.kind() == kind {
                found = true;
                let who = t.asked().actor;
                t.concede();
                assert!(t.over().is_some() || !t.game.view(Seat(0)).is_living(who), "{kind:?}");
                break;
            }
            step_busily(&mut t);
        }
        assert!(found, "{kind:?} was never asked");
        if t.over().is_none() {
            let turn = t.turn();
            t.by_default_until(|t| t.over().is_some() || t.turn() > turn + 2);
        }
    }
}

/// A table where everything happens.
fn busy() -> super::table::Table {
    let field = [
        "Plains",
        "Island",
        "Swamp",
        "Mountain",
        "Forest",
        "Yawgmoth's Bargain",
        "Bitterblossom",
        "Phyrexian Arena",
        "Trampling Bear",
        "Hill Giant",
        "Hill Giant",
        "Savannah Lions",
    ];
    let extra = r#"
[[card]]
name = "Trampling Bear"
type = "Creature - Bear"
pt = "6/6"
keywords = ["trample"]

[[card]]
name = "Winter"
type = "Artifact"
[[card.ability]]
static = { untap-limit = { what = "permanent", at-most = 1 } }

[[card]]
name = "Busy"
type = "Enchantment"
[[card.ability]]
trigger = { begins = "your upkeep" }
do = [
    { choose = { modes = [{ gain-life = { amount = 1 } }, { gain-life = { amount = 2 } }] } },
    { search = { what = "any card", to = "hand" } },
    { scry = { count = 2 } },
    { make-sacrifice = { player = "each-player", what = "permanent" } },
    { discard = { player = "each-player" } },
    { may = { do = { skip = { what = "draw" } } } },
    { may-pay = { cost = "{1}", do = { gain-life = { amount = 1 } } } },
]
[[card.ability]]
trigger = { begins = "your end" }
targets = ["player"]
do = { gain-life = { player = "target", amount = 1 } }
"#;
    let mut b = table(4).cards(extra).rules(|r| r.commander = true);
    for s in ["A", "B", "C", "D"] {
        b = b
            .field(s, &field)
            .field(s, &["Busy", "Winter", "Krenko, Mob Boss"])
            .hand(s, &["Forest", "Forest", "Forest", "Murder", "Krenko, Mob Boss"])
            .lands(s, 4, "Mountain")
            .lands(s, 3, "Swamp")
            .life(s, 60)
            .commander(s, "Raph & Leo, Sibling Rivals")
            .library(s, &["Forest"; 40]);
    }
    b.start()
}

/// Casts what it can, attacks with everything, blocks the first attacker.
fn step_busily(t: &mut super::table::Table) {
    use turnlab::game::decision::{Item, Shape};
    let choice = match (&t.asked().kind, &t.asked().shape) {
        (DecisionKind::Priority, Shape::One(items)) => {
            let cast = items.iter().position(|i| matches!(i, Item::Cast(..) | Item::PlayLand(_)));
            let with_target = |at: usize| {
                let view = t.game.view(t.asked().decider);
                match view.next_need(items[at], &[]) {
                    None => Choice::option(at as u16),
                    Some(need) => match need.shape {
                        Shape::One(options) => Choice::One(at as u16, vec![Choice::option(options.len() as u16 - 1)]),
                        _ => Choice::option(0),
                    },
                }
            };
            cast.map_or(Choice::option(0), with_target)
        }
        (DecisionKind::Attackers, Shape::Assign { items, options, .. }) => {
            Choice::Assign((0..items.len() as u16).map(|i| (i, i32::from(i) % options.len() as i32)).collect())
        }
        (DecisionKind::Blockers, Shape::Assign { items, .. }) => {
            Choice::Assign((0..items.len() as u16).map(|i| (i, 0)).collect())
        }
        _ => t.asked().default.clone(),
    };
    let choice = if t.allows(&choice) { choice } else { t.asked().default.clone() };
    t.answer(choice);
}

#[test]
fn cr_800_4a_leaving_in_the_middle_of_a_resolution() {
    // C concedes when asked to discard: the others still do, and the effect goes on.
    let mut t = table(4)
        .cards(CARDS)
        .hand("A", &["Everyone Discards", "Opt", "Shock"])
        .hand("B", &["Opt", "Shock"])
        .hand("C", &["Opt", "Shock"])
        .hand("D", &["Opt", "Shock"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Everyone Discards").now();
    t.until_asked("C", DecisionKind::Discard);
    t.concede();
    assert!(t.is_asked("D", DecisionKind::Discard));
    t.default();
    assert_eq!((t.lives(), t.hand("D").len()), (vec![22, 22, 20, 22], 1));
    assert_eq!(t.graveyard("A").len(), 2);
}

#[test]
fn cr_800_4a_the_one_an_each_player_effect_stands_at_leaves() {
    let mut t = table(3).cards(CARDS).hand("A", &["Each Asked"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Each Asked").now();
    t.until_asked("B", DecisionKind::May);
    t.concede();
    assert!(t.is_asked("C", DecisionKind::May));
    t.yes();
    assert_eq!(t.lives(), [25, 20, 25]);
}

#[test]
fn cr_608_2m_what_resolves_goes_on_without_its_controller() {
    let mut t =
        table(3).cards(CARDS).hand("A", &["Everyone Discards", "Opt", "Shock"]).hand("B", &["Opt", "Shock"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Everyone Discards").now();
    t.until_asked("A", DecisionKind::Discard);
    t.concede();
    assert!(t.is_asked("B", DecisionKind::Discard));
    t.default();
    t.until_asked("B", DecisionKind::Priority);
    assert_eq!((t.hand("B").len(), t.lives()), (1, vec![20, 22, 22]));
    assert_eq!(t.zone("A", Zone::Graveyard).len(), 0);
}

#[test]
fn cr_723_6_who_decides_for_another_concedes_for_themselves() {
    let mut t = table(3).cards(CARDS).hand("A", &["Puppet"]).hand("B", &["Ping"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Puppet").at(&["B"]).now();
    t.until(2, Step::PrecombatMain);
    let asked = t.asked();
    assert_eq!((asked.actor, asked.decider), (Seat(1), Seat(0)));
    t.concede();
    let view = t.game.view(Seat(1));
    assert!(view.is_living(Seat(1)) && !view.is_living(Seat(0)));
    assert!(t.is_asked("B", DecisionKind::Priority));
    assert_eq!(t.asked().decider, Seat(1), "800.4a: B decides for themselves again");
}

#[test]
fn cr_104_3a_a_bystander_concedes_at_every_kind_of_question() {
    // What is asked was about a table with that player; it is asked anew, and the game goes on.
    let kinds = [
        DecisionKind::Priority,
        DecisionKind::Attackers,
        DecisionKind::Blockers,
        DecisionKind::Damage,
        DecisionKind::Discard,
        DecisionKind::May,
        DecisionKind::Pay,
        DecisionKind::Target,
        DecisionKind::TriggerOrder,
        DecisionKind::Untap,
        DecisionKind::Legend,
        DecisionKind::Commander,
        DecisionKind::Search,
        DecisionKind::Scry,
        DecisionKind::Sacrifice,
        DecisionKind::Skip,
        DecisionKind::Mode,
    ];
    for (kind, others) in kinds.into_iter().flat_map(|kind| [(kind, 1), (kind, 2)]) {
        let mut t = busy();
        for _ in 0..4000 {
            if t.over().is_some() || t.kind() == kind {
                break;
            }
            step_busily(&mut t);
        }
        assert!(t.over().is_none(), "{kind:?} was never asked");
        let seats = t.game.view(Seat(0)).seats() as u8;
        let bystander = Seat((t.asked().actor.0 + others) % seats);
        t.remove(["A", "B", "C", "D"][bystander.index()], LossCause::Concession);
        for _ in 0..400 {
            if t.over().is_some() {
                break;
            }
            step_busily(&mut t);
        }
    }
}

#[test]
fn cr_104_2a_the_last_one_left_wins_at_once() {
    let mut t = table(3).start();
    t.until(1, Step::Upkeep);
    t.concede();
    t.concede();
    assert_eq!(t.over(), Some(Outcome::Win { winner: Seat(2) }));
}

// ---- CR 724: ending the turn and combat ----

#[test]
fn cr_724_1_everything_on_the_stack_is_exiled_and_cleanup_comes() {
    let mut t = table(2)
        .cards(CARDS)
        .hand("A", &["Shock", "Time Stop"])
        .lands("A", 6, "Island")
        .lands("A", 1, "Mountain")
        .field("A", &["Combat Watcher", "Mogg Fanatic"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    t.activate("A", "Mogg Fanatic").at(&["B"]).now();
    t.cast("A", "Time Stop").now();
    t.resolve();
    t.until_turn(2);
    assert_eq!(t.exile("A"), ["Time Stop", "Shock"]);
    assert_eq!(t.lives(), [20, 20], "no end step, nothing resolved");
    assert_eq!(t.steps(1), [Step::Untap, Step::Upkeep, Step::PrecombatMain, Step::Cleanup]);
}

#[test]
fn cr_724_1_in_combat_it_removes_everything_from_combat() {
    let mut t = table(2).field("A", &["Hill Giant"]).hand("B", &["Time Stop"]).lands("B", 6, "Island").start();
    t.attack(&[("Hill Giant", "B")]);
    t.cast("B", "Time Stop").now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert_eq!(t.life("B"), 20);
    assert_eq!(t.game.view(seat("A")).attackers().count(), 0);
}

#[test]
fn cr_724_1d_in_the_cleanup_step_another_one_follows() {
    let mut t =
        table(2).hand("A", &["Forest"; 9]).field("A", &["Sundial of the Infinite"]).lands("A", 1, "Island").start();
    t.until(1, Step::End);
    t.activate("A", "Sundial of the Infinite").now();
    t.resolve();
    t.until_turn(2);
    assert_eq!(t.hand("A").len(), 7, "the hand size is still minded");
}

#[test]
fn cr_724_1c_triggers_that_wait_cease_to_exist() {
    let mut t =
        table(2).hand("A", &["Final Fortune", "Time Stop"]).lands("A", 6, "Island").lands("A", 2, "Mountain").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Final Fortune").now();
    t.resolve();
    t.until(2, Step::End);
    assert_eq!(t.stack_size(), 1, "the loss is on the stack");
    t.cast("A", "Time Stop").now();
    t.resolve();
    t.until_turn(3);
    assert!(t.is_living("A"), "exiled with the rest of the stack");
}

#[test]
fn cr_724_2_ending_combat_goes_to_the_postcombat_main_phase() {
    let mut t =
        table(2).cards(CARDS).field("A", &["Hill Giant", "Combat Watcher"]).hand("B", &["End Combat", "Ping"]).start();
    t.attack(&[("Hill Giant", "B")]);
    assert_eq!(t.stack_size(), 1);
    t.cast("B", "End Combat").now();
    t.resolve();
    t.by_default_until(|t| t.step() == Step::PostcombatMain);
    assert_eq!((t.lives(), t.exile("B")), (vec![20, 20], vec!["End Combat".to_owned()]));
    assert_eq!(t.phases(1, Phase::Combat), 1);
}

#[test]
fn cr_724_2g_outside_combat_nothing_happens() {
    let mut t = table(2).cards(CARDS).hand("A", &["End Combat", "Ping"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Ping").at(&["B"]).now();
    t.cast("A", "End Combat").now();
    t.resolve_all();
    assert_eq!((t.life("B"), t.step(), t.graveyard("A").len()), (19, Step::PrecombatMain, 2));
}

// ---- CR 723: control of a turn ----

#[test]
fn cr_723_4_and_723_5_the_controller_sees_the_hand_and_decides() {
    let mut t = table(3)
        .hand("A", &["Worst Fears"])
        .lands("A", 8, "Swamp")
        .hand("B", &["Shock", "Forest"])
        .lands("B", 1, "Mountain")
        .field("B", &["Hill Giant"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    assert!(t.game.view(seat("A")).hand(seat("B")).len() == 0, "not before that turn");
    t.until(2, Step::PrecombatMain);
    t.priority_of("B");
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("A")));
    assert_eq!(t.game.view(seat("A")).hand(seat("B")).len(), 2);
    t.cast("B", "Shock").at(&["B"]).now();
    t.resolve();
    assert_eq!(t.life("B"), 18);
    t.attack(&[("Hill Giant", "C")]);
    t.until(3, Step::Upkeep);
    assert_eq!(t.life("C"), 17);
    assert!(t.game.view(seat("A")).hand(seat("B")).len() == 0);
}

#[test]
fn cr_723_5_a_standing_pass_does_not_bind_who_controls_the_player() {
    let mut t = table(3)
        .hand("A", &["Worst Fears"])
        .lands("A", 8, "Swamp")
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    t.game.set_yield(
        seat("B"),
        Some(Yield { until: YieldUntil::Steps(WakeSteps::default()), breaks_on: Interrupts::empty() }),
    );
    t.until(2, Step::Upkeep);
    t.priority_of("B");
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("A")));
}

#[test]
fn cr_723_5_stops_do_not_bind_who_controls_the_player() {
    let nowhere = Stops { own: StepSet::default(), others: StepSet::default(), top: Tops::empty(), forced: false };
    let mut t = table(3)
        .rules(|rules| rules.ask_all = false)
        .hand("A", &["Worst Fears"])
        .lands("A", 8, "Swamp")
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .stops("B", nowhere)
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.until(2, Step::Upkeep);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("A")));
    while t.over().is_none() {
        assert!(t.asked().actor != seat("B") || t.game.place().turn == 2, "B decides again, and is asked nowhere");
        t.default();
    }
}

#[test]
fn cr_723_1b_a_skipped_turn_does_not_use_it_up() {
    let mut t = table(2)
        .hand("A", &["Worst Fears"])
        .lands("A", 8, "Swamp")
        .hand("B", &["Meditate"])
        .lands("B", 3, "Island")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    t.cast("B", "Meditate").now();
    t.resolve();
    t.until(3, Step::Upkeep);
    assert_eq!(t.turns(), ["A", "A", "B"]);
    assert_eq!(t.asked().decider, seat("A"));
}

#[test]
fn cr_800_4a_when_the_controller_leaves_the_player_decides_again() {
    let mut t = table(3).hand("A", &["Worst Fears"]).lands("A", 8, "Swamp").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Worst Fears").at(&["B"]).now();
    t.resolve();
    t.until(2, Step::PrecombatMain);
    assert_eq!(t.asked().decider, seat("A"));
    t.remove("A", LossCause::Fault);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("B")));
    t.until_turn(3);
    assert_eq!(t.turns(), ["A", "B", "C"]);
}

#[test]
fn a_player_who_is_over_time_loses_the_rest_of_the_turn_whatever_is_asked() {
    use turnlab::turn::SlowPlay;
    let mut t = table(2)
        .rules(|r| r.slow_play = SlowPlay::EndTurn)
        .hand("A", &["Demonic Tutor"])
        .library("A", &["Forest", "Shock"])
        .lands("A", 2, "Swamp")
        .limit("A", 1_000)
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Demonic Tutor").now();
    t.until_asked("A", DecisionKind::Search);
    t.spend("A", 5_000);
    t.until(2, Step::Upkeep);
    assert_eq!(t.events(|e| matches!(e, GameEvent::Resolved { .. })), 1);
    assert_eq!(t.exile("A"), ["Demonic Tutor"]);
    assert!(t.is_living("A"));
}
