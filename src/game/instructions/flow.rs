//! Where an effect goes on: jumps, optional parts, modes, loops over players; and what it puts off (CR 603.7, 603.12).

use crate::cards::effect::{AbilityId, AmountId, ConditionId, DelayedEvent, EffectId, FilterId, What, Who};

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_one};
use crate::game::state::{Chosen, Delayed, Each, Over, PendingTrigger, Resume, StackKind, When};
use crate::game::trigger_mask::delayed_mask;

use super::asking::Call;
use super::stand_in::Chooser;

pub(super) fn jump_unless(engine: &mut Engine<'_>, condition: ConditionId, to: EffectId) {
    if engine.holds(condition, &engine.view()) {
        engine.next();
    } else {
        engine.go(to);
    }
}

// ---- players, one after another ----

pub(super) fn each_player(engine: &mut Engine<'_>, who: Who, past: EffectId) {
    let mut seats = engine.seats_of(who);
    if seats.is_empty() {
        return engine.go(past);
    }
    let current = seats.remove(0);
    let frame = engine.frame();
    let body = EffectId(frame.at.0 + 1);
    frame.each = Some(Each { current, rest: seats, body, given: Vec::new() });
    engine.next();
}

pub(super) fn next_player(engine: &mut Engine<'_>) {
    let living = engine.s.turns.living();
    let frame = engine.frame();
    let Some(each) = &mut frame.each else { return engine.next() };
    each.rest.retain(|s| living.contains(*s));
    if each.rest.is_empty() {
        frame.each = None;
        return engine.next();
    }
    each.current = each.rest.remove(0);
    let body = each.body;
    engine.go(body);
}

// ---- so many times ----

/// The body follows, and is performed at least once if it is at all.
pub(super) fn repeat(engine: &mut Engine<'_>, count: AmountId, past: EffectId) {
    let times = engine.num(count);
    if times <= 0 {
        return engine.go(past);
    }
    let body = engine.following();
    engine.frame().repeats.push((body, times - 1));
    engine.next();
}

pub(super) fn again(engine: &mut Engine<'_>) {
    let frame = engine.frame();
    match frame.repeats.last_mut() {
        Some((body, left)) if *left > 0 => {
            *left -= 1;
            let body = *body;
            engine.go(body);
        }
        _ => {
            frame.repeats.pop();
            engine.next();
        }
    }
}

// ---- objects, one after another ----

/// Which they are is settled before the first; those that have left since are meant as they last existed (CR 608.2h).
pub(super) fn each_object(engine: &mut Engine<'_>, what: What, before: bool, past: EffectId) {
    let mut rest = match what {
        What::Them => engine.frame().them.clone(),
        what => engine.objects_of(what),
    };
    if before {
        for id in &mut rest {
            id.incarnation = id.incarnation.saturating_sub(1);
        }
    }
    if rest.is_empty() {
        return engine.go(past);
    }
    let first = rest.remove(0);
    let body = engine.following();
    let frame = engine.frame();
    let was = frame.about.object.replace(first);
    frame.over.push(Over { body, rest, was });
    engine.next();
}

pub(super) fn next_object(engine: &mut Engine<'_>) {
    let frame = engine.frame();
    match frame.over.last_mut() {
        Some(over) if !over.rest.is_empty() => {
            frame.about.object = Some(over.rest.remove(0));
            let body = over.body;
            engine.go(body);
        }
        _ => {
            if let Some(over) = frame.over.pop() {
                frame.about.object = over.was;
            }
            engine.next();
        }
    }
}

/// Which of the objects pass; what has left and is not in a public zone any more is none of them.
pub(super) fn set_them(engine: &mut Engine<'_>, what: What, filter: FilterId) {
    let (filter, objects) = (engine.cat.filter(filter), engine.objects_of(what));
    let at = engine.view();
    let passing = objects.into_iter().filter(|id| engine.passes(filter, *id, engine.s.object(id.slot), &at));
    let passing = passing.collect();
    engine.set_them(passing);
}

/// An ability of the source has done what it counts.
pub(super) fn mark(engine: &mut Engine<'_>) {
    let source = engine.frame().source;
    engine.s.this_turn.marks.push(source);
}

// ---- may, and modes ----

pub(super) fn may(engine: &mut Engine<'_>, call: Call<'_>, who: Who, otherwise: EffectId) {
    match call {
        Call::Perform => ask_may(engine, who, otherwise),
        Call::Answer(_, choice) => {
            let yes = chosen_one(choice) == 0;
            // What a player who has left would have done is not done, whoever has chosen it.
            engine.frame().done = yes && engine.frame().stand_in.is_none();
            if yes { engine.next() } else { engine.go(otherwise) }
        }
    }
}

fn ask_may(engine: &mut Engine<'_>, who: Who, otherwise: EffectId) {
    // Who has left is none of "each player" any more, so that nobody is asked in their place.
    let gone = who == Who::Each && engine.seats_of(who).is_empty();
    let seat = match if gone { Chooser::Nobody } else { engine.chooser(who) } {
        Chooser::Player(seat) => seat,
        Chooser::Asking => return,
        Chooser::Nobody => return engine.decline(otherwise),
    };
    let source = engine.frame().source;
    let shape = Shape::One(vec![Item::Yes, Item::No]);
    engine.ask_about(seat, DecisionKind::May, Some(source), shape, Choice::option(0), Resume::Frame);
}

/// One of the next instructions, each of which jumps to a mode.
pub(super) fn choose_mode(engine: &mut Engine<'_>, call: Call<'_>, who: Who, count: u8) {
    match call {
        Call::Perform => ask_mode(engine, who, count),
        Call::Answer(_, choice) => {
            let first = engine.following();
            engine.go(EffectId(first.0 + chosen_one(choice) as u32));
        }
    }
}

fn ask_mode(engine: &mut Engine<'_>, who: Who, count: u8) {
    let seat = match engine.chooser(who) {
        Chooser::Player(seat) => seat,
        Chooser::Asking => return,
        // Nobody was meant: the controller chooses, as always where nothing else is said.
        Chooser::Nobody => match engine.chooser(Who::You) {
            Chooser::Player(seat) => seat,
            Chooser::Asking | Chooser::Nobody => return engine.next(),
        },
    };
    let source = engine.frame().source;
    let shape = Shape::One((0..count).map(Item::Mode).collect());
    engine.ask_about(seat, DecisionKind::Mode, Some(source), shape, Choice::option(0), Resume::Frame);
}

// ---- later ----

pub(super) fn delay(engine: &mut Engine<'_>, event: DelayedEvent, effect: EffectId) {
    let made_in_turn = engine.s.turns.turn().number;
    let since = if event == DelayedEvent::TargetsDeathThisTurn { engine.s.timestamp() } else { 0 };
    let frame = engine.frame();
    let when = match event {
        DelayedEvent::ThatCombat => When::Combat(frame.added),
        DelayedEvent::TargetsDeathThisTurn => When::OwnDeath { since },
        other => When::Event(other),
    };
    let trigger = PendingTrigger::delayed(frame.source, effect, frame);
    if event == DelayedEvent::Now {
        engine.log.forget_known();
        return engine.trigger_waits(trigger);
    }
    engine.s.delayed.push(Delayed { when, made_in_turn, trigger });
}

/// CR 603.12: it has just happened, so the ability triggers at once.
pub(super) fn reflexive(engine: &mut Engine<'_>, ability: AbilityId) {
    let frame = engine.frame();
    let kind = StackKind::Triggered { source: frame.source, ability };
    let trigger =
        PendingTrigger { kind, targets: Chosen::new(), ..PendingTrigger::delayed(frame.source, frame.at, frame) };
    engine.log.forget_known();
    engine.trigger_waits(trigger);
}

/// CR 603.7c: a delayed triggered ability that may trigger more than once lasts as long as the effect says.
pub(super) fn whenever(engine: &mut Engine<'_>, ability: AbilityId, of: Option<What>, once: bool) {
    let made_in_turn = engine.s.turns.turn().number;
    let them = of.map(|of| engine.objects_of(of));
    let frame = engine.frame();
    let kind = StackKind::Triggered { source: frame.source, ability };
    let bound = PendingTrigger::delayed(frame.source, frame.at, frame);
    let trigger = PendingTrigger { kind, targets: Chosen::new(), them: them.unwrap_or_default(), ..bound };
    if engine.s.objects.get(usize::from(trigger.source().slot)).is_none() {
        return;
    }
    let delayed = Delayed { when: When::Whenever { ability, once }, made_in_turn, trigger };
    engine.s.trigger_mask |= delayed_mask(engine.cat, &delayed);
    engine.s.delayed.push(delayed);
    engine.log.forget_known();
}
