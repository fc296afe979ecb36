//! The protocol of a seat: what a table and a player say to each other, as one JSON object a line each.
//!
//! `docs/agents.md` tells it to who writes a player; [`Wire`] speaks it for one seat. Objects go by tokens that belong to the
//! seat and end when it loses sight of them; players and cards go by their names.

mod feature;
mod question;
#[cfg(test)]
mod schema;
mod tokens;
mod view;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agents::Options;
use crate::game::Outcome;
use crate::game::setup::Ends;
use crate::turn::ExtraTurnRules;

pub use feature::{Feature, StopsWanted, Top};
pub use question::{Act, Need, Next, Offer, Question, Wanted};
pub use tokens::Wire;
pub use view::{Attacking, Blocking, Entry, Permanent, PlayerSeen, StackItem, TableSeen, TurnSeen};

/// The name and version of the protocol.
pub const PROTOCOL: &str = "turnlab-agent/1";

/// The JSON Schema of both sides' messages, as `docs/agents.schema.json` has it: made from the types of this module.
pub const SCHEMA: &str = include_str!("../../../docs/agents.schema.json");

/// The most bytes of a line, without its end.
pub const MOST_BYTES: usize = 1 << 20;

/// A token that names an object to one seat.
pub type Token = u32;

/// What a table says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum ToPlayer {
    /// First of all. Answered with [`FromPlayer::Hello`].
    Hello {
        /// The name and version of the protocol: `turnlab-agent/1`.
        #[cfg_attr(test, schemars(schema_with = "schema::protocol"))]
        protocol: &'static str,
        /// The version of turnlab.
        version: &'static str,
        /// What the table offers.
        features: Vec<Feature>,
        /// The options that the scenario gives the player.
        options: Options,
    },
    /// A seat is taken in a game. Answered with [`FromPlayer::Wants`].
    Game {
        /// Names the game from now on; several may be played at once.
        game: String,
        /// The player's name in it.
        you: String,
        /// All players, in turn order.
        players: Vec<String>,
        /// The format's name.
        format: String,
        /// Life at the start.
        life: i32,
        /// How many turns are played at most.
        max_turns: u32,
        /// What becomes of extra turns by the table's own rules.
        house_rules: ExtraTurnRules,
        /// When the game is over: another rule of the table's own.
        ends: Ends,
        /// The player's own deck.
        deck: Deck,
        /// A number of the player's own to draw at random from; the same game has the same.
        seed: u64,
    },
    /// A step began; no answer.
    Phase {
        /// Which game.
        game: String,
        /// Turns begun.
        turn: u32,
        /// The phase's name.
        phase: String,
        /// The step's name.
        step: String,
    },
    /// What has happened, oldest first; no answer.
    Events {
        /// Which game.
        game: String,
        /// Each with its `type`. Players and cards go by their names, objects by their tokens.
        #[cfg_attr(test, schemars(with = "Vec<crate::game::GameEvent>"))]
        events: Vec<Value>,
    },
    /// A question. Answered with [`FromPlayer::Answer`].
    Ask {
        /// Which game.
        game: String,
        /// Counts the player's questions in the game, from 0.
        ask: u64,
        /// Milliseconds for the answer.
        deadline_ms: u64,
        /// The table as the player sees it.
        view: Box<TableSeen>,
        /// What can be answered.
        question: Question,
    },
    /// The game is over; no answer.
    Over {
        /// Which game.
        game: String,
        /// How it ended.
        #[cfg_attr(test, schemars(schema_with = "schema::end"))]
        end: &'static str,
        /// Who won.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<String>,
    },
    /// There will be no other game: the program is to end.
    Bye {
        /// What was wrong with the player's hello, if that is why.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

/// A deck, by names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Commanders.
    pub commanders: Vec<String>,
    /// The other cards, each as often as it is in the deck; nothing for an endless library.
    pub cards: Vec<String>,
}

/// What a player says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum FromPlayer {
    /// The answer to [`ToPlayer::Hello`].
    Hello {
        /// The protocol that it speaks: `turnlab-agent/1`.
        #[cfg_attr(test, schemars(schema_with = "schema::protocol"))]
        protocol: String,
        /// What it is called.
        name: String,
        /// Its version.
        #[serde(default)]
        version: String,
        /// Whether it answers the same when it is asked the same.
        #[serde(default)]
        deterministic: bool,
        /// What it wants of the features that the table offers.
        #[serde(default)]
        #[cfg_attr(test, schemars(with = "Vec<Feature>"))]
        features: Vec<String>,
    },
    /// The answer to [`ToPlayer::Game`].
    Wants {
        /// Which game.
        game: String,
        /// It wants to be told what happens: feature `events`.
        #[serde(default)]
        events: bool,
        /// It wants to be told of every step: feature `phases`.
        #[serde(default)]
        phases: bool,
        /// At which priorities it is asked, at all without it: feature `stops`.
        #[serde(default)]
        stops: Option<StopsWanted>,
    },
    /// The answer to [`ToPlayer::Ask`].
    Answer {
        /// Which game.
        game: String,
        /// Which question.
        ask: u64,
        /// What is chosen.
        #[cfg_attr(test, schemars(with = "schema::Chosen"))]
        choice: Value,
        /// Steps thought, for the virtual clock.
        #[serde(default = "one")]
        spent: u32,
    },
    /// The player concedes, asked or not: feature `concede`.
    Concede {
        /// Which game.
        game: String,
    },
    /// Something is wrong on the player's side.
    Error {
        /// In which game, if in one.
        #[serde(default)]
        game: Option<String>,
        /// What.
        message: String,
    },
}

impl FromPlayer {
    /// Reads a line, with its end or without; `None` when it is blank.
    ///
    /// # Errors
    /// When it is no message.
    pub fn read(line: &str) -> Result<Option<FromPlayer>, serde_json::Error> {
        let line = line.trim();
        if line.is_empty() { Ok(None) } else { serde_json::from_str(line).map(Some) }
    }

    /// Which game it is about, if about one.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        match self {
            FromPlayer::Hello { .. } => None,
            FromPlayer::Wants { game, .. } | FromPlayer::Answer { game, .. } | FromPlayer::Concede { game } => {
                Some(game)
            }
            FromPlayer::Error { game, .. } => game.as_deref(),
        }
    }
}

const fn one() -> u32 {
    1
}

/// How a game ended, in a word.
#[must_use]
pub const fn end_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { .. } => "win",
        Outcome::Draw { .. } => "draw",
        Outcome::Capped => "capped",
        Outcome::Stalled { .. } => "stalled",
        Outcome::Fault => "fault",
    }
}
