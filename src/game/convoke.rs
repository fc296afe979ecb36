//! Permanents that are tapped for the mana of a spell: convoke (CR 702.51) and improvise (CR 702.126).

use arrayvec::ArrayVec;

use crate::cards::mana::{MAX_PIPS, ManaSet, Pip};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::engine::Reader;
use super::mana::{Bill, ManaSources};
use super::object::{ObjectId, Slot, Status};

/// What may be tapped for the mana of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Helped {
    /// Creatures, each for one generic mana or one mana of one of its colours.
    Creatures,
    /// Artifacts, each for one generic mana.
    Artifacts,
}

/// What is left to be paid once some have been tapped, and which.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    pub(crate) pips: ArrayVec<Pip, MAX_PIPS>,
    pub(crate) generic: u32,
    tapped: Vec<ObjectId>,
}

impl Left {
    /// The rest as a bill.
    pub(crate) fn bill(&self) -> Bill<'_> {
        Bill { generic: self.generic, pips: &self.pips, narrow: None }
    }

    /// The same with one more tapped: for a symbol of one of its colours, or for generic mana.
    fn less(&self, id: ObjectId, colours: ManaSet) -> Vec<Left> {
        let mut found = Vec::new();
        for (at, pip) in self.pips.iter().enumerate().filter(|(_, pip)| pip.any_of.intersects(colours)) {
            // Of equal symbols one stands for all.
            if !self.pips[..at].contains(pip) {
                let mut less = self.clone();
                less.pips.remove(at);
                less.tapped.push(id);
                found.push(less);
            }
        }
        if self.generic > 0 {
            let mut less = self.clone();
            less.generic -= 1;
            less.tapped.push(id);
            found.push(less);
        }
        found
    }
}

impl Reader<'_, '_> {
    /// The untapped permanents that may be tapped for it: first what makes no mana, and then what makes the least of use.
    pub(crate) fn helpers(&self, seat: Seat, mana_sources: &ManaSources, by: Helped) -> Vec<ObjectId> {
        let types = if by == Helped::Creatures { Types::CREATURE } else { Types::ARTIFACT };
        let theirs = self.s.battlefield.iter().copied().filter(|slot| {
            let object = self.s.object(*slot);
            object.controller == seat && object.types.intersects(types) && !object.is(Status::TAPPED)
        });
        let mut all: Vec<Slot> = theirs.collect();
        all.sort_by_key(|slot| mana_sources.usefulness(*slot));
        all.into_iter().map(|slot| self.s.id(slot)).collect()
    }

    fn helps_with(&self, id: ObjectId, by: Helped) -> ManaSet {
        match by {
            Helped::Creatures => self.colours(id, self.s.object(id.slot)),
            Helped::Artifacts => ManaSet::empty(),
        }
    }

    /// The fewest that must be tapped for the bill to be paid, if it can be.
    pub(crate) fn least_help(
        &self,
        seat: Seat,
        mana_sources: &ManaSources,
        bill: Bill<'_>,
        by: Helped,
    ) -> Option<Vec<ObjectId>> {
        let mut states = vec![Left::of(bill)];
        for id in self.helpers(seat, mana_sources, by) {
            let colours = self.helps_with(id, by);
            let more: Vec<Left> = states.iter().flat_map(|left| left.less(id, colours)).collect();
            for left in more {
                let known = states
                    .iter()
                    .any(|s| s.pips == left.pips && s.generic == left.generic && s.tapped.len() <= left.tapped.len());
                if !known {
                    states.push(left);
                }
            }
        }
        states.sort_by_key(|left| left.tapped.len());
        let payable = |left: &Left| {
            let except: Vec<Slot> = left.tapped.iter().map(|id| id.slot).collect();
            mana_sources.can_pay(left.bill(), &except)
        };
        states.into_iter().find(payable).map(|left| left.tapped)
    }

    /// What is left of the bill once all of these are tapped for it, each for something, if the rest can be paid.
    pub(crate) fn helped_bill(
        &self,
        mana_sources: &ManaSources,
        bill: Bill<'_>,
        except: &[Slot],
        tapped: &[ObjectId],
        by: Helped,
    ) -> Option<Left> {
        let mut states = vec![Left::of(bill)];
        for id in tapped {
            let colours = self.helps_with(*id, by);
            let mut next: Vec<Left> = Vec::new();
            for left in states.iter().flat_map(|left| left.less(*id, colours)) {
                if !next.iter().any(|other| other.pips == left.pips && other.generic == left.generic) {
                    next.push(left);
                }
            }
            states = next;
        }
        states.into_iter().find(|left| mana_sources.can_pay(left.bill(), except))
    }
}

impl Left {
    fn of(bill: Bill<'_>) -> Left {
        Left { pips: bill.pips.iter().copied().collect(), generic: bill.generic, tapped: Vec::new() }
    }
}
