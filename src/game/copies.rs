//! Permanents that are copies (CR 707): tokens, what enters as a copy, and what becomes one.
//!
//! A copy *is* the card that it copies, as it is the face that is up; in what it differs stands among the changes of its type.
//! Which card it really is stands in a list of its own.

use std::ops::Deref;

use crate::cards::ability::{Ability, Replacement};
use crate::cards::card::Card;
use crate::cards::effect::{CardId, EffectId, Except, FilterId, What};
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{NO_SOURCE, ObjectId, Slot, Status, Zone};
use super::state::{GameState, Posing, Resume, TypeChange};

/// What of a permanent is copied (CR 707.2): its card, and in what it differs from that as a copy itself.
pub(super) struct Model {
    pub(super) card: CardId,
    changes: Vec<TypeChange>,
}

impl Model {
    /// A token that is described, and is a copy of nothing.
    pub(super) const fn described(card: CardId) -> Model {
        Model { card, changes: Vec::new() }
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// What a copy of it would be, but for what is excepted (CR 707.9).
    pub(super) fn model(&self, id: ObjectId, except: Except) -> Option<Model> {
        // CR 707.2: not as what another effect made it.
        let card = self.name_of(id, self.s.recall(id)?);
        let mut changes: Vec<TypeChange> =
            self.s.type_changes.iter().filter(|change| change.object == id && change.copied).copied().collect();
        if except != Except::default() {
            changes.push(TypeChange::of_copy(except));
        }
        self.cat.card(card).is_permanent().then_some(Model { card, changes })
    }

    /// What a card does that may enter as a copy (CR 707.5).
    pub(super) fn enters_as_copy(&self, slot: Slot) -> Option<EffectId> {
        let card = self.cat.card(self.s.object(slot).card);
        if card.has & Card::REPLACEMENTS == 0 {
            return None;
        }
        card.abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Replacement(Replacement::EntersAsCopy(effect)) => Some(*effect),
            _ => None,
        })
    }
}

impl TypeChange {
    /// In what a copy differs from what it copies.
    fn of_copy(except: Except) -> TypeChange {
        TypeChange {
            object: NO_SOURCE,
            size: except.size,
            types: except.types,
            subtype: except.subtype,
            keywords: except.keywords,
            colours: except.colours,
            this_turn: false,
            copied: true,
            not_legendary: except.not_legendary,
            without_mana_cost: except.without_mana_cost,
            ability: except.ability,
        }
    }
}

impl Engine<'_> {
    /// In what the copy differs from what it copies, as that was or by this effect.
    pub(super) fn differ_as_copy(&mut self, object: ObjectId, model: &Model) {
        if !model.changes.is_empty() {
            self.s.type_changes.extend(model.changes.iter().map(|change| TypeChange { object, ..*change }));
            for ability in model.changes.iter().filter_map(|change| change.ability) {
                self.index_ability(object.slot, ability);
            }
            self.s.stale = true;
            self.log.forget_known();
        }
    }

    /// CR 707.9c, 712.8a: what leaves the battlefield is its own card again.
    pub(super) fn end_copy(&mut self, slot: Slot) {
        if let Some(at) = self.s.posing.iter().position(|posing| posing.slot == slot) {
            let card = self.s.posing.remove(at).card;
            let object = self.s.object_mut(slot);
            object.card = card;
            object.status.insert(Status::SHIFTED);
        }
    }

    /// CR 614.12, 707.5: as the source enters, its controller may choose what it enters as a copy of.
    pub(super) fn ask_copied(&mut self, filter: FilterId) {
        let (source, seat, _) = self.frame_source();
        let living = self.s.turns.is_living(seat);
        if !living || self.s.get(source).is_none_or(|o| o.zone == Zone::Battlefield) {
            return self.next();
        }
        let at = Viewpoint::of(seat, source);
        let plain = |id: &ObjectId| self.cat.card(self.s.object(id.slot).card).has & Card::AURA == 0;
        let options: Vec<Item> = self.permanents_passing(filter, &at).filter(plain).map(Item::Object).collect();
        let default = Choice::Some(if options.is_empty() { Vec::new() } else { vec![0] });
        let shape = Shape::Some { options, min: 0, max: 1 };
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, default, Resume::Frame);
    }

    /// The answer: it enters as that, or as itself.
    pub(super) fn enter_as_chosen(&mut self, decision: &Decision, choice: &Choice, except: Except) {
        let (source, seat, _) = self.frame_source();
        let chosen = match chosen_items(decision, choice).first() {
            Some(Item::Object(id)) => self.model(*id, except),
            _ => None,
        };
        self.next();
        let was = self.s.object(source.slot).card;
        let face = chosen.as_ref().map_or(was, |model| model.card);
        let Some(id) = self.put_face_onto_battlefield(source.slot, seat, false, face) else { return };
        if let Some(model) = chosen {
            self.s.posing.push(Posing { slot: id.slot, card: was });
            self.differ_as_copy(id, &model);
        }
        self.announce_entered(&[id]);
    }

    /// Permanents become copies of another (CR 707.4); they stay the same objects.
    pub(super) fn become_copies(&mut self, what: What, of: What, except: Except) {
        let Some(model) = self.object_of(of).and_then(|id| self.model(id, except)) else { return };
        for id in self.objects_of(what) {
            let face_down = self.s.face_down.iter().any(|below| below.slot == id.slot);
            if self.s.permanent(id).is_some() && !face_down {
                self.become_copy(id, &model);
            }
        }
        self.refresh();
    }

    fn become_copy(&mut self, id: ObjectId, model: &Model) {
        self.unshape(id.slot);
        let before = self.s.object(id.slot).card;
        self.s.type_changes.retain(|change| change.object != id || !change.copied);
        self.become_card(id.slot, model.card);
        if !self.s.posing.iter().any(|posing| posing.slot == id.slot) {
            self.s.posing.push(Posing { slot: id.slot, card: before });
        }
        self.differ_as_copy(id, model);
        self.emit(GameEvent::BecameCopy { object: id, card: model.card });
    }

    /// Puts an object onto the battlefield once its player has chosen what it is a copy of.
    pub(super) fn copy_waits(&mut self, slot: Slot, under: Seat, effect: EffectId) {
        let (id, card) = (self.s.id(slot), self.s.object(slot).card);
        if self.s.turns.is_living(under) {
            self.perform(effect, under, id, card);
        }
    }
}
