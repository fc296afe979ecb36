//! Permanents that are copies (CR 707): tokens, what enters as a copy, and what becomes one.
//!
//! A copy *is* the card that it copies, as it is the face that is up; in what it differs stands among the changes of its type.
//! Which card it really is stands in a list of its own.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::cards::ability::{Ability, Replacement};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CardId, EffectId, EnteringCopy, Except, FilterId, Lasting, Op, What};
use crate::cards::type_line::{Subtype, Types};
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{NO_SOURCE, Object, ObjectId, Slot, Status, Zone};
use super::state::{CopyThisTurn, GameState, Posing, Resume, TypeChange};

/// What of a permanent is copied (CR 707.2): its card, and in what it differs from that as a copy itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Model {
    pub(super) card: CardId,
    changes: Vec<TypeChange>,
}

/// What an object enters as a copy of. What the model does as it enters, the copy does (CR 707.5): it may wait for that.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct EnteringAs {
    source: ObjectId,
    model: Model,
    lasting: Lasting,
}

impl Model {
    /// A token that is described, and is a copy of nothing.
    pub(super) fn described(card: CardId, size: Option<(i16, i16)>) -> Model {
        // Copies have it as well (CR 707.2).
        let sized = |size| TypeChange { size: Some(size), ..TypeChange::of_copy(Except::default()) };
        Model { card, changes: size.map(sized).into_iter().collect() }
    }

    /// What a copy has besides what it would have otherwise: a name of its own, an ability that it keeps.
    fn with(mut self, name: Option<CardId>, ability: Option<AbilityId>) -> Model {
        if name.is_some() || ability.is_some() {
            self.changes.push(TypeChange { name, ability, ..TypeChange::of_copy(Except::default()) });
        }
        self
    }

    /// The types that the copy has.
    fn types(&self, printed: Types) -> Types {
        self.changes.iter().fold(printed, |types, change| types | change.types)
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

    /// The card whose name the object has (CR 201.2, 707.9b).
    pub(crate) fn called(&self, id: ObjectId, object: &Object) -> CardId {
        let mut given = self.s.type_changes.iter().rev().filter(|change| change.object == id);
        given.find_map(|change| change.name).unwrap_or_else(|| self.name_of(id, object))
    }

    /// Whether it has no mana cost, unlike what it copies (CR 202.3a).
    #[inline]
    pub(crate) fn is_without_mana_cost(&self, id: ObjectId) -> bool {
        self.s.type_changes.iter().any(|change| change.no_mana_cost && change.object == id)
    }

    /// Whether it is a copy but for that creature type, which what it copies has (CR 205.1a, 707.9d).
    pub(crate) fn lacks_copied_type(&self, id: ObjectId, subtype: Subtype) -> bool {
        let only = |change: &&TypeChange| change.object == id && change.only_subtype;
        let last = self.s.type_changes.iter().rfind(only);
        last.is_some_and(|change| change.subtype != Some(subtype) && self.is_creature_type(subtype))
    }

    /// The activated abilities that permanents of the player have as copies, besides those of what they copy (CR 707.9a).
    pub(super) fn added_to_copies(&self, seat: Seat) -> impl Iterator<Item = (Slot, AbilityId)> + '_ {
        let theirs = move |id: ObjectId| self.s.permanent(id).is_some_and(|object| object.controller == seat);
        self.s.type_changes.iter().filter_map(move |change| {
            let ability =
                change.ability.filter(|ability| matches!(self.cat.ability(*ability), Ability::Activated(_)))?;
            let has = theirs(change.object) && self.shape_after(change).is_none();
            has.then_some((change.object.slot, ability))
        })
    }

    /// What a card does that may enter as a copy (CR 707.5), or not at all. A land that will have no abilities does nothing (CR
    /// 614.12).
    pub(super) fn enters_as_copy(&self, slot: Slot) -> Option<EffectId> {
        self.entering_effect(slot, self.s.object(slot).card)
    }

    /// The same of an object that would enter as that card.
    pub(super) fn entering_effect(&self, slot: Slot, card: CardId) -> Option<EffectId> {
        let land = self.cat.card(card).types.contains(Types::LAND);
        self.effect_before(card).filter(|_| !land || !self.has_land_types_set(slot))
    }

    /// What a card does before it enters, which may have to ask somebody.
    pub(super) fn effect_before(&self, card: CardId) -> Option<EffectId> {
        let card = self.cat.card(card);
        if card.has & Card::REPLACEMENTS == 0 {
            return None;
        }
        card.abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Replacement(Replacement::BeforeEntering(effect)) => Some(*effect),
            _ => None,
        })
    }

    /// Whether what enters as that card may enter as a copy of another.
    fn copies_as_it_enters(&self, card: CardId) -> bool {
        self.effect_before(card).is_some_and(|effect| matches!(self.cat.op(effect), Op::EnterAsCopy(_)))
    }
}

impl TypeChange {
    /// One more creature type, for as long as it is there.
    pub(super) fn of_type(subtype: Option<Subtype>) -> TypeChange {
        TypeChange { subtype, copied: false, ..TypeChange::of_copy(Except::default()) }
    }

    /// In what a copy differs from what it copies.
    fn of_copy(except: Except) -> TypeChange {
        TypeChange {
            object: NO_SOURCE,
            timestamp: 0,
            size: except.size.map(|(power, toughness)| (power.into(), toughness.into())),
            types: except.types,
            subtype: except.subtype,
            keywords: except.keywords,
            colours: except.colours,
            adds_colours: false,
            every_creature_type: false,
            this_turn: false,
            until_turn_of: None,
            copied: true,
            not_legendary: except.not_legendary,
            ability: except.ability,
            name: None,
            only_subtype: except.only_subtype,
            no_mana_cost: except.no_mana_cost,
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
        if !living || !self.is_yet_to_enter(source) {
            return self.next();
        }
        let at = Viewpoint::of(seat, source);
        // What may enter as a copy is no model of what has one already: that could go on without end.
        let again = self.model_of(source).is_some();
        let plain = |id: &ObjectId| {
            let card = self.name_of(*id, self.s.object(id.slot));
            // CR 303.4f: an Aura that could enchant nothing would not enter.
            let enchants = self.cat.card(card).has & Card::AURA == 0 || self.could_enchant(source.slot, seat, card);
            enchants && !(again && self.copies_as_it_enters(card))
        };
        // What enters at the same time, or would have entered by now, is not there yet (CR 614.12).
        let before = self.s.frames.last().and_then(|frame| frame.entered_before);
        let later = before.and_then(|before| self.s.this_turn.entered.get(before as usize..)).unwrap_or_default();
        let models = self.permanents_passing(filter, &at).filter(plain).filter(|id| !later.contains(id));
        let options: Vec<Item> = models.map(Item::Object).collect();
        let default = Choice::Some(if options.is_empty() { Vec::new() } else { vec![0] });
        let shape = Shape::Some { options, min: 0, max: 1 };
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, default, Resume::Frame);
    }

    /// The answer: it enters as that, or as itself.
    pub(super) fn enter_as_chosen(&mut self, decision: &Decision, choice: &Choice, copy: EnteringCopy) {
        let (source, seat, _) = self.frame_source();
        let was = self.s.object(source.slot).card;
        let own_name = Some(was).filter(|_| copy.except.own_name);
        let chosen = match chosen_items(decision, choice).first() {
            Some(Item::Object(id)) => self.model(*id, copy.except).map(|model| model.with(own_name, None)),
            _ => None,
        };
        self.next();
        let tapped = copy.tapped && chosen.is_some();
        let face = chosen.as_ref().or(self.model_of(source)).map_or(was, |model| model.card);
        let Some(model) = chosen else {
            if let Some(id) = self.put_face_onto_battlefield(source.slot, seat, tapped, face) {
                self.announce_entered(&[id]);
            }
            return;
        };
        self.enter_with_additional(source, &model, copy.except);
        let mut models = std::mem::take(&mut self.s.models);
        models.retain(|entering| entering.source != source && self.is_yet_to_enter(entering.source));
        self.s.models = models;
        self.s.models.push(EnteringAs { source, model, lasting: copy.lasting });
        self.enter_as(source.slot, seat, tapped, face);
    }

    /// A token is about to enter as that.
    pub(super) fn enters_as_model(&mut self, source: ObjectId, model: Model) {
        self.s.models.push(EnteringAs { source, model, lasting: Lasting::ForGood });
    }

    /// Whether it is still to enter the battlefield from where it is; a token is nowhere yet.
    fn is_yet_to_enter(&self, id: ObjectId) -> bool {
        let object = self.s.objects.get(usize::from(id.slot));
        object.is_some_and(|object| object.incarnation == id.incarnation && object.zone != Zone::Battlefield)
    }

    /// What it enters as a copy of, if that has been chosen.
    pub(super) fn model_of(&self, source: ObjectId) -> Option<&Model> {
        self.s.models.iter().find(|entering| entering.source == source).map(|entering| &entering.model)
    }

    /// What was that card and object before it has entered as a copy.
    pub(super) fn entered_as_copy(&mut self, id: ObjectId, before: ObjectId, was: CardId) {
        let Some(at) = self.s.models.iter().position(|entering| entering.source == before) else { return };
        let EnteringAs { model, lasting, .. } = self.s.models.remove(at);
        self.s.posing.push(Posing { slot: id.slot, card: was });
        if lasting == Lasting::ThisTurn {
            let before = CopyThisTurn { object: id, card: was, posing: false, changes: Vec::new() };
            self.s.copies_this_turn.push(before);
        }
        self.differ_as_copy(id, &model);
    }

    /// CR 614.1c, 707.9: counters that the copy enters with because of what it is then.
    fn enter_with_additional(&mut self, source: ObjectId, model: &Model, except: Except) {
        let types = model.types(self.cat.card(model.card).types);
        let counters = except.counters.into_iter().flatten().filter(|(_, wanted)| types.intersects(*wanted));
        self.s.enters_with.extend(counters.map(|(kind, _)| (source, kind, 1)));
    }

    /// Permanents become copies of another (CR 707.4); they stay the same objects.
    pub(super) fn become_copies(&mut self, what: What, of: What, except: Except, lasting: Lasting) {
        // CR 707.9a: of the ability that does it, where the copy keeps that.
        let kept = self.s.frames.last().and_then(|frame| frame.ability).filter(|_| except.this_ability);
        let Some(of) = self.object_of(of) else { return };
        for id in self.objects_of(what) {
            let face_down = self.s.face_down.iter().any(|below| below.slot == id.slot);
            let Some(object) = self.s.permanent(id).filter(|_| !face_down) else { continue };
            let own_name = except.own_name.then(|| self.called(id, object));
            if let Some(model) = self.model(of, except) {
                self.become_copy(id, &model.with(own_name, kept), lasting);
            }
        }
        self.refresh();
    }

    fn become_copy(&mut self, id: ObjectId, model: &Model, lasting: Lasting) {
        self.unshape(id.slot);
        let before = self.s.object(id.slot).card;
        match lasting {
            // The copy effect that came last says what it is (CR 613.7), for good.
            Lasting::ForGood | Lasting::YourNextTurn => self.s.copies_this_turn.retain(|copy| copy.object != id),
            Lasting::ThisTurn => self.remember_beneath(id, before),
        }
        self.s.type_changes.retain(|change| change.object != id || !change.copied);
        self.become_card(id.slot, model.card);
        if !self.s.posing.iter().any(|posing| posing.slot == id.slot) {
            self.s.posing.push(Posing { slot: id.slot, card: before });
        }
        self.differ_as_copy(id, model);
        self.emit(GameEvent::BecameCopy { object: id, card: model.card });
    }

    /// What the permanent is again at end of turn; of several copies until then that what it is without all of them.
    fn remember_beneath(&mut self, object: ObjectId, card: CardId) {
        if self.s.copies_this_turn.iter().any(|copy| copy.object == object) {
            return;
        }
        let posing = self.s.posing.iter().any(|posing| posing.slot == object.slot);
        let copied = |change: &&TypeChange| change.object == object && change.copied;
        let changes = self.s.type_changes.iter().filter(copied).copied().collect();
        self.s.copies_this_turn.push(CopyThisTurn { object, card, posing, changes });
    }

    /// CR 514.2: what was a copy until end of turn is one no more.
    pub(super) fn end_copies_this_turn(&mut self) {
        if self.s.copies_this_turn.is_empty() {
            return;
        }
        for CopyThisTurn { object, card, posing, changes } in std::mem::take(&mut self.s.copies_this_turn) {
            if self.s.permanent(object).is_none() {
                // What is phased out is itself again once it is back.
                if self.s.get(object).is_some() {
                    self.s.copies_this_turn.push(CopyThisTurn { object, card, posing, changes });
                }
                continue;
            }
            self.unshape(object.slot);
            self.s.type_changes.retain(|change| change.object != object || !change.copied);
            self.s.type_changes.extend(changes);
            self.become_card(object.slot, card);
            if !posing {
                self.s.posing.retain(|posing| posing.slot != object.slot);
            }
        }
        self.s.stale = true;
        self.log.forget_known();
        self.refresh();
    }

    /// Puts an object onto the battlefield once its player has chosen what it is a copy of.
    pub(super) fn copy_waits(&mut self, slot: Slot, under: Seat, effect: EffectId) {
        let (id, card) = (self.s.id(slot), self.s.object(slot).card);
        if !self.s.turns.is_living(under) {
            return;
        }
        self.perform(effect, under, id, card);
        let together = self.log.entering.as_ref().map_or(0, Vec::len);
        let earlier = self.s.this_turn.entered.len() - together;
        if let Some(frame) = self.s.soon.last_mut() {
            frame.entered_before = Some(earlier as u32);
        }
    }
}
