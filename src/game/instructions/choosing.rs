//! Choosing permanents, and the questions about objects that other families ask.

use crate::cards::effect::{AmountId, Differ, FilterId, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::Engine;
use crate::game::filter::{Seats, Viewpoint};
use crate::game::object::{Slot, Status};
use crate::game::state::{Frame, Resume};

use super::asking::{Answer, Asks, Call, Question};

/// The player chooses permanents that pass, which become "them".
pub(super) struct ChooseObjects {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    /// Below zero: any number.
    pub(super) count: AmountId,
    pub(super) up_to: bool,
    /// They are "them" beside those that are.
    pub(super) also: bool,
}

impl Asks for ChooseObjects {
    fn who(&self) -> Who {
        self.who
    }

    /// CR 800.4g: who has left does not choose among what others have, but somebody does.
    fn players(&self, engine: &Engine<'_>) -> Seats {
        let mut seats = engine.seats_of(self.who);
        seats.extend(engine.left_player(self.who, &engine.view()));
        seats
    }

    fn is_made_for_who_has_left(&self) -> bool {
        true
    }

    fn begin(&self, frame: &mut Frame) {
        if !self.also {
            frame.them.clear();
        }
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        // Of several players each chooses among "theirs".
        let own = matches!(self.who, Who::EachPlayer | Who::EachOpponent | Who::EachOther).then_some(seat);
        let view = engine.view();
        let at = Viewpoint { each: own.or(view.each), ..view };
        let options: Vec<Item> = engine.what(What::All(self.filter), &at).into_iter().map(Item::Object).collect();
        let all = options.len() as i32;
        let n = engine.num(self.count);
        let max = if n < 0 { all } else { n.min(all) } as u16;
        let min = if n < 0 || self.up_to { 0 } else { max };
        let default = Choice::Some((0..max).collect());
        (max > 0).then_some((DecisionKind::Choose, Shape::Some { options, min, max }, default))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().them.extend(answer.objects());
    }
}

/// Exactly so many of the options, or all there are; no question about none.
pub(super) fn exactly(options: Vec<Item>, n: i32, kind: DecisionKind) -> Option<Question> {
    let n = n.clamp(0, options.len() as i32) as u16;
    (n > 0).then(|| (kind, Shape::Some { options, min: n, max: n }, Choice::Some((0..n).collect())))
}

/// The objects there, to be chosen from.
pub(super) fn items(engine: &Engine<'_>, slots: &[Slot]) -> Vec<Item> {
    slots.iter().map(|slot| Item::Object(engine.s.id(*slot))).collect()
}

/// What a player controls that passes, "theirs" being that player's.
pub(super) fn controlled(engine: &Engine<'_>, seat: Seat, filter: FilterId) -> Vec<Item> {
    let at = Viewpoint { each: Some(seat), ..engine.view() };
    let all = engine.what(What::All(filter), &at);
    all.into_iter().filter(|id| engine.s.object(id.slot).controller == seat).map(Item::Object).collect()
}

/// The player chooses cards of their graveyard, which become "them".
pub(super) struct ChooseInGraveyard {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    /// Below zero: any number.
    pub(super) count: AmountId,
    pub(super) up_to: bool,
    /// In what they all differ.
    pub(super) differ: Option<Differ>,
}

impl Asks for ChooseInGraveyard {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        let passing: Vec<Slot> = engine.s.players[seat]
            .graveyard
            .iter()
            .copied()
            .filter(|slot| engine.passes(filter, engine.s.id(*slot), engine.s.object(*slot), &at))
            .collect();
        let all = passing.len() as i32;
        let n = engine.num(self.count);
        let max = if n < 0 { all } else { n.min(all) } as u16;
        let min = if n < 0 || self.up_to { 0 } else { max };
        let options = items(engine, &passing);
        let (kind, min, default) = match self.differ {
            // Of those that are alike one is left out.
            Some(differ) => (DecisionKind::Search, 0, engine.reader().most_that_differ(differ, &options, max)),
            None => (DecisionKind::Choose, min, (0..max).collect()),
        };
        let default = Choice::Some(default);
        (max > 0).then_some((kind, Shape::Some { options, min, max }, default))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().them.extend(answer.objects());
    }
}

/// The player chooses cards in exile, which become "them": what lies there face down is nothing that passes (CR 406.3).
pub(super) struct ChooseInExile {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    /// Below zero: any number.
    pub(super) count: AmountId,
    pub(super) up_to: bool,
}

impl Asks for ChooseInExile {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        let passing: Vec<Slot> = engine
            .s
            .exile
            .iter()
            .copied()
            .filter(|slot| {
                let object = engine.s.object(*slot);
                !object.is(Status::FACE_DOWN) && engine.passes(filter, engine.s.id(*slot), object, &at)
            })
            .collect();
        let all = passing.len() as i32;
        let n = engine.num(self.count);
        let max = if n < 0 { all } else { n.min(all) } as u16;
        let min = if n < 0 || self.up_to { 0 } else { max };
        let shape = Shape::Some { options: items(engine, &passing), min, max };
        (max > 0).then(|| (DecisionKind::Choose, shape, Choice::Some((0..max).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().them.extend(answer.objects());
    }
}

/// CR 201.4, 608.2d: the name that the rest of the effect is about.
pub(super) fn choose_name(engine: &mut Engine<'_>, call: Call<'_>, filter: FilterId) {
    let (seat, source) = (engine.frame().controller, engine.frame().source);
    match call {
        Call::Perform => {
            if !engine.ask_name(seat, source, filter, Resume::Frame) {
                engine.next();
            }
        }
        Call::Answer(decision, choice) => {
            engine.keep_feature(source, decision, choice);
            engine.next();
        }
    }
}

/// CR 205.3m, 608.2d: the type that the rest of the effect is about.
pub(super) fn choose_creature_type(engine: &mut Engine<'_>, call: Call<'_>) {
    let (seat, source) = (engine.frame().controller, engine.frame().source);
    match call {
        Call::Perform => engine.ask_creature_type(seat, source, Resume::Frame),
        Call::Answer(decision, choice) => {
            engine.keep_feature(source, decision, choice);
            engine.next();
        }
    }
}
