//! Which objects an effect is about.

use serde::{Deserialize, Serialize};

use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};

use super::{CardId, Comparison, CounterKind, FilterId};

/// Whose objects a filter lets through, from the point of view of the effect's controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// The controller's.
    Yours,
    /// An opponent's.
    Opponents,
    /// The active player's.
    Active,
    /// The enchanted player's (CR 303.4b).
    Enchanted,
    /// Those the controller doesn't control.
    Others,
    /// Those of the player the effect is about (the trigger's player, the targeted player, or the `EachPlayer` one).
    Theirs,
    /// Those of the player who was chosen as the source entered.
    Chosen,
    /// Those of the controller's team (CR 102.2, 805.1).
    Team,
}

/// Which objects: every part must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Filter {
    /// At least one of these types; empty: any.
    pub any_type: Types,
    /// All of these types.
    pub all_types: Types,
    /// None of these types.
    pub no_type: Types,
    /// At least one of these subtypes; empty: any.
    pub subtypes: arrayvec::ArrayVec<Subtype, 6>,
    /// None of these subtypes.
    pub no_subtypes: arrayvec::ArrayVec<Subtype, 2>,
    /// At least one of these colours; empty: any.
    pub any_colour: ManaSet,
    /// None of these colours.
    pub no_colour: ManaSet,
    /// Whose.
    pub whose: Whose,
    /// Not the source itself.
    pub other: bool,
    /// All of these facts.
    pub is: Facts,
    /// None of these facts.
    pub is_not: Facts,
    /// All of these keywords.
    pub keywords: Keywords,
    /// None of these keywords.
    pub no_keywords: Keywords,
    /// Power.
    pub power: Option<(Comparison, i16)>,
    /// Toughness.
    pub toughness: Option<(Comparison, i16)>,
    /// Mana value.
    pub mana_value: Option<(Comparison, i16)>,
    /// A power of at most X.
    pub power_at_most_x: bool,
    /// A toughness of at most X.
    pub toughness_at_most_x: bool,
    /// A mana value of at most X.
    pub at_most_x: bool,
    /// A mana value of X.
    pub equals_x: bool,
    /// With at least one counter of that kind.
    pub counter: Option<CounterKind>,
    /// That card by name (CR 201.2).
    pub named: Option<CardId>,
    /// What passes that passes too.
    pub or: Option<FilterId>,
    /// It asks for nothing but types, whose it is, and that it is another: see [`Filter::is_simple`].
    pub simple: bool,
}

impl Filter {
    /// Whether everything passes.
    #[must_use]
    pub fn is_any(&self) -> bool {
        *self == Filter { simple: self.simple, ..Filter::default() }
    }

    /// Whether an object of those types may pass, what is said behind `or` apart.
    #[must_use]
    #[inline]
    pub fn fits_types(&self, types: Types) -> bool {
        (self.any_type.is_empty() || types.intersects(self.any_type))
            && types.contains(self.all_types)
            && !types.intersects(self.no_type)
    }

    /// The same without what passes that passes too.
    #[must_use]
    pub fn alone(&self) -> Filter {
        Filter { or: None, ..self.clone() }
    }

    /// Whether what passes depends on X.
    #[must_use]
    pub const fn is_measured_by_x(&self) -> bool {
        self.at_most_x || self.equals_x || self.power_at_most_x || self.toughness_at_most_x
    }

    /// Whether it asks for nothing but types, whose it is, and that it is another.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        let Filter { any_type, all_types, no_type, whose, other, simple, .. } = *self;
        *self == Filter { any_type, all_types, no_type, whose, other, simple, ..Filter::default() }
    }
}

bitflags::bitflags! {
    /// Facts about an object that a filter can ask for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Facts: u64 {
        /// Tapped.
        const TAPPED = 1;
        /// An attacking creature.
        const ATTACKING = 2;
        /// A blocking creature.
        const BLOCKING = 4;
        /// A creature that was declared as an attacker this turn.
        const ATTACKED_THIS_TURN = 8;
        /// A token.
        const TOKEN = 16;
        /// A commander (CR 903.3).
        const COMMANDER = 32;
        /// Modified: a +1/+1 counter, another counter, or attached Equipment or Aura of its controller (CR 700.9).
        const MODIFIED = 64;
        /// A basic land.
        const BASIC = 128;
        /// Legendary.
        const LEGENDARY = 256;
        /// A creature that has dealt combat damage to a player this turn.
        const STRUCK_PLAYER = 512;
        /// A multicoloured object.
        const MULTICOLOURED = 1024;
        /// Owned by the player the effect is about.
        const THEIRS = 2048;
        /// One of the objects the effect has made, moved or chosen.
        const THEM = 4096;
        /// Enchanted by an Aura.
        const ENCHANTED = 8192;
        /// An attacking or blocking creature.
        const IN_COMBAT = 16384;
        /// A card put into a graveyard from the battlefield this turn.
        const FELL = 32768;
        /// A Vehicle that the source crewed this turn (CR 702.122b).
        const CREWED_BY_SOURCE = 65536;
        /// Attacking the controller or a planeswalker of theirs.
        const ATTACKING_YOURS = 1 << 17;
        /// With less power than the source.
        const WEAKER = 1 << 18;
        /// With the name of the source.
        const NAMESAKE = 1 << 19;
        /// With a creature type of a commander of the controller's.
        const COMMANDERS_TYPE = 1 << 20;
        /// With a card type of one of the objects the effect has made, moved or chosen, as it last existed.
        const SHARES_TYPE = 1 << 21;
        /// The source itself.
        const ITSELF = 1 << 22;
        /// Of the creature type that was chosen as the source entered.
        const CHOSEN_TYPE = 1 << 23;
        /// Of the colour that was chosen as the source entered.
        const CHOSEN_COLOUR = 1 << 24;
        /// With the name that was chosen as the source entered (CR 201.4).
        const CHOSEN_NAME = 1 << 25;
        /// With a creature type of the object the event is about.
        const SHARES_CREATURE_TYPE = 1 << 26;
        /// An unblocked attacking creature (CR 509.1h).
        const UNBLOCKED = 1 << 27;
        /// Owned by the controller.
        const OWNED = 1 << 28;
        /// A goaded creature (CR 701.15).
        const GOADED = 1 << 29;
        /// A creature with the greatest power among those of its controller.
        const STRONGEST = 1 << 30;
        /// With the name of the object the event is about, or else of the target (CR 201.2).
        const NAMED_ALIKE = 1 << 31;
        /// The object the event is about.
        const THAT = 1 << 32;
        /// Attached to the source.
        const ATTACHED_TO_SOURCE = 1 << 33;
        /// A card that may begin the game on the battlefield (CR 103.6a).
        const OPENER = 1 << 35;
        /// A card in a hand that was drawn this turn.
        const DRAWN = 1 << 34;
        /// With a counter of any kind.
        const COUNTERED = 1 << 36;
        /// It came onto the battlefield this turn.
        const ENTERED = 1 << 37;
        /// Attacking the controller, and no planeswalker.
        const ATTACKING_YOU = 1 << 38;
        /// Paired with another creature (CR 702.95b).
        const PAIRED = 1 << 39;
        /// Paired with the source, or the source while it is paired.
        const IN_PAIR = 1 << 40;
        /// What the source is attached to.
        const BEARS_SOURCE = 1 << 41;
        /// It was dealt damage this turn (CR 120.1).
        const DAMAGED = 1 << 42;
        /// The source has dealt it damage this turn.
        const DAMAGED_BY_SOURCE = 1 << 43;
        /// Monstrous (CR 701.37b).
        const MONSTROUS = 1 << 44;
        /// A creature or planeswalker with the greatest mana value among those of its controller.
        const COSTLIEST = 1 << 51;
        /// Of a colour that is not in the colour identity of the commanders of the source's controller.
        const BEYOND_IDENTITY = 1 << 50;
        /// Attached to a creature.
        const ON_CREATURE = 1 << 52;
        /// Cast, or being cast, from a graveyard.
        const FROM_GRAVEYARD = 1 << 54;
        /// Cast, or being cast, from a library.
        const FROM_LIBRARY = 1 << 55;
        /// Cast, or being cast, from a hand.
        const FROM_HAND = 1 << 56;
        /// Cast, or being cast, from exile.
        const FROM_EXILE = 1 << 57;
        /// A card that has a mana ability (CR 605.1).
        const MANA_ABILITY = 1 << 58;
        /// An Equipment is attached to it.
        const EQUIPPED = 1 << 45;
        /// With a lesser mana value than the object the event is about, as it last existed.
        const CHEAPER = 1 << 46;
        /// With a mana value of at most the number of cards in its controller's graveyard.
        const WITHIN_GRAVEYARD = 1 << 47;
        /// With a permanent type of the object the event is about, as it last existed (CR 110.4).
        const SHARES_PERMANENT_TYPE = 1 << 48;
        /// With a greater power than the first target, as that last existed.
        const STRONGER_THAN_TARGET = 1 << 49;
        /// With a card type of the object the event is about, as it last existed (CR 205.2a).
        const SHARES_CARD_TYPE = 1 << 59;
        /// A card that may begin the game on the battlefield of who is not the starting player.
        const SECOND_OPENER = 1 << 61;
        /// Controlled by a player who is a target.
        const OF_TARGETS = 1 << 60;
        /// Cast, and no mana was spent to cast it.
        const FREE_OF_MANA = 1 << 53;
    }
}
