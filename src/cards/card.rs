//! What is printed on a card.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::ability::{Ability, Targets, Timing};
use super::command::Pairing;
use super::effect::{AbilityId, AmountId, ConditionId, EffectId};
use super::keyword::Keywords;
use super::mana::{ManaCost, ManaSet};
use super::type_line::{Subtype, Types};

/// A card or token of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its mana cost; lands and tokens have none.
    pub cost: Option<ManaCost>,
    /// Its mana value, X counting 0.
    pub mana_value: u16,
    /// Card types and supertypes.
    pub types: Types,
    /// Subtypes.
    pub subtypes: ArrayVec<Subtype, 6>,
    /// Its colours.
    pub colours: ManaSet,
    /// Its colour identity (CR 903.4).
    pub identity: ManaSet,
    /// Power, for creatures.
    pub power: i16,
    /// Toughness, for creatures.
    pub toughness: i16,
    /// Power and toughness equal to that number instead (a characteristic-defining ability, CR 604.3).
    pub power_toughness: Option<AmountId>,
    /// Starting loyalty, for planeswalkers.
    pub loyalty: Option<u16>,
    /// Keywords.
    pub keywords: Keywords,
    /// Partner abilities (CR 702.124a), which function before the game.
    pub pairings: ArrayVec<Pairing, 2>,
    /// It says that it can be a commander (CR 903.3a).
    pub can_lead: bool,
    /// Its abilities, in printed order.
    pub abilities: Vec<AbilityId>,
    /// What it does as it resolves, for instants and sorceries.
    pub spell: Option<Spell>,
    /// Any number may be in a deck (basic lands and the like, CR 100.4, 903.5b).
    pub any_number: bool,
    /// Legal in Commander by the ban list.
    pub commander_legal: bool,
    /// A token, not a card.
    pub token: bool,
    /// It stands in for a card that is not known well enough to be played.
    pub stand_in: Option<StandIn>,
    /// What it can be looked for by: see [`Card::TRIGGERS`] and its neighbours.
    pub has: u32,
    /// What it can be tapped for.
    pub mana: super::profile::ManaProfile,
}

/// How much a stand-in has of the card that it stands in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandIn {
    /// Its printed body, without abilities.
    Facts,
    /// Its name only.
    Blank,
}

impl StandIn {
    /// Its name in card files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StandIn::Facts => "facts",
            StandIn::Blank => "blank",
        }
    }
}

/// What an instant or sorcery does, and how it may be cast.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spell {
    /// Its effect.
    pub effect: EffectId,
    /// Its targets.
    pub targets: Targets,
    /// When it may be cast, beyond its type.
    pub timing: Timing,
    /// Only when this holds.
    pub condition: Option<ConditionId>,
    /// It is exiled as it resolves, instead of going to the graveyard.
    pub exile: bool,
    /// It is shuffled into its owner's library as it resolves.
    pub shuffle: bool,
}

impl Card {
    /// In [`Card::has`]: a triggered ability.
    pub const TRIGGERS: u32 = 1;
    /// In [`Card::has`]: a static ability.
    pub const STATICS: u32 = 2;
    /// In [`Card::has`]: an activated ability that is not a mana ability.
    pub const ACTIVATED: u32 = 4;
    /// In [`Card::has`]: a mana ability.
    pub const MANA: u32 = 8;
    /// In [`Card::has`]: a replacement effect.
    pub const REPLACEMENTS: u32 = 16;

    /// Whether it is a permanent card (CR 110.4a).
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        self.types.intersects(Types::PERMANENT)
    }

    /// The bits of [`Card::has`] that an ability sets.
    #[must_use]
    pub fn has_bit(ability: &Ability) -> u32 {
        match ability {
            Ability::Triggered(_) => Card::TRIGGERS,
            Ability::Static(_) => Card::STATICS,
            Ability::Activated(_) => Card::ACTIVATED,
            Ability::Mana(_) => Card::MANA,
            Ability::Replacement(_) => Card::REPLACEMENTS,
        }
    }
}
