//! Everything that hurts one player, thrown at them: the kill that no single act is.

use std::cmp::Reverse;

use crate::cards::ability::{Ability, Cost, Subject, TriggerEvent};
use crate::cards::effect::{AbilityId, CardId};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::ObjectId;
use crate::game::decision::{Choice, Decision, Item, Need, NeedKind, Shape};
use crate::game::view::PlayerView;
use crate::turn::{Seat, Step};

use crate::agents::heuristic::board::{BoardReading, mine, worth};
use crate::agents::heuristic::effect::{Effect, swells, takes};
use crate::agents::heuristic::plan::Planner;
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::Profiles;

use super::public::is_public;

/// What one act may need to be filled in, at most.
const NEEDS: usize = 12;

/// From which moment of the turn on everything is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// At once, and then it attacks.
    Now,
    /// Once attackers are blocked: what is blocked deals no damage any more.
    Blocked,
    /// After combat damage.
    After,
}

impl When {
    /// Every moment.
    pub(super) const ALL: [When; 3] = [When::Now, When::Blocked, When::After];

    /// Whether it has come.
    pub(super) fn has_come(self, step: Step) -> bool {
        match self {
            When::Now => true,
            When::Blocked => step >= Step::DeclareBlockers,
            When::After => step >= Step::CombatDamage,
        }
    }
}

/// The act that hurts that player most now, aimed at them; `None` when none does.
pub(super) fn hardest(view: &PlayerView, decision: &Decision, profiles: &Profiles, target: Seat) -> Option<Choice> {
    thrown(view, decision, profiles, target, |_| true)
}

/// The same of what lies on the table or in the graveyard: what somebody else holds is not known.
pub(super) fn from_the_table(
    view: &PlayerView,
    decision: &Decision,
    profiles: &Profiles,
    target: Seat,
) -> Option<Choice> {
    thrown(view, decision, profiles, target, |item| is_public(view, item))
}

fn thrown(
    view: &PlayerView,
    decision: &Decision,
    profiles: &Profiles,
    target: Seat,
    is: impl Fn(Item) -> bool,
) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let thrower = Thrower { view, profiles, target };
    let of_those = acts(options).filter(|(_, item)| is(*item));
    let mut hurting: Vec<(i32, u16, Item)> =
        of_those.map(|(at, item)| (thrower.hurts(item), at, item)).filter(|(hurts, ..)| *hurts > 0).collect();
    if hurting.is_empty() {
        return None;
    }
    // What gives up lands comes once they are tapped for the rest.
    hurting.sort_by_key(|(hurts, at, item)| (thrower.gives_up_lands(*item), Reverse(*hurts), *at));
    let board = BoardReading::read(view, profiles);
    let planner = Planner { view, profiles, board: &board };
    hurting.into_iter().find_map(|(_, at, item)| {
        let cost =
            |need: &Need, shape: &Shape| thrower.mourned(shape).unwrap_or_else(|| planner.pay_with(need, &mut 0));
        let choice = Choice::One(at, aimed(view, Item::Player(target), item, cost)?);
        view.is_legal(&choice).then_some(choice)
    })
}

/// What gives up most of what whoever acts has, for next to nothing.
pub(super) fn squandered(view: &PlayerView, decision: &Decision, profiles: &Profiles) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let gives_up = |item: &Item| match item {
        Item::Activate(_, ability) => match view.ability(*ability) {
            Ability::Activated(activated) => {
                activated.targets.is_empty() && view.catalog().cost(activated.cost).sacrifice.is_some()
            }
            _ => false,
        },
        _ => false,
    };
    let worth = |item: &Item| match item {
        Item::Object(id) => view.object(*id).map_or(0, |object| worth(&object, profiles)),
        _ => 0,
    };
    let most = |_: &Need, shape: &Shape| match shape {
        Shape::Some { options, min, .. } => {
            let mut places: Vec<u16> = (0..options.len() as u16).collect();
            places.sort_by_key(|at| (Reverse(worth(&options[usize::from(*at)])), *at));
            places.truncate(usize::from(*min));
            Choice::Some(places)
        }
        _ => Choice::option(0),
    };
    acts(options).filter(|(_, item)| gives_up(item)).find_map(|(at, item)| {
        let choice = Choice::One(at, aimed(view, item, item, most)?);
        view.is_legal(&choice).then_some(choice)
    })
}

/// Who throws, and at whom.
struct Thrower<'a> {
    view: &'a PlayerView,
    profiles: &'a Profiles,
    target: Seat,
}

impl Thrower<'_> {
    /// How much the act hurts a player, as far as what it is for tells.
    fn hurts(&self, item: Item) -> i32 {
        match item {
            Item::Cast(id, _) => self.view.object(id).map_or(0, |object| self.card(object.card)),
            Item::Activate(id, ability) => self.ability(id, ability),
            _ => 0,
        }
    }

    fn card(&self, card: CardId) -> i32 {
        let profile = self.profiles.card(card);
        if let Some(spell) = &profile.spell {
            return takes(spell) + self.swells(spell);
        }
        let creature = self.view.card(card).types.contains(Types::CREATURE);
        let greeted = if creature { self.greeted() } else { 0 };
        let enters = self.taken_when(card, |event| matches!(event, TriggerEvent::Enters(_)));
        let each = self.view.card(card).abilities.iter().map(|ability| match self.view.ability(*ability) {
            Ability::Activated(activated) if !self.view.catalog().cost(activated.cost).tap => {
                takes(self.profiles.ability(*ability))
            }
            _ => 0,
        });
        each.sum::<i32>() + enters + greeted
    }

    /// How much this player's permanents hurt as a creature of theirs enters.
    fn greeted(&self) -> i32 {
        let others = |event| matches!(event, TriggerEvent::Enters(subject) if subject != Subject::Source);
        mine(self.view).map(|object| self.taken_when(object.card, others)).sum()
    }

    /// Power that it gives, together, to what attacks that player and gets through.
    fn swells(&self, spell: &Effect) -> i32 {
        if swells(spell) == 0 {
            return 0;
        }
        let attackers = self.view.attackers().filter(|(id, _)| self.gets_through(*id));
        swells(spell) * attackers.count() as i32
    }

    /// Whether blockers are declared, and that attacks the target and is not stopped by them.
    fn gets_through(&self, id: ObjectId) -> bool {
        let tramples = || self.view.object(id).is_some_and(|object| object.keywords.contains(Keywords::TRAMPLE));
        self.view.step() == Step::DeclareBlockers
            && self.view.attackers().any(|(attacker, whom)| attacker == id && whom == self.target)
            && (!self.view.blockers().any(|(_, attacker)| attacker == id) || tramples())
    }

    /// Whether lands are what it costs.
    fn gives_up_lands(&self, item: Item) -> bool {
        let land = |item: &Item| match item {
            Item::Object(id) => self.view.object(*id).is_some_and(|object| object.types.contains(Types::LAND)),
            _ => false,
        };
        matches!(item, Item::Cast(..))
            && self.view.next_need(item, &[]).is_some_and(|need| match (need.kind, &need.shape) {
                (NeedKind::Cost, Shape::Some { options, .. }) => options.iter().any(land),
                _ => false,
            })
    }

    fn ability(&self, id: ObjectId, ability: AbilityId) -> i32 {
        let effect = self.profiles.ability(ability);
        let grows = if effect.grows > 0 && self.gets_through(id) { effect.grows } else { 0 };
        let hurts = takes(effect) + grows;
        let Ability::Activated(activated) = self.view.ability(ability) else { return 0 };
        let cost = self.view.catalog().cost(activated.cost);
        // What is given up may hurt by leaving.
        let gives_up = cost.sacrifice.is_some() || cost.sacrifice_source;
        hurts.max(i32::from(gives_up && self.mourns())).max(self.pays(cost))
    }

    /// Life that whoever acts pays for it, where it is they who are to be hurt.
    fn pays(&self, cost: &Cost) -> i32 {
        if self.target == self.view.actor() { cost.life.into() } else { 0 }
    }

    /// Whether something of this player's hurts when creatures die or are sacrificed.
    fn mourns(&self) -> bool {
        let dies = |event| {
            matches!(
                event,
                TriggerEvent::Dies(_)
                    | TriggerEvent::Leaves(_)
                    | TriggerEvent::ToGraveyard(_)
                    | TriggerEvent::Sacrifices(..)
            )
        };
        mine(self.view).any(|object| self.taken_when(object.card, dies) > 0)
    }

    /// What the triggered abilities of that card take when such a thing happens.
    fn taken_when(&self, card: CardId, is: impl Fn(TriggerEvent) -> bool) -> i32 {
        let takes = |ability: &AbilityId| match self.view.ability(*ability) {
            Ability::Triggered(trigger) if is(trigger.event) => takes(self.profiles.ability(*ability)),
            _ => 0,
        };
        self.view.card(card).abilities.iter().map(takes).sum()
    }

    /// One thing to give up that hurts by leaving itself.
    fn mourned(&self, shape: &Shape) -> Option<Choice> {
        let Shape::Some { options, min: 1, .. } = shape else { return None };
        let leaves =
            |event| matches!(event, TriggerEvent::Dies(Subject::Source) | TriggerEvent::Leaves(Subject::Source));
        let hurts = |item: &Item| match item {
            Item::Object(id) => self.view.object(*id).is_some_and(|object| self.taken_when(object.card, leaves) > 0),
            _ => false,
        };
        options.iter().position(hurts).map(|at| Choice::Some(vec![at as u16]))
    }
}

/// Fills what the act needs so that it is aimed at that, with that for a cost; `None` where something can only be aimed at others.
pub(super) fn aimed(
    view: &PlayerView,
    goal: Item,
    item: Item,
    cost: impl Fn(&Need, &Shape) -> Choice,
) -> Option<Vec<Choice>> {
    let mut fills = Vec::new();
    while let Some(need) = view.next_need(item, &fills) {
        if fills.len() >= NEEDS {
            return None;
        }
        let fill = match (need.kind, &need.shape) {
            (NeedKind::Cost, shape) => cost(&need, shape),
            (NeedKind::Target, Shape::One(options)) => {
                let there = options.iter().position(|option| *option == goal);
                // Once something has been chosen, later targets may be anything.
                let later = fills.iter().any(|fill| matches!(fill, Choice::One(..)));
                Choice::option(there.or_else(|| later.then_some(0))? as u16)
            }
            (_, Shape::One(_)) => Choice::option(0),
            (_, Shape::Number { max, .. }) => Choice::Number(*max),
            (_, Shape::Some { min, .. }) => Choice::Some((0..*min).collect()),
            _ => return None,
        };
        fills.push(fill);
    }
    Some(fills)
}
