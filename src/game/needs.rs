//! What an act needs before it is complete (CR 601.2b to 601.2h): how often it is kicked, its modes, X, what is sacrificed
//! and the like, targets, a type of mana. An agent fills one need after another.
//!
//! | file | what |
//! |---|---|
//! | `announced` | additional costs, modes, X |
//! | `targets` | targets |
//! | `given_up` | what costs are paid with |

mod announced;
mod given_up;
mod targets;

use std::borrow::Cow;

use crate::cards::ability::{Ability, Cost, Targets};
use crate::cards::card::{Card, Extra, Modes, Strive};
use crate::cards::effect::{AskedFor, CostId, How};
use crate::turn::Seat;

use super::convoke::Helped;
use super::decision::{Choice, DecisionKind, IllegalChoice, Item, Need, NeedKind, Shape};
use super::engine::Reader;
use super::filter::Viewpoint;
use super::mana::{Bill, ManaSources, UsedFor};
use super::object::{ObjectId, Slot, Target};
use super::pending_triggers::item_target;
use super::price::{Part, Price, parts_at};
use super::state::{Chosen, Resume};

pub(crate) use given_up::{helped, tapped_for};
pub(crate) use targets::spec_for;

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
        if !self.affords_targets(seat, &act, filled.x, &filled.targets) {
            return false;
        }
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
        let Item::Cast(id, How::Printed) = item else { return false };
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

    /// Whether the player has the life that the spell costs for these targets (CR 601.2f).
    fn affords_targets(&self, seat: Seat, act: &Act<'_>, x: i32, targets: &[Option<Target>]) -> bool {
        let (Some(_), UsedFor::Spell(id, how)) = (act.aims, act.used_for) else { return true };
        let life = self.life_by_targets(&self.cost_changes(seat), (id, how), targets);
        let for_x = if act.cost.is_some_and(|cost| cost.life_x) { (x - 1).max(0) } else { 0 };
        life == 0 || self.can_pay_life(seat, life.saturating_add(for_x).saturating_add(self.own_life(seat, id, how)))
    }

    fn bill<'c>(&self, act: &Act<'c>, filled: &Filled) -> Bill<'c>
    where
        Self: 'c,
    {
        let beyond = filled.targets.len().saturating_sub(1);
        let taken = |objects: &Option<Vec<ObjectId>>| objects.as_ref().map_or(0, Vec::len);
        let bent = if act.helped.is_some() { 0 } else { taken(&filled.bent) };
        let less = taken(&filled.delved) + bent;
        let by_targets = match (act.aims, act.used_for) {
            (Some(seat), UsedFor::Spell(id, how)) => {
                self.change_by_targets(&self.cost_changes(seat), seat, (id, how), &filled.targets)
            }
            _ => 0,
        };
        let price = act.aimed(self.price_of(act, filled), beyond).changed(by_targets);
        price.at((filled.x - 1).max(0) as u16).less(less)
    }

    /// The price once it is known how often the additional cost is paid.
    fn price_of<'c>(&self, act: &Act<'c>, filled: &Filled) -> Price<'c> {
        if let Some(spree) = act.modes.and_then(|modes| modes.spree.as_ref()) {
            return act.price.with_modes(spree, filled.modes, act.free);
        }
        match act.extra {
            Some(extra) => act.price.with_extra(extra, filled.extra.unwrap_or(0), act.free),
            None => act.price,
        }
    }

    fn cost_of<'c>(&'c self, act: &Act<'c>, filled: &Filled) -> Option<&'c Cost> {
        let extra = act.extra.filter(|_| filled.extra.unwrap_or(0) > 0);
        act.cost.or_else(|| extra.map(|e| self.cat.cost(e.cost)))
    }

    fn act_of(&self, seat: Seat, item: Item) -> Option<Act<'_>> {
        match item {
            Item::Cast(id, how) => self.spell_act(seat, id, how),
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
            How::Way(_) | How::WayFree(_) => Some(self.cat.cost(card.way_cast(how)?.cost)),
            How::FaceDown => {
                let act = Act::of(id, self.spell_price(seat, id, how)?);
                return Some(Act { used_for: UsedFor::Spell(id, how), ..act });
            }
            _ => card.additional.map(|cost| self.cat.cost(cost)),
        };
        let changes = self.cost_changes(seat);
        Some(Act {
            price: self.spell_price_given(&changes, seat, id, how)?,
            cost,
            extra: card.extra.as_ref(),
            modes: spell.and_then(|s| s.modes.as_ref()),
            free: how.spares_mana_cost(),
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
