//! Abilities as written: what makes one an activated, triggered, static, mana or loyalty ability is the key it has.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};

use crate::cards::ability::{Besides, DamageKind, FromZone, FunctionsIn, SpellsCounted, Timing, TwiceOn};
use crate::cards::effect::Destination;

use super::effect::WrittenEffect;
use super::value::{Empty, MaybeLimit, OneOrMany, Text, WrittenAmount, WrittenLoyalty};

/// A keyword ability that stands for a triggered one and is granted by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrantedKeyword {
    /// CR 702.79.
    Persist,
    /// CR 702.93.
    Undying,
}

written! {
    /// A `[[card.ability]]`. Exactly one of `trigger`, `cost`, `mana`, `static`, `replacement` and `loyalty` says what kind
    /// it is; a mana ability may have a `cost` too.
    WrittenAbility {
        /// A triggered ability: when.
        trigger: Option<toml::Spanned<WrittenTrigger>>,
        /// An activated ability's cost; a mana ability's when it isn't just {T}.
        cost: Option<Text>,
        /// A mana ability: what it makes.
        mana: Option<Text>,
        /// A static ability.
        r#static: Option<toml::Spanned<WrittenStatic>>,
        /// A replacement effect.
        replacement: Option<toml::Spanned<WrittenReplacement>>,
        /// A loyalty ability: by how much, or `"-x"`.
        loyalty: Option<toml::Spanned<WrittenLoyalty>>,
        /// Only when or while this holds.
        r#if: Option<Text>,
        /// It triggers only when this holds, which is not asked again.
        when: Option<Text>,
        /// Its targets.
        #[serde(default)]
        targets: Vec<Text>,
        /// Its effect.
        r#do: Option<toml::Spanned<OneOrMany<WrittenEffect>>>,
        /// When it may be activated.
        timing: Option<toml::Spanned<Timing>>,
        /// At most so often each turn.
        per_turn: Option<toml::Spanned<u8>>,
        /// Only once, for its source's mana cost less in the turn in which that entered.
        power_up: Option<toml::Spanned<bool>>,
        /// Only once (CR 702.177).
        exhaust: Option<toml::Spanned<bool>>,
        /// It is a cycling ability, such as landcycling (CR 702.29e).
        cycling: Option<toml::Spanned<bool>>,
        /// It is a boast ability (CR 702.142), once each turn.
        #[serde(default)]
        boast: Option<toml::Spanned<bool>>,
        /// It costs so much less generic mana.
        less: Option<WrittenAmount>,
        /// Any player may activate it.
        anyone: Option<toml::Spanned<bool>>,
        /// Where its source must be; on the battlefield.
        from: Option<toml::Spanned<FunctionsIn>>,
        /// The modes of a modal triggered ability, one of which is chosen as it is put on the stack.
        #[serde(default)]
        mode: Vec<super::card::WrittenMode>,
        /// So much damage, or so many counters, are divided among its targets as they are chosen.
        divide: Option<WrittenAmount>,
        /// On what alone the mana may be spent.
        only: Option<toml::Spanned<WrittenSpentOnly>>,
        /// What happens to spells on which the mana is spent.
        rider: Option<toml::Spanned<WrittenRider>>,
        /// Triggers only once each turn.
        once_each_turn: Option<toml::Spanned<bool>>,
    }
    /// `{ on, do, gives, this-turn, counters }`.
    WrittenRider {
        /// On which spells.
        on: Text,
        /// What triggers as it is spent so.
        r#do: Option<OneOrMany<WrittenEffect>>,
        /// Keywords that the spell gains.
        #[serde(default)]
        gives: Vec<Text>,
        /// Until end of turn, rather than for good.
        #[serde(default)]
        this_turn: bool,
        /// Additional counters with which it enters.
        counters: Option<super::effect::WithCounters>,
    }
    /// `{ whose, nth }`.
    WrittenNth {
        /// Whose.
        whose: Text,
        /// Which of the turn.
        nth: u8,
    }
    /// `{ what, targeting }`.
    WrittenCastTargeting {
        /// Which spells, and whose.
        what: Text,
        /// What they target, among other things.
        targeting: Text,
    }
    /// `{ whose, nth, instant-or-sorcery }`.
    WrittenNthSpell {
        /// Whose.
        whose: Text,
        /// Which of the turn.
        nth: u8,
        /// Only instant and sorcery spells count.
        #[serde(default)]
        instant_or_sorcery: bool,
    }
    /// `{ kind, count }`.
    WrittenReach {
        /// Which kind.
        kind: Text,
        /// How many.
        count: u8,
    }
    /// `{ kind, count }`.
    WrittenCountersThere {
        /// Which kind.
        kind: Text,
        /// How many, at least.
        count: u16,
    }
    /// `{ to, ability }`.
    WrittenGrant {
        /// To which permanents: `attached` or a filter.
        to: Text,
        /// A triggered, an activated, a loyalty or a mana ability.
        ability: Option<Box<WrittenAbility>>,
        /// Or this one.
        keyword: Option<GrantedKeyword>,
    }
    /// `{ do }`.
    WrittenInstead {
        /// What happens instead.
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `{ whose, count }`.
    WrittenLandPlays {
        /// Whose; yours.
        whose: Option<Text>,
        /// How many more; 1.
        count: Option<u8>,
    }
    /// `{ kind, one-or-more, last }`.
    WrittenCounterRemoved {
        /// Which kind.
        kind: Text,
        /// Once for all that are removed at once.
        #[serde(default)]
        one_or_more: bool,
        /// Only the last one.
        #[serde(default)]
        last: bool,
    }
    /// `{ what, from }`.
    WrittenProtection {
        /// Which: `attached` or a filter; the source.
        what: Option<Text>,
        /// From what: `everything` or a filter.
        from: Text,
    }
    /// `{ what, kind, plus, times }`.
    WrittenMoreCounters {
        /// On which permanents.
        what: Text,
        /// Which kind; any.
        kind: Option<Text>,
        /// So many more; 0.
        #[serde(default)]
        plus: u8,
        /// So many times as many; 1.
        #[serde(default = "once")]
        times: u8,
        /// Only of counters that an effect would put, not of those that are put as a cost.
        #[serde(default)]
        of_effects: bool,
    }
    /// `{ whose, plus }`.
    WrittenMorePlayerCounters {
        /// Whose.
        whose: Text,
        /// So many more.
        plus: u8,
    }
    /// `{ of, event, source }`.
    WrittenTriggersTwice {
        /// What the event is about; anything.
        of: Option<Text>,
        /// Which event: `enters`, `attacks`, `dies` or `any`; any.
        #[serde(default)]
        event: TwiceOn,
        /// Whose abilities; those of any permanent of yours.
        source: Option<Text>,
    }
    /// `{ what, at-most, once-each-turn, from-hand }`.
    WrittenCastFree {
        /// Which spells; any.
        what: Option<Text>,
        /// With a mana value of at most that.
        at_most: Option<WrittenAmount>,
        /// One each turn.
        #[serde(default)]
        once_each_turn: bool,
        /// Only from hand.
        #[serde(default)]
        from_hand: bool,
    }
    /// `{ what, unless, mv-above }`.
    WrittenCantCast {
        /// Which spells, and whose; anybody's.
        what: Text,
        /// Only those with a greater mana value than that; who would cast it is the player whose are `theirs`.
        mv_above: Option<WrittenAmount>,
        /// `from-hand`, `from-elsewhere` than a graveyard or library, `not-from-graveyard`, or `at-sorcery-time`.
        #[serde(default)]
        unless: crate::cards::ability::CastUnless,
    }
    /// `{ whose, what, mana, loyalty }`.
    WrittenCantActivate {
        /// Who; anybody.
        whose: Option<Text>,
        /// Of which permanents.
        what: Text,
        /// Mana abilities neither.
        #[serde(default)]
        mana: bool,
        /// Only loyalty abilities.
        #[serde(default)]
        loyalty: bool,
    }
    /// `{ what, of, dies, counter }`.
    WrittenExiledInstead {
        /// Which.
        what: Text,
        /// In whose graveyard it would come; anybody's.
        of: Option<Text>,
        /// Only from the battlefield.
        #[serde(default)]
        dies: bool,
        /// With a counter of that kind.
        counter: Option<Text>,
    }
    /// `{ discard, sacrifice }`.
    WrittenSpared {
        /// From discarding.
        #[serde(default)]
        discard: bool,
        /// From sacrificing.
        #[serde(default)]
        sacrifice: bool,
    }
    /// `{ what, count }`.
    WrittenBlockedByAtMost {
        /// Which attackers: `self` or a filter; the source.
        what: Option<Text>,
        /// By how many creatures at the most.
        count: u8,
    }
    /// `{ from, to, noncombat, times, plus }`.
    WrittenMoreDamage {
        /// Of which sources.
        from: Text,
        /// To whom, and to whose permanents; anybody.
        to: Option<Text>,
        /// Only damage that is not combat damage.
        #[serde(default)]
        noncombat: bool,
        /// So many times as much; 1.
        #[serde(default = "once")]
        times: u8,
        /// And so much more; 0.
        #[serde(default)]
        plus: u8,
    }
    /// `{ what, by, at-least-one, no-mana-abilities }`.
    WrittenAbilitiesCostLess {
        /// Of which permanents.
        what: Text,
        /// How much less generic mana.
        by: u8,
        /// They cost one mana at the least.
        #[serde(default)]
        at_least_one: bool,
        /// Mana abilities do not cost less.
        #[serde(default)]
        no_mana_abilities: bool,
    }
    /// `{ of, event, whose }`.
    WrittenNoTriggers {
        /// What the event is about.
        of: Text,
        /// Which event: `enters`, `attacks`, `dies` or `any`; any.
        #[serde(default)]
        event: TwiceOn,
        /// Whose abilities; anybody's.
        whose: Option<Text>,
    }
    /// `{ what, player, from, half, most, kind, do }`.
    WrittenPreventDamage {
        /// To which permanents; with neither those nor players, whatever is dealt damage of sources that are named.
        what: Option<Text>,
        /// To which players.
        player: Option<Text>,
        /// Of which sources; any.
        from: Option<Text>,
        /// Half of it, rounded up.
        #[serde(default)]
        half: bool,
        /// So much of it; all.
        most: Option<u8>,
        /// Only `combat` damage, or only `noncombat` damage; any.
        #[serde(default)]
        kind: DamageKind,
        /// What happens besides: `that` is what would have been dealt it, and how much has been prevented.
        #[serde(default)]
        r#do: OneOrMany<WrittenEffect>,
    }
    /// `{ pay, planeswalkers }`.
    WrittenAttackTaxOf {
        /// How much generic mana for each creature.
        pay: WrittenAmount,
        /// Also for attacking your planeswalkers.
        #[serde(default)]
        planeswalkers: bool,
    }
    /// `{ what, kind, count, type }`.
    WrittenEntersWith {
        /// Which permanents.
        what: Text,
        /// Which counters.
        kind: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// They are of that creature type in addition.
        r#type: Option<Text>,
    }
    /// `{ whose, what, mana }`.
    WrittenSpendAs {
        /// Who; you.
        whose: Option<Text>,
        /// To cast which spells; on anything.
        what: Option<Text>,
        /// As what: `any-colour` or `any-type`.
        mana: crate::cards::mana::SpentAs,
    }
    /// `{ shape, keeps-colours, keeps-types }`.
    WrittenBecomes {
        /// The key of the token that has what it becomes.
        shape: Text,
        /// It keeps its colours.
        #[serde(default)]
        keeps_colours: bool,
        /// It keeps its card types, and its subtypes too if the token has none.
        #[serde(default)]
        keeps_types: bool,
    }
    /// `{ what, size }`.
    WrittenBaseSize {
        /// Of which: `attached`, `self` or a filter.
        what: Text,
        /// Power and toughness, as in `[0, 4]`.
        size: [i8; 2],
    }
    /// `{ what, shape }`.
    WrittenLandTypes {
        /// Which lands, by types and whose they are.
        what: Text,
        /// The key of the token that is a land of those types.
        shape: Text,
    }
    /// `{ what, types }`.
    WrittenAlsoTypes {
        /// Which permanents.
        what: Text,
        /// `artifact`, `land` or both.
        types: Text,
    }
    /// `{ by, of }`.
    WrittenNoBlock {
        /// Which can't block.
        by: Text,
        /// What they can't block.
        of: Text,
    }
    /// `{ what, count }`.
    WrittenBlocksMore {
        /// Which creatures; the source.
        what: Option<Text>,
        /// How many more; 1.
        #[serde(default = "once")]
        count: u8,
    }
    /// `{ whom, at-most }`.
    WrittenAttackLimit {
        /// Attacking which players; anybody and anything.
        whom: Option<Text>,
        /// How many creatures.
        at_most: u8,
    }
    /// `{ whose, what, at-least }`.
    WrittenAttackWith {
        /// Who; you.
        whose: Option<Text>,
        /// Which creatures; any.
        what: Option<Text>,
        /// How many at the least; 1.
        #[serde(default = "once")]
        at_least: u8,
    }
    /// `{ what, of, spell }`.
    WrittenBecomesTarget {
        /// What.
        what: Text,
        /// Of whose spells and abilities; anybody's.
        of: Option<Text>,
        /// Only of spells.
        #[serde(default)]
        spell: bool,
    }
    /// `{ what, from, one-or-more }`.
    WrittenCardToGraveyard {
        /// Which cards, and in whose graveyard.
        what: Text,
        /// `anywhere`, `not-battlefield` or `library`; anywhere.
        #[serde(default)]
        from: FromZone,
        /// Once for all that are put there at once.
        #[serde(default)]
        one_or_more: bool,
    }
    /// `{ what, one-or-more }`.
    WrittenLeavesGraveyard {
        /// Which cards, and of whose graveyard.
        what: Text,
        /// Once for all that leave at once.
        #[serde(default)]
        one_or_more: bool,
    }
    /// `{ what, kind, each }`.
    WrittenCountersPut {
        /// On what.
        what: Text,
        /// Of which kind.
        kind: Text,
        /// Each of them by itself.
        #[serde(default)]
        each: bool,
    }
    /// `{ what, blocked }`.
    WrittenBlocksCreature {
        /// What blocks.
        what: Text,
        /// Which creatures.
        blocked: Text,
    }
    /// `{ what, by }`.
    WrittenBlockedBy {
        /// What is blocked.
        what: Text,
        /// By which creatures; any.
        by: Option<Text>,
    }
    /// `{ what, count }`.
    WrittenBlockedByAtLeast {
        /// Which attackers: `self` or a filter; the source.
        what: Option<Text>,
        /// By how many creatures at the least.
        count: u8,
    }
    /// `{ what, if }`.
    WrittenCantAttack {
        /// Which creatures.
        what: Text,
        /// Only those of which this holds: a creature is `that` in it.
        r#if: Option<Text>,
    }
    /// `{ what, keywords }`.
    WrittenNoKeywords {
        /// Which permanents.
        what: Text,
        /// Which keywords.
        keywords: Vec<Text>,
    }
    /// `{ whose, colours }`.
    WrittenKeepsMana {
        /// Whose; yours.
        whose: Option<Text>,
        /// Mana of which types, as letters; any.
        mana: Option<Text>,
    }
    /// `{ what, combat }`.
    WrittenDealsDamageOnce {
        /// What deals it.
        what: Text,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
    }
    /// `{ what, to, combat, exactly }`.
    WrittenDealsDamage {
        /// What deals it.
        what: Text,
        /// To which permanents; to any, or a player.
        to: Option<Text>,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
        /// Exactly so much; any amount.
        exactly: Option<u16>,
    }
    /// `{ whose, of }`.
    WrittenActivates {
        /// Who; you.
        whose: Option<Text>,
        /// Of which permanents: `attached` or a filter; any.
        of: Option<Text>,
    }
    /// `{ what, same, times, mana, count }`.
    WrittenMoreMana {
        /// Which: `attached` or a filter.
        what: Text,
        /// So many more of a type that was made.
        same: Option<u8>,
        /// So many times as much.
        times: Option<u8>,
        /// Mana of that type, or of the `chosen-colour`.
        mana: Option<Text>,
        /// So much of it; 1.
        count: Option<WrittenAmount>,
    }
    /// `{ spells, abilities }`.
    WrittenSpentOnly {
        /// On which spells.
        spells: Option<Text>,
        /// On abilities of which permanents.
        abilities: Option<Text>,
    }
    /// `{ revealed }`.
    WrittenTopCard {
        /// Everybody sees it.
        #[serde(default)]
        revealed: bool,
    }
    /// `{ what, from, once-each-turn, exile, for-life, flashback }`.
    WrittenPlayFrom {
        /// Which cards.
        what: Text,
        /// `library-top`, `graveyard` or `exile`.
        from: crate::cards::ability::PlayPlace,
        /// One each turn.
        #[serde(default)]
        once_each_turn: bool,
        /// What is cast so is exiled if it would be put into a graveyard.
        #[serde(default)]
        exile: bool,
        /// A spell costs life equal to its mana value rather than its mana cost.
        #[serde(default)]
        for_life: bool,
        /// It is cast by flashback, for its mana cost.
        #[serde(default)]
        flashback: bool,
    }
    /// `{ what, of }`.
    WrittenIsAlso {
        /// Which, by types and whose they are; the source.
        what: Option<Text>,
        /// Of which types.
        of: Text,
    }
    /// `{ what, except, tapped, this-turn }`.
    WrittenEntersAsCopy {
        /// Which permanents may be chosen.
        what: Text,
        /// The copy enters tapped.
        #[serde(default)]
        tapped: bool,
        /// It is a copy until end of turn.
        #[serde(default)]
        this_turn: bool,
        /// In what it differs.
        except: Option<super::effect::WrittenExcept>,
    }
    /// `{ what, power, toughness, keywords }`.
    WrittenStaticPump {
        /// Which; the source.
        what: Option<Text>,
        /// Power; 0.
        power: Option<WrittenAmount>,
        /// Toughness; 0.
        toughness: Option<WrittenAmount>,
        /// Keywords.
        #[serde(default)]
        keywords: Vec<Text>,
    }
    /// `{ whose, what }`.
    WrittenStaticSkip {
        /// Whose.
        whose: Text,
        /// What.
        what: Text,
    }
    /// `{ whose, what, at-most }`.
    WrittenUntapLimit {
        /// Whose untap steps; everybody's.
        whose: Option<Text>,
        /// Which permanents.
        what: Text,
        /// How many.
        at_most: u8,
    }
    /// `{ what, by, life, each, targeting }`.
    WrittenCostChange {
        /// Which spells, and whose.
        what: Text,
        /// How much more generic mana, or less; 0.
        #[serde(default)]
        by: i8,
        /// How much life besides, of those that target something that passes; 0.
        #[serde(default)]
        life: u8,
        /// So many times that; once.
        each: Option<WrittenAmount>,
        /// Only those that target something that passes.
        targeting: Option<Text>,
    }
    /// `{ what, by }`.
    WrittenCostsLessTargeting {
        /// Something that passes.
        what: Text,
        /// How much less.
        by: u8,
    }
    /// `{ whose, count }`.
    WrittenSearchTop {
        /// Whose searches.
        whose: Text,
        /// How many cards.
        count: u8,
    }
    /// `{ whose, of, at-most }`.
    WrittenSpellLimit {
        /// Whose; everybody's.
        whose: Option<Text>,
        /// Only `noncreature`, or only `nonartifact` ones count; any.
        #[serde(default)]
        of: SpellsCounted,
        /// How many.
        at_most: u8,
    }
    /// `{ of, tokens, besides }`.
    WrittenTokensInstead {
        /// Which tokens, by types and subtypes; any.
        of: Option<Text>,
        /// What is created for each of them, by its key or name.
        tokens: Vec<Text>,
        /// The others are created as well: those come besides, as many as `each` of them, or `once`.
        besides: Option<Besides>,
    }
    /// `{ whose, by }`.
    WrittenHandSizeLess {
        /// Whose.
        whose: Text,
        /// By how much.
        by: u8,
    }
    /// `{ whose, at-most }`.
    WrittenDrawLimit {
        /// Whose; everybody's.
        whose: Option<Text>,
        /// How many.
        at_most: u8,
    }
    /// `{ whose, but-first, count, by-you }`.
    WrittenDrawsInstead {
        /// Whose.
        whose: Text,
        /// Except the first in each of their draw steps.
        #[serde(default)]
        but_first: bool,
        /// By so many draws.
        count: Option<u8>,
        /// By a draw of yours.
        #[serde(default)]
        by_you: bool,
    }
    /// `{ whose, times, plus }`.
    WrittenMoreLife {
        /// Whose.
        whose: Text,
        /// So many times as much; 1.
        times: Option<u8>,
        /// So much more; 0.
        plus: Option<u8>,
    }
    /// `{ whose, times }`.
    WrittenMoreLifeLost {
        /// Whose.
        whose: Text,
        /// So many times as much.
        times: u8,
    }
    /// `{ what, pay }`.
    WrittenWard {
        /// Which permanents.
        what: Text,
        /// How much generic mana.
        pay: u8,
    }
    /// `{ kind, count }`.
    WrittenEnteringCounters {
        /// Which kind.
        kind: Text,
        /// How many; 1.
        count: Option<WrittenAmount>,
        /// Only when this holds.
        r#if: Option<Text>,
    }
    /// `{ from, to, do }`.
    WrittenToGraveyard {
        /// From where.
        from: GraveyardFrom,
        /// Where to instead.
        to: Destination,
        /// And then.
        #[serde(default)]
        r#do: OneOrMany<WrittenEffect>,
    }
}

/// From where something would go to the graveyard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraveyardFrom {
    /// From anywhere.
    Anywhere,
    /// Only from the battlefield.
    Battlefield,
}

/// When an ability triggers, as written. A subject is `self`, `attached` or a filter.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenTrigger {
    /// A subject enters.
    Enters(Text),
    /// A subject dies.
    Dies(Text),
    /// A subject is put into exile from the battlefield.
    Exiled(Text),
    /// A subject dies, or is put into exile from the battlefield.
    DiesOrExiled(Text),
    /// A subject leaves the battlefield.
    Leaves(Text),
    /// A subject is put into a graveyard.
    ToGraveyard(Text),
    /// A subject attacks.
    Attacks(Text),
    /// You attack.
    YouAttack,
    /// Lore counters on the Saga come to one of those numbers (CR 714.2).
    Chapter(Vec<u8>),
    /// A subject transforms.
    Transforms(Text),
    /// A subject is dealt damage.
    IsDealtDamage(Text),
    /// You attack with creatures of so much power in total, for the first time in a turn.
    AttackWithPower(u8),
    /// A creature that passes attacks alone.
    AttacksAlone(Text),
    /// A subject becomes blocked.
    BecomesBlocked(Text),
    /// A subject becomes blocked by a creature that passes, which `that` is: once for each of them.
    BlockedBy(WrittenBlockedBy),
    /// A subject attacks and isn't blocked.
    Unblocked(Text),
    /// A subject becomes untapped during its controller's untap step.
    UntapsInUntapStep(Text),
    /// A subject is turned face up.
    TurnedFaceUp(Text),
    /// A player plays a land or casts a spell.
    Plays(Text),
    /// A player plays a land or casts a spell from exile.
    PlaysFromExile(Text),
    /// A player discards a card.
    Discards(Text),
    /// A player sacrifices something; the filter says whose.
    Sacrifices(Text),
    /// A subject blocks.
    Blocks(Text),
    /// A subject blocks a creature that passes, which `that` is: once for each of them.
    BlocksCreature(WrittenBlocksCreature),
    /// A subject becomes tapped.
    BecomesTapped(Text),
    /// Counters on the source come to a number.
    CountersReach(WrittenReach),
    /// A subject is exerted.
    Exerted(Text),
    /// A subject becomes monstrous (CR 701.37b); `that` is with how many counters.
    BecomesMonstrous(Text),
    /// A subject deals damage to an opponent.
    DamageToOpponent(Text),
    /// A subject deals damage to you.
    DamageToYou(Text),
    /// What the source has damaged this turn dies.
    WoundedDies,
    /// A land is tapped for mana, by whom.
    LandTappedForMana(Text),
    /// A subject is tapped for mana by its controller.
    TappedForMana(Text),
    /// A subject deals combat damage to a player.
    CombatDamageToPlayer(Text),
    /// Some of those deal combat damage to a player.
    CombatDamageOnce(Text),
    /// A step, or `combat`, begins: `"your upkeep"`, once a step `"each end"`, for each player `"each-player draw"`.
    Begins(Text),
    /// A spell is cast; the filter says whose. `that` is how many instants and sorceries they have cast before it this turn.
    Cast(Text),
    /// A spell is cast that targets a permanent which passes.
    CastTargeting(WrittenCastTargeting),
    /// The source is cast.
    CastThis,
    /// A spell of theirs targets the source.
    TargetedBySpell(Text),
    /// A player casts their n-th spell of the turn.
    NthSpell(WrittenNthSpell),
    /// A player draws their n-th card of the turn.
    NthDraw(WrittenNth),
    /// A player draws.
    Draws(Text),
    /// The venture marker moves into the n-th room of this dungeon (CR 309.4c).
    Room(u8),
    /// A player draws a card, except the first one in each of their draw steps.
    DrawsMore(Text),
    /// A player gains life.
    GainsLife(Text),
    /// A player loses life; `that` is how much.
    LosesLife(Text),
    /// A player scries.
    Scries(Text),
    /// A player searches their library.
    Searches(Text),
    /// A player cycles a card (CR 702.29c).
    Cycles(Text),
    /// The source is cycled.
    CycledThis,
    /// The source exploits a creature (CR 702.110b).
    Exploits,
    /// An opponent attacks you with at least so many creatures.
    AttackedBy(u8),
    /// The source, a Class, becomes that level.
    BecomesLevel(u8),
    /// Day becomes night, or night day.
    DayChanges,
    /// An extra turn begins.
    ExtraTurnBegins(Text),
    /// A turn is skipped.
    TurnSkipped(Text),
    /// A phase is added.
    PhaseAdded(Text),
    /// A player attacks with at least so many creatures that pass, whose number `that` is.
    AttackWith(WrittenAttackWith),
    /// A subject becomes the target of a spell or ability.
    BecomesTarget(WrittenBecomesTarget),
    /// A subject becomes untapped.
    BecomesUntapped(Text),
    /// A player is attacked by one or more creatures, whose: `that` player is who attacks.
    PlayerAttacked(Text),
    /// A card is put into a graveyard.
    CardToGraveyard(WrittenCardToGraveyard),
    /// A card leaves a graveyard.
    LeavesGraveyard(WrittenLeavesGraveyard),
    /// Counters are put on a subject; `that` is how many: all that are put at once are one event, or with `each` every one of them.
    CountersPut(WrittenCountersPut),
    /// A player copies a spell; the filter says whose.
    Copies(Text),
    /// A spell or ability of a player counters a spell.
    CountersSpell(Text),
    /// A player activates an ability that is no mana ability; `that` is the ability.
    Activates(WrittenActivates),
    /// A subject deals damage to a permanent or player, which `that` is.
    DealsDamage(WrittenDealsDamage),
    /// A subject deals damage: all that it deals in a combat damage step is one event; `that` is how much.
    DealsDamageOnce(WrittenDealsDamageOnce),
    /// Counters are removed from the source.
    CounterRemoved(WrittenCounterRemoved),
    /// You untap permanents in your untap step; `that` is how many.
    YouUntap,
    /// So many counters are on the source, however they came there (CR 603.8).
    CountersThere(WrittenCountersThere),
    /// A condition holds (CR 603.8).
    Holds(Text),
}

/// A static ability as written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenStatic {
    /// Power, toughness, keywords.
    Pump(WrittenStaticPump),
    /// Skips.
    Skip(WrittenStaticSkip),
    /// Skips of extra turns, whose.
    SkipExtraTurns(Text),
    /// An untap limit.
    UntapLimit(WrittenUntapLimit),
    /// Those don't untap.
    NoUntap(Text),
    /// Those also untap in others' untap steps.
    UntapsInOthers(Text),
    /// Those enter tapped.
    EntersTapped(Text),
    /// Spells cost more or less.
    CostChange(WrittenCostChange),
    /// Every spell costs so much mana at the least (CR 601.2f).
    SpellsCostAtLeast(u8),
    /// This spell costs less.
    CostsLess(WrittenAmount),
    /// The source's own spell costs less if it targets something that passes.
    CostsLessTargeting(WrittenCostsLessTargeting),
    /// This spell costs more for each target beyond the first.
    CostsMorePerTarget(u8),
    /// Maximum hand size.
    MaxHandSize(MaybeLimit),
    /// Those players' maximum hand size is so much less.
    HandSizeLess(WrittenHandSizeLess),
    /// A limit on spells each turn.
    SpellLimit(WrittenSpellLimit),
    /// A tax on attackers: so much, or `{ pay, planeswalkers }`.
    AttackTax(WrittenAttackTax),
    /// Activated abilities cost less.
    AbilitiesCostLess(WrittenAbilitiesCostLess),
    /// Abilities don't trigger.
    NoTriggers(WrittenNoTriggers),
    /// Those are goaded (CR 701.15).
    Goads(Text),
    /// Boast abilities of those may be activated twice each turn.
    BoastTwice(Text),
    /// Your loyalty abilities may be activated at any time you have priority.
    LoyaltyAnyTime(Empty),
    /// Your loyalty abilities may be activated twice each turn.
    LoyaltyTwice(Empty),
    /// You win instead of drawing from an empty library.
    WinsByEmptyDraw(Empty),
    /// Damage to those is prevented.
    PreventDamage(WrittenPreventDamage),
    /// Those players search only so many cards from the top of a library instead of the whole (CR 614.1a).
    SearchTop(WrittenSearchTop),
    /// Those in graveyards and libraries can't enter the battlefield.
    CantEnter(Text),
    /// Those in graveyards can't enter the battlefield.
    CantEnterFromGraveyards(Text),
    /// Those are exiled instead of entering the battlefield, unless they were cast.
    ExiledUnlessCast(Text),
    /// Other tokens are created instead of yours that pass, or besides them.
    TokensInstead(WrittenTokensInstead),
    /// Those players can't search.
    NoSearch(Text),
    /// Those players can't gain life.
    NoLifeGain(Text),
    /// Those players don't draw.
    NoDraw(Text),
    /// The controller can't be targeted.
    PlayerShroud(Empty),
    /// The controller can't be targeted by opponents.
    PlayerHexproof(Empty),
    /// No damage is dealt to the controller.
    PlayerShield(Empty),
    /// Everybody untaps only one type of permanents.
    UntapOneType(Empty),
    /// This spell costs that mana less, of each colour and generic.
    CostsLessMana(Text),
    /// Whose graveyards nothing comes to.
    GraveyardToExile(Text),
    /// Those are exiled with the source if they would be put into a graveyard.
    ExiledInstead(WrittenExiledInstead),
    /// Spells and abilities of those players can't have their controller search their own library.
    NoOwnSearch(Text),
    /// Spells and abilities of opponents can't have you discard, or sacrifice.
    Spared(WrittenSpared),
    /// You copy a spell once more than you would.
    MoreCopies(Empty),
    /// Those can't attack you or planeswalkers of yours.
    CantAttackYou(Text),
    /// Attackers can't be blocked by more than so many creatures.
    BlockedByAtMost(WrittenBlockedByAtMost),
    /// Any player may cast spells that pass as though they had flash (CR 601.3b).
    FlashForAll(Text),
    /// Combat damage of those can't be prevented.
    Unpreventable(Text),
    /// Those players get so many more counters of a kind where they get one or more.
    MorePlayerCounters(WrittenMorePlayerCounters),
    /// Those have riot (CR 702.136): `self` or a filter.
    Riot(Text),
    /// Those have ward.
    Ward(WrittenWard),
    /// The source is not a creature.
    NotCreature(Empty),
    /// Spells that pass can't be countered.
    Uncounterable(Text),
    /// What it is attached to has no abilities but those of a token that it `becomes`, and its types, size and colours.
    Becomes(WrittenBecomes),
    /// Those lands lose their land types and abilities, and are of the types of a land token, with its mana ability (CR 305.7).
    LandTypes(WrittenLandTypes),
    /// Those permanents are of other card types in addition.
    AlsoTypes(WrittenAlsoTypes),
    /// Those creatures can't block these.
    NoBlock(WrittenNoBlock),
    /// Attackers can't be blocked except by so many creatures or more.
    BlockedByAtLeast(WrittenBlockedByAtLeast),
    /// The source can't attack unless the defending player controls something that passes.
    AttacksOnlyWhere(Text),
    /// Those lose keywords, and can't have or gain them.
    NoKeywords(WrittenNoKeywords),
    /// Those lose keywords (CR 613.1f): `self`, `attached` or a filter. What gives them later gives them again.
    LoseKeywords(WrittenNoKeywords),
    /// Those creatures can't attack (CR 508.1c).
    CantAttack(WrittenCantAttack),
    /// The life totals of those players can't change (CR 119.8).
    LifeLocked(Text),
    /// Those players can't lose the game.
    CantLose(Text),
    /// Those players can't win the game.
    CantWin(Text),
    /// Damage leaves those players at 1 life at the least, if they have more.
    DamageLeavesOne(Text),
    /// Abilities of those permanents may be activated as though they had haste.
    AbilitiesAsHasty(Text),
    /// Those players don't lose unspent mana.
    KeepsMana(WrittenKeepsMana),
    /// Unspent mana that those players would lose becomes colourless instead.
    FadingMana(Text),
    /// Where those players would draw two cards or more at once, they and you draw one each instead.
    SharedDraws(Text),
    /// Those players have no maximum hand size.
    NoMaxHandSize(Text),
    /// No more than so many creatures can attack each combat, or attack a player.
    AttackLimit(WrittenAttackLimit),
    /// Those can block so many additional creatures each combat.
    BlocksMore(WrittenBlocksMore),
    /// No more than so many creatures can block each combat.
    BlockLimit(u8),
    /// You control what it is attached to.
    ControlAttached(Empty),
    /// The source's power and toughness, as in `[2, 4]`.
    Size([i8; 2]),
    /// Base power and toughness of what it is attached to, or of those that pass.
    BaseSize(WrittenBaseSize),
    /// Ascend.
    Ascend(Empty),
    /// Lands tapped for mana make one more.
    LandsMakeMore(Empty),
    /// Those make more mana as they are tapped for mana: `same`, `times`, or `mana` of a type.
    MoreMana(WrittenMoreMana),
    /// Those have an ability.
    Grant(WrittenGrant),
    /// Your draw step may be skipped for something else.
    MaySkipDrawStep(WrittenInstead),
    /// A draw in your draw step may be skipped for something else.
    MaySkipDraw(WrittenInstead),
    /// So many more lands may be played on each of one's turns (CR 305.2), whose.
    LandPlays(WrittenLandPlays),
    /// You may cast spells that pass as though they had flash (CR 601.3b).
    Flash(Text),
    /// Twice as many tokens are created under whose control.
    TokensTwice(Text),
    /// Those have protection (CR 702.16).
    Protection(WrittenProtection),
    /// More counters are put on those.
    MoreCounters(WrittenMoreCounters),
    /// Abilities of your permanents trigger an additional time.
    TriggersTwice(WrittenTriggersTwice),
    /// You may cast spells without paying their mana costs (CR 118.9).
    CastFree(WrittenCastFree),
    /// Those players can't cast spells that pass.
    CantCast(WrittenCantCast),
    /// Those players can't activate abilities of permanents that pass.
    CantActivate(WrittenCantActivate),
    /// At most so many draws each turn.
    DrawLimit(WrittenDrawLimit),
    /// Draws are replaced by `count` draws, or by one of yours.
    DrawsInstead(WrittenDrawsInstead),
    /// Those players gain more life: so many `times` as much, and so much more.
    MoreLife(WrittenMoreLife),
    /// Those players lose life instead of gaining it.
    LifeGainLost(Text),
    /// Those players lose so many times as much life.
    MoreLifeLost(WrittenMoreLifeLost),
    /// It may begin the game on the battlefield if it is in your opening hand (CR 103.6a).
    OpeningHand(Empty),
    /// The same with a counter of that kind, for who is not the starting player and exiles a card from hand.
    OpeningHandSecond(Text),
    /// You may play lands from your graveyard.
    LandsFromGraveyard(Empty),
    /// You may play lands and cast spells that pass from somewhere else.
    PlayFrom(WrittenPlayFrom),
    /// You may look at the top card of your library at any time, or it is revealed.
    TopCard(WrittenTopCard),
    /// Those enter with additional counters (CR 614.1c).
    EntersWith(WrittenEntersWith),
    /// Mana may be spent as though it were of any colour, or any type (CR 609.4b).
    SpendAs(WrittenSpendAs),
    /// Damage of those sources is more (CR 614.1a).
    MoreDamage(WrittenMoreDamage),
    /// Those are of other creature types in addition: `chosen-type`, `every-creature-type`, or one by name.
    IsAlso(WrittenIsAlso),
}

/// A tax on attackers.
#[derive(Debug, Clone, PartialEq)]
pub enum WrittenAttackTax {
    /// So much for attacking you.
    Plain(u8),
    /// More of it.
    Of(WrittenAttackTaxOf),
}

impl<'de> Deserialize<'de> for WrittenAttackTax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenAttackTax, D::Error> {
        struct TaxVisitor;

        impl<'de> Visitor<'de> for TaxVisitor {
            type Value = WrittenAttackTax;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 to 255, or a table such as { pay = 2, planeswalkers = true }")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<WrittenAttackTax, E> {
                let tax = u8::try_from(number).map(WrittenAttackTax::Plain);
                tax.map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<WrittenAttackTax, M::Error> {
                WrittenAttackTaxOf::deserialize(MapAccessDeserializer::new(map)).map(WrittenAttackTax::Of)
            }
        }

        deserializer.deserialize_any(TaxVisitor)
    }
}

/// A replacement effect as written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenReplacement {
    /// Enters tapped.
    EntersTapped(Empty),
    /// Enters with counters.
    EntersWithCounters(WrittenEnteringCounters),
    /// As it is turned face up counters are put on it (CR 614.1e).
    TurnsUpWithCounters(super::effect::WithCounters),
    /// Would go to the graveyard.
    ToGraveyard(WrittenToGraveyard),
    /// A turn may be skipped to untap the source.
    SkipTurnToUntap(Empty),
    /// May enter as a copy of one of those (CR 707.5).
    EntersAsCopy(WrittenEntersAsCopy),
    /// Enters only if something is paid, and is put into the graveyard otherwise.
    EntersIfPaid(Text),
    /// As it enters, something is chosen: `creature-type`, `colour`, `colour not-blue`, `player`, `opponent`, `one of 2`, or `name` and a filter.
    EntersChoosing(Text),
}

const fn once() -> u8 {
    1
}
