//! Files as written, scenarios as checked: the TOML schema, deck lists, prepared boards, scripts and expectations.
//!
//! Everything a user can write is read into a type that keeps positions, and checked into a type that can't be wrong;
//! all faults of a file are reported together. Nothing here runs anything.

mod check;
mod columns;
mod deck;
mod decklist;
mod end;
mod events;
mod expect;
mod facts;
mod file;
mod files;
mod format;
mod keys;
mod puzzle;
mod reading;
#[allow(clippy::module_inception, reason = "the room is named after its main noun")]
mod scenario;
mod script;
mod seats;
mod settings;
mod table_time;
mod template;
#[cfg(test)]
mod testing;
mod token;

pub use deck::{Deck, DeckCheck, ReadDeck, StandInCount};
pub use decklist::{DeckList, Entry, Hints, ListFormat, Printed, Printing, Zone};
pub use end::End;
pub use events::{EVENTS, EventType, Holds};
pub use expect::{
    During, EventPattern, Expectations, FieldPattern, Moment, SeatFacts, SkipExpectation, StateExpectation,
    StepsExpectation, TableFacts, Winner, ZoneExpectation, ZoneName,
};
pub use facts::{
    CardFacts, Compared, Comparison, Missing, Refused, StandIns, Translated, Translation, Unknown, Untranslated,
    Verdict, missing_cards,
};
pub use file::SCHEMA;
pub use file::seat::parse_duration;
pub use file::tables::parse_seed;
pub use files::{
    BUILTIN, Disk, FileError, Files, InMemory, Input, Typed, WithAgents, builtin_paths, is_stream, open, resolve,
};
pub use format::{DeckRules, Format};
pub use keys::{KEYS, Key, schema};
pub use puzzle::Puzzle;
pub use reading::{open_regular, read_regular, without_place};
pub use scenario::Scenario;
pub use script::{Do, ScriptEntry, When};
pub use seats::{Board, BoardCard, SeatSetup, means_something_else, position_in};
pub use settings::{
    AgentSpec, BatchSettings, Deals, GameSettings, HouseRules, ProcessSpec, Questions, Quoted, StartingSeat,
};
pub use table_time::TableTime;
pub use template::template;
pub use token::TurnToken;
