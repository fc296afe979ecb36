//! What spells, abilities and effects are bound to: targets, and the event that made them.

use serde::{Deserialize, Serialize};

use crate::game::object::{ObjectId, Target};
use crate::turn::Seat;

/// Targets chosen for a spell or ability; an optional target that was not chosen is `None`.
pub(crate) type Chosen = Vec<Option<Target>>;

/// What an ability or effect is about: the object, player and number of the event that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) object: Option<ObjectId>,
    pub(crate) player: Option<Seat>,
    pub(crate) number: i32,
}
