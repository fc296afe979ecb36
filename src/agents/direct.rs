//! The plain loop: agents called one after another. The fast path, and the oracle for every other driver.

use crate::game::decision::Choice;
use crate::game::settle::{Fault, Reply};
use crate::game::{Game, LossCause, Outcome, Pause};
use crate::turn::{BySeat, Seat};

use super::occupant::{News, Occupant};
use super::seats::{Seating, Seats, nameless, phases};
use super::{Historian, Over, Seated};

/// A table whose agents are called.
pub struct Direct {
    occupants: BySeat<Occupant>,
    seats: Seats,
}

impl Direct {
    /// Everybody sits down at those places.
    #[must_use]
    pub fn new(agents: Seating, places: &BySeat<Seated>) -> Direct {
        let noted = agents.iter().filter(|(_, agent)| !agent.is_reproducible()).map(|(seat, _)| seat).collect();
        let mut occupants: BySeat<Occupant> = agents.into_iter().map(Occupant::new).collect();
        let answers = places.iter().map(|(seat, seated)| occupants[seat].seated(seated)).collect();
        Direct { occupants, seats: Seats::of(places, answers, noted) }
    }

    /// Everybody sits down at a table of which nothing is known but the game.
    #[must_use]
    pub fn nameless(game: &Game, agents: Seating) -> Direct {
        Direct::new(agents, &nameless(game))
    }

    /// How everybody is doing.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Goes on to the next question or to the end.
    pub fn advance(&mut self, game: &mut Game) -> Pause {
        let pause = game.advance_to(self.seats.stops());
        self.tell(game);
        pause
    }

    /// One piece of that; `None` while there is more.
    pub fn advance_once(&mut self, game: &mut Game) -> Option<Pause> {
        let pause = game.advance_once(Some(self.seats.stops()));
        self.tell(game);
        pause
    }

    /// Tells the agents that want it of every step that began, and notes the new events.
    pub fn tell(&mut self, game: &Game) {
        for seat in self.seats.listening() {
            for began in phases(game.new_events()) {
                self.tell_one(seat, News::Phase(began));
            }
        }
        self.seats.note(game);
    }

    /// Has the decider answer the pending question; the answer is not applied. An agent that is not asked any more gives its
    /// last fault.
    ///
    /// # Errors
    /// When the agent has no answer.
    pub fn ask(&mut self, game: &Game) -> Result<Reply, Fault> {
        let Some(decider) = game.decision().map(|d| d.decider) else {
            return Err(Fault::Unreadable("nothing is asked".to_owned()));
        };
        if let Some(news) = self.seats.take_news(decider) {
            self.tell_one(decider, News::Events(news));
        }
        if let Some(fault) = self.seats.exit(decider) {
            return Err(fault.clone());
        }
        let answer = self.occupants[decider].ask(game.view(decider));
        if let Some(fault) = answer.as_ref().err().filter(|fault| fault.is_final()) {
            self.seats.leave(decider, fault.clone());
        }
        answer
    }

    /// Who concedes while a question is pending, the first in order of seats.
    pub fn conceder(&mut self, game: &Game) -> Option<Seat> {
        self.seats.conceding(game).find(|seat| {
            let answer = self.occupants[*seat].concedes(game.view(*seat));
            self.seats.hear(*seat, answer)
        })
    }

    /// Has the pending question answered and settled, unless somebody concedes.
    pub fn answer(&mut self, game: &mut Game) {
        if let Some(seat) = self.conceder(game) {
            return game.remove(seat, LossCause::Concession);
        }
        let Some(decider) = game.decision().map(|d| d.decider) else { return };
        let answer = self.ask(game);
        self.settle(game, decider, answer);
    }

    /// Settles the pending question with that answer. Returns the choice that was applied.
    pub fn settle(&mut self, game: &mut Game, decider: Seat, answer: Result<Reply, Fault>) -> Option<Choice> {
        self.seats.settle(game, decider, answer)
    }

    /// Lets everybody go. Returns how they were doing.
    pub fn dismiss(mut self, outcome: Outcome) -> Seats {
        for (seat, occupant) in self.occupants.iter_mut() {
            if self.seats.exit(seat).is_some() {
                continue;
            }
            let news = self.seats.take_news(seat).map(News::Events);
            for news in news.into_iter().chain([News::Over(Over { outcome })]) {
                if let Err(fault) = occupant.tell(news) {
                    self.seats.leave(seat, fault);
                    break;
                }
            }
        }
        self.seats
    }

    /// Plays to the end. Returns how it ended, and how everybody was doing.
    pub fn play(mut self, game: &mut Game, historian: &mut dyn Historian) -> (Outcome, Seats) {
        loop {
            let pause = self.advance(game);
            historian.record(game.new_events(), game);
            game.clear_events();
            match pause {
                Pause::Over(outcome) => return (outcome, self.dismiss(outcome)),
                Pause::Decide => self.answer(game),
            }
        }
    }

    /// Plays the same game; the historian looks on after every piece of the engine's work and after every answer.
    pub fn play_closely(mut self, game: &mut Game, historian: &mut dyn Historian) -> (Outcome, Seats) {
        loop {
            match self.advance_once(game) {
                Some(Pause::Over(outcome)) => return (outcome, self.dismiss(outcome)),
                Some(Pause::Decide) => {
                    self.answer(game);
                    self.tell(game);
                }
                None => {}
            }
            historian.record(game.new_events(), game);
            game.clear_events();
        }
    }

    fn tell_one(&mut self, seat: Seat, news: News) {
        if self.seats.exit(seat).is_none()
            && let Err(fault) = self.occupants[seat].tell(news)
        {
            self.seats.leave(seat, fault);
        }
    }
}

/// Plays a game to its end with those agents, at a table of which nothing is known but the game.
pub fn play(game: &mut Game, agents: Seating, historian: &mut dyn Historian) -> Outcome {
    Direct::nameless(game, agents).play(game, historian).0
}
