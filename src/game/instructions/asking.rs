//! Instructions that ask each of several players in turn, in APNAP order.

use crate::cards::effect::Who;
use crate::turn::Seat;

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::filter::Seats;
use crate::game::object::ObjectId;
use crate::game::state::{Frame, Resume, Sorting};

use super::stand_in::Chooser;

/// Why an instruction is taken up.
#[derive(Clone, Copy)]
pub(in crate::game) enum Call<'a> {
    /// The effect has come to it, or is back at it because somebody has still to be asked.
    Perform,
    /// A player has answered what it asked.
    Answer(&'a Decision, &'a Choice),
}

/// A question: of what kind, its shape, and the default answer.
pub(super) type Question = (DecisionKind, Shape, Choice);

/// What a player has answered.
pub(super) struct Answer<'a> {
    pub(super) seat: Seat,
    pub(super) decision: &'a Decision,
    pub(super) choice: &'a Choice,
}

impl Answer<'_> {
    /// The objects chosen.
    pub(super) fn objects(&self) -> Vec<ObjectId> {
        chosen_items(self.decision, self.choice).iter().filter_map(object).collect()
    }

    /// The objects that could be chosen.
    pub(super) fn looked_at(&self) -> Vec<ObjectId> {
        self.left_over(&[])
    }

    /// What was shown and not chosen.
    pub(super) fn left_over(&self, chosen: &[ObjectId]) -> Vec<ObjectId> {
        let (Shape::Some { options, .. } | Shape::One(options)) = &self.decision.shape else { return Vec::new() };
        options.iter().filter_map(object).filter(|id| !chosen.contains(id)).collect()
    }
}

fn object(item: &Item) -> Option<ObjectId> {
    if let Item::Object(id) = item { Some(*id) } else { None }
}

/// An instruction that asks each of its players in turn.
pub(super) trait Asks {
    /// Whom it asks.
    fn who(&self) -> Who;

    /// The same as seats, in the order in which they are asked.
    fn players(&self, engine: &Engine<'_>) -> Seats {
        engine.seats_of(self.who())
    }

    /// Whether somebody else chooses where who was to choose has left (CR 800.4g).
    fn is_made_for_who_has_left(&self) -> bool {
        false
    }

    /// What is reset before anybody is asked. Only what produces a number itself starts it anew: a scry between a payment
    /// and its result keeps it.
    fn begin(&self, _: &mut Frame) {}

    /// What that player is asked; `None` when there is nothing to choose.
    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question>;

    /// What comes of the answer.
    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>);

    /// What happens for a player who has nothing to choose.
    fn unasked(&self, _: &mut Engine<'_>) {}

    /// What happens once a player has put the last cards in order that the answer left to be ordered.
    fn sorted(&self, _: &mut Engine<'_>, _: Seat) {}

    /// What happens when all have answered.
    fn finish(&self, _: &mut Engine<'_>) {}
}

impl Engine<'_> {
    /// Performs such an instruction, or goes on with it after an answer.
    pub(super) fn ask_each(&mut self, call: Call<'_>, asks: &dyn Asks) {
        match call {
            Call::Perform => self.ask_next(asks),
            Call::Answer(decision, choice) => self.answered(asks, decision, choice),
        }
    }

    fn ask_next(&mut self, asks: &dyn Asks) {
        if !self.frame().begun {
            let seats = asks.players(self);
            let frame = self.frame();
            (frame.begun, frame.asking) = (true, seats);
            asks.begin(frame);
        }
        let living = self.s.turns.living();
        if asks.is_made_for_who_has_left() && self.frame().asking.first().is_some_and(|s| !living.contains(*s)) {
            match self.chooser(asks.who()) {
                Chooser::Player(seat) => self.frame().asking[0] = seat,
                Chooser::Asking => return,
                Chooser::Nobody => {}
            }
        }
        self.frame().asking.retain(|s| living.contains(*s));
        let asked = self.frame().asking.first().copied();
        // Who has left puts nothing in order any more.
        self.frame().sorting.retain(|group| Some(group.by) == asked);
        let Some(seat) = asked else {
            asks.finish(self);
            return self.next();
        };
        match self.order_of_sorting().or_else(|| asks.question(self, seat)) {
            Some((kind, shape, default)) => {
                let source = self.frame().source;
                self.ask_about(seat, kind, Some(source), shape, default, Resume::Frame);
            }
            None => {
                asks.unasked(self);
                self.frame().asking.remove(0);
            }
        }
    }

    fn answered(&mut self, asks: &dyn Asks, decision: &Decision, choice: &Choice) {
        let seat = decision.actor;
        if self.frame().sorting.is_empty() {
            asks.answer(self, &Answer { seat, decision, choice });
        } else {
            self.put_in_order(decision, choice);
            if self.frame().sorting.is_empty() {
                asks.sorted(self, seat);
            }
        }
        let frame = self.frame();
        if !frame.asking.is_empty() && frame.sorting.is_empty() {
            frame.asking.remove(0);
        }
    }

    // ---- cards in any order ----

    /// The order of cards that have come to one place, where that is still to be asked.
    fn order_of_sorting(&self) -> Option<Question> {
        let group = self.s.frames.last()?.sorting.first()?;
        let options: Vec<Item> = group.cards.iter().copied().map(Item::Object).collect();
        let default = Choice::Order((0..options.len() as u16).collect());
        Some((DecisionKind::Scry, Shape::Order(options), default))
    }

    /// Asks for the order of cards that have come to one place, where it makes a difference.
    pub(super) fn sort(&mut self, mut groups: Vec<Sorting>) {
        groups.retain(|group| {
            let mut cards = group.cards.iter().map(|id| self.s.object(id.slot).card);
            let first = cards.next();
            cards.any(|card| Some(card) != first)
        });
        self.frame().sorting = groups;
    }

    /// The answer: the cards of the first group lie in that order, the highest first.
    fn put_in_order(&mut self, decision: &Decision, choice: &Choice) {
        let group = self.frame().sorting.remove(0);
        let order: Vec<u16> = chosen_items(decision, choice).iter().filter_map(object).map(|id| id.slot).collect();
        let library = &mut self.s.players[group.of].library;
        library.retain(|slot| !order.contains(slot));
        if group.bottom {
            library.splice(0..0, order.into_iter().rev());
        } else {
            library.extend(order.into_iter().rev());
        }
    }
}
