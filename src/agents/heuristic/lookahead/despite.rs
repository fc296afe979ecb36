//! Kills held against every block on a bare table: the one that stops most damage need not be the one that saves whom it is about.

use crate::game::Game;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Shape};
use crate::turn::Seat;

use super::effort::Effort;
use super::play_on::{Ahead, Habit};
use super::{Look, candidates};

/// What blocks have left of the ways to kill somebody.
#[derive(Debug)]
pub(super) struct Despite {
    /// Blocks that may still be tried.
    left: u32,
    /// One, other than that which stops most damage, has just saved who is hunted.
    spoiled: bool,
    /// Who would be killed, and by what, unless they block like that; `None` beside them: by the usual.
    hope: Option<(Seat, Option<Choice>)>,
    /// Nothing better than such a hope was found.
    pub(super) doubts: bool,
}

impl Despite {
    pub(super) const fn new(effort: &Effort) -> Despite {
        Despite { left: effort.blocks(), spoiled: false, hope: None, doubts: false }
    }

    /// Others are hunted.
    pub(super) fn forget(&mut self) {
        (self.hope, self.spoiled) = (None, false);
    }

    /// Takes note of a way to kill that player that a block has just spoiled, if one has.
    pub(super) fn hope_for(&mut self, hunted: Seat, way: Option<&Choice>) {
        if std::mem::take(&mut self.spoiled) && self.hope.is_none() {
            self.hope = Some((hunted, way.cloned()));
        }
    }

    /// What was found, or else the first hope.
    pub(super) fn or_hope(&mut self, found: Option<(Seat, Option<Choice>)>) -> Option<(Seat, Option<Choice>)> {
        self.doubts = found.is_none() && self.hope.is_some();
        found.or_else(|| self.hope.take())
    }

    /// Whether any more blocks are tried.
    pub(super) const fn looks(&self) -> bool {
        self.left > 0
    }
}

impl<'a> Look<'a> {
    /// Whether somebody is about to block what this player attacks with.
    pub(super) fn may_be_blocked(&self, game: &Game) -> bool {
        let theirs = |d: &Decision| d.kind == DecisionKind::Blockers && d.decider != self.me;
        game.place().active == self.me && game.decision().is_some_and(theirs)
    }

    /// Whether that holds after each block: first the one that stops most damage, then others, as long as more may be tried.
    pub(super) fn despite_blocks(
        &mut self,
        from: &Ahead<'a>,
        mut holds: impl FnMut(&mut Self, Ahead<'a>) -> bool,
    ) -> bool {
        let Some(decision) = from.game.decision() else { return false };
        let Shape::Assign { items, options, constraint: Constraint::Block } = &decision.shape else { return false };
        let view = from.game.view(decision.decider);
        let best = from.choice(&view, decision, Habit::USUAL);
        let others = candidates::blocks(&view, items, options).into_iter().filter(|block| *block != best);
        let blocked = |block: &Choice| {
            let mut ahead = from.fork();
            ahead.answer(block);
            ahead
        };
        if !holds(self, blocked(&best)) {
            return false;
        }
        for block in others {
            if !self.hunt.despite.looks() {
                break;
            }
            self.hunt.despite.left -= 1;
            if !holds(self, blocked(&block)) {
                self.hunt.despite.spoiled = true;
                return false;
            }
        }
        true
    }
}
