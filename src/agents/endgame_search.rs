//! The heuristic player as scenarios seat it: in an endgame it compares lines in imagined worlds as the search player does.

use std::sync::Arc;

use crate::game::Dice;
use crate::game::decision::{Choice, Decision};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;

use super::heuristic::{Profiles, is_endgame, takes_a_turn};
use super::search::{Budget, Deliberation};
use super::{Agent, Heuristic, Pilot, SearchOptions, Seated, Wants};

/// Permanents on a table so bare that no store is kept for it.
const BARE: usize = 8;
/// How much is thought about one question, with up to so many permanents on the table. With twice as many worlds on the largest
/// tables no puzzle of 1,370 more is solved.
const BUDGETS: [(usize, Budget); 3] = [(12, budget(32, 4)), (16, budget(16, 2)), (usize::MAX, budget(4, 2))];
/// Playouts in one game on tables that are not so bare after which the answer may be the usual one: then no other question is
/// thought about there. It is looked at before a question only, which may take some hundred.
/// With 500 three puzzles of 1,172 more are solved, with 60 none of 1,370.
const STORE: u32 = 30;

const fn budget(worlds: usize, growth: usize) -> Budget {
    Budget { options: SearchOptions { worlds, ..SearchOptions::USUAL }, growth }
}

/// The heuristic agent, who searches in endgames: where hardly anything lies on the table or is hidden, and somebody may be out
/// soon, a few playouts show what rules of thumb can't know, and cost little.
#[derive(Debug)]
pub struct EndgameSearch {
    profiles: Arc<Profiles>,
    heuristic: Heuristic,
    deliberation: Deliberation,
    /// Of the store.
    left: u32,
}

impl EndgameSearch {
    /// An agent for one game with the catalog of those profiles, with dice of its own.
    #[must_use]
    pub fn new(profiles: Arc<Profiles>, dice: Dice) -> EndgameSearch {
        let (heuristic, wants) = (Heuristic::new(Arc::clone(&profiles)), Wants::everything());
        let deliberation = Deliberation::new(Arc::clone(&profiles), dice, wants.stops, wants);
        EndgameSearch { profiles, heuristic, deliberation, left: STORE }
    }

    /// The same, playing like that.
    #[must_use]
    pub fn piloted(self, pilot: Pilot) -> EndgameSearch {
        EndgameSearch { heuristic: self.heuristic.piloted(pilot), ..self }
    }

    /// What is better than the usual answer, in an endgame, and the playouts that it took to see it.
    fn better(&mut self, view: &PlayerView, decision: &Decision, usual: &Choice) -> Option<(Choice, u32)> {
        let profiles = &*self.profiles;
        let thinks = decision.actor == decision.decider && is_endgame(view, profiles);
        if !thinks || takes_a_turn(view, decision, usual, profiles) {
            return None;
        }
        let permanents = view.battlefield().len();
        if permanents > BARE && self.left == 0 && !self.deliberation.has_a_plan() {
            return None;
        }
        let (_, budget) = BUDGETS.into_iter().find(|(most, _)| permanents <= *most)?;
        let (choice, playouts) = self.deliberation.better(view, decision, usual, false, budget)?;
        if permanents > BARE && choice == *usual && !self.deliberation.has_a_plan() {
            self.left = self.left.saturating_sub(playouts);
        }
        Some((choice, playouts))
    }
}

impl Agent for EndgameSearch {
    fn seated(&mut self, seated: &Seated) -> Wants {
        let wants = self.heuristic.seated(seated);
        self.deliberation.sit_down(wants.stops, wants);
        self.left = STORE;
        wants
    }

    fn concedes(&mut self, view: &PlayerView) -> bool {
        self.heuristic.concedes(view)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let usual = self.heuristic.choose(view, decision)?;
        if self.heuristic.is_sure() {
            return Ok(usual);
        }
        Ok(match self.better(view, decision, &usual.choice) {
            Some((choice, playouts)) => {
                let kept = choice == usual.choice && !self.deliberation.has_a_plan();
                let then = usual.then.filter(|_| kept);
                Reply { choice, then, spent: usual.spent.saturating_add(playouts) }
            }
            None => usual,
        })
    }
}
