//! Looking ahead where it matters: who could be killed this turn, and what else than usual keeps this player alive.
//!
//! Nothing is looked at unless a kill, or one's own end, is near as far as arithmetic can tell; then a few ways to go on are
//! played in one imagined game, in which the others never act at priority and block as well as they can.

mod candidates;
mod near;
mod play_on;

use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Shape};
use crate::game::view::PlayerView;
use crate::game::{Dice, Game, imagine};
use crate::turn::{Seat, Step};

use super::Heuristic;
use near::Near;
use play_on::{Ahead, Habit, all_at};

/// Ways to go on that are played at one decision, at most.
const PLAYS: u32 = 48;
/// The same in one turn.
const PLAYS_A_TURN: u32 = 96;
/// Acts in a row.
const DEEP: u32 = 3;

/// How often a player still looks ahead in a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    turn: u32,
    left: u32,
    /// Whom it is about to kill in this turn.
    hunted: Option<Seat>,
}

impl Patience {
    pub(super) const NEW: Patience = Patience { turn: 0, left: PLAYS_A_TURN, hunted: None };
}

/// One decision looked at.
struct Look<'a> {
    player: &'a Heuristic,
    view: &'a PlayerView,
    decision: &'a Decision,
    me: Seat,
    /// The imagined game, at this decision.
    root: Game,
    left: u32,
}

/// What to do instead of the usual, if that kills somebody whom the usual does not kill, or saves this player.
pub(super) fn instead(
    player: &Heuristic,
    view: &PlayerView,
    decision: &Decision,
    usual: &Choice,
    dice: &Dice,
    patience: &mut Patience,
) -> Option<Choice> {
    if decision.actor != decision.decider {
        return None;
    }
    let turn = view.turn().number;
    if patience.turn != turn {
        *patience = Patience { turn, ..Patience::NEW };
    }
    let mut near = near::read(&player.profiles, view, decision, *usual != decision.default);
    if let Some(hunted) = patience.hunted.filter(|seat| near.hunts && view.is_living(*seat)) {
        near.prey.retain(|seat| *seat != hunted);
        near.prey.insert(0, hunted);
    }
    if near.prey.is_empty() && !near.danger {
        return None;
    }
    let left = PLAYS.min(patience.left);
    let mut look = Look { player, view, decision, me: view.actor(), root: imagine(view, &mut dice.clone()), left };
    let found = look.instead(&near, usual);
    patience.left -= left - look.left;
    if std::env::var("LOOK").is_ok() {
        eprintln!(
            "LOOK {:?} {:?} near {near:?} usual {usual:?} found {found:?} left {}",
            decision.kind,
            view.step(),
            look.left
        );
    }
    let (hunted, choice) = found?;
    patience.hunted = hunted.or(patience.hunted);
    choice
}

impl<'a> Look<'a> {
    /// Whom to kill, and what to do instead of the usual.
    fn instead(&mut self, near: &Near, usual: &Choice) -> Option<(Option<Seat>, Option<Choice>)> {
        for target in &near.prey {
            if let Some(choice) = self.kill(*target, usual) {
                return Some((Some(*target), choice));
            }
        }
        if near.danger { self.survive(usual).map(|choice| (None, Some(choice))) } else { None }
    }

    fn start(&mut self, choice: &Choice) -> Ahead<'a> {
        self.left = self.left.saturating_sub(1);
        let mut ahead = Ahead::new(self.root.clone(), self.player, self.me);
        ahead.answer(choice);
        ahead
    }

    /// How to kill that player this turn: `Some(None)` when the usual does.
    fn kill(&mut self, target: Seat, usual: &Choice) -> Option<Option<Choice>> {
        for all_at in [None, Some(target)] {
            let mut ahead = self.start(usual);
            if self.kills(&mut ahead, target, Habit { frugal: false, all_at }) {
                return Some(None);
            }
        }
        match (&self.decision.shape, self.decision.kind) {
            (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
                let all = all_at(target, items, options, self.view);
                for choice in all.iter().chain([usual]) {
                    let ahead = self.start(choice);
                    if self.follow(ahead, target, DEEP) {
                        return Some(Some(choice.clone()));
                    }
                }
                None
            }
            (_, DecisionKind::Priority) => {
                let ahead = Ahead::new(self.root.clone(), self.player, self.me);
                self.search(&ahead, target, DEEP).map(Some)
            }
            _ => None,
        }
    }

    /// Whether that player is killed in this turn, if this player does the right things.
    fn follow(&mut self, mut ahead: Ahead<'a>, target: Seat, deep: u32) -> bool {
        let habit = Habit { frugal: true, all_at: Some(target) };
        let (me, own) = (self.me, self.view.turn().active == self.me);
        let over = |game: &Game| !game.living().contains(target) || own && game.place().active != me;
        ahead.play_on(habit, |game| over(game) || is_asked_alone(game, me));
        if !ahead.lives(target) {
            return ahead.lives(me);
        }
        ahead.game.outcome().is_none() && !over(&ahead.game) && self.search(&ahead, target, deep).is_some()
    }

    /// What to do first so that acts at this priority and the later ones of this turn kill that player.
    fn search(&mut self, from: &Ahead<'a>, target: Seat, deep: u32) -> Option<Choice> {
        for way in self.ways(from, deep) {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let mut ahead = from.fork();
            ahead.answer(&way);
            let spent = u32::from(way != Choice::option(0));
            if self.follow(ahead, target, deep - spent) {
                return Some(way);
            }
        }
        None
    }

    /// To pass, or in combat what is usual, and then every act.
    fn ways(&self, from: &Ahead<'a>, deep: u32) -> Vec<Choice> {
        let Some(decision) = from.game.decision() else { return Vec::new() };
        let view = from.game.view(self.me);
        let mut ways = vec![Choice::option(0)];
        if deep == 0 {
            return ways;
        }
        ways.extend(candidates::acts_at(&view, decision, &self.player.profiles));
        if matches!(view.step(), Step::DeclareBlockers | Step::CombatDamage) {
            let usual = self.player.at_once(&view, decision).choice;
            ways.retain(|way| *way != usual);
            ways.insert(0, usual);
        }
        ways
    }

    /// Whether that player is killed before this player's turns in a row are over, and this player is not.
    fn kills(&self, ahead: &mut Ahead<'_>, target: Seat, habit: Habit) -> bool {
        let me = self.me;
        let own = self.view.turn().active == me;
        ahead.play_on(habit, |game| !game.living().contains(target) || own && game.place().active != me);
        !ahead.lives(target) && ahead.lives(me)
    }

    /// Another way, when the usual ends this player before their next turn and that one does not.
    fn survive(&mut self, usual: &Choice) -> Option<Choice> {
        let mut ahead = self.start(usual);
        if self.survives(&mut ahead) {
            return None;
        }
        let pass = Choice::option(0);
        let others = match (&self.decision.shape, self.decision.kind) {
            (_, DecisionKind::Priority) => {
                let mut acts = candidates::acts_at(self.view, self.decision, &self.player.profiles);
                acts.insert(0, pass);
                acts
            }
            (Shape::Assign { constraint: Constraint::Attack, .. }, _) => vec![Choice::Assign(Vec::new())],
            (Shape::Assign { items, options, constraint: Constraint::Block }, _) => {
                candidates::blocks(self.view, items, options)
            }
            _ => Vec::new(),
        };
        for other in others {
            if self.left == 0 {
                return None;
            }
            if other == *usual || !self.view.is_legal(&other) {
                continue;
            }
            let mut ahead = self.start(&other);
            if self.survives(&mut ahead) {
                return Some(other);
            }
        }
        None
    }

    /// Whether this player comes to the main phase of their next turn.
    fn survives(&self, ahead: &mut Ahead<'_>) -> bool {
        let (me, turn) = (self.me, self.view.turn().number);
        ahead.play_on(Habit::USUAL, |game| {
            let place = game.place();
            let there = place.active == me && place.turn > turn && place.step > Step::Draw;
            there || !game.living().contains(me)
        });
        ahead.lives(me)
    }
}

/// Whether that player is asked at priority for themselves, with nothing on the stack.
fn is_asked_alone(game: &Game, me: Seat) -> bool {
    let asked = game.decision().is_some_and(|d| d.kind == DecisionKind::Priority && d.decider == me && d.actor == me);
    asked && game.view(me).stack().len() == 0
}
