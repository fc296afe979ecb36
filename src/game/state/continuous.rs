//! Continuous effects in force (CR 611), and what objects were as they last existed (CR 608.2h).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, CounterKind, Duration, FilterId, Permit, Shape, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::mana::{Mana, ManaSet, SpentAs};
use crate::cards::type_line::{Subtype, Types};
use crate::game::object::{Object, ObjectId, Slot, Status, Target};
use crate::turn::Seat;

use super::about::Chosen;

/// What passes as an effect sees it, those to come among them (CR 611.2c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Those {
    pub(crate) filter: FilterId,
    /// The source of the effect, and whose it is.
    pub(crate) source: ObjectId,
    pub(crate) you: Seat,
    /// The player whom the effect was about.
    pub(crate) theirs: Option<Seat>,
    /// Its X.
    pub(crate) x: i32,
}

/// A continuous effect on one object (CR 611.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pumped {
    pub(crate) object: ObjectId,
    pub(crate) power: i16,
    pub(crate) toughness: i16,
    pub(crate) keywords: Keywords,
    /// Keywords that it loses.
    #[serde(default)]
    pub(crate) lost: Keywords,
    pub(crate) duration: Duration,
    pub(crate) by: Seat,
    /// What has made it, where that decides how long it lasts.
    #[serde(default)]
    pub(crate) source: Option<ObjectId>,
    /// The turn in which it began, counting turns begun from 1.
    pub(crate) since: u32,
    /// When it began among the effects that change characteristics (CR 613.7b).
    #[serde(default)]
    pub(crate) timestamp: u32,
}

/// What a permanent has become, for good or until end of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TypeChange {
    pub(crate) object: ObjectId,
    /// When it began among the effects that change characteristics (CR 613.7b).
    #[serde(default)]
    pub(crate) timestamp: u32,
    pub(crate) size: Option<(i16, i16)>,
    pub(crate) types: Types,
    pub(crate) subtype: Option<Subtype>,
    pub(crate) keywords: Keywords,
    pub(crate) colours: ManaSet,
    /// It has those colours in addition.
    #[serde(default)]
    pub(crate) adds_colours: bool,
    /// It is of every creature type.
    #[serde(default)]
    pub(crate) every_creature_type: bool,
    /// Until end of turn.
    pub(crate) this_turn: bool,
    /// Until the next turn of that player.
    #[serde(default)]
    pub(crate) until_turn_of: Option<Seat>,
    /// It is so as a copy, and so is a copy of it (CR 707.3).
    pub(crate) copied: bool,
    /// It is not legendary.
    pub(crate) not_legendary: bool,
    /// An ability that it has in addition.
    pub(crate) ability: Option<AbilityId>,
    /// The card whose name it has.
    #[serde(default)]
    pub(crate) name: Option<CardId>,
    /// The subtype is its only creature type.
    #[serde(default)]
    pub(crate) only_subtype: bool,
    /// It has no mana cost.
    #[serde(default)]
    pub(crate) no_mana_cost: bool,
}

/// What a permanent is again at end of turn that is a copy until then (CR 514.2, 613.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CopyThisTurn {
    pub(crate) object: ObjectId,
    /// The card that it is without that.
    pub(crate) card: CardId,
    /// It is a copy without that too.
    pub(crate) posing: bool,
    /// In what it differs from its card as that copy.
    pub(crate) changes: Vec<TypeChange>,
}

/// A permanent that is another card, as a copy or by its shape, and the card it is otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Posing {
    pub(crate) slot: Slot,
    pub(crate) card: CardId,
}

/// An effect by which a permanent has lost its abilities and is what a shape describes (CR 613.1d to 613.1f, 613.4b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shaped {
    pub(crate) object: ObjectId,
    pub(crate) shape: Shape,
    /// The permanent whose static ability it is, for as long as that is attached to the object.
    pub(crate) by: Option<ObjectId>,
    /// Until end of turn.
    pub(crate) this_turn: bool,
    /// When it began among the effects that change characteristics (CR 613.7b).
    #[serde(default)]
    pub(crate) timestamp: u32,
    /// The objects whose static abilities are older (CR 613.7a): what those give it has been lost.
    pub(crate) older: Vec<ObjectId>,
    /// Keywords that counters and other things that stay had given it before (CR 613.7c), and have not since.
    #[serde(default)]
    pub(crate) lost: Keywords,
}

/// A permanent for as long as which something is so: while it is there, and perhaps more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct WhileThere {
    pub(crate) source: ObjectId,
    /// While the player controls it.
    pub(crate) controlled: bool,
    /// While it is tapped.
    pub(crate) tapped: bool,
}

impl WhileThere {
    /// Whether the permanent, if it is there, is as that says.
    pub(crate) fn holds(&self, permanent: Option<&Object>, by: Seat) -> bool {
        permanent.is_some_and(|object| {
            (!self.controlled || object.controller == by) && (!self.tapped || object.is(Status::TAPPED))
        })
    }
}

/// A permanent that an effect gave to another player: it goes back when that player leaves (CR 800.4a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Taken {
    pub(crate) object: ObjectId,
    pub(crate) from: Seat,
    pub(crate) by: Seat,
    /// Only while that is as it says.
    pub(crate) while_there: Option<WhileThere>,
    /// And only while that is attached to the permanent.
    pub(crate) while_attached: bool,
    /// Until end of turn.
    pub(crate) this_turn: bool,
    /// Until the end of the next turn of who took it, after the turn of that number, counting from 1.
    #[serde(default)]
    pub(crate) since: Option<u32>,
}

/// A permanent with echo that has come under its controller's control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Newcomer {
    pub(crate) object: ObjectId,
    /// An upkeep of that player has begun since.
    pub(crate) due: bool,
}

/// A creature that is goaded until a player's next turn (CR 701.15a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Goaded {
    pub(crate) object: ObjectId,
    /// By whom, and until whose next turn.
    pub(crate) by: Seat,
}

/// Spells of some players that pass cost more until a player's next turn, or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dearer {
    /// Whose spells, in the eyes of that player.
    pub(crate) whose: Whose,
    pub(crate) filter: FilterId,
    pub(crate) by: i8,
    /// What has made it so.
    pub(crate) source: ObjectId,
    pub(crate) you: Seat,
}

/// A player or permanent has protection from a player until another's next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Guarded {
    pub(crate) what: Target,
    pub(crate) from: Seat,
    /// Until whose next turn.
    pub(crate) by: Seat,
}

/// A player or permanent has protection from what passes or, where there are any, from sources of those colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Protected {
    pub(crate) what: Target,
    pub(crate) from: Option<FilterId>,
    /// It is hexproof: it only keeps opponents from targeting it.
    #[serde(default)]
    pub(crate) hexproof: bool,
    pub(crate) colours: ManaSet,
    pub(crate) duration: Duration,
    pub(crate) by: Seat,
    /// The turn in which it began, counting turns begun from 1.
    pub(crate) since: u32,
}

/// Spells that a player can't cast for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Gagged {
    pub(crate) seat: Seat,
    /// Which; any.
    pub(crate) those: Option<Those>,
    /// Only those with the name of that card (CR 201.2).
    #[serde(default)]
    pub(crate) name: Option<CardId>,
    /// Whose effect it is.
    pub(crate) by: Seat,
    pub(crate) duration: Duration,
    /// The number of the turn in which it began.
    pub(crate) since: u32,
}

/// A card in exile that a player may play, and see if it lies face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Permitted {
    pub(crate) card: ObjectId,
    pub(crate) seat: Seat,
    pub(crate) until: Permit,
    pub(crate) source: ObjectId,
    /// Without paying its mana cost.
    pub(crate) free: bool,
    /// Lands may be played; else spells alone may be cast (CR 305.1).
    pub(crate) lands: bool,
    /// Which spells may be cast; any.
    pub(crate) spells: Option<Those>,
    /// Not as an Adventure, as that is how it came there (CR 715.3d).
    pub(crate) returns: bool,
    /// As what mana may be spent to cast it.
    #[serde(default)]
    pub(crate) mana: Option<SpentAs>,
    /// A spell that is cast so is exiled if it would be put into a graveyard.
    #[serde(default)]
    pub(crate) exile: bool,
    /// It is cast by flashback, for its mana cost (CR 702.34a).
    #[serde(default)]
    pub(crate) flashback: bool,
    /// The turn in which it was given, counting turns begun from 1.
    pub(crate) since: u32,
}

/// What was chosen as a permanent entered (CR 607.2d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Feature {
    /// A creature type.
    Type(Subtype),
    /// A colour.
    Colour(Mana),
    /// A player.
    Player(Seat),
    /// A card name.
    Name(CardId),
    /// The n-th of the words that the card prints, from 0.
    Word(u8),
    /// The level of a Class, which nobody has chosen (CR 717.2).
    Level(u8),
    /// The creature that it has put onto the battlefield, which alone it may enchant from then on.
    Host(ObjectId),
}

/// A face-down spell or permanent, and the card it really is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct FaceDown {
    pub(crate) slot: Slot,
    pub(crate) card: CardId,
    /// It was manifested (CR 701.40).
    #[serde(default)]
    pub(crate) manifested: bool,
}

/// What an object was as it last existed on the battlefield or the stack (CR 608.2h).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct LastKnown {
    pub(crate) id: ObjectId,
    pub(crate) object: Object,
    pub(crate) counters: ArrayVec<(CounterKind, u16), 6>,
    /// What was chosen for X, of a spell.
    pub(crate) x: i32,
    /// Its targets, of a spell.
    pub(crate) targets: Chosen,
    /// What was sacrificed, exiled or returned for it, of a spell.
    #[serde(default)]
    pub(crate) them: Vec<ObjectId>,
}
