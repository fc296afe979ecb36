//! What makes spells cost more or less (CR 601.2f).

use smallvec::SmallVec;

use crate::cards::ability::StaticEffect;
use crate::cards::effect::FilterId;
use crate::cards::mana::SpentAs;
use crate::turn::Seat;

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::Reader;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot};

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
    pub(crate) by: i8,
}

impl CostChanges {
    /// How much less a spell could cost at most.
    pub(crate) fn greatest_discount(&self) -> u32 {
        self.changes.iter().filter(|change| change.by < 0).map(|change| u32::from(change.by.unsigned_abs())).sum()
    }
}

impl Reader<'_, '_> {
    /// What makes spells of the seat cost more or less now.
    pub(crate) fn cost_changes(&self, seat: Seat) -> CostChanges {
        let mut found = CostChanges::default();
        if !self.s.static_kinds.contains(StaticKinds::COSTS) {
            return found;
        }
        for IndexedStatic { source, ability, .. } in
            self.s.statics.iter().filter(|s| s.kinds.contains(StaticKinds::COSTS))
        {
            match self.static_effect(*source, *ability) {
                Some(StaticEffect::CostChange { whose, filter, by }) if self.concerns(whose, *source, seat) => {
                    found.changes.push(CostChange { source: *source, filter, by });
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
        let change = |change: &CostChange| {
            let filter = self.cat.filter(change.filter);
            // Most spells are of other types.
            if !filter.fits_types(object.types) && filter.or.is_none() {
                return 0;
            }
            let at = Viewpoint::of(self.s.object(change.source).controller, self.s.id(change.source));
            if self.passes(filter, id, object, &at) { change.by.into() } else { 0 }
        };
        changes.changes.iter().map(change).sum()
    }
}
