//! Loops (CR 104.4b, 732): positions that come again, because nobody has a choice or because nobody makes another one.

use crate::cards::limits;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::Engine;
use super::event::{DrawWhy, Outcome, StallCause};
use super::object::{ObjectId, Status, Zone};
use super::state::GameState;

/// Resolutions in a row without anybody's act before positions are compared to find a mandatory loop (CR 104.4b).
const SUSPICIOUS: u32 = 200;

/// Resolutions, or decisions, in one turn before decisions are remembered with the position they were made in.
const MANY_RESOLUTIONS: u32 = 100;
const MANY_DECISIONS: u32 = 1_000;

impl Engine<'_> {
    /// Counts a resolution: positions that go on without anybody's act are a loop (CR 104.4b).
    pub(crate) fn count_resolution(&mut self) {
        self.s.mandatory.resolutions += 1;
        self.s.this_turn.resolutions += 1;
        if self.s.mandatory.resolutions > SUSPICIOUS && self.repeats() {
            self.finish(Outcome::Draw { why: DrawWhy::Loop });
        } else if self.s.this_turn.resolutions > limits::RESOLUTIONS {
            self.stall(StallCause::Resolutions);
        }
    }

    /// Whether the position has been here before since anybody did anything but pass.
    fn repeats(&mut self) -> bool {
        let key = self.s.loop_key();
        self.s.mandatory.repeats(key)
    }

    /// Notes the position in which a question is asked, once the turn has gone on for long.
    pub(super) fn note_position(&mut self) {
        self.s.this_turn.positions.leave();
        let turn = &self.s.this_turn;
        if turn.resolutions <= MANY_RESOLUTIONS && turn.decisions <= MANY_DECISIONS {
            return;
        }
        if let Some(key) = self.s.pending.as_ref().map(|pending| self.s.decision_key(&pending.decision)) {
            self.s.this_turn.positions.enter(key);
        }
    }

    /// Somebody has answered. Passing ends no loop, and nobody is forced to do anything else (CR 732.5); in which order
    /// triggers go on the stack makes none of them optional.
    pub(super) fn note_choice(&mut self, kind: DecisionKind, choice: &Choice) {
        self.s.this_turn.positions.chosen(choice);
        let passes = kind == DecisionKind::Priority && matches!(choice, Choice::One(0, _));
        if !passes && kind != DecisionKind::TriggerOrder {
            self.s.mandatory.clear();
        }
    }
}

impl GameState {
    /// The position as far as a mandatory loop goes: without ids, turn number and dice.
    pub(crate) fn loop_key(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        let shown = |status: Status| status.difference(Status::SHIFTED).bits();
        let mut objects: Vec<_> = self
            .objects
            .iter()
            .filter(|o| o.zone != Zone::Nowhere)
            .map(|o| (o.zone, o.owner, o.controller, o.card, shown(o.status), o.damage, o.power, o.toughness))
            .collect();
        objects.sort_unstable();
        objects.hash(&mut hasher);
        let mut counters: Vec<_> = self.counters.iter().map(|c| (self.object(c.slot).card, c.kind, c.count)).collect();
        counters.sort_unstable();
        counters.hash(&mut hasher);
        for (_, player) in self.players.iter() {
            (player.life, player.poison, player.pool, player.turn).hash(&mut hasher);
        }
        for item in &self.stack {
            (item.card, item.controller, item.x, item.about.player, item.about.number).hash(&mut hasher);
        }
        for pending in &self.pending_triggers {
            (pending.card, pending.controller).hash(&mut hasher);
        }
        (self.turns.step(), self.turns.turn().active, self.turns.turn().combats).hash(&mut hasher);
        hasher.finish()
    }

    /// The position with the question asked in it, objects told by their cards.
    fn decision_key(&self, decision: &Decision) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.loop_key(), decision.actor, decision.kind).hash(&mut hasher);
        let known = |id: ObjectId| ObjectId { slot: self.object(id.slot).card.0, incarnation: 0 };
        let lists: [&[Item]; 2] = match &decision.shape {
            Shape::One(options) | Shape::Some { options, .. } | Shape::Order(options) => [options, &[]],
            Shape::Assign { items, options, .. } => [items, options],
            Shape::Number { .. } => [&[], &[]],
        };
        for item in lists.into_iter().flatten() {
            item.of_object(known).hash(&mut hasher);
        }
        hasher.finish()
    }
}
