//! Kinds of things that happen, and on which of them an ability could trigger: what keeps the search for triggers short.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::ability::TriggerEvent;
use crate::turn::Step;

bitflags! {
    /// Kinds of things that happen: which of them an ability could trigger on at all.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct Occasions: u64 {
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
        const LAND_TAPPED_FOR_MANA = 1 << 9;
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
        /// A creature was dealt damage: remembered for when it dies.
        const WOUNDED = 1 << 31;
        const TRANSFORMED = 1 << 32;
        /// A permanent was dealt damage.
        const DAMAGED = 1 << 33;
        /// There is a Saga: lore counters are put, and its end is looked for.
        const SAGAS = 1 << 34;
    }
}

impl Occasions {
    pub(super) const fn of_step(step: Step) -> Occasions {
        match step {
            Step::Upkeep => Occasions::UPKEEP_BEGAN,
            Step::Draw => Occasions::DRAW_STEP_BEGAN,
            Step::End => Occasions::END_STEP_BEGAN,
            _ => Occasions::STEP_BEGAN,
        }
    }

    /// On what an ability that triggers so could trigger.
    pub(super) const fn of(event: TriggerEvent) -> Occasions {
        match event {
            TriggerEvent::Enters(_) => Occasions::ENTERED,
            TriggerEvent::Dies(_) | TriggerEvent::Leaves(_) => Occasions::LEFT_BATTLEFIELD,
            TriggerEvent::WoundedDies => Occasions::LEFT_BATTLEFIELD.union(Occasions::WOUNDED),
            TriggerEvent::ToGraveyard(_) => Occasions::TO_GRAVEYARD,
            TriggerEvent::Attacks(_)
            | TriggerEvent::YouAttack
            | TriggerEvent::AttackWithPower(_)
            | TriggerEvent::AttacksAlone(_)
            | TriggerEvent::AttackedBy(_) => Occasions::ATTACKED,
            TriggerEvent::BecomesBlocked(_) | TriggerEvent::Blocks(_) => Occasions::BLOCKED,
            TriggerEvent::CountersReach(..) => Occasions::COUNTERS_ADDED,
            TriggerEvent::Chapter(_) => Occasions::COUNTERS_ADDED.union(Occasions::SAGAS),
            TriggerEvent::Transforms(_) => Occasions::TRANSFORMED,
            TriggerEvent::IsDealtDamage(_) => Occasions::DAMAGED,
            TriggerEvent::Exerted(_) => Occasions::EXERTED,
            TriggerEvent::BecomesTapped(_) => Occasions::TAPPED,
            TriggerEvent::LandTappedForMana(_) => Occasions::LAND_TAPPED_FOR_MANA,
            TriggerEvent::DamageToPlayer(..) => Occasions::DAMAGED_PLAYER,
            TriggerEvent::CombatDamageToPlayer(_) | TriggerEvent::CombatDamageOnce(_) => Occasions::COMBAT_DAMAGE,
            TriggerEvent::StepBegins(step, _) | TriggerEvent::StepBeginsForEach(step, _) => Occasions::of_step(step),
            TriggerEvent::CombatBegins(_) | TriggerEvent::CombatBeginsForEach(_) => Occasions::COMBAT_BEGAN,
            TriggerEvent::Cast(..) | TriggerEvent::TargetedBySpell(_) | TriggerEvent::NthSpell(..) => Occasions::CAST,
            TriggerEvent::Plays(_) => Occasions::CAST.union(Occasions::LAND_PLAYED),
            TriggerEvent::Draws(..) => Occasions::DREW,
            TriggerEvent::GainsLife(_) => Occasions::GAINED_LIFE,
            TriggerEvent::UntapsInUntapStep(_) => Occasions::UNTAPPED,
            TriggerEvent::YouUntap => Occasions::UNTAPPED_TOGETHER,
            TriggerEvent::TurnedFaceUp(_) => Occasions::TURNED_FACE_UP,
            TriggerEvent::Sacrifices(..) => Occasions::SACRIFICED,
            TriggerEvent::Discards(_) => Occasions::DISCARDED,
            TriggerEvent::Scries(_) => Occasions::SCRIED,
            TriggerEvent::ExtraTurnBegins(_) => Occasions::EXTRA_TURN_BEGAN,
            TriggerEvent::TurnSkipped(_) => Occasions::TURN_SKIPPED,
            TriggerEvent::PhaseAdded(_) => Occasions::PHASE_ADDED,
            TriggerEvent::CounterRemoved(..) => Occasions::COUNTERS_REMOVED,
            TriggerEvent::CountersThere(..) => Occasions::STATES,
            // These trigger on nothing that happens to permanents.
            TriggerEvent::CastThis | TriggerEvent::MiracleDrawn | TriggerEvent::Reflexive => Occasions::empty(),
        }
    }
}
