//! What is so at a moment, held against what is expected.

use crate::cards::effect::CardId;
use crate::game::view::SeenObject;
use crate::game::{Game, GameState};
use crate::scenario::{SeatFacts, SkipExpectation, StateExpectation, TableFacts, ZoneExpectation, ZoneName};
use crate::table::cast::Cast;
use crate::table::outline::TurnName;
use crate::turn::{Seat, SkipScope, Skippable, TurnNames};

use super::Difference;

/// A game at a moment. This is the one place outside the rules that looks at the whole state: a test may.
pub(super) struct Facts<'a> {
    pub(super) game: &'a Game,
    pub(super) cast: &'a Cast,
    /// The entrants' names.
    pub(super) names: &'a [String],
}

/// What an object is called, and the token that describes what an effect has made of it: without one twice the same.
type Names = [CardId; 2];

/// What it is, what was expected and what was found.
type Unlike = (String, String, String);

impl Facts<'_> {
    /// Everything that is not as expected.
    pub(super) fn compare(&self, expected: &StateExpectation) -> Vec<Difference> {
        let mut unlike = Vec::new();
        self.table(&expected.table, &mut unlike);
        if let Some((entrant, facts)) = &expected.seat {
            let name = &self.names[entrant.index()];
            let mut of_seat = Vec::new();
            self.seat(self.cast.seat_of(entrant.0), facts, &mut of_seat);
            unlike.extend(of_seat.into_iter().map(|(what, a, b)| (format!("{name}'s {what}"), a, b)));
        }
        let (line, turn, step) = (expected.line.0, expected.at.turn, expected.at.step);
        let difference = |(what, expected, found)| Difference::State { line, turn, step, what, expected, found };
        unlike.into_iter().map(difference).collect()
    }

    fn state(&self) -> &GameState {
        self.game.state()
    }

    // ---- the table ----

    fn table(&self, facts: &TableFacts, unlike: &mut Vec<Unlike>) {
        let turns = &self.state().turns;
        if let Some(expected) = &facts.pending_turns {
            let expected: Vec<String> = expected.iter().map(|token| token.show(self.names)).collect();
            let found = turns.pending_turns();
            let name = |seat| TurnName { cast: self.cast, seat, extra: true, by: None }.to_string();
            let found: Vec<String> = found.iter().map(|turn| name(turn.seat)).collect();
            differ("pending turns", listed(&expected), listed(&found), unlike);
        }
        let active = turns.turn().active;
        let mut seat = |what: &str, entrant: Option<Seat>, found: Seat| {
            if let Some(entrant) = entrant {
                differ(what, self.names[entrant.index()].clone(), self.cast.name(found).to_owned(), unlike);
            }
        };
        seat("active player", facts.active, active);
        seat("controller", facts.controller, turns.decider(active));
        equal("objects on the stack", facts.stack.map(usize::from), self.state().stack.len(), unlike);
    }

    // ---- a seat ----

    fn seat(&self, seat: Seat, facts: &SeatFacts, unlike: &mut Vec<Unlike>) {
        let player = &self.state().players[seat];
        equal("life", facts.life, player.life, unlike);
        equal("poison", facts.poison.map(i32::from), player.poison, unlike);
        equal("library", facts.library, player.library.len() as u32, unlike);
        equal("having left", facts.left, !self.state().turns.is_living(seat), unlike);
        if let Some(mana) = facts.mana {
            differ("mana", letters(mana.map(u16::from)), letters(player.pool), unlike);
        }
        for (zone, expected) in &facts.zones {
            self.zone(zone_word(*zone), expected, self.cards_in(seat, *zone), unlike);
        }
        if let Some(expected) = &facts.tapped {
            let tapped = self.permanents(seat).filter(|(_, tapped)| *tapped).map(|(names, _)| names);
            self.zone("tapped permanents", &ZoneExpectation::Exactly(expected.clone()), tapped.collect(), unlike);
        }
        for (card, kinds) in &facts.counters {
            self.counters(seat, *card, kinds, unlike);
        }
        for (card, size) in &facts.pt {
            self.size(seat, *card, *size, unlike);
        }
        if let Some(expected) = &facts.pending_skips {
            self.skips(seat, expected, unlike);
        }
    }

    fn permanents(&self, seat: Seat) -> impl Iterator<Item = (Names, bool)> + '_ {
        let view = self.game.view(seat);
        let names = |o: &SeenObject| [view.named(o), o.card].map(|card| self.game.catalog().namesake(card));
        let mine = view.battlefield().filter(|o| o.controller == seat);
        let mine: Vec<_> = mine.map(|o| (names(&o), o.tapped)).collect();
        mine.into_iter()
    }

    fn cards_in(&self, seat: Seat, zone: ZoneName) -> Vec<Names> {
        let view = self.game.view(seat);
        let names = |o: SeenObject| [o.card; 2];
        match zone {
            ZoneName::Hand => view.hand(seat).map(names).collect(),
            ZoneName::Battlefield => self.permanents(seat).map(|(names, _)| names).collect(),
            ZoneName::Graveyard => view.graveyard(seat).map(names).collect(),
            ZoneName::Exile => view.exile().filter(|o| o.owner == seat).map(names).collect(),
            ZoneName::Command => view.command_zone().filter(|o| o.owner == seat).map(names).collect(),
        }
    }

    fn zone(&self, what: &str, expected: &ZoneExpectation, mut found: Vec<Names>, unlike: &mut Vec<Unlike>) {
        found.sort_unstable();
        let (right, expected) = match expected {
            ZoneExpectation::Count(n) => (found.len() == *n as usize, format!("{n} cards")),
            ZoneExpectation::Exactly(cards) => {
                (cards.len() == found.len() && contains(&found, cards), self.card_names(cards))
            }
            ZoneExpectation::Some { has, lacks } => {
                let there = |card: &CardId| found.iter().any(|names| names.contains(card));
                let right = contains(&found, has) && !lacks.iter().any(there);
                let has = format!("among others {}", self.card_names(has));
                (right, if lacks.is_empty() { has } else { format!("{has}, without {}", self.card_names(lacks)) })
            }
        };
        if !right {
            let found: Vec<CardId> = found.iter().map(|[name, _]| *name).collect();
            unlike.push((what.to_owned(), expected, self.card_names(&found)));
        }
    }

    fn card_names(&self, cards: &[CardId]) -> String {
        listed(&cards.iter().map(|card| self.game.catalog().card(*card).name.clone()).collect::<Vec<_>>())
    }

    /// Counters on the first permanent of that name, or else on the first card in exile.
    fn counters(
        &self,
        seat: Seat,
        card: CardId,
        kinds: &[(crate::cards::effect::CounterKind, u16)],
        unlike: &mut Vec<Unlike>,
    ) {
        let view = self.game.view(seat);
        let name = &self.game.catalog().card(card).name;
        let exiled = view.exile().filter(|o| o.owner == seat);
        let here = view.battlefield().filter(|o| o.controller == seat);
        let Some(permanent) = here.chain(exiled).find(|o| view.is_found_by(o, card)) else {
            return unlike.push((name.clone(), "a permanent".to_owned(), "none".to_owned()));
        };
        for (kind, expected) in kinds {
            let what = format!("{name}: {} counters", self.game.catalog().counter(*kind));
            equal(&what, Some(*expected), view.counters(permanent.id, *kind), unlike);
        }
    }

    /// Power and toughness of the first permanent of that name.
    fn size(&self, seat: Seat, card: CardId, (power, toughness): (i16, i16), unlike: &mut Vec<Unlike>) {
        let view = self.game.view(seat);
        let found = view.battlefield().find(|o| o.controller == seat && view.is_found_by(o, card));
        let found = found.map_or("none".to_owned(), |o| format!("{}/{}", o.power, o.toughness));
        differ(&self.game.catalog().card(card).name, format!("{power}/{toughness}"), found, unlike);
    }

    fn skips(&self, seat: Seat, expected: &[SkipExpectation], unlike: &mut Vec<Unlike>) {
        let found =
            self.state().turns.pending_skips().iter().filter(|skip| self.state().turns.teams().same(skip.seat, seat));
        let found = counted(found.map(|skip| (skip.what, skip.scope, 1)));
        let expected = counted(expected.iter().map(|skip| (skip.what, skip.scope, skip.count)));
        let names = self.game.catalog().turn_names();
        differ("pending skips", skips(names, &expected), skips(names, &found), unlike);
    }
}

/// Whether each of the wanted ones is found, every time another one.
fn contains(found: &[Names], wanted: &[CardId]) -> bool {
    let mut taken = vec![None; found.len()];
    (0..wanted.len()).all(|at| takes(found, wanted, at, &mut taken, &mut vec![false; found.len()]))
}

/// Finds one for the wanted card at that place. Who has taken it takes another one, if there is one: what is called two
/// things may be wanted by either.
fn takes(found: &[Names], wanted: &[CardId], at: usize, taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    (0..found.len()).any(|place| {
        if !found[place].contains(&wanted[at]) || std::mem::replace(&mut tried[place], true) {
            return false;
        }
        let free = taken[place].is_none_or(|other| takes(found, wanted, other, taken, tried));
        if free {
            taken[place] = Some(at);
        }
        free
    })
}

fn equal<T: PartialEq + ToString>(what: &str, expected: Option<T>, found: T, unlike: &mut Vec<Unlike>) {
    if let Some(expected) = expected.filter(|e| *e != found) {
        unlike.push((what.to_owned(), expected.to_string(), found.to_string()));
    }
}

fn differ(what: &str, expected: String, found: String, unlike: &mut Vec<Unlike>) {
    equal(what, Some(expected), found, unlike);
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn letters(pool: [u16; 6]) -> String {
    let letters: String = "WUBRGC".chars().zip(pool).map(|(letter, n)| letter.to_string().repeat(n.into())).collect();
    if letters.is_empty() { "none".to_owned() } else { letters }
}

const fn zone_word(zone: ZoneName) -> &'static str {
    match zone {
        ZoneName::Hand => "hand",
        ZoneName::Battlefield => "battlefield",
        ZoneName::Graveyard => "graveyard",
        ZoneName::Exile => "exile",
        ZoneName::Command => "command zone",
    }
}

/// Equal skips together, in a fixed order.
fn counted(skips: impl Iterator<Item = (Skippable, SkipScope, u16)>) -> Vec<(Skippable, SkipScope, u16)> {
    let mut sorted: Vec<_> = skips.collect();
    sorted.sort_unstable();
    let mut counted: Vec<(Skippable, SkipScope, u16)> = Vec::new();
    for (what, scope, n) in sorted {
        match counted.last_mut() {
            Some(last) if (last.0, last.1) == (what, scope) => last.2 += n,
            _ => counted.push((what, scope, n)),
        }
    }
    counted
}

fn skips(names: &TurnNames, skips: &[(Skippable, SkipScope, u16)]) -> String {
    let name = |what| match what {
        Skippable::Turn => "turn".to_owned(),
        Skippable::MainPhase => "main".to_owned(),
        Skippable::Phase(phase) => names.of_phase(phase).to_owned(),
        Skippable::Step(step) => names.of_step(step).to_owned(),
    };
    let scope = |scope| match scope {
        SkipScope::Next => "",
        SkipScope::NextThisTurn => " (next this turn)",
        SkipScope::ThisTurn => " (this turn)",
        SkipScope::NextTurn => " (next turn)",
    };
    let shown = |(what, when, n): &(Skippable, SkipScope, u16)| format!("{n} {}{}", name(*what), scope(*when));
    listed(&skips.iter().map(shown).collect::<Vec<_>>())
}
