//! What is announced first: how often an additional cost is paid, modes, and X (CR 601.2b).

use crate::cards::ability::{Ability, Cost, TargetSpec, Targets};
use crate::cards::card::{ExtraKind, Spree};
use crate::cards::effect::{Amount, Op};
use crate::game::decision::{Item, Need, NeedKind, Shape};
use crate::game::engine::Reader;
use crate::game::filter::Viewpoint;
use crate::game::mana::{ManaSources, UsedFor};
use crate::game::object::{Slot, Target};
use crate::game::pending_triggers::target_item;
use crate::game::price::Part;
use crate::turn::Seat;

use super::{Act, Filled};

/// A mana value that no object has more than.
const GREATEST_VALUE: u32 = 99;

impl Reader<'_, '_> {
    /// How often the additional cost is paid (CR 601.2b); no question when it can't be.
    pub(super) fn need_extra(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let extra = act.extra.filter(|_| filled.extra.is_none())?;
        let most = if extra.kind == ExtraKind::Multikicker { u8::MAX } else { 1 };
        let cost = self.cat.cost(extra.cost);
        if !self.rest_payable(seat, act.source, cost) {
            return None;
        }
        let mana_sources = self.sources_for(seat, act);
        let payable = |n: &u8| {
            let bill = act.price.with_extra(extra, *n, act.free).at(0);
            self.least_bent(seat, &mana_sources, bill, &[], cost.waterbend).is_some()
                || act.helped.is_some_and(|by| self.least_help(seat, &mana_sources, bill, by).is_some())
        };
        let mut max = (1..=most).take_while(payable).last()?;
        // CR 601.2c: as many targets more as it is kicked.
        let at = Viewpoint::of(seat, act.source);
        for (n, spec) in act.targets.iter().enumerate().filter(|(_, spec)| spec.exactly) {
            if spec.at_most.is_some_and(|n| self.cat.amount(n) == Amount::Kicked) {
                let mut found = Vec::new();
                self.candidates(spec, &at, &[], &[], &mut found);
                let before = act.targets.iter().take(n).filter(|other| other.kind == spec.kind).count();
                max = max.min(found.len().saturating_sub(before).min(u8::MAX.into()) as u8);
            }
        }
        if max == 0 {
            return None;
        }
        Some(Need { kind: NeedKind::Extra, shape: Shape::Number { min: 0, max: max.into() } })
    }

    /// CR 700.2a: modes are chosen before targets; one without a legal target can't be.
    pub(super) fn need_modes(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let modes = act.modes.filter(|_| filled.modes == 0)?;
        let measured = modes.of.iter().any(|(_, targets)| self.is_measured_by_x(targets));
        let x = if measured { self.greatest_x(seat, act, filled) as i32 } else { 0 };
        let at = Viewpoint { x, ..Viewpoint::of(seat, act.source) };
        let open = |n: &usize| {
            let mut conditions = modes.only_if.iter().filter(|(mode, _)| usize::from(*mode) == *n);
            conditions.all(|(_, condition)| self.holds(*condition, &at))
        };
        let possible =
            modes.of.iter().enumerate().filter(|(n, (_, targets))| open(n) && self.has_targets(targets, &at));
        let options: Vec<Item> = possible.map(|(n, _)| Item::Mode(n as u8)).collect();
        if let Some(spree) = &modes.spree {
            return Some(self.need_spree(seat, act, spree, options));
        }
        let entwined = filled.extra.unwrap_or(0) > 0 && act.extra.is_some_and(|e| e.kind == ExtraKind::Entwine);
        let all = options.len() as u16;
        let n = if entwined { all } else { u16::from(modes.choose) };
        let (min, max) =
            if entwined || modes.at_least == modes.choose { (n, n) } else { (u16::from(modes.at_least), n.min(all)) };
        Some(Need { kind: NeedKind::Mode, shape: Shape::Some { options, min, max } })
    }

    /// CR 702.172a: one or more modes, each of which could be paid for by itself.
    fn need_spree(&self, seat: Seat, act: &Act<'_>, spree: &Spree, mut options: Vec<Item>) -> Need {
        let mana_sources = self.sources_for(seat, act);
        options.retain(|mode| {
            let chosen = if let Item::Mode(n) = mode { 1 << n } else { 0 };
            mana_sources.can_pay(act.price.with_modes(spree, chosen, act.free).at(0), &[])
        });
        let max = options.len() as u16;
        Need { kind: NeedKind::Mode, shape: Shape::Some { options, min: 1, max } }
    }

    /// Whether what may be targeted depends on X, which is chosen before (CR 601.2b, 601.2c).
    fn is_measured_by_x(&self, targets: &Targets) -> bool {
        let measured = |spec: &TargetSpec| spec.kind.filter().is_some_and(|id| self.cat.filter(id).is_measured_by_x());
        targets.iter().any(measured)
    }

    /// Whether X must be the mana value of the only target: then that target says what X is.
    fn is_x_of_target(&self, act: &Act<'_>) -> bool {
        let equals = |spec: &TargetSpec| spec.kind.filter().is_some_and(|id| self.cat.filter(id).equals_x);
        act.modes.is_none() && matches!(act.targets.as_slice(), [only] if !only.many && !only.optional && equals(only))
    }

    /// The target of a spell or ability whose X is the mana value of it: what could be one with some X that can be paid for.
    pub(super) fn need_target_of_x(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let spec = act.targets.first().filter(|_| filled.aimed == 0 && self.is_x_of_target(act))?;
        let mut options = Vec::new();
        for x in 0..=self.greatest_x(seat, act, filled).min(GREATEST_VALUE) as i32 {
            let mut found = Vec::new();
            self.candidates(spec, &Viewpoint { x, ..Viewpoint::of(seat, act.source) }, &[], &[], &mut found);
            options.extend(found.into_iter().map(target_item));
        }
        Some(Need { kind: NeedKind::Target, shape: Shape::One(options) })
    }

    /// The X by which targets are looked for before it is chosen: the greatest, as the greater it is the more may be targeted.
    pub(in crate::game) fn x_for_targets<'t>(
        &self,
        seat: Seat,
        item: Item,
        targets: impl IntoIterator<Item = &'t Targets>,
    ) -> i32 {
        if !targets.into_iter().any(|targets| self.is_measured_by_x(targets)) {
            return 0;
        }
        let Some(act) = self.act_of(seat, item) else { return 0 };
        let greatest = self.greatest_x(seat, &act, &Filled::default()) as i32;
        if self.is_x_of_target(&act) {
            let fits = |x: &i32| self.has_targets(act.targets, &Viewpoint { x: *x, ..Viewpoint::of(seat, act.source) });
            return (0..=greatest.min(GREATEST_VALUE as i32)).find(fits).unwrap_or(0);
        }
        greatest
    }

    pub(super) fn need_x(&self, seat: Seat, item: Item, act: &Act<'_>, filled: &Filled) -> Need {
        let max = self.greatest_x(seat, act, filled) as i32;
        // CR 702.62a: the X of suspend can't be 0.
        let mut min = i32::from(matches!(item, Item::Suspend(_)));
        // CR 601.2c: less than the least with which there are targets it can't be.
        let all: Vec<&Targets> = match act.modes {
            Some(modes) => modes.chosen(filled.modes).map(|(_, targets)| targets).collect(),
            None => vec![act.targets],
        };
        if self.is_x_of_target(act)
            && let Some(Some(Target::Object(target))) = filled.targets.first()
        {
            let x = self.mana_value(*target);
            return Need { kind: NeedKind::X, shape: Shape::Number { min: x, max: x } };
        }
        if all.iter().any(|targets| self.is_measured_by_x(targets)) {
            let at = |x| Viewpoint { x, ..Viewpoint::of(seat, act.source) };
            let fits = |x: &i32| all.iter().all(|targets| self.has_targets(targets, &at(*x)));
            min = (min..=max).find(fits).unwrap_or(max);
        }
        let max = self.x_allowed(item).map_or(max, |most| max.min(most));
        Need { kind: NeedKind::X, shape: Shape::Number { min: min.min(max), max } }
    }

    /// The greatest X that can be paid for.
    fn greatest_x(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> u32 {
        let (mana_sources, price) = (self.sources_for(seat, act), self.price_of(act, filled));
        let helpers = act.helped.map_or(0, |by| self.helpers(seat, &mana_sources, by).len());
        // CR 601.2b, 702.66a: cards in the graveyard pay for X as well.
        let delved = if act.delve { self.delvable(seat, act.source).count() } else { 0 };
        let beyond_mana = (helpers + delved).min(u16::MAX.into()) as u16;
        let (mut max, mut too_much) = (0, u32::from(price.most(mana_sources.total.saturating_add(beyond_mana))) + 1);
        while max + 1 < too_much {
            let x = max.midpoint(too_much);
            let bill = price.at(x as u16).less(delved);
            let payable = match act.helped {
                Some(by) => self.least_help(seat, &mana_sources, bill, by).is_some(),
                None => mana_sources.can_pay(bill, act.except.as_slice()),
            };
            if payable { max = x } else { too_much = x }
        }
        // CR 601.2c: X targets are as many as there are at most.
        let at = Viewpoint::of(seat, act.source);
        for spec in act.targets.iter().filter(|spec| spec.exactly) {
            if spec.at_most.is_some_and(|n| self.cat.amount(n) == Amount::X) {
                let mut found = Vec::new();
                self.candidates(spec, &at, &[], &[], &mut found);
                max = max.min(found.len() as u32);
            }
        }
        if let UsedFor::Spell(id, how) = act.used_for
            && let Some(most) = self.barred_above(seat, id, how)
        {
            let printed = self.as_cast(id, how).map_or(0, |spell| i32::from(self.cat.card(spell.card).mana_value));
            max = max.min((most - printed).max(0) as u32 / u32::from(act.price.xs.max(1)));
        }
        if let Some(most) = act.cost.and_then(|cost| self.most_x(seat, act, cost, &mana_sources)) {
            max = if act.price.xs > 0 { max.min(most) } else { most };
        }
        max
    }

    /// How much an effect lets X of what it asks for be at most.
    fn x_allowed(&self, item: Item) -> Option<i32> {
        let frame = self.s.frames.last().filter(|_| item == Item::Yes)?;
        let Op::MayPay { most: Some(most), .. } = self.cat.op(frame.at) else { return None };
        Some(self.amount(most, &Viewpoint::frame(frame)).max(0))
    }

    /// CR 118.3, 119.4: no more life, counters and permanents than there are, nor what its mana is made of.
    fn most_x(&self, seat: Seat, act: &Act<'_>, cost: &Cost, mana_sources: &ManaSources) -> Option<u32> {
        let life = cost.life_x.then(|| self.s.players[seat].life.max(0) as u32);
        let counters = cost.remove_x.map(|kind| u32::from(self.s.counters_on(act.source.slot, kind)));
        let given = cost.sacrifice_x.map(|filter| {
            let mut there = self.payable_with(seat, act.source, Part::Sacrifice(filter));
            there.sort_by_key(|id| mana_sources.usefulness(id.slot));
            let bill = act.price.at(0);
            let left = |n: &usize| {
                let except = there[..*n].iter().map(|id| id.slot).filter(|slot| self.spends_itself(*slot));
                mana_sources.can_pay(bill, &except.chain(act.except).collect::<Vec<Slot>>())
            };
            (0..=there.len().min(u8::MAX.into())).rev().find(left).unwrap_or(0) as u32
        });
        [life, counters, given].into_iter().flatten().min()
    }

    /// Whether it is given up for the mana that it makes.
    fn spends_itself(&self, slot: Slot) -> bool {
        self.cat.card(self.s.object(slot).card).abilities.iter().any(|ability| match self.cat.ability(*ability) {
            Ability::Mana(mana) => self.cat.cost(mana.cost).sacrifice_source,
            _ => false,
        })
    }

    /// What is sacrificed for X and can't be given up for mana besides.
    pub(crate) fn spent_for_x(&self, cost: &Cost, filled: &Filled) -> Vec<Slot> {
        let n = if cost.sacrifice_x.is_some() { (filled.x - 1).max(0) as usize } else { 0 };
        filled.costs.iter().take(n).map(|id| id.slot).filter(|slot| self.spends_itself(*slot)).collect()
    }
}
