//! Keyword abilities (CR 702) and the keyword-like facts that continuous effects grant.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// A set of keyword abilities and simple restrictions.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Keywords: u64 {
        /// CR 702.2.
        const DEATHTOUCH = 1;
        /// CR 702.3.
        const DEFENDER = 1 << 1;
        /// CR 702.4.
        const DOUBLE_STRIKE = 1 << 2;
        /// CR 702.7.
        const FIRST_STRIKE = 1 << 3;
        /// CR 702.8.
        const FLASH = 1 << 4;
        /// CR 702.9.
        const FLYING = 1 << 5;
        /// CR 702.10.
        const HASTE = 1 << 6;
        /// CR 702.11.
        const HEXPROOF = 1 << 7;
        /// CR 702.12.
        const INDESTRUCTIBLE = 1 << 8;
        /// CR 702.15.
        const LIFELINK = 1 << 9;
        /// CR 702.17.
        const REACH = 1 << 10;
        /// CR 702.18.
        const SHROUD = 1 << 11;
        /// CR 702.19.
        const TRAMPLE = 1 << 12;
        /// CR 702.20.
        const VIGILANCE = 1 << 13;
        /// CR 702.111.
        const MENACE = 1 << 14;
        /// CR 702.61.
        const SPLIT_SECOND = 1 << 15;
        /// "Can't be blocked."
        const UNBLOCKABLE = 1 << 16;
        /// "Can't attack."
        const CANT_ATTACK = 1 << 17;
        /// "Can't block."
        const CANT_BLOCK = 1 << 18;
        /// "Attacks each combat if able."
        const MUST_ATTACK = 1 << 19;
        /// "Can't be countered."
        const UNCOUNTERABLE = 1 << 20;
        /// "Doesn't untap during its controller's untap step."
        const NO_UNTAP = 1 << 21;
        /// CR 702.118.
        const SKULK = 1 << 22;
        /// CR 702.14, for Swamps.
        const SWAMPWALK = 1 << 23;
        /// Combat damage that it would deal or be dealt is prevented (CR 615).
        const NO_COMBAT_DAMAGE = 1 << 24;
        /// CR 702.14, for Islands.
        const ISLANDWALK = 1 << 25;
        /// "Must be blocked each combat if able."
        const MUST_BE_BLOCKED = 1 << 26;
        /// CR 702.31.
        const HORSEMANSHIP = 1 << 27;
        /// CR 702.28.
        const SHADOW = 1 << 28;
        /// CR 702.90.
        const INFECT = 1 << 29;
        /// CR 702.80.
        const WITHER = 1 << 30;
        /// CR 702.14, for Plains.
        const PLAINSWALK = 1 << 31;
        /// CR 702.14, for Mountains.
        const MOUNTAINWALK = 1 << 32;
        /// CR 702.14, for Forests.
        const FORESTWALK = 1 << 33;
        /// CR 702.36.
        const FEAR = 1 << 34;
        /// CR 702.13.
        const INTIMIDATE = 1 << 35;
        /// "All creatures able to block it do so."
        const LURES = 1 << 36;
        /// "You may choose not to untap it during your untap step."
        const MAY_STAY_TAPPED = 1 << 37;
        /// CR 702.25.
        const FLANKING = 1 << 38;
        /// CR 702.14, for nonbasic lands.
        const NONBASIC_LANDWALK = 1 << 50;
        /// CR 702.147.
        const DECAYED = 1 << 39;
        /// "Can't be sacrificed."
        const NO_SACRIFICE = 1 << 40;
    }
}

impl Keywords {
    /// What is no ability where an effect says it of a permanent: rules of the game that the effect changes (CR 611.1, 613.11). A permanent
    /// that loses its abilities is still under such an effect.
    pub const RULES: Keywords = Keywords::UNBLOCKABLE
        .union(Keywords::CANT_ATTACK)
        .union(Keywords::CANT_BLOCK)
        .union(Keywords::MUST_ATTACK)
        .union(Keywords::MUST_BE_BLOCKED)
        .union(Keywords::LURES)
        .union(Keywords::NO_UNTAP)
        .union(Keywords::NO_SACRIFICE)
        .union(Keywords::NO_COMBAT_DAMAGE);
    /// Those that keep a creature from blocking at all.
    pub const NO_BLOCK: Keywords = Keywords::CANT_BLOCK.union(Keywords::DECAYED);
}

/// The names under which a card file may write a keyword.
pub const NAMES: &[(&str, Keywords)] = &[
    ("deathtouch", Keywords::DEATHTOUCH),
    ("defender", Keywords::DEFENDER),
    ("double strike", Keywords::DOUBLE_STRIKE),
    ("first strike", Keywords::FIRST_STRIKE),
    ("flash", Keywords::FLASH),
    ("flying", Keywords::FLYING),
    ("haste", Keywords::HASTE),
    ("hexproof", Keywords::HEXPROOF),
    ("indestructible", Keywords::INDESTRUCTIBLE),
    ("lifelink", Keywords::LIFELINK),
    ("reach", Keywords::REACH),
    ("shroud", Keywords::SHROUD),
    ("trample", Keywords::TRAMPLE),
    ("vigilance", Keywords::VIGILANCE),
    ("menace", Keywords::MENACE),
    ("split second", Keywords::SPLIT_SECOND),
    ("unblockable", Keywords::UNBLOCKABLE),
    ("can't attack", Keywords::CANT_ATTACK),
    ("can't block", Keywords::CANT_BLOCK),
    ("must attack", Keywords::MUST_ATTACK),
    ("uncounterable", Keywords::UNCOUNTERABLE),
    ("doesn't untap", Keywords::NO_UNTAP),
    ("skulk", Keywords::SKULK),
    ("swampwalk", Keywords::SWAMPWALK),
    ("islandwalk", Keywords::ISLANDWALK),
    ("no combat damage", Keywords::NO_COMBAT_DAMAGE),
    ("must be blocked", Keywords::MUST_BE_BLOCKED),
    ("horsemanship", Keywords::HORSEMANSHIP),
    ("shadow", Keywords::SHADOW),
    ("infect", Keywords::INFECT),
    ("wither", Keywords::WITHER),
    ("plainswalk", Keywords::PLAINSWALK),
    ("mountainwalk", Keywords::MOUNTAINWALK),
    ("forestwalk", Keywords::FORESTWALK),
    ("fear", Keywords::FEAR),
    ("intimidate", Keywords::INTIMIDATE),
    ("lures", Keywords::LURES),
    ("may stay tapped", Keywords::MAY_STAY_TAPPED),
    ("flanking", Keywords::FLANKING),
    ("nonbasic landwalk", Keywords::NONBASIC_LANDWALK),
    ("decayed", Keywords::DECAYED),
    ("can't be sacrificed", Keywords::NO_SACRIFICE),
];
