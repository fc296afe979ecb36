//! What stands in the way of an act that is not offered: the first thing its author should look at.

use crate::agents::act::Act;
use crate::cards::ability::{Ability, StaticEffect, Timing};
use crate::cards::effect::{AbilityId, CardId, How};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::Zone;
use crate::game::decision::{Decision, DecisionKind};
use crate::game::view::{PlayerView, SeenObject};

/// What stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Obstacle {
    /// There is no such card where it could be played from.
    #[error(": its player has none to play")]
    NoneToPlay,
    /// It lies where cards are not cast from as they are.
    #[error(": its player has none to play but in {0}")]
    OnlyIn(&'static str),
    /// What is done at sorcery speed waits for the stack to be empty (CR 117.1a, 117.1b).
    #[error(": {0} has not resolved yet; {{ pass = 1 }} before it lets it resolve")]
    OnTheStack(String),
    /// It is done only in a main phase of one's own (CR 116.2a, 117.1a, 307.5).
    #[error(": it is done only in a main phase of its player")]
    NoMainPhase,
    /// CR 305.2.
    #[error(": its player has played a land this turn")]
    LandPlayed,
    /// The permanent would have to be tapped for it.
    #[error(": it is tapped")]
    Tapped,
    /// The mana can't be paid.
    #[error(": the {cost} mana that it costs can't be paid, with {there} there to be had")]
    Mana { cost: u16, there: u16 },
    /// A permanent keeps players from casting spells (CR 101.2), perhaps this one.
    #[error(": nothing else is seen to forbid it, so perhaps `{0}` does")]
    Forbidden(String),
    /// It is aimed at something (CR 601.2c).
    #[error(": nothing else is seen to forbid it, so perhaps it has no legal target")]
    NoTarget,
    /// Something else.
    #[error("")]
    Other,
}

impl Obstacle {
    /// What stands in the way of that act.
    pub(super) fn to(view: &PlayerView, decision: &Decision, act: &Act) -> Obstacle {
        let found = match act {
            _ if decision.kind != DecisionKind::Priority => None,
            Act::PlayLand(card) => land(view, *card),
            Act::Cast { card, way: None, .. } => spell(view, *card),
            Act::Activate { source, ability, .. } => ability_of(view, source.card, view.ability(*ability)),
            _ => None,
        };
        found.unwrap_or(Obstacle::Other)
    }
}

fn land(view: &PlayerView, card: CardId) -> Option<Obstacle> {
    if to_play(view, card).is_none() {
        return Some(Obstacle::NoneToPlay);
    }
    slow(view).or_else(|| (view.lands_played(view.actor()) > 0).then_some(Obstacle::LandPlayed))
}

fn spell(view: &PlayerView, card: CardId) -> Option<Obstacle> {
    let Some(object) = to_play(view, card) else { return Some(Obstacle::NoneToPlay) };
    let printed = view.card(object.card);
    let lies = match object.zone {
        Zone::Graveyard => Some("the graveyard"),
        Zone::Exile => Some("exile"),
        _ => None,
    };
    if let Some(place) = lies.filter(|_| printed.ways.is_empty()) {
        return Some(Obstacle::OnlyIn(place));
    }
    let quick = printed.types.contains(Types::INSTANT) || printed.keywords.contains(Keywords::FLASH);
    let slow = if quick || gives_flash(view) { None } else { slow(view) };
    slow.or_else(|| {
        let cost = view.casting_cost(object.id, How::Printed, 0)?;
        let there = view.mana_available(view.actor());
        let payable = view.could_pay_to_cast(object.id, How::Printed);
        (!payable).then_some(Obstacle::Mana { cost, there })
    })
    .or_else(|| forbidding(view).map(Obstacle::Forbidden))
    .or_else(|| {
        let aimed =
            printed.spell.as_ref().is_some_and(|spell| !spell.targets.is_empty()) || !printed.enchant.is_empty();
        aimed.then_some(Obstacle::NoTarget)
    })
}

/// The first static ability on the battlefield that does what is looked for, with its source.
fn on_battlefield(view: &PlayerView, is: impl Fn(&StaticEffect) -> bool) -> Option<SeenObject> {
    let does = |id: &AbilityId| matches!(view.ability(*id), Ability::Static(ability) if is(&ability.effect));
    view.battlefield().find(|object| view.card(object.card).abilities.iter().any(does))
}

/// Whether somebody's permanent lets spells be cast at any priority, such as Vedalken Orrery (CR 601.3b).
fn gives_flash(view: &PlayerView) -> bool {
    let flash = |effect: &StaticEffect| matches!(effect, StaticEffect::Flash(_) | StaticEffect::FlashForAll(_));
    on_battlefield(view, flash).is_some()
}

/// The name of a permanent that limits what is cast, such as Rule of Law.
fn forbidding(view: &PlayerView) -> Option<String> {
    let limits = |e: &StaticEffect| matches!(e, StaticEffect::SpellLimit { .. } | StaticEffect::CantCast { .. });
    on_battlefield(view, limits).map(|object| view.card(object.card).name.clone())
}

fn ability_of(view: &PlayerView, card: CardId, ability: &Ability) -> Option<Obstacle> {
    let (cost, timing) = match ability {
        Ability::Activated(activated) => (activated.cost, activated.timing),
        Ability::Mana(mana) => (mana.cost, Timing::Instant),
        _ => return None,
    };
    let mut sources = view.controlled_by(view.actor()).filter(|object| view.is_found_by(object, card)).peekable();
    sources.peek()?;
    let slow = if timing == Timing::Sorcery { slow(view) } else { None };
    slow.or_else(|| {
        let paid = view.catalog().cost(cost);
        let tapped = paid.tap && sources.all(|object| object.tapped);
        tapped.then_some(Obstacle::Tapped).or_else(|| {
            let there = view.mana_available(view.actor());
            (!view.could_pay_mana(cost)).then(|| Obstacle::Mana { cost: paid.mana.mana_value(0), there })
        })
    })
}

/// What is in the way of what is done at sorcery speed.
fn slow(view: &PlayerView) -> Option<Obstacle> {
    if let Some(top) = view.stack().next_back() {
        // What the rules themselves trigger is of no card (CR 725.2, 726.2).
        let of_rules = || "an ability that the rules have".to_owned();
        let top = top.card.known().map_or_else(of_rules, |card| format!("`{}`", view.card(card).name));
        return Some(Obstacle::OnTheStack(top));
    }
    let own = !view.are_opponents(view.turn().active, view.actor());
    (!own || !view.step().is_main()).then_some(Obstacle::NoMainPhase)
}

/// The first card of that name that its player might play from where it is.
fn to_play(view: &PlayerView, card: CardId) -> Option<SeenObject> {
    let seat = view.actor();
    let elsewhere = view.command_zone().chain(view.graveyard(seat)).chain(view.exile());
    view.hand(seat).chain(elsewhere).find(|object| view.is_found_by(object, card) && object.owner == seat)
}
