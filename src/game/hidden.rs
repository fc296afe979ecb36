//! Another world that looks the same to one seat: what is hidden from it is dealt anew among the hidden places.

use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::turn::Seat;

use super::advance::Game;
use super::decision::{Item, Shape};
use super::dice::Dice;
use super::object::{Object, Slot, Status};
use super::state::FaceDown;
use super::state::GameState;

impl Game {
    /// Shuffles which cards lie in the other players' hands and libraries and face down in exile, and in the seat's own
    /// library, each player's cards among their own; and which of them lie under what the others have face down on the
    /// battlefield. What a pending question shows the seat stays where it is, and so do commanders.
    ///
    /// Whatever the seat can find out by the rules is the same afterwards, so that an agent must answer the same.
    pub fn permute_hidden(&mut self, seat: Seat, dice: &mut Dice) {
        let decision = self.decision();
        let actor = decision.filter(|d| d.decider == seat).map_or(seat, |d| d.actor);
        let shown = decision.filter(|d| d.decider == seat).map_or_else(Vec::new, |d| shown(&d.shape));
        let catalog = Arc::clone(self.catalog());
        let state = Arc::make_mut(self.state_mut());
        for other in Seat::first(state.players.seats()) {
            let mut hidden = state.players[other].library.clone();
            if state.turns.are_opponents(other, seat) && other != actor {
                hidden.extend(&state.players[other].hand);
            }
            if other != seat && other != actor {
                let foretold = state.foretold.iter().map(|(id, _)| id.slot);
                hidden.extend(foretold.filter(|slot| {
                    let object = state.object(*slot);
                    object.owner == other && object.is(Status::FACE_DOWN)
                }));
            }
            hidden.retain(|slot| !shown.contains(slot) && !state.object(*slot).is(Status::COMMANDER));
            deal_anew(state, &hidden, dice);
            if other != seat && other != actor {
                put_beneath(state, &catalog, other, &hidden, dice);
            }
        }
    }
}

/// Exchanges what a player has face down on the battlefield or the stack with others of their hidden cards.
fn put_beneath(state: &mut GameState, catalog: &Catalog, of: Seat, hidden: &[Slot], dice: &mut Dice) {
    for at in 0..state.face_down.len() {
        let FaceDown { slot, card } = state.face_down[at];
        let object = state.object(slot);
        if hidden.is_empty() || object.owner != of || object.controller != of {
            continue;
        }
        let with = state.object_mut(hidden[dice.below(hidden.len() as u32) as usize]);
        let found = std::mem::replace(&mut with.card, card);
        let printed = catalog.card(card);
        (with.types, with.keywords) = (printed.types, printed.keywords);
        (with.power, with.toughness) = (printed.power, printed.toughness);
        state.face_down[at].card = found;
    }
}

fn shown(shape: &Shape) -> Vec<Slot> {
    let (Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items)) = shape else {
        return Vec::new();
    };
    items.iter().filter_map(|item| if let Item::Object(id) = item { Some(id.slot) } else { None }).collect()
}

fn deal_anew(state: &mut GameState, hidden: &[Slot], dice: &mut Dice) {
    let mut printed: Vec<Object> = hidden.iter().map(|slot| *state.object(*slot)).collect();
    dice.shuffle(&mut printed);
    for (slot, from) in hidden.iter().zip(printed) {
        let object = state.object_mut(*slot);
        object.card = from.card;
        object.types = from.types;
        object.power = from.power;
        object.toughness = from.toughness;
        object.keywords = from.keywords;
    }
}
