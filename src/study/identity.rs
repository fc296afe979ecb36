//! What a run is: `run.json`, written before anything is played.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::inputs::InputEntry;
use super::part_file::{FileEntry, WriteError};
use super::rows::{Detail, Rows};
use super::seal::{ReadError, SCHEMA, read_sealed, write_sealed};
use crate::batch::estimate::{Estimate, Scope};
use crate::batch::interval::rounded;
use crate::batch::plan::{Entrant, GROUPS_PER_BLOCK, Order, Plan, PlanError};
use crate::batch::until::Until;
use crate::scenario::Deals;
use crate::scenario::StandInCount;
use crate::table::Matchup;

/// The name of the file.
pub const RUN: &str = "run.json";

/// What decides every byte of a run's games but how many of them there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunIdentity {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of turnlab that plays.
    pub turnlab: String,
    /// The scenario.
    pub scenario: InputEntry,
    /// The decks, in the order of the entrants.
    pub decks: Vec<InputEntry>,
    /// The card catalog, embedded cards included.
    pub catalog: InputEntry,
    /// Every file under `inputs/`.
    pub inputs: Vec<InputEntry>,
    /// The master seed; in quotes, because many readers of JSON lose digits above 2^53.
    #[serde(with = "as_text")]
    pub seed: u64,
    /// Groups in a block.
    pub block_size: u64,
    /// Games in a group.
    pub group_size: u64,
    /// What the games of a group are dealt.
    pub deals: Deals,
    /// Who plays, in the order of the scenario.
    pub agents: Vec<AgentEntry>,
    /// Whether the same inputs give the same bytes again. Where they don't, games are replayed from `choices.jsonl`.
    pub reproducible: bool,
    /// How many cards of each deck stand in for others, and how many are translated.
    pub stand_ins: Vec<StandInEntry>,
    /// Which games have rows.
    pub rows: Rows,
    /// Whether the turns of those have rows too.
    pub turns: bool,
    /// What was ignored of the scenario's files.
    pub ignored: Vec<String>,
}

/// `run.json`: what a run is, and how much of it was asked for last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// What it is.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// The games asked for.
    pub games_asked: u64,
    /// The rule by which it may stop earlier, when one was asked for.
    pub until: Option<Until>,
}

impl RunIdentity {
    /// The identity of a run of that plan and origin.
    #[must_use]
    pub fn new(origin: Origin, plan: &Plan, detail: Detail, ignored: Vec<String>) -> RunIdentity {
        RunIdentity {
            schema: SCHEMA,
            turnlab: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: origin.scenario,
            decks: origin.decks,
            catalog: origin.catalog,
            inputs: origin.inputs,
            seed: plan.seed(),
            block_size: GROUPS_PER_BLOCK,
            group_size: plan.group_size(),
            deals: plan.deals(),
            agents: plan.entrants().iter().map(AgentEntry::of).collect(),
            reproducible: origin.reproducible,
            stand_ins: origin.stand_ins,
            rows: detail.rows,
            turns: detail.turns,
            ignored,
        }
    }

    /// What is kept of single games.
    #[must_use]
    pub const fn detail(&self) -> Detail {
        Detail { rows: self.rows, turns: self.turns }
    }

    /// What stands in every block of the run: the hash of all this, 64 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> String {
        // A value of strings and numbers has a JSON text.
        let text = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&text).to_string()
    }

    /// Everything in which a run of that identity is another one.
    #[must_use]
    pub fn differences(&self, other: &RunIdentity) -> Vec<String> {
        let hashes = |decks: &[InputEntry]| decks.iter().map(|deck| deck.blake3.clone()).collect::<Vec<_>>();
        let mut found = Vec::new();
        if self.turnlab != other.turnlab {
            found.push(format!("it was played by turnlab {}", self.turnlab));
        }
        if self.scenario.blake3 != other.scenario.blake3 {
            found.push(format!("its scenario `{}` is another, or has changed", self.scenario.name));
        }
        if hashes(&self.decks) != hashes(&other.decks) {
            found.push("its decks are others, or have changed".to_owned());
        }
        if self.catalog != other.catalog {
            found.push("its cards have changed".to_owned());
        }
        if self.seed != other.seed {
            found.push(format!("its seed is {}, not {}", self.seed, other.seed));
        }
        if self.agents != other.agents {
            found.push("other players sit at it".to_owned());
        }
        if self.rows != other.rows {
            found.push(format!("its rows are `{}`, not `{}`", self.rows, other.rows));
        }
        if self.turns != other.turns {
            found.push(match self.turns {
                true => "its turns have rows, which takes --turns".to_owned(),
                false => "its turns have no rows, so it can't go on with --turns".to_owned(),
            });
        }
        if found.is_empty() && self.id() != other.id() {
            found.push("its inputs are others, or have changed".to_owned());
        }
        found
    }
}

impl RunFile {
    /// What was asked for, of that matchup.
    ///
    /// # Errors
    /// When its scenario asks for a rule or a metric that is none.
    pub fn order(&self, matchup: &Matchup) -> Result<Order, PlanError> {
        let (games, seed, until) = (self.games_asked, self.identity.seed, self.until.clone());
        Ok(Order { games, seed, until, ..Order::of(matchup)? })
    }

    /// Writes `run.json` into that folder.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, folder: &Path) -> Result<FileEntry, WriteError> {
        write_sealed(&folder.join(RUN), self)
    }

    /// Reads `run.json` of that folder.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(folder: &Path) -> Result<RunFile, ReadError> {
        read_sealed(&folder.join(RUN))
    }
}

/// How many cards of a deck stand in for others that are not known well enough to be played, and how many are translated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StandInEntry {
    /// The entrant.
    pub seat: String,
    /// Its deck.
    pub deck: String,
    /// All cards of the deck.
    pub cards: u64,
    /// Those that are played as their printed bodies.
    pub facts: u64,
    /// Those that do nothing.
    pub blank: u64,
    /// Those that are translated from their printed text.
    pub translated: u64,
    /// The share of stand-ins, by facts and blank.
    pub share: f64,
}

impl StandInEntry {
    /// The line of that seat and deck.
    #[must_use]
    pub fn new(seat: &str, deck: &str, count: StandInCount) -> StandInEntry {
        let StandInCount { cards, facts, blank, translated } = count;
        let [cards, facts, blank, translated] = [cards, facts, blank, translated].map(|count| count as u64);
        StandInEntry {
            seat: seat.to_owned(),
            deck: deck.to_owned(),
            cards,
            facts,
            blank,
            translated,
            share: rounded(count.share()),
        }
    }

    /// As it is counted.
    #[must_use]
    pub fn count(&self) -> StandInCount {
        let counts = [self.cards, self.facts, self.blank, self.translated];
        let [cards, facts, blank, translated] = counts.map(|count| count as usize);
        StandInCount { cards, facts, blank, translated }
    }

    /// What is to be said of a deck with so many stand-ins that its results say little.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let count = self.count();
        let much = || format!("{}: its results say little about the deck: stand-ins are {count}", self.seat);
        count.much().then(much)
    }

    /// The rows of `summary.csv`: the shares of the deck's cards that stand in for others at all, by facts, and blank, and of
    /// those that are translated. They are of the deck, not of games: they have neither spread nor interval.
    #[must_use]
    pub fn estimates(&self) -> [Estimate; 4] {
        let counts = [self.facts + self.blank, self.facts, self.blank, self.translated];
        let share = |cards: u64| (self.cards > 0).then(|| cards as f64 / self.cards as f64);
        let [all, facts, blank, translated] = counts.map(share);
        let [first, second, third, last] = STAND_INS;
        [(first, all), (second, facts), (third, blank), (last, translated)].map(|(metric, mean)| Estimate {
            scope: Scope::Seat,
            key: self.seat.clone(),
            metric,
            n: self.cards,
            mean,
            sd: None,
            min: None,
            quantiles: [None; 6],
            max: None,
            interval: None,
            quantile_intervals: [(None, None); 6],
            effective_n: None,
            sequence: None,
        })
    }
}

/// The metrics of `summary.csv` that are about decks.
pub const STAND_INS: [&str; 4] = ["stand_ins", "stand_ins_by_facts", "stand_ins_blank", "translated"];

/// Who played for an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentEntry {
    /// The entrant.
    pub seat: String,
    /// Its deck.
    pub deck: String,
    /// Its agent.
    pub agent: String,
}

impl AgentEntry {
    /// The line of that entrant.
    #[must_use]
    pub fn of(entrant: &Entrant) -> AgentEntry {
        AgentEntry { seat: entrant.name.to_string(), deck: entrant.deck.to_string(), agent: entrant.agent.to_string() }
    }
}

/// What only the caller knows of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The scenario.
    pub scenario: InputEntry,
    /// The decks, in the order of the entrants.
    pub decks: Vec<InputEntry>,
    /// The card catalog.
    pub catalog: InputEntry,
    /// Every file that is kept.
    pub inputs: Vec<InputEntry>,
    /// Whether every agent decides by nothing but what it is shown.
    pub reproducible: bool,
    /// The stand-ins of every deck, also where there are none.
    pub stand_ins: Vec<StandInEntry>,
}

/// Integers in quotes.
pub(crate) mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
