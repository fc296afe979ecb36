//! What is destroyed, and what is not after all: regeneration (CR 701.19), shield counters (CR 122.1c) and umbra armor (CR
//! 702.89).

use crate::cards::card::Card;
use crate::cards::effect::{CounterKind, What};
use crate::cards::keyword::Keywords;

use crate::game::engine::Engine;
use crate::game::object::{Slot, Status};

/// CR 701.8: how many are destroyed is the result.
pub(super) fn destroy(engine: &mut Engine<'_>, what: What, regenerable: bool) {
    let slots: Vec<Slot> = engine
        .objects_of(what)
        .into_iter()
        .filter(|id| engine.s.permanent(*id).is_some_and(|o| !o.has(Keywords::INDESTRUCTIBLE)))
        .map(|id| id.slot)
        .collect();
    let mut slots = if regenerable { engine.regenerated(slots) } else { slots };
    slots.retain(|slot| !engine.use_shield_counter(*slot));
    let slots = engine.saved_by_umbras(slots);
    engine.set_result(slots.len() as i32);
    engine.die_together(&slots);
}

/// CR 701.19a: the next time those permanents would be destroyed this turn.
pub(super) fn shield(engine: &mut Engine<'_>, what: What) {
    let shielded = engine.objects_of(what);
    engine.s.this_turn.effects.regenerating.extend(shielded);
    engine.log.forget_known();
}

impl Engine<'_> {
    /// What is really destroyed of what state-based actions would destroy (CR 704.5g, 704.5h).
    pub(in crate::game) fn destroyed(&mut self, slots: Vec<Slot>) -> Vec<Slot> {
        let slots = self.regenerated(slots);
        self.saved_by_umbras(slots)
    }

    /// Whether anything could keep what is destroyed from being so.
    pub(in crate::game) fn saves_from_destruction(&self) -> bool {
        !self.s.this_turn.effects.regenerating.is_empty() || self.umbras().next().is_some()
    }

    /// CR 701.19a, 614.8: what has a shield of regeneration, which is used up, is tapped, healed and removed from combat. Returns
    /// the others. Of several replacements this one, which costs nothing more, comes first (CR 616.1).
    fn regenerated(&mut self, mut slots: Vec<Slot>) -> Vec<Slot> {
        if !self.s.this_turn.effects.regenerating.is_empty() {
            slots.retain(|slot| !self.regenerate(*slot));
        }
        slots
    }

    /// CR 122.1c: removes a shield counter, if there is one.
    pub(in crate::game) fn use_shield_counter(&mut self, slot: Slot) -> bool {
        let shielded = self.s.object(slot).is(Status::COUNTERS) && self.s.counters_on(slot, CounterKind::SHIELD) > 0;
        if shielded {
            self.change_counters(slot, CounterKind::SHIELD, -1);
        }
        shielded
    }

    fn regenerate(&mut self, slot: Slot) -> bool {
        let id = self.s.id(slot);
        let effects = &mut self.s.this_turn.effects;
        // CR 701.19c: the shield is there and does nothing.
        if effects.seared.contains(&id) {
            return false;
        }
        let Some(at) = effects.regenerating.iter().position(|shielded| *shielded == id) else { return false };
        effects.regenerating.remove(at);
        self.s.object_mut(slot).damage = 0;
        self.tap(slot);
        self.remove_from_combat(id);
        true
    }

    fn umbras(&self) -> impl Iterator<Item = Slot> + '_ {
        let is_umbra = |slot: &Slot| self.cat.card(self.s.object(*slot).card).has & Card::UMBRA != 0;
        self.s.battlefield.iter().copied().filter(is_umbra)
    }

    /// CR 702.89a: what would be destroyed has all damage removed instead, and the Aura is destroyed. Returns what is really
    /// destroyed, such Auras among it. Of several Auras the one with the least mana value goes, as its player would have it (CR
    /// 616.1); one that would be destroyed itself is so only once.
    fn saved_by_umbras(&mut self, mut slots: Vec<Slot>) -> Vec<Slot> {
        let mut umbras: Vec<Slot> = self.umbras().collect();
        if umbras.is_empty() {
            return slots;
        }
        let doomed = slots.clone();
        umbras.sort_by_key(|umbra| (!doomed.contains(umbra), self.cat.card(self.s.object(*umbra).card).mana_value));
        for slot in doomed {
            let id = self.s.id(slot);
            if let Some(umbra) = umbras.iter().find(|umbra| self.s.object(**umbra).attached_to == Some(id)).copied() {
                self.s.object_mut(slot).damage = 0;
                slots.retain(|other| *other != slot);
                if !self.s.object(umbra).has(Keywords::INDESTRUCTIBLE) && !slots.contains(&umbra) {
                    slots.push(umbra);
                }
            }
        }
        slots
    }
}
