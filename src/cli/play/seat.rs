//! A table of actors on a thread of its own, and what it says to the screen: the person's seat is an actor that hands every
//! question on, and an onlooker tells what may be seen.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use actix::prelude::*;
use tokio::sync::oneshot;

use super::scene::{Eyes, Scene};
use crate::agents::{Historian, News, Seated, Wants};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Game, GameEvent, Stops};
use crate::table::record::GameRecord;
use crate::table::trace::{Detail, Guide, Look};
use crate::table::{ActorSeat, Address, Ask, Cast, Matchup, Pause, Play, Sitter, StepOne, TurnCoordinator};
use crate::turn::{Seat, Step, TurnEvent};

/// What a table says.
pub(super) enum FromTable {
    /// Something has happened.
    Told(Told),
    /// The person is asked.
    Asked(Asked),
    /// The game is over, or could not be played to its end.
    Ended(Result<Box<GameRecord>, String>),
}

/// What has happened since the last one.
pub(super) struct Told {
    /// The play-by-play.
    pub(super) lines: Vec<String>,
    /// The table, where somebody is going to look at it.
    pub(super) scene: Option<Box<Scene>>,
    /// Something that was hidden has been seen.
    pub(super) uncovered: bool,
}

/// A question to the person.
pub(super) struct Asked {
    pub(super) view: PlayerView,
    pub(super) answer: oneshot::Sender<Reply>,
}

/// Who plays and who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Company {
    /// The person's seat; nobody's where all are agents, and the table goes on step by step.
    pub(super) person: Option<Seat>,
    pub(super) eyes: Eyes,
}

/// A table that is being played at.
pub(super) struct Hosted {
    pub(super) told: Receiver<FromTable>,
    coordinator: Option<Addr<TurnCoordinator>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Hosted {
    /// Lays out the table and lets it be played.
    pub(super) fn start(matchup: &Matchup, address: Address, company: Company) -> Hosted {
        let (tell, told) = channel();
        let (stop, stopped) = oneshot::channel();
        let (known, address_of) = channel();
        let matchup = matchup.clone();
        let thread = thread::spawn(move || {
            System::new().block_on(async move {
                let coordinator = seat_all(&matchup, address, company, &tell);
                // Who started this waits for it.
                let _ = known.send(coordinator);
                // Whoever started this has gone when it fails: the same.
                let _ = stopped.await;
            });
        });
        Hosted { told, coordinator: address_of.recv().ok(), stop: Some(stop), thread: Some(thread) }
    }

    /// Has one more question asked at a table that goes on step by step.
    pub(super) fn step(&self) {
        if let Some(coordinator) = &self.coordinator {
            coordinator.do_send(StepOne);
        }
    }
}

impl Drop for Hosted {
    /// Everybody gets up, in the middle of the game if need be.
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A panic there has been told of, or concerns a game that nobody plays any more.
            let _ = thread.join();
        }
    }
}

fn seat_all(matchup: &Matchup, address: Address, company: Company, tell: &Sender<FromTable>) -> Addr<TurnCoordinator> {
    let table = matchup.sit_down(address);
    let mut sitters: crate::turn::BySeat<Sitter> = table.agents.into_iter().map(Sitter::Agent).collect();
    if let Some(seat) = company.person {
        sitters[seat] = Sitter::Actor(ActorSeat::new(&Person { tell: tell.clone() }.start()));
    }
    let coordinator = TurnCoordinator::new(table.game, sitters, table.places).closely().supervised();
    if company.person.is_none() {
        coordinator.do_send(Pause);
    }
    let onlooker = Onlooker::new(matchup, address, company, tell.clone());
    let playing = coordinator.send(Play { historian: (table.recorder, onlooker) });
    let tell = tell.clone();
    actix::spawn(async move {
        let end = match playing.await {
            Ok(Ok(finished)) => Ok(Box::new(finished.historian.0.finish())),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        // Nobody looks any more: then nobody misses it.
        let _ = tell.send(FromTable::Ended(end));
    });
    coordinator
}

/// The actor in the person's seat.
struct Person {
    tell: Sender<FromTable>,
}

impl Actor for Person {
    type Context = Context<Person>;
}

impl Handler<Seated> for Person {
    type Result = Result<Wants, Fault>;

    /// The person's own stops are kept at the screen, where they can change in the game.
    fn handle(&mut self, _seated: Seated, _context: &mut Context<Person>) -> Self::Result {
        Ok(Wants::only_asked(Stops { forced: true, ..Stops::ALL }))
    }
}

impl Handler<Ask> for Person {
    type Result = ResponseFuture<Result<Reply, Fault>>;

    fn handle(&mut self, ask: Ask, _context: &mut Context<Person>) -> Self::Result {
        let (answer, answered) = oneshot::channel();
        let sent = self.tell.send(FromTable::Asked(Asked { view: ask.view, answer }));
        Box::pin(async move {
            let gone = |_| Fault::Gone("the person has left".to_owned());
            sent.map_err(|_| Fault::Gone("the screen is gone".to_owned()))?;
            answered.await.map_err(gone)
        })
    }
}

impl Handler<News> for Person {
    type Result = ();

    fn handle(&mut self, news: News, context: &mut Context<Person>) {
        if let News::Over(_) = news {
            context.stop();
        }
    }
}

/// Tells the screen what those eyes see.
struct Onlooker {
    guide: Guide,
    cast: Cast,
    company: Company,
    tell: Sender<FromTable>,
    /// Steps of the turn that have begun.
    begun: Vec<Step>,
}

impl Onlooker {
    fn new(matchup: &Matchup, address: Address, company: Company, tell: Sender<FromTable>) -> Onlooker {
        let (cast, catalog) = (matchup.cast(address), Arc::clone(matchup.scenario().catalog()));
        let hands = company.eyes == Eyes::Onlooker { hands: true };
        let guide = Guide::new(cast.clone(), catalog, Detail::Play, hands, Look::default());
        let guide = match company.eyes {
            Eyes::Of(seat) => guide.for_seat(seat),
            Eyes::Onlooker { .. } => guide,
        };
        Onlooker { guide, cast, company, tell, begun: Vec::new() }
    }

    fn follow(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Turn(TurnEvent::TurnBegan { .. }) => self.begun.clear(),
            GameEvent::Turn(TurnEvent::StepBegan { step, .. }) => self.begun.push(*step),
            _ => {}
        }
    }

    /// Whether somebody is going to look at the table as it stands.
    fn is_looked_at(&self, game: &Game, lines: &[String]) -> bool {
        let asked = game.decision().is_some_and(|decision| Some(decision.decider) == self.company.person);
        asked || game.outcome().is_some() || (self.company.person.is_none() && !lines.is_empty())
    }
}

impl Historian for Onlooker {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.guide.record(events, game);
        events.iter().for_each(|event| self.follow(event));
        let uncovered = match self.company.eyes {
            Eyes::Of(seat) => events.iter().any(|event| game.uncovers(seat, event)),
            Eyes::Onlooker { .. } => false,
        };
        let news = self.guide.news(game);
        let lines: Vec<String> = news.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        let scene = self.is_looked_at(game, &lines).then(|| {
            let schedule = self.guide.schedule(game);
            Box::new(Scene::of(game, &self.cast, self.company.eyes, &self.begun, schedule))
        });
        if !lines.is_empty() || scene.is_some() || uncovered || self.company.person.is_none() {
            // Nobody looks any more: then nobody misses it.
            let _ = self.tell.send(FromTable::Told(Told { lines, scene, uncovered }));
        }
    }
}
