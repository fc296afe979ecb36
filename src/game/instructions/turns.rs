//! Turns and phases: extra ones, skipped ones, who controls them, and what restricts them (CR 500, 723, 724).

use crate::cards::effect::{AmountId, EffectId, FilterId, PhasesId, Who};
use crate::turn::{
    AfterPhase, AfterTurn, Lasts, PendingTurnSpec, Phase, PhaseModification, Restrictions, Seat, SeatSet, Selector,
    SkipScope, Skippable, Step, TurnRestrictions,
};

use crate::game::engine::Engine;
use crate::game::filter::Seats;
use crate::game::object::Target;
use crate::game::state::{AddedCombat, Arranged};

/// So many spells at most; the greatest number stands for any.
fn limit(max_spells: u8) -> Option<u16> {
    (max_spells != u8::MAX).then_some(u16::from(max_spells))
}

/// CR 500.7: one at a time, several players' in APNAP order.
pub(super) fn extra(engine: &mut Engine<'_>, who: Who, count: AmountId, restrictions: Restrictions, max_spells: u8) {
    let (_, _, card) = engine.frame_source();
    let restrictions = TurnRestrictions { kinds: restrictions, max_spells: limit(max_spells) };
    let (seats, n, source) = (engine.seats_of(who), engine.times(count), engine.tag(card.known()));
    for seat in one_of_each_team(engine, &seats) {
        for _ in 0..for_the_team(engine, seat, n) {
            let spec = PendingTurnSpec { seat, restrictions, source, after: AfterTurn::This };
            engine.s.turns.grant_extra_turn(spec, engine.log);
        }
    }
}

/// CR 614.10.
pub(super) fn skip(
    engine: &mut Engine<'_>,
    who: Who,
    (what, scope): (Skippable, SkipScope),
    count: AmountId,
    then: Option<EffectId>,
) {
    let (from, you, card) = engine.frame_source();
    let (seats, n, source) = (engine.seats_of(who), engine.times(count), engine.tag(card.known()));
    for seat in one_of_each_team(engine, &seats) {
        note_skips(engine, you, seat, n);
        let then = then.map(|effect| engine.arrange(Arranged { effect, by: seat, source: from, card }));
        for _ in 0..for_the_team(engine, seat, n) {
            engine.s.turns.add_skip(seat, what, scope, source, then, engine.log);
        }
    }
}

/// What a player takes from another's turns is remembered.
fn note_skips(engine: &mut Engine<'_>, by: Seat, to: Seat, n: i32) {
    let turn = engine.s.turns.turn().number;
    if n > 0 {
        engine.s.deeds.note(by, to, turn, |deed| deed.skips = deed.skips.saturating_add(n as u32));
    }
}

/// CR 500.10a: "you get" does nothing on somebody else's turn.
fn is_for_nobody(engine: &Engine<'_>, only_yours: bool) -> bool {
    let (_, you, _) = engine.frame_source();
    only_yours && !engine.s.turns.is_active(you)
}

/// CR 500.8.
pub(super) fn add_phases(
    engine: &mut Engine<'_>,
    phases: PhasesId,
    after: AfterPhase,
    only_yours: bool,
    attackers: Option<FilterId>,
) {
    if is_for_nobody(engine, only_yours) {
        return;
    }
    let (.., card) = engine.frame_source();
    let tag = engine.tag(card.known());
    let from = engine.log.events.len();
    let cat = engine.cat;
    let added = engine.s.turns.add_phases(cat.phases(phases), after, tag, engine.log);
    if added == 0 {
        return;
    }
    engine.trigger_on_turn_events(from);
    let frame = engine.frame();
    frame.added = tag;
    let mut them = frame.them.clone();
    them.extend(frame.targets.iter().flatten().filter_map(|t| match t {
        Target::Object(id) => Some(*id),
        Target::Player(_) => None,
    }));
    if let Some(filter) = attackers {
        let those = engine.those(filter);
        engine.s.this_turn.added_combats.push(AddedCombat { tag, those, them });
    }
}

/// CR 500.9, 500.10.
pub(super) fn add_step(engine: &mut Engine<'_>, step: Step, count: AmountId, after_phase: bool, only_yours: bool) {
    if is_for_nobody(engine, only_yours) {
        return;
    }
    let (_, _, card) = engine.frame_source();
    let (n, source) = (engine.times(count), engine.tag(card.known()));
    for _ in 0..n {
        engine.s.turns.add_step(step, after_phase, source, engine.log);
    }
}

/// CR 723.1; the extra turn that follows the controlled one waits for it.
pub(super) fn control_turn(engine: &mut Engine<'_>, player: Who, controller: Who, then_extra_turn: bool) {
    let (_, _, card) = engine.frame_source();
    let by = engine.seats_of(controller).first().copied();
    for seat in one_of_each_team(engine, &engine.seats_of(player)) {
        let (first, team) = (for_the_team(engine, seat, 1) > 0, engine.s.turns.teams().primary(seat));
        if let Some(by) = by
            && (first || !engine.s.turns.pending_controls().any(|control| control == (team, by)))
        {
            engine.s.turns.control_next_turn(seat, by, engine.log);
            note_skips(engine, by, seat, 1);
        }
        if then_extra_turn && first {
            let source = engine.tag(card.known());
            let spec = PendingTurnSpec { after: AfterTurn::NextOf(seat), ..PendingTurnSpec::plain(seat, source) };
            engine.s.turns.grant_extra_turn(spec, engine.log);
        }
    }
}

pub(super) fn control_phase(engine: &mut Engine<'_>, player: Who, controller: Who, phase: Phase) {
    let by = engine.seats_of(controller).first().copied();
    for (seat, by) in engine.seats_of(player).into_iter().zip(by.into_iter().cycle()) {
        engine.s.turns.control_next_phase(seat, by, phase, engine.log);
        note_skips(engine, by, seat, 1);
    }
}

/// What restricts the rest of this turn; a loss at its end step is bound to it (CR 603.7).
pub(super) fn restrict(engine: &mut Engine<'_>, restrictions: Restrictions, max_spells: u8) {
    engine.s.turns.restrict(restrictions, limit(max_spells));
    if restrictions.contains(Restrictions::LOSE_AT_END_STEP) {
        let turn = *engine.s.turns.turn();
        engine.lose_at_end_step_of(turn.active, turn.number);
    }
    engine.log.forget_known();
}

/// Changes how a phase or step passes; `(priority, actions)` are what does not happen in it.
pub(super) fn modify_phase(
    engine: &mut Engine<'_>,
    applies_to: Selector,
    who: Option<Who>,
    (skip_priority, skip_actions): (bool, bool),
    rounds: u16,
    entry: Option<EffectId>,
    lasts: Lasts,
) {
    let (_, _, card) = engine.frame_source();
    let seats = who.map_or(SeatSet::EMPTY, |who| engine.seats_of(who).into_iter().collect());
    let source = engine.tag(card.known());
    let entry_actions = entry.map(crate::game::resolve::later).into_iter().collect();
    let modification =
        PhaseModification { applies_to, seats, source, skip_priority, skip_actions, entry_actions, rounds, lasts };
    engine.s.turns.modify(modification);
}

/// CR 805.8: what one effect gives to several players of a team, it gives to the team once.
fn one_of_each_team(engine: &Engine<'_>, seats: &Seats) -> Seats {
    let teams = engine.s.turns.teams();
    let first = |(at, seat): &(usize, &Seat)| !seats[..*at].iter().any(|s| teams.same(*s, **seat));
    seats.iter().enumerate().filter(first).map(|(_, seat)| *seat).collect()
}

/// CR 805.8: within a loop over players, what one instruction gives to several players of a team, the team gets once: as
/// often as whoever of them gets it most. Returns how often to give it to this player.
fn for_the_team(engine: &mut Engine<'_>, seat: Seat, n: i32) -> i32 {
    let teams = engine.s.turns.teams();
    let frame = engine.frame();
    let at = frame.at;
    let Some(each) = frame.each.as_mut().filter(|_| teams.size() > 1) else { return n };
    let most = |given: &[(EffectId, Seat, i32)]| {
        given.iter().filter(|(a, s, _)| *a == at && teams.same(*s, seat)).map(|(_, _, n)| *n).max().unwrap_or(0)
    };
    let before = most(&each.given);
    match each.given.iter_mut().find(|(a, s, _)| *a == at && *s == seat) {
        Some((_, _, given)) => *given = given.saturating_add(n),
        None => each.given.push((at, seat, n)),
    }
    most(&each.given) - before
}
