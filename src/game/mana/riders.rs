//! What mana does to the spell it is spent on (CR 106.6).

use crate::cards::ability::{Ability, Rider};
use crate::cards::effect::AbilityId;
use crate::cards::keyword::Keywords;
use crate::cards::mana::Mana;
use crate::turn::Seat;

use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::object::{ObjectId, Slot, Status};
use crate::game::state::{About, PendingTrigger, StackKind};

use super::sources::{BOUND, POOL, Payment};

impl Engine<'_> {
    /// The riders of the mana that is about to be paid, each once. Floating mana with one is spent before other mana of its type.
    pub(in crate::game) fn riders(&mut self, seat: Seat, payment: &Payment) -> Vec<(ObjectId, AbilityId)> {
        let mut found: Vec<(ObjectId, AbilityId)> = Vec::new();
        for (source, mana) in &payment.used {
            let rider = if *source == POOL {
                let at = self.s.ridden.iter().position(|(by, of, ..)| *by == seat && of == mana);
                at.map(|at| self.s.ridden.remove(at)).map(|(_, _, id, ability)| (id, ability))
            } else {
                let slot = payment.sources[usize::from(*source)].slot;
                self.rider_at(seat, slot, *mana)
            };
            found.extend(rider.filter(|rider| !found.contains(rider)));
        }
        found
    }

    /// What the mana of that source does to a spell; it may float.
    fn rider_at(&self, seat: Seat, slot: Slot, made: Mana) -> Option<(ObjectId, AbilityId)> {
        if slot < BOUND {
            return self.rider_of(seat, self.s.id(slot), made);
        }
        let bound = self.s.bound.get(usize::from(slot - BOUND))?;
        let rides = matches!(self.cat.ability(bound.ability), Ability::Mana(mana) if mana.rider.is_some());
        rides.then_some((bound.source, bound.ability))
    }

    fn rider_of(&self, seat: Seat, id: ObjectId, made: Mana) -> Option<(ObjectId, AbilityId)> {
        let card = self.cat.card(self.s.object(id.slot).card);
        let makes = |ability: &AbilityId| match self.cat.ability(*ability) {
            Ability::Mana(mana) => mana.rider.is_some() && self.could_make(mana.makes, seat, id).contains(made.set()),
            _ => false,
        };
        card.abilities.iter().copied().find(makes).map(|ability| (id, ability))
    }

    /// The spell has been cast with that mana.
    pub(in crate::game) fn ride(&mut self, seat: Seat, spell: ObjectId, riders: &[(ObjectId, AbilityId)]) {
        for (source, ability) in riders {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            let Some(Rider { on, then, keywords, this_turn, counters }) = mana.rider else { continue };
            let at = Viewpoint::of(seat, *source);
            if !self.passes(self.cat.filter(on), spell, self.s.object(spell.slot), &at) {
                continue;
            }
            let object = self.s.object_mut(spell.slot);
            object.keywords |= keywords & Keywords::UNCOUNTERABLE;
            if keywords.contains(Keywords::HASTE) {
                object.status.insert(Status::HASTY);
                if this_turn {
                    self.s.this_turn.effects.hasty.push(spell.slot);
                }
            }
            let about = About { object: Some(spell), player: Some(seat), number: 0 };
            if let Some((kind, n)) = counters {
                let n = self.amount(n, &Viewpoint { about, ..Viewpoint::of(seat, *source) });
                self.s.enters_with.push((spell, kind, n.max(0)));
            }
            let Some(effect) = then else { continue };
            let card = self.s.object(source.slot).card;
            let kind = StackKind::Delayed { source: *source, effect };
            self.trigger_waits(PendingTrigger::new(kind, card, seat, about));
        }
    }
}
