//! The rules of turns as lists: slow, obvious, and sharing no code with what it judges.
//!
//! It can be told to make one of the classic [`Mistake`]s, to see whether anything notices.

use std::collections::VecDeque;

use turnlab::turn::{
    AfterPhase, AfterTurn, ExtraTurnOrder, Phase, Restrictions, Seat, SkipScope, Skippable, StaticSkippable, Step,
};

use super::mistake::Mistake;
use super::script::{Act, Choosing, Script};
use crate::turn_table::letter;

/// What a script comes to.
#[derive(Default)]
pub(crate) struct Story {
    /// What happened, in order.
    pub(crate) lines: Vec<String>,
    /// Skips that ended unused.
    pub(crate) expired: Vec<u32>,
    /// Skips that still wait.
    pub(crate) waiting: Vec<u32>,
    /// The turns that began, as scenarios write them: `A`, `B*`, `C[by:A]`.
    pub(crate) turns: Vec<String>,
    /// The steps of each turn that began.
    pub(crate) steps: Vec<Vec<Step>>,
}

/// Plays the script until that many turns have ended.
pub(crate) fn play(script: &Script, turns: u32) -> Story {
    play_with(script, turns, None)
}

/// The same, with a mistake.
pub(crate) fn play_with(script: &Script, turns: u32, mistake: Option<Mistake>) -> Story {
    let mut model = Model { mistake, ..Model::new(script) };
    if mistake == Some(Mistake::NobodyDrawsFirst) {
        model.first_draw_skipped = false;
    }
    while model.number < turns && model.take_a_turn() {}
    model.story.waiting = model.skips.iter().map(|s| s.id).collect();
    model.story
}

struct Grant {
    id: u32,
    seat: Seat,
    restrictions: Restrictions,
    after: After,
}

/// The turn that an extra turn follows.
#[derive(PartialEq)]
enum After {
    Turn(u32),
    NextOf(Seat),
}

struct Skip {
    id: u32,
    seat: Seat,
    what: Skippable,
    scope: SkipScope,
    /// The turn it belongs to, for the scopes that have one; a `NextTurn` gets it when that turn begins.
    turn: Option<u32>,
}

struct PhaseToCome {
    kind: Phase,
    steps: VecDeque<(Step, Damage)>,
}

/// Which combat damage step of two it is.
#[derive(Clone, Copy, PartialEq)]
enum Damage {
    Undecided,
    Second,
}

#[derive(Clone, Copy, PartialEq)]
enum Happening {
    NormalTurn,
    ExtraTurn,
    Phase(Phase),
    Step(Step),
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    TheRules,
    Restriction,
    HouseRule,
    Static,
    Counted(u32),
}

struct Model<'a> {
    script: &'a Script,
    mistake: Option<Mistake>,
    /// Who is next by the mistake that fixes it as an extra turn is created.
    fixed: Option<Seat>,
    /// Phases added after the current one, for the mistake that keeps their order.
    added: usize,
    /// Phases that follow one to come in this turn.
    noted: Vec<(Vec<Phase>, AfterPhase)>,
    /// A controlled turn that cannot be passed has begun.
    hangs: bool,
    fired: Vec<bool>,
    story: Story,
    gone: Vec<Seat>,
    grants: Vec<Grant>,
    granted: u32,
    skips: Vec<Skip>,
    skips_made: u32,
    statics: Vec<(Vec<Seat>, StaticSkippable)>,
    /// Who will control whose next turn, in order of creation.
    controls: Vec<(Seat, Seat)>,
    anchor: Option<Seat>,
    reversed: bool,
    /// Seats in the order in which they took turns, with whether the turn was extra.
    history: Vec<(Seat, bool)>,
    /// Seats that in a row had their normal turns skipped by statics.
    stuck: Vec<Seat>,
    /// The round of the last normal turn.
    round: u32,
    /// Seats whose normal turns have come in it.
    had_turns: Vec<Seat>,
    first_draw_skipped: bool,
    // The current turn.
    number: u32,
    active: Seat,
    restrictions: Restrictions,
    mains: u32,
    to_come: VecDeque<PhaseToCome>,
    phase: Option<Phase>,
    steps: VecDeque<(Step, Damage)>,
    step: Step,
    attackers: bool,
    first_strike: bool,
}

impl<'a> Model<'a> {
    fn new(script: &'a Script) -> Model<'a> {
        Model {
            script,
            mistake: None,
            fixed: None,
            added: 0,
            noted: Vec::new(),
            hangs: false,
            fired: vec![false; script.entries.len()],
            story: Story::default(),
            gone: Vec::new(),
            grants: Vec::new(),
            granted: 0,
            skips: Vec::new(),
            skips_made: 0,
            statics: Vec::new(),
            controls: Vec::new(),
            anchor: None,
            reversed: false,
            history: Vec::new(),
            stuck: Vec::new(),
            round: 0,
            had_turns: Vec::new(),
            first_draw_skipped: script.seats != 2,
            number: 0,
            active: Seat(0),
            restrictions: Restrictions::empty(),
            mains: 0,
            to_come: VecDeque::new(),
            phase: None,
            steps: VecDeque::new(),
            step: Step::Cleanup,
            attackers: false,
            first_strike: false,
        }
    }

    fn tell(&mut self, line: String) {
        self.story.lines.push(line);
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn is_there(&self, seat: Seat) -> bool {
        !self.gone.contains(&seat)
    }

    // ---- who is next ----

    /// One turn from its beginning to its end, and before it whatever doesn't begin. False when no turn can begin.
    fn take_a_turn(&mut self) -> bool {
        loop {
            if self.gone.len() == self.script.seats {
                self.tell("nobody is left".to_owned());
                return false;
            }
            if self.nobody_can() {
                self.tell("nobody can take a turn".to_owned());
                return false;
            }
            let began = match self.due() {
                Some(at) => self.offer_extra(at),
                None => self.offer_normal(),
            };
            if began && self.hangs {
                return false;
            }
            if began {
                self.play_phases();
                self.end_of_turn();
                return true;
            }
        }
    }

    fn nobody_can(&self) -> bool {
        Seat::first(self.script.seats).filter(|s| self.is_there(*s)).all(|s| self.stuck.contains(&s))
    }

    fn due(&self) -> Option<usize> {
        let now = self.makes(Mistake::AfterThatTurnMeansNow);
        let due = (0..self.grants.len()).filter(|at| match self.grants[*at].after {
            After::Turn(n) => n <= self.number,
            After::NextOf(_) => now,
        });
        match self.script.rules.order {
            _ if self.makes(Mistake::FirstInFirstOut) => due.min_by_key(|at| self.grants[*at].id),
            ExtraTurnOrder::MostRecentFirst => due.max_by_key(|at| self.grants[*at].id),
            ExtraTurnOrder::CreationOrder => due.min_by_key(|at| self.grants[*at].id),
        }
    }

    fn offer_extra(&mut self, at: usize) -> bool {
        let grant = self.grants.remove(at);
        let name = format!("extra turn {}", grant.id);
        if !self.is_there(grant.seat) && !self.makes(Mistake::LeftPlayersTakeExtraTurns) {
            self.tell(format!("{name} lost: its player has left"));
            return false;
        }
        if let Some(by) = self.skipped_by(grant.seat, Happening::ExtraTurn) {
            self.stuck.clear();
            self.tell(format!("{} {name} skipped by {}", letter(grant.seat), cause(by)));
            if self.makes(Mistake::SkippedExtraTurnMovesThePointer) {
                self.anchor = Some(grant.seat);
            }
            self.skipped_a_turn(grant.seat);
            return false;
        }
        self.begin(grant.seat, name, grant.restrictions, true);
        true
    }

    fn offer_normal(&mut self) -> bool {
        let before = self.anchor;
        let seat = self.fixed.take().unwrap_or_else(|| self.next_in_order());
        self.anchor = Some(seat);
        if !self.is_there(seat) && !self.makes(Mistake::LeftPlayersTakeTurns) {
            self.tell(format!("{} is not there", letter(seat)));
            return false;
        }
        self.count_rounds(seat);
        if let Some(by) = self.skipped_by(seat, Happening::NormalTurn) {
            if by == By::Static {
                self.stuck.push(seat);
            } else {
                self.stuck.clear();
            }
            self.tell(format!("{} turn skipped by {}", letter(seat), cause(by)));
            if self.makes(Mistake::SkippedTurnKeepsThePointer) && matches!(by, By::Counted(_)) {
                self.anchor = before;
            }
            self.skipped_a_turn(seat);
            return false;
        }
        self.begin(seat, "turn".to_owned(), Restrictions::empty(), false);
        true
    }

    /// A normal turn has come when everybody who is there has had theirs: it is the first of the next round.
    fn count_rounds(&mut self, seat: Seat) {
        let all = Seat::first(self.script.seats).filter(|s| self.is_there(*s)).all(|s| self.had_turns.contains(&s));
        if self.round == 0 || all {
            self.round += 1;
            self.had_turns.clear();
        }
        self.had_turns.push(seat);
    }

    fn next_in_order(&self) -> Seat {
        let n = self.script.seats as u8;
        match self.anchor {
            None => Seat(0),
            Some(last) if self.reversed => Seat((last.0 + n - 1) % n),
            Some(last) => Seat((last.0 + 1) % n),
        }
    }

    /// What the rules say happens when a turn is skipped: nothing.
    fn skipped_a_turn(&mut self, seat: Seat) {
        match self.mistake {
            Some(Mistake::SkippedTurnsAreCounted) => {
                self.number += 1;
                self.story.steps.push(Vec::new());
            }
            Some(Mistake::SkippedTurnUsesControlUp) => self.controls.retain(|c| c.0 != seat),
            _ => {}
        }
    }

    /// The mistakes that are made as an extra turn begins.
    fn begin_extra(&mut self, seat: Seat) {
        match self.mistake {
            Some(Mistake::OrderResumesAfterTheTaker) => self.anchor = Some(seat),
            Some(Mistake::SkipIsSpentBesideAnExtraTurn) => {
                let beside = self.next_in_order();
                let skip = self.skips.iter().position(|s| s.seat == beside && s.what == Skippable::Turn);
                skip.map(|at| self.skips.remove(at));
            }
            _ => {}
        }
    }

    fn begin(&mut self, seat: Seat, name: String, restrictions: Restrictions, extra: bool) {
        self.number += 1;
        self.history.push((seat, extra));
        if extra {
            self.begin_extra(seat);
        }
        self.stuck.clear();
        (self.active, self.restrictions, self.mains) = (seat, restrictions, 0);
        for grant in &mut self.grants {
            if grant.after == After::NextOf(seat) {
                grant.after = After::Turn(self.number);
            }
        }
        for skip in &mut self.skips {
            if skip.scope == SkipScope::NextTurn && skip.seat == seat {
                skip.turn = Some(self.number);
            }
        }
        let controller = self.controls.iter().rev().find(|c| c.0 == seat).map(|c| c.1).filter(|by| *by != seat);
        self.controls.retain(|c| c.0 != seat);
        let by = controller.map_or(String::new(), |by| format!(", controlled by {}", letter(by)));
        self.tell(format!("turn {}: {} {name}{by}", self.number, letter(seat)));
        let by = controller.map_or(String::new(), |by| format!("[by:{}]", letter(by)));
        self.story.turns.push(format!("{}{}{by}", letter(seat), if extra { "*" } else { "" }));
        self.story.steps.push(Vec::new());
        self.hangs = controller.is_some() && self.makes(Mistake::ControlledTurnsCannotBePassed);
        self.to_come = Phase::ALL.into_iter().map(whole).collect();
        self.noted.clear();
        self.phase = None;
    }

    fn end_of_turn(&mut self) {
        self.tell("the turn ends".to_owned());
        let number = self.number;
        let ends = |skip: &Skip| skip.scope != SkipScope::Next && skip.turn == Some(number);
        self.story.expired.extend(self.skips.iter().filter(|s| ends(s)).map(|s| s.id));
        self.skips.retain(|s| !ends(s));
    }

    // ---- phases and steps ----

    fn play_phases(&mut self) {
        while let Some(next) = self.to_come.pop_front() {
            let kind = main_by_number(next.kind, self.mains);
            self.added = 0;
            if let Some(by) = self.skipped_by(self.active, Happening::Phase(kind)) {
                self.tell(format!("  {kind} phase skipped by {}", cause(by)));
                continue;
            }
            self.steps = next.steps;
            while self.steps.front().is_some_and(|(step, _)| self.lacks_attackers(*step)) {
                self.steps.pop_front();
            }
            if self.steps.is_empty() {
                continue;
            }
            self.mains += u32::from(kind.is_main());
            self.phase = Some(kind);
            self.what_was_noted(kind);
            self.tell(format!("  {kind} phase"));
            if self.play_steps(kind) {
                self.tell("  the phase ends".to_owned());
                (self.attackers, self.first_strike) = (false, false);
            }
        }
    }

    /// Whether any step happened.
    fn play_steps(&mut self, phase: Phase) -> bool {
        let mut happened = false;
        while let Some((planned, damage)) = self.steps.pop_front() {
            if self.lacks_attackers(planned) {
                continue;
            }
            let step = match planned {
                Step::CombatDamage if self.first_strike && damage == Damage::Undecided => {
                    self.steps.push_front((Step::CombatDamage, Damage::Second));
                    Step::FirstStrikeDamage
                }
                Step::PrecombatMain if phase != Phase::PrecombatMain => Step::PostcombatMain,
                step => step,
            };
            if let Some(by) = self.skipped_by(self.active, Happening::Step(step)) {
                self.tell(format!("    {step} skipped by {}", cause(by)));
                continue;
            }
            happened = true;
            self.step = step;
            self.tell(format!("    {step}"));
            self.story.steps.last_mut().into_iter().for_each(|steps| steps.push(step));
            self.perform_due();
        }
        happened
    }

    fn lacks_attackers(&self, step: Step) -> bool {
        let needs = matches!(step, Step::DeclareBlockers | Step::CombatDamage);
        needs && !self.attackers && !self.makes(Mistake::BlockersAreAlwaysDeclared)
    }

    // ---- skipping ----

    /// What skips it, by its player's choice; a counted skip is used up by that.
    fn skipped_by(&mut self, seat: Seat, what: Happening) -> Option<By> {
        if self.is_first_draw(seat, what) {
            self.first_draw_skipped = true;
            return Some(By::TheRules);
        }
        let free = self.free_skips(seat, what);
        let mut counted = self.counted_skips(seat, what);
        if self.makes(Mistake::SkipsSpareExtraTurns) && what == Happening::ExtraTurn {
            counted.clear();
        }
        let by = match (free.first(), counted.as_slice()) {
            (None, []) => return None,
            (Some(by), []) => *by,
            // CR 800.4h: for who has left the next player chooses.
            (Some(by), _) if self.is_missing(what) => *by,
            (_, ids) if self.makes(Mistake::StaticSkipsUseCountersUp) => By::Counted(ids[0]),
            (by, ids) => match self.script.choosing {
                Choosing::Default => by.copied().unwrap_or(By::Counted(ids[0])),
                Choosing::OldestCounted => By::Counted(ids[0]),
                Choosing::NewestCounted => By::Counted(ids[ids.len() - 1]),
            },
        };
        if let By::Counted(id) = by {
            let whole_turn = matches!(what, Happening::NormalTurn | Happening::ExtraTurn);
            let every = |scope| matches!(scope, SkipScope::ThisTurn | SkipScope::NextTurn);
            self.skips.retain(|s| s.id != id || (every(s.scope) && !whole_turn));
        }
        Some(by)
    }

    fn is_first_draw(&self, seat: Seat, what: Happening) -> bool {
        let first_turn = self.history.iter().filter(|(s, _)| *s == Seat(0)).count() == 1;
        let by_remaining = self.makes(Mistake::TwoPlayersAreTwoRemaining);
        let skipped = if by_remaining { self.script.seats - self.gone.len() != 2 } else { self.first_draw_skipped };
        what == Happening::Step(Step::Draw) && seat == Seat(0) && first_turn && !skipped
    }

    /// What applies and is not used up by it.
    fn free_skips(&self, seat: Seat, what: Happening) -> Vec<By> {
        let mut found = Vec::new();
        let restricted = |r| self.restrictions.contains(r);
        let restriction = match what {
            _ if self.is_missing(what) => true,
            Happening::Step(Step::Untap) => restricted(Restrictions::NO_UNTAP),
            Happening::Step(Step::Upkeep) => restricted(Restrictions::NO_UPKEEP),
            Happening::Step(Step::Draw) => restricted(Restrictions::NO_DRAW),
            Happening::Phase(Phase::Combat) => restricted(Restrictions::NO_COMBAT),
            Happening::Phase(p) if p.is_main() => restricted(Restrictions::NO_MAIN_PHASE),
            _ => false,
        };
        found.extend(restriction.then_some(By::Restriction));
        found.extend((what == Happening::ExtraTurn && self.house_rule(seat)).then_some(By::HouseRule));
        let applies = |(seats, skipped): &&(Vec<Seat>, StaticSkippable)| {
            seats.contains(&seat)
                && match skipped {
                    StaticSkippable::ExtraTurns => what == Happening::ExtraTurn,
                    StaticSkippable::Each(skipped) => is_meant(what, *skipped),
                }
        };
        found.extend(self.statics.iter().find(applies).map(|_| By::Static));
        found
    }

    /// A turn with combat only has no beginning and no main phases, whatever else would skip them.
    fn is_missing(&self, what: Happening) -> bool {
        self.restrictions.contains(Restrictions::COMBAT_ONLY)
            && matches!(what, Happening::Phase(Phase::Beginning | Phase::PrecombatMain | Phase::PostcombatMain))
    }

    fn house_rule(&self, seat: Seat) -> bool {
        let in_a_row = self.history.iter().rev().take_while(|turn| **turn == (seat, true)).count() as u32;
        let in_the_game = self.history.iter().filter(|turn| **turn == (seat, true)).count() as u32;
        let rules = &self.script.rules;
        rules.skipped
            || rules.max_in_a_row.is_some_and(|max| in_a_row >= max)
            || rules.max_in_a_game.is_some_and(|max| in_the_game >= max)
            || rules.from_round.is_some_and(|from| self.round < from)
    }

    /// Counted skips that apply, oldest first; of several that are alike only the oldest.
    fn counted_skips(&self, seat: Seat, what: Happening) -> Vec<u32> {
        let whole_turn = matches!(what, Happening::NormalTurn | Happening::ExtraTurn);
        let mut found: Vec<&Skip> = Vec::new();
        for skip in self.skips.iter().filter(|s| s.seat == seat && is_meant(what, s.what)) {
            let waits = skip.scope == SkipScope::NextTurn && !whole_turn && skip.turn != Some(self.number);
            if !waits && !found.iter().any(|s| (s.what, s.scope) == (skip.what, skip.scope)) {
                found.push(skip);
            }
        }
        found.iter().map(|s| s.id).collect()
    }

    // ---- what effects do ----

    fn perform_due(&mut self) {
        let script = self.script;
        for (at, entry) in script.entries.iter().enumerate() {
            if !self.fired[at] && entry.turn == self.number && entry.step == self.step {
                self.fired[at] = true;
                self.perform(&entry.act);
            }
        }
    }

    fn perform(&mut self, act: &Act) {
        match act {
            Act::ExtraTurn { seat, after, restrictions } => self.grant(*seat, *after, restrictions.kinds),
            Act::Skip { seat, what, scope } => self.skip(*seat, *what, *scope),
            Act::Statics(statics) => self.statics.clone_from(statics),
            Act::AddPhases(phases, after) => self.add_phases(phases, *after),
            Act::AddStep { step, after_phase } => self.add_step(*step, *after_phase),
            Act::EndTurn => self.end_the_turn(),
            Act::EndCombat if self.phase == Some(Phase::Combat) => self.steps.clear(),
            Act::EndCombat => {}
            Act::RepeatCleanup if self.step == Step::Cleanup => {
                self.steps.push_front((Step::Cleanup, Damage::Undecided));
            }
            Act::RepeatCleanup => {}
            Act::Control { player, by } => {
                let second = self.makes(Mistake::FirstControlWorks) && self.controls.iter().any(|c| c.0 == *player);
                if self.is_there(*player) && self.is_there(*by) && !second {
                    self.controls.retain(|c| c.0 != *player);
                    self.controls.push((*player, *by));
                }
            }
            Act::Restrict(restrictions) => self.restrictions |= *restrictions,
            Act::Reverse => self.reversed = !self.reversed,
            Act::Leave(seat) => self.leave(*seat),
            Act::Attack { first_strike } => (self.attackers, self.first_strike) = (true, *first_strike),
        }
    }

    fn grant(&mut self, seat: Seat, after: AfterTurn, restrictions: Restrictions) {
        if self.makes(Mistake::ExtraTurnMeansOthersSkip) {
            for other in Seat::first(self.script.seats).filter(|other| *other != seat) {
                self.skip(other, Skippable::Turn, SkipScope::Next);
            }
            return;
        }
        if self.makes(Mistake::NextPlayerIsFixedAtCreation) && self.fixed.is_none() {
            self.fixed = Some(self.next_in_order());
        }
        self.granted += 1;
        let after = match after {
            AfterTurn::This => After::Turn(self.number),
            AfterTurn::NextOf(seat) if self.is_there(seat) => After::NextOf(seat),
            AfterTurn::NextOf(_) => {
                return self.tell(format!("extra turn {} lost: its turn never comes", self.granted));
            }
        };
        self.grants.push(Grant { id: self.granted, seat, restrictions, after });
    }

    fn skip(&mut self, seat: Seat, what: Skippable, scope: SkipScope) {
        if self.makes(Mistake::SkipsAreASet) && self.skips.iter().any(|s| (s.seat, s.what) == (seat, what)) {
            return;
        }
        self.skips_made += 1;
        let turn = matches!(scope, SkipScope::ThisTurn | SkipScope::NextThisTurn).then_some(self.number);
        self.skips.push(Skip { id: self.skips_made, seat, what, scope, turn });
    }

    fn leave(&mut self, seat: Seat) {
        if !self.is_there(seat) {
            return;
        }
        self.gone.push(seat);
        if seat == self.active && self.makes(Mistake::LeavingEndsTheTurn) {
            self.steps.clear();
            self.to_come.clear();
        }
        self.controls.retain(|c| c.0 != seat && c.1 != seat);
        let (lost, kept) = std::mem::take(&mut self.grants).into_iter().partition(|g| g.after == After::NextOf(seat));
        self.grants = kept;
        for grant in lost as Vec<Grant> {
            self.tell(format!("extra turn {} lost: its turn never comes", grant.id));
        }
    }

    /// New phases go in front of what was directly after the phase they follow, newest first; those that follow a phase to
    /// come are noted until one like it comes.
    fn add_phases(&mut self, phases: &[Phase], after: AfterPhase) {
        let here = match after {
            AfterPhase::This => true,
            AfterPhase::ThisMain => self.phase.is_some_and(Phase::is_main),
            AfterPhase::ThisCombat => self.phase == Some(Phase::Combat),
            AfterPhase::Next(kind) => self.phase == Some(kind),
            AfterPhase::FirstPostcombatMain => self.mains == 2 && self.phase == Some(Phase::PostcombatMain),
        };
        let later = match after {
            AfterPhase::This | AfterPhase::ThisMain | AfterPhase::ThisCombat => false,
            AfterPhase::Next(kind) => self.comes(kind),
            AfterPhase::FirstPostcombatMain => self.mains < 2,
        };
        if here {
            self.put_next(phases);
        } else if later {
            self.noted.push((phases.to_vec(), after));
        }
    }

    fn put_next(&mut self, phases: &[Phase]) {
        let at = match self.mistake {
            Some(Mistake::AddedPhasesComeLast) => self.to_come.len(),
            Some(Mistake::AddedPhasesKeepTheirOrder) => self.added.min(self.to_come.len()),
            _ => 0,
        };
        for phase in phases.iter().rev() {
            self.to_come.insert(at, whole(*phase));
            self.added += 1;
        }
    }

    /// A phase has come: what was noted for it follows it.
    fn what_was_noted(&mut self, came: Phase) {
        let mains = self.mains;
        let is_meant = |(_, after): &(Vec<Phase>, AfterPhase)| match after {
            AfterPhase::Next(kind) => *kind == came,
            _ => came == Phase::PostcombatMain && mains == 2,
        };
        let (meant, noted) = std::mem::take(&mut self.noted).into_iter().partition(is_meant);
        self.noted = noted;
        for (phases, _) in meant as Vec<(Vec<Phase>, AfterPhase)> {
            self.put_next(&phases);
        }
    }

    /// Whether a phase of that kind is to come.
    fn comes(&self, wanted: Phase) -> bool {
        let mut mains = self.mains;
        self.to_come.iter().any(|phase| {
            let kind = main_by_number(phase.kind, mains);
            mains += u32::from(phase.kind.is_main());
            kind == wanted
        })
    }

    fn add_step(&mut self, step: Step, after_phase: bool) {
        let planned = match step {
            Step::FirstStrikeDamage => Step::CombatDamage,
            Step::PostcombatMain => Step::PrecombatMain,
            step => step,
        };
        if after_phase || step.is_main() {
            let steps = VecDeque::from([(planned, Damage::Undecided)]);
            self.to_come.push_front(PhaseToCome { kind: planned.phase(), steps });
        } else {
            self.steps.push_front((planned, Damage::Undecided));
        }
    }

    /// CR 724.1d.
    fn end_the_turn(&mut self) {
        let is_cleanup = |(step, _): &(Step, Damage)| *step == Step::Cleanup;
        let here = self.steps.iter().any(is_cleanup);
        let later = self.to_come.iter().any(|p| p.steps.iter().any(is_cleanup));
        self.steps.clear();
        self.to_come.clear();
        self.noted.clear();
        let cleanup = VecDeque::from([(Step::Cleanup, Damage::Undecided)]);
        if here || (!later && self.phase == Some(Phase::Ending)) {
            self.steps = cleanup;
        } else {
            self.to_come.push_back(PhaseToCome { kind: Phase::Ending, steps: cleanup });
        }
    }
}

/// A phase with all its steps; main phases are named as they begin.
fn whole(kind: Phase) -> PhaseToCome {
    let steps: &[Step] = match kind {
        Phase::Beginning => &[Step::Untap, Step::Upkeep, Step::Draw],
        Phase::Combat => &[
            Step::BeginningOfCombat,
            Step::DeclareAttackers,
            Step::DeclareBlockers,
            Step::CombatDamage,
            Step::EndOfCombat,
        ],
        Phase::Ending => &[Step::End, Step::Cleanup],
        _ => &[Step::PrecombatMain],
    };
    PhaseToCome { kind, steps: steps.iter().map(|s| (*s, Damage::Undecided)).collect() }
}

/// CR 505.1a.
fn main_by_number(kind: Phase, mains_before: u32) -> Phase {
    match (kind.is_main(), mains_before) {
        (false, _) => kind,
        (true, 0) => Phase::PrecombatMain,
        (true, _) => Phase::PostcombatMain,
    }
}

fn is_meant(what: Happening, skipped: Skippable) -> bool {
    match (what, skipped) {
        (Happening::NormalTurn | Happening::ExtraTurn, Skippable::Turn) => true,
        (Happening::Phase(phase), Skippable::Phase(p)) => phase == p,
        (Happening::Phase(phase), Skippable::MainPhase) => phase.is_main(),
        (Happening::Phase(phase), Skippable::Step(Step::PrecombatMain)) => phase == Phase::PrecombatMain,
        (Happening::Phase(phase), Skippable::Step(Step::PostcombatMain)) => phase == Phase::PostcombatMain,
        (Happening::Step(Step::PrecombatMain | Step::PostcombatMain), _) => false,
        (Happening::Step(Step::FirstStrikeDamage), Skippable::Step(Step::CombatDamage)) => true,
        (Happening::Step(step), Skippable::Step(s)) => step == s,
        _ => false,
    }
}

fn cause(by: By) -> String {
    match by {
        By::TheRules => "the rules".to_owned(),
        By::Restriction => "a restriction".to_owned(),
        By::HouseRule => "a house rule".to_owned(),
        By::Static => "a static skip".to_owned(),
        By::Counted(id) => format!("skip {id}"),
    }
}
