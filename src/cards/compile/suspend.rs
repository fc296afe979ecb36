//! Suspend (CR 702.62): what is printed, and the abilities that every suspended card has.

use crate::cards::ability::{Ability, FunctionsIn, Targets, TriggerEvent, Triggered};
use crate::cards::card::Suspend;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, Condition, ConditionId, CounterKind, EffectId, Op, What, Whose,
};
use crate::cards::mana::ManaCost;
use crate::cards::parse::{first, nothing_more};
use crate::cards::written::WrittenSuspend;
use crate::turn::Step;

use super::{Compiler, intern};

/// Adds the two triggered abilities of suspended cards (CR 702.62a).
pub(in crate::cards) fn add_suspended(catalog: &mut Catalog) {
    let one = AmountId(intern(&mut catalog.amounts, Amount::Const(1)));
    let suspended = ConditionId(intern(&mut catalog.conditions, Condition::Suspended));
    let remove = run(catalog, Op::RemoveCounters(What::Source, CounterKind::TIME, one));
    let play = run(catalog, Op::MayPlaySuspended(What::Source));
    let upkeep = triggered(TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours), Some(suspended), remove);
    let last = triggered(TriggerEvent::CounterRemoved(CounterKind::TIME, true), None, play);
    catalog.suspended = [upkeep, last].map(|ability| AbilityId(intern(&mut catalog.abilities, ability)));
}

fn run(catalog: &mut Catalog, op: Op) -> EffectId {
    let start = EffectId(catalog.ops.len() as u16);
    catalog.ops.extend([op, Op::End]);
    start
}

fn triggered(event: TriggerEvent, condition: Option<ConditionId>, effect: EffectId) -> Ability {
    let targets = Targets::new();
    Ability::Triggered(Triggered {
        event,
        condition,
        effect,
        targets,
        once_each_turn: false,
        from: FunctionsIn::Exile,
        divides: None,
    })
}

impl Compiler<'_> {
    /// `suspend = { time = 4, cost = "{U}" }`.
    pub(super) fn suspend(&mut self, written: &WrittenSuspend) -> Suspend {
        let time = self.amount(&written.time);
        let cost = self.read(&written.cost, ManaCost::default(), |this, words| {
            let (word, rest) = first(words, "a mana cost such as `{1}{U}`")?;
            nothing_more(rest)?;
            this.parse_mana_cost(word)
        });
        let x = matches!(self.catalog.amount(time), Amount::X);
        if x != (cost.x > 0) || !x && !matches!(self.catalog.amount(time), Amount::Const(n) if n > 0) {
            self.complain(&written.time, "`time` is a number from 1, or `x` where the cost has {X}");
        }
        Suspend { time, cost }
    }
}
