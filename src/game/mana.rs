//! Mana pools and automatic payment (CR 106, 601.2g, 601.2h).
//!
//! A [`Purse`] is what a seat could pay with at one moment. The planner is exact: coloured symbols are matched with units of
//! mana by augmenting paths, sources of several mana of one type are tried with one type after another when they must be,
//! and so are sets of converters. A payable cost is never refused because a greedy choice went wrong.

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::ability::{Ability, Makes};
use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::cards::mana::{Mana, ManaCost, ManaSet, Pip};
use crate::cards::profile::{ManaProfile, is_automatic};
use crate::turn::Seat;

use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{Object, Slot, Status};
use super::state::GameState;
use super::turn_actions::minds_sickness;

/// A permanent that can be tapped for mana.
#[derive(Debug, Clone, Copy)]
struct Source {
    slot: Slot,
    makes: ManaProfile,
}

/// One mana that can be had: from which source (or the pool), of which types.
#[derive(Debug, Clone, Copy)]
struct Unit {
    source: u8,
    types: ManaSet,
    harmful: ManaSet,
}

/// In [`Unit::source`]: floating mana.
const POOL: u8 = u8::MAX;

/// Converters (Signets) that one payment considers, at most.
const MAX_CONVERTERS: usize = 6;

/// Units of mana that one payment looks at, at most; nothing costs so much.
const MAX_UNITS: usize = 128;

type Units = ArrayVec<Unit, MAX_UNITS>;

/// What a seat could pay with now: floating mana and what it can tap, the least flexible first, converters last.
#[derive(Debug, Clone)]
pub(crate) struct Purse {
    pool: [u16; 6],
    sources: Vec<Source>,
    /// All mana at most, floating mana included.
    pub(crate) total: u16,
}

/// How to pay: which source's mana is used as which type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Payment {
    sources: Vec<Source>,
    used: Vec<(u8, Mana)>,
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// How many mana the seat could have at most, floating mana included.
    pub(crate) fn mana_available(&self, seat: Seat) -> u16 {
        self.purse(seat).total
    }

    /// What the seat could pay with now.
    pub(crate) fn purse(&self, seat: Seat) -> Purse {
        let mut sources = Vec::with_capacity(16);
        for slot in self.s.battlefield.iter().copied() {
            let object = self.s.object(slot);
            if object.controller != seat || object.is(Status::TAPPED) {
                continue;
            }
            let card = self.cat.card(object.card);
            if card.has & Card::MANA == 0 || is_too_new(object) {
                continue;
            }
            let makes = if card.mana.varies { self.varying(slot, object, card) } else { card.mana };
            if makes.units > 0 {
                sources.push(Source { slot, makes });
            }
        }
        sources.sort_unstable_by_key(|s| {
            let types = (s.makes.free | s.makes.harmful).bits().count_ones();
            (s.makes.costs, types, !s.makes.harmful.is_empty(), s.slot)
        });
        let pool = self.s.players[seat].pool;
        let tapped = sources.iter().map(|s| u16::from(s.makes.units.saturating_sub(s.makes.costs)));
        let total = pool.into_iter().chain(tapped).fold(0, u16::saturating_add);
        Purse { pool, total, sources }
    }

    /// What a permanent makes when that depends on the game.
    fn varying(&self, slot: Slot, object: &Object, card: &Card) -> ManaProfile {
        let mut profile = ManaProfile::default();
        let at = Viewpoint::of(object.controller, self.s.id(slot));
        for ability in &card.abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            if !is_automatic(self.cat, mana) || !mana.condition.is_none_or(|c| self.holds(c, &at)) {
                continue;
            }
            let units = match mana.makes {
                Makes::Exactly(n) => n.iter().sum(),
                Makes::OneOf(_, n) | Makes::Many(_, n) => self.amount(n, &at).clamp(0, 99) as u8,
                Makes::CommanderColour | Makes::OpponentsLandColour => 1,
            };
            profile.add(self.cat, mana, self.could_make(mana.makes, object.controller), units);
        }
        profile
    }

    /// A way to pay, or `None` when there is none. `except` are permanents that must not be tapped for it.
    pub(crate) fn plan_payment(&self, seat: Seat, cost: &ManaCost, x: u16, except: &[Slot]) -> Option<Payment> {
        if cost.is_zero() {
            return Some(Payment::default());
        }
        self.purse(seat).plan(cost, x, except)
    }
}

/// How many mana pay the cost at the very least: a symbol such as {2/W} may take one.
pub(crate) fn least_mana(cost: &ManaCost, x: u16) -> u32 {
    u32::from(cost.generic) + u32::from(cost.x) * u32::from(x) + cost.pips.len() as u32
}

/// CR 302.6: {T} of a creature that came this turn can't be paid.
fn is_too_new(object: &Object) -> bool {
    object.is(Status::SICK) && minds_sickness(object.types) && !object.has(Keywords::HASTE)
}

impl Purse {
    /// How much a permanent is worth for mana: what makes none is worth nothing.
    pub(crate) fn usefulness(&self, slot: Slot) -> usize {
        self.sources.iter().position(|s| s.slot == slot).map_or(0, |at| at + 1)
    }

    /// Whether the cost can be paid.
    pub(crate) fn can_pay(&self, cost: &ManaCost, x: u16, except: &[Slot]) -> bool {
        if cost.is_zero() {
            return true;
        }
        least_mana(cost, x) <= u32::from(self.total) && self.plan(cost, x, except).is_some()
    }

    /// A way to pay, or `None` when there is none.
    pub(crate) fn plan(&self, cost: &ManaCost, x: u16, except: &[Slot]) -> Option<Payment> {
        let generic = usize::from(cost.generic) + usize::from(cost.x) * usize::from(x);
        if generic == 0 && cost.pips.is_empty() {
            return Some(Payment::default());
        }
        let mut pips = cost.pips.clone();
        // What generic mana can replace comes last: it makes way for what it can't.
        pips.sort_by_key(|p| p.or_generic);
        let mut active: Vec<Source> = self.sources.iter().filter(|s| !except.contains(&s.slot)).copied().collect();
        let plain = active.iter().filter(|s| s.makes.costs == 0).count();
        let converters = active.split_off(plain);
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
            return Some(Payment { sources: sources.to_vec(), used });
        };
        let makes = sources[two_typed].makes;
        let found = Mana::ALL.into_iter().filter(|m| (makes.free | makes.harmful).contains(m.set())).find_map(|m| {
            let held = &mut sources[two_typed].makes;
            (held.free, held.harmful) = (makes.free & m.set(), makes.harmful & m.set());
            self.plan_with(sources, pips, generic)
        });
        sources[two_typed].makes = makes;
        found
    }

    /// Matches units with the cost so that the first converter is fed by something that needs no converter.
    fn fed(&self, sources: &[Source], units: &Units, pips: &[Pip], generic: usize) -> Option<Vec<(u8, Mana)>> {
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
                    let unit = Unit { source: at, types: makes.free | makes.harmful, harmful: makes.harmful };
                    add(unit, makes.units.into());
                }
            }
        }
        units
    }
}

impl Engine<'_> {
    /// Pays: taps what the payment uses; what is made but not used floats.
    pub(crate) fn pay(&mut self, seat: Seat, payment: &Payment) {
        for (at, source) in payment.sources.iter().enumerate() {
            let used: ArrayVec<Mana, MAX_UNITS> =
                payment.used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m).collect();
            if !used.is_empty() || source.makes.costs > 0 {
                self.tap_for_mana(seat, source, &used);
            }
        }
        for (source, mana) in &payment.used {
            if *source == POOL {
                let floating = &mut self.s.players[seat].pool[*mana as usize];
                *floating = floating.saturating_sub(1);
            }
        }
    }

    fn tap_for_mana(&mut self, seat: Seat, source: &Source, used: &[Mana]) {
        self.tap(source.slot);
        let id = self.s.id(source.slot);
        self.emit(GameEvent::ManaAbilityActivated { seat, source: id });
        let makes = &source.makes;
        let surplus = usize::from(makes.units).saturating_sub(used.len());
        if let Some(exactly) = makes.exactly {
            for mana in Mana::ALL {
                let spent = used.iter().filter(|m| **m == mana).count() as i32;
                self.s.players[seat].add_mana(mana, i32::from(exactly[mana as usize]) - spent);
            }
        } else if surplus > 0 {
            let mana = used.first().copied().unwrap_or_else(|| first_type(makes.free | makes.harmful));
            self.s.players[seat].add_mana(mana, surplus as i32);
        }
        if let Some(mana) = used.first().filter(|m| makes.harmful.contains(m.set())) {
            self.harm(seat, source.slot, *mana);
        }
    }

    /// The price of a pain land's coloured mana.
    fn harm(&mut self, seat: Seat, slot: Slot, made: Mana) {
        let card = self.s.object(slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Mana(mana) = self.cat.ability(*ability)
                && let Some(then) = mana.then
                && self.could_make(mana.makes, seat).contains(made.set())
            {
                self.perform(then, seat, self.s.id(slot), card);
                return;
            }
        }
    }
}

/// All subsets of so many things as bits, smaller ones first.
fn subsets(n: usize) -> impl Iterator<Item = u32> {
    let n = n.min(MAX_CONVERTERS);
    (0..=n as u32).flat_map(move |size| (0..1u32 << n).filter(move |bits| bits.count_ones() == size))
}

/// Matches pips and generic mana with units, each unit once; `feeds` is kept for generic mana.
fn match_units(
    sources: &[Source],
    units: &Units,
    pips: &[Pip],
    generic: usize,
    feeds: Option<usize>,
) -> Option<Vec<(u8, Mana)>> {
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
    let matched = owner.iter().filter(|o| o.is_some()).count();
    if units.len() - matched < generic {
        return None;
    }
    let mut used: Vec<(u8, Mana)> = Vec::with_capacity(generic + pips.len());
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

fn first_type(set: ManaSet) -> Mana {
    Mana::ALL.into_iter().find(|m| set.contains(m.set())).unwrap_or(Mana::C)
}

/// A source whose mana is all of one type, but that is used for two.
fn used_for_two_types(sources: &[Source], used: &[(u8, Mana)]) -> Option<usize> {
    let of_one_type = |s: &Source| s.makes.exactly.is_none() && s.makes.units > 1;
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
    used: &mut Vec<(u8, Mana)>,
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
