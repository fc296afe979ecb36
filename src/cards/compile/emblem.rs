//! Emblems (CR 114): what an effect puts into the command zone, as a card of its own.

use crate::cards::ability::{Ability, FunctionsIn};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, Op, Who};
use crate::cards::written;

use super::Compiler;

impl Compiler<'_> {
    /// An emblem has neither types nor anything else but its abilities (CR 114.3), which speak of its owner.
    pub(super) fn emblem(&mut self, e: &written::Emblem) -> Op {
        let who = self.who_or_default(e.player.as_ref());
        let outer = (
            std::mem::take(&mut self.targets),
            std::mem::replace(&mut self.default_who, Who::You),
            self.speaks_of_that_player,
        );
        let abilities: Vec<AbilityId> = e.ability.0.iter().filter_map(|ability| self.ability(ability)).collect();
        (self.targets, self.default_who, self.speaks_of_that_player) = outer;
        let works = |id: &AbilityId| match self.catalog.ability(*id) {
            Ability::Triggered(t) => t.from == FunctionsIn::Battlefield,
            Ability::Static(_) => true,
            Ability::Activated(_) | Ability::Mana(_) | Ability::Replacement(_) => false,
        };
        if !abilities.iter().all(works) || abilities.is_empty() {
            self.complain_here("an emblem has triggered or static abilities here (expected `trigger` or `static`)");
        }
        let of = self.source.text.get(self.place.clone()).unwrap_or_default().trim_matches(['"', '\'']).to_owned();
        let name = if of.is_empty() { "Emblem".to_owned() } else { format!("Emblem of {of}") };
        let has = abilities.iter().fold(0, |has, id| has | Card::has_bit(self.catalog.ability(*id)));
        let emblem = self.catalog.push_other(Card { abilities, has, ..super::blank(&name, true) });
        Op::CreateEmblem(who, emblem)
    }
}
