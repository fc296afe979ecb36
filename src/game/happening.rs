//! Events that abilities may trigger on (CR 603.2).

use crate::cards::effect::CounterKind;
use crate::turn::{Seat, Step};

use super::object::{ObjectId, Target, Zone};
use super::trigger_mask::TriggerMask;

/// An event as abilities see it: with what they need to know of it, and before it is over where they look back.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    Entered(ObjectId),
    /// About to leave: still on the battlefield (CR 603.10a).
    LeftBattlefield {
        id: ObjectId,
        dies: bool,
        exiled: bool,
    },
    ToGraveyard {
        id: ObjectId,
        from: Zone,
    },
    /// A card is about to leave a graveyard, where it still lies.
    LeavesGraveyard(ObjectId),
    Attacked {
        attackers: Vec<(ObjectId, Seat)>,
        by: Seat,
    },
    Blocked(ObjectId),
    /// Once for each creature that it blocks, of which one is the first.
    Blocks {
        blocker: ObjectId,
        attacker: ObjectId,
        first: bool,
    },
    /// The same of those that were put onto the battlefield blocking, too.
    BlockedBy {
        attacker: ObjectId,
        blocker: ObjectId,
    },
    /// An attacker that nothing blocks, as blockers have been declared.
    Unblocked {
        id: ObjectId,
        defender: Seat,
    },
    CountersAdded {
        id: ObjectId,
        kind: CounterKind,
        had: i32,
        has: i32,
    },
    Exerted(ObjectId),
    /// It has become monstrous, by so many counters.
    BecameMonstrous {
        id: ObjectId,
        number: i32,
    },
    Transformed(ObjectId),
    /// A permanent was dealt so much damage, by one or more sources at the same time.
    Damaged {
        id: ObjectId,
        amount: i32,
    },
    Tapped(ObjectId),
    TappedForMana {
        id: ObjectId,
        by: Seat,
    },
    /// Damage of any kind.
    DamagedPlayer {
        source: ObjectId,
        seat: Seat,
    },
    /// Damage of any kind, to a permanent or player.
    DealtDamage {
        source: ObjectId,
        to: Target,
        amount: i32,
        combat: bool,
    },
    /// All damage that a source dealt at the same time.
    DealtDamageTogether {
        source: ObjectId,
        amount: i32,
        combat: bool,
    },
    /// Combat damage dealt to players in one combat damage step, all of it.
    CombatDamage(Vec<(ObjectId, Seat, i32)>),
    /// A venture marker moved into a room (CR 309.4c).
    RoomEntered {
        dungeon: ObjectId,
        room: u8,
    },
    StepBegan(Step),
    CombatBegan,
    Cast {
        spell: ObjectId,
        by: Seat,
        targets: Vec<Target>,
    },
    Drew {
        seat: Seat,
        nth: u16,
        /// The first in a draw step of theirs.
        first_of_step: bool,
    },
    GainedLife {
        seat: Seat,
        amount: i32,
    },
    LostLife {
        seat: Seat,
        amount: i32,
    },
    /// Became untapped.
    Untapped(ObjectId),
    /// So many permanents of an active player untapped in the untap step.
    UntappedTogether {
        by: Seat,
        number: i32,
    },
    TurnedFaceUp(ObjectId),
    Sacrificed {
        id: ObjectId,
        by: Seat,
    },
    LandPlayed {
        land: ObjectId,
        by: Seat,
    },
    Discarded {
        card: ObjectId,
        by: Seat,
    },
    /// A card was cycled, and lies where it has been discarded to.
    Cycled {
        card: ObjectId,
        by: Seat,
    },
    Scried(Seat),
    /// A player has searched their own library.
    Searched(Seat),
    /// An activated ability that is no mana ability was put on the stack.
    Activated {
        ability: ObjectId,
        of: ObjectId,
        by: Seat,
    },
    /// Became the target of a spell or ability of a player.
    Targeted {
        id: ObjectId,
        by: Seat,
        spell: bool,
        /// The number of the spell or ability on the stack.
        serial: u32,
    },
    /// A copy of a spell was put on the stack.
    Copied {
        spell: ObjectId,
        by: Seat,
    },
    /// A spell was countered by a spell or ability of a player.
    CounteredSpell {
        by: Seat,
    },
    /// Day became night, or night day.
    DayChanged,
    /// A Class came to a level.
    LevelGained {
        id: ObjectId,
        level: u8,
    },
    ExtraTurnBegan(Seat),
    TurnSkipped(Seat),
    PhaseAdded(Seat),
    CountersRemoved {
        id: ObjectId,
        kind: CounterKind,
        number: i32,
        last: bool,
    },
}

impl Happening {
    /// The bit of its kind.
    pub(super) const fn trigger_mask(&self) -> TriggerMask {
        match self {
            Happening::Entered(_) => TriggerMask::ENTERED,
            Happening::LeftBattlefield { .. } => TriggerMask::LEFT_BATTLEFIELD,
            Happening::ToGraveyard { .. } => TriggerMask::TO_GRAVEYARD,
            Happening::LeavesGraveyard(_) => TriggerMask::LEAVES_GRAVEYARD,
            Happening::Attacked { .. } => TriggerMask::ATTACKED,
            Happening::Blocked(_)
            | Happening::Blocks { .. }
            | Happening::BlockedBy { .. }
            | Happening::Unblocked { .. } => TriggerMask::BLOCKED,
            Happening::CountersAdded { .. } => TriggerMask::COUNTERS_ADDED,
            Happening::Exerted(_) => TriggerMask::EXERTED,
            Happening::BecameMonstrous { .. } => TriggerMask::MONSTROUS,
            Happening::Transformed(_) => TriggerMask::TRANSFORMED,
            Happening::RoomEntered { .. } => TriggerMask::ROOM_ENTERED,
            Happening::Damaged { .. } => TriggerMask::DAMAGED,
            Happening::Tapped(_) => TriggerMask::TAPPED,
            Happening::TappedForMana { .. } => TriggerMask::TAPPED_FOR_MANA,
            Happening::DamagedPlayer { .. } => TriggerMask::DAMAGED_PLAYER,
            Happening::DealtDamage { .. } => TriggerMask::DEALT_DAMAGE,
            Happening::DealtDamageTogether { .. } => TriggerMask::DEALT_DAMAGE_TOGETHER,
            Happening::CombatDamage(_) => TriggerMask::COMBAT_DAMAGE,
            Happening::StepBegan(step) => TriggerMask::of_step(*step),
            Happening::CombatBegan => TriggerMask::COMBAT_BEGAN,
            Happening::Cast { .. } => TriggerMask::CAST,
            Happening::Drew { .. } => TriggerMask::DREW,
            Happening::GainedLife { .. } => TriggerMask::GAINED_LIFE,
            Happening::LostLife { .. } => TriggerMask::LOST_LIFE,
            Happening::Untapped(_) => TriggerMask::UNTAPPED,
            Happening::UntappedTogether { .. } => TriggerMask::UNTAPPED_TOGETHER,
            Happening::TurnedFaceUp(_) => TriggerMask::TURNED_FACE_UP,
            Happening::Sacrificed { .. } => TriggerMask::SACRIFICED,
            Happening::LandPlayed { .. } => TriggerMask::LAND_PLAYED,
            Happening::Discarded { .. } => TriggerMask::DISCARDED,
            Happening::Cycled { .. } => TriggerMask::CYCLED,
            Happening::Scried(_) => TriggerMask::SCRIED,
            Happening::Searched(_) => TriggerMask::SEARCHED,
            Happening::Activated { .. } => TriggerMask::ACTIVATED,
            Happening::Targeted { .. } => TriggerMask::TARGETED,
            Happening::Copied { .. } => TriggerMask::COPIED,
            Happening::CounteredSpell { .. } => TriggerMask::COUNTERED,
            Happening::LevelGained { .. } => TriggerMask::LEVEL_GAINED,
            Happening::DayChanged => TriggerMask::DAY_CHANGED,
            Happening::ExtraTurnBegan(_) => TriggerMask::EXTRA_TURN_BEGAN,
            Happening::TurnSkipped(_) => TriggerMask::TURN_SKIPPED,
            Happening::PhaseAdded(_) => TriggerMask::PHASE_ADDED,
            Happening::CountersRemoved { .. } => TriggerMask::COUNTERS_REMOVED,
        }
    }
}
