//! `TurnManager`: the state machine of turns, phases, steps and priority.
//!
//! The game drives it: [`TurnManager::advance`] makes exactly one transition and says which; everything that happens
//! inside a step is the game's business, and what the game needs to tell is passed in as [`CombatFacts`].

use serde::{Deserialize, Serialize};

use super::clock::{Clock, Limits};
use super::event::{LostWhy, SkippedBy, TurnEvent, TurnKind, TurnLog};
use super::modifier::{
    AfterPhase, Lasts, PendingSkip, PhaseModification, Riders, Selector, SkipScope, Skippable, StaticSkip, Tag,
    TurnRestrictions,
};
use super::plan::{Plan, PlannedStep, Sequence};
use super::priority::{Interrupts, PriorityRound, Yield, YieldUntil};
use super::schedule::{ExtraTurnRules, Occurrence, PendingTurn, PendingTurnSpec, Schedule, next_seat};
use super::seat::{BySeat, Seat, SeatSet};
use super::step::{Phase, Step};

/// What a table needs to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnSetup {
    /// How many seats, 1 to [`MAX_SEATS`](super::MAX_SEATS).
    pub seats: usize,
    /// The phases and steps of a turn.
    pub sequence: Sequence,
    /// The starting player skips the draw step of their first turn (CR 103.8a, 103.8b).
    pub skip_first_draw: bool,
    /// House rules on extra turns.
    pub extra_turns: ExtraTurnRules,
    /// Time limits.
    pub limits: BySeat<Limits>,
}

impl TurnSetup {
    /// The rules as they are, for so many seats.
    #[must_use]
    pub fn new(seats: usize) -> TurnSetup {
        TurnSetup {
            seats,
            sequence: Sequence::default(),
            skip_first_draw: seats == 2,
            extra_turns: ExtraTurnRules::default(),
            limits: BySeat::new(seats, |_| Limits::default()),
        }
    }
}

/// The turn in progress, or the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Turns begun so far; 0 before the first.
    pub number: u32,
    /// Whose turn it is, even when somebody else controls it or its player has left (CR 722.3, 800.4j).
    pub active: Seat,
    /// Who makes the active player's decisions, if not they themselves (CR 722).
    pub controller: Option<Seat>,
    /// Normal or extra.
    pub kind: TurnKind,
    /// What rode on it, and restrictions added since.
    pub riders: Riders,
    /// What made it, for an extra turn.
    pub source: Tag,
    /// Combat phases begun in this turn.
    pub combats: u32,
    /// Main phases begun in this turn.
    pub mains: u32,
}

/// What the manager must know of combat as a step is about to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CombatFacts {
    /// A creature was declared as an attacker or put onto the battlefield attacking in this combat (CR 508.8).
    pub attackers: bool,
    /// An attacking or blocking creature has first or double strike now (CR 510.4).
    pub first_strike: bool,
}

/// One transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A turn began. Nothing of it has happened yet.
    TurnBegan,
    /// A step began, and with it perhaps a phase.
    StepBegan {
        /// It is the first step of its phase.
        phase_began: bool,
    },
    /// The step ended, and with it perhaps the phase and the turn.
    StepEnded {
        /// The step that ended.
        step: Step,
        /// It was the last step of its phase.
        phase_ended: bool,
        /// It was the last step of its turn.
        turn_ended: bool,
    },
    /// Several skips apply: the seat chooses one of [`TurnManager::skip_options`] (CR 616.1).
    ChooseSkip {
        /// Who chooses.
        seat: Seat,
    },
    /// A whole round of turns was skipped by static skips alone: this goes on for ever (CR 104.4b).
    NobodyCanTakeATurn,
    /// Everybody has left.
    NobodyLeft,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Position {
    BetweenTurns,
    BetweenSteps,
    InStep,
}

/// Turns, phases, steps and priority of one game, as a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnManager {
    seats: u8,
    left: SeatSet,
    sequence: Sequence,
    schedule: Schedule,
    turn: Turn,
    plan: Plan,
    position: Position,
    step: Step,
    phase: Phase,
    phase_number: u32,
    /// The phase has begun and none of its steps has yet.
    phase_is_fresh: bool,
    phase_added_by: Option<Tag>,
    /// CR 103.8a, 103.8b: the starting player skips the draw step of their first turn, which is the turn of that number.
    first_draw: FirstDraw,
    rounds_left: u16,
    treatment: Treatment,
    entry: Vec<Tag>,
    modifications: Vec<PhaseModification>,
    priority: PriorityRound,
    yields: BySeat<Option<Yield>>,
    clock: Clock,
    options: Vec<SkippedBy>,
    chosen: Option<SkippedBy>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum FirstDraw {
    ToSkip,
    InTurn(u32),
    Done,
}

/// How the current step is treated, by phase modifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Treatment {
    /// Nobody gets priority.
    pub skip_priority: bool,
    /// Turn-based actions don't happen.
    pub skip_actions: bool,
}

impl TurnManager {
    /// A table before its first turn.
    #[must_use]
    pub fn new(setup: TurnSetup) -> TurnManager {
        let seats = setup.seats;
        TurnManager {
            seats: seats as u8,
            left: SeatSet::EMPTY,
            sequence: setup.sequence,
            schedule: Schedule::new(seats, setup.extra_turns),
            turn: Turn {
                number: 0,
                active: Seat(0),
                controller: None,
                kind: TurnKind::Normal,
                riders: Riders::default(),
                source: Tag::default(),
                combats: 0,
                mains: 0,
            },
            plan: Plan::default(),
            position: Position::BetweenTurns,
            step: Step::Cleanup,
            phase: Phase::Ending,
            phase_number: 0,
            phase_is_fresh: false,
            phase_added_by: None,
            first_draw: if setup.skip_first_draw { FirstDraw::ToSkip } else { FirstDraw::Done },
            rounds_left: 1,
            treatment: Treatment::default(),
            entry: Vec::new(),
            modifications: Vec::new(),
            priority: PriorityRound::default(),
            yields: BySeat::new(seats, |_| None),
            clock: Clock::new(setup.limits),
            options: Vec::new(),
            chosen: None,
        }
    }

    // ---- reading ----

    /// The turn in progress, or the last one.
    #[must_use]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The current step, or the last one.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The current phase, or the last one.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether a step is in progress.
    #[must_use]
    pub fn in_step(&self) -> bool {
        self.position == Position::InStep
    }

    /// How many seats the table has, left or not.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Seats whose players are still in the game.
    #[must_use]
    pub const fn living(&self) -> SeatSet {
        SeatSet::first(self.seats as usize).without(self.left)
    }

    /// Whether the seat's player is still in the game.
    #[must_use]
    pub const fn is_living(&self, seat: Seat) -> bool {
        !self.left.contains(seat)
    }

    /// Whether the direction of play is reversed.
    #[must_use]
    pub fn reversed(&self) -> bool {
        self.schedule.reversed()
    }

    /// The next living seat after that one in the direction of play; the seat itself when it is alone.
    #[must_use]
    pub fn next_living(&self, seat: Seat) -> Seat {
        let mut next = seat;
        for _ in 0..self.seats {
            next = next_seat(next, self.seats(), self.schedule.reversed());
            if self.is_living(next) {
                return next;
            }
        }
        seat
    }

    /// All living seats in APNAP order: from the active player on, in the direction of play (CR 101.4).
    pub fn apnap(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let (seats, reversed, living) = (self.seats(), self.schedule.reversed(), self.living());
        std::iter::successors(Some(self.turn.active), move |s| Some(next_seat(*s, seats, reversed)))
            .take(seats)
            .filter(move |s| living.contains(*s))
    }

    /// Who makes a seat's decisions now: whoever controls its turn, or the seat itself (CR 722.5).
    #[must_use]
    pub fn decider(&self, seat: Seat) -> Seat {
        match self.turn.controller {
            Some(by) if seat == self.turn.active && self.is_living(by) => by,
            _ => seat,
        }
    }

    /// Pending extra turns in the order in which they would be taken.
    #[must_use]
    pub fn pending_turns(&self) -> Vec<PendingTurn> {
        self.schedule.pending_turns()
    }

    /// Skips that wait, in order of creation.
    #[must_use]
    pub fn pending_skips(&self) -> &[PendingSkip] {
        self.schedule.pending_skips()
    }

    /// Steps still to come in this turn, next first.
    pub fn steps_to_come(&self) -> impl Iterator<Item = PlannedStep> + '_ {
        self.plan.iter()
    }

    /// The seat that took the last normal turn: the anchor of the normal order.
    #[must_use]
    pub fn last_normal(&self) -> Option<Seat> {
        self.schedule.last_normal()
    }

    /// The virtual clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How the current step is treated.
    #[must_use]
    pub const fn treatment(&self) -> Treatment {
        self.treatment
    }

    /// What the game must perform now that the turn or step has begun; taken once.
    pub fn take_entry_actions(&mut self) -> Option<Vec<Tag>> {
        if self.entry.is_empty() { None } else { Some(std::mem::take(&mut self.entry)) }
    }

    /// The skips to choose from after [`Progress::ChooseSkip`], the default (a static one, so that a counter is kept) first.
    #[must_use]
    pub fn skip_options(&self) -> &[SkippedBy] {
        &self.options
    }

    // ---- transitions ----

    /// Makes one transition: begins the next turn or step, or ends the current step.
    pub fn advance(&mut self, facts: CombatFacts, log: &mut impl TurnLog) -> Progress {
        match self.position {
            Position::BetweenTurns => self.next_turn(log),
            Position::BetweenSteps => self.next_step(facts, log),
            Position::InStep => self.end_step(log),
        }
    }

    /// Answers [`Progress::ChooseSkip`] with one of [`TurnManager::skip_options`]; an index past the end means the first.
    pub fn choose_skip(&mut self, index: usize) {
        self.chosen = self.options.get(index).or(self.options.first()).copied();
    }

    fn next_turn(&mut self, log: &mut impl TurnLog) -> Progress {
        if self.living().is_empty() {
            return Progress::NobodyLeft;
        }
        // Counted skips and extra turns are used up as we go, so only statics can keep this from ending.
        let mut skipped_by_statics = SeatSet::EMPTY;
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
            match self.skip_of(seat, Occurrence::Turn(kind)) {
                Verdict::Happens => return self.begin_turn(seat, kind, extra, log),
                Verdict::Choose => return Progress::ChooseSkip { seat },
                Verdict::Skipped(by) => {
                    self.skip_turn(seat, kind, by, log);
                    match (kind, by) {
                        (TurnKind::Normal, SkippedBy::Static(_)) => skipped_by_statics.insert(seat),
                        _ => skipped_by_statics = SeatSet::EMPTY,
                    }
                    if self.living().without(skipped_by_statics).is_empty() {
                        return Progress::NobodyCanTakeATurn;
                    }
                }
            }
        }
    }

    /// CR 800.4k: the turn of a player who has left does not begin.
    fn pass_over(&mut self, seat: Seat, kind: TurnKind, log: &mut impl TurnLog) {
        match kind {
            TurnKind::Normal => {
                self.schedule.visit(seat);
                log.turn_event(TurnEvent::TurnNotBegun { seat });
            }
            TurnKind::Extra(grant) => {
                self.schedule.remove_turn(grant);
                log.turn_event(TurnEvent::TurnLost { grant, seat, why: LostWhy::PlayerLeft });
            }
        }
    }

    fn skip_turn(&mut self, seat: Seat, kind: TurnKind, by: SkippedBy, log: &mut impl TurnLog) {
        let left = self.schedule.use_skip(seat, Occurrence::Turn(kind), by);
        match kind {
            TurnKind::Normal => self.schedule.visit(seat),
            TurnKind::Extra(grant) => self.schedule.remove_turn(grant),
        }
        log.turn_event(TurnEvent::TurnSkipped { seat, kind, by, left });
    }

    fn begin_turn(
        &mut self,
        seat: Seat,
        kind: TurnKind,
        extra: Option<PendingTurn>,
        log: &mut impl TurnLog,
    ) -> Progress {
        let living = self.living();
        let controller = self.schedule.begin_turn(seat, kind, living).filter(|by| *by != seat);
        self.turn = Turn {
            number: self.turn.number + 1,
            active: seat,
            controller,
            kind,
            riders: extra.map_or(Riders::default(), |t| t.riders),
            source: extra.map_or(Tag::default(), |t| t.source),
            combats: 0,
            mains: 0,
        };
        if seat == Seat(0) && self.first_draw == FirstDraw::ToSkip {
            self.first_draw = FirstDraw::InTurn(self.turn.number);
        }
        self.plan.refill(&self.sequence);
        self.position = Position::BetweenSteps;
        self.phase_number = u32::MAX;
        self.clock.new_turn();
        if self.yields[seat].is_some_and(|y| y.until == YieldUntil::OwnTurn) {
            self.yields[seat] = None;
        }
        self.schedule.take_firsts(seat, Occurrence::Turn(kind), &mut self.entry);
        log.turn_event(TurnEvent::TurnBegan { turn: self.turn.number, seat, kind, controller });
        Progress::TurnBegan
    }

    fn next_step(&mut self, facts: CombatFacts, log: &mut impl TurnLog) -> Progress {
        while let Some(next) = self.plan.peek() {
            let phase_begins = next.phase != self.phase_number;
            let (phase, step) = self.name(next.step);
            if phase_begins {
                match self.skip_of(self.turn.active, Occurrence::Phase(phase)) {
                    Verdict::Happens => {}
                    Verdict::Choose => return Progress::ChooseSkip { seat: self.turn.active },
                    Verdict::Skipped(by) => {
                        self.skip_phase(next.phase, phase, by, log);
                        continue;
                    }
                }
            }
            if matches!(step, Step::DeclareBlockers | Step::CombatDamage) && !facts.attackers {
                // CR 508.8: not a skip effect; the steps just don't come.
                self.plan.pop();
                continue;
            }
            // A phase begins even if its first step is skipped, so it is announced before that step is looked at.
            if phase_begins {
                self.begin_phase(next, phase, log);
            }
            match self.skip_of(self.turn.active, Occurrence::Step(step)) {
                Verdict::Happens => return self.begin_step(next, step, facts, log),
                Verdict::Choose => return Progress::ChooseSkip { seat: self.turn.active },
                Verdict::Skipped(by) => {
                    self.plan.pop();
                    self.schedule.use_skip(self.turn.active, Occurrence::Step(step), by);
                    log.turn_event(TurnEvent::StepSkipped { seat: self.turn.active, step, by });
                }
            }
        }
        // Every step that was left has been skipped.
        self.finish_turn(log);
        Progress::StepEnded { step: self.step, phase_ended: true, turn_ended: true }
    }

    fn skip_phase(&mut self, number: u32, phase: Phase, by: SkippedBy, log: &mut impl TurnLog) {
        self.plan.drop_phase(number);
        self.schedule.use_skip(self.turn.active, Occurrence::Phase(phase), by);
        log.turn_event(TurnEvent::PhaseSkipped { seat: self.turn.active, phase, by });
    }

    fn begin_phase(&mut self, first: PlannedStep, phase: Phase, log: &mut impl TurnLog) {
        self.phase_number = first.phase;
        self.phase = phase;
        self.phase_is_fresh = true;
        self.phase_added_by = first.added_by;
        match phase {
            Phase::Combat => self.turn.combats += 1,
            Phase::PrecombatMain | Phase::PostcombatMain => self.turn.mains += 1,
            _ => {}
        }
        self.schedule.take_firsts(self.turn.active, Occurrence::Phase(phase), &mut self.entry);
        log.turn_event(TurnEvent::PhaseBegan { turn: self.turn.number, phase });
    }

    fn begin_step(
        &mut self,
        next: PlannedStep,
        step: Step,
        facts: CombatFacts,
        log: &mut impl TurnLog,
    ) -> Progress {
        self.plan.pop();
        let phase_began = std::mem::take(&mut self.phase_is_fresh);
        self.step = step;
        // CR 510.4: as the combat damage step begins, first strike makes it the first of two.
        if step == Step::CombatDamage && facts.first_strike && next.added_by != Some(SECOND_DAMAGE) {
            self.step = Step::FirstStrikeDamage;
            self.plan.push(PlannedStep { added_by: Some(SECOND_DAMAGE), ..next });
        }
        self.position = Position::InStep;
        self.priority.close();
        self.treat_step();
        self.schedule.take_firsts(self.turn.active, Occurrence::Step(step), &mut self.entry);
        log.turn_event(TurnEvent::StepBegan { turn: self.turn.number, step: self.step });
        Progress::StepBegan { phase_began }
    }

    fn end_step(&mut self, log: &mut impl TurnLog) -> Progress {
        let step = self.step;
        self.position = Position::BetweenSteps;
        self.priority.close();
        self.expire_yields(YieldUntil::EndOfStep);
        let turn_ended = self.plan.is_empty();
        let phase_ended = turn_ended || self.plan.peek().is_some_and(|s| s.phase != self.phase_number);
        if turn_ended {
            self.finish_turn(log);
        }
        Progress::StepEnded { step, phase_ended, turn_ended }
    }

    fn finish_turn(&mut self, log: &mut impl TurnLog) {
        self.position = Position::BetweenTurns;
        self.schedule.end_turn(log);
        self.modifications.retain(|m| m.lasts != Lasts::ThisTurn);
        self.expire_yields(YieldUntil::EndOfTurn);
    }

    fn expire_yields(&mut self, until: YieldUntil) {
        for (_, standing) in self.yields.iter_mut() {
            if standing.is_some_and(|y| y.until == until) {
                *standing = None;
            }
        }
    }

    /// A main phase is named as it begins: the first of its turn is the precombat one (CR 505.1a).
    fn name(&self, planned: Step) -> (Phase, Step) {
        if !planned.is_main() {
            (planned.phase(), planned)
        } else if self.turn.mains == 0 {
            (Phase::PrecombatMain, Step::PrecombatMain)
        } else {
            (Phase::PostcombatMain, Step::PostcombatMain)
        }
    }

    // ---- skipping ----

    fn skip_of(&mut self, seat: Seat, occurrence: Occurrence) -> Verdict {
        if let Some(by) = self.chosen.take() {
            return Verdict::Skipped(by);
        }
        if self.skips_first_draw(seat, occurrence) {
            return Verdict::Skipped(SkippedBy::Rule);
        }
        let mut options = std::mem::take(&mut self.options);
        self.schedule.applicable(seat, occurrence, &mut options);
        if let Occurrence::Turn(TurnKind::Extra(_)) = occurrence
            && self.schedule.house_rule_skips(seat)
        {
            options.insert(0, SkippedBy::HouseRule);
        }
        if self.restricted(occurrence) {
            options.insert(0, SkippedBy::Restriction);
        }
        self.options = options;
        match self.verdict() {
            // CR 800.4h leaves the choice to somebody else; the default harms nobody.
            Verdict::Choose if !self.is_living(seat) => Verdict::Skipped(self.options[0]),
            verdict => verdict,
        }
    }

    fn skips_first_draw(&mut self, seat: Seat, occurrence: Occurrence) -> bool {
        let skips = occurrence == Occurrence::Step(Step::Draw)
            && seat == Seat(0)
            && self.first_draw == FirstDraw::InTurn(self.turn.number);
        if skips {
            self.first_draw = FirstDraw::Done;
        }
        skips
    }

    /// Several skips that use nothing up are no choice either: the first stands for all.
    fn verdict(&self) -> Verdict {
        let counted = |by: &&SkippedBy| matches!(by, SkippedBy::Counted(_));
        match self.options.as_slice() {
            [] => Verdict::Happens,
            [by] => Verdict::Skipped(*by),
            several if several.iter().filter(counted).count() == 0 => Verdict::Skipped(several[0]),
            _ => Verdict::Choose,
        }
    }

    fn restricted(&self, occurrence: Occurrence) -> bool {
        let has = |r| self.turn.riders.restrictions.intersects(r);
        match occurrence {
            Occurrence::Turn(_) => false,
            Occurrence::Step(Step::Untap) => has(TurnRestrictions::NO_UNTAP),
            Occurrence::Step(Step::Upkeep) => has(TurnRestrictions::NO_UPKEEP),
            Occurrence::Step(Step::Draw) => has(TurnRestrictions::NO_DRAW),
            Occurrence::Phase(Phase::Combat) => has(TurnRestrictions::NO_COMBAT),
            Occurrence::Phase(Phase::Beginning) => has(TurnRestrictions::COMBAT_ONLY),
            Occurrence::Phase(p) if p.is_main() => has(TurnRestrictions::NO_MAIN_PHASE | TurnRestrictions::COMBAT_ONLY),
            _ => false,
        }
    }

    // ---- changing the schedule ----

    /// Grants an extra turn (CR 500.7). Returns the number of the grant.
    pub fn grant_extra_turn(&mut self, turn: PendingTurnSpec, log: &mut impl TurnLog) -> u32 {
        self.schedule.grant(turn, self.turn.number, log)
    }

    /// Makes a skip (CR 614.10). `then` is done first in the next such occurrence that happens (CR 614.10b).
    pub fn add_skip(
        &mut self,
        seat: Seat,
        what: Skippable,
        scope: SkipScope,
        source: Tag,
        then: Option<Tag>,
        log: &mut impl TurnLog,
    ) -> u32 {
        self.schedule.skip(seat, what, scope, source, then, log)
    }

    /// Replaces the static skips that the game derives from what is in play.
    pub fn set_static_skips(&mut self, skips: &[StaticSkip]) {
        self.schedule.set_statics(skips);
    }

    /// Adds a static skip that lasts to the end of the game.
    pub fn add_lasting_skip(&mut self, skip: StaticSkip) {
        self.schedule.add_lasting(skip);
    }

    /// `controller` will make the player's decisions during the next turn that player takes (CR 722.1).
    pub fn control_next_turn(&mut self, player: Seat, controller: Seat, log: &mut impl TurnLog) {
        if self.is_living(player) && self.is_living(controller) {
            self.schedule.control(player, controller, log);
        }
    }

    /// Reverses the direction of play.
    pub fn reverse(&mut self, log: &mut impl TurnLog) {
        self.schedule.reverse();
        log.turn_event(TurnEvent::TurnOrderReversed);
    }

    /// Adds restrictions to the current turn.
    pub fn restrict(&mut self, restrictions: TurnRestrictions, max_spells: Option<u16>) {
        let riders = &mut self.turn.riders;
        riders.restrictions |= restrictions;
        riders.max_spells = match (riders.max_spells, max_spells) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    // ---- changing the current turn ----

    /// Adds phases to the current turn (CR 500.8): the first of `phases` comes first. Returns how many were added.
    pub fn add_phases(&mut self, phases: &[Phase], after: AfterPhase, source: Tag, log: &mut impl TurnLog) -> usize {
        let Some(after) = self.plan.find(after, self.phase_number, self.phase, self.turn.mains) else { return 0 };
        for phase in phases.iter().rev() {
            self.plan.insert_phase(phase.steps(), after, source);
        }
        for phase in phases {
            log.turn_event(TurnEvent::PhaseAdded { phase: *phase, source });
        }
        phases.len()
    }

    /// Adds a step directly after the current one (CR 500.9), or after the current phase in a phase of its own (CR 500.10).
    pub fn add_step(&mut self, step: Step, after_phase: bool, source: Tag, log: &mut impl TurnLog) {
        if after_phase {
            self.plan.insert_phase(&[step], self.phase_number, source);
        } else {
            self.plan.push(PlannedStep { step, phase: self.phase_number, added_by: Some(source) });
        }
        log.turn_event(TurnEvent::StepAdded { step, source });
    }

    /// What added the current phase, if an effect did: see [`TurnManager::add_phases`].
    #[must_use]
    pub const fn phase_added_by(&self) -> Option<Tag> {
        self.phase_added_by
    }

    /// Ends the turn (CR 723.1d): the current step is over and only a cleanup step is to come. The game then advances.
    pub fn end_turn(&mut self, log: &mut impl TurnLog) {
        self.plan.skip_to_cleanup();
        if self.phase == Phase::Ending
            && let Some(next) = self.plan.pop()
        {
            self.plan.push(PlannedStep { phase: self.phase_number, ..next });
        }
        log.turn_event(TurnEvent::TurnEndedEarly { turn: self.turn.number });
    }

    /// Ends the combat phase (CR 723.2d): what is left of it is dropped. False outside combat (CR 723.2g).
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
        self.plan.push(PlannedStep { step: Step::Cleanup, phase: self.phase_number, added_by: None });
    }

    /// Adds a modification of phases or steps.
    pub fn modify(&mut self, modification: PhaseModification) {
        self.modifications.push(modification);
    }

    fn treat_step(&mut self) {
        self.treatment = Treatment::default();
        self.rounds_left = 1;
        if self.modifications.is_empty() {
            return;
        }
        let (step, phase, active) = (self.step, self.phase, self.turn.active);
        let (treatment, rounds, entry) = (&mut self.treatment, &mut self.rounds_left, &mut self.entry);
        self.modifications.retain(|m| {
            let applies = match m.applies_to {
                Selector::Phase(p) => p == phase,
                Selector::Step(s) => s == step,
            } && (m.seats.is_empty() || m.seats.contains(active));
            if applies {
                treatment.skip_priority |= m.skip_priority;
                treatment.skip_actions |= m.skip_actions;
                *rounds = (*rounds).max(m.rounds);
                entry.extend_from_slice(&m.entry_actions);
            }
            !(applies && m.lasts == Lasts::Once)
        });
    }

    // ---- priority ----

    /// The active player gets priority; if they have left, the next player in turn order (CR 117.3a, 800.4j).
    /// Returns who has it now.
    pub fn open_priority(&mut self, log: &mut impl TurnLog) -> Seat {
        let first = if self.is_living(self.turn.active) { self.turn.active } else { self.next_living(self.turn.active) };
        self.priority.give(first);
        log.turn_event(TurnEvent::PriorityGiven { seat: first });
        first
    }

    /// Who has priority.
    #[must_use]
    pub const fn priority(&self) -> Option<Seat> {
        self.priority.holder()
    }

    /// The holder did something and keeps priority (CR 117.3c).
    pub fn acted(&mut self) {
        self.priority.acted();
    }

    /// The holder passes. Returns who has priority now; nobody when all have passed in succession (CR 117.4).
    pub fn pass(&mut self, forced: bool, log: &mut impl TurnLog) -> Option<Seat> {
        let holder = self.priority.holder()?;
        log.turn_event(TurnEvent::Passed { seat: holder, forced });
        let next = self.priority.pass(self.living(), Some(self.next_living(holder)));
        if let Some(seat) = next {
            log.turn_event(TurnEvent::PriorityGiven { seat });
        }
        next
    }

    /// All have passed with an empty stack: true when that ends the step (CR 500.2), false when it needs another round.
    pub fn round_over(&mut self) -> bool {
        self.rounds_left = self.rounds_left.saturating_sub(1);
        self.rounds_left == 0
    }

    /// Sets or clears a seat's standing pass.
    pub fn set_yield(&mut self, seat: Seat, standing: Option<Yield>) {
        self.yields[seat] = standing;
    }

    /// Whether the seat has a standing pass.
    #[must_use]
    pub fn yields(&self, seat: Seat) -> bool {
        self.yields[seat].is_some()
    }

    /// Something happened to the seat that ends standing passes which break on it.
    pub fn interrupt(&mut self, seat: Seat, what: Interrupts) {
        if self.yields[seat].is_some_and(|y| y.breaks_on.intersects(what)) {
            self.yields[seat] = None;
        }
    }

    // ---- time ----

    /// Charges a seat's virtual clock, in microseconds. True when that takes it over a limit.
    pub fn charge(&mut self, seat: Seat, micros: u64, log: &mut impl TurnLog) -> bool {
        if micros == 0 || !self.clock.limited() {
            return false;
        }
        log.turn_event(TurnEvent::TimeSpent { seat, micros });
        let over = self.clock.charge(seat, micros);
        if over {
            log.turn_event(TurnEvent::TimeLimitExceeded { seat });
        }
        over
    }

    // ---- leaving ----

    /// A player leaves the game (CR 800.4). The turn goes on, if it is theirs without an active player (CR 800.4j);
    /// if they had priority, it passes to the next player still in the game (CR 800.4a).
    pub fn leave(&mut self, seat: Seat, log: &mut impl TurnLog) {
        if self.left.contains(seat) {
            return;
        }
        self.left.insert(seat);
        self.schedule.leave(seat, log);
        self.yields[seat] = None;
        if self.turn.controller == Some(seat) {
            self.turn.controller = None;
        }
        if self.priority.holder() == Some(seat) {
            let next = (!self.living().is_empty()).then(|| self.next_living(seat));
            if let Some(seat) = self.priority.pass(self.living(), next) {
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

    /// Whether any extra turn is pending.
    #[must_use]
    pub fn has_pending_turns(&self) -> bool {
        self.schedule.has_pending_turns()
    }
}

/// Marks the second combat damage step (CR 510.4), which must not ask for first strike again.
const SECOND_DAMAGE: Tag = Tag(u32::MAX);

enum Verdict {
    Happens,
    Choose,
    Skipped(SkippedBy),
}
