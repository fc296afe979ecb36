//! More than there would be (CR 614.1, 603.2d): tokens, counters and triggers of which statics make more.

use crate::cards::ability::{StaticEffect, TwiceOn};
use crate::cards::effect::{CounterKind, FilterId};
use crate::cards::limits;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::Engine;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Zone};

impl Engine<'_> {
    /// How many tokens are created under a player's control instead of so many.
    pub(super) fn tokens_created(&self, seat: Seat, n: i32) -> i32 {
        let doublings = self.statics(StaticKinds::DOUBLING, |effect| {
            if let StaticEffect::TokensTwice(whose) = effect { Some(whose) } else { None }
        });
        let doublings = doublings.filter(|(source, whose)| self.concerns(*whose, *source, seat)).count();
        doublings_of(n, doublings)
    }

    /// How many counters of a kind a player gets instead of so many; none are no event.
    pub(super) fn player_counters(&self, seat: Seat, n: i32) -> i32 {
        if n <= 0 {
            return n;
        }
        let more = self.statics(StaticKinds::DOUBLING, |effect| match effect {
            StaticEffect::MorePlayerCounters(whose, plus) => Some((whose, i32::from(plus))),
            _ => None,
        });
        let more = more.filter(|(source, (whose, _))| self.concerns(*whose, *source, seat));
        more.fold(n, |n, (_, (_, plus))| n.saturating_add(plus))
    }

    /// How many more copies of a spell the player makes than they would.
    pub(super) fn more_copies(&self, seat: Seat) -> usize {
        let more = self.statics(StaticKinds::DOUBLING, |effect| (effect == StaticEffect::MoreCopies).then_some(()));
        more.filter(|(source, ())| self.s.object(*source).controller == seat).count()
    }

    /// Puts counters by an effect, and more of them where that is replaced: first what is added, and then what is multiplied, the
    /// other way round for -1/-1 counters, as the permanent's controller would choose (CR 616.1). Returns by how much the number changed.
    pub(super) fn put_counters(&mut self, slot: Slot, kind: CounterKind, n: i32) -> i32 {
        let n = if n > 0 { self.counters_put(slot, kind, n, false) } else { n };
        self.change_counters(slot, kind, n)
    }

    /// The same as a cost (CR 118.1): what speaks of effects does not replace it.
    pub(super) fn put_counters_to_pay(&mut self, slot: Slot, kind: CounterKind, n: i32) {
        let n = self.counters_put(slot, kind, n, true);
        self.change_counters(slot, kind, n);
    }

    fn counters_put(&self, slot: Slot, kind: CounterKind, n: i32, to_pay: bool) -> i32 {
        if self.s.object(slot).zone != Zone::Battlefield {
            return n;
        }
        let more = self.statics(StaticKinds::DOUBLING, |effect| match effect {
            StaticEffect::MoreCounters { what, kind: of, plus, times, of_effects }
                if of.is_none_or(|of| of == kind) && !(of_effects && to_pay) =>
            {
                Some((what, i32::from(plus), i32::from(times)))
            }
            _ => None,
        });
        let applies = |(source, (what, ..)): &(Slot, (FilterId, i32, i32))| {
            !self.comes_too(*source) && self.passes_for(*what, slot, *source)
        };
        let more = more.filter(applies);
        let (plus, times) = more.fold((0, 1), |(plus, times): (i32, i32), (_, (_, p, t))| {
            (plus.saturating_add(p), times.saturating_mul(t))
        });
        let n = match kind {
            CounterKind::MINUS_ONE => n.saturating_mul(times).saturating_add(plus),
            _ => n.saturating_add(plus).saturating_mul(times),
        };
        n.min(limits::AMOUNT)
    }

    /// How many additional times an ability of the permanent in `slot` triggers on that (CR 603.2d).
    pub(super) fn additional_triggers(&self, slot: Slot, about: Option<ObjectId>, what: &Happening) -> usize {
        let object = *self.s.object(slot);
        if !self.s.static_kinds.contains(StaticKinds::DOUBLING) || object.zone != Zone::Battlefield {
            return 0;
        }
        let twice = self.statics(StaticKinds::DOUBLING, |effect| match effect {
            StaticEffect::TriggersTwice { of, source, event } if is_event(event, what) => Some((of, source)),
            _ => None,
        });
        let counted = twice.filter(|(by, (of, source))| {
            self.s.object(*by).controller == object.controller
                && source.is_none_or(|filter| self.passes_for(filter, slot, *by))
                && of.is_none_or(|filter| {
                    // What a player does with several creatures is about each of them (CR 508.3d).
                    let several =
                        if let Happening::Attacked { attackers, .. } = what { attackers.as_slice() } else { &[] };
                    let caused = about.into_iter().chain(several.iter().map(|(id, _)| *id).filter(|_| about.is_none()));
                    caused.into_iter().any(|id| self.passes_as_it_was(filter, id, *by))
                })
        });
        counted.count().min(limits::TIMES as usize)
    }
}

/// Doubled so often.
fn doublings_of(n: i32, doublings: usize) -> i32 {
    (0..doublings).fold(n, |n, _| n.saturating_mul(2)).min(limits::TIMES.max(n))
}

pub(super) fn is_event(event: TwiceOn, what: &Happening) -> bool {
    match event {
        TwiceOn::Any => true,
        TwiceOn::Enters => matches!(what, Happening::Entered(_)),
        TwiceOn::Attacks => matches!(what, Happening::Attacked { .. }),
        TwiceOn::CastOrCopied => matches!(what, Happening::Cast { .. } | Happening::Copied { .. }),
        TwiceOn::Dies => matches!(what, Happening::LeftBattlefield { dies: true, .. }),
    }
}
