//! What spells cost (CR 601.2f, 118): mana costs and other ways to pay, commander tax, what makes spells cost more or less,
//! and whether costs other than mana can be paid.

use crate::cards::ability::{Ability, Activated, Cost, StaticEffect};
use crate::cards::card::{Card, CastFrom, Extra, Spree, Strive, WayKind};
use crate::cards::effect::{CostId, FilterId, How};
use crate::cards::mana::{ManaCost, ManaSet, Pip, SpentAs};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::cost_changes::CostChanges;
use super::engine::Reader;
use super::filter::Viewpoint;
use super::mana::{Bill, ManaSources, UsedFor};
use super::object::{Object, ObjectId, Slot, Status, Zone};

/// A mana cost before X is chosen: what reduces generic mana reduces X too (CR 601.2f, 107.3).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Price<'c> {
    pips: &'c [Pip],
    /// How many {X} symbols.
    pub(crate) xs: u8,
    /// Mana of which types alone may be spent on X.
    x_of: Option<ManaSet>,
    /// Generic mana without X; below zero when reductions are left over for X.
    generic: i32,
    /// So much generic mana less, as long as one mana is left.
    down_to_one: i32,
    /// So much mana at the least (CR 601.2f).
    least: u8,
    /// As what mana may be spent on it.
    spent_as: Option<SpentAs>,
}

/// How much less generic mana activating an ability costs (CR 601.2f, 602.2b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Discount {
    /// So much less.
    pub(crate) plain: i32,
    /// So much less besides, as long as one mana is left.
    pub(crate) down_to_one: i32,
}

impl<'c> Price<'c> {
    pub(crate) fn plain(printed: &'c ManaCost) -> Price<'c> {
        Price {
            generic: printed.generic.into(),
            xs: printed.x,
            x_of: printed.x_of,
            pips: &printed.pips,
            down_to_one: 0,
            least: 0,
            spent_as: None,
        }
    }

    pub(crate) const fn nothing() -> Price<'static> {
        Price { generic: 0, xs: 0, x_of: None, pips: &[], down_to_one: 0, least: 0, spent_as: None }
    }

    /// The same with the optional additional cost paid so many times; `free`: the mana cost is not paid (CR 118.9d).
    pub(crate) fn with_extra(self, extra: &'c Extra, times: u8, free: bool) -> Price<'c> {
        if times == 0 {
            return self;
        }
        let pips = if free { &extra.added.pips } else { &extra.total.pips };
        Price { generic: self.generic + i32::from(extra.added.generic) * i32::from(times), pips, ..self }
    }

    /// The same with those modes chosen, as bits; `free`: the mana cost is not paid.
    pub(crate) fn with_modes(self, spree: &'c Spree, chosen: u16, free: bool) -> Price<'c> {
        let chosen = usize::from(chosen);
        let (Some(added), Some(total)) = (spree.added.get(chosen), spree.total.get(chosen)) else { return self };
        let pips = if free { &added.pips } else { &total.pips };
        Price { generic: self.generic + i32::from(added.generic), pips, ..self }
    }

    /// The same with so many targets beyond the first; `free`: the mana cost is not paid.
    pub(crate) fn with_targets(self, strive: &'c Strive, beyond: usize, free: bool) -> Price<'c> {
        if beyond == 0 {
            return self;
        }
        let (Some(added), Some(total)) = (strive.added.get(beyond), strive.total.get(beyond)) else { return self };
        let pips = if free { &added.pips } else { &total.pips };
        Price { generic: self.generic.saturating_add(added.generic.into()), pips, ..self }
    }

    /// The same for so much generic mana more, or less.
    pub(crate) fn changed(self, by: i32) -> Price<'c> {
        Price { generic: self.generic.saturating_add(by), ..self }
    }

    /// The same for less.
    pub(crate) fn discounted(self, less: Discount) -> Price<'c> {
        let price = self.changed(-less.plain);
        Price { down_to_one: price.down_to_one.saturating_add(less.down_to_one), ..price }
    }

    /// The whole cost for that X.
    pub(crate) fn at(&self, x: u16) -> Bill<'c> {
        let in_x = i32::from(self.xs) * i32::from(x);
        let generic = (self.generic + in_x).max(0);
        let least = i32::from(self.pips.is_empty()).min(generic);
        let generic = generic - self.down_to_one.clamp(0, generic - least);
        let generic = generic.max(i32::from(self.least) - self.pips.len() as i32);
        // What makes it cost less takes mana off that may be spent freely, as long as there is some.
        let narrow = self.x_of.map(|types| (in_x.clamp(0, generic) as u32, types));
        Bill { generic: generic as u32, pips: self.pips, narrow }.spent_as(self.spent_as)
    }

    /// The greatest X that so much mana could pay for, whatever its types.
    pub(crate) fn most(&self, mana: u16) -> u16 {
        let left = (i32::from(mana) - self.generic + self.down_to_one).max(0) / i32::from(self.xs.max(1));
        left.min(u16::MAX.into()) as u16
    }
}

/// One part of a cost that is paid with objects of one's choice, in the order in which they are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Sacrifice(FilterId),
    Discard(Option<FilterId>),
    ExileFromHand(FilterId),
    ExileFromGraveyard(FilterId),
    Return(FilterId),
    Tap(FilterId),
    /// What grants the ability.
    Grantor,
}

/// The parts of a cost that are paid with objects, each with how many.
pub(crate) fn parts(cost: &Cost) -> impl Iterator<Item = (Part, u8)> {
    parts_at(cost, 0)
}

/// The same for that X.
pub(crate) fn parts_at(cost: &Cost, x: i32) -> impl Iterator<Item = (Part, u8)> {
    let x = x.clamp(0, u8::MAX.into()) as u8;
    let sacrifice_x = cost.sacrifice_x.map(|filter| (Part::Sacrifice(filter), x));
    let sacrifice = cost.sacrifice.map(|(filter, n)| (Part::Sacrifice(filter), n));
    let also = cost.sacrifice_also.map(|filter| (Part::Sacrifice(filter), 1));
    let discard = (cost.discard > 0).then_some((Part::Discard(cost.discard_only), cost.discard));
    let exile = cost.exile_from_hand.map(|(filter, n)| (Part::ExileFromHand(filter), n));
    let buried = cost.exile_from_graveyard.map(|(filter, n)| (Part::ExileFromGraveyard(filter), n));
    let back = cost.return_others.map(|(filter, n)| (Part::Return(filter), n));
    let grantor = cost.exile_grantor.then_some((Part::Grantor, 1));
    let tap = cost.tap_others.map(|(filter, n)| (Part::Tap(filter), n));
    [sacrifice_x, sacrifice, also, discard, exile, buried, back, grantor, tap].into_iter().flatten()
}

/// Generic mana for a face-down spell.
const FACE_DOWN_COST: i32 = 3;

impl Reader<'_, '_> {
    // ---- what a spell costs ----

    /// CR 601.2f: the mana cost, or what is paid instead, with commander tax and cost changes; increases and reductions of
    /// generic mana only.
    pub(crate) fn spell_price(&self, seat: Seat, id: ObjectId, how: How) -> Option<Price<'_>> {
        self.spell_price_given(&self.cost_changes(seat), seat, id, how)
    }

    /// The same, given what makes spells of the seat cost more or less now.
    pub(crate) fn spell_price_given(
        &self,
        changes: &CostChanges,
        seat: Seat,
        id: ObjectId,
        how: How,
    ) -> Option<Price<'_>> {
        let object = self.s.get(id)?;
        let whole = self.cat.card(object.card);
        let card = self.part_cast(whole, how);
        let mut price = match how {
            How::Printed | How::Back => Price::plain(card.cost.as_ref()?),
            How::Way(_) => Price::plain(&self.cat.cost(card.way_cast(how)?.cost).mana),
            How::Free | How::BackFree | How::WayFree(_) | How::Life | How::BackLife => Price::nothing(),
            How::FaceDown => {
                let object = self.as_face_down(object);
                let change = self.change_of(changes, id, &object);
                let cost = FACE_DOWN_COST + change + self.commander_tax(seat, id);
                return Some(Price { least: changes.least, ..Price::nothing().changed(cost) });
            }
        };
        price.generic += self.commander_tax(seat, id);
        if card.has & Card::STATICS != 0
            && let Some(instead) = self.costs_instead(seat, id, card).filter(|_| how.is_for_mana_cost())
        {
            price.generic += i32::from(instead.generic) - i32::from(card.cost.as_ref()?.generic);
            price.pips = &instead.pips;
        }
        let part = whole.part_cast(how).map(|part| self.as_face(object, part));
        let spell = part.as_ref().unwrap_or(object);
        price.generic += self.change_of(changes, id, spell);
        price.spent_as = self.spent_as(changes, seat, id, spell);
        if card.has & Card::STATICS != 0 {
            price.generic = price.generic.saturating_sub(self.own_reduction(seat, id, card));
        }
        price.least = changes.least;
        Some(price)
    }

    /// CR 903.8: what a commander costs more from the command zone.
    fn commander_tax(&self, seat: Seat, id: ObjectId) -> i32 {
        if self.s.object(id.slot).zone != Zone::Command {
            return 0;
        }
        let casts = self.s.players[seat].commanders.iter().find(|c| c.slot == id.slot).map_or(0, |c| c.casts);
        2 * i32::from(casts)
    }

    fn own_reduction(&self, seat: Seat, id: ObjectId, card: &Card) -> i32 {
        let at = Viewpoint { casting: true, ..Viewpoint::of(seat, id) };
        let reductions = card.abilities.iter().filter_map(|a| match self.cat.ability(*a) {
            Ability::Static(s) => match s.effect {
                StaticEffect::CostsLess(amount) => Some((s.condition, amount)),
                _ => None,
            },
            _ => None,
        });
        let applying = reductions.filter(|(condition, _)| condition.is_none_or(|c| self.holds(c, &at)));
        applying.map(|(_, amount)| self.amount(amount, &at)).sum()
    }

    /// What the spell costs instead of its mana cost, while that is so.
    fn costs_instead(&self, seat: Seat, id: ObjectId, card: &Card) -> Option<&ManaCost> {
        let at = Viewpoint::of(seat, id);
        card.abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Static(s) => match s.effect {
                StaticEffect::CostsInstead(cost) if s.condition.is_none_or(|c| self.holds(c, &at)) => {
                    Some(&self.cat.cost(cost).mana)
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// What each target beyond the first adds to the spell's own cost.
    pub(crate) fn per_target(&self, card: &Card) -> u8 {
        if card.has & Card::STATICS == 0 {
            return 0;
        }
        let each = card.abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Static(s) => match s.effect {
                StaticEffect::CostsMorePerTarget(n) => Some(n),
                _ => None,
            },
            _ => None,
        });
        each.unwrap_or(0)
    }

    /// The other ways to cast the card that are there where it may be cast.
    pub(crate) fn ways_of(&self, id: ObjectId, card: &Card) -> impl Iterator<Item = How> + use<'_> {
        self.ways_from(id, card, CastFrom::Anywhere)
    }

    /// Those that let it be cast from the graveyard or exile where it lies.
    pub(crate) fn ways_from_there(&self, id: ObjectId, card: &Card) -> impl Iterator<Item = How> + use<'_> {
        let in_exile = self.s.object(id.slot).zone == Zone::Exile;
        self.ways_from(id, card, if in_exile { CastFrom::Exile } else { CastFrom::Graveyard })
    }

    fn ways_from(&self, id: ObjectId, card: &Card, from: CastFrom) -> impl Iterator<Item = How> + use<'_> {
        // CR 702.102a.
        let fuses = self.s.object(id.slot).zone == Zone::Hand;
        let fits: arrayvec::ArrayVec<u8, 4> = card
            .ways
            .iter()
            .enumerate()
            .filter(|(_, way)| way.kind.from() == from && way.kind.at_priority() && self.is_open(id, way.kind))
            .filter(|(_, way)| fuses || way.kind != WayKind::Fuse)
            .map(|(n, _)| n as u8)
            .take(4)
            .collect();
        fits.into_iter().map(How::Way)
    }

    // ---- costs other than mana ----

    /// CR 118.3: a cost that can't be paid in full can't be paid.
    pub(crate) fn cost_payable(&self, seat: Seat, slot: Slot, cost: CostId) -> bool {
        self.cost_payable_from(seat, slot, cost, &mut None)
    }

    pub(crate) fn cost_payable_from(
        &self,
        seat: Seat,
        slot: Slot,
        cost: CostId,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        self.reduced_payable(seat, slot, cost, Discount::default(), mana_sources)
    }

    /// The same for less.
    pub(crate) fn reduced_payable(
        &self,
        seat: Seat,
        slot: Slot,
        cost: CostId,
        less: Discount,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        let used_for = UsedFor::Ability(self.s.id(slot), cost);
        let cost = self.cat.cost(cost);
        let object = self.s.object(slot);
        let id = self.s.id(slot);
        // CR 118.3.
        if cost.sacrifice_source && !object.can_be_sacrificed() {
            return false;
        }
        if cost.tap && (object.is(Status::TAPPED) || self.is_too_new_to_tap(slot, object)) {
            return false;
        }
        // CR 107.6, 302.6.
        if cost.untap && (!object.is(Status::TAPPED) || self.is_too_new_to_tap(slot, object)) {
            return false;
        }
        let counters = cost.remove_counters.is_none_or(|(kind, n)| self.s.counters_on(slot, kind) >= n.unwrap_or(1));
        let mut mana = || {
            let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
            let mana_sources = &*self.usable(seat, mana_sources, used_for);
            let bill = Price::plain(&cost.mana).discounted(less).at(0);
            let itself = [slot];
            let itself = if cost.tap { itself.as_slice() } else { &[] };
            if cost.waterbend > 0 {
                return self.least_bent(seat, mana_sources, bill, itself, cost.waterbend).is_some();
            }
            let Some((filter, n)) = cost.tap_others else { return mana_sources.can_pay(bill, itself) };
            let others = self.least_tapped(seat, id, filter, n, mana_sources);
            mana_sources.can_pay(bill, &itself.iter().copied().chain(others).collect::<Vec<Slot>>())
        };
        counters && (cost.mana.is_zero() || mana()) && self.rest_payable(seat, id, cost)
    }

    /// So many others that are tapped as a cost and leave the most mana: first what makes none, and then what makes the least
    /// of use.
    pub(super) fn least_tapped(
        &self,
        seat: Seat,
        id: ObjectId,
        filter: FilterId,
        n: u8,
        mana_sources: &ManaSources,
    ) -> Vec<Slot> {
        let mut others = self.payable_with(seat, id, Part::Tap(filter));
        others.sort_by_key(|other| mana_sources.usefulness(other.slot));
        others.iter().map(|other| other.slot).filter(|s| *s != id.slot).take(n.into()).collect()
    }

    /// What an activated ability of the object costs now: a power-up ability less in the turn in which its source entered.
    pub(crate) fn activation_cost(&self, id: ObjectId, activated: &Activated) -> CostId {
        match activated.power_up {
            Some(less) if self.s.this_turn.entered.contains(&id) => less,
            _ => activated.cost,
        }
    }

    /// The untapped artifacts and creatures that may be tapped for generic mana of a waterbend cost (CR 701.67a): first what
    /// makes no mana, and then what makes the least of use.
    pub(crate) fn bendable(&self, seat: Seat, mana_sources: &ManaSources, except: &[Slot]) -> Vec<ObjectId> {
        let theirs = self.s.battlefield.iter().copied().filter(|slot| {
            let object = self.s.object(*slot);
            object.controller == seat
                && object.types.intersects(Types::ARTIFACT | Types::CREATURE)
                && !object.is(Status::TAPPED)
                && !except.contains(slot)
        });
        let mut all: Vec<Slot> = theirs.collect();
        all.sort_by_key(|slot| mana_sources.usefulness(*slot));
        all.into_iter().map(|slot| self.s.id(slot)).collect()
    }

    /// For how much generic mana of the bill permanents must be tapped at the least, if it can be paid at all.
    pub(crate) fn least_bent(
        &self,
        seat: Seat,
        mana_sources: &ManaSources,
        bill: Bill<'_>,
        except: &[Slot],
        most: u16,
    ) -> Option<u16> {
        let bendable = self.bendable(seat, mana_sources, except);
        let most = u32::from(most).min(bill.generic).min(bendable.len() as u32) as u16;
        let payable = |n: &u16| {
            let tapped = bendable.iter().take((*n).into()).map(|id| id.slot);
            let except: Vec<Slot> = except.iter().copied().chain(tapped).collect();
            mana_sources.can_pay(Bill { generic: bill.generic - u32::from(*n), ..bill }, &except)
        };
        (0..=most).find(payable)
    }

    /// The untapped creatures that could crew the Vehicle, each with its power (CR 702.122a).
    pub(crate) fn crew_for(&self, seat: Seat, vehicle: ObjectId) -> impl Iterator<Item = (ObjectId, i32)> + '_ {
        let there = self.s.battlefield.iter().map(|slot| (self.s.id(*slot), self.s.object(*slot)));
        let able = move |(id, object): &(ObjectId, &Object)| {
            object.controller == seat && object.is_creature() && !object.is(Status::TAPPED) && *id != vehicle
        };
        there.filter(able).map(|(id, object)| (id, object.power.into()))
    }

    /// Whether their power is enough; those with less than none stay out of it.
    fn can_crew(&self, seat: Seat, vehicle: ObjectId, power: u8) -> bool {
        self.crew_for(seat, vehicle).map(|(_, power)| power.max(0)).sum::<i32>() >= power.into()
    }

    /// Everything of a cost that needs neither mana nor its source.
    pub(crate) fn rest_payable(&self, seat: Seat, id: ObjectId, cost: &Cost) -> bool {
        self.can_pay_life(seat, self.life_of(seat, id, cost))
            && i32::from(cost.energy) <= self.s.players[seat].energy
            && (cost.mill == 0 || self.can_mill(seat, cost.mill))
            && cost.crew.is_none_or(|power| self.can_crew(seat, id, power))
            && parts(cost).all(|(part, n)| self.is_there_to_pay(seat, id, part, n))
            && self.leaves_another(seat, id, cost).is_none_or(|leaving| !leaving.is_empty())
    }

    /// Of a cost that takes two sacrifices what may be the first, so that there is another one for the second.
    pub(crate) fn leaves_another(&self, seat: Seat, id: ObjectId, cost: &Cost) -> Option<Vec<ObjectId>> {
        let ((first, _), second) = cost.sacrifice.zip(cost.sacrifice_also)?;
        let [mut first, second] = [first, second].map(|filter| self.payable_with(seat, id, Part::Sacrifice(filter)));
        first.retain(|one| second.iter().any(|other| other != one));
        Some(first)
    }

    /// CR 701.17b: nobody mills more cards than their library has.
    fn can_mill(&self, seat: Seat, n: u8) -> bool {
        let player = &self.s.players[seat];
        player.endless || player.library.len() >= usize::from(n)
    }

    /// CR 119.4, 119.4b, 119.8: no life can be paid whatever the life total is.
    pub(crate) fn can_pay_life(&self, seat: Seat, life: i32) -> bool {
        life <= 0 || life <= self.s.players[seat].life && !self.is_life_locked(seat)
    }

    /// How much life the cost takes, X apart.
    pub(crate) fn life_of(&self, seat: Seat, id: ObjectId, cost: &Cost) -> i32 {
        // What the effect is about that asks for it.
        let asking = self.s.frames.last().filter(|frame| frame.source == id);
        let at = asking.map_or(Viewpoint::of(seat, id), |frame| Viewpoint { you: seat, ..Viewpoint::frame(frame) });
        let more = cost.life_amount.map_or(0, |n| self.amount(n, &at).max(0));
        i32::from(cost.life) + more
    }

    /// Whether the player has as many as that part takes.
    fn is_there_to_pay(&self, seat: Seat, source: ObjectId, part: Part, n: u8) -> bool {
        let at = Viewpoint::of(seat, source);
        let enough = |there: usize| there >= usize::from(n);
        match part {
            Part::Sacrifice(filter) => enough(self.sacrificed_to_pay(filter, &at).take(n.into()).count()),
            Part::Return(filter) => enough(self.permanents_to_pay(filter, false, &at).take(n.into()).count()),
            Part::Tap(filter) => enough(self.permanents_to_pay(filter, true, &at).take(n.into()).count()),
            Part::Discard(None) => enough(self.other_cards_in_hand(seat, source).take(n.into()).count()),
            Part::Discard(Some(_)) | Part::ExileFromHand(_) | Part::ExileFromGraveyard(_) | Part::Grantor => {
                enough(self.payable_with(seat, source, part).len())
            }
        }
    }

    fn permanents_to_pay<'a>(
        &'a self,
        filter: FilterId,
        untapped: bool,
        at: &'a Viewpoint<'a>,
    ) -> impl Iterator<Item = ObjectId> + 'a {
        let filter = self.cat.filter(filter);
        let theirs = self.s.battlefield.iter().map(|slot| (self.s.id(*slot), self.s.object(*slot)));
        let theirs =
            theirs.filter(move |(_, object)| object.controller == at.you && !(untapped && object.is(Status::TAPPED)));
        theirs.filter(|(id, object)| self.passes(filter, *id, object, at)).map(|(id, _)| id)
    }

    /// What can be sacrificed.
    fn sacrificed_to_pay<'a>(&'a self, filter: FilterId, at: &'a Viewpoint<'a>) -> impl Iterator<Item = ObjectId> + 'a {
        let able = |id: &ObjectId| self.s.object(id.slot).can_be_sacrificed();
        self.permanents_to_pay(filter, false, at).filter(able)
    }

    /// What the player may pay that part with.
    pub(crate) fn payable_with(&self, seat: Seat, source: ObjectId, part: Part) -> Vec<ObjectId> {
        let at = Viewpoint::of(seat, source);
        match part {
            Part::Sacrifice(filter) => self.sacrificed_to_pay(filter, &at).collect(),
            Part::Return(filter) => self.permanents_to_pay(filter, false, &at).collect(),
            Part::Tap(filter) => self.permanents_to_pay(filter, true, &at).collect(),
            Part::Grantor => self.grantors(source),
            Part::ExileFromGraveyard(filter) => {
                let filter = self.cat.filter(filter);
                let passes = |id: &ObjectId| self.passes(filter, *id, self.s.object(id.slot), &at);
                self.delvable(seat, source).filter(passes).collect()
            }
            Part::Discard(None) => self.other_cards_in_hand(seat, source).collect(),
            Part::Discard(Some(filter)) | Part::ExileFromHand(filter) => {
                let filter = self.cat.filter(filter);
                let passes = |id: &ObjectId| self.passes(filter, *id, self.s.object(id.slot), &at);
                self.other_cards_in_hand(seat, source).filter(passes).collect()
            }
        }
    }

    /// A card that is being cast is on the stack by the time costs are paid.
    fn other_cards_in_hand(&self, seat: Seat, source: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.s.players[seat].hand.iter().map(|slot| self.s.id(*slot)).filter(move |id| *id != source)
    }
}
