//! Combat damage: who deals it, how it is divided, and to whom (CR 510).

use std::ops::Deref;

use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Shape};
use crate::game::engine::{Core, Engine};
use crate::game::happening::Happening;
use crate::game::object::{ObjectId, Status, Target};
use crate::game::pending_triggers::{item_target, target_item};
use crate::game::state::{Attacker, GameState, Resume, Stage};
use crate::turn::{Restrictions, Step};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 510.4: first and double strike in the first step; the others, and double strike again, in the second.
    fn strikes_now(&self, id: ObjectId, first: bool) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        if first {
            object.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE)
        } else {
            !object.is(Status::STRUCK_FIRST) || object.has(Keywords::DOUBLE_STRIKE)
        }
    }

    fn blockers_of(&self, attacker: ObjectId) -> Vec<ObjectId> {
        let blockers = self.s.combat.blockers.iter().filter(|b| b.attacker == attacker);
        blockers.map(|b| b.id).filter(|id| self.s.permanent(*id).is_some()).collect()
    }

    /// The creatures that it blocks and that attack still.
    fn blocked_by(&self, blocker: ObjectId) -> Vec<ObjectId> {
        let blocked = self.s.combat.blockers.iter().filter(|b| b.id == blocker).map(|b| b.attacker);
        blocked.filter(|id| self.s.combat.attackers.iter().any(|a| a.id == *id)).collect()
    }

    /// CR 510.1d: what blocks several creatures divides its damage among them.
    fn dividing_blockers(&self, first: bool) -> Vec<ObjectId> {
        let mut dividing: Vec<ObjectId> = Vec::new();
        for blocker in &self.s.combat.blockers {
            let strikes = self.strikes_now(blocker.id, first) && self.s.object(blocker.id.slot).power > 0;
            if strikes && !dividing.contains(&blocker.id) && self.blocked_by(blocker.id).len() > 1 {
                dividing.push(blocker.id);
            }
        }
        dividing
    }

    /// Whether its damage can be divided in more than one way.
    fn divides(&self, attacker: Attacker) -> bool {
        let blockers = self.blockers_of(attacker.id).len();
        let Some(object) = self.s.permanent(attacker.id) else { return false };
        object.power > 0 && (blockers > 1 || blockers == 1 && object.has(Keywords::TRAMPLE))
    }

    /// Lethal damage to each in order, the rest to the last: to the player with trample.
    fn lethal_in_order(&self, attacker: ObjectId, items: &[Item], total: i32) -> Vec<(u16, i32)> {
        let mut left = total;
        let mut pairs = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let last = at + 1 == items.len();
            let n = match item {
                Item::Object(id) if !last => self.lethal(attacker, *id).min(left),
                _ => left,
            };
            left -= n;
            pairs.push((at as u16, n));
        }
        pairs
    }

    /// CR 702.2c, 510.1c: lethal damage, with what is marked already.
    fn lethal(&self, attacker: ObjectId, blocker: ObjectId) -> i32 {
        let object = self.s.object(blocker.slot);
        let deathtouch = self.s.permanent(attacker).is_some_and(|o| o.has(Keywords::DEATHTOUCH));
        let lethal = (i32::from(object.toughness) - i32::from(object.damage)).max(0);
        if deathtouch { lethal.min(1) } else { lethal }
    }

    /// CR 510.1c, 702.19b.
    pub(crate) fn judge_division(
        &self,
        decision: &Decision,
        pairs: &[(u16, i32)],
        total: i32,
        attacker: ObjectId,
    ) -> Result<(), IllegalChoice> {
        let Shape::Assign { items, .. } = &decision.shape else { return Err(IllegalChoice::WrongShape) };
        let given = |at: usize| pairs.iter().find(|(i, _)| usize::from(*i) == at).map_or(0, |(_, n)| *n);
        let sum: i64 = pairs.iter().map(|(_, n)| i64::from(*n)).sum();
        if sum != i64::from(total) {
            return Err(IllegalChoice::WrongNumber);
        }
        let aim = self.s.combat.attackers.iter().find(|a| a.id == attacker).and_then(|a| self.attacked_by(a));
        let is_aim = |item: &Item| aim.is_some() && item_target(*item) == aim;
        let spills = items.iter().enumerate().any(|(at, i)| is_aim(i) && given(at) > 0);
        let all_lethal = items.iter().enumerate().all(|(at, item)| match item {
            Item::Object(id) if !is_aim(item) => given(at) >= self.lethal(attacker, *id),
            _ => true,
        });
        if spills && !all_lethal { Err(IllegalChoice::BrokenConstraint) } else { Ok(()) }
    }

    fn assigned_damage(&self, first: bool) -> Vec<(ObjectId, Target, i32)> {
        let mut damage = Vec::new();
        for attacker in &self.s.combat.attackers {
            if !self.strikes_now(attacker.id, first) {
                continue;
            }
            let before = damage.len();
            damage.extend(self.s.combat.divided.iter().filter(|(id, ..)| *id == attacker.id));
            if damage.len() > before {
                continue;
            }
            let power = i32::from(self.s.object(attacker.id.slot).power);
            let tramples = self.s.object(attacker.id.slot).has(Keywords::TRAMPLE);
            match self.blockers_of(attacker.id).first() {
                Some(blocker) => damage.push((attacker.id, Target::Object(*blocker), power)),
                // CR 510.1c, 702.19d: blocked, and all its blockers are gone.
                None if attacker.blocked && !tramples => {}
                None => damage.extend(self.attacked_by(attacker).map(|aim| (attacker.id, aim, power))),
            }
        }
        for (at, blocker) in self.s.combat.blockers.iter().enumerate() {
            let again = self.s.combat.blockers[..at].iter().any(|before| before.id == blocker.id);
            if again || !self.strikes_now(blocker.id, first) {
                continue;
            }
            let before = damage.len();
            damage.extend(self.s.combat.divided.iter().filter(|(id, ..)| *id == blocker.id));
            if damage.len() == before
                && let Some(attacker) = self.blocked_by(blocker.id).first()
            {
                let power = i32::from(self.s.object(blocker.id.slot).power);
                damage.push((blocker.id, Target::Object(*attacker), power));
            }
        }
        damage.retain(|(_, _, n)| *n > 0);
        damage
    }
}

impl Engine<'_> {
    pub(in crate::game) fn begin_damage(&mut self) {
        let first = self.s.turns.step() == Step::FirstStrikeDamage;
        // The attacking player divides first; the last of the list is asked about first.
        let mut to_divide = self.dividing_blockers(first);
        for at in 0..self.s.combat.attackers.len() {
            let attacker = self.s.combat.attackers[at];
            if self.strikes_now(attacker.id, first) && self.divides(attacker) {
                to_divide.push(attacker.id);
            }
        }
        self.s.combat.to_divide = to_divide;
        self.s.combat.divided.clear();
        self.s.stage = Stage::Actions(1);
    }

    pub(in crate::game) fn ask_division(&mut self) {
        let Some(id) = self.s.combat.to_divide.pop() else { return self.deal_combat_damage() };
        self.s.stage = Stage::Actions(1);
        let attacker = self.s.combat.attackers.iter().find(|a| a.id == id).copied();
        let object = *self.s.object(id.slot);
        let against = if attacker.is_some() { self.blockers_of(id) } else { self.blocked_by(id) };
        let mut items: Vec<Item> = against.into_iter().map(Item::Object).collect();
        if let Some(attacker) = attacker.filter(|_| object.has(Keywords::TRAMPLE)) {
            items.extend(self.attacked_by(&attacker).map(target_item));
        }
        let total = i32::from(object.power);
        let default = Choice::Assign(self.lethal_in_order(id, &items, total));
        let constraint = Constraint::Damage { total, attacker: id };
        let shape = Shape::Assign { items, options: Vec::new(), constraint };
        self.ask_about(object.controller, DecisionKind::Damage, Some(id), shape, default, Resume::Damage);
    }

    pub(in crate::game) fn divide_damage(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::Assign { items, constraint: Constraint::Damage { attacker, .. }, .. }, Choice::Assign(pairs)) =
            (&decision.shape, choice)
        else {
            return;
        };
        for (item, n) in pairs {
            let to = items.get(usize::from(*item)).and_then(|i| item_target(*i));
            if let Some(to) = to {
                self.s.combat.divided.push((*attacker, to, *n));
            }
        }
    }

    /// CR 510.2: all combat damage is dealt at once.
    fn deal_combat_damage(&mut self) {
        self.s.stage = self.once_acted();
        let first = self.s.turns.step() == Step::FirstStrikeDamage;
        let damage = self.assigned_damage(first);
        if first {
            for (source, ..) in &damage {
                self.s.object_mut(source.slot).status.insert(Status::STRUCK_FIRST);
            }
            self.mark_struck();
        }
        let mut to_players = Vec::new();
        for (source, to, n) in damage {
            if self.is_prevented(source, to) {
                self.gain_by_prevention(source, to, n, true);
                continue;
            }
            let by = self.s.object(source.slot).controller;
            let dealt = self.deal_damage(source, by, to, n, true);
            if let (Target::Player(seat), true) = (to, dealt > 0) {
                to_players.push((source, seat, dealt));
                self.s.this_turn.dealt_damage.push(source);
            }
        }
        self.s.combat.shielded.clear();
        self.end_damage(true);
        if !to_players.is_empty() {
            self.happened(&Happening::CombatDamage(to_players));
        }
    }

    /// CR 615.1a, 615.12: whether combat damage of that source to that target is prevented.
    fn is_prevented(&self, source: ObjectId, to: Target) -> bool {
        let shielded = |id: ObjectId| self.s.permanent(id).is_some_and(|o| o.has(Keywords::NO_COMBAT_DAMAGE));
        let all = self.s.this_turn.effects.no_combat_damage;
        let prevented = all || shielded(source) || matches!(to, Target::Object(id) if shielded(id));
        prevented
            && !self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_PREVENTION)
            && !self.is_unpreventable(source)
    }

    /// Those with first strike have had their step, even if they dealt nothing in it.
    fn mark_struck(&mut self) {
        let ids: Vec<ObjectId> = self
            .s
            .combat
            .attackers
            .iter()
            .map(|a| a.id)
            .chain(self.s.combat.blockers.iter().map(|b| b.id))
            .filter(|id| self.strikes_now(*id, true))
            .collect();
        for id in ids {
            self.s.object_mut(id.slot).status.insert(Status::STRUCK_FIRST);
        }
    }
}
