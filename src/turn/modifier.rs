//! What changes a turn: skips, restrictions, restrictions of extra turns, modifications of phases.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use super::seat::{Seat, SeatSet};
use super::step::{Phase, Step};

/// Something outside this room, by a number whose meaning only the game knows: a card, an ability, an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tag(pub u32);

/// What a skip applies to (CR 614.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Skippable {
    /// A whole turn.
    Turn,
    /// A phase; [`Phase::PrecombatMain`] and [`Phase::PostcombatMain`] are different phases.
    Phase(Phase),
    /// A main phase, whichever.
    MainPhase,
    /// A step. [`Step::CombatDamage`] means either of two combat damage steps (CR 510.4), each an occurrence of its own;
    /// a main phase may be named as a step.
    Step(Step),
}

/// How long a skip waits, and how often it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SkipScope {
    /// The next occurrence, one for each count (CR 614.10a).
    Next,
    /// The next occurrence, if it comes in the current turn; otherwise it expires as that turn ends.
    NextThisTurn,
    /// Every occurrence for the rest of the current turn.
    ThisTurn,
    /// Every occurrence during that player's next turn that is really taken.
    NextTurn,
}

/// A skip that waits for its occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PendingSkip {
    /// Unique in a game, counted from 1 in order of creation.
    pub id: u32,
    /// Whose turn, phase or step.
    pub seat: Seat,
    /// What is skipped.
    pub what: Skippable,
    /// How often, and until when.
    pub scope: SkipScope,
    /// What made it.
    pub source: Tag,
    /// What is done first in the next turn that really happens, whosever it is, after a skipped turn; in the next step
    /// that really happens after a skipped phase or step (CR 614.10b).
    pub then: Option<Tag>,
}

/// A skip that applies to every occurrence while it lasts and is never used up (Stasis, Stranglehold).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StaticSkip {
    /// Whose turns, phases or steps.
    pub seats: SeatSet,
    /// What is skipped.
    pub what: StaticSkippable,
    /// What makes it.
    pub source: Tag,
}

/// What a static skip applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaticSkippable {
    /// Extra turns, as they would begin.
    ExtraTurns,
    /// Any of the things a counted skip can name.
    Each(Skippable),
}

bitflags! {
    /// Restrictions on a turn, each with the meaning the rules give it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Restrictions: u16 {
        /// The untap step is skipped.
        const NO_UNTAP = 1;
        /// The upkeep step is skipped.
        const NO_UPKEEP = 2;
        /// The draw step is skipped.
        const NO_DRAW = 4;
        /// Every main phase is skipped.
        const NO_MAIN_PHASE = 8;
        /// Every combat phase is skipped.
        const NO_COMBAT = 16;
        /// Abilities can't be activated, mana abilities excepted.
        const NO_ACTIVATED_ABILITIES = 32;
        /// Each creature of the active player attacks each combat if able.
        const MUST_ATTACK = 64;
        /// The active player's creatures can't attack.
        const CANT_ATTACK = 128;
        /// Artifact, enchantment and creature spells can't be cast.
        const NO_ARTIFACTS_ENCHANTMENTS_CREATURES = 256;
        /// The active player loses the game at the beginning of that turn's end step (a delayed trigger).
        const LOSE_AT_END_STEP = 512;
        /// Only the combat and ending phases happen. No pending skip is used up by the phases that don't.
        const COMBAT_ONLY = 1024;
        /// Damage can't be prevented (CR 615.12).
        const NO_PREVENTION = 2048;
        /// Power-up abilities can't be activated.
        const NO_POWER_UP = 4096;
    }
}

/// What restricts one turn: an extra turn is granted with them, and effects add to them while it lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TurnRestrictions {
    /// Restrictions of that turn.
    pub kinds: Restrictions,
    /// At most so many spells may be cast by its active player.
    pub max_spells: Option<u16>,
}

/// A change to the phases or steps of a turn that match `applies_to`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PhaseModification {
    /// The phase or step it changes.
    pub applies_to: Selector,
    /// During whose turns; empty: everybody's.
    pub seats: SeatSet,
    /// What made it.
    pub source: Tag,
    /// Nobody gets priority; the turn-based actions still happen.
    pub skip_priority: bool,
    /// The turn-based actions don't happen; triggers and priority do.
    pub skip_actions: bool,
    /// Performed by the game on entry, in order: once for a phase, as its first step begins.
    pub entry_actions: Vec<Tag>,
    /// How many all-pass rounds with an empty stack end it; 1 by the rules (CR 500.2).
    pub rounds: u16,
    /// How long the modification lasts.
    pub lasts: Lasts,
}

/// Which phase or step a modification means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selector {
    /// Every step of that phase.
    Phase(Phase),
    /// That step; [`Step::CombatDamage`] means either of two combat damage steps (CR 510.4).
    Step(Step),
}

impl Selector {
    /// Whether it means the step that begins, in that phase.
    pub(super) fn means(self, phase: Phase, step: Step) -> bool {
        match self {
            Selector::Phase(p) => p == phase,
            Selector::Step(s) => step.is(s),
        }
    }
}

/// How long a modification lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// Until the end of the current turn.
    ThisTurn,
    /// One occurrence of the phase, with all its steps, or of the step.
    Once,
    /// The whole game.
    Always,
}

/// After which phase of the current turn something is added (CR 500.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterPhase {
    /// The current phase, whichever it is.
    This,
    /// The current phase if it is a main phase; otherwise nothing is added (CR 609.3).
    ThisMain,
    /// The current phase if it is a combat phase; otherwise nothing is added (CR 609.3).
    ThisCombat,
    /// The current phase if it is of that kind; else the next of that kind that really comes this turn (CR 614.10a). Nothing
    /// is added when none is to come.
    Next(Phase),
    /// The first postcombat main phase of this turn, whichever phase turns out to be that (CR 505.1a); nothing is added when
    /// it is past.
    FirstPostcombatMain,
}

/// Phases that an effect has added after a phase that has not begun yet, as they wait for it (CR 500.8).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScheduledPhases {
    /// Which, in the order in which they will come.
    pub phases: Vec<Phase>,
    /// What they follow.
    pub after: AwaitedPhase,
    /// What added them.
    pub source: Tag,
}

/// A phase of the current turn that has not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AwaitedPhase {
    /// The next one of that kind.
    Next(Phase),
    /// The first postcombat main phase of the turn.
    FirstPostcombatMain,
}

impl AwaitedPhase {
    /// Whether it is the phase of that kind which begins as the turn's main phase number `mains`, if it is one.
    pub(super) fn is(self, phase: Phase, mains: u32) -> bool {
        match self {
            AwaitedPhase::Next(kind) => kind == phase,
            AwaitedPhase::FirstPostcombatMain => phase == Phase::PostcombatMain && mains == 2,
        }
    }
}

/// The turn an extra turn follows (CR 500.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AfterTurn {
    /// The current one: due as soon as it has ended.
    This,
    /// The next turn that seat really takes (Emrakul, the Promised End): due when that turn has ended.
    NextOf(Seat),
}
