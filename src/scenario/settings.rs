//! The settings of a scenario: how a game is played, the house rules, how many games.

use serde::{Deserialize, Serialize};

use crate::turn::Seat;

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
    /// Which priorities are asked about.
    pub ask: Ask,
    /// How many steps an agent may think about one decision; `None`: no limit.
    pub step_budget: Option<u64>,
    /// What happens after a late, dead or illegal answer.
    pub on_fault: OnFault,
}

/// Who takes the first turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartingSeat {
    /// The dice say.
    Random,
    /// That seat.
    Seat(Seat),
}

/// Which priorities players are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Ask {
    /// Those with a real choice; forced passes are applied without asking.
    #[default]
    Real,
    /// All.
    All,
}

/// What happens after a late, dead or illegal answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OnFault {
    /// The decision's default choice.
    #[default]
    Default,
    /// The seat concedes.
    Forfeit,
    /// A random legal choice.
    RandomLegal,
    /// The game ends as a fault.
    Abort,
}

/// House rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HouseRules {
    /// In which order extra turns are taken.
    pub extra_turn_order: ExtraTurnOrder,
    /// Every extra turn is skipped as it would begin.
    pub skip_extra_turns: bool,
    /// Further extra turns in a row of one seat are skipped.
    pub max_extra_turns_in_a_row: Option<u16>,
    /// Further extra turns of one seat in a game are skipped.
    pub max_extra_turns: Option<u16>,
    /// What happens to a turn past its time limit.
    pub slow_play: SlowPlay,
    /// Whether the first player draws on turn 1; `None`: by the number of players (CR 103.8).
    pub draw_on_first_turn: Option<bool>,
}

/// In which order pending extra turns are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ExtraTurnOrder {
    /// The most recently created first (CR 500.7).
    #[default]
    MostRecentFirst,
    /// In order of creation.
    CreationOrder,
}

/// What happens to a turn past its time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum SlowPlay {
    /// It ends (CR 723.1).
    #[default]
    EndTurn,
    /// Its player passes whatever can be passed until it is over.
    Pass,
    /// Its player concedes.
    Concede,
}

/// How many games, and which.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BatchSettings {
    /// How many games at least; rounded up to whole groups.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// Each deal is played once with every rotation of a random table order.
    pub rotate_seats: bool,
    /// Stops when the interval of every seat's share of wins is so narrow (half-width).
    pub target_error: Option<f64>,
}

impl Default for BatchSettings {
    /// One game with seed 0, nobody moved.
    fn default() -> BatchSettings {
        BatchSettings { games: 1, seed: 0, rotate_seats: false, target_error: None }
    }
}

/// Who answers for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentKind {
    /// Always the decision's default; passes priority.
    Pass,
    /// A legal choice at random.
    Random,
    /// The acts of the script, and otherwise the default.
    Scripted,
    /// Plays to win by small scores.
    Heuristic,
}

impl AgentKind {
    /// All kinds with their names in scenarios.
    pub const NAMES: [(&'static str, AgentKind); 4] = [
        ("pass", AgentKind::Pass),
        ("random", AgentKind::Random),
        ("scripted", AgentKind::Scripted),
        ("heuristic", AgentKind::Heuristic),
    ];

    /// Its name in scenarios.
    #[must_use]
    pub fn name(self) -> &'static str {
        AgentKind::NAMES[self as usize].0
    }
}
