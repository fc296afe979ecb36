//! `Game`: a value that advances to the next real question and takes its answer.

use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::turn::{BySeat, Seat, SeatSet, Yield};

use super::decision::{Choice, Decision, IllegalChoice, Item, Shape};
use super::engine::{Engine, Fixed, Reader, chosen_one};
use super::event::{GameEvent, LossCause, Outcome, StallCause};
#[cfg(test)]
use super::known_idle::InstantSpeed;
use super::log::Log;
use super::object::ObjectId;
use super::setup::{Setup, TableRules};
use super::state::{GameState, Pending, Resume, Stage};
use super::stops::Stops;
use super::view::PlayerView;

/// A game, as a value. Cloning it is a mark; going back to the clone is a rewind: the dice come with it.
///
/// Players never get one of the game they play: what they have is a [`PlayerView`], and from that the only way to a game is
/// [`imagine`](super::imagine), whose dice are others.
#[derive(Debug, Clone)]
pub struct Game {
    fixed: Arc<Fixed>,
    state: Arc<GameState>,
    log: Log,
}

/// Where [`Game::advance`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// A real question: see [`Game::decision`].
    Decide,
    /// The game is over.
    Over(Outcome),
}

/// Where a game stands in its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnPlace {
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The current step.
    pub step: crate::turn::Step,
}

impl PartialEq for Game {
    /// Two games are equal when their states are; the log of new events does not count.
    fn eq(&self, other: &Game) -> bool {
        self.state == other.state
    }
}

impl Eq for Game {}

impl Game {
    /// Lays out the table: libraries are shuffled, opening hands drawn.
    #[must_use]
    pub fn new(setup: Setup) -> Game {
        let catalog = Arc::clone(&setup.catalog);
        let fixed = Arc::new(Fixed {
            catalog: Arc::clone(&catalog),
            rules: Arc::clone(&setup.rules),
            script: Arc::clone(&setup.script),
            thinking: setup.seats.values().iter().map(|seat| seat.thinking).collect(),
        });
        let mut log = Log::default();
        let state = super::opening::lay_out(&setup, &catalog, &fixed, &mut log);
        Game { fixed, state: Arc::new(state), log }
    }

    /// Does everything that needs nobody's opinion, and stops at the first real question or at the end. Everybody is asked at
    /// every priority at which they have a choice.
    pub fn advance(&mut self) -> Pause {
        let mut engine = self.engine();
        engine.run(None)
    }

    /// The same for players who are asked at their stops only.
    pub fn advance_to(&mut self, stops: &BySeat<Stops>) -> Pause {
        let mut engine = self.engine();
        engine.run(Some(stops))
    }

    /// As [`Game::advance_to`], but not past the turn of that number: `None` once a later one has begun, also if it had before.
    pub fn advance_through(&mut self, turn: u32, stops: &BySeat<Stops>) -> Option<Pause> {
        let mut engine = self.engine();
        engine.run_through(turn, Some(stops))
    }

    /// One piece of the work that [`Game::advance_to`] does, for those who want to look in between. `None` while there is
    /// more.
    pub fn advance_once(&mut self, stops: Option<&BySeat<Stops>>) -> Option<Pause> {
        let mut engine = self.engine();
        engine.run_once(stops)
    }

    /// Forgets what is known until the next event, and has characteristics worked out again, so that everything is looked
    /// at anew. The same happens, more slowly: that is what it is for.
    #[cfg(test)]
    pub(crate) fn look_anew(&mut self) {
        Arc::make_mut(&mut self.state).stale = true;
        self.log.forget_known();
    }

    /// What a seat may do now that is said to have nothing to do at instant speed, if there is such a thing.
    #[cfg(test)]
    pub(crate) fn overlooked(&mut self) -> Option<(Seat, Item)> {
        let engine = self.engine();
        let (reader, empty) = (engine.reader(), engine.s.stack.is_empty());
        engine.s.turns.living().iter().filter(|seat| !reader.sorcery_timing(*seat)).find_map(|seat| {
            let has_nothing = match reader.instant_speed(seat, &mut None) {
                InstantSpeed::Nothing => true,
                InstantSpeed::OnlyAgainstSpells => empty,
                InstantSpeed::Something => false,
            };
            let mut options = Vec::new();
            if has_nothing {
                reader.priority_options(seat, &mut None, &mut options);
            }
            options.get(1).map(|item| (seat, *item))
        })
    }

    /// Whether nothing is half done: turn-based actions, the script's effects and resolutions are finished, and nobody is
    /// asked anything.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let state = &self.state;
        let busy = matches!(
            state.stage,
            Stage::Mulligans
                | Stage::HandsKept
                | Stage::Actions(_)
                | Stage::Scripts
                | Stage::PriorityScripts { .. }
                | Stage::Ending { .. }
        );
        let working = !state.frames.is_empty() || !state.soon.is_empty();
        !busy
            && !working
            && state.undivided.is_empty()
            && state.commander_moves.is_empty()
            && state.entries.is_empty()
            && state.pending.is_none()
    }

    /// The question that is pending.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.state.pending.as_ref().map(|p| &p.decision)
    }

    /// Answers the pending question.
    ///
    /// # Errors
    /// When the choice is not a legal answer; the game is unchanged.
    pub fn apply(&mut self, choice: &Choice) -> Result<(), IllegalChoice> {
        self.is_legal(choice)?;
        self.apply_unchecked(choice);
        Ok(())
    }

    /// Whether the choice is a legal answer to the pending question: the one judge.
    ///
    /// # Errors
    /// Says why it is not.
    pub fn is_legal(&self, choice: &Choice) -> Result<(), IllegalChoice> {
        let pending = self.state.pending.as_ref().ok_or(IllegalChoice::NothingAsked)?;
        super::legal::judge(&self.fixed, &self.state, &pending.decision, choice)
    }

    /// Answers the pending question with a choice known to be legal. Nothing happens when nothing was asked.
    pub fn apply_unchecked(&mut self, choice: &Choice) {
        let mut engine = self.engine();
        engine.answer(choice);
    }

    /// Answers the pending question with a choice known to be legal, sets the standing pass that comes with it, and charges
    /// the decider's clock for so many steps.
    pub(super) fn accept(&mut self, choice: &Choice, then: Option<Yield>, spent: u32) {
        let mut engine = self.engine();
        let Some((actor, decider, forced)) = engine.s.pending.as_ref().map(|p| {
            let d = &p.decision;
            (d.actor, d.decider, matches!(&d.shape, Shape::One(options) if *options == [Item::Pass]))
        }) else {
            return;
        };
        // First, so that what the answer brings can break it.
        if then.is_some() && actor == decider {
            engine.s.turns.set_yield(actor, then);
        }
        engine.answer(choice);
        // A forced pass is free on the clock, whether it is asked for or not.
        if !forced {
            engine.charge_answer(decider, spent);
        }
    }

    /// Sets or clears a seat's standing pass.
    pub fn set_yield(&mut self, seat: Seat, standing: Option<Yield>) {
        Arc::make_mut(&mut self.state).turns.set_yield(seat, standing);
    }

    /// Charges a seat's virtual clock, in microseconds, and applies the table's rule on slow play when it goes over.
    pub fn charge(&mut self, seat: Seat, micros: u64) {
        self.engine().charge(seat, micros);
    }

    /// The seats whose players are still in the game.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        self.state.turns.living()
    }

    /// Removes a seat from the game at once: a concession (CR 104.3a), or what the table's rules say.
    pub fn remove(&mut self, seat: Seat, cause: LossCause) {
        self.engine().lose_now(seat, cause);
    }

    /// Ends the game as aborted by the fault policy.
    pub fn abort(&mut self) {
        self.engine().finish(Outcome::Fault);
    }

    /// Notes a refused answer.
    pub(crate) fn note(&mut self, event: GameEvent) {
        self.log.push(event);
    }

    /// The new events since they were last taken.
    #[must_use]
    pub fn new_events(&self) -> &[GameEvent] {
        &self.log.events
    }

    /// Forgets the new events, once the historians have read them.
    pub fn clear_events(&mut self) {
        self.log.events.clear();
    }

    /// The table as a seat may see it. For a decision, the decider may see what decider and actor may see (CR 723.4).
    #[must_use]
    pub fn view(&self, seat: Seat) -> PlayerView {
        let actor = match self.decision() {
            Some(d) if d.decider == seat => d.actor,
            _ => seat,
        };
        PlayerView::new(Arc::clone(&self.state), Arc::clone(&self.fixed), seat, actor)
    }

    /// The whole state, hidden cards included; of it `turns` can be read: the schedule of turns, and why.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The card whose name the object has, or last had (CR 201.2), whoever may see it.
    pub(crate) fn named(&self, id: ObjectId) -> Option<CardId> {
        let reader = Reader { cat: &self.fixed.catalog, fix: &self.fixed, s: &self.state, log: () };
        self.state.recall(id).map(|object| reader.called(id, object))
    }

    /// The catalog.
    #[must_use]
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.fixed.catalog
    }

    /// The rules of the table.
    #[must_use]
    pub fn rules(&self) -> &TableRules {
        &self.fixed.rules
    }

    /// Where the game stands in its turns.
    #[must_use]
    pub fn place(&self) -> TurnPlace {
        let turns = &self.state.turns;
        TurnPlace { turn: turns.turn().number, active: turns.turn().active, step: turns.step() }
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    pub(super) fn parts(&self) -> (&Fixed, &Arc<GameState>) {
        (&self.fixed, &self.state)
    }

    pub(super) fn from_parts(fixed: Arc<Fixed>, state: Arc<GameState>) -> Game {
        Game { fixed, state, log: Log::default() }
    }

    pub(super) fn state_mut(&mut self) -> &mut Arc<GameState> {
        &mut self.state
    }

    fn engine(&mut self) -> Engine<'_> {
        Engine { cat: &self.fixed.catalog, fix: &self.fixed, s: Arc::make_mut(&mut self.state), log: &mut self.log }
    }
}

impl Engine<'_> {
    fn run(&mut self, stops: Option<&BySeat<Stops>>) -> Pause {
        // No turn has a later number: it always stops with a pause.
        loop {
            if let Some(pause) = self.run_through(u32::MAX, stops) {
                return pause;
            }
        }
    }

    fn run_through(&mut self, turn: u32, stops: Option<&BySeat<Stops>>) -> Option<Pause> {
        while self.s.turns.turn().number <= turn {
            if let Some(pause) = self.run_once(stops) {
                return Some(pause);
            }
            self.go_on_quietly(turn, stops);
        }
        None
    }

    fn run_once(&mut self, stops: Option<&BySeat<Stops>>) -> Option<Pause> {
        if let Some(outcome) = self.s.outcome {
            return Some(Pause::Over(outcome));
        }
        if self.s.pending.is_some() {
            return Some(Pause::Decide);
        }
        if !self.stalls() {
            self.step(stops);
        }
        None
    }

    /// One piece of work: what interrupts comes first, then the effect in progress, then the stage.
    fn step(&mut self, stops: Option<&BySeat<Stops>>) {
        while let Some(frame) = self.s.soon.pop() {
            self.s.frames.push(frame);
        }
        if let Some(spell) = self.s.undivided.pop() {
            return self.ask_spell_division(spell);
        }
        if let Some((slot, to)) = self.s.commander_moves.pop() {
            return self.ask_commander_move(slot, to);
        }
        if let Some(entry) = self.s.entries.pop() {
            return self.ask_entry(entry);
        }
        if !self.s.frames.is_empty() {
            return self.run_frame();
        }
        match self.s.stage {
            Stage::Mulligans => self.mulligans(),
            Stage::HandsKept => self.begin_game(),
            Stage::Transition => self.transition(),
            Stage::Actions(part) => self.turn_actions(part),
            Stage::Scripts => self.scripts(),
            Stage::PriorityScripts { any } => self.scripts_at_priority(any),
            Stage::Check | Stage::CheckKeep => self.check_then_priority(),
            Stage::CheckCleanup => self.check_cleanup(),
            Stage::Priority => self.priority(stops),
            Stage::Ending { turn } => self.finish_ending(turn),
            // A game at this stage has an outcome.
            Stage::Over => self.stall(StallCause::Work),
        }
    }

    fn answer(&mut self, choice: &Choice) {
        let Some(pending) = &self.s.pending else { return };
        let (seat, by, kind) = (pending.decision.actor, pending.decision.decider, pending.decision.kind);
        // CR 104.3a, 723.6: who decides for another concedes for themselves.
        if *choice == Choice::Concede {
            return self.lose_now(by, LossCause::Concession);
        }
        self.log.push(GameEvent::DecisionMade { seat, by, kind });
        self.note_choice(kind, choice);
        self.resume(choice);
    }

    pub(super) fn resume(&mut self, choice: &Choice) {
        let Some(Pending { decision, resume }) = self.s.pending.take() else { return };
        match resume {
            Resume::Mulligan => self.mulligan_answered(&decision, choice),
            Resume::MulliganBottom => self.mulligan_bottom(&decision, choice),
            Resume::Priority => {
                self.act(&decision, choice);
                if let Shape::One(options) = decision.shape {
                    self.log.options = options;
                }
            }
            Resume::Skip => self.s.turns.choose_skip(chosen_one(choice)),
            Resume::SkipDrawStep(id) => self.skip_draw_step(&decision, choice, id),
            Resume::SkipTurnToUntap(id) => self.skip_turn_to_untap(&decision, choice, id),
            Resume::Untap => self.untap_chosen(&decision, choice),
            Resume::Attackers => self.declare_attackers(&decision, choice),
            Resume::Blockers => self.declare_blockers(&decision, choice),
            Resume::Damage => self.divide_damage(&decision, choice),
            Resume::Legend => self.keep_legend(&decision, choice),
            Resume::CleanupDiscard => self.discard_chosen(&decision, choice),
            Resume::TriggerOrder => self.order_triggers(&decision, choice),
            Resume::TriggerTarget => self.target_trigger(&decision, choice),
            Resume::Entry(entry) => self.entry_answered(&decision, choice, entry),
            Resume::TriggerMode => self.choose_trigger_mode(&decision, choice),
            Resume::UntapType => self.untap_one_type(&decision, choice),
            Resume::TriggerDivision => self.divide_trigger(choice),
            Resume::SpellDivision(spell) => self.divide_spell(spell, choice),
            Resume::Exert(id) => {
                if chosen_one(choice) == 0 {
                    self.exert(id);
                }
            }
            Resume::Frame => self.resume_frame(&decision, choice),
            Resume::CommanderZone(slot) => self.commander_to_zone(slot, chosen_one(choice) == 0),
            Resume::CommanderMove(slot, to) => self.commander_moved(slot, to, chosen_one(choice) == 0),
        }
    }
}
