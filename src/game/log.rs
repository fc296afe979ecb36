//! The log of a game: events that nobody has taken yet, and what is known until the next one.

use crate::turn::{TurnEvent, TurnLog};

use super::decision::Item;
use super::event::GameEvent;
use super::known_idle::KnownIdle;
use super::object::{Characteristics, ObjectId};

/// The log of new events, until a driver takes them; and what is known until the next one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<GameEvent>,
    pub(crate) known: KnownIdle,
    /// Room for what permanents looked like before they were looked at again; nothing in it outlives that.
    pub(crate) shown: Vec<Characteristics>,
    /// What has entered of several permanents that enter at once, and is not announced yet.
    pub(crate) entering: Option<Vec<ObjectId>>,
    /// Room for the options of the next priority.
    pub(crate) options: Vec<Item>,
}

impl Log {
    pub(crate) fn push(&mut self, event: GameEvent) {
        self.events.push(event);
    }

    /// Something changed, perhaps without an event.
    pub(crate) fn forget_known(&mut self) {
        self.known.forget();
    }
}

impl TurnLog for Log {
    /// What the turn structure does by itself gives nobody anything to do; conditions of statics may come true: see
    /// [`KnownIdle`].
    #[inline]
    fn turn_event(&mut self, event: TurnEvent) {
        if !matches!(event, TurnEvent::PriorityGiven { .. } | TurnEvent::Passed { .. } | TurnEvent::TimeSpent { .. }) {
            self.known.went_on();
        }
        self.events.push(GameEvent::Turn(event));
    }
}
