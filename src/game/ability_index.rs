//! The ability index: which static abilities work (CR 604), and which triggered abilities wait for which events (CR 603).
//!
//! It is looked up at every event and every price, so that each entry says in one word what it is looked for.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::ability::{StaticEffect, TriggerEvent};
use crate::cards::effect::AbilityId;

use super::object::Slot;
use super::trigger_mask::TriggerMask;

/// A static ability that works (CR 604).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct IndexedStatic {
    pub(crate) source: Slot,
    pub(crate) ability: AbilityId,
    pub(crate) kinds: StaticKinds,
}

impl IndexedStatic {
    pub(crate) const fn new(source: Slot, ability: AbilityId, effect: StaticEffect) -> IndexedStatic {
        IndexedStatic { source, ability, kinds: StaticKinds::of(effect) }
    }
}

/// A triggered ability that works (CR 603).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct IndexedTrigger {
    pub(crate) source: Slot,
    pub(crate) ability: AbilityId,
    pub(crate) on: TriggerMask,
}

impl IndexedTrigger {
    pub(crate) const fn new(source: Slot, ability: AbilityId, event: TriggerEvent) -> IndexedTrigger {
        IndexedTrigger { source, ability, on: TriggerMask::of(event) }
    }
}

bitflags! {
    /// Kinds of statics, which are only looked for while some permanent has one of the kind.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct StaticKinds: u32 {
        /// Lands that make more mana.
        const MORE_MANA = 1;
        /// Statics that are rare, and asked about often: about players, graveyards, searches, ward, one type that untaps.
        const RARE = 1 << 1;
        /// Statics that change what spells cost.
        const COSTS = 1 << 2;
        /// Statics that limit how many spells are cast.
        const SPELL_LIMITS = 1 << 3;
        /// Statics that grant abilities.
        const GRANTS = 1 << 4;
        /// Draws and draw steps that may be skipped for something else.
        const SKIPS = 1 << 5;
        /// Statics that add to power and toughness, or give keywords.
        const PUMPS = 1 << 6;
        /// Statics that skip turns, phases or steps.
        const TURNS = 1 << 7;
        /// Statics that change what untaps.
        const UNTAPPING = 1 << 8;
        /// Statics that have permanents enter tapped.
        const ENTERING = 1 << 9;
        /// Statics that change how many cards a player may keep.
        const HAND_SIZE = 1 << 10;
        /// Statics that tax attacks.
        const TAXES = 1 << 11;
        /// Statics that look at what enters and leaves: types, base sizes, the city's blessing.
        const SHAPES = 1 << 12;
        /// Statics by which spells are cast as though they had flash.
        const FLASH = 1 << 13;
        /// Statics that grant mana abilities.
        const GRANTS_MANA = 1 << 14;
        /// Statics that make more tokens, counters or triggers.
        const DOUBLING = 1 << 15;
        /// Statics that give protection.
        const PROTECTIONS = 1 << 16;
        /// Statics by which spells are cast without paying for them, and lands played from elsewhere.
        const FREE_CASTS = 1 << 17;
        /// Statics that change how much damage is dealt.
        const DAMAGE = 1 << 18;
        /// Statics by which abilities can't be activated.
        const NO_ABILITIES = 1 << 19;
        /// Statics that give creature types.
        const SUBTYPES = 1 << 20;
        /// Statics that show the top card of a library.
        const TOP_CARDS = 1 << 27;
        /// Statics that goad.
        const GOADS = 1 << 21;
        /// Statics that change what abilities cost.
        const ABILITY_COSTS = 1 << 22;
        /// Statics that keep abilities from triggering, or give triggered ones.
        const TRIGGERS = 1 << 23;
        /// Statics that limit who attacks and blocks.
        const COMBAT_LIMITS = 1 << 24;
        /// Statics by which {T} is paid as though with haste.
        const HASTY_ABILITIES = 1 << 26;
        /// Statics by which unspent mana stays.
        const KEPT_MANA = 1 << 28;
        /// Statics by which permanents can't have keywords.
        const NO_KEYWORDS = 1 << 29;
        /// Statics that set the types of lands.
        const LAND_TYPES = 1 << 25;
    }
}

impl StaticKinds {
    /// The kind of a static ability; none for what a spell says of itself.
    pub(crate) const fn of(effect: StaticEffect) -> StaticKinds {
        match effect {
            StaticEffect::MoreMana { .. } => StaticKinds::MORE_MANA,
            StaticEffect::CostChange { .. } | StaticEffect::SpellsCostAtLeast(_) | StaticEffect::SpendAs { .. } => {
                StaticKinds::COSTS
            }
            StaticEffect::SpellLimit { .. } => StaticKinds::SPELL_LIMITS,
            StaticEffect::Pump { .. } | StaticEffect::PumpAttached { .. } => StaticKinds::PUMPS,
            StaticEffect::NoKeywords(..) | StaticEffect::LoseKeywords(..) => {
                StaticKinds::PUMPS.union(StaticKinds::NO_KEYWORDS)
            }
            StaticEffect::NotCreature
            | StaticEffect::BaseSize(..)
            | StaticEffect::Ascend
            | StaticEffect::Reshape(_)
            | StaticEffect::AlsoTypes(..) => StaticKinds::SHAPES,
            StaticEffect::LandTypes(..) => StaticKinds::SHAPES.union(StaticKinds::LAND_TYPES),
            StaticEffect::NoBlock { .. }
            | StaticEffect::AttackLimit { .. }
            | StaticEffect::BlocksMore(..)
            | StaticEffect::BlockedByAtLeast(..)
            | StaticEffect::BlockedByAtMost(..)
            | StaticEffect::CantAttackYou(_)
            | StaticEffect::CantAttack(..)
            | StaticEffect::AttacksOnlyWhere(_)
            | StaticEffect::BlockLimit(_) => StaticKinds::COMBAT_LIMITS,
            StaticEffect::AbilitiesAsHasty(_) => StaticKinds::HASTY_ABILITIES,
            StaticEffect::KeepsMana(..) | StaticEffect::FadingMana(_) => StaticKinds::KEPT_MANA,
            StaticEffect::Grant(..) => StaticKinds::GRANTS,
            StaticEffect::GrantMana(..) => StaticKinds::GRANTS_MANA,
            StaticEffect::MaySkipDrawStep(_) | StaticEffect::MaySkipDraw(_) => StaticKinds::SKIPS,
            StaticEffect::Skip { .. } | StaticEffect::SkipExtraTurns(_) => StaticKinds::TURNS,
            StaticEffect::UntapLimit { .. } | StaticEffect::NoUntap(_) | StaticEffect::UntapsInOthers(_) => {
                StaticKinds::UNTAPPING
            }
            StaticEffect::EntersTapped(_)
            | StaticEffect::Riot(_)
            | StaticEffect::CantEnter(..)
            | StaticEffect::ExiledUnlessCast(_)
            | StaticEffect::EntersWith { .. } => StaticKinds::ENTERING,
            StaticEffect::MaxHandSize(..) | StaticEffect::HandSizeLess(..) => StaticKinds::HAND_SIZE,
            StaticEffect::Protection(..) => StaticKinds::PROTECTIONS,
            StaticEffect::AttackTax { .. } => StaticKinds::TAXES,
            StaticEffect::Goads(_) => StaticKinds::GOADS,
            StaticEffect::AbilitiesCostLess { .. } => StaticKinds::COSTS.union(StaticKinds::ABILITY_COSTS),
            StaticEffect::NoTriggers { .. } | StaticEffect::GrantTrigger(..) => StaticKinds::TRIGGERS,
            StaticEffect::BoastTwice(_)
            | StaticEffect::LoyaltyAnyTime
            | StaticEffect::LoyaltyTwice
            | StaticEffect::WinsByEmptyDraw => StaticKinds::RARE,
            StaticEffect::PreventDamage { .. } | StaticEffect::Unpreventable(_) => StaticKinds::DAMAGE,
            StaticEffect::TokensInstead { .. }
            | StaticEffect::TokensTwice(_)
            | StaticEffect::MoreCopies
            | StaticEffect::MorePlayerCounters(..)
            | StaticEffect::MoreCounters { .. }
            | StaticEffect::TriggersTwice { .. } => StaticKinds::DOUBLING,
            StaticEffect::NoLifeGain(_)
            | StaticEffect::NoDraw(_)
            | StaticEffect::PlayerShroud
            | StaticEffect::PlayerHexproof
            | StaticEffect::PlayerShield
            | StaticEffect::GraveyardToExile(_)
            | StaticEffect::Ward(..)
            | StaticEffect::Uncounterable(_)
            | StaticEffect::NoSearch(_)
            | StaticEffect::NoOwnSearch(_)
            | StaticEffect::ExiledInstead { .. }
            | StaticEffect::Spared { .. }
            | StaticEffect::SearchTop(..)
            | StaticEffect::LandPlays(..)
            | StaticEffect::UntapOneType => StaticKinds::RARE,
            StaticEffect::Flash(_) | StaticEffect::FlashForAll(_) => StaticKinds::FLASH,
            StaticEffect::CastFree { .. } | StaticEffect::PlayFrom { .. } => StaticKinds::FREE_CASTS,
            StaticEffect::TopCard(_) => StaticKinds::TOP_CARDS,
            StaticEffect::CantCast { .. } => StaticKinds::SPELL_LIMITS,
            StaticEffect::CantActivate { .. } => StaticKinds::NO_ABILITIES,
            StaticEffect::DrawLimit(..)
            | StaticEffect::DrawsInstead { .. }
            | StaticEffect::SharedDraws(_)
            | StaticEffect::MoreLife { .. }
            | StaticEffect::LifeGainIsLost(_)
            | StaticEffect::LifeLocked(_)
            | StaticEffect::CantLose(_)
            | StaticEffect::CantWin(_)
            | StaticEffect::DamageLeavesOne(_)
            | StaticEffect::MoreLifeLost(..) => StaticKinds::RARE,
            // Read from the card in an opening hand, or as it becomes attached.
            StaticEffect::OpeningHand | StaticEffect::OpeningHandSecond(_) | StaticEffect::ControlAttached => {
                StaticKinds::empty()
            }
            StaticEffect::MoreDamage { .. } => StaticKinds::DAMAGE,
            StaticEffect::IsAlso(..) => StaticKinds::SUBTYPES,
            // What a spell says about its own cost is read from the card.
            StaticEffect::CostsLess(_)
            | StaticEffect::CostsLessTargeting(..)
            | StaticEffect::CostsMorePerTarget(_)
            | StaticEffect::CostsInstead(_) => StaticKinds::empty(),
        }
    }
}
