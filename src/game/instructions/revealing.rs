//! Cards revealed from the top of a library one after another, until some pass (CR 701.20).

use crate::cards::effect::{AmountId, Destination, FilterId, Who};
use crate::turn::Seat;

use crate::game::engine::Engine;
use crate::game::event::GameEvent;
use crate::game::object::{ObjectId, Slot};

/// Reveals cards of the players until so many pass, or all have been. Those that pass go to one place, the others to another.
pub(super) fn reveal_until(
    engine: &mut Engine<'_>,
    who: Who,
    (filter, count): (FilterId, AmountId),
    to: Destination,
    rest: Destination,
) {
    let (mut found, mut revealed) = (Vec::new(), 0);
    for seat in engine.seats_of(who) {
        let wanted = engine.num_for((who, seat), count).max(0) as usize;
        let (passing, others) = reveal(engine, seat, filter, wanted);
        revealed += (passing.len() + others.len()) as i32;
        found.extend(put_all(engine, seat, passing, to));
        put_all(engine, seat, others, rest);
    }
    engine.forget_unentered();
    engine.set_them(found);
    engine.set_result(revealed);
}

/// Those that pass, and the others, in the order in which they are revealed. They stay where they are.
fn reveal(engine: &mut Engine<'_>, seat: Seat, filter: FilterId, wanted: usize) -> (Vec<Slot>, Vec<Slot>) {
    let (filter, (mut passing, mut others)) = (engine.cat.filter(filter), (Vec::new(), Vec::new()));
    for slot in engine.s.players[seat].library.clone().into_iter().rev() {
        if passing.len() >= wanted {
            break;
        }
        let (id, object) = (engine.s.id(slot), *engine.s.object(slot));
        engine.emit(GameEvent::Revealed { seat, card: object.card });
        let passes = engine.passes(filter, id, &object, &engine.view());
        if passes { &mut passing } else { &mut others }.push(slot);
    }
    (passing, others)
}

/// Puts cards of the player's library there, all at once.
fn put_all(engine: &mut Engine<'_>, seat: Seat, mut cards: Vec<Slot>, to: Destination) -> Vec<ObjectId> {
    match to {
        Destination::LibraryBottom => {
            let entrant = engine.s.players[seat].entrant;
            engine.s.dice.shuffle(entrant, &mut cards);
        }
        // They are there; "shuffles the rest in" shuffles though there is no rest.
        Destination::LibraryShuffled => {
            engine.shuffle(seat);
            return cards.into_iter().map(|slot| engine.s.id(slot)).collect();
        }
        _ => {}
    }
    let moved: Vec<ObjectId> =
        engine.all_at_once(|engine| cards.iter().filter_map(|slot| engine.send(*slot, to, seat)).collect());
    if to == Destination::LibraryBottom {
        // Nobody knows which of them lies where.
        engine.s.known.retain(|known| !moved.contains(&known.card));
    }
    moved
}
