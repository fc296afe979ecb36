//! Objects and zones (CR 109, 400).

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::effect::{CardId, CounterKind, How};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::Types;
use crate::turn::Seat;

/// Where an object's data lies. A slot outlives zone changes; an [`ObjectId`] does not.
pub(crate) type Slot = u16;

/// An object as it exists in one zone: it gets a new id on every zone change (CR 400.7).
///
/// Ids in hidden zones say nothing: a shuffle permutes the cards among the slots of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId {
    pub(crate) slot: Slot,
    pub(crate) incarnation: u32,
}

/// The slot of no object that has one: an ability on the stack is an object too (CR 109.1), told by its number there.
const ABILITIES: Slot = Slot::MAX - 1;

impl ObjectId {
    /// An activated or triggered ability on the stack.
    pub(crate) const fn of_ability(serial: u32) -> ObjectId {
        ObjectId { slot: ABILITIES, incarnation: serial }
    }

    /// The number of an ability on the stack, if it is one.
    pub(crate) const fn ability(self) -> Option<u32> {
        if self.slot == ABILITIES { Some(self.incarnation) } else { None }
    }
}

/// Nothing: the source of what the rules do by themselves.
pub(crate) const NO_SOURCE: ObjectId = ObjectId { slot: Slot::MAX, incarnation: 0 };

/// A zone (CR 400.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// CR 401.
    Library,
    /// CR 402.
    Hand,
    /// CR 403.
    Battlefield,
    /// CR 404.
    Graveyard,
    /// CR 405.
    Stack,
    /// CR 406.
    Exile,
    /// CR 408.
    Command,
    /// Phased out (CR 702.26): on the battlefield, but as though it did not exist.
    Phased,
    /// Outside the game: what has left it, and tokens that have ceased to exist.
    Nowhere,
}

bitflags! {
    /// Facts about an object that are not printed on it; but for SHIFTED, which only says where to look.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct Status: u16 {
        const TAPPED = 1;
        /// Its controller has not controlled it continuously since their turn began (CR 302.6).
        const SICK = 2;
        const COMMANDER = 4;
        const TOKEN = 8;
        const ATTACKED_THIS_TURN = 16;
        /// Doesn't untap during its controller's next untap step.
        const FROZEN = 32;
        /// A permanent that has become monstrous (CR 701.37b).
        const MONSTROUS = 128;
        /// Has at least one counter in the side table.
        const COUNTERS = 256;
        /// A commander in a graveyard or in exile whose owner has not been asked yet (CR 903.9a).
        const ASK_COMMANDER = 512;
        /// Is or was attacking in this combat and has dealt first-strike damage (CR 510.4).
        const STRUCK_FIRST = 1024;
        /// A card in exile that has gained suspend.
        const GAINED_SUSPEND = 2048;
        /// Cast from suspend: it has haste until its controller loses control of it (CR 702.62a).
        const HASTY = 4096;
        /// A card in exile that only its owner may look at (CR 406.3).
        const FACE_DOWN = 8192;
        /// A permanent whose types, size or keywords are perhaps not those printed on it.
        const SHIFTED = 1 << 14;
        /// A spell cast from a graveyard by an effect that has it exiled as it leaves the stack (CR 702.34a).
        const EXILED_AFTERWARDS = 1 << 15;
    }
}

/// An object's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Object {
    pub(crate) card: CardId,
    pub(crate) incarnation: u32,
    pub(crate) owner: Seat,
    pub(crate) controller: Seat,
    pub(crate) zone: Zone,
    pub(crate) status: Status,
    pub(crate) types: Types,
    pub(crate) damage: i16,
    pub(crate) power: i16,
    pub(crate) toughness: i16,
    pub(crate) keywords: Keywords,
    pub(crate) attached_to: Option<ObjectId>,
    /// The player an Aura is attached to (CR 303.4b).
    pub(crate) enchants: Option<Seat>,
    pub(crate) attacks_this_turn: u8,
    pub(crate) paid: CastAs,
}

/// What of a permanent is worked out in layers (CR 613): power, toughness, types, keywords.
pub(crate) type Characteristics = (i16, i16, Types, Keywords);

/// How a spell was cast; the permanent it becomes remembers it (CR 400.7d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct CastAs {
    pub(crate) how: How,
    /// How often the optional additional cost was paid.
    pub(crate) extra: u8,
    /// X (CR 107.3m).
    pub(crate) x: u16,
    /// The modes chosen, as bits.
    pub(crate) modes: u16,
    /// Types of mana spent to cast it.
    pub(crate) spent: ManaSet,
    /// The zone it was cast from; none for what was put onto the stack or the battlefield without being cast.
    pub(crate) from: Option<Zone>,
    /// It is exiled only where it would be put into a graveyard.
    pub(crate) only_graveyard: bool,
}

impl Object {
    pub(crate) fn is(&self, status: Status) -> bool {
        self.status.contains(status)
    }

    /// Whether it may be cast whenever its player has priority (CR 117.1a, 702.8a).
    pub(crate) fn is_instant(&self) -> bool {
        self.types.contains(Types::INSTANT) || self.has(Keywords::FLASH)
    }

    pub(crate) fn has(&self, keyword: Keywords) -> bool {
        self.keywords.contains(keyword)
    }

    /// Whether no effect says that it can't be sacrificed (CR 101.2).
    pub(crate) fn can_be_sacrificed(&self) -> bool {
        !self.has(Keywords::NO_SACRIFICE)
    }

    /// What changes as the layers are applied anew (CR 613).
    pub(crate) fn characteristics(&self) -> Characteristics {
        (self.power, self.toughness, self.types, self.keywords)
    }

    pub(crate) fn is_creature(&self) -> bool {
        self.types.contains(Types::CREATURE)
    }
}

/// Counters on an object, in a side table: most objects have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Counters {
    pub(crate) slot: Slot,
    pub(crate) kind: CounterKind,
    pub(crate) count: u16,
}

/// A target, or anything else that is a player or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A player.
    Player(Seat),
    /// An object.
    Object(ObjectId),
}

/// Whether a permanent of these types can be summoning sick in a way that matters for {T} (CR 302.6).
pub(super) fn minds_sickness(types: Types) -> bool {
    types.contains(Types::CREATURE)
}
