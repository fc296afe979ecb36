//! Cards that effects let players cast or play, now or for a while (CR 608.2g, 611.2), and suspend (CR 702.62).

use crate::cards::effect::{AmountId, CounterKind, Destination, Duration, FilterId, How, Leaves, Permit, What, Who};
use crate::cards::mana::SpentAs;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::object::{ObjectId, Status, Zone};
use crate::game::state::{Gagged, Permitted, Resume};

use super::asking::Call;

/// CR 305.2.
pub(super) fn more_lands(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).clamp(0, u8::MAX.into()) as u8;
    for seat in engine.seats_of(who) {
        let more = &mut engine.s.players[seat].turn.more_lands;
        *more = more.saturating_add(n);
    }
}

/// CR 601.3b: for the rest of the turn.
pub(super) fn flash_this_turn(engine: &mut Engine<'_>, filter: FilterId) {
    let those = engine.those(filter);
    engine.s.this_turn.effects.flash.push(those);
    engine.log.forget_known();
}

/// CR 101.2: neither any spells this turn, nor those that pass for as long as that lasts.
pub(super) fn no_more_spells(
    engine: &mut Engine<'_>,
    who: Who,
    (filter, named): (Option<FilterId>, Option<What>),
    duration: Duration,
) {
    let (_, by, _) = engine.frame_source();
    let (those, since) = (filter.map(|filter| engine.those(filter)), engine.s.turns.turn().number);
    // What is face down has no name (CR 708.2a).
    let name = named.map(|what| engine.object_of(what).and_then(|id| engine.named(id)));
    if name == Some(None) {
        return;
    }
    let name = name.flatten();
    for seat in engine.seats_of(who) {
        match (those, name) {
            (None, None) if duration == Duration::EndOfTurn => {
                engine.s.this_turn.effects.silenced.insert(seat);
            }
            _ => engine.s.gagged.push(Gagged { seat, those, name, by, duration, since }),
        }
    }
    engine.log.forget_known();
}

/// Lets players play "them", or cast spells from among them.
pub(super) fn permit(
    engine: &mut Engine<'_>,
    (who, of): (Who, Option<What>),
    until: Permit,
    (filter, spells): (Option<FilterId>, Option<FilterId>),
    (free, mana, leaves): (bool, Option<SpentAs>, Leaves),
) {
    let (mut cards, source) = (engine.objects_of(of.unwrap_or(What::Them)), engine.frame().source);
    let lands = filter.is_none() && spells.is_none();
    let spells = spells.map(|filter| engine.those(filter));
    if let Some(filter) = filter {
        let (filter, at) = (engine.cat.filter(filter), engine.view());
        cards.retain(|id| engine.s.get(*id).is_some_and(|o| engine.passes(filter, *id, o, &at)));
    }
    let since = engine.s.turns.turn().number;
    for seat in engine.seats_of(who) {
        let given = |card: &ObjectId| Permitted {
            card: *card,
            seat,
            until,
            source,
            free,
            lands,
            spells,
            returns: false,
            mana,
            exile: leaves == Leaves::ToExileForGraveyard,
            flashback: leaves == Leaves::ByFlashback,
            since,
        };
        engine.s.permits.extend(cards.iter().map(given));
        engine.s.turns.gained_card(seat);
    }
    engine.log.forget_known();
}

// ---- one card, while the effect resolves ----

pub(super) fn may_cast(engine: &mut Engine<'_>, call: Call<'_>, what: What, how: How) {
    match call {
        Call::Perform => ask_cast(engine, what, how),
        Call::Answer(decision, choice) => {
            let declined = matches!(chosen_items(decision, choice).first(), None | Some(Item::No));
            engine.frame().done = !declined;
            engine.next();
            cast_offered(engine, decision, choice);
        }
    }
}

/// CR 608.2g: a card may be cast as part of an effect, if it can be.
fn ask_cast(engine: &mut Engine<'_>, what: What, how: How) {
    let seat = engine.frame().controller;
    let card =
        engine.one_object(what, &engine.view()).filter(|id| engine.s.get(*id).is_some_and(|o| o.zone != Zone::Stack));
    // CR 800.4b: nothing goes on the stack under the control of a player who has left.
    let Some(id) = card.filter(|_| engine.s.turns.is_living(seat)) else {
        engine.frame().done = false;
        return engine.next();
    };
    let mut options = engine.reader().castable_for_effect(seat, id, how);
    if options.is_empty() {
        engine.frame().done = false;
        return engine.next();
    }
    options.push(Item::No);
    let default = Choice::option(options.len() as u16 - 1);
    let shape = Shape::One(options);
    let source = engine.frame().source;
    engine.ask_about(seat, DecisionKind::Play, Some(source), shape, default, Resume::Frame);
}

/// The answer: the card is cast while the effect resolves. Returns the spell.
pub(super) fn cast_offered(engine: &mut Engine<'_>, decision: &Decision, choice: &Choice) -> Option<ObjectId> {
    let Choice::One(_, fills) = choice else { return None };
    let item = chosen_items(decision, choice).first().copied()?;
    let Item::Cast(id, how) = item else { return None };
    let filled = engine.reader().read_fills(decision.actor, item, fills)?;
    engine.cast(decision.actor, id, how, filled)
}

// ---- cascade ----

/// CR 702.85a: the cards that were exiled and not cast go to the bottom in a random order.
pub(super) fn cascade(engine: &mut Engine<'_>, call: Call<'_>) {
    match call {
        Call::Perform => {
            let (exiled, found) = exile_to_cascade(engine);
            let (seat, limit) = (engine.frame().controller, cascade_limit(engine));
            let mut options = found.map_or_else(Vec::new, |id| castable_by_cascade(engine, seat, id, limit));
            if options.is_empty() {
                bottom_at_random(engine, exiled);
                return engine.next();
            }
            engine.frame().chosen = exiled;
            options.push(Item::No);
            let (source, default) = (engine.frame().source, Choice::option(options.len() as u16 - 1));
            engine.ask_about(seat, DecisionKind::Play, Some(source), Shape::One(options), default, Resume::Frame);
        }
        Call::Answer(decision, choice) => {
            let exiled = std::mem::take(&mut engine.frame().chosen);
            engine.next();
            cast_offered(engine, decision, choice);
            bottom_at_random(engine, exiled);
        }
    }
}

/// What the card that cascade has found may be cast as: a spell of lesser mana value than the one that cascades.
fn castable_by_cascade(engine: &Engine<'_>, seat: Seat, id: ObjectId, limit: i32) -> Vec<Item> {
    let reader = engine.reader();
    let is_less = |item: &Item| {
        let Item::Cast(id, how) = *item else { return false };
        let spell = reader.as_cast(id, how);
        spell.is_some_and(|spell| i32::from(engine.cat.card(spell.card).mana_value) < limit)
    };
    reader.castable_for_effect(seat, id, How::Free).into_iter().filter(is_less).collect()
}

/// The mana value of the spell that cascades.
fn cascade_limit(engine: &mut Engine<'_>) -> i32 {
    engine.frame().about.object.map_or(0, |spell| engine.mana_value(spell))
}

/// Exiles cards up to a nonland card with a lesser mana value than the spell that cascades; all of them, and that card.
fn exile_to_cascade(engine: &mut Engine<'_>) -> (Vec<ObjectId>, Option<ObjectId>) {
    let (_, seat, _) = engine.frame_source();
    let limit = cascade_limit(engine);
    let fits = |engine: &Engine<'_>, id: &ObjectId| {
        let card = engine.cat.card(engine.s.object(id.slot).card);
        !card.types.contains(Types::LAND) && i32::from(card.mana_value) < limit
    };
    // They are there already when the question is asked anew.
    let mut exiled = std::mem::take(&mut engine.frame().chosen);
    while !exiled.last().is_some_and(|id| fits(engine, id)) && engine.s.turns.is_living(seat) {
        let Some(slot) = engine.s.players[seat].library.last().copied() else { break };
        exiled.extend(engine.move_object(slot, Zone::Exile));
    }
    let found = exiled.last().copied().filter(|id| fits(engine, id));
    (exiled, found)
}

fn bottom_at_random(engine: &mut Engine<'_>, mut cards: Vec<ObjectId>) {
    let (_, seat, _) = engine.frame_source();
    cards.retain(|id| engine.s.get(*id).is_some_and(|o| o.zone == Zone::Exile));
    let entrant = engine.s.players[seat].entrant;
    engine.s.dice.shuffle(entrant, &mut cards);
    for id in cards {
        let moved = engine.send(id.slot, Destination::LibraryBottom, seat);
        // Nobody knows any more which of them lies where.
        engine.s.known.retain(|known| Some(known.card) != moved);
    }
}

// ---- suspend ----

/// Puts time counters on cards in exile, and gives suspend to those that don't have it.
pub(super) fn suspend(engine: &mut Engine<'_>, what: What, time: AmountId) {
    for id in engine.objects_of(what) {
        let object = *engine.s.object(id.slot);
        if object.zone != Zone::Exile {
            continue;
        }
        let time = engine.num(time).max(0);
        engine.change_counters(id.slot, CounterKind::TIME, time);
        if !engine.reader().has_suspend(&object) {
            engine.s.object_mut(id.slot).status.insert(Status::GAINED_SUSPEND);
            engine.index_suspended(id.slot);
        }
    }
}

/// CR 702.62a: the card whose last time counter is gone.
pub(super) fn may_play_suspended(engine: &mut Engine<'_>, call: Call<'_>, what: What) {
    match call {
        Call::Perform => {
            if !ask_play_suspended(engine, what) {
                engine.next();
            }
        }
        Call::Answer(decision, choice) => {
            play_suspended(engine, decision, choice);
            engine.next();
        }
    }
}

/// Offers the card to its player; nothing happens when it can't be played.
fn ask_play_suspended(engine: &mut Engine<'_>, what: What) -> bool {
    let (source, seat, _) = engine.frame_source();
    // CR 800.4b: nothing goes on the stack under the control of a player who has left.
    let id = engine.object_of(what).filter(|_| engine.s.turns.is_living(seat));
    let Some(id) = id.filter(|id| engine.s.get(*id).is_some_and(|o| o.zone == Zone::Exile)) else { return false };
    let mut options: Vec<Item> = engine.reader().may_play_suspended(seat, id).into_iter().collect();
    let other = |item: &Item| *item != Item::Cast(id, How::Free);
    options.extend(engine.reader().castable_for_effect(seat, id, How::Free).into_iter().filter(other));
    if options.is_empty() {
        return false;
    }
    options.push(Item::No);
    let default = Choice::option(options.len() as u16 - 1);
    engine.ask_about(seat, DecisionKind::Play, Some(source), Shape::One(options), default, Resume::Frame);
    true
}

/// The answer: the card is cast or played while the ability resolves (CR 608.2g).
fn play_suspended(engine: &mut Engine<'_>, decision: &Decision, choice: &Choice) {
    if let Some(Item::PlayLand(id)) = chosen_items(decision, choice).first() {
        return engine.play_land(decision.actor, *id, false);
    }
    if let Some(spell) = cast_offered(engine, decision, choice)
        && engine.s.object(spell.slot).is_creature()
    {
        engine.s.object_mut(spell.slot).status.insert(Status::HASTY);
    }
}
