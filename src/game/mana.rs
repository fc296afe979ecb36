//! Mana pools and automatic payment (CR 106, 601.2g, 601.2h).
//!
//! The planner is exact for sources that make one mana, and for the usual multiples: coloured symbols are matched with
//! units of mana by augmenting paths, so that a payable cost is never refused because a greedy choice went wrong.

use std::ops::Deref;

use crate::cards::ability::{Ability, Makes};
use crate::cards::card::Card;
use crate::cards::effect::AbilityId;
use crate::cards::mana::{Mana, ManaCost, ManaSet};
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
    /// How many mana one use makes.
    units: u8,
    /// Types it makes without any harm.
    free: ManaSet,
    /// Types it makes at a price (a pain land).
    harmful: ManaSet,
    /// All its mana is of one type of one's choice.
    same: bool,
    /// Makes these amounts rather than a choice.
    exactly: Option<[u8; 6]>,
    /// Generic mana its activation costs (a Signet).
    costs: u8,
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

/// How to pay: which unit of mana is used as which type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Payment {
    sources: Vec<Source>,
    used: Vec<(u8, Mana)>,
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// How many mana the seat could have at most, floating mana included.
    pub(crate) fn mana_available(&self, seat: Seat) -> u16 {
        let pool: u16 = self.s.players[seat].pool.iter().sum();
        let mut sources = Vec::with_capacity(24);
        self.mana_sources(seat, None, &mut sources);
        pool + sources.iter().map(|s| u16::from(s.units.saturating_sub(s.costs))).sum::<u16>()
    }

    fn mana_sources(&self, seat: Seat, except: Option<Slot>, sources: &mut Vec<Source>) {
        for slot in self.s.battlefield.iter().copied() {
            let object = self.s.object(slot);
            if object.controller != seat || object.is(Status::TAPPED) || Some(slot) == except {
                continue;
            }
            let card = self.cat.card(object.card);
            if card.has & Card::MANA != 0
                && !(object.is(Status::SICK)
                    && minds_sickness(object.types)
                    && !object.has(crate::cards::keyword::Keywords::HASTE))
                && let Some(source) = self.source(slot, object, card)
            {
                sources.push(source);
            }
        }
    }

    /// The mana abilities of a permanent that cost nothing but {T} and generic mana, as one source.
    fn source(&self, slot: Slot, object: &Object, card: &Card) -> Option<Source> {
        let mut source = Source {
            slot,
            units: 0,
            free: ManaSet::empty(),
            harmful: ManaSet::empty(),
            same: true,
            exactly: None,
            costs: 0,
        };
        for ability in &card.abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            let at = Viewpoint::of(object.controller, self.s.id(slot));
            if !self.is_automatic(*ability) || !mana.condition.is_none_or(|c| self.holds(c, &at)) {
                continue;
            }
            let types = self.could_make(mana.makes, object.controller);
            let units = match mana.makes {
                Makes::Exactly(n) => n.iter().sum(),
                Makes::OneOf(_, n) | Makes::Many(_, n) => self.amount(n, &at).clamp(0, 99) as u8,
                Makes::CommanderColour | Makes::OpponentsLandColour => 1,
            };
            if types.is_empty() || units < source.units {
                continue;
            }
            source.units = units;
            source.costs = self.cat.cost(mana.cost).mana.generic.min(99) as u8;
            if let Makes::Exactly(n) = mana.makes
                && types.bits().count_ones() > 1
            {
                source.exactly = Some(n);
            }
            if mana.then.is_some() {
                source.harmful |= types;
            } else {
                source.free |= types;
            }
        }
        source.harmful &= !source.free;
        (source.units > 0).then_some(source)
    }

    /// Whether automatic payment may use the ability: {T}, perhaps generic mana, nothing else.
    pub(crate) fn is_automatic(&self, ability: AbilityId) -> bool {
        let Ability::Mana(mana) = self.cat.ability(ability) else { return false };
        let cost = self.cat.cost(mana.cost);
        cost.tap
            && !cost.sacrifice_source
            && !cost.exile_source
            && !cost.return_source
            && !cost.bottom_source
            && cost.sacrifice.is_none()
            && cost.life == 0
            && cost.remove_counters.is_none()
            && cost.discard == 0
            && cost.tap_others.is_none()
            && cost.mana.pips.is_empty()
    }

    /// Whether a mana ability has a consequence other than mana, so that it is a real choice to use it.
    pub(crate) fn mana_has_consequence(&self, ability: AbilityId) -> bool {
        match self.cat.ability(ability) {
            Ability::Mana(mana) => mana.then.is_some() || !self.is_automatic(ability),
            _ => false,
        }
    }

    /// A way to pay, or `None` when there is none. `except` is a permanent that must not be tapped for it.
    pub(crate) fn plan_payment(&self, seat: Seat, cost: &ManaCost, x: u16, except: Option<Slot>) -> Option<Payment> {
        let generic = usize::from(cost.generic) + usize::from(cost.x) * usize::from(x);
        if generic == 0 && cost.pips.is_empty() {
            return Some(Payment::default());
        }
        let mut sources = Vec::with_capacity(24);
        self.mana_sources(seat, except, &mut sources);
        // The least flexible first, converters last, so that greedy filling keeps what may be needed.
        sources.sort_by_key(|s| (s.costs, (s.free | s.harmful).bits().count_ones(), !s.harmful.is_empty(), s.slot));
        let converters = sources.iter().filter(|s| s.costs > 0).count();
        let plain = sources.len() - converters;
        (0..=converters).find_map(|extra| {
            let active = &sources[..plain + extra];
            let costs: usize = active.iter().map(|s| usize::from(s.costs)).sum();
            let used = self.match_units(seat, active, cost, generic + costs)?;
            Some(Payment { sources: active.to_vec(), used })
        })
    }

    fn match_units(&self, seat: Seat, sources: &[Source], cost: &ManaCost, generic: usize) -> Option<Vec<(u8, Mana)>> {
        let units = self.units(seat, sources);
        // The first converter must be fed by something else than itself.
        let feeds = |u: &Unit| u.source == POOL || sources[usize::from(u.source)].costs == 0;
        if sources.iter().any(|s| s.costs > 0) && !units.iter().any(feeds) {
            return None;
        }
        let mut generic = generic;
        let mut owner: Vec<Option<u8>> = vec![None; units.len()];
        for (at, pip) in cost.pips.iter().enumerate() {
            let mut seen = vec![false; units.len()];
            if !augment(at, &cost.pips, &units, &mut owner, &mut seen) {
                if pip.or_generic == 0 {
                    return None;
                }
                generic += usize::from(pip.or_generic);
            }
        }
        let mut used: Vec<(u8, Mana)> = Vec::with_capacity(generic + cost.pips.len());
        let mut taken = vec![false; units.len()];
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

    fn units(&self, seat: Seat, sources: &[Source]) -> Vec<Unit> {
        let mut units = Vec::with_capacity(32);
        for mana in Mana::ALL {
            let floating = self.s.players[seat].pool[mana as usize];
            let unit = Unit { source: POOL, types: mana.set(), harmful: ManaSet::empty() };
            units.extend(std::iter::repeat_n(unit, floating.into()));
        }
        for (at, source) in sources.iter().enumerate().take(usize::from(POOL)) {
            let at = at as u8;
            if let Some(exactly) = source.exactly {
                for mana in Mana::ALL {
                    let unit = Unit { source: at, types: mana.set(), harmful: ManaSet::empty() };
                    units.extend(std::iter::repeat_n(unit, exactly[mana as usize].into()));
                }
            } else {
                let unit = Unit { source: at, types: source.free | source.harmful, harmful: source.harmful };
                units.extend(std::iter::repeat_n(unit, source.units.into()));
            }
        }
        units
    }
}

impl Engine<'_> {
    /// Pays: taps what the payment uses; what is made but not used floats.
    pub(crate) fn pay(&mut self, seat: Seat, payment: &Payment) {
        for (at, source) in payment.sources.iter().enumerate() {
            let used: Vec<Mana> = payment.used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m).collect();
            if !used.is_empty() || source.costs > 0 {
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
        let surplus = usize::from(source.units).saturating_sub(used.len());
        if let Some(exactly) = source.exactly {
            for mana in Mana::ALL {
                let spent = used.iter().filter(|m| **m == mana).count() as u16;
                self.s.players[seat].pool[mana as usize] += u16::from(exactly[mana as usize]).saturating_sub(spent);
            }
        } else if surplus > 0 {
            let mana = used.first().copied().unwrap_or_else(|| first_type(source.free | source.harmful));
            self.s.players[seat].pool[mana as usize] += surplus as u16;
        }
        if let Some(mana) = used.first().filter(|m| source.harmful.contains(m.set())) {
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

/// Kuhn's algorithm: finds a unit for the pip, moving other pips if need be.
fn augment(
    pip: usize,
    pips: &[crate::cards::mana::Pip],
    units: &[Unit],
    owner: &mut [Option<u8>],
    seen: &mut [bool],
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
    sources.iter().enumerate().filter(|(_, s)| s.same && s.exactly.is_none() && s.units > 1).all(|(at, _)| {
        let mut types = used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m);
        types.next().is_none_or(|first| types.all(|m| m == first))
    })
}

/// Fills generic mana: what floats first, then the rest of sources in use, then new sources in order.
fn fill_generic(
    sources: &[Source],
    units: &[Unit],
    taken: &mut [bool],
    used: &mut Vec<(u8, Mana)>,
    mut generic: usize,
) -> Option<()> {
    for pass in 0..3 {
        for (at, unit) in units.iter().enumerate() {
            if generic == 0 {
                return Some(());
            }
            let in_use = unit.source != POOL
                && (sources[usize::from(unit.source)].costs > 0 || used.iter().any(|(s, _)| *s == unit.source));
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
