//! Tapping and untapping (CR 701.26), now and in untap steps to come.

use crate::cards::effect::{AmountId, FilterId, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::object::{ObjectId, Status};

use super::asking::{Answer, Asks, Question};
use super::choosing::{controlled, exactly};

pub(super) fn tap(engine: &mut Engine<'_>, what: What) {
    engine.objects_of(what).iter().for_each(|id| engine.tap(id.slot));
}

pub(super) fn untap(engine: &mut Engine<'_>, what: What) {
    engine.objects_of(what).iter().for_each(|id| engine.untap(id.slot));
}

/// Tapped and untapped change places.
pub(super) fn swap_tapped(engine: &mut Engine<'_>, who: Who, filter: FilterId) {
    for seat in engine.seats_of(who) {
        let at = Viewpoint::of(seat, engine.frame().source);
        let mine: Vec<ObjectId> = engine.permanents_passing(filter, &at).collect();
        for id in mine.into_iter().filter(|id| engine.s.object(id.slot).controller == seat).collect::<Vec<_>>() {
            if engine.s.object(id.slot).is(Status::TAPPED) { engine.untap(id.slot) } else { engine.tap(id.slot) }
        }
    }
}

/// They don't untap during their controllers' next untap steps.
pub(super) fn freeze(engine: &mut Engine<'_>, what: What) {
    for id in engine.objects_of(what) {
        engine.s.object_mut(id.slot).status.insert(Status::FROZEN);
    }
}

/// CR 611.2c: whichever pass then.
pub(super) fn no_untap_next(engine: &mut Engine<'_>, who: Who, filter: FilterId) {
    let seats = engine.seats_of(who);
    engine.s.no_untap.extend(seats.into_iter().map(|seat| (seat, filter)));
    engine.log.forget_known();
}

/// What the player controls that passes and is tapped, or is not.
fn that_are(engine: &Engine<'_>, seat: Seat, filter: FilterId, tapped: bool) -> Vec<Item> {
    let mut options = controlled(engine, seat, filter);
    options.retain(|i| matches!(i, Item::Object(id) if engine.s.object(id.slot).is(Status::TAPPED) == tapped));
    options
}

/// Tapped permanents that pass, first those of the player.
fn tapped_of_all(engine: &Engine<'_>, seat: Seat, filter: FilterId) -> (Vec<Item>, usize) {
    let own = that_are(engine, seat, filter, true);
    let tapped = |id: &ObjectId| engine.s.object(id.slot).is(Status::TAPPED);
    let all = engine.objects_of(What::All(filter)).into_iter().filter(tapped).map(Item::Object);
    let others: Vec<Item> = all.filter(|item| !own.contains(item)).collect();
    let n = own.len();
    (own.into_iter().chain(others).collect(), n)
}

/// Up to that many, whoever controls them; by default as many of one's own as possible.
pub(super) struct UntapUpTo {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
}

impl Asks for UntapUpTo {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let (options, own) = tapped_of_all(engine, seat, self.filter);
        let n = engine.num(self.n);
        let (max, own) = (n.clamp(0, options.len() as i32) as u16, n.clamp(0, own as i32) as u16);
        let shape = Shape::Some { options, min: 0, max };
        Some((DecisionKind::Choose, shape, Choice::Some((0..own).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        answer.objects().iter().for_each(|id| engine.untap(id.slot));
    }
}

/// That many tapped permanents of their choice.
pub(super) struct UntapChosen {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
}

impl Asks for UntapChosen {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        exactly(that_are(engine, seat, self.filter, true), engine.num(self.n), DecisionKind::Choose)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        answer.objects().iter().for_each(|id| engine.untap(id.slot));
    }
}

/// That many untapped permanents of their choice.
pub(super) struct TapChosen {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
}

impl Asks for TapChosen {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        exactly(that_are(engine, seat, self.filter, false), engine.num(self.n), DecisionKind::Choose)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        answer.objects().iter().for_each(|id| engine.tap(id.slot));
    }
}
