//! `[expect]`, checked.

use toml::Spanned;

use crate::cards::effect::CardId;
use crate::cards::source::did_you_mean;
use crate::scenario::expect::{
    Expectations, Moment, SeatFacts, SkipExpectation, StateExpectation, StepsExpectation, TableFacts, Winner,
    ZoneExpectation,
};
use crate::scenario::file::expect::{AtTable, ExpectTable, SkipItem, StateTable, WrittenZone};
use crate::scenario::seats::SeatNames;
use crate::scenario::token::TurnToken;
use crate::turn::{Phase, Skippable, Step, TurnNames};

use super::Checker;

impl Checker<'_> {
    pub(super) fn expect(&mut self, expect: &ExpectTable) -> Expectations {
        if let Some([]) = expect.turns.as_deref() {
            self.inputs.faults.push(self.source.complain_whole("`turns`: found nothing, expected at least one turn"));
        }
        Expectations {
            turns: expect.turns.as_ref().map(|turns| self.tokens(turns)),
            winner: expect.winner.as_ref().and_then(|name| self.winner(name)),
            end: expect.end,
            events: expect.events.iter().filter_map(|event| self.event(event)).collect(),
            never: expect.never.iter().filter_map(|event| self.event(event)).collect(),
            digest: expect.digest.as_ref().map(|digest| self.digest(digest)),
            outline: expect.outline.clone(),
            steps: expect
                .steps
                .iter()
                .map(|s| StepsExpectation { turn: self.turn(s.turn.as_ref()), visited: s.visited.clone() })
                .collect(),
            states: expect.states.iter().map(|state| self.state(state)).collect(),
        }
    }

    fn tokens(&mut self, turns: &[Spanned<String>]) -> Vec<TurnToken> {
        let mut tokens = Vec::new();
        for turn in turns {
            match TurnToken::parse(turn.get_ref(), SeatNames(&self.seats)) {
                Ok(token) => tokens.push(token),
                Err(message) if self.seats_known => self.complain(turn.span(), message),
                Err(_) => {}
            }
        }
        tokens
    }

    fn winner(&mut self, name: &Spanned<String>) -> Option<Winner> {
        if name.get_ref() == "none" {
            return Some(Winner::Nobody);
        }
        self.seat(name).map(Winner::Seat)
    }

    fn digest(&mut self, digest: &Spanned<String>) -> String {
        let text = digest.get_ref();
        if !(16..=64).contains(&text.len()) || !text.chars().all(|c| c.is_ascii_hexdigit()) {
            self.complain(digest.span(), format!("`digest`: found `{text}`, expected 16 to 64 hexadecimal digits"));
        }
        text.to_ascii_lowercase()
    }

    fn state(&mut self, state: &StateTable) -> StateExpectation {
        let seat = state.seat.as_ref().and_then(|name| self.seat(name));
        let facts = self.seat_facts(state);
        if state.seat.is_none() && facts != SeatFacts::default() {
            self.complain(state.span.clone(), "missing key `seat` in [[expect.state]]: whose life, cards and skips?");
        }
        let table = TableFacts {
            pending_turns: state.pending_turns.as_ref().map(|turns| self.pending(turns)),
            active: state.active.as_ref().and_then(|name| self.seat(name)),
            controller: state.controller.as_ref().and_then(|name| self.seat(name)),
            stack: state.stack.as_ref().map(|n| *n.get_ref()),
            priority: state.priority.as_ref().map(|p| *p.get_ref()),
        };
        StateExpectation {
            at: self.moment(state.at.as_ref()),
            line: self.source.position(state.span.start),
            table,
            seat: seat.map(|seat| (seat, facts)),
        }
    }

    fn moment(&mut self, at: Option<&AtTable>) -> Moment {
        let turn = self.turn(at.and_then(|at| at.turn.as_ref()));
        let nth = self.nth(at.and_then(|at| at.nth.as_ref()));
        Moment { turn, step: at.and_then(|at| at.step).unwrap_or(Step::PrecombatMain), nth }
    }

    /// Pending turns are extra turns, with or without the star.
    fn pending(&mut self, turns: &[Spanned<String>]) -> Vec<TurnToken> {
        self.tokens(turns).into_iter().map(|token| TurnToken { extra: true, ..token }).collect()
    }

    fn seat_facts(&mut self, state: &StateTable) -> SeatFacts {
        let mut zones = Vec::new();
        for (name, zone) in &state.zones {
            zones.push((*name, self.zone(zone.get_ref())));
        }
        let mut counters = Vec::new();
        for (name, kinds) in &state.counters {
            let kinds = self.counters(kinds);
            counters.extend(self.object(name).map(|card| (card, kinds)));
        }
        SeatFacts {
            life: state.life.as_ref().map(|l| *l.get_ref()),
            poison: state.poison.as_ref().map(|p| *p.get_ref()),
            mana: state.mana.as_ref().map(|mana| self.mana(mana)),
            left: state.left.as_ref().map(|l| *l.get_ref()),
            library: state.library.as_ref().map(|n| *n.get_ref()),
            zones,
            tapped: state.tapped.as_ref().map(|names| self.sorted(names)),
            counters,
            pt: self.sizes(&state.pt),
            pending_skips: state.pending_skips.as_ref().map(|s| s.iter().filter_map(|skip| self.skip(skip)).collect()),
        }
    }

    fn sizes(&mut self, written: &[(Spanned<String>, Spanned<String>)]) -> Vec<(CardId, (i16, i16))> {
        let mut sizes = Vec::new();
        for (name, size) in written {
            let numbers = size.get_ref().split_once('/').and_then(|(p, t)| Some((p.parse().ok()?, t.parse().ok()?)));
            if numbers.is_none() {
                let message = format!("`pt`: found `{}`, expected power and toughness such as \"2/2\"", size.get_ref());
                self.complain(size.span(), message);
            }
            sizes.extend(self.object(name).zip(numbers));
        }
        sizes
    }

    fn sorted(&mut self, names: &[Spanned<String>]) -> Vec<CardId> {
        let mut cards = self.cards(names);
        cards.sort();
        cards
    }

    fn zone(&mut self, zone: &WrittenZone) -> ZoneExpectation {
        match zone {
            WrittenZone::Count(n) => ZoneExpectation::Count(*n),
            WrittenZone::Exactly(names) => ZoneExpectation::Exactly(self.sorted(names)),
            WrittenZone::Some { has, lacks } => {
                ZoneExpectation::Some { has: self.sorted(has), lacks: self.sorted(lacks) }
            }
        }
    }

    fn skip(&mut self, skip: &SkipItem) -> Option<SkipExpectation> {
        let name = skip.what.get_ref();
        let turns = self.catalog.turn_names();
        let what = skippable(turns, name);
        if what.is_none() {
            let names = SKIPPABLE.iter().map(|(n, _)| *n).chain(turns.steps());
            let message =
                format!("`what`: found `{name}`, expected turn, main, a phase or a step{}", did_you_mean(name, names));
            self.complain(skip.what.span(), message);
        }
        Some(SkipExpectation { what: what?, count: skip.count, scope: skip.scope })
    }
}

/// What a skip can name beyond steps; a main phase has the name of its one step and means the phase.
const SKIPPABLE: [(&str, Skippable); 7] = [
    ("turn", Skippable::Turn),
    ("main", Skippable::MainPhase),
    ("beginning", Skippable::Phase(Phase::Beginning)),
    ("precombat-main", Skippable::Phase(Phase::PrecombatMain)),
    ("combat", Skippable::Phase(Phase::Combat)),
    ("postcombat-main", Skippable::Phase(Phase::PostcombatMain)),
    ("ending", Skippable::Phase(Phase::Ending)),
];

fn skippable(turns: &TurnNames, name: &str) -> Option<Skippable> {
    let named = SKIPPABLE.iter().find(|(n, _)| *n == name).map(|(_, what)| *what);
    let own = || turns.phase(name).map(Skippable::Phase);
    named.or_else(|| turns.step(name).map(Skippable::Step)).or_else(own)
}
