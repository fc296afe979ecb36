//! The heuristic player: it plays lands on curve, casts what it can, uses removal and counterspells, attacks when it profits
//! and takes its extra turns.
//!
//! It scores options in small integers and sees nothing but its view. What the cards are for is read from their instructions
//! once for each catalog: [`Profiles`]. Where somebody could be killed this turn, or this player is about to be, it plays a few
//! ways to go on in one imagined game, with dice of its own; how often it still may is all that it remembers between decisions.

mod activate;
mod attack;
mod block;
mod board;
mod bonds;
mod counter;
mod divide;
mod doomed;
mod duel;
mod effect;
mod effect_reader;
mod endgame;
mod flicker;
mod home;
mod hopeless;
mod judge;
mod knock_out;
mod later;
mod lookahead;
mod means;
mod odd;
mod opening;
mod order;
mod peril;
mod plan;
mod priority;
mod profile;
mod rare;
mod small;
mod striker;
#[cfg(test)]
mod tests;
mod threat;
mod vote;
mod ways;
mod weights;

use std::sync::Arc;

use crate::game::Dice;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use crate::game::settle::{Fault, Reply};
use crate::game::setup::Concede;
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::turn::Yield;

use board::BoardReading;
pub(in crate::agents) use board::worth;
pub(super) use endgame::{is_endgame, takes_a_turn};
pub(super) use priority::is_attacked;
pub use profile::{CardProfile, LazyProfiles, Profiles, Roles};
use small::{Small, most};
pub use weights::{Weight, Weights};

use super::otherwise::otherwise;
use super::{Agent, Pilot, Seated, Wants};

/// The heuristic agent. Making one for each game costs next to nothing: the profiles are shared.
#[derive(Debug)]
pub struct Heuristic {
    profiles: Arc<Profiles>,
    /// How it plays.
    pilot: Pilot,
    /// The priorities at which it is asked.
    stops: Stops,
    /// Its own, for what it imagines; `None` until it is seated.
    dice: Option<Dice>,
    /// What it still looks ahead in this turn.
    patience: lookahead::Patience,
    /// By the custom of the table, who can't win any more concedes.
    concedes: bool,
    /// The last turn in which it looked whether it still can.
    looked: u32,
    /// Its last answer was seen to kill somebody, or to keep it in the game, on a small table.
    sure: bool,
}

impl Heuristic {
    /// An agent for games with the catalog of those profiles.
    #[must_use]
    pub const fn new(profiles: Arc<Profiles>) -> Heuristic {
        Heuristic {
            profiles,
            pilot: Pilot::DEFAULT,
            stops: priority::STOPS,
            dice: None,
            patience: lookahead::Patience::NEW,
            concedes: false,
            looked: 0,
            sure: false,
        }
    }

    /// The same, playing like that.
    #[must_use]
    pub fn piloted(self, pilot: Pilot) -> Heuristic {
        Heuristic { pilot, ..self }
    }

    /// Whether what it answered last was seen to kill somebody, or to keep it in the game.
    pub(in crate::agents) const fn is_sure(&self) -> bool {
        self.sure
    }

    fn answer(&self, view: &PlayerView, decision: &Decision) -> Option<Choice> {
        let kind = decision.kind;
        match (&decision.shape, kind) {
            (_, DecisionKind::Mulligan) => Some(Choice::option(u16::from(!opening::keeps(view, &self.profiles)))),
            (Shape::Some { min, .. }, DecisionKind::MulliganBottom) => Some(opening::bottom(view, *min)),
            (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
                let default = &decision.default;
                Some(attack::declare(view, items, options, default, &self.profiles, &self.pilot))
            }
            (Shape::Assign { items, options, constraint: Constraint::Block }, _) => {
                Some(block::declare(view, items, options, &self.profiles, &decision.default))
            }
            (Shape::One(options), DecisionKind::Attacked) => Some(attack::aim(view, options, &decision.default)),
            (Shape::One(options), DecisionKind::Mana) => Some(opening::best_mana(view, options)),
            (Shape::One(options), DecisionKind::Commander) => {
                Some(Choice::option(options.iter().position(|o| *o == Item::Yes).unwrap_or(0) as u16))
            }
            (_, DecisionKind::TriggerOrder | DecisionKind::Skip | DecisionKind::Damage | DecisionKind::Legend) => None,
            _ => self.choose_small(view, decision),
        }
    }

    fn choose_small(&self, view: &PlayerView, decision: &Decision) -> Option<Choice> {
        let board = match decision.kind {
            // Cards are priced by what they are and by what one has to cast them with.
            DecisionKind::Discard | DecisionKind::Sacrifice | DecisionKind::Scry | DecisionKind::Search => {
                BoardReading::glance(view, &self.profiles)
            }
            _ => BoardReading::read_as(view, &self.profiles, &self.pilot),
        };
        let small = Small { view, profiles: &self.profiles, board: &board };
        let max = most(&decision.shape);
        Some(match (&decision.shape, decision.kind) {
            (Shape::Some { .. }, DecisionKind::Discard | DecisionKind::Sacrifice) => small.worst(max),
            (Shape::Some { min: 0, .. }, DecisionKind::Scry) => small.scry(max),
            (Shape::Some { .. }, DecisionKind::Scry) => small.worst(max),
            (Shape::Some { min: 0, .. }, DecisionKind::Untap) => return None,
            (Shape::Some { .. }, DecisionKind::Untap) => small.untapped(max),
            (Shape::Some { options, .. }, DecisionKind::Choose) if small.proliferates() => small.proliferate(options),
            (Shape::One(options), DecisionKind::Choose) if small.shields() => small.source_of_damage(options),
            (Shape::Some { min: 0, .. }, DecisionKind::Choose) if small.untaps() => return None,
            (Shape::Some { .. }, DecisionKind::Choose) => small.choose(max),
            (Shape::One(_), DecisionKind::Vote) => small.vote(decision),
            (Shape::One(options), DecisionKind::Play) => small.play(options),
            (Shape::Number { max, .. }, DecisionKind::Pay) => small.life_to_pay(*max),
            (Shape::Some { .. }, DecisionKind::Search) => small.found(max),
            (Shape::Assign { items, constraint: Constraint::Shares(n), .. }, _) => small.shares(items, *n),
            (Shape::Assign { constraint: Constraint::Sum(n), .. }, _) => small.heap(*n, &decision.default),
            (Shape::One(modes), DecisionKind::Mode) => small.mode(decision, modes.len()),
            (_, DecisionKind::Target) => small.target(decision),
            (_, DecisionKind::May) => small.may(decision),
            (_, DecisionKind::Pay) => small.pay(decision),
            _ => return None,
        })
    }

    /// The answer at first sight.
    fn at_once(&self, view: &PlayerView, decision: &Decision) -> Reply {
        if decision.actor != decision.decider {
            return Reply::plain(lookahead::misplay(self, view, decision));
        }
        if let (Shape::One(options), DecisionKind::Priority) = (&decision.shape, decision.kind) {
            let reply = self.priority(view, options);
            let choice = otherwise(view, decision, reply.choice.clone());
            let then = reply.then.filter(|_| choice == reply.choice);
            return Reply { choice, then, spent: reply.spent };
        }
        let choice = self.answer(view, decision).unwrap_or_else(|| decision.default.clone());
        let choice = otherwise(view, decision, choice);
        let then = self.once_blocked(view, decision, &choice);
        Reply { choice, then, spent: 1 + size(&decision.shape) }
    }

    /// Whether to be asked again once blocks are declared.
    fn once_blocked(&self, view: &PlayerView, decision: &Decision, choice: &Choice) -> Option<Yield> {
        let blocks = decision.kind == DecisionKind::Blockers && matches!(choice, Choice::Assign(b) if !b.is_empty());
        if blocks { priority::once_blocked(view, &self.profiles) } else { None }
    }

    fn priority(&self, view: &PlayerView, options: &[Item]) -> Reply {
        let mut spent = 1;
        match priority::choose(view, options, &self.profiles, &self.pilot, &mut spent) {
            Some(choice) => {
                let then = priority::until_resolved(view, &self.profiles);
                Reply { choice, then, spent }
            }
            None => {
                // Only where it stops anyhow: who asks it everywhere gets the same answers.
                let stops = view.is_stop(&self.stops);
                let then = if stops { priority::standing_pass(view, options, &self.profiles) } else { None };
                Reply { choice: Choice::option(0), then, spent }
            }
        }
    }
}

impl Agent for Heuristic {
    /// It is asked where there may be something for it to do.
    fn seated(&mut self, seated: &Seated) -> Wants {
        self.dice = Some(seated.dice.clone());
        self.patience = lookahead::Patience::NEW;
        self.concedes = seated.rules.concede == Concede::Hopeless;
        self.looked = 0;
        self.stops = priority::stops(&seated.deck, &self.profiles);
        Wants { concedes: self.concedes, ..Wants::only_asked(self.stops) }
    }

    /// Looked at once in each turn, as soon as anybody is asked anything.
    fn concedes(&mut self, view: &PlayerView) -> bool {
        let turn = view.turn().number;
        let fresh = std::mem::replace(&mut self.looked, turn) != turn;
        self.concedes && fresh && hopeless::is_hopeless(view, &self.profiles)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let reply = self.at_once(view, decision);
        self.sure = false;
        let Some(dice) = self.dice.clone() else { return Ok(reply) };
        let mut patience = self.patience;
        let instead = lookahead::instead(self, view, decision, &reply.choice, &dice, &mut patience);
        self.patience = patience;
        // An ability of an opponent's may have another after it that is the one to answer.
        let saves = instead.is_some() && priority::their_ability(view).is_none();
        self.sure = (saves || patience.is_hunting()) && !patience.doubts() && lookahead::is_small(view);
        Ok(match instead {
            Some(choice) => Reply { then: self.once_blocked(view, decision, &choice), choice, spent: reply.spent },
            None => reply,
        })
    }
}

/// How many things a shape lists.
fn size(shape: &Shape) -> u32 {
    match shape {
        Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items) => items.len() as u32,
        Shape::Assign { items, options, .. } => (items.len() * options.len().max(1)) as u32,
        Shape::Number { .. } => 1,
    }
}
