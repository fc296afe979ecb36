//! What the cards of a catalog are for, worked out once and shared by every heuristic agent.

use std::sync::{Arc, LazyLock, OnceLock};

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::cards::ability::{
    Ability, Activated, Besides, Cost, FunctionsIn, Makes, Replacement, Static, StaticEffect, Subject, Timing,
    TriggerEvent, Triggered,
};
use crate::cards::card::{Card, Spell};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{AbilityId, Amount, AmountId, CardId, EffectId, FilterId, Op, What, Who, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};
use crate::turn::{Skippable, Step};

use super::effect::{Effect, takes};
use super::effect_reader::{EffectReader, LONGEST, Live, skipped};
use super::means::Held;
use super::priority::{Moment, NEVER_LATE, RESCUES, ability_fits};
use super::rare::Rare;
use super::weights::Weights;

bitflags! {
    /// What a card or an effect is for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Roles: u32 {
        /// It can be tapped for mana, and is no land.
        const MANA = 1;
        /// It puts lands onto the battlefield.
        const RAMP = 1 << 1;
        /// It draws cards.
        const DRAW = 1 << 2;
        /// It removes what it targets.
        const REMOVAL = 1 << 3;
        /// It removes or shrinks everything that passes a filter.
        const SWEEPER = 1 << 4;
        /// It counters spells.
        const COUNTER = 1 << 5;
        /// It grants extra turns.
        const EXTRA_TURN = 1 << 6;
        /// It adds combat phases.
        const EXTRA_COMBAT = 1 << 7;
        /// It makes somebody skip a turn, phase or step.
        const SKIP = 1 << 8;
        /// A static ability holds the table back: skips, untap limits, taxes, limits on spells.
        const PRISON = 1 << 9;
        /// It changes power, toughness or keywords for a while.
        const PUMP = 1 << 10;
        /// It makes tokens.
        const TOKENS = 1 << 11;
        /// Everybody gets a new hand.
        const WHEEL = 1 << 12;
        /// It ends the turn.
        const END_TURN = 1 << 13;
        /// Its controller loses the game for it, sooner or later.
        const LOSES = 1 << 14;
        /// What it skips must come in the turn in progress.
        const THIS_TURN = 1 << 15;
        /// Opponents' extra turns are skipped.
        const NO_EXTRA_TURNS = 1 << 16;
        /// Everybody's extra turns are skipped.
        const NOBODYS_EXTRA_TURNS = 1 << 17;
        /// It ends the combat in progress.
        const FOG = 1 << 18;
        /// Damage to its controller is prevented.
        const SHIELD = 1 << 19;
        /// Hands and graveyards go back into libraries.
        const REFILLS = 1 << 20;
        /// In the extra turns that it grants nothing untaps.
        const NO_UNTAP = 1 << 21;
        /// A symmetrical hold on what untaps, or on how many spells are cast: it binds its controller as well.
        const LOCK = 1 << 22;
        /// Its controller must draw more cards as long as it is there.
        const FEEDS = 1 << 23;
        /// Upkeep steps are skipped, everybody's.
        const NO_UPKEEP = 1 << 24;
        /// Everybody sacrifices permanents, turn after turn.
        const ATTRITION = 1 << 25;
        /// Everybody's creatures of some size don't untap.
        const FREEZES = 1 << 26;
        /// It keeps one creature from dealing combat damage.
        const GUARD = 1 << 27;
        /// It takes somebody's turn.
        const CONTROL = 1 << 28;
        /// Somebody wins the game for it.
        const WINS = 1 << 29;
        /// It keeps a permanent from being destroyed or targeted, for a while.
        const SAVES = 1 << 30;
        /// It is paid for with a permanent that is sacrificed.
        const SACRIFICES = 1 << 31;
    }
}

/// What one card is for.
#[derive(Debug, Clone)]
pub struct CardProfile {
    /// What it is for, all its abilities together.
    pub roles: Roles,
    /// Points that its abilities are worth while it is on the battlefield.
    pub standing: i32,
    /// Points that having it resolve is worth to its controller, before anything is known about the table.
    pub threat: i32,
    /// Points that attacking with it is worth beyond its damage.
    pub attack: i32,
    /// Types of mana that it, or the land it fetches, makes.
    pub makes: ManaSet,
    /// Mana it makes at once.
    pub units: i32,
    /// It enters tapped, or fetches a land that does.
    pub slow: bool,
    /// It may be cast whenever its player has priority.
    pub instant: bool,
    /// It may enter attacking instead of an attacker (CR 702.49).
    pub ambushes: bool,
    /// What a creature gets that attacks alone, such as by exalted (CR 702.83).
    pub(super) alone: Alone,
    /// What it may enter as a copy of.
    pub(super) copies: Option<FilterId>,
    pub(super) spell: Option<Effect>,
    pub(super) enters: ArrayVec<AbilityId, 3>,
}

impl CardProfile {
    /// Whether it may be something to cast at the end of the turn before one's own: counterspells have nothing to counter
    /// then.
    pub(super) fn is_late(&self) -> bool {
        let spell = |s: &Effect| !s.roles.intersects(NEVER_LATE) && s.roles != Roles::COUNTER;
        self.instant && self.spell.as_ref().is_none_or(spell)
    }
}

/// What a creature gets that attacks alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Alone {
    pub(super) power: i16,
    pub(super) toughness: i16,
    pub(super) keywords: Keywords,
}

impl Alone {
    /// Both.
    pub(super) fn and(self, other: Alone) -> Alone {
        Alone {
            power: self.power.saturating_add(other.power),
            toughness: self.toughness.saturating_add(other.toughness),
            keywords: self.keywords | other.keywords,
        }
    }
}

/// What a card is as a permanent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    /// Points that its abilities are worth.
    pub(super) points: i32,
    /// What it is for.
    pub(super) roles: Roles,
    /// It has an ability that may be for the end of the turn before one's own.
    pub(super) late: bool,
    /// Life that one of its abilities takes, at most.
    pub(super) hurts: i32,
    /// What its abilities do as something is about to be lost: save it, or make something of it.
    pub(super) rescues: Roles,
    /// It may become a creature for a turn, and block then.
    pub(super) awakens: bool,
    /// There is something [`Rare`] about it.
    pub(super) is_rare: bool,
}

/// The profiles of a catalog. Agents share them behind an `Arc`.
#[derive(Debug)]
pub struct Profiles {
    cards: Vec<CardProfile>,
    /// What is read of every permanent on the table, close together.
    standing: Vec<Standing>,
    /// What few permanents do.
    rare: Vec<Rare>,
    /// What is read of every card in hand.
    held: Vec<Held>,
    abilities: Vec<Effect>,
    lands: Vec<Subtype>,
    weights: Weights,
}

/// The profiles of a catalog, worked out when a player first wants to know.
#[derive(Debug, Clone)]
pub struct LazyProfiles {
    catalog: Arc<Catalog>,
    read: OnceLock<Arc<Profiles>>,
}

/// Most games are played with the embedded cards alone.
static BUILTIN: LazyLock<Arc<Profiles>> = LazyLock::new(|| Arc::new(Profiles::new(Catalog::builtin())));

impl LazyProfiles {
    /// Those of that catalog.
    #[must_use]
    pub fn of(catalog: &Arc<Catalog>) -> LazyProfiles {
        LazyProfiles { catalog: Arc::clone(catalog), read: OnceLock::new() }
    }

    /// The profiles.
    #[must_use]
    pub fn get(&self) -> Arc<Profiles> {
        let shared = self.catalog.shares_cards_with(Catalog::builtin());
        let read = || if shared { Arc::clone(&BUILTIN) } else { Arc::new(Profiles::new(&self.catalog)) };
        Arc::clone(self.read.get_or_init(read))
    }
}

impl Profiles {
    /// Reads every card of a catalog; games with these profiles must use that catalog.
    #[must_use]
    pub fn new(catalog: &Catalog) -> Profiles {
        Profiles::weighed(catalog, Weights::DEFAULT)
    }

    /// The same for players to whom things count that much.
    #[must_use]
    pub fn weighed(catalog: &Catalog, weights: Weights) -> Profiles {
        let lands = land_subtypes(catalog);
        let abilities = (0..catalog.abilities.len())
            .map(|at| {
                let ability = catalog.ability(AbilityId(at as u16));
                let reader = |_| EffectReader::new(catalog, &lands, &weights, None);
                let mut read = effect_of(ability).map_or_else(Effect::default, |effect| reader(()).read(effect));
                read.roles.set(Roles::SACRIFICES, gives_up(catalog, ability));
                read
            })
            .collect();
        let mut profiles = Profiles {
            cards: Vec::new(),
            standing: Vec::new(),
            rare: Vec::new(),
            held: Vec::new(),
            abilities,
            lands,
            weights,
        };
        profiles.cards = catalog.cards().map(|(_, card)| profiles.classify(catalog, card)).collect();
        profiles.rare = catalog.cards().map(|(_, card)| Rare::of(catalog, card, &profiles)).collect();
        profiles.standing = catalog.cards().map(|(id, card)| profiles.standing_of(catalog, id, card)).collect();
        profiles.held = catalog.cards().map(|(id, _)| Held::of(catalog, id, &profiles.cards)).collect();
        profiles
    }

    /// What counts how much.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What a card is for.
    #[must_use]
    pub fn card(&self, id: CardId) -> &CardProfile {
        &self.cards[id.index()]
    }

    /// What a card is as a permanent.
    pub(super) fn standing(&self, id: CardId) -> Standing {
        self.standing[id.index()]
    }

    /// What is rare about a card as a permanent.
    pub(super) fn rare(&self, id: CardId) -> Rare {
        self.rare[id.index()]
    }

    /// What a card is for in hand.
    pub(super) fn held(&self, id: CardId) -> Held {
        self.held[id.index()]
    }

    fn standing_of(&self, catalog: &Catalog, id: CardId, card: &Card) -> Standing {
        let profile = self.card(id);
        let late = |ability: &AbilityId| {
            let instant = matches!(catalog.ability(*ability), Ability::Activated(a) if a.timing != Timing::Sorcery);
            instant && ability_fits(Moment::LastChance, self.ability(*ability))
        };
        let hurts = card.abilities.iter().map(|ability| takes(self.ability(*ability))).max().unwrap_or(0);
        // A land that is sacrificed, for another as a rule, is not kept for what dies anyway.
        let wanted = if card.types.contains(Types::LAND) { Roles::SAVES } else { RESCUES };
        let activated = |ability: &&AbilityId| matches!(catalog.ability(**ability), Ability::Activated(a) if a.from == FunctionsIn::Battlefield);
        let rescues: Roles = card.abilities.iter().filter(activated).map(|a| self.ability(*a).roles & wanted).collect();
        Standing {
            points: profile.standing,
            roles: profile.roles,
            late: card.abilities.iter().any(late),
            hurts,
            rescues,
            awakens: card.has & Card::AWAKENS != 0,
            is_rare: self.rare(id) != Rare::default(),
        }
    }

    /// What an activated or triggered ability does; nothing for others.
    pub(super) fn ability(&self, id: AbilityId) -> &Effect {
        &self.abilities[id.index()]
    }

    /// A reader of this catalog's effects.
    pub(super) fn reader<'a>(&'a self, catalog: &'a Catalog, live: Option<Live<'a>>) -> EffectReader<'a> {
        EffectReader::new(catalog, &self.lands, &self.weights, live)
    }

    fn classify(&self, catalog: &Catalog, card: &Card) -> CardProfile {
        let spell = card.spell.as_ref().map(|s| self.spell(catalog, s));
        let mut profile = CardProfile {
            roles: spell.as_ref().map_or(Roles::empty(), |s| s.roles),
            standing: 0,
            threat: 0,
            attack: 0,
            makes: ManaSet::empty(),
            units: 0,
            slow: false,
            instant: card.types.contains(Types::INSTANT) || card.keywords.contains(Keywords::FLASH),
            ambushes: false,
            alone: Alone::default(),
            copies: None,
            spell,
            enters: ArrayVec::new(),
        };
        for ability in &card.abilities {
            self.add_ability(catalog, card, *ability, &mut profile);
        }
        // What does its controller more harm than good is not worth its price.
        let plain = !card.types.intersects(Types::CREATURE | Types::LAND) && card.is_permanent();
        if plain && profile.standing >= 0 {
            profile.standing = profile.standing.max(4 * i32::from(card.mana_value));
        }
        profile.standing = card.hints.worth.map_or(profile.standing, i32::from);
        profile.attack = card.hints.attack.map_or(profile.attack, i32::from);
        if profile.units > 0 && !card.types.contains(Types::LAND) {
            profile.roles |= Roles::MANA;
        }
        profile.threat = card.hints.threat.map_or_else(|| self.threat(card, &profile), i32::from);
        profile
    }

    /// What a spell does; a modal one does the best of its modes, and is for whatever any of them is for.
    fn spell(&self, catalog: &Catalog, spell: &Spell) -> Effect {
        let mut read = self.reader(catalog, None).read(spell.effect);
        for (mode, _) in spell.modes.iter().flat_map(|m| &m.of) {
            read.roles |= self.reader(catalog, None).read(*mode).roles;
        }
        read
    }

    fn threat(&self, card: &Card, profile: &CardProfile) -> i32 {
        let entering: i32 = profile.enters.iter().map(|a| self.ability(*a).guess()).sum();
        let spell = profile.spell.as_ref().map_or(0, Effect::guess);
        let wheel = if profile.roles.contains(Roles::WHEEL) { 30 } else { 0 };
        spell + entering + wheel + if card.is_permanent() { body(card) + profile.standing } else { 0 }
    }

    fn add_ability(&self, catalog: &Catalog, card: &Card, id: AbilityId, profile: &mut CardProfile) {
        let effect = self.ability(id);
        profile.ambushes |= effect.ambushes;
        if matches!(catalog.ability(id), Ability::Activated(a) if a.from == FunctionsIn::Hand) {
            // It is for a card in hand, which is judged there.
            return;
        }
        profile.roles |= effect.roles;
        match catalog.ability(id) {
            Ability::Mana(mana) => {
                profile.makes |= types_of(mana.makes);
                let units = units_of(catalog, mana.makes) - i32::from(catalog.cost(mana.cost).mana.generic);
                profile.units = profile.units.max(units.max(1));
                profile.standing += if card.types.contains(Types::LAND) { 0 } else { 10 * units.clamp(1, 4) };
            }
            Ability::Activated(activated) => add_activated(catalog, card, activated, effect, profile),
            Ability::Triggered(triggered) => {
                add_triggered(id, triggered, effect, profile);
                profile.alone = profile.alone.and(alone(catalog, triggered));
                profile.roles |= imposes(catalog, triggered);
            }
            Ability::Static(Static { effect, .. }) => {
                let (points, roles) = static_worth(catalog, *effect, &self.weights);
                profile.standing += points;
                profile.roles |= roles;
                profile.roles |= binds(catalog, *effect);
            }
            Ability::Replacement(Replacement::EntersTapped) => profile.slow = true,
            Ability::Replacement(Replacement::BeforeEntering(effect)) => {
                if let Op::EnterAsCopy(copy) = catalog.op(*effect) {
                    profile.copies = Some(copy.what);
                }
            }
            Ability::Replacement(_) => {}
        }
    }
}

fn effect_of(ability: &Ability) -> Option<EffectId> {
    match ability {
        Ability::Activated(a) => Some(a.effect),
        Ability::Triggered(t) => Some(t.effect),
        _ => None,
    }
}

/// Whether an ability is paid for with a permanent that is sacrificed, lands and what makes mana apart.
fn gives_up(catalog: &Catalog, ability: &Ability) -> bool {
    let Ability::Activated(activated) = ability else { return false };
    let cost = catalog.cost(activated.cost);
    activated.timing != Timing::Sorcery && (cost.sacrifice_source || cost.sacrifice.is_some_and(|(_, n)| n == 1))
}

fn land_subtypes(catalog: &Catalog) -> Vec<Subtype> {
    let lands = catalog.cards().filter(|(_, card)| card.types.contains(Types::LAND));
    let mut subtypes: Vec<Subtype> = lands.flat_map(|(_, card)| card.subtypes.iter().copied()).collect();
    subtypes.sort_unstable();
    subtypes.dedup();
    subtypes
}

fn add_activated(catalog: &Catalog, card: &Card, activated: &Activated, effect: &Effect, profile: &mut CardProfile) {
    let cost = catalog.cost(activated.cost);
    let fetches = cost.sacrifice_source && effect.roles.contains(Roles::RAMP);
    if fetches && card.types.contains(Types::LAND) {
        profile.makes = ManaSet::COLOURS;
        profile.slow = true;
    } else if !spends_itself(cost) {
        profile.standing += (effect.guess() / 2 - i32::from(cost.mana.mana_value(0))).clamp(0, 20);
    } else {
        profile.standing += (effect.guess() / 4).clamp(0, 8);
    }
}

fn spends_itself(cost: &Cost) -> bool {
    cost.sacrifice_source || cost.exile_source || cost.return_source || cost.discard_source
}

/// What the ability gives a creature that attacks alone.
fn alone(catalog: &Catalog, triggered: &Triggered) -> Alone {
    let constant = |id: AmountId| if let Amount::Const(n) = catalog.amount(id) { n as i16 } else { 0 };
    let is_alone = matches!(triggered.event, TriggerEvent::AttacksAlone(_));
    let op = catalog.op(triggered.effect);
    let Op::Pump { what: What::That, power, toughness, keywords, .. } = op else { return Alone::default() };
    if !is_alone {
        return Alone::default();
    }
    Alone { power: constant(power), toughness: constant(toughness), keywords }
}

fn add_triggered(id: AbilityId, triggered: &Triggered, effect: &Effect, profile: &mut CardProfile) {
    let combat = if effect.roles.contains(Roles::EXTRA_COMBAT) { 25 } else { 0 };
    let worth = (effect.guess() + combat + effect.grows * 3).clamp(-80, 80);
    match triggered.event {
        TriggerEvent::Enters(Subject::Source) | TriggerEvent::CastThis => {
            let _ = profile.enters.try_push(id);
        }
        // What a Saga tells first, it tells as it enters.
        TriggerEvent::Chapter(_) => profile.standing += worth.clamp(0, 30),
        TriggerEvent::Transforms(Subject::Source) => {}
        TriggerEvent::Dies(Subject::Source)
        | TriggerEvent::Leaves(Subject::Source)
        | TriggerEvent::ToGraveyard(Subject::Source) => profile.standing += worth / 3,
        TriggerEvent::Attacks(Subject::Source)
        | TriggerEvent::YouAttack
        | TriggerEvent::AttackWithPower(_)
        | TriggerEvent::CombatDamageToPlayer(Subject::Source)
        | TriggerEvent::CombatDamageOnce(_) => {
            profile.attack += worth.max(0);
            profile.standing += worth / 2;
        }
        TriggerEvent::StepBegins(_, Whose::Yours) | TriggerEvent::CombatBegins(_) | TriggerEvent::Cast(..) => {
            profile.standing += worth.clamp(-40, 30);
        }
        _ => profile.standing += (worth / 2).clamp(-20, 25),
    }
}

/// What a trigger of every turn does to its own controller as to everybody else, whether they like it or not.
fn imposes(catalog: &Catalog, triggered: &Triggered) -> Roles {
    let turn_by_turn = matches!(
        triggered.event,
        TriggerEvent::StepBegins(_, Whose::Any | Whose::Yours) | TriggerEvent::StepBeginsForEach(_, Whose::Any)
    );
    if !turn_by_turn {
        return Roles::empty();
    }
    let all = |who: Who| matches!(who, Who::You | Who::Active | Who::That | Who::EachPlayer);
    let ops = (triggered.effect.0..).map(|at| catalog.op(EffectId(at))).take(LONGEST);
    let certain = ops.take_while(|op| !matches!(op, Op::End | Op::May { .. } | Op::MayPay { .. } | Op::Unless { .. }));
    let mut roles = Roles::empty();
    for op in certain {
        roles.set(Roles::FEEDS, roles.contains(Roles::FEEDS) || matches!(op, Op::Draw(who, _) if all(who)));
        let takes = matches!(op, Op::SacrificeChosen(who, ..) if all(who));
        roles.set(Roles::ATTRITION, roles.contains(Roles::ATTRITION) || takes);
    }
    roles
}

/// How a static ability holds its own controller as tightly as everybody else.
fn binds(catalog: &Catalog, effect: StaticEffect) -> Roles {
    match effect {
        StaticEffect::Skip { whose: Whose::Any, what: Skippable::Step(Step::Untap) }
        | StaticEffect::UntapLimit { whose: Whose::Any, .. }
        | StaticEffect::UntapOneType => Roles::LOCK,
        StaticEffect::Skip { whose: Whose::Any, what: Skippable::Step(Step::Upkeep) } => Roles::NO_UPKEEP,
        StaticEffect::NoUntap(filter) if catalog.filter(filter).whose == Whose::Any => {
            let filter = catalog.filter(filter);
            if (filter.any_type | filter.all_types).contains(Types::LAND) { Roles::LOCK } else { Roles::FREEZES }
        }
        _ => Roles::empty(),
    }
}

fn static_worth(catalog: &Catalog, effect: StaticEffect, weights: &Weights) -> (i32, Roles) {
    let prison = |points| (points, Roles::PRISON);
    let constant = |id: AmountId| if let Amount::Const(n) = catalog.amount(id) { n } else { 2 };
    match effect {
        StaticEffect::Pump { what: Some(filter), keywords, .. }
            if keywords.contains(Keywords::CANT_ATTACK) && catalog.filter(filter).whose == Whose::Any =>
        {
            prison(30)
        }
        StaticEffect::Pump { what: Some(filter), power, toughness, .. } => {
            let sign = if catalog.filter(filter).whose == Whose::Yours { 1 } else { 0 };
            (sign * (6 + 6 * constant(power) + 3 * constant(toughness)), Roles::empty())
        }
        StaticEffect::Skip { whose: Whose::Yours, what } => (-skipped(what, weights) / 2, Roles::empty()),
        StaticEffect::Skip { whose: Whose::Any, what: Skippable::Step(Step::Untap) } => prison(45),
        StaticEffect::Skip { .. } => prison(14),
        StaticEffect::SkipExtraTurns(Whose::Opponents) => (12, Roles::PRISON | Roles::NO_EXTRA_TURNS),
        StaticEffect::SkipExtraTurns(_) => (8, Roles::PRISON | Roles::NOBODYS_EXTRA_TURNS),
        StaticEffect::UntapLimit { whose: Whose::Any, .. } | StaticEffect::UntapOneType => prison(35),
        StaticEffect::UntapLimit { .. } => prison(14),
        StaticEffect::NoUntap(_) => prison(20),
        StaticEffect::SpellLimit { .. } | StaticEffect::EntersTapped(_) => prison(10),
        StaticEffect::AttackLimit { .. } => prison(14),
        StaticEffect::AttackTax { pay, .. } => match catalog.amount(pay) {
            Amount::Const(n) => prison(14 * n),
            _ => prison(40),
        },
        StaticEffect::UntapsInOthers(_) => (22, Roles::empty()),
        StaticEffect::CostChange { whose: Whose::Opponents, by, .. } => prison(10 * i32::from(by)),
        StaticEffect::CostChange { by, .. } => (-8 * i32::from(by), Roles::empty()),
        StaticEffect::Protection(..) => (6, Roles::empty()),
        StaticEffect::TokensTwice(Whose::Yours) | StaticEffect::TokensInstead { besides: Some(Besides::Each), .. } => {
            (24, Roles::empty())
        }
        StaticEffect::TokensInstead { .. } => (16, Roles::empty()),
        StaticEffect::MoreCounters { .. } | StaticEffect::TriggersTwice { .. } => (18, Roles::empty()),
        StaticEffect::PlayerShield => (0, Roles::SHIELD),
        StaticEffect::NoSearch(_)
        | StaticEffect::NoOwnSearch(_)
        | StaticEffect::ExiledInstead { .. }
        | StaticEffect::SearchTop(..)
        | StaticEffect::CantEnter(..)
        | StaticEffect::ExiledUnlessCast(_)
        | StaticEffect::HandSizeLess(..)
        | StaticEffect::MaxHandSize(..) => (4, Roles::empty()),
        StaticEffect::LandPlays(_, n) => (10 * i32::from(n), Roles::empty()),
        StaticEffect::Flash(_) => (8, Roles::empty()),
        _ => (0, Roles::empty()),
    }
}

fn types_of(makes: Makes) -> ManaSet {
    match makes {
        Makes::Exactly(n) => {
            crate::cards::mana::Mana::ALL.into_iter().filter(|m| n[*m as usize] > 0).map(|m| m.set()).collect()
        }
        Makes::OneOf(set, _) | Makes::Many(set, _) | Makes::Mixed(set, ..) => set,
        Makes::CommanderColour
        | Makes::OpponentsLandColour
        | Makes::OwnLandType
        | Makes::OwnLandColour
        | Makes::OwnBasicColour
        | Makes::ExiledColour
        | Makes::ChosenColour
        | Makes::EachColourAmong(_)
        | Makes::Devotion
        | Makes::ColourAmong(_) => ManaSet::COLOURS,
    }
}

fn units_of(catalog: &Catalog, makes: Makes) -> i32 {
    match makes {
        Makes::Exactly(n) => n.iter().map(|n| i32::from(*n)).sum(),
        Makes::OneOf(_, n) | Makes::Many(_, n) | Makes::Mixed(_, n, _) => match catalog.amount(n) {
            Amount::Const(n) => n,
            _ => 2,
        },
        Makes::CommanderColour
        | Makes::OpponentsLandColour
        | Makes::OwnLandType
        | Makes::OwnLandColour
        | Makes::OwnBasicColour
        | Makes::ExiledColour
        | Makes::ChosenColour
        | Makes::ColourAmong(_) => 1,
        Makes::EachColourAmong(_) => 2,
        Makes::Devotion => 3,
    }
}

/// Points for a creature of that size with those keywords.
#[must_use]
pub(super) fn creature(power: i32, toughness: i32, keywords: Keywords) -> i32 {
    let power = power.max(0);
    let plain = 5 * power + 3 * toughness.max(0);
    if keywords.is_empty() {
        return plain.max(4);
    }
    let bonuses = [
        (Keywords::FLYING, 2 * power),
        (Keywords::UNBLOCKABLE, 3 * power),
        (Keywords::TRAMPLE, power),
        (Keywords::MENACE, power),
        (Keywords::LIFELINK, 2 * power),
        (Keywords::DOUBLE_STRIKE, 4 * power),
        (Keywords::FIRST_STRIKE, 4),
        (Keywords::DEATHTOUCH, 8),
        (Keywords::INDESTRUCTIBLE, 12),
        (Keywords::HEXPROOF, 6),
        (Keywords::SHROUD, 4),
        (Keywords::VIGILANCE, 3),
        (Keywords::HASTE, 2),
        (Keywords::REACH, 2),
        (Keywords::DEFENDER, -4 * power),
        (Keywords::CANT_ATTACK, -4 * power),
        (Keywords::CANT_BLOCK, -3),
    ];
    let extra: i32 = bonuses.iter().map(|(k, n)| if keywords.contains(*k) { *n } else { 0 }).sum();
    (plain + extra).max(4)
}

/// Points for the printed creature; 0 for a card that is none.
#[must_use]
pub(super) fn body(card: &Card) -> i32 {
    if card.types.contains(Types::CREATURE) {
        creature(card.power.into(), card.toughness.into(), card.keywords)
    } else {
        0
    }
}
