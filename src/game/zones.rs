//! Objects on the move: zone changes with their replacements and triggers, libraries; permanents tapped, sacrificed, with counters.

use crate::cards::ability::{Ability, FunctionsIn, Replacement, StaticEffect, TriggerEvent};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CardId, CounterKind, Destination, EffectId};
use crate::turn::Seat;

use super::ability_index::{IndexedTrigger, StaticKinds};
use super::engine::Engine;
use super::entering::works_in;
use super::event::{GameEvent, Remark};
use super::happening::Happening;
use super::object::{CastAs, Counters, Object, ObjectId, Slot, Status, Target, Zone};
use super::state::{LastKnown, StackKind};
use super::trigger_mask::TriggerMask;

/// What happens to an object instead of going to a graveyard (CR 614.6).
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// What it says itself.
    Own { to: Destination, then: Option<EffectId> },
    /// It is exiled, by the permanent that says so, where what that has exiled counts, and with a counter.
    Exiled { by: Option<ObjectId>, counter: Option<CounterKind> },
}

impl Engine<'_> {
    // ---- moving ----

    /// Moves an object, replacements included. Returns its new id, or `None` when it did not move there.
    pub(crate) fn move_object(&mut self, slot: Slot, to: Zone) -> Option<ObjectId> {
        self.move_to(slot, to, false, false)
    }

    /// Moves an object to where an effect says.
    pub(crate) fn send(&mut self, slot: Slot, to: Destination, under: Seat) -> Option<ObjectId> {
        match to {
            Destination::Hand => self.move_object(slot, Zone::Hand),
            Destination::Graveyard => self.move_object(slot, Zone::Graveyard),
            Destination::Exile => self.move_object(slot, Zone::Exile),
            Destination::ExileFaceDown => {
                let there = !matches!(self.s.object(slot).zone, Zone::Nowhere | Zone::Phased | Zone::Exile);
                there.then(|| self.exile_face_down(slot))
            }
            Destination::LibraryTop => self.move_object(slot, Zone::Library),
            Destination::LibraryBottom | Destination::LibraryBottomRandom => {
                self.move_to(slot, Zone::Library, true, false)
            }
            Destination::LibraryThird | Destination::LibrarySeventh => {
                let above = if to == Destination::LibraryThird { 2 } else { 6 };
                let moved = self.move_object(slot, Zone::Library)?;
                let library = &mut self.s.players[self.s.objects[usize::from(slot)].owner].library;
                if let Some(at) = library.iter().rposition(|s| *s == slot) {
                    library.remove(at);
                    library.insert(library.len().saturating_sub(above), slot);
                }
                Some(moved)
            }
            Destination::LibraryShuffled => {
                let owner = self.s.object(slot).owner;
                let moved = self.shuffle_in(slot);
                self.shuffle(owner);
                moved.map(|_| self.s.id(slot))
            }
            Destination::Battlefield => self.enter(slot, under, false),
            Destination::BattlefieldTapped => self.enter(slot, under, true),
            Destination::BattlefieldTransformed => self.enter_transformed(slot, under),
            Destination::BattlefieldTransformedOfOwner => self.enter_transformed(slot, self.s.object(slot).owner),
            Destination::BattlefieldOfOwner => self.enter(slot, self.s.object(slot).owner, false),
            Destination::BattlefieldTappedOfOwner => self.enter(slot, self.s.object(slot).owner, true),
        }
    }

    /// Puts an object into its owner's library, which the caller shuffles.
    pub(crate) fn shuffle_in(&mut self, slot: Slot) -> Option<ObjectId> {
        let moved = self.move_object(slot, Zone::Library);
        if moved.is_none()
            && let Some((_, to)) = self.s.commander_moves.last_mut().filter(|(asked, _)| *asked == slot)
        {
            *to = Destination::LibraryShuffled;
        }
        moved
    }

    fn move_to(&mut self, slot: Slot, to: Zone, bottom: bool, commander_asked: bool) -> Option<ObjectId> {
        let object = *self.s.object(slot);
        // CR 702.26d: what is phased out is not there to be moved.
        if matches!(object.zone, Zone::Nowhere | Zone::Phased) || object.zone == to && to != Zone::Library {
            return None;
        }
        if to != Zone::Exile && self.is_bound_for_exile(slot) {
            return Some(self.relocate(slot, Zone::Exile, false, true));
        }
        let hidden = matches!(to, Zone::Hand | Zone::Library);
        if hidden && object.is(Status::COMMANDER) && !commander_asked && self.s.turns.is_living(object.owner) {
            // CR 903.9b: the owner may put it into the command zone instead; they are asked before it moves.
            let to = match to {
                Zone::Hand => Destination::Hand,
                _ if bottom => Destination::LibraryBottom,
                _ => Destination::LibraryTop,
            };
            self.s.commander_moves.push((slot, to));
            return None;
        }
        match self.fate(slot, to) {
            Some(fate) => self.meet(slot, fate),
            None => Some(self.relocate(slot, to, bottom, true)),
        }
    }

    /// What happens to an object instead of going there, if anything does: to a graveyard. Of several replacements its own comes
    /// first, as its player would have it (CR 616.1).
    fn fate(&self, slot: Slot, to: Zone) -> Option<Fate> {
        let object = self.s.object(slot);
        if to != Zone::Graveyard || object.zone == Zone::Graveyard {
            return None;
        }
        if let Some((to, then)) = self.graveyard_replacement(object) {
            return Some(Fate::Own { to, then });
        }
        if self.graveyard_is_exile(object.owner) {
            return Some(Fate::Exiled { by: None, counter: None });
        }
        self.exiled_instead(slot, object).map(|(by, counter)| Fate::Exiled { by: Some(by), counter })
    }

    /// CR 614.6: that happens to it.
    fn meet(&mut self, slot: Slot, fate: Fate) -> Option<ObjectId> {
        let object = *self.s.object(slot);
        match fate {
            Fate::Own { to, then } => {
                let moved = self.send(slot, to, object.owner);
                if let Some(then) = then {
                    self.perform(then, object.controller, self.s.id(slot), object.card);
                }
                moved
            }
            Fate::Exiled { by, counter } => {
                let moved = self.relocate(slot, Zone::Exile, false, true);
                let there = self.s.get(moved).is_some_and(|object| object.zone == Zone::Exile);
                if let Some(by) = by.filter(|_| there) {
                    self.s.exiled_by.push((by, moved, false));
                    if let Some(kind) = counter {
                        self.change_counters(slot, kind, 1);
                    }
                }
                Some(moved)
            }
        }
    }

    /// A commander goes from the command zone to the hand: who says so does not put it back there instead (CR 903.9b).
    pub(crate) fn commander_to_hand(&mut self, slot: Slot) {
        self.move_to(slot, Zone::Hand, false, true);
    }

    /// Several permanents go to graveyards at once: each sees the others leave (CR 603.10a, 704.3).
    pub(crate) fn die_together(&mut self, slots: &[Slot]) {
        self.move_together(slots, Zone::Graveyard);
    }

    /// Several objects move at once: permanents see each other leave the battlefield (CR 603.10a). Returns those that have
    /// moved there.
    pub(crate) fn move_together(&mut self, slots: &[Slot], to: Zone) -> Vec<ObjectId> {
        // What one of them would have done instead it has done to all: they go at once (CR 614.6, 704.3).
        let fates: Vec<Option<Fate>> = slots.iter().map(|slot| self.fate(*slot, to)).collect();
        let leaving = slots.iter().zip(&fates).filter(|(slot, fate)| fate.is_none() && self.leaves_for(**slot, to));
        let announced: Vec<Slot> = leaving.map(|(slot, _)| *slot).collect();
        for slot in &announced {
            self.leave_announced(*slot, to);
        }
        let mut moved = Vec::with_capacity(slots.len());
        for (slot, fate) in slots.iter().zip(fates) {
            match fate {
                _ if announced.contains(slot) && self.s.object(*slot).zone == Zone::Battlefield => {
                    moved.push(self.relocate(*slot, to, false, false));
                }
                Some(fate) if self.s.object(*slot).zone == Zone::Battlefield && !self.is_bound_for_exile(*slot) => {
                    moved.extend(self.meet(*slot, fate));
                }
                _ => moved.extend(self.move_object(*slot, to)),
            }
        }
        moved
    }

    /// Whether it is a permanent that goes there, if nothing is put in the place of that, and at once.
    fn leaves_for(&self, slot: Slot, to: Zone) -> bool {
        let object = self.s.object(slot);
        let replaced = match to {
            Zone::Hand | Zone::Library => object.is(Status::COMMANDER),
            _ => false,
        };
        object.zone == Zone::Battlefield && !replaced && (to == Zone::Exile || !self.is_bound_for_exile(slot))
    }

    /// Whether it is exiled if it would leave the battlefield.
    fn is_bound_for_exile(&self, slot: Slot) -> bool {
        !self.s.bound_for_exile.is_empty()
            && self.s.object(slot).zone == Zone::Battlefield
            && self.s.bound_for_exile.contains(&self.s.id(slot))
    }

    pub(super) fn leave_announced(&mut self, slot: Slot, to: Zone) {
        let (dies, exiled) = (to == Zone::Graveyard, to == Zone::Exile);
        self.remember(slot);
        self.s.this_turn.bereft.insert(self.s.object(slot).controller);
        let died = u16::from(dies && self.s.object(slot).is_creature());
        self.s.this_turn.creatures_died = self.s.this_turn.creatures_died.saturating_add(died);
        self.s.this_turn.died_of.extend((died > 0).then_some(self.s.object(slot).controller));
        let nontoken = if self.s.object(slot).is(Status::TOKEN) { 0 } else { died };
        self.s.this_turn.nontokens_died = self.s.this_turn.nontokens_died.saturating_add(nontoken);
        self.happened(&Happening::LeftBattlefield { id: self.s.id(slot), dies, exiled });
    }

    /// CR 614.6: the permanent that has it exiled instead of going to a graveyard, and with what counter; that is the permanent
    /// itself where a finality counter does it (CR 122.1h).
    fn exiled_instead(&self, slot: Slot, object: &Object) -> Option<(ObjectId, Option<CounterKind>)> {
        if object.zone == Zone::Battlefield
            && object.is(Status::COUNTERS)
            && self.s.counters_on(slot, CounterKind::FINALITY) > 0
        {
            return Some((self.s.id(slot), None));
        }
        let instead = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::ExiledInstead { filter, whose, dies, counter } => Some((filter, whose, dies, counter)),
            _ => None,
        });
        let mut meant = instead.filter(|(source, (filter, whose, dies, _))| {
            (!dies || object.zone == Zone::Battlefield)
                && self.concerns(*whose, *source, object.owner)
                && self.passes_for(*filter, slot, *source)
        });
        meant.next().map(|(source, (.., counter))| (self.s.id(source), counter))
    }

    fn graveyard_replacement(&self, object: &Object) -> Option<(Destination, Option<EffectId>)> {
        let card = self.cat.card(object.card);
        if card.has & Card::REPLACEMENTS == 0 || object.is(Status::TOKEN) {
            return None;
        }
        card.abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Replacement(Replacement::ToGraveyard { from_battlefield, to, then })
                if !from_battlefield || object.zone == Zone::Battlefield =>
            {
                Some((*to, *then))
            }
            _ => None,
        })
    }

    /// The move itself: lists, identity, last known information, triggers (CR 400.7, 603.6).
    fn relocate(&mut self, slot: Slot, to: Zone, bottom: bool, announce: bool) -> ObjectId {
        let object = *self.s.object(slot);
        let from = object.zone;
        if from == Zone::Battlefield && announce {
            self.leave_announced(slot, to);
        } else {
            self.remember_card(slot, from);
        }
        self.take_out(slot, &object);
        let object = Object { card: self.unmask(slot), ..object };
        let ceases = object.is(Status::TOKEN) && to != Zone::Battlefield;
        let card = self.cat.card(object.card);
        let moved = self.s.object_mut(slot);
        moved.incarnation += 1;
        moved.zone = if ceases { Zone::Nowhere } else { to };
        moved.controller = object.owner;
        moved.status &= Status::COMMANDER | Status::TOKEN;
        moved.types = card.types;
        (moved.power, moved.toughness, moved.keywords) = (card.power, card.toughness, card.keywords);
        (moved.damage, moved.attached_to, moved.attacks_this_turn) = (0, None, 0);
        moved.enchants = None;
        moved.paid = CastAs::default();
        if object.is(Status::COMMANDER) && matches!(to, Zone::Graveyard | Zone::Exile) {
            moved.status.insert(Status::ASK_COMMANDER);
        }
        let id = self.s.id(slot);
        if ceases {
            self.s.free.push(slot);
        } else {
            self.put_in(slot, to, object.owner, bottom);
            self.work_in(slot, to, object.card);
            if matches!(to, Zone::Hand | Zone::Library) {
                self.followed_by(&object, id);
            }
        }
        // From exile face down to a hand it stays hidden.
        let unseen = object.is(Status::FACE_DOWN) && to == Zone::Hand;
        let card = if unseen { self.cat.face_down } else { object.card };
        self.emit(GameEvent::ZoneChanged { object: id, card, owner: object.owner, from, to });
        if to == Zone::Graveyard && !ceases {
            if from == Zone::Battlefield {
                self.s.this_turn.fell.push(id);
            }
            self.happened(&Happening::ToGraveyard { id, from });
        }
        if from == Zone::Battlefield {
            self.end_exile_of(ObjectId { slot, incarnation: object.incarnation });
        }
        id
    }

    pub(super) fn take_out(&mut self, slot: Slot, object: &Object) {
        if self.cat.card(object.card).has & Card::ELSEWHERE != 0 {
            self.s.elsewhere.retain(|x| *x != slot);
        }
        if object.zone == Zone::Graveyard && self.s.trigger_mask.contains(TriggerMask::LEAVES_GRAVEYARD) {
            let id = ObjectId { slot, incarnation: object.incarnation };
            self.happened(&Happening::LeavesGraveyard(id));
        }
        if matches!(object.zone, Zone::Exile | Zone::Graveyard) {
            self.forget_elsewhere(slot, object);
        }
        if works_in(object.zone).is_some_and(|(bit, _)| self.cat.card(object.card).has & bit != 0) {
            self.s.statics.retain(|works| works.source != slot);
            self.s.triggers.retain(|works| works.source != slot);
            self.s.stale = true;
            self.log.forget_known();
        }
        let s = &mut *self.s;
        let list = match object.zone {
            Zone::Battlefield => {
                s.battlefield.remove(slot, self.cat.card(object.card), object.controller);
                return self.forget_permanent(slot, object);
            }
            Zone::Library => &mut s.players[object.owner].library,
            Zone::Hand => &mut s.players[object.owner].hand,
            Zone::Graveyard => &mut s.players[object.owner].graveyard,
            Zone::Exile => &mut s.exile,
            Zone::Command => &mut s.command,
            Zone::Phased => {
                s.phased.retain(|phased| phased.slot != slot);
                return self.forget_permanent(slot, object);
            }
            Zone::Stack => {
                let id = ObjectId { slot, incarnation: object.incarnation };
                return s.stack.retain(|item| item.kind != StackKind::Spell(id));
            }
            Zone::Nowhere => return,
        };
        if let Some(at) = list.iter().rposition(|x| *x == slot) {
            list.remove(at);
        }
    }

    fn forget_permanent(&mut self, slot: Slot, object: &Object) {
        let id = ObjectId { slot, incarnation: object.incarnation };
        let shapes = self.reader().shapes_others(self.cat.card(object.card));
        let s = &mut *self.s;
        s.statics.retain(|st| st.source != slot);
        s.triggers.retain(|w| w.source != slot);
        s.pumped.retain(|p| p.object != id);
        if !s.protected.is_empty() {
            s.protected.retain(|p| p.what != Target::Object(id));
        }
        if !s.guarded.is_empty() {
            s.guarded.retain(|g| g.what != Target::Object(id));
        }
        if !s.powered_up.is_empty() {
            s.powered_up.retain(|(source, _)| *source != id);
        }
        if !s.type_changes.is_empty() {
            s.type_changes.retain(|a| a.object != id);
        }
        if !s.copies_this_turn.is_empty() {
            s.copies_this_turn.retain(|copy| copy.object != id);
        }
        if object.is(Status::COUNTERS) {
            s.counters.retain(|c| c.slot != slot);
        }
        if !s.combat.attackers.is_empty() {
            s.combat.attackers.retain(|a| a.id != id);
            s.combat.blockers.retain(|b| b.id != id);
        }
        let reached = s.static_kinds.contains(StaticKinds::SHAPES) || !s.type_changes.is_empty();
        s.stale |= reached || shapes;
    }

    fn put_in(&mut self, slot: Slot, to: Zone, owner: Seat, bottom: bool) {
        let s = &mut *self.s;
        match to {
            Zone::Library if bottom => s.players[owner].library.insert(0, slot),
            Zone::Library => s.players[owner].library.push(slot),
            Zone::Hand => {
                s.players[owner].hand.push(slot);
                s.turns.gained_card(owner);
            }
            Zone::Graveyard => s.players[owner].graveyard.push(slot),
            Zone::Exile => s.exile.push(slot),
            Zone::Command => {
                s.command.push(slot);
                s.turns.gained_card(owner);
            }
            // Nothing is put onto the battlefield but by entering it.
            Zone::Battlefield | Zone::Stack | Zone::Phased | Zone::Nowhere => {}
        }
    }

    /// Registers what a card does in exile, in a graveyard or in the command zone.
    pub(crate) fn work_in(&mut self, slot: Slot, zone: Zone, card: CardId) {
        self.watch_in(slot, zone, card);
        self.index_in(slot, zone, card);
        if self.cat.card(card).has & Card::ELSEWHERE != 0 && matches!(zone, Zone::Exile | Zone::Graveyard) {
            self.s.elsewhere.push(slot);
            self.s.turns.gained_card(self.s.object(slot).owner);
            self.log.forget_known();
        }
    }

    /// Triggered abilities that work where the card has come to (CR 113.6).
    fn watch_in(&mut self, slot: Slot, zone: Zone, card: CardId) {
        let card = self.cat.card(card);
        if card.has & Card::WATCHES_ELSEWHERE == 0 {
            return;
        }
        let here = match zone {
            Zone::Exile => FunctionsIn::Exile,
            Zone::Graveyard => FunctionsIn::Graveyard,
            _ => return,
        };
        if zone == Zone::Exile && card.suspend.is_some() {
            self.index_suspended(slot);
        }
        for ability in &card.abilities {
            if matches!(self.cat.ability(*ability), Ability::Triggered(t) if t.from == here) {
                self.watch_with(slot, *ability);
            }
        }
    }

    pub(super) fn watch_with(&mut self, slot: Slot, ability: AbilityId) {
        if let Ability::Triggered(trigger) = self.cat.ability(ability) {
            let works = IndexedTrigger::new(slot, ability, trigger.event);
            self.s.trigger_mask |= works.on;
            self.s.triggers.push(works);
        }
    }

    /// A card leaves exile or a graveyard: its counters and abilities stay behind (CR 122.2, 400.7).
    fn forget_elsewhere(&mut self, slot: Slot, object: &Object) {
        let watches = self.cat.card(object.card).has & Card::WATCHES_ELSEWHERE != 0;
        if watches || object.is(Status::GAINED_SUSPEND) {
            self.s.triggers.retain(|w| w.source != slot);
        }
        if object.is(Status::COUNTERS) {
            self.s.counters.retain(|c| c.slot != slot);
        }
    }

    /// CR 608.2h: what leaves the battlefield is remembered as it last existed.
    fn remember(&mut self, slot: Slot) {
        let object = *self.s.object(slot);
        let counters = if object.is(Status::COUNTERS) {
            self.s.counters.iter().filter(|c| c.slot == slot).map(|c| (c.kind, c.count)).take(6).collect()
        } else {
            Default::default()
        };
        let id = self.s.id(slot);
        let spell = self.s.stack.iter().find(|item| item.kind == StackKind::Spell(id));
        let (x, targets, them) =
            spell.map_or_else(Default::default, |item| (item.x, item.targets.clone(), item.them.clone()));
        self.s.last_known.push(LastKnown { id, object, counters, x, targets, them });
    }

    /// The same for a spell that leaves the stack, and for a card that an effect takes from a graveyard or from exile, for the
    /// rest of that effect.
    pub(super) fn remember_card(&mut self, slot: Slot, from: Zone) {
        if from == Zone::Stack || matches!(from, Zone::Graveyard | Zone::Exile) && !self.s.frames.is_empty() {
            self.remember(slot);
        }
    }

    /// Takes an object out of the game with its owner (CR 800.4a), once it is known that it leaves.
    pub(crate) fn leave_with_owner(&mut self, slot: Slot) {
        let was = self.s.id(slot);
        let permanent = self.s.object(slot).zone == Zone::Battlefield;
        if self.s.object(slot).zone == Zone::Command {
            // An emblem does nothing any more.
            self.s.statics.retain(|works| works.source != slot);
            self.s.triggers.retain(|works| works.source != slot);
        }
        self.leave_zone(slot);
        self.unmask(slot);
        let object = self.s.object_mut(slot);
        object.incarnation += 1;
        object.zone = Zone::Nowhere;
        if permanent {
            self.end_exile_of(was);
        }
    }

    /// CR 610.3: what was exiled until this permanent leaves returns at once.
    fn end_exile_of(&mut self, was: ObjectId) {
        if self.s.exiled_by.iter().any(|(by, _, until)| *by == was && *until) {
            self.return_exiled(was);
        }
    }

    /// Takes an object out of its zone, for one that will be put elsewhere by the caller.
    pub(crate) fn leave_zone(&mut self, slot: Slot) {
        let object = *self.s.object(slot);
        self.take_out(slot, &object);
    }

    // ---- libraries ----

    /// CR 701.24.
    pub(crate) fn shuffle(&mut self, seat: Seat) {
        // What is about to leave the library, once its player has been asked, is none of the cards that are shuffled.
        let s = &*self.s;
        let stays = |slot: &Slot| !s.entries.iter().any(|entry| entry.slot == *slot);
        let slots: Vec<Slot> = s.players[seat].library.iter().copied().filter(stays).collect();
        self.permute(seat, &slots);
        self.emit(GameEvent::LibraryShuffled { seat });
    }

    /// Puts the cards on the bottom of the library in a random order.
    pub(crate) fn bury_at_random(&mut self, seat: Seat, slots: Vec<Slot>) {
        let buried: Vec<Slot> =
            slots.into_iter().filter(|slot| self.send(*slot, Destination::LibraryBottom, seat).is_some()).collect();
        self.permute(seat, &buried);
    }

    /// The cards are permuted among these slots of the library, so that no id tells anything afterwards.
    fn permute(&mut self, seat: Seat, slots: &[Slot]) {
        let s = &mut *self.s;
        let player = &mut s.players[seat];
        let mut cards: Vec<(CardId, Status)> =
            slots.iter().map(|slot| &s.objects[usize::from(*slot)]).map(|o| (o.card, o.status)).collect();
        s.dice.shuffle(player.entrant, &mut cards);
        for (slot, (card, status)) in slots.iter().zip(cards) {
            let printed = self.cat.card(card);
            let object = &mut s.objects[usize::from(*slot)];
            (object.card, object.status) = (card, status);
            (object.types, object.keywords) = (printed.types, printed.keywords);
            (object.power, object.toughness) = (printed.power, printed.toughness);
            object.incarnation += 1;
            if status.contains(Status::COMMANDER)
                && let Some(commander) = player.commanders.iter_mut().find(|c| c.card == card)
            {
                commander.slot = *slot;
            }
        }
        s.forget_moved();
    }

    pub(crate) fn discard(&mut self, slot: Slot) {
        let object = *self.s.object(slot);
        if object.zone != Zone::Hand {
            return;
        }
        self.emit(GameEvent::Discarded { seat: object.owner, card: object.card });
        // What an opponent's effect makes a player discard may go onto the battlefield instead.
        let by = self.s.frames.last().map(|f| f.controller);
        let balks = self.cat.card(object.card).has & Card::BALKS != 0
            && by.is_some_and(|by| self.s.turns.are_opponents(by, object.owner));
        if balks {
            self.enter(slot, object.owner, false);
        } else if self.cat.card(object.card).has & Card::MADNESS != 0 {
            self.discard_madly(slot, object.owner);
        } else {
            self.move_object(slot, Zone::Graveyard);
        }
        self.happened(&Happening::Discarded { card: self.s.id(slot), by: object.owner });
    }

    /// CR 702.35a: it is exiled instead, and its ability triggers.
    fn discard_madly(&mut self, slot: Slot, owner: Seat) {
        let Some(id) = self.move_object(slot, Zone::Exile) else { return };
        let card = self.s.object(slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::MadlyDiscarded
            {
                self.perform(trigger.effect, owner, id, card);
            }
        }
    }

    // ---- permanents ----

    pub(crate) fn tap(&mut self, slot: Slot) {
        let object = self.s.object_mut(slot);
        if object.zone == Zone::Battlefield && !object.is(Status::TAPPED) {
            object.status.insert(Status::TAPPED);
            let id = self.s.id(slot);
            self.emit(GameEvent::Tapped { object: id });
            if self.s.trigger_mask.contains(TriggerMask::TAPPED) {
                self.happened(&Happening::Tapped(id));
            }
        }
    }

    pub(crate) fn untap(&mut self, slot: Slot) {
        let object = self.s.object(slot);
        if object.zone == Zone::Battlefield && object.is(Status::TAPPED) {
            // CR 122.1d.
            if object.is(Status::COUNTERS) && self.s.counters_on(slot, CounterKind::STUN) > 0 {
                self.change_counters(slot, CounterKind::STUN, -1);
                return;
            }
            self.s.object_mut(slot).status.remove(Status::TAPPED);
            let id = self.s.id(slot);
            self.emit(GameEvent::Untapped { object: id });
            if self.s.trigger_mask.contains(TriggerMask::UNTAPPED) {
                self.happened(&Happening::Untapped(id));
            }
        }
    }

    /// CR 701.21.
    pub(crate) fn sacrifice(&mut self, id: ObjectId) -> bool {
        self.sacrifice_together(&[id]) > 0
    }

    /// Sacrifices several permanents at once, each by its controller. What triggers on a sacrifice looks back (CR 603.10a):
    /// what goes hears of itself and of the others. Returns how many were sacrificed.
    pub(crate) fn sacrifice_together(&mut self, ids: &[ObjectId]) -> usize {
        let able = |id: &ObjectId| self.s.permanent(*id).is_some_and(Object::can_be_sacrificed);
        let there: Vec<ObjectId> = ids.iter().copied().filter(able).collect();
        for id in &there {
            let Object { card, controller: by, .. } = *self.s.object(id.slot);
            self.log.push(GameEvent::Remark(Remark::Sacrificed { seat: by, object: *id, card }));
            self.happened(&Happening::Sacrificed { id: *id, by });
        }
        let slots: Vec<Slot> = there.iter().map(|id| id.slot).collect();
        self.move_together(&slots, Zone::Graveyard);
        there.len()
    }

    /// Puts or, with a negative number, removes counters. Returns by how much the number changed.
    pub(crate) fn change_counters(&mut self, slot: Slot, kind: CounterKind, by: i32) -> i32 {
        let had = i32::from(self.s.counters_on(slot, kind));
        let has = had.saturating_add(by).clamp(0, i32::from(u16::MAX));
        if has == had {
            return 0;
        }
        self.s.counters.retain(|c| c.slot != slot || c.kind != kind);
        if has > 0 {
            self.s.counters.push(Counters { slot, kind, count: has as u16 });
        }
        let any = self.s.counters.iter().any(|c| c.slot == slot);
        self.s.object_mut(slot).status.set(Status::COUNTERS, any);
        if has > had {
            self.keyword_comes(slot, kind.keyword());
        }
        self.touched(slot);
        let object = self.s.id(slot);
        self.emit(GameEvent::CountersChanged { object, kind, by: has - had, to: has });
        if has > had && self.s.trigger_mask.contains(TriggerMask::COUNTERS_ADDED) {
            self.happened(&Happening::CountersAdded { id: object, kind, had, has });
        }
        if has < had {
            self.happened(&Happening::CountersRemoved { id: object, kind, number: had - has, last: has == 0 });
        }
        has - had
    }

    // ---- commanders (CR 903.9) ----

    /// CR 903.9b, answered: the commander goes to the command zone, or where it was going.
    pub(crate) fn commander_moved(&mut self, slot: Slot, to: Destination, to_command: bool) {
        let owner = self.s.object(slot).owner;
        if to_command {
            self.relocate(slot, Zone::Command, false, true);
        } else if to == Destination::Hand {
            self.move_to(slot, Zone::Hand, false, true);
        } else {
            self.move_to(slot, Zone::Library, to == Destination::LibraryBottom, true);
        }
        if to == Destination::LibraryShuffled {
            self.shuffle(owner);
        }
    }
}
