//! Priority, standing passes, time.

use super::super::event::{TurnEvent, TurnLog};
use super::super::priority::{Interrupts, Passing, WakeSteps, Yield, YieldUntil};
use super::super::seat::{Seat, SeatSet};
use super::super::step::Phase;
use super::TurnManager;

impl TurnManager {
    // ---- priority ----

    /// The active player gets priority; if they have left, the next player in turn order (CR 117.3a, 117.3b, 800.4j).
    /// Returns who has it now.
    #[inline]
    pub fn open_priority(&mut self, log: &mut impl TurnLog) -> Seat {
        let active = self.turn.active;
        let first = if self.is_living(active) { active } else { self.next_living(active) };
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
    #[inline]
    pub fn pass(&mut self, forced: bool, log: &mut impl TurnLog) -> Option<Seat> {
        let holder = self.priority.holder()?;
        self.pass_on(holder, self.taking_part(), forced, log)
    }

    /// Those who get priority pass, without having a choice, until somebody else has it. Returns who that is; nobody when all
    /// have passed in succession (CR 117.4).
    pub fn pass_while(&mut self, passing: SeatSet, log: &mut impl TurnLog) -> Option<Seat> {
        let taking_part = self.taking_part();
        let mut holder = self.priority.holder()?;
        while passing.contains(holder) {
            holder = self.pass_on(holder, taking_part, true, log)?;
        }
        Some(holder)
    }

    #[inline]
    fn pass_on(&mut self, holder: Seat, taking_part: SeatSet, forced: bool, log: &mut impl TurnLog) -> Option<Seat> {
        log.turn_event(TurnEvent::Passed { seat: holder, forced });
        let next = self.priority.pass(taking_part, self.after(holder, taking_part));
        if let Some(seat) = next {
            log.turn_event(TurnEvent::PriorityGiven { seat });
        }
        next
    }

    /// The living players who get priority.
    #[inline]
    pub(super) fn taking_part(&self) -> SeatSet {
        let living = self.living();
        if self.passing == Passing::TurnOrder {
            return living;
        }
        let active = self.active_team().and(living);
        if active.is_empty() { living } else { active }
    }

    /// Who of those who take part gets priority after a player passes or leaves: the next player in turn order.
    #[inline]
    pub(super) fn after(&self, seat: Seat, taking_part: SeatSet) -> Option<Seat> {
        if self.teams.size() == 1 {
            return taking_part.next_after(seat, self.reversed());
        }
        self.after_in_team(seat, taking_part)
    }

    /// The same where teams have priority: whoever of the player's team has not passed yet (CR 805.5b), or else the next team.
    fn after_in_team(&self, seat: Seat, taking_part: SeatSet) -> Option<Seat> {
        let team = self.teams.of(seat);
        let mates = team.without(SeatSet::only(seat)).and(taking_part).without(self.priority.passed());
        let first_of = |s| self.teams.of(s).and(taking_part).iter().next();
        let others = taking_part.without(team);
        mates.iter().next().or_else(|| others.next_after(seat, self.reversed()).and_then(first_of))
    }

    /// All have passed with an empty stack: true when that ends the step (CR 500.2), false when it needs another round.
    pub fn round_over(&mut self) -> bool {
        self.rounds_left = self.rounds_left.saturating_sub(1);
        self.rounds_left == 0
    }

    // ---- standing passes ----

    /// Sets or clears a seat's standing pass.
    pub fn set_yield(&mut self, seat: Seat, standing: Option<Yield>) {
        self.yields[seat] = standing;
        match standing {
            Some(_) => self.yielding.insert(seat),
            None => self.yielding.remove(seat),
        }
    }

    /// Whether the seat has a standing pass.
    #[must_use]
    pub fn yields(&self, seat: Seat) -> bool {
        self.yielding.contains(seat)
    }

    /// Something happened to the seat that ends standing passes which break on it.
    pub fn interrupt(&mut self, seat: Seat, what: Interrupts) {
        if self.yields[seat].is_some_and(|y| y.breaks_on.intersects(what)) {
            self.set_yield(seat, None);
        }
    }

    /// The same for everybody but that seat.
    pub fn interrupt_others(&mut self, than: Seat, what: Interrupts) {
        for seat in self.yielding.iter().filter(|seat| *seat != than) {
            self.interrupt(seat, what);
        }
    }

    /// A card came to the seat's hand, or to another place from which it may use it: that ends standing passes which break
    /// on it. In the beginning phase with which the seat's own turn begins, a main phase comes soon, and such a pass breaks on
    /// spells from then on instead.
    pub fn gained_card(&mut self, seat: Seat) {
        let first = self.phase == Phase::Beginning && self.turn.mains == 0;
        let soon = first && self.teams.same(self.turn.active, seat);
        match &mut self.yields[seat] {
            Some(standing) if soon && standing.breaks_on.contains(Interrupts::CARD_GAINED) => {
                standing.breaks_on |= Interrupts::SPELL_CAST;
            }
            _ => self.interrupt(seat, Interrupts::CARD_GAINED),
        }
    }

    pub(super) fn end_yield_of_own_turn(&mut self, seat: Seat) {
        if self.yields[seat].is_some_and(|y| y.until == YieldUntil::OwnTurn) {
            self.set_yield(seat, None);
        }
    }

    #[inline]
    pub(super) fn expire_yields(&mut self, ends: impl Fn(YieldUntil) -> bool) {
        for seat in self.yielding.iter() {
            if self.yields[seat].is_some_and(|y| ends(y.until)) {
                self.set_yield(seat, None);
            }
        }
    }

    /// Somebody is about to get priority with nothing on the stack, of which the turn structure knows nothing by itself.
    #[inline]
    pub fn stack_is_empty(&mut self) {
        self.expire_yields(|until| until == YieldUntil::StackEmpty);
    }

    /// A step begins: whoever passed until then does so no more.
    pub(super) fn wake_for_step(&mut self) {
        for seat in self.yielding.iter() {
            if self.yields[seat].is_some_and(|y| matches!(y.until, YieldUntil::Steps(wakes) if self.wakes(seat, wakes)))
            {
                self.set_yield(seat, None);
            }
        }
    }

    fn wakes(&self, seat: Seat, on: WakeSteps) -> bool {
        let (active, step) = (self.turn.active, self.step);
        if self.teams.same(active, seat) {
            return on.own.contains(step);
        }
        on.others.contains(step) || on.last.contains(step) && self.next_living(active) == seat
    }

    // ---- time ----

    /// Keeps time even when no seat has a limit.
    pub fn keep_time(&mut self) {
        self.clock.keep();
    }

    /// Charges a seat's virtual clock, in microseconds. True when that takes it over a limit.
    pub fn charge(&mut self, seat: Seat, micros: u64, log: &mut impl TurnLog) -> bool {
        if micros == 0 || !self.clock.is_running() {
            return false;
        }
        log.turn_event(TurnEvent::TimeSpent { seat, micros });
        let over = self.clock.charge(seat, micros);
        if over {
            log.turn_event(TurnEvent::TimeLimitExceeded { seat });
        }
        over
    }
}
