//! Card types, supertypes and subtypes (CR 205).

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Card types and supertypes in one set of bits (CR 205.2, 205.4).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Types: u16 {
        /// Artifact.
        const ARTIFACT = 1;
        /// Creature.
        const CREATURE = 2;
        /// Enchantment.
        const ENCHANTMENT = 4;
        /// Instant.
        const INSTANT = 8;
        /// Land.
        const LAND = 16;
        /// Planeswalker.
        const PLANESWALKER = 32;
        /// Sorcery.
        const SORCERY = 64;
        /// Kindred (formerly tribal).
        const KINDRED = 128;
        /// The supertype basic.
        const BASIC = 256;
        /// The supertype legendary.
        const LEGENDARY = 512;
        /// The supertype snow.
        const SNOW = 1024;
        /// Dungeon.
        const DUNGEON = 2048;
        /// Supertypes (CR 205.4a).
        const SUPERTYPES = 256 | 512 | 1024;
        /// The card types, without supertypes (CR 205.2a).
        const CARD_TYPES = 255;
        /// Types a permanent can have (CR 110.4).
        const PERMANENT = 1 | 2 | 4 | 16 | 32;
    }
}

/// A subtype, interned in its [`Catalog`](super::catalog::Catalog).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Subtype(pub u16);

/// Subtypes of lands, artifacts, enchantments and spells, as far as cards have them (CR 205.3g to 205.3k).
const OTHER_SUBTYPES: &[&str] = &[
    "Plains",
    "Island",
    "Swamp",
    "Mountain",
    "Forest",
    "Desert",
    "Gate",
    "Cave",
    "Locus",
    "Lair",
    "Sphere",
    "Town",
    "Urza's",
    "Mine",
    "Power-Plant",
    "Tower",
    "Equipment",
    "Vehicle",
    "Clue",
    "Food",
    "Treasure",
    "Blood",
    "Map",
    "Gold",
    "Fortification",
    "Contraption",
    "Powerstone",
    "Spacecraft",
    "Junk",
    "Incubator",
    "Attraction",
    "Aura",
    "Saga",
    "Shrine",
    "Curse",
    "Cartouche",
    "Class",
    "Background",
    "Case",
    "Room",
    "Role",
    "Rune",
    "Shard",
    "Adventure",
    "Arcane",
    "Lesson",
    "Trap",
    "Omen",
];

/// CR 205.3m: what is no type of lands, artifacts, enchantments, spells or planeswalkers.
pub(super) fn is_creature_type(name: &str) -> bool {
    !OTHER_SUBTYPES.contains(&name)
}
