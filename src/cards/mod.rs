//! What is printed on a card, as data; its effects, compiled; the catalog.
//!
//! Cards are written in TOML and compiled at load into small copyable instructions in flat arenas; nothing of this room
//! knows the state of a game.

pub mod ability;
mod alike;
mod attempts;
pub mod brackets;
mod builder;
#[cfg(embedded)]
mod builtin;
pub mod card;
pub mod catalog;
pub mod command;
mod compile;
mod duplicate;
pub mod effect;
pub mod keyword;
pub mod legality;
pub mod limits;
pub mod mana;
mod names;
mod parse;
pub mod profile;
pub mod source;
pub mod type_line;
pub mod vocabulary;
pub mod wording;
pub mod written;

pub use alike::Likeness;
pub(crate) use attempts::Attempts;
pub use builder::CatalogBuilder;
#[cfg(embedded)]
pub use builtin::builtin_sources;
