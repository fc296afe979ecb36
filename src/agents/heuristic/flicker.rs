//! Permanents that are exiled and come back at once: which of them profit.

use crate::cards::ability::{Ability, TriggerEvent};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{AbilityId, CounterKind, Destination, EffectId, Op, What};
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Decision, Item, Shape};

use super::board::{Piece, printed};
use super::small::Small;

/// Points for a creature that is untapped again.
const UNTAPPED: i32 = 2;
/// Points for a mana that can be made once more.
const MANA: i32 = 4;
/// Points for a point of loyalty.
const LOYALTY: i32 = 3;
/// Points that it costs to attach something again.
const ATTACHED: i32 = -6;

/// Whether what that instruction exiles comes back at once, or later.
pub(super) fn comes_back(catalog: &Catalog, exiles: EffectId) -> bool {
    let op = |at| catalog.op(at);
    let home = [Destination::Battlefield, Destination::BattlefieldTapped, Destination::BattlefieldOfOwner];
    let returns = |at| matches!(op(at), Op::Move(What::Them, to) if home.contains(&to));
    let next = EffectId(exiles.0 + 1);
    returns(next) || matches!(op(next), Op::Delay(_, body) if returns(body))
}

impl Small<'_> {
    /// Whether an effect exiles its targets and gives them back.
    pub(super) fn flickers(&self, effect: EffectId) -> bool {
        let catalog = self.view.catalog();
        matches!(catalog.op(effect), Op::Exile(What::Target(_) | What::Targets)) && comes_back(catalog, effect)
    }

    /// The targets that profit; where one must be chosen, the one that loses least.
    pub(super) fn flickered(&self, decision: &Decision) -> Choice {
        let (options, max) = match &decision.shape {
            Shape::One(options) => (options, None),
            Shape::Some { options, max, .. } => (options, Some(*max)),
            _ => return decision.default.clone(),
        };
        let gain = |item: &Item| match item {
            Item::Object(id) => self.board.find(*id).map_or(0, |piece| self.renewed(piece)),
            _ => 0,
        };
        let mut gains: Vec<(i32, u16)> = options.iter().enumerate().map(|(at, o)| (-gain(o), at as u16)).collect();
        gains.sort_unstable();
        match (max, gains.first()) {
            (None, Some((_, at))) => Choice::option(*at),
            (None, None) => decision.default.clone(),
            (Some(max), _) => {
                let profit = gains.into_iter().filter(|(loss, _)| *loss < 0).take(max.into());
                let mut chosen: Vec<u16> = profit.map(|(_, at)| at).collect();
                chosen.sort_unstable();
                Choice::Some(chosen)
            }
        }
    }

    /// What it is worth to this player that a permanent leaves and comes back as a new object (CR 400.7).
    pub(super) fn renewed(&self, piece: &Piece) -> i32 {
        let object = piece.object;
        let sign = if self.view.are_opponents(object.controller, self.board.me) { -1 } else { 1 };
        if object.token || object.commander || object.owner != object.controller {
            // It ceases to exist, goes to the command zone, or goes back to its owner.
            return -sign * piece.worth;
        }
        let card = self.view.card(object.card);
        let profile = self.profiles.card(object.card);
        let body = printed(card, profile.standing) - piece.worth;
        let enters: i32 = profile.enters.iter().map(|ability| self.enters(*ability, piece)).sum();
        let untaps = match object.tapped {
            true if !profile.slow => {
                MANA * profile.units + if object.types.contains(Types::CREATURE) { UNTAPPED } else { 0 }
            }
            false if profile.slow => -UNTAPPED,
            _ => 0,
        };
        let loyalty = card.loyalty.map_or(0, |printed| {
            LOYALTY * (i32::from(printed) - i32::from(self.view.counters(object.id, CounterKind::LOYALTY)))
        });
        let attached = if object.attached_to.is_some() { ATTACHED } else { 0 };
        sign * (body + enters + untaps + loyalty + attached)
    }

    /// What triggers as it enters; whatever was exiled until it leaves comes back first, so that nothing is gained there.
    fn enters(&self, ability: AbilityId, piece: &Piece) -> i32 {
        let Ability::Triggered(trigger) = self.view.ability(ability) else { return 0 };
        let until = matches!(self.view.catalog().op(trigger.effect), Op::ExileUntilSourceLeaves(_));
        if until || !matches!(trigger.event, TriggerEvent::Enters(_)) {
            return 0;
        }
        self.planner().entering(ability, piece)
    }
}
