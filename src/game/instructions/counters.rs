//! Counters on objects and players (CR 122): put on, removed, distributed; proliferate (CR 701.34) and time travel (CR 701.56).

use crate::cards::effect::{AmountId, CounterKind, FilterId, What, Who};
use crate::turn::{Seat, SeatSet};

use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::happening::Happening;
use crate::game::object::{Counters, ObjectId, Slot, Status, Target};
use crate::game::pending_triggers::target_item;
use crate::game::state::{Feature, Frame, Resume};

use super::asking::{Answer, Asks, Call, Question};
use super::choosing;
use super::stand_in::Chooser;

pub(super) fn poison(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).max(0);
    for seat in engine.seats_of(who) {
        engine.poison(seat, n);
    }
}

/// CR 103.6a: what has just begun the game on the battlefield has the counters that it says.
pub(super) fn of_openers(engine: &mut Engine<'_>) {
    for id in engine.frame().them.clone() {
        if let Some(kind) = engine.cat.card(engine.s.object(id.slot).card).opens_second(engine.cat) {
            engine.put_counters(id.slot, kind, 1);
        }
    }
}

/// CR 701.10e: as many of each kind as there are are put on it.
pub(super) fn double(engine: &mut Engine<'_>, what: What, only: Option<CounterKind>) {
    for id in engine.objects_of(what) {
        let doubled = |c: &&Counters| c.slot == id.slot && only.is_none_or(|kind| kind == c.kind);
        let there = engine.s.counters.iter().filter(doubled).map(|c| (c.kind, c.count));
        for (kind, n) in there.collect::<Vec<_>>() {
            engine.put_counters(id.slot, kind, n.into());
        }
    }
}

pub(super) fn experience(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n).max(0);
    for seat in engine.seats_of(who) {
        engine.gain_experience(seat, n);
    }
}

pub(super) fn energy(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n);
    for seat in engine.seats_of(who) {
        engine.change_energy(seat, n);
    }
}

pub(super) fn put(engine: &mut Engine<'_>, what: What, kind: CounterKind, n: AmountId) {
    let n = engine.num(n).max(0);
    for id in engine.objects_of(what) {
        engine.put_counters(id.slot, kind, n);
    }
}

/// CR 122.5: what has left the battlefield has them no more, but had them.
pub(super) fn move_all(engine: &mut Engine<'_>, from: What, to: What) {
    let (Some(from), Some(to)) = (engine.object_of(from), engine.object_of(to)) else { return };
    if from == to || engine.s.permanent(to).is_none() {
        return;
    }
    let there = engine.s.get(from).is_some();
    let moved: Vec<(CounterKind, i32)> = if there {
        let own = engine.s.counters.iter().filter(|counters| counters.slot == from.slot);
        own.map(|counters| (counters.kind, counters.count.into())).collect()
    } else {
        let last = engine.s.last_known.iter().rev().find(|last| last.id == from);
        last.map_or_else(Vec::new, |last| last.counters.iter().map(|(kind, n)| (*kind, i32::from(*n))).collect())
    };
    for (kind, n) in moved {
        if there {
            engine.change_counters(from.slot, kind, -n);
        }
        engine.put_counters(to.slot, kind, n);
    }
}

/// CR 614.1c: not put on it once it is there.
pub(super) fn enter_with(engine: &mut Engine<'_>, what: What, kind: CounterKind, n: AmountId) {
    let n = engine.num(n).max(0);
    let with: Vec<_> = engine.objects_of(what).into_iter().map(|id| (id, kind, n)).collect();
    engine.s.enters_with.extend(with);
}

/// CR 717.2b: a level is no counter.
pub(super) fn gain_level(engine: &mut Engine<'_>, level: u8) {
    let (source, ..) = engine.frame_source();
    if engine.s.permanent(source).is_none() {
        return;
    }
    engine.s.features.retain(|(id, feature)| *id != source || !matches!(feature, Feature::Level(_)));
    engine.s.features.push((source, Feature::Level(level)));
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
    engine.happened(&Happening::LevelGained { id: source, level });
}

/// CR 701.37b: until it leaves the battlefield; it is no ability of it, and no copy has it.
pub(super) fn become_monstrous(engine: &mut Engine<'_>, n: AmountId) {
    let (source, ..) = engine.frame_source();
    if engine.s.permanent(source).is_none() {
        return;
    }
    let number = engine.num(n).max(0);
    engine.s.object_mut(source.slot).status.insert(Status::MONSTROUS);
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
    engine.happened(&Happening::BecameMonstrous { id: source, number });
}

pub(super) fn remove(engine: &mut Engine<'_>, what: What, kind: CounterKind, n: AmountId) {
    let n = engine.num(n).max(0);
    let removed: i32 = engine.objects_of(what).iter().map(|id| engine.change_counters(id.slot, kind, -n)).sum();
    engine.set_result(-removed);
}

pub(super) fn as_divided(engine: &mut Engine<'_>, kind: CounterKind) {
    for (target, n) in engine.shares() {
        if let Target::Object(id) = target {
            engine.put_counters(id.slot, kind, n);
        }
    }
}

/// Time counters on everything that has one, or off everything.
pub(super) fn all_time(engine: &mut Engine<'_>, n: AmountId) {
    let n = engine.num(n);
    let has = |slot: &&Slot| engine.s.counters_on(**slot, CounterKind::TIME) > 0;
    let permanents: Vec<Slot> = engine.s.battlefield.iter().filter(has).copied().collect();
    let suspended: Vec<Slot> = engine.reader().suspended().map(|id| id.slot).collect();
    for slot in permanents.into_iter().chain(suspended) {
        engine.put_counters(slot, CounterKind::TIME, n);
    }
}

/// CR 608.2d: the controller distributes counters among permanents that pass.
pub(super) struct Distribute {
    pub(super) kind: CounterKind,
    pub(super) filter: FilterId,
    pub(super) n: AmountId,
}

impl Asks for Distribute {
    fn who(&self) -> Who {
        Who::You
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let n = engine.num(self.n);
        let items = choosing::controlled(engine, seat, self.filter);
        if items.is_empty() || n <= 0 {
            return None;
        }
        let shape = Shape::Assign { items, options: Vec::new(), constraint: Constraint::Sum(n) };
        Some((DecisionKind::Choose, shape, Choice::Assign(vec![(0, n)])))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        if let (Shape::Assign { items, .. }, Choice::Assign(pairs)) = (&answer.decision.shape, answer.choice) {
            for (at, n) in pairs {
                if let Some(Item::Object(id)) = items.get(usize::from(*at)) {
                    engine.put_counters(id.slot, self.kind, *n);
                }
            }
        }
    }
}

// ---- proliferate ----

/// CR 701.34a.
pub(super) struct Proliferate {
    pub(super) who: Who,
}

impl Asks for Proliferate {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        proliferation(engine, seat)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        proliferate(engine, &chosen_items(answer.decision, answer.choice));
    }
}

/// CR 701.34a: any number of permanents and players with counters; all of one's own by default.
fn proliferation(engine: &Engine<'_>, seat: Seat) -> Option<Question> {
    let counted = |s: &Seat| {
        let player = &engine.s.players[*s];
        player.poison > 0 || player.energy > 0 || player.experience > 0
    };
    let players = engine.s.turns.living().iter().filter(counted).map(Item::Player);
    let permanents = engine.s.battlefield.iter().filter(|slot| engine.s.object(**slot).is(Status::COUNTERS));
    let options: Vec<Item> = players.chain(permanents.map(|slot| Item::Object(engine.s.id(*slot)))).collect();
    let mine = |item: &Item| match item {
        Item::Object(id) => engine.s.object(id.slot).controller == seat,
        Item::Player(s) => *s == seat && engine.s.players[*s].poison == 0,
        _ => false,
    };
    let default = (0..options.len() as u16).filter(|at| mine(&options[usize::from(*at)])).collect();
    let max = options.len() as u16;
    let shape = Shape::Some { options, min: 0, max };
    (max > 0).then_some((DecisionKind::Choose, shape, Choice::Some(default)))
}

/// CR 701.34a: one more counter of each kind that is there already.
fn proliferate(engine: &mut Engine<'_>, chosen: &[Item]) {
    let mut poisoned = SeatSet::default();
    for item in chosen {
        match item {
            Item::Player(seat) => {
                // CR 701.34b: a team has one set of poison counters.
                if engine.s.players[*seat].poison > 0 && !poisoned.contains(*seat) {
                    poisoned = poisoned.or(engine.s.turns.teams().of(*seat));
                    engine.poison(*seat, 1);
                }
                if engine.s.players[*seat].experience > 0 {
                    engine.gain_experience(*seat, 1);
                }
                if engine.s.players[*seat].energy > 0 {
                    engine.change_energy(*seat, 1);
                }
            }
            Item::Object(id) => {
                let kinds = engine.s.counters.iter().filter(|c| c.slot == id.slot).map(|c| c.kind);
                for kind in kinds.collect::<Vec<_>>() {
                    engine.put_counters(id.slot, kind, 1);
                }
            }
            _ => {}
        }
    }
}

/// One counter more of each kind that is on the target already.
pub(super) fn one_more_of_each(engine: &mut Engine<'_>, n: u8) {
    if let Some(target) = engine.target(n) {
        proliferate(engine, &[target_item(target)]);
    }
}

// ---- one counter of any kind ----

/// A kind of counter on the object is chosen, and one of it put on it or, where that is allowed, removed.
pub(super) fn change_one(engine: &mut Engine<'_>, call: Call<'_>, what: What, or_remove: bool) {
    match call {
        Call::Perform => ask_kind(engine, what, or_remove),
        Call::Answer(decision, choice) => {
            change_chosen(engine, what, or_remove, decision, choice);
            engine.next();
        }
    }
}

/// Which counter is removed, or put once more: two modes for each kind on the object, in the order of kinds.
fn ask_kind(engine: &mut Engine<'_>, what: What, or_remove: bool) {
    let (source, _, _) = engine.frame_source();
    let Chooser::Player(seat) = engine.chooser(Who::You) else { return engine.next() };
    let id = engine.object_of(what).filter(|id| engine.s.get(*id).is_some());
    let ways = 1 + u8::from(or_remove);
    let modes: Vec<Item> =
        id.map_or_else(Vec::new, |id| (0..ways * kinds_on(engine, id).len() as u8).map(Item::Mode).collect());
    if modes.is_empty() {
        return engine.next();
    }
    engine.ask_about(seat, DecisionKind::Mode, Some(source), Shape::One(modes), Choice::option(0), Resume::Frame);
}

fn change_chosen(engine: &mut Engine<'_>, what: What, or_remove: bool, decision: &Decision, choice: &Choice) {
    let Some(id) = engine.object_of(what) else { return };
    if let Some(Item::Mode(mode)) = chosen_items(decision, choice).first()
        && let Some(kind) = kinds_on(engine, id).get(usize::from(mode / (1 + u8::from(or_remove)))).copied()
    {
        engine.put_counters(id.slot, kind, if or_remove && mode % 2 == 0 { -1 } else { 1 });
    }
}

fn kinds_on(engine: &Engine<'_>, id: ObjectId) -> Vec<CounterKind> {
    let on = engine.s.counters.iter().filter(|c| c.slot == id.slot);
    let mut kinds: Vec<CounterKind> = on.map(|c| c.kind).collect();
    kinds.sort_unstable();
    kinds
}

// ---- time travel ----

/// The first half: which get a counter more.
pub(super) struct TimeTravelAdd {
    pub(super) who: Who,
}

impl Asks for TimeTravelAdd {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        time_travel_question(engine, seat, &[])
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.set_them(answer.objects());
    }
}

/// The second half: which of the others lose one. Then all of them change at once.
pub(super) struct TimeTravelRemove {
    pub(super) who: Who,
}

impl Asks for TimeTravelRemove {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        time_travel_question(engine, seat, engine.view().them)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let more = std::mem::take(&mut engine.frame().them);
        time_travel(engine, &more, &answer.objects());
    }

    fn unasked(&self, engine: &mut Engine<'_>) {
        let more = std::mem::take(&mut engine.frame().them);
        time_travel(engine, &more, &[]);
    }
}

/// CR 701.56a: one's permanents with a time counter and one's suspended cards.
fn time_travellers(engine: &Engine<'_>, seat: Seat) -> Vec<ObjectId> {
    let permanents = engine.s.battlefield.iter().filter(|slot| {
        let object = engine.s.object(**slot);
        object.controller == seat && object.is(Status::COUNTERS) && engine.s.counters_on(**slot, CounterKind::TIME) > 0
    });
    let permanents = permanents.map(|slot| engine.s.id(*slot));
    permanents.chain(engine.reader().suspended().filter(|id| engine.s.object(id.slot).owner == seat)).collect()
}

/// Which of those change: any number, none by default.
fn time_travel_question(engine: &Engine<'_>, seat: Seat, chosen: &[ObjectId]) -> Option<Question> {
    let all = time_travellers(engine, seat).into_iter().filter(|id| !chosen.contains(id));
    let options: Vec<Item> = all.map(Item::Object).collect();
    let max = options.len() as u16;
    (max > 0).then(|| (DecisionKind::Choose, Shape::Some { options, min: 0, max }, Choice::Some(Vec::new())))
}

/// All chosen objects change at once.
fn time_travel(engine: &mut Engine<'_>, more: &[ObjectId], less: &[ObjectId]) {
    for (ids, by) in [(more, 1), (less, -1)] {
        for id in ids {
            if engine.s.get(*id).is_some() {
                engine.put_counters(id.slot, CounterKind::TIME, by);
            }
        }
    }
}
