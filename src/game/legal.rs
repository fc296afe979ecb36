//! What a player may do, and whether an answer is legal: the one judge.

use crate::cards::ability::{Ability, Activated, FunctionsIn, Makes, ManaAbility, SpellsCounted, StaticEffect, Timing};
use crate::cards::card::{Card, Face, Layout, Modes, Spell, WayKind};
use crate::cards::effect::{AbilityId, ConditionId, CounterKind, How};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Restrictions, Seat, Step};

use super::ability_index::StaticKinds;
use super::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Shape};
use super::engine::{Fixed, Reader};
use super::filter::Viewpoint;
use super::mana::{ManaSources, UsedFor};
use super::needs::helped;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::price::Price;
use super::state::GameState;

/// Whether the choice is a legal answer to the decision.
pub(crate) fn judge(fix: &Fixed, state: &GameState, decision: &Decision, choice: &Choice) -> Result<(), IllegalChoice> {
    // CR 104.3a, 723.6: at any time, and always for oneself.
    if *choice == Choice::Concede {
        return Ok(());
    }
    decision.shape.fits(choice)?;
    Reader { cat: &fix.catalog, fix, s: state, log: () }.judge_constraint(decision, choice)
}

impl Reader<'_, '_> {
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
                Constraint::Sum(total) | Constraint::Shares(total) => {
                    let none = matches!(constraint, Constraint::Shares(_))
                        && (0..decision.shape.items()).any(|at| !pairs.iter().any(|(i, n)| *i == at && *n > 0));
                    if none {
                        return Err(IllegalChoice::BrokenConstraint);
                    }
                    let sum: i64 = pairs.iter().map(|(_, n)| i64::from(*n)).sum();
                    if sum == i64::from(*total) { Ok(()) } else { Err(IllegalChoice::WrongNumber) }
                }
            },
            (Shape::Some { options, .. }, Choice::Some(chosen)) if decision.kind == DecisionKind::Search => {
                let fits = self.search_fits(options, chosen) && self.differ_as_asked(options, chosen);
                if fits { Ok(()) } else { Err(IllegalChoice::BrokenConstraint) }
            }
            _ => Ok(()),
        }
    }

    // ---- what may be done at priority (CR 117.1) ----

    /// The options of a priority: pass first, then everything the player may do. Mana abilities only when something else,
    /// or a mana ability with a consequence, makes the priority a real choice.
    pub(crate) fn priority_options(&self, seat: Seat, mana_sources: &mut Option<ManaSources>, options: &mut Vec<Item>) {
        options.clear();
        options.push(Item::Pass);
        if !self.split_second() {
            self.castable(seat, mana_sources, options);
            self.activatable(seat, mana_sources, options);
        }
        if !self.s.face_down.is_empty() {
            self.turnable(seat, mana_sources, options);
        }
        if options.len() > 1 || self.has_consequential_mana(seat) {
            self.mana_abilities(seat, mana_sources, options);
        }
    }

    /// CR 702.61b.
    fn split_second(&self) -> bool {
        self.s.stack.iter().any(|item| match item.kind {
            super::state::StackKind::Spell(id) => self.s.object(id.slot).has(Keywords::SPLIT_SECOND),
            _ => false,
        })
    }

    fn castable(&self, seat: Seat, mana_sources: &mut Option<ManaSources>, options: &mut Vec<Item>) {
        let sorcery = self.sorcery_timing(seat);
        let player = &self.s.players[seat];
        for slot in player.hand.iter().copied() {
            self.castable_card(seat, slot, sorcery, mana_sources, options);
        }
        for slot in player.commanders.iter().map(|c| c.slot).filter(|slot| self.s.object(*slot).zone == Zone::Command) {
            self.castable_card(seat, slot, sorcery, mana_sources, options);
        }
        for permit in self.permitted(seat) {
            let how = if permit.free { How::Free } else { How::Printed };
            self.playable_by(seat, permit.card, (how, &permit.permission()), sorcery, mana_sources, options);
        }
        self.playable_by_statics(seat, sorcery, mana_sources, options);
        for slot in self.s.elsewhere.iter().copied() {
            let object = self.s.object(slot);
            let (id, card) = (self.s.id(slot), self.cat.card(object.card));
            if object.owner == seat && (sorcery || self.is_instant_to(seat, id, object)) {
                self.other_ways(seat, id, self.ways_from_there(id, card), mana_sources, options);
            }
            if object.owner == seat && card.has & Card::AFTERMATH != 0 {
                options.extend(self.castable_part(seat, id, card, sorcery, mana_sources));
            }
        }
    }

    /// Whether it is a modal double-faced card whose back is a land.
    pub(super) fn back_is_land(&self, card: &Card) -> bool {
        matches!(card.face, Face::Front { back, layout: Layout::Modal } if self.cat.card(back).types.contains(Types::LAND))
    }

    /// Whether the card that lies there has another part that is cast as a spell from wherever the card itself may be; not as an
    /// Adventure what is there because it was one (CR 715.3d).
    pub(super) fn has_other_spell(&self, id: ObjectId, card: &Card) -> bool {
        card.is_cast_in_parts() && !self.back_is_land(card) && !self.s.is_on_an_adventure(id)
    }

    /// The lands as which the card could be played: as it lies there, and its back (CR 305.1, 712.12).
    pub(super) fn land_plays(&self, id: ObjectId) -> impl Iterator<Item = Item> + use<> {
        let object = self.s.object(id.slot);
        let front = object.types.contains(Types::LAND).then_some(Item::PlayLand(id));
        let back = self.back_is_land(self.cat.card(object.card)).then_some(Item::PlayLandBack(id));
        front.into_iter().chain(back)
    }

    /// The spells that the card could be, for that: as it lies there, and its other part (CR 709.3, 712.11b, 715.3).
    pub(super) fn parts_to_cast(&self, id: ObjectId, how: How) -> impl Iterator<Item = How> + use<> {
        let object = self.s.object(id.slot);
        let card = self.cat.card(object.card);
        let front = (!object.types.contains(Types::LAND)).then_some(how);
        // CR 702.102a: fuse is no alternative cost.
        let fused = card.free_way(WayKind::Fuse).filter(|_| how == How::Free && object.zone == Zone::Hand);
        let other = how.of_other_part().filter(|_| self.has_other_spell(id, card));
        front.into_iter().chain(other).chain(fused)
    }

    /// What the card may be cast as for that, whatever the timing of its parts: by an effect.
    pub(super) fn castable_for_effect(&self, seat: Seat, id: ObjectId, how: How) -> Vec<Item> {
        let card = self.cat.card(self.s.object(id.slot).card);
        let open = |how: &How| {
            let condition = card.way_cast(*how).and_then(|way| way.condition);
            self.condition_allows(condition, &Viewpoint::of(seat, id))
        };
        let ways = (how == How::Printed).then(|| self.ways_of(id, card).filter(open));
        let all = self.parts_to_cast(id, how).chain(ways.into_iter().flatten());
        let castable = all.filter(|how| self.may_cast_for(seat, id, *how, &mut None));
        castable.map(|how| Item::Cast(id, how)).collect()
    }

    /// CR 305.2: whether the player has played fewer lands this turn than they may.
    pub(crate) fn may_play_land(&self, seat: Seat) -> bool {
        let turn = &self.s.players[seat].turn;
        if turn.lands_played == 0 {
            return true;
        }
        let statics = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::LandPlays(whose, n) => Some((whose, n)),
            _ => None,
        });
        let more = statics.filter(|(source, (whose, _))| self.concerns(*whose, *source, seat));
        let more: u32 = more.map(|(_, (_, n))| u32::from(n)).sum();
        u32::from(turn.lands_played) <= u32::from(turn.more_lands) + more
    }

    /// CR 601.3b: whether the seat may cast the card at any priority.
    pub(crate) fn is_instant_to(&self, seat: Seat, id: ObjectId, object: &Object) -> bool {
        object.is_instant() || self.has_flash_by_statics(seat, id, object, false)
    }

    /// The same of what is cast so.
    pub(super) fn is_cast_as_instant(&self, seat: Seat, id: ObjectId, card: &Card, how: How) -> bool {
        let object = self.s.object(id.slot);
        match card.part_cast(how) {
            Some(part) => self.is_instant_to(seat, id, &self.as_face(object, part)),
            None => self.is_instant_to(seat, id, object),
        }
    }

    /// Whether a static ability gives it flash; `ever`: whatever must hold for that.
    pub(super) fn has_flash_by_statics(&self, seat: Seat, id: ObjectId, object: &Object, ever: bool) -> bool {
        if object.types.contains(Types::LAND) {
            return false;
        }
        let given = self.s.flashing.iter().chain(&self.s.this_turn.effects.flash);
        if given.into_iter().any(|those| those.you == seat && self.is_one_of(those, id, object)) {
            return true;
        }
        if !self.s.static_kinds.contains(StaticKinds::FLASH) {
            return false;
        }
        let works = self.s.statics.iter().filter(|works| works.kinds.contains(StaticKinds::FLASH));
        works.into_iter().any(|works| {
            let Ability::Static(ability) = self.cat.ability(works.ability) else { return false };
            let (filter, for_all) = match ability.effect {
                StaticEffect::Flash(filter) => (filter, false),
                StaticEffect::FlashForAll(filter) => (filter, true),
                _ => return false,
            };
            let at = Viewpoint::of(seat, self.s.id(works.source));
            (for_all || self.s.object(works.source).controller == seat)
                && (ever || ability.condition.is_none_or(|c| self.holds(c, &at)))
                && self.passes(self.cat.filter(filter), id, object, &at)
        })
    }

    /// What the player may do with a card that they may play from where it is.
    pub(super) fn castable_card(
        &self,
        seat: Seat,
        slot: Slot,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let object = self.s.object(slot);
        let id = ObjectId { slot, incarnation: object.incarnation };
        if object.types.contains(Types::LAND) {
            if sorcery && object.zone != Zone::Command && self.may_play_land(seat) {
                options.push(Item::PlayLand(id));
                if self.back_is_land(self.cat.card(object.card)) {
                    options.push(Item::PlayLandBack(id));
                }
            }
            // CR 702.37c: face down it is no land.
            let card = self.cat.card(object.card);
            if sorcery && card.morph.is_some() && self.may_cast_face_down(seat, id, mana_sources) {
                options.push(Item::Cast(id, How::FaceDown));
            }
            if self.has_other_spell(id, card) {
                options.extend(self.castable_part(seat, id, card, sorcery, mana_sources));
            }
            return;
        }
        let card = self.cat.card(object.card);
        if self.back_is_land(card) && sorcery && object.zone != Zone::Command && self.may_play_land(seat) {
            options.push(Item::PlayLandBack(id));
        }
        if object.zone == Zone::Hand && self.may_foretell(seat, card, mana_sources) {
            options.push(Item::Foretell(id));
        }
        self.castable_whole(seat, id, card, sorcery, mana_sources, options);
        if self.has_other_spell(id, card) {
            options.extend(self.castable_part(seat, id, card, sorcery, mana_sources));
        }
    }

    /// The spells that the card is as it lies there.
    fn castable_whole(
        &self,
        seat: Seat,
        id: ObjectId,
        card: &Card,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        if card.morph.is_some()
            && (sorcery || self.has_flash_by_statics(seat, id, &self.as_face_down(self.s.object(id.slot)), false))
            && self.may_cast_face_down(seat, id, mana_sources)
        {
            options.push(Item::Cast(id, How::FaceDown));
        }
        if !(sorcery || self.is_cast_as_instant(seat, id, card, How::Printed)) {
            return;
        }
        if self.may_cast(seat, id, card, mana_sources) {
            options.push(Item::Cast(id, How::Printed));
        }
        if self.may_suspend(seat, id.slot, card, mana_sources) {
            options.push(Item::Suspend(id));
        }
        if card.has & Card::OTHER_WAYS != 0 {
            self.other_ways(seat, id, self.ways_of(id, card), mana_sources, options);
        }
    }

    /// The other part of a card that has two, each of which is judged by itself (CR 709.3a, 712.11b, 715.3a).
    fn castable_part(
        &self,
        seat: Seat,
        id: ObjectId,
        card: &Card,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
    ) -> Option<Item> {
        let castable = (sorcery || self.is_cast_as_instant(seat, id, card, How::Back))
            && self.casting_timely(seat, id, How::Back)
            && self.may_cast_for(seat, id, How::Back, mana_sources);
        castable.then_some(Item::Cast(id, How::Back))
    }

    fn other_ways(
        &self,
        seat: Seat,
        id: ObjectId,
        ways: impl Iterator<Item = How>,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        for how in ways {
            if self.may_cast_for(seat, id, how, mana_sources) && self.casting_timely(seat, id, how) {
                options.push(Item::Cast(id, how));
            }
        }
    }

    /// What the spell itself says about when it may be cast.
    fn casting_timely(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        let card = self.part_cast(self.cat.card(self.s.object(id.slot).card), how);
        let open = card.way_cast(how).and_then(|way| way.condition);
        let spell = card.spell_cast(how);
        self.condition_allows(open, &Viewpoint::of(seat, id))
            && self.condition_allows(card.castable_if.filter(|_| how != How::FaceDown), &Viewpoint::of(seat, id))
            && spell.is_none_or(|s| {
                self.timing_allows(seat, s.timing, true) && self.condition_allows(s.condition, &Viewpoint::of(seat, id))
            })
    }

    /// Whether nothing but the price and the targets could forbid to cast the card now, its timing apart (CR 601.3, 702.62c).
    pub(super) fn could_begin_to_cast(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        let card = self.cat.card(self.s.object(id.slot).card);
        self.casting_allowed(seat, self.part_cast(card, how))
            && !self.is_barred_from_casting(seat, id, how)
            && self.casting_timely(seat, id, how)
    }

    fn may_cast(&self, seat: Seat, id: ObjectId, card: &Card, mana_sources: &mut Option<ManaSources>) -> bool {
        let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
        if is_beyond(self.part_cast(card, How::Printed), mana_sources) {
            return false;
        }
        self.could_begin_to_cast(seat, id, How::Printed)
            && self.castable_for(seat, id, card, How::Printed, mana_sources)
    }

    /// Whether the card may be cast so now, whatever its own timing: by an effect, for instance.
    pub(crate) fn may_cast_for(
        &self,
        seat: Seat,
        id: ObjectId,
        how: How,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        let card = self.cat.card(self.s.object(id.slot).card);
        let rest = card.way_cast(how).map(|way| self.cat.cost(way.cost));
        let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
        let part = self.part_cast(card, how);
        // CR 702.127a.
        if part.has & Card::AFTERMATH != 0 && self.s.object(id.slot).zone != Zone::Graveyard {
            return false;
        }
        let alive = !how.is_for_life() || self.can_pay_life(seat, part.mana_value.into());
        self.casting_allowed(seat, part)
            && !self.is_barred_from_casting(seat, id, how)
            && alive
            && rest.is_none_or(|cost| self.rest_payable(seat, id, cost))
            && self.castable_for(seat, id, card, how, mana_sources)
    }

    pub(super) fn castable_for(
        &self,
        seat: Seat,
        id: ObjectId,
        card: &Card,
        how: How,
        mana_sources: &ManaSources,
    ) -> bool {
        let (at, card) = (Viewpoint::of(seat, id), self.part_cast(card, how));
        let mana_sources = &*self.usable(seat, mana_sources, UsedFor::Spell(id, how));
        let Some(price) = self.spell_price_given(&mana_sources.changes, seat, id, how) else { return false };
        let price = price.changed(self.best_by_targets(&mana_sources.changes, seat, id, how));
        let delved = if card.delve { self.delvable(seat, id).count() } else { 0 };
        let way = card.way_cast(how);
        // What is tapped as a cost makes no mana for it.
        let tapped = match way.and_then(|way| self.cat.cost(way.cost).tap_others) {
            Some((filter, n)) => self.least_tapped(seat, id, filter, n, mana_sources),
            None => Vec::new(),
        };
        let payable = |price: Price<'_>| {
            // CR 702.66a: the total cost is known before anything is exiled for it.
            let bill = price.at(0).less(delved);
            mana_sources.can_pay(bill, &tapped)
                || helped(card).is_some_and(|by| self.least_help(seat, mana_sources, bill, by).is_some())
        };
        let whole = how.way().is_none() && how != How::FaceDown;
        if let Some(cost) = card.additional.filter(|_| whole)
            && !self.rest_payable(seat, id, self.cat.cost(cost))
        {
            return false;
        }
        let least = self.least_life(&mana_sources.changes, seat, id, how);
        if least > 0 && !self.can_pay_life(seat, least.saturating_add(self.own_life(seat, id, how))) {
            return false;
        }
        match card.spell_cast(how) {
            Some(Spell { modes: Some(Modes { of, spree: Some(spree), .. }), .. }) => {
                let mut modes = of.iter().enumerate();
                modes.any(|(n, (_, targets))| {
                    payable(price.with_modes(spree, 1 << n, how.spares_mana_cost())) && self.has_targets(targets, &at)
                })
            }
            Some(spell) => {
                payable(price) && {
                    let modes = spell.modes.iter().flat_map(|modes| modes.of.iter().map(|(_, targets)| targets));
                    let all = modes.chain([&spell.targets]);
                    let x = if price.xs > 0 { self.x_for_targets(seat, Item::Cast(id, how), all) } else { 0 };
                    self.spell_has_targets(spell, &Viewpoint { x, ..at })
                }
            }
            None => payable(price) && self.has_targets(&card.enchant, &at),
        }
    }

    /// How much life casting the card so costs by itself, X apart.
    pub(super) fn own_life(&self, seat: Seat, id: ObjectId, how: How) -> i32 {
        let Some(object) = self.s.get(id) else { return 0 };
        let part = self.part_cast(self.cat.card(object.card), how);
        let cost = part.way_cast(how).map(|way| way.cost).or(part.additional);
        let for_life = if how.is_for_life() { part.mana_value.into() } else { 0 };
        cost.map_or(for_life, |cost| self.life_of(seat, id, self.cat.cost(cost)).saturating_add(for_life))
    }

    /// Limits on spells: restrictions of the turn, and statics such as Rule of Law.
    pub(super) fn casting_allowed(&self, seat: Seat, card: &Card) -> bool {
        let restrictions = self.s.turns.turn().restrictions;
        let cast = self.s.players[seat].turn.spells_cast;
        if self.s.this_turn.effects.silenced.contains(seat) {
            return false;
        }
        if restrictions.max_spells.is_some_and(|most| self.s.turns.is_active(seat) && cast >= most) {
            return false;
        }
        let banned = Types::ARTIFACT | Types::ENCHANTMENT | Types::CREATURE;
        if restrictions.kinds.contains(Restrictions::NO_ARTIFACTS_ENCHANTMENTS_CREATURES)
            && card.types.intersects(banned)
        {
            return false;
        }
        let mut limits = self.statics(StaticKinds::SPELL_LIMITS, |effect| match effect {
            StaticEffect::SpellLimit { whose, of, at_most } => Some((whose, of, u16::from(at_most))),
            _ => None,
        });
        let turn = &self.s.players[seat].turn;
        let counted = |of| match of {
            SpellsCounted::Any => (true, cast),
            SpellsCounted::Noncreature => (!card.types.contains(Types::CREATURE), turn.noncreatures_cast),
            SpellsCounted::Nonartifact => (!card.types.contains(Types::ARTIFACT), turn.nonartifacts_cast),
        };
        limits.all(|(source, (whose, of, at_most))| {
            let (limited, so_far) = counted(of);
            !limited || so_far < at_most || !self.concerns(whose, source, seat)
        })
    }

    fn activatable(&self, seat: Seat, mana_sources: &mut Option<ManaSources>, options: &mut Vec<Item>) {
        if self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_ACTIVATED_ABILITIES) {
            return;
        }
        let in_hand = |slot: &&Slot| self.cat.card(self.s.object(**slot).card).has & Card::IN_HAND != 0;
        let in_command = self.s.command.iter().filter(|slot| self.s.object(**slot).owner == seat);
        let hand = self.s.players[seat].hand.iter().chain(in_command).filter(in_hand);
        let usable = self.s.battlefield.activated().iter().chain(&self.s.elsewhere).chain(hand).copied();
        for slot in usable.filter(|slot| self.is_usable(seat, *slot)) {
            let object = self.s.object(slot);
            let card = self.cat.card(object.card);
            for ability in &card.abilities {
                if let Ability::Activated(activated) = self.cat.ability(*ability)
                    && functions(activated.from, object.zone)
                    && (object.controller == seat || activated.anyone)
                    && self.may_activate(seat, slot, *ability, activated, mana_sources)
                {
                    options.push(Item::Activate(self.s.id(slot), *ability));
                }
            }
        }
        for (slot, ability) in self.granted(seat) {
            if let Ability::Activated(activated) = self.cat.ability(ability)
                && self.may_activate(seat, slot, ability, activated, mana_sources)
            {
                options.push(Item::Activate(self.s.id(slot), ability));
            }
        }
    }

    /// Whether the seat may activate abilities of what lies there at all.
    pub(super) fn is_usable(&self, seat: Seat, slot: Slot) -> bool {
        let object = self.s.object(slot);
        object.controller == seat || self.cat.card(object.card).has & Card::ANYONE != 0
    }

    /// How often an ability may be activated each turn, where that is limited (CR 602.5b, 702.142a).
    pub(super) fn most_uses(&self, id: ObjectId, activated: &Activated) -> Option<u8> {
        let most = activated.per_turn?;
        let twice = |effect| if let StaticEffect::BoastTwice(filter) = effect { Some(filter) } else { None };
        let more = activated.boast
            && self.statics(StaticKinds::RARE, twice).any(|(source, filter)| self.passes_for(filter, id.slot, source));
        Some(if more { most.saturating_mul(2) } else { most })
    }

    fn may_activate(
        &self,
        seat: Seat,
        slot: Slot,
        ability: AbilityId,
        activated: &Activated,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        let id = self.s.id(slot);
        let at = Viewpoint::of(seat, id);
        self.most_uses(id, activated).is_none_or(|most| self.uses(id, ability) < most)
            && !self.is_barred_from_activating(seat, slot, false)
            && (activated.power_up.is_none() || self.may_power_up(id, ability))
            && !(activated.exhaust && self.s.powered_up.contains(&(id, ability)))
            && (self.timing_allows(seat, activated.timing, false)
                || activated.loyalty.is_some() && self.is_loyal_at_any_time(seat))
            && activated
                .loyalty
                .is_none_or(|by| self.loyalty_payable(id, by) && !self.is_barred_from_loyalty(seat, slot))
            && {
                let less = self.activation_reduction(seat, id, activated);
                self.reduced_payable(seat, slot, self.activation_cost(id, activated), less, mana_sources)
            }
            && self.condition_allows(activated.condition, &at)
            && (self.has_targets(&activated.targets, &at) || {
                let x = self.x_for_targets(seat, Item::Activate(id, ability), [&activated.targets]);
                x > 0 && self.has_targets(&activated.targets, &Viewpoint { x, ..at })
            })
    }

    /// Only once, and not in a turn without power-ups.
    fn may_power_up(&self, id: ObjectId, ability: AbilityId) -> bool {
        !self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_POWER_UP)
            && !self.s.powered_up.contains(&(id, ability))
    }

    /// CR 606.3, 606.6: one loyalty ability of a permanent each turn, and no more loyalty than it has.
    fn loyalty_payable(&self, id: ObjectId, by: i16) -> bool {
        i32::from(self.s.counters_on(id.slot, CounterKind::LOYALTY)) + i32::from(by) >= 0 && !self.loyalty_used(id)
    }

    /// Whether as many loyalty abilities of that permanent, its own and those that it was granted, have been activated this turn
    /// as may be.
    pub(crate) fn loyalty_used(&self, id: ObjectId) -> bool {
        let is_loyalty = |a: AbilityId| matches!(self.cat.ability(a), Ability::Activated(a) if a.loyalty.is_some());
        let used = self.s.this_turn.used.iter().filter(|(source, a, _)| *source == id && is_loyalty(*a));
        let used: usize = used.map(|(.., n)| usize::from(*n)).sum();
        used > 0 && used >= self.loyalty_uses(id)
    }

    /// How many loyalty abilities of the permanent may be activated this turn.
    fn loyalty_uses(&self, id: ObjectId) -> usize {
        let Some(seat) = self.s.get(id).map(|o| o.controller) else { return 1 };
        let twice = |effect| matches!(effect, StaticEffect::LoyaltyTwice).then_some(());
        let mine = |source: Slot| self.s.object(source).controller == seat;
        let usual = if self.statics(StaticKinds::RARE, twice).any(|(source, ())| mine(source)) { 2 } else { 1 };
        usual + self.s.this_turn.effects.more_loyalty.iter().filter(|s| **s == seat).count()
    }

    /// Whether a static ability lets the player activate loyalty abilities at any priority.
    pub(super) fn is_loyal_at_any_time(&self, seat: Seat) -> bool {
        let any = |effect| matches!(effect, StaticEffect::LoyaltyAnyTime).then_some(());
        self.statics(StaticKinds::RARE, any).any(|(source, ())| self.s.object(source).controller == seat)
    }

    /// Whether some untapped permanent of the seat, or a card in hand, has a mana ability that does more than make mana.
    fn has_consequential_mana(&self, seat: Seat) -> bool {
        let in_hand = |slot: &Slot| {
            let card = self.cat.card(self.s.object(*slot).card);
            let is_there =
                |id: &AbilityId| matches!(self.cat.ability(*id), Ability::Mana(m) if m.from == FunctionsIn::Hand);
            card.has & Card::IN_HAND != 0 && card.abilities.iter().any(is_there)
        };
        if self.s.players[seat].hand.iter().any(in_hand) {
            return true;
        }
        let kept = self.keeps_mana(seat);
        self.s.battlefield.mana(seat).iter().any(|slot| {
            (kept || self.cat.card(self.s.object(*slot).card).mana.consequence) && {
                let mut found = Vec::new();
                self.mana_abilities_of(seat, *slot, &mut None, &mut found);
                !found.is_empty()
            }
        })
    }

    fn mana_abilities(&self, seat: Seat, mana_sources: &mut Option<ManaSources>, options: &mut Vec<Item>) {
        for slot in self.s.battlefield.mana(seat).iter().copied() {
            let object = self.s.object(slot);
            let tappable = !object.is(Status::TAPPED) && !self.is_too_new_to_tap(slot, object);
            if self.is_barred_from_activating(seat, slot, true) {
                continue;
            }
            let card = self.cat.card(object.card);
            if card.taps.is_empty() {
                self.mana_abilities_of(seat, slot, mana_sources, options);
            } else if tappable {
                let id = ObjectId { slot, incarnation: object.incarnation };
                for ability in &card.taps {
                    options.push(Item::MakeMana(id, *ability));
                }
            }
        }
        self.granted_mana_abilities(seat, options);
        for slot in self.s.players[seat].hand.iter().copied() {
            if self.cat.card(self.s.object(slot).card).has & Card::IN_HAND != 0 {
                self.mana_abilities_of(seat, slot, mana_sources, options);
            }
        }
    }

    /// Mana abilities that permanents have from others.
    fn granted_mana_abilities(&self, seat: Seat, options: &mut Vec<Item>) {
        for (slot, ability, types) in self.granted_mana(seat) {
            let object = self.s.object(slot);
            if !object.is(Status::TAPPED) && !self.is_too_new_to_tap(slot, object) && !types.is_empty() {
                options.push(Item::MakeMana(self.s.id(slot), ability));
            }
        }
    }

    fn mana_abilities_of(
        &self,
        seat: Seat,
        slot: Slot,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let object = self.s.object(slot);
        let tappable = !object.is(Status::TAPPED) && !self.is_too_new_to_tap(slot, object);
        for ability in &self.cat.card(object.card).abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            if !functions(mana.from, object.zone) {
                continue;
            }
            let available = if mana.plain {
                tappable
                    && (mana.makes != Makes::CommanderColour
                        || !self.could_make(mana.makes, seat, self.s.id(slot)).is_empty())
            } else {
                self.may_make_mana(seat, slot, mana, mana_sources)
            };
            if available {
                options.push(Item::MakeMana(self.s.id(slot), *ability));
            }
        }
    }

    fn may_make_mana(
        &self,
        seat: Seat,
        slot: Slot,
        mana: &ManaAbility,
        mana_sources: &mut Option<ManaSources>,
    ) -> bool {
        let object = self.s.object(slot);
        let untappable = object.is(Status::TAPPED) || self.is_too_new_to_tap(slot, object);
        if untappable && self.cat.cost(mana.cost).tap {
            return false;
        }
        let less = self.ability_discount(self.s.id(slot), true);
        self.reduced_payable(seat, slot, mana.cost, less, mana_sources)
            && self.condition_allows(mana.condition, &Viewpoint::of(seat, self.s.id(slot)))
            && !self.could_make(mana.makes, seat, self.s.id(slot)).is_empty()
    }

    fn condition_allows(&self, condition: Option<ConditionId>, at: &Viewpoint<'_>) -> bool {
        condition.is_none_or(|c| self.holds(c, at))
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
            Timing::YourEnd => own && self.s.turns.step() == Step::End,
        }
    }
}

/// Whether an ability that functions there can be activated in that zone.
fn functions(place: FunctionsIn, zone: Zone) -> bool {
    match place {
        FunctionsIn::Battlefield => zone == Zone::Battlefield,
        FunctionsIn::Exile => zone == Zone::Exile,
        FunctionsIn::Graveyard => zone == Zone::Graveyard,
        FunctionsIn::Hand => zone == Zone::Hand,
        FunctionsIn::Command => zone == Zone::Command,
        FunctionsIn::HandOrCommand => matches!(zone, Zone::Hand | Zone::Command),
        FunctionsIn::BattlefieldOrCommand => matches!(zone, Zone::Battlefield | Zone::Command),
    }
}

/// Whether the card's mana cost is beyond what these mana sources could pay for a spell that does not make itself cost less.
pub(super) fn is_beyond(card: &Card, mana_sources: &ManaSources) -> bool {
    card.has & (Card::STATICS | Card::CONVOKE | Card::IMPROVISE) == 0
        && !card.delve
        && card.cost.as_ref().is_some_and(|cost| mana_sources.is_beyond(cost))
}

/// What kind of decision a player makes at priority.
pub(crate) const PRIORITY: DecisionKind = DecisionKind::Priority;
