//! Permanents that have lost their abilities to an effect which says what they are instead (CR 613.1d to 613.1f, 613.4b): a creature
//! that is an Elk, an Insect or a Forest.
//!
//! Such a permanent *is* the card that describes its shape; its name, supertypes, mana cost and what a copy of it would be are those of
//! the card that stands in a list of its own.

use std::ops::Deref;

use crate::cards::ability::{Ability, Also, StaticEffect};
use crate::cards::effect::{AbilityId, CardId, FilterId, Shape, What};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};

use super::ability_index::StaticKinds;
use super::engine::{Core, Engine};
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{GameState, Posing, Shaped, TypeChange};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// The card whose name and mana cost the object has, and which a copy of it would be.
    #[inline]
    pub(crate) fn name_of(&self, id: ObjectId, object: &Object) -> CardId {
        if self.s.reshaped.is_empty() || self.s.permanent(id).is_none() {
            return object.card;
        }
        self.beneath_shape(id.slot).unwrap_or(object.card)
    }

    fn beneath_shape(&self, slot: Slot) -> Option<CardId> {
        self.s.reshaped.iter().find(|reshaped| reshaped.slot == slot).map(|reshaped| reshaped.card)
    }

    /// The colours of a permanent whose shape says nothing of them.
    pub(super) fn colours_beneath_shape(&self, id: ObjectId) -> Option<ManaSet> {
        let keeps = self.shape_of(id).is_some_and(|shaped| shaped.shape.keeps_colours);
        self.beneath_shape(id.slot).filter(|_| keeps).map(|card| self.cat.card(card).colours)
    }

    /// The effect that came last says what it is (CR 613.7).
    fn shape_of(&self, id: ObjectId) -> Option<&Shaped> {
        self.s.shaped.iter().rev().find(|shaped| shaped.object == id)
    }

    /// Whether what has lost its abilities has that type of its card still: a land all but the land types (CR 305.7).
    pub(super) fn keeps_subtype(&self, id: ObjectId, subtype: Subtype) -> bool {
        let keeps = |shape: Shape| {
            shape.sets_land_types && self.is_creature_type(subtype)
                || shape.keeps_types && self.cat.card(shape.card).subtypes.is_empty()
        };
        self.shape_of(id).is_some_and(|shaped| keeps(shaped.shape))
            && self.beneath_shape(id.slot).is_some_and(|card| self.cat.card(card).subtypes.contains(&subtype))
    }

    /// Whether a static ability sets the land types of what lies in `slot`, or would if it were on the battlefield.
    pub(super) fn has_land_types_set(&self, slot: Slot) -> bool {
        self.s.static_kinds.contains(StaticKinds::LAND_TYPES)
            && self.land_type_statics().any(|(source, (filter, _))| self.is_set(slot, source, filter))
    }

    fn land_type_statics(&self) -> impl Iterator<Item = (Slot, (FilterId, Shape))> + '_ {
        self.statics(StaticKinds::LAND_TYPES, |effect| match effect {
            StaticEffect::LandTypes(filter, shape) => Some((filter, shape)),
            _ => None,
        })
    }

    /// Its own types decide, with those that effects gave it for good or this turn: by those of statics that this might
    /// take away it would come and go (CR 613.8).
    fn is_set(&self, slot: Slot, source: Slot, filter: FilterId) -> bool {
        let (id, object) = (self.s.id(slot), self.s.object(slot));
        let types = self.types_beneath(slot);
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        slot != source && self.passes(self.cat.filter(filter), id, &Object { types, ..*object }, &at)
    }

    /// The types of its card, whatever its shape is, with those that effects have given it.
    fn types_beneath(&self, slot: Slot) -> Types {
        let printed = self.cat.card(self.beneath_shape(slot).unwrap_or(self.s.object(slot).card)).types;
        let given = self.s.type_changes.iter().filter(|change| change.object == self.s.id(slot));
        given.fold(printed, |types, change| types | change.types)
    }

    /// What sets the types of which lands, and to what.
    fn lands_set(&self) -> Vec<(ObjectId, ObjectId, Shape)> {
        let mut set = Vec::new();
        for (source, (filter, shape)) in self.land_type_statics() {
            let meant = self.s.battlefield.iter().filter(|slot| self.is_set(**slot, source, filter));
            set.extend(meant.map(|slot| (self.s.id(source), self.s.id(*slot), shape)));
        }
        set
    }

    /// The effect to which it has lost its abilities, of several the last. What only sets land types takes no more than what is
    /// printed (CR 305.7).
    fn lost_to(&self, id: ObjectId) -> Option<&Shaped> {
        self.s.shaped.iter().rev().find(|shaped| shaped.object == id && !shaped.shape.sets_land_types)
    }

    /// Whether the last of its shapes that takes something is newer than `source` (CR 613.7).
    fn is_overridden(&self, id: ObjectId, source: Slot, takes: impl Fn(Shape) -> bool) -> bool {
        let mut taking = self.s.shaped.iter().rev().filter(|shaped| shaped.object == id && takes(shaped.shape));
        taking.next().is_some_and(|shaped| shaped.older.contains(&self.s.id(source)))
    }

    /// Whether what a static ability of `source` gives to the permanent in `slot` has been lost since (CR 613.7).
    #[inline]
    pub(super) fn is_silenced(&self, slot: Slot, source: Slot) -> bool {
        self.is_overridden(self.s.id(slot), source, |shape| !shape.sets_land_types)
    }

    /// Whether it has lost its abilities to an effect that began after that (CR 613.7).
    #[inline]
    pub(super) fn has_lost_abilities_since(&self, id: ObjectId, timestamp: u32) -> bool {
        self.lost_to(id).is_some_and(|shaped| timestamp < shaped.timestamp)
    }

    /// Which of the keywords that last it has lost with its abilities.
    pub(super) fn lost_keywords(&self, slot: Slot) -> Keywords {
        self.lost_to(self.s.id(slot)).map_or(Keywords::empty(), |shaped| shaped.lost)
    }

    /// The shape that came after that change, as everything does that a copy is by what it copies (CR 613.2, 613.7).
    pub(super) fn shape_after(&self, change: &TypeChange) -> Option<Shape> {
        let shaped = self.lost_to(change.object)?;
        (change.copied || change.timestamp < shaped.timestamp).then_some(shaped.shape)
    }

    /// Whether a permanent that takes that shape is no longer of a subtype that it had before (CR 205.1a, 205.1b).
    pub(super) fn takes_subtype(&self, shape: Shape, subtype: Subtype) -> bool {
        let of_creatures = self.is_creature_type(subtype);
        match shape.sets_land_types {
            true => !of_creatures,
            false if of_creatures => !(shape.keeps_types && self.cat.card(shape.card).subtypes.is_empty()),
            false => !shape.keeps_types,
        }
    }

    /// Whether it has taken a shape since that has another subtype instead of the one that a static ability of `source` would
    /// give it, being about what passes the filter.
    pub(super) fn has_lost_subtype(
        &self,
        id: ObjectId,
        source: Slot,
        what: Option<FilterId>,
        subtype: Subtype,
    ) -> bool {
        self.is_overridden(id, source, |shape| self.takes_subtype(shape, subtype))
            && !self.depends_on_shape(id, source, what)
    }

    /// Whether it has other card types than its own, and no more than those of its shape (CR 205.1a).
    pub(super) fn has_types_set(&self, slot: Slot) -> bool {
        self.lost_to(self.s.id(slot)).is_some_and(|shaped| !shaped.shape.keeps_types)
    }

    /// Whether it has been given other card types since than a static ability of `source` adds to what passes the filter.
    pub(super) fn has_lost_types(&self, slot: Slot, source: Slot, what: FilterId) -> bool {
        self.has_types_set(slot)
            && self.is_silenced(slot, source)
            && !self.depends_on_shape(self.s.id(slot), source, Some(what))
    }

    /// Whether it would not be among what passes the filter but for its shape: what is about those comes after it then (CR 613.8a).
    fn depends_on_shape(&self, id: ObjectId, source: Slot, what: Option<FilterId>) -> bool {
        let Some(filter) = what.map(|filter| self.cat.filter(filter)) else { return false };
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        let (object, types) = (self.s.object(id.slot), self.types_beneath(id.slot));
        self.passes(filter, id, object, &at) && !self.passes(filter, id, &Object { types, ..*object }, &at)
    }

    /// Whether a mana ability given to the permanent in `slot` is that of a land type which `source` gives (CR 305.6).
    fn is_of_land_type(&self, source: Slot, what: Option<FilterId>) -> bool {
        let same = |other: Option<FilterId>| other.map(|f| self.cat.filter(f)) == what.map(|f| self.cat.filter(f));
        let mut all = self.s.statics.iter().filter(|works| works.source == source);
        all.any(|works| match self.static_effect(source, works.ability) {
            Some(StaticEffect::IsAlso(of, Also::Subtype(subtype))) => same(of) && !self.is_creature_type(subtype),
            _ => false,
        })
    }

    /// Whether a mana ability that a static ability of `source` gives to the permanent in `slot` is lost. That of a land type
    /// comes and goes with the type, and is lost with all other abilities, whichever came first.
    pub(super) fn is_mana_lost(&self, slot: Slot, source: Slot, what: Option<FilterId>) -> bool {
        let id = self.s.id(slot);
        if self.s.shaped.is_empty() || !self.is_of_land_type(source, what) {
            return self.is_silenced(slot, source);
        }
        self.is_overridden(id, source, |shape| self.is_of_lands(shape)) && !self.depends_on_shape(id, source, what)
            || self.lost_to(id).is_some_and(|shaped| !self.is_of_lands(shaped.shape))
    }

    /// Whether what takes that shape loses its abilities by becoming a land of some type, as types are set (CR 305.7), and not
    /// as abilities are lost.
    fn is_of_lands(&self, shape: Shape) -> bool {
        let card = self.cat.card(shape.card);
        shape.sets_land_types || card.types.contains(Types::LAND) && !card.subtypes.is_empty()
    }

    /// Whether what its own static abilities make of types goes on though it has lost them (CR 613.6).
    fn keeps_making_types(&self, id: ObjectId) -> bool {
        !self.s.shaped.iter().any(|shaped| shaped.object == id && self.is_of_lands(shaped.shape))
    }
}

impl Engine<'_> {
    /// Objects have another shape from now on.
    pub(super) fn shape_all(&mut self, what: What, shape: Shape, this_turn: bool) {
        for object in self.objects_of(what) {
            self.shape(object, shape, None, this_turn);
        }
        self.s.stale = true;
        self.log.forget_known();
        self.refresh();
    }

    /// CR 613.1f: what it has been given before is lost with its own abilities; what effects make it do or be kept from stays
    /// (CR 613.11).
    fn shape(&mut self, object: ObjectId, shape: Shape, by: Option<ObjectId>, this_turn: bool) {
        let there = self.s.battlefield.iter().copied().chain(self.s.phased.iter().map(|phased| phased.slot));
        let mut older: Vec<ObjectId> = there.map(|slot| self.s.id(slot)).collect();
        for works in &self.s.statics {
            let source = self.s.id(works.source);
            if !older.contains(&source) {
                older.push(source);
            }
        }
        older.retain(|source| Some(*source) != by);
        // CR 305.7: what lands have been given by other effects they keep.
        let lost = if shape.sets_land_types { Keywords::empty() } else { self.lasting_keywords(object.slot) };
        let timestamp = self.s.timestamp();
        self.s.shaped.push(Shaped { object, shape, by, this_turn, timestamp, older, lost });
    }

    /// A counter that gives a keyword gives it anew (CR 613.7d).
    pub(super) fn keyword_comes(&mut self, slot: Slot, keyword: Keywords) {
        if !keyword.is_empty() && !self.s.shaped.is_empty() {
            let id = self.s.id(slot);
            self.s.shaped.iter_mut().filter(|s| s.object == id).for_each(|s| s.lost &= !keyword);
        }
    }

    /// What is attached anew (CR 613.7e), turned over or transformed (CR 613.7f, 613.7g) gives anew.
    pub(super) fn gives_anew(&mut self, id: ObjectId) {
        self.s.shaped.iter_mut().for_each(|shaped| shaped.older.retain(|older| *older != id));
        if self.s.takers.iter().any(|(taker, _)| *taker == id) {
            self.takes_anew(id);
        }
    }

    /// What a static ability of it takes away it takes from now on (CR 613.7a, 613.7e).
    pub(super) fn takes_anew(&mut self, id: ObjectId) {
        let (now, objects) = (self.s.timestamp(), &self.s.objects);
        self.s.takers.retain(|(taker, _)| {
            taker.slot != id.slot && objects[usize::from(taker.slot)].incarnation == taker.incarnation
        });
        self.s.takers.push((id, now));
        self.s.statics.sort_by_key(|works| works.source == id.slot);
    }

    /// Permanents take the shapes that effects give them now, and their own again where none does.
    pub(super) fn reshape(&mut self) {
        if self.s.shaped.is_empty() && self.s.reshaped.is_empty() && !self.s.static_kinds.contains(StaticKinds::SHAPES)
        {
            return;
        }
        let statics = self.statics(StaticKinds::SHAPES, |effect| match effect {
            StaticEffect::Reshape(shape) => Some(shape),
            _ => None,
        });
        let mut wanted: Vec<(ObjectId, ObjectId, Shape)> = statics
            .filter_map(|(source, shape)| Some((self.s.id(source), self.s.object(source).attached_to?, shape)))
            .filter(|(_, host, _)| self.s.permanent(*host).is_some())
            .collect();
        wanted.extend(self.lands_set());
        let mut shaped = std::mem::take(&mut self.s.shaped);
        // What is phased out is as it was when it is back (CR 702.26d).
        let is_out = |id: ObjectId| self.s.get(id).is_some_and(|object| object.zone == Zone::Phased);
        shaped.retain(|s| match s.by {
            Some(by) => is_out(s.object) || wanted.iter().any(|(source, host, _)| (*source, *host) == (by, s.object)),
            None => self.s.get(s.object).is_some(),
        });
        self.s.shaped = shaped;
        for (source, host, shape) in wanted {
            if !self.s.shaped.iter().any(|s| (s.by, s.object) == (Some(source), host)) {
                self.shape(host, shape, Some(source), false);
            }
        }
        for at in (0..self.s.reshaped.len()).rev() {
            let slot = self.s.reshaped[at].slot;
            let id = self.s.id(slot);
            if self.shape_of(id).is_none() && self.s.permanent(id).is_some() {
                self.unshape(slot);
            }
        }
        let all: Vec<ObjectId> = self.s.shaped.iter().map(|s| s.object).collect();
        for id in all {
            let Some(card) = self.shape_of(id).map(|s| s.shape.card) else { continue };
            let Some(before) = self.s.permanent(id).map(|object| object.card) else { continue };
            if card != before {
                if self.beneath_shape(id.slot).is_none() {
                    self.s.reshaped.push(Posing { slot: id.slot, card: before });
                }
                self.become_card(id.slot, card);
                self.index_types_beneath(id);
                self.log.forget_known();
            }
        }
    }

    /// CR 613.6: what its static abilities make of types goes on, with what follows from that, though it loses them afterwards.
    pub(super) fn index_types_beneath(&mut self, id: ObjectId) {
        let Some(card) = self.beneath_shape(id.slot).filter(|_| self.keeps_making_types(id)) else { return };
        let cat = self.cat;
        let effect = |ability: AbilityId| match cat.ability(ability) {
            Ability::Static(works) => Some(works.effect),
            _ => None,
        };
        let makes_types = |effect: StaticEffect| {
            matches!(
                effect,
                StaticEffect::IsAlso(..)
                    | StaticEffect::AlsoTypes(..)
                    | StaticEffect::LandTypes(..)
                    | StaticEffect::NotCreature
            )
        };
        let abilities = || cat.card(card).abilities.iter().copied();
        let types: Vec<AbilityId> = abilities().filter(|ability| effect(*ability).is_some_and(makes_types)).collect();
        for ability in types {
            self.index_ability(id.slot, ability);
        }
        // Which mana is that of a type shows once the types are there.
        let of_type = |ability: &AbilityId| match effect(*ability) {
            Some(StaticEffect::GrantMana(to, _)) => self.is_of_land_type(id.slot, to),
            _ => false,
        };
        let mana: Vec<AbilityId> = abilities().filter(of_type).collect();
        for ability in mana {
            self.index_ability(id.slot, ability);
        }
    }

    /// It is its own card again until shapes are looked at the next time, where it still has one.
    pub(super) fn unshape(&mut self, slot: Slot) {
        if let Some(card) = self.end_shape(slot) {
            self.become_card(slot, card);
            self.log.forget_known();
            let id = self.s.id(slot);
            let changes = self.s.type_changes.iter().filter(|change| change.object == id);
            for ability in changes.filter_map(|change| change.ability).collect::<Vec<_>>() {
                self.index_ability(slot, ability);
            }
        }
    }

    /// Forgets that the object in `slot` has another shape; the card that it is without one.
    pub(super) fn end_shape(&mut self, slot: Slot) -> Option<CardId> {
        let at = self.s.reshaped.iter().position(|reshaped| reshaped.slot == slot)?;
        Some(self.s.reshaped.remove(at).card)
    }

    /// CR 205.4b: supertypes stay, and where an effect says no more than a creature type, so do card types.
    pub(super) fn keep_types(&mut self) {
        for at in 0..self.s.reshaped.len() {
            let Posing { slot, card } = self.s.reshaped[at];
            let all = self.shape_of(self.s.id(slot)).is_some_and(|shaped| shaped.shape.keeps_types);
            let kept = self.cat.card(card).types & if all { Types::all() } else { Types::SUPERTYPES };
            let object = self.s.object_mut(slot);
            object.types |= kept;
            object.status.insert(Status::SHIFTED);
            if self.shape_of(self.s.id(slot)).is_some_and(|shaped| shaped.shape.sets_land_types) {
                let (power, toughness) = (self.cat.card(card).power, self.cat.card(card).toughness);
                let object = self.s.object_mut(slot);
                object.power = object.power.saturating_add(power);
                object.toughness = object.toughness.saturating_add(toughness);
            }
        }
    }

    /// CR 514.2: what was so until end of turn is so no more.
    pub(super) fn end_shapes(&mut self) {
        if self.s.shaped.iter().any(|shaped| shaped.this_turn) {
            self.s.shaped.retain(|shaped| !shaped.this_turn);
            self.s.stale = true;
            self.log.forget_known();
        }
    }
}
