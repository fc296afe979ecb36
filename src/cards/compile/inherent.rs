//! What no card has printed: the abilities of suspended cards (CR 702.62a), of the monarch (CR 725.2) and of the initiative
//! (CR 726.2), ward (CR 702.21), and what opening hands begin the game with (CR 103.6).

use crate::cards::ability::{Ability, FunctionsIn, Removal, Targets, TriggerEvent, Triggered};
use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, Arrival, Condition, ConditionId, CounterKind, DelayedEvent, Duration, EffectId, Facts,
    Filter, FilterId, Op, What, Who, Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::Step;

use super::{intern, intern_shared};

/// Adds all of it to a new catalog.
pub(in crate::cards) fn add_inherent(catalog: &mut Catalog) {
    catalog.face_down = catalog.push_other(super::blank("Face-down card", true));
    let types = Types::CREATURE;
    let creature = Card { types, power: 2, toughness: 2, ..super::blank("Face-down creature", true) };
    catalog.face_down_creature = catalog.push_other(creature);
    let one = AmountId(intern(&mut catalog.amounts, Amount::Const(1)));
    let suspended = ConditionId(intern(&mut catalog.conditions, Condition::Suspended));
    let remove = run(catalog, Op::RemoveCounters(What::Source, CounterKind::TIME, one));
    let play = run(catalog, Op::MayPlaySuspended(What::Source));
    catalog.monarch = [run(catalog, Op::Draw(Who::You, one)), run(catalog, Op::BecomeMonarch(Who::That))];
    catalog.initiative = [run(catalog, Op::Venture(Who::You)), run(catalog, Op::TakeInitiative(Who::That))];
    catalog.draws = run(catalog, Op::DrawOneByOne);
    let less = AmountId(intern(&mut catalog.amounts, Amount::Const(-1)));
    let (what, keywords, duration) = (What::That, Keywords::empty(), Duration::EndOfTurn);
    catalog.flanking = run(catalog, Op::Pump { what, power: less, toughness: less, keywords, duration });
    let sacrificed = run(catalog, Op::Sacrifice(Who::You, What::That));
    catalog.decays = run(catalog, Op::Delay(DelayedEvent::NextStep(Step::EndOfCombat), sacrificed));
    catalog.untaps_source = run(catalog, Op::Untap(What::Source));
    catalog.returns_source = run(catalog, Op::Bounce(What::Source));
    catalog.sacrifices_source = run(catalog, Op::Sacrifice(Who::You, What::Source));
    let x = AmountId(intern(&mut catalog.amounts, Amount::X));
    catalog.scries = run(catalog, Op::Scry(Who::You, x));
    let opener = Filter { is: Facts::OPENER, ..Filter::default() };
    let opener = FilterId(intern(&mut catalog.filters, opener));
    catalog.opens = run(catalog, Op::MayPutFromHand(Who::You, opener, x, Arrival::Untapped));
    let second = Filter { is: Facts::SECOND_OPENER, ..Filter::default() };
    let second = FilterId(intern(&mut catalog.filters, second));
    let brought = AmountId(intern(&mut catalog.amounts, Amount::Them));
    catalog.opens_second = run(catalog, Op::MayPutFromHand(Who::You, second, x, Arrival::Untapped));
    catalog.ops.pop();
    catalog.ops.extend([Op::OpeningCounters, Op::ExileFromHand(Who::You, brought), Op::End]);
    let end = EffectId(catalog.ops.len() as u32 + 2);
    catalog.ward = EffectId(end.0 - 2);
    catalog.ops.extend([Op::UnlessGeneric { who: Who::That, amount: x, paid: end }, Op::CounterThat, Op::End]);
    let upkeep = triggered(TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours), Some(suspended), remove);
    let last = triggered(TriggerEvent::CounterRemoved(CounterKind::TIME, Removal::Last), None, play);
    catalog.suspended = [upkeep, last].map(|ability| AbilityId(intern_shared(&mut catalog.abilities, ability)));
}

fn run(catalog: &mut Catalog, op: Op) -> EffectId {
    let start = EffectId(catalog.ops.len() as u32);
    catalog.ops.extend([op, Op::End]);
    start
}

fn triggered(event: TriggerEvent, condition: Option<ConditionId>, effect: EffectId) -> Ability {
    let targets = Targets::new();
    Ability::Triggered(Triggered {
        event,
        when: None,
        condition,
        effect,
        targets,
        once_each_turn: false,
        from: FunctionsIn::Exile,
        modes: None,
        divides: None,
    })
}
