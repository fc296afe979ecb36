//! What players know of cards in hidden places.

use serde::{Deserialize, Serialize};

use crate::game::object::ObjectId;
use crate::turn::SeatSet;

/// A card in a hand or a library that players know who may not look there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Known {
    /// The card where it is: a shuffle makes another object of it (CR 701.24), and so does a move.
    pub(crate) card: ObjectId,
    pub(crate) by: SeatSet,
}
