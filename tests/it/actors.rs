//! A table of actors while it plays: looked at, paused, stepped, watched; with agents that are slow, that break, and with
//! actors of somebody else's in its seats.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use actix::prelude::*;

use turnlab::agents::{Agent, Direct, Historian, News, Over, Pass, Random, Seated, Seating, Wants, play};
use turnlab::cards::source::Source;
use turnlab::game::decision::{Choice, Decision};
use turnlab::game::event::RefusalReason;
use turnlab::game::settle::{Fault, Reply};
use turnlab::game::view::PlayerView;
use turnlab::game::{Game, GameEvent, Outcome};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::trace::{Detail, Style, Telling, Tracer, trace};
use turnlab::table::{
    ActorSeat, Ask, Finished, Inspect, Matchup, Observed, Pause, Play, PlayError, Resume, Sitter, StepOne, Summary,
    Table, TurnCoordinator, Watch, host, is_of_the_rules, play_direct,
};
use turnlab::turn::{BySeat, Seat, TurnEvent};

/// Two seats at random with embedded decks; `game` is the rest of `[game]`.
fn matchup(game: &str) -> Matchup {
    let mut text = format!("schema = 1\nname = \"actors\"\n[game]\nmax_turns = 12\n{game}\n");
    for deck in ["talrand-extra-turns", "goreclaw-creatures", "aurelia-extra-combats"] {
        text += &format!("[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"random\"\n");
    }
    let scenario = Scenario::from_source(&Source::new("actors.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}

fn first(matchup: &Matchup) -> Table {
    matchup.sit_down(matchup.address(0))
}

/// The first game, with another agent in the second seat.
fn with(matchup: &Matchup, agent: impl Agent + 'static) -> Table {
    let mut table = first(matchup);
    table.agents[Seat(1)] = Box::new(agent);
    table
}

fn sitters(agents: Seating) -> BySeat<Sitter> {
    agents.into_iter().map(Sitter::Agent).collect()
}

type Events = Vec<GameEvent>;

/// Runs that where actors run.
fn in_a_system<T>(work: impl Future<Output = T>) -> T {
    System::new().block_on(work)
}

/// Starts the table, and lets the test talk to its coordinator while it plays.
async fn beside<T>(table: Table, talk: impl AsyncFnOnce(Addr<TurnCoordinator>) -> T) -> (T, Finished<Events>) {
    let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).supervised();
    let playing = actix::spawn(coordinator.send(Play { historian: Events::new() }));
    let said = talk(coordinator).await;
    let finished =
        playing.await.expect("not cancelled").expect("the coordinator lives").expect("the rules do not panic");
    (said, finished)
}

/// The events of the rules of the same game in the plain loop.
fn in_the_loop(table: Table) -> Events {
    let mut events = Events::new();
    let Table { mut game, agents, places, .. } = table;
    Direct::new(agents, &places).play(&mut game, &mut events);
    rules(&events)
}

fn rules(events: &[GameEvent]) -> Events {
    events.iter().copied().filter(is_of_the_rules).collect()
}

fn refusals(events: &[GameEvent]) -> Vec<(Seat, RefusalReason)> {
    let refused = |event: &GameEvent| match event {
        GameEvent::Refused { by, reason, .. } => Some((*by, *reason)),
        _ => None,
    };
    events.iter().filter_map(refused).collect()
}

// ---- looking on ----

#[test]
fn the_summary_can_be_asked_for_while_a_game_is_played() {
    let matchup = matchup("");
    let (summaries, finished) = in_a_system(async {
        let table = first(&matchup);
        let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).supervised();
        let playing = actix::spawn(coordinator.send(Play { historian: Events::new() }));
        let mut summaries = Vec::new();
        while !playing.is_finished() {
            summaries.push(coordinator.send(Inspect).await.expect("the coordinator lives"));
        }
        let finished = playing.await.expect("not cancelled").expect("the coordinator lives").expect("played once");
        summaries.push(coordinator.send(Inspect).await.expect("the coordinator lives"));
        let again = coordinator.send(Play { historian: () }).await.expect("the coordinator lives");
        assert_eq!(again.err(), Some(PlayError::PlayedBefore));
        (summaries, finished)
    });
    let asked: Vec<u64> = summaries.iter().map(|s| s.asked).collect();
    assert!(asked.is_sorted() && asked.len() > 2 && asked[0] < asked[asked.len() - 1], "{asked:?}");
    let last = &summaries[summaries.len() - 1];
    let is_turn = |e: &&GameEvent| matches!(e, GameEvent::Turn(TurnEvent::TurnBegan { .. }));
    let begun = finished.historian.iter().filter(is_turn).count();
    assert_eq!((last.outcome, last.turn as usize), (Some(finished.outcome), begun));
}

#[test]
fn who_looks_on_closely_tells_the_same_game() {
    let matchup = matchup("");
    let address = matchup.address(0);
    let telling = || Telling::from(Style::Text { detail: Detail::All, hands: true });
    let catalog = Arc::clone(matchup.scenario().catalog());
    let tracer = Tracer::new(telling(), matchup.cast(address), catalog, Vec::new());
    let told = in_a_system(async {
        let table = first(&matchup);
        let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).closely().supervised();
        let finished = coordinator.send(Play { historian: tracer }).await.expect("it lives").expect("it plays");
        finished.historian.finish().expect("a vector takes everything")
    });
    let mut traced = Vec::new();
    trace(&matchup, address, telling(), &mut traced).expect("a vector takes everything");
    assert_eq!(String::from_utf8(told), String::from_utf8(traced));
}

/// Collects what it is sent.
struct Spectator(Arc<Mutex<Vec<Observed>>>);

impl Actor for Spectator {
    type Context = Context<Spectator>;
}

impl Handler<Observed> for Spectator {
    type Result = ();

    fn handle(&mut self, observed: Observed, _context: &mut Context<Spectator>) {
        self.0.lock().expect("nobody panics").push(observed);
    }
}

#[test]
fn who_watches_from_the_start_sees_every_event_in_order() {
    let matchup = matchup("");
    let seen = Arc::<Mutex<Vec<Observed>>>::default();
    let finished = in_a_system(async {
        let spectator = Spectator(Arc::clone(&seen)).start();
        let table = first(&matchup);
        let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).supervised();
        coordinator.send(Watch(spectator.clone().recipient())).await.expect("the coordinator lives");
        let finished = coordinator.send(Play { historian: Events::new() }).await.expect("it lives").expect("it plays");
        // What was sent before this is read before this.
        spectator.send(Observed { events: Vec::new(), place: Summary::default() }).await.expect("it lives");
        finished
    });
    let seen = seen.lock().expect("nobody panicked");
    let events: Events = seen.iter().flat_map(|observed| observed.events.clone()).collect();
    assert_eq!(events, finished.historian);
}

#[test]
fn a_paused_table_asks_nobody_and_steps_by_one_question() {
    let matchup = matchup("");
    let ((paused, later, stepped), finished) = in_a_system(async {
        let table = first(&matchup);
        let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).supervised();
        // Before anybody plays: the table begins paused.
        coordinator.send(Pause).await.expect("it lives");
        let playing = actix::spawn(coordinator.send(Play { historian: Events::new() }));
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let paused = coordinator.send(Inspect).await.expect("it lives");
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let later = coordinator.send(Inspect).await.expect("it lives");
        let mut stepped = Vec::new();
        for _ in 0..5 {
            stepped.push(coordinator.send(StepOne).await.expect("it lives").asked);
        }
        coordinator.send(Resume).await.expect("it lives");
        let finished = playing.await.expect("not cancelled").expect("it lives").expect("it plays");
        ((paused, later, stepped), finished)
    });
    assert!(paused.paused && paused.waiting_for.is_some(), "{paused:?}");
    assert_eq!((paused.asked, &paused), (0, &later), "nobody is asked");
    assert_eq!(stepped, [1, 2, 3, 4, 5]);
    assert_eq!(rules(&finished.historian), in_the_loop(first(&matchup)), "pausing changes nothing");
}

#[test]
fn a_step_after_the_end_is_answered_with_the_end() {
    let matchup = matchup("max_decisions_per_turn = 40");
    let (_, finished) = in_a_system(async {
        beside(first(&matchup), async |coordinator| {
            loop {
                let summary = coordinator.send(StepOne).await.expect("it lives");
                if summary.outcome.is_some() {
                    return;
                }
            }
        })
        .await
    });
    assert_eq!(rules(&finished.historian), in_the_loop(first(&matchup)));
}

// ---- agents that are slow or break ----

/// Takes the default at once until its third question, then does something else.
struct Third<F>(u32, F);

impl<F: FnMut(&Decision) -> Result<Reply, Fault> + Send> Agent for Third<F> {
    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        self.0 += 1;
        if self.0 == 3 { (self.1)(decision) } else { Ok(decision.default.clone().into()) }
    }

    fn deadline(&self) -> Option<Duration> {
        Some(Duration::from_millis(300))
    }
}

fn panics(_decision: &Decision) -> Result<Reply, Fault> {
    panic!("an agent of the test panics at its third question");
}

fn sleeps(_decision: &Decision) -> Result<Reply, Fault> {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

fn gives_up(_decision: &Decision) -> Result<Reply, Fault> {
    Err(Fault::Gone("its program ended".to_owned()))
}

fn babbles(_decision: &Decision) -> Result<Reply, Fault> {
    Err(Fault::Unreadable("a word that nobody knows".to_owned()))
}

fn cheats(_decision: &Decision) -> Result<Reply, Fault> {
    Ok(Choice::One(u16::MAX, Vec::new()).into())
}

type Misdeed = fn(&Decision) -> Result<Reply, Fault>;

/// What each costs: the first refusal, and whether the agent is asked again.
const MISDEEDS: [(Misdeed, &str, bool); 5] = [
    (panics, "panicked", false),
    (sleeps, "late", false),
    (gives_up, "gone", false),
    (babbles, "unreadable", true),
    (cheats, "illegal", true),
];

#[test]
fn what_an_agent_does_wrong_costs_its_seat_what_the_policy_says_with_both_drivers() {
    crate::drivers::hush_expected_panics();
    for policy in ["default", "random-legal", "forfeit", "abort"] {
        let matchup = matchup(&format!("on_fault = \"{policy}\""));
        for (misdeed, name, asked_again) in MISDEEDS {
            let table = with(&matchup, Third(0, misdeed));
            let finished =
                host(table.game, table.agents, &table.places, Events::new()).expect("the rules do not panic");
            let refused = refusals(&finished.historian);
            assert_eq!((refused[0].0, refused[0].1.name()), (Seat(1), name), "{policy}");
            match policy {
                "abort" => assert_eq!(finished.outcome, Outcome::Fault, "{name}"),
                "forfeit" => assert_eq!(refused.len(), 1, "{name}: who forfeits has left"),
                _ if asked_again => assert_eq!(refused.len(), 1, "{name}, {policy}: the answers after it are good"),
                _ => assert!(refused.len() > 1, "{name}, {policy}: the policy answers to the end"),
            }
            assert_eq!(finished.seats.exit(Seat(1)).is_none(), asked_again, "{name}, {policy}");
            assert_eq!(rules(&finished.historian), in_the_loop(with(&matchup, Third(0, misdeed))), "{name}, {policy}");
        }
    }
}

#[test]
fn the_text_of_a_panic_is_kept() {
    crate::drivers::hush_expected_panics();
    let matchup = matchup("");
    let table = with(&matchup, Third(0, panics));
    let finished = host(table.game, table.agents, &table.places, ()).expect("the rules do not panic");
    let exit = finished.seats.exit(Seat(1)).map(ToString::to_string);
    assert_eq!(exit.as_deref(), Some("panicked: an agent of the test panics at its third question"));
}

#[test]
fn a_table_answers_while_an_agent_sleeps() {
    let matchup = matchup("");
    let table = with(&matchup, Third(0, sleeps));
    let (slowest, finished) = in_a_system(beside(table, async |coordinator| {
        let mut slowest = Duration::ZERO;
        let began = Instant::now();
        // Longer than the agent's deadline.
        while began.elapsed() < Duration::from_millis(600) {
            let asked = Instant::now();
            coordinator.send(Inspect).await.expect("it lives");
            coordinator.send(Pause).await.expect("it lives");
            coordinator.send(Resume).await.expect("it lives");
            slowest = slowest.max(asked.elapsed());
            actix::clock::sleep(Duration::from_millis(5)).await;
        }
        slowest
    }));
    assert!(slowest < Duration::from_millis(250), "the coordinator was busy for {slowest:?}");
    assert_eq!(finished.seats.exit(Seat(1)), Some(&Fault::Late));
}

/// Panics when it is told of a step, though nobody waits for it.
struct Nervous;

impl Agent for Nervous {
    fn phase(&mut self, began: turnlab::agents::PhaseBegan) {
        assert!(began.turn < 2, "an agent of the test panics in turn {}", began.turn);
    }

    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        Ok(decision.default.clone().into())
    }
}

#[test]
fn a_panic_while_nobody_waits_is_told_at_the_next_question() {
    crate::drivers::hush_expected_panics();
    let matchup = matchup("ask = \"all\"");
    let table = with(&matchup, Nervous);
    let finished = host(table.game, table.agents, &table.places, Events::new()).expect("the rules do not panic");
    assert!(matches!(finished.seats.exit(Seat(1)), Some(Fault::Panicked(text)) if text.ends_with("in turn 2")));
    assert_eq!(rules(&finished.historian), in_the_loop(with(&matchup, Nervous)));
}

// ---- failures that are nobody's seat ----

/// Watches until the fifth question.
struct Clumsy(u32);

impl Historian for Clumsy {
    fn record(&mut self, _events: &[GameEvent], _game: &Game) {
        self.0 += 1;
        assert!(self.0 < 5, "an agent of the test panics: in fact a historian");
    }
}

#[test]
fn a_panic_that_is_no_agents_ends_the_game_with_its_text() {
    crate::drivers::hush_expected_panics();
    let matchup = matchup("");
    let (error, summary) = in_a_system(async {
        let table = first(&matchup);
        let coordinator = TurnCoordinator::new(table.game, sitters(table.agents), table.places).supervised();
        let played = coordinator.send(Play { historian: Clumsy(0) }).await.expect("the coordinator lives");
        (played.err(), coordinator.send(Inspect).await.expect("and goes on living"))
    });
    let text = "an agent of the test panics: in fact a historian";
    assert_eq!(error, Some(PlayError::Panicked(text.to_owned())));
    assert_eq!(summary.failed, Some(format!("the game panicked: {text}")));
}

#[test]
fn a_table_can_be_hosted_where_actors_run_already() {
    let matchup = matchup("");
    let table = first(&matchup);
    let hosted = in_a_system(async move { host(table.game, table.agents, &table.places, Events::new()) });
    assert_eq!(rules(&hosted.expect("it plays").historian), in_the_loop(first(&matchup)));
}

/// Hosts another game at its first question.
struct Host(Option<Table>, Sender<Events>);

impl Agent for Host {
    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if let Some(table) = self.0.take() {
            let inner = host(table.game, table.agents, &table.places, Events::new()).expect("the rules do not panic");
            let _ = self.1.send(inner.historian);
        }
        Ok(decision.default.clone().into())
    }
}

#[test]
fn a_game_can_be_hosted_inside_another() {
    let matchup = matchup("");
    let (told, heard) = channel();
    let table = with(&matchup, Host(Some(first(&matchup)), told));
    assert!(host(table.game, table.agents, &table.places, ()).is_ok());
    assert_eq!(rules(&heard.try_recv().expect("the inner game was played")), in_the_loop(first(&matchup)));
}

// ---- actors of somebody else's ----

/// An actor with no agent in it: answers a little later each time, as one that asks a server would.
struct Remote {
    random: Option<Random>,
    heard: Arc<Mutex<(u32, Option<Over>)>>,
}

impl Actor for Remote {
    type Context = Context<Remote>;
}

impl Handler<Seated> for Remote {
    type Result = Result<Wants, Fault>;

    fn handle(&mut self, seated: Seated, _context: &mut Context<Remote>) -> Self::Result {
        self.random = Some(Random::new(seated.dice));
        Ok(Wants::everything())
    }
}

impl Handler<Ask> for Remote {
    type Result = ResponseFuture<Result<Reply, Fault>>;

    fn handle(&mut self, ask: Ask, _context: &mut Context<Remote>) -> Self::Result {
        let answer = match (&mut self.random, ask.view.decision()) {
            (Some(random), Some(decision)) => random.choose(&ask.view, decision),
            _ => Err(Fault::Unreadable("asked before it was seated".to_owned())),
        };
        drop(ask);
        Box::pin(async move {
            tokio::task::yield_now().await;
            answer
        })
    }
}

impl Handler<News> for Remote {
    type Result = ();

    fn handle(&mut self, news: News, context: &mut Context<Remote>) {
        let mut heard = self.heard.lock().expect("nobody panics");
        match news {
            News::Events(events) => heard.0 += events.len() as u32,
            News::Phase(_) => {}
            News::Over(over) => {
                heard.1 = Some(over);
                context.stop();
            }
        }
    }
}

#[test]
fn an_actor_of_ones_own_plays_a_seat_like_an_agent() {
    let matchup = matchup("");
    let heard = Arc::default();
    let finished = in_a_system(async {
        let table = first(&matchup);
        let remote = Remote { random: None, heard: Arc::clone(&heard) }.start();
        let mut sitters = sitters(table.agents);
        sitters[Seat(1)] = Sitter::Actor(ActorSeat::new(&remote));
        let coordinator = TurnCoordinator::new(table.game, sitters, table.places).supervised();
        coordinator.send(Play { historian: Events::new() }).await.expect("it lives").expect("it plays")
    });
    // It draws the same dice as the random agent that it stands in for.
    assert_eq!(rules(&finished.historian), in_the_loop(first(&matchup)));
    let (events, over): (u32, Option<Over>) = *heard.lock().expect("nobody panicked");
    assert!(events > 100, "it was told of {events} events");
    assert_eq!(over.map(|over| over.outcome), Some(finished.outcome));
}

/// Never answers.
struct Mute;

impl Actor for Mute {
    type Context = Context<Mute>;
}

impl Handler<Seated> for Mute {
    type Result = Result<Wants, Fault>;

    fn handle(&mut self, _seated: Seated, _context: &mut Context<Mute>) -> Self::Result {
        Ok(Wants::everything())
    }
}

impl Handler<Ask> for Mute {
    type Result = ResponseFuture<Result<Reply, Fault>>;

    fn handle(&mut self, _ask: Ask, _context: &mut Context<Mute>) -> Self::Result {
        Box::pin(std::future::pending())
    }
}

impl Handler<News> for Mute {
    type Result = ();

    fn handle(&mut self, _news: News, _context: &mut Context<Mute>) {}
}

#[test]
fn an_actor_that_never_answers_is_late_and_one_that_stops_is_gone() {
    let matchup = matchup("");
    let exits = |stop: bool| {
        in_a_system(async {
            let table = first(&matchup);
            let mute = Mute.start();
            let seat = ActorSeat::new(&mute).with_deadline(Duration::from_millis(200));
            let mut sitters = sitters(table.agents);
            sitters[Seat(1)] = Sitter::Actor(seat);
            if stop {
                // Nobody holds its address any more but the seat; a panic of its own would do the same.
                struct Stop;
                impl Message for Stop {
                    type Result = ();
                }
                impl Handler<Stop> for Mute {
                    type Result = ();
                    fn handle(&mut self, _stop: Stop, context: &mut Context<Mute>) {
                        context.terminate();
                    }
                }
                mute.do_send(Stop);
                tokio::task::yield_now().await;
            }
            let coordinator = TurnCoordinator::new(table.game, sitters, table.places).supervised();
            let finished = coordinator.send(Play { historian: () }).await.expect("it lives").expect("it plays");
            finished.seats.exit(Seat(1)).cloned()
        })
    };
    assert_eq!(exits(false), Some(Fault::Late));
    assert_eq!(exits(true), Some(Fault::Gone("its actor has stopped".to_owned())));
}

// ---- the life of an agent ----

/// Notes what it is told.
struct Diary(Sender<String>);

impl Agent for Diary {
    fn seated(&mut self, seated: &Seated) -> Wants {
        let names: Vec<&str> = seated.names.values().iter().map(|name| &**name).collect();
        let cards = seated.deck.cards.as_ref().map_or(0, Vec::len) + seated.deck.commanders.len();
        let _ = self.0.send(format!("seated {} of {}, {}, {cards} cards", seated.seat, names.len(), seated.format));
        Wants::everything()
    }

    fn observe(&mut self, events: &[GameEvent]) {
        for event in events {
            let told = match event {
                GameEvent::Turn(TurnEvent::PriorityGiven { .. } | TurnEvent::Passed { .. }) => "a priority",
                GameEvent::DecisionMade { by, .. } if *by != Seat(1) => "another's decision",
                _ => continue,
            };
            let _ = self.0.send(told.to_owned());
        }
    }

    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        Ok(decision.default.clone().into())
    }

    fn over(&mut self, over: &Over) {
        let _ = self.0.send(format!("over: {:?}", over.outcome));
    }
}

#[test]
fn an_agent_is_seated_and_let_go_and_hears_nothing_of_others_priorities() {
    let matchup = matchup("");
    let (told, heard) = channel();
    let table = with(&matchup, Diary(told.clone()));
    let outcome = host(table.game, table.agents, &table.places, ()).expect("it plays").outcome;
    let table = with(&matchup, Diary(told));
    let Table { mut game, agents, places, .. } = table;
    Direct::new(agents, &places).play(&mut game, &mut ());
    let lines: Vec<String> = heard.try_iter().collect();
    let once = ["seated 2 of 3, commander, 100 cards".to_owned(), format!("over: {outcome:?}")];
    assert_eq!(lines, [once.clone(), once].concat(), "once with each driver");
}

#[test]
fn a_bare_game_is_played_without_names() {
    let matchup = matchup("");
    let mut game = first(&matchup).game;
    let agents = BySeat::new(3, |_| Box::new(Pass) as Box<dyn Agent>);
    assert_eq!(play(&mut game, agents, &mut ()), Outcome::Capped);
    assert!(play_direct(&matchup, matchup.address(0)).game.turns > 0);
}
