//! What happened in a game, in the past tense. Statistics, CSV, logs and history read nothing else.

use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, CounterKind};
use crate::turn::{Seat, TurnEvent};

use super::decision::IllegalChoice;
use super::object::{ObjectId, Target, Zone};

/// Why a player left the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LossCause {
    /// CR 704.5a.
    Life,
    /// CR 704.5b.
    EmptyLibrary,
    /// CR 704.5c.
    Poison,
    /// CR 704.6c.
    CommanderDamage,
    /// CR 104.3e.
    Effect,
    /// CR 104.3a.
    Concession,
    /// Over a time limit, where the table's rule is to lose.
    Time,
    /// Forfeited by the fault policy.
    Fault,
    /// A teammate lost (CR 810.8a).
    Team,
}

impl LossCause {
    /// The name used in tables and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LossCause::Life => "life",
            LossCause::EmptyLibrary => "empty-library",
            LossCause::Poison => "poison",
            LossCause::CommanderDamage => "commander-damage",
            LossCause::Effect => "effect",
            LossCause::Concession => "concession",
            LossCause::Time => "time",
            LossCause::Fault => "fault",
            LossCause::Team => "team",
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "end")]
pub enum Outcome {
    /// One player won (CR 104.2).
    Win {
        /// Who.
        winner: Seat,
    },
    /// A draw (CR 104.4).
    Draw {
        /// Why.
        why: DrawWhy,
    },
    /// The turn limit was reached: censored.
    Capped,
    /// It would not have ended, or would have outgrown its limits: censored.
    Stalled {
        /// Why.
        cause: StallCause,
    },
    /// Aborted by the fault policy: censored.
    Fault,
}

/// Which limit stopped a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StallCause {
    /// Decisions in one turn.
    Decisions,
    /// Resolutions in one turn.
    Resolutions,
    /// Instructions and events in one turn.
    Work,
    /// Permanents on the battlefield.
    Permanents,
    /// Triggers that wait, and what is on the stack.
    Triggers,
    /// Everything that a position remembers: counters, lasting effects, turns to come.
    Position,
}

impl StallCause {
    /// The name used in tables and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StallCause::Decisions => "decisions",
            StallCause::Resolutions => "resolutions",
            StallCause::Work => "work",
            StallCause::Permanents => "permanents",
            StallCause::Triggers => "triggers",
            StallCause::Position => "position",
        }
    }

    /// What there was too much of, for people.
    #[must_use]
    pub const fn of(self) -> &'static str {
        match self {
            StallCause::Decisions => "decisions in one turn",
            StallCause::Resolutions => "resolutions in one turn",
            StallCause::Work => "instructions and events in one turn",
            StallCause::Permanents => "permanents",
            StallCause::Triggers => "triggers waiting",
            StallCause::Position => "counters, lasting effects and turns to come",
        }
    }
}

/// Why a game was a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DrawWhy {
    /// All remaining players lost at once (CR 104.4a).
    AllLost,
    /// An effect (CR 104.4c).
    Effect,
    /// A loop of mandatory actions (CR 104.4b): a whole round of turns is skipped by statics alone, or the position repeats.
    Loop,
    /// House rule: the first to leave has ended the game, and several of those left have the most life.
    Tied,
}

/// An event of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "type")]
#[allow(missing_docs, reason = "each field is named after what it holds; the variants are documented")]
pub enum GameEvent {
    /// The table was laid out.
    GameSetUp { seats: u8 },
    /// A player took a mulligan, their n-th.
    MulliganTaken { seat: Seat, nth: u8 },
    /// A player kept their opening hand.
    Kept { seat: Seat, cards: u8 },
    /// A library was shuffled.
    LibraryShuffled { seat: Seat },
    /// The first turn is about to begin.
    GameBegan { starting: Seat },
    /// A question was answered.
    DecisionMade { seat: Seat, by: Seat, kind: super::decision::DecisionKind },
    /// A land was played.
    LandPlayed { seat: Seat, object: ObjectId, card: CardId },
    /// A spell was cast.
    SpellCast { seat: Seat, object: ObjectId, card: CardId, from: Zone },
    /// An ability was activated.
    AbilityActivated { seat: Seat, source: ObjectId, card: CardId, ability: AbilityId },
    /// A mana ability was activated.
    ManaAbilityActivated { seat: Seat, source: ObjectId },
    /// A triggered ability was put on the stack.
    AbilityTriggered { seat: Seat, source: ObjectId, card: CardId },
    /// A spell or ability resolved.
    Resolved { seat: Seat, source: ObjectId, card: CardId },
    /// A spell or ability did nothing: its targets were gone or its condition did not hold (CR 608.2b, 603.4).
    Fizzled { seat: Seat, source: ObjectId, card: CardId },
    /// A spell was countered.
    Countered { object: ObjectId, card: CardId },
    /// A creature attacks.
    AttackerDeclared { object: ObjectId, card: CardId, defender: Seat },
    /// The attacker attacks that planeswalker of the defending player (CR 508.1b).
    PlaneswalkerAttacked { object: ObjectId, planeswalker: ObjectId, card: CardId },
    /// A creature blocks.
    BlockerDeclared { object: ObjectId, card: CardId, attacker: ObjectId },
    /// Damage was dealt.
    DamageDealt { source: ObjectId, by: Seat, to: Target, amount: i32, combat: bool },
    /// A life total changed.
    LifeChanged { seat: Seat, by: i32, to: i32 },
    /// A player got poison counters.
    PoisonChanged { seat: Seat, to: i32 },
    /// A card was drawn.
    CardDrawn { seat: Seat },
    /// A player would have drawn from an empty library (CR 104.3c).
    DrewFromEmptyLibrary { seat: Seat },
    /// An object moved; it has a new id (CR 400.7).
    ZoneChanged { object: ObjectId, card: CardId, owner: Seat, from: Zone, to: Zone },
    /// A token was created.
    TokenCreated { seat: Seat, object: ObjectId, card: CardId },
    /// Counters were put on or removed.
    CountersChanged { object: ObjectId, kind: CounterKind, by: i32, to: i32 },
    /// A permanent was tapped.
    Tapped { object: ObjectId },
    /// A permanent was untapped.
    Untapped { object: ObjectId },
    /// A coin was flipped.
    CoinFlipped { seat: Seat, heads: bool },
    /// A die was rolled (CR 706).
    DieRolled { seat: Seat, sides: u8, rolled: u8 },
    /// A player scried.
    Scried { seat: Seat, cards: u8 },
    /// A player discarded.
    Discarded { seat: Seat, card: CardId },
    /// A scripted effect happened, by its place in the file.
    Scripted { entry: u16 },
    /// A player's energy counters changed.
    EnergyChanged { seat: Seat, to: i32 },
    /// A player's experience counters changed.
    ExperienceChanged { seat: Seat, to: i32 },
    /// A card was revealed (CR 701.20).
    Revealed { seat: Seat, card: CardId },
    /// One object was attached to another (CR 701.3).
    Attached { object: ObjectId, to: ObjectId },
    /// A card was foretold (CR 702.143); which one, only its owner knows.
    Foretold { seat: Seat, object: ObjectId },
    /// A player voted for that option, from 0.
    Voted { seat: Seat, option: u8 },
    /// A player left the game.
    PlayerLeft { seat: Seat, cause: LossCause },
    /// An answer was refused and the fault policy applied.
    Refused { seat: Seat, by: Seat, reason: RefusalReason },
    /// The game is over.
    GameOver { outcome: Outcome },
    /// A face-down permanent was turned face up.
    TurnedFaceUp { seat: Seat, object: ObjectId, card: CardId },
    /// A permanent transformed into that face (CR 701.27).
    Transformed { object: ObjectId, card: CardId },
    /// A player took the initiative (CR 726).
    InitiativeTaken { seat: Seat },
    /// A player's venture marker moved into a room of the Undercity (CR 309.4c), numbered from 1 in printed order.
    RoomEntered { seat: Seat, room: u8 },
    /// A player became the monarch.
    MonarchChanged { seat: Seat },
    /// An ability was copied: the copy is on the stack (CR 707.10).
    AbilityCopied { seat: Seat, source: ObjectId, card: CardId },
    /// A spell was copied: the copy is on the stack (CR 707.10).
    SpellCopied { seat: Seat, object: ObjectId, card: CardId },
    /// A player got an emblem (CR 114).
    EmblemCreated { seat: Seat, object: ObjectId, card: CardId },
    /// A permanent became a copy of that card (CR 707.4).
    BecameCopy { object: ObjectId, card: CardId },
    /// A permanent phased out: it changed no zone, and stays the object that it is (CR 702.26d).
    PhasedOut { seat: Seat, object: ObjectId, card: CardId },
    /// A permanent phased in (CR 702.26d).
    PhasedIn { seat: Seat, object: ObjectId, card: CardId },
    /// Something happened to the turn structure.
    #[serde(untagged)]
    Turn(TurnEvent),
    /// What explains other events. Nothing follows from it, and no digest holds it.
    #[serde(untagged)]
    Remark(Remark),
}

/// What the events of the rules don't tell: why one of them happens, what a turn left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
#[allow(missing_docs, reason = "each field is named after what it holds; the variants are documented")]
pub enum Remark {
    /// A player is about to sacrifice a permanent (CR 701.21).
    Sacrificed { seat: Seat, object: ObjectId, card: CardId },
    /// A player's turn ends with so many mana that could still be had: by tapping what they control, colours left aside.
    ManaLeft { seat: Seat, mana: u16 },
    /// A player has suspended a card from their hand (CR 116.2f, 702.62a).
    Suspended { seat: Seat, object: ObjectId, card: CardId },
    /// That card is what a player has drawn. Players aren't told: who drew it finds it in the hand.
    #[cfg_attr(test, schemars(skip))]
    Drawn { seat: Seat, card: CardId },
}

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RefusalReason {
    /// The choice was not legal.
    Illegal(IllegalChoice),
    /// The agent panicked.
    Panicked,
    /// The agent is gone.
    Gone,
    /// The agent was over its budget of steps, or over its deadline.
    Late,
    /// What the agent sent could not be read as an answer.
    Unreadable,
}

impl RefusalReason {
    /// The names of all reasons, in the order of [`place`](RefusalReason::place).
    pub const NAMES: [&str; 5] = ["illegal", "unreadable", "late", "gone", "panicked"];

    /// Its place among all reasons.
    #[must_use]
    pub const fn place(self) -> usize {
        match self {
            RefusalReason::Illegal(_) => 0,
            RefusalReason::Unreadable => 1,
            RefusalReason::Late => 2,
            RefusalReason::Gone => 3,
            RefusalReason::Panicked => 4,
        }
    }

    /// The name used in tables and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        RefusalReason::NAMES[self.place()]
    }
}
