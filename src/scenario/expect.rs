//! Expectations as checked: what a regression case must show.

use crate::cards::effect::{CardId, CounterKind};
use crate::turn::{Seat, SkipScope, Skippable, Step};

use super::end::End;
pub use super::file::expect::ZoneName;
use super::token::TurnToken;

/// Everything a case must show; what is absent may be anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expectations {
    /// The first turns begun, in order.
    pub turns: Option<Vec<TurnToken>>,
    /// Who wins.
    pub winner: Option<Winner>,
    /// How the game ends.
    pub end: Option<End>,
    /// A subsequence of the event log.
    pub events: Vec<EventPattern>,
    /// Events that must not happen while the case is played, which is at least to the end of the turn in which all else has
    /// come, unless a list of turns bounds it.
    pub never: Vec<EventPattern>,
    /// The hash of the rules events, in lower-case hexadecimal digits.
    pub digest: Option<String>,
    /// The readable outline.
    pub outline: Option<String>,
    /// Which steps happen in which turns.
    pub steps: Vec<StepsExpectation>,
    /// What is so at a moment.
    pub states: Vec<StateExpectation>,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// That seat.
    Seat(Seat),
    /// Nobody.
    Nobody,
}

/// An event of the log: its type and those of its fields that matter, and when it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPattern {
    /// Its type, in kebab-case.
    pub kind: &'static str,
    /// Fields by name; all must be as given.
    pub fields: Vec<(String, FieldPattern)>,
    /// In which turn and step.
    pub during: During,
    /// Line and column in the scenario, for complaints.
    pub line: (usize, usize),
}

/// A part of a game: what is between two steps belongs to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct During {
    /// In that turn only, counting turns begun from 1.
    pub turn: Option<u32>,
    /// In that step only.
    pub step: Option<Step>,
    /// In the n-th such step of the turn only, from 1.
    pub nth: Option<u16>,
}

/// The value of an event's field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldPattern {
    /// A seat.
    Seat(Seat),
    /// Text: a name in kebab-case, a card's name.
    Text(String),
    /// A number.
    Number(i64),
    /// True or false.
    Flag(bool),
}

/// The steps of a turn, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepsExpectation {
    /// Which turn, counting turns begun from 1.
    pub turn: u32,
    /// The steps that begin, all of them and in order.
    pub visited: Vec<Step>,
}

/// A moment: a step has begun, its turn-based actions and the script's entries for it are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Which turn, counting turns begun from 1.
    pub turn: u32,
    /// Which step.
    pub step: Step,
    /// The n-th such step of the turn, from 1.
    pub nth: u16,
}

/// What is so at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateExpectation {
    /// When.
    pub at: Moment,
    /// Line and column in the scenario, for complaints.
    pub line: (usize, usize),
    /// Facts of the table.
    pub table: TableFacts,
    /// Facts of one seat.
    pub seat: Option<(Seat, SeatFacts)>,
}

/// Facts of the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableFacts {
    /// The extra turns that wait, the one taken first in front.
    pub pending_turns: Option<Vec<TurnToken>>,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// Who decides for the active player.
    pub controller: Option<Seat>,
    /// How many spells and abilities are on the stack.
    pub stack: Option<u16>,
    /// Whether anybody gets priority before the step is over.
    pub priority: Option<bool>,
}

/// Facts of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeatFacts {
    /// Life.
    pub life: Option<i32>,
    /// Poison counters.
    pub poison: Option<u16>,
    /// Mana in the pool, in WUBRGC order.
    pub mana: Option<[u8; 6]>,
    /// Whether the player has left the game.
    pub left: Option<bool>,
    /// How many cards the library has.
    pub library: Option<u32>,
    /// What zones hold.
    pub zones: Vec<(ZoneName, ZoneExpectation)>,
    /// The names of all tapped permanents the seat controls, sorted.
    pub tapped: Option<Vec<CardId>>,
    /// Counters on the first permanent of that name the seat controls.
    pub counters: Vec<(CardId, Vec<(CounterKind, u16)>)>,
    /// Power and toughness of the first permanent of that name the seat controls.
    pub pt: Vec<(CardId, (i16, i16))>,
    /// All skips that wait for the seat.
    pub pending_skips: Option<Vec<SkipExpectation>>,
}

/// What a zone holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZoneExpectation {
    /// So many cards.
    Count(u32),
    /// These cards and no other, in any order; sorted.
    Exactly(Vec<CardId>),
    /// These among others, and none of those.
    Some {
        /// At least these.
        has: Vec<CardId>,
        /// None of these.
        lacks: Vec<CardId>,
    },
}

/// Skips that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkipExpectation {
    /// Of what.
    pub what: Skippable,
    /// How many.
    pub count: u16,
    /// How long they wait.
    pub scope: SkipScope,
}
