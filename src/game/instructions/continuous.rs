//! What is so for a while: power and keywords, types, control, attachment, protection, and what creatures can't or must do in
//! combat (CR 611, 613).

use crate::cards::effect::{AmountId, Duration, FilterId, Lasting, What, Who, Whose};
use crate::cards::keyword::Keywords;
use crate::turn::Seat;

use crate::game::characteristics::small;
use crate::game::engine::Engine;
use crate::game::object::{ObjectId, Status, Target};
use crate::game::state::{Dearer, Elusive, Goaded, Guarded, Pumped, Taken, TypeChange, WhileThere};

/// CR 611.2c, 613.4c: those found now stay affected.
pub(super) fn pump(
    engine: &mut Engine<'_>,
    what: What,
    (power, toughness): (AmountId, AmountId),
    keywords: Keywords,
    duration: Duration,
) {
    let (from, by, _) = engine.frame_source();
    let source = (duration == Duration::WhileSourceTapped).then_some(from);
    // CR 611.2b: nothing happens when that is over before it begins.
    if source.is_some_and(|id| engine.s.permanent(id).is_none_or(|o| !o.is(Status::TAPPED))) {
        return;
    }
    let (power, toughness) = (small(engine.num(power)), small(engine.num(toughness)));
    let (since, timestamp) = (engine.s.turns.turn().number, engine.s.timestamp());
    for object in engine.objects_of(what) {
        engine.s.pumped.push(Pumped {
            object,
            timestamp,
            power,
            toughness,
            keywords,
            lost: Keywords::empty(),
            duration,
            by,
            source,
            since,
        });
    }
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
}

/// CR 701.10b: each gets as much as it has now; what has less than nothing gets as much less.
pub(super) fn double(engine: &mut Engine<'_>, what: What, (power, toughness): (bool, bool), duration: Duration) {
    let (_, by, _) = engine.frame_source();
    let (since, timestamp) = (engine.s.turns.turn().number, engine.s.timestamp());
    for object in engine.objects_of(what) {
        let Some(now) = engine.s.permanent(object) else { continue };
        let (power, toughness) = (if power { now.power } else { 0 }, if toughness { now.toughness } else { 0 });
        engine.s.pumped.push(Pumped {
            object,
            timestamp,
            power,
            toughness,
            keywords: Keywords::empty(),
            lost: Keywords::empty(),
            duration,
            by,
            source: None,
            since,
        });
    }
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
}

impl Engine<'_> {
    /// CR 608.2h, 611.2d: what the numbers are now.
    pub(super) fn fixed_size(&self, (power, toughness): (AmountId, AmountId)) -> (i16, i16) {
        (small(self.num(power)), small(self.num(toughness)))
    }
}

pub(super) fn animate(engine: &mut Engine<'_>, what: What, as_what: TypeChange) {
    let ids = engine.objects_of(what);
    engine.animate(&ids, as_what);
}

pub(super) fn transform(engine: &mut Engine<'_>, what: What) {
    engine.transform_all(what);
}

/// Whether it was attached is the result.
pub(super) fn attach(engine: &mut Engine<'_>, what: What, to: What) {
    let pair = engine.object_of(what).zip(engine.objects_of(to).first().copied());
    let done = pair.is_some_and(|(id, host)| engine.attach(id, host));
    engine.set_result(i32::from(done));
}

/// CR 303.4i: an Aura that can't enchant what it would enter attached to stays where it is.
pub(super) fn enter_attached(engine: &mut Engine<'_>, what: What, to: What) {
    let (_, you, _) = engine.frame_source();
    let host = engine.objects_of(to).first().copied();
    for id in engine.objects_of(what) {
        if let Some(host) = host.filter(|host| engine.may_enter_attached(id.slot, you, *host)) {
            engine.enter_attached(id.slot, you, Some(Target::Object(host)));
        }
    }
}

// ---- control ----

pub(super) fn gain_control(
    engine: &mut Engine<'_>,
    who: Who,
    what: What,
    while_there: Option<WhileThere>,
    lasting: Lasting,
) {
    let Some(seat) = engine.seats_of(who).first().copied() else { return };
    for id in engine.objects_of(what) {
        let Some(from) = engine.s.permanent(id).map(|o| o.controller) else { continue };
        engine.take_control(Taken {
            object: id,
            from,
            by: seat,
            while_there,
            while_attached: false,
            this_turn: lasting == Lasting::ThisTurn,
            since: (lasting == Lasting::YourNextTurn).then_some(engine.s.turns.turn().number),
        });
    }
}

/// For as long as the source is as it says. CR 611.2b: nothing happens when that is over before it begins.
pub(super) fn gain_control_while(engine: &mut Engine<'_>, who: Who, what: What, controlled: bool, tapped: bool) {
    let (source, you, _) = engine.frame_source();
    let there = WhileThere { source, controlled, tapped };
    if there.holds(engine.s.permanent(source), you) {
        gain_control(engine, who, what, Some(there), Lasting::ForGood);
    }
}

/// CR 701.12b: neither changes hands unless both do.
pub(super) fn exchange_control(engine: &mut Engine<'_>, a: What, b: What) {
    let holder = |engine: &Engine<'_>, what| {
        let id = engine.object_of(what)?;
        Some((id, engine.s.permanent(id)?.controller))
    };
    let (Some((a, of_a)), Some((b, of_b))) = (holder(engine, a), holder(engine, b)) else { return };
    if of_a == of_b {
        return;
    }
    for (object, from, by) in [(a, of_a, of_b), (b, of_b, of_a)] {
        let taken = Taken { object, from, by, while_there: None, while_attached: false, this_turn: false, since: None };
        engine.take_control(taken);
    }
    engine.frame().done = true;
}

impl Engine<'_> {
    /// CR 613.1b: an effect gives a permanent to a player. Who controls it anyway keeps it when an older effect ends before this one
    /// (CR 613.7).
    pub(in crate::game) fn take_control(&mut self, taken: Taken) {
        self.forget_taken();
        let Taken { object, from, by, .. } = taken;
        if from != by {
            self.s.taken.push(taken);
            return self.change_control(object, by);
        }
        let Some(first) = self.s.taken.iter().find(|t| t.object == object).map(|t| t.from) else { return };
        if taken.while_there.is_some() || taken.this_turn || taken.since.is_some() {
            return self.s.taken.push(taken);
        }
        // What never ends leaves nothing of the older ones.
        self.s.taken.retain(|t| t.object != object);
        if first != by {
            self.s.taken.push(Taken { from: first, ..taken });
        }
    }

    /// CR 302.6, 506.4: under its new controller it is summoning sick, and it is removed from combat.
    pub(in crate::game) fn change_control(&mut self, id: ObjectId, to: Seat) {
        let object = self.s.object_mut(id.slot);
        let (card, from) = (object.card, std::mem::replace(&mut object.controller, to));
        object.status.insert(Status::SICK);
        object.status.remove(Status::STRUCK_FIRST | Status::HASTY);
        self.s.battlefield.hand_over(id.slot, self.cat.card(card), from, to);
        self.has_come(id, card);
        self.s.combat.attackers.retain(|a| a.id != id);
        self.s.combat.blockers.retain(|b| b.id != id);
        self.s.stale = true;
        self.log.forget_known();
        self.control_attached(id);
    }
}

// ---- protection and combat ----

/// CR 701.15a: until the controller's next turn.
pub(super) fn goad(engine: &mut Engine<'_>, what: What) {
    let (_, by, _) = engine.frame_source();
    for object in engine.objects_of(what) {
        if !engine.s.goaded.iter().any(|goaded| goaded.object == object && goaded.by == by) {
            engine.s.goaded.push(Goaded { object, by });
        }
    }
    engine.log.forget_known();
}

/// The controller and the permanents that pass now gain protection until the controller's next turn (CR 611.2c).
pub(super) fn guard(engine: &mut Engine<'_>, filter: FilterId, from: Who) {
    let by = engine.frame().controller;
    let Some(from) = engine.seats_of(from).first().copied() else { return };
    let permanents = engine.objects_of(What::All(filter)).into_iter().map(Target::Object);
    for what in permanents.chain([Target::Player(by)]) {
        engine.s.guarded.push(Guarded { what, from, by });
    }
    engine.log.forget_known();
}

/// Creatures that pass, whenever they come, can't attack the controller until the controller's next turn (CR 611.2c).
pub(super) fn bar_attackers(engine: &mut Engine<'_>, filter: FilterId) {
    let those = engine.those(filter);
    engine.s.barred.push(those);
    engine.log.forget_known();
}

/// CR 601.2f, 611.2c: spells that pass, whenever they are cast.
pub(super) fn costs(engine: &mut Engine<'_>, whose: Whose, filter: FilterId, by: i8) {
    let (source, you, _) = engine.frame_source();
    engine.s.dearer.push(Dearer { whose, filter, by, source, you });
    engine.log.forget_known();
}

/// CR 508.1d, 611.2c: creatures that pass, whenever they come.
pub(super) fn provoke(engine: &mut Engine<'_>, filter: FilterId) {
    let those = engine.those(filter);
    engine.s.provoked.push(those);
    engine.log.forget_known();
}

/// Those to come among them (CR 611.2c).
pub(super) fn cant_block(engine: &mut Engine<'_>, filter: FilterId) {
    let those = engine.those(filter);
    engine.s.this_turn.effects.no_block.push(those);
}

/// CR 509.1b: the objects, or, of a filter, those to come among them (CR 611.2c).
pub(super) fn cant_be_blocked(engine: &mut Engine<'_>, what: What, by: Option<FilterId>) {
    let (these, those) = match what {
        What::All(filter) => (Vec::new(), Some(engine.those(filter))),
        what => (engine.objects_of(what), None),
    };
    let by = by.map(|filter| engine.those(filter));
    engine.s.this_turn.effects.elusive.push(Elusive { these, those, by });
    engine.log.forget_known();
}

/// CR 611.2c: the objects found now.
pub(super) fn cant_be_targeted(engine: &mut Engine<'_>, what: What) {
    let (_, by, _) = engine.frame_source();
    let ids = engine.objects_of(what);
    engine.s.this_turn.effects.untargetable.extend(ids.into_iter().map(|id| (id, by)));
    engine.log.forget_known();
}

/// CR 508.1d, 611.2c: those to come among them.
pub(super) fn must_attack(engine: &mut Engine<'_>, who: Who, filter: FilterId) {
    let those = engine.those_of_each(who, filter);
    engine.s.this_turn.effects.must_attack.extend(those);
}

/// Keywords that the objects lose until end of turn (CR 613.1f): what gives them later gives them again, unless they are barred.
pub(super) fn lose_keywords(engine: &mut Engine<'_>, what: What, keywords: Keywords, barred: bool) {
    let ids = engine.objects_of(what);
    if barred {
        engine.s.this_turn.effects.lost_keywords.extend(ids.into_iter().map(|id| (id, keywords)));
    } else {
        let ((_, by, _), since) = (engine.frame_source(), engine.s.turns.turn().number);
        let timestamp = engine.s.timestamp();
        let pumped = |object| Pumped {
            object,
            timestamp,
            power: 0,
            toughness: 0,
            keywords: Keywords::empty(),
            lost: keywords,
            duration: Duration::EndOfTurn,
            by,
            source: None,
            since,
        };
        engine.s.pumped.extend(ids.into_iter().map(pumped));
    }
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
}

/// CR 702.95c: two creatures of the player, neither of which is paired.
pub(super) fn pair(engine: &mut Engine<'_>, what: What) {
    let (source, seat, _) = engine.frame_source();
    let Some(other) = engine.objects_of(what).first().copied() else { return };
    let able = |id: &ObjectId| {
        engine.s.permanent(*id).is_some_and(|object| object.is_creature() && object.controller == seat)
            && !engine.is_paired(*id)
    };
    if source != other && [source, other].iter().all(able) {
        engine.s.pairs.push((source, other, seat));
        engine.s.stale = true;
        engine.log.forget_known();
    }
}
