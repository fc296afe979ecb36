//! Players' own acts in a script, as checked: what a scripted agent does.

use crate::cards::effect::{AbilityId, CardId};
use crate::cards::mana::Mana;
use crate::turn::Seat;

pub use super::file::act::Passing;

/// An object, as a script can name it: a card or token by name, told apart by its controller and a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectName {
    /// Which card or token.
    pub card: CardId,
    /// Under whose control, or in whose zones; `None`: anybody's, one's own first.
    pub of: Option<Seat>,
    /// The n-th of those, from 0 in the order in which they came.
    pub nth: u16,
}

/// A player or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
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
        targets: Vec<Target>,
        /// The value of X.
        x: Option<u16>,
        /// Its modes, from 0 in printed order.
        modes: Vec<u8>,
    },
    /// Activates an ability (CR 602).
    Activate {
        /// Of which object.
        source: ObjectName,
        /// Which ability.
        ability: AbilityId,
        /// Its targets, in printed order.
        targets: Vec<Target>,
        /// The value of X.
        x: Option<u16>,
    },
    /// Declares these attackers, each with what it attacks (CR 508.1).
    Attack(Vec<(ObjectName, Target)>),
    /// Declares these blockers, each with the attacker it blocks (CR 509.1).
    Block(Vec<(ObjectName, ObjectName)>),
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
    /// A number.
    Number(i64),
    /// Options by their place in the list, from 0.
    Options(Vec<u16>),
    /// Options by what they are, in that order.
    Names(Vec<Named>),
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
}
