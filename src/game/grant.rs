//! Activated abilities that permanents have because others grant them (CR 113.3, 613.1f).

use std::ops::Deref;

use crate::cards::ability::{Ability, Activated, StaticEffect};
use crate::cards::effect::{AbilityId, FilterId};
use crate::cards::mana::ManaSet;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::Core;
use super::filter::Viewpoint;
use super::object::{ObjectId, Slot};
use super::price::Discount;
use super::state::GameState;

/// A mana ability that a permanent has from another: where, which, and the types it makes.
pub(crate) type GrantedMana = (Slot, AbilityId, ManaSet);

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// The abilities that permanents of the player have from others; of several equal ones of a permanent the first.
    pub(crate) fn granted(&self, seat: Seat) -> Vec<(Slot, AbilityId)> {
        let mut found = Vec::new();
        for (grantor, (to, ability)) in self.grants() {
            for slot in self.s.battlefield.iter().copied() {
                let theirs = self.s.object(slot).controller == seat && self.is_granted_to(grantor, to, slot);
                if theirs && !found.contains(&(slot, ability)) {
                    found.push((slot, ability));
                }
            }
        }
        if !self.s.type_changes.is_empty() {
            found.extend(self.added_to_copies(seat));
        }
        found
    }

    /// The mana abilities that permanents of the player have from others; of several equal ones of a permanent the first.
    pub(crate) fn granted_mana(&self, seat: Seat) -> Vec<GrantedMana> {
        let mut found: Vec<GrantedMana> = Vec::new();
        if !self.s.static_kinds.contains(StaticKinds::GRANTS_MANA) {
            return found;
        }
        let grants = self.statics(StaticKinds::GRANTS_MANA, |effect| match effect {
            StaticEffect::GrantMana(to, ability) => Some((to, ability)),
            _ => None,
        });
        for (grantor, (to, ability)) in grants {
            let Ability::Mana(mana) = self.cat.ability(ability) else { continue };
            let types = self.could_make(mana.makes, seat, self.s.id(grantor));
            for slot in self.s.battlefield.iter().copied() {
                let theirs = self.s.object(slot).controller == seat && self.is_mana_granted_to(grantor, to, slot);
                if theirs && !found.iter().any(|(at, of, _)| (*at, *of) == (slot, ability)) {
                    found.push((slot, ability, types));
                }
            }
        }
        found
    }

    /// The permanents that grant that one an ability which exiles what grants it: the ability's text means them (CR 201.5a).
    pub(crate) fn grantors(&self, id: ObjectId) -> Vec<ObjectId> {
        let exiled = |ability: AbilityId| match self.cat.ability(ability) {
            Ability::Activated(a) => self.cat.cost(a.cost).exile_grantor,
            _ => false,
        };
        let grants = self.grants().filter(|(_, (_, ability))| exiled(*ability));
        let to_it = grants
            .filter(|(grantor, (to, _))| self.s.permanent(id).is_some() && self.is_granted_to(*grantor, *to, id.slot));
        to_it.map(|(grantor, _)| self.s.id(grantor)).collect()
    }

    /// How much less generic mana activating the ability costs now (CR 601.2f, 602.2b).
    pub(crate) fn activation_reduction(&self, seat: Seat, id: ObjectId, activated: &Activated) -> Discount {
        let own = activated.less.map_or(0, |n| self.amount(n, &Viewpoint::of(seat, id)).max(0));
        let statics = self.ability_discount(id, false);
        Discount { plain: statics.plain.saturating_add(own), ..statics }
    }

    /// The same by static abilities alone; those of permanents mean permanents.
    pub(crate) fn ability_discount(&self, id: ObjectId, makes_mana: bool) -> Discount {
        let mut discount = Discount::default();
        if !self.s.static_kinds.contains(StaticKinds::ABILITY_COSTS) || self.s.permanent(id).is_none() {
            return discount;
        }
        let all = self.statics(StaticKinds::ABILITY_COSTS, |effect| match effect {
            StaticEffect::AbilitiesCostLess { filter, by, least, no_mana } if !(no_mana && makes_mana) => {
                Some((filter, i32::from(by), least))
            }
            _ => None,
        });
        for (_, (_, by, least)) in all.filter(|(source, (filter, ..))| self.passes_for(*filter, id.slot, *source)) {
            let sum = if least { &mut discount.down_to_one } else { &mut discount.plain };
            *sum = sum.saturating_add(by);
        }
        discount
    }

    fn grants(&self) -> impl Iterator<Item = (Slot, (Option<FilterId>, AbilityId))> + '_ {
        self.statics(StaticKinds::GRANTS, |effect| match effect {
            StaticEffect::Grant(to, ability) => Some((to, ability)),
            _ => None,
        })
    }

    pub(super) fn is_granted_to(&self, grantor: Slot, to: Option<FilterId>, slot: Slot) -> bool {
        self.is_meant(grantor, to, slot) && !self.is_silenced(slot, grantor)
    }

    /// The same of a mana ability, which may be that of a land type.
    pub(super) fn is_mana_granted_to(&self, grantor: Slot, to: Option<FilterId>, slot: Slot) -> bool {
        self.is_meant(grantor, to, slot) && !self.is_mana_lost(slot, grantor, to)
    }

    fn is_meant(&self, grantor: Slot, to: Option<FilterId>, slot: Slot) -> bool {
        match to {
            Some(filter) => self.passes_for(filter, slot, grantor),
            None => self.s.object(grantor).attached_to == Some(self.s.id(slot)),
        }
    }
}
