//! The layers of types, colours and base sizes: what permanents become (CR 613.1d, 613.1e, 613.4b): lands that are creatures as well, creatures of another size or one more
//! type, gods that are no creatures. It comes before everything that adds to power and toughness.

use std::ops::Deref;

use crate::cards::ability::{Ability, StaticEffect, Subject};
use crate::cards::effect::{Amount, AmountId, Condition, ConditionId, FilterId, What};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};
use crate::turn::Seat;

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::{Core, Engine};
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Status};
use super::state::{GameState, TypeChange};

/// Permanents with which a player is blessed (CR 702.131b).
const ASCENDED: usize = 10;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether an effect gave the object one of these subtypes.
    pub(crate) fn became(&self, id: ObjectId, subtypes: &[Subtype]) -> bool {
        let mut changes = self.s.type_changes.iter().filter(|a| a.object == id);
        changes.any(|change| {
            let kept = |s: &&Subtype| !self.shape_after(change).is_some_and(|shape| self.takes_subtype(shape, **s));
            let gives =
                |s: &Subtype| change.subtype == Some(*s) || change.every_creature_type && self.is_creature_type(*s);
            subtypes.iter().filter(kept).any(gives)
        })
    }

    /// The object's colours: those an effect gave it last, or else those of its card.
    #[inline]
    pub(crate) fn colours(&self, id: ObjectId, object: &Object) -> ManaSet {
        let printed = self.cat.card(object.card).colours;
        if self.s.type_changes.is_empty() && self.s.reshaped.is_empty() {
            printed
        } else {
            self.colours_now(id, printed)
        }
    }

    fn colours_now(&self, id: ObjectId, printed: ManaSet) -> ManaSet {
        let kept = |change: &TypeChange| self.shape_after(change).is_none_or(|shape| shape.keeps_colours);
        let given = self.s.type_changes.iter().filter(|a| a.object == id && !a.colours.is_empty() && kept(a));
        let own = self.colours_beneath_shape(id).unwrap_or(printed);
        given.fold(own, |colours, change| change.colours | if change.adds_colours { colours } else { ManaSet::empty() })
    }

    /// The colours among the permanents that pass.
    pub(crate) fn colours_among(&self, filter: FilterId, at: &Viewpoint<'_>) -> ManaSet {
        let passing = self.permanents_passing(filter, at);
        passing.fold(ManaSet::empty(), |all, id| all | self.colours(id, self.s.object(id.slot)))
    }

    /// Whether a condition may change without anything entering, leaving or changing counters.
    pub(crate) fn condition_varies(&self, condition: ConditionId) -> bool {
        let constant = |amount: AmountId| {
            matches!(
                self.cat.amount(amount),
                Amount::Const(_) | Amount::Counters(What::Source, _) | Amount::Devotion(..)
            )
        };
        match self.cat.condition(condition) {
            Condition::Compare(a, _, b) => !constant(a) || !constant(b),
            Condition::Not(a) => self.condition_varies(a),
            Condition::And(a, b) | Condition::Or(a, b) => self.condition_varies(a) || self.condition_varies(b),
            _ => true,
        }
    }
}

impl Engine<'_> {
    /// Types and base sizes, before the rest.
    pub(crate) fn apply_type_changes(&mut self) {
        self.keep_types();
        for at in 0..self.s.statics.len() {
            let IndexedStatic { source, ability, kinds } = self.s.statics[at];
            if !kinds.contains(StaticKinds::SHAPES) {
                continue;
            }
            let Ability::Static(printed) = self.cat.ability(ability) else { continue };
            match printed.effect {
                StaticEffect::NotCreature
                    if self.static_effect(source, ability).is_some() && !self.has_types_set(source) =>
                {
                    let object = self.s.object_mut(source);
                    object.status.insert(Status::SHIFTED);
                    object.types.remove(Types::CREATURE);
                }
                StaticEffect::AlsoTypes(filter, types) if self.static_effect(source, ability).is_some() => {
                    self.add_types(source, filter, types);
                }
                StaticEffect::Ascend => self.ascend(self.s.object(source).controller),
                _ => {}
            }
        }
        for at in 0..self.s.type_changes.len() {
            let change = self.s.type_changes[at];
            if self.s.permanent(change.object).is_some() {
                let shape = self.shape_after(&change);
                let types = if shape.is_none_or(|s| s.keeps_types) { Types::all() } else { Types::SUPERTYPES };
                let object = self.s.object_mut(change.object.slot);
                object.status.insert(Status::SHIFTED);
                object.types |= change.types & types;
                object.types.set(Types::LEGENDARY, object.types.contains(Types::LEGENDARY) && !change.not_legendary);
                object.keywords |= match shape {
                    None => change.keywords,
                    // What it has as a copy it has of itself (CR 707.2).
                    Some(_) if change.copied => Keywords::empty(),
                    Some(_) => change.keywords & Keywords::RULES,
                };
            }
        }
        self.apply_base_sizes();
    }

    /// CR 613.4b, once types are known: copies are of their size to begin with, and what effects do comes after static abilities.
    fn apply_base_sizes(&mut self) {
        let changed = !self.s.type_changes.is_empty() || self.s.static_kinds.contains(StaticKinds::SHAPES);
        if self.s.volatile && changed {
            self.define_sizes();
        }
        self.resize_changed(true);
        for at in 0..self.s.statics.len() {
            let IndexedStatic { source, ability, kinds } = self.s.statics[at];
            if kinds.contains(StaticKinds::SHAPES)
                && let Some(StaticEffect::BaseSize(whom, power, toughness)) = self.static_effect(source, ability)
            {
                for slot in self.sized_by(source, whom) {
                    if !self.is_silenced(slot, source) {
                        self.resize(slot, (power.into(), toughness.into()));
                    }
                }
            }
        }
        self.resize_changed(false);
    }

    /// CR 613.4a: what a card says of its own size may count what has other types by now.
    fn define_sizes(&mut self) {
        for at in 0..self.s.battlefield.len() {
            let slot = self.s.battlefield[at];
            let object = *self.s.object(slot);
            if self.cat.card(object.card).defined_size.is_any() {
                let size = self.size_of_card(&object, self.s.id(slot));
                self.resize(slot, size);
            }
        }
    }

    /// Whose base size a static ability of `source` sets.
    fn sized_by(&self, source: Slot, whom: Subject) -> Vec<Slot> {
        match whom {
            Subject::Source => vec![source],
            Subject::Attached => {
                let host = self.s.object(source).attached_to.filter(|host| self.s.permanent(*host).is_some());
                host.map(|host| host.slot).into_iter().collect()
            }
            Subject::Any(filter) => {
                self.s.battlefield.iter().copied().filter(|slot| self.passes_for(filter, *slot, source)).collect()
            }
        }
    }

    /// The sizes that permanents have as copies, or those that effects have given them.
    fn resize_changed(&mut self, copied: bool) {
        for at in 0..self.s.type_changes.len() {
            let change = self.s.type_changes[at];
            if let Some(size) = change.size.filter(|_| change.copied == copied)
                && self.s.permanent(change.object).is_some()
                && self.shape_after(&change).is_none()
            {
                self.resize(change.object.slot, size);
            }
        }
    }

    /// CR 205.1b: card types in addition, of all that pass before any of them changes.
    fn add_types(&mut self, source: Slot, filter: FilterId, types: Types) {
        let meant = |slot: &Slot| self.passes_for(filter, *slot, source) && !self.has_lost_types(*slot, source, filter);
        for slot in self.s.battlefield.iter().copied().filter(meant).collect::<Vec<_>>() {
            let object = self.s.object_mut(slot);
            object.status.insert(Status::SHIFTED);
            object.types |= types;
        }
    }

    /// Another base power and toughness than it has, whatever says that (CR 707.9d); counters stay.
    fn resize(&mut self, slot: Slot, (power, toughness): (i16, i16)) {
        let counted = self.changed_by_counters(slot);
        let object = self.s.object_mut(slot);
        object.status.insert(Status::SHIFTED);
        object.power = power.saturating_add(counted);
        object.toughness = toughness.saturating_add(counted);
    }

    /// CR 702.131b: with ten permanents a player is blessed for the rest of the game.
    fn ascend(&mut self, seat: Seat) {
        if !self.s.players[seat].blessed {
            let mine = self.s.battlefield.iter().filter(|slot| self.s.object(**slot).controller == seat).count();
            self.s.players[seat].blessed = mine >= ASCENDED;
        }
    }

    /// CR 514.2: what was so until end of turn, or until a player's next turn, is so no more.
    pub(crate) fn end_type_changes(&mut self, ends: impl Fn(&TypeChange) -> bool) {
        let before = self.s.type_changes.len();
        self.s.type_changes.retain(|change| !ends(change));
        if before != self.s.type_changes.len() {
            self.s.stale = true;
            self.log.forget_known();
        }
    }

    /// Makes it so, as long as the permanents are there.
    pub(crate) fn animate(&mut self, ids: &[ObjectId], as_what: TypeChange) {
        let timestamp = self.s.timestamp();
        for object in ids {
            self.s.type_changes.push(TypeChange { object: *object, timestamp, ..as_what });
        }
        self.s.stale = true;
        self.log.forget_known();
        self.refresh();
    }
}
