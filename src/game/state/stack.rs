//! The stack (CR 405).

use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, EffectId};
use crate::game::object::ObjectId;
use crate::turn::Seat;

use super::about::{About, Chosen};

/// A spell or ability on the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct StackItem {
    pub(crate) kind: StackKind,
    pub(crate) controller: Seat,
    pub(crate) card: CardId,
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) about: About,
    pub(crate) them: Vec<ObjectId>,
    /// How damage was divided among the targets (CR 601.2d).
    pub(crate) divided: Vec<i32>,
    /// Which of all that have been on the stack it is.
    pub(crate) serial: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum StackKind {
    Spell(ObjectId),
    Activated {
        source: ObjectId,
        ability: AbilityId,
    },
    Triggered {
        source: ObjectId,
        ability: AbilityId,
    },
    Delayed {
        source: ObjectId,
        effect: EffectId,
    },
    /// Its controller loses the game: a loss at the end step of an extra turn.
    LoseGame {
        source: ObjectId,
    },
}

impl StackKind {
    pub(crate) fn source(&self) -> ObjectId {
        match *self {
            StackKind::Spell(source)
            | StackKind::Activated { source, .. }
            | StackKind::Triggered { source, .. }
            | StackKind::Delayed { source, .. }
            | StackKind::LoseGame { source } => source,
        }
    }
}

impl StackItem {
    pub(crate) fn source(&self) -> ObjectId {
        self.kind.source()
    }
}
