//! Damage (CR 120): what replaces and prevents it, and what it does.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::cards::ability::{DamageKind, Prevents, StaticEffect};
use crate::cards::effect::{CardId, CounterKind, EffectId, FilterId, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Restrictions, Seat};

use super::ability_index::StaticKinds;
use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Target};
use super::state::{About, Frame, GameState, Hit, Prevented, Shelter};
use super::trigger_mask::TriggerMask;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 615.1a, 702.16e: damage of that source to that player is prevented.
    pub(crate) fn is_shielded(&self, seat: Seat, source: ObjectId, combat: bool) -> bool {
        !self.cant_be_prevented(source, combat)
            && (self.is_guarded_from(Target::Player(seat), source)
                || self.has_gained_protection(Target::Player(seat), source)
                || self.cant(seat, |e| (e == StaticEffect::PlayerShield).then_some(Whose::Yours)))
    }

    /// CR 614.1a: whether damage leaves the player at 1 life at the least.
    fn is_left_one(&self, seat: Seat) -> bool {
        self.s.this_turn.effects.left_one.contains(seat)
            || self.cant(seat, |e| if let StaticEffect::DamageLeavesOne(whose) = e { Some(whose) } else { None })
    }

    /// CR 614.1a. Who is dealt it puts what multiplies before what adds (CR 616.1).
    fn changed_damage(&self, source: ObjectId, to: Target, amount: i32, combat: bool) -> i32 {
        if amount <= 0 || !self.s.static_kinds.contains(StaticKinds::DAMAGE) {
            return amount;
        }
        let (mut times, mut plus) = (1i32, 0i32);
        let affected = match to {
            Target::Player(seat) => seat,
            Target::Object(id) => self.s.object(id.slot).controller,
        };
        for works in self.s.statics.iter().filter(|works| works.kinds.contains(StaticKinds::DAMAGE)) {
            let Some(StaticEffect::MoreDamage { from, to, noncombat, times: by, plus: more }) =
                self.static_effect(works.source, works.ability)
            else {
                continue;
            };
            let dealt = self.passes_as_it_was(from, source, works.source);
            if dealt && !(noncombat && combat) && self.concerns(to, works.source, affected) {
                times = times.saturating_mul(by.into());
                plus += i32::from(more);
            }
        }
        amount.saturating_mul(times).saturating_add(plus)
    }

    /// Whether a static ability prevents that damage, and by what it says (CR 615.1a).
    fn prevents(&self, by: Slot, shield: &StaticShield, source: ObjectId, to: Target, combat: bool) -> bool {
        let meant = match to {
            Target::Player(seat) => shield.player.is_some_and(|whose| self.concerns(whose, by, seat)),
            Target::Object(id) => shield.what.is_some_and(|what| self.passes_for(what, id.slot, by)),
        };
        let anything = shield.what.is_none() && shield.player.is_none();
        shield.kind.is(combat) && (meant || anything) && self.passes_as_it_was(shield.from, source, by)
    }

    /// The static abilities that prevent damage.
    fn static_shields(&self) -> Vec<(Slot, StaticShield)> {
        let shields = self.statics(StaticKinds::DAMAGE, |effect| match effect {
            StaticEffect::PreventDamage { what, player, from, part, kind, then } => {
                Some(StaticShield { what, player, from, part, kind, then })
            }
            _ => None,
        });
        shields.collect()
    }

    /// Whether an effect of this turn prevents damage of that source.
    fn is_prevented_this_turn(&self, source: ObjectId, combat: bool) -> bool {
        let prevents = |p: &Prevented| {
            (combat || !p.combat)
                && (p.these.contains(&source)
                    || p.by.is_some_and(|those| {
                        self.s.recall(source).is_some_and(|object| self.is_one_of(&those, source, object))
                    }))
        };
        let all = &self.s.this_turn.effects.prevented;
        !all.is_empty() && !self.prevents_nothing() && all.iter().any(prevents)
    }

    /// CR 615.12: whether a static ability keeps combat damage of that source from being prevented.
    pub(super) fn is_unpreventable(&self, source: ObjectId) -> bool {
        let mut unpreventable = self.statics(StaticKinds::DAMAGE, |effect| match effect {
            StaticEffect::Unpreventable(filter) => Some(filter),
            _ => None,
        });
        unpreventable.any(|(by, filter)| self.passes_as_it_was(filter, source, by))
    }

    /// CR 615.12: damage of that source.
    fn cant_be_prevented(&self, source: ObjectId, combat: bool) -> bool {
        self.prevents_nothing() || combat && self.is_unpreventable(source)
    }

    /// CR 615.12: any damage.
    fn prevents_nothing(&self) -> bool {
        self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_PREVENTION)
            || self.s.this_turn.effects.unprevented
    }
}

/// What is told once all damage that is dealt at one time has been dealt: how much, for each (CR 120.4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct DamageDealt {
    /// By sources with lifelink, and who gains the life.
    lifelinked: Vec<((ObjectId, Seat), i32)>,
    /// By sources.
    by: Vec<(ObjectId, i32)>,
    /// To permanents.
    to: Vec<(ObjectId, i32)>,
}

impl DamageDealt {
    const fn is_empty(&self) -> bool {
        self.lifelinked.is_empty() && self.by.is_empty() && self.to.is_empty()
    }
}

/// So much more for that one.
fn add_up<T: PartialEq>(sums: &mut Vec<(T, i32)>, of: T, amount: i32) {
    match sums.iter_mut().find(|(other, _)| *other == of) {
        Some((_, sum)) => *sum = sum.saturating_add(amount),
        None => sums.push((of, amount)),
    }
}

/// What a static ability prevents.
#[derive(Debug, Clone, Copy)]
struct StaticShield {
    what: Option<FilterId>,
    player: Option<Whose>,
    from: FilterId,
    part: Prevents,
    kind: DamageKind,
    then: Option<EffectId>,
}

/// In which order who is dealt damage has it prevented (CR 616.1): first what brings something besides, then what costs nothing,
/// then what prevents some of it, as far as that is all there is, and last what takes something for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prevention {
    Gaining,
    Free,
    Partly,
    Costly,
}

impl StaticShield {
    /// When it is applied to damage to that, as the ability of the permanent in `by`: what a permanent does for its own sake takes
    /// something from it.
    fn place(&self, by: Slot, to: Target) -> Prevention {
        let own = matches!(to, Target::Object(id) if id.slot == by);
        match (self.part, self.then) {
            (Prevents::All, None) => Prevention::Free,
            (Prevents::All, Some(_)) if own => Prevention::Costly,
            (Prevents::All, Some(_)) => Prevention::Gaining,
            _ => Prevention::Partly,
        }
    }

    /// What it leaves of so much damage.
    fn left_of(&self, amount: i32) -> i32 {
        match self.part {
            Prevents::All => 0,
            Prevents::Half => amount / 2,
            Prevents::Some(n) => (amount - i32::from(n)).max(0),
        }
    }
}

impl Engine<'_> {
    /// What is left of damage that replacement effects change, and static abilities and effects of this turn prevent. Who is dealt
    /// it has all of it prevented if they can; otherwise what can be before it becomes more, or after that, where less is left (CR
    /// 616.1).
    fn replaced(&mut self, source: ObjectId, to: Target, amount: i32, combat: bool) -> i32 {
        let more = self.changed_damage(source, to, amount, combat);
        if self.cant_be_prevented(source, combat) {
            self.prevented_in_vain(source, to, combat);
            return more;
        }
        if self.prevented(source, to, more, Prevention::Gaining, combat) == 0
            || self.is_prevented_this_turn(source, combat)
            || self.is_kept_off(source, to, combat)
            || self.prevented(source, to, more, Prevention::Free, combat) == 0
        {
            return 0;
        }
        let rest = self.left_of(source, to, more, combat);
        if rest > 0 && self.prevented(source, to, more, Prevention::Costly, combat) == 0 {
            return 0;
        }
        if more == amount {
            return self.prevented(source, to, amount, Prevention::Partly, combat);
        }
        let before = self.changed_damage(source, to, self.left_of(source, to, amount, combat), combat);
        if rest < before {
            return self.prevented(source, to, more, Prevention::Partly, combat);
        }
        let left = self.prevented(source, to, amount, Prevention::Partly, combat);
        self.changed_damage(source, to, left, combat)
    }

    /// Of damage that is prevented anyway: what brings something besides prevents it first (CR 616.1).
    pub(super) fn gain_by_prevention(&mut self, source: ObjectId, to: Target, amount: i32, combat: bool) {
        let more = self.changed_damage(source, to, amount, combat);
        self.prevented(source, to, more, Prevention::Gaining, combat);
    }

    /// CR 615.12: what prevents damage that can't be prevented is applied all the same, and what it does besides is done.
    fn prevented_in_vain(&mut self, source: ObjectId, to: Target, combat: bool) {
        if !self.s.static_kinds.contains(StaticKinds::DAMAGE) {
            return;
        }
        for (by, shield) in self.static_shields() {
            if shield.then.is_some() && self.prevents(by, &shield, source, to, combat) {
                self.prevented_by(by, shield.then, to, 0);
            }
        }
    }

    /// What would be left of so much damage of which some is prevented.
    fn left_of(&self, source: ObjectId, to: Target, amount: i32, combat: bool) -> i32 {
        let shields = self
            .static_shields()
            .into_iter()
            .filter(|(by, shield)| shield.part != Prevents::All && self.prevents(*by, shield, source, to, combat));
        let left = shields.fold(amount, |left, (_, shield)| shield.left_of(left));
        let shelters = self.s.this_turn.effects.shelters.iter();
        let meant = shelters.filter(|shelter| (combat || !shelter.combat) && self.is_under(shelter, to));
        meant.filter_map(|shelter| shelter.left).fold(left, |left, most| (left - most).max(0))
    }

    /// What is left of damage of which static abilities and effects of this turn prevent all, or some (CR 615.1a), at that place.
    fn prevented(&mut self, source: ObjectId, to: Target, amount: i32, place: Prevention, combat: bool) -> i32 {
        let mut left = amount;
        if self.s.static_kinds.contains(StaticKinds::DAMAGE) {
            for (by, shield) in self.static_shields() {
                if left > 0 && shield.place(by, to) == place && self.prevents(by, &shield, source, to, combat) {
                    let rest = shield.left_of(left);
                    self.prevented_by(by, shield.then, to, left - rest);
                    left = rest;
                }
            }
        }
        self.sheltered(to, left, place, combat)
    }

    /// What happens besides as a static ability prevents damage, immediately afterwards (CR 615.5): once for all damage that is
    /// dealt to the same thing at the same time, which is one event (CR 120.4, 615.1).
    fn prevented_by(&mut self, by: Slot, then: Option<EffectId>, to: Target, amount: i32) {
        let Some(then) = then else { return };
        let (object, id) = (*self.s.object(by), self.s.id(by));
        let (about, player) = match to {
            Target::Object(to) => (Some(to), None),
            Target::Player(seat) => (None, Some(seat)),
        };
        // What waits here waits since the instruction or the combat damage in progress.
        let same = |frame: &&mut Frame| {
            (frame.at, frame.source, frame.about.object, frame.about.player) == (then, id, about, player)
        };
        if let Some(frame) = self.s.soon.iter_mut().find(same) {
            frame.about.number = frame.about.number.saturating_add(amount);
            return;
        }
        self.perform(then, object.controller, id, object.card);
        if let Some(frame) = self.s.soon.last_mut() {
            frame.about = About { object: about, player, number: amount };
        }
    }

    /// What is left of damage to something that effects of this turn protect from damage, from any or from so much of it
    /// (CR 615.7).
    fn sheltered(&mut self, to: Target, amount: i32, place: Prevention, combat: bool) -> i32 {
        if self.s.this_turn.effects.shelters.is_empty() {
            return amount;
        }
        let place_of = |shelter: &Shelter| if shelter.left.is_none() { Prevention::Free } else { Prevention::Partly };
        let mut left = amount;
        for at in 0..self.s.this_turn.effects.shelters.len() {
            let shelter = &self.s.this_turn.effects.shelters[at];
            if left <= 0 || place_of(shelter) != place || shelter.combat && !combat || !self.is_under(shelter, to) {
                continue;
            }
            let most = shelter.left.unwrap_or(i32::MAX);
            let prevented = most.min(left);
            left -= prevented;
            if let Some(rest) = &mut self.s.this_turn.effects.shelters[at].left {
                *rest -= prevented;
            }
        }
        self.s.this_turn.effects.shelters.retain(|shelter| shelter.left != Some(0));
        left
    }

    /// Whether the effect is about that: what it found, or what passes now (CR 611.2c).
    fn is_under(&self, shelter: &Shelter, to: Target) -> bool {
        shelter.these.contains(&to)
            || match (to, shelter.those) {
                (Target::Object(id), Some(those)) => {
                    self.s.permanent(id).is_some_and(|object| self.is_one_of(&those, id, object))
                }
                _ => false,
            }
    }

    /// What is left of damage that a shield against its source prevents (CR 615.7), which is used up by it.
    fn shielded(&mut self, source: ObjectId, to: Target, amount: i32) -> i32 {
        let Target::Player(seat) = to else { return amount };
        if amount <= 0 || self.s.this_turn.effects.shields.is_empty() || self.prevents_nothing() {
            return amount;
        }
        let Some(at) = self.s.this_turn.effects.shields.iter().position(|s| s.from == source && s.seat == seat) else {
            return amount;
        };
        let shield = self.s.this_turn.effects.shields.remove(at);
        self.perform(shield.then, seat, shield.source, shield.card);
        if let Some(frame) = self.s.soon.last_mut() {
            frame.about = About { object: Some(source), player: Some(seat), number: amount };
        }
        0
    }

    /// CR 702.16e: whether a permanent's protection prevents damage of that source.
    fn is_kept_off(&self, source: ObjectId, to: Target, combat: bool) -> bool {
        let Target::Object(id) = to else { return false };
        !self.cant_be_prevented(source, combat)
            && self.s.permanent(id).is_some_and(|object| self.is_protected(id, object, source))
    }

    /// CR 122.1c: whether a shield counter prevents damage to that permanent, and is removed; one for all combat damage that is
    /// dealt at once. It is removed, too, where the damage can't be prevented (CR 615.12).
    fn takes_shield_counter(&mut self, source: ObjectId, to: Target, combat: bool) -> bool {
        let Target::Object(id) = to else { return false };
        let Some(object) = self.s.permanent(id) else { return false };
        if !object.types.intersects(Types::CREATURE | Types::PLANESWALKER) {
            return false;
        }
        let again = combat && self.s.combat.shielded.contains(&id);
        if !again && !self.use_shield_counter(id.slot) {
            return false;
        }
        if combat && !again {
            self.s.combat.shielded.push(id);
        }
        !self.cant_be_prevented(source, combat)
    }

    /// CR 120.3. Returns the damage dealt.
    pub(crate) fn deal_damage(&mut self, source: ObjectId, by: Seat, to: Target, amount: i32, combat: bool) -> i32 {
        if amount <= 0 {
            return 0;
        }
        let amount = self.replaced(source, to, amount, combat);
        let amount = self.shielded(source, to, amount);
        if amount <= 0 || self.takes_shield_counter(source, to, combat) {
            return 0;
        }
        let keywords = self.s.recall(source).map_or(Keywords::empty(), |o| o.keywords);
        let dealt = match to {
            Target::Player(seat) => {
                let infects = keywords.contains(Keywords::INFECT);
                self.damage_player(source, by, seat, (amount, infects), combat)
            }
            Target::Object(id) => self.damage_object(id, amount, keywords),
        };
        if !dealt {
            return 0;
        }
        self.emit(GameEvent::DamageDealt { source, by, to, amount, combat });
        if let (Target::Object(id), true) = (to, self.s.this_turn.effects.searing) {
            self.s.this_turn.effects.seared.push(id);
        }
        self.hurt(source, to);
        if self.s.trigger_mask.contains(TriggerMask::DEALT_DAMAGE) {
            self.happened(&Happening::DealtDamage { source, to, amount, combat });
        }
        if keywords.contains(Keywords::LIFELINK) {
            add_up(&mut self.s.dealt.lifelinked, (source, by), amount);
        }
        if self.s.trigger_mask.contains(TriggerMask::DEALT_DAMAGE_TOGETHER) {
            add_up(&mut self.s.dealt.by, source, amount);
        }
        if let (Target::Object(id), true) = (to, self.s.trigger_mask.contains(TriggerMask::DAMAGED)) {
            add_up(&mut self.s.dealt.to, id, amount);
        }
        amount
    }

    /// All damage that is dealt at this time has been dealt. Each source with lifelink makes its controller gain life once (CR
    /// 119.9, 702.15e).
    pub(super) fn end_damage(&mut self, combat: bool) {
        if self.s.dealt.is_empty() {
            return;
        }
        let DamageDealt { lifelinked, by, to } = std::mem::take(&mut self.s.dealt);
        lifelinked.into_iter().for_each(|((_, seat), amount)| self.gain_life(seat, amount));
        for (source, amount) in by {
            self.happened(&Happening::DealtDamageTogether { source, amount, combat });
        }
        to.into_iter().for_each(|(id, amount)| self.happened(&Happening::Damaged { id, amount }));
    }

    /// What triggers on damage of any kind, and what is remembered of it.
    fn hurt(&mut self, source: ObjectId, to: Target) {
        match to {
            Target::Player(seat) if self.s.trigger_mask.contains(TriggerMask::DAMAGED_PLAYER) => {
                self.happened(&Happening::DamagedPlayer { source, seat });
            }
            Target::Player(_) => {}
            Target::Object(id) => {
                if !self.s.this_turn.wounds.contains(&(source, id)) {
                    self.s.this_turn.wounds.push((source, id));
                }
            }
        }
    }

    fn damage_player(
        &mut self,
        source: ObjectId,
        by: Seat,
        seat: Seat,
        (amount, infects): (i32, bool),
        combat: bool,
    ) -> bool {
        if !self.s.turns.is_living(seat) || self.is_shielded(seat, source, combat) {
            return false;
        }
        // CR 702.90b.
        if infects {
            self.poison(seat, amount);
        } else {
            let loss = if self.is_left_one(seat) { amount.min((self.s.players[seat].life - 1).max(0)) } else { amount };
            self.change_life(seat, -loss);
        }
        let card = self.s.recall(source).map_or(CardId::NONE, |o| o.card);
        self.s.this_turn.hits.push(Hit { source, card, by, to: seat, amount, combat });
        let turn = self.s.turns.turn().number;
        self.s.deeds.note(by, seat, turn, |deed| deed.damage = deed.damage.saturating_add(amount as u32));
        if combat {
            self.commander_damage(source, seat, amount);
        }
        true
    }

    /// CR 120.3c to 120.3e: what is both a creature and a planeswalker loses loyalty and is marked with damage.
    fn damage_object(&mut self, id: ObjectId, amount: i32, by: Keywords) -> bool {
        let Some(types) = self.s.permanent(id).map(|object| object.types) else { return false };
        if types.contains(Types::CREATURE) {
            self.damage_creature(id, amount, by);
        }
        if types.contains(Types::PLANESWALKER) {
            self.change_counters(id.slot, CounterKind::LOYALTY, -amount);
        }
        types.intersects(Types::CREATURE | Types::PLANESWALKER)
    }

    fn damage_creature(&mut self, id: ObjectId, amount: i32, by: Keywords) {
        // CR 702.80a, 702.90c.
        let withers = by.intersects(Keywords::INFECT | Keywords::WITHER);
        if withers {
            self.put_counters(id.slot, CounterKind::MINUS_ONE, amount);
        }
        let object = self.s.object_mut(id.slot);
        if !withers {
            object.damage = object.damage.saturating_add(amount.min(i32::from(i16::MAX)) as i16);
        }
        if by.contains(Keywords::DEATHTOUCH) {
            self.s.deathtouched.push(id);
        }
    }
}
