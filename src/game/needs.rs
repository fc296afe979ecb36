//! What an act needs before it is complete (CR 601.2b to 601.2h): how often it is kicked, its modes, X, what is sacrificed
//! and the like, targets, a type of mana. An agent fills one need after another.

use std::borrow::Cow;

use crate::cards::ability::{Ability, Cost, Makes, TargetSpec, Targets};
use crate::cards::card::{Card, Extra, ExtraKind, Modes, Spree, Strive};
use crate::cards::effect::{AbilityId, Amount, AskedFor, CostId, How, Op};
use crate::turn::Seat;

use super::convoke::Helped;
use super::decision::{Choice, DecisionKind, IllegalChoice, Item, Need, NeedKind, Shape};
use super::engine::Reader;
use super::filter::Viewpoint;
use super::mana::{Bill, ManaSources, UsedFor};
use super::object::{ObjectId, Slot, Target};
use super::pending_triggers::{item_target, same_kind, target_item};
use super::price::{Part, Price, parts_at};
use super::state::{Chosen, Resume};

/// What was filled so far, read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filled {
    /// One more than X, so that 0 means "not yet".
    pub(crate) x: i32,
    /// How often the optional additional cost is paid.
    pub(crate) extra: Option<u8>,
    /// The modes chosen, as bits.
    pub(crate) modes: u16,
    pub(crate) costs: Vec<ObjectId>,
    /// All who crew have been chosen.
    crewed: bool,
    /// Cards exiled from the graveyard for generic mana (CR 702.66).
    pub(crate) delved: Option<Vec<ObjectId>>,
    /// Artifacts and creatures tapped for generic mana (CR 701.67).
    pub(crate) bent: Option<Vec<ObjectId>>,
    pub(crate) mana: Option<crate::cards::mana::Mana>,
    pub(crate) targets: Chosen,
    /// How many needs for targets have been filled.
    aimed: usize,
}

/// What an act is, as far as its needs go.
#[derive(Clone, Copy)]
struct Act<'c> {
    price: Price<'c>,
    cost: Option<&'c Cost>,
    extra: Option<&'c Extra>,
    modes: Option<&'c Modes>,
    /// It is cast without paying its mana cost.
    free: bool,
    delve: bool,
    /// What may be tapped for its mana.
    helped: Option<Helped>,
    /// What each target beyond the first adds to the cost.
    per_target: u8,
    /// The same, of strive.
    strive: Option<&'c Strive>,
    /// Who casts it, where what it targets changes what it costs.
    aims: Option<Seat>,
    targets: &'c Targets,
    source: ObjectId,
    except: Option<Slot>,
    /// What mana is spent on.
    used_for: UsedFor,
}

/// A mana value that no object has more than.
const GREATEST_VALUE: u32 = 99;

static NO_TARGETS: Targets = Targets::new_const();

impl<'c> Act<'c> {
    /// Nothing but a price: a special action.
    fn of(source: ObjectId, price: Price<'c>) -> Act<'c> {
        Act {
            price,
            cost: None,
            extra: None,
            modes: None,
            free: false,
            delve: false,
            helped: None,
            per_target: 0,
            strive: None,
            aims: None,
            targets: &NO_TARGETS,
            source,
            except: None,
            used_for: UsedFor::Other,
        }
    }

    /// Whether more targets cost more.
    const fn minds_targets(&self) -> bool {
        self.per_target > 0 || self.strive.is_some()
    }

    /// The price with so many targets beyond the first.
    fn aimed(&self, price: Price<'c>, beyond: usize) -> Price<'c> {
        let price = price.changed(i32::from(self.per_target) * beyond as i32);
        self.strive.map_or(price, |strive| price.with_targets(strive, beyond, self.free))
    }
}

impl Reader<'_, '_> {
    /// Every need of the act must be filled by a fitting answer, and nothing more may be given.
    pub(crate) fn judge_fills(&self, seat: Seat, item: Item, fills: &[Choice]) -> Result<(), IllegalChoice> {
        for at in 0..fills.len() {
            let need = self.need(seat, item, &fills[..at])?.ok_or(IllegalChoice::Unfilled)?;
            need.shape.fits(&fills[at])?;
        }
        if self.need(seat, item, fills)?.is_some() {
            return Err(IllegalChoice::Unfilled);
        }
        if self.is_payable(seat, item, fills) { Ok(()) } else { Err(IllegalChoice::BrokenConstraint) }
    }

    /// Whether mana can be paid with what was chosen: what is tapped as a cost makes none, and targets may cost more.
    pub(crate) fn is_payable(&self, seat: Seat, item: Item, fills: &[Choice]) -> bool {
        if self.is_bare(item) {
            return true;
        }
        let Some(act) = self.act_of(seat, item) else { return true };
        let spree = act.modes.is_some_and(|modes| modes.spree.is_some());
        let plain = act.cost.is_none_or(|c| c.tap_others.is_none() && c.sacrifice_x.is_none())
            && !act.minds_targets()
            && act.aims.is_none()
            && !act.delve
            && act.helped.is_none()
            && !spree;
        let bends = |cost: &Cost| cost.waterbend > 0;
        let plain = plain && !act.cost.is_some_and(bends) && !act.extra.is_some_and(|e| bends(self.cat.cost(e.cost)));
        if plain {
            return true;
        }
        let Some(filled) = self.read_fills(seat, item, fills) else { return false };
        let mut except = act.cost.map_or_else(Vec::new, |cost| tapped_for(cost, act.source, &filled));
        except.extend(act.cost.map(|cost| self.spent_for_x(cost, &filled)).into_iter().flatten());
        except.extend(filled.bent.iter().flatten().map(|id| id.slot));
        let sources = self.sources_for(seat, &act);
        if let Some(by) = act.helped {
            let bent = filled.bent.as_deref().unwrap_or_default();
            return self.helped_bill(&sources, self.bill(&act, &filled), &except, bent, by).is_some();
        }
        sources.can_pay(self.bill(&act, &filled), &except)
    }

    /// The common case, told quickly: a spell for whose casting nothing is chosen.
    fn is_bare(&self, item: Item) -> bool {
        let Item::Cast(id) = item else { return false };
        self.s.get(id).is_some_and(|object| self.cat.card(object.card).has & Card::BARE != 0)
    }

    /// The next thing an act needs, given what has been filled.
    pub(crate) fn need(&self, seat: Seat, item: Item, fills: &[Choice]) -> Result<Option<Need>, IllegalChoice> {
        if self.is_bare(item) {
            return Ok(None);
        }
        let Some(act) = self.act_of(seat, item) else { return Ok(None) };
        let mut filled = Filled::default();
        let mut fills = fills.iter();
        loop {
            let Some(need) = self.next_unfilled(seat, item, &act, &filled) else { return Ok(None) };
            let Some(fill) = fills.next() else { return Ok(Some(need)) };
            need.shape.fits(fill)?;
            take_fill(&act, &need, fill, &mut filled);
        }
    }

    /// All fills of an act, read; `None` when they don't fit, or when some are missing.
    pub(crate) fn read_fills(&self, seat: Seat, item: Item, fills: &[Choice]) -> Option<Filled> {
        if fills.is_empty()
            && (self.is_bare(item) || matches!(item, Item::PlayLand(_) | Item::PlayLandBack(_) | Item::Foretell(_)))
        {
            return Some(Filled::default());
        }
        let act = self.act_of(seat, item)?;
        let mut filled = Filled::default();
        for fill in fills {
            let need = self.next_unfilled(seat, item, &act, &filled)?;
            need.shape.fits(fill).ok()?;
            take_fill(&act, &need, fill, &mut filled);
        }
        self.next_unfilled(seat, item, &act, &filled).is_none().then_some(filled)
    }

    /// What a spell costs in mana, all choices made, and the part of its cost that is not mana.
    pub(crate) fn spell_to_pay(
        &self,
        seat: Seat,
        id: ObjectId,
        how: How,
        filled: &Filled,
    ) -> Option<(Bill<'_>, Option<&Cost>)> {
        let act = self.spell_act(seat, id, how)?;
        Some((self.bill(&act, filled), self.cost_of(&act, filled)))
    }

    fn bill<'c>(&self, act: &Act<'c>, filled: &Filled) -> Bill<'c>
    where
        Self: 'c,
    {
        let beyond = filled.targets.len().saturating_sub(1);
        let taken = |objects: &Option<Vec<ObjectId>>| objects.as_ref().map_or(0, |objects| objects.len() as i32);
        let bent = if act.helped.is_some() { 0 } else { taken(&filled.bent) };
        let less = taken(&filled.delved) + bent;
        let by_targets = match (act.aims, act.used_for) {
            (Some(seat), UsedFor::Spell(id, how)) => {
                self.change_by_targets(&self.cost_changes(seat), seat, (id, how), &filled.targets)
            }
            _ => 0,
        };
        let price = act.aimed(self.price_of(act, filled), beyond).changed(by_targets);
        let bill = price.at((filled.x - 1).max(0) as u16);
        Bill { generic: bill.generic.saturating_sub(less as u32), ..bill }
    }

    /// The price once it is known how often the additional cost is paid.
    fn price_of<'c>(&self, act: &Act<'c>, filled: &Filled) -> Price<'c> {
        if let Some(spree) = act.modes.and_then(|modes| modes.spree.as_ref()) {
            return act.price.with_modes(spree, filled.modes, act.free);
        }
        match act.extra {
            Some(extra) => act.price.with_extra(extra, &self.cat.cost(extra.cost).mana, filled.extra.unwrap_or(0)),
            None => act.price,
        }
    }

    fn cost_of<'c>(&'c self, act: &Act<'c>, filled: &Filled) -> Option<&'c Cost> {
        let extra = act.extra.filter(|_| filled.extra.unwrap_or(0) > 0);
        act.cost.or_else(|| extra.map(|e| self.cat.cost(e.cost)))
    }

    fn act_of(&self, seat: Seat, item: Item) -> Option<Act<'_>> {
        match item {
            Item::Cast(id) => self.spell_act(seat, id, How::Printed),
            Item::CastWith(id, how) => self.spell_act(seat, id, how),
            Item::CastFree(id) => self.spell_act(seat, id, How::Free),
            Item::TurnUp(id) => {
                let cost = self.turn_up_cost(id.slot)?;
                Some(Act::of(id, Price::plain(cost)))
            }
            Item::Suspend(id) => {
                let suspend = self.cat.card(self.s.get(id)?.card).suspend.as_ref()?;
                Some(Act::of(id, Price::plain(&suspend.cost)))
            }
            Item::Activate(id, ability) => {
                let Ability::Activated(activated) = self.cat.ability(ability) else { return None };
                let act = self.ability_act(id, self.activation_cost(id, activated), &activated.targets);
                let less = self.activation_reduction(seat, id, activated);
                Some(Act { price: act.price.discounted(less), ..act })
            }
            Item::MakeMana(id, ability) => {
                let Ability::Mana(mana) = self.cat.ability(ability) else { return None };
                let act = self.ability_act(id, mana.cost, &NO_TARGETS);
                Some(Act { price: act.price.discounted(self.ability_discount(id, true)), ..act })
            }
            // Paying for an effect: what is asked stands in the effect in progress (CR 118.12).
            Item::Yes => {
                let asked = self
                    .s
                    .pending
                    .as_ref()
                    .is_none_or(|p| p.decision.kind == DecisionKind::Pay && p.resume == Resume::Frame);
                let frame = self.s.frames.last().filter(|_| asked)?;
                match self.cat.op(frame.at).asked_for() {
                    AskedFor::Cost { cost, .. } => {
                        let act = self.ability_act(frame.source, cost, &NO_TARGETS);
                        Some(Act { used_for: UsedFor::Cost(cost), ..act })
                    }
                    AskedFor::Generic { amount, .. } => {
                        let amount = self.amount(amount, &Viewpoint::frame(frame)).max(0);
                        Some(Act::of(frame.source, Price::nothing().changed(amount)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn spell_act(&self, seat: Seat, id: ObjectId, how: How) -> Option<Act<'_>> {
        let card = self.part_cast(self.cat.card(self.s.get(id)?.card), how);
        let spell = card.spell_cast(how);
        let cost = match how {
            How::Way(n) => Some(self.cat.cost(card.ways.get(usize::from(n))?.cost)),
            How::Printed | How::Free | How::Life | How::Back | How::BackFree => {
                card.additional.map(|cost| self.cat.cost(cost))
            }
            How::FaceDown => {
                let act = Act::of(id, self.spell_price(seat, id, how)?);
                return Some(Act { used_for: UsedFor::Spell(id, how), ..act });
            }
        };
        let changes = self.cost_changes(seat);
        Some(Act {
            price: self.spell_price_given(&changes, seat, id, how)?,
            cost,
            extra: card.extra.as_ref(),
            modes: spell.and_then(|s| s.modes.as_ref()),
            free: matches!(how, How::Free | How::Life | How::BackFree),
            delve: card.delve,
            helped: helped(card),
            per_target: self.per_target(card),
            strive: card.strive.as_ref(),
            aims: self.minds_targets(&changes, card).then_some(seat),
            targets: spell.map_or(&card.enchant, |s| &s.targets),
            source: id,
            except: None,
            used_for: UsedFor::Spell(id, how),
        })
    }

    fn ability_act<'a>(&'a self, id: ObjectId, cost: CostId, targets: &'a Targets) -> Act<'a> {
        let used_for = UsedFor::Ability(id, cost);
        let cost = self.cat.cost(cost);
        Act {
            price: Price::plain(&cost.mana),
            cost: Some(cost),
            extra: None,
            modes: None,
            free: false,
            delve: false,
            helped: None,
            per_target: 0,
            strive: None,
            aims: None,
            targets,
            source: id,
            except: cost.tap.then_some(id.slot),
            used_for,
        }
    }

    fn next_unfilled(&self, seat: Seat, item: Item, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let early = self
            .need_extra(seat, act, filled)
            .or_else(|| self.need_modes(seat, act, filled))
            .or_else(|| {
                let in_cost = act.cost.is_some_and(Cost::asks_x);
                ((act.price.xs > 0 || in_cost) && filled.x == 0).then(|| {
                    let target = self.need_target_of_x(seat, act, filled);
                    target.unwrap_or_else(|| self.need_x(seat, item, act, filled))
                })
            })
            .or_else(|| self.need_cost(seat, act, filled))
            .or_else(|| self.need_crew(seat, act, filled));
        if early.is_some() {
            return early;
        }
        match item {
            Item::MakeMana(id, ability) => self.need_mana(seat, id, ability, filled),
            _ => self
                .need_target(seat, act, filled)
                .or_else(|| self.need_delve(seat, act, filled))
                .or_else(|| self.need_bend(seat, act, filled)),
        }
    }

    /// What the act could be paid for with.
    fn sources_for(&self, seat: Seat, act: &Act<'_>) -> ManaSources {
        let all = self.mana_sources(seat);
        match self.usable(seat, &all, act.used_for) {
            Cow::Owned(usable) => usable,
            Cow::Borrowed(_) => all,
        }
    }

    /// How often the additional cost is paid (CR 601.2b); no question when it can't be.
    fn need_extra(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let extra = act.extra.filter(|_| filled.extra.is_none())?;
        let most = if extra.kind == ExtraKind::Multikicker { u8::MAX } else { 1 };
        let cost = self.cat.cost(extra.cost);
        if !self.rest_payable(seat, act.source, cost) {
            return None;
        }
        let mana_sources = self.sources_for(seat, act);
        let payable = |n: &u8| {
            let bill = act.price.with_extra(extra, &cost.mana, *n).at(0);
            self.least_bent(seat, &mana_sources, bill, &[], cost.waterbend).is_some()
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
    fn need_modes(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
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
    fn need_target_of_x(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
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
    pub(super) fn x_for_targets<'t>(
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

    fn need_x(&self, seat: Seat, item: Item, act: &Act<'_>, filled: &Filled) -> Need {
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
            let bill = price.at(x as u16);
            let bill = Bill { generic: bill.generic.saturating_sub(delved as u32), ..bill };
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

    fn need_cost(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let mut done = filled.costs.len();
        for (part, n) in parts_at(self.cost_of(act, filled)?, filled.x - 1) {
            if done < usize::from(n) {
                let options = self.payable_with(seat, act.source, part).into_iter().map(Item::Object).collect();
                let shape = Shape::Some { options, min: n.into(), max: n.into() };
                return Some(Need { kind: NeedKind::Cost, shape });
            }
            done -= usize::from(n);
        }
        None
    }

    /// Who crews (CR 702.122a): one after another until their power is enough, and then any others, so that whatever is
    /// chosen can be completed.
    fn need_crew(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let enough = i32::from(act.cost?.crew.filter(|_| !filled.crewed)?);
        let (chosen, left): (Vec<_>, Vec<_>) =
            self.crew_for(seat, act.source).partition(|(id, _)| filled.costs.contains(id));
        let there: i32 = chosen.iter().map(|(_, power)| power).sum();
        let reach: i32 = there + left.iter().map(|(_, power)| power.max(&0)).sum::<i32>();
        let short = there < enough;
        let fits = |power: i32| if short { reach + power.min(0) >= enough } else { power >= 0 };
        let fitting = left.into_iter().filter(|(_, power)| fits(*power));
        let options: Vec<Item> = fitting.map(|(id, _)| Item::Object(id)).collect();
        if options.is_empty() {
            return None;
        }
        let max = options.len() as u16;
        let shape = if short { Shape::One(options) } else { Shape::Some { options, min: 0, max } };
        Some(Need { kind: NeedKind::Cost, shape })
    }

    fn need_target(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let (specs, next) = match act.modes {
            Some(modes) => chosen_mode(modes, filled)?,
            None => (act.targets, filled.aimed),
        };
        let (spec, of) = self.next_target(specs, next, seat)?;
        let at = Viewpoint {
            x: filled.x - 1,
            targets: &filled.targets,
            kicked: act.extra.map(|_| filled.extra.unwrap_or(0)),
            ..Viewpoint::of(seat, act.source)
        };
        let missing = spec.only_if.is_some_and(|c| !self.holds(c, &at));
        let mut found = Vec::with_capacity(16);
        if !missing {
            let same = same_kind(specs, next.min(specs.len().saturating_sub(1)));
            let earlier = filled.targets.len().saturating_sub(next);
            self.candidates(spec, &at, &filled.targets[earlier..], &same, &mut found);
            found.retain(|target| of.is_none_or(|of| self.belongs_to(*target, of)));
        }
        let options: Vec<Item> = found.into_iter().map(target_item).collect();
        if spec.each_opponent {
            let min = u16::from(spec.exactly && !options.is_empty());
            return Some(Need { kind: NeedKind::Target, shape: Shape::Some { options, min, max: 1 } });
        }
        let mut max = if spec.many { self.most_targets(seat, act, filled, options.len()) } else { 1 };
        if let Some(at_most) = spec.at_most {
            let most = match self.cat.amount(at_most) {
                Amount::Kicked => filled.extra.unwrap_or(0).into(),
                _ => self.amount(at_most, &at).max(0),
            };
            max = max.min(most.min(u16::MAX.into()) as u16);
        }
        let min = if spec.exactly { max.min(options.len().min(u16::MAX.into()) as u16) } else { 0 };
        let shape = if spec.optional { Shape::Some { options, min, max } } else { Shape::One(options) };
        Some(Need { kind: NeedKind::Target, shape })
    }

    /// What the next target must be after so many, and whose where there is one for each opponent, in turn order.
    pub(crate) fn next_target<'t>(
        &self,
        specs: &'t Targets,
        next: usize,
        you: Seat,
    ) -> Option<(&'t TargetSpec, Option<Seat>)> {
        if let Some(spec) = specs.get(next).filter(|spec| !spec.each_opponent) {
            return Some((spec, None));
        }
        let spec = specs.last().filter(|spec| spec.each_opponent)?;
        let nth = (next + 1).checked_sub(specs.len())?;
        let mut opponents = self.s.turns.apnap().filter(|seat| self.s.turns.are_opponents(*seat, you));
        opponents.nth(nth).map(|of| (spec, Some(of)))
    }

    /// Whether the player controls that permanent, or has that card in their graveyard.
    pub(crate) fn belongs_to(&self, target: Target, of: Seat) -> bool {
        match target {
            Target::Object(id) => self.s.get(id).is_some_and(|object| object.controller == of),
            Target::Player(_) => false,
        }
    }

    /// "Any number of targets", as far as their cost can be paid (CR 601.2f).
    fn most_targets(&self, seat: Seat, act: &Act<'_>, filled: &Filled, options: usize) -> u16 {
        let options = options.min(u16::MAX.into()) as u16;
        if !act.minds_targets() {
            return options;
        }
        let (mana_sources, price) = (self.sources_for(seat, act), self.price_of(act, filled));
        let x = (filled.x - 1).max(0) as u16;
        let most = act.strive.map_or(options, |strive| strive.total.len() as u16);
        let payable = |n: &u16| *n < most && mana_sources.can_pay(act.aimed(price, usize::from(*n)).at(x), &[]);
        let beyond = (1..options).take_while(payable).last().unwrap_or(0);
        options.min(beyond + 1)
    }

    /// Cards of the graveyard for generic mana (CR 702.66a): at least as many as mana is short.
    fn need_delve(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        if filled.delved.is_none() && act.cost.is_some_and(|cost| cost.exile_graveyard) {
            let options: Vec<Item> = self.delvable(seat, act.source).map(Item::Object).collect();
            let max = options.len() as u16;
            return Some(Need { kind: NeedKind::Cost, shape: Shape::Some { options, min: 0, max } });
        }
        if !act.delve || filled.delved.is_some() {
            return None;
        }
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let options: Vec<Item> = self.delvable(seat, act.source).map(Item::Object).collect();
        let max = bill.generic.min(options.len() as u32);
        let least = (0..=max).find(|n| mana_sources.can_pay(Bill { generic: bill.generic - n, ..bill }, &[]))?;
        let shape = Shape::Some { options, min: least as u16, max: max as u16 };
        Some(Need { kind: NeedKind::Cost, shape })
    }

    /// Artifacts and creatures for generic mana (CR 701.67a): at least as many as mana is short, what is missed least first.
    fn need_bend(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        if let Some(by) = act.helped.filter(|_| filled.bent.is_none()) {
            return self.need_help(seat, act, filled, by);
        }
        let most = self.cost_of(act, filled).map_or(0, |cost| cost.waterbend);
        if most == 0 || filled.bent.is_some() {
            return None;
        }
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let except = act.cost.map_or_else(Vec::new, |cost| tapped_for(cost, act.source, filled));
        let least = self.least_bent(seat, &mana_sources, bill, &except, most)?;
        let options: Vec<Item> = self.bendable(seat, &mana_sources, &except).into_iter().map(Item::Object).collect();
        let max = u32::from(most).min(bill.generic).min(options.len() as u32) as u16;
        let shape = Shape::Some { options, min: least, max };
        (max > 0).then_some(Need { kind: NeedKind::Waterbend, shape })
    }

    /// What is tapped for a spell with convoke or improvise: at least as many as mana is short, those that do first.
    fn need_help(&self, seat: Seat, act: &Act<'_>, filled: &Filled, by: Helped) -> Option<Need> {
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let least = self.least_help(seat, &mana_sources, bill, by)?;
        let mut all = self.helpers(seat, &mana_sources, by);
        all.retain(|id| !least.contains(id));
        let min = least.len() as u16;
        let options: Vec<Item> = least.into_iter().chain(all).map(Item::Object).collect();
        let most = if by == Helped::Artifacts { bill.generic } else { bill.least() };
        let max = most.min(options.len() as u32) as u16;
        (max > 0).then_some(Need { kind: NeedKind::Waterbend, shape: Shape::Some { options, min, max } })
    }

    /// What can be exiled for a spell with delve.
    pub(crate) fn delvable(&self, seat: Seat, spell: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.s.players[seat].graveyard.iter().map(|slot| self.s.id(*slot)).filter(move |id| *id != spell)
    }

    fn need_mana(&self, seat: Seat, id: ObjectId, ability: AbilityId, filled: &Filled) -> Option<Need> {
        let Ability::Mana(mana) = self.cat.ability(ability) else { return None };
        let types = self.could_make(mana.makes, seat, id);
        let exactly = matches!(mana.makes, Makes::Exactly(_) | Makes::EachColourAmong(_) | Makes::Mixed(..));
        if exactly || filled.mana.is_some() || types.bits().count_ones() < 2 || self.s.get(id).is_none() {
            return None;
        }
        let all = crate::cards::mana::Mana::ALL.into_iter().filter(|m| types.contains(m.set()));
        Some(Need { kind: NeedKind::Mana, shape: Shape::One(all.map(Item::Mana).collect()) })
    }

    /// CR 601.2c: every target that is not optional must have a legal choice.
    pub(crate) fn has_targets(&self, targets: &Targets, at: &Viewpoint<'_>) -> bool {
        let mut chosen = arrayvec::ArrayVec::<_, 6>::new();
        targets.iter().enumerate().all(|(n, spec)| {
            if spec.optional {
                chosen.push(None);
                return self.has_conditional(targets, spec, at);
            }
            let taken =
                |t| chosen.iter().zip(targets).any(|(other, of)| of.kind == targets[n].kind && *other == Some(t));
            let first = self.find_candidate(spec, at, |t| !taken(t));
            chosen.push(first);
            first.is_some()
        })
    }

    /// What must be targeted if something holds is there, or something that is targeted otherwise: by kicking, perhaps.
    fn has_conditional(&self, targets: &Targets, spec: &TargetSpec, at: &Viewpoint<'_>) -> bool {
        let there = |spec: &TargetSpec| self.find_candidate(spec, at, |_| true).is_some();
        let Some(condition) = spec.only_if.filter(|_| spec.exactly) else { return true };
        let otherwise = |other: &&TargetSpec| other.only_if.is_some_and(|c| !self.holds(c, at));
        !self.holds(condition, at) || there(spec) || targets.iter().filter(otherwise).any(there)
    }

    /// Whether a spell has something legal to be aimed at, in as many modes as it needs (CR 601.2c, 700.2a).
    pub(crate) fn spell_has_targets(&self, spell: &crate::cards::card::Spell, at: &Viewpoint<'_>) -> bool {
        match &spell.modes {
            Some(modes) => {
                let possible = modes.of.iter().filter(|(_, targets)| self.has_targets(targets, at)).count();
                possible >= usize::from(modes.at_least)
            }
            None => self.has_targets(&spell.targets, at),
        }
    }
}

/// The mode whose targets come next, and which of them is the next; `None` once all have been chosen.
fn chosen_mode<'c>(modes: &'c Modes, filled: &Filled) -> Option<(&'c Targets, usize)> {
    let mut before = filled.aimed;
    for (_, targets) in modes.chosen(filled.modes) {
        if before < targets.len() {
            return Some((targets, before));
        }
        before -= targets.len();
    }
    None
}

/// What may be tapped for the mana of a spell.
pub(crate) fn helped(card: &Card) -> Option<Helped> {
    if card.has & Card::CONVOKE != 0 {
        Some(Helped::Creatures)
    } else if card.has & Card::IMPROVISE != 0 {
        Some(Helped::Artifacts)
    } else {
        None
    }
}

/// Permanents that are tapped as a cost, and so make no mana for it.
pub(crate) fn tapped_for(cost: &Cost, source: ObjectId, filled: &Filled) -> Vec<Slot> {
    let others = cost.tap_others.map_or(0, |(_, n)| usize::from(n));
    let others = filled.costs.iter().rev().take(others).map(|id| id.slot);
    others.chain(cost.tap.then_some(source.slot)).collect()
}

/// Reads a fitting fill. X is kept one higher while it is being filled, so that 0 means "not yet".
fn take_fill(act: &Act<'_>, need: &Need, fill: &Choice, filled: &mut Filled) {
    let options = match &need.shape {
        Shape::One(options) | Shape::Some { options, .. } => options.as_slice(),
        _ => &[],
    };
    let indices: &[u16] = match fill {
        Choice::Some(indices) => indices,
        Choice::One(index, _) => std::slice::from_ref(index),
        _ => &[],
    };
    let items = indices.iter().filter_map(|i| options.get(usize::from(*i)).copied());
    let objects = |items: &mut dyn Iterator<Item = Item>| -> Vec<ObjectId> {
        items.filter_map(|i| if let Item::Object(id) = i { Some(id) } else { None }).collect()
    };
    match (need.kind, fill) {
        (NeedKind::X, Choice::Number(x)) => filled.x = x + 1,
        (NeedKind::Extra, Choice::Number(n)) => filled.extra = Some((*n).clamp(0, u8::MAX.into()) as u8),
        (NeedKind::X | NeedKind::Extra, _) => {}
        (NeedKind::Mode, _) => {
            filled.modes = items.fold(0, |bits, item| if let Item::Mode(n) = item { bits | 1 << n } else { bits });
        }
        (NeedKind::Target, _) => {
            filled.aimed += 1;
            let many = matches!(need.shape, Shape::Some { max, .. } if max != 1);
            let mut targets = items.filter_map(item_target).map(Some);
            match targets.next() {
                Some(first) => {
                    filled.targets.push(first);
                    filled.targets.extend(targets);
                }
                // What need not be chosen keeps its place; of any number none takes none.
                None if !many => filled.targets.push(None),
                None => {}
            }
        }
        (NeedKind::Cost, _) => {
            let mut items = items;
            let chosen = objects(&mut items);
            let all = act.cost.into_iter().flat_map(|cost| parts_at(cost, filled.x - 1));
            let wanted: usize = all.map(|(_, n): (Part, u8)| usize::from(n)).sum();
            // Crew: the last question is the one that takes any number.
            filled.crewed =
                act.cost.is_some_and(|cost| cost.crew.is_some()) && matches!(need.shape, Shape::Some { .. });
            let exiles = act.delve || act.cost.is_some_and(|cost| cost.exile_graveyard);
            if exiles && filled.costs.len() >= wanted {
                filled.delved = Some(chosen);
            } else {
                filled.costs.extend(chosen);
            }
        }
        (NeedKind::Waterbend, _) => {
            let mut items = items;
            filled.bent = Some(objects(&mut items));
        }
        (NeedKind::Mana, _) => {
            let mut items = items;
            filled.mana = items.find_map(|i| if let Item::Mana(m) = i { Some(m) } else { None });
        }
    }
}

/// How many of the targets belong to each spec: the last takes all that are left over when there may be any number.
pub(crate) fn spec_for(specs: &Targets, at: usize) -> Option<&TargetSpec> {
    specs.get(at).or_else(|| specs.last().filter(|spec| spec.many))
}
