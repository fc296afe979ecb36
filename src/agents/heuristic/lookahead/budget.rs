//! What one look may spend, and what it has spent.

use super::effort::Effort;

/// What one look may still spend on plays, in the units of [`Effort`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    left: u32,
    /// What a play costs: the more lies on the table, the longer it takes.
    price: u32,
    /// What was left as the hunt began.
    begun: u32,
}

impl Budget {
    pub(super) const fn new(left: u32, effort: &Effort) -> Budget {
        Budget { left, price: effort.price(), begun: left }
    }

    pub(super) const fn left(&self) -> u32 {
        self.left
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// One play; what is left pays for the last, be it enough or not.
    pub(super) const fn pay(&mut self) {
        self.left = self.left.saturating_sub(self.price);
    }

    /// From now on plays go on into others' turns.
    pub(super) const fn lengthen(&mut self, effort: &Effort) {
        self.price *= effort.longer();
    }

    /// So much of it, or all that there is, is kept for what comes later: how much.
    pub(super) fn set_aside(&mut self, part: u32) -> u32 {
        let kept = part.min(self.left);
        self.left -= kept;
        kept
    }

    /// At least so many plays are left.
    pub(super) fn raise(&mut self, plays: u32) {
        self.left = self.left.max(plays * self.price);
    }

    /// What was set aside may be spent.
    pub(super) const fn take_back(&mut self, kept: u32) {
        self.left += kept;
    }

    /// A hunt begins.
    pub(super) const fn begin(&mut self) {
        self.begun = self.left;
    }

    /// What the hunt has taken so far.
    pub(super) const fn hunted(&self) -> u32 {
        self.begun - self.left
    }
}
