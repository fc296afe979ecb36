//! What an effect is worth, in points: a card drawn is worth about a dozen, an extra turn eighty ([`Weights`](super::Weights)).

use arrayvec::ArrayVec;

use crate::cards::effect::FilterId;
use crate::cards::keyword::Keywords;

use super::profile::Roles;

/// What happens to one target, or to everything that passes a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Aim {
    /// Which part of its worth its controller loses (below zero) or gains, in percent.
    pub(super) share: i32,
    /// Which part of its worth the effect's controller gains, in percent.
    pub(super) gain: i32,
    /// Points for the player who is the target or controls it.
    pub(super) points: i32,
    /// Damage.
    pub(super) damage: i32,
    /// Toughness it loses.
    pub(super) shrinks: i32,
    /// Power it gets until end of turn.
    pub(super) power: i32,
    /// Keywords it gets until end of turn.
    pub(super) keywords: Keywords,
    /// Time counters it gets, or loses.
    pub(super) time: i32,
    /// Only what can be destroyed is affected.
    pub(super) destroys: bool,
}

impl Aim {
    /// What it is worth against something that is not known yet.
    pub(super) fn guess(&self) -> i32 {
        (self.share.abs() + self.gain) * 30 / 100 + self.points.abs() + (6 * self.damage).min(30) + 8 * self.shrinks
    }
}

/// What an effect does, as far as choices go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Effect {
    /// Points for its controller, whatever is chosen.
    pub(super) value: i32,
    /// What happens to each target.
    pub(super) aims: [Aim; 6],
    /// What happens to everything that passes.
    pub(super) sweeps: ArrayVec<(FilterId, Aim), 2>,
    /// What it is for.
    pub(super) roles: Roles,
    /// Power the source gets until end of turn.
    pub(super) grows: i32,
    /// Life that others lose besides damage to targets, each or one of them; of who loses the game, all there could be.
    pub(super) drains: i32,
    /// Life that its controller surely loses.
    pub(super) bleeds: i32,
    /// Mana that its controller has to pay later, or they lose the game.
    pub(super) bill: i32,
    /// It gives another spell new targets.
    pub(super) redirects: bool,
    /// Creatures that it keeps from blocking, besides what its targets and sweeps tell.
    pub(super) opens: usize,
    /// The creature that its source becomes until end of turn: power and keywords.
    pub(super) animates: Option<(i32, Keywords)>,
    /// It attaches its source to something.
    pub(super) attaches: bool,
    /// It depends on the game and must be read against the view.
    pub(super) varies: bool,
}

impl Effect {
    /// What it is worth before anything is known about the table.
    pub(super) fn guess(&self) -> i32 {
        let aimed: i32 = self.aims.iter().map(Aim::guess).sum();
        let swept: i32 = self.sweeps.iter().map(|(_, aim)| aim.guess() * 3 / 2).sum();
        self.value + aimed + swept
    }
}

/// Damage to the targets together, and life that others lose.
pub(super) fn takes(effect: &Effect) -> i32 {
    effect.aims.iter().map(|aim| aim.damage).sum::<i32>().max(0) + effect.drains
}
