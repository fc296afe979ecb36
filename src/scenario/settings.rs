//! The settings of a scenario: how a game is played, the house rules, how many games.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::agents::Options;
use crate::cards::wording::cell;
use crate::game::setup::{Concede, Ends, FaultPolicy};
use crate::turn::{ExtraTurnRules, Seat, SlowPlay};

use super::format::Format;

/// How every game is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSettings {
    /// The format.
    pub format: Format,
    /// Who takes the first turn.
    pub starting_seat: StartingSeat,
    /// A game that reaches so many turns begun is capped: censored, never a win or a draw.
    pub max_turns: u32,
    /// A game with so many decisions in one turn is stalled: censored too.
    pub max_decisions_per_turn: u32,
    /// Players are asked at every priority, not only where they have a real choice.
    pub ask_all: bool,
    /// How many steps an agent may think about one decision.
    pub step_budget: u32,
    /// What happens after a late, dead or illegal answer.
    pub on_fault: FaultPolicy,
}

/// Who takes the first turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartingSeat {
    /// The dice say.
    Random,
    /// That seat.
    Seat(Seat),
}

/// House rules.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HouseRules {
    /// On extra turns.
    pub extra_turns: ExtraTurnRules,
    /// The extra turn of that grant, counted from 1 in a game, is skipped.
    pub denied_extra_turn: Option<u32>,
    /// What happens to a turn past its time limit.
    pub slow_play: SlowPlay,
    /// When players give a game up.
    pub concede: Concede,
    /// Whether the first player draws on turn 1; `None`: by the number of players (CR 103.8).
    pub draw_on_first_turn: Option<bool>,
    /// Cards in the opening hands by position, the last number for all after it; empty: seven.
    pub opening_hand: Vec<u8>,
    /// How much each player scries before turn 1, likewise; empty: nobody does.
    pub opening_scry: Vec<u8>,
    /// When a game is over.
    pub ends: Ends,
}

/// What a study is about, in words of the rooms that count: text, read by them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Questions {
    /// The rule by which it stops.
    pub until: Option<Quoted>,
    /// The metrics that its summary shows; by default those of turns, and whatever varies.
    pub metrics: Vec<Quoted>,
}

/// Text of a scenario, and where it stands, for messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quoted {
    /// The text.
    pub text: String,
    /// The file.
    pub file: String,
    /// Line and column, from 1.
    pub at: (usize, usize),
}

/// How many games, and which.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BatchSettings {
    /// How many games at least; rounded up to whole groups.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// The games of a group are played with every rotation of a random table order, once each.
    pub rotate_seats: bool,
    /// What the games of a group are dealt.
    pub deals: Deals,
    /// Stops when the interval of every seat's share of wins is so narrow (half-width).
    pub target_error: Option<f64>,
}

impl Default for BatchSettings {
    /// One game with seed 0, nobody moved.
    fn default() -> BatchSettings {
        BatchSettings { games: 1, seed: 0, rotate_seats: false, deals: Deals::Fresh, target_error: None }
    }
}

/// What the games of a rotation are dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deals {
    /// Each game a deal of its own: as many independent games.
    #[default]
    Fresh,
    /// All of them the same deal, so that every seat plays it from every position: of less worth for a mean, of more for a
    /// difference between positions.
    Shared,
}

/// Who answers for a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AgentSpec {
    /// An agent of the registry.
    Named {
        /// Its name there.
        name: Arc<str>,
        /// Its options.
        options: Options,
    },
    /// A program of somebody's own, which is asked over its standard input and output.
    Process(ProcessSpec),
}

/// A program that plays a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options that it is told.
    pub options: Options,
    /// How long it may take for an answer, by the clock on the wall.
    pub deadline: Duration,
}

impl ProcessSpec {
    /// How long a program may take for an answer unless the scenario says otherwise.
    pub const DEADLINE: Duration = Duration::from_secs(10);
}

impl AgentSpec {
    /// The agent of that name, without options.
    #[must_use]
    pub fn named(name: &str) -> AgentSpec {
        AgentSpec::Named { name: name.into(), options: Options::new() }
    }

    /// Whether it is the agent of that name.
    #[must_use]
    pub fn is(&self, named: &str) -> bool {
        matches!(self, AgentSpec::Named { name, .. } if **name == *named)
    }

    /// What results call it: its name, or the program with its arguments.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            AgentSpec::Named { name, .. } => name.to_string(),
            AgentSpec::Process(process) => cell(&process.command.join(" ")).into_owned(),
        }
    }
}
