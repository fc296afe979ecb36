//! What must hold between any two questions, whatever happened: called by every test that plays.

use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::advance::Game;
use super::decision::{Item, Shape};
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{GameState, StackKind, Stage};

/// Something that must never be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are named after what they hold; the messages say what is wrong")]
pub enum Violation {
    #[error("slot {slot} says it is in {zone:?}, but stands in {found} lists")]
    Misplaced { slot: Slot, zone: Zone, found: usize },
    #[error("seat {seat} owns {found} cards, but began with {began}")]
    NotConserved { seat: Seat, found: usize, began: usize },
    #[error("a player who has left has priority or is asked: seat {seat}")]
    AskedTheLeft { seat: Seat },
    #[error("a step ended with something on the stack")]
    StackLeft,
    #[error("a permanent of a player who has left is on the battlefield: slot {slot}")]
    LeftBehind { slot: Slot },
    #[error("state-based actions do not look at a permanent that they may concern: slot {slot}")]
    Overlooked { slot: Slot },
    #[error("a permanent is not as it is printed, and does not say so: slot {slot}")]
    Shifted { slot: Slot },
    #[error("the back of a card is up where only the front can be: slot {slot}")]
    BackUp { slot: Slot },
    #[error("the pending question's default is not legal: {why}")]
    IllegalDefault { why: String },
    #[error("an opponent's hand or a library is visible in the view of seat {seat}")]
    Leak { seat: Seat },
}

/// Checks every invariant of a game between two questions. `cards` is how many cards each seat began with.
///
/// # Errors
/// The first violation found.
pub fn check(game: &Game, cards: &[usize]) -> Result<(), Violation> {
    let state = game.state();
    check_places(state)?;
    check_conservation(state, cards)?;
    check_left(state)?;
    check_mortal(state)?;
    check_printed(game)?;
    check_faces(game)?;
    if matches!(state.stage, Stage::Transition) && !state.stack.is_empty() && state.outcome.is_none() {
        return Err(Violation::StackLeft);
    }
    if let Some(decision) = game.decision() {
        let living = state.turns.is_living(decision.actor) && state.turns.is_living(decision.decider);
        if !living {
            return Err(Violation::AskedTheLeft { seat: decision.actor });
        }
        game.is_legal(&decision.default).map_err(|e| Violation::IllegalDefault { why: e.to_string() })?;
    }
    for seat in Seat::first(state.players.seats()) {
        check_view(game, seat)?;
    }
    Ok(())
}

/// Every object stands in exactly the list of its zone.
fn check_places(state: &GameState) -> Result<(), Violation> {
    let mut found = vec![0; state.objects.len()];
    let mut right = vec![0; state.objects.len()];
    let mut stands = |slot: Slot, zone: Zone, owner: Option<Seat>| {
        let object = state.object(slot);
        found[usize::from(slot)] += 1;
        right[usize::from(slot)] += usize::from(object.zone == zone && owner.is_none_or(|seat| seat == object.owner));
    };
    for seat in Seat::first(state.players.seats()) {
        let player = &state.players[seat];
        player.library.iter().for_each(|slot| stands(*slot, Zone::Library, Some(seat)));
        player.hand.iter().for_each(|slot| stands(*slot, Zone::Hand, Some(seat)));
        player.graveyard.iter().for_each(|slot| stands(*slot, Zone::Graveyard, Some(seat)));
    }
    state.battlefield.iter().for_each(|slot| stands(*slot, Zone::Battlefield, None));
    state.exile.iter().for_each(|slot| stands(*slot, Zone::Exile, None));
    state.command.iter().for_each(|slot| stands(*slot, Zone::Command, None));
    let cast = state.stack.iter().filter_map(|item| match item.kind {
        StackKind::Spell(id) => Some(id),
        _ => None,
    });
    let resolving = state.frames.iter().filter_map(|frame| frame.resolves);
    let there =
        |id: &ObjectId| state.objects.get(usize::from(id.slot)).is_some_and(|o| o.incarnation == id.incarnation);
    cast.chain(resolving).filter(there).for_each(|id| stands(id.slot, Zone::Stack, None));
    for (slot, object) in state.objects.iter().enumerate() {
        let listed = !matches!(object.zone, Zone::Nowhere | Zone::Phased);
        if (found[slot], right[slot]) != (usize::from(listed), usize::from(listed)) {
            return Err(Violation::Misplaced { slot: slot as Slot, zone: object.zone, found: found[slot] });
        }
    }
    Ok(())
}

/// Cards are neither made nor lost; those of players who have left are outside the game.
fn check_conservation(state: &GameState, cards: &[usize]) -> Result<(), Violation> {
    for (seat, began) in Seat::first(state.players.seats()).zip(cards) {
        let mine = state.objects.iter().filter(|o| o.owner == seat && !o.is(Status::TOKEN));
        let found = mine.filter(|o| o.zone != Zone::Nowhere || !state.turns.is_living(seat)).count();
        if found != *began {
            return Err(Violation::NotConserved { seat, found, began: *began });
        }
    }
    Ok(())
}

/// What may die, fall off or come loose is listed, in the order of the battlefield; told by what the permanents are now, and
/// not, as the list is, by their cards.
fn check_mortal(state: &GameState) -> Result<(), Violation> {
    let mortal = state.battlefield.mortal();
    let mut listed = mortal.iter().peekable();
    for slot in state.battlefield.iter() {
        let object = state.object(*slot);
        let types = Types::CREATURE | Types::PLANESWALKER | Types::ENCHANTMENT | Types::LEGENDARY;
        let concerned = object.types.intersects(types) || object.attached_to.is_some();
        if listed.next_if_eq(&slot).is_none() && concerned && state.type_changes.is_empty() {
            return Err(Violation::Overlooked { slot: *slot });
        }
    }
    listed.next().map_or(Ok(()), |slot| Err(Violation::Overlooked { slot: *slot }))
}

/// What is taken to be as printed, and not looked at when the layers are applied anew, is as printed.
fn check_printed(game: &Game) -> Result<(), Violation> {
    let state = game.state();
    for slot in state.battlefield.iter() {
        let object = state.object(*slot);
        let card = game.catalog().card(object.card);
        let printed = (card.power, card.toughness, card.types, card.keywords);
        let may_differ = object.status.intersects(Status::SHIFTED | Status::COUNTERS | Status::HASTY);
        if object.characteristics() != printed && !may_differ && !card.defined_size.is_any() {
            return Err(Violation::Shifted { slot: *slot });
        }
    }
    Ok(())
}

/// Only a permanent or a spell has its back face up (CR 712.8a), or is one part of its card (CR 709.4, 715.4).
fn check_faces(game: &Game) -> Result<(), Violation> {
    let state = game.state();
    let back = |object: &Object| game.catalog().card(object.card).whole().is_some();
    let wrong =
        |object: &Object| back(object) && !matches!(object.zone, Zone::Battlefield | Zone::Phased | Zone::Stack);
    match state.objects.iter().position(wrong) {
        Some(slot) => Err(Violation::BackUp { slot: slot as Slot }),
        None => Ok(()),
    }
}

fn check_left(state: &GameState) -> Result<(), Violation> {
    if state.outcome.is_some() {
        return Ok(());
    }
    if let Some(seat) = state.turns.priority().filter(|s| !state.turns.is_living(*s)) {
        return Err(Violation::AskedTheLeft { seat });
    }
    let left = |slot: &&Slot| {
        let object = state.object(**slot);
        !state.turns.is_living(object.owner) || !state.turns.is_living(object.controller)
    };
    match state.battlefield.iter().find(left) {
        Some(slot) => Err(Violation::LeftBehind { slot: *slot }),
        None => Ok(()),
    }
}

/// No view shows a library, or a hand that is not its seat's, beyond what the pending question shows.
fn check_view(game: &Game, seat: Seat) -> Result<(), Violation> {
    let state = game.state();
    let view = game.view(seat);
    let asked = game.decision().filter(|d| d.decider == seat);
    let opponents = Seat::first(state.players.seats()).filter(|s| state.turns.are_opponents(*s, seat));
    for other in opponents.filter(|s| asked.is_none_or(|d| d.actor != *s)) {
        // What the pending question is about may be seen.
        let asked_about = |id: ObjectId| match asked.map(|d| &d.shape) {
            Some(Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items)) => {
                items.contains(&Item::Object(id))
            }
            _ => false,
        };
        let hand = state.players[other].hand.iter().map(|s| state.id(*s));
        let hidden = hand.filter(|id| !asked_about(*id)).any(|id| view.object(id).is_some());
        if hidden || view.hand(other).len() > 0 {
            return Err(Violation::Leak { seat });
        }
    }
    Ok(())
}
