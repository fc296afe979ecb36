//! The catalog: every card in use, with its effects in flat arenas.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::turn::{Phase, TurnNames};

use super::ability::{Ability, Cost};
use super::card::Card;
use super::effect::{
    AbilityId, Amount, AmountId, CardId, Condition, ConditionId, CostId, CounterKind, EffectId, Filter, FilterId, Op,
    PhasesId,
};
use super::source::nearest;
use super::type_line::Subtype;

/// Every card in use, compiled. Immutable while games are played.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Catalog {
    pub(crate) cards: Vec<Card>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) ops: Vec<Op>,
    pub(crate) filters: Vec<Filter>,
    pub(crate) amounts: Vec<Amount>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) costs: Vec<Cost>,
    pub(crate) phases: Vec<Vec<Phase>>,
    pub(crate) subtypes: Vec<String>,
    pub(crate) counters: Vec<String>,
    /// Cards by folded name.
    pub(crate) names: BTreeMap<String, CardId>,
    /// Tokens by folded key.
    pub(crate) tokens: BTreeMap<String, CardId>,
    /// The two triggered abilities of suspended cards (CR 702.62a): the upkeep's and the last counter's.
    pub(crate) suspended: [AbilityId; 2],
    /// What the monarch's two abilities do (CR 725.2): draw a card, and make somebody else the monarch.
    pub(crate) monarch: [EffectId; 2],
    /// Draws X cards, one by one.
    pub(crate) draws: EffectId,
    /// Scries X.
    pub(crate) scries: EffectId,
    /// Untaps its source.
    pub(crate) untaps_source: EffectId,
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

    /// The card of an id that may be from elsewhere.
    #[must_use]
    pub fn get(&self, id: CardId) -> Option<&Card> {
        self.cards.get(id.index())
    }

    /// All cards and tokens with their ids.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(i, c)| (CardId(i as u16), c))
    }

    /// The card of that name, whatever its case, accents and apostrophes; never a token.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.names.get(&fold(name)).copied()
    }

    /// What phases and steps are called.
    #[must_use]
    pub fn turn_names(&self) -> &TurnNames {
        &self.turn_names
    }

    /// The token of that key.
    #[must_use]
    pub fn find_token(&self, key: &str) -> Option<CardId> {
        self.tokens.get(&fold(key)).copied()
    }

    /// The name of the card whose name is nearest to what was written, if one is near enough to be meant.
    #[must_use]
    pub fn suggest(&self, name: &str) -> Option<&str> {
        let near = nearest(&fold(name), self.names.keys().map(String::as_str))?;
        self.names.get(near).map(|id| self.card(*id).name.as_str())
    }

    /// An ability.
    #[must_use]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[id.index()]
    }

    /// The instruction at that place.
    #[must_use]
    pub fn op(&self, at: EffectId) -> Op {
        self.ops[at.index()]
    }

    /// A filter.
    #[must_use]
    pub fn filter(&self, id: FilterId) -> &Filter {
        &self.filters[id.index()]
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

/// A name in the form it is looked up by: lower case, without accents, with plain apostrophes and single spaces.
#[must_use]
pub fn fold(name: &str) -> String {
    if is_typed_plainly(name.as_bytes()) {
        return name.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        word.chars().flat_map(char::to_lowercase).for_each(|c| fold_letter(&mut folded, c));
    }
    folded
}

/// Whether nothing but capitals has to be folded, as in nearly every name: the catalog's are folded as the program starts.
fn is_typed_plainly(name: &[u8]) -> bool {
    let is_plain = |b: &u8| matches!(b, b' '..=b'~') && *b != b'`';
    name.iter().all(is_plain)
        && !name.windows(2).any(|two| two == b"  ")
        && name.first() != Some(&b' ')
        && name.last() != Some(&b' ')
}

fn fold_letter(folded: &mut String, letter: char) {
    match letter {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' | '`' | '\u{b4}' => folded.push('\''),
        'à'..='å' => folded.push('a'),
        'æ' => folded.push_str("ae"),
        'ç' => folded.push('c'),
        'è'..='ë' => folded.push('e'),
        'ì'..='ï' => folded.push('i'),
        'ñ' => folded.push('n'),
        'ò'..='ö' | 'ø' => folded.push('o'),
        'ù'..='ü' => folded.push('u'),
        'ý' | 'ÿ' => folded.push('y'),
        other => folded.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded_alike_however_they_are_spaced() {
        for name in ["Sol Ring", " Sol Ring", "sol  ring ", "SOL\tRING", "Sol\u{a0}Ring"] {
            assert_eq!(fold(name), "sol ring", "{name:?}");
        }
        assert_eq!(fold("Urza`s Tower"), fold("Urza\u{2019}s Tower"));
        assert_eq!(fold("Ifh-Bäff Efreet!"), "ifh-baff efreet!");
        assert_eq!(fold(""), "");
    }
}
