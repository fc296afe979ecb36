//! Kinds of agents by name: how the agents that a scenario names are made.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value};

use crate::cards::source::did_you_mean;
use crate::game::Dice;

use super::heuristic::LazyProfiles;
use super::scripted::Script;
use super::search::SearchKind;
use super::{Agent, EndgameSearch, Heuristic, Pass, Pilot, Random, Scripted};

/// An agent's options, as a scenario has them.
pub type Options = Map<String, Value>;

/// What an agent for one game is made from.
#[derive(Debug)]
pub struct Recruit<'a> {
    /// The options that the scenario gives it, as [`AgentKind::check`] has found them good.
    pub options: &'a Options,
    /// Dice of its own: with them it plays the same again.
    pub dice: Dice,
    /// How it is to play, as the scenario says it, for kinds that [have a pilot](AgentKind::has_pilot).
    pub pilot: Pilot,
    /// What cards are for, as the heuristic player reads them; anybody may: a card's roles tell removal from help.
    pub profiles: &'a LazyProfiles,
    /// The players' acts in the scenario's script.
    pub script: &'a Arc<Script>,
}

/// Why an agent can't be made with those options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}`: {message}")]
pub struct OptionFault {
    /// Which option.
    pub key: String,
    /// What was found, and what was expected.
    pub message: String,
}

/// A kind of agent. A function from a [`Recruit`] to an agent is one that has no options.
pub trait AgentKind: Send + Sync {
    /// Whether those options are good.
    ///
    /// # Errors
    /// The first option that is not.
    fn check(&self, options: &Options) -> Result<(), OptionFault> {
        match options.keys().next() {
            None => Ok(()),
            Some(key) => Err(OptionFault { key: key.clone(), message: "this agent has no options".to_owned() }),
        }
    }

    /// Whether a seat's `pilot` says how it plays.
    fn has_pilot(&self) -> bool {
        false
    }

    /// A fresh agent for one game.
    fn make(&self, recruit: Recruit<'_>) -> Box<dyn Agent>;
}

impl<F: Fn(Recruit<'_>) -> Box<dyn Agent> + Send + Sync> AgentKind for F {
    fn make(&self, recruit: Recruit<'_>) -> Box<dyn Agent> {
        self(recruit)
    }
}

/// The kinds of agents that scenarios may name.
#[derive(Clone)]
pub struct AgentRegistry {
    kinds: BTreeMap<String, Arc<dyn AgentKind>>,
}

/// The kind of agent that scenarios call `heuristic`.
#[derive(Debug, Clone, Copy)]
struct HeuristicKind;

/// Whether it searches in endgames; otherwise it does where its pilot is the usual one, so that what other pilots do is not
/// corrected by what is seen in imagined games.
const ENDGAMES: &str = "endgames";

impl AgentKind for HeuristicKind {
    fn check(&self, options: &Options) -> Result<(), OptionFault> {
        let message = |key: &str, value: &Value| match (key, value) {
            (ENDGAMES, Value::Bool(_)) => None,
            (ENDGAMES, found) => Some(format!("found {found}, expected true or false")),
            _ => Some(format!(
                "unknown option, expected {ENDGAMES}; how it plays stands in the seat's `pilot`{}",
                did_you_mean(key, [ENDGAMES])
            )),
        };
        let fault =
            |(key, value): (&String, &Value)| Some(OptionFault { key: key.clone(), message: message(key, value)? });
        options.iter().find_map(fault).map_or(Ok(()), Err)
    }

    fn has_pilot(&self) -> bool {
        true
    }

    fn make(&self, recruit: Recruit<'_>) -> Box<dyn Agent> {
        let (profiles, pilot) = (recruit.profiles.get(), recruit.pilot);
        match recruit.options.get(ENDGAMES).and_then(Value::as_bool).unwrap_or(pilot == Pilot::DEFAULT) {
            true => Box::new(EndgameSearch::new(profiles, recruit.dice).piloted(pilot)),
            false => Box::new(Heuristic::new(profiles).piloted(pilot)),
        }
    }
}

static BUILTIN: LazyLock<Arc<AgentRegistry>> = LazyLock::new(|| {
    let registry = AgentRegistry { kinds: BTreeMap::new() }
        .with("pass", |_: Recruit<'_>| Box::new(Pass) as Box<dyn Agent>)
        .with("random", |recruit: Recruit<'_>| Box::new(Random::new(recruit.dice)) as Box<dyn Agent>)
        .with("heuristic", HeuristicKind)
        .with("search", SearchKind)
        .with("scripted", |recruit: Recruit<'_>| Box::new(Scripted::new(Arc::clone(recruit.script))) as Box<dyn Agent>);
    Arc::new(registry)
});

impl AgentRegistry {
    /// The project's own: `heuristic`, `pass`, `random`, `scripted` and `search`.
    #[must_use]
    pub fn builtin() -> Arc<AgentRegistry> {
        Arc::clone(&BUILTIN)
    }

    /// The same with one more kind, or with another one of that name.
    #[must_use]
    pub fn with(mut self, name: &str, kind: impl AgentKind + 'static) -> AgentRegistry {
        self.kinds.insert(name.to_owned(), Arc::new(kind));
        self
    }

    /// The names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.kinds.keys().map(String::as_str)
    }

    /// The kind of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn AgentKind>> {
        self.kinds.get(name)
    }
}

impl fmt::Debug for AgentRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
