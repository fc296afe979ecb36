//! In which order acts are done that are all worth doing: what counts permanents after these, what would be swept away after the
//! sweep, and what a land would add something to before it.

use std::cmp::Reverse;

use crate::cards::ability::{Ability, Subject, TriggerEvent};
use crate::cards::effect::{AbilityId, Whose};
use crate::cards::type_line::Types;
use crate::game::ObjectId;
use crate::game::decision::Item;
use crate::game::view::PlayerView;

use super::board::Piece;
use super::judge::Judge;
use super::plan::PlannedAct;
use super::priority::{Moment, acts, best_set, roles};
use super::profile::{Profiles, Roles};

/// Whether a permanent is cast which triggers as something of that type enters under its controller's control.
pub(super) fn gains_by(view: &PlayerView, item: Item, types: Types) -> bool {
    let Some(card) = cast(item).and_then(|id| view.object(id)).map(|object| view.card(object.card)) else {
        return false;
    };
    let waits = |ability: &AbilityId| match view.ability(*ability) {
        Ability::Triggered(triggered) => match triggered.event {
            TriggerEvent::Enters(Subject::Any(filter)) => {
                let filter = view.catalog().filter(filter);
                filter.whose == Whose::Yours && (filter.all_types | filter.any_type).contains(types)
            }
            _ => false,
        },
        _ => false,
    };
    card.is_permanent() && card.abilities.iter().any(waits)
}

/// Whether tokens are made for no mana, which may be the more, and do the more, the more is there before.
pub(super) fn musters(item: Item, plan: &PlannedAct, profiles: &Profiles) -> bool {
    let Item::Activate(_, ability) = item else { return false };
    plan.mana <= 0 && profiles.ability(ability).roles.contains(Roles::TOKENS)
}

/// Whether it puts something onto the battlefield that was not there.
pub(super) fn builds(view: &PlayerView, item: Item, profiles: &Profiles) -> bool {
    let Some(object) = cast(item).and_then(|id| view.object(id)) else { return false };
    view.card(object.card).is_permanent() || roles(view, item, profiles).contains(Roles::TOKENS)
}

fn cast(item: Item) -> Option<ObjectId> {
    if let Item::Cast(id, _) = item { Some(id) } else { None }
}

/// Where only one spell may be cast, leaves the best of those that can be paid for.
pub(super) fn keep_one_spell(options: &[Item], mana: i32, plans: &mut Vec<(u16, PlannedAct)>) {
    let is_spell = |at: u16| cast(options[usize::from(at)]).is_some();
    let spells = plans.iter().filter(|(at, plan)| is_spell(*at) && plan.mana <= mana);
    let Some(best) = spells.max_by_key(|(at, plan)| (plan.score, Reverse(*at))).map(|(at, _)| *at) else { return };
    plans.retain(|(at, _)| !is_spell(*at) || *at == best);
}

impl Judge<'_> {
    /// Where a sweep is part of what is best in this turn, leaves what can be done before it: before combat where it would be
    /// cast after it anyhow.
    pub(super) fn hold_for_the_sweep(&self, options: &[Item], plans: &mut Vec<(u16, PlannedAct)>) {
        let Moment::Main { first } = self.moment else { return };
        let view = self.planner.view;
        let is_sweep = |at: u16| roles(view, options[usize::from(at)], self.planner.profiles).contains(Roles::SWEEPER);
        let cast_sweeps = || acts(options).filter(|(at, item)| cast(*item).is_some() && is_sweep(*at));
        if cast_sweeps().next().is_none() && !plans.iter().any(|(at, _)| is_sweep(*at)) {
            return;
        }
        let own = plans.len();
        // A turn more is not given up for it.
        let takes_turns = |at: u16| {
            roles(view, options[usize::from(at)], self.planner.profiles).intersects(Roles::EXTRA_TURN | Roles::CONTROL)
        };
        if plans.iter().any(|(at, _)| takes_turns(*at)) {
            return;
        }
        let mana = i32::from(view.mana_available(view.actor()));
        if first {
            // What is paid for before combat leaves less for after it.
            let set = best_set(plans, mana).1;
            let spent: i32 = (0..own.min(32)).filter(|at| set >> at & 1 == 1).map(|at| plans[at].1.mana.max(0)).sum();
            let after = Judge { planner: self.planner, moment: Moment::Main { first: false } };
            let comes = |plan: &PlannedAct| plan.score >= self.weights().worthwhile && plan.mana <= mana - spent;
            plans.extend(cast_sweeps().filter_map(|(at, item)| Some((at, after.act(item).filter(comes)?))));
            if plans.len() == own {
                return;
            }
        }
        let set = best_set(plans, mana).1;
        let is_chosen = |place: usize| place < 32 && set >> place & 1 == 1;
        let sweeps: Vec<Item> = (0..plans.len())
            .filter(|place| is_chosen(*place) && is_sweep(plans[*place].0))
            .map(|place| options[usize::from(plans[place].0)])
            .collect();
        if sweeps.is_empty() {
            plans.truncate(own);
            return;
        }
        let mut place = 0;
        plans.retain(|(at, _)| {
            place += 1;
            let item = options[usize::from(*at)];
            place <= own && is_chosen(place - 1) && !sweeps.iter().any(|sweep| self.would_be_swept(item, *sweep))
        });
    }

    /// Whether what is cast would not outlive a sweep.
    fn would_be_swept(&self, item: Item, sweep: Item) -> bool {
        let (view, board, profiles) = (self.planner.view, self.planner.board, self.planner.profiles);
        let (Some(object), Some(by)) = (
            cast(item).and_then(|id| view.object(id)),
            cast(sweep).and_then(|id| view.object(id)).and_then(|object| profiles.card(object.card).spell.as_ref()),
        ) else {
            return false;
        };
        let piece = Piece { object, worth: 0 };
        by.sweeps.iter().any(|(filter, aim)| {
            board.passes(view.catalog().filter(*filter), &object, view, None) && board.takes(aim, &piece)
        })
    }
}
