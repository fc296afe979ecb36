//! What is printed on a card.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::ability::{Ability, FunctionsIn, Replacement, Static, StaticEffect, Targets, Timing, TriggerEvent};
use super::catalog::Catalog;
use super::command::Pairing;
use super::effect::{AbilityId, AmountId, CardId, ConditionId, CostId, EffectId, FilterId, How};
use super::keyword::Keywords;
use super::mana::{ManaCost, ManaSet};
use super::type_line::{Subtype, Types};

/// A card or token of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its mana cost; lands and tokens have none.
    pub cost: Option<ManaCost>,
    /// Its mana value, X counting 0.
    pub mana_value: u16,
    /// Card types and supertypes.
    pub types: Types,
    /// Subtypes.
    pub subtypes: ArrayVec<Subtype, 6>,
    /// Its colours.
    pub colours: ManaSet,
    /// Its colour identity (CR 903.4).
    pub identity: ManaSet,
    /// Power, for creatures.
    pub power: i16,
    /// Toughness, for creatures.
    pub toughness: i16,
    /// What a characteristic-defining ability says of its power and toughness instead (CR 604.3).
    pub defined_size: DefinedSize,
    /// Starting loyalty, for planeswalkers.
    pub loyalty: Option<u16>,
    /// Keywords.
    pub keywords: Keywords,
    /// Partner abilities (CR 702.124a), which function before the game.
    pub pairings: ArrayVec<Pairing, 2>,
    /// It says that it can be a commander (CR 903.3a).
    pub can_lead: bool,
    /// Its abilities, in printed order.
    pub abilities: Vec<AbilityId>,
    /// What it does as it resolves, for instants and sorceries.
    pub spell: Option<Spell>,
    /// What an Aura is cast targeting, and can be attached to (CR 303.4a); empty for anything else.
    pub enchant: Targets,
    /// Other ways to cast it (CR 118.9, 702).
    pub ways: Vec<Way>,
    /// What may be paid beyond its cost (CR 118.8).
    pub extra: Option<Extra>,
    /// What must be paid beyond its cost, without mana (CR 118.8).
    pub additional: Option<CostId>,
    /// What it has protection from (CR 702.16): sources that pass.
    pub protection: Option<FilterId>,
    /// Creatures that can't block it (CR 509.1b).
    pub not_blocked_by: Option<FilterId>,
    /// Creatures that it can't block (CR 509.1b).
    pub cant_block: Option<FilterId>,
    /// A permanent card may be cast only when this holds.
    pub castable_if: Option<ConditionId>,
    /// Cards of its caster's graveyard may be exiled for its generic mana (CR 702.66).
    pub delve: bool,
    /// Morph, and what turning it face up costs (CR 702.37).
    pub morph: Option<ManaCost>,
    /// Suspend, as printed (CR 702.62).
    pub suspend: Option<Suspend>,
    /// Dredge, of so many cards (CR 702.52).
    pub dredge: Option<u8>,
    /// It asks how often spells of its name have been cast.
    pub counts_casts: bool,
    /// Strive (CR 207.2c): what targets beyond the first cost.
    pub strive: Option<Strive>,
    /// Any number may be in a deck (basic lands and the like, CR 100.4, 903.5b).
    pub any_number: bool,
    /// Legal in Commander by the ban list.
    pub commander_legal: bool,
    /// A token, not a card.
    pub token: bool,
    /// Whether it is the only face of its card (CR 712).
    pub face: Face,
    /// It stands in for a card that is not known well enough to be played.
    pub stand_in: Option<StandIn>,
    /// Its entry was translated from its printed text.
    pub translated: bool,
    /// Hints for players by rules of thumb.
    pub hints: Hints,
    /// What it can be looked for by: see [`Card::TRIGGERS`] and its neighbours.
    pub has: u64,
    /// What it can be tapped for.
    pub mana: super::profile::ManaProfile,
    /// Its mana abilities, when each of them needs nothing but {T}; empty when one needs more.
    pub taps: ArrayVec<AbilityId, 3>,
}

/// Power and toughness that are numbers of something; what is printed counts where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct DefinedSize {
    /// Its power.
    pub power: Option<AmountId>,
    /// Its toughness.
    pub toughness: Option<AmountId>,
}

impl DefinedSize {
    /// Whether either is one.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.power.is_some() || self.toughness.is_some()
    }
}

/// What players by rules of thumb are told of a card, where they would not see by themselves what it is for; the rules know
/// nothing of it. Points are those of the heuristic player, to whom drawing a card is worth about fourteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Hints {
    /// Points that its abilities are worth on the battlefield.
    pub worth: Option<i16>,
    /// Points that having it resolve is worth to its controller: what it is kept, found and countered for.
    pub threat: Option<i16>,
    /// Points that attacking with it is worth beyond its damage.
    pub attack: Option<i16>,
    /// It is cast only when this holds.
    pub when: Option<ConditionId>,
}

impl Hints {
    /// The most points, and the fewest below zero.
    pub const MOST: i16 = 1000;
}

/// How the two parts of a card belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A double-faced card of which the front is cast, and which transforms (CR 712.2).
    Transforming,
    /// A double-faced card either face of which may be cast (CR 712.3).
    Modal,
    /// A permanent card with an Adventure, an instant or sorcery, beside it (CR 715).
    Adventure,
}

/// Which part of its card it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Face {
    /// The only one.
    #[default]
    Only,
    /// The front of a double-faced card (CR 712), or what an adventurer card is but for its Adventure (CR 715.4).
    Front {
        /// The back, or the Adventure.
        back: CardId,
        /// How they belong together.
        layout: Layout,
    },
    /// The back of a double-faced card, or an Adventure.
    Back {
        /// The other.
        front: CardId,
        /// How they belong together.
        layout: Layout,
    },
    /// A split card with both halves, as it is anywhere but on the stack (CR 709.4).
    Split {
        /// Its left half.
        left: CardId,
        /// Its right half.
        right: CardId,
    },
    /// One half of a split card, as a spell is (CR 709.3b).
    Half {
        /// The whole card.
        of: CardId,
    },
}

/// How much a stand-in has of the card that it stands in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandIn {
    /// Its printed body, without abilities.
    Facts,
    /// Its name only.
    Blank,
}

impl StandIn {
    /// Its name in card files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StandIn::Facts => "facts",
            StandIn::Blank => "blank",
        }
    }
}

/// What an instant or sorcery does, and how it may be cast.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spell {
    /// Its effect.
    pub effect: EffectId,
    /// Its targets.
    pub targets: Targets,
    /// When it may be cast, beyond its type.
    pub timing: Timing,
    /// Only when this holds.
    pub condition: Option<ConditionId>,
    /// It is exiled as it resolves, instead of going to the graveyard.
    pub exile: bool,
    /// It is shuffled into its owner's library as it resolves.
    pub shuffle: bool,
    /// What is divided among its targets as it is cast (CR 601.2d).
    pub divides: Option<AmountId>,
    /// Cast from hand, it is exiled as it resolves, and this delayed ability casts it once more (CR 702.88).
    pub rebound: Option<EffectId>,
    /// What is chosen as it is cast, for a modal spell (CR 700.2); then `effect` does nothing.
    pub modes: Option<Modes>,
}

impl Spell {
    /// A spell that does nothing: what a permanent card does as it resolves.
    #[must_use]
    pub fn blank() -> Spell {
        Spell {
            effect: EffectId(0),
            targets: Targets::new(),
            timing: Timing::Instant,
            condition: None,
            exile: false,
            shuffle: false,
            divides: None,
            rebound: None,
            modes: None,
        }
    }
}

/// The modes of a spell (CR 700.2), in printed order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modes {
    /// How many are chosen.
    pub choose: u8,
    /// How many are chosen at the least.
    pub at_least: u8,
    /// Modes that can be chosen only while something holds, by their numbers from 0.
    pub only_if: Vec<(u8, ConditionId)>,
    /// Each with its effect and the targets that this mode alone has.
    pub of: Vec<(EffectId, Targets)>,
    /// Spree (CR 702.172): any number of modes, each of which costs something.
    pub spree: Option<Spree>,
}

impl Modes {
    /// Those of these bits, in printed order.
    pub fn chosen(&self, bits: u16) -> impl Iterator<Item = &(EffectId, Targets)> {
        self.of.iter().enumerate().filter(move |(n, _)| bits >> n & 1 == 1).map(|(_, mode)| mode)
    }
}

/// What each choice of modes adds to what a spell costs, by the modes chosen as bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spree {
    /// The costs of the modes alone.
    pub added: Vec<ManaCost>,
    /// The same and the mana cost.
    pub total: Vec<ManaCost>,
}

/// What targets beyond the first add to what a spell costs, by their number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strive {
    /// The added costs alone.
    pub added: Vec<ManaCost>,
    /// The same and the mana cost.
    pub total: Vec<ManaCost>,
}

/// An alternative way to cast a card: another cost, often from another zone (CR 118.9).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Which.
    pub kind: WayKind,
    /// The whole cost, in place of the mana cost; what must be paid in addition is in it.
    pub cost: CostId,
    /// It is open only while this holds.
    pub condition: Option<ConditionId>,
    /// What the spell does, cast so, when that differs.
    pub spell: Option<Spell>,
}

/// The alternative ways to cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WayKind {
    /// "You may ... rather than pay this spell's mana cost" (CR 118.9).
    Alternative,
    /// From the graveyard; then it is exiled (CR 702.34).
    Flashback,
    /// From the graveyard, discarding a land card (CR 702.81).
    Retrace,
    /// "Each" instead of "target" (CR 702.96).
    Overload,
    /// Sacrificed as it enters (CR 702.74).
    Evoke,
    /// A land becomes a creature as well (CR 702.113).
    Awaken,
    /// The first card drawn in a turn (CR 702.94).
    Miracle,
    /// From exile, where it lies face down (CR 702.143).
    Foretell,
    /// With 2 life paid for one or more of its Phyrexian mana symbols (CR 107.4f).
    Life,
    /// From the graveyard, other cards of which are exiled for it (CR 702.138).
    Escape,
    /// Both halves of a split card (CR 702.102).
    Fuse,
    /// As it is discarded, from exile (CR 702.35).
    Madness,
    /// With haste, and back in its owner's hand at the next end step (CR 702.109).
    Dash,
    /// With haste and a card as it dies, and sacrificed at the next end step (CR 702.152).
    Blitz,
}

/// From where a way casts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CastFrom {
    /// From wherever the card may be cast: the hand, the command zone for a commander, or where an effect lets it be cast from.
    Anywhere,
    /// The graveyard.
    Graveyard,
    /// Exile.
    Exile,
}

impl WayKind {
    /// From where it casts.
    #[must_use]
    pub const fn from(self) -> CastFrom {
        match self {
            WayKind::Flashback | WayKind::Retrace | WayKind::Escape => CastFrom::Graveyard,
            WayKind::Foretell | WayKind::Madness => CastFrom::Exile,
            _ => CastFrom::Anywhere,
        }
    }

    /// Whether it is an alternative cost, of which a spell has one at most (CR 118.9a); not what is paid for with life, or besides
    /// the mana cost.
    #[must_use]
    pub const fn is_alternative_cost(self) -> bool {
        !matches!(self, WayKind::Fuse | WayKind::Retrace | WayKind::Life)
    }

    /// Whether it may be used at any priority, not only when an ability says so.
    #[must_use]
    pub const fn at_priority(self) -> bool {
        !matches!(self, WayKind::Miracle | WayKind::Madness)
    }
}

/// An optional additional cost (CR 118.8b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extra {
    /// Which.
    pub kind: ExtraKind,
    /// What is paid each time.
    pub cost: CostId,
    /// Its mana alone.
    pub added: ManaCost,
    /// The mana cost and that together.
    pub total: ManaCost,
}

/// Optional additional costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraKind {
    /// Once (CR 702.33).
    Kicker,
    /// Any number of times (CR 702.33c).
    Multikicker,
    /// Back to the hand as it resolves (CR 702.27).
    Buyback,
    /// Generic mana for which artifacts and creatures may be tapped (CR 701.67).
    Waterbend,
    /// All modes (CR 702.42).
    Entwine,
}

/// Suspend N and what it costs (CR 702.62a).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suspend {
    /// With how many time counters: a constant, or the X of the cost, which can't be 0 then.
    pub time: AmountId,
    /// What suspending costs.
    pub cost: ManaCost,
}

impl Card {
    /// In [`Card::has`]: a triggered ability.
    pub const TRIGGERS: u64 = 1;
    /// In [`Card::has`]: a static ability.
    pub const STATICS: u64 = 2;
    /// In [`Card::has`]: an activated ability that is not a mana ability.
    pub const ACTIVATED: u64 = 4;
    /// In [`Card::has`]: a mana ability.
    pub const MANA: u64 = 8;
    /// In [`Card::has`]: a replacement effect.
    pub const REPLACEMENTS: u64 = 16;
    /// In [`Card::has`]: suspend, or a triggered ability that functions in exile or in a graveyard.
    pub const WATCHES_ELSEWHERE: u64 = 32;
    /// In [`Card::has`]: an activated ability that functions in exile or in a graveyard, or a way to cast from there.
    pub const ELSEWHERE: u64 = 64;
    /// In [`Card::has`]: another way to cast it from wherever it may be cast, at any priority.
    pub const OTHER_WAYS: u64 = 128;
    /// In [`Card::has`]: miracle.
    pub const MIRACLE: u64 = 256;
    /// In [`Card::has`]: it is an Aura that enchants objects.
    pub const AURA: u64 = 512;
    /// In [`Card::has`]: it is an Equipment (CR 301.5).
    pub const EQUIPMENT: u64 = 1 << 13;
    /// In [`Card::has`]: protection, or creatures that can't block it.
    pub const EVASIVE: u64 = 1 << 10;
    /// In [`Card::has`]: it may be exerted only if it has not been this turn.
    pub const EXERT_ONCE: u64 = 1 << 38;
    /// In [`Card::has`]: it may be exerted as it attacks (CR 701.43d).
    pub const EXERT: u64 = 1 << 11;
    /// In [`Card::has`]: it can't attack a player it has attacked this turn.
    pub const ATTACKS_ANEW: u64 = 1 << 12;
    /// In [`Card::has`]: foretell (CR 702.143).
    pub const FORETELL: u64 = 1 << 15;
    /// In [`Card::has`]: discarded for an opponent's effect, it goes onto the battlefield instead.
    pub const BALKS: u64 = 1 << 14;
    /// In [`Card::has`]: an activated ability that any player may activate.
    pub const ANYONE: u64 = 1 << 17;

    /// In [`Card::has`]: casting it for its mana cost needs nothing to be chosen.
    pub const BARE: u64 = 1 << 18;
    /// In [`Card::has`]: an activated ability that functions in its owner's hand.
    pub const IN_HAND: u64 = 1 << 19;
    /// In [`Card::has`]: chapter abilities (CR 714.2).
    pub const CHAPTERS: u64 = 1 << 20;
    /// In [`Card::has`]: another part of it may be cast as well: the back of a modal double-faced card, an Adventure, the right
    /// half of a split card.
    pub const TWO_PARTS: u64 = 1 << 21;
    /// In [`Card::has`]: whether it enters tapped is chosen as it enters.
    pub const ENTERS_BY_CHOICE: u64 = 1 << 22;
    /// In [`Card::has`]: turned face up for its morph cost, it gets a +1/+1 counter (CR 702.37b).
    pub const MEGAMORPH: u64 = 1 << 23;
    /// In [`Card::has`]: it has every creature type (CR 702.73a).
    pub const CHANGELING: u64 = 1 << 24;
    /// In [`Card::has`]: something is chosen as it enters (CR 614.12a).
    pub const CHOOSES: u64 = 1 << 25;
    /// In [`Card::has`]: a triggered or static ability that functions in the command zone as well.
    pub const IN_COMMAND: u64 = 1 << 26;
    /// In [`Card::has`]: umbra armor (CR 702.89).
    pub const UMBRA: u64 = 1 << 27;

    /// In [`Card::has`]: a static ability that functions in a graveyard.
    pub const IN_GRAVEYARD: u64 = 1 << 28;
    /// In [`Card::has`]: a static ability that functions in exile.
    pub const IN_EXILE: u64 = 1 << 60;
    /// In [`Card::has`]: creatures may be tapped for its mana (CR 702.51).
    pub const CONVOKE: u64 = 1 << 29;
    /// In [`Card::has`]: artifacts may be tapped for its generic mana (CR 702.126).
    pub const IMPROVISE: u64 = 1 << 30;
    /// In [`Card::has`]: its right half has aftermath (CR 702.127), or it is that half.
    pub const AFTERMATH: u64 = 1 << 31;
    /// In [`Card::has`]: echo (CR 702.30).
    pub const ECHO: u64 = 1 << 32;
    /// In [`Card::has`]: dredge (CR 702.52).
    pub const DREDGE: u64 = 1 << 33;
    /// In [`Card::has`]: madness (CR 702.35).
    pub const MADNESS: u64 = 1 << 34;
    /// In [`Card::has`]: daybound (CR 702.145).
    pub const DAYBOUND: u64 = 1 << 35;
    /// In [`Card::has`]: nightbound (CR 702.145).
    pub const NIGHTBOUND: u64 = 1 << 36;
    /// In [`Card::has`]: an activated ability that makes it a creature until end of turn.
    pub const AWAKENS: u64 = 1 << 37;

    /// Whether casting it for its mana cost needs nothing to be chosen: neither X nor modes, targets, additional costs or
    /// cards to delve away.
    #[must_use]
    pub(super) fn needs_nothing(&self) -> bool {
        let targets = |spell: &Spell| spell.modes.is_some() || !spell.targets.is_empty();
        self.cost.as_ref().is_some_and(|cost| cost.x == 0)
            && self.extra.is_none()
            && self.additional.is_none()
            && !self.delve
            && self.enchant.is_empty()
            && !self.spell.as_ref().is_some_and(targets)
    }

    /// Whether it is a card by itself: no token, and no part of a card.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.token && !matches!(self.face, Face::Back { .. } | Face::Half { .. })
    }

    /// Whether its name is that of a card, or of a part of one, which can be chosen; both halves of a split card have one each (CR
    /// 201.4, 709.4a).
    #[must_use]
    pub const fn has_one_name(&self) -> bool {
        !self.token && !matches!(self.face, Face::Split { .. })
    }

    /// The other face of a double-faced card (CR 712).
    #[must_use]
    pub const fn other_face(&self) -> Option<CardId> {
        match self.face {
            Face::Front { layout: Layout::Adventure, .. } | Face::Back { layout: Layout::Adventure, .. } => None,
            Face::Front { back: other, .. } | Face::Back { front: other, .. } => Some(other),
            Face::Only | Face::Split { .. } | Face::Half { .. } => None,
        }
    }

    /// The part of the card that is the spell, where that is not the card as it lies in a hand: the back of a modal double-faced
    /// card, an Adventure, a half of a split card (CR 709.3, 712.11b, 715.3).
    #[must_use]
    pub const fn part_cast(&self, how: How) -> Option<CardId> {
        match (self.face, how) {
            (Face::Front { layout: Layout::Transforming, .. }, _) => None,
            (
                Face::Front { back: part, .. } | Face::Split { right: part, .. },
                How::Back | How::BackFree | How::BackLife,
            )
            | (Face::Split { left: part, .. }, How::Printed | How::Free | How::Life) => Some(part),
            _ => None,
        }
    }

    /// Whether its other part may be cast from wherever the card itself may be; a half with aftermath is cast from a graveyard
    /// alone (CR 702.127a).
    #[must_use]
    pub const fn is_cast_in_parts(&self) -> bool {
        self.has & (Card::TWO_PARTS | Card::AFTERMATH) == Card::TWO_PARTS
    }

    /// The card of which it is the back, the Adventure or a half: what it is anywhere but on the stack and the battlefield.
    #[must_use]
    pub const fn whole(&self) -> Option<CardId> {
        match self.face {
            Face::Back { front: whole, .. } | Face::Half { of: whole } => Some(whole),
            Face::Only | Face::Front { .. } | Face::Split { .. } => None,
        }
    }

    /// Whether it is cast by its own name as a part of a card.
    #[must_use]
    pub const fn is_castable_part(&self) -> bool {
        match self.face {
            Face::Back { layout, .. } => !matches!(layout, Layout::Transforming),
            Face::Half { .. } => true,
            Face::Only | Face::Front { .. } | Face::Split { .. } => false,
        }
    }

    /// Whether it is an Adventure (CR 715).
    #[must_use]
    pub const fn is_adventure(&self) -> bool {
        matches!(self.face, Face::Back { layout: Layout::Adventure, .. })
    }

    /// Whether it may begin the game on the battlefield (CR 103.6a).
    #[must_use]
    pub fn is_opener(&self, catalog: &Catalog) -> bool {
        let opens = |id: &AbilityId| {
            matches!(catalog.ability(*id), Ability::Static(Static { effect: StaticEffect::OpeningHand, .. }))
        };
        self.has & Card::STATICS != 0 && self.abilities.iter().any(opens)
    }

    /// The counter with which it may begin the game on the battlefield of who is not the starting player (CR 103.6a).
    #[must_use]
    pub fn opens_second(&self, catalog: &Catalog) -> Option<super::effect::CounterKind> {
        let opens = |id: &AbilityId| match catalog.ability(*id) {
            Ability::Static(Static { effect: StaticEffect::OpeningHandSecond(kind), .. }) => Some(*kind),
            _ => None,
        };
        self.abilities.iter().filter(|_| self.has & Card::STATICS != 0).find_map(opens)
    }

    /// The other way in which it is cast so, if it is one.
    #[must_use]
    pub fn way_cast(&self, how: How) -> Option<&Way> {
        self.ways.get(usize::from(how.way()?))
    }

    /// How it is cast in its way of that kind without paying its mana cost, if it has one (CR 118.9a).
    #[must_use]
    pub fn free_way(&self, kind: WayKind) -> Option<How> {
        let way = self.ways.iter().position(|way| way.kind == kind);
        way.map(|n| How::WayFree(n as u8))
    }

    /// What it does as a spell that is cast so.
    #[must_use]
    pub fn spell_cast(&self, how: How) -> Option<&Spell> {
        match how {
            How::FaceDown => None,
            _ => self.way_cast(how).and_then(|way| way.spell.as_ref()).or(self.spell.as_ref()),
        }
    }

    /// Whether it is a permanent card (CR 110.4a).
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        self.types.intersects(Types::PERMANENT)
    }

    /// The bit of [`Card::has`] that a way to cast sets.
    #[must_use]
    pub const fn way_bit(kind: WayKind) -> u64 {
        match kind {
            WayKind::Madness => Card::MADNESS,
            WayKind::Miracle => Card::MIRACLE,
            _ => match kind.from() {
                CastFrom::Graveyard | CastFrom::Exile => Card::ELSEWHERE,
                CastFrom::Anywhere => Card::OTHER_WAYS,
            },
        }
    }

    /// The bits of [`Card::has`] that an ability sets.
    #[must_use]
    pub fn has_bit(ability: &Ability) -> u64 {
        match ability {
            Ability::Triggered(t) if matches!(t.from, FunctionsIn::Exile | FunctionsIn::Graveyard) => {
                Card::WATCHES_ELSEWHERE
            }
            Ability::Triggered(t) if matches!(t.event, TriggerEvent::Chapter(_)) => Card::TRIGGERS | Card::CHAPTERS,
            Ability::Triggered(t) if t.from == FunctionsIn::BattlefieldOrCommand => Card::TRIGGERS | Card::IN_COMMAND,
            Ability::Static(s) if s.from == FunctionsIn::BattlefieldOrCommand => Card::STATICS | Card::IN_COMMAND,
            Ability::Static(s) if s.from == FunctionsIn::Graveyard => Card::IN_GRAVEYARD,
            Ability::Static(s) if s.from == FunctionsIn::Exile => Card::IN_EXILE,
            Ability::Triggered(_) => Card::TRIGGERS,
            Ability::Static(_) => Card::STATICS,
            Ability::Activated(a)
                if matches!(a.from, FunctionsIn::Hand | FunctionsIn::HandOrCommand | FunctionsIn::Command) =>
            {
                Card::IN_HAND
            }
            Ability::Activated(a) if a.from != FunctionsIn::Battlefield => Card::ELSEWHERE,
            Ability::Activated(a) => {
                let anyone = if a.anyone { Card::ANYONE } else { 0 };
                Card::ACTIVATED | anyone
            }
            Ability::Mana(m) if m.from == FunctionsIn::Hand => Card::IN_HAND,
            Ability::Mana(_) => Card::MANA,
            Ability::Replacement(
                Replacement::EntersTappedUnlessPaid(_) | Replacement::EntersTappedUnlessRevealed(_),
            ) => Card::REPLACEMENTS | Card::ENTERS_BY_CHOICE,
            Ability::Replacement(Replacement::EntersChoosing(_)) => Card::REPLACEMENTS | Card::CHOOSES,
            Ability::Replacement(_) => Card::REPLACEMENTS,
        }
    }
}
