//! Entering the battlefield: what replaces it, what is registered there, and tokens.

use crate::cards::ability::{Ability, FunctionsIn, Replacement, StaticEffect};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CardId, CounterKind};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::{IndexedStatic, IndexedTrigger, StaticKinds};
use super::copies::Model;
use super::decision::Item;
use super::engine::Engine;
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{CastAs, Object, ObjectId, Slot, Status, Zone};
use super::state::{Awaited, TypeChange, WaitingEntry};
use super::trigger_mask::granted_mask;

/// Off the battlefield: the bit of [`Card::has`] of what has abilities that are indexed there, and where they function.
pub(super) const fn works_in(zone: Zone) -> Option<(u64, FunctionsIn)> {
    match zone {
        Zone::Command => Some((Card::IN_COMMAND, FunctionsIn::BattlefieldOrCommand)),
        Zone::Graveyard => Some((Card::IN_GRAVEYARD, FunctionsIn::Graveyard)),
        Zone::Exile => Some((Card::IN_EXILE, FunctionsIn::Exile)),
        _ => None,
    }
}

impl Engine<'_> {
    /// Puts an object onto the battlefield under a player's control (CR 110.2, 614.12).
    pub(crate) fn enter(&mut self, slot: Slot, under: Seat, tapped: bool) -> Option<ObjectId> {
        self.enter_as(slot, under, tapped, self.s.object(slot).card)
    }

    /// The same with that face up.
    pub(super) fn enter_as(&mut self, slot: Slot, under: Seat, tapped: bool, face: CardId) -> Option<ObjectId> {
        if self.is_kept_out(slot) {
            return None;
        }
        let has = self.cat.card(face).has;
        if has & Card::AURA != 0 {
            self.awaits(slot);
            self.aura_waits(slot, under, face);
            return None;
        }
        if let Some(effect) = self.entering_effect(slot, face) {
            self.awaits(slot);
            self.copy_waits(slot, under, effect);
            return None;
        }
        // CR 614.12: a land that will have no abilities has none of those either.
        let chooses = has & Card::ENTERS_BY_CHOICE != 0 && !tapped && !self.has_land_types_set(slot);
        if chooses && self.waits_for_choice(slot, under, face) {
            self.awaits(slot);
            return None;
        }
        let id = self.put_face_onto_battlefield(slot, under, tapped, face)?;
        self.announce_entered(&[id]);
        Some(id)
    }

    /// The effect in progress goes on with it once it has entered.
    fn awaits(&mut self, slot: Slot) {
        let was = self.s.id(slot);
        if let Some(frame) = self.s.frames.last_mut() {
            frame.awaited.push(Awaited { was, aim: None });
        }
    }

    /// What has not entered yet attacks that as it does (CR 508.4).
    pub(super) fn awaits_attack(&mut self, was: ObjectId, aim: Option<Item>) {
        let awaited = self.s.frames.last_mut().into_iter().flat_map(|frame| &mut frame.awaited);
        awaited.filter(|awaited| awaited.was == was).for_each(|awaited| awaited.aim = aim);
    }

    /// What has entered since the last instruction, as somebody had to be asked about it, is part of what that has moved.
    pub(super) fn take_awaited(&mut self) {
        for Awaited { was, aim } in std::mem::take(&mut self.frame().awaited) {
            let id = ObjectId { incarnation: was.incarnation + 1, ..was };
            let Some(is_creature) = self.s.permanent(id).map(Object::is_creature) else { continue };
            self.frame().them.push(id);
            if is_creature {
                self.attack_as_it_enters(id, aim);
            }
        }
    }

    /// Puts several cards onto the battlefield at once under their owners' control; returns those that are there.
    pub(crate) fn enter_together(&mut self, ids: &[ObjectId], tapped: bool) -> Vec<ObjectId> {
        let enter = |engine: &mut Self, id: &ObjectId| engine.enter(id.slot, engine.s.object(id.slot).owner, tapped);
        self.all_at_once(|engine| ids.iter().filter_map(|id| enter(engine, id)).collect())
    }

    /// Does something by which permanents may enter, which all enter at once: abilities see none before all are there (CR
    /// 603.6a). What somebody has to be asked about enters when they have answered.
    pub(crate) fn all_at_once<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.log.entering.replace(Vec::new());
        let result = act(self);
        let entered = std::mem::replace(&mut self.log.entering, outer).unwrap_or_default();
        if !entered.is_empty() {
            self.announce_entered(&entered);
        }
        result
    }

    /// Abilities see what has entered only once all of it is there.
    pub(crate) fn announce_entered(&mut self, ids: &[ObjectId]) {
        if let Some(entering) = &mut self.log.entering {
            return entering.extend(ids);
        }
        self.refresh();
        for id in ids {
            // What is chosen as it enters comes first (CR 614.12a).
            if self.s.entries.is_empty() || !self.s.entries.iter().any(|entry| self.s.id(entry.slot) == *id) {
                self.happened(&Happening::Entered(*id));
            }
        }
    }

    /// The same with its back face up (CR 712.14a); what has none stays where it is.
    pub(crate) fn enter_transformed(&mut self, slot: Slot, under: Seat) -> Option<ObjectId> {
        let back = self.cat.card(self.s.object(slot).card).other_face()?;
        let id = self.put_face_onto_battlefield(slot, under, false, back)?;
        self.announce_entered(&[id]);
        Some(id)
    }

    pub(crate) fn put_onto_battlefield(&mut self, slot: Slot, under: Seat, tapped: bool) -> Option<ObjectId> {
        let own = self.s.object(slot).card;
        let face = self.model_of(self.s.id(slot)).map_or(own, |model| model.card);
        self.put_face_onto_battlefield(slot, under, tapped, face)
    }

    pub(super) fn put_face_onto_battlefield(
        &mut self,
        slot: Slot,
        under: Seat,
        tapped: bool,
        face: CardId,
    ) -> Option<ObjectId> {
        let object = *self.s.object(slot);
        // CR 800.4b: nothing comes under the control of a player who has left.
        if !self.s.turns.is_living(under) || object.zone == Zone::Nowhere && !object.is(Status::TOKEN) {
            return None;
        }
        if !self.cat.card(face).is_permanent() || self.is_kept_out(slot) {
            return None;
        }
        if object.zone != Zone::Stack
            && self.s.static_kinds.contains(StaticKinds::ENTERING)
            && self.is_exiled_unless_cast(slot, face)
        {
            self.move_object(slot, Zone::Exile);
            return None;
        }
        let face = self.face_by_daytime(face);
        // The token that a copy of a permanent spell becomes has not been cast (CR 608.3f).
        let (before, from, own) = (self.s.id(slot), object.zone, object.card);
        self.remember_card(slot, from);
        self.take_out(slot, &object);
        if face != object.card {
            *self.s.object_mut(slot) = self.reader().as_face(&object, face);
        }
        let object = *self.s.object(slot);
        let printed = self.cat.card(object.card).keywords;
        let entered = self.s.object_mut(slot);
        entered.incarnation += 1;
        // What mana did to the spell is not done to the permanent.
        entered.keywords -= Keywords::UNCOUNTERABLE - printed;
        entered.zone = Zone::Battlefield;
        entered.controller = under;
        entered.status &= Status::COMMANDER | Status::TOKEN | Status::HASTY;
        entered.status |= Status::SICK;
        if from != Zone::Stack {
            entered.paid = CastAs::default();
        }
        self.s.battlefield.push(slot, self.cat.card(object.card), under);
        let id = self.s.id(slot);
        if from == Zone::Stack {
            self.carry_over(before, id);
            if let Some(way) = object.paid.how.way() {
                self.goes_at_the_end(id, way);
            }
        }
        self.s.this_turn.entered.push(id);
        if object.types.contains(Types::LAND) {
            self.s.this_turn.landed.insert(under);
        }
        self.has_come(id, object.card);
        self.enter_as_printed(slot, object.card, tapped);
        self.enter_as_effects_say(slot, before);
        self.enter_as_others_say(slot);
        self.index(slot, object.card);
        if !self.s.models.is_empty() {
            self.entered_as_copy(id, before, own);
        }
        self.touched(slot);
        self.begin_saga(slot);
        if self.cat.card(object.card).has & Card::CHOOSES != 0 {
            let entry = WaitingEntry { slot, under, face: object.card, played: false, riot: false };
            self.s.entries.push(entry);
        }
        for _ in 0..self.riots(slot) {
            let entry = WaitingEntry { slot, under, face: object.card, played: false, riot: true };
            self.s.entries.push(entry);
        }
        self.emit(GameEvent::ZoneChanged {
            object: id,
            card: object.card,
            owner: object.owner,
            from,
            to: Zone::Battlefield,
        });
        self.bring_daytime(object.card);
        Some(id)
    }

    /// CR 400.7a: what effects have given a permanent spell the permanent has.
    fn carry_over(&mut self, spell: ObjectId, permanent: ObjectId) {
        self.s.pumped.iter_mut().filter(|p| p.object == spell).for_each(|p| p.object = permanent);
        let lost = self.s.this_turn.effects.lost_keywords.iter_mut();
        lost.filter(|(object, _)| *object == spell).for_each(|(object, _)| *object = permanent);
    }

    /// Replacement effects on how it enters: tapped, with counters (CR 614.1c).
    fn enter_as_printed(&mut self, slot: Slot, card: CardId, tapped: bool) {
        let mut tapped = tapped || self.enters_tapped_by_statics(slot);
        let printed = self.cat.card(card);
        if printed.has & Card::REPLACEMENTS != 0 && !self.has_land_types_set(slot) {
            for ability in &printed.abilities {
                match self.cat.ability(*ability) {
                    Ability::Replacement(
                        Replacement::EntersTapped
                        | Replacement::EntersTappedUnlessPaid(_)
                        | Replacement::EntersTappedUnlessRevealed(_),
                    ) => tapped = true,
                    Ability::Replacement(Replacement::EntersTappedUnless(condition)) => {
                        let at = Viewpoint::of(self.s.object(slot).controller, self.s.id(slot));
                        tapped |= !self.holds(*condition, &at);
                    }
                    Ability::Replacement(Replacement::EntersWithCounters(kind, n, condition)) => {
                        let object = self.s.object(slot);
                        let x = object.paid.x.into();
                        let at = Viewpoint { x, ..Viewpoint::of(object.controller, self.s.id(slot)) };
                        if condition.is_some_and(|c| !self.holds(c, &at)) {
                            continue;
                        }
                        let n = self.amount(*n, &at);
                        self.put_counters(slot, *kind, n);
                    }
                    _ => {}
                }
            }
        }
        if let Some(loyalty) = printed.loyalty {
            self.put_counters(slot, CounterKind::LOYALTY, loyalty.into());
        }
        self.s.object_mut(slot).status.set(Status::TAPPED, tapped);
    }

    /// Counters with which an effect that puts it onto the battlefield lets it enter (CR 614.1c).
    fn enter_as_effects_say(&mut self, slot: Slot, before: ObjectId) {
        while let Some(at) = self.s.enters_with.iter().position(|(id, ..)| *id == before) {
            let (_, kind, n) = self.s.enters_with.remove(at);
            self.put_counters(slot, kind, n);
        }
    }

    /// The static abilities that say how permanents enter; what enters at the same time is not there yet (CR 614.4, 614.12).
    fn statics_on_entering<'s, T: 's>(
        &'s self,
        of: impl Fn(StaticEffect) -> Option<T> + 's,
    ) -> impl Iterator<Item = (Slot, T)> + 's {
        self.statics(StaticKinds::ENTERING, of).filter(move |(source, _)| !self.comes_too(*source))
    }

    /// Whether it is a permanent that is entering together with others.
    pub(super) fn comes_too(&self, slot: Slot) -> bool {
        let id = self.s.id(slot);
        self.log.entering.as_ref().is_some_and(|entering| entering.contains(&id))
    }

    /// Counters with which permanents that are there let it enter (CR 614.1c).
    fn enter_as_others_say(&mut self, slot: Slot) {
        if !self.s.static_kinds.contains(StaticKinds::ENTERING) {
            return;
        }
        let statics = self.statics_on_entering(|effect| match effect {
            StaticEffect::EntersWith { filter, kind, count, subtype } => Some((filter, kind, count, subtype)),
            _ => None,
        });
        let mut given = Vec::new();
        for (source, (filter, kind, count, subtype)) in statics {
            let id = self.s.id(source);
            if source != slot && self.passes_for(filter, slot, source) {
                let n = self.amount(count, &Viewpoint::of(self.s.object(source).controller, id));
                given.push((kind, n, subtype));
            }
        }
        for (kind, n, subtype) in given {
            self.put_counters(slot, kind, n);
            if subtype.is_some() {
                let (object, timestamp) = (self.s.id(slot), self.s.timestamp());
                self.s.type_changes.push(TypeChange { object, timestamp, ..TypeChange::of_type(subtype) });
                self.s.stale = true;
            }
        }
    }

    /// How many times it has riot as it enters (CR 702.136b).
    fn riots(&self, slot: Slot) -> usize {
        let riots = self.statics_on_entering(|effect| match effect {
            StaticEffect::Riot(what) => Some(what),
            _ => None,
        });
        let counted = riots.filter(|(source, what)| match what {
            None => *source == slot,
            Some(filter) => *source != slot && self.passes_for(*filter, slot, *source),
        });
        counted.count()
    }

    /// What an effect could not put onto the battlefield does not enter with its counters later; what waits does.
    pub(super) fn forget_unentered(&mut self) {
        if self.s.enters_with.is_empty() {
            return;
        }
        let mut left = std::mem::take(&mut self.s.enters_with);
        left.retain(|(id, ..)| {
            let cast = self.s.get(*id).is_some_and(|object| object.zone == Zone::Stack);
            let waits = cast || self.s.entries.iter().any(|entry| entry.slot == id.slot);
            waits || self.enters_as_copy(id.slot).is_some() && !self.is_kept_out(id.slot)
        });
        self.s.enters_with = left;
    }

    /// Whether a static ability keeps it where it is, in a graveyard or library (CR 101.2).
    pub(super) fn is_kept_out(&self, slot: Slot) -> bool {
        // What comes face down has been looked at as the card that it is.
        if !self.s.face_down.is_empty() && self.s.face_down.iter().any(|below| below.slot == slot) {
            return false;
        }
        let zone = self.s.object(slot).zone;
        let mut filters = self.statics_on_entering(|effect| match effect {
            StaticEffect::CantEnter(filter, graveyards) => Some((filter, graveyards)),
            _ => None,
        });
        filters.any(|(source, (filter, graveyards))| {
            let there = zone == Zone::Graveyard || zone == Zone::Library && !graveyards;
            there && self.passes_for(filter, slot, source)
        })
    }

    /// CR 614.1a, 614.12: whether it is exiled instead of entering as that, as it was not cast.
    fn is_exiled_unless_cast(&self, slot: Slot, face: CardId) -> bool {
        let (id, own) = (self.s.id(slot), *self.s.object(slot));
        let object = if face == own.card { own } else { self.reader().as_face(&own, face) };
        let mut filters = self.statics_on_entering(|effect| match effect {
            StaticEffect::ExiledUnlessCast(filter) => Some(filter),
            _ => None,
        });
        filters.any(|(source, filter)| {
            let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
            self.passes(self.cat.filter(filter), id, &object, &at)
        })
    }

    pub(super) fn enters_tapped_by_statics(&self, slot: Slot) -> bool {
        let mut filters = self.statics_on_entering(|effect| match effect {
            StaticEffect::EntersTapped(filter) => Some(filter),
            _ => None,
        });
        filters.any(|(source, filter)| self.passes_for(filter, slot, source))
    }

    /// Registers the statics and triggers of a permanent.
    pub(super) fn index(&mut self, slot: Slot, card: CardId) {
        let card = self.cat.card(card);
        if card.has & (Card::STATICS | Card::TRIGGERS) != 0 {
            for ability in &card.abilities {
                self.index_ability(slot, *ability);
            }
        }
        // What a copy has in addition (CR 707.9a).
        if !self.s.type_changes.is_empty() {
            let id = self.s.id(slot);
            let added = self.s.type_changes.iter().filter(|change| change.object == id).filter_map(|c| c.ability);
            for ability in added.collect::<Vec<_>>() {
                self.index_ability(slot, ability);
            }
        }
    }

    pub(super) fn index_ability(&mut self, slot: Slot, ability: AbilityId) {
        match self.cat.ability(ability) {
            Ability::Static(s) if s.from.on_battlefield() => self.index_static(slot, ability, s.effect),
            Ability::Triggered(t) if t.from.on_battlefield() => {
                let works = IndexedTrigger::new(slot, ability, t.event);
                self.s.trigger_mask |= works.on;
                self.s.triggers.push(works);
            }
            _ => {}
        }
    }

    /// Registers what a card does in the command zone, or the static abilities that it has in a graveyard.
    pub(super) fn index_in(&mut self, slot: Slot, zone: Zone, card: CardId) {
        let card = self.cat.card(card);
        let Some((_, here)) = works_in(zone).filter(|(bit, _)| card.has & bit != 0) else { return };
        for ability in &card.abilities {
            match self.cat.ability(*ability) {
                Ability::Static(s) if s.from == here => self.index_static(slot, *ability, s.effect),
                // Those of graveyards are watched with.
                Ability::Triggered(t) if zone == Zone::Command && t.from == here => self.watch_with(slot, *ability),
                _ => {}
            }
        }
        self.s.stale = true;
        self.log.forget_known();
    }

    fn index_static(&mut self, slot: Slot, ability: AbilityId, effect: StaticEffect) {
        if matches!(effect, StaticEffect::LoseKeywords(..)) {
            self.takes_anew(self.s.id(slot));
        }
        let works = IndexedStatic::new(slot, ability, effect);
        self.s.static_kinds |= works.kinds;
        self.s.trigger_mask |= granted_mask(self.cat, ability);
        self.s.statics.push(works);
    }

    /// Creates a token (CR 111.2); the caller announces it. `None` when its controller has left (CR 800.4b).
    pub(crate) fn create_token(&mut self, card: CardId, under: Seat, tapped: bool) -> Option<ObjectId> {
        let slot = self.new_token(card, under)?;
        let id = self.put_onto_battlefield(slot, under, tapped)?;
        self.token_created(id, under, card);
        Some(id)
    }

    /// A token that is nowhere yet.
    fn new_token(&mut self, card: CardId, under: Seat) -> Option<Slot> {
        if !self.s.turns.is_living(under) {
            return None;
        }
        let slot = self.new_slot(card, under)?;
        self.s.object_mut(slot).status = Status::TOKEN;
        Some(slot)
    }

    fn token_created(&mut self, object: ObjectId, seat: Seat, card: CardId) {
        self.s.this_turn.tokens_created.push(seat);
        self.emit(GameEvent::TokenCreated { seat, object, card });
    }

    /// A token that is to be created, which enters as that with what its card does as it enters (CR 707.5).
    pub(super) fn token_waits(&mut self, model: Model, under: Seat, tapped: bool) -> Option<ObjectId> {
        let slot = self.new_token(model.card, under)?;
        let id = self.s.id(slot);
        self.enters_as_model(id, model);
        self.enter(slot, under, tapped);
        Some(id)
    }

    /// The token that was to be created, if it has entered.
    pub(super) fn token_waited(&mut self, was: ObjectId) -> Option<ObjectId> {
        let id = ObjectId { incarnation: was.incarnation + 1, ..was };
        let Some(token) = self.s.permanent(id).copied() else {
            if self.s.id(was.slot) == was {
                self.s.free.push(was.slot);
            }
            return None;
        };
        self.token_created(id, token.controller, token.card);
        Some(id)
    }

    /// An emblem is no token, but like one it is no card (CR 114.5, 111.1), and ceases to exist with its player.
    pub(crate) fn create_emblem(&mut self, owner: Seat, card: CardId) -> Option<ObjectId> {
        if !self.s.turns.is_living(owner) {
            return None;
        }
        let slot = self.new_slot(card, owner)?;
        let object = self.s.object_mut(slot);
        object.status = Status::TOKEN;
        object.zone = Zone::Command;
        self.s.command.push(slot);
        self.index(slot, card);
        self.s.stale = true;
        let object = self.s.id(slot);
        self.emit(GameEvent::EmblemCreated { seat: owner, object, card });
        Some(object)
    }

    /// A slot for a new object, one that has been freed if there is one. `None` when 65,534 are in use.
    pub(crate) fn new_slot(&mut self, card: CardId, owner: Seat) -> Option<Slot> {
        let printed = self.cat.card(card);
        let (slot, incarnation) = match self.s.free.pop() {
            Some(slot) => (slot, self.s.object(slot).incarnation + 1),
            None => (u16::try_from(self.s.objects.len()).ok().filter(|n| *n < u16::MAX - 1)?, 0),
        };
        let object = Object {
            card,
            incarnation,
            owner,
            controller: owner,
            zone: Zone::Nowhere,
            status: Status::empty(),
            types: printed.types,
            damage: 0,
            power: printed.power,
            toughness: printed.toughness,
            keywords: printed.keywords,
            attached_to: None,
            enchants: None,
            attacks_this_turn: 0,
            paid: CastAs::default(),
        };
        match self.s.objects.get_mut(usize::from(slot)) {
            Some(old) => *old = object,
            None => self.s.objects.push(object),
        }
        Some(slot)
    }
}
