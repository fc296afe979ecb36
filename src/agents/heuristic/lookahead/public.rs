//! What others could do that everybody sees: abilities of what lies on the table, and spells that they could cast from their
//! graveyards, such as with flashback (CR 702.34).

use smallvec::SmallVec;

use crate::agents::Pilot;
use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::effect::{Aim, Effect, swells, takes};
use crate::agents::heuristic::priority::{self, Moment};
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::Ability;
use crate::cards::card::{CastFrom, Way};
use crate::cards::type_line::Types;
use crate::game::Zone;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::{Seat, Step};

use super::candidates;

/// The cards in that player's graveyard that can be cast from there, each with the way.
fn spells(view: &PlayerView, seat: Seat) -> impl Iterator<Item = (SeenObject, &Way)> {
    view.graveyard(seat).filter_map(|object| {
        let way = view.card(object.card).ways.iter().find(|way| way.kind.from() == CastFrom::Graveyard)?;
        Some((object, way))
    })
}

/// Whether an opponent has such a spell, or an ability that defends or counters.
pub(super) fn is_there(view: &PlayerView, me: Seat, profiles: &Profiles) -> bool {
    view.opponents_of(me).any(|seat| {
        spells(view, seat).next().is_some() || view.controlled_by(seat).any(|object| defends(view, &object, profiles))
    })
}

/// Whether that permanent could be activated against an attack or a spell.
fn defends(view: &PlayerView, object: &SeenObject, profiles: &Profiles) -> bool {
    view.card(object.card).abilities.iter().any(|ability| match view.ability(*ability) {
        Ability::Activated(activated) => {
            let ready = !object.tapped || !view.catalog().cost(activated.cost).tap;
            let effect = profiles.ability(*ability);
            ready && (priority::ability_fits(Moment::Attacked, effect) || effect.roles.contains(Roles::COUNTER))
        }
        _ => false,
    })
}

/// Life that one of them might take with what that player has to pay for it.
pub(super) fn threat(view: &PlayerView, board: &BoardReading, profiles: &Profiles, seat: Seat) -> i32 {
    let mana = board.sides[seat.index()].sources;
    let creatures =
        board.pieces.iter().filter(|piece| piece.object.controller == seat && piece.is_creature()).count() as i32;
    let each = spells(view, seat).filter_map(|(object, way)| {
        let spell = profiles.card(object.card).spell.as_ref()?;
        let cost = i32::from(view.catalog().cost(way.cost).mana.mana_value(0));
        let deals = takes(spell) + swells(spell) * creatures;
        let more = if spell.varies && deals > 0 { mana - cost } else { 0 };
        (cost <= mana).then_some(deals + more)
    });
    each.max().unwrap_or(0) + growth(view, profiles, seat, mana).max(awakened(view, profiles, seat, mana))
}

/// Power that one of that player's lands might have as a creature for so much mana.
fn awakened(view: &PlayerView, profiles: &Profiles, seat: Seat, mana: i32) -> i32 {
    let wakes = |effect: &Effect, cost| effect.animates?.0.filter(|_| cost <= mana);
    activated(view, profiles, seat, Types::LAND).filter_map(|(effect, cost)| wakes(effect, cost)).max().unwrap_or(0)
}

/// Power that one of that player's creatures might give itself for so much mana.
pub(super) fn growth(view: &PlayerView, profiles: &Profiles, seat: Seat, mana: i32) -> i32 {
    let grows =
        activated(view, profiles, seat, Types::CREATURE).map(|(effect, cost)| effect.grows * (mana / cost.max(1)));
    grows.max().unwrap_or(0)
}

/// The printed activated abilities of that player's permanents of a type, each with the mana that it costs.
fn activated<'a>(
    view: &'a PlayerView,
    profiles: &'a Profiles,
    seat: Seat,
    types: Types,
) -> impl Iterator<Item = (&'a Effect, i32)> {
    let permanents = view.controlled_by(seat).filter(move |object| object.types.contains(types));
    permanents.flat_map(|object| &view.card(object.card).abilities).filter_map(|ability| match view.ability(*ability) {
        Ability::Activated(activated) => {
            let cost = view.catalog().cost(activated.cost).mana.mana_value(0);
            Some((profiles.ability(*ability), i32::from(cost)))
        }
        _ => None,
    })
}

/// Whether that is such an act: nothing of what lies in a hand.
pub(super) fn is_public(view: &PlayerView, item: Item) -> bool {
    match item {
        Item::Activate(id, _) => view.object(id).is_some_and(|object| object.zone != Zone::Hand),
        Item::Cast(id, _) => view.object(id).is_some_and(|object| object.zone == Zone::Graveyard),
        _ => false,
    }
}

/// What counters that player's spell on top of the stack, unless they can pay for it.
pub(super) fn counters(view: &PlayerView, decision: &Decision, profiles: &Profiles, me: Seat) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let top = view.stack().next_back().filter(|top| top.spell && top.controller == me)?;
    let unpaid = i32::from(view.mana_available(me)) + 1;
    options.iter().enumerate().find_map(|(at, item)| {
        let Item::Activate(_, ability) = item else { return None };
        let effect = profiles.ability(*ability);
        if !effect.roles.contains(Roles::COUNTER) || effect.ransom.unwrap_or(unpaid) < unpaid {
            return None;
        }
        let need = view.next_need(*item, &[])?;
        let Shape::One(targets) = &need.shape else { return None };
        let target = targets.iter().position(|target| *target == Item::Object(top.source))?;
        let choice = Choice::One(at as u16, vec![Choice::option(target as u16)]);
        view.is_legal(&choice).then_some(choice)
    })
}

/// What takes the largest creature that could block for that player out of the way of an attack that would kill them.
pub(super) fn clears(view: &PlayerView, decision: &Decision, profiles: &Profiles, attacked: Seat) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let takes = |item: &Item| match item {
        Item::Activate(_, ability) => is_public(view, *item) && profiles.ability(*ability).aims.iter().any(Aim::harms),
        _ => false,
    };
    if !options.iter().any(takes) || power(view, view.actor()) < view.life(attacked) {
        return None;
    }
    let blocker = |choice: &Choice| {
        let Choice::One(at, _) = choice else { return None };
        let item = options[usize::from(*at)];
        let Item::Object(id) = candidates::first_target(view, options, choice)? else { return None };
        let object = view.object(id).filter(|object| object.controller == attacked && !object.tapped)?;
        (takes(&item) && object.types.contains(Types::CREATURE)).then_some(object.power + object.toughness)
    };
    let acts = candidates::acts_at(view, decision, profiles, true);
    let sized = acts.into_iter().filter_map(|act| Some((blocker(&act)?, act)));
    sized.max_by_key(|(size, _)| *size).map(|(_, act)| act)
}

/// What makes a creature of a land for an attack that might kill that player then.
pub(super) fn wakes(view: &PlayerView, decision: &Decision, profiles: &Profiles, attacked: Seat) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    if view.step() != Step::PrecombatMain || view.stack().len() > 0 {
        return None;
    }
    let missing = view.life(attacked) - power(view, view.actor());
    let joins = |item: &Item| match item {
        Item::Activate(id, ability) => {
            let sleeps = |object: SeenObject| {
                object.types.contains(Types::LAND) && !object.types.contains(Types::CREATURE) && !object.tapped
            };
            let (strength, _) = profiles.ability(*ability).animates?;
            view.object(*id).filter(|object| sleeps(*object)).and(strength).filter(|strength| *strength >= missing)
        }
        _ => None,
    };
    let at = options.iter().position(|item| joins(item).is_some())?;
    let choice = Choice::option(at as u16);
    view.is_legal(&choice).then_some(choice)
}

/// What a creature's power counts: nothing below zero (CR 510.1a).
pub(super) fn strength(object: &SeenObject) -> i32 {
    i32::from(object.power).max(0)
}

/// The power of that player's creatures together.
pub(super) fn power(view: &PlayerView, seat: Seat) -> i32 {
    let creatures = view.controlled_by(seat).filter(|object| object.types.contains(Types::CREATURE));
    creatures.map(|object| strength(&object)).sum()
}

/// What whoever is asked would do of that alone.
pub(super) fn play(view: &PlayerView, decision: &Decision, profiles: &Profiles) -> Option<Choice> {
    let Shape::One(options) = &decision.shape else { return None };
    let places: SmallVec<[usize; 4]> = (0..options.len()).filter(|at| is_public(view, options[*at])).collect();
    if places.is_empty() {
        return None;
    }
    let public: SmallVec<[Item; 4]> = places.iter().map(|at| options[*at]).collect();
    let at = |moment| priority::choose_at(view, &public, profiles, &Pilot::DEFAULT, moment, &mut 0);
    let chosen = match priority::moment(view, profiles) {
        // What clears the way for an attack comes before it, too.
        Moment::Main { .. } => at(Moment::Main { first: true }).or_else(|| at(Moment::Main { first: false })),
        moment => at(moment),
    };
    match chosen? {
        Choice::One(at, fills) => Some(Choice::One(places[usize::from(at)] as u16, fills)),
        _ => None,
    }
}
