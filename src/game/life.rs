//! Life (CR 119), and the counters that players have: poison, energy, experience (CR 122.1).

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::happening::Happening;
use super::state::GameState;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 119.8, 810.9h: whether the life total of the player, or of their team, can't change.
    pub(super) fn is_life_locked(&self, seat: Seat) -> bool {
        let locks = |effect| if let StaticEffect::LifeLocked(whose) = effect { Some(whose) } else { None };
        self.s.life_locked.contains(seat)
            || self.s.static_kinds.contains(StaticKinds::RARE)
                && self.s.turns.teams().of(seat).iter().any(|member| self.cant(member, locks))
    }
}

impl Engine<'_> {
    pub(crate) fn gain_life(&mut self, seat: Seat, amount: i32) {
        if amount > 0 && self.s.turns.is_living(seat) && !self.cant_gain_life(seat) {
            // CR 616.1: whoever would gain life loses no more than they must.
            if self.cant(seat, |e| if let StaticEffect::LifeGainIsLost(whose) = e { Some(whose) } else { None }) {
                self.change_life(seat, -amount);
                return;
            }
            let amount = self.life_gained(seat, amount);
            if self.change_life(seat, amount) > 0 {
                self.happened(&Happening::GainedLife { seat, amount });
            }
        }
    }

    /// CR 119.7; 810.9g: nor can who is of their team.
    fn cant_gain_life(&self, seat: Seat) -> bool {
        let bar = |e| if let StaticEffect::NoLifeGain(whose) = e { Some(whose) } else { None };
        let this_turn = self.s.this_turn.effects.no_life_gain;
        self.s.turns.teams().of(seat).iter().any(|member| this_turn.contains(member) || self.cant(member, bar))
    }

    /// How much life is gained, given what replaces that (CR 614.1a): what adds to it first, as its player would have it (CR 616.1).
    fn life_gained(&self, seat: Seat, amount: i32) -> i32 {
        let more = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::MoreLife { whose, times, plus } => Some((whose, times, plus)),
            _ => None,
        });
        let more = more.filter(|(source, (whose, ..))| self.concerns(*whose, *source, seat)).map(|(_, more)| more);
        let (times, plus) = more.fold((1_i32, 0_i32), |(times, plus), (_, t, p)| {
            (times.saturating_mul(t.into()), plus.saturating_add(p.into()))
        });
        amount.saturating_add(plus).saturating_mul(times)
    }

    /// How much life is lost, likewise.
    fn life_lost(&self, seat: Seat, amount: i32) -> i32 {
        let more = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::MoreLifeLost(whose, times) => Some((whose, times)),
            _ => None,
        });
        let more = more.filter(|(source, (whose, _))| self.concerns(*whose, *source, seat));
        more.fold(amount, |amount, (_, (_, times))| amount.saturating_mul(times.into()))
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

    /// A team shares its life total (CR 810.4, 810.9): what happens to one player's happens to the whole. Returns by how much it
    /// has changed.
    pub(crate) fn change_life(&mut self, seat: Seat, by: i32) -> i32 {
        if self.is_life_locked(seat) {
            return 0;
        }
        let by = if by < 0 { self.life_lost(seat, by) } else { by };
        let changes = &mut self.s.this_turn;
        if by < 0 {
            changes.life_lost.push((seat, -by));
        } else {
            changes.life_gained.push((seat, by));
        }
        let to = self.s.players[seat].life.saturating_add(by);
        for member in self.s.turns.teams().of(seat).iter() {
            self.s.players[member].life = to;
        }
        self.emit(GameEvent::LifeChanged { seat, by, to });
        if by < 0 {
            self.happened(&Happening::LostLife { seat, amount: -by });
        }
        by
    }

    /// Experience counters (CR 122.1).
    pub(crate) fn gain_experience(&mut self, seat: Seat, by: i32) {
        let by = self.player_counters(seat, by);
        let experience = &mut self.s.players[seat].experience;
        *experience = experience.saturating_add(by);
        let to = *experience;
        self.s.stale = true;
        self.emit(GameEvent::ExperienceChanged { seat, to });
    }

    /// Energy counters (CR 107.14).
    pub(crate) fn change_energy(&mut self, seat: Seat, by: i32) {
        let by = self.player_counters(seat, by);
        let energy = &mut self.s.players[seat].energy;
        *energy = energy.saturating_add(by).max(0);
        let to = *energy;
        self.emit(GameEvent::EnergyChanged { seat, to });
    }

    /// Poison counters, which a team shares (CR 810.10).
    pub(crate) fn poison(&mut self, seat: Seat, by: i32) {
        let by = self.player_counters(seat, by);
        let to = self.s.players[seat].poison.saturating_add(by);
        for member in self.s.turns.teams().of(seat).iter() {
            self.s.players[member].poison = to;
        }
        self.emit(GameEvent::PoisonChanged { seat, to });
    }
}
