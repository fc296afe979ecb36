//! The rules at work on one game: what they work with, how they ask, and how a game ends.

use std::ops::Deref;
use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::turn::{BySeat, Seat, Tag, TurnEvent};

use super::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use super::event::{GameEvent, Outcome, StallCause};
use super::log::Log;
use super::object::ObjectId;
use super::setup::{MICROS_PER_STEP, ScriptedEffect, TableRules};
use super::state::{GameState, Pending, Resume, Stage};
use super::thinking::Thinking;

/// What does not change in a game.
#[derive(Debug, Clone)]
pub(crate) struct Fixed {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) rules: Arc<TableRules>,
    pub(crate) script: Arc<Vec<ScriptedEffect>>,
    /// How long each seat thinks.
    pub(crate) thinking: BySeat<Option<Thinking>>,
}

/// The rules on one game: over a state that may be changed ([`Engine`]) or only read ([`Reader`]).
pub(crate) struct Core<'g, S, L> {
    pub(crate) cat: &'g Catalog,
    pub(crate) fix: &'g Fixed,
    pub(crate) s: S,
    pub(crate) log: L,
}

/// The rules at work on one game.
pub(crate) type Engine<'g> = Core<'g, &'g mut GameState, &'g mut Log>;

/// The rules asked about one game.
pub(crate) type Reader<'g, 's> = Core<'g, &'s GameState, ()>;

impl<'g, S: Deref<Target = GameState>, L> Core<'g, S, L> {
    /// What may be done and what it costs is worked out by readers alone, so that its code is there once.
    pub(crate) fn reader(&self) -> Reader<'g, '_> {
        Reader { cat: self.cat, fix: self.fix, s: &self.s, log: () }
    }

    pub(crate) fn active(&self) -> Seat {
        self.s.turns.turn().active
    }
}

impl Engine<'_> {
    /// Asks a question; answers it at once when there is only one answer.
    pub(crate) fn ask(&mut self, actor: Seat, kind: DecisionKind, shape: Shape, default: Choice, resume: Resume) {
        self.ask_about(actor, kind, None, shape, default, resume);
    }

    /// Asks a question about what an effect's source does.
    pub(crate) fn ask_about(
        &mut self,
        actor: Seat,
        kind: DecisionKind,
        source: Option<ObjectId>,
        shape: Shape,
        default: Choice,
        resume: Resume,
    ) {
        let decider = self.s.turns.decider(actor);
        // CR 800.4a: an effect goes on without the player who has left, who chooses nothing any more.
        let forced = has_one_answer(&shape) && !(self.fix.rules.ask_all && kind == DecisionKind::Priority)
            || self.s.players[decider].slow
            || !self.s.turns.is_living(actor);
        let decision = Decision { actor, decider, kind, source, shape, default };
        self.s.pending = Some(Pending { decision, resume });
        if forced {
            let default = self.s.pending.as_ref().map(|p| p.decision.default.clone());
            if let Some(default) = default {
                self.resume(&default);
            }
            return;
        }
        // A forced pass that is asked for all the same is no decision: whether it is asked must not change the game.
        if self.s.pending.as_ref().is_some_and(|p| matches!(&p.decision.shape, Shape::One(o) if *o == [Item::Pass])) {
            return;
        }
        self.note_position();
        self.s.this_turn.decisions += 1;
        if self.s.this_turn.decisions > self.fix.rules.max_decisions_per_turn {
            self.stall(StallCause::Decisions);
        }
    }

    // ---- ending ----

    pub(crate) fn finish(&mut self, outcome: Outcome) {
        if self.s.outcome.is_some() {
            return;
        }
        self.s.outcome = Some(outcome);
        self.s.pending = None;
        self.s.stage = Stage::Over;
        self.s.turns.finish(self.log);
        self.log.push(GameEvent::GameOver { outcome });
    }

    // ---- small things ----

    /// A tag that names a card as a source of turn changes, and is unique in the turn.
    pub(crate) fn tag(&mut self, card: Option<CardId>) -> Tag {
        self.s.tags = self.s.tags.wrapping_add(1);
        Tag(u32::from(self.s.tags) << 16 | u32::from(card.unwrap_or(CardId::NONE).0))
    }

    /// Charges a seat for an answer: the time it thinks by its model, or else the steps it took.
    pub(crate) fn charge_answer(&mut self, seat: Seat, steps: u32) {
        let micros = match self.fix.thinking[seat] {
            Some(thinking) => self.s.dice.think(self.s.players[seat].entrant, |dice| thinking.draw(dice)),
            None => u64::from(steps) * MICROS_PER_STEP,
        };
        self.charge(seat, micros);
    }

    pub(crate) fn charge(&mut self, seat: Seat, micros: u64) {
        if self.s.outcome.is_none() && self.s.turns.charge(seat, micros, self.log) {
            self.over_time(seat);
        }
    }
}

/// Which card a tag names as the source; `None` for scripts and rules.
#[must_use]
pub fn source_of(tag: Tag) -> Option<CardId> {
    CardId((tag.0 & 0xffff) as u16).known()
}

fn has_one_answer(shape: &Shape) -> bool {
    match shape {
        Shape::One(options) => options.len() == 1 && !matches!(options[0], Item::Pass),
        Shape::Some { options, min, max } => {
            options.is_empty() || *max == 0 || usize::from(*min) == options.len() && min == max
        }
        Shape::Order(items) => items.len() <= 1,
        Shape::Number { min, max } => min == max,
        Shape::Assign { items, options, constraint } => {
            let numbers = matches!(constraint, Constraint::Damage { .. } | Constraint::Sum(_) | Constraint::Shares(_));
            items.is_empty() || (numbers && items.len() == 1) || (!numbers && options.is_empty())
        }
    }
}

/// The index of a chosen option; 0 for anything else.
pub(crate) fn chosen_one(choice: &Choice) -> usize {
    match choice {
        Choice::One(index, _) => usize::from(*index),
        _ => 0,
    }
}

/// The items chosen from a list.
pub(crate) fn chosen_items(decision: &Decision, choice: &Choice) -> Vec<Item> {
    let indices: &[u16] = match choice {
        Choice::Some(indices) | Choice::Order(indices) => indices,
        Choice::One(index, _) => std::slice::from_ref(index),
        _ => &[],
    };
    let options = match &decision.shape {
        Shape::One(options) | Shape::Some { options, .. } | Shape::Order(options) => options,
        _ => return Vec::new(),
    };
    indices.iter().filter_map(|i| options.get(usize::from(*i)).copied()).collect()
}

/// The events of the turn structure among these.
pub fn turn_events(events: &[GameEvent]) -> impl Iterator<Item = &TurnEvent> {
    events.iter().filter_map(|e| match e {
        GameEvent::Turn(event) => Some(event),
        _ => None,
    })
}
