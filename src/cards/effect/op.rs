//! The instructions.

use serde::{Deserialize, Serialize};

use crate::cards::ability::MoreMana;
use crate::cards::keyword::Keywords;
use crate::cards::mana::{ManaSet, SpentAs};
use crate::cards::type_line::{Subtype, Types};
use crate::turn::{Lasts, Phase, Restrictions, Selector, SkipScope, Skippable, Step};

use super::{
    AbilityId, AmountId, Arrival, Attacking, CardId, ConditionId, CounterKind, Daytime, DelayedEvent, Destination,
    Differ, Duration, EffectId, EnteringCopy, Except, FilterId, From, How, Lasting, Leaves, PayId, Permit, PhasesId,
    Shape, Sheltered, What, Who, Whose,
};

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
    /// The player may do what follows; otherwise goes on at the given place. Sets [`Condition::Done`](super::Condition::Done).
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
        /// X is at most that.
        most: Option<AmountId>,
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
        /// What restricts them.
        restrictions: Restrictions,
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
    /// Ends the turn (CR 724.1).
    EndTurn,
    /// Ends the combat phase (CR 724.2).
    EndCombat,
    /// Control of a player's next turn (CR 723).
    ControlTurn {
        /// Whose turn.
        player: Who,
        /// Who will decide.
        controller: Who,
        /// The controlled player takes an extra turn after that turn.
        then_extra_turn: bool,
    },
    /// Control of a player during the next phase of that kind of their own turns.
    ControlPhase {
        /// Whose phase.
        player: Who,
        /// Who will decide.
        controller: Who,
        /// Which.
        phase: Phase,
    },
    /// Transforms those of them that can (CR 701.27).
    Transform(What),
    /// The source, a Class, has that level from now on (CR 717.2b).
    GainLevel(u8),
    /// The source is monstrous from now on, by that many counters (CR 701.37b).
    BecomeMonstrous(AmountId),
    /// It becomes day or night (CR 731.1).
    BecomeDaytime(Daytime),
    /// Reverses the direction of play.
    ReverseTurnOrder,
    /// Restrictions for the rest of this turn.
    RestrictTurn {
        /// Which.
        restrictions: Restrictions,
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
    /// The players can't cast spells, or those that pass, for so long (CR 101.2).
    NoMoreSpells {
        /// Who.
        who: Who,
        /// Which spells; `None`: any.
        filter: Option<FilterId>,
        /// Only those with the name of that object (CR 201.2).
        named: Option<What>,
        /// How long.
        duration: Duration,
    },
    /// The players may play so many more lands this turn (CR 305.2).
    MoreLands(Who, AmountId),
    /// The player reveals the top card of their library; one that passes goes there.
    RevealTop(Who, FilterId, Destination),
    /// The player looks at so many cards from the top, takes some to the first place, and puts the rest to the second.
    LookAtTop {
        /// Who.
        who: Who,
        /// In whose library; `None`: the own.
        of: Option<Who>,
        /// How many.
        count: AmountId,
        /// Which of them can be taken.
        filter: FilterId,
        /// How many are taken.
        take: AmountId,
        /// Fewer will do.
        up_to: bool,
        /// On the bottom the others lie in a random order, rather than in one of the player's choice.
        random: bool,
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
    /// With `true` the result is the greatest number that one of the players discarded, rather than all of them together.
    DiscardHand(Who, bool),
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
        count: AmountId,
        /// Where the first goes.
        to: Destination,
        /// Where the others go.
        rest: Destination,
        /// All of them share a land type.
        alike: bool,
        /// One for each alternative of the filter, or for some of them.
        each: bool,
        /// In what they all differ.
        differ: Option<Differ>,
        /// In whose library the player searches, if it is not their own.
        of: Option<Who>,
        /// In the player's graveyard as well.
        graveyard: bool,
        /// Where the cards go that were searched and not found; `None`: they stay, and the library is shuffled.
        others: Option<Destination>,
        /// Counters with which what is found enters (CR 614.1c).
        counters: Option<(CounterKind, AmountId)>,
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
    Destroy {
        /// Which.
        what: What,
        /// They may be regenerated (CR 701.19c).
        regenerable: bool,
    },
    /// The next time those would be destroyed this turn, they are regenerated instead (CR 701.19a).
    Regenerate(What),
    /// If those would leave the battlefield, they are exiled instead (CR 614.1a).
    ExileAsItLeaves(What),
    /// As the source enters, its controller may sacrifice creatures; it gets so many +1/+1 counters for each (CR 702.82a).
    Devour(u8),
    /// From here on in the effect, creatures that are dealt damage can't be regenerated this turn; or no more so.
    Sear(bool),
    /// From here on in the effect damage can't be prevented (CR 615.12); or it can again.
    Unprevented(bool),
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
    /// Distributes counters among permanents that pass the filter (CR 608.2d).
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
        /// Enter attacking (CR 508.4).
        attacking: Option<Attacking>,
        /// Enter blocking the attacker that the effect is about.
        blocking: bool,
        /// Power and toughness that they have rather than those described, fixed as they are created.
        size: Option<(AmountId, AmountId)>,
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
    /// Counters each spell that passes, but for the source.
    CounterAll(FilterId),
    /// Makes a delayed triggered ability (CR 603.7); it runs the effect with this frame's source, targets and objects.
    Delay(DelayedEvent, EffectId),
    /// A reflexive triggered ability triggers (CR 603.12), of the same source and about the same objects.
    Reflexive(AbilityId),
    /// All counters on the first object are put on the second instead (CR 122.5); where it has left, as many are put there.
    MoveCounters(What, What),
    /// The players manifest so many cards from the top of their libraries (CR 701.40); those become [`What::Them`].
    Manifest(Who, AmountId),
    /// Cards in exile get that many time counters, and suspend if they don't have it (CR 702.62).
    Suspend(What, AmountId),
    /// The controller may play the card in exile without paying its mana cost, if able; a creature spell gains haste, as
    /// suspend says (CR 702.62a).
    MayPlaySuspended(What),
    /// The player looks at so many cards on top of their library and puts them back in any order.
    OrderTop(Who, AmountId),
    /// Shuffles the library (CR 701.24).
    Shuffle(Who),
    /// Adds mana like [`Op::AddMana`], which does not empty as steps and phases end this turn (CR 500.5).
    AddLastingMana(Who, ManaSet, AmountId),
    /// The player becomes the monarch (CR 725).
    BecomeMonarch(Who),
    /// The player takes the initiative (CR 726).
    TakeInitiative(Who),
    /// The player ventures into the Undercity (CR 701.49d).
    Venture(Who),
    /// Those permanents of the player, whichever they are then, don't untap in their next untap step (CR 611.2c).
    NoUntapNext(Who, FilterId),
    /// Creatures of the player that pass attack this turn if able, those to come among them (CR 508.1d, 611.2c).
    MustAttackThisTurn(Who, FilterId),
    /// All combat damage that would be dealt this turn is prevented (CR 615.1a).
    PreventCombatDamage,
    /// The controller chooses an opponent, whom the effect is about from then on.
    ChooseOpponent,
    /// The controller chooses a creature type, which is the `chosen-type` of what follows (CR 205.3m).
    ChooseCreatureType,
    /// The controller and the player the effect is about each reveal the top card of their library (CR 701.30); the
    /// result is 1 if the controller wins.
    ClashReveal,
    /// Those who have revealed put their cards on the bottom or leave them.
    ClashBottom,
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
    Permit {
        /// Who.
        who: Who,
        /// For how long.
        until: Permit,
        /// Only those that pass.
        filter: Option<FilterId>,
        /// Only the spells that pass as they are cast.
        spells: Option<FilterId>,
        /// Without paying their mana costs.
        free: bool,
        /// Those rather than "them".
        of: Option<What>,
        /// As what mana may be spent on them.
        mana: Option<SpentAs>,
        /// What becomes of a spell that is cast so.
        leaves: Leaves,
    },
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
    /// One more counter of each kind that is on target number n, a permanent or player, is put on it.
    OneMoreOfEach(u8),
    /// When the objects next enter the battlefield, they do so with so many counters (CR 614.1c).
    EntersWith(What, CounterKind, AmountId),
    /// Surveil (CR 701.25).
    Surveil(Who, AmountId),
    /// The player may put so many cards that pass from their hand onto the battlefield; they become [`What::Them`].
    MayPutFromHand(Who, FilterId, AmountId, Arrival),
    /// Time travel (CR 701.56a), first half: which of their permanents and suspended cards get a time counter more.
    TimeTravelAdd(Who),
    /// Time travel, second half: which of the others lose one; then all of them change at once.
    TimeTravelRemove(Who),
    /// The player exiles cards from the top of their library until one passes, which becomes [`What::Them`].
    ExileUntil(Who, FilterId),
    /// The player reveals cards from the top of their library until so many pass, which become [`What::Them`]; how many were
    /// revealed is the result.
    RevealUntil {
        /// Who.
        who: Who,
        /// Which cards are meant.
        filter: FilterId,
        /// How many of them.
        count: AmountId,
        /// Where those go that pass.
        to: Destination,
        /// Where the others go; on the bottom they lie in a random order.
        rest: Destination,
    },
    /// The player may exile a card that passes from their hand; it becomes [`What::Them`].
    MayExileFromHand(Who, FilterId),
    /// The players return from hand to the top of the library that many cards of their choice.
    PutBack(Who, AmountId, Option<FilterId>),
    /// Counters the spell or ability that the event is about, or that has just targeted what it is about (CR 702.21a).
    CounterThat,
    /// Gains control of the objects, for good or until end of turn.
    GainControl(Who, What, Lasting),
    /// Goads the creatures (CR 701.15).
    Goad(What),
    /// Copies abilities on the stack (CR 707.10); the copies become [`What::Them`].
    CopyAbility {
        /// Which.
        what: What,
        /// How many copies of each.
        count: AmountId,
        /// The controller may choose new targets for the copies (CR 707.10c).
        new_targets: bool,
    },
    /// Doubles the number of each kind of counter, or of that one, on the objects (CR 701.10e).
    DoubleCounters(What, Option<CounterKind>),
    /// Doubles power, toughness or both of each of the objects (CR 701.10b).
    Double {
        /// Of which.
        what: What,
        /// Power.
        power: bool,
        /// Toughness.
        toughness: bool,
        /// How long.
        duration: Duration,
    },
    /// The player may cast spells that pass as though they had flash, until their next turn (CR 601.3b, 611.2).
    FlashUntilYourNextTurn(Who, FilterId),
    /// Rolls a die of so many sides (CR 706); the number is the instruction's result.
    RollDie(u8),
    /// Experience counters (CR 122.1).
    Experience(Who, AmountId),
    /// The source enters the battlefield from hand or the command zone, tapped and attacking what the creature attacked that
    /// was returned for it (CR 702.49c).
    EnterByNinjutsu,
    /// One more loyalty ability of each of the controller's planeswalkers may be activated this turn.
    MoreLoyalty,
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
        /// They are "them" beside those that are.
        also: bool,
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
    /// Damage from the source to the permanent or player that the effect is about.
    DamageThat(AmountId),
    /// Damage to the targets, as it was divided among them as they were chosen (CR 601.2d).
    DamageAsDivided,
    /// Counters on the targets, as they were divided among them as those were chosen (CR 601.2d).
    CountersAsDivided(CounterKind),
    /// Creatures that pass can't block this turn, those to come among them (CR 611.2c).
    CantBlockThisTurn(FilterId),
    /// Two creatures, both of them there, deal damage equal to their power to each other (CR 701.14).
    Fight(What, What),
    /// Two permanents of different controllers, both of them still there, change hands for good (CR 701.12b).
    ExchangeControl(What, What),
    /// For good, or until end of turn, the objects lose their abilities and are that.
    Become {
        /// Which.
        what: What,
        /// What they become.
        shape: Shape,
        /// Until end of turn, rather than for good.
        this_turn: bool,
    },
    /// For good, or until end of turn, the objects are of these types as well, of that size if one is given, and have these keywords.
    Animate {
        /// Which.
        what: What,
        /// Base power and toughness, which they have instead of their own, fixed as the effect is performed (CR 611.2d).
        size: Option<(AmountId, AmountId)>,
        /// Types added.
        types: Types,
        /// A subtype added.
        subtype: Option<Subtype>,
        /// Keywords gained.
        keywords: Keywords,
        /// The colours they have instead of their own; none: they keep those.
        colours: ManaSet,
        /// They have those colours in addition to their own.
        adds_colours: bool,
        /// They are of every creature type (CR 205.3m).
        every_creature_type: bool,
        /// Until end of turn, rather than for good.
        this_turn: bool,
        /// Until the controller's next turn.
        until_your_next_turn: bool,
    },
    /// Gains control of the objects for as long as the source is on the battlefield, and perhaps they control it, and perhaps it is
    /// tapped.
    GainControlWhile {
        /// Who.
        who: Who,
        /// Of what.
        what: What,
        /// While they control the source.
        controlled: bool,
        /// While it is tapped.
        tapped: bool,
    },
    /// Divides damage evenly, rounded down, among all targets that are still legal (Fireball).
    DamageDivided(AmountId),
    /// The controller and the permanents that pass gain protection from that player until the controller's next turn
    /// (CR 702.16k).
    Guard(FilterId, Who),
    /// Until the controller's next turn creatures that pass can't attack them (CR 508.1c).
    BarAttackers(FilterId),
    /// The controller draws X cards one by one, each of which may be replaced or revealed before the next (CR 121.2).
    DrawOneByOne,
    /// Copies spells on the stack (CR 707.10); the copies become [`What::Them`].
    CopySpell {
        /// Which, as they are or last existed on the stack.
        what: What,
        /// How many copies of each.
        count: AmountId,
        /// Their controller may choose new targets for the copies (CR 707.10c).
        new_targets: bool,
        /// Who copies, and controls the copies.
        who: Who,
    },
    /// Cascade (CR 702.85a): cards from the top of the library are exiled up to a nonland card with a lesser mana value than
    /// the spell that the effect is about, which may be cast; the others go to the bottom.
    Cascade,
    /// Creates tokens that are copies of permanents (CR 707.2), under the player's control; they become [`What::Them`].
    CreateCopies {
        /// Under whose control.
        who: Who,
        /// Of what.
        of: What,
        /// How many of each.
        count: AmountId,
        /// Enter tapped.
        tapped: bool,
        /// Enter attacking (CR 508.4).
        attacking: Option<Attacking>,
        /// In what they differ.
        except: Except,
    },
    /// The source enters the battlefield as a copy of a permanent that passes, if its controller chooses one (CR 707.5).
    EnterAsCopy(EnteringCopy),
    /// Permanents, and players, gain protection (CR 702.16).
    GainProtection {
        /// Which permanents; those found now stay affected (CR 611.2c).
        what: Option<What>,
        /// Which players.
        who: Option<Who>,
        /// From what.
        from: From,
        /// How long.
        duration: Duration,
    },
    /// The players get an emblem (CR 114): that card in the command zone, whose abilities work there.
    CreateEmblem(Who, CardId),
    /// The player may cast spells that pass from among the objects without paying their mana costs, one after another while
    /// the effect resolves (CR 608.2g); or play lands among them as well.
    MayCastFree {
        /// Who.
        who: Who,
        /// From among which; `None`: the cards of the player's hand.
        among: Option<What>,
        /// Which of them.
        filter: FilterId,
        /// Only one.
        once: bool,
        /// Lands among them may be played.
        lands: bool,
        /// What is cast from a graveyard is exiled if it would be put there again.
        exile: bool,
    },
    /// The permanents phase out (CR 702.26).
    PhaseOut(What),
    /// The controller looks at the player's hand and chooses that many cards that pass, which are discarded (CR 701.9b) or go
    /// elsewhere; how many is the result.
    PickFromHand {
        /// Whose hand.
        who: Who,
        /// Which of them.
        filter: FilterId,
        /// How many.
        count: AmountId,
        /// Where they go; `None`: they are discarded.
        to: Option<Destination>,
    },
    /// The controller looks at the players' hands.
    LookAtHand(Who),
    /// Removes the creatures from combat (CR 506.4).
    RemoveFromCombat(What),
    /// The objects lose these keywords until end of turn.
    LoseKeywords {
        /// Which.
        what: What,
        /// Which keywords.
        keywords: Keywords,
        /// They can't gain them either (CR 113.11).
        barred: bool,
    },
    /// The player chooses cards that pass in their graveyard, which become [`What::Them`].
    ChooseInGraveyard {
        /// Who chooses.
        who: Who,
        /// Which cards.
        filter: FilterId,
        /// How many; below zero: any number.
        count: AmountId,
        /// Fewer will do.
        up_to: bool,
        /// In what they all differ.
        differ: Option<Differ>,
    },
    /// The player puts any number of cards from hand on the bottom of the library; how many is the result.
    BottomFromHand(Who),
    /// The player exiles any number of cards from hand face down, takes as many from the top of the library, and puts those
    /// there instead, in any order.
    SwapHandWithTop(Who),
    /// The player shuffles their hand into their library.
    ShuffleHand(Who),
    /// The controller looks at the top card of the player's library, and may put it on the bottom.
    MayBottomTop(Who),
    /// The objects enter the battlefield under the controller's control, tapped and attacking whom they choose (CR 508.4).
    EnterAttacking(What),
    /// No maximum hand size for the player, until their next turn or for the rest of the game.
    NoMaxHandSize(Who, bool),
    /// The player's life total can't change until their next turn (CR 119.8).
    LockLife(Who),
    /// The player looks at so many cards from the top, exiles one of them face down, and puts the others on the bottom in a
    /// random order (CR 702.75a).
    Hideaway(AmountId),
    /// The source enters the battlefield, as something that replaces how it enters says (CR 614.12).
    EnterSource,
    /// Adds that much mana in any combination of types of the set.
    AddManaMixed(Who, ManaSet, AmountId),
    /// Permanents become copies of another for good (CR 707.4).
    BecomeCopy(What, What, Except, Lasting),
    /// Performs the instructions up to `past` that many times.
    Repeat {
        /// How often.
        count: AmountId,
        /// The instruction after the last one of the body; the one before it is [`Op::Again`].
        past: EffectId,
    },
    /// The source has exploited a creature if one has just been sacrificed (CR 702.110b).
    Exploited,
    /// The source and the creature are paired, if both can be (CR 702.95b, 702.95c).
    Pair(What),
    /// For the rest of the turn a triggered ability is there, about those objects; `once`: it triggers only the first time.
    Whenever {
        /// The ability.
        ability: AbilityId,
        /// The objects that become "them" of it.
        of: Option<What>,
        /// Only the first time.
        once: bool,
    },
    /// Lands, or other permanents, that pass make more mana this turn as they are tapped for it.
    MoreManaThisTurn(FilterId, MoreMana),
    /// Closes the body of [`Op::Repeat`].
    Again,
    /// Performs the instructions up to `past` once for each of the objects, which the effect is about in turn.
    EachObject {
        /// Which.
        what: What,
        /// Each is meant as it was before it last moved.
        before: bool,
        /// The instruction after the last one of the body; the one before it is [`Op::NextObject`].
        past: EffectId,
    },
    /// Closes the body of [`Op::EachObject`].
    NextObject,
    /// Those of the objects that pass become [`What::Them`].
    SetThem(What, FilterId),
    /// Marks that an ability of the source has done something this turn.
    Mark,
    /// Flips coins until one is lost; how many were won is the result (CR 705).
    FlipUntilLost,
    /// That many cards that pass, chosen at random in the player's graveyard, become [`What::Them`].
    RandomInGraveyard(Who, FilterId, AmountId),
    /// The player chooses cards in exile that pass and lie face up, which become [`What::Them`].
    ChooseInExile {
        /// Who chooses.
        who: Who,
        /// Which cards.
        filter: FilterId,
        /// How many; below zero: any number.
        count: AmountId,
        /// Fewer will do.
        up_to: bool,
    },
    /// The controller chooses the name of a card that passes, which is the chosen name of what follows (CR 201.4).
    ChooseName(FilterId),
    /// Those spells can't be countered.
    CantBeCountered(What),
    /// The card, an Aura, enters under the controller's control attached to the object, or stays where it is (CR 303.4i).
    EnterAttached(What, What),
    /// What has begun the game on the battlefield has the counters that it says of itself (CR 103.6a).
    OpeningCounters,
    /// The players each exile that many cards of their choice from hand.
    ExileFromHand(Who, AmountId),
    /// Until the controller's next turn creatures that pass attack each combat if able, and attack somebody else than them if able
    /// (CR 508.1d).
    Provoke(FilterId),
    /// Until the controller's next turn spells of those players that pass cost so much more or, when negative, less.
    CostsUntilYourNextTurn(Whose, FilterId, i8),
    /// Spells that pass can't be countered this turn.
    UncounterableThisTurn(FilterId),
    /// The card in a graveyard that the source enchants enters under the controller's control, and is enchanted by it there.
    ReturnEnchanted,
    /// Those can't be blocked this turn, or not by what passes (CR 509.1b); of a filter those to come among them (CR 611.2c).
    CantBeBlocked(What, Option<FilterId>),
    /// Copies cards, in the zone where they are (CR 707.12); the copies become [`What::Them`].
    CopyCards(What, AmountId),
    /// The card nearest the top of the player's graveyard that passes becomes [`What::Them`].
    TopOfGraveyard(Who, FilterId),
    /// The player exiles the top card of their library and may put it into their hand, and again until they have done so or have
    /// exiled two cards of one name (Tainted Pact).
    ExileUntilKept(Who),
    /// The object deals damage to each other permanent that passes.
    DamageEachFrom(What, FilterId, AmountId),
    /// The object deals damage to players.
    DamagePlayersFrom(What, Who, AmountId),
    /// Damage from the source to each target, players and permanents.
    DamageTargets(AmountId),
    /// X of what follows is that number.
    SetX(AmountId),
    /// What would be put into those players' graveyards this turn is exiled instead (CR 614.1).
    ExileBoundForGraveyard(Who),
    /// New targets for the spell or ability that is target number n, which may each stay as they are (CR 115.7d), or must be
    /// changed where there is another (CR 115.7a).
    ChangeTargets(u8, bool),
    /// The controller may cast spells that pass this turn as though they had flash (CR 601.3b).
    FlashThisTurn(FilterId),
    /// Damage that those sources would deal this turn is prevented (CR 615.1a); only combat damage, or all.
    PreventDamageBy(What, bool),
    /// Damage that would be dealt to those this turn is prevented, all or the next so much of it (CR 615.7); only combat damage, or
    /// any.
    PreventDamageTo(Sheltered, Option<AmountId>, bool),
    /// Those players can't lose this turn, and their opponents can't win.
    CantLose(Who),
    /// This turn damage leaves those players at 1 life at the least, if they have more (CR 614.1a).
    DamageLeavesOne(Who),
    /// Those players can't gain life this turn (CR 119.7).
    CantGainLife(Who),
    /// Those can't be the target of spells and abilities of the controller's opponents this turn.
    CantBeTargeted(What),
    /// Those players put their commander into their hand from the command zone.
    CommanderToHand(Who),
    /// The controller chooses a source (CR 609.7); the next time it would deal damage to them this turn, that is prevented, and
    /// the effect happens.
    Shield(EffectId),
    /// The player separates the top cards of the controller's library, which are revealed, into two piles (CR 700.3), the first of
    /// which becomes [`What::Them`].
    SeparateTop(Who, AmountId),
    /// The player chooses one of the piles into which so many top cards have been separated: it goes there, the other elsewhere.
    TakePile {
        /// Who chooses.
        who: Who,
        /// How many cards there are in both.
        count: AmountId,
        /// Where the chosen pile goes.
        to: Destination,
        /// Where the other goes.
        rest: Destination,
    },
}
