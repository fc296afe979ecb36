//! What makes spells cost more or less (CR 601.2f).

use smallvec::SmallVec;

use crate::cards::ability::{Ability, Aimed, Static, StaticEffect, TargetSpec, Targets};
use crate::cards::card::{Card, Spell};
use crate::cards::effect::{FilterId, How, Whose};
use crate::cards::mana::SpentAs;
use crate::turn::Seat;

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::Reader;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Target, Zone};
use super::state::Dearer;

/// So many times at most something makes spells cost more or less.
const MOST: i32 = 200;

/// What makes spells of one seat cost more or less at one moment.
#[derive(Debug, Clone, Default)]
pub(crate) struct CostChanges {
    changes: SmallVec<[CostChange; 4]>,
    /// So much mana at the least.
    pub(crate) least: u8,
    /// As what the seat may spend mana on anything.
    pub(crate) spent_as: Option<SpentAs>,
    /// As what it may spend mana to cast spells that pass.
    spells_as: SmallVec<[(Slot, FilterId, SpentAs); 1]>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct CostChange {
    pub(crate) source: Slot,
    pub(crate) filter: FilterId,
    pub(crate) by: i32,
    /// So much life besides.
    life: i32,
    /// Only for spells that target something that passes.
    pub(crate) targeting: Option<Aimed>,
}

impl CostChanges {
    /// Whether what a spell targets changes what it costs.
    pub(crate) fn minds_targets(&self) -> bool {
        self.changes.iter().any(|change| change.targeting.is_some())
    }

    /// Whether what a spell targets may cost life.
    pub(crate) fn minds_life(&self) -> bool {
        self.changes.iter().any(|change| change.life > 0)
    }

    /// How much less a spell could cost at most.
    pub(crate) fn greatest_discount(&self) -> u32 {
        self.changes.iter().filter(|change| change.by < 0).map(|change| change.by.unsigned_abs()).sum()
    }
}

impl Reader<'_, '_> {
    /// What makes spells of the seat cost more or less now.
    pub(crate) fn cost_changes(&self, seat: Seat) -> CostChanges {
        let mut found = CostChanges::default();
        for dearer in &self.s.dearer {
            let Dearer { whose, filter, by, source, you } = *dearer;
            let meant = match whose {
                Whose::Any => true,
                Whose::Yours => seat == you,
                Whose::Opponents => self.s.turns.are_opponents(seat, you),
                _ => seat != you,
            };
            // Which spells is told by types alone, so that it does not matter who controls what has made it so.
            if meant {
                found.changes.push(CostChange { source: source.slot, filter, by: by.into(), life: 0, targeting: None });
            }
        }
        if !self.s.static_kinds.contains(StaticKinds::COSTS) {
            return found;
        }
        for IndexedStatic { source, ability, .. } in
            self.s.statics.iter().filter(|s| s.kinds.contains(StaticKinds::COSTS))
        {
            match self.static_effect(*source, *ability) {
                Some(StaticEffect::CostChange { whose, filter, by, life, each, targeting })
                    if self.concerns(whose, *source, seat) =>
                {
                    let at = || Viewpoint::of(self.s.object(*source).controller, self.s.id(*source));
                    let by = i32::from(by) * each.map_or(1, |n| self.amount(n, &at()).clamp(0, MOST));
                    let life = life.into();
                    found.changes.push(CostChange { source: *source, filter, by, life, targeting });
                }
                Some(StaticEffect::SpellsCostAtLeast(n)) => found.least = found.least.max(n),
                Some(StaticEffect::SpendAs { whose, what, mana }) if self.concerns(whose, *source, seat) => {
                    match what {
                        Some(filter) => found.spells_as.push((*source, filter, mana)),
                        None => found.spent_as = found.spent_as.max(Some(mana)),
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// As what mana may be spent to cast that spell from where it is (CR 609.4b).
    pub(super) fn spent_as(&self, changes: &CostChanges, seat: Seat, id: ObjectId, object: &Object) -> Option<SpentAs> {
        let permitted = self.s.permits.iter().filter(|p| p.card == id && p.seat == seat && self.s.permits_still(p));
        let passes = |(source, filter, _): &&(Slot, FilterId, SpentAs)| {
            let at = Viewpoint::of(self.s.object(*source).controller, self.s.id(*source));
            self.passes(self.cat.filter(*filter), id, object, &at)
        };
        let by_statics = changes.spells_as.iter().filter(passes).map(|(.., mana)| *mana);
        permitted.filter_map(|p| p.mana).chain(by_statics).max()
    }

    /// By how much they change what that spell costs.
    pub(super) fn change_of(&self, changes: &CostChanges, id: ObjectId, object: &Object) -> i32 {
        changes.changes.iter().filter(|change| change.targeting.is_none()).map(|c| self.change_by(c, id, object)).sum()
    }

    /// By how much that changes what that spell costs.
    fn change_by(&self, change: &CostChange, id: ObjectId, object: &Object) -> i32 {
        let filter = self.cat.filter(change.filter);
        // Most spells are of other types.
        if !filter.fits_types(object.types) && filter.or.is_none() {
            return 0;
        }
        let at = Viewpoint::of(self.s.object(change.source).controller, self.s.id(change.source));
        if self.passes(filter, id, object, &at) { change.by } else { 0 }
    }

    /// Whether one of those is what the change is about, from that point of view.
    fn aims_at(&self, aimed: Aimed, targets: &[Option<Target>], at: &Viewpoint<'_>) -> bool {
        let zone = if aimed.spell { Zone::Stack } else { Zone::Battlefield };
        targets.iter().flatten().any(|target| match target {
            Target::Object(id) => {
                let there = self.s.get(*id).filter(|object| object.zone == zone);
                there.is_some_and(|object| self.passes(self.cat.filter(aimed.filter), *id, object, at))
            }
            Target::Player(_) => false,
        })
    }

    /// How much life casting that card so costs for these targets (CR 601.2f).
    pub(super) fn life_by_targets(
        &self,
        changes: &CostChanges,
        (id, how): (ObjectId, How),
        targets: &[Option<Target>],
    ) -> i32 {
        let Some(spell) = self.as_cast(id, how).filter(|_| changes.minds_life()) else { return 0 };
        let applying = changes.changes.iter().filter(|change| change.life > 0).filter(|change| {
            let at = Viewpoint::of(self.s.object(change.source).controller, self.s.id(change.source));
            self.passes(self.cat.filter(change.filter), id, &spell, &at)
                && change.targeting.is_some_and(|aimed| self.aims_at(aimed, targets, &at))
        });
        applying.map(|change| change.life).sum()
    }

    /// The least life that casting that card so costs for what it has to target, of its modes the cheapest.
    pub(super) fn least_life(&self, changes: &CostChanges, seat: Seat, id: ObjectId, how: How) -> i32 {
        let Some(object) = self.s.get(id).filter(|_| changes.minds_life()) else { return 0 };
        let card = self.part_cast(self.cat.card(object.card), how);
        let at = Viewpoint::of(seat, id);
        let of_one = |spec: &TargetSpec| {
            let mut least: Option<i32> = spec.optional.then_some(0);
            self.find_candidate(spec, &at, |target| {
                let life = self.life_by_targets(changes, (id, how), &[Some(target)]);
                least = Some(least.map_or(life, |least| least.min(life)));
                least == Some(0)
            });
            least.unwrap_or(0)
        };
        let of_all = |targets: &Targets| targets.iter().map(of_one).sum::<i32>();
        match card.spell_cast(how) {
            Some(Spell { modes: Some(modes), .. }) => modes.of.iter().map(|(_, targets)| of_all(targets)).min(),
            Some(spell) => Some(of_all(&spell.targets)),
            None => Some(of_all(&card.enchant)),
        }
        .unwrap_or(0)
    }

    /// Whether what it targets changes what casting that card costs.
    pub(super) fn minds_targets(&self, changes: &CostChanges, card: &Card) -> bool {
        changes.minds_targets() || self.less_by_targets(card).next().is_some()
    }

    /// What it may target for the card itself to cost less, and how much less.
    fn less_by_targets<'c>(&'c self, card: &'c Card) -> impl Iterator<Item = (Aimed, u8)> + 'c {
        let statics = if card.has & Card::STATICS == 0 { &[] } else { card.abilities.as_slice() };
        statics.iter().filter_map(|ability| match self.cat.ability(*ability) {
            Ability::Static(Static { effect: StaticEffect::CostsLessTargeting(aimed, by), .. }) => Some((*aimed, *by)),
            _ => None,
        })
    }

    /// By how much these targets change what casting that card so costs (CR 601.2f).
    pub(super) fn change_by_targets(
        &self,
        changes: &CostChanges,
        seat: Seat,
        (id, how): (ObjectId, How),
        targets: &[Option<Target>],
    ) -> i32 {
        let (Some(whole), Some(spell)) = (self.s.get(id), self.as_cast(id, how)) else { return 0 };
        let others = changes.changes.iter().map(|change| {
            let at = Viewpoint::of(self.s.object(change.source).controller, self.s.id(change.source));
            let applies = change.targeting.is_some_and(|aimed| self.aims_at(aimed, targets, &at));
            if applies { self.change_by(change, id, &spell) } else { 0 }
        });
        let at = Viewpoint::of(seat, id);
        let own = self.less_by_targets(self.part_cast(self.cat.card(whole.card), how));
        let own = own.filter(|(aimed, _)| self.aims_at(*aimed, targets, &at)).map(|(_, by)| i32::from(by));
        others.sum::<i32>() - own.sum::<i32>()
    }

    /// The least by which what it could target changes what casting that card so costs.
    pub(super) fn best_by_targets(&self, changes: &CostChanges, seat: Seat, id: ObjectId, how: How) -> i32 {
        let Some(object) = self.s.get(id) else { return 0 };
        let card = self.part_cast(self.cat.card(object.card), how);
        if !self.minds_targets(changes, card) {
            return 0;
        }
        let spell = card.spell_cast(how);
        let modes = spell.and_then(|spell| spell.modes.as_ref()).into_iter().flat_map(|modes| &modes.of);
        let own = spell.map_or(&card.enchant, |spell| &spell.targets);
        let specs = modes.flat_map(|(_, targets)| targets).chain(own);
        let (at, mut best) = (Viewpoint::of(seat, id), None);
        for spec in specs {
            let mut take = |by: i32| best = Some(best.map_or(by, |best: i32| best.min(by)));
            if spec.optional {
                take(0);
            }
            self.find_candidate(spec, &at, |target| {
                take(self.change_by_targets(changes, seat, (id, how), &[Some(target)]));
                false
            });
        }
        best.unwrap_or(0)
    }
}
