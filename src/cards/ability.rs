//! Abilities (CR 113) and what is printed around them: costs, targets, timing, trigger events, statics, replacements.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::turn::{Skippable, Step};

use super::effect::{
    AbilityId, AmountId, CardId, ConditionId, CostId, CounterKind, Destination, EffectId, FilterId, Shape, Whose,
};
use super::keyword::Keywords;
use super::mana::{ManaCost, ManaSet, SpentAs};
use super::type_line::{Subtype, Types};

/// A cost (CR 118): of an activated ability, or of something a player may pay as an effect is performed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Mana.
    pub mana: ManaCost,
    /// {T} (CR 107.5).
    pub tap: bool,
    /// {Q} (CR 107.6).
    pub untap: bool,
    /// Sacrifice the source.
    pub sacrifice_source: bool,
    /// Exile the source.
    pub exile_source: bool,
    /// Exile what grants the ability (CR 201.5a).
    pub exile_grantor: bool,
    /// Return the source to its owner's hand.
    pub return_source: bool,
    /// Put the source on the bottom of its owner's library.
    pub bottom_source: bool,
    /// Mill that many cards (CR 701.17).
    pub mill: u8,
    /// Discard the source.
    pub discard_source: bool,
    /// Waterbend (CR 701.67): for so much of the generic mana untapped artifacts and creatures may be tapped.
    pub waterbend: u16,
    /// Exile that many cards that pass the filter from one's graveyard.
    pub exile_from_graveyard: Option<(FilterId, u8)>,
    /// Sacrifice that many permanents that pass the filter.
    pub sacrifice: Option<(FilterId, u8)>,
    /// Sacrifice one permanent more, that passes this filter; then `sacrifice` is of one, and of another one.
    pub sacrifice_also: Option<FilterId>,
    /// Sacrifice as many permanents that pass the filter as was chosen for X; then there is no other such part.
    pub sacrifice_x: Option<FilterId>,
    /// Remove as many counters from the source as was chosen for X.
    pub remove_x: Option<CounterKind>,
    /// Life.
    pub life: u16,
    /// So much life as was chosen for X.
    pub life_x: bool,
    /// So much life besides.
    pub life_amount: Option<AmountId>,
    /// Discard the whole hand.
    pub discard_hand: bool,
    /// Remove that many counters from the source; `None` for the number: all of them (which becomes X).
    pub remove_counters: Option<(CounterKind, Option<u16>)>,
    /// Put that many counters on the source (CR 118.11).
    pub put_counters: Option<(CounterKind, u16)>,
    /// Discard that many cards that pass the filter; `None` for the filter: any.
    pub discard: u8,
    /// Which cards may be discarded.
    pub discard_only: Option<FilterId>,
    /// Exile that many cards that pass the filter from one's hand; they become "them" of the effect.
    pub exile_from_hand: Option<(FilterId, u8)>,
    /// Return that many permanents that pass the filter to their owners' hands.
    pub return_others: Option<(FilterId, u8)>,
    /// Energy counters (CR 107.14).
    pub energy: u8,
    /// Exile any number of cards from one's graveyard; the number becomes X.
    pub exile_graveyard: bool,
    /// Tap that many untapped permanents that pass the filter.
    pub tap_others: Option<(FilterId, u8)>,
    /// Tap any number of other untapped creatures with so much power in total (CR 702.122a); then it has no other parts
    /// that are paid with objects.
    pub crew: Option<u8>,
}

impl Cost {
    /// Whether paying it moves a card to or from a library.
    #[must_use]
    pub const fn moves_library_cards(&self) -> bool {
        self.bottom_source || self.mill > 0
    }

    /// Whether it is mana and nothing else.
    #[must_use]
    pub fn is_mana(&self) -> bool {
        *self == Cost { mana: self.mana.clone(), ..Cost::default() }
    }

    /// Whether X must be chosen for it, mana apart (CR 601.2b).
    #[must_use]
    pub const fn asks_x(&self) -> bool {
        self.life_x || self.sacrifice_x.is_some() || self.remove_x.is_some()
    }
}

/// Whether both costs have a part that is paid with objects of the same kind.
pub(super) fn shares_parts(a: &Cost, b: &Cost) -> bool {
    a.sacrifice.is_some() && b.sacrifice.is_some()
        || a.life_amount.is_some() && b.life_amount.is_some()
        || a.discard > 0 && b.discard > 0
        || a.exile_from_hand.is_some() && b.exile_from_hand.is_some()
        || a.exile_from_graveyard.is_some() && b.exile_from_graveyard.is_some()
        || a.return_others.is_some() && b.return_others.is_some()
        || a.tap_others.is_some() && b.tap_others.is_some()
}

/// Where an ability functions (CR 113.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FunctionsIn {
    /// On the battlefield.
    #[default]
    Battlefield,
    /// While the card is in exile.
    Exile,
    /// While the card is in a graveyard.
    Graveyard,
    /// While the card is in its owner's hand.
    Hand,
    /// While the card is in its owner's hand or in the command zone (CR 702.49d).
    HandOrCommand,
    /// While the card is in the command zone.
    Command,
    /// On the battlefield or in the command zone (eminence).
    BattlefieldOrCommand,
}

impl FunctionsIn {
    /// Whether it functions on the battlefield, whatever else.
    #[must_use]
    pub const fn on_battlefield(self) -> bool {
        matches!(self, FunctionsIn::Battlefield | FunctionsIn::BattlefieldOrCommand)
    }
}

/// When an ability may be activated or a spell cast, beyond having priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Any time its player has priority.
    #[default]
    Instant,
    /// Main phase of one's own turn, empty stack (CR 307.5).
    Sorcery,
    /// Only during one's own turn.
    YourTurn,
    /// Only during an upkeep step.
    Upkeep,
    /// Only during combat.
    Combat,
    /// Only during combat on one's own turn.
    YourCombat,
    /// Only during one's own end step.
    YourEnd,
}

/// What one target must be (CR 115).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TargetKind {
    /// A player; `opponent` only an opponent.
    Player {
        /// Only an opponent.
        opponent: bool,
    },
    /// A permanent.
    Permanent(FilterId),
    /// "Any target": a creature, planeswalker or player (CR 115.4).
    Any,
    /// A player or a planeswalker; `opponent` only an opponent or a planeswalker.
    PlayerOrPlaneswalker {
        /// Of players only an opponent.
        opponent: bool,
    },
    /// A permanent or a player.
    PermanentOrPlayer,
    /// A permanent, or a suspended card (CR 702.62b).
    PermanentOrSuspended(FilterId),
    /// A spell on the stack.
    Spell(FilterId),
    /// Any spell on the stack, or a permanent that passes.
    SpellOrPermanent(FilterId),
    /// A spell, or an activated or triggered ability, on the stack.
    SpellOrAbility {
        /// Which spells.
        filter: FilterId,
        /// Abilities as well.
        abilities: bool,
        /// Only with a single target (CR 115.7).
        single: bool,
        /// Only with a target among those.
        aimed: Option<AimedAt>,
    },
    /// An activated or triggered ability on the stack.
    Ability {
        /// Activated ones.
        activated: bool,
        /// Triggered ones.
        triggered: bool,
        /// Whose.
        whose: Whose,
    },
    /// A card in a graveyard; with `yours` only one's own.
    GraveyardCard {
        /// Which cards.
        filter: FilterId,
        /// Only in one's own graveyard.
        yours: bool,
    },
}

impl TargetKind {
    /// Whether an ability on the stack may be such a target.
    #[must_use]
    pub const fn is_ability(&self) -> bool {
        matches!(self, TargetKind::Ability { .. } | TargetKind::SpellOrAbility { .. })
    }

    /// What the target has to pass, where that is said by a filter.
    #[must_use]
    pub const fn filter(self) -> Option<FilterId> {
        match self {
            TargetKind::Permanent(filter)
            | TargetKind::PermanentOrSuspended(filter)
            | TargetKind::Spell(filter)
            | TargetKind::SpellOrPermanent(filter)
            | TargetKind::SpellOrAbility { filter, .. }
            | TargetKind::GraveyardCard { filter, .. } => Some(filter),
            TargetKind::Player { .. }
            | TargetKind::Any
            | TargetKind::PlayerOrPlaneswalker { .. }
            | TargetKind::PermanentOrPlayer
            | TargetKind::Ability { .. } => None,
        }
    }
}

/// What a spell or ability must target to be a target itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AimedAt {
    /// The player who targets it.
    pub you: bool,
    /// A permanent that passes.
    pub permanent: Option<FilterId>,
}

/// One instance of the word "target".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TargetSpec {
    /// What it must be.
    pub kind: TargetKind,
    /// "Up to one": it need not be chosen.
    pub optional: bool,
    /// "Any number of": all targets of this kind at once; only the last of a list can be that.
    pub many: bool,
    /// Of those that are "any number" no more than that.
    pub at_most: Option<AmountId>,
    /// And no fewer.
    pub exactly: bool,
    /// There is one for each opponent, of what that player controls or has in their graveyard; only the last of a list.
    pub each_opponent: bool,
    /// There is such a target only if this holds as targets are chosen.
    pub only_if: Option<ConditionId>,
    /// "Another": it is none of the targets before it, whatever these have to be.
    pub another: bool,
    /// What it is the target of resolves even if it is an illegal one by then.
    pub unfailing: bool,
}

impl TargetSpec {
    /// One target that must be chosen.
    #[must_use]
    pub const fn one(kind: TargetKind) -> TargetSpec {
        TargetSpec {
            kind,
            optional: false,
            many: false,
            at_most: None,
            exactly: false,
            each_opponent: false,
            only_if: None,
            another: false,
            unfailing: false,
        }
    }
}

/// All targets of a spell or ability, in order; no object may be chosen twice for specs with the same kind.
pub type Targets = ArrayVec<TargetSpec, 6>;

/// An ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// CR 602.
    Activated(Activated),
    /// A mana ability (CR 605).
    Mana(ManaAbility),
    /// CR 603.
    Triggered(Triggered),
    /// CR 604.
    Static(Static),
    /// CR 614.
    Replacement(Replacement),
}

/// An activated ability that uses the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activated {
    /// Its cost.
    pub cost: CostId,
    /// Its effect.
    pub effect: EffectId,
    /// Its targets.
    pub targets: Targets,
    /// When.
    pub timing: Timing,
    /// At most so often each turn.
    pub per_turn: Option<u8>,
    /// Any player may activate it, not only the controller.
    pub anyone: bool,
    /// Only when this holds.
    pub condition: Option<ConditionId>,
    /// A loyalty ability's change of loyalty (CR 606).
    pub loyalty: Option<i16>,
    /// Where its source must be.
    pub from: FunctionsIn,
    /// A power-up ability, activated only once: what it costs in the turn in which its source entered.
    pub power_up: Option<CostId>,
    /// It costs that much less generic mana.
    pub less: Option<AmountId>,
    /// It is activated only once (CR 702.177).
    pub exhaust: bool,
    /// It is a cycling ability (CR 702.29a, 702.29e).
    pub cycling: bool,
    /// It is a boast ability (CR 702.142).
    pub boast: bool,
    /// It is that ability with life paid for Phyrexian mana symbols of its cost (CR 107.4f), and no ability of its own.
    pub by_life_of: Option<AbilityId>,
}

/// A mana ability: it resolves at once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ManaAbility {
    /// Its cost; for automatic payment it must be {T}, a sacrifice of the source, or both, with generic mana.
    pub cost: CostId,
    /// What it makes.
    pub makes: Makes,
    /// Performed after the mana is added: damage to oneself, counters.
    pub then: Option<EffectId>,
    /// What happens to a spell on which its mana is spent.
    pub rider: Option<Rider>,
    /// On what alone its mana may be spent.
    pub only: Option<SpentOnly>,
    /// Only when this holds.
    pub condition: Option<ConditionId>,
    /// Where its source must be: on the battlefield, or in its owner's hand.
    pub from: FunctionsIn,
    /// It costs {T} alone, and nothing but that, and whether there is a colour for it, decides whether it can be used.
    pub plain: bool,
}

/// What happens when mana is spent on a spell that passes (CR 106.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rider {
    /// On which spells.
    pub on: FilterId,
    /// A triggered ability.
    pub then: Option<EffectId>,
    /// Keywords that the spell gains.
    pub keywords: Keywords,
    /// Until end of turn, rather than for good.
    pub this_turn: bool,
    /// Additional counters with which the permanent enters that it becomes (CR 614.1c).
    pub counters: Option<(CounterKind, AmountId)>,
}

/// What a mana ability makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Makes {
    /// These amounts in WUBRGC order.
    Exactly([u8; 6]),
    /// So many of one type of one's choice among these.
    OneOf(ManaSet, AmountId),
    /// One of any colour in the commander's colour identity (CR 903.4).
    CommanderColour,
    /// One of any colour that a land of an opponent could produce.
    OpponentsLandColour,
    /// One of any type that a land of its controller could produce (CR 106.7).
    OwnLandType,
    /// One of any colour that a land of its controller could produce.
    OwnLandColour,
    /// One of any colour that a basic land of its controller could produce.
    OwnBasicColour,
    /// One of any colour of the cards that the source exiled (CR 607.2a).
    ExiledColour,
    /// One of any colour among permanents that pass.
    ColourAmong(FilterId),
    /// One of the colour that was chosen as the source entered.
    ChosenColour,
    /// So much of that type as the amount says.
    Many(ManaSet, AmountId),
    /// One of each colour among permanents that pass.
    EachColourAmong(FilterId),
    /// So much mana in any combination of those types, which the effect adds; where it is paid with at once, all of one type.
    Mixed(ManaSet, AmountId, EffectId),
    /// So much of one colour as the controller's devotion to it (CR 700.5).
    Devotion,
}

/// A triggered ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Triggered {
    /// When it triggers.
    pub event: TriggerEvent,
    /// What must hold of the event for it to be one (CR 603.2): asked only as it happens.
    pub when: Option<ConditionId>,
    /// The intervening if (CR 603.4), checked as it triggers and as it resolves.
    pub condition: Option<ConditionId>,
    /// Its effect.
    pub effect: EffectId,
    /// Its targets.
    pub targets: Targets,
    /// Triggers only once each turn.
    pub once_each_turn: bool,
    /// Where its source must be.
    pub from: FunctionsIn,
    /// What is chosen as it is put on the stack, if it is modal (CR 700.2b); then `effect` does nothing.
    pub modes: Option<super::card::Modes>,
    /// So much damage, or so many counters, are divided among its targets as it is put on the stack (CR 601.2d).
    pub divides: Option<AmountId>,
}

/// What an event must be about for an ability to trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// The source itself.
    Source,
    /// What the source is attached to.
    Attached,
    /// Anything that passes the filter.
    Any(FilterId),
}

/// When an ability triggers (CR 603.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TriggerEvent {
    /// Enters the battlefield.
    Enters(Subject),
    /// Dies: battlefield to graveyard (CR 700.4).
    Dies(Subject),
    /// Is put into exile from the battlefield.
    Exiled(Subject),
    /// Dies, or is put into exile from the battlefield.
    DiesOrExiled(Subject),
    /// Leaves the battlefield.
    Leaves(Subject),
    /// Is put into a graveyard from anywhere.
    ToGraveyard(Subject),
    /// Is declared as an attacker (CR 508.3a).
    Attacks(Subject),
    /// One or more of its controller's creatures are declared as attackers (CR 508.3d).
    YouAttack,
    /// A chapter ability (CR 714.2b): lore counters on the source come to one of those numbers, bit n for n + 1.
    Chapter(u8),
    /// Transforms into the face that has this ability, or another permanent into whatever it becomes (CR 701.27e).
    Transforms(Subject),
    /// Is dealt damage, once for all that is dealt at the same time.
    IsDealtDamage(Subject),
    /// Its controller attacks with creatures of so much power in total, for the first time in a turn.
    AttackWithPower(u8),
    /// A creature that passes attacks alone (CR 506.5).
    AttacksAlone(FilterId),
    /// Becomes blocked.
    BecomesBlocked(Subject),
    /// Becomes blocked by a creature that passes, which the event is about (CR 509.3d): once for each of them.
    BlockedBy(Subject, FilterId),
    /// Attacks and isn't blocked (CR 509.3g).
    Unblocked(Subject),
    /// Becomes untapped during its controller's untap step.
    UntapsInUntapStep(Subject),
    /// Is turned face up (CR 708.8).
    TurnedFaceUp(Subject),
    /// A player plays a card: a land, or a spell that is cast (CR 701.18).
    Plays(Whose),
    /// A player discards a card.
    Discards(Whose),
    /// A player sacrifices something that passes (CR 701.21).
    Sacrifices(Whose, FilterId),
    /// Blocks, one or several; the event is about the first attacker (CR 509.3a).
    Blocks(Subject),
    /// Blocks a creature that passes, which the event is about (CR 509.3c): once for each of them.
    BlocksCreature(Subject, FilterId),
    /// Becomes tapped.
    BecomesTapped(Subject),
    /// Counters of that kind on the source come to that many.
    CountersReach(CounterKind, u8),
    /// Is exerted as it attacks (CR 701.43).
    Exerted(Subject),
    /// Becomes monstrous (CR 701.37b); the number is how many counters that puts on it.
    BecomesMonstrous(Subject),
    /// Deals damage of any kind to a player, of whom.
    DamageToPlayer(Subject, Whose),
    /// A creature that the source has dealt damage to this turn dies.
    WoundedDies,
    /// A player taps a land for mana (CR 106.12).
    LandTappedForMana(Whose),
    /// Its controller taps it for mana (CR 106.12).
    TappedForMana(Subject),
    /// Deals combat damage to a player.
    CombatDamageToPlayer(Subject),
    /// One or more of those deal combat damage to a player: once for each player in a combat damage step.
    CombatDamageOnce(FilterId),
    /// The beginning of a step (CR 500.6), on whose turn: once a step.
    StepBegins(Step, Whose),
    /// The beginning of a step of those players' turns: where a team shares it, once for each of them (CR 805.4d).
    StepBeginsForEach(Step, Whose),
    /// The beginning of a combat phase, on whose turn.
    CombatBegins(Whose),
    /// The beginning of a combat phase of those players' turns: where a team shares it, once for each of them (CR 805.4d).
    CombatBeginsForEach(Whose),
    /// A player casts a spell (CR 601.2i).
    Cast(Whose, FilterId),
    /// A player casts a spell that passes and targets a permanent which passes (CR 601.2c).
    CastAt(Whose, FilterId, FilterId),
    /// The source itself is cast.
    CastThis,
    /// A spell is cast that targets the source.
    TargetedBySpell(Whose),
    /// A player casts their n-th spell of a turn.
    NthSpell(Whose, u8, bool),
    /// A player draws their n-th card of a turn; 0: any card.
    Draws(Whose, u8),
    /// The venture marker moves into that room of the source, from 1 (CR 309.4c).
    Room(u8),
    /// A player draws a card, except the first in each of their draw steps.
    DrawsMore(Whose),
    /// A player gains life.
    GainsLife(Whose),
    /// A player loses life; the number is how much.
    LosesLife(Whose),
    /// A player scries.
    Scries(Whose),
    /// A player searches their own library (CR 701.23).
    Searches(Whose),
    /// A player cycles a card (CR 702.29c).
    Cycles(Whose),
    /// The card itself is cycled: it triggers wherever the card has come to.
    CycledThis,
    /// The source exploits a creature (CR 702.110b), wherever it has come to.
    ExploitsThis,
    /// An opponent attacks the controller with at least so many creatures.
    AttackedBy(u8),
    /// A player activates an ability that is no mana ability, of a permanent that passes or that the source is attached to;
    /// the event is about the ability.
    Activates(Whose, Subject),
    /// A player attacks with at least so many creatures that pass; the number is how many.
    AttackWith(Whose, FilterId, u8),
    /// Becomes the target of a spell or ability, of whom (CR 603.2); with `true` only of a spell.
    BecomesTarget(Subject, Whose, bool),
    /// Becomes untapped (CR 701.26b).
    BecomesUntapped(Subject),
    /// A player is attacked by one or more creatures, whose number is that of the event (CR 508.3b): once for each such player.
    PlayerAttacked(Whose),
    /// A card that passes is put into a graveyard from there.
    CardToGraveyard(FilterId, FromZone, Batch),
    /// A card that passes leaves a graveyard; it is looked at as it still lies there (CR 603.10a).
    LeavesGraveyard(FilterId, Batch),
    /// Counters of that kind are put on it; the number is how many. With `true` each of them is an event.
    CountersPut(Subject, CounterKind, bool),
    /// A subject deals damage to a permanent or player (CR 120.3).
    DealsDamage {
        /// What deals it.
        what: Subject,
        /// To which permanents alone; with none to players as well.
        to: Option<FilterId>,
        /// Only combat damage.
        combat: bool,
        /// Exactly so much; any amount.
        exactly: Option<u16>,
    },
    /// A subject deals damage: all that it deals in a combat damage step is one event (CR 510.2, 603.2c). With `true` only combat
    /// damage; the number is how much.
    DealsDamageOnce(Subject, bool),
    /// A player copies a spell that passes (CR 707.10).
    Copies(Whose, FilterId),
    /// A spell or ability of a player counters a spell.
    CountersSpell(Whose),
    /// The source, a Class, becomes that level (CR 717.2b).
    BecomesLevel(u8),
    /// Day becomes night, or night becomes day (CR 731.1).
    DayChanges,
    /// An extra turn begins, of whom.
    ExtraTurnBegins(Whose),
    /// A turn is skipped, of whom.
    TurnSkipped(Whose),
    /// A phase is added to a turn, of whom.
    PhaseAdded(Whose),
    /// Counters of that kind are removed from the source.
    CounterRemoved(CounterKind, Removal),
    /// Its player has drawn this card as the first in a turn (CR 702.94a); it is no event of the game, and uses no stack.
    MiracleDrawn,
    /// The card itself is discarded, and exiled (CR 702.35a); not found by looking for triggers, but by discarding.
    MadlyDiscarded,
    /// Its controller untaps permanents in their untap step; the number is how many.
    YouUntap,
    /// A state trigger (CR 603.8): so many counters of that kind, or more, are on the source.
    CountersThere(CounterKind, u16),
    /// A player plays a land or casts a spell from exile.
    PlaysFromExile(Whose),
    /// A state trigger (CR 603.8): the condition holds.
    Holds(ConditionId),
    /// A reflexive trigger (CR 603.12): the effect that makes it has seen it happen.
    Reflexive,
}

/// From where cards are put into a graveyard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromZone {
    /// From anywhere.
    #[default]
    Anywhere,
    /// From anywhere but the battlefield.
    NotBattlefield,
    /// From a library.
    Library,
}

/// Whether several cards that move at the same time are one event (CR 603.2c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Batch {
    /// Each card is an event.
    Each,
    /// "One or more": all that move at once are one event.
    OneOrMore,
}

impl TriggerEvent {
    /// Whether it is a state rather than an event (CR 603.8).
    #[must_use]
    pub const fn is_state(&self) -> bool {
        matches!(self, TriggerEvent::CountersThere(..) | TriggerEvent::Holds(_))
    }

    /// Whether all cards that move at once are one event.
    #[must_use]
    pub const fn is_batched(self) -> bool {
        matches!(
            self,
            TriggerEvent::CardToGraveyard(.., Batch::OneOrMore) | TriggerEvent::LeavesGraveyard(_, Batch::OneOrMore)
        )
    }

    /// The step with whose beginning it comes (CR 500.6); `None` for what is no beginning of a step.
    #[must_use]
    pub const fn step(self) -> Option<Step> {
        match self {
            TriggerEvent::StepBegins(step, _) | TriggerEvent::StepBeginsForEach(step, _) => Some(step),
            _ => None,
        }
    }
}

/// Which removals of counters an ability triggers on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Removal {
    /// Each counter, also of several removed at once.
    Each,
    /// One or more: several removed at once are one event.
    OneOrMore,
    /// The last one.
    Last,
}

/// A static ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Static {
    /// It applies while this holds.
    pub condition: Option<ConditionId>,
    /// Where its source must be.
    pub from: FunctionsIn,
    /// What it does.
    pub effect: StaticEffect,
}

/// How many rooms the Undercity has, the dungeon of the initiative (CR 726.2).
pub const UNDERCITY_ROOMS: u8 = 9;

/// What a draw is replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DrawsBecome {
    /// So many draws of the same player; with none of them they skip the draw (CR 614.10).
    Draws(u8),
    /// A draw of the ability's controller.
    DrawOfController,
}

/// What a static ability does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StaticEffect {
    /// Power, toughness and keywords of what passes; `None`: of the source itself.
    Pump {
        /// Of whom.
        what: Option<FilterId>,
        /// Power.
        power: AmountId,
        /// Toughness.
        toughness: AmountId,
        /// Keywords.
        keywords: Keywords,
    },
    /// The same for what the source is attached to.
    PumpAttached {
        /// Power.
        power: AmountId,
        /// Toughness.
        toughness: AmountId,
        /// Keywords.
        keywords: Keywords,
    },
    /// Players skip this (CR 614.10).
    Skip {
        /// Whose.
        whose: Whose,
        /// What.
        what: Skippable,
    },
    /// Players skip extra turns as they would begin.
    SkipExtraTurns(Whose),
    /// At most so many of those untap in a player's untap step.
    UntapLimit {
        /// Whose untap steps.
        whose: Whose,
        /// Which permanents.
        filter: FilterId,
        /// How many.
        at_most: u8,
    },
    /// Those don't untap during their controllers' untap steps.
    NoUntap(FilterId),
    /// Those of the controller also untap during each other player's untap step.
    UntapsInOthers(FilterId),
    /// Those enter tapped.
    EntersTapped(FilterId),
    /// Those enter with so many counters more.
    EntersWith {
        /// Which.
        filter: FilterId,
        /// Which counters.
        kind: CounterKind,
        /// How many.
        count: AmountId,
        /// Of that creature type besides.
        subtype: Option<Subtype>,
    },
    /// Spells that pass cost so much more or, when negative, less generic mana.
    CostChange {
        /// Whose spells.
        whose: Whose,
        /// Which.
        filter: FilterId,
        /// By how much.
        by: i8,
        /// So much life besides (CR 118.8, 601.2f).
        life: u8,
        /// So many times that.
        each: Option<AmountId>,
        /// Only those that target something that passes.
        targeting: Option<Aimed>,
    },
    /// Mana may be spent as though it were of any colour, or any type (CR 609.4b).
    SpendAs {
        /// By whom.
        whose: Whose,
        /// To cast spells that pass; `None`: on anything.
        what: Option<FilterId>,
        /// As what.
        mana: SpentAs,
    },
    /// Every spell costs that much mana at the least.
    SpellsCostAtLeast(u8),
    /// The source's own spell costs that much less generic mana.
    CostsLess(AmountId),
    /// The source's own spell costs that much less generic mana if it targets something that passes.
    CostsLessTargeting(Aimed, u8),
    /// The source's own spell costs that much more generic mana for each target beyond the first.
    CostsMorePerTarget(u8),
    /// The maximum hand size of those players is so much less.
    HandSizeLess(Whose, u8),
    /// Maximum hand size of those players; `None`: no maximum.
    MaxHandSize(Whose, Option<u8>),
    /// At most so many spells each turn.
    SpellLimit {
        /// For whom.
        whose: Whose,
        /// Which of them.
        of: SpellsCounted,
        /// How many.
        at_most: u8,
    },
    /// Creatures can't attack the controller, or also planeswalkers of theirs, unless their controller pays so much generic
    /// mana for each.
    AttackTax {
        /// How much.
        pay: AmountId,
        /// Planeswalkers as well.
        planeswalkers: bool,
    },
    /// Activated abilities of permanents that pass cost so much less generic mana (CR 601.2f, 602.2b), but not less than one
    /// mana if `least`.
    AbilitiesCostLess {
        /// Of which permanents.
        filter: FilterId,
        /// How much less.
        by: u8,
        /// They cost one mana at the least.
        least: bool,
        /// Mana abilities do not.
        no_mana: bool,
    },
    /// Abilities of those players' permanents don't trigger on that (CR 603.2).
    NoTriggers {
        /// What the event is about.
        of: FilterId,
        /// Which events.
        event: TwiceOn,
        /// Whose abilities.
        whose: Whose,
    },
    /// Those are goaded by the controller (CR 701.15).
    Goads(Subject),
    /// Boast abilities of those may be activated twice each turn, rather than once.
    BoastTwice(FilterId),
    /// Loyalty abilities of the controller's planeswalkers may be activated at any priority.
    LoyaltyAnyTime,
    /// They may be activated twice each turn, rather than once.
    LoyaltyTwice,
    /// The controller wins instead of drawing from an empty library (CR 614).
    WinsByEmptyDraw,
    /// What passes has that triggered ability (CR 613.1f); `None`: what the source is attached to.
    GrantTrigger(Option<FilterId>, AbilityId),
    /// Damage that would be dealt to what passes, or to those players, is prevented (CR 615); with neither, whatever is dealt it.
    PreventDamage {
        /// To which permanents.
        what: Option<FilterId>,
        /// To which players.
        player: Option<Whose>,
        /// Of which sources.
        from: FilterId,
        /// How much of it.
        part: Prevents,
        /// Which damage.
        kind: DamageKind,
        /// What happens besides, with what would have been dealt it and how much was prevented (CR 615.5).
        then: Option<EffectId>,
    },
    /// Those players search only so many cards from the top of a library instead of the whole (CR 614.1a).
    SearchTop(Whose, u8),
    /// Cards in graveyards and libraries that pass can't enter the battlefield.
    /// With `true` only those in graveyards.
    CantEnter(FilterId, bool),
    /// What passes, would enter the battlefield and was not cast is exiled instead (CR 614.1a).
    ExiledUnlessCast(FilterId),
    /// Where tokens that pass, or any, would be created under the controller's control, those are created for each of them
    /// instead, or besides them (CR 614.1a).
    TokensInstead {
        /// Which, by what is printed on them.
        of: Option<FilterId>,
        /// What is created.
        tokens: InsteadTokens,
        /// Besides them, and how many.
        besides: Option<Besides>,
    },
    /// Those players can't search libraries.
    NoSearch(Whose),
    /// Those players can't gain life.
    NoLifeGain(Whose),
    /// Those players don't draw: what would be drawn stays where it is.
    NoDraw(Whose),
    /// The controller can't be targeted (CR 702.18a).
    PlayerShroud,
    /// The controller has hexproof (CR 702.11c).
    PlayerHexproof,
    /// Damage that would be dealt to the controller is prevented (CR 615).
    PlayerShield,
    /// Each player untaps only permanents of one type of their choice (artifact, creature or land) in their untap step.
    UntapOneType,
    /// The source's own spell costs this mana, its mana cost less what reduces it (CR 118.7).
    CostsInstead(CostId),
    /// What would be put into a graveyard of theirs is exiled instead.
    GraveyardToExile(Whose),
    /// What passes is exiled with the source if it would be put into a graveyard of theirs (CR 614.1a).
    ExiledInstead {
        /// Which.
        filter: FilterId,
        /// Whose graveyard.
        whose: Whose,
        /// Only from the battlefield.
        dies: bool,
        /// With a counter of that kind.
        counter: Option<CounterKind>,
    },
    /// Spells and abilities of those players can't have their controller search their own library (CR 101.2).
    NoOwnSearch(Whose),
    /// Spells and abilities of opponents can't have the controller discard cards, or sacrifice permanents (CR 101.2).
    Spared {
        /// Discard.
        discard: bool,
        /// Sacrifice.
        sacrifice: bool,
    },
    /// The controller copies a spell once more than they would, and may choose new targets for that copy (CR 614.1a).
    MoreCopies,
    /// Those can't attack the controller or planeswalkers of theirs (CR 508.1c).
    CantAttackYou(FilterId),
    /// Those, or the source itself, can't be blocked by more than so many creatures (CR 509.1b).
    BlockedByAtMost(Option<FilterId>, u8),
    /// Any player may cast spells that pass as though they had flash (CR 601.3b).
    FlashForAll(FilterId),
    /// Combat damage of sources that pass can't be prevented (CR 615.12).
    Unpreventable(FilterId),
    /// Those players get so many more counters of a kind where they get one or more (CR 614.1a).
    MorePlayerCounters(Whose, u8),
    /// Those, or the source itself, enter with riot (CR 702.136): an additional +1/+1 counter, or haste, as their controller chooses.
    Riot(Option<FilterId>),
    /// Spells and abilities of opponents that target those are countered unless so much generic mana is paid (CR 702.21).
    Ward(FilterId, u8),
    /// The source is not a creature (CR 205.1, 613.1d).
    NotCreature,
    /// Spells that pass can't be countered (CR 101.2).
    Uncounterable(FilterId),
    /// What the source is attached to loses its abilities and is that.
    Reshape(Shape),
    /// What passes, by its own types and whose it is, is a land of those types alone, and has their mana abilities (CR 305.7).
    LandTypes(FilterId, Shape),
    /// What passes has those card types in addition (CR 205.1b, 613.1d).
    AlsoTypes(FilterId, Types),
    /// Those can't block these (CR 509.1b).
    NoBlock {
        /// Which can't.
        by: FilterId,
        /// What they can't block.
        of: FilterId,
    },
    /// Those, or the source itself, can't be blocked except by so many creatures or more (CR 509.1b).
    BlockedByAtLeast(Option<FilterId>, u8),
    /// The source can't attack unless the defending player controls something that passes (CR 508.1c).
    AttacksOnlyWhere(FilterId),
    /// What passes has none of these keywords and can't have or gain them (CR 113.11).
    NoKeywords(FilterId, Keywords),
    /// Those lose these keywords (CR 613.1f).
    LoseKeywords(Subject, Keywords),
    /// Those of which the condition holds can't attack (CR 508.1c).
    CantAttack(FilterId, Option<ConditionId>),
    /// The life totals of those players can't change (CR 119.8).
    LifeLocked(Whose),
    /// Those players can't lose the game (CR 104.3).
    CantLose(Whose),
    /// Those players can't win the game.
    CantWin(Whose),
    /// Damage that would reduce the life total of those players to less than 1 reduces it to 1 instead (CR 614.1a).
    DamageLeavesOne(Whose),
    /// {T} of those permanents can be paid as though they had haste (CR 302.6).
    AbilitiesAsHasty(FilterId),
    /// Those players don't lose unspent mana of those types as steps and phases end (CR 500.5b).
    KeepsMana(Whose, ManaSet),
    /// Unspent mana that those players would lose becomes colourless instead (CR 500.5b, 614.1a).
    FadingMana(Whose),
    /// Where those players would draw two cards or more at once, they and the controller draw one each instead (CR 614.11).
    SharedDraws(Whose),
    /// No more than so many creatures can attack each combat, or attack those players (CR 508.1c).
    AttackLimit {
        /// Whom; anybody and anything.
        whom: Option<Whose>,
        /// How many.
        at_most: u8,
    },
    /// What passes, or the source itself, can block so many more creatures than one (CR 509.1b).
    BlocksMore(Option<FilterId>, u8),
    /// No more than so many creatures can block each combat (CR 509.1b).
    BlockLimit(u8),
    /// The source's controller controls what it is attached to (CR 613.1b).
    ControlAttached,
    /// Base power and toughness of the source, of what it is attached to, or of what passes (CR 613.4b).
    BaseSize(Subject, i8, i8),
    /// Ascend (CR 702.131b).
    Ascend,
    /// What passes, or what the source is attached to, makes more mana as it is tapped for mana (CR 605.1b, 614.1).
    MoreMana {
        /// What passes; `None`: what the source is attached to.
        what: Option<FilterId>,
        /// What more.
        more: MoreMana,
    },
    /// What passes, or what the source is attached to, has that activated ability (CR 613.1f).
    Grant(Option<FilterId>, AbilityId),
    /// The same with a mana ability whose cost is {T} alone.
    GrantMana(Option<FilterId>, AbilityId),
    /// The controller may skip their draw step for that (CR 614.10).
    MaySkipDrawStep(EffectId),
    /// The controller may skip a draw in their draw step for that.
    MaySkipDraw(EffectId),
    /// Those players may play so many more lands on each of their turns (CR 305.2).
    LandPlays(Whose, u8),
    /// The controller may cast spells that pass as though they had flash (CR 601.3b).
    Flash(FilterId),
    /// The controller may cast spells that pass without paying their mana costs (CR 118.9).
    CastFree {
        /// Which spells.
        filter: FilterId,
        /// Only those with a mana value of at most that.
        at_most: Option<AmountId>,
        /// One each turn.
        once: bool,
        /// Only from hand.
        from_hand: bool,
    },
    /// Those players can't cast spells that pass.
    CantCast {
        /// Who.
        whose: Whose,
        /// Which.
        filter: FilterId,
        /// Only those with a greater mana value than that, as who would cast it sees it.
        above: Option<AmountId>,
        /// Unless they are cast so.
        unless: CastUnless,
    },
    /// Those players can't activate abilities of permanents that pass.
    CantActivate {
        /// Who.
        whose: Whose,
        /// Of which.
        filter: FilterId,
        /// Mana abilities neither.
        mana: bool,
        /// Only loyalty abilities.
        loyalty: bool,
    },
    /// Those players can't draw more cards than that each turn.
    DrawLimit(Whose, u8),
    /// Draws of those players are replaced (CR 614.11).
    DrawsInstead {
        /// Whose.
        whose: Whose,
        /// Except the first in each of their draw steps.
        but_first: bool,
        /// By what.
        by: DrawsBecome,
    },
    /// Those players gain more life than they would (CR 614.1a): so many times as much, and so much more.
    MoreLife {
        /// Who.
        whose: Whose,
        /// So many times as much.
        times: u8,
        /// And so much more.
        plus: u8,
    },
    /// Those players lose life instead of gaining as much.
    LifeGainIsLost(Whose),
    /// Those players lose so many times as much life as they would.
    MoreLifeLost(Whose, u8),
    /// It may begin the game on the battlefield if it is in an opening hand (CR 103.6a).
    OpeningHand,
    /// The same for a player who is not the starting player, with a counter of that kind; who does so exiles a card from hand.
    OpeningHandSecond(CounterKind),
    /// The controller may play lands that pass, and cast spells that pass, from there.
    PlayFrom {
        /// From where.
        from: PlayPlace,
        /// Which.
        filter: FilterId,
        /// One each turn.
        once: bool,
        /// What is cast so is exiled if it would be put into a graveyard.
        exile: bool,
        /// Life equal to its mana value is paid for a spell rather than its mana cost (CR 118.9).
        for_life: bool,
        /// It is cast by flashback (CR 702.34a), and exiled instead of going anywhere else.
        flashback: bool,
    },
    /// The controller may look at the top card of their library at any time; with `true` everybody sees it.
    TopCard(bool),
    /// Damage that sources that pass would deal is more (CR 614.1a).
    MoreDamage {
        /// Of which sources.
        from: FilterId,
        /// To whom, and to whose permanents.
        to: Whose,
        /// Only damage that is not combat damage.
        noncombat: bool,
        /// So many times as much.
        times: u8,
        /// And so much more.
        plus: u8,
    },
    /// What passes by types and whose it is, on the battlefield or, of that player, elsewhere, is of these creature types in
    /// addition to its own; `None`: the source itself.
    IsAlso(Option<FilterId>, Also),
    /// Twice as many tokens are created under those players' control (CR 614.1).
    TokensTwice(Whose),
    /// Those have protection from what passes (CR 702.16).
    Protection(Subject, FilterId),
    /// More counters are put on what passes (CR 614.1): so many more, and that so many times.
    MoreCounters {
        /// On what.
        what: FilterId,
        /// Of which kind; any.
        kind: Option<CounterKind>,
        /// So many more.
        plus: u8,
        /// So many times as many.
        times: u8,
        /// Not of those that are put as a cost (CR 118.1).
        of_effects: bool,
    },
    /// Abilities of the controller's permanents trigger an additional time (CR 603.2d).
    TriggersTwice {
        /// What the event is about.
        of: Option<FilterId>,
        /// Whose abilities.
        source: Option<FilterId>,
        /// On which events.
        event: TwiceOn,
    },
}

/// Which spells a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpellsCounted {
    /// All.
    #[default]
    Any,
    /// Noncreature spells.
    Noncreature,
    /// Nonartifact spells.
    Nonartifact,
}

/// How much of some damage is prevented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prevents {
    /// All of it.
    All,
    /// Half of it, rounded up.
    Half,
    /// So much of it.
    Some(u8),
}

/// Which damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageKind {
    /// Any.
    #[default]
    Any,
    /// Combat damage.
    Combat,
    /// Damage that is not combat damage.
    Noncombat,
}

impl DamageKind {
    /// Whether damage is of that kind that is combat damage, or is not.
    #[must_use]
    pub const fn is(self, combat: bool) -> bool {
        match self {
            DamageKind::Any => true,
            DamageKind::Combat => combat,
            DamageKind::Noncombat => !combat,
        }
    }
}

/// What more a permanent makes that is tapped for mana.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoreMana {
    /// So much of any one colour, which the effect adds where it is not paid with at once.
    AnyColour(AmountId, EffectId),
    /// So many more of a type it made.
    Same(u8),
    /// So many times as much.
    Times(u8),
    /// So much of that type.
    Of(ManaSet, AmountId),
    /// So much of the colour that was chosen as the source entered.
    OfChosen(AmountId),
}

/// On what alone mana may be spent (CR 106.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpentOnly {
    /// On spells that pass.
    pub spells: Option<FilterId>,
    /// On abilities of permanents that pass.
    pub abilities: Option<FilterId>,
}

/// From where a static ability lets cards be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayPlace {
    /// The top of the library.
    LibraryTop,
    /// The graveyard.
    Graveyard,
    /// Exile, of what the player owns.
    Exile,
}

/// What lets players cast spells that they can't cast otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastUnless {
    /// Nothing.
    #[default]
    Never,
    /// They are cast from hand.
    FromHand,
    /// They are cast from neither a graveyard nor a library.
    FromElsewhere,
    /// They are not cast from a graveyard.
    NotFromGraveyard,
    /// They are cast when a sorcery could be.
    AtSorceryTime,
}

/// The tokens that are created rather than others, three at the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct InsteadTokens(pub [Option<CardId>; 3]);

impl InsteadTokens {
    /// Which tokens.
    pub fn ids(self) -> impl Iterator<Item = CardId> {
        self.0.into_iter().flatten()
    }
}

/// What spells target for their costs to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aimed {
    /// Which permanents (CR 109.2).
    pub filter: FilterId,
    /// Or which spells.
    pub spell: bool,
}

/// How many tokens are created besides others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Besides {
    /// As many as of the others.
    Each,
    /// One of each kind, however many the others are.
    Once,
}

/// On which events abilities trigger an additional time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwiceOn {
    /// On any.
    #[default]
    Any,
    /// Something enters the battlefield.
    Enters,
    /// Something attacks.
    Attacks,
    /// Something dies.
    Dies,
    /// A spell is cast or copied.
    CastOrCopied,
}

/// Which creature types something has in addition to its own (CR 613.1d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Also {
    /// Every creature type.
    EveryCreatureType,
    /// The one that was chosen as the source entered.
    ChosenType,
    /// That one.
    Subtype(super::type_line::Subtype),
}

/// What is chosen as a permanent enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choosing {
    /// A creature type (CR 205.3m).
    CreatureType,
    /// One of those colours.
    Colour(ManaSet),
    /// A player.
    Player,
    /// An opponent.
    Opponent,
    /// A card name (CR 201.4), of a card that passes.
    CardName(FilterId),
    /// One of so many words that the card prints.
    OneOf(u8),
}

/// A replacement effect other than a skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Replacement {
    /// The source enters tapped.
    EntersTapped,
    /// The source enters tapped unless something holds then.
    EntersTappedUnless(ConditionId),
    /// As the source enters its player may pay so much life; otherwise it enters tapped (CR 614.1c, 614.12a).
    EntersTappedUnlessPaid(u16),
    /// As the source enters its player may reveal such a card from their hand; otherwise it enters tapped.
    EntersTappedUnlessRevealed(FilterId),
    /// The source enters with counters, perhaps only when something holds.
    EntersWithCounters(CounterKind, AmountId, Option<ConditionId>),
    /// As the source is turned face up, so many counters are put on it (CR 614.1e).
    TurnsUpWithCounters(CounterKind, AmountId),
    /// The source would be put into a graveyard (from the battlefield, or from anywhere): it goes elsewhere, and then the effect happens.
    ToGraveyard {
        /// Only from the battlefield.
        from_battlefield: bool,
        /// Where to instead.
        to: Destination,
        /// And then.
        then: Option<EffectId>,
    },
    /// What is done as the source would enter, before it does (CR 614.12a): what it enters as a copy of is chosen (CR 707.5), creatures
    /// are devoured (CR 702.82), or what it costs to enter is paid.
    BeforeEntering(EffectId),
    /// As the source enters, its controller chooses something, of which its other abilities speak (CR 614.12a, 607.2d).
    EntersChoosing(Choosing),
    /// You would begin your turn while the source is tapped: you may skip that turn and untap it instead (Time Vault).
    SkipTurnToUntap,
}
