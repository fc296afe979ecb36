//! Puzzles: boards with one right answer, by which players are measured.
//!
//! A puzzle is solved when everything is as its `[expect]` says with each of its seeds, whichever way it came about.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::scenario::{AgentSpec, Scenario};
use crate::table::{Difference, Matchup, run_case};

use super::interval::{Interval, wilson};

/// What an agent made of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The puzzle's name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// What was not as it should be; nothing when it is solved.
    pub miss: Option<Miss>,
}

/// The first thing that was not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// The first seed with which the puzzle was not solved.
    pub seed: u64,
    /// What differed.
    pub difference: Difference,
}

impl Attempt {
    /// Whether the answer was right.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.miss.is_none()
    }
}

/// Has the agent play the puzzle with each of its seeds; nothing for a scenario that is no puzzle. `scripted` plays the
/// puzzle's own solution, and is then held to have done all of it.
#[must_use]
pub fn attempt(puzzle: &Scenario, agent: &AgentSpec) -> Option<Attempt> {
    let of = puzzle.puzzle()?;
    let matchup = Matchup::new(Arc::new(puzzle.puzzle_for(agent.clone())?));
    let miss = |seed: &u64| {
        let report = run_case(&matchup.clone().with_seed(*seed));
        report.differences.into_iter().next().map(|difference| Miss { seed: *seed, difference })
    };
    Some(Attempt { name: puzzle.name().to_owned(), kind: of.kind.clone(), miss: of.seeds.iter().find_map(miss) })
}

/// How many puzzles were solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Those with the right answer.
    pub solved: u64,
    /// All of them.
    pub puzzles: u64,
}

impl Score {
    /// The score of some attempts.
    pub fn of<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> Score {
        attempts.into_iter().fold(Score::default(), Score::and)
    }

    /// The scores by kind.
    #[must_use]
    pub fn by_kind(attempts: &[Attempt]) -> BTreeMap<&str, Score> {
        let mut kinds: BTreeMap<&str, Score> = BTreeMap::new();
        for attempt in attempts {
            let score = kinds.entry(&attempt.kind).or_default();
            *score = score.and(attempt);
        }
        kinds
    }

    fn and(self, attempt: &Attempt) -> Score {
        Score { solved: self.solved + u64::from(attempt.is_solved()), puzzles: self.puzzles + 1 }
    }

    /// The share solved; nothing without puzzles.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.puzzles > 0).then(|| self.solved as f64 / self.puzzles as f64)
    }

    /// Wilson's 95% interval of the share that would be solved of all puzzles like these.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        wilson(self.solved as f64, self.puzzles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::source::Source;
    use crate::scenario::Disk;

    const BOLT: &str = r#"
        schema = 1
        name = "bolt"
        [game]
        max_turns = 2
        [puzzle]
        seat = "A"
        kind = "burn"
        seeds = [3, 4]
        [[seat]]
        name = "A"
        hand = ["Lightning Bolt"]
        battlefield = ["Mountain"]
        [[seat]]
        name = "B"
        life = 3
        battlefield = ["Grizzly Bears", "Hill Giant"]
        [[script]]
        turn = 2
        seat = "B"
        do = { attack = [{ attacker = "Serra Angel", defender = "A" }, { attacker = "Hill Giant", defender = "A" }] }
        [[solution]]
        turn = 1
        do = { cast = { card = "Lightning Bolt", targets = ["B"] } }
        [expect]
        winner = "A"
    "#;

    fn puzzle(text: &str) -> Scenario {
        Scenario::from_source(&Source::new("bolt.toml", text), &Disk).unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[test]
    fn only_the_right_answer_solves_it() {
        let bolt = puzzle(BOLT);
        let by = |agent: &str| attempt(&bolt, &AgentSpec::named(agent)).unwrap();
        assert!(by("scripted").is_solved(), "{:?}", by("scripted").miss);
        let miss = by("pass").miss.unwrap();
        assert_eq!((miss.seed, miss.difference.to_string().as_str()), (3, "winner: expected A, got none"));
    }

    /// The attack is made with the giant alone, as there is no angel.
    #[test]
    fn the_others_do_what_they_can() {
        let alive = BOLT
            .replace("winner = \"A\"", "[[expect.state]]\nat = { turn = 2, step = \"end\" }\nseat = \"A\"\nlife = 37");
        let alive = puzzle(&alive.replace("max_turns = 2", "max_turns = 3"));
        assert_eq!(attempt(&alive, &AgentSpec::named("pass")).unwrap().miss, None);
    }

    #[test]
    fn a_solution_that_cannot_be_played_is_none() {
        let wrong = puzzle(&BOLT.replace("cast = { card = \"Lightning Bolt\"", "cast = { card = \"Shock\""));
        let miss = attempt(&wrong, &AgentSpec::named("scripted")).unwrap().miss.unwrap();
        let why = "`Shock` can't be cast, played or activated now: its player has none to play";
        assert_eq!(miss.difference.to_string(), format!("line 22: not done: {why}"));
    }

    #[test]
    fn what_is_no_puzzle_is_not_attempted() {
        let case =
            BOLT.split("[puzzle]").next().unwrap().to_owned() + "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";
        assert_eq!(attempt(&puzzle(&case), &AgentSpec::named("pass")), None);
    }

    #[test]
    fn scores_add_up() {
        let attempts = ["a", "b", "b"].map(|kind| Attempt { name: String::new(), kind: kind.to_owned(), miss: None });
        let kinds: Vec<_> = Score::by_kind(&attempts).into_iter().map(|(kind, score)| (kind, score.puzzles)).collect();
        assert_eq!(kinds, [("a", 1), ("b", 2)]);
        assert_eq!((Score::of(&attempts).share(), Score::default().share()), (Some(1.0), None));
    }
}
