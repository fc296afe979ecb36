//! Cards that add combats and other phases, each doing what it should.

use turnlab::game::GameEvent;
use turnlab::game::decision::DecisionKind;
use turnlab::turn::{Phase, Step};

use super::table::{Builder, Table, table};

fn rich(mut b: Builder, who: &str) -> Builder {
    for land in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
        b = b.lands(who, 8, land);
    }
    b
}

/// A attacks B with these, once for each combat of the turn; how many combats there were.
fn combats(t: &mut Table, attackers: &[&str]) -> usize {
    let turn = t.turn().max(1);
    loop {
        t.by_default_until(|t| t.turn() > turn || t.kind() == DecisionKind::Attackers || t.step() == Step::End);
        if t.turn() > turn || t.step() == Step::End {
            return t.phases(turn, Phase::Combat);
        }
        let options = t.options();
        let able: Vec<(&str, &str)> =
            attackers.iter().filter(|a| options.contains(&(**a).to_owned())).map(|a| (*a, "B")).collect();
        t.attack(&able);
    }
}

#[test]
fn creatures_that_bring_another_combat_when_they_attack() {
    for (name, life) in [
        ("Aurelia, the Warleader", 20 - 3 - 3),
        ("Scourge of the Throne", 20 - 6 - 6),
        ("Godo, Bandit Warlord", 20 - 3 - 3),
        ("Karlach, Fury of Avernus", 20 - 5 - 5),
        ("Raiyuu, Storm's Edge", 20 - 3 - 3),
        ("Raph & Leo, Sibling Rivals", 20 - 2 - 2),
        ("Raphael, Tag Team Tough", 20 - 5 - 5),
    ] {
        let mut t = table(2).field("A", &[name]).start();
        assert_eq!(combats(&mut t, &[name]), 2, "{name}");
        assert_eq!(t.life("B"), life, "{name}");
    }
}

#[test]
fn scourge_of_the_throne_wants_the_player_with_the_most_life() {
    let mut t = table(3).field("A", &["Scourge of the Throne"]).life("C", 30).start();
    assert_eq!(combats(&mut t, &["Scourge of the Throne"]), 1);
    assert_eq!(t.counters("A", "Scourge of the Throne", "+1/+1"), 0);
}

#[test]
fn aurelia_unties_all_and_only_the_first_time() {
    let mut t = table(2).field("A", &["Aurelia, the Warleader", "Hill Giant"]).start();
    assert_eq!(combats(&mut t, &["Aurelia, the Warleader", "Hill Giant"]), 2);
    assert_eq!(t.life("B"), 20 - 12);
}

#[test]
fn karlach_gives_first_strike_to_the_attackers_of_the_first_combat() {
    let mut t = table(2).field("A", &["Karlach, Fury of Avernus", "Hill Giant"]).field("B", &["Hill Giant"]).start();
    t.attack(&[("Hill Giant", "B")]);
    t.block("B", &[("Hill Giant", "Hill Giant")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!((t.has("A", "Hill Giant"), t.has("B", "Hill Giant")), (true, false));
}

#[test]
fn hellkite_charger_pays_for_each() {
    let mut t = table(2).field("A", &["Hellkite Charger"]).lands("A", 14, "Mountain").start();
    let mut asked = 0;
    for _ in 0..3 {
        t.attack(&[("Hellkite Charger", "B")]);
        t.by_default_until(|t| t.kind() == DecisionKind::Pay || t.step() == Step::DeclareBlockers);
        if t.kind() == DecisionKind::Pay {
            t.yes();
            asked += 1;
        }
    }
    assert_eq!((asked, t.life("B")), (2, 10));
    t.until(1, Step::End);
    assert_eq!((t.phases(1, Phase::Combat), t.life("B")), (3, 5));
}

#[test]
fn spells_and_enchantments_that_add_combats() {
    for (name, combats_in_turn, mains) in
        [("Relentless Assault", 2, 3), ("Full Throttle", 3, 2), ("Aggravated Assault", 2, 3), ("All-Out Assault", 2, 3)]
    {
        let b = rich(table(2), "A").field("A", &["Hill Giant"]);
        let permanent = name == "Aggravated Assault";
        let mut t = if permanent { b.field("A", &[name]) } else { b.hand("A", &[name]) }.start();
        t.until(1, Step::PrecombatMain);
        if permanent {
            t.activate("A", name).now()
        } else {
            t.cast("A", name).now()
        }
        t.resolve_all();
        assert_eq!(combats(&mut t, &["Hill Giant"]), combats_in_turn, "{name}");
        let main_phases = t.phases(1, Phase::PrecombatMain) + t.phases(1, Phase::PostcombatMain);
        assert_eq!(main_phases, mains, "{name}");
    }
}

#[test]
fn relentless_assault_unties_what_attacked() {
    let mut t =
        rich(table(2), "A").field("A", &["Hill Giant", "~Krenko, Mob Boss"]).hand("A", &["Relentless Assault"]).start();
    t.attack(&[("Hill Giant", "B")]);
    t.until(1, Step::PostcombatMain);
    t.cast("A", "Relentless Assault").now();
    t.resolve();
    assert!(!t.is_tapped("A", "Hill Giant"));
    t.attack(&[("Hill Giant", "B")]);
    t.until(1, Step::End);
    assert_eq!(t.life("B"), 14);
}

#[test]
fn full_throttle_unties_attackers_in_each_combat() {
    let mut t = rich(table(2), "A").field("A", &["Hill Giant"]).hand("A", &["Full Throttle"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Full Throttle").now();
    t.resolve();
    assert_eq!(combats(&mut t, &["Hill Giant"]), 3);
    assert_eq!(t.life("B"), 11);
}

#[test]
fn najeela_makes_warriors_that_attack_and_buys_combats() {
    let mut t = rich(table(2), "A").field("A", &["Najeela, the Blade-Blossom"]).start();
    t.attack(&[("Najeela, the Blade-Blossom", "B")]);
    t.resolve_all();
    assert_eq!(t.count("A", "Warrior"), 1);
    assert!(t.is_tapped("A", "Warrior"));
    t.activate("A", "Najeela, the Blade-Blossom").now();
    t.resolve_all();
    assert!(!t.is_tapped("A", "Warrior") && !t.is_tapped("A", "Najeela, the Blade-Blossom"));
    t.until(1, Step::EndOfCombat);
    assert_eq!(t.lives(), [24, 16], "with lifelink");
    t.attack(&[("Najeela, the Blade-Blossom", "B"), ("Warrior", "B")]);
    t.resolve_all();
    assert_eq!(t.count("A", "Warrior"), 3);
}

#[test]
fn finest_hour_rewards_attacking_alone() {
    let mut t = table(2).field("A", &["Finest Hour", "Hill Giant", "Grizzly Bears"]).start();
    assert_eq!(combats(&mut t, &["Hill Giant"]), 2);
    assert_eq!(t.life("B"), 20 - 4 - 5);
    let mut t = table(2).field("A", &["Finest Hour", "Hill Giant", "Grizzly Bears"]).start();
    assert_eq!(combats(&mut t, &["Hill Giant", "Grizzly Bears"]), 1);
}

#[test]
fn akki_battle_squad_unties_the_modified() {
    let mut t = table(2).field("A", &["Akki Battle Squad *1 +1/+1", "Hill Giant"]).start();
    assert_eq!(combats(&mut t, &["Akki Battle Squad", "Hill Giant"]), 2);
    assert_eq!(t.life("B"), 20 - 7 - 3 - 7, "the Giant stayed tapped");
    let mut t = table(2).field("A", &["Akki Battle Squad"]).start();
    assert_eq!(combats(&mut t, &["Akki Battle Squad"]), 1);
}

#[test]
fn eomer_wants_a_legend_to_die_attacking() {
    let b = table(2).field("A", &["Éomer, Marshal of Rohan", "Krenko, Mob Boss"]).field("B", &["Craw Wurm"]);
    let mut t = b.start();
    t.attack(&[("Éomer, Marshal of Rohan", "B"), ("Krenko, Mob Boss", "B")]);
    t.block("B", &[("Craw Wurm", "Krenko, Mob Boss")]);
    t.until(1, Step::EndOfCombat);
    assert_eq!(t.graveyard("A"), ["Krenko, Mob Boss"]);
    t.until(1, Step::End);
    assert_eq!(t.phases(1, Phase::Combat), 2);
    assert!(!t.is_tapped("A", "Éomer, Marshal of Rohan"));
}

#[test]
fn tifa_counts_opponents_and_strikes_for_seven() {
    let mut t = table(4).field("A", &["Tifa, Martial Artist *3 +1/+1", "Hill Giant", "Grizzly Bears"]).start();
    t.attack(&[("Tifa, Martial Artist", "B"), ("Hill Giant", "C"), ("Grizzly Bears", "D")]);
    t.resolve_all();
    assert_eq!(t.size("A", "Tifa, Martial Artist"), (10, 10));
    t.until(1, Step::End);
    assert_eq!((t.phases(1, Phase::Combat), t.life("B")), (2, 10));
}

#[test]
fn sphinx_of_the_second_sun_has_a_second_beginning() {
    let mut t = table(3).field("A", &["Sphinx of the Second Sun", "~Forest"]).library("A", &["Forest"; 9]).start();
    t.until(2, Step::Upkeep);
    let steps = t.steps(1);
    assert_eq!(steps.iter().filter(|s| **s == Step::Draw).count(), 2);
    assert_eq!(t.phases(1, Phase::Beginning), 2);
    let at = |s: Step| steps.iter().rposition(|x| *x == s).expect("it came");
    assert!(at(Step::PostcombatMain) < at(Step::Untap), "after the postcombat main phase");
    assert_eq!(t.hand("A").len(), 2);
}

#[test]
fn obeka_splitter_of_seconds_has_as_many_upkeeps_as_damage() {
    let mut t = table(2).field("A", &["Obeka, Splitter of Seconds", "Bitterblossom"]).start();
    t.attack(&[("Obeka, Splitter of Seconds", "B")]);
    t.until(2, Step::Upkeep);
    let steps = t.steps(1);
    assert_eq!(steps.iter().filter(|s| **s == Step::Upkeep).count(), 3);
    assert_eq!(t.count("A", "Faerie Rogue"), 3);
    let second = steps.iter().rposition(|s| *s == Step::Upkeep).expect("an upkeep");
    assert!(steps[..second].contains(&Step::EndOfCombat) && steps[second..].contains(&Step::PostcombatMain));
}

#[test]
fn all_out_assault_is_an_anthem_with_teeth() {
    let mut t =
        rich(table(2), "A").field("A", &["Savannah Lions", "All-Out Assault"]).field("B", &["Craw Wurm"]).start();
    assert_eq!(t.size("A", "Savannah Lions"), (3, 2));
    t.attack(&[("Savannah Lions", "B")]);
    t.block("B", &[("Craw Wurm", "Savannah Lions")]);
    t.until(1, Step::End);
    assert_eq!((t.graveyard("B"), t.phases(1, Phase::Combat)), (vec!["Craw Wurm".to_owned()], 1));
}

#[test]
fn godo_fetches_and_unties_samurai() {
    let b = rich(table(2), "A").hand("A", &["Godo, Bandit Warlord"]).library("A", &["Forest", "Shock"]);
    let mut t = b.start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Godo, Bandit Warlord").now();
    t.resolve_all();
    assert_eq!(
        t.events(|e| matches!(e, GameEvent::LibraryShuffled { .. })),
        2,
        "once before the game, once after the search"
    );
}
