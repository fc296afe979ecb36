//! The plain loop: agents called one after another on one thread. The fast path, and the oracle for every other driver.

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

/// The agents of a table.
pub type Seating = BySeat<Box<dyn Agent>>;

/// What every driver does with answers, whoever fetched them: agents that panicked are never asked again.
#[derive(Debug, Clone, Copy, Default)]
pub struct Referee {
    broken: SeatSet,
}

impl Referee {
    /// Whether the seat's agent has panicked: the fault policy answers for it to the end of the game.
    #[must_use]
    pub const fn is_broken(&self, seat: Seat) -> bool {
        self.broken.contains(seat)
    }

    /// Settles the pending question with the decider's answer.
    pub fn settle(&mut self, game: &mut Game, decider: Seat, answer: Result<Reply, Fault>) {
        if answer == Err(Fault::Panicked) {
            // Nobody knows what the agent remembers after a panic.
            self.broken.insert(decider);
        }
        settle(game, answer);
    }
}

/// Asks an agent the question that is pending in its view; a panic is caught and is a fault.
pub fn ask(agent: &mut dyn Agent, view: &PlayerView) -> Result<Reply, Fault> {
    let Some(decision) = view.decision() else { return Err(Fault::Dead) };
    catch_unwind(AssertUnwindSafe(|| agent.decide(view, decision))).map_err(|_| Fault::Panicked)
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
    let mut referee = Referee::default();
    loop {
        let pause = game.advance();
        tell_phases(game.new_events(), agents, referee);
        historian.record(game.new_events(), game);
        game.clear_events();
        if let Pause::Over(outcome) = pause {
            return outcome;
        }
        let Some(decider) = game.decision().map(|d| d.decider) else { continue };
        let answer = if referee.is_broken(decider) {
            Err(Fault::Panicked)
        } else {
            ask(agents[decider].as_mut(), &game.view(decider))
        };
        referee.settle(game, decider, answer);
    }
}

fn tell_phases(events: &[GameEvent], agents: &mut Seating, referee: Referee) {
    for (seat, agent) in agents.iter_mut().filter(|(_, a)| a.wants_phases()) {
        if !referee.is_broken(seat) {
            phases(events).for_each(|began| agent.phase_began(began));
        }
    }
}
