//! One creature armed with everything there is, which then attacks alone: the commander above all, of whose combat damage 21
//! are enough (CR 903.10a).

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece, mine};
use crate::agents::heuristic::effect::Effect;
use crate::agents::heuristic::plan::Planner;
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::{Ability, Static, StaticEffect};
use crate::cards::effect::{Amount, CardId, How};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{COMMANDER_DAMAGE, ObjectId};
use crate::turn::{Seat, Step};

use super::burn::aimed;

/// Creatures that are tried, at most.
const MOST: usize = 3;
/// What double strike counts among what a creature may be armed with, in power.
const DOUBLED: i32 = 6;
/// What power counts there that depends on something.
const VARYING: i32 = 6;
/// Power that anything else might give.
pub(super) const MORE: i32 = 1;
/// How often a creature might deal its damage in one combat.
pub(super) const TIMES: i32 = 2;

/// The creatures that might kill that player alone with everything there is to arm them with, commanders first and then the
/// strongest; `more`: there may be more combats or turns than one.
pub(super) fn champions(
    view: &PlayerView,
    options: &[Item],
    profiles: &Profiles,
    target: Seat,
    more: bool,
) -> SmallVec<[CardId; MOST]> {
    let (me, board) = (view.actor(), BoardReading::read(view, profiles));
    let from_hand = acts(options).map(|(_, item)| match item {
        Item::Cast(id, How::Printed) => {
            view.object(id).map_or(0, |object| gift(view, object.card).0 + trick(object.card, profiles))
        }
        _ => 0,
    });
    let arms = armoury(view, &board, profiles) + from_hand.sum::<i32>();
    let kills = |object: &SeenObject| {
        let given = arms + alone(&board, profiles, object.card);
        let strikes = TIMES * (i32::from(object.power) + given + MORE) * if more { 2 } else { 1 };
        let dealt = view.commander_damage_by(object.id, target);
        let enough = if object.commander { COMMANDER_DAMAGE - dealt } else { view.life(target) };
        given > 0 && strikes >= enough.min(view.life(target))
    };
    let fights = |object: &SeenObject| !object.tapped && is_creature(object);
    let mut able: SmallVec<[SeenObject; 8]> =
        mine(view).filter(fights).chain(view.commanders(me)).filter(kills).collect();
    able.sort_by_key(|object| (Reverse(object.commander), Reverse(object.power)));
    let mut champions: SmallVec<[CardId; MOST]> = SmallVec::new();
    for object in able {
        if champions.len() < MOST && !champions.contains(&object.card) {
            champions.push(object.card);
        }
    }
    champions
}

/// Power that all Equipment of this player would give to one bearer.
pub(super) fn armoury(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> i32 {
    let moves = |piece: &&Piece| view.card(piece.object.card).abilities.iter().any(|a| profiles.ability(*a).attaches);
    board.mine().filter(moves).map(|piece| gift(view, piece.object.card).0).sum()
}

/// Power that a creature of that card, about to come, would get for attacking alone (CR 702.83).
pub(super) fn alone(board: &BoardReading, profiles: &Profiles, newcomer: CardId) -> i32 {
    let cards = board.mine().map(|piece| piece.object.card).chain([newcomer]);
    cards.map(|card| i32::from(profiles.card(card).alone.power)).sum()
}

/// What that Aura or Equipment gives its bearer: power, or what hits as hard, and keywords.
fn gift(view: &PlayerView, card: CardId) -> (i32, Keywords) {
    let each = view.card(card).abilities.iter().filter_map(|ability| match view.ability(*ability) {
        Ability::Static(Static { effect: StaticEffect::PumpAttached { power, keywords, .. }, .. }) => {
            let power = if let Amount::Const(n) = view.catalog().amount(*power) { n } else { VARYING };
            Some((power + if keywords.contains(Keywords::DOUBLE_STRIKE) { DOUBLED } else { 0 }, *keywords))
        }
        _ => None,
    });
    each.fold((0, Keywords::empty()), |(power, keywords), (more, others)| (power + more, keywords | others))
}

/// What comes next so that a creature of that card is there and bears as much as it can; `None` when nothing does.
pub(super) fn arm(view: &PlayerView, decision: &Decision, profiles: &Profiles, champion: CardId) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let board = BoardReading::read(view, profiles);
    let planner = Planner { view, profiles, board: &board };
    let legal = |choice: Choice| view.is_legal(&choice).then_some(choice);
    let Some(bearer) = mine(view).find(|object| object.card == champion && is_creature(object)) else {
        let comes = |item: &Item| matches!(item, Item::Cast(id, How::Printed) if view.object(*id).is_some_and(|o| o.card == champion));
        let (at, item) = acts(options).find(|(_, item)| comes(item))?;
        return planner.fill(item, &[]).and_then(|plan| legal(Choice::One(at, plan.fills)));
    };
    let sick = bearer.sick && !bearer.keywords.contains(Keywords::HASTE);
    let fights = view.step() == Step::DeclareBlockers;
    let mut arms: SmallVec<[(Order, u16, Item); 8]> = acts(options)
        .filter_map(|(at, item)| match arming(view, item, profiles) {
            Some(arm) if !fights => Some((arm.order(view, sick, bearer.id)?, at, item)),
            None if fights && is_trick(view, item, profiles) => Some((Order::default(), at, item)),
            _ => None,
        })
        .collect();
    arms.sort_by_key(|(order, ..)| *order);
    arms.into_iter().find_map(|(_, at, item)| {
        let fills = aimed(view, Item::Object(bearer.id), item, |need, _| planner.pay_with(need, &mut 0))?;
        legal(Choice::One(at, fills))
    })
}

/// The attack of that champion alone on that player.
pub(super) fn attack(
    view: &PlayerView,
    items: &[Item],
    options: &[Item],
    champion: CardId,
    target: Seat,
) -> Option<Choice> {
    let at = options.iter().position(|option| *option == Item::Player(target))?;
    let is = |item: &Item| matches!(item, Item::Object(id) if view.object(*id).is_some_and(|o| o.card == champion));
    let item = items.iter().position(is)?;
    let choice = Choice::Assign(vec![(item as u16, at as i32)]);
    view.is_legal(&choice).then_some(choice)
}

/// What comes first: what does not wait, what leaves the bearer open to more, what makes it hit hardest, what takes least mana.
type Order = (bool, bool, Reverse<i32>, u16);

/// An Equipment that may be moved, or an Aura that may be cast.
struct Arm {
    source: SeenObject,
    /// Mana that it takes.
    cost: u16,
}

impl Arm {
    /// First what lets the bearer attack now, last what keeps everything else from it, in between what makes it hit hardest;
    /// `None` where it is borne already.
    fn order(&self, view: &PlayerView, sick: bool, bearer: ObjectId) -> Option<Order> {
        let (hits, keywords) = gift(view, self.source.card);
        let shrouds = keywords.contains(Keywords::SHROUD);
        let hastens = sick && keywords.contains(Keywords::HASTE) && !shrouds;
        (self.source.attached_to != Some(bearer)).then_some((!hastens, shrouds, Reverse(hits), self.cost))
    }
}

fn is_creature(object: &SeenObject) -> bool {
    object.types.contains(Types::CREATURE)
}

/// What the act attaches to a creature.
fn arming(view: &PlayerView, item: Item, profiles: &Profiles) -> Option<Arm> {
    match item {
        Item::Activate(id, ability) if profiles.ability(ability).attaches => {
            let Ability::Activated(activated) = view.ability(ability) else { return None };
            let cost = view.catalog().cost(activated.cost).mana.mana_value(0);
            view.object(id).map(|source| Arm { source, cost })
        }
        Item::Cast(id, How::Printed) => {
            let source = view.object(id).filter(|object| !view.card(object.card).enchant.is_empty())?;
            Some(Arm { source, cost: view.casting_cost(id, How::Printed, 0)? })
        }
        _ => None,
    }
}

/// Whether the act is an instant that makes one creature larger.
fn is_trick(view: &PlayerView, item: Item, profiles: &Profiles) -> bool {
    let Item::Cast(id, How::Printed) = item else { return false };
    view.object(id).is_some_and(|object| trick(object.card, profiles) > 0)
}

/// Power that a creature gets from the instant of that card.
fn trick(card: CardId, profiles: &Profiles) -> i32 {
    let profile = profiles.card(card);
    let spell = profile.spell.as_ref().filter(|spell| profile.instant && spell.roles.contains(Roles::PUMP));
    let aims = |spell: &Effect| spell.aims.iter().map(|aim| aim.power.max(0)).sum::<i32>() + spell.grows;
    spell.map_or(0, |spell| aims(spell).max(1))
}
