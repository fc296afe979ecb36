//! Cards that are chosen together and have to differ in something, as in a search for cards with different names.

use crate::cards::card::Card;
use crate::cards::effect::{Differ, Op};

use super::decision::Item;
use super::engine::Reader;

impl Reader<'_, '_> {
    /// Whether those options may be chosen together, where the effect in progress asks that they differ in something.
    pub(crate) fn differ_as_asked(&self, options: &[Item], chosen: &[u16]) -> bool {
        let Some(frame) = self.s.frames.last() else { return true };
        let (Op::Search { differ: Some(differ), .. } | Op::ChooseInGraveyard { differ: Some(differ), .. }) =
            self.cat.op(frame.at)
        else {
            return true;
        };
        self.all_differ(differ, options, chosen)
    }

    /// So many of the options, at most, as differ: one after the other.
    pub(crate) fn most_that_differ(&self, differ: Differ, options: &[Item], max: u16) -> Vec<u16> {
        let mut chosen = Vec::new();
        for at in 0..options.len() as u16 {
            if chosen.len() == usize::from(max) {
                break;
            }
            chosen.push(at);
            if !self.all_differ(differ, options, &chosen) {
                chosen.pop();
            }
        }
        chosen
    }

    fn all_differ(&self, differ: Differ, options: &[Item], chosen: &[u16]) -> bool {
        let card = |at: &u16| match options.get(usize::from(*at)) {
            Some(Item::Object(id)) => Some(self.cat.card(self.s.object(id.slot).card)),
            _ => None,
        };
        let cards: Vec<&Card> = chosen.iter().filter_map(card).collect();
        let same = |one: &Card, other: &Card| match differ {
            Differ::Names => one.name == other.name,
            Differ::ManaValues => one.mana_value == other.mana_value,
        };
        (1..cards.len()).all(|at| !cards[..at].iter().any(|other| same(other, cards[at])))
    }
}
