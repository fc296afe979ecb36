//! The actor that owns a game: a mailbox around it, and the loop that asks the seats.

use std::cell::Cell;
use std::rc::Rc;

use actix::prelude::*;

use crate::agents::table::{Referee, phases};
use crate::agents::{Historian, Seating};
use crate::game::settle::Fault;
use crate::game::{Game, LossCause, Outcome, Pause};
use crate::turn::{BySeat, Seat};

use super::messages::{Ask, Finished, GameOver, Hear, Inspect, Play, Summary};
use super::player_agent::PlayerAgent;

/// Owns a game and plays it by asking the seats.
pub struct TurnCoordinator {
    game: Option<Game>,
    seats: BySeat<Addr<PlayerAgent>>,
    referee: Referee,
    published: Rc<Cell<Summary>>,
}

impl TurnCoordinator {
    /// A coordinator of that game, with an actor of its own for each agent.
    #[must_use]
    pub fn new(game: Game, agents: Seating) -> TurnCoordinator {
        let referee = Referee::new(&agents);
        let seats = agents.into_iter().map(|agent| PlayerAgent::new(agent).start()).collect();
        TurnCoordinator { game: Some(game), seats, referee, published: Rc::default() }
    }
}

impl Actor for TurnCoordinator {
    type Context = Context<TurnCoordinator>;
}

impl<H: Historian + Send + 'static> Handler<Play<H>> for TurnCoordinator {
    type Result = ResponseFuture<Option<Finished<H>>>;

    /// A game is played once: a second `Play` is answered with nothing.
    fn handle(&mut self, play: Play<H>, _context: &mut Context<TurnCoordinator>) -> Self::Result {
        let hosted = self.game.take().map(|game| Hosted {
            game,
            seats: self.seats.clone(),
            referee: self.referee,
            published: Rc::clone(&self.published),
        });
        Box::pin(async move { Some(hosted?.play(play.historian).await) })
    }
}

impl Handler<Inspect> for TurnCoordinator {
    type Result = Summary;

    fn handle(&mut self, _message: Inspect, _context: &mut Context<TurnCoordinator>) -> Summary {
        self.published.get()
    }
}

/// A game being played.
struct Hosted {
    game: Game,
    seats: BySeat<Addr<PlayerAgent>>,
    referee: Referee,
    published: Rc<Cell<Summary>>,
}

impl Hosted {
    /// The same loop as [`crate::agents::play`], with messages for calls.
    async fn play<H: Historian>(mut self, mut historian: H) -> Finished<H> {
        let mut asked = 0;
        loop {
            let pause = self.game.advance();
            self.tell_phases();
            historian.record(self.game.new_events(), &self.game);
            self.game.clear_events();
            self.publish(asked);
            match pause {
                Pause::Over(outcome) => {
                    self.dismiss(outcome).await;
                    return Finished { game: self.game, historian, outcome };
                }
                Pause::Decide => asked += u64::from(self.answer().await),
            }
        }
    }

    /// Who concedes while a question is pending, the first in order of seats.
    async fn conceder(&mut self) -> Option<Seat> {
        for seat in self.referee.conceding(&self.game).iter() {
            let hear = Hear { view: self.game.view(seat) };
            match self.seats[seat].send(hear).await {
                Ok(Ok(true)) => return Some(seat),
                Ok(Ok(false)) => {}
                Ok(Err(_)) | Err(_) => self.referee.broke(seat),
            }
        }
        None
    }

    /// Has the pending question answered and settled, unless somebody concedes. Whether anybody was asked.
    async fn answer(&mut self) -> bool {
        if let Some(seat) = self.conceder().await {
            self.game.remove(seat, LossCause::Concession);
            return false;
        }
        let Some(decider) = self.game.decision().map(|d| d.decider) else { return false };
        let asks = !self.referee.is_broken(decider);
        let answer = if asks {
            let ask = Ask { view: self.game.view(decider) };
            // A closed mailbox is an agent that is gone.
            self.seats[decider].send(ask).await.unwrap_or(Err(Fault::Dead))
        } else {
            Err(Fault::Panicked)
        };
        self.referee.settle(&mut self.game, decider, answer);
        asks
    }

    /// Lets the agents go, so that nothing of this game is left on the thread when the next one begins.
    async fn dismiss(&self, outcome: Outcome) {
        for (_, seat) in self.seats.iter() {
            // An actor that is gone already needs no telling.
            let _ = seat.send(GameOver { outcome }).await;
        }
    }

    /// In mailbox order, these come before the next `Ask`.
    fn tell_phases(&self) {
        for seat in self.referee.listening().iter() {
            phases(self.game.new_events()).for_each(|began| self.seats[seat].do_send(began));
        }
    }

    fn publish(&self, asked: u64) {
        let place = self.game.place();
        self.published.set(Summary {
            turn: place.turn,
            active: (place.turn > 0).then_some(place.active),
            step: (place.turn > 0).then_some(place.step),
            asked,
            outcome: self.game.outcome(),
        });
    }
}
