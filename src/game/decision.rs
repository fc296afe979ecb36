//! Questions and answers. A decision describes its answers by one of five shapes; it does not enumerate them.

use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, How};
use crate::cards::mana::Mana;
use crate::cards::type_line::Subtype;
use crate::turn::{Seat, SkippedBy};

use super::object::ObjectId;

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// Keep or mulligan (CR 103.5).
    Mulligan,
    /// Which cards go to the bottom after a London mulligan (CR 103.5).
    MulliganBottom,
    /// Act or pass (CR 117).
    Priority,
    /// Which of several skips applies (CR 616.1).
    Skip,
    /// Which permanents untap under a limit (CR 502.3).
    Untap,
    /// Attackers (CR 508.1).
    Attackers,
    /// What something that enters attacking attacks (CR 508.4).
    Attacked,
    /// Blockers (CR 509.1).
    Blockers,
    /// How an attacker's damage is divided (CR 510.1).
    Damage,
    /// Which of several legendary permanents of one name to keep (CR 704.5j).
    Legend,
    /// Which cards to discard.
    Discard,
    /// In which order one's triggered abilities go on the stack (CR 603.3b).
    TriggerOrder,
    /// A target of a triggered ability.
    Target,
    /// Do something optional, or not.
    May,
    /// Pay for something, or not.
    Pay,
    /// Which permanents to sacrifice.
    Sacrifice,
    /// Which permanents to choose otherwise (untap, distribute counters).
    Choose,
    /// Which cards to find in a library.
    Search,
    /// Which cards go to the bottom (scry), or back on top.
    Scry,
    /// A mode.
    Mode,
    /// A type of mana.
    Mana,
    /// A creature type.
    CreatureType,
    /// A card name (CR 201.4).
    Name,
    /// A vote (CR 701.38).
    Vote,
    /// Play a card that an effect offers, or not.
    Play,
    /// A commander would go to another zone: to the command zone instead? (CR 903.9)
    Commander,
    /// Who makes a choice instead of a player who has left (CR 800.4g).
    StandIn,
}

/// One thing that can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// Pass priority.
    Pass,
    /// Play this land.
    PlayLand(ObjectId),
    /// Play the back of this modal double-faced card, which is a land (CR 712.12).
    PlayLandBack(ObjectId),
    /// Cast this card so.
    Cast(ObjectId, How),
    /// Foretell this card (CR 116.2h).
    Foretell(ObjectId),
    /// Turn this face-down permanent face up (CR 116.2b).
    TurnUp(ObjectId),
    /// Suspend this card (CR 116.2f).
    Suspend(ObjectId),
    /// Activate that ability of this object.
    Activate(ObjectId, AbilityId),
    /// Activate that mana ability of this object.
    MakeMana(ObjectId, AbilityId),
    /// Yes.
    Yes,
    /// No.
    No,
    /// Keep the hand.
    Keep,
    /// Take a mulligan.
    Mulligan,
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(Seat),
    /// A mode, by number.
    Mode(u8),
    /// A type of mana.
    Mana(Mana),
    /// A creature type.
    Subtype(Subtype),
    /// A card name, as that of this card.
    Name(CardId),
    /// A skip.
    Skip(SkippedBy),
    /// A triggered ability that waits, by number.
    Trigger(u16),
}

impl Item {
    /// The object that it is about, if it is about one.
    #[must_use]
    pub fn object(self) -> Option<ObjectId> {
        let mut about = None;
        let _ = self.of_object(|id| *about.insert(id));
        about
    }

    /// The same of another object.
    pub(crate) fn of_object(self, mut other: impl FnMut(ObjectId) -> ObjectId) -> Item {
        match self {
            Item::PlayLand(id) => Item::PlayLand(other(id)),
            Item::PlayLandBack(id) => Item::PlayLandBack(other(id)),
            Item::Cast(id, how) => Item::Cast(other(id), how),
            Item::Foretell(id) => Item::Foretell(other(id)),
            Item::TurnUp(id) => Item::TurnUp(other(id)),
            Item::Suspend(id) => Item::Suspend(other(id)),
            Item::Activate(id, ability) => Item::Activate(other(id), ability),
            Item::MakeMana(id, ability) => Item::MakeMana(other(id), ability),
            Item::Object(id) => Item::Object(other(id)),
            Item::Pass
            | Item::Yes
            | Item::No
            | Item::Keep
            | Item::Mulligan
            | Item::Player(_)
            | Item::Mode(_)
            | Item::Mana(_)
            | Item::Subtype(_)
            | Item::Name(_)
            | Item::Skip(_)
            | Item::Trigger(_) => self,
        }
    }
}

/// The shape of a decision's answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Exactly one of these; at priority the first is [`Item::Pass`]. An act (cast, activate) carries needs of its own: see
    /// [`PlayerView::next_need`](super::view::PlayerView::next_need). Every option can be taken with some way to fill them.
    One(Vec<Item>),
    /// From `min` to `max` different ones of these.
    Some {
        /// To choose from.
        options: Vec<Item>,
        /// At least so many.
        min: u16,
        /// At most so many.
        max: u16,
    },
    /// All of these in an order of one's choice, the first one first.
    Order(Vec<Item>),
    /// A number.
    Number {
        /// At least.
        min: i32,
        /// At most.
        max: i32,
    },
    /// Something for each of these, or nothing.
    Assign {
        /// What is assigned: attackers, blockers, or what damage is dealt to.
        items: Vec<Item>,
        /// To what: defenders, attackers; empty when numbers are assigned.
        options: Vec<Item>,
        /// What must hold.
        constraint: Constraint,
    },
}

/// What an [`Shape::Assign`] answer must satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Constraint {
    /// The restrictions and requirements of attacking (CR 508.1c, 508.1d), judged as a whole: where creatures must attack, an
    /// answer without them, even the empty one, is illegal. Start from the decision's default, which has those that must, and
    /// add. What attacking costs for all of them together must be payable (CR 508.1h); it is paid by itself.
    Attack,
    /// The restrictions and requirements of blocking (CR 509.1b, 509.1c).
    Block,
    /// The numbers add up to that much damage, and trample spills only over lethal damage (CR 510.1c, 702.19b).
    Damage {
        /// The whole damage.
        total: i32,
        /// Who deals it.
        attacker: ObjectId,
    },
    /// The numbers add up to that.
    Sum(i32),
    /// The same, and each is at least 1 (CR 601.2d).
    Shares(i32),
}

/// A question to one player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// Whose decision it is by the rules.
    pub actor: Seat,
    /// Who makes it: the actor, or who controls the actor's turn (CR 723.5).
    pub decider: Seat,
    /// What it is about.
    pub kind: DecisionKind,
    /// What asks: the source of the effect, for decisions that effects ask for.
    pub source: Option<ObjectId>,
    /// What can be answered.
    pub shape: Shape,
    /// A legal answer, taken when nobody gives a better one: priority passes, a hand is kept, a player who may does, one who
    /// may pay does not, those attack and block who must, a search finds as many as it may, optional targets are none.
    pub default: Choice,
}

/// An answer: a tree of indices into the decision's shape.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// That option; an act's needs are filled in order.
    One(u16, #[serde(default, skip_serializing_if = "Vec::is_empty")] Vec<Choice>),
    /// Those options.
    Some(Vec<u16>),
    /// That order.
    Order(Vec<u16>),
    /// That number.
    Number(i32),
    /// Pairs of an item's index and an option's index, or a number.
    Assign(Vec<(u16, i32)>),
    /// Who is asked concedes the game (CR 104.3a): for themselves, for whomever they decide (CR 723.6). Legal at any decision,
    /// and never listed.
    Concede,
}

impl Choice {
    /// The plain option of that index. An act with needs of its own is not complete so: see
    /// [`PlayerView::next_need`](super::view::PlayerView::next_need). (In messages to programs it is: there, what is left out is
    /// filled in.)
    #[must_use]
    pub const fn option(index: u16) -> Choice {
        Choice::One(index, Vec::new())
    }
}

/// Something an act still needs: a target, a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Need {
    /// What it is.
    pub kind: NeedKind,
    /// What can be answered.
    pub shape: Shape,
}

/// What an act needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NeedKind {
    /// How often an optional additional cost is paid (CR 601.2b).
    Extra,
    /// Modes (CR 700.2a).
    Mode,
    /// The value of X (CR 601.2b).
    X,
    /// A target (CR 601.2c).
    Target,
    /// What to sacrifice, discard or tap as a cost (CR 601.2h).
    Cost,
    /// What is tapped for generic mana of a waterbend cost (CR 701.67a), what makes the least mana first.
    Waterbend,
    /// A type of mana.
    Mana,
}

/// Why a choice is not a legal answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum IllegalChoice {
    /// Nobody was asked.
    #[error("no decision is pending")]
    NothingAsked,
    /// Another shape was asked for.
    #[error("the answer has another shape than the question")]
    WrongShape,
    /// There is no option of that index.
    #[error("there is no option of that index")]
    NoSuchOption,
    /// An option was chosen twice.
    #[error("an option was chosen twice")]
    Twice,
    /// Too few or too many were chosen.
    #[error("too few or too many were chosen")]
    WrongNumber,
    /// A restriction or requirement of the rules is not met.
    #[error("a restriction or requirement of the rules is not met")]
    BrokenConstraint,
    /// A need of the act is not filled, or one too many is.
    #[error("what the act needs is not filled")]
    Unfilled,
}

impl Shape {
    /// How many items numbers or options are assigned to.
    pub(crate) fn items(&self) -> u16 {
        if let Shape::Assign { items, .. } = self { items.len() as u16 } else { 0 }
    }

    /// Whether the answer fits the shape; constraints and needs are judged by the game.
    pub(crate) fn fits(&self, choice: &Choice) -> Result<(), IllegalChoice> {
        match (self, choice) {
            (Shape::One(options), Choice::One(i, _)) => in_range(*i, options.len()),
            (Shape::Some { options, min, max }, Choice::Some(chosen)) => {
                if chosen.len() < usize::from(*min) || chosen.len() > usize::from(*max) {
                    return Err(IllegalChoice::WrongNumber);
                }
                distinct(chosen, options.len())
            }
            (Shape::Order(items), Choice::Order(order)) if order.len() == items.len() => distinct(order, items.len()),
            (Shape::Order(_), Choice::Order(_)) => Err(IllegalChoice::WrongNumber),
            (Shape::Number { min, max }, Choice::Number(n)) if n < min || n > max => Err(IllegalChoice::WrongNumber),
            (Shape::Number { .. }, Choice::Number(_)) => Ok(()),
            (Shape::Assign { items, options, .. }, Choice::Assign(pairs)) => {
                assigned(pairs, items.len(), options.len())
            }
            _ => Err(IllegalChoice::WrongShape),
        }
    }
}

fn in_range(index: u16, len: usize) -> Result<(), IllegalChoice> {
    if usize::from(index) < len { Ok(()) } else { Err(IllegalChoice::NoSuchOption) }
}

fn distinct(chosen: &[u16], len: usize) -> Result<(), IllegalChoice> {
    for (at, index) in chosen.iter().enumerate() {
        in_range(*index, len)?;
        if chosen[..at].contains(index) {
            return Err(IllegalChoice::Twice);
        }
    }
    Ok(())
}

fn assigned(pairs: &[(u16, i32)], items: usize, options: usize) -> Result<(), IllegalChoice> {
    for (at, (item, value)) in pairs.iter().enumerate() {
        in_range(*item, items)?;
        if pairs[..at].iter().any(|(other, _)| other == item) {
            return Err(IllegalChoice::Twice);
        }
        if *value < 0 || (options > 0 && *value >= options as i32) {
            return Err(IllegalChoice::NoSuchOption);
        }
    }
    Ok(())
}
