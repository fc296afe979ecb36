//! Files as written, scenarios as checked: the TOML schema, deck lists, prepared boards, scripts and expectations.
//!
//! Everything a user can write is read into a type that keeps positions, and checked into a type that can't be wrong;
//! all faults of a file are reported together. Nothing here runs anything.

mod decklist;

pub use decklist::{DeckList, Entry, Zone};
