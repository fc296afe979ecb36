//! A turn at whose end this player loses the game unless something ends it before, such as that of Final Fortune: what ends turns
//! is kept for that.

use crate::cards::ability::Ability;
use crate::cards::keyword::Keywords;
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Restrictions;

use super::board::mine;
use super::profile::{Profiles, Roles};

/// Whether this player loses the game in the end step of the turn in progress.
fn is_doomed(view: &PlayerView) -> bool {
    view.turn().active == view.actor() && view.turn().restrictions.kinds.contains(Restrictions::LOSE_AT_END_STEP)
}

/// The mana for which a permanent ends the turn, where it can by an ability.
fn ends_turns_for(object: &SeenObject, view: &PlayerView, profiles: &Profiles) -> Option<i32> {
    if !profiles.standing(object.card).roles.contains(Roles::END_TURN) {
        return None;
    }
    let costs = view.card(object.card).abilities.iter().filter_map(|ability| match view.ability(*ability) {
        Ability::Activated(activated) if profiles.ability(*ability).roles.contains(Roles::END_TURN) => {
            Some(i32::from(view.catalog().cost(activated.cost).mana.mana_value(0)))
        }
        _ => None,
    });
    costs.min()
}

/// Whether a creature must not be tapped, for it is needed to end the turn in time.
pub(super) fn is_needed(object: &SeenObject, view: &PlayerView, profiles: &Profiles) -> bool {
    is_doomed(view)
        && !object.keywords.contains(Keywords::VIGILANCE)
        && ends_turns_for(object, view, profiles).is_some()
}

/// Mana that is kept for what ends the turn in time.
pub(super) fn kept_mana(view: &PlayerView, profiles: &Profiles) -> Option<i32> {
    if !is_doomed(view) {
        return None;
    }
    mine(view).filter(|object| !object.tapped).filter_map(|object| ends_turns_for(&object, view, profiles)).min()
}
