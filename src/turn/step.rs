//! Phases and steps (CR 500.1).

use std::fmt;

use serde::{Deserialize, Serialize};

/// A phase of a turn. A format may add its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// CR 501.
    Beginning,
    /// The first main phase of a turn (CR 505.1a).
    PrecombatMain,
    /// CR 506.
    Combat,
    /// Every later main phase of a turn (CR 505.1a).
    PostcombatMain,
    /// CR 512.
    Ending,
    /// A phase that a format adds, by its place in the format's list.
    Custom(u8),
}

/// A step of a phase. The main phases have no steps (CR 505.2); here each counts as one, so that a turn is one sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// The first main phase of a turn (CR 505.1a).
    PrecombatMain,
    /// CR 507.
    BeginningOfCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// The combat damage step of creatures with first or double strike, when there are two (CR 510.4).
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndOfCombat,
    /// Every later main phase of a turn (CR 505.1a).
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
    /// A step that a format adds, by its place in the format's list.
    Custom(u8),
}

impl Step {
    /// The steps of the rules, in the order of a turn.
    pub const ALL: [Step; 13] = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::PrecombatMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstStrikeDamage,
        Step::CombatDamage,
        Step::EndOfCombat,
        Step::PostcombatMain,
        Step::End,
        Step::Cleanup,
    ];

    /// Its place among the steps of the rules ([`Step::ALL`]); after them all for those that formats add.
    #[must_use]
    pub(crate) const fn place(self) -> usize {
        match self {
            Step::Untap => 0,
            Step::Upkeep => 1,
            Step::Draw => 2,
            Step::PrecombatMain => 3,
            Step::BeginningOfCombat => 4,
            Step::DeclareAttackers => 5,
            Step::DeclareBlockers => 6,
            Step::FirstStrikeDamage => 7,
            Step::CombatDamage => 8,
            Step::EndOfCombat => 9,
            Step::PostcombatMain => 10,
            Step::End => 11,
            Step::Cleanup => 12,
            Step::Custom(_) => Step::ALL.len(),
        }
    }

    /// The name used in scenarios and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Step::Untap => "untap",
            Step::Upkeep => "upkeep",
            Step::Draw => "draw",
            Step::PrecombatMain => "precombat-main",
            Step::BeginningOfCombat => "beginning-of-combat",
            Step::DeclareAttackers => "declare-attackers",
            Step::DeclareBlockers => "declare-blockers",
            Step::FirstStrikeDamage => "first-strike-damage",
            Step::CombatDamage => "combat-damage",
            Step::EndOfCombat => "end-of-combat",
            Step::PostcombatMain => "postcombat-main",
            Step::End => "end",
            Step::Cleanup => "cleanup",
            Step::Custom(_) => "custom",
        }
    }

    /// The step of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Whether it is a main phase.
    #[must_use]
    pub const fn is_main(self) -> bool {
        matches!(self, Step::PrecombatMain | Step::PostcombatMain)
    }

    /// Whether this step is what `named` means: of two combat damage steps (CR 510.4) both are combat damage steps.
    #[must_use]
    pub fn is(self, named: Step) -> bool {
        self == named || (self == Step::FirstStrikeDamage && named == Step::CombatDamage)
    }

    /// Whether it comes only in a combat with an attacker (CR 508.8).
    pub(super) const fn needs_attackers(self) -> bool {
        matches!(self, Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage)
    }

    /// The phase that normally contains it (CR 500.1); a custom step is a phase of its own.
    #[must_use]
    pub const fn phase(self) -> Phase {
        match self {
            Step::Untap | Step::Upkeep | Step::Draw => Phase::Beginning,
            Step::PrecombatMain => Phase::PrecombatMain,
            Step::BeginningOfCombat
            | Step::DeclareAttackers
            | Step::DeclareBlockers
            | Step::FirstStrikeDamage
            | Step::CombatDamage
            | Step::EndOfCombat => Phase::Combat,
            Step::PostcombatMain => Phase::PostcombatMain,
            Step::End | Step::Cleanup => Phase::Ending,
            Step::Custom(n) => Phase::Custom(n),
        }
    }
}

/// A set of steps. All custom steps are one of its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct StepSet(u16);

impl StepSet {
    /// Every step, custom ones too.
    pub const ALL: StepSet = StepSet((1 << 14) - 1);

    /// The set of those steps.
    #[must_use]
    pub const fn of(steps: &[Step]) -> StepSet {
        let (mut set, mut at) = (0, 0);
        while at < steps.len() {
            set |= StepSet::bit(steps[at]);
            at += 1;
        }
        StepSet(set)
    }

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: StepSet) -> StepSet {
        StepSet(self.0 | other.0)
    }

    /// The set with that step, or without it if it was there.
    #[must_use]
    pub const fn toggled(self, step: Step) -> StepSet {
        StepSet(self.0 ^ StepSet::bit(step))
    }

    /// Whether the step is in the set.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 & StepSet::bit(step) != 0
    }

    const fn bit(step: Step) -> u16 {
        1 << step.place()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Phase {
    /// The phases of the rules, in the order of a turn.
    pub const ALL: [Phase; 5] =
        [Phase::Beginning, Phase::PrecombatMain, Phase::Combat, Phase::PostcombatMain, Phase::Ending];

    /// The name used in scenarios and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Beginning => "beginning",
            Phase::PrecombatMain => "precombat-main",
            Phase::Combat => "combat",
            Phase::PostcombatMain => "postcombat-main",
            Phase::Ending => "ending",
            Phase::Custom(_) => "custom",
        }
    }

    /// Whether it is a main phase.
    #[must_use]
    pub const fn is_main(self) -> bool {
        matches!(self, Phase::PrecombatMain | Phase::PostcombatMain)
    }

    /// What it is called when so many main phases of its turn have begun before it (CR 505.1a).
    pub(super) const fn named(self, mains_begun: u32) -> Phase {
        match self {
            Phase::PrecombatMain | Phase::PostcombatMain if mains_begun == 0 => Phase::PrecombatMain,
            Phase::PrecombatMain | Phase::PostcombatMain => Phase::PostcombatMain,
            other => other,
        }
    }

    /// The steps it normally has, in order; the first-strike damage step comes only when needed (CR 510.4).
    /// Those of a custom phase are known to its [`Sequence`](super::Sequence) only.
    #[must_use]
    pub const fn steps(self) -> &'static [Step] {
        match self {
            Phase::Beginning => &[Step::Untap, Step::Upkeep, Step::Draw],
            Phase::PrecombatMain => &[Step::PrecombatMain],
            Phase::Combat => &[
                Step::BeginningOfCombat,
                Step::DeclareAttackers,
                Step::DeclareBlockers,
                Step::CombatDamage,
                Step::EndOfCombat,
            ],
            Phase::PostcombatMain => &[Step::PostcombatMain],
            Phase::Ending => &[Step::End, Step::Cleanup],
            Phase::Custom(_) => &[],
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
