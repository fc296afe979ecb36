//! The battlefield (CR 403): all permanents in the order in which they came, and the few that checks and priority ask about.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::cards::card::Card;
use crate::cards::type_line::Types;
use crate::turn::{BySeat, Seat};

use super::object::Slot;

/// Permanents in the order in which they came. What can be activated or tapped for mana is listed apart, and so is what
/// state-based actions look at: most permanents are plain lands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Battlefield {
    all: Vec<Slot>,
    mortal: Vec<Slot>,
    activated: Vec<Slot>,
    mana: BySeat<Vec<Slot>>,
}

impl Battlefield {
    /// An empty battlefield for so many seats.
    pub(crate) fn new(seats: usize) -> Battlefield {
        let mana = BySeat::new(seats, |_| Vec::with_capacity(16));
        let (all, few) = (Vec::with_capacity(64), || Vec::with_capacity(16));
        Battlefield { all, mortal: few(), activated: few(), mana }
    }

    /// Adds what came last.
    pub(crate) fn push(&mut self, slot: Slot, card: &Card, controller: Seat) {
        self.all.push(slot);
        if is_mortal(card) {
            self.mortal.push(slot);
        }
        if card.has & Card::ACTIVATED != 0 {
            self.activated.push(slot);
        }
        if card.has & Card::MANA != 0 {
            self.mana[controller].push(slot);
        }
    }

    /// Notes that a permanent is another card now, where it stands.
    pub(crate) fn reprint(&mut self, slot: Slot, was: &Card, is: &Card, controller: Seat) {
        let place = self.all.iter().position(|x| *x == slot);
        self.remove(slot, was, controller);
        self.push(slot, is, controller);
        if let Some(place) = place {
            self.all.pop();
            self.all.insert(place, slot);
        }
        if is_mortal(is) {
            // In the order in which they came, as everything is.
            let all = &self.all;
            self.mortal.sort_by_key(|slot| all.iter().position(|x| x == slot));
        }
    }

    /// Takes out what leaves.
    pub(crate) fn remove(&mut self, slot: Slot, card: &Card, controller: Seat) {
        take(&mut self.all, slot);
        if is_mortal(card) {
            take(&mut self.mortal, slot);
        }
        if card.has & Card::ACTIVATED != 0 {
            take(&mut self.activated, slot);
        }
        if card.has & Card::MANA != 0 {
            take(&mut self.mana[controller], slot);
        }
    }

    /// Notes that another player controls it now.
    pub(crate) fn hand_over(&mut self, slot: Slot, card: &Card, from: Seat, to: Seat) {
        if card.has & Card::MANA != 0 {
            take(&mut self.mana[from], slot);
            self.mana[to].push(slot);
        }
    }

    /// Those that state-based actions may do something to (CR 704.5), as long as nothing has become anything that its card
    /// is not.
    pub(crate) fn mortal(&self) -> &[Slot] {
        &self.mortal
    }

    /// Those with activated abilities that are no mana abilities, whoever controls them.
    pub(crate) fn activated(&self) -> &[Slot] {
        &self.activated
    }

    /// Those of a player with mana abilities.
    pub(crate) fn mana(&self, seat: Seat) -> &[Slot] {
        &self.mana[seat]
    }
}

impl Deref for Battlefield {
    type Target = [Slot];

    fn deref(&self) -> &[Slot] {
        &self.all
    }
}

fn take(list: &mut Vec<Slot>, slot: Slot) {
    if let Some(at) = list.iter().rposition(|x| *x == slot) {
        list.remove(at);
    }
}

/// Whether the card could die, fall off, come loose or be one legend too many: creatures, planeswalkers, enchantments, what
/// is legendary, and artifacts of a type, such as Equipment. A token may be what a legendary permanent has become.
pub(super) fn is_mortal(card: &Card) -> bool {
    let types = Types::CREATURE | Types::PLANESWALKER | Types::ENCHANTMENT | Types::LEGENDARY;
    card.types.intersects(types) || card.types.contains(Types::ARTIFACT) && !card.subtypes.is_empty() || card.token
}
