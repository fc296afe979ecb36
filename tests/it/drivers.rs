//! The actor driver and the plain loop play the same games, byte for byte, whatever their agents do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use turnlab::table;
use turnlab::agents::{Agent, PhaseBegan, Random, Seating};
use turnlab::table::record::GameRecord;
use turnlab::table::{Address, Matchup, Recorder, Table, play_direct, play_watched};
use turnlab::cards::source::Source;
use turnlab::game::decision::{Choice, Decision};
use turnlab::game::settle::Reply;
use turnlab::game::view::PlayerView;
use turnlab::game::{Dice, GameEvent, Lane};
use turnlab::scenario::{Disk, Scenario};
use turnlab::turn::{Interrupts, Seat, TurnEvent, Yield, YieldUntil};

use crate::random_tables::table;

/// Games of each comparison; a tenth of them without optimisation.
const GAMES: u64 = if cfg!(debug_assertions) { 100 } else { 1000 };

/// The four starter decks, played at random; `game` is the rest of `[game]`.
fn matchup(game: &str) -> Matchup {
    let mut text =
        format!("schema = 1\nname = \"drivers\"\n[game]\nmax_turns = 24\nmax_decisions_per_turn = 300\n{game}\n");
    for deck in ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"] {
        text.push_str(&format!(
            "[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"random\"\n"
        ));
    }
    text.push_str("[batch]\nseed = 11\nrotate_seats = true\n");
    let scenario = Scenario::from_source(&Source::new("drivers.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}

/// What a game came to: its rows, and everything that happened in it.
type Played = (GameRecord, Vec<GameEvent>);

fn by_actors(table: Table) -> Played {
    let Table { game, agents, recorder, .. } = table;
    let watching: (Recorder, Vec<GameEvent>) = (recorder, Vec::new());
    let finished = actors::host(game, agents, watching).expect("nothing else is hosted on this thread");
    let (recorder, events) = finished.historian;
    (recorder.finish(), events)
}

fn in_a_loop(table: Table) -> Played {
    let mut events = Vec::new();
    (play_watched(table, &mut events), events)
}

/// Plays that game with both drivers, on which they must agree, and returns its rows.
fn compare(matchup: &Matchup, game: u64, seat: impl Fn(&Matchup, Address) -> Table) -> GameRecord {
    let address = matchup.address(game);
    let (actors, direct) = (by_actors(seat(matchup, address)), in_a_loop(seat(matchup, address)));
    let same = actors.1.iter().zip(&direct.1).take_while(|(a, d)| a == d).count();
    let (after_actors, after_direct) = (actors.1.get(same), direct.1.get(same));
    assert_eq!(after_actors, after_direct, "game {game} of `{}`, event {same}", matchup.scenario().name());
    assert_eq!(actors.0, direct.0, "game {game} of `{}`", matchup.scenario().name());
    direct.0
}

/// An agent that plays at random and breaks the rules of the house now and then.
struct Faulty {
    random: Random,
    dice: Dice,
    panics: bool,
}

impl Faulty {
    fn new(address: Address, seat: Seat) -> Faulty {
        let lane = |n| Dice::new(999, address.game, Lane::Agent(n + seat.0));
        Faulty { random: Random::new(lane(0)), dice: lane(5), panics: seat.0.is_multiple_of(2) }
    }
}

impl Agent for Faulty {
    fn name(&self) -> &str {
        "faulty"
    }

    fn decide(&mut self, view: &PlayerView, decision: &Decision) -> Reply {
        let reply = self.random.decide(view, decision);
        match self.dice.below(60) {
            0 => Reply::plain(Choice::One(u16::MAX, Vec::new())),
            1 => Reply::plain(Choice::Assign(vec![(0, -1), (0, 7)])),
            2 => Reply { spent: u32::MAX, ..reply },
            3 if self.panics => panic!("an agent of the test panics"),
            4 => Reply { then: Some(Yield { until: YieldUntil::EndOfTurn, breaks_on: Interrupts::ATTACKED }), ..reply },
            5 if self.dice.below(40) == 0 => Reply::plain(Choice::Concede),
            _ => reply,
        }
    }

    fn wants_phases(&self) -> bool {
        self.panics
    }

    fn phase_began(&mut self, began: PhaseBegan) {
        assert!(self.dice.below(3000) > 0, "an agent of the test panics in turn {}", began.turn);
    }
}

fn seat_faulty(matchup: &Matchup, address: Address) -> Table {
    let table = matchup.sit_down(address);
    let agents: Seating =
        table.agents.iter().map(|(seat, _)| Box::new(Faulty::new(address, seat)) as Box<dyn Agent>).collect();
    Table { agents, ..table }
}

/// Panics of the tests' own agents are expected and not worth a page of output each.
fn hush_expected_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let expected = info.payload_as_str().is_some_and(|text| text.starts_with("an agent of the test panics"));
            if !expected {
                loud(info);
            }
        }));
    });
}

#[test]
fn both_drivers_play_the_same_games() {
    let matchup = matchup("");
    for game in 0..GAMES {
        compare(&matchup, game, Matchup::sit_down);
    }
}

#[test]
fn both_drivers_play_the_same_games_at_tables_drawn_at_random() {
    for number in 0..GAMES / 4 {
        let table = table(number).matchup;
        for game in 0..4 {
            compare(&table, game, Matchup::sit_down);
        }
    }
}

#[test]
fn faulty_agents_cost_both_drivers_the_same() {
    hush_expected_panics();
    for policy in ["default", "forfeit", "abort"] {
        let matchup = matchup(&format!("on_fault = \"{policy}\""));
        let refused: u32 = (0..GAMES).map(|game| compare(&matchup, game, seat_faulty).game.refused).sum();
        assert!(refused > 0, "the agents were faulty: {policy}");
    }
}

#[test]
fn the_end_comes_in_every_class_that_faults_can_bring() {
    use turnlab::table::record::End;
    hush_expected_panics();
    let ends = |policy: &str| -> Vec<End> {
        let matchup = matchup(&format!("on_fault = \"{policy}\""));
        (0..20).map(|g| play_watched(seat_faulty(&matchup, matchup.address(g)), &mut ()).game.end).collect()
    };
    assert!(ends("abort").contains(&End::Fault));
    assert!(!ends("default").contains(&End::Fault));
    assert!(ends("forfeit").contains(&End::Win), "who forfeits leaves the game to the others");
}

/// Records what it is told of steps.
struct Listener {
    told: std::sync::mpsc::Sender<(u8, PhaseBegan)>,
    seat: u8,
}

impl Agent for Listener {
    fn name(&self) -> &str {
        "listener"
    }

    fn decide(&mut self, view: &PlayerView, decision: &Decision) -> Reply {
        let told = PhaseBegan { turn: view.turn().number, phase: view.phase(), step: view.step() };
        // What the agent sees is never ahead of what it was told: it repeats the last it saw to be compared.
        let _ = self.told.send((self.seat + 100, told));
        Reply::plain(decision.default.clone())
    }

    fn wants_phases(&self) -> bool {
        true
    }

    fn phase_began(&mut self, began: PhaseBegan) {
        let _ = self.told.send((self.seat, began));
    }
}

#[test]
fn who_listens_hears_of_every_step_before_it_is_asked_in_it() {
    let matchup = matchup("ask = \"all\"");
    let (told, heard) = std::sync::mpsc::channel();
    let table = matchup.sit_down(matchup.address(0));
    let seat = |seat: Seat| Box::new(Listener { told: told.clone(), seat: seat.0 }) as Box<dyn Agent>;
    let agents: Seating = Seat::first(4).map(seat).collect();
    let finished = actors::host(table.game, agents, Vec::<GameEvent>::new()).expect("nothing else is hosted here");
    drop(told);
    let log: Vec<PhaseBegan> = turnlab::agents::table::phases(&finished.historian).collect();
    let heard: Vec<(u8, PhaseBegan)> = heard.try_iter().collect();
    for seat in 0..4 {
        let of_seat: Vec<PhaseBegan> = heard.iter().filter(|(s, _)| *s == seat).map(|(_, began)| *began).collect();
        assert_eq!(of_seat, log, "seat {seat} hears everything, in order");
        let mut last = None;
        for (who, began) in &heard {
            if *who == seat {
                last = Some(*began);
            } else if *who == seat + 100 && began.turn > 0 {
                assert_eq!(last, Some(*began), "seat {seat} is asked in a step it has heard of");
            }
        }
    }
}

#[test]
fn asking_at_every_priority_changes_no_rules_event() {
    // Agents that only pass are asked more often, and that is all.
    let quiet = |ask: &str| {
        let mut text = format!("schema = 1\nname = \"ask\"\n[game]\nmax_turns = 40\nask = \"{ask}\"\n");
        for deck in ["goreclaw-creatures", "augustin-stasis", "aurelia-extra-combats"] {
            text.push_str(&format!(
                "[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"pass\"\n"
            ));
        }
        let scenario = Scenario::from_source(&Source::new("ask.toml", text), &Disk).expect("a plain scenario");
        let matchup = Matchup::new(Arc::new(scenario));
        play_direct(&matchup, matchup.address(0))
    };
    let (real, all) = (quiet("real"), quiet("all"));
    assert_eq!(real.game.digest, all.game.digest);
    assert!(all.game.decisions > 2 * real.game.decisions, "{} and {}", all.game.decisions, real.game.decisions);
    assert_eq!((all.game.priority_passes, all.seats), (real.game.priority_passes, real.seats));
}

#[test]
fn a_game_cannot_be_hosted_inside_another_on_the_same_thread() {
    struct Host(Option<(turnlab::game::Game, Seating)>, std::sync::mpsc::Sender<bool>);
    impl Agent for Host {
        fn name(&self) -> &str {
            "host"
        }

        fn decide(&mut self, _view: &PlayerView, decision: &Decision) -> Reply {
            if let Some((game, agents)) = self.0.take() {
                let _ = self.1.send(actors::host(game, agents, ()).is_err());
            }
            Reply::plain(decision.default.clone())
        }
    }
    let matchup = matchup("");
    let (told, heard) = std::sync::mpsc::channel();
    let inner = matchup.sit_down(matchup.address(1));
    let outer = matchup.sit_down(matchup.address(0));
    let mut inner = Some((inner.game, inner.agents));
    let agents: Seating =
        Seat::first(4).map(|_| Box::new(Host(inner.take(), told.clone())) as Box<dyn Agent>).collect();
    assert!(actors::host(outer.game, agents, ()).is_ok());
    assert_eq!(heard.try_recv(), Ok(true), "the inner one is refused, and the outer one goes on");
}

/// Counts those of its kind that are gone.
struct Mortal(Faulty, Arc<AtomicUsize>);

impl Drop for Mortal {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

impl Agent for Mortal {
    fn name(&self) -> &str {
        "mortal"
    }

    fn decide(&mut self, view: &PlayerView, decision: &Decision) -> Reply {
        self.0.decide(view, decision)
    }

    fn wants_phases(&self) -> bool {
        self.0.wants_phases()
    }

    fn phase_began(&mut self, began: PhaseBegan) {
        self.0.phase_began(began);
    }
}

#[test]
fn no_agent_outlives_its_game() {
    hush_expected_panics();
    for policy in ["default", "forfeit", "abort"] {
        let matchup = matchup(&format!("on_fault = \"{policy}\""));
        for game in 0..10 {
            let address = matchup.address(game);
            let gone = Arc::new(AtomicUsize::new(0));
            let mortal = |seat| Box::new(Mortal(Faulty::new(address, seat), Arc::clone(&gone))) as Box<dyn Agent>;
            let table = Table { agents: Seat::first(4).map(mortal).collect(), ..matchup.sit_down(address) };
            by_actors(table);
            assert_eq!(gone.load(Ordering::Relaxed), 4, "game {game}, {policy}");
        }
    }
}

#[test]
fn the_summary_can_be_asked_for_while_a_game_is_played() {
    use actix::Actor as _;
    let matchup = matchup("");
    let table = matchup.sit_down(matchup.address(0));
    let summaries = actix::System::new().block_on(async move {
        let coordinator = actors::TurnCoordinator::new(table.game, table.agents).start();
        let playing = coordinator.send(actors::Play { historian: Vec::<GameEvent>::new() });
        let playing = actix::spawn(playing);
        let mut summaries = Vec::new();
        while !playing.is_finished() {
            summaries.push(coordinator.send(actors::Inspect).await.expect("the coordinator lives"));
        }
        let finished = playing.await.expect("not cancelled").expect("the coordinator lives").expect("played once");
        summaries.push(coordinator.send(actors::Inspect).await.expect("the coordinator lives"));
        let again = coordinator.send(actors::Play { historian: () }).await.expect("the coordinator lives");
        assert!(again.is_none(), "a game is played once");
        (summaries, finished.outcome, finished.historian)
    });
    let (summaries, outcome, events) = summaries;
    let asked: Vec<u64> = summaries.iter().map(|s| s.asked).collect();
    assert!(asked.is_sorted() && asked.len() > 2 && asked[0] < asked[asked.len() - 1], "{asked:?}");
    let last = summaries[summaries.len() - 1];
    let begun = events.iter().filter(|e| matches!(e, GameEvent::Turn(TurnEvent::TurnBegan { .. }))).count();
    assert_eq!((last.outcome, last.turn as usize), (Some(outcome), begun));
}
