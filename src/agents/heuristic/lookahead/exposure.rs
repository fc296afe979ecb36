//! Kills that another opponent answers with one: to kill one of several has to be survived.

use crate::game::decision::Choice;
use crate::turn::Seat;

/// What kills have turned out to leave this player to be killed.
#[derive(Debug, Default)]
pub(super) struct Exposure {
    /// A kill after which another opponent kills this player is none.
    pub(super) minded: bool,
    /// One has just turned out to be like that.
    pub(super) seen: bool,
    /// The first of them: who is killed, and by what; `None` beside them: by the usual.
    pub(super) first: Option<(Seat, Option<Choice>)>,
    /// What was set aside for what kills nobody.
    pub(super) set_aside: u32,
}

impl Exposure {
    /// Takes note of a way to kill that player that has just turned out to be like that, if it has; whether it is the first.
    pub(super) fn is_first(&mut self, hunted: Seat, way: Option<&Choice>) -> bool {
        let first = std::mem::take(&mut self.seen) && self.first.is_none();
        if first {
            self.first = Some((hunted, way.cloned()));
        }
        first
    }
}
