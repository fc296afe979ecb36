//! Stops: at which priorities an agent is asked, and that it makes no difference to who would have passed there anyway.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use turnlab::agents::{Agent, Direct, Over, PhaseBegan, Seated, Wants};
use turnlab::cards::source::Source;
use turnlab::game::decision::{Decision, DecisionKind};
use turnlab::game::settle::{Fault, Reply};
use turnlab::game::stops::{Stops, Tops};
use turnlab::game::view::PlayerView;
use turnlab::game::{Game, GameEvent, Outcome};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::{Matchup, Table, is_of_the_rules};
use turnlab::turn::{Seat, Step, StepSet};

use crate::random_tables::table;

const TABLES: u64 = if cfg!(debug_assertions) { 20 } else { 300 };

/// The events of the rules of a game, and how many questions were answered.
fn played(table: Table) -> (Vec<GameEvent>, usize) {
    let mut events: Vec<GameEvent> = Vec::new();
    let Table { mut game, agents, places, .. } = table;
    Direct::new(agents, &places).play(&mut game, &mut events);
    let answers = events.iter().filter(|e| matches!(e, GameEvent::DecisionMade { .. })).count();
    events.retain(is_of_the_rules);
    (events, answers)
}

fn is_stalled(event: &GameEvent) -> bool {
    matches!(event, GameEvent::GameOver { outcome: Outcome::Stalled { .. } })
}

/// Neither limits of time nor models of thinking: there every answer counts.
fn is_untimed(matchup: &Matchup) -> bool {
    let setup = matchup.setup(matchup.address(0));
    setup.seats.values().iter().all(|s| s.thinking.is_none() && s.limits == Default::default())
}

#[test]
fn an_agent_plays_the_same_when_it_is_asked_everywhere() {
    let (asked, asked_everywhere): (Vec<usize>, Vec<usize>) = (0..TABLES)
        .into_par_iter()
        .map(|number| table(number).matchup)
        .filter(is_untimed)
        .map(|matchup| {
            let address = matchup.address(0);
            let (events, few) = played(matchup.sit_down(address));
            let (same, many) = played(changed(&matchup, Everywhere));
            // Who is asked everywhere comes to the limit of decisions in a turn before others do.
            if [&events, &same].iter().any(|events| events.iter().any(is_stalled)) {
                return (few, many);
            }
            let differs = events.iter().zip(&same).position(|(a, b)| a != b);
            assert_eq!(differs, None, "table {}: event {differs:?}", matchup.seed());
            assert_eq!(events.len(), same.len(), "table {}", matchup.seed());
            (few, many)
        })
        .unzip();
    assert!(asked.iter().sum::<usize>() < asked_everywhere.iter().sum(), "some agent has stops");
}

/// An agent that is asked at every priority.
struct Everywhere(Box<dyn Agent>);

impl Agent for Everywhere {
    fn seated(&mut self, seated: &Seated) -> Wants {
        Wants { stops: Stops::ALL, ..self.0.seated(seated) }
    }

    fn observe(&mut self, events: &[GameEvent]) {
        self.0.observe(events);
    }

    fn phase(&mut self, began: PhaseBegan) {
        self.0.phase(began);
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        self.0.choose(view, decision)
    }

    fn over(&mut self, over: &Over) {
        self.0.over(over);
    }
}

/// The first game, with every agent changed.
fn changed<A: Agent + 'static>(matchup: &Matchup, change: fn(Box<dyn Agent>) -> A) -> Table {
    let table = matchup.sit_down(matchup.address(0));
    Table { agents: table.agents.into_iter().map(|agent| Box::new(change(agent)) as Box<dyn Agent>).collect(), ..table }
}

/// An agent without its standing passes, asked everywhere.
struct Restless(Box<dyn Agent>);

impl Agent for Restless {
    fn seated(&mut self, seated: &Seated) -> Wants {
        Wants { stops: Stops::ALL, ..self.0.seated(seated) }
    }

    fn phase(&mut self, began: PhaseBegan) {
        self.0.phase(began);
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        self.0.choose(view, decision).map(|reply| Reply { then: None, ..reply })
    }
}

/// A standing pass is a judgement of what may come, and may be wrong; but not often.
#[test]
fn standing_passes_hardly_ever_change_a_game() {
    let differ: Vec<u64> = (0..TABLES)
        .into_par_iter()
        .filter(|number| {
            let matchup = table(*number).matchup;
            let same = || played(matchup.sit_down(matchup.address(0))).0 == played(changed(&matchup, Restless)).0;
            is_untimed(&matchup) && !same()
        })
        .collect();
    assert!(differ.len() as u64 <= TABLES / 20, "{} of {TABLES} tables: {differ:?}", differ.len());
}

#[test]
fn a_card_is_foretold_after_combat_by_who_can_do_nothing_else() {
    let text = "schema = 1\nname = \"foretell\"\n[game]\nformat = \"commander\"\nmax_turns = 4\nstarting_seat = \"A\"
        [[seat]]\nname = \"A\"\nagent = \"heuristic\"\nhand = [\"Alrund's Epiphany\"]
        battlefield = [\"Island\", \"Island\"]\n[[seat]]\nname = \"B\"\n";
    let scenario = Scenario::from_source(&Source::new("foretell.toml", text), &Disk);
    let matchup = Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))));
    let (events, _) = played(matchup.sit_down(matchup.address(0)));
    assert!(events.iter().any(|e| matches!(e, GameEvent::Foretold { .. })));
}

/// A priority that somebody was asked about: whose turn, which step, and whether the top of the stack is a spell, and whose.
type Priority = (u32, bool, Step, Option<(bool, bool)>);

/// Does as little as it may, and notes at which priorities it was asked.
struct Patient {
    stops: Stops,
    asked: Arc<Mutex<Vec<Priority>>>,
}

impl Agent for Patient {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants::only_asked(self.stops)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if decision.kind == DecisionKind::Priority {
            let theirs = |seat: Seat| view.are_opponents(seat, view.seat());
            let top = view.stack().next_back().map(|top| (theirs(top.controller), top.spell));
            let (turn, own) = (view.turn().number, !theirs(view.turn().active));
            self.asked.lock().expect("nobody panics").push((turn, own, view.step(), top));
        }
        Ok(Reply::plain(decision.default.clone()))
    }
}

fn is_stop(stops: Stops, (_, own, step, top): &Priority) -> bool {
    match top {
        None => if *own { stops.own } else { stops.others }.contains(*step),
        Some((false, true)) => stops.top.contains(Tops::OWN_SPELL),
        Some((false, false)) => stops.top.contains(Tops::OWN_ABILITY),
        Some((true, true)) => stops.top.contains(Tops::THEIR_SPELL),
        Some((true, false)) => stops.top.contains(Tops::THEIR_ABILITY),
    }
}

const NOWHERE: Stops = Stops { own: StepSet::of(&[]), others: StepSet::of(&[]), top: Tops::empty(), forced: false };

/// The priorities that a patient agent in the second seat is asked about.
fn asked(stops: Stops, game: u64, ask_all: bool) -> Vec<Priority> {
    let scenario = Scenario::load("builtin:/studies/default.toml").expect("the embedded study is good");
    let matchup = Matchup::new(Arc::new(scenario));
    let address = matchup.address(game);
    let Table { agents, places, .. } = matchup.sit_down(address);
    let asked = Arc::<Mutex<Vec<Priority>>>::default();
    let mut setup = matchup.setup(address);
    Arc::make_mut(&mut setup.rules).ask_all = ask_all;
    let mut agents: Vec<Box<dyn Agent>> = agents.into_iter().collect();
    agents[1] = Box::new(Patient { stops, asked: Arc::clone(&asked) });
    Direct::new(agents.into_iter().collect(), &places).play(&mut Game::new(setup), &mut ());
    let asked = asked.lock().expect("nobody panicked");
    asked.clone()
}

#[test]
fn an_agent_is_asked_at_its_stops_and_nowhere_else() {
    let some = [
        NOWHERE,
        Stops { own: StepSet::of(&[Step::Upkeep, Step::PostcombatMain]), ..NOWHERE },
        Stops { others: StepSet::of(&[Step::End, Step::DeclareAttackers]), top: Tops::THEIR_ABILITY, ..NOWHERE },
        Stops { top: Tops::THEIR_SPELL | Tops::OWN_ABILITY, ..NOWHERE },
        Stops { others: StepSet::ALL, top: Tops::OWN_SPELL, ..NOWHERE },
    ];
    for game in 0..if cfg!(debug_assertions) { 2 } else { 12 } {
        let everywhere = asked(Stops::ALL, game, false);
        assert!(!everywhere.is_empty());
        for stops in some {
            let expected: Vec<Priority> = everywhere.iter().filter(|p| is_stop(stops, p)).copied().collect();
            assert_eq!(asked(stops, game, false), expected, "game {game}, {stops:?}");
        }
    }
}

#[test]
fn a_table_that_asks_everything_asks_at_every_priority() {
    for game in 0..2 {
        let everywhere = asked(Stops::ALL, game, true);
        assert!(!everywhere.is_empty());
        assert_eq!(asked(NOWHERE, game, true), everywhere);
    }
}
