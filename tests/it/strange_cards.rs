//! Cards that nobody has written: the embedded ones taken apart and put together anew, other numbers in them, on prepared boards.
//! What compiles is played at random, and every invariant is held against the game after each answer. The fuzz target of the same
//! name draws from its bytes what the test here draws from dice.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use turnlab::agents::{Agent, Random};
use turnlab::cards::catalog::Catalog;
use turnlab::cards::source::Source;
use turnlab::cards::{CatalogBuilder, builtin_sources};
use turnlab::game::settle::settle;
use turnlab::game::{Dice, Lane, Pause, check};
use turnlab::scenario::{Disk, FileError, Files, Scenario};
use turnlab::table::Matchup;

/// Draws a number below another one.
pub(crate) type Below<'b> = &'b mut dyn FnMut(usize) -> usize;

/// Where the scenario and the cards stand: in the embedded tree, so that paths lead nowhere else.
const TABLE: &str = "builtin:/rules/strange-table.toml";
const CARDS: &str = "builtin:/rules/strange-cards.toml";
/// Cards in a game, answers in it, and tries to put together one that compiles.
const STRANGERS: usize = 5;
const ANSWERS: usize = 250;
const TRIES: usize = 12;

/// A card as it is written, taken apart.
struct Parts {
    /// The lines before its abilities, without the name.
    head: Vec<String>,
    /// The lines of each ability.
    abilities: Vec<Vec<String>>,
}

static ALL: LazyLock<Vec<Parts>> =
    LazyLock::new(|| builtin_sources().iter().flat_map(|file| parts(&file.text)).collect());

fn parts(text: &str) -> Vec<Parts> {
    let cards = text.split("[[card]]\n").skip(1).map(|card| card.split("\n[[token]]").next().unwrap_or_default());
    let lines = |text: &str| -> Vec<String> {
        let lines =
            text.lines().filter(|line| !line.is_empty() && !line.starts_with("name =") && !line.starts_with('#'));
        lines.map(str::to_owned).collect()
    };
    let apart = |card: &str| {
        let mut pieces = card.split("[[card.ability]]\n").map(lines);
        Parts { head: pieces.next().unwrap_or_default(), abilities: pieces.collect() }
    };
    cards.map(apart).filter(|card| card.head.iter().all(|line| !line.starts_with("[["))).collect()
}

/// A card of that name: the head of one, abilities of others, an effect in place of another, other numbers.
fn card(name: &str, below: Below<'_>) -> String {
    let mut text = format!("[[card]]\nname = \"{name}\"\n");
    let head = &ALL[below(ALL.len())].head;
    let changed = |line: &str, below: Below<'_>| if below(4) == 0 { renumbered(line, below) } else { line.to_owned() };
    for line in head {
        let _ = writeln!(text, "{}", changed(line, below));
    }
    for _ in 0..below(4) {
        let with = |below: Below<'_>| loop {
            let abilities = &ALL[below(ALL.len())].abilities;
            if !abilities.is_empty() {
                return &abilities[below(abilities.len())];
            }
        };
        let (ability, other) = (with(below), with(below));
        let graft = below(3) == 0;
        let _ = writeln!(text, "[[card.ability]]");
        for line in ability {
            let effect = line.split(" = ").next().filter(|key| ["do", "spell"].contains(key) && graft);
            let line = effect.and_then(|key| other.iter().find(|o| o.split(" = ").next() == Some(key))).unwrap_or(line);
            let _ = writeln!(text, "{}", changed(line, below));
        }
    }
    text
}

/// The line with one of its numbers made another.
fn renumbered(line: &str, below: Below<'_>) -> String {
    let digits: Vec<usize> = line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(at, _)| at).collect();
    if digits.is_empty() {
        return line.to_owned();
    }
    let at = digits[below(digits.len())];
    let number = ["0", "1", "2", "3", "7", "20", "99", "1000"][below(8)];
    format!("{}{number}{}", &line[..at], &line[at + 1..])
}

/// A game's scenario and its cards.
struct Strange {
    table: String,
    cards: String,
}

impl Files for Strange {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match path {
            TABLE => Ok(self.table.clone().into_bytes()),
            CARDS => Ok(self.cards.clone().into_bytes()),
            _ => Disk.read(path),
        }
    }
}

fn strange(below: Below<'_>) -> Strange {
    let (mut cards, mut all, mut permanents) = (String::new(), Vec::new(), Vec::new());
    for number in 0..STRANGERS {
        for _ in 0..TRIES {
            let name = format!("Stranger {number}");
            let text = card(&name, below);
            let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
            match builder.add_file(&Source::new(CARDS, text.as_str())) {
                Ok(()) => {
                    let catalog = builder.build();
                    if catalog.find(&name).is_some_and(|id| catalog.card(id).is_permanent()) {
                        permanents.push(format!("\"{name}\""));
                    }
                    all.push(format!("\"{name}\""));
                    cards.push_str(&text);
                    break;
                }
                Err(faults) => assert!(!faults.to_string().is_empty()),
            }
        }
    }
    let mut table = "schema = 1\nname = \"strange\"\ncards = [\"strange-cards.toml\"]\n\
                     [game]\nmax_turns = 6\nmax_decisions_per_turn = 60\n"
        .to_owned();
    for seat in 0..2 + below(2) {
        let mut some = |from: &[String], most: usize| {
            let many = if from.is_empty() { 0 } else { below(most + 1) };
            (0..many).map(|_| from[below(from.len())].clone()).collect::<Vec<_>>()
        };
        let (hand, library, graveyard) = (some(&all, 5), some(&all, 4), some(&all, 3));
        let mut there = some(&permanents, 4);
        there.extend(["Plains", "Island", "Swamp", "Mountain", "Forest"].map(|land| format!("\"{land}\", \"{land}\"")));
        let [hand, library, graveyard, there] = [hand, library, graveyard, there].map(|cards| cards.join(", "));
        let _ = writeln!(
            table,
            "[[seat]]\nname = \"P{seat}\"\nagent = \"random\"\nhand = [{hand}]\nbattlefield = [{there}]\n\
             library_top = [{library}]\ngraveyard = [{graveyard}]"
        );
    }
    Strange { table, cards }
}

/// Draws cards and a board, and plays; whether there was a game.
///
/// # Panics
/// When a game does what no game may.
pub(crate) fn play(deal: u64, below: Below<'_>) -> bool {
    let files = strange(below);
    let told = || format!("deal {deal}\n{}\n{}", files.table, files.cards);
    // Not every board is one that can be.
    let Ok(scenario) = Scenario::load_from(TABLE, &files) else { return false };
    let matchup = Matchup::new(Arc::new(scenario)).with_seed(deal);
    let address = matchup.address(0);
    let cards = matchup.setup(address).cards();
    let mut game = matchup.sit_down(address).game;
    let mut random = Random::new(Dice::new(deal, 0, Lane::Table));
    for _ in 0..ANSWERS {
        let pause = game.advance();
        game.clear_events();
        check(&game, &cards).unwrap_or_else(|violation| panic!("{violation}\n{}", told()));
        let (Pause::Decide, Some(decision)) = (pause, game.decision().cloned()) else { break };
        let view = game.view(decision.decider);
        let choice = match below(8) {
            0 => decision.default.clone(),
            _ => random.choose(&view, &decision).map_or_else(|_| decision.default.clone(), |reply| reply.choice),
        };
        let (seen, held) = (view.judge(&choice).is_ok(), game.is_legal(&choice).is_ok());
        assert!(seen && held, "{choice:?} of {decision:?}: {seen} {held}\n{}", told());
        settle(&mut game, Ok(choice.into()));
    }
    true
}

#[cfg(test)]
#[test]
fn cards_of_strangers_play_by_the_rules() {
    // More of them: TURNLAB_STRANGERS=10000.
    let games = std::env::var("TURNLAB_STRANGERS").ok().and_then(|games| games.parse().ok()).unwrap_or(60);
    let played = (0..games).filter(|number| {
        // Said where it fails.
        println!("number {number}");
        let mut dice = Dice::new(15, *number, Lane::Table);
        play(*number, &mut |most| dice.below(most.max(1) as u32) as usize)
    });
    let played = played.count() as u64;
    assert!(played * 2 > games, "only {played} of {games} boards can be");
}
