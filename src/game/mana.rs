//! Mana pools and automatic payment (CR 106, 601.2g, 601.2h).
//!
//! A [`Purse`] is what a seat could pay with at one moment. The planner is exact for sources that make one mana, and for the
//! usual multiples: coloured symbols are matched with units of mana by augmenting paths, so that a payable cost is never
//! refused because a greedy choice went wrong.

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

    /// A way to pay, or `None` when there is none. `except` is a permanent that must not be tapped for it.
    pub(crate) fn plan_payment(&self, seat: Seat, cost: &ManaCost, x: u16, except: Option<Slot>) -> Option<Payment> {
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
    /// Whether the cost can be paid.
    pub(crate) fn can_pay(&self, cost: &ManaCost, x: u16, except: Option<Slot>) -> bool {
        if cost.is_zero() {
            return true;
        }
        least_mana(cost, x) <= u32::from(self.total) && self.plan(cost, x, except).is_some()
    }

    /// A way to pay, or `None` when there is none.
    pub(crate) fn plan(&self, cost: &ManaCost, x: u16, except: Option<Slot>) -> Option<Payment> {
        let generic = usize::from(cost.generic) + usize::from(cost.x) * usize::from(x);
        if generic == 0 && cost.pips.is_empty() {
            return Some(Payment::default());
        }
        let usable: Vec<Source> = self.sources.iter().filter(|s| Some(s.slot) != except).copied().collect();
        let converters = usable.iter().filter(|s| s.makes.costs > 0).count();
        let plain = usable.len() - converters;
        (0..=converters).find_map(|extra| {
            let active = &usable[..plain + extra];
            let costs: usize = active.iter().map(|s| usize::from(s.makes.costs)).sum();
            let used = self.match_units(active, cost, generic + costs)?;
            Some(Payment { sources: active.to_vec(), used })
        })
    }

    fn match_units(&self, sources: &[Source], cost: &ManaCost, generic: usize) -> Option<Vec<(u8, Mana)>> {
        let units = self.units(sources);
        // The first converter must be fed by something else than itself.
        let feeds = |u: &Unit| u.source == POOL || sources[usize::from(u.source)].makes.costs == 0;
        if sources.iter().any(|s| s.makes.costs > 0) && !units.iter().any(feeds) {
            return None;
        }
        let mut generic = generic;
        let mut owner = [None; MAX_UNITS];
        for (at, pip) in cost.pips.iter().enumerate() {
            let mut seen = [false; MAX_UNITS];
            if !augment(at, &cost.pips, &units, &mut owner, &mut seen) {
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
        let mut used: Vec<(u8, Mana)> = Vec::with_capacity(generic + cost.pips.len());
        let mut taken = [false; MAX_UNITS];
        for (at, unit) in units.iter().enumerate() {
            if let Some(pip) = owner[at] {
                used.push((unit.source, pick(unit, cost.pips[usize::from(pip)].any_of)));
                taken[at] = true;
            }
        }
        if !one_type_each(sources, &used) {
            return None;
        }
        fill_generic(sources, &units, &mut taken, &mut used, generic)?;
        Some(used)
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
                self.s.players[seat].pool[*mana as usize] -= 1;
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
                let spent = used.iter().filter(|m| **m == mana).count() as u16;
                self.s.players[seat].pool[mana as usize] += u16::from(exactly[mana as usize]).saturating_sub(spent);
            }
        } else if surplus > 0 {
            let mana = used.first().copied().unwrap_or_else(|| first_type(makes.free | makes.harmful));
            self.s.players[seat].pool[mana as usize] += surplus as u16;
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

/// A source whose mana is all of one type must not be used for two.
fn one_type_each(sources: &[Source], used: &[(u8, Mana)]) -> bool {
    sources.iter().enumerate().filter(|(_, s)| s.makes.exactly.is_none() && s.makes.units > 1).all(|(at, _)| {
        let mut types = used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m);
        types.next().is_none_or(|first| types.all(|m| m == first))
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
