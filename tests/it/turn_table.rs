//! A table that plays by itself: `TurnManager` driven from step to step, with everything it says written down.

use turnlab::turn::{
    CombatFacts, PendingTurnSpec, Phase, PhaseModification, Seat, SeatSet, Selector, SkipScope, Skippable, SkippedBy,
    StaticSkip, StaticSkippable, Step, Tag, Transition, TurnEvent, TurnKind, TurnManager, TurnSetup,
};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

/// The letter of a seat: A, B, C...
pub(crate) fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

pub(crate) struct Table {
    pub(crate) turns: TurnManager,
    pub(crate) log: Vec<TurnEvent>,
    /// What the game would say of combat; forgotten as each phase ends.
    pub(crate) facts: CombatFacts,
    /// Every transition made, in order.
    pub(crate) progress: Vec<Transition>,
    /// How choices between skips are answered.
    pub(crate) choose: fn(&[SkippedBy]) -> usize,
}

impl Table {
    pub(crate) fn new(seats: usize) -> Table {
        Table::with(TurnSetup::new(seats))
    }

    pub(crate) fn with(setup: TurnSetup) -> Table {
        Table {
            turns: TurnManager::new(setup),
            log: Vec::new(),
            facts: CombatFacts::default(),
            progress: Vec::new(),
            choose: |_| 0,
        }
    }

    // ---- driving ----

    /// One transition. A choice between skips is answered, so that the next transition goes on.
    pub(crate) fn next(&mut self) -> Transition {
        let progress = self.turns.advance(self.facts, &mut self.log);
        match progress {
            Transition::ChooseSkip { .. } => {
                let index = (self.choose)(self.turns.skip_options());
                self.turns.choose_skip(index);
            }
            Transition::StepEnded { phase_ended: true, .. } => self.facts = CombatFacts::default(),
            _ => {}
        }
        self.progress.push(progress);
        progress
    }

    /// Goes on until that step of that turn has begun.
    pub(crate) fn to(&mut self, turn: u32, step: Step) -> &mut Table {
        self.advance_until(|t| t.turns.turn().number == turn && t.turns.in_step() && t.turns.step() == step)
    }

    /// Goes on until that turn has begun.
    pub(crate) fn until_turn(&mut self, turn: u32) -> &mut Table {
        self.advance_until(|t| t.turns.turn().number == turn)
    }

    /// Goes on until that turn has ended.
    pub(crate) fn until_end_of(&mut self, turn: u32) -> &mut Table {
        self.until_turn(turn)
            .advance_until(|t| matches!(t.progress.last(), Some(Transition::StepEnded { turn_ended: true, .. })))
    }

    fn advance_until(&mut self, reached: impl Fn(&Table) -> bool) -> &mut Table {
        for _ in 0..300_000 {
            if reached(self) {
                return self;
            }
            let progress = self.next();
            assert!(
                !matches!(progress, Transition::NobodyCanTakeATurn | Transition::NobodyLeft),
                "never reached: {}",
                self.order()
            );
        }
        panic!("never reached: {}", self.order());
    }

    // ---- what effects do ----

    pub(crate) fn extra(&mut self, seat: Seat) -> u32 {
        self.turns.grant_extra_turn(PendingTurnSpec::plain(seat, Tag(7)), &mut self.log)
    }

    pub(crate) fn skip(&mut self, seat: Seat, what: Skippable, scope: SkipScope) -> u32 {
        self.turns.add_skip(seat, what, scope, Tag(8), None, &mut self.log)
    }

    pub(crate) fn skip_turn(&mut self, seat: Seat) -> u32 {
        self.skip(seat, Skippable::Turn, SkipScope::Next)
    }

    pub(crate) fn statics(&mut self, skips: &[(&[Seat], StaticSkippable)]) {
        let skips: Vec<_> = skips.iter().map(|(seats, what)| static_skip(seats, *what)).collect();
        self.turns.set_static_skips(&skips);
    }

    pub(crate) fn leave(&mut self, seat: Seat) -> &mut Table {
        self.turns.leave(seat, &mut self.log);
        self
    }

    pub(crate) fn attack(&mut self, first_strike: bool) {
        self.facts = CombatFacts { attackers: true, first_strike };
    }

    // ---- what happened ----

    /// The turns begun, as in "A C* B": `*` for an extra turn, `[by:B]` for one that B controls.
    pub(crate) fn order(&self) -> String {
        let turns = self.log.iter().filter_map(|event| match event {
            TurnEvent::TurnBegan { seat, kind, controller, .. } => {
                let star = if kind.is_extra() { "*" } else { "" };
                let by = controller.map_or(String::new(), |by| format!("[by:{}]", letter(by)));
                Some(format!("{}{star}{by}", letter(*seat)))
            }
            _ => None,
        });
        turns.collect::<Vec<_>>().join(" ")
    }

    /// The order of the first `n` turns, played now as far as needed.
    pub(crate) fn order_of(&mut self, n: u32) -> String {
        self.until_turn(n).order()
    }

    /// The steps that began in a turn.
    pub(crate) fn steps(&self, turn: u32) -> Vec<Step> {
        let of_turn = |event: &TurnEvent| match event {
            TurnEvent::StepBegan { turn: t, step, .. } if *t == turn => Some(*step),
            _ => None,
        };
        self.log.iter().filter_map(of_turn).collect()
    }

    /// The phases that began in a turn.
    pub(crate) fn phases(&self, turn: u32) -> Vec<Phase> {
        let of_turn = |event: &TurnEvent| match event {
            TurnEvent::PhaseBegan { turn: t, phase, .. } if *t == turn => Some(*phase),
            _ => None,
        };
        self.log.iter().filter_map(of_turn).collect()
    }

    /// The turns skipped so far, with what skipped them.
    pub(crate) fn skipped_turns(&self) -> Vec<(Seat, TurnKind, SkippedBy)> {
        let skipped = |event: &TurnEvent| match event {
            TurnEvent::TurnSkipped { seat, kind, by, .. } => Some((*seat, *kind, *by)),
            _ => None,
        };
        self.log.iter().filter_map(skipped).collect()
    }

    pub(crate) fn count(&self, is: impl Fn(&TurnEvent) -> bool) -> usize {
        self.log.iter().filter(|e| is(e)).count()
    }

    /// Extra turns as (granted, taken, skipped, lost).
    pub(crate) fn accounts(&self) -> (usize, usize, usize, usize) {
        (
            self.count(|e| matches!(e, TurnEvent::ExtraTurnGranted { .. })),
            self.count(|e| matches!(e, TurnEvent::TurnBegan { kind: TurnKind::Extra(_), .. })),
            self.count(|e| matches!(e, TurnEvent::TurnSkipped { kind: TurnKind::Extra(_), .. })),
            self.count(|e| matches!(e, TurnEvent::TurnLost { .. })),
        )
    }
}

pub(crate) fn static_skip(seats: &[Seat], what: StaticSkippable) -> StaticSkip {
    StaticSkip { seats: seats.iter().copied().collect(), what, source: Tag(9) }
}

/// A modification that changes nothing yet: of everybody's such steps, for the whole game.
pub(crate) fn modification(applies_to: Selector, lasts: turnlab::turn::Lasts) -> PhaseModification {
    PhaseModification {
        applies_to,
        seats: SeatSet::EMPTY,
        source: Tag(10),
        skip_priority: false,
        skip_actions: false,
        entry_actions: Vec::new(),
        rounds: 1,
        lasts,
    }
}
