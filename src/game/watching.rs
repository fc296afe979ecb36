//! The abilities that work, and what each of them is looked for: what keeps looking for them short.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::ability::{StaticEffect, TriggerEvent};
use crate::cards::effect::AbilityId;

use super::object::Slot;
use super::occasion::Occasions;

/// A static ability that works (CR 604).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Static {
    pub(crate) source: Slot,
    pub(crate) ability: AbilityId,
    pub(crate) kinds: Watches,
}

impl Static {
    pub(crate) const fn new(source: Slot, ability: AbilityId, effect: StaticEffect) -> Static {
        Static { source, ability, kinds: Watches::of_static(effect) }
    }
}

/// A triggered ability that works (CR 603).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Watcher {
    pub(crate) source: Slot,
    pub(crate) ability: AbilityId,
    pub(crate) on: Occasions,
    pub(crate) kinds: Watches,
}

impl Watcher {
    pub(crate) const fn new(source: Slot, ability: AbilityId, event: TriggerEvent) -> Watcher {
        Watcher { source, ability, on: Occasions::of(event), kinds: Watches::of(event) }
    }
}

bitflags! {
    /// What is only looked for when some permanent waits for it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct Watches: u32 {
        const TAPS = 1;
        const DAMAGE = 2;
        const WOUNDS = 4;
        const MANA = 8;
        /// Lands that make more mana.
        const MORE_MANA = 16;
        const COUNTERS = 32;
        const UNTAPS = 64;
        /// Statics that are rare, and asked about often: about players, graveyards, searches, ward, one type that untaps.
        const RARE = 128;
        /// Statics that change what spells cost.
        const COSTS = 256;
        /// Statics that limit how many spells are cast.
        const SPELL_LIMITS = 512;
        /// State triggers (CR 603.8).
        const STATES = 1024;
        /// Statics that grant abilities.
        const GRANTS = 2048;
        /// Draws and draw steps that may be skipped for something else.
        const SKIPS = 4096;
        /// Statics that add to power and toughness, or give keywords.
        const PUMPS = 8192;
        /// Statics that skip turns, phases or steps.
        const TURNS = 1 << 14;
        /// Statics that change what untaps.
        const UNTAPPING = 1 << 15;
        /// Statics that have permanents enter tapped.
        const ENTERING = 1 << 16;
        /// Statics that change how many cards a player may keep.
        const HAND_SIZE = 1 << 17;
        /// Statics that tax attacks.
        const TAXES = 1 << 18;
        /// Statics that look at what enters and leaves: types, base sizes, the city's blessing.
        const SHAPES = 1 << 19;
    }
}

impl Watches {
    /// What a static ability of that kind needs to be looked for.
    pub(crate) const fn of_static(effect: StaticEffect) -> Watches {
        match effect {
            StaticEffect::LandsMakeMore => Watches::MORE_MANA,
            StaticEffect::CostChange { .. } => Watches::COSTS,
            StaticEffect::SpellLimit { .. } => Watches::SPELL_LIMITS,
            StaticEffect::Pump { .. } | StaticEffect::PumpAttached { .. } => Watches::PUMPS,
            StaticEffect::NotCreature | StaticEffect::Size(..) | StaticEffect::Ascend => Watches::SHAPES,
            StaticEffect::Grant(..) => Watches::GRANTS,
            StaticEffect::MaySkipDrawStep(_) | StaticEffect::MaySkipDraw(_) => Watches::SKIPS,
            StaticEffect::Skip { .. } | StaticEffect::SkipExtraTurns(_) => Watches::TURNS,
            StaticEffect::UntapLimit { .. } | StaticEffect::NoUntap(_) | StaticEffect::UntapsInOthers(_) => {
                Watches::UNTAPPING
            }
            StaticEffect::EntersTapped(_) => Watches::ENTERING,
            StaticEffect::MaxHandSize(_) => Watches::HAND_SIZE,
            StaticEffect::AttackTax(_) => Watches::TAXES,
            StaticEffect::NoLifeGain(_)
            | StaticEffect::NoDraw(_)
            | StaticEffect::PlayerShroud
            | StaticEffect::PlayerShield
            | StaticEffect::GraveyardToExile(_)
            | StaticEffect::Ward(..)
            | StaticEffect::NoSearch(_)
            | StaticEffect::UntapOneType => Watches::RARE,
            // What a spell says about its own cost is read from the card.
            StaticEffect::CostsLess(_) | StaticEffect::CostsMorePerTarget(_) | StaticEffect::CostsInstead(_) => {
                Watches::empty()
            }
        }
    }

    /// What an ability that triggers so waits for.
    pub(crate) const fn of(event: TriggerEvent) -> Watches {
        match event {
            TriggerEvent::BecomesTapped(_) => Watches::TAPS,
            TriggerEvent::UntapsInUntapStep(_) | TriggerEvent::YouUntap => Watches::UNTAPS,
            TriggerEvent::CountersThere(..) => Watches::STATES,
            TriggerEvent::DamageToPlayer(..) => Watches::DAMAGE,
            TriggerEvent::WoundedDies => Watches::WOUNDS,
            TriggerEvent::CountersReach(..) => Watches::COUNTERS,
            TriggerEvent::LandTappedForMana(_) => Watches::MANA,
            _ => Watches::empty(),
        }
    }
}
