//! Delayed triggered abilities (CR 603.7): which of them an event sets off, and whether they wait on.

use crate::cards::ability::Ability;
use crate::cards::effect::{AbilityId, DelayedEvent, FilterId};
use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::happening::Happening;
use crate::game::object::{ObjectId, Target};
use crate::game::state::{About, Delayed, PendingTrigger, When};
use crate::game::trigger_mask::TriggerMask;
use crate::turn::{Seat, Step};

use super::matching::{Me, step_matches};

impl Engine<'_> {
    /// Delayed triggered abilities that wait for it trigger; most of them only once (CR 603.7b).
    pub(super) fn delayed_triggers(&mut self, what: &Happening) {
        let mut fired = Vec::new();
        let mut at = 0;
        while at < self.s.delayed.len() {
            if let When::OwnDeath { since } = self.s.delayed[at].when {
                let Some((id, controller)) = self.dies_with_gained(&self.s.delayed[at], since, what) else {
                    at += 1;
                    continue;
                };
                let times = 1 + self.additional_triggers(id.slot, Some(id), what);
                let trigger = PendingTrigger { controller, ..self.s.delayed.remove(at).trigger };
                fired.extend(std::iter::repeat_n(trigger, times));
            } else if self.keeps_from_triggering(self.s.delayed[at].trigger.controller, what) {
                at += 1;
            } else if let When::Event(DelayedEvent::CombatDamageToTargetThisTurn(filter)) = self.s.delayed[at].when {
                fired.extend(self.damaged_again(&self.s.delayed[at], filter, what));
                at += 1;
            } else if let When::Whenever { ability, once } = self.s.delayed[at].when {
                let found = self.whenever(&self.s.delayed[at], ability, what);
                if once && !found.is_empty() {
                    self.s.delayed.remove(at);
                    fired.extend(found.into_iter().take(1));
                } else {
                    fired.extend(found);
                    at += 1;
                }
            } else if let When::Event(DelayedEvent::YouNextCastThisTurn(filter)) = self.s.delayed[at].when {
                match self.next_cast(&self.s.delayed[at], filter, what) {
                    Some(about) => {
                        let trigger = self.s.delayed.remove(at).trigger;
                        fired.push(PendingTrigger { about, ..trigger });
                    }
                    None => at += 1,
                }
            } else if self.is_due(&self.s.delayed[at], what) {
                let again = matches!(self.s.delayed[at].when, When::Event(DelayedEvent::EachCombatThisTurn));
                if again {
                    fired.push(self.s.delayed[at].trigger.clone());
                    at += 1;
                } else {
                    fired.push(self.s.delayed.remove(at).trigger);
                }
            } else {
                at += 1;
            }
        }
        for trigger in fired {
            self.trigger_waits(trigger);
        }
    }

    /// What an ability triggers by now that an effect has made for the turn.
    fn whenever(&self, delayed: &Delayed, ability: AbilityId, what: &Happening) -> Vec<PendingTrigger> {
        let (Ability::Triggered(trigger), pending) = (self.cat.ability(ability), &delayed.trigger) else {
            return Vec::new();
        };
        if !TriggerMask::of(trigger.event).contains(what.trigger_mask()) {
            return Vec::new();
        }
        let source = pending.source();
        let me = Me { slot: source.slot, you: pending.controller, them: &pending.them };
        let mut found = Vec::new();
        for about in self.matches(trigger, me, what) {
            let at =
                Viewpoint { about, x: pending.x, them: &pending.them, ..Viewpoint::of(pending.controller, source) };
            if [trigger.when, trigger.condition].into_iter().flatten().all(|c| self.holds(c, &at)) {
                found.push(PendingTrigger { about, ..pending.clone() });
            }
        }
        found
    }

    /// The creature that dies, and its controller, if it still has the ability that it has gained.
    fn dies_with_gained(&self, delayed: &Delayed, since: u32, what: &Happening) -> Option<(ObjectId, Seat)> {
        let Happening::LeftBattlefield { id, dies: true, .. } = what else { return None };
        let its = delayed.trigger.targets.first() == Some(&Some(Target::Object(*id)))
            && self.s.turns.turn().number == delayed.made_in_turn
            && !self.has_lost_abilities_since(*id, since);
        let controller = self.s.recall(*id).filter(|_| its)?.controller;
        (!self.keeps_from_triggering(controller, what)).then_some((*id, controller))
    }

    /// The spell that was waited for, if that is what was cast.
    fn next_cast(&self, delayed: &Delayed, filter: FilterId, what: &Happening) -> Option<About> {
        let Happening::Cast { spell, by, .. } = what else { return None };
        let at = Viewpoint::of(delayed.trigger.controller, delayed.trigger.source());
        let object = self.s.get(*spell)?;
        let fits = *by == delayed.trigger.controller && self.passes(self.cat.filter(filter), *spell, object, &at);
        fits.then_some(About { object: Some(*spell), player: Some(*by), number: 0 })
    }

    /// One trigger for each creature that passes and has dealt combat damage to the targeted player.
    fn damaged_again(&self, delayed: &Delayed, filter: FilterId, what: &Happening) -> Vec<PendingTrigger> {
        let Happening::CombatDamage(damage) = what else { return Vec::new() };
        let trigger = &delayed.trigger;
        let at = Viewpoint::of(trigger.controller, trigger.source());
        let target = trigger.targets.first().copied().flatten();
        let passes = |id: &ObjectId| {
            self.s.recall(*id).is_some_and(|object| self.passes(self.cat.filter(filter), *id, object, &at))
        };
        let dealt = damage.iter().filter(|(id, seat, _)| target == Some(Target::Player(*seat)) && passes(id));
        dealt
            .map(|(id, seat, n)| {
                let about = About { object: Some(*id), player: Some(*seat), number: *n };
                PendingTrigger { about, ..trigger.clone() }
            })
            .collect()
    }

    fn is_due(&self, delayed: &Delayed, what: &Happening) -> bool {
        let turn = self.s.turns.turn();
        match (delayed.when, what) {
            (When::Event(DelayedEvent::NextStep(step)), Happening::StepBegan(now)) => step_matches(step, *now),
            (When::Event(DelayedEvent::NextTurnsStep(step)), Happening::StepBegan(now)) => {
                step_matches(step, *now) && turn.number > delayed.made_in_turn
            }
            (When::Event(DelayedEvent::YourNextStep(step)), Happening::StepBegan(now)) => {
                step_matches(step, *now) && self.s.turns.is_active(delayed.trigger.controller)
            }
            (When::Event(DelayedEvent::YourNextMain), Happening::StepBegan(now)) => {
                now.is_main() && self.s.turns.is_active(delayed.trigger.controller)
            }
            (When::Event(DelayedEvent::EachCombatThisTurn), Happening::CombatBegan) => {
                turn.number == delayed.made_in_turn
            }
            (When::Event(DelayedEvent::YouNextAttackThisTurn), Happening::Attacked { attackers, .. }) => {
                attackers.iter().any(|(id, _)| self.controls(delayed.trigger.controller, *id))
                    && turn.number == delayed.made_in_turn
            }
            (When::Event(DelayedEvent::TargetDiesThisTurn), Happening::LeftBattlefield { id, dies: true, .. }) => {
                turn.number == delayed.made_in_turn
                    && delayed.trigger.targets.first() == Some(&Some(Target::Object(*id)))
            }
            (When::Event(DelayedEvent::TargetDiesOrIsExiled), Happening::LeftBattlefield { id, dies, exiled }) => {
                (*dies || *exiled) && delayed.trigger.targets.first() == Some(&Some(Target::Object(*id)))
            }
            (When::Event(DelayedEvent::SourceLeaves), Happening::LeftBattlefield { id, .. }) => {
                *id == delayed.trigger.source()
            }
            (When::EndStepOfTurn(n), Happening::StepBegan(Step::End)) => turn.number == n,
            (When::Combat(tag), Happening::CombatBegan) => self.s.turns.phase_added_by() == Some(tag),
            _ => false,
        }
    }
}
