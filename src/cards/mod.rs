//! What is printed on a card, as data; its effects, compiled; the catalog.
//!
//! Cards are written in TOML and compiled at load into small copyable instructions in flat arenas; nothing of this room
//! knows the state of a game.

pub mod ability;
pub mod card;
pub mod catalog;
pub mod effect;
pub mod keyword;
pub mod mana;
pub mod source;
pub mod type_line;
