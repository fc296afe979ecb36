//! The catalog: every card in use, with its effects in flat arenas.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::turn::{Phase, TurnNames};

use super::ability::{Ability, Cost};
use super::card::Card;
use super::effect::{
    AbilityId, Amount, AmountId, CardId, Condition, ConditionId, CostId, CounterKind, EffectId, Except, Filter,
    FilterId, Op, PhasesId,
};
use super::names::Names;
use super::type_line::{self, Subtype};

pub use super::names::fold;

/// Every card in use, compiled. Immutable while games are played.
///
/// Catalogs that were made from one share their cards, until a file adds to one of them: a copy costs little, and a thousand
/// scenarios hold the embedded cards once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Catalog {
    pub(crate) cards: Arc<Vec<Card>>,
    pub(crate) abilities: Arc<Vec<Ability>>,
    pub(crate) ops: Vec<Op>,
    pub(crate) filters: Vec<Filter>,
    pub(crate) amounts: Vec<Amount>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) costs: Vec<Cost>,
    pub(crate) phases: Vec<Vec<Phase>>,
    pub(crate) subtypes: Arc<Vec<String>>,
    /// Which of them are creature types, in the same order.
    pub(super) creature_types: Arc<Vec<bool>>,
    pub(crate) counters: Arc<Vec<String>>,
    pub(super) names: Arc<Names>,
    /// The two triggered abilities of suspended cards (CR 702.62a): the upkeep's and the last counter's.
    pub(crate) suspended: [AbilityId; 2],
    /// What the initiative does (CR 726.2): a venture, and that the player the event is about takes it.
    pub(crate) initiative: [EffectId; 2],
    /// What the monarch's two abilities do (CR 725.2): draw a card, and make somebody else the monarch.
    pub(crate) monarch: [EffectId; 2],
    /// Draws X cards, one by one.
    pub(crate) draws: EffectId,
    /// Scries X.
    pub(crate) scries: EffectId,
    /// X cards that may begin the game on the battlefield do.
    pub(crate) opens: EffectId,
    /// The same for who is not the starting player, at the price of a card.
    pub(crate) opens_second: EffectId,
    /// Untaps its source.
    pub(crate) untaps_source: EffectId,
    /// Returns its source to its owner's hand.
    pub(crate) returns_source: EffectId,
    /// Its controller sacrifices its source.
    pub(crate) sacrifices_source: EffectId,
    /// A creature that blocks one with flanking gets -1/-1 until end of turn (CR 702.25a).
    pub(crate) flanking: EffectId,
    /// A creature with decayed that attacks is sacrificed at end of combat (CR 702.147a).
    pub(crate) decays: EffectId,
    /// What ward does (CR 702.21a), X being its price.
    pub(crate) ward: EffectId,
    /// What a card that lies face down looks like.
    pub(crate) face_down: CardId,
    /// What a face-down spell or permanent is (CR 708.2a).
    pub(crate) face_down_creature: CardId,
    /// What the format's own phases and steps are called.
    pub(crate) turn_names: TurnNames,
}

impl Catalog {
    /// A card.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }

    /// Whether the cards of both are the same, with the same ids.
    #[must_use]
    pub fn shares_cards_with(&self, other: &Catalog) -> bool {
        Arc::ptr_eq(&self.cards, &other.cards) && Arc::ptr_eq(&self.abilities, &other.abilities)
    }

    /// A further token or emblem, which its name finds where no other card has it.
    pub(super) fn push_other(&mut self, card: Card) -> CardId {
        let id = CardId(self.cards.len() as u16);
        Arc::make_mut(&mut self.names).add_other(&card.name, id);
        self.push(card)
    }

    /// A further card, which no name finds yet.
    pub(super) fn push(&mut self, card: Card) -> CardId {
        Arc::make_mut(&mut self.cards).push(card);
        CardId((self.cards.len() - 1) as u16)
    }

    /// The card of an id that may be from elsewhere.
    #[must_use]
    pub fn get(&self, id: CardId) -> Option<&Card> {
        self.cards.get(id.index())
    }

    /// All cards and tokens with their ids.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(i, c)| (CardId(i as u16), c))
    }

    /// What phases and steps are called.
    #[must_use]
    pub fn turn_names(&self) -> &TurnNames {
        &self.turn_names
    }

    /// An ability.
    #[must_use]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[id.index()]
    }

    /// The ability of that card with life paid for Phyrexian mana symbols of its cost (CR 107.4f), the most life last.
    #[must_use]
    pub fn abilities_by_life_of(&self, card: CardId, ability: AbilityId) -> Vec<AbilityId> {
        let is = |id: &AbilityId| matches!(self.ability(*id), Ability::Activated(a) if a.by_life_of == Some(ability));
        self.card(card).abilities.iter().copied().filter(is).collect()
    }

    /// The instruction at that place.
    #[must_use]
    pub fn op(&self, at: EffectId) -> Op {
        self.ops[at.index()]
    }

    /// In what the copy differs that an effect makes of a permanent, if it makes one.
    pub(crate) fn copy_made_by(&self, effect: EffectId) -> Option<&Except> {
        let mut rest = self.ops.get(effect.index()..)?.iter().take_while(|op| **op != Op::End);
        rest.find_map(|op| {
            if let Op::BecomeCopy(_, _, except, _) = op {
                return Some(except);
            }
            if let Op::EnterAsCopy(copy) = op { Some(&copy.except) } else { None }
        })
    }

    /// A filter.
    #[must_use]
    pub fn filter(&self, id: FilterId) -> &Filter {
        &self.filters[id.index()]
    }

    /// The alternatives of a filter, each of which passes by itself.
    pub fn alternatives(&self, id: FilterId) -> impl Iterator<Item = &Filter> {
        std::iter::successors(Some(self.filter(id)), |filter| filter.or.map(|or| self.filter(or)))
    }

    /// An amount.
    #[must_use]
    pub fn amount(&self, id: AmountId) -> Amount {
        self.amounts[id.index()]
    }

    /// A condition.
    #[must_use]
    pub fn condition(&self, id: ConditionId) -> Condition {
        self.conditions[id.index()]
    }

    /// A cost.
    #[must_use]
    pub fn cost(&self, id: CostId) -> &Cost {
        &self.costs[id.index()]
    }

    /// A list of phases.
    #[must_use]
    pub fn phases(&self, id: PhasesId) -> &[Phase] {
        &self.phases[id.index()]
    }

    /// The subtype of that name.
    #[must_use]
    pub fn find_subtype(&self, name: &str) -> Option<Subtype> {
        self.subtypes.iter().position(|known| known == name).map(|at| Subtype(at as u16))
    }

    /// How many subtypes its cards have or speak of.
    #[must_use]
    pub fn subtype_count(&self) -> u16 {
        self.subtypes.len() as u16
    }

    /// The subtype of that name, or a new one.
    pub(super) fn intern_subtype(&mut self, name: &str) -> Subtype {
        self.find_subtype(name).unwrap_or_else(|| {
            Arc::make_mut(&mut self.subtypes).push(name.to_owned());
            Arc::make_mut(&mut self.creature_types).push(type_line::is_creature_type(name));
            Subtype((self.subtypes.len() - 1) as u16)
        })
    }

    /// Whether it is a creature type (CR 205.3m).
    #[must_use]
    pub fn is_creature_type(&self, id: Subtype) -> bool {
        self.creature_types[id.0 as usize]
    }

    /// A subtype's name.
    #[must_use]
    pub fn subtype(&self, id: Subtype) -> &str {
        &self.subtypes[id.0 as usize]
    }

    /// The name of a kind of counter.
    #[must_use]
    pub fn counter(&self, id: CounterKind) -> &str {
        &self.counters[id.index()]
    }
}
