//! Opening hands and lands.

use crate::cards::ability::{Ability, Static, StaticEffect};
use crate::cards::effect::{AbilityId, CardId, How};
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item};
use crate::game::view::{PlayerView, SeenObject};

use super::board::mine;
use super::effect_reader::MOST_CARDS;
use super::profile::{Profiles, Roles};

/// Whether to keep the cards: of seven two to five lands and something to do with them; less choosy after each mulligan, and with
/// each card fewer that the table deals.
pub(super) fn keeps(view: &PlayerView, profiles: &Profiles) -> bool {
    let hand: Vec<SeenObject> = view.hand(view.actor()).collect();
    let lands = hand.iter().filter(|o| o.types.contains(Types::LAND)).count();
    let cheap = hand.iter().filter(|o| is_cheap(o, view, profiles)).count();
    let fewer = 7_u8.saturating_sub(hand.len() as u8);
    match view.mulligans(view.actor()) + fewer {
        0 => (3..=5).contains(&lands) || lands == 2 && cheap >= 2,
        1 => (2..=5).contains(&lands),
        2 => (2..=6).contains(&lands),
        _ => true,
    }
}

/// Something that helps a hand of few lands along.
fn is_cheap(object: &SeenObject, view: &PlayerView, profiles: &Profiles) -> bool {
    let helps = Roles::MANA | Roles::RAMP | Roles::DRAW;
    !object.types.contains(Types::LAND)
        && view.card(object.card).mana_value <= 2
        && profiles.card(object.card).roles.intersects(helps)
}

/// Which cards go to the bottom: lands beyond four first, then what costs most.
pub(super) fn bottom(view: &PlayerView, min: u16) -> Choice {
    let mut cards: Vec<(i32, u16)> = Vec::with_capacity(7);
    let lands = view.offered().filter(|(_, o)| o.types.contains(Types::LAND)).count() as i32;
    let mut surplus = lands - 4;
    for (at, object) in view.offered() {
        let land = object.types.contains(Types::LAND);
        let spare = land && surplus > 0;
        surplus -= i32::from(spare);
        let price = i32::from(view.card(object.card).mana_value);
        cards.push((
            if spare {
                -100
            } else if land {
                0
            } else {
                -price
            },
            at,
        ));
    }
    cards.sort_unstable();
    Choice::Some(cards.into_iter().take(min.into()).map(|(_, at)| at).collect())
}

/// The land to play, if one may be played: the one that adds most of the colours still missing, tapped ones when that
/// costs nothing this turn.
pub(super) fn best_land(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Option<u16> {
    let land = |item: &Item| played(view, item);
    let mut lands = options.iter().filter_map(land);
    let first = lands.next()?;
    if !first.1 && lands.all(|card| card == first) {
        return options.iter().position(|item| matches!(item, Item::PlayLand(_))).map(|at| at as u16);
    }
    let hand: Vec<SeenObject> = view.hand(view.actor()).collect();
    let (have, count) = made(view, profiles);
    let need = wanted(view, &hand);
    // Mana in hand for the turn: with this land, can something be cast that could not be without?
    let next = i32::from(view.mana_available(view.actor())) + 1;
    let on_curve = hand.iter().any(|o| {
        let card = view.card(o.card);
        !card.types.contains(Types::LAND) && i32::from(card.mana_value) == next
    }) || view
        .commanders(view.actor())
        .any(|o| view.casting_cost(o.id, How::Printed, 0).map(i32::from) == Some(next));
    let score = |item: &Item| -> Option<i32> {
        let (card, spends_spell) = played(view, item)?;
        // A spell is kept once there are lands enough.
        if spends_spell && count >= 5 {
            return None;
        }
        let profile = profiles.card(card);
        let missing = (need & profile.makes & !have).bits().count_ones() as i32;
        let useful = (need & profile.makes).bits().count_ones() as i32;
        let slow = if profile.slow && on_curve {
            -25
        } else if profile.slow {
            8
        } else {
            0
        };
        let basic = i32::from(view.card(card).types.contains(Types::BASIC));
        let several = if count >= 5 { 6 * (profile.units - 1) } else { 0 };
        let keeps = if hand.len() > MOST_CARDS as usize && keeps_cards(view, card) { 60 } else { 0 };
        let spent = if spends_spell { -30 } else { 0 };
        Some(20 * missing + 3 * useful.min(2) + slow + basic + several + keeps + spent)
    };
    let scored = options.iter().enumerate().filter_map(|(at, item)| Some((score(item)?, at)));
    scored.max_by_key(|(points, at)| (*points, std::cmp::Reverse(*at))).map(|(_, at)| at as u16)
}

/// The land that an option plays, and whether it is the other side of a spell.
fn played(view: &PlayerView, item: &Item) -> Option<(CardId, bool)> {
    match item {
        Item::PlayLand(id) => Some((view.object(*id)?.card, false)),
        Item::PlayLandBack(id) => {
            let object = view.object(*id)?;
            Some((view.card(object.card).other_face()?, !object.types.contains(Types::LAND)))
        }
        _ => None,
    }
}

/// Whether a card lifts the limit of the hand (CR 402.2).
fn keeps_cards(view: &PlayerView, card: CardId) -> bool {
    let lifts = |ability: &AbilityId| {
        matches!(view.ability(*ability), Ability::Static(Static { effect: StaticEffect::MaxHandSize(_, None), .. }))
    };
    view.card(card).abilities.iter().any(lifts)
}

/// The types of mana that one's permanents make, and how many do.
fn made(view: &PlayerView, profiles: &Profiles) -> (ManaSet, u32) {
    mine(view).fold((ManaSet::empty(), 0), |(set, n), o| {
        let makes = profiles.card(o.card).makes;
        (set | makes, n + u32::from(!makes.is_empty()))
    })
}

/// The colours that the cards in hand and one's commanders ask for.
fn wanted(view: &PlayerView, hand: &[SeenObject]) -> ManaSet {
    let me = view.actor();
    let cards = hand.iter().copied().chain(view.commanders(me));
    cards.fold(ManaSet::empty(), |set, o| set | view.card(o.card).colours)
}

/// The type of mana to make, among those offered: the one the hand asks for most.
pub(super) fn best_mana(view: &PlayerView, options: &[Item]) -> Choice {
    let hand: Vec<SeenObject> = view.hand(view.actor()).collect();
    let asked = |mana: Mana| {
        let pips = hand.iter().filter_map(|o| view.card(o.card).cost.as_ref()).flat_map(|c| c.pips.iter());
        pips.filter(|p| p.any_of.contains(mana.set())).count()
    };
    let scored = options.iter().enumerate().map(|(at, item)| match item {
        Item::Mana(mana) => (asked(*mana), at),
        _ => (0, at),
    });
    let best = scored.max_by_key(|(n, at)| (*n, std::cmp::Reverse(*at)));
    Choice::option(best.map_or(0, |(_, at)| at as u16))
}
