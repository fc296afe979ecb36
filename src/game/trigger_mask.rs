//! Masks of event kinds: on which an ability could trigger (CR 603.2). They keep the search for triggers short.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::ability::{Ability, Static, StaticEffect, TriggerEvent};
use crate::cards::catalog::Catalog;
use crate::cards::effect::AbilityId;
use crate::turn::Step;

use super::state::{Delayed, When};

bitflags! {
    /// Kinds of events: of one ability, those on which it could trigger at all; of an event, its own kind.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct TriggerMask: u64 {
        const ENTERED = 1;
        const LEFT_BATTLEFIELD = 1 << 1;
        const TO_GRAVEYARD = 1 << 2;
        const ATTACKED = 1 << 3;
        /// An attacker was blocked, or a creature blocks one.
        const BLOCKED = 1 << 4;
        /// A state is there (CR 603.8), which nothing that happens tells.
        const STATES = 1 << 5;
        const COUNTERS_ADDED = 1 << 6;
        const EXERTED = 1 << 7;
        const TAPPED = 1 << 8;
        const TAPPED_FOR_MANA = 1 << 9;
        const DAMAGED_PLAYER = 1 << 10;
        const COMBAT_DAMAGE = 1 << 11;
        const STEP_BEGAN = 1 << 12;
        const COMBAT_BEGAN = 1 << 13;
        const CAST = 1 << 14;
        const DREW = 1 << 15;
        const GAINED_LIFE = 1 << 16;
        const UNTAPPED = 1 << 17;
        const TURNED_FACE_UP = 1 << 18;
        const SACRIFICED = 1 << 19;
        const LAND_PLAYED = 1 << 20;
        const DISCARDED = 1 << 21;
        const SCRIED = 1 << 22;
        const EXTRA_TURN_BEGAN = 1 << 23;
        const TURN_SKIPPED = 1 << 24;
        const PHASE_ADDED = 1 << 25;
        const COUNTERS_REMOVED = 1 << 26;
        const UNTAPPED_TOGETHER = 1 << 27;
        const UPKEEP_BEGAN = 1 << 28;
        const DRAW_STEP_BEGAN = 1 << 29;
        const END_STEP_BEGAN = 1 << 30;
        /// A permanent became monstrous.
        const MONSTROUS = 1 << 31;
        const TRANSFORMED = 1 << 32;
        /// A permanent was dealt damage.
        const DAMAGED = 1 << 33;
        /// There is a Saga: lore counters are put, and its end is looked for.
        const SAGAS = 1 << 34;
        const ACTIVATED = 1 << 35;
        /// An object became a target.
        const TARGETED = 1 << 36;
        const COPIED = 1 << 37;
        const COUNTERED = 1 << 38;
        /// Something dealt damage to a permanent or player.
        const DEALT_DAMAGE = 1 << 39;
        const LOST_LIFE = 1 << 40;
        /// A player searched their library.
        const SEARCHED = 1 << 41;
        /// A venture marker moved into a room.
        const ROOM_ENTERED = 1 << 42;
        /// A card left a graveyard.
        const LEAVES_GRAVEYARD = 1 << 43;
        const CYCLED = 1 << 44;
        /// Day became night, or night day.
        const DAY_CHANGED = 1 << 45;
        /// A Class came to a level.
        const LEVEL_GAINED = 1 << 46;
        /// Something dealt damage, all that it dealt at the same time.
        const DEALT_DAMAGE_TOGETHER = 1 << 47;
    }
}

impl TriggerMask {
    pub(super) const fn of_step(step: Step) -> TriggerMask {
        match step {
            Step::Upkeep => TriggerMask::UPKEEP_BEGAN,
            Step::Draw => TriggerMask::DRAW_STEP_BEGAN,
            Step::End => TriggerMask::END_STEP_BEGAN,
            _ => TriggerMask::STEP_BEGAN,
        }
    }

    /// The events on which an ability that triggers so could trigger.
    pub(super) const fn of(event: TriggerEvent) -> TriggerMask {
        match event {
            TriggerEvent::Enters(_) => TriggerMask::ENTERED,
            TriggerEvent::Dies(_)
            | TriggerEvent::Exiled(_)
            | TriggerEvent::DiesOrExiled(_)
            | TriggerEvent::WoundedDies
            | TriggerEvent::Leaves(_) => TriggerMask::LEFT_BATTLEFIELD,
            TriggerEvent::ToGraveyard(_) | TriggerEvent::CardToGraveyard(..) => TriggerMask::TO_GRAVEYARD,
            TriggerEvent::LeavesGraveyard(..) => TriggerMask::LEAVES_GRAVEYARD,
            TriggerEvent::Attacks(_)
            | TriggerEvent::YouAttack
            | TriggerEvent::AttackWithPower(_)
            | TriggerEvent::AttacksAlone(_)
            | TriggerEvent::PlayerAttacked(_)
            | TriggerEvent::AttackedBy(_) => TriggerMask::ATTACKED,
            TriggerEvent::BecomesBlocked(_)
            | TriggerEvent::Blocks(_)
            | TriggerEvent::BlockedBy(..)
            | TriggerEvent::BlocksCreature(..)
            | TriggerEvent::Unblocked(_) => TriggerMask::BLOCKED,
            TriggerEvent::CountersReach(..) => TriggerMask::COUNTERS_ADDED,
            TriggerEvent::Chapter(_) => TriggerMask::COUNTERS_ADDED.union(TriggerMask::SAGAS),
            TriggerEvent::Transforms(_) => TriggerMask::TRANSFORMED,
            TriggerEvent::Room(_) => TriggerMask::ROOM_ENTERED,
            TriggerEvent::IsDealtDamage(_) => TriggerMask::DAMAGED,
            TriggerEvent::Exerted(_) => TriggerMask::EXERTED,
            TriggerEvent::BecomesMonstrous(_) => TriggerMask::MONSTROUS,
            TriggerEvent::BecomesTapped(_) => TriggerMask::TAPPED,
            TriggerEvent::LandTappedForMana(_) | TriggerEvent::TappedForMana(_) => TriggerMask::TAPPED_FOR_MANA,
            TriggerEvent::DamageToPlayer(..) => TriggerMask::DAMAGED_PLAYER,
            TriggerEvent::CombatDamageToPlayer(_) | TriggerEvent::CombatDamageOnce(_) => TriggerMask::COMBAT_DAMAGE,
            TriggerEvent::StepBegins(step, _) | TriggerEvent::StepBeginsForEach(step, _) => TriggerMask::of_step(step),
            TriggerEvent::CombatBegins(_) | TriggerEvent::CombatBeginsForEach(_) => TriggerMask::COMBAT_BEGAN,
            TriggerEvent::Cast(..)
            | TriggerEvent::CastAt(..)
            | TriggerEvent::TargetedBySpell(_)
            | TriggerEvent::NthSpell(..) => TriggerMask::CAST,
            TriggerEvent::Plays(_) | TriggerEvent::PlaysFromExile(_) => {
                TriggerMask::CAST.union(TriggerMask::LAND_PLAYED)
            }
            TriggerEvent::Draws(..) | TriggerEvent::DrawsMore(_) => TriggerMask::DREW,
            TriggerEvent::GainsLife(_) => TriggerMask::GAINED_LIFE,
            TriggerEvent::LosesLife(_) => TriggerMask::LOST_LIFE,
            TriggerEvent::UntapsInUntapStep(_) | TriggerEvent::BecomesUntapped(_) => TriggerMask::UNTAPPED,
            TriggerEvent::YouUntap => TriggerMask::UNTAPPED_TOGETHER,
            TriggerEvent::TurnedFaceUp(_) => TriggerMask::TURNED_FACE_UP,
            TriggerEvent::Sacrifices(..) => TriggerMask::SACRIFICED,
            TriggerEvent::Discards(_) => TriggerMask::DISCARDED,
            TriggerEvent::Scries(_) => TriggerMask::SCRIED,
            TriggerEvent::Searches(_) => TriggerMask::SEARCHED,
            TriggerEvent::Cycles(_) => TriggerMask::CYCLED,
            TriggerEvent::Activates(..) => TriggerMask::ACTIVATED,
            TriggerEvent::AttackWith(..) => TriggerMask::ATTACKED,
            TriggerEvent::BecomesTarget(..) => TriggerMask::TARGETED,
            TriggerEvent::CountersPut(..) => TriggerMask::COUNTERS_ADDED,
            TriggerEvent::DealsDamage { .. } => TriggerMask::DEALT_DAMAGE,
            TriggerEvent::DealsDamageOnce(..) => TriggerMask::DEALT_DAMAGE_TOGETHER,
            TriggerEvent::Copies(..) => TriggerMask::COPIED,
            TriggerEvent::CountersSpell(_) => TriggerMask::COUNTERED,
            TriggerEvent::BecomesLevel(_) => TriggerMask::LEVEL_GAINED,
            TriggerEvent::DayChanges => TriggerMask::DAY_CHANGED,
            TriggerEvent::ExtraTurnBegins(_) => TriggerMask::EXTRA_TURN_BEGAN,
            TriggerEvent::TurnSkipped(_) => TriggerMask::TURN_SKIPPED,
            TriggerEvent::PhaseAdded(_) => TriggerMask::PHASE_ADDED,
            TriggerEvent::CounterRemoved(..) => TriggerMask::COUNTERS_REMOVED,
            TriggerEvent::CountersThere(..) | TriggerEvent::Holds(_) => TriggerMask::STATES,
            // These trigger on nothing that happens to permanents.
            TriggerEvent::CastThis
            | TriggerEvent::MiracleDrawn
            | TriggerEvent::MadlyDiscarded
            | TriggerEvent::CycledThis
            | TriggerEvent::ExploitsThis
            | TriggerEvent::Reflexive => TriggerMask::empty(),
        }
    }
}

/// The events on which a triggered ability that a static one grants could trigger.
pub(super) fn granted_mask(cat: &Catalog, ability: AbilityId) -> TriggerMask {
    match cat.ability(ability) {
        Ability::Static(Static { effect: StaticEffect::GrantTrigger(_, granted), .. }) => match cat.ability(*granted) {
            Ability::Triggered(granted) => TriggerMask::of(granted.event),
            _ => TriggerMask::empty(),
        },
        _ => TriggerMask::empty(),
    }
}

/// The events on which a delayed trigger could trigger that waits for what an ability triggers on.
pub(super) fn delayed_mask(cat: &Catalog, delayed: &Delayed) -> TriggerMask {
    match delayed.when {
        When::Whenever { ability, .. } => match cat.ability(ability) {
            Ability::Triggered(trigger) => TriggerMask::of(trigger.event),
            _ => TriggerMask::empty(),
        },
        _ => TriggerMask::empty(),
    }
}
