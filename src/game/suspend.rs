//! Suspend (CR 702.62), time travel (CR 701.56), and abilities of cards in exile.
//!
//! A suspended card is watched like a permanent: its triggered abilities stand among the watchers while it is in exile.

use crate::cards::ability::{Ability, FunctionsIn};
use crate::cards::card::{Card, Suspend};
use crate::cards::effect::{AbilityId, Amount, AmountId, CardId, CounterKind, FilterId, How, What, Who};
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, Reader, chosen_items};
use super::filter::Viewpoint;
use super::mana::{Bill, Purse};
use super::needs::Filled;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::resolve::Chooser;
use super::state::Resume;
use super::watching::Watcher;

impl Reader<'_, '_> {
    /// Whether the card has suspend: printed, or gained in this zone.
    fn has_suspend(&self, object: &Object) -> bool {
        object.is(Status::GAINED_SUSPEND) || self.cat.card(object.card).suspend.is_some()
    }

    /// CR 702.62b.
    pub(crate) fn is_suspended(&self, id: ObjectId) -> bool {
        self.s.get(id).is_some_and(|object| {
            object.zone == Zone::Exile
                && object.is(Status::COUNTERS)
                && self.has_suspend(object)
                && self.s.counters_on(id.slot, CounterKind::TIME) > 0
        })
    }

    /// Suspended cards, in the order in which they were exiled.
    pub(crate) fn suspended(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.s.exile.iter().map(|slot| self.s.id(*slot)).filter(|id| self.is_suspended(*id))
    }

    /// CR 116.2f, 702.62a: whether the card in hand could begin to be cast, and its suspend cost be paid.
    pub(super) fn may_suspend(&self, seat: Seat, slot: Slot, card: &Card, purse: &mut Option<Purse>) -> bool {
        let Some(suspend) = &card.suspend else { return false };
        let purse = purse.get_or_insert_with(|| self.purse(seat));
        purse.can_pay(Bill::of(&suspend.cost, self.least_x(suspend)), &[])
            && self.s.object(slot).zone == Zone::Hand
            && self.could_begin_to_cast(seat, self.s.id(slot), card)
    }

    /// An X of suspend can't be 0.
    pub(super) fn least_x(&self, suspend: &Suspend) -> u16 {
        u16::from(matches!(self.cat.amount(suspend.time), Amount::X))
    }

    // ---- playing a card whose last time counter is gone ----

    /// Whether the seat could play the card in exile without paying its mana cost, now.
    fn may_play_suspended(&self, seat: Seat, id: ObjectId) -> Option<Item> {
        let object = self.s.get(id).filter(|o| o.zone == Zone::Exile)?;
        let card = self.cat.card(object.card);
        if card.types.contains(crate::cards::type_line::Types::LAND) {
            // CR 305.2, 305.3: not in another player's turn, and no more than a turn allows.
            let may = self.s.turns.is_active(seat) && self.s.players[seat].turn.lands_played == 0;
            return may.then_some(Item::PlayLand(id));
        }
        let able =
            self.could_begin_to_cast(seat, id, card) && self.castable_for(seat, id, card, How::Free, &self.purse(seat));
        able.then_some(Item::CastFree(id))
    }

    // ---- time travel ----

    /// CR 701.56a: one's permanents with a time counter and one's suspended cards.
    fn time_travellers(&self, seat: Seat) -> Vec<ObjectId> {
        let permanents = self.s.battlefield.iter().filter(|slot| {
            let object = self.s.object(**slot);
            object.controller == seat
                && object.is(Status::COUNTERS)
                && self.s.counters_on(**slot, CounterKind::TIME) > 0
        });
        let permanents = permanents.map(|slot| self.s.id(*slot));
        permanents.chain(self.suspended().filter(|id| self.s.object(id.slot).owner == seat)).collect()
    }

    /// Which of those change: any number, none by default.
    pub(super) fn time_travel_question(
        &self,
        seat: Seat,
        chosen: &[ObjectId],
    ) -> Option<(DecisionKind, Shape, Choice)> {
        let all = self.time_travellers(seat).into_iter().filter(|id| !chosen.contains(id));
        let options: Vec<Item> = all.map(Item::Object).collect();
        let max = options.len() as u16;
        (max > 0).then(|| (DecisionKind::Choose, Shape::Some { options, min: 0, max }, Choice::Some(Vec::new())))
    }
}

impl Engine<'_> {
    // ---- suspending ----

    /// CR 116.2f, 702.62a: a special action.
    pub(super) fn suspend_from_hand(&mut self, seat: Seat, id: ObjectId, filled: &Filled) {
        let cat = self.cat;
        let Some(suspend) = &cat.card(self.s.object(id.slot).card).suspend else { return };
        let x = (filled.x - 1).max(0);
        let Some(payment) = self.reader().plan_payment(seat, Bill::of(&suspend.cost, x as u16), &[]) else { return };
        self.pay(seat, &payment);
        let time = self.amount(suspend.time, &Viewpoint { x, ..Viewpoint::of(seat, id) });
        if let Some(exiled) = self.move_object(id.slot, Zone::Exile) {
            self.change_counters(exiled.slot, CounterKind::TIME, time);
        }
    }

    /// Puts time counters on cards in exile, and gives suspend to those that don't have it.
    pub(super) fn suspend_exiled(&mut self, what: What, time: AmountId) {
        for id in self.objects_of(what) {
            let object = *self.s.object(id.slot);
            if object.zone != Zone::Exile {
                continue;
            }
            let time = self.num(time).max(0);
            self.change_counters(id.slot, CounterKind::TIME, time);
            if !self.reader().has_suspend(&object) {
                self.s.object_mut(id.slot).status.insert(Status::GAINED_SUSPEND);
                self.watch_suspended(id.slot);
            }
        }
    }

    fn watch_suspended(&mut self, slot: Slot) {
        for ability in self.cat.suspended {
            self.watch_one_in_exile(slot, ability);
        }
    }

    /// Registers what a card does in exile, as it comes there.
    pub(super) fn watch_in_exile(&mut self, slot: Slot, card: CardId) {
        let card = self.cat.card(card);
        if card.has & Card::WATCHES_IN_EXILE == 0 {
            return;
        }
        if card.suspend.is_some() {
            self.watch_suspended(slot);
        }
        for ability in &card.abilities {
            if matches!(self.cat.ability(*ability), Ability::Triggered(t) if t.from == FunctionsIn::Exile) {
                self.watch_one_in_exile(slot, *ability);
            }
        }
    }

    fn watch_one_in_exile(&mut self, slot: Slot, ability: AbilityId) {
        if let Ability::Triggered(trigger) = self.cat.ability(ability) {
            let works = Watcher::new(slot, ability, trigger.event);
            self.s.occasions |= works.on;
            self.s.watchers.push(works);
        }
    }

    /// A card leaves exile: its counters and abilities stay behind (CR 122.2, 400.7).
    pub(super) fn forget_exiled(&mut self, slot: Slot, object: &Object) {
        let watches = self.cat.card(object.card).has & Card::WATCHES_IN_EXILE != 0;
        if watches || object.is(Status::GAINED_SUSPEND) {
            self.s.watchers.retain(|w| w.source != slot);
        }
        if object.is(Status::COUNTERS) {
            self.s.counters.retain(|c| c.slot != slot);
        }
    }

    // ---- playing ----

    /// Offers the card to its player; nothing happens when it can't be played.
    pub(super) fn ask_play_suspended(&mut self, what: What) -> bool {
        let (source, seat, _) = self.frame_source();
        // CR 800.4b: nothing goes on the stack under the control of a player who has left.
        let id = self.object_of(what).filter(|_| self.s.turns.is_living(seat));
        let Some(id) = id.filter(|id| self.s.get(*id).is_some_and(|o| o.zone == Zone::Exile)) else { return false };
        let mut options: Vec<Item> = self.reader().may_play_suspended(seat, id).into_iter().collect();
        options.extend(self.back_for_nothing(seat, id));
        if options.is_empty() {
            return false;
        }
        options.push(Item::No);
        let default = Choice::option(options.len() as u16 - 1);
        self.ask_about(seat, DecisionKind::Play, Some(source), Shape::One(options), default, Resume::Frame);
        true
    }

    /// The answer: the card is cast or played while the ability resolves (CR 608.2g).
    pub(super) fn play_suspended(&mut self, decision: &Decision, choice: &Choice) {
        let Choice::One(_, fills) = choice else { return };
        match chosen_items(decision, choice).first() {
            Some(Item::PlayLand(id)) => self.play_land(decision.actor, *id),
            Some(item @ (Item::CastFree(id) | Item::CastWith(id, How::BackFree))) => {
                let how = if let Item::CastWith(_, how) = item { *how } else { How::Free };
                if let Some(filled) = self.reader().read_fills(decision.actor, *item, fills)
                    && let Some(spell) = self.cast(decision.actor, *id, how, filled)
                    && self.s.object(spell.slot).is_creature()
                {
                    self.s.object_mut(spell.slot).status.insert(Status::HASTY);
                }
            }
            _ => {}
        }
    }

    /// Time counters on everything that has one, or off everything.
    pub(super) fn all_time(&mut self, n: AmountId) {
        let n = self.num(n);
        let has = |slot: &&Slot| self.s.counters_on(**slot, CounterKind::TIME) > 0;
        let permanents: Vec<Slot> = self.s.battlefield.iter().filter(has).copied().collect();
        let suspended: Vec<Slot> = self.reader().suspended().map(|id| id.slot).collect();
        for slot in permanents.into_iter().chain(suspended) {
            self.change_counters(slot, CounterKind::TIME, n);
        }
    }

    /// Tapped and untapped change places.
    pub(super) fn swap_tapped(&mut self, who: Who, filter: FilterId) {
        for seat in self.seats_of(who) {
            let at = Viewpoint::of(seat, self.frame().source);
            let mine: Vec<ObjectId> = self.permanents_passing(filter, &at).collect();
            for id in mine.into_iter().filter(|id| self.s.object(id.slot).controller == seat).collect::<Vec<_>>() {
                if self.s.object(id.slot).is(Status::TAPPED) { self.untap(id.slot) } else { self.tap(id.slot) }
            }
        }
    }

    // ---- any counter ----

    /// Which counter is removed, or put once more: two modes for each kind on the object, in the order of kinds.
    pub(super) fn ask_change_counter(&mut self, what: What, or_remove: bool) {
        let (source, _, _) = self.frame_source();
        let Chooser::Player(seat) = self.chooser(Who::You) else { return self.next() };
        let id = self.object_of(what).filter(|id| self.s.get(*id).is_some());
        let ways = 1 + u8::from(or_remove);
        let modes: Vec<Item> =
            id.map_or_else(Vec::new, |id| (0..ways * self.kinds_on(id).len() as u8).map(Item::Mode).collect());
        if modes.is_empty() {
            return self.next();
        }
        self.ask_about(seat, DecisionKind::Mode, Some(source), Shape::One(modes), Choice::option(0), Resume::Frame);
    }

    pub(super) fn change_counter(&mut self, what: What, or_remove: bool, decision: &Decision, choice: &Choice) {
        let Some(id) = self.object_of(what) else { return };
        if let Some(Item::Mode(mode)) = chosen_items(decision, choice).first()
            && let Some(kind) = self.kinds_on(id).get(usize::from(mode / (1 + u8::from(or_remove)))).copied()
        {
            self.change_counters(id.slot, kind, if or_remove && mode % 2 == 0 { -1 } else { 1 });
        }
    }

    fn kinds_on(&self, id: ObjectId) -> Vec<CounterKind> {
        let on = self.s.counters.iter().filter(|c| c.slot == id.slot);
        let mut kinds: Vec<CounterKind> = on.map(|c| c.kind).collect();
        kinds.sort_unstable();
        kinds
    }

    // ---- time travel ----

    /// All chosen objects change at once.
    pub(super) fn time_travel(&mut self, more: &[ObjectId], less: &[ObjectId]) {
        for (ids, by) in [(more, 1), (less, -1)] {
            for id in ids {
                if self.s.get(*id).is_some() {
                    self.change_counters(id.slot, CounterKind::TIME, by);
                }
            }
        }
    }
}
