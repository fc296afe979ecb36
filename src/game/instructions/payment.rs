//! Costs that effects ask for (CR 118.12): what the player may pay for, or pay to avert.

use crate::cards::effect::{AmountId, CostId, EffectId, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_one};
use crate::game::mana::{Bill, UsedFor};
use crate::game::object::ObjectId;
use crate::game::state::Resume;

use super::asking::Call;
use super::zones::Sparing;

/// What follows happens when it is paid; otherwise the effect goes on at the given place.
pub(super) fn may_pay(engine: &mut Engine<'_>, call: Call<'_>, who: Who, cost: CostId, otherwise: EffectId) {
    match call {
        Call::Perform => ask(engine, who, cost, otherwise),
        Call::Answer(decision, choice) => {
            let next = engine.following();
            answered(engine, decision.actor, cost, choice, next, otherwise);
        }
    }
}

/// What follows is jumped over when it is paid.
pub(super) fn unless(engine: &mut Engine<'_>, call: Call<'_>, who: Who, cost: CostId, paid: EffectId) {
    let next = engine.following();
    match call {
        Call::Perform => ask(engine, who, cost, next),
        Call::Answer(decision, choice) => answered(engine, decision.actor, cost, choice, paid, next),
    }
}

/// The same for generic mana.
pub(super) fn unless_generic(engine: &mut Engine<'_>, call: Call<'_>, who: Who, amount: AmountId, paid: EffectId) {
    match call {
        Call::Perform => ask_generic(engine, who, amount),
        Call::Answer(decision, choice) => paid_generic(engine, decision.actor, amount, choice, paid),
    }
}

fn ask(engine: &mut Engine<'_>, who: Who, cost: CostId, unpaid: EffectId) {
    let seat = engine.seats_of(who).first().copied();
    let source = engine.frame().source;
    let payable = seat.filter(|s| is_payable(engine, *s, source, cost));
    let Some(seat) = payable else { return engine.decline(unpaid) };
    let shape = Shape::One(vec![Item::Yes, Item::No]);
    engine.ask_about(seat, DecisionKind::Pay, Some(source), shape, Choice::option(1), Resume::Frame);
}

/// Whether a player can pay a cost that an effect asks for: the source need not exist any more.
fn is_payable(engine: &Engine<'_>, seat: Seat, source: ObjectId, cost: CostId) -> bool {
    let uses = engine.cat.cost(cost);
    let gives_source = uses.sacrifice_source || uses.exile_source || uses.return_source || uses.discard_source;
    let needs_source = uses.tap || uses.untap || gives_source;
    let sacrifices = uses.sacrifice_source || uses.sacrifice.is_some() || uses.sacrifice_x.is_some();
    let discards = uses.discard_source || uses.discard > 0 || uses.discard_hand;
    if sacrifices && engine.is_spared(seat, Sparing::Sacrifice) || discards && engine.is_spared(seat, Sparing::Discard)
    {
        return false;
    }
    if let Some(permanent) = engine.s.permanent(source) {
        // CR 701.21a: nobody sacrifices what another controls.
        return !(uses.sacrifice_source && permanent.controller != seat)
            && engine.reader().cost_payable(seat, source.slot, cost);
    }
    !needs_source
        && uses.remove_counters.is_none()
        && uses.put_counters.is_none()
        && engine.reader().rest_payable(seat, source, uses)
        && engine.reader().plan_payment_for(seat, Bill::of(&uses.mana, 0), &[], UsedFor::Cost(cost)).is_some()
}

fn answered(engine: &mut Engine<'_>, seat: Seat, cost: CostId, choice: &Choice, then: EffectId, otherwise: EffectId) {
    let source = engine.frame().source;
    let paid = if let Choice::One(0, fills) = choice {
        let filled = engine.reader().read_fills(seat, Item::Yes, fills);
        filled.is_some_and(|filled| {
            let paid = engine.pay_cost(seat, source, cost, &filled).is_some();
            // CR 107.3: X of what follows is what was chosen for it here.
            if paid && (engine.cat.cost(cost).mana.x > 0 || engine.cat.cost(cost).asks_x()) {
                engine.frame().x = filled.x - 1;
            }
            paid
        })
    } else {
        false
    };
    let frame = engine.frame();
    (frame.done, frame.at) = (paid, if paid { then } else { otherwise });
}

/// Asks for so much generic mana; who can't pay it does not.
fn ask_generic(engine: &mut Engine<'_>, who: Who, amount: AmountId) {
    let next = engine.following();
    let (seat, source) = (engine.seats_of(who).first().copied(), engine.frame().source);
    let bill = Bill { generic: engine.num(amount).max(0) as u32, pips: &[], narrow: None };
    let Some(seat) = seat.filter(|seat| engine.reader().plan_payment(*seat, bill, &[]).is_some()) else {
        return engine.decline(next);
    };
    let shape = Shape::One(vec![Item::Yes, Item::No]);
    engine.ask_about(seat, DecisionKind::Pay, Some(source), shape, Choice::option(1), Resume::Frame);
}

fn paid_generic(engine: &mut Engine<'_>, seat: Seat, amount: AmountId, choice: &Choice, then: EffectId) {
    let bill = Bill { generic: engine.num(amount).max(0) as u32, pips: &[], narrow: None };
    let payment = engine.reader().plan_payment(seat, bill, &[]).filter(|_| chosen_one(choice) == 0);
    let next = engine.following();
    (engine.frame().done, engine.frame().at) = (payment.is_some(), if payment.is_some() { then } else { next });
    if let Some(payment) = payment {
        engine.pay(seat, &payment);
    }
}
