//! Mana that effects add (CR 106).

use crate::cards::ability::MoreMana;
use crate::cards::effect::{AmountId, FilterId, Who};
use crate::cards::mana::{Mana, ManaSet};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::filter::Seats;

use super::asking::{Answer, Asks, Question};

/// One of each type in the set, times the amount; CR 500.5: it may last until end of turn.
pub(super) fn add(engine: &mut Engine<'_>, who: Who, set: ManaSet, n: AmountId, lasting: bool) {
    engine.log.forget_known();
    let n = engine.num(n);
    for seat in engine.seats_of(who) {
        for mana in Mana::ALL.into_iter().filter(|m| set.contains(m.set())) {
            let player = &mut engine.s.players[seat];
            player.add_mana(mana, n);
            if lasting {
                let lasting = &mut player.turn.lasting[mana as usize];
                *lasting = lasting.saturating_add(n.clamp(0, i32::from(u16::MAX)) as u16);
            }
        }
    }
}

/// For the rest of the turn what passes makes more mana as it is tapped for it (CR 605.1b, 611.2).
pub(super) fn more_this_turn(engine: &mut Engine<'_>, filter: FilterId, more: MoreMana) {
    let those = engine.those(filter);
    engine.s.this_turn.effects.more_mana.push((those, more));
    engine.log.forget_known();
}

/// That much of one type chosen from the set.
pub(super) struct AddChosen {
    pub(super) who: Who,
    pub(super) set: ManaSet,
    pub(super) n: AmountId,
}

impl Asks for AddChosen {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, _: &Engine<'_>, _: Seat) -> Option<Question> {
        let types = Mana::ALL.into_iter().filter(|m| self.set.contains(m.set()));
        let options: Vec<Item> = types.map(Item::Mana).collect();
        (!options.is_empty()).then(|| (DecisionKind::Mana, Shape::One(options), Choice::option(0)))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.log.forget_known();
        let n = engine.num(self.n);
        if let Some(Item::Mana(mana)) = chosen_items(answer.decision, answer.choice).first() {
            engine.s.players[answer.seat].add_mana(*mana, n);
        }
    }
}

/// What players add one mana after another, each of a type of the set.
pub(super) struct AddMixed {
    pub(super) who: Who,
    pub(super) set: ManaSet,
    pub(super) n: AmountId,
}

impl Asks for AddMixed {
    fn who(&self) -> Who {
        self.who
    }

    /// As many times as there is mana to be added.
    fn players(&self, engine: &Engine<'_>) -> Seats {
        let seats = engine.seats_of(self.who);
        let n = engine.num(self.n).max(0) as usize;
        if n == 0 { Seats::new() } else { seats }
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let n = engine.num(self.n).max(0);
        let types: Vec<Mana> = Mana::ALL.into_iter().filter(|m| self.set.contains(m.set())).collect();
        // How many of each but the last type; the rest is of the last.
        let options: Vec<Item> =
            types.iter().flat_map(|mana| std::iter::repeat_n(Item::Mana(*mana), n as usize)).collect();
        let n = n as u16;
        (n > 0 && !options.is_empty())
            .then(|| (DecisionKind::Mana, Shape::Some { options, min: n, max: n }, Choice::Some((0..n).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.log.forget_known();
        for item in chosen_items(answer.decision, answer.choice) {
            if let Item::Mana(mana) = item {
                engine.s.players[answer.seat].add_mana(mana, 1);
            }
        }
    }
}
