//! The plain loop: agents called one after another on one thread. The fast path, and the oracle for every other driver.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::game::settle::{Fault, Reply, settle};
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

/// Plays a game to its end.
pub fn play(game: &mut Game, agents: &mut Seating, historian: &mut dyn Historian) -> Outcome {
    let mut broken = SeatSet::EMPTY;
    loop {
        let pause = game.advance();
        tell_phases(game.new_events(), agents, broken);
        historian.record(game.new_events(), game);
        game.clear_events();
        match pause {
            Pause::Over(outcome) => return outcome,
            Pause::Decide => answer(game, agents, &mut broken),
        }
    }
}

fn answer(game: &mut Game, agents: &mut Seating, broken: &mut SeatSet) {
    let Some(decider) = game.decision().map(|d| d.decider) else { return };
    let reply = if broken.contains(decider) { Err(Fault::Panicked) } else { ask(game, &mut agents[decider], decider) };
    if reply == Err(Fault::Panicked) {
        // After a panic nobody knows what the agent remembers: the policy answers for its seat to the end.
        broken.insert(decider);
    }
    settle(game, reply);
}

fn ask(game: &Game, agent: &mut Box<dyn Agent>, decider: Seat) -> Result<Reply, Fault> {
    let view = game.view(decider);
    let Some(decision) = view.decision() else { return Err(Fault::Dead) };
    catch_unwind(AssertUnwindSafe(|| agent.decide(&view, decision))).map_err(|_| Fault::Panicked)
}

fn tell_phases(events: &[GameEvent], agents: &mut Seating, broken: SeatSet) {
    if agents.values().iter().all(|a| !a.wants_phases()) {
        return;
    }
    for event in events {
        if let GameEvent::Turn(TurnEvent::StepBegan { turn, phase, step, .. }) = event {
            let began = PhaseBegan { turn: *turn, phase: *phase, step: *step };
            for (seat, agent) in agents.iter_mut() {
                if agent.wants_phases() && !broken.contains(seat) {
                    agent.phase_began(began);
                }
            }
        }
    }
}
