//! What abilities may trigger on (CR 603.2).

use crate::cards::effect::CounterKind;
use crate::turn::{Seat, Step};

use super::object::{ObjectId, Target};
use super::trigger_mask::Occasions;

/// Something that abilities may trigger on.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    Entered(ObjectId),
    /// About to leave: still on the battlefield (CR 603.10a).
    LeftBattlefield {
        id: ObjectId,
        dies: bool,
        exiled: bool,
    },
    ToGraveyard(ObjectId),
    Attacked {
        attackers: Vec<(ObjectId, Seat)>,
        by: Seat,
    },
    Blocked(ObjectId),
    Blocks {
        blocker: ObjectId,
        attacker: ObjectId,
    },
    CountersAdded {
        id: ObjectId,
        kind: CounterKind,
        had: i32,
        has: i32,
    },
    Exerted(ObjectId),
    Transformed(ObjectId),
    /// A permanent was dealt damage, by one or more sources at the same time.
    Damaged(ObjectId),
    Tapped(ObjectId),
    LandTappedForMana {
        id: ObjectId,
        by: Seat,
    },
    /// Damage of any kind.
    DamagedPlayer {
        source: ObjectId,
        seat: Seat,
    },
    /// Combat damage dealt to players in one combat damage step, all of it.
    CombatDamage(Vec<(ObjectId, Seat, i32)>),
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
    },
    GainedLife {
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
    Scried(Seat),
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
    /// Its kind.
    pub(super) const fn occasion(&self) -> Occasions {
        match self {
            Happening::Entered(_) => Occasions::ENTERED,
            Happening::LeftBattlefield { .. } => Occasions::LEFT_BATTLEFIELD,
            Happening::ToGraveyard(_) => Occasions::TO_GRAVEYARD,
            Happening::Attacked { .. } => Occasions::ATTACKED,
            Happening::Blocked(_) | Happening::Blocks { .. } => Occasions::BLOCKED,
            Happening::CountersAdded { .. } => Occasions::COUNTERS_ADDED,
            Happening::Exerted(_) => Occasions::EXERTED,
            Happening::Transformed(_) => Occasions::TRANSFORMED,
            Happening::Damaged(_) => Occasions::DAMAGED,
            Happening::Tapped(_) => Occasions::TAPPED,
            Happening::LandTappedForMana { .. } => Occasions::LAND_TAPPED_FOR_MANA,
            Happening::DamagedPlayer { .. } => Occasions::DAMAGED_PLAYER,
            Happening::CombatDamage(_) => Occasions::COMBAT_DAMAGE,
            Happening::StepBegan(step) => Occasions::of_step(*step),
            Happening::CombatBegan => Occasions::COMBAT_BEGAN,
            Happening::Cast { .. } => Occasions::CAST,
            Happening::Drew { .. } => Occasions::DREW,
            Happening::GainedLife { .. } => Occasions::GAINED_LIFE,
            Happening::Untapped(_) => Occasions::UNTAPPED,
            Happening::UntappedTogether { .. } => Occasions::UNTAPPED_TOGETHER,
            Happening::TurnedFaceUp(_) => Occasions::TURNED_FACE_UP,
            Happening::Sacrificed { .. } => Occasions::SACRIFICED,
            Happening::LandPlayed { .. } => Occasions::LAND_PLAYED,
            Happening::Discarded { .. } => Occasions::DISCARDED,
            Happening::Scried(_) => Occasions::SCRIED,
            Happening::ExtraTurnBegan(_) => Occasions::EXTRA_TURN_BEGAN,
            Happening::TurnSkipped(_) => Occasions::TURN_SKIPPED,
            Happening::PhaseAdded(_) => Occasions::PHASE_ADDED,
            Happening::CountersRemoved { .. } => Occasions::COUNTERS_REMOVED,
        }
    }
}
