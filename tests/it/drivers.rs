//! The actor driver and the plain loop play the same games, byte for byte, whatever their agents do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use turnlab::agents::{Agent, PhaseBegan, Random, Seated, Seating, Wants};
use turnlab::cards::source::Source;
use turnlab::game::decision::{Choice, Decision};
use turnlab::game::settle::{Fault, Reply};
use turnlab::game::view::PlayerView;
use turnlab::game::{Dice, GameEvent, Lane};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::record::{GameRecord, SeatRow};
use turnlab::table::{Address, Matchup, Recorder, Table, host, play_direct, play_watched};
use turnlab::turn::{Interrupts, Seat, Yield, YieldUntil};

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
    let Table { game, agents, places, recorder, .. } = table;
    let watching: (Recorder, Vec<GameEvent>) = (recorder, Vec::new());
    let finished = host(game, agents, &places, watching).expect("the rules do not panic");
    let (recorder, events) = finished.historian;
    (recorder.finish_with(finished.seats), events)
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
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants { phases: self.panics, ..Wants::everything() }
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let reply = self.random.choose(view, decision)?;
        Ok(match self.dice.below(60) {
            0 => Reply::plain(Choice::One(u16::MAX, Vec::new())),
            1 => Reply::plain(Choice::Assign(vec![(0, -1), (0, 7)])),
            2 => Reply { spent: u32::MAX, ..reply },
            3 if self.panics => panic!("an agent of the test panics"),
            4 => Reply { then: Some(Yield { until: YieldUntil::EndOfTurn, breaks_on: Interrupts::ATTACKED }), ..reply },
            5 if self.dice.below(40) == 0 => Reply::plain(Choice::Concede),
            6 => return Err(Fault::Unreadable("a word of the test".to_owned())),
            _ => reply,
        })
    }

    fn phase(&mut self, began: PhaseBegan) {
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
pub(crate) fn hush_expected_panics() {
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

/// Tempers, grudges and concessions: what players go by is in their views, whoever asks them.
#[test]
fn both_drivers_play_the_same_politics() {
    let tempers = [
        "",
        "pilot = { grudge = 800, threat = 300 }\n",
        "pilot = { threat = 0, grudge = 0, aggression = 300 }\n",
        "pilot = { caution = 0 }\n",
    ];
    let decks = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
    let mut text = "schema = 1\nname = \"politics\"\n[rules]\nconcede = \"hopeless\"\n".to_owned();
    for (deck, temper) in decks.iter().zip(tempers) {
        let deck = format!("name = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"heuristic\"\n");
        text.push_str(&format!("[[seat]]\n{deck}{temper}"));
    }
    let scenario = Scenario::from_source(&Source::new("politics.toml", text), &Disk).expect("a plain scenario");
    let matchup = Matchup::new(Arc::new(scenario));
    let conceded = |record: &GameRecord| {
        record.seats.iter().filter(|seat| seat.left_cause.as_deref() == Some("concession")).count()
    };
    let records: Vec<GameRecord> = (0..GAMES / 10).map(|game| compare(&matchup, game, Matchup::sit_down)).collect();
    assert!(records.iter().map(conceded).sum::<usize>() > 0, "somebody was without hope");
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
    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let told = PhaseBegan { turn: view.turn().number, phase: view.phase(), step: view.step() };
        // What the agent sees is never ahead of what it was told: it repeats the last it saw to be compared.
        let _ = self.told.send((self.seat + 100, told));
        Ok(Reply::plain(decision.default.clone()))
    }

    fn phase(&mut self, began: PhaseBegan) {
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
    let finished = host(table.game, agents, &table.places, Vec::<GameEvent>::new()).expect("the rules do not panic");
    drop(told);
    let log: Vec<PhaseBegan> = turnlab::agents::phases(&finished.historian).collect();
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
    let but_for_decisions = |seats: Vec<SeatRow>| -> Vec<SeatRow> {
        seats.into_iter().map(|seat| SeatRow { decisions: 0, ..seat }).collect()
    };
    assert_eq!(all.game.priority_passes, real.game.priority_passes);
    assert_eq!(but_for_decisions(all.seats), but_for_decisions(real.seats));
}

/// Counts those of its kind that are gone.
struct Mortal(Faulty, Arc<AtomicUsize>);

impl Drop for Mortal {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

impl Agent for Mortal {
    fn seated(&mut self, seated: &Seated) -> Wants {
        self.0.seated(seated)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        self.0.choose(view, decision)
    }

    fn phase(&mut self, began: PhaseBegan) {
        self.0.phase(began);
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
