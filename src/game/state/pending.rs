//! Triggered abilities that have still to be put on the stack (CR 603.3), and delayed ones (CR 603.7).

use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, DelayedEvent, EffectId};
use crate::game::object::{ObjectId, Target};
use crate::turn::{Seat, Tag};

use super::about::{About, Chosen};
use super::frame::Frame;
use super::stack::StackKind;

/// A triggered ability that waits to be put on the stack (CR 603.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PendingTrigger {
    pub(crate) kind: StackKind,
    pub(crate) card: CardId,
    pub(crate) controller: Seat,
    pub(crate) about: About,
    /// X; of a modal triggered ability its mode, from 1.
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) them: Vec<ObjectId>,
    pub(crate) divided: Vec<i32>,
    /// Its player has put it in order among theirs.
    pub(crate) ordered: bool,
    /// All its targets have been chosen.
    pub(crate) aimed: bool,
}

impl PendingTrigger {
    /// A trigger that will run that effect with what the frame is bound to, of that source.
    pub(crate) fn delayed(source: ObjectId, effect: EffectId, frame: &Frame) -> PendingTrigger {
        let kind = StackKind::Delayed { source, effect };
        PendingTrigger {
            x: frame.x,
            targets: frame.targets.clone(),
            them: frame.them.clone(),
            ..PendingTrigger::new(kind, frame.card, frame.controller, frame.about)
        }
    }

    /// A trigger about something, for which nothing has been chosen yet.
    pub(crate) fn new(kind: StackKind, card: CardId, controller: Seat, about: About) -> PendingTrigger {
        PendingTrigger {
            kind,
            card,
            controller,
            about,
            x: 0,
            targets: Chosen::new(),
            them: Vec::new(),
            divided: Vec::new(),
            ordered: false,
            aimed: false,
        }
    }

    pub(crate) fn source(&self) -> ObjectId {
        self.kind.source()
    }

    /// Every object it may look at when it resolves.
    pub(crate) fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let targets = self.targets.iter().flatten().filter_map(|t| match t {
            Target::Object(id) => Some(*id),
            Target::Player(_) => None,
        });
        targets.chain(self.them.iter().copied()).chain(self.about.object).chain([self.source()])
    }
}

/// A delayed triggered ability (CR 603.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Delayed {
    pub(crate) when: When,
    pub(crate) made_in_turn: u32,
    pub(crate) trigger: PendingTrigger,
}

/// When a delayed trigger triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum When {
    Event(DelayedEvent),
    /// The first target dies in the turn, and has not lost the ability that does it, which it gained then, by timestamp.
    OwnDeath {
        since: u32,
    },
    /// The end step of the turn of that number: a loss at the end step of an extra turn.
    EndStepOfTurn(u32),
    /// The combat phase added under that tag.
    Combat(Tag),
    /// What that triggered ability triggers on, this turn; `once`: only the first time.
    Whenever {
        ability: AbilityId,
        once: bool,
    },
}
