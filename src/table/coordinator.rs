//! The actor that owns a game: it asks the seats, and can be paused, stepped, watched and looked at meanwhile.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use actix::prelude::*;
use tokio::sync::{Notify, oneshot};

use crate::agents::{Historian, News, Over, Seated, Seats, panic_text, phases};
use crate::game::settle::{Fault, Reply};
use crate::game::{self, Game, LossCause, Outcome};
use crate::turn::{BySeat, Seat, SeatSet};

use super::messages::{Ask, Finished, Hear, Inspect, Observed, Pause, Play, Resume, StepOne, Summary, Watch};
use super::play::PlayError;
use super::port::{Port, Sitter, gone};

/// Owns a game and plays it by asking the seats.
///
/// The game lies in one place, which the loop of [`Play`] holds only between two questions; so every other message
/// is served while somebody thinks.
pub struct TurnCoordinator {
    hosted: Rc<RefCell<Hosted>>,
    /// Told when the loop may go on.
    go_on: Rc<Notify>,
    /// Until the game is played.
    ports: Option<Box<BySeat<Port>>>,
    // Behind pointers, as actix moves an actor often until it stands in its place.
    places: Rc<BySeat<Seated>>,
    /// The seats whose agents are not reproducible.
    noted: SeatSet,
    closely: bool,
}

impl TurnCoordinator {
    /// A coordinator of that game for those who sit down at those places. Has to be made where actors run.
    #[must_use]
    pub fn new(game: Game, sitters: BySeat<Sitter>, places: BySeat<Seated>) -> TurnCoordinator {
        let noted = sitters.iter().filter(|(_, sitter)| !sitter.is_reproducible()).map(|(seat, _)| seat).collect();
        let ports = sitters.into_iter().map(Port::open).collect();
        TurnCoordinator {
            noted,
            hosted: Rc::new(RefCell::new(Hosted::new(game))),
            go_on: Rc::default(),
            ports: Some(Box::new(ports)),
            places: Rc::new(places),
            closely: false,
        }
    }

    /// The same, but who watches looks on after every piece of the game's work and after every answer, and not only where
    /// somebody is asked: what a trace is made from. The same game is played.
    #[must_use]
    pub fn closely(self) -> TurnCoordinator {
        TurnCoordinator { closely: true, ..self }
    }
}

impl TurnCoordinator {
    /// Starts it under a supervisor: a context that ends is followed by another one with the same game.
    #[must_use]
    pub fn supervised(self) -> Addr<TurnCoordinator> {
        Supervisor::start(|_| self)
    }
}

impl Actor for TurnCoordinator {
    type Context = Context<TurnCoordinator>;
}

/// A coordinator whose context ends is started again, with its game as it stands.
impl Supervised for TurnCoordinator {}

impl<H: Historian + Send + 'static> Handler<Play<H>> for TurnCoordinator {
    type Result = ResponseFuture<Result<Finished<H>, PlayError>>;

    fn handle(&mut self, play: Play<H>, _context: &mut Context<TurnCoordinator>) -> Self::Result {
        let Some(ports) = self.ports.take() else {
            return Box::pin(async { Err(PlayError::PlayedBefore) });
        };
        let (hosted, go_on) = (Rc::clone(&self.hosted), Rc::clone(&self.go_on));
        let table = Playing { hosted, go_on, ports, noted: self.noted, closely: self.closely };
        let places = Rc::clone(&self.places);
        let mut historian = play.historian;
        Box::pin(async move {
            let Played { game, outcome, seats } = table.play(&places, &mut historian).await?;
            Ok(Finished { game, historian, outcome, seats })
        })
    }
}

impl Handler<Inspect> for TurnCoordinator {
    type Result = Summary;

    fn handle(&mut self, _message: Inspect, _context: &mut Context<TurnCoordinator>) -> Summary {
        self.hosted.borrow().summary()
    }
}

impl Handler<Pause> for TurnCoordinator {
    type Result = Summary;

    fn handle(&mut self, _message: Pause, _context: &mut Context<TurnCoordinator>) -> Summary {
        let mut hosted = self.hosted.borrow_mut();
        hosted.paused = true;
        hosted.summary()
    }
}

impl Handler<Resume> for TurnCoordinator {
    type Result = ();

    fn handle(&mut self, _message: Resume, _context: &mut Context<TurnCoordinator>) {
        let mut hosted = self.hosted.borrow_mut();
        hosted.paused = false;
        hosted.answer_steps();
        self.go_on.notify_one();
    }
}

impl Handler<StepOne> for TurnCoordinator {
    type Result = ResponseFuture<Summary>;

    fn handle(&mut self, _message: StepOne, _context: &mut Context<TurnCoordinator>) -> ResponseFuture<Summary> {
        let (done, stepped) = oneshot::channel();
        let mut hosted = self.hosted.borrow_mut();
        hosted.paused = true;
        if hosted.is_over() {
            let summary = hosted.summary();
            return Box::pin(async move { summary });
        }
        hosted.steps.push_back(done);
        self.go_on.notify_one();
        let table = Rc::clone(&self.hosted);
        // Nobody answers only when the loop is gone.
        Box::pin(async move { stepped.await.unwrap_or_else(|_| table.borrow().summary()) })
    }
}

impl Handler<Watch> for TurnCoordinator {
    type Result = ();

    fn handle(&mut self, watch: Watch, _context: &mut Context<TurnCoordinator>) {
        self.hosted.borrow_mut().watchers.push(watch.0);
    }
}

/// A game and who follows it.
struct Hosted {
    /// `None` once it has been played.
    game: Option<Game>,
    seats: Option<Seats>,
    asked: u64,
    paused: bool,
    /// Who wants a single question asked, oldest first.
    steps: VecDeque<oneshot::Sender<Summary>>,
    /// For whom a question is being asked.
    stepping: Option<oneshot::Sender<Summary>>,
    watchers: Vec<Recipient<Observed>>,
    /// Where the game stood when it was over.
    last: Summary,
}

impl Hosted {
    fn new(game: Game) -> Hosted {
        Hosted {
            game: Some(game),
            seats: None,
            asked: 0,
            paused: false,
            steps: VecDeque::new(),
            stepping: None,
            watchers: Vec::new(),
            last: Summary::default(),
        }
    }

    fn is_over(&self) -> bool {
        self.last.outcome.is_some() || self.last.failed.is_some()
    }

    fn summary(&self) -> Summary {
        let Some(game) = self.game.as_ref().filter(|_| !self.is_over()) else { return self.last.clone() };
        let place = game.place();
        let exits = self.seats.iter().flat_map(Seats::exits).map(|(seat, fault)| (seat, fault.clone())).collect();
        Summary {
            turn: place.turn,
            active: (place.turn > 0).then_some(place.active),
            step: (place.turn > 0).then_some(place.step),
            asked: self.asked,
            waiting_for: game.decision().map(|decision| decision.decider),
            paused: self.paused,
            outcome: game.outcome(),
            exits,
            failed: None,
        }
    }

    /// Nobody steps any more: everybody who waits is told where the game stands.
    fn answer_steps(&mut self) {
        let waiting: Vec<_> = self.stepping.take().into_iter().chain(self.steps.drain(..)).collect();
        // Who does not wait any more misses nothing.
        waiting.into_iter().for_each(|done| drop(done.send(self.summary())));
    }

    /// Whether the next question may be asked.
    fn may_ask(&mut self) -> bool {
        if let Some(done) = self.stepping.take() {
            drop(done.send(self.summary()));
        }
        if self.paused {
            self.stepping = self.steps.pop_front();
        }
        !self.paused || self.stepping.is_some()
    }

    /// Tells everybody who watches of the new events.
    fn show(&mut self) {
        let Some(game) = self.game.as_ref().filter(|_| !self.watchers.is_empty()) else { return };
        let observed = Observed { events: game.new_events().to_vec(), place: self.summary() };
        self.watchers.retain(|watcher| watcher.connected());
        self.watchers.iter().for_each(|watcher| watcher.do_send(observed.clone()));
    }
}

/// A game being played: the loop that asks.
struct Playing {
    hosted: Rc<RefCell<Hosted>>,
    go_on: Rc<Notify>,
    ports: Box<BySeat<Port>>,
    noted: SeatSet,
    /// Who watches looks on after every piece.
    closely: bool,
}

/// A game that has been played.
struct Played {
    game: Game,
    outcome: Outcome,
    seats: Seats,
}

/// After so many questions to agents that answer at once, everybody else's messages are served.
const QUESTIONS_A_BREATH: u64 = 16;

/// What has been waited for: what the game goes on with.
enum Waited {
    /// Nothing yet: the game begins.
    Begin,
    /// The answer to the pending question.
    Answer(Seat, Result<Reply, Fault>),
    /// Somebody has conceded while a question was pending.
    Concession(Seat),
    /// Somebody may be asked again.
    Hold,
    /// Nobody has conceded.
    NoConcession,
}

/// What has to be waited for: what the game stops at.
enum Wait {
    Answer(Seat, Ask),
    /// The decider's agent is not asked any more.
    Nobody(Seat, Fault),
    /// The table is paused.
    Hold,
    /// These may concede, first in order of seats first.
    Concessions(Vec<(Seat, Hear)>),
    Over(Outcome),
}

impl Playing {
    /// The same loop as [`crate::agents::Direct::play`], with messages for calls.
    ///
    /// One for all historians, so that what every question goes through is compiled once and without calls between.
    async fn play(self, places: &BySeat<Seated>, historian: &mut dyn Historian) -> Result<Played, PlayError> {
        let mut answers = Vec::new();
        for (seat, place) in places.iter() {
            answers.push(self.ports[seat].seated(place.clone()).await);
        }
        self.hosted.borrow_mut().seats = Some(Seats::of(places, answers.into_iter().collect(), self.noted));
        let mut waited = Waited::Begin;
        loop {
            waited = match self.working(|hosted| self.go_on(hosted, waited, historian))? {
                Wait::Answer(decider, ask) => {
                    if ask.id % QUESTIONS_A_BREATH == 0 {
                        tokio::task::yield_now().await;
                    }
                    Waited::Answer(
                        decider,
                        match &self.ports[decider] {
                            Port::Near(actor) => actor.ask(ask),
                            Port::Own(actor) => actor.send(ask).await.unwrap_or_else(gone),
                            Port::Other(actor) => Box::pin(actor.ask(ask)).await,
                        },
                    )
                }
                Wait::Nobody(decider, fault) => Waited::Answer(decider, Err(fault)),
                Wait::Hold => {
                    self.go_on.notified().await;
                    Waited::Hold
                }
                Wait::Concessions(conceding) => self.hear(conceding).await?,
                Wait::Over(outcome) => return self.finish(outcome).await,
            };
        }
    }

    /// Does a piece of the game's own work. A panic in it is the end of the game, and is kept with its text.
    fn working<T>(&self, work: impl FnOnce(&mut Hosted) -> Option<T>) -> Result<T, PlayError> {
        let mut hosted = self.hosted.borrow_mut();
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut hosted)));
        let error = match done {
            Ok(Some(done)) => return Ok(done),
            Ok(None) => PlayError::Stopped,
            Err(payload) => PlayError::Panicked(panic_text(&*payload)),
        };
        // What a panic left behind is no game any more.
        let last = catch_unwind(AssertUnwindSafe(|| hosted.summary())).unwrap_or_default();
        hosted.last = Summary { failed: Some(error.to_string()), ..last };
        hosted.game = None;
        hosted.answer_steps();
        Err(error)
    }

    /// All the work between two waits, in one piece: takes what has been waited for and goes on to the next question.
    fn go_on(&self, hosted: &mut Hosted, waited: Waited, historian: &mut dyn Historian) -> Option<Wait> {
        let heard = matches!(waited, Waited::NoConcession);
        match waited {
            Waited::Begin => {}
            Waited::Hold | Waited::NoConcession => return self.put(hosted, heard),
            Waited::Answer(decider, answer) => {
                let Hosted { game: Some(game), seats: Some(seats), .. } = hosted else { return None };
                seats.settle(game, decider, answer);
                self.tell_closely(hosted, historian)?;
            }
            Waited::Concession(seat) => {
                hosted.game.as_mut()?.remove(seat, LossCause::Concession);
                self.tell_closely(hosted, historian)?;
            }
        }
        match self.advance(hosted, historian)? {
            Some(outcome) => Some(Wait::Over(outcome)),
            None => self.put(hosted, heard),
        }
    }

    /// Goes on to the next question, and tells everybody what has happened; with the outcome at the end.
    fn advance(&self, hosted: &mut Hosted, historian: &mut dyn Historian) -> Option<Option<Outcome>> {
        loop {
            let Hosted { game: Some(game), seats: Some(seats), .. } = hosted else { return None };
            let pause = match self.closely {
                true => game.advance_once(Some(seats.stops())),
                false => Some(game.advance_to(seats.stops())),
            };
            self.tell(hosted, historian)?;
            match pause {
                Some(game::Pause::Over(outcome)) => return Some(Some(outcome)),
                Some(game::Pause::Decide) => return Some(None),
                None => {}
            }
        }
    }

    /// Puts the pending question, as soon as somebody may be asked and nobody concedes; `heard`: nobody did.
    fn put(&self, hosted: &mut Hosted, heard: bool) -> Option<Wait> {
        if !heard && !hosted.may_ask() {
            return Some(Wait::Hold);
        }
        let Hosted { game: Some(game), seats: Some(seats), asked, .. } = hosted else { return None };
        if !heard {
            let conceding: Vec<(Seat, Hear)> =
                seats.conceding(game).map(|seat| (seat, Hear { view: game.view(seat) })).collect();
            if !conceding.is_empty() {
                return Some(Wait::Concessions(conceding));
            }
        }
        let decider = game.decision()?.decider;
        if let Some(news) = seats.take_news(decider) {
            self.ports[decider].tell(News::Events(news));
        }
        if let Some(fault) = seats.exit(decider) {
            return Some(Wait::Nobody(decider, fault.clone()));
        }
        *asked += 1;
        Some(Wait::Answer(decider, Ask { id: *asked - 1, view: game.view(decider) }))
    }

    /// Tells everybody of the new events.
    fn tell(&self, hosted: &mut Hosted, historian: &mut dyn Historian) -> Option<()> {
        let Hosted { game: Some(game), seats: Some(seats), .. } = hosted else { return None };
        for seat in seats.listening() {
            phases(game.new_events()).for_each(|began| self.ports[seat].tell(News::Phase(began)));
        }
        seats.note(game);
        historian.record(game.new_events(), game);
        hosted.show();
        hosted.game.as_mut()?.clear_events();
        Some(())
    }

    /// The same, where who watches looks on after every piece.
    fn tell_closely(&self, hosted: &mut Hosted, historian: &mut dyn Historian) -> Option<()> {
        if self.closely { self.tell(hosted, historian) } else { Some(()) }
    }

    /// Asks those who may concede; the first who does is out.
    async fn hear(&self, conceding: Vec<(Seat, Hear)>) -> Result<Waited, PlayError> {
        for (seat, hear) in conceding {
            let answer = self.ports[seat].concedes(hear).await;
            if self.working(|hosted| Some(hosted.seats.as_mut()?.hear(seat, answer)))? {
                return Ok(Waited::Concession(seat));
            }
        }
        Ok(Waited::NoConcession)
    }

    /// Lets everybody go, so that nothing of this game is left on the thread when the next one begins.
    async fn finish(&self, outcome: Outcome) -> Result<Played, PlayError> {
        let (game, mut seats) = self.working(|hosted| {
            hosted.last = hosted.summary();
            hosted.answer_steps();
            hosted.game.take().zip(hosted.seats.take())
        })?;
        for (seat, port) in self.ports.iter() {
            let over = News::Over(Over { outcome });
            if seats.exit(seat).is_some() {
                port.tell(over);
                continue;
            }
            if let Some(news) = seats.take_news(seat) {
                port.tell(News::Events(news));
            }
            port.tell_and_wait(over).await;
        }
        Ok(Played { game, outcome, seats })
    }
}
