//! Damage, life, energy and poison.

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{CounterKind, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Restrictions, Seat};

use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::happening::Happening;
use super::object::{ObjectId, Status, Target};
use super::state::GameState;
use super::trigger_mask::TriggerMask;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 615.1a, 702.16e: damage of that source to that player is prevented.
    pub(crate) fn is_shielded(&self, seat: Seat, source: ObjectId) -> bool {
        !self.prevents_nothing()
            && (self.is_guarded_from(Target::Player(seat), source)
                || self.has_gained_protection(Target::Player(seat), source)
                || self.cant(seat, |e| (e == StaticEffect::PlayerShield).then_some(Whose::Yours)))
    }

    /// CR 615.12.
    fn prevents_nothing(&self) -> bool {
        self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_PREVENTION)
    }
}

impl Engine<'_> {
    /// CR 120.3. Returns the damage dealt.
    pub(crate) fn deal_damage(&mut self, source: ObjectId, by: Seat, to: Target, amount: i32, combat: bool) -> i32 {
        if amount <= 0 {
            return 0;
        }
        let keywords = self.s.recall(source).map_or(Keywords::empty(), |o| o.keywords);
        let dealt = match to {
            Target::Player(seat) => self.damage_player(source, by, seat, amount, combat),
            Target::Object(id)
                if !self.prevents_nothing()
                    && self.s.permanent(id).is_some_and(|o| self.is_protected(id, o, source)) =>
            {
                false
            }
            Target::Object(id) => self.damage_object(id, amount, keywords.contains(Keywords::DEATHTOUCH)),
        };
        if !dealt {
            return 0;
        }
        self.emit(GameEvent::DamageDealt { source, by, to, amount, combat });
        self.hurt(source, to);
        if let (Target::Object(id), false) = (to, combat) {
            self.damaged(id);
        }
        if keywords.contains(Keywords::LIFELINK) {
            self.gain_life(by, amount);
        }
        amount
    }

    /// A permanent has been dealt all damage that is dealt at this time.
    pub(super) fn damaged(&mut self, id: ObjectId) {
        if self.s.trigger_mask.contains(TriggerMask::DAMAGED) {
            self.happened(&Happening::Damaged(id));
        }
    }

    /// What triggers on damage of any kind.
    fn hurt(&mut self, source: ObjectId, to: Target) {
        match to {
            Target::Player(seat) if self.s.trigger_mask.contains(TriggerMask::DAMAGED_PLAYER) => {
                self.happened(&Happening::DamagedPlayer { source, seat });
            }
            Target::Object(id) if self.s.trigger_mask.contains(TriggerMask::WOUNDED) => {
                self.s.this_turn.wounds.push((source, id));
            }
            _ => {}
        }
    }

    fn damage_player(&mut self, source: ObjectId, by: Seat, seat: Seat, amount: i32, combat: bool) -> bool {
        if !self.s.turns.is_living(seat) || self.is_shielded(seat, source) {
            return false;
        }
        self.change_life(seat, -amount);
        let turn = self.s.turns.turn().number;
        self.s.deeds.note(by, seat, turn, |deed| deed.damage = deed.damage.saturating_add(amount as u32));
        if combat {
            self.commander_damage(source, seat, amount);
        }
        true
    }

    fn damage_object(&mut self, id: ObjectId, amount: i32, deathtouch: bool) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        if object.types.contains(Types::CREATURE) {
            let object = self.s.object_mut(id.slot);
            object.damage = object.damage.saturating_add(amount.min(i32::from(i16::MAX)) as i16);
            if deathtouch {
                object.status.insert(Status::DEATHTOUCHED);
            }
            return true;
        }
        if object.types.contains(Types::PLANESWALKER) {
            self.change_counters(id.slot, CounterKind::LOYALTY, -amount);
            return true;
        }
        false
    }

    pub(crate) fn gain_life(&mut self, seat: Seat, amount: i32) {
        if amount > 0
            && self.s.turns.is_living(seat)
            && !self.cant(seat, |e| if let StaticEffect::NoLifeGain(whose) = e { Some(whose) } else { None })
        {
            self.change_life(seat, amount);
            self.happened(&Happening::GainedLife { seat, amount });
        }
    }

    /// CR 119.5: life that becomes a number is gained or lost.
    pub(crate) fn set_life(&mut self, seat: Seat, to: i32) {
        let by = to.saturating_sub(self.s.players[seat].life);
        if by > 0 {
            self.gain_life(seat, by);
        } else if by < 0 {
            self.change_life(seat, by);
        }
    }

    /// A team shares its life total (CR 810.4, 810.9): what happens to one player's happens to the whole.
    pub(crate) fn change_life(&mut self, seat: Seat, by: i32) {
        let to = self.s.players[seat].life.saturating_add(by);
        for member in self.s.turns.teams().of(seat).iter() {
            self.s.players[member].life = to;
        }
        self.emit(GameEvent::LifeChanged { seat, by, to });
    }

    /// Energy counters (CR 107.14).
    pub(crate) fn change_energy(&mut self, seat: Seat, by: i32) {
        let energy = &mut self.s.players[seat].energy;
        *energy = energy.saturating_add(by).max(0);
        let to = *energy;
        self.emit(GameEvent::EnergyChanged { seat, to });
    }

    /// Poison counters, which a team shares (CR 810.10).
    pub(crate) fn poison(&mut self, seat: Seat, by: i32) {
        let to = self.s.players[seat].poison.saturating_add(by);
        for member in self.s.turns.teams().of(seat).iter() {
            self.s.players[member].poison = to;
        }
        self.emit(GameEvent::PoisonChanged { seat, to });
    }
}
