//! Where the game stands between decisions, and what the answer to a question continues.

use serde::{Deserialize, Serialize};

use crate::cards::effect::{CardId, Destination};
use crate::game::decision::Decision;
use crate::game::object::{ObjectId, Slot};
use crate::turn::Seat;

/// Where the game stands between decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Opening hands (CR 103.5).
    Mulligans,
    /// Everybody has kept, and has scried where the table has that: the game begins.
    HandsKept,
    /// The turn structure makes its next transition.
    Transition,
    /// A step has begun; the n-th part of its turn-based actions is next.
    Actions(u8),
    /// Scripted effects at the beginning of the step.
    Scripts,
    /// State-based actions and triggers, then priority to the active player.
    Check,
    /// The same, but the holder keeps priority (CR 117.3c).
    CheckKeep,
    /// State-based actions and triggers in a cleanup step (CR 514.3a).
    CheckCleanup,
    /// Somebody has priority: scripted effects come first; whether there were `any`.
    PriorityScripts { any: bool },
    /// Somebody has priority.
    Priority,
    /// An effect is ending the turn (CR 724.1) or the combat phase (CR 724.2).
    Ending { turn: bool },
    /// The game is over.
    Over,
}

/// A question that has been asked, and what its answer continues.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub(crate) decision: Decision,
    pub(crate) resume: Resume,
}

/// Something that would enter, and stays where it is until its player has been asked (CR 303.4f, 614.12a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct WaitingEntry {
    pub(crate) slot: Slot,
    /// Who will control it.
    pub(crate) under: Seat,
    /// The face that will be up.
    pub(crate) face: CardId,
    /// It is a land that is being played, rather than put there by an effect.
    pub(crate) played: bool,
    /// It is there, and its player chooses what riot gives it.
    #[serde(default)]
    pub(crate) riot: bool,
}

/// What the answer to a question continues.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Resume {
    Mulligan,
    MulliganBottom,
    Priority,
    Skip,
    /// A permanent that untaps when its controller skips the turn about to begin.
    SkipTurnToUntap(ObjectId),
    Untap,
    Attackers,
    Blockers,
    Damage,
    CleanupDiscard,
    Legend,
    TriggerOrder,
    TriggerTarget,
    /// What is asked as something enters: what an Aura that was not cast will enchant, or whether a land enters tapped.
    Entry(WaitingEntry),
    /// The mode of a modal trigger.
    TriggerMode,
    /// The one type of permanents that untaps.
    UntapType,
    /// How a trigger's damage is divided among its targets.
    TriggerDivision,
    /// How what a spell divides is divided among its targets.
    SpellDivision(ObjectId),
    /// An attacker that may be exerted.
    Exert(ObjectId),
    /// The instruction at which the top frame stands.
    Frame,
    /// A commander is in a graveyard or in exile.
    CommanderZone(Slot),
    /// A commander would go to a hand or library.
    CommanderMove(Slot, Destination),
    /// A permanent that gives something for a draw step that its controller skips.
    SkipDrawStep(ObjectId),
}
