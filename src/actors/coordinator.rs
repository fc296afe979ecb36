//! The actor that owns a game: a mailbox around it, and the loop that asks the seats.

use std::cell::Cell;
use std::rc::Rc;

use actix::prelude::*;

use crate::agents::Historian;
use crate::agents::table::{Referee, phases};
use crate::game::settle::Fault;
use crate::game::{Game, Pause};
use crate::turn::BySeat;

use super::messages::{Ask, Finished, Inspect, Play, Summary};
use super::player_agent::PlayerAgent;

/// A seat as the coordinator knows it.
#[derive(Clone)]
pub struct SeatPort {
    /// Where to ask.
    pub agent: Addr<PlayerAgent>,
    /// Whether it is told of every step.
    pub wants_phases: bool,
}

/// Owns a game and plays it by asking the seats.
pub struct TurnCoordinator {
    table: Option<(Game, Box<dyn Historian + Send>)>,
    seats: BySeat<SeatPort>,
    published: Rc<Cell<Summary>>,
}

impl TurnCoordinator {
    /// A coordinator of that game; the historian gets every event.
    #[must_use]
    pub fn new(game: Game, seats: BySeat<SeatPort>, historian: Box<dyn Historian + Send>) -> TurnCoordinator {
        TurnCoordinator { table: Some((game, historian)), seats, published: Rc::default() }
    }
}

impl Actor for TurnCoordinator {
    type Context = Context<TurnCoordinator>;
}

impl Handler<Play> for TurnCoordinator {
    type Result = ResponseFuture<Option<Finished>>;

    /// A game is played once: a second `Play` is answered with nothing.
    fn handle(&mut self, _message: Play, _context: &mut Context<TurnCoordinator>) -> Self::Result {
        let (table, seats, published) = (self.table.take(), self.seats.clone(), Rc::clone(&self.published));
        Box::pin(async move {
            let (game, historian) = table?;
            Some(play(game, historian, &seats, &published).await)
        })
    }
}

impl Handler<Inspect> for TurnCoordinator {
    type Result = Summary;

    fn handle(&mut self, _message: Inspect, _context: &mut Context<TurnCoordinator>) -> Summary {
        self.published.get()
    }
}

/// The same loop as [`crate::agents::table::play`], with messages for calls.
async fn play(
    mut game: Game,
    mut historian: Box<dyn Historian + Send>,
    seats: &BySeat<SeatPort>,
    published: &Cell<Summary>,
) -> Finished {
    let mut referee = Referee::default();
    let mut asked = 0;
    loop {
        let pause = game.advance();
        tell_phases(&game, seats, referee);
        historian.record(game.new_events(), &game);
        game.clear_events();
        publish(&game, asked, published);
        if let Pause::Over(outcome) = pause {
            return Finished { game, historian, outcome };
        }
        let Some(decider) = game.decision().map(|d| d.decider) else { continue };
        let answer = if referee.is_broken(decider) {
            Err(Fault::Panicked)
        } else {
            asked += 1;
            let ask = Ask { view: game.view(decider) };
            // A closed mailbox is an agent that is gone.
            seats[decider].agent.send(ask).await.unwrap_or(Err(Fault::Dead))
        };
        referee.settle(&mut game, decider, answer);
    }
}

fn tell_phases(game: &Game, seats: &BySeat<SeatPort>, referee: Referee) {
    for (seat, port) in seats.iter().filter(|(_, p)| p.wants_phases) {
        if !referee.is_broken(seat) {
            phases(game.new_events()).for_each(|began| port.agent.do_send(began));
        }
    }
}

fn publish(game: &Game, asked: u64, published: &Cell<Summary>) {
    let place = game.place();
    published.set(Summary {
        turn: place.turn,
        active: (place.turn > 0).then_some(place.active),
        step: (place.turn > 0).then_some(place.step),
        asked,
        outcome: game.outcome(),
    });
}
