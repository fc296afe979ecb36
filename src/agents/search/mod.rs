//! The search player: it imagines worlds that could be the real one, tries its answers in all of them, and departs from the
//! heuristic player's answer where another one is better by more than the noise.
//!
//! ```text
//! question -> candidates -> lines (and those that a tree proposes) -> playouts in imagined worlds -> value -> paired test
//! ```
//!
//! Its budget is counted in playouts, its dice are its own, and it scores in integers: the same seed gives the same game.

mod candidates;
mod combat;
mod compare;
mod deliberation;
mod options;
mod playout;
mod tree;
pub mod value;

use std::sync::Arc;

use crate::game::decision::{Choice, Decision, DecisionKind};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Dice, Lane};

use super::heuristic::Profiles;
use super::{Agent, AgentKind, Heuristic, OptionFault, Options, Pilot, Recruit, Seated, Wants};

pub(super) use deliberation::{Budget, Deliberation};
pub use options::SearchOptions;
use playout::STOPS;

/// Playouts for growing each tree of lines, for each world that is imagined.
const GROWTH: usize = 4;

/// The search agent.
#[derive(Debug)]
pub struct Search {
    budget: Budget,
    /// The player from whose answers it departs, and what that one wants to be asked.
    heuristic: Heuristic,
    usual: Wants,
    deliberation: Deliberation,
}

/// The kind of agent that scenarios call `search`.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchKind;

impl AgentKind for SearchKind {
    fn check(&self, options: &Options) -> Result<(), OptionFault> {
        SearchOptions::read(options).map(|_| ())
    }

    fn has_pilot(&self) -> bool {
        true
    }

    fn make(&self, recruit: Recruit<'_>) -> Box<dyn Agent> {
        let options = SearchOptions::read(recruit.options).unwrap_or_default();
        Box::new(Search::new(options, recruit.profiles.get(), recruit.dice).piloted(recruit.pilot))
    }
}

impl Search {
    /// An agent for games with the catalog of those profiles.
    #[must_use]
    pub fn new(options: SearchOptions, profiles: Arc<Profiles>, dice: Dice) -> Search {
        let (heuristic, usual) = (Heuristic::new(Arc::clone(&profiles)), Wants::only_asked(STOPS));
        let deliberation = Deliberation::new(profiles, dice, STOPS, usual);
        Search { budget: Budget { options, growth: GROWTH }, heuristic, usual, deliberation }
    }

    /// The same, starting from a heuristic player who plays like that.
    #[must_use]
    pub fn piloted(self, pilot: Pilot) -> Search {
        Search { heuristic: self.heuristic.piloted(pilot), ..self }
    }

    /// What the heuristic player answers; it passes where it would not be asked.
    fn at_first_sight(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if decision.kind == DecisionKind::Priority && !view.is_stop(&self.usual.stops) {
            return Ok(Reply::plain(Choice::option(0)));
        }
        self.heuristic.choose(view, decision)
    }
}

impl Agent for Search {
    fn seated(&mut self, seated: &Seated) -> Wants {
        let dice = Dice::new(self.deliberation.draw(), seated.game, Lane::Agent(seated.seat.0));
        self.usual = self.heuristic.seated(&Seated { dice, ..seated.clone() });
        self.deliberation.sit_down(STOPS, self.usual);
        Wants { concedes: self.usual.concedes, ..Wants::only_asked(STOPS) }
    }

    fn concedes(&mut self, view: &PlayerView) -> bool {
        self.heuristic.concedes(view)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        // Who asks it everywhere gets the same answers.
        if decision.kind == DecisionKind::Priority && !view.is_stop(&STOPS) {
            return Ok(Reply::plain(Choice::option(0)));
        }
        let usual = self.at_first_sight(view, decision)?;
        // What was seen to kill the last opponent needs no playouts; where more are left, only a win is better.
        let sure = self.heuristic.is_sure();
        if sure && view.last_opponent_of(view.seat()).is_some() {
            return Ok(Reply { then: None, ..usual });
        }
        Ok(match self.deliberation.better(view, decision, &usual.choice, sure, self.budget) {
            Some((choice, playouts)) => Reply { choice, then: None, spent: usual.spent.saturating_add(playouts) },
            None => Reply { then: None, ..usual },
        })
    }
}
