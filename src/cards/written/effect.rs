//! Effects as written: one key, the effect's name, with its parameters.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::cards::effect::{Destination, Duration};

use super::value::{Empty, OneOrMany, Text, WrittenAmount, no_less_than_none};

/// An effect as written, for example `{ extra-turn = { player = "target" } }`; one without parameters may be just its
/// name, `"end-turn"`. Scripts of scenarios embed it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenEffect(pub Box<EffectKind>);

impl<'de> Deserialize<'de> for WrittenEffect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenEffect, D::Error> {
        struct EffectVisitor;

        impl<'de> Visitor<'de> for EffectVisitor {
            type Value = WrittenEffect;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an effect such as { extra-turn = { player = \"you\" } } or \"end-turn\"")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<WrittenEffect, E> {
                let kind = EffectKind::deserialize(ValueDeserializer::from(without_parameters(name)));
                kind.map(|kind| WrittenEffect(Box::new(kind))).map_err(|e| E::custom(e.message()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenEffect, A::Error> {
                let kind = EffectKind::deserialize(MapAccessDeserializer::new(&mut map))?;
                if let Some(second) = map.next_key::<String>()? {
                    let message = format!("`{second}` is a second effect here; write a list, [{{ ... }}, {{ ... }}]");
                    return Err(A::Error::custom(message));
                }
                Ok(WrittenEffect(Box::new(kind)))
            }
        }

        deserializer.deserialize_any(EffectVisitor)
    }
}

/// `{ name = {} }`: what a bare name stands for, by the reader that everything else comes from, which is compiled once.
fn without_parameters(name: &str) -> Spanned<DeValue<'_>> {
    let nothing = Spanned::new(0..0, DeValue::Table(DeTable::new()));
    Spanned::new(0..0, DeValue::Table(DeTable::from_iter([(Spanned::new(0..0, name.into()), nothing)])))
}

impl WrittenEffect {
    /// Whether an effect of that name exists: scripts tell effects from players' acts by it.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let probe = EffectKind::deserialize(StrDeserializer::<serde::de::value::Error>::new(name));
        !probe.is_err_and(|e| e.to_string().starts_with("unknown variant"))
    }
}

/// The effects, by name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectKind {
    // ---- control flow ----
    /// One thing or another.
    If(If),
    /// A player may.
    May(May),
    /// A player may pay.
    MayPay(MayPay),
    /// Unless a player pays.
    Unless(Unless),
    /// For each player, who is then the default player.
    EachPlayer(OneOrMany<WrittenEffect>),
    /// For each of some objects, which the effect is about in turn: `that`.
    EachObject(EachObject),
    /// Those of some objects that pass become "them".
    SetThem(SetThem),
    /// Marks that an ability of the source has done something this turn: `marks` counts it.
    Mark(Empty),
    /// For each opponent.
    EachOpponent(OneOrMany<WrittenEffect>),
    /// For each player but the controller.
    EachOtherPlayer(OneOrMany<WrittenEffect>),
    /// A player chooses a mode.
    Choose(Choose),
    /// Later.
    Delay(Delay),
    /// "When you do": a reflexive trigger, with targets of its own.
    Reflexive(Reflexive),
    /// "Whenever ... this turn": a triggered ability for the rest of the turn (CR 603.7c), about "them".
    Whenever(Whenever),
    /// Those make more mana this turn as they are tapped for it.
    MoreManaThisTurn(super::ability::WrittenMoreMana),

    // ---- turn structure ----
    /// Extra turns.
    ExtraTurn(ExtraTurn),
    /// A skip.
    Skip(Skip),
    /// Extra phases.
    AddPhase(AddPhase),
    /// Extra steps.
    AddStep(AddStep),
    /// The turn ends.
    EndTurn(Empty),
    /// The combat phase ends.
    EndCombat(Empty),
    /// Control of a player's next turn.
    ControlTurn(ControlTurn),
    /// Control of a player during their next phase of a kind.
    ControlPhase(ControlPhase),
    /// The source, a Class, gains a level (CR 717): `level` is the amount.
    GainLevel(GainLevel),
    /// It becomes day (CR 731).
    BecomeDay(Empty),
    /// It becomes night.
    BecomeNight(Empty),
    /// The direction of play turns round.
    ReverseTurnOrder(Empty),
    /// Restrictions for the rest of the turn.
    RestrictTurn(RestrictTurn),
    /// Changes how a phase or step passes.
    ModifyPhase(ModifyPhase),
    /// A player loses.
    LoseGame(OfPlayer),
    /// A player wins.
    WinGame(OfPlayer),
    /// Nobody wins.
    DrawGame(Empty),

    // ---- players ----
    /// Draws cards.
    Draw(PlayerCount),
    /// Gains life.
    GainLife(PlayerAmount),
    /// Loses life.
    LoseLife(PlayerAmount),
    /// Energy counters.
    Energy(PlayerCount),
    /// Every player votes.
    Vote(Vote),
    /// For each player who voted so.
    EachVoter(EachVoter),
    /// No more spells this turn, or of those that pass, or for longer.
    NoMoreSpells(NoMoreSpells),
    /// So many more lands may be played this turn (CR 305.2).
    MoreLands(PlayerCount),
    /// The top card is revealed, and goes somewhere if it passes.
    RevealTop(RevealTop),
    /// Some of the top cards go somewhere, the others elsewhere.
    LookAtTop(LookAtTop),
    /// Proliferate.
    Proliferate(OfPlayer),
    /// Life becomes.
    SetLife(PlayerAmount),
    /// Poison counters.
    Poison(PlayerCount),
    /// Discards.
    Discard(Discard),
    /// Discards the hand.
    DiscardHand(DiscardHand),
    /// Mills.
    Mill(PlayerCount),
    /// Scry.
    Scry(PlayerCount),
    /// One mana of each of those types, so many times.
    AddMana(AddMana),
    /// So much mana of one of those types.
    AddManaChoice(AddMana),
    /// Searches the own library.
    Search(Search),
    /// Flips coins.
    FlipCoins(Count),
    /// Flips coins until one is lost; how many were won is the result.
    FlipUntilLost(Empty),
    /// Hand and graveyard into the library.
    ShuffleHandAndGraveyard(OfPlayer),
    /// Graveyard into the library.
    ShuffleGraveyard(OfPlayer),
    /// Cards from hand onto the library.
    PutBack(PutBack),
    /// The top cards in any order.
    OrderTop(PlayerCount),
    /// The library is shuffled.
    ShuffleLibrary(OfPlayer),
    /// Mana that stays this turn.
    AddLastingMana(AddMana),
    /// Becomes the monarch.
    BecomeMonarch(OfPlayer),
    /// Takes the initiative (CR 726).
    TakeInitiative(OfPlayer),
    /// Ventures into the Undercity (CR 701.49d).
    Venture(OfPlayer),
    /// Those don't untap in the player's next untap step.
    NoUntapNext(ChosenObjects),
    /// The player's creatures that pass attack this turn if able.
    MustAttack(ChosenObjects),
    /// All combat damage of this turn is prevented.
    PreventCombatDamage(Empty),
    /// The controller clashes with an opponent, who is `that` player from then on; something happens if they win.
    Clash(Clash),
    /// Players untap permanents of their choice.
    UntapChosen(ChosenObjects),
    /// Players tap permanents of their choice.
    TapChosen(ChosenObjects),
    /// Any amount of life may be paid.
    PayAnyLife(OfPlayer),
    /// Cards from the top of a library into exile.
    ExileTop(ExileTop),
    /// "Them" may be played.
    Permit(Permitted),
    /// Time counters everywhere.
    AllTime(Amount),
    /// Tapped permanents untap, untapped ones tap.
    SwapTapped(ChosenObjects),
    /// A counter of some kind is removed or put.
    ChangeCounter(Objects),
    /// One more counter of a kind that is there is put.
    OneMoreCounter(Objects),
    /// One more counter of each kind that is on a target, a permanent or player, is put on it.
    OneMoreOfEach(OfTarget),
    /// Surveil.
    Surveil(PlayerCount),
    /// A card, or so many, may be put from a hand onto the battlefield.
    MayPutFromHand(MayPutFromHand),
    /// Time counters and suspend for cards in exile.
    Suspend(Suspended),
    /// Time travel, so often.
    TimeTravel(TimeTravel),
    /// Manifests so many cards from the top of a library (CR 701.40).
    Manifest(PlayerCount),
    /// Cards from the top of a library into exile, until one passes.
    ExileUntil(ExileUntil),
    /// Cards from the top of a library are revealed until so many pass: those go somewhere, the others elsewhere.
    RevealUntil(RevealUntil),
    /// A card may be exiled from a hand.
    MayExileFromHand(ExileUntil),
    /// Each player exiles the top card of their library; the highest mana value decides who is meant next.
    ExileTopHighest(Empty),

    // ---- objects ----
    /// Damage to players, objects or targets, whose sum is the result; with `regenerate = false` creatures dealt it can't be regenerated
    /// this turn, and with `prevent = false` it can't be prevented.
    Damage(Damage),
    /// A player chooses permanents.
    ChooseObjects(ChooseObjects),
    /// Attaches.
    Attach(Attach),
    /// Counters the spell itself.
    CounterThis(Empty),
    /// Counters the spell or ability that the event is about, or that has made something a target.
    CounterThat(Empty),
    /// Damage to what is attacked.
    DamageAttacked(Amount),
    /// Damage to `that`, a permanent or player.
    DamageThat(Amount),
    /// Damage as it was divided among the targets.
    DamageAsDivided(Empty),
    /// Those can't block this turn.
    CantBlock(Objects),
    /// For good, other types, size and keywords.
    Animate(Animate),
    /// Two creatures fight (CR 701.14).
    Fight(Fight),
    /// Two permanents change controllers, or neither does (CR 701.12b); `done` says whether they did.
    ExchangeControl(ExchangeControl),
    /// They lose all abilities, and are what a token describes: its types, size, abilities and colours.
    Become(Become),
    /// Gains control for as long as the source is controlled or, with `anybody`, is on the battlefield; with `tapped` only while it is
    /// tapped.
    GainControlWhile(GainControlWhile),
    /// Damage divided among all targets.
    DamageDivided(Amount),
    /// Destroys; with `regenerate = false` what is destroyed can't be regenerated.
    Destroy(Destroyed),
    /// Adapts (CR 701.46): so many +1/+1 counters on the source, if there are none on it.
    Adapt(Amount),
    /// Monstrosity (CR 701.37): so many +1/+1 counters on the source, which becomes monstrous, if it is not.
    Monstrosity(Amount),
    /// Amasses (CR 701.47): so many +1/+1 counters on an Army, which is there or comes, and becomes of that creature type.
    Amass(Amassed),
    /// If those would leave the battlefield, they are exiled instead of going anywhere else.
    ExileAsItLeaves(Objects),
    /// Regenerates (CR 701.19): the next time those would be destroyed this turn, instead they are tapped, damage is removed from
    /// them, and they from combat.
    Regenerate(Objects),
    /// Exiles.
    Exile(Objects),
    /// Exiles until the source leaves the battlefield.
    ExileUntilSourceLeaves(Objects),
    /// Returns what the source exiled.
    ReturnExiled(Empty),
    /// Transforms (CR 701.27).
    Transform(Objects),
    /// To the owner's hand.
    Bounce(Objects),
    /// Somewhere else.
    Move(Move),
    /// A player sacrifices those of these that they control.
    Sacrifice(Sacrificed),
    /// Players sacrifice permanents of their choice.
    MakeSacrifice(ChosenObjects),
    /// Taps.
    Tap(Objects),
    /// Untaps.
    Untap(Objects),
    /// A player untaps up to so many.
    UntapUpTo(ChosenObjects),
    /// Doesn't untap in its controller's next untap step.
    Freeze(Objects),
    /// Puts counters. The kinds +1/+1, -1/-1, time, loyalty, lore, keywords, shield, stun and finality do what the rules say (CR 122.1).
    PutCounters(Counters),
    /// All counters on one object are moved onto another (CR 122.5), or put on it if that one has left.
    MoveCounters(MoveCounters),
    /// Distributes counters.
    DistributeCounters(Counters),
    /// Counters as they were divided among the targets.
    CountersAsDivided(OfKind),
    /// Removes counters.
    RemoveCounters(Counters),
    /// Creates tokens, those described or, with `copy`, copies of permanents; with `attacking = true` each attacks what its controller chooses, with `attacked` the player named.
    CreateToken(CreateToken),
    /// Power, toughness, keywords.
    Pump(Pump),
    /// Counters a spell.
    Counter(Counter),
    /// Counters each spell that passes.
    CounterEach(Objects),
    /// Gains control.
    GainControl(GainControl),
    /// Goads (CR 701.15).
    Goad(Objects),
    /// Copies abilities on the stack (CR 707.10).
    CopyAbility(CopySpell),
    /// Doubles the counters of each kind, or of one, on those (CR 701.10e).
    DoubleCounters(DoubleCounters),
    /// Doubles power, toughness or both of each of those (CR 701.10b).
    Double(Double),
    /// Spells that pass may be cast as though they had flash, until your next turn.
    FlashUntilYourNextTurn(ExileUntil),
    /// Rolls a die, whose number is the result (CR 706).
    Roll(Roll),
    /// Experience counters.
    Experience(PlayerCount),
    /// One more loyalty ability of each of your planeswalkers may be activated this turn.
    MoreLoyalty(Empty),
    /// Goes on from the beginning of the effect.
    Again(Empty),
    /// The controller and those permanents gain protection from a player until the controller's next turn.
    Protect(Protect),
    /// Those can't attack the controller until the controller's next turn.
    CantAttackYou(Objects),
    /// Copies spells on the stack (CR 707.10).
    CopySpell(CopySpell),
    /// Permanents, and players, gain protection from `everything`, a `chosen-colour`, or what passes (CR 702.16).
    GainProtection(GainProtection),
    /// Permanents, and players, gain hexproof (CR 702.11), or hexproof from what passes.
    GainHexproof(GainHexproof),
    /// An emblem (CR 114), whose abilities work from the command zone.
    Emblem(Emblem),
    /// Becomes a copy of a permanent, for good or, with `this-turn`, until end of turn (CR 707.4).
    BecomeCopy(BecomeCopy),
    /// A player may cast spells from among objects, or from hand, without paying their mana costs, while the effect resolves.
    CastFree(CastFree),
    /// You may cast a card for its mana cost while the effect resolves (CR 608.2g); `done` says afterwards whether you did.
    MayCast(Objects),
    /// Phases out (CR 702.26).
    PhaseOut(Objects),
    /// The controller looks at a hand and chooses cards of it, which are discarded or go elsewhere.
    PickFromHand(PickFromHand),
    /// The controller looks at a hand.
    LookAtHand(OfPlayer),
    /// Removed from combat (CR 506.4).
    RemoveFromCombat(Objects),
    /// Loses keywords until end of turn.
    LoseKeywords(LoseKeywords),
    /// A player chooses cards in their graveyard, which become "them".
    ChooseInGraveyard(ChooseObjects),
    /// A player chooses cards in exile that lie face up, which become "them".
    ChooseInExile(ChooseObjects),
    /// The controller chooses the name of a card that passes, the `chosen-name` of what follows (CR 201.4).
    ChooseName(Objects),
    /// The card in a graveyard that the source, an Aura, enchants comes onto the battlefield under your control, and the source
    /// becomes attached to it.
    ReturnEnchanted(Empty),
    /// Cards are exiled from a hand, of its player's choice.
    ExileFromHand(PlayerCount),
    /// Until your next turn creatures that pass attack each combat if able, and attack somebody else than you if able.
    Provoke(Objects),
    /// Until your next turn spells that pass cost so much more generic mana, or less.
    CostsUntilYourNextTurn(CostsMore),
    /// An Aura enters under your control attached to something, if it can be; otherwise it stays where it is.
    EnterAttached(EnterAttached),
    /// Spells can't be countered: a target, or what passes this turn.
    CantBeCountered(Objects),
    /// Those can't be blocked this turn, or not by what passes.
    CantBeBlocked(CantBeBlocked),
    /// Any number of cards go from hand to the bottom of the library; how many is the result.
    BottomFromHand(OfPlayer),
    /// Any number of cards of the hand change places with as many from the top of the library.
    SwapHandWithTop(OfPlayer),
    /// The hand is shuffled into the library.
    ShuffleHand(OfPlayer),
    /// The controller looks at the top card of a library, and may put it on the bottom.
    MayBottomTop(OfPlayer),
    /// Enters under the controller's control, tapped and attacking (CR 508.4).
    EnterAttacking(Objects),
    /// No maximum hand size, for the rest of the game or until the player's next turn.
    NoMaxHandSize(NoMaxHandSize),
    /// The life total can't change until the player's next turn (CR 119.8).
    LockLife(OfPlayer),
    /// Hideaway (CR 702.75): one of so many cards from the top is exiled face down.
    Hideaway(Count),
    /// That much mana in any combination of those types.
    AddManaMixed(AddMana),
    /// Something happens so many times.
    Repeat(Repeat),
    /// Something happens, and then again for as long as a player wishes.
    MayRepeat(MayRepeat),
    /// Cards are copied where they are (CR 707.12); the copies, which become "them", are there until they have been cast or left.
    CopyCards(CopyCards),
    /// The card nearest the top of a graveyard that passes becomes "them".
    TopOfGraveyard(ExileUntil),
    /// Cards from the top of the library into exile one by one, until one is put into the hand or two share a name.
    ExileUntilKept(OfPlayer),
    /// X of what follows is a number.
    SetX(Amount),
    /// The controller chooses an opponent, who is `that` player of what follows.
    ChooseOpponent(Empty),
    /// The controller chooses a creature type, the `chosen-type` of what follows.
    ChooseCreatureType(Empty),
    /// What would be put into those players' graveyards this turn is exiled instead.
    ExileBoundForGraveyard(OfPlayer),
    /// New targets may be chosen for a spell or ability (CR 115.7d).
    ChangeTargets(ChangeTargets),
    /// Spells that pass may be cast this turn as though they had flash (CR 601.3b).
    FlashThisTurn(Objects),
    /// Damage that those sources would deal this turn is prevented (CR 615.1a).
    PreventDamageBy(PreventDamageBy),
    /// Damage that would be dealt to those this turn is prevented (CR 615.7): all, or the next `count` of it.
    PreventDamageTo(PreventDamageTo),
    /// Can't lose the game this turn; opponents can't win it.
    CantLose(OfPlayer),
    /// Damage leaves the player at 1 life at the least this turn, if they have more.
    DamageLeavesOne(OfPlayer),
    /// The player can't gain life this turn (CR 119.7).
    CantGainLife(OfPlayer),
    /// Those can't be the target of spells and abilities of your opponents this turn (CR 115.4).
    CantBeTargeted(Objects),
    /// The commander goes from the command zone to the hand.
    CommanderToHand(OfPlayer),
    /// A source is chosen; the next damage that it would deal to the controller this turn is prevented (CR 609.7, 615.7).
    Shield(Shield),
    /// A player separates top cards of your library, which are revealed, into two piles (CR 700.3).
    SeparateTop(PlayerCount),
    /// A player chooses one of these piles, which goes somewhere; the other goes elsewhere.
    TakePile(TakePile),
}

written! {
    /// `if = { condition, then, else }`.
    If {
        /// What must hold.
        condition: Text,
        /// Then.
        then: OneOrMany<WrittenEffect>,
        /// Otherwise.
        #[serde(default)]
        r#else: OneOrMany<WrittenEffect>,
    }
    /// `may = { player, do, else }`.
    May {
        /// Who decides.
        player: Option<Text>,
        /// What they may do.
        r#do: OneOrMany<WrittenEffect>,
        /// What happens when they don't.
        #[serde(default)]
        r#else: OneOrMany<WrittenEffect>,
    }
    /// `may-pay = { player, cost, at-most, do, else }`.
    MayPay {
        /// Who pays.
        player: Option<Text>,
        /// What.
        cost: Text,
        /// X is at most that.
        at_most: Option<WrittenAmount>,
        /// What happens then.
        r#do: OneOrMany<WrittenEffect>,
        /// What happens when they don't.
        #[serde(default)]
        r#else: OneOrMany<WrittenEffect>,
    }
    /// `unless = { player, pay, do }`.
    Unless {
        /// Who may pay.
        player: Option<Text>,
        /// What.
        pay: Option<Text>,
        /// So much generic mana, rather.
        generic: Option<WrittenAmount>,
        /// What happens unless it is paid.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `choose = { player, modes }`.
    Choose {
        /// Who chooses.
        player: Option<Text>,
        /// The modes.
        modes: Vec<OneOrMany<WrittenEffect>>,
    }
    /// `clash = { do }`.
    Clash {
        /// What happens if the controller wins.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `each-object = { what, as-they-were, do }`.
    EachObject {
        /// Which.
        what: Text,
        /// `that` is each as it was before it last moved, so that its controller is who controlled it there.
        #[serde(default)]
        as_they_were: bool,
        /// What happens for each.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `set-them = { of, what }`.
    SetThem {
        /// Of which objects.
        of: Text,
        /// Those that pass.
        what: Text,
    }
    /// `costs-until-your-next-turn = { what, by }`.
    CostsMore {
        /// Which spells, by their types, and whose: anybody's, `yours`, `opponents` or `others`.
        what: Text,
        /// How much more, or less.
        by: i8,
    }
    /// `enter-attached = { what, to }`.
    EnterAttached {
        /// Which card; the source's, wherever it went.
        what: Option<Text>,
        /// To what.
        to: Text,
    }
    /// `cant-be-blocked = { what, by }`.
    CantBeBlocked {
        /// Which.
        what: Text,
        /// By what passes; by nothing at all.
        by: Option<Text>,
    }
    /// `delay = { until, do }`.
    Delay {
        /// Until when.
        until: Text,
        /// What happens then.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `reflexive = { targets, do }`.
    Reflexive {
        /// Its targets.
        #[serde(default)]
        targets: Vec<Text>,
        /// What happens as it resolves.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `extra-turn = { player, count, riders, max-spells }`.
    ExtraTurn {
        /// Whose.
        player: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// What rides on them.
        #[serde(default)]
        riders: Vec<Text>,
        /// At most so many spells.
        max_spells: Option<u8>,
    }
    /// `skip = { what, player, count, scope, then }`.
    Skip {
        /// What.
        what: Text,
        /// Whose.
        player: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// How often and until when; the next.
        scope: Option<crate::turn::SkipScope>,
        /// What the player does first in what really happens next.
        #[serde(default)]
        then: OneOrMany<WrittenEffect>,
    }
    /// `add-phase = { phases, after, only-yours, attackers }`.
    AddPhase {
        /// Which, in order.
        phases: Vec<Text>,
        /// After which phase (`this`, `this-main`, `this-combat`, `first-postcombat-main`, or the next of a kind); this one.
        after: Option<Text>,
        /// "You get".
        #[serde(default)]
        only_yours: bool,
        /// Which creatures may attack in them.
        attackers: Option<Text>,
    }
    /// `add-step = { step, count, after, only-yours }`.
    AddStep {
        /// Which.
        step: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// After this `step` or this `phase`; the step.
        #[serde(default)]
        after: StepAfter,
        /// "You get".
        #[serde(default)]
        only_yours: bool,
    }
    /// `control-turn = { player, controller, then-extra-turn }`.
    ControlTurn {
        /// Whose turn.
        player: Text,
        /// Who decides.
        controller: Option<Text>,
        /// They take an extra turn afterwards.
        #[serde(default)]
        then_extra_turn: bool,
    }
    /// `control-phase = { player, controller, phase }`.
    ControlPhase {
        /// Whose phase.
        player: Text,
        /// Who decides.
        controller: Option<Text>,
        /// Which; their next combat phase.
        phase: Option<Text>,
    }
    /// `restrict-turn = { riders, max-spells }`.
    RestrictTurn {
        /// Which restrictions.
        #[serde(default)]
        riders: Vec<Text>,
        /// At most so many spells.
        max_spells: Option<u8>,
    }
    /// `modify-phase = { what, player, skip-priority, skip-actions, rounds, do, lasts }`.
    ModifyPhase {
        /// Which phase or step.
        what: Text,
        /// During whose turns; everybody's.
        player: Option<Text>,
        /// Nobody gets priority in it.
        #[serde(default)]
        skip_priority: bool,
        /// Its turn-based actions don't happen.
        #[serde(default)]
        skip_actions: bool,
        /// How many all-pass rounds end it; 1.
        rounds: Option<u16>,
        /// What happens as it begins.
        #[serde(default)]
        r#do: OneOrMany<WrittenEffect>,
        /// How long; this turn.
        lasts: Option<crate::turn::Lasts>,
    }
    /// A player.
    OfPlayer {
        /// Who.
        player: Option<Text>,
    }
    /// `no-more-spells = { player, what, until }`.
    NoMoreSpells {
        /// Who can't cast.
        player: Option<Text>,
        /// Which spells; any.
        what: Option<Text>,
        /// Only those with the name of that object (CR 201.2).
        named_as: Option<Text>,
        /// How long: `end-of-turn`, `your-next-turn` or `end-of-your-next-turn`; until end of turn.
        until: Option<Duration>,
    }
    /// A number.
    Count {
        /// How many; 1.
        count: Option<WrittenAmount>,
    }
    /// An amount.
    Amount {
        /// How much.
        amount: WrittenAmount,
    }
    /// A player and a number.
    PlayerCount {
        /// Who.
        player: Option<Text>,
        /// How many; 1.
        #[serde(default, deserialize_with = "no_less_than_none")]
        count: Option<WrittenAmount>,
    }
    /// Cards from a hand onto a library.
    PutBack {
        /// Who.
        player: Option<Text>,
        /// Which cards; any.
        what: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
    }
    /// A player and an amount.
    PlayerAmount {
        /// Who.
        player: Option<Text>,
        /// How much.
        amount: WrittenAmount,
    }
    /// `discard = { player, count, random }`.
    Discard {
        /// Who.
        player: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// At random.
        #[serde(default)]
        random: bool,
    }
    /// `discard-hand = { player, greatest }`.
    DiscardHand {
        /// Who.
        player: Option<Text>,
        /// The result is how many cards the player discarded who discarded most, rather than how many all of them did.
        #[serde(default)]
        greatest: bool,
    }
    /// `add-mana = { player, mana, count }`.
    AddMana {
        /// Who.
        player: Option<Text>,
        /// Symbols, as in `{R}{G}`.
        mana: Text,
        /// How many times; 1.
        count: Option<WrittenAmount>,
    }
    /// `cast-free = { player, among, what, once, lands, exile }`: `done` says afterwards whether something was cast.
    CastFree {
        /// Who.
        player: Option<Text>,
        /// From among which objects; the hand.
        among: Option<Text>,
        /// Which of them; any.
        what: Option<Text>,
        /// Only one.
        #[serde(default)]
        once: bool,
        /// Lands may be played as well.
        #[serde(default)]
        lands: bool,
        /// What is cast from a graveyard is exiled if it would be put there again; it is.
        #[serde(default = "yes")]
        exile: bool,
    }
    /// `pick-from-hand = { player, what, count, to }`.
    PickFromHand {
        /// Whose hand.
        player: Text,
        /// Which cards; any.
        what: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// Where they go; they are discarded.
        to: Option<Destination>,
    }
    /// `gain-control-while = { player, what, anybody, tapped }`.
    GainControlWhile {
        /// Who.
        player: Option<Text>,
        /// Of what.
        what: Text,
        /// Whoever controls the source.
        #[serde(default)]
        anybody: bool,
        /// Only while it is tapped.
        #[serde(default)]
        tapped: bool,
    }
    /// `lose-keywords = { what, keywords, for-the-turn }`.
    LoseKeywords {
        /// Which.
        what: Text,
        /// Which keywords.
        keywords: Vec<Text>,
        /// They can't gain them this turn either.
        #[serde(default)]
        for_the_turn: bool,
    }
    /// `no-max-hand-size = { player, until-your-next-turn }`.
    NoMaxHandSize {
        /// Who.
        player: Option<Text>,
        /// Only until their next turn.
        #[serde(default)]
        until_your_next_turn: bool,
    }
    /// `search = { player, what, count, to, rest, alike, differ, of, graveyard, others, counters }`.
    Search {
        /// Who.
        player: Option<Text>,
        /// For what.
        what: Text,
        /// How many at most; 1.
        count: Option<WrittenAmount>,
        /// Where the first goes.
        to: Destination,
        /// Where the others go; where the first goes.
        rest: Option<Destination>,
        /// All share a land type.
        #[serde(default)]
        alike: bool,
        /// One card for each of the alternatives that stand between `or` in `what`, or for some of them.
        #[serde(default)]
        each: bool,
        /// All have different `names` or `mana-values`.
        differ: Option<crate::cards::effect::Differ>,
        /// In whose library; the own.
        of: Option<Text>,
        /// In the graveyard as well.
        #[serde(default)]
        graveyard: bool,
        /// Where all the other cards go; they stay, and the library is shuffled.
        others: Option<Destination>,
        /// Additional counters with which what is found enters.
        counters: Option<WithCounters>,
    }
    /// `suspend = { what, time }`.
    Suspended {
        /// Which cards in exile.
        what: Text,
        /// With how many time counters.
        time: WrittenAmount,
    }
    /// `time-travel = { player, times }`.
    TimeTravel {
        /// Who.
        player: Option<Text>,
        /// How often; 1.
        #[serde(default = "one")]
        times: u8,
    }
    /// `exile-top = { player, count, face-down }`.
    ExileTop {
        /// Who.
        player: Option<Text>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// Nobody sees them.
        #[serde(default)]
        face_down: bool,
    }
    /// `permit = { player, what, spells, until, free, mana, exile, flashback }`. Without `what` and `spells`, lands may be played, too.
    Permitted {
        /// Which of the cards may be cast, as any of the spells that they can be; all.
        what: Option<Text>,
        /// Which spells may be cast, judged as they are cast; any.
        spells: Option<Text>,
        /// Without paying their mana costs.
        #[serde(default)]
        free: bool,
        /// These rather than "them".
        of: Option<Text>,
        /// Who.
        player: Option<Text>,
        /// For how long.
        until: crate::cards::effect::Permit,
        /// As what mana may be spent on them: `any-colour` or `any-type`.
        mana: Option<crate::cards::mana::SpentAs>,
        /// A spell that is cast so is exiled if it would be put into a graveyard.
        #[serde(default)]
        exile: bool,
        /// They have flashback for their mana costs, and are exiled instead of going anywhere else.
        #[serde(default)]
        flashback: bool,
    }
    /// `exile-until = { player, what }`.
    ExileUntil {
        /// Who.
        player: Option<Text>,
        /// Which card is meant.
        what: Text,
    }
    /// `reveal-until = { player, what, count, to, rest }`.
    RevealUntil {
        /// Who.
        player: Option<Text>,
        /// Which cards are meant.
        what: Text,
        /// How many of them; 1.
        count: Option<WrittenAmount>,
        /// Where those go that pass; where the others go.
        to: Option<Destination>,
        /// Where the others go; on the bottom they lie in a random order.
        rest: Destination,
    }
    /// `gain-level = { level }`.
    GainLevel {
        /// Which level, from 2.
        level: u8,
    }
    /// `vote = { options }`.
    Vote {
        /// How many options.
        options: u8,
    }
    /// `each-voter = { option, do }`: for each player who voted for that option, from 1.
    EachVoter {
        /// Which option.
        option: u8,
        /// What happens.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `reveal-top = { player, what, to }`.
    RevealTop {
        /// Who.
        player: Option<Text>,
        /// Which card goes there.
        what: Text,
        /// Where to.
        to: Destination,
    }
    /// `look-at-top = { player, of, count, what, take, up-to, to, rest, random }`.
    LookAtTop {
        /// Who.
        player: Option<Text>,
        /// In whose library; the own.
        of: Option<Text>,
        /// How many.
        count: WrittenAmount,
        /// Which of them can be taken; any.
        what: Option<Text>,
        /// How many are taken; 1.
        take: Option<WrittenAmount>,
        /// Fewer will do.
        #[serde(default)]
        up_to: bool,
        /// Where the chosen one goes.
        to: Destination,
        /// Where the others go.
        rest: Destination,
        /// On the bottom they lie in a random order.
        #[serde(default)]
        random: bool,
    }
    /// `choose-objects = { player, what, count, up-to, also, differ, random }`.
    ChooseObjects {
        /// Who.
        player: Option<Text>,
        /// Among which.
        what: Text,
        /// How many; 1. `"-1"`: any number.
        count: Option<WrittenAmount>,
        /// Fewer will do.
        #[serde(default)]
        up_to: bool,
        /// They become "them" beside those that are.
        #[serde(default)]
        also: bool,
        /// Those chosen in a graveyard have different `names` or `mana-values`.
        differ: Option<crate::cards::effect::Differ>,
        /// At random, of the cards in a graveyard.
        #[serde(default)]
        random: bool,
    }
    /// `attach = { what, to }`.
    Attach {
        /// What; the source.
        what: Option<Text>,
        /// To what.
        to: Text,
    }
    /// `animate = { what, size, type, keywords, colours, adds-colours, every-creature-type, this-turn, until-your-next-turn }`.
    Animate {
        /// Which.
        what: Text,
        /// Base power and toughness, as in `[0, 0]` or `["x", "x"]`, fixed as the effect is performed.
        size: Option<[WrittenAmount; 2]>,
        /// Types and subtype, as in `Creature - Elemental`.
        r#type: Option<Text>,
        /// Keywords.
        #[serde(default)]
        keywords: Vec<Text>,
        /// Colours, as letters.
        colours: Option<Text>,
        /// In addition to its other colours.
        #[serde(default)]
        adds_colours: bool,
        /// Of every creature type.
        #[serde(default)]
        every_creature_type: bool,
        /// Until end of turn.
        #[serde(default)]
        this_turn: bool,
        /// Until your next turn.
        #[serde(default)]
        until_your_next_turn: bool,
    }
    /// `fight = { what, with }`.
    Fight {
        /// One of them; the source.
        what: Option<Text>,
        /// The other.
        with: Text,
    }
    /// `exchange-control = { what, with }`.
    ExchangeControl {
        /// One of them.
        what: Text,
        /// The other.
        with: Text,
    }
    /// `become = { what, shape, keeps-colours, keeps-types, this-turn }`.
    Become {
        /// Which.
        what: Text,
        /// The key of the token that has what they become.
        shape: Text,
        /// They keep their colours.
        #[serde(default)]
        keeps_colours: bool,
        /// They keep their card types, and have those as well; their subtypes too if the token has none.
        #[serde(default)]
        keeps_types: bool,
        /// Until end of turn.
        #[serde(default)]
        this_turn: bool,
    }
    /// `damage = { to, amount, from, regenerate, prevent }`.
    Damage {
        /// To whom or what.
        to: Text,
        /// How much.
        amount: WrittenAmount,
        /// Dealt by what; the source. By each of those that pass, which `that` is in turn.
        from: Option<Text>,
        /// Creatures that are dealt it may be regenerated this turn; they may.
        #[serde(default = "yes")]
        regenerate: bool,
        /// It may be prevented (CR 615.12); it may.
        #[serde(default = "yes")]
        prevent: bool,
    }
    /// `double-counters = { what, kind }`.
    DoubleCounters {
        /// On which.
        what: Text,
        /// Of which kind; of each.
        kind: Option<Text>,
    }
    /// `double = { what, power, toughness, until }`.
    Double {
        /// Of which.
        what: Text,
        /// Power.
        #[serde(default)]
        power: bool,
        /// Toughness.
        #[serde(default)]
        toughness: bool,
        /// How long; `end-of-turn`.
        until: Option<Duration>,
    }
    /// Some objects.
    Objects {
        /// Which.
        what: Text,
    }
    /// `amass = { count, type }`.
    Amassed {
        /// How many counters.
        count: WrittenAmount,
        /// The creature type; Zombie.
        r#type: Option<Text>,
    }
    /// `destroy = { what, regenerate }`.
    Destroyed {
        /// Which.
        what: Text,
        /// They may be regenerated; they may.
        #[serde(default = "yes")]
        regenerate: bool,
    }
    /// `sacrifice = { player, what }`.
    Sacrificed {
        /// Who.
        player: Option<Text>,
        /// Which.
        what: Text,
    }
    /// Objects that a player chooses.
    ChosenObjects {
        /// Who.
        player: Option<Text>,
        /// Among which.
        what: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
    }
    /// `move = { what, to, counters }`.
    Move {
        /// Which.
        what: Text,
        /// Where to.
        to: Destination,
        /// Additional counters with which they enter.
        counters: Option<WithCounters>,
    }
    /// `{ kind, count }`.
    WithCounters {
        /// Which kind.
        kind: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
    }
    /// `put-counters = { what, kind, count }`.
    Counters {
        /// On what; the source.
        what: Option<Text>,
        /// Which kind.
        kind: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
    }
    /// `move-counters = { from, to }`.
    MoveCounters {
        /// From which object.
        from: Text,
        /// Onto which permanent.
        to: Text,
    }
    /// `counters-as-divided = { kind }`.
    OfKind {
        /// Which kind.
        kind: Text,
    }
    /// `gain-protection = { what, player, from, until }`.
    GainProtection {
        /// Which permanents.
        what: Option<Text>,
        /// Which players.
        player: Option<Text>,
        /// From what: `everything`, `chosen-colour`, or a filter.
        from: Text,
        /// How long; until end of turn.
        until: Option<Duration>,
    }
    /// `gain-hexproof = { what, player, from, until }`.
    GainHexproof {
        /// Which permanents.
        what: Option<Text>,
        /// Which players.
        player: Option<Text>,
        /// From what passes alone.
        from: Option<Text>,
        /// How long; until end of turn.
        until: Option<Duration>,
    }
    /// `whenever = { of, ability, once }`.
    Whenever {
        /// Which objects are "them" of the ability.
        of: Option<Text>,
        /// The triggered ability.
        ability: Box<super::ability::WrittenAbility>,
        /// It triggers only the first time.
        #[serde(default)]
        once: bool,
    }
    /// `emblem = { player, ability }`.
    Emblem {
        /// Who gets it.
        player: Option<Text>,
        /// Its abilities, triggered and static ones.
        ability: OneOrMany<super::ability::WrittenAbility>,
    }
    /// `become-copy = { what, of, except, this-turn }`.
    BecomeCopy {
        /// Until end of turn.
        #[serde(default)]
        this_turn: bool,
        /// Which; the source.
        what: Option<Text>,
        /// Of what.
        of: Text,
        /// In what they differ.
        except: Option<WrittenExcept>,
    }
    /// `{ kind, what }`.
    WrittenExtraCounter {
        /// Which kind.
        kind: Text,
        /// If it is of this card type then.
        what: Text,
    }
    /// `except = { not-legendary, keywords, size, type, creature-type, colours, no-mana-cost, own-name, counters, ability, this-ability }`: in
    /// what a copy differs from what it copies (CR 707.9).
    WrittenExcept {
        /// Its only creature type.
        creature_type: Option<Text>,
        /// Its colours as letters.
        colours: Option<Text>,
        /// It has no mana cost.
        #[serde(default)]
        no_mana_cost: bool,
        /// It has its own name rather than that of what it copies.
        #[serde(default)]
        own_name: bool,
        /// Additional counters with which it enters, two kinds at the most.
        #[serde(default)]
        counters: Vec<WrittenExtraCounter>,
        /// It has the ability that makes it a copy.
        #[serde(default)]
        this_ability: bool,
        /// It isn't legendary.
        #[serde(default)]
        not_legendary: bool,
        /// Keywords it has.
        #[serde(default)]
        keywords: Vec<Text>,
        /// Its power and toughness, as in `[4, 4]`.
        size: Option<[i8; 2]>,
        /// Types and a subtype in addition, as in `Artifact` or `Creature - Zombie`.
        r#type: Option<Text>,
        /// An ability in addition: triggered, static or activated.
        ability: Option<Box<super::ability::WrittenAbility>>,
    }
    /// `create-token = { player, token, size, copy, except, count, tapped, attacking, attacked, blocking }`.
    CreateToken {
        /// Under whose control.
        player: Option<Text>,
        /// Which, by its `key` or name.
        token: Option<Text>,
        /// Power and toughness rather than those described, fixed as it is created, as in `["x", "x"]`.
        size: Option<[WrittenAmount; 2]>,
        /// Copies of these, rather.
        copy: Option<Text>,
        /// In what the copies differ.
        except: Option<WrittenExcept>,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// Tapped.
        #[serde(default)]
        tapped: bool,
        /// Attacking, whom its controller chooses (CR 508.4).
        #[serde(default)]
        attacking: bool,
        /// Attacking that player, whom the effect names (CR 508.4a).
        attacked: Option<Text>,
        /// Blocking what the effect is about.
        #[serde(default)]
        blocking: bool,
    }
    /// `pump = { what, power, toughness, keywords, protection, until }`.
    Pump {
        /// Which.
        what: Text,
        /// Power; 0.
        power: Option<WrittenAmount>,
        /// Toughness; 0.
        toughness: Option<WrittenAmount>,
        /// Keywords gained.
        #[serde(default)]
        keywords: Vec<Text>,
        /// Protection gained: `everything`, `chosen-colour`, or from a filter.
        protection: Option<Text>,
        /// How long; until end of turn.
        until: Option<Duration>,
    }
    /// `counter = { target, to }`.
    Counter {
        /// Which target, from 1; the first.
        #[serde(default = "one")]
        target: u8,
        /// Where a countered card goes; the graveyard.
        to: Option<Destination>,
    }
    /// `protect = { what, from }`.
    Protect {
        /// Which permanents, besides the controller.
        what: Text,
        /// From which player.
        from: Text,
    }
    /// `copy-spell = { what, count, new-targets, player }`.
    CopySpell {
        /// Which: `target`, `that`, or `self` of a spell that copies itself.
        what: Text,
        /// How many copies; 1.
        count: Option<WrittenAmount>,
        /// New targets may be chosen for the copies.
        #[serde(default)]
        new_targets: bool,
        /// Who copies a spell, and controls the copies; you.
        player: Option<Text>,
    }
    /// `repeat = { count, do }`.
    Repeat {
        /// How often.
        count: WrittenAmount,
        /// What.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `may-repeat = { player, do }`.
    MayRepeat {
        /// Who decides.
        player: Option<Text>,
        /// What.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `copy-cards = { what, count }`.
    CopyCards {
        /// Which, in exile.
        what: Text,
        /// How many copies of each; 1.
        count: Option<WrittenAmount>,
    }
    /// `take-pile = { player, count, to, rest }`.
    TakePile {
        /// Who chooses.
        player: Option<Text>,
        /// How many cards there are in both piles.
        count: WrittenAmount,
        /// Where the chosen pile goes.
        to: Destination,
        /// Where the other goes.
        rest: Destination,
    }
    /// The keys of what one target is meant by.
    OfTarget {
        /// Which target, from 1; the first.
        #[serde(default = "one")]
        target: u8,
    }
    /// `change-targets = { target, must }`.
    ChangeTargets {
        /// Of which target, from 1; the first.
        #[serde(default = "one")]
        target: u8,
        /// "Change the target": where there is another, it must be changed.
        #[serde(default)]
        must: bool,
    }
    /// `prevent-damage-by = { what, combat }`.
    PreventDamageBy {
        /// Which sources: `target` or a filter.
        what: Text,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
    }
    /// `prevent-damage-to = { to, count, combat }`.
    PreventDamageTo {
        /// To whom or what: players, a target, or permanents.
        to: Text,
        /// So much of it; all.
        count: Option<WrittenAmount>,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
    }
    /// `shield = { do }`.
    Shield {
        /// What happens as damage is prevented so: `that` is the source, and how much.
        #[serde(default)]
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `gain-control = { player, what, this-turn, until-end-of-your-next-turn }`.
    GainControl {
        /// Who.
        player: Option<Text>,
        /// Of what.
        what: Text,
        /// Until end of turn.
        #[serde(default)]
        this_turn: bool,
        /// Until the end of that player's next turn.
        #[serde(default)]
        until_end_of_your_next_turn: bool,
    }
    /// `roll = { sides }`.
    Roll {
        /// Of how many sides.
        sides: u8,
    }
    /// `may-put-from-hand = { player, what, count, tapped, attacking, attacking-any }`.
    MayPutFromHand {
        /// Who.
        player: Option<Text>,
        /// Which cards.
        what: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// Tapped.
        #[serde(default)]
        tapped: bool,
        /// Tapped and attacking the player whom the effect is about (CR 508.4).
        #[serde(default)]
        attacking: bool,
        /// Tapped and attacking what you choose (CR 508.4): only of your own hand.
        #[serde(default)]
        attacking_any: bool,
    }
}

/// Where extra steps go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepAfter {
    /// Directly after the current step (CR 500.9).
    #[default]
    Step,
    /// After the current phase, in a phase of their own (CR 500.10).
    Phase,
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}
