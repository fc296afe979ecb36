//! What effects do to turns to come and to the current one; players who leave.

use serde::{Deserialize, Serialize};

use super::super::event::{TurnEvent, TurnLog};
use super::super::modifier::{
    AfterPhase, AfterTurn, AwaitedPhase, Lasts, PhaseModification, Restrictions, ScheduledPhases, Selector, SkipScope,
    Skippable, StaticSkip, Tag,
};
use super::super::plan::PlannedStep;
use super::super::schedule::PendingTurnSpec;
use super::super::seat::Seat;
use super::super::step::{Phase, Step};
use super::{NO_PHASE, Position, Treatment, TurnManager};

/// A modification, and the phase of the current turn on which a one-off for a whole phase is being used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct ActiveModification {
    pub(super) what: PhaseModification,
    pub(super) bound_to: Option<u32>,
}

/// Where added phases go.
enum Insertion {
    /// Directly after the phase of that number, which has begun.
    After(u32),
    /// After one that has not.
    Awaits(AwaitedPhase),
}

impl TurnManager {
    // ---- turns to come ----

    /// Grants an extra turn (CR 500.7). Returns the number of the grant. It is lost at once when it is to follow the next
    /// turn of a player who has left.
    pub fn grant_extra_turn(&mut self, turn: PendingTurnSpec, log: &mut impl TurnLog) -> u32 {
        let after = match turn.after {
            AfterTurn::NextOf(other) => AfterTurn::NextOf(self.teams.primary(other)),
            this => this,
        };
        // CR 805.8: what a player gets of turns, or misses, their team does.
        let turn = PendingTurnSpec { seat: self.teams.primary(turn.seat), after, ..turn };
        self.schedule.grant(turn, self.turn.number, self.living(), log)
    }

    /// Makes a skip (CR 614.10). Returns its id. `then` is done first in what really happens next (CR 614.10b).
    pub fn add_skip(
        &mut self,
        seat: Seat,
        what: Skippable,
        scope: SkipScope,
        source: Tag,
        then: Option<Tag>,
        log: &mut impl TurnLog,
    ) -> u32 {
        self.schedule.skip(self.teams.primary(seat), what, scope, source, then, log)
    }

    /// Replaces the static skips that the game derives from what is in play.
    pub fn set_static_skips(&mut self, skips: &[StaticSkip]) {
        self.schedule.set_statics(skips);
    }

    /// Adds a static skip that lasts to the end of the game.
    pub fn add_lasting_skip(&mut self, skip: StaticSkip) {
        self.schedule.add_lasting(skip);
    }

    /// `controller` will make the player's decisions during the next turn that player takes (CR 723.1). Nothing happens
    /// when either has left (CR 800.4b).
    pub fn control_next_turn(&mut self, player: Seat, controller: Seat, log: &mut impl TurnLog) {
        if self.is_living(player) && self.is_living(controller) {
            self.schedule.control(self.teams.primary(player), controller, None, log);
        }
    }

    /// The same for the next phase of that kind that begins in a turn of the player's own: a phase that is skipped does
    /// not use it up (CR 723.1b).
    pub fn control_next_phase(&mut self, player: Seat, controller: Seat, phase: Phase, log: &mut impl TurnLog) {
        if self.is_living(player) && self.is_living(controller) {
            self.schedule.control(self.teams.primary(player), controller, Some(phase), log);
        }
    }

    /// Reverses the direction of play.
    pub fn reverse(&mut self, log: &mut impl TurnLog) {
        self.schedule.reverse();
        log.turn_event(TurnEvent::TurnOrderReversed);
    }

    // ---- the current turn ----

    /// Adds restrictions to the current turn.
    pub fn restrict(&mut self, restrictions: Restrictions, max_spells: Option<u16>) {
        let turn = &mut self.turn.restrictions;
        turn.kinds |= restrictions;
        turn.max_spells = match (turn.max_spells, max_spells) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    /// Adds phases to the current turn (CR 500.8): the first of `phases` comes first. Returns how many were added: none
    /// when there is no phase such as they were to follow, or between turns.
    pub fn add_phases(&mut self, phases: &[Phase], after: AfterPhase, source: Tag, log: &mut impl TurnLog) -> usize {
        match self.place_of(after) {
            None => return 0,
            Some(Insertion::After(number)) => self.plan.insert_phases(phases, &self.sequence, number, source),
            Some(Insertion::Awaits(after)) => {
                self.plan.schedule(ScheduledPhases { phases: phases.to_vec(), after, source });
            }
        }
        for phase in phases {
            log.turn_event(TurnEvent::PhaseAdded { phase: *phase, source });
        }
        phases.len()
    }

    /// Where added phases go, if anywhere.
    fn place_of(&self, after: AfterPhase) -> Option<Insertion> {
        if self.position == Position::BetweenTurns {
            return None;
        }
        let mains = self.turn.mains;
        let current = (self.phase_number != NO_PHASE).then_some(self.phase);
        let this = |is: bool| is.then_some(Insertion::After(self.phase_number));
        match after {
            AfterPhase::This => this(true),
            AfterPhase::ThisMain => this(current.is_some_and(Phase::is_main)),
            AfterPhase::ThisCombat => this(current == Some(Phase::Combat)),
            AfterPhase::Next(kind) => this(current == Some(kind)).or_else(|| {
                let comes = self.plan.will_come(kind, self.phase_number, mains);
                comes.then_some(Insertion::Awaits(AwaitedPhase::Next(kind)))
            }),
            AfterPhase::FirstPostcombatMain if mains < 2 => Some(Insertion::Awaits(AwaitedPhase::FirstPostcombatMain)),
            AfterPhase::FirstPostcombatMain => this(mains == 2 && current == Some(Phase::PostcombatMain)),
        }
    }

    /// Adds a step directly after the current one (CR 500.9), or after the current phase in a phase of its own (CR 500.10),
    /// as a main phase always is. Nothing is added between turns.
    pub fn add_step(&mut self, step: Step, after_phase: bool, source: Tag, log: &mut impl TurnLog) {
        if self.position == Position::BetweenTurns {
            return;
        }
        if after_phase || step.is_main() || self.phase_number == NO_PHASE {
            self.plan.insert_step(step, self.phase_number, source);
        } else {
            self.plan.push(PlannedStep { alone: true, ..PlannedStep::new(step, self.phase_number, Some(source)) });
        }
        log.turn_event(TurnEvent::StepAdded { step, source });
    }

    /// Ends the turn (CR 724.1d): the current step is over and only a cleanup step is to come, a new one when the current
    /// step is one itself. The game then advances. Nothing happens between turns.
    pub fn end_turn(&mut self, log: &mut impl TurnLog) {
        if self.position == Position::BetweenTurns {
            return;
        }
        let in_ending = self.phase == Phase::Ending && self.phase_number != NO_PHASE;
        self.plan.skip_to_cleanup(&self.sequence, in_ending.then_some(self.phase_number));
        log.turn_event(TurnEvent::TurnEndedEarly { turn: self.turn.number });
    }

    /// Ends the combat phase (CR 724.2d): what is left of it is dropped. False outside combat (CR 724.2g).
    pub fn end_combat(&mut self, log: &mut impl TurnLog) -> bool {
        if self.phase != Phase::Combat || self.position != Position::InStep {
            return false;
        }
        self.plan.drop_phase(self.phase_number);
        log.turn_event(TurnEvent::CombatEndedEarly { turn: self.turn.number });
        true
    }

    /// Another cleanup step follows this one (CR 514.3a).
    pub fn repeat_cleanup(&mut self) {
        self.plan.push(PlannedStep::new(Step::Cleanup, self.phase_number, None));
    }

    // ---- modifications ----

    /// Adds a modification of phases or steps. What has begun is not modified any more.
    pub fn modify(&mut self, mut modification: PhaseModification) {
        modification.seats = self.teams.whole(modification.seats);
        self.modifications.push(ActiveModification { what: modification, bound_to: None });
    }

    #[inline]
    pub(super) fn treat_step(&mut self, phase_began: bool) {
        self.treatment = Treatment::default();
        self.rounds_left = 1;
        if !self.modifications.is_empty() {
            self.apply_modifications(phase_began);
        }
    }

    fn apply_modifications(&mut self, phase_began: bool) {
        let (step, phase, active, number) = (self.step, self.phase, self.turn.active, self.phase_number);
        let (treatment, rounds, entry) = (&mut self.treatment, &mut self.rounds_left, &mut self.entry);
        self.modifications.retain_mut(|ActiveModification { what: m, bound_to }| {
            let applies = (m.seats.is_empty() || m.seats.contains(active)) && m.applies_to.means(phase, step);
            let whole_phase = matches!(m.applies_to, Selector::Phase(_));
            if bound_to.is_some_and(|n| n != number) {
                return false;
            }
            if applies {
                treatment.skip_priority |= m.skip_priority;
                treatment.skip_actions |= m.skip_actions;
                *rounds = (*rounds).max(m.rounds);
                if phase_began || !whole_phase {
                    entry.extend_from_slice(&m.entry_actions);
                }
            }
            if applies && m.lasts == Lasts::Once {
                *bound_to = Some(number);
                return whole_phase;
            }
            true
        });
    }

    // ---- the end, for one and for all ----

    /// A player leaves the game (CR 800.4). The turn goes on, if it is theirs without an active player (CR 800.4j);
    /// if they had priority, it passes to the next player still in the game (CR 800.4a), even one who has passed already.
    /// Where turns are shared their team leaves with them (CR 810.8a).
    pub fn leave(&mut self, seat: Seat, log: &mut impl TurnLog) {
        if self.left.contains(seat) {
            return;
        }
        let team = self.teams.of(seat);
        self.left = self.left.or(team);
        self.schedule.leave(team, log);
        for member in team.iter() {
            self.set_yield(member, None);
        }
        if self.turn.controller.is_some_and(|by| team.contains(by)) {
            self.turn.controller = None;
        }
        self.turn_control = self.turn_control.filter(|by| !team.contains(by.controller));
        self.phase_control = self.phase_control.filter(|by| !team.contains(by.controller));
        if self.priority.holder().is_some_and(|holder| team.contains(holder)) {
            let next = self.after(seat, self.taking_part());
            self.priority.hand_on(next);
            if let Some(seat) = next {
                log.turn_event(TurnEvent::PriorityGiven { seat });
            }
        }
    }

    /// The game is over: pending extra turns are lost, and nothing is to come.
    pub fn finish(&mut self, log: &mut impl TurnLog) {
        self.schedule.finish(log);
        self.plan.clear();
        self.priority.close();
    }
}
