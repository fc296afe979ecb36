//! What few permanents do that others must mind: read once for each card, and looked up only where there is any of it.

use crate::cards::ability::{Ability, Static, StaticEffect, Subject, TriggerEvent, Triggered};
use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{AbilityId, Amount, FilterId, Op, Who, Whose};

use super::profile::{Profiles, body};

/// Points at most for what a permanent leaves as it dies.
const MOST_LEGACY: i32 = 60;

/// What is rare about a permanent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Rare {
    /// Points for what its controller gets as it dies.
    pub(super) legacy: i32,
    /// As a creature of its controller's dies, others give one up.
    pub(super) pact: bool,
    /// It takes toughness from creatures as long as it is there.
    pub(super) shrinks: bool,
    /// For whom it allows only one spell each turn.
    pub(super) one_spell: Option<Whose>,
    /// It is tapped for a token for each of these, worth so many points.
    pub(super) musters: Option<(FilterId, i32)>,
}

impl Rare {
    /// What is rare about a card.
    pub(super) fn of(catalog: &Catalog, card: &Card, profiles: &Profiles) -> Rare {
        let abilities = || card.abilities.iter().copied();
        Rare {
            legacy: abilities().map(|ability| legacy(catalog, profiles, ability)).sum(),
            pact: abilities().any(|ability| makes_others_sacrifice(catalog, ability)),
            shrinks: abilities().any(|ability| added_toughness(catalog, ability).is_some_and(|(n, _)| n < 0)),
            one_spell: abilities().find_map(|ability| allows_one_spell(catalog, ability)),
            musters: abilities().find_map(|ability| tokens_for_each(catalog, ability)),
        }
    }
}

/// What an ability is worth to who controls its source as that dies.
fn legacy(catalog: &Catalog, profiles: &Profiles, ability: AbilityId) -> i32 {
    let Ability::Triggered(triggered) = catalog.ability(ability) else { return 0 };
    let dies =
        matches!(triggered.event, TriggerEvent::Dies(Subject::Source) | TriggerEvent::ToGraveyard(Subject::Source));
    if dies { profiles.ability(ability).guess().clamp(0, MOST_LEGACY) } else { 0 }
}

/// For whom an ability allows only one spell each turn.
fn allows_one_spell(catalog: &Catalog, ability: AbilityId) -> Option<Whose> {
    match catalog.ability(ability) {
        Ability::Static(Static { effect: StaticEffect::SpellLimit { whose, at_most: 1, .. }, .. }) => Some(*whose),
        _ => None,
    }
}

/// For each of what an ability makes a token that costs no mana, and what that is worth.
fn tokens_for_each(catalog: &Catalog, ability: AbilityId) -> Option<(FilterId, i32)> {
    let Ability::Activated(activated) = catalog.ability(ability) else { return None };
    let Op::CreateToken { who: Who::You, token, count, .. } = catalog.op(activated.effect) else { return None };
    match catalog.amount(count) {
        Amount::Count(filter) if catalog.cost(activated.cost).mana.mana_value(0) == 0 => {
            Some((filter, body(catalog.card(token))))
        }
        _ => None,
    }
}

/// The toughness that a static ability gives to what passes a filter.
pub(super) fn added_toughness(catalog: &Catalog, ability: AbilityId) -> Option<(i32, FilterId)> {
    let Ability::Static(Static { effect: StaticEffect::Pump { what, toughness, .. }, .. }) = catalog.ability(ability)
    else {
        return None;
    };
    let toughness = if let Amount::Const(n) = catalog.amount(*toughness) { n } else { 0 };
    Some((toughness, (*what)?))
}

/// Whether others sacrifice something as a creature of who controls the source dies.
fn makes_others_sacrifice(catalog: &Catalog, ability: AbilityId) -> bool {
    let Ability::Triggered(Triggered { event: TriggerEvent::Dies(Subject::Any(filter)), effect, .. }) =
        catalog.ability(ability)
    else {
        return false;
    };
    let others = matches!(catalog.op(*effect), Op::SacrificeChosen(Who::EachOther | Who::EachOpponent, ..));
    others && catalog.filter(*filter).whose == Whose::Yours
}
