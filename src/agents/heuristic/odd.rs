//! Questions that few cards ask: whether to dredge, what to proliferate, whose damage to prevent.

use std::cmp::Reverse;

use crate::cards::effect::{AskedFor, CounterKind};
use crate::game::Zone;
use crate::game::decision::{Choice, Decision, Item};

use super::effect_reader::library;
use super::plan::keeping;
use super::small::{FEW_LEFT, Small};

impl Small<'_> {
    /// A card that is dredged is known, and comes for cards of the library, of which there must be enough.
    pub(super) fn instead_of_a_draw(&self, decision: &Decision) -> Choice {
        let Some(card) = decision.source.and_then(|id| self.view.object(id)).filter(|o| o.zone == Zone::Graveyard)
        else {
            return decision.default.clone();
        };
        let takes = usize::from(self.view.card(card.card).dredge.unwrap_or(0));
        let lasts = library(self.view, decision.actor) as usize >= takes + FEW_LEFT;
        let good = keeping(&card, self.view, self.profiles, self.board) >= self.profiles.weights().card;
        Choice::option(u16::from(!(lasts && good)))
    }

    /// One more of each counter for one's own, of poison for opponents, and of what makes a creature smaller for theirs.
    pub(super) fn proliferate(&self, options: &[Item]) -> Choice {
        let wanted = |item: &Item| match item {
            Item::Player(seat) => {
                let poisoned = self.view.poison(*seat) > 0;
                if self.view.are_opponents(*seat, self.board.me) { poisoned } else { !poisoned }
            }
            Item::Object(id) => self.view.object(*id).is_some_and(|object| {
                let bad = |(kind, _): (CounterKind, u16)| kind == CounterKind::MINUS_ONE;
                let harms = self.view.all_counters(*id).any(bad);
                harms == self.view.are_opponents(object.controller, self.board.me)
            }),
            _ => false,
        };
        let chosen = options.iter().enumerate().filter(|(_, item)| wanted(item));
        Choice::Some(chosen.map(|(at, _)| at as u16).collect())
    }

    /// Whether it is asked for a source whose damage is prevented.
    pub(super) fn shields(&self) -> bool {
        self.asked_for() == Some(AskedFor::Source)
    }

    /// The source that is about to deal most damage to this player: of the creatures that attack them the strongest.
    pub(super) fn source_of_damage(&self, options: &[Item]) -> Choice {
        let harm = |item: &Item| {
            let piece = item.object().and_then(|id| self.board.find(id));
            piece.map_or(0, |p| if self.board.attacking_me.contains(&p.object.id) { p.strike() } else { 0 })
        };
        let worst = (0..options.len()).max_by_key(|at| (harm(&options[*at]), Reverse(*at)));
        Choice::option(worst.unwrap_or(0) as u16)
    }
}
