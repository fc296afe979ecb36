//! Thinking about one question: worlds, lines and their comparison, and what is kept of a line for the questions to come.

use std::sync::Arc;

use crate::agents::Wants;
use crate::agents::heuristic::Profiles;
use crate::game::decision::{Choice, Decision, DecisionKind};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::game::{Dice, imagine};
use crate::turn::Step;

use super::candidates::candidates;
use super::compare::{Arm, Bar, KEPT, best};
use super::options::SearchOptions;
use super::playout::{Cue, Line, Manner, Move, Playouts, STOPS, Temper, World, is_idle};
use super::tree::Tree;

/// Candidates that are tried with each answer to what opponents do next, at most.
const REPLIED: usize = 8;
/// Answers to it that each of them is tried with.
const REPLIES: usize = 4;

/// How much is thought about one question.
#[derive(Debug, Clone, Copy)]
pub(in crate::agents) struct Budget {
    pub(in crate::agents) options: SearchOptions,
    /// Playouts for growing each tree of lines, for each world that is imagined.
    pub(in crate::agents) growth: usize,
}

/// What a player thinks with, and what it means to do next.
#[derive(Debug)]
pub(in crate::agents) struct Deliberation {
    profiles: Arc<Profiles>,
    dice: Dice,
    /// The priorities at which whoever thinks is asked.
    stops: Stops,
    /// What players by rules of thumb want to be asked.
    usual: Wants,
    /// What it means to answer next, or, without a move, what it waits for opponents to do.
    plan: Option<Line>,
}

impl Deliberation {
    /// For one game, with the catalog of those profiles, by somebody who is asked at those priorities.
    pub(in crate::agents) const fn new(
        profiles: Arc<Profiles>,
        dice: Dice,
        stops: Stops,
        usual: Wants,
    ) -> Deliberation {
        Deliberation { profiles, dice, stops, usual, plan: None }
    }

    /// A game begins in which it is asked at those priorities, and players by rules of thumb want to be asked so.
    pub(in crate::agents) fn sit_down(&mut self, stops: Stops, usual: Wants) {
        (self.stops, self.usual, self.plan) = (stops, usual, None);
    }

    /// A number that begins other dice, so that what they throw and what is imagined here have nothing in common.
    pub(super) fn draw(&mut self) -> u64 {
        self.dice.below(u32::MAX).into()
    }

    /// Whether the questions to come are part of what it means to do.
    pub(in crate::agents) const fn has_a_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// What is better than the usual answer, or that, and how many playouts that took; `None` where there is nothing to think
    /// about. `sure`: the usual is about to kill somebody, so that only a win in this turn is better.
    pub(in crate::agents) fn better(
        &mut self,
        view: &PlayerView,
        decision: &Decision,
        usual: &Choice,
        sure: bool,
        budget: Budget,
    ) -> Option<(Choice, u32)> {
        // Who asks everywhere gets the same answers.
        let is_stop = || [&self.stops, &STOPS].into_iter().all(|stops| view.is_stop(stops));
        let is_asked = decision.kind != DecisionKind::Priority || is_stop();
        if !is_asked || is_idle(decision) || is_plain(decision) {
            return None;
        }
        let answers =
            view.stack().next_back().is_some_and(|top| top.spell && view.are_opponents(top.controller, view.seat()));
        let bar = match sure {
            true => Bar::WinsNow,
            false if answers && *usual == Choice::option(0) => Bar::Worthwhile,
            false => Bar::Better,
        };
        Some(self.think(view, decision, usual, bar, budget))
    }

    /// The answer, and how many playouts it took.
    fn think(
        &mut self,
        view: &PlayerView,
        decision: &Decision,
        usual: &Choice,
        bar: Bar,
        budget: Budget,
    ) -> (Choice, u32) {
        let turn = view.turn().number;
        let found = candidates(view, decision, usual);
        let plan = self.plan.take().filter(|line| line.through >= turn);
        let plan = plan.filter(|line| line.moves.first().is_none_or(|next| next.at(view, decision).is_some()));
        if found.len() < 2 {
            self.go_on(plan, decision, usual);
            return (usual.clone(), 0);
        }
        let horizon = budget.options.rounds * round(view);
        let worlds = (0..budget.options.worlds)
            .map(|n| World { game: imagine(view, &mut self.dice), temper: Temper::of(n) })
            .collect();
        let playouts = Playouts::new(view, &self.profiles, self.usual, self.stops, horizon);
        let mut comparison = Comparison { view, decision, found, bar, budget, worlds, playouts };
        let line = comparison.best_line(plan);
        let choice = line.moves[0].at(view, decision).unwrap_or_else(|| usual.clone());
        self.go_on(Some(line), decision, &choice);
        (choice, comparison.playouts.made)
    }

    /// Keeps the rest of a line, if that is what was answered: moves, or what waits for opponents.
    fn go_on(&mut self, line: Option<Line>, decision: &Decision, choice: &Choice) {
        let answered = Move::new(decision, choice);
        let next = line.filter(|line| line.moves.first().is_none_or(|next| *next == answered));
        let rest = next.map(|line| Line { moves: line.moves.into_iter().skip(1).collect(), ..line });
        self.plan = rest.filter(|line| !line.moves.is_empty() || matches!(line.manner, Manner::Reply(..)));
    }
}

/// The lines of one question, compared.
struct Comparison<'a> {
    view: &'a PlayerView,
    decision: &'a Decision,
    /// The answers, the usual one first.
    found: Vec<Choice>,
    bar: Bar,
    budget: Budget,
    worlds: Vec<World>,
    playouts: Playouts,
}

impl Comparison<'_> {
    /// The best line: that of the plan, or of the usual answer, unless another one clears the bar.
    fn best_line(&mut self, plan: Option<Line>) -> Line {
        let (plan, waits): (Vec<Line>, Vec<Line>) = plan.into_iter().partition(|line| !line.moves.is_empty());
        let mut lines = self.lines(plan);
        let mut base = Arm::new(lines.remove(0));
        let later = self.bar != Bar::WinsNow;
        if later && base.is_winning(&self.worlds, &mut self.playouts) {
            return base.line;
        }
        // What waits for opponents goes with whatever is answered until then.
        lines.extend(waits.iter().flat_map(|line| {
            let first = |choice| Move::new(self.decision, choice);
            self.found.iter().map(move |choice| Line { moves: vec![first(choice)], ..line.clone() })
        }));
        for through in self.trees() {
            let growth = self.budget.growth * self.worlds.len();
            let grown = Tree::best_line(&self.worlds[0], &mut self.playouts, growth, through);
            lines.extend(grown.filter(|line| !line.moves.is_empty()));
        }
        let mut arms: Vec<Arm> = [base].into_iter().chain(lines.into_iter().map(Arm::new)).collect();
        let mut at = self.best(&mut arms);
        if later && arms[at].loses() {
            arms.extend(self.replies().map(Arm::new));
            at = self.best(&mut arms);
        }
        let at = waiting(&arms, at).unwrap_or(at);
        arms.swap_remove(at).line
    }

    fn best(&mut self, arms: &mut [Arm]) -> usize {
        best(arms, self.bar, &self.worlds, self.budget.options.candidates, &mut self.playouts)
    }

    /// Through which turns trees are grown. In the turns of others an act is seldom part of a longer line; a block is. Where
    /// only a win in this turn is better, nothing beyond it is worth a look.
    fn trees(&self) -> Vec<u32> {
        let (view, turn) = (self.view, self.view.turn().number);
        let theirs = view.are_opponents(view.turn().active, view.actor());
        match theirs && self.decision.kind == DecisionKind::Priority {
            true => Vec::new(),
            false if self.bar == Bar::WinsNow => vec![turn],
            false => vec![turn, turn + round(view)],
        }
    }

    /// The lines to compare: the plan or the usual answer first, then every candidate: in somebody else's turn what is done once
    /// they attack before what is done at once, which they can answer; before an attack of one's own also with an attack of
    /// everything to follow.
    fn lines(&self, plan: Vec<Line>) -> Vec<Line> {
        let (view, decision, found) = (self.view, self.decision, &self.found);
        let through = view.turn().number;
        let line = |choice: &Choice, manner| Line { moves: vec![Move::new(decision, choice)], manner, through };
        let mine = !view.are_opponents(view.turn().active, view.seat());
        let before = matches!(
            view.step(),
            Step::Untap | Step::Upkeep | Step::Draw | Step::PrecombatMain | Step::BeginningOfCombat
        );
        let mut lines = plan;
        let now = found.iter().map(|choice| line(choice, Manner::Usual));
        lines.extend(now.clone().take(1));
        if !mine && decision.kind == DecisionKind::Priority && before && view.stack().len() == 0 {
            let pass = Choice::option(0);
            lines.extend(found.iter().filter(|act| **act != pass).map(|act| {
                let later = Move::new(decision, act).not_before(Step::DeclareAttackers);
                Line { moves: vec![Move::new(decision, &pass), later], manner: Manner::Usual, through }
            }));
        }
        lines.extend(now.skip(1));
        if mine && before {
            lines.extend(found.iter().map(|choice| line(choice, Manner::AllOut)));
        }
        lines
    }

    /// The first candidates, each with the first answers to what opponents do next: tried where nothing else keeps it in the game.
    fn replies(&self) -> impl Iterator<Item = Line> + '_ {
        let through = self.view.turn().number + round(self.view);
        let line = move |choice, cue, at| Line {
            moves: vec![Move::new(self.decision, choice)],
            manner: Manner::Reply(cue, at),
            through,
        };
        [Cue::Attack, Cue::Stack].into_iter().flat_map(move |cue| {
            let first = self.found.iter().take(REPLIED);
            first.flat_map(move |choice| (0..REPLIES).map(move |at| line(choice, cue, at)))
        })
    }
}

/// The place of the line that does the same later: unless it is worth much less, it leaves opponents to guess.
fn waiting(arms: &[Arm], at: usize) -> Option<usize> {
    let [now] = &arms[at].line.moves[..] else { return None };
    let waits = |arm: &Arm| matches!(&arm.line.moves[..], [_, later] if later.is_later(now));
    arms.iter().position(|arm| waits(arm) && arm.behind(&arms[at]) <= KEPT)
}

/// Turns until everybody who is still there has had one.
fn round(view: &PlayerView) -> u32 {
    view.living().count() as u32
}

/// Questions that are answered as usual: nothing that happens soon depends on them, or they have one good answer.
fn is_plain(decision: &Decision) -> bool {
    matches!(
        decision.kind,
        DecisionKind::Mulligan | DecisionKind::MulliganBottom | DecisionKind::TriggerOrder | DecisionKind::Commander
    )
}
