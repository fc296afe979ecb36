//! Which turn, phase or step comes next.

use super::super::event::{LostWhy, SkippedBy, TurnEvent, TurnKind, TurnLog};
use super::super::modifier::{Lasts, ScheduledPhases, Tag, TurnRestrictions};
use super::super::plan::PlannedStep;
use super::super::priority::YieldUntil;
use super::super::schedule::{Occurrence, PendingTurn};
use super::super::seat::{Seat, SeatSet};
use super::super::step::{Phase, Step};
use super::skipping::Verdict;
use super::{CombatFacts, FirstDraw, NO_PHASE, Position, Transition, Turn, TurnManager};

impl TurnManager {
    /// Makes one transition: begins the next turn or step, or ends the current step.
    #[inline]
    pub fn advance(&mut self, facts: CombatFacts, log: &mut impl TurnLog) -> Transition {
        match self.position {
            Position::BetweenTurns => self.next_turn(log),
            Position::BetweenSteps => self.next_step(facts, log),
            Position::InStep => self.end_step(log),
        }
    }

    // ---- turns ----

    /// Counted skips and extra turns are used up as we go, so only static skips can keep this from ending.
    pub(super) fn next_turn(&mut self, log: &mut impl TurnLog) -> Transition {
        if self.living().is_empty() {
            return Transition::NobodyLeft;
        }
        loop {
            let extra = self.schedule.due();
            let (seat, kind) = match extra {
                Some(turn) => (turn.seat, TurnKind::Extra(turn.grant)),
                None => (self.schedule.normal_candidate(self.seats()), TurnKind::Normal),
            };
            if !self.is_living(seat) {
                self.pass_over(seat, kind, log);
                continue;
            }
            if self.is_offered(seat, Occurrence::Turn(kind)) {
                return Transition::OfferSkip { seat };
            }
            match self.skip_of(seat, Occurrence::Turn(kind)) {
                Verdict::Happens => return self.begin_turn(seat, kind, extra, log),
                Verdict::Choose => return Transition::ChooseSkip { seat },
                Verdict::Skipped(by) => self.skip_turn(seat, kind, by, log),
            }
            if self.living().without(self.skipped_by_statics).is_empty() {
                self.skipped_by_statics = SeatSet::EMPTY;
                return Transition::NobodyCanTakeATurn;
            }
        }
    }

    /// CR 800.4k: the turn of a player who has left does not begin.
    fn pass_over(&mut self, seat: Seat, kind: TurnKind, log: &mut impl TurnLog) {
        match kind {
            TurnKind::Normal => {
                self.schedule.visit(seat, self.living());
                log.turn_event(TurnEvent::TurnNotBegun { seat });
            }
            TurnKind::Extra(grant) => {
                self.schedule.remove_turn(grant);
                log.turn_event(TurnEvent::TurnLost { grant, seat, why: LostWhy::PlayerLeft });
            }
        }
    }

    fn skip_turn(&mut self, seat: Seat, kind: TurnKind, by: SkippedBy, log: &mut impl TurnLog) {
        let left = self.use_skip(seat, Occurrence::Turn(kind), by);
        self.declined = None;
        match kind {
            TurnKind::Normal => self.schedule.visit(seat, self.living()),
            TurnKind::Extra(grant) => self.schedule.remove_turn(grant),
        }
        if let (TurnKind::Normal, SkippedBy::Static(_)) = (kind, by) {
            self.skipped_by_statics = self.skipped_by_statics.or(self.teams.of(seat));
        }
        log.turn_event(TurnEvent::TurnSkipped { seat, kind, by, left });
    }

    fn begin_turn(
        &mut self,
        seat: Seat,
        kind: TurnKind,
        extra: Option<PendingTurn>,
        log: &mut impl TurnLog,
    ) -> Transition {
        // CR 723.9: who is given control of themselves decides as usual.
        self.turn_control = self.schedule.begin_turn(seat, kind, self.living());
        self.phase_control = None;
        let controller = self.turn_control.map(|by| by.controller).filter(|by| *by != seat);
        self.turn = Turn {
            number: self.turn.number + 1,
            active: seat,
            controller,
            kind,
            restrictions: extra.map_or(TurnRestrictions::default(), |t| t.restrictions),
            source: extra.map_or(Tag::default(), |t| t.source),
            combats: 0,
            mains: 0,
        };
        if seat == Seat(0) && self.first_draw == FirstDraw::ToSkip {
            self.first_draw = FirstDraw::InTurn(self.turn.number);
        }
        self.declined = None;
        self.plan.refill(&self.sequence);
        self.position = Position::BetweenSteps;
        self.phase_number = NO_PHASE;
        self.skipped_by_statics = SeatSet::EMPTY;
        self.clock.new_turn();
        for member in self.teams.of(seat).iter() {
            self.end_yield_of_own_turn(member);
        }
        log.turn_event(TurnEvent::TurnBegan { turn: self.turn.number, seat, kind, controller });
        Transition::TurnBegan
    }

    pub(super) fn finish_turn(&mut self, log: &mut impl TurnLog) {
        self.position = Position::BetweenTurns;
        self.phase_control = None;
        for ScheduledPhases { phases, source, .. } in self.plan.take_scheduled() {
            for phase in phases {
                log.turn_event(TurnEvent::AddedPhaseLost { phase, source });
            }
        }
        self.schedule.end_turn(log);
        self.modifications.retain(|m| m.what.lasts != Lasts::ThisTurn && m.bound_to.is_none());
        self.expire_yields(|until| until == YieldUntil::EndOfTurn);
    }

    // ---- phases and steps ----

    fn next_step(&mut self, facts: CombatFacts, log: &mut impl TurnLog) -> Transition {
        let seat = self.turn.active;
        while let Some(next) = self.plan.peek() {
            let begins_phase = next.phase != self.phase_number;
            if begins_phase && self.phase_is_open {
                return self.end_phase();
            }
            let (phase, step) = self.name(next, begins_phase, facts);
            if begins_phase {
                match self.skip_of(seat, Occurrence::Phase(phase)) {
                    Verdict::Happens => {}
                    Verdict::Choose => return Transition::ChooseSkip { seat },
                    Verdict::Skipped(by) => {
                        self.skip_phase(next.phase, phase, by, log);
                        continue;
                    }
                }
            }
            if step.needs_attackers() && !facts.attackers {
                // CR 508.8: not a skip effect; the steps just don't come.
                self.plan.pop();
                continue;
            }
            // A phase begins even if its first step is skipped, so it is announced before that step is looked at.
            if begins_phase {
                self.begin_phase(next, phase, log);
            }
            match self.skip_of(seat, Occurrence::Step(step)) {
                Verdict::Happens => return self.begin_step(next, step, log),
                Verdict::Choose => return Transition::ChooseSkip { seat },
                Verdict::Skipped(by) => self.skip_step(next, step, by, log),
            }
        }
        let phase_ended = std::mem::take(&mut self.phase_is_open);
        self.finish_turn(log);
        Transition::StepEnded { step: self.step, phase_ended, turn_ended: true }
    }

    /// The step that comes next in this turn, unless it is skipped; `None` when the turn is over, or none has begun.
    #[must_use]
    pub fn next_step_planned(&self) -> Option<Step> {
        let next = self.plan.peek()?;
        Some(self.name(next, next.phase != self.phase_number, CombatFacts::default()).1)
    }

    /// What is planned gets its name as it begins: of the main phases the first of the turn is the precombat one (CR 505.1a),
    /// and first strike makes a combat damage step the first of two (CR 510.4).
    #[inline]
    fn name(&self, next: PlannedStep, begins_phase: bool, facts: CombatFacts) -> (Phase, Step) {
        let phase = match next.step {
            _ if !begins_phase => self.phase,
            Step::Custom(_) => self.plan.kind_of_next(next.phase).unwrap_or(next.step.phase()).named(self.turn.mains),
            step => step.phase().named(self.turn.mains),
        };
        let step = match next.step {
            Step::PrecombatMain if phase != Phase::PrecombatMain => Step::PostcombatMain,
            Step::CombatDamage if facts.first_strike && !next.second_damage => Step::FirstStrikeDamage,
            step => step,
        };
        (phase, step)
    }

    fn skip_phase(&mut self, number: u32, phase: Phase, by: SkippedBy, log: &mut impl TurnLog) {
        self.plan.drop_phase(number);
        self.use_skip(self.turn.active, Occurrence::Phase(phase), by);
        log.turn_event(TurnEvent::PhaseSkipped { seat: self.turn.active, phase, by });
    }

    fn skip_step(&mut self, next: PlannedStep, step: Step, by: SkippedBy, log: &mut impl TurnLog) {
        self.take_planned(next, step);
        self.use_skip(self.turn.active, Occurrence::Step(step), by);
        log.turn_event(TurnEvent::StepSkipped { seat: self.turn.active, step, by });
    }

    /// Takes the next step off the plan. A first-strike damage step leaves the second one to come (CR 506.1, 510.4).
    fn take_planned(&mut self, next: PlannedStep, step: Step) {
        self.plan.pop();
        if step == Step::FirstStrikeDamage {
            self.plan.push(PlannedStep { second_damage: true, ..next });
        }
    }

    fn begin_phase(&mut self, first: PlannedStep, phase: Phase, log: &mut impl TurnLog) {
        self.phase_number = first.phase;
        self.phase = phase;
        self.phase_is_fresh = true;
        self.phase_added_by = first.added_by;
        self.phase_control = self.schedule.take_control(self.turn.active, Some(phase));
        let added = first.added_by.is_some() && !first.alone;
        match phase {
            Phase::Combat => self.turn.combats += 1,
            Phase::PrecombatMain | Phase::PostcombatMain => self.turn.mains += 1,
            _ => {}
        }
        self.plan.phase_begins(first.phase, phase, self.turn.mains, &self.sequence);
        log.turn_event(TurnEvent::PhaseBegan { turn: self.turn.number, phase, added });
    }

    fn begin_step(&mut self, next: PlannedStep, step: Step, log: &mut impl TurnLog) -> Transition {
        self.take_planned(next, step);
        self.step = step;
        self.wake_for_step();
        self.position = Position::InStep;
        let phase_began = std::mem::take(&mut self.phase_is_fresh);
        self.phase_is_open = true;
        self.treat_step(phase_began);
        log.turn_event(TurnEvent::StepBegan { turn: self.turn.number, phase: self.phase, step, added: next.alone });
        Transition::StepBegan { phase_began }
    }

    fn end_step(&mut self, log: &mut impl TurnLog) -> Transition {
        self.position = Position::BetweenSteps;
        self.priority.close();
        self.expire_yields(|until| until == YieldUntil::EndOfStep);
        let turn_ended = self.plan.is_empty();
        let phase_ended = self.plan.peek().is_none_or(|s| s.phase != self.phase_number);
        self.phase_is_open = !phase_ended;
        if turn_ended {
            self.finish_turn(log);
        }
        Transition::StepEnded { step: self.step, phase_ended, turn_ended }
    }

    /// The phase was to have more steps when its last one ended, but none of them came.
    fn end_phase(&mut self) -> Transition {
        self.phase_is_open = false;
        Transition::StepEnded { step: self.step, phase_ended: true, turn_ended: false }
    }
}
