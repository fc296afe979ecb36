//! Combat in progress (CR 506).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::game::object::{ObjectId, Target};
use crate::turn::{MAX_SEATS, Seat};

/// Combat in progress (CR 506).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Combat {
    pub(crate) attackers: Vec<Attacker>,
    pub(crate) blockers: Vec<Blocker>,
    /// A creature was declared or put onto the battlefield attacking (CR 508.8).
    pub(crate) happened: bool,
    /// What every creature attacked that has attacked in this combat, also those that have left it.
    pub(crate) aims: Vec<Attacker>,
    /// Who has attacked which player with a creature, also one that has left since (CR 702.121a).
    pub(crate) attacked: Vec<(Seat, Seat)>,
    /// Seats still to declare blockers.
    pub(crate) to_block: ArrayVec<Seat, MAX_SEATS>,
    /// Attackers that have been declared and have still to be exerted, or to trigger.
    pub(crate) declared: Vec<(ObjectId, Seat)>,
    pub(crate) to_exert: Vec<ObjectId>,
    /// Blocks declared that have still to trigger.
    pub(crate) blocks: Vec<(ObjectId, ObjectId)>,
    pub(crate) exerted: Vec<ObjectId>,
    /// Attackers whose damage is still to be divided, and the divisions made.
    pub(crate) to_divide: Vec<ObjectId>,
    pub(crate) divided: Vec<(ObjectId, Target, i32)>,
    /// What shield counters have protected from the damage that is being dealt.
    #[serde(default)]
    pub(crate) shielded: Vec<ObjectId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Attacker {
    pub(crate) id: ObjectId,
    /// The defending player: who is attacked, or controls the planeswalker that is (CR 506.2).
    pub(crate) defender: Seat,
    /// The planeswalker it attacks (CR 508.1b).
    pub(crate) planeswalker: Option<ObjectId>,
    pub(crate) blocked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Blocker {
    pub(crate) id: ObjectId,
    pub(crate) attacker: ObjectId,
}
