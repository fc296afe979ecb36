//! The plain loop: agents called one after another on one thread. The fast path, and the oracle for every other driver.
//!
//! What does not depend on how agents are reached (who is told, what follows an answer, what a panic costs) is here once,
//! for every driver: [`Referee`], [`ask`], [`inform`].

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

impl<H: Historian + ?Sized> Historian for Box<H> {
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

/// What every driver does with agents, however it reaches them: knows who wants to hear of steps, and never asks or tells
/// an agent that has panicked again.
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

    /// The seats whose agents are told of steps.
    #[must_use]
    pub const fn listening(&self) -> SeatSet {
        self.listening.without(self.broken)
    }

    /// Whether the seat's agent has panicked: the fault policy answers for it to the end of the game.
    #[must_use]
    pub const fn is_broken(&self, seat: Seat) -> bool {
        self.broken.contains(seat)
    }

    /// The seat's agent has panicked: nobody knows what it remembers.
    pub const fn broke(&mut self, seat: Seat) {
        self.broken.insert(seat);
    }

    /// Settles the pending question with the decider's answer.
    pub fn settle(&mut self, game: &mut Game, decider: Seat, answer: Result<Reply, Fault>) {
        if answer == Err(Fault::Panicked) {
            self.broke(decider);
        }
        settle(game, answer);
    }
}

/// Asks an agent the question that is pending in its view; a panic is caught and is a fault.
///
/// # Errors
/// [`Fault::Panicked`]; [`Fault::Dead`] when the question is not this view's to answer.
pub fn ask(agent: &mut dyn Agent, view: &PlayerView) -> Result<Reply, Fault> {
    let decision = view.decision().ok_or(Fault::Dead)?;
    catch_unwind(AssertUnwindSafe(|| agent.decide(view, decision))).map_err(|_| Fault::Panicked)
}

/// Tells an agent that a step began; a panic is caught and is a fault.
///
/// # Errors
/// [`Fault::Panicked`].
pub fn inform(agent: &mut dyn Agent, began: PhaseBegan) -> Result<(), Fault> {
    catch_unwind(AssertUnwindSafe(|| agent.phase_began(began))).map_err(|_| Fault::Panicked)
}

/// The steps that began among these events.
pub fn phases(events: &[GameEvent]) -> impl Iterator<Item = PhaseBegan> + '_ {
    events.iter().filter_map(|event| match event {
        GameEvent::Turn(TurnEvent::StepBegan { turn, phase, step, .. }) => {
            Some(PhaseBegan { turn: *turn, phase: *phase, step: *step })
        }
        _ => None,
    })
}

/// Plays a game to its end.
pub fn play(game: &mut Game, agents: &mut Seating, historian: &mut dyn Historian) -> Outcome {
    let mut referee = Referee::new(agents);
    loop {
        let pause = game.advance();
        tell_phases(game.new_events(), agents, &mut referee);
        historian.record(game.new_events(), game);
        game.clear_events();
        match pause {
            Pause::Over(outcome) => return outcome,
            Pause::Decide => answer(game, agents, &mut referee),
        }
    }
}

/// Plays the same game; the historian looks on after every piece of the engine's work and after every answer.
pub fn play_closely(game: &mut Game, agents: &mut Seating, historian: &mut dyn Historian) -> Outcome {
    let mut referee = Referee::new(agents);
    loop {
        match game.advance_once() {
            Some(Pause::Over(outcome)) => return outcome,
            Some(Pause::Decide) => answer(game, agents, &mut referee),
            None => {}
        }
        tell_phases(game.new_events(), agents, &mut referee);
        historian.record(game.new_events(), game);
        game.clear_events();
    }
}

/// Has the pending question answered and settled.
pub fn answer(game: &mut Game, agents: &mut Seating, referee: &mut Referee) {
    let Some(decider) = game.decision().map(|d| d.decider) else { return };
    let answer = if referee.is_broken(decider) {
        Err(Fault::Panicked)
    } else {
        ask(agents[decider].as_mut(), &game.view(decider))
    };
    referee.settle(game, decider, answer);
}

/// Tells the agents that want it of every step that began.
pub fn tell_phases(events: &[GameEvent], agents: &mut Seating, referee: &mut Referee) {
    for seat in referee.listening().iter() {
        if phases(events).try_for_each(|began| inform(agents[seat].as_mut(), began)).is_err() {
            referee.broke(seat);
        }
    }
}
