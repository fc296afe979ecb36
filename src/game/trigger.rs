//! Triggered abilities (CR 603): what happened, and who noticed.

mod delayed;
mod matching;

use std::ops::Deref;

use crate::cards::ability::{Ability, StaticEffect, Subject, TriggerEvent, Triggered};
use crate::cards::effect::{AbilityId, CardId};
use crate::turn::Seat;

use super::ability_index::{IndexedTrigger, StaticKinds};
use super::engine::{Core, Engine};
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Slot};
use super::state::{About, GameState, PendingTrigger, StackKind};
use super::trigger_mask::TriggerMask;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// How often the ability has been used in this turn, where its uses are counted.
    pub(crate) fn uses(&self, source: ObjectId, ability: AbilityId) -> u8 {
        self.s.this_turn.used.iter().find(|(s, a, _)| *s == source && *a == ability).map_or(0, |(_, _, n)| *n)
    }
}

impl Engine<'_> {
    /// Something happened: abilities that wait for it trigger, once for each time the event matches.
    pub(crate) fn happened(&mut self, what: &Happening) {
        if let Happening::Cast { spell, by, .. } = what {
            self.cast_triggers(*spell, *by);
        }
        if self.s.trigger_mask.contains(what.trigger_mask()) {
            self.trigger_on(what);
            if self.s.static_kinds.contains(StaticKinds::TRIGGERS) {
                self.granted_triggers(what);
            }
        }
        if !self.s.delayed.is_empty() {
            self.delayed_triggers(what);
        }
        if self.s.monarch.is_some() {
            self.monarch_triggers(what);
        }
        if self.s.initiative.is_some() {
            self.initiative_triggers(what);
        }
    }

    fn trigger_on(&mut self, what: &Happening) {
        let occasion = what.trigger_mask();
        for at in 0..self.s.triggers.len() {
            let Some(&IndexedTrigger { source, ability, on }) = self.s.triggers.get(at) else { break };
            if !on.contains(occasion) {
                continue;
            }
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            if self.keeps_from_triggering(self.s.object(source).controller, what) {
                continue;
            }
            for about in self.matches_of(trigger, source, what) {
                if self.has_batched(source, ability) {
                    continue;
                }
                for _ in 0..=self.additional_triggers(source, about.object, what) {
                    self.trigger(source, ability, trigger, about);
                }
            }
        }
    }

    /// Whether the ability has triggered on something else that moves at the same time, where that is one event (CR 603.2c).
    fn has_batched(&self, slot: Slot, ability: AbilityId) -> bool {
        !self.s.batched.is_empty() && self.s.batched.contains(&(self.s.id(slot), ability))
    }

    /// Triggered abilities that permanents have from others (CR 613.1f); of several equal ones of a permanent each.
    fn granted_triggers(&mut self, what: &Happening) {
        let grants = self.statics(StaticKinds::TRIGGERS, |effect| match effect {
            StaticEffect::GrantTrigger(to, ability) => Some((to, ability)),
            _ => None,
        });
        let mut found: Vec<(Slot, AbilityId)> = Vec::new();
        for (grantor, (to, ability)) in grants {
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            if TriggerMask::of(trigger.event).contains(what.trigger_mask()) {
                let kept = |slot: Slot| self.keeps_from_triggering(self.s.object(slot).controller, what);
                let has = |slot: &Slot| self.is_granted_to(grantor, to, *slot) && !kept(*slot);
                found.extend(self.s.battlefield.iter().copied().filter(has).map(|slot| (slot, ability)));
            }
        }
        for (slot, ability) in found {
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            for about in self.matches_of(trigger, slot, what) {
                if self.has_batched(slot, ability) {
                    continue;
                }
                for _ in 0..=self.additional_triggers(slot, about.object, what) {
                    self.trigger(slot, ability, trigger, about);
                }
            }
        }
    }

    /// Whether a static ability keeps abilities of that player from triggering on that.
    fn keeps_from_triggering(&self, controller: Seat, what: &Happening) -> bool {
        if !self.s.static_kinds.contains(StaticKinds::TRIGGERS) {
            return false;
        }
        let about = match what {
            Happening::Entered(id) | Happening::LeftBattlefield { id, .. } => *id,
            _ => return false,
        };
        let mut keeping = self.statics(StaticKinds::TRIGGERS, |effect| match effect {
            StaticEffect::NoTriggers { of, event, whose } if super::doubling::is_event(event, what) => {
                Some((of, whose))
            }
            _ => None,
        });
        keeping.any(|(by, (of, whose))| self.concerns(whose, by, controller) && self.passes_as_it_was(of, about, by))
    }

    /// "When you cast this spell" works on the stack (CR 603.6).
    fn cast_triggers(&mut self, spell: ObjectId, by: Seat) {
        let card = self.s.object(spell.slot).card;
        // Storm asks how many spells have been cast before this one (CR 702.40a).
        let before = self.s.players.iter().map(|(_, player)| i32::from(player.turn.spells_cast)).sum::<i32>() - 1;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::CastThis
            {
                let about = About { object: Some(spell), player: Some(by), number: before };
                self.trigger(spell.slot, *ability, trigger, about);
            }
        }
    }

    /// Abilities of that card trigger, wherever it is now.
    pub(super) fn own_triggers(
        &mut self,
        event: TriggerEvent,
        card: CardId,
        source: ObjectId,
        by: Seat,
        about: About,
        x: i32,
    ) {
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == event
            {
                let kind = StackKind::Triggered { source, ability: *ability };
                self.trigger_waits(PendingTrigger { x, ..PendingTrigger::new(kind, card, by, about) });
            }
        }
    }

    /// CR 702.29c: a card has been cycled, for that X.
    pub(super) fn cycled(&mut self, by: Seat, slot: Slot, x: i32) {
        let (card, id) = (self.s.object(slot).card, self.s.id(slot));
        let about = About { object: Some(id), player: Some(by), number: x };
        self.own_triggers(TriggerEvent::CycledThis, card, id, by, about, x);
        self.happened(&Happening::Cycled { card: id, by });
    }

    /// Puts the ability among the pending triggers, if its intervening if holds (CR 603.4) and its limit allows.
    fn trigger(&mut self, slot: Slot, ability: AbilityId, trigger: &Triggered, about: About) {
        let object = *self.s.object(slot);
        let source = self.s.id(slot);
        // CR 107.3m: of X what was chosen as the spell was cast that became the permanent.
        let of_casting = matches!(trigger.event, TriggerEvent::Enters(Subject::Source) | TriggerEvent::CastThis);
        let x = if of_casting && trigger.modes.is_none() { object.paid.x.into() } else { 0 };
        let at = Viewpoint { about, x, ..Viewpoint::of(object.controller, source) };
        let holds = [trigger.when, trigger.condition].into_iter().flatten().all(|c| self.holds(c, &at));
        if holds && trigger.event.is_batched() {
            self.s.batched.push((source, ability));
        }
        if !holds || trigger.once_each_turn && !self.use_once(source, ability, 1) {
            return;
        }
        let kind = StackKind::Triggered { source, ability };
        self.trigger_waits(PendingTrigger { x, ..PendingTrigger::new(kind, object.card, object.controller, about) });
    }

    /// CR 603.8: state triggers whose state is there, unless the same ability is pending or is on the stack already.
    pub(super) fn state_triggers(&mut self) {
        for at in 0..self.s.triggers.len() {
            let IndexedTrigger { source: slot, ability, on } = self.s.triggers[at];
            if !on.contains(TriggerMask::STATES) {
                continue;
            }
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            let source = self.s.id(slot);
            let this = StackKind::Triggered { source, ability };
            let already =
                self.s.pending_triggers.iter().any(|w| w.kind == this) || self.s.stack.iter().any(|i| i.kind == this);
            let (so, number) = match trigger.event {
                TriggerEvent::CountersThere(kind, n) => (self.s.counters_on(slot, kind) >= n, n.into()),
                TriggerEvent::Holds(condition) => {
                    (self.holds(condition, &Viewpoint::of(self.s.object(slot).controller, source)), 0)
                }
                _ => (false, 0),
            };
            if so && !already {
                self.trigger(slot, ability, trigger, About { object: Some(source), player: None, number });
            }
        }
    }

    /// Counts a use of an ability in this turn. False when its limit is reached already.
    pub(crate) fn use_once(&mut self, source: ObjectId, ability: AbilityId, limit: u8) -> bool {
        match self.s.this_turn.used.iter_mut().find(|(s, a, _)| *s == source && *a == ability) {
            Some((_, _, n)) if *n >= limit => false,
            Some((_, _, n)) => {
                *n += 1;
                true
            }
            None => {
                self.s.this_turn.used.push((source, ability, 1));
                true
            }
        }
    }
}
