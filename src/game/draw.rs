//! Drawing cards (CR 121): one after another, each with what may be done instead and with miracle (CR 702.94) before the
//! next; and a draw step that may be skipped for something else (CR 614.10).

use std::ops::Deref;

use crate::cards::ability::{Ability, DrawsBecome, StaticEffect, TriggerEvent};
use crate::cards::card::Card;
use crate::cards::effect::EffectId;
use crate::turn::{CombatFacts, Phase, Seat, SkipScope, Skippable, SkippedBy, Step, Transition, TurnEvent};

use super::ability_index::StaticKinds;
use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_one};
use super::event::{GameEvent, Outcome, Remark};
use super::happening::Happening;
use super::log::Log;
use super::object::{ObjectId, Slot, Status, Zone};
use super::state::{Arranged, GameState, Resume};

/// What a player may do instead of drawing a card (CR 614.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InsteadOfDraw {
    /// What a permanent gives for a draw that is skipped.
    Skip { by: Slot, then: EffectId },
    /// So many cards are milled, and the card returns from the graveyard (CR 702.52a).
    Dredge { card: Slot, n: u8 },
}

impl InsteadOfDraw {
    /// What lets the player do so.
    pub(super) const fn source(self) -> Slot {
        match self {
            InsteadOfDraw::Skip { by, .. } => by,
            InsteadOfDraw::Dredge { card, .. } => card,
        }
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    pub(super) fn cannot_draw(&self, seat: Seat) -> bool {
        let no_draw = |effect| if let StaticEffect::NoDraw(whose) = effect { Some(whose) } else { None };
        let limits = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::DrawLimit(whose, at_most) => Some((whose, u16::from(at_most))),
            _ => None,
        });
        let drawn = self.s.players[seat].turn.cards_drawn;
        self.s.players[seat].endless
            || self.cant(seat, no_draw)
            || limits.into_iter().any(|(source, (whose, most))| drawn >= most && self.concerns(whose, source, seat))
    }

    /// How many draw steps have begun this turn.
    fn draw_steps_begun(&self) -> u16 {
        let begun = self.s.this_turn.steps_begun.iter().find(|(step, _)| *step == Step::Draw);
        begun.map_or(0, |(_, n)| *n)
    }

    /// Whether the next card the player draws is the first in a draw step of theirs.
    fn is_first_of_draw_step(&self, seat: Seat) -> bool {
        self.s.turns.step() == Step::Draw
            && self.s.turns.is_active(seat)
            && !self.s.this_turn.drew_in_step.contains(&(seat, self.draw_steps_begun()))
    }

    /// What replaces a draw of the player, and from which permanent, those apart that have done so. Who would draw lets an opponent
    /// take the draw before it becomes several (CR 616.1).
    fn draw_becomes(&self, seat: Seat, but: &[Slot]) -> Option<(Slot, DrawsBecome)> {
        let replaces = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::DrawsInstead { whose, but_first, by } => Some((whose, but_first, by)),
            _ => None,
        });
        let applying = replaces.filter(|(source, (whose, but_first, _))| {
            !but.contains(source)
                && self.concerns(*whose, *source, seat)
                && !(*but_first && self.is_first_of_draw_step(seat))
        });
        let becomes = applying.map(|(source, (.., by))| (source, by));
        becomes.min_by_key(|(_, by)| match by {
            DrawsBecome::Draws(0) => 0,
            DrawsBecome::DrawOfController => 1,
            DrawsBecome::Draws(_) => 2,
        })
    }

    /// Who draws one card, as the player does, instead of the several that the player would draw.
    fn shares_draws_of(&self, seat: Seat) -> Option<Seat> {
        let mut sharing = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::SharedDraws(whose) => Some(whose),
            _ => None,
        });
        let found = sharing.find(|(source, whose)| self.concerns(*whose, *source, seat));
        found.map(|(source, _)| self.s.object(source).controller)
    }

    /// The n-th thing that the player may do instead of a draw.
    pub(super) fn draw_replacement(&self, seat: Seat, nth: usize) -> Option<InsteadOfDraw> {
        let skips = || self.skipped_draws(seat).map(|(by, then)| InsteadOfDraw::Skip { by, then });
        skips().chain(self.dredges(seat)).nth(nth)
    }

    /// CR 702.52b: cards of the player's graveyard that can be dredged, with as many cards as they take in the library.
    fn dredges(&self, seat: Seat) -> impl Iterator<Item = InsteadOfDraw> + '_ {
        let in_library = self.s.players[seat].library.len();
        self.s.elsewhere.iter().filter_map(move |slot| {
            let object = self.s.object(*slot);
            let n = self.cat.card(object.card).dredge?;
            let there = object.zone == Zone::Graveyard && object.owner == seat && usize::from(n) <= in_library;
            there.then_some(InsteadOfDraw::Dredge { card: *slot, n })
        })
    }

    /// The permanents of the player that let them skip a draw, and for what.
    fn skipped_draws(&self, seat: Seat) -> impl Iterator<Item = (Slot, EffectId)> + '_ {
        let now = self.s.turns.step() == Step::Draw && self.s.turns.is_active(seat);
        let kind = |effect| if let StaticEffect::MaySkipDraw(then) = effect { Some(then) } else { None };
        let mine = move |slot: Slot| self.s.object(slot).controller == seat;
        let all = now.then(|| self.statics(StaticKinds::SKIPS, kind));
        all.into_iter().flatten().filter(move |(slot, _)| mine(*slot))
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 614: whether the player wins instead of drawing from an empty library.
    fn wins_by_empty_draw(&self, seat: Seat) -> bool {
        let wins = |effect| matches!(effect, StaticEffect::WinsByEmptyDraw).then_some(());
        self.statics(StaticKinds::RARE, wins).any(|(source, ())| self.s.object(source).controller == seat)
    }
}

impl Engine<'_> {
    // ---- cards ----

    /// CR 121.1, 121.2. Once somebody has to be asked in between, what is left is drawn by an effect in progress.
    pub(crate) fn draw(&mut self, seat: Seat, n: u32) {
        if n == 0 || self.cannot_draw(seat) {
            return;
        }
        let sharer = if n > 1 { self.shares_draws_of(seat) } else { None };
        if let Some(other) = sharer {
            self.draw(seat, 1);
            return self.draw(other, 1);
        }
        // What waits already comes first: another player's draws of the same instruction, a card that is being revealed.
        if !self.s.soon.is_empty() || self.draw_replacement(seat, 0).is_some() {
            return self.draw_one_by_one(seat, n);
        }
        for left in (0..n).rev() {
            if !self.draw_card(seat) {
                return;
            }
            if left > 0 && self.cannot_draw(seat) {
                return;
            }
            if left > 0 && !self.s.soon.is_empty() {
                return self.draw_one_by_one(seat, left);
            }
        }
    }

    /// An opening hand: no turn is in progress, so that nothing triggers and there is no first card of a turn.
    pub(crate) fn draw_hand(&mut self, seat: Seat, n: usize) {
        let n = if self.s.players[seat].endless { 0 } else { n.min(self.s.players[seat].library.len()) };
        for slot in self.s.players[seat].library.iter().rev().take(n).copied().collect::<Vec<_>>() {
            self.take_to_hand(slot, seat);
            self.emit_drawn(slot, seat);
        }
    }

    fn draw_one_by_one(&mut self, seat: Seat, n: u32) {
        self.perform_of(self.cat.draws, seat, n.min(i32::MAX as u32) as i32);
    }

    /// One draw, or what replaces it (CR 614.11). False once a library was empty.
    pub(super) fn draw_card(&mut self, seat: Seat) -> bool {
        self.draw_replaced(seat, &[])
    }

    /// CR 614.5: what these have replaced already they don't replace again.
    fn draw_replaced(&mut self, seat: Seat, by: &[Slot]) -> bool {
        let Some((source, becomes)) = self.draw_becomes(seat, by) else { return self.draw_now(seat) };
        let by = [by, &[source]].concat();
        match becomes {
            DrawsBecome::Draws(n) => (0..n).all(|_| !self.cannot_draw(seat) && self.draw_replaced(seat, &by)),
            DrawsBecome::DrawOfController => {
                let other = self.s.object(source).controller;
                // What becomes of the other's draw is nothing to this player's further draws.
                let _ = !self.cannot_draw(other) && self.draw_replaced(other, &by);
                true
            }
        }
    }

    /// One card. Drawing from an empty library is remembered for state-based actions (CR 704.5b); then it is false.
    fn draw_now(&mut self, seat: Seat) -> bool {
        let Some(slot) = self.s.players[seat].library.last().copied() else {
            if self.wins_by_empty_draw(seat) {
                if !self.cant_win(seat) {
                    self.finish(Outcome::Win { winner: seat });
                }
                return false;
            }
            self.s.players[seat].drew_from_empty = true;
            self.emit(GameEvent::DrewFromEmptyLibrary { seat });
            return false;
        };
        self.take_to_hand(slot, seat);
        self.emit_drawn(slot, seat);
        let drawn = &mut self.s.players[seat].turn.cards_drawn;
        *drawn = drawn.saturating_add(1);
        let nth = self.s.players[seat].turn.cards_drawn;
        let card = self.s.id(slot);
        self.s.this_turn.drawn.push(card);
        let first_of_step = self.is_first_of_draw_step(seat);
        if first_of_step {
            let begun = self.draw_steps_begun();
            self.s.this_turn.drew_in_step.push((seat, begun));
        }
        self.happened(&Happening::Drew { seat, nth, first_of_step });
        if nth == 1 && self.cat.card(self.s.object(slot).card).has & Card::MIRACLE != 0 {
            self.miracle(seat, slot);
        }
        true
    }

    /// CR 702.94a: its player may reveal it as they draw it.
    fn miracle(&mut self, seat: Seat, slot: Slot) {
        let card = self.s.object(slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::MiracleDrawn
            {
                self.perform(trigger.effect, seat, self.s.id(slot), card);
            }
        }
    }

    /// Nobody but the owner sees which card it is, so the event doesn't say.
    fn emit_drawn(&mut self, slot: Slot, seat: Seat) {
        self.emit(GameEvent::CardDrawn { seat });
        self.log.push(GameEvent::Remark(Remark::Drawn { seat, card: self.s.object(slot).card }));
    }

    /// From library to hand.
    fn take_to_hand(&mut self, slot: Slot, seat: Seat) {
        self.s.players[seat].library.pop();
        self.s.players[seat].hand.push(slot);
        self.s.turns.gained_card(seat);
        let was = *self.s.object(slot);
        let object = self.s.object_mut(slot);
        object.incarnation += 1;
        object.zone = Zone::Hand;
        // CR 903.9b: a commander that is drawn may go to the command zone; its owner is asked at the next check.
        if object.is(Status::COMMANDER) {
            object.status.insert(Status::ASK_COMMANDER);
        }
        if !self.s.known.is_empty() {
            self.followed_by(&was, self.s.id(slot));
        }
    }

    // ---- the draw step ----

    /// Asks an active player whose draw step would begin whether to skip it for what a permanent gives. True when it asked.
    pub(super) fn may_skip_draw_step(&mut self, facts: CombatFacts) -> bool {
        let in_question = self.s.static_kinds.contains(StaticKinds::SKIPS)
            && self.s.this_turn.chosen_skip.is_none()
            && !self.s.turns.in_step()
            && self.s.turns.next_planned().is_some_and(|s| s.step.phase() == Phase::Beginning);
        if !in_question {
            return false;
        }
        let offers = |(slot, _): &(Slot, EffectId)| {
            self.s.turns.is_active(self.s.object(*slot).controller)
                && !self.s.this_turn.declined.contains(&self.s.id(*slot))
        };
        let Some((slot, _)) = self.step_replacements().find(offers) else { return false };
        if !self.draw_step_is_next(facts) {
            return false;
        }
        let (seat, id) = (self.s.object(slot).controller, self.s.id(slot));
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::May, Some(id), shape, Choice::option(1), Resume::SkipDrawStep(id));
        true
    }

    fn step_replacements(&self) -> impl Iterator<Item = (Slot, EffectId)> + '_ {
        self.statics(StaticKinds::SKIPS, |effect| match effect {
            StaticEffect::MaySkipDrawStep(then) => Some(then),
            _ => None,
        })
    }

    /// Whether a draw step would begin next, other skips of it left aside: which skip applies is its player's choice
    /// (CR 616.1). A copy of the turn structure is asked, which knows best.
    fn draw_step_is_next(&self, facts: CombatFacts) -> bool {
        let (mut ahead, mut log) = (self.s.turns.clone(), Log::default());
        while let Transition::ChooseSkip { .. } = ahead.advance(facts, &mut log) {
            ahead.choose_skip(0);
        }
        log.events.iter().any(|event| match event {
            GameEvent::Turn(TurnEvent::StepBegan { step, .. }) => *step == Step::Draw,
            GameEvent::Turn(TurnEvent::StepSkipped { step, by, .. }) => *step == Step::Draw && *by != SkippedBy::Rule,
            _ => false,
        })
    }

    pub(super) fn skip_draw_step(&mut self, decision: &Decision, choice: &Choice, id: ObjectId) {
        if chosen_one(choice) != 0 {
            return self.s.this_turn.declined.push(id);
        }
        let Some((_, then)) = self.step_replacements().find(|(slot, _)| self.s.id(*slot) == id) else { return };
        let seat = decision.actor;
        let source = self.tag(Some(self.s.object(id.slot).card));
        // CR 614.10b: what the player does then comes first in the next step that really happens.
        let card = self.s.object(id.slot).card;
        let then = Some(self.arrange(Arranged { effect: then, by: seat, source: id, card }));
        let what = Skippable::Step(Step::Draw);
        let skip = self.s.turns.add_skip(seat, what, SkipScope::NextThisTurn, source, then, self.log);
        self.s.this_turn.chosen_skip = Some(skip);
    }

    /// Takes the skip that its player has chosen already, where others apply too. True when there is one.
    pub(super) fn take_chosen_skip(&mut self) -> bool {
        let Some(skip) = self.s.this_turn.chosen_skip else { return false };
        let at = self.s.turns.skip_options().iter().position(|by| *by == SkippedBy::Counted(skip));
        at.inspect(|at| self.s.turns.choose_skip(*at)).is_some()
    }
}
