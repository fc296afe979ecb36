//! Imagined games played on: the player's line first, then everybody by rules of thumb.

use std::sync::Arc;

use crate::agents::heuristic::{Heuristic, Profiles, is_attacked};
use crate::agents::{Agent, Wants};
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use crate::game::settle::{Reply, settle};
use crate::game::stops::{Stops, Tops};
use crate::game::view::PlayerView;
use crate::game::{Game, Pause};
use crate::turn::{BySeat, Seat, Step, StepSet};

use super::candidates::candidates;
use super::combat;
use super::value::value;

/// At which priorities the search player is asked, and asks itself in the turn that it thinks about.
pub(super) const STOPS: Stops = Stops {
    own: StepSet::of(&[
        Step::PrecombatMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::CombatDamage,
        Step::PostcombatMain,
        Step::End,
    ]),
    others: StepSet::of(&[
        Step::Upkeep,
        Step::PrecombatMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::End,
    ]),
    top: Tops::THEIR_SPELL.union(Tops::THEIR_ABILITY).union(Tops::OWN_ABILITY),
    forced: false,
};

/// Questions answered in one playout at most: a guard against endless turns.
const MOST_QUESTIONS: u32 = 3_000;

/// One answer of a line: a choice, with the act that it stands for, as options may have other places in other worlds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    kind: DecisionKind,
    item: Option<Item>,
    choice: Choice,
    /// The step that it waits for.
    from: Step,
}

impl Move {
    pub(super) fn new(decision: &Decision, choice: &Choice) -> Move {
        let item = match (&decision.shape, choice) {
            (Shape::One(options), Choice::One(at, _)) => options.get(usize::from(*at)).copied(),
            _ => None,
        };
        Move { kind: decision.kind, item, choice: choice.clone(), from: Step::Untap }
    }

    /// The same, in that step or a later one of its turn.
    pub(super) fn not_before(self, from: Step) -> Move {
        Move { from, ..self }
    }

    /// Whether it is that other one, in a later step.
    pub(super) fn is_later(&self, other: &Move) -> bool {
        self.from > other.from && *self == Move { from: self.from, ..other.clone() }
    }

    /// Whether its step is still to come.
    fn waits(&self, view: &PlayerView) -> bool {
        view.step() < self.from
    }

    /// The choice, if it can be made at that question.
    pub(super) fn at(&self, view: &PlayerView, decision: &Decision) -> Option<Choice> {
        if self.kind != decision.kind || self.waits(view) {
            return None;
        }
        let choice = match (&self.item, &decision.shape, &self.choice) {
            (Some(item), Shape::One(options), Choice::One(_, fills)) => {
                let at = options.iter().position(|option| option == item)?;
                Choice::One(at as u16, fills.clone())
            }
            _ => self.choice.clone(),
        };
        view.is_legal(&choice).then_some(choice)
    }
}

/// What is waited for in the turns of opponents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cue {
    /// They attack this player.
    Attack,
    /// A spell or ability of theirs is on top of the stack.
    Stack,
}

/// How the player goes on after its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// By the rules of thumb.
    Usual,
    /// The same, but it attacks the weakest with everything that can attack.
    AllOut,
    /// It passes until an opponent does that for the first time, and then does what is at that place of what could be done.
    Reply(Cue, usize),
}

/// Whether nothing can be done but to pass and to make mana for nothing: no line has a move there.
pub(super) fn is_idle(decision: &Decision) -> bool {
    let Shape::One(options) = &decision.shape else { return false };
    decision.kind == DecisionKind::Priority
        && options.iter().all(|option| matches!(option, Item::Pass | Item::MakeMana(..)))
}

/// Answers of the search player from the question in hand on, and how it goes on after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) manner: Manner,
    /// The last turn in which it is followed.
    pub(super) through: u32,
}

/// An imagined world in which lines are tried.
pub(super) struct World {
    pub(super) game: Game,
    /// What its opponents are like.
    pub(super) temper: Temper,
}

/// What opponents do in an imagined world whatever rules of thumb say: who has a kill in all kinds of worlds has one that no block
/// prevents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Temper {
    /// Nothing else.
    Usual,
    /// Who would die of an attack blocks all they can.
    Stubborn,
    /// They attack this player with everything.
    Fierce,
}

impl Temper {
    /// That of the world of that number: every other is stubborn, every fourth fierce.
    pub(super) const fn of(world: usize) -> Temper {
        match world % 4 {
            0 | 2 => Temper::Stubborn,
            1 => Temper::Fierce,
            _ => Temper::Usual,
        }
    }
}

/// Somebody who answers for the search player in the turn that it thinks about.
pub(super) trait Pilot {
    /// The answer; `None`: by the rules of thumb.
    fn answer(&mut self, view: &PlayerView, decision: &Decision, heuristic: &mut Heuristic) -> Option<Choice>;
}

/// Follows a line as far as it can be followed.
pub(super) struct Follow<'l> {
    rest: &'l [Move],
    manner: Manner,
    replied: bool,
}

impl<'l> Follow<'l> {
    pub(super) fn new(line: &'l Line) -> Follow<'l> {
        Follow { rest: &line.moves, manner: line.manner, replied: false }
    }
}

impl Pilot for Follow<'_> {
    fn answer(&mut self, view: &PlayerView, decision: &Decision, _: &mut Heuristic) -> Option<Choice> {
        if let Some((next, rest)) = self.rest.split_first() {
            if next.waits(view) {
                return (decision.kind == DecisionKind::Priority).then(|| Choice::option(0));
            }
            let found = next.at(view, decision);
            self.rest = if found.is_some() { rest } else { &[] };
            if found.is_some() {
                return found;
            }
        }
        match self.manner {
            Manner::Reply(cue, at) if !self.replied && cue.has_come(view, decision) => {
                self.replied = true;
                candidates(view, decision, &Choice::option(0)).into_iter().nth(at + 1)
            }
            Manner::Reply(..) if !self.replied && decision.kind == DecisionKind::Priority => Some(Choice::option(0)),
            manner => in_manner(manner, view, decision),
        }
    }
}

impl Cue {
    /// Whether that is the first chance to do something about it.
    fn has_come(self, view: &PlayerView, decision: &Decision) -> bool {
        let me = view.actor();
        let theirs = decision.kind == DecisionKind::Priority && view.are_opponents(view.turn().active, me);
        theirs
            && match (self, view.stack().next_back()) {
                (Cue::Attack, None) => is_attacked(view),
                (Cue::Stack, Some(top)) => view.are_opponents(top.controller, me),
                (Cue::Attack, Some(_)) | (Cue::Stack, None) => false,
            }
    }
}

/// What the manner says at that question, if it says anything.
pub(super) fn in_manner(manner: Manner, view: &PlayerView, decision: &Decision) -> Option<Choice> {
    let Shape::Assign { items, options, constraint: Constraint::Attack } = &decision.shape else { return None };
    (manner == Manner::AllOut).then(|| combat::all_out_at_weakest(view, items, options)).flatten()
}

/// Plays imagined games on.
pub(super) struct Playouts {
    heuristic: Heuristic,
    pub(super) profiles: Arc<Profiles>,
    me: Seat,
    /// The stops of everybody in the turn that is thought about, and later.
    stops: [BySeat<Stops>; 2],
    /// The turn that is thought about, and the last one that is played.
    pub(super) turn: u32,
    last: u32,
    /// Playouts made.
    pub(super) made: u32,
}

impl Playouts {
    /// Playouts for that seat from the turn in progress on, `horizon` turns ahead; `others` is what rules of thumb want to
    /// be asked, `own` where that seat is in the turns that it thinks about.
    pub(super) fn new(
        view: &PlayerView,
        profiles: &Arc<Profiles>,
        others: Wants,
        own: Stops,
        horizon: u32,
    ) -> Playouts {
        let (me, turn) = (view.seat(), view.turn().number);
        let usual = BySeat::new(view.seats(), |_| others.stops);
        let mut thinking = usual.clone();
        thinking[me] = own;
        Playouts {
            heuristic: Heuristic::new(Arc::clone(profiles)),
            profiles: Arc::clone(profiles),
            me,
            stops: [thinking, usual],
            turn,
            last: turn.saturating_add(horizon),
            made: 0,
        }
    }

    /// Plays a world on to the horizon, and says what it is worth then.
    /// The pilot answers up to the end of the turn of that number.
    pub(super) fn run(&mut self, world: &World, pilot: &mut dyn Pilot, through: u32) -> i64 {
        self.made += 1;
        let mut game = world.game.clone();
        for _ in 0..MOST_QUESTIONS {
            if !self.advance(&mut game, through) {
                break;
            }
            self.answer(&mut game, pilot, through, world.temper);
        }
        value(&game, self.me, &self.profiles, self.turn)
    }

    /// Goes on to the next question; false when the game is over or the horizon is reached.
    fn advance(&self, game: &mut Game, through: u32) -> bool {
        let [thinking, usual] = &self.stops;
        let pause = game.advance_through(through.min(self.last), thinking);
        let pause = pause.or_else(|| game.advance_through(self.last, usual));
        game.clear_events();
        pause == Some(Pause::Decide)
    }

    fn answer(&mut self, game: &mut Game, pilot: &mut dyn Pilot, through: u32, temper: Temper) {
        let Some(decider) = game.decision().map(|decision| decision.decider) else { return };
        let view = game.view(decider);
        let Some(decision) = view.decision() else { return };
        let thinks = decider == self.me && game.place().turn <= through;
        let own = if thinks && is_idle(decision) {
            Some(Choice::option(0))
        } else if thinks {
            pilot.answer(&view, decision, &mut self.heuristic)
        } else if view.are_opponents(decider, self.me) {
            match temper {
                Temper::Usual => None,
                Temper::Stubborn => stubborn_block(&view, decision),
                Temper::Fierce => fierce_attack(&view, decision, self.me),
            }
        } else {
            None
        };
        let reply = match own {
            Some(choice) => Ok(Reply::plain(choice)),
            // In the turns that are thought about nothing is passed unasked.
            None => self.heuristic.choose(&view, decision).map(|reply| match thinks {
                true => Reply { then: None, ..reply },
                false => reply,
            }),
        };
        drop(view);
        settle(game, reply);
    }
}

fn fierce_attack(view: &PlayerView, decision: &Decision, on: Seat) -> Option<Choice> {
    let Shape::Assign { items, options, constraint: Constraint::Attack } = &decision.shape else { return None };
    combat::all_out_at(view, items, options, on)
}

fn stubborn_block(view: &PlayerView, decision: &Decision) -> Option<Choice> {
    let Shape::Assign { items, options, constraint: Constraint::Block } = &decision.shape else { return None };
    combat::all_in_the_way(view, items, options)
}
