//! The search player: it imagines worlds that could be the real one, tries its answers in all of them, and departs from the
//! heuristic player's answer where another one is better by more than the noise.
//!
//! ```text
//! question -> candidates -> lines (and those that a tree proposes) -> playouts in imagined worlds -> value -> paired test
//! ```
//!
//! Its budget is counted in playouts, its dice are its own, and it scores in integers: the same seed gives the same game.

mod candidates;
mod combat;
mod compare;
mod options;
mod playout;
mod tree;
pub mod value;

use std::sync::Arc;

use crate::game::decision::{Choice, Decision, DecisionKind};
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;
use crate::game::{Dice, Lane, imagine};
use crate::turn::Step;

use super::heuristic::Profiles;
use super::{Agent, AgentKind, Heuristic, OptionFault, Options, Pilot, Recruit, Seated, Wants};

use candidates::candidates;
use compare::{Arm, Bar, best};
pub use options::SearchOptions;
use playout::{Cue, Line, Manner, Move, Playouts, STOPS, Temper, World, is_idle};
use tree::Tree;

/// Playouts for growing each tree, for each world that is imagined.
const GROWTH: usize = 4;

/// Candidates that are tried with each answer to what opponents do next, at most.
const REPLIED: usize = 8;
/// Answers to it that each of them is tried with.
const REPLIES: usize = 4;

/// The search agent.
#[derive(Debug)]
pub struct Search {
    options: SearchOptions,
    profiles: Arc<Profiles>,
    dice: Dice,
    /// The player from whose answers it departs, and what that one wants to be asked.
    heuristic: Heuristic,
    usual: Wants,
    /// What it means to answer next, or, without a move, what it waits for opponents to do.
    plan: Option<Line>,
}

/// The kind of agent that scenarios call `search`.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchKind;

impl AgentKind for SearchKind {
    fn check(&self, options: &Options) -> Result<(), OptionFault> {
        SearchOptions::read(options).map(|_| ())
    }

    fn has_pilot(&self) -> bool {
        true
    }

    fn make(&self, recruit: Recruit<'_>) -> Box<dyn Agent> {
        let options = SearchOptions::read(recruit.options).unwrap_or_default();
        Box::new(Search::new(options, recruit.profiles.get(), recruit.dice).piloted(recruit.pilot))
    }
}

impl Search {
    /// An agent for games with the catalog of those profiles.
    #[must_use]
    pub fn new(options: SearchOptions, profiles: Arc<Profiles>, dice: Dice) -> Search {
        let heuristic = Heuristic::new(Arc::clone(&profiles));
        Search { options, profiles, dice, heuristic, usual: Wants::only_asked(STOPS), plan: None }
    }

    /// The same, starting from a heuristic player who plays like that.
    #[must_use]
    pub fn piloted(self, pilot: Pilot) -> Search {
        Search { heuristic: self.heuristic.piloted(pilot), ..self }
    }

    /// What the heuristic player answers; it passes where it would not be asked.
    fn at_first_sight(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if decision.kind == DecisionKind::Priority && !view.is_stop(&self.usual.stops) {
            return Ok(Reply::plain(Choice::option(0)));
        }
        self.heuristic.choose(view, decision)
    }

    /// The answer, and how many playouts it took.
    fn think(&mut self, view: &PlayerView, decision: &Decision, usual: &Choice, bar: Bar) -> (Choice, u32) {
        let turn = view.turn().number;
        let found = candidates(view, decision, usual);
        let plan = self.plan.take().filter(|line| line.through >= turn);
        let plan = plan.filter(|line| line.moves.first().is_none_or(|next| next.at(view, decision).is_some()));
        if found.len() < 2 {
            self.go_on(plan, decision, usual);
            return (usual.clone(), 0);
        }
        let living = view.living().count() as u32;
        let mut playouts = Playouts::new(view, &self.profiles, self.usual, self.options.rounds * living);
        let worlds: Vec<World> = (0..self.options.worlds)
            .map(|n| World { game: imagine(view, &mut self.dice), temper: Temper::of(n) })
            .collect();
        let (plan, waits): (Vec<Line>, Vec<Line>) = plan.into_iter().partition(|line| !line.moves.is_empty());
        let mut lines = lines(view, decision, &found, plan);
        // What waits for opponents goes with whatever is answered until then.
        lines.extend(waits.iter().flat_map(|line| {
            found.iter().map(|choice| Line { moves: vec![Move::new(decision, choice)], ..line.clone() })
        }));
        for through in Search::trees(view, decision, living, bar) {
            let grown = Tree::best_line(&worlds[0], &mut playouts, GROWTH * worlds.len(), through);
            lines.extend(grown.filter(|line| !line.moves.is_empty()));
        }
        let mut arms: Vec<Arm> = lines.into_iter().map(Arm::new).collect();
        let mut at = best(&mut arms, bar, &worlds, self.options.candidates, &mut playouts);
        if bar != Bar::WinsNow && arms[at].loses() {
            arms.extend(replies(view, decision, &found, living).map(Arm::new));
            at = best(&mut arms, bar, &worlds, self.options.candidates, &mut playouts);
        }
        let line = arms.swap_remove(at).line;
        let choice = line.moves[0].at(view, decision).unwrap_or_else(|| usual.clone());
        self.go_on(Some(line), decision, &choice);
        (choice, playouts.made)
    }

    /// Through which turns trees are grown. In the turns of others an act is seldom part of a longer line; a block is. Where
    /// only a win in this turn is better, nothing beyond it is worth a look.
    fn trees(view: &PlayerView, decision: &Decision, living: u32, bar: Bar) -> Vec<u32> {
        let turn = view.turn().number;
        let theirs = view.are_opponents(view.turn().active, view.actor());
        match theirs && decision.kind == DecisionKind::Priority {
            true => Vec::new(),
            false if bar == Bar::WinsNow => vec![turn],
            false => vec![turn, turn + living],
        }
    }

    /// Keeps the rest of a line, if that is what was answered: moves, or what waits for opponents.
    fn go_on(&mut self, line: Option<Line>, decision: &Decision, choice: &Choice) {
        let answered = Move::new(decision, choice);
        let next = line.filter(|line| line.moves.first().is_none_or(|next| *next == answered));
        let rest = next.map(|line| Line { moves: line.moves.into_iter().skip(1).collect(), ..line });
        self.plan = rest.filter(|line| !line.moves.is_empty() || matches!(line.manner, Manner::Reply(..)));
    }
}

/// The lines to compare: the plan or the usual answer first, then every candidate: in somebody else's turn what is done once
/// they attack before what is done at once, which they can answer; before an attack of one's own also with an attack of
/// everything to follow.
fn lines(view: &PlayerView, decision: &Decision, found: &[Choice], plan: Vec<Line>) -> Vec<Line> {
    let through = view.turn().number;
    let line = |choice: &Choice, manner| Line { moves: vec![Move::new(decision, choice)], manner, through };
    let mine = !view.are_opponents(view.turn().active, view.seat());
    let before =
        matches!(view.step(), Step::Untap | Step::Upkeep | Step::Draw | Step::PrecombatMain | Step::BeginningOfCombat);
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
fn replies<'c>(
    view: &PlayerView,
    decision: &'c Decision,
    found: &'c [Choice],
    living: u32,
) -> impl Iterator<Item = Line> + 'c {
    let through = view.turn().number + living;
    let cues = [Cue::Attack, Cue::Stack].into_iter();
    cues.flat_map(move |cue| {
        found.iter().take(REPLIED).flat_map(move |choice| {
            let line =
                move |at| Line { moves: vec![Move::new(decision, choice)], manner: Manner::Reply(cue, at), through };
            (0..REPLIES).map(line)
        })
    })
}

/// Questions that are answered as usual: nothing that happens soon depends on them, or they have one good answer.
fn is_plain(decision: &Decision) -> bool {
    matches!(
        decision.kind,
        DecisionKind::Mulligan | DecisionKind::MulliganBottom | DecisionKind::TriggerOrder | DecisionKind::Commander
    )
}

impl Agent for Search {
    fn seated(&mut self, seated: &Seated) -> Wants {
        // Dice of its own, so that what it draws and what is imagined here have nothing in common.
        let dice = Dice::new(u64::from(self.dice.below(u32::MAX)), seated.game, Lane::Agent(seated.seat.0));
        self.usual = self.heuristic.seated(&Seated { dice, ..seated.clone() });
        Wants { concedes: self.usual.concedes, ..Wants::only_asked(STOPS) }
    }

    fn concedes(&mut self, view: &PlayerView) -> bool {
        self.heuristic.concedes(view)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        // Who asks it everywhere gets the same answers.
        if decision.kind == DecisionKind::Priority && !view.is_stop(&STOPS) {
            return Ok(Reply::plain(Choice::option(0)));
        }
        let usual = self.at_first_sight(view, decision)?;
        // What was seen to kill the last opponent needs no playouts; where more are left, only a win is better.
        let sure = self.heuristic.is_sure();
        if is_idle(decision) || is_plain(decision) || sure && view.last_opponent_of(view.seat()).is_some() {
            return Ok(Reply { then: None, ..usual });
        }
        let answers =
            view.stack().next_back().is_some_and(|top| top.spell && view.are_opponents(top.controller, view.seat()));
        let bar = match sure {
            true => Bar::WinsNow,
            false if answers && usual.choice == Choice::option(0) => Bar::Worthwhile,
            false => Bar::Better,
        };
        let (choice, playouts) = self.think(view, decision, &usual.choice, bar);
        Ok(Reply { choice, then: None, spent: usual.spent.saturating_add(playouts) })
    }
}
