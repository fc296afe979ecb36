//! What the agent makes of known cards and boards, how it fares against others, and that it can't see what is hidden.

use std::sync::{Arc, LazyLock};

use crate::agents::{Agent, Heuristic, Pass, Random, Seating, play};
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::settle::settle;
use crate::game::setup::{PreparedBoard, PreparedPermanent, SeatSetup, Setup, TableRules};
use crate::game::{Dice, Game, GameEvent, Lane, Outcome, Pause};
use crate::turn::{BySeat, Seat, TurnEvent};

use super::profile::{Profiles, Roles};

mod choices;
mod endgame;
mod house_rules;
mod politics;

static TABLE: LazyLock<(Arc<Catalog>, Arc<Profiles>)> = LazyLock::new(|| {
    let catalog = Arc::new(Catalog::builtin().clone());
    let profiles = Arc::new(Profiles::new(&catalog));
    (catalog, profiles)
});

const DECKS: [&str; 4] = [
    include_str!("../../../scenarios/decks/talrand-extra-turns.txt"),
    include_str!("../../../scenarios/decks/aurelia-extra-combats.txt"),
    include_str!("../../../scenarios/decks/augustin-stasis.txt"),
    include_str!("../../../scenarios/decks/goreclaw-creatures.txt"),
];

fn id(name: &str) -> CardId {
    TABLE.0.find(name).unwrap_or_else(|| panic!("no card {name}"))
}

fn roles(name: &str) -> Roles {
    TABLE.1.card(id(name)).roles
}

fn threat(name: &str) -> i32 {
    TABLE.1.card(id(name)).threat
}

// ---- cards ----

#[test]
fn cards_are_understood_by_what_they_do() {
    let known = [
        ("Time Warp", Roles::EXTRA_TURN),
        ("Counterspell", Roles::COUNTER),
        ("Wrath of God", Roles::SWEEPER),
        ("Blasphemous Act", Roles::SWEEPER),
        ("Swords to Plowshares", Roles::REMOVAL),
        ("Lightning Bolt", Roles::REMOVAL),
        ("Banishing Light", Roles::REMOVAL),
        ("Divination", Roles::DRAW),
        ("Sol Ring", Roles::MANA),
        ("Llanowar Elves", Roles::MANA),
        ("Rampant Growth", Roles::RAMP),
        ("Evolving Wilds", Roles::RAMP),
        ("Relentless Assault", Roles::EXTRA_COMBAT),
        ("Aurelia, the Warleader", Roles::EXTRA_COMBAT),
        ("Stasis", Roles::PRISON),
        ("Propaganda", Roles::PRISON),
        ("False Peace", Roles::SKIP),
        ("Moment of Silence", Roles::THIS_TURN),
        ("Overrun", Roles::PUMP),
        ("Spectral Procession", Roles::TOKENS),
        ("Wheel of Fortune", Roles::WHEEL),
        ("Time Stop", Roles::END_TURN),
        ("Final Fortune", Roles::LOSES),
    ];
    for (name, role) in known {
        assert!(roles(name).contains(role), "{name} has {:?}, not {role:?}", roles(name));
    }
    assert_eq!(roles("Grizzly Bears"), Roles::empty());
    assert!(!roles("Island").contains(Roles::MANA), "a land is no mana rock");
}

#[test]
fn worth_follows_what_cards_are_worth() {
    assert!(threat("Time Warp") > threat("Divination"));
    assert!(threat("Gigantosaurus") > threat("Colossal Dreadmaw"));
    assert!(threat("Colossal Dreadmaw") > threat("Grizzly Bears"));
    assert!(threat("Wrath of God") > threat("Opt"));
    assert!(threat("Final Fortune") < 0, "losing is not worth a turn");
    assert!(TABLE.1.card(id("Eater of Days")).threat < 0, "neither are two turns of one's own");
}

// ---- boards ----

fn board(hand: &[&str], battlefield: &[&str], life: i32) -> SeatSetup {
    let permanent =
        |name: &&str| PreparedPermanent { card: id(name), tapped: false, summoning_sick: false, counters: Vec::new() };
    let board = PreparedBoard {
        hand: hand.iter().map(|n| id(n)).collect(),
        battlefield: battlefield.iter().map(permanent).collect(),
        life: Some(life),
        ..PreparedBoard::default()
    };
    SeatSetup { board: Some(board), ..SeatSetup::bare(0) }
}

/// A game of two that is about to begin.
fn prepared(seats: [SeatSetup; 2]) -> Game {
    Game::new(Setup {
        catalog: Arc::clone(&TABLE.0),
        rules: Arc::new(TableRules::commander()),
        seats: seats.into_iter().collect(),
        master_seed: 1,
        deal: 0,
        script: Arc::new(Vec::new()),
    })
}

/// Plays the first turn: seat 0 and, if `both`, seat 1 with the heuristic. The events, and the game after it.
fn first_turn(mut seats: [SeatSetup; 2], both: bool) -> (Vec<GameEvent>, Game) {
    seats[1].entrant = 1;
    let profiles = &TABLE.1;
    let mut game = prepared(seats);
    let mut agents: Seating = BySeat::new(2, |seat| match seat {
        Seat(1) if !both => Box::new(Pass) as Box<dyn Agent>,
        _ => Box::new(Heuristic::new(Arc::clone(profiles))),
    });
    let mut events = Vec::new();
    while game.advance() == Pause::Decide && game.state().turns.turn().number <= 1 {
        answer(&mut game, &mut agents);
        events.extend_from_slice(game.new_events());
        game.clear_events();
    }
    events.extend_from_slice(game.new_events());
    (events, game)
}

fn answer(game: &mut Game, agents: &mut Seating) {
    let Some(decider) = game.decision().map(|d| d.decider) else { return };
    let view = game.view(decider);
    let Some(reply) = view.decision().map(|d| agents[decider].choose(&view, d)) else { return };
    drop(view);
    settle(game, reply);
}

fn casts(events: &[GameEvent]) -> Vec<&'static str> {
    let name = |card: CardId| Catalog::builtin().card(card).name.as_str();
    events
        .iter()
        .filter_map(|e| if let GameEvent::SpellCast { card, .. } = e { Some(name(*card)) } else { None })
        .collect()
}

fn life(game: &Game, seat: u8) -> i32 {
    game.view(Seat(seat)).life(Seat(seat))
}

#[test]
fn removal_waits_for_a_target_that_is_not_ones_own() {
    let mine = board(&["Swords to Plowshares"], &["Plains", "Serra Angel"], 40);
    let (events, _) = first_turn([mine.clone(), board(&[], &["Plains"], 40)], false);
    assert!(casts(&events).is_empty());
    let (events, game) = first_turn([mine, board(&[], &["Sun Titan", "Elvish Mystic"], 40)], false);
    assert_eq!(casts(&events), ["Swords to Plowshares"]);
    let left: Vec<CardId> = game.view(Seat(0)).battlefield().map(|o| o.card).collect();
    assert!(!left.contains(&id("Sun Titan")) && left.contains(&id("Elvish Mystic")));
}

#[test]
fn what_would_only_hurt_its_own_creatures_is_not_cast() {
    let lands = ["Island", "Island", "Plains", "Plains", "Mountain", "Serra Angel"];
    let mine = board(&["Journey to Nowhere", "Wrath of God", "Man-o'-War"], &lands, 40);
    let (events, _) = first_turn([mine, board(&[], &[], 40)], false);
    assert!(casts(&events).is_empty(), "{:?}", casts(&events));
    // It would return itself rather than what makes mana.
    let mana = ["Island", "Island", "Island", "Elvish Mystic"];
    assert!(cast_first(&["Man-o'-War"], &mana, &[]).is_empty());
    assert_eq!(cast_first(&["Man-o'-War"], &mana, &["Serra Angel"]), ["Man-o'-War"]);
}

#[test]
fn creatures_untap_before_mana_that_nothing_needs() {
    let untapped = |hand: &[&str]| {
        let mut mine = board(hand, &["Island", "Island", "Island", "Island", "Air Elemental", "Serra Angel"], 40);
        for permanent in &mut mine.board.as_mut().unwrap().battlefield[2..] {
            permanent.tapped = true;
        }
        let (events, _) = first_turn([mine, board(&[], &["Static Orb"], 40)], false);
        events.iter().filter(|event| matches!(event, GameEvent::AttackerDeclared { .. })).count()
    };
    assert_eq!(untapped(&["Opt"]), 2);
    assert_eq!(untapped(&["Meditate", "Time Warp"]), 0);
}

#[test]
fn extra_turns_are_cast_unless_they_would_be_skipped() {
    let mine = board(&["Time Warp"], &["Island"; 5], 40);
    let (events, game) = first_turn([mine.clone(), board(&[], &[], 40)], false);
    assert_eq!(casts(&events), ["Time Warp"]);
    assert_eq!(game.state().turns.turn().active, Seat(0), "it is the caster who takes it");
    let (events, _) = first_turn([mine, board(&[], &["Trouble in Pairs"], 40)], false);
    assert!(casts(&events).is_empty());
}

#[test]
fn counterspells_are_for_what_matters() {
    let theirs = board(&["Counterspell"], &["Island", "Island"], 40);
    let (events, _) = first_turn([board(&["Time Warp"], &["Island"; 5], 40), theirs.clone()], true);
    assert!(events.iter().any(|e| matches!(e, GameEvent::Countered { card, .. } if *card == id("Time Warp"))));
    let (events, _) = first_turn([board(&["Grizzly Bears"], &["Forest"; 2], 40), theirs], true);
    assert_eq!(casts(&events), ["Grizzly Bears"]);
}

#[test]
fn an_ability_counters_what_its_controller_cannot_pay_for() {
    let theirs = board(&[], &["Cursecatcher"], 40);
    let countered = |lands: &[&'static str]| {
        let (events, _) = first_turn([board(&["Time Warp"], lands, 40), theirs.clone()], true);
        assert_eq!(casts(&events), ["Time Warp"]);
        events.iter().any(|e| matches!(e, GameEvent::Countered { card, .. } if *card == id("Time Warp")))
    };
    assert!(countered(&["Island"; 5]));
    assert!(!countered(&["Island"; 6]), "one is left to pay with");
}

#[test]
fn with_little_life_the_mana_for_an_answer_is_kept() {
    let first = |life| {
        let mine = board(&["Counterspell", "Air Elemental"], &["Island"; 5], life);
        casts(&first_turn([mine, board(&[], &[], 40)], false).0)
    };
    assert_eq!(first(40), ["Air Elemental"]);
    assert!(first(5).is_empty());
}

#[test]
fn cheap_mana_comes_before_what_it_pays_for() {
    let (events, _) =
        first_turn([board(&["Hill Giant", "Sol Ring"], &["Mountain"; 3], 40), board(&[], &[], 40)], false);
    assert_eq!(casts(&events), ["Sol Ring", "Hill Giant"]);
}

#[test]
fn it_attacks_for_the_kill_and_blocks_to_live() {
    let ogres = ["Craw Wurm", "Craw Wurm", "Craw Wurm"];
    let (_, game) = first_turn([board(&[], &ogres, 40), board(&[], &["Grizzly Bears"], 12)], false);
    assert!(game.outcome().is_some() || life(&game, 1) <= 0, "twelve damage gets past one blocker or none");
    let (events, game) = first_turn([board(&[], &ogres, 40), board(&[], &["Grizzly Bears"; 2], 14)], true);
    let attacks = events.iter().filter(|e| matches!(e, GameEvent::AttackerDeclared { .. })).count();
    assert_eq!((attacks, life(&game, 1)), (3, 8), "two of three are blocked, whatever it costs");
}

#[test]
fn a_bad_attack_is_not_made() {
    let (events, _) = first_turn([board(&[], &["Grizzly Bears"], 40), board(&[], &["Craw Wurm"], 40)], false);
    assert!(events.iter().all(|e| !matches!(e, GameEvent::AttackerDeclared { .. })));
    let (_, game) = first_turn([board(&[], &["Serra Angel"], 40), board(&[], &["Craw Wurm"], 40)], false);
    assert_eq!(life(&game, 1), 36, "nothing there can block what flies");
}

#[test]
fn a_blocker_stops_one_attacker_and_no_creature_is_thrown_away() {
    let theirs = ["Craw Wurm", "Llanowar Elves", "Llanowar Elves", "Llanowar Elves", "Llanowar Elves"];
    let (events, _) = first_turn([board(&[], &["Hill Giant"; 5], 40), board(&[], &theirs, 40)], false);
    let attacks = events.iter().filter(|e| matches!(e, GameEvent::AttackerDeclared { .. })).count();
    assert_eq!(attacks, 5, "the wurm blocks one of the five giants, and the elves none");
}

/// With so many cards in the library.
fn with_library(mut setup: SeatSetup, cards: usize) -> SeatSetup {
    setup.library = Some(vec![id("Wastes"); cards]);
    setup
}

/// What seat 0 casts in its first turn with thirty cards in the library; the other player does nothing.
fn cast_first(hand: &[&str], battlefield: &[&str], theirs: &[&str]) -> Vec<&'static str> {
    let mine = with_library(board(hand, battlefield, 40), 30);
    casts(&first_turn([mine, board(&[], theirs, 40)], false).0)
}

#[test]
fn a_lock_waits_until_it_serves_its_player() {
    let islands = ["Island", "Island", "Island"];
    let with = |more: &[&'static str]| [&islands[..], more].concat();
    assert_eq!(cast_first(&["Stasis"], &with(&["Serra Angel"]), &[]), ["Stasis"]);
    assert!(cast_first(&["Stasis"], &islands, &["Serra Angel"]).is_empty(), "it is behind");
    assert!(cast_first(&["Stasis"], &with(&["Serra Angel", "Eon Hub"]), &[]).is_empty(), "nobody could get rid of it");
    assert!(cast_first(&["Winter Orb"], &with(&["Serra Angel"]), &["Craw Wurm"]).is_empty());
}

#[test]
fn what_everybody_sacrifices_to_is_for_who_has_most() {
    let lands = ["Island"; 4];
    assert!(roles("Smokestack").contains(Roles::ATTRITION), "{:?}", roles("Smokestack"));
    assert!(cast_first(&["Smokestack"], &lands, &["Forest"; 5]).is_empty());
    assert_eq!(cast_first(&["Smokestack"], &lands, &["Forest"; 3]), ["Smokestack"]);
}

#[test]
fn a_permanent_that_only_binds_its_controller_is_not_cast() {
    assert!(cast_first(&["Symbiotic Deployment"], &["Forest"; 3], &[]).is_empty());
}

#[test]
fn a_turn_in_which_nothing_can_be_done_is_kept_for_later() {
    let islands = ["Island", "Island", "Island"];
    assert!(cast_first(&["Savor the Moment"], &islands, &[]).is_empty(), "nothing untaps in it");
    assert_eq!(
        cast_first(&["Savor the Moment", "Island", "Island"], &islands, &[]),
        ["Savor the Moment"],
        "a land to play"
    );
}

#[test]
fn nobody_draws_from_a_library_that_must_last() {
    let lands = ["Island", "Island", "Island", "Swamp", "Swamp", "Swamp"];
    let cast = |spell: &str, library: usize| {
        let mine = with_library(board(&[spell], &lands, 40), library);
        casts(&first_turn([mine, board(&[], &[], 40)], false).0)
    };
    for spell in ["Divination", "Phyrexian Arena", "Concentrate"] {
        assert_eq!(cast(spell, 60), [spell]);
        assert!(cast(spell, 6).is_empty(), "{spell}");
    }
}

#[test]
fn mana_that_an_attack_costs_is_spent_after_it() {
    let mine = ["Plains", "Plains", "Plains", "Serra Angel"];
    let mine = with_library(board(&["Wall of Omens"], &mine, 40), 30);
    let (events, game) = first_turn([mine, board(&[], &["Ghostly Prison"], 4)], false);
    assert!(game.outcome().is_some() || life(&game, 1) <= 0, "{:?}", casts(&events));
}

// ---- whole games ----

fn deck(text: &str, entrant: u8) -> SeatSetup {
    let mut setup = SeatSetup { library: Some(Vec::new()), ..SeatSetup::bare(entrant) };
    let mut commanders = true;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && *l != "Commander") {
        let Some((n, name)) = line.split_once(' ') else {
            commanders = false;
            continue;
        };
        let copies = std::iter::repeat_n(id(name), n.parse().expect("a number of copies"));
        if commanders {
            setup.commanders.extend(copies);
        } else if let Some(library) = &mut setup.library {
            library.extend(copies);
        }
    }
    setup
}

/// Game number n of four starter decks; the seats are rotated from game to game.
fn game(n: u64) -> Game {
    let seats = (0..4).map(|seat| (seat + n as usize) % 4).map(|d| deck(DECKS[d], d as u8)).collect();
    Game::new(Setup {
        catalog: Arc::clone(&TABLE.0),
        rules: Arc::new(TableRules::commander()),
        seats,
        master_seed: 20_261_120,
        deal: n,
        script: Arc::new(Vec::new()),
    })
}

fn heuristic() -> Box<dyn Agent> {
    Box::new(Heuristic::new(Arc::clone(&TABLE.1)))
}

fn refused(events: &[GameEvent]) -> usize {
    events.iter().filter(|e| matches!(e, GameEvent::Refused { .. })).count()
}

#[test]
fn it_beats_players_at_random() {
    let mut wins = 0;
    for n in 0..60 {
        let hero = Seat((n / 4 % 4) as u8);
        let agents: Seating = BySeat::new(4, |seat| match seat {
            seat if seat == hero => heuristic(),
            seat => Box::new(Random::new(Dice::new(7, n, Lane::Agent(seat.0)))),
        });
        let mut events = Vec::new();
        wins += u32::from(play(&mut game(n), agents, &mut events) == Outcome::Win { winner: hero });
        assert_eq!(refused(&events), 0, "game {n}");
    }
    assert!(wins > 36, "it won {wins} of 60 games against three players at random");
}

#[test]
fn it_beats_a_passing_table_before_its_library_ends() {
    for n in 0..16 {
        let hero = Seat((n / 4) as u8);
        let agents: Seating = BySeat::new(4, |seat| if seat == hero { heuristic() } else { Box::new(Pass) });
        let outcome = play(&mut game(n), agents, &mut Vec::new());
        assert_eq!(outcome, Outcome::Win { winner: hero }, "game {n}");
    }
}

#[test]
fn four_of_them_finish_their_games() {
    let mut lengths = Vec::new();
    let (mut won, mut extra) = (0, 0);
    for n in 0..40 {
        let agents: Seating = BySeat::new(4, |_| heuristic());
        let mut events = Vec::new();
        won += u32::from(matches!(play(&mut game(n), agents, &mut events), Outcome::Win { .. }));
        assert_eq!(refused(&events), 0, "game {n}");
        let kinds = events.iter().filter_map(|e| match e {
            GameEvent::Turn(TurnEvent::TurnBegan { kind, .. }) => Some(kind.is_extra()),
            _ => None,
        });
        let (turns, extras) = kinds.fold((0, 0), |(all, extra), is| (all + 1, extra + u32::from(is)));
        lengths.push(turns);
        extra += extras;
    }
    lengths.sort_unstable();
    assert!(won >= 36, "{won} of 40 games were won by somebody");
    assert!((20..=100).contains(&lengths[20]), "the median game had {} turns", lengths[20]);
    assert!(extra >= 40, "only {extra} extra turns in 40 games");
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let mut dice = Dice::new(99, 0, Lane::Chance);
    let (mut asked, mut changed) = (0, 0);
    for n in 0..6 {
        let mut game = game(n);
        let mut agents: Seating = BySeat::new(4, |_| heuristic());
        while game.advance() == Pause::Decide {
            game.clear_events();
            let Some(decider) = game.decision().map(|d| d.decider) else { break };
            let mut other = game.clone();
            other.permute_hidden(decider, &mut dice);
            changed += u32::from(other != game);
            let replies = [&game, &other].map(|g| {
                let view = g.view(decider);
                view.decision().map(|d| agents[decider].choose(&view, d))
            });
            assert_eq!(replies[0], replies[1], "game {n}, question {asked}: {:?}", game.decision());
            asked += 1;
            let [reply, _] = replies;
            settle(&mut game, reply.unwrap_or(Err(crate::game::settle::Fault::Late)));
        }
    }
    assert!(changed * 10 > asked * 9, "only {changed} of {asked} other worlds were different");
}
