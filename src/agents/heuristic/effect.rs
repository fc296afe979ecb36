//! What an effect is worth, in points: a card drawn is worth about a dozen, an extra turn eighty ([`Weights`](super::Weights)).

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::cards::effect::{CostId, FilterId};
use crate::cards::keyword::Keywords;

use super::profile::Roles;

bitflags! {
    /// What something is kept from.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) struct Saves: u8 {
        /// Being destroyed, by damage too.
        const DESTRUCTION = 1;
        /// What targets it.
        const TARGETING = 1 << 1;
        /// Whatever comes: it is not there any more, or another object.
        const LEAVES = 1 << 2;
    }
}

/// What ties a target to the one before it, or to the source of the effect where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bond {
    /// They fight (CR 701.14).
    Fight,
    /// The first deals damage equal to its power to the second.
    Bite,
    /// Their controllers exchange them (CR 701.12b).
    Swap,
}

/// What happens to one target, or to everything that passes a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Aim {
    /// Which part of its worth its controller loses (below zero) or gains, in percent.
    pub(super) share: i32,
    /// Which part of its worth the effect's controller gains, in percent.
    pub(super) gain: i32,
    /// Points for the player who is the target or controls it.
    pub(super) points: i32,
    /// Points for the effect's controller for each card in the hand of the player who is the target.
    pub(super) for_cards: i32,
    /// Damage.
    pub(super) damage: i32,
    /// Toughness it loses.
    pub(super) shrinks: i32,
    /// Power it gets until end of turn.
    pub(super) power: i32,
    /// Toughness it gets until end of turn.
    pub(super) toughness: i32,
    /// Keywords it gets until end of turn.
    pub(super) keywords: Keywords,
    /// Power, toughness and keywords are there to stay.
    pub(super) lasts: bool,
    /// What it is kept from.
    pub(super) saves: Saves,
    /// What ties it to another target.
    pub(super) bond: Option<Bond>,
    /// It is exiled and comes back as a new object.
    pub(super) flickers: bool,
    /// It is goaded.
    pub(super) goads: bool,
    /// It is taken out of combat.
    pub(super) withdraws: bool,
    /// Time counters it gets, or loses.
    pub(super) time: i32,
    /// Only what can be destroyed is affected.
    pub(super) destroys: bool,
}

impl Aim {
    /// Whether it takes its target, or burns or shrinks it.
    pub(super) const fn harms(&self) -> bool {
        self.share < 0 || self.damage > 0 || self.shrinks > 0
    }

    /// Nothing happens.
    pub(super) const NONE: Aim = Aim {
        share: 0,
        gain: 0,
        points: 0,
        for_cards: 0,
        damage: 0,
        shrinks: 0,
        power: 0,
        toughness: 0,
        keywords: Keywords::empty(),
        lasts: false,
        saves: Saves::empty(),
        bond: None,
        flickers: false,
        goads: false,
        withdraws: false,
        time: 0,
        destroys: false,
    };

    /// What it is worth against something that is not known yet.
    pub(super) fn guess(&self) -> i32 {
        (self.share.abs() + self.gain) * 30 / 100
            + self.points.abs()
            + 3 * self.for_cards
            + (6 * self.damage).min(30)
            + 8 * self.shrinks
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
    /// Life that each opponent surely loses.
    pub(super) toll: i32,
    /// Life that its controller surely loses.
    pub(super) bleeds: i32,
    /// What its controller has to pay later, or they lose the game.
    pub(super) bill: Option<CostId>,
    /// Mana for which the spell that it counters is spared.
    pub(super) ransom: Option<i32>,
    /// Its source gets haste.
    pub(super) hastens: bool,
    /// It gives another spell new targets.
    pub(super) redirects: bool,
    /// Creatures that it keeps from blocking, besides what its targets and sweeps tell.
    pub(super) opens: usize,
    /// The creature that its source becomes until end of turn: power, where it is not its own, and keywords.
    pub(super) animates: Option<(Option<i32>, Keywords)>,
    /// Every target is meant in the same way.
    pub(super) alike: bool,
    /// What its source is kept from.
    pub(super) spares: Saves,
    /// The damage of one attacker is prevented.
    pub(super) blunts: bool,
    /// Its source enters attacking instead of an attacker (CR 702.49).
    pub(super) ambushes: bool,
    /// It attaches its source to something.
    pub(super) attaches: bool,
    /// It depends on the game and must be read against the view.
    pub(super) varies: bool,
    /// Some number in it is the power of a creature that is chosen.
    pub(super) by_power: bool,
}

impl Effect {
    /// What it is worth before anything is known about the table.
    pub(super) fn guess(&self) -> i32 {
        let aims = if self.alike { &self.aims[..1] } else { &self.aims[..] };
        let aimed: i32 = aims.iter().map(Aim::guess).sum();
        let swept: i32 = self.sweeps.iter().map(|(_, aim)| aim.guess() * 3 / 2).sum();
        self.value + aimed + swept
    }
}

/// Power that creatures get until end of turn without being targets, each.
pub(super) fn swells(effect: &Effect) -> i32 {
    effect.sweeps.iter().map(|(_, aim)| aim.power.max(0)).sum()
}

/// Damage to the targets together, and life that others lose.
pub(super) fn takes(effect: &Effect) -> i32 {
    let aims = if effect.alike { &effect.aims[..1] } else { &effect.aims[..] };
    aims.iter().map(|aim| aim.damage).sum::<i32>().max(0) + effect.drains
}
