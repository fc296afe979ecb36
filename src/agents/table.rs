//! The plain loop: agents called one after another on one thread. The fast path, and the oracle for every other driver.
//!
//! What does not depend on how agents are reached (who is asked, what follows an answer, what a panic costs) is here once,
//! for every driver: [`Referee`], [`consult`], [`inform`].

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::game::settle::{Fault, Reply, settle};
use crate::game::view::PlayerView;
use crate::game::{Game, GameEvent, Outcome, Pause};
use crate::turn::{BySeat, Seat, SeatSet, TurnEvent};

use super::{Agent, PhaseBegan};

/// Who watches a game: gets every event, in order, once.
pub trait Historian {
    /// Takes new events, as of the game's state after them.
    fn record(&mut self, events: &[GameEvent], game: &Game);
}

impl Historian for () {
    fn record(&mut self, _events: &[GameEvent], _game: &Game) {}
}

impl Historian for Vec<GameEvent> {
    fn record(&mut self, events: &[GameEvent], _game: &Game) {
        self.extend_from_slice(events);
    }
}

impl<H: Historian + ?Sized> Historian for &mut H {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        (**self).record(events, game);
    }
}

impl<A: Historian, B: Historian> Historian for (A, B) {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.0.record(events, game);
        self.1.record(events, game);
    }
}

/// The agents of a table.
pub type Seating = BySeat<Box<dyn Agent>>;

/// Plays a game to its end.
pub fn play(game: &mut Game, agents: &mut Seating, historian: &mut dyn Historian) -> Outcome {
    let mut referee = Referee::new(agents);
    loop {
        let pause = game.advance();
        referee.tell(game.new_events(), agents);
        historian.record(game.new_events(), game);
        game.clear_events();
        match pause {
            Pause::Over(outcome) => return outcome,
            Pause::Decide => referee.ask(game, agents),
        }
    }
}

/// Knows which agents want to hear of steps, and which are not asked any more.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    listening: SeatSet,
    broken: SeatSet,
}

impl Referee {
    /// A referee for those agents.
    #[must_use]
    pub fn new(agents: &Seating) -> Referee {
        let listening = agents.iter().filter(|(_, agent)| agent.wants_phases()).map(|(seat, _)| seat).collect();
        Referee { listening, broken: SeatSet::EMPTY }
    }

    /// Which seats are told of steps.
    #[must_use]
    pub const fn listening(&self) -> SeatSet {
        self.listening.without(self.broken)
    }

    /// Whose agent has to be asked the pending question; `None` when it broke, and the fault policy answers.
    #[must_use]
    pub fn to_ask(&self, game: &Game) -> Option<Seat> {
        game.decision().map(|d| d.decider).filter(|seat| !self.broken.contains(*seat))
    }

    /// Settles the pending question with what came back from the agent; nothing, when it was not asked.
    pub fn settle(&mut self, game: &mut Game, answer: Option<Result<Reply, Fault>>) {
        let Some(decider) = game.decision().map(|d| d.decider) else { return };
        let answer = answer.unwrap_or(Err(Fault::Panicked));
        if answer == Err(Fault::Panicked) {
            self.broke(decider);
        }
        settle(game, answer);
    }

    /// After a panic nobody knows what the agent remembers: the policy answers for its seat to the end.
    pub fn broke(&mut self, seat: Seat) {
        self.broken.insert(seat);
    }

    /// Asks the pending question and settles it.
    pub fn ask(&mut self, game: &mut Game, agents: &mut Seating) {
        let answer = self.to_ask(game).map(|seat| consult(&mut *agents[seat], &game.view(seat)));
        self.settle(game, answer);
    }

    /// Tells the agents that listen of the steps that began.
    pub fn tell(&mut self, events: &[GameEvent], agents: &mut Seating) {
        if self.listening().is_empty() {
            return;
        }
        for began in steps_begun(events) {
            for seat in self.listening().iter() {
                if inform(&mut *agents[seat], began).is_err() {
                    self.broke(seat);
                }
            }
        }
    }
}

/// An agent's answer to the question that is pending in the view.
///
/// # Errors
/// [`Fault::Panicked`] when it panicked; [`Fault::Dead`] when the question is not this view's to answer.
pub fn consult(agent: &mut dyn Agent, view: &PlayerView) -> Result<Reply, Fault> {
    let decision = view.decision().ok_or(Fault::Dead)?;
    catch_unwind(AssertUnwindSafe(|| agent.decide(view, decision))).map_err(|_| Fault::Panicked)
}

/// Tells an agent that a step began.
///
/// # Errors
/// [`Fault::Panicked`] when it panicked.
pub fn inform(agent: &mut dyn Agent, began: PhaseBegan) -> Result<(), Fault> {
    catch_unwind(AssertUnwindSafe(|| agent.phase_began(began))).map_err(|_| Fault::Panicked)
}

/// The steps that began among these events.
pub fn steps_begun(events: &[GameEvent]) -> impl Iterator<Item = PhaseBegan> + '_ {
    events.iter().filter_map(|event| match event {
        GameEvent::Turn(TurnEvent::StepBegan { turn, phase, step, .. }) => {
            Some(PhaseBegan { turn: *turn, phase: *phase, step: *step })
        }
        _ => None,
    })
}
