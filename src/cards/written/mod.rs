//! Card files as written: what serde reads from TOML, with positions, before anything is checked.
//!
//! The shapes are checked here (unknown keys and effects are refused); the words inside the strings are left to
//! [`super::compile`], which knows the catalog.

mod ability;
mod card;
mod effect;
mod value;

pub use ability::{
    GraveyardFrom, WrittenAbility, WrittenCostChange, WrittenCounterRemoved, WrittenEnteringCounters, WrittenNth,
    WrittenReplacement, WrittenSpellLimit, WrittenStatic, WrittenStaticPump, WrittenStaticSkip, WrittenToGraveyard,
    WrittenTrigger, WrittenUntapLimit,
};
pub use card::{Afterwards, WrittenCard};
pub use effect::*;
pub use value::{Empty, MaybeLimit, Number, OneOrMany, Text, WrittenAmount};
