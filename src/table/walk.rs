//! A walk through a game: by decision, step or turn, forwards and back, and off the recorded path.
//!
//! Where a walk stands is the number of *pieces* of the game done so far: one piece of the engine's work, or one answer.
//! Going back is going forward from a mark: copies of the game are kept at the beginnings of turns, and answers that have
//! been given are given again without asking anybody. Agents are always as they are at the farthest place reached.
//!
//! A *line* of play is what the agents would do, but for the answers that somebody else gave ([`Walk::answer`]). The agent
//! is asked all the same, so that its dice and its memory go on as if it had answered: two lines differ by nothing else.

pub mod notation;

use std::collections::BTreeMap;

use crate::agents::{Direct, Historian};
use crate::game::decision::{Choice, IllegalChoice};
use crate::game::settle::{Fault, Reply, settle_or};
use crate::game::{Game, LossCause, Pause};
use crate::turn::{Seat, TurnEvent};

use super::matchup::{Address, Matchup, Table};

/// Marks kept at most; when there are more, every second one goes.
const MARKS: usize = 128;

/// Where a move ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Somebody is asked.
    Decision,
    /// A step has begun, and nothing has happened in it.
    Step,
    /// A turn has begun.
    Turn,
}

/// A walk through one game.
pub struct Walk {
    matchup: Matchup,
    address: Address,
    game: Game,
    at: Spot,
    /// The farthest place reached on this line.
    reached: Spot,
    players: Direct,
    /// Every answer given on this line, with the choice that was applied.
    answers: Vec<(Result<Reply, Fault>, Option<Choice>)>,
    /// Who conceded without being asked, by the pieces done before.
    conceded: BTreeMap<u64, Seat>,
    /// Answers that were not the agents', by the number of their decision from 0.
    own: BTreeMap<usize, Choice>,
    stops: Stops,
    marks: Vec<(Spot, Game)>,
}

/// A place on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Spot {
    /// Pieces done.
    pieces: u64,
    /// Answers among them.
    answers: usize,
}

/// Where moves end on this line, by pieces done, as far as it has been walked.
#[derive(Debug, Clone, Default)]
struct Stops {
    decisions: Vec<u64>,
    steps: Vec<u64>,
    /// The n-th is the beginning of turn n + 1.
    turns: Vec<u64>,
}

impl Stops {
    fn of(&self, stop: Stop) -> &[u64] {
        match stop {
            Stop::Decision => &self.decisions,
            Stop::Step => &self.steps,
            Stop::Turn => &self.turns,
        }
    }

    fn forget_after(&mut self, pieces: u64) {
        for places in [&mut self.decisions, &mut self.steps, &mut self.turns] {
            places.truncate(places.partition_point(|p| *p <= pieces));
        }
    }
}

impl Walk {
    /// A walk from the beginning of that game; what happened in getting ready is shown.
    #[must_use]
    pub fn new(matchup: Matchup, address: Address, watching: &mut dyn Historian) -> Walk {
        let Table { mut game, agents, places, .. } = matchup.sit_down(address);
        watching.record(game.new_events(), &game);
        game.clear_events();
        Walk {
            marks: vec![(Spot::default(), game.clone())],
            players: Direct::new(agents, &places),
            at: Spot::default(),
            reached: Spot::default(),
            answers: Vec::new(),
            conceded: BTreeMap::new(),
            own: BTreeMap::new(),
            stops: Stops::default(),
            matchup,
            address,
            game,
        }
    }

    // ---- looking ----

    /// The game, as it stands here.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Answers given so far: the number of the pending decision, from 0.
    #[must_use]
    pub const fn answered(&self) -> usize {
        self.at.answers
    }

    /// The answers up to here that were not the agents', by the number of their decision.
    pub fn own_answers(&self) -> impl Iterator<Item = (usize, &Choice)> {
        self.own.range(..self.at.answers).map(|(number, choice)| (*number, choice))
    }

    // ---- moving ----

    /// Goes on until the next such place, or to the end of the game, with somebody looking on. False when the game was over
    /// already.
    pub fn forward(&mut self, stop: Stop, watching: &mut dyn Historian) -> bool {
        let from = self.at;
        while self.piece(watching) {
            if self.stops.of(stop).binary_search(&self.at.pieces).is_ok() {
                break;
            }
        }
        from != self.at
    }

    /// Goes back to the last such place before this one, or to the beginning. False when that is here.
    pub fn back(&mut self, stop: Stop) -> bool {
        let places = self.stops.of(stop);
        let before = places.partition_point(|p| *p < self.at.pieces).checked_sub(1);
        let moved = self.at.pieces > 0;
        self.seek(before.map_or(0, |at| places[at]));
        moved
    }

    /// Goes to the beginning of that turn, counted from 1, or to the end of the game if it comes first; 0 is the
    /// beginning. False when the game has no such turn. Nobody sees what is gone through on the way back.
    pub fn to_turn(&mut self, turn: u32, watching: &mut dyn Historian) -> bool {
        let known = match turn.checked_sub(1) {
            None => Some(0),
            Some(n) => self.stops.turns.get(n as usize).copied(),
        };
        match known {
            Some(pieces) if pieces <= self.at.pieces => self.seek(pieces),
            _ => while self.game.place().turn < turn && self.forward(Stop::Turn, watching) {},
        }
        self.game.place().turn == turn
    }

    /// Goes to the end of the game.
    pub fn to_the_end(&mut self, watching: &mut dyn Historian) {
        while self.piece(watching) {}
    }

    /// Answers the pending decision, whatever the agent would say, and goes on to the next one; what followed the old
    /// answer is forgotten.
    ///
    /// # Errors
    /// When the choice is not a legal answer; nothing has changed then.
    pub fn answer(&mut self, choice: Choice, watching: &mut dyn Historian) -> Result<(), IllegalChoice> {
        self.game.is_legal(&choice)?;
        if self.at != self.reached {
            self.fork();
        }
        self.own.insert(self.at.answers, choice);
        self.forward(Stop::Decision, watching);
        Ok(())
    }

    /// Forgets everything after this place. The agents walk here again, as they can't be taken back.
    fn fork(&mut self) {
        self.own.split_off(&self.at.answers);
        self.answers.truncate(self.at.answers);
        self.conceded.split_off(&self.at.pieces);
        self.stops.forget_after(self.at.pieces);
        self.marks.retain(|(spot, _)| *spot <= self.at);
        let mut again = Walk::new(self.matchup.clone(), self.address, &mut ());
        again.own.clone_from(&self.own);
        while again.at < self.at && again.piece(&mut ()) {}
        (self.players, self.reached) = (again.players, self.at);
    }

    /// Goes to a place that has been reached, from the last mark before it.
    fn seek(&mut self, pieces: u64) {
        let mark = self.marks.partition_point(|(spot, _)| spot.pieces <= pieces).saturating_sub(1);
        (self.at, self.game) = self.marks[mark].clone();
        while self.at.pieces < pieces && self.piece(&mut ()) {}
    }

    /// One piece. False when the game is over.
    fn piece(&mut self, watching: &mut dyn Historian) -> bool {
        let new = self.at == self.reached;
        if let Some(seat) = self.conceder(new) {
            self.game.remove(seat, LossCause::Concession);
        } else if let Some(decider) = self.game.decision().map(|decision| decision.decider) {
            if new {
                let answer = self.ask();
                let applied = self.players.settle(&mut self.game, decider, answer.clone());
                self.answers.push((answer, applied));
            } else {
                let (answer, applied) = self.answers[self.at.answers].clone();
                settle_or(&mut self.game, answer.as_ref().cloned(), |_| applied);
            }
            self.at.answers += 1;
        } else if let Some(Pause::Over(_)) = self.game.advance_once(Some(self.players.seats().stops())) {
            return false;
        }
        self.at.pieces += 1;
        if new {
            self.reached = self.at;
            self.note();
        }
        watching.record(self.game.new_events(), &self.game);
        self.game.clear_events();
        true
    }

    /// Who concedes here, if a question is pending.
    fn conceder(&mut self, new: bool) -> Option<Seat> {
        if new && self.game.decision().is_some() {
            let seat = self.players.conceder(&self.game)?;
            self.conceded.insert(self.at.pieces, seat);
        }
        self.conceded.get(&self.at.pieces).copied()
    }

    /// Asks the agent, and takes somebody else's answer if there is one.
    fn ask(&mut self) -> Result<Reply, Fault> {
        let asked = self.players.ask(&self.game);
        match (self.own.get(&self.at.answers), asked) {
            (Some(choice), Ok(reply)) if reply.choice != *choice => {
                Ok(Reply { choice: choice.clone(), then: None, spent: reply.spent })
            }
            (Some(choice), Err(_)) => Ok(Reply { choice: choice.clone(), then: None, spent: 0 }),
            (_, asked) => asked,
        }
    }

    /// Notes what begins here, tells the agents of it, and marks the beginnings of turns.
    fn note(&mut self) {
        self.players.tell(&self.game);
        let began = |is: fn(&TurnEvent) -> bool| crate::game::turn_events(self.game.new_events()).any(is);
        let turn = began(|event| matches!(event, TurnEvent::TurnBegan { .. }));
        if began(|event| matches!(event, TurnEvent::StepBegan { .. })) {
            self.stops.steps.push(self.at.pieces);
        }
        if self.game.decision().is_some() {
            self.stops.decisions.push(self.at.pieces);
        }
        if turn {
            self.stops.turns.push(self.at.pieces);
            self.mark();
        }
    }

    fn mark(&mut self) {
        let mut game = self.game.clone();
        game.clear_events();
        self.marks.push((self.at, game));
        if self.marks.len() > MARKS {
            let mut nth = 0;
            self.marks.retain(|_| {
                nth += 1;
                nth % 2 == 1
            });
        }
    }
}

#[cfg(test)]
mod tests;
