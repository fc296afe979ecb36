//! Cards that add, skip, end or take over turns, each doing what it should.

use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::game::{GameEvent, Outcome};
use turnlab::turn::{Phase, SkippedBy, Step, TurnEvent};

use super::table::{Builder, Table, seat, table};

/// Every basic land many times over, so that anything can be cast.
fn rich(mut b: Builder, who: &str) -> Builder {
    for land in ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"] {
        b = b.lands(who, 12, land);
    }
    b
}

/// A has that card in hand, at its first main phase.
fn with_spell(seats: u8, name: &str) -> Table {
    let mut t = rich(table(seats), "A").hand("A", &[name]).start();
    t.until(1, Step::PrecombatMain);
    t
}

fn turns_after(t: &mut Table, turns: u32) -> Vec<String> {
    t.by_default_until(|t| t.turn() > turns || t.over().is_some());
    t.turns()[1..turns as usize].to_vec()
}

#[test]
fn spells_that_give_extra_turns() {
    for (name, targets, after) in [
        ("Time Warp", &["A"][..], ["A*", "B", "C"]),
        ("Time Warp", &["C"], ["C*", "B", "C"]),
        ("Temporal Manipulation", &[], ["A*", "B", "C"]),
        ("Capture of Jingzhou", &[], ["A*", "B", "C"]),
        ("Time Walk", &[], ["A*", "B", "C"]),
        ("Time Stretch", &["B"], ["B*", "B*", "B"]),
        ("Savor the Moment", &[], ["A*", "B", "C"]),
        ("Nexus of Fate", &[], ["A*", "B", "C"]),
        ("Beacon of Tomorrows", &["B"], ["B*", "B", "C"]),
        ("Rise of the Eldrazi", &["Wastes", "A"], ["A*", "B", "C"]),
    ] {
        let mut t = with_spell(3, name);
        t.cast("A", name).at(targets).now();
        t.resolve();
        assert_eq!(turns_after(&mut t, 4), after, "{name}");
    }
}

#[test]
fn where_extra_turn_spells_go() {
    for (name, targets, exiled, buried, shuffled_in) in [
        ("Time Warp", &["A"][..], 0, 1, 0),
        ("Rise of the Eldrazi", &["Wastes", "A"], 1, 1, 0),
        ("Nexus of Fate", &[], 0, 0, 1),
        ("Beacon of Tomorrows", &["A"], 0, 0, 1),
    ] {
        let mut t = with_spell(2, name);
        t.cast("A", name).at(targets).now();
        t.resolve();
        let places = (t.exile("A").len(), t.graveyard("A").len(), t.library_size("A"));
        assert_eq!(places, (exiled, buried, shuffled_in), "{name}");
    }
}

#[test]
fn savor_the_moment_skips_that_untap_step() {
    let mut t = rich(table(2), "A").hand("A", &["Savor the Moment"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Savor the Moment").now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert_eq!((t.tapped("A"), t.steps(2).contains(&Step::Untap)), (3, false));
    t.until(4, Step::Upkeep);
    assert_eq!(t.tapped("A"), 0);
}

#[test]
fn borrowed_turns_are_paid_for_with_the_game() {
    for name in ["Final Fortune", "Last Chance", "Warrior's Oath", "Chance for Glory"] {
        let mut t = with_spell(3, name);
        t.cast("A", name).now();
        t.resolve();
        t.until(2, Step::PostcombatMain);
        assert!(t.is_living("A"), "{name}");
        t.until(3, Step::Upkeep);
        assert!(!t.is_living("A"), "{name}");
        assert_eq!(t.turns(), ["A", "A*", "B"], "{name}");
    }
}

#[test]
fn a_skipped_borrowed_turn_costs_nothing() {
    let mut t = rich(table(2), "A").hand("A", &["Final Fortune", "Meditate"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Final Fortune").now();
    t.resolve();
    t.cast("A", "Meditate").now();
    t.resolve();
    t.until(4, Step::Upkeep);
    assert_eq!((t.turns(), t.is_living("A")), (["A", "B", "A", "B"].map(str::to_owned).to_vec(), true));
}

#[test]
fn chance_for_glory_makes_ones_creatures_indestructible_for_good() {
    let mut t = rich(table(2), "A")
        .hand("A", &["Chance for Glory", "Wrath of God"])
        .field("A", &["Grizzly Bears"])
        .field("B", &["Hill Giant"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Chance for Glory").now();
    t.resolve();
    t.until(2, Step::PrecombatMain);
    t.cast("A", "Wrath of God").now();
    t.resolve();
    assert_eq!((t.has("A", "Grizzly Bears"), t.has("B", "Hill Giant")), (true, false));
}

#[test]
fn karns_temporal_sundering_is_legendary_and_bounces() {
    let mut t = rich(table(2), "A").hand("A", &["Karn's Temporal Sundering"]).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_cast("A", "Karn's Temporal Sundering"), "it needs a legendary creature or planeswalker");
    let mut t = rich(table(2), "A")
        .field("A", &["Krenko, Mob Boss"])
        .field("B", &["Sol Ring"])
        .hand("A", &["Karn's Temporal Sundering"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Karn's Temporal Sundering").at(&["A", "Sol Ring"]).now();
    t.resolve();
    assert_eq!((t.hand("B"), t.exile("A").len()), (vec!["Sol Ring".to_owned()], 1));
    assert_eq!(turns_after(&mut t, 2), ["A*"]);
}

#[test]
fn stitch_in_time_depends_on_a_coin() {
    let won: Vec<bool> = (0..16)
        .map(|seed| {
            let mut t = rich(table(2), "A").seed(seed).hand("A", &["Stitch in Time"]).start();
            t.until(1, Step::PrecombatMain);
            t.cast("A", "Stitch in Time").now();
            t.resolve();
            t.until_turn(2);
            let heads = t.events(|e| matches!(e, GameEvent::CoinFlipped { heads: true, .. })) == 1;
            assert_eq!(t.turns()[1] == "A*", heads);
            heads
        })
        .collect();
    assert!(won.contains(&true) && won.contains(&false));
}

#[test]
fn stitch_in_time_wins_half_of_ten_thousand_flips() {
    let heads = (0..10_000).filter(|seed| {
        let mut t = rich(table(2), "A").seed(*seed).hand("A", &["Stitch in Time"]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", "Stitch in Time").now();
        t.resolve();
        t.events(|e| matches!(e, GameEvent::CoinFlipped { heads: true, .. })) == 1
    });
    // Three standard errors of a fair coin: 3 * sqrt(10000 / 4).
    let off = (heads.count() as i64 - 5_000).abs();
    assert!(off <= 150, "{off} from one half");
}

#[test]
fn time_sieve_takes_five_artifacts() {
    let mut t = table(2).field("A", &["Time Sieve", "Sol Ring", "Sol Ring", "Mind Stone", "Mind Stone"]).start();
    t.until(1, Step::PrecombatMain);
    let five = ["Sol Ring", "Sol Ring", "Mind Stone", "Mind Stone", "Time Sieve"];
    t.activate("A", "Time Sieve").paying(&five).now();
    assert_eq!(t.field("A").len(), 0, "it may sacrifice itself, and is tapped for it first");
    t.resolve();
    assert_eq!(turns_after(&mut t, 2), ["A*"]);
    let mut t = table(2).field("A", &["Time Sieve", "Sol Ring", "Sol Ring", "Mind Stone"]).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.can_activate("A", "Time Sieve"));
}

#[test]
fn magistrates_scepter_counts_to_three() {
    let mut t = table(2).field("A", &["Magistrate's Scepter"]).lands("A", 4, "Wastes").start();
    for turn in [1, 3, 5] {
        t.until(turn, Step::PrecombatMain);
        t.activate("A", "Magistrate's Scepter").now();
        t.resolve();
    }
    assert_eq!(t.counters("A", "Magistrate's Scepter", "charge"), 3);
    t.until(7, Step::PrecombatMain);
    t.activate_nth("A", "Magistrate's Scepter", 1).now();
    t.resolve();
    t.until_turn(8);
    assert_eq!(t.turns()[7], "A*");
    assert_eq!(t.counters("A", "Magistrate's Scepter", "charge"), 0);
}

#[test]
fn medomai_strikes_and_then_stays_at_home() {
    let mut t = table(2).field("A", &["Medomai the Ageless", "Grizzly Bears"]).start();
    t.attack(&[("Medomai the Ageless", "B")]);
    t.until(2, Step::BeginningOfCombat);
    assert_eq!((t.turns(), t.life("B")), (["A", "A*"].map(str::to_owned).to_vec(), 16));
    t.until_asked("A", DecisionKind::Attackers);
    assert!(!t.options().contains(&"Medomai the Ageless".to_owned()));
    t.until(4, Step::BeginningOfCombat);
    t.until_asked("A", DecisionKind::Attackers);
    assert!(t.options().contains(&"Medomai the Ageless".to_owned()));
}

#[test]
fn sage_of_hours_grows_by_being_targeted_and_cashes_in() {
    let mut t = rich(table(2), "A").field("A", &["Sage of Hours *10 +1/+1"]).cards(TOUCH).hand("A", &["Touch"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Touch").at(&["Sage of Hours"]).now();
    t.resolve_all();
    assert_eq!(t.counters("A", "Sage of Hours", "+1/+1"), 11);
    t.activate("A", "Sage of Hours").now();
    t.resolve();
    assert_eq!(t.size("A", "Sage of Hours"), (1, 1));
    assert_eq!(turns_after(&mut t, 4), ["A*", "A*", "B"]);
}

const TOUCH: &str = r#"
[[card]]
name = "Touch"
cost = "{0}"
type = "Instant"
targets = ["creature"]
spell = { gain-life = { amount = 1 } }
"#;

#[test]
fn second_chance_at_five_life_or_less() {
    for (life, extra) in [(5, true), (6, false)] {
        let mut t = table(2).field("A", &["Second Chance"]).life("A", life).start();
        t.until_turn(2);
        assert_eq!((t.turns()[1] == "A*", t.has("A", "Second Chance")), (extra, !extra));
    }
}

#[test]
fn lost_isle_calling_counts_scries() {
    for (verses, extra) in [("Lost Isle Calling *6 verse", false), ("Lost Isle Calling *7 verse", true)] {
        let mut t = rich(table(2), "A").field("A", &[verses]).library("A", &["Forest"; 30]).start();
        t.until(1, Step::PrecombatMain);
        let before = t.hand("A").len();
        t.activate("A", "Lost Isle Calling").now();
        t.resolve();
        assert_eq!(t.hand("A").len() - before, if extra { 7 } else { 6 });
        assert_eq!(t.exile("A"), ["Lost Isle Calling"]);
        t.until_turn(2);
        assert_eq!(t.turns()[1] == "A*", extra);
    }
    let mut t =
        rich(table(2), "A").field("A", &["Lost Isle Calling"]).hand("A", &["Opt"]).library("A", &["Forest"; 9]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Opt").now();
    t.resolve_all();
    assert_eq!(t.counters("A", "Lost Isle Calling", "verse"), 1);
}

#[test]
fn planeswalkers_and_their_last_abilities() {
    for (name, nth, loyalty, turns) in
        [("Mu Yanling *10 loyalty", 2, 0, ["A*", "B"]), ("Teferi, Timebender *11 loyalty", 2, 2, ["A*", "B"])]
    {
        let bare = name.split(" *").next().expect("a name");
        let mut t = table(2).field("A", &[name]).field("B", &["Hill Giant", "Grizzly Bears"]).start();
        t.until(1, Step::PrecombatMain);
        t.activate_nth("A", bare, nth).now();
        t.resolve();
        if loyalty > 0 {
            assert_eq!(t.counters("A", bare, "loyalty"), loyalty);
        } else {
            assert!(!t.has("A", bare));
            assert_eq!(t.tapped("B"), 2, "Mu Yanling taps all their creatures");
        }
        assert_eq!(turns_after(&mut t, 3), turns, "{bare}");
    }
}

#[test]
fn ral_zarek_flips_five_coins() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..10 {
        let mut t = table(2).seed(seed).field("A", &["Ral Zarek *8 loyalty"]).start();
        t.until(1, Step::PrecombatMain);
        t.activate_nth("A", "Ral Zarek", 2).now();
        t.resolve();
        assert_eq!(t.events(|e| matches!(e, GameEvent::CoinFlipped { .. })), 5);
        let heads = t.events(|e| matches!(e, GameEvent::CoinFlipped { heads: true, .. }));
        t.by_default_until(|t| t.turns().last().is_some_and(|s| s == "B"));
        assert_eq!(t.turns().len(), 2 + heads);
        seen.insert(heads);
    }
    assert!(seen.len() > 2);
}

#[test]
fn ral_zarek_taps_one_thing_and_unties_another() {
    let mut t = table(2).field("A", &["Ral Zarek", "~Sol Ring"]).field("B", &["Hill Giant"]).start();
    t.until(1, Step::PrecombatMain);
    t.tap_for_mana("A", "Sol Ring").now();
    t.activate_nth("A", "Ral Zarek", 0).at(&["Hill Giant", "Sol Ring"]).now();
    t.resolve();
    assert_eq!((t.is_tapped("B", "Hill Giant"), t.is_tapped("A", "Sol Ring")), (true, false));
}

#[test]
fn what_says_no_to_extra_turns() {
    for (name, skipped) in [("Stranglehold", true), ("Trouble in Pairs", true), ("Ugin's Nexus", true)] {
        let mut t = rich(table(2), "A").hand("A", &["Time Warp"]).field("B", &[name]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", "Time Warp").at(&["A"]).now();
        t.resolve();
        t.until_turn(2);
        assert_eq!(t.turns() == ["A", "B"], skipped, "{name}");
        let skips = t.turn_events().iter().filter(|e| matches!(e, TurnEvent::TurnSkipped { .. })).count();
        assert_eq!(skips, 1, "{name}");
    }
    let mut own = rich(table(2), "A").hand("A", &["Time Warp"]).field("A", &["Stranglehold"]).start();
    own.until(1, Step::PrecombatMain);
    own.cast("A", "Time Warp").at(&["A"]).now();
    own.resolve();
    own.until_turn(2);
    assert_eq!(own.turns(), ["A", "A*"], "only opponents'");
}

#[test]
fn stranglehold_keeps_opponents_from_searching() {
    let mut t = rich(table(2), "A")
        .hand("A", &["Demonic Tutor"])
        .library("A", &["Shock"; 5])
        .field("B", &["Stranglehold"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Demonic Tutor").now();
    t.resolve();
    assert_eq!((t.kind(), t.hand("A").len()), (DecisionKind::Priority, 0));
}

#[test]
fn trouble_in_pairs_draws_for_twos() {
    let b = rich(table(2), "A").hand("A", &["Opt", "Shock"]).field("A", &["Grizzly Bears", "Hill Giant"]);
    let mut t = b.field("B", &["Trouble in Pairs"]).library("A", &["Forest"; 9]).library("B", &["Forest"; 9]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    assert_eq!(t.stack_size(), 1);
    t.cast("A", "Opt").now();
    assert_eq!(t.stack_size(), 3, "the second spell");
    t.resolve_all();
    assert_eq!(t.hand("B").len(), 1);
    t.attack(&[("Grizzly Bears", "B"), ("Hill Giant", "B")]);
    t.resolve_all();
    assert_eq!(t.hand("B").len(), 2);
}

#[test]
fn magosi_sells_a_turn_and_buys_one() {
    let mut t = table(2).field("A", &["Magosi, the Waterveil"]).lands("A", 1, "Island").start();
    t.until(1, Step::PrecombatMain);
    t.activate_nth("A", "Magosi, the Waterveil", 0).now();
    t.resolve();
    assert_eq!(t.counters("A", "Magosi, the Waterveil", "eon"), 1);
    t.until(4, Step::PrecombatMain);
    assert_eq!(t.turns(), ["A", "B", "B", "A"]);
    t.activate_nth("A", "Magosi, the Waterveil", 1).now();
    assert_eq!(t.hand("A"), ["Magosi, the Waterveil"]);
    t.resolve();
    t.until_turn(5);
    assert_eq!(t.turns()[4], "A*");
}

#[test]
fn time_vault_unties_for_a_turn() {
    let mut t = table(2).field("A", &["~Time Vault"]).start();
    assert!(t.is_asked("A", DecisionKind::May), "before A's first turn");
    t.yes();
    t.until(1, Step::Upkeep);
    assert_eq!((t.turns(), t.is_tapped("A", "Time Vault")), (vec!["B".to_owned()], false));
    t.until(2, Step::PrecombatMain);
    t.activate("A", "Time Vault").now();
    t.resolve();
    t.until_asked("A", DecisionKind::May);
    t.no();
    t.until_turn(3);
    assert_eq!(t.turns(), ["B", "A", "A*"]);
    t.until(5, Step::Upkeep);
    assert!(t.is_tapped("A", "Time Vault"), "it does not untap otherwise");
}

#[test]
fn time_vault_may_skip_an_extra_turn() {
    let mut t = rich(table(2), "A").field("A", &["~Time Vault"]).hand("A", &["Time Warp"]).start();
    t.no();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Time Warp").at(&["A"]).now();
    t.resolve();
    t.until_asked("A", DecisionKind::May);
    t.yes();
    t.until_turn(2);
    assert_eq!((t.turns(), t.is_tapped("A", "Time Vault")), (["A", "B"].map(str::to_owned).to_vec(), false));
}

#[test]
fn wormfang_manta_borrows_and_gives_back() {
    let mut t = rich(table(2), "A").hand("A", &["Wormfang Manta", "Murder"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Wormfang Manta").now();
    t.resolve_all();
    t.until(4, Step::PrecombatMain);
    assert_eq!(t.turns(), ["A", "B", "B", "A"]);
    t.cast("A", "Murder").at(&["Wormfang Manta"]).now();
    t.resolve_all();
    t.until_turn(5);
    assert_eq!(t.turns()[4], "A*");
}

#[test]
fn timesifter_gives_the_turn_to_the_highest_card() {
    let libraries = |b: Builder| {
        b.library("A", &["Forest", "Shock", "Shock", "Forest"])
            .library("B", &["Opt", "Craw Wurm", "Shock", "Forest"])
            .library("C", &["Opt", "Divination", "Shock", "Forest"])
    };
    let mut t = libraries(table(3)).field("A", &["Timesifter"]).start();
    t.until(1, Step::Draw);
    assert_eq!(t.exile("A").len() + t.exile("B").len() + t.exile("C").len(), 5, "B and C were tied at first");
    t.until_turn(2);
    assert_eq!(t.turns(), ["A", "B*"]);
}

#[test]
fn mindslaver_worst_fears_and_sorin_control_a_turn() {
    for name in ["Mindslaver", "Worst Fears", "Sorin Markov *7 loyalty"] {
        let b = rich(table(3), "A");
        let mut t = match name {
            "Worst Fears" => b.hand("A", &[name]),
            _ => b.field("A", &[name]),
        }
        .start();
        t.until(1, Step::PrecombatMain);
        match name {
            "Worst Fears" => t.cast("A", name).at(&["C"]).now(),
            "Mindslaver" => t.activate("A", name).at(&["C"]).now(),
            _ => t.activate_nth("A", "Sorin Markov", 2).at(&["C"]).now(),
        }
        t.resolve();
        t.until(2, Step::Upkeep);
        assert_eq!(t.asked().decider, t.asked().actor, "{name}: B's own turn");
        t.until(3, Step::Upkeep);
        assert_eq!((t.asked().actor, t.asked().decider), (seat("C"), seat("A")), "{name}");
        t.until(6, Step::Upkeep);
        assert_eq!(t.asked().decider, seat("C"), "{name}: one turn");
    }
}

#[test]
fn cruel_entertainment_swaps_two_players() {
    let mut t = with_spell(3, "Cruel Entertainment");
    t.cast("A", "Cruel Entertainment").at(&["B", "C"]).now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("B"), seat("C")));
    t.until(3, Step::Upkeep);
    assert_eq!((t.asked().actor, t.asked().decider), (seat("C"), seat("B")));
}

#[test]
fn what_ends_the_turn() {
    for name in
        ["Time Stop", "Glorious End", "Ultima", "Day's Undoing", "Sundial of the Infinite", "Obeka, Brute Chronologist"]
    {
        let b = rich(table(2), "A").library("A", &["Forest"; 20]).library("B", &["Forest"; 20]);
        let permanent = name.starts_with("Sundial") || name.starts_with("Obeka");
        let mut t = if permanent { b.field("A", &[name]) } else { b.hand("A", &[name]) }.start();
        t.until(1, Step::PrecombatMain);
        if permanent {
            t.activate("A", name).now()
        } else {
            t.cast("A", name).now()
        }
        t.resolve();
        t.until_turn(2);
        let steps = t.steps(1);
        assert_eq!(steps[steps.len() - 2..], [Step::PrecombatMain, Step::Cleanup], "{name}");
        let early = t.turn_events().iter().filter(|e| matches!(e, TurnEvent::TurnEndedEarly { .. })).count();
        assert_eq!(early, 1, "{name}");
    }
}

#[test]
fn the_sundial_saves_from_the_borrowed_turns_price() {
    let mut t = rich(table(2), "A").hand("A", &["Last Chance"]).field("A", &["Sundial of the Infinite"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Last Chance").now();
    t.resolve();
    t.until(2, Step::End);
    t.activate("A", "Sundial of the Infinite").now();
    t.resolve();
    t.until(4, Step::Upkeep);
    assert!(t.is_living("A"));
}

#[test]
fn sundial_works_on_ones_own_turn_only() {
    let mut t = table(2).field("A", &["Sundial of the Infinite"]).lands("A", 1, "Wastes").start();
    t.until(1, Step::Upkeep);
    assert!(t.can_activate("A", "Sundial of the Infinite"));
    t.until(2, Step::Upkeep);
    assert!(!t.can_activate("A", "Sundial of the Infinite"));
}

#[test]
fn obeka_leaves_the_decision_to_the_active_player() {
    let mut t = table(2).field("A", &["Obeka, Brute Chronologist"]).start();
    t.until(2, Step::Upkeep);
    t.activate("A", "Obeka, Brute Chronologist").now();
    t.resolve();
    assert!(t.is_asked("B", DecisionKind::May));
    t.no();
    assert_eq!(t.step(), Step::Upkeep);
}

#[test]
fn glorious_end_loses_at_ones_own_next_end_step() {
    let mut t = rich(table(3), "A").hand("A", &["Glorious End"]).start();
    t.until(2, Step::PrecombatMain);
    t.cast("A", "Glorious End").now();
    t.resolve();
    t.until(4, Step::PostcombatMain);
    assert!(t.is_living("A"));
    t.until(5, Step::Upkeep);
    assert!(!t.is_living("A"));
}

#[test]
fn ultima_destroys_first() {
    let mut t = rich(table(2), "A").hand("A", &["Ultima"]).field("B", &["Hill Giant", "Sol Ring"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Ultima").now();
    t.resolve();
    t.until_turn(2);
    assert_eq!((t.graveyard("B").len(), t.exile("A")), (2, vec!["Ultima".to_owned()]));
}

#[test]
fn days_undoing_ends_only_ones_own_turn() {
    let mut t = rich(table(2), "A")
        .library("A", &["Forest"; 20])
        .library("B", &["Forest"; 20])
        .hand("A", &["Day's Undoing"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Day's Undoing").now();
    t.resolve();
    t.until(2, Step::Upkeep);
    assert_eq!((t.hand("A").len(), t.hand("B").len(), t.exile("A").len()), (7, 7, 1));
}

#[test]
fn aeon_engine_turns_the_order_round() {
    let mut t = table(4).field("A", &["Aeon Engine"]).start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Aeon Engine").now();
    t.resolve();
    t.until_turn(5);
    assert_eq!(t.turns(), ["A", "D", "C", "B", "A"]);
}

// ---- skips ----

fn skipped(t: &Table) -> usize {
    t.turn_events().iter().filter(|e| matches!(e, TurnEvent::TurnSkipped { .. })).count()
}

#[test]
fn what_skips_ones_own_turns() {
    for (name, turns, n) in [("Meditate", 3, 1), ("Chronatog", 3, 1), ("Eater of Days", 4, 2)] {
        let b = rich(table(2), "A");
        let mut t = if name == "Chronatog" { b.field("A", &[name]) } else { b.hand("A", &[name]) }.start();
        t.until(1, Step::PrecombatMain);
        if name == "Chronatog" {
            t.activate("A", name).now()
        } else {
            t.cast("A", name).now()
        }
        t.resolve_all();
        t.until_turn(turns + 1);
        assert_eq!(skipped(&t), n, "{name}");
        let expected: Vec<&str> = ["A"].into_iter().chain(vec!["B"; n + 1]).chain(["A"]).take(turns as usize).collect();
        assert_eq!(t.turns()[..turns as usize], expected, "{name}");
    }
}

#[test]
fn lethal_vapors_kills_what_comes_and_may_be_bought_off_by_anybody() {
    let mut t = rich(table(2), "B").field("A", &["Lethal Vapors"]).hand("B", &["Hill Giant"]).start();
    t.until(2, Step::PrecombatMain);
    t.cast("B", "Hill Giant").now();
    t.resolve_all();
    assert_eq!(t.graveyard("B"), ["Hill Giant"]);
    t.activate("B", "Lethal Vapors").now();
    t.resolve();
    assert!(!t.has("A", "Lethal Vapors"));
    t.until_turn(4);
    assert_eq!(t.turns(), ["A", "B", "A", "A"], "B skips its next turn");
}

#[test]
fn skips_of_phases_and_steps_of_a_player() {
    // Cast by A at B in turn 1: what B's turn 2 is without.
    for (name, without) in [
        ("False Peace", Step::BeginningOfCombat),
        ("Empty City Ruse", Step::BeginningOfCombat),
        ("Fatigue", Step::Draw),
    ] {
        let mut t = rich(table(2), "A").hand("A", &[name]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", name).at(&["B"]).now();
        t.resolve();
        t.until(5, Step::Upkeep);
        assert!(!t.steps(2).contains(&without), "{name}");
        assert!(t.steps(4).contains(&without), "{name}: once");
    }
}

#[test]
fn moment_of_silence_skips_the_next_combat_of_this_turn_only() {
    let mut t = rich(table(2), "A").hand("A", &["Moment of Silence"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Moment of Silence").at(&["B"]).now();
    t.resolve();
    t.until(3, Step::Upkeep);
    assert_eq!((t.phases(1, Phase::Combat), t.phases(2, Phase::Combat)), (1, 1), "it was not B's turn");
    let mut t = rich(table(2), "A").hand("A", &["Moment of Silence"]).start();
    t.until(2, Step::Upkeep);
    t.cast("A", "Moment of Silence").at(&["B"]).now();
    t.resolve();
    t.until(3, Step::Upkeep);
    assert_eq!(t.phases(2, Phase::Combat), 0);
}

#[test]
fn stonehorn_dignitary_and_blinding_angel_skip_combats() {
    let mut t = rich(table(2), "A").hand("A", &["Stonehorn Dignitary"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Stonehorn Dignitary").now();
    t.resolve_all();
    t.until(5, Step::Upkeep);
    assert_eq!((t.phases(2, Phase::Combat), t.phases(4, Phase::Combat)), (0, 1));
    let mut t = table(2).field("A", &["Blinding Angel"]).start();
    t.attack(&[("Blinding Angel", "B")]);
    t.until(3, Step::Upkeep);
    assert_eq!(t.phases(2, Phase::Combat), 0);
}

#[test]
fn avizoa_and_yosei_skip_untap_steps() {
    let mut t = table(2).field("A", &["Avizoa"]).start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Avizoa").now();
    t.resolve();
    assert_eq!(t.size("A", "Avizoa"), (4, 4));
    t.until(4, Step::Upkeep);
    assert!(!t.steps(3).contains(&Step::Untap));
    let mut t = rich(table(2), "A")
        .field("A", &["Yosei, the Morning Star"])
        .field("B", &["Forest", "Hill Giant"])
        .hand("A", &["Murder"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Murder").at(&["Yosei, the Morning Star"]).now();
    t.resolve();
    t.until_asked("A", DecisionKind::Target);
    t.choose(&["B"]);
    t.choose(&["Forest"]);
    t.choose(&["Hill Giant"]);
    t.resolve_all();
    assert_eq!(t.tapped("B"), 2);
    t.until(3, Step::Upkeep);
    assert!(!t.steps(2).contains(&Step::Untap));
}

#[test]
fn shisato_eats_a_snake_and_takes_an_untap_step() {
    let mut t =
        table(2).field("A", &["Shisato, Whispering Hunter", "Sakura-Tribe Elder"]).field("B", &["~Forest"]).start();
    t.until_asked("A", DecisionKind::Sacrifice);
    t.choose(&["Sakura-Tribe Elder"]);
    t.attack(&[("Shisato, Whispering Hunter", "B")]);
    t.until(3, Step::Upkeep);
    assert!(!t.steps(2).contains(&Step::Untap));
    assert!(t.is_tapped("B", "Forest"));
}

#[test]
fn fatespinner_lets_the_opponent_choose_what_to_lose() {
    for (mode, step) in [("0", Step::Draw), ("1", Step::PrecombatMain), ("2", Step::BeginningOfCombat)] {
        let mut t = table(2).field("A", &["Fatespinner"]).start();
        t.until_asked("B", DecisionKind::Mode);
        t.choose(&[mode]);
        t.until(4, Step::Upkeep);
        let steps = t.steps(2);
        assert!(!steps.contains(&step), "{mode}: {steps:?}");
        assert_eq!(steps.contains(&Step::PostcombatMain), mode != "1", "both main phases");
        assert_eq!(t.steps(3).len(), 10, "the controller's own turn is whole");
    }
}

#[test]
fn eon_hub_has_no_upkeeps_and_yawgmoths_bargain_no_draw() {
    let mut t = table(2).field("A", &["Eon Hub"]).start();
    t.until(2, Step::PrecombatMain);
    assert!(!t.steps(1).contains(&Step::Upkeep) && !t.steps(2).contains(&Step::Upkeep));
    let mut t = table(3).field("A", &["Yawgmoth's Bargain"]).library("A", &["Forest"; 5]).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.steps(1).contains(&Step::Draw));
    t.activate("A", "Yawgmoth's Bargain").now();
    t.resolve();
    assert_eq!((t.life("A"), t.hand("A").len()), (19, 1));
    t.until(2, Step::PrecombatMain);
    assert!(t.steps(2).contains(&Step::Draw));
}

#[test]
fn damia_refills_instead_of_drawing() {
    let mut t = table(3)
        .field("A", &["Damia, Sage of Stone"])
        .library("A", &["Forest"; 20])
        .hand("A", &["Shock", "Shock"])
        .start();
    t.until(1, Step::PrecombatMain);
    assert_eq!((t.hand("A").len(), t.steps(1).contains(&Step::Draw)), (7, false));
    let mut t =
        table(3).field("A", &["Damia, Sage of Stone"]).library("A", &["Forest"; 20]).hand("A", &["Shock"; 8]).start();
    t.until(1, Step::PrecombatMain);
    assert_eq!(t.hand("A").len(), 8);
}

#[test]
fn elfhame_sanctuary_trades_a_draw_for_a_land() {
    for (yes, hand) in [(true, vec!["Forest"]), (false, vec!["Shock"])] {
        let mut t =
            table(3).field("A", &["Elfhame Sanctuary"]).library("A", &["Shock", "Shock", "Forest"]).seed(3).start();
        t.until_asked("A", DecisionKind::May);
        if yes {
            t.yes()
        } else {
            t.no()
        }
        t.until(1, Step::PrecombatMain);
        assert_eq!(
            (t.hand("A"), t.steps(1).contains(&Step::Draw)),
            (hand.iter().map(|s| (*s).to_owned()).collect(), !yes)
        );
    }
}

#[test]
fn symbiotic_deployment_draws_with_creatures() {
    let b = table(3).field("A", &["Symbiotic Deployment", "Hill Giant", "!Grizzly Bears", "Wastes"]);
    let mut t = b.library("A", &["Forest"; 5]).start();
    t.until(1, Step::PrecombatMain);
    assert!(!t.steps(1).contains(&Step::Draw));
    t.activate("A", "Symbiotic Deployment").paying(&["Hill Giant", "Grizzly Bears"]).now();
    t.resolve();
    assert_eq!((t.hand("A").len(), t.tapped("A")), (1, 3));
}

#[test]
fn dovins_last_ability_taps_everything_for_a_turn() {
    let mut t = table(3)
        .field("A", &["Dovin, Architect of Law *9 loyalty"])
        .field("B", &["Forest", "Hill Giant"])
        .field("C", &["Forest"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.activate_nth("A", "Dovin, Architect of Law", 2).at(&["B"]).now();
    t.resolve();
    assert_eq!((t.tapped("B"), t.tapped("C")), (2, 0));
    t.until(3, Step::Upkeep);
    assert!(!t.steps(2).contains(&Step::Untap));
}

#[test]
fn cr_616_1_a_static_skip_or_a_counted_one() {
    for (choice, uses_it_up) in [(0, false), (1, true)] {
        let mut t = table(2).field("A", &["Stasis", "Avizoa"]).lands("A", 3, "Island").start();
        t.until_asked("A", DecisionKind::Pay);
        t.yes();
        t.until(1, Step::PrecombatMain);
        t.activate("A", "Avizoa").now();
        t.resolve();
        t.until_asked("A", DecisionKind::Skip);
        assert_eq!(t.turn(), 3);
        t.answer(Choice::option(choice));
        let counted = |e: &TurnEvent| matches!(e, TurnEvent::StepSkipped { by: SkippedBy::Counted(_), .. });
        assert_eq!(t.turn_events().iter().any(counted), uses_it_up, "the default keeps the counter");
    }
}

#[test]
fn a_round_in_which_nobody_can_take_a_turn_is_a_draw() {
    let mut t = table(2)
        .cards("[[card]]\nname = \"The End\"\ntype = \"Enchantment\"\n[[card.ability]]\nstatic = { skip = { whose = \"any\", what = \"turn\" } }")
        .field("A", &["The End"])
        .start();
    assert!(matches!(t.play_out(), Outcome::Draw { .. }));
    assert_eq!(t.turns().len(), 0);
}
