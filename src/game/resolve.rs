//! Resolving (CR 608): the top of the stack, and the interpreter of effects.
//!
//! An instruction that needs an answer asks and stays where it is; the answer resumes it. Everything it must remember
//! meanwhile is in its frame.

mod answers;
mod questions;
mod stand_in;

use crate::cards::ability::{Ability, Targets};
use crate::cards::card::{Card, ExtraKind, Modes, WayKind};
use crate::cards::effect::{AbilityId, CardId, DelayedEvent, Destination, EffectId, How, Op, What, Who};
use crate::turn::{Seat, Step, Tag};

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_items, chosen_one};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::mana::Bill;
use super::needs::spec_for;
use super::object::{ObjectId, Target, Zone};
use super::state::{About, Arranged, Chosen, Delayed, Each, Frame, Resume, StackItem, StackKind, Stage, Waiting, When};

pub(super) use stand_in::Chooser;

impl Engine<'_> {
    // ---- the top of the stack ----

    pub(super) fn resolve_top(&mut self) {
        let Some(item) = self.s.stack.pop() else { return };
        self.s.stage = Stage::Check;
        self.count_resolution();
        if self.s.outcome.is_some() {
            return;
        }
        match item.kind {
            StackKind::Spell(id) => self.resolve_spell(id, item),
            StackKind::Activated { source, ability } | StackKind::Triggered { source, ability } => {
                self.resolve_ability(source, ability, item);
            }
            StackKind::Delayed { source, effect } => {
                self.emit(GameEvent::Resolved { seat: item.controller, source, card: item.card });
                self.begin_frame(effect, source, item, None);
            }
            StackKind::LoseGame { source } => {
                self.emit(GameEvent::Resolved { seat: item.controller, source, card: item.card });
                self.lose_now(item.controller, super::event::LossCause::Effect);
            }
        }
    }

    fn resolve_spell(&mut self, id: ObjectId, item: StackItem) {
        let card = self.cat.card(item.card);
        let seat = item.controller;
        let paid = self.s.object(id.slot).paid;
        let Some(spell) = self.reader().spell_of(card, paid.how).filter(|_| !card.is_permanent()) else {
            return self.resolve_permanent(id, &card.enchant, &item);
        };
        if let Some(modes) = &spell.modes {
            return self.resolve_modes(id, modes, paid.modes, item);
        }
        match self.still_legal(&spell.targets, &item, id) {
            Some(targets) => {
                self.emit(GameEvent::Resolved { seat, source: id, card: item.card });
                self.begin_frame(spell.effect, id, StackItem { targets, ..item }, Some(id));
            }
            None => self.fizzle(id, seat, item.card),
        }
    }

    /// CR 608.2b: it goes where it would go as it leaves the stack.
    fn fizzle(&mut self, id: ObjectId, seat: Seat, card: CardId) {
        self.emit(GameEvent::Fizzled { seat, source: id, card });
        let to = if self.is_cast_from_graveyard(id) { Zone::Exile } else { Zone::Graveyard };
        self.move_object(id.slot, to);
    }

    /// CR 608.3: it enters; an Aura attached to its target (CR 303.4a).
    fn resolve_permanent(&mut self, id: ObjectId, enchant: &Targets, item: &StackItem) {
        let seat = item.controller;
        let Some(targets) = self.still_legal(enchant, item, id) else { return self.fizzle(id, seat, item.card) };
        self.emit(GameEvent::Resolved { seat, source: id, card: item.card });
        let host = targets.first().copied().flatten();
        if self.enter_attached(id.slot, seat, host).is_none() {
            self.move_object(id.slot, Zone::Graveyard);
        }
    }

    /// CR 700.2: the chosen modes in printed order, each with its own targets; the last one takes the spell off the stack.
    fn resolve_modes(&mut self, id: ObjectId, modes: &Modes, chosen: u8, item: StackItem) {
        let (mut frames, mut rest) = (Vec::new(), item.targets.as_slice());
        let (mut had, mut any) = (false, false);
        for (_, (effect, specs)) in modes.of.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1) {
            let (own, more) = rest.split_at(specs.len().min(rest.len()));
            rest = more;
            let part = StackItem { targets: own.to_vec(), ..item.clone() };
            had |= own.iter().any(Option::is_some);
            let targets = self.still_legal(specs, &part, id);
            any |= targets.as_ref().is_some_and(|t| t.iter().any(Option::is_some));
            let targets = targets.unwrap_or_else(|| vec![None; specs.len()]);
            frames.push(Frame::new(*effect, id, StackItem { targets, ..part }));
        }
        if had && !any || frames.is_empty() {
            return self.fizzle(id, item.controller, item.card);
        }
        self.emit(GameEvent::Resolved { seat: item.controller, source: id, card: item.card });
        if let Some(last) = frames.last_mut() {
            last.resolves = Some(id);
        }
        self.s.frames.extend(frames.into_iter().rev());
    }

    pub(super) fn is_cast_from_graveyard(&self, id: ObjectId) -> bool {
        let object = self.s.object(id.slot);
        let How::Way(n) = object.paid.how else { return false };
        self.cat.card(object.card).ways.get(usize::from(n)).is_some_and(|way| way.kind == WayKind::Flashback)
    }

    fn resolve_ability(&mut self, source: ObjectId, ability: AbilityId, item: StackItem) {
        let (effect, targets, condition) = match self.cat.ability(ability) {
            Ability::Activated(a) => (a.effect, &a.targets, None),
            Ability::Triggered(t) => match t.modes.as_ref().and_then(|m| m.of.get((item.x - 1) as usize)) {
                Some((effect, targets)) => (*effect, targets, t.condition),
                None => (t.effect, &t.targets, t.condition),
            },
            _ => return,
        };
        let seat = item.controller;
        let holds = condition.is_none_or(|c| {
            let of = Viewpoint::of(seat, source);
            self.holds(c, &Viewpoint { about: item.about, targets: &item.targets, x: item.x, ..of })
        });
        let legal = self.still_legal(targets, &item, source);
        match legal.filter(|_| holds) {
            Some(targets) => {
                self.emit(GameEvent::Resolved { seat, source, card: item.card });
                self.begin_frame(effect, source, StackItem { targets, ..item }, None);
            }
            None => self.emit(GameEvent::Fizzled { seat, source, card: item.card }),
        }
    }

    /// CR 608.2b: targets that are no longer legal are forgotten; `None` when there were some and all are.
    fn still_legal(&self, specs: &Targets, item: &StackItem, source: ObjectId) -> Option<Chosen> {
        let of = Viewpoint::of(item.controller, source);
        let at = Viewpoint { about: item.about, x: item.x, targets: &item.targets, ..of };
        let still = |(n, t): (usize, &Option<Target>)| {
            t.filter(|t| spec_for(specs, n).is_some_and(|spec| self.is_legal_target(spec, *t, &at)))
        };
        let legal: Chosen = item.targets.iter().enumerate().map(still).collect();
        let had = item.targets.iter().any(Option::is_some);
        (!had || legal.iter().any(Option::is_some)).then_some(legal)
    }

    fn begin_frame(&mut self, effect: EffectId, source: ObjectId, item: StackItem, resolves: Option<ObjectId>) {
        self.s.frames.push(Frame { resolves, ..Frame::new(effect, source, item) });
    }

    /// Performs an effect that uses no stack, once the instruction in progress is done: what a replacement adds, the
    /// price of mana.
    pub(crate) fn perform(&mut self, effect: EffectId, you: Seat, source: ObjectId, card: CardId) {
        let item = StackItem {
            kind: StackKind::Delayed { source, effect },
            controller: you,
            card,
            x: 0,
            targets: Chosen::new(),
            about: About::default(),
            them: Vec::new(),
            divided: Vec::new(),
            serial: u32::MAX,
        };
        self.log.unsettle();
        self.s.soon.push(Frame::new(effect, source, item));
    }

    /// Performs a scripted effect: it has no card and no source.
    pub(crate) fn perform_free(&mut self, effect: EffectId, you: Seat) {
        self.perform(effect, you, ObjectId { slot: u16::MAX, incarnation: 0 }, CardId::NONE);
    }

    /// Keeps what the turn structure will hand back as a tag. The same arrangement has the same tag.
    pub(super) fn arrange(&mut self, what: Arranged) -> Tag {
        let known = self.s.arranged.iter().position(|a| *a == what);
        let at = known.unwrap_or_else(|| {
            self.s.arranged.push(what);
            self.s.arranged.len() - 1
        });
        Tag(ARRANGED | at as u32)
    }

    /// Performs what a tag of the turn structure stands for: what was arranged, or an effect of the active player.
    pub(super) fn perform_tagged(&mut self, tag: Tag) {
        if tag.0 & ARRANGED == 0 {
            let active = self.active();
            if self.s.turns.is_living(active) {
                self.perform_free(EffectId(tag.0 as u16), active);
            }
            return;
        }
        let arranged = self.s.arranged.get((tag.0 & !ARRANGED) as usize).copied();
        if let Some(Arranged { effect, by, source, card }) = arranged.filter(|a| self.s.turns.is_living(a.by)) {
            self.perform(effect, by, source, card);
        }
    }

    // ---- frames ----

    pub(super) fn run_frame(&mut self) {
        let Some(frame) = self.s.frames.last() else { return };
        let op = self.cat.op(frame.at);
        self.execute(op);
    }

    fn top(&mut self) -> &mut Frame {
        // Only called while a frame runs; an empty list would be a bug of this file alone.
        let last = self.s.frames.len() - 1;
        &mut self.s.frames[last]
    }

    pub(super) fn next(&mut self) {
        let frame = self.top();
        let after = EffectId(frame.at.0 + 1);
        self.go(after);
    }

    fn go(&mut self, to: EffectId) {
        let frame = self.top();
        frame.at = to;
        frame.begun = false;
        frame.asking.clear();
        frame.chosen.clear();
        frame.aims.clear();
        frame.stand_in = None;
    }

    fn view(&self) -> Viewpoint<'_> {
        Viewpoint::frame(&self.s.frames[self.s.frames.len() - 1])
    }

    fn number(&self, amount: crate::cards::effect::AmountId) -> i32 {
        self.amount(amount, &self.view())
    }

    fn players(&self, who: Who) -> super::filter::Seats {
        self.who(who, &self.view())
    }

    fn objects(&self, what: What) -> Vec<ObjectId> {
        self.what(what, &self.view())
    }

    /// CR 608.2n: a resolved instant or sorcery goes to its owner's graveyard, or where it says.
    fn finish_frame(&mut self) {
        let Some(frame) = self.s.frames.pop() else { return };
        let Some(id) = frame.resolves else { return };
        if self.s.get(id).is_none_or(|o| o.zone != Zone::Stack) {
            return;
        }
        let paid = self.s.object(id.slot).paid;
        let card = self.cat.card(frame.card);
        let spell = self.reader().spell_of(card, paid.how);
        if self.is_cast_from_graveyard(id) || spell.is_some_and(|s| s.exile) {
            self.move_object(id.slot, Zone::Exile);
        } else if paid.extra > 0 && card.extra.as_ref().is_some_and(|e| e.kind == ExtraKind::Buyback) {
            self.move_object(id.slot, Zone::Hand);
        } else if let Some(again) = spell.and_then(|s| s.rebound).filter(|_| paid.from_hand) {
            self.rebound(id, again, &frame);
        } else if spell.is_some_and(|s| s.shuffle) {
            self.send(id.slot, Destination::LibraryShuffled, frame.controller);
        } else {
            self.move_object(id.slot, Zone::Graveyard);
        }
    }

    /// CR 702.88a: exiled, and cast once more at the beginning of its player's next upkeep.
    fn rebound(&mut self, id: ObjectId, again: EffectId, frame: &Frame) {
        let Some(exiled) = self.move_object(id.slot, Zone::Exile) else { return };
        let made_in_turn = self.s.turns.turn().number;
        let item = Frame { them: Vec::new(), targets: Chosen::new(), about: About::default(), ..frame.clone() };
        let trigger = Waiting::delayed(exiled, again, &item);
        let when = When::Event(DelayedEvent::YourNextStep(Step::Upkeep));
        self.s.delayed.push(Delayed { when, made_in_turn, trigger });
    }

    // ---- one instruction ----

    fn execute(&mut self, op: Op) {
        match op {
            Op::End => self.finish_frame(),
            Op::Jump(to) => self.go(to),
            Op::JumpUnless(condition, to) => {
                if self.holds(condition, &self.view()) {
                    self.next();
                } else {
                    self.go(to);
                }
            }
            Op::May { who, otherwise } => self.ask_may(who, otherwise),
            Op::MayPay { who, cost, otherwise } => self.ask_pay(who, cost, otherwise),
            Op::Unless { who, cost, paid: _ } => {
                let next = EffectId(self.top().at.0 + 1);
                self.ask_pay(who, cost, next);
            }
            Op::UnlessGeneric { who, amount, .. } => self.ask_pay_generic(who, amount),
            Op::ChangeCounter { what, or_remove } => self.ask_change_counter(what, or_remove),
            Op::ChooseOpponent => self.ask_opponent(),
            Op::DrawOneByOne => self.draw_next(),
            Op::EachPlayer { who, past } => self.each_player(who, past),
            Op::NextPlayer => self.next_player(),
            Op::ChooseMode { who, count } => self.ask_mode(who, count),
            Op::MayCast(what, how) => self.ask_cast(what, how),
            Op::MayPlaySuspended(what) => {
                if !self.ask_play_suspended(what) {
                    self.next();
                }
            }
            Op::CreateToken { .. } => self.create_tokens(op),
            Op::Search { .. }
            | Op::Discard(_, _, false)
            | Op::Scry(..)
            | Op::SacrificeChosen(..)
            | Op::UntapUpTo(..)
            | Op::PutBack(..)
            | Op::AddManaChoice(..)
            | Op::TimeTravelAdd(_)
            | Op::TimeTravelRemove(_)
            | Op::MayExileFromHand(..)
            | Op::MayPutFromHand(..)
            | Op::OrderTop(..)
            | Op::ClashBottom
            | Op::Surveil(..)
            | Op::PayAnyLife(_)
            | Op::UntapChosen(..)
            | Op::TapChosen(..)
            | Op::Vote(_)
            | Op::ChooseObjects { .. }
            | Op::LookAtTop { .. }
            | Op::Proliferate(_)
            | Op::DistributeCounters(..) => self.ask_each(op),
            _ if self.turn_op(op) || self.player_op(op) => self.next_if_running(),
            _ => {
                self.object_op(op);
                self.next_if_running();
            }
        }
    }

    /// Ending the turn clears the frames, and losing may end the game: then there is no next instruction.
    fn next_if_running(&mut self) {
        if !self.s.frames.is_empty() && self.s.outcome.is_none() && !matches!(self.s.stage, Stage::Ending { .. }) {
            self.next();
        }
    }

    // ---- control flow ----

    fn each_player(&mut self, who: Who, past: EffectId) {
        let mut seats = self.players(who);
        if seats.is_empty() {
            return self.go(past);
        }
        let current = seats.remove(0);
        let frame = self.top();
        let body = EffectId(frame.at.0 + 1);
        frame.each = Some(Each { current, rest: seats, body, given: Vec::new() });
        self.next();
    }

    fn next_player(&mut self) {
        let living = self.s.turns.living();
        let frame = self.top();
        let Some(each) = &mut frame.each else { return self.next() };
        each.rest.retain(|s| living.contains(*s));
        if each.rest.is_empty() {
            frame.each = None;
            return self.next();
        }
        each.current = each.rest.remove(0);
        let body = each.body;
        self.go(body);
    }

    fn ask_may(&mut self, who: Who, otherwise: EffectId) {
        // Who has left is none of "each player" any more, so that nobody is asked in their place.
        let gone = who == Who::Each && self.players(who).is_empty();
        let seat = match if gone { Chooser::Nobody } else { self.chooser(who) } {
            Chooser::Player(seat) => seat,
            Chooser::Asking => return,
            Chooser::Nobody => return self.decline(otherwise),
        };
        let source = self.top().source;
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::May, Some(source), shape, Choice::option(0), Resume::Frame);
    }

    fn decline(&mut self, otherwise: EffectId) {
        self.top().done = false;
        self.go(otherwise);
    }

    fn ask_pay(&mut self, who: Who, cost: crate::cards::effect::CostId, unpaid: EffectId) {
        let seat = self.players(who).first().copied();
        let source = self.top().source;
        let payable = seat.filter(|s| self.effect_cost_payable(*s, source, cost));
        let Some(seat) = payable else { return self.decline(unpaid) };
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::Pay, Some(source), shape, Choice::option(1), Resume::Frame);
    }

    /// Asks for so much generic mana; who can't pay it does not.
    fn ask_pay_generic(&mut self, who: Who, amount: crate::cards::effect::AmountId) {
        let next = EffectId(self.top().at.0 + 1);
        let (seat, source) = (self.players(who).first().copied(), self.top().source);
        let bill = Bill { generic: self.number(amount).max(0) as u32, pips: &[] };
        let Some(seat) = seat.filter(|seat| self.reader().plan_payment(*seat, bill, &[]).is_some()) else {
            return self.decline(next);
        };
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::Pay, Some(source), shape, Choice::option(1), Resume::Frame);
    }

    fn paid_generic(&mut self, seat: Seat, amount: crate::cards::effect::AmountId, choice: &Choice, then: EffectId) {
        let bill = Bill { generic: self.number(amount).max(0) as u32, pips: &[] };
        let payment = self.reader().plan_payment(seat, bill, &[]).filter(|_| chosen_one(choice) == 0);
        let next = EffectId(self.top().at.0 + 1);
        (self.top().done, self.top().at) = (payment.is_some(), if payment.is_some() { then } else { next });
        if let Some(payment) = payment {
            self.pay(seat, &payment);
        }
    }

    /// Whether a player can pay a cost that an effect asks for: the source need not exist any more.
    fn effect_cost_payable(&self, seat: Seat, source: ObjectId, cost: crate::cards::effect::CostId) -> bool {
        let uses = self.cat.cost(cost);
        let gives_source = uses.sacrifice_source || uses.exile_source || uses.return_source || uses.discard_source;
        let needs_source = uses.tap || gives_source;
        if self.s.permanent(source).is_some() {
            return self.reader().cost_payable(seat, source.slot, cost);
        }
        !needs_source
            && uses.remove_counters.is_none()
            && self.reader().rest_payable(seat, source, uses)
            && self.reader().plan_payment(seat, Bill::of(&uses.mana, 0), &[]).is_some()
    }

    /// Which opponent the rest of the effect is about; no question when there is but one.
    fn ask_opponent(&mut self) {
        let opponents = self.players(Who::EachOpponent);
        if opponents.len() < 2 {
            self.top().about.player = opponents.first().copied();
            return self.next();
        }
        let (seat, source) = (self.top().controller, self.top().source);
        let shape = Shape::One(opponents.into_iter().map(Item::Player).collect());
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, Choice::option(0), Resume::Frame);
    }

    fn ask_mode(&mut self, who: Who, count: u8) {
        let seat = match self.chooser(who) {
            Chooser::Player(seat) => seat,
            Chooser::Asking => return,
            // Nobody was meant: the controller chooses, as always where nothing else is said.
            Chooser::Nobody => match self.chooser(Who::You) {
                Chooser::Player(seat) => seat,
                Chooser::Asking | Chooser::Nobody => return self.next(),
            },
        };
        let source = self.top().source;
        let shape = Shape::One((0..count).map(Item::Mode).collect());
        self.ask_about(seat, DecisionKind::Mode, Some(source), shape, Choice::option(0), Resume::Frame);
    }

    /// CR 608.2g: a card may be cast as part of an effect, if it can be.
    fn ask_cast(&mut self, what: What, how: How) {
        let seat = self.top().controller;
        let card =
            self.one_object(what, &self.view()).filter(|id| self.s.get(*id).is_some_and(|o| o.zone != Zone::Stack));
        // CR 800.4b: nothing goes on the stack under the control of a player who has left.
        let Some(id) = card.filter(|_| self.s.turns.is_living(seat)) else { return self.next() };
        let mut options = Vec::new();
        if self.reader().may_cast_for(seat, id, how, &mut None) {
            options.push(if how == How::Free { Item::CastFree(id) } else { Item::CastWith(id, how) });
        }
        if how == How::Free {
            options.extend(self.back_for_nothing(seat, id));
        }
        if options.is_empty() {
            return self.next();
        }
        options.push(Item::No);
        let default = Choice::option(options.len() as u16 - 1);
        let shape = Shape::One(options);
        let source = self.top().source;
        self.ask_about(seat, DecisionKind::Play, Some(source), shape, default, Resume::Frame);
    }

    /// The back of a modal card, where an effect has the card cast without paying its mana cost (CR 712.11b).
    pub(super) fn back_for_nothing(&self, seat: Seat, id: ObjectId) -> Option<Item> {
        let modal = self.cat.card(self.s.object(id.slot).card).has & Card::MODAL != 0;
        let castable = modal && self.reader().may_cast_for(seat, id, How::BackFree, &mut None);
        castable.then_some(Item::CastWith(id, How::BackFree))
    }

    /// The answer: the card is cast while the effect resolves.
    fn play_offered(&mut self, decision: &Decision, choice: &Choice) {
        let Choice::One(_, fills) = choice else { return };
        let item = chosen_items(decision, choice).first().copied();
        let (id, how) = match item {
            Some(Item::CastFree(id)) => (id, How::Free),
            Some(Item::CastWith(id, how)) => (id, how),
            _ => return,
        };
        if let Some(filled) = item.and_then(|item| self.reader().read_fills(decision.actor, item, fills)) {
            self.cast(decision.actor, id, how, filled);
        }
    }

    // ---- what follows a resolution ----

    /// The target number n of the running frame.
    pub(super) fn target(&self, n: u8) -> Option<Target> {
        self.view().targets.get(usize::from(n)).copied().flatten()
    }

    pub(super) fn frame_source(&self) -> (ObjectId, Seat, CardId) {
        let frame = &self.s.frames[self.s.frames.len() - 1];
        (frame.source, frame.controller, frame.card)
    }

    pub(super) fn set_result(&mut self, result: i32) {
        self.top().result = result;
    }

    pub(super) fn set_them(&mut self, them: Vec<ObjectId>) {
        self.top().them = them;
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        self.top()
    }

    pub(super) fn num(&self, amount: crate::cards::effect::AmountId) -> i32 {
        self.number(amount)
    }

    pub(super) fn seats_of(&self, who: Who) -> super::filter::Seats {
        self.players(who)
    }

    pub(super) fn objects_of(&self, what: What) -> Vec<ObjectId> {
        self.objects(what)
    }

    /// The one object meant, whether it still exists or not.
    pub(super) fn object_of(&self, what: What) -> Option<ObjectId> {
        self.one_object(what, &self.view())
    }
}

/// What marks the tag of an arrangement, by its place.
const ARRANGED: u32 = 1 << 31;

/// An effect of the player who is active when its time has come, as a tag for the turn structure to hand back.
pub(super) fn later(effect: EffectId) -> Tag {
    Tag(u32::from(effect.0))
}
