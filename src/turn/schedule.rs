//! Who takes the next turn: pending extra turns, pending skips, and the anchor of the normal order (CR 500.7, 614.10).

use serde::{Deserialize, Serialize};

use super::event::{LostWhy, SkippedBy, TurnEvent, TurnKind, TurnLog};
use super::modifier::{
    AfterTurn, PendingSkip, Restrictions, SkipScope, Skippable, StaticSkip, StaticSkippable, Tag, TurnRestrictions,
};
use super::seat::{BySeat, Seat, SeatSet};
use super::step::{Phase, Step};
use super::team::Teams;

/// In which order extra turns are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExtraTurnOrder {
    /// The most recently created one first (CR 500.7).
    #[default]
    MostRecentFirst,
    /// House rule: in the order they were created.
    CreationOrder,
}

/// House rules on extra turns. The default changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExtraTurnRules {
    /// In which order.
    pub order: ExtraTurnOrder,
    /// None is ever taken: each is skipped as it would begin.
    pub skipped: bool,
    /// A seat takes at most so many in a row; further ones are skipped.
    pub max_in_a_row: Option<u32>,
    /// A seat takes at most so many in a game; further ones are skipped.
    pub max_in_a_game: Option<u32>,
    /// Those that would begin in an earlier round are skipped; rounds count from 1, and an extra turn belongs to the round of
    /// the normal turn before it.
    pub from_round: Option<u32>,
}

/// An extra turn that has been granted and has not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PendingTurn {
    /// Unique in a game, counted from 1 in order of creation.
    pub grant: u32,
    /// Whose.
    pub seat: Seat,
    /// What restricts it.
    pub restrictions: TurnRestrictions,
    /// What made it.
    pub source: Tag,
    /// In which turn it was made.
    pub in_turn: u32,
    follows: Follows,
}

impl PendingTurn {
    /// The seat whose next turn it follows, if that turn has still to come.
    #[must_use]
    pub const fn waits_for(&self) -> Option<Seat> {
        match self.follows {
            Follows::NextOf(seat) => Some(seat),
            Follows::Due | Follows::Current => None,
        }
    }
}

/// Where the turn that an extra turn follows stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Follows {
    /// It has ended, or is the current one: the extra turn is due at the next turn boundary.
    Due,
    /// It is the next turn that seat takes.
    NextOf(Seat),
    /// It is the current one, and was the next one of the seat it waited for.
    Current,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct PendingControl {
    player: Seat,
    by: Control,
    /// Only during that phase; `None`: the whole turn.
    phase: Option<Phase>,
}

/// Who controls a player, by an effect that was created as the n-th of its kind: the latest works (CR 723.1a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Control {
    /// Counted from 1 in order of creation.
    pub(super) nth: u32,
    /// Who decides.
    pub(super) controller: Seat,
}

/// Something that is about to begin and might be skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Occurrence {
    Turn(TurnKind),
    Phase(Phase),
    Step(Step),
}

impl Occurrence {
    fn matches(self, what: Skippable) -> bool {
        match (self, what) {
            (Occurrence::Turn(_), Skippable::Turn) => true,
            (Occurrence::Phase(phase), Skippable::Phase(p)) => phase == p,
            (Occurrence::Phase(phase), Skippable::MainPhase) => phase.is_main(),
            // A main phase has no steps (CR 505.2): whoever says its step means the phase.
            (Occurrence::Phase(phase), Skippable::Step(s)) => s.is_main() && s.phase() == phase,
            (Occurrence::Step(step), Skippable::Step(s)) => !step.is_main() && step.is(s),
            _ => false,
        }
    }

    const fn is_turn(self) -> bool {
        matches!(self, Occurrence::Turn(_))
    }
}

/// What using a skip comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UsedSkip {
    /// How many skips of that seat and occurrence still wait.
    pub(super) left: u16,
    /// What is done first in what really happens next (CR 614.10b).
    pub(super) then: Option<Tag>,
}

/// The schedule: everything about turns to come.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Schedule {
    rules: ExtraTurnRules,
    denied: Option<u32>,
    teams: Teams,
    /// Extra turns that are due at the next turn boundary, in order of creation.
    due: Vec<PendingTurn>,
    /// Extra turns whose turn to follow hasn't ended, in order of creation.
    waiting: Vec<PendingTurn>,
    skips: Vec<PendingSkip>,
    /// Skips of scope `NextTurn` that apply to the current turn, in the order of their numbers.
    armed: Vec<u32>,
    /// Static skips that the game derives from permanents and sets anew whenever they change.
    statics: Vec<StaticSkip>,
    /// Static skips that last to the end of the game.
    lasting: Vec<StaticSkip>,
    /// The seats that any skip is about, so that the others needn't look.
    skipping: SeatSet,
    controls: Vec<PendingControl>,
    controls_made: u32,
    last_normal: Option<Seat>,
    /// The round of the last normal turn, from 1; one begins when every living seat has had or skipped its normal turn.
    round: u32,
    /// The seats that have had or skipped their normal turn in this round.
    visited: SeatSet,
    reversed: bool,
    grants: u32,
    skip_ids: u32,
    extra_taken: BySeat<u32>,
    /// Consecutive extra turns of the seat that took the last one.
    in_a_row: (Seat, u32),
}

impl Schedule {
    pub(super) fn new(seats: usize, teams: Teams, rules: ExtraTurnRules, denied: Option<u32>) -> Schedule {
        Schedule {
            rules,
            denied,
            teams,
            due: Vec::new(),
            waiting: Vec::new(),
            skips: Vec::new(),
            armed: Vec::new(),
            statics: Vec::new(),
            lasting: Vec::new(),
            skipping: SeatSet::EMPTY,
            controls: Vec::new(),
            controls_made: 0,
            last_normal: None,
            round: 0,
            visited: SeatSet::EMPTY,
            reversed: false,
            grants: 0,
            skip_ids: 0,
            extra_taken: BySeat::new(seats, |_| 0),
            in_a_row: (Seat(0), 0),
        }
    }

    // ---- making ----

    pub(super) fn grant(
        &mut self,
        turn: PendingTurnSpec,
        in_turn: u32,
        living: SeatSet,
        log: &mut impl TurnLog,
    ) -> u32 {
        self.grants += 1;
        let grant = self.grants;
        let PendingTurnSpec { seat, restrictions, source, after } = turn;
        log.turn_event(TurnEvent::ExtraTurnGranted { id: grant, seat, source, in_turn, after });
        let pending = |follows| PendingTurn { grant, seat, restrictions, source, in_turn, follows };
        match after {
            AfterTurn::This => self.due.push(pending(Follows::Due)),
            AfterTurn::NextOf(other) if living.contains(other) => self.waiting.push(pending(Follows::NextOf(other))),
            AfterTurn::NextOf(_) => log.turn_event(TurnEvent::TurnLost { grant, seat, why: LostWhy::NeverDue }),
        }
        grant
    }

    pub(super) fn skip(
        &mut self,
        seat: Seat,
        what: Skippable,
        scope: SkipScope,
        source: Tag,
        then: Option<Tag>,
        log: &mut impl TurnLog,
    ) -> u32 {
        self.skip_ids += 1;
        let id = self.skip_ids;
        self.skips.push(PendingSkip { id, seat, what, scope, source, then });
        self.skipping.insert(seat);
        log.turn_event(TurnEvent::SkipCreated { id, seat, what, scope, source });
        id
    }

    /// Control of a player's next turn, or of their next phase of a kind.
    pub(super) fn control(&mut self, player: Seat, controller: Seat, phase: Option<Phase>, log: &mut impl TurnLog) {
        // CR 723.1a: the last one created is the one that works.
        self.controls.retain(|c| c.player != player || c.phase != phase);
        self.controls_made += 1;
        let by = Control { nth: self.controls_made, controller };
        self.controls.push(PendingControl { player, by, phase });
        log.turn_event(match phase {
            None => TurnEvent::TurnControlled { seat: player, by: controller },
            Some(phase) => TurnEvent::PhaseControlled { seat: player, by: controller, phase },
        });
    }

    /// Takes what controls the player's turn, or that phase of it, which begins now.
    pub(super) fn take_control(&mut self, player: Seat, phase: Option<Phase>) -> Option<Control> {
        let at = self.controls.iter().position(|c| c.player == player && c.phase == phase)?;
        Some(self.controls.remove(at).by)
    }

    pub(super) fn set_statics(&mut self, statics: &[StaticSkip]) {
        self.statics.clear();
        let teams = self.teams;
        self.statics.extend(statics.iter().map(|s| StaticSkip { seats: teams.whole(s.seats), ..*s }));
        self.note_skipping();
    }

    pub(super) fn add_lasting(&mut self, skip: StaticSkip) {
        self.lasting.push(StaticSkip { seats: self.teams.whole(skip.seats), ..skip });
        self.note_skipping();
    }

    pub(super) fn reverse(&mut self) {
        self.reversed = !self.reversed;
    }

    // ---- reading ----

    pub(super) fn reversed(&self) -> bool {
        self.reversed
    }

    pub(super) fn last_normal(&self) -> Option<Seat> {
        self.last_normal
    }

    /// How much waits in it, in entries.
    pub(super) fn len(&self) -> usize {
        self.due.len() + self.waiting.len() + self.skips.len() + self.lasting.len() + self.controls.len()
    }

    /// Pending extra turns in the order they would be taken, those that wait for another turn to be taken last.
    pub(super) fn pending_turns(&self) -> Vec<PendingTurn> {
        let mut turns: Vec<_> = self.due.iter().chain(&self.waiting).copied().collect();
        turns.sort_by_key(|t| {
            let order = match self.rules.order {
                ExtraTurnOrder::MostRecentFirst => u32::MAX - t.grant,
                ExtraTurnOrder::CreationOrder => t.grant,
            };
            (matches!(t.follows, Follows::NextOf(_)), order)
        });
        turns
    }

    pub(super) fn pending_skips(&self) -> &[PendingSkip] {
        &self.skips
    }

    /// Whose next turn is controlled, and by whom; control of a phase is not told.
    pub(super) fn controls(&self) -> impl Iterator<Item = (Seat, Seat)> + '_ {
        self.controls.iter().filter(|c| c.phase.is_none()).map(|c| (c.player, c.by.controller))
    }

    /// Skips that are never used up.
    pub(super) fn static_skips(&self) -> impl Iterator<Item = &StaticSkip> {
        self.statics.iter().chain(&self.lasting)
    }

    pub(super) fn has_pending_turns(&self) -> bool {
        !self.due.is_empty() || !self.waiting.is_empty()
    }

    /// Whether there is any skip at all, counted or static, that is about the seat.
    #[inline]
    pub(super) fn has_skips(&self, seat: Seat) -> bool {
        self.skipping.contains(seat)
    }

    fn note_skipping(&mut self) {
        let counted: SeatSet = self.skips.iter().map(|s| s.seat).collect();
        let statics = self.statics.iter().chain(&self.lasting);
        self.skipping = statics.fold(counted, |seats, skip| seats.or(skip.seats));
    }

    // ---- the next turn ----

    /// The extra turn that is due next, if any.
    pub(super) fn due(&self) -> Option<PendingTurn> {
        match self.rules.order {
            ExtraTurnOrder::MostRecentFirst => self.due.last(),
            ExtraTurnOrder::CreationOrder => self.due.first(),
        }
        .copied()
    }

    /// The seat after the last normal turn's, in the current direction; left and skipped seats count as visited.
    pub(super) fn normal_candidate(&self, seats: usize) -> Seat {
        match self.last_normal {
            None => Seat(0),
            Some(last) => self.teams.next(last, seats, self.reversed),
        }
    }

    /// Takes an extra turn off the schedule: it is taken, skipped or lost.
    pub(super) fn remove_turn(&mut self, grant: u32) {
        if let Ok(at) = self.due.binary_search_by_key(&grant, |t| t.grant) {
            self.due.remove(at);
        }
    }

    /// The seat's place in the normal order has come, whether it takes its turn or not.
    pub(super) fn visit(&mut self, seat: Seat, living: SeatSet) {
        self.last_normal = Some(seat);
        if !living.contains(seat) {
            return;
        }
        if living.without(self.visited).is_empty() || self.round == 0 {
            self.round += 1;
            self.visited = SeatSet::EMPTY;
        }
        self.visited = self.visited.or(self.teams.of(seat));
    }

    pub(super) fn forget_denied(&mut self) {
        self.denied = None;
    }

    pub(super) fn house_rule_skips(&self, seat: Seat, grant: u32) -> bool {
        let row = if self.in_a_row.0 == seat { self.in_a_row.1 } else { 0 };
        self.rules.skipped
            || self.denied == Some(grant)
            || self.is_too_early()
            || self.rules.max_in_a_row.is_some_and(|max| row >= max)
            || self.rules.max_in_a_game.is_some_and(|max| self.extra_taken[seat] >= max)
    }

    /// Whether an extra turn that would begin now comes in a round too early.
    fn is_too_early(&self) -> bool {
        self.rules.from_round.is_some_and(|from| self.round < from)
    }

    /// How many more extra turns the seat would take of those granted from now on, by the house rules; `None`: any number.
    pub(super) fn extra_turns_left(&self, seat: Seat) -> Option<u32> {
        let pending = self.pending_turns().iter().filter(|turn| turn.seat == seat).count() as u32;
        let row = if self.in_a_row.0 == seat { self.in_a_row.1 } else { 0 };
        let in_a_row = self.rules.max_in_a_row.map(|max| max.saturating_sub(row + pending));
        let in_a_game = self.rules.max_in_a_game.map(|max| max.saturating_sub(self.extra_taken[seat] + pending));
        let none = (self.rules.skipped || self.is_too_early()).then_some(0);
        [none, in_a_row, in_a_game].into_iter().flatten().min()
    }

    /// Extra turns that the seat has taken.
    pub(super) fn extra_turns_taken(&self, seat: Seat) -> u32 {
        self.extra_taken[seat]
    }

    /// Records that a turn begins: what waited for that seat's next turn is now bound to it. Returns who controls it.
    pub(super) fn begin_turn(&mut self, seat: Seat, kind: TurnKind, living: SeatSet) -> Option<Control> {
        match kind {
            TurnKind::Normal => {
                self.visit(seat, living);
                self.in_a_row = (seat, 0);
            }
            TurnKind::Extra(grant) => {
                self.remove_turn(grant);
                self.extra_taken[seat] += 1;
                self.in_a_row = (seat, if self.in_a_row.0 == seat { self.in_a_row.1 + 1 } else { 1 });
            }
        }
        for turn in self.waiting.iter_mut().filter(|t| t.follows == Follows::NextOf(seat)) {
            turn.follows = Follows::Current;
        }
        let arming = self.skips.iter().filter(|s| s.seat == seat && s.scope == SkipScope::NextTurn);
        self.armed.extend(arming.map(|s| s.id));
        self.take_control(seat, None)
    }

    /// A turn has ended: what followed it is due, and skips bound to it expire.
    pub(super) fn end_turn(&mut self, log: &mut impl TurnLog) {
        for turn in self.waiting.extract_if(.., |t| t.follows == Follows::Current) {
            let at = self.due.partition_point(|t| t.grant < turn.grant);
            self.due.insert(at, PendingTurn { follows: Follows::Due, ..turn });
        }
        if self.skips.is_empty() {
            return;
        }
        let armed = &self.armed;
        self.skips.retain(|s| {
            let ends = match s.scope {
                SkipScope::Next => false,
                SkipScope::NextThisTurn | SkipScope::ThisTurn => true,
                SkipScope::NextTurn => armed.binary_search(&s.id).is_ok(),
            };
            if ends {
                log.turn_event(TurnEvent::SkipExpired { id: s.id });
            }
            !ends
        });
        self.armed.clear();
        self.note_skipping();
    }

    // ---- skipping ----

    /// Every skip that applies to the occurrence, static ones first: there is a choice when there are several (CR 616.1).
    pub(super) fn applicable(&self, seat: Seat, occurrence: Occurrence, found: &mut Vec<SkippedBy>) {
        for skip in self.statics.iter().chain(&self.lasting).filter(|s| s.seats.contains(seat)) {
            let applies = match skip.what {
                StaticSkippable::ExtraTurns => matches!(occurrence, Occurrence::Turn(kind) if kind.is_extra()),
                StaticSkippable::Each(what) => occurrence.matches(what),
            };
            if applies {
                found.push(SkippedBy::Static(skip.source));
            }
        }
        let mut last: Option<&PendingSkip> = None;
        for skip in self.skips.iter().filter(|s| s.seat == seat && occurrence.matches(s.what)) {
            let armed = || self.armed.binary_search(&skip.id).is_ok();
            let waits = skip.scope == SkipScope::NextTurn && !occurrence.is_turn() && !armed();
            // Most of many are like the one before them.
            if waits || last.is_some_and(|last| alike(last, skip)) {
                continue;
            }
            last = Some(skip);
            if !self.same_as_an_option(skip, found) {
                found.push(SkippedBy::Counted(skip.id));
            }
        }
    }

    /// Counted skips that differ in nothing but their number and source are no choice: the oldest of them is used.
    fn same_as_an_option(&self, skip: &PendingSkip, found: &[SkippedBy]) -> bool {
        found.iter().any(|by| match by {
            SkippedBy::Counted(id) => self.place_of(*id).is_some_and(|at| alike(&self.skips[at], skip)),
            _ => false,
        })
    }

    /// Where a counted skip stands: they are in the order of their numbers.
    fn place_of(&self, id: u32) -> Option<usize> {
        self.skips.binary_search_by_key(&id, |skip| skip.id).ok()
    }

    /// Uses the chosen skip; a counted one is removed if its scope says that it is used up.
    pub(super) fn use_skip(&mut self, seat: Seat, occurrence: Occurrence, by: SkippedBy) -> UsedSkip {
        let mut then = None;
        if let SkippedBy::Counted(id) = by
            && let Some(at) = self.place_of(id)
        {
            then = self.skips[at].then;
            let once = matches!(self.skips[at].scope, SkipScope::Next | SkipScope::NextThisTurn);
            if once || occurrence.is_turn() {
                self.skips.remove(at);
                self.note_skipping();
            }
        }
        let waiting = self.skips.iter().filter(|s| s.seat == seat && occurrence.matches(s.what));
        UsedSkip { left: waiting.count().try_into().unwrap_or(u16::MAX), then }
    }

    // ---- leaving ----

    /// A player leaves, with their team: nothing that can never happen is kept (CR 800.4a). Their own extra turns wait until each would
    /// begin, and doesn't (CR 800.4k).
    pub(super) fn leave(&mut self, team: SeatSet, log: &mut impl TurnLog) {
        self.controls.retain(|c| !team.contains(c.by.controller) && !team.contains(c.player));
        let waits_for_them = |t: &mut PendingTurn| matches!(t.follows, Follows::NextOf(seat) if team.contains(seat));
        for turn in self.waiting.extract_if(.., waits_for_them) {
            log.turn_event(TurnEvent::TurnLost { grant: turn.grant, seat: turn.seat, why: LostWhy::NeverDue });
        }
    }

    /// The game is over: every extra turn still pending is lost.
    pub(super) fn finish(&mut self, log: &mut impl TurnLog) {
        for turn in self.due.drain(..).chain(self.waiting.drain(..)) {
            log.turn_event(TurnEvent::TurnLost { grant: turn.grant, seat: turn.seat, why: LostWhy::GameOver });
        }
    }
}

/// Whether it makes no difference which of two counted skips is used.
fn alike(one: &PendingSkip, other: &PendingSkip) -> bool {
    one.what == other.what && one.scope == other.scope && one.then == other.then
}

/// What to grant: see [`TurnManager::grant_extra_turn`](super::TurnManager::grant_extra_turn).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingTurnSpec {
    /// Whose.
    pub seat: Seat,
    /// What restricts it.
    pub restrictions: TurnRestrictions,
    /// What makes it.
    pub source: Tag,
    /// The turn it follows.
    pub after: AfterTurn,
}

impl PendingTurnSpec {
    /// A plain extra turn after the current one (CR 500.7).
    #[must_use]
    pub const fn plain(seat: Seat, source: Tag) -> PendingTurnSpec {
        let restrictions = TurnRestrictions { kinds: Restrictions::empty(), max_spells: None };
        PendingTurnSpec { seat, restrictions, source, after: AfterTurn::This }
    }
}
