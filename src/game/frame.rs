//! The effect in progress: which instruction comes next, and what the one at hand looks at.
//!
//! An instruction that needs an answer asks and stays where it is; the answer resumes it. Everything it must remember
//! meanwhile is in its frame.

use crate::cards::card::ExtraKind;
use crate::cards::effect::{AmountId, CardId, DelayedEvent, Destination, EffectId, FilterId, Op, What, Who};
use crate::cards::limits;
use crate::turn::{Seat, Step};

use super::decision::{Choice, Decision, DecisionKind};
use super::engine::Engine;
use super::filter::{Seats, Viewpoint};
use super::instructions::Call;
use super::object::{ObjectId, Target, Zone};
use super::state::{About, Chosen, Delayed, Frame, PendingTrigger, Stage, Those, When};

impl Engine<'_> {
    // ---- going on ----

    pub(super) fn run_frame(&mut self) {
        let Some(frame) = self.s.frames.last() else { return };
        let op = self.cat.op(frame.at);
        if !goes_on_dealing_damage(op) {
            self.end_damage(false);
        }
        self.take_awaited();
        // What an instruction counts is as the ones before it have left it (CR 611.3a, 613).
        self.refresh();
        self.end_batch();
        self.count_instruction();
        self.instruct(op, Call::Perform);
    }

    pub(super) fn resume_frame(&mut self, decision: &Decision, choice: &Choice) {
        let Some(frame) = self.s.frames.last() else { return };
        if decision.kind == DecisionKind::StandIn {
            return self.stand_in_picked(decision, choice);
        }
        let op = self.cat.op(frame.at);
        self.instruct(op, Call::Answer(decision, choice));
    }

    /// The instruction after the current one.
    pub(super) fn following(&mut self) -> EffectId {
        EffectId(self.frame().at.0 + 1)
    }

    pub(super) fn next(&mut self) {
        let after = self.following();
        self.go(after);
    }

    pub(super) fn go(&mut self, to: EffectId) {
        let frame = self.frame();
        frame.at = to;
        frame.begun = false;
        frame.asking.clear();
        frame.chosen.clear();
        frame.aims.clear();
        frame.stand_in = None;
    }

    /// Ending the turn clears the frames, and losing may end the game: then there is no next instruction.
    pub(super) fn next_if_running(&mut self) {
        if !self.s.frames.is_empty() && self.s.outcome.is_none() && !matches!(self.s.stage, Stage::Ending { .. }) {
            self.next();
        }
    }

    /// What was optional is not done.
    pub(super) fn decline(&mut self, otherwise: EffectId) {
        self.frame().done = false;
        self.go(otherwise);
    }

    /// What moves from now on moves at another time (CR 603.2c).
    pub(super) fn end_batch(&mut self) {
        self.s.batched.clear();
    }

    // ---- the end ----

    /// CR 608.2n: a resolved instant or sorcery goes to its owner's graveyard, or where it says.
    pub(super) fn finish_frame(&mut self) {
        let Some(frame) = self.s.frames.pop() else { return };
        if frame.plays_land {
            self.land_played(frame.controller, self.s.id(frame.source.slot));
        }
        let Some(id) = frame.resolves else { return };
        if self.s.get(id).is_none_or(|o| o.zone != Zone::Stack) {
            return;
        }
        let paid = self.s.object(id.slot).paid;
        let card = self.cat.card(frame.card);
        let spell = card.spell_cast(paid.how);
        if card.is_adventure() {
            return self.go_on_an_adventure(id, frame.controller);
        }
        let bought_back = paid.extra > 0 && card.extra.as_ref().is_some_and(|e| e.kind == ExtraKind::Buyback);
        let to = match spell {
            Some(spell) if spell.exile => Destination::Exile,
            _ if bought_back => Destination::Hand,
            Some(spell) if spell.shuffle => Destination::LibraryShuffled,
            _ => Destination::Graveyard,
        };
        let again = spell.and_then(|s| s.rebound).filter(|_| paid.from == Some(Zone::Hand));
        match (self.leaving_the_stack(id, to), again) {
            (Destination::Graveyard, Some(again)) => self.rebound(id, again, &frame),
            (to, _) => {
                self.send(id.slot, to, frame.controller);
            }
        }
    }

    /// CR 702.88a: exiled, and cast once more at the beginning of its player's next upkeep.
    fn rebound(&mut self, id: ObjectId, again: EffectId, frame: &Frame) {
        let Some(exiled) = self.move_object(id.slot, Zone::Exile) else { return };
        let made_in_turn = self.s.turns.turn().number;
        let item = Frame { them: Vec::new(), targets: Chosen::new(), about: About::default(), ..frame.clone() };
        let trigger = PendingTrigger::delayed(exiled, again, &item);
        let when = When::Event(DelayedEvent::YourNextStep(Step::Upkeep));
        self.s.delayed.push(Delayed { when, made_in_turn, trigger });
    }

    // ---- what the instruction at hand looks at ----

    pub(super) fn frame(&mut self) -> &mut Frame {
        // Only called while a frame runs; an empty list would be a bug of the instructions alone.
        let last = self.s.frames.len() - 1;
        &mut self.s.frames[last]
    }

    pub(super) fn view(&self) -> Viewpoint<'_> {
        Viewpoint::frame(&self.s.frames[self.s.frames.len() - 1])
    }

    /// The source, the controller, and the card.
    pub(super) fn frame_source(&self) -> (ObjectId, Seat, CardId) {
        let frame = &self.s.frames[self.s.frames.len() - 1];
        (frame.source, frame.controller, frame.card)
    }

    /// What passes as the effect at hand sees it, also later.
    pub(super) fn those(&self, filter: FilterId) -> Those {
        let at = self.view();
        Those { filter, source: at.source, you: at.you, theirs: at.theirs(), x: at.x }
    }

    /// The same in the eyes of each of those players.
    pub(super) fn those_of_each(&self, who: Who, filter: FilterId) -> impl Iterator<Item = Those> + use<> {
        let those = self.those(filter);
        self.seats_of(who).into_iter().map(move |you| Those { you, ..those })
    }

    pub(super) fn num(&self, amount: AmountId) -> i32 {
        self.amount(amount, &self.view())
    }

    /// The same for one of those players: where there are several, what is `theirs` is that player's.
    pub(super) fn num_for(&self, (who, seat): (Who, Seat), amount: AmountId) -> i32 {
        let several = matches!(who, Who::EachPlayer | Who::EachOpponent | Who::EachOther);
        let at = self.view();
        self.amount(amount, &Viewpoint { each: at.each.or(several.then_some(seat)), ..at })
    }

    /// How often to do something: past any use it is enough.
    pub(super) fn times(&self, n: AmountId) -> i32 {
        self.num(n).clamp(0, limits::TIMES)
    }

    pub(super) fn seats_of(&self, who: Who) -> Seats {
        self.who(who, &self.view())
    }

    pub(super) fn objects_of(&self, what: What) -> Vec<ObjectId> {
        self.what(what, &self.view())
    }

    /// The one object meant, whether it still exists or not.
    pub(super) fn object_of(&self, what: What) -> Option<ObjectId> {
        self.one_object(what, &self.view())
    }

    /// The target number n of the running frame.
    pub(super) fn target(&self, n: u8) -> Option<Target> {
        self.view().targets.get(usize::from(n)).copied().flatten()
    }

    /// The targets that are still legal, with what was divided to each (CR 608.2b).
    pub(super) fn shares(&mut self) -> Vec<(Target, i32)> {
        let frame = self.frame();
        let shares = frame.targets.iter().zip(&frame.divided);
        shares.filter_map(|(target, n)| Some(((*target)?, *n))).collect()
    }

    pub(super) fn set_result(&mut self, result: i32) {
        self.frame().result = result;
    }

    pub(super) fn set_them(&mut self, them: Vec<ObjectId>) {
        self.frame().them = them;
    }
}

/// Whether what that instruction deals is dealt at the same time as what the one before it has dealt (CR 120.4): "to each creature
/// and each player" is written as two of them, "each creature deals damage" as one for each.
const fn goes_on_dealing_damage(op: Op) -> bool {
    matches!(
        op,
        Op::DamagePlayer(..)
            | Op::DamageObject(..)
            | Op::DamageTarget(..)
            | Op::DamageTargets(_)
            | Op::DamageFrom(..)
            | Op::DamageEachFrom(..)
            | Op::DamagePlayersFrom(..)
            | Op::DamageAttacked(_)
            | Op::DamageThat(_)
            | Op::DamageDivided(_)
            | Op::DamageAsDivided
            | Op::EachObject { .. }
            | Op::NextObject
            | Op::EachPlayer { .. }
            | Op::NextPlayer
    )
}
