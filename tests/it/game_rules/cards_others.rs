//! Cards that leave turns alone, each doing what it should.

use turnlab::game::GameEvent;
use turnlab::game::decision::{Choice, DecisionKind};
use turnlab::turn::Step;

use super::table::{Builder, Table, table};

fn rich(mut b: Builder, who: &str) -> Builder {
    for land in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
        b = b.lands(who, 8, land);
    }
    b
}

/// A casts it in its first main phase, with those targets; the stack is empty again.
fn cast(b: Builder, name: &str, targets: &[&str]) -> Table {
    let mut t = rich(b, "A").hand("A", &[name]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", name).at(targets).now();
    t.resolve_all();
    t
}

fn libraries(b: Builder) -> Builder {
    b.library("A", &["Forest"; 20]).library("B", &["Forest"; 20])
}

#[test]
fn draws() {
    for (name, targets, drawn, life) in [
        ("Divination", &[][..], 2, 20),
        ("Concentrate", &[], 3, 20),
        ("Harmonize", &[], 3, 20),
        ("Opportunity", &["A"], 4, 20),
        ("Night's Whisper", &[], 2, 18),
        ("Sign in Blood", &["A"], 2, 18),
        ("Read the Bones", &[], 2, 18),
        ("Preordain", &[], 1, 20),
        ("Opt", &[], 1, 20),
        ("Brainstorm", &[], 1, 20),
        ("Phyrexian Rager", &[], 1, 19),
        ("Elvish Visionary", &[], 1, 20),
        ("Wall of Omens", &[], 1, 20),
        ("Baleful Strix", &[], 1, 20),
    ] {
        let t = cast(libraries(table(2)), name, targets);
        assert_eq!((t.hand("A").len(), t.life("A")), (drawn, life), "{name}");
    }
}

#[test]
fn removal() {
    for (name, target, gone) in [
        ("Murder", "Hill Giant", true),
        ("Doom Blade", "Hill Giant", true),
        ("Terminate", "Hill Giant", true),
        ("Bedevil", "Sol Ring", true),
        ("Go for the Throat", "Hill Giant", true),
        ("Swords to Plowshares", "Hill Giant", true),
        ("Path to Exile", "Hill Giant", true),
        ("Pongify", "Hill Giant", true),
        ("Rapid Hybridization", "Hill Giant", true),
        ("Beast Within", "Sol Ring", true),
        ("Disenchant", "Sol Ring", true),
        ("Naturalize", "Sol Ring", true),
        ("Krosan Grip", "Sol Ring", true),
        ("Lightning Bolt", "Hill Giant", true),
        ("Shock", "Hill Giant", false),
        ("Char", "Hill Giant", true),
        ("Lightning Helix", "Hill Giant", true),
    ] {
        let t = cast(table(2).field("B", &["Hill Giant", "Sol Ring"]), name, &[target]);
        assert_eq!(!t.has("B", target), gone, "{name}");
        let gift = match name {
            "Pongify" => Some("Ape"),
            "Rapid Hybridization" => Some("Frog Lizard"),
            "Beast Within" => Some("Beast"),
            _ => None,
        };
        assert!(gift.is_none_or(|token| t.has("B", token)), "{name}");
    }
}

#[test]
fn colours_and_types_that_removal_minds() {
    for (name, victim, offered) in [
        ("Doom Blade", "Gravedigger", false),
        ("Doom Blade", "Wurmcoil Engine", true),
        ("Go for the Throat", "Wurmcoil Engine", false),
        ("Go for the Throat", "Gravedigger", true),
        ("Negate", "Gravedigger", false),
        ("Royal Assassin", "Hill Giant", false),
    ] {
        if name == "Royal Assassin" {
            let mut t = table(2).field("A", &[name]).field("B", &[victim]).start();
            t.until(1, Step::PrecombatMain);
            assert_eq!(t.can_activate("A", name), offered);
            continue;
        }
        let mut t = rich(table(2), "A").hand("A", &[name]).field("B", &[victim]).start();
        t.until(1, Step::PrecombatMain);
        assert_eq!(t.can_cast("A", name), offered, "{name} at {victim}");
    }
}

#[test]
fn sweepers() {
    for (name, left) in [
        ("Wrath of God", 0),
        ("Day of Judgment", 0),
        ("Damnation", 0),
        ("Supreme Verdict", 0),
        ("Evacuation", 0),
        ("Blasphemous Act", 0),
        ("Pyroclasm", 1),
    ] {
        let t = cast(table(2).field("B", &["Hill Giant", "Grizzly Bears"]), name, &[]);
        assert_eq!(t.field("B").len(), left, "{name}");
    }
}

#[test]
fn counterspells() {
    for (name, countered) in [
        ("Counterspell", true),
        ("Negate", false),
        ("Essence Scatter", true),
        ("Arcane Denial", true),
        ("Rewind", true),
        ("Dissolve", true),
        ("Dovin's Veto", false),
        ("Absorb", true),
        ("Undermine", true),
    ] {
        let mut t = rich(table(2), "B").hand("B", &[name]).lands("A", 4, "Mountain").hand("A", &["Hill Giant"]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", "Hill Giant").now();
        assert_eq!(t.can_cast("B", name), countered, "{name}");
        if countered {
            t.cast("B", name).at(&["Hill Giant"]).now();
            t.resolve_all();
            assert_eq!(t.graveyard("A"), ["Hill Giant"], "{name}");
            let lives = match name {
                "Absorb" => [20, 23],
                "Undermine" => [17, 20],
                _ => [20, 20],
            };
            assert_eq!(t.lives(), lives, "{name}");
        }
    }
}

#[test]
fn rewind_unties_lands_and_swan_song_leaves_a_bird() {
    let mut t = table(2)
        .lands("B", 4, "Island")
        .hand("B", &["Rewind"])
        .lands("A", 3, "Island")
        .hand("A", &["Divination"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    t.cast("B", "Rewind").at(&["Divination"]).now();
    assert_eq!(t.tapped("B"), 4);
    t.resolve_all();
    assert_eq!(t.tapped("B"), 0);
    let mut t = table(2)
        .lands("B", 1, "Island")
        .hand("B", &["Swan Song"])
        .lands("A", 3, "Island")
        .hand("A", &["Divination"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Divination").now();
    t.cast("B", "Swan Song").at(&["Divination"]).now();
    t.resolve_all();
    assert_eq!(t.count("A", "Bird"), 1);
}

#[test]
fn rhystic_study_taxes_opponents() {
    for (pays, drawn) in [(true, 0), (false, 1)] {
        let mut t =
            libraries(table(2)).field("A", &["Rhystic Study"]).lands("B", 3, "Mountain").hand("B", &["Shock"]).start();
        t.until(1, Step::PrecombatMain);
        t.cast("B", "Shock").at(&["A"]).now();
        t.until_asked("B", DecisionKind::Pay);
        if pays {
            t.yes()
        } else {
            t.no()
        }
        t.resolve_all();
        assert_eq!((t.hand("A").len(), t.tapped("B")), (drawn, 1 + usize::from(pays)));
    }
    let mut poor =
        libraries(table(2)).field("A", &["Rhystic Study"]).lands("B", 1, "Mountain").hand("B", &["Shock"]).start();
    poor.until(1, Step::PrecombatMain);
    poor.cast("B", "Shock").at(&["A"]).now();
    poor.resolve_all();
    assert_eq!(poor.hand("A").len(), 1, "who can't pay is not asked");
}

#[test]
fn enters_the_battlefield() {
    for (name, field) in [
        ("Siege-Gang Commander", 4),
        ("Grave Titan", 3),
        ("Hornet Queen", 5),
        ("Captain of the Watch", 4),
        ("Deep Forest Hermit", 5),
        ("Raise the Alarm", 2),
        ("Spectral Procession", 3),
    ] {
        let t = cast(table(2), name, &[]);
        assert_eq!(t.field("A").len() - 40, field, "{name}");
    }
    assert_eq!(cast(table(2), "Thragtusk", &[]).life("A"), 25);
    assert_eq!(cast(table(2), "Pelakka Wurm", &[]).life("A"), 27);
    assert_eq!(cast(table(3), "Gray Merchant of Asphodel", &[]).lives(), [24, 18, 18]);
    let hermit = cast(table(2), "Deep Forest Hermit", &[]);
    assert_eq!(hermit.size("A", "Squirrel"), (2, 2));
    assert_eq!(cast(table(2), "Captain of the Watch", &[]).size("A", "Soldier"), (2, 2));
}

#[test]
fn overruns() {
    for (name, size) in [("Overrun", (5, 5)), ("Craterhoof Behemoth", (4, 4)), ("End-Raze Forerunners", (4, 4))] {
        let t = cast(table(2).field("A", &["Grizzly Bears"]), name, &[]);
        assert_eq!(t.size("A", "Grizzly Bears"), size, "{name}");
    }
}

#[test]
fn land_searches() {
    for (name, tapped, hand) in [
        ("Rampant Growth", 1, 0),
        ("Cultivate", 1, 1),
        ("Kodama's Reach", 1, 1),
        ("Explosive Vegetation", 2, 0),
        ("Wood Elves", 1, 0),
        ("Farhaven Elf", 1, 0),
    ] {
        let t = cast(libraries(table(2)), name, &[]);
        assert_eq!(t.count("A", "Forest") - 8, tapped, "{name}");
        assert_eq!(t.hand("A").len(), hand, "{name}");
    }
    for name in ["Evolving Wilds", "Terramorphic Expanse", "Sakura-Tribe Elder", "Burnished Hart"] {
        let mut t = libraries(table(2)).field("A", &[name]).lands("A", 3, "Wastes").start();
        t.until(1, Step::PrecombatMain);
        t.activate("A", name).now();
        t.resolve_all();
        assert!(t.count("A", "Forest") >= 1 && t.graveyard("A") == [name], "{name}");
        assert!(t.is_tapped("A", "Forest"), "{name}");
    }
}

#[test]
fn wheels() {
    let hands = |t: &Table| (t.hand("A").len(), t.hand("B").len());
    let wheel = |name| {
        cast(libraries(table(2)).hand("B", &["Shock"]).hand("A", &["Shock"]).graveyard("A", &["Opt"]), name, &[])
    };
    let t = wheel("Wheel of Fortune");
    assert_eq!((hands(&t), t.graveyard("B")), ((7, 7), vec!["Shock".to_owned()]));
    let t = wheel("Time Reversal");
    assert_eq!((hands(&t), t.graveyard("A").len(), t.exile("A").len()), ((7, 7), 0, 1));
    let t = wheel("Time Spiral");
    assert_eq!((hands(&t), t.exile("A").len(), t.tapped("A")), ((7, 7), 1, 0), "six lands untap");
}

#[test]
fn x_spells_of_life() {
    let mut t = rich(table(3), "A").hand("A", &["Exsanguinate"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Exsanguinate").x(5).now();
    t.resolve_all();
    assert_eq!(t.lives(), [30, 15, 15]);
    let mut t = libraries(rich(table(2), "A")).hand("A", &["Sphinx's Revelation"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Sphinx's Revelation").x(3).now();
    t.resolve_all();
    assert_eq!((t.life("A"), t.hand("A").len()), (23, 3));
}

#[test]
fn graveyards() {
    let t = cast(table(2).graveyard("B", &["Craw Wurm"]), "Reanimate", &["Craw Wurm"]);
    assert_eq!((t.has("A", "Craw Wurm"), t.life("A")), (true, 14));
    for name in ["Gravedigger", "Eternal Witness"] {
        let t = cast(table(2).graveyard("A", &["Craw Wurm"]), name, &[]);
        assert_eq!(t.hand("A"), ["Craw Wurm"], "{name}");
    }
    let t = cast(table(2).graveyard("A", &["Time Warp"]), "Archaeomancer", &[]);
    assert_eq!(t.hand("A"), ["Time Warp"]);
    let t = cast(table(2).graveyard("A", &["Sol Ring"]), "Sun Titan", &[]);
    assert!(t.has("A", "Sol Ring"));
}

#[test]
fn syphon_mind_and_demonic_tutor() {
    let t = cast(libraries(table(3)).hand("B", &["Shock"]).hand("C", &["Opt"]), "Syphon Mind", &[]);
    assert_eq!((t.hand("A").len(), t.hand("B").len() + t.hand("C").len()), (3, 0), "with the turn's own card");
    let mut t = rich(table(2), "A").library("A", &["Forest", "Shock"]).hand("A", &["Demonic Tutor"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Demonic Tutor").now();
    t.until_asked("A", DecisionKind::Search);
    assert!(!t.allows(&Choice::Some(Vec::new())), "any card: one must be found (701.23c)");
    t.choose(&["Shock"]);
    assert_eq!(t.hand("A"), ["Shock"]);
}

#[test]
fn brainstorm_puts_back_in_order() {
    let mut t =
        rich(table(2), "A").library("A", &["Opt", "Shock", "Murder", "Forest"]).hand("A", &["Brainstorm"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Brainstorm").now();
    t.until_asked("A", DecisionKind::Scry);
    t.choose(&["Opt", "Murder"]);
    assert_eq!(t.hand("A"), ["Shock"]);
    t.until(3, Step::PrecombatMain);
    assert_eq!(t.hand("A"), ["Shock", "Opt"], "the first chosen is on top");
}

#[test]
fn scry_sends_to_the_bottom() {
    let mut t = rich(table(2), "A").library("A", &["Opt", "Shock", "Murder"]).hand("A", &["Preordain"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Preordain").now();
    t.until_asked("A", DecisionKind::Scry);
    t.choose(&["Opt", "Shock"]);
    t.until_asked("A", DecisionKind::Scry);
    t.choose(&["Shock", "Opt"]);
    assert_eq!(t.hand("A"), ["Murder"]);
    t.until(3, Step::PrecombatMain);
    assert_eq!(t.hand("A"), ["Murder", "Shock"], "the first chosen is the higher one");
}

#[test]
fn watchers_of_spells() {
    let b = table(2).field("A", &["Talrand, Sky Summoner", "Young Pyromancer", "Guttersnipe", "Jace's Sanctum"]);
    let t = cast(b, "Divination", &[]);
    assert_eq!((t.count("A", "Drake"), t.count("A", "Elemental"), t.life("B")), (1, 1, 18));
    assert_eq!(t.events(|e| matches!(e, GameEvent::Scried { .. })), 1);
    let t = cast(
        libraries(table(2)).field("A", &["Beast Whisperer", "Soul of the Harvest", "Garruk's Packleader"]),
        "Hill Giant",
        &[],
    );
    assert_eq!(t.hand("A").len(), 3);
}

#[test]
fn kaervek_strikes_for_the_mana_value_with_x() {
    let mut t = rich(table(2), "B").field("A", &["Kaervek the Merciless"]).hand("B", &["Blue Sun's Zenith"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("B", "Blue Sun's Zenith").at(&["B"]).x(4).now();
    t.until_asked("A", DecisionKind::Target);
    t.choose(&["B"]);
    t.resolve();
    assert_eq!(t.life("B"), 13, "X counts on the stack (202.3e)");
}

#[test]
fn deaths_and_drains() {
    let b = table(2).field("A", &["Blood Artist", "Grizzly Bears"]).field("B", &["Hill Giant"]);
    let mut t = rich(b, "A").hand("A", &["Wrath of God"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Wrath of God").now();
    t.resolve();
    for _ in 0..3 {
        t.until_asked("A", DecisionKind::Target);
        t.choose(&["B"]);
    }
    t.resolve_all();
    assert_eq!(t.lives(), [23, 17]);
    let t = cast(table(2).field("B", &["Grizzly Bears", "Savannah Lions", "Hill Giant"]), "Massacre Wurm", &[]);
    assert_eq!((t.life("B"), t.field("B"), t.size("B", "Hill Giant")), (16, vec!["Hill Giant".to_owned()], (1, 1)));
}

#[test]
fn warstorm_surge_strikes_with_what_came_even_if_it_has_left() {
    let b = table(2).field("A", &["Warstorm Surge"]).hand("B", &["Murder"]).lands("B", 3, "Swamp");
    let mut t = rich(b, "A").hand("A", &["Craw Wurm"]).start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Craw Wurm").now();
    t.resolve();
    t.until_asked("A", DecisionKind::Target);
    t.choose(&["B"]);
    t.cast("B", "Murder").at(&["Craw Wurm"]).now();
    t.resolve_all();
    assert_eq!(t.life("B"), 14, "as it last existed");
}

#[test]
fn vanishing_counts_down() {
    let mut t = libraries(table(2)).hand("A", &["Aven Riftwatcher"]).lands("A", 3, "Plains").start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Aven Riftwatcher").now();
    t.resolve_all();
    assert_eq!((t.counters("A", "Aven Riftwatcher", "time"), t.life("A")), (3, 22));
    t.until(5, Step::PrecombatMain);
    assert_eq!(t.counters("A", "Aven Riftwatcher", "time"), 1);
    t.until(7, Step::PrecombatMain);
    assert_eq!((t.graveyard("A"), t.life("A")), (vec!["Aven Riftwatcher".to_owned()], 24));
}

#[test]
fn limits_on_spells() {
    let mut t = rich(table(2), "A")
        .field("B", &["Rule of Law"])
        .hand("A", &["Shock", "Opt"])
        .hand("B", &["Shock"])
        .lands("B", 1, "Mountain")
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Shock").at(&["B"]).now();
    assert!(!t.can_cast("A", "Opt"));
    assert!(t.can_cast("B", "Shock"));
    t.resolve_all();
    t.until(2, Step::Upkeep);
    assert!(t.can_cast("A", "Opt"), "a new turn");
}

#[test]
fn draws_in_draw_steps() {
    let mut t = table(3)
        .field("A", &["Howling Mine", "Dictate of Kruphix"])
        .library("A", &["Forest"; 9])
        .library("B", &["Forest"; 9])
        .start();
    t.until(1, Step::PrecombatMain);
    assert_eq!(t.hand("A").len(), 3);
    t.until(2, Step::PrecombatMain);
    assert_eq!(t.hand("B").len(), 3);
    let mut tapped =
        table(3).field("A", &["Consecrated Sphinx"]).library("A", &["Forest"; 9]).library("B", &["Forest"; 9]).start();
    tapped.until(2, Step::PrecombatMain);
    assert_eq!(tapped.hand("A").len(), 3, "two for B's card");
}

#[test]
fn tokens_every_turn() {
    let mut t =
        table(2).field("A", &["Assemble the Legion", "Bitterblossom", "Goblin Assault", "Goblin Rabblemaster"]).start();
    t.until(1, Step::PrecombatMain);
    assert_eq!((t.count("A", "Soldier"), t.count("A", "Faerie Rogue"), t.life("A")), (1, 1, 19));
    t.until_asked("A", DecisionKind::Attackers);
    assert_eq!(t.count("A", "Goblin"), 2);
    assert!(!t.allows(&Choice::Assign(Vec::new())), "the Goblins must attack");
    t.default();
    t.until(3, Step::PrecombatMain);
    assert_eq!(t.count("A", "Soldier"), 3);
}

#[test]
fn counters_and_sizes() {
    let t = cast(table(2).field("A", &["Archangel of Thune", "Grizzly Bears"]), "Thragtusk", &[]);
    assert_eq!(
        (t.size("A", "Grizzly Bears"), t.size("A", "Archangel of Thune"), t.size("A", "Thragtusk")),
        ((3, 3), (4, 5), (6, 4))
    );
    let mut t =
        table(2).field("A", &["Avenger of Zendikar", "Plant", "Rampaging Baloths"]).hand("A", &["Forest"]).start();
    t.until(1, Step::PrecombatMain);
    t.play("A", "Forest");
    t.resolve_all();
    assert_eq!((t.size("A", "Plant"), t.count("A", "Beast")), ((1, 2), 1));
}

#[test]
fn activated_abilities() {
    let mut t = table(2)
        .field("A", &["Krenko, Mob Boss", "Royal Assassin", "Mogg Fanatic"])
        .field("B", &["~Grizzly Bears"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Krenko, Mob Boss").now();
    t.resolve();
    assert_eq!(t.count("A", "Goblin"), 2, "Krenko and the Fanatic are goblins");
    t.activate("A", "Royal Assassin").at(&["B:Grizzly Bears"]).now();
    t.resolve();
    assert_eq!(t.graveyard("B").len(), 1);
    t.activate("A", "Mogg Fanatic").at(&["B"]).now();
    t.resolve();
    assert_eq!(t.life("B"), 19);
}

#[test]
fn disks_and_bombs() {
    let mut t = table(2)
        .field("A", &["Nevinyrral's Disk", "Forest"])
        .field("B", &["Hill Giant", "Rule of Law", "Forest"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.activate("A", "Nevinyrral's Disk").now();
    t.resolve();
    assert_eq!((t.field("A"), t.field("B")), (vec!["Forest".to_owned()], vec!["Forest".to_owned()]));
    let mut t = table(2).field("A", &["Time Bomb *4 time", "Forest"]).field("B", &["Hill Giant"]).start();
    t.until(1, Step::PrecombatMain);
    assert_eq!(t.counters("A", "Time Bomb", "time"), 5);
    t.activate("A", "Time Bomb").now();
    t.resolve();
    assert_eq!((t.lives(), t.field("B").len()), (vec![15, 15], 0));
}

#[test]
fn smokestack_and_its_soot() {
    let mut t = table(2)
        .field("A", &["Forest", "Forest", "Forest", "Smokestack *1 soot"])
        .field("B", &["Forest", "Forest", "Forest"])
        .start();
    t.until(2, Step::Draw);
    assert_eq!((t.counters("A", "Smokestack", "soot"), t.field("B").len()), (2, 1));
}

#[test]
fn cost_changes() {
    let mut t = table(2)
        .field("A", &["Goreclaw, Terror of Qal Sisma"])
        .lands("A", 4, "Forest")
        .hand("A", &["Craw Wurm", "Giant Spider"])
        .start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Craw Wurm").now();
    assert_eq!(t.tapped("A"), 4);
    t.resolve();
    t.until(3, Step::PrecombatMain);
    assert!(t.can_cast("A", "Giant Spider"), "four mana for a 2/4");
}

#[test]
fn blind_obedience_extorts() {
    let b = rich(table(3), "A").field("A", &["Blind Obedience"]).hand("A", &["Opt"]);
    let mut t = b.start();
    t.until(1, Step::PrecombatMain);
    t.cast("A", "Opt").now();
    t.until_asked("A", DecisionKind::Pay);
    t.yes();
    assert_eq!(t.lives(), [22, 19, 19]);
}

#[test]
fn o_rings_return_what_they_took() {
    for name in ["Oblivion Ring", "Journey to Nowhere", "Banishing Light"] {
        let b = rich(table(2), "A").hand("A", &[name, "Disenchant"]).field("B", &["Hill Giant"]);
        let mut t = b.start();
        t.until(1, Step::PrecombatMain);
        t.cast("A", name).now();
        t.resolve_all();
        assert_eq!(t.exile("B"), ["Hill Giant"], "{name}");
        t.cast("A", "Disenchant").at(&[name]).now();
        t.resolve_all();
        assert_eq!((t.has("B", "Hill Giant"), t.exile("B").len()), (true, 0), "{name}");
    }
}
