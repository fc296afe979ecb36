//! Cards of a hand: looked at, discarded (CR 701.9), put back, exiled, put onto the battlefield.

use crate::cards::effect::{AmountId, Arrival, Destination, FilterId, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::object::{ObjectId, Slot, Zone};
use crate::game::state::{Frame, Sorting};

use super::asking::{Answer, Asks, Question};
use super::choosing::{exactly, items};
use super::zones::Sparing;

/// Cards of their choice; how many is the result.
pub(super) struct Discard {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for Discard {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        if engine.is_spared(seat, Sparing::Discard) {
            return None;
        }
        exactly(
            items(engine, &engine.s.players[seat].hand),
            engine.num_for((self.who, seat), self.n),
            DecisionKind::Discard,
        )
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let chosen = answer.objects();
        for id in &chosen {
            engine.discard(id.slot);
        }
        engine.frame().result += chosen.len() as i32;
    }
}

pub(super) fn discard_at_random(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).max(0);
    let mut discarded = 0;
    for seat in engine.seats_of(who) {
        if engine.is_spared(seat, Sparing::Discard) {
            continue;
        }
        for _ in 0..n {
            let hand = engine.s.players[seat].hand.len() as u32;
            if hand > 0 {
                let at = engine.s.dice.chance_below(hand) as usize;
                let slot = engine.s.players[seat].hand[at];
                engine.discard(slot);
                discarded += 1;
            }
        }
    }
    engine.set_result(discarded);
}

/// Whole hands; how many cards all the players discarded, or who discarded most, is the result.
pub(super) fn discard_all(engine: &mut Engine<'_>, who: Who, greatest: bool) {
    let mut discarded: i32 = 0;
    for seat in engine.seats_of(who) {
        if engine.is_spared(seat, Sparing::Discard) {
            continue;
        }
        let hand = engine.s.players[seat].hand.clone();
        let n = hand.len() as i32;
        discarded = if greatest { discarded.max(n) } else { discarded + n };
        hand.into_iter().for_each(|slot| engine.discard(slot));
    }
    engine.set_result(discarded);
}

/// Cards of their choice go to the top of the library, in the order chosen.
pub(super) struct PutBack {
    pub(super) who: Who,
    pub(super) n: AmountId,
    /// Only those that pass.
    pub(super) what: Option<FilterId>,
}

impl Asks for PutBack {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let (filter, at) = (self.what.map(|what| engine.cat.filter(what)), engine.view());
        let passes = |slot: &Slot| {
            let id = engine.s.id(*slot);
            filter.is_none_or(|filter| engine.passes(filter, id, engine.s.object(*slot), &at))
        };
        let cards: Vec<Slot> = engine.s.players[seat].hand.iter().copied().filter(passes).collect();
        exactly(items(engine, &cards), engine.num(self.n), DecisionKind::Scry)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        for id in answer.objects().iter().rev() {
            engine.move_object(id.slot, Zone::Library);
        }
    }
}

/// So many cards that pass, or fewer.
fn at_most(engine: &Engine<'_>, seat: Seat, filter: FilterId, n: i32) -> Option<Question> {
    let (filter, at) = (engine.cat.filter(filter), Viewpoint { you: seat, ..engine.view() });
    let hand = engine.s.players[seat].hand.iter().map(|slot| engine.s.id(*slot)).filter(|id| *id != at.source);
    let passing = hand.filter(|id| engine.passes(filter, *id, engine.s.object(id.slot), &at));
    let options: Vec<Item> = passing.map(Item::Object).collect();
    let max = n.clamp(0, options.len() as i32) as u16;
    (max > 0).then(|| (DecisionKind::Choose, Shape::Some { options, min: 0, max }, Choice::Some(Vec::new())))
}

/// The player may put so many cards that pass onto the battlefield; they become "them".
pub(super) struct MayPut {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
    pub(super) arrival: Arrival,
}

impl Asks for MayPut {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        at_most(engine, seat, self.filter, engine.num(self.n))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().chosen.extend(answer.objects());
    }

    /// CR 101.4, 608.2e: all at once, when all have chosen.
    fn finish(&self, engine: &mut Engine<'_>) {
        let chosen = std::mem::take(&mut engine.frame().chosen);
        if self.arrival == Arrival::Chosen {
            return engine.set_them(chosen);
        }
        let moved = engine.enter_together(&chosen, self.arrival != Arrival::Untapped);
        // CR 508.4, 508.4a.
        let attacking = self.arrival == Arrival::Attacking;
        let aim = engine.frame().about.player.map(Item::Player).filter(|_| attacking && engine.in_combat());
        if let Some(aim) = aim.filter(|aim| engine.attackable().contains(aim)) {
            let creatures = moved.iter().filter(|id| engine.s.permanent(**id).is_some_and(|o| o.is_creature()));
            for id in creatures.copied().collect::<Vec<_>>() {
                engine.attack_as_it_enters(id, Some(aim));
            }
            chosen.iter().for_each(|id| engine.awaits_attack(*id, Some(aim)));
        }
        engine.set_them(moved);
    }
}

/// The player may exile a card that passes; it becomes "them".
pub(super) struct MayExile {
    pub(super) who: Who,
    pub(super) filter: FilterId,
}

impl Asks for MayExile {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        at_most(engine, seat, self.filter, 1)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let moved: Vec<ObjectId> =
            answer.objects().iter().filter_map(|id| engine.move_object(id.slot, Zone::Exile)).collect();
        engine.remember_exiled(&moved);
        engine.set_them(moved);
    }
}

/// Cards of their choice are exiled; how many is the result.
pub(super) struct ExileChosen {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for ExileChosen {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let hand = items(engine, &engine.s.players[seat].hand);
        exactly(hand, engine.num_for((self.who, seat), self.n), DecisionKind::Choose)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let moved: Vec<ObjectId> =
            answer.objects().iter().filter_map(|id| engine.move_object(id.slot, Zone::Exile)).collect();
        engine.remember_exiled(&moved);
        engine.frame().result += moved.len() as i32;
    }
}

/// The controller sees the hands.
pub(super) fn look_at_hand(engine: &mut Engine<'_>, who: Who) {
    let you = engine.frame().controller;
    for seat in engine.seats_of(who) {
        let hand: Vec<ObjectId> = engine.s.players[seat].hand.iter().map(|slot| engine.s.id(*slot)).collect();
        engine.saw(you, hand);
    }
}

/// The controller chooses among the cards of a hand that is revealed (CR 701.9b).
pub(super) struct PickFromHand {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) count: AmountId,
    pub(super) to: Option<Destination>,
}

impl PickFromHand {
    fn whose(&self, engine: &Engine<'_>) -> Option<Seat> {
        engine.seats_of(self.who).first().copied()
    }

    /// CR 701.20: everybody sees the hand.
    fn reveal(&self, engine: &mut Engine<'_>) {
        let Some(of) = self.whose(engine) else { return };
        let hand: Vec<ObjectId> = engine.s.players[of].hand.iter().map(|slot| engine.s.id(*slot)).collect();
        for seat in engine.s.turns.living().iter() {
            engine.saw(seat, hand.iter().copied());
        }
    }
}

impl Asks for PickFromHand {
    fn who(&self) -> Who {
        Who::You
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let hand = self.whose(engine).map(|seat| engine.s.players[seat].hand.clone())?;
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        let passing: Vec<Slot> = hand
            .into_iter()
            .filter(|slot| engine.passes(filter, engine.s.id(*slot), engine.s.object(*slot), &at))
            .collect();
        super::choosing::exactly(items(engine, &passing), engine.num(self.count), DecisionKind::Search)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let Some(of) = self.whose(engine) else { return };
        self.reveal(engine);
        let mut moved = Vec::new();
        for id in answer.objects() {
            match self.to {
                None if engine.is_spared(of, Sparing::Discard) => continue,
                None => engine.discard(id.slot),
                Some(to) => moved.extend(engine.send(id.slot, to, of)),
            }
            engine.frame().result += 1;
        }
        engine.set_them(moved);
    }

    fn unasked(&self, engine: &mut Engine<'_>) {
        self.reveal(engine);
    }
}

/// Any number of cards, none by default.
fn any_of_hand(engine: &Engine<'_>, seat: Seat, kind: DecisionKind) -> Option<Question> {
    let options = items(engine, &engine.s.players[seat].hand);
    let max = options.len() as u16;
    (max > 0).then(|| (kind, Shape::Some { options, min: 0, max }, Choice::Some(Vec::new())))
}

/// Any number of cards go to the bottom; how many is the result.
pub(super) struct BottomFromHand {
    pub(super) who: Who,
}

impl Asks for BottomFromHand {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_hand(engine, seat, DecisionKind::Scry)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let seat = answer.seat;
        let cards: Vec<ObjectId> =
            answer.objects().iter().filter_map(|id| engine.send(id.slot, Destination::LibraryBottom, seat)).collect();
        engine.frame().result += answer.objects().len() as i32;
        engine.sort(vec![Sorting { by: seat, of: seat, bottom: true, cards }]);
    }
}

/// Any number of cards lie where as many from the top of the library lay, which come to hand.
pub(super) struct SwapHandWithTop {
    pub(super) who: Who,
}

impl Asks for SwapHandWithTop {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_hand(engine, seat, DecisionKind::Scry)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let seat = answer.seat;
        let exiled: Vec<ObjectId> = answer.objects().iter().map(|id| engine.exile_face_down(id.slot)).collect();
        for _ in 0..exiled.len() {
            let Some(slot) = engine.s.players[seat].library.last().copied() else { break };
            engine.move_object(slot, Zone::Hand);
        }
        let cards: Vec<ObjectId> =
            exiled.iter().rev().filter_map(|id| engine.send(id.slot, Destination::LibraryTop, seat)).collect();
        engine.saw(seat, cards.iter().copied());
        let cards = cards.into_iter().rev().collect();
        engine.sort(vec![Sorting { by: seat, of: seat, bottom: false, cards }]);
    }
}

/// The whole hand goes into the library, which is shuffled; how many cards is the result.
pub(super) fn shuffle_hand(engine: &mut Engine<'_>, who: Who) {
    let mut shuffled = 0;
    for seat in engine.seats_of(who) {
        shuffled += engine.s.players[seat].hand.len() as i32;
        for slot in engine.s.players[seat].hand.clone() {
            engine.shuffle_in(slot);
        }
        engine.shuffle(seat);
    }
    engine.set_result(shuffled);
}
