//! What a seat could possibly do at instant speed, whatever conditions come true: who has nothing passes without being asked.

use crate::cards::ability::{Ability, TargetKind, TargetSpec, Timing};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CostId, How};
use crate::turn::Seat;

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::Reader;
use super::known_idle::InstantSpeed;
use super::legal::is_beyond;
use super::mana::{ManaSources, UsedFor};
use super::needs::helped;
use super::object::{Object, ObjectId, Slot, Zone};
use super::price::{Part, parts};

impl Reader<'_, '_> {
    /// What the seat could possibly do at instant speed in any step, whatever conditions come true: never less than
    /// [`Core::priority_options`] would find until something but passes and new steps happens.
    pub(crate) fn instant_speed(&self, seat: Seat, mana_sources: &mut Option<ManaSources>) -> InstantSpeed {
        let activated = self.s.battlefield.activated();
        let elsewhere = self.s.elsewhere.iter().filter(|slot| self.s.object(**slot).owner == seat);
        let kept = self.keeps_mana(seat);
        let consequential = |slot: &&Slot| kept || self.cat.card(self.s.object(**slot).card).mana.consequence;
        let mana = self.s.battlefield.mana(seat).iter().filter(consequential);
        for slot in activated.iter().filter(|slot| self.is_usable(seat, **slot)).chain(mana).chain(elsewhere) {
            if self.could_activate(seat, *slot, self.s.object(*slot).controller == seat, mana_sources) {
                return InstantSpeed::Something;
            }
        }
        // What others grant may change with anything they look at.
        if self.granted(seat).iter().any(|(_, a)| self.is_instant_speed(*a)) {
            return InstantSpeed::Something;
        }
        let mut turnable = Vec::new();
        if !self.s.face_down.is_empty() {
            self.turnable(seat, mana_sources, &mut turnable);
        }
        let permitted = self.permitted(seat).next().is_some()
            || !turnable.is_empty()
            || self.s.static_kinds.contains(StaticKinds::FREE_CASTS);
        if permitted || self.s.elsewhere.iter().any(|slot| self.could_cast_from_elsewhere(seat, *slot)) {
            return InstantSpeed::Something;
        }
        let mut found = InstantSpeed::Nothing;
        for slot in self.s.command.iter().copied() {
            let object = self.s.object(slot);
            let works = object.owner == seat && self.cat.card(object.card).has & Card::IN_HAND != 0;
            if works && self.could_activate(seat, slot, true, mana_sources) {
                return InstantSpeed::Something;
            }
        }
        for slot in &self.s.players[seat].hand {
            let card = self.cat.card(self.s.object(*slot).card);
            let works = card.has & Card::IN_HAND != 0 && self.could_activate(seat, *slot, true, mana_sources);
            if works || self.may_foretell(seat, card, mana_sources) {
                return InstantSpeed::Something;
            }
        }
        // CR 903.8: a commander may have flash.
        let player = &self.s.players[seat];
        let commanders = player.commanders.iter().map(|c| c.slot);
        let in_command = commanders.filter(|slot| self.s.object(*slot).zone == Zone::Command);
        for slot in player.hand.iter().copied().chain(in_command) {
            match self.could_cast(seat, slot, mana_sources) {
                InstantSpeed::Nothing => {}
                InstantSpeed::OnlyAgainstSpells => found = InstantSpeed::OnlyAgainstSpells,
                InstantSpeed::Something => return InstantSpeed::Something,
            }
        }
        found
    }

    /// What it is good for that the seat may cast the card, or either part of it, from its hand or the command zone at instant
    /// speed.
    fn could_cast(&self, seat: Seat, slot: Slot, mana_sources: &mut Option<ManaSources>) -> InstantSpeed {
        let id = self.s.id(slot);
        let in_parts = self.cat.card(self.s.object(slot).card).is_cast_in_parts();
        let part = if in_parts { self.could_cast_so(seat, id, How::Back, mana_sources) } else { InstantSpeed::Nothing };
        if part == InstantSpeed::Something {
            return part;
        }
        let whole = self.could_cast_so(seat, id, How::Printed, mana_sources);
        if whole == InstantSpeed::Nothing { part } else { whole }
    }

    /// The same of what is cast so.
    fn could_cast_so(
        &self,
        seat: Seat,
        id: ObjectId,
        how: How,
        mana_sources: &mut Option<ManaSources>,
    ) -> InstantSpeed {
        let lying = self.s.object(id.slot);
        let part = self.cat.card(lying.card).part_cast(how).map(|part| self.as_face(lying, part));
        let object = part.as_ref().unwrap_or(lying);
        let card = self.cat.card(object.card);
        if !object.is_instant() && !self.has_flash_by_statics(seat, id, object, true) {
            return InstantSpeed::Nothing;
        }
        let otherwise =
            card.has & Card::OTHER_WAYS != 0 && self.ways_of(id, card).any(|how| self.affords(seat, id, how));
        if otherwise || self.may_suspend(seat, id.slot, card, mana_sources) {
            return InstantSpeed::Something;
        }
        let mana_sources = mana_sources.get_or_insert_with(|| self.mana_sources(seat));
        if is_beyond(card, mana_sources) {
            return InstantSpeed::Nothing;
        }
        let mana_sources = &*self.usable(seat, mana_sources, UsedFor::Spell(id, how));
        let price = self.spell_price_given(&mana_sources.changes, seat, id, how);
        if !price.is_some_and(|p| mana_sources.can_pay(p.at(0), &[])) && !card.delve && helped(card).is_none() {
            return InstantSpeed::Nothing;
        }
        let against_spells =
            |t: &TargetSpec| matches!(t.kind, TargetKind::Spell(_) | TargetKind::SpellOrAbility { .. }) && !t.optional;
        let only = card.spell.as_ref().is_some_and(|s| s.targets.iter().any(against_spells));
        if only { InstantSpeed::OnlyAgainstSpells } else { InstantSpeed::Something }
    }

    /// Whether what an idle seat could do depends on more than what is its own: on what its permanents could make, or spells
    /// could cost, while something holds.
    pub(crate) fn is_fragile(&self, seat: Seat) -> bool {
        let card = |slot: &Slot| self.cat.card(self.s.object(*slot).card);
        let instant = |slot: &Slot| {
            let part = card(slot).part_cast(How::Back).map(|part| self.as_face(self.s.object(*slot), part));
            self.s.object(*slot).is_instant() || part.is_some_and(|part| part.is_instant())
        };
        let varies = |slot: &Slot| {
            let part = card(slot).part_cast(How::Back).map_or(0, |part| self.cat.card(part).has);
            (card(slot).has | part) & Card::STATICS != 0
        };
        let conditional = |works: &IndexedStatic| match self.cat.ability(works.ability) {
            Ability::Static(s) => s.condition.is_some() && works.kinds.contains(StaticKinds::COSTS),
            _ => false,
        };
        self.s.battlefield.mana(seat).iter().any(|slot| card(slot).mana.depends)
            || self.s.players[seat].hand.iter().any(|slot| varies(slot) && instant(slot))
            || self.s.static_kinds.contains(StaticKinds::GRANTS_MANA)
            || self.s.static_kinds.contains(StaticKinds::COSTS) && self.s.statics.iter().any(conditional)
    }

    fn could_activate(&self, seat: Seat, slot: Slot, mine: bool, mana_sources: &mut Option<ManaSources>) -> bool {
        self.cat.card(self.s.object(slot).card).abilities.iter().any(|ability| match self.cat.ability(*ability) {
            Ability::Activated(a) => {
                // Power may change without an event that a seat's idleness would notice.
                let payable = |mana_sources| {
                    let cost = self.activation_cost(self.s.id(slot), a);
                    let less = self.activation_reduction(seat, self.s.id(slot), a);
                    let varies = a.less.is_some() || self.is_paid_with_what_varies(cost);
                    varies || self.reduced_payable(seat, slot, cost, less, mana_sources)
                };
                let timely = a.timing != Timing::Sorcery || a.loyalty.is_some() && self.is_loyal_at_any_time(seat);
                (mine || a.anyone) && timely && payable(mana_sources)
            }
            Ability::Mana(m) => {
                let less = self.ability_discount(self.s.id(slot), true);
                mine && self.reduced_payable(seat, slot, m.cost, less, mana_sources)
            }
            _ => false,
        })
    }

    /// A cost paid with objects whose power, or part in combat, matters.
    fn is_paid_with_what_varies(&self, cost: CostId) -> bool {
        let cost = self.cat.cost(cost);
        let varies = |part| match part {
            Part::Sacrifice(f) | Part::Return(f) | Part::Tap(f) => self.filter_varies(f),
            // What comes to a graveyard wakes nobody.
            Part::ExileFromGraveyard(_) => true,
            Part::Discard(_) | Part::ExileFromHand(_) | Part::Grantor => false,
        };
        cost.crew.is_some() || parts(cost).any(|(part, _)| varies(part))
    }

    fn is_instant_speed(&self, ability: AbilityId) -> bool {
        matches!(self.cat.ability(ability), Ability::Activated(a) if a.timing != Timing::Sorcery)
    }

    fn could_cast_from_elsewhere(&self, seat: Seat, slot: Slot) -> bool {
        let (object, id) = (self.s.object(slot), self.s.id(slot));
        let card = self.cat.card(object.card);
        let timely = |object: &Object| object.is_instant() || self.has_flash_by_statics(seat, id, object, true);
        let aftermath = || {
            let part = card.part_cast(How::Back).filter(|_| card.has & Card::AFTERMATH != 0);
            part.is_some_and(|part| timely(&self.as_face(object, part)) && self.affords(seat, id, How::Back))
        };
        let way = || timely(object) && self.ways_from_there(id, card).any(|how| self.affords(seat, id, how));
        object.owner == seat && (way() || aftermath())
    }

    /// Whether what the way costs could be paid.
    fn affords(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        let mana_sources = self.mana_sources(seat);
        let mana_sources = self.usable(seat, &mana_sources, UsedFor::Spell(id, how));
        self.spell_price_given(&mana_sources.changes, seat, id, how).is_some_and(|p| mana_sources.can_pay(p.at(0), &[]))
    }
}
