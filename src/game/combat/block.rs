//! Declaring blockers (CR 509).

use std::ops::Deref;

use crate::cards::keyword::Keywords;
use crate::game::ability_index::StaticKinds;
use crate::game::combat_limits::distinct;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Shape};
use crate::game::engine::{Core, Engine};
use crate::game::event::GameEvent;
use crate::game::happening::Happening;
use crate::game::object::ObjectId;
use crate::game::requirement::object_ids;
use crate::game::state::{About, Attacker, Blocker, GameState, Resume, Stage};
use crate::turn::Seat;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 509.1b: evasion, and menace (CR 702.111b).
    pub(crate) fn judge_block(&self, decision: &Decision, pairs: &[(u16, i32)]) -> Result<(), IllegalChoice> {
        let Shape::Assign { items, options, .. } = &decision.shape else { return Err(IllegalChoice::WrongShape) };
        for (item, option) in pairs {
            let (Some(Item::Object(blocker)), Some(Item::Object(attacker))) =
                (items.get(usize::from(*item)), options.get(*option as usize))
            else {
                return Err(IllegalChoice::NoSuchOption);
            };
            if !self.may_block(*blocker, *attacker) {
                return Err(IllegalChoice::BrokenConstraint);
            }
            let blockers = pairs.iter().filter(|(_, o)| o == option).count();
            if blockers < self.least_blockers(*attacker)
                || self.most_blockers(*attacker).is_some_and(|most| blockers > most)
            {
                return Err(IllegalChoice::BrokenConstraint);
            }
        }
        let blocker = |item: u16| match items.get(usize::from(item)) {
            Some(Item::Object(id)) => Some(*id),
            _ => None,
        };
        // What can block several is there several times, but not for one attacker.
        let again = |(at, (item, option)): (usize, &(u16, i32))| {
            pairs[..at].iter().any(|(other, same)| same == option && blocker(*other) == blocker(*item))
        };
        if pairs.iter().enumerate().any(again) {
            return Err(IllegalChoice::Twice);
        }
        let blocking = || distinct(pairs.iter().filter_map(|(item, _)| blocker(*item)));
        if self.block_room().is_some_and(|room| blocking() > room) {
            return Err(IllegalChoice::BrokenConstraint);
        }
        let (able, attackers) = (object_ids(items), object_ids(options));
        if self.blocks_wanted(pairs, &attackers)
            < self.blocks_wanted(&self.required_blocks(&able, &attackers), &attackers)
        {
            return Err(IllegalChoice::BrokenConstraint);
        }
        Ok(())
    }
}

impl Engine<'_> {
    pub(in crate::game) fn begin_blocks(&mut self) {
        let teams = self.s.turns.teams();
        let attacked = |s: &Seat| self.s.combat.attackers.iter().any(|a| teams.same(a.defender, *s));
        let defending = self.s.turns.apnap().filter(|s| !self.s.turns.is_active(*s) && teams.primary(*s) == *s);
        self.s.combat.to_block = defending.filter(attacked).collect();
        self.s.stage = Stage::Actions(1);
    }

    /// Each defending player in APNAP order (CR 802.4a); a team declares one combined block (CR 805.10d).
    pub(in crate::game) fn ask_blockers(&mut self) {
        let Some(seat) = self.s.combat.to_block.first().copied() else { return self.blocks_declared() };
        self.s.combat.to_block.remove(0);
        self.s.stage = Stage::Actions(1);
        let teams = self.s.turns.teams();
        let attackers: Vec<ObjectId> =
            self.s.combat.attackers.iter().filter(|a| teams.same(a.defender, seat)).map(|a| a.id).collect();
        let mut able: Vec<ObjectId> = self
            .s
            .battlefield
            .iter()
            .map(|slot| self.s.id(*slot))
            .filter(|id| {
                let object = self.s.object(id.slot);
                teams.same(object.controller, seat)
                    && self.can_block(*id)
                    && attackers.iter().any(|a| self.may_block(*id, *a))
            })
            .collect();
        if able.is_empty() || self.block_room() == Some(0) {
            return;
        }
        if self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) {
            let most = attackers.len() - 1;
            let more = able.iter().flat_map(|id| std::iter::repeat_n(*id, self.blocks_beyond_one(*id).min(most)));
            let more: Vec<ObjectId> = more.collect();
            able.extend(more);
        }
        let default = Choice::Assign(self.required_blocks(&able, &attackers));
        let shape = Shape::Assign {
            items: able.into_iter().map(Item::Object).collect(),
            options: attackers.into_iter().map(Item::Object).collect(),
            constraint: Constraint::Block,
        };
        self.ask(seat, DecisionKind::Blockers, shape, default, Resume::Blockers);
    }

    pub(in crate::game) fn declare_blockers(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::Assign { items, options, .. }, Choice::Assign(pairs)) = (&decision.shape, choice) else { return };
        for (item, option) in pairs {
            if let (Some(Item::Object(id)), Some(Item::Object(attacker))) =
                (items.get(usize::from(*item)), options.get(*option as usize))
            {
                self.block_with(*id, *attacker);
            }
        }
    }

    fn block_with(&mut self, id: ObjectId, attacker: ObjectId) {
        self.s.combat.blockers.push(Blocker { id, attacker });
        if let Some(a) = self.s.combat.attackers.iter_mut().find(|a| a.id == attacker) {
            a.blocked = true;
        }
        let card = self.s.object(id.slot).card;
        self.emit(GameEvent::BlockerDeclared { object: id, card, attacker });
        self.s.combat.blocks.push((id, attacker));
    }

    fn blocks_declared(&mut self) {
        self.s.stage = self.once_acted();
        let blocks = std::mem::take(&mut self.s.combat.blocks);
        for (blocker, attacker) in &blocks {
            self.happened(&Happening::BlockedBy { attacker: *attacker, blocker: *blocker });
            self.flank(*attacker, *blocker);
        }
        let mut seen: Vec<ObjectId> = Vec::new();
        for (blocker, attacker) in blocks {
            let first = !seen.contains(&blocker);
            seen.push(blocker);
            self.happened(&Happening::Blocks { blocker, attacker, first });
        }
        let blocked: Vec<ObjectId> = self.s.combat.attackers.iter().filter(|a| a.blocked).map(|a| a.id).collect();
        for id in blocked {
            self.happened(&Happening::Blocked(id));
        }
        let open: Vec<Attacker> = self.s.combat.attackers.iter().filter(|a| !a.blocked).copied().collect();
        for attacker in open {
            self.happened(&Happening::Unblocked { id: attacker.id, defender: attacker.defender });
        }
    }

    /// CR 702.25a: a creature without flanking that blocks one with it gets -1/-1 until end of turn.
    fn flank(&mut self, attacker: ObjectId, blocker: ObjectId) {
        let Some(object) = self.s.permanent(attacker).copied().filter(|o| o.has(Keywords::FLANKING)) else { return };
        if self.s.permanent(blocker).is_some_and(|o| !o.has(Keywords::FLANKING)) {
            let about = About { object: Some(blocker), player: None, number: 0 };
            self.trigger_unprinted(self.cat.flanking, object.controller, object.card, about, 0);
        }
    }
}
