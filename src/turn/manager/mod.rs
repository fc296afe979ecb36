//! `TurnManager`: the state machine of turns, phases, steps and priority.
//!
//! The game drives it: [`TurnManager::advance`] makes exactly one transition and says which; everything that happens
//! inside a step is the game's business, and what the game needs to tell is passed in as [`CombatFacts`].
//!
//! | file | what |
//! |---|---|
//! | `flow` | which turn, phase or step comes next |
//! | `skipping` | whether it is skipped, and by what (CR 614.10, 616.1) |
//! | `changing` | what effects do to turns to come and to the current one; players who leave |
//! | `outlook` | what is to come, as it stands |
//! | `rounds` | priority, standing passes, time |

mod changing;
mod flow;
mod outlook;
mod rounds;
mod skipping;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::changing::ActiveModification;
use super::clock::{Clock, Limits};
use super::event::{SkippedBy, TurnKind};
use super::modifier::{PendingSkip, ScheduledPhases, Tag, TurnRestrictions};
use super::plan::{PlannedStep, Sequence, TurnPlan};
use super::priority::{Passing, PriorityRound, Yield};
use super::schedule::{Control, ExtraTurnRules, Occurrence, PendingTurn, Schedule};
use super::seat::{BySeat, Seat, SeatSet};
use super::step::{Phase, Step};
use super::team::Teams;

/// What a table needs to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnSetup {
    /// How many seats, 1 to [`MAX_SEATS`](super::MAX_SEATS).
    pub seats: usize,
    /// Who shares turns; the seats are a whole number of teams.
    pub teams: Teams,
    /// The phases and steps of a turn.
    pub sequence: Sequence,
    /// Who gets priority.
    pub passing: Passing,
    /// The starting player skips the draw step of their first turn (CR 103.8a, 103.8b).
    pub skip_first_draw: bool,
    /// House rules on extra turns.
    pub extra_turns: ExtraTurnRules,
    /// The extra turn of that grant is skipped, to see what comes of it; imagined games know nothing of it.
    pub denied: Option<u32>,
    /// Time limits, one entry for each seat.
    pub limits: BySeat<Limits>,
}

impl TurnSetup {
    /// The rules as they are, for so many seats.
    #[must_use]
    pub fn new(seats: usize) -> TurnSetup {
        TurnSetup {
            seats,
            teams: Teams::default(),
            sequence: Sequence::default(),
            passing: Passing::default(),
            skip_first_draw: seats == 2,
            extra_turns: ExtraTurnRules::default(),
            denied: None,
            limits: BySeat::new(seats, |_| Limits::default()),
        }
    }
}

/// The turn in progress, or the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Turns begun so far; 0 before the first.
    pub number: u32,
    /// Whose turn it is, even when somebody else controls it or its player has left (CR 723.3, 800.4j); of a team the
    /// primary player (CR 805.2).
    pub active: Seat,
    /// Who makes the active player's decisions, if not they themselves (CR 723).
    pub controller: Option<Seat>,
    /// Normal or extra.
    pub kind: TurnKind,
    /// What rode on it, and restrictions added since.
    pub restrictions: TurnRestrictions,
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
pub enum Transition {
    /// A turn began. Nothing of it has happened yet.
    TurnBegan,
    /// A step began, and with it perhaps a phase.
    StepBegan {
        /// It is the first step of its phase.
        phase_began: bool,
    },
    /// The step ended, and with it perhaps the phase and the turn.
    ///
    /// When everything that was left of a phase or turn turns out to be skipped, its last step is reported a second
    /// time, now with the end of the phase or turn: each phase that had a step, and each turn, ends exactly once.
    StepEnded {
        /// The step that ended; when a whole turn had no step at all, the last one of an earlier turn.
        step: Step,
        /// It was the last step of its phase.
        phase_ended: bool,
        /// It was the last step of its turn.
        turn_ended: bool,
    },
    /// A turn of the seat would begin, or be skipped, and something else may skip it instead: see
    /// [`TurnManager::offer_turn_skips`].
    OfferSkip {
        /// Whose turn.
        seat: Seat,
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

/// The number of no phase: a turn has begun and none of its phases has.
const NO_PHASE: u32 = u32::MAX;

/// Turns, phases, steps and priority of one game, as a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnManager {
    seats: u8,
    teams: Teams,
    left: SeatSet,
    sequence: Arc<Sequence>,
    schedule: Schedule,
    turn: Turn,
    plan: TurnPlan,
    position: Position,
    step: Step,
    phase: Phase,
    phase_number: u32,
    /// The phase has begun and none of its steps has yet.
    phase_is_fresh: bool,
    /// A step of the phase has begun and the end of the phase has not been reported.
    phase_is_open: bool,
    phase_added_by: Option<Tag>,
    /// What controls the turn, and what controls the phase: the later one works (CR 723.1a).
    turn_control: Option<Control>,
    phase_control: Option<Control>,
    first_draw: FirstDraw,
    /// All-pass rounds that the current step still needs (CR 500.2).
    rounds_left: u16,
    treatment: Treatment,
    /// What the game must perform first in the turn or step that begins next, or has just begun.
    entry: Vec<Tag>,
    modifications: Vec<ActiveModification>,
    priority: PriorityRound,
    passing: Passing,
    yields: BySeat<Option<Yield>>,
    /// The seats that have a standing pass.
    yielding: SeatSet,
    clock: Clock,
    /// The choice between skips that is open, its options and its answer.
    question: Option<(Seat, Occurrence)>,
    options: Vec<SkippedBy>,
    chosen: Option<SkippedBy>,
    /// The players who may skip a turn that would begin for something.
    offered: SeatSet,
    /// The turn that would begin, of which that has been declined.
    declined: Option<(Seat, Occurrence)>,
    /// Seats whose normal turns were skipped by static skips since the last turn that began.
    skipped_by_statics: SeatSet,
}

/// CR 103.8a, 103.8b: the starting player skips the draw step of their first turn, which is the turn of that number.
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
            teams: setup.teams,
            left: SeatSet::EMPTY,
            sequence: Arc::new(setup.sequence),
            schedule: Schedule::new(seats, setup.teams, setup.extra_turns, setup.denied),
            turn: Turn {
                number: 0,
                active: Seat(0),
                controller: None,
                kind: TurnKind::Normal,
                restrictions: TurnRestrictions::default(),
                source: Tag::default(),
                combats: 0,
                mains: 0,
            },
            plan: TurnPlan::default(),
            position: Position::BetweenTurns,
            step: Step::Cleanup,
            phase: Phase::Ending,
            phase_number: NO_PHASE,
            phase_is_fresh: false,
            phase_is_open: false,
            phase_added_by: None,
            turn_control: None,
            phase_control: None,
            first_draw: if setup.skip_first_draw { FirstDraw::ToSkip } else { FirstDraw::Done },
            rounds_left: 1,
            treatment: Treatment::default(),
            entry: Vec::new(),
            modifications: Vec::new(),
            priority: PriorityRound::default(),
            passing: setup.passing,
            yields: BySeat::new(seats, |_| None),
            yielding: SeatSet::EMPTY,
            clock: Clock::new(setup.limits),
            question: None,
            options: Vec::new(),
            chosen: None,
            offered: SeatSet::EMPTY,
            declined: None,
            skipped_by_statics: SeatSet::EMPTY,
        }
    }

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

    /// Whether no turn is in progress.
    #[must_use]
    pub fn is_between_turns(&self) -> bool {
        self.position == Position::BetweenTurns
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
        self.living().next_after(seat, self.reversed()).unwrap_or(seat)
    }

    /// All living seats in APNAP order: from the active player on, in the direction of play (CR 101.4); team by team where
    /// turns are shared (CR 805.6).
    pub fn apnap(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let (seats, reversed, living, teams) = (self.seats(), self.reversed(), self.living(), self.teams);
        std::iter::successors(Some(self.turn.active), move |s| Some(teams.next(*s, seats, reversed)))
            .take(seats / teams.size())
            .flat_map(move |first| teams.of(first).and(living).iter())
    }

    /// Who shares turns.
    #[must_use]
    pub const fn teams(&self) -> Teams {
        self.teams
    }

    /// The players whose turn it is (CR 805.4a), whether they have left or not: one, unless turns are shared.
    #[must_use]
    pub const fn active_team(&self) -> SeatSet {
        self.teams.of(self.turn.active)
    }

    /// Whether it is that player's turn, alone or with their team.
    #[must_use]
    pub const fn is_active(&self, seat: Seat) -> bool {
        self.active_team().contains(seat)
    }

    /// Whether two players are opponents (CR 102.3).
    #[must_use]
    pub const fn are_opponents(&self, a: Seat, b: Seat) -> bool {
        !self.teams.same(a, b)
    }

    /// Who makes a seat's decisions now: whoever controls its turn or phase, or the seat itself (CR 723.5); to control a player is
    /// to control their team (CR 805.8).
    #[must_use]
    pub fn decider(&self, seat: Seat) -> Seat {
        match self.turn_control.max(self.phase_control) {
            Some(by) if self.is_active(seat) => by.controller,
            _ => seat,
        }
    }

    /// Pending extra turns in the order in which they would be taken, those that wait for another turn last.
    #[must_use]
    pub fn pending_turns(&self) -> Vec<PendingTurn> {
        self.schedule.pending_turns()
    }

    /// How much is arranged for turns and steps to come, in entries.
    #[must_use]
    pub(crate) fn arranged(&self) -> usize {
        self.schedule.len() + self.plan.len() + self.modifications.len() + self.entry.len()
    }

    /// How many of the extra turns that the seat might be granted now it would take by the house rules, those that are
    /// pending counted first; `None`: any number.
    #[must_use]
    pub fn extra_turns_left(&self, seat: Seat) -> Option<u32> {
        self.schedule.extra_turns_left(seat)
    }

    /// No extra turn is denied any more: nobody who thinks ahead knows that one will be.
    pub(crate) fn forget_denied(&mut self) {
        self.schedule.forget_denied();
    }

    /// How many extra turns the player or team has taken so far.
    #[must_use]
    pub fn extra_turns_taken(&self, seat: Seat) -> u32 {
        self.schedule.extra_turns_taken(self.teams.primary(seat))
    }

    /// Whether any extra turn is pending.
    #[must_use]
    pub fn has_pending_turns(&self) -> bool {
        self.schedule.has_pending_turns()
    }

    /// Skips that wait, in order of creation.
    #[must_use]
    pub fn pending_skips(&self) -> &[PendingSkip] {
        self.schedule.pending_skips()
    }

    /// The step that is planned next in this turn.
    #[must_use]
    pub fn next_planned(&self) -> Option<PlannedStep> {
        self.plan.peek()
    }

    /// Steps still to come in this turn if nothing is skipped, next first.
    #[must_use]
    pub fn steps_to_come(&self) -> Vec<PlannedStep> {
        self.plan.foreseen(&self.sequence, self.phase_number, self.turn.mains)
    }

    /// Phases added to this turn after a phase that has not begun, in order of creation.
    #[must_use]
    pub fn scheduled_phases(&self) -> &[ScheduledPhases] {
        self.plan.scheduled()
    }

    /// The seat whose place in the normal order came last, whether it took that turn or not: the anchor of the order.
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

    /// What added the current phase, if an effect did: see [`TurnManager::add_phases`].
    #[must_use]
    pub const fn phase_added_by(&self) -> Option<Tag> {
        self.phase_added_by
    }

    /// What the game must perform now that the turn or step has begun, in order; taken once. Nothing between steps (CR 500.12).
    pub fn take_entry_actions(&mut self) -> Option<Vec<Tag>> {
        let begun = match self.position {
            Position::InStep => true,
            Position::BetweenSteps => self.phase_number == NO_PHASE,
            Position::BetweenTurns => false,
        };
        (begun && !self.entry.is_empty()).then(|| std::mem::take(&mut self.entry))
    }
}
