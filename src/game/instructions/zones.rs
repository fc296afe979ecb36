//! Objects on the move: destroyed, exiled, sacrificed, returned, countered (CR 400, 701).

use crate::cards::ability::{Ability, Static, StaticEffect, TriggerEvent};
use crate::cards::card::Card;
use crate::cards::effect::{AmountId, CounterKind, Destination, Facts, FilterId, What, Who};
use crate::cards::keyword::Keywords;
use crate::turn::Seat;

use crate::game::ability_index::StaticKinds;
use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::Engine;
use crate::game::event::GameEvent;
use crate::game::filter::Viewpoint;
use crate::game::happening::Happening;
use crate::game::object::{Object, ObjectId, Slot, Status, Target, Zone};
use crate::game::state::{About, Frame, StackKind, Those};

use super::asking::{Answer, Asks, Question};
use super::choosing::{controlled, exactly};

pub(super) fn exile(engine: &mut Engine<'_>, what: What) {
    exile_by(engine, what, false);
}

/// CR 610.3: nothing is exiled when the source has left already.
pub(super) fn exile_until_source_leaves(engine: &mut Engine<'_>, what: What) {
    let (source, ..) = engine.frame_source();
    if engine.s.permanent(source).is_some() {
        exile_by(engine, what, true);
    }
}

/// Exiles; a permanent remembers what it exiled, for the ability that returns it (CR 607.2a).
fn exile_by(engine: &mut Engine<'_>, what: What, until_it_leaves: bool) {
    let (source, ..) = engine.frame_source();
    let remembers = engine.s.recall(source).is_some_and(|o| o.zone == Zone::Battlefield);
    let slots: Vec<Slot> = engine.objects_of(what).iter().map(|id| id.slot).collect();
    let moved = engine.move_together(&slots, Zone::Exile);
    engine.set_result(moved.len() as i32);
    if remembers {
        engine.s.exiled_by.extend(moved.iter().map(|exiled| (source, *exiled, until_it_leaves)));
    }
    engine.set_them(moved);
}

/// CR 702.110b: also when it was itself what has been sacrificed.
pub(super) fn exploited(engine: &mut Engine<'_>) {
    let (source, by, card) = engine.frame_source();
    if engine.frame().result > 0 {
        let about = About { object: Some(source), player: Some(by), number: 0 };
        engine.own_triggers(TriggerEvent::ExploitsThis, card, source, by, about, 0);
    }
}

impl Engine<'_> {
    /// CR 607.2a: what a permanent's ability exiles is "exiled with" it; what a spell exiles it may speak of as it resolves.
    pub(super) fn remember_exiled(&mut self, moved: &[ObjectId]) {
        let (source, ..) = self.frame_source();
        if self.s.recall(source).is_some_and(|object| matches!(object.zone, Zone::Battlefield | Zone::Stack)) {
            let exiled = moved.iter().filter(|id| self.s.get(**id).is_some_and(|object| object.zone == Zone::Exile));
            let exiled: Vec<_> = exiled.map(|id| (source, *id, false)).collect();
            self.s.exiled_by.extend(exiled);
        }
    }
}

pub(super) fn exile_as_it_leaves(engine: &mut Engine<'_>, what: What) {
    let bound = engine.objects_of(what);
    engine.s.bound_for_exile.extend(bound);
}

pub(super) fn return_exiled(engine: &mut Engine<'_>) {
    let (source, ..) = engine.frame_source();
    engine.return_exiled(source);
}

pub(super) fn bounce(engine: &mut Engine<'_>, what: What) {
    let (spells, others): (Vec<ObjectId>, Vec<ObjectId>) =
        engine.objects_of(what).into_iter().partition(|id| engine.s.get(*id).is_some_and(|o| o.zone == Zone::Stack));
    let slots: Vec<Slot> = others.iter().map(|id| id.slot).collect();
    let mut moved = engine.move_together(&slots, Zone::Hand);
    for spell in spells {
        let object = *engine.s.object(spell.slot);
        let to = engine.leaving_the_stack(spell, Destination::Hand);
        moved.extend(engine.send(spell.slot, to, object.owner));
    }
    engine.set_them(moved);
}

pub(super) fn send(engine: &mut Engine<'_>, what: What, to: Destination) {
    let (_, you, _) = engine.frame_source();
    let mut objects = engine.objects_of(what);
    if to == Destination::LibraryBottomRandom {
        for n in (1..objects.len()).rev() {
            let at = engine.s.dice.chance_below(n as u32 + 1) as usize;
            objects.swap(n, at);
        }
    }
    let zone = match to {
        Destination::Hand => Some(Zone::Hand),
        Destination::Graveyard => Some(Zone::Graveyard),
        Destination::Exile => Some(Zone::Exile),
        Destination::Battlefield
        | Destination::BattlefieldTapped
        | Destination::BattlefieldTransformed
        | Destination::BattlefieldTransformedOfOwner
        | Destination::BattlefieldOfOwner
        | Destination::BattlefieldTappedOfOwner
        | Destination::LibraryShuffled
        | Destination::LibraryTop
        | Destination::LibraryThird
        | Destination::LibrarySeventh
        | Destination::LibraryBottomRandom
        | Destination::ExileFaceDown
        | Destination::LibraryBottom => None,
    };
    let moved = match zone {
        Some(zone) => engine.move_together(&objects.iter().map(|id| id.slot).collect::<Vec<Slot>>(), zone),
        None => engine.all_at_once(|engine| objects.iter().filter_map(|id| engine.send(id.slot, to, you)).collect()),
    };
    engine.set_them(moved);
    engine.forget_unentered();
}

/// CR 404.2: graveyards are ordered; the last card put there is on top.
pub(super) fn top_of_graveyard(engine: &mut Engine<'_>, who: Who, filter: FilterId) {
    let (filter, mut found) = (engine.cat.filter(filter), Vec::new());
    for seat in engine.seats_of(who) {
        let at = engine.view();
        let cards = engine.s.players[seat].graveyard.iter().rev().map(|slot| engine.s.id(*slot));
        let top = cards.into_iter().find(|id| engine.passes(filter, *id, engine.s.object(id.slot), &at));
        found.extend(top);
    }
    engine.set_them(found);
}

/// As many of the cards that pass as there are, at most; every card is as likely as any other.
pub(super) fn random_in_graveyard(engine: &mut Engine<'_>, who: Who, filter: FilterId, n: AmountId) {
    let (filter, n, mut found) = (engine.cat.filter(filter), engine.num(n).max(0), Vec::new());
    for seat in engine.seats_of(who) {
        let at = engine.view();
        let cards = engine.s.players[seat].graveyard.iter().map(|slot| engine.s.id(*slot));
        let mut passing: Vec<ObjectId> =
            cards.filter(|id| engine.passes(filter, *id, engine.s.object(id.slot), &at)).collect();
        for _ in 0..n {
            if passing.is_empty() {
                break;
            }
            let at = engine.s.dice.chance_below(passing.len() as u32) as usize;
            found.push(passing.swap_remove(at));
        }
    }
    engine.set_them(found);
}

/// CR 101.2: the spells can't be countered as long as they are on the stack.
pub(super) fn cant_be_countered(engine: &mut Engine<'_>, what: What) {
    for id in engine.objects_of(what) {
        if engine.s.get(id).is_some_and(|object| object.zone == Zone::Stack) {
            engine.s.object_mut(id.slot).keywords.insert(Keywords::UNCOUNTERABLE);
        }
    }
}

/// The same for what passes until end of turn, whenever it is cast.
pub(super) fn uncounterable_this_turn(engine: &mut Engine<'_>, filter: FilterId) {
    let those = engine.those(filter);
    engine.s.this_turn.effects.uncounterable.push(those);
}

pub(super) fn exile_bound_for_graveyard(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.s.this_turn.effects.no_graveyard.insert(seat);
    }
}

/// CR 701.20.
pub(super) fn reveal(engine: &mut Engine<'_>, what: What) {
    for id in engine.objects_of(what) {
        let object = *engine.s.object(id.slot);
        engine.emit(GameEvent::Revealed { seat: object.owner, card: object.card });
    }
}

// ---- sacrifice ----

/// CR 701.21a: those of the objects that the players control; how many is the result.
pub(super) fn sacrifice(engine: &mut Engine<'_>, who: Who, what: What) {
    let (mut seats, mut objects) = (engine.seats_of(who), engine.objects_of(what));
    seats.retain(|seat| !engine.is_spared(*seat, Sparing::Sacrifice));
    objects.retain(|id| engine.s.permanent(*id).is_some_and(|o| seats.contains(&o.controller)));
    let n = engine.sacrifice_together(&objects);
    engine.set_result(n as i32);
}

/// What a player can't be made to do by opponents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sparing {
    Discard,
    Sacrifice,
}

impl Engine<'_> {
    /// CR 101.2: whether a static ability of the player's keeps the effect, of an opponent, from having them do that.
    pub(super) fn is_spared(&self, seat: Seat, from: Sparing) -> bool {
        let Some(by) = self.s.frames.last().map(|frame| frame.controller) else { return false };
        let mut spared = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::Spared { discard, sacrifice } => {
                (if from == Sparing::Discard { discard } else { sacrifice }).then_some(())
            }
            _ => None,
        });
        self.s.turns.are_opponents(by, seat) && spared.any(|(source, ())| self.s.object(source).controller == seat)
    }
}

/// Without what can't be sacrificed.
fn sacrificeable(engine: &Engine<'_>, mut items: Vec<Item>) -> Vec<Item> {
    items.retain(|item| item.object().is_none_or(|id| engine.s.permanent(id).is_none_or(Object::can_be_sacrificed)));
    items
}

/// Permanents of their choice, which become "them", all at once when all have chosen (CR 101.4, 608.2e); how many is the result.
pub(super) struct SacrificeChosen {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
}

impl Asks for SacrificeChosen {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        if engine.is_spared(seat, Sparing::Sacrifice) {
            return None;
        }
        exactly(
            sacrificeable(engine, controlled(engine, seat, self.filter)),
            engine.num_for((self.who, seat), self.n),
            DecisionKind::Sacrifice,
        )
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().chosen.extend(answer.objects());
    }

    fn finish(&self, engine: &mut Engine<'_>) {
        let chosen = std::mem::take(&mut engine.frame().chosen);
        let n = engine.sacrifice_together(&chosen);
        engine.set_result(n as i32);
        engine.set_them(chosen);
    }
}

// ---- countering ----

/// CR 701.6.
pub(super) fn counter(engine: &mut Engine<'_>, target: u8, to: Destination) {
    match engine.target(target) {
        Some(Target::Object(id)) if id.ability().is_some() => engine.counter_ability(id),
        Some(Target::Object(id)) => engine.counter_on_stack(id, to),
        _ => {}
    }
}

/// CR 701.6: each spell that passes, from the top of the stack down.
pub(super) fn counter_all(engine: &mut Engine<'_>, filter: FilterId) {
    let (source, ..) = engine.frame_source();
    let spells = engine.s.stack.iter().rev().filter_map(|item| match item.kind {
        StackKind::Spell(id) if id != source => Some(id),
        _ => None,
    });
    let spells: Vec<ObjectId> = spells.collect();
    for id in spells {
        let at = engine.view();
        let meant = engine.s.get(id).is_some_and(|object| engine.passes(engine.cat.filter(filter), id, object, &at));
        if meant {
            engine.counter_on_stack(id, Destination::Graveyard);
        }
    }
}

/// Counters the spell that is the source.
pub(super) fn counter_this(engine: &mut Engine<'_>) {
    let (source, ..) = engine.frame_source();
    engine.counter_on_stack(source, Destination::Graveyard);
}

/// The spell or ability that the event is about: that one itself, or the one which has just targeted a permanent (CR 702.21a).
pub(super) fn counter_that(engine: &mut Engine<'_>) {
    let about = engine.frame().about;
    let Some(id) = about.object else { return };
    let permanent = id.ability().is_none() && engine.s.recall(id).is_some_and(|o| o.zone == Zone::Battlefield);
    if permanent {
        engine.counter_numbered(about.number);
    } else {
        engine.counter_on_stack(id, Destination::Graveyard);
    }
}

/// CR 702.82a: any number of creatures, before the source enters with its counters.
pub(super) struct Devour {
    pub(super) n: u8,
}

impl Asks for Devour {
    fn who(&self) -> Who {
        Who::You
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let creatures = engine.s.battlefield.iter().copied().filter(|slot| {
            let object = engine.s.object(*slot);
            object.controller == seat && object.is_creature()
        });
        let options = sacrificeable(engine, creatures.map(|slot| Item::Object(engine.s.id(slot))).collect());
        let max = options.len() as u16;
        let none = Choice::Some(Vec::new());
        (max > 0).then_some((DecisionKind::Choose, Shape::Some { options, min: 0, max }, none))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let devoured = engine.sacrifice_together(&answer.objects()) as i32;
        let (source, ..) = engine.frame_source();
        engine.set_result(devoured);
        engine.s.enters_with.push((source, CounterKind::PLUS_ONE, devoured.saturating_mul(self.n.into())));
    }
}

/// A player puts a commander that they own from the command zone into their hand.
pub(super) struct CommanderToHand {
    pub(super) who: Who,
}

impl Asks for CommanderToHand {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let theirs = engine.s.command.iter().copied().filter(|slot| {
            let object = engine.s.object(*slot);
            object.owner == seat && object.is(Status::COMMANDER)
        });
        let options: Vec<Item> = theirs.map(|slot| Item::Object(engine.s.id(slot))).collect();
        (!options.is_empty())
            .then(|| (DecisionKind::Choose, Shape::Some { options, min: 1, max: 1 }, Choice::Some(vec![0])))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        for id in answer.objects() {
            engine.commander_to_hand(id.slot);
        }
    }
}

impl Engine<'_> {
    /// CR 701.6a: an ability that is countered is removed from the stack.
    fn counter_ability(&mut self, id: ObjectId) {
        let Some(item) = self.on_stack(id) else { return };
        let (serial, source, card, seat) = (item.serial, item.source(), item.card, item.controller);
        self.s.stack.retain(|item| item.serial != serial || matches!(item.kind, StackKind::Spell(_)));
        self.emit(GameEvent::Fizzled { seat, source, card });
    }

    pub(in crate::game) fn counter_on_stack(&mut self, id: ObjectId, to: Destination) {
        if let Some(serial) = id.ability() {
            return self.counter_numbered(serial as i32);
        }
        let Some(object) = self.s.get(id).filter(|o| o.zone == Zone::Stack) else { return };
        let controller = object.controller;
        self.counter_spell(id, to, controller);
    }

    /// Whether a static ability keeps the spell from being countered.
    fn is_made_uncounterable(&self, spell: ObjectId) -> bool {
        let mut statics = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::Uncounterable(filter) => Some(filter),
            _ => None,
        });
        let this_turn = |those: &Those| self.is_one_of(those, spell, self.s.object(spell.slot));
        statics.any(|(source, filter)| self.passes_for(filter, spell.slot, source))
            || self.s.this_turn.effects.uncounterable.iter().any(this_turn)
            || self.makes_itself_uncounterable(spell)
    }

    /// Whether the spell says of itself, for what holds of it, that it can't be countered.
    fn makes_itself_uncounterable(&self, spell: ObjectId) -> bool {
        let object = self.s.object(spell.slot);
        let (card, x) = (self.cat.card(object.card), self.on_stack(spell).map_or(0, |item| item.x));
        let at = Viewpoint { x, ..Viewpoint::of(object.controller, spell) };
        card.has & Card::STATICS != 0
            && card.abilities.iter().any(|ability| match self.cat.ability(*ability) {
                Ability::Static(Static { effect: StaticEffect::Uncounterable(filter), condition, .. }) => {
                    self.cat.filter(*filter).is.contains(Facts::ITSELF)
                        && condition.is_none_or(|condition| self.holds(condition, &at))
                        && self.passes(self.cat.filter(*filter), spell, object, &at)
                }
                _ => false,
            })
    }

    fn counter_spell(&mut self, id: ObjectId, to: Destination, controller: Seat) {
        let object = *self.s.object(id.slot);
        if object.has(Keywords::UNCOUNTERABLE) || self.is_made_uncounterable(id) {
            return;
        }
        let to = self.leaving_the_stack(id, to);
        let card = object.card;
        self.emit(GameEvent::Countered { object: id, card });
        let by = self.frame().controller;
        let under = if to == Destination::Battlefield { by } else { controller };
        let moved = self.send(id.slot, to, under);
        self.set_them(moved.into_iter().collect());
        self.happened(&Happening::CounteredSpell { by });
    }

    /// Returns what the permanent exiled, to the battlefield under its owners' control.
    pub(in crate::game) fn return_exiled(&mut self, source: ObjectId) {
        let mine: Vec<ObjectId> =
            self.s.exiled_by.iter().filter(|(by, ..)| *by == source).map(|(_, id, _)| *id).collect();
        self.s.exiled_by.retain(|(by, ..)| *by != source);
        for id in mine {
            if let Some(object) = self.s.get(id).filter(|o| o.zone == Zone::Exile) {
                let owner = object.owner;
                self.enter(id.slot, owner, false);
            }
        }
    }
}

/// CR 614.12: what enters only if something is done does so now.
pub(super) fn enter_source(engine: &mut Engine<'_>) {
    let (source, seat, _) = engine.frame_source();
    engine.next();
    if engine.s.turns.is_living(seat)
        && let Some(id) = engine.put_onto_battlefield(source.slot, seat, false)
    {
        engine.announce_entered(&[id]);
    }
}
