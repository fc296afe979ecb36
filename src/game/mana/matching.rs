//! The planner: which source's mana pays which symbol.
//!
//! It is exact: coloured symbols are matched with units of mana by augmenting paths, sources of several mana of one type are
//! tried with one type after another when they must be, and so are sets of converters. A payable cost is never refused
//! because a greedy choice went wrong.

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::cards::mana::{MAX_PIPS, Mana, ManaSet, Pip};

use crate::game::object::Slot;

use super::sources::{Bill, MAX_UNITS, ManaSources, POOL, Payment, Source, Sources, Used, Usefulness, first_type};

/// One mana that can be had: from which source (or the pool), of which types.
#[derive(Debug, Clone, Copy)]
struct Unit {
    source: u8,
    types: ManaSet,
    harmful: ManaSet,
}

/// Converters (Signets) that one payment considers, at most.
const MAX_CONVERTERS: usize = 6;

type Units = ArrayVec<Unit, MAX_UNITS>;

impl ManaSources {
    /// A way to pay, or `None` when there is none.
    pub(crate) fn plan(&self, bill: Bill<'_>, except: &[Slot]) -> Option<Payment> {
        if bill.is_zero() {
            return Some(Payment::default());
        }
        let bill = bill.spent_as(self.changes.spent_as);
        let mut pips: SmallVec<[Pip; MAX_PIPS]> = bill.pips.iter().copied().collect();
        // What is paid with some types alone is so many symbols of these; nobody has mana for more than are looked at.
        let narrow = bill.narrow.map_or(0, |(n, _)| n as usize).min(MAX_UNITS);
        pips.extend(bill.narrow.into_iter().flat_map(|(_, types)| std::iter::repeat_n(Pip::of(types), narrow)));
        let generic = (bill.generic as usize).saturating_sub(narrow);
        // What generic mana can replace comes last: it makes way for what it can't.
        pips.sort_by_key(|p| p.or_generic);
        let usable = self.sources.iter().filter(|s| !except.contains(&s.slot));
        let mut ordered: SmallVec<[(Usefulness, &Source); 16]> = usable.map(|s| (s.order(), s)).collect();
        ordered.sort_unstable_by_key(|(order, _)| *order);
        let mut active: Sources = ordered.into_iter().map(|(_, s)| *s).collect();
        let plain = active.iter().filter(|s| s.makes.costs == 0).count();
        let converters: Sources = active.drain(plain..).collect();
        subsets(converters.len()).find_map(|subset| {
            active.truncate(plain);
            active.extend(converters.iter().enumerate().filter(|(at, _)| subset & 1 << at != 0).map(|(_, c)| *c));
            self.plan_with(&mut active, &pips, generic)
        })
    }

    /// A way to pay that uses each of the converters among the sources. A source whose mana is all of one type is held
    /// to one type after another when it would be used for two.
    fn plan_with(&self, sources: &mut [Source], pips: &[Pip], generic: usize) -> Option<Payment> {
        let costs: usize = sources.iter().map(|s| usize::from(s.makes.costs)).sum();
        let units = self.units(sources);
        if units.len() < generic + costs + pips.len() {
            return None;
        }
        let used = self.fed(sources, &units, pips, generic + costs)?;
        let Some(two_typed) = used_for_two_types(sources, &used) else {
            return Some(Payment { sources: Sources::from_slice(sources), used });
        };
        let makes = sources[two_typed].makes;
        let found = Mana::ALL.into_iter().filter(|m| makes.types().contains(m.set())).find_map(|m| {
            let held = &mut sources[two_typed].makes;
            (held.free, held.harmful) = (makes.free & m.set(), makes.harmful & m.set());
            self.plan_with(sources, pips, generic)
        });
        sources[two_typed].makes = makes;
        found
    }

    /// Matches units with the cost so that the first converter is fed by something that needs no converter.
    fn fed(&self, sources: &[Source], units: &Units, pips: &[Pip], generic: usize) -> Option<Used> {
        if sources.iter().all(|s| s.makes.costs == 0) {
            return match_units(sources, units, pips, generic, None);
        }
        let feeds = |u: &Unit| u.source == POOL || sources[usize::from(u.source)].makes.costs == 0;
        // Of units that are alike one stands for all.
        let kind = |u: &Unit| (u.types, u.harmful, u.source != POOL && sources[usize::from(u.source)].makes.units > 1);
        let is_first = |at: usize| !units[..at].iter().any(|u| feeds(u) && kind(u) == kind(&units[at]));
        let mut feeding = (0..units.len()).filter(|at| feeds(&units[*at]) && is_first(*at));
        feeding.find_map(|at| match_units(sources, units, pips, generic, Some(at)))
    }

    fn units(&self, sources: &[Source]) -> Units {
        let mut units = Units::new();
        let mut add = |unit: Unit, n: u16| {
            for _ in 0..n {
                // Past the capacity there is more mana than anything costs.
                let _ = units.try_push(unit);
            }
        };
        let none = ManaSet::empty();
        for mana in Mana::ALL {
            add(Unit { source: POOL, types: mana.set(), harmful: none }, self.pool[mana as usize]);
        }
        for (at, Source { makes, .. }) in sources.iter().enumerate().take(usize::from(POOL)) {
            let at = at as u8;
            match makes.exactly {
                Some(exactly) => {
                    for mana in Mana::ALL {
                        let n = exactly[mana as usize].into();
                        add(Unit { source: at, types: mana.set(), harmful: none }, n);
                    }
                }
                None => {
                    let unit = Unit { source: at, types: makes.types(), harmful: makes.harmful };
                    add(unit, makes.units.into());
                }
            }
        }
        units
    }
}

/// All subsets of so many things as bits, smaller ones first.
fn subsets(n: usize) -> impl Iterator<Item = u32> {
    let n = n.min(MAX_CONVERTERS);
    (0..=n as u32).flat_map(move |size| (0..1u32 << n).filter(move |bits| bits.count_ones() == size))
}

/// Matches pips and generic mana with units, each unit once; `feeds` is kept for generic mana.
fn match_units(sources: &[Source], units: &Units, pips: &[Pip], generic: usize, feeds: Option<usize>) -> Option<Used> {
    let mut generic = generic;
    let mut owner = [None; MAX_UNITS];
    for (at, pip) in pips.iter().enumerate() {
        let mut seen = [false; MAX_UNITS];
        if let Some(feeds) = feeds {
            seen[feeds] = true;
        }
        if !augment(at, pips, units, &mut owner, &mut seen) {
            if pip.or_generic == 0 {
                return None;
            }
            generic += usize::from(pip.or_generic);
        }
    }
    let matched = owner[..units.len()].iter().filter(|o| o.is_some()).count();
    if units.len() - matched < generic {
        return None;
    }
    let mut used = Used::new();
    let mut taken = [false; MAX_UNITS];
    for (at, unit) in units.iter().enumerate() {
        if let Some(pip) = owner[at] {
            used.push((unit.source, pick(unit, pips[usize::from(pip)].any_of)));
            taken[at] = true;
        }
    }
    if let Some(feeds) = feeds {
        used.push((units[feeds].source, pick(&units[feeds], units[feeds].types)));
        taken[feeds] = true;
        generic -= 1;
    }
    fill_generic(sources, units, &mut taken, &mut used, generic)?;
    Some(used)
}

/// Kuhn's algorithm (1955): finds a unit for the pip, moving other pips if need be.
fn augment(
    pip: usize,
    pips: &[Pip],
    units: &Units,
    owner: &mut [Option<u8>; MAX_UNITS],
    seen: &mut [bool; MAX_UNITS],
) -> bool {
    for harmless in [true, false] {
        for (at, unit) in units.iter().enumerate() {
            let types = if harmless { unit.types & !unit.harmful } else { unit.types };
            if seen[at] || !types.intersects(pips[pip].any_of) {
                continue;
            }
            seen[at] = true;
            let free = match owner[at] {
                None => true,
                Some(other) => augment(usize::from(other), pips, units, owner, seen),
            };
            if free {
                owner[at] = Some(pip as u8);
                return true;
            }
        }
    }
    false
}

/// The type of mana a unit is used as for a pip: one without harm if it can.
fn pick(unit: &Unit, wanted: ManaSet) -> Mana {
    let harmless = unit.types & wanted & !unit.harmful;
    first_type(if harmless.is_empty() { unit.types & wanted } else { harmless })
}

/// A source whose mana is all of one type, but that is used for two.
fn used_for_two_types(sources: &[Source], used: &[(u8, Mana)]) -> Option<usize> {
    let of_one_type = |s: &Source| s.makes.exactly.is_none() && !s.makes.mixed && s.makes.units > 1;
    sources.iter().enumerate().filter(|(_, s)| of_one_type(s)).map(|(at, _)| at).find(|at| {
        let mut types = used.iter().filter(|(s, _)| usize::from(*s) == *at).map(|(_, m)| *m);
        types.next().is_some_and(|first| types.any(|m| m != first))
    })
}

/// Fills generic mana: what floats first, then the rest of sources in use, then new sources in order.
fn fill_generic(
    sources: &[Source],
    units: &Units,
    taken: &mut [bool; MAX_UNITS],
    used: &mut Used,
    mut generic: usize,
) -> Option<()> {
    for pass in 0..3 {
        for (at, unit) in units.iter().enumerate() {
            if generic == 0 {
                return Some(());
            }
            let in_use = unit.source != POOL
                && (sources[usize::from(unit.source)].makes.costs > 0 || used.iter().any(|(s, _)| *s == unit.source));
            let now = match pass {
                0 => unit.source == POOL,
                1 => in_use,
                _ => true,
            };
            if taken[at] || !now {
                continue;
            }
            taken[at] = true;
            let committed = used.iter().find(|(s, _)| *s == unit.source && unit.source != POOL).map(|(_, m)| *m);
            let fits = committed.filter(|m| unit.types.contains(m.set()));
            used.push((unit.source, fits.unwrap_or_else(|| pick(unit, unit.types))));
            generic -= 1;
        }
    }
    (generic == 0).then_some(())
}
