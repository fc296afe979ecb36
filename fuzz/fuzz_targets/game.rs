//! A game of two to four prepared boards: the bytes choose the cards, and then every answer. After each question every invariant
//! is held against the game.
#![no_main]

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use turnlab::agents::{Agent, Random};
use turnlab::cards::catalog::Catalog;
use turnlab::game::decision::{Choice, Decision, Item, Shape};
use turnlab::game::settle::settle;
use turnlab::game::view::PlayerView;
use turnlab::game::{Dice, Game, Lane, Pause, check};
use turnlab::scenario::Scenario;
use turnlab::table::Matchup;
use turnlab_fuzz::{Fuzzed, HERE};

/// The cards that can be on a board.
static CARDS: LazyLock<Vec<(&str, bool)>> = LazyLock::new(|| {
    let cards = Catalog::builtin().cards().map(|(_, card)| card);
    let cards = cards.filter(|card| card.is_whole() && Catalog::builtin().find(&card.name).is_some());
    cards.map(|card| (card.name.as_str(), card.is_permanent())).collect()
});

/// Questions in a game, at the most.
const QUESTIONS: usize = 400;

/// Bytes, then zeros.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn wide(&mut self) -> usize {
        usize::from(self.next()) << 8 | usize::from(self.next())
    }

    /// Some names of cards, as a list of TOML.
    fn cards(&mut self, most: u8, permanent: bool) -> String {
        let count = self.next() % (most + 1);
        let names = (0..count).map(|_| {
            let at = self.wide() % CARDS.len();
            let mut from = CARDS[at..].iter().chain(&CARDS[..at]);
            let card = from.find(|(_, can)| *can || !permanent);
            format!("{:?}", card.map_or("Island", |(name, _)| name))
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn scenario(&mut self) -> String {
        let seats = 2 + self.next() % 3;
        let mut text =
            "schema = 1\nname = \"fuzzed\"\n[game]\nmax_turns = 8\nmax_decisions_per_turn = 100\n".to_owned();
        for seat in 0..seats {
            let (life, hand, there) = (1 + self.next() % 20, self.cards(6, false), self.cards(8, true));
            let (library, graveyard) = (self.cards(3, false), self.cards(3, false));
            let lands =
                ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(|land| format!("\"{land}\", \"{land}\""));
            let comma = if there.is_empty() { "" } else { ", " };
            let _ = writeln!(
                text,
                "[[seat]]\nname = \"P{seat}\"\nagent = \"random\"\nlife = {life}\nhand = [{hand}]\n\
                 battlefield = [{there}{comma}{}]\nlibrary_top = [{library}]\ngraveyard = [{graveyard}]",
                lands.join(", ")
            );
        }
        text
    }

    /// An answer, which need not be a legal one.
    fn answer(&mut self, view: &PlayerView, decision: &Decision, random: &mut Random) -> Choice {
        match self.next() {
            0..8 => decision.default.clone(),
            8..10 => self.choice(&decision.shape, 0),
            10 => Choice::Concede,
            _ => random.choose(view, decision).map_or_else(|_| decision.default.clone(), |reply| reply.choice),
        }
    }

    fn index(&mut self, items: &[Item]) -> u16 {
        u16::from(self.next()) % (items.len() as u16 + 1)
    }

    fn number(&mut self) -> i32 {
        i32::from(self.next() as i8) << (self.next() % 26)
    }

    /// Anything of about that shape.
    fn choice(&mut self, shape: &Shape, depth: u8) -> Choice {
        match shape {
            Shape::One(items) => {
                let fills = if depth < 2 { self.next() % 3 } else { 0 };
                let inner = Shape::Some { options: items.clone(), min: 0, max: 1 };
                Choice::One(self.index(items), (0..fills).map(|_| self.choice(&inner, depth + 1)).collect())
            }
            Shape::Some { options, .. } => {
                let count = self.next() % 5;
                Choice::Some((0..count).map(|_| self.index(options)).collect())
            }
            Shape::Order(items) => Choice::Order((0..items.len()).map(|_| self.index(items)).collect()),
            Shape::Number { .. } => Choice::Number(self.number()),
            Shape::Assign { items, .. } => {
                let count = self.next() % 5;
                Choice::Assign((0..count).map(|_| (self.index(items), self.number())).collect())
            }
        }
    }
}

/// Plays on, and looks at the game at every question.
fn play(game: &mut Game, bytes: &mut Bytes, random: &mut Random, cards: &[usize]) {
    for _ in 0..QUESTIONS {
        let pause = game.advance();
        game.clear_events();
        check(game, cards).unwrap_or_else(|violation| panic!("{violation}"));
        let (Pause::Decide, Some(decision)) = (pause, game.decision().cloned()) else { return };
        let view = game.view(decision.decider);
        let choice = bytes.answer(&view, &decision, random);
        assert_eq!(view.judge(&choice).is_ok(), game.is_legal(&choice).is_ok(), "{choice:?}");
        settle(game, Ok(choice.into()));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let deal = bytes.wide() as u64;
    let text = bytes.scenario();
    // Not every board is one that can be: two worlds, two commanders.
    let Ok(scenario) = Scenario::load_from(HERE, &Fuzzed(text.as_bytes())) else { return };
    let matchup = Matchup::new(Arc::new(scenario)).with_seed(deal);
    let address = matchup.address(0);
    let cards = matchup.setup(address).cards();
    let mut game = matchup.sit_down(address).game;
    play(&mut game, &mut bytes, &mut Random::new(Dice::new(deal, 0, Lane::Table)), &cards);
});
