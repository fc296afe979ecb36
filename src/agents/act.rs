//! Players' own acts, by name: what a scripted agent does.

use crate::cards::card::WayKind;
use crate::cards::effect::{AbilityId, CardId};
use crate::cards::mana::Mana;
use crate::cards::type_line::Subtype;
use crate::turn::{Seat, Step};

/// How often, or until when, a seat passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// So many priorities.
    Times(u16),
    /// Every priority until that step begins, in this turn or a later one.
    UntilStep(Step),
    /// Every priority until the current turn has ended.
    UntilEndOfTurn,
    /// Every priority until the seat's own next turn.
    UntilMyNextTurn,
}

/// An object, as a script can name it: a card or token by name, told apart by its controller and a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectName {
    /// Which card or token.
    pub card: CardId,
    /// Under whose control, or in whose zones; `None`: anybody's, one's own first.
    pub of: Option<Seat>,
    /// The n-th of those, from 0 in the order in which they came; `None`: the first that can be chosen.
    pub nth: Option<u16>,
}

/// A player or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActTarget {
    /// A player.
    Seat(Seat),
    /// An object: a permanent, a spell, a card in a graveyard.
    Object(ObjectName),
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Passes priority (CR 117.3d), once or for a while.
    Pass(Passing),
    /// Plays a land (CR 305) from hand.
    PlayLand(CardId),
    /// Casts a spell (CR 601) from wherever it may be cast.
    Cast {
        /// Which card.
        card: CardId,
        /// Its targets, in printed order.
        targets: Vec<ActTarget>,
        /// What its costs are paid with, as far as it matters.
        costs: Vec<ObjectName>,
        /// The value of X.
        x: Option<u16>,
        /// Its modes, from 0 in printed order.
        modes: Vec<u8>,
        /// In which other way, if not for its mana cost.
        way: Option<WayKind>,
        /// How often an optional additional cost is paid.
        extra: u8,
    },
    /// Suspends a card (CR 116.2f).
    Suspend {
        /// Which card.
        card: CardId,
        /// The value of X.
        x: Option<u16>,
    },
    /// Turns a face-down permanent that is really this card face up (CR 116.2b).
    TurnUp(CardId),
    /// Casts the card face down (CR 702.37c).
    CastFaceDown(CardId),
    /// Activates an ability (CR 602).
    Activate {
        /// Of which object.
        source: ObjectName,
        /// Which ability.
        ability: AbilityId,
        /// Its targets, in printed order.
        targets: Vec<ActTarget>,
        /// What its costs are paid with, as far as it matters.
        costs: Vec<ObjectName>,
        /// The value of X.
        x: Option<u16>,
        /// Which mana, of an ability that makes any of several types (CR 605.3).
        makes: Option<Mana>,
    },
    /// Declares these attackers, each with what it attacks (CR 508.1).
    Attack(Vec<(ObjectName, ActTarget)>),
    /// Declares these blockers, each with the attacker it blocks (CR 509.1).
    Block(Vec<(ObjectName, ObjectName)>),
    /// Foretells a card from hand (CR 116.2h).
    Foretell(CardId),
    /// Concedes (CR 104.3a).
    Concede,
    /// Answers the next decision that isn't a priority.
    Choose(Answer),
}

/// An answer to a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Yes: may, pay, keep.
    Yes,
    /// No.
    No,
    /// The decision's default.
    Default,
    /// A number; where something with {X} may be paid, that is paid and the number is X.
    Number(i64),
    /// Options by their place in the list, from 0.
    Options(Vec<u16>),
    /// Options by what they are, in that order.
    Names(Vec<Named>),
    /// How much for each of those: damage, counters.
    Shares(Vec<(ActTarget, i32)>),
}

/// An option by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// A player.
    Seat(Seat),
    /// An object.
    Object(ObjectName),
    /// A type of mana.
    Mana(Mana),
    /// A creature type.
    Subtype(Subtype),
}

impl Act {
    /// The same act with every seat replaced: from a scenario's entrants to the seats of a table.
    #[must_use]
    pub fn seated(&self, place: impl Fn(Seat) -> Seat + Copy) -> Act {
        let targets = |targets: &[ActTarget]| targets.iter().map(|t| t.seated(place)).collect();
        let costs = |costs: &[ObjectName]| costs.iter().map(|name| name.seated(place)).collect();
        match self {
            Act::Cast { card, targets: at, costs: with, x, modes, way, extra } => {
                let (targets, costs, modes) = (targets(at), costs(with), modes.clone());
                Act::Cast { card: *card, targets, costs, x: *x, modes, way: *way, extra: *extra }
            }
            Act::Activate { source, ability, targets: at, costs: with, x, makes } => {
                let (source, targets, costs) = (source.seated(place), targets(at), costs(with));
                Act::Activate { source, ability: *ability, targets, costs, x: *x, makes: *makes }
            }
            Act::Attack(pairs) => Act::Attack(pairs.iter().map(|(a, b)| (a.seated(place), b.seated(place))).collect()),
            Act::Block(pairs) => Act::Block(pairs.iter().map(|(a, b)| (a.seated(place), b.seated(place))).collect()),
            Act::Choose(Answer::Names(names)) => {
                Act::Choose(Answer::Names(names.iter().map(|n| n.seated(place)).collect()))
            }
            Act::Choose(Answer::Shares(shares)) => {
                Act::Choose(Answer::Shares(shares.iter().map(|(to, n)| (to.seated(place), *n)).collect()))
            }
            Act::Pass(_)
            | Act::TurnUp(_)
            | Act::CastFaceDown(_)
            | Act::Foretell(_)
            | Act::PlayLand(_)
            | Act::Suspend { .. }
            | Act::Concede
            | Act::Choose(_) => self.clone(),
        }
    }
}

impl ObjectName {
    fn seated(self, place: impl Fn(Seat) -> Seat) -> ObjectName {
        ObjectName { of: self.of.map(place), ..self }
    }
}

impl ActTarget {
    fn seated(self, place: impl Fn(Seat) -> Seat) -> ActTarget {
        match self {
            ActTarget::Seat(seat) => ActTarget::Seat(place(seat)),
            ActTarget::Object(name) => ActTarget::Object(name.seated(place)),
        }
    }
}

impl Named {
    fn seated(self, place: impl Fn(Seat) -> Seat) -> Named {
        match self {
            Named::Seat(seat) => Named::Seat(place(seat)),
            Named::Object(name) => Named::Object(name.seated(place)),
            Named::Mana(mana) => Named::Mana(mana),
            Named::Subtype(subtype) => Named::Subtype(subtype),
        }
    }
}
