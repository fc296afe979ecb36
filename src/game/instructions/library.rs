//! Cards off a library: drawn, milled, revealed, exiled; and libraries shuffled (CR 121, 701.17, 701.20, 701.24).

use crate::cards::effect::{AmountId, Destination, FilterId, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::draw::InsteadOfDraw;
use crate::game::engine::{Engine, chosen_one};
use crate::game::event::GameEvent;
use crate::game::filter::{Seats, Viewpoint};
use crate::game::object::{ObjectId, Zone};
use crate::game::state::Resume;

use super::asking::Call;

// ---- drawing ----

pub(super) fn draw(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).max(0) as u32;
    for seat in engine.seats_of(who) {
        engine.draw(seat, n);
    }
}

/// What is left of several cards, once somebody has to be asked between them.
pub(super) fn draw_one_by_one(engine: &mut Engine<'_>, call: Call<'_>) {
    match call {
        Call::Perform => draw_next(engine),
        Call::Answer(decision, choice) => draw_replaced(engine, decision, choice),
    }
}

/// The next card of several: drawn, or asked about. `result` of the effect in progress counts what was declined for it.
fn draw_next(engine: &mut Engine<'_>) {
    let (_, seat, _) = engine.frame_source();
    let frame = engine.frame();
    let (left, declined) = (frame.x, frame.result);
    if left <= 0 || !engine.s.turns.is_living(seat) || engine.cannot_draw(seat) {
        return engine.next();
    }
    if let Some(instead) = engine.draw_replacement(seat, declined.max(0) as usize) {
        let source = engine.s.id(instead.source());
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        let no = Choice::option(1);
        return engine.ask_about(seat, DecisionKind::May, Some(source), shape, no, Resume::Frame);
    }
    let frame = engine.frame();
    (frame.x, frame.result) = (left - 1, 0);
    if !engine.draw_card(seat) {
        engine.frame().x = 0;
    }
}

/// CR 614.11: the draw is skipped for what a permanent gives, or the next permanent that would is asked about.
fn draw_replaced(engine: &mut Engine<'_>, decision: &Decision, choice: &Choice) {
    let seat = decision.actor;
    let (left, declined) = (engine.frame().x, engine.frame().result);
    let replacement = engine.draw_replacement(seat, declined.max(0) as usize).filter(|_| chosen_one(choice) == 0);
    let Some(instead) = replacement else {
        engine.frame().result = declined + 1;
        return;
    };
    (engine.frame().x, engine.frame().result) = (left - 1, 0);
    match instead {
        InsteadOfDraw::Skip { by, then } => {
            let (id, card) = (engine.s.id(by), engine.s.object(by).card);
            engine.perform(then, seat, id, card);
        }
        InsteadOfDraw::Dredge { card, n } => {
            engine.mill_cards(seat, n.into());
            engine.move_object(card, Zone::Hand);
        }
    }
}

// ---- the top cards ----

pub(super) fn mill(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let (n, mut milled) = (engine.num(n).max(0) as usize, Vec::new());
    for seat in engine.seats_of(who) {
        milled.extend(engine.mill_cards(seat, n));
    }
    engine.set_them(milled);
}

impl Engine<'_> {
    /// CR 701.17a. Returns the cards, wherever they are then (CR 701.17c).
    pub(in crate::game) fn mill_cards(&mut self, seat: Seat, n: usize) -> Vec<ObjectId> {
        let top: Vec<u16> = self.s.players[seat].library.iter().rev().take(n).copied().collect();
        top.into_iter().filter_map(|slot| self.move_object(slot, Zone::Graveyard)).collect()
    }
}

/// CR 701.40e: one after the other.
pub(super) fn manifest(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).max(0);
    let mut manifested = Vec::new();
    for seat in engine.seats_of(who) {
        for _ in 0..n {
            let Some(slot) = engine.s.players[seat].library.last().copied() else { break };
            let Some(id) = engine.manifest(slot, seat) else { break };
            manifested.push(id);
        }
    }
    engine.set_them(manifested);
}

/// The top card is revealed; one that passes goes there.
pub(super) fn reveal_top(engine: &mut Engine<'_>, who: Who, filter: FilterId, to: Destination) {
    engine.set_them(Vec::new());
    for seat in engine.seats_of(who) {
        let Some(slot) = engine.s.players[seat].library.last().copied() else { continue };
        let (id, object) = (engine.s.id(slot), *engine.s.object(slot));
        engine.emit(GameEvent::Revealed { seat, card: object.card });
        let at = Viewpoint::of(seat, id);
        let passes = engine.passes(engine.cat.filter(filter), id, &object, &at);
        let moved = if passes { engine.send(slot, to, seat) } else { None };
        engine.set_them(vec![moved.unwrap_or(id)]);
    }
}

/// Exiles cards from the top of libraries; they are "them" of what follows.
pub(super) fn exile_top(engine: &mut Engine<'_>, who: Who, n: AmountId, face_down: bool) {
    let n = engine.num(n).max(0);
    let mut moved = Vec::new();
    for seat in engine.seats_of(who) {
        for _ in 0..n {
            let Some(slot) = engine.s.players[seat].library.last().copied() else { break };
            if face_down {
                moved.push(engine.exile_face_down(slot));
            } else {
                moved.extend(engine.move_object(slot, Zone::Exile));
            }
        }
    }
    // Who controls what a face-down card was exiled with could look at it.
    if !face_down {
        engine.remember_exiled(&moved);
    }
    engine.set_them(moved);
}

/// Exiles from the top of a library until a card passes; that card is "it" of what follows.
pub(super) fn exile_until(engine: &mut Engine<'_>, who: Who, filter: FilterId) {
    let (mut found, mut exiled) = (Vec::new(), Vec::new());
    for seat in engine.seats_of(who) {
        while let Some(slot) = engine.s.players[seat].library.last().copied() {
            let Some(id) = engine.move_object(slot, Zone::Exile) else { continue };
            exiled.push(id);
            let at = Viewpoint { you: seat, source: id, ..engine.view() };
            if engine.passes(engine.cat.filter(filter), id, engine.s.object(slot), &at) {
                found.push(id);
                break;
            }
        }
    }
    engine.remember_exiled(&exiled);
    engine.set_them(found);
}

/// One card after another; those exiled so far are chosen of the frame. What shares a name with one of them ends it.
pub(super) fn exile_until_kept(engine: &mut Engine<'_>, call: Call<'_>, who: Who) {
    if let Call::Answer(decision, choice) = call
        && chosen_one(choice) == 0
    {
        let last = engine.frame().chosen.last().copied();
        let moved = last.and_then(|id| engine.send(id.slot, Destination::Hand, decision.actor));
        engine.set_them(moved.into_iter().collect());
        return engine.next();
    }
    let seat = engine.seats_of(who).first().copied();
    let top = seat.and_then(|seat| engine.s.players[seat].library.last().copied());
    let Some((seat, slot)) = seat.zip(top) else { return engine.next() };
    let Some(exiled) = engine.move_object(slot, Zone::Exile) else { return engine.next() };
    let name = |engine: &Engine<'_>, id: ObjectId| engine.s.recall(id).map(|object| object.card);
    let twice = engine.frame().chosen.clone().iter().any(|id| name(engine, *id) == name(engine, exiled));
    engine.frame().chosen.push(exiled);
    if twice {
        return engine.next();
    }
    let shape = Shape::One(vec![Item::Yes, Item::No]);
    engine.ask_about(seat, DecisionKind::May, Some(exiled), shape, Choice::option(1), Resume::Frame);
}

/// Timesifter: each player exiles the top card; who has the highest mana value is "that player" of what follows, after ties
/// have been broken by doing it again among those tied.
pub(super) fn exile_top_highest(engine: &mut Engine<'_>) {
    let mut seats = engine.seats_of(Who::EachPlayer);
    loop {
        let mut best = -1;
        let mut leaders = Seats::new();
        for seat in &seats {
            let Some(slot) = engine.s.players[*seat].library.last().copied() else { continue };
            let value = i32::from(engine.cat.card(engine.s.object(slot).card).mana_value);
            engine.move_object(slot, Zone::Exile);
            if value > best {
                best = value;
                leaders.clear();
            }
            if value == best {
                leaders.push(*seat);
            }
        }
        if leaders.len() <= 1 {
            engine.frame().about.player = leaders.first().copied();
            return;
        }
        seats = leaders;
    }
}

// ---- shuffling ----

pub(super) fn shuffle(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.shuffle(seat);
    }
}

/// The whole graveyard, and the hand too or not, go into the library, which is shuffled.
pub(super) fn shuffle_away(engine: &mut Engine<'_>, who: Who, hand: bool) {
    for seat in engine.seats_of(who) {
        shuffle_away_of(engine, seat, hand);
    }
}

fn shuffle_away_of(engine: &mut Engine<'_>, seat: Seat, hand: bool) {
    let mut slots = engine.s.players[seat].graveyard.clone();
    if hand {
        slots.extend(&engine.s.players[seat].hand);
    }
    for slot in slots {
        engine.shuffle_in(slot);
    }
    engine.shuffle(seat);
}
