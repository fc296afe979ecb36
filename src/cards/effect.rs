//! The vocabulary of effects, compiled: small copyable instructions in one flat arena.
//!
//! An effect is a run of [`Op`]s that ends at [`Op::End`]; half-finished work is a frame in the game's state that
//! remembers where in the arena it stands. Everything bulky (filters, amounts, costs, conditions) is interned in the
//! [`Catalog`](super::catalog::Catalog) and named by a small id, so that an `Op` is a few bytes and never cloned deeply.

use serde::{Deserialize, Serialize};

use crate::turn::{Lasts, Selector, SkipScope, Skippable, Step, TurnRestrictions};

use super::card::WayKind;
use super::keyword::Keywords;
use super::mana::ManaSet;
use super::type_line::{Subtype, Types};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The id as an index into its arena.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A card or token of the catalog.
    CardId
);
id!(
    /// An ability of the catalog.
    AbilityId
);
id!(
    /// Where an effect begins in the catalog's arena of [`Op`]s.
    EffectId
);
id!(
    /// An interned [`Filter`].
    FilterId
);
id!(
    /// An interned [`Amount`].
    AmountId
);
id!(
    /// An interned [`Condition`].
    ConditionId
);
id!(
    /// An interned [`Cost`](super::ability::Cost).
    CostId
);
id!(
    /// An interned list of phases to add.
    PhasesId
);
id!(
    /// An interned kind of counter; [`CounterKind::PLUS_ONE`] and its neighbours are fixed.
    CounterKind
);

impl CounterKind {
    /// +1/+1 counters (CR 122.1a).
    pub const PLUS_ONE: CounterKind = CounterKind(0);
    /// -1/-1 counters.
    pub const MINUS_ONE: CounterKind = CounterKind(1);
    /// Time counters (CR 702.62, 702.63).
    pub const TIME: CounterKind = CounterKind(2);
    /// Loyalty counters (CR 306.5).
    pub const LOYALTY: CounterKind = CounterKind(3);
    /// Names of the fixed kinds, by id.
    pub const FIXED: [&'static str; 4] = ["+1/+1", "-1/-1", "time", "loyalty"];
}

/// One player or several, from the point of view of an effect's controller. Several act in APNAP order (CR 101.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// The controller.
    You,
    /// The player who sits for that entrant of the scenario, counted from 0; only scripts can say it.
    Entrant(u8),
    /// The player chosen as target number n.
    Target(u8),
    /// Every player chosen as a target.
    Targets,
    /// Every player in the game.
    EachPlayer,
    /// Every opponent of the controller.
    EachOpponent,
    /// Every player but the controller.
    EachOther,
    /// The active player.
    Active,
    /// The player the trigger event was about: who was dealt damage, who cast, whose upkeep it is.
    That,
    /// The player an enclosing [`Op::EachPlayer`] stands at.
    Each,
    /// The controller of an object, as it last existed.
    ControllerOf(What),
    /// The owner of an object.
    OwnerOf(What),
    /// The players who voted for option n.
    Voters(u8),
    /// The player the source attacks or attacked (CR 506.4d as far as players go).
    Defending,
}

/// One object or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The source of the effect.
    Source,
    /// The object chosen as target number n.
    Target(u8),
    /// Everything chosen as a target.
    Targets,
    /// The object the trigger event was about.
    That,
    /// The objects the previous instructions of this effect made or moved ("it", "them").
    Them,
    /// What the source is attached to.
    Attached,
    /// The source's card in the public zone it went to from the battlefield or the stack (CR 400.7d to 400.7i).
    Card,
    /// The card of target number n in the public zone it went to.
    CardOfTarget(u8),
    /// The cards in the controller's graveyard that pass.
    InGraveyard(FilterId),
    /// Everything on the battlefield that passes the filter.
    All(FilterId),
}

/// A number an effect needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Amount {
    /// Itself.
    Const(i32),
    /// The X of the spell or ability.
    X,
    /// How often the optional additional cost of the source was paid (CR 702.33).
    Kicked,
    /// How many objects on the battlefield pass the filter.
    Count(FilterId),
    /// How many cards in the graveyard of the player pass the filter.
    CountInGraveyard(Who, FilterId),
    /// Counters of that kind on an object (as it last existed, CR 608.2h).
    Counters(What, CounterKind),
    /// Power.
    Power(What),
    /// Toughness.
    Toughness(What),
    /// Mana value.
    ManaValue(What),
    /// Life total.
    Life(Who),
    /// The highest life total among all players.
    HighestLife,
    /// Cards in hand.
    Hand(Who),
    /// Devotion to that colour (CR 700.5).
    Devotion(Who, ManaSet),
    /// How many opponents.
    Opponents,
    /// How many of those an opponent controls, of all opponents the one with most.
    MostOfOpponents(FilterId),
    /// Different card types among the cards in the player's graveyard.
    TypesInGraveyard(Who),
    /// Creatures that died this turn.
    CreaturesDied,
    /// Energy counters.
    Energy(Who),
    /// Votes for option n.
    Votes(u8),
    /// How many [`What::Them`] are.
    Them,
    /// The number the trigger event carried: damage dealt, counters removed, life gained.
    That,
    /// The number the previous instruction of this effect produced: life lost, cards discarded, permanents sacrificed.
    Result,
    /// How many players are being attacked in this combat by creatures of the controller.
    OpponentsAttacked,
    /// How many spells the player has cast this turn.
    SpellsCastThisTurn(Who),
    /// How many times the source attacked this turn.
    AttacksThisTurn(What),
    /// a + b.
    Sum(AmountId, AmountId),
    /// a - b, not below zero.
    Less(AmountId, AmountId),
    /// a / n, rounded down.
    Divided(AmountId, u8),
    /// a * n.
    Times(AmountId, i8),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// =
    Equal,
    /// <=
    AtMost,
    /// >=
    AtLeast,
}

impl Comparison {
    /// Whether `a` compares so with `b`.
    #[must_use]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::AtMost => a <= b,
            Comparison::AtLeast => a >= b,
        }
    }
}

/// A condition of an effect, a trigger (intervening if, CR 603.4) or a static ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// The numbers compare so.
    Compare(AmountId, Comparison, AmountId),
    /// It is the controller's turn.
    YourTurn,
    /// The current turn is an extra turn.
    ExtraTurn,
    /// The current combat phase is the first of its turn.
    FirstCombat,
    /// It is a main phase of the controller's turn.
    YourMainPhase,
    /// It is a combat phase.
    Combat,
    /// The source was cast (and not put onto the battlefield otherwise).
    WasCast,
    /// The source is untapped.
    SourceUntapped,
    /// The source is tapped.
    SourceTapped,
    /// The object passes the filter.
    Is(What, FilterId),
    /// The source attacked this turn for the first time.
    FirstAttackThisTurn,
    /// The source was cast that way.
    CastBy(WayKind),
    /// The source was cast from its owner's hand.
    CastFromHand,
    /// The controller is the monarch (CR 724).
    Monarch,
    /// The current step is the first of its kind in the turn.
    FirstOfStep,
    /// Mana of one of these types was spent to cast the source.
    Spent(ManaSet),
    /// An opponent cast a spell of one of these colours this turn.
    OpponentCast(ManaSet),
    /// The controller has the city's blessing (CR 702.131).
    Blessing,
    /// The source is suspended: in exile, with suspend and a time counter (CR 702.62b).
    Suspended,
    /// Some earlier optional or payable part of this effect was done.
    Done,
    /// Not.
    Not(ConditionId),
    /// Both.
    And(ConditionId, ConditionId),
    /// Either.
    Or(ConditionId, ConditionId),
}

/// For what a card is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// For its mana cost.
    #[default]
    Printed,
    /// The n-th of the card's other ways, from 0.
    Way(u8),
    /// Without paying its mana cost (CR 118.9).
    Free,
    /// Face down, for {3} (CR 702.37c).
    FaceDown,
}

/// Whose objects a filter lets through, from the point of view of the effect's controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// The controller's.
    Yours,
    /// An opponent's.
    Opponents,
    /// The active player's.
    Active,
    /// The enchanted player's (CR 303.4b).
    Enchanted,
    /// Those the controller doesn't control.
    Others,
    /// Those of the player the effect is about (the trigger's player, the targeted player, or the `EachPlayer` one).
    Theirs,
}

/// Which objects: every part must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Filter {
    /// At least one of these types; empty: any.
    pub any_type: Types,
    /// All of these types.
    pub all_types: Types,
    /// None of these types.
    pub no_type: Types,
    /// At least one of these subtypes; empty: any.
    pub subtypes: arrayvec::ArrayVec<Subtype, 4>,
    /// At least one of these colours; empty: any.
    pub any_colour: ManaSet,
    /// None of these colours.
    pub no_colour: ManaSet,
    /// Whose.
    pub whose: Whose,
    /// Not the source itself.
    pub other: bool,
    /// All of these facts.
    pub is: Facts,
    /// None of these facts.
    pub is_not: Facts,
    /// All of these keywords.
    pub keywords: Keywords,
    /// None of these keywords.
    pub no_keywords: Keywords,
    /// Power.
    pub power: Option<(Comparison, i16)>,
    /// Toughness.
    pub toughness: Option<(Comparison, i16)>,
    /// Mana value.
    pub mana_value: Option<(Comparison, i16)>,
    /// With at least one counter of that kind.
    pub counter: Option<CounterKind>,
    /// That card by name (CR 201.2).
    pub named: Option<CardId>,
    /// It asks for nothing but types, whose it is, and that it is another: see [`Filter::is_simple`].
    pub simple: bool,
}

impl Filter {
    /// Whether everything passes.
    #[must_use]
    pub fn is_any(&self) -> bool {
        *self == Filter { simple: self.simple, ..Filter::default() }
    }

    /// Whether it asks for nothing but types, whose it is, and that it is another.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        let Filter { any_type, all_types, no_type, whose, other, simple, .. } = *self;
        *self == Filter { any_type, all_types, no_type, whose, other, simple, ..Filter::default() }
    }
}

bitflags::bitflags! {
    /// Facts about an object that a filter can ask for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct Facts: u32 {
        /// Tapped.
        const TAPPED = 1;
        /// An attacking creature.
        const ATTACKING = 2;
        /// A blocking creature.
        const BLOCKING = 4;
        /// A creature that was declared as an attacker this turn.
        const ATTACKED_THIS_TURN = 8;
        /// A token.
        const TOKEN = 16;
        /// A commander (CR 903.3).
        const COMMANDER = 32;
        /// Modified: a +1/+1 counter, another counter, or attached Equipment or Aura of its controller (CR 700.9).
        const MODIFIED = 64;
        /// A basic land.
        const BASIC = 128;
        /// Legendary.
        const LEGENDARY = 256;
        /// Dealt combat damage to a player this combat damage step.
        const DEALT_DAMAGE_BY_SOURCE = 512;
        /// A multicoloured object.
        const MULTICOLOURED = 1024;
        /// Owned by the player the effect is about.
        const THEIRS = 2048;
        /// One of the objects the effect has made, moved or chosen.
        const THEM = 4096;
        /// Enchanted by an Aura.
        const ENCHANTED = 8192;
        /// An attacking or blocking creature.
        const IN_COMBAT = 16384;
        /// A card put into a graveyard from the battlefield this turn.
        const FELL = 32768;
        /// A Vehicle that the source crewed this turn (CR 702.122b).
        const CREWED_BY_SOURCE = 65536;
    }
}

/// How long a continuous effect lasts (CR 611.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duration {
    /// Until end of turn (CR 514.2).
    EndOfTurn,
    /// Until end of combat: the end of the combat phase (CR 500.5).
    EndOfCombat,
    /// Until the controller's next turn (CR 800.4m when they have left).
    YourNextTurn,
    /// For good, on the objects it found.
    Permanent,
}

/// For how long cards in exile may be played, and seen if they lie face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permit {
    /// This turn.
    ThisTurn,
    /// For as long as they lie there and the source is on the battlefield.
    WhileSource,
}

/// Where a searched-for, moved or replaced card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Destination {
    /// The owner's hand.
    Hand,
    /// The battlefield, under the mover's control.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
    /// The battlefield, under the owner's control.
    BattlefieldOfOwner,
    /// The owner's graveyard.
    Graveyard,
    /// Exile.
    Exile,
    /// The owner's library, shuffled in.
    LibraryShuffled,
    /// The top of the owner's library.
    LibraryTop,
    /// The bottom of the owner's library.
    LibraryBottom,
}

/// When a delayed triggered ability triggers (CR 603.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DelayedEvent {
    /// The next beginning of that step of anybody's turn that really happens (CR 614.10a).
    NextStep(Step),
    /// The next beginning of that step of the controller's own turn.
    YourNextStep(Step),
    /// The beginning of each combat phase of this turn from now on.
    EachCombatThisTurn,
    /// The beginning of the combat phase that this effect has just added.
    ThatCombat,
    /// The next time the controller attacks this turn.
    YouNextAttackThisTurn,
    /// The source leaves the battlefield.
    SourceLeaves,
    /// The first target dies or is exiled.
    TargetDiesOrIsExiled,
    /// At once: a reflexive trigger (CR 603.12), or one that a static ability makes.
    Now,
}

/// What a player is asked to pay or do in [`Op::Unless`] and [`Op::MayPay`].
pub type PayId = CostId;

/// One instruction.
///
/// Instructions that need a decision suspend the frame and resume with the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// The effect is done.
    End,
    /// Goes on at that offset from the start of the arena.
    Jump(EffectId),
    /// Goes on at the given place unless the condition holds.
    JumpUnless(ConditionId, EffectId),
    /// The player may do what follows; otherwise goes on at the given place. Sets [`Condition::Done`].
    May {
        /// Who decides.
        who: Who,
        /// Where to go on when they don't.
        otherwise: EffectId,
    },
    /// The player may pay for what follows; otherwise (or when they can't) goes on at the given place.
    MayPay {
        /// Who pays.
        who: Who,
        /// What.
        cost: PayId,
        /// Where to go on when it is not paid.
        otherwise: EffectId,
    },
    /// "Unless": the player may pay, and then what follows is jumped over.
    Unless {
        /// Who may pay.
        who: Who,
        /// What.
        cost: PayId,
        /// Where to go on when it is paid.
        paid: EffectId,
    },
    /// Performs the instructions up to `past` once for each of those players, in APNAP order, as [`Who::Each`].
    EachPlayer {
        /// For whom.
        who: Who,
        /// The instruction after the last one of the body; the one before it is [`Op::NextPlayer`].
        past: EffectId,
    },
    /// Closes the body of [`Op::EachPlayer`].
    NextPlayer,
    /// The player chooses one of the next `count` instructions, each of which must be a [`Op::Jump`] to that mode's effect.
    ChooseMode {
        /// Who chooses.
        who: Who,
        /// How many modes.
        count: u8,
    },

    // ---- turn structure ----
    /// Extra turns (CR 500.7).
    ExtraTurn {
        /// Whose.
        who: Who,
        /// How many for each.
        count: AmountId,
        /// What rides on them.
        riders: TurnRestrictions,
        /// Creature spells and others allowed, at most; 255: any number.
        max_spells: u8,
    },
    /// A skip (CR 614.10).
    Skip {
        /// Whose.
        who: Who,
        /// What.
        what: Skippable,
        /// How often and until when.
        scope: SkipScope,
        /// How many.
        count: AmountId,
        /// What the player does first in what really happens next (CR 614.10b).
        then: Option<EffectId>,
    },
    /// Extra phases after a phase of the current turn (CR 500.8).
    AddPhases {
        /// Which, in the order they will happen.
        phases: PhasesId,
        /// After which phase.
        after: crate::turn::AfterPhase,
        /// "You get": nothing happens on somebody else's turn (CR 500.10a).
        only_yours: bool,
        /// Only these creatures may attack in the added combat phases.
        attackers: Option<FilterId>,
    },
    /// Extra steps (CR 500.9, 500.10).
    AddStep {
        /// Which step.
        step: Step,
        /// How many.
        count: AmountId,
        /// After the current phase, in a phase of its own (CR 500.10), rather than directly after the current step (CR 500.9).
        after_phase: bool,
        /// "You get": nothing happens on somebody else's turn (CR 500.10a).
        only_yours: bool,
    },
    /// Ends the turn (CR 723.1).
    EndTurn,
    /// Ends the combat phase (CR 723.2).
    EndCombat,
    /// Control of a player's next turn (CR 722).
    ControlTurn {
        /// Whose turn.
        player: Who,
        /// Who will decide.
        controller: Who,
        /// The controlled player takes an extra turn after that turn.
        then_extra_turn: bool,
    },
    /// Reverses the direction of play.
    ReverseTurnOrder,
    /// Restrictions for the rest of this turn.
    RestrictTurn {
        /// Which.
        restrictions: TurnRestrictions,
        /// At most so many spells of the active player, those already cast among them; 255: any number.
        max_spells: u8,
    },
    /// Changes how a phase or step passes.
    ModifyPhase {
        /// Which.
        what: Selector,
        /// During whose turns; `None`: everybody's.
        who: Option<Who>,
        /// Nobody gets priority in it.
        skip_priority: bool,
        /// Its turn-based actions don't happen.
        skip_actions: bool,
        /// How many all-pass rounds with an empty stack end it.
        rounds: u16,
        /// What happens as it begins.
        entry: Option<EffectId>,
        /// How long.
        lasts: Lasts,
    },
    /// The player loses the game (CR 104.3e).
    LoseGame(Who),
    /// The player wins the game (CR 104.2b).
    WinGame(Who),
    /// The game is a draw (CR 104.4c).
    DrawGame,

    // ---- players ----
    /// Draws cards (CR 121).
    Draw(Who, AmountId),
    /// Gains life.
    GainLife(Who, AmountId),
    /// Loses life; the total is the instruction's result.
    LoseLife(Who, AmountId),
    /// Energy counters (CR 107.14).
    Energy(Who, AmountId),
    /// Every player votes for one of so many options, the controller first (CR 701.38).
    Vote(u8),
    /// The players can't cast spells any more this turn.
    NoMoreSpells(Who),
    /// The player reveals the top card of their library; one that passes goes there.
    RevealTop(Who, FilterId, Destination),
    /// The player looks at so many cards from the top, takes one to the first place, and puts the rest to the second in any order.
    LookAtTop {
        /// Who.
        who: Who,
        /// How many.
        count: AmountId,
        /// Where the chosen one goes.
        to: Destination,
        /// Where the others go.
        rest: Destination,
    },
    /// Proliferate (CR 701.34).
    Proliferate(Who),
    /// Life total becomes that number.
    SetLife(Who, AmountId),
    /// Poison counters.
    Poison(Who, AmountId),
    /// Discards cards of their choice, or at random; the number is the instruction's result.
    Discard(Who, AmountId, bool),
    /// Discards the whole hand.
    DiscardHand(Who),
    /// Mills cards.
    Mill(Who, AmountId),
    /// Scry (CR 701.22).
    Scry(Who, AmountId),
    /// Adds mana of these types to a player's pool, one of each in the set, times the amount.
    AddMana(Who, ManaSet, AmountId),
    /// Adds that much mana of one type chosen from the set.
    AddManaChoice(Who, ManaSet, AmountId),
    /// Searches the library (CR 701.23): up to `count` cards that pass the filter, then shuffles.
    Search {
        /// Who searches their own library.
        who: Who,
        /// For what.
        filter: FilterId,
        /// How many at most.
        count: u8,
        /// Where the first goes.
        to: Destination,
        /// Where the others go.
        rest: Destination,
        /// All of them share a land type.
        alike: bool,
    },
    /// Flips coins; the number of heads is the instruction's result.
    FlipCoins(AmountId),
    /// Shuffles hand and graveyard into the library.
    ShuffleHandAndGraveyard(Who),
    /// The whole graveyard goes into the library, shuffled.
    ShuffleGraveyard(Who),

    // ---- objects ----
    /// Damage from the source to players.
    DamagePlayer(Who, AmountId),
    /// Damage from the source to objects.
    DamageObject(What, AmountId),
    /// Damage from the source to target number n, whatever it is ("any target").
    DamageTarget(u8, AmountId),
    /// The object deals damage equal to the amount to target number n.
    DamageFrom(What, u8, AmountId),
    /// Destroys (CR 701.8).
    Destroy(What),
    /// Exiles.
    Exile(What),
    /// Exiles until the source leaves the battlefield (CR 610.3).
    ExileUntilSourceLeaves(What),
    /// Returns what the source exiled, to the battlefield under its owners' control.
    ReturnExiled,
    /// Returns to the owner's hand.
    Bounce(What),
    /// Moves the object, wherever it is, to that place.
    Move(What, Destination),
    /// The player sacrifices those of the objects that they control (CR 701.21a); the number is the result.
    Sacrifice(Who, What),
    /// The players each sacrifice that many permanents of their choice that pass the filter; the number is the result.
    SacrificeChosen(Who, FilterId, AmountId),
    /// Taps.
    Tap(What),
    /// Untaps.
    Untap(What),
    /// The player untaps up to that many of those.
    UntapUpTo(Who, FilterId, AmountId),
    /// Doesn't untap during its controller's next untap step.
    Freeze(What),
    /// Puts counters.
    PutCounters(What, CounterKind, AmountId),
    /// Distributes +1/+1 counters among permanents that pass the filter.
    DistributeCounters(CounterKind, FilterId, AmountId),
    /// Removes counters; the number removed is the result.
    RemoveCounters(What, CounterKind, AmountId),
    /// Creates tokens under the player's control; they become [`What::Them`].
    CreateToken {
        /// Under whose control.
        who: Who,
        /// Which token.
        token: CardId,
        /// How many.
        count: AmountId,
        /// Enter tapped.
        tapped: bool,
        /// Enter attacking what the source attacks.
        attacking: bool,
        /// Enter blocking the attacker that the effect is about.
        blocking: bool,
    },
    /// Power, toughness and keywords change (CR 613.4c, 613.1f).
    Pump {
        /// Which objects; those found now stay affected (CR 611.2c).
        what: What,
        /// Power.
        power: AmountId,
        /// Toughness.
        toughness: AmountId,
        /// Keywords gained.
        keywords: Keywords,
        /// How long.
        duration: Duration,
    },
    /// Counters the spell chosen as target number n.
    Counter {
        /// Which target.
        target: u8,
        /// Where a countered card goes.
        to: Destination,
    },
    /// Makes a delayed triggered ability (CR 603.7); it runs the effect with this frame's source, targets and objects.
    Delay(DelayedEvent, EffectId),
    /// Cards in exile get that many time counters, and suspend if they don't have it (CR 702.62).
    Suspend(What, AmountId),
    /// The controller may play the card in exile without paying its mana cost, if able; a creature spell gains haste, as
    /// suspend says (CR 702.62a).
    MayPlaySuspended(What),
    /// The player looks at so many cards on top of their library and puts them back in any order.
    OrderTop(Who, AmountId),
    /// Shuffles the library (CR 701.24).
    Shuffle(Who),
    /// Adds mana like [`Op::AddMana`], which does not empty as steps and phases end this turn (CR 500.4).
    AddLastingMana(Who, ManaSet, AmountId),
    /// The player becomes the monarch (CR 724).
    BecomeMonarch(Who),
    /// Those permanents of the player, whichever they are then, don't untap in their next untap step (CR 611.2c).
    NoUntapNext(Who, FilterId),
    /// The players each untap that many tapped permanents of their choice that pass.
    UntapChosen(Who, FilterId, AmountId),
    /// The players each tap that many untapped permanents of their choice that pass.
    TapChosen(Who, FilterId, AmountId),
    /// "Unless", for so much generic mana: the player may pay, and then what follows is jumped over.
    UnlessGeneric {
        /// Who may pay.
        who: Who,
        /// How much.
        amount: AmountId,
        /// Where to go on when it is paid.
        paid: EffectId,
    },
    /// The player may pay any amount of life, which is the instruction's result.
    PayAnyLife(Who),
    /// The player exiles so many cards from the top of their library, face down or not; they become [`What::Them`].
    ExileTop(Who, AmountId, bool),
    /// The player may play "them" for a while (CR 611.2, 406.6).
    Permit(Who, Permit),
    /// So many time counters on, or off, every permanent that has one and every suspended card; off: every permanent.
    AllTime(AmountId),
    /// Permanents of the player that pass swap: the tapped untap, the untapped tap, all at once.
    SwapTapped(Who, FilterId),
    /// A kind of counter on the object is chosen, and one of it is put on it or, where that is allowed, removed.
    ChangeCounter {
        /// On what.
        what: What,
        /// It may be removed instead.
        or_remove: bool,
    },
    /// Surveil (CR 701.25).
    Surveil(Who, AmountId),
    /// The player may put a card that passes from their hand onto the battlefield; it becomes [`What::Them`].
    MayPutFromHand(Who, FilterId),
    /// Time travel (CR 701.56a), first half: which of their permanents and suspended cards get a time counter more.
    TimeTravelAdd(Who),
    /// Time travel, second half: which of the others lose one; then all of them change at once.
    TimeTravelRemove(Who),
    /// The player exiles cards from the top of their library until one passes, which becomes [`What::Them`].
    ExileUntil(Who, FilterId),
    /// The player may exile a card that passes from their hand; it becomes [`What::Them`].
    MayExileFromHand(Who, FilterId),
    /// The players return from hand to the top of the library that many cards of their choice.
    PutBack(Who, AmountId),
    /// Counters the spell or ability that has just targeted what has ward (CR 702.21a).
    CounterTargeting,
    /// Gains control of the objects for good.
    GainControl(Who, What),
    /// Each affected player exiles the top card of their library; those with the highest mana value become the players of
    /// the next instruction (Timesifter).
    ExileTopHighest,
    /// The player may cast that card now, as part of this effect (CR 608.2g).
    MayCast(What, How),
    /// The object is shown to everybody (CR 701.20).
    Reveal(What),
    /// Attaches one object to another (CR 701.3).
    Attach(What, What),
    /// The player chooses that many permanents that pass, at most if `up_to`; they become [`What::Them`].
    ChooseObjects {
        /// Who chooses.
        who: Who,
        /// Among which.
        filter: FilterId,
        /// How many; below zero: any number.
        count: AmountId,
        /// Fewer will do.
        up_to: bool,
    },
    /// Counters the spell that is the source.
    CounterThis,
    /// Damage from the source to what the attacker that the effect is about attacks.
    DamageAttacked(AmountId),
    /// Damage to the targets, as it was divided among them as they were chosen (CR 601.2d).
    DamageAsDivided,
    /// Creatures that pass can't block this turn, those to come among them (CR 611.2c).
    CantBlockThisTurn(FilterId),
    /// For good, or until end of turn, the objects are of these types as well, of that size if one is given, and have these keywords.
    Animate {
        /// Which.
        what: What,
        /// Power and toughness, which they have instead of their own.
        size: Option<(i8, i8)>,
        /// Types added.
        types: Types,
        /// A subtype added.
        subtype: Option<Subtype>,
        /// Keywords gained.
        keywords: Keywords,
        /// The colours they have instead of their own; none: they keep those.
        colours: ManaSet,
        /// Until end of turn, rather than for good.
        this_turn: bool,
    },
    /// Gains control of the objects for as long as they control the source.
    GainControlWhile(Who, What),
    /// Divides damage evenly, rounded down, among all targets that are still legal (Fireball).
    DamageDivided(AmountId),
    /// The controller and the permanents that pass gain protection from that player until the controller's next turn
    /// (CR 702.16k).
    Guard(FilterId, Who),
    /// Until the controller's next turn creatures that pass can't attack them (CR 508.1c).
    BarAttackers(FilterId),
    /// The controller draws X cards one by one, each of which may be replaced or revealed before the next (CR 121.2).
    DrawOneByOne,
}
