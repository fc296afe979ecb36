//! Another world that looks the same to one seat: what is hidden from it is dealt anew among the hidden places.

use std::sync::Arc;

use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::turn::Seat;

use super::advance::Game;
use super::decision::{Item, Shape};
use super::dice::Dice;
use super::object::{Slot, Status};
use super::state::GameState;

impl Game {
    /// Shuffles which cards lie in the other players' hands and libraries and face down in exile, and in the seat's own
    /// library, each player's cards among their own; and which of them lie under what the others have face down on the
    /// battlefield. What a pending question shows the seat stays where it is, and so do commanders and what the seat knows
    /// to lie where it does.
    ///
    /// Whatever the seat can find out by the rules is the same afterwards, so that an agent must answer the same.
    pub fn permute_hidden(&mut self, seat: Seat, dice: &mut Dice) {
        let catalog = Arc::clone(self.catalog());
        Arc::make_mut(self.state_mut()).deal_hidden(&catalog, seat, dice);
    }
}

/// What of one player's cards somebody can't see.
struct Hidden {
    /// Foretold cards.
    foretold: Vec<Slot>,
    /// Other places in hands, libraries and exile.
    slots: Vec<Slot>,
    /// Places in the list of what is face down on the battlefield or the stack.
    beneath: Vec<usize>,
}

impl GameState {
    /// Deals the cards that the seat can't see anew, each player's among the places where it can't see them. The same cards
    /// and dice give the same deal, however the cards lay.
    pub(super) fn deal_hidden(&mut self, catalog: &Catalog, seat: Seat, dice: &mut Dice) {
        for of in Seat::first(self.players.seats()) {
            let hidden = self.hidden(of, seat);
            let mut cards: Vec<CardId> =
                hidden.foretold.iter().chain(&hidden.slots).map(|slot| self.object(*slot).card).collect();
            cards.extend(hidden.beneath.iter().map(|at| self.face_down[*at].card));
            cards.sort_unstable();
            dice.shuffle(&mut cards);
            self.deal(catalog, &hidden, cards);
        }
    }

    fn hidden(&self, of: Seat, seat: Seat) -> Hidden {
        let asked = self.pending.as_ref().map(|p| &p.decision).filter(|d| d.decider == seat);
        let actor = asked.map_or(seat, |d| d.actor);
        let shown = asked.map_or_else(Vec::new, |d| shown(&d.shape));
        let mut slots = self.players[of].library.clone();
        if self.turns.are_opponents(of, seat) && of != actor {
            slots.extend(&self.players[of].hand);
        }
        let exiled = self.exile.iter().filter(|slot| self.object(**slot).owner == of);
        slots.extend(exiled.filter(|slot| self.is_covered(**slot, [seat, actor])));
        slots.retain(|slot| {
            !shown.contains(slot) && !self.object(*slot).is(Status::COMMANDER) && !self.is_known(*slot, seat)
        });
        let is_foretold = |slot: &Slot| self.foretold.iter().any(|(id, _)| *id == self.id(*slot));
        let (foretold, slots) = slots.into_iter().partition(is_foretold);
        Hidden { foretold, slots, beneath: self.beneath(of, [seat, actor]) }
    }

    /// The places, in the list of what is face down, of a player's cards that lie face down under their own control, where
    /// none of those players may look.
    fn beneath(&self, of: Seat, from: [Seat; 2]) -> Vec<usize> {
        let lies = |at: &usize| {
            let object = self.object(self.face_down[*at].slot);
            object.owner == of && object.controller == of && !object.is(Status::COMMANDER)
        };
        if from.contains(&of) { Vec::new() } else { (0..self.face_down.len()).filter(lies).collect() }
    }

    /// What was foretold can be, and what lies face down could be cast so, as far as there are such cards.
    fn deal(&mut self, catalog: &Catalog, hidden: &Hidden, mut cards: Vec<CardId>) {
        let mut take = |fits: fn(&Card) -> bool| {
            let found = cards.iter().rposition(|card| fits(catalog.card(*card))).or(cards.len().checked_sub(1));
            found.map(|at| cards.remove(at))
        };
        for at in &hidden.beneath {
            let any = self.face_down[*at].manifested;
            if let Some(card) = take(if any { |_| true } else { |card| card.morph.is_some() }) {
                self.face_down[*at].card = card;
            }
        }
        for slot in &hidden.foretold {
            if let Some(card) = take(|card| card.has & Card::FORETELL != 0) {
                self.put_card(catalog, *slot, card);
            }
        }
        for (slot, card) in hidden.slots.iter().zip(cards) {
            self.put_card(catalog, *slot, card);
        }
    }

    fn put_card(&mut self, catalog: &Catalog, slot: Slot, card: CardId) {
        let printed = catalog.card(card);
        let object = self.object_mut(slot);
        object.card = card;
        (object.types, object.keywords) = (printed.types, printed.keywords);
        (object.power, object.toughness) = (printed.power, printed.toughness);
    }
}

/// The objects that a question names.
fn shown(shape: &Shape) -> Vec<Slot> {
    let (Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items)) = shape else {
        return Vec::new();
    };
    items.iter().filter_map(|item| if let Item::Object(id) = item { Some(id.slot) } else { None }).collect()
}
