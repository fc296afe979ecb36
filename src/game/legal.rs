//! What a player may do, and whether an answer is legal: the one judge.

use std::ops::Deref;

use crate::cards::ability::{
    Ability, Activated, Cost, FunctionsIn, ManaAbility, StaticEffect, TargetKind, TargetSpec, Targets, Timing,
};
use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{AbilityId, ConditionId, CostId, CounterKind, FilterId, Op, What};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaCost;
use crate::cards::type_line::Types;
use crate::turn::{Seat, Step, TurnRestrictions};

use super::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Need, NeedKind, Shape};
use super::engine::{Core, Fixed, Reader};
use super::filter::Viewpoint;
use super::mana::{Bill, Purse, is_too_new};
use super::object::{Object, ObjectId, Slot, Status, Target, Zone};
use super::state::{Chosen, GameState};
use super::trigger::{item_target, same_kind, target_item};

/// Whether the choice is a legal answer to the decision.
pub(crate) fn judge(
    cat: &Catalog,
    fix: &Fixed,
    state: &GameState,
    decision: &Decision,
    choice: &Choice,
) -> Result<(), IllegalChoice> {
    // CR 722.6: who controls a player can't make them concede.
    if *choice == Choice::Concede {
        return if decision.actor == decision.decider { Ok(()) } else { Err(IllegalChoice::BrokenConstraint) };
    }
    decision.shape.fits(choice)?;
    Reader { cat, fix, s: state, log: () }.judge_constraint(decision, choice)
}

/// What an act needs: what was filled so far, read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filled {
    pub(crate) x: i32,
    pub(crate) costs: Vec<ObjectId>,
    pub(crate) mana: Option<crate::cards::mana::Mana>,
    pub(crate) targets: Chosen,
}

/// A mana cost before X is chosen: what reduces generic mana reduces X too (CR 601.2f, 107.3).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Price<'c> {
    printed: &'c ManaCost,
    /// Generic mana without X; below zero when reductions are left over for X.
    generic: i32,
}

impl<'c> Price<'c> {
    fn plain(printed: &'c ManaCost) -> Price<'c> {
        Price { generic: printed.generic.into(), printed }
    }

    /// The whole cost for that X.
    pub(crate) fn at(&self, x: u16) -> Bill<'c> {
        let generic = self.generic + i32::from(self.printed.x) * i32::from(x);
        Bill { generic: generic.max(0) as u32, pips: &self.printed.pips }
    }

    /// The greatest X that so much mana could pay for, whatever its types.
    fn most(&self, mana: u16) -> u16 {
        let left = (i32::from(mana) - self.generic).max(0) / i32::from(self.printed.x.max(1));
        left.min(u16::MAX.into()) as u16
    }
}

/// What an act is, as far as its needs go.
struct Act<'c> {
    price: Price<'c>,
    cost: Option<&'c Cost>,
    targets: &'c Targets,
    source: ObjectId,
    except: Option<Slot>,
}

static NO_TARGETS: Targets = Targets::new_const();

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- the judge ----

    fn judge_constraint(&self, decision: &Decision, choice: &Choice) -> Result<(), IllegalChoice> {
        match (&decision.shape, choice) {
            (Shape::One(options), Choice::One(index, fills)) => {
                self.judge_fills(decision.actor, options[usize::from(*index)], fills)
            }
            (Shape::Assign { constraint, .. }, Choice::Assign(pairs)) => match constraint {
                Constraint::Attack => self.judge_attack(decision, pairs),
                Constraint::Block => self.judge_block(decision, pairs),
                Constraint::Damage { total, attacker } => self.judge_division(decision, pairs, *total, *attacker),
                Constraint::Sum(total) => {
                    let sum: i64 = pairs.iter().map(|(_, n)| i64::from(*n)).sum();
                    if sum == i64::from(*total) { Ok(()) } else { Err(IllegalChoice::WrongNumber) }
                }
            },
            _ => Ok(()),
        }
    }

    /// Every need of the act must be filled by a fitting answer, and nothing more may be given.
    fn judge_fills(&self, seat: Seat, item: Item, fills: &[Choice]) -> Result<(), IllegalChoice> {
        for at in 0..fills.len() {
            let need = self.need(seat, item, &fills[..at])?.ok_or(IllegalChoice::Unfilled)?;
            need.shape.fits(&fills[at])?;
        }
        if self.need(seat, item, fills)?.is_some() {
            return Err(IllegalChoice::Unfilled);
        }
        if self.is_payable(seat, item, fills) { Ok(()) } else { Err(IllegalChoice::BrokenConstraint) }
    }

    /// Whether mana can be paid when what was chosen to be tapped as a cost makes none.
    fn is_payable(&self, seat: Seat, item: Item, fills: &[Choice]) -> bool {
        let Some(act) = self.act_of(seat, item) else { return true };
        let Some(cost) = act.cost.filter(|c| c.tap_others.is_some()) else { return true };
        let Some(filled) = self.read_fills(seat, item, fills) else { return false };
        let x = (filled.x - 1).max(0) as u16;
        self.purse(seat).can_pay(Bill::of(&cost.mana, x), &tapped_for(cost, act.source, &filled))
    }

    // ---- needs ----

    /// The next thing an act needs, given what has been filled: X, what is sacrificed and the like, targets, a type of mana.
    pub(crate) fn need(&self, seat: Seat, item: Item, fills: &[Choice]) -> Result<Option<Need>, IllegalChoice> {
        let Some(act) = self.act_of(seat, item) else { return Ok(None) };
        let mut filled = Filled::default();
        let mut fills = fills.iter();
        loop {
            let Some(need) = self.next_unfilled(seat, item, &act, &filled) else { return Ok(None) };
            let Some(fill) = fills.next() else { return Ok(Some(need)) };
            need.shape.fits(fill)?;
            take_fill(&need, fill, &mut filled);
        }
    }

    /// All fills of an act, read; `None` when they don't fit.
    pub(crate) fn read_fills(&self, seat: Seat, item: Item, fills: &[Choice]) -> Option<Filled> {
        let act = self.act_of(seat, item)?;
        let mut filled = Filled::default();
        for fill in fills {
            let need = self.next_unfilled(seat, item, &act, &filled)?;
            need.shape.fits(fill).ok()?;
            take_fill(&need, fill, &mut filled);
        }
        Some(filled)
    }

    fn act_of(&self, seat: Seat, item: Item) -> Option<Act<'_>> {
        match item {
            Item::Cast(id) => {
                let card = self.cat.card(self.s.get(id)?.card);
                let price = self.spell_price(seat, id)?;
                let targets = card.spell.as_ref().map_or(&NO_TARGETS, |s| &s.targets);
                Some(Act { price, cost: None, targets, source: id, except: None })
            }
            Item::Suspend(id) => {
                let suspend = self.cat.card(self.s.get(id)?.card).suspend.as_ref()?;
                let price = Price::plain(&suspend.cost);
                Some(Act { price, cost: None, targets: &NO_TARGETS, source: id, except: None })
            }
            Item::CastFree(id) => {
                let targets = self.cat.card(self.s.get(id)?.card).spell.as_ref().map_or(&NO_TARGETS, |s| &s.targets);
                Some(Act { price: self.free_price(seat, id)?, cost: None, targets, source: id, except: None })
            }
            Item::Activate(id, ability) => {
                let Ability::Activated(activated) = self.cat.ability(ability) else { return None };
                Some(self.ability_act(id, activated.cost, &activated.targets))
            }
            Item::MakeMana(id, ability) => {
                let Ability::Mana(mana) = self.cat.ability(ability) else { return None };
                Some(self.ability_act(id, mana.cost, &NO_TARGETS))
            }
            // Paying for an effect: what is asked stands in the effect in progress (CR 118.12).
            Item::Yes => {
                let asked = self.s.pending.as_ref().is_none_or(|p| p.decision.kind == DecisionKind::Pay);
                let frame = self.s.frames.last().filter(|_| asked)?;
                let (Op::MayPay { cost, .. } | Op::Unless { cost, .. }) = self.cat.op(frame.at) else { return None };
                Some(self.ability_act(frame.source, cost, &NO_TARGETS))
            }
            _ => None,
        }
    }

    fn ability_act<'a>(&'a self, id: ObjectId, cost: CostId, targets: &'a Targets) -> Act<'a> {
        let cost = self.cat.cost(cost);
        Act {
            price: Price::plain(&cost.mana),
            cost: Some(cost),
            targets,
            source: id,
            except: cost.tap.then_some(id.slot),
        }
    }

    fn next_unfilled(&self, seat: Seat, item: Item, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        if act.price.printed.x > 0 && filled.x == 0 {
            let least = i32::from(matches!(item, Item::Suspend(_)));
            return Some(self.need_x(seat, act, least));
        }
        if let Some(need) = self.need_cost(seat, act, filled) {
            return Some(need);
        }
        if let Item::MakeMana(id, ability) = item {
            return self.need_mana(seat, id, ability, filled);
        }
        let next = filled.targets.len();
        let spec = act.targets.get(next)?;
        let at = Viewpoint { x: filled.x - 1, targets: &filled.targets, ..Viewpoint::of(seat, act.source) };
        let mut found = Vec::new();
        self.candidates(spec, &at, &filled.targets, &same_kind(act.targets, next), &mut found);
        let options: Vec<Item> = found.into_iter().map(target_item).collect();
        let shape = if spec.optional { Shape::Some { options, min: 0, max: 1 } } else { Shape::One(options) };
        Some(Need { kind: NeedKind::Target, shape })
    }

    /// The greatest X that can be paid for.
    fn need_x(&self, seat: Seat, act: &Act<'_>, min: i32) -> Need {
        let purse = self.purse(seat);
        let (mut max, mut too_much) = (0, u32::from(act.price.most(purse.total)) + 1);
        while max + 1 < too_much {
            let x = max.midpoint(too_much);
            if purse.can_pay(act.price.at(x as u16), act.except.as_slice()) { max = x } else { too_much = x }
        }
        let max = max as i32;
        Need { kind: NeedKind::X, shape: Shape::Number { min, max } }
    }

    fn need_cost(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let cost = act.cost?;
        // In this order: sacrificed, discarded, exiled from hand, tapped.
        let [sacrificed, discarded, exiled, all] = cost.object_bounds();
        let paid = filled.costs.len();
        if paid >= all {
            return None;
        }
        let (n, options) = if let Some((filter, n)) = cost.sacrifice.filter(|_| paid < sacrificed) {
            (n, self.payable_with(seat, act.source, filter, false))
        } else if paid < discarded {
            (cost.discard, self.s.players[seat].hand.iter().map(|s| self.s.id(*s)).collect())
        } else if let Some((filter, n)) = cost.exile_from_hand.filter(|_| paid < exiled) {
            (n, self.hand_passing(seat, act.source, filter))
        } else {
            let (filter, n) = cost.tap_others?;
            (n, self.payable_with(seat, act.source, filter, true))
        };
        let options = options.into_iter().map(Item::Object).collect();
        Some(Need { kind: NeedKind::Cost, shape: Shape::Some { options, min: n.into(), max: n.into() } })
    }

    /// What the player controls that may be sacrificed or tapped as a cost.
    fn payable_with(&self, seat: Seat, source: ObjectId, filter: FilterId, untapped: bool) -> Vec<ObjectId> {
        let at = Viewpoint::of(seat, source);
        self.what(What::All(filter), &at)
            .into_iter()
            .filter(|id| {
                let object = self.s.object(id.slot);
                object.controller == seat && !(untapped && object.is(Status::TAPPED))
            })
            .collect()
    }

    /// The cards in a player's hand that pass.
    pub(super) fn hand_passing(&self, seat: Seat, source: ObjectId, filter: FilterId) -> Vec<ObjectId> {
        let (filter, at) = (self.cat.filter(filter), Viewpoint::of(seat, source));
        let hand = self.s.players[seat].hand.iter().map(|slot| self.s.id(*slot));
        hand.filter(|id| self.passes(filter, *id, self.s.object(id.slot), &at)).collect()
    }

    fn need_mana(&self, seat: Seat, id: ObjectId, ability: AbilityId, filled: &Filled) -> Option<Need> {
        let Ability::Mana(mana) = self.cat.ability(ability) else { return None };
        let types = self.could_make(mana.makes, seat);
        let exactly = matches!(mana.makes, crate::cards::ability::Makes::Exactly(_));
        if exactly || filled.mana.is_some() || types.bits().count_ones() < 2 || self.s.get(id).is_none() {
            return None;
        }
        let all = crate::cards::mana::Mana::ALL.into_iter().filter(|m| types.contains(m.set()));
        Some(Need { kind: NeedKind::Mana, shape: Shape::One(all.map(Item::Mana).collect()) })
    }

    // ---- what may be done at priority (CR 117.1) ----

    /// What the seat could possibly do at instant speed in any step, whatever conditions come true: never less than
    /// [`Core::priority_options`] would find until something but passes and new steps happens.
    pub(crate) fn instant_speed(&self, seat: Seat) -> InstantSpeed {
        let mut purse = None;
        let activated = self.s.battlefield.activated();
        let elsewhere = self.s.elsewhere.iter().filter(|slot| self.s.object(**slot).owner == seat);
        let consequential = |slot: &&Slot| self.cat.card(self.s.object(**slot).card).mana.consequence;
        let mana = self.s.battlefield.mana(seat).iter().filter(consequential);
        for slot in activated.iter().chain(mana).chain(elsewhere) {
            if self.could_activate(seat, *slot, self.s.object(*slot).controller == seat, &mut purse) {
                return InstantSpeed::Something;
            }
        }
        let mut found = InstantSpeed::Nothing;
        for slot in &self.s.players[seat].hand {
            let object = self.s.object(*slot);
            if !(object.types.contains(Types::INSTANT) || object.has(Keywords::FLASH)) {
                continue;
            }
            if self.may_suspend(seat, *slot, self.cat.card(object.card), &mut purse) {
                return InstantSpeed::Something;
            }
            let price = self.spell_price(seat, self.s.id(*slot));
            let purse = purse.get_or_insert_with(|| self.purse(seat));
            if price.is_some_and(|p| purse.can_pay(p.at(0), &[])) {
                let spell = self.cat.card(object.card).spell.as_ref();
                let against_spells = |t: &TargetSpec| matches!(t.kind, TargetKind::Spell(_)) && !t.optional;
                if !spell.is_some_and(|s| s.targets.iter().any(against_spells)) {
                    return InstantSpeed::Something;
                }
                found = InstantSpeed::OnlyAgainstSpells;
            }
        }
        found
    }

    fn could_activate(&self, seat: Seat, slot: Slot, mine: bool, purse: &mut Option<Purse>) -> bool {
        self.cat.card(self.s.object(slot).card).abilities.iter().any(|ability| match self.cat.ability(*ability) {
            Ability::Activated(a) => {
                (mine || a.anyone) && a.timing != Timing::Sorcery && self.cost_payable_from(seat, slot, a.cost, purse)
            }
            Ability::Mana(m) => mine && self.cost_payable_from(seat, slot, m.cost, purse),
            _ => false,
        })
    }

    /// The options of a priority: pass first, then everything the player may do. Mana abilities only when something else,
    /// or a mana ability with a consequence, makes the priority a real choice.
    pub(crate) fn priority_options(&self, seat: Seat) -> Vec<Item> {
        let mut options = Vec::with_capacity(32);
        options.push(Item::Pass);
        let mut purse = None;
        if !self.split_second() {
            self.castable(seat, &mut purse, &mut options);
            self.activatable(seat, &mut purse, &mut options);
        }
        if options.len() > 1 || self.has_consequential_mana(seat) {
            self.mana_abilities(seat, &mut purse, &mut options);
        }
        options
    }

    /// CR 702.61b.
    fn split_second(&self) -> bool {
        self.s.stack.iter().any(|item| match item.kind {
            super::state::StackKind::Spell(id) => self.s.object(id.slot).has(Keywords::SPLIT_SECOND),
            _ => false,
        })
    }

    fn castable(&self, seat: Seat, purse: &mut Option<Purse>, options: &mut Vec<Item>) {
        let sorcery = self.sorcery_timing(seat);
        let player = &self.s.players[seat];
        let commanders = player.commanders.iter().map(|c| c.slot).filter(|s| self.s.object(*s).zone == Zone::Command);
        for slot in player.hand.iter().copied().chain(commanders) {
            let object = self.s.object(slot);
            if object.types.contains(Types::LAND) {
                if sorcery && object.zone == Zone::Hand && player.turn.lands_played == 0 {
                    options.push(Item::PlayLand(self.s.id(slot)));
                }
                continue;
            }
            let instant = object.types.contains(Types::INSTANT) || object.has(Keywords::FLASH);
            if sorcery || instant {
                if self.may_cast(seat, slot, purse) {
                    options.push(Item::Cast(self.s.id(slot)));
                }
                if self.may_suspend(seat, slot, self.cat.card(object.card), purse) {
                    options.push(Item::Suspend(self.s.id(slot)));
                }
            }
        }
    }

    /// Whether nothing but the price and the targets could forbid to cast the card now, its timing apart (CR 601.3, 702.62c).
    pub(super) fn could_begin_to_cast(&self, seat: Seat, id: ObjectId, card: &Card) -> bool {
        let at = Viewpoint::of(seat, id);
        self.casting_allowed(seat, card)
            && card.spell.as_ref().is_none_or(|spell| {
                self.timing_allows(seat, spell.timing, true) && self.condition_allows(spell.condition, &at)
            })
    }

    fn may_cast(&self, seat: Seat, slot: Slot, purse: &mut Option<Purse>) -> bool {
        let card = self.cat.card(self.s.object(slot).card);
        let purse = purse.get_or_insert_with(|| self.purse(seat));
        let cheaper = !self.s.statics.is_empty() || card.has & Card::STATICS != 0;
        let least = card.cost.as_ref().map_or(0, |cost| Bill::of(cost, 0).least());
        if !cheaper && least > u32::from(purse.total) {
            return false;
        }
        let id = self.s.id(slot);
        let at = Viewpoint::of(seat, id);
        self.could_begin_to_cast(seat, id, card)
            && self.spell_price(seat, id).is_some_and(|price| purse.can_pay(price.at(0), &[]))
            && card.spell.as_ref().is_none_or(|s| self.has_targets(&s.targets, &at))
    }

    /// Limits on spells: restrictions of the turn, and statics such as Rule of Law.
    fn casting_allowed(&self, seat: Seat, card: &Card) -> bool {
        let riders = self.s.turns.turn().riders;
        let cast = self.s.players[seat].turn.spells_cast;
        if riders.max_spells.is_some_and(|most| self.s.turns.is_active(seat) && cast >= most) {
            return false;
        }
        let banned = Types::ARTIFACT | Types::ENCHANTMENT | Types::CREATURE;
        if riders.restrictions.contains(TurnRestrictions::NO_ARTIFACTS_ENCHANTMENTS_CREATURES)
            && card.types.intersects(banned)
        {
            return false;
        }
        let limits = self.statics(|effect| match effect {
            StaticEffect::SpellLimit { whose, at_most } => Some((whose, u16::from(at_most))),
            _ => None,
        });
        limits.into_iter().all(|(source, (whose, at_most))| cast < at_most || !self.concerns(whose, source, seat))
    }

    /// CR 601.2f: the mana cost with commander tax and cost changes; increases and reductions of generic mana only.
    pub(crate) fn spell_price(&self, seat: Seat, id: ObjectId) -> Option<Price<'_>> {
        let object = self.s.get(id)?;
        let card = self.cat.card(object.card);
        let mut price = Price::plain(card.cost.as_ref()?);
        if object.zone == Zone::Command {
            // CR 903.8.
            let casts = self.s.players[seat].commanders.iter().find(|c| c.slot == id.slot).map_or(0, |c| c.casts);
            price.generic += 2 * i32::from(casts);
        }
        price.generic += self.cost_changes(seat, id, object);
        if card.has & Card::STATICS != 0 {
            price.generic = price.generic.saturating_sub(self.own_reduction(seat, id, card));
        }
        Some(price)
    }

    /// CR 118.9: the price of a spell cast without paying its mana cost: only what makes it cost more.
    pub(crate) fn free_price(&self, seat: Seat, id: ObjectId) -> Option<Price<'_>> {
        static FREE: ManaCost = ManaCost { generic: 0, x: 0, pips: arrayvec::ArrayVec::new_const() };
        let object = self.s.get(id)?;
        Some(Price { printed: &FREE, generic: self.cost_changes(seat, id, object).max(0) })
    }

    fn cost_changes(&self, seat: Seat, id: ObjectId, object: &Object) -> i32 {
        let mut change = 0;
        let changes = self.statics(|effect| match effect {
            StaticEffect::CostChange { whose, filter, by } => Some((whose, filter, by)),
            _ => None,
        });
        for (source, (whose, filter, by)) in changes {
            let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
            if self.concerns(whose, source, seat) && self.passes(self.cat.filter(filter), id, object, &at) {
                change += i32::from(by);
            }
        }
        change
    }

    fn own_reduction(&self, seat: Seat, id: ObjectId, card: &Card) -> i32 {
        let statics = card.abilities.iter().filter_map(|a| match self.cat.ability(*a) {
            Ability::Static(s) => Some(s.effect),
            _ => None,
        });
        let at = Viewpoint::of(seat, id);
        statics
            .map(|effect| match effect {
                StaticEffect::CostsLess(amount) => self.amount(amount, &at),
                _ => 0,
            })
            .sum()
    }

    fn activatable(&self, seat: Seat, purse: &mut Option<Purse>, options: &mut Vec<Item>) {
        if self.s.turns.turn().riders.restrictions.contains(TurnRestrictions::NO_ACTIVATED_ABILITIES) {
            return;
        }
        for slot in self.s.battlefield.activated().iter().chain(&self.s.elsewhere).copied() {
            let object = self.s.object(slot);
            let card = self.cat.card(object.card);
            for ability in &card.abilities {
                if let Ability::Activated(activated) = self.cat.ability(*ability)
                    && functions(activated.from, object.zone)
                    && (object.controller == seat || activated.anyone)
                    && self.may_activate(seat, slot, *ability, activated, purse)
                {
                    options.push(Item::Activate(self.s.id(slot), *ability));
                }
            }
        }
    }

    fn may_activate(
        &self,
        seat: Seat,
        slot: Slot,
        ability: AbilityId,
        activated: &Activated,
        purse: &mut Option<Purse>,
    ) -> bool {
        let id = self.s.id(slot);
        let at = Viewpoint::of(seat, id);
        activated.per_turn.is_none_or(|most| self.uses(id, ability) < most)
            && self.timing_allows(seat, activated.timing, false)
            && self.condition_allows(activated.condition, &at)
            && activated.loyalty.is_none_or(|by| self.loyalty_payable(id, by))
            && self.cost_payable_from(seat, slot, activated.cost, purse)
            && self.has_targets(&activated.targets, &at)
    }

    /// CR 606.3, 606.6: one loyalty ability of a permanent each turn, and no more loyalty than it has.
    fn loyalty_payable(&self, id: ObjectId, by: i16) -> bool {
        let abilities = &self.cat.card(self.s.object(id.slot).card).abilities;
        let is_loyalty = |a: &&AbilityId| matches!(self.cat.ability(**a), Ability::Activated(a) if a.loyalty.is_some());
        i32::from(self.s.counters_on(id.slot, CounterKind::LOYALTY)) + i32::from(by) >= 0
            && abilities.iter().filter(is_loyalty).all(|a| self.uses(id, *a) == 0)
    }

    /// Whether some untapped permanent of the seat has a mana ability that does more than make mana.
    fn has_consequential_mana(&self, seat: Seat) -> bool {
        self.s.battlefield.mana(seat).iter().any(|slot| {
            self.cat.card(self.s.object(*slot).card).mana.consequence && {
                let mut found = Vec::new();
                self.mana_abilities_of(seat, *slot, &mut None, &mut found);
                !found.is_empty()
            }
        })
    }

    fn mana_abilities(&self, seat: Seat, purse: &mut Option<Purse>, options: &mut Vec<Item>) {
        for slot in self.s.battlefield.mana(seat) {
            self.mana_abilities_of(seat, *slot, purse, options);
        }
    }

    fn mana_abilities_of(&self, seat: Seat, slot: Slot, purse: &mut Option<Purse>, options: &mut Vec<Item>) {
        let object = self.s.object(slot);
        let tappable = !object.is(Status::TAPPED) && !is_too_new(object);
        for ability in &self.cat.card(object.card).abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            let available = if mana.plain { tappable } else { self.may_make_mana(seat, slot, mana, purse) };
            if available {
                options.push(Item::MakeMana(self.s.id(slot), *ability));
            }
        }
    }

    fn may_make_mana(&self, seat: Seat, slot: Slot, mana: &ManaAbility, purse: &mut Option<Purse>) -> bool {
        self.condition_allows(mana.condition, &Viewpoint::of(seat, self.s.id(slot)))
            && self.cost_payable_from(seat, slot, mana.cost, purse)
            && !self.could_make(mana.makes, seat).is_empty()
    }

    /// CR 118.3: a cost that can't be paid in full can't be paid.
    pub(crate) fn cost_payable(&self, seat: Seat, slot: Slot, cost: CostId) -> bool {
        self.cost_payable_from(seat, slot, cost, &mut None)
    }

    fn cost_payable_from(&self, seat: Seat, slot: Slot, cost: CostId, purse: &mut Option<Purse>) -> bool {
        let cost = self.cat.cost(cost);
        let object = self.s.object(slot);
        let id = self.s.id(slot);
        if cost.tap && (object.is(Status::TAPPED) || is_too_new(object)) {
            return false;
        }
        let enough = |(filter, n): (FilterId, u8), untapped: bool| {
            self.payable_with(seat, id, filter, untapped).len() >= usize::from(n)
        };
        let counters = cost.remove_counters.is_none_or(|(kind, n)| self.s.counters_on(slot, kind) >= n.unwrap_or(1));
        let mut mana = || {
            let purse = purse.get_or_insert_with(|| self.purse(seat));
            let mut except: Vec<Slot> = cost.tap.then_some(slot).into_iter().collect();
            if let Some((filter, n)) = cost.tap_others {
                let mut others = self.payable_with(seat, id, filter, true);
                // What makes no mana is tapped first, and then what makes the least of use.
                others.sort_by_key(|other| purse.usefulness(other.slot));
                except.extend(others.iter().map(|other| other.slot).filter(|s| *s != slot).take(n.into()));
            }
            purse.can_pay(Bill::of(&cost.mana, 0), &except)
        };
        counters
            && i32::from(cost.life) <= self.s.players[seat].life
            && self.s.players[seat].hand.len() >= usize::from(cost.discard)
            && cost.exile_from_hand.is_none_or(|(f, n)| self.hand_passing(seat, id, f).len() >= usize::from(n))
            && cost.sacrifice.is_none_or(|c| enough(c, false))
            && cost.tap_others.is_none_or(|c| enough(c, true))
            && (cost.mana.is_zero() || mana())
    }

    fn condition_allows(&self, condition: Option<ConditionId>, at: &Viewpoint<'_>) -> bool {
        condition.is_none_or(|c| self.holds(c, at))
    }

    /// CR 601.2c: every target that is not optional must have a legal choice.
    pub(super) fn has_targets(&self, targets: &Targets, at: &Viewpoint<'_>) -> bool {
        let mut chosen = Chosen::new();
        targets.iter().enumerate().all(|(n, spec)| {
            if spec.optional {
                chosen.push(None);
                return true;
            }
            let taken = |t: Target| {
                chosen.iter().zip(targets).any(|(other, of)| of.kind == targets[n].kind && *other == Some(t))
            };
            let first = self.find_candidate(spec, at, |t| !taken(t));
            chosen.push(first);
            first.is_some()
        })
    }

    /// CR 307.5.
    pub(crate) fn sorcery_timing(&self, seat: Seat) -> bool {
        self.s.turns.is_active(seat) && self.s.turns.step().is_main() && self.s.stack.is_empty()
    }

    fn timing_allows(&self, seat: Seat, timing: Timing, spell: bool) -> bool {
        let own = self.s.turns.is_active(seat);
        match timing {
            Timing::Instant => true,
            // A spell's own timing comes from its type.
            Timing::Sorcery => spell || self.sorcery_timing(seat),
            Timing::YourTurn => own,
            Timing::Upkeep => self.s.turns.step() == Step::Upkeep,
            Timing::Combat => self.in_combat(),
            Timing::YourCombat => own && self.in_combat(),
        }
    }
}

/// Whether an ability that functions there can be activated in that zone.
fn functions(place: FunctionsIn, zone: Zone) -> bool {
    match place {
        FunctionsIn::Battlefield => zone == Zone::Battlefield,
        FunctionsIn::Exile => zone == Zone::Exile,
        FunctionsIn::Graveyard => zone == Zone::Graveyard,
    }
}

/// What a seat could do at instant speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstantSpeed {
    /// Nothing, whatever is on the stack.
    Nothing,
    /// Only cast spells that target spells.
    OnlyAgainstSpells,
    /// Something.
    Something,
}

/// Permanents that are tapped as a cost, and so make no mana for it.
pub(crate) fn tapped_for(cost: &Cost, source: ObjectId, filled: &Filled) -> Vec<Slot> {
    let others = cost.tap_others.map_or(0, |(_, n)| usize::from(n));
    let others = filled.costs.iter().rev().take(others).map(|id| id.slot);
    others.chain(cost.tap.then_some(source.slot)).collect()
}

/// Reads a fitting fill. X is kept one higher while it is being filled, so that 0 means "not yet".
fn take_fill(need: &Need, fill: &Choice, filled: &mut Filled) {
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
    match need.kind {
        NeedKind::X => {
            if let Choice::Number(x) = fill {
                filled.x = x + 1;
            }
        }
        NeedKind::Target => {
            let target: Option<Target> = items.filter_map(item_target).next();
            let _ = filled.targets.try_push(target);
        }
        NeedKind::Cost => filled.costs.extend(items.filter_map(|i| match i {
            Item::Object(id) => Some(id),
            _ => None,
        })),
        NeedKind::Mana => {
            filled.mana = items.filter_map(|i| if let Item::Mana(m) = i { Some(m) } else { None }).next();
        }
    }
}

/// What kind of decision a player makes at priority.
pub(crate) const PRIORITY: DecisionKind = DecisionKind::Priority;
