//! The turn structure at work: transitions, and what each step does by itself (CR 703), one short function a step.

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{CardId, DelayedEvent, Duration};
use crate::cards::keyword::Keywords;
use crate::cards::mana::{Mana, ManaSet};
use crate::turn::{CombatFacts, LostWhy, Phase, Restrictions, Seat, SeatSet, SlowPlay, Step, Transition, TurnEvent};

use super::ability_index::StaticKinds;
use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_items};
use super::event::{DrawWhy, GameEvent, LossCause, Outcome, Remark};
use super::happening::Happening;
use super::object::{ObjectId, Status, Target, Zone};
use super::setup::ScriptedEffect;
use super::state::{
    About, Combat, Delayed, GameState, Pending, PendingTrigger, PlayerTurn, Resume, StackKind, Stage, Taken,
    UntilEndOfTurn, When,
};
use super::trigger_mask::{TriggerMask, delayed_mask, granted_mask};

impl Engine<'_> {
    /// One transition of the turn structure.
    pub(super) fn transition(&mut self) {
        let facts = self.combat_facts();
        if self.may_skip_draw_step(facts) {
            return;
        }
        // Within a turn the turn structure does nothing by itself that anything triggers on.
        let progress = if self.s.turns.is_between_turns() {
            self.offer_turn_skips();
            let from = self.log.events.len();
            let progress = self.s.turns.advance(facts, self.log);
            self.trigger_on_turn_events(from);
            progress
        } else {
            self.s.turns.advance(facts, self.log)
        };
        match progress {
            Transition::TurnBegan => self.turn_began(),
            Transition::StepBegan { phase_began } => self.step_began(phase_began),
            Transition::StepEnded { phase_ended, turn_ended, .. } => self.step_ended(phase_ended, turn_ended),
            Transition::OfferSkip { seat } => self.ask_skip_to_untap(seat),
            Transition::ChooseSkip { seat } => self.ask_skip(seat),
            Transition::NobodyCanTakeATurn => self.finish(Outcome::Draw { why: DrawWhy::Loop }),
            Transition::NobodyLeft => self.finish(Outcome::Draw { why: DrawWhy::AllLost }),
        }
    }

    /// Triggers on the turn structure itself.
    pub(super) fn trigger_on_turn_events(&mut self, from: usize) {
        for at in from..self.log.events.len() {
            match self.log.events[at] {
                GameEvent::Turn(TurnEvent::TurnBegan { seat, kind, .. }) if kind.is_extra() => {
                    self.happened(&Happening::ExtraTurnBegan(seat));
                }
                // CR 800.4m: "until your next turn", or a point in it, ends when that turn, an extra turn of theirs too, would have
                // begun.
                GameEvent::Turn(
                    TurnEvent::TurnNotBegun { seat } | TurnEvent::TurnLost { seat, why: LostWhy::PlayerLeft, .. },
                ) => {
                    let teams = self.s.turns.teams();
                    self.expire(|d, by| d.waits_for_your_next_turn() && teams.same(by, seat));
                }
                GameEvent::Turn(TurnEvent::TurnSkipped { seat, .. }) => {
                    self.happened(&Happening::TurnSkipped(seat));
                }
                GameEvent::Turn(TurnEvent::PhaseAdded { .. }) => {
                    let active = self.active();
                    self.happened(&Happening::PhaseAdded(active));
                }
                _ => {}
            }
        }
    }

    fn combat_facts(&self) -> CombatFacts {
        if self.s.turns.phase() != Phase::Combat || !self.s.combat.happened {
            return CombatFacts::default();
        }
        let strikes = |id: ObjectId| {
            self.s
                .permanent(id)
                .is_some_and(|o| o.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE))
        };
        let combat = &self.s.combat;
        let first_strike =
            combat.attackers.iter().any(|a| strikes(a.id)) || combat.blockers.iter().any(|b| strikes(b.id));
        CombatFacts { attackers: true, first_strike }
    }

    fn ask_skip(&mut self, seat: Seat) {
        if self.take_chosen_skip() {
            return;
        }
        let options = self.s.turns.skip_options().iter().map(|by| Item::Skip(*by)).collect();
        // CR 800.4h.
        let seat = if self.s.turns.is_living(seat) { seat } else { self.s.turns.next_living(seat) };
        self.ask(seat, DecisionKind::Skip, Shape::One(options), Choice::option(0), Resume::Skip);
    }

    fn turn_began(&mut self) {
        let turn = *self.s.turns.turn();
        self.end_this_turn();
        self.wake_seats();
        self.s.this_turn.renew();
        self.forget();
        self.remember_casts(turn.active);
        for (_, player) in self.s.players.iter_mut() {
            player.turn = PlayerTurn::default();
        }
        self.still_out_of_time();
        self.wake();
        let teams = self.s.turns.teams();
        self.expire(|p, by| p == Duration::YourNextTurn && teams.same(by, turn.active));
        for member in teams.of(turn.active).iter() {
            self.s.life_locked.remove(member);
            self.s.unbounded_until_turn.remove(member);
            let begun = &mut self.s.players[member].turns_begun;
            *begun = begun.saturating_add(1);
        }
        if turn.restrictions.kinds.contains(Restrictions::LOSE_AT_END_STEP) {
            self.lose_at_end_step_of(turn.active, turn.number);
        }
    }

    /// Whoever's turn it is has new means; where the turn before restricted or something waited for the next turn, all do.
    fn wake_seats(&mut self) {
        let limited = self.s.static_kinds.contains(StaticKinds::SPELL_LIMITS);
        if limited || !self.s.foretold.is_empty() {
            self.log.forget_known();
        } else {
            self.log.known.wake(self.s.turns.active_team());
        }
    }

    /// CR 302.6: what its player has controlled since before this turn began is not summoning sick any more.
    fn wake(&mut self) {
        let team = self.s.turns.active_team();
        for at in 0..self.s.battlefield.len() {
            let slot = self.s.battlefield[at];
            let object = self.s.object_mut(slot);
            object.attacks_this_turn = 0;
            object.status.remove(Status::ATTACKED_THIS_TURN);
            if team.contains(object.controller) {
                object.status.remove(Status::SICK);
            }
        }
    }

    /// Forgets what nothing can ask for any more: how things last existed, who exiled what has gone elsewhere since,
    /// triggers that wait for something that can't happen.
    pub(super) fn forget(&mut self) {
        let (cat, s) = (self.cat, &mut *self.s);
        let waits = s.delayed.iter().map(|d| &d.trigger).chain(&s.pending_triggers);
        let remembered: Vec<ObjectId> = waits.flat_map(PendingTrigger::objects).collect();
        s.last_known.retain(|l| remembered.contains(&l.id));
        s.static_kinds = s.statics.iter().fold(StaticKinds::empty(), |all, works| all | works.kinds);
        s.trigger_mask = s.triggers.iter().fold(TriggerMask::empty(), |all, works| all | works.on);
        let delayed = s.delayed.iter().map(|delayed| delayed_mask(cat, delayed));
        s.trigger_mask |= delayed.fold(TriggerMask::empty(), |all, mask| all | mask);
        if s.static_kinds.contains(StaticKinds::TRIGGERS) {
            let granted = s.statics.iter().map(|works| granted_mask(cat, works.ability));
            s.trigger_mask |= granted.fold(TriggerMask::empty(), |all, mask| all | mask);
        }
        let objects = &s.objects;
        let is = |id: &ObjectId, zone: Zone| {
            objects.get(usize::from(id.slot)).is_some_and(|o| o.incarnation == id.incarnation && o.zone == zone)
        };
        s.exiled_by.retain(|(_, exiled, _)| is(exiled, Zone::Exile));
        s.bound_for_exile.retain(|id| is(id, Zone::Battlefield) || is(id, Zone::Phased));
        s.goaded.retain(|goaded| is(&goaded.object, Zone::Battlefield) || is(&goaded.object, Zone::Phased));
        s.delayed.retain(|d| {
            let awaited = match d.when {
                When::Event(DelayedEvent::SourceLeaves) => Some(d.trigger.source()),
                When::Event(DelayedEvent::TargetDiesOrIsExiled | DelayedEvent::TargetDiesThisTurn)
                | When::OwnDeath { .. } => match d.trigger.targets.first() {
                    Some(Some(Target::Object(id))) => Some(*id),
                    _ => None,
                },
                _ => return true,
            };
            awaited.is_some_and(|id| is(&id, Zone::Battlefield))
        });
    }

    /// "At the beginning of that turn's end step, that player loses the game": a delayed trigger bound to the turn.
    pub(super) fn lose_at_end_step_of(&mut self, seat: Seat, turn: u32) {
        let source = ObjectId { slot: u16::MAX, incarnation: turn };
        let card = super::engine::source_of(self.s.turns.turn().source).unwrap_or(CardId::NONE);
        let trigger = PendingTrigger::new(StackKind::LoseGame { source }, card, seat, About::default());
        self.s.delayed.push(Delayed { when: When::EndStepOfTurn(turn), made_in_turn: turn, trigger });
    }

    fn step_began(&mut self, phase_began: bool) {
        let step = self.s.turns.step();
        self.count_step();
        self.s.this_turn.declined.clear();
        self.s.this_turn.chosen_skip = None;
        match self.s.this_turn.steps_begun.iter_mut().find(|(s, _)| *s == step) {
            Some((_, n)) => *n = n.saturating_add(1),
            None => {
                self.s.this_turn.steps_begun.push((step, 1));
                if step == Step::Cleanup {
                    self.remark_mana_left();
                }
            }
        }
        if phase_began && self.s.turns.phase() == Phase::Combat {
            self.s.combat = Combat::default();
            self.happened(&Happening::CombatBegan);
        }
        if step == Step::Upkeep {
            self.upkeep_begins();
        }
        self.happened(&Happening::StepBegan(step));
        if let Some(actions) = self.s.turns.take_entry_actions() {
            for tag in actions {
                self.perform_tagged(tag);
            }
        }
        // What is performed first is done when the actions are: then characteristics are worked out again.
        let acts = Engine::actions_of(step).is_some() || !self.s.frames.is_empty() || !self.s.soon.is_empty();
        self.s.stage = if acts && !self.s.turns.treatment().skip_actions {
            Stage::Actions(0)
        } else {
            self.refresh();
            self.once_acted()
        };
    }

    /// The first cleanup step of a turn begins: nobody whose turn it is can use mana any more.
    fn remark_mana_left(&mut self) {
        for seat in self.s.turns.active_team().and(self.s.turns.living()).iter() {
            let mana = self.reader().mana_left(seat);
            self.log.push(GameEvent::Remark(Remark::ManaLeft { seat, mana }));
        }
    }

    /// CR 500.5a, 500.5b: durations end as the step or phase ends, and then mana empties.
    fn step_ended(&mut self, phase_ended: bool, turn_ended: bool) {
        if phase_ended && self.s.turns.phase() == Phase::Combat {
            self.leave_combat();
        }
        if self.s.has_mana() {
            self.empty_pools(turn_ended);
        }
        if turn_ended {
            self.s.delayed.retain(|d| !lasts_a_turn(d));
            if self.s.turns.turn().number >= self.fix.rules.max_turns {
                self.finish(Outcome::Capped);
            }
        }
    }

    /// CR 500.5: unspent mana is lost, apart from what stays or fades.
    fn empty_pools(&mut self, turn_ended: bool) {
        let (kept, fading) = (self.kept_mana(), self.fading_mana());
        self.s.ridden.retain_mut(|(seat, mana, ..)| fades(fading, *seat, mana));
        self.s.bound.retain_mut(|bound| fades(fading, bound.seat, &mut bound.mana));
        for (seat, player) in self.s.players.iter_mut().filter(|(_, player)| player.has_mana()) {
            // What lasts is spent last.
            let mut lasting = if turn_ended { [0; 6] } else { player.turn.lasting };
            let stays =
                kept.iter().filter(|(by, _)| *by == seat).fold(ManaSet::empty(), |all, (_, types)| all | *types);
            for mana in Mana::ALL.into_iter().filter(|mana| stays.contains(mana.set())) {
                lasting[mana as usize] = u16::MAX;
            }
            let before = player.pool;
            player.pool = std::array::from_fn(|i| player.pool[i].min(lasting[i]));
            if fading.contains(seat) {
                let lost = before.iter().zip(&player.pool).map(|(before, left)| before - left);
                player.add_mana(Mana::C, lost.map(i32::from).sum());
            }
            player.turn.lasting = player.pool;
        }
    }

    /// Whose unspent mana becomes colourless rather than being lost (CR 614.1a).
    fn fading_mana(&self) -> SeatSet {
        let fading = self.statics(StaticKinds::KEPT_MANA, |effect| match effect {
            StaticEffect::FadingMana(whose) => Some(whose),
            _ => None,
        });
        fading.fold(SeatSet::EMPTY, |mut all, (source, whose)| {
            for seat in self.s.turns.living().iter().filter(|seat| self.concerns(whose, source, *seat)) {
                all.insert(seat);
            }
            all
        })
    }

    /// Of which types unspent mana of whom stays (CR 500.5b).
    fn kept_mana(&self) -> Vec<(Seat, ManaSet)> {
        let kept = self.statics(StaticKinds::KEPT_MANA, |effect| match effect {
            StaticEffect::KeepsMana(whose, types) => Some((whose, types)),
            _ => None,
        });
        let of_players = kept.flat_map(|(source, (whose, types))| {
            let living = self.s.turns.living();
            let theirs: Vec<Seat> = living.iter().filter(|seat| self.concerns(whose, source, *seat)).collect();
            theirs.into_iter().map(move |seat| (seat, types))
        });
        of_players.collect()
    }

    /// CR 511.3: everything is removed from combat, and "until end of combat" effects end with the phase.
    pub(super) fn leave_combat(&mut self) {
        let combat = std::mem::take(&mut self.s.combat);
        for id in combat.attackers.iter().map(|a| a.id).chain(combat.blockers.iter().map(|b| b.id)) {
            self.s.object_mut(id.slot).status.remove(Status::STRUCK_FIRST);
        }
        self.expire(|d, _| d == Duration::EndOfCombat);
        self.expire_on_next_turn(|d| d == Duration::EndOfCombatOnYourNextTurn);
    }

    /// What lasts to a point in its controller's next turn, which is the one in progress if it began in an earlier one.
    fn expire_on_next_turn(&mut self, ends: impl Fn(Duration) -> bool) {
        let (team, now) = (self.s.turns.active_team(), self.s.turns.turn().number);
        let before = self.s.pumped.len() + self.s.protected.len() + self.s.gagged.len();
        if before == 0 {
            return;
        }
        self.s.pumped.retain(|p| !(ends(p.duration) && p.since < now && team.contains(p.by)));
        self.s.protected.retain(|p| !(ends(p.duration) && p.since < now && team.contains(p.by)));
        self.s.gagged.retain(|g| !(ends(g.duration) && g.since < now && team.contains(g.by)));
        if before != self.s.pumped.len() + self.s.protected.len() + self.s.gagged.len() {
            self.s.stale = true;
            self.log.forget_known();
        }
    }

    pub(super) fn expire(&mut self, ends: impl Fn(Duration, Seat) -> bool) {
        let lasting = |s: &GameState| {
            s.pumped.len()
                + s.protected.len()
                + s.guarded.len()
                + s.barred.len()
                + s.provoked.len()
                + s.dearer.len()
                + s.goaded.len()
                + s.flashing.len()
                + s.gagged.len()
                + s.type_changes.len()
        };
        let before = lasting(self.s);
        if before == 0 {
            return;
        }
        self.s.pumped.retain(|p| !ends(p.duration, p.by));
        self.s.protected.retain(|p| !ends(p.duration, p.by));
        self.s.guarded.retain(|g| !ends(Duration::YourNextTurn, g.by));
        self.s.barred.retain(|b| !ends(Duration::YourNextTurn, b.you));
        self.s.provoked.retain(|p| !ends(Duration::YourNextTurn, p.you));
        self.s.dearer.retain(|d| !ends(Duration::YourNextTurn, d.you));
        self.s.goaded.retain(|g| !ends(Duration::YourNextTurn, g.by));
        self.s.flashing.retain(|f| !ends(Duration::YourNextTurn, f.you));
        self.s.gagged.retain(|g| !ends(g.duration, g.by));
        self.end_type_changes(|change| change.until_turn_of.is_some_and(|by| ends(Duration::YourNextTurn, by)));
        if before != lasting(self.s) {
            self.s.stale = true;
            self.log.forget_known();
        }
    }

    /// Turn-based actions of the current step, in parts where somebody may be asked in between.
    pub(super) fn turn_actions(&mut self, part: u8) {
        self.s.stage = self.once_acted();
        self.refresh();
        if let Some(act) = Engine::actions_of(self.s.turns.step()) {
            act(self, part);
        }
    }

    /// The turn-based actions of a step by their parts, if it has any (CR 703.4).
    fn actions_of(step: Step) -> Option<fn(&mut Engine<'_>, u8)> {
        match step {
            Step::Untap => Some(|engine, part| match part {
                0 => engine.begin_untapping(),
                _ => engine.untap_or_choose(),
            }),
            Step::Draw => Some(|engine, part| {
                if part == 0 {
                    engine.draw_step();
                }
            }),
            Step::PrecombatMain => Some(|engine, part| {
                if part == 0 {
                    engine.tell_sagas();
                }
            }),
            Step::DeclareAttackers => Some(|engine, part| match part {
                0 => engine.ask_attackers(),
                _ => engine.ask_exert(),
            }),
            Step::DeclareBlockers => Some(|engine, part| match part {
                0 => engine.begin_blocks(),
                _ => engine.ask_blockers(),
            }),
            Step::FirstStrikeDamage | Step::CombatDamage => Some(|engine, part| match part {
                0 => engine.begin_damage(),
                _ => engine.ask_division(),
            }),
            Step::Cleanup => Some(|engine, part| match part {
                0 => engine.discard_to_hand_size(),
                _ => engine.end_of_turn_effects(),
            }),
            Step::Upkeep
            | Step::BeginningOfCombat
            | Step::EndOfCombat
            | Step::PostcombatMain
            | Step::End
            | Step::Custom(_) => None,
        }
    }

    // ---- CR 504: draw ----

    fn draw_step(&mut self) {
        // CR 805.4b: each player of a team.
        for active in self.s.turns.active_team().and(self.s.turns.living()).iter() {
            self.draw(active, 1);
        }
    }

    // ---- CR 514: cleanup ----

    /// CR 514.1: each active player who holds too many, one after another.
    fn discard_to_hand_size(&mut self) {
        self.s.stage = Stage::Actions(1);
        let surplus = |seat: Seat| {
            let hand = self.s.players[seat].hand.len();
            self.max_hand_size(seat).and_then(|most| hand.checked_sub(most)).filter(|n| *n > 0)
        };
        let active = self.s.turns.active_team().and(self.s.turns.living());
        let discarding = active.iter().find_map(|seat| surplus(seat).map(|n| (seat, n)));
        if let Some((seat, n)) = discarding {
            self.s.stage = Stage::Actions(0);
            self.ask_discard(seat, n as u16, Resume::CleanupDiscard);
        }
    }

    fn max_hand_size(&self, seat: Seat) -> Option<usize> {
        if self.s.unbounded_for_good.contains(seat) || self.s.unbounded_until_turn.contains(seat) {
            return None;
        }
        let sizes = self.statics(StaticKinds::HAND_SIZE, |effect| match effect {
            StaticEffect::MaxHandSize(whose, n) => Some((whose, Ok(n))),
            StaticEffect::HandSizeLess(whose, by) => Some((whose, Err(by))),
            _ => None,
        });
        let theirs = sizes.filter(|(source, (whose, _))| self.concerns(*whose, *source, seat));
        // CR 613.11: in order of timestamps.
        let mut size = Some(7);
        for (_, (_, what)) in theirs {
            size = match what {
                Ok(set) => set.map(usize::from),
                Err(by) => size.map(|size: usize| size.saturating_sub(by.into())),
            };
        }
        size
    }

    pub(super) fn ask_discard(&mut self, seat: Seat, n: u16, resume: Resume) {
        let options: Vec<Item> = self.s.players[seat].hand.iter().map(|s| Item::Object(self.s.id(*s))).collect();
        let n = n.min(options.len() as u16);
        let default = Choice::Some((0..n).collect());
        self.ask(seat, DecisionKind::Discard, Shape::Some { options, min: n, max: n }, default, resume);
    }

    pub(super) fn discard_chosen(&mut self, decision: &Decision, choice: &Choice) {
        for item in chosen_items(decision, choice) {
            if let Item::Object(id) = item {
                self.discard(id.slot);
            }
        }
    }

    /// CR 514.2: damage and "this turn" effects end together.
    fn end_of_turn_effects(&mut self) {
        for at in 0..self.s.battlefield.len() {
            let slot = self.s.battlefield[at];
            self.s.object_mut(slot).damage = 0;
        }
        self.end_this_turn();
        self.expire(|d, _| d == Duration::EndOfTurn);
        for (_, player) in self.s.players.iter_mut() {
            player.turn.lasting = [0; 6];
        }
        self.expire_on_next_turn(|d| matches!(d, Duration::EndOfYourNextTurn | Duration::EndOfCombatOnYourNextTurn));
        self.end_permits();
        self.end_type_changes(|change| change.this_turn);
        self.end_shapes();
        self.end_copies_this_turn();
        let is_over = |engine: &Engine<'_>, taken: &Taken| {
            let turns = &engine.s.turns;
            taken.this_turn || taken.since.is_some_and(|since| turns.is_active(taken.by) && since < turns.turn().number)
        };
        while self.return_taken(is_over) {}
    }

    /// What was so this turn is so no more, in cleanup or where that was skipped.
    fn end_this_turn(&mut self) {
        if self.s.this_turn.effects == UntilEndOfTurn::default() {
            return;
        }
        let ended = std::mem::take(&mut self.s.this_turn.effects);
        for slot in &ended.hasty {
            self.s.object_mut(*slot).status.remove(Status::HASTY);
            self.s.stale = true;
        }
        self.s.stale |= !ended.lost_keywords.is_empty();
        self.log.forget_known();
    }

    // ---- after the actions ----

    /// What comes once turn-based actions are done.
    pub(super) fn once_acted(&self) -> Stage {
        if self.fix.script.is_empty() { self.after_actions() } else { Stage::Scripts }
    }

    /// Scripted effects happen once turn-based actions are done, before triggers go on the stack.
    pub(super) fn scripts(&mut self) {
        if !self.perform_next_entry(false) {
            self.s.stage = self.after_actions();
        }
    }

    /// Scripted effects at a priority; what they do is checked before anybody acts.
    pub(super) fn scripts_at_priority(&mut self, any: bool) {
        self.s.stage = match (self.perform_next_entry(true), any) {
            (true, _) => Stage::PriorityScripts { any: true },
            (false, true) => Stage::CheckKeep,
            (false, false) => Stage::Priority,
        };
    }

    /// Who gets priority next: nobody in the untap step (CR 502.4) and usually nobody in cleanup (CR 514.3).
    fn after_actions(&self) -> Stage {
        let step = self.s.turns.step();
        let format = self.fix.rules.priority_in.iter().find(|(s, _)| step.is(*s)).map(|(_, gives)| *gives);
        let skipped = self.s.turns.treatment().skip_priority || format == Some(false);
        match step {
            _ if format == Some(true) && !skipped => Stage::Check,
            Step::Untap => Stage::Transition,
            Step::Cleanup => Stage::CheckCleanup,
            _ if skipped => Stage::Transition,
            _ => Stage::Check,
        }
    }

    /// Performs the next script entry of this moment, the first in the file first, once what those before it do is done:
    /// none of them can take the others along. False when there is none left.
    fn perform_next_entry(&mut self, at_priority: bool) -> bool {
        if self.fix.script.is_empty() {
            return false;
        }
        let (turn, step) = (*self.s.turns.turn(), self.s.turns.step());
        let nth = self.s.this_turn.steps_begun.iter().find(|(s, _)| *s == step).map_or(0, |(_, n)| *n);
        let due = |(at, entry): &(usize, &ScriptedEffect)| {
            let now = entry.turn == turn.number && entry.step == step && entry.nth == nth;
            now && entry.at_priority == at_priority && !self.s.scripted[*at]
        };
        let Some((at, entry)) = self.fix.script.iter().enumerate().find(due) else { return false };
        self.s.scripted[at] = true;
        self.emit(GameEvent::Scripted { entry: at as u16 });
        self.perform_free(entry.effect, entry.seat.unwrap_or(turn.active));
        true
    }

    /// CR 514.3a: if state-based actions would be performed or triggers wait, players get priority and another cleanup follows.
    pub(super) fn check_cleanup(&mut self) {
        self.refresh();
        let acted = self.state_based_actions();
        if self.s.outcome.is_some() {
            return;
        }
        if acted || !self.s.pending_triggers.is_empty() {
            self.s.turns.repeat_cleanup();
            self.s.stage = Stage::Check;
        } else {
            self.s.stage = Stage::Transition;
        }
    }

    /// CR 724.1c to 724.1f, 724.2c to 724.2f, once what was resolving has been exiled.
    pub(super) fn finish_ending(&mut self, turn: bool) {
        self.refresh();
        if self.state_based_actions() || self.s.outcome.is_some() {
            return;
        }
        if turn || self.s.turns.phase() == Phase::Combat {
            self.leave_combat();
        }
        if turn {
            self.s.turns.end_turn(self.log);
        } else {
            self.s.turns.end_combat(self.log);
        }
        self.s.stage = Stage::Transition;
    }

    /// A seat went over a time limit. Whoever is out of time is asked nothing more: priorities are passed, and everything
    /// else is answered by its default.
    pub(super) fn over_time(&mut self, seat: Seat) {
        let rule = self.fix.rules.slow_play;
        if rule == SlowPlay::Concede {
            return self.lose_now(seat, LossCause::Time);
        }
        self.s.players[seat].slow = true;
        if rule == SlowPlay::EndTurn && self.s.turns.is_active(seat) && self.s.turns.in_step() {
            self.answer_by_default(|_| true);
            if self.s.outcome.is_none() {
                self.end_turn_now();
            }
        } else {
            self.answer_by_default(|pending| pending.decision.decider == seat);
        }
    }

    /// The limit for a turn counts anew, but whoever has used up the time for the game is out of it for good.
    fn still_out_of_time(&mut self) {
        for seat in self.s.turns.living().iter() {
            self.s.players[seat].slow = self.s.turns.clock().over(seat);
        }
    }

    /// What has been asked of those meant is answered by its default, so that nothing stays half done; a priority is just
    /// over.
    fn answer_by_default(&mut self, meant: impl Fn(&Pending) -> bool) {
        while let Some(pending) = self.s.pending.take_if(|p| meant(p)) {
            if pending.resume == Resume::Priority {
                break;
            }
            let default = pending.decision.default.clone();
            self.s.pending = Some(pending);
            self.resume(&default);
        }
    }

    /// CR 724.1a, 724.1b: pending triggers cease to exist, and everything on the stack is exiled.
    pub(super) fn end_turn_now(&mut self) {
        self.clear_stack();
        self.s.stage = Stage::Ending { turn: true };
    }

    /// CR 724.2a, 724.2b; nothing happens outside combat (CR 724.2g).
    pub(super) fn end_combat_now(&mut self) {
        if self.s.turns.phase() != Phase::Combat || !self.s.turns.in_step() {
            return;
        }
        self.clear_stack();
        self.s.stage = Stage::Ending { turn: false };
    }

    fn clear_stack(&mut self) {
        self.s.pending_triggers.clear();
        // CR 724.1b: what is resolving is exiled with the rest of the stack.
        self.s.soon.clear();
        for frame in std::mem::take(&mut self.s.frames) {
            if let Some(id) = frame.resolves.filter(|id| self.s.get(*id).is_some_and(|o| o.zone == Zone::Stack)) {
                self.move_object(id.slot, Zone::Exile);
            }
        }
        while let Some(item) = self.s.stack.pop() {
            if let StackKind::Spell(id) = item.kind {
                self.move_object(id.slot, Zone::Exile);
            }
        }
    }
}

/// Delayed triggers that only this turn can trigger.
fn lasts_a_turn(delayed: &Delayed) -> bool {
    matches!(
        delayed.when,
        When::EndStepOfTurn(_)
            | When::Combat(_)
            | When::OwnDeath { .. }
            | When::Whenever { .. }
            | When::Event(
                DelayedEvent::EachCombatThisTurn
                    | DelayedEvent::YouNextAttackThisTurn
                    | DelayedEvent::YouNextCastThisTurn(_)
                    | DelayedEvent::ThatCombat
                    | DelayedEvent::CombatDamageToTargetThisTurn(_)
            )
    )
}

/// Mana of a player whose mana fades is colourless from then on; false of mana that is lost.
fn fades(fading: SeatSet, seat: Seat, mana: &mut Mana) -> bool {
    *mana = Mana::C;
    fading.contains(seat)
}
